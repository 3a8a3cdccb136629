/* SPDX-License-Identifier: MIT */
/*
 * key_table.c - tables of strings as keys of our own: what LLVM builds anew, and so in another
 * order than DXC. Each string with its offset; see keyed.h.
 */
#include "spec/reader_rules.h"
#include "yaml/keyed.h"
#include "yaml/strings.h"

#include <string.h>

#define BUDGET ((size_t)1 << 26) /* places that are looked at for all names of a part */

static bool show_string(dxki_yaml_keyed *k, dxki_yaml_node *list, size_t index, dxk_str text,
                        uint32_t offset)
{
    dxki_yaml_node *back;
    return dxki_yaml_keyed_next(k, list, index, &back) &&
           dxki_yaml_keyed_text(k, "String", &text, true) &&
           dxki_yaml_keyed_number(k, "Offset", &offset, 32, true) && dxki_yaml_keyed_leave(k, back);
}

bool dxki_yaml_keyed_show_table(dxki_yaml_keyed *k, dxk_bytes table, uint32_t empty)
{
    dxki_yaml_node *list = NULL;
    size_t count = 0;
    if (empty != DXKI_COMPUTED &&
        (!dxki_yaml_keyed_list(k, "StringTable", &count, !k->load, &list) ||
         !show_string(k, list, count++, (dxk_str){"", 0}, empty)))
        return false;
    for (size_t at = 0; at < table.size;) {
        const uint8_t *end = memchr(table.data + at, 0, table.size - at);
        size_t size = end ? (size_t)(end - (table.data + at)) : table.size - at;
        dxk_str text = {(const char *)table.data + at, size};
        uint32_t offset = (uint32_t)at;
        at += size + 1;
        if (size == 0) /* as LLVM has it */
            continue;
        if (!list && !dxki_yaml_keyed_list(k, "StringTable", &count, !k->load, &list))
            return false;
        if (!show_string(k, list, count++, text, offset))
            return false;
    }
    return true;
}

bool dxki_yaml_keyed_load_table(dxki_yaml_keyed *k, dxki_yaml_given_table *out)
{
    dxki_yaml_node *list, *back;
    size_t count = 0, size = 0;
    out->empty = DXKI_COMPUTED;
    if (!dxki_yaml_keyed_list(k, "StringTable", &count, !k->load, &list) || !list)
        return k->status == DXK_OK;
    dxk_str *texts = DXKI_NEW_ARRAY(k->arena, dxk_str, count);
    uint32_t *offsets = DXKI_NEW_ARRAY(k->arena, uint32_t, count);
    if (!texts || !offsets)
        return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
    for (size_t i = 0; i < count; i++) {
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !dxki_yaml_keyed_text(k, "String", &texts[i], true) ||
            !dxki_yaml_keyed_number(k, "Offset", &offsets[i], 24, true) ||
            !dxki_yaml_keyed_leave(k, back))
            return false;
        if (offsets[i] + texts[i].size + 1 > size)
            size = offsets[i] + texts[i].size + 1;
        if (texts[i].size == 0 && out->empty == DXKI_COMPUTED)
            out->empty = offsets[i];
    }
    uint8_t *table = dxki_arena_zalloc(k->arena, 1, size + 3);
    if (!table)
        return dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
    for (size_t i = 0; i < count; i++)
        if (texts[i].size)
            memcpy(table + offsets[i], texts[i].data, texts[i].size);
    out->bytes = (dxk_bytes){table, size};
    out->given = true;
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
 * Finds names in the table that the document gives; returns how many, up to one that is not in it.
 * DXC puts a name there for each element, the same one again and again, so each is looked for
 * after the one before it first.
 */
static size_t find_strings(const dxki_yaml_given_table *table, const dxk_str *texts, size_t count,
                           uint32_t *offsets)
{
    size_t from = 1, budget = BUDGET;
    for (size_t i = 0; i < count; i++) {
        bool empty = texts[i].size == 0;
        offsets[i] = table->empty;
        if (!(empty && table->empty != DXKI_COMPUTED) &&
            !string_offset(table->bytes, empty ? 0 : from, texts[i], &offsets[i], &budget) &&
            !string_offset(table->bytes, 0, texts[i], &offsets[i], &budget))
            return i;
        if (texts[i].size)
            from = (size_t)offsets[i] + texts[i].size + 1;
    }
    return count;
}

bool dxki_yaml_keyed_find_names(dxki_yaml_keyed *k, const dxki_yaml_given_table *table,
                                const dxk_str *texts, size_t count, uint32_t *offsets)
{
    size_t found = table->given ? find_strings(table, texts, count, offsets) : 0;
    if (!table->given || found == count)
        return table->given;
    dxki_arg args[] = {dxki_text(texts[found])};
    const dxki_yaml_node *node = dxki_yaml_keyed_find(k, "StringTable", false);
    dxki_yaml_keyed_report(k, node ? node : k->map, DXKI_RULE_YAML_STRINGS, args, 1);
    return false;
}
