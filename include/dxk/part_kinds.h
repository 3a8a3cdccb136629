/* SPDX-License-Identifier: MIT */
/*
 * dxk/part_kinds.h - the kinds of parts: their FourCCs, and which structure describes each.
 *
 * A part may have any FourCC; DXK_FOURCC makes the number of one that is not here.
 *
 * Made by tools/gen_headers.py from src/spec/parts.def; edit that instead.
 */
#ifndef DXK_PART_KINDS_H
#define DXK_PART_KINDS_H

#include "dxk/base.h"
#include "dxk/container.h"
#include "dxk/records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* FourCCs. */
#define DXK_PART_SFI0 DXK_FOURCC('S', 'F', 'I', '0') /* required features */
#define DXK_PART_RDAT DXK_FOURCC('R', 'D', 'A', 'T') /* runtime data of a library */
#define DXK_PART_ISG1 DXK_FOURCC('I', 'S', 'G', '1') /* input signature */
#define DXK_PART_OSG1 DXK_FOURCC('O', 'S', 'G', '1') /* output signature */
#define DXK_PART_PSG1 DXK_FOURCC('P', 'S', 'G', '1') /* patch constant or primitive signature */
#define DXK_PART_PSV0 DXK_FOURCC('P', 'S', 'V', '0') /* pipeline state validation */
#define DXK_PART_RTS0 DXK_FOURCC('R', 'T', 'S', '0') /* root signature */
#define DXK_PART_ILDB DXK_FOURCC('I', 'L', 'D', 'B') /* DXIL program with debug information */
#define DXK_PART_STAT DXK_FOURCC('S', 'T', 'A', 'T') /* reflection */
#define DXK_PART_ILDN DXK_FOURCC('I', 'L', 'D', 'N') /* name of the PDB */
#define DXK_PART_HASH DXK_FOURCC('H', 'A', 'S', 'H') /* hash of the program */
#define DXK_PART_DXIL DXK_FOURCC('D', 'X', 'I', 'L') /* DXIL program */
#define DXK_PART_VERS DXK_FOURCC('V', 'E', 'R', 'S') /* compiler version */
#define DXK_PART_SRCI DXK_FOURCC('S', 'R', 'C', 'I') /* sources and arguments */
#define DXK_PART_PDBI DXK_FOURCC('P', 'D', 'B', 'I') /* tables of the compilation */
#define DXK_PART_PRIV DXK_FOURCC('P', 'R', 'I', 'V') /* private data */
#define DXK_PART_RDEF DXK_FOURCC('R', 'D', 'E', 'F') /* resource definitions */
#define DXK_PART_ISGN DXK_FOURCC('I', 'S', 'G', 'N') /* input signature */
#define DXK_PART_OSGN DXK_FOURCC('O', 'S', 'G', 'N') /* output signature */
#define DXK_PART_OSG5 DXK_FOURCC('O', 'S', 'G', '5') /* output signature with streams */
#define DXK_PART_PCSG DXK_FOURCC('P', 'C', 'S', 'G') /* patch constant signature */
#define DXK_PART_SHDR DXK_FOURCC('S', 'H', 'D', 'R') /* program of shader model 4 */
#define DXK_PART_SHEX DXK_FOURCC('S', 'H', 'E', 'X') /* program of shader model 5 */
#define DXK_PART_IFCE DXK_FOURCC('I', 'F', 'C', 'E') /* interfaces */
#define DXK_PART_Aon9 DXK_FOURCC('A', 'o', 'n', '9') /* program of feature level 9 */
#define DXK_PART_XNAS DXK_FOURCC('X', 'N', 'A', 'S') /* program of feature level 9 */
#define DXK_PART_XNAP DXK_FOURCC('X', 'N', 'A', 'P') /* program of feature level 9 */
#define DXK_PART_LIBF DXK_FOURCC('L', 'I', 'B', 'F') /* library function */
#define DXK_PART_LIBH DXK_FOURCC('L', 'I', 'B', 'H') /* library header */
#define DXK_PART_LFS0 DXK_FOURCC('L', 'F', 'S', '0') /* signature of a library function */
#define DXK_PART_FX10 DXK_FOURCC('F', 'X', '1', '0') /* effect */
#define DXK_PART_SDBG DXK_FOURCC('S', 'D', 'B', 'G') /* debug information */
#define DXK_PART_SPDB DXK_FOURCC('S', 'P', 'D', 'B') /* PDB */

