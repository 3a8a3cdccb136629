/* SPDX-License-Identifier: MIT */
/* model_value.c - the meaning of ops.def: operations on the values of one thread. */
#include "model.h"

#include <math.h>
#include <string.h>

static int64_t sign_extend(uint64_t x, uint32_t width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((x ^ sign) - sign);
}

static uint64_t model_sdiv(int64_t a, int64_t b)
{
    if (b == 0)
        return UINT64_MAX;
    return b == -1 ? 0 - (uint64_t)a : (uint64_t)(a / b);
}

static uint64_t model_srem(int64_t a, int64_t b)
{
    if (b == 0)
        return UINT64_MAX;
    return b == -1 ? 0 : (uint64_t)(a % b);
}

static uint64_t model_reverse(uint64_t x, uint32_t width)
{
    uint64_t result = 0;
    for (uint32_t i = 0; i < width; i++)
        result |= (x >> i & 1) << (width - 1 - i);
    return result;
}

static uint64_t model_count(uint64_t x)
{
    uint64_t count = 0;
    for (; x; x &= x - 1)
        count++;
    return count;
}

/* Zeros above the highest bit; -1 if there is none. */
static uint64_t model_leading(uint64_t x, uint32_t width)
{
    if (width < 64)
        x &= (UINT64_C(1) << width) - 1;
    if (!x)
        return UINT64_MAX;
    uint64_t zeros = 0;
    while (!(x >> (width - 1 - zeros) & 1))
        zeros++;
    return zeros;
}

static uint64_t model_extract(uint64_t width, uint64_t offset, uint64_t value, bool is_signed)
{
    uint32_t w = (uint32_t)width & 31, o = (uint32_t)offset & 31;
    if (w == 0)
        return 0;
    if (w + o > 32)
        w = 32 - o;
    uint64_t field = (value & 0xffffffffu) >> o & ((UINT64_C(1) << w) - 1);
    return is_signed ? (uint64_t)sign_extend(field, w) : field;
}

static uint64_t model_insert(uint64_t width, uint64_t offset, uint64_t value, uint64_t base)
{
    uint32_t w = (uint32_t)width & 31, o = (uint32_t)offset & 31;
    uint64_t mask = ((UINT64_C(1) << w) - 1) << o;
    return ((value << o) & mask) | (base & ~mask);
}

static uint64_t model_msad(uint64_t reference, uint64_t source, uint64_t sum)
{
    for (uint32_t i = 0; i < 32; i += 8) {
        uint64_t r = reference >> i & 0xff, s = source >> i & 0xff;
        if (r)
            sum += r > s ? r - s : s - r;
    }
    return sum > 0xffffffffu ? 0xffffffffu : sum;
}

static uint64_t model_dot4(uint64_t sum, uint64_t x, uint64_t y, bool is_signed)
{
    for (uint32_t i = 0; i < 32; i += 8) {
        uint64_t p = x >> i & 0xff, q = y >> i & 0xff;
        sum += is_signed ? (uint64_t)(sign_extend(p, 8) * sign_extend(q, 8)) : p * q;
    }
    return sum;
}

/* --- floating point: binary32 denormals are zero, and every NaN that is made is the same --- */

static uint32_t flush(uint32_t bits)
{
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

static float to_float(uint64_t bits)
{
    uint32_t word = flush((uint32_t)bits);
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static uint64_t float_bits(float value)
{
    uint32_t word;
    if (isnan(value))
        return 0x7fc00000u;
    memcpy(&word, &value, sizeof word);
    return flush(word);
}

static double to_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t double_bits(double value)
{
    uint64_t bits;
    if (isnan(value))
        return UINT64_C(0x7ff8000000000000);
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint64_t model_fmax(float a, float b)
{
    if (isnan(a) || isnan(b))
        return float_bits(isnan(a) ? b : a);
    if (a == b)
        return float_bits(signbit(a) ? b : a);
    return float_bits(a > b ? a : b);
}

static uint64_t model_fmin(float a, float b)
{
    if (isnan(a) || isnan(b))
        return float_bits(isnan(a) ? b : a);
    if (a == b)
        return float_bits(signbit(a) ? a : b);
    return float_bits(a < b ? a : b);
}

static uint64_t model_saturate(float a)
{
    return float_bits(a > 0 ? a < 1 ? a : 1.0f : 0.0f);
}

/* Toward zero, to the nearest that the type has; NaN is 0. */
static uint64_t model_to_int(double value, uint32_t width, bool is_signed)
{
    double end = ldexp(1, (int)width - (is_signed ? 1 : 0));
    double start = is_signed ? -end : 0;
    uint64_t most = is_signed ? (UINT64_C(1) << (width - 1)) - 1 : UINT64_MAX >> (64 - width);
    value = trunc(value);
    if (isnan(value))
        return 0;
    if (value <= start)
        return is_signed ? UINT64_C(1) << (width - 1) : 0;
    if (value >= end)
        return most;
    return value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value;
}

/* binary32 to binary16 toward zero, what is too large to the largest. */
static uint64_t model_to_half_bits(uint64_t bits)
{
    uint64_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return sign | 0x7e00;
    if (magnitude == 0x7f800000u)
        return sign | 0x7c00;
    double scaled = fabs((double)to_float(bits));
    if (scaled >= 65504)
        return sign | 0x7bff;
    if (scaled < ldexp(1, -14))
        return sign | (uint64_t)ldexp(scaled, 24);
    int exponent;
    double fraction = frexp(scaled, &exponent); /* [0.5, 1) */
    return sign | (((uint64_t)(exponent + 14) << 10) + (uint64_t)ldexp(fraction, 11) - 1024);
}

#define S(x)  sign_extend(x, W)
#define F(x)  to_float(x)
#define D(x)  to_double(x)
#define RF(x) float_bits(x)
#define RD(x) double_bits(x)

uint64_t gen_model_apply(gen_op op, gen_type t, const uint64_t args[GEN_OPERANDS])
{
    const uint64_t a = args[0], b = args[1], c = args[2], d = args[3];
    const uint32_t W = gen_width(t);

    switch (op) {
#define GEN_OP(id, text, types, shape, how, code, part, model, flags, ...)                         \
    case GEN_##id:                                                                                 \
        return __VA_ARGS__;
#include "ops.def"
#undef GEN_OP
    case GEN_OPS:
        break;
    }
    return 0;
}
