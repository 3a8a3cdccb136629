/* SPDX-License-Identifier: MIT */
/*
 * resource_names.c - resources get other names, so that those of libraries that are linked differ,
 * or are the same where the binding is. In libraries the variables that stand for them are renamed
 * alike: linking goes by their names.
 *
 *     prefix=lib1_              color -> lib1_color
 *     from-binding              color -> t3_space1
 *     from-binding,keep-name   color -> color_t3_space1
 *     map=color=albedo         color -> albedo; others keep theirs
 */
#include "base/out.h"
#include "ir/find.h"
#include "edit/edit.h"

enum { OPTION_PREFIX, OPTION_BINDING, OPTION_KEEP, OPTION_MAP, OPTION_STRICT };

/* Writes the new name of a resource. */
static dxk_status write_name(const dxki_pass *p, const dxki_dxil_resource *r, dxk_buffer *name)
{
    bool bound = p->options[OPTION_BINDING] && r->lower_bound != UINT32_MAX;
    dxki_out out;
    dxki_out_init(&out, dxk_buffer_sink(name));
    dxki_out_str(&out, p->texts[OPTION_PREFIX]);
    if (!bound || p->options[OPTION_KEEP])
        dxki_out_str(&out, r->name);
    if (bound && p->options[OPTION_KEEP])
        dxki_out_char(&out, '_');
    if (bound) {
        dxki_out_char(&out, dxki_edit_register_letters[r->cls]);
        dxki_out_u64(&out, r->lower_bound);
        dxki_out_text(&out, "_space");
        dxki_out_u64(&out, r->space);
    }
    return dxki_out_flush(&out);
}

/* The variable behind a resource's symbol; 0: there is none. */
static uint32_t variable_of(const dxk_module *m, dxki_value symbol)
{
    const dxki_const *c = dxki_const_get(m, symbol);
    if (c && c->kind == DXKI_C_EXPR && c->opcode == DXKI_OP_BITCAST)
        symbol = m->words.items[c->a];
    return dxki_value_as_global(symbol);
}

static bool rename_variable(dxk_module *m, uint32_t variable, dxk_str name)
{
    if (!variable || dxki_str_same(dxki_string_get(m, m->globals.items[variable].name), name))
        return true;
    dxki_string unique = dxki_module_touch(m) ? dxki_global_unique_name(m, name) : UINT32_MAX;
    if (unique != UINT32_MAX)
        m->globals.items[variable].name = unique;
    return unique != UINT32_MAX;
}

/* The name that a map has for a resource, else its own. */
static dxk_status mapped_name(const dxki_dxil_resource *r, dxki_edit_renames *map, dxk_buffer *name)
{
    dxk_str wanted = r->name;
    for (size_t i = 0; i < map->count; i++) {
        if (!dxki_str_same(map->items[i].from, r->name))
            continue;
        wanted = map->items[i].to;
        map->items[i].used = true;
        break;
    }
    return dxk_buffer_append(name, wanted.data, wanted.size);
}

static dxk_status rename_resource(dxki_pass *p, dxki_dxil_resource *r, dxki_edit_renames *map,
                                  bool *changed)
{
    dxk_buffer text;
    dxk_buffer_init(&text, p->ctx);
    dxk_status status = map->count ? mapped_name(r, map, &text) : write_name(p, r, &text);
    dxk_str wanted = {(const char *)text.data, text.size};
    if (status == DXK_OK && !dxki_str_same(wanted, r->name)) {
        dxki_string name = dxki_string_intern(p->m, wanted);
        *changed = true;
        if (name == UINT32_MAX || !rename_variable(p->m, variable_of(p->m, r->symbol), wanted))
            status = dxki_nomem(p->ctx);
        else
            r->name = dxki_string_get(p->m, name);
    }
    dxk_buffer_free(&text);
    return status;
}

static dxk_status rename_all(dxki_pass *p, dxk_dxil *d, dxki_edit_renames *map)
{
    dxk_status status = DXK_OK;
    bool changed = false;
    if (p->texts[OPTION_MAP].size)
        status = dxki_edit_read_renames(p, p->texts[OPTION_MAP], map);
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES && status == DXK_OK; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count && status == DXK_OK; i++)
            status = rename_resource(p, dxki_pass_resource(d, cls, i), map, &changed);
    }
    if (status == DXK_OK && p->options[OPTION_STRICT])
        status = dxki_edit_all_used(p, map);
    return status == DXK_OK && changed ? dxki_pass_write_metadata(p) : status;
}

dxk_status dxki_edit_rename_resources(dxki_pass *p)
{
    dxki_edit_renames map = {NULL, 0, 0};
    dxk_dxil *d = dxki_pass_dxil(p);
    if (!d)
        return dxki_nomem(p->ctx);
    if (!p->texts[OPTION_PREFIX].size && !p->options[OPTION_BINDING] && !p->texts[OPTION_MAP].size)
        return dxki_pass_refuse(p, "a prefix, from-binding or a map is required", dxki_str(""));
    dxk_status status = rename_all(p, d, &map);
    dxki_vec_free(p->ctx, &map);
    return status;
}
