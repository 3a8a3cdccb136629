/* SPDX-License-Identifier: MIT */
/*
 * jump_threading.c - a block that only asks again what its predecessors know is passed by:
 *
 *     p:  br b                                       p:  br t
 *     b:  %c = phi [true, p], [%d, q]       ==>      b:  %c = phi [%d, q]
 *         br %c, t, f                                    br %c, t, f
 *
 * Nothing is copied, and the edges stay within one loop and lead to no header, so that the graph
 * stays reducible. Lanes that met in the block meet only after it then: up to there must be no
 * operation that lanes come to together. One snapshot of the graph serves for blocks that are apart
 * from each other; what the blocks' phis are after them is found out anew (ssa.h).
 */
#include "pass/constant_use.h"
#include "pass/flow.h"
#include "pass/legal.h"
#include "pass/ssa.h"

/* Blocks between the one that is passed by and where all ways from it meet. */
#define MOST_BLOCKS 64u

typedef struct threader {
    dxki_pass *p;
    const dxki_cfg *cfg;
    const dxki_dom *post;
    const dxki_loops *loops;
    uint8_t *is_taken; /* by block: a thread begins, ends or passes by there */
    uint8_t *is_free;  /* by block: 1 + whether lanes need not come to it together; 0: unknown */
    uint32_t *seen;    /* by block: the last search that met it */
    uint32_t searches;
    DXKI_VEC(uint32_t) stack;
    DXKI_VEC(uint32_t) passed; /* blocks that are passed by, by number */
    dxki_pass_flow_cuts cuts;
} threader;

/* ---------------------------------------------------------------------------------------- */
/* Which blocks                                                                               */

/* The phi that decides where a block leads that does nothing else; 0: it is no such block. */
static uint32_t deciding_phi(const dxk_module *m, uint32_t block)
{
    uint32_t end = dxki_pass_flow_end(m, block);
    if (!dxki_pass_flow_is_branch(m, block))
        return 0;
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        if (in->op != DXKI_OP_PHI && inst != end && !dxki_inst_is_debug_call(m, in))
            return 0;
    }
    uint32_t phi = dxki_value_as_inst(dxki_inst_ops(m, end)[DXKI_PASS_FLOW_CONDITION]);
    return phi && m->insts.items[phi].op == DXKI_OP_PHI && m->insts.items[phi].block == block ? phi
                                                                                              : 0;
}

/* True if a block has no operation that lanes come to together. */
static bool is_block_free(threader *t, uint32_t block)
{
    if (!t->is_free[block])
        t->is_free[block] = dxki_pass_legal_block_converges(t->p->m, t->cfg->blocks[block]) ? 1 : 2;
    return t->is_free[block] == 2;
}

/* The same up to the block where all ways from one meet. */
static bool is_way_free(threader *t, uint32_t block, bool *good)
{
    uint32_t meet = dxki_dom_has(t->post, block) ? t->post->parent[block] : DXKI_NO_NODE, count = 0;
    t->searches++;
    t->stack.count = 0;
    *good = meet != DXKI_NO_NODE && dxki_vec_push(t->p->ctx, &t->stack, block);
    if (meet == DXKI_NO_NODE) {
        *good = true;
        return false;
    }
    t->seen[block] = t->searches;
    while (*good && t->stack.count) {
        uint32_t at = t->stack.items[--t->stack.count];
        if (++count > MOST_BLOCKS || !is_block_free(t, at))
            return false;
        DXKI_EACH_SUCC(t->cfg, at, e)
        {
            uint32_t to = t->cfg->graph.succ.to[e];
            if (to == meet || to >= t->cfg->count || t->seen[to] == t->searches)
                continue;
            t->seen[to] = t->searches;
            *good = *good && dxki_vec_push(t->p->ctx, &t->stack, to);
        }
    }
    return *good;
}

static bool is_header(const threader *t, uint32_t block)
{
    uint32_t loop = t->loops->of[block];
    return loop && t->loops->items[loop].header == block;
}

/* The number of the block that a constant condition leads to; DXKI_NO_NODE: it is none. */
static uint32_t known_target(const threader *t, uint32_t block, dxki_value condition)
{
    const dxk_module *m = t->p->m;
    uint32_t end = dxki_pass_flow_end(m, t->cfg->blocks[block]);
    uint64_t bits;
    if (!dxki_value_as_int(m, condition, &bits))
        return DXKI_NO_NODE;
    return dxki_cfg_number(
        t->cfg, dxki_pass_flow_target(m, end, bits ? DXKI_PASS_FLOW_TRUE : DXKI_PASS_FLOW_FALSE));
}

