/* SPDX-License-Identifier: MIT */
/* pdb_extract.h - writing sources, one by its name or all of them below a directory. */
#ifndef PDB_EXTRACT_H
#define PDB_EXTRACT_H

#include <dxk/pdb.h>
#include "job.h"

/* Writes the source of that name to `output`, as job_write(). */
int pdb_extract(job *j, const dxk_pdb *pdb, const char *name, const char *output);

/* Writes all sources below `directory`, nowhere else: names are made safe, and links in the
 * directory are not followed. */
int pdb_extract_all(job *j, const dxk_pdb *pdb, const char *directory);

#endif
