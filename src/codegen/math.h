/* SPDX-License-Identifier: MIT */
/*
 * math.h - shared by the lowerings of intrinsic functions: evaluation of arguments, and short names
 * for operations on scalars.
 */
#ifndef DXKI_CODEGEN_MATH_H
#define DXKI_CODEGEN_MATH_H

#include "codegen/emit.h"

#define LOWER(name) dxki_emit_value dxki_emit_lower_##name(dxki_emit *e, const dxki_hlsl_node *n)
#define MOST_ARGS   4

/* Values of the arguments, from the last to the first; what is written is not read. */
typedef struct arguments {
    dxki_emit_value v[MOST_ARGS];
    uint8_t scalar; /* of the first */
    dxk_type type;
} arguments;

/* --- math.c --- */

arguments dxki_emit_arguments(dxki_emit *e, const dxki_hlsl_node *n);
/* The powers of the components of `x`: out->v gets as many as it has. */
void dxki_emit_powers(dxki_emit *e, const arguments a, const dxki_emit_value *x,
                      const dxki_emit_value *y, dxki_emit_value *out);
/* Writes an out argument. */
void dxki_emit_give(dxki_emit *e, const dxki_hlsl_node *arg, dxki_emit_value v);

/* --- short names --- */

static inline uint8_t number_of(uint8_t scalar)
{
    return dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number;
}

static inline bool is_real(uint8_t scalar)
{
    return number_of(scalar) == DXKI_HLSL_REAL;
}

static inline dxk_value op1(dxki_emit *e, dxk_op op, dxk_type type, dxk_value x)
{
    return dxki_emit_op(e, op, type, &x, 1);
}

static inline dxk_value op2(dxki_emit *e, dxk_op op, dxk_type type, dxk_value x, dxk_value y)
{
    const dxk_value args[] = {x, y};
    return dxki_emit_op(e, op, type, args, 2);
}

static inline dxk_value op3(dxki_emit *e, dxk_op op, dxk_type type, dxk_value x, dxk_value y,
                            dxk_value z)
{
    const dxk_value args[] = {x, y, z};
    return dxki_emit_op(e, op, type, args, 3);
}

static inline dxk_value less(dxki_emit *e, uint8_t scalar, dxk_value x, dxk_value y)
{
    return dxki_emit_binary(e, DXKI_HLSL_T_LT, scalar, x, y);
}

static inline dxk_value pick(dxki_emit *e, dxk_value c, dxk_value x, dxk_value y)
{
    return dxk_builder_select(dxki_emit_b(e), c, x, y);
}

#define ADD(x, y) dxki_emit_binary(e, DXKI_HLSL_T_ADD, a.scalar, x, y)
#define SUB(x, y) dxki_emit_binary(e, DXKI_HLSL_T_SUB, a.scalar, x, y)
#define MUL(x, y) dxki_emit_binary(e, DXKI_HLSL_T_MUL, a.scalar, x, y)
#define DIV(x, y) dxki_emit_binary(e, DXKI_HLSL_T_DIV, a.scalar, x, y)
#define REAL(x)   dxki_emit_float(e, a.scalar, x)
#define EACH(i)   for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++)
#define X         a.v[0].v[i]
#define Y         a.v[1].v[i]
#define Z         a.v[2].v[i]

#endif
