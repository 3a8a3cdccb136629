/* SPDX-License-Identifier: MIT */
/* bitwriter.c - see bitwriter.h. */
#include "wire/bitwriter.h"

#include <string.h>

#define FIRST_CAPACITY ((size_t)4096)

void dxki_bitwriter_init(dxki_bitwriter *w, dxk_ctx *ctx)
{
    memset(w, 0, sizeof *w);
    w->ctx = ctx;
}

void dxki_bitwriter_free(dxki_bitwriter *w)
{
    dxki_realloc(w->ctx, w->data, w->capacity, 0);
    dxki_bitwriter_init(w, w->ctx);
}

bool dxki_bitwriter_grow(dxki_bitwriter *w)
{
    size_t capacity = w->capacity ? w->capacity * 2 : FIRST_CAPACITY;
    uint8_t *grown = NULL;
    if (!w->failed && capacity > w->capacity)
        grown = dxki_realloc(w->ctx, w->data, w->capacity, capacity);
    if (!grown) {
        w->failed = true;
        return false;
    }
    w->data = grown;
    w->capacity = capacity;
    return true;
}

void dxki_bitwriter_wide(dxki_bitwriter *w, uint64_t value, uint32_t width)
{
    if (width > 32) {
        dxki_bitwriter_fixed(w, value & 0xffffffffu, 32);
        value >>= 32;
        width -= 32;
    }
    dxki_bitwriter_fixed(w, value & (((uint64_t)1 << width) - 1), width);
}

void dxki_bitwriter_long_vbr(dxki_bitwriter *w, uint64_t value, uint32_t width)
{
    uint64_t more = (uint64_t)1 << (width - 1), chunks = 0, rest = value >> (width - 1);
    uint32_t used = 0;
    if (rest < more && width <= 16) { /* nearly always two */
        dxki_bitwriter_fixed(w, (value & (more - 1)) | more | rest << width, 2 * width);
        return;
    }
    for (; value >= more; value >>= width - 1) {
        chunks |= ((value & (more - 1)) | more) << used;
        used += width;
        if (used + width > 32) {
            dxki_bitwriter_fixed(w, chunks, used);
            chunks = used = 0;
        }
    }
    dxki_bitwriter_fixed(w, chunks | value << used, used + width);
}

void dxki_bitwriter_align(dxki_bitwriter *w)
{
    if (w->used) {
        w->used = 32;
        dxki_bitwriter_spill(w);
    }
}

void dxki_bitwriter_patch(dxki_bitwriter *w, size_t offset, uint32_t value)
{
    if (w->size >= 4 && offset <= w->size - 4)
        dxki_store32(w->data + offset, value);
}

/* clang-format off */
const uint8_t dxki_char6_codes[256] = {
    ['a'] = 1, ['b'] = 2, ['c'] = 3, ['d'] = 4, ['e'] = 5, ['f'] = 6, ['g'] = 7, ['h'] = 8,
    ['i'] = 9, ['j'] = 10, ['k'] = 11, ['l'] = 12, ['m'] = 13, ['n'] = 14, ['o'] = 15, ['p'] = 16,
    ['q'] = 17, ['r'] = 18, ['s'] = 19, ['t'] = 20, ['u'] = 21, ['v'] = 22, ['w'] = 23, ['x'] = 24,
    ['y'] = 25, ['z'] = 26, ['A'] = 27, ['B'] = 28, ['C'] = 29, ['D'] = 30, ['E'] = 31, ['F'] = 32,
    ['G'] = 33, ['H'] = 34, ['I'] = 35, ['J'] = 36, ['K'] = 37, ['L'] = 38, ['M'] = 39, ['N'] = 40,
    ['O'] = 41, ['P'] = 42, ['Q'] = 43, ['R'] = 44, ['S'] = 45, ['T'] = 46, ['U'] = 47, ['V'] = 48,
    ['W'] = 49, ['X'] = 50, ['Y'] = 51, ['Z'] = 52, ['0'] = 53, ['1'] = 54, ['2'] = 55, ['3'] = 56,
    ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['.'] = 63, ['_'] = 64,
};
/* clang-format on */
