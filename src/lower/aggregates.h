/* SPDX-License-Identifier: MIT */
/* aggregates.h - parts of values that are structures, arrays or vectors. */
#ifndef DXKI_LOWER_AGGREGATES_H
#define DXKI_LOWER_AGGREGATES_H

#include "pass/pass.h"

/* True for structures, arrays and vectors, and how many parts one has. */
bool dxki_lower_has_parts(const dxk_module *m, dxki_type type);
uint32_t dxki_lower_part_count(const dxk_module *m, dxki_type type);

/* A part of a value: what was put in, if that is known, or taken out before an instruction. 0: out of
 * memory. */
dxki_value dxki_lower_part(dxki_pass *p, dxki_value whole, uint32_t i, uint32_t before);

/* The value with another part, put in before an instruction. 0: out of memory, or `part` is 0. */
dxki_value dxki_lower_put(dxki_pass *p, dxki_value whole, dxki_value part, uint32_t i,
                          uint32_t before);

/* Lets all that takes a part of what was put together take what was put in. False: out of memory. */
bool dxki_lower_see_through(dxki_pass *p);

#endif
