/* SPDX-License-Identifier: MIT */
/*
 * dxk/json.h - a streaming JSON writer, which prints each value as it is given. The library writes
 * its own JSON (dxk_info_json() and others) with it, and a program can use it to put that JSON
 * into a document of its own.
 *
 * The parameter `key` is the name of a member of an object, and NULL for the outermost value and
 * for elements of an array. The strings in the output are valid for any input: characters are
 * escaped where JSON requires it, and a byte that is not part of valid UTF-8 becomes the character
 * of the same number, \u0080 to \u00ff. Whether keys and values are given in a sensible order is
 * up to the caller.
 *
 * The writer remembers the first failure and then ignores all further calls. Look at
 * dxk_json.status once, at the end.
 */
#ifndef DXK_JSON_H
#define DXK_JSON_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Depth to which objects and arrays can be nested. Deeper ones are written as null. */
#define DXK_JSON_DEPTH 600

/* A writer. It holds no memory, and so needs no freeing. A program may read `status`, and `depth`
 * for dxk_json_end_to(); all other members are private. */
typedef struct dxk_json {
    dxk_sink sink;              /* destination of the text */
    dxk_status status;          /* DXK_OK, or the first failure of the sink; see dxk_sink */
    size_t depth;               /* number of objects and arrays that are open */
    size_t dropped;             /* number of open levels deeper than DXK_JSON_DEPTH */
    size_t inline_from;         /* depth from which values share one line; 0: none do */
    bool empty;                 /* the innermost level has no value yet */
    char close[DXK_JSON_DEPTH]; /* closing bracket of each open level */
} dxk_json;

/* Initializes a writer for a document that goes to `sink`. Cannot fail. */
DXK_API void dxk_json_init(dxk_json *json, dxk_sink sink);

/* Open an object or an array, whose members are written on a line each. dxk_json_end() closes the
 * innermost one that is open, if any; the outermost one is followed by a line feed. */
DXK_API void dxk_json_object(dxk_json *json, const char *key);
DXK_API void dxk_json_array(dxk_json *json, const char *key);
DXK_API void dxk_json_end(dxk_json *json);

/* Open an object or an array that is written on one line, with everything in it. */
DXK_API void dxk_json_object_line(dxk_json *json, const char *key);
DXK_API void dxk_json_array_line(dxk_json *json, const char *key);

/* Closes objects and arrays until `depth` of them are open. */
DXK_API void dxk_json_end_to(dxk_json *json, size_t depth);

/* Write a string. A NULL pointer is written as null. */
DXK_API void dxk_json_text(dxk_json *json, const char *key, const char *value);
DXK_API void dxk_json_str(dxk_json *json, const char *key, dxk_str value);

/* Writes the concatenation of `count` pieces as one string. No UTF-8 sequence may be split between
 * two pieces. */
DXK_API void dxk_json_pieces(dxk_json *json, const char *key, const dxk_str *pieces, size_t count);

/* Write a number. Infinities and NaN are written as the strings "inf", "-inf" and "nan". */
DXK_API void dxk_json_u64(dxk_json *json, const char *key, uint64_t value);
DXK_API void dxk_json_i64(dxk_json *json, const char *key, int64_t value);
DXK_API void dxk_json_real(dxk_json *json, const char *key, double value);

/* Write true or false, and null. */
DXK_API void dxk_json_bool(dxk_json *json, const char *key, bool value);
DXK_API void dxk_json_null(dxk_json *json, const char *key);

/* Writes a FourCC as a string of four characters, such as "DXIL". */
DXK_API void dxk_json_fourcc(dxk_json *json, const char *key, uint32_t fourcc);

/* Writes bytes as a string with two hexadecimal digits for each, such as "00ff". */
DXK_API void dxk_json_hex(dxk_json *json, const char *key, dxk_bytes bytes);

/* Writes a path as a URI reference: a file URI if the path is absolute, else a relative reference.
 * Backslashes become slashes. */
DXK_API void dxk_json_uri(dxk_json *json, const char *key, dxk_str path);

/* Writes a value that is JSON already, without checking it. Its line feeds are left out within an
 * object or array that is written on one line. */
DXK_API void dxk_json_raw(dxk_json *json, const char *key, dxk_str value);

/* Writes a diagnostic as an element of the array that is open: an object with "severity", "rule",
 * the place ("offset", "bit", or "source", "line" and "column"), "path", "message", "ranges" and
 * "fixes". Members without a value are left out. */
DXK_API void dxk_json_diag(dxk_json *json, const dxk_diag *diag);

/* Writes all diagnostics of a context as a JSON array. Errors: DXK_E_SINK. */
DXK_API dxk_status dxk_diags_json(const dxk_ctx *ctx, dxk_sink sink);

/* Writes all diagnostics of a context as elements of the array that is open. */
DXK_API void dxk_json_diags(dxk_json *json, const dxk_ctx *ctx);

#ifdef __cplusplus
}
#endif
#endif
