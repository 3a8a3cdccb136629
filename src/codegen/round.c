/* SPDX-License-Identifier: MIT */
/*
 * round.c - which loops [unroll] is heeded for. The reference first turns a loop so that it asks at
 * its end, and leaves a loop as it is that cannot be turned: one whose first block is too long to
 * be copied, as it is if it reads a resource, or does not decide whether there is another round.
 * Whatever the attribute says is ignored then.
 *
 * It is also lost with the block that leads back if that does nothing and is not all of what comes
 * before it, as after an `if` at the end of a loop without a step; and as soon as the condition is
 * found to be always true. See emit.h.
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

static uint32_t length_of_block(const dxk_module *m, uint32_t block, uint32_t length)
{
    DXKI_EACH_INST(m, block, inst) {
        if (length <= MOST_COPIED)
            length += length_of(m, dxki_inst_get(m, inst));
    }
    return length;
}

/* True if a block leads to another one. A branch that is there for lanes to leave together does not
 * lead on. */
static bool leads_to(const dxk_module *m, uint32_t block, uint32_t to)
{
    const uint32_t end = dxki_pass_flow_end(m, block);
    uint64_t bits;

    if (!end)
        return false;
    if (dxki_pass_flow_is_branch(m, block) &&
        dxki_value_as_int(m, dxki_inst_ops(m, end)[DXKI_PASS_FLOW_CONDITION], &bits))
        return to ==
               dxki_pass_flow_target(m, end, bits ? DXKI_PASS_FLOW_TRUE : DXKI_PASS_FLOW_FALSE);
    for (uint32_t k = 0; k < m->insts.items[end].op_count; k++) {
        if (dxki_pass_flow_target(m, end, k) == to)
            return true;
    }
    return false;
}

/* How many blocks of a loop lead to one of its blocks; *last: one of them. */
static uint32_t count_leading(const dxk_module *m, const dxki_emit_loop *l, uint32_t to,
                              uint32_t *last)
{
    uint32_t count = 0;

    DXKI_EACH_BLOCK_FROM(m, DXKI_INDEX(l->head), b) {
        if (leads_to(m, b, to)) {
            *last = b;
            count++;
        }
    }
    return count;
}

/* True if a block is left that leads back, once those that do nothing are joined with others. */
static bool is_end_left(const dxk_module *m, const dxki_emit_loop *l)
{
    uint32_t block = DXKI_INDEX(l->step), last = block;

    /* its last instruction counts, too */
    for (uint32_t i = 0; i < MOST_BLOCKS && length_of_block(m, block, 0) <= 1; i++) {
        if (count_leading(m, l, block, &last) != 1 || !dxki_pass_flow_is_jump(m, last))
            return false;
        block = last;
    }
    return true;
}

/* True if no way from a block leads to the end of a round. */
static bool is_outside(const dxk_module *m, const dxki_emit_loop *l, uint32_t block)
{
    uint32_t seen[MOST_BLOCKS] = {block}, count = 1;

    for (uint32_t i = 0; i < count; i++) {
        const uint32_t end = dxki_pass_flow_end(m, seen[i]);
        for (uint32_t k = 0; end && k < m->insts.items[end].op_count; k++) {
            uint32_t to = dxki_pass_flow_target(m, end, k), j = 0;
            if (!to || to == DXKI_INDEX(l->after))
                continue;
            while (j < count && seen[j] != to)
                j++;
            if (to == DXKI_INDEX(l->step) || to == DXKI_INDEX(l->head) || j == MOST_BLOCKS)
                return false;
            if (j == count)
                seen[count++] = to;
        }
    }
    return true;
}

/* True if a branch decides whether there is another round. */
static bool decides(const dxk_module *m, const dxki_emit_loop *l, uint32_t end, bool endless)
{
    const uint32_t yes = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_TRUE);
    const uint32_t no = dxki_pass_flow_target(m, end, DXKI_PASS_FLOW_FALSE);

    if (endless)
        return is_outside(m, l, yes) || is_outside(m, l, no);
    return yes == DXKI_INDEX(l->body) && no == DXKI_INDEX(l->after);
}

/* Can a loop be turned, from its first block on? */
static bool can_turn(const dxk_module *m, const dxki_emit_loop *l, bool endless)
{
    uint32_t block = DXKI_INDEX(endless ? l->body : l->head), length = 0;

    for (uint32_t i = 0; i < MOST_BLOCKS && length <= MOST_COPIED; i++) {
        length = length_of_block(m, block, length);
        const uint32_t end = dxki_pass_flow_end(m, block);
        if (!end || length > MOST_COPIED)
            break;
        if (!dxki_pass_flow_is_jump(m, block))
            return !dxki_pass_flow_is_branch(m, block) || decides(m, l, end, endless);
        block = dxki_pass_flow_target(m, end, 0);
    }
    return length <= MOST_COPIED;
}

bool dxki_emit_is_endless(const dxki_hlsl_code *s)
{
    return !s->value || (s->value->kind == DXKI_HLSL_N_CONSTANT && s->value->bits[0]);
}

/* A loop without an end of its own is not left after a number of rounds. */
bool dxki_emit_heeds(const dxki_emit *e, const dxki_hlsl_code *s, const dxki_emit_loop *l)
{
    const dxk_module *m = e->b->m;
    const bool endless = dxki_emit_is_endless(s), optimizes = !e->c->options.no_optimize;

    if (s->kind == DXKI_HLSL_C_DO)
        return !endless || (!s->constant && !optimizes);
    if (endless && (s->constant || !optimizes))
        return false;
    if (!s->step && (optimizes ? !is_end_left(m, l) : l->jumps))
        return false;
    return can_turn(m, l, endless);
}

bool dxki_emit_never_asks(const dxk_module *m, const dxki_emit_loop *l)
{
    uint32_t block = DXKI_INDEX(l->head);
    uint64_t bits;

    for (uint32_t i = 0; i < MOST_BLOCKS && block != DXKI_INDEX(l->after); i++) {
        const uint32_t end = dxki_pass_flow_end(m, block);
        uint32_t way = 0;
        if (!end)
            return false;
        if (dxki_pass_flow_is_branch(m, block)) {
            if (!dxki_value_as_int(m, dxki_inst_ops(m, end)[DXKI_PASS_FLOW_CONDITION], &bits))
                return false;
            way = bits ? DXKI_PASS_FLOW_TRUE : DXKI_PASS_FLOW_FALSE;
        } else if (!dxki_pass_flow_is_jump(m, block)) {
            return false;
        }
        block = dxki_pass_flow_target(m, end, way);
        if (block == DXKI_INDEX(l->body))
            return true;
    }
    return false;
}
