/* SPDX-License-Identifier: MIT */
/*
 * rts0.c - root signatures: one walk for reading, writing and showing, decoding from plain bytes.
 *
 *   header 24 B: version, parameters (count, offset), samplers (count, offset), flags
 *     parameter 12 B: type, visibility, offset
 *       table 8 B: count, offset           range 20 B (1.0) or 24 B, with flags before the offset
 *       constants 12 B
 *       descriptor 8 B (1.0) or 12 B, with flags
 *     sampler 52 B or 56 B (1.2), with flags
 *
 * Offsets count from the start. Writers put each content after the parameters, in order, and fill
 * up with 0xAB; readers must not rely on it. Source: DXContainer.rst, "RTS0 part".
 */
#include "parts/parts.h"
#include "parts/rts0.h"

#include "container/container.h"
#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

#define VERSION_1_0 DXK_RS_VERSION_1_0
#define VERSION_1_2 DXK_RS_VERSION_1_2

#define PARAMETER_OFFSET 8u /* places in the header */
#define SAMPLER_OFFSET   16u

/* Bytes of the ranges that all tables together may have, for a part of `size` bytes: sharing is
 * allowed, blowing up is not. */
static uint64_t range_limit(size_t size)
{
    return 24 * (uint64_t)size + 65536;
}

/* Goes to `offset`, where `count` records of `size` bytes lie; the field at `from` says so. */
static bool go(dxki_codec *c, const char *name, size_t from, uint32_t offset, uint32_t count,
               size_t size)
{
    uint64_t need = (uint64_t)count * size;
    if (c->mode == DXKI_WRITE || (offset <= c->in.size && need <= c->in.size - offset))
        return dxki_codec_seek(c, name, offset);
    dxki_arg args[] = {dxki_text(dxki_str(name)), dxki_hex(offset), dxki_dec(need),
                       dxki_dec(c->in.size)};
    return dxki_codec_fail(c, DXKI_RULE_RTS0_BOUNDS, from, name, args, 4);
}

/* Range `i` of a 1.0 table, which has no flags. */
static bool walk_range_1_0(dxki_codec *c, size_t i, dxk_rs_range *range)
{
    dxk_rs_range_1_0 old = {range->type, range->count, range->shader_register,
                            range->register_space, range->table_offset};
    if (!dxki_codec_element(c, "ranges", i, DXK_RECORD_ID_rs_range_1_0, &old, 0, NULL))
        return false;
    if (c->mode == DXKI_READ)
        *range = (dxk_rs_range){old.type,           old.count, old.shader_register,
                                old.register_space, 0,         old.table_offset};
    return true;
}

