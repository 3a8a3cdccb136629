/* SPDX-License-Identifier: MIT */
/*
 * test_exec_math.c - arithmetic of shaders: special values from tables, all halves, and floats in
 * even steps against the C library's long doubles, with the largest error asserted.
 */
#include "support.h"

#include <math.h>

#include "base/count.h"
#include "base/elementary.h"
#include "exec/math.h"

#define INF32 0x7F800000u
#define NAN32 DXKI_EXEC_NAN32
#define NAN16 DXKI_EXEC_NAN16
#define SIGN  0x80000000u
#define STEP  99991u /* a prime: all exponents, and all low bits */

typedef long double real;

static double next_random(void)
{
    static uint64_t seed = 88172645463325252u;
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return dxki_exec_double(seed);
}

static float flt(uint32_t bits)
{
    return dxki_exec_float(bits);
}

static uint32_t bits(double value)
{
    return dxki_exec_float_bits((float)value);
}

/* --- special values --- */

typedef struct special {
    const char *name;
    uint32_t (*f)(uint32_t);
    /* of -inf, -0, +0, +inf, NaN */
    uint32_t expected[5];
} special;

#define PI_2 0x3FC90FDBu /* pi / 2 */
#define ONE  0x3F800000u

static const special specials[] = {
    {"sqrt", dxki_exec_sqrt32, {NAN32, SIGN, 0, INF32, NAN32}},
    {"rsqrt", dxki_exec_rsqrt32, {NAN32, SIGN | INF32, INF32, 0, NAN32}},
    {"exp2", dxki_exec_exp232, {0, ONE, ONE, INF32, NAN32}},
    {"log2", dxki_exec_log232, {NAN32, SIGN | INF32, SIGN | INF32, INF32, NAN32}},
    {"sin", dxki_exec_sin32, {NAN32, SIGN, 0, NAN32, NAN32}},
    {"cos", dxki_exec_cos32, {NAN32, ONE, ONE, NAN32, NAN32}},
    {"tan", dxki_exec_tan32, {NAN32, SIGN, 0, NAN32, NAN32}},
    {"asin", dxki_exec_asin32, {NAN32, SIGN, 0, NAN32, NAN32}},
    {"acos", dxki_exec_acos32, {NAN32, PI_2, PI_2, NAN32, NAN32}},
    {"atan", dxki_exec_atan32, {SIGN | PI_2, SIGN, 0, PI_2, NAN32}},
    {"hcos", dxki_exec_hcos32, {INF32, ONE, ONE, INF32, NAN32}},
    {"hsin", dxki_exec_hsin32, {SIGN | INF32, SIGN, 0, INF32, NAN32}},
    {"htan", dxki_exec_htan32, {SIGN | ONE, SIGN, 0, ONE, NAN32}},
    {"frc", dxki_exec_frc32, {NAN32, 0, 0, NAN32, NAN32}},
    {"round_ne", dxki_exec_round_ne32, {SIGN | INF32, SIGN, 0, INF32, NAN32}},
    {"round_ni", dxki_exec_round_ni32, {SIGN | INF32, SIGN, 0, INF32, NAN32}},
    {"round_pi", dxki_exec_round_pi32, {SIGN | INF32, SIGN, 0, INF32, NAN32}},
    {"round_z", dxki_exec_round_z32, {SIGN | INF32, SIGN, 0, INF32, NAN32}},
    {"saturate", dxki_exec_saturate32, {0, 0, 0, ONE, 0}},
};

static void special_values_are_those_of_the_tables(void **state)
{
    static const uint32_t operands[5] = {SIGN | INF32, SIGN, 0, INF32, 0xFFC12345u};
    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(specials); i++) {
        for (size_t k = 0; k < 5; k++) {
            uint32_t got = specials[i].f(operands[k]);
            if (got != specials[i].expected[k])
                fail_msg("%s(%08x) is %08x, expected %08x", specials[i].name, operands[k], got,
                         specials[i].expected[k]);
        }
    }
}

