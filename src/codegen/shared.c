/* SPDX-License-Identifier: MIT */
/*
 * shared.c - variables of a group that are only written to do not stay, as in the reference: how much
 * a group shares is said in the container. Arrays stay, matrices of which elements are named, and
 * vectors of which elements are computed. See emit.h.
 */
#include "analysis/mem.h"
#include "codegen/emit.h"
#include "ir/access.h"
#include "ir/edit.h"

void dxki_emit_keep_shared(dxki_emit *e, const dxki_emit_place *p)
{
    if (p->kind == DXKI_EMIT_LOCAL && p->slots->droppable)
        e->shared.items[p->slots->droppable - 1] = DXK_NONE;
}

/* What is known of a variable of the module. */
enum { NO_MATTER, ONLY_WRITTEN, READ };

/* The variable that a value is an address in. */
static uint32_t variable_of(const dxk_module *m, dxki_value value)
{
    dxki_value base = dxki_mem_base(m, value);

    return DXKI_TAG(base) == DXKI_V_GLOBAL ? DXKI_INDEX(base) : 0;
}

/* Addresses that are computed are looked at where they are used. */
static void look_at(const dxk_module *m, uint32_t inst, uint8_t *states)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = dxki_inst_ops(m, inst);

    for (uint32_t i = 0; i < in->op_count && in->op != DXKI_OP_GEP; i++) {
        uint32_t variable = variable_of(m, ops[i]);
        bool written = in->op == DXKI_OP_STORE && i == 1;
        if (variable && states[variable] && !written)
            states[variable] = READ;
    }
}

static bool drop(dxk_module *m, uint32_t inst, const uint8_t *states)
{
    if (dxki_inst_get(m, inst)->op != DXKI_OP_STORE)
        return true;
    uint32_t variable = variable_of(m, dxki_inst_ops(m, inst)[1]);
    return states[variable] != ONLY_WRITTEN || dxki_inst_remove(m, inst);
}

dxk_status dxki_emit_drop_unread(dxki_emit *e, dxk_module *m)
{
    uint8_t *states = DXKI_NEW_ARRAY(&e->c->arena, uint8_t, m->globals.count);

    if (!states)
        return dxki_nomem(e->c->ctx);
    for (size_t i = 0; i < e->shared.count; i++)
        states[DXKI_INDEX(e->shared.items[i])] = ONLY_WRITTEN;
    states[0] = NO_MATTER;
    DXKI_EACH_FUNCTION(m, function)
        DXKI_EACH_BLOCK(m, function, block)
            DXKI_EACH_INST(m, block, inst)
                look_at(m, inst, states);
    DXKI_EACH_FUNCTION(m, function)
        DXKI_EACH_BLOCK(m, function, block)
            DXKI_EACH_INST(m, block, inst)
                if (!drop(m, inst, states))
                    return dxki_nomem(e->c->ctx);
    return DXK_OK;
}
