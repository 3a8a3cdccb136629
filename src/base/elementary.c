/* SPDX-License-Identifier: MIT */
/*
 * elementary.c - roots, exponentials, logarithms, circular and hyperbolic functions; see
 * elementary.h.
 */
#include "base/elementary.h"

#include <float.h>
#include <stdint.h>
#include <string.h>

#include "base/count.h"
#include "base/real.h"

#if FLT_EVAL_METHOD != 0
#error "arithmetic of double must not have excess precision"
#endif

#define QUIET_NAN 0x7FF8000000000000u

#define PI_HALF        0x1.921fb54442d18p+0
#define PI             0x1.921fb54442d18p+1
#define TAN_PI_8       0x1.a827999fcef32p-2
#define SQRT_HALF_BITS 0x3FE6A09E667F3BCDu
#define LOG2_E         0x1.71547652b82fep+0

/* Adding and subtracting it leaves the nearest integer of a number below 2^51. */
#define TO_INTEGER 0x1.8p52

/* --- polynomials in x, near-minimax on the range where they are used; lowest power first --- */

/* 2^x, |x| <= 1/2 */
static const double exp2_terms[] = {
    0x1.000000000003dp+0,  0x1.62e42fefa39f7p-1,  0x1.ebfbdff8149f2p-3,  0x1.c6b08d7044119p-5,
    0x1.3b2ab72b175eep-7,  0x1.5d87fe908f88ap-10, 0x1.43088e257f341p-13, 0x1.ffcb76789860fp-17,
    0x1.63ef969a64d3cp-20, 0x1.b6571de2f2351p-24};
/* log2((1 + s) / (1 - s)) / s, by s^2, |s| <= (sqrt 2 - 1) / (sqrt 2 + 1) */
static const double log2_terms[] = {
    0x1.71547652b82ffp+1, 0x1.ec709dc39ca37p-1, 0x1.2776c516a1832p-1, 0x1.a617567fc56e7p-2,
    0x1.484fa9f30746ep-2, 0x1.0bb7fe8aa189ep-2, 0x1.f17f267f467c8p-3};
/* sin(x) / x and cos(x), by x^2, |x| <= pi / 4 */
static const double sin_terms[] = {
    0x1.0000000000000p+0,  -0x1.5555555555543p-3,  0x1.111111110f3b6p-7, -0x1.a01a019ba4cb5p-13,
    0x1.71de352cb836cp-19, -0x1.ae5e34c8634f5p-26, 0x1.5d867df81f8eep-33};
static const double cos_terms[] = {
    0x1.0000000000000p+0,  -0x1.fffffffffff78p-2,  0x1.555555554e75fp-5, -0x1.6c16c163bd246p-10,
    0x1.a019f7f62476ap-16, -0x1.27df3d1d43778p-22, 0x1.1b8a18b167949p-29};
/* atan(x) / x, by x^2, |x| <= tan(pi / 8) */
static const double atan_terms[] = {
    0x1.fffffffffff0dp-1,  -0x1.55555554e53e8p-2, 0x1.99999910f9196p-3,
    -0x1.249228f16315fp-3, 0x1.c714cc286b268p-4,  -0x1.73d963bf0c396p-4,
    0x1.35cbd91f7449ap-4,  -0x1.e123c910996e0p-5, 0x1.f61079a67a655p-6};
/* asin(x) / x, by x^2, |x| <= 1/2 */
static const double asin_terms[] = {
    0x1.000000000000ep+0, 0x1.555555553a413p-3,  0x1.33333354e0841p-4, 0x1.6db6cb29167aap-5,
    0x1.f1cb1f2925bfcp-6, 0x1.6e4243d948069p-6,  0x1.1f8c5a444855bp-6, 0x1.9b26c62a41244p-7,
    0x1.25da1136c0329p-6, -0x1.e072e3ab5b652p-8, 0x1.023525ade4003p-5};
/* sinh(x) / x, by x^2, |x| <= 1 */
static const double sinh_terms[] = {
    0x1.0000000000000p+0,  0x1.5555555555407p-3,  0x1.1111111125edbp-7, 0x1.a01a0180d218ap-13,
    0x1.71de50a983cefp-19, 0x1.ae53fbcbba646p-26, 0x1.6712f2e298972p-33};
/* tanh(x) / x, by x^2, |x| <= 0.625 */
static const double tanh_terms[] = {
    0x1.ffffffffff903p-1,  -0x1.55555553eb1c4p-2,  0x1.1111104f1ba9cp-3,
    -0x1.ba1b5164b11adp-5, 0x1.6646e66f2defdp-6,   -0x1.21ef4ba0af10cp-7,
    0x1.cde0c9bb5eea0p-9,  -0x1.4d2d270648c70p-10, 0x1.3b4a97d414db5p-12};

