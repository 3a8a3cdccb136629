/* SPDX-License-Identifier: MIT */
/* rdat_links.c - which functions use which globals, directly, through constants and through the
 * initialisers of variables. See rdat.h. */
#include "build/rdat.h"

#include "base/str.h"
#include "dxil/layout.h"
#include "ir/dxop.h"

#include <string.h>

#define SHARED_SPACE 3u

void dxki_build_rdat_links_begin(dxki_build_rdat_links *l, dxk_ctx *ctx)
{
    memset(l, 0, sizeof *l);
    l->ctx = ctx;
    dxki_arena_init(&l->arena, ctx);
}

void dxki_build_rdat_links_end(dxki_build_rdat_links *l)
{
    dxki_vec_free(l->ctx, &l->items);
    dxki_arena_free(&l->arena);
}

static bool append(dxki_build_rdat_links *l, dxki_build_rdat_chain *chain, uint32_t value)
{
    dxki_build_rdat_link link = {value, 0};
    uint32_t index = (uint32_t)l->items.count;

    if (chain->last && l->items.items[chain->last].value == value)
        return true;
    if (!dxki_vec_push(l->ctx, &l->items, link))
        return false;
    if (chain->last)
        l->items.items[chain->last].next = index;
    else
        chain->first = index;
    chain->last = index;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Users                                                                                      */

typedef struct walk {
    dxki_build_rdat_links *l;
    uint32_t function;
    uint32_t *const_seen, *global_seen; /* function that was here last */
    DXKI_VEC(dxki_value) stack;
} walk;

static bool visit(walk *w, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    uint32_t *seen = DXKI_TAG(value) == DXKI_V_GLOBAL  ? &w->global_seen[index]
                     : DXKI_TAG(value) == DXKI_V_CONST ? &w->const_seen[index]
                                                       : NULL;

    if (!seen || *seen == w->function)
        return true;
    *seen = w->function;
    return dxki_vec_push(w->l->ctx, &w->stack, value);
}

static bool visit_const(walk *w, const dxki_const *c)
{
    const dxk_module *m = w->l->m;

    if (c->kind == DXKI_C_BLOCKADDRESS)
        return visit(w, c->a);
    if (c->kind != DXKI_C_AGGREGATE && c->kind != DXKI_C_EXPR)
        return true;
    for (uint32_t i = 0; i < c->b; i++)
        if (!visit(w, dxki_const_words(m, c)[i]))
            return false;
    return true;
}

/* A resource may have a constant around its variable for a symbol; only its users count then. */
static bool note_symbol(walk *w, uint32_t index)
{
    dxki_build_rdat_links *l = w->l;
    return !l->const_users || !l->is_symbol[index] ||
           append(l, &l->const_users[index], w->function);
}

/* What a function consists of beside its body; a variable is its initialiser. */
static bool visit_global(walk *w, const dxki_global *g)
{
    if (g->kind != DXKI_G_FUNCTION)
        return !g->init || visit(w, g->init);
    return (!g->prefix || visit(w, g->prefix)) && (!g->prologue || visit(w, g->prologue)) &&
           (!g->personality || visit(w, g->personality));
}

static bool visit_all(walk *w)
{
    const dxk_module *m = w->l->m;

    while (w->stack.count) {
        dxki_value value = w->stack.items[--w->stack.count];
        const dxki_const *c = dxki_const_get(m, value);
        if (c) {
            if (!note_symbol(w, DXKI_INDEX(value)) || !visit_const(w, c))
                return false;
            continue;
        }
        if (!append(w->l, &w->l->users[DXKI_INDEX(value)], w->function) ||
            !visit_global(w, &m->globals.items[DXKI_INDEX(value)]))
            return false;
    }
    return true;
}

static bool walk_function(walk *w)
{
    const dxk_module *m = w->l->m;

    DXKI_EACH_BLOCK(m, w->function, b) {
        DXKI_EACH_INST(m, b, i) {
            const dxki_value *ops = dxki_inst_ops(m, i);
            for (uint32_t k = 0; k < m->insts.items[i].op_count; k++)
                if (dxki_value_is_const(ops[k]) && !visit(w, ops[k]))
                    return false;
        }
    }
    return visit_all(w);
}

static bool find_users(dxki_build_rdat_links *l)
{
    const dxk_module *m = l->m;
    walk w = {.l = l,
              .const_seen = DXKI_NEW_ARRAY(&l->arena, uint32_t, m->consts.count),
              .global_seen = DXKI_NEW_ARRAY(&l->arena, uint32_t, m->globals.count)};
    bool good = w.const_seen && w.global_seen;

    for (size_t i = 0; i < m->functions.count && good; i++) {
        w.function = m->functions.items[i];
        good = walk_function(&w);
    }
    dxki_vec_free(l->ctx, &w.stack);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Group-shared memory                                                                        */

/* Adds the size of a variable to all functions that use it, and to all that use those. */
static bool spread(dxki_build_rdat_links *l, uint32_t variable, uint32_t size, uint32_t *seen,
                   uint32_t *shared)
{
    DXKI_VEC(uint32_t) stack = {NULL, 0, 0};
    bool good = dxki_vec_push(l->ctx, &stack, variable);

    while (good && stack.count) {
        uint32_t global = stack.items[--stack.count];
        for (uint32_t i = l->users[global].first; i && good; i = l->items.items[i].next) {
            uint32_t function = l->items.items[i].value;
            if (seen[function] == variable)
                continue;
            seen[function] = variable;
            shared[function] += size;
            good = dxki_vec_push(l->ctx, &stack, function);
        }
    }
    dxki_vec_free(l->ctx, &stack);
    return good;
}

static bool sum_shared(dxki_build_rdat_links *l, uint32_t *shared)
{
    const dxk_module *m = l->m;
    uint32_t *seen = DXKI_NEW_ARRAY(&l->arena, uint32_t, m->globals.count);
    dxki_dxil_layout layout;
    bool good = seen != NULL;

    if (!good || !dxki_dxil_layout_init(&layout, m))
        return false;
    for (size_t i = 0; i < m->variables.count && good; i++) {
        uint32_t variable = m->variables.items[i];
        const dxki_global *g = &m->globals.items[variable];
        if (dxki_type_get(m, g->type)->b == SHARED_SPACE)
            good =
                spread(l, variable, (uint32_t)dxki_dxil_layout_alloc_size(&layout, g->value_type),
                       seen, shared);
    }
    dxki_dxil_layout_free(&layout);
    return good;
}

/* ---------------------------------------------------------------------------------------- */

static bool mark_symbol(dxki_build_rdat_links *l, uint32_t index)
{
    if (!l->const_users) {
        l->const_users = DXKI_NEW_ARRAY(&l->arena, dxki_build_rdat_chain, l->m->consts.count);
        l->is_symbol = DXKI_NEW_ARRAY(&l->arena, uint8_t, l->m->consts.count);
    }
    if (!l->const_users || !l->is_symbol)
        return false;
    l->is_symbol[index] = 1;
    return true;
}

static bool find_symbols(dxki_build_rdat_links *l, const dxk_dxil *d)
{
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++) {
        for (uint32_t i = 0; i < d->resources[cls].count; i++) {
            dxki_value symbol = dxki_dxil_symbol(d, d->resources[cls].items[i]);
            if (DXKI_TAG(symbol) == DXKI_V_CONST && !mark_symbol(l, DXKI_INDEX(symbol)))
                return false;
        }
    }
    return true;
}

bool dxki_build_rdat_links_build(dxki_build_rdat_links *l, const dxk_dxil *d, uint32_t *shared)
{
    const dxk_module *m = d->m;
    dxki_build_rdat_link dummy = {0, 0};

    l->m = m;
    l->users = DXKI_NEW_ARRAY(&l->arena, dxki_build_rdat_chain, m->globals.count);
    l->resources = DXKI_NEW_ARRAY(&l->arena, dxki_build_rdat_chain, m->globals.count);
    l->dependencies = DXKI_NEW_ARRAY(&l->arena, dxki_build_rdat_chain, m->globals.count);
    return l->users && l->resources && l->dependencies && dxki_vec_push(l->ctx, &l->items, dummy) &&
           find_symbols(l, d) && find_users(l) && sum_shared(l, shared);
}

/* Appends `value` to the chain of each of the users. */
static bool link_users(dxki_build_rdat_links *l, dxki_build_rdat_chain *chains,
                       const dxki_build_rdat_chain *users, uint32_t value)
{
    for (uint32_t i = users->first; i; i = l->items.items[i].next)
        if (!append(l, &chains[l->items.items[i].value], value))
            return false;
    return true;
}

bool dxki_build_rdat_link_resource(dxki_build_rdat_links *l, dxki_value symbol, uint32_t index)
{
    uint32_t at = DXKI_INDEX(symbol);

    if (DXKI_TAG(symbol) == DXKI_V_GLOBAL)
        return link_users(l, l->resources, &l->users[at], index);
    return DXKI_TAG(symbol) != DXKI_V_CONST ||
           link_users(l, l->resources, &l->const_users[at], index);
}

bool dxki_build_rdat_link_dependency(dxki_build_rdat_links *l, uint32_t global, uint32_t name)
{
    return link_users(l, l->dependencies, &l->users[global], name);
}

bool dxki_build_rdat_is_used(const dxki_build_rdat_links *l, uint32_t global)
{
    return l->users[global].first != 0;
}

bool dxki_build_rdat_is_external(const dxk_module *m, uint32_t global)
{
    const dxki_global *g = &m->globals.items[global];
    dxk_str name = dxki_string_get(m, g->name);

    return g->first_block == 0 && g->linkage == DXKI_LINK_EXTERNAL &&
           !dxki_str_starts(name, "llvm.") && !dxki_global_is_dxop(m, global);
}
