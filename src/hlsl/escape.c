/* SPDX-License-Identifier: MIT */
/* escape.c - character and string literals: escapes, and what is wrong with them; see literal.h. */
#include "hlsl/literal.h"

/* ---------------------------------------------------------------------------------------- */
/* Escapes                                                                                    */

/* A character as it is meant. */
typedef struct character {
    uint32_t value;
    bool is_point; /* of Unicode, by its number: UTF-8 has several bytes for it */
    uint8_t fault; /* dxki_hlsl_character_fault */
} character;

static unsigned digit_of(char ch)
{
    const char low = dxki_lower(ch);

    return low >= '0' && low <= '9'   ? (unsigned)(low - '0')
           : low >= 'a' && low <= 'f' ? (unsigned)(low - 'a') + 10
                                      : UINT8_MAX;
}

/* Digits of an escape, at most `most` of them; the value saturates. The result is how many there are. */
static size_t read_digits(dxk_str text, size_t *i, unsigned base, size_t most, uint32_t *value)
{
    size_t n = 0;

    *value = 0;
    for (; n < most && *i < text.size && digit_of(text.data[*i]) < base; n++, ++*i)
        *value = *value > UINT32_MAX / 16 ? UINT32_MAX : *value * base + digit_of(text.data[*i]);
    return n;
}

/* \u0123, \U00012345 */
static character read_point(dxk_str text, size_t *i)
{
    const size_t wanted = text.data[(*i)++] == 'u' ? 4 : 8;
    character made = {.is_point = true};

    if (read_digits(text, i, 16, wanted, &made.value) < wanted)
        made.fault = DXKI_HLSL_CHARACTER_SHORT;
    else if (made.value > 0x10ffff || (made.value >= 0xd800 && made.value < 0xe000))
        made.fault = DXKI_HLSL_CHARACTER_POINT;
    else if (made.value < 0x20 || (made.value >= 0x7f && made.value < 0xa0))
        made.fault = DXKI_HLSL_CHARACTER_CONTROL;
    else if (made.value < 0xa0 && !strchr("$@`", (char)made.value))
        made.fault = DXKI_HLSL_CHARACTER_BASIC;
    return made;
}

/* What stands behind a backslash, which *i passes. */
static character read_escape(dxk_str text, size_t *i)
{
    static const char from[] = "abfnrtveE\\'\"?", to[] = "\a\b\f\n\r\t\v\033\033\\'\"?";
    const char ch = text.data[*i], *at = ch ? strchr(from, ch) : NULL;
    const bool octal = ch >= '0' && ch <= '7';
    character made = {.fault = DXKI_HLSL_CHARACTER_GOOD};

    if (ch == 'u' || ch == 'U')
        return read_point(text, i);
    if (!octal)
        ++*i;
    if (!octal && ch != 'x') {
        made.value = (uint8_t)(at ? to[at - from] : ch);
        made.fault = at ? DXKI_HLSL_CHARACTER_GOOD : DXKI_HLSL_CHARACTER_ESCAPE;
        return made;
    }
    if (!read_digits(text, i, octal ? 8 : 16, octal ? 3 : SIZE_MAX, &made.value))
        made.fault = DXKI_HLSL_CHARACTER_NO_DIGITS;
    else if (made.value > UINT8_MAX)
        made.fault = octal ? DXKI_HLSL_CHARACTER_OCTAL : DXKI_HLSL_CHARACTER_HEX;
    return made;
}

/* The byte or escape at *i between quotes. */
static character read_one(dxk_str text, size_t *i)
{
    const char ch = text.data[(*i)++];

    if (ch == '\\' && *i < text.size)
        return read_escape(text, i);
    return (character){.value = (uint8_t)ch};
}

/* What is between the quotes. */
static dxk_str unquoted(dxk_str text)
{
    return (dxk_str){text.data + 1, text.size < 2 ? 0 : text.size - 2};
}

/* ---------------------------------------------------------------------------------------- */
/* Characters                                                                                 */

