/* SPDX-License-Identifier: MIT */
/*
 * alu_convert.c - conversions between types, copies, choices. In instructions of conversions `imm` is
 * the mask of a narrow result, `aux` the width of the integer.
 */
#include "exec/alu.h"
#include "exec/convert.h"
#include "exec/math.h"
#include "ir/op.h"

#define CALL1(name, D, A, result) DXKI_EXEC_FN1(DXKI_EXEC_LOOP_ACTIVE, name, D, A, result)
#define WIDE1(name, D, A, result) DXKI_EXEC_FN1(DXKI_EXEC_LOOP, name, D, A, result)

/* ---------------------------------------------------------------------------------------- */
/* Between integers                                                                           */

WIDE1(trunc_32, uint32_t, uint32_t, x & i->imm)
WIDE1(trunc_64, uint32_t, uint64_t, (uint32_t)x & i->imm)
WIDE1(zext_64, uint64_t, uint32_t, x)
WIDE1(sext_32, uint32_t, uint32_t,
      (uint32_t)((int32_t)(x << (32 - i->aux)) >> (32 - i->aux)) & i->imm)
WIDE1(sext_64, uint64_t, uint32_t,
      (uint64_t)(int64_t)((int32_t)(x << (32 - i->aux)) >> (32 - i->aux)))

/* ---------------------------------------------------------------------------------------- */
/* Reals to integers: cut toward zero, held to the range, NaN is 0                            */

static inline double half_value(uint32_t x)
{
    return dxki_exec_f16_to_double((uint16_t)x);
}

static inline double float_value(uint32_t x)
{
    return (double)dxki_exec_float(x);
}

static inline double double_value(uint64_t x)
{
    return dxki_exec_double(x);
}

