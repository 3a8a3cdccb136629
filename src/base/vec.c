/* SPDX-License-Identifier: MIT */
/* vec.c - see vec.h. */
#include "base/vec.h"

bool dxki_vec_grow(dxk_ctx *ctx, void **items, size_t *capacity, size_t count, size_t extra,
                   size_t size)
{
    if (extra > SIZE_MAX / 2 / size - count)
        return false;
    size_t wanted = *capacity ? *capacity * 2 : 16;
    if (wanted < count + extra)
        wanted = count + extra;
    void *grown = dxki_realloc(ctx, *items, *capacity * size, wanted * size);
    if (!grown)
        return false;
    *items = grown;
    *capacity = wanted;
    return true;
}
