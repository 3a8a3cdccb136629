/* SPDX-License-Identifier: MIT */
/*
 * unroll.c - loops whose rounds are known are written out: the blocks are copied once for each round
 * but the first, each copy leads to the next, and the way out stays in the last one only.
 *
 *     loop: %i = phi [0], [%n]        0: %n0 = add 0, 1        1: %n1 = add %n0, 1
 *           %n = add %i, 1      ==>      br 1:                    br out:
 *           br %c, loop, out
 *
 * Ways out that hang on more stay in each copy; what is used after the loop then comes from several
 * places (ssa.h). All lanes take the known way out in the same round, so operations that lanes come
 * to together may be in the loop. Loops are taken that contain no other one that is; outer ones
 * follow when the pass runs again.
 */
#include "ir/clone.h"
#include "pass/constant_use.h"
#include "pass/flow.h"
#include "pass/ssa.h"
#include "pass/unroll.h"

/* The longest code that [unroll] may make of a loop; and if it must. */
#define MOST_UNROLLED        16384u
#define MOST_IF_ASKED        1000000u
#define MOST_ROUNDS_IF_ASKED 65536u
/* Rounds that each can be the last: what stands behind the loop asks all of them. */
#define MOST_LAST_ROUNDS 4096u
/* Loops with more instructions are not looked at, unless they must be written out. */
#define MOST_INSTRUCTIONS 512u

/* A value that is used after the loop: its copies are a row of unroller.copies. */
typedef struct live_out {
    uint32_t inst, first;
} live_out;

typedef struct plan {
    uint32_t loop;
    dxki_pass_exit exit;
    uint32_t first, end; /* its live_outs */
    bool is_cut;         /* its round is the last one, whatever the condition says */
    bool has_other_exits;
} plan;

typedef struct unroller {
    dxki_pass *p;
    dxki_pass_evolution e;
    uint32_t threshold, trips; /* options */
    bool asked;                /* only loops that [unroll] stands in front of */
    uint8_t *is_busy;          /* by loop: one in it is chosen */
    DXKI_VEC(plan) plans;
    dxki_value_map loop_of; /* by block: 1 + the plan that it is in */
    DXKI_VEC(live_out) live;
    DXKI_VEC(uint32_t) copies;

    /* The loop at hand. */
    DXKI_VEC(uint32_t) blocks, phis;
    DXKI_VEC(dxki_value) back; /* by phi: what comes back */
    DXKI_VEC(dxki_pass_flow_edge) exits;
} unroller;

/* ---------------------------------------------------------------------------------------- */
/* Which loops                                                                                */

/* Loops with several ways out become no faster by it, as their rounds hang on each other. */
static bool pays(const unroller *u, const plan *known, dxki_pass_unroll_hint hint,
                 const dxki_pass_unroll_cost *cost)
{
    bool is_free = u->e.loops->items[u->e.loop].exits == 1;
    if (!is_free && known->exit.round > MOST_LAST_ROUNDS)
        return false;
    if (hint == DXKI_PASS_UNROLL_FULLY)
        return cost->unrolled <= (u->asked ? MOST_IF_ASKED : MOST_UNROLLED);
    return cost->unrolled <= cost->rolled || (is_free && cost->unrolled <= u->threshold);
}

/* [unroll(n)] leaves a loop after n rounds by a way that all rounds come by: that of the block that
 * leads back, or else of the header. */
static void cut(unroller *u, uint32_t count, plan *known)
{
    const dxki_pass_evolution *e = &u->e;
    const uint32_t from[] = {e->latch, e->loops->items[e->loop].header};
    for (size_t i = 0; i < 2; i++) {
        if (!dxki_pass_flow_is_branch(u->p->m, e->cfg->blocks[from[i]]))
            continue;
        DXKI_EACH_SUCC(e->cfg, from[i], edge)
        {
            uint32_t to = e->cfg->graph.succ.to[edge];
            if (to >= e->cfg->count || dxki_loop_contains(e->loops, e->loop, to))
                continue;
            known->exit = (dxki_pass_exit){from[i], to, from[i] == e->latch ? count - 1 : count};
            known->is_cut = true;
            return;
        }
    }
}

