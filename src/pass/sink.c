/* SPDX-License-Identifier: MIT */
/*
 * sink.c - the pass sink: what only one way of a branch needs is computed there.
 *
 *     a:  %x = mul %u, %v                   a:  br %c, %t, %f
 *         br %c, %t, %f             ==>     t:  %x = mul %u, %v
 *     t:  use %x                                use %x
 *     f:  ...                               f:  ...
 *
 * An instruction goes to the block that dominates all its uses and is nearest to them, but not into
 * a loop, and not where nothing is gained: to a block that is always gone through. Users are looked
 * at before what they use, so that whole computations move.
 *
 * What an operation gets that lanes come to together, also by way of other computations, stays: a
 * derivative compares the coordinates of lanes that do not take the branch. So do handles, for
 * which there is one good place (handles.c), and what reads memory that may be written.
 */
#include "pass/flow.h"
#include "pass/legal.h"

typedef struct sinker {
    dxki_pass *p;
    dxk_module *m;
    const dxki_cfg *cfg;
    const dxki_dom *dom, *post;
    const dxki_loops *loops;
    uint8_t *shared;         /* by instruction: it stays; lanes share what it gives */
    DXKI_VEC(uint32_t) todo; /* of those, operands to look at */
} sinker;

/* ---------------------------------------------------------------------------------------- */
/* What lanes share                                                                           */

static bool share_operands(sinker *s, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(s->m, inst);
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint32_t used = dxki_value_as_inst(s->m->words.items[in->ops + k]);
        if (!used || s->shared[used])
            continue;
        s->shared[used] = 1;
        if (!dxki_vec_push(s->p->ctx, &s->todo, used))
            return false;
    }
    return true;
}

/* A value that debug information refers to at a place must be computed by then. */
static void hold_described(sinker *s, uint32_t call)
{
    dxki_value operand = dxki_inst_ops(s->m, call)[0];
    uint32_t inst = DXKI_TAG(operand) == DXKI_V_METADATA
                        ? dxki_value_as_inst(dxki_md_value(s->m, DXKI_INDEX(operand)))
                        : 0;
    if (inst)
        s->shared[inst] = 1;
}

static bool find_shared(sinker *s)
{
    const dxk_module *m = s->m;
    s->shared = dxki_pass_by_inst(s->p, sizeof *s->shared);
    if (!s->shared)
        return false;
    DXKI_EACH_BLOCK(m, s->p->function, block) {
        DXKI_EACH_INST(m, block, inst) {
            if (dxki_pass_legal_converges(m, inst) && !share_operands(s, inst))
                return false;
            if (dxki_inst_is_debug_call(m, dxki_inst_get(m, inst)))
                hold_described(s, inst);
        }
    }
    while (s->todo.count) {
        if (!share_operands(s, s->todo.items[--s->todo.count]))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* What may move, and where                                                                   */

static bool may_move_call(const dxk_module *m, const dxki_inst *call)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, call);
    const dxki_dxop_effect *effect = op ? dxki_dxop_effect_get((dxki_dxop_kind)op->kind) : NULL;
    return effect && !effect->writes && !effect->reads && effect->convergence == DXKI_DXC_NONE &&
           effect->unused == DXKI_UNUSED_REMOVE && effect->moves != DXKI_MOVES_UNIFORM &&
           effect->merges == DXKI_MERGES_EQUAL;
}

static bool may_move(const sinker *s, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(s->m, inst);
    if (s->shared[inst])
        return false;
    switch (dxki_op_class_of((dxki_op)in->op)) {
    case DXKI_OC_BIN:
    case DXKI_OC_CAST:
    case DXKI_OC_CMP:
        return true;
    case DXKI_OC_MEM:
        return in->op == DXKI_OP_GEP;
    case DXKI_OC_OTHER:
        return in->op == DXKI_OP_CALL ? may_move_call(s->m, in)
                                      : in->op != DXKI_OP_PHI && in->op != DXKI_OP_VAARG &&
                                            in->op != DXKI_OP_LANDINGPAD;
    default:
        return false;
    }
}

/* The number of the block in which a use needs the value; DXKI_NO_NODE: it is not reached. */
static uint32_t block_of_use(const sinker *s, uint32_t use)
{
    uint32_t user = dxki_tracked_user(s->m, use), block = dxki_inst_get(s->m, user)->block;
    if (dxki_inst_get(s->m, user)->op == DXKI_OP_PHI)
        block = dxki_phi_block(s->m, user, dxki_tracked_operand(s->m, use));
    uint32_t number = dxki_cfg_number(s->cfg, block);
    return dxki_cfg_is_reached(s->cfg, number) ? number : DXKI_NO_NODE;
}

/* The block that dominates all uses and is nearest to them; DXKI_NO_NODE: there are none. What
 * describes a variable to a debugger is no use. */
static uint32_t nearest_to_uses(const sinker *s, uint32_t inst)
{
    uint32_t nearest = DXKI_NO_NODE;
    DXKI_EACH_TRACKED_USE(s->m, DXKI_VALUE(DXKI_V_INST, inst), use) {
        uint32_t number = block_of_use(s, use);
        if (number == DXKI_NO_NODE)
            return DXKI_NO_NODE;
        nearest = nearest == DXKI_NO_NODE ? number : dxki_dom_common(s->dom, nearest, number);
    }
    return nearest;
}

/* Up from there, out of loops that do not hold the block itself. */
static uint32_t out_of_loops(const sinker *s, uint32_t target, uint32_t from)
{
    while (s->loops->of[target] && !dxki_loop_contains(s->loops, s->loops->of[target], from)) {
        const dxki_loop *l = &s->loops->items[s->loops->of[target]];
        if (l->is_irreducible || s->dom->parent[l->header] == DXKI_NO_NODE)
            return from;
        target = s->dom->parent[l->header];
    }
    return target;
}

/* Moves an instruction of block `from` if that is good for something. */
static bool sink(sinker *s, uint32_t inst, uint32_t from)
{
    uint32_t target = nearest_to_uses(s, inst);
    if (target == DXKI_NO_NODE || target == from)
        return true;
    target = out_of_loops(s, target, from);
    if (target == from || !dxki_dom_dominates(s->dom, from, target) ||
        dxki_dom_dominates(s->post, target, from))
        return true;
    dxki_pass_changed(s->p);
    return dxki_inst_move(s->m, inst, dxki_place_after_phis(s->m, s->cfg->blocks[target]));
}

static bool run(sinker *s)
{
    for (uint32_t i = s->cfg->order.count; i-- > 0;) {
        uint32_t number = s->cfg->order.nodes[i], before;
        if (number == s->cfg->count)
            continue;
        uint32_t inst = s->m->blocks.items[s->cfg->blocks[number]].last_inst;
        for (; inst; inst = before) {
            before = dxki_inst_prev(s->m, inst);
            if (!dxki_pass_spend(s->p, 1))
                return true;
            if (may_move(s, inst) && !sink(s, inst, number))
                return false;
        }
    }
    return true;
}

dxk_status dxki_pass_sink(dxki_pass *p)
{
    sinker s = {.p = p, .m = p->m};
    s.cfg = dxki_pass_cfg(p);
    s.dom = s.cfg ? dxki_pass_dom(p) : NULL;
    s.post = s.dom ? dxki_pass_post(p) : NULL;
    s.loops = s.post ? dxki_pass_loops(p) : NULL;
    bool good = s.loops && dxki_module_touch(p->m) && find_shared(&s) && run(&s);
    dxki_vec_free(p->ctx, &s.todo);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
