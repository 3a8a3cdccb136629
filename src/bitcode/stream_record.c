/* SPDX-License-Identifier: MIT */
/* stream_record.c - see stream.h: records, and what comes next in a stream. */
#include "bitcode/stream_parts.h"

#include <string.h>

/* --- records --- */

/* A field that is no array and no blob. */
static inline uint64_t read_field(dxki_bits *bits, const dxki_bc_abbrev_op *op)
{
    if (op->encoding == DXKI_ENC_VBR)
        return dxki_bits_vbr(bits, op->width);
    if (op->encoding == DXKI_ENC_FIXED)
        return dxki_bits_fixed(bits, op->width);
    if (op->encoding == DXKI_ENC_LITERAL)
        return op->literal;
    return (uint8_t)dxki_bits_char6((uint32_t)dxki_bits_small(bits, 6));
}

/* The record leads over the end of the stream; told by its reader. */
static dxk_status over_end(dxki_bc_stream *bs, const char *where)
{
    bs->bits.pos = bs->bits.end + 1;
    return bs->judge ? DXK_OK : dxki_bc_stream_fail_end(bs, where);
}

static dxk_status read_array(dxki_bc_stream *bs, const dxki_bc_abbrev_op *op)
{
    uint64_t count = dxki_bits_vbr(&bs->bits, 6), left = dxki_bits_left(&bs->bits);
    uint32_t width = op->encoding == DXKI_ENC_CHAR6 ? 6 : op->width; /* at least */
    bool wide = op->encoding == DXKI_ENC_WIDE_VBR;
    bs->record.array_at = bs->ops.count - 1;
    if (op->encoding == DXKI_ENC_FIXED && dxki_bc_stream_is_text(bs, bs->ops.items[0]))
        width = 8; /* whatever the abbreviation says */
    if (dxki_bits_overrun(&bs->bits) || count > left / width)
        return over_end(bs, "an array");
    if (op->encoding == DXKI_ENC_CHAR6 || (op->encoding == DXKI_ENC_FIXED && width <= 8)) {
        if (!dxki_vec_reserve(bs->ctx, &bs->bytes, count))
            return dxki_nomem(bs->ctx);
        if (op->encoding == DXKI_ENC_CHAR6)
            dxki_bits_char6_array(&bs->bits, bs->bytes.items, count);
        else
            dxki_bits_byte_array(&bs->bits, width, bs->bytes.items, count);
        bs->bytes.count = count;
        return DXK_OK;
    }
    if (!dxki_vec_reserve(bs->ctx, &bs->ops, count))
        return dxki_nomem(bs->ctx);
    uint64_t *out = bs->ops.items + bs->ops.count;
    for (uint64_t i = 0; i < count; i++)
        out[i] = wide ? dxki_bc_stream_wide_vbr(bs, width) : read_field(&bs->bits, op);
    bs->ops.count += count;
    return DXK_OK;
}

static dxk_status read_blob(dxki_bc_stream *bs)
{
    uint64_t size = dxki_bits_vbr(&bs->bits, 6);
    dxki_bits_align(&bs->bits);
    if (dxki_bits_overrun(&bs->bits) || size > dxki_bits_left(&bs->bits) / 8)
        return over_end(bs, "a blob");
    bs->record.has_blob = true;
    bs->record.blob = (dxk_bytes){bs->bits.data + bs->bits.pos / 8, (size_t)size};
    bs->bits.pos += size * 8;
    dxki_bits_align(&bs->bits);
    if (!bs->judge)
        return DXK_OK;
    if (!dxki_vec_reserve(bs->ctx, &bs->bytes, size)) /* the reference has no blobs */
        return dxki_nomem(bs->ctx);
    if (size)
        memcpy(bs->bytes.items, bs->record.blob.data, (size_t)size);
    bs->bytes.count = size;
    return DXK_OK;
}

