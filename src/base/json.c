/* SPDX-License-Identifier: MIT */
/* json.c - the JSON writer; see dxk/json.h. Syntax: RFC 8259. */
#include "dxk/json.h"

#include <string.h>

#include "base/decimal.h"
#include "base/out.h"
#include "base/utf8.h"

void dxk_json_init(dxk_json *json, dxk_sink sink)
{
    json->sink = sink;
    json->status = DXK_OK;
    json->depth = 0;
    json->dropped = 0;
    json->inline_from = 0;
    json->empty = true;
}

static void put(dxk_json *json, const char *text, size_t size)
{
    if (json->status == DXK_OK && size)
        json->status = dxki_out_send(json->sink, text, size);
}

static void put_char(dxk_json *json, char c)
{
    put(json, &c, 1);
}

static void put_text(dxk_json *json, const char *text)
{
    put(json, text, strlen(text));
}

static bool is_inline(const dxk_json *json)
{
    return json->inline_from && json->depth >= json->inline_from;
}

static void new_line(dxk_json *json)
{
    static const char blanks[] = "                                                                ";
    size_t left = 2 * json->depth;
    put_char(json, '\n');
    while (left) {
        size_t n = left < sizeof blanks - 1 ? left : sizeof blanks - 1;
        put(json, blanks, n);
        left -= n;
    }
}

