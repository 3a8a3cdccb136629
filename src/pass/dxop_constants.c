/* SPDX-License-Identifier: MIT */
/*
 * dxop_constants.c - DXIL's operations on numbers.
 *
 * Integers and what IEEE 754 rounds, which every device computes to the last bit. Of the elementary
 * functions, which devices approximate, the nearest result, as shaders get that run here. What would
 * give or take a NaN is left to the device, but for the questions whether something is one.
 *
 * Source: DIRECT3D.11 functional specification 22 (instructions), DXIL.rst ("Operations").
 */
#include "pass/algebra.h"

#include <string.h>

#include "base/elementary.h"
#include "base/real.h"
#include "ir/float.h"

/* A call: its operands, and which part of the result is asked for, of which type. */
typedef struct call {
    const dxki_pass_number *args;
    uint32_t count;
    uint32_t part;
    dxki_type type; /* of the part */
} call;

typedef bool folder(const call *c, uint64_t *out);

static uint64_t ones(uint32_t width)
{
    return width < 64 ? ((uint64_t)1 << width) - 1 : ~(uint64_t)0;
}

static uint64_t sign_of(const dxki_pass_number *n)
{
    return n->bits & (uint64_t)1 << (n->width - 1);
}

static int64_t signed_of(const dxki_pass_number *n)
{
    uint64_t top = (uint64_t)1 << (n->width - 1);
    return (int64_t)((n->bits ^ top) - top);
}

static double real_of(const dxki_pass_number *n)
{
    return dxki_float_value(n->type, n->bits);
}

static uint64_t bits_of(double value, dxki_type type)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return dxki_float_convert(DXKI_TY_DOUBLE, bits, type);
}

static bool give(double value, const call *c, uint64_t *out)
{
    *out = bits_of(value, c->type);
    return true;
}

static bool is_infinite(double value)
{
    return value - value != 0;
}

static dxki_real_format format_of(dxki_type type)
{
    return type == DXKI_TY_HALF    ? DXKI_BINARY16
           : type == DXKI_TY_FLOAT ? DXKI_BINARY32
                                   : DXKI_BINARY64;
}

/* ---------------------------------------------------------------------------------------- */
/* Reals, one operand                                                                         */

static bool fold_abs(const call *c, uint64_t *out)
{
    *out = c->args[0].bits & ~sign_of(&c->args[0]);
    return true;
}

static bool fold_saturate(const call *c, uint64_t *out)
{
    double value = real_of(&c->args[0]);
    if (!(value > 0))
        return give(0, c, out);
    return give(value < 1 ? value : 1, c, out);
}

static bool fold_is_nan(const call *c, uint64_t *out)
{
    double value = real_of(&c->args[0]);
    *out = value != value;
    return true;
}

static bool fold_is_inf(const call *c, uint64_t *out)
{
    *out = (c->args[0].bits & ~sign_of(&c->args[0])) == dxki_infinity(format_of(c->args[0].type));
    return true;
}

static bool fold_is_finite(const call *c, uint64_t *out)
{
    *out = !is_infinite(real_of(&c->args[0]));
    return true;
}

bool dxki_pass_alg_is_normal(const dxki_pass_number *n)
{
    uint64_t infinity = dxki_infinity(format_of(n->type)), exponent = n->bits & infinity;
    return exponent != 0 && exponent != infinity;
}

static bool fold_is_normal(const call *c, uint64_t *out)
{
    *out = dxki_pass_alg_is_normal(&c->args[0]);
    return true;
}

/* The whole part of a finite number; from 2^52 on all numbers are whole. */
static double cut(double value)
{
    return value < 4503599627370496.0 && value > -4503599627370496.0 ? (double)(int64_t)value
                                                                     : value;
}

static double floor_of(double value)
{
    double whole = cut(value);
    return whole > value ? whole - 1 : whole;
}

static double nearest_even(double value)
{
    double low = floor_of(value), over = value - low;
    if (over != 0.5)
        return over < 0.5 ? low : low + 1;
    return cut(low / 2) * 2 == low ? low : low + 1;
}

