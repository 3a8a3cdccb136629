/* SPDX-License-Identifier: MIT */
/* merge.h - an instruction gives way to a value, with what is noted on it. */
#ifndef DXKI_PASS_MERGE_H
#define DXKI_PASS_MERGE_H

#include "pass/algebra.h"

/*
 * The value, which was there before, takes the place of an equal instruction, which is removed. If
 * it is an instruction it promises no more than both did: flags of arithmetic are those of both,
 * and it is precise and not uniform if either is. False: out of memory.
 */
bool dxki_pass_merge(dxki_pass_algebra *a, uint32_t inst, dxki_value with);

/* The same for a value that stands for what the instruction computed. */
bool dxki_pass_put_in_place(dxk_module *m, uint32_t inst, dxki_value with);

/* The same for an instruction that may have effects, for which it stays. */
bool dxki_pass_stand_in(dxk_module *m, uint32_t inst, dxki_value with);

/* An instruction without a name takes that of the value which it replaces. */
bool dxki_pass_hand_name(dxk_module *m, dxki_value to, dxki_value from);

/* True if the value is undef. */
static inline bool dxki_pass_is_undef(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);
    return c && c->kind == DXKI_C_UNDEF;
}

#endif
