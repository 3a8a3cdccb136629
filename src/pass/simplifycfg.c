/* SPDX-License-Identifier: MIT */
/*
 * simplifycfg.c - fewer blocks: branches that are known to go one way, blocks after each other,
 * blocks that do nothing (skip.c), branches around little (choose.c), cases of a switch that go
 * where the default goes. The graph stays reducible; headers and single ways back to them stay;
 * what [branch] and the like mark stays a branch.
 *
 * Blocks wait in a queue, at first all of them in reverse post-order; what changes puts itself and
 * the blocks around it back. Branches that become known on the way are folded in another round.
 */
#include "ir/fold.h"
#include "pass/constant_use.h"
#include "pass/phi.h"
#include "pass/simplifycfg.h"

/* Rounds over a function, until one changes nothing. */
#define ROUNDS 8

/* Ways to a block that are looked at again when it changed. */
#define MOST_PREDS 16u

/* ---------------------------------------------------------------------------------------- */
/* The queue                                                                                  */

void dxki_pass_simplify_push(dxki_pass_simplifier *s, uint32_t block)
{
    uint32_t number = dxki_cfg_number(s->cfg, block), at = s->first + s->waiting;
    if (number == DXKI_NO_NODE || s->is_waiting[number] || s->is_gone[number])
        return;
    s->is_waiting[number] = 1;
    s->queue[at >= s->cfg->count ? at - s->cfg->count : at] = number;
    s->waiting++;
}

void dxki_pass_simplify_gone(dxki_pass_simplifier *s, uint32_t block)
{
    s->is_gone[dxki_cfg_number(s->cfg, block)] = 1;
}

static uint32_t take(dxki_pass_simplifier *s)
{
    uint32_t number = s->queue[s->first];
    s->first = s->first + 1 == s->cfg->count ? 0 : s->first + 1;
    s->waiting--;
    s->is_waiting[number] = 0;
    return number;
}

static void push_targets(dxki_pass_simplifier *s, uint32_t block)
{
    const dxk_module *m = s->p->m;
    uint32_t end = dxki_pass_flow_end(m, block);
    for (uint32_t k = 0; end && k < m->insts.items[end].op_count; k++) {
        uint32_t to = dxki_pass_flow_target(m, end, k);
        if (to)
            dxki_pass_simplify_push(s, to);
    }
}

/* What leads to a block, and what leads to that alone: a branch whose arms end here may pay now. Of
 * many ways only some, which bounds the time; the others are looked at in the next round. */
