/* SPDX-License-Identifier: MIT */
/*
 * fits.h - what operations ask of the types of their operands (LLVM's language reference): for
 * those who read instructions and constant expressions, and those who judge them.
 */
#ifndef DXKI_IR_FITS_H
#define DXKI_IR_FITS_H

#include "ir/ir.h"

/* What is wrong with the operands of a selection; NULL: nothing. */
const char *dxki_type_select_fault(const dxk_module *m, dxki_type cond, dxki_type a, dxki_type b);
bool dxki_type_cast_is_valid(const dxk_module *m, dxki_op op, dxki_type from, dxki_type to);
bool dxki_type_shuffle_is_valid(const dxk_module *m, dxki_type a, dxki_type b, dxki_value mask);
/* Type that an index of a GEP, after the first, leads to within `type`; 0: nowhere. */
dxki_type dxki_type_gep_step(const dxk_module *m, dxki_type type, dxki_value index);
/* Type that a GEP's indices lead to; 0: they lead nowhere. */
dxki_type dxki_type_gep_element(const dxk_module *m, dxki_type source, const dxki_value *indices,
                                uint32_t count);
/* Type that the indices of extractvalue lead to; 0: one of them is past the end. */
dxki_type dxki_type_indexed(const dxk_module *m, dxki_type type, const uint32_t *indices,
                            uint32_t count);

#endif
