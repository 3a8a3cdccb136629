/* SPDX-License-Identifier: MIT */
/*
 * decide.c - branches that are known to go one way become jumps, as far as that is allowed. See
 * flow.h for the reasons why it may not be.
 *
 * The graph is looked at as it would be without the edges that go. Where a loop would be left
 * without an exit, or a block with an operation that converges would fall out of a loop that is
 * still one, some of the edges stay, and the graph is looked at again.
 */
#include "ir/find.h"
#include "pass/flow.h"
#include "pass/legal.h"

/* Decision about the terminator of a block. */
enum { STAYS, FOLDS, GUARDED };

/* The graph may be looked at so often; then nothing is done. */
#define ROUNDS 8

typedef struct decider {
    dxki_pass *p;
    const dxki_cfg *cfg;
    const dxki_loops *loops;
    const uint32_t *choice;
    uint8_t *what;      /* by block: see above */
    uint8_t *converges; /* by block */

    /* Without the edges that go. */
    dxki_cfg rest;
    dxki_dom rest_dom;
    dxki_loops rest_loops;
    uint32_t *header_of; /* by block: the loop there that it heads; 0: none */
    uint32_t *depth;     /* by loop: how many of the loops around it are still there, with itself */
    uint8_t *drops;      /* by loop: blocks fall out of it that must not */
} decider;

