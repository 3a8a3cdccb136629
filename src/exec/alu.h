/* SPDX-License-Identifier: MIT */
/*
 * alu.h - handlers of arithmetic: tables of them by the type of their operands, and the loops that
 * they are made of. The loops are plain, so that the compiler makes vector code of them.
 *
 * With all lanes free to be written, an operation on n elements is one loop over n * lanes numbers;
 * else each element's row is blended with what was there.
 */
#ifndef DXKI_EXEC_ALU_H
#define DXKI_EXEC_ALU_H

#include "exec/decode.h"
#include "exec/wide.h"

/* Handlers of an operation by the type of its operands; NULL: there is none for it. */
typedef struct dxki_exec_typed {
    dxki_exec_fn *of[DXKI_EXEC_ELEMS];
    dxki_exec_fn *flush32; /* instead, where the operand or the result is a float and denormals are
                              flushed; NULL: no difference */
    dxki_exec_fn *clean32; /* the same when operands are known to have none; its result has none */
} dxki_exec_typed;

/* The tables: X(name) */
/* clang-format off */
#define DXKI_EXEC_TABLES(X) \
    X(none) X(is_first_lane) X(imin) X(bfi) X(add) X(sub) X(mul) X(udiv) X(sdiv) X(urem) X(srem) \
    X(shl) X(lshr) X(ashr) X(and) X(or) X(xor) X(imax) X(umax) X(umin) X(imad) X(bfrev) \
    X(countbits) X(firstbit_lo) X(firstbit_hi) X(firstbit_shi) X(imul2) X(umul2) X(udiv2) \
    X(uaddc) X(usubb) X(msad) X(ibfe) X(ubfe) X(dot4_i8) X(dot4_u8) X(pack4x8) X(unpack4x8) \
    X(reduce_and) X(reduce_or) X(fadd) X(fsub) X(fmul) X(fdiv) X(frem) X(fneg) X(fabs) \
    X(saturate) X(fmax) X(fmin) X(fmad) X(fma) X(dot2) X(dot3) X(dot4) X(fdot) X(dot2_add_half) \
    X(is_nan) X(is_inf) X(is_finite) X(is_normal) X(cos) X(sin) X(tan) X(acos) X(asin) X(atan) \
    X(hcos) X(hsin) X(htan) X(exp) X(frc) X(log) X(sqrt) X(rsqrt) X(round_ne) X(round_ni) \
    X(round_pi) X(round_z) X(make_double) X(split_double) X(f32_to_f16) X(f16_to_f32) \
    X(f64_to_f32) X(f64_to_i32) X(f64_to_u32) X(copy) X(select) X(thread_id) X(group_id) \
    X(thread_id_in_group) X(flattened_id) X(wave_index) X(wave_count) X(cycles) X(never) \
    X(lane_index) X(lane_count) X(any_true) X(all_true) X(all_equal) X(ballot) X(read_lane) \
    X(read_first) X(active_op) X(active_bit) X(prefix_op) X(bit_count) X(prefix_bit_count) \
    X(match) X(multi_prefix) X(multi_prefix_count) X(quad_read) X(quad_op) X(quad_vote) \
    X(deriv_x) X(deriv_y)
/* clang-format on */
#define DXKI_EXEC_DECLARE_TABLE(name) extern const dxki_exec_typed dxki_exec_alu_##name;
DXKI_EXEC_TABLES(DXKI_EXEC_DECLARE_TABLE)
#undef DXKI_EXEC_DECLARE_TABLE

/* Comparisons by predicate: of integers from DXKI_ICMP_EQ on, of reals from 0 on. */
extern const dxki_exec_typed dxki_exec_icmp[10];
extern const dxki_exec_typed dxki_exec_fcmp[16];

/* --- loops; for files that define handlers --- */

static inline const void *dxki_exec_in(const dxki_exec_wave *w, uint32_t operand)
{
    return dxki_exec_row(w, operand);
}

static inline void *dxki_exec_out(const dxki_exec_wave *w, uint32_t operand)
{
    return dxki_exec_row(w, operand);
}

