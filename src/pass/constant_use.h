/* SPDX-License-Identifier: MIT */
/*
 * constant_use.h - where a constant may not stand although a variable of the same value may: an
 * index out of its range is nothing at run time, and an invalid program when it is written down. And
 * a subtraction from the constant -0.0 means something else than one from a variable.
 */
#ifndef DXKI_PASS_CONSTANT_USE_H
#define DXKI_PASS_CONSTANT_USE_H

#include "pass/pass.h"

/* True if a program in which the constant stands as operand `operand` of the instruction is valid,
 * given that with another value there it is: not a row, vertex, register or offset out of range, no
 * division by zero. */
bool dxki_pass_may_use_constant(dxki_pass *p, uint32_t user, uint32_t operand, dxki_value constant);

/* The same for all uses of a value. Another value than a constant may stand anywhere. */
bool dxki_pass_may_be_constant(dxki_pass *p, dxki_value value, dxki_value constant);

#endif
