/* SPDX-License-Identifier: MIT */
/* vector.c - lowerings of functions of vectors and matrices; see sema/lowering.h. */
#include "codegen/math.h"

/* Sum of products of `count` pairs, `step` apart. */
static dxk_value products(dxki_emit *e, uint8_t scalar, const dxk_value *x, uint32_t x_step,
                          const dxk_value *y, uint32_t y_step, uint32_t count)
{
    dxk_type type = dxki_emit_type(e, scalar);
    dxk_op mad = is_real(scalar)                       ? DXK_OP_FMad
                 : number_of(scalar) == DXKI_HLSL_SINT ? DXK_OP_IMad
                                                       : DXK_OP_UMad;
    dxk_value sum = dxki_emit_binary(e, DXKI_HLSL_T_MUL, scalar, x[0], y[0]);

    for (uint32_t i = 1; i < count && dxki_emit_ready(e); i++)
        sum = op3(e, mad, type, x[i * x_step], y[i * y_step], sum);
    return sum;
}

static dxk_value dot(dxki_emit *e, uint8_t scalar, const dxk_value *x, const dxk_value *y,
                     uint32_t count)
{
    static const dxk_op ops[] = {DXK_OP_Dot2, DXK_OP_Dot3, DXK_OP_Dot4};
    dxk_type type = dxki_emit_type(e, scalar);
    dxk_value args[8];

    if (!is_real(scalar) || count < 2 || count > 4 || type == DXK_TYPE_DOUBLE)
        return products(e, scalar, x, 1, y, 1, count);
    memcpy(args, x, count * sizeof *args);
    memcpy(args + count, y, count * sizeof *args);
    return dxki_emit_op(e, ops[count - 2], type, args, 2 * count);
}

LOWER(DOT)
{
    const dxki_hlsl_type *t = n->list[0]->type;

    if (dxki_emit_is_native(e, t) && is_real(t->scalar) && t->scalar != DXKI_HLSL_S_DOUBLE) {
        dxk_value y = dxki_emit_whole(e, dxki_emit_read_expr(e, n->list[1]));
        dxk_value x = dxki_emit_whole(e, dxki_emit_read_expr(e, n->list[0]));
        dxk_type type = dxk_builder_vector(e->b, dxki_emit_type(e, t->scalar), t->columns);
        return dxki_emit_one(e, t->scalar, op2(e, DXK_OP_FDot, type, x, y));
    }
    arguments a = dxki_emit_arguments(e, n);

    return dxki_emit_one(e, a.scalar, dot(e, a.scalar, a.v[0].v, a.v[1].v, a.v[0].type->leaves));
}

static dxk_value length(dxki_emit *e, uint8_t scalar, const dxk_value *x, uint32_t count)
{
    dxk_type type = dxki_emit_type(e, scalar);

    if (count == 1)
        return op1(e, DXK_OP_FAbs, type, x[0]);
    dxk_value sum = dxki_emit_binary(e, DXKI_HLSL_T_MUL, scalar, x[0], x[0]);
    for (uint32_t i = 1; i < count && dxki_emit_ready(e); i++)
        sum = dxki_emit_binary(e, DXKI_HLSL_T_ADD, scalar, sum,
                               dxki_emit_binary(e, DXKI_HLSL_T_MUL, scalar, x[i], x[i]));
    return op1(e, DXK_OP_Sqrt, type, sum);
}

LOWER(LENGTH)
{
    arguments a = dxki_emit_arguments(e, n);

    return dxki_emit_one(e, a.scalar, length(e, a.scalar, a.v[0].v, a.v[0].type->leaves));
}

LOWER(DISTANCE)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, a.v[0].type);

    EACH(i)
    out.v[i] = SUB(X, Y);
    return dxki_emit_one(e, a.scalar, length(e, a.scalar, out.v, out.type->leaves));
}

LOWER(NORMALIZE)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value scale =
        op1(e, DXK_OP_Rsqrt, a.type, dot(e, a.scalar, a.v[0].v, a.v[0].v, out.type->leaves));

    EACH(i)
    out.v[i] = MUL(X, scale);
    return out;
}

LOWER(CROSS)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    const dxk_value *x = a.v[0].v, *y = a.v[1].v;

    EACH(i)
    {
        uint32_t j = (i + 1) % 3, k = (i + 2) % 3;
        out.v[i] = SUB(MUL(x[j], y[k]), MUL(x[k], y[j]));
    }
    return out;
}

LOWER(REFLECT)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value d = MUL(REAL(2), dot(e, a.scalar, a.v[0].v, a.v[1].v, out.type->leaves));

    EACH(i)
    out.v[i] = SUB(X, MUL(d, Y));
    return out;
}

