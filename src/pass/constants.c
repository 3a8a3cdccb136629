/* SPDX-License-Identifier: MIT */
/*
 * constants.c - LLVM's instructions on numbers, as DXIL computes them.
 *
 * ir/fold.h does what LLVM does. DXIL says more: shifts take the low bits of the amount, division
 * by zero gives all ones, numbers that an integer cannot hold become the nearest one that it can,
 * denormal floats are flushed.
 *
 * A NaN is not folded, since its payload is not specified; nor is arithmetic of half and i16 of
 * minimum precision, for nobody knows how many bits they have. A constant of them is what it says,
 * and is cast where more bits would change nothing.
 */
#include "pass/algebra.h"

#include "ir/float.h"
#include "ir/fold.h"

static dxki_value checked(dxki_pass_algebra *a, dxki_value value)
{
    a->failed = a->failed || !value;
    return value;
}

static uint64_t top_bit(const dxki_pass_number *n)
{
    return (uint64_t)1 << (n->width - 1);
}

/* What arithmetic makes of a number before it computes with it, and of its result. */
static uint64_t flushed(const dxki_pass_algebra *a, dxki_type type, uint64_t bits)
{
    bool denormal = a->flush && type == DXKI_TY_FLOAT && !(bits & 0x7f800000u);
    return denormal ? bits & 0x80000000u : bits;
}

static bool is_nan(const dxki_pass_number *n)
{
    double value = dxki_float_value(n->type, n->bits);
    return value != value;
}

/* --- integers --- */

static bool is_division(dxki_op op)
{
    return dxki_op_get((uint8_t)op)->family == DXKI_OF_DIVISION;
}

static dxki_value divide(dxki_pass_algebra *a, dxki_op op, dxki_value x, dxki_value y)
{
    dxki_pass_number p, q;
    bool is_signed = op == DXKI_OP_SDIV || op == DXKI_OP_SREM;
    bool left = op == DXKI_OP_UREM || op == DXKI_OP_SREM;
    dxki_pass_alg_number(a->m, x, &p);
    dxki_pass_alg_number(a->m, y, &q);
    if (q.bits == 0)
        return dxki_pass_alg_int(a, p.type, ~(uint64_t)0);
    if (is_signed && p.bits == top_bit(&p) && dxki_pass_alg_is_int(a->m, y, ~(uint64_t)0))
        return left ? dxki_pass_alg_int(a, p.type, 0) : x;
    return checked(a, dxki_fold_binary(a->m, op, 0, x, y));
}

static dxki_value fold_ints(dxki_pass_algebra *a, dxki_op op, dxki_value x, dxki_value y)
{
    dxki_pass_number amount;
    if (is_division(op))
        return divide(a, op, x, y);
    if (dxki_op_get((uint8_t)op)->family == DXKI_OF_SHIFT) {
        dxki_pass_alg_number(a->m, y, &amount);
        y = dxki_pass_alg_int(a, amount.type, amount.bits & (amount.width - 1u));
        if (!y)
            return 0;
    }
    return checked(a, dxki_fold_binary(a->m, op, 0, x, y));
}

/* --- reals --- */

static dxki_value fold_reals(dxki_pass_algebra *a, dxki_op op, const dxki_pass_number *x,
                             const dxki_pass_number *y)
{
    uint64_t bits;
    if (is_nan(x) || is_nan(y))
        return 0;
    if (op == DXKI_OP_FSUB && x->bits == top_bit(x)) /* a negation */
        return checked(a, dxki_const_float(a->m, x->type, y->bits ^ top_bit(y)));
    if (!dxki_float_binary(op, x->type, flushed(a, x->type, x->bits), flushed(a, y->type, y->bits),
                           &bits))
        return 0;
    return checked(a, dxki_const_float(a->m, x->type, flushed(a, x->type, bits)));
}

