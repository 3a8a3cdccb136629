/* SPDX-License-Identifier: MIT */
/*
 * container.c - reading: which kind of input it is, the header and part directory of a container,
 * and the other wrappings. See dxk/container.h for the layout.
 */
#include "container/container.h"
#include "base/options.h"

#include "base/diag.h"
#include "base/out.h"
#include "dxk/part_kinds.h"
#include "spec/reader_rules.h"
#include "wire/load.h"

#include <string.h>

#define BITCODE_MAGIC 0xdec04342u /* "BC" C0 DE */
#define WRAPPER_MAGIC 0x0b17c0deu

bool dxki_container_program_header(dxk_bytes content, dxk_program_header *header)
{
    dxk_record_load(DXK_RECORD_ID_program_header, content, header);
    return header->magic == DXK_PART_DXIL;
}

static bool is_program(dxk_bytes input)
{
    dxk_program_header header;
    return input.size >= DXK_WIRE_SIZE_program_header &&
           dxki_container_program_header(input, &header) && header.size_in_dwords <= UINT32_MAX / 4;
}

static bool is_reflection(dxk_bytes input)
{
    if (input.size < DXKI_PART_HEADER_SIZE || dxki_load32(input.data) != DXK_PART_STAT)
        return false;
    return is_program((dxk_bytes){input.data + 8, input.size - 8});
}

dxk_input_kind dxk_input_sniff(dxk_bytes input)
{
    if (input.size < 4)
        return DXK_INPUT_UNKNOWN;
    uint32_t first = dxki_load32(input.data);
    if (first == DXKI_CONTAINER_MAGIC)
        return DXK_INPUT_CONTAINER;
    if (first == BITCODE_MAGIC || first == WRAPPER_MAGIC)
        return DXK_INPUT_BITCODE;
    if (dxki_msf_sniff(input))
        return DXK_INPUT_PDB;
    if (is_reflection(input))
        return DXK_INPUT_REFLECTION;
    if (is_program(input))
        return DXK_INPUT_PROGRAM;
    return DXK_INPUT_UNKNOWN;
}

const char *dxk_input_kind_name(dxk_input_kind kind)
{
    switch (kind) {
    case DXK_INPUT_CONTAINER:
        return "container";
    case DXK_INPUT_PDB:
        return "pdb";
    case DXK_INPUT_REFLECTION:
        return "reflection";
    case DXK_INPUT_PROGRAM:
        return "program";
    case DXK_INPUT_BITCODE:
        return "bitcode";
    case DXK_INPUT_UNKNOWN:
        break;
    }
    return "unknown";
}

static void read_header(dxk_container *c)
{
    const uint8_t *p = c->input.data;
    memcpy(c->header.digest, p + 4, sizeof c->header.digest);
    c->header.major = dxki_load16(p + 20);
    c->header.minor = dxki_load16(p + 22);
    c->header.size = dxki_load32(p + 24);
    c->header.part_count = dxki_load32(p + 28);
}

/* Checks what the header claims against `limit`, the bytes there are, and lowers the limit to
 * the container's own size. */
static dxk_status check_header(dxk_container *c, size_t *limit)
{
    const dxk_container_header *h = &c->header;
    uint64_t table_end = DXKI_HEADER_SIZE + 4 * (uint64_t)h->part_count;
    dxk_status status = DXK_OK;

    if (h->major != 1 || h->minor != 0)
        status = DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_VERSION, dxki_at_byte(20), "header",
                             dxki_dec(h->major), dxki_dec(h->minor));
    if (status != DXK_OK)
        return status;
    if (h->size > *limit)
        status = DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_SIZE_PAST_END, dxki_at_byte(24), "header",
                             dxki_dec(h->size), dxki_dec(*limit));
    else if (h->size < table_end && table_end <= *limit)
        status = DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_SIZE_SMALL, dxki_at_byte(24), "header",
                             dxki_dec(h->size), dxki_dec(table_end));
    if (table_end > *limit)
        return DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_PART_COUNT, dxki_at_byte(28), "header",
                           dxki_dec(h->part_count), dxki_dec(table_end), dxki_dec(*limit));
    if (status == DXK_OK)
        *limit = h->size;
    return status;
}

