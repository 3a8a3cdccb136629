/* SPDX-License-Identifier: MIT */
/* fuzz_hlsl.c - HLSL: preprocess, check and compile any text, which may include itself. */
#include <string.h>

#include "dxk/hlsl.h"
#include "fuzz.h"

typedef struct input {
    dxk_bytes bytes;
    unsigned left; /* times that it may be included */
} input;

static dxk_status include(void *user, dxk_str path, dxk_bytes *bytes)
{
    input *in = user;
    if (path.size > 8 || !in->left)
        return DXK_E_NOT_FOUND;
    in->left--;
    *bytes = in->bytes;
    return DXK_OK;
}

static dxk_status ignore(void *user, const void *text, size_t size)
{
    (void)user, (void)text, (void)size;
    return DXK_OK;
}

FUZZ_TARGET
{
    static const char *const targets[] = {"cs_6_6", "ps_6_6", "gs_6_6", "hs_6_6",
                                          "ds_6_6", "ms_6_6", "as_6_6", "lib_6_8"};
    dxk_ctx_options limits = {.limits = {.memory = (size_t)1 << 30}};
    input in = {{data, size}, 4};
    dxk_ctx *ctx;
    if (dxk_ctx_create(&limits, &ctx) != DXK_OK)
        return 0;
    dxk_hlsl_options options = {.name = {"a.hlsl", 6},
                                .target = targets[size % (sizeof targets / sizeof *targets)],
                                .include = include,
                                .user = &in,
                                .native_16bit = size & 1,
                                .version = size & 2 ? 2018 : 2021};
    dxk_hlsl_preprocess(ctx, in.bytes, &options, (dxk_sink){ignore, NULL});
    in.left = 4;
    dxk_hlsl_check(ctx, in.bytes, &options);
    in.left = 4;
    dxk_module *module = NULL;
    dxk_hlsl_compile(ctx, in.bytes, &options, &module);
    dxk_module_free(module);
    fuzz_ctx_done(ctx);
    return 0;
}
