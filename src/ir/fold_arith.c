/* SPDX-License-Identifier: MIT */
/* fold_arith.c - binary operators on constants. See fold.h. */
#include "ir/fold.h"

#include "ir/float.h"

/* Both operands, looked at once. */
typedef struct pair {
    dxk_module *m;
    dxki_op op;
    dxki_value a, b;
    dxki_type type;
    uint32_t width;          /* of the integers, 0: no integer of at most 64 bits */
    bool a_is_int, b_is_int; /* plain numbers */
    uint64_t x, y;           /* which */
} pair;

static uint64_t mask_of(uint32_t width)
{
    return width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
}

static int64_t sign_extend(uint64_t value, uint32_t width)
{
    uint64_t top = (uint64_t)1 << (width - 1);
    return (int64_t)((value ^ top) - top);
}

static bool is_commutative(dxki_op op)
{
    return dxki_op_get((uint8_t)op)->order != DXKI_ORDER_NO;
}

static bool is_associative(dxki_op op)
{
    return dxki_op_get((uint8_t)op)->order == DXKI_ORDER_REGROUP;
}

static dxki_folded null(const pair *p, dxki_value *out)
{
    return dxki_fold_done(dxki_const_null(p->m, p->type), out);
}

static dxki_folded undef(const pair *p, dxki_value *out)
{
    return dxki_fold_done(dxki_const_undef(p->m, p->type), out);
}

static dxki_folded number(const pair *p, uint64_t value, dxki_value *out)
{
    return dxki_fold_done(dxki_const_int(p->m, p->type, value), out);
}

static bool is_zero(const pair *p, dxki_value value)
{
    return dxki_const_is_null(p->m, value);
}

/* 1, or a vector of ones. */
static bool is_one(const pair *p, dxki_value value)
{
    const dxki_const *c = dxki_const_get(p->m, value);
    if (!c || (c->kind != DXKI_C_INT && c->kind != DXKI_C_DATA))
        return false;
    if (c->kind == DXKI_C_INT)
        return dxki_const_bits(c) == 1;
    uint64_t count = dxki_type_count(p->m, c->type);
    for (uint64_t i = 0; i < count; i++) {
        if (dxki_const_data_bits(p->m, c, i) != 1)
            return false;
    }
    return true;
}

/* An odd number, or a vector of one odd number. */
static bool is_odd(const pair *p, dxki_value value)
{
    const dxki_const *c = dxki_const_get(p->m, value);
    if (c && c->kind == DXKI_C_INT)
        return c->a & 1;
    if (!c || c->kind != DXKI_C_DATA || dxki_type_is_fp(p->m, dxki_type_scalar(p->m, c->type)))
        return false;
    uint64_t count = dxki_type_count(p->m, c->type), first = dxki_const_data_bits(p->m, c, 0);
    for (uint64_t i = 1; i < count; i++) {
        if (dxki_const_data_bits(p->m, c, i) != first)
            return false;
    }
    return first & 1;
}

/* --- undef --- */

static dxki_folded fold_undef(const pair *p, dxki_value *out)
{
    bool a = dxki_const_is_undef(p->m, p->a), b = dxki_const_is_undef(p->m, p->b);
    switch (p->op) {
    case DXKI_OP_XOR:
        return a && b ? null(p, out) : undef(p, out);
    case DXKI_OP_ADD:
    case DXKI_OP_SUB:
        return undef(p, out);
    case DXKI_OP_AND:
        return a && b ? dxki_fold_done(p->a, out) : null(p, out);
    case DXKI_OP_OR:
        return dxki_fold_done(a && b ? p->a : dxki_const_all_ones(p->m, p->type), out);
    case DXKI_OP_MUL:
        if (a && b)
            return dxki_fold_done(p->a, out);
        return is_odd(p, p->a) || is_odd(p, p->b) ? undef(p, out) : null(p, out);
    case DXKI_OP_SDIV:
    case DXKI_OP_UDIV:
        if (is_zero(p, p->a))
            return dxki_fold_done(p->b, out);
        return is_zero(p, p->b) || is_one(p, p->b) ? dxki_fold_done(p->a, out) : null(p, out);
    case DXKI_OP_UREM:
    case DXKI_OP_SREM:
    case DXKI_OP_LSHR:
    case DXKI_OP_ASHR:
    case DXKI_OP_SHL:
        if (b)
            return dxki_fold_done(p->b, out);
        return is_zero(p, p->b) ? dxki_fold_done(p->a, out) : null(p, out);
    default:
        return DXKI_UNFOLDED;
    }
}

