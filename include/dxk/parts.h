/* SPDX-License-Identifier: MIT */
/*
 * dxk/parts.h - the parts of a container, decoded field by field.
 *
 * dxk_part_decode() turns the content of a part into a C structure, dxk_part_encode() turns the
 * structure into the content again: the same bytes for every part that decodes. Structures keep
 * what the wire has (offsets, string tables, unknown tails), so nothing is lost; helper functions
 * look names up.
 */
#ifndef DXK_PARTS_H
#define DXK_PARTS_H

#include "dxk/container.h"
#include "dxk/dxbc.h"
#include "dxk/legacy.h"
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

/* Which structure describes a part. */
typedef enum dxk_part_type {
    DXK_PART_RAW = 0,             /* unknown or opaque: bytes (dxk_raw_part) */
    DXK_PART_PROGRAM = 1,         /* DXIL, ILDB, STAT (dxk_program) */
    DXK_PART_SIGNATURE = 2,       /* ISG1, OSG1, PSG1, ISGN, OSGN, PCSG, OSG5 (dxk_signature) */
    DXK_PART_FEATURES = 3,        /* SFI0 (dxk_feature_part) */
    DXK_PART_HASH = 4,            /* HASH (dxk_hash_part) */
    DXK_PART_PSV0 = 5,            /* PSV0 (dxk_psv0, in dxk/psv0.h) */
    DXK_PART_VERSION = 6,         /* VERS (dxk_version_part, in dxk/source.h) */
    DXK_PART_DEBUG_NAME = 7,      /* ILDN (dxk_debug_name_part, in dxk/source.h) */
    DXK_PART_SOURCE = 8,          /* SRCI (dxk_source_info, in dxk/source.h) */
    DXK_PART_PDB_INFO = 9,        /* PDBI (dxk_pdb_info_part, in dxk/pdbi.h) */
    DXK_PART_RDAT = 10,           /* RDAT (dxk_rdat, in dxk/rdat.h) */
    DXK_PART_ROOT_SIGNATURE = 11, /* RTS0 (dxk_root_signature, in dxk/rootsig.h) */

    /* shader models 4 and 5; structures in dxk/legacy.h */
    DXK_PART_RDEF = 16,               /* RDEF (dxk_rdef) */
    DXK_PART_COUNTERS = 17,           /* STAT with counters (dxk_counter_part) */
    DXK_PART_IFCE = 18,               /* IFCE (dxk_ifce) */
    DXK_PART_LEVEL9 = 19,             /* Aon9, XNAS, XNAP (dxk_level9) */
    DXK_PART_LIBRARY = 20,            /* LIBH (dxk_library) */
    DXK_PART_FUNCTION_SIGNATURE = 21, /* LFS0 (dxk_function_signature) */
    DXK_PART_DXBC = 22                /* SHDR, SHEX (dxk_dxbc_program, in dxk/dxbc.h) */
} dxk_part_type;

/* Unknown parts, and PRIV. */
typedef struct dxk_raw_part {
    dxk_bytes data; /* the content */
} dxk_raw_part;

/* DXIL, ILDB, STAT: a program header and LLVM 3.7 bitcode. Source: DXIL.rst. */
typedef struct dxk_program {
    dxk_program_header header; /* the header */
    dxk_bytes before;          /* bytes between header and bitcode; usually none */
    dxk_bytes bitcode;         /* the bitcode */
    dxk_bytes after;           /* bytes behind the bitcode; usually none */
} dxk_program;

/* ISG1, OSG1, PSG1, and the older ISGN, OSGN, PCSG and OSG5, whose elements lack the stream, the
 * least precision or both. Source: DXContainer.rst. */
typedef struct dxk_signature {
    dxk_signature_header header;     /* count and place of the elements */
    uint32_t element_size;           /* bytes of an element in the file: 24, 28 or 32 */
    dxk_bytes before;                /* bytes between header and elements; usually none */
    dxk_signature_element *elements; /* header.count elements */
    dxk_bytes raw;                   /* the elements' bytes */
    dxk_bytes strings;               /* what follows: names, NUL-terminated, and padding */
} dxk_signature;

/* SFI0. Source: DXIL.rst. */
typedef struct dxk_feature_part {
    dxk_feature_info info; /* the flags */
    dxk_bytes tail;        /* what follows; usually nothing */
} dxk_feature_part;

/* HASH. Source: DXIL.rst. */
typedef struct dxk_hash_part {
    dxk_shader_hash hash; /* flags and digest */
    dxk_bytes tail;       /* what follows; usually nothing */
} dxk_hash_part;

/* A decoded part. Owns its structure; views point into the content that was decoded. */
typedef struct dxk_decoded {
    uint32_t fourcc;    /* kind of part */
    dxk_part_type type; /* which member of `as` */
    union {
        dxk_raw_part *raw;
        dxk_program *program;
        dxk_signature *signature;
        dxk_psv0 *psv0;
        dxk_version_part *version;
        dxk_debug_name_part *debug_name;
        dxk_source_info *source;
        dxk_pdb_info_part *pdb_info;
        dxk_feature_part *features;
        dxk_hash_part *hash;
        dxk_rdat *rdat;
        dxk_root_signature *root_signature;
        dxk_rdef *rdef;
        dxk_counter_part *counters;
        dxk_ifce *ifce;
        dxk_level9 *level9;
        dxk_library *library;
        dxk_function_signature *function_signature;
        dxk_dxbc_program *dxbc;
    } as; /* the structure */
} dxk_decoded;

/* Decodes a part. `content` must outlive *out. The caller frees with dxk_decoded_free(). */
DXK_API dxk_status dxk_part_decode(dxk_ctx *ctx, uint32_t fourcc, dxk_bytes content,
                                   dxk_decoded **out);

/* Writes the content of a part from its structure. */
DXK_API dxk_status dxk_part_encode(dxk_ctx *ctx, const dxk_decoded *part, dxk_sink sink);

/* Frees a decoded part. NULL is allowed. */
DXK_API void dxk_decoded_free(dxk_decoded *part);

/* What a part is, in a few words ("input signature"); "unknown part" if not known. The content
 * tells apart the two meanings of STAT. */
DXK_API const char *dxk_part_title(uint32_t fourcc, dxk_bytes content);

/* Decodes and encodes every part again and puts the result in its place. Parts that do not
 * decode are kept as they are (and reported). */
DXK_API dxk_status dxk_container_reencode(dxk_container *container);

/* Name of element `index`: a view into the part. Empty when the offset is wrong. */
DXK_API dxk_str dxk_signature_name(const dxk_signature *signature, size_t index);

/*
 * Finds the bitcode of a program part without decoding the rest: header fields and a view of the
 * bitcode. DXK_E_INVALID when it is damaged.
 */
DXK_API dxk_status dxk_program_read(dxk_ctx *ctx, dxk_bytes content, dxk_program *out);

#ifdef __cplusplus
}
#endif
#endif
