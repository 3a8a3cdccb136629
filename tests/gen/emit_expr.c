/* SPDX-License-Identifier: MIT */
/* emit_expr.c - expressions as instructions and operations. */
#include "emit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

dxk_type gen_emit_type(gen_type type)
{
    static const dxk_type types[GEN_TYPES] = {DXK_TYPE_VOID,   DXK_TYPE_I1,    DXK_TYPE_I16,
                                              DXK_TYPE_I32,    DXK_TYPE_I64,   DXK_TYPE_FLOAT,
                                              DXK_TYPE_DOUBLE, DXK_TYPE_FLOAT, DXK_TYPE_HALF};
    return types[type];
}

dxk_value gen_emit_i32(gen_emitter *em, uint32_t value)
{
    return dxk_builder_i32(em->b, (int64_t)(int32_t)value);
}

static dxk_value undef(gen_emitter *em)
{
    return dxk_builder_undef(em->b, DXK_TYPE_I32);
}

static dxk_value i8(gen_emitter *em, int value)
{
    return dxk_builder_i8(em->b, value);
}

static dxk_value and_with(gen_emitter *em, dxk_value value, uint64_t mask)
{
    dxk_type type = dxk_builder_type_of(em->b, value);
    return dxk_builder_binary(em->b, DXK_BINARY_AND, value, dxk_builder_int(em->b, type, mask), 0);
}

static dxk_value times(gen_emitter *em, dxk_value value, uint32_t factor)
{
    return dxk_builder_binary(em->b, DXK_BINARY_MUL, value, gen_emit_i32(em, factor), 0);
}

static dxk_value plus(gen_emitter *em, dxk_value left, dxk_value right)
{
    return dxk_builder_binary(em->b, DXK_BINARY_ADD, left, right, 0);
}

dxk_value gen_emit_const(gen_emitter *em, gen_type type, uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    double real;
    float small;

    if (type == GEN_F64) {
        memcpy(&real, &bits, sizeof real);
        return dxk_builder_real(em->b, DXK_TYPE_DOUBLE, real);
    }
    if (type < GEN_F32)
        return dxk_builder_int(em->b, gen_emit_type(type), bits);
    memcpy(&small, &word, sizeof small);
    return dxk_builder_real(em->b, gen_emit_type(type), (double)small);
}

dxk_value gen_emit_plain(gen_emitter *em, gen_type type, dxk_value value)
{
    if (type != GEN_F32 && type != GEN_F64)
        return value;
    dxk_value zero = dxk_builder_real(em->b, gen_emit_type(type), 0);
    dxk_value nan = dxk_builder_real(em->b, gen_emit_type(type), (double)NAN);
    return dxk_builder_select(em->b, dxk_builder_compare(em->b, DXK_COMPARE_UNO, value, zero, 0),
                              nan, value);
}

/* --- handles and places --- */

dxk_value gen_emit_handle(gen_emitter *em, dxk_value kept, dxk_resource resource)
{
    return kept ? kept : dxk_builder_handle(em->b, resource, DXK_NONE, false);
}

static dxk_value id(gen_emitter *em, uint32_t which)
{
    static const dxk_op ops[3] = {DXK_OP_ThreadId, DXK_OP_GroupId, DXK_OP_ThreadIdInGroup};
    if (which == GEN_ID_FLAT)
        return dxk_builder_op(em->b, DXK_OP_FlattenedThreadIdInGroup, DXK_TYPE_I32, NULL, 0);
    return dxk_builder_op(em->b, ops[which / 3], DXK_TYPE_I32,
                          DXK_ARGS(gen_emit_i32(em, which % 3)));
}

dxk_value gen_emit_thread_number(gen_emitter *em)
{
    const uint32_t *groups = em->p->groups;
    if (em->thread_number)
        return em->thread_number;
    dxk_value z = times(em, id(em, GEN_ID_GROUP_Z), groups[1]);
    dxk_value y = times(em, plus(em, z, id(em, GEN_ID_GROUP_Y)), groups[0]);
    dxk_value group = plus(em, y, id(em, GEN_ID_GROUP_X));
    return plus(em, times(em, group, gen_group_threads(em->p)), id(em, GEN_ID_FLAT));
}

dxk_value gen_emit_element(gen_emitter *em, uint32_t array, const gen_expr *at)
{
    dxk_value index = at->kind == GEN_CONST
                          ? gen_emit_i32(em, (uint32_t)at->bits & (em->f->arrays[array].size - 1))
                          : and_with(em, gen_emit_expr(em, at), em->f->arrays[array].size - 1);
    return dxk_builder_gep(em->b, em->arrays[array], DXK_ARGS(gen_emit_i32(em, 0), index));
}

