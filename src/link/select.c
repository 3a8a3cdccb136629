/* SPDX-License-Identifier: MIT */
/*
 * select.c - which functions are linked: from the entry point or the exports along calls, the last
 * one found first, as the reference goes. See link.h.
 */
#include "link/link.h"

#include "base/hash_order.h"
#include "base/sort.h"
#include "base/str.h"
#include "dxil/op.h"

#define NOBODY UINT32_MAX

/* ---------------------------------------------------------------------------------------- */
/* Definitions by name                                                                        */

static dxk_str defined_name(const dxki_link *link, uint32_t index)
{
    const dxki_link_pick *p = &link->defined.items[index];
    return dxki_link_name(dxki_link_library_of(link, p->library)->m, p->function);
}

uint32_t dxki_link_find(const dxki_link *link, dxk_str name)
{
    return dxki_link_names_find(&link->functions, name);
}

/* Brings the definitions from `first` on, those of a library, into the order of the reference. */
static bool order_definitions(dxki_link *link, uint32_t first)
{
    dxki_link_pick *list = link->defined.items + first;
    uint32_t count = (uint32_t)link->defined.count - first;
    dxk_str *names = DXKI_NEW_ARRAY(&link->arena, dxk_str, count + 1u);
    uint32_t *functions = DXKI_NEW_ARRAY(&link->arena, uint32_t, count + 1u);
    for (uint32_t i = 0; names && functions && i < count; i++) {
        names[i] = defined_name(link, first + i);
        functions[i] = list[i].function;
    }
    const uint32_t *order = names && functions ? dxki_hash_order(&link->arena, names, count) : NULL;
    for (uint32_t i = 0; order && i < count; i++)
        list[i].function = functions[order[i]];
    return order != NULL;
}

static bool list_definitions(dxki_link *link)
{
    for (uint32_t l = 0; l < link->linker->libraries.count; l++) {
        const dxki_link_library *library = dxki_link_library_of(link, l);
        uint32_t first = (uint32_t)link->defined.count;
        DXKI_EACH_FUNCTION(library->m, f) {
            dxki_link_pick pick = {.library = l, .function = f};
            if (dxki_link_defines(library, f) && !dxki_vec_push(link->ctx, &link->defined, pick))
                return dxki_link_nomem(link);
        }
        if (link->defined.count > first && !order_definitions(link, first))
            return dxki_link_nomem(link);
    }
    return true;
}

/* Two libraries define a function: both are named. */
static void complain_twice(dxki_link *link, uint32_t first, uint32_t second)
{
    const dxki_link_library *a = dxki_link_library_of(link, link->defined.items[first].library);
    const dxki_link_library *b = dxki_link_library_of(link, link->defined.items[second].library);
    DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_REDEFINED, b,
                       "Function: %2: error: Definition already exists for function %2",
                       dxki_text(dxki_link_symbol(link, defined_name(link, second))),
                       dxki_text(a->name), dxki_raw(defined_name(link, second)));
}