/* --- a plain number on the right --- */

static uint32_t inverse(uint32_t predicate)
{
    static const uint8_t of_icmp[] = {33, 32, 37, 36, 35, 34, 41, 40, 39, 38};
    return predicate < 16 ? predicate ^ 15 : of_icmp[predicate - 32];
}

/* Bits of a global's address that its alignment keeps 0. */
static uint64_t low_bits(const dxk_module *m, dxki_value global, uint32_t width)
{
    const dxki_global *g = &m->globals.items[DXKI_INDEX(global)];
    uint32_t bits = g->align ? g->align - 1u : 0;
    if (g->kind == DXKI_G_FUNCTION && bits < 2)
        bits = 2;
    return mask_of(bits < width ? bits : width) * (bits != 0);
}

static dxki_folded and_expr(const pair *p, dxki_value *out)
{
    if (dxki_const_is_expr(p->m, p->a, DXKI_OP_ZEXT)) {
        uint32_t from =
            dxki_type_bits(p->m, dxki_value_type(p->m, dxki_const_expr_op(p->m, p->a, 0)));
        if ((mask_of(from) & p->y) == mask_of(from))
            return dxki_fold_done(p->a, out);
    }
    if (dxki_const_is_expr(p->m, p->a, DXKI_OP_PTRTOINT)) {
        dxki_value pointer = dxki_const_expr_op(p->m, p->a, 0);
        if (DXKI_TAG(pointer) == DXKI_V_GLOBAL && (p->y & ~low_bits(p->m, pointer, p->width)) == 0)
            return null(p, out);
    }
    return DXKI_UNFOLDED;
}

static dxki_folded right_number(const pair *p, dxki_value *out)
{
    uint64_t ones = mask_of(p->width);
    switch (p->op) {
    case DXKI_OP_ADD:
    case DXKI_OP_SUB:
        return p->y == 0 ? dxki_fold_done(p->a, out) : DXKI_UNFOLDED;
    case DXKI_OP_MUL:
        if (p->y == 0)
            return dxki_fold_done(p->b, out);
        return p->y == 1 ? dxki_fold_done(p->a, out) : DXKI_UNFOLDED;
    case DXKI_OP_UDIV:
    case DXKI_OP_SDIV:
        if (p->y == 1)
            return dxki_fold_done(p->a, out);
        return p->y == 0 ? undef(p, out) : DXKI_UNFOLDED;
    case DXKI_OP_UREM:
    case DXKI_OP_SREM:
        if (p->y == 1)
            return null(p, out);
        return p->y == 0 ? undef(p, out) : DXKI_UNFOLDED;
    case DXKI_OP_AND:
        if (p->y == 0)
            return dxki_fold_done(p->b, out);
        return p->y == ones ? dxki_fold_done(p->a, out) : and_expr(p, out);
    case DXKI_OP_OR:
        if (p->y == 0)
            return dxki_fold_done(p->a, out);
        return p->y == ones ? dxki_fold_done(p->b, out) : DXKI_UNFOLDED;
    case DXKI_OP_XOR:
        if (p->y == 0)
            return dxki_fold_done(p->a, out);
        if (dxki_const_is_expr(p->m, p->a, DXKI_OP_ICMP) ||
            dxki_const_is_expr(p->m, p->a, DXKI_OP_FCMP))
            return dxki_fold_done(dxki_fold_compare(p->m,
                                                    inverse(dxki_const_get(p->m, p->a)->flags),
                                                    dxki_const_expr_op(p->m, p->a, 0),
                                                    dxki_const_expr_op(p->m, p->a, 1)),
                                  out);
        return DXKI_UNFOLDED;
    case DXKI_OP_ASHR:
        if (dxki_const_is_expr(p->m, p->a, DXKI_OP_ZEXT)) /* its top bit is 0 */
            return dxki_fold_done(dxki_fold_binary(p->m, DXKI_OP_LSHR, 0, p->a, p->b), out);
        return DXKI_UNFOLDED;
    default:
        return DXKI_UNFOLDED;
    }
}

