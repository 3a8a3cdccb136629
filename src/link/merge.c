/* SPDX-License-Identifier: MIT */
/*
 * merge.c - the new module: functions that were picked are declared first, all under their names, then
 * their bodies come with what they use. See link.h.
 */
#include "link/link.h"

#include "base/str.h"
#include "dxil/op.h"
#include "ir/find.h"

#define CONSTRUCTORS "llvm.global_ctors"
#define TRIPLE       "dxil-ms-dx"

static bool is_local(const dxki_global *g)
{
    return g->linkage == DXKI_LINK_INTERNAL || g->linkage == DXKI_LINK_PRIVATE;
}

/* ---------------------------------------------------------------------------------------- */
/* Beginning and end                                                                          */

/* The new module gets the layout of a library, or for one without it what a compiler would have
 * written. False: no memory. */
static bool take_layout(dxki_link *link, uint32_t pick)
{
    const dxki_link_library *l = dxki_link_library_of(link, link->picks.items[pick].library);
    dxk_str layout =
        l->m->datalayout.size ? l->m->datalayout : dxki_dxil_data_layout(l->native_16bit);
    char *copy = dxki_string_space(link->to, layout.size);
    if (!copy)
        return dxki_link_nomem(link);
    memcpy(copy, layout.data, layout.size);
    link->to->datalayout = (dxk_str){copy, layout.size};
    return true;
}

bool dxki_link_merge_begin(dxki_link *link)
{
    link->to = dxki_module_create(link->ctx);
    if (!link->to)
        return dxki_link_nomem(link);
    if (!dxki_import_target_begin(&link->target, link->to))
        return dxki_link_nomem(link);
    link->to->triple = dxki_str(TRIPLE);
    if (!take_layout(link, 0))
        return false;
    for (uint32_t l = 0; l < link->linker->libraries.count; l++) {
        dxki_link_work *w = &link->work[l];
        if (!w->reached)
            continue;
        w->begun = true;
        if (!dxki_import_begin_at(&w->im, &link->target, dxki_link_library_of(link, l)->m))
            return dxki_link_nomem(link);
    }
    return true;
}

