/* SPDX-License-Identifier: MIT */
/*
 * cfg.c - see cfg.h. Dominators as in Cooper, Harvey, Kennedy, "A simple, fast dominance
 * algorithm"; control dependence as the frontier of post-dominance (Cytron and others,
 * "Efficiently computing static single assignment form and the control dependence graph").
 */
#include "ir/cfg.h"

#include <string.h>

static uint32_t *numbers_for(dxki_arena *arena, size_t count)
{
    return DXKI_NEW_ARRAY(arena, uint32_t, count);
}

/* ---------------------------------------------------------------------------------------- */
/* Edges                                                                                      */

/* The blocks that the terminator may go to, into `to` (may be NULL); their number. */
static uint32_t targets(const dxk_module *m, uint32_t block, const uint32_t *numbers, uint32_t *to)
{
    uint32_t last = m->blocks.items[block].last_inst, count = 0;

    if (!last || dxki_op_class_of((dxki_op)m->insts.items[last].op) != DXKI_OC_TERM)
        return 0;
    const dxki_value *ops = dxki_inst_ops(m, last);
    for (uint32_t i = 0; i < m->insts.items[last].op_count; i++) {
        uint32_t index = DXKI_INDEX(ops[i]);
        if (DXKI_TAG(ops[i]) != DXKI_V_BLOCK ||
            m->blocks.items[index].function != m->blocks.items[block].function)
            continue;
        if (to)
            to[count] = numbers[index];
        count++;
    }
    return count;
}

static bool list_blocks(const dxk_module *m, uint32_t function, dxki_arena *arena,
                        uint32_t *numbers, dxki_cfg *cfg)
{
    uint32_t first = m->globals.items[function].first_block;

    for (uint32_t i = first; i; i = m->blocks.items[i].next)
        cfg->count++;
    cfg->blocks = numbers_for(arena, cfg->count);
    if (!cfg->blocks)
        return false;
    uint32_t n = 0;
    for (uint32_t i = first; i; i = m->blocks.items[i].next) {
        numbers[i] = n;
        cfg->blocks[n++] = i;
    }
    return true;
}

static bool find_successors(const dxk_module *m, dxki_arena *arena, const uint32_t *numbers,
                            dxki_cfg *cfg)
{
    dxki_adjacency *s = &cfg->succ;

    s->start = numbers_for(arena, (size_t)cfg->count + 2);
    if (!s->start)
        return false;
    for (uint32_t i = 0; i < cfg->count; i++) {
        uint32_t count = targets(m, cfg->blocks[i], numbers, NULL);
        s->start[i + 1] = s->start[i] + (count ? count : 1);
    }
    s->start[cfg->count + 1] = s->start[cfg->count];
    s->to = numbers_for(arena, s->start[cfg->count]);
    if (!s->to)
        return false;
    for (uint32_t i = 0; i < cfg->count; i++)
        if (targets(m, cfg->blocks[i], numbers, s->to + s->start[i]) == 0)
            s->to[s->start[i]] = cfg->count;
    return true;
}

/* Turns the edges of `nodes` nodes round. */
static bool transpose(dxki_arena *arena, const dxki_adjacency *from, uint32_t nodes,
                      dxki_adjacency *to)
{
    uint32_t edges = from->start[nodes], *places = numbers_for(arena, nodes);

    to->start = numbers_for(arena, (size_t)nodes + 1);
    to->to = numbers_for(arena, edges);
    if (!places || !to->start || !to->to)
        return false;
    for (uint32_t i = 0; i < edges; i++)
        to->start[from->to[i] + 1]++;
    for (uint32_t n = 0; n < nodes; n++) {
        to->start[n + 1] += to->start[n];
        places[n] = to->start[n];
    }
    for (uint32_t n = 0; n < nodes; n++)
        for (uint32_t i = from->start[n]; i < from->start[n + 1]; i++)
            to->to[places[from->to[i]]++] = n;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Dominators                                                                                 */

typedef struct order {
    uint32_t *rank;  /* by node: place in post-order; NO_NODE: not reached */
    uint32_t *nodes; /* by place */
    uint32_t count;
} order;

/* Post-order from `root`, without recursion. */
static bool walk(dxki_arena *arena, const dxki_adjacency *succ, uint32_t nodes, uint32_t root,
                 order *o)
{
    uint32_t *stack = numbers_for(arena, nodes), *next = numbers_for(arena, nodes), depth = 0;

    o->rank = numbers_for(arena, nodes);
    o->nodes = numbers_for(arena, nodes);
    o->count = 0;
    if (!stack || !next || !o->rank || !o->nodes)
        return false;
    for (uint32_t i = 0; i < nodes; i++) {
        o->rank[i] = DXKI_NO_NODE;
        next[i] = DXKI_NO_NODE; /* not seen */
    }
    stack[depth++] = root;
    next[root] = succ->start[root];
    while (depth) {
        uint32_t node = stack[depth - 1];
        if (next[node] < succ->start[node + 1]) {
            uint32_t to = succ->to[next[node]++];
            if (next[to] == DXKI_NO_NODE) {
                next[to] = succ->start[to];
                stack[depth++] = to;
            }
        } else {
            o->rank[node] = o->count;
            o->nodes[o->count++] = node;
            depth--;
        }
    }
    return true;
}

static uint32_t intersect(const uint32_t *idom, const order *o, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (o->rank[a] < o->rank[b])
            a = idom[a];
        while (o->rank[b] < o->rank[a])
            b = idom[b];
    }
    return a;
}

