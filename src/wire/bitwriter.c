/* SPDX-License-Identifier: MIT */
/* bitwriter.c - see bitwriter.h. */
#include "wire/bitwriter.h"

#include <string.h>

#include "wire/load.h"

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

static bool grow(dxki_bitwriter *w)
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

void dxki_bitwriter_spill(dxki_bitwriter *w)
{
    if (w->capacity - w->size >= 4 || grow(w)) {
        dxki_store32(w->data + w->size, (uint32_t)w->word);
        w->size += 4;
    }
    w->word >>= 32;
    w->used -= 32;
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
    uint64_t more = (uint64_t)1 << (width - 1), chunks = 0;
    uint32_t used = 0;
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

uint32_t dxki_char6_code(uint8_t c)
{
    if (c >= 'a' && c <= 'z')
        return c - (uint32_t)'a';
    if (c >= 'A' && c <= 'Z')
        return c - (uint32_t)'A' + 26;
    if (c >= '0' && c <= '9')
        return c - (uint32_t)'0' + 52;
    return c == '.' ? 62 : c == '_' ? 63 : 64;
}