/* The round in which the loop is left; known->exit.from is DXKI_NO_NODE when it is none. */
static bool find_exit(unroller *u, const dxki_pass_unroll_wish *wish, plan *known)
{
    dxki_pass_exit *exit = &known->exit;
    if (!dxki_pass_evolve_exit(&u->e, u->asked ? MOST_ROUNDS_IF_ASKED : u->trips, exit))
        return false;
    if (u->asked && exit->from == DXKI_NO_NODE) {
        if (!dxki_pass_evolve_last(&u->e, MOST_LAST_ROUNDS, exit))
            return false;
        known->is_cut = exit->from != DXKI_NO_NODE;
    }
    if (!u->asked || !wish->count || wish->count > MOST_LAST_ROUNDS)
        return true;
    if (exit->from == DXKI_NO_NODE ||
        exit->round + (uint64_t)(exit->from == u->e.latch) > wish->count)
        cut(u, wish->count, known);
    return true;
}

static bool consider(unroller *u, uint32_t loop)
{
    dxki_pass_evolution *e = &u->e;
    dxki_pass_unroll_cost cost;
    plan known = {.loop = loop};
    dxki_pass_evolve_enter(e, loop);
    if (e->latch == DXKI_NO_NODE || u->p->m->block_addresses)
        return true;
    uint32_t end = dxki_pass_flow_end(u->p->m, e->cfg->blocks[e->latch]);
    dxki_pass_unroll_wish wish = dxki_pass_unroll_wish_of(u->p->m, end);
    if (wish.hint == DXKI_PASS_UNROLL_NEVER || (u->asked && wish.hint != DXKI_PASS_UNROLL_FULLY))
        return true;
    if (!find_exit(u, &wish, &known))
        return false;
    if (known.exit.from == DXKI_NO_NODE)
        return true;
    if (!dxki_pass_unroll_estimate(e, &known.exit, u->asked ? MOST_IF_ASKED : MOST_INSTRUCTIONS,
                                   &cost))
        return false;
    uint64_t size = cost.rolled * ((uint64_t)known.exit.round + 1);
    if (cost.rolled == UINT32_MAX || !pays(u, &known, wish.hint, &cost) ||
        !dxki_pass_spend(u->p, size))
        return true;
    for (uint32_t l = loop; l && !u->is_busy[l]; l = e->loops->items[l].parent)
        u->is_busy[l] = 1;
    return dxki_vec_push(u->p->ctx, &u->plans, known);
}

static bool choose(unroller *u)
{
    const dxki_loops *loops = u->e.loops;
    u->is_busy = DXKI_NEW_ARRAY(&u->p->scratch, uint8_t, loops->count);
    if (!u->is_busy)
        return false;
    for (uint32_t loop = loops->count; loop-- > 1;) {
        if (!u->is_busy[loop] && !consider(u, loop))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* What the loop is made of                                                                   */

static bool is_inside(const unroller *u, uint32_t plan_number, uint32_t block)
{
    return dxki_value_map_get(&u->loop_of, block) == plan_number + 1;
}

/* True if a use of a value of the loop is behind it. That of a phi is where its operand comes from. */
static bool is_behind(const unroller *u, uint32_t plan_number, uint32_t use)
{
    const dxk_module *m = u->p->m;
    uint32_t user = dxki_tracked_user(m, use), block = m->insts.items[user].block;
    if (m->insts.items[user].op == DXKI_OP_PHI)
        block = dxki_phi_block(m, user, dxki_tracked_operand(m, use));
    return !is_inside(u, plan_number, block);
}

static bool collect_live(unroller *u, uint32_t plan_number, uint32_t block)
{
    const dxk_module *m = u->p->m;
    DXKI_EACH_INST(m, block, inst) {
        bool behind = false;
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, inst), use)
            behind = behind || is_behind(u, plan_number, use);
        live_out live = {inst, 0};
        if (behind && !dxki_vec_push(u->p->ctx, &u->live, live))
            return false;
    }
    return true;
}

