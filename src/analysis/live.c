/* SPDX-License-Identifier: MIT */
/*
 * live.c - see live.h.
 *
 * One value: from each use back to the definition, each block once.
 *
 * One place p in block q: of the values whose definitions dominate p some have a use that can be
 * reached from p without passing the definition. Only blocks that dominate q can hold such a
 * definition; they are a chain in the tree of dominators. best[b] is, over all ways from p to the
 * beginning of b, the greatest depth such that the way enters no block of the chain that is less
 * deep (UNBOUND: a way that enters none). A use in b counts for a definition at depth d if best[b]
 * is greater than d. Blocks are taken in the order of falling best, so each is looked at once.
 */
#include "analysis/live.h"

#include "base/sort.h"

#include <string.h>

bool dxki_live_begin(dxki_live *live, dxki_arena *arena, const dxk_module *m, const dxki_cfg *cfg,
                     const dxki_dom *dom, const dxki_uses *uses)
{
    size_t nodes = (size_t)cfg->count + 1;
    memset(live, 0, sizeof *live);
    live->m = m;
    live->cfg = cfg;
    live->dom = dom;
    live->uses = uses;
    live->mark = DXKI_NEW_ARRAY(arena, uint32_t, nodes);
    live->blocks = DXKI_NEW_ARRAY(arena, uint32_t, nodes);
    live->best = DXKI_NEW_ARRAY(arena, uint32_t, nodes);
    live->bucket = DXKI_NEW_ARRAY(arena, uint32_t, nodes + 1);
    live->next = DXKI_NEW_ARRAY(arena, uint32_t, nodes);
    return live->mark && live->blocks && live->best && live->bucket && live->next;
}

void dxki_live_free(dxki_live *live)
{
    if (live->m)
        dxki_vec_free(live->m->ctx, &live->values);
}

/* ---------------------------------------------------------------------------------------- */
/* One value                                                                                  */

static bool is_phi(const dxk_module *m, uint32_t inst)
{
    return dxki_inst_get(m, inst)->op == DXKI_OP_PHI;
}

/* The number of the block where the value is made; DXKI_NO_NODE: in none of this function. An
 * argument is made at the entry. */
static uint32_t home_of(const dxki_live *live, dxki_value value)
{
    const dxk_module *m = live->m;
    uint32_t index = DXKI_INDEX(value);
    if (DXKI_TAG(value) == DXKI_V_INST)
        return dxki_cfg_number(live->cfg, m->insts.items[index].block);
    if (DXKI_TAG(value) == DXKI_V_ARG && m->args.items[index].function == live->cfg->function)
        return 0;
    return DXKI_NO_NODE;
}

static void enter(dxki_live *live, uint32_t block, uint32_t home)
{
    if (block == DXKI_NO_NODE || block == home || live->mark[block] == live->question ||
        !dxki_cfg_is_reached(live->cfg, block))
        return;
    live->mark[block] = live->question;
    live->blocks[live->count++] = block;
}

uint32_t dxki_live_range(dxki_live *live, dxki_value value)
{
    const dxk_module *m = live->m;
    uint32_t home = home_of(live, value);
    live->question++;
    live->count = 0;
    if (home == DXKI_NO_NODE)
        return 0;
    DXKI_EACH_USE_OF(live->uses, value, u)
    {
        const dxki_use *use = &live->uses->uses.items[u];
        uint32_t inst = DXKI_TAG(use->user) == DXKI_V_INST ? DXKI_INDEX(use->user) : 0;
        if (!inst)
            continue;
        uint32_t block = m->insts.items[inst].block;
        if (is_phi(m, inst))
            block =
                DXKI_INDEX(dxki_inst_ops(m, inst)[m->insts.items[inst].op_count + use->operand]);
        enter(live, dxki_cfg_number(live->cfg, block), home);
    }
    for (uint32_t i = 0; i < live->count; i++) {
        DXKI_EACH_PRED(live->cfg, live->blocks[i], e)
        enter(live, live->cfg->graph.pred.to[e], home);
    }
    return live->count;
}

/* ---------------------------------------------------------------------------------------- */
/* All blocks                                                                                 */

