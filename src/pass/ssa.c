/* SPDX-License-Identifier: MIT */
/*
 * ssa.c - see ssa.h. Where phis go: Cytron and others, "Efficiently computing static single
 * assignment form and the control dependence graph". The values of all variables are then found in
 * one walk down the tree of dominators.
 */
#include "pass/ssa.h"

#include <string.h>

#include "pass/constant_use.h"
#include "pass/phi.h"
#include "pass/unset.h"

/* Events of a block come in this order; loads and stores among themselves as they were told. */
enum { ORDER_BEGIN, ORDER_BODY, ORDER_END, ORDER_LEAVE, ORDER_COUNT };

struct dxki_pass_ssa_work {
    uint32_t *first; /* by block: its first event, in order; one more than blocks */
    dxki_pass_ssa_event *events;

    /* By variable: blocks that use it before they set it, and blocks that set it. */
    dxki_edges needs, sets;

    uint32_t *live, *has_phi, *is_set; /* by block: 1 + the last variable of which it was said */
    uint32_t *stack;

    uint32_t *first_phi; /* by block: its first phi; one more than blocks */
    dxki_pass_ssa_phi *phis;
    uint32_t *slot; /* by edge to a successor: number of the phi operands that it brings */

    dxki_value *now; /* by variable: its value at this place of the walk; 0: not set */
    DXKI_VEC(struct undo {
        uint32_t variable;
        dxki_value before;
    })
    undo;
};

/* ---------------------------------------------------------------------------------------- */
/* Callbacks                                                                                  */

bool dxki_pass_ssa_begin(dxki_pass_ssa *s, dxki_pass *p)
{
    memset(s, 0, sizeof *s);
    s->p = p;
    s->cfg = dxki_pass_cfg(p);
    s->dom = dxki_pass_dom(p);
    return s->cfg && s->dom && dxki_frontier_forward(&s->frontier, &p->scratch, s->cfg, s->dom);
}

void dxki_pass_ssa_free(dxki_pass_ssa *s)
{
    dxk_ctx *ctx = s->p->ctx;
    dxki_vec_free(ctx, &s->types);
    dxki_vec_free(ctx, &s->events);
    dxki_vec_free(ctx, &s->phis);
    if (s->work)
        dxki_vec_free(ctx, &s->work->undo);
}

bool dxki_pass_ssa_variable(dxki_pass_ssa *s, dxki_type type, uint32_t *variable)
{
    *variable = (uint32_t)s->types.count;
    return dxki_vec_push(s->p->ctx, &s->types, type);
}

static bool add_event(dxki_pass_ssa *s, dxki_pass_ssa_event event, uint32_t block)
{
    event.block = dxki_cfg_number(s->cfg, block);
    return dxki_vec_push(s->p->ctx, &s->events, event);
}

bool dxki_pass_ssa_load(dxki_pass_ssa *s, uint32_t variable, uint32_t inst)
{
    return add_event(s, (dxki_pass_ssa_event){variable, 0, inst, 0, DXKI_PASS_SSA_LOAD, ORDER_BODY},
                     s->p->m->insts.items[inst].block);
}

bool dxki_pass_ssa_store(dxki_pass_ssa *s, uint32_t variable, uint32_t inst)
{
    return add_event(s,
                     (dxki_pass_ssa_event){variable, 0, inst, 0, DXKI_PASS_SSA_STORE, ORDER_BODY},
                     s->p->m->insts.items[inst].block);
}

bool dxki_pass_ssa_define(dxki_pass_ssa *s, uint32_t variable, uint32_t block, dxki_value value)
{
    return add_event(
        s, (dxki_pass_ssa_event){variable, 0, value, 0, DXKI_PASS_SSA_DEFINE, ORDER_END}, block);
}

bool dxki_pass_ssa_use(dxki_pass_ssa *s, uint32_t variable, uint32_t inst, uint32_t operand)
{
    const dxk_module *m = s->p->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_pass_ssa_event event = {variable, 0, inst, operand, DXKI_PASS_SSA_USE, ORDER_BEGIN};
    if (in->op != DXKI_OP_PHI)
        return add_event(s, event, in->block);
    event.order = ORDER_LEAVE;
    return add_event(s, event, dxki_phi_block(m, inst, operand));
}

/* ---------------------------------------------------------------------------------------- */
/* Events in order                                                                            */

static bool is_reached(const dxki_pass_ssa *s, uint32_t block)
{
    return block < s->cfg->count && dxki_cfg_is_reached(s->cfg, block);
}

