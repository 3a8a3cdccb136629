/* SPDX-License-Identifier: MIT */
/* fuzz_rewrite.c - bitcode is read and written, and what was written again: the second time the
 * same bytes must come out. */
#include <stdlib.h>
#include <string.h>

#include "dxk/module.h"
#include "dxk/parts.h"
#include "fuzz.h"

/* False: it cannot be read, or not be written. */
static bool rewrite(dxk_ctx *ctx, dxk_bytes bitcode, dxk_buffer *out)
{
    dxk_module *module = NULL;
    bool good = dxk_module_read(ctx, bitcode, NULL, &module) == DXK_OK &&
                dxk_module_write(module, NULL, dxk_buffer_sink(out)) == DXK_OK;
    dxk_module_free(module);
    return good;
}

static dxk_bytes bytes_of(const dxk_buffer *buffer)
{
    return (dxk_bytes){buffer->data, buffer->size};
}

/* The bitcode of a container's program; other inputs are bitcode themselves. */
static dxk_bytes find_bitcode(dxk_ctx *ctx, const dxk_container *container, dxk_bytes input)
{
    size_t index = container ? dxk_container_find(container, DXK_PART_DXIL, 0) : DXK_NO_PART;
    dxk_program program;
    if (index == DXK_NO_PART ||
        dxk_program_read(ctx, dxk_container_part(container, index)->content, &program) != DXK_OK)
        return input;
    return program.bitcode;
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 512 * size + (16u << 20)}};
    dxk_container *container = NULL;
    dxk_buffer first, second;
    dxk_ctx *ctx;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_buffer_init(&first, ctx);
    dxk_buffer_init(&second, ctx);
    dxk_container_read(ctx, (dxk_bytes){data, size}, 0, &container);
    dxk_bytes bitcode = find_bitcode(ctx, container, (dxk_bytes){data, size});
    if (rewrite(ctx, bitcode, &first) && rewrite(ctx, bytes_of(&first), &second) &&
        (first.size != second.size || memcmp(first.data, second.data, first.size) != 0))
        abort();
    dxk_buffer_free(&first);
    dxk_buffer_free(&second);
    dxk_container_free(container);
    dxk_ctx_free(ctx);
    return 0;
}
