/* SPDX-License-Identifier: MIT */
/*
 * decimal.c - see decimal.h.
 *
 * Both directions multiply by a power of ten, known to 64 bits, and keep the highest 64 bits of
 * the product together with a bound of what is missing there. That settles nearly every number:
 * the product and the largest value it may stand for round to the same. Where they do not, the
 * number lies close to the middle between two candidates, and an exact comparison with that
 * middle, as large whole numbers, decides.
 */
#include "base/decimal.h"

#include <string.h>

#include "base/big.h"
#include "base/out.h"

/* ---------------------------------------------------------------------------------------- */
/* Powers of ten                                                                              */

/* A power is 10^(28 * k + rest): the first factor in 64 bits, cut off, the second exact. */
#define STEP  28
#define FIRST (-13)

static const uint64_t steps[] = {
    0xe1afa13afbd14d6d, 0xe3e27a444d8d98b7, 0xe61acf033d1a45df, 0xe858ad248f5c22c9,
    0xea9c227723ee8bcb, 0xece53cec4a314ebd, 0xef340a98172aace4, 0xf18899b1bc3f8ca1,
    0xf3e2f893dec3f126, 0xf64335bcf065d37d, 0xf8a95fcf88747d94, 0xfb158592be068d2e,
    0xfd87b5f28300ca0d, 0x8000000000000000, 0x813f3978f8940984, 0x82818f1281ed449f,
    0x83c7088e1aab65db, 0x850fadc09923329e, 0x865b86925b9bc5c2, 0x87aa9aff79042286,
    0x88fcf317f22241e2, 0x8a5296ffe33cc92f, 0x8bab8eefb6409c1a, 0x8d07e33455637eb2,
    0x8e679c2f5e44ff8f, 0x8fcac257558ee4e6,
};

/* Powers of five that fit 64 bits. */
static const uint64_t fives[STEP] = {
    1,
    5,
    25,
    125,
    625,
    3125,
    15625,
    78125,
    390625,
    1953125,
    9765625,
    48828125,
    244140625,
    1220703125,
    6103515625,
    30517578125,
    152587890625,
    762939453125,
    3814697265625,
    19073486328125,
    95367431640625,
    476837158203125,
    2384185791015625,
    11920928955078125,
    59604644775390625,
    298023223876953125,
    1490116119384765625,
    7450580596923828125,
};

/* 128 bits. */
typedef struct product {
    uint64_t high, low;
} product;

static product multiply(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32, b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t low = a0 * b0, left = a1 * b0, right = a0 * b1;
    uint64_t middle = (low >> 32) + (left & UINT32_MAX) + (right & UINT32_MAX);
    return (product){a1 * b1 + (left >> 32) + (right >> 32) + (middle >> 32),
                     middle << 32 | (low & UINT32_MAX)};
}

/* Moves the product of two numbers with bit 63 set so that it has it, too; returns by how much. */
static int normalize(product *p)
{
    if (p->high >> 63)
        return 0;
    p->high = p->high << 1 | p->low >> 63;
    p->low <<= 1;
    return 1;
}

/*
 * A number: significand * 2^exponent, with bit 63 of the significand set, and something between 0
 * and `missing` units of the significand. Nothing is missing from exact ones but what `more` says:
 * they are larger by less than one unit.
 */
typedef struct estimate {
    uint64_t significand;
    int exponent;
    uint32_t missing;
    bool more;
} estimate;

/* floor(log2(10^power)) for powers up to 400. */
static int log2_of_power(int power)
{
    return (int)((uint32_t)(power * 217706 + (2048 << 16)) >> 16) - 2048;
}

/* floor(log10(2^power)) for powers up to 1200. */
static int log10_of_power(int power)
{
    return (int)((uint32_t)(power * 78913 + (1024 << 18)) >> 18) - 1024;
}

/*
 * Multiplies with a power of ten from -364 to 363. The significand is not 0; `longer`: the number
 * is larger than it says, by less than a unit.
 */
static estimate scale(dxki_real r, int power, bool longer)
{
    int step = (power - STEP * FIRST) / STEP, rest = power - STEP * (step + FIRST);
    int shift = 63 - dxki_top_bit(r.significand);
    product ten = {fives[rest] << (63 - dxki_top_bit(fives[rest])), 0};
    bool exact = step == -FIRST;
    if (!exact) {
        ten = multiply(steps[step], ten.high);
        normalize(&ten);
    }
    product p = multiply(r.significand << shift, ten.high);
    int moved = normalize(&p);
    estimate e = {.significand = p.high,
                  .exponent = r.exponent - shift - moved + log2_of_power(power) + 1,
                  .more = exact && p.low};
    /* Units double when the product is shifted. An inexact power lacks less than 3 of them: twice
     * one from its table, one from being cut off; the product is cut off again. */
    if (longer)
        e.missing = ((uint32_t)2 << shift) + 1;
    if (!exact)
        e.missing += 2 * 3 + 1;
    return e;
}