static bool collect_exits(unroller *u, uint32_t plan_number, uint32_t number)
{
    const dxki_cfg *cfg = u->e.cfg;
    DXKI_EACH_SUCC(cfg, number, e)
    {
        uint32_t to = cfg->graph.succ.to[e];
        if (to >= cfg->count || dxki_loop_contains(u->e.loops, u->e.loop, to) ||
            dxki_value_map_get(&u->loop_of, cfg->blocks[to]) == plan_number + 1)
            continue;
        dxki_pass_flow_edge edge = {cfg->blocks[number], cfg->blocks[to]};
        if (!dxki_vec_push(u->p->ctx, &u->exits, edge))
            return false;
    }
    return true;
}

/* The phis of the header, with what comes back to them. */
static bool collect_phis(unroller *u)
{
    const dxk_module *m = u->p->m;
    uint32_t latch = u->e.cfg->blocks[u->e.latch];
    DXKI_EACH_INST(m, u->blocks.items[0], phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        dxki_value back = dxki_inst_ops(m, phi)[dxki_phi_find(m, phi, latch)];
        if (!dxki_vec_push(u->p->ctx, &u->phis, phi) || !dxki_vec_push(u->p->ctx, &u->back, back))
            return false;
    }
    return true;
}

static bool take_block(unroller *u, uint32_t plan_number, uint32_t number)
{
    uint32_t block = u->e.cfg->blocks[number];
    return dxki_vec_push(u->p->ctx, &u->blocks, block) &&
           dxki_value_map_put(u->p->ctx, &u->loop_of, block, plan_number + 1);
}

/* A block on the way out of the loop that only rounds come to, and that leads on to one other, but
 * not to another round of a loop around this one, to which there is one way. */
static bool is_last_word(const unroller *u, const plan *it, uint32_t number)
{
    const dxki_cfg *cfg = u->e.cfg;
    const dxki_loops *loops = u->e.loops;
    if (number >= cfg->count || number == it->exit.to ||
        dxki_loop_contains(loops, u->e.loop, number) ||
        !dxki_pass_flow_is_jump(u->p->m, cfg->blocks[number]))
        return false;
    uint32_t around = loops->of[number];
    if (around && !dxki_loop_contains(loops, around, loops->items[u->e.loop].header))
        return false;
    DXKI_EACH_SUCC(cfg, number, e)
    {
        if (around && cfg->graph.succ.to[e] == loops->items[around].header)
            return false;
    }
    DXKI_EACH_PRED(cfg, number, e)
    {
        if (!dxki_loop_contains(u->e.loops, u->e.loop, cfg->graph.pred.to[e]))
            return false;
    }
    return true;
}

/* What a round does when it leaves the loop is written out with it, if it must be: what it is about
 * follows from the round as well. */
static bool take_last_words(unroller *u, uint32_t plan_number, const plan *it)
{
    const dxki_loop *loop = &u->e.loops->items[it->loop];
    for (uint32_t i = loop->first; u->asked && i < loop->end; i++) {
        DXKI_EACH_SUCC(u->e.cfg, u->e.loops->members[i], e)
        {
            uint32_t to = u->e.cfg->graph.succ.to[e];
            if (!is_last_word(u, it, to) || is_inside(u, plan_number, u->e.cfg->blocks[to]))
                continue;
            if (!take_block(u, plan_number, to))
                return false;
        }
    }
    return true;
}

