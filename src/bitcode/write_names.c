/* SPDX-License-Identifier: MIT */
/*
 * write_names.c - symbol tables: the names of globals, or of what a function holds, sorted by
 * their bytes. See write.h.
 */
#include "bitcode/write.h"

#include <string.h>

enum { VST_WIDTH = 4 };

void dxki_write_add_name(dxki_writer *w, dxki_value value)
{
    dxki_string id = dxki_value_name(w->m, value);
    if (id == 0)
        return;
    dxki_named entry = {dxki_string_get(w->m, id), dxki_number_of(&w->n, value),
                        DXKI_TAG(value) == DXKI_V_BLOCK};
    if (entry.number == UINT32_MAX)
        w->status = DXK_E_UNSUPPORTED; /* the name of something without a value */
    if (!dxki_vec_push(w->ctx, &w->names, entry))
        w->os.bits.failed = true;
}

static bool in_order(const dxki_named *a, const dxki_named *b)
{
    size_t common = a->name.size < b->name.size ? a->name.size : b->name.size;
    int order = memcmp(a->name.data, b->name.data, common);
    return order ? order < 0 : a->name.size <= b->name.size;
}

static void merge(const dxki_named *from, dxki_named *to, size_t low, size_t middle, size_t high)
{
    size_t a = low, b = middle;
    for (size_t i = low; i < high; i++) {
        bool left = b >= high || (a < middle && in_order(&from[a], &from[b]));
        to[i] = left ? from[a++] : from[b++];
    }
}

/* Bottom up; returns where the sorted names are. */
static const dxki_named *sort_names(dxki_writer *w)
{
    size_t count = w->names.count;
    w->spare.count = 0;
    if (!dxki_vec_reserve(w->ctx, &w->spare, count)) {
        w->os.bits.failed = true;
        return w->names.items;
    }
    dxki_named *from = w->names.items, *to = w->spare.items;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = low + width < count ? low + width : count;
            size_t high = middle + width < count ? middle + width : count;
            merge(from, to, low, middle, high);
        }
        dxki_named *swap = from;
        from = to;
        to = swap;
    }
    return from;
}

static void write_name(dxki_writer *w, const dxki_named *entry)
{
    bool seven = true, six = true;
    for (size_t i = 0; i < entry->name.size && seven; i++) {
        uint8_t c = (uint8_t)entry->name.data[i];
        seven = c < 0x80;
        six = six && dxki_char6_code(c) < 64;
    }
    uint32_t which = DXKI_WA_VST_8;
    if (entry->is_block)
        which = six ? DXKI_WA_VST_BB_6 : DXKI_WA_VST_8;
    else if (six)
        which = DXKI_WA_VST_6;
    else if (seven)
        which = DXKI_WA_VST_7;
    dxki_os_op(&w->os, entry->number);
    dxki_os_record(&w->os, entry->is_block ? DXKI_REC_VST_BBENTRY : DXKI_REC_VST_ENTRY,
                   &w->abbrevs[which], entry->name);
}

void dxki_write_names(dxki_writer *w)
{
    size_t count = w->names.count;
    if (count == 0)
        return;
    dxki_os_enter(&w->os, DXKI_BLK_VALUE_SYMTAB, VST_WIDTH);
    const dxki_named *sorted = sort_names(w);
    for (size_t i = 0; i < count; i++)
        write_name(w, &sorted[i]);
    dxki_os_leave(&w->os);
    w->names.count = 0;
}
