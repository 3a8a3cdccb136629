/* SPDX-License-Identifier: MIT */
/* wave.c - lowerings of operations on waves and quads, barriers and atomics; see sema/lowering.h. */
#include "codegen/emit.h"

#include "builder/builder.h"
#include "ir/dxop.h"

#define LOWER(name) dxki_emit_value dxki_emit_lower_##name(dxki_emit *e, const dxki_hlsl_node *n)

static dxki_emit_value nothing(dxki_emit *e)
{
    return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
}

static dxk_value i8(dxki_emit *e, uint32_t value)
{
    return dxk_builder_i8(e->b, (int)value);
}

/* 1 if the elements are unsigned. */
static dxk_value sign_of(dxki_emit *e, const dxki_hlsl_type *t)
{
    return i8(e, dxki_hlsl_info(t)->number == DXKI_HLSL_UINT ||
                     dxki_hlsl_info(t)->number == DXKI_HLSL_BOOL);
}

/* ---------------------------------------------------------------------------------------- */
/* Waves                                                                                      */

/* All arguments as they are, and the result. */
LOWER(PLAIN)
{
    dxk_value args[8];
    size_t count = n->list_count < 8 ? n->list_count : 8;
    const dxki_dxop_info *op = dxki_dxop_find(n->row->op);
    bool typed = !count && op && dxki_dxop_overload_count(op) > 0;
    dxk_type type = typed ? dxki_emit_type(e, n->type->scalar) : (dxk_type)DXK_NONE;

    for (size_t i = count; i-- > 0;)
        args[i] = dxki_emit_expr(e, n->list[i]).v[0];
    dxk_value got = dxki_emit_op(e, n->row->op, type, args, count);
    if (n->type->kind == DXKI_HLSL_TY_VOID)
        return nothing(e);
    return dxki_emit_one(e, n->type->scalar, got);
}

LOWER(COLUMNS)
{
    dxki_emit_value out = dxki_emit_values(e, n->type);

    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++) {
        dxk_value column = i8(e, i);
        dxk_type type = dxki_emit_type(e, n->type->scalar);
        out.v[i] = dxki_emit_op(e, n->row->op, type, &column, 1);
    }
    return out;
}

/* The first argument element by element, others whole, then numbers. */
static dxki_emit_value each(dxki_emit *e, const dxki_hlsl_node *n, const dxk_value *more,
                            size_t count)
{
    dxki_emit_value x = dxki_emit_argument(e, n->list[0]), out = dxki_emit_values(e, n->type);
    dxk_type type = dxki_emit_type(e, x.type->scalar);

    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++) {
        dxk_value args[8] = {x.v[i]};
        for (size_t k = 0; k < count; k++)
            args[k + 1] = more[k];
        out.v[i] = dxki_emit_op(e, n->row->op, type, args, count + 1);
    }
    return out;
}

LOWER(EACH_WITH)
{
    dxk_value lane = dxki_emit_aside(e, n->list[1]).v[0];

    return each(e, n, &lane, 1);
}

LOWER(WAVE_OP)
{
    const dxk_value more[] = {i8(e, n->row->code), sign_of(e, n->list[0]->type)};

    return each(e, n, more, 2);
}

LOWER(WAVE_BIT)
{
    const dxk_value more[] = {i8(e, n->row->code)};

    return each(e, n, more, 1);
}

LOWER(MULTI_OP)
{
    dxki_emit_value mask = dxki_emit_aside(e, n->list[1]);
    const dxk_value more[] = {mask.v[0], mask.v[1],           mask.v[2],
                              mask.v[3], i8(e, n->row->code), sign_of(e, n->list[0]->type)};

    return each(e, n, more, 6);
}

LOWER(MULTI_COUNT)
{
    dxki_emit_value mask = dxki_emit_expr(e, n->list[1]), x = dxki_emit_expr(e, n->list[0]);
    const dxk_value args[] = {x.v[0], mask.v[0], mask.v[1], mask.v[2], mask.v[3]};

    return dxki_emit_one(e, n->type->scalar, dxki_emit_op(e, n->row->op, DXK_NONE, args, 5));
}