static void single_values_are_right(void **state)
{
    (void)state;
    assert_int_equal(dxki_exec_log232(bits(-1)), NAN32);
    assert_int_equal(dxki_exec_sqrt32(SIGN | 1), NAN32);
    assert_int_equal(dxki_exec_asin32(bits(1.5)), NAN32);
    assert_int_equal(dxki_exec_acos32(bits(-1)), 0x40490FDB);
    assert_int_equal(dxki_exec_acos32(bits(1)), 0);
    assert_int_equal(dxki_exec_frc32(bits(-1e-30)), 0x3F7FFFFF);
    assert_int_equal(dxki_exec_frc32(bits(-2)), 0);
    assert_int_equal(dxki_exec_round_ne32(bits(10.5)), bits(10));
    assert_int_equal(dxki_exec_round_ne32(bits(11.5)), bits(12));
    assert_int_equal(dxki_exec_round_pi32(bits(-0.5)), SIGN);
    assert_int_equal(dxki_exec_exp232(bits(127)), bits(0x1p127));
    assert_int_equal(dxki_exec_exp232(bits(-149)), 1);
    assert_int_equal(dxki_exec_exp232(bits(-151)), 0);
    assert_int_equal(dxki_exec_log232(1), bits(-149));
    for (int n = -126; n < 128; n++)
        assert_int_equal(dxki_exec_log232(dxki_exec_exp232(bits(n))), bits(n));
}

static void halves_keep_denormals(void **state)
{
    (void)state;
    assert_int_equal(dxki_exec_round_pi16(1), 0x3C00);
    assert_int_equal(dxki_exec_round_ni16(0x8001), 0xBC00);
    assert_int_equal(dxki_exec_frc16(1), 1);
    assert_int_equal(dxki_exec_frc16(0x8001), 0x3BFF);
    assert_int_equal(dxki_exec_sqrt16(0x8001), NAN16);
    assert_int_equal(dxki_exec_rsqrt16(0x8001), NAN16);
    assert_int_equal(dxki_exec_rsqrt16(0x03FF), 0x5801);
    assert_int_equal(dxki_exec_saturate16(0xFC00), 0);
}

static void minimum_and_maximum_order_zeros_and_pass_over_nan(void **state)
{
    (void)state;
    assert_int_equal(dxki_exec_min32(SIGN, 0), SIGN);
    assert_int_equal(dxki_exec_min32(0, SIGN), SIGN);
    assert_int_equal(dxki_exec_max32(SIGN, 0), 0);
    assert_int_equal(dxki_exec_max32(0, SIGN), 0);
    assert_int_equal(dxki_exec_min32(0xFFFFFFFFu, bits(2)), bits(2));
    assert_int_equal(dxki_exec_max32(bits(-2), 0x7FC00001u), bits(-2));
    assert_int_equal(dxki_exec_max32(0xFFFFFFFFu, 0x7FC00001u), NAN32);
    assert_int_equal(dxki_exec_min32(bits(-3), bits(-2)), bits(-3));
    assert_int_equal(dxki_exec_max32(bits(-3), bits(-2)), bits(-2));
    assert_int_equal(dxki_exec_max16(0xC000, 0x3C00), 0x3C00);
    assert_int_equal(dxki_exec_min16(0x7E01, 0x3C00), 0x3C00);
    assert_true(dxki_exec_min64(0, (uint64_t)1 << 63) == (uint64_t)1 << 63);
}

/* --- floats against long doubles --- */

static real rsqrt_of(real x)
{
    return 1 / sqrtl(x);
}

typedef struct sweep {
    const char *name;
    uint32_t (*f)(uint32_t);
    uint16_t (*half)(uint16_t);
    real (*reference)(real);
} sweep;

static const sweep sweeps[] = {
    {"sqrt", dxki_exec_sqrt32, dxki_exec_sqrt16, sqrtl},
    {"rsqrt", dxki_exec_rsqrt32, dxki_exec_rsqrt16, rsqrt_of},
    {"exp2", dxki_exec_exp232, dxki_exec_exp216, exp2l},
    {"log2", dxki_exec_log232, dxki_exec_log216, log2l},
    {"sin", dxki_exec_sin32, dxki_exec_sin16, sinl},
    {"cos", dxki_exec_cos32, dxki_exec_cos16, cosl},
    {"tan", dxki_exec_tan32, dxki_exec_tan16, tanl},
    {"asin", dxki_exec_asin32, dxki_exec_asin16, asinl},
    {"acos", dxki_exec_acos32, dxki_exec_acos16, acosl},
    {"atan", dxki_exec_atan32, dxki_exec_atan16, atanl},
    {"hcos", dxki_exec_hcos32, dxki_exec_hcos16, coshl},
    {"hsin", dxki_exec_hsin32, dxki_exec_hsin16, sinhl},
    {"htan", dxki_exec_htan32, dxki_exec_htan16, tanhl},
};

