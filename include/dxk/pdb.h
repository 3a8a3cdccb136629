/* SPDX-License-Identifier: MIT */
/*
 * dxk/pdb.h - the origin of a shader: sources, arguments, entry point, hash, compiler, from PDBs
 * and from containers with debug information.
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

/* What is known about a compilation. Opaque. */
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

/* Facts of a compilation. Unknown strings are empty. */
typedef struct dxk_pdb_facts {
    dxk_pdb_origin origin;        /* of sources and arguments */
    dxk_str entry;                /* entry point; "main" if arguments do not give it */
    dxk_str target;               /* profile, "ps_6_0" */
    dxk_str main_file;            /* name of the source that was compiled */
    dxk_str name;                 /* file name of the PDB that a debugger looks for */
    bool has_hash;                /* `hash` and `hash_flags` are set */
    uint8_t hash[16];             /* digest of the HASH part; if there is none (old validators) the
                                     GUID of the PDB or the MD5 of the program */
    uint32_t hash_flags;          /* dxk_hash_flag */
    bool has_version;             /* `version` is set */
    dxk_compiler_version version; /* compiler: numbers, flags */
    dxk_str commit;               /* its commit */
    dxk_str custom_version;       /* its version as text */
    bool has_debug_module;        /* there is a part ILDB */
} dxk_pdb_facts;

/*
 * Reads the facts, sources and arguments from a PDB, a container, a bare program or bitcode.
 * Sources come from PDBI or SRCI, or else from the metadata of the debug module. `input` must
 * outlive *out, which the caller frees with dxk_pdb_free().
 *
 * Damaged parts are reported and omitted: DXK_E_INVALID with *out set. If the input cannot be read
 * at all *out is NULL.
 */
DXK_API dxk_status dxk_pdb_load(dxk_ctx *ctx, dxk_bytes input, dxk_pdb **out);

/* Frees it. NULL is allowed. */
DXK_API void dxk_pdb_free(dxk_pdb *pdb);

/* The facts. */
DXK_API dxk_pdb_facts dxk_pdb_facts_get(const dxk_pdb *pdb);

/* Number of source files. */
DXK_API size_t dxk_pdb_file_count(const dxk_pdb *pdb);

/* Source file `index`: its name, with slashes and "./" before relative ones, and its text. The
 * first was compiled, the others were included. The text has no data if it is missing or cannot be
 * decompressed (PDB.COMPRESSED). False past the end. */
DXK_API bool dxk_pdb_file(const dxk_pdb *pdb, size_t index, dxk_str *name, dxk_str *text);

/* Compares names of sources: below 0 if `a` sorts before `b`, 0 if they name the same file. Slashes
 * and backslashes are equal, "./" in front does not count: debug information and the parts with
 * sources write the name of a file in different ways. */
DXK_API int dxk_source_name_compare(dxk_str a, dxk_str b);

/* Number of arguments. */
DXK_API size_t dxk_pdb_arg_count(const dxk_pdb *pdb);

/* Argument `index`, without a dash. Switches have an empty value, files an empty name. False past
 * the end. */
DXK_API bool dxk_pdb_arg(const dxk_pdb *pdb, size_t index, dxk_str *name, dxk_str *value);

/* Number of macros defined by arguments. */
DXK_API size_t dxk_pdb_define_count(const dxk_pdb *pdb);

/* Define `index`, "NAME" or "NAME=VALUE". False past the end. */
DXK_API bool dxk_pdb_define(const dxk_pdb *pdb, size_t index, dxk_str *define);

/* Identity of a shader or PDB. */
typedef struct dxk_pdb_id {
    uint8_t hash[16]; /* digest of the HASH part, which is the GUID of a PDB */
    char name[256];   /* file name of the PDB that a debugger looks for: the name in ILDN without
                         folders, cut to fit, or else the hash and ".pdb"; terminated */
} dxk_pdb_id;

/* Reads only hash and name, which costs no more than reading the container's frame.
 * DXK_E_NOT_FOUND: there is neither a HASH part nor what it would be made from. */
DXK_API dxk_status dxk_pdb_identify(dxk_ctx *ctx, dxk_bytes input, dxk_pdb_id *out);

/*
 * Appends to `out` a name under which a source can be written below a directory: relative, with
 * slashes, without "..", drives, control characters and anything else that systems forbid in file
 * names. Never empty. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_pdb_safe_path(dxk_str name, dxk_buffer *out);

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

/*
 * Writes a PDB for a container that has debug information: parts ILDN and HASH; SRCI, made from the
 * metadata if there is none; STAT unless there is ILDB; VERS; ILDB. The file is laid out as the
 * reference does.
 *
 * DXK_E_INVALID: there is no HASH part, or neither debug module nor sources (PDB.NOTHING).
 */
DXK_API dxk_status dxk_pdb_write(const dxk_container *container, dxk_sink sink);

/*
 * Takes the debug information out of a container: writes the PDB to `pdb`, and removes ILDB, SRCI
 * and PDBI from the container, which the caller writes. An ILDN part is added if there is none; its
 * name is appended to `name`. Errors as in dxk_pdb_write(); the container is then unchanged.
 */
DXK_API dxk_status dxk_pdb_split(dxk_container *container, dxk_sink pdb, dxk_buffer *name);

#ifdef __cplusplus
}
#endif
#endif