static dxki_emit_value four(dxki_emit *e, const dxki_hlsl_node *n, dxk_value got)
{
    dxki_emit_value out = dxki_emit_values(e, n->type);

    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++)
        out.v[i] = dxk_builder_extract(dxki_emit_b(e), got, i);
    return out;
}

LOWER(BALLOT)
{
    dxk_value x = dxki_emit_expr(e, n->list[0]).v[0];

    return four(e, n, dxki_emit_op(e, n->row->op, DXK_NONE, &x, 1));
}

LOWER(MATCH)
{
    dxki_emit_value x = dxki_emit_expr(e, n->list[0]), out = {0};
    dxk_type type = dxki_emit_type(e, x.type->scalar);

    for (uint32_t i = 0; i < x.type->leaves && dxki_emit_ready(e); i++) {
        dxki_emit_value one = four(e, n, dxki_emit_op(e, n->row->op, type, &x.v[i], 1));
        for (uint32_t k = 0; i && k < 4; k++)
            one.v[k] = dxki_emit_binary(e, DXKI_HLSL_T_AND, DXKI_HLSL_S_UINT, out.v[k], one.v[k]);
        out = one;
    }
    return out.v ? out : dxki_emit_values(e, n->type);
}

LOWER(QUAD_VOTE)
{
    dxk_value x = dxki_emit_expr(e, n->list[0]).v[0];

    if (e->c->model_minor >= 7) {
        const dxk_value args[] = {x, i8(e, n->row->code)};
        return dxki_emit_one(e, DXKI_HLSL_S_BOOL,
                             dxki_emit_op(e, DXK_OP_QuadVote, DXK_TYPE_I1, args, 2));
    }
    uint8_t op = n->row->code ? DXKI_HLSL_T_AND : DXKI_HLSL_T_OR;
    dxk_value own = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_SEXT, x, DXK_TYPE_I32), all = own;
    for (uint32_t i = 0; i < 3 && dxki_emit_ready(e); i++) {
        const dxk_value args[] = {own, i8(e, i)};
        dxk_value other = dxki_emit_op(e, DXK_OP_QuadOp, DXK_TYPE_I32, args, 2);
        all = dxki_emit_binary(e, op, DXKI_HLSL_S_INT, all, other);
    }
    return dxki_emit_one(e, DXKI_HLSL_S_BOOL,
                         dxki_emit_convert_scalar(e, all, DXKI_HLSL_S_INT, DXKI_HLSL_S_BOOL));
}

LOWER(BARRIER)
{
    dxk_value mode = dxki_emit_i32(e, n->row->code);

    dxki_emit_op(e, DXK_OP_Barrier, DXK_NONE, &mode, 1);
    return nothing(e);
}

/* Barrier(object, flags) */
LOWER(OBJECT_BARRIER)
{
    dxk_value flags = dxki_emit_expr(e, n->list[1]).v[0];
    dxki_emit_object o = dxki_emit_object_of(e, n->list[0]);
    const dxk_value args[] = {dxki_emit_handle(e, &o), flags};

    dxki_emit_op(e, n->row->op, DXK_NONE, args, 2);
    return nothing(e);
}

/* ---------------------------------------------------------------------------------------- */
/* Helper lanes                                                                               */

static bool has_helpers(const dxki_emit *e)
{
    return e->stage == DXK_SHADER_KIND_PIXEL || e->stage == DXK_SHADER_KIND_LIBRARY;
}

/* Below 6.6 there is no operation: a variable knows which lanes cover nothing, or were discarded. */
static bool counts_helpers(const dxki_emit *e)
{
    return e->c->saw_helpers && e->stage == DXK_SHADER_KIND_PIXEL && e->c->model_minor < 6;
}

void dxki_emit_begin_helpers(dxki_emit *e)
{
    if (!counts_helpers(e))
        return;
    e->helper = dxki_emit_allocate(e, dxki_hlsl_type_scalar(e->c, DXKI_HLSL_S_BOOL), false, NULL);
    dxk_value covered = dxki_emit_op(e, DXK_OP_Coverage, DXK_TYPE_I32, NULL, 0);
    dxk_value none =
        dxki_emit_binary(e, DXKI_HLSL_T_EQ, DXKI_HLSL_S_UINT, covered, dxki_emit_i32(e, 0));
    dxki_emit_store(e, &e->helper, dxki_emit_one(e, DXKI_HLSL_S_BOOL, none));
}

