/* SPDX-License-Identifier: MIT */
/*
 * loop.h - the loops of a function and how they nest.
 *
 * A natural loop is a header with all blocks that reach an edge back to it without passing it; the
 * header dominates them. Edges back to one header make one loop. Natural loops of two headers are
 * apart from each other or one holds the other.
 *
 * A cycle that can be entered at several of its blocks has no header: it becomes an irreducible
 * region, a largest one at its level of nesting. It counts as a loop whose header is the first of
 * its blocks in reverse post-order; regions are not looked into for more regions.
 *
 *         0                    loops    header  parent  depth  blocks
 *         |   .----.           [0]        0       -       0    0 1 2 3 4 5 6      all that is
 * reached 1<--'    |           [1]        1       0       1    1 2 3 4 5
 *         |\       |           [2]        2       1       2    2 3
 *         2 4      |
 *        / \^\     |           The blocks of a loop are a row of `members`: the header, the other
 *       '   '-3    |           blocks that are in no inner loop, then the inner loops.
 *       5 ---------'
 *
 * Near linear: each edge is looked at once, at the level where it belongs.
 */
#ifndef DXKI_ANALYSIS_LOOP_H
#define DXKI_ANALYSIS_LOOP_H

#include "analysis/dom.h"

typedef struct dxki_loop {
    uint32_t header;     /* number of a block */
    uint32_t parent;     /* the loop around it; 0: none, the function itself */
    uint32_t depth;      /* 1: outermost */
    uint32_t first, end; /* its blocks: members[first] up to members[end] */
    uint32_t next;       /* inner loops have the indices from its own up to this one */
    uint32_t latches;    /* edges back to the header, from within */
    uint32_t exits;      /* edges that leave it, to the exit too */
    bool is_irreducible; /* a region */
} dxki_loop;

typedef struct dxki_loops {
    uint32_t count;    /* at least 1 */
    dxki_loop *items;  /* [0] is the function, without latches and exits; outer ones come first */
    uint32_t *of;      /* by block: the innermost loop; 0: none */
    uint32_t *members; /* blocks by loop */
    uint32_t *place;   /* by block: where it is in members; DXKI_NO_NODE: not reached */
} dxki_loops;

/* Finds the loops of a graph and its dominators; false: out of memory. The exit is in no loop. */
bool dxki_loop_build(dxki_loops *loops, dxki_arena *arena, const dxki_cfg *cfg,
                     const dxki_dom *dom);

/* True if the block is in the loop or in one within it. */
static inline bool dxki_loop_contains(const dxki_loops *loops, uint32_t loop, uint32_t block)
{
    const dxki_loop *l = &loops->items[loop];
    return loops->place[block] - l->first < l->end - l->first;
}

/* The innermost loop that contains both ends of an edge between reached blocks. */
uint32_t dxki_loop_of_edge(const dxki_loops *loops, uint32_t from, uint32_t to);

#endif
