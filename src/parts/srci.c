/* SPDX-License-Identifier: MIT */
/*
 * srci.c - SRCI: names and texts of the sources, and the arguments of the compiler.
 *
 *   +--------+---------------------+---------------------+---------------------+
 *   | header | head names pad      | head sources pad    | head arguments pad  |
 *   +--------+---------------------+---------------------+---------------------+
 *             count, entries ->      sizes, count, entries ->   size, count, "name\0value\0"...
 *             (head name pad)*       (head text pad)*
 *
 * The entries of the sources may be one zlib stream. The size of the entries of the names is kept
 * in 16 bits and is cut when they are larger; entries are therefore bounded by their section.
 * Source: DXContainer.rst, "SRCI part".
 */
#include "parts/parts.h"
#include "parts/inflate.h"

#include "base/count.h"
#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

#define SECTION DXK_WIRE_SIZE_source_section_header

/* READ: bytes up to the end of what the walk is in. */
static size_t left(const dxki_codec *c)
{
    return c->in.size - c->pos;
}

/* READ: makes the walk end `size` bytes on; returns the old end for unbound(). */
static size_t bound(dxki_codec *c, size_t size)
{
    size_t end = c->in.size;
    if (c->mode == DXKI_READ)
        c->in.size = c->pos + size;
    return end;
}

