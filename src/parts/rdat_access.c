/* SPDX-License-Identifier: MIT */
/*
 * rdat_access.c - following the references in RDAT: strings, lists, bytes, records, sub-objects.
 * Every function takes offsets as they come from the file and checks them.
 */
#include "parts/rdat.h"

#include "wire/codec_internal.h"
#include "wire/words.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Finding pools and tables                                                                   */

/*
 * Makes the index over the string buffer: for each block of DXKI_RDAT_STRING_BLOCK bytes where
 * the first terminator at or after its start is (the size of the buffer when there is none). So
 * the length of a string costs one block, however long it is and however often it is referred to.
 */
static bool index_strings(dxki_codec *c, dxk_rdat *p)
{
    size_t blocks = p->strings.size / DXKI_RDAT_STRING_BLOCK + 1;
    uint32_t *ends = DXKI_NEW_ARRAY(c->arena, uint32_t, blocks);
    if (!ends)
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    size_t end = p->strings.size;
    for (size_t at = p->strings.size; at-- > 0;) {
        if (p->strings.data[at] == 0)
            end = at;
        if (at % DXKI_RDAT_STRING_BLOCK == 0)
            ends[at / DXKI_RDAT_STRING_BLOCK] = (uint32_t)end;
    }
    if (p->strings.size % DXKI_RDAT_STRING_BLOCK == 0)
        ends[blocks - 1] = (uint32_t)p->strings.size;
    p->string_ends = ends;
    return true;
}

static void scan_part(dxk_rdat *p, uint32_t type, dxk_bytes content)
{
    size_t index = dxki_rdat_index_of_type(type);
    if (type == DXK_RDAT_PART_TYPE_STRING_BUFFER)
        p->strings = content;
    else if (type == DXK_RDAT_PART_TYPE_INDEX_ARRAYS)
        p->indices = (dxk_bytes){content.data, content.size & ~(size_t)3};
    else if (type == DXK_RDAT_PART_TYPE_RAW_BYTES)
        p->raw_bytes = content;
    if (index == DXKI_RDAT_TABLES || content.size < DXK_WIRE_SIZE_rdat_table_header)
        return;
    dxk_rdat_table_header header;
    dxk_record_load(DXK_RECORD_ID_rdat_table_header, content, &header);
    uint64_t size = (uint64_t)header.count * header.stride;
    if (size > content.size - DXK_WIRE_SIZE_rdat_table_header)
        return;
    dxk_rdat_table *table = &p->tables[index];
    table->count = header.count;
    table->stride = header.stride;
    table->raw = (dxk_bytes){content.data + DXK_WIRE_SIZE_rdat_table_header, (size_t)size};
}

bool dxki_rdat_scan(dxki_codec *c, dxk_rdat *p)
{
    dxk_bytes in = c->in;
    p->tables = DXKI_NEW_ARRAY(c->arena, dxk_rdat_table, DXKI_RDAT_TABLES);
    if (!p->tables)
        return dxki_codec_check(c, dxki_nomem(c->ctx));
    for (size_t i = 0; i < DXKI_RDAT_TABLES; i++)
        p->tables[i].record = (dxk_record_id)dxki_rdat_table(i)->record;
    dxk_rdat_header header;
    size_t start = dxk_record_load(DXK_RECORD_ID_rdat_header, in, &header);
    uint32_t parts = start < DXK_WIRE_SIZE_rdat_header ? 0 : header.part_count;
    if (parts && parts > (in.size - start) / 4)
        return true;
    for (uint32_t i = 0; i < parts; i++) {
        uint32_t offset = dxki_word_get(in.data + start, i);
        if (offset > in.size || in.size - offset < DXK_WIRE_SIZE_rdat_part_header)
            continue;
        dxk_bytes left = {in.data + offset, in.size - offset};
        dxk_rdat_part_header part;
        size_t head = dxk_record_load(DXK_RECORD_ID_rdat_part_header, left, &part);
        if (part.size <= left.size - head)
            scan_part(p, part.type, (dxk_bytes){left.data + head, part.size});
    }
    return index_strings(c, p);
}

/* ---------------------------------------------------------------------------------------- */
/* References                                                                                 */

bool dxk_rdat_string(const dxk_rdat *p, uint32_t offset, dxk_str *out)
{
    *out = (dxk_str){"", 0};
    if (offset >= p->strings.size)
        return false;
    const uint8_t *text = p->strings.data + offset;
    size_t block = offset / DXKI_RDAT_STRING_BLOCK + 1;
    size_t stop = block * DXKI_RDAT_STRING_BLOCK;
    size_t scan = (stop < p->strings.size ? stop : p->strings.size) - offset;
    const uint8_t *found = memchr(text, 0, scan);
    size_t end = p->strings.size;
    if (found)
        end = offset + (size_t)(found - text);
    else if (stop < p->strings.size)
        end = p->string_ends[block];
    if (end == p->strings.size)
        return false;
    *out = (dxk_str){(const char *)text, end - offset};
    return true;
}

bool dxk_rdat_list_at(const dxk_rdat *p, uint32_t index, dxk_rdat_list *out)
{
    size_t words = p->indices.size / 4;
    *out = (dxk_rdat_list){NULL, 0};
    if (index >= words)
        return false;
    const uint8_t *head = p->indices.data + 4 * (size_t)index;
    uint32_t count = dxki_word_get(head, 0);
    if (count > words - index - 1)
        return false;
    *out = (dxk_rdat_list){head + 4, count};
    return true;
}

