/* SPDX-License-Identifier: MIT */
/*
 * json_read.h - reading JSON that a program sends. Nothing in the text is trusted: nesting and the
 * number of values are bounded.
 */
#ifndef JSON_READ_H
#define JSON_READ_H

#include <dxk/base.h>

typedef enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} json_kind;

/* A value. Indices are those in json_doc.items; 0 means none, since 0 is the outermost. */
typedef struct json_value {
    json_kind kind;
    dxk_str key;    /* of a member */
    dxk_str text;   /* string, without escapes; digits of a number */
    uint32_t first; /* array, object: the first in it */
    uint32_t next;  /* after it in the same array or object */
} json_value;

typedef struct json_doc {
    json_value *items; /* from malloc */
    size_t count, capacity;
} json_doc;

/* Reads a text, which is changed and must live on. False: it is no JSON, too deep, or too large; or
 * out of memory. The document is emptied first; json_doc_free() afterwards. */
bool json_read(json_doc *doc, char *text, size_t size);
void json_doc_free(json_doc *doc);

/* A member; NULL: `value` is NULL or no object, or has none of that name. */
const json_value *json_member(const json_doc *doc, const json_value *value, const char *key);

/* The first in an array or object, and the one after; NULL: there is none. */
const json_value *json_first(const json_doc *doc, const json_value *value);
const json_value *json_next(const json_doc *doc, const json_value *value);

/* Members of a kind, or what is given instead. Numbers are whole and not negative. */
dxk_str json_member_str(const json_doc *doc, const json_value *value, const char *key);
uint64_t json_member_u64(const json_doc *doc, const json_value *value, const char *key,
                         uint64_t other);
int64_t json_member_i64(const json_doc *doc, const json_value *value, const char *key,
                        int64_t other);
bool json_member_bool(const json_doc *doc, const json_value *value, const char *key, bool other);

/* A whole number that is not negative; false: it is none. */
bool json_as_u64(const json_value *value, uint64_t *number);

#endif