static bool unbound(dxki_codec *c, size_t end)
{
    if (c->mode == DXKI_READ)
        c->in.size = end;
    return c->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Entries                                                                                    */

/* READ: the entry, whose head of `head` bytes was read, lies in its section with its content. */
static bool check_entry(dxki_codec *c, uint32_t size, uint32_t head, uint32_t content)
{
    uint64_t need = head + (uint64_t)content;
    uint64_t most = head + (uint64_t)left(c);
    if (c->mode == DXKI_WRITE || (size >= need && size <= most))
        return true;
    dxki_arg args[] = {dxki_dec(size), dxki_dec(need), dxki_dec(most)};
    return dxki_codec_fail(c, DXKI_RULE_SRCI_ENTRY, c->pos - head, NULL, args, 3);
}

/* The content of an entry with its terminator, and the padding. */
static bool walk_content(dxki_codec *c, const char *name, dxk_bytes *text, uint32_t size,
                         dxk_bytes *tail, uint32_t tail_size)
{
    if (size && !dxki_codec_text(c, name, text, size))
        return false;
    if (c->mode == DXKI_READ && size && text->data[size - 1] != 0 &&
        !dxki_codec_warn(c, DXKI_RULE_PART_TERMINATOR, c->pos, name, NULL, 0))
        return false;
    return dxki_codec_pad(c, "tail", tail, tail_size);
}

static bool walk_name(dxki_codec *c, size_t index, dxk_source_name *e)
{
    const uint32_t head = DXK_WIRE_SIZE_source_name_entry;
    return dxki_codec_enter(c, "entries", index, "source_name_entry") &&
           dxki_codec_fields(c, DXK_RECORD_ID_source_name_entry, &e->head, 0, NULL) &&
           check_entry(c, e->head.size, head, e->head.name_size) &&
           walk_content(c, "name", &e->name, e->head.name_size, &e->tail,
                        e->head.size - head - e->head.name_size) &&
           dxki_codec_leave(c);
}

static bool walk_source(dxki_codec *c, size_t index, dxk_source_content *e)
{
    const uint32_t head = DXK_WIRE_SIZE_source_content_entry;
    return dxki_codec_enter(c, "entries", index, "source_content_entry") &&
           dxki_codec_fields(c, DXK_RECORD_ID_source_content_entry, &e->head, 0, NULL) &&
           check_entry(c, e->head.size, head, e->head.content_size) &&
           walk_content(c, "text", &e->text, e->head.content_size, &e->tail,
                        e->head.size - head - e->head.content_size) &&
           dxki_codec_leave(c);
}

/* READ: room for `count` entries of `size` bytes that take at least `least` in the file. */
static bool prepare(dxki_codec *c, const char *name, void **entries, uint32_t count, size_t least,
                    size_t size)
{
    if (c->mode == DXKI_WRITE)
        return true;
    if (!dxki_codec_need(c, name, (uint64_t)count * least))
        return false;
    *entries = dxki_arena_zalloc(c->arena, count, size);
    return *entries || dxki_codec_check(c, dxki_nomem(c->ctx));
}

/* ---------------------------------------------------------------------------------------- */
/* Sections                                                                                   */

static bool walk_names(dxki_codec *c, dxk_source_names *p)
{
    void *entries = p->entries;
    if (!dxki_codec_record(c, "names", DXK_RECORD_ID_source_names_header, &p->header, 0, NULL) ||
        !prepare(c, "entries", &entries, p->header.count, DXK_WIRE_SIZE_source_name_entry,
                 sizeof *p->entries))
        return false;
    p->entries = entries;
    size_t start = c->pos;
    if (!dxki_codec_enter_list(c, "entries", p->header.count))
        return false;
    for (uint32_t i = 0; i < p->header.count; i++)
        if (!walk_name(c, i, &p->entries[i]))
            return false;
    size_t size = c->pos - start;
    if (c->mode == DXKI_READ && (size & 0xFFFF) != p->header.entries_size) {
        dxki_arg args[] = {dxki_dec(p->header.entries_size), dxki_dec(size & 0xFFFF)};
        if (!dxki_codec_warn(c, DXKI_RULE_PART_SIZE, start - 2, NULL, args, 2))
            return false;
    }
    return dxki_codec_leave(c);
}

/* The sources as they are when nothing is compressed. */
static bool walk_sources(dxki_codec *c, dxk_source_contents *p)
{
    void *entries = p->entries;
    if (c->mode == DXKI_READ)
        p->entry_count = p->header.count;
    if (!prepare(c, "entries", &entries, p->entry_count, DXK_WIRE_SIZE_source_content_entry,
                 sizeof *p->entries))
        return false;
    p->entries = entries;
    if (!dxki_codec_enter_list(c, "entries", p->entry_count))
        return false;
    for (uint32_t i = 0; i < p->entry_count; i++)
        if (!walk_source(c, i, &p->entries[i]))
            return false;
    return dxki_codec_leave(c) && dxki_codec_rest(c, "rest", &p->rest);
}

/* READ: the sources inside of the stream that starts at c->pos. */
static bool inflate_sources(dxki_codec *c, dxk_source_contents *p)
{
    dxk_bytes stored = {c->in.data + c->pos, p->header.stored_size}, inflated;
    dxki_codec inner;
    if (!dxki_part_can_inflate())
        return dxki_codec_fact(c, "note", dxki_str("compressed; this build cannot decompress"));
    if (!dxki_part_walk_inflate(c, "stored", stored, p->header.inflated_size, &inflated))
        return false;
    dxki_codec_enter_inner(c, &inner, inflated, true);
    walk_sources(&inner, p);
    return dxki_codec_leave_inner(c, &inner);
}

static bool walk_contents(dxki_codec *c, dxk_source_contents *p)
{
    const dxk_source_contents_header *h = &p->header;
    if (!dxki_codec_record(c, "contents", DXK_RECORD_ID_source_contents_header, &p->header, 0,
                           NULL) ||
        !dxki_codec_need(c, "stored", h->stored_size))
        return false;
    if (h->compression == DXK_SOURCE_COMPRESSION_NONE) {
        dxki_arg args[] = {dxki_dec(h->inflated_size), dxki_dec(h->stored_size)};
        if (c->mode == DXKI_READ && h->inflated_size != h->stored_size &&
            !dxki_codec_warn(c, DXKI_RULE_PART_SIZE, c->pos - 8, "inflated_size", args, 2))
            return false;
        size_t end = bound(c, h->stored_size);
        walk_sources(c, p);
        return unbound(c, end);
    }
    if (h->compression != DXK_SOURCE_COMPRESSION_ZLIB)
        return dxki_codec_bytes(c, "stored", &p->stored, h->stored_size);
    if (c->mode == DXKI_READ && !c->keyed && !inflate_sources(c, p))
        return false;
    return dxki_codec_table(c, "stored", &p->stored, h->stored_size);
}

/* READ: number of strings in the next `size` bytes; a last one may lack its terminator. */
static size_t count_strings(const dxki_codec *c, size_t size)
{
    const uint8_t *bytes = c->in.data + c->pos;
    size_t count = size && bytes[size - 1] != 0;
    for (size_t i = 0; i < size; i++)
        count += bytes[i] == 0;
    return count;
}

/* One of the two strings of an argument. */
static bool walk_string(dxki_codec *c, const char *name, dxk_bytes *text)
{
    size_t size = text->size;
    if (!dxki_codec_supply_string(c, name, DXK_NO_INDEX, c->pos))
        return false;
    if (c->mode == DXKI_READ) {
        const uint8_t *start = c->in.data + c->pos;
        const uint8_t *end = left(c) ? memchr(start, 0, left(c)) : NULL;
        size = end ? (size_t)(end - start) + 1 : left(c);
    }
    if (size == 0)
        return true;
    if (!dxki_codec_text(c, name, text, size))
        return false;
    return c->mode == DXKI_WRITE || text->data[size - 1] == 0 ||
           dxki_codec_warn(c, DXKI_RULE_PART_TERMINATOR, c->pos, name, NULL, 0);
}

static bool walk_arg_list(dxki_codec *c, dxk_source_args *p)
{
    if (!dxki_codec_enter_list(c, "args", p->arg_count))
        return false;
    for (uint32_t i = 0; i < p->arg_count; i++)
        if (!dxki_codec_enter(c, "args", i, "") || !walk_string(c, "name", &p->args[i].name) ||
            !walk_string(c, "value", &p->args[i].value) || !dxki_codec_leave(c))
            return false;
    return dxki_codec_leave(c);
}

static bool walk_args(dxki_codec *c, dxk_source_args *p)
{
    if (!dxki_codec_record(c, "arguments", DXK_RECORD_ID_source_args_header, &p->header, 0, NULL) ||
        !dxki_codec_need(c, "args", p->header.size))
        return false;
    if (c->mode == DXKI_READ) {
        p->arg_count = (uint32_t)((count_strings(c, p->header.size) + 1) / 2);
        if (c->supply) /* the strings are not there yet; each takes a byte at least */
            p->arg_count = p->header.count < p->header.size ? p->header.count : p->header.size;
        p->args = DXKI_NEW_ARRAY(c->arena, dxk_source_arg, p->arg_count);
        if (!p->args)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
        dxki_arg args[] = {dxki_dec(p->header.count), dxki_dec(p->arg_count)};
        if (p->arg_count != p->header.count &&
            !dxki_codec_warn(c, DXKI_RULE_SRCI_COUNT, c->pos - 4, "count", args, 2))
            return false;
    }
    size_t end = bound(c, p->header.size);
    walk_arg_list(c, p);
    return unbound(c, end);
}

/* READ: the section's structure; none when the type is not known. */
static bool prepare_section(dxki_codec *c, dxk_source_info_section *s)
{
    static const size_t sizes[] = {
        [DXK_SOURCE_SECTION_CONTENTS] = sizeof(dxk_source_contents),
        [DXK_SOURCE_SECTION_NAMES] = sizeof(dxk_source_names),
        [DXK_SOURCE_SECTION_ARGS] = sizeof(dxk_source_args),
    };
    if (c->mode == DXKI_WRITE || s->header.type >= DXKI_COUNT(sizes))
        return true;
    s->as.contents = dxki_arena_zalloc(c->arena, 1, sizes[s->header.type]);
    return s->as.contents || dxki_codec_check(c, dxki_nomem(c->ctx));
}

static bool walk_type(dxki_codec *c, dxk_source_info_section *s)
{
    if (!prepare_section(c, s))
        return false;
    switch (s->header.type) {
    case DXK_SOURCE_SECTION_CONTENTS:
        return walk_contents(c, s->as.contents);
    case DXK_SOURCE_SECTION_NAMES:
        return walk_names(c, s->as.names);
    case DXK_SOURCE_SECTION_ARGS:
        return walk_args(c, s->as.args);
    default:
        return true;
    }
}

static bool walk_section(dxki_codec *c, size_t index, dxk_source_info_section *s)
{
    if (!dxki_codec_enter(c, "sections", index, "source_section_header") ||
        !dxki_codec_fields(c, DXK_RECORD_ID_source_section_header, &s->header, 0, NULL))
        return false;
    if (c->mode == DXKI_READ && (s->header.size < SECTION || s->header.size - SECTION > left(c))) {
        dxki_arg args[] = {dxki_dec(s->header.size), dxki_dec(left(c) + SECTION)};
        return dxki_codec_fail(c, DXKI_RULE_SRCI_SECTION, c->pos - SECTION, "size", args, 2);
    }
    size_t end = bound(c, s->header.size - SECTION);
    if (walk_type(c, s))
        dxki_codec_pad(c, "tail", &s->tail, c->mode == DXKI_READ ? left(c) : s->tail.size);
    return unbound(c, end) && dxki_codec_leave(c);
}

bool dxki_part_walk_source(dxki_codec *c, void *part)
{
    dxk_source_info *p = part;
    size_t content = c->in.size;
    void *sections = p->sections;
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_source_header, &p->header, 0, NULL))
        return false;
    if (c->mode == DXKI_READ && p->header.size != content) {
        dxki_arg args[] = {dxki_dec(p->header.size), dxki_dec(content)};
        if (!dxki_codec_warn(c, DXKI_RULE_PART_SIZE, 0, "size", args, 2))
            return false;
    }
    if (!prepare(c, "sections", &sections, p->header.section_count, SECTION, sizeof *p->sections))
        return false;
    p->sections = sections;
    if (!dxki_codec_enter_list(c, "sections", p->header.section_count))
        return false;
    for (size_t i = 0; i < p->header.section_count; i++)
        if (!walk_section(c, i, &p->sections[i]))
            return false;
    return dxki_codec_leave(c) &&
           dxki_codec_pad(c, "rest", &p->rest, c->mode == DXKI_READ ? left(c) : p->rest.size);
}

