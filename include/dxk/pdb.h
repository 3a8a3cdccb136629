/* SPDX-License-Identifier: MIT */
/*
 * dxk/pdb.h - where a shader came from: sources, arguments, entry point, hash, compiler. All of it
 * is found in PDBs, and in containers with debug information.
 *
 * A PDB of a shader is an MSF 7.00 file whose stream 5 is a container of its own, with the parts
 * ILDN, HASH, SRCI, VERS and ILDB (or STAT, in a slim one). Source: DirectXShaderCompiler's DxilPDB
 * and DxcPdbUtils; LLVM's PDB/MsfFile.rst.
 */
#ifndef DXK_PDB_H
#define DXK_PDB_H

#include "dxk/container.h"
#include "dxk/records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of a compilation. Opaque. */
typedef struct dxk_pdb dxk_pdb;

/* Where sources and arguments were found. */
typedef enum dxk_pdb_origin {
    DXK_PDB_NOWHERE = 0, /* there are none */
    DXK_PDB_PDBI = 1,    /* in the part PDBI */
    DXK_PDB_SRCI = 2,    /* in the part SRCI */
    DXK_PDB_METADATA = 3 /* in the metadata dx.source.* of the debug module */
} dxk_pdb_origin;

/* A short name of the origin ("SRCI"). Never NULL; static storage. */
DXK_API const char *dxk_pdb_origin_name(dxk_pdb_origin origin);

/* The facts of a compilation. Strings that are not known are empty. */
typedef struct dxk_pdb_facts {
    dxk_pdb_origin origin;        /* of sources and arguments */
    dxk_str entry;                /* entry point; "main" when arguments leave it out */
    dxk_str target;               /* profile, "ps_6_0" */
    dxk_str main_file;            /* name of the source that was compiled */
    dxk_str name;                 /* file name of the PDB that a debugger looks for */
    bool has_hash;                /* `hash` and `hash_flags` are set */
    uint8_t hash[16];             /* digest of the HASH part; without one, as in shaders of old
                                     validators, the GUID of the PDB or the MD5 of the program */
    uint32_t hash_flags;          /* dxk_hash_flag */
    bool has_version;             /* `version` is set */
    dxk_compiler_version version; /* compiler: numbers, flags */
    dxk_str commit;               /* its commit */
    dxk_str custom_version;       /* its version as text */
    bool has_debug_module;        /* there is a part ILDB */
} dxk_pdb_facts;

/*
 * Reads what is known: of a PDB, a container, a bare program or bitcode. Sources are taken from
 * PDBI or SRCI, else from the metadata of the debug module. `input` must outlive *out, which the
 * caller frees with dxk_pdb_free().
 *
 * Parts that are damaged are reported and left out: DXK_E_INVALID with *out set. When the input
 * cannot be read at all *out is NULL.
 */
DXK_API dxk_status dxk_pdb_load(dxk_ctx *ctx, dxk_bytes input, dxk_pdb **out);

/* Frees it. NULL is allowed. */
DXK_API void dxk_pdb_free(dxk_pdb *pdb);

/* The facts. */
DXK_API dxk_pdb_facts dxk_pdb_facts_get(const dxk_pdb *pdb);

/* Number of source files. */
DXK_API size_t dxk_pdb_file_count(const dxk_pdb *pdb);

/* Source file `index`: its name with slashes, "./" in front when it is relative, and its text.
 * The first one was compiled, the others were included. The text has no data when it is
 * missing or cannot be decompressed (PDB.COMPRESSED). False past the end. */
DXK_API bool dxk_pdb_file(const dxk_pdb *pdb, size_t index, dxk_str *name, dxk_str *text);

/* Number of arguments. */
DXK_API size_t dxk_pdb_arg_count(const dxk_pdb *pdb);

/* Argument `index`, without a dash: a switch has an empty value, a file an empty name. False past
 * the end. */
DXK_API bool dxk_pdb_arg(const dxk_pdb *pdb, size_t index, dxk_str *name, dxk_str *value);

/* Number of macros that arguments define. */
DXK_API size_t dxk_pdb_define_count(const dxk_pdb *pdb);

/* Define `index`, "NAME" or "NAME=VALUE". False past the end. */
DXK_API bool dxk_pdb_define(const dxk_pdb *pdb, size_t index, dxk_str *define);

/* What tells shaders and PDBs apart. */
typedef struct dxk_pdb_id {
    uint8_t hash[16]; /* digest of the HASH part, which is the GUID of a PDB */
    char name[256];   /* file name of the PDB that a debugger looks for: of ILDN without folders,
                         cut to fit, else the hash and ".pdb"; terminated */
} dxk_pdb_id;

/* Reads hash and name alone, at the cost of the container's frame. DXK_E_NOT_FOUND: there is
 * neither a HASH part nor what it would be made from. */
DXK_API dxk_status dxk_pdb_identify(dxk_ctx *ctx, dxk_bytes input, dxk_pdb_id *out);

/*
 * A name under which a source can be written below a directory, appended to `out`: relative, with
 * slashes, without "..", drives, control characters and whatever systems do not allow in file
 * names. Never empty. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_pdb_safe_path(dxk_str name, dxk_buffer *out);

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

/*
 * Writes a PDB for a container that has debug information: parts ILDN and HASH; SRCI, made from the
 * metadata when there is none; STAT unless there is ILDB; VERS; ILDB. The file is laid out as the
 * reference does.
 *
 * DXK_E_INVALID: there is no HASH part, or neither debug module nor sources (PDB.NOTHING).
 */
DXK_API dxk_status dxk_pdb_write(const dxk_container *container, dxk_sink sink);

/*
 * Takes the debug information out of a container: writes the PDB to `pdb`, and removes ILDB, SRCI
 * and PDBI from the container, which the caller writes. An ILDN part is added when there is none;
 * its name goes to `name`. Errors as in dxk_pdb_write(); the container is then as it was.
 */
DXK_API dxk_status dxk_pdb_split(dxk_container *container, dxk_sink pdb, dxk_buffer *name);

#ifdef __cplusplus
}
#endif
#endif
