/* SPDX-License-Identifier: MIT */
/*
 * adce.c - what is not needed goes, and what decides only about that: Cytron and others, "Efficiently
 * computing static single assignment form and the control dependence graph", section 7.1.
 *
 * Everything is dead until it is found to be needed: what has an effect, what a needed instruction
 * uses, and the branches that decide whether its block is run. What branches are left then jump to
 * the nearest block after them that is needed, by which empty arms and loops that do nothing go,
 * however they are nested. Branches that cannot get to the end of the function are needed, and so
 * are those that lead to where there is no end, if anything is done there.
 *
 *     live block: it holds something that is needed, or a needed phi gets a value from it
 *
 * A branch in a loop may decide in which round a block is run and nothing else, as each lane gets
 * there in the end. To an operation that lanes come to together it does make a difference: all
 * branches of the loops around such a one are needed.
 */
#include "pass/flow.h"
#include "pass/legal.h"

typedef struct marker {
    dxki_pass *p;
    const dxki_cfg *cfg;
    const dxki_dom *post;
    const dxki_loops *loops;
    dxki_frontier controls; /* the branches that decide about a block */
    uint8_t *needed;        /* by instruction, of those that were there at the start */
    size_t count;           /* of them */
    uint8_t *live;          /* by block */
    uint8_t *kept;          /* by loop: its branches are needed */
    bool needs_endless;     /* so are blocks from which there is no way to the end */
    DXKI_VEC(uint32_t) todo;
    dxki_pass_flow_cuts cuts;
} marker;

/* ---------------------------------------------------------------------------------------- */
/* What is needed                                                                             */

static bool is_needed(const marker *w, uint32_t inst)
{
    return inst < w->count && w->needed[inst];
}

static bool need(marker *w, uint32_t inst)
{
    if (!inst || is_needed(w, inst))
        return true;
    w->needed[inst] = 1;
    return dxki_vec_push(w->p->ctx, &w->todo, inst);
}

/* Needs the branches that decide about a block. Each is taken out of all frontiers: it is needed
 * once. */
static bool need_block(marker *w, uint32_t number)
{
    uint32_t branch;
    if (w->live[number])
        return true;
    w->live[number] = 1;
    while ((branch = dxki_frontier_take(&w->controls, number)) != DXKI_NO_NODE) {
        if (!need(w, dxki_pass_flow_end(w->p->m, w->cfg->blocks[branch])))
            return false;
    }
    return true;
}

/* True if one of the ways from a block never gets to the end of the function, and that matters. */
static bool leads_astray(const marker *w, uint32_t number)
{
    DXKI_EACH_SUCC(w->cfg, number, e)
    {
        if (w->needs_endless && !dxki_dom_has(w->post, w->cfg->graph.succ.to[e]))
            return true;
    }
    return false;
}

/* True if a terminator is needed for itself: it is no choice, or the way to the end is not there. */
static bool is_end_needed(const marker *w, uint32_t number, const dxki_inst *end)
{
    bool chooses = (end->op == DXKI_OP_BR && end->op_count == 3) || end->op == DXKI_OP_SWITCH;
    if (end->op == DXKI_OP_BR && end->op_count == 1)
        return !dxki_dom_has(w->post, number);
    return !chooses || !dxki_dom_has(w->post, number) || w->post->parent[number] >= w->cfg->count ||
           leads_astray(w, number);
}

/* True if an instruction that is no terminator is needed for itself. */
static bool has_effect(const marker *w, const dxki_inst *in)
{
    return !dxki_mem_is_removable(dxki_mem_effect_of(w->p->m, in, NULL)) &&
           !dxki_inst_is_debug_call(w->p->m, in);
}

/* True if something is done in blocks from which there is no way to the end. */
static bool does_something_endless(const marker *w)
{
    const dxk_module *m = w->p->m;
    for (uint32_t b = 0; b < w->cfg->count; b++) {
        if (!dxki_cfg_is_reached(w->cfg, b) || dxki_dom_has(w->post, b))
            continue;
        DXKI_EACH_INST(m, w->cfg->blocks[b], inst) {
            const dxki_inst *in = dxki_inst_get(m, inst);
            if (dxki_op_class_of((dxki_op)in->op) != DXKI_OC_TERM && has_effect(w, in))
                return true;
        }
    }
    return false;
}

static bool find_roots(marker *w)
{
    const dxk_module *m = w->p->m;
    w->needs_endless = m->ends_go || does_something_endless(w);
    for (uint32_t b = 0; b < w->cfg->count; b++) {
        DXKI_EACH_INST(m, w->cfg->blocks[b], inst) {
            const dxki_inst *in = dxki_inst_get(m, inst);
            bool ends = dxki_op_class_of((dxki_op)in->op) == DXKI_OC_TERM;
            bool root = ends ? is_end_needed(w, b, in) : has_effect(w, in);
            if (dxki_cfg_is_reached(w->cfg, b) && root && !need(w, inst))
                return false;
        }
    }
    return true;
}

/* Needs all branches of the outermost loop around a block. */
static bool need_loop(marker *w, uint32_t number)
{
    const dxki_loops *loops = w->loops;
    uint32_t loop = loops->of[number];
    if (!loop || w->kept[loop])
        return true;
    for (; loops->items[loop].parent; loop = loops->items[loop].parent)
        w->kept[loop] = 1;
    w->kept[loop] = 1;
    for (uint32_t i = loops->items[loop].first; i < loops->items[loop].end; i++) {
        uint32_t end = dxki_pass_flow_end(w->p->m, w->cfg->blocks[loops->members[i]]);
        if (!need(w, end))
            return false;
    }
    return true;
}