static inline uint64_t window_at(const dxki_bits *bits, uint64_t pos)
{
    return dxki_load64(bits->data + (pos >> 3)) >> (pos & 7);
}

/* Do windows lie within the stream until `fields` more of the usual ones are read? */
static inline bool has_windows(const dxki_bits *bits, uint32_t fields)
{
    return (bits->pos >> 3) + (uint64_t)fields * 8 + 8 <= bits->size;
}

/*
 * The usual fields, `count` of them, well before the end of the stream: no check per field, and a
 * window over the stream that moves when it is used up, most often once a record. `used` bits of
 * it were read. Stops at a field that no window holds; returns how many it read.
 */
static inline uint32_t read_usual(dxki_bits *bits, uint64_t window, uint32_t used,
                                  const dxki_bc_abbrev_op *ops, uint32_t count, uint64_t *out)
{
    uint64_t pos = bits->pos;
    uint32_t i = 0;
    while (i < count) {
        const dxki_bc_abbrev_op *op = &ops[i];
        uint32_t width = op->width, end = used + width, shift = 0;
        uint64_t mask = op->mask, value = (window & mask) | op->literal, rest = window;
        if (op->encoding == DXKI_ENC_VBR) {
            for (uint64_t more = mask + 1; rest & more; end += width) {
                rest >>= width;
                shift += width - 1;
                value |= (rest & mask) << shift;
            }
        } else if (op->encoding >= DXKI_ENC_CHAR6) {
            break;
        }
        if (end > DXKI_BC_WINDOW && !used)
            break;
        if (end > DXKI_BC_WINDOW) { /* this one once more */
            pos += used;
            window = window_at(bits, pos);
            used = 0;
            continue;
        }
        out[i++] = value;
        window = rest >> width;
        used = end;
    }
    bits->pos = pos + used;
    return i;
}

static dxk_status read_abbreviated(dxki_bc_stream *bs, const dxki_bc_abbrev *abbrev)
{
    const dxki_bc_abbrev_op *ops = bs->abbrev_ops.items + abbrev->first_op;
    uint32_t i = 0, fields = abbrev->fields;
    if (abbrev->broken)
        return dxki_bc_stream_fail_abbrev(bs, dxki_bc_abbrev_fault(ops, abbrev->op_count));
    if (!dxki_vec_reserve(bs->ctx, &bs->ops, fields))
        return dxki_nomem(bs->ctx);
    uint64_t *out = bs->ops.items;
    if (has_windows(&bs->bits, fields))
        i = read_usual(&bs->bits, window_at(&bs->bits, bs->bits.pos), 0, ops, fields, out);
    for (; i < fields; i++)
        out[i] = ops[i].encoding == DXKI_ENC_WIDE_VBR ? dxki_bc_stream_wide_vbr(bs, ops[i].width)
                                                      : read_field(&bs->bits, &ops[i]);
    bs->ops.count = fields;
    if (fields == abbrev->op_count)
        return DXK_OK;
    return ops[fields].encoding == DXKI_ENC_ARRAY ? read_array(bs, &ops[fields + 1])
                                                  : read_blob(bs);
}

static dxk_status read_unabbreviated(dxki_bc_stream *bs)
{
    uint64_t code = dxki_bits_vbr(&bs->bits, 6), count = dxki_bits_vbr(&bs->bits, 6);
    bs->record.array_at = 0;
    if (dxki_bits_overrun(&bs->bits) || count > dxki_bits_left(&bs->bits) / 6)
        return over_end(bs, "a record");
    if (!dxki_vec_reserve(bs->ctx, &bs->ops, count + 1))
        return dxki_nomem(bs->ctx);
    uint64_t *out = bs->ops.items;
    *out++ = code;
    for (uint64_t i = 0; i < count; i++)
        *out++ = dxki_bits_vbr(&bs->bits, 6);
    bs->ops.count = count + 1;
    return DXK_OK;
}