/* How far a result is from the exact one, in units of the last place of a format with that many
 * bits and least exponent. */
static double error_of(real exact, real got, int precision, int least)
{
    int exponent;
    frexpl(exact, &exponent);
    if (exponent < least)
        exponent = least;
    return (double)(fabsl(got - exact) / ldexpl(1, exponent - precision));
}

static void check_float(const sweep *s, uint32_t x, double *worst)
{
    real exact = s->reference((real)flt(x));
    float got = flt(s->f(x)), nearest = (float)exact;
    if (exact != exact || nearest == 0 || nearest - nearest != 0) {
        if (exact != exact ? got == got : got != nearest)
            fail_msg("%s(%a) is %a, expected %a", s->name, (double)flt(x), (double)got,
                     (double)nearest);
        return;
    }
    double error = error_of(exact, got, 24, -125);
    if (error > *worst)
        *worst = error;
}

static void functions_err_by_half_a_unit(void **state)
{
    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(sweeps); i++) {
        double worst = 0;
        for (uint64_t x = 0; x <= UINT32_MAX; x += STEP)
            check_float(&sweeps[i], (uint32_t)x, &worst);
        if (worst > 0.501)
            fail_msg("%s errs by %f units", sweeps[i].name, worst);
    }
}

static void functions_of_halves_err_by_half_a_unit(void **state)
{
    (void)state;
    for (size_t i = 0; i < DXKI_COUNT(sweeps); i++) {
        for (uint32_t x = 0; x < 0x10000; x++) {
            real exact = sweeps[i].reference((real)dxki_exec_f16_to_double((uint16_t)x));
            uint16_t bits16 = sweeps[i].half((uint16_t)x);
            double got = dxki_exec_f16_to_double(bits16);
            bool fits = fabsl(exact) < 65520;
            if (exact != exact ? bits16 != NAN16
                : fits         ? error_of(exact, got, 11, -13) > 0.5001
                               : (bits16 & 0x7FFF) != 0x7C00)
                fail_msg("%s of half %04x is %04x", sweeps[i].name, x, bits16);
        }
    }
}

static void results_stay_in_their_range(void **state)
{
    (void)state;
    for (uint64_t x = 0; x < INF32; x += STEP) {
        assert_true(fabsf(flt(dxki_exec_cos32((uint32_t)x))) <= 1);
        assert_true(fabsf(flt(dxki_exec_sin32((uint32_t)x))) <= 1);
        assert_true(fabsf(flt(dxki_exec_htan32((uint32_t)x))) <= 1);
        assert_true(flt(dxki_exec_frc32((uint32_t)x | SIGN)) < 1);
    }
}

static void rounding_is_that_of_c(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < INF32; i += STEP) {
        for (uint32_t sign = 0; sign <= 1; sign++) {
            uint32_t x = (uint32_t)i | sign << 31;
            assert_int_equal(dxki_exec_round_ni32(x), bits((double)floorf(flt(x))));
            assert_int_equal(dxki_exec_round_pi32(x), bits((double)ceilf(flt(x))));
            assert_int_equal(dxki_exec_round_z32(x), bits((double)truncf(flt(x))));
            assert_int_equal(dxki_exec_round_ne32(x), bits((double)rintf(flt(x))));
        }
    }
}

static void square_roots_of_doubles_are_exact(void **state)
{
    (void)state;
    for (size_t i = 0; i < 100000; i++) {
        double x = fabs(next_random());
        if (x == x)
            assert_true(dxki_real_sqrt(x) == sqrt(x));
    }
}

/* --- conversions --- */

/* A half by its definition. */
static double half_value(uint32_t x)
{
    int exponent = (int)(x >> 10 & 31), fraction = (int)(x & 0x3FF);
    double magnitude = exponent ? ldexp(fraction + 1024, exponent - 25) : ldexp(fraction, -24);
    return x & 0x8000 ? -magnitude : magnitude;
}

