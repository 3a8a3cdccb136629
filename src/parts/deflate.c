/* SPDX-License-Identifier: MIT */
/* deflate.c - see deflate.h. */
#include "parts/deflate.h"

#include "base/ctx.h"
#include "base/diag.h"

#include <string.h>

#ifdef DXKI_HAVE_ZLIB

#include <zlib.h>

dxk_status dxki_part_deflate(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes bytes, dxk_bytes *out)
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

dxk_status dxki_part_is_deflated(dxk_ctx *ctx, dxk_bytes stored, dxk_bytes bytes, bool *same)
{
    uLongf size = (uLong)bytes.size + 1; /* what is longer shows */
    dxki_arena arena;
    dxki_arena_init(&arena, ctx);
    uint8_t *data = dxki_arena_alloc(&arena, size);
    int code = data ? uncompress(data, &size, stored.data, (uLong)stored.size) : Z_MEM_ERROR;
    *same = code == Z_OK && size == bytes.size &&
            (bytes.size == 0 || memcmp(data, bytes.data, bytes.size) == 0);
    dxki_arena_free(&arena);
    return code == Z_MEM_ERROR ? dxki_nomem(ctx) : DXK_OK;
}

#else

dxk_status dxki_part_deflate(dxk_ctx *ctx, dxki_arena *arena, dxk_bytes bytes, dxk_bytes *out)
{
    (void)ctx;
    (void)arena;
    (void)bytes;
    (void)out;
    return DXK_E_UNSUPPORTED;
}

dxk_status dxki_part_is_deflated(dxk_ctx *ctx, dxk_bytes stored, dxk_bytes bytes, bool *same)
{
    (void)ctx;
    (void)stored;
    (void)bytes;
    *same = false;
    return DXK_E_UNSUPPORTED;
}

#endif

static uint8_t *put_entry(uint8_t *at, const dxk_source_content *e)
{
    size_t copied = e->text.size < e->head.content_size ? e->text.size : e->head.content_size;
    dxk_record_store(DXK_RECORD_ID_source_content_entry, &e->head, at,
                     DXK_WIRE_SIZE_source_content_entry);
    if (copied)
        memcpy(at + DXK_WIRE_SIZE_source_content_entry, e->text.data, copied);
    return at + e->head.size;
}

dxk_status dxki_part_source_block(dxk_ctx *ctx, dxki_arena *arena,
                                  const dxk_source_contents *contents, size_t size, dxk_bytes *out)
{
    uint8_t *bytes = dxki_arena_zalloc(arena, 1, size ? size : 1), *at = bytes;
    if (!bytes)
        return dxki_nomem(ctx);
    for (size_t i = 0; i < contents->entry_count; i++)
        at = put_entry(at, &contents->entries[i]);
    *out = (dxk_bytes){bytes, size};
    return DXK_OK;
}

dxk_status dxki_part_deflate_contents(dxk_ctx *ctx, dxki_arena *arena,
                                      dxk_source_contents *contents, size_t size)
{
    dxk_bytes bytes = {NULL, 0};
    dxk_status status = dxki_part_source_block(ctx, arena, contents, size, &bytes);
    return status == DXK_OK ? dxki_part_deflate(ctx, arena, bytes, &contents->stored) : status;
}
