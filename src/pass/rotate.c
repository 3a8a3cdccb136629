/* SPDX-License-Identifier: MIT */
/*
 * rotate.c - the pass loop-rotate: a loop that asks at its beginning whether it goes on asks at its
 * end, and once before it.
 *
 *     before:  br head                        before:  br first
 *     head:    %i = phi [0], [%n]             first:   %c0 = icmp ult 0, %m
 *              %c = icmp ult %i, %m                    br %c0, body, out
 *              br %c, body, out         ==>   body:    %j = phi [0, first], [%n, head]
 *     body:    %n = add %i, 1                          %n = add %j, 1
 *              br head                                 br head
 *                                             head:    %c = icmp ult %n, %m
 *                                                      br %c, body, out
 *
 * The header is copied in front of the loop; what it computes has two places then, from which the
 * body gets it (ssa.h). Nothing is run more often than it was. Loops of a round are apart from each
 * other; others follow in the next one.
 */
#include "ir/clone.h"
#include "ir/value_map.h"
#include "pass/constant_use.h"
#include "pass/flow.h"
#include "pass/legal.h"
#include "pass/phi.h"
#include "pass/ssa.h"

#define ROUNDS 8

typedef struct rotation {
    uint32_t header, before, body, out, latch; /* blocks; latch 0: several */
} rotation;

/* What the header computes, and its copy. */
typedef struct twin {
    uint32_t inst;
    dxki_value copy;
    uint32_t header, first;
} twin;

typedef struct rotator {
    dxki_pass *p;
    dxk_module *m;
    const dxki_cfg *cfg;
    const dxki_loops *loops;
    DXKI_VEC(rotation) chosen; /* of the round */
    dxki_value_map touched;    /* their blocks */
    DXKI_VEC(twin) twins;
    dxki_pass_phi_list phis; /* that may have one operand now */
    uint32_t size;           /* option: the largest header */
} rotator;

/* ---------------------------------------------------------------------------------------- */
/* Which loops                                                                                */

/* True if no phi is needed for a value: pointers and handles cannot have any. */
static bool stays_inside(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    if (in->type == DXKI_TY_VOID || dxki_pass_legal_may_select(m, in->type))
        return true;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, inst), use) {
        const dxki_inst *user = dxki_inst_get(m, dxki_tracked_user(m, use));
        if (user->block != in->block || user->op == DXKI_OP_PHI)
            return false;
    }
    return true;
}

static bool may_copy_header(const rotator *r, uint32_t header)
{
    uint32_t count = 0;
    DXKI_EACH_INST(r->m, header, inst) {
        const dxki_inst *in = dxki_inst_get(r->m, inst);
        if (!dxki_pass_legal_may_copy(r->m, inst) || !stays_inside(r->m, inst) ||
            (in->op != DXKI_OP_PHI && !dxki_inst_is_debug_call(r->m, in) && ++count > r->size + 1))
            return false;
    }
    return true;
}

/* The only predecessors from outside and from within; false: there are several from outside. */
static bool find_preds(const rotator *r, uint32_t loop, rotation *it)
{
    uint32_t header = r->loops->items[loop].header, latches = 0;
    it->before = it->latch = 0;
    DXKI_EACH_PRED(r->cfg, header, e)
    {
        uint32_t pred = r->cfg->graph.pred.to[e], block = r->cfg->blocks[pred];
        if (!dxki_cfg_is_reached(r->cfg, pred))
            return false;
        if (dxki_loop_contains(r->loops, loop, pred)) {
            it->latch = latches++ ? 0 : block;
        } else {
            if (it->before)
                return false;
            it->before = block;
        }
    }
    return it->before != 0;
}

/* A loop that asks at its beginning, and not at its end. */
static bool find_rotation(const rotator *r, uint32_t loop, rotation *it)
{
    const dxki_loop *l = &r->loops->items[loop];
    const dxk_module *m = r->m;
    it->header = r->cfg->blocks[l->header];
    if (l->is_irreducible || !dxki_pass_flow_is_branch(m, it->header) || !find_preds(r, loop, it))
        return false;
    uint32_t end = dxki_pass_flow_end(m, it->header);
    it->body = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_TRUE);
    it->out = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_FALSE);
    if (!dxki_loop_contains(r->loops, loop, dxki_cfg_number(r->cfg, it->body))) {
        uint32_t body = it->out;
        it->out = it->body;
        it->body = body;
    }
    if (!dxki_loop_contains(r->loops, loop, dxki_cfg_number(r->cfg, it->body)) ||
        dxki_loop_contains(r->loops, loop, dxki_cfg_number(r->cfg, it->out)) ||
        it->body == it->header || dxki_block_sole_pred(m, it->body) != it->header)
        return false;
    return !(it->latch && dxki_pass_flow_is_branch(m, it->latch)) && may_copy_header(r, it->header);
}