void dxki_emit_discard(dxki_emit *e, dxk_value condition)
{
    if (counts_helpers(e)) {
        dxk_value was = dxki_emit_load(e, &e->helper).v[0];
        dxk_value is = dxki_emit_binary(e, DXKI_HLSL_T_OR, DXKI_HLSL_S_BOOL, was, condition);
        dxki_emit_store(e, &e->helper, dxki_emit_one(e, DXKI_HLSL_S_BOOL, is));
    }
    dxki_emit_op(e, DXK_OP_Discard, DXK_NONE, &condition, 1);
}

LOWER(HELPER)
{
    if (!has_helpers(e))
        return dxki_emit_one(e, DXKI_HLSL_S_BOOL, dxk_builder_i1(e->b, false));
    if (counts_helpers(e))
        return dxki_emit_load(e, &e->helper);
    return dxki_emit_one(e, DXKI_HLSL_S_BOOL, dxki_emit_op(e, n->row->op, DXK_TYPE_I1, NULL, 0));
}

/* ---------------------------------------------------------------------------------------- */
/* Atomics                                                                                    */

enum { MIN = 4, MAX = 5, EXCHANGE = 8 };

/* What the operation is called in groupshared memory, and on resources. */
static dxk_atomic shared_of(uint32_t code, bool sign)
{
    static const dxk_atomic atomics[] = {DXK_ATOMIC_ADD, DXK_ATOMIC_AND, DXK_ATOMIC_OR,
                                         DXK_ATOMIC_XOR};

    if (code == EXCHANGE)
        return DXK_ATOMIC_EXCHANGE;
    if (code == MIN)
        return sign ? DXK_ATOMIC_MIN : DXK_ATOMIC_UMIN;
    if (code == MAX)
        return sign ? DXK_ATOMIC_MAX : DXK_ATOMIC_UMAX;
    return atomics[code & 3];
}

static uint32_t resource_code(uint32_t code, bool sign)
{
    return code == MIN || code == MAX ? code + (sign ? 0u : 2u) : code;
}

/* Coordinates of a place in a resource. */
static bool coordinates(dxki_emit *e, const dxki_emit_place *p, dxk_value out[3])
{
    dxk_value none = dxk_builder_undef(e->b, DXK_TYPE_I32);

    out[0] = out[1] = out[2] = none;
    if (p->kind == DXKI_EMIT_TYPED) {
        for (unsigned i = 0; i < 3; i++)
            out[i] = p->coords[i] == DXK_NONE ? none : p->coords[i];
        return true;
    }
    if (p->kind != DXKI_EMIT_PACKED)
        return false;
    dxki_emit_index at = p->at;
    if (p->picked) { /* a component of a vector or matrix */
        const dxki_emit_index row = {p->row, p->rows[0]}, column = {p->column, p->columns[0]};
        at = dxki_emit_packed_component(e, p, row, column).at;
    }
    out[0] = p->element == DXK_NONE ? dxki_emit_index_value(e, at) : p->element;
    out[1] = p->element == DXK_NONE ? none : dxki_emit_index_value(e, at);
    return true;
}

static dxk_type bits_type(dxk_type type)
{
    return type == DXK_TYPE_FLOAT ? DXK_TYPE_I32 : type == DXK_TYPE_DOUBLE ? DXK_TYPE_I64 : type;
}

static dxk_value as_bits(dxki_emit *e, dxk_value v, dxk_type from, dxk_type to)
{
    return from == to ? v : dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, v, to);
}

static bool is_sink(const dxki_hlsl_var *v)
{
    return v && v->storage != DXKI_HLSL_SHARED && v->storage != DXKI_HLSL_RESOURCE &&
           !(v->mods & DXKI_AST_MOD(GROUPSHARED));
}