static dxk_status push_part(dxk_container *c, const dxk_part *part)
{
    return dxki_vec_push(c->ctx, &c->parts, *part) ? DXK_OK : dxki_nomem(c->ctx);
}

/* Reads part `index` whose header is at `offset`; what lies past `limit` is damage. */
static dxk_status read_part(dxk_container *c, uint32_t index, size_t offset, size_t limit)
{
    if (offset > limit || limit - offset < DXKI_PART_HEADER_SIZE)
        return DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_PART_OFFSET,
                           dxki_at_byte(DXKI_HEADER_SIZE + 4 * (uint64_t)index), "header",
                           dxki_dec(index), dxki_hex(offset), dxki_hex(limit));
    const uint8_t *p = c->input.data + offset;
    dxk_part part = {dxki_load32(p), dxki_load32(p + 4), offset, {p + DXKI_PART_HEADER_SIZE, 0}};
    size_t room = limit - offset - DXKI_PART_HEADER_SIZE;
    dxk_status status = DXK_OK;

    part.content.size = part.size;
    if (part.size > room) {
        status = DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_PART_BOUNDS, dxki_at_byte(offset + 4),
                             "header", dxki_dec(index), dxki_fourcc_arg(part.fourcc),
                             dxki_dec(part.size), dxki_dec(room), dxki_hex(limit));
        part.content.size = room;
    }
    dxk_status pushed = push_part(c, &part);
    return pushed != DXK_OK ? pushed : status;
}

/* True for results after which a salvaging reader goes on. */
static bool note_damage(dxk_status status, dxk_status *worst)
{
    if (*worst == DXK_OK)
        *worst = status;
    return status == DXK_OK || status == DXK_E_INVALID;
}

static dxk_status read_container(dxk_container *c)
{
    size_t limit = c->input.size;
    if (limit < DXKI_HEADER_SIZE)
        return DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_SHORT, dxki_at_byte(0), "header",
                           dxki_dec(limit));
    read_header(c);
    dxk_status worst = check_header(c, &limit);
    if (DXKI_HEADER_SIZE + 4 * (uint64_t)c->header.part_count > c->input.size)
        return worst;
    if (worst != DXK_OK)
        limit = c->input.size;
    for (uint32_t i = 0; i < c->header.part_count; i++) {
        size_t offset = dxki_load32(c->input.data + DXKI_HEADER_SIZE + 4 * (size_t)i);
        if (!note_damage(read_part(c, i, offset, limit), &worst))
            return worst;
    }
    if (worst != DXK_OK)
        return worst;
    return dxki_container_layout(c);
}

static dxk_status read_reflection(dxk_container *c)
{
    size_t offset = 0;
    dxk_status worst = DXK_OK;
    for (uint32_t i = 0; offset < c->input.size; i++) {
        if (c->input.size - offset < DXKI_PART_HEADER_SIZE)
            return DXKI_REPORT(c->ctx, DXKI_RULE_CONTAINER_NO_FRAME, dxki_at_byte(offset), NULL,
                               dxki_dec(i), dxki_hex(offset));
        if (!note_damage(read_part(c, i, offset, c->input.size), &worst) || worst != DXK_OK)
            return worst;
        offset += DXKI_PART_HEADER_SIZE + c->parts.items[i].content.size;
    }
    return DXK_OK;
}

static dxk_status read_program(dxk_container *c)
{
    if (c->input.size > UINT32_MAX)
        return DXK_E_LIMIT;
    dxk_part part = {DXK_PART_DXIL, (uint32_t)c->input.size, 0, c->input};
    return push_part(c, &part);
}

/* MSF stream that holds the container in a PDB of the reference. */
#define PDB_CONTAINER_STREAM 5

