/* SPDX-License-Identifier: MIT */
/*
 * evolve.h - what values of a loop are round by round, when they follow from constants alone:
 *
 *     loop:  %i = phi [0, before], [%n, loop]      round     0  1  2  3
 *            %s = mul %i, %i                       %i        0  1  2  3
 *            %n = add %i, 1                        %s        0  1  4  9
 *            %c = icmp ult %n, 4                   %n        1  2  3  4
 *            br %c, loop, out                      %c        1  1  1  0     it is left in round 3
 *
 * No closed forms are looked for: the rounds are gone through, within a bound. Values that hang on
 * what happens in a round (phis that are not the header's, loads) do not follow.
 */
#ifndef DXKI_PASS_EVOLVE_H
#define DXKI_PASS_EVOLVE_H

#include "ir/value_map.h"
#include "pass/algebra.h"

typedef struct dxki_pass_evolution {
    dxki_pass *p;
    dxki_pass_algebra algebra;
    const dxki_cfg *cfg;
    const dxki_dom *dom;
    const dxki_loops *loops;
    uint32_t loop;  /* that is looked at */
    uint32_t latch; /* the number of its only block that leads back; DXKI_NO_NODE: there are more */

    dxki_value_map place;         /* by instruction: 1 + its place below */
    DXKI_VEC(uint32_t) insts;     /* in an order in which they can be computed; phis among them */
    DXKI_VEC(dxki_value) now;     /* by place */
    DXKI_VEC(uint32_t) phis;      /* of the header, by instruction */
    DXKI_VEC(dxki_value) initial; /* by phi */
    DXKI_VEC(dxki_value) args;    /* of the instruction at hand */
    DXKI_VEC(uint32_t) stack;     /* instructions and operands on the way to what is added */
} dxki_pass_evolution;

/* For the loops of p->function as they are; to be freed in any case. False: out of memory. */
bool dxki_pass_evolve_begin(dxki_pass_evolution *e, dxki_pass *p);
void dxki_pass_evolve_free(dxki_pass_evolution *e);

/* Goes to another loop. */
void dxki_pass_evolve_enter(dxki_pass_evolution *e, uint32_t loop);

/* Adds a value to those that are gone through; *follows: it follows from constants. False: out of
 * memory. */
bool dxki_pass_evolve_add(dxki_pass_evolution *e, dxki_value value, bool *follows);

/* Goes to the first round, and to the next one. *good is cleared when a value cannot be computed.
 * False: out of memory. */
bool dxki_pass_evolve_start(dxki_pass_evolution *e, bool *good);
bool dxki_pass_evolve_next(dxki_pass_evolution *e, bool *good);

/* What a value that was added, or a constant, is in this round. */
dxki_value dxki_pass_evolve_now(const dxki_pass_evolution *e, dxki_value value);

/* The way out of a loop that is taken in a known round. */
typedef struct dxki_pass_exit {
    uint32_t from, to; /* numbers of blocks */
    uint32_t round;    /* from 0 */
} dxki_pass_exit;

/* Finds the way that is taken first, of those that all rounds come by. found->from is DXKI_NO_NODE
 * when there is none within `most` rounds. Values added before are forgotten, and those are there that
 * decide on the way. False: out of memory. */
bool dxki_pass_evolve_exit(dxki_pass_evolution *e, uint32_t most, dxki_pass_exit *found);

/* The same for a way that is taken in that round at the latest: a part of its condition is known, or the
 * range of a number that it compares with, which decides it then. */
bool dxki_pass_evolve_last(dxki_pass_evolution *e, uint32_t most, dxki_pass_exit *found);

#endif
