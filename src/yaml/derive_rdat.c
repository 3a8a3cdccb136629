/* SPDX-License-Identifier: MIT */
/*
 * derive_rdat.c - what documents of RDAT and PDBI may leave out: offsets, counts, strides and
 * sizes, and the three pools. A string, list or piece of bytes may stand where it is referred to;
 * it is then found in its pool, or put at the end of it. See derive.h, and dxk/rdat.h for the
 * layout.
 */
#include "yaml/derive.h"
#include "yaml/fields.h"
#include "yaml/stored.h"
#include "yaml/strings.h"

#include "dxk/rdat.h"
#include "spec/rdat.h"
#include "wire/words.h"

#include <string.h>

#define VERSION      0x10u
#define PART_HEADER  DXK_WIRE_SIZE_rdat_part_header
#define TABLE_HEADER DXK_WIRE_SIZE_rdat_table_header
#define LEAST_STRIDE 4u
#define GAP          4096u /* bytes that an offset or a size may leave free */
#define INTERVALS    256u  /* parts that are looked at for overlaps */

enum { STRINGS, LISTS, BYTES, POOLS };

typedef struct pool {
    uint32_t type;    /* of its part */
    const char *name; /* of its content in the part */
    dxki_yaml_strings table;
    size_t first;         /* item that is not in the document */
    dxki_yaml_node *part; /* NULL: not in the document */
} pool;

#define VISITED DXKI_NODE_FLOW /* of a record: its references are in the pools */

typedef struct builder {
    dxki_yaml_derive *d;
    dxki_yaml_node *parts;
    bool strings; /* some are referred to */
    pool pools[POOLS];
    struct {
        dxki_yaml_node **records;
        size_t count;
    } tables[DXKI_RDAT_TABLES];
} builder;

