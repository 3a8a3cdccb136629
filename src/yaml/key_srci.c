/* SPDX-License-Identifier: MIT */
/*
 * key_srci.c - LLVM's schema for SRCI: names, contents and arguments in this order; sizes are
 * computed when they are not given. See keyed.h.
 */
#include "yaml/keyed.h"
#include "parts/deflate.h"
#include "yaml/stored.h"

#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

#define SECTION       DXK_WIRE_SIZE_source_section_header
#define NAMES_COUNT   20u /* places in the part, as it is laid out here */
#define SECTION_COUNT 6u

static size_t padding(size_t size)
{
    return (4 - size % 4) % 4;
}

static dxk_str text_of(dxk_bytes bytes)
{
    size_t size = bytes.size && bytes.data[bytes.size - 1] == 0 ? bytes.size - 1 : bytes.size;
    return (dxk_str){(const char *)bytes.data, size};
}

static bool terminated(dxki_yaml_keyed *k, dxk_str text, dxk_bytes *bytes)
{
    const char *copy = dxki_arena_strdup(k->arena, text.data ? text.data : "", text.size);
    *bytes = (dxk_bytes){(const uint8_t *)copy, text.size + 1};
    return copy || dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
}

/* A key with a text that is stored with its terminator. */
static bool walk_text(dxki_yaml_keyed *k, const char *key, dxk_bytes *bytes)
{
    dxk_str text = text_of(*bytes);
    return dxki_yaml_keyed_text(k, key, &text, true) && (!k->load || terminated(k, text, bytes));
}

/* A mapping that may be empty, with the keys of a record. */
static bool walk_head(dxki_yaml_keyed *k, const char *key, dxki_yaml_keys_id list, void *record)
{
    dxki_yaml_node *back, *last = k->map->as.list.last;
    if (!dxki_yaml_keyed_enter(k, key, false, &back) || !dxki_yaml_keyed_record(k, list, record))
        return false;
    bool empty = k->map->as.list.count == 0;
    if (!dxki_yaml_keyed_leave(k, back))
        return false;
    if (!k->load && k->brief && empty) /* goes without saying */
        dxki_yaml_node_cut(k->map, last);
    return true;
}

static bool prepare(dxki_yaml_keyed *k, void **items, size_t count, size_t size)
{
    if (!k->load)
        return true;
    *items = dxki_arena_zalloc(k->arena, count, size);
    return *items || dxki_yaml_keyed_check(k, dxki_nomem(k->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Sections                                                                                   */

static bool walk_names(dxki_yaml_keyed *k, dxk_source_names *p)
{
    dxki_yaml_node *list, *back;
    size_t count = p->header.count;
    void *entries = p->entries;
    if (!dxki_yaml_keyed_list(k, "Entries", &count, true, &list) ||
        !prepare(k, &entries, count, sizeof *p->entries))
        return false;
    p->entries = entries;
    for (size_t i = 0; i < count; i++)
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_source_name, &p->entries[i].head) ||
            !walk_text(k, "FileName", &p->entries[i].name) || !dxki_yaml_keyed_leave(k, back))
            return false;
    return k->status == DXK_OK &&
           (!k->load || dxki_yaml_keyed_count(k, "Count", &p->header.count, count, NAMES_COUNT));
}

static bool walk_contents(dxki_yaml_keyed *k, dxk_source_contents *p)
{
    dxki_yaml_node *list, *back;
    size_t count = p->entry_count;
    void *entries = p->entries;
    if (!dxki_yaml_keyed_list(k, "Entries", &count, true, &list) ||
        !prepare(k, &entries, count, sizeof *p->entries))
        return false;
    p->entries = entries;
    p->entry_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++)
        if (!dxki_yaml_keyed_next(k, list, i, &back) ||
            !dxki_yaml_keyed_record(k, DXKI_KEYS_ID_source_content, &p->entries[i].head) ||
            !walk_text(k, "FileContent", &p->entries[i].text) || !dxki_yaml_keyed_leave(k, back))
            return false;
    bool zlib = p->header.compression == DXK_SOURCE_COMPRESSION_ZLIB;
    if (k->load ? !dxki_yaml_keyed_bytes(k, "Stored", &p->stored, false)
                : zlib && k->extras && !dxki_yaml_keyed_bytes(k, "Stored", &p->stored, true))
        return false;
    if (k->load && !zlib && !dxki_yaml_keyed_unwritten(k, "Stored", "nothing is compressed"))
        return false;
    if (k->load)
        p->header.count = dxki_yaml_keyed_obey(k, "Count", p->header.count, count);
    return k->status == DXK_OK;
}