/* Structures that describe parts. */
typedef enum dxk_part_type {
    DXK_PART_TYPE_RAW = 0, /* dxk_raw_part: unknown or opaque: bytes */
    DXK_PART_TYPE_PROGRAM = 1, /* dxk_program: DXIL, ILDB, STAT with a module */
    DXK_PART_TYPE_SIGNATURE = 2, /* dxk_signature: ISG1, OSG1, PSG1, ISGN, OSGN, PCSG, OSG5 */
    DXK_PART_TYPE_FEATURES = 3, /* dxk_feature_part: SFI0 */
    DXK_PART_TYPE_HASH = 4, /* dxk_hash_part: HASH */
    DXK_PART_TYPE_PSV0 = 5, /* dxk_psv0: PSV0; in dxk/psv0.h */
    DXK_PART_TYPE_VERSION = 6, /* dxk_version_part: VERS; in dxk/source.h */
    DXK_PART_TYPE_DEBUG_NAME = 7, /* dxk_debug_name_part: ILDN; in dxk/source.h */
    DXK_PART_TYPE_SOURCE = 8, /* dxk_source_info: SRCI; in dxk/source.h */
    DXK_PART_TYPE_PDB_INFO = 9, /* dxk_pdb_info_part: PDBI; in dxk/pdbi.h */
    DXK_PART_TYPE_RDAT = 10, /* dxk_rdat: RDAT; in dxk/rdat.h */
    DXK_PART_TYPE_ROOT_SIGNATURE = 11, /* dxk_root_signature: RTS0; in dxk/rootsig.h */
    DXK_PART_TYPE_RDEF = 16, /* dxk_rdef: RDEF; in dxk/legacy.h */
    DXK_PART_TYPE_COUNTERS = 17, /* dxk_counter_part: STAT with counters; in dxk/legacy.h */
    DXK_PART_TYPE_IFCE = 18, /* dxk_ifce: IFCE; in dxk/legacy.h */
    DXK_PART_TYPE_LEVEL9 = 19, /* dxk_level9: Aon9, XNAS, XNAP; in dxk/legacy.h */
    DXK_PART_TYPE_LIBRARY = 20, /* dxk_library: LIBH; in dxk/legacy.h */
    DXK_PART_TYPE_FUNCTION_SIGNATURE = 21, /* dxk_function_signature: LFS0; in dxk/legacy.h */
    DXK_PART_TYPE_DXBC = 22 /* dxk_dxbc_program: SHDR, SHEX; in dxk/dxbc.h */
} dxk_part_type;

/* SFI0: a record and what follows it. */
typedef struct dxk_feature_part {
    dxk_feature_info info; /* the fields */
    dxk_bytes tail; /* what follows; usually nothing */
} dxk_feature_part;

/* HASH: a record and what follows it. */
typedef struct dxk_hash_part {
    dxk_shader_hash hash; /* the fields */
    dxk_bytes tail; /* what follows; usually nothing */
} dxk_hash_part;

/* The structure of a part; the type selects the member. */
typedef union dxk_part_structure {
    struct dxk_raw_part *raw; /* unknown or opaque: bytes */
    struct dxk_program *program; /* DXIL, ILDB, STAT with a module */
    struct dxk_signature *signature; /* ISG1, OSG1, PSG1, ISGN, OSGN, PCSG, OSG5 */
    struct dxk_feature_part *features; /* SFI0 */
    struct dxk_hash_part *hash; /* HASH */
    struct dxk_psv0 *psv0; /* PSV0; in dxk/psv0.h */
    struct dxk_version_part *version; /* VERS; in dxk/source.h */
    struct dxk_debug_name_part *debug_name; /* ILDN; in dxk/source.h */
    struct dxk_source_info *source; /* SRCI; in dxk/source.h */
    struct dxk_pdb_info_part *pdb_info; /* PDBI; in dxk/pdbi.h */
    struct dxk_rdat *rdat; /* RDAT; in dxk/rdat.h */
    struct dxk_root_signature *root_signature; /* RTS0; in dxk/rootsig.h */
    struct dxk_rdef *rdef; /* RDEF; in dxk/legacy.h */
    struct dxk_counter_part *counters; /* STAT with counters; in dxk/legacy.h */
    struct dxk_ifce *ifce; /* IFCE; in dxk/legacy.h */
    struct dxk_level9 *level9; /* Aon9, XNAS, XNAP; in dxk/legacy.h */
    struct dxk_library *library; /* LIBH; in dxk/legacy.h */
    struct dxk_function_signature *function_signature; /* LFS0; in dxk/legacy.h */
    struct dxk_dxbc_program *dxbc; /* SHDR, SHEX; in dxk/dxbc.h */
} dxk_part_structure;

#ifdef __cplusplus
}
#endif
#endif