/* Chooses a rotation if no other one of the round has to do with its blocks. */
static bool choose(rotator *r, const rotation *it)
{
    const uint32_t blocks[] = {it->header, it->before, it->body, it->out, it->latch};
    for (uint32_t i = 0; i < 5; i++) {
        if (blocks[i] && dxki_value_map_get(&r->touched, blocks[i]))
            return true;
    }
    for (uint32_t i = 0; i < 5; i++) {
        if (blocks[i] && !dxki_value_map_put(r->p->ctx, &r->touched, blocks[i], 1))
            return false;
    }
    return dxki_vec_push(r->p->ctx, &r->chosen, *it);
}

/* ---------------------------------------------------------------------------------------- */
/* One loop                                                                                   */

/* A phi for what a phi of the header is when the loop is entered. It is a use of that, which may be
 * the value of another loop's header. */
static uint32_t copy_phi(rotator *r, const rotation *it, uint32_t phi, uint32_t first)
{
    dxk_module *m = r->m;
    dxki_value value = dxki_inst_ops(m, phi)[dxki_phi_find(m, phi, it->before)];
    uint32_t from = DXKI_VALUE(DXKI_V_BLOCK, it->before);
    dxki_inst in = {.op = DXKI_OP_PHI, .type = m->insts.items[phi].type, .op_count = 1};
    uint32_t made = dxki_inst_insert(m, dxki_place_end(first), &in, &value, &from, 1);
    return made && dxki_vec_push(r->p->ctx, &r->phis, made) &&
                   dxki_vec_push(r->p->ctx, &r->phis, phi)
               ? made
               : 0;
}

/* Copies the header as it is when the loop is entered. */
static bool copy_header(rotator *r, const rotation *it, dxki_cloner *c, uint32_t first)
{
    dxk_module *m = r->m;
    DXKI_EACH_INST(m, it->header, inst) {
        dxki_value self = DXKI_VALUE(DXKI_V_INST, inst);
        uint32_t made = m->insts.items[inst].op == DXKI_OP_PHI
                            ? copy_phi(r, it, inst, first)
                            : dxki_inst_clone(c, inst, dxki_place_end(first));
        dxki_value copy = DXKI_VALUE(DXKI_V_INST, made);
        twin both = {inst, copy, it->header, first};
        if (!made || !dxki_clone_map(c, self, copy) || !dxki_vec_push(r->p->ctx, &r->twins, both))
            return false;
    }
    return true;
}

/* Phis of what the header leads to, and that the copy leads to now. */
static bool add_to_phis(rotator *r, const rotation *it, const dxki_cloner *c, uint32_t to,
                        uint32_t first)
{
    dxk_module *m = r->m;
    DXKI_EACH_INST(m, to, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        dxki_value value = dxki_inst_ops(m, phi)[dxki_phi_find(m, phi, it->header)];
        if (!dxki_phi_add(m, phi, dxki_clone_of(c, value), first))
            return false;
    }
    return true;
}

static bool lead(rotator *r, uint32_t from, uint32_t old, uint32_t to)
{
    uint32_t end = dxki_pass_flow_end(r->m, from);
    for (uint32_t k = 0; k < r->m->insts.items[end].op_count; k++) {
        if (dxki_pass_flow_target(r->m, end, k) == old &&
            !dxki_inst_set_op(r->m, end, k, DXKI_VALUE(DXKI_V_BLOCK, to)))
            return false;
    }
    return true;
}

/* What is noted on the way back of a loop is noted on the new one. */
static bool move_notes(rotator *r, const rotation *it)
{
    uint32_t old = it->latch ? dxki_pass_flow_end(r->m, it->latch) : 0;
    return !old || (dxki_pass_flow_copy_loop(r->m, old, dxki_pass_flow_end(r->m, it->header)) &&
                    dxki_pass_flow_drop_loop(r->m, old));
}

