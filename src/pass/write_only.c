/* SPDX-License-Identifier: MIT */
/*
 * write_only.c - variables of the module's own that are stored to, and never read: the stores go.
 * They come about where a library is linked without those functions that read what others write.
 * Constructors that do nothing, often because of this, leave the list of constructors. Variables
 * and functions themselves are left to globaldce.
 */
#include "analysis/uses.h"
#include "ir/find.h"
#include "pass/addresses.h"
#include "pass/pass.h"

#define CONSTRUCTORS "llvm.global_ctors"

/* ---------------------------------------------------------------------------------------- */
/* Stores                                                                                     */

typedef struct search {
    dxki_pass *p;
    dxki_pass_addresses at;
    DXKI_VEC(dxki_value) addresses; /* in the variable, found so far */
    DXKI_VEC(uint32_t) users;       /* instructions, those that use another one after it */
} search;

/* True if an instruction only writes to an address, or leads on to others. */
static bool is_harmless(const dxk_module *m, uint32_t use)
{
    const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
    switch (in->op) {
    case DXKI_OP_STORE:
        return dxki_tracked_operand(m, use) == 1 && !(in->flags & DXKI_IF_VOLATILE) &&
               !DXKI_SUB_ORDER(in->sub);
    case DXKI_OP_GEP:
    case DXKI_OP_BITCAST:
    case DXKI_OP_ADDRSPACECAST:
        return dxki_tracked_operand(m, use) == 0;
    default:
        return false;
    }
}

/* Finds the instructions that use an address. *good: they only write. False: out of memory. */
static bool look_at(search *s, dxki_value address, bool *good)
{
    const dxk_module *m = s->p->m;
    DXKI_EACH_TRACKED_USE(m, address, use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (!is_harmless(m, use)) {
            *good = false;
            return true;
        }
        if (!dxki_vec_push(s->p->ctx, &s->users, user) ||
            (dxki_inst_get(m, user)->op != DXKI_OP_STORE &&
             !dxki_vec_push(s->p->ctx, &s->addresses, DXKI_VALUE(DXKI_V_INST, user))))
            return false;
    }
    return true;
}

/* Removes what stores to a variable, if nothing reads it. False: out of memory. */
static bool empty(search *s, uint32_t variable)
{
    dxk_module *m = s->p->m;
    bool good = true;
    s->users.count = s->addresses.count = 0;
    if (!dxki_vec_push(s->p->ctx, &s->addresses, DXKI_VALUE(DXKI_V_GLOBAL, variable)))
        return false;
    for (uint32_t c = s->at.heads[variable]; c; c = s->at.next[c])
        if (!dxki_vec_push(s->p->ctx, &s->addresses, DXKI_VALUE(DXKI_V_CONST, c)))
            return false;
    for (size_t i = 0; i < s->addresses.count && good; i++)
        if (!look_at(s, s->addresses.items[i], &good))
            return false;
    if (!good || !s->users.count)
        return true;
    for (size_t i = s->users.count; i > 0; i--)
        if (!dxki_inst_remove(m, s->users.items[i - 1]))
            return false;
    dxki_pass_changed(s->p);
    return true;
}

static bool empty_all(dxki_pass *p)
{
    search s = {.p = p};
    bool good = dxki_pass_find_addresses(&s.at, &p->scratch, p->m);
    for (size_t i = 0; good && i < p->m->variables.count; i++)
        good = !dxki_pass_is_own_variable(&s.at, p->m->variables.items[i]) ||
               empty(&s, p->m->variables.items[i]);
    dxki_vec_free(p->ctx, &s.addresses);
    dxki_vec_free(p->ctx, &s.users);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Constructors                                                                               */

/* True if an entry of the list, { i32, void ()*, i8* }, is of a function that returns at once. */
static bool does_nothing(const dxk_module *m, dxki_value entry)
{
    if (dxki_uses_operand_count(m, entry) < 2)
        return false;
    dxki_value function = dxki_uses_operand(m, entry, 1);
    if (DXKI_TAG(function) != DXKI_V_GLOBAL ||
        m->globals.items[DXKI_INDEX(function)].kind != DXKI_G_FUNCTION)
        return false;
    uint32_t block = m->globals.items[DXKI_INDEX(function)].first_block;
    uint32_t first = block ? m->blocks.items[block].first_inst : 0;
    return first && dxki_inst_get(m, first)->op == DXKI_OP_RET;
}

/* Gives the list other entries, of the same type each. */
static bool relist(dxk_module *m, uint32_t list, const dxki_value *entries, uint32_t count)
{
    dxki_type entry = dxki_type_element(m, m->globals.items[list].value_type, 0);
    dxki_type type = entry ? dxki_type_array(m, entry, count) : 0;
    dxki_type pointer = type ? dxki_type_pointer(m, type, 0) : 0;
    dxki_value init = pointer ? dxki_const_aggregate(m, type, entries, count) : 0;
    dxki_global *g = &m->globals.items[list];
    g->value_type = type;
    g->type = pointer;
    g->init = init;
    return init != 0;
}

static bool drop_constructors(dxki_pass *p)
{
    dxk_module *m = p->m;
    uint32_t list = dxki_global_find(m, dxki_str(CONSTRUCTORS)), count = 0;
    dxki_value init =
        list && m->globals.items[list].kind == DXKI_G_VARIABLE ? m->globals.items[list].init : 0;
    uint32_t all = init ? dxki_uses_operand_count(m, init) : 0;
    dxki_value *kept = DXKI_NEW_ARRAY(&p->scratch, dxki_value, (size_t)all + 1);
    for (uint32_t i = 0; kept && i < all; i++) {
        dxki_value entry = dxki_uses_operand(m, init, i);
        if (!does_nothing(m, entry))
            kept[count++] = entry;
    }
    if (!kept || count == all)
        return kept != NULL;
    dxki_pass_changed(p);
    if (!dxki_module_touch(m))
        return false;
    return count ? relist(m, list, kept, count) : dxki_globals_remove(m, &list, 1);
}

dxk_status dxki_pass_write_only(dxki_pass *p)
{
    return empty_all(p) && drop_constructors(p) ? DXK_OK : dxki_nomem(p->ctx);
}
