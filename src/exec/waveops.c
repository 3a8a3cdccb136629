/* SPDX-License-Identifier: MIT */
/*
 * waveops.c - operations between the lanes of a wave. The lanes that take part are those that are
 * active; reductions go through them in ascending order, each step rounded. Lanes that do not take
 * part but exist are read as their registers stand.
 * Source: HLSL shader models 6.0 and 6.5, "Wave intrinsics".
 */
#include "exec/alu.h"
#include "exec/math.h"
#include "exec/program.h"

/* ---------------------------------------------------------------------------------------- */
/* Combining two numbers                                                                      */

typedef uint64_t combine(uint64_t a, uint64_t b);

#define CUT(W, x)    ((uint64_t)(x) & (~(uint64_t)0 >> (64 - (W))))
#define SIGNED(W, x) ((int64_t)((x) << (64 - (W))) >> (64 - (W)))
#define INT(W)                                                                                     \
    static uint64_t sum_##W(uint64_t a, uint64_t b)                                                \
    {                                                                                              \
        return CUT(W, a + b);                                                                      \
    }                                                                                              \
    static uint64_t product_##W(uint64_t a, uint64_t b)                                            \
    {                                                                                              \
        return CUT(W, a * b);                                                                      \
    }                                                                                              \
    static uint64_t smin_##W(uint64_t a, uint64_t b)                                               \
    {                                                                                              \
        return SIGNED(W, a) < SIGNED(W, b) ? a : b;                                                \
    }                                                                                              \
    static uint64_t smax_##W(uint64_t a, uint64_t b)                                               \
    {                                                                                              \
        return SIGNED(W, a) > SIGNED(W, b) ? a : b;                                                \
    }
INT(1)
INT(8)
INT(16)
INT(32)
INT(64)