/* Needs what a needed instruction hangs on. */
static bool follow(marker *w, uint32_t inst)
{
    const dxk_module *m = w->p->m;
    const dxki_inst in = *dxki_inst_get(m, inst);
    for (uint32_t k = 0; k < in.op_count; k++) {
        if (!need(w, dxki_value_as_inst(dxki_inst_ops(m, inst)[k])))
            return false;
        if (in.op != DXKI_OP_PHI)
            continue;
        uint32_t from = dxki_cfg_number(w->cfg, dxki_phi_block(m, inst, k));
        if (from != DXKI_NO_NODE && dxki_cfg_is_reached(w->cfg, from) && !need_block(w, from))
            return false;
    }
    uint32_t number = dxki_cfg_number(w->cfg, in.block);
    return need_block(w, number) && (!dxki_pass_legal_converges(m, inst) || need_loop(w, number));
}

static bool mark(marker *w)
{
    if (!find_roots(w) || !need_block(w, 0))
        return false;
    while (w->todo.count) {
        if (!follow(w, w->todo.items[--w->todo.count]))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* What goes                                                                                  */

/* The nearest block after another one that is live. */
static uint32_t next_live(const marker *w, uint32_t number)
{
    do
        number = w->post->parent[number];
    while (number < w->cfg->count && !w->live[number]);
    return number;
}

/* True if a phi of the block is needed. */
static bool has_needed_phi(const marker *w, uint32_t block)
{
    DXKI_EACH_INST(w->p->m, block, phi) {
        if (w->p->m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        if (is_needed(w, phi))
            return true;
    }
    return false;
}

/* Lets a branch that decides about nothing jump on. */
static bool jump_on(marker *w, uint32_t number)
{
    dxki_pass *p = w->p;
    const uint32_t *blocks = w->cfg->blocks;
    uint32_t to = next_live(w, number);
    bool taken = false;
    DXKI_EACH_SUCC(w->cfg, number, e)
    {
        if (w->cfg->graph.succ.to[e] == to)
            taken = true;
    }
    if (to >= w->cfg->count || (!taken && has_needed_phi(w, blocks[to])))
        return true;
    DXKI_EACH_SUCC(w->cfg, number, e)
    {
        uint32_t old = w->cfg->graph.succ.to[e];
        bool stays = old == to && taken;
        taken = taken && !stays;
        if (!stays && !dxki_pass_flow_cut(p, &w->cuts, blocks[number], blocks[old]))
            return false;
    }
    return dxki_pass_flow_jump(p, blocks[number], blocks[to]);
}

/* Removes what is not needed from a block, its terminator left aside. The phis that go are used by
 * nothing that stays. */
static bool sweep(marker *w, uint32_t block)
{
    dxk_module *m = w->p->m;
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        if (dxki_op_class_of((dxki_op)in->op) == DXKI_OC_TERM || is_needed(w, inst) ||
            dxki_inst_is_debug_call(m, in))
            continue;
        dxki_pass_changed(w->p);
        if (!dxki_inst_remove(m, inst))
            return false;
    }
    return true;
}

/* Blocks that are not live, and lead nowhere else than to such, are walked past: what leads into
 * them is a branch that is not needed, too. */
static bool carry_out(marker *w)
{
    const dxk_module *m = w->p->m;
    bool jumped = false;
    for (uint32_t b = 0; b < w->cfg->count; b++) {
        if (dxki_cfg_is_reached(w->cfg, b) && !sweep(w, w->cfg->blocks[b]))
            return false;
    }
    for (uint32_t b = 0; b < w->cfg->count; b++) {
        uint32_t end = dxki_pass_flow_end(m, w->cfg->blocks[b]);
        if (!dxki_cfg_is_reached(w->cfg, b) || !end || is_needed(w, end) ||
            dxki_pass_flow_is_jump(m, w->cfg->blocks[b]))
            continue;
        jumped = true;
        if (!jump_on(w, b))
            return false;
    }
    if (!jumped)
        return true;
    if (!dxki_pass_flow_apply(w->p, &w->cuts))
        return false;
    dxki_pass_forget(w->p, DXKI_PASS_KEEPS_DXIL);
    return dxki_pass_flow_remove_unreached(w->p);
}

static bool begin(marker *w)
{
    dxki_pass *p = w->p;
    w->cfg = dxki_pass_cfg(p);
    w->post = dxki_pass_post(p);
    w->loops = dxki_pass_loops(p);
    if (!w->cfg || !w->post || !w->loops)
        return false;
    w->count = p->m->insts.count;
    w->needed = dxki_pass_by_inst(p, sizeof *w->needed);
    w->live = DXKI_NEW_ARRAY(&p->scratch, uint8_t, w->cfg->graph.count);
    w->kept = DXKI_NEW_ARRAY(&p->scratch, uint8_t, w->loops->count);
    return w->needed && w->live && w->kept &&
           dxki_frontier_backward(&w->controls, &p->scratch, w->cfg, w->post);
}

dxk_status dxki_pass_adce(dxki_pass *p)
{
    marker w = {.p = p};
    bool good = begin(&w) && mark(&w) && carry_out(&w);
    dxki_vec_free(p->ctx, &w.todo);
    dxki_pass_flow_cuts_free(p, &w.cuts);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
