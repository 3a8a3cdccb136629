/* SPDX-License-Identifier: MIT */
/*
 * alu_float.c - reals. Of binary32 there are two modes: denormal operands and results are flushed to the zero of their
 * sign, or kept; those of binary16 and binary64 are kept. Each operation is rounded to nearest even once; results that are no numbers are one
 * quiet NaN. Source: D3D11.3 functional specification 3.1, DXIL.rst.
 */
#define DXKI_EXEC_WIDEST
#include "exec/alu.h"
#include "exec/math.h"

/* NaN loses against numbers, -0 is less than +0. */
static inline uint32_t order_key(uint32_t x)
{
    return x >> 31 ? ~x : x | 0x80000000u;
}

static inline uint32_t min_bits(uint32_t x, uint32_t y)
{
    uint32_t less = order_key(x) < order_key(y) ? x : y;

    less = dxki_exec_is_nan32(x) ? y : dxki_exec_is_nan32(y) ? x : less;
    return dxki_exec_is_nan32(less) ? DXKI_EXEC_NAN32 : less;
}

static inline uint32_t max_bits(uint32_t x, uint32_t y)
{
    uint32_t more = order_key(x) > order_key(y) ? x : y;

    more = dxki_exec_is_nan32(x) ? y : dxki_exec_is_nan32(y) ? x : more;
    return dxki_exec_is_nan32(more) ? DXKI_EXEC_NAN32 : more;
}

/* NaN and everything with a sign is +0. */
static inline uint32_t saturate_bits(uint32_t x)
{
    uint32_t cut = x < 0x3F800000u ? x : 0x3F800000u;

    return x >> 31 || dxki_exec_is_nan32(x) ? 0 : cut;
}

#define KEEP(x) (x)
#define N(name) name##_keep
#define IN      KEEP
#define OUT     KEEP
#include "exec/alu_f32.inc"
#undef N
#undef IN
#undef OUT
#define N(name) name##_flush
#define IN      dxki_exec_flush32
#define OUT     dxki_exec_flush32
#include "exec/alu_f32.inc"
#undef N
#undef IN
#define N(name) name##_clean
#define IN      KEEP
#include "exec/alu_f32.inc"

/* Operations that look at bits or move them. */
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, fneg_32, uint32_t, uint32_t, x ^ 0x80000000u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, fabs_32, uint32_t, uint32_t, x & 0x7FFFFFFFu)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, is_nan_32, uint32_t, uint32_t, (x & 0x7FFFFFFFu) > 0x7F800000u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, is_inf_32, uint32_t, uint32_t, (x & 0x7FFFFFFFu) == 0x7F800000u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, is_finite_32, uint32_t, uint32_t, (x & 0x7FFFFFFFu) < 0x7F800000u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, is_normal_32, uint32_t, uint32_t,
              (x & 0x7FFFFFFFu) - 0x00800000u < 0x7F000000u)

/* ---------------------------------------------------------------------------------------- */
/* binary16                                                                                   */

#define HALF(bits) dxki_exec_float(dxki_exec_f16_to_f32((uint16_t)(bits)))
#define H1(name, function)                                                                         \
    DXKI_EXEC_FN1(DXKI_EXEC_LOOP_ACTIVE, name##_16, uint32_t, uint32_t, function((uint16_t)x))
#define H2(name, function)                                                                         \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP_ACTIVE, name##_16, uint32_t, uint32_t, uint32_t,                  \
                  function((uint16_t)x, (uint16_t)y))

H2(fadd, dxki_exec_add16)
H2(fsub, dxki_exec_sub16)
H2(fmul, dxki_exec_mul16)
H2(fdiv, dxki_exec_div16)
H2(frem, dxki_exec_frem16)
H2(fmin, dxki_exec_min16)
H2(fmax, dxki_exec_max16)
DXKI_EXEC_FN3(DXKI_EXEC_LOOP_ACTIVE, fmad_16, uint32_t, uint32_t, uint32_t, uint32_t,
              dxki_exec_fmad16((uint16_t)x, (uint16_t)y, (uint16_t)z))
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, fneg_16, uint32_t, uint32_t, x ^ 0x8000u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, fabs_16, uint32_t, uint32_t, x & 0x7FFFu)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, is_nan_16, uint32_t, uint32_t, (x & 0x7FFFu) > 0x7C00u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, is_inf_16, uint32_t, uint32_t, (x & 0x7FFFu) == 0x7C00u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, is_finite_16, uint32_t, uint32_t, (x & 0x7FFFu) < 0x7C00u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, is_normal_16, uint32_t, uint32_t, (x & 0x7FFFu) - 0x0400u < 0x7800u)

