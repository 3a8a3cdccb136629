/* SPDX-License-Identifier: MIT */
/*
 * constant_use.h - where a constant may not stand although a variable of the same value may: an
 * index out of its range is nothing at run time, and an invalid program when it is written down. And
 * a subtraction from the constant -0.0 means something else than one from a variable.
 */
#ifndef DXKI_PASS_CONSTANT_USE_H
#define DXKI_PASS_CONSTANT_USE_H

#include "pass/pass.h"

typedef enum dxki_pass_fit {
    DXKI_PASS_FITS,
    DXKI_PASS_UNSURE, /* what stands there may be right; nothing should be put there */
    DXKI_PASS_BREAKS  /* the program is not valid with it */
} dxki_pass_fit;

/* Whether a program in which the constant stands as operand `operand` of the instruction is valid,
 * given that with another value there it is: not a row, vertex, register or offset out of range, no
 * division by zero. */
dxki_pass_fit dxki_pass_constant_fits(dxki_pass *p, uint32_t user, uint32_t operand,
                                      dxki_value constant);

/* The same for operand `operand` of a call of an operation. */
dxki_pass_fit dxki_pass_argument_fits(dxki_pass *p, const dxki_inst *call, const dxki_dxop_info *op,
                                      uint32_t operand, dxki_value constant);

/* True if the constant may be put there. */
static inline bool dxki_pass_may_use_constant(dxki_pass *p, uint32_t user, uint32_t operand,
                                              dxki_value constant)
{
    return dxki_pass_constant_fits(p, user, operand, constant) == DXKI_PASS_FITS;
}

/* The same for all uses of a value. Another value than a constant may stand anywhere. */
bool dxki_pass_may_be_constant(dxki_pass *p, dxki_value value, dxki_value constant);

/* --- settle.c --- */

/* For passes that put values in the place of others without asking: says what stands in p->function
 * and may not in another way. False: out of memory. */
bool dxki_pass_settle_constants(dxki_pass *p);

/* True if the variable is there to hide a constant: promoting it would bring that back. */
bool dxki_pass_hides_constant(dxki_pass *p, uint32_t alloca);

/* For those who are about to put a constant in the place of a value: says subtractions from it in
 * another way if they would turn signs then, which passes denormals on. False: out of memory. */
bool dxki_pass_keep_subtractions(dxki_pass *p, dxki_value value, dxki_value constant);

#endif
