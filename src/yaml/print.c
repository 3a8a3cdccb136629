/* SPDX-License-Identifier: MIT */
/*
 * print.c - a tree as text: YAML as LLVM's tools print it (values in column 17 after the start
 * of the key, flow lists that wrap after column 70), or JSON (RFC 8259).
 */
#include "yaml/node.h"

#include "base/count.h"
#include "base/out.h"
#include "base/utf8.h"

#include <string.h>

#define VALUE_COLUMN 16 /* width of a key up to its value */
#define WRAP         70 /* a flow list goes on in a new line after this column */
#define COMMENT_MOST 80
#define BYTE_MOST    4 /* characters of a byte: 0xFF */

typedef struct printer {
    dxki_out out;
} printer;

static void put_value(printer *p, const dxki_yaml_node *node, int indent);

/* ---------------------------------------------------------------------------------------- */
/* Scalars                                                                                    */

enum { BARE, SINGLE, DOUBLE };

static bool is_word(dxk_str text)
{
    static const char *const words[] = {"null", "Null", "NULL",  "~",     "true",
                                        "True", "TRUE", "false", "False", "FALSE"};
    for (size_t i = 0; i < DXKI_COUNT(words); i++)
        if (dxki_yaml_str_equal(text, dxki_str(words[i])))
            return true;
    return false;
}

static size_t skip_digits(dxk_str text, size_t at)
{
    while (at < text.size && text.data[at] >= '0' && text.data[at] <= '9')
        at++;
    return at;
}

/* "1", "-1.5", ".5e3", as YAML's core schema has it. */
static bool is_decimal(dxk_str text)
{
    size_t at = text.size && (text.data[0] == '-' || text.data[0] == '+'), start = at;
    at = skip_digits(text, at);
    size_t digits = at - start;
    if (at < text.size && text.data[at] == '.') {
        start = ++at;
        at = skip_digits(text, at);
        digits += at - start;
    }
    if (digits && at < text.size && (text.data[at] == 'e' || text.data[at] == 'E')) {
        at++;
        at += at < text.size && (text.data[at] == '-' || text.data[at] == '+');
        start = at;
        at = skip_digits(text, at);
        digits = at - start;
    }
    return digits && at == text.size;
}

/* Whether YAML readers could take the text for a number. */
static bool looks_numeric(dxk_str text)
{
    dxki_yaml_node node = {.kind = DXKI_NODE_TEXT};
    uint64_t number;
    bool negative;
    node.as.text = text;
    return dxki_yaml_node_number(&node, &number, &negative) || is_decimal(text) ||
           dxki_yaml_str_equal(text, dxki_str(".nan")) ||
           dxki_yaml_str_equal(text, dxki_str(".inf"));
}

static int quotes_of(dxk_str text)
{
    int quotes = BARE;
    if (text.size == 0)
        return SINGLE;
    if (text.data[0] == ' ' || text.data[text.size - 1] == ' ' || is_word(text) ||
        looks_numeric(text) || memchr("-?:\\,[]{}#&*!|>'\"%@`", text.data[0], 20))
        quotes = SINGLE;
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if ((c < 0x20 && c != '\t') || c >= 0x7f)
            return DOUBLE;
        bool safe = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                    memchr("_-^., ", c, 6) != NULL;
        if (!safe)
            quotes = SINGLE;
    }
    return quotes;
}

static void put_escaped(dxki_out *out, unsigned char c, bool json)
{
    static const char letters[128] = {['"'] = '"',  ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f',
                                      ['\n'] = 'n', ['\r'] = 'r',  ['\t'] = 't'};
    if (c < 128 && letters[c]) {
        dxki_out_char(out, '\\');
        dxki_out_char(out, letters[c]);
    } else if (json) {
        dxki_out_text(out, "\\u");
        dxki_out_hex(out, c, 4, false);
    } else if (c == 0) {
        dxki_out_text(out, "\\0");
    } else {
        dxki_out_text(out, "\\x");
        dxki_out_hex(out, c, 2, true);
    }
}

