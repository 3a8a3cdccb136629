/* SPDX-License-Identifier: MIT */
/* rdat_tables.c - making RDAT from strings, lists, blobs and records. See rdat_tables.h; the layout
 * is drawn in dxk/rdat.h. Source: DXIL.rst, "Runtime data". */
#include "build/rdat_tables.h"
#include "base/count.h"

#include "wire/codec.h"
#include "wire/words.h"

#include <string.h>

#define VERSION 0x10u

void dxki_build_rdat_begin(dxki_build_rdat_builder *b, dxk_ctx *ctx, bool merges)
{
    memset(b, 0, sizeof *b);
    b->ctx = ctx;
    b->merges = merges;
    dxk_buffer_init(&b->strings.bytes, ctx);
    dxk_buffer_init(&b->raw.bytes, ctx);
    dxk_buffer_init(&b->scratch, ctx);
    for (uint32_t i = 0; i < DXKI_RDAT_TYPES; i++)
        dxk_buffer_init(&b->tables[i].bytes, ctx);
    dxki_build_rdat_string(b, (dxk_str){"", 0});
}

static void free_pool(dxk_ctx *ctx, dxki_build_rdat_pool *pool)
{
    dxk_buffer_free(&pool->bytes);
    dxki_vec_free(ctx, &pool->blobs);
    dxki_idset_free(ctx, &pool->set);
}

void dxki_build_rdat_end(dxki_build_rdat_builder *b)
{
    free_pool(b->ctx, &b->strings);
    free_pool(b->ctx, &b->raw);
    dxki_vec_free(b->ctx, &b->indices);
    dxki_idset_free(b->ctx, &b->lists);
    dxk_buffer_free(&b->scratch);
    for (uint32_t i = 0; i < DXKI_RDAT_TYPES; i++) {
        dxk_buffer_free(&b->tables[i].bytes);
        dxki_idset_free(b->ctx, &b->tables[i].set);
    }
}

void dxki_build_rdat_allow(dxki_build_rdat_builder *b, uint32_t type, uint32_t stride)
{
    b->tables[type].allowed = true;
    b->tables[type].stride = stride;
}

static uint32_t out_of_memory(dxki_build_rdat_builder *b)
{
    b->status = dxki_nomem(b->ctx);
    return DXK_RDAT_NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Content                                                                                    */

static uint32_t insert(dxki_build_rdat_builder *b, dxki_build_rdat_pool *pool, dxk_str text,
                       bool terminated)
{
    uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, text)), pos = hash, id;
    dxki_build_rdat_span blob = {(uint32_t)pool->bytes.size, (uint32_t)text.size};

    if (b->status != DXK_OK)
        return DXK_RDAT_NULL;
    while ((id = dxki_idset_next(&pool->set, hash, &pos)) != 0) {
        const dxki_build_rdat_span *old = &pool->blobs.items[id - 1];
        if (old->size == text.size &&
            (text.size == 0 || !memcmp(pool->bytes.data + old->offset, text.data, text.size)))
            return old->offset;
    }
    if ((text.size && dxk_buffer_append(&pool->bytes, text.data, text.size) != DXK_OK) ||
        (terminated && dxk_buffer_append(&pool->bytes, "", 1) != DXK_OK) ||
        !dxki_vec_push(b->ctx, &pool->blobs, blob) ||
        !dxki_idset_add(b->ctx, &pool->set, hash, (uint32_t)pool->blobs.count))
        return out_of_memory(b);
    return blob.offset;
}

uint32_t dxki_build_rdat_string(dxki_build_rdat_builder *b, dxk_str text)
{
    return insert(b, &b->strings, text, true);
}

uint32_t dxki_build_rdat_blob(dxki_build_rdat_builder *b, dxk_bytes bytes)
{
    return insert(b, &b->raw, (dxk_str){(const char *)bytes.data, bytes.size}, false);
}

