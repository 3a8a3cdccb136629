/* SPDX-License-Identifier: MIT */
/* fuzz_dis.c - any input, read strictly and salvaging, as a listing. */
#include "dxk/listing.h"
#include "dxk/container.h"
#include "dxk/text.h"
#include "fuzz.h"

/* Text may be much longer than its module; this is enough to see every kind of it. */
#define TEXT_MAX (8u << 20)

static dxk_status count(void *user, const void *text, size_t size)
{
    size_t *seen = user;
    (void)text;
    *seen += size;
    return *seen > TEXT_MAX ? DXK_E_SINK : DXK_OK;
}

static void disassemble(const dxk_container *container, bool salvage)
{
    const dxk_print_options print = {.offsets = salvage, .raw_ids = salvage, .color = salvage};
    const dxk_disassemble_options options = {.print = &print, .salvage = salvage};
    size_t seen = 0;
    dxk_disassemble(container, &options, (dxk_sink){count, &seen});
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 64 * size + (16u << 20)}};
    for (int salvage = 0; salvage < 2; salvage++) {
        dxk_ctx *ctx;
        dxk_container *container;
        if (dxk_ctx_create(&options, &ctx) != DXK_OK)
            return 0;
        dxk_container_read(ctx, (dxk_bytes){data, size}, &(dxk_read_options){.salvage = salvage},
                           &container);
        if (container)
            disassemble(container, salvage);
        dxk_container_free(container);
        fuzz_ctx_done(ctx);
    }
    return 0;
}
