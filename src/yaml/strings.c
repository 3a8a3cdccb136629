/* SPDX-License-Identifier: MIT */
/* strings.c - see strings.h. */
#include "yaml/strings.h"
#include "base/sort.h"

#include <string.h>

#include "base/str.h"

static size_t hash_of(dxk_str text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (uint8_t)text.data[i]) * 16777619u;
    return hash;
}

bool dxki_yaml_strings_init(dxki_yaml_strings *t, dxki_arena *arena, bool bare)
{
    *t = (dxki_yaml_strings){.arena = arena, .bare = bare, .mask = 15, .room = 8};
    t->slots = DXKI_NEW_ARRAY(arena, uint32_t, t->mask + 1);
    t->items = DXKI_NEW_ARRAY(arena, dxki_yaml_pooled, t->room);
    return t->slots && t->items;
}

/* The slot with a text, or the free one where it belongs. */
static size_t slot_of(const dxki_yaml_strings *t, dxk_str text)
{
    size_t slot = hash_of(text) & t->mask;
    while (t->slots[slot] && !dxki_str_same(t->items[t->slots[slot] - 1].text, text))
        slot = (slot + 1) & t->mask;
    return slot;
}

/* Twice the room, when it is used up. */
static bool grow(dxki_yaml_strings *t)
{
    dxki_yaml_strings wide = *t;
    if (t->count < t->room)
        return true;
    wide.room = 2 * t->room;
    wide.mask = 2 * t->mask + 1;
    wide.slots = DXKI_NEW_ARRAY(t->arena, uint32_t, wide.mask + 1);
    wide.items = DXKI_NEW_ARRAY(t->arena, dxki_yaml_pooled, wide.room);
    if (!wide.slots || !wide.items)
        return false;
    memcpy(wide.items, t->items, t->count * sizeof *t->items);
    for (size_t i = 0; i < t->count; i++) {
        size_t slot = slot_of(&wide, wide.items[i].text);
        if (!wide.slots[slot])
            wide.slots[slot] = (uint32_t)i + 1;
    }
    *t = wide;
    return true;
}

static bool append(dxki_yaml_strings *t, dxk_str text, size_t slot)
{
    t->items[t->count++] = (dxki_yaml_pooled){text, (uint32_t)t->size};
    if (!t->slots[slot])
        t->slots[slot] = (uint32_t)t->count;
    t->size += text.size + !t->bare;
    return true;
}

bool dxki_yaml_strings_add(dxki_yaml_strings *t, dxk_str text, uint32_t *offset)
{
    if (!grow(t))
        return false;
    size_t slot = slot_of(t, text);
    if (!t->slots[slot])
        append(t, text, slot);
    *offset = t->items[t->slots[slot] - 1].offset;
    return true;
}

bool dxki_yaml_strings_place(dxki_yaml_strings *t, dxk_str text)
{
    return grow(t) && append(t, text, slot_of(t, text));
}

bool dxki_yaml_strings_done(const dxki_yaml_strings *t, size_t first, dxk_bytes *table)
{
    uint64_t start = first < t->count ? t->items[first].offset : t->size;
    size_t size = (size_t)(t->size - start);
    uint8_t *bytes = dxki_arena_zalloc(t->arena, 1, size ? size : 1);
    *table = (dxk_bytes){bytes, size};
    for (size_t i = first; bytes && i < t->count; i++) {
        dxk_str text = t->items[i].text;
        if (text.size)
            memcpy(bytes + (t->items[i].offset - start), text.data, text.size);
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
static bool is_later_ending(const void *user, const void *a, const void *b)
{
    const ending *x = a, *y = b;
    size_t least = x->text.size < y->text.size ? x->text.size : y->text.size;
    (void)user;
    for (size_t i = 1; i <= least; i++) {
        unsigned char p = (unsigned char)x->text.data[x->text.size - i];
        unsigned char q = (unsigned char)y->text.data[y->text.size - i];
        if (p != q)
            return p < q;
    }
    return x->text.size < y->text.size;
}

static bool ends_with(dxk_str text, dxk_str end)
{
    return text.size >= end.size &&
           (end.size == 0 || memcmp(text.data + (text.size - end.size), end.data, end.size) == 0);
}

bool dxki_yaml_strings_merge(dxki_arena *arena, const dxk_str *texts, size_t count,
                             uint32_t *offsets, dxk_bytes *table)
{
    size_t most = 8, size = 1;
    ending *order = dxki_arena_zalloc(arena, count, sizeof *order);
    for (size_t i = 0; order && i < count; i++) {
        order[i] = (ending){texts[i], i};
        most += texts[i].size + 1;
    }
    uint8_t *bytes = dxki_arena_zalloc(arena, 1, most);
    dxk_str last = {NULL, 0};
    if (!order || !bytes ||
        !dxki_sort(arena->ctx, order, count, sizeof *order, is_later_ending, NULL))
        return false;
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

size_t dxki_yaml_find_run(const uint32_t *table, size_t size, const uint32_t *run, size_t count)
{
    for (size_t at = 0; count <= size && at <= size - count; at++)
        if (count == 0 || memcmp(table + at, run, count * sizeof *run) == 0)
            return at;
    return SIZE_MAX;
}
