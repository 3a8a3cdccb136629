/* SPDX-License-Identifier: MIT */
/*
 * float.c - the decimal form of floating point constants (docs/text-format.md, section 5).
 *
 * A number is shown with seven significant digits when these say exactly which double it is.
 * If any seven-digit decimal D = d * 10^q reads back as the double V, then D lies within half a
 * unit of V's last place. So it is enough to find the d nearest to V / 10^q and to ask whether D
 * reads back as V:
 *
 *   |q| <= 22        both d and 10^|q| are exact doubles, so d * 10^q or d / 10^-q is rounded
 *                    once and equals what reading gives: one comparison decides
 *   other normal V   V / 10^q in doubles is off by a few units of 1e-16; seven digits can only
 *                    read back when it is within 1e-6 of an integer, which almost no number is
 *   the rest         exact comparison of big integers; also all denormal numbers
 */
#include "text/float.h"

#include <float.h>
#include <string.h>

#define DIGITS      7
#define LOW_DIGITS  1000000u  /* smallest number of seven digits */
#define HIGH_DIGITS 10000000u /* one more than the largest */

/* ---------------------------------------------------------------------------------------- */
/* Big integers: at most 2^1200, which 10^308 * 2^53 and 2^1075 * 10^7 fit into.              */

#define BIG_WORDS 40

typedef struct big {
    uint32_t words[BIG_WORDS]; /* lowest first */
    int count;
} big;

static void big_set(big *b, uint64_t value)
{
    b->count = 0;
    for (; value; value >>= 32)
        b->words[b->count++] = (uint32_t)value;
}

static void big_mul(big *b, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->words[i] * factor;
        b->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && b->count < BIG_WORDS)
        b->words[b->count++] = (uint32_t)carry;
}

static void big_mul_pow10(big *b, int power)
{
    for (; power >= 9; power -= 9)
        big_mul(b, 1000000000u);
    for (; power > 0; power--)
        big_mul(b, 10);
}

static void big_shift(big *b, int bits)
{
    int words = bits / 32, rest = bits % 32;
    if (b->count == 0 || b->count + words > BIG_WORDS)
        return;
    memmove(b->words + words, b->words, (size_t)b->count * sizeof b->words[0]);
    memset(b->words, 0, (size_t)words * sizeof b->words[0]);
    b->count += words;
    big_mul(b, 1u << rest);
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    return 0;
}

/* a -= b; a must not be smaller. */
static void big_sub(big *a, const big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t d = (uint64_t)a->words[i] - (i < b->count ? b->words[i] : 0) - borrow;
        a->words[i] = (uint32_t)d;
        borrow = d >> 63;
    }
    while (a->count > 0 && a->words[a->count - 1] == 0)
        a->count--;
}

/* ---------------------------------------------------------------------------------------- */

/* V = m * 2^e without sign; m != 0. */
typedef struct parts {
    uint64_t m;
    int e;
    bool lower_is_closer; /* the next smaller number is only half a step away */
} parts;

static parts split(uint64_t bits)
{
    uint64_t fraction = bits & 0xfffffffffffffu;
    int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent == 0)
        return (parts){fraction, -1074, false};
    return (parts){fraction | (uint64_t)1 << 52, exponent - 1075, fraction == 0 && exponent > 1};
}

/* Compares x * 2^e with d * 10^q. */
static int compare_exact(uint64_t x, int e, uint32_t d, int q)
{
    big left, right;
    big_set(&left, x);
    big_set(&right, d);
    big_mul_pow10(q < 0 ? &left : &right, q < 0 ? -q : q);
    big_shift(e < 0 ? &right : &left, e < 0 ? -e : e);
    return big_compare(&left, &right);
}

/* Does d * 10^q read back as v? It does between the two points halfway to v's neighbours, and on
 * them when v is even. */
static bool reads_back(parts v, uint32_t d, int q)
{
    int low = v.lower_is_closer ? compare_exact(4 * v.m - 1, v.e - 2, d, q)
                                : compare_exact(2 * v.m - 1, v.e - 1, d, q);
    int high = compare_exact(2 * v.m + 1, v.e - 1, d, q);
    bool even = v.m % 2 == 0;
    return (low < 0 || (low == 0 && even)) && (high > 0 || (high == 0 && even));
}

/* floor(log10(m * 2^e)), or one less. */
static int log10_floor(parts v)
{
    int top = v.e;
    for (uint64_t m = v.m; m > 1; m >>= 1)
        top++;
    int64_t scaled = (int64_t)top * 1292913986; /* log10(2) * 2^32, rounded down */
    return (int)(scaled >= 0 ? scaled >> 32 : -((-scaled + 0xffffffff) >> 32));
}

/* The seven digits of v, correctly rounded (half to even), and the power of ten of their unit. */
static uint32_t digits_exact(parts v, int *q)
{
    int exponent = log10_floor(v);
    big left, right;
    for (;; exponent++) {
        big_set(&left, v.m);
        big_set(&right, 1);
        big_mul_pow10(exponent < 0 ? &left : &right, exponent < 0 ? -exponent : exponent);
        big_shift(v.e < 0 ? &right : &left, v.e < 0 ? -v.e : v.e);
        big limit = right;
        big_mul(&limit, 10);
        if (big_compare(&left, &limit) < 0)
            break;
    }
    uint32_t digits = 0;
    for (int i = 0; i < DIGITS; i++) {
        digits *= 10;
        for (; big_compare(&left, &right) >= 0; digits++)
            big_sub(&left, &right);
        big_mul(&left, 10);
    }
    big_mul(&right, 5);
    int half = big_compare(&left, &right);
    if (half > 0 || (half == 0 && digits % 2))
        digits++;
    *q = exponent - (DIGITS - 1);
    return digits;
}

