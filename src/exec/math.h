/* SPDX-License-Identifier: MIT */
/*
 * math.h - arithmetic of shaders on one lane. Numbers are given and returned as bits: uint16_t is
 * half, uint32_t float, uint64_t double. Results are the same on every host: no function of the C
 * library's mathematics is called, every step is binary32 or binary64 rounded to nearest even, and
 * nothing is contracted (the build sees to it). The host must be in its default rounding mode.
 *
 * Denormal numbers are kept everywhere. A float function in the mode that flushes is the same
 * function between two calls of dxki_exec_flush32(): one for each operand, one for the result.
 * A result that is not a number is the quiet NaN without sign and payload.
 */
#ifndef DXKI_EXEC_MATH_H
#define DXKI_EXEC_MATH_H

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "arithmetic of float and double must not have excess precision"
#endif

#define DXKI_EXEC_NAN16 0x7E00u
#define DXKI_EXEC_NAN32 0x7FC00000u
#define DXKI_EXEC_NAN64 0x7FF8000000000000u

/* --- bits and numbers --- */

static inline float dxki_exec_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t dxki_exec_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double dxki_exec_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t dxki_exec_double_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline bool dxki_exec_is_nan16(uint16_t x)
{
    return (x & 0x7FFFu) > 0x7C00u;
}

static inline bool dxki_exec_is_nan32(uint32_t x)
{
    return (x & 0x7FFFFFFFu) > 0x7F800000u;
}

static inline bool dxki_exec_is_nan64(uint64_t x)
{
    return (x & 0x7FFFFFFFFFFFFFFFu) > 0x7FF0000000000000u;
}

/* A denormal float becomes the zero of its sign. */
static inline uint32_t dxki_exec_flush32(uint32_t x)
{
    return x & (x & 0x7F800000u ? 0xFFFFFFFFu : 0x80000000u);
}

/* The bits of a result: NaN in its one form. */
static inline uint32_t dxki_exec_result32(float value)
{
    return value == value ? dxki_exec_float_bits(value) : DXKI_EXEC_NAN32;
}

static inline uint64_t dxki_exec_result64(double value)
{
    return value == value ? dxki_exec_double_bits(value) : DXKI_EXEC_NAN64;
}

/* --- conversions --- */

uint32_t dxki_exec_f16_to_f32(uint16_t x);
double dxki_exec_f16_to_double(uint16_t x);

/* To nearest even; infinity beyond the largest. */
uint16_t dxki_exec_f32_to_f16(uint32_t x);
uint16_t dxki_exec_double_to_f16(double x);
uint32_t dxki_exec_double_to_f32(double x);
uint64_t dxki_exec_f32_to_f64(uint32_t x);

/* Toward zero: finite numbers stay finite, a NaN keeps its sign. */
uint16_t dxki_exec_f32_to_f16_zero(uint32_t x);

/* An integer of `width` bits (1 to 64), cut toward zero, held to the range; NaN is 0. The signed
 * result is extended to 64 bits. */
int64_t dxki_exec_to_signed(double x, unsigned width);
uint64_t dxki_exec_to_unsigned(double x, unsigned width);

/* The nearest number, ties to even. */
uint16_t dxki_exec_signed_to_f16(int64_t x);
uint32_t dxki_exec_signed_to_f32(int64_t x);
uint64_t dxki_exec_signed_to_f64(int64_t x);
uint16_t dxki_exec_unsigned_to_f16(uint64_t x);
uint32_t dxki_exec_unsigned_to_f32(uint64_t x);
uint64_t dxki_exec_unsigned_to_f64(uint64_t x);

/* --- functions of one operand --- */

/* X(name of the operation, name of the functions without their width) */
#define DXKI_EXEC_UNARY(X)                                                                         \
    X(Saturate, saturate)                                                                          \
    X(Cos, cos)                                                                                    \
    X(Sin, sin)                                                                                    \
    X(Tan, tan)                                                                                    \
    X(Acos, acos)                                                                                  \
    X(Asin, asin)                                                                                  \
    X(Atan, atan)                                                                                  \
    X(Hcos, hcos)                                                                                  \
    X(Hsin, hsin)                                                                                  \
    X(Htan, htan)                                                                                  \
    X(Exp, exp2)                                                                                   \
    X(Frc, frc)                                                                                    \
    X(Log, log2)                                                                                   \
    X(Sqrt, sqrt)                                                                                  \
    X(Rsqrt, rsqrt)                                                                                \
    X(Round_ne, round_ne)                                                                          \
    X(Round_ni, round_ni)                                                                          \
    X(Round_pi, round_pi)                                                                          \
    X(Round_z, round_z)