bool dxki_link_define(dxki_link *link)
{
    if (!list_definitions(link))
        return false;
    link->pick_of = DXKI_NEW_ARRAY(&link->arena, uint32_t, link->defined.count + 1);
    if (!link->pick_of ||
        !dxki_link_names_begin(&link->functions, &link->arena, link->defined.count))
        return dxki_link_nomem(link);
    for (uint32_t i = 0; i < link->defined.count; i++) {
        uint32_t first = dxki_link_names_enter(&link->functions, defined_name(link, i), i);
        if (first != i)
            complain_twice(link, first, i);
    }
    return link->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Picking                                                                                    */

/* What is still to be looked at: a function and who needs it. */
typedef struct wish {
    uint32_t defined, user;
    bool is_constructor;
} wish;

typedef struct selection {
    dxki_link *link;
    DXKI_VEC(wish) stack;
    uint8_t *constructed; /* by `defined`: it is a constructor that was picked */
} selection;

static bool want(selection *s, uint32_t defined, uint32_t user, bool is_constructor)
{
    wish w = {defined, user, is_constructor};
    return s->link->pick_of[defined] || dxki_vec_push(s->link->ctx, &s->stack, w) ||
           dxki_link_nomem(s->link);
}

/* A name that no library defines. */
static void complain_undefined(dxki_link *link, dxk_str name, uint32_t user)
{
    const dxki_link_library *library = NULL;
    dxk_str by = {NULL, 0};
    if (user != NOBODY) {
        const dxki_link_pick *p = &link->picks.items[user];
        library = dxki_link_library_of(link, p->library);
        by = dxki_link_name(library->m, p->function);
    }
    const char *words =
        "error: Cannot find definition of function %2"; /* then the reference ends */
    DXKI_LINK_COMPLAIN(link, library ? DXKI_RULE_LINK_UNDEFINED : DXKI_RULE_LINK_NO_ENTRY, library,
                       link->status == DXK_OK ? words : NULL,
                       dxki_text(dxki_link_symbol(link, name)),
                       dxki_text(dxki_link_symbol(link, by)), dxki_raw(name));
}

/* A callee that has a body somewhere is wanted. */
static bool want_callee(selection *s, const dxki_link_library *library, uint32_t callee,
                        uint32_t user)
{
    const dxki_link *link = s->link;
    dxk_str name = dxki_link_name(library->m, callee);
    if (dxki_str_starts(name, DXKI_DXOP_PREFIX) || dxki_str_starts(name, "llvm."))
        return true;
    uint32_t found = dxki_link_find(link, name);
    if (found != NOBODY)
        return want(s, found, user, false);
    if (link->is_library && !link->options->shaders_only)
        return true;
    complain_undefined(s->link, name, user);
    return true;
}

static bool want_callees(selection *s, uint32_t pick)
{
    const dxki_link_pick *p = &s->link->picks.items[pick];
    const dxki_link_library *library = dxki_link_library_of(s->link, p->library);
    uint8_t *met = s->link->work[p->library].met;
    uint32_t function = p->function;
    const dxki_link_needs *needs = &library->needs[function];
    for (uint32_t i = 0; i < needs->function_count; i++) {
        uint32_t callee = library->functions.items[needs->first_function + i];
        if (!met[callee] && !want_callee(s, library, callee, pick))
            return false;
        met[callee] = 1;
    }
    uint32_t entry = library->entry_of[function];
    if (!entry)
        return true;
    const dxki_dxil_entry *found = library->d->entries.items[entry - 1];
    uint32_t patch = found->props.hs.patch_function;
    return !patch || want_callee(s, library, patch, pick);
}

/* Marks what a function uses as used. */
static void mark_used(dxki_link *link, uint32_t pick)
{
    const dxki_link_pick *p = &link->picks.items[pick];
    const dxki_link_library *library = dxki_link_library_of(link, p->library);
    link->work[p->library].reached = true;
    if (p->is_constructor)
        return;
    DXKI_LINK_EACH_VARIABLE(library, p->function, variable)
    link->work[p->library].used[variable] = 1;
}

/* Reads a function, to see what it needs. */
static bool look_at(dxki_link *link, uint32_t l, uint32_t function)
{
    dxki_link_library *library = link->linker->libraries.items[l];
    size_t before = dxk_ctx_diag_count(link->ctx);
    dxk_status status = dxki_link_needs_find(library, function);
    status = dxki_link_name_file(link->ctx, library, before, status);
    if (status == DXK_OK)
        return true;
    if (status == DXK_E_INVALID)
        DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_MALFORMED, NULL, NULL, dxki_text(library->name));
    else if (link->status == DXK_OK)
        link->status = status;
    return false;
}

/* Picks what is on the stack, and what that needs. */
static bool pick_all(selection *s)
{
    dxki_link *link = s->link;
    while (s->stack.count) {
        wish w = s->stack.items[--s->stack.count];
        dxki_link_pick pick = link->defined.items[w.defined];
        if (link->pick_of[w.defined])
            continue;
        uint32_t index = (uint32_t)link->picks.count;
        pick.user = w.user == NOBODY ? index : w.user;
        pick.is_constructor = w.is_constructor;
        if (!dxki_vec_push(link->ctx, &link->picks, pick))
            return dxki_link_nomem(link);
        link->pick_of[w.defined] = index + 1;
        if (!look_at(link, pick.library, pick.function))
            return false;
        mark_used(link, index);
        if (!want_callees(s, index))
            return false;
    }
    return true;
}

/* True if a constructor uses a global that another function uses. */
static bool is_needed(const dxki_link *link, uint32_t l, uint32_t constructor)
{
    const dxki_link_library *library = dxki_link_library_of(link, l);
    DXKI_LINK_EACH_VARIABLE(library, constructor, variable)
    if (link->work[l].used[variable])
        return true;
    return false;
}

