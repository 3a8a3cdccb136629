/* SPDX-License-Identifier: MIT */
/* literal.c - see literal.h. */
#include "hlsl/literal.h"

#include "base/decimal.h"

static int digit_of(char ch)
{
    if (ch >= '0' && ch <= '9')
        return ch - '0';
    ch = dxki_lower(ch);
    return ch >= 'a' && ch <= 'f' ? ch - 'a' + 10 : 99;
}

/* Digits of a base from `i` on; returns the place after them. */
static size_t read_digits(dxk_str text, size_t i, unsigned base, dxki_hlsl_literal *out)
{
    for (; i < text.size && (unsigned)digit_of(text.data[i]) < base; i++) {
        uint64_t digit = (uint64_t)digit_of(text.data[i]);
        if (out->value > (UINT64_MAX - digit) / base)
            out->overflows = true;
        out->value = out->value * base + digit;
    }
    return i;
}

static bool fail(dxki_hlsl_literal *out, dxki_hlsl_number_fault fault, size_t at)
{
    out->fault = (uint8_t)fault;
    out->at = at;
    return false;
}

/* u, l, ll in any order. */
static bool read_int_suffix(dxk_str text, size_t first, dxki_hlsl_literal *out)
{
    for (size_t i = first; i < text.size; i++) {
        char ch = dxki_lower(text.data[i]);
        if (ch == 'u' && !out->is_unsigned)
            out->is_unsigned = true;
        else if (ch == 'l' && out->longs == 0)
            out->longs = i + 1 < text.size && text.data[i + 1] == text.data[i] ? 2 : 1;
        else
            return fail(out, DXKI_HLSL_NUMBER_SUFFIX, first);
        i += ch == 'l' && out->longs == 2;
    }
    return true;
}

static bool read_real_suffix(dxk_str text, size_t i, dxki_hlsl_literal *out)
{
    if (i == text.size)
        return true;
    static const uint8_t sizes[] = {16, 32, 64};

    out->suffix = dxki_lower(text.data[i]);
    for (size_t k = 0; out->suffix == 'f' && i + 3 == text.size && k < sizeof sizes; k++) {
        if (text.data[i + 1] == '0' + sizes[k] / 10 && text.data[i + 2] == '0' + sizes[k] % 10)
            out->bits = sizes[k];
    }
    return out->bits ||
           (i + 1 == text.size &&
            (out->suffix == 'f' || out->suffix == 'h' || out->suffix == 'l')) ||
           fail(out, DXKI_HLSL_NUMBER_SUFFIX, i);
}

/* 0x1.8p3 */
static bool read_hex_real(dxk_str text, dxki_hlsl_literal *out)
{
    dxki_real r = {0, 0};
    size_t i = 2, mark;
    bool point = false, negative = false;
    int power = 0;

    for (; i < text.size && (digit_of(text.data[i]) < 16 || (text.data[i] == '.' && !point)); i++) {
        if (text.data[i] == '.') {
            point = true;
            continue;
        }
        if (r.significand >> 60) {
            r.exponent += point ? 0 : 4;
            continue;
        }
        r.significand = r.significand * 16 + (uint64_t)digit_of(text.data[i]);
        r.exponent -= point ? 4 : 0;
    }
    if (i == text.size || dxki_lower(text.data[i]) != 'p')
        return fail(out, DXKI_HLSL_NUMBER_HEX_EXPONENT, i);
    mark = i++;
    if (i < text.size && (text.data[i] == '-' || text.data[i] == '+'))
        negative = text.data[i++] == '-';
    size_t first = i;
    for (; i < text.size && digit_of(text.data[i]) < 10; i++)
        power = power < 100000 ? power * 10 + digit_of(text.data[i]) : power;
    r.exponent += negative ? -power : power;
    out->is_real = true;
    out->value = r.significand ? dxki_real_join(DXKI_BINARY64, r, false) : 0;
    return i > first ? read_real_suffix(text, i, out) : fail(out, DXKI_HLSL_NUMBER_EXPONENT, mark);
}

/* Digits, a point with digits, an exponent: `i` is after the first digits. */
static bool read_real(dxk_str text, size_t i, dxki_hlsl_literal *out)
{
    dxki_decimal d;
    bool negative;
    size_t n = dxki_decimal_scan_all(text, &d, &negative);

    *out = (dxki_hlsl_literal){.is_real = true, .is_decimal = true};
    if (i < text.size && text.data[i] == '.')
        i++;
    while (i < text.size && digit_of(text.data[i]) < 10)
        i++;
    if (n == 0 || (n <= i && i < text.size && dxki_lower(text.data[i]) == 'e'))
        return fail(out, DXKI_HLSL_NUMBER_EXPONENT, i);
    out->value = dxki_decimal_bits(&d, DXKI_BINARY64);
    dxk_str rest = {text.data + n, text.size - n};
    if (text.data[0] == '0' || !dxki_str_cut(&rest, "#INF"))
        return read_real_suffix(text, n, out);
    out->value = dxki_infinity(DXKI_BINARY64);
    return read_real_suffix(text, text.size - rest.size, out);
}

/* The base that the prefix says, and where its digits begin. A prefix without digits is none. */
static unsigned base_of(dxk_str text, size_t *start)
{
    char second = text.size > 1 && text.data[0] == '0' ? dxki_lower(text.data[1]) : 0;
    int third = text.size > 2 ? digit_of(text.data[2]) : 99;

    *start = 0;
    if (second == 'x' && (third < 16 || (text.size > 2 && text.data[2] == '.'))) {
        *start = 2;
        return 16;
    }
    if (second == 'b' && third < 2) {
        *start = 2;
        return 2;
    }
    return second ? 8 : 10;
}

bool dxki_hlsl_read_number(dxk_str text, dxki_hlsl_literal *out)
{
    size_t start, i, end;
    unsigned base = base_of(text, &start);

    *out = (dxki_hlsl_literal){.is_decimal = base == 10, .base = (uint8_t)base};
    end = i = read_digits(text, start, base, out);
    char next = i < text.size ? dxki_lower(text.data[i]) : 0;
    if (base == 16) {
        if (next == '.' || next == 'p') {
            *out = (dxki_hlsl_literal){.base = 16};
            return read_hex_real(text, out);
        }
        return read_int_suffix(text, i, out);
    }
    while (base == 8 && end < text.size && digit_of(text.data[end]) < 10) /* 09.5 is a number */
        end++;
    next = end < text.size ? dxki_lower(text.data[end]) : 0;
    if (base != 2 && (next == '.' || next == 'e'))
        return read_real(text, end, out);
    if (i < text.size && digit_of(text.data[i]) < 16)
        return fail(out, DXKI_HLSL_NUMBER_DIGIT, i);
    return read_int_suffix(text, i, out);
}
