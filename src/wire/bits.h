/* SPDX-License-Identifier: MIT */
/*
 * bits.h - cursor over the bits of an LLVM bit stream. Bit k of the stream is bit k mod 8 of
 * byte k / 8, numbers start at their low end.
 *
 * A read takes eight bytes at once and shifts. Past the end it yields zeros and goes on; the
 * caller asks dxki_bits_overrun() once per record instead of once per field, and compares counts
 * that steer loops with dxki_bits_left() beforehand.
 */
#ifndef DXKI_WIRE_BITS_H
#define DXKI_WIRE_BITS_H

#include "dxk/base.h"
#include "wire/load.h"

typedef struct dxki_bits {
    const uint8_t *data;
    size_t size;  /* bytes */
    uint64_t pos; /* next bit */
    uint64_t end; /* bits in the stream */
    bool bad_vbr; /* a variable-width number did not fit in 64 bits (sticky) */
} dxki_bits;

static inline dxki_bits dxki_bits_make(dxk_bytes bytes)
{
    return (dxki_bits){bytes.data, bytes.size, 0, (uint64_t)bytes.size * 8, false};
}

static inline bool dxki_bits_overrun(const dxki_bits *b)
{
    return b->pos > b->end;
}

static inline uint64_t dxki_bits_left(const dxki_bits *b)
{
    return b->pos < b->end ? b->end - b->pos : 0;
}

/* The last bytes of the stream, zeros after them. */
uint64_t dxki_bits_tail(const dxki_bits *b, uint64_t byte);

/* At least the next 57 bits, without moving. */
static inline uint64_t dxki_bits_window(const dxki_bits *b)
{
    uint64_t byte = b->pos >> 3;
    uint64_t word = byte + 8 <= b->size ? dxki_load64(b->data + byte) : dxki_bits_tail(b, byte);
    return word >> (b->pos & 7);
}

/* A number of `width` bits, at most 57. */
static inline uint64_t dxki_bits_small(dxki_bits *b, uint32_t width)
{
    uint64_t value = dxki_bits_window(b) & (((uint64_t)1 << width) - 1);
    b->pos += width;
    return value;
}

/* A number of `width` bits, 0 to 64. */
static inline uint64_t dxki_bits_fixed(dxki_bits *b, uint32_t width)
{
    if (width <= 57)
        return dxki_bits_small(b, width);
    uint64_t low = dxki_bits_small(b, 32);
    return low | dxki_bits_small(b, width - 32) << 32;
}

/* A number of three or more chunks. */
uint64_t dxki_bits_long_vbr(dxki_bits *b, uint32_t width);

/* A number in chunks of `width` bits (1 to 32), whose top bits say that more follow. */
static inline uint64_t dxki_bits_vbr(dxki_bits *b, uint32_t width)
{
    uint64_t window = dxki_bits_window(b);
    uint64_t more = (uint64_t)1 << (width - 1);
    uint64_t first = window & (more - 1);
    if (!(window & more)) {
        b->pos += width;
        return first;
    }
    uint64_t second = window >> width;
    if (width <= 28 && !(second & more)) {
        b->pos += 2 * width;
        return first | (second & (more - 1)) << (width - 1);
    }
    return dxki_bits_long_vbr(b, width);
}

/* On to the next multiple of 32 bits. */
static inline void dxki_bits_align(dxki_bits *b)
{
    b->pos = (b->pos + 31) & ~(uint64_t)31;
}

/* The character of a 6-bit code. */
char dxki_bits_char6(uint32_t code);

/* `count` codes of 6 bits as characters, or numbers of `width` <= 8 bits as bytes. */
void dxki_bits_char6_array(dxki_bits *b, uint8_t *out, size_t count);
void dxki_bits_byte_array(dxki_bits *b, uint32_t width, uint8_t *out, size_t count);

#endif