/* The variable that a place is part of, or NULL. */
static const dxki_hlsl_var *root_of(const dxki_hlsl_node *n)
{
    while (n && n->kind != DXKI_HLSL_N_VAR && n->kind != DXKI_HLSL_N_SUBSCRIPT)
        n = n->a;
    return n && n->kind == DXKI_HLSL_N_VAR ? n->var : NULL;
}

static const dxki_hlsl_node *old_arg(const dxki_hlsl_node *n, size_t index)
{
    const dxki_hlsl_node *arg = index < n->list_count ? n->list[index] : NULL;

    return arg && arg->kind == DXKI_HLSL_N_CONVERT ? arg->a : arg;
}

/* The last argument, if there is one: where the old value goes. It is evaluated first. */
static dxki_emit_place old_place(dxki_emit *e, const dxki_hlsl_node *n, size_t index)
{
    const dxki_hlsl_node *to = old_arg(n, index);

    return to ? dxki_emit_place_of(e, to) : dxki_emit_nowhere();
}

static void give_old(dxki_emit *e, const dxki_hlsl_node *n, size_t index, const dxki_emit_place *p,
                     dxk_value old, uint8_t scalar)
{
    const dxki_hlsl_node *to = old_arg(n, index);

    if (to)
        dxki_emit_store(e, p, dxki_emit_convert(e, dxki_emit_one(e, scalar, old), to->type));
}

/* Part of an element of a typed resource. */
static bool is_part_of_typed(const dxki_hlsl_node *n)
{
    while (n->kind == DXKI_HLSL_N_ELEMENT || n->kind == DXKI_HLSL_N_SWIZZLE)
        n = n->a;
    if (n->kind != DXKI_HLSL_N_SUBSCRIPT || n->a->type->kind != DXKI_HLSL_TY_OBJECT)
        return false;
    uint8_t kind = dxki_hlsl_object_at((dxki_hlsl_object)n->a->type->object)->kind;
    return kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER && n->type->leaves > 1;
}

static bool check_target(dxki_emit *e, const dxki_hlsl_node *n)
{
    if (is_part_of_typed(n->list[0])) {
        DXKI_HLSL_SAY(e->c, ATOMIC_TYPED, n->loc);
        return false;
    }
    if (!is_sink(root_of(n->list[0])))
        return true;
    DXKI_HLSL_SAY(e->c, ATOMIC_TARGET, n->loc);
    return false;
}

/* A place in groupshared memory or in a record, as one of integers of the same width. */
static dxk_value shared_pointer(dxki_emit *e, const dxki_emit_place *p, dxk_type own, dxk_type type)
{
    dxk_value pointer = dxki_emit_pointer(e, p);

    if (type == own || !dxki_emit_ready(e))
        return pointer;
    uint32_t space = dxki_type_get(e->b->m, dxk_builder_type_of(e->b, pointer))->b;
    return dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, pointer,
                            dxk_builder_pointer(e->b, type, space));
}

LOWER(ATOMIC)
{
    const dxki_hlsl_type *t = n->list[0]->type;
    bool sign = dxki_hlsl_info(t)->number == DXKI_HLSL_SINT;
    dxk_type own = dxki_emit_type(e, t->scalar), type = bits_type(own);
    dxk_value coords[3], old;

    if (!check_target(e, n))
        return nothing(e);
    dxki_emit_place to = old_place(e, n, 2);
    dxki_emit_value x = dxki_emit_expr(e, n->list[1]);
    dxk_value value =
        as_bits(e, dxki_emit_convert_scalar(e, x.v[0], x.type->scalar, t->scalar), own, type);
    dxki_emit_place p = dxki_emit_place_of(e, n->list[0]);
    if (coordinates(e, &p, coords)) {
        const dxk_value args[] = {p.handle,  dxki_emit_i32(e, resource_code(n->row->code, sign)),
                                  coords[0], coords[1],
                                  coords[2], value};
        old = dxki_emit_op(e, DXK_OP_AtomicBinOp, type, args, 6);
    } else {
        dxk_value pointer = shared_pointer(e, &p, own, type);
        old = dxk_builder_atomic(dxki_emit_b(e), shared_of(n->row->code, sign), pointer, value);
    }
    give_old(e, n, 2, &to, as_bits(e, old, type, own), t->scalar);
    return nothing(e);
}

