/* SPDX-License-Identifier: MIT */
/* bits.c - see bits.h. */
#include "wire/bits.h"

static const char char6[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

uint64_t dxki_bits_tail(const dxki_bits *b, uint64_t byte)
{
    uint64_t word = 0;
    for (uint32_t i = 0; i < 8 && byte + i < b->size; i++)
        word |= (uint64_t)b->data[byte + i] << (8 * i);
    return word;
}

/* The chunks past the first window, or of a number that is too long. */
static uint64_t slow_vbr(dxki_bits *b, uint32_t width)
{
    uint64_t more = (uint64_t)1 << (width - 1), value = 0, chunk;
    uint32_t shift = 0;
    do {
        chunk = dxki_bits_small(b, width);
        uint64_t part = chunk & (more - 1);
        if (shift < 64)
            value |= part << shift;
        if (part && (shift >= 64 || part << shift >> shift != part))
            b->bad_vbr = true;
        if (shift < 64)
            shift += width - 1;
    } while ((chunk & more) && b->pos < b->end);
    return value;
}

uint64_t dxki_bits_long_vbr(dxki_bits *b, uint32_t width)
{
    uint64_t window = dxki_bits_window(b), more = (uint64_t)1 << (width - 1), value = 0;
    uint32_t shift = 0;
    for (uint32_t used = width; used <= 57; used += width) {
        value |= (window & (more - 1)) << shift;
        if (!(window & more)) {
            b->pos += used;
            return value;
        }
        window >>= width;
        shift += width - 1;
    }
    return slow_vbr(b, width);
}

char dxki_bits_char6(uint32_t code)
{
    return char6[code & 63];
}

void dxki_bits_char6_array(dxki_bits *b, uint8_t *out, size_t count)
{
    for (; count >= 8; count -= 8, out += 8) {
        uint64_t window = dxki_bits_window(b);
        for (uint32_t i = 0; i < 8; i++)
            out[i] = (uint8_t)char6[window >> (6 * i) & 63];
        b->pos += 48;
    }
    for (; count; count--)
        *out++ = (uint8_t)char6[dxki_bits_small(b, 6)];
}

void dxki_bits_byte_array(dxki_bits *b, uint32_t width, uint8_t *out, size_t count)
{
    uint64_t mask = ((uint64_t)1 << width) - 1;
    for (; count >= 7; count -= 7, out += 7) {
        uint64_t window = dxki_bits_window(b);
        for (uint32_t i = 0; i < 7; i++)
            out[i] = (uint8_t)(window >> (width * i) & mask);
        b->pos += (uint64_t)7 * width;
    }
    for (; count; count--)
        *out++ = (uint8_t)dxki_bits_small(b, width);
}
