/* SPDX-License-Identifier: MIT */
/*
 * bind_signature.c - root signatures: which registers the ranges of tables stand for, and static
 * samplers.
 */
#include <string.h>
#include "base/sort.h"
#include "exec/bind.h"
#include "exec/sampler.h"

/* The visibility of its own that a stage has; 0: it sees what all see. */
static const uint8_t visibilities[] = {
    [DXK_SHADER_KIND_VERTEX] = DXK_RS_VISIBILITY_VERTEX,
    [DXK_SHADER_KIND_HULL] = DXK_RS_VISIBILITY_HULL,
    [DXK_SHADER_KIND_DOMAIN] = DXK_RS_VISIBILITY_DOMAIN,
    [DXK_SHADER_KIND_GEOMETRY] = DXK_RS_VISIBILITY_GEOMETRY,
    [DXK_SHADER_KIND_PIXEL] = DXK_RS_VISIBILITY_PIXEL,
    [DXK_SHADER_KIND_AMPLIFICATION] = DXK_RS_VISIBILITY_AMPLIFICATION,
    [DXK_SHADER_KIND_MESH] = DXK_RS_VISIBILITY_MESH,
    [DXK_SHADER_KIND_INVALID] = DXK_RS_VISIBILITY_ALL,
};

static bool is_visible(uint32_t visibility, dxk_shader_kind stage)
{
    size_t count = sizeof visibilities / sizeof visibilities[0];

    return visibility == DXK_RS_VISIBILITY_ALL ||
           ((size_t)stage < count && visibility == visibilities[stage]);
}

static bool is_later(const void *user, const void *a, const void *b)
{
    const dxki_exec_range *x = a, *y = b;
    (void)user;
    if (x->where != y->where)
        return x->where > y->where;
    return x->space != y->space ? x->space > y->space : x->first > y->first;
}

static bool add_table(dxki_exec_bindings *b, const dxk_root_parameter *parameter, uint32_t number)
{
    uint64_t next = 0;

    for (uint32_t i = 0; i < parameter->as.table.header.range_count; i++) {
        const dxk_rs_range *from = &parameter->as.table.ranges[i];
        dxki_exec_range range = {
            .where = from->type,
            .space = from->register_space,
            .first = from->shader_register,
            .count = from->count,
            .parameter = number,
            .offset = from->table_offset == DXK_RS_APPEND ? next : from->table_offset,
        };
        next = range.offset + range.count;
        if (range.where <= DXKI_AT_SAMPLER && !dxki_vec_push(b->ctx, &b->ranges, range))
            return false;
    }
    return true;
}

static bool add_all(dxki_exec_bindings *b, dxk_shader_kind stage)
{
    const dxk_root_signature *s = b->signature;
    dxki_exec_view view;

    for (uint32_t i = 0; i < s->header.parameter_count; i++) {
        const dxk_root_parameter *parameter = &s->parameters[i];
        if (parameter->header.type == DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE &&
            is_visible(parameter->header.visibility, stage) && !add_table(b, parameter, i))
            return false;
    }
    for (uint32_t i = 0; i < s->header.sampler_count; i++) {
        const dxk_rs_sampler *sampler = &s->samplers[i];
        dxki_exec_sampler_static(sampler, &view);
        if (is_visible(sampler->visibility, stage) &&
            !dxki_exec_bind(b, DXKI_AT_SAMPLER, sampler->register_space, sampler->shader_register,
                            &view))
            return false;
    }
    return dxki_sort(b->ctx, b->ranges.items, b->ranges.count, sizeof *b->ranges.items, is_later,
                     NULL);
}

dxk_status dxki_exec_bind_signature(dxki_exec_bindings *b, dxk_bytes rts0, dxk_shader_kind stage)
{
    uint8_t *copy = dxki_arena_alloc(&b->arena, rts0.size);
    dxk_root_signature *signature = NULL;

    if (!copy)
        return dxki_nomem(b->ctx);
    if (rts0.size)
        memcpy(copy, rts0.data, rts0.size);
    dxk_status status = dxk_rootsig_decode(b->ctx, (dxk_bytes){copy, rts0.size}, &signature);
    if (status)
        return status;
    dxk_rootsig_free(b->signature);
    b->signature = signature;
    b->ranges.count = 0;
    b->tables = DXKI_NEW_ARRAY(&b->arena, dxki_exec_table, signature->header.parameter_count);
    return b->tables && add_all(b, stage) ? DXK_OK : dxki_nomem(b->ctx);
}