static bool walk_args(dxki_yaml_keyed *k, dxk_source_args *p)
{
    dxki_yaml_node *list, *back;
    size_t count = p->arg_count, size = 0;
    void *args = p->args;
    if (!dxki_yaml_keyed_list(k, "Args", &count, true, &list) ||
        !prepare(k, &args, count, sizeof *p->args))
        return false;
    p->args = args;
    p->arg_count = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        if (!dxki_yaml_keyed_next(k, list, i, &back) || !walk_text(k, "Arg", &p->args[i].name) ||
            !walk_text(k, "Value", &p->args[i].value) || !dxki_yaml_keyed_leave(k, back))
            return false;
        size += p->args[i].name.size + p->args[i].value.size;
    }
    if (k->load) {
        p->header.count = dxki_yaml_keyed_obey(k, "Count", p->header.count, count);
        p->header.size = dxki_yaml_keyed_obey(k, "SizeInBytes", p->header.size, size);
    }
    return k->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* LOAD: sizes                                                                                */

static const uint8_t zeros[4];

/* The padding after an entry whose size is given or not. */
static bool pad_entry(dxki_yaml_keyed *k, uint32_t *size, size_t used, dxk_bytes *tail)
{
    *size = dxki_yaml_keyed_obey(k, "AlignedSizeInBytes", *size, used + padding(used));
    if (*size < used || *size - used > k->ctx->limits.inflated) {
        dxki_arg args[] = {dxki_text(dxki_str("a size that holds the entry"))};
        return dxki_yaml_keyed_report(k, k->map, DXKI_RULE_YAML_TYPE, args, 1);
    }
    *tail = (dxk_bytes){zeros, *size - used < 4 ? *size - used : 4};
    return k->status == DXK_OK;
}

static bool size_names(dxki_yaml_keyed *k, dxk_source_names *p, const dxk_source_contents *contents,
                       uint32_t given, size_t *total)
{
    size_t entries = 0;
    for (size_t i = 0; i < p->header.count; i++) {
        dxk_source_name *e = &p->entries[i];
        size_t content = i < contents->entry_count ? contents->entries[i].text.size : 0;
        e->head.name_size =
            dxki_yaml_keyed_obey(k, "NameSizeInBytes", e->head.name_size, e->name.size);
        e->head.content_size =
            dxki_yaml_keyed_obey(k, "ContentSizeInBytes", e->head.content_size, content);
        if (!pad_entry(k, &e->head.size, DXK_WIRE_SIZE_source_name_entry + e->head.name_size,
                       &e->tail))
            return false;
        entries += e->head.size;
    }
    p->header.entries_size =
        (uint16_t)dxki_yaml_keyed_obey(k, "EntriesSizeInBytes", given, entries & 0xFFFF);
    *total = DXK_WIRE_SIZE_source_names_header + entries;
    return k->status == DXK_OK;
}

/* The entries as they are compressed. */
static bool store(dxki_yaml_keyed *k, dxk_source_contents *p, size_t size)
{
    dxk_bytes block, given = p->stored;
    dxk_status status = dxki_part_source_block(k->ctx, k->arena, p, size, &block);
    if (status == DXK_OK)
        status = dxki_yaml_stored(k->ctx, k->arena, k->map, block, given.size ? &given : NULL,
                                  &p->stored);
    return dxki_yaml_keyed_check(k, status);
}

static bool size_contents(dxki_yaml_keyed *k, dxk_source_contents *p, size_t *total)
{
    dxk_source_contents_header *h = &p->header;
    size_t entries = 0;
    for (size_t i = 0; i < p->entry_count; i++) {
        dxk_source_content *e = &p->entries[i];
        e->head.content_size =
            dxki_yaml_keyed_obey(k, "ContentSizeInBytes", e->head.content_size, e->text.size);
        if (!pad_entry(k, &e->head.size, DXK_WIRE_SIZE_source_content_entry + e->head.content_size,
                       &e->tail))
            return false;
        entries += e->head.size;
    }
    size_t stored = entries;
    if (h->compression == DXK_SOURCE_COMPRESSION_ZLIB) {
        if (!store(k, p, entries))
            return false;
        stored = p->stored.size;
    }
    h->stored_size = dxki_yaml_keyed_obey(k, "EntriesSizeInBytes", h->stored_size, stored);
    h->inflated_size =
        dxki_yaml_keyed_obey(k, "UncompressedEntriesSizeInBytes", h->inflated_size, entries);
    *total = DXK_WIRE_SIZE_source_contents_header + stored;
    if (h->size) /* DXC leaves it */
        h->size = dxki_yaml_keyed_obey(k, "AlignedSizeInBytes", h->size, *total + padding(*total));
    return k->status == DXK_OK;
}

static void size_section(dxki_yaml_keyed *k, dxk_source_info_section *s, uint32_t type,
                         size_t content, size_t *total)
{
    size_t size = SECTION + content;
    s->header.type = (uint16_t)type;
    s->tail = (dxk_bytes){zeros, padding(size)};
    size += padding(size);
    s->header.size = dxki_yaml_keyed_obey(k, "AlignedSizeInBytes", s->header.size, size);
    *total += size;
}

