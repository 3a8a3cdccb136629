/* SPDX-License-Identifier: MIT */
/*
 * json.h - the library's JSON writer by short names, on the command's text output. See <dxk/json.h>
 * for what each does.
 */
#ifndef JSON_H
#define JSON_H

#include <dxk/json.h>

#include "text.h"

typedef dxk_json json_writer;

#define json_object      dxk_json_object
#define json_array       dxk_json_array
#define json_end         dxk_json_end
#define json_object_line dxk_json_object_line
#define json_array_line  dxk_json_array_line
#define json_end_to      dxk_json_end_to
#define json_text        dxk_json_text
#define json_str         dxk_json_str
#define json_u64         dxk_json_u64
#define json_i64         dxk_json_i64
#define json_real        dxk_json_real
#define json_bool        dxk_json_bool
#define json_null        dxk_json_null
#define json_fourcc      dxk_json_fourcc
#define json_raw         dxk_json_raw
#define json_hex         dxk_json_hex
#define json_uri         dxk_json_uri

/* Begins a document on `out`, which keeps what goes wrong. */
static inline void json_init(json_writer *json, text_out *out)
{
    dxk_json_init(json, text_sink(out));
}

#endif
