/* SPDX-License-Identifier: MIT */
/*
 * order.h - the order in which the blocks of a function run when lanes have parted: those at the
 * lowest position go first, and do not wait for others.
 *
 *     blocks           positions
 *       A              0 A
 *       |              1 B   \
 *       B <---.        2 C    |  the loop is one row, what it is left for comes
 *      / \    |        3 D    |  after it
 *     C   D   |        4 latch of B: lanes that go round wait here for the others
 *     |\  |   |        5 E
 *     | '-+---'        6 F
 *     E   F
 *
 * So lanes meet again as early as they can: where ways join, at the end of each round of a loop, and
 * after a loop when the last one has left it.
 */
#ifndef DXKI_EXEC_ORDER_H
#define DXKI_EXEC_ORDER_H

#include "analysis/loop.h"

typedef struct dxki_exec_place_at {
    uint32_t block; /* number in the graph; of a latch: the header */
    bool is_latch;
} dxki_exec_place_at;

typedef struct dxki_exec_order {
    uint32_t count;
    dxki_exec_place_at *places; /* by position */
    uint32_t *position;         /* by number of the block */
    uint32_t *latch;            /* by loop: position of its latch */
} dxki_exec_order;

/* Finds the positions of the blocks that are reached. False: out of memory. No loop may be
 * irreducible. Near linear. */
bool dxki_exec_order_build(dxki_exec_order *o, dxki_arena *arena, const dxki_cfg *cfg,
                           const dxki_loops *loops);

/* The position that an edge between reached blocks leads to. */
uint32_t dxki_exec_order_target(const dxki_exec_order *o, const dxki_loops *loops, uint32_t from,
                                uint32_t to);

#endif