/* A character that is not ASCII, as it is unless YAML gives it a meaning or does not allow it. */
static void put_wide(dxki_out *out, const char *text, size_t size)
{
    const uint8_t *p = (const uint8_t *)text;
    uint32_t code = size == 2 ? p[0] & 0x1Fu : size == 3 ? p[0] & 0xFu : 0x10000;
    for (size_t i = 1; i < size; i++)
        code = code << 6 | (p[i] & 0x3Fu);
    bool special = code < 0xA0 || code == 0x2028 || code == 0x2029 || code == 0xFEFF ||
                   code == 0xFFFE || code == 0xFFFF;
    if (size == 4 || !special) {
        dxki_out_write(out, text, size);
        return;
    }
    dxki_out_text(out, "\\u");
    dxki_out_hex(out, code, 4, true);
}

static void put_double(dxki_out *out, dxk_str text, bool json)
{
    dxki_out_char(out, '"');
    for (size_t i = 0; i < text.size;) {
        unsigned char c = (unsigned char)text.data[i];
        size_t n = c < 0x80 ? 0 : dxki_utf8_size((dxk_str){text.data + i, text.size - i});
        if (n)
            put_wide(out, text.data + i, n);
        else if (c >= 0x20 && c < 0x7f && c != '"' && c != '\\')
            dxki_out_char(out, (char)c);
        else
            put_escaped(out, c, json);
        i += n ? n : 1;
    }
    dxki_out_char(out, '"');
}

static void put_single(dxki_out *out, dxk_str text)
{
    dxki_out_char(out, '\'');
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '\'')
            dxki_out_char(out, '\'');
        dxki_out_char(out, text.data[i]);
    }
    dxki_out_char(out, '\'');
}

static void put_number(dxki_out *out, const dxki_yaml_node *node)
{
    if (node->flags & DXKI_NODE_MINUS) {
        dxki_out_i64(out, (int64_t)node->as.number);
    } else if (node->flags & DXKI_NODE_HEX) {
        dxki_out_text(out, "0x");
        dxki_out_hex(out, node->as.number, 1, true);
    } else {
        dxki_out_u64(out, node->as.number);
    }
}

static void put_scalar(dxki_out *out, const dxki_yaml_node *node)
{
    if (node->kind == DXKI_NODE_NUMBER) {
        put_number(out, node);
        return;
    }
    int quotes = node->flags & DXKI_NODE_PLAIN ? BARE : quotes_of(node->as.text);
    if (quotes == BARE)
        dxki_out_str(out, node->as.text);
    else if (quotes == SINGLE)
        put_single(out, node->as.text);
    else
        put_double(out, node->as.text, false);
}

/* ---------------------------------------------------------------------------------------- */
/* YAML                                                                                       */

static void new_line(dxki_out *out, int indent)
{
    dxki_out_char(out, '\n');
    dxki_out_spaces(out, indent);
}

/* Whether text can stand in a block of lines as it is. */
static bool is_literal(dxk_str text)
{
    if (text.size == 0)
        return false;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c != '\n' && c != '\t' && (c < 0x20 || c >= 0x7f))
            return false;
    }
    return true;
}

static void put_literal(dxki_out *out, dxk_str text, int indent)
{
    size_t end = text.size;
    while (end && text.data[end - 1] == '\n')
        end--;
    bool odd = text.data[0] == ' ' || text.data[0] == '\n' || text.data[0] == '\t';
    dxki_out_text(out, odd ? "|2" : "|");
    if (end + 1 != text.size || end == 0) /* not one line feed at the end */
        dxki_out_char(out, end == text.size ? '-' : '+');
    for (size_t at = 0, next; at < text.size; at = next + 1) {
        const char *line = text.data + at, *stop = memchr(line, '\n', text.size - at);
        next = stop ? (size_t)(stop - text.data) : text.size;
        if (next > at)
            new_line(out, indent);
        else
            dxki_out_char(out, '\n');
        dxki_out_write(out, line, next - at);
    }
}

