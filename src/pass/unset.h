/* SPDX-License-Identifier: MIT */
/*
 * unset.h - what reads of variables before they are set come to. The reference computes with undef
 * as LLVM 3.7 does, and its validator refuses what is left of it:
 *
 *     x * 0u, int(x) & 1     a number: operations fold as LLVM folds them
 *     x + 1.0                a constant expression, to be refused as an operand of an instruction;
 *                            functions and other expressions take it as a number, where x counts as 0
 *     x + y, buffer[0] = x   stay as they are, to be refused
 *
 * Modules that are to be judged like that have `unset_stays`. In all others such reads give zero, and
 * so they do behind fold-undef: what only a better optimizer than the reference's sees is no mistake.
 */
#ifndef DXKI_PASS_UNSET_H
#define DXKI_PASS_UNSET_H

#include "pass/pass.h"

/* What stands for a variable that was not set, outside of a phi. 0: out of memory. */
dxki_value dxki_pass_unset_value(dxk_module *m, dxki_type type);

/* True for an expression that the reference keeps, such as `fadd (float undef, float 1.0)`. One of another
 * one does not exist: it is a number to the validator. */
bool dxki_pass_unset_is_open(const dxk_module *m, dxki_value value);

/* Value of an operation with constants, in which undef counts as 0. 0: out of memory. */
dxki_value dxki_pass_unset_number(dxk_module *m, dxki_op op, dxki_value a, dxki_value b);

/* Folds what can be in p->function. False: out of memory. */
bool dxki_pass_unset_fold(dxki_pass *p);

#endif
