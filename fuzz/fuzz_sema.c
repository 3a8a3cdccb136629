/* SPDX-License-Identifier: MIT */
/*
 * fuzz_sema.c - HLSL: parse and check any text, without compiling it, which is fast enough for
 * thousands of inputs a second. hlsl_mutator.c changes them token by token.
 */
#include "fuzz.h"
#include "hlsl/compilation.h"
#include "hlsl/parse.h"
#include "hlsl/pp.h"
#include "sema/sema.h"

/* As dxk_hlsl_compile(), up to what codegen would get. */
static void check(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options)
{
    dxki_hlsl c;

    if (dxki_hlsl_begin(&c, ctx, options, DXKI_HLSL_TO_COMPILE) == DXK_OK) {
        dxki_hlsl_pp_start(&c, source);
        const dxki_ast_decl *unit = dxki_hlsl_ready(&c) ? dxki_hlsl_parse(&c) : NULL;
        if (unit && dxki_hlsl_ready(&c) && !c.is_cut)
            dxki_sema_run(&c, unit);
        dxki_hlsl_order(&c);
        dxki_sema_free(&c);
    }
    dxki_hlsl_end(&c);
}

FUZZ_TARGET
{
    static const char *const targets[] = {"lib_6_8", "cs_6_6", "ps_6_6", "gs_6_6",
                                          "hs_6_6",  "ms_6_6", "lib_6_x"};
    dxk_ctx_options limits = {.limits = {.memory = (size_t)1 << 26}};
    dxk_ctx *ctx;
    if (dxk_ctx_create(&limits, &ctx) != DXK_OK)
        return 0;
    dxk_hlsl_options options = {.name = {"a.hlsl", 6},
                                .target = targets[size % (sizeof targets / sizeof *targets)],
                                .native_16bit = size & 1,
                                .version = size & 2 ? 2018 : 2021};
    check(ctx, (dxk_bytes){data, size}, &options);
    fuzz_ctx_done(ctx);
    return 0;
}
