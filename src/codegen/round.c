/* SPDX-License-Identifier: MIT */
/*
 * round.c - which loops [unroll] is heeded for. The reference first turns a loop so that it asks at
 * its end, and leaves a loop as it is that cannot be turned: one whose first block is too long to
 * be copied, as it is if it reads a resource, or does not decide whether there is another round.
 * Whatever the attribute says is ignored then. See emit.h.
 */
#include "codegen/emit.h"

#include "builder/builder.h"
#include "ir/dxop.h"
#include "pass/flow.h"
#include "spec/dxil_effects.h"

/* The longest block that is copied, and what the access to a resource counts. */
#define MOST_COPIED 16u
#define ACCESS      (MOST_COPIED + 1)

/* Blocks that follow one another without a condition. */
#define MOST_BLOCKS 64u

static bool is_access(const dxki_dxop_info *op)
{
    switch ((dxki_dxop_kind)op->kind) {
    case DXKI_DXK_DESCRIPTOR:
    case DXKI_DXK_SRV:
    case DXKI_DXK_SRV_QUAD:
    case DXKI_DXK_RESOURCE:
    case DXKI_DXK_UAV_WRITE:
    case DXKI_DXK_UAV_ATOMIC:
    case DXKI_DXK_UAV_COUNTER:
    case DXKI_DXK_FEEDBACK:
        return true;
    default:
        return false;
    }
}

/* Handles and constants are found outside of the loop, and variables become values. */
static uint32_t length_of(const dxk_module *m, const dxki_inst *inst)
{
    const dxki_dxop_info *op = dxki_call_dxop(m, inst);

    if (op && is_access(op))
        return ACCESS;
    if (op && (op->kind == DXKI_DXK_HANDLE || op->kind == DXKI_DXK_CBUFFER))
        return 0;
    if (op)
        return dxki_call_arg_count(inst);
    return inst->op != DXKI_OP_LOAD && inst->op != DXKI_OP_STORE && inst->op != DXKI_OP_PHI &&
           inst->op != DXKI_OP_GEP && inst->op != DXKI_OP_EXTRACTVALUE;
}

bool dxki_emit_can_turn(const dxki_emit *e, dxk_block head, dxk_block body, dxk_block after)
{
    const dxk_module *m = e->b->m;
    uint32_t block = DXKI_INDEX(head), length = 0;

    for (uint32_t i = 0; i < MOST_BLOCKS && length <= MOST_COPIED; i++) {
        DXKI_EACH_INST(m, block, inst) {
            if (length <= MOST_COPIED)
                length += length_of(m, dxki_inst_get(m, inst));
        }
        const uint32_t end = dxki_pass_flow_end(m, block);
        if (!end || length > MOST_COPIED)
            break;
        if (dxki_pass_flow_is_jump(m, block)) {
            block = dxki_pass_flow_target(m, end, 0);
            continue;
        }
        return !dxki_pass_flow_is_branch(m, block) || body == after ||
               (dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_TRUE) == DXKI_INDEX(body) &&
                dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_FALSE) == DXKI_INDEX(after));
    }
    return length <= MOST_COPIED;
}
