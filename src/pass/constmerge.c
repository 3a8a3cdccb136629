/* SPDX-License-Identifier: MIT */
/*
 * constmerge.c - constant variables of equal content become one. Constants are made once, so equal
 * content is the same constant. Variables that look constant and are not (dx.break.cond and the
 * like) stay apart: they are known by their names.
 */
#include "pass/pass.h"

/* True if the program cannot tell the variable from another one with the same content. */
static bool is_mergeable(const dxk_module *m, const dxki_global *g)
{
    return g->kind == DXKI_G_VARIABLE && (g->flags & DXKI_GF_CONSTANT) && g->init &&
           DXKI_TAG(g->init) == DXKI_V_CONST && !g->section && !g->comdat &&
           (g->linkage == DXKI_LINK_INTERNAL || g->linkage == DXKI_LINK_PRIVATE) &&
           !(g->flags & DXKI_GF_EXTERNALLY_INITIALIZED) &&
           !dxki_str_starts(dxki_string_get(m, g->name), "dx.");
}

/* True if one can stand for the other. */
static bool is_like(const dxki_global *a, const dxki_global *b)
{
    return a->type == b->type && a->align == b->align && a->tls == b->tls;
}

dxk_status dxki_pass_constmerge(dxki_pass *p)
{
    dxk_module *m = p->m;
    uint32_t *first_of = DXKI_NEW_ARRAY(&p->scratch, uint32_t, m->consts.count);
    size_t count = m->consts.count, replacing = count + m->mds.count;
    DXKI_VEC(uint32_t) gone = {NULL, 0, 0};
    bool good = first_of != NULL;
    for (size_t i = 0; good && i < m->variables.count; i++) {
        uint32_t var = m->variables.items[i];
        const dxki_global *g = &m->globals.items[var];
        if (!is_mergeable(m, g) || DXKI_INDEX(g->init) >= count)
            continue;
        uint32_t *first = &first_of[DXKI_INDEX(g->init)];
        if (!*first) {
            *first = var;
            continue;
        }
        if (!is_like(&m->globals.items[*first], g) || !dxki_pass_spend(p, replacing))
            continue;
        good = dxki_value_replace(m, DXKI_VALUE(DXKI_V_GLOBAL, var),
                                  DXKI_VALUE(DXKI_V_GLOBAL, *first)) &&
               dxki_vec_push(p->ctx, &gone, var);
        dxki_pass_changed(p);
    }
    good = good && (!gone.count || dxki_globals_remove(m, gone.items, gone.count));
    dxki_vec_free(p->ctx, &gone);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