LOWER(REFRACT)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value eta = a.v[2].v[0], d = dot(e, a.scalar, a.v[1].v, a.v[0].v, out.type->leaves);
    dxk_value k = SUB(REAL(1), MUL(MUL(eta, eta), SUB(REAL(1), MUL(d, d))));
    dxk_value none = less(e, a.scalar, k, REAL(0));
    dxk_value along = ADD(MUL(eta, d), op1(e, DXK_OP_Sqrt, a.type, k));

    EACH(i)
    out.v[i] = pick(e, none, REAL(0), SUB(MUL(eta, X), MUL(along, Y)));
    return out;
}

LOWER(TRANSPOSE)
{
    arguments a = dxki_emit_arguments(e, n);
    const dxki_hlsl_type *t = n->list[0]->type;
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = a.v[0].v[i % n->type->columns * t->columns + i / n->type->columns];
    return out;
}

LOWER(MUL)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    const dxki_hlsl_type *s = n->list[0]->type, *t = n->list[1]->type;
    bool left = s->kind == DXKI_HLSL_TY_MATRIX, right = t->kind == DXKI_HLSL_TY_MATRIX;

    if (s->leaves == 1 || t->leaves == 1) {
        EACH(i)
        out.v[i] = MUL(a.v[0].v[s->leaves == 1 ? 0 : i], a.v[1].v[t->leaves == 1 ? 0 : i]);
        return out;
    }
    if (!left && !right) {
        out.v[0] = dot(e, a.scalar, a.v[0].v, a.v[1].v, s->leaves);
        return out;
    }
    uint32_t inner = left ? s->columns : s->leaves, columns = right ? t->columns : 1;
    EACH(i)
    {
        const dxk_value *x = a.v[0].v + (left ? i / columns * s->columns : 0);
        const dxk_value *y = a.v[1].v + (right ? i % columns : 0);
        out.v[i] = products(e, a.scalar, x, 1, y, right ? t->columns : 1, inner);
    }
    return out;
}

/* Determinant of a square matrix of `n` rows, by the minors of its first row. */
static dxk_value determinant(dxki_emit *e, const arguments *from, const dxk_value *m, uint32_t n)
{
    const arguments a = {.scalar = from->scalar};
    dxk_value sum = m[0];

    if (n == 1 || !dxki_emit_ready(e))
        return sum;
    for (uint32_t skip = 0; skip < n; skip++) {
        dxk_value minor[9];
        for (uint32_t row = 1, at = 0; row < n; row++) {
            for (uint32_t column = 0; column < n; column++) {
                if (column != skip)
                    minor[at++] = m[row * n + column];
            }
        }
        dxk_value part = MUL(m[skip], determinant(e, from, minor, n - 1));
        sum = !skip ? part : skip % 2 ? SUB(sum, part) : ADD(sum, part);
    }
    return sum;
}

LOWER(DETERMINANT)
{
    arguments a = dxki_emit_arguments(e, n);

    return dxki_emit_one(e, a.scalar, determinant(e, &a, a.v[0].v, n->list[0]->type->rows));
}

LOWER(FACEFORWARD)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value d = dot(e, a.scalar, a.v[1].v, a.v[2].v, out.type->leaves);
    dxk_value away = less(e, a.scalar, d, REAL(0));

    EACH(i)
    out.v[i] = pick(e, away, X, dxki_emit_unary(e, DXKI_HLSL_T_SUB, a.scalar, X));
    return out;
}

/* (1, a.y * b.y, a.z, b.w) */
LOWER(DST)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value one = is_real(a.scalar) ? REAL(1) : dxki_emit_scalar_constant(e, a.scalar, 1);
    const dxk_value four[] = {one, MUL(a.v[0].v[1], a.v[1].v[1]), a.v[0].v[2], a.v[1].v[3]};

    EACH(i)
    out.v[i] = four[i];
    return out;
}

/* Light of a surface: (1, diffuse, specular, 1) of two cosines and a power. */
LOWER(LIT)
{
    arguments a = dxki_emit_arguments(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value diffuse = a.v[0].v[0], specular = a.v[1].v[0], zero = REAL(0);
    dxk_value behind = less(e, a.scalar, diffuse, zero);
    dxk_value unseen = dxki_emit_binary(e, DXKI_HLSL_T_OR, DXKI_HLSL_S_BOOL, behind,
                                        less(e, a.scalar, specular, zero));
    dxki_emit_value power = dxki_emit_values(e, a.v[1].type);
    dxki_emit_powers(e, a, &a.v[1], &a.v[2], &power);
    const dxk_value four[] = {REAL(1), pick(e, behind, zero, diffuse),
                              pick(e, unseen, zero, power.v[0]), REAL(1)};

    EACH(i)
    out.v[i] = four[i];
    return out;
}
