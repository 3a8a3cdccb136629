/* SPDX-License-Identifier: MIT */
/*
 * number.c - see number.h. Decimal floating point: up to 19 digits and a small exponent are
 * exact in one operation; everything else is a division of two large integers, carried out to
 * 64 bits and a remainder, so that rounding is always right.
 */
#include "text/number.h"

#include <string.h>

#include "ir/float.h"

/* --- large natural numbers, low word first --- */

#define BIG_WORDS 160u /* 5120 bits: 10^345 times 2^1100 and 800 digits fit with room */

typedef struct big {
    uint32_t count;
    uint32_t words[BIG_WORDS];
} big;

static void big_multiply_add(big *b, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (uint32_t i = 0; i < b->count; i++) {
        carry += (uint64_t)b->words[i] * factor;
        b->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry && b->count < BIG_WORDS)
        b->words[b->count++] = (uint32_t)carry;
}

static void big_scale10(big *b, uint32_t power)
{
    for (; power >= 9; power -= 9)
        big_multiply_add(b, 1000000000u, 0);
    for (; power; power--)
        big_multiply_add(b, 10, 0);
}

static uint32_t big_bits(const big *b)
{
    uint32_t bits = b->count * 32;
    if (bits == 0)
        return 0;
    for (uint32_t top = b->words[b->count - 1]; !(top & 0x80000000u); top <<= 1)
        bits--;
    return bits;
}

static void big_shift_left(big *b, uint32_t shift)
{
    uint32_t words = shift / 32, bits = shift % 32;
    if (b->count == 0 || b->count + words + 1 > BIG_WORDS)
        return;
    b->words[b->count] = 0;
    for (uint32_t i = b->count + 1; i-- > 0;) {
        uint32_t low = bits && i ? b->words[i - 1] >> (32 - bits) : 0;
        b->words[i + words] = b->words[i] << bits | low;
    }
    memset(b->words, 0, words * sizeof *b->words);
    b->count += words + 1;
    while (b->count && b->words[b->count - 1] == 0)
        b->count--;
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (uint32_t i = a->count; i-- > 0;) {
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    }
    return 0;
}

/* a -= b, a >= b */
static void big_subtract(big *a, const big *b)
{
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        uint64_t take = (i < b->count ? b->words[i] : 0) + borrow;
        borrow = a->words[i] < take;
        a->words[i] = (uint32_t)(a->words[i] - take);
    }
    while (a->count && a->words[a->count - 1] == 0)
        a->count--;
}

/* --- decimal to double --- */

typedef struct decimal {
    bool negative;
    uint64_t digits;       /* the first 19 significant ones */
    uint32_t count;        /* significant digits */
    int32_t exponent;      /* of the last of all digits */
    const char *from, *to; /* digits and point in the text */
} decimal;

#define EXPONENT_LIMIT 100000 /* far beyond what is 0 or infinity */
#define DIGITS_KEPT    800u   /* more cannot change how a double is rounded, but for being there */

static int32_t parse_exponent(const char *at, const char *end)
{
    bool minus = at < end && *at == '-';
    int32_t value = 0;
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    for (; at < end; at++) {
        if (value < EXPONENT_LIMIT)
            value = value * 10 + (*at - '0');
    }
    return minus ? -value : value;
}

/* [-+]?[0-9]+.[0-9]*([eE][-+]?[0-9]+)? */
static void scan(dxk_str text, decimal *d)
{
    const char *at = text.data, *end = at + text.size;
    bool point = false;
    int64_t exponent = 0;
    memset(d, 0, sizeof *d);
    d->negative = *at == '-';
    at += *at == '-' || *at == '+';
    d->from = at;
    for (; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        exponent -= point;
        if (d->count == 0 && *at == '0')
            continue;
        if (d->count < 19)
            d->digits = d->digits * 10 + (uint64_t)(*at - '0');
        d->count += d->count < UINT32_MAX;
    }
    d->to = at;
    exponent += at < end ? parse_exponent(at + 1, end) : 0;
    if (exponent > 2 * EXPONENT_LIMIT)
        exponent = 2 * EXPONENT_LIMIT;
    if (exponent < INT32_MIN / 2)
        exponent = INT32_MIN / 2;
    d->exponent = (int32_t)exponent;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Integers and powers of ten that are doubles give a correctly rounded result at once. */
static bool exact_case(const decimal *d, uint64_t *bits)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->count > 19 || d->digits > (uint64_t)1 << 53 || d->exponent > 22 || d->exponent < -22)
        return false;
    double value = (double)d->digits;
    if (d->exponent < 0)
        value /= powers[-d->exponent];
    else
        value *= powers[d->exponent];
    *bits = bits_of(value);
    return true;
}

