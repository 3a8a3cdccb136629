/* SPDX-License-Identifier: MIT */
/*
 * dxk/parts.h - decodes the parts of a container to structures, and encodes them.
 *
 * dxk_part_decode() converts the content of a part to a C structure, and dxk_part_encode()
 * converts the structure back to the same bytes. Structures keep everything that is in the file
 * (offsets, string tables, unknown tails), so that nothing is lost; helper functions look up
 * names.
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

/* A part of unknown kind, or PRIV. */
typedef struct dxk_raw_part {
    dxk_bytes data; /* content */
} dxk_raw_part;

/* A DXIL, ILDB or STAT part: a program header and LLVM 3.7 bitcode. Source: DXIL.rst. */
typedef struct dxk_program {
    dxk_program_header header; /* header */
    dxk_bytes before;          /* bytes between header and bitcode; usually none */
    dxk_bytes bitcode;         /* bitcode */
    dxk_bytes after;           /* bytes after the bitcode; usually none */
} dxk_program;

/* A signature part: ISG1, OSG1 or PSG1, or one of the older ISGN, OSGN, PCSG and OSG5, whose
 * elements have no stream, no minimum precision, or neither. Source: DXContainer.rst. */
typedef struct dxk_signature {
    dxk_signature_header header;     /* number and place of the elements */
    uint32_t element_size;           /* size of an element in the file in bytes: 24, 28 or 32 */
    dxk_bytes before;                /* bytes between header and elements; usually none */
    dxk_signature_element *elements; /* header.count elements */
    dxk_bytes raw;                   /* bytes of the elements */
    dxk_bytes strings;               /* bytes after the elements: terminated names, padding */
} dxk_signature;

/* A decoded part. It owns its structure, whose views point into the content that was decoded. */
typedef struct dxk_decoded {
    uint32_t fourcc;       /* kind of part */
    dxk_part_type type;    /* selects the member of `as` */
    dxk_part_structure as; /* structure */
} dxk_decoded;

/* Decodes a part. `content` must outlive *out, which the caller frees with dxk_decoded_free(). A
 * part of unknown kind becomes a dxk_raw_part. Errors: DXK_E_INVALID (reported) if the part is
 * damaged; DXK_E_NOMEM, DXK_E_LIMIT. */
DXK_API dxk_status dxk_part_decode(dxk_ctx *ctx, uint32_t fourcc, dxk_bytes content,
                                   dxk_decoded **out);

/* Encodes a part: writes its content from its structure. Errors: DXK_E_ARGUMENT if `type` is not
 * one of `fourcc`; DXK_E_INVALID if the structure cannot be expressed; DXK_E_NOMEM, DXK_E_LIMIT,
 * DXK_E_SINK. */
DXK_API dxk_status dxk_part_encode(dxk_ctx *ctx, const dxk_decoded *part, dxk_sink sink);

/* Frees a decoded part. NULL is allowed. */
DXK_API void dxk_decoded_free(dxk_decoded *part);

/* Returns a short description of a part, such as "input signature", or "unknown part". `content`
 * decides between the two meanings of STAT. Static storage. */
DXK_API const char *dxk_part_title(uint32_t fourcc, dxk_bytes content);

/* Groups of parts that no program needs to run, which dxk_container_strip() removes together. */
typedef enum dxk_strip_group {
    DXK_STRIP_NONE = 0,           /* parts that belong to no group */
    DXK_STRIP_DEBUG = 1,          /* debug information: ILDB, ILDN, SDBG, SPDB */
    DXK_STRIP_REFLECTION = 2,     /* reflection: STAT, RDEF */
    DXK_STRIP_PRIVATE = 4,        /* private data: PRIV */
    DXK_STRIP_ROOT_SIGNATURE = 8, /* root signature: RTS0 */
    DXK_STRIP_SOURCE = 16,        /* sources and compiler arguments: SRCI, PDBI */
    DXK_STRIP_NAMES = 32          /* names in DXIL programs, rather than parts: names of values,
                                     blocks, types without annotations, and local functions */
} dxk_strip_group;

/* Returns the group of a kind of part; DXK_STRIP_NONE for unknown kinds. */
DXK_API dxk_strip_group dxk_part_strip_group(uint32_t fourcc);

/* Decodes every part and encodes it again in its place. Errors: DXK_E_INVALID (reported) if parts
 * are damaged; they are kept, and the others are encoded. DXK_E_NOMEM, DXK_E_LIMIT. */
DXK_API dxk_status dxk_container_reencode(dxk_container *container);

/* Returns the semantic name of element `index`, a view into the part; empty if its offset is
 * wrong, or past the end. */
DXK_API dxk_str dxk_signature_name(const dxk_signature *signature, size_t index);

/* Reads the header of a program part and finds its bitcode, which *out has views of. Errors:
 * DXK_E_INVALID (reported) if the part is damaged. */
DXK_API dxk_status dxk_program_read(dxk_ctx *ctx, dxk_bytes content, dxk_program *out);

/* The programs of a container to choose from. */
typedef enum dxk_program_choice {
    DXK_PROGRAM_RUN = 0,     /* the program that is run: DXIL */
    DXK_PROGRAM_DEBUG = 1,   /* the program with debug information: ILDB */
    DXK_PROGRAM_LIST = 2,    /* the program with the most information: ILDB, or else DXIL */
    DXK_PROGRAM_NAMES = 3,   /* the module without code that has all names: STAT */
    DXK_PROGRAM_REFLECT = 4, /* the program that reflection reads: STAT, or else DXIL, or else
                                ILDB */
    DXK_PROGRAM_TOKENS = 5   /* the program of shader models 4 and 5: SHEX, or else SHDR */
} dxk_program_choice;

/* A program of a container, and its place. */
typedef struct dxk_program_place {
    size_t part;         /* index of the part; DXK_NO_PART for bare bitcode */
    dxk_program program; /* program, as from dxk_program_read(). For bare bitcode and for tokens,
                            only `bitcode` is set */
    uint64_t offset;     /* offset of the bitcode from the start of the container, in bytes */
} dxk_program_place;

/* Returns the index of the part that contains a program, or DXK_NO_PART if there is none. A STAT
 * part with counters is not a program. The part may be damaged. */
DXK_API size_t dxk_container_find_program(const dxk_container *container,
                                          dxk_program_choice choice);

/*
 * Finds a program and reads its header. A bare program is found by every choice that accepts DXIL,
 * bare bitcode by every choice except DXK_PROGRAM_NAMES and DXK_PROGRAM_TOKENS.
 *
 * Errors: DXK_E_NOT_FOUND, which is not reported, if there is no such program. DXK_E_INVALID
 * (reported) if the part is damaged; *out then has the bitcode as far as it goes, or NULL if it
 * begins past the end.
 */
DXK_API dxk_status dxk_container_program(const dxk_container *container, dxk_program_choice choice,
                                         dxk_program_place *out);

#ifdef __cplusplus
}
#endif
#endif
