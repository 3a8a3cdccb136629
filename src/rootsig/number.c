/* SPDX-License-Identifier: MIT */
/*
 * number.c - decimal to binary and back through integers of a fixed width. Numbers have at most
 * 127 characters and exponents are bounded, so 3072 bits hold every intermediate value.
 */
#include "rootsig/number.h"

#include <string.h>

#define LIMBS        96
#define EXPONENT_MAX 400
#define EXPONENT_MIN (-600)
#define FLOAT_MAX    0x7F7FFFFFu

typedef struct big {
    int used;             /* limbs below this one may be set, the others are zero */
    uint32_t limb[LIMBS]; /* low first */
} big;

static void multiply_add(big *a, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < a->used; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && a->used < LIMBS)
        a->limb[a->used++] = (uint32_t)carry;
}

static void times_power_of_ten(big *a, int power)
{
    for (; power >= 9; power -= 9)
        multiply_add(a, 1000000000, 0);
    for (; power > 0; power--)
        multiply_add(a, 10, 0);
}

static void shift_left(big *a, unsigned bits)
{
    int limbs = (int)(bits / 32);
    unsigned rest = bits % 32;
    a->used = a->used + limbs + 1 < LIMBS ? a->used + limbs + 1 : LIMBS;
    for (int i = a->used - 1; i >= 0; i--) {
        int from = i - limbs;
        uint64_t pair = from >= 0 ? (uint64_t)a->limb[from] << 32 : 0;
        pair |= from >= 1 ? a->limb[from - 1] : 0;
        a->limb[i] = (uint32_t)(pair << rest >> 32);
    }
    while (a->used && !a->limb[a->used - 1])
        a->used--;
}

static void halve(big *a)
{
    for (int i = 0; i < a->used; i++) {
        uint32_t above = i + 1 < a->used ? a->limb[i + 1] : 0;
        a->limb[i] = a->limb[i] >> 1 | above << 31;
    }
    while (a->used && !a->limb[a->used - 1])
        a->used--;
}