/* ---------------------------------------------------------------------------------------- */
/* The part                                                                                   */

enum { NAMES, CONTENTS, ARGS, SECTIONS };
static const struct {
    const char *key;
    uint32_t type;
    size_t size;
    dxki_yaml_keys_id keys;
} sections[SECTIONS] = {
    {"Names", DXK_SOURCE_SECTION_NAMES, sizeof(dxk_source_names), DXKI_KEYS_ID_source_names},
    {"Contents", DXK_SOURCE_SECTION_CONTENTS, sizeof(dxk_source_contents),
     DXKI_KEYS_ID_source_contents},
    {"Args", DXK_SOURCE_SECTION_ARGS, sizeof(dxk_source_args), DXKI_KEYS_ID_source_args},
};

/* LOAD: what does not fit the field is not given. */
static bool read_names_header(dxki_yaml_keyed *k, dxk_source_names_header *h, uint32_t *entries)
{
    dxki_yaml_node *back;
    *entries = DXKI_COMPUTED;
    h->count = DXKI_COMPUTED;
    return dxki_yaml_keyed_enter(k, "Header", false, &back) &&
           dxki_yaml_keyed_number(k, "Flags", &h->flags, 32, false) &&
           dxki_yaml_keyed_number(k, "Count", &h->count, 32, false) &&
           dxki_yaml_keyed_late(k, "Count", h->count) &&
           dxki_yaml_keyed_number(k, "EntriesSizeInBytes", entries, 16, false) &&
           dxki_yaml_keyed_leave(k, back);
}

static bool walk_section(dxki_yaml_keyed *k, dxk_source_info_section *s, int index,
                         uint32_t *entries)
{
    dxki_yaml_node *back;
    void *content = s->as.names;
    if (!prepare(k, &content, 1, sections[index].size))
        return false;
    s->as.names = content;
    if (!dxki_yaml_keyed_enter(k, sections[index].key, true, &back) ||
        !walk_head(k, "SectionHeader", DXKI_KEYS_ID_source_section, &s->header))
        return false;
    bool ok = k->load && index == NAMES ? read_names_header(k, &s->as.names->header, entries)
                                        : walk_head(k, "Header", sections[index].keys, content);
    if (ok && index == NAMES)
        ok = walk_names(k, s->as.names);
    else if (ok && index == CONTENTS)
        ok = walk_contents(k, s->as.contents);
    else if (ok)
        ok = walk_args(k, s->as.args);
    return ok && dxki_yaml_keyed_leave(k, back);
}

static bool compute_sizes(dxki_yaml_keyed *k, dxk_source_info *p, uint32_t entries)
{
    dxk_source_info_section *s = p->sections;
    size_t names, contents, total = DXK_WIRE_SIZE_source_header;
    if (!size_contents(k, s[CONTENTS].as.contents, &contents) ||
        !size_names(k, s[NAMES].as.names, s[CONTENTS].as.contents, entries, &names))
        return false;
    size_section(k, &s[NAMES], DXK_SOURCE_SECTION_NAMES, names, &total);
    size_section(k, &s[CONTENTS], DXK_SOURCE_SECTION_CONTENTS, contents, &total);
    size_section(k, &s[ARGS], DXK_SOURCE_SECTION_ARGS,
                 DXK_WIRE_SIZE_source_args_header + s[ARGS].as.args->header.size, &total);
    p->header.size = dxki_yaml_keyed_obey(k, "AlignedSizeInBytes", p->header.size, total);
    uint32_t count = dxki_yaml_keyed_obey(k, "SectionCount", p->header.section_count, SECTIONS);
    p->header.section_count = SECTIONS;
    return k->status == DXK_OK &&
           (count == SECTIONS || dxki_yaml_keyed_force(k, count, SECTION_COUNT, 2));
}

bool dxki_yaml_keyed_source(dxki_yaml_keyed *k, void *part)
{
    dxk_source_info *p = part;
    void *list = p->sections;
    uint32_t entries = 0;
    if (!walk_head(k, "Header", DXKI_KEYS_ID_source, &p->header) ||
        !prepare(k, &list, SECTIONS, sizeof *p->sections))
        return false;
    p->sections = list;
    if (!k->load && p->header.section_count != SECTIONS)
        return dxki_yaml_keyed_check(k, DXK_E_UNSUPPORTED);
    for (int i = 0; i < SECTIONS; i++) {
        dxk_source_info_section *s = &p->sections[i];
        for (int n = 0; !k->load && n < SECTIONS; n++)
            if (p->sections[n].header.type == sections[i].type)
                s = &p->sections[n];
        if (!k->load && s->header.type != sections[i].type)
            return dxki_yaml_keyed_check(k, DXK_E_UNSUPPORTED);
        if (!walk_section(k, s, i, &entries))
            return false;
    }
    return !k->load || compute_sizes(k, p, entries);
}
