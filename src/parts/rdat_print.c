/* SPDX-License-Identifier: MIT */
/*
 * rdat_print.c - the text of `dxa -dumprdat`: sizes of the pools, then every table with its
 * records; a record that is referred to is printed in place, once for each record of a table.
 *
 * Driven by the record descriptors: names are made from the fields' names (spec/rdat.def has the
 * exceptions), unions come from spec/variants.def. References form no cycles (functions, nodes,
 * inputs and outputs, attributes, names), so nesting is bounded by the kinds of records.
 */
#include "parts/rdat.h"

#include "base/out.h"

#include <string.h>

#define DEEPEST 16 /* the reference indents no further */

typedef struct printer {
    dxki_out out;
    const dxk_rdat *rdat;
    uint32_t *seen[DXKI_RDAT_TABLES]; /* records: the last top record that printed them */
    uint32_t top;                     /* number of the top record, from 1 */
    int indent;
} printer;

static void put_record(printer *p, const dxki_record_desc *r, size_t size, const void *record);

/* ---------------------------------------------------------------------------------------- */
/* Pieces of a line                                                                           */

static void begin(printer *p)
{
    dxki_out_spaces(&p->out, p->indent > DEEPEST ? 2 * DEEPEST : 2 * p->indent);
}

static void end(printer *p, const char *text)
{
    dxki_out_text(&p->out, text);
    dxki_out_char(&p->out, '\n');
}

/* A line of its own. */
static void put_line(printer *p, const char *text)
{
    begin(p);
    end(p, text);
}

/* "<7:Name" with the index left out for those that have none. */
static void put_place(printer *p, uint32_t index, const char *name)
{
    dxki_out_char(&p->out, '<');
    dxki_out_u64(&p->out, index);
    dxki_out_char(&p->out, ':');
    dxki_out_text(&p->out, name);
}

static void put_quoted(printer *p, dxk_str text)
{
    dxki_out_char(&p->out, '"');
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= 0x20 && c < 0x7f && c != '\\' && c != '"') {
            dxki_out_char(&p->out, (char)c);
        } else {
            dxki_out_char(&p->out, '\\');
            dxki_out_hex(&p->out, c, 2, true);
        }
    }
    dxki_out_char(&p->out, '"');
}

/* The string at `offset`, or `missing`. */
static void put_string(printer *p, uint32_t offset, const char *missing)
{
    dxk_str text;
    if (dxk_rdat_string(p->rdat, offset, &text))
        put_quoted(p, text);
    else
        dxki_out_text(&p->out, missing);
}

/* "view_id_output_mask" as "ViewIDOutputMask". */
static void put_camel(printer *p, const char *name)
{
    while (*name) {
        size_t length = strcspn(name, "_");
        bool capitals = length == 2 && name[0] == 'i' && (name[1] == 'd' || name[1] == 'o');
        for (size_t i = 0; i < length; i++) {
            char c = name[i];
            bool upper = (i == 0 || capitals) && c >= 'a' && c <= 'z';
            dxki_out_char(&p->out, upper ? (char)(c - 'a' + 'A') : c);
        }
        name += length + (name[length] == '_');
    }
}

static void put_enum(printer *p, dxk_enum_id names, uint64_t value)
{
    const char *text = dxk_enum_text(names, value);
    if (text) {
        dxki_out_text(&p->out, text);
        return;
    }
    dxki_out_text(&p->out, value ? "<unknown: 0x" : "<unknown: ");
    dxki_out_hex(&p->out, value, 1, false);
    dxki_out_char(&p->out, '>');
}

static void put_flags(printer *p, dxk_enum_id names, uint32_t value)
{
    const char *none = dxk_enum_text(names, 0);
    if (!value) {
        dxki_out_char(&p->out, '0');
        if (none) {
            dxki_out_text(&p->out, " (");
            dxki_out_text(&p->out, none);
            dxki_out_char(&p->out, ')');
        }
        return;
    }
    dxki_out_char(&p->out, '(');
    for (uint32_t left = value; left; left &= left - 1) {
        if (left != value)
            dxki_out_text(&p->out, " | ");
        put_enum(p, names, left & (0u - left));
    }
    dxki_out_char(&p->out, ')');
}

/* ---------------------------------------------------------------------------------------- */
/* References                                                                                 */

/* Bytes of the oldest version of a record. */
static size_t oldest_size(const dxki_record_desc *r)
{
    size_t bits = 0;
    for (uint16_t i = 0; i < r->field_count && r->fields[i].since == 0; i++)
        bits += r->fields[i].bits;
    return bits / 8;
}

/* A record that a reference leads to; NULL when there is none. */
static const void *find(const printer *p, const dxki_record_desc *r, uint32_t index)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(p->rdat, (dxk_record_id)r->id);
    if (!table || table->stride < oldest_size(r))
        return NULL;
    return dxk_rdat_record(p->rdat, (dxk_record_id)r->id, index);
}

