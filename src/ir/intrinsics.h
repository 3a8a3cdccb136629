/* SPDX-License-Identifier: MIT */
/*
 * intrinsics.h - the functions that LLVM 3.7 knows by name: which one a name stands for, the type
 * that it must have, and the name that it must have for its type.
 */
#ifndef DXKI_IR_INTRINSICS_H
#define DXKI_IR_INTRINSICS_H

#include "ir/ir.h"

typedef enum dxki_intrinsic {
    DXKI_INTR_NONE,
#define DXKI_INTRINSIC(ident, name, form, memory, flow, nocapture, readonly, signature)            \
    DXKI_INTR_##ident,
#include "spec/llvm_intrinsics.def"
#undef DXKI_INTRINSIC
    DXKI_INTR_COUNT
} dxki_intrinsic;

/* The function of that name; DXKI_INTR_NONE: LLVM does not know it. */
dxki_intrinsic dxki_intrinsic_find(dxk_str name);

/* Gives a function the attributes of its declaration; false: out of memory. */
bool dxki_intrinsic_set_attrs(dxk_module *m, uint32_t global, dxki_intrinsic id);

/* What a function type does not have in common with the type that it must have, at first. */
typedef enum dxki_intrinsic_match {
    DXKI_MATCH_OK,
    DXKI_MATCH_RESULT,
    DXKI_MATCH_PARAM,
    DXKI_MATCH_VARARG,   /* it takes more arguments and must not */
    DXKI_MATCH_NO_VARARG /* it must take more, or has too few parameters */
} dxki_intrinsic_match;

/* The types that its name must tell. */
typedef struct dxki_intrinsic_types {
    dxki_type items[4];
    uint32_t count;
} dxki_intrinsic_types;

dxki_intrinsic_match dxki_intrinsic_check(const dxk_module *m, dxki_intrinsic id,
                                          dxki_type function, dxki_intrinsic_types *types);

/* Appends the name that it must have; false: out of memory. */
bool dxki_intrinsic_name(const dxk_module *m, dxki_intrinsic id, const dxki_intrinsic_types *types,
                         dxk_buffer *name);

#endif
