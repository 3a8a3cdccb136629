/* SPDX-License-Identifier: MIT */
/* text.c - buffered text, number formats, colours, columns; see text.h. */
#include "text.h"

#include "io.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLUSH_AT ((size_t)64 << 10) /* collected bytes that are worth a system call */

text_out text_to_buffer(dxk_buffer *buffer, bool color)
{
    return (text_out){.buffer = buffer, .fd = -1, .color = color};
}

static void send(text_out *out, const void *data, size_t size)
{
    if (!out->error)
        out->error = io_write_all(out->fd, data, size);
}

void text_flush(text_out *out)
{
    if (out->fd < 0)
        return;
    send(out, out->buffer->data, out->buffer->size);
    out->buffer->size = 0;
}

void text_write(text_out *out, const void *data, size_t size)
{
    dxk_buffer *b = out->buffer;
    if (out->error)
        return;
    if (out->fd >= 0 && b->size + size >= FLUSH_AT) {
        text_flush(out);
        if (size >= FLUSH_AT) {
            send(out, data, size);
            return;
        }
    }
    if (size <= b->capacity - b->size) {
        if (size)
            memcpy(b->data + b->size, data, size);
        b->size += size;
    } else if (dxk_buffer_append(b, data, size) != DXK_OK) {
        out->error = ENOMEM;
    }
}

void text_char(text_out *out, char c)
{
    text_write(out, &c, 1);
}

void text_put(text_out *out, const char *text)
{
    text_write(out, text, strlen(text));
}

void text_str(text_out *out, dxk_str text)
{
    text_write(out, text.data, text.size);
}

void text_u64(text_out *out, uint64_t value)
{
    char digits[20];
    size_t n = 0;
    do {
        digits[sizeof digits - ++n] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    text_write(out, digits + sizeof digits - n, n);
}

void text_i64(text_out *out, int64_t value)
{
    if (value < 0)
        text_char(out, '-');
    text_u64(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

static const char hex_digits[] = "0123456789abcdef";

void text_hex(text_out *out, uint64_t value, int digits)
{
    char text[18];
    size_t n = 0;
    do {
        text[sizeof text - ++n] = hex_digits[value & 15];
        value >>= 4;
    } while (value || ((int)n < digits && n < 16));
    text[sizeof text - ++n] = 'x';
    text[sizeof text - ++n] = '0';
    text_write(out, text + sizeof text - n, n);
}

void text_hex_bytes(text_out *out, dxk_bytes bytes)
{
    char line[128];
    size_t n = 0;
    for (size_t i = 0; i < bytes.size; i++) {
        line[n++] = hex_digits[bytes.data[i] >> 4];
        line[n++] = hex_digits[bytes.data[i] & 15];
        if (n == sizeof line) {
            text_write(out, line, n);
            n = 0;
        }
    }
    text_write(out, line, n);
}

void text_spaces(text_out *out, size_t count)
{
    static const char blanks[] = "                                                                ";
    while (count > 0) {
        size_t n = count < sizeof blanks - 1 ? count : sizeof blanks - 1;
        text_write(out, blanks, n);
        count -= n;
    }
}

static void put_byte_escape(text_out *out, unsigned char c)
{
    char text[4] = {'\\', 'x', hex_digits[c >> 4], hex_digits[c & 15]};
    text_write(out, text, sizeof text);
}

void text_fourcc(text_out *out, uint32_t fourcc)
{
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char)(fourcc >> (8 * i));
        if (c >= 0x20 && c < 0x7f)
            text_char(out, (char)c);
        else
            put_byte_escape(out, c);
    }
}

size_t text_utf8_size(const char *text, size_t size)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t n = p[0] < 0x80 ? 1 : p[0] < 0xc2 ? 0 : p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    if (p[0] > 0xf4 || n > size)
        return 0;
    for (size_t i = 1; i < n; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    if (n == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f)))
        return 0; /* longer than need be, or half of a surrogate pair */
    if (n == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f)))
        return 0;
    return n;
}

void text_safe(text_out *out, dxk_str text)
{
    size_t i = 0;
    while (i < text.size) {
        unsigned char c = (unsigned char)text.data[i];
        size_t n =
            c < 0x80 ? (c >= 0x20 && c != 0x7f) : text_utf8_size(text.data + i, text.size - i);
        if (n == 2 && c == 0xc2 && (unsigned char)text.data[i + 1] < 0xa0)
            n = 0; /* control characters, too */
        if (n)
            text_write(out, text.data + i, n);
        else
            put_byte_escape(out, c);
        i += n ? n : 1;
    }
}

