/* SPDX-License-Identifier: MIT */
/* math_basic.c - arithmetic that is exact or rounded once: rounding to integers, minimum and
 * maximum, remainders, fused multiplication; see math.h. */
#include "base/real.h"
#include "exec/math.h"

#define SIGN32 0x80000000u
#define SIGN64 ((uint64_t)1 << 63)

/* --- rounding to integers --- */

static uint32_t cut(uint32_t x)
{
    int exponent = (int)(x >> 23 & 0xFF) - 127;
    if (exponent < 0)
        return x & SIGN32;
    return exponent < 23 ? x & ~(0x7FFFFFu >> exponent) : x;
}

/* The integer towards zero, and the next one away from zero if `away`, which only a number that is
 * no integer asks for. */
static uint32_t step(uint32_t x, bool away)
{
    uint32_t whole = cut(x), one = 0x3F800000u | (x & SIGN32);
    if (!away || whole == x)
        return whole;
    return dxki_exec_float_bits(dxki_exec_float(whole) + dxki_exec_float(one));
}

uint32_t dxki_exec_round_z32(uint32_t x)
{
    return dxki_exec_is_nan32(x) ? DXKI_EXEC_NAN32 : cut(x);
}

uint32_t dxki_exec_round_ni32(uint32_t x)
{
    return dxki_exec_is_nan32(x) ? DXKI_EXEC_NAN32 : step(x, x & SIGN32);
}

uint32_t dxki_exec_round_pi32(uint32_t x)
{
    return dxki_exec_is_nan32(x) ? DXKI_EXEC_NAN32 : step(x, !(x & SIGN32));
}

uint32_t dxki_exec_round_ne32(uint32_t x)
{
    if (dxki_exec_is_nan32(x))
        return DXKI_EXEC_NAN32;
    float magnitude = dxki_exec_float(x & ~SIGN32), limit = 0x1p23f;
    if (!(magnitude < limit))
        return x;
    return dxki_exec_float_bits(magnitude + limit - limit) | (x & SIGN32);
}

uint32_t dxki_exec_frc32(uint32_t x)
{
    if ((x & ~SIGN32) >= 0x7F800000u)
        return DXKI_EXEC_NAN32;
    float rest = dxki_exec_float(x) - dxki_exec_float(step(x, x & SIGN32));
    /* A tiny negative number would give 1. */
    return rest < 1 ? dxki_exec_float_bits(rest) & ~SIGN32 : 0x3F7FFFFFu;
}

/* A fraction of half is exact as a float, but may round up to 1. */
uint16_t dxki_exec_frc16(uint16_t x)
{
    uint16_t rest = dxki_exec_f32_to_f16(dxki_exec_frc32(dxki_exec_f16_to_f32(x)));
    return rest == 0x3C00u ? 0x3BFFu : rest;
}