/* Variables are made at their first use: a module must not have others. */
static dxk_value shared_variable(gen_emitter *em, uint32_t shared)
{
    static const char *const names[GEN_SHAREDS] = {"Shared0", "Shared1", "Shared2"};
    const gen_shared *s = &em->p->shareds[shared];

    if (!em->shared[shared])
        em->shared[shared] = dxk_builder_variable(
            em->b, names[shared],
            dxk_builder_array(em->b, gen_emit_type((gen_type)s->type), s->size), DXK_SPACE_SHARED,
            DXK_NONE);
    return em->shared[shared];
}

dxk_value gen_emit_shared(gen_emitter *em, uint32_t shared, uint32_t which, const gen_expr *at)
{
    const gen_shared *s = &em->p->shareds[shared];
    dxk_value index =
        at ? and_with(em, gen_emit_expr(em, at), gen_shared_span(s) - 1)
           : plus(em, times(em, id(em, GEN_ID_FLAT), s->own), gen_emit_i32(em, which));
    return dxk_builder_gep(em->b, shared_variable(em, shared),
                           DXK_ARGS(gen_emit_i32(em, 0), index));
}

static dxk_value opaque_variable(gen_emitter *em, const char *name)
{
    dxk_type type = dxk_builder_array(em->b, DXK_TYPE_I32, 1);
    return dxk_builder_variable(em->b, name, type, DXK_SPACE_DEFAULT,
                                dxk_builder_null(em->b, type));
}

static dxk_value first_of(gen_emitter *em, dxk_value variable)
{
    dxk_value zero = gen_emit_i32(em, 0);
    return dxk_builder_load(em->b, dxk_builder_gep(em->b, variable, DXK_ARGS(zero, zero)));
}

void gen_emit_mark(gen_emitter *em)
{
    if (!em->mark)
        em->mark = opaque_variable(em, "dx.nothing.a");
    first_of(em, em->mark);
}

dxk_value gen_emit_guard(gen_emitter *em)
{
    if (!em->guard)
        em->guard = opaque_variable(em, "dx.break.cond");
    return dxk_builder_compare(em->b, DXK_COMPARE_EQ, first_of(em, em->guard), gen_emit_i32(em, 0),
                               0);
}

/* --- loads --- */

static dxk_value raw_load(gen_emitter *em, dxk_value handle, gen_type type, dxk_value index,
                          dxk_value offset, uint32_t part)
{
    dxk_type t = gen_emit_type(type);
    dxk_value mask = i8(em, (1 << (part + 1)) - 1);
    dxk_value align = gen_emit_i32(em, gen_width(type) == 64 ? 8 : 4);
    dxk_value loaded =
        em->p->model >= 2
            ? dxk_builder_op(em->b, DXK_OP_RawBufferLoad, t,
                             DXK_ARGS(handle, index, offset, mask, align))
            : dxk_builder_op(em->b, DXK_OP_BufferLoad, t, DXK_ARGS(handle, index, offset));
    return dxk_builder_extract(em->b, loaded, part);
}

static dxk_value typed_load(gen_emitter *em, dxk_value handle, gen_type type, dxk_value index,
                            uint32_t part)
{
    dxk_value loaded = dxk_builder_op(em->b, DXK_OP_BufferLoad, gen_emit_type(type),
                                      DXK_ARGS(handle, index, undef(em)));
    return dxk_builder_extract(em->b, loaded, part);
}

static dxk_value input_handle(gen_emitter *em, const gen_expr *e)
{
    const gen_buffer *input = &em->p->inputs[e->index];
    if (!e->args[1])
        return gen_emit_handle(em, em->input_handles[e->index], em->inputs[e->index]);
    dxk_value at = e->args[1]->kind == GEN_CONST
                       ? gen_emit_i32(em, (uint32_t)e->args[1]->bits & (input->count - 1))
                       : and_with(em, gen_emit_expr(em, e->args[1]), input->count - 1);
    return dxk_builder_handle(em->b, em->inputs[e->index], at, e->fast);
}

static dxk_value load_length(gen_emitter *em, const gen_expr *e)
{
    dxk_value h = gen_emit_handle(em, em->input_handles[e->index], em->inputs[e->index]);
    dxk_value all = dxk_builder_op(em->b, DXK_OP_GetDimensions, DXK_NONE, DXK_ARGS(h, undef(em)));
    return dxk_builder_extract(em->b, all, 0);
}

