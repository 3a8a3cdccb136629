/* SPDX-License-Identifier: MIT */
/*
 * dxk/parts.h - the parts of a container, decoded field by field.
 *
 * dxk_part_decode() turns the content of a part into a C structure, and dxk_part_encode() turns
 * the structure back into the same bytes. Structures keep everything that is in the file (offsets,
 * string tables, unknown tails), so nothing is lost; helper functions look names up.
 */
#ifndef DXK_PARTS_H
#define DXK_PARTS_H

#include "dxk/container.h"
#include "dxk/dxbc.h"
#include "dxk/legacy.h"
#include "dxk/part_kinds.h"
#include "dxk/pdbi.h"
#include "dxk/psv0.h"
#include "dxk/rdat.h"
#include "dxk/records.h"
#include "dxk/rootsig.h"
#include "dxk/source.h"
#include "dxk/visit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Unknown parts, and PRIV. */
typedef struct dxk_raw_part {
    dxk_bytes data; /* the content */
} dxk_raw_part;

/* DXIL, ILDB, STAT: a program header and LLVM 3.7 bitcode. Source: DXIL.rst. */
typedef struct dxk_program {
    dxk_program_header header; /* the header */
    dxk_bytes before;          /* bytes between header and bitcode; usually none */
    dxk_bytes bitcode;         /* the bitcode */
    dxk_bytes after;           /* bytes after the bitcode; usually none */
} dxk_program;

/* ISG1, OSG1, PSG1, and the older ISGN, OSGN, PCSG and OSG5, whose elements lack the stream, the
 * minimum precision or both. Source: DXContainer.rst. */
typedef struct dxk_signature {
    dxk_signature_header header;     /* count and place of the elements */
    uint32_t element_size;           /* bytes of an element in the file: 24, 28 or 32 */
    dxk_bytes before;                /* bytes between header and elements; usually none */
    dxk_signature_element *elements; /* header.count elements */
    dxk_bytes raw;                   /* the elements' bytes */
    dxk_bytes strings;               /* bytes after them: names, NUL-terminated, and padding */
} dxk_signature;

/* A decoded part. It owns its structure; views point into the content that was decoded. */
typedef struct dxk_decoded {
    uint32_t fourcc;       /* kind of part */
    dxk_part_type type;    /* selects the member of `as` */
    dxk_part_structure as; /* the structure */
} dxk_decoded;

/* Decodes a part. `content` must outlive *out, which the caller frees with dxk_decoded_free(). */
DXK_API dxk_status dxk_part_decode(dxk_ctx *ctx, uint32_t fourcc, dxk_bytes content,
                                   dxk_decoded **out);

/* Writes the content of a part from its structure. */
DXK_API dxk_status dxk_part_encode(dxk_ctx *ctx, const dxk_decoded *part, dxk_sink sink);

/* Frees a decoded part. NULL is allowed. */
DXK_API void dxk_decoded_free(dxk_decoded *part);

/* What a part is, in a few words ("input signature"), or "unknown part". The content decides
 * between the two meanings of STAT. */
DXK_API const char *dxk_part_title(uint32_t fourcc, dxk_bytes content);

/* What is removed together, since no program needs it to run; bits for dxk_container_strip(). */
typedef enum dxk_strip_group {
    DXK_STRIP_NONE = 0,           /* parts that stay */
    DXK_STRIP_DEBUG = 1,          /* debug information: ILDB, ILDN, SDBG, SPDB */
    DXK_STRIP_REFLECTION = 2,     /* STAT, RDEF */
    DXK_STRIP_PRIVATE = 4,        /* PRIV */
    DXK_STRIP_ROOT_SIGNATURE = 8, /* RTS0 */
    DXK_STRIP_SOURCE = 16,        /* sources and compiler arguments: SRCI, PDBI */
    DXK_STRIP_NAMES = 32          /* no parts, but names in DXIL programs: of values, blocks, types
                                     that nothing describes, and local functions */
} dxk_strip_group;

/* Group of a kind of part; DXK_STRIP_NONE for unknown kinds. */
DXK_API dxk_strip_group dxk_part_strip_group(uint32_t fourcc);

/* Decodes every part and encodes it again in its place. Damaged parts are reported and kept. */
DXK_API dxk_status dxk_container_reencode(dxk_container *container);

/* Name of element `index`, a view into the part; empty if the offset is wrong. */
DXK_API dxk_str dxk_signature_name(const dxk_signature *signature, size_t index);

/*
 * Reads the header of a program part and finds its bitcode, without decoding the rest.
 * DXK_E_INVALID if it is damaged.
 */
DXK_API dxk_status dxk_program_read(dxk_ctx *ctx, dxk_bytes content, dxk_program *out);

/* Which of a container's programs is meant. */
typedef enum dxk_program_choice {
    DXK_PROGRAM_RUN = 0,     /* the one that runs: DXIL */
    DXK_PROGRAM_DEBUG = 1,   /* the one with debug information: ILDB */
    DXK_PROGRAM_LIST = 2,    /* the most informative one: ILDB, else DXIL */
    DXK_PROGRAM_NAMES = 3,   /* STAT, a module without code that kept its names */
    DXK_PROGRAM_REFLECT = 4, /* what reflection reads: STAT, else DXIL, else ILDB */
    DXK_PROGRAM_TOKENS = 5   /* shader models 4 and 5: SHEX, else SHDR */
} dxk_program_choice;

/* A program of a container, and where it lies. */
typedef struct dxk_program_place {
    size_t part;         /* index of the part; DXK_NO_PART for bare bitcode */
    dxk_program program; /* as dxk_program_read() gives it; of bare bitcode and of tokens (in
                            `bitcode`) that member alone */
    uint64_t offset;     /* of the bitcode, from the start of the container */
} dxk_program_place;

/* Part that holds the chosen program; DXK_NO_PART if there is none. A STAT part of counters is
 * no program. The part may be damaged. */
DXK_API size_t dxk_container_find_program(const dxk_container *container,
                                          dxk_program_choice choice);

/*
 * Finds and reads the chosen program. An input that is a bare program has it for each choice that
 * allows DXIL, bare bitcode is the program for each but DXK_PROGRAM_NAMES and DXK_PROGRAM_TOKENS.
 * DXK_E_NOT_FOUND, which is not reported, if there is none. DXK_E_INVALID if the part is damaged;
 * the place then has what is there of the bitcode, NULL if it starts past the end.
 */
DXK_API dxk_status dxk_container_program(const dxk_container *container, dxk_program_choice choice,
                                         dxk_program_place *out);

#ifdef __cplusplus
}
#endif
#endif