/* A double from quotient * 2^exponent; `more`: there is a remainder. */
static uint64_t assemble(uint64_t quotient, int32_t exponent, bool more)
{
    /* The quotient has its top bit set: value = 1.f * 2^(exponent + 63). */
    int32_t biased = exponent + 63 + 1023;
    uint32_t drop = 11;
    if (biased >= 2047)
        return (uint64_t)2047 << 52;
    if (biased <= 0) {
        if (biased < -53)
            return 0;
        drop += (uint32_t)(1 - biased);
        biased = 0;
    }
    uint64_t rest = drop < 64 ? quotient & (((uint64_t)1 << drop) - 1) : quotient;
    uint64_t half = (uint64_t)1 << (drop < 64 ? drop - 1 : 63);
    uint64_t kept = drop < 64 ? quotient >> drop : 0;
    if (drop > 64)
        return 0;
    if (rest > half || (rest == half && (more || (kept & 1))))
        kept++;
    /* A normal number's leading bit adds one to the exponent; so may the carry of rounding. */
    return biased ? ((uint64_t)(biased - 1) << 52) + kept : kept;
}

static void load_digits(const decimal *d, big *b, int32_t *exponent)
{
    uint32_t loaded = 0;
    bool rest = false;
    b->count = 0;
    for (const char *at = d->from; at < d->to; at++) {
        if (*at == '.' || (loaded == 0 && *at == '0'))
            continue;
        if (loaded < DIGITS_KEPT)
            big_multiply_add(b, 10, (uint32_t)(*at - '0'));
        else
            rest = rest || *at != '0';
        if (b->count == 0 && *at != '0') {
            b->words[0] = (uint32_t)(*at - '0');
            b->count = 1;
        }
        loaded++;
    }
    *exponent = d->exponent + (int32_t)(loaded > DIGITS_KEPT ? loaded - DIGITS_KEPT : 0);
    if (rest) { /* what was left out only says that there is more */
        big_multiply_add(b, 10, 1);
        (*exponent)--;
    }
}

/* Divides until the quotient has 64 bits. */
static uint64_t divide(big *top, big *bottom)
{
    int32_t shift = (int32_t)big_bits(bottom) - (int32_t)big_bits(top) + 63;
    if (shift > 0)
        big_shift_left(top, (uint32_t)shift);
    else
        big_shift_left(bottom, (uint32_t)-shift);
    /* Now top / bottom lies between 2^62 and 2^64. */
    uint64_t quotient = 0;
    int32_t exponent = -shift;
    big_shift_left(bottom, 63);
    if (big_compare(top, bottom) < 0) {
        big_shift_left(top, 1);
        exponent--;
    }
    for (uint32_t i = 0; i < 64; i++) {
        quotient <<= 1;
        if (big_compare(top, bottom) >= 0) {
            big_subtract(top, bottom);
            quotient |= 1;
        }
        big_shift_left(top, 1);
    }
    return assemble(quotient, exponent, top->count != 0);
}

static uint64_t decimal_bits(const decimal *d)
{
    uint64_t bits;
    int64_t magnitude = (int64_t)d->count + d->exponent; /* value < 10^magnitude */
    if (d->count == 0 || magnitude < -330)
        return 0;
    if (magnitude > 310)
        return (uint64_t)2047 << 52;
    if (exact_case(d, &bits))
        return bits;
    big top, bottom;
    int32_t exponent;
    load_digits(d, &top, &exponent);
    bottom.count = 1;
    bottom.words[0] = 1;
    if (exponent >= 0)
        big_scale10(&top, (uint32_t)exponent);
    else
        big_scale10(&bottom, (uint32_t)-exponent);
    return divide(&top, &bottom);
}

/* --- hexadecimal forms --- */

static uint64_t hex_word(const char **at, const char *end, uint32_t digits)
{
    uint64_t value = 0;
    for (; digits && *at < end; digits--)
        value = value << 4 | dxki_text_hex_digit(*(*at)++);
    return value;
}

