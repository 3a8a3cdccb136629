/* SPDX-License-Identifier: MIT */
/*
 * strip_names.c - names that a program does not need go: those of values and blocks, of types, of
 * functions and variables that nobody outside sees, of resources, and debug information.
 *
 * What is known by its name keeps it: entry points and exports, operations and intrinsics, the
 * types that operations are overloaded by, those that reflection describes and those of resources.
 */
#include "base/out.h"
#include "dxil/object_names.h"
#include "ir/dxop.h"
#include "ir/find.h"
#include "ir/idset.h"
#include "ir/strip.h"
#include "edit/edit.h"

#include <string.h>

enum { OPTION_VALUES, OPTION_TYPES, OPTION_FUNCTIONS, OPTION_RESOURCES, OPTION_DEBUG };

/* --- values --- */

static bool strip_value(dxki_pass *p, dxki_value value)
{
    if (!dxki_value_name(p->m, value))
        return true;
    dxki_pass_changed(p);
    return dxki_value_set_name(p->m, value, 0);
}

static bool strip_values(dxki_pass *p)
{
    dxk_module *m = p->m;
    DXKI_EACH_FUNCTION(m, fn) {
        const dxki_global *g = &m->globals.items[fn];
        for (uint32_t i = 0; i < g->arg_count; i++) {
            if (!strip_value(p, DXKI_VALUE(DXKI_V_ARG, g->first_arg + i)))
                return false;
        }
        DXKI_EACH_BLOCK(m, fn, block) {
            if (!strip_value(p, DXKI_VALUE(DXKI_V_BLOCK, block)))
                return false;
            DXKI_EACH_INST(m, block, inst) {
                if (!strip_value(p, DXKI_VALUE(DXKI_V_INST, inst)))
                    return false;
            }
        }
    }
    return true;
}

/* --- types --- */

/* The type behind pointers and arrays. */
static dxki_type innermost(const dxk_module *m, dxki_type type)
{
    const dxki_type_entry *t = dxki_type_get(m, type);
    while (t->kind == DXKI_T_POINTER || t->kind == DXKI_T_ARRAY) {
        type = t->a;
        t = dxki_type_get(m, type);
    }
    return type;
}

static void keep_operand_types(const dxk_module *m, uint8_t *keep)
{
    DXKI_EACH_FUNCTION(m, fn) {
        uint32_t count;
        const dxki_type *list = dxki_type_list(m, m->globals.items[fn].value_type, &count);
        for (uint32_t i = 0; i < count && dxki_global_is_dxop(m, fn); i++)
            keep[innermost(m, list[i])] = 1;
    }
}

static void keep_described_types(const dxk_dxil *d, uint8_t *keep)
{
    for (uint32_t i = 0; i < d->struct_count; i++)
        keep[d->structs[i].type] = 1;
    for (uint32_t i = 0; i < d->payload_count; i++)
        keep[d->payloads[i].type] = 1;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++) {
            const dxki_dxil_resource *r = d->resources[cls].items[i];
            keep[innermost(d->m, r->hlsl_type)] = 1;
        }
    }
}

static bool strip_types(dxki_pass *p, const dxk_dxil *d)
{
    dxk_module *m = p->m;
    uint8_t *keep = DXKI_NEW_ARRAY(&p->scratch, uint8_t, m->types.count);
    if (!keep || !dxki_module_touch(m))
        return false;
    keep_operand_types(m, keep);
    if (p->options[OPTION_TYPES] == 1)
        keep_described_types(d, keep);
    for (dxki_type type = 1; type < m->types.count; type++) {
        dxki_type_entry *t = &m->types.items[type];
        if (t->kind != DXKI_T_STRUCT || !(t->flags & DXKI_TF_IDENTIFIED) || !t->c || keep[type] ||
            dxki_str_starts(dxki_string_get(m, t->c), "dx.") ||
            dxki_dxil_is_resource_name(dxki_string_get(m, t->c)))
            continue;
        t->c = 0;
        dxki_pass_changed(p);
    }
    return true;
}

