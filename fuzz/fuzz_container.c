/* SPDX-License-Identifier: MIT */
/* fuzz_container.c - read (strictly and salvaging), visit, write back, re-encode, digest. */
#include <stdlib.h>
#include <string.h>

#include "dxk/parts.h"
#include "fuzz.h"

static dxk_status ignore_node(void *user, const dxk_visit_node *node)
{
    *(size_t *)user += strlen(node->name);
    return DXK_OK;
}

static dxk_status ignore_field(void *user, const dxk_visit_field *field)
{
    *(size_t *)user += field->text.size;
    return DXK_OK;
}

static dxk_bytes written(dxk_container *container, dxk_digest_mode mode, dxk_buffer *buffer)
{
    dxk_write_options options = {.digest = mode};
    if (dxk_container_write(container, &options, dxk_buffer_sink(buffer)) != DXK_OK)
        return (dxk_bytes){NULL, 0};
    return (dxk_bytes){buffer->data, buffer->size};
}

/* What was read must be written back the same, also after every part was decoded and encoded. */
static void check_exact(dxk_ctx *ctx, dxk_container *container, dxk_bytes input)
{
    for (int pass = 0; pass < 2; pass++) {
        dxk_buffer buffer;
        dxk_buffer_init(&buffer, ctx);
        dxk_bytes out = written(container, DXK_DIGEST_KEEP, &buffer);
        if (out.size != input.size || (out.size && memcmp(out.data, input.data, out.size) != 0))
            abort();
        dxk_buffer_free(&buffer);
        if (pass == 0)
            dxk_container_reencode(container);
    }
}

FUZZ_TARGET
{
    dxk_bytes input = {data, size};
    dxk_ctx_options options = {.limits = {.memory = 64 * size + (16u << 20)}};
    for (int salvage = 0; salvage < 2; salvage++) {
        dxk_ctx *ctx;
        dxk_container *container;
        size_t seen = 0;
        dxk_visitor visitor = {&seen, ignore_node, ignore_field, NULL};
        if (dxk_ctx_create(&options, &ctx) != DXK_OK)
            return 0;
        dxk_status status =
            dxk_container_read(ctx, input, &(dxk_read_options){.salvage = salvage}, &container);
        if (status == DXK_E_LIMIT)
            abort(); /* memory passed the bound that the library promises */
        if (container) {
            if (dxk_container_visit(container, &visitor) == DXK_E_LIMIT)
                abort();
            dxk_container_digest_state(container);
            if (status == DXK_OK)
                check_exact(ctx, container, input);
        }
        dxk_container_free(container);
        dxk_ctx_free(ctx);
    }
    return 0;
}
