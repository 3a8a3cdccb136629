/* SPDX-License-Identifier: MIT */
/*
 * dxk/listing.h - lists containers as text, and assembles them from it, for all kinds of programs.
 * dxk_list() and dxk_assemble() do everything; the other functions are their steps.
 */
#ifndef DXK_LISTING_H
#define DXK_LISTING_H

#include "dxk/build.h"
#include "dxk/dxbc.h"
#include "dxk/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options for dxk_disassemble(). Zero-initialise, then set what differs. With all defaults, the
 * listing is the reference's. */
typedef struct dxk_disassemble_options {
    size_t struct_size;             /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_print_options *print; /* how to print the module; NULL: defaults */
    bool no_header;                 /* leave out the comment header */
    bool salvage;                   /* print a damaged module up to the damage */
    const dxk_container *debug;     /* container whose module is printed instead, such as that of a
                                       PDB; NULL: none */
} dxk_disassemble_options;

/*
 * Prints a container as `dxc -dumpbin` does: the comment header (see dxk_listing_print_header()),
 * the module of the ILDB part, or else of the DXIL part, and an empty line, which `no_header`
 * leaves out, too. PDBs, bare programs and bare bitcode are accepted as well. For a reflection
 * blob, the module of its STAT part is printed. `options` may be NULL.
 *
 * Errors: DXK_E_NOT_FOUND if there is no module; DXK_E_INVALID if it is damaged, in which case
 * nothing is printed unless `salvage` is set, or if the header is incomplete; those of
 * dxk_module_print().
 */
DXK_API dxk_status dxk_disassemble(const dxk_container *container,
                                   const dxk_disassemble_options *options, dxk_sink sink);

/* Options for dxk_list(). Zero-initialise, then set what differs. With all defaults, the listing
 * is the reference's. */
typedef struct dxk_list_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_disassemble_options *dxil; /* options for DXIL programs; NULL: defaults */
    const dxk_dxbc_options *dxbc;        /* options for shader models 4 and 5; NULL: defaults */
} dxk_list_options;

/*
 * Prints the listing of a container with dxk_disassemble() or, for shader models 4 and 5, with
 * dxk_dxbc_print(). `options` may be NULL. Errors: DXK_E_NOT_FOUND if there is no program; those of
 * these functions.
 */
DXK_API dxk_status dxk_list(const dxk_container *container, const dxk_list_options *options,
                            dxk_sink sink);

/* Options for dxk_listing_print_header(). Zero-initialise, then set what differs. */
typedef struct dxk_listing_options {
    size_t struct_size;           /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_module *reflection; /* module of the STAT part, which has the names; NULL: it is read
                                     from the container */
} dxk_listing_options;

/*
 * Prints the comment header of a listing as `dxc -dumpbin` does. From the parts come features,
 * signatures, debug name, hash and pipeline state; from the module, signatures, buffer layouts,
 * resource bindings, ViewID state and sub-objects. Every line starts with a semicolon.
 *
 * `container` may be NULL (for bare bitcode), or `module` may be (to print what comes from the
 * parts only). `options` may be NULL. Errors: DXK_E_INVALID if something is malformed; all the
 * rest is printed. DXK_E_NOMEM, DXK_E_LIMIT, DXK_E_SINK.
 */
DXK_API dxk_status dxk_listing_print_header(const dxk_container *container,
                                            const dxk_module *module,
                                            const dxk_listing_options *options, dxk_sink sink);

/* Options for dxk_assemble(). Zero-initialise, then set what differs. */
typedef struct dxk_assemble_options {
    size_t struct_size;             /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    const dxk_parse_options *parse; /* options for parsing LLVM assembly; NULL: defaults */
    const dxk_build_options *build; /* options for building the container; NULL: defaults */
} dxk_assemble_options;

/*
 * Makes a container from a listing or from bitcode. LLVM assembly is parsed with
 * dxk_module_parse(); bitcode is read with dxk_module_read() and upgraded with
 * dxk_module_upgrade(); dxk_container_build() builds a container from the module. A listing of
 * shader model 4 or 5 is parsed with dxk_container_parse(). `input` need not outlive the call.
 * `options` may be NULL. The caller frees *out with dxk_container_free().
 *
 * Errors: DXK_E_INVALID (reported); DXK_E_LIMIT, DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_assemble(dxk_ctx *ctx, dxk_bytes input, const dxk_assemble_options *options,
                                dxk_container **out);

#ifdef __cplusplus
}
#endif
#endif
