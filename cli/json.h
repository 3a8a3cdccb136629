/* SPDX-License-Identifier: MIT */
/*
 * json.h - the library's JSON writer on the command's text output; <dxk/json.h> describes it.
 */
#ifndef JSON_H
#define JSON_H

#include <dxk/json.h>

#include "text.h"

/* Begins a document on `out`, which keeps what goes wrong. */
static inline void json_init(dxk_json *json, text_out *out)
{
    dxk_json_init(json, text_sink(out));
}

#endif
