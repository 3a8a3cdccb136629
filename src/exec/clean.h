/* SPDX-License-Identifier: MIT */
/* clean.h - which floats are known not to be denormal; see clean.c. */
#ifndef DXKI_EXEC_CLEAN_H
#define DXKI_EXEC_CLEAN_H

#include "exec/decode.h"

/* Finds out for the function at hand. */
void dxki_exec_find_clean(dxki_exec_decoder *d);

/* True if a float, or each element of a vector, is known not to be denormal. */
bool dxki_exec_is_clean(const dxki_exec_decoder *d, dxki_value value);

/* The same of what a call of an operation gives (decode_op.c). */
bool dxki_exec_op_gives_clean(const dxki_exec_decoder *d, uint32_t inst);

#endif
