/* SPDX-License-Identifier: MIT */
/*
 * json.h - a streaming JSON writer: values are printed as they come, nothing is kept.
 *
 * `key` names a member of an object; it is NULL for elements of an array. The output is valid JSON
 * for any input: characters that need it are escaped, and a byte that is not part of valid UTF-8
 * becomes the character of the same number, \u0080 to \u00ff.
 */
#ifndef JSON_H
#define JSON_H

#include "text.h"

#define JSON_DEPTH 600 /* nesting that can be written; deeper levels are left out */

typedef struct json_writer {
    text_out *out;
    size_t depth;           /* open objects and arrays */
    size_t dropped;         /* open levels below JSON_DEPTH */
    size_t inline_from;     /* levels from here on go on one line; 0: none */
    bool empty;             /* nothing written in the innermost level yet */
    char close[JSON_DEPTH]; /* '}' or ']' per open level */
} json_writer;

void json_init(json_writer *json, text_out *out);

/* Opens an object or array, one member a line; json_end() closes the innermost. */
void json_object(json_writer *json, const char *key);
void json_array(json_writer *json, const char *key);
void json_end(json_writer *json);

/* The same, all of it (and what it contains) on one line. */
void json_object_line(json_writer *json, const char *key);
void json_array_line(json_writer *json, const char *key);

/* Closes levels until `depth` are open. */
void json_end_to(json_writer *json, size_t depth);

void json_text(json_writer *json, const char *key, const char *value); /* NULL gives null */
void json_str(json_writer *json, const char *key, dxk_str value);
void json_u64(json_writer *json, const char *key, uint64_t value);
void json_i64(json_writer *json, const char *key, int64_t value);
void json_real(json_writer *json, const char *key, double value); /* inf, nan: as strings */
void json_bool(json_writer *json, const char *key, bool value);
void json_null(json_writer *json, const char *key);
void json_fourcc(json_writer *json, const char *key, uint32_t fourcc); /* "DXIL" */
void json_raw(json_writer *json, const char *key, dxk_str value);      /* JSON already */
void json_hex(json_writer *json, const char *key, dxk_bytes bytes);    /* "00ff": bytes */

#endif
