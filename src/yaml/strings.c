/* SPDX-License-Identifier: MIT */
/* strings.c - see strings.h. */
#include "yaml/strings.h"

#include <stdlib.h>
#include <string.h>

static size_t hash_of(dxk_str text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * 16777619u;
    return hash;
}

static bool same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

bool dxki_strings_init(dxki_strings *t, dxk_ctx *ctx, dxki_arena *arena, size_t most)
{
    size_t slots = 8;
    while (slots < 2 * most)
        slots *= 2;
    *t = (dxki_strings){.ctx = ctx, .arena = arena, .mask = slots - 1};
    t->slots = DXKI_NEW_ARRAY(arena, dxk_str, slots);
    t->offsets = DXKI_NEW_ARRAY(arena, uint32_t, slots);
    t->order = DXKI_NEW_ARRAY(arena, dxk_str, most);
    return t->slots && t->offsets && t->order;
}

bool dxki_strings_add(dxki_strings *t, dxk_str text, uint32_t *offset)
{
    size_t slot = hash_of(text) & t->mask;
    if (!text.data)
        text.data = "";
    while (t->slots[slot].data && !same(t->slots[slot], text))
        slot = (slot + 1) & t->mask;
    if (!t->slots[slot].data) {
        t->slots[slot] = text;
        t->offsets[slot] = (uint32_t)t->size;
        t->order[t->count++] = text;
        t->size += text.size + 1;
    }
    *offset = t->offsets[slot];
    return true;
}

bool dxki_strings_done(dxki_strings *t, dxk_bytes *table)
{
    uint8_t *bytes = dxki_arena_zalloc(t->arena, 1, t->size ? (size_t)t->size : 1);
    *table = (dxk_bytes){bytes, (size_t)t->size};
    for (size_t i = 0; bytes && i < t->count; i++) {
        if (t->order[i].size)
            memcpy(bytes, t->order[i].data, t->order[i].size);
        bytes += t->order[i].size + 1;
    }
    return table->data != NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Shared ends                                                                                */

typedef struct ending {
    dxk_str text;
    size_t index;
} ending;

/* By the last character first, greater ones in front; a string before the ends of it. */
static int by_ending(const void *a, const void *b)
{
    const ending *x = a, *y = b;
    size_t least = x->text.size < y->text.size ? x->text.size : y->text.size;
    for (size_t i = 1; i <= least; i++) {
        unsigned char p = (unsigned char)x->text.data[x->text.size - i];
        unsigned char q = (unsigned char)y->text.data[y->text.size - i];
        if (p != q)
            return p > q ? -1 : 1;
    }
    return x->text.size == y->text.size ? 0 : x->text.size > y->text.size ? -1 : 1;
}

static bool ends_with(dxk_str text, dxk_str end)
{
    return text.size >= end.size &&
           (end.size == 0 || memcmp(text.data + (text.size - end.size), end.data, end.size) == 0);
}

bool dxki_strings_merge(dxki_arena *arena, const dxk_str *texts, size_t count, uint32_t *offsets,
                        dxk_bytes *table)
{
    size_t most = 8, size = 1;
    ending *order = dxki_arena_zalloc(arena, count, sizeof *order);
    for (size_t i = 0; order && i < count; i++) {
        order[i] = (ending){texts[i], i};
        most += texts[i].size + 1;
    }
    uint8_t *bytes = dxki_arena_zalloc(arena, 1, most);
    dxk_str last = {NULL, 0};
    if (!order || !bytes)
        return false;
    if (count > 1)
        qsort(order, count, sizeof *order, by_ending);
    for (size_t i = 0; i < count; i++) {
        dxk_str text = order[i].text;
        if (text.size == 0) { /* the end of whatever is there */
            offsets[order[i].index] = (uint32_t)(size - 1);
        } else if (last.data && ends_with(last, text)) {
            offsets[order[i].index] = (uint32_t)(size - 1 - text.size);
        } else {
            offsets[order[i].index] = (uint32_t)size;
            memcpy(bytes + size, text.data, text.size);
            size += text.size + 1;
            last = text;
        }
    }
    *table = (dxk_bytes){bytes, (size + 3) & ~(size_t)3};
    return true;
}

size_t dxki_find_run(const uint32_t *table, size_t size, const uint32_t *run, size_t count)
{
    for (size_t at = 0; count <= size && at <= size - count; at++)
        if (count == 0 || memcmp(table + at, run, count * sizeof *run) == 0)
            return at;
    return SIZE_MAX;
}
