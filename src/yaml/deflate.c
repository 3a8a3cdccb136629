/* SPDX-License-Identifier: MIT */
/* deflate.c - see deflate.h. */
#include "yaml/deflate.h"

#include "base/ctx.h"

#ifdef DXKI_HAVE_ZLIB

#include <zlib.h>

dxk_status dxki_deflate(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes bytes, dxk_bytes *out)
{
    uLongf size = compressBound((uLong)bytes.size);
    uint8_t *data = dxki_arena_alloc(arena, size);
    if (!data)
        return dxki_nomem(ctx);
    if (compress2(data, &size, bytes.data, (uLong)bytes.size, Z_BEST_COMPRESSION) != Z_OK)
        return DXK_E_NOMEM;
    *out = (dxk_bytes){data, size};
    return DXK_OK;
}

#else

dxk_status dxki_deflate(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes bytes, dxk_bytes *out)
{
    (void)ctx;
    (void)arena;
    (void)bytes;
    (void)out;
    return DXK_E_UNSUPPORTED;
}

#endif
