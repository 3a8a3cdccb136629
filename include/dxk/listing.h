/* SPDX-License-Identifier: MIT */
/*
 * dxk/listing.h - containers as listings and back, whatever kind of program they hold. Start with
 * dxk_list() and dxk_assemble(); the other calls are their steps.
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
    const dxk_print_options *print; /* the module; NULL: defaults. `offsets` also makes the reader
                                       keep them */
    bool no_header;                 /* leave out the comment header in front of the module */
    bool salvage;                   /* of a damaged module, print what comes before the damage */
} dxk_disassemble_options;

/*
 * Prints a container as `dxc -dumpbin` does: the comment header (see dxk_listing_print_header()), then
 * the module of the ILDB part, or else of the DXIL part, then an empty line (without the header
 * there is no such line). A PDB, a bare program and bare bitcode
 * are listed too, and of a reflection blob the STAT part. `options` may be NULL.
 *
 * Errors: DXK_E_NOT_FOUND when there is no module; DXK_E_INVALID when it is damaged (nothing is
 * printed, unless `salvage`) or when the header had to leave something out; otherwise as
 * dxk_module_print().
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
 * dxk_dxbc_print(). `options` may be NULL. Errors: those of the two; DXK_E_NOT_FOUND when there is
 * no program.
 */
DXK_API dxk_status dxk_list(const dxk_container *container, const dxk_list_options *options,
                            dxk_sink sink);

/* How to write the header of a listing. Zero-initialise, then set what differs. */
typedef struct dxk_listing_options {
    size_t struct_size;           /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_module *reflection; /* the module of the STAT part, which has the names; NULL: it is
                                     read from the container */
} dxk_listing_options;

/*
 * Writes the comment header of a listing, as `dxc -dumpbin` does: features, signatures, debug
 * name, hash, pipeline state, then from the module signatures, buffer layouts, resource bindings,
 * ViewID state and sub-objects. Every line starts with a semicolon.
 *
 * One of `container` (bare bitcode: no parts) and `module` (only what the parts tell) may be NULL.
 * `options` may be NULL. DXK_E_INVALID: something was malformed; all the rest is written.
 */
DXK_API dxk_status dxk_listing_print_header(const dxk_container *container,
                                            const dxk_module *module,
                                            const dxk_listing_options *options, dxk_sink sink);

/* How to assemble. Zero-initialise for the usual way. */
typedef struct dxk_assemble_options {
    size_t struct_size;             /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_parse_options *parse; /* LLVM assembly; NULL: defaults */
    const dxk_build_options *build; /* the container of a module; NULL: defaults */
} dxk_assemble_options;

/*
 * Makes the container of a listing or of bitcode: LLVM assembly is parsed (dxk_module_parse()),
 * bitcode read (dxk_module_read(), dxk_module_upgrade()), and its container built
 * (dxk_container_build()); a listing of shader model 4 or 5 becomes its container
 * (dxk_container_parse()). `options` may be NULL. The input must outlive the call only.
 *
 * Errors: DXK_E_INVALID with diagnostics; DXK_E_LIMIT, DXK_E_NOMEM. On failure *out is NULL.
 */
DXK_API dxk_status dxk_assemble(dxk_ctx *ctx, dxk_bytes input, const dxk_assemble_options *options,
                                dxk_container **out);

#ifdef __cplusplus
}
#endif
#endif