static bool rotate(rotator *r, const rotation *it)
{
    dxk_module *m = r->m;
    dxki_cloner c;
    uint32_t first = dxki_block_insert(m, r->p->function, it->header);
    if (!first)
        return false;
    dxki_clone_init(&c, m);
    bool good = copy_header(r, it, &c, first) && add_to_phis(r, it, &c, it->out, first) &&
                add_to_phis(r, it, &c, it->body, first);
    dxki_clone_free(&c);
    dxki_pass_changed(r->p);
    return good && dxki_edge_remove(m, it->before, it->header) &&
           lead(r, it->before, it->header, first) && move_notes(r, it);
}

/* ---------------------------------------------------------------------------------------- */
/* Values                                                                                     */

/* True if a use of what a header computes may see the copy: it is elsewhere, or comes back. */
static bool is_elsewhere(const rotator *r, const twin *t, uint32_t use)
{
    const dxki_inst *user = dxki_inst_get(r->m, dxki_tracked_user(r->m, use));
    return user->block != t->header || user->op == DXKI_OP_PHI;
}

static bool enter_twin(rotator *r, const twin *t, dxki_pass_ssa *ssa)
{
    dxki_value self = DXKI_VALUE(DXKI_V_INST, t->inst);
    uint32_t variable;
    bool is_used = false;
    DXKI_EACH_TRACKED_USE(r->m, self, use)
        is_used = is_used || is_elsewhere(r, t, use);
    if (!is_used)
        return true;
    if (!dxki_pass_ssa_variable(ssa, r->m->insts.items[t->inst].type, &variable) ||
        !dxki_pass_ssa_define(ssa, variable, t->first, t->copy) ||
        !dxki_pass_ssa_define(ssa, variable, t->header, self))
        return false;
    DXKI_EACH_TRACKED_USE(r->m, self, use) {
        if (is_elsewhere(r, t, use) &&
            !dxki_pass_ssa_use(ssa, variable, dxki_tracked_user(r->m, use),
                               dxki_tracked_operand(r->m, use)))
            return false;
    }
    return true;
}

static bool settle_values(rotator *r)
{
    dxki_pass_ssa ssa;
    bool good = dxki_pass_ssa_begin(&ssa, r->p);
    for (size_t i = 0; good && i < r->twins.count; i++)
        good = enter_twin(r, &r->twins.items[i], &ssa);
    good = good && (ssa.types.count == 0 || dxki_pass_ssa_build(&ssa));
    dxki_pass_ssa_free(&ssa);
    return good;
}

/* ---------------------------------------------------------------------------------------- */

static bool rotate_round(rotator *r, bool *any)
{
    bool good = true;
    r->cfg = dxki_pass_cfg(r->p);
    r->loops = r->cfg ? dxki_pass_loops(r->p) : NULL;
    if (!r->loops || !dxki_pass_dxil(r->p))
        return false;
    dxki_value_map_clear(&r->touched);
    r->chosen.count = r->twins.count = 0;
    for (uint32_t loop = r->loops->count; good && loop-- > 1;) {
        rotation it;
        good = !find_rotation(r, loop, &it) || choose(r, &it);
    }
    for (size_t i = 0; good && i < r->chosen.count; i++)
        good = rotate(r, &r->chosen.items[i]);
    *any = r->chosen.count != 0;
    if (!good || !*any)
        return good;
    dxki_pass_forget(r->p, DXKI_PASS_KEEPS_DXIL);
    return settle_values(r) && dxki_pass_phi_simplify(r->p, &r->phis) &&
           dxki_pass_settle_constants(r->p);
}

dxk_status dxki_pass_loop_rotate(dxki_pass *p)
{
    rotator r = {.p = p, .m = p->m, .size = (uint32_t)p->options[0]};
    bool good = p->m->block_addresses || dxki_module_touch(p->m), any = !p->m->block_addresses;
    for (int round = 0; good && any && round < ROUNDS; round++)
        good = rotate_round(&r, &any);
    good = good && (!p->changed || dxki_function_unique_names(p->m, p->function));
    dxki_value_map_free(p->ctx, &r.touched);
    dxki_vec_free(p->ctx, &r.chosen);
    dxki_vec_free(p->ctx, &r.twins);
    dxki_vec_free(p->ctx, &r.phis);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