static void push_preds(dxki_pass_simplifier *s, uint32_t block)
{
    const dxk_module *m = s->p->m;
    uint32_t count = 0;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, block), use) {
        const dxki_inst *in = dxki_inst_get(m, dxki_tracked_user(m, use));
        if (in->op == DXKI_OP_PHI)
            continue;
        if (++count > MOST_PREDS)
            break;
        uint32_t before = dxki_block_sole_pred(m, in->block);
        dxki_pass_simplify_push(s, in->block);
        if (before)
            dxki_pass_simplify_push(s, before);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Loops                                                                                      */

bool dxki_pass_simplify_is_header(const dxki_pass_simplifier *s, uint32_t block)
{
    uint32_t number = dxki_cfg_number(s->cfg, block), loop = s->loops->of[number];
    return loop && s->loops->items[loop].header == number;
}

bool dxki_pass_simplify_is_back(const dxki_pass_simplifier *s, uint32_t block, uint32_t header)
{
    uint32_t number = dxki_cfg_number(s->cfg, header);
    return dxki_pass_simplify_is_header(s, header) &&
           dxki_loop_contains(s->loops, s->loops->of[number], dxki_cfg_number(s->cfg, block));
}

/* ---------------------------------------------------------------------------------------- */
/* Branches that are known                                                                    */

/* The operand of a terminator that names the only block it can lead to; 0: there are several. */
static uint32_t known_target(const dxk_module *m, uint32_t end)
{
    const dxki_inst *in = dxki_inst_get(m, end);
    const dxki_value *ops = dxki_inst_ops(m, end);
    uint64_t bits;
    bool is_known = in->op_count > 1 && dxki_value_as_int(m, ops[0], &bits);
    bool is_free = in->op_count > 1 && dxki_const_is_undef(m, ops[0]);
    if (in->op == DXKI_OP_BR && in->op_count == 3) {
        if (ops[DXKI_PASS_FLOW_FALSE] == ops[DXKI_PASS_FLOW_TRUE] || is_free)
            return DXKI_PASS_FLOW_FALSE;
        return is_known ? (bits ? DXKI_PASS_FLOW_TRUE : DXKI_PASS_FLOW_FALSE) : 0;
    }
    if (in->op != DXKI_OP_SWITCH || (!is_known && !is_free && in->op_count > 2))
        return 0;
    for (uint32_t k = 2; k + 1 < in->op_count; k += 2) {
        if (ops[k] == ops[0])
            return k + 1;
    }
    return 1;
}

/* Folds all of them. */
static bool fold_known(dxki_pass *p)
{
    const dxki_cfg *cfg = dxki_pass_cfg(p);
    uint32_t *choice = cfg ? DXKI_NEW_ARRAY(&p->scratch, uint32_t, cfg->count) : NULL;
    bool any = false;
    if (!choice)
        return false;
    for (uint32_t b = 0; b < cfg->count; b++) {
        uint32_t end = dxki_pass_flow_end(p->m, cfg->blocks[b]);
        uint32_t k = end ? known_target(p->m, end) : 0;
        choice[b] = k ? dxki_cfg_number(cfg, dxki_pass_flow_target(p->m, end, k)) : DXKI_NO_NODE;
        any = any || k;
    }
    return !any || dxki_pass_flow_decide(p, choice);
}

/* Drops the cases that go where the default goes. */
static bool drop_cases(dxki_pass_simplifier *s, uint32_t block, bool *changed)
{
    dxk_module *m = s->p->m;
    uint32_t end = dxki_pass_flow_end(m, block);
    const dxki_inst *in = dxki_inst_get(m, end);
    s->words.count = 0;
    if (in->op != DXKI_OP_SWITCH)
        return true;
    uint32_t count = in->op_count, otherwise = dxki_pass_flow_target(m, end, 1);
    for (uint32_t k = 0; k < count; k += 2) {
        bool drops = k && dxki_pass_flow_target(m, end, k + 1) == otherwise;
        if (drops && !dxki_pass_flow_cut(s->p, &s->cuts, block, otherwise))
            return false;
        if (!drops && (!dxki_vec_push(s->p->ctx, &s->words, dxki_inst_ops(m, end)[k]) ||
                       !dxki_vec_push(s->p->ctx, &s->words, dxki_inst_ops(m, end)[k + 1])))
            return false;
    }
    if (s->words.count == count)
        return true;
    *changed = true;
    dxki_pass_changed(s->p);
    return dxki_inst_set_ops(m, end, s->words.items, (uint32_t)s->words.count, NULL, 0) &&
           dxki_pass_flow_apply(s->p, &s->cuts);
}

/* A switch with one case is a branch, which may be a selection then. */
static bool make_branch(dxki_pass_simplifier *s, uint32_t block, bool *changed)
{
    dxk_module *m = s->p->m;
    uint32_t end = dxki_pass_flow_end(m, block);
    const dxki_inst *in = dxki_inst_get(m, end);
    const dxki_value *ops = dxki_inst_ops(m, end);
    const uint16_t equal = 32;
    if (in->op != DXKI_OP_SWITCH || in->op_count != 4 ||
        dxki_pass_flow_hint_of(m, end) == DXKI_PASS_FLOW_HINT_BRANCH)
        return true;
    dxki_inst test = {.op = DXKI_OP_ICMP, .sub = equal, .type = DXKI_TY_I1, .op_count = 2};
    dxki_inst br = {.op = DXKI_OP_BR, .type = DXKI_TY_VOID, .op_count = 3};
    const dxki_value sides[2] = {ops[0], ops[2]}, otherwise = ops[1], hit = ops[3];
    uint32_t icmp = dxki_inst_insert(m, dxki_place_before(m, end), &test, sides, NULL, 0);
    const dxki_value ways[3] = {DXKI_VALUE(DXKI_V_INST, icmp), otherwise, hit};
    uint32_t branch = icmp ? dxki_inst_insert(m, dxki_place_end(block), &br, ways, NULL, 0) : 0;
    *changed = true;
    dxki_pass_changed(s->p);
    return branch && dxki_inst_copy_notes(m, branch, end) && dxki_inst_remove(m, end) &&
           (!dxki_inst_dbg(m, branch) || dxki_inst_set_dbg(m, icmp, dxki_inst_dbg(m, branch)));
}

/* ---------------------------------------------------------------------------------------- */
/* Other ends of blocks                                                                       */

/* Lets a branch on the opposite of a condition ask the condition. */
static bool turn_branch(dxki_pass_simplifier *s, uint32_t block, bool *changed)
{
    dxk_module *m = s->p->m;
    uint32_t end = dxki_pass_flow_end(m, block), test;
    uint64_t bits;
    if (!dxki_pass_flow_is_branch(m, block))
        return true;
    const dxki_value *ops = dxki_inst_ops(m, end);
    const dxki_value t = ops[DXKI_PASS_FLOW_TRUE], f = ops[DXKI_PASS_FLOW_FALSE];
    test = dxki_value_as_inst(ops[DXKI_PASS_FLOW_CONDITION]);
    if (!test || m->insts.items[test].op != DXKI_OP_XOR ||
        !dxki_value_as_int(m, dxki_inst_ops(m, test)[1], &bits) || bits != 1)
        return true;
    *changed = true;
    dxki_pass_changed(s->p);
    return dxki_inst_set_op(m, end, DXKI_PASS_FLOW_CONDITION, dxki_inst_ops(m, test)[0]) &&
           dxki_inst_set_op(m, end, DXKI_PASS_FLOW_TRUE, f) &&
           dxki_inst_set_op(m, end, DXKI_PASS_FLOW_FALSE, t);
}

/* True if nothing but the word that it is never reached is in the block. */
static bool is_never_reached(const dxk_module *m, uint32_t block)
{
    uint32_t end = dxki_pass_flow_end(m, block);
    return block && end && m->insts.items[end].op == DXKI_OP_UNREACHABLE &&
           m->blocks.items[block].first_inst == end;
}

/* A branch does not go where nothing is ever reached. */
static bool avoid_unreachable(dxki_pass_simplifier *s, uint32_t block, bool *changed)
{
    const dxk_module *m = s->p->m;
    uint32_t end = dxki_pass_flow_end(m, block);
    if (!dxki_pass_flow_is_branch(m, block))
        return true;
    uint32_t t = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_TRUE);
    uint32_t f = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_FALSE);
    if (t == f || is_never_reached(m, t) == is_never_reached(m, f))
        return true;
    *changed = true;
    return dxki_pass_flow_jump(s->p, block, is_never_reached(m, t) ? f : t);
}