/* A whole number with the sign of the operand, which a zero keeps. */
static bool give_whole(double whole, const call *c, uint64_t *out)
{
    *out = whole == 0 ? sign_of(&c->args[0]) : bits_of(whole, c->type);
    return true;
}

static bool fold_round_ne(const call *c, uint64_t *out)
{
    double value = real_of(&c->args[0]);
    return give_whole(is_infinite(value) ? value : nearest_even(value), c, out);
}

static bool fold_round_ni(const call *c, uint64_t *out)
{
    return give_whole(floor_of(real_of(&c->args[0])), c, out);
}

static bool fold_round_pi(const call *c, uint64_t *out)
{
    return give_whole(-floor_of(-real_of(&c->args[0])), c, out);
}

static bool fold_round_z(const call *c, uint64_t *out)
{
    return give_whole(cut(real_of(&c->args[0])), c, out);
}

/* Never 1, to which the difference of a small negative number rounds, and never a negative zero. */
static bool fold_frc(const call *c, uint64_t *out)
{
    double value = real_of(&c->args[0]);
    if (is_infinite(value))
        return false;
    *out = bits_of(value - floor_of(value) + 0.0, c->type);
    if (*out == bits_of(1, c->type))
        --*out;
    return true;
}

/* What `function` gives, if it is a number that no device would flush. */
static bool give_near(double (*function)(double), const call *c, uint64_t *out)
{
    double value = function(real_of(&c->args[0]));
    dxki_real_format f = format_of(c->type);
    uint64_t magnitude;
    *out = bits_of(value, c->type);
    magnitude = *out & ones(f.exponent + f.fraction);
    return value == value && magnitude < dxki_infinity(f) &&
           (value == 0 || magnitude >> f.fraction != 0);
}

