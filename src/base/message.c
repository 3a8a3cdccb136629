/* SPDX-License-Identifier: MIT */
/* message.c - see message.h. */
#include "base/message.h"

#include <stdbool.h>
#include <string.h>

#include "base/out.h"

dxki_arg dxki_dec(uint64_t value)
{
    return (dxki_arg){DXKI_ARG_DEC, value, {NULL, 0}};
}

dxki_arg dxki_hex(uint64_t value)
{
    return (dxki_arg){DXKI_ARG_HEX, value, {NULL, 0}};
}

dxki_arg dxki_text(dxk_str text)
{
    return (dxki_arg){DXKI_ARG_TEXT, 0, text};
}

dxki_arg dxki_raw(dxk_str text)
{
    return (dxki_arg){DXKI_ARG_RAW, 0, text};
}

dxki_arg dxki_escaped(dxk_str text)
{
    return (dxki_arg){DXKI_ARG_ESCAPED, 0, text};
}

dxki_arg dxki_fourcc_arg(uint32_t fourcc)
{
    return (dxki_arg){DXKI_ARG_FOURCC, fourcc, {NULL, 0}};
}

/* --- writing --- */

enum { ARGS_MAX = 10 };

typedef struct writer {
    char *to;
    size_t room, size;
    const dxki_arg *args;
    size_t count;
    bool nested;
    uint32_t used; /* nested: bit for each argument that has found its place */
} writer;

static void put(writer *w, const char *text, size_t size)
{
    size_t left = w->size < w->room ? w->room - w->size : 0;
    if (left && size)
        memcpy(w->to + w->size, text, size < left ? size : left);
    w->size += size;
}

static void put_hex(writer *w, const char *set, uint64_t value, int least)
{
    char digits[16], *first = digits + sizeof digits;
    for (; value || least > 0; value >>= 4, least--)
        *--first = set[value & 15];
    put(w, first, (size_t)(digits + sizeof digits - first));
}

/* A character of a text of that kind. */
static void put_char(writer *w, char c, int kind)
{
    unsigned char byte = (unsigned char)c;
    bool printable = byte >= 0x20 && byte < 0x7f;
    if (kind == DXKI_ARG_RAW || (printable && (kind == DXKI_ARG_TEXT || (c != '\\' && c != '"')))) {
        put(w, &c, 1);
    } else if (kind == DXKI_ARG_TEXT) {
        put(w, "\\x", 2);
        put_hex(w, "0123456789abcdef", byte, 2);
    } else {
        put(w, "\\", 1);
        put_hex(w, "0123456789ABCDEF", byte, 2);
    }
}

static void put_arg(writer *w, size_t index);

/* The argument that is named at the start of a text, if it is one from `first` on that may stand
 * there. */
static bool names_arg(const writer *w, dxk_str text, size_t first, size_t *index)
{
    if (text.size < 2 || text.data[0] != '%' || text.data[1] < '0' || text.data[1] > '9')
        return false;
    *index = (size_t)(text.data[1] - '0');
    return *index >= first && *index < w->count && !(w->nested && w->used >> *index & 1);
}

/* The bytes at the start of a text that go out as they are: up to a place of an argument. */
static size_t plain_run(dxk_str text, int kind)
{
    if (kind != DXKI_ARG_RAW)
        return 0;
    const char *mark = memchr(text.data, '%', text.size);
    return mark ? (size_t)(mark - text.data) : text.size;
}

/* A text in which arguments from `first` on are named. */
static void put_text(writer *w, dxk_str text, int kind, size_t first)
{
    size_t index;
    while (text.size) {
        size_t size = plain_run(text, kind);
        put(w, text.data, size);
        if (size == 0 && names_arg(w, text, first, &index)) {
            put_arg(w, index);
            size = 2;
        } else if (size == 0) {
            put_char(w, *text.data, kind);
            size = 1;
        }
        text.data += size;
        text.size -= size;
    }
}

static void put_arg(writer *w, size_t index)
{
    const dxki_arg *arg = &w->args[index];
    char text[20], *end = text + sizeof text, *start;
    w->used |= 1u << index;
    switch (arg->kind) {
    case DXKI_ARG_DEC:
        start = dxki_format_u64(end, arg->number);
        put(w, start, (size_t)(end - start));
        return;
    case DXKI_ARG_HEX:
        put(w, "0x", 2);
        put_hex(w, "0123456789abcdef", arg->number, 1);
        return;
    case DXKI_ARG_FOURCC:
        for (int i = 0; i < 4; i++)
            text[i] = (char)(arg->number >> (8 * i));
        put_text(w, (dxk_str){text, 4}, DXKI_ARG_TEXT, ARGS_MAX);
        return;
    default:
        put_text(w, arg->text, (int)arg->kind, w->nested ? index + 1 : ARGS_MAX);
        return;
    }
}

static size_t format(writer *w, const char *pattern)
{
    put_text(w, dxki_str(pattern), DXKI_ARG_RAW, 0);
    return w->size;
}

size_t dxki_format(char *to, size_t room, const char *pattern, const dxki_arg *args, size_t count)
{
    return format(&(writer){.to = to, .room = room, .args = args, .count = count}, pattern);
}

size_t dxki_format_nested(char *to, size_t room, const char *pattern, const dxki_arg *args,
                          size_t count)
{
    return format(&(writer){.to = to, .room = room, .args = args, .count = count, .nested = true},
                  pattern);
}
