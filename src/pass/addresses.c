/* SPDX-License-Identifier: MIT */
/* addresses.c - see addresses.h. */
#include "pass/addresses.h"

/* The variable that a value is an address in; 0: none. */
static uint32_t root(const dxki_pass_addresses *a, dxki_value value)
{
    if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        return DXKI_INDEX(value);
    bool known = DXKI_TAG(value) == DXKI_V_CONST && DXKI_INDEX(value) < a->consts;
    return known ? a->root_of[DXKI_INDEX(value)] : 0;
}

static bool is_address(const dxki_const *c)
{
    return c->kind == DXKI_C_EXPR && (c->opcode == DXKI_OP_GEP || c->opcode == DXKI_OP_BITCAST);
}

/* Finds out about one constant; those that it is made of come before it. */
static void look_at_const(dxki_pass_addresses *a, uint32_t index)
{
    const dxk_module *m = a->m;
    const dxki_const *c = &m->consts.items[index];
    if (c->kind == DXKI_C_BLOCKADDRESS)
        a->escapes[DXKI_INDEX(c->a)] = 1;
    if (c->kind != DXKI_C_EXPR && c->kind != DXKI_C_AGGREGATE)
        return;
    for (uint32_t k = 0; k < c->b; k++) {
        uint32_t in = root(a, m->words.items[c->a + k]);
        if (!in)
            continue;
        if (k == 0 && is_address(c))
            a->root_of[index] = in;
        else
            a->escapes[in] = 1;
    }
    uint32_t in = a->root_of[index];
    a->next[index] = in ? a->heads[in] : 0;
    if (in)
        a->heads[in] = index;
}

bool dxki_pass_find_addresses(dxki_pass_addresses *a, dxki_arena *arena, const dxk_module *m)
{
    a->m = m;
    a->consts = (uint32_t)m->consts.count;
    a->root_of = DXKI_NEW_ARRAY(arena, uint32_t, a->consts);
    a->next = DXKI_NEW_ARRAY(arena, uint32_t, a->consts);
    a->heads = DXKI_NEW_ARRAY(arena, uint32_t, m->globals.count);
    a->escapes = DXKI_NEW_ARRAY(arena, uint8_t, m->globals.count);
    if (!a->root_of || !a->next || !a->heads || !a->escapes)
        return false;
    for (uint32_t i = 1; i < a->consts; i++)
        look_at_const(a, i);
    for (size_t i = 1; i < m->globals.count; i++) {
        const dxki_global *g = &m->globals.items[i];
        const dxki_value held[] = {g->init, g->prefix, g->prologue, g->personality};
        for (size_t k = 0; k < sizeof held / sizeof *held; k++) {
            if (root(a, held[k]))
                a->escapes[root(a, held[k])] = 1;
        }
    }
    return true;
}

bool dxki_pass_is_own_variable(const dxki_pass_addresses *a, uint32_t variable)
{
    const dxki_global *g = &a->m->globals.items[variable];
    bool local = g->linkage == DXKI_LINK_INTERNAL || g->linkage == DXKI_LINK_PRIVATE;
    return g->kind == DXKI_G_VARIABLE && local && g->init && !g->tls &&
           !(g->flags & (DXKI_GF_CONSTANT | DXKI_GF_EXTERNALLY_INITIALIZED)) &&
           !a->escapes[variable];
}
