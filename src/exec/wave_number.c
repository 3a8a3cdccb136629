/* SPDX-License-Identifier: MIT */
/* wave_number.c - what operations between lanes do with two numbers, by their type, and which lanes
 * take part; see wave_number.h. */
#include "exec/wave_number.h"

#include "exec/group.h"
#include "exec/lanes.h"
#include "exec/math.h"

/* ---------------------------------------------------------------------------------------- */
/* Combining two numbers                                                                      */

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

uint64_t dxki_exec_bits_and(uint64_t a, uint64_t b)
{
    return a & b;
}

uint64_t dxki_exec_bits_or(uint64_t a, uint64_t b)
{
    return a | b;
}

uint64_t dxki_exec_bits_xor(uint64_t a, uint64_t b)
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
const dxki_exec_number_type dxki_exec_type_i1 = INT_TYPE(1, false);
const dxki_exec_number_type dxki_exec_type_i8 = INT_TYPE(8, false);
const dxki_exec_number_type dxki_exec_type_i16 = INT_TYPE(16, false);
const dxki_exec_number_type dxki_exec_type_i32 = INT_TYPE(32, false);
const dxki_exec_number_type dxki_exec_type_i64 = INT_TYPE(64, true);
const dxki_exec_number_type dxki_exec_type_f16 = REAL_TYPE(f16, false, 0x3C00u);
const dxki_exec_number_type dxki_exec_type_f32 = REAL_TYPE(f32, false, 0x3F800000u);
const dxki_exec_number_type dxki_exec_type_f32_flush = REAL_TYPE(f32_flush, false, 0x3F800000u);
const dxki_exec_number_type dxki_exec_type_f64 = REAL_TYPE(f64, true, 0x3FF0000000000000u);

bool dxki_exec_is_equal(const dxki_exec_number_type *t, uint64_t a, uint64_t b)
{
    if (t == &dxki_exec_type_f32)
        return FLOAT((uint32_t)a) == FLOAT((uint32_t)b);
    if (t == &dxki_exec_type_f32_flush)
        return FLUSHED((uint32_t)a) == FLUSHED((uint32_t)b);
    if (t == &dxki_exec_type_f16)
        return FLOAT(dxki_exec_f16_to_f32((uint16_t)a)) == FLOAT(dxki_exec_f16_to_f32((uint16_t)b));
    if (t == &dxki_exec_type_f64)
        return dxki_exec_double(a) == dxki_exec_double(b);
    return a == b;
}

/* ---------------------------------------------------------------------------------------- */
/* Active lanes                                                                               */

void dxki_exec_check_all(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask live = *w->live;

    if (w->program->leaves_helpers)
        live = dxki_exec_mask_without(live, w->helpers);
    uint32_t active = dxki_exec_mask_count(&w->mask), all = dxki_exec_mask_count(&live);
    if (active < all)
        dxki_exec_finding(w, DXKI_FOUND_WAVE_DIVERGENT, i, dxki_exec_mask_first(&w->mask), active,
                          all);
}

dxki_exec_mask dxki_exec_below(dxki_exec_mask m, uint32_t lane)
{
    uint64_t low = lane < 64 ? ((uint64_t)1 << lane) - 1 : ~(uint64_t)0;
    uint64_t high = lane < 64 ? 0 : ((uint64_t)1 << (lane - 64)) - 1;

    return (dxki_exec_mask){{m.word[0] & low, m.word[1] & high}};
}

dxki_exec_mask dxki_exec_ballot(const dxki_exec_wave *w, uint32_t operand)
{
    const uint32_t *a = dxki_exec_row(w, operand);
    dxki_exec_mask yes = {{0, 0}};

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        yes.word[lane >> 6] |= (uint64_t)(a[lane] & 1) << (lane & 63);
    }
    return yes;
}

void dxki_exec_leave_helpers(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask others = dxki_exec_mask_without(w->mask, w->helpers);

    w->left_out = (dxki_exec_mask){{0, 0}};
    if (dxki_exec_mask_is_empty(&others))
        return;
    for (uint32_t row = 0; row < i->n; row++) {
        uint32_t *d = dxki_exec_row(w, i->dst + row);
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            if (!dxki_exec_mask_has(&others, lane))
                d[lane] = 0;
        }
    }
    w->left_out = dxki_exec_mask_without(w->mask, others);
    w->mask = others;
}

void dxki_exec_take_helpers(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    (void)i;
    w->mask = dxki_exec_mask_or(w->mask, w->left_out);
}
