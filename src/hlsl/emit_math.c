/* SPDX-License-Identifier: MIT */
/* emit_math.c - lowerings of arithmetic; see lowering.h. */
#include "hlsl/emit.h"

#define LOWER(name) dxki_emit_value dxki_emit_lower_##name(dxki_emit *e, const dxki_hlsl_node *n)
#define MOST_ARGS   4

/* Values of the arguments, from the last to the first; what is written is not read. */
typedef struct arguments {
    dxki_emit_value v[MOST_ARGS];
    uint8_t scalar; /* of the first */
    dxk_type type;
} arguments;

static arguments evaluate(dxki_emit *e, const dxki_hlsl_node *n)
{
    arguments a = {.type = DXK_NONE};

    for (size_t i = n->list_count < MOST_ARGS ? n->list_count : MOST_ARGS; i-- > 0;) {
        const dxki_hlsl_node *arg = n->list[i];
        bool written = arg->kind == DXKI_HLSL_N_CONVERT && arg->is_lvalue;
        if (!written)
            a.v[i] = dxki_emit_expr(e, arg);
    }
    if (n->list_count) {
        a.scalar = n->list[0]->type->scalar;
        a.type = dxki_emit_type(e, a.scalar);
    }
    return a;
}

static uint8_t number_of(uint8_t scalar)
{
    return dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number;
}

static bool is_real(uint8_t scalar)
{
    return number_of(scalar) == DXKI_HLSL_REAL;
}

static dxk_value op1(dxki_emit *e, dxk_op op, dxk_type type, dxk_value x)
{
    return dxki_emit_op(e, op, type, &x, 1);
}

static dxk_value op2(dxki_emit *e, dxk_op op, dxk_type type, dxk_value x, dxk_value y)
{
    const dxk_value args[] = {x, y};
    return dxki_emit_op(e, op, type, args, 2);
}

static dxk_value op3(dxki_emit *e, dxk_op op, dxk_type type, dxk_value x, dxk_value y, dxk_value z)
{
    const dxk_value args[] = {x, y, z};
    return dxki_emit_op(e, op, type, args, 3);
}

#define ADD(x, y) dxki_emit_binary(e, DXKI_HLSL_T_ADD, a.scalar, x, y)
#define SUB(x, y) dxki_emit_binary(e, DXKI_HLSL_T_SUB, a.scalar, x, y)
#define MUL(x, y) dxki_emit_binary(e, DXKI_HLSL_T_MUL, a.scalar, x, y)
#define DIV(x, y) dxki_emit_binary(e, DXKI_HLSL_T_DIV, a.scalar, x, y)
#define REAL(x)   dxki_emit_float(e, a.scalar, x)
#define EACH(i)   for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++)
#define X         a.v[0].v[i]
#define Y         a.v[1].v[i]
#define Z         a.v[2].v[i]

static dxk_value less(dxki_emit *e, uint8_t scalar, dxk_value x, dxk_value y)
{
    return dxki_emit_binary(e, DXKI_HLSL_T_LT, scalar, x, y);
}

static dxk_value pick(dxki_emit *e, dxk_value c, dxk_value x, dxk_value y)
{
    return dxk_builder_select(dxki_emit_b(e), c, x, y);
}

/* Writes an out argument. */
static void give(dxki_emit *e, const dxki_hlsl_node *arg, dxki_emit_value v)
{
    bool converted = arg->kind == DXKI_HLSL_N_CONVERT;
    const dxki_hlsl_node *to = converted ? arg->a : arg;
    dxki_emit_place p = dxki_emit_place_of(e, to);

    dxki_emit_store(e, &p, dxki_emit_convert(e, v, to->type));
}

/* ---------------------------------------------------------------------------------------- */
/* One operation for each element                                                             */

static bool has_overload(dxk_op op)
{
    return op != DXK_OP_LegacyF16ToF32 && op != DXK_OP_LegacyF32ToF16;
}

LOWER(EACH)
{
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_type to = dxki_emit_type(e, n->type->scalar);

    EACH(i)
    out.v[i] = a.type == to ? X : dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, X, to);
    return out;
}

