/* SPDX-License-Identifier: MIT */
/*
 * stream_end.c - a stream that breaks off, or holds numbers that are too long, as the reference
 * reads it when a module is judged. It reads words of 64 bits. The first number that leads over
 * the end is 0, or made of the bits that are left, twice; at the second it gives up.
 */
#include "bitcode/stream.h"

#include <string.h>

#define WORD 64u

static uint64_t low_bits(uint64_t value, uint64_t count)
{
    return count < 64 ? value & (((uint64_t)1 << count) - 1) : value;
}

static uint64_t read_over_end(dxki_bc_stream *bs, uint32_t width)
{
    dxki_bits *bits = &bs->bits;
    uint64_t last = bits->end ? (bits->end - 1) / WORD * WORD : 0; /* where the last word begins */
    if (bits->pos > bits->end)                                     /* it gave up already */
        return 0;
    if (bits->pos < last) { /* the last word is fetched, but is not long enough, either */
        bits->pos = last;
        return 0;
    }
    if (bs->past_end) {
        bits->pos = bits->end + 1;
        return 0;
    }
    bs->past_end = true;
    uint64_t left = bits->end - bits->pos, needed = width - left;
    if (needed > left)
        return 0;
    uint64_t rest = dxki_bits_fixed(bits, (uint32_t)left);
    bits->pos = bits->end - (left - needed);
    return rest | low_bits(rest, needed) << left;
}

uint64_t dxki_bc_stream_fixed(dxki_bc_stream *bs, uint32_t width)
{
    if (!bs->judge || dxki_bits_left(&bs->bits) >= width)
        return dxki_bits_fixed(&bs->bits, width);
    return read_over_end(bs, width);
}

/* A shift as the reference's machine does it: its distance wraps around. */
static uint64_t chunked(dxki_bc_stream *bs, uint32_t width, uint32_t kept)
{
    uint64_t more = (uint64_t)1 << (width - 1), chunk, value = 0;
    uint32_t shift = 0;
    do {
        chunk = dxki_bc_stream_fixed(bs, width);
        value |= (chunk & (more - 1)) << (shift & (kept - 1));
        shift += width - 1;
    } while ((chunk & more) && !dxki_bits_overrun(&bs->bits));
    return low_bits(value, kept);
}

uint64_t dxki_bc_stream_vbr(dxki_bc_stream *bs, uint32_t width, uint32_t kept)
{
    if (!bs->judge || dxki_bits_left(&bs->bits) >= (uint64_t)width * WORD)
        return dxki_bits_vbr(&bs->bits, width);
    return chunked(bs, width, kept);
}

uint64_t dxki_bc_stream_wide_vbr(dxki_bc_stream *bs, uint32_t width)
{
    return low_bits(dxki_bc_stream_fixed(bs, width), 32);
}

bool dxki_bc_stream_is_text(const dxki_bc_stream *bs, uint64_t code)
{
    return bs->judge && bs->top.block_id == DXKI_BLK_METADATA && code == DXKI_REC_MD_STRING;
}

/* --- records --- */

static bool push(dxki_bc_stream *bs, uint64_t value)
{
    return dxki_vec_push(bs->ctx, &bs->ops, value);
}

static uint64_t read_field(dxki_bc_stream *bs, const dxki_bc_abbrev_op *op)
{
    switch (op->encoding) {
    case DXKI_ENC_LITERAL:
        return op->literal;
    case DXKI_ENC_FIXED:
        return dxki_bc_stream_fixed(bs, op->width);
    case DXKI_ENC_CHAR6:
        return (uint8_t)dxki_bits_char6((uint32_t)dxki_bc_stream_fixed(bs, 6));
    case DXKI_ENC_WIDE_VBR:
        return dxki_bc_stream_wide_vbr(bs, op->width);
    default:
        return chunked(bs, op->width, 64);
    }
}

