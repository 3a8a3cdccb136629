/* SPDX-License-Identifier: MIT */
/*
 * dce.c - dead code: what is kept for its own sake is marked, with all that it uses; the rest goes,
 * also phis that only use each other. Branches stay.
 */
#include "pass/pass.h"

typedef struct marker {
    const dxk_module *m;
    uint8_t *live;   /* by instruction */
    uint32_t *stack; /* marked, operands not looked at */
    size_t count;
} marker;

static void mark(marker *k, uint32_t inst)
{
    if (!inst || k->live[inst])
        return;
    k->live[inst] = 1;
    k->stack[k->count++] = inst;
}

static void mark_all(marker *k, uint32_t function)
{
    const dxk_module *m = k->m;
    DXKI_EACH_BLOCK(m, function, block)
        DXKI_EACH_INST(m, block, inst)
            if (!dxki_mem_is_removable(dxki_mem_effect_of(m, dxki_inst_get(m, inst), NULL)))
                mark(k, inst);
    while (k->count) {
        uint32_t inst = k->stack[--k->count];
        const dxki_value *ops = dxki_inst_ops(m, inst);
        for (uint32_t i = 0; i < dxki_inst_get(m, inst)->op_count; i++)
            mark(k, dxki_value_as_inst(ops[i]));
    }
}

/* What is dead uses what is dead: it lets go of all of it before it goes. */
static bool sweep(dxki_pass *p, const marker *k)
{
    dxk_module *m = p->m;
    bool ok = true;
    DXKI_EACH_BLOCK(m, p->function, block)
        DXKI_EACH_INST(m, block, inst)
            if (ok && !k->live[inst]) {
                ok = dxki_inst_set_ops(m, inst, NULL, 0, NULL, 0);
                dxki_pass_changed(p);
            }
    if (!p->changed)
        return true;
    DXKI_EACH_BLOCK(m, p->function, block)
        DXKI_EACH_INST(m, block, inst)
            if (ok && !k->live[inst])
                ok = dxki_inst_remove(m, inst);
    return ok;
}

dxk_status dxki_pass_dce(dxki_pass *p)
{
    size_t count = p->m->insts.count;
    marker k = {.m = p->m,
                .live = DXKI_NEW_ARRAY(&p->scratch, uint8_t, count),
                .stack = dxki_arena_alloc(&p->scratch, count * sizeof *k.stack)};
    if (!k.live || !k.stack)
        return dxki_nomem(p->ctx);
    mark_all(&k, p->function);
    return sweep(p, &k) ? DXK_OK : dxki_nomem(p->ctx);
}
