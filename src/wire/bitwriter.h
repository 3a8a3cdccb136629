/* SPDX-License-Identifier: MIT */
/*
 * bitwriter.h - appends bits to a growing buffer, in the order that bits.h reads them. Sticky:
 * after running out of memory it swallows what comes and the caller asks once, at the end.
 *
 * Bits gather in a 64-bit word; whole 32-bit words move to the buffer, so its size is always a
 * multiple of four.
 */
#ifndef DXKI_WIRE_BITWRITER_H
#define DXKI_WIRE_BITWRITER_H

#include "base/ctx.h"
#include "wire/load.h"

typedef struct dxki_bitwriter {
    dxk_ctx *ctx;
    uint8_t *data;   /* the words written so far */
    size_t size;     /* bytes of them */
    size_t capacity; /* bytes allocated */
    uint64_t word;   /* bits not in `data` yet */
    uint32_t used;   /* how many, less than 32 between calls */
    bool failed;     /* out of memory */
} dxki_bitwriter;

void dxki_bitwriter_init(dxki_bitwriter *w, dxk_ctx *ctx);
void dxki_bitwriter_free(dxki_bitwriter *w);

/* Makes room for more words; false: out of memory. */
bool dxki_bitwriter_grow(dxki_bitwriter *w);

/* Moves 32 bits into the buffer. */
static inline void dxki_bitwriter_spill(dxki_bitwriter *w)
{
    if (w->capacity - w->size >= 4 || dxki_bitwriter_grow(w)) {
        dxki_store32(w->data + w->size, (uint32_t)w->word);
        w->size += 4;
    }
    w->word >>= 32;
    w->used -= 32;
}

/* The low `width` bits of a value that has no others; width 0 to 32. */
static inline void dxki_bitwriter_fixed(dxki_bitwriter *w, uint64_t value, uint32_t width)
{
    w->word |= value << w->used;
    w->used += width;
    if (w->used >= 32)
        dxki_bitwriter_spill(w);
}

/* The low `width` bits, 0 to 64, whatever the others are. */
void dxki_bitwriter_wide(dxki_bitwriter *w, uint64_t value, uint32_t width);

/* A number that needs three chunks or more. */
void dxki_bitwriter_long_vbr(dxki_bitwriter *w, uint64_t value, uint32_t width);

/* A number in chunks of `width` bits (2 to 32), the low one first. */
static inline void dxki_bitwriter_vbr(dxki_bitwriter *w, uint64_t value, uint32_t width)
{
    uint64_t more = (uint64_t)1 << (width - 1);
    if (value < more)
        dxki_bitwriter_fixed(w, value, width);
    else if (width <= 16 && value >> (2 * width - 2) == 0)
        dxki_bitwriter_fixed(w, (value & (more - 1)) | more | value >> (width - 1) << width,
                             2 * width);
    else
        dxki_bitwriter_long_vbr(w, value, width);
}

/* Zero bits up to the next multiple of 32. */
void dxki_bitwriter_align(dxki_bitwriter *w);

/* Changes the 32 bits at a byte offset that has been written. */
void dxki_bitwriter_patch(dxki_bitwriter *w, size_t offset, uint32_t value);

/* By character: its 6-bit code + 1; 0: it has none. */
extern const uint8_t dxki_char6_codes[256];

#endif
