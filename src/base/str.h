/* SPDX-License-Identifier: MIT */
/* str.h - what is asked of texts everywhere. Texts are not terminated and may hold any bytes. */
#ifndef DXKI_BASE_STR_H
#define DXKI_BASE_STR_H

#include <stdbool.h>
#include <string.h>

#include "dxk/base.h"

/* A string literal or NUL-terminated text. */
static inline dxk_str dxki_str(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

/* The same bytes? */
static inline bool dxki_str_same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static inline char dxki_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* True if the texts are the same but for the case of ASCII letters. */
static inline bool dxki_str_same_fold(dxk_str a, dxk_str b)
{
    if (a.size != b.size)
        return false;
    for (size_t i = 0; i < a.size; i++) {
        if (dxki_lower(a.data[i]) != dxki_lower(b.data[i]))
            return false;
    }
    return true;
}

/* Begins the text with `prefix`? */
static inline bool dxki_str_starts(dxk_str text, const char *prefix)
{
    size_t size = strlen(prefix);
    return text.size >= size && (size == 0 || memcmp(text.data, prefix, size) == 0);
}

/* Is it `other`? */
static inline bool dxki_str_is(dxk_str text, const char *other)
{
    if (text.size && text.data[0] != other[0]) /* tells most texts of a table apart */
        return false;
    return text.size == strlen(other) && dxki_str_starts(text, other);
}

/* Begins it with `prefix`, which is cut off then? */
static inline bool dxki_str_cut(dxk_str *text, const char *prefix)
{
    if (!dxki_str_starts(*text, prefix))
        return false;
    text->data += strlen(prefix);
    text->size -= strlen(prefix);
    return true;
}

/* Cuts off the decimal digits at the end; returns their number as the reference reads it: no more
 * than a signed 64-bit integer holds, then its low 32 bits. 0: there are no digits. */
static inline uint32_t dxki_str_cut_number(dxk_str *text)
{
    size_t end = text->size;
    uint64_t number = 0;
    while (text->size && text->data[text->size - 1] >= '0' && text->data[text->size - 1] <= '9')
        text->size--;
    for (size_t i = text->size; i < end; i++) {
        uint64_t digit = (uint64_t)(text->data[i] - '0');
        number = number > (INT64_MAX - digit) / 10 ? INT64_MAX : number * 10 + digit;
    }
    return (uint32_t)number;
}

#endif