/* A branch with two ways to one block is a jump. */
static bool join_ways(dxki_pass_simplifier *s, uint32_t block, bool *changed)
{
    const dxk_module *m = s->p->m;
    uint32_t end = dxki_pass_flow_end(m, block),
             to = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_TRUE);
    if (to != dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_FALSE))
        return true;
    *changed = true;
    return dxki_pass_flow_cut(s->p, &s->cuts, block, to) && dxki_pass_flow_apply(s->p, &s->cuts) &&
           dxki_pass_flow_jump(s->p, block, to);
}

/* Phis of a block that only one leads to become their values: those that are undef must not. */
static bool settle_undefined(dxk_module *m, uint32_t block)
{
    DXKI_EACH_INST(m, block, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        if (dxki_const_is_undef(m, dxki_inst_ops(m, phi)[0]) &&
            (!dxki_pass_phi_replace_undefined(m, DXKI_VALUE(DXKI_V_INST, phi)) ||
             !dxki_inst_remove(m, phi)))
            return false;
    }
    return true;
}

/* Takes in the blocks after, as long as only this one leads to them. */
static bool merge(dxki_pass_simplifier *s, uint32_t block, bool *changed)
{
    dxk_module *m = s->p->m;
    while (dxki_pass_flow_is_jump(m, block)) {
        uint32_t next = dxki_pass_flow_target(m, dxki_pass_flow_end(m, block), 0);
        if (!next || !dxki_block_can_merge(m, block, next))
            return true;
        dxki_pass_simplify_gone(s, next);
        if (!settle_undefined(m, next) || !dxki_block_merge(m, block, next))
            return false;
        dxki_pass_changed(s->p);
        *changed = true;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The pass                                                                                   */

static bool look_at(dxki_pass_simplifier *s, uint32_t block)
{
    const dxk_module *m = s->p->m;
    bool changed = false;
    if (!dxki_pass_flow_end(m, block))
        return true;
    if (!dxki_pass_simplify_skip(s, block, &changed) || !drop_cases(s, block, &changed) ||
        !make_branch(s, block, &changed) || !turn_branch(s, block, &changed) ||
        !avoid_unreachable(s, block, &changed))
        return false;
    if (dxki_pass_flow_is_branch(m, block) && !join_ways(s, block, &changed))
        return false;
    if (dxki_pass_flow_is_branch(m, block) && !dxki_pass_simplify_choose(s, block, &changed))
        return false;
    if (!merge(s, block, &changed))
        return false;
    if (changed) {
        dxki_pass_simplify_push(s, block);
        push_targets(s, block);
        push_preds(s, block);
    }
    return true;
}

static bool begin(dxki_pass_simplifier *s)
{
    dxki_arena *arena = &s->p->scratch;
    s->cfg = dxki_pass_cfg(s->p);
    s->loops = dxki_pass_loops(s->p);
    if (!s->cfg || !s->loops)
        return false;
    s->first = s->waiting = 0;
    s->queue = DXKI_NEW_ARRAY(arena, uint32_t, s->cfg->count);
    s->is_waiting = DXKI_NEW_ARRAY(arena, uint8_t, s->cfg->count);
    s->is_gone = DXKI_NEW_ARRAY(arena, uint8_t, s->cfg->count);
    if (!s->queue || !s->is_waiting || !s->is_gone)
        return false;
    for (uint32_t i = 0; i < s->cfg->order.count; i++) {
        if (s->cfg->order.nodes[i] < s->cfg->count)
            dxki_pass_simplify_push(s, s->cfg->blocks[s->cfg->order.nodes[i]]);
    }
    return true;
}

/* One round. The budget ends loops that would not end by themselves. */
static bool simplify(dxki_pass_simplifier *s)
{
    if (!fold_known(s->p) || !dxki_pass_flow_remove_unreached(s->p) || !begin(s))
        return false;
    while (s->waiting) {
        uint32_t number = take(s);
        if (!dxki_pass_spend(s->p, 1))
            return true;
        if (!s->is_gone[number] && !look_at(s, s->cfg->blocks[number]))
            return false;
    }
    return true;
}

static void end(dxki_pass_simplifier *s)
{
    dxk_ctx *ctx = s->p->ctx;
    dxki_pass_flow_cuts_free(s->p, &s->cuts);
    dxki_value_map_free(ctx, &s->phi_numbers);
    dxki_value_map_free(ctx, &s->rows_of);
    dxki_vec_free(ctx, &s->skipped);
    dxki_vec_free(ctx, &s->preds);
    dxki_vec_free(ctx, &s->words);
    dxki_vec_free(ctx, &s->rows);
    dxki_vec_free(ctx, &s->row_blocks);
}

dxk_status dxki_pass_simplifycfg(dxki_pass *p)
{
    dxki_pass_simplifier s = {.p = p, .speculate = (uint32_t)p->options[0]};
    bool good = true, again = true;
    for (int round = 0; good && again && round < ROUNDS; round++) {
        bool before = p->changed;
        p->changed = false;
        good = simplify(&s);
        again = p->changed;
        if (p->changed)
            dxki_pass_forget(p, DXKI_PASS_KEEPS_DXIL);
        p->changed = p->changed || before;
    }
    end(&s);
    good = good && (!p->changed || dxki_pass_settle_constants(p));
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
