/* SPDX-License-Identifier: MIT */
/*
 * dxk/container.h - the DirectX container with its header, part directory, parts and digest, and
 * the other kinds of files that hold the same parts.
 *
 *   0        4         20      24         28           32
 *   +--------+---------+-------+----------+------------+----------------+--------+--------+
 *   | "DXBC" | digest  | 1 . 0 | size     | part count | offsets[count] | part 0 | part 1 | ...
 *   +--------+---------+-------+----------+------------+----------------+--------+--------+
 *   part: FourCC, u32 size of the content, content
 *
 * Source: LLVM's DXContainer.rst; DirectXShaderCompiler's DxilContainer.h.
 */
#ifndef DXK_CONTAINER_H
#define DXK_CONTAINER_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the number by which the API knows a FourCC: DXK_FOURCC('D', 'X', 'I', 'L'). The first
 * character, which is the first byte in a file, is the lowest byte of the number. */
#define DXK_FOURCC(a, b, c, d)                                                                     \
    ((uint32_t)(uint8_t)(a) | (uint32_t)(uint8_t)(b) << 8 | (uint32_t)(uint8_t)(c) << 16 |         \
     (uint32_t)(uint8_t)(d) << 24)

/* Kind of an input. */
typedef enum dxk_input_kind {
    DXK_INPUT_UNKNOWN = 0,    /* none of the kinds below */
    DXK_INPUT_CONTAINER = 1,  /* container: starts with "DXBC" */
    DXK_INPUT_PDB = 2,        /* program database: an MSF 7.00 file with a container in stream 5 */
    DXK_INPUT_REFLECTION = 3, /* parts without a container header, as `dxc -Fre` writes them */
    DXK_INPUT_PROGRAM = 4,    /* the content of a DXIL, ILDB or STAT part: header and bitcode */
    DXK_INPUT_BITCODE = 5     /* LLVM bitcode, with or without its wrapper header */
} dxk_input_kind;

/* Returns the kind of an input, judged by its first bytes. Never fails. */
DXK_API dxk_input_kind dxk_input_sniff(dxk_bytes input);

/* Returns a short name of a kind ("container", "pdb", ...). Never NULL; static storage. */
DXK_API const char *dxk_input_kind_name(dxk_input_kind kind);

/* A container, or an input of another kind that was read as one. Opaque. */
typedef struct dxk_container dxk_container;

/* The fixed fields of the container header. */
typedef struct dxk_container_header {
    uint8_t digest[16];  /* digest as stored; all zero if unsigned */
    uint16_t major;      /* major version of the container format, always 1 so far */
    uint16_t minor;      /* minor version of the container format, always 0 so far */
    uint32_t size;       /* size of the container in bytes, as stored */
    uint32_t part_count; /* number of parts, as stored */
} dxk_container_header;

/* A part of a container. */
typedef struct dxk_part {
    /* Kind of part; see DXK_FOURCC() and the names in dxk/part_kinds.h. */
    uint32_t fourcc;
    /* Size of the content in bytes, as stored. content.size is smaller if the part was cut off at
     * the end of a damaged file (dxk_read_options.salvage), and the same otherwise. */
    uint32_t size;
    /* Offset of the part's eight-byte header in the container as it was read; 0 for a part that was
     * inserted or replaced. */
    size_t offset;
    /* Content, without the part's header. */
    dxk_bytes content;
} dxk_part;

/* Options for dxk_container_read(). Zero-initialise, then set what differs. */
typedef struct dxk_read_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool salvage;       /* for a damaged input, return what could be read along with DXK_E_INVALID.
                           Parts that run past the end are cut off there, parts that start past
                           the end are omitted */
} dxk_read_options;

/*
 * Reads a container, or an input of another kind (dxk_input_kind). The parts are views of `input`,
 * which must outlive the result; nothing in a part is checked. Gaps between parts, overlapping
 * parts and trailing bytes are reported as warnings. `options` may be NULL.
 *
 * Errors: DXK_E_INVALID if the kind is unknown or the input is damaged. *out is then NULL, unless
 * `salvage` is set and the header could be read. Source: DXContainer.rst, "File header".
 */
DXK_API dxk_status dxk_container_read(dxk_ctx *ctx, dxk_bytes input,
                                      const dxk_read_options *options, dxk_container **out);

/* Creates a container of version 1.0 without parts. Its digest is zero. */
DXK_API dxk_status dxk_container_create(dxk_ctx *ctx, dxk_container **out);

/* Frees a container and everything borrowed from it. NULL is allowed. */
DXK_API void dxk_container_free(dxk_container *container);

/* Returns the kind of the input; DXK_INPUT_CONTAINER for a container that was created. */
DXK_API dxk_input_kind dxk_container_kind(const dxk_container *container);

/* Returns the bytes that the container was read from: the caller's or, for a PDB, those of the
 * container inside it, which belong to `container`. Empty for a container that was created. */