static dxk_status read_pdb(dxk_container *c)
{
    dxk_status status = dxki_msf_stream(c, c->file, PDB_CONTAINER_STREAM, &c->input);
    if (status != DXK_OK)
        return status;
    if (c->input.size < 4 || dxki_load32(c->input.data) != DXKI_CONTAINER_MAGIC)
        return dxki_report(c->ctx, DXKI_RULE_PDB_NO_CONTAINER, dxki_nowhere(), NULL, NULL, 0);
    return read_container(c);
}

static dxk_status read_kind(dxk_container *c)
{
    switch (c->kind) {
    case DXK_INPUT_CONTAINER:
        return read_container(c);
    case DXK_INPUT_PDB:
        return read_pdb(c);
    case DXK_INPUT_REFLECTION:
        return read_reflection(c);
    case DXK_INPUT_PROGRAM:
        return read_program(c);
    case DXK_INPUT_BITCODE:
        return DXK_OK;
    case DXK_INPUT_UNKNOWN:
        break;
    }
    const dxki_rule *rule = c->input.size ? DXKI_RULE_INPUT_UNKNOWN : DXKI_RULE_INPUT_EMPTY;
    return dxki_report(c->ctx, rule, dxki_at_byte(0), NULL, NULL, 0);
}

static dxk_container *new_container(dxk_ctx *ctx)
{
    dxk_container *c = dxki_realloc(ctx, NULL, 0, sizeof *c);
    if (!c)
        return NULL;
    memset(c, 0, sizeof *c);
    c->ctx = ctx;
    dxki_arena_init(&c->arena, ctx);
    return c;
}

dxk_status dxk_container_read(dxk_ctx *ctx, dxk_bytes input, const dxk_read_options *given,
                              dxk_container **out)
{
    dxk_read_options options;
    *out = NULL;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    dxk_container *c = new_container(ctx);
    if (!c)
        return dxki_nomem(ctx);
    c->kind = dxk_input_sniff(input);
    c->file = input;
    c->input = input;
    dxk_status status = read_kind(c);
    bool usable = status == DXK_E_INVALID && c->kind != DXK_INPUT_UNKNOWN && c->input.size >= 32;
    if (status == DXK_OK || (options.salvage && usable)) {
        c->edited = c->salvaged =
            status != DXK_OK; /* a salvaged one has no old layout to go back to */
        *out = c;
    }
    if (!*out)
        dxk_container_free(c);
    return status;
}

dxk_status dxk_container_create(dxk_ctx *ctx, dxk_container **out)
{
    *out = new_container(ctx);
    if (!*out)
        return dxki_nomem(ctx);
    (*out)->kind = DXK_INPUT_CONTAINER;
    (*out)->header.major = 1;
    (*out)->edited = true;
    return DXK_OK;
}

void dxk_container_free(dxk_container *c)
{
    if (!c)
        return;
    dxk_ctx *ctx = c->ctx;
    if (c->origin.free)
        c->origin.free(c->origin.module);
    dxki_vec_free(ctx, &c->parts);
    dxki_vec_free(ctx, &c->slack);
    dxki_arena_free(&c->arena);
    dxki_realloc(ctx, c, sizeof *c, 0);
}

dxk_input_kind dxk_container_kind(const dxk_container *c)
{
    return c->kind;
}

dxk_bytes dxk_container_input(const dxk_container *c)
{
    return c->input;
}

dxk_container_header dxk_container_header_get(const dxk_container *c)
{
    return c->header;
}

size_t dxk_container_part_count(const dxk_container *c)
{
    return c->parts.count;
}

const dxk_part *dxk_container_part(const dxk_container *c, size_t index)
{
    return index < c->parts.count ? &c->parts.items[index] : NULL;
}

size_t dxk_container_find(const dxk_container *c, uint32_t fourcc, size_t from)
{
    for (size_t i = from; i < c->parts.count; i++)
        if (c->parts.items[i].fourcc == fourcc)
            return i;
    return DXK_NO_PART;
}

const dxk_part *dxki_container_first(const dxk_container *c, uint32_t fourcc)
{
    return dxk_container_part(c, dxk_container_find(c, fourcc, 0));
}
