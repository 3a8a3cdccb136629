/* SPDX-License-Identifier: MIT */
/*
 * choose.c - a branch around a few simple instructions costs more than they do: they are run always,
 * and a select chooses what the phi chose.
 *
 *     a:  br %c, %t, %f                     a:  %x = ...
 *     t:  %x = ...                              %y = ...
 *         br %j                     ==>         %p = select %c, %x, %y
 *     f:  %y = ...                              ...
 *         br %j
 *     j:  %p = phi [%x, %t], [%y, %f]
 *
 * One of the arms may be missing. Nothing moves that has an effect, may fail, or needs its lanes
 * together (legal.h). A phi with undef on one side becomes the other side.
 */
#include "ir/fold.h"
#include "pass/legal.h"
#include "pass/phi.h"
#include "pass/simplifycfg.h"

/* What [flatten] may cost, in simple operations, and how many ways may meet where an arm ends: each
 * time its phis are made anew. */
#define MOST_FLATTENED 64u
#define MOST_WAYS      64u

/* A branch with its arms. */
typedef struct diamond {
    uint32_t block, join, branch;
    uint32_t arms[2]; /* the block on the true way and on the other one; 0: it leads to the join */
} diamond;

/* --- which branches --- */

/* The block that a lone arm leads to; 0: it is none. */
static uint32_t arm_target(const dxk_module *m, uint32_t arm, uint32_t block)
{
    bool alone = dxki_pass_flow_is_jump(m, arm) && dxki_block_sole_pred(m, arm) == block &&
                 dxki_inst_get(m, m->blocks.items[arm].first_inst)->op != DXKI_OP_PHI;
    uint32_t to = alone ? dxki_pass_flow_target(m, dxki_pass_flow_end(m, arm), 0) : 0;
    return to == block || to == arm ? 0 : to;
}

static bool find_diamond(const dxk_module *m, uint32_t block, diamond *d)
{
    *d = (diamond){.block = block, .branch = dxki_pass_flow_end(m, block)};
    uint32_t t = dxki_pass_flow_target(m, d->branch, DXKI_PASS_FLOW_TRUE);
    uint32_t f = dxki_pass_flow_target(m, d->branch, DXKI_PASS_FLOW_FALSE);
    if (!t || !f || t == f)
        return false;
    uint32_t behind_t = arm_target(m, t, block), behind_f = arm_target(m, f, block);
    if (behind_t == f || (behind_t && behind_t == behind_f))
        d->arms[0] = t;
    if (behind_f == t || (behind_t && behind_t == behind_f))
        d->arms[1] = f;
    d->join = d->arms[0] ? behind_t : behind_f;
    return d->arms[0] || d->arms[1];
}

/* What it costs to run an arm always; UINT32_MAX: it must not be. */
static uint32_t cost_of_arm(const dxki_pass_simplifier *s, uint32_t arm)
{
    const dxk_module *m = s->p->m;
    uint32_t cost = 0, end = arm ? dxki_pass_flow_end(m, arm) : 0;
    if (!arm)
        return 0;
    DXKI_EACH_INST(m, arm, inst) {
        if (inst == end || dxki_inst_is_debug_call(m, dxki_inst_get(m, inst)))
            continue;
        cost += dxki_pass_legal_cost(m, inst);
        if (cost > MOST_FLATTENED || !dxki_pass_legal_may_speculate(s->p, inst))
            return UINT32_MAX;
    }
    return cost;
}

/* The block from which an arm, or the branch itself, leads to the join. */
static uint32_t way(const diamond *d, unsigned side)
{
    return d->arms[side] ? d->arms[side] : d->block;
}

/* What a phi gets on both ways; false: one is missing. */
static bool sides(const dxk_module *m, const diamond *d, uint32_t phi, dxki_value side[2])
{
    for (unsigned i = 0; i < 2; i++) {
        uint32_t k = dxki_phi_find(m, phi, way(d, i));
        if (k == UINT32_MAX)
            return false;
        side[i] = dxki_inst_ops(m, phi)[k];
    }
    return true;
}

/* True if something else than itself uses a phi. */
static bool is_used(const dxk_module *m, uint32_t phi)
{
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, phi), use) {
        if (dxki_tracked_user(m, use) != phi)
            return true;
    }
    return false;
}

/* Counts the selects that are needed; false: a value must not be chosen by one. *most: how many may
 * be there, at the most one per arm where other ways meet, too, so that the phis stay. */
static bool count_selects(const dxk_module *m, const diamond *d, uint32_t *count, uint32_t *most)
{
    *count = 0;
    DXKI_EACH_INST(m, d->join, phi) {
        dxki_value side[2];
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        if (m->insts.items[phi].op_count > MOST_WAYS || !sides(m, d, phi, side))
            return false;
        if (m->insts.items[phi].op_count > 2)
            *most = d->arms[0] && d->arms[1] ? 2 : 1;
        if (side[0] == side[1] || dxki_const_is_undef(m, side[0]) ||
            dxki_const_is_undef(m, side[1]) || !is_used(m, phi))
            continue;
        if (!dxki_pass_legal_may_select(m, m->insts.items[phi].type))
            return false;
        ++*count;
    }
    return true;
}

