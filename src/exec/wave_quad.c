/* SPDX-License-Identifier: MIT */
/* wave_quad.c - operations between the lanes of a quad, and derivatives; see wave_number.h. */
#include "exec/wave_number.h"

/* ---------------------------------------------------------------------------------------- */
/* Quads                                                                                      */

static void check_quad(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_finding_id id,
                       uint32_t lane, uint32_t other)
{
    if (!w->active[other])
        dxki_exec_finding(w, id, i, lane, other & 3, 0);
}

static void quad_read(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    const uint32_t *from = dxki_exec_row(w, i->b);

    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            uint32_t other = (lane & ~3u) + (from[lane] & 3);
            check_quad(w, i, DXKI_FOUND_QUAD_INACTIVE, lane, other);
            dxki_exec_set_number(w, t, i->dst, e, lane, dxki_exec_number(w, t, i->a, e, other));
        }
    }
}
DXKI_EXEC_BY_TYPE(quad_read)

static void quad_op(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    uint32_t flip = (dxki_exec_row(w, i->b)[0] & 3) + 1;

    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            uint32_t other = lane ^ (flip & 3);
            check_quad(w, i, DXKI_FOUND_QUAD_INACTIVE, lane, other);
            dxki_exec_set_number(w, t, i->dst, e, lane, dxki_exec_number(w, t, i->a, e, other));
        }
    }
}
DXKI_EXEC_BY_TYPE(quad_op)

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
DXKI_EXEC_ONE_TYPE(quad_vote, DXKI_EXEC_I1)

/* ---------------------------------------------------------------------------------------- */
/* Derivatives: right minus left, lower minus upper                                           */

static uint64_t minus(const dxki_exec_number_type *t, uint64_t a, uint64_t b)
{
    uint64_t sign = t == &dxki_exec_type_f16 ? 0x8000u : 0x80000000u;

    return t->op[0][0](a, b ^ sign);
}

static void derive(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t,
                   uint32_t step)
{
    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            check_quad(w, i, DXKI_FOUND_DERIV_DIVERGENT, lane, lane ^ step);
            dxki_exec_set_number(w, t, i->dst, e, lane,
                                 minus(t, dxki_exec_number(w, t, i->a, e, lane | step),
                                       dxki_exec_number(w, t, i->a, e, lane & ~step)));
        }
    }
}

#define DERIVE(name, step)                                                                         \
    static void name##_16(dxki_exec_wave *w, const dxki_exec_inst *i)                              \
    {                                                                                              \
        derive(w, i, &dxki_exec_type_f16, step);                                                   \
    }                                                                                              \
    static void name##_32(dxki_exec_wave *w, const dxki_exec_inst *i)                              \
    {                                                                                              \
        derive(w, i, &dxki_exec_type_f32, step);                                                   \
    }                                                                                              \
    static void name##_flush(dxki_exec_wave *w, const dxki_exec_inst *i)                           \
    {                                                                                              \
        derive(w, i, &dxki_exec_type_f32_flush, step);                                             \
    }                                                                                              \
    const dxki_exec_typed dxki_exec_alu_##name = {                                                 \
        .of = {[DXKI_EXEC_F16] = name##_16, [DXKI_EXEC_F32] = name##_32},                          \
        .flush32 = name##_flush};
DERIVE(deriv_x, 1)
DERIVE(deriv_y, 2)