static uint64_t umin(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t umax(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t bits_and(uint64_t a, uint64_t b)
{
    return a & b;
}

static uint64_t bits_or(uint64_t a, uint64_t b)
{
    return a | b;
}

static uint64_t bits_xor(uint64_t a, uint64_t b)
{
    return a ^ b;
}

#define REAL(suffix, U, sum, product, least, most)                                                 \
    static uint64_t sum_##suffix(uint64_t x, uint64_t y)                                           \
    {                                                                                              \
        U a = (U)x, b = (U)y;                                                                      \
        return sum;                                                                                \
    }                                                                                              \
    static uint64_t product_##suffix(uint64_t x, uint64_t y)                                       \
    {                                                                                              \
        U a = (U)x, b = (U)y;                                                                      \
        return product;                                                                            \
    }                                                                                              \
    static uint64_t min_##suffix(uint64_t x, uint64_t y)                                           \
    {                                                                                              \
        U a = (U)x, b = (U)y;                                                                      \
        return least;                                                                              \
    }                                                                                              \
    static uint64_t max_##suffix(uint64_t x, uint64_t y)                                           \
    {                                                                                              \
        U a = (U)x, b = (U)y;                                                                      \
        return most;                                                                               \
    }

#define FLOAT(x)   dxki_exec_float(x)
#define FLUSHED(x) dxki_exec_float(dxki_exec_flush32(x))
REAL(f16, uint16_t, dxki_exec_add16(a, b), dxki_exec_mul16(a, b), dxki_exec_min16(a, b),
     dxki_exec_max16(a, b))
REAL(f32, uint32_t, dxki_exec_result32(FLOAT(a) + FLOAT(b)),
     dxki_exec_result32(FLOAT(a) * FLOAT(b)), dxki_exec_min32(a, b), dxki_exec_max32(a, b))
REAL(f32_flush, uint32_t, dxki_exec_flush32(dxki_exec_result32(FLUSHED(a) + FLUSHED(b))),
     dxki_exec_flush32(dxki_exec_result32(FLUSHED(a) * FLUSHED(b))),
     dxki_exec_min32(dxki_exec_flush32(a), dxki_exec_flush32(b)),
     dxki_exec_max32(dxki_exec_flush32(a), dxki_exec_flush32(b)))
REAL(f64, uint64_t, dxki_exec_result64(dxki_exec_double(a) + dxki_exec_double(b)),
     dxki_exec_result64(dxki_exec_double(a) * dxki_exec_double(b)), dxki_exec_min64(a, b),
     dxki_exec_max64(a, b))

/* A type of numbers: how wide they are, and what is done with two of them. */
typedef struct number_type {
    bool is_wide, is_real;
    uint64_t one, all; /* 1; all bits */
    combine *op[2][4]; /* signed or real, unsigned: sum, product, least, greatest */
} number_type;

#define INT_TYPE(W, wide)                                                                          \
    {                                                                                              \
        wide, false, 1, ~(uint64_t)0 >> (64 - (W)),                                                \
        {                                                                                          \
            {sum_##W, product_##W, smin_##W, smax_##W},                                            \
            {                                                                                      \
                sum_##W, product_##W, umin, umax                                                   \
            }                                                                                      \
        }                                                                                          \
    }
#define REAL_TYPE(suffix, wide, one)                                                               \
    {                                                                                              \
        wide, true, one, 0,                                                                        \
        {                                                                                          \
            {sum_##suffix, product_##suffix, min_##suffix, max_##suffix},                          \
            {                                                                                      \
                sum_##suffix, product_##suffix, min_##suffix, max_##suffix                         \
            }                                                                                      \
        }                                                                                          \
    }
static const number_type type_i1 = INT_TYPE(1, false), type_i8 = INT_TYPE(8, false),
                         type_i16 = INT_TYPE(16, false), type_i32 = INT_TYPE(32, false),
                         type_i64 = INT_TYPE(64, true), type_f16 = REAL_TYPE(f16, false, 0x3C00u),
                         type_f32 = REAL_TYPE(f32, false, 0x3F800000u),
                         type_f32_flush = REAL_TYPE(f32_flush, false, 0x3F800000u),
                         type_f64 = REAL_TYPE(f64, true, 0x3FF0000000000000u);

/* Handlers by type: X(name) makes them of name(w, i, type). */
#define FORWARD(name, suffix)                                                                      \
    static void name##_##suffix(dxki_exec_wave *w, const dxki_exec_inst *i)                        \
    {                                                                                              \
        name(w, i, &type_##suffix);                                                                \
    }
#define BY_TYPE(name)                                                                              \
    FORWARD(name, i1)                                                                              \
    FORWARD(name, i8)                                                                              \
    FORWARD(name, i16)                                                                             \
    FORWARD(name, i32)                                                                             \
    FORWARD(name, i64)                                                                             \
    FORWARD(name, f16)                                                                             \
    FORWARD(name, f32)                                                                             \
    FORWARD(name, f32_flush)                                                                       \
    FORWARD(name, f64)                                                                             \
    const dxki_exec_typed dxki_exec_alu_##name = {.of = {[DXKI_EXEC_I1] = name##_i1,               \
                                                         [DXKI_EXEC_I8] = name##_i8,               \
                                                         [DXKI_EXEC_I16] = name##_i16,             \
                                                         [DXKI_EXEC_I32] = name##_i32,             \
                                                         [DXKI_EXEC_I64] = name##_i64,             \
                                                         [DXKI_EXEC_F16] = name##_f16,             \
                                                         [DXKI_EXEC_F32] = name##_f32,             \
                                                         [DXKI_EXEC_F64] = name##_f64},            \
                                                  .flush32 = name##_f32_flush};
#define ONE(name, elem) const dxki_exec_typed dxki_exec_alu_##name = {.of = {[elem] = name##_any}};

static uint64_t get(const dxki_exec_wave *w, const number_type *t, uint32_t operand, uint32_t e,
                    uint32_t lane)
{
    size_t at = (size_t)e * w->lanes + lane;

    return t->is_wide ? dxki_exec_row64(w, operand)[at] : dxki_exec_row(w, operand)[at];
}

static void put(const dxki_exec_wave *w, const number_type *t, uint32_t operand, uint32_t e,
                uint32_t lane, uint64_t value)
{
    size_t at = (size_t)e * w->lanes + lane;

    if (t->is_wide)
        dxki_exec_row64(w, operand)[at] = value;
    else
        dxki_exec_row(w, operand)[at] = (uint32_t)value;
}

/* Equal as numbers: NaN equals nothing, zeros of both signs are equal. */
static bool equal(const number_type *t, uint64_t a, uint64_t b)
{
    if (t == &type_f32)
        return FLOAT((uint32_t)a) == FLOAT((uint32_t)b);
    if (t == &type_f32_flush)
        return FLUSHED((uint32_t)a) == FLUSHED((uint32_t)b);
    if (t == &type_f16)
        return FLOAT(dxki_exec_f16_to_f32((uint16_t)a)) == FLOAT(dxki_exec_f16_to_f32((uint16_t)b));
    if (t == &type_f64)
        return dxki_exec_double(a) == dxki_exec_double(b);
    return a == b;
}

static bool exists(const dxki_exec_wave *w, uint32_t lane)
{
    return lane < w->lanes && w->thread_of[lane] != UINT32_MAX;
}

/* Tells when lanes of the wave that have not returned do not take part. */
static void check_all(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t active = dxki_exec_mask_count(&w->mask), live = dxki_exec_mask_count(w->live);

    if (active != live)
        dxki_exec_finding(w, DXKI_FOUND_WAVE_DIVERGENT, i, dxki_exec_mask_first(&w->mask), active,
                          live);
}

/* ---------------------------------------------------------------------------------------- */
/* Who is there                                                                               */

static void is_first_lane_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst), first = dxki_exec_mask_first(&w->mask);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = lane == first;
    }
}
ONE(is_first_lane, DXKI_EXEC_I1)

static void lane_index_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = lane;
    }
}
ONE(lane_index, DXKI_EXEC_I32)

