/* SPDX-License-Identifier: MIT */
/*
 * dxk/pdb.h - finds out where a shader comes from (sources, arguments, entry point, hash,
 * compiler), from PDBs and from containers with debug information; writes PDBs.
 *
 * The PDB of a shader is an MSF 7.00 file whose stream 5 is a container of its own, with the parts
 * ILDN, HASH, SRCI, VERS and ILDB (or STAT, if it is a slim one). Source: DirectXShaderCompiler's
 * DxilPDB and DxcPdbUtils; LLVM's PDB/MsfFile.rst.
 */
#ifndef DXK_PDB_H
#define DXK_PDB_H

#include "dxk/container.h"
#include "dxk/records.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Information about a compilation. Opaque. */
typedef struct dxk_pdb dxk_pdb;

/* Places where sources and arguments are found. */
typedef enum dxk_pdb_origin {
    DXK_PDB_NOWHERE = 0, /* nowhere */
    DXK_PDB_PDBI = 1,    /* the part PDBI */
    DXK_PDB_SRCI = 2,    /* the part SRCI */
    DXK_PDB_METADATA = 3 /* the metadata dx.source.* of the module with debug information */
} dxk_pdb_origin;

/* Returns a short name of an origin, such as "SRCI". Never NULL; static storage. */
DXK_API const char *dxk_pdb_origin_name(dxk_pdb_origin origin);

/* Properties of a compilation. Strings that are not known are empty. */
typedef struct dxk_pdb_facts {
    dxk_pdb_origin origin;        /* place where sources and arguments were found */
    dxk_str entry;                /* entry point; "main" if no argument names it */
    dxk_str target;               /* target profile, "ps_6_0" */
    dxk_str main_file;            /* name of the source that was compiled */
    dxk_str name;                 /* file name of the PDB that a debugger looks for */
    bool has_hash;                /* `hash` and `hash_flags` are set */
    uint8_t hash[16];             /* digest of the HASH part; if there is none (old validators),
                                     the GUID of the PDB or the MD5 of the program */
    uint32_t hash_flags;          /* flags of the HASH part, dxk_hash_flag */
    bool has_version;             /* `version` is set */
    dxk_compiler_version version; /* version and flags of the compiler */
    dxk_str commit;               /* commit of the compiler */
    dxk_str custom_version;       /* version of the compiler as text */
    bool has_debug_module;        /* there is a part ILDB */
} dxk_pdb_facts;

/*
 * Loads the information about a compilation from a PDB, a container, a bare program or bitcode.
 * Sources and arguments are taken from PDBI or SRCI, or else from the metadata of the module with
 * debug information. `input` must outlive *out, which the caller frees with dxk_pdb_free().
 *
 * Errors: DXK_E_INVALID (reported) if parts are damaged; *out has the rest, or is NULL if the
 * input cannot be read at all. DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_pdb_load(dxk_ctx *ctx, dxk_bytes input, dxk_pdb **out);

/* Frees the information. NULL is allowed. */
DXK_API void dxk_pdb_free(dxk_pdb *pdb);

/* Returns the properties of the compilation. */
DXK_API dxk_pdb_facts dxk_pdb_facts_get(const dxk_pdb *pdb);

/* Returns the number of source files. */
DXK_API size_t dxk_pdb_file_count(const dxk_pdb *pdb);

/* Sets *name and *text to the name and the text of source file `index`. Names have slashes, and
 * begin with "./" if they are relative. The first file was compiled, the others were included. The
 * text is {NULL, 0} if it is missing or cannot be decompressed (PDB.COMPRESSED). False past the
 * end. */
DXK_API bool dxk_pdb_file(const dxk_pdb *pdb, size_t index, dxk_str *name, dxk_str *text);

/* Compares two names of source files: returns 0 if they name the same file, and a negative or
 * positive number if `a` sorts before or after `b`. Slashes and backslashes are equal, and a
 * leading "./" is ignored, since debug information and the parts with sources spell names
 * differently. */
DXK_API int dxk_source_name_compare(dxk_str a, dxk_str b);

/* Returns the number of arguments. */
DXK_API size_t dxk_pdb_arg_count(const dxk_pdb *pdb);

/* Sets *name and *value to argument `index`. Names have no dash. The value of a switch is empty,
 * and so is the name of a file. False past the end. */
DXK_API bool dxk_pdb_arg(const dxk_pdb *pdb, size_t index, dxk_str *name, dxk_str *value);

/* Returns the number of macros that arguments define. */
DXK_API size_t dxk_pdb_define_count(const dxk_pdb *pdb);

/* Sets *define to macro `index`, as "NAME" or "NAME=VALUE". False past the end. */
DXK_API bool dxk_pdb_define(const dxk_pdb *pdb, size_t index, dxk_str *define);

/* Identity of a shader or PDB, by which they find each other. */
typedef struct dxk_pdb_id {
    uint8_t hash[16]; /* digest of the HASH part, which is also the GUID of a PDB */
    char name[256];   /* file name of the PDB that a debugger looks for: the name in ILDN without
                         folders, cut off if it is too long, or else the hash and ".pdb";
                         terminated */
} dxk_pdb_id;

/* Reads the identity of a shader or PDB, without decoding anything else. Errors: DXK_E_NOT_FOUND
 * if there is neither a HASH part nor what it would be computed from; DXK_E_INVALID (reported) if
 * the input cannot be read; DXK_E_NOMEM. */
DXK_API dxk_status dxk_pdb_identify(dxk_ctx *ctx, dxk_bytes input, dxk_pdb_id *out);

/*
 * Appends a path under which a source file can safely be written below a directory: relative, with
 * slashes, never empty, and without "..", drives, control characters or anything else that systems
 * forbid in file names. Errors: DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_pdb_safe_path(dxk_str name, dxk_buffer *out);

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

/*
 * Writes a PDB for a container with debug information. It has the parts ILDN, HASH, SRCI (made
 * from the metadata if the container has none), STAT (unless there is ILDB), VERS and ILDB, in the
 * reference's layout.
 *
 * Errors: DXK_E_INVALID (reported) if there is no HASH part, or neither a module with debug
 * information nor sources (PDB.NOTHING); DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_pdb_write(const dxk_container *container, dxk_sink sink);

/*
 * Moves the debug information of a container to a PDB: writes the PDB to `pdb`, and removes ILDB,
 * SRCI and PDBI from the container, which the caller then writes. Adds an ILDN part if there is
 * none. Appends the file name of the PDB to `name`. Errors: as for dxk_pdb_write(); the container
 * is then unchanged.
 */
DXK_API dxk_status dxk_pdb_split(dxk_container *container, dxk_sink pdb, dxk_buffer *name);

#ifdef __cplusplus
}
#endif
#endif