#define TO_INT(name, A, value)                                                                     \
    CALL1(name##_s32, uint32_t, A, (uint32_t)dxki_exec_to_signed(value(x), i->aux) & i->imm)       \
    CALL1(name##_s64, uint64_t, A, (uint64_t)dxki_exec_to_signed(value(x), i->aux))                \
    CALL1(name##_u32, uint32_t, A, (uint32_t)dxki_exec_to_unsigned(value(x), i->aux) & i->imm)     \
    CALL1(name##_u64, uint64_t, A, dxki_exec_to_unsigned(value(x), i->aux))
TO_INT(f16, uint32_t, half_value)
TO_INT(f32, uint32_t, float_value)
TO_INT(f64, uint64_t, double_value)

/* The common ones: a double holds all integers of 32 bits, NaN fails both comparisons. */
static inline uint32_t float_to_signed(uint32_t x)
{
    double value = float_value(x);

    value = value > -2147483648.0 ? value : value == value ? -2147483648.0 : 0;
    value = value < 2147483647.0 ? value : 2147483647.0;
    return (uint32_t)(int32_t)value;
}

static inline uint32_t float_to_unsigned(uint32_t x)
{
    double value = float_value(x);

    value = value > 0 ? value : 0;
    value = value < 4294967295.0 ? value : 4294967295.0;
    return (uint32_t)(int64_t)value;
}

WIDE1(f32_to_s32, uint32_t, uint32_t, float_to_signed(x))
WIDE1(f32_to_u32_fast, uint32_t, uint32_t, float_to_unsigned(x))

/* ---------------------------------------------------------------------------------------- */
/* Integers to reals: nearest, ties to even                                                   */

#define SIGNED32 ((int32_t)(x << (32 - i->aux)) >> (32 - i->aux))
CALL1(s32_f16, uint32_t, uint32_t, dxki_exec_signed_to_f16(SIGNED32))
CALL1(u32_f16, uint32_t, uint32_t, dxki_exec_unsigned_to_f16(x))
CALL1(s64_f16, uint32_t, uint64_t, dxki_exec_signed_to_f16((int64_t)x))
CALL1(u64_f16, uint32_t, uint64_t, dxki_exec_unsigned_to_f16(x))
WIDE1(s32_f32, uint32_t, uint32_t, dxki_exec_float_bits((float)SIGNED32))
WIDE1(u32_f32, uint32_t, uint32_t, dxki_exec_float_bits((float)x))
CALL1(s64_f32, uint32_t, uint64_t, dxki_exec_signed_to_f32((int64_t)x))
CALL1(u64_f32, uint32_t, uint64_t, dxki_exec_unsigned_to_f32(x))
CALL1(s32_f64, uint64_t, uint32_t, dxki_exec_signed_to_f64(SIGNED32))
CALL1(u32_f64, uint64_t, uint32_t, dxki_exec_unsigned_to_f64(x))
CALL1(s64_f64, uint64_t, uint64_t, dxki_exec_signed_to_f64((int64_t)x))
CALL1(u64_f64, uint64_t, uint64_t, dxki_exec_unsigned_to_f64(x))

/* ---------------------------------------------------------------------------------------- */
/* Between reals                                                                              */

CALL1(f32_f16, uint32_t, uint32_t, dxki_exec_f32_to_f16(x))
CALL1(f64_f16, uint32_t, uint64_t, dxki_exec_double_to_f16(double_value(x)))
CALL1(f64_f32, uint32_t, uint64_t, dxki_exec_double_to_f32(double_value(x)))
CALL1(f64_f32_flush, uint32_t, uint64_t,
      dxki_exec_flush32(dxki_exec_double_to_f32(double_value(x))))
CALL1(f16_f32, uint32_t, uint32_t, dxki_exec_f16_to_f32((uint16_t)x))
CALL1(f16_f64, uint64_t, uint32_t, dxki_exec_f32_to_f64(dxki_exec_f16_to_f32((uint16_t)x)))
CALL1(f32_f64, uint64_t, uint32_t, dxki_exec_f32_to_f64(x))
CALL1(f32_f64_flush, uint64_t, uint32_t, dxki_exec_f32_to_f64(dxki_exec_flush32(x)))

/* ---------------------------------------------------------------------------------------- */
/* Which of them                                                                              */

/* By what is converted: reals F16, F32, F64; integers of one register or two. */
typedef struct to_int_row {
    dxki_exec_fn *one[2], *two[2]; /* signed, unsigned */
} to_int_row;

static const to_int_row to_int[DXKI_EXEC_ELEMS] = {
    [DXKI_EXEC_F16] = {{f16_s32, f16_u32}, {f16_s64, f16_u64}},
    [DXKI_EXEC_F32] = {{f32_s32, f32_u32}, {f32_s64, f32_u64}},
    [DXKI_EXEC_F64] = {{f64_s32, f64_u32}, {f64_s64, f64_u64}},
};

static const to_int_row from_int[DXKI_EXEC_ELEMS] = {
    [DXKI_EXEC_F16] = {{s32_f16, u32_f16}, {s64_f16, u64_f16}},
    [DXKI_EXEC_F32] = {{s32_f32, u32_f32}, {s64_f32, u64_f32}},
    [DXKI_EXEC_F64] = {{s32_f64, u32_f64}, {s64_f64, u64_f64}},
};

static dxki_exec_fn *real_to_int(dxki_exec_elem from, dxki_exec_elem to, bool is_unsigned)
{
    if (from == DXKI_EXEC_F32 && to == DXKI_EXEC_I32)
        return is_unsigned ? f32_to_u32_fast : f32_to_s32;
    return to == DXKI_EXEC_I64 ? to_int[from].two[is_unsigned] : to_int[from].one[is_unsigned];
}

static dxki_exec_fn *real_to_real(dxki_exec_elem from, dxki_exec_elem to, bool flush)
{
    switch (to) {
    case DXKI_EXEC_F16:
        return from == DXKI_EXEC_F32 ? f32_f16 : f64_f16;
    case DXKI_EXEC_F32:
        return from == DXKI_EXEC_F16 ? f16_f32 : flush ? f64_f32_flush : f64_f32;
    default:
        return from == DXKI_EXEC_F16 ? f16_f64 : flush ? f32_f64_flush : f32_f64;
    }
}

dxki_exec_fn *dxki_exec_cast_fn(uint8_t op, dxki_exec_elem from, dxki_exec_elem to, bool flush)
{
    bool two = to == DXKI_EXEC_I64;

    switch (op) {
    case DXKI_OP_TRUNC:
        return from == DXKI_EXEC_I64 ? trunc_64 : trunc_32;
    case DXKI_OP_ZEXT:
        return two ? zext_64 : trunc_32;
    case DXKI_OP_SEXT:
        return two ? sext_64 : sext_32;
    case DXKI_OP_FPTOSI:
        return real_to_int(from, to, false);
    case DXKI_OP_FPTOUI:
        return real_to_int(from, to, true);
    case DXKI_OP_SITOFP:
        return from == DXKI_EXEC_I64 ? from_int[to].two[0] : from_int[to].one[0];
    case DXKI_OP_UITOFP:
        return from == DXKI_EXEC_I64 ? from_int[to].two[1] : from_int[to].one[1];
    default:
        return real_to_real(from, to, flush);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Bits of other widths: <2 x half> to i32, i64 to <2 x i32>                                  */

/* `a` has `b` numbers of `imm` bits, the result n of `aux`. */
static uint64_t number_at(const dxki_exec_wave *w, uint32_t first, uint32_t bits, uint32_t n,
                          uint32_t lane)
{
    return bits == 64 ? dxki_exec_row64(w, first)[(size_t)n * w->lanes + lane]
                      : dxki_exec_row(w, first)[(size_t)n * w->lanes + lane];
}

void dxki_exec_repack(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t from = i->imm, to = i->aux, small = from < to ? from : to;
    uint64_t mask = ~(uint64_t)0 >> (64 - small);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint64_t sum = 0;
        for (uint32_t bit = 0; bit < i->n * to; bit += small) {
            uint64_t piece = number_at(w, i->a, from, bit / from, lane) >> bit % from & mask;
            sum |= piece << bit % to;
            if ((bit + small) % to)
                continue;
            if (to == 64)
                dxki_exec_row64(w, i->dst)[(size_t)(bit / to) * w->lanes + lane] = sum;
            else
                dxki_exec_row(w, i->dst)[(size_t)(bit / to) * w->lanes + lane] = (uint32_t)sum;
            sum = 0;
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Copies and choices                                                                         */

WIDE1(copy_32, uint32_t, uint32_t, x)
WIDE1(copy_64, uint64_t, uint64_t, x)

#define SELECT(name, D, cond)                                                                      \
    static void name(dxki_exec_wave *w, const dxki_exec_inst *i)                                   \
    {                                                                                              \
        const uint32_t *DXKI_EXEC_RESTRICT a = dxki_exec_in(w, i->a);                              \
        const D *DXKI_EXEC_RESTRICT b = dxki_exec_in(w, i->b);                                     \
        const D *DXKI_EXEC_RESTRICT c = dxki_exec_in(w, i->c);                                     \
        DXKI_EXEC_LOOP(D, D y = b[k]; D z = c[k];, (cond) ? y : z)                                 \
    }
SELECT(select_32, uint32_t, a[k])
SELECT(select_64, uint64_t, a[k])

#define BY_WIDTH(name)                                                                             \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_I1] = name##_32,               \
                                                         [DXKI_EXEC_I8] = name##_32,               \
                                                         [DXKI_EXEC_I16] = name##_32,              \
                                                         [DXKI_EXEC_I32] = name##_32,              \
                                                         [DXKI_EXEC_I64] = name##_64,              \
                                                         [DXKI_EXEC_F16] = name##_32,              \
                                                         [DXKI_EXEC_F32] = name##_32,              \
                                                         [DXKI_EXEC_F64] = name##_64,              \
                                                         [DXKI_EXEC_HANDLE] = name##_32,           \
                                                         [DXKI_EXEC_POINTER] = name##_32},         \
                                                  .flush32 = name##_32};
BY_WIDTH(copy)
BY_WIDTH(select)

/* ---------------------------------------------------------------------------------------- */
/* Elements at an index                                                                       */

static uint64_t index_at(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane)
{
    return i->imm ? dxki_exec_row64(w, i->b)[lane] : dxki_exec_row(w, i->b)[lane];
}

#define ELEMENT(suffix, U)                                                                         \
    static void extract_##suffix(dxki_exec_wave *w, const dxki_exec_inst *i)                       \
    {                                                                                              \
        const U *a = dxki_exec_in(w, i->a);                                                        \
        U *d = dxki_exec_out(w, i->dst);                                                           \
        DXKI_EXEC_EACH_LANE(w, lane)                                                               \
        {                                                                                          \
            uint64_t index = index_at(w, i, lane);                                                 \
            d[lane] = index < i->n ? a[(size_t)index * w->lanes + lane] : 0;                       \
        }                                                                                          \
    }                                                                                              \
    static void insert_##suffix(dxki_exec_wave *w, const dxki_exec_inst *i)                        \
    {                                                                                              \
        const U *a = dxki_exec_in(w, i->a);                                                        \
        U *d = dxki_exec_out(w, i->dst);                                                           \
        DXKI_EXEC_EACH_LANE(w, lane)                                                               \
        {                                                                                          \
            uint64_t index = index_at(w, i, lane);                                                 \
            if (index < i->n)                                                                      \
                d[(size_t)index * w->lanes + lane] = a[lane];                                      \
        }                                                                                          \
    }
ELEMENT(32, uint32_t)
ELEMENT(64, uint64_t)

dxki_exec_fn *dxki_exec_extract_fn(bool wide)
{
    return wide ? extract_64 : extract_32;
}

dxki_exec_fn *dxki_exec_insert_fn(bool wide)
{
    return wide ? insert_64 : insert_32;
}

/* ---------------------------------------------------------------------------------------- */
/* Operations of DXIL                                                                         */

CALL1(f32_to_f16_any, uint32_t, uint32_t, dxki_exec_f32_to_f16_zero(x))
CALL1(f64_to_i32_any, uint32_t, uint64_t, (uint32_t)dxki_exec_to_signed(double_value(x), 32))
CALL1(f64_to_u32_any, uint32_t, uint64_t, (uint32_t)dxki_exec_to_unsigned(double_value(x), 32))
DXKI_EXEC_FN2(DXKI_EXEC_LOOP, make_double_any, uint64_t, uint32_t, uint32_t, (uint64_t)y << 32 | x)

static void split_double_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint64_t *a = dxki_exec_row64(w, i->a);
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = (uint32_t)a[lane];
        d[w->lanes + lane] = (uint32_t)(a[lane] >> 32);
    }
}

static void dot2_add_half_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint16_t a[2], b[2];
        for (uint32_t n = 0; n < 2; n++) {
            a[n] = (uint16_t)dxki_exec_arg(w, i, 1 + n, lane);
            b[n] = (uint16_t)dxki_exec_arg(w, i, 3 + n, lane);
        }
        d[lane] = dxki_exec_dot2_add_half(dxki_exec_arg(w, i, 0, lane), a, b);
    }
}

static void dot2_add_half_flush(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint16_t a[2], b[2];
        for (uint32_t n = 0; n < 2; n++) {
            a[n] = (uint16_t)dxki_exec_arg(w, i, 1 + n, lane);
            b[n] = (uint16_t)dxki_exec_arg(w, i, 3 + n, lane);
        }
        uint32_t acc = dxki_exec_flush32(dxki_exec_arg(w, i, 0, lane));
        d[lane] = dxki_exec_flush32(dxki_exec_dot2_add_half(acc, a, b));
    }
}

#define ONE(name, elem, fn, flush)                                                                 \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[elem] = fn}, .flush32 = flush};
ONE(f32_to_f16, DXKI_EXEC_F32, f32_to_f16_any, f32_to_f16_any)
ONE(f16_to_f32, DXKI_EXEC_I32, f16_f32, NULL)
ONE(f64_to_f32, DXKI_EXEC_F64, f64_f32, f64_f32_flush)
ONE(f64_to_i32, DXKI_EXEC_F64, f64_to_i32_any, NULL)
ONE(f64_to_u32, DXKI_EXEC_F64, f64_to_u32_any, NULL)
ONE(make_double, DXKI_EXEC_I32, make_double_any, NULL)
ONE(split_double, DXKI_EXEC_F64, split_double_any, NULL)
ONE(dot2_add_half, DXKI_EXEC_F32, dot2_add_half_any, dot2_add_half_flush)
const dxki_exec_typed dxki_exec_alu_none = {.of = {NULL}};
