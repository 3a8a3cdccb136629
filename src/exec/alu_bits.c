/* SPDX-License-Identifier: MIT */
/*
 * alu_bits.c - operations of DXIL on integers: bits, fields, bytes, products of two results. Several
 * results are in consecutive registers.
 */
#include "exec/alu.h"
#include "exec/math.h"

#define TABLE32(name)                                                                              \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_I32] = name##_i32}};
#define TABLE(name)                                                                                \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_I16] = name##_i16,             \
                                                         [DXKI_EXEC_I32] = name##_i32,             \
                                                         [DXKI_EXEC_I64] = name##_i64}};

/* X(suffix, U, W) */
#define FOR_INTS(X)                                                                                \
    X(i16, uint32_t, 16)                                                                           \
    X(i32, uint32_t, 32)                                                                           \
    X(i64, uint64_t, 64)

#define SCANS(suffix, U, W)                                                                        \
    DXKI_EXEC_FN1(DXKI_EXEC_LOOP_ACTIVE, bfrev_##suffix, U, U, dxki_exec_reverse_bits(x, W))       \
    DXKI_EXEC_FN1(DXKI_EXEC_LOOP_ACTIVE, countbits_##suffix, uint32_t, U, dxki_exec_count_bits(x)) \
    DXKI_EXEC_FN1(DXKI_EXEC_LOOP_ACTIVE, firstbit_lo_##suffix, uint32_t, U,                        \
                  dxki_exec_first_low(x))                                                          \
    DXKI_EXEC_FN1(DXKI_EXEC_LOOP_ACTIVE, firstbit_hi_##suffix, uint32_t, U,                        \
                  dxki_exec_first_high(x, W))                                                      \
    DXKI_EXEC_FN1(DXKI_EXEC_LOOP_ACTIVE, firstbit_shi_##suffix, uint32_t, U,                       \
                  dxki_exec_first_signed_high(x, W))
FOR_INTS(SCANS)

TABLE(bfrev)
TABLE(countbits)
TABLE(firstbit_lo)
TABLE(firstbit_hi)
TABLE(firstbit_shi)

DXKI_EXEC_FN3(DXKI_EXEC_LOOP_ACTIVE, msad_i32, uint32_t, uint32_t, uint32_t, uint32_t,
              dxki_exec_msad(x, y, z))
DXKI_EXEC_FN3(DXKI_EXEC_LOOP_ACTIVE, ibfe_i32, uint32_t, uint32_t, uint32_t, uint32_t,
              dxki_exec_ibfe(x, y, z))
DXKI_EXEC_FN3(DXKI_EXEC_LOOP_ACTIVE, ubfe_i32, uint32_t, uint32_t, uint32_t, uint32_t,
              dxki_exec_ubfe(x, y, z))
DXKI_EXEC_FN3(DXKI_EXEC_LOOP_ACTIVE, dot4_i8_i32, uint32_t, uint32_t, uint32_t, uint32_t,
              dxki_exec_dot4_add_i8(x, y, z))
DXKI_EXEC_FN3(DXKI_EXEC_LOOP_ACTIVE, dot4_u8_i32, uint32_t, uint32_t, uint32_t, uint32_t,
              dxki_exec_dot4_add_u8(x, y, z))
TABLE32(msad)
TABLE32(ibfe)
TABLE32(ubfe)
TABLE32(dot4_i8)
TABLE32(dot4_u8)

static void bfi_i32(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = dxki_exec_bfi(dxki_exec_arg(w, i, 0, lane), dxki_exec_arg(w, i, 1, lane),
                                dxki_exec_arg(w, i, 2, lane), dxki_exec_arg(w, i, 3, lane));
    }
}
TABLE32(bfi)

/* ---------------------------------------------------------------------------------------- */
/* Two results                                                                                */

#define PAIR(name, first, second)                                                                  \
    static void name(dxki_exec_wave *w, const dxki_exec_inst *i)                                   \
    {                                                                                              \
        const uint32_t *a = dxki_exec_row(w, i->a), *b = dxki_exec_row(w, i->b);                   \
        uint32_t *d = dxki_exec_row(w, i->dst), *d2 = dxki_exec_row(w, i->dst + 1);                \
        DXKI_EXEC_EACH_LANE(w, lane)                                                               \
        {                                                                                          \
            uint32_t x = a[lane], y = b[lane];                                                     \
            d[lane] = (uint32_t)(first);                                                           \
            d2[lane] = (uint32_t)(second);                                                         \
        }                                                                                          \
    }

PAIR(imul2_i32, (uint64_t)((int64_t)(int32_t)x *(int32_t)y) >> 32, x *y)
PAIR(umul2_i32, (uint64_t)x *y >> 32, x *y)
PAIR(uaddc_i32, x + y, x + y < x)
PAIR(usubb_i32, x - y, x < y)
TABLE32(imul2)
TABLE32(umul2)
TABLE32(uaddc)
TABLE32(usubb)

static void udiv2_i32(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *a = dxki_exec_row(w, i->a), *b = dxki_exec_row(w, i->b);
    uint32_t *d = dxki_exec_row(w, i->dst), *d2 = dxki_exec_row(w, i->dst + 1);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        if (b[lane] == 0)
            dxki_exec_finding(w, DXKI_FOUND_DIV_ZERO, i, lane, a[lane], 0);
        d[lane] = (uint32_t)dxki_exec_udiv(a[lane], b[lane], 32);
        d2[lane] = (uint32_t)dxki_exec_urem(a[lane], b[lane], 32);
    }
}
TABLE32(udiv2)

