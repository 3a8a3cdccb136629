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

/* Digits of a base from `i` on; returns the place behind them. */
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

/* u, l, ll in any order. */
static bool read_int_suffix(dxk_str text, size_t i, dxki_hlsl_literal *out)
{
    for (; i < text.size; i++) {
        char ch = dxki_lower(text.data[i]);
        if (ch == 'u' && !out->is_unsigned)
            out->is_unsigned = true;
        else if (ch == 'l' && out->longs == 0)
            out->longs = i + 1 < text.size && text.data[i + 1] == text.data[i] ? 2 : 1;
        else
            return false;
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
           (i + 1 == text.size && (out->suffix == 'f' || out->suffix == 'h' || out->suffix == 'l'));
}

/* 0x1.8p3 */
static bool read_hex_real(dxk_str text, dxki_hlsl_literal *out)
{
    dxki_real r = {0, 0};
    size_t i = 2;
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
        return false;
    i++;
    if (i < text.size && (text.data[i] == '-' || text.data[i] == '+'))
        negative = text.data[i++] == '-';
    size_t first = i;
    for (; i < text.size && digit_of(text.data[i]) < 10; i++)
        power = power < 100000 ? power * 10 + digit_of(text.data[i]) : power;
    r.exponent += negative ? -power : power;
    out->is_real = true;
    out->value = r.significand ? dxki_real_join(DXKI_BINARY64, r, false) : 0;
    return i > first && read_real_suffix(text, i, out);
}

static bool read_real(dxk_str text, dxki_hlsl_literal *out)
{
    dxki_decimal d;
    bool negative;

    size_t n = dxki_decimal_scan_all(text, &d, &negative);
    if (n == 0)
        return false;
    out->is_real = true;
    out->value = dxki_decimal_bits(&d, DXKI_BINARY64);
    dxk_str rest = {text.data + n, text.size - n};
    if (dxki_str_starts(rest, "#INF")) {
        out->value = dxki_infinity(DXKI_BINARY64);
        n += 4;
    }
    return read_real_suffix(text, n, out);
}

bool dxki_hlsl_read_number(dxk_str text, dxki_hlsl_literal *out)
{
    bool prefixed = text.size > 1 && text.data[0] == '0';
    char second = prefixed ? dxki_lower(text.data[1]) : 0;
    size_t i;

    *out = (dxki_hlsl_literal){.is_decimal = !prefixed};
    if (second == 'x') {
        i = read_digits(text, 2, 16, out);
        if (i < text.size && (text.data[i] == '.' || dxki_lower(text.data[i]) == 'p')) {
            *out = (dxki_hlsl_literal){0};
            return read_hex_real(text, out);
        }
        return i > 2 && read_int_suffix(text, i, out);
    }
    if (second == 'b') {
        i = read_digits(text, 2, 2, out);
        return i > 2 && read_int_suffix(text, i, out);
    }
    i = read_digits(text, 0, 10, out);
    if (i < text.size && (text.data[i] == '.' || dxki_lower(text.data[i]) == 'e' ||
                          dxki_lower(text.data[i]) == 'f' || dxki_lower(text.data[i]) == 'h')) {
        *out = (dxki_hlsl_literal){.is_decimal = true};
        return read_real(text, out);
    }
    if (prefixed && second >= '0' && second <= '9') {
        out->value = 0;
        size_t octal = read_digits(text, 0, 8, out);
        if (octal != i)
            return false;
    }
    out->is_decimal = !prefixed;
    return i > 0 && read_int_suffix(text, i, out);
}

/* ---------------------------------------------------------------------------------------- */
/* Strings                                                                                    */

static char escape(char ch)
{
    static const char from[] = "abfnrtv0", to[] = "\a\b\f\n\r\t\v";
    const char *at = ch ? strchr(from, ch) : NULL;

    return at ? to[at - from] : ch;
}

dxk_str dxki_hlsl_unquote(dxki_hlsl *c, dxk_str text)
{
    size_t size = 0;
    char *made = dxki_arena_alloc(&c->arena, text.size + 1);

    if (!made) {
        dxki_hlsl_nomem(c);
        return (dxk_str){"", 0};
    }
    for (size_t i = 1; i + 1 < text.size; i++) {
        if (text.data[i] == '\\' && i + 2 < text.size)
            made[size++] = escape(text.data[++i]);
        else
            made[size++] = text.data[i];
    }
    made[size] = 0;
    return (dxk_str){made, size};
}