/* --- two plain numbers --- */

/* Division, neither by 0 nor with an overflow. */
static uint64_t divided(dxki_op op, uint64_t x, uint64_t y, uint32_t width)
{
    int64_t a = sign_extend(x, width), b = sign_extend(y, width);
    switch (op) {
    case DXKI_OP_UDIV:
        return x / y;
    case DXKI_OP_UREM:
        return x % y;
    case DXKI_OP_SDIV:
        return (uint64_t)(a / b);
    default:
        return (uint64_t)(a % b);
    }
}

static dxki_folded shifted(const pair *p, dxki_value *out)
{
    if (p->y >= p->width)
        return undef(p, out);
    if (p->op == DXKI_OP_SHL)
        return number(p, p->x << p->y, out);
    if (p->op == DXKI_OP_LSHR)
        return number(p, p->x >> p->y, out);
    uint64_t sign = sign_extend(p->x, p->width) < 0 ? ~(mask_of(p->width) >> p->y) : 0;
    return number(p, p->x >> p->y | sign, out);
}

static dxki_folded two_numbers(const pair *p, dxki_value *out)
{
    bool overflow = p->y == mask_of(p->width) && p->x == (uint64_t)1 << (p->width - 1);
    switch (p->op) {
    case DXKI_OP_ADD:
        return number(p, p->x + p->y, out);
    case DXKI_OP_SUB:
        return number(p, p->x - p->y, out);
    case DXKI_OP_MUL:
        return number(p, p->x * p->y, out);
    case DXKI_OP_SDIV:
    case DXKI_OP_SREM:
        return overflow ? undef(p, out) : number(p, divided(p->op, p->x, p->y, p->width), out);
    case DXKI_OP_UDIV:
    case DXKI_OP_UREM:
        return number(p, divided(p->op, p->x, p->y, p->width), out);
    case DXKI_OP_AND:
        return number(p, p->x & p->y, out);
    case DXKI_OP_OR:
        return number(p, p->x | p->y, out);
    case DXKI_OP_XOR:
        return number(p, p->x ^ p->y, out);
    default:
        return shifted(p, out);
    }
}

static dxki_folded two_floats(const pair *p, dxki_value *out)
{
    const dxki_const *a = dxki_const_get(p->m, p->a), *b = dxki_const_get(p->m, p->b);
    uint64_t bits;
    if (!a || !b || a->kind != DXKI_C_FLOAT || b->kind != DXKI_C_FLOAT ||
        !dxki_float_binary(p->op, p->type, dxki_const_bits(a), dxki_const_bits(b), &bits))
        return DXKI_UNFOLDED;
    return dxki_fold_done(dxki_const_float(p->m, p->type, bits), out);
}

/* --- vectors, expressions --- */

static dxki_value fold_plain(dxk_module *m, uint32_t op, dxki_value a, dxki_value b)
{
    return dxki_fold_binary(m, (dxki_op)op, 0, a, b);
}

/* (x op y) op b, when y op b comes to something simpler. */
static dxki_folded regroup(const pair *p, dxki_value *out)
{
    dxki_value right = dxki_fold_binary(p->m, p->op, 0, dxki_const_expr_op(p->m, p->a, 1), p->b);
    if (!right)
        return DXKI_FOLD_FAILED;
    if (dxki_const_is_expr(p->m, right, p->op))
        return DXKI_UNFOLDED;
    return dxki_fold_done(
        dxki_fold_binary(p->m, p->op, 0, dxki_const_expr_op(p->m, p->a, 0), right), out);
}