static dxk_status no_abbreviation(dxki_bc_stream *bs)
{
    size_t shared = bs->top.info == UINT32_MAX ? 0 : bs->infos.items[bs->top.info].abbrevs.count;
    size_t count = shared + bs->locals.count - bs->top.local_start;
    dxki_bc_stream_words(bs, DXKI_WORDS_SILENT, 0);
    return DXKI_BC_REPORT(bs, BITCODE_ABBREV_ID, bs->record.bit_offset,
                          dxki_dec(bs->record.abbrev_id), dxki_dec(DXKI_ABBREV_FIRST + count - 1));
}

/* A record, whose fields start at `start`, led over the end, or a number had too many bits. */
static dxk_status reread(dxki_bc_stream *bs, const dxki_bc_abbrev *abbrev, uint64_t start,
                         bool past_end)
{
    if (bs->judge) {
        bs->bits.pos = start;
        bs->past_end = past_end;
        bs->bits.bad_vbr = false;
        dxk_status status = dxki_bc_stream_reread(bs, abbrev);
        if (status != DXK_OK)
            return status;
    }
    if (dxki_bits_overrun(&bs->bits))
        return dxki_bc_stream_fail_end(bs, "a record");
    if (bs->bits.bad_vbr)
        return dxki_bc_stream_report(bs, DXKI_RULE_BITCODE_VBR, bs->record.bit_offset, false, NULL,
                                     0);
    return DXK_OK;
}

static inline void begin_record(dxki_bc_stream *bs, uint32_t id, uint64_t start)
{
    bs->bytes.count = 0;
    bs->record.bit_offset = start;
    bs->record.abbrev_id = id;
    bs->record.array_at = SIZE_MAX;
    bs->record.has_blob = false;
    bs->record.blob = (dxk_bytes){NULL, 0};
}

/* The code is the first field. */
static inline void end_record(dxki_bc_stream *bs)
{
    uint32_t code = (uint32_t)bs->ops.items[0];
    bs->record.code = code < UINT32_MAX ? code : UINT32_MAX - 1;
    bs->record.ops = bs->ops.items + 1;
    bs->record.op_count = bs->ops.count - 1;
    bs->record.bytes = bs->bytes.items;
    bs->record.byte_count = bs->bytes.count;
}

/* A number in chunks of six bits from the low end of a window, which moves. */
static inline uint64_t take_chunks(uint64_t *window, uint32_t *used)
{
    uint64_t rest = *window, value = rest & 31;
    uint32_t end = *used + 6;
    for (uint32_t shift = 5; rest & 32; shift += 5, end += 6) {
        rest >>= 6;
        value |= (rest & 31) << shift;
    }
    *window = rest >> 6;
    *used = end;
    return value;
}

/*
 * The fields of a record without abbreviation; `window` begins after its id, `used` bits at
 * bits->pos were read. The same as read_usual(), for fields that are alike. False: it is not usual.
 */
static inline bool read_usual_chunks(dxki_bc_stream *bs, uint64_t window, uint32_t used)
{
    uint64_t pos = bs->bits.pos, code = take_chunks(&window, &used);
    uint64_t count = take_chunks(&window, &used) + 1, *out = bs->ops.items;
    if (used > DXKI_BC_WINDOW || count > bs->ops.capacity || count > UINT32_MAX ||
        !has_windows(&bs->bits, (uint32_t)count + 2))
        return false;
    out[0] = code;
    for (uint64_t i = 1; i < count;) {
        uint32_t before = used;
        uint64_t value = take_chunks(&window, &used);
        if (used <= DXKI_BC_WINDOW) {
            out[i++] = value;
            continue;
        }
        if (!before)
            return false;
        pos += before; /* this one once more */
        window = window_at(&bs->bits, pos);
        used = 0;
    }
    bs->bits.pos = pos + used;
    bs->ops.count = count;
    return true;
}

