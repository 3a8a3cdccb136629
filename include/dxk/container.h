/* SPDX-License-Identifier: MIT */
/*
 * dxk/container.h - the DirectX container: header, part directory, parts, digest; and the other
 * files that hold the same parts.
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

/* A FourCC as it reads in a file, as the little-endian number the API uses. */
#define DXK_FOURCC(a, b, c, d)                                                                     \
    ((uint32_t)(uint8_t)(a) | (uint32_t)(uint8_t)(b) << 8 | (uint32_t)(uint8_t)(c) << 16 |         \
     (uint32_t)(uint8_t)(d) << 24)

/* Kind of an input, by its first bytes. */
typedef enum dxk_input_kind {
    DXK_INPUT_UNKNOWN = 0,    /* none of those below */
    DXK_INPUT_CONTAINER = 1,  /* a container: starts with "DXBC" */
    DXK_INPUT_PDB = 2,        /* MSF 7.00 file with a container in stream 5 */
    DXK_INPUT_REFLECTION = 3, /* parts without a container header, as `dxc -Fre` writes them */
    DXK_INPUT_PROGRAM = 4,    /* the content of a DXIL, ILDB or STAT part: header and bitcode */
    DXK_INPUT_BITCODE = 5     /* LLVM bitcode, with or without its wrapper header */
} dxk_input_kind;

/* The kind of `input`. Looks at the beginning only and never fails. */
DXK_API dxk_input_kind dxk_input_sniff(dxk_bytes input);

/* A short name of the kind ("container", "pdb", ...). Never NULL; static storage. */
DXK_API const char *dxk_input_kind_name(dxk_input_kind kind);

/* A container, or another kind of input read as one. */
typedef struct dxk_container dxk_container;

/* The fixed fields of the container header. */
typedef struct dxk_container_header {
    uint8_t digest[16];  /* digest as stored; zero if unsigned */
    uint16_t major;      /* container version, 1 so far */
    uint16_t minor;      /* container version, 0 so far */
    uint32_t size;       /* bytes of the container as stored */
    uint32_t part_count; /* parts as stored */
} dxk_container_header;

/* A part. */
typedef struct dxk_part {
    uint32_t fourcc;   /* kind of part, see DXK_FOURCC */
    uint32_t size;     /* size of the content as stored; content.size differs only if `salvage` cut
                          the part off at the end of the file */
    size_t offset;     /* offset of the part's eight-byte header in the container as read; 0 if the
                          part was added */
    dxk_bytes content; /* the content, without the part's header */
} dxk_part;

/* How to read a container. Zero-initialise, then set what differs. */
typedef struct dxk_read_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool salvage;       /* on damage, return DXK_E_INVALID and what could be read; parts that run
                           past the end are cut, parts that start past it omitted */
} dxk_read_options;

/*
 * Reads a container, PDB, reflection blob, program or bitcode. `input` must outlive the result.
 * Gaps, overlaps and trailing bytes are warnings. On failure *out is NULL, unless `salvage` is set
 * and a header could be read. `options` may be NULL. Source: DXContainer.rst, "File header".
 */
DXK_API dxk_status dxk_container_read(dxk_ctx *ctx, dxk_bytes input,
                                      const dxk_read_options *options, dxk_container **out);

/* Makes an empty container, version 1.0, digest zero. */
DXK_API dxk_status dxk_container_create(dxk_ctx *ctx, dxk_container **out);

/* Frees the container and everything borrowed from it. NULL is allowed. */
DXK_API void dxk_container_free(dxk_container *container);

/* Kind of the input; DXK_INPUT_CONTAINER for a created container. */
DXK_API dxk_input_kind dxk_container_kind(const dxk_container *container);

/* The bytes the container was read from; for a PDB, those of the container inside, which the
 * container owns. Empty for a created container. */
DXK_API dxk_bytes dxk_container_input(const dxk_container *container);

/* The header, with size and part count as read; zero for inputs without a header. */
DXK_API dxk_container_header dxk_container_header_get(const dxk_container *container);

