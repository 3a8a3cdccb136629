/* SPDX-License-Identifier: MIT */
/* placed.c - see placed.h. */
#include "parts/placed.h"

#include "base/sort.h"
#include "spec/reader_rules.h"

#include <string.h>

#define SHOWN_TEXT 4096u /* bytes of a string that are looked at to show it */

/* ---------------------------------------------------------------------------------------- */
/* Strings                                                                                    */

dxk_str dxk_strings_at(const dxk_strings *strings, uint64_t offset)
{
    size_t low = 0, high = strings->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strings->runs[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return (dxk_str){"", 0};
    const dxk_placed *run = &strings->runs[low - 1];
    uint64_t skip = offset - run->offset;
    if (skip >= run->bytes.size)
        return (dxk_str){"", 0};
    return (dxk_str){(const char *)run->bytes.data + skip, run->bytes.size - (size_t)skip - 1};
}

bool dxki_part_note_strings(dxki_codec *c, dxki_part_offsets *offsets, dxk_record_id id,
                            const void *record)
{
    const dxki_record_desc *r = dxki_record_get(id);
    if (c->mode != DXKI_READ)
        return true;
    for (uint16_t i = 0; i < r->field_count; i++) {
        uint32_t offset;
        if (r->fields[i].show != DXK_SHOW_STR)
            continue;
        memcpy(&offset, (const uint8_t *)record + r->fields[i].mem, sizeof offset);
        if (offset && !dxki_vec_push(c->ctx, offsets, offset))
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    return true;
}

static bool after(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a > *(const uint32_t *)b;
}

/* Bytes of the string at `offset`, its terminator included; 0 when it has none. */
static size_t string_size(dxk_bytes part, size_t offset)
{
    if (offset >= part.size)
        return 0;
    const uint8_t *start = part.data + offset;
    const uint8_t *end = memchr(start, 0, part.size - offset);
    return end ? (size_t)(end - start) + 1 : 0;
}

/* Makes runs of sorted offsets. An offset inside the run before it is part of that run, so each
 * byte is looked at once. */
static bool find_strings(dxki_codec *c, dxk_strings *strings, const dxki_part_offsets *offsets)
{
    size_t end = 0;
    bool open = true; /* strings still end before the part does */
    strings->runs = DXKI_NEW_ARRAY(c->arena, dxk_placed, offsets->count);
    if (!strings->runs)
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    for (size_t i = 0; i < offsets->count; i++) {
        uint32_t offset = offsets->items[i];
        if (offset < end || (i && offset == offsets->items[i - 1]))
            continue;
        if (!dxki_codec_supply_string(c, "strings", strings->count, offset))
            return false;
        size_t size = open ? string_size(c->in, offset) : 0;
        if (size == 0) {
            dxki_arg args[] = {dxki_hex(offset), dxki_dec(c->in.size)};
            open = false;
            if (!dxki_codec_warn(c, DXKI_RULE_DXBC_NAME, 0, NULL, args, 2))
                return false;
            continue;
        }
        strings->runs[strings->count++] = (dxk_placed){offset, {c->in.data + offset, size}};
        end = offset + size;
    }
    return true;
}

bool dxki_part_walk_strings(dxki_codec *c, dxk_strings *strings, dxki_part_offsets *offsets)
{
    if (c->status != DXK_OK)
        return false;
    if (c->mode == DXKI_READ) {
        if (!dxki_sort(c->ctx, offsets->items, offsets->count, sizeof *offsets->items, after, NULL))
            return dxki_codec_check(c, dxki_nomem(c->ctx));
        if (!find_strings(c, strings, offsets))
            return false;
    }
    if (!dxki_codec_enter_list(c, "strings", strings->count))
        return false;
    for (size_t i = 0; i < strings->count; i++) {
        dxk_placed *run = &strings->runs[i];
        if (!dxki_codec_seek(c, "strings", run->offset) ||
            !dxki_codec_table_element(c, "strings", i, &run->bytes, run->bytes.size))
            return false;
    }
    return dxki_codec_leave(c);
}

void dxki_part_resolve_placed(dxki_codec *c, dxk_visit_field *field)
{
    if (field->show != DXK_SHOW_STR || field->number == 0 || field->number >= c->in.size)
        return;
    dxk_bytes part = c->in;
    if (part.size > field->number + SHOWN_TEXT)
        part.size = (size_t)field->number + SHOWN_TEXT;
    dxki_codec_string_at(part, field->number, &field->text);
}

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

bool dxki_part_walk_placed_table(dxki_codec *c, const char *name, dxk_record_id id, size_t offset,
                                 void **records, size_t count, size_t stride, dxk_bytes *bytes,
                                 dxki_part_offsets *offsets)
{
    size_t size = dxki_record_get(id)->mem_size;
    if (c->status != DXK_OK || count == 0)
        return c->status == DXK_OK;
    if (!dxki_codec_seek(c, name, offset) ||
        !dxki_codec_records(c, name, id, records, count, stride, stride, bytes))
        return false;
    for (size_t i = 0; offsets && i < count; i++)
        if (!dxki_part_note_strings(c, offsets, id, (const uint8_t *)*records + i * size))
            return false;
    return true;
}