/* Sorts events by block and order; those of blocks that are not reached are left out. */
static bool sort_events(dxki_pass_ssa *s)
{
    struct dxki_pass_ssa_work *w = s->work;
    uint32_t keys = s->cfg->count * ORDER_COUNT, at = 0;
    uint32_t *place = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, (size_t)keys + 1);
    w->first = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, (size_t)s->cfg->count + 1);
    w->events = DXKI_NEW_ARRAY(&s->p->scratch, dxki_pass_ssa_event, s->events.count);
    if (!place || !w->first || !w->events)
        return false;
    for (size_t i = 0; i < s->events.count; i++) {
        const dxki_pass_ssa_event *e = &s->events.items[i];
        place[is_reached(s, e->block) ? e->block * ORDER_COUNT + e->order : keys]++;
    }
    for (uint32_t key = 0; key < keys; key++) {
        uint32_t count = place[key];
        if (key % ORDER_COUNT == 0)
            w->first[key / ORDER_COUNT] = at;
        place[key] = at;
        at += count;
    }
    w->first[s->cfg->count] = at;
    for (size_t i = 0; i < s->events.count; i++) {
        const dxki_pass_ssa_event *e = &s->events.items[i];
        if (is_reached(s, e->block))
            w->events[place[e->block * ORDER_COUNT + e->order]++] = *e;
    }
    return true;
}

typedef struct pair {
    uint32_t variable;
    uint32_t block;
} pair;

typedef DXKI_VEC(pair) pairs;

/* Turns pairs into lists by variable. */
static bool group(dxki_pass_ssa *s, dxki_edges *to, const pairs *list)
{
    size_t variables = s->types.count;
    uint32_t at = 0;
    to->start = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, variables + 2);
    to->to = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, list->count);
    if (!to->start || !to->to)
        return false;
    for (size_t i = 0; i < list->count; i++)
        to->start[list->items[i].variable + 2]++;
    for (size_t v = 2; v < variables + 2; v++)
        to->start[v] = at += to->start[v];
    for (size_t i = 0; i < list->count; i++)
        to->to[to->start[list->items[i].variable + 1]++] = list->items[i].block;
    return true;
}

/* Enters the block in the lists of the variables that it needs or sets. `met` and `set`, by
 * variable: 1 + the last block in which that was found. */
static bool list_block(dxki_pass_ssa *s, uint32_t block, uint32_t *met, uint32_t *set, pairs *needs,
                       pairs *sets)
{
    const struct dxki_pass_ssa_work *w = s->work;
    for (uint32_t i = w->first[block]; i < w->first[block + 1]; i++) {
        const dxki_pass_ssa_event *e = &w->events[i];
        pair found = {e->variable, block};
        bool sets_it = e->kind == DXKI_PASS_SSA_STORE || e->kind == DXKI_PASS_SSA_DEFINE;
        uint32_t *seen = sets_it ? set : met;
        if (seen[e->variable] == block + 1 || set[e->variable] == block + 1)
            continue;
        seen[e->variable] = block + 1;
        if (!dxki_vec_push(s->p->ctx, sets_it ? sets : needs, found))
            return false;
    }
    return true;
}

