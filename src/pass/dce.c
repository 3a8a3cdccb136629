/* SPDX-License-Identifier: MIT */
/*
 * dce.c - dead code: what is kept for its own sake is marked, with all that it uses; the rest goes,
 * also phis that only use each other. Branches stay.
 */
#include "pass/pass.h"

typedef struct marker {
    const dxk_module *m;
    uint8_t *live;            /* by instruction */
    DXKI_VEC(uint32_t) stack; /* marked, operands not looked at */
    bool failed;
} marker;

static void mark(marker *k, uint32_t inst)
{
    if (!inst || k->live[inst])
        return;
    k->live[inst] = 1;
    k->failed |= !dxki_vec_push(k->m->ctx, &k->stack, inst);
}

static void mark_all(marker *k, uint32_t function)
{
    const dxk_module *m = k->m;
    DXKI_EACH_BLOCK(m, function, block)
        DXKI_EACH_INST(m, block, inst)
            if (!dxki_mem_is_removable(dxki_mem_effect_of(m, dxki_inst_get(m, inst), NULL)))
                mark(k, inst);
    while (k->stack.count && !k->failed) {
        uint32_t inst = k->stack.items[--k->stack.count];
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

/* True if nothing is dead for sure: what is dead is used by other dead instructions, at the end of
 * which is one without a use or, in code that is run, a phi. */
static bool is_all_live(const dxki_pass *p, const dxki_cfg *cfg)
{
    const dxk_module *m = p->m;
    if (cfg->order.count - dxki_cfg_is_reached(cfg, cfg->count) != cfg->count)
        return false;
    DXKI_EACH_BLOCK(m, p->function, block)
        DXKI_EACH_INST(m, block, inst) {
            const dxki_inst *in = dxki_inst_get(m, inst);
            bool used = dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst)) != 0;
            if (in->op == DXKI_OP_PHI ||
                (!used && dxki_mem_is_removable(dxki_mem_effect_of(m, in, NULL))))
                return false;
        }
    return true;
}

dxk_status dxki_pass_dce(dxki_pass *p)
{
    const dxki_cfg *cfg = dxki_pass_cfg(p);
    if (!cfg)
        return dxki_nomem(p->ctx);
    if (is_all_live(p, cfg))
        return DXK_OK;
    marker k = {.m = p->m, .live = dxki_pass_by_inst(p, sizeof *k.live)};
    if (!k.live)
        return dxki_nomem(p->ctx);
    mark_all(&k, p->function);
    dxki_vec_free(p->ctx, &k.stack);
    return !k.failed && sweep(p, &k) ? DXK_OK : dxki_nomem(p->ctx);
}
