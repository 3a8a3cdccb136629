/* SPDX-License-Identifier: MIT */
/* pdb.h - inside of dxk_pdb. */
#ifndef DXKI_PDB_PDB_H
#define DXKI_PDB_PDB_H

#include "base/arena.h"
#include "base/vec.h"
#include "dxk/module.h"
#include "dxk/parts.h"
#include "dxk/pdb.h"

typedef struct dxki_pdb_pair {
    dxk_str first, second; /* name and text of a file, name and value of an argument */
    dxk_str shown;         /* a file's name as the reference shows it */
} dxki_pdb_pair;

struct dxk_pdb {
    dxk_ctx *ctx;
    dxki_arena arena;
    dxk_container *container;
    bool own_container;                                 /* to be freed with it */
    dxk_decoded *source, *info, *name, *hash, *version; /* parts, or NULL */
    dxk_module *module;                                 /* debug module, when it was read */
    dxk_status damage;                                  /* first part that could not be read */
    dxk_pdb_facts facts;
    DXKI_VEC(dxki_pdb_pair) files; /* names as they are stored */
    DXKI_VEC(dxki_pdb_pair) args;
    DXKI_VEC(dxk_str) defines;
};

#define DXKI_PDB_IDENTITY_STREAM 1u  /* of the PDB itself: version, signature, age, GUID */
#define DXKI_PDB_GUID            12u /* offset in it */

/* The hash of a shader without HASH: of a PDB its GUID, else that of the program (identify.c). */
dxk_status dxki_pdb_identity(dxk_container *container, uint8_t hash[16], bool *found);

/* Reads what is known of a container that was read. It must outlive *out. */
dxk_status dxki_pdb_of_container(dxk_ctx *ctx, dxk_container *container, dxk_pdb **out);

/* Adds a file or an argument; DXK_E_NOMEM. */
dxk_status dxki_pdb_add_file(dxk_pdb *pdb, dxk_str name, dxk_str text);
dxk_status dxki_pdb_add_arg(dxk_pdb *pdb, dxk_str name, dxk_str value);

/* Files and arguments of the metadata of the debug module (metadata.c). */
dxk_status dxki_pdb_read_metadata(dxk_pdb *pdb);

/* The SRCI part for the files and arguments, appended to `out` (srci.c). */
dxk_status dxki_pdb_write_sources(dxk_pdb *pdb, dxk_buffer *out);

/* The name of a source as the reference shows it (path.c). NULL data: out of memory. */
dxk_str dxki_pdb_normal_name(dxki_arena *arena, dxk_str name);

#endif