/* ---------------------------------------------------------------------------------------- */
/* Exact comparison                                                                           */

/*
 * Digits of a text that are looked at: a number in the middle between two doubles has at most 767,
 * so that further ones can only tell that it is larger. Then both sides of a comparison stay below
 * 2^2800: 10^800 with all powers of two taken out of the powers of ten, or 2^1100 * 5^345.
 */
#define DIGITS_KEPT 800
#define WORDS       48

typedef struct big {
    size_t count;
    uint64_t words[WORDS];
} big;

static void big_multiply(big *b, uint32_t factor, uint32_t add)
{
    uint32_t carry = dxki_big_multiply(b->words, b->count, factor, add);
    if (carry && b->count < WORDS)
        b->words[b->count++] = carry;
}

static void big_multiply5(big *b, int64_t power)
{
    for (; power >= 13; power -= 13)
        big_multiply(b, (uint32_t)fives[13], 0);
    if (power > 0)
        big_multiply(b, (uint32_t)fives[power], 0);
}

static void big_shift(big *b, int64_t shift)
{
    size_t words = (size_t)(shift / 64);
    unsigned bits = (unsigned)(shift % 64);
    if (b->count == 0 || shift <= 0 || b->count + words + 1 > WORDS)
        return;
    b->words[b->count] = 0;
    for (size_t i = b->count + 1; i-- > 0;) {
        uint64_t low = bits && i ? b->words[i - 1] >> (64 - bits) : 0;
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
    for (size_t i = a->count; i-- > 0;) {
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    }
    return 0;
}

static big big_of(uint64_t value)
{
    big b;
    b.count = value != 0;
    b.words[0] = value;
    return b;
}

/* Takes the digits of the text after the first ones; returns the power of ten of the last. */
static int64_t big_append(big *b, const dxki_decimal *d)
{
    int64_t exponent = d->exponent;
    int kept = 19;
    bool more = false;
    for (size_t i = 0; i < d->rest.size; i++) {
        char c = d->rest.data[i];
        if (c == '.')
            continue;
        if (kept == DIGITS_KEPT) {
            more = more || c != '0';
            continue;
        }
        big_multiply(b, 10, (uint32_t)(c - '0'));
        kept++;
        exponent--;
    }
    if (more) {
        big_multiply(b, 10, 1);
        exponent--;
    }
    return exponent;
}

/* Compares a decimal with a number. */
static int compare(const dxki_decimal *d, dxki_real r)
{
    big left = big_of(d->digits), right = big_of(r.significand);
    int64_t power = big_append(&left, d);
    big_multiply5(&left, power);
    big_multiply5(&right, -power);
    big_shift(&left, power - r.exponent);
    big_shift(&right, r.exponent - power);
    return big_compare(&left, &right);
}

/* ---------------------------------------------------------------------------------------- */
/* Text to number                                                                             */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#define NINETEEN_DIGITS 1000000000000000000u /* the least number of so many */

size_t dxki_decimal_scan(dxk_str text, dxki_decimal *d)
{
    size_t at = 0, digits = 0;
    bool point = false;
    *d = (dxki_decimal){0, 0, {NULL, 0}};
    for (; at < text.size; at++) {
        char c = text.data[at];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(c))
            break;
        digits++;
        if (d->digits < NINETEEN_DIGITS) {
            d->digits = d->digits * 10 + (uint64_t)(c - '0');
            d->exponent -= point;
            continue;
        }
        if (!d->rest.data)
            d->rest.data = text.data + at;
        d->exponent += !point;
    }
    if (d->rest.data)
        d->rest.size = (size_t)(text.data + at - d->rest.data);
    return digits ? at : 0;
}

#define EXPONENT_MAX 1000000000000000 /* more than digits in any text */

