/* SPDX-License-Identifier: MIT */
/* barrier.c - what a barrier waits for (DXIL.rst, "Barrier"; work graphs, "Barrier"). */
#include "dxil/barrier.h"

enum { MEMORY_ALL = 15, MEMORY_UAV = 1, MEMORY_SHARED = 2, MEMORY_NODE = 12 };
enum { SYNC_THREADS = 1, SYNC_GROUP = 3, SYNC_SCOPE = 6, SYNC_REORDER = 8 };
enum { MODE_UAV_ONLY = 2 }; /* of the old Barrier: memory of UAVs, no threads */

/* Argument `index` of a call; 0 when it is not a constant. */
static uint64_t constant_arg(const dxk_module *m, const dxki_inst *call, uint32_t index)
{
    uint64_t bits = 0;
    if (index < dxki_call_arg_count(call))
        dxki_value_as_int(m, m->words.items[call->ops + index], &bits);
    return bits;
}

static bool is_op(const dxki_dxop_info *op, dxki_dxop row)
{
    return op == dxki_dxop_get(row);
}

bool dxki_dxil_barrier_needs_group(const dxk_module *m, const dxki_inst *call,
                                   const dxki_dxop_info *op)
{
    uint64_t mode;
    if (is_op(op, DXKI_DXOP_Barrier))
        return dxki_call_arg_count(call) > 1 &&
               dxki_value_as_int(m, m->words.items[call->ops + 1], &mode) && mode != MODE_UAV_ONLY;
    if (is_op(op, DXKI_DXOP_BarrierByMemoryType)) {
        uint64_t memory = constant_arg(m, call, 1);
        if (memory != MEMORY_ALL && (memory & MEMORY_SHARED))
            return true;
    }
    return (constant_arg(m, call, 2) & SYNC_GROUP) != 0;
}

bool dxki_dxil_barrier_needs_node(const dxk_module *m, const dxki_inst *call,
                                  const dxki_dxop_info *op)
{
    if (is_op(op, DXKI_DXOP_BarrierByNodeRecordHandle))
        return true;
    uint64_t memory =
        is_op(op, DXKI_DXOP_BarrierByMemoryType) ? constant_arg(m, call, 1) : (uint64_t)0;
    return memory != MEMORY_ALL && (memory & MEMORY_NODE);
}

bool dxki_dxil_barrier_reorders(const dxk_module *m, const dxki_inst *call,
                                const dxki_dxop_info *op)
{
    return !is_op(op, DXKI_DXOP_Barrier) && !is_op(op, DXKI_DXOP_BarrierByNodeRecordHandle) &&
           (constant_arg(m, call, 2) & SYNC_REORDER);
}

bool dxki_dxil_barrier_is_old(const dxk_module *m, const dxki_inst *call)
{
    uint64_t memory = constant_arg(m, call, 1), sync = constant_arg(m, call, 2);
    if (memory == MEMORY_ALL)
        memory &= MEMORY_UAV | MEMORY_SHARED;
    if ((sync & ~(uint64_t)(SYNC_THREADS | SYNC_SCOPE)) ||
        (memory & ~(uint64_t)(MEMORY_UAV | MEMORY_SHARED)))
        return false;
    return (memory & MEMORY_SHARED) || (sync & SYNC_THREADS) ||
           ((memory & MEMORY_UAV) && (sync & SYNC_SCOPE));
}
