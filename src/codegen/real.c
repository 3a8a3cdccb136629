/* SPDX-License-Identifier: MIT */
/* real.c - lowerings of functions of reals; see sema/lowering.h. */
#include <dxk/ir.h>
#include <stdlib.h>

#include "builder/builder.h"
#include "codegen/math.h"

#define LOG2_E 1.44269504088896340736
#define LN_2   0.69314718055994530942
#define LN_10  2.30258509299404568402
#define PI     3.14159265358979323846

LOWER(EXP)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = op1(e, DXK_OP_Exp, a.type, MUL(X, REAL(LOG2_E)));
    return out;
}

LOWER(LOG)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = MUL(op1(e, DXK_OP_Log, a.type, X), REAL(n->row->code == 10 ? LN_2 / LN_10 : LN_2));
    return out;
}

LOWER(LDEXP)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = MUL(op1(e, DXK_OP_Exp, a.type, Y), X);
    return out;
}

/* Are all components of an argument that number, as the source says it? */
static bool is_all(dxki_emit *e, const dxki_emit_value *v, double number)
{
    dxk_value one = dxki_emit_float(e, v->type->scalar, number);

    for (uint32_t i = 0; i < v->type->leaves; i++) {
        if (v->v[i] != one)
            return false;
    }
    return true;
}

/* The products that a whole power takes: a square for each bit after the first, and one for each other
 * bit that is set. */
static uint32_t products_of(uint32_t power)
{
    uint32_t count = 0;

    for (; power > 1; power >>= 1)
        count += 1 + (power & 1);
    return count;
}

/* Up to HLSL 2016 a whole power is made of products, as FXC makes it, if they are few. */
static bool is_few_products(dxki_emit *e, const dxki_emit_value *y, int32_t *power)
{
    uint32_t leaves = y->type->leaves;
    double number;

    for (uint32_t i = 1; i < leaves; i++) {
        if (y->v[i] != y->v[0])
            return false;
    }
    if (e->c->version > 2016 || !dxk_value_real(e->b->m, y->v[0], &number) ||
        !(number > -0x1p30 && number < 0x1p30) || number != (double)(int32_t)number)
        return false;
    *power = (int32_t)number;
    return products_of((uint32_t)abs(*power)) <= (*power < 0 ? leaves + 1 : 2 * leaves + 1);
}

static dxk_value product(dxki_emit *e, const arguments a, dxk_value x, int32_t power)
{
    dxk_value result = power & 1 ? x : DXK_NONE;

    for (uint32_t rest = (uint32_t)abs(power) >> 1; rest; rest >>= 1) {
        x = MUL(x, x);
        if (rest & 1)
            result = result ? MUL(result, x) : x;
    }
    if (!result)
        return REAL(1);
    return power < 0 ? DIV(REAL(1), result) : result;
}

/* A square is a product, as in DXC: it is one of negative numbers, too, that have no logarithm. */
void dxki_emit_powers(dxki_emit *e, const arguments a, const dxki_emit_value *x,
                      const dxki_emit_value *y, dxki_emit_value *out)
{
    int32_t power = 2;
    bool multiplies = is_all(e, y, 2) || is_few_products(e, y, &power);

    for (uint32_t i = 0; i < x->type->leaves && dxki_emit_ready(e); i++)
        out->v[i] = multiplies ? product(e, a, x->v[i], power)
                               : op1(e, DXK_OP_Exp, a.type,
                                     MUL(op1(e, DXK_OP_Log, a.type, x->v[i]), y->v[i]));
}

LOWER(POW)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    dxki_emit_powers(e, a, &a.v[0], &a.v[1], &out);
    return out;
}

LOWER(RCP)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = DIV(REAL(1), X);
    return out;
}

LOWER(SCALE)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = MUL(X, REAL(n->row->code ? PI / 180 : 180 / PI));
    return out;
}

LOWER(LERP)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = ADD(X, MUL(Z, SUB(Y, X)));
    return out;
}

LOWER(STEP)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = pick(e, less(e, a.scalar, Y, X), REAL(0), REAL(1));
    return out;
}

LOWER(SMOOTHSTEP)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    {
        dxk_value s = op1(e, DXK_OP_Saturate, a.type, DIV(SUB(Z, X), SUB(Y, X)));
        out.v[i] = MUL(MUL(s, s), SUB(REAL(3), MUL(REAL(2), s)));
    }
    return out;
}

LOWER(FMOD)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    {
        dxk_value d = DIV(X, Y), back = dxki_emit_unary(e, DXKI_HLSL_T_SUB, a.scalar, d);
        dxk_value positive = dxki_emit_binary(e, DXKI_HLSL_T_GE, a.scalar, d, back);
        dxk_value f = op1(e, DXK_OP_Frc, a.type, op1(e, DXK_OP_FAbs, a.type, d));
        out.v[i] = MUL(pick(e, positive, f, dxki_emit_unary(e, DXKI_HLSL_T_SUB, a.scalar, f)), Y);
    }
    return out;
}

