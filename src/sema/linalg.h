/* SPDX-License-Identifier: MIT */
/*
 * linalg.h - the type of matrices of linear algebra, `__builtin_LinAlgMatrix
 * [[__LinAlgMatrix_Attributes(component, rows, columns, use, scope)]]`: an object whose number says all
 * of it.
 */
#ifndef DXKI_SEMA_LINALG_H
#define DXKI_SEMA_LINALG_H

#include "sema/types.h"

typedef struct dxki_hlsl_linalg {
    uint32_t component; /* dxk_component_type */
    uint32_t rows, columns;
    uint32_t use, scope;
} dxki_hlsl_linalg;

/* Numbers that an attribute gives. */
#define DXKI_HLSL_LINALG_NUMBERS 5u

/* Bits of each in the number of a type, from the lowest: component, use, scope, rows, columns. */
#define DXKI_HLSL_LINALG_COMPONENT 6
#define DXKI_HLSL_LINALG_USE       2
#define DXKI_HLSL_LINALG_SCOPE     2
#define DXKI_HLSL_LINALG_SIZE      11

static inline dxki_hlsl_linalg dxki_hlsl_linalg_of(const dxki_hlsl_type *t)
{
    uint32_t bits = t->count;
    dxki_hlsl_linalg m;

    m.component = bits & ((1u << DXKI_HLSL_LINALG_COMPONENT) - 1);
    bits >>= DXKI_HLSL_LINALG_COMPONENT;
    m.use = bits & ((1u << DXKI_HLSL_LINALG_USE) - 1);
    bits >>= DXKI_HLSL_LINALG_USE;
    m.scope = bits & ((1u << DXKI_HLSL_LINALG_SCOPE) - 1);
    bits >>= DXKI_HLSL_LINALG_SCOPE;
    m.rows = bits & ((1u << DXKI_HLSL_LINALG_SIZE) - 1);
    m.columns = bits >> DXKI_HLSL_LINALG_SIZE;
    return m;
}

/* "C4M5N4U1S2" */
dxk_str dxki_hlsl_linalg_code(dxki_hlsl *c, const dxki_hlsl_type *t);

#endif
