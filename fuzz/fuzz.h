/* SPDX-License-Identifier: MIT */
/*
 * fuzz.h - what targets share: their entry, and seeing that nothing stays allocated.
 */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include <stdint.h>
#include <stdlib.h>

#include "dxk/base.h"

/*
 * Begins the target: its body follows, with `data` and `size`. An input without bytes has no
 * address either, as an empty file has none: a fuzzer gives it one.
 */
#define FUZZ_TARGET                                                                                \
    int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);                                \
    static int fuzz_one(const uint8_t *data, size_t size);                                         \
    int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)                                 \
    {                                                                                              \
        return fuzz_one(count ? bytes : NULL, count);                                              \
    }                                                                                              \
    static int fuzz_one(const uint8_t *data, size_t size)

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
