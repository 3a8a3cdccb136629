/* SPDX-License-Identifier: MIT */
/* compilation.h - one compilation, from its options to its result. */
#ifndef DXKI_HLSL_COMPILATION_H
#define DXKI_HLSL_COMPILATION_H

#include "hlsl/hlsl.h"

/* Takes the options over; `needs_target`: there must be a target. dxki_hlsl_end() follows, whatever the result is. */
dxk_status dxki_hlsl_begin(dxki_hlsl *c, dxk_ctx *ctx, const dxk_hlsl_options *options,
                           bool needs_target);
void dxki_hlsl_end(dxki_hlsl *c);

/* What the call comes to: the failure that ended it, or DXK_E_INVALID after errors. */
dxk_status dxki_hlsl_result(const dxki_hlsl *c);

#endif
