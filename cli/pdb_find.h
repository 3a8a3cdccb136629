/* SPDX-License-Identifier: MIT */
/*
 * pdb_find.h - debug information that is not in a shader's container: a PDB that an option names, or
 * that stands beside the shader under the name that the shader has for it, or under its hash.
 */
#ifndef PDB_FIND_H
#define PDB_FIND_H

#include <dxk/pdb.h>

#include "job.h"

typedef struct pdb_found {
    dxk_ctx *ctx; /* of what is wrong with debug information, which is no mistake of the shader */
    io_file file;
    dxk_container *container; /* that of the PDB; NULL: there is none */
    dxk_pdb *sources;         /* see pdb_sources() */
} pdb_found;

/*
 * Finds the PDB of a shader: `given` (a file or directory), or beside `path` if that is NULL and the
 * shader has no debug module itself. No PDB is no error, unless `given` names a file; the PDB of
 * another shader is one. pdb_free() afterwards in all cases.
 */
int pdb_find(job *j, const dxk_container *shader, const char *path, const char *given,
             pdb_found *out);

/* The sources, of the PDB or of the shader; NULL: there are none. */
const dxk_pdb *pdb_sources(pdb_found *found, dxk_bytes shader);

void pdb_free(pdb_found *found);

#endif
