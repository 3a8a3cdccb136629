/* SPDX-License-Identifier: MIT */
/*
 * wave_number.h - what operations between the lanes of a wave share: types of numbers, and who takes
 * part. The lanes that take part are those that are active; reductions go through them in ascending
 * order, each step rounded. Lanes that do not take part but exist are read as their registers stand.
 *
 *   wave_vote.c     who is there, votes, ballots
 *   wave_reduce.c   reductions, prefixes, reading other lanes
 *   wave_quad.c     quads and derivatives
 *
 * Helper lanes of a pixel shader take no part in operations of the wave, unless its function has the
 * attribute "waveops-include-helper-lanes": such an operation stands between two instructions that
 * leave them out and take them back.
 *
 * Source: HLSL shader models 6.0, 6.5 and 6.7, "Wave intrinsics".
 */
#ifndef DXKI_EXEC_WAVE_NUMBER_H
#define DXKI_EXEC_WAVE_NUMBER_H

#include "exec/alu.h"

typedef uint64_t dxki_exec_combine(uint64_t a, uint64_t b);

/* A type of numbers: how wide they are, and what is done with two of them. */
typedef struct dxki_exec_number_type {
    bool is_wide, is_real;
    uint64_t one, all;           /* 1; all bits */
    dxki_exec_combine *op[2][4]; /* signed or real, unsigned: sum, product, least, greatest */
} dxki_exec_number_type;

extern const dxki_exec_number_type dxki_exec_type_i1, dxki_exec_type_i8, dxki_exec_type_i16,
    dxki_exec_type_i32, dxki_exec_type_i64, dxki_exec_type_f16, dxki_exec_type_f32,
    dxki_exec_type_f32_flush, dxki_exec_type_f64;

dxki_exec_combine dxki_exec_bits_and, dxki_exec_bits_or, dxki_exec_bits_xor;

/* Equal as numbers: NaN equals nothing, zeros of both signs are equal. */
bool dxki_exec_is_equal(const dxki_exec_number_type *t, uint64_t a, uint64_t b);

/* Tells when lanes of the wave that have not returned do not take part. */
void dxki_exec_check_all(dxki_exec_wave *w, const dxki_exec_inst *i);

/* The lanes of a set below a lane; the active lanes in which an operand is true. */
dxki_exec_mask dxki_exec_below(dxki_exec_mask m, uint32_t lane);
dxki_exec_mask dxki_exec_ballot(const dxki_exec_wave *w, uint32_t operand);

/* Leaves helpers out, whose results, in n registers at dst, are 0, and takes them back. Where there
 * are only helpers, they have the operation among themselves. */
dxki_exec_fn dxki_exec_leave_helpers, dxki_exec_take_helpers;

/* Element e of an operand. */
static inline uint64_t dxki_exec_number(const dxki_exec_wave *w, const dxki_exec_number_type *t,
                                        uint32_t operand, uint32_t e, uint32_t lane)
{
    size_t at = (size_t)e * w->lanes + lane;

    return t->is_wide ? dxki_exec_row64(w, operand)[at] : dxki_exec_row(w, operand)[at];
}

static inline void dxki_exec_set_number(const dxki_exec_wave *w, const dxki_exec_number_type *t,
                                        uint32_t operand, uint32_t e, uint32_t lane, uint64_t value)
{
    size_t at = (size_t)e * w->lanes + lane;

    if (t->is_wide)
        dxki_exec_row64(w, operand)[at] = value;
    else
        dxki_exec_row(w, operand)[at] = (uint32_t)value;
}

/* Handlers by type, made of name(w, i, type), and their table. */
#define DXKI_EXEC_FORWARD(name, suffix)                                                            \
    static void name##_##suffix(dxki_exec_wave *w, const dxki_exec_inst *i)                        \
    {                                                                                              \
        name(w, i, &dxki_exec_type_##suffix);                                                      \
    }
#define DXKI_EXEC_BY_TYPE(name)                                                                    \
    DXKI_EXEC_FORWARD(name, i1)                                                                    \
    DXKI_EXEC_FORWARD(name, i8)                                                                    \
    DXKI_EXEC_FORWARD(name, i16)                                                                   \
    DXKI_EXEC_FORWARD(name, i32)                                                                   \
    DXKI_EXEC_FORWARD(name, i64)                                                                   \
    DXKI_EXEC_FORWARD(name, f16)                                                                   \
    DXKI_EXEC_FORWARD(name, f32)                                                                   \
    DXKI_EXEC_FORWARD(name, f32_flush)                                                             \
    DXKI_EXEC_FORWARD(name, f64)                                                                   \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_I1] = name##_i1,               \
                                                         [DXKI_EXEC_I8] = name##_i8,               \
                                                         [DXKI_EXEC_I16] = name##_i16,             \
                                                         [DXKI_EXEC_I32] = name##_i32,             \
                                                         [DXKI_EXEC_I64] = name##_i64,             \
                                                         [DXKI_EXEC_F16] = name##_f16,             \
                                                         [DXKI_EXEC_F32] = name##_f32,             \
                                                         [DXKI_EXEC_F64] = name##_f64},            \
                                                  .flush32 = name##_f32_flush};
/* The table of one handler, name_any. */
#define DXKI_EXEC_ONE_TYPE(name, elem)                                                             \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[elem] = name##_any}};

#endif