static uint32_t *dominators(dxki_arena *arena, const dxki_adjacency *succ,
                            const dxki_adjacency *pred, uint32_t nodes, uint32_t root)
{
    uint32_t *idom = numbers_for(arena, nodes);
    order o;

    if (!idom || !walk(arena, succ, nodes, root, &o))
        return NULL;
    for (uint32_t i = 0; i < nodes; i++)
        idom[i] = DXKI_NO_NODE;
    idom[root] = root;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = o.count - 1; i-- > 0;) {
            uint32_t node = o.nodes[i], found = DXKI_NO_NODE;
            for (uint32_t k = pred->start[node]; k < pred->start[node + 1]; k++) {
                uint32_t p = pred->to[k];
                if (idom[p] != DXKI_NO_NODE)
                    found = found == DXKI_NO_NODE ? p : intersect(idom, &o, p, found);
            }
            changed |= idom[node] != found;
            idom[node] = found;
        }
    }
    idom[root] = DXKI_NO_NODE;
    return idom;
}

/* ---------------------------------------------------------------------------------------- */
/* Control dependence                                                                         */

/* For each branch, the blocks from its target up to where both ways meet again depend on it.
 * Counts into `counts`, or stores at `places`. */
static void each_dependence(const dxki_cfg *cfg, uint32_t *counts, uint32_t *places,
                            uint32_t *controls)
{
    for (uint32_t n = 0; n < cfg->count; n++) {
        for (uint32_t k = cfg->succ.start[n]; k < cfg->succ.start[n + 1]; k++) {
            uint32_t at = cfg->succ.to[k];
            if (cfg->ipdom[n] == DXKI_NO_NODE)
                continue;
            while (at < cfg->count && at != cfg->ipdom[n] && cfg->ipdom[at] != DXKI_NO_NODE) {
                if (counts)
                    counts[at]++;
                else
                    controls[places[at]++] = n;
                at = cfg->ipdom[at];
            }
        }
    }
}

static bool find_controls(dxki_arena *arena, dxki_cfg *cfg)
{
    uint32_t *places = numbers_for(arena, (size_t)cfg->count + 1);

    cfg->controls.start = numbers_for(arena, (size_t)cfg->count + 1);
    if (!places || !cfg->controls.start)
        return false;
    each_dependence(cfg, places, NULL, NULL);
    for (uint32_t i = 0; i < cfg->count; i++) {
        cfg->controls.start[i + 1] = cfg->controls.start[i] + places[i];
        places[i] = cfg->controls.start[i];
    }
    cfg->controls.to = numbers_for(arena, cfg->controls.start[cfg->count]);
    if (!cfg->controls.to)
        return false;
    each_dependence(cfg, NULL, places, cfg->controls.to);
    return true;
}

bool dxki_cfg_build(const dxk_module *m, uint32_t function, dxki_arena *arena, uint32_t *numbers,
                    dxki_cfg *cfg)
{
    memset(cfg, 0, sizeof *cfg);
    if (!list_blocks(m, function, arena, numbers, cfg) ||
        !find_successors(m, arena, numbers, cfg) ||
        !transpose(arena, &cfg->succ, cfg->count + 1, &cfg->pred))
        return false;
    uint32_t nodes = cfg->count + 1;
    cfg->idom = dominators(arena, &cfg->succ, &cfg->pred, nodes, 0);
    cfg->ipdom = dominators(arena, &cfg->pred, &cfg->succ, nodes, cfg->count);
    return cfg->idom && cfg->ipdom && find_controls(arena, cfg);
}
