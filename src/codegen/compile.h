/* SPDX-License-Identifier: MIT */
/* compile.h - a compilation for those who look for places in the source. */
#ifndef DXKI_CODEGEN_COMPILE_H
#define DXKI_CODEGEN_COMPILE_H

#include "dxk/hlsl.h"
#include "hlsl/hlsl.h"

/* Sees what was made, while the compilation still knows its source; dxki_hlsl_place_of() tells places. */
typedef void (*dxki_hlsl_see)(void *user, dxki_hlsl *c, const dxk_container *made);

/*
 * Builds a container as dxk_hlsl_build() did before without errors, but with debug information and names,
 * shows it to `see`, and frees it. Nothing is reported of the source. `options` are complete.
 */
dxk_status dxki_hlsl_build_placed(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                  dxki_hlsl_see see, void *user);

#endif
