/* SPDX-License-Identifier: MIT */
/*
 * dom.h - dominators: node a dominates node b if each way from the root to b leads through a; a
 * node dominates itself. The immediate dominators make a tree, whose nodes are numbered so that
 * what a node dominates is a row:
 *
 *   graph          tree           node  in  out
 *                                  A     0   5
 *     A             A              B     1   4      A dominates all: [0, 5)
 *    / \           / \             C     2   3      B dominates C and D: [1, 4)
 *   B   |         B   E            D     3   4
 *   |\  |        / \               E     4   5
 *   C D |       C   D
 *    \|/
 *     E
 *
 * Post-dominators are the same of the graph turned round, from the exit: a post-dominates b if
 * each way from b to the exit leads through a. What never gets to the exit (endless loops) is
 * not in that tree.
 *
 * Near linear (Lengauer and Tarjan, with path compression) also for deep nests.
 */
#ifndef DXKI_ANALYSIS_DOM_H
#define DXKI_ANALYSIS_DOM_H

#include "analysis/cfg.h"

typedef struct dxki_dom {
    uint32_t count;   /* nodes of the graph */
    uint32_t reached; /* nodes of the tree */
    uint32_t root;
    uint32_t *parent;   /* by node: immediate dominator; DXKI_NO_NODE: the root, or not reached */
    uint32_t *depth;    /* by node: steps from the root */
    uint32_t *jump;     /* by node: one further up, for searches; the root's is itself */
    uint32_t *in, *out; /* by node: the row of what it dominates; both 0 when not reached */
    uint32_t *nodes;    /* by place in that row: parents before their children */
} dxki_dom;

/* Builds the tree of what `root` reaches along `succ`; `pred` are the same edges turned round.
 * False: out of memory. */
bool dxki_dom_build(dxki_dom *dom, dxki_arena *arena, uint32_t count, const dxki_edges *succ,
                    const dxki_edges *pred, uint32_t root);

/* The dominators of a function's blocks, and their post-dominators. */
static inline bool dxki_dom_forward(dxki_dom *dom, dxki_arena *arena, const dxki_cfg *cfg)
{
    return dxki_dom_build(dom, arena, cfg->graph.count, &cfg->graph.succ, &cfg->graph.pred, 0);
}

static inline bool dxki_dom_backward(dxki_dom *dom, dxki_arena *arena, const dxki_cfg *cfg)
{
    return dxki_dom_build(dom, arena, cfg->graph.count, &cfg->graph.pred, &cfg->graph.succ,
                          cfg->count);
}

/* True if the node is in the tree. */
static inline bool dxki_dom_has(const dxki_dom *dom, uint32_t node)
{
    return dom->out[node] != 0;
}

/* True if `a` dominates `b`, which may be the same; false if one of them is not in the tree. */
static inline bool dxki_dom_dominates(const dxki_dom *dom, uint32_t a, uint32_t b)
{
    return dxki_dom_has(dom, b) && dom->in[b] - dom->in[a] < dom->out[a] - dom->in[a];
}

/* True if each way from the entry to the exit leads through the block, or there is no such way;
 * `post` are the post-dominators. */
static inline bool dxki_dom_is_on_all_ways(const dxki_dom *post, uint32_t block)
{
    return !dxki_dom_has(post, 0) || dxki_dom_dominates(post, block, 0);
}

/* The nearest node that dominates both, which must be in the tree. Logarithmic. */
uint32_t dxki_dom_common(const dxki_dom *dom, uint32_t a, uint32_t b);

/* The dominator of a node of the tree at a depth that is at most its own. Logarithmic. */
uint32_t dxki_dom_at_depth(const dxki_dom *dom, uint32_t node, uint32_t depth);

#endif