dxki_value dxki_pass_alg_binary(dxki_pass_algebra *a, dxki_op op, dxki_value x, dxki_value y)
{
    dxki_pass_number p, q;
    if (!dxki_pass_alg_number(a->m, x, &p) || !dxki_pass_alg_number(a->m, y, &q) ||
        p.type != q.type || dxki_pass_alg_is_loose(a, p.type))
        return 0;
    bool reals = dxki_op_get((uint8_t)op)->family == DXKI_OF_REAL;
    if (p.is_float != reals)
        return 0;
    return reals ? fold_reals(a, op, &p, &q) : fold_ints(a, op, x, y);
}

/* --- comparisons --- */

dxki_value dxki_pass_alg_compare(dxki_pass_algebra *a, uint32_t predicate, dxki_value x,
                                 dxki_value y)
{
    dxki_pass_number p, q;
    if (!dxki_pass_alg_number(a->m, x, &p) || !dxki_pass_alg_number(a->m, y, &q))
        return 0;
    if (p.is_float) {
        x = dxki_const_float(a->m, p.type, flushed(a, p.type, p.bits));
        y = x ? dxki_const_float(a->m, q.type, flushed(a, q.type, q.bits)) : 0;
        if (!y)
            return checked(a, 0);
    }
    return checked(a, dxki_fold_compare(a->m, predicate, x, y));
}

/* --- casts --- */

/* Towards zero, and to the nearest end of what the integer holds. */
static dxki_value real_to_int(dxki_pass_algebra *a, const dxki_pass_number *x, dxki_type to,
                              bool is_signed)
{
    uint32_t width = dxki_type_bits(a->m, to);
    uint64_t bits, top = width && width <= 64 ? (uint64_t)1 << (width - 1) : 0;
    double value = dxki_float_value(x->type, x->bits);
    if (!top)
        return 0;
    if (value != value)
        bits = 0;
    else if (!dxki_float_to_int(value, width, is_signed, &bits)) {
        if (value < 0)
            bits = is_signed ? top : 0;
        else
            bits = is_signed ? top - 1 : top | (top - 1);
    }
    return dxki_pass_alg_int(a, to, bits);
}

static dxki_value int_to_real(dxki_pass_algebra *a, const dxki_pass_number *x, dxki_type to,
                              bool is_signed)
{
    bool overflow, negative = is_signed && x->bits & top_bit(x);
    uint64_t mask = top_bit(x) | (top_bit(x) - 1);
    uint64_t magnitude = negative ? (~x->bits + 1) & mask : x->bits;
    uint64_t bits = dxki_float_from_int(to, magnitude, negative, &overflow);
    return overflow ? 0 : checked(a, dxki_const_float(a->m, to, bits));
}

static dxki_value real_to_real(dxki_pass_algebra *a, const dxki_pass_number *x, dxki_type to)
{
    if (is_nan(x))
        return 0;
    uint64_t bits = dxki_float_convert(x->type, flushed(a, x->type, x->bits), to);
    return checked(a, dxki_const_float(a->m, to, flushed(a, to, bits)));
}

/* Does a number of minimum precision become the same, however many bits it has? */
static bool is_certain(const dxki_pass_algebra *a, dxki_op op, const dxki_pass_number *x)
{
    bool is_unsigned = op == DXKI_OP_ZEXT || op == DXKI_OP_UITOFP;

    return !dxki_pass_alg_is_loose(a, x->type) ||
           (op != DXKI_OP_BITCAST && !(is_unsigned && x->bits & top_bit(x)));
}

/* A number as a real one; of integers also the part of another one in front of the point. */
static double value_of(const dxki_pass_number *x, bool is_signed)
{
    uint64_t top = x->is_float ? 0 : top_bit(x);

    if (x->is_float)
        return dxki_float_value(x->type, x->bits);
    return is_signed ? (double)(int64_t)((x->bits ^ top) - top) : (double)x->bits;
}