static dxki_text_float hex_float(dxk_str text)
{
    const char *at = text.data + 3, *end = text.data + text.size;
    dxki_text_float f = {DXKI_FF_DOUBLE, 0, 0};
    switch (text.data[2]) {
    case 'H':
        f.form = DXKI_FF_HALF;
        f.low = hex_word(&at, end, UINT32_MAX) & 0xffff;
        break;
    case 'K': /* sign and exponent first */
        f.form = DXKI_FF_X87;
        f.high = hex_word(&at, end, 4);
        f.low = hex_word(&at, end, 16);
        break;
    case 'L':
    case 'M':
        f.form = text.data[2] == 'L' ? DXKI_FF_QUAD : DXKI_FF_PPC;
        if (end - at >= 16)
            f.low = hex_word(&at, end, 16);
        f.high = hex_word(&at, end, 16);
        break;
    default:
        at = text.data + 2;
        for (uint64_t next; at < end; f.low = next) {
            next = f.low * 16 + dxki_text_hex_digit(*at++);
            if (next < f.low) {
                f.low = 0; /* too large: LLVM takes it for 0 */
                break;
            }
        }
        break;
    }
    return f;
}

dxki_text_float dxki_text_number_float(dxk_str text)
{
    if (text.size > 2 && text.data[0] == '0' && text.data[1] == 'x')
        return hex_float(text);
    decimal d;
    scan(text, &d);
    dxki_text_float f = {DXKI_FF_DOUBLE, decimal_bits(&d), 0};
    if (d.negative)
        f.low |= (uint64_t)1 << 63;
    return f;
}

/* --- constants of a type --- */

/* A number of the larger forms: significand (of 128 bits, the highest at the top) and exponent of
 * its highest bit. */
typedef struct wide_float {
    enum { WIDE_ZERO, WIDE_FINITE, WIDE_INFINITE, WIDE_NAN } kind;
    bool odd; /* a NaN that only this form has */
    uint64_t low, high;
    int32_t exponent;
} wide_float;

static wide_float finite(uint64_t high, uint64_t low, int32_t exponent)
{
    wide_float w = {.kind = high | low ? WIDE_FINITE : WIDE_ZERO};
    for (; (high | low) && !(high >> 63); exponent--) {
        high = high << 1 | low >> 63;
        low <<= 1;
    }
    w.high = high;
    w.low = low;
    w.exponent = exponent;
    return w;
}

#define TOP     ((uint64_t)1 << 63)
#define MAX_EXP 0x7fff
#define BIAS    16383

static wide_float from_x87(const dxki_text_float *number)
{
    int32_t exponent = (int32_t)(number->high & MAX_EXP);
    uint64_t bits = number->low;
    if (exponent == MAX_EXP && bits == TOP)
        return (wide_float){.kind = WIDE_INFINITE};
    if (exponent == MAX_EXP)
        return (wide_float){.kind = WIDE_NAN, .odd = bits >> 62 != 3, .high = bits};
    return finite(bits, 0, (exponent ? exponent : 1) - BIAS);
}

static wide_float from_quad(const dxki_text_float *number)
{
    int32_t exponent = (int32_t)(number->high >> 48 & MAX_EXP);
    uint64_t high = (number->high << 15 & ~TOP) | number->low >> 49, low = number->low << 15;
    if (exponent == MAX_EXP)
        return (wide_float){
            .kind = high | low ? WIDE_NAN : WIDE_INFINITE, .high = high, .low = low};
    return finite(exponent ? high | TOP : high, low, (exponent ? exponent : 1) - BIAS);
}

/* Is the number one of a type with that many bits and exponents up to `max`? */
static bool wide_fits(const wide_float *w, uint32_t bits, int32_t max)
{
    uint64_t below = ~(uint64_t)0 >> bits; /* of the highest word */
    if (w->kind == WIDE_NAN)
        return !w->odd && (w->high & below) == 0 && w->low == 0;
    if (w->kind != WIDE_FINITE)
        return true;
    int32_t missing = 1 - max - w->exponent; /* bits that a denormal number lacks */
    if (w->exponent > max || missing >= (int32_t)bits)
        return false;
    if (missing > 0)
        below = ~(uint64_t)0 >> (bits - (uint32_t)missing);
    return (w->high & below) == 0 && w->low == 0;
}

/* Half of the last of the 106 bits that a sum of two doubles is rounded to. */
static double half_of_last(double sum)
{
    uint64_t bits;
    double half;
    memcpy(&bits, &sum, sizeof bits);
    bits &= (uint64_t)2047 << 52;
    bits = bits >> 52 > 106 ? bits - ((uint64_t)106 << 52) : 0;
    memcpy(&half, &bits, sizeof half);
    return half;
}

