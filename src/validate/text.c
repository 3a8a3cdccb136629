/* SPDX-License-Identifier: MIT */
/* text.c - texts in the memory of a run, made from pieces. */
#include "validate/run.h"
#include "validate/text.h"

#include <string.h>

#include "base/out.h"

dxki_arg dxki_val_arg_text_z(const char *text)
{
    return dxki_val_arg_text(dxki_str(text));
}

#define NOT_MANGLED 1

dxki_arg dxki_val_arg_text(dxk_str text)
{
    if (text.size == 0)
        return dxki_raw(dxki_str("<null>"));
    return text.data[0] == NOT_MANGLED ? dxki_escaped(text) : dxki_raw(text);
}

dxk_str dxki_val_format(dxki_val *v, const char *pattern, const dxki_arg *args, size_t count)
{
    size_t size = dxki_format_nested(NULL, 0, pattern, args, count);
    char *to = dxki_arena_alloc(&v->arena, size);
    if (!to) {
        v->failed = true;
        return dxki_str(pattern);
    }
    dxki_format_nested(to, size, pattern, args, count);
    return (dxk_str){to, size};
}

dxk_str dxki_val_join(dxki_val *v, dxk_str a, dxk_str b)
{
    char *to = dxki_arena_alloc(&v->arena, a.size + b.size + 1);
    if (!to) {
        v->failed = true;
        return a;
    }
    if (a.size)
        memcpy(to, a.data, a.size);
    if (b.size)
        memcpy(to + a.size, b.data, b.size);
    return (dxk_str){to, a.size + b.size};
}

dxk_str dxki_val_signed(dxki_val *v, int64_t number)
{
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    return dxki_val_format(v, number < 0 ? "-%0" : "%0", DXKI_ARGS(dxki_dec(size)));
}

dxki_text_snippets *dxki_val_snippets(dxki_val *v)
{
    if (!v->report.snippets)
        v->report.snippets = dxki_text_snippets_create(v->m);
    if (!v->report.snippets)
        v->failed = true;
    else if (v->ops.has_new_names)
        dxki_text_snippets_rename(v->report.snippets, v->ops.new_names);
    return v->report.snippets;
}
