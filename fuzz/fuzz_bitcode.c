/* SPDX-License-Identifier: MIT */
/*
 * fuzz_bitcode.c - read a module (strictly and salvaging), ask it, write it, read that again; and
 * the raw view. The first bitcode magic in the input (a container, say) is where the stream starts;
 * an input without one gets one, so that any bytes exercise the stream.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/bitcode.h"
#include "dxk/module.h"
#include "fuzz.h"

static dxk_status count_bytes(void *user, const void *data, size_t size)
{
    (void)data;
    *(size_t *)user += size;
    return DXK_OK;
}

static void ask(const dxk_module *module)
{
    volatile size_t sum = dxk_module_triple(module).size + dxk_module_datalayout(module).size;
    for (size_t i = 0; i <= dxk_module_function_count(module); i++)
        sum += dxk_module_function_name(module, i).size +
               dxk_module_function_is_declaration(module, i);
    for (size_t i = 0; i <= dxk_module_variable_count(module); i++)
        sum += dxk_module_variable_name(module, i).size;
    (void)sum;
}

/* What was read and can be written is read again. */
static void check_stable(dxk_ctx *ctx, const dxk_module *module)
{
    dxk_buffer first;
    dxk_module *again = NULL;
    dxk_buffer_init(&first, ctx);
    if (dxk_module_write(module, NULL, dxk_buffer_sink(&first)) == DXK_OK) {
        dxk_bytes bytes = {first.data, first.size};
        if (dxk_module_read(ctx, bytes, NULL, &again) == DXK_E_INVALID)
            abort();
    }
    dxk_module_free(again);
    dxk_buffer_free(&first);
}

static const uint8_t magic[4] = {0x42, 0x43, 0xc0, 0xde};

FUZZ_TARGET
{
    for (size_t at = 0; at + 4 <= size; at += 4) {
        if (memcmp(data + at, magic, 4) == 0) {
            data += at;
            size = (size - at) & ~(size_t)3;
            break;
        }
    }
    uint8_t *copy = malloc(size + 8);
    if (!copy)
        return 0;
    bool bare = size < 4 || (memcmp(data, magic, 4) != 0 && memcmp(data, "\xde\xc0\x17\x0b", 4));
    memcpy(copy, magic, 4);
    if (size)
        memcpy(copy + (bare ? 4 : 0), data, size);
    size_t total = size + (bare ? 4 : 0);
    if (bare)
        total &= ~(size_t)3;
    /* Records of one-bit elements are the most that a byte can ask for. */
    dxk_ctx_options options = {.limits = {.memory = 512 * total + (16u << 20)}};
    for (int salvage = 0; salvage < 2; salvage++) {
        dxk_module_read_options how = {.salvage = salvage, .offsets = salvage};
        dxk_ctx *ctx;
        dxk_module *module;
        size_t bytes = 0;
        if (dxk_ctx_create(&options, &ctx) != DXK_OK)
            break;
        dxk_status status = dxk_module_read(ctx, (dxk_bytes){copy, total}, &how, &module);
        if (module)
            ask(module);
        if (status == DXK_OK)
            check_stable(ctx, module);
        dxk_module_free(module);
        dxk_bitcode_dump_options dump = {.offsets = salvage, .json = salvage};
        dxk_bitcode_dump(ctx, (dxk_bytes){copy, total}, &dump, (dxk_sink){count_bytes, &bytes});
        dxk_ctx_free(ctx);
    }
    free(copy);
    return 0;
}