LOWER(ABS)
{
    arguments a = evaluate(e, n);
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

static dxki_emit_value fold_truth(dxki_emit *e, const dxki_hlsl_node *n, uint8_t op)
{
    arguments a = evaluate(e, n);
    dxk_value all = DXK_NONE;

    for (uint32_t i = 0; i < a.v[0].type->leaves && dxki_emit_ready(e); i++) {
        dxk_value one = dxki_emit_convert_scalar(e, X, a.scalar, DXKI_HLSL_S_BOOL);
        all = i ? dxki_emit_binary(e, op, DXKI_HLSL_S_BOOL, all, one) : one;
    }
    return dxki_emit_one(e, DXKI_HLSL_S_BOOL, all);
}

LOWER(ALL)
{
    return fold_truth(e, n, DXKI_HLSL_T_AND);
}

LOWER(ANY)
{
    return fold_truth(e, n, DXKI_HLSL_T_OR);
}

LOWER(CLAMP)
{
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = pick(e, a.v[0].v[a.v[0].type->leaves == 1 ? 0 : i], Y, Z);
    return out;
}

static dxki_emit_value logic(dxki_emit *e, const dxki_hlsl_node *n, uint8_t op)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = dxki_emit_binary(e, op, DXKI_HLSL_S_BOOL, X, Y);
    return out;
}

LOWER(LOGIC_AND)
{
    return logic(e, n, DXKI_HLSL_T_AND);
}

LOWER(LOGIC_OR)
{
    return logic(e, n, DXKI_HLSL_T_OR);
}

LOWER(SIGN)
{
    arguments a = evaluate(e, n);
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

/* ---------------------------------------------------------------------------------------- */
/* Reals                                                                                      */

#define LOG2_E 1.44269504088896340736
#define LN_2   0.69314718055994530942
#define LN_10  2.30258509299404568402
#define PI     3.14159265358979323846

LOWER(EXP)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = op1(e, DXK_OP_Exp, a.type, MUL(X, REAL(LOG2_E)));
    return out;
}

LOWER(LOG)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = MUL(op1(e, DXK_OP_Log, a.type, X), REAL(n->row->code == 10 ? LN_2 / LN_10 : LN_2));
    return out;
}

LOWER(LDEXP)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = MUL(op1(e, DXK_OP_Exp, a.type, Y), X);
    return out;
}

LOWER(POW)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = op1(e, DXK_OP_Exp, a.type, MUL(op1(e, DXK_OP_Log, a.type, X), Y));
    return out;
}

LOWER(RCP)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = DIV(REAL(1), X);
    return out;
}

LOWER(SCALE)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = MUL(X, REAL(n->row->code ? PI / 180 : 180 / PI));
    return out;
}

LOWER(LERP)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = ADD(X, MUL(Z, SUB(Y, X)));
    return out;
}

LOWER(STEP)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = pick(e, less(e, a.scalar, Y, X), REAL(0), REAL(1));
    return out;
}

LOWER(SMOOTHSTEP)
{
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
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
    dxki_emit_value x = dxki_emit_expr(e, n->list[0]), out = dxki_emit_values(e, n->type);
    dxki_emit_value whole = dxki_emit_values(e, n->type);
    arguments a = {.scalar = n->type->scalar, .type = dxki_emit_type(e, n->type->scalar)};

    EACH(i)
    {
        whole.v[i] = op1(e, DXK_OP_Round_z, a.type, x.v[i]);
        out.v[i] = SUB(x.v[i], whole.v[i]);
    }
    give(e, n->list[1], whole);
    return out;
}

LOWER(SINCOS)
{
    dxki_emit_value x = dxki_emit_expr(e, n->list[0]);
    dxki_emit_value s = dxki_emit_values(e, x.type), c = dxki_emit_values(e, x.type);
    dxk_type type = dxki_emit_type(e, x.type->scalar);

    for (uint32_t i = 0; i < x.type->leaves && dxki_emit_ready(e); i++) {
        s.v[i] = op1(e, DXK_OP_Sin, type, x.v[i]);
        c.v[i] = op1(e, DXK_OP_Cos, type, x.v[i]);
    }
    give(e, n->list[1], s);
    give(e, n->list[2], c);
    return dxki_emit_values(e, n->type);
}