/* Between elements of a flow list that started in column `start`. */
static void next_element(dxki_out *out, size_t index, int start)
{
    if (index)
        dxki_out_write(out, ", ", 2);
    if (dxki_out_column(out) > WRAP)
        new_line(out, start + 2);
}

/* Returns how many characters it wrote, BYTE_MOST at most. */
static size_t format_byte(char *to, uint8_t byte, bool hex)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t n = 0;
    if (hex) {
        to[n++] = '0';
        to[n++] = 'x';
        if (byte > 15)
            to[n++] = digits[byte >> 4];
        to[n++] = digits[byte & 15];
        return n;
    }
    if (byte > 99)
        to[n++] = digits[byte / 100];
    if (byte > 9)
        to[n++] = digits[byte / 10 % 10];
    to[n++] = digits[byte % 10];
    return n;
}

/* A flow list, line by line. */
static void put_bytes(dxki_out *out, dxk_bytes bytes, bool hex)
{
    char line[WRAP + BYTE_MOST + 2];
    int start = (int)dxki_out_column(out), column = start + 2;
    size_t used = 0;
    dxki_out_write(out, "[ ", 2);
    for (size_t i = 0; i < bytes.size; i++) {
        if (column + (int)used > WRAP) {
            dxki_out_write(out, line, used);
            new_line(out, column);
            used = 0;
        }
        used += format_byte(line + used, bytes.data[i], hex);
        if (i + 1 < bytes.size) {
            line[used++] = ',';
            line[used++] = ' ';
        }
    }
    dxki_out_write(out, line, used);
    dxki_out_write(out, " ]", 2);
}

static void put_flow(dxki_out *out, const dxki_yaml_node *node)
{
    int start = (int)dxki_out_column(out);
    size_t index = 0;
    dxki_out_write(out, "[ ", 2);
    for (const dxki_yaml_node *n = node->as.list.first; n; n = n->next) {
        next_element(out, index++, start);
        put_scalar(out, n);
    }
    dxki_out_write(out, " ]", 2);
}

static void put_comment(dxki_out *out, dxk_str comment)
{
    if (comment.size == 0)
        return;
    dxki_out_text(out, "  # ");
    for (size_t i = 0; i < comment.size && i < COMMENT_MOST; i++) {
        char c = comment.data[i];
        dxki_out_char(out, c >= ' ' && c < 0x7f ? c : '.');
    }
    if (comment.size > COMMENT_MOST)
        dxki_out_text(out, "...");
}

static void put_map(printer *p, const dxki_yaml_node *map, int indent, bool same_line)
{
    for (const dxki_yaml_node *n = map->as.list.first; n; n = n->next) {
        if (!same_line)
            new_line(&p->out, indent);
        same_line = false;
        dxki_out_str(&p->out, n->key);
        dxki_out_char(&p->out, ':');
        bool block = (n->kind == DXKI_NODE_MAP ||
                      (n->kind == DXKI_NODE_LIST && !(n->flags & DXKI_NODE_FLOW))) &&
                     n->as.list.count > 0;
        int pad = VALUE_COLUMN - (int)n->key.size;
        if (!block)
            dxki_out_spaces(&p->out, pad > 0 ? pad : 1);
        put_value(p, n, indent);
        put_comment(&p->out, n->comment);
    }
}

static void put_list(printer *p, const dxki_yaml_node *list, int indent)
{
    for (const dxki_yaml_node *n = list->as.list.first; n; n = n->next) {
        new_line(&p->out, indent + 2);
        dxki_out_write(&p->out, "- ", 2);
        if (n->kind == DXKI_NODE_MAP && n->as.list.count)
            put_map(p, n, indent + 4, true);
        else
            put_value(p, n, indent + 2);
        put_comment(&p->out, n->comment);
    }
}