/*
 * A record of usual fields, id and all: what nearly all records of a large module are. False: the
 * next thing is another one, or near the end, and nothing was read.
 */
static bool read_usual_record(dxki_bc_stream *bs)
{
    uint64_t start = bs->bits.pos;
    uint32_t width = bs->top.width;
    if (bs->depth == 0 || width > 32 || !has_windows(&bs->bits, 0))
        return false;
    uint64_t window = window_at(&bs->bits, start);
    uint32_t id = (uint32_t)(window & (((uint64_t)1 << width) - 1));
    if (id == DXKI_ABBREV_UNABBREV && read_usual_chunks(bs, window >> width, width)) {
        begin_record(bs, id, start);
        bs->record.array_at = 0;
        end_record(bs);
        return true;
    }
    const dxki_bc_abbrev *abbrev = id >= DXKI_ABBREV_FIRST ? dxki_bc_stream_abbrev(bs, id) : NULL;
    if (!abbrev || !abbrev->usual || bs->ops.capacity < abbrev->fields ||
        !has_windows(&bs->bits, abbrev->fields + 1))
        return false;
    uint32_t read =
        read_usual(&bs->bits, window >> width, width, bs->abbrev_ops.items + abbrev->first_op,
                   abbrev->fields, bs->ops.items);
    if (read < abbrev->fields) {
        bs->bits.pos = start;
        return false;
    }
    begin_record(bs, id, start);
    bs->ops.count = read;
    end_record(bs);
    return true;
}

/* A record that starts at `offset` and whose abbreviation id was read. */
static dxk_status read_record(dxki_bc_stream *bs, uint32_t id, uint64_t offset)
{
    dxk_status status;
    uint64_t start = bs->bits.pos;
    bool past_end = bs->past_end;
    const dxki_bc_abbrev *abbrev = NULL;
    begin_record(bs, id, offset);
    bs->ops.count = 0;
    if (id == DXKI_ABBREV_UNABBREV) {
        status = read_unabbreviated(bs);
    } else {
        abbrev = dxki_bc_stream_abbrev(bs, id);
        status = abbrev ? read_abbreviated(bs, abbrev) : no_abbreviation(bs);
    }
    if (status == DXK_OK && (dxki_bits_overrun(&bs->bits) || bs->bits.bad_vbr))
        status = reread(bs, abbrev, start, past_end);
    if (status == DXK_OK)
        end_record(bs);
    return status;
}

dxk_status dxki_bc_stream_flatten(dxki_bc_stream *bs)
{
    dxki_bc_record *r = &bs->record;
    if (r->byte_count == 0)
        return DXK_OK;
    if (!dxki_vec_reserve(bs->ctx, &bs->ops, r->byte_count))
        return dxki_nomem(bs->ctx);
    for (size_t i = 0; i < r->byte_count; i++)
        bs->ops.items[bs->ops.count++] = r->bytes[i];
    r->ops = bs->ops.items + 1;
    r->op_count += r->byte_count;
    r->byte_count = 0;
    return DXK_OK;
}

dxk_status dxki_bc_stream_text(dxki_bc_stream *bs, size_t from, dxk_str *text)
{
    dxki_bc_record *r = &bs->record;
    if (from >= r->op_count) {
        size_t skip = from - r->op_count;
        *text = (dxk_str){"", 0};
        if (skip < r->byte_count)
            *text = (dxk_str){(const char *)r->bytes + skip, r->byte_count - skip};
        return DXK_OK;
    }
    size_t wide = r->op_count - from;
    if (!dxki_vec_reserve(bs->ctx, &bs->bytes, wide))
        return dxki_nomem(bs->ctx);
    memmove(bs->bytes.items + wide, bs->bytes.items, r->byte_count);
    for (size_t i = 0; i < wide; i++)
        bs->bytes.items[i] = (uint8_t)r->ops[from + i];
    *text = (dxk_str){(const char *)bs->bytes.items, wide + r->byte_count};
    bs->bytes.count = wide + r->byte_count;
    r->op_count = from;
    r->bytes = bs->bytes.items;
    r->byte_count = bs->bytes.count;
    return DXK_OK;
}

