/* SPDX-License-Identifier: MIT */
/*
 * hoist.c - the pass dxil-gvn-hoist: what both ways of a branch compute is computed before it.
 *
 *     a:  br %c, %t, %f                     a:  %x = mul %u, %v
 *     t:  %x = mul %u, %v           ==>         br %c, %t, %f
 *     f:  %y = mul %u, %v                   t:  ...
 *                                           f:  ... %x in the place of %y
 *
 * Nothing is computed where it was not before, so costs do not count. Blocks are visited from the
 * last one on, so that what comes up from a branch can come up from the one before it as well.
 *
 * Operations that lanes come to together stay where they are: fewer lanes take part there. Memory
 * is read earlier only if nothing on the two ways writes before. A handle is made with an index that
 * all lanes of one way have in common; those of both ways must have it before the branch.
 */
#include "pass/flow.h"
#include "pass/legal.h"
#include "pass/merge.h"
#include "pass/value_table.h"

typedef struct hoister {
    dxki_pass *p;
    dxk_module *m;
    dxki_pass_algebra a;
    const dxki_cfg *cfg;
    dxki_pass_table table;
    uint32_t block, end;    /* that has the branch, which is `end` */
    uint32_t ways[2];       /* the blocks that it leads to, and nothing else does */
    DXKI_VEC(uint32_t) met; /* users of what is replaced */
} hoister;

/* ---------------------------------------------------------------------------------------- */
/* What may go up                                                                             */

static bool is_load_to_move(const dxk_module *m, const dxki_inst *in)
{
    return in->op == DXKI_OP_LOAD && !(in->flags & DXKI_IF_VOLATILE) && !DXKI_SUB_ORDER(in->sub) &&
           dxki_pass_opaque_load(m, in) == DXKI_PASS_OPAQUE_NONE;
}

/* True if lanes on both ways have the same operands. */
static bool is_common(hoister *h, const dxki_inst *call)
{
    uint32_t number = dxki_cfg_number(h->cfg, h->block);
    const dxki_uniform *uniform = dxki_pass_uniform(h->p);
    h->a.failed = h->a.failed || !uniform;
    if (!uniform)
        return false;
    for (uint32_t i = 0; i < dxki_call_arg_count(call); i++) {
        dxki_value value = h->m->words.items[call->ops + i];
        if (dxki_pass_differs(h->p, uniform, value, number))
            return false;
    }
    return true;
}

static bool may_move_call(hoister *h, const dxki_inst *call, bool written)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(h->m, call);
    const dxki_dxop_effect *effect = op ? dxki_dxop_effect_get((dxki_dxop_kind)op->kind) : NULL;
    if (!effect || effect->writes || effect->convergence != DXKI_DXC_NONE ||
        call->type == DXKI_TY_VOID)
        return false;
    if (effect->moves == DXKI_MOVES_UNIFORM && !is_common(h, call))
        return false;
    return effect->merges == DXKI_MERGES_EQUAL ||
           (effect->merges == DXKI_MERGES_UNWRITTEN && !written);
}

/* `written`: something before it in its block has an effect. */
static bool may_move(hoister *h, uint32_t inst, bool written)
{
    const dxki_inst *in = dxki_inst_get(h->m, inst);
    switch (dxki_op_class_of((dxki_op)in->op)) {
    case DXKI_OC_BIN:
    case DXKI_OC_CAST:
    case DXKI_OC_CMP:
        return true;
    case DXKI_OC_MEM:
        return in->op == DXKI_OP_GEP || (!written && is_load_to_move(h->m, in));
    case DXKI_OC_OTHER:
        return in->op == DXKI_OP_CALL
                   ? may_move_call(h, in, written)
                   : in->op != DXKI_OP_PHI && in->op != DXKI_OP_VAARG &&
                         in->op != DXKI_OP_LANDINGPAD && in->type != DXKI_TY_VOID;
    default:
        return false;
    }
}

static bool has_effect(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_mem_effect e = dxki_mem_effect_of(m, in, NULL);
    return !dxki_inst_is_debug_call(m, in) &&
           (e.writes || e.flags & (DXKI_MEM_KEEP | DXKI_MEM_CONVERGE));
}

