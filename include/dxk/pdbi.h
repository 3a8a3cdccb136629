/* SPDX-License-Identifier: MIT */
/*
 * dxk/pdbi.h - the PDBI part of a PDB, which tells in RDAT tables how a shader was compiled.
 * Source: DirectXShaderCompiler's DxilContainer.h, "DxilShaderPDBInfo".
 */
#ifndef DXK_PDBI_H
#define DXK_PDBI_H

#include "dxk/rdat.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A PDBI part. Encoding writes `stored` if it is compressed or was not decoded, and the tables
 * otherwise. */
typedef struct dxk_pdb_info_part {
    dxk_pdb_info_header header; /* compression and sizes */
    dxk_bytes stored;           /* tables as stored */
    dxk_rdat *rdat;             /* tables; NULL if there are none, or if they could not be
                                   decompressed: the library was built without zlib, or the
                                   compression is unknown */
    dxk_bytes tail;             /* bytes after the tables; usually none */
} dxk_pdb_info_part;

/* Returns the number of source files. */
DXK_API uint32_t dxk_pdb_info_file_count(const dxk_pdb_info_part *part);

/* Sets *name and *text to the name and the text of source file `index`, views into the decoded
 * part, which are empty if a reference is wrong. False past the end. */
DXK_API bool dxk_pdb_info_file(const dxk_pdb_info_part *part, uint32_t index, dxk_str *name,
                               dxk_str *text);

/* Returns the number of arguments. */
DXK_API uint32_t dxk_pdb_info_arg_count(const dxk_pdb_info_part *part);

/* Sets *name and *value to argument `index`. The value of a switch is empty, and so is the name of
 * a file. False past the end. */
DXK_API bool dxk_pdb_info_arg(const dxk_pdb_info_part *part, uint32_t index, dxk_str *name,
                              dxk_str *value);

#ifdef __cplusplus
}
#endif
#endif
