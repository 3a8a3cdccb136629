/* SPDX-License-Identifier: MIT */
/*
 * fuzz_json.c - JSON that a program sends to the command: what is accepted is a tree in order, and written
 * again it is read as the same tree.
 */
#include <stdlib.h>
#include <string.h>

#include "../cli/json_read.h"
#include "fuzz.h"

static void write_text(dxk_buffer *out, const char *text, size_t size)
{
    if (dxk_buffer_append(out, text, size) != DXK_OK)
        abort();
}

static void write_string(dxk_buffer *out, dxk_str text)
{
    static const char digits[] = "0123456789abcdef";

    write_text(out, "\"", 1);
    for (size_t n = 0; n < text.size; n++) {
        unsigned char c = (unsigned char)text.data[n];
        char escape[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
        if (c < 32 || c == '"' || c == '\\')
            write_text(out, escape, sizeof escape);
        else
            write_text(out, text.data + n, 1);
    }
    write_text(out, "\"", 1);
}

/* Values come after what they are in, so that this ends; nesting is bounded by the reader. */
static void write_value(dxk_buffer *out, const json_doc *doc, const json_value *value)
{
    static const char *const words[] = {"null", "false", "true"};
    bool object = value->kind == JSON_OBJECT;

    if (value->kind <= JSON_TRUE)
        write_text(out, words[value->kind], strlen(words[value->kind]));
    else if (value->kind == JSON_NUMBER)
        write_text(out, value->text.data, value->text.size);
    else if (value->kind == JSON_STRING)
        write_string(out, value->text);
    if (value->kind < JSON_ARRAY)
        return;
    write_text(out, object ? "{" : "[", 1);
    for (const json_value *v = json_first(doc, value), *last = value; v; v = json_next(doc, v)) {
        if (v <= last || v >= doc->items + doc->count)
            abort();
        if (last != value)
            write_text(out, ",", 1);
        if (object) {
            write_string(out, v->key);
            write_text(out, ":", 1);
        }
        write_value(out, doc, v);
        last = v;
    }
    write_text(out, object ? "}" : "]", 1);
}

static bool same(dxk_str a, dxk_str b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool same_value(const json_value *a, const json_value *b)
{
    return a->kind == b->kind && a->first == b->first && a->next == b->next &&
           same(a->key, b->key) && same(a->text, b->text);
}

/* The functions that ask for members take any value. */
static void ask(const json_doc *doc)
{
    uint64_t number;

    for (size_t n = 0; n < doc->count; n++) {
        const json_value *v = &doc->items[n];
        (void)json_as_u64(v, &number);
        (void)json_member_str(doc, v, "a");
        (void)json_member_u64(doc, v, "a", 1);
        (void)json_member_i64(doc, v, "a", -1);
        (void)json_member_bool(doc, v, "a", true);
    }
}

FUZZ_TARGET
{
    json_doc first = {NULL, 0, 0}, second = {NULL, 0, 0};
    dxk_ctx *ctx;
    dxk_buffer text;
    char *copy = malloc(size + 1);

    if (!copy || dxk_ctx_create(NULL, &ctx) != DXK_OK)
        abort();
    if (size)
        memcpy(copy, data, size);
    dxk_buffer_init(&text, ctx);
    if (json_read(&first, copy, size)) {
        ask(&first);
        write_value(&text, &first, &first.items[0]);
        if (!json_read(&second, (char *)text.data, text.size) || first.count != second.count)
            abort();
        for (size_t n = 0; n < first.count; n++)
            if (!same_value(&first.items[n], &second.items[n]))
                abort();
    }
    json_doc_free(&first);
    json_doc_free(&second);
    dxk_buffer_free(&text);
    free(copy);
    fuzz_ctx_done(ctx);
    return 0;
}
