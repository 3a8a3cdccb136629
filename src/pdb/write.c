/* SPDX-License-Identifier: MIT */
/*
 * write.c - PDBs from containers, and splitting debug information off. The streams are the
 * reference's: 0 empty, 1 the PDB's identity, 2 to 4 empty, 5 the container.
 */
#include "pdb/pdb.h"

#include "base/count.h"
#include "base/diag.h"
#include "base/out.h"
#include "container/container.h"
#include "spec/reader_rules.h"

#include <string.h>

#define PDB_VERSION 20000404u /* "VC70" */

/* The parts of a PDB's container, in order. */
typedef struct part_row {
    uint32_t fourcc;
    bool slim; /* only without ILDB */
} part_row;

static const part_row rows[] = {
    {DXK_PART_ILDN, false}, {DXK_PART_HASH, false}, {DXK_PART_SRCI, false}, {DXK_PART_PDBI, false},
    {DXK_PART_STAT, true},  {DXK_PART_VERS, false}, {DXK_PART_ILDB, false},
};

static dxk_status missing(dxk_pdb *pdb, const char *what)
{
    return DXKI_REPORT(pdb->ctx, DXKI_RULE_PDB_NOTHING, dxki_nowhere(), NULL,
                       dxki_text(dxki_str(what)));
}

