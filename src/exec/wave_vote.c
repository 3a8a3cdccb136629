/* SPDX-License-Identifier: MIT */
/* wave_vote.c - which lanes are there, and what those that are say; see wave_number.h. */
#include "exec/wave_number.h"

/* ---------------------------------------------------------------------------------------- */
/* Active lanes                                                                               */

static void is_first_lane_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst), first = dxki_exec_mask_first(&w->mask);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = lane == first;
    }
}
DXKI_EXEC_ONE_TYPE(is_first_lane, DXKI_EXEC_I1)

static void lane_index_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = lane;
    }
}
DXKI_EXEC_ONE_TYPE(lane_index, DXKI_EXEC_I32)

static void lane_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        d[lane] = w->lanes;
    }
}
DXKI_EXEC_ONE_TYPE(lane_count, DXKI_EXEC_I32)

/* ---------------------------------------------------------------------------------------- */
/* Votes                                                                                      */
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
    dxki_exec_mask yes = dxki_exec_ballot(w, i->a);

    dxki_exec_check_all(w, i);
    spread(w, i, !dxki_exec_mask_is_empty(&yes));
}
DXKI_EXEC_ONE_TYPE(any_true, DXKI_EXEC_I1)

static void all_true_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask yes = dxki_exec_ballot(w, i->a);

    dxki_exec_check_all(w, i);
    spread(w, i, yes.word[0] == w->mask.word[0] && yes.word[1] == w->mask.word[1]);
}
DXKI_EXEC_ONE_TYPE(all_true, DXKI_EXEC_I1)

static void bit_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask yes = dxki_exec_ballot(w, i->a);

    dxki_exec_check_all(w, i);
    spread(w, i, dxki_exec_mask_count(&yes));
}
DXKI_EXEC_ONE_TYPE(bit_count, DXKI_EXEC_I1)

static void prefix_bit_count_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *d = dxki_exec_row(w, i->dst);
    dxki_exec_mask yes = dxki_exec_ballot(w, i->a);

    dxki_exec_check_all(w, i);
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        dxki_exec_mask before = dxki_exec_below(yes, lane);
        d[lane] = dxki_exec_mask_count(&before);
    }
}
DXKI_EXEC_ONE_TYPE(prefix_bit_count, DXKI_EXEC_I1)

static void put_ballot(dxki_exec_wave *w, uint32_t dst, uint32_t lane, dxki_exec_mask m)
{
    uint32_t *d = dxki_exec_row(w, dst);

    for (uint32_t word = 0; word < 4; word++)
        d[(size_t)word * w->lanes + lane] = (uint32_t)(m.word[word / 2] >> word % 2 * 32);
}

static void ballot_any(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_mask yes = dxki_exec_ballot(w, i->a);

    dxki_exec_check_all(w, i);
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        put_ballot(w, i->dst, lane, yes);
    }
}
DXKI_EXEC_ONE_TYPE(ballot, DXKI_EXEC_I1)

static void all_equal(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    uint32_t first = dxki_exec_mask_first(&w->mask);

    dxki_exec_check_all(w, i);
    for (uint32_t e = 0; e < i->n; e++) {
        bool same = true;
        uint32_t *d = dxki_exec_row(w, i->dst + e);
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            same &= dxki_exec_is_equal(t, dxki_exec_number(w, t, i->a, e, lane),
                                       dxki_exec_number(w, t, i->a, e, first));
        }
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            d[lane] = same;
        }
    }
}
DXKI_EXEC_BY_TYPE(all_equal)

static void match(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_number_type *t)
{
    dxki_exec_check_all(w, i);
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        dxki_exec_mask same = {{0, 0}};
        DXKI_EXEC_EACH_LANE(w, other)
        {
            bool is = true;
            for (uint32_t e = 0; e < i->n; e++)
                is &= dxki_exec_is_equal(t, dxki_exec_number(w, t, i->a, e, lane),
                                         dxki_exec_number(w, t, i->a, e, other));
            same.word[other >> 6] |= (uint64_t)is << (other & 63);
        }
        put_ballot(w, i->dst, lane, same);
    }
}
DXKI_EXEC_BY_TYPE(match)
