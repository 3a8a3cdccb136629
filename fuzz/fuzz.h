/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h - what targets share: seeing that nothing stays allocated.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdlib.h>

#include "dxk/base.h"

/* Frees a context after checking that nothing allocated through it is left. */
static inline void fuzz_ctx_done(dxk_ctx *ctx)
{
    size_t left;
    dxk_ctx_clear_diags(ctx);
    dxk_ctx_memory(ctx, &left, NULL);
    if (left)
        abort();
    dxk_ctx_free(ctx);
}

#endif