LOWER(CLIP)
{
    arguments a = evaluate(e, n);
    dxk_value any = DXK_NONE;

    for (uint32_t i = 0; i < a.v[0].type->leaves && dxki_emit_ready(e); i++) {
        dxk_value one = less(e, a.scalar, X, REAL(0));
        any = i ? dxki_emit_binary(e, DXKI_HLSL_T_OR, DXKI_HLSL_S_BOOL, any, one) : one;
    }
    dxki_emit_op(e, DXK_OP_Discard, DXK_NONE, &any, 1);
    return dxki_emit_values(e, n->type);
}

/* ---------------------------------------------------------------------------------------- */
/* Vectors                                                                                    */

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
    arguments a = evaluate(e, n);

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
    arguments a = evaluate(e, n);

    return dxki_emit_one(e, a.scalar, length(e, a.scalar, a.v[0].v, a.v[0].type->leaves));
}

LOWER(DISTANCE)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, a.v[0].type);

    EACH(i)
    out.v[i] = SUB(X, Y);
    return dxki_emit_one(e, a.scalar, length(e, a.scalar, out.v, out.type->leaves));
}

LOWER(NORMALIZE)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value scale =
        op1(e, DXK_OP_Rsqrt, a.type, dot(e, a.scalar, a.v[0].v, a.v[0].v, out.type->leaves));

    EACH(i)
    out.v[i] = MUL(X, scale);
    return out;
}

LOWER(CROSS)
{
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value d = MUL(REAL(2), dot(e, a.scalar, a.v[0].v, a.v[1].v, out.type->leaves));

    EACH(i)
    out.v[i] = SUB(X, MUL(d, Y));
    return out;
}

LOWER(REFRACT)
{
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
    const dxki_hlsl_type *t = n->list[0]->type;
    dxki_emit_value out = dxki_emit_values(e, n->type);

    EACH(i)
    out.v[i] = a.v[0].v[i % n->type->columns * t->columns + i / n->type->columns];
    return out;
}

LOWER(MUL)
{
    arguments a = evaluate(e, n);
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

/* ---------------------------------------------------------------------------------------- */
/* Bits                                                                                       */

LOWER(FIRSTBITHIGH)
{
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
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
    give(e, n->list[1], low);
    give(e, n->list[2], high);
    return dxki_emit_values(e, n->type);
}

LOWER(ADD64)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);

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
    arguments a = evaluate(e, n);
    const dxk_value args[] = {a.v[2].v[0], a.v[0].v[0], a.v[1].v[0]};

    return dxki_emit_one(e, n->type->scalar, dxki_emit_op(e, n->row->op, DXK_TYPE_I32, args, 3));
}

LOWER(MSAD)
{
    arguments a = evaluate(e, n);
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
    arguments a = evaluate(e, n);
    const dxk_value *v = a.v[0].v;
    const dxk_value args[] = {dxk_builder_i8(e->b, (int)n->row->code), v[0], v[1], v[2], v[3]};

    return dxki_emit_one(e, n->type->scalar, dxki_emit_op(e, DXK_OP_Pack4x8, a.type, args, 5));
}

LOWER(UNPACK)
{
    arguments a = evaluate(e, n);
    dxki_emit_value out = dxki_emit_values(e, n->type);
    const dxk_value args[] = {dxk_builder_i8(e->b, (int)n->row->code), a.v[0].v[0]};
    dxk_value got = dxki_emit_op(e, DXK_OP_Unpack4x8, dxki_emit_type(e, n->type->scalar), args, 2);

    EACH(i)
    out.v[i] = dxk_builder_extract(dxki_emit_b(e), got, i);
    return out;
}

LOWER(NONUNIFORM)
{
    arguments a = evaluate(e, n);

    e->non_uniform = true;
    return a.v[0];
}

LOWER(MAPPED)
{
    arguments a = evaluate(e, n);

    return dxki_emit_one(e, DXKI_HLSL_S_BOOL,
                         dxki_emit_convert_scalar(e, a.v[0].v[0], a.scalar, DXKI_HLSL_S_BOOL));
}