static bool collect(unroller *u, uint32_t plan_number)
{
    plan *it = &u->plans.items[plan_number];
    const dxki_loop *loop = &u->e.loops->items[it->loop];
    u->blocks.count = u->phis.count = u->back.count = u->exits.count = 0;
    dxki_pass_evolve_enter(&u->e, it->loop);
    for (uint32_t i = loop->first; i < loop->end; i++) {
        if (!take_block(u, plan_number, u->e.loops->members[i]))
            return false;
    }
    if (!take_last_words(u, plan_number, it))
        return false;
    for (size_t i = 0; i < u->blocks.count; i++) {
        if (!collect_exits(u, plan_number, dxki_cfg_number(u->e.cfg, u->blocks.items[i])))
            return false;
    }
    it->has_other_exits = u->exits.count > 1 || it->is_cut;
    it->first = (uint32_t)u->live.count;
    for (size_t i = 0; i < u->blocks.count; i++) {
        if (!collect_live(u, plan_number, u->blocks.items[i]))
            return false;
    }
    it->end = (uint32_t)u->live.count;
    return collect_phis(u);
}

/* ---------------------------------------------------------------------------------------- */
/* Copies                                                                                     */

/* What stands for a block in a round; NULL: the first one. */
static uint32_t block_in(const dxki_cloner *round, uint32_t block)
{
    dxki_value value = DXKI_VALUE(DXKI_V_BLOCK, block);
    return DXKI_INDEX(round ? dxki_clone_of(round, value) : value);
}

static dxki_value value_in(const dxki_cloner *round, dxki_value value)
{
    return round ? dxki_clone_of(round, value) : value;
}

/* Lets the end of one round lead to a block, the header of the next one. */
static bool lead_to(unroller *u, const dxki_cloner *before, uint32_t next)
{
    dxk_module *m = u->p->m;
    uint32_t latch = block_in(before, u->e.cfg->blocks[u->e.latch]);
    uint32_t end = dxki_pass_flow_end(m, latch), header = block_in(before, u->blocks.items[0]);
    for (uint32_t k = 0; k < m->insts.items[end].op_count; k++) {
        if (dxki_pass_flow_target(m, end, k) == header &&
            !dxki_inst_set_op(m, end, k, DXKI_VALUE(DXKI_V_BLOCK, next)))
            return false;
    }
    return dxki_pass_flow_drop_loop(m, end);
}

/* The phis of a round have what comes from the round before. */
static bool link_phis(unroller *u, const dxki_cloner *before, const dxki_cloner *next)
{
    uint32_t latch = block_in(before, u->e.cfg->blocks[u->e.latch]);
    const uint32_t from = DXKI_VALUE(DXKI_V_BLOCK, latch);
    for (size_t i = 0; i < u->phis.count; i++) {
        dxki_value phi = value_in(next, DXKI_VALUE(DXKI_V_INST, u->phis.items[i]));
        const dxki_value value = value_in(before, u->back.items[i]);
        if (!dxki_inst_set_ops(u->p->m, DXKI_INDEX(phi), &value, 1, &from, 1))
            return false;
    }
    return true;
}

/* The phis after an exit get what comes from its copy. */
static bool add_exit(unroller *u, const dxki_cloner *round, const dxki_pass_flow_edge *edge)
{
    dxk_module *m = u->p->m;
    DXKI_EACH_INST(m, edge->to, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        dxki_value value = dxki_inst_ops(m, phi)[dxki_phi_find(m, phi, edge->from)];
        if (!dxki_phi_add(m, phi, value_in(round, value), block_in(round, edge->from)))
            return false;
    }
    return true;
}

static bool is_known_exit(const unroller *u, const plan *it, const dxki_pass_flow_edge *edge)
{
    return edge->from == u->e.cfg->blocks[it->exit.from] &&
           edge->to == u->e.cfg->blocks[it->exit.to];
}

