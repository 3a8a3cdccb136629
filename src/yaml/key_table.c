/* SPDX-License-Identifier: MIT */
/*
 * key_table.c - tables of strings as keys of our own: what LLVM builds anew, and so in another
 * order than DXC. Each string with its offset; see keyed.h.
 */
#include "yaml/keyed.h"
#include "yaml/strings.h"

#include <string.h>

#define BUDGET ((size_t)1 << 26) /* places that are looked at for all names of a part */

bool dxki_keyed_show_table(dxki_keyed *k, dxk_bytes table)
{
    dxki_node *list, *back;
    size_t size = table.size, count = 0;
    while (size > 1 && table.data[size - 1] == 0 && table.data[size - 2] == 0)
        size--;
    if (!dxki_keyed_list(k, "StringTable", &count, false, &list))
        return false;
    for (size_t at = 0; at < size; count++) {
        const uint8_t *end = memchr(table.data + at, 0, size - at);
        if (!end)
            return dxki_keyed_check(k, DXK_E_UNSUPPORTED);
        dxk_str text = {(const char *)table.data + at, (size_t)(end - (table.data + at))};
        uint32_t offset = (uint32_t)at;
        if (!dxki_keyed_next(k, list, count, &back) || !dxki_keyed_text(k, "String", &text, true) ||
            !dxki_keyed_number(k, "Offset", &offset, 32, true) || !dxki_keyed_leave(k, back))
            return false;
        at += text.size + 1;
    }
    return true;
}

bool dxki_keyed_load_table(dxki_keyed *k, dxk_bytes *out, bool *given)
{
    dxki_node *list, *back;
    size_t count = 0, size = 0;
    if (!dxki_keyed_list(k, "StringTable", &count, false, &list) || !list)
        return k->status == DXK_OK;
    dxk_str *texts = DXKI_NEW_ARRAY(k->arena, dxk_str, count);
    uint32_t *offsets = DXKI_NEW_ARRAY(k->arena, uint32_t, count);
    if (!texts || !offsets)
        return dxki_keyed_check(k, dxki_nomem(k->ctx));
    for (size_t i = 0; i < count; i++) {
        if (!dxki_keyed_next(k, list, i, &back) || !dxki_keyed_text(k, "String", &texts[i], true) ||
            !dxki_keyed_number(k, "Offset", &offsets[i], 24, true) || !dxki_keyed_leave(k, back))
            return false;
        if (offsets[i] + texts[i].size + 1 > size)
            size = offsets[i] + texts[i].size + 1;
    }
    size = (size + 3) & ~(size_t)3;
    uint8_t *table = dxki_arena_zalloc(k->arena, 1, size);
    if (!table)
        return dxki_keyed_check(k, dxki_nomem(k->ctx));
    for (size_t i = 0; i < count; i++)
        if (texts[i].size)
            memcpy(table + offsets[i], texts[i].data, texts[i].size);
    *out = (dxk_bytes){table, size};
    *given = true;
    return true;
}

/* Offset of a string in a table from `from` on; false when it is not there. */
static bool string_offset(dxk_bytes table, size_t from, dxk_str text, uint32_t *offset,
                          size_t *budget)
{
    for (size_t at = from; at + text.size < table.size && *budget; at++, --*budget) {
        if (table.data[at + text.size] == 0 &&
            (text.size == 0 || memcmp(table.data + at, text.data, text.size) == 0)) {
            *offset = (uint32_t)at;
            return true;
        }
    }
    return false;
}

/*
 * Finds names in the table that the document gives; false when one is not in it. DXC puts a name
 * there for each element, the same one again and again, so each is looked for behind the one
 * before it first.
 */
bool dxki_find_strings(dxk_bytes table, const dxk_str *texts, size_t count, uint32_t *offsets)
{
    size_t from = 1, budget = BUDGET;
    for (size_t i = 0; i < count; i++) {
        if (!string_offset(table, texts[i].size ? from : 0, texts[i], &offsets[i], &budget) &&
            !string_offset(table, 0, texts[i], &offsets[i], &budget))
            return false;
        if (texts[i].size)
            from = (size_t)offsets[i] + texts[i].size + 1;
    }
    return true;
}
