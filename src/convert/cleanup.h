/* SPDX-License-Identifier: MIT */
/*
 * cleanup.h - from code whose registers are read and written with operations to code without them,
 * as the format of dxilconv has it.
 *
 *     tempRegStore(5, %a)                     store %a, %dx.v32.r5
 *     %b = tempRegLoad.i32(5)       place     %l = load %dx.v32.r5       mem2reg
 *                                   ----->    %b = bitcast %l            ------> %b = bitcast %a
 *
 * All return false when memory runs out; the module is good for nothing then.
 */
#ifndef DXKI_CONVERT_CLEANUP_H
#define DXKI_CONVERT_CLEANUP_H

#include "ir/edit.h"

/* Makes arrays of reals ones of integers where these are loaded and stored more often. */
bool dxki_convert_type_arrays(dxk_module *m);

/* Gives each register a variable, of reals or of integers, by what it is used as more often. */
bool dxki_convert_place_registers(dxk_module *m);

/* Leaves out casts that undo each other, and comparisons that ask what a mask was made of. */
bool dxki_convert_tidy(dxk_module *m);

/* Alignments of loads and stores, what addresses are known to be, the order of the operands of
 * phis. */
bool dxki_convert_settle_details(dxk_module *m);

/* Makes operations of casts between reals and integers. */
bool dxki_convert_call_casts(dxk_module *m);

#endif
