/* SPDX-License-Identifier: MIT */
/*
 * exports.c - the functions that a library shows, and their names: "f" keeps its own,
 * "new1,new2=f" gives it others. A plain name stands for the entry point of that name and for all
 * functions of that name in HLSL, "\1?f@@..."; a new name keeps what follows the "@". See link.h.
 */
#include "link/link.h"

#include "base/str.h"
#include "ir/clone.h"

#define MANGLED "\1?"

/* ---------------------------------------------------------------------------------------- */
/* Reading                                                                                    */

/* What stands before the first `c`, and leaves what stands behind; *met: there is one. */
static dxk_str cut(dxk_str *rest, char c, bool *met)
{
    const char *end = rest->size ? memchr(rest->data, c, rest->size) : NULL;
    dxk_str head = *rest;
    *met = end != NULL;
    head.size = end ? (size_t)(end - rest->data) : rest->size;
    size_t used = head.size + (end ? 1 : 0);
    rest->data += used;
    rest->size -= used;
    return head;
}

/* "\01" in a definition is one byte. */
static dxk_str unescape(dxki_link *link, dxk_str text)
{
    char *to = dxki_arena_alloc(&link->arena, text.size + 1);
    size_t size = 0;
    for (size_t i = 0; to && i < text.size; i++) {
        bool escape = text.data[i] == '\\' && i + 2 < text.size;
        unsigned value = 0;
        for (size_t k = 1; escape && k <= 2; k++) {
            char c = dxki_lower(text.data[i + k]);
            bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
            escape = digit || letter;
            value = value * 16 + (unsigned)(digit ? c - '0' : c - 'a' + 10);
        }
        to[size++] = escape ? (char)value : text.data[i];
        i += escape ? 2 : 0;
    }
    if (!to)
        dxki_link_nomem(link);
    return (dxk_str){to, to ? size : 0};
}

static bool complain_syntax(dxki_link *link, dxk_str definition)
{
    DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_EXPORT_SYNTAX, NULL,
                       "error: Invalid syntax for -exports: '%0'.  Syntax is: "
                       "export1[[,export2,...]=internal][;...]",
                       dxki_text(definition));
    return false;
}

static bool add_export(dxki_link *link, dxk_str function, dxk_str name)
{
    dxki_link_export made = {unescape(link, function), unescape(link, name)};
    return (made.function.data && made.name.data &&
            dxki_vec_push(link->ctx, &link->exports, made)) ||
           dxki_link_nomem(link);
}

static bool read_definition(dxki_link *link, dxk_str definition)
{
    bool equals, more = true;
    dxk_str function = definition, names = cut(&function, '=', &equals);
    if (!equals)
        function = names;
    if (!function.size || !names.size)
        return complain_syntax(link, definition);
    if (!equals)
        return add_export(link, function, function);
    while (more) {
        dxk_str name = cut(&names, ',', &more);
        if (!name.size)
            return complain_syntax(link, definition);
        if (!add_export(link, function, name))
            return false;
    }
    return true;
}

