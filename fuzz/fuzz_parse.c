/* SPDX-License-Identifier: MIT */
/* fuzz_parse.c - text is parsed, written and read again: what the parser accepts must be a module
 * that bitcode can express. It need not read back: the reference takes modules that cannot be. */
#include <stdlib.h>

#include "dxk/compat.h"
#include "dxk/module.h"
#include "dxk/text.h"
#include "fuzz.h"

static dxk_status drop(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return DXK_OK;
}

static void check(dxk_ctx *ctx, const dxk_module *module)
{
    dxk_buffer bitcode;
    dxk_module *again = NULL;
    dxk_buffer_init(&bitcode, ctx);
    dxk_status status = dxk_module_write(module, NULL, dxk_buffer_sink(&bitcode));
    if (status == DXK_E_INVALID)
        abort();
    if (status == DXK_OK)
        dxk_module_read(ctx, (dxk_bytes){bitcode.data, bitcode.size}, NULL, &again);
    dxk_module_free(again);
    dxk_buffer_free(&bitcode);
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 512 * size + (16u << 20)}};
    dxk_text_error error;
    dxk_module *module;
    dxk_ctx *ctx;
    size_t shown = 0;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    if (dxk_compat_parse(ctx, (dxk_bytes){data, size}, NULL, &module, &error) == DXK_OK)
        check(ctx, module);
    else
        dxk_text_error_print(&error, NULL, (dxk_sink){drop, &shown});
    dxk_module_free(module);
    dxk_ctx_free(ctx);
    return 0;
}