/* True if nothing that it uses is computed in its own block. */
static bool comes_from_before(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint32_t used = dxki_value_as_inst(m->words.items[in->ops + k]);
        if (used && m->insts.items[used].block == in->block)
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Two ways                                                                                   */

static void key_of(hoister *h, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(h->m, inst);
    uint32_t words = in->op_count + dxki_inst_extra_count(h->m, in);
    dxki_pass_table_key(&h->table, in->op);
    dxki_pass_table_key(&h->table, in->type);
    dxki_pass_table_key(&h->table, in->sub);
    for (uint32_t k = 0; k < words; k++)
        dxki_pass_table_key(&h->table, h->m->words.items[in->ops + k]);
}

static void enter(hoister *h, uint32_t inst)
{
    key_of(h, inst);
    dxki_pass_table_enter(&h->table, DXKI_VALUE(DXKI_V_INST, inst));
}

/* Enters what the second way computes. Marks, by instruction, what may go up. */
static void enter_way(hoister *h, uint8_t *movable)
{
    bool written = false;
    DXKI_EACH_INST(h->m, h->ways[1], inst) {
        movable[inst] = may_move(h, inst, written);
        written = written || has_effect(h->m, inst);
        if (movable[inst])
            enter(h, inst);
    }
}

/* The instruction of the first way goes up, and takes the place of its twin; who uses that has
 * another key now. */
static bool hoist(hoister *h, uint32_t inst, uint32_t twin, const uint8_t *movable)
{
    dxk_module *m = h->m;
    dxki_value value = DXKI_VALUE(DXKI_V_INST, inst);
    h->met.count = 0;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, twin), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (m->insts.items[user].block == h->ways[1] && !dxki_vec_push(h->p->ctx, &h->met, user))
            return false;
    }
    dxki_pass_changed(h->p);
    if (!dxki_inst_move(m, inst, dxki_place_before(m, h->end)) ||
        !dxki_pass_merge(&h->a, twin, value))
        return false;
    for (size_t i = 0; i < h->met.count; i++) {
        if (movable[h->met.items[i]])
            enter(h, h->met.items[i]);
    }
    return true;
}

static bool try_branch(hoister *h, uint8_t *movable)
{
    dxk_module *m = h->m;
    bool written = false;
    uint32_t next;
    enter_way(h, movable);
    for (uint32_t inst = m->blocks.items[h->ways[0]].first_inst; inst; inst = next) {
        next = m->insts.items[inst].next;
        bool good = may_move(h, inst, written) && comes_from_before(m, inst);
        written = written || has_effect(m, inst);
        if (!good || !dxki_pass_spend(h->p, 1))
            continue;
        key_of(h, inst);
        uint32_t twin = dxki_value_as_inst(dxki_pass_table_find(&h->table));
        dxki_pass_table_drop(&h->table);
        if (twin && m->insts.items[twin].block == h->ways[1] && !hoist(h, inst, twin, movable))
            return false;
    }
    dxki_pass_table_end_scope(&h->table, 0);
    return !h->table.failed && !h->a.failed;
}

/* ---------------------------------------------------------------------------------------- */

/* A branch to two blocks that nothing else leads to. */
static bool find_branch(hoister *h, uint32_t block)
{
    const dxk_module *m = h->m;
    h->block = block;
    h->end = dxki_pass_flow_end(m, block);
    if (!h->end || !dxki_pass_flow_is_branch(m, block))
        return false;
    h->ways[0] = dxki_pass_flow_target(m, h->end, DXKI_PASS_FLOW_TRUE);
    h->ways[1] = dxki_pass_flow_target(m, h->end, DXKI_PASS_FLOW_FALSE);
    return h->ways[0] != h->ways[1] && dxki_block_sole_pred(m, h->ways[0]) == block &&
           dxki_block_sole_pred(m, h->ways[1]) == block;
}

static bool run(hoister *h)
{
    uint8_t *movable = dxki_pass_by_inst(h->p, sizeof *movable);
    if (!movable)
        return false;
    for (uint32_t i = h->cfg->order.count; i-- > 0;) {
        uint32_t number = h->cfg->order.nodes[i];
        if (number != h->cfg->count && find_branch(h, h->cfg->blocks[number]) &&
            !try_branch(h, movable))
            return false;
    }
    return true;
}

dxk_status dxki_pass_hoist(dxki_pass *p)
{
    hoister h = {.p = p, .m = p->m};
    h.cfg = dxki_pass_cfg(p);
    bool good = h.cfg && dxki_module_touch(p->m) && dxki_pass_alg_begin(&h.a, p) &&
                dxki_pass_table_init(&h.table, &p->scratch, p->ctx, dxki_pass_size(p)) && run(&h);
    dxki_pass_table_free(&h.table);
    dxki_vec_free(p->ctx, &h.met);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
