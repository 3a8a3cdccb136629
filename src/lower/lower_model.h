/* SPDX-License-Identifier: MIT */
/*
 * lower_model.h - between lower_model.c, which replaces operations that a shader model does not know,
 * and lower_raw.c, which does it with accesses to raw and structured buffers.
 */
#ifndef DXKI_LOWER_LOWER_MODEL_H
#define DXKI_LOWER_LOWER_MODEL_H

#include "dxil/handles.h"
#include "lower/lower.h"
#include "pass/metadata.h"

/* Numbers of predicates. */
enum { DXKI_LOWER_OGE = 3, DXKI_LOWER_EQ = 32, DXKI_LOWER_NE = 33 };

typedef struct dxki_lower_work {
    dxki_pass *p;
    dxk_dxil *d;
    uint32_t minor;      /* of the target */
    dxki_value helper;   /* the variable for IsHelperLane; 0: not made */
    const char *refusal; /* why it cannot be done; NULL: it can */
    bool failed;         /* out of memory */
} dxki_lower_work;

/* Makers: in front of an instruction, whose location and attachments the new one gets. They return
 * 0, and set `failed`, when out of memory or when an operand is 0. */
dxki_value dxki_lower_insert(dxki_lower_work *w, uint32_t before, const dxki_inst *inst,
                             const dxki_value *ops, const uint32_t *extra, uint32_t extras);
dxki_value dxki_lower_int(dxki_lower_work *w, dxki_type type, uint64_t bits);
dxki_value dxki_lower_two(dxki_lower_work *w, uint32_t before, dxki_op op, dxki_value a,
                          dxki_value b);
dxki_value dxki_lower_cast(dxki_lower_work *w, uint32_t before, dxki_op op, dxki_value value,
                           dxki_type type);
/* Calls an operation; ops[0] is filled in, and there is room for one more after `count`. */
dxki_value dxki_lower_call(dxki_lower_work *w, uint32_t before, uint32_t opcode, dxki_type overload,
                           dxki_value *ops, uint32_t count);

/* Puts a value in the place of an instruction, which goes; 0: it has no result. */
bool dxki_lower_replace(dxki_lower_work *w, uint32_t inst, dxki_value with);

/* --- lower_raw.c --- */

bool dxki_lower_raw_load(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op);
bool dxki_lower_raw_store(dxki_lower_work *w, uint32_t inst, const dxki_dxop_info *op);

#endif