/* Elements of eight bits, eight at once. */
static bool reread_text(dxki_bc_stream *bs, uint64_t count)
{
    bool kept = true;
    while (kept && count && !dxki_bits_overrun(&bs->bits)) {
        uint32_t size = count >= 8 ? 8 : 1;
        uint64_t word = dxki_bc_stream_fixed(bs, 8 * size);
        for (uint32_t i = 0; i < size && kept; i++)
            kept = push(bs, (uint8_t)(word >> (8 * i)));
        count -= size;
    }
    return kept;
}

static bool reread_array(dxki_bc_stream *bs, const dxki_bc_abbrev_op *op)
{
    uint64_t count = chunked(bs, 6, 32);
    bool kept = true;
    bs->record.array_at = bs->ops.count - 1;
    if (op->encoding == DXKI_ENC_FIXED && dxki_bc_stream_is_text(bs, bs->ops.items[0]))
        return reread_text(bs, count);
    for (uint64_t i = 0; i < count && kept && !dxki_bits_overrun(&bs->bits); i++)
        kept = push(bs, read_field(bs, op));
    return kept;
}

/* A blob that is not all there is zeros, of which no more are kept than the stream has bits. */
static bool reread_blob(dxki_bc_stream *bs)
{
    uint64_t size = chunked(bs, 6, 32);
    dxki_bits_align(&bs->bits);
    bool whole = !dxki_bits_overrun(&bs->bits) && size <= dxki_bits_left(&bs->bits) / 8;
    if (size > bs->bits.end)
        size = bs->bits.end;
    if (dxki_bits_overrun(&bs->bits) || !dxki_vec_reserve(bs->ctx, &bs->bytes, size))
        return dxki_bits_overrun(&bs->bits);
    if (whole && size)
        memcpy(bs->bytes.items, bs->bits.data + bs->bits.pos / 8, (size_t)size);
    else if (size)
        memset(bs->bytes.items, 0, (size_t)size);
    bs->bytes.count = (size_t)size;
    bs->bits.pos = whole ? bs->bits.pos + (size + 3) / 4 * 32 : bs->bits.end;
    return true;
}

static bool reread_plain(dxki_bc_stream *bs)
{
    bool kept = push(bs, chunked(bs, 6, 32));
    uint64_t count = chunked(bs, 6, 32);
    bs->record.array_at = 0;
    for (uint64_t i = 0; i < count && kept && !dxki_bits_overrun(&bs->bits); i++)
        kept = push(bs, chunked(bs, 6, 64));
    return kept;
}

/* Metadata is looked at twice: what it is, and then all of it. */
static void peek(dxki_bc_stream *bs, const dxki_bc_abbrev_op *ops)
{
    uint64_t start = bs->bits.pos;
    if (bs->top.block_id != DXKI_BLK_METADATA)
        return;
    if (ops)
        read_field(bs, ops);
    else
        chunked(bs, 6, 32);
    if (!dxki_bits_overrun(&bs->bits))
        bs->bits.pos = start;
}

dxk_status dxki_bc_stream_reread(dxki_bc_stream *bs, const dxki_bc_abbrev *abbrev)
{
    const dxki_bc_abbrev_op *ops = abbrev ? bs->abbrev_ops.items + abbrev->first_op : NULL;
    bool kept = true;
    bs->ops.count = 0;
    bs->bytes.count = 0;
    bs->record.array_at = SIZE_MAX;
    peek(bs, ops);
    if (!abbrev)
        return reread_plain(bs) ? DXK_OK : dxki_nomem(bs->ctx);
    for (uint32_t i = 0; i < abbrev->fields && kept; i++)
        kept = push(bs, read_field(bs, &ops[i]));
    if (kept && abbrev->fields < abbrev->op_count)
        kept = ops[abbrev->fields].encoding == DXKI_ENC_ARRAY
                   ? reread_array(bs, &ops[abbrev->fields + 1])
                   : reread_blob(bs);
    return kept ? DXK_OK : dxki_nomem(bs->ctx);
}