/* ---------------------------------------------------------------------------------------- */
/* Looking up                                                                                 */

/* The first section of a type; NULL when there is none. */
static const dxk_source_info_section *find(const dxk_source_info *info, uint16_t type)
{
    for (uint32_t i = 0; i < info->header.section_count; i++)
        if (info->sections[i].header.type == type)
            return &info->sections[i];
    return NULL;
}

static const dxk_source_names *find_names(const dxk_source_info *info)
{
    const dxk_source_info_section *s = find(info, DXK_SOURCE_SECTION_NAMES);
    return s ? s->as.names : NULL;
}

static const dxk_source_contents *find_contents(const dxk_source_info *info)
{
    const dxk_source_info_section *s = find(info, DXK_SOURCE_SECTION_CONTENTS);
    return s ? s->as.contents : NULL;
}

static const dxk_source_args *find_args(const dxk_source_info *info)
{
    const dxk_source_info_section *s = find(info, DXK_SOURCE_SECTION_ARGS);
    return s ? s->as.args : NULL;
}

/* A string without its terminator. */
static dxk_str text_of(dxk_bytes bytes)
{
    size_t size = bytes.size && bytes.data[bytes.size - 1] == 0 ? bytes.size - 1 : bytes.size;
    return bytes.data ? (dxk_str){(const char *)bytes.data, size} : (dxk_str){"", 0};
}

