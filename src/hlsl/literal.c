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

/* ---------------------------------------------------------------------------------------- */
/* Characters                                                                                 */

/* Digits of an escape, at most `most` of them; the value saturates. */
static uint32_t escape_digits(dxk_str text, size_t *i, unsigned base, size_t most)
{
    uint32_t value = 0;

    for (size_t n = 0; n < most && *i < text.size && (unsigned)digit_of(text.data[*i]) < base;
         n++, ++*i)
        value = value > UINT8_MAX ? value : value * base + (unsigned)digit_of(text.data[*i]);
    return value;
}

/* What stands behind a backslash, which *i passes. */
static uint8_t escaped(dxk_str text, size_t *i, uint8_t *fault)
{
    static const char from[] = "abfnrtveE\\'\"?", to[] = "\a\b\f\n\r\t\v\033\033\\'\"?";
    const char ch = text.data[*i], *at = ch ? strchr(from, ch) : NULL;
    const bool octal = ch >= '0' && ch <= '7';
    uint32_t value;

    if (!octal)
        ++*i;
    if (!octal && ch != 'x') {
        *fault = at ? *fault : DXKI_HLSL_CHARACTER_ESCAPE;
        return (uint8_t)(at ? to[at - from] : ch);
    }
    if (!octal && (*i >= text.size || (unsigned)digit_of(text.data[*i]) >= 16))
        *fault = DXKI_HLSL_CHARACTER_NO_DIGITS;
    value = octal ? escape_digits(text, i, 8, 3) : escape_digits(text, i, 16, SIZE_MAX);
    if (value > UINT8_MAX)
        *fault = octal ? DXKI_HLSL_CHARACTER_OCTAL : DXKI_HLSL_CHARACTER_HEX;
    return (uint8_t)value;
}

/* The byte at *i between quotes. */
static uint8_t character_at(dxk_str text, size_t *i, uint8_t *fault)
{
    const char ch = text.data[(*i)++];

    return ch == '\\' && *i < text.size ? escaped(text, i, fault) : (uint8_t)ch;
}

/* What is between the quotes. */
static dxk_str unquoted(dxk_str text)
{
    return (dxk_str){text.data + 1, text.size < 2 ? 0 : text.size - 2};
}

dxki_hlsl_character dxki_hlsl_read_character(dxk_str text)
{
    const dxk_str inner = unquoted(text);
    dxki_hlsl_character out = {.fault = DXKI_HLSL_CHARACTER_GOOD};
    uint32_t value = 0;

    for (size_t i = 0; i < inner.size; out.count++) {
        const size_t from = i;
        const uint8_t before = out.fault, byte = character_at(inner, &i, &out.fault);
        value = value << 8 | byte;
        if (out.fault != before)
            out.escape = (dxk_str){inner.data + from, i - from};
    }
    out.value = out.count == 1 ? (int8_t)value : (int32_t)value;
    return out;
}

/* ---------------------------------------------------------------------------------------- */
/* Strings                                                                                    */

dxk_str dxki_hlsl_unescape(dxki_hlsl *c, dxk_str inner)
{
    size_t size = 0;
    uint8_t fault = DXKI_HLSL_CHARACTER_GOOD;
    char *made = dxki_arena_alloc(&c->arena, inner.size + 1);

    if (!made) {
        dxki_hlsl_nomem(c);
        return (dxk_str){"", 0};
    }
    for (size_t i = 0; i < inner.size;)
        made[size++] = (char)character_at(inner, &i, &fault);
    made[size] = 0;
    return (dxk_str){made, size};
}

dxk_str dxki_hlsl_closed(dxki_hlsl *c, dxk_str inner)
{
    uint8_t fault = DXKI_HLSL_CHARACTER_GOOD, byte = 0;
    size_t from = 0;

    for (size_t i = 0; i < inner.size;) {
        from = i;
        fault = DXKI_HLSL_CHARACTER_GOOD;
        byte = character_at(inner, &i, &fault);
    }
    const bool is_escape = inner.size >= from + 2 && inner.data[from] == '\\';
    if (!is_escape || fault || (inner.data[from + 1] != 'x' && digit_of(inner.data[from + 1]) > 7))
        return inner;
    const char octal[] = {'\\', (char)('0' + (byte >> 6)), (char)('0' + (byte >> 3 & 7)),
                          (char)('0' + (byte & 7))};
    return dxki_hlsl_join(c, (dxk_str){inner.data, from}, (dxk_str){octal, sizeof octal});
}

dxk_str dxki_hlsl_unquote(dxki_hlsl *c, dxk_str text)
{
    return dxki_hlsl_unescape(c, unquoted(text));
}
