/* SPDX-License-Identifier: MIT */
/*
 * write_names.c - symbol tables: the names of globals, or of what a function holds, sorted by
 * their bytes. See write.h.
 */
#include "bitcode/write.h"

#include <string.h>

#include "base/sort.h"

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

static bool sorts_after(const void *user, const void *a, const void *b)
{
    const dxki_named *x = a, *y = b;
    size_t common = x->name.size < y->name.size ? x->name.size : y->name.size;
    int order = memcmp(x->name.data, y->name.data, common);
    (void)user;
    return order ? order > 0 : x->name.size > y->name.size;
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
    if (!dxki_sort(w->ctx, w->names.items, count, sizeof *w->names.items, sorts_after, NULL))
        w->os.bits.failed = true;
    for (size_t i = 0; i < count; i++)
        write_name(w, &w->names.items[i]);
    dxki_os_leave(&w->os);
    w->names.count = 0;
}