#define HALF_BY_FLOAT(name)                                                                        \
    uint16_t dxki_exec_##name##16(uint16_t x)                                                      \
    {                                                                                              \
        return dxki_exec_f32_to_f16(dxki_exec_##name##32(dxki_exec_f16_to_f32(x)));                \
    }

HALF_BY_FLOAT(round_z)
HALF_BY_FLOAT(round_ni)
HALF_BY_FLOAT(round_pi)
HALF_BY_FLOAT(round_ne)

/* --- minimum, maximum, saturation --- */

/* A number that orders the bits as the numbers, -0 below +0. */
static int64_t order_of(uint64_t bits)
{
    return bits & SIGN64 ? (int64_t) ~(bits & ~SIGN64) : (int64_t)bits;
}

#define EXTREMES(width)                                                                            \
    static uint##width##_t least##width(uint##width##_t a, uint##width##_t b)                      \
    {                                                                                              \
        return order_of((uint64_t)a << (64 - width)) < order_of((uint64_t)b << (64 - width)) ? a   \
                                                                                             : b;  \
    }                                                                                              \
    /* What a NaN leaves; false: both are numbers. */                                              \
    static bool only##width(uint##width##_t a, uint##width##_t b, uint##width##_t *other)          \
    {                                                                                              \
        bool first = dxki_exec_is_nan##width(a), second = dxki_exec_is_nan##width(b);              \
        *other = first && second ? DXKI_EXEC_NAN##width : first ? b : a;                           \
        return first || second;                                                                    \
    }                                                                                              \
    uint##width##_t dxki_exec_min##width(uint##width##_t a, uint##width##_t b)                     \
    {                                                                                              \
        uint##width##_t other;                                                                     \
        return only##width(a, b, &other) ? other : least##width(a, b);                             \
    }                                                                                              \
    uint##width##_t dxki_exec_max##width(uint##width##_t a, uint##width##_t b)                     \
    {                                                                                              \
        uint##width##_t other;                                                                     \
        return only##width(a, b, &other) ? other : least##width(a, b) == a ? b : a;                \
    }

EXTREMES(16)
EXTREMES(32)
EXTREMES(64)

/* Not a number and everything negative become +0. */
uint16_t dxki_exec_saturate16(uint16_t x)
{
    return x > 0x7C00u ? 0 : x < 0x3C00u ? x : 0x3C00u;
}

uint32_t dxki_exec_saturate32(uint32_t x)
{
    return x > 0x7F800000u ? 0 : x < 0x3F800000u ? x : 0x3F800000u;
}

uint64_t dxki_exec_saturate64(uint64_t x)
{
    uint64_t one = (uint64_t)1023 << 52;
    return x > (uint64_t)0x7FF << 52 ? 0 : x < one ? x : one;
}

/* --- arithmetic of half: of two halves, float rounds to the same half as one rounding would --- */

static float half(uint16_t x)
{
    return dxki_exec_float(dxki_exec_f16_to_f32(x));
}

static uint16_t to_half(float x)
{
    return dxki_exec_double_to_f16((double)x);
}

uint16_t dxki_exec_add16(uint16_t a, uint16_t b)
{
    return to_half(half(a) + half(b));
}

uint16_t dxki_exec_sub16(uint16_t a, uint16_t b)
{
    return to_half(half(a) - half(b));
}

uint16_t dxki_exec_mul16(uint16_t a, uint16_t b)
{
    return to_half(half(a) * half(b));
}

uint16_t dxki_exec_div16(uint16_t a, uint16_t b)
{
    return to_half(half(a) / half(b));
}

uint16_t dxki_exec_fmad16(uint16_t a, uint16_t b, uint16_t c)
{
    return dxki_exec_add16(dxki_exec_mul16(a, b), c);
}

uint32_t dxki_exec_fmad32(uint32_t a, uint32_t b, uint32_t c)
{
    float product = dxki_exec_float(a) * dxki_exec_float(b);
    return dxki_exec_result32(product + dxki_exec_float(c));
}

uint64_t dxki_exec_fmad64(uint64_t a, uint64_t b, uint64_t c)
{
    double product = dxki_exec_double(a) * dxki_exec_double(b);
    return dxki_exec_result64(product + dxki_exec_double(c));
}

uint32_t dxki_exec_dot2_add_half(uint32_t acc, const uint16_t a[2], const uint16_t b[2])
{
    float sum = dxki_exec_float(acc) + half(a[0]) * half(b[0]);
    return dxki_exec_result32(sum + half(a[1]) * half(b[1]));
}

/* --- remainder --- */

/* significand * 2^shift modulo another significand below 2^53, ten digits at a time. */
static uint64_t modulo(uint64_t significand, int shift, uint64_t divisor)
{
    uint64_t rest = significand % divisor;
    for (; shift > 0 && rest; shift -= 10)
        rest = (rest << (shift < 10 ? shift : 10)) % divisor;
    return rest;
}

uint64_t dxki_exec_frem64(uint64_t a, uint64_t b)
{
    uint64_t x = a & ~SIGN64, y = b & ~SIGN64, infinity = (uint64_t)0x7FF << 52;
    if (x >= infinity || y > infinity || y == 0)
        return DXKI_EXEC_NAN64;
    if (x < y)
        return a;
    dxki_real p = dxki_real_split(DXKI_BINARY64, x), q = dxki_real_split(DXKI_BINARY64, y);
    uint64_t rest = modulo(p.significand, p.exponent - q.exponent, q.significand);
    return dxki_real_join(DXKI_BINARY64, (dxki_real){rest, q.exponent}, false) | (a & SIGN64);
}

/* The remainder of two floats is a float: exact by way of double. */
uint32_t dxki_exec_frem32(uint32_t a, uint32_t b)
{
    uint64_t rest = dxki_exec_frem64(dxki_exec_f32_to_f64(a), dxki_exec_f32_to_f64(b));
    return dxki_exec_double_to_f32(dxki_exec_double(rest));
}

uint16_t dxki_exec_frem16(uint16_t a, uint16_t b)
{
    return dxki_exec_f32_to_f16(dxki_exec_frem32(dxki_exec_f16_to_f32(a), dxki_exec_f16_to_f32(b)));
}

/* --- fused multiplication and addition --- */

/* (high * 2^64 + low) * 2^exponent */
typedef struct wide {
    uint64_t high, low;
    int exponent;
} wide;

static wide product_of(dxki_real a, dxki_real b)
{
    uint64_t a1 = a.significand >> 32, a0 = (uint32_t)a.significand;
    uint64_t b1 = b.significand >> 32, b0 = (uint32_t)b.significand;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), cross = a0 * b1 + (uint32_t)middle;
    return (wide){a1 * b1 + (middle >> 32) + (cross >> 32), cross << 32 | (uint32_t)low,
                  a.exponent + b.exponent};
}