/* True if exactly one edge leads from one block to the other. */
static bool leads_once(const threader *t, uint32_t from, uint32_t to)
{
    uint32_t count = 0;
    DXKI_EACH_SUCC(t->cfg, from, e)
    count += t->cfg->graph.succ.to[e] == to;
    return count == 1;
}

/* True if the edge from one block may pass another one by and lead to a third. */
static bool may_pass(const threader *t, uint32_t from, uint32_t block, uint32_t to)
{
    const dxki_loops *loops = t->loops;
    if (from == DXKI_NO_NODE || to == DXKI_NO_NODE || to == block || from == block || from == to ||
        t->is_taken[from] || t->is_taken[to] || !dxki_cfg_is_reached(t->cfg, from))
        return false;
    return loops->of[from] == loops->of[block] && loops->of[to] == loops->of[block] &&
           !is_header(t, to) && leads_once(t, from, block) &&
           dxki_pass_flow_is_jump(t->p->m, t->cfg->blocks[from]);
}

/* ---------------------------------------------------------------------------------------- */
/* Doing it                                                                                   */

/* What a value of the block that is passed by is when control comes from `from`. */
static dxki_value value_from(const dxk_module *m, dxki_value value, uint32_t block, uint32_t from)
{
    uint32_t phi = dxki_value_as_inst(value);
    if (!phi || m->insts.items[phi].op != DXKI_OP_PHI || m->insts.items[phi].block != block)
        return value;
    return dxki_inst_ops(m, phi)[dxki_phi_find(m, phi, from)];
}

static bool pass_by(threader *t, uint32_t from, uint32_t block, uint32_t to)
{
    dxk_module *m = t->p->m;
    const uint32_t *blocks = t->cfg->blocks;
    DXKI_EACH_INST(m, blocks[to], phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        dxki_value value = dxki_inst_ops(m, phi)[dxki_phi_find(m, phi, blocks[block])];
        value = value_from(m, value, blocks[block], blocks[from]);
        if (!dxki_phi_add(m, phi, value, blocks[from]))
            return false;
    }
    t->is_taken[from] = 1;
    return dxki_pass_flow_jump(t->p, blocks[from], blocks[to]) &&
           dxki_pass_flow_cut(t->p, &t->cuts, blocks[from], blocks[block]);
}

/* True if a block still leads to another one. */
static bool leads_to(const dxk_module *m, uint32_t from, uint32_t to)
{
    uint32_t end = dxki_pass_flow_end(m, from);
    for (uint32_t k = 0; end && k < m->insts.items[end].op_count; k++) {
        if (dxki_pass_flow_target(m, end, k) == to)
            return true;
    }
    return false;
}

/* Notes what the block's phis are behind it: by way of it, and past it. */
static bool define_phis(const dxk_module *m, dxki_pass_ssa *ssa, uint32_t own)
{
    uint32_t variable;
    DXKI_EACH_INST(m, own, phi) {
        const dxki_inst in = *dxki_inst_get(m, phi);
        if (in.op != DXKI_OP_PHI)
            break;
        if (!dxki_pass_ssa_variable(ssa, in.type, &variable) ||
            !dxki_pass_ssa_define(ssa, variable, own, DXKI_VALUE(DXKI_V_INST, phi)))
            return false;
        for (uint32_t k = 0; k < in.op_count; k++) {
            uint32_t from = dxki_phi_block(m, phi, k);
            if (!leads_to(m, from, own) &&
                !dxki_pass_ssa_define(ssa, variable, from, dxki_inst_ops(m, phi)[k]))
                return false;
        }
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, phi), use) {
            uint32_t user = dxki_tracked_user(m, use), k = dxki_tracked_operand(m, use);
            bool outside = m->insts.items[user].op == DXKI_OP_PHI
                               ? dxki_phi_block(m, user, k) != own
                               : m->insts.items[user].block != own;
            if (outside && !dxki_pass_ssa_use(ssa, variable, user, k))
                return false;
        }
    }
    return true;
}

