/* SPDX-License-Identifier: MIT */
/*
 * scalarizer.h - between scalarizer.c, which takes values apart that are vectors, and
 * scalar_calls.c, which does it with calls of operations.
 */
#ifndef DXKI_LOWER_SCALARIZER_H
#define DXKI_LOWER_SCALARIZER_H

#include "lower/lower.h"

typedef struct dxki_lower_scalars {
    dxki_pass *p;
    uint32_t *rows;   /* by instruction: where its elements begin, + 1; 0: it has none */
    size_t row_count; /* instructions that were there at the beginning */
    DXKI_VEC(dxki_value) elements;
    DXKI_VEC(uint32_t) phis; /* whose elements wait for operands */
    DXKI_VEC(uint32_t) gone; /* that nothing needs any more */
    bool failed;             /* out of memory */
} dxki_lower_scalars;

bool dxki_lower_scalar_is_vector(const dxki_lower_scalars *w, dxki_type type);

/* Element `k` of a vector, for an instruction in front of which it may be made; 0: out of memory. */
dxki_value dxki_lower_scalar_get(dxki_lower_scalars *w, dxki_value vector, uint32_t k,
                                 uint32_t before);
/* Says what element `k` of an instruction's result is. False: out of memory. */
bool dxki_lower_scalar_set(dxki_lower_scalars *w, uint32_t inst, uint32_t k, dxki_value value);

/* An instruction in front of another one, with its location; 0: out of memory. */
dxki_value dxki_lower_scalar_insert(dxki_lower_scalars *w, uint32_t before, const dxki_inst *inst,
                                    const dxki_value *ops, const uint32_t *extra, uint32_t extras);

/* True if an instruction is a call of an operation on vectors that can be taken apart. */
bool dxki_lower_scalar_can_call(const dxki_lower_scalars *w, uint32_t inst);
/* Takes it apart; what used its result uses its elements. False: out of memory. */
bool dxki_lower_scalar_call(dxki_lower_scalars *w, uint32_t inst);

#endif