static void lane_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = w->lanes;
    }
}
ONE(lane_count, DXKI_EXEC_I32)

/* ---------------------------------------------------------------------------------------- */
/* Votes                                                                                      */

static dxki_exec_mask ballot_of(const dxki_exec_wave *w, uint32_t operand)
{
    const uint32_t *a = dxki_exec_row(w, operand);
    dxki_exec_mask yes = {{0, 0}};

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        yes.word[lane >> 6] |= (uint64_t)(a[lane] & 1) << (lane & 63);
    }
    return yes;
}

static void spread(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t value)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = value;
    }
}

static void any_true_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask yes = ballot_of(w, i->a);

    check_all(w, i);
    spread(w, i, !dxki_exec_mask_is_empty(&yes));
}
ONE(any_true, DXKI_EXEC_I1)

static void all_true_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask yes = ballot_of(w, i->a);

    check_all(w, i);
    spread(w, i, yes.word[0] == w->mask.word[0] && yes.word[1] == w->mask.word[1]);
}
ONE(all_true, DXKI_EXEC_I1)

static void bit_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask yes = ballot_of(w, i->a);

    check_all(w, i);
    spread(w, i, dxki_exec_mask_count(&yes));
}
ONE(bit_count, DXKI_EXEC_I1)

/* The lanes of a set below a lane. */
static dxki_exec_mask below(dxki_exec_mask m, uint32_t lane)
{
    uint64_t low = lane < 64 ? ((uint64_t)1 << lane) - 1 : ~(uint64_t)0;
    uint64_t high = lane < 64 ? 0 : ((uint64_t)1 << (lane - 64)) - 1;

    return (dxki_exec_mask){{m.word[0] & low, m.word[1] & high}};
}

static void prefix_bit_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);
    dxki_exec_mask yes = ballot_of(w, i->a);

    check_all(w, i);
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        dxki_exec_mask before = below(yes, lane);
        d[lane] = dxki_exec_mask_count(&before);
    }
}
ONE(prefix_bit_count, DXKI_EXEC_I1)

static void put_ballot(dxki_exec_wave *w, uint32_t dst, uint32_t lane, dxki_exec_mask m)
{
    uint32_t *d = dxki_exec_row(w, dst);

    for (uint32_t word = 0; word < 4; word++)
        d[(size_t)word * w->lanes + lane] = (uint32_t)(m.word[word / 2] >> word % 2 * 32);
}

static void ballot_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask yes = ballot_of(w, i->a);

    check_all(w, i);
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        put_ballot(w, i->dst, lane, yes);
    }
}
ONE(ballot, DXKI_EXEC_I1)