uint32_t dxki_build_rdat_list(dxki_build_rdat_builder *b, const uint32_t *numbers, size_t count)
{
    uint32_t hash = dxki_hash_end(dxki_hash_words(count, numbers, count)), pos = hash, id;
    uint32_t start = (uint32_t)b->indices.count;

    if (b->status != DXK_OK)
        return DXK_RDAT_NULL;
    while ((id = dxki_idset_next(&b->lists, hash, &pos)) != 0) {
        const uint32_t *old = b->indices.items + id - 1;
        if (old[0] == count && (count == 0 || !memcmp(old + 1, numbers, count * sizeof *old)))
            return id - 1;
    }
    if (!dxki_vec_reserve(b->ctx, &b->indices, count + 1) ||
        !dxki_idset_add(b->ctx, &b->lists, hash, start + 1))
        return out_of_memory(b);
    b->indices.items[start] = (uint32_t)count;
    if (count)
        memcpy(b->indices.items + start + 1, numbers, count * sizeof *numbers);
    b->indices.count += count + 1;
    return start;
}

/* Appends the bytes of a record that a table of this stride has. */
static dxk_status encode(dxk_ctx *ctx, dxk_record_id id, void *record, uint32_t stride,
                         dxk_buffer *out)
{
    dxki_codec c;

    dxki_codec_init_write(&c, ctx, out);
    dxki_codec_record(&c, "record", id, record, stride, NULL);
    dxki_codec_finish(&c);
    return c.status;
}

uint32_t dxki_build_rdat_record(dxki_build_rdat_builder *b, uint32_t type, dxk_record_id id,
                                void *record)
{
    dxki_build_rdat_rows *table = &b->tables[type];

    if (b->status != DXK_OK || !table->allowed)
        return DXK_RDAT_NULL;
    b->scratch.size = 0;
    b->status = encode(b->ctx, id, record, table->stride, &b->scratch);
    if (b->status != DXK_OK)
        return DXK_RDAT_NULL;
    dxk_str bytes = {(const char *)b->scratch.data, b->scratch.size};
    uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, bytes)), pos = hash, row;
    while (b->merges && (row = dxki_idset_next(&table->set, hash, &pos)) != 0)
        if (!memcmp(table->bytes.data + (size_t)(row - 1) * table->stride, bytes.data, bytes.size))
            return row - 1;
    if (dxk_buffer_append(&table->bytes, bytes.data, bytes.size) != DXK_OK ||
        !dxki_idset_add(b->ctx, &table->set, hash, ++table->count))
        return out_of_memory(b);
    return table->count - 1;
}

/* ---------------------------------------------------------------------------------------- */
/* Writing                                                                                    */

/* Parts in the order in which the reference writes them. */
static const uint8_t order[] = {
    DXK_RDAT_PART_TYPE_STRING_BUFFER,
    DXK_RDAT_PART_TYPE_RESOURCE_TABLE,
    DXK_RDAT_PART_TYPE_FUNCTION_TABLE,
    DXK_RDAT_PART_TYPE_INDEX_ARRAYS,
    DXK_RDAT_PART_TYPE_RAW_BYTES,
    DXK_RDAT_PART_TYPE_SUBOBJECT_TABLE,
    DXK_RDAT_PART_TYPE_NODE_ID_TABLE,
    DXK_RDAT_PART_TYPE_NODE_SHADER_FUNC_ATTRIB_TABLE,
    DXK_RDAT_PART_TYPE_NODE_SHADER_IO_ATTRIB_TABLE,
    DXK_RDAT_PART_TYPE_IO_NODE_TABLE,
    DXK_RDAT_PART_TYPE_NODE_SHADER_INFO_TABLE,
    DXK_RDAT_PART_TYPE_SIGNATURE_ELEMENT_TABLE,
    DXK_RDAT_PART_TYPE_VS_INFO_TABLE,
    DXK_RDAT_PART_TYPE_PS_INFO_TABLE,
    DXK_RDAT_PART_TYPE_HS_INFO_TABLE,
    DXK_RDAT_PART_TYPE_DS_INFO_TABLE,
    DXK_RDAT_PART_TYPE_GS_INFO_TABLE,
    DXK_RDAT_PART_TYPE_CS_INFO_TABLE,
    DXK_RDAT_PART_TYPE_MS_INFO_TABLE,
    DXK_RDAT_PART_TYPE_AS_INFO_TABLE,
};
#define PARTS (DXKI_COUNT(order))

