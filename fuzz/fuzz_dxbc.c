/* SPDX-License-Identifier: MIT */
/*
 * fuzz_dxbc.c - containers of shader models 4 and 5: every part is decoded and encoded again, which
 * must give the same bytes; the container is listed in every form; an exact listing, when it can
 * be made, is read back to the same parts; then it is judged. Other inputs are read as listings.
 */
#include <stdlib.h>
#include <string.h>

#include "dxk/dxbc.h"
#include "dxk/parts.h"
#include "fuzz.h"

/* Counts what is printed, and refuses it when it is out of proportion. */
typedef struct counter {
    size_t size, limit;
} counter;

static dxk_status count(void *user, const void *data, size_t size)
{
    counter *c = user;
    (void)data;
    c->size += size;
    return c->size <= c->limit ? DXK_OK : DXK_E_LIMIT;
}

static void check_part(dxk_ctx *ctx, const dxk_part *part)
{
    dxk_decoded *decoded;
    dxk_buffer out;
    if (dxk_part_decode(ctx, part->fourcc, part->content, &decoded) != DXK_OK)
        return;
    dxk_buffer_init(&out, ctx);
    if (dxk_part_encode(ctx, decoded, dxk_buffer_sink(&out)) != DXK_OK ||
        out.size != part->content.size ||
        (out.size && memcmp(out.data, part->content.data, out.size) != 0))
        abort();
    dxk_buffer_free(&out);
    dxk_decoded_free(decoded);
}

/* An exact listing must be read back to the same parts. */
static void check_exact(dxk_ctx *ctx, const dxk_container *container)
{
    dxk_dxbc_options options = {.exact = true};
    dxk_container *again = NULL;
    dxk_buffer text;
    dxk_buffer_init(&text, ctx);
    bool program = dxk_container_find(container, DXK_PART_SHEX, 0) != DXK_NO_PART ||
                   dxk_container_find(container, DXK_PART_SHDR, 0) != DXK_NO_PART;
    if (program && dxk_dxbc_print(container, &options, dxk_buffer_sink(&text)) == DXK_OK) {
        dxk_str listing = {(const char *)text.data, text.size};
        dxk_status status = dxk_container_parse(ctx, listing, &again);
        if (status != DXK_OK && status != DXK_E_LIMIT)
            abort();
        size_t count = dxk_container_part_count(container);
        if (again && dxk_container_part_count(again) != count)
            abort();
        for (size_t i = 0; again && i < count; i++) {
            const dxk_part *a = dxk_container_part(container, i), *b = dxk_container_part(again, i);
            if (a->fourcc != b->fourcc || a->content.size != b->content.size ||
                (a->content.size && memcmp(a->content.data, b->content.data, a->content.size) != 0))
                abort();
        }
        dxk_container_free(again);
    }
    dxk_buffer_free(&text);
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 200 * size + (32u << 20)}};
    dxk_ctx *ctx;
    dxk_container *container;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    if (dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container) == DXK_OK) {
        for (size_t i = 0; i < dxk_container_part_count(container); i++)
            check_part(ctx, dxk_container_part(container, i));
        for (int form = DXK_FXC_9_29; form <= DXK_FXC_10_1; form++) {
            dxk_dxbc_options form_options = {.fxc = (dxk_fxc_version)form};
            counter c = {0, 20000 * size + 100000};
            dxk_dxbc_print(container, &form_options, (dxk_sink){count, &c});
            if (c.size > c.limit)
                abort();
        }
        check_exact(ctx, container);
        dxk_dxbc_check(container);
        dxk_container_free(container);
    } else if (dxk_container_parse(ctx, (dxk_str){(const char *)data, size}, &container) ==
               DXK_OK) {
        dxk_container_free(container);
    }
    dxk_ctx_free(ctx);
    return 0;
}
