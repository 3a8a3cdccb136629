/* SPDX-License-Identifier: MIT */
/* math_convert.c - conversions between half, float, double and integers; see math.h. */
#include "base/real.h"
#include "exec/math.h"

#define HALF_LEAST 5.9604644775390625e-08 /* 2^-24, the least denormal half */

double dxki_exec_f16_to_double(uint16_t x)
{
    uint32_t magnitude = x & 0x7FFFu;
    double value;
    if (magnitude < 0x400u)
        value = (double)magnitude * HALF_LEAST;
    else if (magnitude < 0x7C00u)
        value = dxki_exec_double(((uint64_t)magnitude << 42) + ((uint64_t)(1023 - 15) << 52));
    else
        value = dxki_exec_double(magnitude == 0x7C00u ? (uint64_t)0x7FF << 52 : DXKI_EXEC_NAN64);
    return x & 0x8000u ? -value : value;
}

uint32_t dxki_exec_f16_to_f32(uint16_t x)
{
    return dxki_exec_result32((float)dxki_exec_f16_to_double(x));
}

/* The largest half that is not larger than a finite magnitude, and what is cut off, in units of
 * 2^-53 of its last place; *rest is only compared with the half of the place. */
static uint32_t cut_to_half(uint64_t bits, uint64_t *rest)
{
    int exponent = (int)(bits >> 52) - 1023;
    uint64_t significand = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    *rest = 0;
    if (exponent > 15)
        return 0x7C00u;
    if (exponent < -26) { /* below a quarter of the least one */
        *rest = bits != 0;
        return 0;
    }
    int drop = exponent < -14 ? 42 - 14 - exponent : 42;
    *rest = significand << (64 - drop);
    uint32_t kept = (uint32_t)(significand >> drop);
    return exponent < -14 ? kept : kept - 0x400u + ((uint32_t)(exponent + 15) << 10);
}

uint16_t dxki_exec_double_to_f16(double x)
{
    uint64_t bits = dxki_exec_double_bits(x), magnitude = bits & 0x7FFFFFFFFFFFFFFFu, rest;
    if (dxki_exec_is_nan64(bits))
        return DXKI_EXEC_NAN16;
    uint32_t kept = cut_to_half(magnitude, &rest);
    uint64_t tie = (uint64_t)1 << 63;
    kept += rest > tie || (rest == tie && (kept & 1));
    return (uint16_t)(kept | (uint32_t)(bits >> 48 & 0x8000u));
}

uint16_t dxki_exec_f32_to_f16(uint32_t x)
{
    return dxki_exec_double_to_f16((double)dxki_exec_float(x));
}

uint16_t dxki_exec_f32_to_f16_zero(uint32_t x)
{
    uint32_t sign = x >> 16 & 0x8000u, magnitude = x & 0x7FFFFFFFu;
    if (magnitude >= 0x7F800000u)
        return (uint16_t)(sign | (magnitude == 0x7F800000u ? 0x7C00u : DXKI_EXEC_NAN16));
    uint64_t rest;
    uint32_t kept = cut_to_half(dxki_exec_double_bits((double)dxki_exec_float(magnitude)), &rest);
    return (uint16_t)(sign | (kept < 0x7C00u ? kept : 0x7BFFu));
}

uint32_t dxki_exec_double_to_f32(double x)
{
    return dxki_exec_result32((float)x);
}

uint64_t dxki_exec_f32_to_f64(uint32_t x)
{
    return dxki_exec_result64((double)dxki_exec_float(x));
}

/* 2^n, for n from 0 to 64. */
static double power_of_two(unsigned n)
{
    return dxki_exec_double((uint64_t)(1023 + n) << 52);
}

uint64_t dxki_exec_to_unsigned(double x, unsigned width)
{
    if (!(x >= 1)) /* also NaN */
        return 0;
    if (x >= power_of_two(width))
        return ~(uint64_t)0 >> (64 - width);
    return (uint64_t)x;
}

int64_t dxki_exec_to_signed(double x, unsigned width)
{
    uint64_t top = (uint64_t)1 << (width - 1);
    double limit = power_of_two(width - 1);
    if (x != x)
        return 0;
    if (x >= limit)
        return (int64_t)(top - 1);
    if (x <= -limit)
        return -(int64_t)(top - 1) - 1;
    return (int64_t)x;
}

/* By way of integers: compilers disagree about 64 bits on machines of 32. */
static uint64_t from_magnitude(dxki_real_format f, uint64_t magnitude, bool negative)
{
    uint64_t bits = dxki_real_join(f, (dxki_real){magnitude, 0}, false);
    return bits | (uint64_t)negative << (f.exponent + f.fraction);
}

static uint64_t from_signed(dxki_real_format f, int64_t x)
{
    return from_magnitude(f, x < 0 ? 0 - (uint64_t)x : (uint64_t)x, x < 0);
}

uint16_t dxki_exec_signed_to_f16(int64_t x)
{
    return (uint16_t)from_signed(DXKI_BINARY16, x);
}

uint32_t dxki_exec_signed_to_f32(int64_t x)
{
    return (uint32_t)from_signed(DXKI_BINARY32, x);
}

uint64_t dxki_exec_signed_to_f64(int64_t x)
{
    return from_signed(DXKI_BINARY64, x);
}

uint16_t dxki_exec_unsigned_to_f16(uint64_t x)
{
    return (uint16_t)from_magnitude(DXKI_BINARY16, x, false);
}

uint32_t dxki_exec_unsigned_to_f32(uint64_t x)
{
    return (uint32_t)from_magnitude(DXKI_BINARY32, x, false);
}

uint64_t dxki_exec_unsigned_to_f64(uint64_t x)
{
    return from_magnitude(DXKI_BINARY64, x, false);
}