/* The body of a handler: for each number k, with x, y and z of the operands, d[k] becomes `result`,
 * an expression of type D. */
#define DXKI_EXEC_LOOP(D, load, result)                                                            \
    size_t total = (size_t)i->n << w->lane_shift, lanes = w->lanes;                                \
    D *DXKI_EXEC_RESTRICT d = dxki_exec_out(w, i->dst);                                            \
    if (w->full) {                                                                                 \
        size_t eights = total & ~(size_t)7; /* what may be left over is four */                    \
        DXKI_EXEC_WIDE                                                                             \
        for (size_t k = 0; k < eights; k++) {                                                      \
            load d[k] = (D)(result);                                                               \
        }                                                                                          \
        if (eights != total) {                                                                     \
            for (size_t k = eights; k < eights + 4; k++) {                                         \
                load d[k] = (D)(result);                                                           \
            }                                                                                      \
        }                                                                                          \
        return;                                                                                    \
    }                                                                                              \
    const uint32_t *DXKI_EXEC_RESTRICT active = w->active;                                         \
    for (size_t e = 0; e < total; e += lanes) {                                                    \
        DXKI_EXEC_WIDE                                                                             \
        for (size_t l = 0; l < lanes; l++) {                                                       \
            size_t k = e + l;                                                                      \
            load D was = d[k], is = (D)(result);                                                   \
            d[k] = active[l] ? is : was;                                                           \
        }                                                                                          \
    }

/* The same for expressions that are calls: lanes that do not run are left alone. */
#define DXKI_EXEC_LOOP_ACTIVE(D, load, result)                                                     \
    size_t total = (size_t)i->n << w->lane_shift, lanes = w->lanes;                                \
    D *DXKI_EXEC_RESTRICT d = dxki_exec_out(w, i->dst);                                            \
    for (size_t e = 0; e < total; e += lanes) {                                                    \
        DXKI_EXEC_EACH_LANE(w, lane)                                                               \
        {                                                                                          \
            size_t k = e + lane;                                                                   \
            load d[k] = (D)(result);                                                               \
        }                                                                                          \
    }

/* What is before the body of a handler. Calls of functions gain nothing from wider vectors. */
#define DXKI_EXEC_HANDLER_DXKI_EXEC_LOOP(name)                                                     \
    DXKI_EXEC_LANES(name, (dxki_exec_wave * w, const dxki_exec_inst *i), (w, i))
#define DXKI_EXEC_HANDLER_DXKI_EXEC_LOOP_ACTIVE(name)                                              \
    static void name(dxki_exec_wave *w, const dxki_exec_inst *i)

#define DXKI_EXEC_FN1(LOOP, name, D, A, result)                                                    \
    DXKI_EXEC_HANDLER_##LOOP(name)                                                                 \
    {                                                                                              \
        const A *DXKI_EXEC_RESTRICT a = dxki_exec_in(w, i->a);                                     \
        LOOP(D, A x = a[k];, result)                                                               \
    }
#define DXKI_EXEC_FN2(LOOP, name, D, A, B, result)                                                 \
    DXKI_EXEC_HANDLER_##LOOP(name)                                                                 \
    {                                                                                              \
        const A *DXKI_EXEC_RESTRICT a = dxki_exec_in(w, i->a);                                     \
        const B *DXKI_EXEC_RESTRICT b = dxki_exec_in(w, i->b);                                     \
        LOOP(D, A x = a[k]; B y = b[k];, result)                                                   \
    }
#define DXKI_EXEC_FN3(LOOP, name, D, A, B, C, result)                                              \
    DXKI_EXEC_HANDLER_##LOOP(name)                                                                 \
    {                                                                                              \
        const A *DXKI_EXEC_RESTRICT a = dxki_exec_in(w, i->a);                                     \
        const B *DXKI_EXEC_RESTRICT b = dxki_exec_in(w, i->b);                                     \
        const C *DXKI_EXEC_RESTRICT c = dxki_exec_in(w, i->c);                                     \
        LOOP(D, A x = a[k]; B y = b[k]; C z = c[k];, result)                                       \
    }

#endif