static double of_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double evaluate(const double *terms, size_t count, double x)
{
    double sum = terms[count - 1];
    for (size_t i = count - 1; i-- > 0;)
        sum = sum * x + terms[i];
    return sum;
}

#define EVALUATE(terms, x) evaluate(terms, DXKI_COUNT(terms), x)

static double magnitude_of(double x)
{
    return of_bits(bits_of(x) & 0x7FFFFFFFFFFFFFFFu);
}

/* A magnitude with the sign of x. */
static double with_sign(double magnitude, double x)
{
    uint64_t sign = bits_of(x) & (uint64_t)1 << 63;
    return of_bits(bits_of(magnitude) | sign);
}

static double not_a_number(void)
{
    return of_bits(QUIET_NAN);
}

static double infinity(void)
{
    return of_bits((uint64_t)0x7FF << 52);
}

/* --- roots --- */

#if defined(__SSE2__) || defined(__aarch64__) || defined(__wasm__)

/* One instruction, which IEEE 754 makes exact; errno is off for these files. */
double dxki_real_sqrt(double x)
{
    return __builtin_sqrt(x);
}

#else

double dxki_real_sqrt(double x)
{
    uint64_t bits = bits_of(x);
    if (bits << 1 == 0 || bits == (uint64_t)0x7FF << 52)
        return x;
    if (bits > (uint64_t)0x7FF << 52) /* negative, or NaN */
        return not_a_number();
    /* The root of 53 bits of an integer below 2^108, digit by digit: after the last one `rest` is
     * what the square lacks, and one more digit rounds. */
    dxki_real r = dxki_real_split(DXKI_BINARY64, bits);
    int shift = 52 - dxki_top_bit(r.significand);
    r.significand <<= shift;
    r.exponent -= shift;
    if (r.exponent & 1) {
        r.significand <<= 1;
        r.exponent -= 1;
    }
    uint64_t root = 0, rest = 0;
    for (int i = 0; i < 54; i++) {
        /* The two highest digits of significand * 2^54 that are left. */
        uint64_t digits = i < 27 ? r.significand >> (52 - 2 * i) & 3 : 0;
        rest = rest << 2 | digits;
        uint64_t trial = root << 2 | 1;
        root <<= 1;
        if (rest >= trial) {
            rest -= trial;
            root |= 1;
        }
    }
    return of_bits(dxki_real_join(
        DXKI_BINARY64, (dxki_real){root << 10 | (rest != 0), (r.exponent - 54) / 2 - 10}, false));
}

#endif

double dxki_real_rsqrt(double x)
{
    return 1 / dxki_real_sqrt(x);
}

/* --- exponentials and logarithms --- */

double dxki_real_exp2(double x)
{
    if (x != x)
        return not_a_number();
    if (x > 1022)
        return x > 1024 ? infinity() : dxki_real_exp2(x - 1) * 2;
    if (x < -1021)
        return x < -1100 ? 0 : dxki_real_exp2(x + 100) * 0x1p-100;
    double whole = x + TO_INTEGER - TO_INTEGER;
    double scale = of_bits((uint64_t)((int64_t)whole + 1023) << 52);
    return EVALUATE(exp2_terms, x - whole) * scale;
}

double dxki_real_log2(double x)
{
    if (x == 0)
        return -infinity();
    if (!(x > 0))
        return not_a_number();
    if (x > DBL_MAX)
        return x;
    double adjust = 0;
    if (x < DBL_MIN) {
        x *= 0x1p54;
        adjust = -54;
    }
    /* x = m * 2^n with m from sqrt(1/2) to sqrt(2) */
    uint64_t bits = bits_of(x), above = bits - SQRT_HALF_BITS + ((uint64_t)1024 << 52);
    int64_t n = (int64_t)(above >> 52) - 1024;
    double m = of_bits(bits - ((uint64_t)n << 52)), s = (m - 1) / (m + 1);
    return (double)n + adjust + s * EVALUATE(log2_terms, s * s);
}

static double exp_of(double x)
{
    return dxki_real_exp2(x * LOG2_E);
}

double dxki_real_hcos(double x)
{
    double e = exp_of(magnitude_of(x));
    return (e + 1 / e) / 2;
}

double dxki_real_hsin(double x)
{
    double a = magnitude_of(x);
    if (a <= 1)
        return x * EVALUATE(sinh_terms, x * x);
    double e = exp_of(a);
    return with_sign((e - 1 / e) / 2, x);
}

double dxki_real_htan(double x)
{
    double a = magnitude_of(x);
    if (a <= 0.625)
        return x * EVALUATE(tanh_terms, x * x);
    return with_sign(1 - 2 / (exp_of(2 * a) + 1), x);
}

/* --- circular functions --- */

/* x = quarters * pi/2 + rest, |rest| <= pi/4; quarters modulo 4. */
typedef struct reduced {
    double rest;
    unsigned quarters;
} reduced;

/* pi/2 in three parts. Products of the first two with integers below 2^20 are exact, and so are
 * the differences that cancel. */
