/* SPDX-License-Identifier: MIT */
/*
 * rdat_show.c - what the codec asks about RDAT's records while it walks them: the words for
 * references, and whether references lead anywhere. Both cost a bounded amount for each field,
 * however often lists and strings are shared.
 */
#include "parts/rdat.h"

#include "base/out.h"
#include "spec/reader_rules.h"
#include "wire/words.h"

#include <string.h>

#define LONG_STRING 1024u

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

/* Text in dxki_codec.scratch; what does not fit is cut. */
typedef struct words {
    dxki_codec *c;
    size_t used;
    bool full;
} words;

static void add(words *w, dxk_str text)
{
    size_t room = sizeof w->c->scratch - w->used;
    if (text.size > room) {
        text.size = room;
        w->full = true;
    }
    if (text.size)
        memcpy(w->c->scratch + w->used, text.data, text.size);
    w->used += text.size;
}

static void add_number(words *w, uint64_t number)
{
    char digits[20], *end = digits + sizeof digits;
    char *start = dxki_format_u64(end, number);
    add(w, (dxk_str){start, (size_t)(end - start)});
}

/* The name of record `index` of a kind: its first string. False when it has none. */
static bool record_name(const dxk_rdat *p, dxk_record_id kind, uint32_t index, dxk_str *name)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(p, kind);
    const dxki_record_desc *r = dxki_record_get(kind);
    size_t end, bit = 0;
    if (!table || index >= table->count)
        return false;
    const uint8_t *row = table->raw.data + (size_t)index * table->stride;
    uint16_t count = dxki_codec_record_fields(r, table->stride, &end);
    for (uint16_t i = 0; i < count; i++) {
        if (r->fields[i].show == DXK_SHOW_STR)
            return dxk_rdat_string(p, dxki_word_get(row + bit / 8, 0), name) && name->size > 0;
        bit += r->fields[i].bits;
    }
    return false;
}

/* A record by its name, else by its number. */
static void add_record(words *w, const dxk_rdat *p, dxk_record_id kind, uint32_t index)
{
    dxk_str name;
    if (record_name(p, kind, index, &name)) {
        add(w, name);
        return;
    }
    add(w, (dxk_str){"#", 1});
    add_number(w, index);
}

static dxk_str list_text(dxki_codec *c, const dxk_rdat *p, const dxk_visit_field *field)
{
    dxk_rdat_list list;
    words w = {c, 0, false};
    dxk_rdat_list_at(p, (uint32_t)field->number, &list);
    for (uint32_t i = 0; i < list.count && !w.full; i++) {
        uint32_t element = dxk_rdat_list_item(list, i);
        dxk_str text;
        if (i)
            add(&w, dxki_str(", "));
        if (field->show == DXK_SHOW_INTS) {
            add_number(&w, element);
        } else if (field->show == DXK_SHOW_REFS) {
            add_record(&w, p, (dxk_record_id)field->names, element);
        } else {
            dxk_rdat_string(p, element, &text);
            add(&w, text);
        }
    }
    return (dxk_str){c->scratch, w.used};
}

static dxk_str reference_text(dxki_codec *c, const dxk_rdat *p, const dxk_visit_field *field)
{
    words w = {c, 0, false};
    if (field->number != DXK_RDAT_NULL)
        add_record(&w, p, (dxk_record_id)field->names, (uint32_t)field->number);
    return (dxk_str){c->scratch, w.used};
}

/* "144 bytes 0200000003000000..." */
static dxk_str bytes_text(dxki_codec *c, dxk_bytes bytes)
{
    static const char digits[] = "0123456789abcdef";
    words w = {c, 0, false};
    size_t shown = bytes.size < 16 ? bytes.size : 16;
    add_number(&w, bytes.size);
    add(&w, dxki_str(bytes.size == 1 ? " byte" : " bytes"));
    for (size_t i = 0; i < shown; i++) {
        char pair[3] = {' ', digits[bytes.data[i] >> 4], digits[bytes.data[i] & 15]};
        add(&w, i ? (dxk_str){pair + 1, 2} : (dxk_str){pair, 3});
    }
    if (shown < bytes.size)
        add(&w, dxki_str("..."));
    return (dxk_str){c->scratch, w.used};
}

/* A string. Long ones are shown whole a few times and then cut, or a damaged file in which many
 * records refer to one string would never come to an end. */
static dxk_str string_text(dxki_rdat_walk *walk, uint32_t offset)
{
    dxk_str text;
    dxk_rdat_string(walk->rdat, offset, &text);
    if (text.size <= LONG_STRING)
        return text;
    if (text.size > walk->text)
        text.size = LONG_STRING;
    else
        walk->text -= text.size;
    return text;
}

/* The size of a piece of the pool stands after its offset. */
static uint32_t bytes_size(const dxki_codec *c, const dxk_visit_field *field)
{
    size_t pos = (size_t)(field->offset - (c->inflated ? 0 : c->base)) + 4;
    uint32_t size;
    return dxki_word_at(c->in, pos, &size) ? size : 0;
}