/* --- functions and variables --- */

/* True if its name says nothing to anybody outside of the module. Group-shared variables of shaders
 * are external, though nobody sees them. */
static bool is_private(const dxki_pass *p, uint32_t g)
{
    const dxki_global *global = &p->m->globals.items[g];
    dxk_str name = dxki_string_get(p->m, global->name);
    bool local = global->linkage == DXKI_LINK_INTERNAL || global->linkage == DXKI_LINK_PRIVATE;
    bool root = g < p->facts->root_count && p->facts->roots[g];
    bool alone = p->facts->kind != DXK_SHADER_KIND_LIBRARY && global->kind == DXKI_G_VARIABLE;
    return global->kind != DXKI_G_REMOVED && (local || alone) && !root &&
           !dxki_str_starts(name, "dx.") && !dxki_str_starts(name, "llvm.");
}

/* Writes "f12" or "g12" into `text`. */
static dxk_str numbered_name(const dxk_module *m, uint32_t g, uint32_t number, char text[24])
{
    char *first = dxki_format_u64(text + 24, number) - 1;
    *first = m->globals.items[g].kind == DXKI_G_FUNCTION ? 'f' : 'g';
    return (dxk_str){first, (size_t)(text + 24 - first)};
}

/* Gives numbers that no other name is taken by, along a list: a function without a name is hard to
 * speak of. */
static bool number_globals(dxki_pass *p, const dxki_idset *taken, const uint32_t *list,
                           size_t count)
{
    dxk_module *m = p->m;
    uint32_t number = 0;
    for (size_t i = 0; i < count; i++) {
        char text[24];
        uint32_t g = list[i];
        if (!is_private(p, g))
            continue;
        dxk_str name = numbered_name(m, g, number++, text);
        while (dxki_global_lookup(m, taken, name))
            name = numbered_name(m, g, number++, text);
        if (dxki_str_same(dxki_string_get(m, m->globals.items[g].name), name))
            continue;
        dxki_string string = dxki_string_intern(m, name);
        if (string == UINT32_MAX)
            return false;
        m->globals.items[g].name = string;
        dxki_pass_changed(p);
    }
    return true;
}

static bool strip_globals(dxki_pass *p)
{
    dxki_idset taken = {0};
    bool good = true;
    for (uint32_t g = 1; good && g < p->m->globals.count; g++) {
        bool stays = p->m->globals.items[g].kind != DXKI_G_REMOVED && !is_private(p, g);
        good = !stays || dxki_global_enter(p->m, &taken, g);
    }
    const dxk_module *m = p->m;
    good = good && number_globals(p, &taken, m->functions.items, m->functions.count) &&
           number_globals(p, &taken, m->variables.items, m->variables.count);
    dxki_idset_free(p->ctx, &taken);
    return good;
}

/* --- resources --- */

static dxk_status strip_resources(dxki_pass *p, dxk_dxil *d)
{
    bool changed = false;
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++) {
            dxki_dxil_resource *r = dxki_pass_resource(d, cls, i);
            changed = changed || r->name.size;
            r->name = dxki_str("");
        }
    }
    return changed ? dxki_pass_write_metadata(p) : DXK_OK;
}

dxk_status dxki_edit_strip_names(dxki_pass *p)
{
    dxk_dxil *d = dxki_pass_dxil(p);
    bool debug = false;
    if (!d || !dxki_module_touch(p->m) || (p->options[OPTION_VALUES] && !strip_values(p)) ||
        (p->options[OPTION_TYPES] && !strip_types(p, d)) ||
        (p->options[OPTION_FUNCTIONS] && !strip_globals(p)) ||
        (p->options[OPTION_DEBUG] && !dxki_module_strip_debug(p->m, &debug)))
        return dxki_nomem(p->ctx);
    if (debug)
        dxki_pass_changed(p);
    return p->options[OPTION_RESOURCES] ? strip_resources(p, d) : DXK_OK;
}