size_t dxki_decimal_scan_all(dxk_str text, dxki_decimal *d, bool *negative)
{
    size_t sign = text.size && (*text.data == '-' || *text.data == '+');
    *negative = sign && *text.data == '-';
    size_t size = dxki_decimal_scan((dxk_str){text.data + sign, text.size - sign}, d),
           at = sign + size;
    if (size == 0)
        return 0;
    if (at == text.size || (text.data[at] != 'e' && text.data[at] != 'E'))
        return at;
    size_t end = at + 1;
    bool minus = end < text.size && text.data[end] == '-';
    int64_t exponent = 0;
    end += end < text.size && (text.data[end] == '-' || text.data[end] == '+');
    if (end == text.size || !is_digit(text.data[end]))
        return at;
    for (; end < text.size && is_digit(text.data[end]); end++) {
        if (exponent < EXPONENT_MAX)
            exponent = exponent * 10 + (text.data[end] - '0');
    }
    d->exponent += minus ? -exponent : exponent;
    return end;
}

uint64_t dxki_decimal_bits(const dxki_decimal *d, dxki_real_format f)
{
    if (d->digits == 0 || d->exponent < -364) /* less than 10^-345 */
        return 0;
    if (d->exponent > 310)
        return dxki_infinity(f);
    estimate e = scale((dxki_real){d->digits, 0}, (int)d->exponent, d->rest.size != 0);
    dxki_real least = {e.significand, e.exponent};
    if (e.missing == 0)
        return dxki_real_join(f, least, e.more);
    bool sure;
    uint64_t low = dxki_real_join_least(f, least, e.missing, &sure);
    if (sure)
        return low;
    dxki_real middle = dxki_real_split(f, low);
    middle.significand = 2 * middle.significand + 1;
    middle.exponent--;
    int order = compare(d, middle);
    return low + (order > 0 || (order == 0 && low & 1));
}

/* ---------------------------------------------------------------------------------------- */
/* Number to digits                                                                           */

/* The bits of an estimate after the point, of which there are 1 to 64. */
static uint64_t behind_point(const estimate *e)
{
    return e->significand & (UINT64_MAX >> (64 + e->exponent));
}

/* True if a number is to be rounded up to `digits` + 1, units of 10^-power. */
static bool rounds_up(dxki_real r, const estimate *e, uint64_t digits, int power, dxki_ties ties)
{
    uint64_t half = (uint64_t)1 << (-e->exponent - 1), rest = behind_point(e);
    int order = 0;
    if (rest > half || (rest == half && e->more))
        return true;
    if (rest < half && rest + e->missing <= half)
        return false;
    if (e->missing) {
        dxki_decimal middle = {10 * digits + 5, -power - 1, {NULL, 0}};
        order = -compare(&middle, r);
    }
    return order > 0 || (order == 0 && (ties == DXKI_TIES_UP || digits & 1));
}

/* The nearest decimal of `count` digits, and the estimate of the number in units of its last. */
static dxki_decimal nearest(dxki_real r, int count, dxki_ties ties, estimate *e)
{
    uint64_t limit = fives[count] << count; /* 10^count */
    /* The power of ten of the first digit, or one less: then there is one digit too many. */
    int first = log10_of_power(r.exponent + dxki_top_bit(r.significand));
    for (int power = count - 1 - first;; power--) {
        *e = scale(r, power, false);
        uint64_t digits = e->exponent > -64 ? e->significand >> -e->exponent : 0;
        if (digits >= limit)
            continue;
        digits += rounds_up(r, e, digits, power, ties);
        if (digits == limit)
            return (dxki_decimal){limit / 10, 1 - power, {NULL, 0}};
        return (dxki_decimal){digits, -power, {NULL, 0}};
    }
}

dxki_decimal dxki_decimal_of(dxki_real r, int count, dxki_ties ties)
{
    estimate e;
    return nearest(r, count, ties, &e);
}

bool dxki_decimal_tells(dxki_real_format f, uint64_t bits, int count, dxki_decimal *d)
{
    estimate e;
    uint64_t magnitude = bits & (((uint64_t)1 << (f.exponent + f.fraction)) - 1);
    if (magnitude == 0) {
        *d = (dxki_decimal){0, 0, {NULL, 0}};
        return true;
    }
    dxki_real r = dxki_real_split(f, magnitude);
    *d = nearest(r, count, DXKI_TIES_EVEN, &e);
    /* The decimal is some units of the estimate away from the number, up or down; half a place of
     * the number is the most that reading makes up for. Normalizing may have doubled that. */
    uint64_t rest = behind_point(&e), up = (UINT64_MAX >> (64 + e.exponent)) - rest + 1;
    uint64_t away = rest < up ? rest : up;
    uint64_t most = (uint64_t)1 << (63 - dxki_top_bit(r.significand));
    if (away > most + e.missing)
        return false;
    return (rest == 0 && e.missing == 0 && !e.more) || dxki_decimal_bits(d, f) == magnitude;
}