uint32_t dxk_rdat_list_item(dxk_rdat_list list, uint32_t i)
{
    return i < list.count ? dxki_word_get(list.data, i) : DXK_RDAT_NULL;
}

bool dxk_rdat_bytes(const dxk_rdat *p, uint32_t offset, uint32_t size, dxk_bytes *out)
{
    *out = (dxk_bytes){NULL, 0};
    if (offset > p->raw_bytes.size || size > p->raw_bytes.size - offset)
        return false;
    if (size)
        *out = (dxk_bytes){p->raw_bytes.data + offset, size};
    return true;
}

const dxk_rdat_table *dxk_rdat_table_of(const dxk_rdat *p, dxk_record_id record)
{
    size_t index = dxki_rdat_index_of_record(record);
    return index < DXKI_RDAT_TABLES && p->tables ? &p->tables[index] : NULL;
}

const void *dxk_rdat_record(const dxk_rdat *p, dxk_record_id record, uint32_t index)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(p, record);
    if (!table || !table->records || index >= table->count)
        return NULL;
    return (const uint8_t *)table->records + (size_t)index * dxki_record_get(record)->mem_size;
}

/* ---------------------------------------------------------------------------------------- */
/* Sub-objects                                                                                */

static void get_root_signature(const dxk_rdat *p, dxk_bytes value, dxk_rdat_subobject_info *out)
{
    dxk_rdat_root_signature r;
    dxk_record_load(DXK_RECORD_ID_rdat_root_signature, value, &r);
    dxk_rdat_bytes(p, r.data, r.data_size, &out->as.root_signature);
}

static void get_association(const dxk_rdat *p, dxk_bytes value, dxk_rdat_subobject_info *out)
{
    dxk_rdat_association r;
    dxk_record_load(DXK_RECORD_ID_rdat_association, value, &r);
    dxk_rdat_string(p, r.subobject, &out->as.association.subobject);
    dxk_rdat_list_at(p, r.exports, &out->as.association.exports);
}

static void get_hit_group(const dxk_rdat *p, dxk_bytes value, dxk_rdat_subobject_info *out)
{
    dxk_rdat_hit_group r;
    dxk_record_load(DXK_RECORD_ID_rdat_hit_group, value, &r);
    out->as.hit_group.type = r.type;
    dxk_rdat_string(p, r.any_hit, &out->as.hit_group.any_hit);
    dxk_rdat_string(p, r.closest_hit, &out->as.hit_group.closest_hit);
    dxk_rdat_string(p, r.intersection, &out->as.hit_group.intersection);
}

bool dxk_rdat_subobject_get(const dxk_rdat *p, uint32_t index, dxk_rdat_subobject_info *out)
{
    const dxk_rdat_subobject *r = dxk_rdat_subobject_at(p, index);
    memset(out, 0, sizeof *out);
    if (!r)
        return false;
    dxk_bytes value = {r->value, sizeof r->value};
    dxk_bytes first = {r->value, 4};
    out->kind = r->kind;
    out->record = r;
    dxk_rdat_string(p, r->name, &out->name);
    switch (r->kind) {
    case DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG:
        dxk_record_load(DXK_RECORD_ID_rdat_state_object_config, value,
                        &out->as.state_object_config);
        break;
    case DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE:
    case DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE:
        get_root_signature(p, value, out);
        break;
    case DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION:
        get_association(p, value, out);
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG:
        dxk_record_load(DXK_RECORD_ID_rdat_raytracing_shader_config, value,
                        &out->as.raytracing_shader_config);
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG:
    case DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1:
        dxk_record_load(DXK_RECORD_ID_rdat_raytracing_pipeline_config1,
                        r->kind == DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG ? first : value,
                        &out->as.raytracing_pipeline_config);
        break;
    case DXK_SUBOBJECT_KIND_HIT_GROUP:
        get_hit_group(p, value, out);
        break;
    default:
        break;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Typed records                                                                              */

const dxk_rdat_resource *dxk_rdat_resource_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_resource, index);
}

const dxk_rdat_function *dxk_rdat_function_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_function, index);
}

const dxk_rdat_subobject *dxk_rdat_subobject_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_subobject, index);
}

const dxk_rdat_node *dxk_rdat_node_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_node, index);
}

const dxk_rdat_node_id *dxk_rdat_node_id_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_node_id, index);
}

const dxk_rdat_func_attrib *dxk_rdat_func_attrib_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_func_attrib, index);
}

const dxk_rdat_io_node *dxk_rdat_io_node_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_io_node, index);
}

const dxk_rdat_io_attrib *dxk_rdat_io_attrib_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_io_attrib, index);
}

const dxk_rdat_pdb_info *dxk_rdat_pdb_info_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_pdb_info, index);
}

const dxk_rdat_pdb_source *dxk_rdat_pdb_source_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_pdb_source, index);
}

const dxk_rdat_pdb_library *dxk_rdat_pdb_library_at(const dxk_rdat *rdat, uint32_t index)
{
    return dxk_rdat_record(rdat, DXK_RECORD_ID_rdat_pdb_library, index);
}
