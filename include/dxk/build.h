/* SPDX-License-Identifier: MIT */
/*
 * dxk/build.h - a container made from a module: every part that follows from it, as the
 * reference's assembler derives them.
 *
 *   SFI0                      always                     ILDB, ILDN  with debug information
 *   ISG1, OSG1, PSG1, PSV0    shaders                    STAT        always
 *   RTS0                      with a root signature      HASH        from validator 1.5 on
 *   RDAT                      libraries                  DXIL        always
 *
 * Which parts there are, their versions and their padding depend on the version of the validator
 * that the module names in dx.valver. The digest is zero: dxk/container.h computes it.
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
    bool has_validator;       /* the version is given below */
    bool override_validator;  /* it holds as well for a module that names another */
    uint32_t validator_major; /* for a module that does not name one; default 1 */
    uint32_t validator_minor; /* the same, minor; default 10 */
} dxk_build_options;

/*
 * Makes the container of a module. `options` may be NULL. The module gets dx.valver when it has
 * none, or when another version is asked for; apart from that it stays as it is. Parts are copies:
 * the module may be freed. Malformed annotations are left out with a warning.
 *
 * DXK_E_INVALID: the metadata is malformed, or a part cannot hold what it says; see the
 * diagnostics. DXK_E_NOMEM, DXK_E_LIMIT. *out is NULL after an error.
 */
DXK_API dxk_status dxk_container_build(dxk_module *module, const dxk_build_options *options,
                                       dxk_container **out);

/*
 * Reads the module of each program in a container (DXIL, ILDB, STAT) and writes it again in its
 * place. What LLVM 3.7's writer wrote comes out as the same bytes.
 *
 * DXK_E_INVALID: a part is no program, or its module cannot be read; it is kept, the others are
 * written. DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_container_reencode_modules(dxk_container *container);

#ifdef __cplusplus
}
#endif
#endif
