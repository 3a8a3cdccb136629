/* SPDX-License-Identifier: MIT */
/*
 * number.c - floats as decimals, exactly. A value is m * 2^e with whole m. For e < 0 that is
 * m * 5^-e / 10^-e, so the digits are those of a whole number with the point moved; whole numbers
 * of any size are arrays of 32-bit limbs.
 *
 * Older compilers print the 17 digits that tell doubles apart, rounded half up, and fill with
 * zeros; newer ones print all digits, rounded half to even.
 */
#include "fxc/number.h"

#include <string.h>

#define LIMBS    84   /* 2688 bits: 53 + 1074 * log2(5) are needed */
#define DIGITS   1100 /* 309 before the point, 767 behind it */
#define DECIMALS 6
#define MILLION  1000000u

typedef struct whole {
    uint32_t limb[LIMBS]; /* lowest first */
    int count;            /* limbs used */
} whole;

static void multiply(whole *w, uint32_t by)
{
    uint64_t carry = 0;
    for (int i = 0; i < w->count; i++) {
        carry += (uint64_t)w->limb[i] * by;
        w->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && w->count < LIMBS)
        w->limb[w->count++] = (uint32_t)carry;
}

static uint32_t divide(whole *w, uint32_t by)
{
    uint64_t rest = 0;
    for (int i = w->count - 1; i >= 0; i--) {
        rest = rest << 32 | w->limb[i];
        w->limb[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    while (w->count && w->limb[w->count - 1] == 0)
        w->count--;
    return (uint32_t)rest;
}

static void power(whole *w, uint32_t base, int exponent, uint32_t step, int step_exponent)
{
    for (; exponent >= step_exponent; exponent -= step_exponent)
        multiply(w, step);
    for (; exponent > 0; exponent--)
        multiply(w, base);
}

/* Decimal digits of `w`, which is used up, ending at `end`; returns the first. */
static char *digits_of(whole *w, char *end)
{
    while (w->count) {
        uint32_t nine = divide(w, 1000000000u);
        for (int i = 0; i < 9; i++, nine /= 10)
            *--end = (char)('0' + nine % 10);
    }
    return end;
}

/* A decimal: digits, the last `behind` of which are behind the point. */
typedef struct decimal {
    char text[DIGITS];
    char *first, *end;
    int behind;
} decimal;

static void skip_zeros(decimal *d)
{
    while (d->first < d->end && *d->first == '0')
        d->first++;
}

/* Adds one to the last digit before `at`. */
static void round_up(decimal *d, char *at)
{
    while (at > d->first) {
        if (*--at != '9') {
            ++*at;
            return;
        }
        *at = '0';
    }
    *--d->first = '1'; /* the buffer has room: digits end at its end */
}

/* Rounds half up so that `keep` digits are left, those behind become zeros. */
static void round_digits(decimal *d, long keep)
{
    if (keep >= d->end - d->first)
        return;
    char *at = keep < 0 ? d->first : d->first + keep;
    bool up = keep >= 0 && *at >= '5';
    memset(at, '0', (size_t)(d->end - at));
    if (up)
        round_up(d, at);
}

/* Rounds so that `decimals` digits behind the point are left, ties to even. */
static void round_even(decimal *d, int decimals)
{
    if (d->behind <= decimals)
        return;
    char *at = d->end - (d->behind - decimals);
    if (at < d->first) {
        memset(d->first, '0', (size_t)(d->end - d->first));
        return;
    }
    bool up = *at > '5';
    if (*at == '5') {
        bool tie = true;
        for (const char *p = at + 1; p < d->end && tie; p++)
            tie = *p == '0';
        up = !tie || (at > d->first && (at[-1] - '0') % 2);
    }
    memset(at, '0', (size_t)(d->end - at));
    if (up)
        round_up(d, at);
}

static void put_decimal(dxki_out *out, const decimal *d)
{
    long before = (long)(d->end - d->first) - d->behind;
    if (before > 0)
        dxki_out_write(out, d->first, (size_t)before);
    else
        dxki_out_char(out, '0');
    dxki_out_char(out, '.');
    for (long i = 0; i < DECIMALS; i++) {
        long at = before + i;
        dxki_out_char(out, at >= 0 && at < d->end - d->first ? d->first[at] : '0');
    }
}

/* All digits of m * 2^e. */
static void expand(decimal *d, uint64_t m, int e)
{
    whole w = {{(uint32_t)m, (uint32_t)(m >> 32)}, m >> 32 ? 2 : 1};
    if (e >= 0)
        power(&w, 2, e, 1u << 31, 31);
    else
        power(&w, 5, -e, 1220703125u, 13);
    d->end = d->text + sizeof d->text;
    d->first = digits_of(&w, d->end);
    d->behind = e < 0 ? -e : 0;
    skip_zeros(d);
}

/* m * 2^e in the general case. */
static void put_slow(dxki_out *out, uint64_t m, int e, dxki_fxc_rounding rounding)
{
    decimal d;
    expand(&d, m, e);
    if (rounding == DXKI_ROUND_17) {
        round_digits(&d, 17);
        round_digits(&d, (long)(d.end - d.first) - d.behind + DECIMALS);
    } else {
        round_even(&d, DECIMALS);
    }
    put_decimal(out, &d);
}

/* m * 2^e with m below 2^24, -e below 64 and few digits before the point. */
static void put_fast(dxki_out *out, uint64_t m, int e)
{
    uint64_t scaled = m * MILLION; /* below 2^44 */
    int shift = -e;
    uint64_t number = scaled >> shift;
    uint64_t rest = scaled & ((1ull << shift) - 1), half = shift ? 1ull << (shift - 1) : 0;
    if (shift && (rest > half || (rest == half && number & 1)))
        number++;
    char text[32], *end = text + sizeof text;
    uint32_t decimals = (uint32_t)(number % MILLION);
    for (int i = 0; i < DECIMALS; i++, decimals /= 10)
        *--end = (char)('0' + decimals % 10);
    *--end = '.';
    end = dxki_format_u64(end, number / MILLION);
    dxki_out_write(out, end, (size_t)(text + sizeof text - end));
}

/* Digits of m * 2^e fit in 17, so that both ways of rounding may only differ in ties. */
static bool few_digits(uint64_t m, int e)
{
    return e > -30 && m < 1u << 24 && e <= 0;
}

static void put_value(dxki_out *out, uint64_t m, int e, dxki_fxc_rounding rounding)
{
    if (m == 0) {
        dxki_out_text(out, "0.000000");
        return;
    }
    while (!(m & 1) && e < 0) {
        m >>= 1;
        e++;
    }
    if (few_digits(m, e) && (rounding == DXKI_ROUND_EXACT || e > -7))
        put_fast(out, m, e); /* six binary places are six decimals: nothing is rounded */
    else
        put_slow(out, m, e, rounding);
}

/* What is no number. The NaN that processors make has a name of its own; `zeros` are those that
 * older compilers fill six decimals with. */
static void put_special(dxki_out *out, bool negative, uint64_t fraction, uint64_t quiet,
                        dxki_fxc_rounding rounding, bool zeros)
{
    bool indefinite = negative && fraction == quiet;
    if (negative)
        dxki_out_char(out, '-');
    if (rounding == DXKI_ROUND_EXACT) {
        dxki_out_text(out, fraction == 0 ? "inf" : indefinite ? "nan(ind)" : "nan");
        return;
    }
    dxki_out_text(out, fraction == 0 ? "1.#INF" : indefinite ? "1.#IND" : "1.#QNAN");
    if (zeros)
        dxki_out_text(out, fraction == 0 || indefinite ? "00" : "0");
}

void dxki_fxc_put_float(dxki_out *out, uint32_t bits, dxki_fxc_rounding rounding)
{
    uint32_t exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
    if (exponent == 0xff) {
        put_special(out, bits >> 31, fraction, 0x400000, rounding, true);
        return;
    }
    if (bits >> 31)
        dxki_out_char(out, '-');
    if (exponent == 0)
        put_value(out, fraction, -149, rounding);
    else
        put_value(out, fraction | 0x800000, (int)exponent - 150, rounding);
}

void dxki_fxc_put_double(dxki_out *out, uint64_t bits, dxki_fxc_rounding rounding)
{
    uint64_t exponent = bits >> 52 & 0x7ff, fraction = bits & 0xfffffffffffffull;
    if (exponent == 0x7ff) {
        put_special(out, bits >> 63, fraction, 1ull << 51, rounding, true);
        return;
    }
    if (bits >> 63)
        dxki_out_char(out, '-');
    if (exponent == 0)
        put_value(out, fraction, -1074, rounding);
    else
        put_value(out, fraction | 1ull << 52, (int)exponent - 1075, rounding);
}

#define SIGNIFICANT 9

/* Rounded digits with the point behind the first and an exponent, or plain. */
static void put_digits(dxki_out *out, const char *digits, int count, int exponent, int least)
{
    while (count > 1 && digits[count - 1] == '0')
        count--;
    if (exponent < -4 || exponent >= SIGNIFICANT) {
        dxki_out_char(out, digits[0]);
        if (count > 1)
            dxki_out_char(out, '.');
        dxki_out_write(out, digits + 1, (size_t)count - 1);
        dxki_out_text(out, exponent < 0 ? "e-" : "e+");
        uint64_t size = (uint64_t)(exponent < 0 ? -exponent : exponent);
        for (uint64_t bound = least == 3 ? 100 : 10; size < bound && bound > 1; bound /= 10)
            dxki_out_char(out, '0');
        dxki_out_u64(out, size);
        return;
    }
    if (exponent < 0)
        dxki_out_text(out, "0.");
    for (int i = exponent; i < -1; i++)
        dxki_out_char(out, '0');
    for (int i = 0; i < count || i <= exponent; i++) {
        dxki_out_char(out, i < count ? digits[i] : '0');
        if (i == exponent && i + 1 < count)
            dxki_out_char(out, '.');
    }
}

void dxki_fxc_put_general(dxki_out *out, uint32_t bits, dxki_fxc_rounding rounding)
{
    uint32_t exponent = bits >> 23 & 0xff, fraction = bits & 0x7fffff;
    decimal d;
    if (exponent == 0xff) {
        put_special(out, bits >> 31, fraction, 0x400000, rounding, false);
        return;
    }
    if (bits >> 31)
        dxki_out_char(out, '-');
    if (exponent == 0 && fraction == 0) {
        dxki_out_char(out, '0');
        return;
    }
    uint64_t m = exponent ? fraction | 0x800000 : fraction;
    int e = exponent ? (int)exponent - 150 : -149;
    for (; !(m & 1) && e < 0; e++)
        m >>= 1;
    expand(&d, m, e);
    if (rounding == DXKI_ROUND_17) {
        round_digits(&d, 17);
        round_digits(&d, SIGNIFICANT);
    } else {
        round_even(&d, SIGNIFICANT - (int)(d.end - d.first) + d.behind);
    }
    int count = (int)(d.end - d.first);
    int power_of_ten = count - 1 - d.behind;
    put_digits(out, d.first, count < SIGNIFICANT ? count : SIGNIFICANT, power_of_ten,
               rounding == DXKI_ROUND_17 ? 3 : 2);
}
