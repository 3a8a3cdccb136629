/* SPDX-License-Identifier: MIT */
/* compilation.h - one compilation, from its options to its result. */
#ifndef DXKI_HLSL_COMPILATION_H
#define DXKI_HLSL_COMPILATION_H

#include "hlsl/hlsl.h"

/* What a source is read for. Only a compilation needs a target. Macros give an old shader model as it is
 * in a preprocessed text, and the one that it is promoted to otherwise. */
typedef enum dxki_hlsl_purpose {
    DXKI_HLSL_TO_PREPROCESS,
    DXKI_HLSL_TO_CHECK,
    DXKI_HLSL_TO_COMPILE,
} dxki_hlsl_purpose;

/* True if that is a target for root signatures alone, "rootsig_1_1"; *version is dxk_rs_version. */
bool dxki_hlsl_is_root_target(const char *target, uint32_t *version);

/* Takes the options over. dxki_hlsl_end() follows, whatever the result is. */
dxk_status dxki_hlsl_begin(dxki_hlsl *c, dxk_ctx *ctx, const dxk_hlsl_options *options,
                           dxki_hlsl_purpose purpose);
void dxki_hlsl_end(dxki_hlsl *c);

/* What the call comes to: the failure that ended it, or DXK_E_INVALID after errors. */
dxk_status dxki_hlsl_result(const dxki_hlsl *c);

#endif
