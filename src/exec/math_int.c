/* SPDX-License-Identifier: MIT */
/* math_int.c - operations of integers that C has no operator for; see math.h. */
#include "base/real.h"
#include "exec/math.h"

#define NONE 0xFFFFFFFFu

static uint64_t all_ones(unsigned width)
{
    return ~(uint64_t)0 >> (64 - width);
}

static int64_t extended(uint64_t x, unsigned width)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    x &= all_ones(width);
    return (int64_t)((x ^ sign) - sign);
}

/* --- bits --- */

uint64_t dxki_exec_reverse_bits(uint64_t x, unsigned width)
{
    static const uint64_t masks[] = {0x5555555555555555u, 0x3333333333333333u, 0x0F0F0F0F0F0F0F0Fu,
                                     0x00FF00FF00FF00FFu, 0x0000FFFF0000FFFFu, 0x00000000FFFFFFFFu};
    for (unsigned i = 0; i < 6; i++)
        x = (x & masks[i]) << (1u << i) | (x >> (1u << i) & masks[i]);
    return x >> (64 - width);
}

uint32_t dxki_exec_count_bits(uint64_t x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (uint32_t)(x * 0x0101010101010101u >> 56);
}

uint32_t dxki_exec_first_low(uint64_t x)
{
    return x ? (uint32_t)dxki_top_bit(x & (0 - x)) : NONE;
}

uint32_t dxki_exec_first_high(uint64_t x, unsigned width)
{
    x &= all_ones(width);
    return x ? width - 1 - (uint32_t)dxki_top_bit(x) : NONE;
}

uint32_t dxki_exec_first_signed_high(uint64_t x, unsigned width)
{
    return dxki_exec_first_high(extended(x, width) < 0 ? ~x : x, width);
}

/* --- division --- */

uint64_t dxki_exec_udiv(uint64_t a, uint64_t b, unsigned width)
{
    uint64_t mask = all_ones(width);
    return b & mask ? (a & mask) / (b & mask) : mask;
}

uint64_t dxki_exec_urem(uint64_t a, uint64_t b, unsigned width)
{
    uint64_t mask = all_ones(width);
    return b & mask ? (a & mask) % (b & mask) : mask;
}

uint64_t dxki_exec_sdiv(uint64_t a, uint64_t b, unsigned width)
{
    int64_t x = extended(a, width), y = extended(b, width);
    if (y == 0)
        return all_ones(width);
    /* By -1 without the division: the least number has no opposite. */
    return (y == -1 ? 0 - (uint64_t)x : (uint64_t)(x / y)) & all_ones(width);
}

uint64_t dxki_exec_srem(uint64_t a, uint64_t b, unsigned width)
{
    int64_t x = extended(a, width), y = extended(b, width);
    if (y == 0)
        return all_ones(width);
    return y == -1 ? 0 : (uint64_t)(x % y) & all_ones(width);
}

/* --- bit fields; width and offset count modulo 32 --- */

uint32_t dxki_exec_bfi(uint32_t width, uint32_t offset, uint32_t source, uint32_t base)
{
    uint32_t mask = ((1u << (width & 31)) - 1) << (offset & 31);
    return (source << (offset & 31) & mask) | (base & ~mask);
}

uint32_t dxki_exec_ubfe(uint32_t width, uint32_t offset, uint32_t value)
{
    width &= 31;
    value >>= offset & 31;
    return value & ((1u << width) - 1);
}

uint32_t dxki_exec_ibfe(uint32_t width, uint32_t offset, uint32_t value)
{
    width &= 31;
    offset &= 31;
    if (width == 0)
        return 0;
    uint32_t have = width + offset < 32 ? width : 32 - offset;
    return (uint32_t)extended(value >> offset, have);
}

/* --- four bytes in a word --- */

static uint32_t byte_of(uint32_t x, unsigned i)
{
    return x >> (8 * i) & 0xFF;
}

uint32_t dxki_exec_msad(uint32_t reference, uint32_t source, uint32_t acc)
{
    for (unsigned i = 0; i < 4; i++) {
        uint32_t r = byte_of(reference, i), s = byte_of(source, i);
        uint32_t difference = r == 0 ? 0 : r > s ? r - s : s - r;
        acc = acc > NONE - difference ? NONE : acc + difference;
    }
    return acc;
}

uint32_t dxki_exec_dot4_add_i8(uint32_t acc, uint32_t a, uint32_t b)
{
    for (unsigned i = 0; i < 4; i++)
        acc += (uint32_t)(extended(byte_of(a, i), 8) * extended(byte_of(b, i), 8));
    return acc;
}

uint32_t dxki_exec_dot4_add_u8(uint32_t acc, uint32_t a, uint32_t b)
{
    for (unsigned i = 0; i < 4; i++)
        acc += byte_of(a, i) * byte_of(b, i);
    return acc;
}

uint32_t dxki_exec_pack4x8(unsigned mode, const int32_t elements[4])
{
    static const struct {
        int32_t least, most;
    } ranges[] = {{INT32_MIN, INT32_MAX}, {0, 255}, {-128, 127}};
    uint32_t packed = 0;
    if (mode > 2)
        mode = 0;
    for (unsigned i = 0; i < 4; i++) {
        int32_t x = elements[i];
        x = x < ranges[mode].least  ? ranges[mode].least
            : x > ranges[mode].most ? ranges[mode].most
                                    : x;
        packed |= ((uint32_t)x & 0xFF) << (8 * i);
    }
    return packed;
}

void dxki_exec_unpack4x8(unsigned mode, uint32_t packed, int32_t elements[4])
{
    for (unsigned i = 0; i < 4; i++)
        elements[i] =
            mode == 1 ? (int32_t)extended(byte_of(packed, i), 8) : (int32_t)byte_of(packed, i);
}