static bool list_blocks(dxki_pass_ssa *s)
{
    dxki_arena *arena = &s->p->scratch;
    uint32_t *met = DXKI_NEW_ARRAY(arena, uint32_t, s->types.count);
    uint32_t *set = DXKI_NEW_ARRAY(arena, uint32_t, s->types.count);
    pairs needs = {NULL, 0, 0}, sets = {NULL, 0, 0};
    bool good = met && set;
    for (uint32_t block = 0; good && block < s->cfg->count; block++)
        good = list_block(s, block, met, set, &needs, &sets);
    good = good && group(s, &s->work->needs, &needs) && group(s, &s->work->sets, &sets);
    dxki_vec_free(s->p->ctx, &needs);
    dxki_vec_free(s->p->ctx, &sets);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Where phis go                                                                              */

/* A variable with one definition that comes before all other blocks that need it needs no phi. */
static bool is_simple(const dxki_pass_ssa *s, uint32_t variable)
{
    const struct dxki_pass_ssa_work *w = s->work;
    uint32_t first = w->sets.start[variable];
    if (w->sets.start[variable + 1] != first + 1)
        return w->sets.start[variable + 1] == first;
    uint32_t block = w->sets.to[first];
    DXKI_EACH_EDGE(&w->needs, variable, e)
    {
        if (w->needs.to[e] == block || !dxki_dom_dominates(s->dom, block, w->needs.to[e]))
            return false;
    }
    return true;
}

/* Marks the blocks at whose beginning the variable is still needed. */
static void mark_live(dxki_pass_ssa *s, uint32_t variable)
{
    struct dxki_pass_ssa_work *w = s->work;
    uint32_t count = 0, mark = variable + 1;
    DXKI_EACH_EDGE(&w->sets, variable, e)
    w->is_set[w->sets.to[e]] = mark;
    DXKI_EACH_EDGE(&w->needs, variable, e)
    {
        w->live[w->needs.to[e]] = mark;
        w->stack[count++] = w->needs.to[e];
    }
    while (count) {
        uint32_t block = w->stack[--count];
        DXKI_EACH_PRED(s->cfg, block, e)
        {
            uint32_t pred = s->cfg->graph.pred.to[e];
            if (w->live[pred] == mark || w->is_set[pred] == mark || !is_reached(s, pred))
                continue;
            w->live[pred] = mark;
            w->stack[count++] = pred;
        }
    }
}

static bool place_phis(dxki_pass_ssa *s, uint32_t variable)
{
    struct dxki_pass_ssa_work *w = s->work;
    uint32_t count = 0, mark = variable + 1;
    bool good = true;
    if (is_simple(s, variable) || w->needs.start[variable] == w->needs.start[variable + 1])
        return true;
    mark_live(s, variable);
    DXKI_EACH_EDGE(&w->sets, variable, e)
    w->stack[count++] = w->sets.to[e];
    while (good && count) {
        uint32_t block = w->stack[--count], at;
        while (good && (at = dxki_frontier_take(&s->frontier, block)) != DXKI_NO_NODE) {
            if (at >= s->cfg->count || w->has_phi[at] == mark || w->live[at] != mark)
                continue;
            w->has_phi[at] = mark;
            good = dxki_vec_push(s->p->ctx, &s->phis, ((dxki_pass_ssa_phi){variable, at, 0}));
            if (w->is_set[at] != mark)
                w->stack[count++] = at;
        }
    }
    dxki_frontier_restore(&s->frontier);
    return good;
}

/* Makes a phi with an operand for each edge to its block, undef at first. */
static uint32_t make_phi(dxki_pass_ssa *s, const dxki_pass_ssa_phi *phi, uint32_t *words)
{
    const dxki_cfg *cfg = s->cfg;
    const uint32_t *preds = cfg->graph.pred.to + cfg->graph.pred.start[phi->block];
    uint32_t count = cfg->graph.pred.start[phi->block + 1] - cfg->graph.pred.start[phi->block];
    dxki_inst inst = {.op = DXKI_OP_PHI, .type = s->types.items[phi->variable], .op_count = count};
    dxki_value undef = dxki_const_undef(s->p->m, inst.type);
    uint32_t block = cfg->blocks[phi->block];
    for (uint32_t i = 0; i < count; i++) {
        words[i] = undef;
        words[count + i] = DXKI_VALUE(DXKI_V_BLOCK, cfg->blocks[preds[i]]);
    }
    dxki_place first = {block, s->p->m->blocks.items[block].first_inst};
    return undef ? dxki_inst_insert(s->p->m, first, &inst, words, words + count, count) : 0;
}

/* Makes the phis and sorts them by block. Each is put before those that are there. */
static bool make_phis(dxki_pass_ssa *s)
{
    struct dxki_pass_ssa_work *w = s->work;
    dxki_arena *arena = &s->p->scratch;
    uint32_t edges = s->cfg->graph.pred.start[s->cfg->graph.count], at = 0;
    uint32_t *words = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)edges * 2);
    w->first_phi = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)s->cfg->count + 2);
    w->phis = DXKI_NEW_ARRAY(arena, dxki_pass_ssa_phi, s->phis.count);
    if (!words || !w->first_phi || !w->phis)
        return false;
    for (size_t i = s->phis.count; i-- > 0;) {
        dxki_pass_ssa_phi *phi = &s->phis.items[i];
        phi->inst = make_phi(s, phi, words);
        if (!phi->inst)
            return false;
        w->first_phi[phi->block + 2]++;
    }
    for (uint32_t block = 2; block < s->cfg->count + 2; block++)
        w->first_phi[block] = at += w->first_phi[block];
    for (size_t i = 0; i < s->phis.count; i++)
        w->phis[w->first_phi[s->phis.items[i].block + 1]++] = s->phis.items[i];
    return true;
}

