/* SPDX-License-Identifier: MIT */
/* differ.c - how messages show functions, types, and what differs between two types. See link.h. */
#include "link/link.h"

#include "base/out.h"
#include "dxk/symbols.h"

#define NESTING 16u /* of types in a message, and of members that are looked into */
#define LIST    8u  /* members and parameters that are shown */

/* What was written, in the arena. */
static dxk_str keep(dxki_link *link, dxk_buffer *text, dxk_status status)
{
    char *copy = status == DXK_OK
                     ? dxki_arena_strdup(&link->arena, (const char *)text->data, text->size)
                     : NULL;
    dxk_str made = {copy, copy ? text->size : 0};
    dxk_buffer_free(text);
    return made;
}

dxk_str dxki_link_symbol(dxki_link *link, dxk_str name)
{
    dxk_buffer plain, text;
    dxki_out out;
    dxk_buffer_init(&plain, link->ctx);
    dxk_buffer_init(&text, link->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    dxk_status status = dxk_demangle(name, &plain);
    dxk_str shown = {(const char *)plain.data, plain.size};
    dxki_out_char(&out, '\'');
    dxki_out_str(&out, shown);
    dxki_out_char(&out, '\'');
    if (!dxki_str_same(shown, name)) {
        dxki_out_text(&out, " (");
        dxki_out_str(&out, name);
        dxki_out_char(&out, ')');
    }
    if (status == DXK_OK)
        status = dxki_out_flush(&out);
    dxk_buffer_free(&plain);
    return keep(link, &text, status);
}

/* ---------------------------------------------------------------------------------------- */
/* Types                                                                                      */

static void put_type(dxki_out *out, const dxk_module *m, dxki_type type, uint32_t depth);

static void put_list(dxki_out *out, const dxk_module *m, const dxki_type *list, uint32_t count,
                     uint32_t depth)
{
    for (uint32_t i = 0; i < count && i < LIST; i++) {
        dxki_out_text(out, i ? ", " : "");
        put_type(out, m, list[i], depth + 1);
    }
    dxki_out_text(out, count > LIST ? ", ..." : "");
}

static void put_sequence(dxki_out *out, const dxk_module *m, dxki_type type, const char *ends,
                         uint32_t depth)
{
    dxki_out_char(out, ends[0]);
    dxki_out_u64(out, dxki_type_count(m, type));
    dxki_out_text(out, " x ");
    put_type(out, m, dxki_type_element(m, type, 0), depth + 1);
    dxki_out_char(out, ends[1]);
}

static void put_struct(dxki_out *out, const dxk_module *m, dxki_type type, uint32_t depth)
{
    uint32_t count;
    dxk_str name = dxki_string_get(m, dxki_type_get(m, type)->c);
    const dxki_type *list = dxki_type_list(m, type, &count);
    if (name.size) {
        dxki_out_str(out, name);
        return;
    }
    dxki_out_text(out, "{ ");
    put_list(out, m, list, count, depth);
    dxki_out_text(out, " }");
}

static void put_function(dxki_out *out, const dxk_module *m, dxki_type type, uint32_t depth)
{
    uint32_t count;
    const dxki_type *list = dxki_type_list(m, type, &count);
    put_type(out, m, list[0], depth + 1);
    dxki_out_text(out, " (");
    put_list(out, m, list + 1, count - 1, depth);
    dxki_out_char(out, ')');
}

static void put_type(dxki_out *out, const dxk_module *m, dxki_type type, uint32_t depth)
{
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    if (depth >= NESTING)
        dxki_out_text(out, "...");
    else if (kind == DXKI_T_VOID)
        dxki_out_text(out, "void");
    else if (kind == DXKI_T_HALF || kind == DXKI_T_FLOAT || kind == DXKI_T_DOUBLE)
        dxki_out_text(out, kind == DXKI_T_HALF    ? "half"
                           : kind == DXKI_T_FLOAT ? "float"
                                                  : "double");
    else if (kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR)
        put_sequence(out, m, type, kind == DXKI_T_ARRAY ? "[]" : "<>", depth);
    else if (kind == DXKI_T_STRUCT)
        put_struct(out, m, type, depth);
    else if (kind == DXKI_T_FUNCTION)
        put_function(out, m, type, depth);
    else if (kind == DXKI_T_POINTER) {
        put_type(out, m, dxki_type_pointee(m, type), depth + 1);
        dxki_out_char(out, '*');
    } else {
        dxki_out_char(out, 'i');
        dxki_out_u64(out, dxki_type_bits(m, type));
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Differences                                                                                */

/* The first place where two types differ. */
typedef struct difference {
    dxki_type a, b;
    uint32_t path[NESTING]; /* numbers of members */
    uint32_t depth;
} difference;

/* Goes into the first member that differs, as far as both are alike otherwise. */
static void find_difference(const dxk_module *m, difference *d)
{
    while (d->depth < NESTING && d->a && d->b &&
           dxki_type_kind_of(m, d->a) == dxki_type_kind_of(m, d->b)) {
        dxki_type_kind kind = dxki_type_kind_of(m, d->a);
        uint32_t count = 0, other = 0, i = 0;
        const dxki_type *x, *y;
        if (kind == DXKI_T_POINTER || kind == DXKI_T_ARRAY) {
            dxki_type left = dxki_type_element(m, d->a, 0), right = dxki_type_element(m, d->b, 0);
            if (left == right ||
                (kind == DXKI_T_ARRAY && dxki_type_count(m, d->a) != dxki_type_count(m, d->b)))
                return;
            d->a = left;
            d->b = right;
            continue;
        }
        if (kind != DXKI_T_STRUCT && kind != DXKI_T_FUNCTION)
            return;
        x = dxki_type_list(m, d->a, &count);
        y = dxki_type_list(m, d->b, &other);
        while (i < count && i < other && x[i] == y[i])
            i++;
        if (count != other || i == count)
            return;
        d->path[d->depth++] = i;
        d->a = x[i];
        d->b = y[i];
    }
}

/* "parameter 1", "member 2.0 of the result" */
static void put_path(dxki_out *out, const difference *d, bool function)
{
    uint32_t first = function ? 1 : 0;
    if (d->depth > first)
        dxki_out_text(out, "member ");
    for (uint32_t i = first; i < d->depth; i++) {
        dxki_out_text(out, i > first ? "." : "");
        dxki_out_u64(out, d->path[i]);
    }
    if (!function || !d->depth)
        return;
    dxki_out_text(out, d->depth > 1 ? " of " : "");
    dxki_out_text(out, d->path[0] ? "parameter " : "the result");
    if (d->path[0])
        dxki_out_u64(out, d->path[0]);
}

static void put_side(dxki_out *out, const dxk_module *m, dxki_type type, bool by_count)
{
    uint32_t count;
    if (!by_count) {
        put_type(out, m, type, 0);
        return;
    }
    dxki_type_list(m, type, &count);
    dxki_out_u64(out, count);
    dxki_out_text(out, " members");
}

dxk_str dxki_link_difference(dxki_link *link, dxki_type here, dxki_type there)
{
    const dxk_module *m = link->to;
    difference d = {.a = here, .b = there};
    dxk_buffer text;
    dxki_out out;
    uint32_t left = 0, right = 0;
    if (!here || !there || here == there)
        return (dxk_str){"", 0};
    find_difference(m, &d);
    bool structs =
        dxki_type_kind_of(m, d.a) == DXKI_T_STRUCT && dxki_type_kind_of(m, d.b) == DXKI_T_STRUCT;
    if (structs) {
        dxki_type_list(m, d.a, &left);
        dxki_type_list(m, d.b, &right);
    }
    dxk_buffer_init(&text, link->ctx);
    dxki_out_init(&out, dxk_buffer_sink(&text));
    dxki_out_text(&out, ": ");
    put_path(&out, &d, dxki_type_kind_of(m, here) == DXKI_T_FUNCTION);
    dxki_out_text(&out, !d.depth ? "" : left != right ? " has " : " is ");
    put_side(&out, m, d.a, left != right);
    dxki_out_text(&out, " here, ");
    put_side(&out, m, d.b, left != right);
    dxki_out_text(&out, " there");
    return keep(link, &text, dxki_out_flush(&out));
}
