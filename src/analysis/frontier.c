/* SPDX-License-Identifier: MIT */
/*
 * frontier.c - see frontier.h. Which edges make frontiers: Sreedhar and Gao, "A linear time
 * algorithm for placing phi-nodes" (their J-edges); control dependence as the frontier of
 * post-dominance: Cytron and others, "Efficiently computing static single assignment form and the
 * control dependence graph".
 */
#include "analysis/frontier.h"

#include <string.h>

#define NEVER UINT32_MAX /* deeper than any node: the leaf of an edge that is taken, or of none */

/* True if the edge from x can be in a frontier: x does not itself dominate y alone. */
static bool joins(const dxki_dom *dom, uint32_t x, uint32_t y)
{
    return dxki_dom_has(dom, y) && dom->parent[y] != x;
}

static bool count_edges(dxki_frontier *f, dxki_arena *arena, const dxki_edges *succ)
{
    const dxki_dom *dom = f->dom;
    f->first = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)dom->reached + 1);
    if (!f->first)
        return false;
    for (uint32_t place = 0; place < dom->reached; place++) {
        uint32_t x = dom->nodes[place];
        f->first[place] = f->count;
        DXKI_EACH_EDGE(succ, x, e)
        f->count += joins(dom, x, succ->to[e]);
    }
    f->first[dom->reached] = f->count;
    return true;
}

static void fill(dxki_frontier *f, const dxki_edges *succ)
{
    const dxki_dom *dom = f->dom;
    uint32_t at = 0;
    memset(f->low, 0xff, (size_t)f->leaves * 2 * sizeof *f->low);
    for (uint32_t place = 0; place < dom->reached; place++) {
        uint32_t x = dom->nodes[place];
        DXKI_EACH_EDGE(succ, x, e)
        {
            uint32_t y = succ->to[e];
            if (!joins(dom, x, y))
                continue;
            f->node[at] = y;
            f->low[f->leaves + at++] = dom->depth[y];
        }
    }
    for (uint32_t i = f->leaves; i-- > 1;)
        f->low[i] = f->low[2 * i] < f->low[2 * i + 1] ? f->low[2 * i] : f->low[2 * i + 1];
}

bool dxki_frontier_build(dxki_frontier *f, dxki_arena *arena, const dxki_dom *dom,
                         const dxki_edges *succ)
{
    memset(f, 0, sizeof *f);
    f->dom = dom;
    if (!count_edges(f, arena, succ))
        return false;
    f->leaves = 1;
    while (f->leaves <= f->count)
        f->leaves *= 2;
    f->node = DXKI_NEW_ARRAY(arena, uint32_t, f->count);
    f->taken = DXKI_NEW_ARRAY(arena, uint32_t, f->count);
    f->low = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)f->leaves * 2);
    if (!f->node || !f->taken || !f->low)
        return false;
    fill(f, succ);
    return true;
}

/* The first leaf from `at` on that is at most `depth`; f->leaves when there is none. Goes up until
 * a subtree to the right has one, then down to its first. */
static uint32_t next_leaf(const dxki_frontier *f, uint32_t at, uint32_t depth)
{
    uint32_t i = at + f->leaves;
    while (f->low[i] > depth) {
        while (i & 1)
            i /= 2;
        if (i == 0)
            return f->leaves;
        i++;
    }
    while (i < f->leaves)
        i = f->low[2 * i] <= depth ? 2 * i : 2 * i + 1;
    return i - f->leaves;
}

uint32_t dxki_frontier_find(const dxki_frontier *f, uint32_t node, uint32_t at)
{
    const dxki_dom *dom = f->dom;
    if (!dxki_dom_has(dom, node))
        return DXKI_NO_NODE;
    uint32_t first = f->first[dom->in[node]], end = f->first[dom->out[node]];
    at = at < first ? first : at;
    if (at >= end)
        return DXKI_NO_NODE;
    uint32_t leaf = next_leaf(f, at, dom->depth[node]);
    return leaf < end ? leaf : DXKI_NO_NODE;
}

/* Sets the leaf of an edge, and what is above it. */
static void set_leaf(dxki_frontier *f, uint32_t edge, uint32_t depth)
{
    uint32_t i = edge + f->leaves;
    f->low[i] = depth;
    while ((i /= 2) > 0)
        f->low[i] = f->low[2 * i] < f->low[2 * i + 1] ? f->low[2 * i] : f->low[2 * i + 1];
}

uint32_t dxki_frontier_take(dxki_frontier *f, uint32_t node)
{
    uint32_t edge = dxki_frontier_find(f, node, 0);
    if (edge == DXKI_NO_NODE)
        return DXKI_NO_NODE;
    set_leaf(f, edge, NEVER);
    f->taken[f->taken_count++] = edge;
    return f->node[edge];
}

void dxki_frontier_restore(dxki_frontier *f)
{
    while (f->taken_count) {
        uint32_t edge = f->taken[--f->taken_count];
        set_leaf(f, edge, f->dom->depth[f->node[edge]]);
    }
}