/* Settles the known way out in a round: it is taken in the last one only, or in that at the latest. */
static bool settle_exit(unroller *u, const plan *it, const dxki_cloner *round, bool is_last)
{
    dxk_module *m = u->p->m;
    if (it->is_cut && !is_last)
        return true;
    uint32_t from = block_in(round, u->e.cfg->blocks[it->exit.from]);
    uint32_t out = u->e.cfg->blocks[it->exit.to], end = dxki_pass_flow_end(m, from);
    uint32_t on = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_TRUE);
    if (on == out)
        on = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_FALSE);
    return dxki_edge_remove(m, from, is_last ? on : out) &&
           dxki_pass_flow_jump(u->p, from, is_last ? out : on);
}

static bool note_copies(unroller *u, const plan *it, const dxki_cloner *round)
{
    for (uint32_t i = it->first; i < it->end; i++) {
        dxki_value copy = value_in(round, DXKI_VALUE(DXKI_V_INST, u->live.items[i].inst));
        if (!dxki_vec_push(u->p->ctx, &u->copies, DXKI_INDEX(copy)))
            return false;
    }
    return true;
}

/* Makes a copy of all blocks after the round before. The first round, of which all are copies,
 * stays as it is so far. */
static bool copy_round(unroller *u, const plan *it, const dxki_cloner *before, dxki_cloner *next,
                       uint32_t place, bool is_last)
{
    dxki_clone_init(next, u->p->m);
    if (!dxki_blocks_clone(next, u->blocks.items, u->blocks.count, u->p->function, place) ||
        !link_phis(u, before, next) || !note_copies(u, it, next))
        return false;
    if (before && (!lead_to(u, before, block_in(next, u->blocks.items[0])) ||
                   !settle_exit(u, it, before, false)))
        return false;
    for (size_t i = 0; i < u->exits.count; i++) {
        if ((is_last || it->is_cut || !is_known_exit(u, it, &u->exits.items[i])) &&
            !add_exit(u, next, &u->exits.items[i]))
            return false;
    }
    return true;
}

/* Makes all copies; *second: the header of the first of them. */
static bool copy_rounds(unroller *u, const plan *it, uint32_t *second)
{
    uint32_t latch = u->e.cfg->blocks[u->e.latch], place = u->p->m->blocks.items[latch].next;
    dxki_cloner rounds[2], *before = NULL;
    bool good = true;
    for (uint32_t r = 1; good && r <= it->exit.round; r++) {
        dxki_cloner *next = &rounds[r & 1];
        good = copy_round(u, it, before, next, place, r == it->exit.round);
        if (r == 1)
            *second = block_in(next, u->blocks.items[0]);
        if (before)
            dxki_clone_free(before);
        before = next;
    }
    if (good) /* nothing leads back any more */
        good =
            dxki_pass_flow_drop_loop(u->p->m, dxki_pass_flow_end(u->p->m, block_in(before, latch)));
    good = good && settle_exit(u, it, before, true);
    if (before)
        dxki_clone_free(before);
    return good;
}

static bool unroll(unroller *u, uint32_t plan_number)
{
    plan *it = &u->plans.items[plan_number];
    dxk_module *m = u->p->m;
    uint32_t second = 0;
    if (!collect(u, plan_number))
        return false;
    for (uint32_t i = it->first; i < it->end; i++)
        u->live.items[i].first = (uint32_t)(u->copies.count + i - it->first);
    if (!note_copies(u, it, NULL) || !copy_rounds(u, it, &second))
        return false;
    dxki_pass_changed(u->p);
    return !second || (dxki_edge_remove(m, u->e.cfg->blocks[u->e.latch], u->blocks.items[0]) &&
                       lead_to(u, NULL, second) && settle_exit(u, it, NULL, false));
}

/* ---------------------------------------------------------------------------------------- */
/* After the loops                                                                           */

/* The copy of a live value in a round. */
static uint32_t copy_in(const unroller *u, const plan *it, const live_out *live, uint32_t round)
{
    return u->copies.items[live->first + (size_t)round * (it->end - it->first)];
}

