/* SPDX-License-Identifier: MIT */
/*
 * rdat.c - the RDAT part: one walk over its directory and parts, for reading, writing, showing.
 *
 *   0         4            8                        offsets[0]            offsets[1]
 *   +---------+------------+-------------- - -----+-------+------+------+--------
 *   | version | part count | offset of each part  | type  | size | data | ...
 *   +---------+------------+-------------- - -----+-------+------+------+--------
 *                                      data of a table: | count | stride | records |
 *
 * Parts may lie anywhere and in any order; what no part covers is slack. Parts of a type that is
 * not known are bytes. Source: DXIL.rst; the record layouts are in spec/records.def.
 */
#include "parts/parts.h"
#include "spec/reader_rules.h"
#include "parts/rdat.h"

#define VERSION      0x10u
#define HEADER       DXK_WIRE_SIZE_rdat_header
#define PART_HEADER  DXK_WIRE_SIZE_rdat_part_header
#define TABLE_HEADER DXK_WIRE_SIZE_rdat_table_header
#define LEAST_STRIDE 4u /* no record has a first field that fits in less */

static bool walk_header(dxki_codec *c, dxk_rdat *p)
{
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_rdat_header, &p->header, 0, NULL))
        return false;
    if (c->mode == DXKI_READ && p->header.version < VERSION) {
        dxki_arg args[] = {dxki_hex(p->header.version)};
        return dxki_codec_fail(c, DXKI_RULE_RDAT_VERSION, 0, "header", args, 1);
    }
    if (c->mode == DXKI_READ && p->header.part_count > (c->in.size - HEADER) / 4) {
        dxki_arg args[] = {dxki_dec(p->header.part_count),
                           dxki_dec(4 * (uint64_t)p->header.part_count),
                           dxki_dec(c->in.size - HEADER)};
        return dxki_codec_fail(c, DXKI_RULE_RDAT_PART_COUNT, 4, "header", args, 3);
    }
    return dxki_codec_u32s(c, "offsets", &p->offsets, p->header.part_count, DXK_SHOW_SIZE);
}

static bool walk_table(dxki_codec *c, dxk_rdat *p, dxk_rdat_part *part, size_t index)
{
    const dxki_rdat_kind *kind = dxki_rdat_table(index);
    size_t start = c->pos;
    if (part->header.size < TABLE_HEADER) {
        dxki_arg args[] = {dxki_dec(part->header.size)};
        return dxki_codec_fail(c, DXKI_RULE_RDAT_TABLE_SHORT, start, kind->list, args, 1);
    }
    if (!dxki_codec_fields(c, DXK_RECORD_ID_rdat_table_header, &part->table, 0, NULL))
        return false;
    uint64_t size = (uint64_t)part->table.count * part->table.stride;
    uint32_t room = part->header.size - TABLE_HEADER;
    if (part->table.count && part->table.stride < LEAST_STRIDE) {
        dxki_arg args[] = {dxki_dec(part->table.stride)};
        return dxki_codec_fail(c, DXKI_RULE_RDAT_STRIDE, start + 4, kind->list, args, 1);
    }
    if (size > room) {
        dxki_arg args[] = {dxki_dec(part->table.count), dxki_dec(part->table.stride),
                           dxki_dec(size), dxki_dec(room)};
        return dxki_codec_fail(c, DXKI_RULE_RDAT_TABLE_BOUNDS, start, kind->list, args, 4);
    }
    if (!dxki_codec_records(c, kind->list, (dxk_record_id)kind->record, &part->records,
                            part->table.count, part->table.stride, LEAST_STRIDE, &part->raw))
        return false;
    if (c->mode == DXKI_READ && p->tables[index].raw.data == part->raw.data)
        p->tables[index].records = part->records;
    return size == room || dxki_codec_bytes(c, "tail", &part->tail, room - (size_t)size);
}

