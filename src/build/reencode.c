/* SPDX-License-Identifier: MIT */
/*
 * reencode.c - reads every module of a container and writes it again in its place. Source:
 * DXContainer.rst, "Program header".
 */
#include "base/ctx.h"
#include "container/container.h"
#include "dxk/build.h"
#include "dxk/parts.h"

#include <string.h>

static dxk_status rewrite(dxk_ctx *ctx, dxk_bytes bitcode, dxk_buffer *out)
{
    dxk_module *module;
    dxk_status status = dxk_module_read(ctx, bitcode, NULL, &module);

    if (status == DXK_OK)
        status = dxk_module_write(module, NULL, dxk_buffer_sink(out));
    dxk_module_free(module);
    return status;
}

/* The part with another module; sizes follow from it. */
static dxk_status encode(dxk_ctx *ctx, uint32_t fourcc, dxk_program part, dxk_bytes bitcode,
                         dxk_buffer *out)
{
    static const uint8_t zeros[3] = {0};
    dxk_decoded decoded = {fourcc, DXK_PART_TYPE_PROGRAM, {NULL}};
    size_t head = DXK_WIRE_SIZE_program_header + part.before.size;

    if (bitcode.size > UINT32_MAX - 3 - head)
        return DXK_E_LIMIT;
    part.header.bitcode_size = (uint32_t)bitcode.size;
    part.header.size_in_dwords = (uint32_t)((head + bitcode.size + 3) / 4);
    part.bitcode = bitcode;
    part.after = (dxk_bytes){zeros, (0 - head - bitcode.size) % 4};
    decoded.as.program = &part;
    return dxk_part_encode(ctx, &decoded, dxk_buffer_sink(out));
}

/* The program of part `index`, with its module written anew. */
static dxk_status rewrite_part(dxk_ctx *ctx, dxk_container *container, size_t index,
                               const dxk_program *program)
{
    dxk_bytes old = program->bitcode;
    dxk_buffer bitcode, content;

    dxk_buffer_init(&bitcode, ctx);
    dxk_buffer_init(&content, ctx);
    dxk_status status = rewrite(ctx, old, &bitcode);
    dxk_bytes made = {bitcode.data, bitcode.size};
    if (status == DXK_OK &&
        (made.size != old.size || (made.size && memcmp(made.data, old.data, made.size) != 0))) {
        uint32_t fourcc = dxk_container_part(container, index)->fourcc;
        status = encode(ctx, fourcc, *program, made, &content);
        if (status == DXK_OK)
            status =
                dxk_container_replace(container, index, (dxk_bytes){content.data, content.size});
    }
    dxk_buffer_free(&bitcode);
    dxk_buffer_free(&content);
    return status;
}

dxk_status dxk_container_reencode_modules(dxk_container *container)
{
    dxk_ctx *ctx = container->ctx;
    dxk_status worst = DXK_OK;

    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        dxk_decoded *decoded;
        dxk_status status = dxk_part_decode(ctx, part->fourcc, part->content, &decoded);
        if (status == DXK_OK && decoded->type == DXK_PART_TYPE_PROGRAM)
            status = rewrite_part(ctx, container, i, decoded->as.program);
        dxk_decoded_free(decoded);
        if (status != DXK_OK && status != DXK_E_INVALID)
            return status;
        worst = worst == DXK_OK ? status : worst;
    }
    return worst;
}
