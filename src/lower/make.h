/* SPDX-License-Identifier: MIT */
/* make.h - instructions that lowering puts in front of others, whose location and attachments they get. */
#ifndef DXKI_LOWER_MAKE_H
#define DXKI_LOWER_MAKE_H

#include "pass/pass.h"

/* Inserts an instruction in front of another one; 0: out of memory. */
dxki_value dxki_lower_make(dxki_pass *p, uint32_t before, const dxki_inst *inst,
                           const dxki_value *ops, const uint32_t *extra, uint32_t extras);

/* The same for a call of an operation for one overloaded type; ops[0] is filled in, and there is room for
 * one more after `count`. 0 also when an operand is 0. */
dxki_value dxki_lower_make_call(dxki_pass *p, uint32_t before, uint32_t opcode, dxki_type overload,
                                dxki_value *ops, uint32_t count);

#endif