void dxki_rdat_resolve(dxki_codec *c, dxk_visit_field *field)
{
    dxki_rdat_walk *walk = c->part;
    const dxk_rdat *p = walk->rdat;
    switch (field->show) {
    case DXK_SHOW_STR:
        field->text = string_text(walk, (uint32_t)field->number);
        return;
    case DXK_SHOW_STRS:
    case DXK_SHOW_INTS:
    case DXK_SHOW_REFS:
        field->text = list_text(c, p, field);
        return;
    case DXK_SHOW_REF:
        field->text = reference_text(c, p, field);
        return;
    case DXK_SHOW_BLOB:
        dxk_rdat_bytes(p, (uint32_t)field->number, bytes_size(c, field), &field->bytes);
        field->text = bytes_text(c, field->bytes);
        return;
    default:
        return;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Checks                                                                                     */

static bool check_string(dxki_codec *c, const dxk_rdat *p, const char *name, uint32_t offset,
                         size_t pos)
{
    dxk_str text;
    if (offset == DXK_RDAT_NULL || dxk_rdat_string(p, offset, &text))
        return true;
    dxki_arg args[] = {dxki_text(dxki_str(name)), dxki_hex(offset), dxki_dec(p->strings.size)};
    return dxki_codec_warn(c, DXKI_RULE_RDAT_STRING, pos, name, args, 3);
}

static bool check_record(dxki_codec *c, const dxk_rdat *p, const dxki_field *f, uint32_t index,
                         size_t pos)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(p, (dxk_record_id)f->names);
    uint32_t count = table ? table->count : 0;
    if (index == DXK_RDAT_NULL || index < count)
        return true;
    dxki_arg args[] = {dxki_text(dxki_str(f->name)), dxki_dec(index),
                       dxki_text(dxki_str(dxki_rdat_record_name((dxk_record_id)f->names))),
                       dxki_dec(count)};
    return dxki_codec_warn(c, DXKI_RULE_RDAT_REFERENCE, pos, f->name, args, 4);
}

/* The list, and what its elements refer to. A file can share one long list between many records;
 * the budget keeps that linear. */
static bool check_list(dxki_codec *c, dxki_rdat_walk *w, const dxki_field *f, uint32_t index,
                       size_t pos)
{
    dxk_rdat_list list;
    if (index == DXK_RDAT_NULL)
        return true;
    if (!dxk_rdat_list_at(w->rdat, index, &list)) {
        dxki_arg args[] = {dxki_text(dxki_str(f->name)), dxki_dec(index),
                           dxki_dec(w->rdat->indices.size / 4)};
        return dxki_codec_warn(c, DXKI_RULE_RDAT_LIST, pos, f->name, args, 3);
    }
    if (f->show == DXK_SHOW_INTS || list.count > w->elements)
        return true;
    w->elements -= list.count;
    for (uint32_t i = 0; i < list.count; i++) {
        uint32_t element = dxk_rdat_list_item(list, i);
        bool ok = f->show == DXK_SHOW_REFS ? check_record(c, w->rdat, f, element, pos)
                                           : check_string(c, w->rdat, f->name, element, pos);
        if (!ok)
            return false;
    }
    return true;
}

static bool check_bytes(dxki_codec *c, const dxk_rdat *p, const char *name, uint32_t offset,
                        uint32_t size, size_t pos)
{
    dxk_bytes bytes;
    if (offset == DXK_RDAT_NULL || dxk_rdat_bytes(p, offset, size, &bytes))
        return true;
    dxki_arg args[] = {dxki_text(dxki_str(name)), dxki_dec(size), dxki_hex(offset),
                       dxki_dec(p->raw_bytes.size)};
    return dxki_codec_warn(c, DXKI_RULE_RDAT_BYTES, pos, name, args, 4);
}

/* A field of a record, seen as `f`; `next` is the value of the field after it. */
static bool check_field(dxki_codec *c, const dxki_field *f, uint32_t value, uint32_t next,
                        size_t pos)
{
    dxki_rdat_walk *w = c->part;
    switch (f->show) {
    case DXK_SHOW_STR:
        return check_string(c, w->rdat, f->name, value, pos);
    case DXK_SHOW_STRS:
    case DXK_SHOW_INTS:
    case DXK_SHOW_REFS:
        return check_list(c, w, f, value, pos);
    case DXK_SHOW_REF:
        return check_record(c, w->rdat, f, value, pos);
    case DXK_SHOW_BLOB:
        return check_bytes(c, w->rdat, f->name, value, next, pos);
    default:
        return true;
    }
}

/* The record at `pos`, of which `known` bytes are there. A union is never inside of a union, so
 * this goes one level deep. */
static bool check_fields(dxki_codec *c, const dxki_record_desc *r, size_t known, const void *record,
                         size_t pos)
{
    size_t bit = 0, end;
    uint16_t count = dxki_codec_record_fields(r, known, &end);
    for (uint16_t i = 0; i < count; i++) {
        const dxki_field *f = &r->fields[i];
        const dxki_variant *v = dxki_variant_find(r, i, record);
        uint32_t value = (uint32_t)dxki_field_get(f, record);
        uint32_t next = i + 1 < count ? (uint32_t)dxki_field_get(f + 1, record) : 0;
        bool ok;
        if (v && v->nested) {
            uint64_t nested[8];
            dxk_bytes raw = {c->in.data + pos + bit / 8, f->bits / 8u};
            size_t size = dxk_record_load((dxk_record_id)v->nested, raw, nested);
            ok = check_fields(c, dxki_record_get((dxk_record_id)v->nested), size, nested,
                              pos + bit / 8);
        } else {
            ok = check_field(c, v ? &v->as : f, value, next, pos + bit / 8);
        }
        if (!ok)
            return false;
        bit += f->bits;
    }
    return true;
}

bool dxki_rdat_inspect(dxki_codec *c, const dxki_record_desc *r, size_t known, const void *record)
{
    return check_fields(c, r, known, record, c->pos);
}
