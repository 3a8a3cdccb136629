/* SPDX-License-Identifier: MIT */
/*
 * frontier.h - dominance frontiers, and control dependence, which is the same on the graph turned
 * round: the frontier of a in the tree of post-dominators is the set of blocks whose branch decides
 * whether a is run.
 *
 * All frontiers together can have as many entries as the square of the blocks, so they are not
 * stored. Node y is in the frontier of a if there is an edge x -> y such that a dominates x, and
 * y's depth in the tree is at most a's. So the edges are kept by x's place in the tree, below a
 * tree of the lowest depths:
 *
 *     lowest depth of y               1
 *                             3               1
 *                         3       4       2       1
 *     edges x -> y       .3.     .4.     .2.     .1.      sorted by in[x]; what a dominates is a
 * row
 *
 * Each entry found takes one way down that tree. Building is linear, memory too.
 */
#ifndef DXKI_ANALYSIS_FRONTIER_H
#define DXKI_ANALYSIS_FRONTIER_H

#include "analysis/dom.h"

typedef struct dxki_frontier {
    const dxki_dom *dom;
    uint32_t count;  /* edges that can be in a frontier */
    uint32_t leaves; /* power of two, at least one more than count */
    uint32_t *first; /* by place in the tree of dominators: its first edge; one more than places */
    uint32_t *node;  /* by edge: y */
    uint32_t *low;   /* the tree of depths: [1] is its top, the leaves begin at [leaves] */
    uint32_t *taken; /* edges that were taken out */
    uint32_t taken_count;
} dxki_frontier;

/* Builds it for a tree and the edges along which that was built; false: out of memory. */
bool dxki_frontier_build(dxki_frontier *f, dxki_arena *arena, const dxki_dom *dom,
                         const dxki_edges *succ);

/* Dominance frontiers of a function, and control dependence of its blocks on each other. */
static inline bool dxki_frontier_forward(dxki_frontier *f, dxki_arena *arena, const dxki_cfg *cfg,
                                         const dxki_dom *dom)
{
    return dxki_frontier_build(f, arena, dom, &cfg->graph.succ);
}

static inline bool dxki_frontier_backward(dxki_frontier *f, dxki_arena *arena, const dxki_cfg *cfg,
                                          const dxki_dom *post)
{
    return dxki_frontier_build(f, arena, post, &cfg->graph.pred);
}

/* The next edge from number `at` on that is in the frontier of `node`; DXKI_NO_NODE: there is none.
 * Nodes outside of the tree have no frontier. */
uint32_t dxki_frontier_find(const dxki_frontier *f, uint32_t node, uint32_t at);

/* For each node y in the frontier of `n`, f->node[e]; one that several edges lead to comes several
 * times. */
#define DXKI_EACH_FRONTIER(f, n, e)                                                                \
    for (uint32_t e = dxki_frontier_find((f), (n), 0); e != DXKI_NO_NODE;                          \
         e = dxki_frontier_find((f), (n), e + 1))

/*
 * Takes the next entry of the frontier of `n` out of all frontiers and returns its node;
 * DXKI_NO_NODE: nothing is left. A walk that wants each controlling branch of many blocks once
 * takes near linear time in this way. dxki_frontier_restore() puts back what was taken.
 */
uint32_t dxki_frontier_take(dxki_frontier *f, uint32_t node);
void dxki_frontier_restore(dxki_frontier *f);

#endif
