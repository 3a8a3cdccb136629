/* SPDX-License-Identifier: MIT */
/* json.c - the JSON writer; see json.h. Syntax: RFC 8259. */
#include "json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void json_init(json_writer *json, text_out *out)
{
    json->out = out;
    json->depth = 0;
    json->dropped = 0;
    json->inline_from = 0;
    json->empty = true;
}

static bool is_inline(const json_writer *json)
{
    return json->inline_from && json->depth >= json->inline_from;
}

static void new_line(json_writer *json)
{
    text_char(json->out, '\n');
    text_spaces(json->out, 2 * json->depth);
}

static void put_escaped(json_writer *json, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    static const char letters[32] = {
        ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};
    char text[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    char letter = c == '"' || c == '\\' ? (char)c : c < 32 ? letters[c] : (char)0;
    if (letter)
        text[1] = letter;
    text_write(json->out, text, letter ? 2 : sizeof text);
}

static void put_string(json_writer *json, dxk_str text)
{
    size_t start = 0, i = 0;
    text_char(json->out, '"');
    while (i < text.size) {
        unsigned char c = (unsigned char)text.data[i];
        bool plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
        size_t n = plain ? 1 : c < 0x80 ? 0 : text_utf8_size(text.data + i, text.size - i);
        if (!n) {
            text_write(json->out, text.data + start, i - start);
            put_escaped(json, c);
            start = i + 1;
        }
        i += n ? n : 1;
    }
    if (i > start)
        text_write(json->out, text.data + start, i - start);
    text_char(json->out, '"');
}

/* What goes in front of a value: comma, line, key. False when it is nested too deep. */
static bool begin_value(json_writer *json, const char *key)
{
    if (json->dropped)
        return false;
    if (!json->empty)
        text_put(json->out, is_inline(json) ? ", " : ",");
    if (json->depth && !is_inline(json))
        new_line(json);
    json->empty = false;
    if (key) {
        put_string(json, (dxk_str){key, strlen(key)});
        text_put(json->out, ": ");
    }
    return true;
}

static void open_level(json_writer *json, const char *key, char open, char close)
{
    if (json->dropped || json->depth == JSON_DEPTH) {
        if (!json->dropped && begin_value(json, key))
            text_put(json->out, "null");
        json->dropped++;
        return;
    }
    begin_value(json, key);
    text_char(json->out, open);
    json->close[json->depth++] = close;
    json->empty = true;
}

void json_object(json_writer *json, const char *key)
{
    open_level(json, key, '{', '}');
}

void json_array(json_writer *json, const char *key)
{
    open_level(json, key, '[', ']');
}

static void begin_inline(json_writer *json)
{
    if (!json->inline_from && !json->dropped)
        json->inline_from = json->depth;
}

void json_object_line(json_writer *json, const char *key)
{
    json_object(json, key);
    begin_inline(json);
}

void json_array_line(json_writer *json, const char *key)
{
    json_array(json, key);
    begin_inline(json);
}

void json_end(json_writer *json)
{
    if (json->dropped) {
        json->dropped--;
        return;
    }
    bool was_inline = is_inline(json);
    if (json->inline_from == json->depth)
        json->inline_from = 0;
    json->depth--;
    if (!json->empty && !was_inline)
        new_line(json);
    text_char(json->out, json->close[json->depth]);
    json->empty = false;
    if (json->depth == 0)
        text_char(json->out, '\n');
}

void json_end_to(json_writer *json, size_t depth)
{
    while (json->dropped || json->depth > depth)
        json_end(json);
}

void json_str(json_writer *json, const char *key, dxk_str value)
{
    if (begin_value(json, key))
        put_string(json, value);
}

void json_raw(json_writer *json, const char *key, dxk_str value)
{
    if (begin_value(json, key))
        text_str(json->out, value);
}

void json_text(json_writer *json, const char *key, const char *value)
{
    if (value)
        json_str(json, key, (dxk_str){value, strlen(value)});
    else
        json_null(json, key);
}

void json_u64(json_writer *json, const char *key, uint64_t value)
{
    if (begin_value(json, key))
        text_u64(json->out, value);
}

void json_i64(json_writer *json, const char *key, int64_t value)
{
    if (begin_value(json, key))
        text_i64(json->out, value);
}

void json_real(json_writer *json, const char *key, double value)
{
    char text[40];
    if (isnan(value) || isinf(value)) {
        json_text(json, key, isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        return;
    }
    snprintf(text, sizeof text, "%.9g", value);
    if (strtod(text, NULL) != value)
        snprintf(text, sizeof text, "%.17g", value);
    if (begin_value(json, key))
        text_put(json->out, text);
}

void json_bool(json_writer *json, const char *key, bool value)
{
    if (begin_value(json, key))
        text_put(json->out, value ? "true" : "false");
}

void json_null(json_writer *json, const char *key)
{
    if (begin_value(json, key))
        text_put(json->out, "null");
}

void json_fourcc(json_writer *json, const char *key, uint32_t fourcc)
{
    char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = (char)(fourcc >> (8 * i));
    json_str(json, key, (dxk_str){text, sizeof text});
}

void json_hex(json_writer *json, const char *key, dxk_bytes bytes)
{
    if (!begin_value(json, key))
        return;
    text_char(json->out, '"');
    text_hex_bytes(json->out, bytes);
    text_char(json->out, '"');
}
