/* SPDX-License-Identifier: MIT */
/* words.c - texts in pictures: escaping, how wide they are, cutting them to fit. */
#include "picture/svg.h"

#include <string.h>

/* --- characters --- */

typedef struct range {
    uint32_t first, last;
} range;

/* Drawn twice as wide as a letter (Unicode, East Asian Width W and F). */
static const range wide[] = {
    {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xa960, 0xa97c},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
    {0xffe0, 0xffe6},   {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff}, {0x1f300, 0x1f64f},
    {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd},
};

/* Drawn over the letter before. */
static const range joined[] = {
    {0x300, 0x36f}, {0x200b, 0x200d}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
};

/* Not to be shown as they are: controls, and marks that turn the direction of text around. XML
 * forbids surrogates and the last two of a plane. */
static const range hidden[] = {
    {0, 0x1f},        {0x7f, 0x9f},     {0x61c, 0x61c},   {0x200e, 0x200f}, {0x2028, 0x202e},
    {0x2066, 0x2069}, {0xd800, 0xdfff}, {0xfeff, 0xfeff}, {0xfff0, 0xffff},
};

static bool within(const range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count && ranges[i].first <= c; i++) {
        if (c <= ranges[i].last)
            return true;
    }
    return false;
}
#define WITHIN(ranges, c) within(ranges, sizeof(ranges) / sizeof(ranges)[0], c)

typedef struct character {
    size_t size;     /* bytes */
    uint32_t code;   /* the byte itself when `broken` */
    bool broken;     /* no UTF-8 */
    unsigned digits; /* hexadecimal digits when it is shown as a number; else 0 */
} character;

/* The number of an UTF-8 sequence of `size` bytes; UINT32_MAX: it is none. */
static uint32_t decode(const uint8_t *p, size_t size)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code = size == 1 ? p[0] : p[0] & (0x7fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return UINT32_MAX;
        code = code << 6 | (p[i] & 0x3fu);
    }
    return code < least[size] || code > 0x10ffff ? UINT32_MAX : code;
}

static unsigned digits_of(uint32_t code)
{
    unsigned n = 2;
    while (n < 8 && code >> (4 * n))
        n++;
    return n;
}

static character next(dxk_str text, size_t at)
{
    const uint8_t *p = (const uint8_t *)text.data + at;
    size_t left = text.size - at;
    size_t size = p[0] < 0x80 ? 1 : p[0] < 0xc0 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    uint32_t code = size == 0 || size > left || p[0] >= 0xf8 ? UINT32_MAX : decode(p, size);
    if (code == UINT32_MAX)
        return (character){1, p[0], true, 2};
    return (character){size, code, false, WITHIN(hidden, code) ? digits_of(code) : 0};
}

static size_t columns_of(character c)
{
    if (c.digits) /* \xNN or \u{N} */
        return c.broken || c.code < 0x80 ? 4 : c.digits + 4u;
    return WITHIN(joined, c.code) ? 0 : WITHIN(wide, c.code) ? 2 : 1;
}

/* --- output --- */

static void put_hidden(dxki_out *out, character c)
{
    bool byte = c.broken || c.code < 0x80;
    dxki_out_text(out, byte ? "\\x" : "\\u{");
    dxki_out_hex(out, c.code, 2, false);
    dxki_out_text(out, byte ? "" : "}");
}

void dxki_dot_escape(dxki_out *out, dxk_str text)
{
    for (size_t i = 0; i < text.size;) {
        character c = next(text, i);
        if (c.code == '"' || c.code == '\\')
            dxki_out_char(out, '\\');
        if (c.digits) {
            dxki_out_char(out, '\\'); /* of \xNN, \u{N} */
            put_hidden(out, c);
        } else {
            dxki_out_write(out, text.data + i, c.size);
        }
        i += c.size;
    }
}

void dxki_svg_escape(dxki_out *out, dxk_str text)
{
    for (size_t i = 0; i < text.size;) {
        character c = next(text, i);
        if (c.code == '&' || c.code == '<' || c.code == '>' || c.code == '"')
            dxki_out_text(out, c.code == '&'   ? "&amp;"
                               : c.code == '<' ? "&lt;"
                               : c.code == '>' ? "&gt;"
                                               : "&quot;");
        else if (c.digits && c.code != '\n')
            put_hidden(out, c);
        else
            dxki_out_write(out, text.data + i, c.size);
        i += c.size;
    }
}

/* --- widths --- */

size_t dxki_svg_columns(dxk_str text)
{
    size_t columns = 0;
    for (size_t i = 0; i < text.size;) {
        character c = next(text, i);
        columns += columns_of(c);
        i += c.size;
    }
    return columns;
}

int32_t dxki_svg_width(size_t columns, unsigned size)
{
    if (columns > 100000)
        columns = 100000;
    return (int32_t)((columns * size * 602 + 99) / 100);
}

/* Columns of the font that fit a width. */
static size_t fitting(int32_t width, unsigned size)
{
    return width > 0 ? (size_t)width * 100 / (size * 602u) : 0;
}

static const char ellipsis[] = "\xe2\x80\xa6";

static dxk_str joined_text(dxki_svg *s, dxk_str a, dxk_str b)
{
    char *to = dxki_arena_alloc(&s->arena, a.size + b.size + 1);
    if (!to) {
        dxki_svg_fail(s, DXK_E_NOMEM);
        return (dxk_str){"", 0};
    }
    memcpy(to, a.data, a.size);
    memcpy(to + a.size, b.data, b.size);
    return (dxk_str){to, a.size + b.size};
}

dxk_str dxki_svg_fit(dxki_svg *s, dxk_str text, int32_t width, unsigned size)
{
    size_t room = fitting(width, size), used = 0, end = 0;
    if (text.size <= room && dxki_svg_columns(text) <= room)
        return text;
    for (size_t i = 0; i < text.size;) {
        character c = next(text, i);
        used += columns_of(c);
        i += c.size;
        if (used < room) /* one column is for the dots */
            end = i;
        if (used > room)
            return room ? joined_text(s, (dxk_str){text.data, end}, dxki_str(ellipsis))
                        : (dxk_str){"", 0};
    }
    return text;
}

dxk_str dxki_svg_fit_middle(dxki_svg *s, dxk_str text, int32_t width, unsigned size)
{
    size_t room = fitting(width, size), used = 0, end = 0;
    if (dxki_svg_columns(text) <= room || room < 5)
        return dxki_svg_fit_end(s, text, width, size);
    while (end < text.size) {
        character c = next(text, end);
        used += columns_of(c);
        if (used > (room - 1) / 2)
            break;
        end += c.size;
    }
    int32_t rest = width - dxki_svg_width((room - 1) / 2, size);
    return joined_text(s, (dxk_str){text.data, end}, dxki_svg_fit_end(s, text, rest, size));
}

dxk_str dxki_svg_fit_end(dxki_svg *s, dxk_str text, int32_t width, unsigned size)
{
    size_t room = fitting(width, size), left = dxki_svg_columns(text), start = 0;
    if (left <= room)
        return text;
    if (!room)
        return (dxk_str){"", 0};
    while (start < text.size && left >= room) {
        character c = next(text, start);
        left -= columns_of(c);
        start += c.size;
    }
    return joined_text(s, dxki_str(ellipsis), (dxk_str){text.data + start, text.size - start});
}
