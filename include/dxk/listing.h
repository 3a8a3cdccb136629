/* SPDX-License-Identifier: MIT */
/*
 * dxk/listing.h - containers as listings, and back, for any kind of program. dxk_list() and
 * dxk_assemble() do everything; the other calls are their steps.
 */
#ifndef DXK_LISTING_H
#define DXK_LISTING_H

#include "dxk/build.h"
#include "dxk/dxbc.h"
#include "dxk/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to disassemble. Zero-initialise for the reference's form. */
typedef struct dxk_disassemble_options {
    size_t struct_size;             /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_print_options *print; /* how to print the module, which is read with `offsets` if
                                       asked; NULL: defaults */
    bool no_header;                 /* omit the comment header */
    bool salvage;                   /* print what precedes the damage in a damaged module */
    const dxk_container *debug;     /* a container, such as that of a PDB, whose module is printed
                                       instead; NULL: none */
} dxk_disassemble_options;

/*
 * Prints a container as `dxc -dumpbin` does: the comment header (see dxk_listing_print_header()),
 * the module of the ILDB part or else of the DXIL part, and an empty line, which `no_header` omits
 * too. PDBs, bare programs and bare bitcode are listed as well; for a reflection blob the module
 * of its STAT part is. `options` may be NULL.
 *
 * Errors: DXK_E_NOT_FOUND if there is no module; DXK_E_INVALID if it is damaged (nothing is
 * printed, unless `salvage`) or if the header is incomplete; otherwise as dxk_module_print().
 */
DXK_API dxk_status dxk_disassemble(const dxk_container *container,
                                   const dxk_disassemble_options *options, dxk_sink sink);

/* How to list. Zero-initialise for the reference's forms. */
typedef struct dxk_list_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_disassemble_options *dxil; /* programs in DXIL; NULL: defaults */
    const dxk_dxbc_options *dxbc;        /* programs of shader models 4 and 5; NULL: defaults */
} dxk_list_options;

/*
 * Prints the listing of a container: dxk_disassemble() or, for shader models 4 and 5,
 * dxk_dxbc_print(). `options` may be NULL. Errors: as theirs; DXK_E_NOT_FOUND if there is no
 * program.
 */
DXK_API dxk_status dxk_list(const dxk_container *container, const dxk_list_options *options,
                            dxk_sink sink);

/* How to print the header of a listing. Zero-initialise, then set what differs. */
typedef struct dxk_listing_options {
    size_t struct_size;           /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_module *reflection; /* the module of the STAT part, which has the names; if NULL it is
                                     read from the container */
} dxk_listing_options;

/*
 * Prints the comment header of a listing, as `dxc -dumpbin` does: features, signatures, debug
 * name, hash, pipeline state, then from the module signatures, buffer layouts, resource bindings,
 * ViewID state and sub-objects. Every line starts with a semicolon.
 *
 * Either `container` (for bare bitcode) or `module` (for the sections about parts only) may be
 * NULL. `options` may be NULL. DXK_E_INVALID: something is malformed; all the rest is printed.
 */
DXK_API dxk_status dxk_listing_print_header(const dxk_container *container,
                                            const dxk_module *module,
                                            const dxk_listing_options *options, dxk_sink sink);

/* How to assemble. Zero-initialise for the defaults. */
typedef struct dxk_assemble_options {
    size_t struct_size;             /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_parse_options *parse; /* LLVM assembly; NULL: defaults */
    const dxk_build_options *build; /* the container of a module; NULL: defaults */
} dxk_assemble_options;

/*
 * Makes a container from a listing or from bitcode: LLVM assembly is parsed (dxk_module_parse()),
 * bitcode is read (dxk_module_read(), dxk_module_upgrade()), and a container is built from the
 * module (dxk_container_build()); a listing of shader model 4 or 5 is parsed with
 * dxk_container_parse(). `options` may be NULL. The input may be freed after the call.
 *
 * Errors: DXK_E_INVALID with diagnostics; DXK_E_LIMIT, DXK_E_NOMEM. On failure *out is NULL.
 */
DXK_API dxk_status dxk_assemble(dxk_ctx *ctx, dxk_bytes input, const dxk_assemble_options *options,
                                dxk_container **out);

#ifdef __cplusplus
}
#endif
#endif
