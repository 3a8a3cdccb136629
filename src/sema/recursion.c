/* SPDX-License-Identifier: MIT */
/* recursion.c - functions that call themselves, which a shader may not reach; see sema.h. */
#include "sema/check.h"

typedef struct search {
    dxki_hlsl *c;
    uint32_t visit;
    dxki_hlsl_function *found; /* the first one that calls itself; NULL: none yet */
} search;

static void search_code(search *s, const dxki_hlsl_code *code);

static void search_function(search *s, dxki_hlsl_function *f)
{
    if (f->is_active)
        s->found = f;
    if (f->searched == s->visit || s->found)
        return;
    f->searched = s->visit;
    f->is_active = true;
    search_code(s, f->body);
    f->is_active = false;
}

static void search_node(search *s, const dxki_hlsl_node *n)
{
    dxki_hlsl_chain chain;

    if (!n || s->found || !dxki_hlsl_enter(s->c, n->loc))
        return;
    if (n->function)
        search_function(s, n->function);
    dxki_sema_operations(s->c, &chain, n);
    for (size_t i = chain.count; i--;) {
        const dxki_hlsl_node *item = chain.items[i];
        if (i + 1 == chain.count)
            search_node(s, item->a);
        search_node(s, item->b);
    }
    if (n->kind != DXKI_HLSL_N_UPDATE)
        search_node(s, n->c);
    for (size_t i = 0; i < n->list_count; i++)
        search_node(s, n->list[i]);
    dxki_hlsl_leave(s->c);
}

static void search_code(search *s, const dxki_hlsl_code *code)
{
    if (!code || s->found || !dxki_hlsl_ready(s->c) || !dxki_hlsl_enter(s->c, code->loc))
        return;
    search_node(s, code->value);
    search_node(s, code->step);
    search_code(s, code->yes);
    search_code(s, code->no);
    for (size_t i = 0; i < code->count; i++)
        search_code(s, code->items[i]);
    dxki_hlsl_leave(s->c);
}

/* "space::S::f" */
static dxk_str full_name(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    dxk_str name = f->name->text;

    for (const dxki_hlsl_scope *s = f->scope; s; s = s->outer) {
        const dxk_str outer = s->name   ? s->name->text
                              : s->type ? dxki_hlsl_type_name(s->type)
                                        : dxki_str("");
        if (outer.size)
            name = dxki_hlsl_join(c, dxki_hlsl_join(c, outer, dxki_str("::")), name);
    }
    return name;
}

void dxki_sema_check_recursion(dxki_hlsl *c, dxki_hlsl_function *entry)
{
    search s = {c, ++c->sema->visits, NULL};

    search_function(&s, entry);
    if (!s.found || s.found->calls_itself || !dxki_hlsl_ready(c))
        return;
    s.found->calls_itself = true;
    const dxki_hlsl_loc start = dxki_hlsl_decl_start(s.found->decl);
    if (DXKI_HLSL_REPORT(c, RECURSION, start, dxki_text(full_name(c, entry)),
                         dxki_text(full_name(c, s.found))))
        DXKI_HLSL_SAY(c, RECURSION_HERE, start);
}