void text_printf(text_out *out, const char *format, ...)
{
    char small[512];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (size < 0)
        return;
    if ((size_t)size < sizeof small) {
        text_write(out, small, (size_t)size);
        return;
    }
    char *large = malloc((size_t)size + 1);
    if (!large) {
        out->error = out->error ? out->error : ENOMEM;
        return;
    }
    va_start(args, format);
    vsnprintf(large, (size_t)size + 1, format, args);
    va_end(args);
    text_write(out, large, (size_t)size);
    free(large);
}

static dxk_status sink_write(void *user, const void *data, size_t size)
{
    text_out *out = user;
    if (out->terminal)
        text_terminal(out, data, size);
    else
        text_write(out, data, size);
    if (out->error == ENOMEM)
        return DXK_E_NOMEM;
    return out->error ? DXK_E_SINK : DXK_OK;
}

dxk_sink text_sink(text_out *out)
{
    out->styled = false;
    return (dxk_sink){sink_write, out};
}

dxk_sink text_color_sink(text_out *out)
{
    out->styled = out->color;
    return (dxk_sink){sink_write, out};
}

void text_style(text_out *out, text_kind kind)
{
    static const char *const codes[] = {
        [TEXT_PLAIN] = "\033[0m",   [TEXT_TITLE] = "\033[1m", [TEXT_NAME] = "\033[36m",
        [TEXT_NUMBER] = "\033[33m", [TEXT_GOOD] = "\033[32m", [TEXT_BAD] = "\033[1;31m",
        [TEXT_WARN] = "\033[1;35m", [TEXT_FAINT] = "\033[2m",
    };
    if (out->color)
        text_put(out, codes[kind]);
}

void text_styled(text_out *out, text_kind kind, const char *text)
{
    text_style(out, kind);
    text_put(out, text);
    text_style(out, TEXT_PLAIN);
}

/* ---------------------------------------------------------------------------------------- */
/* Columns                                                                                    */

void text_table_init(text_table *table, dxk_ctx *ctx, text_out *out, const char *align,
                     size_t indent)
{
    table->out = out;
    table->align = align;
    table->indent = indent;
    dxk_buffer_init(&table->text, ctx);
    dxk_buffer_init(&table->starts, ctx);
    table->cell = text_to_buffer(&table->text, out->color);
}

text_out *text_cell(text_table *table)
{
    size_t start = table->text.size;
    if (dxk_buffer_append(&table->starts, &start, sizeof start) != DXK_OK && !table->cell.error)
        table->cell.error = ENOMEM;
    return &table->cell;
}

void text_table_head(text_table *table, const char *const *names)
{
    size_t columns = strlen(table->align);
    for (size_t i = 0; i < columns; i++)
        text_styled(text_cell(table), TEXT_TITLE, names[i]);
}

/* Characters that a cell takes on a terminal: no escape sequences, a UTF-8 sequence as one. */
static size_t shown_width(const uint8_t *text, size_t size)
{
    size_t width = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == 0x1b) {
            while (i < size && text[i] != 'm')
                i++;
        } else if ((text[i] & 0xc0) != 0x80) {
            width++;
        }
    }
    return width;
}

static dxk_bytes cell_at(const text_table *table, size_t index, size_t count)
{
    size_t start, end = table->text.size;
    memcpy(&start, table->starts.data + index * sizeof start, sizeof start);
    if (index + 1 < count)
        memcpy(&end, table->starts.data + (index + 1) * sizeof end, sizeof end);
    return (dxk_bytes){end > start ? table->text.data + start : NULL, end - start};
}

/* Prints a cell. Blanks wait in *owed until something follows them, so that no row ends in any. */
static void print_cell(const text_table *table, dxk_bytes cell, size_t column, size_t width,
                       size_t *owed)
{
    size_t fill = width - shown_width(cell.data, cell.size);
    bool right = table->align[column] == 'r';
    *owed += (column ? 2 : table->indent) + (right ? fill : 0);
    if (cell.size) {
        text_spaces(table->out, *owed);
        text_write(table->out, cell.data, cell.size);
        *owed = 0;
    }
    *owed += right ? 0 : fill;
}

void text_table_print(text_table *table)
{
    size_t columns = strlen(table->align);
    size_t count = table->starts.size / sizeof(size_t);
    size_t widths[TEXT_COLUMNS] = {0};
    if (table->cell.error && !table->out->error)
        table->out->error = table->cell.error;
    if (columns > TEXT_COLUMNS || table->out->error)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        dxk_bytes cell = cell_at(table, i, count);
        size_t width = shown_width(cell.data, cell.size);
        if (width > widths[i % columns])
            widths[i % columns] = width;
    }
    for (size_t i = 0, owed = 0; i < count; i++) {
        print_cell(table, cell_at(table, i, count), i % columns, widths[i % columns], &owed);
        if (i % columns == columns - 1 || i + 1 == count) {
            text_char(table->out, '\n');
            owed = 0;
        }
    }
    dxk_buffer_free(&table->text);
    dxk_buffer_free(&table->starts);
}
