/* SPDX-License-Identifier: MIT */
/* bits.c - lowerings of functions of bits and packed numbers; see sema/lowering.h. */
#include "codegen/math.h"

LOWER(FIRSTBITHIGH)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_op op = number_of(a.scalar) == DXKI_HLSL_SINT ? DXK_OP_FirstbitSHi : DXK_OP_FirstbitHi;
    int64_t top = a.type == DXK_TYPE_I64 ? 63 : a.type == DXK_TYPE_I16 ? 15 : 31;

    EACH(i)
    {
        dxk_value t = op1(e, op, a.type, X), none = dxki_emit_i32(e, -1);
        dxk_value is_none = dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_EQ, t, none, 0);
        dxk_value from_top =
            dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_SUB, dxki_emit_i32(e, top), t, 0);
        out.v[i] = pick(e, is_none, none, from_top);
    }
    return out;
}

LOWER(ASDOUBLE)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = op2(e, DXK_OP_MakeDouble, DXK_TYPE_DOUBLE, X, Y);
    return out;
}

LOWER(SPLIT)
{
    dxki_emit_value x = dxki_emit_expr(e, n->list[0]);
    const dxki_hlsl_type *t = dxki_hlsl_type_with(e->c, x.type, DXKI_HLSL_S_UINT);
    dxki_emit_value low = dxki_emit_values(e, t), high = dxki_emit_values(e, t);

    for (uint32_t i = 0; i < t->leaves && dxki_emit_ready(e); i++) {
        dxk_value both = op1(e, DXK_OP_SplitDouble, DXK_TYPE_DOUBLE, x.v[i]);
        low.v[i] = dxk_builder_extract(dxki_emit_b(e), both, 0);
        high.v[i] = dxk_builder_extract(dxki_emit_b(e), both, 1);
    }
    dxki_emit_give(e, n->list[1], low);
    dxki_emit_give(e, n->list[2], high);
    return dxki_emit_values(e, n->type);
}

LOWER(ADD64)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    if (out.type->leaves % 2)
        DXKI_HLSL_SAY(e->c, ADD64_OPERANDS, n->loc);
    for (uint32_t i = 0; i + 1 < out.type->leaves && dxki_emit_ready(e); i += 2) {
        dxk_value sum = op2(e, DXK_OP_UAddc, DXK_TYPE_I32, X, Y);
        dxk_value carry = dxk_builder_extract(dxki_emit_b(e), sum, 1);
        carry = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_ZEXT, carry, DXK_TYPE_I32);
        out.v[i] = dxk_builder_extract(dxki_emit_b(e), sum, 0);
        out.v[i + 1] = ADD(ADD(a.v[0].v[i + 1], a.v[1].v[i + 1]), carry);
    }
    return out;
}

LOWER(DOT4)
{
    arguments a = dxki_emit_arguments(e, n);
    const dxk_value args[] = {a.v[2].v[0], a.v[0].v[0], a.v[1].v[0]};

    return dxki_emit_one(e, n->type->scalar, dxki_emit_op(e, n->row->op, DXK_TYPE_I32, args, 3));
}

LOWER(MSAD)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    const dxk_value *source = a.v[1].v;

    EACH(i)
    {
        dxk_value shifted = source[0];
        if (i) { /* bytes i to i + 3 of the two words */
            const dxk_value low = dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_LSHR, source[0],
                                                     dxki_emit_i32(e, 8 * i), 0);
            const dxk_value args[] = {dxki_emit_i32(e, 8 * i),
                                      dxki_emit_i32(e, 32 - 8 * (int64_t)i), source[1], low};
            shifted = dxki_emit_op(e, DXK_OP_Bfi, DXK_TYPE_I32, args, 4);
        }
        out.v[i] = op3(e, DXK_OP_Msad, DXK_TYPE_I32, a.v[0].v[0], shifted, Z);
    }
    return out;
}

LOWER(PACK)
{
    arguments a = dxki_emit_arguments(e, n);
    const dxk_value *v = a.v[0].v;
    const dxk_value args[] = {dxk_builder_i8(e->b, (int)n->row->code), v[0], v[1], v[2], v[3]};

    return dxki_emit_one(e, n->type->scalar, dxki_emit_op(e, DXK_OP_Pack4x8, a.type, args, 5));
}

LOWER(UNPACK)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    const dxk_value args[] = {dxk_builder_i8(e->b, (int)n->row->code), a.v[0].v[0]};
    dxk_value got = dxki_emit_op(e, DXK_OP_Unpack4x8, dxki_emit_type(e, n->type->scalar), args, 2);

    EACH(i)
    out.v[i] = dxk_builder_extract(dxki_emit_b(e), got, i);
    return out;
}

LOWER(NONUNIFORM)
{
    arguments a = dxki_emit_arguments(e, n);

    e->non_uniform = true;
    return a.v[0];
}

LOWER(MAPPED)
{
    arguments a = dxki_emit_arguments(e, n);

    return dxki_emit_one(e, DXKI_HLSL_S_BOOL,
                         dxki_emit_convert_scalar(e, a.v[0].v[0], a.scalar, DXKI_HLSL_S_BOOL));
}

/* Bytes of a colour, blue first. */
LOWER(COLOR)
{
    static const uint8_t order[] = {2, 1, 0, 3};
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    {
        dxk_value scaled = MUL(a.v[0].v[order[i & 3]], REAL(255.001953));
        out.v[i] = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_FPTOSI, scaled, DXK_TYPE_I32);
    }
    return out;
}

LOWER(DOT2)
{
    arguments a = dxki_emit_arguments(e, n);
    const dxk_value *x = a.v[0].v, *y = a.v[1].v;
    const dxk_value args[] = {a.v[2].v[0], x[0], x[1], y[0], y[1]};

    return dxki_emit_one(e, n->type->scalar, dxki_emit_op(e, n->row->op, DXK_TYPE_FLOAT, args, 5));
}
