/* SPDX-License-Identifier: MIT */
/* flow.c - how undefined numbers pass through operations of DXIL; see taint.h. */
#include "exec/decoder.h"

#include "spec/dxil_effects.h"

bool dxki_exec_flow_last(dxki_exec_decoder *d, dxki_exec_flow flow)
{
    d->p->flows.items[d->p->flows.count - 1] = flow;
    return true;
}

/* The registers of a result. */
static uint32_t result_rows(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    return call->type == DXKI_TY_VOID ? 0 : dxki_exec_shape_of(d, call->type).rows;
}

/* True for numbers that go to memory or to the next stage: of a masked store those in the mask. */
static bool is_stored(const dxki_exec_decoder *d, const dxki_exec_call *call, uint32_t operand)
{
    uint32_t before = 0;
    uint64_t mask = UINT64_MAX;

    if (call->op->kind != DXKI_DXK_UAV_WRITE)
        return true;
    for (uint32_t n = 0; n < call->count; n++) {
        before += n < operand && call->op->operands[n].type == DXKI_OT_OVERLOAD;
        if (call->op->operands[n].type == DXKI_OT_I8 && !dxki_exec_const(d, call->args[n], &mask))
            mask = UINT64_MAX;
    }
    return mask >> before & 1;
}

/* True if it matters that an operand is defined: coordinates that are undef are none. */
static bool is_used(const dxki_exec_decoder *d, const dxki_exec_call *call, uint32_t operand)
{
    bool is_value = call->op->operands[operand].type == DXKI_OT_OVERLOAD;

    if (is_value && call->type == DXKI_TY_VOID)
        return is_stored(d, call, operand);
    return !dxki_exec_is_undef(d, call->args[operand]);
}

bool dxki_exec_flow_is_use(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_flow flow = {.kind = DXKI_EXEC_FLOW_USE,
                           .to = (uint16_t)result_rows(d, call),
                           .list = (uint32_t)d->p->lists.count};

    for (uint32_t n = 0; n < call->count; n++) {
        bool is_value = call->op->operands[n].type == DXKI_OT_OVERLOAD;
        uint32_t rows = 1, first;
        if (!is_used(d, call, n))
            continue;
        if (is_value)
            rows = dxki_exec_shape_of(d, dxki_value_type(d->m, call->args[n])).rows;
        if (!dxki_exec_operand(d, call->args[n], &first))
            return false;
        for (uint32_t row = 0; row < rows; row++, flow.from++)
            if (!dxki_exec_list_push(d, first + row))
                return false;
    }
    return dxki_exec_flow_last(d, flow);
}

static bool is_wide(dxki_exec_elem elem)
{
    return elem == DXKI_EXEC_I64 || elem == DXKI_EXEC_F64;
}

bool dxki_exec_flow_is_typed(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    bool is_listed = call->count > 3;
    dxki_exec_shape result = dxki_exec_shape_of(d, call->type), first = result;

    if (dxki_dxop_effect_get((dxki_dxop_kind)call->op->kind)->convergence != DXKI_DXC_NONE)
        return dxki_exec_flow_is_use(d, call);
    if (call->count)
        first = dxki_exec_shape_of(d, dxki_value_type(d->m, call->args[0]));
    dxki_exec_flow flow = {.operands = (uint8_t)call->count,
                           .is_listed = is_listed,
                           .from = (uint16_t)(is_listed ? 1 : first.count),
                           .to = (uint16_t)result.count};
    flow.kind = flow.from == flow.to ? DXKI_EXEC_FLOW_EACH : DXKI_EXEC_FLOW_ALL;
    flow.wide = (uint8_t)((is_wide(first.elem) ? 7 : 0) |
                          (is_wide(result.elem) ? DXKI_EXEC_FLOW_WIDE_RESULT : 0));
    return dxki_exec_flow_last(d, flow);
}

bool dxki_exec_flow_is_all(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    return dxki_exec_flow_last(d, (dxki_exec_flow){.kind = DXKI_EXEC_FLOW_ALL,
                                                   .operands = (uint8_t)call->count,
                                                   .is_listed = true,
                                                   .from = 1,
                                                   .to = (uint16_t)result_rows(d, call)});
}
