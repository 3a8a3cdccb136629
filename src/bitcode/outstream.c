/* SPDX-License-Identifier: MIT */
/* outstream.c - see outstream.h. */
#include "bitcode/outstream.h"

#include <string.h>

/* Widths of what every block has in common. */
enum {
    TOP_WIDTH = 2,
    BLOCK_ID_VBR = 8,
    NEW_WIDTH_VBR = 4,
    UNABBREV_VBR = 6,
    DEFINE_COUNT_VBR = 5,
    LITERAL_VBR = 8,
    ENCODING_BITS = 3,
    WIDTH_VBR = 5,
    LENGTH_VBR = 6
};

void dxki_bc_out_init(dxki_bc_out *os, dxk_ctx *ctx)
{
    memset(os, 0, sizeof *os);
    dxki_bitwriter_init(&os->bits, ctx);
    os->width = TOP_WIDTH;
    dxki_bitwriter_fixed(&os->bits, DXKI_BITCODE_MAGIC, 32);
}

void dxki_bc_out_free(dxki_bc_out *os)
{
    dxki_vec_free(os->bits.ctx, &os->ops);
    dxki_bitwriter_free(&os->bits);
}

bool dxki_bc_out_failed(const dxki_bc_out *os)
{
    return os->bits.failed;
}

void dxki_bc_out_enter(dxki_bc_out *os, uint32_t block_id, uint32_t width)
{
    dxki_bitwriter *bits = &os->bits;
    dxki_bitwriter_fixed(bits, DXKI_ABBREV_ENTER_SUBBLOCK, os->width);
    dxki_bitwriter_vbr(bits, block_id, BLOCK_ID_VBR);
    dxki_bitwriter_vbr(bits, width, NEW_WIDTH_VBR);
    dxki_bitwriter_align(bits);
    if (os->depth == DXKI_OS_DEPTH) {
        bits->failed = true;
        return;
    }
    os->scopes[os->depth].length_at = bits->size;
    os->scopes[os->depth].width = os->width;
    os->depth++;
    os->width = width;
    dxki_bitwriter_fixed(bits, 0, 32);
}

void dxki_bc_out_leave(dxki_bc_out *os)
{
    dxki_bitwriter *bits = &os->bits;
    if (os->depth == 0)
        return;
    dxki_bitwriter_fixed(bits, DXKI_ABBREV_END_BLOCK, os->width);
    dxki_bitwriter_align(bits);
    os->depth--;
    size_t at = os->scopes[os->depth].length_at;
    os->width = os->scopes[os->depth].width;
    if (!bits->failed)
        dxki_bitwriter_patch(bits, at, (uint32_t)((bits->size - at - 4) / 4));
}

void dxki_bc_out_define(dxki_bc_out *os, const dxki_bc_out_abbrev *abbrev)
{
    dxki_bitwriter *bits = &os->bits;
    dxki_bitwriter_fixed(bits, DXKI_ABBREV_DEFINE, os->width);
    dxki_bitwriter_vbr(bits, abbrev->op_count, DEFINE_COUNT_VBR);
    for (uint32_t i = 0; i < abbrev->op_count; i++) {
        dxki_bc_out_abbrev_op op = abbrev->ops[i];
        bool literal = op.encoding == DXKI_ENC_LITERAL;
        dxki_bitwriter_fixed(bits, literal, 1);
        if (literal) {
            dxki_bitwriter_vbr(bits, op.value, LITERAL_VBR);
            continue;
        }
        dxki_bitwriter_fixed(bits, op.encoding, ENCODING_BITS);
        if (op.encoding == DXKI_ENC_FIXED || op.encoding == DXKI_ENC_VBR)
            dxki_bitwriter_vbr(bits, op.value, WIDTH_VBR);
    }
}

static inline void put(dxki_bitwriter *bits, dxki_bc_out_abbrev_op op, uint64_t value)
{
    switch (op.encoding) {
    case DXKI_ENC_VBR:
        dxki_bitwriter_vbr(bits, value, op.value);
        break;
    case DXKI_ENC_FIXED:
        if (op.value <= 32)
            dxki_bitwriter_fixed(bits, value & (((uint64_t)1 << op.value) - 1), op.value);
        else
            dxki_bitwriter_wide(bits, value, op.value);
        break;
    case DXKI_ENC_CHAR6:
        dxki_bitwriter_fixed(bits, (dxki_char6_codes[(uint8_t)value] - 1u) & 63, 6);
        break;
    default: /* LITERAL: the definition says it all */
        break;
    }
}

