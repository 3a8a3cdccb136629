/* SPDX-License-Identifier: MIT */
/* wave_reduce.c - reading other lanes, reductions and prefixes; see wave_number.h. */
#include "exec/wave_number.h"

/* ---------------------------------------------------------------------------------------- */
/* Reading other lanes                                                                        */

static bool exists(const dxki_exec_wave *w, uint32_t lane)
{
    return lane < w->lanes && w->thread_of[lane] != UINT32_MAX;
}

static void read_lane(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    const uint32_t *from = dxki_exec_row(w, i->b);

    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            bool there = exists(w, from[lane]);
            if (!there || !dxki_exec_mask_has(&w->mask, from[lane]))
                dxki_exec_finding(w, DXKI_FOUND_WAVE_READ_INACTIVE, i, lane, from[lane], 0);
            dxki_exec_set_number(w, t, i->dst, e, lane,
                                 there ? dxki_exec_number(w, t, i->a, e, from[lane]) : 0);
        }
    }
}
DXKI_EXEC_BY_TYPE(read_lane)

static void read_first(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    uint32_t first = dxki_exec_mask_first(&w->mask);

    dxki_exec_check_all(w, i);
    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            dxki_exec_set_number(w, t, i->dst, e, lane, dxki_exec_number(w, t, i->a, e, first));
        }
    }
}
DXKI_EXEC_BY_TYPE(read_first)

/* ---------------------------------------------------------------------------------------- */
/* Reductions                                                                                 */

static void reduce_with(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t,
                        dxki_exec_combine *op)
{
    uint32_t first = dxki_exec_mask_first(&w->mask);

    dxki_exec_check_all(w, i);
    for (uint32_t e = 0; e < i->n; e++) {
        uint64_t sum = dxki_exec_number(w, t, i->a, e, first);
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            if (lane != first)
                sum = op(sum, dxki_exec_number(w, t, i->a, e, lane));
        }
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            dxki_exec_set_number(w, t, i->dst, e, lane, sum);
        }
    }
}

/* Operands: the number, the operation, whether it is unsigned. */
static void active_op(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    uint32_t op = dxki_exec_row(w, i->b)[0], is_unsigned = dxki_exec_row(w, i->c)[0];

    reduce_with(w, i, t, t->op[is_unsigned & 1][op & 3]);
}
DXKI_EXEC_BY_TYPE(active_op)

static void active_bit(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    static dxki_exec_combine *const ops[4] = {dxki_exec_bits_and, dxki_exec_bits_or,
                                              dxki_exec_bits_xor, dxki_exec_bits_xor};

    reduce_with(w, i, t, ops[dxki_exec_row(w, i->b)[0] & 3]);
}
DXKI_EXEC_BY_TYPE(active_bit)

static void prefix_op(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    uint32_t op = dxki_exec_row(w, i->b)[0] & 1, first = dxki_exec_mask_first(&w->mask);

    dxki_exec_check_all(w, i);
    for (uint32_t e = 0; e < i->n; e++) {
        uint64_t sum = 0;
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            uint64_t own = dxki_exec_number(w, t, i->a, e, lane);
            dxki_exec_set_number(w, t, i->dst, e, lane, lane != first ? sum : op ? t->one : 0);
            sum = lane == first ? own : t->op[0][op](sum, own);
        }
    }
}
DXKI_EXEC_BY_TYPE(prefix_op)

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
static void multi_prefix(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    uint32_t op = dxki_exec_row(w, dxki_exec_listed(w, i->a, 5))[0];
    dxki_exec_combine *const ops[5] = {t->op[0][0], dxki_exec_bits_and, dxki_exec_bits_or,
                                       dxki_exec_bits_xor, t->op[0][1]};
    const uint64_t neutral[5] = {0, t->all, 0, 0, t->one};
    uint32_t from = dxki_exec_listed(w, i->a, 0), which = op < 5 ? op : 0;

    for (uint32_t e = 0; e < i->n; e++) {
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            dxki_exec_mask before = dxki_exec_below(given_mask(w, i, 1, lane), lane);
            uint64_t sum = neutral[which];
            bool any = false;
            DXKI_EXEC_EACH_OF(&before, other)
            {
                uint64_t own = dxki_exec_number(w, t, from, e, other);
                sum = any ? ops[which](sum, own) : own;
                any = true;
            }
            dxki_exec_set_number(w, t, i->dst, e, lane, sum);
        }
    }
}
DXKI_EXEC_BY_TYPE(multi_prefix)

static void multi_prefix_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);
    dxki_exec_mask yes = dxki_exec_ballot(w, dxki_exec_listed(w, i->a, 0));

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        dxki_exec_mask before = dxki_exec_below(given_mask(w, i, 1, lane), lane);
        before.word[0] &= yes.word[0];
        before.word[1] &= yes.word[1];
        d[lane] = dxki_exec_mask_count(&before);
    }
}
DXKI_EXEC_ONE_TYPE(multi_prefix_count, DXKI_EXEC_I1)