bool dxki_link_read_exports(dxki_link *link)
{
    for (size_t i = 0; i < link->options->export_count; i++) {
        dxk_str rest = link->options->exports[i];
        for (bool more = true; more;) {
            dxk_str definition = cut(&rest, ';', &more);
            if (!read_definition(link, definition))
                return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Finding                                                                                    */

/* "f" of "\1?f@@YAXXZ"; else the name itself. */
static dxk_str plain_name(dxk_str name)
{
    bool met;
    if (!dxki_str_cut(&name, MANGLED))
        return name;
    return cut(&name, '@', &met);
}

uint32_t dxki_link_find_export(const dxki_link *link, dxk_str function)
{
    dxk_str plain = plain_name(function);
    uint32_t found = UINT32_MAX;
    for (uint32_t i = 0; i < link->exports.count; i++) {
        if (dxki_str_same(link->exports.items[i].function, function))
            return i;
        if (found == UINT32_MAX && dxki_str_same(link->exports.items[i].function, plain))
            found = i;
    }
    return found;
}

/* ---------------------------------------------------------------------------------------- */
/* Naming                                                                                     */

/* The new name of a function: mangled as the old one is. */
static dxki_string new_name(dxk_module *m, dxk_str old, dxk_str name)
{
    dxk_str tail = old;
    if (!dxki_str_cut(&tail, MANGLED) || dxki_str_starts(name, MANGLED))
        return dxki_string_add(m, name);
    bool met;
    dxk_str head = cut(&tail, '@', &met);
    size_t prefix = strlen(MANGLED), rest = old.size - prefix - head.size;
    char *text = dxki_string_space(m, prefix + name.size + rest);
    if (!text)
        return UINT32_MAX;
    memcpy(text, MANGLED, prefix);
    memcpy(text + prefix, name.data, name.size);
    memcpy(text + prefix + name.size, old.data + prefix + head.size, rest);
    return dxki_string_add_view(m, (dxk_str){text, prefix + name.size + rest});
}

/* A name that a function will have. */
typedef struct naming {
    uint32_t function; /* in the new module */
    dxki_string name;
    bool is_first; /* the function itself gets it; else a copy */
} naming;

typedef struct renaming {
    dxki_link *link;
    DXKI_VEC(naming) names;
    uint8_t *met;        /* by export */
    uint8_t *is_visible; /* by global of the new module */
} renaming;

static bool add_name(renaming *r, uint32_t function, dxk_str old, dxk_str name)
{
    naming n = {function, new_name(r->link->to, old, name), !r->is_visible[function]};
    r->is_visible[function] = 1;
    return n.name != UINT32_MAX && dxki_vec_push(r->link->ctx, &r->names, n);
}

static bool is_before(dxk_str a, dxk_str b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    return order ? order < 0 : a.size < b.size;
}

/* All names that the exports give to a function: its own first, then by name. */
static bool name_function(renaming *r, uint32_t function)
{
    const dxki_link *link = r->link;
    dxk_str old = dxki_link_name(link->to, function), plain = plain_name(old);
    uint32_t any = dxki_link_find_export(link, old);
    if (any == UINT32_MAX)
        return true;
    dxk_str wanted = link->exports.items[any].function, last = {NULL, 0};
    bool own = false;
    for (uint32_t i = 0; i < link->exports.count; i++) {
        const dxki_link_export *e = &link->exports.items[i];
        if (!dxki_str_same(e->function, wanted))
            continue;
        r->met[i] = 1;
        own |= dxki_str_same(e->name, plain) || dxki_str_same(e->name, old);
    }
    if (own && !add_name(r, function, old, plain))
        return false;
    for (;;) {
        const dxki_link_export *next = NULL;
        for (uint32_t i = 0; i < link->exports.count; i++) {
            const dxki_link_export *e = &link->exports.items[i];
            bool skip = !dxki_str_same(e->function, wanted) || dxki_str_same(e->name, plain) ||
                        dxki_str_same(e->name, old) || (last.data && !is_before(last, e->name));
            if (!skip && (!next || is_before(e->name, next->name)))
                next = e;
        }
        if (!next)
            return true;
        last = next->name;
        if (!add_name(r, function, old, next->name))
            return false;
    }
}

static void complain(renaming *r)
{
    dxki_link *link = r->link;
    dxki_link_names names;
    if (!dxki_link_names_begin(&names, &link->arena, r->names.count)) {
        dxki_link_nomem(link);
        return;
    }
    for (uint32_t i = 0; i < r->names.count; i++) {
        dxk_str name = dxki_string_get(link->to, r->names.items[i].name);
        if (dxki_link_names_enter(&names, name, i) != i)
            DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_EXPORT_TWICE, NULL,
                               "error: Export name collides with another export: %1",
                               dxki_text(dxki_link_symbol(link, name)), dxki_escaped(name));
    }
    for (uint32_t i = 0; i < link->exports.count; i++)
        if (!r->met[i])
            DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_EXPORT_MISSING, NULL,
                               "error: Could not find target for export: %0",
                               dxki_escaped(link->exports.items[i].function));
}

static bool apply_name(dxki_link *link, const naming *n)
{
    dxk_module *m = link->to;
    if (n->is_first) {
        m->globals.items[n->function].name = n->name;
        return true;
    }
    dxki_cloner c;
    dxki_clone_init(&c, m);
    dxki_link_copy copy = {n->function, dxki_function_clone(&c, n->function, n->name)};
    dxki_clone_free(&c);
    return copy.to && dxki_vec_push(link->ctx, &link->copies, copy);
}

/* Functions without an export are the library's own. */
static bool hide_others(renaming *r)
{
    dxk_module *m = r->link->to;
    if (!dxki_module_touch(m))
        return false;
    DXKI_EACH_FUNCTION(m, f) {
        dxki_global *g = &m->globals.items[f];
        if (!g->first_block || r->is_visible[f])
            continue;
        dxk_str old = dxki_string_get(m, g->name);
        static const char prefix[] = "internal.";
        size_t size = sizeof prefix - 1 + old.size;
        char *text = dxki_string_space(m, size);
        if (!text)
            return false;
        memcpy(text, prefix, sizeof prefix - 1);
        memcpy(text + sizeof prefix - 1, old.data, old.size);
        g->name = dxki_string_add_view(m, (dxk_str){text, size});
        g->linkage = DXKI_LINK_INTERNAL;
        if (g->name == UINT32_MAX)
            return false;
    }
    return true;
}

bool dxki_link_rename_exports(dxki_link *link)
{
    renaming r = {.link = link};
    if (!link->exports.count)
        return true;
    r.met = DXKI_NEW_ARRAY(&link->arena, uint8_t, link->exports.count);
    r.is_visible = DXKI_NEW_ARRAY(&link->arena, uint8_t, link->to->globals.count);
    bool good = r.met && r.is_visible;
    for (size_t p = 0; p < link->picks.count && good; p++)
        good = name_function(&r, link->picks.items[p].to);
    if (good)
        complain(&r);
    good = good && link->status == DXK_OK && hide_others(&r);
    for (size_t i = 0; i < r.names.count && good; i++)
        good = apply_name(link, &r.names.items[i]);
    dxki_vec_free(link->ctx, &r.names);
    return good || (link->status == DXK_OK && dxki_link_nomem(link));
}