static const char *name_of(const dxki_rdat_kind *kind, const dxki_record_desc *r, size_t stride)
{
    return *kind->newer && stride >= r->wire_size ? kind->newer : kind->name;
}

/* "<3:NodeID> = {", the record, "}"; when it was printed before, only the head. */
static void put_target(printer *p, const dxki_record_desc *r, uint32_t index)
{
    size_t table = dxki_rdat_index_of_record((dxk_record_id)r->id);
    const dxki_rdat_kind *kind = dxki_rdat_table(table);
    const void *record = find(p, r, index);
    size_t stride = p->rdat->tables[table].stride;
    put_place(p, index, record ? name_of(kind, r, stride) : kind->name);
    if (!record) {
        end(p, "> = <nullptr>");
        return;
    }
    if (p->seen[table][index] == p->top) {
        end(p, ">");
        return;
    }
    p->seen[table][index] = p->top;
    end(p, "> = {");
    put_record(p, r, stride, record);
    put_line(p, "}");
}

static void put_element(printer *p, uint32_t i)
{
    begin(p);
    dxki_out_char(&p->out, '[');
    dxki_out_u64(&p->out, i);
    dxki_out_text(&p->out, "]: ");
}

static void put_records(printer *p, const dxki_field *f, uint32_t index)
{
    const dxki_record_desc *r = dxki_record_get((dxk_record_id)f->names);
    const char *name = dxki_rdat_record_name((dxk_record_id)f->names);
    dxk_rdat_list list;
    dxk_rdat_list_at(p->rdat, index, &list);
    if (!list.count) {
        dxki_out_text(&p->out, "<RecordArrayRef<");
        dxki_out_text(&p->out, name);
        end(p, ">[0]> = {}");
        return;
    }
    put_place(p, index, "RecordArrayRef<");
    dxki_out_text(&p->out, name);
    dxki_out_text(&p->out, ">[");
    dxki_out_u64(&p->out, list.count);
    end(p, "]>  = {");
    p->indent++;
    for (uint32_t i = 0; i < list.count && p->out.status == DXK_OK; i++) {
        put_element(p, i);
        put_target(p, r, dxk_rdat_list_item(list, i));
    }
    p->indent--;
    put_line(p, "}");
}

static void put_strings(printer *p, uint32_t index)
{
    dxk_rdat_list list;
    dxk_rdat_list_at(p->rdat, index, &list);
    if (!list.count) {
        end(p, "<string[0]> = {}");
        return;
    }
    put_place(p, index, "string[");
    dxki_out_u64(&p->out, list.count);
    end(p, "]> = {");
    p->indent++;
    for (uint32_t i = 0; i < list.count && p->out.status == DXK_OK; i++) {
        put_element(p, i);
        put_string(p, dxk_rdat_list_item(list, i), "<nullptr>");
        end(p, "");
    }
    p->indent--;
    put_line(p, "}");
}

static void put_numbers(printer *p, uint32_t index)
{
    dxk_rdat_list list;
    dxk_rdat_list_at(p->rdat, index, &list);
    put_place(p, index, "array[");
    dxki_out_u64(&p->out, list.count);
    dxki_out_text(&p->out, "]> = { ");
    for (uint32_t i = 0; i < list.count && p->out.status == DXK_OK; i++) {
        if (i)
            dxki_out_text(&p->out, ", ");
        dxki_out_u64(&p->out, dxk_rdat_list_item(list, i));
    }
    end(p, " }");
}

static void put_bytes(printer *p, uint32_t offset, uint32_t size)
{
    put_place(p, offset, "bytes[");
    dxki_out_u64(&p->out, size);
    end(p, "]>");
}

/* ---------------------------------------------------------------------------------------- */
/* Fields and records                                                                         */

/* What stands after "Name: ", the end of the line included; `next` is the value of the field
 * after, which is the size of a piece of the pool of bytes. */
static void put_value(printer *p, const dxki_field *f, dxk_show show, uint32_t value, uint32_t next)
{
    switch (show) {
    case DXK_SHOW_STR:
        put_string(p, value, "<null string pointer>");
        end(p, "");
        return;
    case DXK_SHOW_STRS:
        put_strings(p, value);
        return;
    case DXK_SHOW_INTS:
        put_numbers(p, value);
        return;
    case DXK_SHOW_REF:
        put_target(p, dxki_record_get((dxk_record_id)f->names), value);
        return;
    case DXK_SHOW_REFS:
        put_records(p, f, value);
        return;
    case DXK_SHOW_BLOB:
        put_bytes(p, value, next);
        return;
    case DXK_SHOW_ENUM:
        put_enum(p, (dxk_enum_id)f->names, value);
        break;
    case DXK_SHOW_FLAGS:
        put_flags(p, (dxk_enum_id)f->names, value);
        break;
    case DXK_SHOW_HEX:
        dxki_out_text(&p->out, value ? "0x" : "");
        dxki_out_hex(&p->out, value, 1, false);
        break;
    default:
        dxki_out_u64(&p->out, value);
        break;
    }
    end(p, "");
}

