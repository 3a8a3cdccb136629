/* SPDX-License-Identifier: MIT */
/*
 * parse_lex.c - characters, words and numbers of a listing.
 *
 * Decimals are read exactly: the digits make a whole number of any size, which is divided by its
 * power of ten and rounded to the nearest float, ties to even.
 */
#include "fxc/parse.h"

#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

void dxki_fxc_parser_init(dxki_fxc_parser *p, dxk_ctx *ctx, dxk_str text)
{
    memset(p, 0, sizeof *p);
    p->ctx = ctx;
    if (!text.data)
        text = (dxk_str){"", 0};
    p->at = p->end = p->start = text.data;
    p->limit = text.data + text.size;
}

void dxki_fxc_parser_finish(dxki_fxc_parser *p)
{
    dxki_vec_free(p->ctx, &p->instructions);
    dxki_vec_free(p->ctx, &p->operands);
    dxki_vec_free(p->ctx, &p->words);
}

bool dxki_fxc_parse_check(dxki_fxc_parser *p, dxk_status status)
{
    if (p->status == DXK_OK)
        p->status = status;
    return p->status == DXK_OK;
}

bool dxki_fxc_parse_line(dxki_fxc_parser *p)
{
    if (p->line)
        p->end += p->end < p->limit;
    if (p->end >= p->limit)
        return false;
    const char *next = memchr(p->end, '\n', (size_t)(p->limit - p->end));
    p->at = p->start = p->end;
    p->end = next ? next : p->limit;
    p->line++;
    return true;
}

bool dxki_fxc_parse_expected(dxki_fxc_parser *p, const char *what)
{
    if (p->status != DXK_OK)
        return false;
    if (p->quiet) {
        p->status = DXK_E_INVALID;
        return false;
    }
    uint32_t column = (uint32_t)(p->at - p->start) + 1;
    p->status = DXKI_REPORT(p->ctx, DXKI_RULE_DXBC_SYNTAX, dxki_at_line(p->line, column), "",
                            dxki_text(dxki_str(what)));
    return false;
}

/* ---------------------------------------------------------------------------------------- */
/* Words                                                                                      */

void dxki_fxc_skip_blanks(dxki_fxc_parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' || *p->at == '\r'))
        p->at++;
}

bool dxki_fxc_accept(dxki_fxc_parser *p, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(p->end - p->at) < size || memcmp(p->at, text, size) != 0)
        return false;
    p->at += size;
    return true;
}