static bool pays(const dxki_pass_simplifier *s, const diamond *d)
{
    const dxk_module *m = s->p->m;
    dxki_pass_flow_hint hint = dxki_pass_flow_hint_of(m, d->branch);
    uint32_t most = hint == DXKI_PASS_FLOW_HINT_FLATTEN ? MOST_FLATTENED : s->speculate;
    uint32_t a, b, selects, most_selects = 2 * most;
    if (hint == DXKI_PASS_FLOW_HINT_BRANCH || !count_selects(m, d, &selects, &most_selects))
        return false;
    a = cost_of_arm(s, d->arms[0]);
    b = cost_of_arm(s, d->arms[1]);
    return a <= most && b <= most - a && selects <= most_selects;
}

/* --- doing it --- */

static bool move_arm(dxki_pass_simplifier *s, const diamond *d, uint32_t arm)
{
    dxk_module *m = s->p->m;
    uint32_t end = dxki_pass_flow_end(m, arm), next;
    for (uint32_t inst = m->blocks.items[arm].first_inst; inst != end; inst = next) {
        next = m->insts.items[inst].next;
        if (!dxki_inst_is_debug_call(m, dxki_inst_get(m, inst)) &&
            !dxki_inst_move(m, inst, dxki_place_before(m, d->branch)))
            return false;
    }
    return true;
}

/* The value that the branch chooses, at its end. 0: out of memory. */
static dxki_value make_choice(dxki_pass_simplifier *s, const diamond *d, uint32_t phi,
                              const dxki_value side[2])
{
    dxk_module *m = s->p->m;
    if (side[0] == side[1] || dxki_const_is_undef(m, side[1]) || !is_used(m, phi))
        return side[0];
    if (dxki_const_is_undef(m, side[0]))
        return side[1];
    dxki_inst select = {.op = DXKI_OP_SELECT, .type = m->insts.items[phi].type, .op_count = 3};
    const dxki_value ops[3] = {dxki_inst_ops(m, d->branch)[DXKI_PASS_FLOW_CONDITION], side[0],
                               side[1]};
    uint32_t made = dxki_inst_insert(m, dxki_place_before(m, d->branch), &select, ops, NULL, 0);
    dxki_md location = dxki_inst_dbg(m, phi) ? dxki_inst_dbg(m, phi) : dxki_inst_dbg(m, d->branch);
    if (!made || (location && !dxki_inst_set_dbg(m, made, location)))
        return 0;
    return DXKI_VALUE(DXKI_V_INST, made);
}

/* Gives a phi one operand in the place of the two; one that has no other goes. */
static bool settle_phi(dxki_pass_simplifier *s, const diamond *d, uint32_t phi)
{
    dxk_module *m = s->p->m;
    dxki_value side[2], self = DXKI_VALUE(DXKI_V_INST, phi);
    dxki_value chosen = sides(m, d, phi, side) ? make_choice(s, d, phi, side) : 0;
    if (!chosen)
        return false;
    if (m->insts.items[phi].op_count > 2) {
        uint32_t keep = dxki_phi_find(m, phi, way(d, 0)), words = m->insts.items[phi].op_count;
        uint32_t drop = dxki_phi_find(m, phi, way(d, 1));
        return dxki_inst_set_op(m, phi, keep, chosen) &&
               dxki_inst_set_op(m, phi, words + keep, DXKI_VALUE(DXKI_V_BLOCK, d->block)) &&
               dxki_phi_remove(m, phi, drop);
    }
    bool is_new = chosen != side[0] && chosen != side[1];
    bool good = dxki_const_is_undef(m, chosen) || chosen == self
                    ? dxki_pass_phi_replace_undefined(m, self)
                    : dxki_value_replace(m, self, chosen);
    return good && (!is_new || dxki_value_take_name(m, chosen, self)) && dxki_inst_remove(m, phi);
}

static bool carry_out(dxki_pass_simplifier *s, const diamond *d)
{
    dxk_module *m = s->p->m;
    for (unsigned i = 0; i < 2; i++) {
        if (d->arms[i] && !move_arm(s, d, d->arms[i]))
            return false;
    }
    DXKI_EACH_INST(m, d->join, phi) {
        if (m->insts.items[phi].op != DXKI_OP_PHI)
            break;
        if (!settle_phi(s, d, phi))
            return false;
    }
    if (!dxki_pass_flow_jump(s->p, d->block, d->join))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        if (!d->arms[i])
            continue;
        dxki_pass_simplify_gone(s, d->arms[i]);
        if (!dxki_blocks_remove(m, &d->arms[i], 1))
            return false;
    }
    dxki_pass_simplify_push(s, d->block);
    dxki_pass_simplify_push(s, d->join);
    return true;
}

bool dxki_pass_simplify_choose(dxki_pass_simplifier *s, uint32_t block, bool *changed)
{
    diamond d;
    if (!find_diamond(s->p->m, block, &d) || !pays(s, &d))
        return true;
    *changed = true;
    return carry_out(s, &d);
}