static void all_equal(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    uint32_t first = dxki_exec_mask_first(&w->mask);

    check_all(w, i);
    for (uint32_t e = 0; e < i->n; e++) {
        bool same = true;
        uint32_t *d = dxki_exec_row(w, i->dst + e);
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            same &= equal(t, get(w, t, i->a, e, lane), get(w, t, i->a, e, first));
        }
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            d[lane] = same;
        }
    }
}
BY_TYPE(all_equal)

static void match(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    check_all(w, i);
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        dxki_exec_mask same = {{0, 0}};
        DXKI_EXEC_EACH_LANE(w, other)
        {
            bool is = true;
            for (uint32_t e = 0; e < i->n; e++)
                is &= equal(t, get(w, t, i->a, e, lane), get(w, t, i->a, e, other));
            same.word[other >> 6] |= (uint64_t)is << (other & 63);
        }
        put_ballot(w, i->dst, lane, same);
    }
}
BY_TYPE(match)

/* ---------------------------------------------------------------------------------------- */
/* Reading other lanes                                                                        */

static void read_lane(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    const uint32_t *from = dxki_exec_row(w, i->b);

    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            bool there = exists(w, from[lane]);
            if (!there || !w->active[from[lane]])
                dxki_exec_finding(w, DXKI_FOUND_WAVE_READ_INACTIVE, i, lane, from[lane], 0);
            put(w, t, i->dst, e, lane, there ? get(w, t, i->a, e, from[lane]) : 0);
        }
    }
}
BY_TYPE(read_lane)

static void read_first(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    uint32_t first = dxki_exec_mask_first(&w->mask);

    check_all(w, i);
    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            put(w, t, i->dst, e, lane, get(w, t, i->a, e, first));
        }
    }
}
BY_TYPE(read_first)

/* ---------------------------------------------------------------------------------------- */
/* Reductions                                                                                 */

static void reduce_with(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t,
                        combine *op)
{
    uint32_t first = dxki_exec_mask_first(&w->mask);

    check_all(w, i);
    for (uint32_t e = 0; e < i->n; e++) {
        uint64_t sum = get(w, t, i->a, e, first);
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            if (lane != first)
                sum = op(sum, get(w, t, i->a, e, lane));
        }
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            put(w, t, i->dst, e, lane, sum);
        }
    }
}

/* Operands: the number, the operation, whether it is unsigned. */
static void active_op(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    uint32_t op = dxki_exec_row(w, i->b)[0], is_unsigned = dxki_exec_row(w, i->c)[0];

    reduce_with(w, i, t, t->op[is_unsigned & 1][op & 3]);
}
BY_TYPE(active_op)

static void active_bit(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    static combine *const ops[4] = {bits_and, bits_or, bits_xor, bits_xor};

    reduce_with(w, i, t, ops[dxki_exec_row(w, i->b)[0] & 3]);
}
BY_TYPE(active_bit)

static void prefix_op(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    uint32_t op = dxki_exec_row(w, i->b)[0] & 1, first = dxki_exec_mask_first(&w->mask);

    check_all(w, i);
    for (uint32_t e = 0; e < i->n; e++) {
        uint64_t sum = 0;
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            uint64_t own = get(w, t, i->a, e, lane);
            put(w, t, i->dst, e, lane, lane != first ? sum : op ? t->one : 0);
            sum = lane == first ? own : t->op[0][op](sum, own);
        }
    }
}
BY_TYPE(prefix_op)

/* The set of lanes that four operands from number `n` on tell a lane. */
static dxki_exec_mask given_mask(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t n,
                                 uint32_t lane)
{
    dxki_exec_mask m = {{0, 0}};

    for (uint32_t word = 0; word < 4; word++)
        m.word[word / 2] |= (uint64_t)dxki_exec_arg(w, i, n + word, lane) << word % 2 * 32;
    m.word[0] &= w->mask.word[0];
    m.word[1] &= w->mask.word[1];
    return m;
}

/* Operands: the number, four words of a set, the operation, whether it is unsigned. */
static void multi_prefix(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    uint32_t op = dxki_exec_row(w, dxki_exec_listed(w, i->a, 5))[0];
    combine *const ops[5] = {t->op[0][0], bits_and, bits_or, bits_xor, t->op[0][1]};
    const uint64_t neutral[5] = {0, t->all, 0, 0, t->one};
    uint32_t from = dxki_exec_listed(w, i->a, 0), which = op < 5 ? op : 0;

    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            dxki_exec_mask before = below(given_mask(w, i, 1, lane), lane);
            uint64_t sum = neutral[which];
            bool any = false;
            DXKI_EXEC_EACH_OF(&before, other)
            {
                uint64_t own = get(w, t, from, e, other);
                sum = any ? ops[which](sum, own) : own;
                any = true;
            }
            put(w, t, i->dst, e, lane, sum);
        }
    }
}
BY_TYPE(multi_prefix)

