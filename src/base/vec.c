/* SPDX-License-Identifier: MIT */
/* vec.c - see vec.h. */
#include "base/vec.h"

bool dxki_vec_resize(dxk_ctx *ctx, void **items, size_t *capacity, size_t wanted, size_t size)
{
    if (wanted > SIZE_MAX / 2 / size)
        return false;
    void *resized = dxki_realloc(ctx, *items, *capacity * size, wanted * size);
    if (!resized)
        return false;
    *items = resized;
    *capacity = wanted;
    return true;
}

bool dxki_vec_grow(dxk_ctx *ctx, void **items, size_t *capacity, size_t count, size_t extra,
                   size_t size)
{
    if (extra > SIZE_MAX / 2 / size - count)
        return false;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    if (wanted < count + extra)
        wanted = count + extra;
    return dxki_vec_resize(ctx, items, capacity, wanted, size);
}