/* Number of parts. Bare bitcode has none; a bare program has one, 'DXIL'. */
DXK_API size_t dxk_container_part_count(const dxk_container *container);

/* Part `index` in directory order; NULL past the end. Borrowed; valid until the next edit. */
DXK_API const dxk_part *dxk_container_part(const dxk_container *container, size_t index);

/* Index of the first part of kind `fourcc` from `from` on; DXK_NO_PART if there is none. */
DXK_API size_t dxk_container_find(const dxk_container *container, uint32_t fourcc, size_t from);
#define DXK_NO_PART ((size_t)-1)

/* ---------------------------------------------------------------------------------------- */
/* Editing. Contents are copied. An index past the end is DXK_E_ARGUMENT.                    */

/* Inserts a part before part `index`, or appends it if `index` is the part count. */
DXK_API dxk_status dxk_container_insert(dxk_container *container, size_t index, uint32_t fourcc,
                                        dxk_bytes content);

/* Replaces the content of part `index`. */
DXK_API dxk_status dxk_container_replace(dxk_container *container, size_t index, dxk_bytes content);

/* Removes part `index`. */
DXK_API dxk_status dxk_container_remove(dxk_container *container, size_t index);

/* Moves part `from` to index `to`. */
DXK_API dxk_status dxk_container_move(dxk_container *container, size_t from, size_t to);

/* Keeps the `count` parts listed in `indices`, in that order, and removes all others.
 * DXK_E_ARGUMENT if an index is past the end or listed twice. */
DXK_API dxk_status dxk_container_select(dxk_container *container, const size_t *indices,
                                        size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Digest                                                                                     */

/* What the stored digest says about the rest of the file. */
typedef enum dxk_digest_state {
    DXK_DIGEST_NONE = 0,    /* the input has no container header */
    DXK_DIGEST_ZERO = 1,    /* all zero: unsigned */
    DXK_DIGEST_BYPASS = 2,  /* 16 x 01: validation bypass */
    DXK_DIGEST_PREVIEW = 3, /* 16 x 02: preview bypass, for a shader model not yet released */
    DXK_DIGEST_RETAIL = 4,  /* correct */
    DXK_DIGEST_DEBUG = 5,   /* correct in the debug variant */
    DXK_DIGEST_WRONG = 6    /* none of these */
} dxk_digest_state;

/* State of the stored digest. Reads the whole input once. */
DXK_API dxk_digest_state dxk_container_digest_state(const dxk_container *container);

/* A short name of the state ("retail", "wrong", ...). Never NULL; static storage. */
DXK_API const char *dxk_digest_state_name(dxk_digest_state state);

/* Which digest to write. */
typedef enum dxk_digest_mode {
    DXK_DIGEST_AUTO = 0,         /* if it was correct, compute it in the same variant; else keep */
    DXK_DIGEST_KEEP = 1,         /* as read */
    DXK_DIGEST_FIX = 2,          /* computed, retail variant */
    DXK_DIGEST_CLEAR = 3,        /* zero */
    DXK_DIGEST_MARK_PREVIEW = 4, /* 16 x 02 */
    DXK_DIGEST_FIX_DEBUG = 5     /* computed, debug variant */
} dxk_digest_mode;

/* How to write a container. Zero-initialise for the defaults. */
typedef struct dxk_write_options {
    size_t struct_size;     /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_digest_mode digest; /* what to do with the digest */
    bool as_container;      /* write a container whatever the kind of the input */
} dxk_write_options;

/*
 * Writes the container. Unless it was edited it is written exactly as read, with odd layout, gaps
 * and trailing bytes, except for the digest if `options` ask for another. The parts of an edited
 * container are written in order without gaps. Inputs of other kinds are written in their own
 * form; an edited PDB needs `as_container`, else DXK_E_UNSUPPORTED. `options` may be NULL.
 */
DXK_API dxk_status dxk_container_write(const dxk_container *container,
                                       const dxk_write_options *options, dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
