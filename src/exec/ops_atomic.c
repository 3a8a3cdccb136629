/* SPDX-License-Identifier: MIT */
/* ops_atomic.c - atomic operations on resources, and hidden counters; one lane after the other, in the
 * order of the schedule. */
#include "dxk/ops.h"
#include "exec/ops_resource.h"
#include "exec/race.h"

/* The lane whose turn is the one numbered `turn`; false: it does not take part, or is a helper. */
static bool lane_in_turn(const dxki_exec_wave *w, uint32_t turn, uint32_t *lane)
{
    *lane = w->turns ? w->turns[turn] : turn;
    return dxki_exec_mask_has(&w->mask, *lane) && !dxki_exec_mask_has(&w->helpers, *lane);
}

#define EACH_TURN(w, lane)                                                                         \
    for (uint32_t turn = 0, lane = 0; turn < (w)->lanes; turn++)                                   \
        if (lane_in_turn(w, turn, &lane))

/* What both operations have: rows of handles and coordinates, bytes of the number. */
typedef struct operands {
    const uint32_t *handles, *c[3];
    uint32_t bytes;
} operands;

/* What helpers get. */
static void clear(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t bytes)
{
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        if (dxki_exec_mask_has(&w->helpers, (uint32_t)lane))
            dxki_exec_set_part(w, i->dst, 0, bytes, (uint32_t)lane, 0);
    }
}

static operands take(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t first)
{
    operands o = {.handles = dxki_exec_given(w, i, 0), .bytes = dxki_exec_letter_bytes(i->aux)};

    for (uint32_t n = 0; n < 3; n++)
        o.c[n] = dxki_exec_given(w, i, first + n);
    return o;
}

/* Where a lane's operation goes; NULL, and it was told why: nowhere. */
static uint8_t *find(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, const operands *o)
{
    const dxki_exec_view *view = dxki_exec_view_of(w->views, dxki_exec_or_zero(o->handles, lane));
    uint32_t c[4] = {0, 0, 0, 0};
    dxki_exec_fault fault;

    for (uint32_t n = 0; n < 3; n++)
        c[n] = dxki_exec_or_zero(o->c[n], lane);
    uint8_t *at = dxki_exec_atomic_at(view, c, o->bytes, &fault);
    if (at) {
        dxki_exec_check_align(w, i, lane, view, (uint64_t)(at - view->base), o->bytes);
        dxki_exec_race_use(w, i, lane, view, at, o->bytes, DXKI_EXEC_CHANGES);
    } else {
        dxki_exec_blame(w, i, lane, view, fault, c[0]);
    }
    return at;
}

static uint64_t value_of(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t n,
                         uint32_t bytes, uint32_t lane)
{
    uint32_t operand = dxki_exec_listed(w, i->a, n);
    return operand == DXKI_EXEC_UNDEF ? 0 : dxki_exec_part(w, operand, 0, bytes, lane);
}

/* (handle, operation, three coordinates, value) */
void dxki_exec_run_atomic(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    operands o = take(w, i, 2);
    const uint32_t *ops = dxki_exec_given(w, i, 1);

    clear(w, i, o.bytes);
    EACH_TURN(w, lane)
    {
        uint32_t op = dxki_exec_or_zero(ops, lane);
        uint8_t *at = find(w, i, lane, &o);
        uint64_t old = 0;
        if (at && op <= DXKI_ATOMIC_EXCHANGE)
            old = dxki_exec_atomic(at, o.bytes, op, value_of(w, i, 5, o.bytes, lane));
        dxki_exec_set_part(w, i->dst, 0, o.bytes, lane, old);
    }
}

/* (handle, three coordinates, compared, new) */
void dxki_exec_run_atomic_compare(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    operands o = take(w, i, 1);

    clear(w, i, o.bytes);
    EACH_TURN(w, lane)
    {
        uint8_t *at = find(w, i, lane, &o);
        uint64_t old = 0;
        if (at)
            old = dxki_exec_atomic_cas(at, o.bytes, value_of(w, i, 4, o.bytes, lane),
                                       value_of(w, i, 5, o.bytes, lane));
        dxki_exec_set_part(w, i->dst, 0, o.bytes, lane, old);
    }
}

/* --- counters --- */

/* (handle, i8 1 or -1): before it goes up, after it went down. */
void dxki_exec_run_counter(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *handles = dxki_exec_given(w, i, 0), *steps = dxki_exec_given(w, i, 1);
    uint32_t *dst = dxki_exec_row(w, i->dst);

    clear(w, i, 4);
    EACH_TURN(w, lane)
    {
        const dxki_exec_view *view = dxki_exec_view_of(w->views, dxki_exec_or_zero(handles, lane));
        bool is_down = dxki_exec_or_zero(steps, lane) & 0x80u;
        dst[lane] = 0;
        if (!view->counter) {
            if (!dxki_exec_view_is_null(view))
                dxki_exec_finding_in(w, DXKI_FOUND_COUNTER_UNBOUND, i, lane, view,
                                     DXK_RUN_UNIT_NONE, 0, 0);
            continue;
        }
        uint32_t direction = is_down ? 2 : 1;
        if (view->counter_use &&
            (dxki_exec_counter_mark(view->counter_use, direction) & ~direction))
            dxki_exec_finding_in(w, DXKI_FOUND_COUNTER_MIXED, i, lane, view, DXK_RUN_UNIT_NONE, 0,
                                 0);
        uint32_t old = dxki_exec_counter_add(view->counter, is_down ? UINT32_MAX : 1);
        dst[lane] = is_down ? old - 1 : old;
    }
}