static void put_value(printer *p, const dxki_yaml_node *node, int indent)
{
    switch (node->kind) {
    case DXKI_NODE_MAP:
        if (node->as.list.count)
            put_map(p, node, indent + 2, false);
        else
            dxki_out_text(&p->out, "{}");
        break;
    case DXKI_NODE_LIST:
        if (node->flags & DXKI_NODE_FLOW)
            put_flow(&p->out, node);
        else if (node->as.list.count)
            put_list(p, node, indent);
        else
            dxki_out_text(&p->out, "[]");
        break;
    case DXKI_NODE_BYTES:
        put_bytes(&p->out, node->as.bytes, node->flags & DXKI_NODE_HEX);
        break;
    default:
        if (node->flags & DXKI_NODE_LITERAL && is_literal(node->as.text))
            put_literal(&p->out, node->as.text, indent + 2);
        else
            put_scalar(&p->out, node);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* JSON                                                                                       */

static void put_json(dxki_out *out, const dxki_yaml_node *node, int indent);

static void put_json_scalar(dxki_out *out, const dxki_yaml_node *node)
{
    bool word = dxki_yaml_str_equal(node->as.text, dxki_str("true")) ||
                dxki_yaml_str_equal(node->as.text, dxki_str("false"));
    if (node->kind == DXKI_NODE_NUMBER && node->flags & DXKI_NODE_MINUS)
        dxki_out_i64(out, (int64_t)node->as.number);
    else if (node->kind == DXKI_NODE_NUMBER)
        dxki_out_u64(out, node->as.number);
    else if (node->flags & DXKI_NODE_PLAIN && word)
        dxki_out_str(out, node->as.text);
    else
        put_double(out, node->as.text, true);
}

static void put_json_bytes(dxki_out *out, dxk_bytes bytes)
{
    char text[BYTE_MOST + 1];
    dxki_out_char(out, '[');
    for (size_t i = 0; i < bytes.size; i++) {
        size_t n = format_byte(text, bytes.data[i], false);
        text[n] = ',';
        dxki_out_write(out, text, n + (i + 1 < bytes.size));
    }
    dxki_out_char(out, ']');
}

static void put_json_members(dxki_out *out, const dxki_yaml_node *node, int indent)
{
    bool flow = node->flags & DXKI_NODE_FLOW, map = node->kind == DXKI_NODE_MAP;
    dxki_out_char(out, map ? '{' : '[');
    for (const dxki_yaml_node *n = node->as.list.first; n; n = n->next) {
        if (n != node->as.list.first)
            dxki_out_text(out, flow ? ", " : ",");
        if (!flow)
            new_line(out, indent + 2);
        if (map) {
            put_double(out, n->key, true);
            dxki_out_text(out, ": ");
        }
        put_json(out, n, indent + 2);
    }
    if (!flow && node->as.list.count)
        new_line(out, indent);
    dxki_out_char(out, map ? '}' : ']');
}

static void put_json(dxki_out *out, const dxki_yaml_node *node, int indent)
{
    if (node->kind == DXKI_NODE_MAP || node->kind == DXKI_NODE_LIST)
        put_json_members(out, node, indent);
    else if (node->kind == DXKI_NODE_BYTES)
        put_json_bytes(out, node->as.bytes);
    else
        put_json_scalar(out, node);
}

dxk_status dxki_yaml_node_print(const dxki_yaml_node *root, bool json, dxk_sink sink)
{
    printer p;
    dxki_out_init(&p.out, sink);
    if (json) {
        put_json(&p.out, root, 0);
        dxki_out_char(&p.out, '\n');
    } else {
        dxki_out_text(&p.out, "--- !dxcontainer");
        put_map(&p, root, 0, false);
        dxki_out_text(&p.out, "\n...\n");
    }
    return dxki_out_flush(&p.out);
}