static bool no_memory(builder *b)
{
    return dxki_yaml_derive_check(b->d, dxki_nomem(b->d->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Pools                                                                                      */

/* Strings and lists that the document has, at their places. */
static bool open_strings(builder *b, const dxki_yaml_node *list)
{
    for (const dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        if (n->kind != DXKI_NODE_TEXT)
            return dxki_yaml_derive_expected(b->d, n, "a string");
        if (!dxki_yaml_strings_place(&b->pools[STRINGS].table, n->as.text))
            return no_memory(b);
    }
    return true;
}

/* The words of a list as bytes; NULL after a failure. */
static uint8_t *words_of(builder *b, const dxki_yaml_node *list, size_t more)
{
    uint8_t *words = dxki_arena_alloc(b->d->arena, 4 * (list->as.list.count + more) + 1);
    if (!words) {
        no_memory(b);
        return NULL;
    }
    for (const dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        uint64_t number;
        if (!dxki_yaml_derive_is_number(n, &number) || number > UINT32_MAX) {
            dxki_yaml_derive_expected(b->d, n, "a number of 32 bits");
            return NULL;
        }
        dxki_word_put(words, more++, (uint32_t)number);
    }
    return words;
}

/* Each list of the pool begins with its length; what does not fit is one piece of its own. */
static bool open_lists(builder *b, const dxki_yaml_node *list)
{
    const char *words = (const char *)words_of(b, list, 0);
    size_t count = list->as.list.count, step;
    if (!words)
        return false;
    for (size_t at = 0; at < count; at += step) {
        uint32_t length = dxki_word_get((const uint8_t *)words, at);
        step = length < count - at ? (size_t)length + 1 : count - at;
        if (!dxki_yaml_strings_place(&b->pools[LISTS].table, (dxk_str){words + 4 * at, 4 * step}))
            return no_memory(b);
    }
    return true;
}

static bool open_pool(builder *b, int which)
{
    pool *p = &b->pools[which];
    dxki_yaml_node *content = dxki_yaml_derive_find(p->part, p->name);
    dxk_bytes bytes;
    if (!content || dxki_yaml_node_is_empty(content))
        return true;
    if (which == STRINGS && content->kind == DXKI_NODE_LIST)
        return open_strings(b, content);
    if (which == LISTS && !dxki_yaml_node_spread(b->d->arena, content))
        return no_memory(b);
    if (which == LISTS && content->kind == DXKI_NODE_LIST)
        return open_lists(b, content);
    if (!dxki_yaml_derive_bytes(b->d, content, &bytes))
        return false;
    p->table.bare = true; /* strings that are no text: one piece */
    bool ok = dxki_yaml_strings_place(&p->table, (dxk_str){(const char *)bytes.data, bytes.size});
    p->table.bare = which != STRINGS;
    return ok || no_memory(b);
}

/* The place in a pool; a number of lists counts words. */
static bool put(builder *b, int which, dxk_str text, uint32_t *offset)
{
    return dxki_yaml_strings_add(&b->pools[which].table, text, offset) || no_memory(b);
}

/* ---------------------------------------------------------------------------------------- */
/* References                                                                                 */

static bool put_string(builder *b, dxki_yaml_node *node)
{
    uint32_t offset;
    uint64_t number;
    if (dxki_yaml_derive_is_number(node, &number))
        return true;
    if (node->kind != DXKI_NODE_TEXT)
        return dxki_yaml_derive_expected(b->d, node, "a string, or its offset");
    if (!put(b, STRINGS, node->as.text, &offset))
        return false;
    b->strings = true;
    dxki_yaml_derive_set(node, offset);
    return true;
}

static bool put_list(builder *b, dxki_yaml_node *node, dxk_show show)
{
    uint64_t number;
    uint32_t offset;
    if (dxki_yaml_derive_is_number(node, &number))
        return true;
    if (!dxki_yaml_node_spread(b->d->arena, node))
        return no_memory(b);
    if (node->kind != DXKI_NODE_LIST)
        return dxki_yaml_derive_expected(b->d, node, "a list, or its place among the lists");
    for (dxki_yaml_node *n = node->as.list.first; show == DXK_SHOW_STRS && n; n = n->next)
        if (!put_string(b, n))
            return false;
    uint8_t *words = words_of(b, node, 1);
    if (!words)
        return false;
    dxki_word_put(words, 0, (uint32_t)node->as.list.count);
    dxk_str text = {(const char *)words, 4 * (node->as.list.count + 1)};
    if (!put(b, LISTS, text, &offset))
        return false;
    dxki_yaml_derive_set(node, offset / 4);
    return true;
}

/* `size` is the field with the number of bytes, which follows. */
static bool put_bytes(builder *b, dxki_yaml_node *map, dxki_yaml_node *node, const dxki_field *size)
{
    uint64_t number;
    uint32_t offset;
    dxk_bytes bytes;
    if (dxki_yaml_derive_is_number(node, &number))
        return true;
    if (!dxki_yaml_derive_bytes(b->d, node, &bytes) ||
        !put(b, BYTES, (dxk_str){bytes.size ? (const char *)bytes.data : "", bytes.size}, &offset))
        return false;
    dxki_yaml_derive_set(node, offset);
    return dxki_yaml_derive_number(b->d, map, size->name, bytes.size);
}

static bool derive_record(builder *b, dxki_yaml_node *map, const dxki_record_desc *r);

/* The compiler puts what a record refers to in front of it, so goes through its tables along the
 * references. */
static bool follow(builder *b, const dxki_yaml_node *node, uint16_t record)
{
    size_t table = dxki_rdat_index_of_record((dxk_record_id)record);
    uint64_t index;
    if (node->kind == DXKI_NODE_LIST) {
        for (const dxki_yaml_node *n = node->as.list.first; n; n = n->next)
            if (n->kind != DXKI_NODE_LIST && !follow(b, n, record))
                return false;
        return true;
    }
    if (table == DXKI_RDAT_TABLES || !dxki_yaml_derive_is_number(node, &index) ||
        index >= b->tables[table].count)
        return true;
    return derive_record(b, b->tables[table].records[index],
                         dxki_record_get((dxk_record_id)record));
}

static bool derive_field(builder *b, dxki_yaml_node *map, const dxki_field *f)
{
    bool list = f->show == DXK_SHOW_STRS || f->show == DXK_SHOW_INTS || f->show == DXK_SHOW_REFS;
    if (!list && f->show != DXK_SHOW_STR && f->show != DXK_SHOW_BLOB && f->show != DXK_SHOW_REF)
        return true;
    dxki_yaml_node *node = dxki_yaml_derive_find(map, f->name);
    if (node && list && !dxki_yaml_node_spread(b->d->arena, node))
        return no_memory(b);
    if (node && (f->show == DXK_SHOW_REFS || f->show == DXK_SHOW_REF) &&
        !(f->show == DXK_SHOW_REFS && node->kind != DXKI_NODE_LIST) && !follow(b, node, f->names))
        return false;
    if (f->show == DXK_SHOW_REF)
        return true;
    if (node && node->kind == DXKI_NODE_TEXT && dxki_yaml_node_is_empty(node))
        dxki_yaml_derive_set(node, list ? DXK_RDAT_NULL : 0);
    if (!node && f->show == DXK_SHOW_BLOB) {
        node = dxki_yaml_derive_put_number(b->d, map, f->name, 0);
        return node && dxki_yaml_derive_number(b->d, map, f[1].name, 0);
    }
    if (!node)
        return true;
    if (f->show == DXK_SHOW_STR)
        return put_string(b, node);
    return list ? put_list(b, node, (dxk_show)f->show) : put_bytes(b, map, node, f + 1);
}

/* Field `i` of a record in the order of the compiler: inputs of nodes are before outputs. */
static const dxki_field *field_at(const dxki_record_desc *r, uint16_t i)
{
    if (r->id == DXK_RECORD_ID_rdat_node && i + 2 >= r->field_count)
        return &r->fields[2 * r->field_count - 3 - i];
    return &r->fields[i];
}

/* The fields of a record, and what its unions can be. */
static bool derive_record(builder *b, dxki_yaml_node *map, const dxki_record_desc *r)
{
    if (map->kind != DXKI_NODE_MAP)
        return dxki_yaml_derive_expected(b->d, map, "a mapping");
    if (map->flags & VISITED)
        return true;
    map->flags |= VISITED;
    for (uint16_t i = 0; i < r->field_count; i++)
        if (!derive_field(b, map, field_at(r, i)))
            return false;
    for (const dxki_variant *v = dxki_variant_next(r, NULL); v; v = dxki_variant_next(r, v)) {
        dxki_yaml_node *node = v->nested ? dxki_yaml_derive_find(map, v->as.name) : NULL;
        const dxki_record_desc *inner = dxki_record_get((dxk_record_id)v->nested);
        if (v->nested ? node && node->kind == DXKI_NODE_MAP && !derive_record(b, node, inner)
                      : !derive_field(b, map, &v->as))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

/* Bytes of version `since` of a record. */
static size_t size_of_version(const dxki_record_desc *r, unsigned since)
{
    size_t bits = 0;
    for (uint16_t i = 0; i < r->field_count; i++)
        if (r->fields[i].since <= since)
            bits += r->fields[i].bits;
    return bits / 8;
}

/* The version that has all members, and what they have after it. */
static size_t stride_of(const dxki_yaml_node *list, const dxki_record_desc *r)
{
    unsigned since = 0;
    size_t tail = 0;
    if (list->as.list.count == 0)
        return r->wire_size;
    for (const dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        const dxki_yaml_node *more = dxki_yaml_derive_find(n, "tail");
        for (uint16_t i = 0; i < r->field_count; i++)
            if (r->fields[i].since > since && dxki_yaml_derive_find(n, r->fields[i].name))
                since = r->fields[i].since;
        for (const dxki_variant *v = dxki_variant_next(r, NULL); v; v = dxki_variant_next(r, v))
            if (r->fields[v->field].since > since && dxki_yaml_derive_find(n, v->as.name))
                since = r->fields[v->field].since;
        if (more && dxki_yaml_node_count(more) > tail)
            tail = dxki_yaml_node_count(more);
    }
    return tail ? r->wire_size + tail : size_of_version(r, since);
}

/* How much a size may be larger than needed. */
static uint64_t most_of(const builder *b, uint64_t least)
{
    uint64_t given = b->d->sized ? b->d->given : 0;
    return least + GAP > given ? least + GAP : given;
}

static bool derive_table(builder *b, dxki_yaml_node *part, const dxki_rdat_kind *kind,
                         uint64_t *size)
{
    const dxki_record_desc *r = dxki_record_get((dxk_record_id)kind->record);
    dxki_yaml_node *list = dxki_yaml_derive_group(b->d, part, kind->list, DXKI_NODE_LIST);
    const dxki_yaml_node *tail = dxki_yaml_derive_find(part, "tail");
    uint64_t stride, least = LEAST_STRIDE;
    if (!list || !dxki_yaml_derive_number(b->d, part, "count", list->as.list.count))
        return false;
    const dxki_yaml_node *given = dxki_yaml_derive_find(part, "stride");
    uint64_t computed = stride_of(list, r), most = r->wire_size + (uint64_t)GAP;
    if (given && dxki_yaml_derive_is_number(given, &stride) && stride >= least && stride < computed)
        computed = stride; /* fields that do not fit are not known then */
    if (list->as.list.count == 0)
        most = UINT32_MAX;
    if (!dxki_yaml_derive_least(b->d, part, "stride", computed, most, &stride))
        return false;
    *size = TABLE_HEADER + list->as.list.count * stride + (tail ? dxki_yaml_node_count(tail) : 0);
    return dxki_yaml_derive_least(b->d, part, "size", *size, most_of(b, *size), size);
}

static uint32_t type_of(const dxki_yaml_node *part)
{
    const dxki_yaml_node *node = dxki_yaml_derive_find(part, "type");
    uint64_t number;
    if (node && ((node->kind == DXKI_NODE_TEXT &&
                  dxk_enum_find(DXK_ENUM_ID_rdat_part_type, node->as.text, &number)) ||
                 dxki_yaml_derive_is_number(node, &number)))
        return (uint32_t)number;
    return DXK_RDAT_PART_TYPE_INVALID;
}

/* The type of a part that does not say it, from the name of its content. */
static bool guess_type(builder *b, dxki_yaml_node *part)
{
    for (size_t i = 0; i < DXKI_RDAT_TABLES; i++)
        if (dxki_yaml_derive_find(part, dxki_rdat_table(i)->list))
            return dxki_yaml_derive_put_number(b->d, part, "type", dxki_rdat_table(i)->type);
    for (size_t i = 0; i < POOLS; i++)
        if (dxki_yaml_derive_find(part, b->pools[i].name))
            return dxki_yaml_derive_put_number(b->d, part, "type", b->pools[i].type);
    return true; /* the walk says that it is missing */
}

static bool open_parts(builder *b)
{
    for (dxki_yaml_node *part = b->parts->as.list.first; part; part = part->next) {
        if (part->kind != DXKI_NODE_MAP)
            return dxki_yaml_derive_expected(b->d, part, "a mapping");
        if (!dxki_yaml_derive_find(part, "type") && !guess_type(b, part))
            return false;
        for (int i = 0; i < POOLS; i++)
            if (type_of(part) == b->pools[i].type)
                b->pools[i].part = part;
    }
    for (int i = 0; i < POOLS; i++) {
        if (!open_pool(b, i))
            return false;
        b->pools[i].first = b->pools[i].table.count;
    }
    /* The first string is empty: what refers to none refers to it. */
    uint32_t offset;
    return b->pools[STRINGS].first || put(b, STRINGS, (dxk_str){"", 0}, &offset);
}

/* The records of the tables by their number. */
static bool open_tables(builder *b)
{
    for (dxki_yaml_node *part = b->parts->as.list.first; part; part = part->next) {
        size_t table = dxki_rdat_index_of_type(type_of(part)), count = 0;
        if (table == DXKI_RDAT_TABLES)
            continue;
        dxki_yaml_node *list =
            dxki_yaml_derive_group(b->d, part, dxki_rdat_table(table)->list, DXKI_NODE_LIST);
        if (!list)
            return false;
        b->tables[table].records =
            DXKI_NEW_ARRAY(b->d->arena, dxki_yaml_node *, list->as.list.count);
        if (!b->tables[table].records)
            return no_memory(b);
        for (dxki_yaml_node *n = list->as.list.first; n; n = n->next)
            b->tables[table].records[count++] = n;
        b->tables[table].count = count;
    }
    return true;
}

/* The names of functions outside of the library are in front of those inside. */
static bool derive_dependencies(builder *b, const dxki_yaml_node *list)
{
    for (const dxki_yaml_node *map = list->as.list.first; map; map = map->next) {
        dxki_yaml_node *names = dxki_yaml_derive_find(map, "function_dependencies");
        if (!names || names->kind != DXKI_NODE_LIST)
            continue;
        for (dxki_yaml_node *n = names->as.list.first; n; n = n->next)
            if (!put_string(b, n))
                return false;
    }
    return true;
}

static bool derive_records(builder *b)
{
    for (const dxki_yaml_node *part = b->parts->as.list.first; part; part = part->next) {
        size_t table = dxki_rdat_index_of_type(type_of(part));
        if (table == DXKI_RDAT_TABLES)
            continue;
        const dxki_rdat_kind *kind = dxki_rdat_table(table);
        dxki_yaml_node *list = dxki_yaml_derive_find(part, kind->list);
        if (kind->record == DXK_RECORD_ID_rdat_function && !derive_dependencies(b, list))
            return false;
        for (dxki_yaml_node *n = list->as.list.first; n; n = n->next)
            if (!derive_record(b, n, dxki_record_get((dxk_record_id)kind->record)))
                return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Pools into the document                                                                    */

/* A part of its own, where the compiler has it: strings in front, lists and bytes after the
 * resources and functions. */
static bool add_part(builder *b, int which)
{
    pool *p = &b->pools[which];
    dxki_yaml_node *list = b->parts, *before = NULL, *next = list->as.list.first;
    p->part = dxki_yaml_node_new(b->d->arena, DXKI_NODE_MAP, DXKI_NODE_USED);
    if (!p->part)
        return no_memory(b);
    for (; which != STRINGS && next; before = next, next = next->next) {
        uint32_t type = type_of(next);
        if (type > DXK_RDAT_PART_TYPE_FUNCTION_TABLE && type != p->type &&
            !(which == BYTES && type == DXK_RDAT_PART_TYPE_INDEX_ARRAYS))
            break;
    }
    p->part->parent = list;
    p->part->line = list->line;
    p->part->column = list->column;
    p->part->next = next;
    if (before)
        before->next = p->part;
    else
        list->as.list.first = p->part;
    if (!next)
        list->as.list.last = p->part;
    list->as.list.count++;
    return dxki_yaml_derive_put_number(b->d, p->part, "type", p->type);
}

static bool close_strings(builder *b, dxki_yaml_node *content, const pool *p)
{
    for (size_t i = p->first; i < p->table.count; i++) {
        dxki_yaml_node *node = dxki_yaml_node_new(b->d->arena, DXKI_NODE_TEXT, 0);
        if (!node)
            return no_memory(b);
        node->as.text = p->table.items[i].text;
        dxki_yaml_node_append(content, (dxk_str){NULL, 0}, node);
    }
    return true;
}

static bool close_lists(builder *b, dxki_yaml_node *content, const pool *p)
{
    for (size_t i = p->first; i < p->table.count; i++) {
        dxk_str text = p->table.items[i].text;
        for (size_t at = 0; at < text.size / 4; at++) {
            dxki_yaml_node *node = dxki_yaml_node_new(b->d->arena, DXKI_NODE_NUMBER, 0);
            if (!node)
                return no_memory(b);
            node->as.number = dxki_word_get((const uint8_t *)text.data, at);
            dxki_yaml_node_append(content, (dxk_str){NULL, 0}, node);
        }
    }
    return true;
}

/* Puts what is new in a pool into its part. */
static bool close_pool(builder *b, int which)
{
    pool *p = &b->pools[which];
    bool grown = p->table.count > p->first;
    if (!p->part && (!grown || (which == STRINGS && !b->strings)))
        return true;
    if (!p->part && !add_part(b, which))
        return false;
    dxki_yaml_node *content = dxki_yaml_derive_find(p->part, p->name);
    if (which == BYTES || (content && content->kind == DXKI_NODE_BYTES)) {
        if (!content)
            content = dxki_yaml_derive_put(b->d, p->part, p->name, DXKI_NODE_BYTES);
        if (!content)
            return false;
        content->kind = DXKI_NODE_BYTES;
        return dxki_yaml_strings_done(&p->table, 0, &content->as.bytes) || no_memory(b);
    }
    content = dxki_yaml_derive_group(b->d, p->part, p->name, DXKI_NODE_LIST);
    if (!content)
        return false;
    return which == STRINGS ? close_strings(b, content, p) : close_lists(b, content, p);
}

/* ---------------------------------------------------------------------------------------- */
/* Places                                                                                     */

static bool derive_size(builder *b, dxki_yaml_node *part, uint64_t *size)
{
    size_t table = dxki_rdat_index_of_type(type_of(part));
    if (table < DXKI_RDAT_TABLES)
        return derive_table(b, part, dxki_rdat_table(table), size);
    const dxki_yaml_node *data = dxki_yaml_derive_find(part, "data");
    *size = data ? dxki_yaml_node_count(data) : 0;
    for (int i = 0; i < POOLS; i++)
        if (b->pools[i].part == part)
            *size = (b->pools[i].table.size + 3) & ~UINT64_C(3);
    return dxki_yaml_derive_least(b->d, part, "size", *size, most_of(b, *size), size);
}

/* The offset of a part: what is given, unless that lies outside or in another part. */
static bool derive_offset(builder *b, dxki_yaml_node *offsets, dxki_yaml_node **cursor,
                          uint64_t size, uint64_t *end, const uint64_t (*taken)[2], size_t count)
{
    dxki_yaml_node *node = *cursor;
    uint64_t given;
    if (!node) {
        node = dxki_yaml_node_new(b->d->arena, DXKI_NODE_NUMBER, 0);
        if (!node)
            return no_memory(b);
        node->as.number = *end;
        dxki_yaml_node_append(offsets, (dxk_str){NULL, 0}, node);
        return true;
    }
    *cursor = node->next;
    if (!dxki_yaml_derive_is_number(node, &given))
        return dxki_yaml_derive_expected(b->d, node, "a number");
    bool fits = given <= *end + GAP || (b->d->sized && given + size <= b->d->given);
    for (size_t i = 0; i < count && fits; i++)
        fits = given >= taken[i][1] || given + size <= taken[i][0];
    if (!fits || given < taken[0][1])
        return dxki_yaml_derive_force(b->d, node, "offsets", given, *end);
    *end = given;
    return true;
}

static bool place_parts(builder *b, dxki_yaml_node *map, dxki_yaml_node *header)
{
    uint64_t taken[INTERVALS][2] = {{0, 0}};
    dxki_yaml_node *offsets = dxki_yaml_derive_group(b->d, map, "offsets", DXKI_NODE_LIST);
    size_t parts = b->parts->as.list.count, count = 1;
    if (!offsets || !dxki_yaml_derive_number(b->d, header, "part_count", parts))
        return false;
    dxki_yaml_node *cursor = offsets->as.list.first;
    uint64_t end = DXK_WIRE_SIZE_rdat_header + 4 * (uint64_t)parts;
    taken[0][1] = b->d->size = end;
    for (dxki_yaml_node *part = b->parts->as.list.first; part; part = part->next) {
        uint64_t size;
        if (!derive_size(b, part, &size) ||
            !derive_offset(b, offsets, &cursor, PART_HEADER + size, &end, taken, count))
            return false;
        if (count < INTERVALS) {
            taken[count][0] = end;
            taken[count++][1] = end + PART_HEADER + size;
        }
        end += PART_HEADER + size;
        b->d->size = end > b->d->size ? end : b->d->size;
    }
    return b->d->status == DXK_OK;
}

bool dxki_yaml_derive_rdat(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    builder b = {.d = d,
                 .pools = {{.type = DXK_RDAT_PART_TYPE_STRING_BUFFER, .name = "strings"},
                           {.type = DXK_RDAT_PART_TYPE_INDEX_ARRAYS, .name = "indices"},
                           {.type = DXK_RDAT_PART_TYPE_RAW_BYTES, .name = "data"}}};
    dxki_yaml_node *header = dxki_yaml_derive_group(d, map, "header", DXKI_NODE_MAP);
    b.parts = header ? dxki_yaml_derive_group(d, map, "parts", DXKI_NODE_LIST) : NULL;
    if (!b.parts)
        return false;
    if (!dxki_yaml_derive_find(header, "version") &&
        !dxki_yaml_derive_put_number(d, header, "version", VERSION))
        return false;
    for (int i = 0; i < POOLS; i++)
        if (!dxki_yaml_strings_init(&b.pools[i].table, d->arena, i != STRINGS))
            return no_memory(&b);
    if (!open_parts(&b) || !open_tables(&b) || !derive_records(&b))
        return false;
    for (int i = 0; i < POOLS; i++)
        if (!close_pool(&b, i))
            return false;
    return place_parts(&b, map, header);
}

/* ---------------------------------------------------------------------------------------- */
/* PDBI                                                                                       */

/* The tables as they are stored. */
static bool store_tables(dxki_yaml_derive *d, dxki_yaml_node *map, dxki_yaml_node *header,
                         dxki_yaml_node *tables)
{
    dxk_bytes bytes, stored, given;
    dxki_yaml_node *beside = dxki_yaml_derive_find(map, "stored");
    uint64_t compression = DXK_PDB_COMPRESSION_UNCOMPRESSED;
    dxki_yaml_node *node = dxki_yaml_derive_find(header, "compression");
    if (!dxki_yaml_derive_check(
            d, dxki_yaml_fields_load(d->ctx, d->arena, DXK_PART_RDAT, tables, NULL, &bytes)))
        return false;
    stored = bytes;
    if (node && !dxki_yaml_derive_is_number(node, &compression) && node->kind == DXKI_NODE_TEXT)
        dxk_enum_find(DXK_ENUM_ID_pdb_compression, node->as.text, &compression);
    if (beside && compression != DXK_PDB_COMPRESSION_ZLIB)
        return dxki_yaml_derive_expected(d, tables,
                                         "either Rdat or Stored, which is not compressed");
    if (beside && !dxki_yaml_derive_bytes(d, beside, &given))
        return false;
    if (compression == DXK_PDB_COMPRESSION_ZLIB &&
        !dxki_yaml_derive_check(d, dxki_yaml_stored(d->ctx, d->arena, beside ? beside : tables,
                                                    bytes, beside ? &given : NULL, &stored)))
        return false;
    tables->flags |= DXKI_NODE_USED;
    node = beside ? beside : dxki_yaml_derive_put(d, map, "stored", DXKI_NODE_BYTES);
    if (!node)
        return false;
    node->kind = DXKI_NODE_BYTES;
    node->as.bytes = stored;
    return dxki_yaml_derive_number(d, header, "inflated_size", bytes.size);
}

/* Sizes, and the tables as mappings instead of bytes. */
bool dxki_yaml_derive_pdb_info(dxki_yaml_derive *d, dxki_yaml_node *map)
{
    dxki_yaml_node *header = dxki_yaml_derive_group(d, map, "header", DXKI_NODE_MAP);
    dxki_yaml_node *tables = dxki_yaml_derive_find(map, "rdat"), *stored;
    if (!header)
        return false;
    if (tables && !store_tables(d, map, header, tables))
        return false;
    stored = dxki_yaml_derive_find(map, "stored");
    uint64_t size = stored ? dxki_yaml_node_count(stored) : 0;
    dxki_yaml_node *tail = dxki_yaml_derive_find(map, "tail");
    d->size = DXK_WIRE_SIZE_pdb_info_header + size + (tail ? dxki_yaml_node_count(tail) : 0);
    if (!tail && !d->sized)
        d->size = (d->size + 3) & ~UINT64_C(3);
    return dxki_yaml_derive_number(d, header, "stored_size", size) &&
           (dxki_yaml_derive_find(header, "version") ||
            dxki_yaml_derive_put_number(d, header, "version", 0)) &&
           (dxki_yaml_derive_find(header, "compression") ||
            dxki_yaml_derive_put_number(d, header, "compression", 0)) &&
           (dxki_yaml_derive_find(header, "inflated_size") ||
            dxki_yaml_derive_put_number(d, header, "inflated_size", size));
}