/* The bits of a number that takes two chunks of 6, as characters do; 0: it takes fewer or more. */
static inline uint32_t two_chunks(uint64_t value)
{
    return value - 32 < 992 ? (uint32_t)((value & 31) | 32 | (value >> 5) << 6) : 0;
}

/* Numbers in chunks of 6, two at once where that is possible. */
static void put_chunks(dxki_bitwriter *bits, const uint64_t *values, size_t count)
{
    for (size_t i = 0; i < count;) {
        uint32_t a = two_chunks(values[i]), b = i + 1 < count ? two_chunks(values[i + 1]) : 0;
        if (a && b)
            dxki_bitwriter_fixed(bits, a | b << 12, 24);
        else
            dxki_bitwriter_vbr(bits, values[i], UNABBREV_VBR);
        i += a && b ? 2 : 1;
    }
}

static void put_tail(dxki_bitwriter *bits, dxki_bc_out_abbrev_op op, dxk_str tail)
{
    size_t i = 0;
    bool in_chunks = op.encoding == DXKI_ENC_VBR && op.value == UNABBREV_VBR;
    for (; in_chunks && tail.size - i >= 2; i += 2) { /* two at once */
        uint32_t a = two_chunks((uint8_t)tail.data[i]), b = two_chunks((uint8_t)tail.data[i + 1]);
        if (!a || !b)
            break;
        dxki_bitwriter_fixed(bits, a | b << 12, 24);
    }
    for (; op.encoding == DXKI_ENC_CHAR6 && tail.size - i >= 5; i += 5) { /* five at once */
        uint64_t codes = 0;
        for (uint32_t k = 0; k < 5; k++)
            codes |= (uint64_t)((dxki_char6_codes[(uint8_t)tail.data[i + k]] - 1u) & 63) << (6 * k);
        dxki_bitwriter_fixed(bits, codes, 30);
    }
    for (; i < tail.size; i++)
        put(bits, op, (uint8_t)tail.data[i]);
}

/* Operand `i` of the record: gathered ones, then characters. */
static uint64_t operand(const dxki_bc_out *os, size_t i, dxk_str tail)
{
    return i < os->ops.count ? os->ops.items[i] : (uint8_t)tail.data[i - os->ops.count];
}

/* The array that ends a record: everything from operand `from` on. */
static void put_array(dxki_bc_out *os, dxki_bc_out_abbrev_op element, size_t from, dxk_str tail)
{
    dxki_bitwriter_vbr(&os->bits, os->ops.count + tail.size - from, LENGTH_VBR);
    for (; from < os->ops.count; from++)
        put(&os->bits, element, os->ops.items[from]);
    from -= os->ops.count;
    if (from < tail.size)
        put_tail(&os->bits, element, (dxk_str){tail.data + from, tail.size - from});
}

static void put_abbreviated(dxki_bc_out *os, uint32_t code, const dxki_bc_out_abbrev *abbrev,
                            dxk_str tail)
{
    size_t total = os->ops.count + tail.size, next = 0;
    dxki_bitwriter_fixed(&os->bits, abbrev->id, os->width);
    put(&os->bits, abbrev->ops[0], code);
    for (uint32_t i = 1; i < abbrev->op_count; i++) {
        if (abbrev->ops[i].encoding == DXKI_ENC_ARRAY) {
            put_array(os, abbrev->ops[i + 1], next, tail);
            return;
        }
        if (next < total)
            put(&os->bits, abbrev->ops[i], operand(os, next++, tail));
    }
}

static void put_unabbreviated(dxki_bc_out *os, uint32_t code, dxk_str tail)
{
    static const dxki_bc_out_abbrev_op element = {DXKI_ENC_VBR, UNABBREV_VBR};
    dxki_bitwriter_fixed(&os->bits, DXKI_ABBREV_UNABBREV, os->width);
    dxki_bitwriter_vbr(&os->bits, code, UNABBREV_VBR);
    dxki_bitwriter_vbr(&os->bits, os->ops.count + tail.size, UNABBREV_VBR);
    put_chunks(&os->bits, os->ops.items, os->ops.count);
    put_tail(&os->bits, element, tail);
}

void dxki_bc_out_record(dxki_bc_out *os, uint32_t code, const dxki_bc_out_abbrev *abbrev,
                        dxk_str tail)
{
    if (abbrev)
        put_abbreviated(os, code, abbrev, tail);
    else
        put_unabbreviated(os, code, tail);
    os->ops.count = 0;
}
