/* SPDX-License-Identifier: MIT */
/*
 * unroll.h - what the files of loop-unroll share.
 *
 *   unroll.c        the pass: which loops, and the blocks copied
 *   unroll_cost.c   how long the code becomes
 */
#ifndef DXKI_PASS_UNROLL_H
#define DXKI_PASS_UNROLL_H

#include "pass/evolve.h"

/* What the source says of a loop (llvm.loop). */
typedef enum dxki_pass_unroll_hint {
    DXKI_PASS_UNROLL_FREE,
    DXKI_PASS_UNROLL_NEVER,
    DXKI_PASS_UNROLL_FULLY
} dxki_pass_unroll_hint;

typedef struct dxki_pass_unroll_wish {
    dxki_pass_unroll_hint hint;
    uint32_t count; /* of rounds, after which the loop is left; 0: all there are */
    uint32_t id;    /* a number that tells it from other loops; 0: none */
} dxki_pass_unroll_wish;

/* The hint at the end of a loop's block that leads back. */
dxki_pass_unroll_wish dxki_pass_unroll_wish_of(const dxk_module *m, uint32_t end);

/* Lengths in instructions, without debug information and jumps. */
typedef struct dxki_pass_unroll_cost {
    uint32_t rolled;   /* now */
    uint64_t unrolled; /* when what follows from constants is folded */
} dxki_pass_unroll_cost;

/* Estimates e->loop, of which all rounds up to that of the exit are gone through. rolled is
 * UINT32_MAX if it has more than `most` instructions. False: out of memory. */
bool dxki_pass_unroll_estimate(dxki_pass_evolution *e, const dxki_pass_exit *exit, uint32_t most,
                               dxki_pass_unroll_cost *cost);

#endif