/* ---------------------------------------------------------------------------------------- */

static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* Arithmetic in double really is in double: no wider intermediate results. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD == 0
#define EXACT_DOUBLES 1
#else
#define EXACT_DOUBLES 0
#endif

typedef enum answer { NO, YES, UNKNOWN } answer;

/* The fast way for numbers whose digits have a unit between 1e-22 and 1e22. */
static answer quick(double value, parts v, uint32_t *digits, int *q)
{
    int unit = log10_floor(v) - (DIGITS - 1);
    if (!EXACT_DOUBLES || unit < -22 || unit > 22 - 1)
        return UNKNOWN;
    double scaled = unit < 0 ? value * powers[-unit] : value / powers[unit];
    if (scaled >= HIGH_DIGITS - 0.5) {
        unit++;
        scaled = unit <= 0 ? value * powers[-unit] : value / powers[unit];
    }
    if (scaled >= HIGH_DIGITS || scaled < LOW_DIGITS - 0.5)
        return UNKNOWN;
    *digits = (uint32_t)(scaled + 0.5);
    *q = unit;
    double again = unit < 0 ? *digits / powers[-unit] : *digits * powers[unit];
    return again == value ? YES : NO;
}

/* Can no seven digits read back as this normal number? Multiplying loses a few units of 1e-16. */
static bool hopeless(double value, parts v)
{
    if (v.m < (uint64_t)1 << 52)
        return false;
    int power = DIGITS - 1 - log10_floor(v);
    for (; power > 22; power -= 22)
        value *= powers[22];
    for (; power < -22; power += 22)
        value /= powers[22];
    value = power < 0 ? value / powers[-power] : value * powers[power];
    double rest = value - (double)(int64_t)value;
    return value < 2e8 && rest > 1e-5 && rest < 1 - 1e-5;
}

static answer slow(double value, parts v, uint32_t *digits, int *q)
{
    if (hopeless(value, v))
        return NO;
    *digits = digits_exact(v, q);
    return reads_back(v, *digits, *q) ? YES : NO;
}

/* d.dddddde+xx */
static size_t write_decimal(bool negative, uint32_t digits, int q, char *text)
{
    int exponent = digits ? q + DIGITS - 1 : 0;
    if (digits == HIGH_DIGITS) {
        digits = LOW_DIGITS;
        exponent++;
    }
    char *p = text;
    if (negative)
        *p++ = '-';
    for (int i = DIGITS; i > 0; i--) {
        p[i] = (char)('0' + digits % 10);
        digits /= 10;
    }
    p[0] = p[1];
    p[1] = '.';
    p += DIGITS + 1;
    *p++ = 'e';
    *p++ = exponent < 0 ? '-' : '+';
    if (exponent < 0)
        exponent = -exponent;
    if (exponent >= 100)
        *p++ = (char)('0' + exponent / 100);
    *p++ = (char)('0' + exponent / 10 % 10);
    *p++ = (char)('0' + exponent % 10);
    return (size_t)(p - text);
}

static size_t write_hex(uint64_t bits, char *text)
{
    size_t n = 0;
    text[n++] = '0';
    text[n++] = 'x';
    int digits = 16;
    while (digits > 1 && bits >> (4 * (digits - 1)) == 0)
        digits--;
    for (; digits > 0; digits--)
        text[n++] = "0123456789ABCDEF"[bits >> (4 * (digits - 1)) & 15];
    return n;
}

size_t dxki_text_format_double(uint64_t bits, char text[DXKI_FLOAT_SIZE])
{
    uint64_t magnitude = bits & ~((uint64_t)1 << 63);
    bool negative = bits != magnitude;
    if (magnitude == 0)
        return write_decimal(negative, 0, 0, text);
    if (magnitude >= (uint64_t)0x7ff << 52)
        return write_hex(bits, text);
    double value;
    memcpy(&value, &magnitude, sizeof value);
    uint32_t digits = 0;
    int q = 0;
    parts v = split(magnitude);
    answer result = quick(value, v, &digits, &q);
    if (result == UNKNOWN)
        result = slow(value, v, &digits, &q);
    return result == YES ? write_decimal(negative, digits, q, text) : write_hex(bits, text);
}

uint64_t dxki_text_widen_float(uint32_t bits)
{
    uint64_t sign = (uint64_t)(bits >> 31) << 63;
    uint32_t exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
    if (exponent == 0xff)
        return sign | (uint64_t)0x7ff << 52 | (uint64_t)fraction << 29;
    if (exponent == 0) {
        if (fraction == 0)
            return sign;
        /* A denormal float is a normal double: move the first one bit in front of the point. */
        exponent = 1;
        while (!(fraction & 0x800000)) {
            fraction <<= 1;
            exponent--; /* wraps below zero; the sum below is right again */
        }
        fraction &= 0x7fffff;
    }
    return sign | (uint64_t)(exponent + 896) << 52 | (uint64_t)fraction << 29;
}