/* Goes to part `i`, whose header must fit in what is left behind its offset. */
static bool open_part(dxki_codec *c, size_t i, uint32_t offset)
{
    bool fits = offset <= c->in.size && c->in.size - offset >= PART_HEADER;
    if (c->mode == DXKI_WRITE || fits)
        return dxki_codec_seek(c, "offsets", offset) &&
               dxki_codec_enter(c, "parts", i, "rdat_part_header");
    dxki_arg args[] = {dxki_dec(i), dxki_hex(offset), dxki_hex(c->in.size)};
    return dxki_codec_enter(c, "parts", i, "rdat_part_header") &&
           dxki_codec_fail(c, DXKI_RULE_RDAT_PART_OFFSET, HEADER + 4 * i, NULL, args, 3);
}

/* The content lies in RDAT, and the parts do not lie over each other again and again: what is
 * decoded stays in proportion to the input. */
static bool check_size(dxki_codec *c, dxki_rdat_walk *w, size_t i, const dxk_rdat_part *part)
{
    if (c->mode == DXKI_WRITE)
        return true;
    size_t left = c->in.size - c->pos;
    if (part->header.size > left) {
        dxki_arg args[] = {dxki_dec(i), dxki_dec(part->header.size), dxki_dec(left)};
        return dxki_codec_fail(c, DXKI_RULE_RDAT_PART_BOUNDS, c->pos - 4, "size", args, 3);
    }
    w->taken += PART_HEADER + (size_t)part->header.size;
    if (w->taken / 2 > c->in.size) {
        dxki_arg args[] = {dxki_dec(i + 1), dxki_dec(w->taken), dxki_dec(c->in.size)};
        return dxki_codec_fail(c, DXKI_RULE_RDAT_OVERLAP, c->pos - 8, NULL, args, 3);
    }
    return true;
}

static bool walk_content(dxki_codec *c, dxk_rdat *p, dxk_rdat_part *part)
{
    size_t size = part->header.size;
    size_t table = dxki_rdat_index_of_type(part->header.type);
    if (table < DXKI_RDAT_TABLES)
        return walk_table(c, p, part, table);
    switch (part->header.type) {
    case DXK_RDAT_PART_TYPE_STRING_BUFFER:
        return dxki_codec_table(c, "strings", &part->data, size);
    case DXK_RDAT_PART_TYPE_INDEX_ARRAYS:
        return dxki_codec_table(c, "indices", &part->data, size);
    default: /* DXK_RDAT_PART_TYPE_RAW_BYTES too */
        return dxki_codec_bytes(c, "data", &part->data, size);
    }
}

static bool walk_parts(dxki_codec *c, dxki_rdat_walk *w)
{
    dxk_rdat *p = w->rdat;
    if (!dxki_codec_enter_list(c, "parts", p->header.part_count))
        return false;
    for (size_t i = 0; i < p->header.part_count; i++) {
        dxk_rdat_part *part = &p->parts[i];
        if (!open_part(c, i, p->offsets[i]) ||
            !dxki_codec_fields(c, DXK_RECORD_ID_rdat_part_header, &part->header, 0, NULL) ||
            !check_size(c, w, i, part) || !walk_content(c, p, part) || !dxki_codec_leave(c))
            return false;
    }
    return dxki_codec_leave(c);
}

bool dxki_part_walk_rdat(dxki_codec *c, void *part)
{
    dxk_rdat *p = part;
    dxki_rdat_walk w = {.rdat = p};
    if (c->mode == DXKI_READ) {
        p->size = c->in.size;
        if (!dxki_rdat_scan(c, p))
            return false;
        w.elements = p->indices.size;
        w.text = 2 * p->strings.size;
        c->part = &w;
        c->resolve = dxki_rdat_resolve;
        c->inspect = dxki_rdat_inspect;
    }
    if (!walk_header(c, p))
        return false;
    if (c->mode == DXKI_READ) {
        p->parts = DXKI_NEW_ARRAY(c->arena, dxk_rdat_part, p->header.part_count);
        if (!p->parts)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    return walk_parts(c, &w) && dxki_codec_slack(c, &p->slack, &p->slack_count, p->size);
}