/* Counts the blocks of each value's range in start[block + 2], or stores the value in them. */
static bool each_range(dxki_live *live, dxki_value value, dxki_live_sets *sets, size_t most,
                       size_t *total)
{
    uint32_t count = dxki_live_range(live, value);
    *total += count;
    if (*total > most)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (sets->values)
            sets->values[sets->start[live->blocks[i] + 1]++] = value;
        else
            sets->start[live->blocks[i] + 2]++;
    }
    return true;
}

static bool each_value(dxki_live *live, dxki_live_sets *sets, size_t most)
{
    const dxk_module *m = live->m;
    const dxki_global *f = &m->globals.items[live->cfg->function];
    size_t total = 0;
    for (uint32_t i = 0; i < f->arg_count; i++) {
        if (!each_range(live, DXKI_VALUE(DXKI_V_ARG, f->first_arg + i), sets, most, &total))
            return false;
    }
    for (uint32_t n = 0; n < live->cfg->count; n++) {
        uint32_t block = live->cfg->blocks[n];
        DXKI_EACH_INST(m, block, i) {
            if (!each_range(live, DXKI_VALUE(DXKI_V_INST, i), sets, most, &total))
                return false;
        }
    }
    return true;
}

dxk_status dxki_live_all(dxki_live *live, dxki_arena *arena, size_t most, dxki_live_sets *sets)
{
    uint32_t blocks = live->cfg->count;
    sets->values = NULL;
    sets->start = DXKI_NEW_ARRAY(arena, size_t, (size_t)blocks + 2);
    if (!sets->start)
        return dxki_nomem(live->m->ctx);
    if (!each_value(live, sets, most))
        return DXK_E_LIMIT;
    for (uint32_t n = 0; n < blocks; n++)
        sets->start[n + 2] += sets->start[n + 1];
    sets->values = DXKI_NEW_ARRAY(arena, dxki_value, sets->start[blocks + 1]);
    if (!sets->values)
        return dxki_nomem(live->m->ctx);
    each_value(live, sets, most);
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* One place                                                                                  */

#define UNBOUND UINT32_MAX

/* The place that is asked about. */
typedef struct spot {
    dxki_live *live;
    uint32_t block;            /* number */
    uint32_t inst;             /* 0: the end of the block */
    DXKI_VEC(uint32_t) before; /* instructions of the block that come before, sorted */
    bool good;
} spot;

/* A way comes to a block. The first to come has the greatest bound. */
static void meet(dxki_live *live, uint32_t place, uint32_t block, uint32_t bound)
{
    const dxki_dom *dom = live->dom;
    if (block == live->cfg->count || live->mark[block] == live->question)
        return;
    if (dxki_dom_dominates(dom, block, place) && dom->depth[block] < bound)
        bound = dom->depth[block];
    uint32_t list = bound == UNBOUND ? dom->depth[place] + 1 : bound;
    live->mark[block] = live->question;
    live->best[block] = bound;
    live->next[block] = live->bucket[list];
    live->bucket[list] = block;
}

static void meet_successors(dxki_live *live, uint32_t place, uint32_t block, uint32_t bound)
{
    DXKI_EACH_SUCC(live->cfg, block, e)
    meet(live, place, live->cfg->graph.succ.to[e], bound);
}

/* Finds best[] of all blocks that can be reached; those are marked. */
static void walk(dxki_live *live, uint32_t place)
{
    uint32_t lists = live->dom->depth[place] + 2;
    live->question++;
    memset(live->bucket, 0xff, lists * sizeof *live->bucket);
    meet_successors(live, place, place, UNBOUND);
    for (uint32_t list = lists; list-- > 0;) {
        uint32_t block;
        while ((block = live->bucket[list]) != DXKI_NO_NODE) {
            live->bucket[list] = live->next[block];
            meet_successors(live, place, block, live->best[block]);
        }
    }
}

static bool is_higher(const void *user, const void *a, const void *b)
{
    (void)user;
    return *(const uint32_t *)a > *(const uint32_t *)b;
}

static bool sort_numbers(dxk_ctx *ctx, uint32_t *items, size_t count)
{
    return dxki_sort(ctx, items, count, sizeof *items, is_higher, NULL);
}

static bool is_before(const spot *p, uint32_t inst)
{
    size_t low = 0, high = p->before.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (p->before.items[middle] < inst)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->before.count && p->before.items[low] == inst;
}

/* True if the value is defined on each way to the place. */
static bool is_defined(const spot *p, dxki_value value)
{
    uint32_t home = home_of(p->live, value);
    if (home == DXKI_NO_NODE || !dxki_dom_dominates(p->live->dom, home, p->block))
        return false;
    return home != p->block || DXKI_TAG(value) != DXKI_V_INST || is_before(p, DXKI_INDEX(value));
}

static void add(spot *p, dxki_value value)
{
    p->good = p->good && dxki_vec_push(p->live->m->ctx, &p->live->values, value);
}

/* The rest of the block uses the value. */
static void add_rest(spot *p)
{
    const dxk_module *m = p->live->m;
    DXKI_EACH_INST_FROM(m, p->inst, i) {
        const dxki_value *ops = dxki_inst_ops(m, i);
        for (uint32_t k = 0; k < m->insts.items[i].op_count && !is_phi(m, i); k++) {
            if (is_defined(p, ops[k]))
                add(p, ops[k]);
        }
    }
}

/* True if the use is in a block that is reached without the definition at a depth, or on an edge
 * that leaves the block of the place. */
static bool is_reached(const spot *p, const dxki_use *use, uint32_t depth)
{
    const dxki_live *live = p->live;
    const dxk_module *m = live->m;
    uint32_t inst = DXKI_TAG(use->user) == DXKI_V_INST ? DXKI_INDEX(use->user) : 0;
    if (!inst)
        return false;
    uint32_t block = m->insts.items[inst].block;
    if (is_phi(m, inst))
        block = DXKI_INDEX(dxki_inst_ops(m, inst)[m->insts.items[inst].op_count + use->operand]);
    uint32_t number = dxki_cfg_number(live->cfg, block);
    if (number == DXKI_NO_NODE)
        return false;
    return (is_phi(m, inst) && number == p->block) ||
           (live->mark[number] == live->question && live->best[number] > depth);
}

static void add_if_reached(spot *p, dxki_value value, uint32_t home)
{
    const dxki_live *live = p->live;
    DXKI_EACH_USE_OF(live->uses, value, u)
    {
        if (is_reached(p, &live->uses->uses.items[u], live->dom->depth[home])) {
            add(p, value);
            return;
        }
    }
}

/* All that is defined on each way to the place. */
static void add_reached(spot *p)
{
    const dxki_live *live = p->live;
    const dxk_module *m = live->m;
    const dxki_global *f = &m->globals.items[live->cfg->function];
    for (uint32_t i = 0; i < f->arg_count; i++)
        add_if_reached(p, DXKI_VALUE(DXKI_V_ARG, f->first_arg + i), 0);
    for (uint32_t b = live->dom->parent[p->block]; b != DXKI_NO_NODE; b = live->dom->parent[b]) {
        DXKI_EACH_INST(m, live->cfg->blocks[b], i)
            add_if_reached(p, DXKI_VALUE(DXKI_V_INST, i), b);
    }
    for (size_t i = 0; i < p->before.count; i++)
        add_if_reached(p, DXKI_VALUE(DXKI_V_INST, p->before.items[i]), p->block);
}

static bool list_before(spot *p)
{
    const dxk_module *m = p->live->m;
    DXKI_EACH_INST(m, p->live->cfg->blocks[p->block], i) {
        if (i == p->inst)
            break;
        if (!dxki_vec_push(m->ctx, &p->before, i))
            return false;
    }
    return sort_numbers(m->ctx, p->before.items, p->before.count);
}

/* Leaves each value once, in the order of their numbers. */
static bool tidy(dxki_live *live)
{
    size_t kept = 0;
    if (!sort_numbers(live->m->ctx, live->values.items, live->values.count))
        return false;
    for (size_t i = 0; i < live->values.count; i++) {
        if (kept == 0 || live->values.items[i] != live->values.items[kept - 1])
            live->values.items[kept++] = live->values.items[i];
    }
    live->values.count = kept;
    return true;
}

bool dxki_live_at(dxki_live *live, uint32_t block, uint32_t inst)
{
    spot p = {.live = live, .block = dxki_cfg_number(live->cfg, block), .inst = inst};
    live->values.count = 0;
    if (p.block == DXKI_NO_NODE || !dxki_cfg_is_reached(live->cfg, p.block))
        return true;
    p.good = list_before(&p);
    if (p.good) {
        walk(live, p.block);
        add_rest(&p);
        add_reached(&p);
    }
    dxki_vec_free(live->m->ctx, &p.before);
    return p.good && tidy(live);
}
