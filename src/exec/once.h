/* SPDX-License-Identifier: MIT */
/*
 * once.h - instructions that run once for a wave. A value that is the same in all lanes that run
 * together need not be computed for each of them. Beside its registers by lane a wave has registers
 * with one number each, and a second wave of four lanes that runs the same handlers on them, of
 * which one lane is active:
 *
 *     register    once        by lane
 *        0       [....|...]  [........|........|........|........]
 *        1       [....|...]  [........|........|........|........]
 *
 * The same register has both: where an instruction that runs by lane needs the value, it is spread to
 * the row, for active lanes; where an instruction that runs once needs one that was computed by
 * lane, it is taken from an active lane. Spreading and taking are instructions of their own, which
 * do nothing in waves that compute all by lane: with a random schedule, and where somebody looks on.
 *
 * Why that is right: lanes meet wherever they can (order.h), so those that come to a use together
 * have come to the definition together, unless they have left a loop in different rounds; then
 * the value counts as different outside of it (analysis/uniform.h). Phis of headers are an exception:
 * lanes of several edges back to one write them at different times, so those compute by lane.
 */
#ifndef DXKI_EXEC_ONCE_H
#define DXKI_EXEC_ONCE_H

#include "exec/decode.h"

#define DXKI_EXEC_ONCE_LANES 4u /* the fewest that handlers know */
#define DXKI_EXEC_ONCE_SHIFT 2u

/* How a value is computed and needed, as bits. */
enum {
    DXKI_EXEC_ONCE = 1,        /* it is computed once, */
    DXKI_EXEC_ONCE_SPREAD = 2, /* and needed by lane */
    DXKI_EXEC_ONCE_TAKEN = 4   /* it is computed by lane, and needed once */
};

/* Finds out for the values of the function at hand, in d->once. False: reported. */
bool dxki_exec_find_once(dxki_exec_decoder *d);

/* True if the value, an operand of the instruction at hand, is there once. */
bool dxki_exec_is_once(const dxki_exec_decoder *d, dxki_value value);

/* Spreads or takes the value of an instruction, after its code, if it is to be. */
bool dxki_exec_emit_once(dxki_exec_decoder *d, uint32_t inst);

/* Handlers: `n` numbers from register dst on, of 64 bits if `aux`. */
dxki_exec_fn dxki_exec_spread_once, dxki_exec_take_once;

#endif
