/* SPDX-License-Identifier: MIT */
/*
 * fuzz_rootsig_text.c - the root-signature language: compile any text, print it, compile that; and
 * print any bytes that decode. Print and compile must be inverse to each other.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/rootsig.h"
#include "fuzz.h"

/* Bytes of the root signature; aborts when they cannot be made. */
static dxk_buffer bytes_of(dxk_ctx *ctx, const dxk_root_signature *signature)
{
    dxk_buffer out;
    dxk_buffer_init(&out, ctx);
    if (dxk_rootsig_encode(ctx, signature, dxk_buffer_sink(&out)) != DXK_OK)
        abort();
    return out;
}

/* Prints, compiles, compares. `exact`: everything can be said. */
static void check_round(dxk_ctx *ctx, const dxk_root_signature *signature, bool exact)
{
    const dxk_rootsig_parse_options unchecked = {.unchecked = true};
    dxk_root_signature *again;
    dxk_buffer text, one = bytes_of(ctx, signature);
    dxk_buffer_init(&text, ctx);
    dxk_ctx_clear_diags(ctx);
    if (dxk_rootsig_print(ctx, signature, NULL, dxk_buffer_sink(&text)) != DXK_OK)
        abort();
    exact = exact && dxk_ctx_diag_count(ctx) == 0;
    dxk_str all = {(const char *)text.data, text.size};
    if (dxk_rootsig_parse(ctx, all, &unchecked, &again) == DXK_OK) {
        dxk_buffer two = bytes_of(ctx, again);
        if (exact && (one.size != two.size || memcmp(one.data, two.data, one.size) != 0))
            abort();
        dxk_buffer_free(&two);
    } else if (exact) {
        abort();
    }
    dxk_rootsig_free(again);
    dxk_buffer_free(&text);
    dxk_buffer_free(&one);
}

FUZZ_TARGET
{
    static const char *const defines[] = {NULL, "RS"};
    dxk_ctx_options options = {.limits = {.memory = 4096 * size + (64u << 20)}};
    dxk_ctx *ctx;
    dxk_root_signature *signature;
    if (size > 1u << 16 || dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    for (uint32_t i = 0; i < 4; i++) {
        dxk_rootsig_parse_options how = {.version = i, .define = defines[i & 1]};
        dxk_str text = {(const char *)data, size};
        if (dxk_rootsig_parse(ctx, text, &how, &signature) == DXK_OK)
            check_round(ctx, signature, true);
        dxk_rootsig_free(signature);
        dxk_ctx_clear_diags(ctx);
    }
    if (dxk_rootsig_decode(ctx, (dxk_bytes){data, size}, &signature) == DXK_OK) {
        dxk_rootsig_verify(ctx, signature, NULL, 0, (dxk_sink){NULL, NULL});
        check_round(ctx, signature, true);
    }
    dxk_rootsig_free(signature);
    dxk_ctx_free(ctx);
    return 0;
}
