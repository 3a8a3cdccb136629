/* SPDX-License-Identifier: MIT */
/*
 * blocks_bc7.c - BC7: eight modes, told by the number of zeros that the block begins with.
 *
 * After the mode stand the partition, the rotation and the choice of indices; then the ends of
 * all subsets, component by component; their common last bits; one or two indices for each texel.
 * Source: D3D11.3 functional specification, 19.5.15.
 */
#include <string.h>
#include "exec/blocks.h"

typedef struct mode {
    uint8_t subsets, partition_bits, rotation_bits, choice_bits;
    uint8_t color_bits, alpha_bits;
    uint8_t own_last, shared_last; /* one more bit for each end, or for both of a subset */
    uint8_t index_bits, second_bits;
} mode;

static const mode modes[8] = {
    {3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {2, 6, 0, 0, 6, 0, 0, 1, 3, 0}, {3, 6, 0, 0, 5, 0, 0, 0, 2, 0},
    {2, 6, 0, 0, 7, 0, 1, 0, 2, 0}, {1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {1, 0, 2, 0, 7, 8, 0, 0, 2, 2},
    {1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {2, 6, 0, 0, 5, 5, 1, 0, 2, 0},
};

typedef struct ends {
    uint8_t c[6][4]; /* two for each subset */
} ends;

/* Repeats the highest bits below the lowest. */
static uint8_t widen(uint32_t value, unsigned bits)
{
    value <<= 8 - bits;
    return (uint8_t)(value | value >> bits);
}

static void take_ends(const mode *m, dxki_exec_block_bits *bits, ends *out)
{
    unsigned count = 2u * m->subsets;

    for (unsigned c = 0; c < 4; c++) {
        unsigned width = c < 3 ? m->color_bits : m->alpha_bits;
        for (unsigned i = 0; i < count; i++)
            out->c[i][c] = (uint8_t)dxki_exec_block_take(bits, width);
    }
    uint32_t last = 0;
    for (unsigned i = 0; i < count; i++) {
        if (m->own_last || (m->shared_last && i % 2 == 0))
            last = dxki_exec_block_take(bits, 1);
        for (unsigned c = 0; c < 4; c++) {
            unsigned width = c < 3 ? m->color_bits : m->alpha_bits;
            uint32_t value = out->c[i][c];
            if (m->own_last || m->shared_last) {
                value = value << 1 | last;
                width = width ? width + 1 : 0;
            }
            out->c[i][c] = width ? widen(value, width) : 255;
        }
    }
}

/* The index of one texel, out of the indices of all; those of anchors are a bit shorter. */
static uint32_t take_index(const mode *m, dxki_exec_block_bits *bits, unsigned width,
                           uint32_t partition, uint32_t texel)
{
    uint32_t index = 0;

    for (uint32_t t = 0; t < 16; t++) {
        uint32_t subset = dxki_exec_block_subset(m->subsets, partition, t);
        bool is_anchor = t == dxki_exec_block_anchor(m->subsets, partition, subset);
        uint32_t value = dxki_exec_block_take(bits, width - is_anchor);
        if (t == texel)
            index = value;
    }
    return index;
}

static uint8_t mix(uint8_t a, uint8_t b, uint32_t weight)
{
    return (uint8_t)(((64 - weight) * a + weight * b + 32) >> 6);
}

void dxki_exec_block_bc7(const uint8_t *bytes, uint32_t texel, uint8_t out[4])
{
    dxki_exec_block_bits bits = {0, 0};
    unsigned number = 0;
    ends e;

    for (unsigned i = 0; i < 8; i++) {
        bits.low |= (uint64_t)bytes[i] << (8 * i);
        bits.high |= (uint64_t)bytes[8 + i] << (8 * i);
    }
    while (number < 8 && !dxki_exec_block_take(&bits, 1))
        number++;
    memset(out, 0, 4);
    if (number == 8) /* reserved */
        return;
    const mode *m = &modes[number];
    uint32_t partition = dxki_exec_block_take(&bits, m->partition_bits);
    uint32_t rotation = dxki_exec_block_take(&bits, m->rotation_bits);
    uint32_t choice = dxki_exec_block_take(&bits, m->choice_bits);
    take_ends(m, &bits, &e);
    uint32_t weight = dxki_exec_block_weight(m->index_bits,
                                             take_index(m, &bits, m->index_bits, partition, texel));
    uint32_t second = weight;
    if (m->second_bits)
        second = dxki_exec_block_weight(m->second_bits,
                                        take_index(m, &bits, m->second_bits, partition, texel));
    unsigned at = 2 * dxki_exec_block_subset(m->subsets, partition, texel);
    for (unsigned c = 0; c < 4; c++)
        out[c] = mix(e.c[at][c], e.c[at + 1][c], (c == 3) != (choice != 0) ? second : weight);
    if (rotation) {
        uint8_t alpha = out[3];
        out[3] = out[rotation - 1];
        out[rotation - 1] = alpha;
    }
}
