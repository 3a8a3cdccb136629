/* SPDX-License-Identifier: MIT */
/*
 * variables.c - variables of the source: DILocalVariable, once for each place that its function was
 * inlined at, and DIGlobalVariable. Part of <dxk/inspect.h>.
 *
 * The reference turns a static variable that needs no memory into a local one "global.NAME" of the
 * entry point.
 */
#include "inspect/inspect.h"

#include "ir/access.h"
#include "ir/find.h"
#include "ir/idset.h"
#include "spec/dwarf.h"

#define MOST_SCOPES 256u

/* ---------------------------------------------------------------------------------------- */
/* Local variables                                                                            */

static bool strip_prefix(dxk_str *name, const char *prefix)
{
    size_t size = strlen(prefix);

    if (!dxki_str_starts(*name, prefix))
        return false;
    name->data += size;
    name->size -= size;
    return true;
}

static dxki_inspect_var local_of(const dxk_inspect *i, dxki_md node, dxki_md inlined_at,
                                 uint32_t function)
{
    const dxk_module *d = i->d;
    dxk_inspect_type_info info;
    dxk_str name = dxki_md_str(d, dxki_md_op(d, node, DXKI_DI_LOCAL_VAR_NAME));
    bool argument = dxki_md_num(d, node, DXKI_DI_LOCAL_VAR_TAG) == DXKI_DW_TAG_ARG_VARIABLE;
    dxki_inspect_var v = {
        .node = node,
        .inlined_at = inlined_at,
        .scope_node = dxki_md_op(d, node, DXKI_DI_LOCAL_VAR_SCOPE),
        .scope = argument ? DXK_INSPECT_ARGUMENT : DXK_INSPECT_LOCAL,
        .type = dxki_inspect_type_of(i, dxki_md_op(d, node, DXKI_DI_LOCAL_VAR_TYPE)),
        .function = function,
    };

    if (strip_prefix(&name, "global."))
        v.scope = DXK_INSPECT_STATIC;
    if (dxk_inspect_type_get(i, v.type, &info))
        v.bits = info.bits;
    return v;
}

uint32_t dxki_inspect_var_at(dxk_inspect *i, dxki_md node, dxki_md inlined_at, uint32_t function)
{
    uint64_t state = dxki_hash_mix(dxki_hash_mix(dxki_hash_mix(1, node), inlined_at), function);
    uint32_t hash = dxki_hash_end(state), pos = hash, id;

    while ((id = dxki_idset_next(&i->known, hash, &pos)) != 0) {
        const dxki_inspect_var *v = &i->vars.items[id - 1];
        if (v->node == node && v->inlined_at == inlined_at && v->function == function)
            return id - 1;
    }
    if (!dxki_vec_push(i->ctx, &i->vars, local_of(i, node, inlined_at, function)) ||
        !dxki_idset_add(i->ctx, &i->known, hash, (uint32_t)i->vars.count))
        return DXKI_INSPECT_NONE;
    return (uint32_t)i->vars.count - 1;
}

/* The scope around one; 0: none. */
static dxki_md outer_scope(const dxk_module *d, dxki_md scope)
{
    switch (scope ? dxki_md_get(d, scope)->kind : DXKI_M_NONE) {
    case DXKI_M_LEXICAL_BLOCK:
        return dxki_md_op(d, scope, DXKI_DI_LEXICAL_BLOCK_SCOPE);
    case DXKI_M_LEXICAL_BLOCK_FILE:
        return dxki_md_op(d, scope, DXKI_DI_LEXICAL_BLOCK_FILE_SCOPE);
    default:
        return 0;
    }
}

