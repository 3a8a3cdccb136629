/* SPDX-License-Identifier: MIT */
/*
 * write_names.c - symbol tables: the names of globals, or of what a function holds, sorted by
 * their bytes. See write.h.
 */
#include "bitcode/write.h"

#include <string.h>

#include "base/sort.h"

enum { VST_WIDTH = 4 };

void dxki_bc_write_add_name(dxki_bc_writer *w, dxki_value value)
{
    dxki_string id = dxki_value_name(w->m, value);
    if (id == 0)
        return;
    dxki_bc_named entry = {dxki_string_get(w->m, id), dxki_bc_number_of(&w->n, value),
                           DXKI_TAG(value) == DXKI_V_BLOCK};
    if (entry.number == UINT32_MAX)
        w->status = DXK_E_UNSUPPORTED; /* the name of something without a value */
    if (!dxki_vec_push(w->ctx, &w->names, entry))
        w->os.bits.failed = true;
}

/* A name's place in the list, and its first bytes as a number that sorts as they do. */
typedef struct sort_item {
    uint64_t key;
    uint32_t index;
    uint32_t spare;
} sort_item;

static uint64_t key_of(dxk_str name)
{
    uint64_t key = 0;
    for (size_t i = 0; i < 8; i++)
        key = key << 8 | (i < name.size ? (uint8_t)name.data[i] : 0);
    return key;
}

static bool name_after(const dxki_bc_named *x, const dxki_bc_named *y)
{
    size_t common = x->name.size < y->name.size ? x->name.size : y->name.size;
    int order = memcmp(x->name.data, y->name.data, common);
    return order ? order > 0 : x->name.size > y->name.size;
}

static bool sorts_after(const void *user, const void *a, const void *b)
{
    const dxki_bc_named *names = user;
    const sort_item *x = a, *y = b;
    return x->key == y->key ? name_after(&names[x->index], &names[y->index]) : x->key > y->key;
}

static void write_name(dxki_bc_writer *w, const dxki_bc_named *entry)
{
    bool seven = true, six = true;
    for (size_t i = 0; i < entry->name.size && seven; i++) {
        uint8_t c = (uint8_t)entry->name.data[i];
        seven = c < 0x80;
        six = six && dxki_char6_codes[c];
    }
    uint32_t which = DXKI_WA_VST_8;
    if (entry->is_block)
        which = six ? DXKI_WA_VST_BB_6 : DXKI_WA_VST_8;
    else if (six)
        which = DXKI_WA_VST_6;
    else if (seven)
        which = DXKI_WA_VST_7;
    dxki_bc_out_op(&w->os, entry->number);
    dxki_bc_out_record(&w->os, entry->is_block ? DXKI_REC_VST_BBENTRY : DXKI_REC_VST_ENTRY,
                       &w->abbrevs[which], entry->name);
}

void dxki_bc_write_names(dxki_bc_writer *w)
{
    const dxki_bc_named *names = w->names.items;
    size_t count = w->names.count, size = count * sizeof(sort_item);
    if (count == 0)
        return;
    dxki_bc_out_enter(&w->os, DXKI_BLK_VALUE_SYMTAB, VST_WIDTH);
    sort_item *items = dxki_realloc(w->ctx, NULL, 0, size);
    for (size_t i = 0; items && i < count; i++)
        items[i] = (sort_item){key_of(names[i].name), (uint32_t)i, 0};
    if (!items || !dxki_sort(w->ctx, items, count, sizeof *items, sorts_after, names))
        w->os.bits.failed = true;
    for (size_t i = 0; items && i < count; i++)
        write_name(w, &names[items[i].index]);
    dxki_realloc(w->ctx, items, size, 0);
    dxki_bc_out_leave(&w->os);
    w->names.count = 0;
}