static bool begin(decider *d, const uint32_t *choice)
{
    dxki_arena *arena = &d->p->scratch;
    const dxk_module *m = d->p->m;
    d->choice = choice;
    d->what = DXKI_NEW_ARRAY(arena, uint8_t, d->cfg->count);
    d->converges = DXKI_NEW_ARRAY(arena, uint8_t, d->cfg->count);
    d->header_of = DXKI_NEW_ARRAY(arena, uint32_t, d->cfg->graph.count);
    d->depth = DXKI_NEW_ARRAY(arena, uint32_t, d->loops->count);
    d->drops = DXKI_NEW_ARRAY(arena, uint8_t, d->loops->count);
    if (!d->what || !d->converges || !d->header_of || !d->depth || !d->drops)
        return false;
    for (uint32_t b = 0; b < d->cfg->count; b++) {
        d->what[b] = choice[b] != DXKI_NO_NODE && dxki_cfg_is_reached(d->cfg, b) ? FOLDS : STAYS;
        d->converges[b] = d->loops->of[b] && dxki_pass_legal_block_converges(m, d->cfg->blocks[b]);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The graph without the edges that go                                                        */

static bool build_rest(decider *d)
{
    const dxki_graph *g = &d->cfg->graph;
    dxki_arena *arena = &d->p->scratch;
    uint32_t(*pairs)[2] = dxki_arena_zalloc(arena, g->succ.start[g->count], sizeof *pairs);
    uint32_t count = 0;
    if (!pairs)
        return false;
    for (uint32_t b = 0; b < d->cfg->count; b++) {
        bool folds = d->what[b] == FOLDS;
        DXKI_EACH_EDGE(&g->succ, b, e)
        {
            pairs[count][0] = b;
            pairs[count++][1] = folds ? d->choice[b] : g->succ.to[e];
            if (folds)
                break;
        }
    }
    d->rest = *d->cfg;
    if (!dxki_graph_build(&d->rest.graph, arena, g->count, (const uint32_t(*)[2])pairs, count) ||
        !dxki_graph_order(&d->rest.order, arena, &d->rest.graph.succ, g->count, 0) ||
        !dxki_dom_forward(&d->rest_dom, arena, &d->rest) ||
        !dxki_loop_build(&d->rest_loops, arena, &d->rest, &d->rest_dom))
        return false;
    for (uint32_t b = 0; b < d->cfg->count; b++)
        d->header_of[b] = 0;
    for (uint32_t i = 1; i < d->rest_loops.count; i++)
        d->header_of[d->rest_loops.items[i].header] = i;
    return true;
}

/* Each outermost loop needs an exit: choices that would take the last one are not made. */
static bool keep_exits(decider *d, bool *changed)
{
    dxki_components c;
    dxki_arena *arena = &d->p->scratch;
    const dxki_graph *g = &d->rest.graph;
    uint8_t *has_exit;
    if (!dxki_graph_components(&c, arena, &g->succ, g->count) ||
        !(has_exit = DXKI_NEW_ARRAY(arena, uint8_t, c.count)))
        return false;
    for (uint32_t b = 0; b < d->cfg->count; b++) {
        DXKI_EACH_EDGE(&g->succ, b, e)
        if (c.of[g->succ.to[e]] != c.of[b])
            has_exit[c.of[b]] = 1;
    }
    for (uint32_t b = 0; b < d->cfg->count; b++) {
        if (d->what[b] != FOLDS || has_exit[c.of[b]] || !dxki_cfg_is_reached(&d->rest, b))
            continue;
        d->what[b] = STAYS;
        *changed = true;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Loops that hold operations which converge                                                  */

/* The loop of the rest that has the same header; 0: it is none there. */
static uint32_t in_rest(const decider *d, uint32_t loop)
{
    return d->header_of[d->loops->items[loop].header];
}

/* Marks the loops that a block falls out of. */
static void mark_drops(decider *d, uint32_t block)
{
    uint32_t loop = d->loops->of[block];
    for (; loop; loop = d->loops->items[loop].parent) {
        uint32_t same = in_rest(d, loop);
        if (!same)
            continue;
        if (dxki_loop_contains(&d->rest_loops, same, block))
            return;
        d->drops[loop] = 1;
    }
}

/* Finds the loops that blocks fall out of; false: there are none. A block is still in all loops
 * around it that are left if it is in as many. */
static bool find_drops(decider *d)
{
    bool any = false;
    for (uint32_t i = 1; i < d->loops->count; i++) {
        d->drops[i] = 0;
        d->depth[i] = d->depth[d->loops->items[i].parent] + (in_rest(d, i) != 0);
    }
    for (uint32_t b = 0; b < d->cfg->count; b++) {
        if (!d->converges[b] || !dxki_cfg_is_reached(&d->rest, b) ||
            d->depth[d->loops->of[b]] == d->rest_loops.items[d->rest_loops.of[b]].depth)
            continue;
        mark_drops(d, b);
        any = true;
    }
    return any;
}

/* The other way that a branch can go. */
static uint32_t other_way(const decider *d, uint32_t block)
{
    DXKI_EACH_SUCC(d->cfg, block, e)
    if (d->cfg->graph.succ.to[e] != d->choice[block])
        return d->cfg->graph.succ.to[e];
    return d->choice[block];
}

/* True if the choice leaves a loop that blocks fall out of, which the other way would not. */
static bool leaves_dropping(const decider *d, uint32_t block)
{
    uint32_t loop = d->loops->of[block], other = other_way(d, block);
    for (; loop && !dxki_loop_contains(d->loops, loop, d->choice[block]);
         loop = d->loops->items[loop].parent) {
        if (d->drops[loop] && dxki_loop_contains(d->loops, loop, other))
            return true;
    }
    return false;
}

/* True if the block is in a loop that blocks fall out of. */
static bool is_in_dropping(const decider *d, uint32_t block)
{
    uint32_t loop = d->loops->of[block];
    while (loop && !d->drops[loop])
        loop = d->loops->items[loop].parent;
    return loop != 0;
}

/* Keeps branches that leave such loops, with a guard; if there is none, all branches in them. */
static void keep_loops(decider *d, bool *changed)
{
    bool guarded = false;
    if (!find_drops(d))
        return;
    for (uint32_t b = 0; b < d->cfg->count; b++) {
        bool branch = dxki_pass_flow_is_branch(d->p->m, d->cfg->blocks[b]);
        if (d->what[b] != FOLDS || !dxki_cfg_is_reached(&d->rest, b) || !leaves_dropping(d, b))
            continue;
        d->what[b] = branch ? GUARDED : STAYS;
        guarded = true;
    }
    for (uint32_t b = 0; b < d->cfg->count && !guarded; b++) {
        if (d->what[b] == FOLDS && is_in_dropping(d, b))
            d->what[b] = STAYS;
    }
    *changed = true;
}

/* ---------------------------------------------------------------------------------------- */
/* Guards                                                                                     */

/* The variable that guards load; made if it is not there. 0: out of memory. */
static uint32_t break_variable(dxk_module *m)
{
    static const dxk_str name = {"dx.break.cond", 13};
    uint32_t found = dxki_global_find(m, name);
    if (found)
        return found;
    dxki_global g = {.linkage = DXKI_LINK_INTERNAL,
                     .flags = DXKI_GF_CONSTANT,
                     .bit_offset = UINT32_MAX,
                     .value_type = dxki_type_array(m, DXKI_TY_I32, 1)};
    g.type = g.value_type ? dxki_type_pointer(m, g.value_type, 0) : 0;
    g.init = g.type ? dxki_const_null(m, g.value_type) : 0;
    g.name = dxki_string_intern(m, name);
    if (!g.init || g.name == UINT32_MAX || !dxki_module_touch(m))
        return 0;
    return dxki_global_add(m, DXKI_G_VARIABLE, &g);
}

static uint32_t insert(dxk_module *m, dxki_place at, dxki_inst inst, const dxki_value *ops)
{
    return dxki_inst_insert(m, at, &inst, ops, NULL, 0);
}

/* The first instruction of a block that is neither a phi nor an alloca. */
static dxki_place behind_allocas(const dxk_module *m, uint32_t block)
{
    dxki_place at = dxki_place_after_phis(m, block);
    while (at.before && m->insts.items[at.before].op == DXKI_OP_ALLOCA)
        at.before = m->insts.items[at.before].next;
    return at;
}

/* A condition that is true and that nothing folds, made in the entry. 0: out of memory. */
static dxki_value make_guard(dxki_pass *p)
{
    dxk_module *m = p->m;
    uint32_t variable = break_variable(m);
    dxki_place at = behind_allocas(m, m->globals.items[p->function].first_block);
    dxki_value zero = dxki_const_int(m, DXKI_TY_I32, 0);
    dxki_type pointer = dxki_type_pointer(m, DXKI_TY_I32, 0);
    if (!variable || !zero || !pointer)
        return 0;
    const dxki_value path[3] = {DXKI_VALUE(DXKI_V_GLOBAL, variable), zero, zero};
    const uint32_t source = m->globals.items[variable].value_type;
    dxki_value address =
        dxki_const_expr(m, DXKI_OP_GEP, DXKI_IF_INBOUNDS, pointer, path, 3, &source, 1);
    uint32_t load =
        address ? insert(m, at, (dxki_inst){.op = DXKI_OP_LOAD, .type = DXKI_TY_I32, .op_count = 1},
                         &address)
                : 0;
    const dxki_value sides[2] = {DXKI_VALUE(DXKI_V_INST, load), zero};
    const uint16_t equal = 32;
    uint32_t test =
        load ? insert(
                   m, at,
                   (dxki_inst){.op = DXKI_OP_ICMP, .sub = equal, .type = DXKI_TY_I1, .op_count = 2},
                   sides)
             : 0;
    return test ? DXKI_VALUE(DXKI_V_INST, test) : 0;
}

/* Gives a branch a guard as its condition, and its choice as the way that it goes. */
static bool guard(dxki_pass *p, uint32_t branch, uint32_t chosen, dxki_value *condition)
{
    dxk_module *m = p->m;
    dxki_value other = dxki_inst_ops(m, branch)[DXKI_PASS_FLOW_FALSE];
    if (!*condition && !(*condition = make_guard(p)))
        return false;
    if (other == DXKI_VALUE(DXKI_V_BLOCK, chosen))
        other = dxki_inst_ops(m, branch)[DXKI_PASS_FLOW_TRUE];
    dxki_pass_changed(p);
    return dxki_inst_set_op(m, branch, DXKI_PASS_FLOW_CONDITION, *condition) &&
           dxki_inst_set_op(m, branch, DXKI_PASS_FLOW_TRUE, DXKI_VALUE(DXKI_V_BLOCK, chosen)) &&
           dxki_inst_set_op(m, branch, DXKI_PASS_FLOW_FALSE, other);
}

/* ---------------------------------------------------------------------------------------- */
/* All together                                                                               */

/* Makes the terminator of a block a jump; all edges but one are noted. */
static bool fold(decider *d, dxki_pass_flow_cuts *cuts, uint32_t block)
{
    const uint32_t *blocks = d->cfg->blocks;
    bool taken = false;
    DXKI_EACH_SUCC(d->cfg, block, e)
    {
        uint32_t to = d->cfg->graph.succ.to[e];
        bool goes_on = to == d->choice[block] && !taken;
        taken = taken || goes_on;
        if (!goes_on && !dxki_pass_flow_cut(d->p, cuts, blocks[block], blocks[to]))
            return false;
    }
    return dxki_pass_flow_jump(d->p, blocks[block], blocks[d->choice[block]]);
}

static bool carry_out(decider *d)
{
    dxki_pass_flow_cuts cuts = {{NULL, 0, 0}, {NULL, 0, 0}};
    const uint32_t *blocks = d->cfg->blocks;
    dxki_value condition = 0;
    bool good = true, any = false;
    for (uint32_t b = 0; good && b < d->cfg->count; b++) {
        any = any || d->what[b] != STAYS;
        if (d->what[b] == FOLDS)
            good = fold(d, &cuts, b);
        else if (d->what[b] == GUARDED)
            good = guard(d->p, dxki_pass_flow_end(d->p->m, blocks[b]), blocks[d->choice[b]],
                         &condition);
    }
    good = good && dxki_pass_flow_apply(d->p, &cuts);
    dxki_pass_flow_cuts_free(d->p, &cuts);
    if (good && any)
        dxki_pass_forget(d->p, DXKI_PASS_KEEPS_NONE);
    return good && (!any || dxki_pass_flow_remove_unreached(d->p));
}

bool dxki_pass_flow_decide(dxki_pass *p, const uint32_t *choice)
{
    decider d = {.p = p, .cfg = dxki_pass_cfg(p), .loops = dxki_pass_loops(p)};
    bool changed = true;
    if (!d.cfg || !d.loops || !begin(&d, choice))
        return false;
    for (int round = 0; changed; round++) {
        changed = false;
        if (round == ROUNDS)
            return true;
        if (!build_rest(&d) || (!p->m->ends_go && !keep_exits(&d, &changed)))
            return false;
        if (!changed)
            keep_loops(&d, &changed);
    }
    return carry_out(&d);
}
