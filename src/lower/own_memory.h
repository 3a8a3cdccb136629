/* SPDX-License-Identifier: MIT */
/*
 * own_memory.h - the variables of a module that nobody outside sees, so that a pass may give them
 * another type: allocas, internal variables, group-shared ones; and where instructions use those
 * that are global, by themselves or as part of a constant.
 */
#ifndef DXKI_LOWER_OWN_MEMORY_H
#define DXKI_LOWER_OWN_MEMORY_H

#include "lower/lower.h"

/* A use of a global, or of a constant that is an address in it, by an instruction. */
typedef struct dxki_lower_own_use {
    uint32_t inst, operand, global;
} dxki_lower_own_use;

typedef struct dxki_lower_own_memory {
    dxki_pass *p;
    DXKI_VEC(uint32_t) allocas; /* of all functions */
    uint8_t *chosen;            /* by global: the pass looks at it */
    uint8_t *inside;            /* by constant: it is an address in a chosen global */
    size_t const_count;         /* constants that `inside` tells of */
    DXKI_VEC(dxki_lower_own_use) uses;
} dxki_lower_own_memory;

/* Lists the allocas and chooses all globals that the module may change. False: out of memory. */
bool dxki_lower_own_memory_begin(dxki_lower_own_memory *own, dxki_pass *p);
/* Lists the uses of those that are still chosen. */
bool dxki_lower_own_memory_list(dxki_lower_own_memory *own);
void dxki_lower_own_memory_end(dxki_lower_own_memory *own);

/* True if a call is of an intrinsic that does nothing with the memory that it is given. */
bool dxki_lower_is_harmless_call(const dxk_module *m, const dxki_inst *in);

#endif