static void put_escaped(dxk_json *json, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    static const char letters[32] = {
        ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't'};
    char text[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
    char letter = c == '"' || c == '\\' ? (char)c : c < 32 ? letters[c] : (char)0;
    if (letter)
        text[1] = letter;
    put(json, text, letter ? 2 : sizeof text);
}

/* Text within quotes. */
static void put_quoted(dxk_json *json, dxk_str text)
{
    size_t start = 0, i = 0;
    while (i < text.size) {
        unsigned char c = (unsigned char)text.data[i];
        bool plain = c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
        size_t n = plain      ? 1
                   : c < 0x80 ? 0
                              : dxki_utf8_size((dxk_str){text.data + i, text.size - i});
        if (!n) {
            put(json, text.data + start, i - start);
            put_escaped(json, c);
            start = i + 1;
        }
        i += n ? n : 1;
    }
    if (i > start)
        put(json, text.data + start, i - start);
}

static void put_string(dxk_json *json, dxk_str text)
{
    put_char(json, '"');
    put_quoted(json, text);
    put_char(json, '"');
}

/* What goes in front of a value: comma, line, key. False when it is nested too deep. */
static bool begin_value(dxk_json *json, const char *key)
{
    if (json->dropped)
        return false;
    if (!json->empty)
        put_text(json, is_inline(json) ? ", " : ",");
    if (json->depth && !is_inline(json))
        new_line(json);
    json->empty = false;
    if (key) {
        put_string(json, (dxk_str){key, strlen(key)});
        put_text(json, ": ");
    }
    return true;
}

static void open_level(dxk_json *json, const char *key, char open, char close)
{
    if (json->dropped || json->depth == DXK_JSON_DEPTH) {
        if (!json->dropped && begin_value(json, key))
            put_text(json, "null");
        json->dropped++;
        return;
    }
    begin_value(json, key);
    put_char(json, open);
    json->close[json->depth++] = close;
    json->empty = true;
}

void dxk_json_object(dxk_json *json, const char *key)
{
    open_level(json, key, '{', '}');
}

void dxk_json_array(dxk_json *json, const char *key)
{
    open_level(json, key, '[', ']');
}

static void begin_inline(dxk_json *json)
{
    if (!json->inline_from && !json->dropped)
        json->inline_from = json->depth;
}

void dxk_json_object_line(dxk_json *json, const char *key)
{
    dxk_json_object(json, key);
    begin_inline(json);
}

void dxk_json_array_line(dxk_json *json, const char *key)
{
    dxk_json_array(json, key);
    begin_inline(json);
}

void dxk_json_end(dxk_json *json)
{
    if (json->dropped) {
        json->dropped--;
        return;
    }
    if (!json->depth)
        return;
    bool was_inline = is_inline(json);
    if (json->inline_from == json->depth)
        json->inline_from = 0;
    json->depth--;
    if (!json->empty && !was_inline)
        new_line(json);
    put_char(json, json->close[json->depth]);
    json->empty = false;
    if (json->depth == 0)
        put_char(json, '\n');
}

void dxk_json_end_to(dxk_json *json, size_t depth)
{
    while (json->dropped || json->depth > depth)
        dxk_json_end(json);
}

void dxk_json_str(dxk_json *json, const char *key, dxk_str value)
{
    if (begin_value(json, key))
        put_string(json, value);
}

void dxk_json_pieces(dxk_json *json, const char *key, const dxk_str *pieces, size_t count)
{
    if (!begin_value(json, key))
        return;
    put_char(json, '"');
    for (size_t i = 0; i < count; i++)
        put_quoted(json, pieces[i]);
    put_char(json, '"');
}

void dxk_json_raw(dxk_json *json, const char *key, dxk_str value)
{
    if (!begin_value(json, key))
        return;
    /* Line feeds are blanks: in strings they are escaped. */
    for (const char *feed;
         is_inline(json) && value.size && (feed = memchr(value.data, '\n', value.size)) != NULL;) {
        size_t size = (size_t)(feed - value.data);
        put(json, value.data, size);
        while (size < value.size && (value.data[size] == '\n' || value.data[size] == ' '))
            size++;
        value = (dxk_str){value.data + size, value.size - size};
    }
    put(json, value.data, value.size);
}

void dxk_json_text(dxk_json *json, const char *key, const char *value)
{
    if (value)
        dxk_json_str(json, key, (dxk_str){value, strlen(value)});
    else
        dxk_json_null(json, key);
}

void dxk_json_u64(dxk_json *json, const char *key, uint64_t value)
{
    char digits[20], *end = digits + sizeof digits, *start = dxki_format_u64(end, value);
    if (begin_value(json, key))
        put(json, start, (size_t)(end - start));
}

void dxk_json_i64(dxk_json *json, const char *key, int64_t value)
{
    char digits[21], *end = digits + sizeof digits;
    char *start = dxki_format_u64(end, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
    if (value < 0)
        *--start = '-';
    if (begin_value(json, key))
        put(json, start, (size_t)(end - start));
}

/* A finite number: nine digits if they tell it, as for all of 32 bits, else as many as any needs. */
static size_t format_real(uint64_t bits, char *text)
{
    dxki_decimal d;
    size_t size = 0;
    int digits = dxki_decimal_tells(DXKI_BINARY64, bits, 9, &d) ? 9 : DXKI_DIGITS_MAX;
    if (digits > 9)
        dxki_decimal_tells(DXKI_BINARY64, bits, digits, &d);
    d = dxki_decimal_trim(d);
    if (bits >> 63)
        text[size++] = '-';
    int power = dxki_decimal_power(&d);
    if (power < -4 || power >= digits)
        return size + dxki_decimal_scientific(&d, 1, 2, text + size);
    return size + dxki_decimal_plain(&d, text + size);
}

void dxk_json_real(dxk_json *json, const char *key, double value)
{
    char text[DXKI_DECIMAL_TEXT(DXKI_DIGITS_MAX)];
    uint64_t bits, magnitude;
    memcpy(&bits, &value, sizeof bits);
    magnitude = bits & ~((uint64_t)1 << 63);
    if (magnitude >= dxki_infinity(DXKI_BINARY64))
        dxk_json_text(json, key,
                      magnitude > dxki_infinity(DXKI_BINARY64) ? "nan"
                      : bits == magnitude                      ? "inf"
                                                               : "-inf");
    else if (!magnitude)
        dxk_json_raw(json, key, dxki_str(bits >> 63 ? "-0" : "0"));
    else
        dxk_json_raw(json, key, (dxk_str){text, format_real(bits, text)});
}

void dxk_json_bool(dxk_json *json, const char *key, bool value)
{
    if (begin_value(json, key))
        put_text(json, value ? "true" : "false");
}

void dxk_json_null(dxk_json *json, const char *key)
{
    if (begin_value(json, key))
        put_text(json, "null");
}

void dxk_json_fourcc(dxk_json *json, const char *key, uint32_t fourcc)
{
    char text[4];
    for (int i = 0; i < 4; i++)
        text[i] = (char)(fourcc >> (8 * i));
    dxk_json_str(json, key, (dxk_str){text, sizeof text});
}

void dxk_json_hex(dxk_json *json, const char *key, dxk_bytes bytes)
{
    static const char digits[] = "0123456789abcdef";
    char line[256];
    size_t used = 0;
    if (!begin_value(json, key))
        return;
    put_char(json, '"');
    for (size_t i = 0; i < bytes.size; i++) {
        line[used++] = digits[bytes.data[i] >> 4];
        line[used++] = digits[bytes.data[i] & 15];
        if (used == sizeof line || i + 1 == bytes.size) {
            put(json, line, used);
            used = 0;
        }
    }
    put_char(json, '"');
}

/* ---------------------------------------------------------------------------------------- */
/* Paths; RFC 3986                                                                            */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void put_uri_byte(dxk_json *json, char character)
{
    static const char digits[] = "0123456789ABCDEF";
    unsigned char c = (unsigned char)(character == '\\' ? '/' : character);
    const char escaped[3] = {'%', digits[c >> 4], digits[c & 15]};
    if (is_letter((char)c) || (c >= '0' && c <= '9') || (c && strchr("/-._~", c)))
        put_char(json, (char)c);
    else
        put(json, escaped, sizeof escaped);
}

void dxk_json_uri(dxk_json *json, const char *key, dxk_str path)
{
    bool drive = path.size > 2 && is_letter(path.data[0]) && path.data[1] == ':' &&
                 (path.data[2] == '\\' || path.data[2] == '/');
    if (!begin_value(json, key))
        return;
    put_char(json, '"');
    if (drive) {
        put_text(json, "file:///");
        put(json, path.data, 2);
    } else if (path.size && (path.data[0] == '/' || path.data[0] == '\\')) {
        put_text(json, "file://");
    }
    for (size_t i = drive ? 2 : 0; i < path.size; i++)
        put_uri_byte(json, path.data[i]);
    put_char(json, '"');
}
