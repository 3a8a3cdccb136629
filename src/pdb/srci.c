/* SPDX-License-Identifier: MIT */
/*
 * srci.c - makes the SRCI part for sources and arguments that were found elsewhere, with the
 * sections in the reference's order: names, texts, arguments. Texts are compressed, as the
 * reference does, unless the build has no zlib.
 */
#include "pdb/pdb.h"

#include "parts/deflate.h"

#include <string.h>

static const uint8_t zeros[4];

static uint32_t aligned(uint64_t size)
{
    return (uint32_t)((size + 3) & ~(uint64_t)3);
}

static dxk_bytes padding(uint64_t size)
{
    return (dxk_bytes){zeros, (size_t)(aligned(size) - size)};
}

/* Characters with a terminator; NULL data when out of memory. */
static dxk_bytes terminated(dxki_arena *arena, dxk_str text)
{
    char *copy = dxki_arena_strdup(arena, text.data ? text.data : "", text.size);
    return (dxk_bytes){(const uint8_t *)copy, copy ? text.size + 1 : 0};
}

static void finish_section(dxk_source_info_section *section, uint32_t type, uint64_t content)
{
    uint64_t size = DXK_WIRE_SIZE_source_section_header + content;
    section->header.size = aligned(size);
    section->header.type = (uint16_t)type;
    section->tail = padding(size);
}

static bool fill_names(dxk_pdb *pdb, dxk_source_info_section *section)
{
    const uint32_t head = DXK_WIRE_SIZE_source_name_entry;
    dxk_source_names *names = DXKI_NEW(&pdb->arena, dxk_source_names);
    dxk_source_name *entries = DXKI_NEW_ARRAY(&pdb->arena, dxk_source_name, pdb->files.count);
    uint64_t total = 0;
    if (!names || !entries)
        return false;
    for (size_t i = 0; i < pdb->files.count; i++) {
        const dxki_pdb_pair *file = &pdb->files.items[i];
        dxk_source_name *e = &entries[i];
        e->name = terminated(&pdb->arena, file->first);
        if (!e->name.data)
            return false;
        e->head.name_size = (uint32_t)e->name.size;
        e->head.content_size = (uint32_t)file->second.size + 1;
        e->head.size = aligned(head + (uint64_t)e->name.size);
        e->tail = padding(head + (uint64_t)e->name.size);
        total += e->head.size;
    }
    names->header.count = (uint32_t)pdb->files.count;
    names->header.entries_size = (uint16_t)total;
    names->entries = entries;
    section->as.names = names;
    finish_section(section, DXK_SOURCE_SECTION_NAMES, DXK_WIRE_SIZE_source_names_header + total);
    return true;
}

static dxk_status fill_contents(dxk_pdb *pdb, dxk_source_info_section *section)
{
    const uint32_t head = DXK_WIRE_SIZE_source_content_entry;
    dxk_source_contents *contents = DXKI_NEW(&pdb->arena, dxk_source_contents);
    dxk_source_content *entries = DXKI_NEW_ARRAY(&pdb->arena, dxk_source_content, pdb->files.count);
    uint64_t total = 0;
    if (!contents || !entries)
        return dxki_nomem(pdb->ctx);
    for (size_t i = 0; i < pdb->files.count; i++) {
        dxk_source_content *e = &entries[i];
        e->text = terminated(&pdb->arena, pdb->files.items[i].second);
        if (!e->text.data)
            return dxki_nomem(pdb->ctx);
        e->head.content_size = (uint32_t)e->text.size;
        e->head.size = aligned(head + (uint64_t)e->text.size);
        e->tail = padding(head + (uint64_t)e->text.size);
        total += e->head.size;
    }
    contents->header.stored_size = contents->header.inflated_size = (uint32_t)total;
    contents->header.count = contents->entry_count = (uint32_t)pdb->files.count;
    contents->entries = entries;
    dxk_status status = dxki_part_deflate_contents(pdb->ctx, &pdb->arena, contents, (size_t)total);
    if (status == DXK_OK) {
        contents->header.compression = DXK_SOURCE_COMPRESSION_ZLIB;
        contents->header.stored_size = (uint32_t)contents->stored.size;
    }
    section->as.contents = contents;
    finish_section(section, DXK_SOURCE_SECTION_CONTENTS,
                   DXK_WIRE_SIZE_source_contents_header + contents->header.stored_size);
    return status == DXK_E_UNSUPPORTED ? DXK_OK : status;
}

static bool fill_args(dxk_pdb *pdb, dxk_source_info_section *section)
{
    dxk_source_args *args = DXKI_NEW(&pdb->arena, dxk_source_args);
    dxk_source_arg *list = DXKI_NEW_ARRAY(&pdb->arena, dxk_source_arg, pdb->args.count);
    uint64_t total = 0;
    if (!args || !list)
        return false;
    for (size_t i = 0; i < pdb->args.count; i++) {
        list[i].name = terminated(&pdb->arena, pdb->args.items[i].first);
        list[i].value = terminated(&pdb->arena, pdb->args.items[i].second);
        if (!list[i].name.data || !list[i].value.data)
            return false;
        total += list[i].name.size + list[i].value.size;
    }
    args->header.size = (uint32_t)total;
    args->header.count = args->arg_count = (uint32_t)pdb->args.count;
    args->args = list;
    section->as.args = args;
    finish_section(section, DXK_SOURCE_SECTION_ARGS, DXK_WIRE_SIZE_source_args_header + total);
    return true;
}

dxk_status dxki_pdb_write_sources(dxk_pdb *pdb, dxk_buffer *out)
{
    dxk_source_info_section sections[3];
    dxk_source_info info = {.sections = sections};
    dxk_decoded part = {DXK_PART_SRCI, DXK_PART_TYPE_SOURCE, {NULL}};
    memset(sections, 0, sizeof sections);
    if (!fill_names(pdb, &sections[0]) || !fill_args(pdb, &sections[2]))
        return dxki_nomem(pdb->ctx);
    dxk_status status = fill_contents(pdb, &sections[1]);
    if (status != DXK_OK)
        return status;
    info.header.section_count = 3;
    info.header.size = DXK_WIRE_SIZE_source_header;
    for (size_t i = 0; i < 3; i++)
        info.header.size += sections[i].header.size;
    part.as.source = &info;
    return dxk_part_encode(pdb->ctx, &part, dxk_buffer_sink(out));
}
