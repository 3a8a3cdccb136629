/* SPDX-License-Identifier: MIT */
/* parse_lex.c - characters, words and numbers of a listing. */
#include "fxc/encoding.h"
#include "fxc/parse.h"

#include "base/decimal.h"
#include "base/out.h"
#include "spec/reader_rules.h"

#include <string.h>

void dxki_fxc_parser_init(dxki_fxc_parser *p, dxk_ctx *ctx, dxk_str text)
{
    memset(p, 0, sizeof *p);
    p->ctx = ctx;
    if (!text.data)
        text = (dxk_str){"", 0};
    text = dxki_fxc_skip_mark(text);
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
    const char *start = p->at;
    if (strchr(",)]}", text[0])) /* what stands after an operand or a number */
        dxki_fxc_skip_blanks(p);
    if (dxki_fxc_accept(p, text))
        return true;
    p->at = start;
    return dxki_fxc_parse_expected(p, text);
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

bool dxki_fxc_parse_comment(dxki_fxc_parser *p)
{
    if (!dxki_fxc_parse_line(p))
        return false;
    dxki_fxc_skip_blanks(p);
    return dxki_fxc_accept(p, "//");
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
    uint64_t number = 0, most = negative ? (uint64_t)INT32_MAX + 1 : UINT32_MAX;
    for (; p->at < p->end && (unsigned)digit_of(*p->at) < base; p->at++) {
        number = number * base + (unsigned)digit_of(*p->at);
        if (number > most)
            return dxki_fxc_parse_expected(p, "a number of 32 bits");
    }
    if (p->at == start)
        return dxki_fxc_parse_expected(p, "a number");
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

bool dxki_fxc_parse_within(dxki_fxc_parser *p, int64_t least, int64_t most, const char *what,
                           int64_t *value)
{
    const char *start = p->at;
    if (!dxki_fxc_parse_i64(p, value))
        return false;
    if (*value >= least && *value <= most)
        return true;
    p->at = start;
    return dxki_fxc_parse_expected(p, what);
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

/* What printf makes of what is no number, of all bits but the sign; false: it is a number. */
static bool parse_special(dxki_fxc_parser *p, dxki_real_format f, uint64_t *bits)
{
    uint64_t infinity = dxki_infinity(f);
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

/* Digits, a point, digits; or a word. */
static bool parse_decimal(dxki_fxc_parser *p, dxki_real_format f, uint64_t *bits)
{
    dxki_decimal d;
    bool negative = dxki_fxc_accept(p, "-");
    size_t size = dxki_decimal_scan((dxk_str){p->at, (size_t)(p->end - p->at)}, &d);
    const char *end = p->at + size;
    bool word = size == 0 || (end < p->end && *end == '#');
    if (!word || !parse_special(p, f, bits)) {
        if (size == 0)
            return dxki_fxc_parse_expected(p, "a number");
        *bits = dxki_decimal_bits(&d, f);
        if (*bits == dxki_infinity(f))
            return dxki_fxc_parse_expected(p, "a number in the range of its type");
        p->at = end;
    }
    *bits |= (uint64_t)negative << (f.fraction + f.exponent);
    return true;
}

bool dxki_fxc_parse_double(dxki_fxc_parser *p, uint64_t *bits)
{
    return parse_decimal(p, DXKI_BINARY64, bits);
}

static bool parse_float(dxki_fxc_parser *p, uint32_t *bits)
{
    uint64_t wide;
    if (!parse_decimal(p, DXKI_BINARY32, &wide))
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