static uint16_t mac16(uint32_t sum, uint32_t x, uint32_t y, bool first)
{
    uint16_t product = dxki_exec_mul16((uint16_t)x, (uint16_t)y);

    return first ? product : dxki_exec_add16((uint16_t)sum, product);
}

static void dot_16(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t count)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t sum = 0;
        for (uint32_t n = 0; n < count; n++)
            sum = mac16(sum, dxki_exec_arg(w, i, n, lane), dxki_exec_arg(w, i, count + n, lane),
                        n == 0);
        d[lane] = sum;
    }
}

static void dot2_16(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dot_16(w, i, 2);
}

static void dot3_16(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dot_16(w, i, 3);
}

static void dot4_16(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dot_16(w, i, 4);
}

static void fdot_16(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *a = dxki_exec_row(w, i->a), *b = dxki_exec_row(w, i->b);
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t sum = 0;
        for (size_t n = 0; n < i->n; n++)
            sum = mac16(sum, a[n * w->lanes + lane], b[n * w->lanes + lane], n == 0);
        d[lane] = sum;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* binary64                                                                                   */

#define DOUBLE(bits) dxki_exec_double(bits)
#define D2(name, result)                                                                           \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP, name##_64, uint64_t, uint64_t, uint64_t, result)

D2(fadd, dxki_exec_result64(DOUBLE(x) + DOUBLE(y)))
D2(fsub, dxki_exec_result64(DOUBLE(x) - DOUBLE(y)))
D2(fmul, dxki_exec_result64(DOUBLE(x) * DOUBLE(y)))
D2(fdiv, dxki_exec_result64(DOUBLE(x) / DOUBLE(y)))
DXKI_EXEC_FN2(DXKI_EXEC_LOOP_ACTIVE, frem_64, uint64_t, uint64_t, uint64_t, dxki_exec_frem64(x, y))
DXKI_EXEC_FN2(DXKI_EXEC_LOOP_ACTIVE, fmin_64, uint64_t, uint64_t, uint64_t, dxki_exec_min64(x, y))
DXKI_EXEC_FN2(DXKI_EXEC_LOOP_ACTIVE, fmax_64, uint64_t, uint64_t, uint64_t, dxki_exec_max64(x, y))
DXKI_EXEC_FN3(DXKI_EXEC_LOOP_ACTIVE, fmad_64, uint64_t, uint64_t, uint64_t, uint64_t,
              dxki_exec_fmad64(x, y, z))
DXKI_EXEC_FN3(DXKI_EXEC_LOOP_ACTIVE, fma_64, uint64_t, uint64_t, uint64_t, uint64_t,
              dxki_exec_fma64(x, y, z))
DXKI_EXEC_FN1(DXKI_EXEC_LOOP_ACTIVE, saturate_64, uint64_t, uint64_t, dxki_exec_saturate64(x))
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, fneg_64, uint64_t, uint64_t, x ^ 0x8000000000000000u)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, fabs_64, uint64_t, uint64_t, x & 0x7FFFFFFFFFFFFFFFu)

/* ---------------------------------------------------------------------------------------- */
/* Comparisons of the others                                                                  */

#define COMPARE(suffix, U, VALUE)                                                                  \
    C2(oeq, suffix, U, VALUE(x) == VALUE(y))                                                       \
    C2(ogt, suffix, U, VALUE(x) > VALUE(y))                                                        \
    C2(oge, suffix, U, VALUE(x) >= VALUE(y))                                                       \
    C2(olt, suffix, U, VALUE(x) < VALUE(y))                                                        \
    C2(ole, suffix, U, VALUE(x) <= VALUE(y))                                                       \
    C2(one, suffix, U, VALUE(x) < VALUE(y) || VALUE(x) > VALUE(y))                                 \
    C2(ord, suffix, U, VALUE(x) == VALUE(x) && VALUE(y) == VALUE(y))                               \
    C2(uno, suffix, U, VALUE(x) != VALUE(x) || VALUE(y) != VALUE(y))                               \
    C2(ueq, suffix, U, !(VALUE(x) < VALUE(y) || VALUE(x) > VALUE(y)))                              \
    C2(ugt, suffix, U, !(VALUE(x) <= VALUE(y)))                                                    \
    C2(uge, suffix, U, !(VALUE(x) < VALUE(y)))                                                     \
    C2(ult, suffix, U, !(VALUE(x) >= VALUE(y)))                                                    \
    C2(ule, suffix, U, !(VALUE(x) > VALUE(y)))                                                     \
    C2(une, suffix, U, VALUE(x) != VALUE(y))
