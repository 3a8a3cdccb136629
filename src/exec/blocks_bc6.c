/* SPDX-License-Identifier: MIT */
/*
 * blocks_bc6.c - BC6H: fourteen modes, each with an order of its own for the bits of the ends.
 * Source: D3D11.3 functional specification, 19.5.11 to 19.5.14.
 */
#include <string.h>
#include "exec/blocks.h"

typedef struct mode {
    uint8_t number; /* as the block has it: two bits if they are below 2, else five */
    uint8_t subsets;
    bool has_deltas; /* all ends but the first are differences to it */
    uint8_t first_bits, bits[3];
    /* What follows: component and end, then ":n" its bits from 0 to n - 1, or ".n" bit n. */
    const char *order;
} mode;

/* clang-format off */
static const mode modes[] = {
    {0, 2, true, 10, {5, 5, 5},
     "g2.4 b2.4 b3.4 r0:10 g0:10 b0:10 r1:5 g3.4 g2:4 g1:5 b3.0 g3:4 b1:5 b3.1 b2:4 r2:5 b3.2 r3:5 "
     "b3.3"},
    {1, 2, true, 7, {6, 6, 6},
     "g2.5 g3.4 g3.5 r0:7 b3.0 b3.1 b2.4 g0:7 b2.5 b3.2 g2.4 b0:7 b3.3 b3.5 b3.4 r1:6 g2:4 g1:6 g3:4 "
     "b1:6 b2:4 r2:6 r3:6"},
    {2, 2, true, 11, {5, 4, 4},
     "r0:10 g0:10 b0:10 r1:5 r0.10 g2:4 g1:4 g0.10 b3.0 g3:4 b1:4 b0.10 b3.1 b2:4 r2:5 b3.2 r3:5 "
     "b3.3"},
    {6, 2, true, 11, {4, 5, 4},
     "r0:10 g0:10 b0:10 r1:4 r0.10 g3.4 g2:4 g1:5 g0.10 g3:4 b1:4 b0.10 b3.1 b2:4 r2:4 b3.0 b3.2 "
     "r3:4 g2.4 b3.3"},
    {10, 2, true, 11, {4, 4, 5},
     "r0:10 g0:10 b0:10 r1:4 r0.10 b2.4 g2:4 g1:4 g0.10 b3.0 g3:4 b1:5 b0.10 b2:4 r2:4 b3.1 b3.2 "
     "r3:4 b3.4 b3.3"},
    {14, 2, true, 9, {5, 5, 5},
     "r0:9 b2.4 g0:9 g2.4 b0:9 b3.4 r1:5 g3.4 g2:4 g1:5 b3.0 g3:4 b1:5 b3.1 b2:4 r2:5 b3.2 r3:5 "
     "b3.3"},
    {18, 2, true, 8, {6, 5, 5},
     "r0:8 g3.4 b2.4 g0:8 b3.2 g2.4 b0:8 b3.3 b3.4 r1:6 g2:4 g1:5 b3.0 g3:4 b1:5 b3.1 b2:4 r2:6 "
     "r3:6"},
    {22, 2, true, 8, {5, 6, 5},
     "r0:8 b3.0 b2.4 g0:8 g2.5 g2.4 b0:8 g3.5 b3.4 r1:5 g3.4 g2:4 g1:6 g3:4 b1:5 b3.1 b2:4 r2:5 "
     "b3.2 r3:5 b3.3"},
    {26, 2, true, 8, {5, 5, 6},
     "r0:8 b3.1 b2.4 g0:8 b2.5 g2.4 b0:8 b3.5 b3.4 r1:5 g3.4 g2:4 g1:5 b3.0 g3:4 b1:6 b2:4 r2:5 "
     "b3.2 r3:5 b3.3"},
    {30, 2, false, 6, {6, 6, 6},
     "r0:6 g3.4 b3.0 b3.1 b2.4 g0:6 g2.5 b2.5 b3.2 g2.4 b0:6 g3.5 b3.3 b3.5 b3.4 r1:6 g2:4 g1:6 "
     "g3:4 b1:6 b2:4 r2:6 r3:6"},
    {3, 1, false, 10, {10, 10, 10}, "r0:10 g0:10 b0:10 r1:10 g1:10 b1:10"},
    {7, 1, true, 11, {9, 9, 9}, "r0:10 g0:10 b0:10 r1:9 r0.10 g1:9 g0.10 b1:9 b0.10"},
    {11, 1, true, 12, {8, 8, 8},
     "r0:10 g0:10 b0:10 r1:8 r0.11 r0.10 g1:8 g0.11 g0.10 b1:8 b0.11 b0.10"},
    {15, 1, true, 16, {4, 4, 4},
     "r0:10 g0:10 b0:10 r1:4 r0.15 r0.14 r0.13 r0.12 r0.11 r0.10 g1:4 g0.15 g0.14 g0.13 g0.12 g0.11 "
     "g0.10 b1:4 b0.15 b0.14 b0.13 b0.12 b0.11 b0.10"},
};
/* clang-format on */