/* Which of the operands of a phi an edge brings: edges to a block are sorted by where they come
 * from, as those from a block are. */
static bool number_slots(dxki_pass_ssa *s)
{
    const dxki_graph *g = &s->cfg->graph;
    uint32_t *next = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, g->count);
    s->work->slot = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, g->succ.start[g->count]);
    if (!next || !s->work->slot)
        return false;
    for (uint32_t e = 0; e < g->succ.start[g->count]; e++)
        s->work->slot[e] = next[g->succ.to[e]]++;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* The walk                                                                                   */

static bool set_now(dxki_pass_ssa *s, uint32_t variable, dxki_value value)
{
    struct dxki_pass_ssa_work *w = s->work;
    struct undo undo = {variable, w->now[variable]};
    w->now[variable] = value;
    return dxki_vec_push(s->p->ctx, &w->undo, undo);
}

/* A load of a variable that has a value, or none. */
static bool replace_load(dxki_pass_ssa *s, uint32_t load, dxki_value value)
{
    dxk_module *m = s->p->m;
    dxki_value self = DXKI_VALUE(DXKI_V_INST, load);
    bool good =
        value ? dxki_pass_keep_subtractions(s->p, self, value) && dxki_value_replace(m, self, value)
              : dxki_pass_phi_replace_undefined(m, self);
    return good && dxki_inst_remove(m, load);
}

static bool replace_store(dxki_pass_ssa *s, uint32_t variable, uint32_t store)
{
    dxk_module *m = s->p->m;
    dxki_value value = dxki_inst_ops(m, store)[0];
    if (s->defined && !s->defined(s->user, variable, value, dxki_place_before(m, store)))
        return false;
    return set_now(s, variable, value) && dxki_inst_remove(m, store);
}

static bool replace_use(dxki_pass_ssa *s, const dxki_pass_ssa_event *e, dxki_value value)
{
    dxk_module *m = s->p->m;
    dxki_type type = s->types.items[e->variable];
    bool in_phi = m->insts.items[e->what].op == DXKI_OP_PHI;
    if (!value)
        value = in_phi ? dxki_const_undef(m, type) : dxki_pass_unset_value(m, type);
    return value && dxki_inst_set_op(m, e->what, e->operand, value);
}

static bool do_event(dxki_pass_ssa *s, const dxki_pass_ssa_event *e)
{
    dxki_value now = s->work->now[e->variable];
    switch ((dxki_pass_ssa_kind)e->kind) {
    case DXKI_PASS_SSA_USE:
        return replace_use(s, e, now);
    case DXKI_PASS_SSA_LOAD:
        return replace_load(s, e->what, now);
    case DXKI_PASS_SSA_STORE:
        return replace_store(s, e->variable, e->what);
    case DXKI_PASS_SSA_DEFINE:
        return set_now(s, e->variable, e->what);
    }
    return true;
}

/* The values that a block hands on to phis behind it. */
static bool fill_phis(dxki_pass_ssa *s, uint32_t block)
{
    const struct dxki_pass_ssa_work *w = s->work;
    DXKI_EACH_SUCC(s->cfg, block, e)
    {
        uint32_t to = s->cfg->graph.succ.to[e];
        if (to >= s->cfg->count)
            continue;
        for (uint32_t i = w->first_phi[to]; i < w->first_phi[to + 1]; i++) {
            dxki_value now = w->now[w->phis[i].variable];
            if (now && !dxki_inst_set_op(s->p->m, w->phis[i].inst, w->slot[e], now))
                return false;
        }
    }
    return true;
}

static bool walk_block(dxki_pass_ssa *s, uint32_t block)
{
    const struct dxki_pass_ssa_work *w = s->work;
    for (uint32_t i = w->first_phi[block]; i < w->first_phi[block + 1]; i++) {
        if (!set_now(s, w->phis[i].variable, DXKI_VALUE(DXKI_V_INST, w->phis[i].inst)))
            return false;
    }
    for (uint32_t i = w->first[block]; i < w->first[block + 1]; i++) {
        if (!do_event(s, &w->events[i]))
            return false;
    }
    return fill_phis(s, block);
}

