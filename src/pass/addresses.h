/* SPDX-License-Identifier: MIT */
/*
 * addresses.h - constants that are addresses in variables, and which variables are used otherwise.
 */
#ifndef DXKI_PASS_ADDRESSES_H
#define DXKI_PASS_ADDRESSES_H

#include "ir/ir.h"

typedef struct dxki_pass_addresses {
    const dxk_module *m;
    uint32_t *root_of; /* by constant: the variable that it is an address in; 0: none */
    uint8_t *escapes;  /* by global: its address is used in some other way, but by no instruction */
    uint32_t consts;   /* that root_of knows */
    uint32_t *heads;   /* by global: the first constant that is an address in it */
    uint32_t *next;    /* by constant: the next one of the same variable */
} dxki_pass_addresses;

/* Looks at all constants. False: out of memory. */
bool dxki_pass_find_addresses(dxki_pass_addresses *a, dxki_arena *arena, const dxk_module *m);

/* True for a variable of the module's own that holds values, and whose uses are all known: those of
 * it and of its addresses by instructions. */
bool dxki_pass_is_own_variable(const dxki_pass_addresses *a, uint32_t variable);

#endif