LOWER(ATAN2)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    { /* X is y, and Y is x */
        dxk_value zero = REAL(0), t = op1(e, DXK_OP_Atan, a.type, DIV(X, Y));
        dxk_value left = less(e, a.scalar, Y, zero), under = less(e, a.scalar, X, zero);
        dxk_value over = dxki_emit_binary(e, DXKI_HLSL_T_GE, a.scalar, X, zero);
        dxk_value middle = dxki_emit_binary(e, DXKI_HLSL_T_EQ, a.scalar, Y, zero);
        dxk_value v = t;
        const uint8_t b = DXKI_HLSL_S_BOOL;
        v = pick(e, dxki_emit_binary(e, DXKI_HLSL_T_AND, b, left, over), ADD(t, REAL(PI)), v);
        v = pick(e, dxki_emit_binary(e, DXKI_HLSL_T_AND, b, left, under), SUB(t, REAL(PI)), v);
        v = pick(e, dxki_emit_binary(e, DXKI_HLSL_T_AND, b, middle, under), REAL(-PI / 2), v);
        v = pick(e, dxki_emit_binary(e, DXKI_HLSL_T_AND, b, middle, over), REAL(PI / 2), v);
        out.v[i] = v;
    }
    return out;
}

LOWER(FWIDTH)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    {
        dxk_value x = op1(e, DXK_OP_DerivCoarseX, a.type, X),
                  y = op1(e, DXK_OP_DerivCoarseY, a.type, X);
        out.v[i] = ADD(op1(e, DXK_OP_FAbs, a.type, x), op1(e, DXK_OP_FAbs, a.type, y));
    }
    return out;
}

LOWER(MODF)
{
    dxki_emit_value x = dxki_emit_argument(e, n->list[0]), out = dxki_emit_values(e, n->type);
    dxki_emit_value whole = dxki_emit_values(e, n->type);
    arguments a = {.scalar = n->type->scalar, .type = dxki_emit_type(e, n->type->scalar)};

    EACH(i)
    {
        whole.v[i] = op1(e, DXK_OP_Round_z, a.type, x.v[i]);
        out.v[i] = SUB(x.v[i], whole.v[i]);
    }
    dxki_emit_give(e, n->list[1], whole);
    return out;
}

LOWER(SINCOS)
{
    dxki_emit_value x = dxki_emit_argument(e, n->list[0]);
    dxki_emit_value s = dxki_emit_values(e, x.type), c = dxki_emit_values(e, x.type);
    dxk_type type = dxki_emit_type(e, x.type->scalar);

    for (uint32_t i = 0; i < x.type->leaves && dxki_emit_ready(e); i++) {
        s.v[i] = op1(e, DXK_OP_Sin, type, x.v[i]);
        c.v[i] = op1(e, DXK_OP_Cos, type, x.v[i]);
    }
    dxki_emit_give(e, n->list[1], s);
    dxki_emit_give(e, n->list[2], c);
    return dxki_emit_values(e, n->type);
}

LOWER(CLIP)
{
    arguments a = dxki_emit_arguments(e, n);
    dxk_value any = DXK_NONE;

    for (uint32_t i = 0; i < a.v[0].type->leaves && dxki_emit_ready(e); i++) {
        dxk_value one = less(e, a.scalar, X, REAL(0));
        any = i ? dxki_emit_binary(e, DXKI_HLSL_T_OR, DXKI_HLSL_S_BOOL, any, one) : one;
    }
    dxki_emit_discard(e, any);
    return dxki_emit_values(e, n->type);
}

#define EXPONENT_BITS 0x7f800000
#define MANTISSA_BITS 0x7fffff
#define HALF_BITS     0x3f000000 /* of 0.5 */

static dxk_value bits(dxki_emit *e, dxk_binary op, dxk_value x, dxk_value y)
{
    return dxk_builder_binary(dxki_emit_b(e), op, x, y, 0);
}

/* Mantissa from 0.5 to 1, and exponent; of the sign nothing is left. Both are 0 of 0. */
LOWER(FREXP)
{
    dxki_emit_value x = dxki_emit_argument(e, n->list[0]), out = dxki_emit_values(e, n->type);
    dxki_emit_value exponent = dxki_emit_values(e, n->type);
    const dxk_value half = dxki_emit_i32(e, HALF_BITS);
    const dxk_type int_type = dxki_emit_shape(e, DXK_TYPE_I32);
    const dxk_type real_type = dxki_emit_shape(e, DXK_TYPE_FLOAT);

    EACH(i)
    {
        dxk_value v = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, x.v[i], int_type);
        dxk_value some = dxki_emit_binary(e, DXKI_HLSL_T_NE, DXKI_HLSL_S_FLOAT, x.v[i],
                                          dxki_emit_float(e, DXKI_HLSL_S_FLOAT, 0));
        some = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_SEXT, some, int_type);
        dxk_value power = bits(e, DXK_BINARY_AND, v, dxki_emit_i32(e, EXPONENT_BITS));
        power = bits(e, DXK_BINARY_AND, bits(e, DXK_BINARY_SUB, power, half), some);
        power = bits(e, DXK_BINARY_ASHR, power, dxki_emit_i32(e, 23));
        exponent.v[i] = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_SITOFP, power, real_type);
        v = bits(e, DXK_BINARY_OR, bits(e, DXK_BINARY_AND, v, dxki_emit_i32(e, MANTISSA_BITS)),
                 half);
        v = bits(e, DXK_BINARY_AND, v, some);
        out.v[i] = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, v, real_type);
    }
    dxki_emit_give(e, n->list[1], exponent);
    return out;
}