/* --- events --- */

static dxki_bc_stream_event end_or_fail(dxki_bc_stream *bs, dxk_status status,
                                        dxki_bc_stream_event event)
{
    bs->status = status;
    return status == DXK_OK ? event : DXKI_BS_FAILED;
}

static dxki_bc_stream_event enter_event(dxki_bc_stream *bs, uint64_t start)
{
    uint64_t id = dxki_bc_stream_vbr(bs, 8, 32);
    if (dxki_bits_overrun(&bs->bits))
        return end_or_fail(bs, dxki_bc_stream_fail_end(bs, "the header of a block"), DXKI_BS_BLOCK);
    bs->block_id = (uint32_t)id;
    bs->block_bit = start;
    return DXKI_BS_BLOCK;
}

/* There is no room for another abbreviation id. */
static dxki_bc_stream_event at_end(dxki_bc_stream *bs)
{
    if (bs->depth == 0)
        return DXKI_BS_STOP;
    bs->bits.pos = bs->bits.end;
    if (bs->depth > 1 || !bs->may_end_open)
        return end_or_fail(bs, dxki_bc_stream_fail_end(bs, "a block"), DXKI_BS_END);
    dxk_status status =
        dxki_bc_stream_report(bs, DXKI_RULE_BITCODE_OPEN_END, bs->bits.pos, false, NULL, 0);
    bs->top.words = (uint32_t)((bs->bits.pos - bs->top.body) / 32);
    return end_or_fail(bs, status == DXK_E_NOMEM ? status : dxki_bc_stream_leave(bs), DXKI_BS_END);
}

/* What is no record; its id was read from bit `start`. */
static dxki_bc_stream_event structure(dxki_bc_stream *bs, uint32_t id, uint64_t start)
{
    if (dxki_bits_overrun(&bs->bits))
        return end_or_fail(bs, dxki_bc_stream_fail_end(bs, "a block"), DXKI_BS_END);
    if (id == DXKI_ABBREV_ENTER_SUBBLOCK)
        return enter_event(bs, start);
    if (bs->depth == 0) {
        dxki_bc_stream_words(bs, DXKI_WORDS_BLOCK, 0);
        return end_or_fail(bs, DXKI_BC_REPORT(bs, BITCODE_TOP_LEVEL, start, dxki_dec(id)),
                           DXKI_BS_STOP);
    }
    if (id == DXKI_ABBREV_END_BLOCK)
        return end_or_fail(bs, dxki_bc_stream_leave(bs), DXKI_BS_END);
    return end_or_fail(bs, dxki_bc_stream_define(bs, &bs->locals), DXKI_BS_ABBREV);
}

/* What is no record of usual fields. */
static dxki_bc_stream_event next_of_any(dxki_bc_stream *bs)
{
    uint64_t start = bs->bits.pos;
    bool near_end = dxki_bits_left(&bs->bits) < bs->top.width;
    if (near_end && !(bs->judge && bs->depth))
        return at_end(bs);
    uint32_t id = (uint32_t)(near_end ? dxki_bc_stream_fixed(bs, bs->top.width)
                                      : dxki_bits_fixed(&bs->bits, bs->top.width));
    if (id < DXKI_ABBREV_UNABBREV || bs->depth == 0 || dxki_bits_overrun(&bs->bits))
        return structure(bs, id, start);
    return end_or_fail(bs, read_record(bs, id, start), DXKI_BS_RECORD);
}

dxki_bc_stream_event dxki_bc_stream_next(dxki_bc_stream *bs)
{
    bs->words.words = DXKI_WORDS_RECORD;
    bs->status = DXK_OK;
    return read_usual_record(bs) ? DXKI_BS_RECORD : next_of_any(bs);
}
