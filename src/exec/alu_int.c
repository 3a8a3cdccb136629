/* SPDX-License-Identifier: MIT */
/*
 * alu_int.c - integers: what LLVM's instructions do with them. All wrap; shifts take the amount modulo
 * the width; division does not trap. Source: LLVM language reference, D3D11.3 functional
 * specification 22.9 and 22.11.
 *
 * Narrow integers are in 32 bits with zeros above. W is the width, S the signed type of U.
 */
#include "exec/alu.h"
#include "exec/math.h"

#define CUT(U, W, value)   ((U)((U)(value) & ((U) ~(U)0 >> (sizeof(U) * 8 - (W)))))
#define SIGNED(U, S, W, x) ((S)((U)(x) << (sizeof(U) * 8 - (W))) >> (sizeof(U) * 8 - (W)))

/* X(suffix, U, S, W) */
#define FOR_INTS(X)                                                                                \
    X(i1, uint32_t, int32_t, 1)                                                                    \
    X(i8, uint32_t, int32_t, 8)                                                                    \
    X(i16, uint32_t, int32_t, 16)                                                                  \
    X(i32, uint32_t, int32_t, 32)                                                                  \
    X(i64, uint64_t, int64_t, 64)

#define TABLE(name)                                                                                \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_I1] = name##_i1,               \
                                                         [DXKI_EXEC_I8] = name##_i8,               \
                                                         [DXKI_EXEC_I16] = name##_i16,             \
                                                         [DXKI_EXEC_I32] = name##_i32,             \
                                                         [DXKI_EXEC_I64] = name##_i64}};

#define BINARY(suffix, U, S, W)                                                                    \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, add_##suffix, U, U, U, CUT(U, W, x + y))                         \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, sub_##suffix, U, U, U, CUT(U, W, x - y))                         \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, mul_##suffix, U, U, U, CUT(U, W, x *y))                          \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, and_##suffix, U, U, U, x &y)                                     \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, or_##suffix, U, U, U, x | y)                                     \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, xor_##suffix, U, U, U, x ^ y)                                    \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, shl_##suffix, U, U, U, CUT(U, W, x << (y & (W - 1))))            \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, lshr_##suffix, U, U, U, x >> (y & (W - 1)))                      \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, ashr_##suffix, U, U, U,                                          \
                  CUT(U, W, SIGNED(U, S, W, x) >> (y & (W - 1))))                                  \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, imax_##suffix, U, U, U,                                          \
                  SIGNED(U, S, W, x) > SIGNED(U, S, W, y) ? x : y)                                 \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, imin_##suffix, U, U, U,                                          \
                  SIGNED(U, S, W, x) < SIGNED(U, S, W, y) ? x : y)                                 \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, umax_##suffix, U, U, U, x > y ? x : y)                           \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, umin_##suffix, U, U, U, x < y ? x : y)                           \
    DXKI_EXEC_FN3(DXKI_EXEC_LOOP, imad_##suffix, U, U, U, U, CUT(U, W, x *y + z))
FOR_INTS(BINARY)

TABLE(add)
TABLE(sub)
TABLE(mul)
TABLE(and)
TABLE(or)
TABLE(xor)
TABLE(shl)
TABLE(lshr)
TABLE(ashr)
TABLE(imax)
TABLE(imin)
TABLE(umax)
TABLE(umin)
TABLE(imad)

/* ---------------------------------------------------------------------------------------- */
/* Division                                                                                   */

/* Reports divisors for which the specification does not define a result. */
static void check_divisor(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint64_t x,
                          uint64_t y, unsigned width, bool is_signed)
{
    uint64_t ones = ~(uint64_t)0 >> (64 - width), least = (uint64_t)1 << (width - 1);

    if (y == 0)
        dxki_exec_finding(w, DXKI_FOUND_DIV_ZERO, i, lane, x, y);
    else if (is_signed && y == ones && x == least)
        dxki_exec_finding(w, DXKI_FOUND_INT_MIN_NEG1, i, lane, x, y);
}

#define DIVIDE(name, U, W, function, is_signed)                                                    \
    static void name(dxki_exec_wave *w, const dxki_exec_inst *i)                                   \
    {                                                                                              \
        const U *a = dxki_exec_in(w, i->a), *b = dxki_exec_in(w, i->b);                            \
        U *d = dxki_exec_out(w, i->dst);                                                           \
        for (size_t e = 0; e < i->n; e++, a += w->lanes, b += w->lanes, d += w->lanes) {           \
            DXKI_EXEC_EACH_LANE(w, lane)                                                           \
            {                                                                                      \
                check_divisor(w, i, lane, a[lane], b[lane], W, is_signed);                         \
                d[lane] = (U)function(a[lane], b[lane], W);                                        \
            }                                                                                      \
        }                                                                                          \
    }
#define DIVISIONS(suffix, U, S, W)                                                                 \
    DIVIDE(udiv_##suffix, U, W, dxki_exec_udiv, false)                                             \
    DIVIDE(urem_##suffix, U, W, dxki_exec_urem, false)                                             \
    DIVIDE(sdiv_##suffix, U, W, dxki_exec_sdiv, true)                                              \
    DIVIDE(srem_##suffix, U, W, dxki_exec_srem, true)
FOR_INTS(DIVISIONS)

TABLE(udiv)
TABLE(urem)
TABLE(sdiv)
TABLE(srem)

/* ---------------------------------------------------------------------------------------- */
/* Comparison                                                                                 */

#define COMPARE(suffix, U, S, W)                                                                   \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, eq_##suffix, uint32_t, U, U, x == y)                             \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, ne_##suffix, uint32_t, U, U, x != y)                             \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, ugt_##suffix, uint32_t, U, U, x > y)                             \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, uge_##suffix, uint32_t, U, U, x >= y)                            \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, ult_##suffix, uint32_t, U, U, x < y)                             \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, ule_##suffix, uint32_t, U, U, x <= y)                            \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, sgt_##suffix, uint32_t, U, U,                                    \
                  SIGNED(U, S, W, x) > SIGNED(U, S, W, y))                                         \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, sge_##suffix, uint32_t, U, U,                                    \
                  SIGNED(U, S, W, x) >= SIGNED(U, S, W, y))                                        \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, slt_##suffix, uint32_t, U, U,                                    \
                  SIGNED(U, S, W, x) < SIGNED(U, S, W, y))                                         \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, sle_##suffix, uint32_t, U, U,                                    \
                  SIGNED(U, S, W, x) <= SIGNED(U, S, W, y))
FOR_INTS(COMPARE)

#define COMPARISON(name)                                                                           \
    {                                                                                              \
        .of = {                                                                                    \
            [DXKI_EXEC_I1] = name##_i1,                                                            \
            [DXKI_EXEC_I8] = name##_i8,                                                            \
            [DXKI_EXEC_I16] = name##_i16,                                                          \
            [DXKI_EXEC_I32] = name##_i32,                                                          \
            [DXKI_EXEC_I64] = name##_i64                                                           \
        }                                                                                          \
    }

/* In the order of LLVM's numbers. */
const dxki_exec_typed dxki_exec_icmp[10] = {
    COMPARISON(eq),  COMPARISON(ne),  COMPARISON(ugt), COMPARISON(uge), COMPARISON(ult),
    COMPARISON(ule), COMPARISON(sgt), COMPARISON(sge), COMPARISON(slt), COMPARISON(sle)};
