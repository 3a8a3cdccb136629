/* SPDX-License-Identifier: MIT */
/* taint.c - where undefined numbers go in registers; see taint.h. */
#include "exec/taint.h"

#define BIT(id)    ((uint64_t)1 << DXKI_FOUND_##id)
#define MAX_PLACES (1u << 26) /* more have no room beside the other bits */

bool dxki_exec_taint_is_asked(uint64_t enabled)
{
    return enabled & (BIT(UNDEF) | BIT(UNINIT_ALLOCA) | BIT(UNINIT_GROUPSHARED));
}

uint32_t dxki_exec_origin_at(const dxki_exec_wave *w, const dxki_exec_inst *i,
                             dxki_exec_origin_kind kind)
{
    size_t place = (size_t)(i - w->program->code.items) + 1;

    return (place < MAX_PLACES ? (uint32_t)place << 2 : 0) | (uint32_t)kind;
}

uint32_t dxki_exec_origin_of(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t operand,
                             uint32_t lane)
{
    if (operand & DXKI_EXEC_CONSTANT)
        return w->program->undefined[operand & ~DXKI_EXEC_CONSTANT]
                   ? dxki_exec_origin_at(w, i, DXKI_EXEC_FROM_UNDEF)
                   : 0;
    return dxki_exec_origins(w, operand)[lane];
}

void dxki_exec_origin_used(dxki_exec_wave *w, uint32_t at, uint32_t lane, uint32_t origin)
{
    static const dxki_exec_finding_id ids[] = {
        [DXKI_EXEC_FROM_UNDEF] = DXKI_FOUND_UNDEF,
        [DXKI_EXEC_FROM_LOCAL] = DXKI_FOUND_UNINIT_ALLOCA,
        [DXKI_EXEC_FROM_SHARED] = DXKI_FOUND_UNINIT_GROUPSHARED,
    };

    if (origin)
        dxki_exec_finding_between(w, ids[origin & 3], at, (origin >> 2) - 1, lane);
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

/* Operand `n` of those in a, b and c, or in a list at a. */
static uint32_t operand(const dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow,
                        uint32_t n)
{
    if (flow.is_listed)
        return dxki_exec_listed(w, i->a, n);
    return n == 0 ? i->a : n == 1 ? i->b : i->c;
}

/* The register of number `k` of operand `n`. */
static uint32_t number_of(const dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow,
                          uint32_t n, uint32_t k)
{
    return operand(w, i, flow, n) + (k << (flow.wide >> (n & 3) & 1));
}

static uint32_t *result_of(const dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow,
                           uint32_t k)
{
    return dxki_exec_origins(w, i->dst + (k << (flow.wide >> 7)));
}

static void set_all(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow, uint32_t lane,
                    uint32_t origin)
{
    for (uint32_t k = 0; k < flow.to; k++)
        result_of(w, i, flow, k)[lane] = origin;
}

static void pass_each(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    for (uint32_t k = 0; k < flow.to; k++) {
        uint32_t *to = result_of(w, i, flow, k);
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            uint32_t origin = 0;
            for (uint32_t n = 0; n < flow.operands && !origin; n++)
                origin = dxki_exec_origin_of(w, i, number_of(w, i, flow, n, k), lane);
            to[lane] = origin;
        }
    }
}

static void pass_all(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t origin = 0;
        for (uint32_t n = 0; n < flow.operands; n++)
            for (uint32_t k = 0; k < flow.from && !origin; k++)
                origin = dxki_exec_origin_of(w, i, number_of(w, i, flow, n, k), lane);
        set_all(w, i, flow, lane, origin);
    }
}

static uint64_t bits_of(const dxki_exec_wave *w, uint32_t first, bool wide, uint32_t lane)
{
    return wide ? dxki_exec_row64(w, first)[lane] : dxki_exec_row(w, first)[lane];
}

/* The result is defined if an operand that is decides it alone. */
static uint32_t absorb(const dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow,
                       uint32_t k, uint32_t lane)
{
    bool is_or = flow.kind == DXKI_EXEC_FLOW_OR, wide = flow.wide >> 7;
    uint64_t ones = UINT64_MAX >> (64 - flow.bits);

    for (uint32_t n = 0; n < 2; n++) {
        uint32_t at = number_of(w, i, flow, n, k);
        if (!dxki_exec_origin_of(w, i, at, lane) &&
            bits_of(w, at, wide, lane) == (is_or ? ones : 0))
            return 0;
    }
    uint32_t first = dxki_exec_origin_of(w, i, number_of(w, i, flow, 0, k), lane);
    return first ? first : dxki_exec_origin_of(w, i, number_of(w, i, flow, 1, k), lane);
}