static wide shifted_up(wide w, int count)
{
    if (count >= 64) {
        w.high = w.low;
        w.low = 0;
        w.exponent -= 64;
        count -= 64;
    }
    if (count) {
        w.high = w.high << count | w.low >> (64 - count);
        w.low <<= count;
        w.exponent -= count;
    }
    return w;
}

/* Bits that fall off stay visible in the lowest. */
static wide shifted_down(wide w, int count)
{
    uint64_t lost = 0;
    w.exponent += count;
    if (count >= 128)
        return (wide){0, (w.high | w.low) != 0, w.exponent};
    if (count >= 64) {
        lost = w.low;
        w.low = w.high;
        w.high = 0;
        count -= 64;
    }
    if (count) {
        lost |= w.low << (64 - count);
        w.low = w.low >> count | w.high << (64 - count);
        w.high >>= count;
    }
    w.low |= lost != 0;
    return w;
}

/* The highest bit at 125: room for a carry, and for a digit that is lost by a difference. */
static wide normalized(wide w)
{
    if (!(w.high | w.low))
        return w;
    int top = w.high ? 64 + dxki_top_bit(w.high) : dxki_top_bit(w.low);
    return shifted_up(w, 125 - top);
}

static bool is_below(wide a, wide b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

static uint64_t rounded(wide w)
{
    if (!w.high)
        return dxki_real_join(DXKI_BINARY64, (dxki_real){w.low, w.exponent}, false);
    int top = dxki_top_bit(w.high), up = 63 - top;
    uint64_t bits = up ? w.high << up | w.low >> (64 - up) : w.high;
    bool more = (up ? w.low << up : w.low) != 0;
    return dxki_real_join(DXKI_BINARY64, (dxki_real){bits, w.exponent + 64 - up}, more);
}

/* The sum of two finite numbers of which neither is 0. */
static uint64_t sum_of(wide a, bool a_negative, wide b, bool b_negative)
{
    a = normalized(a);
    b = normalized(b);
    if (a.exponent < b.exponent || (a.exponent == b.exponent && is_below(a, b))) {
        wide swapped = a;
        a = b;
        b = swapped;
        bool sign = a_negative;
        a_negative = b_negative;
        b_negative = sign;
    }
    b = shifted_down(b, a.exponent - b.exponent);
    if (a_negative == b_negative) {
        uint64_t low = a.low + b.low;
        a.high += b.high + (low < b.low);
        a.low = low;
    } else {
        a.high -= b.high + (a.low < b.low);
        a.low -= b.low;
        if (!(a.high | a.low))
            return 0;
    }
    return rounded(a) | (a_negative ? SIGN64 : 0);
}

static uint64_t magnitude_of(uint64_t x)
{
    return x & ~SIGN64;
}

uint64_t dxki_exec_fma64(uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t infinity = (uint64_t)0x7FF << 52, x = magnitude_of(a), y = magnitude_of(b);
    /* With special numbers and zeros nothing is rounded twice. */
    if (x >= infinity || y >= infinity || x == 0 || y == 0)
        return dxki_exec_fmad64(a, b, c);
    if (magnitude_of(c) >= infinity)
        return dxki_exec_result64(dxki_exec_double(c));
    wide product = product_of(dxki_real_split(DXKI_BINARY64, x), dxki_real_split(DXKI_BINARY64, y));
    bool negative = (a ^ b) >> 63;
    if (magnitude_of(c) == 0)
        return rounded(normalized(product)) | (negative ? SIGN64 : 0);
    dxki_real addend = dxki_real_split(DXKI_BINARY64, magnitude_of(c));
    return sum_of(product, negative, (wide){0, addend.significand, addend.exponent}, c >> 63);
}
