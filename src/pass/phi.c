/* SPDX-License-Identifier: MIT */
/* phi.c - see phi.h. */
#include "pass/phi.h"

#include "pass/constant_use.h"
#include "pass/unset.h"

#include "ir/fold.h"

bool dxki_pass_phi_replace_undefined(dxk_module *m, dxki_value value)
{
    dxki_type type = dxki_value_type(m, value);
    dxki_value undef = dxki_const_undef(m, type), zero = dxki_pass_unset_value(m, type);
    if (!undef || !zero)
        return false;
    DXKI_EACH_TRACKED_USE(m, value, use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (m->insts.items[user].op != DXKI_OP_PHI &&
            !dxki_inst_set_op(m, user, dxki_tracked_operand(m, use), zero))
            return false;
    }
    return dxki_value_replace(m, value, undef);
}

/* True if a value can be used where the phi stands. */
static bool is_there(dxki_pass *p, dxki_value value, uint32_t phi)
{
    const dxk_module *m = p->m;
    uint32_t inst = dxki_value_as_inst(value);
    if (!inst)
        return true;
    uint32_t from = m->insts.items[inst].block, to = m->insts.items[phi].block;
    if (from == to)
        return m->insts.items[inst].op == DXKI_OP_PHI;
    const dxki_cfg *cfg = dxki_pass_cfg(p);
    const dxki_dom *dom = dxki_pass_dom(p);
    if (!cfg || !dom)
        return false;
    uint32_t a = dxki_cfg_number(cfg, from), b = dxki_cfg_number(cfg, to);
    return a != DXKI_NO_NODE && b != DXKI_NO_NODE && dxki_dom_dominates(dom, a, b);
}

dxki_value dxki_pass_phi_value(dxki_pass *p, uint32_t phi)
{
    const dxk_module *m = p->m;
    const dxki_value *ops = dxki_inst_ops(m, phi);
    dxki_value only = 0, undef = 0;
    for (uint32_t k = 0; k < m->insts.items[phi].op_count; k++) {
        if (ops[k] == DXKI_VALUE(DXKI_V_INST, phi) || ops[k] == only)
            continue;
        if (dxki_const_is_undef(m, ops[k]))
            undef = ops[k];
        else if (only)
            return 0;
        else
            only = ops[k];
    }
    if (!only)
        return undef ? undef : dxki_const_undef(p->m, m->insts.items[phi].type);
    return !undef || is_there(p, only, phi) ? only : 0;
}

/* Phis that use the value are to be looked at again. */
static bool push_users(dxki_pass *p, dxki_pass_phi_list *list, dxki_value value)
{
    DXKI_EACH_TRACKED_USE(p->m, value, use) {
        uint32_t user = dxki_tracked_user(p->m, use);
        if (p->m->insts.items[user].op == DXKI_OP_PHI && value != DXKI_VALUE(DXKI_V_INST, user) &&
            !dxki_vec_push(p->ctx, list, user))
            return false;
    }
    return true;
}

bool dxki_pass_phi_simplify(dxki_pass *p, dxki_pass_phi_list *list)
{
    dxk_module *m = p->m;
    while (list->count) {
        uint32_t phi = list->items[--list->count];
        dxki_value self = DXKI_VALUE(DXKI_V_INST, phi);
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            continue;
        dxki_value value = dxki_pass_phi_value(p, phi);
        if (!value)
            continue;
        bool good = push_users(p, list, self) &&
                    (dxki_const_is_undef(m, value) ? dxki_pass_phi_replace_undefined(m, self)
                                                   : dxki_pass_keep_subtractions(p, self, value) &&
                                                         dxki_value_replace(m, self, value)) &&
                    dxki_inst_remove(m, phi);
        if (!good)
            return false;
        dxki_pass_changed(p);
    }
    return true;
}