static void pass_absorbing(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    for (uint32_t k = 0; k < flow.to; k++) {
        uint32_t *to = result_of(w, i, flow, k);
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            to[lane] = absorb(w, i, flow, k, lane);
        }
    }
}

static void pass_select(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    const uint32_t *cond = dxki_exec_row(w, i->a);
    uint32_t *to = dxki_exec_origins(w, i->dst);

    (void)flow;
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t origin = dxki_exec_origin_of(w, i, i->a, lane);
        to[lane] = origin ? origin : dxki_exec_origin_of(w, i, cond[lane] & 1 ? i->b : i->c, lane);
    }
}

/* The index of an element, which has 64 bits if `imm` says so. */
static uint64_t index_of(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane)
{
    return bits_of(w, i->b, i->imm, lane);
}

static void pass_pick(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    uint32_t *to = dxki_exec_origins(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint64_t index = index_of(w, i, lane);
        to[lane] = dxki_exec_origin_of(w, i, i->b, lane);
        if (!to[lane] && index < flow.from)
            to[lane] =
                dxki_exec_origin_of(w, i, i->a + ((uint32_t)index << (flow.wide >> 7)), lane);
    }
}

static void pass_put(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint64_t index = index_of(w, i, lane);
        uint32_t origin = dxki_exec_origin_of(w, i, i->b, lane);
        if (origin)
            set_all(w, i, flow, lane, origin);
        else if (index < flow.to)
            result_of(w, i, flow, (uint32_t)index)[lane] = dxki_exec_origin_of(w, i, i->a, lane);
    }
}

static void pass_address(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    uint32_t *to = dxki_exec_origins(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        uint32_t origin = dxki_exec_origin_of(w, i, i->a, lane);
        for (uint32_t n = 0; n < flow.from && !origin; n++)
            origin = dxki_exec_origin_of(w, i, dxki_exec_listed(w, i->b, 3 * n), lane);
        to[lane] = origin;
    }
}

static void pass_use(dxki_exec_wave *w, const dxki_exec_inst *i, dxki_exec_flow flow)
{
    uint32_t at = (uint32_t)(i - w->program->code.items);

    for (uint32_t n = 0; n < flow.from; n++) {
        uint32_t used = dxki_exec_listed(w, flow.list, n);
        DXKI_EXEC_EACH_LANE(w, lane)
        {
            dxki_exec_origin_used(w, at, lane, dxki_exec_origin_of(w, i, used, lane));
        }
    }
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        set_all(w, i, flow, lane, 0);
    }
}

void dxki_exec_taint_pass(dxki_exec_wave *w, uint32_t n)
{
    static dxki_exec_flow_fn *const passes[] = {
        [DXKI_EXEC_FLOW_NONE] = NULL,
        [DXKI_EXEC_FLOW_EACH] = pass_each,
        [DXKI_EXEC_FLOW_ALL] = pass_all,
        [DXKI_EXEC_FLOW_AND] = pass_absorbing,
        [DXKI_EXEC_FLOW_OR] = pass_absorbing,
        [DXKI_EXEC_FLOW_SELECT] = pass_select,
        [DXKI_EXEC_FLOW_PICK] = pass_pick,
        [DXKI_EXEC_FLOW_PUT] = pass_put,
        [DXKI_EXEC_FLOW_ADDRESS] = pass_address,
        [DXKI_EXEC_FLOW_LOAD] = dxki_exec_taint_load,
        [DXKI_EXEC_FLOW_STORE] = dxki_exec_taint_store,
        [DXKI_EXEC_FLOW_LOAD_WORD] = dxki_exec_taint_load_word,
        [DXKI_EXEC_FLOW_STORE_WORD] = dxki_exec_taint_store_word,
        [DXKI_EXEC_FLOW_ATOMIC] = dxki_exec_taint_atomic,
        [DXKI_EXEC_FLOW_FORGET] = dxki_exec_taint_forget,
        [DXKI_EXEC_FLOW_USE] = pass_use,
    };
    dxki_exec_flow flow = w->program->flows.items[n];

    if (passes[flow.kind])
        passes[flow.kind](w, w->program->code.items + n, flow);
}

void dxki_exec_taint_end(dxki_exec_wave *w, uint32_t segment)
{
    const dxki_exec_segment *s = &w->program->segments.items[segment];
    uint32_t at = (uint32_t)w->program->code.count + segment;

    if ((s->kind != DXKI_EXEC_END_BRANCH && s->kind != DXKI_EXEC_END_SWITCH) ||
        s->a & DXKI_EXEC_CONSTANT)
        return;
    DXKI_EXEC_EACH_LANE(w, lane)
    {
        dxki_exec_origin_used(w, at, lane, dxki_exec_origins(w, s->a)[lane]);
    }
}