uint32_t dxk_source_file_count(const dxk_source_info *info)
{
    const dxk_source_names *names = find_names(info);
    const dxk_source_contents *contents = find_contents(info);
    uint32_t a = names ? names->header.count : 0;
    uint32_t b = contents ? contents->entry_count : 0;
    return a > b ? a : b;
}

bool dxk_source_file(const dxk_source_info *info, uint32_t index, dxk_str *name, dxk_str *text)
{
    const dxk_source_names *names = find_names(info);
    const dxk_source_contents *contents = find_contents(info);
    *name = *text = (dxk_str){NULL, 0};
    if (names && index < names->header.count)
        *name = text_of(names->entries[index].name);
    if (contents && index < contents->entry_count)
        *text = text_of(contents->entries[index].text);
    return index < dxk_source_file_count(info);
}

uint32_t dxk_source_arg_count(const dxk_source_info *info)
{
    const dxk_source_args *args = find_args(info);
    return args ? args->arg_count : 0;
}

bool dxk_source_arg_get(const dxk_source_info *info, uint32_t index, dxk_str *name, dxk_str *value)
{
    const dxk_source_args *args = find_args(info);
    *name = *value = (dxk_str){"", 0};
    if (!args || index >= args->arg_count)
        return false;
    *name = text_of(args->args[index].name);
    *value = text_of(args->args[index].value);
    return true;
}
