/* SPDX-License-Identifier: MIT */
/*
 * known.h - what is known of integers: bits that are 0 or 1 whatever happens, and between which
 * numbers they are.
 *
 *     %t = call i32 @dx.op.flattenedThreadIdInGroup ...   of 64 threads: 0 to 63
 *     %s = shl i32 %t, 2                                  0 to 252, the two lowest bits 0
 *     %o = or i32 %s, 1                                   1 to 253, the lowest bit 1, the next 0
 *
 * One walk over the blocks in reverse post-order; what comes around a loop is not known, but for
 * counters with a bound. Numbers of minimum precision may have more bits than their type: nothing
 * is known of them.
 */
#ifndef DXKI_PASS_KNOWN_H
#define DXKI_PASS_KNOWN_H

#include "pass/algebra.h"

/* Of an integer of `width` bits; 0: nothing is known, nor asked. */
typedef struct dxki_pass_known {
    uint64_t zero, one; /* bits */
    uint64_t low, high; /* ends of the range, without sign; both belong to it */
    uint8_t width;
} dxki_pass_known;

typedef struct dxki_pass_facts_known {
    dxki_pass *p;
    dxk_module *m;
    uint32_t *place; /* by instruction: in `of`; 0: not entered */
    size_t count;    /* of instructions when it began */
    dxki_pass_known *of;
    uint32_t entered, most;
    uint32_t threads[3]; /* of the group that the function is run for; 0: not known */
} dxki_pass_facts_known;

/* False: out of memory. */
bool dxki_pass_known_begin(dxki_pass_facts_known *f, dxki_pass *p);

/* Finds out what is known of an instruction, from what is of its operands. */
void dxki_pass_known_enter(dxki_pass_facts_known *f, uint32_t inst);

/* What is known of a value: width 0 if it is no integer of at most 64 bits. */
dxki_pass_known dxki_pass_known_of(const dxki_pass_facts_known *f, dxki_value value);

#endif
