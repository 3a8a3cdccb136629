/* SPDX-License-Identifier: MIT */
/* number.c - see number.h. */
#include "text/number.h"

#include <string.h>

#include "base/big.h"
#include "base/decimal.h"
#include "ir/float.h"

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
    dxki_decimal d;
    bool negative;
    dxki_decimal_scan_all(text, &d, &negative);
    uint64_t bits = dxki_decimal_bits(&d, DXKI_BINARY64) | (uint64_t)negative << 63;
    return (dxki_text_float){DXKI_FF_DOUBLE, bits, 0};
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
            dxki_real_convert(DXKI_BINARY64, number->low, DXKI_BINARY32, &exact);
        else if (type == DXKI_TY_HALF)
            dxki_real_convert(DXKI_BINARY64, number->low, DXKI_BINARY16, &exact);
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
        dxki_big_multiply(words, count, hex ? 16 : 10, dxki_text_hex_digit(*at));
    if (minus)
        dxki_big_negate(words, count);
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