/* ---------------------------------------------------------------------------------------- */
/* Bytes                                                                                      */

static int32_t extended(uint32_t x, bool narrow)
{
    return narrow ? (int32_t)(x << 16) >> 16 : (int32_t)x;
}

/* Operands: the mode, which the maker made `imm`, and four elements; `aux`: they have 16 bits. */
static void pack4x8_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        int32_t elements[4];
        for (uint32_t n = 0; n < 4; n++)
            elements[n] = extended(dxki_exec_arg(w, i, n + 1, lane), i->aux == DXKI_EXEC_I16);
        d[lane] = dxki_exec_pack4x8(i->imm, elements);
    }
}
const dxki_exec_typed dxki_exec_alu_pack4x8 = {
    .of = {[DXKI_EXEC_I16] = pack4x8_any, [DXKI_EXEC_I32] = pack4x8_any}};

static void unpack4x8_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst), cut = i->aux == DXKI_EXEC_I16 ? 0xffffu : ~0u;

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        int32_t elements[4];
        dxki_exec_unpack4x8(i->imm, dxki_exec_arg(w, i, 1, lane), elements);
        for (uint32_t n = 0; n < 4; n++)
            d[n * w->lanes + lane] = (uint32_t)elements[n] & cut;
    }
}
const dxki_exec_typed dxki_exec_alu_unpack4x8 = {
    .of = {[DXKI_EXEC_I16] = unpack4x8_any, [DXKI_EXEC_I32] = unpack4x8_any}};

/* ---------------------------------------------------------------------------------------- */
/* All elements of a vector                                                                   */

#define REDUCE(name, U, op)                                                                        \
    static void name(dxki_exec_wave *w, const dxki_exec_inst *i)                                   \
    {                                                                                              \
        const U *a = dxki_exec_in(w, i->a);                                                        \
        U *d = dxki_exec_out(w, i->dst);                                                           \
        DXKI_EXEC_EACH_LANE(w, lane)                                                               \
        {                                                                                          \
            U all = a[lane];                                                                       \
            for (size_t e = 1; e < i->n; e++)                                                      \
                all op a[e * w->lanes + lane];                                                     \
            d[lane] = all;                                                                         \
        }                                                                                          \
    }
REDUCE(reduce_and_32, uint32_t, &=)
REDUCE(reduce_and_64, uint64_t, &=)
REDUCE(reduce_or_32, uint32_t, |=)
REDUCE(reduce_or_64, uint64_t, |=)

#define REDUCTION(name)                                                                            \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_I1] = name##_32,               \
                                                         [DXKI_EXEC_I8] = name##_32,               \
                                                         [DXKI_EXEC_I16] = name##_32,              \
                                                         [DXKI_EXEC_I32] = name##_32,              \
                                                         [DXKI_EXEC_I64] = name##_64}};
REDUCTION(reduce_and)
REDUCTION(reduce_or)