static void multi_prefix_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);
    dxki_exec_mask yes = ballot_of(w, dxki_exec_listed(w, i->a, 0));

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        dxki_exec_mask before = below(given_mask(w, i, 1, lane), lane);
        before.word[0] &= yes.word[0];
        before.word[1] &= yes.word[1];
        d[lane] = dxki_exec_mask_count(&before);
    }
}
ONE(multi_prefix_count, DXKI_EXEC_I1)

/* ---------------------------------------------------------------------------------------- */
/* Quads                                                                                      */

static void check_quad(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_finding_id id,
                       uint32_t lane, uint32_t other)
{
    if (!w->active[other])
        dxki_exec_finding(w, id, i, lane, other & 3, 0);
}

static void quad_read(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    const uint32_t *from = dxki_exec_row(w, i->b);

    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            uint32_t other = (lane & ~3u) + (from[lane] & 3);
            check_quad(w, i, DXKI_FOUND_QUAD_INACTIVE, lane, other);
            put(w, t, i->dst, e, lane, get(w, t, i->a, e, other));
        }
    }
}
BY_TYPE(quad_read)

static void quad_op(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t)
{
    uint32_t flip = (dxki_exec_row(w, i->b)[0] & 3) + 1;

    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            uint32_t other = lane ^ (flip & 3);
            check_quad(w, i, DXKI_FOUND_QUAD_INACTIVE, lane, other);
            put(w, t, i->dst, e, lane, get(w, t, i->a, e, other));
        }
    }
}
BY_TYPE(quad_op)

/* Operation 0 any, 1 all. */
static void quad_vote_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *a = dxki_exec_row(w, i->a);
    uint32_t *d = dxki_exec_row(w, i->dst), op = dxki_exec_row(w, i->b)[0];

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t any = 0, all = 1;
        for (uint32_t other = lane & ~3u; other < (lane & ~3u) + 4; other++) {
            any |= w->active[other] & a[other];
            all &= a[other] | !w->active[other];
        }
        d[lane] = (op ? all : any) & 1;
    }
}
ONE(quad_vote, DXKI_EXEC_I1)

/* ---------------------------------------------------------------------------------------- */
/* Derivatives: right minus left, lower minus upper                                           */

static uint64_t minus(const number_type *t, uint64_t a, uint64_t b)
{
    uint64_t sign = t == &type_f16 ? 0x8000u : 0x80000000u;

    return t->op[0][0](a, b ^ sign);
}

static void derive(dxki_exec_wave *w, const dxki_exec_inst *i, const number_type *t, uint32_t step)
{
    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            check_quad(w, i, DXKI_FOUND_DERIV_DIVERGENT, lane, lane ^ step);
            put(w, t, i->dst, e, lane,
                minus(t, get(w, t, i->a, e, lane | step), get(w, t, i->a, e, lane & ~step)));
        }
    }
}

#define DERIVE(name, step)                                                                         \
    static void name##_16(dxki_exec_wave *w, const dxki_exec_inst *i)                              \
    {                                                                                              \
        derive(w, i, &type_f16, step);                                                             \
    }                                                                                              \
    static void name##_32(dxki_exec_wave *w, const dxki_exec_inst *i)                              \
    {                                                                                              \
        derive(w, i, &type_f32, step);                                                             \
    }                                                                                              \
    static void name##_flush(dxki_exec_wave *w, const dxki_exec_inst *i)                           \
    {                                                                                              \
        derive(w, i, &type_f32_flush, step);                                                       \
    }                                                                                              \
    const dxki_exec_typed dxki_exec_alu_##name = {                                                 \
        .of = {[DXKI_EXEC_F16] = name##_16, [DXKI_EXEC_F32] = name##_32},                          \
        .flush32 = name##_flush};
DERIVE(deriv_x, 1)
DERIVE(deriv_y, 2)