static void go_back(dxki_pass_ssa *s, size_t mark)
{
    struct dxki_pass_ssa_work *w = s->work;
    while (w->undo.count > mark) {
        const struct undo *undo = &w->undo.items[--w->undo.count];
        w->now[undo->variable] = undo->before;
    }
}

/* Down the tree of dominators: `path` has the nodes on the way to the one at hand, `marks` what was
 * to undo before each. */
static bool walk(dxki_pass_ssa *s)
{
    const dxki_dom *dom = s->dom;
    struct dxki_pass_ssa_work *w = s->work;
    uint32_t *path = w->stack, length = 0;
    size_t *marks = DXKI_NEW_ARRAY(&s->p->scratch, size_t, dom->reached);
    w->now = DXKI_NEW_ARRAY(&s->p->scratch, dxki_value, s->types.count);
    if (!marks || !w->now)
        return false;
    for (uint32_t place = 0; place < dom->reached; place++) {
        uint32_t block = dom->nodes[place];
        while (length && dom->out[path[length - 1]] <= place)
            go_back(s, marks[--length]);
        marks[length] = w->undo.count;
        path[length++] = block;
        if (block < s->cfg->count && !walk_block(s, block))
            return false;
    }
    return true;
}

/* In code that nothing leads to variables have no value. */
static bool settle_unreached(dxki_pass_ssa *s)
{
    for (size_t i = 0; i < s->events.count; i++) {
        const dxki_pass_ssa_event *e = &s->events.items[i];
        if (is_reached(s, e->block))
            continue;
        if ((e->kind == DXKI_PASS_SSA_USE && !replace_use(s, e, 0)) ||
            (e->kind == DXKI_PASS_SSA_LOAD && !replace_load(s, e->what, 0)) ||
            (e->kind == DXKI_PASS_SSA_STORE && !dxki_inst_remove(s->p->m, e->what)))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* All together                                                                               */

static bool make_room(dxki_pass_ssa *s)
{
    dxki_arena *arena = &s->p->scratch;
    struct dxki_pass_ssa_work *w = s->work = DXKI_NEW(arena, struct dxki_pass_ssa_work);
    size_t count = s->cfg->graph.count;
    if (!w)
        return false;
    w->live = DXKI_NEW_ARRAY(arena, uint32_t, count);
    w->has_phi = DXKI_NEW_ARRAY(arena, uint32_t, count);
    w->is_set = DXKI_NEW_ARRAY(arena, uint32_t, count);
    w->stack = DXKI_NEW_ARRAY(arena, uint32_t, count * 2);
    return w->live && w->has_phi && w->is_set && w->stack;
}

static bool simplify_phis(dxki_pass_ssa *s)
{
    dxki_pass_phi_list list = {NULL, 0, 0};
    bool good = true;
    for (size_t i = 0; good && i < s->phis.count; i++)
        good = dxki_vec_push(s->p->ctx, &list, s->phis.items[i].inst);
    good = good && dxki_pass_phi_simplify(s->p, &list);
    dxki_vec_free(s->p->ctx, &list);
    return good;
}

/* The first instruction of a block that is no phi, looked for once. */
static uint32_t behind_phis(dxki_pass_ssa *s, uint32_t *known, uint32_t block)
{
    if (!known[block])
        known[block] = dxki_place_after_phis(s->p->m, s->cfg->blocks[block]).before;
    return known[block];
}

static bool tell_of_phis(dxki_pass_ssa *s)
{
    const dxk_module *m = s->p->m;
    uint32_t *behind = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, s->cfg->count);
    for (size_t i = 0; behind && s->defined && i < s->phis.count; i++) {
        const dxki_pass_ssa_phi *phi = &s->phis.items[i];
        dxki_place at = {s->cfg->blocks[phi->block], 0};
        if (m->insts.items[phi->inst].op != DXKI_OP_PHI)
            continue;
        at.before = behind_phis(s, behind, phi->block);
        if (!s->defined(s->user, phi->variable, DXKI_VALUE(DXKI_V_INST, phi->inst), at))
            return false;
    }
    return behind != NULL;
}

bool dxki_pass_ssa_build(dxki_pass_ssa *s)
{
    if (!make_room(s) || !sort_events(s) || !list_blocks(s))
        return false;
    for (uint32_t variable = 0; variable < s->types.count; variable++) {
        if (!place_phis(s, variable))
            return false;
    }
    return make_phis(s) && number_slots(s) && walk(s) && settle_unreached(s) && simplify_phis(s) &&
           tell_of_phis(s);
}