/* ILDN for a shader that has none: named by PDBI, or else by its hash. */
static dxk_status write_name(dxk_pdb *pdb, dxk_buffer *out)
{
    dxk_debug_name_part name = {.header = {0, 36}};
    dxk_decoded part = {DXK_PART_ILDN, DXK_PART_TYPE_DEBUG_NAME, {NULL}};
    dxk_str known = pdb->facts.name;
    char text[36];
    for (size_t i = 0; i < 16; i++) {
        text[2 * i] = "0123456789abcdef"[pdb->facts.hash[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[pdb->facts.hash[i] & 15];
    }
    memcpy(text + 32, ".pdb", 4);
    if (known.size == 0 || known.size > UINT16_MAX)
        known = (dxk_str){text, sizeof text};
    name.header.name_length = (uint16_t)known.size;
    name.name = (dxk_bytes){(const uint8_t *)known.data, known.size};
    /* a terminator, and up to the next multiple of four */
    name.tail = (dxk_bytes){(const uint8_t *)"\0\0\0", 4 - known.size % 4};
    part.as.debug_name = &name;
    return dxk_part_encode(pdb->ctx, &part, dxk_buffer_sink(out));
}

static dxk_status append(dxk_container *into, uint32_t fourcc, dxk_bytes content)
{
    return dxk_container_insert(into, dxk_container_part_count(into), fourcc, content);
}

/* Whether sources and arguments shall get a part. What was split off already stays as it is: a
 * debug module without its program may keep its sources (dxc -Qsource_in_debug_module). */
static bool needs_sources(const dxk_pdb *pdb)
{
    return !pdb->info && pdb->files.count + pdb->args.count > 0 &&
           dxk_container_find(pdb->container, DXK_PART_DXIL, 0) != DXK_NO_PART;
}

/* Appends the part of a row: as it is, or made. */
static dxk_status put_part(dxk_pdb *pdb, const part_row *row, dxk_container *into)
{
    size_t index = dxk_container_find(pdb->container, row->fourcc, 0);
    dxk_status status = DXK_OK;
    if (index != DXK_NO_PART)
        return append(into, row->fourcc, dxk_container_part(pdb->container, index)->content);
    dxk_buffer bytes;
    dxk_buffer_init(&bytes, pdb->ctx);
    if (row->fourcc == DXK_PART_ILDN)
        status = write_name(pdb, &bytes);
    else if (row->fourcc == DXK_PART_SRCI && needs_sources(pdb))
        status = dxki_pdb_write_sources(pdb, &bytes);
    if (status == DXK_OK && bytes.size)
        status = append(into, row->fourcc, (dxk_bytes){bytes.data, bytes.size});
    dxk_buffer_free(&bytes);
    return status;
}

static dxk_status put_parts(dxk_pdb *pdb, dxk_container *into)
{
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < DXKI_COUNT(rows) && status == DXK_OK; i++)
        if (!rows[i].slim || !pdb->facts.has_debug_module)
            status = put_part(pdb, &rows[i], into);
    return status;
}

/* Stream 1: version, signature 0, age 1, GUID, and an empty map of named streams. */
static void put_identity(const dxk_pdb *pdb, uint8_t identity[DXK_WIRE_SIZE_pdb_identity])
{
    dxk_pdb_identity record = {.version = PDB_VERSION, .age = 1};
    record.names_capacity = 1; /* the map needs room for one */
    memcpy(record.guid, pdb->facts.hash, sizeof record.guid);
    dxk_record_store(DXK_RECORD_ID_pdb_identity, &record, identity, DXK_WIRE_SIZE_pdb_identity);
}

static dxk_status write_pdb(dxk_pdb *pdb, dxk_sink sink)
{
    uint8_t identity[DXK_WIRE_SIZE_pdb_identity];
    dxk_container *inner = NULL;
    dxk_buffer bytes;
    if (!pdb->facts.has_hash)
        return missing(pdb, "HASH part");
    if (!pdb->facts.has_debug_module && !pdb->source && !pdb->info)
        return missing(pdb, "debug information");
    dxk_buffer_init(&bytes, pdb->ctx);
    put_identity(pdb, identity);
    dxk_status status = dxk_container_create(pdb->ctx, &inner);
    if (status == DXK_OK)
        status = put_parts(pdb, inner);
    if (status == DXK_OK)
        status = dxk_container_write(inner, NULL, dxk_buffer_sink(&bytes));
    if (status == DXK_OK) {
        const dxk_bytes streams[6] = {
            [1] = {identity, DXK_WIRE_SIZE_pdb_identity}, [5] = {bytes.data, bytes.size}};
        status = dxki_msf_write(pdb->ctx, streams, 6, sink);
    }
    dxk_container_free(inner);
    dxk_buffer_free(&bytes);
    return status;
}

/* The compilation of a container; damage in it ends the call. */
static dxk_status open_container(dxk_ctx *ctx, const dxk_container *container, dxk_pdb **out)
{
    /* It is only read: a container that is lent is never freed or edited by dxk_pdb. */
    dxk_container *lent = (dxk_container *)(uintptr_t)container;
    dxk_status status = dxki_pdb_of_container(ctx, lent, out);
    if (status == DXK_OK)
        return DXK_OK;
    dxk_pdb_free(*out);
    *out = NULL;
    return status;
}

dxk_status dxk_pdb_write(const dxk_container *container, dxk_sink sink)
{
    dxk_ctx *ctx = container->ctx;
    dxk_pdb *pdb;
    dxk_status status = open_container(ctx, container, &pdb);
    if (status == DXK_OK)
        status = write_pdb(pdb, sink);
    dxk_pdb_free(pdb);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* Splitting                                                                                  */

/* Tells the name; puts ILDN in front of HASH when there is none. */
static dxk_status name_it(dxk_pdb *pdb, dxk_container *container, dxk_buffer *name)
{
    dxk_buffer bytes;
    if (pdb->name && pdb->facts.name.size)
        return dxk_buffer_append(name, pdb->facts.name.data, pdb->facts.name.size);
    dxk_buffer_init(&bytes, pdb->ctx);
    dxk_status status = write_name(pdb, &bytes);
    if (status == DXK_OK)
        status = dxk_buffer_append(name, bytes.data + DXK_WIRE_SIZE_debug_name,
                                   bytes.data[2] | (size_t)bytes.data[3] << 8);
    if (status == DXK_OK && !pdb->name)
        status = dxk_container_insert(container, dxk_container_find(container, DXK_PART_HASH, 0),
                                      DXK_PART_ILDN, (dxk_bytes){bytes.data, bytes.size});
    dxk_buffer_free(&bytes);
    return status;
}

static bool is_debug(uint32_t fourcc)
{
    return fourcc == DXK_PART_ILDB || fourcc == DXK_PART_SRCI || fourcc == DXK_PART_PDBI;
}

static dxk_status remove_debug(dxk_ctx *ctx, dxk_container *container)
{
    DXKI_VEC(size_t) kept = {NULL, 0, 0};
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < dxk_container_part_count(container) && status == DXK_OK; i++)
        if (!is_debug(dxk_container_part(container, i)->fourcc) && !dxki_vec_push(ctx, &kept, i))
            status = dxki_nomem(ctx);
    if (status == DXK_OK)
        status = dxk_container_select(container, kept.items, kept.count);
    dxki_vec_free(ctx, &kept);
    return status;
}

dxk_status dxk_pdb_split(dxk_container *container, dxk_sink sink, dxk_buffer *name)
{
    dxk_ctx *ctx = container->ctx;
    dxk_pdb *pdb;
    dxk_status status = open_container(ctx, container, &pdb);
    if (status == DXK_OK)
        status = write_pdb(pdb, sink);
    if (status == DXK_OK)
        status = name_it(pdb, container, name);
    dxk_pdb_free(pdb); /* its views end with the first edit */
    return status == DXK_OK ? remove_debug(ctx, container) : status;
}