#define C2(name, suffix, U, result)                                                                \
    DXKI_EXEC_FN2(DXKI_EXEC_LOOP_ACTIVE, cmp_##name##_##suffix, uint32_t, U, U, result)
COMPARE(16, uint32_t, HALF)
COMPARE(64, uint64_t, DOUBLE)

DXKI_EXEC_FN1(DXKI_EXEC_LOOP, cmp_false, uint32_t, uint32_t, x & 0)
DXKI_EXEC_FN1(DXKI_EXEC_LOOP, cmp_true, uint32_t, uint32_t, x | 1 ? 1u : 0u)

#define COMPARISON(name)                                                                           \
    {                                                                                              \
        .of = {[DXKI_EXEC_F16] = cmp_##name##_16,                                                  \
               [DXKI_EXEC_F32] = cmp_##name##_keep,                                                \
               [DXKI_EXEC_F64] = cmp_##name##_64},                                                 \
        .flush32 = cmp_##name##_flush, .clean32 = cmp_##name##_clean                               \
    }
#define CONSTANT(name)                                                                             \
    {                                                                                              \
        .of = {[DXKI_EXEC_F16] = name, [DXKI_EXEC_F32] = name, [DXKI_EXEC_F64] = name},            \
        .flush32 = name                                                                            \
    }

/* In the order of LLVM's numbers. */
const dxki_exec_typed dxki_exec_fcmp[16] = {
    CONSTANT(cmp_false), COMPARISON(oeq), COMPARISON(ogt), COMPARISON(oge),
    COMPARISON(olt),     COMPARISON(ole), COMPARISON(one), COMPARISON(ord),
    COMPARISON(uno),     COMPARISON(ueq), COMPARISON(ugt), COMPARISON(uge),
    COMPARISON(ult),     COMPARISON(ule), COMPARISON(une), CONSTANT(cmp_true)};

/* ---------------------------------------------------------------------------------------- */
/* Tables                                                                                     */

#define TABLE_ALL(name)                                                                            \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_F16] = name##_16,              \
                                                         [DXKI_EXEC_F32] = name##_keep,            \
                                                         [DXKI_EXEC_F64] = name##_64},             \
                                                  .flush32 = name##_flush,                         \
                                                  .clean32 = name##_clean};
TABLE_ALL(fadd)
TABLE_ALL(fsub)
TABLE_ALL(fmul)
TABLE_ALL(fdiv)
TABLE_ALL(frem)
TABLE_ALL(fmin)
TABLE_ALL(fmax)
TABLE_ALL(fmad)

#define TABLE_BITS(name)                                                                           \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_F16] = name##_16,              \
                                                         [DXKI_EXEC_F32] = name##_32,              \
                                                         [DXKI_EXEC_F64] = name##_64},             \
                                                  .flush32 = name##_32};
TABLE_BITS(fneg)
TABLE_BITS(fabs)

#define TABLE_CLASS(name)                                                                          \
    const dxki_exec_typed dxki_exec_alu_##name = {                                                 \
        .of = {[DXKI_EXEC_F16] = name##_16, [DXKI_EXEC_F32] = name##_32}, .flush32 = name##_32};
TABLE_CLASS(is_nan)
TABLE_CLASS(is_inf)
TABLE_CLASS(is_finite)
TABLE_CLASS(is_normal)

#define TABLE_NARROW(name)                                                                         \
    const dxki_exec_typed dxki_exec_alu_##name = {                                                 \
        .of = {[DXKI_EXEC_F16] = name##_16, [DXKI_EXEC_F32] = name##_keep},                        \
        .flush32 = name##_flush,                                                                   \
        .clean32 = name##_clean};
TABLE_NARROW(dot2)
TABLE_NARROW(dot3)
TABLE_NARROW(dot4)
TABLE_NARROW(fdot)

#define UNARY(name)                                                                                \
    H1(name, dxki_exec_##name##16)                                                                 \
    TABLE_NARROW(name)
#define UNARY_AS(name, function)                                                                   \
    H1(name, dxki_exec_##function##16)                                                             \
    TABLE_NARROW(name)
UNARY(cos)
UNARY(sin)
UNARY(tan)
UNARY(acos)
UNARY(asin)
UNARY(atan)
UNARY(hcos)
UNARY(hsin)
UNARY(htan)
UNARY(frc)
UNARY(sqrt)
UNARY(rsqrt)
UNARY(round_ne)
UNARY(round_ni)
UNARY(round_pi)
UNARY(round_z)
UNARY_AS(exp, exp2)
UNARY_AS(log, log2)
H1(saturate, dxki_exec_saturate16)
TABLE_ALL(saturate)

const dxki_exec_typed dxki_exec_alu_fma = {.of = {[DXKI_EXEC_F64] = fma_64}};
