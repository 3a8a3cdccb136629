/* SPDX-License-Identifier: MIT */
/*
 * inflate.c - decompressing zlib streams (RFC 1950), as SRCI and PDBI hold them. The declared
 * size bounds the output; it is believed only as far as deflate could reach it from the input.
 */
#include "parts/inflate.h"
#include "spec/reader_rules.h"

#ifdef DXKI_HAVE_ZLIB

#include <string.h>
#include <zlib.h>

/* Deflate makes at most 1032 bytes of one; a small slack is for streams of a few bytes. */
#define BEST_RATIO 1032u
#define SLACK      1024u

bool dxki_part_can_inflate(void)
{
    return true;
}

/* zlib's memory, counted like all other; the size is kept in front of each block. */
typedef union block {
    size_t size;
    dxki_strictest align;
} block;

static voidpf allocate(voidpf user, uInt items, uInt size)
{
    size_t bytes = sizeof(block);
    if (size && items > (SIZE_MAX - bytes) / size)
        return Z_NULL;
    bytes += (size_t)items * size;
    block *b = dxki_realloc(user, NULL, 0, bytes);
    if (!b)
        return Z_NULL;
    memset(b, 0, bytes);
    b->size = bytes;
    return b + 1;
}

static void release(voidpf user, voidpf address)
{
    block *b = (block *)address - 1;
    dxki_realloc(user, b, b->size, 0);
}

/* Runs the stream into `out`; *made is what it came to, beyond `size` when it would go on. */
static int run(dxk_ctx *ctx, dxk_bytes stored, uint8_t *out, uint32_t size, uint64_t *made)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    stream.zalloc = allocate;
    stream.zfree = release;
    stream.opaque = ctx;
    stream.next_in = (z_const Bytef *)stored.data;
    stream.avail_in = (uInt)stored.size;
    stream.next_out = out;
    stream.avail_out = size;
    int result = inflateInit(&stream);
    if (result != Z_OK)
        return result;
    result = inflate(&stream, Z_FINISH);
    *made = stream.total_out;
    if (result == Z_BUF_ERROR && stream.avail_out == 0 && stream.avail_in > 0) {
        ++*made;
        result = Z_STREAM_END;
    }
    inflateEnd(&stream);
    return result;
}

bool dxki_part_walk_inflate(dxki_codec *c, const char *name, dxk_bytes stored, uint32_t size,
                            dxk_bytes *out)
{
    uint64_t made = 0;
    if (size > SLACK + (uint64_t)stored.size * BEST_RATIO) {
        dxki_arg args[] = {dxki_dec(stored.size), dxki_dec(size)};
        return dxki_codec_fail(c, DXKI_RULE_PART_INFLATED_RATIO, c->pos, name, args, 2);
    }
    if (size > c->ctx->limits.inflated) {
        dxki_arg args[] = {dxki_dec(size), dxki_dec(c->ctx->limits.inflated)};
        return dxki_codec_fail(c, DXKI_RULE_LIMIT_INFLATED, c->pos, name, args, 2);
    }
    uint8_t *bytes = dxki_arena_alloc(c->arena, size);
    if (!bytes)
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    int result = run(c->ctx, stored, bytes, size, &made);
    if (result == Z_MEM_ERROR)
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    if (result != Z_STREAM_END)
        return dxki_codec_fail(c, DXKI_RULE_PART_INFLATE, c->pos, name, NULL, 0);
    if (made != size) {
        dxki_arg args[] = {dxki_dec(made), dxki_dec(size)};
        return dxki_codec_fail(c, DXKI_RULE_PART_INFLATED_SIZE, c->pos, name, args, 2);
    }
    *out = (dxk_bytes){bytes, size};
    return true;
}

#else

bool dxki_part_can_inflate(void)
{
    return false;
}

bool dxki_part_walk_inflate(dxki_codec *c, const char *name, dxk_bytes stored, uint32_t size,
                            dxk_bytes *out)
{
    (void)name;
    (void)stored;
    (void)size;
    (void)out;
    return dxki_codec_check(c, DXK_E_UNSUPPORTED);
}

#endif