static bool walk_ranges(dxki_codec *c, const dxk_root_signature *p, dxk_root_parameter *parameter,
                        uint64_t *taken)
{
    const dxk_rs_table *table = &parameter->as.table.header;
    dxk_rs_range **ranges = &parameter->as.table.ranges;
    bool old = p->header.version == VERSION_1_0;
    size_t size = old ? DXK_WIRE_SIZE_rs_range_1_0 : DXK_WIRE_SIZE_rs_range;
    if (table->range_count &&
        !go(c, "ranges", c->pos - 4, table->range_offset, table->range_count, size))
        return false;
    if (c->mode == DXKI_READ) {
        *taken += table->range_count * (uint64_t)size;
        if (*taken > range_limit(c->in.size)) {
            dxki_arg args[] = {dxki_dec(*taken), dxki_dec(c->in.size)};
            return dxki_codec_fail(c, DXKI_RULE_RTS0_SHARING, c->pos, "ranges", args, 2);
        }
        *ranges = DXKI_NEW_ARRAY(c->arena, dxk_rs_range, table->range_count);
        if (!*ranges)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    if (!dxki_codec_enter_list(c, "ranges", table->range_count))
        return false;
    for (size_t i = 0; i < table->range_count; i++) {
        bool ok = old ? walk_range_1_0(c, i, &(*ranges)[i])
                      : dxki_codec_element(c, "ranges", i, DXK_RECORD_ID_rs_range, &(*ranges)[i], 0,
                                           NULL);
        if (!ok)
            return false;
    }
    return dxki_codec_leave(c);
}

static bool walk_table(dxki_codec *c, const dxk_root_signature *p, dxk_root_parameter *parameter,
                       uint64_t *taken)
{
    return go(c, "table", c->pos - 4, parameter->header.offset, 1, DXK_WIRE_SIZE_rs_table) &&
           dxki_codec_enter(c, "table", DXK_NO_INDEX, "rs_table") &&
           dxki_codec_fields(c, DXK_RECORD_ID_rs_table, &parameter->as.table.header, 0, NULL) &&
           walk_ranges(c, p, parameter, taken) && dxki_codec_leave(c);
}

static bool walk_content(dxki_codec *c, const dxk_root_signature *p, size_t i,
                         dxk_root_parameter *parameter, uint64_t *taken)
{
    uint32_t offset = parameter->header.offset;
    size_t size = DXK_WIRE_SIZE_rs_constants;
    switch (parameter->header.type) {
    case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
        return walk_table(c, p, parameter, taken);
    case DXK_RS_PARAMETER_TYPE_CONSTANTS:
        return go(c, "constants", c->pos - 4, offset, 1, size) &&
               dxki_codec_record(c, "constants", DXK_RECORD_ID_rs_constants,
                                 &parameter->as.constants, 0, NULL);
    case DXK_RS_PARAMETER_TYPE_CBV:
    case DXK_RS_PARAMETER_TYPE_SRV:
    case DXK_RS_PARAMETER_TYPE_UAV:
        size = p->header.version == VERSION_1_0 ? DXK_WIRE_SIZE_rs_descriptor - 4
                                                : DXK_WIRE_SIZE_rs_descriptor;
        return go(c, "descriptor", c->pos - 4, offset, 1, size) &&
               dxki_codec_record(c, "descriptor", DXK_RECORD_ID_rs_descriptor,
                                 &parameter->as.descriptor, size, NULL);
    default:
        break;
    }
    if (c->mode == DXKI_WRITE)
        return true;
    dxki_arg args[] = {dxki_dec(i), dxki_dec(parameter->header.type)};
    return dxki_codec_warn(c, DXKI_RULE_RTS0_PARAMETER_TYPE, c->pos - DXK_WIRE_SIZE_rs_parameter,
                           "type", args, 2);
}

static bool walk_parameters(dxki_codec *c, dxk_root_signature *p)
{
    uint32_t count = p->header.parameter_count, offset = p->header.parameter_offset;
    uint64_t taken = 0;
    if (count && !go(c, "parameters", PARAMETER_OFFSET, offset, count, DXK_WIRE_SIZE_rs_parameter))
        return false;
    if (c->mode == DXKI_READ) {
        p->parameters = DXKI_NEW_ARRAY(c->arena, dxk_root_parameter, count);
        if (!p->parameters)
            return dxki_codec_check(c, dxki_nomem(c->ctx));
    }
    if (!dxki_codec_enter_list(c, "parameters", count))
        return false;
    for (size_t i = 0; i < count; i++) {
        dxk_root_parameter *parameter = &p->parameters[i];
        if (!dxki_codec_seek(c, "parameters", offset + i * DXK_WIRE_SIZE_rs_parameter) ||
            !dxki_codec_enter(c, "parameters", i, "rs_parameter") ||
            !dxki_codec_fields(c, DXK_RECORD_ID_rs_parameter, &parameter->header, 0, NULL) ||
            !walk_content(c, p, i, parameter, &taken) || !dxki_codec_leave(c))
            return false;
    }
    return dxki_codec_leave(c);
}

static bool walk_samplers(dxki_codec *c, dxk_root_signature *p)
{
    uint32_t count = p->header.sampler_count;
    size_t size =
        p->header.version < VERSION_1_2 ? DXK_WIRE_SIZE_rs_sampler - 4 : DXK_WIRE_SIZE_rs_sampler;
    if (count && !go(c, "samplers", SAMPLER_OFFSET, p->header.sampler_offset, count, size))
        return false;
    return dxki_codec_records(c, "samplers", DXK_RECORD_ID_rs_sampler, (void **)&p->samplers, count,
                              size, size, &p->raw_samplers);
}

bool dxki_part_walk_root_signature(dxki_codec *c, void *part)
{
    dxk_root_signature *p = part;
    if (c->mode == DXKI_READ)
        p->size = c->in.size;
    if (!dxki_codec_record(c, "header", DXK_RECORD_ID_rs_header, &p->header, 0, NULL))
        return false;
    if (p->header.version < VERSION_1_0 || p->header.version > VERSION_1_2) {
        dxki_arg args[] = {dxki_dec(p->header.version)};
        return dxki_codec_fail(c, DXKI_RULE_RTS0_VERSION, 0, "header", args, 1);
    }
    return walk_parameters(c, p) && walk_samplers(c, p) &&
           dxki_codec_slack(c, &p->slack, &p->slack_count, p->size);
}

/* ---------------------------------------------------------------------------------------- */
/* Without a container                                                                        */

static dxk_status decode(dxki_part_rootsig *h, dxk_bytes bytes)
{
    dxki_codec c;
    dxki_codec_init_read(&c, h->ctx, &h->arena, bytes, 0);
    if (dxki_codec_enter(&c, "RTS0", DXK_NO_INDEX, "") &&
        dxki_part_walk_root_signature(&c, &h->signature))
        dxki_codec_leave(&c);
    dxki_codec_finish(&c);
    return c.status;
}

/* The RTS0 part of a container, as a view into the container's bytes. */
static dxk_status unwrap(dxk_ctx *ctx, dxk_bytes *bytes)
{
    dxk_container *container;
    dxk_status status = dxk_container_read(ctx, *bytes, 0, &container);
    if (status != DXK_OK)
        return status;
    status = DXK_E_NOT_FOUND;
    for (size_t i = 0; i < dxk_container_part_count(container) && status != DXK_OK; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        if (part->fourcc != DXK_PART_RTS0)
            continue;
        *bytes = part->content;
        status = DXK_OK;
    }
    dxk_container_free(container);
    return status;
}

dxki_part_rootsig *dxki_rootsig_new(dxk_ctx *ctx)
{
    dxki_part_rootsig *h = dxki_realloc(ctx, NULL, 0, sizeof *h);
    if (!h)
        return NULL;
    memset(h, 0, sizeof *h);
    h->ctx = ctx;
    dxki_arena_init(&h->arena, ctx);
    return h;
}

dxk_status dxk_rootsig_decode(dxk_ctx *ctx, dxk_bytes bytes, dxk_root_signature **out)
{
    *out = NULL;
    if (bytes.size >= 4 && memcmp(bytes.data, "DXBC", 4) == 0) {
        dxk_status found = unwrap(ctx, &bytes);
        if (found != DXK_OK)
            return found;
    }
    dxki_part_rootsig *h = dxki_rootsig_new(ctx);
    if (!h)
        return dxki_nomem(ctx);
    dxk_status status = decode(h, bytes);
    if (status != DXK_OK)
        dxk_rootsig_free(&h->signature);
    else
        *out = &h->signature;
    return status;
}

void dxk_rootsig_free(dxk_root_signature *signature)
{
    if (!signature)
        return;
    dxki_part_rootsig *h = (dxki_part_rootsig *)signature;
    dxki_arena_free(&h->arena);
    dxki_realloc(h->ctx, h, sizeof *h, 0);
}

uint64_t dxk_rootsig_cost(const dxk_root_signature *signature)
{
    uint64_t cost = 0;
    for (uint32_t i = 0; i < signature->header.parameter_count; i++) {
        const dxk_root_parameter *parameter = &signature->parameters[i];
        switch (parameter->header.type) {
        case DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE:
            cost += 1;
            break;
        case DXK_RS_PARAMETER_TYPE_CONSTANTS:
            cost += parameter->as.constants.value_count;
            break;
        case DXK_RS_PARAMETER_TYPE_CBV:
        case DXK_RS_PARAMETER_TYPE_SRV:
        case DXK_RS_PARAMETER_TYPE_UAV:
            cost += 2;
            break;
        default:
            break;
        }
    }
    return cost;
}
