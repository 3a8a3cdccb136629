/* SPDX-License-Identifier: MIT */
/*
 * dxk/json.h - a streaming JSON writer: values are printed as they come, nothing is kept. The
 * library's own JSON (dxk_info_json() and others) is written with it, and it can be put into a
 * document of the caller's.
 *
 * `key` names a member of an object; it is NULL for elements of an array. The output is valid JSON
 * for any input: characters that need it are escaped, and a byte that is not part of valid UTF-8
 * becomes the character of the same number, \u0080 to \u00ff.
 */
#ifndef DXK_JSON_H
#define DXK_JSON_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Nesting that can be written; deeper levels are left out. */
#define DXK_JSON_DEPTH 600

/* A writer, on the caller's stack or within another structure. Its members are the library's, but
 * for `status`, which may be looked at: after a failure nothing more is written. */
typedef struct dxk_json {
    dxk_sink sink;              /* where text goes */
    dxk_status status;          /* DXK_OK, or what the sink failed with first */
    size_t depth;               /* open objects and arrays */
    size_t dropped;             /* open levels below DXK_JSON_DEPTH */
    size_t inline_from;         /* levels from here on go on one line; 0: none */
    bool empty;                 /* nothing written in the innermost level yet */
    char close[DXK_JSON_DEPTH]; /* '}' or ']' per open level */
} dxk_json;

/* Begins a document that goes to `sink`. Cannot fail. */
DXK_API void dxk_json_init(dxk_json *json, dxk_sink sink);

/* Opens an object or array, one member a line; dxk_json_end() closes the innermost, if one is open. A
 * line feed follows the outermost. */
DXK_API void dxk_json_object(dxk_json *json, const char *key);
DXK_API void dxk_json_array(dxk_json *json, const char *key);
DXK_API void dxk_json_end(dxk_json *json);

/* The same, all of it (and what it contains) on one line. */
DXK_API void dxk_json_object_line(dxk_json *json, const char *key);
DXK_API void dxk_json_array_line(dxk_json *json, const char *key);

/* Closes levels until `depth` are open. */
DXK_API void dxk_json_end_to(dxk_json *json, size_t depth);

/* A string; NULL gives null. */
DXK_API void dxk_json_text(dxk_json *json, const char *key, const char *value);
DXK_API void dxk_json_str(dxk_json *json, const char *key, dxk_str value);

/* A string that is made of pieces, none of which ends within a character. */
DXK_API void dxk_json_pieces(dxk_json *json, const char *key, const dxk_str *pieces, size_t count);

/* Numbers. Infinities and NaN are written as the strings "inf", "-inf" and "nan". */
DXK_API void dxk_json_u64(dxk_json *json, const char *key, uint64_t value);
DXK_API void dxk_json_i64(dxk_json *json, const char *key, int64_t value);
DXK_API void dxk_json_real(dxk_json *json, const char *key, double value);

/* true, false, null. */
DXK_API void dxk_json_bool(dxk_json *json, const char *key, bool value);
DXK_API void dxk_json_null(dxk_json *json, const char *key);

/* A FourCC as a string of four characters, "DXIL". */
DXK_API void dxk_json_fourcc(dxk_json *json, const char *key, uint32_t fourcc);

/* Bytes as a string of two hexadecimal digits each, "00ff". */
DXK_API void dxk_json_hex(dxk_json *json, const char *key, dxk_bytes bytes);

/* A path as a URI reference: of a file if it is absolute, else relative; backslashes are slashes. */
DXK_API void dxk_json_uri(dxk_json *json, const char *key, dxk_str path);

/* A value that is JSON already; it is not checked. On one line it loses its line feeds. */
DXK_API void dxk_json_raw(dxk_json *json, const char *key, dxk_str value);

/* The element of an open array for a diagnostic: an object with "severity", "rule", the place
 * ("offset", "bit", or "source", "line" and "column"), "path", "message", "ranges" and "fixes". */
DXK_API void dxk_json_diag(dxk_json *json, const dxk_diag *diag);

/* Writes all diagnostics of the context as a JSON array. DXK_E_SINK, or what the sink returned. */
DXK_API dxk_status dxk_diags_json(const dxk_ctx *ctx, dxk_sink sink);

/* Elements of an open array for all diagnostics of the context. */
DXK_API void dxk_json_diags(dxk_json *json, const dxk_ctx *ctx);

#ifdef __cplusplus
}
#endif
#endif
