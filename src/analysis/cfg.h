/* SPDX-License-Identifier: MIT */
/*
 * cfg.h - the control flow graph of a function.
 *
 * Blocks are numbered from 0, the entry, in the order of the function. One more node, the exit,
 * has the number `count`: blocks without successors lead to it, and so do those whose end is
 * missing or names no block of the function. Successors are in LLVM's order (of a branch the true
 * block first, of a switch the default), and one that is named twice is there twice.
 *
 *     dxki_cfg_build()         edges and reverse post-order           cfg.h
 *     dxki_dom_build()         dominators, post-dominators            dom.h
 *     dxki_frontier_build()    frontiers, control dependence          frontier.h
 *     dxki_loop_build()        loops, how they nest                   loop.h
 *
 * A graph is a snapshot: it is built again when a terminator or the list of blocks has changed.
 */
#ifndef DXKI_ANALYSIS_CFG_H
#define DXKI_ANALYSIS_CFG_H

#include "analysis/graph.h"
#include "ir/ir.h"

typedef struct dxki_cfg {
    uint32_t function; /* index in globals */
    uint32_t count;    /* blocks; also the number of the exit */
    uint32_t *blocks;  /* by number: index in dxk_module.blocks */
    dxki_graph graph;  /* of count + 1 nodes */
    dxki_order order;  /* what the entry reaches, the exit too, in reverse post-order */

    /* Blocks whose indices are not one row: by index from the lowest on, number + 1; where they are
     * too far apart for that, the indices sorted, and their numbers. */
    uint32_t lowest, span;
    uint32_t *numbers;
    uint32_t *sorted, *sorted_numbers;
} dxki_cfg;

/* Builds the graph of a function with a body in the arena; false: out of memory. Linear in its
 * blocks and edges, but for sorting the blocks when they are not in the order of their indices. */
bool dxki_cfg_build(dxki_cfg *cfg, dxki_arena *arena, const dxk_module *m, uint32_t function);

/* The same as dxki_cfg_number() of a graph whose blocks are far apart. */
uint32_t dxki_cfg_number_in_sorted(const dxki_cfg *cfg, uint32_t block);

/* The number of a block; DXKI_NO_NODE: it is not the function's. */
static inline uint32_t dxki_cfg_number(const dxki_cfg *cfg, uint32_t block)
{
    uint32_t place = block - cfg->lowest;
    if (cfg->sorted)
        return dxki_cfg_number_in_sorted(cfg, block);
    if (place >= cfg->span)
        return DXKI_NO_NODE;
    return cfg->numbers ? cfg->numbers[place] - 1 : place; /* DXKI_NO_NODE is 0 - 1 */
}

/* True if the entry reaches the block of that number, or the exit. */
static inline bool dxki_cfg_is_reached(const dxki_cfg *cfg, uint32_t number)
{
    return cfg->order.place[number] != DXKI_NO_NODE;
}

/* For each edge `e` from, or to, the block of number `n`; the other end: cfg->graph.succ.to[e]. */
#define DXKI_EACH_SUCC(cfg, n, e) DXKI_EACH_EDGE(&(cfg)->graph.succ, n, e)
#define DXKI_EACH_PRED(cfg, n, e) DXKI_EACH_EDGE(&(cfg)->graph.pred, n, e)

/*
 * True if the graph is reducible: a block with one predecessor becomes part of it, edges of a
 * block to itself are dropped, as are blocks without predecessors, and at last one is left.
 * Blocks that the entry does not reach take part, as they do in LLVM's interval analysis: a cycle
 * of them stays if two ways lead into it, or none. *reducible is set unless out of memory.
 * Near linear: each block is looked at again once for every halving of a list it waits in.
 */
bool dxki_cfg_reducible(const dxki_cfg *cfg, dxk_ctx *ctx, bool *reducible);

#endif