LOWER(ATOMIC_CAS)
{
    const dxki_hlsl_type *t = n->list[0]->type;
    dxk_type own = dxki_emit_type(e, t->scalar), type = bits_type(own);
    dxk_value coords[3], old;

    if (!check_target(e, n))
        return nothing(e);
    dxki_emit_place to = old_place(e, n, 3);
    dxki_emit_value y = dxki_emit_expr(e, n->list[2]), x = dxki_emit_expr(e, n->list[1]);
    dxk_value value =
        as_bits(e, dxki_emit_convert_scalar(e, y.v[0], y.type->scalar, t->scalar), own, type);
    dxk_value expected =
        as_bits(e, dxki_emit_convert_scalar(e, x.v[0], x.type->scalar, t->scalar), own, type);
    dxki_emit_place p = dxki_emit_place_of(e, n->list[0]);
    if (coordinates(e, &p, coords)) {
        const dxk_value args[] = {p.handle, coords[0], coords[1], coords[2], expected, value};
        old = dxki_emit_op(e, DXK_OP_AtomicCompareExchange, type, args, 6);
    } else {
        dxk_value pointer = shared_pointer(e, &p, own, type);
        dxk_value both = dxk_builder_compare_exchange(dxki_emit_b(e), pointer, expected, value);
        old = dxk_builder_extract(dxki_emit_b(e), both, 0);
    }
    give_old(e, n, 3, &to, as_bits(e, old, type, own), t->scalar);
    return nothing(e);
}

/* A value for an atomic operation, and what it goes as. */
typedef struct exchanged {
    dxk_type own, type;
    dxk_value handle, offset, none;
} exchanged;

static exchanged raw_target(dxki_emit *e, const dxki_hlsl_node *n, const dxki_hlsl_type *t)
{
    exchanged x = {.own = dxki_emit_type(e, t->scalar)};

    x.type = bits_type(x.own);
    x.offset = dxki_emit_expr(e, n->list[0]).v[0];
    dxki_emit_object o = dxki_emit_object_of(e, n->a);
    x.handle = dxki_emit_handle(e, &o);
    x.none = dxk_builder_undef(e->b, DXK_TYPE_I32);
    return x;
}

/* buffer.InterlockedAdd(offset, value, original) */
LOWER(RAW_ATOMIC)
{
    const dxki_hlsl_type *t = n->list[1]->type;
    dxki_emit_place to = old_place(e, n, 2);
    dxk_value value = dxki_emit_expr(e, n->list[1]).v[0];
    exchanged x = raw_target(e, n, t);
    bool sign = dxki_hlsl_info(t)->number == DXKI_HLSL_SINT;
    const dxk_value args[] = {x.handle, dxki_emit_i32(e, resource_code(n->row->code, sign)),
                              x.offset, x.none,
                              x.none,   as_bits(e, value, x.own, x.type)};
    dxk_value old = dxki_emit_op(e, DXK_OP_AtomicBinOp, x.type, args, 6);

    give_old(e, n, 2, &to, as_bits(e, old, x.type, x.own), t->scalar);
    return nothing(e);
}

LOWER(RAW_CAS)
{
    const dxki_hlsl_type *t = n->list[2]->type;
    dxki_emit_place to = old_place(e, n, 3);
    dxk_value value = dxki_emit_expr(e, n->list[2]).v[0];
    dxk_value expected = dxki_emit_expr(e, n->list[1]).v[0];
    exchanged x = raw_target(e, n, t);
    const dxk_value args[] = {x.handle,
                              x.offset,
                              x.none,
                              x.none,
                              as_bits(e, expected, x.own, x.type),
                              as_bits(e, value, x.own, x.type)};
    dxk_value old = dxki_emit_op(e, DXK_OP_AtomicCompareExchange, x.type, args, 6);

    give_old(e, n, 3, &to, as_bits(e, old, x.type, x.own), t->scalar);
    return nothing(e);
}
