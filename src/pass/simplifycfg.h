/* SPDX-License-Identifier: MIT */
/*
 * simplifycfg.h - what the files of simplifycfg share.
 *
 *   simplifycfg.c    the pass: known branches, then block by block until nothing changes
 *   skip.c           blocks that do nothing are passed by
 *   choose.c         small arms of a branch are run always, and a select chooses
 */
#ifndef DXKI_PASS_SIMPLIFYCFG_H
#define DXKI_PASS_SIMPLIFYCFG_H

#include "ir/value_map.h"
#include "pass/flow.h"

typedef struct dxki_pass_simplifier {
    dxki_pass *p;
    uint32_t speculate; /* what may be run for nothing in place of a branch, in simple operations */

    /* The function at the beginning of the round. Blocks go, or take in others; none is new. */
    const dxki_cfg *cfg;
    const dxki_loops *loops;

    uint32_t *queue; /* blocks to look at, by number: a ring of cfg->count */
    uint32_t first, waiting;
    uint8_t *is_waiting, *is_gone; /* by number */

    dxki_pass_flow_cuts cuts;

    /* skip.c */
    dxki_value_map phi_numbers, rows_of;
    DXKI_VEC(uint32_t) skipped, preds, words;
    DXKI_VEC(dxki_value) rows;
    DXKI_VEC(uint32_t) row_blocks;
} dxki_pass_simplifier;

/* All of these: *changed is set, or stays; false: out of memory. */

/* Lets what leads to empty blocks before `block` lead to it. */
bool dxki_pass_simplify_skip(dxki_pass_simplifier *s, uint32_t block, bool *changed);

/* Turns the branch at the end of a block into selects. */
bool dxki_pass_simplify_choose(dxki_pass_simplifier *s, uint32_t block, bool *changed);

/* --- simplifycfg.c --- */

/* Notes that a block is to be looked at again, or that it is gone. */
void dxki_pass_simplify_push(dxki_pass_simplifier *s, uint32_t block);
void dxki_pass_simplify_gone(dxki_pass_simplifier *s, uint32_t block);

/* True if a block heads a loop, or is in the loop that `header` heads. */
bool dxki_pass_simplify_is_header(const dxki_pass_simplifier *s, uint32_t block);
bool dxki_pass_simplify_is_back(const dxki_pass_simplifier *s, uint32_t block, uint32_t header);

#endif