static void halves_are_floats_and_back(void **state)
{
    (void)state;
    for (uint32_t x = 0; x < 0x10000; x++) {
        uint32_t wide = dxki_exec_f16_to_f32((uint16_t)x);
        if ((x & 0x7FFF) > 0x7C00) {
            assert_int_equal(wide, NAN32);
        } else {
            if ((x & 0x7FFF) < 0x7C00)
                assert_true((double)flt(wide) == half_value(x));
            assert_int_equal(dxki_exec_f32_to_f16(wide), x);
            assert_int_equal(dxki_exec_f32_to_f16_zero(wide), x);
        }
    }
}

/* The middle between each half and the next, and the floats beside it. */
static void floats_become_the_nearest_half(void **state)
{
    (void)state;
    for (uint32_t x = 0; x < 0x7C00; x++) {
        double above = x == 0x7BFF ? 65536 : half_value(x + 1);
        uint32_t middle = bits((half_value(x) + above) / 2);
        assert_int_equal(dxki_exec_f32_to_f16(middle), x + (x & 1));
        assert_int_equal(dxki_exec_f32_to_f16(middle - 1), x);
        assert_int_equal(dxki_exec_f32_to_f16((middle + 1) | SIGN), (x + 1) | 0x8000);
        assert_int_equal(dxki_exec_f32_to_f16_zero(middle + 1), x);
    }
    assert_int_equal(dxki_exec_f32_to_f16_zero(bits(1e30)), 0x7BFF);
    assert_int_equal(dxki_exec_f32_to_f16_zero(bits(-65536)), 0xFBFF);
    assert_int_equal(dxki_exec_f32_to_f16_zero(SIGN | INF32), 0xFC00);
    assert_int_equal(dxki_exec_f32_to_f16_zero(0xFFC00001u), 0xFE00);
    assert_int_equal(dxki_exec_f32_to_f16_zero(bits(1.75 * 0x1p-24)), 1);
    assert_int_equal(dxki_exec_f32_to_f16_zero(bits(0.75 * 0x1p-24)), 0);
}

static void integers_are_held_to_their_range(void **state)
{
    (void)state;
    assert_true(dxki_exec_to_signed(NAN, 32) == 0);
    assert_true(dxki_exec_to_signed(-1.9, 32) == -1);
    assert_true(dxki_exec_to_signed(3e9, 32) == INT32_MAX);
    assert_true(dxki_exec_to_signed(-3e9, 32) == INT32_MIN);
    assert_true(dxki_exec_to_signed(1e30, 64) == INT64_MAX);
    assert_true(dxki_exec_to_signed(-INFINITY, 64) == INT64_MIN);
    assert_true(dxki_exec_to_signed(40000, 16) == 32767);
    assert_true(dxki_exec_to_unsigned(-5, 32) == 0);
    assert_true(dxki_exec_to_unsigned(4294967295.5, 32) == UINT32_MAX);
    assert_true(dxki_exec_to_unsigned(INFINITY, 64) == UINT64_MAX);
    assert_true(dxki_exec_to_unsigned(70000, 16) == 65535);
    assert_true(dxki_exec_to_unsigned(NAN, 64) == 0);
}

static void integers_become_the_nearest_number(void **state)
{
    (void)state;
    assert_int_equal(dxki_exec_signed_to_f32(INT64_MIN), bits(-0x1p63));
    assert_int_equal(dxki_exec_unsigned_to_f32(UINT64_MAX), bits(0x1p64));
    assert_int_equal(dxki_exec_signed_to_f32(16777217), bits(16777216));
    assert_int_equal(dxki_exec_signed_to_f32(-16777219), bits(-16777220));
    /* By way of a double this one would be rounded twice. */
    assert_int_equal(dxki_exec_unsigned_to_f32(0x8000008000000001u), 0x5F000001);
    assert_int_equal(dxki_exec_signed_to_f16(65520), 0x7C00);
    assert_int_equal(dxki_exec_unsigned_to_f16(2049), 0x6800);
    assert_int_equal(dxki_exec_signed_to_f16(-1), 0xBC00);
    assert_true(dxki_exec_signed_to_f64(0) == 0);
    assert_true(dxki_exec_double(dxki_exec_unsigned_to_f64(((uint64_t)1 << 53) + 1)) == 0x1p53);
}

/* --- more operands --- */