dxki_decimal dxki_decimal_shortest(dxki_real_format f, uint64_t bits, int least)
{
    dxki_decimal d;
    for (int count = least; !dxki_decimal_tells(f, bits, count, &d); count++)
        ;
    return dxki_decimal_trim(d);
}

dxki_decimal dxki_decimal_trim(dxki_decimal d)
{
    for (; d.digits && d.digits % 10 == 0; d.exponent++)
        d.digits /= 10;
    return d;
}

int dxki_decimal_power(const dxki_decimal *d)
{
    int power = (int)d->exponent;
    for (uint64_t digits = d->digits; digits >= 10; digits /= 10)
        power++;
    return power;
}

/* ---------------------------------------------------------------------------------------- */
/* Digits to text                                                                             */

static size_t put(char *text, size_t at, const char *from, size_t size)
{
    memcpy(text + at, from, size);
    return at + size;
}

static size_t put_zeros(char *text, size_t at, int64_t count)
{
    if (count <= 0)
        return at;
    memset(text + at, '0', (size_t)count);
    return at + (size_t)count;
}

/* Puts digits with zeros in front, `width` in all. */
static size_t put_padded(char *text, size_t at, uint64_t value, int width)
{
    char buffer[20], *end = buffer + sizeof buffer, *first = dxki_format_u64(end, value);
    return put(text, put_zeros(text, at, width - (end - first)), first, (size_t)(end - first));
}

size_t dxki_decimal_plain(const dxki_decimal *d, char *text)
{
    char buffer[20], *end = buffer + sizeof buffer, *first = dxki_format_u64(end, d->digits);
    int64_t count = end - first, before = count + d->exponent;
    if (before >= count)
        return put_zeros(text, put(text, 0, first, (size_t)count), d->exponent);
    if (before > 0) {
        size_t at = put(text, 0, first, (size_t)before);
        text[at++] = '.';
        return put(text, at, first + before, (size_t)(count - before));
    }
    return put(text, put_zeros(text, put(text, 0, "0.", 2), -before), first, (size_t)count);
}

size_t dxki_decimal_scientific(const dxki_decimal *d, int digits, int exponent_digits, char *text)
{
    char buffer[20], *end = buffer + sizeof buffer, *first = dxki_format_u64(end, d->digits);
    int64_t count = end - first, exponent = d->digits ? d->exponent + count - 1 : 0;
    size_t at = put(text, 0, first, 1);
    if (count > 1 || digits > 1)
        text[at++] = '.';
    at = put(text, at, first + 1, (size_t)count - 1);
    at = put_zeros(text, at, digits - count);
    text[at++] = 'e';
    text[at++] = exponent < 0 ? '-' : '+';
    return put_padded(text, at, (uint64_t)(exponent < 0 ? -exponent : exponent), exponent_digits);
}

/* ---------------------------------------------------------------------------------------- */
/* All digits before the point, some after it                                                */

/* p / 2^shift for shift > 0, rounded to nearest even; the result fits. */
static uint64_t divide_rounded(product p, int shift)
{
    const uint64_t half = (uint64_t)1 << 63;
    if (shift > 127)
        return 0;
    if (shift > 64) {
        int drop = shift - 64;
        bool lost = p.low << (64 - drop) != 0;
        p.low = p.high << (64 - drop) | p.low >> drop | lost;
        p.high >>= drop;
    } else if (shift < 64) {
        p.high = p.high << (64 - shift) | p.low >> shift;
        p.low <<= 64 - shift;
    }
    return p.high + (p.low > half || (p.low == half && p.high & 1));
}

size_t dxki_decimal_fixed(dxki_real r, int decimals, char *text)
{
    uint64_t unit = fives[decimals] << decimals, behind = 0;
    int shift = -r.exponent;
    size_t at;
    if (shift > 0) {
        uint64_t whole = shift < 64 ? r.significand >> shift : 0;
        uint64_t fraction = shift < 64 ? r.significand - (whole << shift) : r.significand;
        behind = divide_rounded(multiply(fraction, unit), shift);
        at = put_padded(text, 0, whole + behind / unit, 1);
    } else {
        char digits[DXKI_FIXED_TEXT], *end = digits + sizeof digits;
        big b = big_of(r.significand);
        big_shift(&b, r.exponent);
        char *first = dxki_big_digits(b.words, b.count, end);
        at = put(text, 0, first, (size_t)(end - first));
    }
    text[at++] = '.';
    return put_padded(text, at, behind % unit, decimals);
}