/* True if a phi is one of a block that is part of a thread. */
static bool is_taken_phi(const threader *t, uint32_t inst)
{
    const dxk_module *m = t->p->m;
    uint32_t block = dxki_cfg_number(t->cfg, m->insts.items[inst].block);
    return m->insts.items[inst].op == DXKI_OP_PHI && block != DXKI_NO_NODE && t->is_taken[block];
}

/* True if no phi of the block and none of another thread have each other's values, which both are
 * found out anew. */
static bool is_apart(const threader *t, uint32_t block)
{
    const dxk_module *m = t->p->m;
    DXKI_EACH_INST(m, t->cfg->blocks[block], phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        for (uint32_t k = 0; k < m->insts.items[phi].op_count; k++) {
            uint32_t inst = dxki_value_as_inst(dxki_inst_ops(m, phi)[k]);
            if (inst && is_taken_phi(t, inst))
                return false;
        }
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, phi), use) {
            if (is_taken_phi(t, dxki_tracked_user(m, use)))
                return false;
        }
    }
    return true;
}

/* Passes a block by from all that know where it leads. */
static bool thread_block(threader *t, uint32_t block)
{
    const dxk_module *m = t->p->m;
    uint32_t phi = deciding_phi(m, t->cfg->blocks[block]);
    bool good = true, any = false;
    if (!phi || is_header(t, block) || t->is_taken[block] || !is_apart(t, block) ||
        !is_way_free(t, block, &good))
        return good;
    for (uint32_t k = 0; k < m->insts.items[phi].op_count; k++) {
        uint32_t to = known_target(t, block, dxki_inst_ops(m, phi)[k]);
        uint32_t from = dxki_cfg_number(t->cfg, dxki_phi_block(m, phi, k));
        if (!may_pass(t, from, block, to))
            continue;
        any = true;
        if (!pass_by(t, from, block, to))
            return false;
    }
    if (!any)
        return true;
    t->is_taken[block] = 1;
    DXKI_EACH_SUCC(t->cfg, block, e)
    if (t->cfg->graph.succ.to[e] < t->cfg->count)
        t->is_taken[t->cfg->graph.succ.to[e]] = 1;
    return dxki_vec_push(t->p->ctx, &t->passed, t->cfg->blocks[block]);
}

/* What is used after the blocks is found out before their phis lose operands. */
static bool settle(threader *t)
{
    dxki_pass *p = t->p;
    dxki_pass_ssa ssa;
    dxki_pass_forget(p, DXKI_PASS_KEEPS_DXIL);
    bool good = dxki_pass_ssa_begin(&ssa, p);
    for (size_t i = 0; good && i < t->passed.count; i++)
        good = define_phis(p->m, &ssa, t->passed.items[i]);
    good = good && dxki_pass_flow_apply(p, &t->cuts) && dxki_pass_ssa_build(&ssa);
    dxki_pass_ssa_free(&ssa);
    return good && dxki_pass_flow_remove_unreached(p);
}

static bool thread_all(threader *t)
{
    dxki_arena *arena = &t->p->scratch;
    t->cfg = dxki_pass_cfg(t->p);
    t->post = dxki_pass_post(t->p);
    t->loops = dxki_pass_loops(t->p);
    if (!t->cfg || !t->post || !t->loops)
        return false;
    t->is_taken = DXKI_NEW_ARRAY(arena, uint8_t, t->cfg->graph.count);
    t->is_free = DXKI_NEW_ARRAY(arena, uint8_t, t->cfg->graph.count);
    t->seen = DXKI_NEW_ARRAY(arena, uint32_t, t->cfg->graph.count);
    if (!t->is_taken || !t->is_free || !t->seen || t->p->m->block_addresses)
        return t->is_taken && t->is_free && t->seen;
    for (uint32_t b = 1; b < t->cfg->count; b++) {
        if (dxki_cfg_is_reached(t->cfg, b) && !thread_block(t, b))
            return false;
    }
    return t->passed.count == 0 || (settle(t) && dxki_pass_settle_constants(t->p));
}

dxk_status dxki_pass_jump_threading(dxki_pass *p)
{
    threader t = {.p = p};
    bool good = thread_all(&t);
    dxki_pass_flow_cuts_free(p, &t.cuts);
    dxki_vec_free(p->ctx, &t.stack);
    dxki_vec_free(p->ctx, &t.passed);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