void dxki_link_merge_end(dxki_link *link)
{
    for (uint32_t l = 0; link->work && l < link->linker->libraries.count; l++) {
        if (link->work[l].begun)
            dxki_import_end(&link->work[l].im);
        dxk_decoded_free(link->work[l].rdat);
    }
    if (link->to)
        dxki_import_target_end(&link->target);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static bool declare_picks(dxki_link *link)
{
    for (size_t p = 0; p < link->picks.count; p++) {
        dxki_link_pick *pick = &link->picks.items[p];
        pick->to = dxki_import_global(&link->work[pick->library].im, pick->function);
        if (!pick->to)
            return false;
    }
    return true;
}

/* A declaration becomes the function that was picked for its name. */
static bool connect_declaration(dxki_link *link, uint32_t l, uint32_t function)
{
    const dxki_link_library *library = dxki_link_library_of(link, l);
    const dxki_global *g = &library->m->globals.items[function];
    uint32_t found = dxki_link_find(link, dxki_link_name(library->m, function));
    if (dxki_link_defines(library, function) || found == UINT32_MAX || !link->pick_of[found])
        return true;
    const dxki_link_pick *pick = &link->picks.items[link->pick_of[found] - 1];
    dxki_type type = dxki_import_type(&link->work[l].im, g->value_type);
    if (!type)
        return false;
    if (type == link->to->globals.items[pick->to].value_type) {
        dxki_import_map(&link->work[l].im, function, pick->to);
        return true;
    }
    DXKI_LINK_COMPLAIN(
        link, DXKI_RULE_LINK_TYPE, library, "error: Cannot find definition of function %3",
        dxki_text(dxki_link_symbol(link, dxki_link_name(library->m, function))),
        dxki_text(dxki_link_library_of(link, pick->library)->name),
        dxki_text(dxki_link_difference(link, type, link->to->globals.items[pick->to].value_type)),
        dxki_raw(dxki_link_name(library->m, function)));
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

typedef struct variables {
    dxki_link *link;
    dxki_link_names names; /* number: library */
} variables;

/* True for constants that each library has its own of, and that are one. */
static bool is_shared(dxk_str name)
{
    return dxki_str_starts(name, "dx.");
}

static bool share(dxki_link *link, uint32_t l, uint32_t first, uint32_t global)
{
    const dxk_module *own = dxki_link_library_of(link, l)->m;
    const dxk_module *other = dxki_link_library_of(link, first)->m;
    uint32_t original = dxki_global_find(other, dxki_link_name(own, global));
    uint32_t to = original ? dxki_import_global(&link->work[first].im, original) : 0;
    dxki_type type = dxki_import_type(&link->work[l].im, own->globals.items[global].value_type);
    if (!to || !type)
        return false;
    if (link->to->globals.items[to].value_type == type)
        dxki_import_map(&link->work[l].im, global, to);
    return true;
}

/* Two libraries may not have a variable of one name, unless it is a resource. */
static bool meet_variable(variables *v, uint32_t l, uint32_t global)
{
    dxki_link *link = v->link;
    const dxki_link_library *library = dxki_link_library_of(link, l);
    const dxki_global *g = &library->m->globals.items[global];
    dxk_str name = dxki_link_name(library->m, global);
    if (link->work[l].resource[global] || !name.size || (is_local(g) && !is_shared(name)))
        return true;
    uint32_t first = dxki_link_names_enter(&v->names, name, l);
    if (first == l)
        return true;
    if (is_shared(name))
        return share(link, l, first, global);
    DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_VARIABLE, library,
                       "error: Definition already exists for global variable %2",
                       dxki_text(dxki_link_symbol(link, name)),
                       dxki_text(dxki_link_library_of(link, first)->name), dxki_raw(name));
    return true;
}

static bool meet_variables(dxki_link *link)
{
    variables v = {.link = link};
    size_t total = 0;
    for (uint32_t l = 0; l < link->linker->libraries.count; l++)
        total += dxki_link_library_of(link, l)->m->variables.count;
    if (!dxki_link_names_begin(&v.names, &link->arena, total))
        return false;
    for (size_t p = 0; p < link->picks.count; p++) {
        uint32_t l = link->picks.items[p].library, function = link->picks.items[p].function;
        const dxki_link_library *library = dxki_link_library_of(link, l);
        DXKI_LINK_EACH_VARIABLE(library, function, variable)
        if (!meet_variable(&v, l, variable))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Precision                                                                                  */

static bool is_16bit(const dxk_module *m, dxki_type type)
{
    type = dxki_type_kind_of(m, type) == DXKI_T_VECTOR ? dxki_type_element(m, type, 0) : type;
    return type == DXKI_TY_HALF || type == DXKI_TY_I16;
}

static bool uses_16bit(const dxk_module *m, uint32_t function)
{
    DXKI_EACH_BLOCK(m, function, block)
        DXKI_EACH_INST(m, block, inst)
            if (is_16bit(m, dxki_inst_get(m, inst)->type))
                return true;
    return false;
}

/* Types of 16 bits have them exactly, or at least: a program has one kind only, that of the functions
 * that use such types. */
static void settle_precision(dxki_link *link)
{
    uint32_t first[2] = {UINT32_MAX, UINT32_MAX}; /* picks that use such types: at least, exactly */
    for (uint32_t p = 0; p < link->picks.count; p++) {
        const dxki_link_library *library = dxki_link_library_of(link, link->picks.items[p].library);
        uint32_t *of = &first[library->native_16bit];
        if (*of == UINT32_MAX && uses_16bit(library->m, link->picks.items[p].function))
            *of = p;
    }
    link->native_16bit = dxki_link_library_of(link, link->picks.items[0].library)->native_16bit;
    if (first[link->native_16bit] != UINT32_MAX || first[!link->native_16bit] != UINT32_MAX)
        link->native_16bit = first[true] != UINT32_MAX;
    if (first[link->native_16bit] != UINT32_MAX)
        take_layout(link, first[link->native_16bit]);
    if (first[0] == UINT32_MAX || first[1] == UINT32_MAX)
        return;
    const dxki_link_library *least =
        dxki_link_library_of(link, link->picks.items[first[0]].library);
    const dxki_link_library *exact =
        dxki_link_library_of(link, link->picks.items[first[1]].library);
    dxk_str wide = dxki_link_name(exact->m, link->picks.items[first[1]].function);
    dxk_str narrow = dxki_link_name(least->m, link->picks.items[first[0]].function);
    DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_PRECISION, exact, NULL,
                       dxki_text(dxki_link_symbol(link, wide)),
                       dxki_text(dxki_link_symbol(link, narrow)), dxki_text(least->name));
}

/* ---------------------------------------------------------------------------------------- */
/* Bodies                                                                                     */

static bool define_picks(dxki_link *link)
{
    for (size_t p = 0; p < link->picks.count; p++) {
        const dxki_link_pick *pick = &link->picks.items[p];
        if (!dxki_import_define(&link->work[pick->library].im, pick->function))
            return false;
    }
    return true;
}

/* Variables that bodies and other variables refer to. */
static bool define_variables(dxki_link *link)
{
    for (uint32_t l = 0; l < link->linker->libraries.count; l++) {
        dxki_link_work *w = &link->work[l];
        for (uint32_t g; w->begun && (g = dxki_import_next(&w->im)) != 0;)
            if (!dxki_import_define(&w->im, g))
                return false;
    }
    return true;
}

/* The patch constant function of an entry point, in the new module; 0: it has none. */
static uint32_t patch_function(const dxki_link *link, const dxki_link_pick *pick)
{
    const dxki_link_library *library = dxki_link_library_of(link, pick->library);
    uint32_t entry = library->entry_of[pick->function];
    const dxki_dxil_entry *found = entry ? library->d->entries.items[entry - 1] : NULL;
    uint32_t patch = found ? found->props.hs.patch_function : 0;
    return patch ? link->work[pick->library].im.globals[patch] : 0;
}

static bool is_shown(const dxki_link *link, size_t p)
{
    const dxki_link_pick *pick = &link->picks.items[p];
    if (!link->is_library)
        return p == link->entry;
    return !link->options->shaders_only ||
           dxki_link_library_of(link, pick->library)->entry_of[pick->function];
}

/* Functions that nobody outside can name are the new module's own. */
static bool hide_functions(dxki_link *link)
{
    uint8_t *kept = DXKI_NEW_ARRAY(&link->arena, uint8_t, link->to->globals.count);
    for (size_t p = 0; kept && p < link->picks.count; p++)
        if (is_shown(link, p)) {
            kept[link->picks.items[p].to] = 1;
            kept[patch_function(link, &link->picks.items[p])] = 1;
        }
    for (size_t p = 0; kept && p < link->picks.count; p++)
        if (!kept[link->picks.items[p].to])
            link->to->globals.items[link->picks.items[p].to].linkage = DXKI_LINK_INTERNAL;
    return kept != NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Constructors                                                                               */

/* The entry calls the constructors of the other libraries first; its own it calls already. */
static bool call_constructors(dxki_link *link)
{
    const dxki_link_pick *entry = &link->picks.items[link->entry];
    dxk_module *m = link->to;
    for (size_t p = 0; p < link->picks.count; p++) {
        const dxki_link_pick *pick = &link->picks.items[p];
        uint32_t first = m->globals.items[entry->to].first_block;
        if (!pick->is_constructor || pick->library == entry->library)
            continue;
        dxki_value callee = DXKI_VALUE(DXKI_V_GLOBAL, pick->to);
        uint32_t extra[2] = {m->globals.items[pick->to].value_type, 0};
        dxki_inst call = {.op = DXKI_OP_CALL, .type = DXKI_TY_VOID, .op_count = 1};
        if (!dxki_inst_insert(m, dxki_place_after_phis(m, first), &call, &callee, extra, 2))
            return false;
    }
    return true;
}

/* { i32 65535, void ()* @f, i8* null } */
static dxki_value constructor_entry(dxk_module *m, dxki_type type, uint32_t function)
{
    const dxki_type *members = dxki_type_list(m, type, &(uint32_t){0});
    dxki_type data = members[2];
    dxki_value priority = dxki_const_int(m, DXKI_TY_I32, 65535);
    dxki_value null = dxki_const_null(m, data);
    const dxki_value values[3] = {priority, DXKI_VALUE(DXKI_V_GLOBAL, function), null};
    return priority && null ? dxki_const_aggregate(m, type, values, 3) : 0;
}

/* A library lists its constructors for who links it next. */
static bool list_constructors(dxki_link *link)
{
    dxk_module *m = link->to;
    DXKI_VEC(dxki_value) entries = {NULL, 0, 0};
    dxki_type function = dxki_type_function(m, DXKI_TY_VOID, NULL, 0, false);
    dxki_type pointer = function ? dxki_type_pointer(m, function, 0) : 0;
    dxki_type data = dxki_type_pointer(m, DXKI_TY_I8, 0);
    const dxki_type members[3] = {DXKI_TY_I32, pointer, data};
    dxki_type type = pointer && data ? dxki_type_struct(m, members, 3, false) : 0;
    bool good = type != 0;
    for (size_t p = 0; p < link->picks.count && good; p++) {
        const dxki_link_pick *pick = &link->picks.items[p];
        if (!pick->is_constructor)
            continue;
        dxki_value entry = constructor_entry(m, type, pick->to);
        good = entry && dxki_vec_push(link->ctx, &entries, entry);
    }
    if (good && entries.count) {
        dxki_type array = dxki_type_array(m, type, entries.count);
        dxki_global list = {.linkage = DXKI_LINK_APPENDING, .value_type = array};
        list.name = dxki_string_intern(m, dxki_str(CONSTRUCTORS));
        list.type = array ? dxki_type_pointer(m, array, 0) : 0;
        list.init =
            array ? dxki_const_aggregate(m, array, entries.items, (uint32_t)entries.count) : 0;
        good = list.name != UINT32_MAX && list.type && list.init &&
               dxki_global_add(m, DXKI_G_VARIABLE, &list);
    }
    dxki_vec_free(link->ctx, &entries);
    return good;
}

bool dxki_link_merge(dxki_link *link)
{
    bool good = declare_picks(link);
    for (uint32_t l = 0; l < link->linker->libraries.count && good; l++) {
        const dxk_module *m = dxki_link_library_of(link, l)->m;
        if (!link->work[l].begun)
            continue;
        DXKI_EACH_FUNCTION(m, f)
            good = good && connect_declaration(link, l, f);
    }
    good = good && meet_variables(link);
    if (good)
        settle_precision(link);
    if (!good || link->status != DXK_OK)
        return good ? false : dxki_link_nomem(link);
    good = define_picks(link) && define_variables(link) && dxki_link_import_named(link) &&
           hide_functions(link);
    good = good && (link->is_library ? list_constructors(link) : call_constructors(link));
    return good || dxki_link_nomem(link);
}
