/* SPDX-License-Identifier: MIT */
/*
 * dxk/build.h - builds a container from a module, with every part that follows from it, as the
 * reference's assembler does.
 *
 *   SFI0                      always                     ILDB, ILDN  with debug information
 *   ISG1, OSG1, PSG1, PSV0    shaders                    STAT        always
 *   RTS0                      with a root signature      HASH        validator 1.5 and later
 *   RDAT                      libraries                  DXIL        always
 *
 * Which parts there are, their versions and their padding depend on the validator version in the
 * module's dx.valver. The digest is zero; dxk_container_sign() and dxk_container_write() can
 * compute it.
 *
 * Source: DXIL.rst, "DXIL container format"; DXContainer.rst.
 */
#ifndef DXK_BUILD_H
#define DXK_BUILD_H

#include "dxk/container.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options for building a container. Zero-initialise, then set what differs. */
typedef struct dxk_build_options {
    size_t struct_size;       /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool has_validator;       /* the validator version below is set; false: 1.10 */
    bool override_validator;  /* use that version even if the module names another one */
    uint32_t validator_major; /* major version of the validator, for modules that do not name one */
    uint32_t validator_minor; /* minor version of that validator */
} dxk_build_options;

/*
 * Builds a container from a module, which the caller frees with dxk_container_free(). The module
 * gets a dx.valver if it has none, or if another version is requested; otherwise it is not
 * changed. It may be freed before the container. Malformed annotations are left out, with a
 * warning. `options` may be NULL.
 *
 * Errors: DXK_E_INVALID (reported) if the metadata is malformed or does not fit into a part;
 * DXK_E_ARGUMENT if there is no such validator: neither 1.0 to 1.10, nor 0.0, which stands for
 * none; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_container_build(dxk_module *module, const dxk_build_options *options,
                                       dxk_container **out);

/*
 * Rebuilds those parts of a container that follow from its module, after the module has been
 * changed. All other parts (root signature, private data, sources) are kept, and all keep their
 * places. A reflection part, a hash, or debug information is not added if the container has none;
 * debug information is removed if the module has none. The digest is left to
 * dxk_container_write(). `options` may be NULL.
 *
 * Errors: as for dxk_container_build(); some parts may have been replaced then.
 */
DXK_API dxk_status dxk_container_rebuild(dxk_container *container, dxk_module *module,
                                         const dxk_build_options *options);

/*
 * Removes groups of parts, given as DXK_STRIP_* of dxk/parts.h combined with `|`. With
 * DXK_STRIP_NAMES, also removes names from the program, and rebuilds the parts that follow from
 * it; the names of entry points and resources, and strings in a reflection part that stays, are
 * kept. A container is never emptied: if every part would be removed, none is. The digest is left
 * to dxk_container_write().
 *
 * Errors: DXK_E_INVALID if names are to be removed and the program cannot be read, or LLVM's
 * verifier would refuse it. DXK_E_UNSUPPORTED if parts are to be removed from a PDB, or names from
 * an input without a container header; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_container_strip(dxk_container *container, uint32_t groups);

/*
 * Reads the module of each program in a container (DXIL, ILDB, STAT) and writes it again. Modules
 * written by LLVM 3.7's writer keep their bytes.
 *
 * Errors: DXK_E_INVALID if a part is not a program or its module cannot be read; that part is kept,
 * and the others are rewritten. DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_container_reencode_modules(dxk_container *container);

#ifdef __cplusplus
}
#endif
#endif