/* The constructors of libraries that were reached, then what they call. */
static bool pick_constructors(selection *s)
{
    dxki_link *link = s->link;
    for (uint32_t l = 0; l < link->linker->libraries.count; l++) {
        const dxki_link_library *library = dxki_link_library_of(link, l);
        if (!link->work[l].reached)
            continue;
        for (size_t i = 0; i < library->constructors.count; i++) {
            uint32_t function = library->constructors.items[i];
            uint32_t found = dxki_link_find(link, dxki_link_name(library->m, function));
            if (found == NOBODY)
                continue;
            if (!look_at(link, l, function))
                return false;
            if (!is_needed(link, l, function))
                continue;
            if (link->pick_of[found])
                link->picks.items[link->pick_of[found] - 1].is_constructor = true;
            else if (!want(s, found, NOBODY, true) || !pick_all(s))
                return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Roots                                                                                      */

/* As in a target profile, else as in the attribute of the source. */
static dxk_str stage_name(dxki_link *link, uint32_t kind)
{
    const char *profile = dxk_enum_text(DXK_ENUM_ID_shader_profile, kind);
    const char *text = dxk_enum_text(DXK_ENUM_ID_shader_kind, kind);
    size_t size = text ? strlen(text) : 0;
    if (profile)
        return dxki_str(profile);
    char *name = dxki_arena_alloc(&link->arena, size + 1);
    for (size_t i = 0; name && i < size; i++)
        name[i] = (char)(text[i] | 32);
    return (dxk_str){name, name ? size : 0};
}

/* The stage of the entry point is the target's. */
static bool check_stage(dxki_link *link)
{
    const dxki_link_pick *p = &link->picks.items[link->entry];
    const dxki_link_library *library = dxki_link_library_of(link, p->library);
    uint32_t entry = library->entry_of[p->function];
    uint32_t kind = dxki_dxil_entry_kind(library->d, library->d->entries.items[entry - 1]);
    if (kind == link->kind)
        return true;
    DXKI_LINK_COMPLAIN(link, DXKI_RULE_LINK_PROFILE, library,
                       "Function: %0: error: Profile mismatch between entry function and target "
                       "profile:%1 and %2",
                       dxki_raw(dxki_link_name(library->m, p->function)),
                       dxki_text(stage_name(link, link->kind)), dxki_text(stage_name(link, kind)));
    return false;
}

/* A shader: the entry point must be one. */
static bool want_entry(selection *s)
{
    dxki_link *link = s->link;
    dxk_str name = link->options->entry.size ? link->options->entry : dxki_str("main");
    uint32_t found = dxki_link_find(link, name);
    if (found == NOBODY) {
        complain_undefined(link, name, NOBODY);
        return false;
    }
    const dxki_link_pick *p = &link->defined.items[found];
    const dxki_link_library *library = dxki_link_library_of(link, p->library);
    uint32_t entry = library->entry_of[p->function];
    if (!entry) {
        DXKI_LINK_COMPLAIN(
            link, DXKI_RULE_LINK_NO_PROPERTIES, library,
            "Function: %1: error: Cannot find function property for entry function %1",
            dxki_text(dxki_link_symbol(link, name)), dxki_raw(name));
        return false;
    }
    link->entry = 0;
    return want(s, found, NOBODY, false);
}

static bool is_root(const dxki_link *link, uint32_t defined)
{
    const dxki_link_pick *p = &link->defined.items[defined];
    const dxki_link_library *library = dxki_link_library_of(link, p->library);
    if (link->options->shaders_only)
        return library->entry_of[p->function] != 0;
    return !link->exports.count ||
           dxki_link_find_export(link, defined_name(link, defined)) != NOBODY;
}

static bool stands_behind(const void *user, const void *left, const void *right)
{
    const dxki_link *link = user;
    const dxki_link_pick *a = &link->defined.items[*(const uint32_t *)left];
    const dxki_link_pick *b = &link->defined.items[*(const uint32_t *)right];
    return a->library != b->library ? a->library > b->library : a->function > b->function;
}

/* Entry points come in the order of the libraries, other exports as the reference takes them. */
static uint32_t *order_exports(dxki_link *link)
{
    uint32_t count = (uint32_t)link->defined.count;
    dxk_str *names = DXKI_NEW_ARRAY(&link->arena, dxk_str, count + 1u);
    uint32_t *order = DXKI_NEW_ARRAY(&link->arena, uint32_t, count + 1u);
    for (uint32_t i = 0; names && order && i < count; i++) {
        names[i] = defined_name(link, i);
        order[i] = i;
    }
    if (!names || !order)
        return NULL;
    if (!link->options->shaders_only)
        return dxki_hash_order(&link->arena, names, count);
    return dxki_sort(link->ctx, order, count, sizeof *order, stands_behind, link) ? order : NULL;
}

static bool pick_exports(selection *s)
{
    dxki_link *link = s->link;
    const uint32_t *order = order_exports(link);
    if (!order)
        return dxki_link_nomem(link);
    bool all = !link->exports.count && !link->options->shaders_only; /* then one by one */
    for (uint32_t i = 0; i < link->defined.count; i++)
        if (is_root(link, order[i]) && (!want(s, order[i], NOBODY, false) || (all && !pick_all(s))))
            return false;
    if (!pick_all(s))
        return false;
    if (link->picks.count)
        return true;
    dxki_link_complain(link, DXKI_RULE_LINK_NOTHING, NULL,
                       "error: Library has no functions to export", NULL, 0);
    return false;
}

bool dxki_link_select(dxki_link *link)
{
    selection s = {.link = link};
    link->entry = NOBODY;
    bool good = link->is_library
                    ? pick_exports(&s)
                    : want_entry(&s) && pick_all(&s) && link->status == DXK_OK && check_stage(link);
    good = good && link->status == DXK_OK && pick_constructors(&s);
    dxki_vec_free(link->ctx, &s.stack);
    return good && link->status == DXK_OK;
}
