/* SPDX-License-Identifier: MIT */
/*
 * dxk/build.h - making a container from a module: every part that follows from it, as the
 * reference's assembler derives it.
 *
 *   SFI0                      always                     ILDB, ILDN  with debug information
 *   ISG1, OSG1, PSG1, PSV0    shaders                    STAT        always
 *   RTS0                      with a root signature      HASH        from validator 1.5 on
 *   RDAT                      libraries                  DXIL        always
 *
 * The set of parts, their versions and their padding depend on the validator version in the
 * module's dx.valver. The digest is zero; dxk_container_write() can compute it.
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

/* How to build. Zero-initialise, then set what differs. */
typedef struct dxk_build_options {
    size_t struct_size;       /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool has_validator;       /* the version below is set */
    bool override_validator;  /* use it for modules that name another one too */
    uint32_t validator_major; /* validator for modules that do not name one; default 1 */
    uint32_t validator_minor; /* the same, minor; default 10 */
} dxk_build_options;

/*
 * Makes a container from a module. `options` may be NULL. The module gets a dx.valver if it has
 * none or if another version is requested, and is not changed otherwise. Parts are copies: the
 * module may be freed. Malformed annotations are omitted with a warning.
 *
 * DXK_E_INVALID: the metadata is malformed, or does not fit into a part; see the diagnostics.
 * DXK_E_NOMEM, DXK_E_LIMIT. *out is NULL after an error.
 */
DXK_API dxk_status dxk_container_build(dxk_module *module, const dxk_build_options *options,
                                       dxk_container **out);

/*
 * Makes the parts of a container anew that follow from its module, after `module` was changed. The
 * rest stays as it is, in its place: root signature, private data, sources. A reflection part, a
 * hash, debug information that the container does not have are not put in; debug information goes
 * when the module has none. `options` as above. The digest is the business of
 * dxk_container_write().
 *
 * Errors as above; the container may be half changed then.
 */
DXK_API dxk_status dxk_container_rebuild(dxk_container *container, dxk_module *module,
                                         const dxk_build_options *options);

/*
 * Removes groups of parts (DXK_STRIP_... of dxk/parts.h, combined with |) and, with
 * DXK_STRIP_NAMES, names from the program, whose parts are then made anew. A container is never
 * emptied: if every part would go, all of them stay. Strings in a reflection part that stays, and
 * the names of entry points and resources, are kept. The digest is the business of
 * dxk_container_write().
 *
 * DXK_E_INVALID: the program cannot be read, or LLVM's verifier refuses it, while names are to be
 * removed. DXK_E_UNSUPPORTED: parts would be removed from a PDB, or names from what is no container
 * with a header. DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_container_strip(dxk_container *container, uint32_t groups);

/*
 * Reads and rewrites the module of each program in a container (DXIL, ILDB, STAT). Modules written
 * by LLVM 3.7's writer keep their bytes.
 *
 * DXK_E_INVALID: a part is not a program, or its module cannot be read; it is kept, the others are
 * rewritten. DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_container_reencode_modules(dxk_container *container);

#ifdef __cplusplus
}
#endif
#endif
