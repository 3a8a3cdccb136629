/* SPDX-License-Identifier: MIT */
/*
 * fuzz_rootsig.c - root signatures: decode from bytes or a container, encode, print, count.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/compat.h"
#include "dxk/parts.h"
#include "fuzz.h"

static dxk_status count_text(void *user, const void *text, size_t size)
{
    (void)text;
    *(size_t *)user += size;
    return DXK_OK;
}

/* Bytes that are no container must come back the same. */
static void check_exact(dxk_ctx *ctx, dxk_root_signature *signature, dxk_bytes content)
{
    dxk_decoded part = {DXK_PART_RTS0, DXK_PART_TYPE_ROOT_SIGNATURE, {NULL}};
    dxk_buffer out;
    part.as.root_signature = signature;
    dxk_buffer_init(&out, ctx);
    if (dxk_part_encode(ctx, &part, dxk_buffer_sink(&out)) != DXK_OK || out.size != content.size ||
        memcmp(out.data, content.data, out.size) != 0)
        abort();
    dxk_buffer_free(&out);
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 64 * size + (16u << 20)}};
    dxk_bytes bytes = {data, size};
    dxk_ctx *ctx;
    dxk_root_signature *signature;
    size_t printed = 0;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_status status = dxk_rootsig_decode(ctx, bytes, &signature);
    if (status == DXK_E_LIMIT)
        abort(); /* memory passed the bound that the library promises */
    if (status == DXK_OK) {
        if (memcmp(data, "DXBC", 4) != 0)
            check_exact(ctx, signature, bytes);
        if (dxk_rootsig_print_dxa(signature, (dxk_sink){count_text, &printed}) != DXK_OK ||
            dxk_rootsig_cost(signature) > (uint64_t)size << 32)
            abort();
    }
    dxk_rootsig_free(signature);
    dxk_ctx_free(ctx);
    return 0;
}
