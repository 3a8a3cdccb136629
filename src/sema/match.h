/* SPDX-License-Identifier: MIT */
/* match.h - matches the arguments of a call against a row of spec/hlsl_intrinsics.def. */
#ifndef DXKI_SEMA_MATCH_H
#define DXKI_SEMA_MATCH_H

#include "sema/row.h"

typedef struct dxki_sema_match {
    dxki_hlsl *c;
    const dxki_hlsl_intrinsic *row;
    dxki_sema_slot slots[DXKI_SEMA_SLOTS];
    const dxki_hlsl_type *types[DXKI_SEMA_SLOTS]; /* found: 0 is the result */
    dxki_hlsl_node *object;
    dxki_hlsl_node **args; /* args[i - 1] belongs to slot i */
    size_t count;
    const dxki_hlsl_type *type_arg;
    uint32_t r, cols, r2, c2; /* dimensions that letters stand for; 0: not yet */
    int misfit; /* the first slot that refuses its argument; 0: the row does not fit at all */
} dxki_sema_match;

/* Can a function be called with so many arguments? */
bool dxki_sema_takes_count(const dxki_hlsl_intrinsic *row, size_t count);
/* Finds the types of the parameters and of the result; false: an argument does not fit. */
bool dxki_sema_matches(dxki_sema_match *m);
/* What the slot that refuses its argument would take, in quotes: "'float &'"; empty: not known. */
dxk_str dxki_sema_wanted(dxki_sema_match *m);
/* Any structure of numbers. */
bool dxki_sema_is_record_class(dxk_str class);

#endif