bool dxki_hlsl_tell_escape(dxki_hlsl *c, uint8_t fault, dxk_str escape, dxki_hlsl_loc loc)
{
    static const dxki_hlsl_diag faults[] = {
        [DXKI_HLSL_CHARACTER_ESCAPE] = DXKI_HLSL_D_UNKNOWN_ESCAPE,
        [DXKI_HLSL_CHARACTER_NO_DIGITS] = DXKI_HLSL_D_ESCAPE_DIGITS,
        [DXKI_HLSL_CHARACTER_HEX] = DXKI_HLSL_D_ESCAPE_HEX,
        [DXKI_HLSL_CHARACTER_OCTAL] = DXKI_HLSL_D_ESCAPE_OCTAL,
        [DXKI_HLSL_CHARACTER_SHORT] = DXKI_HLSL_D_POINT_SHORT,
        [DXKI_HLSL_CHARACTER_POINT] = DXKI_HLSL_D_POINT,
        [DXKI_HLSL_CHARACTER_CONTROL] = DXKI_HLSL_D_POINT_CONTROL,
        [DXKI_HLSL_CHARACTER_BASIC] = DXKI_HLSL_D_POINT_BASIC,
        [DXKI_HLSL_CHARACTER_LARGE] = DXKI_HLSL_D_CHARACTER_LARGE,
    };
    size_t i = 1;

    if (fault == DXKI_HLSL_CHARACTER_GOOD)
        return true;
    if (fault == DXKI_HLSL_CHARACTER_BASIC) {
        const char ch = (char)read_escape(escape, &i).value;
        escape = dxki_hlsl_text(c, (dxk_str){&ch, 1});
    }
    const dxki_arg shown = dxki_text(escape);
    dxki_hlsl_report(c, faults[fault], loc, &shown, 1);
    return fault == DXKI_HLSL_CHARACTER_ESCAPE;
}

dxki_hlsl_character dxki_hlsl_read_character(dxk_str text)
{
    const dxk_str inner = unquoted(text);
    dxki_hlsl_character out = {.fault = DXKI_HLSL_CHARACTER_GOOD};
    uint32_t value = 0;

    for (size_t i = 0; i < inner.size; out.count++) {
        const size_t from = i;
        character one = read_one(inner, &i);
        if (!one.fault &&
            ((uint8_t)inner.data[from] >= 0x80 || (one.is_point && one.value >= 0x80)))
            one.fault = DXKI_HLSL_CHARACTER_LARGE;
        value = value << 8 | (one.value & UINT8_MAX);
        if (!one.fault || out.fault > DXKI_HLSL_CHARACTER_ESCAPE)
            continue;
        out.fault = one.fault;
        out.escape = (dxk_str){inner.data + from, i - from};
    }
    out.value = out.count == 1 ? (int8_t)value : (int32_t)value;
    return out;
}

/* ---------------------------------------------------------------------------------------- */
/* Strings                                                                                    */

/* At most as many bytes as the escape had. */
static size_t put_point(char *to, uint32_t point)
{
    const size_t more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const uint8_t heads[] = {0, 0xc0, 0xe0, 0xf0};

    to[0] = (char)(heads[more] | point >> 6 * more);
    for (size_t i = 1; i <= more; i++)
        to[i] = (char)(0x80 | (point >> 6 * (more - i) & 0x3f));
    return more + 1;
}

dxk_str dxki_hlsl_read_string(dxki_hlsl *c, dxk_str text, dxki_hlsl_loc loc, bool *good)
{
    const dxk_str inner = unquoted(text);
    char *made = dxki_arena_alloc(&c->arena, inner.size + 1);
    size_t size = 0;

    if (!made) {
        dxki_hlsl_nomem(c);
        return (dxk_str){"", 0};
    }
    for (size_t i = 0; i < inner.size;) {
        const size_t from = i;
        const character one = read_one(inner, &i);
        const uint32_t ahead = loc.expansion ? 0 : (uint32_t)from + 1;
        if (good && !dxki_hlsl_tell_escape(c, one.fault, (dxk_str){inner.data + from, i - from},
                                           (dxki_hlsl_loc){loc.at + ahead, loc.expansion}))
            *good = false;
        if (one.is_point && !one.fault)
            size += put_point(made + size, one.value);
        else
            made[size++] = (char)one.value;
    }
    made[size] = 0;
    return (dxk_str){made, size};
}
