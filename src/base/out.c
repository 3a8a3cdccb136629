/* SPDX-License-Identifier: MIT */
/* out.c - see out.h. */
#include "base/out.h"

#include <string.h>

dxk_status dxki_out_send(dxk_sink sink, const void *data, size_t size)
{
    dxk_status status = sink.write(sink.user, data, size);
    return status == DXK_OK || status == DXK_E_NOMEM || status == DXK_E_LIMIT ? status : DXK_E_SINK;
}

static dxk_status send_escaped(void *user, const void *data, size_t size)
{
    const dxk_sink *to = user;
    const char *at = data, *end = at + size;
    dxk_status status = DXK_OK;
    while (at < end && status == DXK_OK) {
        const char *escape = memchr(at, 0x1b, (size_t)(end - at));
        size_t plain = (size_t)((escape ? escape : end) - at);
        if (plain)
            status = dxki_out_send(*to, at, plain);
        if (escape && status == DXK_OK)
            status = dxki_out_send(*to, "\\x1b", 4);
        at += plain + (escape != NULL);
    }
    return status;
}

dxk_sink dxki_out_without_escapes(dxk_sink *to)
{
    return (dxk_sink){send_escaped, to};
}

void dxki_out_init(dxki_out *out, dxk_sink sink)
{
    out->sink = sink;
    out->status = DXK_OK;
    out->used = 0;
    out->flushed = 0;
    out->line_start = 0;
    out->seen = 0;
}

/* Brings line_start up to date: the buffer is looked through from its end, each byte at most once. */
static void find_line(dxki_out *out)
{
    size_t i = out->used;
    while (i > out->seen && out->buffer[i - 1] != '\n')
        i--;
    if (i > out->seen)
        out->line_start = out->flushed + i;
    out->seen = out->used;
}

dxk_status dxki_out_flush(dxki_out *out)
{
    find_line(out);
    if (out->used && out->status == DXK_OK)
        out->status = dxki_out_send(out->sink, out->buffer, out->used);
    out->flushed += out->used;
    out->used = out->seen = 0;
    return out->status;
}

void dxki_out_write(dxki_out *out, const char *text, size_t size)
{
    if (size > 0 && size <= sizeof out->buffer - out->used) { /* nearly always */
        memcpy(out->buffer + out->used, text, size);
        out->used += size;
        return;
    }
    while (size > 0) {
        size_t room = sizeof out->buffer - out->used;
        if (room == 0) {
            dxki_out_flush(out);
            room = sizeof out->buffer;
        }
        size_t n = size < room ? size : room;
        memcpy(out->buffer + out->used, text, n);
        out->used += n;
        text += n;
        size -= n;
    }
}

void dxki_out_char(dxki_out *out, char c)
{
    if (out->used == sizeof out->buffer)
        dxki_out_flush(out);
    out->buffer[out->used++] = c;
}

void dxki_out_text(dxki_out *out, const char *text)
{
    dxki_out_write(out, text, strlen(text));
}

void dxki_out_str(dxki_out *out, dxk_str text)
{
    dxki_out_write(out, text.data, text.size);
}

char *dxki_format_u64(char *end, uint64_t value)
{
    do {
        *--end = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    return end;
}

void dxki_out_u64(dxki_out *out, uint64_t value)
{
    char digits[20];
    char *end = digits + sizeof digits;
    char *first = dxki_format_u64(end, value);
    dxki_out_write(out, first, (size_t)(end - first));
}

void dxki_out_i64(dxki_out *out, int64_t value)
{
    if (value < 0)
        dxki_out_char(out, '-');
    dxki_out_u64(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

void dxki_out_hex(dxki_out *out, uint64_t value, int digits, bool upper)
{
    const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    char text[16];
    int n = 0;
    do {
        text[15 - n++] = set[value & 15];
        value >>= 4;
    } while (value || (n < digits && n < 16));
    dxki_out_write(out, text + 16 - n, (size_t)n);
}

void dxki_out_hex_bytes(dxki_out *out, dxk_bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        dxki_out_hex(out, bytes.data[i], 2, false);
}

void dxki_out_spaces(dxki_out *out, int count)
{
    static const char blanks[] = "                                ";
    while (count > 0) {
        int n = count < (int)sizeof blanks - 1 ? count : (int)sizeof blanks - 1;
        dxki_out_write(out, blanks, (size_t)n);
        count -= n;
    }
}

void dxki_out_field(dxki_out *out, dxk_str text, int width)
{
    int size = text.size > 10000 ? 10000 : (int)text.size;
    dxki_out_spaces(out, width - size);
    dxki_out_str(out, text);
    dxki_out_spaces(out, -width - size);
}

void dxki_out_u64_field(dxki_out *out, uint64_t value, int width)
{
    char digits[20];
    char *end = digits + sizeof digits;
    char *first = dxki_format_u64(end, value);
    dxki_out_field(out, (dxk_str){first, (size_t)(end - first)}, width);
}

uint64_t dxki_out_column(dxki_out *out)
{
    find_line(out);
    return out->flushed + out->used - out->line_start;
}