/* The sum of two doubles, when that is a double. The second counts if the first is a number. */
static bool pair_fits(const dxki_text_float *number, dxki_type type)
{
    double a = dxki_float_value(DXKI_TY_DOUBLE, number->low);
    double b = dxki_float_value(DXKI_TY_DOUBLE, number->high);
    dxki_text_float one = {DXKI_FF_DOUBLE, number->low, 0};
    bool a_finite = a - a == 0, b_finite = b - b == 0;
    if (a_finite && a != 0 && b_finite) {
        double sum = a + b, rest = sum - a, lost = (a - (sum - rest)) + (b - rest);
        if (lost > half_of_last(sum) || -lost > half_of_last(sum))
            return false;
        memcpy(&one.low, &sum, sizeof one.low);
    } else if (a_finite && a != 0) {
        one.low = number->high;
    }
    return dxki_text_float_fits(&one, type);
}

static bool larger_fits(const dxki_text_float *number, dxki_type type)
{
    wide_float w = number->form == DXKI_FF_X87 ? from_x87(number) : from_quad(number);
    if (number->form == DXKI_FF_PPC)
        return pair_fits(number, type);
    if (type == DXKI_TY_HALF)
        return wide_fits(&w, 11, 15);
    return type == DXKI_TY_FLOAT ? wide_fits(&w, 24, 127) : wide_fits(&w, 53, 1023);
}

bool dxki_text_float_fits(const dxki_text_float *number, dxki_type type)
{
    bool exact = true;
    if (number->form == DXKI_FF_DOUBLE) {
        if (type == DXKI_TY_FLOAT)
            dxki_float_from_double(number->low, &exact);
        else if (type == DXKI_TY_HALF)
            dxki_half_from_double(number->low, &exact);
        return exact;
    }
    if (number->form == DXKI_FF_HALF)
        return true;
    switch (type) {
    case DXKI_TY_X86_FP80:
        return number->form == DXKI_FF_X87;
    case DXKI_TY_FP128:
        return number->form == DXKI_FF_QUAD;
    case DXKI_TY_PPC_FP128:
        return number->form == DXKI_FF_PPC;
    default:
        return larger_fits(number, type);
    }
}

/* --- integers --- */

static void multiply_add(uint64_t *words, size_t count, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (size_t i = 0; i < count; i++) {
        uint64_t low = (words[i] & 0xffffffffu) * factor + carry;
        uint64_t high = (words[i] >> 32) * factor + (low >> 32);
        words[i] = high << 32 | (low & 0xffffffffu);
        carry = high >> 32;
    }
}

static void negate(uint64_t *words, size_t count)
{
    bool carry = true;
    for (size_t i = 0; i < count; i++) {
        words[i] = ~words[i] + carry;
        carry = carry && words[i] == 0;
    }
}

/* Sets all bits above the highest set one. */
static void extend_sign(uint64_t *words, size_t count)
{
    size_t top = count;
    while (top && words[top - 1] == 0)
        top--;
    if (top == 0)
        return;
    for (uint32_t bit = 63; !(words[top - 1] >> bit & 1); bit--)
        words[top - 1] |= (uint64_t)1 << bit;
    for (; top < count; top++)
        words[top] = ~(uint64_t)0;
}

void dxki_text_number_wide(const dxki_text_token *token, uint64_t *words, size_t count)
{
    const char *at = token->text.data, *end = at + token->text.size;
    bool hex = token->flags & DXKI_INT_HEX, minus = *at == '-';
    if (!(token->flags & DXKI_INT_WIDE)) {
        uint64_t fill = token->flags & DXKI_INT_NEGATIVE ? ~(uint64_t)0 : 0;
        for (size_t i = 0; i < count; i++)
            words[i] = i ? fill : token->number;
        return;
    }
    memset(words, 0, count * sizeof *words);
    for (at += hex ? 3 : minus; at < end; at++)
        multiply_add(words, count, hex ? 16 : 10, dxki_text_hex_digit(*at));
    if (minus)
        negate(words, count);
    at = token->text.data + 3;
    while (hex && at < end && *at == '0')
        at++;
    if (hex && (token->flags & DXKI_INT_SIGNED) && (size_t)(end - at) <= count * 16)
        extend_sign(words, count);
}

uint64_t dxki_text_number_width(const dxki_text_token *token)
{
    uint64_t size = token->text.size;
    if (token->flags & DXKI_INT_WIDE)
        return 65;
    if (token->number == 0)
        return token->flags & DXKI_INT_HEX ? (size - 3) * 4 : size * 64 / 19 + 2;
    return 64;
}
