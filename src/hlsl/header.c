/* SPDX-License-Identifier: MIT */
/* header.c - headers that are part of the language, of spec/hlsl_headers.def; see header.h. */
#include "hlsl/header.h"

#include "base/count.h"

typedef enum header {
#define DXKI_HLSL_HEADER(ident, name) HEADER_##ident,
#include "spec/hlsl_headers.def"
#undef DXKI_HLSL_HEADER
} header;

static const char *const names[] = {
#define DXKI_HLSL_HEADER(ident, name) name,
#include "spec/hlsl_headers.def"
#undef DXKI_HLSL_HEADER
};

static const struct {
    header of;
    const char *text;
} lines[] = {
#define DXKI_HLSL_LINE(ident, text) {HEADER_##ident, text "\n"},
#include "spec/hlsl_headers.def"
#undef DXKI_HLSL_LINE
};

static dxk_bytes text_of(dxki_hlsl *c, size_t which)
{
    size_t size = 0;

    for (size_t i = 0; i < DXKI_COUNT(lines); i++)
        size += lines[i].of == which ? strlen(lines[i].text) : 0;
    char *text = dxki_arena_alloc(&c->arena, size), *at = text;
    if (!text) {
        dxki_hlsl_nomem(c);
        return (dxk_bytes){NULL, 0};
    }
    for (size_t i = 0; i < DXKI_COUNT(lines); i++) {
        size_t n = lines[i].of == which ? strlen(lines[i].text) : 0;
        memcpy(at, lines[i].text, n);
        at += n;
    }
    return (dxk_bytes){(const uint8_t *)text, size};
}

bool dxki_hlsl_header(dxki_hlsl *c, dxk_str name, dxk_str *path, dxk_bytes *bytes)
{
    for (size_t i = 0; i < DXKI_COUNT(names); i++) {
        if (!dxki_str_is(name, names[i]))
            continue;
        *path = dxki_hlsl_join(c, dxki_str("<built-in:hlsl>/"), name);
        *bytes = text_of(c, i);
        return dxki_hlsl_ready(c);
    }
    return false;
}