DXK_API dxk_bytes dxk_container_input(const dxk_container *container);

/* Returns the header as it was read. All zero for an input without a container header. */
DXK_API dxk_container_header dxk_container_header_get(const dxk_container *container);

/* Returns the number of parts. Bare bitcode has none, a bare program has one, 'DXIL'. */
DXK_API size_t dxk_container_part_count(const dxk_container *container);

/* Returns part `index`, in the order of the directory, or NULL past the end. The pointer is valid
 * until the next edit; the content that it points to lives as long as the container. */
DXK_API const dxk_part *dxk_container_part(const dxk_container *container, size_t index);

/* Returns the index of the first part of kind `fourcc` whose index is not less than `from`, or
 * DXK_NO_PART if there is none. */
DXK_API size_t dxk_container_find(const dxk_container *container, uint32_t fourcc, size_t from);
#define DXK_NO_PART ((size_t)-1)

/* ---------------------------------------------------------------------------------------- */
/* Editing                                                                                    */

/*
 * These functions copy the content they are given. Content that is replaced or removed is not freed
 * before the container. They return DXK_E_ARGUMENT if an index is past the end, or if a content has
 * 4 GiB or more. After any failure the container is unchanged.
 */

/* Inserts a part before part `index`, or appends it if `index` is the number of parts. */
DXK_API dxk_status dxk_container_insert(dxk_container *container, size_t index, uint32_t fourcc,
                                        dxk_bytes content);

/* Replaces the content of part `index`. Equal content is no edit: see dxk_container_write(). */
DXK_API dxk_status dxk_container_replace(dxk_container *container, size_t index, dxk_bytes content);

/* Removes part `index`. */
DXK_API dxk_status dxk_container_remove(dxk_container *container, size_t index);

/* Moves part `from`, so that its index becomes `to`. */
DXK_API dxk_status dxk_container_move(dxk_container *container, size_t from, size_t to);

/* Keeps the `count` parts listed in `indices`, in that order, and removes all others. Returns
 * DXK_E_ARGUMENT also if an index is listed twice. */
DXK_API dxk_status dxk_container_select(dxk_container *container, const size_t *indices,
                                        size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Digest                                                                                     */

/* Relation of the stored digest to the content of the container. */
typedef enum dxk_digest_state {
    DXK_DIGEST_NONE = 0,    /* the input has no container header, and so no digest */
    DXK_DIGEST_ZERO = 1,    /* all zero: unsigned */
    DXK_DIGEST_BYPASS = 2,  /* all bytes 01: validation is bypassed */
    DXK_DIGEST_PREVIEW = 3, /* all bytes 02: a shader model that is not released yet */
    DXK_DIGEST_RETAIL = 4,  /* correct, in the usual variant */
    DXK_DIGEST_DEBUG = 5,   /* correct, in the debug variant */
    DXK_DIGEST_WRONG = 6    /* none of the above */
} dxk_digest_state;

/* Returns the state of the stored digest. Hashes the whole input. Edits make no difference. */
DXK_API dxk_digest_state dxk_container_digest_state(const dxk_container *container);

/* Returns a short name of a state ("retail", "wrong", ...). Never NULL; static storage. */
DXK_API const char *dxk_digest_state_name(dxk_digest_state state);

/* Digest that dxk_container_write() gives to a container. */
typedef enum dxk_digest_mode {
    DXK_DIGEST_AUTO = 0,  /* recompute a digest that was correct, in its variant; else keep it */
    DXK_DIGEST_KEEP = 1,  /* keep the digest that was read */
    DXK_DIGEST_FIX = 2,   /* compute the usual (retail) variant */
    DXK_DIGEST_CLEAR = 3, /* all bytes 00 */
    DXK_DIGEST_MARK_PREVIEW = 4, /* all bytes 02 */
    DXK_DIGEST_FIX_DEBUG = 5     /* compute the debug variant */
} dxk_digest_mode;

/* Options for dxk_container_write(). Zero-initialise, then set what differs. */
typedef struct dxk_write_options {
    size_t struct_size;     /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_digest_mode digest; /* digest of the output */
    bool as_container;      /* write a container, whatever the kind of the input */
} dxk_write_options;

/*
 * Writes a container. If it was not edited, the output is exactly what was read, including an
 * unusual layout, gaps and trailing bytes, except that `options` may ask for another digest. If it
 * was edited, or salvaged from a damaged input, the parts are written in order and without gaps. An
 * input of another kind is written in its own form. `options` may be NULL.
 *
 * Errors: DXK_E_UNSUPPORTED for a PDB that was edited, or whose digest is to change, without
 * `as_container`, and for bitcode that was edited or with `as_container`. DXK_E_LIMIT if the
 * container would have 4 GiB or more. DXK_E_SINK.
 */
DXK_API dxk_status dxk_container_write(const dxk_container *container,
                                       const dxk_write_options *options, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