static double some_number(int i)
{
    double x = next_random();
    int exponent;
    double fraction = frexp(x, &exponent);
    if (x - x != 0)
        return i;
    return i % 3 == 0 ? x : i % 3 == 1 ? ldexp(fraction, exponent % 40) : ldexp(fraction, -1040);
}

static void fused_multiplication_rounds_once(void **state)
{
    (void)state;
    for (int i = 0; i < 300000; i++) {
        double a = some_number(i), b = some_number(i / 3), c = some_number(i / 9);
        if (i % 4 == 0) /* much cancels */
            c = -a * b;
        double got = dxki_exec_double(dxki_exec_fma64(
            dxki_exec_double_bits(a), dxki_exec_double_bits(b), dxki_exec_double_bits(c)));
        double expected = fma(a, b, c);
        if (expected == expected ? got != expected : got == got)
            fail_msg("fma(%a, %a, %a) is %a, expected %a", a, b, c, got, expected);
    }
}

static void remainders_are_exact(void **state)
{
    (void)state;
    for (int i = 0; i < 100000; i++) {
        double a = some_number(i), b = some_number(i / 3), expected = fmod(a, b);
        double got =
            dxki_exec_double(dxki_exec_frem64(dxki_exec_double_bits(a), dxki_exec_double_bits(b)));
        if (expected == expected ? got != expected : got == got)
            fail_msg("fmod(%a, %a) is %a, expected %a", a, b, got, expected);
    }
    assert_int_equal(dxki_exec_frem32(bits(-5.5), bits(2)), bits(-1.5));
    assert_int_equal(dxki_exec_frem32(bits(5), INF32), bits(5));
    assert_int_equal(dxki_exec_frem32(INF32, bits(5)), NAN32);
    assert_int_equal(dxki_exec_frem32(bits(5), 0), NAN32);
    assert_int_equal(dxki_exec_frem32(bits(-4), bits(2)), SIGN);
    assert_int_equal(dxki_exec_frem16(0x4500, 0x4000), 0x3C00);
}

static void halves_round_once(void **state)
{
    const uint16_t a[2] = {0x7BFF, 0x3C00}, b[2] = {0x3C00, 0x7BFF};
    (void)state;
    assert_int_equal(dxki_exec_add16(0x3C00, 0x1000), 0x3C00); /* a tie, to even */
    assert_int_equal(dxki_exec_add16(0x3C01, 0x1000), 0x3C02);
    assert_int_equal(dxki_exec_mul16(0x7BFF, 0x4000), 0x7C00);
    assert_int_equal(dxki_exec_div16(0x3C00, 0), 0x7C00);
    assert_int_equal(dxki_exec_div16(0, 0), NAN16);
    assert_int_equal(dxki_exec_sub16(0x3C00, 0x3C00), 0);
    assert_int_equal(dxki_exec_fmad16(0x4000, 0x4200, 0x3C00), 0x4700);
    assert_int_equal(dxki_exec_dot2_add_half(0, a, b), bits(131008));
}

/* --- integers --- */

static void bits_are_found(void **state)
{
    (void)state;
    assert_int_equal(dxki_exec_reverse_bits(1, 32), 0x80000000u);
    assert_int_equal(dxki_exec_reverse_bits(0x8001, 16), 0x8001);
    assert_true(dxki_exec_reverse_bits(2, 64) == (uint64_t)1 << 62);
    assert_int_equal(dxki_exec_count_bits(UINT64_MAX), 64);
    assert_int_equal(dxki_exec_count_bits(0x10100), 2);
    assert_int_equal(dxki_exec_first_low(0), UINT32_MAX);
    assert_int_equal(dxki_exec_first_low(0x50), 4);
    assert_int_equal(dxki_exec_first_high(0x50, 32), 25);
    assert_int_equal(dxki_exec_first_high(0x50, 16), 9);
    assert_int_equal(dxki_exec_first_high(0, 64), UINT32_MAX);
    assert_int_equal(dxki_exec_first_signed_high(0xFFFFFFF0u, 32), 28);
    assert_int_equal(dxki_exec_first_signed_high(0xFFFF, 16), UINT32_MAX);
    assert_int_equal(dxki_exec_first_signed_high(5, 32), 29);
}