#define NEAR(name)                                                                                 \
    static bool fold_##name(const call *c, uint64_t *out)                                          \
    {                                                                                              \
        return give_near(dxki_real_##name, c, out);                                                \
    }

NEAR(rsqrt)
NEAR(exp2)
NEAR(log2)
NEAR(sin)
NEAR(cos)
NEAR(tan)
NEAR(asin)
NEAR(acos)
NEAR(atan)
NEAR(hsin)
NEAR(hcos)
NEAR(htan)

static bool fold_sqrt(const call *c, uint64_t *out)
{
    double value = real_of(&c->args[0]);
    *out = c->args[0].bits;
    return (value > 0 && is_infinite(value)) || give_near(dxki_real_sqrt, c, out);
}

/* The operation applied to one constant. */
static bool fold_derivative(const call *c, uint64_t *out)
{
    return !is_infinite(real_of(&c->args[0])) && give(0, c, out);
}

/* ---------------------------------------------------------------------------------------- */
/* Reals, more operands                                                                       */

/* Negative zero is smaller than positive zero. */
static bool is_less(const dxki_pass_number *x, const dxki_pass_number *y)
{
    double a = real_of(x), b = real_of(y);
    return a < b || (a == b && sign_of(x) && !sign_of(y));
}

static bool fold_fmax(const call *c, uint64_t *out)
{
    *out = c->args[is_less(&c->args[0], &c->args[1]) ? 1 : 0].bits;
    return true;
}

static bool fold_fmin(const call *c, uint64_t *out)
{
    *out = c->args[is_less(&c->args[1], &c->args[0]) ? 1 : 0].bits;
    return true;
}

/* Each step rounds, and denormals between them vanish: a result that has gone through one is left
 * alone. */
static bool step(dxki_op op, dxki_type type, uint64_t x, uint64_t y, uint64_t *out)
{
    if (!dxki_float_binary(op, type, x, y, out))
        return false;
    dxki_real_format f = format_of(type);
    uint64_t magnitude = *out & ones(f.exponent + f.fraction);
    return magnitude == 0 || magnitude >> f.fraction != 0;
}

static bool fold_fmad(const call *c, uint64_t *out)
{
    uint64_t product;
    return step(DXKI_OP_FMUL, c->type, c->args[0].bits, c->args[1].bits, &product) &&
           step(DXKI_OP_FADD, c->type, product, c->args[2].bits, out);
}

/* a0 * b0 + a1 * b1 ..., from the left. */
static bool fold_dot(const call *c, uint64_t *out)
{
    uint32_t half = c->count / 2;
    for (uint32_t i = 0; i < half; i++) {
        uint64_t product;
        if (!step(DXKI_OP_FMUL, c->type, c->args[i].bits, c->args[half + i].bits, &product))
            return false;
        if (i == 0)
            *out = product;
        else if (!step(DXKI_OP_FADD, c->type, *out, product, out))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Integers                                                                                   */

static bool fold_bfrev(const call *c, uint64_t *out)
{
    *out = 0;
    for (uint32_t i = 0; i < c->args[0].width; i++)
        *out = *out << 1 | (c->args[0].bits >> i & 1);
    return true;
}

static bool fold_countbits(const call *c, uint64_t *out)
{
    *out = 0;
    for (uint64_t left = c->args[0].bits; left; left &= left - 1)
        ++*out;
    return true;
}

static bool fold_firstbit_lo(const call *c, uint64_t *out)
{
    uint64_t bits = c->args[0].bits;
    *out = bits ? (uint64_t)dxki_top_bit(bits & (~bits + 1)) : ~(uint64_t)0;
    return true;
}

static uint64_t zeros_above(uint64_t bits, uint32_t width)
{
    return bits ? width - 1 - (uint64_t)dxki_top_bit(bits) : ~(uint64_t)0;
}

static bool fold_firstbit_hi(const call *c, uint64_t *out)
{
    *out = zeros_above(c->args[0].bits, c->args[0].width);
    return true;
}

static bool fold_firstbit_shi(const call *c, uint64_t *out)
{
    const dxki_pass_number *x = &c->args[0];
    *out = zeros_above(sign_of(x) ? ~x->bits & ones(x->width) : x->bits, x->width);
    return true;
}

static bool fold_imax(const call *c, uint64_t *out)
{
    *out = c->args[signed_of(&c->args[0]) < signed_of(&c->args[1])].bits;
    return true;
}

static bool fold_imin(const call *c, uint64_t *out)
{
    *out = c->args[signed_of(&c->args[0]) > signed_of(&c->args[1])].bits;
    return true;
}

static bool fold_umax(const call *c, uint64_t *out)
{
    *out = c->args[c->args[0].bits < c->args[1].bits].bits;
    return true;
}

static bool fold_umin(const call *c, uint64_t *out)
{
    *out = c->args[c->args[0].bits > c->args[1].bits].bits;
    return true;
}

static bool fold_mad(const call *c, uint64_t *out)
{
    *out = c->args[0].bits * c->args[1].bits + c->args[2].bits;
    return true;
}

/* The high half, then the low one. */
static bool fold_imul(const call *c, uint64_t *out)
{
    uint64_t product = (uint64_t)(signed_of(&c->args[0]) * signed_of(&c->args[1]));
    *out = c->part ? product : product >> 32;
    return true;
}

static bool fold_umul(const call *c, uint64_t *out)
{
    uint64_t product = c->args[0].bits * c->args[1].bits;
    *out = c->part ? product : product >> 32;
    return true;
}

static bool fold_udiv(const call *c, uint64_t *out)
{
    uint64_t x = c->args[0].bits, y = c->args[1].bits;
    *out = y == 0 ? ~(uint64_t)0 : c->part ? x % y : x / y;
    return true;
}

static bool fold_uaddc(const call *c, uint64_t *out)
{
    uint64_t sum = c->args[0].bits + c->args[1].bits;
    *out = c->part ? sum >> 32 : sum;
    return true;
}

static bool fold_usubb(const call *c, uint64_t *out)
{
    uint64_t x = c->args[0].bits, y = c->args[1].bits;
    *out = c->part ? x < y : x - y;
    return true;
}

/* Width and offset of a field are five bits each. */
static bool fold_bfe(const call *c, bool is_signed, uint64_t *out)
{
    uint32_t width = c->args[0].bits & 31, offset = c->args[1].bits & 31;
    uint32_t value = (uint32_t)c->args[2].bits;
    *out = 0;
    if (width == 0)
        return true;
    uint32_t left = width + offset < 32 ? 32 - width - offset : 0;
    uint32_t right = width + offset < 32 ? 32 - width : offset;
    uint32_t moved = value << left;
    uint32_t sign = is_signed && moved >> 31 && right ? ~(uint32_t)0 << (32 - right) : 0;
    *out = moved >> right | sign;
    return true;
}

static bool fold_ubfe(const call *c, uint64_t *out)
{
    return fold_bfe(c, false, out);
}

static bool fold_ibfe(const call *c, uint64_t *out)
{
    return fold_bfe(c, true, out);
}

static bool fold_bfi(const call *c, uint64_t *out)
{
    uint32_t width = c->args[0].bits & 31, offset = c->args[1].bits & 31;
    uint64_t mask = ones(width) << offset;
    *out = (c->args[2].bits << offset & mask) | (c->args[3].bits & ~mask);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Bits                                                                                       */

static bool fold_bitcast(const call *c, uint64_t *out)
{
    *out = c->args[0].bits;
    return true;
}

static bool fold_make_double(const call *c, uint64_t *out)
{
    *out = c->args[1].bits << 32 | c->args[0].bits;
    return true;
}

static bool fold_split_double(const call *c, uint64_t *out)
{
    *out = c->part ? c->args[0].bits >> 32 : c->args[0].bits;
    return true;
}

static bool fold_half_to_float(const call *c, uint64_t *out)
{
    *out = dxki_float_convert(DXKI_TY_HALF, c->args[0].bits & 0xffff, DXKI_TY_FLOAT);
    return (c->args[0].bits & 0x7c00) != 0x7c00;
}

/* It cuts towards zero, of which nothing is to be seen when the number fits. */
static bool fold_float_to_half(const call *c, uint64_t *out)
{
    *out = dxki_float_convert(DXKI_TY_FLOAT, c->args[0].bits, DXKI_TY_HALF);
    return dxki_float_convert(DXKI_TY_HALF, *out, DXKI_TY_FLOAT) == c->args[0].bits;
}

/* ---------------------------------------------------------------------------------------- */

static folder *const folders[DXKI_DXOP_COUNT] = {
    [DXKI_DXOP_FAbs] = fold_abs,
    [DXKI_DXOP_Saturate] = fold_saturate,
    [DXKI_DXOP_IsNaN] = fold_is_nan,
    [DXKI_DXOP_IsInf] = fold_is_inf,
    [DXKI_DXOP_IsFinite] = fold_is_finite,
    [DXKI_DXOP_IsNormal] = fold_is_normal,
    [DXKI_DXOP_Cos] = fold_cos,
    [DXKI_DXOP_Sin] = fold_sin,
    [DXKI_DXOP_Tan] = fold_tan,
    [DXKI_DXOP_Acos] = fold_acos,
    [DXKI_DXOP_Asin] = fold_asin,
    [DXKI_DXOP_Atan] = fold_atan,
    [DXKI_DXOP_Hcos] = fold_hcos,
    [DXKI_DXOP_Hsin] = fold_hsin,
    [DXKI_DXOP_Htan] = fold_htan,
    [DXKI_DXOP_Exp] = fold_exp2,
    [DXKI_DXOP_Log] = fold_log2,
    [DXKI_DXOP_Frc] = fold_frc,
    [DXKI_DXOP_Sqrt] = fold_sqrt,
    [DXKI_DXOP_Rsqrt] = fold_rsqrt,
    [DXKI_DXOP_Round_ne] = fold_round_ne,
    [DXKI_DXOP_Round_ni] = fold_round_ni,
    [DXKI_DXOP_Round_pi] = fold_round_pi,
    [DXKI_DXOP_Round_z] = fold_round_z,
    [DXKI_DXOP_DerivCoarseX] = fold_derivative,
    [DXKI_DXOP_DerivCoarseY] = fold_derivative,
    [DXKI_DXOP_DerivFineX] = fold_derivative,
    [DXKI_DXOP_DerivFineY] = fold_derivative,
    [DXKI_DXOP_FMax] = fold_fmax,
    [DXKI_DXOP_FMin] = fold_fmin,
    [DXKI_DXOP_FMad] = fold_fmad,
    [DXKI_DXOP_Dot2] = fold_dot,
    [DXKI_DXOP_Dot3] = fold_dot,
    [DXKI_DXOP_Dot4] = fold_dot,
    [DXKI_DXOP_Bfrev] = fold_bfrev,
    [DXKI_DXOP_Countbits] = fold_countbits,
    [DXKI_DXOP_FirstbitLo] = fold_firstbit_lo,
    [DXKI_DXOP_FirstbitHi] = fold_firstbit_hi,
    [DXKI_DXOP_FirstbitSHi] = fold_firstbit_shi,
    [DXKI_DXOP_IMax] = fold_imax,
    [DXKI_DXOP_IMin] = fold_imin,
    [DXKI_DXOP_UMax] = fold_umax,
    [DXKI_DXOP_UMin] = fold_umin,
    [DXKI_DXOP_IMul] = fold_imul,
    [DXKI_DXOP_UMul] = fold_umul,
    [DXKI_DXOP_UDiv] = fold_udiv,
    [DXKI_DXOP_UAddc] = fold_uaddc,
    [DXKI_DXOP_USubb] = fold_usubb,
    [DXKI_DXOP_IMad] = fold_mad,
    [DXKI_DXOP_UMad] = fold_mad,
    [DXKI_DXOP_Ibfe] = fold_ibfe,
    [DXKI_DXOP_Ubfe] = fold_ubfe,
    [DXKI_DXOP_Bfi] = fold_bfi,
    [DXKI_DXOP_MakeDouble] = fold_make_double,
    [DXKI_DXOP_SplitDouble] = fold_split_double,
    [DXKI_DXOP_BitcastI16toF16] = fold_bitcast,
    [DXKI_DXOP_BitcastF16toI16] = fold_bitcast,
    [DXKI_DXOP_BitcastI32toF32] = fold_bitcast,
    [DXKI_DXOP_BitcastF32toI32] = fold_bitcast,
    [DXKI_DXOP_BitcastI64toF64] = fold_bitcast,
    [DXKI_DXOP_BitcastF64toI64] = fold_bitcast,
    [DXKI_DXOP_LegacyF16ToF32] = fold_half_to_float,
    [DXKI_DXOP_LegacyF32ToF16] = fold_float_to_half,
};

/* Most operands that any of them has. */
#define MOST_ARGS 8u

/* Denormal floats vanish on the way in and out. */
static void flush(const dxki_pass_algebra *a, const dxki_dxop_info *op, dxki_type type,
                  uint64_t *bits)
{
    if (a->flush && dxki_pass_alg_flushes(op) && type == DXKI_TY_FLOAT && !(*bits & 0x7f800000u))
        *bits &= 0x80000000u;
}

/* Reads the operands; false: one is no number, or one whose bits are not known. */
static bool read_args(const dxki_pass_algebra *a, const dxki_dxop_info *op, const dxki_value *args,
                      dxki_pass_number *numbers)
{
    for (uint32_t i = 0; i < op->operand_count; i++) {
        dxki_pass_number *n = &numbers[i];
        if (!dxki_pass_alg_number(a->m, args[i], n) || dxki_pass_alg_is_loose(a, n->type))
            return false;
        flush(a, op, n->type, &n->bits);
        double value = n->is_float ? dxki_float_value(n->type, n->bits) : 0;
        if (value != value && op->result != DXKI_OT_OVERLOAD_I1) /* a question may be about it */
            return false;
    }
    return true;
}

dxki_value dxki_pass_alg_operation(dxki_pass_algebra *a, const dxki_dxop_info *op,
                                   const dxki_value *args, dxki_type type, uint32_t part)
{
    dxki_pass_number numbers[MOST_ARGS];
    folder *fold = folders[dxki_dxop_row(op)];
    uint64_t bits;
    if (!fold || op->operand_count > MOST_ARGS || dxki_type_bits(a->m, type) == 0 ||
        dxki_pass_alg_is_loose(a, type) || !read_args(a, op, args, numbers))
        return 0;
    call c = {numbers, op->operand_count, part, type};
    if (!fold(&c, &bits))
        return 0;
    flush(a, op, type, &bits);
    dxki_value value = dxki_type_is_fp(a->m, type) ? dxki_const_float(a->m, type, bits)
                                                   : dxki_const_int(a->m, type, bits);
    a->failed = a->failed || !value;
    return value;
}