uint32_t dxki_inspect_sees(const dxk_inspect *i, const dxki_inspect_var *v, dxki_md location)
{
    dxki_md inlined_at = location ? dxki_md_op(i->d, location, DXKI_DI_LOCATION_INLINED_AT) : 0;
    dxki_md scope = location ? dxki_md_op(i->d, location, DXKI_DI_LOCATION_SCOPE) : v->scope_node;

    if (inlined_at != v->inlined_at)
        return DXKI_INSPECT_NONE;
    for (uint32_t n = 0; scope && n < MOST_SCOPES; n++) {
        if (scope == v->scope_node)
            return n;
        scope = outer_scope(i->d, scope);
    }
    return v->scope == DXK_INSPECT_STATIC ? MOST_SCOPES : DXKI_INSPECT_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Variables of the program                                                                   */

/* What a variable of the program is to the source. */
static dxk_inspect_scope scope_of_space(uint8_t space)
{
    static const uint8_t scopes[] = {[DXKI_EXEC_NOWHERE] = DXK_INSPECT_RESOURCE,
                                     [DXKI_EXEC_PRIVATE] = DXK_INSPECT_STATIC,
                                     [DXKI_EXEC_SHARED] = DXK_INSPECT_SHARED,
                                     [DXKI_EXEC_TABLE] = DXK_INSPECT_CONSTANT,
                                     [DXKI_EXEC_RESOURCE] = DXK_INSPECT_RESOURCE};

    return (dxk_inspect_scope)scopes[space];
}

/* The object of a variable of the module with debug information; 0: none. */
static uint32_t object_of(const dxk_inspect *i, const uint32_t *objects, const dxki_idset *names,
                          dxki_md node)
{
    dxki_value value = dxki_md_value(i->d, dxki_md_op(i->d, node, DXKI_DI_GLOBAL_VAR_VARIABLE));
    dxk_str name = dxki_md_str(i->d, dxki_md_op(i->d, node, DXKI_DI_GLOBAL_VAR_LINKAGE_NAME));

    if (DXKI_TAG(value) != DXKI_V_GLOBAL) /* it has been replaced: the name may have been kept */
        return name.size ? objects[dxki_global_lookup(i->p->m, names, name)] : 0;
    uint32_t global = DXKI_INDEX(value);
    if (i->d != i->p->m)
        global = dxki_global_lookup(i->p->m, names,
                                    dxki_string_get(i->d, i->d->globals.items[global].name));
    return objects[global];
}

static bool add_global(dxk_inspect *i, dxki_md node, uint32_t object)
{
    const dxk_module *d = i->d;
    const dxki_exec_object *o = &i->p->objects.items[object];
    dxk_inspect_type_info info;
    dxki_inspect_var v = {
        .node = node,
        .scope = (uint8_t)scope_of_space(object ? o->space : DXKI_EXEC_NOWHERE),
        .type = dxki_inspect_type_of(i, dxki_md_op(d, node, DXKI_DI_GLOBAL_VAR_TYPE)),
        .object = object,
        .function = DXKI_INSPECT_NONE,
    };

    if (dxk_inspect_type_get(i, v.type, &info))
        v.bits = info.bits;
    if (object && o->space != DXKI_EXEC_RESOURCE && v.bits > 8 * (uint64_t)o->size)
        v.object = object = 0; /* only a part of the variable is there */
    if (!v.bits && object)
        v.bits = 8 * (uint64_t)o->size;
    if (object && o->space != DXKI_EXEC_RESOURCE &&
        !dxki_inspect_lay_out_rows(i, v.type, i->p->m->globals.items[o->global].value_type,
                                   &v.layout))
        return false;
    return dxki_vec_push(i->ctx, &i->vars, v);
}

/* Static variables without memory are local ones, see above. */
static bool add_unit(dxk_inspect *i, dxki_md unit, const uint32_t *objects, const dxki_idset *names)
{
    uint32_t count;

    if (!unit || dxki_md_get(i->d, unit)->kind != DXKI_M_COMPILE_UNIT)
        return true;
    const dxki_md *list =
        dxki_md_ops(i->d, dxki_md_op(i->d, unit, DXKI_DI_COMPILE_UNIT_GLOBALS), &count);
    for (uint32_t n = 0; n < count; n++) {
        if (!list[n] || dxki_md_get(i->d, list[n])->kind != DXKI_M_GLOBAL_VAR)
            continue;
        uint32_t object = object_of(i, objects, names, list[n]);
        bool local = dxki_md_num(i->d, list[n], DXKI_DI_GLOBAL_VAR_IS_LOCAL) != 0;
        if ((object || !local) && !add_global(i, list[n], object))
            return false;
    }
    return true;
}

/* By global of the program: its object. */
static uint32_t *list_objects(dxk_inspect *i, dxki_idset *names)
{
    const dxk_run_program *p = i->p;
    uint32_t *objects = DXKI_NEW_ARRAY(&i->arena, uint32_t, p->m->globals.count);

    for (uint32_t n = 1; objects && n < p->objects.count; n++) {
        if (p->objects.items[n].inst)
            continue;
        objects[p->objects.items[n].global] = n;
        if (!dxki_global_enter(p->m, names, p->objects.items[n].global))
            return NULL;
    }
    return objects;
}

bool dxki_inspect_add_globals(dxk_inspect *i)
{
    uint32_t named = dxki_named_md_find(i->d, "llvm.dbg.cu");
    dxki_idset names = {NULL, 0, 0};
    uint32_t *objects = list_objects(i, &names);
    bool good = objects != NULL;

    if (named != UINT32_MAX) {
        const dxki_named_md *units = &i->d->named_mds.items[named];
        for (uint32_t n = 0; good && n < units->op_count; n++)
            good = add_unit(i, i->d->words.items[units->ops + n], objects, &names);
    }
    dxki_idset_free(i->ctx, &names);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* All                                                                                        */

static void widen(dxki_inspect_var *v, uint64_t end)
{
    if (!v->type && v->bits < end)
        v->bits = end;
}

void dxki_inspect_give_words(dxk_inspect *i)
{
    for (size_t n = 0; n < i->moves.count; n++)
        widen(&i->vars.items[i->moves.items[n].variable],
              (uint64_t)i->moves.items[n].offset + i->moves.items[n].bits);
    for (uint32_t n = 0; n < i->local_vars; n++) {
        dxki_inspect_var *v = &i->vars.items[n];
        uint64_t bits = v->bits < DXKI_INSPECT_MOST_BITS ? v->bits : DXKI_INSPECT_MOST_BITS;
        v->words = (uint32_t)(bits + 31) / 32;
        v->first = i->words;
        i->words += v->words;
    }
}

bool dxk_inspect_variable_get(const dxk_inspect *inspect, uint32_t index, dxk_inspect_variable *out)
{
    const dxk_module *d = inspect->d;
    bool local = index < inspect->local_vars;

    memset(out, 0, sizeof *out);
    if (index >= inspect->vars.count)
        return false;
    const dxki_inspect_var *v = &inspect->vars.items[index];
    dxki_md file = dxki_md_op(d, v->node, local ? DXKI_DI_LOCAL_VAR_FILE : DXKI_DI_GLOBAL_VAR_FILE);
    out->name = dxki_md_str(
        d, dxki_md_op(d, v->node, local ? DXKI_DI_LOCAL_VAR_NAME : DXKI_DI_GLOBAL_VAR_NAME));
    strip_prefix(&out->name, "global.");
    out->scope = (dxk_inspect_scope)v->scope;
    out->type = v->type;
    out->bits = v->bits;
    out->argument = local ? (uint32_t)dxki_md_num(d, v->node, DXKI_DI_LOCAL_VAR_ARG) : 0;
    out->line =
        (uint32_t)dxki_md_num(d, v->node, local ? DXKI_DI_LOCAL_VAR_LINE : DXKI_DI_GLOBAL_VAR_LINE);
    if (file && dxki_md_get(d, file)->kind == DXKI_M_FILE)
        out->file = dxki_md_str(d, dxki_md_op(d, file, DXKI_DI_FILE_FILENAME));
    else
        out->file = (dxk_str){"", 0};
    return true;
}