static void division_never_traps(void **state)
{
    (void)state;
    assert_int_equal(dxki_exec_udiv(5, 0, 32), UINT32_MAX);
    assert_int_equal(dxki_exec_urem(5, 0, 16), 0xFFFF);
    assert_true(dxki_exec_sdiv(5, 0, 64) == UINT64_MAX);
    assert_int_equal(dxki_exec_sdiv(0x80000000u, UINT32_MAX, 32), 0x80000000u);
    assert_int_equal(dxki_exec_srem(0x80000000u, UINT32_MAX, 32), 0);
    assert_int_equal(dxki_exec_sdiv((uint32_t)-7, 2, 32), (uint32_t)-3);
    assert_int_equal(dxki_exec_srem((uint32_t)-7, 2, 32), (uint32_t)-1);
    assert_true(dxki_exec_sdiv((uint64_t)1 << 63, UINT64_MAX, 64) == (uint64_t)1 << 63);
}

static void fields_are_cut_out_and_put_in(void **state)
{
    (void)state;
    assert_int_equal(dxki_exec_ubfe(8, 4, 0xABCD), 0xBC);
    assert_int_equal(dxki_exec_ubfe(0, 4, 0xABCD), 0);
    assert_int_equal(dxki_exec_ubfe(31, 8, 0xABCD1234u), 0xABCD12);
    assert_int_equal(dxki_exec_ibfe(8, 4, 0xABCD), (uint32_t)-68);
    assert_int_equal(dxki_exec_ibfe(31, 8, 0xABCD1234u), 0xFFABCD12u);
    assert_int_equal(dxki_exec_ibfe(32, 4, 0xABCD), 0);
    assert_int_equal(dxki_exec_bfi(8, 4, 0xFF, 0), 0xFF0);
    assert_int_equal(dxki_exec_bfi(0, 4, 0xFF, 7), 7);
    assert_int_equal(dxki_exec_bfi(8, 28, 0xFF, 1), 0xF0000001u);
}

static void bytes_are_taken_by_themselves(void **state)
{
    const int32_t wide[4] = {-1, 300, 127, -200};
    int32_t out[4];
    (void)state;
    assert_int_equal(dxki_exec_msad(0x00010203, 0xFF000000u, 10), 10 + 1 + 2 + 3);
    assert_int_equal(dxki_exec_msad(0xFFFFFFFFu, 0, 0xFFFFFFF0u), UINT32_MAX);
    assert_int_equal(dxki_exec_dot4_add_i8(1, 0xFF02FF02u, 0x01010101), 3);
    assert_int_equal(dxki_exec_dot4_add_u8(1, 0xFF02FF02u, 0x01010101), 515);
    assert_int_equal(dxki_exec_pack4x8(0, wide), 0x387F2CFF);
    assert_int_equal(dxki_exec_pack4x8(1, wide), 0x007FFF00);
    assert_int_equal(dxki_exec_pack4x8(2, wide), 0x807F7FFFu);
    dxki_exec_unpack4x8(1, 0x80FF7F01u, out);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[2], -1);
    assert_int_equal(out[3], -128);
    dxki_exec_unpack4x8(0, 0x80FF7F01u, out);
    assert_int_equal(out[3], 128);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(special_values_are_those_of_the_tables),
    cmocka_unit_test(single_values_are_right),
    cmocka_unit_test(halves_keep_denormals),
    cmocka_unit_test(minimum_and_maximum_order_zeros_and_pass_over_nan),
    cmocka_unit_test(functions_err_by_half_a_unit),
    cmocka_unit_test(functions_of_halves_err_by_half_a_unit),
    cmocka_unit_test(results_stay_in_their_range),
    cmocka_unit_test(rounding_is_that_of_c),
    cmocka_unit_test(square_roots_of_doubles_are_exact),
    cmocka_unit_test(halves_are_floats_and_back),
    cmocka_unit_test(floats_become_the_nearest_half),
    cmocka_unit_test(integers_are_held_to_their_range),
    cmocka_unit_test(integers_become_the_nearest_number),
    cmocka_unit_test(fused_multiplication_rounds_once),
    cmocka_unit_test(remainders_are_exact),
    cmocka_unit_test(halves_round_once),
    cmocka_unit_test(bits_are_found),
    cmocka_unit_test(division_never_traps),
    cmocka_unit_test(fields_are_cut_out_and_put_in),
    cmocka_unit_test(bytes_are_taken_by_themselves),
};
SUPPORT_SUITE(test_exec_math, tests);
