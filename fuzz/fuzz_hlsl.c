/* SPDX-License-Identifier: MIT */
/*
 * fuzz_hlsl.c - HLSL: preprocess, check and compile any text, which may include itself. What was made is
 * valid or not whether the module that is there is judged or read again.
 */
#include <string.h>

#include "dxk/hlsl.h"
#include "dxk/validate.h"
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

static void judge(dxk_ctx *ctx, const dxk_container *made)
{
    dxk_validation *built = NULL, *read = NULL;
    dxk_container *again = NULL;
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, ctx);
    if (dxk_container_write(made, NULL, dxk_buffer_sink(&bytes)) == DXK_OK &&
        dxk_container_read(ctx, (dxk_bytes){bytes.data, bytes.size}, NULL, &again) == DXK_OK &&
        dxk_validate(made, NULL, &built) == DXK_OK && dxk_validate(again, NULL, &read) == DXK_OK &&
        dxk_validation_count(built, NULL) != dxk_validation_count(read, NULL))
        abort();
    dxk_validation_free(built);
    dxk_validation_free(read);
    dxk_container_free(again);
    dxk_buffer_free(&bytes);
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
    dxk_container *made = NULL;
    if (dxk_hlsl_build(ctx, in.bytes, &options, &made) == DXK_OK)
        judge(ctx, made);
    dxk_container_free(made);
    fuzz_ctx_done(ctx);
    return 0;
}