/* Is a number that got a minimum precision still the number that it was? */
static bool is_same(dxki_pass_algebra *a, dxki_op op, const dxki_pass_number *x, dxki_value made)
{
    dxki_pass_number y;

    if (!made || !dxki_pass_alg_number(a->m, made, &y))
        return false;
    if (x->is_float && y.is_float)
        return dxki_float_convert(y.type, y.bits, x->type) == x->bits;
    if (x->is_float) {
        double cut = value_of(&y, true) - value_of(x, true);
        return cut > -1 && cut < 1;
    }
    if (y.is_float)
        return value_of(&y, true) == value_of(x, op == DXKI_OP_SITOFP);
    if (op != DXKI_OP_TRUNC)
        return true;
    uint64_t top = top_bit(&y), mask = top_bit(x) | (top_bit(x) - 1);
    return (((y.bits ^ top) - top) & mask) == x->bits;
}

static dxki_value cast(dxki_pass_algebra *a, dxki_op op, dxki_value x, dxki_type to)
{
    dxki_pass_number n;
    if (!dxki_pass_alg_number(a->m, x, &n) || dxki_type_bits(a->m, to) == 0 ||
        dxki_type_bits(a->m, to) > 64 || !is_certain(a, op, &n))
        return 0;
    switch (op) {
    case DXKI_OP_FPTOSI:
    case DXKI_OP_FPTOUI:
        return real_to_int(a, &n, to, op == DXKI_OP_FPTOSI);
    case DXKI_OP_SITOFP:
    case DXKI_OP_UITOFP:
        return int_to_real(a, &n, to, op == DXKI_OP_SITOFP);
    case DXKI_OP_FPTRUNC:
    case DXKI_OP_FPEXT:
        return real_to_real(a, &n, to);
    case DXKI_OP_TRUNC:
    case DXKI_OP_ZEXT:
    case DXKI_OP_SEXT:
    case DXKI_OP_BITCAST:
        return checked(a, dxki_fold_cast(a->m, op, x, to));
    default:
        return 0;
    }
}

dxki_value dxki_pass_alg_cast(dxki_pass_algebra *a, dxki_op op, dxki_value x, dxki_type to)
{
    dxki_pass_number n;

    if (!dxki_pass_alg_is_loose(a, to))
        return cast(a, op, x, to);
    if (op == DXKI_OP_BITCAST || !dxki_pass_alg_number(a->m, x, &n))
        return 0;
    dxki_value made = cast(a, op, x, to);
    return is_same(a, op, &n, made) ? made : 0;
}

/* --- any instruction --- */

static dxki_value fold_call(dxki_pass_algebra *a, const dxki_inst *in, const dxki_value *ops)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(a->m, in);
    if (!op || !(op->flags & (DXKI_DXF_FOLD | DXKI_DXF_FOLD_NEAR)) ||
        dxki_type_is_aggregate(a->m, in->type) ||
        !dxki_pass_alg_are_numbers(a->m, ops + 1, op->operand_count))
        return 0;
    return dxki_pass_alg_operation(a, op, ops + 1, in->type, 0);
}

dxki_value dxki_pass_alg_constant_of(dxki_pass_algebra *a, uint32_t inst, const dxki_value *ops)
{
    const dxki_inst *in = dxki_inst_get(a->m, inst);
    if (in->op == DXKI_OP_CALL)
        return fold_call(a, in, ops);
    if (in->op == DXKI_OP_SELECT && dxki_pass_alg_is_int(a->m, ops[0], 1))
        return ops[1];
    if (in->op == DXKI_OP_SELECT && dxki_pass_alg_is_int(a->m, ops[0], 0))
        return ops[2];
    if (in->op_count == 0 || in->op_count > 2 ||
        !dxki_pass_alg_are_numbers(a->m, ops, in->op_count))
        return 0;
    switch (dxki_op_class_of((dxki_op)in->op)) {
    case DXKI_OC_BIN:
        return dxki_pass_alg_binary(a, (dxki_op)in->op, ops[0], ops[1]);
    case DXKI_OC_CMP:
        return dxki_pass_alg_compare(a, in->sub, ops[0], ops[1]);
    case DXKI_OC_CAST:
        return dxki_pass_alg_cast(a, (dxki_op)in->op, ops[0], in->type);
    default:
        return 0;
    }
}

dxki_value dxki_pass_alg_constant(dxki_pass_algebra *a, uint32_t inst)
{
    return dxki_pass_alg_constant_of(a, inst, dxki_inst_ops(a->m, inst));
}