/* uint16_t dxki_exec_saturate16(uint16_t x); uint32_t dxki_exec_saturate32(uint32_t x); ... */
#define DXKI_EXEC_DECLARE(op, name)                                                                \
    uint16_t dxki_exec_##name##16(uint16_t x);                                                     \
    uint32_t dxki_exec_##name##32(uint32_t x);
DXKI_EXEC_UNARY(DXKI_EXEC_DECLARE)
#undef DXKI_EXEC_DECLARE

uint64_t dxki_exec_saturate64(uint64_t x);

/* --- functions of more operands --- */

/* The other operand when one is NaN; -0 is less than +0. */
uint16_t dxki_exec_min16(uint16_t a, uint16_t b);
uint16_t dxki_exec_max16(uint16_t a, uint16_t b);
uint32_t dxki_exec_min32(uint32_t a, uint32_t b);
uint32_t dxki_exec_max32(uint32_t a, uint32_t b);
uint64_t dxki_exec_min64(uint64_t a, uint64_t b);
uint64_t dxki_exec_max64(uint64_t a, uint64_t b);

uint16_t dxki_exec_add16(uint16_t a, uint16_t b);
uint16_t dxki_exec_sub16(uint16_t a, uint16_t b);
uint16_t dxki_exec_mul16(uint16_t a, uint16_t b);
uint16_t dxki_exec_div16(uint16_t a, uint16_t b);

/* The exact remainder, with the sign of the dividend. */
uint16_t dxki_exec_frem16(uint16_t a, uint16_t b);
uint32_t dxki_exec_frem32(uint32_t a, uint32_t b);
uint64_t dxki_exec_frem64(uint64_t a, uint64_t b);

/* round(round(a * b) + c) */
uint16_t dxki_exec_fmad16(uint16_t a, uint16_t b, uint16_t c);
uint32_t dxki_exec_fmad32(uint32_t a, uint32_t b, uint32_t c);
uint64_t dxki_exec_fmad64(uint64_t a, uint64_t b, uint64_t c);

/* a * b + c with one rounding. */
uint64_t dxki_exec_fma64(uint64_t a, uint64_t b, uint64_t c);

/* acc + a0 * b0 + a1 * b1 in float, of halves (Dot2AddHalf). */
uint32_t dxki_exec_dot2_add_half(uint32_t acc, const uint16_t a[2], const uint16_t b[2]);

/* --- integers that C has no operator for; `width`: 16, 32 or 64 --- */

uint64_t dxki_exec_reverse_bits(uint64_t x, unsigned width);
uint32_t dxki_exec_count_bits(uint64_t x);
/* The lowest bit that is set; the number of zeros above the highest; the same of what differs from
 * the sign. All ones when there is none. */
uint32_t dxki_exec_first_low(uint64_t x);
uint32_t dxki_exec_first_high(uint64_t x, unsigned width);
uint32_t dxki_exec_first_signed_high(uint64_t x, unsigned width);

/* A divisor of 0 gives all ones, for quotient and remainder; the least number by -1 wraps. */
uint64_t dxki_exec_udiv(uint64_t a, uint64_t b, unsigned width);
uint64_t dxki_exec_urem(uint64_t a, uint64_t b, unsigned width);
uint64_t dxki_exec_sdiv(uint64_t a, uint64_t b, unsigned width);
uint64_t dxki_exec_srem(uint64_t a, uint64_t b, unsigned width);

uint32_t dxki_exec_bfi(uint32_t width, uint32_t offset, uint32_t source, uint32_t base);
uint32_t dxki_exec_ubfe(uint32_t width, uint32_t offset, uint32_t value);
uint32_t dxki_exec_ibfe(uint32_t width, uint32_t offset, uint32_t value);

/* Sum of differences of bytes where the reference's is not 0; stays at the largest number. */
uint32_t dxki_exec_msad(uint32_t reference, uint32_t source, uint32_t acc);
uint32_t dxki_exec_dot4_add_i8(uint32_t acc, uint32_t a, uint32_t b);
uint32_t dxki_exec_dot4_add_u8(uint32_t acc, uint32_t a, uint32_t b);

/* Mode 0 cuts, 1 holds to 0..255, 2 to -128..127. Elements are signed. */
uint32_t dxki_exec_pack4x8(unsigned mode, const int32_t elements[4]);
/* Mode 0 extends with zeros, 1 with the sign. */
void dxki_exec_unpack4x8(unsigned mode, uint32_t packed, int32_t elements[4]);

#endif