/* A record inside of another: its fields follow, without braces. */
static void put_nested(printer *p, const dxki_variant *v, const dxki_field *f, const void *record)
{
    dxk_record_id id = (dxk_record_id)v->nested;
    uint64_t nested[8];
    uint8_t bytes[16];
    uint32_t value = (uint32_t)dxki_field_get(f, record);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = i < 4 ? (uint8_t)(value >> (8 * i)) : 0;
    if (f->type == DXKI_TYPE_RAW)
        memcpy(bytes, (const uint8_t *)record + f->mem, f->bits / 8u);
    size_t size = dxk_record_load(id, (dxk_bytes){bytes, sizeof bytes}, nested);
    dxki_out_char(&p->out, '<');
    dxki_out_text(&p->out, dxki_rdat_record_name(id));
    end(p, ">");
    put_record(p, dxki_record_get(id), size, nested);
}

static void put_field(printer *p, const dxki_record_desc *r, const dxki_field *f,
                      const void *record, uint32_t next)
{
    const dxki_variant *v = dxki_variant_find(r, (uint16_t)(f - r->fields), record);
    dxk_show show = DXK_SHOW_DEC;
    const char *name = v ? v->text : dxki_rdat_field_name(r, f, &show);
    begin(p);
    if (name)
        dxki_out_text(&p->out, name);
    else
        put_camel(p, f->name);
    dxki_out_text(&p->out, ": ");
    uint32_t value = (uint32_t)dxki_field_get(f, record);
    if (!v)
        put_value(p, f, show, value, next);
    else if (v->nested)
        put_nested(p, v, f, record);
    else
        put_value(p, &v->as, (dxk_show)v->as.show, value, next);
}

/* The fields that a record of `size` bytes has. */
static void put_record(printer *p, const dxki_record_desc *r, size_t size, const void *record)
{
    size_t known;
    uint16_t count = dxki_codec_record_fields(r, size, &known);
    p->indent++;
    for (uint16_t i = 0; i < count; i++) {
        const dxki_field *f = &r->fields[i];
        bool unknown = dxki_field_is_union(r, i) && !dxki_variant_find(r, i, record);
        if (f->show == DXK_SHOW_PAD || f->show == DXK_SHOW_SIZE || unknown)
            continue;
        put_field(p, r, f, record, i + 1 < count ? (uint32_t)dxki_field_get(f + 1, record) : 0);
    }
    p->indent--;
}

static void put_table(printer *p, size_t index)
{
    const dxki_rdat_kind *kind = dxki_rdat_table(index);
    const dxk_rdat_table *table = &p->rdat->tables[index];
    const dxki_record_desc *r = dxki_record_get(table->record);
    if (!table->count || !table->records)
        return;
    begin(p);
    dxki_out_text(&p->out, "RecordTable (stride = ");
    dxki_out_u64(&p->out, table->stride);
    dxki_out_text(&p->out, " bytes) ");
    dxki_out_text(&p->out, kind->table);
    dxki_out_char(&p->out, '[');
    dxki_out_u64(&p->out, table->count);
    end(p, "] = {");
    p->indent++;
    for (uint32_t i = 0; i < table->count && p->out.status == DXK_OK; i++) {
        p->top++;
        begin(p);
        put_place(p, i, name_of(kind, r, table->stride));
        end(p, "> = {");
        put_record(p, r, table->stride, dxk_rdat_record(p->rdat, table->record, i));
        put_line(p, "}");
    }
    p->indent--;
    put_line(p, "}");
}

static void put_size(printer *p, const char *name, size_t size, const char *after)
{
    begin(p);
    dxki_out_text(&p->out, name);
    dxki_out_text(&p->out, " (size = ");
    dxki_out_u64(&p->out, size);
    end(p, after);
}

dxk_status dxk_rdat_print(dxk_ctx *ctx, const dxk_rdat *rdat, dxk_sink sink)
{
    printer p = {.rdat = rdat};
    dxki_arena arena;
    if (!rdat->tables)
        return DXK_E_ARGUMENT;
    dxki_out_init(&p.out, sink);
    dxki_arena_init(&arena, ctx);
    for (size_t i = 0; i < DXKI_RDAT_TABLES; i++) {
        p.seen[i] = DXKI_NEW_ARRAY(&arena, uint32_t, rdat->tables[i].count);
        if (!p.seen[i]) {
            dxki_arena_free(&arena);
            return dxki_nomem(ctx);
        }
    }
    put_size(&p, "DxilRuntimeData", rdat->size, " bytes):");
    p.indent++;
    put_size(&p, "StringBuffer", rdat->strings.size, " bytes)");
    put_size(&p, "IndexTable", rdat->indices.size, " bytes)");
    put_size(&p, "RawBytes", rdat->raw_bytes.size, " bytes)");
    for (size_t i = 0; i < DXKI_RDAT_TABLES; i++)
        put_table(&p, i);
    dxki_arena_free(&arena);
    return dxki_out_flush(&p.out);
}
