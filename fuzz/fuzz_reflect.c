/* SPDX-License-Identifier: MIT */
/* fuzz_reflect.c - any input: its reflection, the text of it, and a C header. */
#include "dxk/container.h"
#include "dxk/reflect.h"
#include "fuzz.h"

/* Text may be much longer than its input; this is enough to see every kind of it. */
#define TEXT_MAX (8u << 20)

static dxk_status count(void *user, const void *text, size_t size)
{
    size_t *seen = user;
    (void)text;
    *seen += size;
    return *seen > TEXT_MAX ? DXK_E_SINK : DXK_OK;
}

static void reflect(const dxk_container *container)
{
    dxk_reflect *r;
    size_t seen = 0;
    dxk_reflect_load(container, NULL, &r);
    if (r) {
        dxk_reflect_print_header(r, "GUARD", (dxk_sink){count, &seen});
        dxk_reflect_find_buffer(r, (dxk_str){"C", 1});
        dxk_reflect_find_binding(r, (dxk_str){"C", 1});
        dxk_reflect_find_function(r, (dxk_str){"C", 1});
    }
    dxk_reflect_free(r);
    seen = 0;
    dxk_reflect_print(container, (dxk_sink){count, &seen});
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 64 * size + (16u << 20)}};
    dxk_container *container;
    dxk_ctx *ctx;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_container_read(ctx, (dxk_bytes){data, size}, &(dxk_read_options){.salvage = true},
                       &container);
    if (container)
        reflect(container);
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}