static dxk_value load(gen_emitter *em, const gen_expr *e)
{
    const gen_buffer *input = &em->p->inputs[e->index];
    gen_type type = (gen_type)e->type;
    dxk_value at =
        and_with(em, gen_emit_expr(em, e->args[0]), 2 * gen_input_elements(input, type) - 1);
    dxk_value h = input_handle(em, e);

    if (input->kind == GEN_TYPED)
        return typed_load(em, h, type, at, e->which);
    if (input->kind == GEN_STRUCTURED && e->raw && e->which < 4 && gen_width(type) != 64)
        return raw_load(em, h, type, at, gen_emit_i32(em, 0), e->which);
    if (input->kind == GEN_STRUCTURED)
        return raw_load(em, h, type, at, gen_emit_i32(em, e->which * 4u), 0);
    return raw_load(em, h, type, times(em, at, gen_width(type) == 64 ? 8 : 4), undef(em), e->which);
}

static dxk_value load_own(gen_emitter *em, const gen_expr *e)
{
    const gen_buffer *output = &em->p->outputs[e->index];
    dxk_value number = gen_emit_thread_number(em);
    dxk_value h = gen_emit_handle(em, em->output_handles[e->index], em->outputs[e->index]);

    if (output->kind == GEN_STRUCTURED)
        return raw_load(em, h, GEN_I32, number, gen_emit_i32(em, e->which * 4u), 0);
    if (output->kind == GEN_RAW) {
        dxk_value at = plus(em, times(em, number, GEN_OWN * 4), gen_emit_i32(em, e->which * 4u));
        return raw_load(em, h, GEN_I32, at, undef(em), 0);
    }
    uint32_t part = e->which % output->components;
    dxk_value first = times(em, number, GEN_OWN / output->components);
    return typed_load(em, h, GEN_I32,
                      plus(em, first, gen_emit_i32(em, e->which / output->components)), part);
}

static dxk_value load_constant(gen_emitter *em, const gen_expr *e)
{
    gen_type type = (gen_type)e->type;
    dxk_value row = and_with(em, gen_emit_expr(em, e->args[0]), 2 * GEN_ROWS - 1);
    dxk_value h = gen_emit_handle(em, em->constant_handle, em->constants);
    dxk_value loaded =
        dxk_builder_op(em->b, DXK_OP_CBufferLoadLegacy, gen_emit_type(type), DXK_ARGS(h, row));
    return dxk_builder_extract(em->b, loaded, e->which & (128 / gen_width(type) - 1));
}

/* --- operations --- */

/* Remembers that a call is precise: the mark is set when the module is finished. */
static dxk_value precise(gen_emitter *em, dxk_value call)
{
    if (em->precise_count == em->precise_room) {
        em->precise_room = em->precise_room ? 2 * em->precise_room : 16;
        em->precise = realloc(em->precise, em->precise_room * sizeof *em->precise);
        if (!em->precise)
            exit(4);
    }
    em->precise[em->precise_count++] = call;
    return call;
}

static dxk_value call(gen_emitter *em, const gen_expr *e, const dxk_value *args, size_t count)
{
    const gen_op_info *info = &gen_ops[e->index];
    bool by_result = info->shape[0] == 't' && !strchr(info->shape + 2, 't');
    dxk_value result = dxk_builder_op(
        em->b, info->code, by_result ? gen_emit_type((gen_type)e->type) : DXK_NONE, args, count);
    if (!em->p->strict && strpbrk(info->types, "fd"))
        precise(em, result);
    return info->how == GEN_BY_PART ? dxk_builder_extract(em->b, result, info->part) : result;
}

static void reduce_operands(gen_emitter *em, const gen_expr *e, dxk_value *args)
{
    uint32_t flags = gen_ops[e->index].flags;
    gen_type type = (gen_type)e->args[0]->type;

    if (flags & GEN_FROM_BITS)
        args[0] = and_with(em, args[0], 7);
    if (flags & GEN_SHOWS_BITS)
        args[0] = gen_emit_plain(em, type, args[0]);
    if ((flags & GEN_SHIFT) && !e->raw)
        args[1] = and_with(em, args[1], gen_width(type) - 1);
    if ((flags & GEN_DIVIDE) && !e->raw)
        args[1] = dxk_builder_binary(em->b, DXK_BINARY_OR, args[1],
                                     dxk_builder_int(em->b, gen_emit_type(type), 1), 0);
}

