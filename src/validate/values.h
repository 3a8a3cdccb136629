/* SPDX-License-Identifier: MIT */
/* values.h - questions about values, types and calls that the families of rules share (ir.c);
 * access.h has those that are inline. */
#ifndef DXKI_VALIDATE_VALUES_H
#define DXKI_VALIDATE_VALUES_H

#include "ir/dxop.h"
#include "validate/types.h"

bool dxki_val_is_const(const dxki_val *v, dxki_value value, uint64_t *bits); /* constant integer */
bool dxki_val_is_float_const(const dxki_val *v, dxki_value value, double *number);
/* Row of the operation that a call is; NULL: it is none. `any`: also with a wrong number of
 * arguments. */
const dxki_dxop_info *dxki_val_dxop_any(const dxki_val *v, uint32_t inst);
const dxki_dxop_info *dxki_val_dxop(const dxki_val *v, uint32_t inst);
bool dxki_val_is_linalg(const dxki_val *v, dxki_type type);
/* Base of address computations: through getelementptr and bitcast, instructions and constants. */
dxki_value dxki_val_pointer_base(const dxki_val *v, dxki_value value, bool const_casts);
bool dxki_val_is_gep(const dxki_val *v, dxki_value value);
bool dxki_val_is_bitcast(const dxki_val *v, dxki_value value);
/* The variable of a resource; from shader model 6.6 on it is after a bitcast. */
dxki_value dxki_val_symbol(const dxki_val *v, const dxki_dxil_resource *res);
uint64_t dxki_val_size(dxki_val *v, dxki_type type); /* alloc size in bytes */

#endif
