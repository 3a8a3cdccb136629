/* SPDX-License-Identifier: MIT */
/*
 * blocks.h - compressed blocks of 4 by 4 texels, BC1 to BC7, one texel at a time.
 *
 * Only decoding: nothing writes compressed textures through a view.
 * Source: D3D11.3 functional specification, 19.5.
 */
#ifndef DXKI_EXEC_BLOCKS_H
#define DXKI_EXEC_BLOCKS_H

#include "exec/format.h"

/* True if blocks of BC1 to BC7 hold alpha. */
bool dxki_exec_block_has_alpha(unsigned compression);
/* The texel at (x, y), both below 4, of the block at `bytes`. *out holds the defaults. */
void dxki_exec_block_load(const dxki_exec_format *format, const uint8_t *bytes, uint32_t x,
                          uint32_t y, dxki_exec_texel *out);

/* Fields of a block of 128 bits, taken from the lowest bit up. */
typedef struct dxki_exec_block_bits {
    uint64_t low, high;
} dxki_exec_block_bits;

/* The next `count` bits, at most 32; 0 beyond the end. */
uint32_t dxki_exec_block_take(dxki_exec_block_bits *bits, unsigned count);
/* The weight, of 64, of an index of 2, 3 or 4 bits: BC6H and BC7. */
uint32_t dxki_exec_block_weight(unsigned index_bits, uint32_t index);
/* Which of `subsets` (1 to 3) the texel 0..15 belongs to in a partition. */
uint32_t dxki_exec_block_subset(unsigned subsets, uint32_t partition, uint32_t texel);
/* Number of the texel whose index lacks its highest bit, in a subset. */
uint32_t dxki_exec_block_anchor(unsigned subsets, uint32_t partition, uint32_t subset);

/* Bits of half for red, green, blue. */
void dxki_exec_block_bc6(const uint8_t *bytes, bool is_signed, uint32_t texel, uint16_t out[3]);
/* Components of 8 bits. */
void dxki_exec_block_bc7(const uint8_t *bytes, uint32_t texel, uint8_t out[4]);

#endif
