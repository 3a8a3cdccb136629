/* SPDX-License-Identifier: MIT */
/*
 * dxk/pdbi.h - the PDBI part: how a shader was compiled, as RDAT tables inside a PDB.
 * Source: DirectXShaderCompiler's DxilContainer.h, "DxilShaderPDBInfo".
 */
#ifndef DXK_PDBI_H
#define DXK_PDBI_H

#include "dxk/rdat.h"

#ifdef __cplusplus
extern "C" {
#endif

/* PDBI. Encoding writes `stored` if it is compressed or was not decoded, else the tables. */
typedef struct dxk_pdb_info_part {
    dxk_pdb_info_header header; /* compression and sizes */
    dxk_bytes stored;           /* the tables as stored */
    dxk_rdat *rdat;             /* the tables; NULL if there are none or they could not be
                                   decompressed because the build lacks zlib or the compression is
                                   unknown */
    dxk_bytes tail;             /* bytes after the tables; usually none */
} dxk_pdb_info_part;

/* Number of source files. */
DXK_API uint32_t dxk_pdb_info_file_count(const dxk_pdb_info_part *part);

/* Source file `index`: name and text, views into the decoded part, empty if a reference is wrong.
 * False past the end. */
DXK_API bool dxk_pdb_info_file(const dxk_pdb_info_part *part, uint32_t index, dxk_str *name,
                               dxk_str *text);

/* Number of arguments. */
DXK_API uint32_t dxk_pdb_info_arg_count(const dxk_pdb_info_part *part);

/* Argument `index`; a switch has an empty value, a file an empty name. False past the end. */
DXK_API bool dxk_pdb_info_arg(const dxk_pdb_info_part *part, uint32_t index, dxk_str *name,
                              dxk_str *value);

#ifdef __cplusplus
}
#endif
#endif