/* There is one way out, in the last round: so that is where values come from. */
static bool use_last(unroller *u, uint32_t plan_number, const live_out *live)
{
    dxk_module *m = u->p->m;
    const plan *it = &u->plans.items[plan_number];
    uint32_t last = copy_in(u, it, live, it->exit.round);
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, live->inst), use) {
        if (is_behind(u, plan_number, use) &&
            !dxki_inst_set_op(m, dxki_tracked_user(m, use), dxki_tracked_operand(m, use),
                              DXKI_VALUE(DXKI_V_INST, last)))
            return false;
    }
    return true;
}

/* There are more: values come from where a round was left. */
static bool use_any(unroller *u, uint32_t plan_number, const live_out *live, dxki_pass_ssa *ssa)
{
    const dxk_module *m = u->p->m;
    const plan *it = &u->plans.items[plan_number];
    dxki_type type = m->insts.items[live->inst].type;
    uint32_t variable;
    if (m->insts.items[live->inst].op == DXKI_OP_NONE)
        return true;
    if (!dxki_pass_ssa_variable(ssa, type, &variable))
        return false;
    for (uint32_t r = 0; r <= it->exit.round; r++) {
        uint32_t copy = copy_in(u, it, live, r);
        if (m->insts.items[copy].op != DXKI_OP_NONE &&
            !dxki_pass_ssa_define(ssa, variable, m->insts.items[copy].block,
                                  DXKI_VALUE(DXKI_V_INST, copy)))
            return false;
    }
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, live->inst), use) {
        if (is_behind(u, plan_number, use) &&
            !dxki_pass_ssa_use(ssa, variable, dxki_tracked_user(m, use),
                               dxki_tracked_operand(m, use)))
            return false;
    }
    return true;
}

static bool settle_uses(unroller *u)
{
    dxki_pass_ssa ssa;
    bool good = dxki_pass_ssa_begin(&ssa, u->p);
    for (uint32_t n = 0; good && n < u->plans.count; n++) {
        const plan *it = &u->plans.items[n];
        for (uint32_t i = it->first; good && i < it->end; i++) {
            const live_out live = u->live.items[i];
            good = it->has_other_exits ? use_any(u, n, &live, &ssa) : use_last(u, n, &live);
        }
    }
    good = good && (ssa.types.count == 0 || dxki_pass_ssa_build(&ssa));
    dxki_pass_ssa_free(&ssa);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* The pass                                                                                   */

static bool unroll_all(unroller *u)
{
    bool good = choose(u);
    for (uint32_t n = 0; good && n < u->plans.count; n++)
        good = unroll(u, n);
    if (!good || u->plans.count == 0)
        return good;
    dxki_pass_forget(u->p, DXKI_PASS_KEEPS_DXIL);
    return dxki_pass_flow_remove_unreached(u->p) && settle_uses(u) &&
           dxki_pass_settle_constants(u->p) && dxki_function_unique_names(u->p->m, u->p->function);
}

dxk_status dxki_pass_loop_unroll(dxki_pass *p)
{
    unroller u = {.p = p,
                  .threshold = (uint32_t)p->options[0],
                  .trips = (uint32_t)p->options[1],
                  .asked = p->options[2] != 0};
    bool good = dxki_pass_evolve_begin(&u.e, p) && unroll_all(&u);
    dxki_pass_evolve_free(&u.e);
    dxki_vec_free(p->ctx, &u.plans);
    dxki_value_map_free(p->ctx, &u.loop_of);
    dxki_vec_free(p->ctx, &u.live);
    dxki_vec_free(p->ctx, &u.copies);
    dxki_vec_free(p->ctx, &u.blocks);
    dxki_vec_free(p->ctx, &u.phis);
    dxki_vec_free(p->ctx, &u.back);
    dxki_vec_free(p->ctx, &u.exits);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
