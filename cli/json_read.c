/* SPDX-License-Identifier: MIT */
/* json_read.c - reading JSON; see json_read.h. Source: RFC 8259. */
#include "json_read.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NESTING 64
#define MOST_VALUES  (1u << 20)

typedef struct reader {
    json_doc *doc;
    char *at, *end;
    uint32_t open[MOST_NESTING]; /* arrays and objects around the value */
    uint32_t last[MOST_NESTING]; /* the last value in each; 0: none */
    size_t depth;
    dxk_str key; /* of the value that comes next */
} reader;

static void skip_blanks(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool take(reader *r, char c)
{
    skip_blanks(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

/* Appends a value to what is open. */
static bool add(reader *r, json_kind kind, dxk_str text)
{
    json_doc *doc = r->doc;
    if (doc->count >= MOST_VALUES)
        return false;
    if (doc->count == doc->capacity) {
        size_t capacity = doc->capacity ? doc->capacity * 2 : 64;
        json_value *grown = realloc(doc->items, capacity * sizeof *grown);
        if (!grown)
            return false;
        doc->items = grown;
        doc->capacity = capacity;
    }
    uint32_t index = (uint32_t)doc->count++;
    doc->items[index] = (json_value){.kind = kind, .key = r->key, .text = text};
    r->key = (dxk_str){"", 0};
    if (!r->depth)
        return true;
    if (r->last[r->depth - 1])
        doc->items[r->last[r->depth - 1]].next = index;
    else
        doc->items[r->open[r->depth - 1]].first = index;
    r->last[r->depth - 1] = index;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Strings                                                                                    */

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Four digits; false: they are not there. */
static bool take_unit(reader *r, uint32_t *unit)
{
    *unit = 0;
    if (r->end - r->at < 4)
        return false;
    for (int n = 0; n < 4; n++) {
        int digit = hex_digit(*r->at++);
        if (digit < 0)
            return false;
        *unit = *unit << 4 | (uint32_t)digit;
    }
    return true;
}

/* The character of \uXXXX, after the `u`; halves of pairs that stand alone are U+FFFD. */
static bool take_code(reader *r, uint32_t *code)
{
    uint32_t low;
    if (!take_unit(r, code))
        return false;
    if (*code < 0xd800 || *code > 0xdfff)
        return true;
    if (*code < 0xdc00 && r->end - r->at >= 6 && r->at[0] == '\\' && r->at[1] == 'u') {
        r->at += 2;
        if (!take_unit(r, &low))
            return false;
        if (low >= 0xdc00 && low <= 0xdfff) {
            *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
            return true;
        }
    }
    *code = 0xfffd;
    return true;
}

/* UTF-8 is never longer than the escape that it stands for. */
static char *put_code(char *to, uint32_t code)
{
    if (code < 0x80) {
        *to++ = (char)code;
    } else if (code < 0x800) {
        *to++ = (char)(0xc0 | code >> 6);
        *to++ = (char)(0x80 | (code & 63));
    } else {
        if (code < 0x10000) {
            *to++ = (char)(0xe0 | code >> 12);
        } else {
            *to++ = (char)(0xf0 | code >> 18);
            *to++ = (char)(0x80 | (code >> 12 & 63));
        }
        *to++ = (char)(0x80 | (code >> 6 & 63));
        *to++ = (char)(0x80 | (code & 63));
    }
    return to;
}

static bool take_escape(reader *r, char **to)
{
    static const char letters[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    uint32_t code;
    if (r->at == r->end)
        return false;
    char c = *r->at++;
    if (c == 'u') {
        if (!take_code(r, &code))
            return false;
        *to = put_code(*to, code);
        return true;
    }
    const char *letter = c ? strchr(letters, c) : NULL;
    if (!letter)
        return false;
    *(*to)++ = means[letter - letters];
    return true;
}

static bool take_string(reader *r, dxk_str *text)
{
    if (!take(r, '"'))
        return false;
    char *from = r->at, *to = r->at;
    while (r->at < r->end && *r->at != '"') {
        char c = *r->at++;
        if (c == '\\') {
            if (!take_escape(r, &to))
                return false;
        } else {
            *to++ = c;
        }
    }
    if (r->at == r->end)
        return false;
    r->at++;
    *text = (dxk_str){from, (size_t)(to - from)};
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

static bool take_word(reader *r, const char *word, json_kind kind)
{
    size_t size = strlen(word);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0)
        return false;
    r->at += size;
    return add(r, kind, (dxk_str){"", 0});
}

static bool take_number(reader *r)
{
    char *from = r->at;
    while (r->at < r->end && *r->at && strchr("+-.0123456789eE", *r->at))
        r->at++;
    return r->at != from && add(r, JSON_NUMBER, (dxk_str){from, (size_t)(r->at - from)});
}

static bool open_level(reader *r, json_kind kind)
{
    r->at++;
    if (r->depth == MOST_NESTING || !add(r, kind, (dxk_str){"", 0}))
        return false;
    r->open[r->depth] = (uint32_t)r->doc->count - 1;
    r->last[r->depth++] = 0;
    return true;
}

static bool take_value(reader *r)
{
    dxk_str text;
    skip_blanks(r);
    switch (r->at < r->end ? *r->at : 0) {
    case '{':
        return open_level(r, JSON_OBJECT);
    case '[':
        return open_level(r, JSON_ARRAY);
    case '"':
        return take_string(r, &text) && add(r, JSON_STRING, text);
    case 't':
        return take_word(r, "true", JSON_TRUE);
    case 'f':
        return take_word(r, "false", JSON_FALSE);
    case 'n':
        return take_word(r, "null", JSON_NULL);
    default:
        return take_number(r);
    }
}

/* What follows in the innermost level: its end, or a value. */
static bool take_next(reader *r)
{
    bool object = r->doc->items[r->open[r->depth - 1]].kind == JSON_OBJECT;
    if (take(r, object ? '}' : ']')) {
        r->depth--;
        return true;
    }
    if (r->last[r->depth - 1] && !take(r, ','))
        return false;
    if (object && (!take_string(r, &r->key) || !take(r, ':')))
        return false;
    return take_value(r);
}

bool json_read(json_doc *doc, char *text, size_t size)
{
    reader r = {.doc = doc, .at = text, .end = text + size, .key = {"", 0}};
    doc->count = 0;
    bool good = take_value(&r);
    while (good && r.depth)
        good = take_next(&r);
    skip_blanks(&r);
    if (good && r.at == r.end)
        return true;
    doc->count = 0;
    return false;
}

void json_doc_free(json_doc *doc)
{
    free(doc->items);
    memset(doc, 0, sizeof *doc);
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

const json_value *json_first(const json_doc *doc, const json_value *value)
{
    return value && value->first ? &doc->items[value->first] : NULL;
}

const json_value *json_next(const json_doc *doc, const json_value *value)
{
    return value->next ? &doc->items[value->next] : NULL;
}

const json_value *json_member(const json_doc *doc, const json_value *value, const char *key)
{
    size_t size = strlen(key);
    if (!value || value->kind != JSON_OBJECT)
        return NULL;
    for (const json_value *m = json_first(doc, value); m; m = json_next(doc, m))
        if (m->key.size == size && memcmp(m->key.data, key, size) == 0)
            return m;
    return NULL;
}

dxk_str json_member_str(const json_doc *doc, const json_value *value, const char *key)
{
    const json_value *m = json_member(doc, value, key);
    return m && m->kind == JSON_STRING ? m->text : (dxk_str){"", 0};
}

bool json_as_u64(const json_value *value, uint64_t *number)
{
    *number = 0;
    if (!value || value->kind != JSON_NUMBER || !value->text.size || value->text.size > 18)
        return false;
    for (size_t n = 0; n < value->text.size; n++) {
        char c = value->text.data[n];
        if (c < '0' || c > '9')
            return false;
        *number = *number * 10 + (uint64_t)(c - '0');
    }
    return true;
}

uint64_t json_member_u64(const json_doc *doc, const json_value *value, const char *key,
                         uint64_t other)
{
    uint64_t number;
    return json_as_u64(json_member(doc, value, key), &number) ? number : other;
}

int64_t json_member_i64(const json_doc *doc, const json_value *value, const char *key,
                        int64_t other)
{
    const json_value *m = json_member(doc, value, key);
    json_value digits;
    uint64_t number;
    if (!m || m->kind != JSON_NUMBER)
        return other;
    digits = *m;
    bool negative = digits.text.size && digits.text.data[0] == '-';
    digits.text.data += negative;
    digits.text.size -= negative;
    if (!json_as_u64(&digits, &number))
        return other;
    return negative ? -(int64_t)number : (int64_t)number;
}

bool json_member_bool(const json_doc *doc, const json_value *value, const char *key, bool other)
{
    const json_value *m = json_member(doc, value, key);
    return m && (m->kind == JSON_TRUE || m->kind == JSON_FALSE) ? m->kind == JSON_TRUE : other;
}