static int compare(const big *a, const big *b)
{
    for (int i = (a->used > b->used ? a->used : b->used) - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

static void subtract(big *a, const big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->used; i++) {
        uint64_t d = (uint64_t)a->limb[i] - b->limb[i] - borrow;
        a->limb[i] = (uint32_t)d;
        borrow = d >> 63;
    }
}

static int bit_length(const big *a)
{
    for (int i = a->used - 1; i >= 0; i--)
        for (int b = 31; b >= 0; b--)
            if (a->limb[i] >> b & 1)
                return 32 * i + b + 1;
    return 0;
}

static bool is_zero(const big *a)
{
    return bit_length(a) == 0;
}

/* Divides; the quotient is below 2^bits. What is left over stays in *a. */
static uint64_t divide(big *a, const big *b, int bits)
{
    uint64_t quotient = 0;
    big part = *b;
    shift_left(&part, (unsigned)bits);
    for (int i = bits - 1; i >= 0; i--) {
        halve(&part);
        if (compare(a, &part) < 0)
            continue;
        subtract(a, &part);
        quotient |= (uint64_t)1 << i;
    }
    return quotient;
}

/* ---------------------------------------------------------------------------------------- */
/* Decimal to binary                                                                          */

typedef struct decimal {
    bool negative;
    big digits;   /* as an integer */
    int exponent; /* power of ten that it is multiplied with */
} decimal;

static size_t take_digits(dxk_str text, size_t at, decimal *d, bool fraction)
{
    for (; at < text.size && text.data[at] >= '0' && text.data[at] <= '9'; at++) {
        multiply_add(&d->digits, 10, (uint32_t)(text.data[at] - '0'));
        d->exponent -= fraction;
    }
    return at;
}

static void take_exponent(dxk_str text, size_t at, decimal *d)
{
    bool negative = at < text.size && text.data[at] == '-';
    int value = 0;
    if (at < text.size && (text.data[at] == '-' || text.data[at] == '+'))
        at++;
    for (; at < text.size && text.data[at] >= '0' && text.data[at] <= '9'; at++)
        value = value < 100000 ? 10 * value + (text.data[at] - '0') : value;
    d->exponent += negative ? -value : value;
}

static void take(dxk_str text, decimal *d)
{
    size_t at = 0;
    memset(d, 0, sizeof *d);
    if (at < text.size && (text.data[at] == '-' || text.data[at] == '+'))
        d->negative = text.data[at++] == '-';
    at = take_digits(text, at, d, false);
    if (at < text.size && text.data[at] == '.')
        at = take_digits(text, at + 1, d, true);
    if (at < text.size && (text.data[at] == 'e' || text.data[at] == 'E'))
        take_exponent(text, at + 1, d);
}

/* Drops the lowest `drop` bits of a number, rounding to the nearest, ties to even; `sticky` says
 * that something was lost before. */
static uint64_t round_bits(uint64_t value, int drop, bool sticky)
{
    if (drop >= 64)
        return 0;
    uint64_t half = (uint64_t)1 << (drop - 1), rest = value & (2 * half - 1);
    uint64_t kept = drop == 64 ? 0 : value >> drop;
    bool up = rest > half || (rest == half && (sticky || (kept & 1)));
    return kept + up;
}

/* mantissa * 2^exponent, of 53 bits, as a float. False: larger than any float. */
static bool narrow(uint64_t mantissa, int exponent, uint32_t *bits)
{
    int top = exponent + 53; /* the value is in [2^(top-1), 2^top) */
    int drop = top < -125 ? 29 + (-125 - top) : 29;
    const uint64_t largest = (uint64_t)0xFFFFFF << 29;
    if (top > 128 || (top == 128 && mantissa > largest))
        return false;
    uint64_t kept = round_bits(mantissa, drop > 63 ? 64 : drop, false);
    uint32_t biased = top < -125 ? 0 : (uint32_t)(top + 125);
    /* a carry out of the mantissa counts the exponent up by itself */
    *bits = (biased << 23) + (uint32_t)kept;
    return true;
}

bool dxki_rootsig_real(dxk_str text, uint32_t *bits)
{
    decimal d;
    if (text.size > DXKI_RS_NUMBER_MAX)
        return false;
    take(text, &d);
    *bits = 0;
    if (!is_zero(&d.digits)) {
        if (d.exponent > EXPONENT_MAX || d.exponent < EXPONENT_MIN)
            return false;
        big denominator = {1, {1}};
        times_power_of_ten(&d.digits, d.exponent);
        times_power_of_ten(&denominator, -d.exponent);
        /* Scale so that the quotient has 63 or 64 bits. */
        int scale = bit_length(&denominator) + 63 - bit_length(&d.digits);
        shift_left(scale > 0 ? &d.digits : &denominator, (unsigned)(scale > 0 ? scale : -scale));
        uint64_t quotient = divide(&d.digits, &denominator, 64);
        bool sticky = !is_zero(&d.digits);
        int drop = quotient >> 63 ? 11 : 10;
        uint64_t mantissa = round_bits(quotient, drop, sticky);
        int exponent = drop - scale;
        if (mantissa >> 53) {
            mantissa >>= 1;
            exponent++;
        }
        if (exponent + 53 < -1021 || !narrow(mantissa, exponent, bits))
            return false;
    }
    *bits |= d.negative ? 0x80000000u : 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Binary to decimal                                                                          */

/* The float as a fraction of two integers. */
static void fraction_of(uint32_t bits, big *numerator, big *denominator)
{
    uint32_t biased = bits >> 23 & 0xFF, mantissa = bits & 0x7FFFFF;
    int exponent = (biased ? (int)biased : 1) - 150;
    memset(numerator, 0, sizeof *numerator);
    memset(denominator, 0, sizeof *denominator);
    numerator->used = denominator->used = 1;
    numerator->limb[0] = biased ? mantissa | 0x800000 : mantissa;
    denominator->limb[0] = 1;
    shift_left(exponent > 0 ? numerator : denominator,
               (unsigned)(exponent > 0 ? exponent : -exponent));
}

/* The power of ten of the first digit, or one more. */
static int first_power(uint32_t bits)
{
    int top = (int)(bits >> 23);
    uint32_t mantissa = bits & 0x7FFFFF;
    if (top == 0)
        for (top = 1; !(mantissa & 0x800000); mantissa <<= 1)
            top--;
    int scaled = (top - 126) * 30103; /* log10(2) = 0.30103 */
    return scaled >= 0 ? scaled / 100000 : -((-scaled + 99999) / 100000) + 1;
}

/* `digits` significant digits: an integer of that many digits, and its power of ten. */
static uint64_t rounded(uint32_t bits, int digits, int *power)
{
    uint64_t limit = 1;
    for (int i = 0; i < digits; i++)
        limit *= 10;
    for (int p = first_power(bits) + 2 - digits;; p--) {
        big numerator, denominator;
        fraction_of(bits, &numerator, &denominator);
        times_power_of_ten(&denominator, p);
        times_power_of_ten(&numerator, -p);
        uint64_t quotient = divide(&numerator, &denominator, 60);
        if (quotient < limit / 10)
            continue; /* not enough digits yet */
        shift_left(&numerator, 1);
        int half = compare(&numerator, &denominator);
        quotient += half > 0 || (half == 0 && (quotient & 1));
        *power = p + (quotient == limit);
        return quotient == limit ? quotient / 10 : quotient;
    }
}

static size_t put_number(char *text, size_t at, uint64_t value)
{
    char digits[20];
    size_t n = 0;
    do
        digits[n++] = (char)('0' + value % 10);
    while (value /= 10);
    while (n)
        text[at++] = digits[--n];
    return at;
}

/* digits * 10^power, plainly when that is short. */
static size_t lay_out(bool negative, uint64_t digits, int power, char *text)
{
    size_t n = 0;
    char buffer[20];
    if (negative)
        text[n++] = '-';
    while (digits && digits % 10 == 0) {
        digits /= 10;
        power++;
    }
    int count = (int)put_number(buffer, 0, digits);
    int point = count + power; /* digits in front of the point */
    if (power >= 0 && point <= 9) {
        memcpy(text + n, buffer, (size_t)count);
        memset(text + n + count, '0', (size_t)power);
        n += (size_t)point;
    } else if (point > -5 && point <= 0) {
        n += 2;
        memcpy(text + n - 2, "0.", 2);
        memset(text + n, '0', (size_t)-point);
        memcpy(text + n - point, buffer, (size_t)count);
        n += (size_t)(count - point);
    } else {
        int front = point > 0 && point < count && power < 0 && point <= 9 ? point : 1;
        memcpy(text + n, buffer, (size_t)front);
        n += (size_t)front;
        if (count > front) {
            text[n++] = '.';
            memcpy(text + n, buffer + front, (size_t)(count - front));
            n += (size_t)(count - front);
        }
        if (front != point) {
            int exponent = point - 1;
            text[n++] = 'e';
            text[n++] = exponent < 0 ? '-' : '+';
            n = put_number(text, n, (uint64_t)(exponent < 0 ? -exponent : exponent));
        }
    }
    return n;
}

size_t dxki_rootsig_real_text(uint32_t bits, char text[DXKI_RS_REAL_MAX])
{
    bool negative = bits >> 31;
    uint32_t magnitude = bits & 0x7FFFFFFF;
    if (magnitude > FLOAT_MAX)
        return 0;
    if (magnitude == 0) {
        memcpy(text, negative ? "-0.0" : "0", negative ? 4 : 1);
        return negative ? 4 : 1;
    }
    for (int digits = 1; digits <= 17; digits++) {
        int power = 0;
        uint32_t back = 0;
        uint64_t value = rounded(magnitude, digits, &power);
        size_t size = lay_out(negative, value, power, text);
        if (dxki_rootsig_real((dxk_str){text, size}, &back) && back == bits)
            return size;
    }
    return 0;
}

size_t dxki_rootsig_real_scientific(uint32_t bits, char text[DXKI_RS_REAL_MAX])
{
    uint32_t magnitude = bits & 0x7FFFFFFF;
    size_t n = 0;
    if (bits >> 31)
        text[n++] = '-';
    if (magnitude > FLOAT_MAX) {
        memcpy(text + n, magnitude == FLOAT_MAX + 1 ? "inf" : "nan", 3);
        return n + 3;
    }
    int power = 0;
    uint64_t digits = magnitude ? rounded(magnitude, 7, &power) : 0;
    int exponent = magnitude ? power + 6 : 0;
    char buffer[20];
    size_t count = put_number(buffer, 0, digits + 10000000);
    text[n++] = buffer[1];
    text[n++] = '.';
    memcpy(text + n, buffer + 2, count - 2);
    n += count - 2;
    text[n++] = 'e';
    text[n++] = exponent < 0 ? '-' : '+';
    exponent = exponent < 0 ? -exponent : exponent;
    if (exponent < 10)
        text[n++] = '0';
    return put_number(text, n, (uint64_t)exponent);
}
