/* SPDX-License-Identifier: MIT */
/* math.c - arguments, and lowerings that work on each element alike; see sema/lowering.h. */
#include "codegen/math.h"

arguments dxki_emit_arguments(dxki_emit *e, const dxki_hlsl_node *n)
{
    arguments a = {.type = DXK_NONE};

    for (size_t i = n->list_count < MOST_ARGS ? n->list_count : MOST_ARGS; i-- > 0;) {
        const dxki_hlsl_node *arg = n->list[i];
        bool written = arg->kind == DXKI_HLSL_N_CONVERT && arg->is_lvalue;
        if (!written)
            a.v[i] = dxki_emit_argument(e, arg);
    }
    if (n->list_count) {
        a.scalar = n->list[0]->type->scalar;
        a.type = dxki_emit_type(e, a.scalar);
    }
    return a;
}

void dxki_emit_give(dxki_emit *e, const dxki_hlsl_node *arg, dxki_emit_value v)
{
    bool converted = arg->kind == DXKI_HLSL_N_CONVERT;
    const dxki_hlsl_node *to = converted ? arg->a : arg;
    uint32_t lanes = e->lanes;

    if (lanes)
        v = dxki_emit_of_lanes(e, v, lanes);
    e->lanes = 0;
    dxki_emit_place p = dxki_emit_place_of(e, to);
    dxki_emit_store(e, &p, dxki_emit_convert(e, v, to->type));
    e->lanes = lanes;
}

/* ---------------------------------------------------------------------------------------- */
/* One operation for each element                                                             */

static bool has_overload(dxk_op op)
{
    return op != DXK_OP_LegacyF16ToF32 && op != DXK_OP_LegacyF32ToF16;
}

LOWER(EACH)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    {
        dxk_value args[MOST_ARGS];
        for (size_t k = 0; k < n->list_count; k++)
            args[k] = a.v[k].v[i];
        out.v[i] = dxki_emit_op(e, n->row->op, has_overload(n->row->op) ? a.type : DXK_NONE, args,
                                n->list_count);
    }
    return out;
}

LOWER(KIND)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    uint8_t number = number_of(a.scalar);
    dxk_op op = number == DXKI_HLSL_REAL   ? n->row->op
                : number == DXKI_HLSL_SINT ? n->row->code & 0xffff
                                           : n->row->code >> 16;

    EACH(i)
    {
        const dxk_value args[] = {X, Y, n->list_count > 2 ? Z : DXK_NONE};
        out.v[i] = dxki_emit_op(e, op, a.type, args, n->list_count);
    }
    return out;
}

LOWER(BITCAST)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_type to = dxki_emit_type(e, n->type->scalar);

    EACH(i)
    out.v[i] = a.type == to
                   ? X
                   : dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, X, dxki_emit_shape(e, to));
    return out;
}

LOWER(ABS)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    {
        if (is_real(a.scalar))
            out.v[i] = op1(e, DXK_OP_FAbs, a.type, X);
        else if (number_of(a.scalar) == DXKI_HLSL_SINT)
            out.v[i] =
                op2(e, DXK_OP_IMax, a.type, X, dxki_emit_unary(e, DXKI_HLSL_T_SUB, a.scalar, X));
        else
            out.v[i] = X;
    }
    return out;
}

/* The row's number is 1 for all of the elements, 0 for one of them; so it is below for both operands. */
static uint8_t joint(const dxki_hlsl_node *n)
{
    return n->row->code ? DXKI_HLSL_T_AND : DXKI_HLSL_T_OR;
}

LOWER(TRUTH)
{
    const dxki_hlsl_node *first = n->list[0];

    if (dxki_emit_is_native(e, first->type)) {
        dxk_value x = dxki_emit_whole(e, dxki_emit_read_expr(e, first));
        x = dxki_emit_convert_lanes(e, x, first->type->columns, first->type->scalar,
                                    DXKI_HLSL_S_BOOL);
        dxk_type type = dxk_builder_vector(e->b, DXK_TYPE_I1, first->type->columns);
        return dxki_emit_one(
            e, DXKI_HLSL_S_BOOL,
            op1(e, n->row->code ? DXK_OP_VectorReduceAnd : DXK_OP_VectorReduceOr, type, x));
    }
    arguments a = dxki_emit_arguments(e, n);
    dxk_value all = DXK_NONE;

    for (uint32_t i = 0; i < a.v[0].type->leaves && dxki_emit_ready(e); i++) {
        dxk_value one = dxki_emit_convert_scalar(e, X, a.scalar, DXKI_HLSL_S_BOOL);
        all = i ? dxki_emit_binary(e, joint(n), DXKI_HLSL_S_BOOL, all, one) : one;
    }
    return dxki_emit_one(e, DXKI_HLSL_S_BOOL, all);
}

LOWER(CLAMP)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    uint8_t number = number_of(a.scalar);
    dxk_op max = number == DXKI_HLSL_REAL   ? DXK_OP_FMax
                 : number == DXKI_HLSL_SINT ? DXK_OP_IMax
                                            : DXK_OP_UMax;
    dxk_op min = number == DXKI_HLSL_REAL   ? DXK_OP_FMin
                 : number == DXKI_HLSL_SINT ? DXK_OP_IMin
                                            : DXK_OP_UMin;

    EACH(i)
    out.v[i] = op2(e, min, a.type, op2(e, max, a.type, X, Y), Z);
    return out;
}

LOWER(SELECT)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = pick(e, a.v[0].v[a.v[0].type->leaves == 1 ? 0 : i], Y, Z);
    return out;
}

LOWER(LOGIC)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = dxki_emit_binary(e, joint(n), DXKI_HLSL_S_BOOL, X, Y);
    return out;
}

LOWER(SIGN)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    {
        dxk_value zero = dxki_emit_scalar_constant(e, a.scalar, 0);
        dxk_value more = less(e, a.scalar, zero, X), under = less(e, a.scalar, X, zero);
        more = dxki_emit_convert_scalar(e, more, DXKI_HLSL_S_BOOL, DXKI_HLSL_S_INT);
        under = dxki_emit_convert_scalar(e, under, DXKI_HLSL_S_BOOL, DXKI_HLSL_S_INT);
        out.v[i] = dxki_emit_binary(e, DXKI_HLSL_T_SUB, DXKI_HLSL_S_INT, more, under);
    }
    return out;
}

/* What no program has: functions of Direct3D 9, and some for debugging. */
LOWER(REFUSED)
{
    if (n->row->code)
        DXKI_HLSL_REPORT(e->c, REFUSED_NAME, n->loc, dxki_text(dxki_str(n->row->name)));
    else
        DXKI_HLSL_SAY(e->c, REFUSED_CALL, n->loc);
    return dxki_emit_values(e, n->type);
}
