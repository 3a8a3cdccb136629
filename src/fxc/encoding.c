/* SPDX-License-Identifier: MIT */
/*
 * encoding.c - listings as they are stored: UTF-8 with or without a byte order mark, or UTF-16 with
 * one, as some shells write what a program prints.
 */
#include "fxc/encoding.h"

#include <string.h>

typedef enum encoding { IS_UTF8, IS_LITTLE, IS_BIG } encoding;

static encoding encoding_of(dxk_str text)
{
    if (text.size >= 2 && memcmp(text.data, "\xff\xfe", 2) == 0)
        return IS_LITTLE;
    return text.size >= 2 && memcmp(text.data, "\xfe\xff", 2) == 0 ? IS_BIG : IS_UTF8;
}

dxk_str dxki_fxc_skip_mark(dxk_str text)
{
    if (text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0)
        return (dxk_str){text.data + 3, text.size - 3};
    return text;
}

static uint32_t unit_at(dxk_str text, size_t at, encoding e)
{
    uint32_t first = (uint8_t)text.data[at], second = (uint8_t)text.data[at + 1];
    return e == IS_BIG ? first << 8 | second : second << 8 | first;
}

/* Listings have no characters but ASCII outside of comments, where others are replaced. */
static char char_at(dxk_str text, size_t at, encoding e)
{
    uint32_t unit = unit_at(text, at, e);
    return unit < 0x80 ? (char)unit : '?';
}

dxk_status dxki_fxc_to_utf8(dxk_str *text, dxk_buffer *converted)
{
    encoding e = encoding_of(*text);
    dxk_status status = DXK_OK;
    char chunk[256];
    size_t n = 0;
    if (e == IS_UTF8)
        return DXK_OK;
    for (size_t at = 2; at + 1 < text->size && status == DXK_OK; at += 2) {
        chunk[n++] = char_at(*text, at, e);
        if (n < sizeof chunk)
            continue;
        status = dxk_buffer_append(converted, chunk, n);
        n = 0;
    }
    if (status == DXK_OK)
        status = dxk_buffer_append(converted, chunk, n);
    *text = (dxk_str){(const char *)converted->data, converted->size};
    return status;
}

bool dxki_fxc_next_start(dxki_fxc_starts *s, dxk_str *start)
{
    encoding e = encoding_of(s->text);
    size_t unit = e == IS_UTF8 ? 1 : 2, size = s->text.size, n = 0;
    bool begun = false;
    char c = 0;
    if (s->at == 0)
        s->at = e != IS_UTF8 ? 2 : size - dxki_fxc_skip_mark(s->text).size;
    if (s->at + unit > size)
        return false;
    for (; c != '\n' && s->at + unit <= size; s->at += unit) {
        c = e == IS_UTF8 ? s->text.data[s->at] : char_at(s->text, s->at, e);
        begun |= c != ' ' && c != '\t' && c != '\r';
        if (begun && c != '\n' && n < sizeof s->start)
            s->start[n++] = c;
    }
    *start = (dxk_str){s->start, n};
    return true;
}
