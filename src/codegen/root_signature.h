/* SPDX-License-Identifier: MIT */
/* root_signature.h - root signatures from attributes and macros of the source. */
#ifndef DXKI_CODEGEN_ROOT_SIGNATURE_H
#define DXKI_CODEGEN_ROOT_SIGNATURE_H

#include "sema/sema.h"

/* The content of RTS0 that an entry point asks for, by an attribute or the macro that the options name;
 * empty: it asks for none, or an error was reported. Memory is the compilation's. */
dxk_bytes dxki_hlsl_root_signature_of(dxki_hlsl *c, const dxki_hlsl_function *entry);

/* The content of RTS0 for a text; `local`: of a local root signature. Errors are reported at `loc`. */
dxk_bytes dxki_hlsl_root_signature_text(dxki_hlsl *c, dxk_str text, dxki_hlsl_loc loc, bool local);

/* A container of the root signature that is the macro options.entry. */
dxk_status dxki_hlsl_build_root(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                                dxk_container **out);

#endif