static dxk_value apply(gen_emitter *em, const gen_expr *e)
{
    const gen_op_info *info = &gen_ops[e->index];
    dxk_value args[GEN_OPERANDS];
    uint32_t flags = e->fast ? DXK_FLAG_FAST : 0;
    size_t count = 0;

    for (; count < GEN_OPERANDS && e->args[count]; count++)
        args[count] = gen_emit_expr(em, e->args[count]);
    reduce_operands(em, e, args);
    switch (info->how) {
    case GEN_BY_BINARY:
        return dxk_builder_binary(em->b, (dxk_binary)info->code, args[0], args[1], flags);
    case GEN_BY_COMPARE:
        return dxk_builder_compare(em->b, (dxk_compare)info->code, args[0], args[1], 0);
    case GEN_BY_CAST:
        return dxk_builder_cast(em->b, (dxk_cast)info->code, args[0],
                                gen_emit_type((gen_type)e->type));
    case GEN_BY_SELECT:
        return dxk_builder_select(em->b, args[0], args[1], args[2]);
    case GEN_BY_NEGATE:
        return dxk_builder_binary(em->b, DXK_BINARY_FSUB,
                                  dxk_builder_real(em->b, gen_emit_type((gen_type)e->type), -0.0),
                                  args[0], 0);
    default:
        return call(em, e, args, count);
    }
}

/* --- wave operations --- */

/* A lane that is active. */
static dxk_value active_lane(gen_emitter *em, uint8_t which)
{
    dxk_value own = dxk_builder_op(em->b, DXK_OP_WaveGetLaneIndex, DXK_NONE, NULL, 0);
    if (which == GEN_LANE_OWN)
        return own;
    if (which == GEN_LANE_FIRST)
        return dxk_builder_op(em->b, DXK_OP_WaveReadLaneFirst, DXK_NONE, DXK_ARGS(own));
    return dxk_builder_op(em->b, DXK_OP_WaveActiveOp, DXK_NONE,
                          DXK_ARGS(own, i8(em, 3), i8(em, 1)));
}

static dxk_value wave(gen_emitter *em, const gen_expr *e)
{
    const gen_wave_info *info = &gen_waves[e->index];
    dxk_value args[8];
    size_t count = 0;

    if (e->args[0])
        args[count++] = gen_emit_expr(em, e->args[0]);
    if (info->flags & GEN_HAS_MASK) {
        dxk_value ballot = dxk_builder_op(em->b, DXK_OP_WaveActiveBallot, DXK_NONE,
                                          DXK_ARGS(gen_emit_expr(em, e->args[1])));
        for (uint32_t i = 0; i < 4; i++)
            args[count++] = dxk_builder_extract(em->b, ballot, i);
    }
    if (info->flags & GEN_HAS_LANE)
        args[count++] = active_lane(em, e->which);
    if (info->code == DXK_OP_QuadReadLaneAt)
        args[count++] = gen_emit_i32(em, e->which & 3u);
    if (info->kind >= 0)
        args[count++] = i8(em, info->kind);
    if (info->sign >= 0)
        args[count++] = i8(em, info->sign);
    dxk_type type = info->flags & GEN_SAYS_TYPE ? DXK_TYPE_I1 : DXK_NONE;
    dxk_value result = dxk_builder_op(em->b, info->code, type, args, count);
    return info->flags & GEN_PARTS ? dxk_builder_extract(em->b, result, e->which & 3u) : result;
}

dxk_value gen_emit_expr(gen_emitter *em, const gen_expr *e)
{
    switch (e->kind) {
    case GEN_CONST:
        return gen_emit_const(em, (gen_type)e->type, e->bits);
    case GEN_VAR:
        return em->f->vars[e->index].in_memory ? dxk_builder_load(em->b, em->vars[e->index])
                                               : em->values[e->index];
    case GEN_ID:
        return id(em, e->index);
    case GEN_APPLY:
        return apply(em, e);
    case GEN_WAVE:
        return wave(em, e);
    case GEN_ELEMENT:
        return dxk_builder_load(em->b, gen_emit_element(em, e->index, e->args[0]));
    case GEN_SHARED:
        return dxk_builder_load(em->b, gen_emit_shared(em, e->index, e->which, e->args[0]));
    case GEN_LOAD:
        return load(em, e);
    case GEN_LENGTH:
        return load_length(em, e);
    case GEN_LOAD_OWN:
        return load_own(em, e);
    default:
        return load_constant(em, e);
    }
}