/* Bits obey simpler laws; nothing undefined is left here. */
static dxki_folded one_bit(const pair *p, dxki_value *out)
{
    switch (p->op) {
    case DXKI_OP_ADD:
    case DXKI_OP_SUB:
        return dxki_fold_done(dxki_fold_binary(p->m, DXKI_OP_XOR, 0, p->a, p->b), out);
    case DXKI_OP_MUL:
        return dxki_fold_done(dxki_fold_binary(p->m, DXKI_OP_AND, 0, p->a, p->b), out);
    case DXKI_OP_SHL:
    case DXKI_OP_LSHR:
    case DXKI_OP_ASHR:
    case DXKI_OP_SDIV:
    case DXKI_OP_UDIV:
        return dxki_fold_done(p->a, out);
    case DXKI_OP_UREM:
    case DXKI_OP_SREM:
        return null(p, out);
    default:
        return DXKI_UNFOLDED;
    }
}

static bool is_vector(const pair *p)
{
    return dxki_type_kind_of(p->m, p->type) == DXKI_T_VECTOR;
}

static dxki_folded fold(pair *p, dxki_value *out)
{
    dxki_folded folded;
    if (dxki_const_is_undef(p->m, p->a) || dxki_const_is_undef(p->m, p->b)) {
        folded = fold_undef(p, out);
        if (folded != DXKI_UNFOLDED)
            return folded;
    }
    if (p->b_is_int) {
        folded = right_number(p, out);
        if (folded != DXKI_UNFOLDED)
            return folded;
    } else if (p->a_is_int && is_commutative(p->op)) {
        return dxki_fold_done(dxki_fold_binary(p->m, p->op, 0, p->b, p->a), out);
    }
    if (p->a_is_int && p->b_is_int)
        return two_numbers(p, out);
    uint8_t family = dxki_op_get((uint8_t)p->op)->family;
    bool shrinks = family == DXKI_OF_DIVISION || family == DXKI_OF_SHIFT;
    if (p->a_is_int && p->x == 0 && shrinks)
        return dxki_fold_done(p->a, out);
    folded = two_floats(p, out);
    if (folded == DXKI_UNFOLDED && is_vector(p))
        folded = dxki_fold_by_elements(p->m, p->type, p->a, p->b, fold_plain, p->op, out);
    if (folded != DXKI_UNFOLDED)
        return folded;
    if (dxki_const_is_expr(p->m, p->a, DXKI_OP_NONE)) {
        if (is_associative(p->op) && dxki_const_is_expr(p->m, p->a, p->op))
            folded = regroup(p, out);
    } else if (dxki_const_is_expr(p->m, p->b, DXKI_OP_NONE) && is_commutative(p->op)) {
        return dxki_fold_done(dxki_fold_binary(p->m, p->op, 0, p->b, p->a), out);
    }
    return folded == DXKI_UNFOLDED && p->type == DXKI_TY_I1 ? one_bit(p, out) : folded;
}

dxki_value dxki_fold_binary(dxk_module *m, dxki_op op, uint8_t flags, dxki_value a, dxki_value b)
{
    pair p = {m, op, a, b, dxki_value_type(m, a), 0, false, false, 0, 0};
    dxki_value result = 0, ops[2] = {a, b};
    p.width = dxki_type_is_int(m, p.type) ? dxki_type_bits(m, p.type) : 0;
    p.a_is_int = p.width <= 64 && dxki_value_as_int(m, a, &p.x);
    p.b_is_int = p.width <= 64 && dxki_value_as_int(m, b, &p.y);
    dxki_folded folded = fold(&p, &result);
    if (folded == DXKI_UNFOLDED)
        return dxki_const_expr(m, op, flags, p.type, ops, 2, NULL, 0);
    return folded == DXKI_FOLDED ? result : 0;
}