static const mode *take_mode(dxki_exec_block_bits *bits)
{
    uint32_t number = dxki_exec_block_take(bits, 2);

    if (number >= 2)
        number |= dxki_exec_block_take(bits, 3) << 2;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        if (modes[i].number == number)
            return &modes[i];
    }
    return NULL; /* reserved */
}

static void take_ends(const mode *m, dxki_exec_block_bits *bits, int32_t e[4][3])
{
    memset(e, 0, 4 * sizeof *e);
    for (const char *at = m->order; *at;) {
        unsigned component = *at == 'r' ? 0 : *at == 'g' ? 1 : 2, end = (unsigned)(at[1] - '0');
        bool is_run = at[2] == ':';
        unsigned number = 0;
        for (at += 3; *at >= '0' && *at <= '9'; at++)
            number = 10 * number + (unsigned)(*at - '0');
        while (*at == ' ')
            at++;
        uint32_t value = dxki_exec_block_take(bits, is_run ? number : 1);
        e[end][component] |= (int32_t)(value << (is_run ? 0 : number));
    }
}

static int32_t extend(int32_t value, unsigned bits)
{
    int32_t sign = 1 << (bits - 1);
    return ((value & (2 * sign - 1)) ^ sign) - sign;
}

/* From `bits` to 16, both ends of the range exactly. */
static int32_t widen(int32_t value, unsigned bits, bool is_signed)
{
    if (!is_signed) {
        if (bits >= 15 || value == 0)
            return value;
        return value == (1 << bits) - 1 ? 0xFFFF : ((value << 16) + 0x8000) >> bits;
    }
    int32_t size = value < 0 ? -value : value;
    if (bits < 16 && size)
        size = size >= (1 << (bits - 1)) - 1 ? 0x7FFF : ((size << 15) + 0x4000) >> (bits - 1);
    return value < 0 ? -size : size;
}

/* All ends as numbers of 16 bits. */
static void finish_ends(const mode *m, bool is_signed, int32_t e[4][3])
{
    for (unsigned i = 0; i < 2u * m->subsets; i++) {
        for (unsigned c = 0; c < 3; c++) {
            int32_t mask = (1 << m->first_bits) - 1, value = e[i][c];
            if (i && (m->has_deltas || is_signed))
                value = extend(value, m->bits[c]);
            if (i && m->has_deltas) /* e[0] is not widened yet: its turn is last */
                value = (e[0][c] + value) & mask;
            if (is_signed && (i == 0 || m->has_deltas))
                value = extend(value, m->first_bits);
            e[i][c] = value;
        }
    }
    for (unsigned i = 0; i < 2u * m->subsets; i++) {
        for (unsigned c = 0; c < 3; c++)
            e[i][c] = widen(e[i][c], m->first_bits, is_signed);
    }
}

/* The half whose bits are the mixed number scaled to the range of finite halves. */
static uint16_t finish(int32_t value, bool is_signed)
{
    if (!is_signed)
        return (uint16_t)(value * 31 >> 6);
    return (uint16_t)(value < 0 ? 0x8000 | (-value * 31 >> 5) : value * 31 >> 5);
}

void dxki_exec_block_bc6(const uint8_t *bytes, bool is_signed, uint32_t texel, uint16_t out[3])
{
    dxki_exec_block_bits bits = {0, 0};
    int32_t e[4][3];
    uint32_t index = 0;

    for (unsigned i = 0; i < 8; i++) {
        bits.low |= (uint64_t)bytes[i] << (8 * i);
        bits.high |= (uint64_t)bytes[8 + i] << (8 * i);
    }
    memset(out, 0, 3 * sizeof *out);
    const mode *m = take_mode(&bits);
    if (!m)
        return;
    take_ends(m, &bits, e);
    uint32_t partition = m->subsets == 2 ? dxki_exec_block_take(&bits, 5) : 0;
    unsigned width = m->subsets == 2 ? 3 : 4;
    for (uint32_t t = 0; t <= texel; t++) {
        uint32_t subset = dxki_exec_block_subset(m->subsets, partition, t);
        bool is_anchor = t == dxki_exec_block_anchor(m->subsets, partition, subset);
        index = dxki_exec_block_take(&bits, width - is_anchor);
    }
    finish_ends(m, is_signed, e);
    int32_t weight = (int32_t)dxki_exec_block_weight(width, index);
    unsigned at = 2 * dxki_exec_block_subset(m->subsets, partition, texel);
    for (unsigned c = 0; c < 3; c++) {
        int32_t value = e[at][c] * (64 - weight) + e[at + 1][c] * weight + 32;
        out[c] = finish(value >> 6, is_signed);
    }
}
