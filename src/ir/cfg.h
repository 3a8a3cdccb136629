/* SPDX-License-Identifier: MIT */
/*
 * cfg.h - the control flow graph of a function: edges, dominators, post-dominators, control
 * dependence. Blocks are numbered from 0, the entry, in the order of the function; one more node,
 * number `count`, stands for the exit that all blocks without successors lead to.
 */
#ifndef DXKI_IR_CFG_H
#define DXKI_IR_CFG_H

#include "ir/ir.h"

#define DXKI_NO_NODE UINT32_MAX

/* Lists by node: those of node n are to[start[n]] up to to[start[n + 1]]. */
typedef struct dxki_adjacency {
    uint32_t *start;
    uint32_t *to;
} dxki_adjacency;

typedef struct dxki_cfg {
    uint32_t count;      /* blocks */
    uint32_t *blocks;    /* index in dxk_module.blocks by number */
    dxki_adjacency succ; /* of blocks and exit */
    dxki_adjacency pred; /* likewise */
    uint32_t *idom;      /* by number: immediate dominator; NO_NODE: entry, or unreachable */
    uint32_t *ipdom;     /* the same for post-dominators; NO_NODE: exit, or it never gets there */
    dxki_adjacency controls; /* by number: the blocks whose branch decides whether it is run */
} dxki_cfg;

/*
 * Builds all of it in `arena`. `numbers` has an element for each entry of m->blocks; those of the
 * function's blocks are set. False: out of memory.
 */
bool dxki_cfg_build(const dxk_module *m, uint32_t function, dxki_arena *arena, uint32_t *numbers,
                    dxki_cfg *cfg);

#endif