bool dxki_fxc_expect(dxki_fxc_parser *p, const char *text)
{
    return dxki_fxc_accept(p, text) || dxki_fxc_parse_expected(p, text);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

dxk_str dxki_fxc_parse_word(dxki_fxc_parser *p)
{
    const char *start = p->at;
    while (p->at < p->end && is_word(*p->at))
        p->at++;
    return (dxk_str){start, (size_t)(p->at - start)};
}

bool dxki_fxc_parse_enum(dxki_fxc_parser *p, dxk_enum_id set, const char *what, uint32_t *value)
{
    uint64_t number;
    const char *text;
    size_t longest = 0;
    for (size_t i = 0; dxk_enum_value(set, i, &number, &text); i++) {
        size_t size = strlen(text);
        if (size <= longest || size > (size_t)(p->end - p->at) || memcmp(p->at, text, size) != 0 ||
            (p->at + size < p->end && is_word(p->at[size])))
            continue;
        longest = size;
        *value = (uint32_t)number;
    }
    p->at += longest;
    return longest > 0 || dxki_fxc_parse_expected(p, what);
}

/* ---------------------------------------------------------------------------------------- */
/* Whole numbers                                                                              */

static int digit_of(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

bool dxki_fxc_parse_i64(dxki_fxc_parser *p, int64_t *value)
{
    bool negative = dxki_fxc_accept(p, "-");
    unsigned base = dxki_fxc_accept(p, "0x") ? 16 : 10;
    const char *start = p->at;
    uint64_t number = 0;
    for (; p->at < p->end && (unsigned)digit_of(*p->at) < base; p->at++) {
        number = number * base + (unsigned)digit_of(*p->at);
        if (number > UINT32_MAX)
            return dxki_fxc_parse_expected(p, "a number of 32 bits");
    }
    if (p->at == start)
        return dxki_fxc_parse_expected(p, "a number");
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

bool dxki_fxc_parse_u32(dxki_fxc_parser *p, uint32_t *value)
{
    int64_t wide;
    if (!dxki_fxc_parse_i64(p, &wide))
        return false;
    *value = (uint32_t)wide;
    return wide >= 0 || dxki_fxc_parse_expected(p, "a number without a sign");
}

/* ---------------------------------------------------------------------------------------- */
/* Decimals                                                                                   */

#define LIMBS 128 /* 4096 bits: doubles have 309 digits before the point */

/* A whole number; limbs of 32 bits, lowest first. */
typedef struct whole {
    uint32_t limb[LIMBS];
    int count;
    bool sticky; /* something other than zero was cut off behind it */
} whole;

static bool multiply_add(whole *w, uint32_t by, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < w->count; i++) {
        carry += (uint64_t)w->limb[i] * by;
        w->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (!carry)
        return true;
    if (w->count == LIMBS)
        return false;
    w->limb[w->count++] = (uint32_t)carry;
    return true;
}

static void divide(whole *w, uint32_t by)
{
    uint64_t rest = 0;
    for (int i = w->count - 1; i >= 0; i--) {
        rest = rest << 32 | w->limb[i];
        w->limb[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    w->sticky = w->sticky || rest;
    while (w->count && w->limb[w->count - 1] == 0)
        w->count--;
}

static int bit_length(const whole *w)
{
    int bits = 0;
    if (w->count)
        for (uint32_t top = w->limb[w->count - 1]; top; top >>= 1)
            bits++;
    return w->count ? 32 * (w->count - 1) + bits : 0;
}

/* Bits [low, low + 64) of a number; bits below `low` go to *rest. */
static uint64_t bits_from(const whole *w, int low, bool *rest)
{
    uint64_t value = 0;
    for (int i = 0; i < low && i < 32 * w->count; i++)
        *rest = *rest || (w->limb[i / 32] >> i % 32 & 1);
    for (int i = 0; i < 64; i++)
        if (low + i >= 0 && low + i < 32 * w->count &&
            (w->limb[(low + i) / 32] >> (low + i) % 32 & 1))
            value |= 1ull << i;
    return value;
}

/* An IEEE format: bits of the fraction, of the exponent. */
typedef struct format {
    int fraction, exponent;
} format;

/* w / 2^shift, rounded, in a format. */
static uint64_t round_to(const whole *w, int shift, format f)
{
    int bias = (1 << (f.exponent - 1)) - 1;
    int top = bit_length(w) - 1 - shift; /* exponent of the highest bit */
    bool rest = w->sticky;
    if (bit_length(w) == 0)
        return 0;
    if (top < 1 - bias)
        top = 1 - bias;                 /* denormal */
    int low = top - f.fraction + shift; /* lowest bit that is kept */
    uint64_t half_and_up = bits_from(w, low - 1, &rest);
    uint64_t fraction = half_and_up >> 1;
    if (half_and_up & 1 && (rest || fraction & 1))
        fraction++;
    uint64_t hidden = 1ull << f.fraction;
    uint64_t exponent = (uint64_t)(top + bias);
    if (fraction < hidden)
        return fraction; /* denormal or zero */
    uint64_t bits = ((exponent - 1) << f.fraction) + fraction;
    uint64_t infinity = ((1ull << f.exponent) - 1) << f.fraction;
    return bits < infinity ? bits : infinity;
}

/* Room below the point for the division by a power of ten. */
#define GUARD 1280

/* What printf makes of what is no number, of all bits but the sign; false: it is a number. */
static bool parse_special(dxki_fxc_parser *p, format f, uint64_t *bits)
{
    uint64_t infinity = ((1ull << f.exponent) - 1) << f.fraction;
    if (dxki_fxc_accept(p, "1.#INF00") || dxki_fxc_accept(p, "1.#INF") ||
        dxki_fxc_accept(p, "inf")) {
        *bits = infinity;
        return true;
    }
    *bits = infinity | 1ull << (f.fraction - 1);
    return dxki_fxc_accept(p, "1.#QNAN0") || dxki_fxc_accept(p, "1.#QNAN") ||
           dxki_fxc_accept(p, "1.#IND00") || dxki_fxc_accept(p, "1.#IND") ||
           dxki_fxc_accept(p, "nan(ind)") || dxki_fxc_accept(p, "nan");
}

/* Digits, a point, digits. */
static bool parse_decimal(dxki_fxc_parser *p, format f, uint64_t *bits)
{
    whole w = {.count = 0};
    int decimals = 0;
    bool point = false, any = false, negative = dxki_fxc_accept(p, "-");
    uint64_t sign = (uint64_t)negative << (f.fraction + f.exponent);
    if (parse_special(p, f, bits)) {
        *bits |= sign;
        return true;
    }
    for (; p->at < p->end; p->at++) {
        if (*p->at == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(*p->at))
            break;
        any = true;
        decimals += point;
        if (decimals > 300 || !multiply_add(&w, 10, (uint32_t)(*p->at - '0')))
            return dxki_fxc_parse_expected(p, "a number with fewer digits");
    }
    if (!any)
        return dxki_fxc_parse_expected(p, "a number");
    int shift = GUARD;
    for (int i = 0; i < GUARD / 32; i++) /* times 2^32 each */
        if (!multiply_add(&w, 1u << 31, 0) || !multiply_add(&w, 2, 0))
            return dxki_fxc_parse_expected(p, "a smaller number");
    for (; decimals >= 9; decimals -= 9)
        divide(&w, 1000000000u);
    for (; decimals; decimals--)
        divide(&w, 10);
    *bits = sign | round_to(&w, shift, f);
    return true;
}

bool dxki_fxc_parse_double(dxki_fxc_parser *p, uint64_t *bits)
{
    return parse_decimal(p, (format){52, 11}, bits);
}

/* Numbers that six decimals hold exactly in 53 bits: the common case. */
static bool parse_short(dxki_fxc_parser *p, uint32_t *bits)
{
    const char *at = p->at;
    bool negative = at < p->end && *at == '-';
    uint64_t number = 0;
    int digits = 0, decimals = -1;
    for (at += negative; at < p->end && digits < 16; at++) {
        if (*at == '.' && decimals < 0) {
            decimals = 0;
            continue;
        }
        if (!is_digit(*at))
            break;
        number = number * 10 + (uint64_t)(*at - '0');
        digits++;
        decimals += decimals >= 0;
    }
    if (decimals != 6 || digits >= 16 || number >= 1ull << 53 || (at < p->end && *at == '#'))
        return false;
    /* One exact division; a float differs from rounding twice only where the double lies exactly
     * between two floats, and those go the slow way. */
    double value = (double)number / 1e6;
    uint64_t wide;
    memcpy(&wide, &value, sizeof wide);
    if ((wide & 0x1fffffff) == 0x10000000 || (number && value < 1e-30))
        return false;
    float narrow = (float)value;
    memcpy(bits, &narrow, sizeof *bits);
    *bits |= (uint32_t)negative << 31;
    p->at = at;
    return true;
}

static bool parse_float(dxki_fxc_parser *p, uint32_t *bits)
{
    uint64_t wide;
    if (parse_short(p, bits))
        return true;
    if (!parse_decimal(p, (format){23, 8}, &wide))
        return false;
    *bits = (uint32_t)wide;
    return true;
}

/* True when the number at the current place has a point. */
static bool has_point(const dxki_fxc_parser *p)
{
    const char *at = p->at;
    while (at < p->end && (is_digit(*at) || *at == '-'))
        at++;
    return at < p->end && *at == '.';
}

bool dxki_fxc_parse_value(dxki_fxc_parser *p, char letter, uint32_t *bits)
{
    int64_t value;
    if (letter == 'f' || has_point(p))
        return parse_float(p, bits);
    if (!dxki_fxc_parse_i64(p, &value))
        return false;
    *bits = (uint32_t)value;
    return true;
}