static reduced reduce_small(double x)
{
    double k = x * 0x1.45f306dc9c883p-1 + TO_INTEGER - TO_INTEGER;
    double rest = x - k * 0x1.921fb54400000p+0;
    rest = rest - k * 0x1.0b4611a600000p-34;
    rest = rest - k * 0x1.3198a2e037073p-69;
    return (reduced){rest, (unsigned)(int32_t)k & 3};
}

/* 2/pi: a word above the point, and the words of its weights 2^-1 to 2^-32, 2^-33 to 2^-64 ... */
static const uint32_t two_over_pi[] = {0,          0xA2F9836E, 0x4E441529, 0xFC2757D1, 0xF534DDC0,
                                       0xDB629599, 0x3C439041, 0xFE5163AB, 0xDEBBC561};

static uint32_t word_at(unsigned bit)
{
    unsigned word = bit / 32, shift = bit % 32;
    uint64_t pair = (uint64_t)two_over_pi[word] << 32 | two_over_pi[word + 1];
    return (uint32_t)(pair << shift >> 32);
}

/* A float from 2^20 on is m * 2^e, m < 2^24. Bits of 2/pi above 2^(2 - e) make multiples of four
 * quarters; of the product with the 128 bits below, 102 are right. */
static reduced reduce_large(double x)
{
    dxki_real r = dxki_real_split(DXKI_BINARY64, bits_of(x) & ~((uint64_t)1 << 63));
    uint64_t m = r.significand >> 29, carry = 0, product[2] = {0, 0};
    unsigned first = (unsigned)(r.exponent + 29 - 2 + 32);
    for (unsigned i = 4; i-- > 0;) {
        carry += m * word_at(first + 32 * i);
        product[i / 2] |= (uint64_t)(uint32_t)carry << (i % 2 ? 0 : 32);
        carry >>= 32;
    }
    unsigned quarters = (unsigned)(product[0] >> 62);
    uint64_t high = product[0] << 2 | product[1] >> 62, low = product[1] << 2;
    bool above = high >> 63;
    if (above) { /* the next quarter is nearer */
        quarters++;
        high = ~high + (low == 0);
        low = ~low + 1;
    }
    double rest = ((double)high * 0x1p-64 + (double)low * 0x1p-128) * PI_HALF;
    if (above)
        rest = -rest;
    return x < 0 ? (reduced){-rest, (0 - quarters) & 3} : (reduced){rest, quarters & 3};
}

/* Of a float. */
static reduced reduce(double x)
{
    return magnitude_of(x) < 0x1p20 ? reduce_small(x) : reduce_large(x);
}

static double sin_near(double x)
{
    return x * EVALUATE(sin_terms, x * x);
}

static double cos_near(double x)
{
    return EVALUATE(cos_terms, x * x);
}

/* The sine of a number that is some quarters later. */
static double sin_later(double x, unsigned quarters)
{
    reduced r = reduce(x);
    quarters += r.quarters;
    double value = quarters & 1 ? cos_near(r.rest) : sin_near(r.rest);
    return quarters & 2 ? -value : value;
}

static bool is_finite(double x)
{
    return x - x == 0;
}

double dxki_real_sin(double x)
{
    return is_finite(x) && x != 0 ? sin_later(x, 0) : x * (is_finite(x) ? 1 : 0);
}

double dxki_real_cos(double x)
{
    return is_finite(x) ? sin_later(x, 1) : not_a_number();
}

double dxki_real_tan(double x)
{
    return x == 0 ? x : dxki_real_sin(x) / dxki_real_cos(x);
}

double dxki_real_atan(double x)
{
    double a = magnitude_of(x), offset = 0, value;
    bool inverse = a > 1;
    if (inverse)
        a = 1 / a;
    if (a > TAN_PI_8) { /* atan a = pi/4 + atan((a - 1) / (a + 1)) */
        a = (a - 1) / (a + 1);
        offset = PI_HALF / 2;
    }
    value = offset + a * EVALUATE(atan_terms, a * a);
    return with_sign(inverse ? PI_HALF - value : value, x);
}

static double asin_near(double x)
{
    return x * EVALUATE(asin_terms, x * x);
}

/* acos x for 1/2 <= x <= 1 */
static double acos_high(double x)
{
    return 2 * asin_near(dxki_real_sqrt((1 - x) / 2));
}

double dxki_real_asin(double x)
{
    double a = magnitude_of(x);
    if (!(a <= 1))
        return not_a_number();
    return a <= 0.5 ? asin_near(x) : with_sign(PI_HALF - acos_high(a), x);
}

double dxki_real_acos(double x)
{
    if (!(magnitude_of(x) <= 1))
        return not_a_number();
    if (x >= 0.5)
        return acos_high(x);
    return x <= -0.5 ? PI - acos_high(-x) : PI_HALF - asin_near(x);
}