/* Bytes of a part without padding; 0: it is left out. */
static size_t part_size(const dxki_build_rdat_builder *b, uint32_t type)
{
    switch (type) {
    case DXK_RDAT_PART_TYPE_STRING_BUFFER:
        return b->strings.bytes.size;
    case DXK_RDAT_PART_TYPE_INDEX_ARRAYS:
        return b->indices.count * 4;
    case DXK_RDAT_PART_TYPE_RAW_BYTES:
        return b->raw.bytes.size;
    default:
        return b->tables[type].count ? DXK_WIRE_SIZE_rdat_table_header + b->tables[type].bytes.size
                                     : 0;
    }
}

static size_t padded(size_t size)
{
    return (size + 3) & ~(size_t)3;
}

static void copy(uint8_t *to, const dxk_buffer *from)
{
    if (from->size)
        memcpy(to, from->data, from->size);
}

static void write_part(const dxki_build_rdat_builder *b, uint32_t type, uint8_t *to)
{
    const dxk_rdat_part_header header = {type, (uint32_t)padded(part_size(b, type))};
    const dxk_rdat_table_header table = {b->tables[type].count, b->tables[type].stride};

    to += dxk_record_store(DXK_RECORD_ID_rdat_part_header, &header, to,
                           DXK_WIRE_SIZE_rdat_part_header);
    if (type == DXK_RDAT_PART_TYPE_STRING_BUFFER) {
        copy(to, &b->strings.bytes);
    } else if (type == DXK_RDAT_PART_TYPE_RAW_BYTES) {
        copy(to, &b->raw.bytes);
    } else if (type == DXK_RDAT_PART_TYPE_INDEX_ARRAYS) {
        for (size_t i = 0; i < b->indices.count; i++)
            dxki_word_put(to, i, b->indices.items[i]);
    } else {
        to += dxk_record_store(DXK_RECORD_ID_rdat_table_header, &table, to,
                               DXK_WIRE_SIZE_rdat_table_header);
        copy(to, &b->tables[type].bytes);
    }
}

dxk_status dxki_build_rdat_write(dxki_build_rdat_builder *b, dxk_buffer *out)
{
    enum { HEADER = DXK_WIRE_SIZE_rdat_header, PART_HEADER = DXK_WIRE_SIZE_rdat_part_header };
    dxk_rdat_header header = {.version = VERSION};
    size_t count = 0, size = HEADER, start;

    if (b->status != DXK_OK)
        return b->status;
    for (size_t i = 0; i < PARTS; i++) {
        size_t part = part_size(b, order[i]);
        count += part != 0;
        size += part ? 4 + PART_HEADER + padded(part) : 0;
    }
    uint8_t *bytes = dxki_realloc(b->ctx, NULL, 0, size);
    if (!bytes)
        return dxki_nomem(b->ctx);
    memset(bytes, 0, size);
    header.part_count = (uint32_t)count;
    dxk_record_store(DXK_RECORD_ID_rdat_header, &header, bytes, HEADER);
    start = HEADER + 4 * count;
    count = 0;
    for (size_t i = 0; i < PARTS; i++) {
        size_t part = part_size(b, order[i]);
        if (part == 0)
            continue;
        dxki_word_put(bytes + HEADER, count++, (uint32_t)start);
        write_part(b, order[i], bytes + start);
        start += PART_HEADER + padded(part);
    }
    dxk_status status = dxk_buffer_append(out, bytes, size);
    dxki_realloc(b->ctx, bytes, size, 0);
    return status;
}
