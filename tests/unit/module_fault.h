/* SPDX-License-Identifier: MIT */
/*
 * module_fault.h - a check of what edits must keep: that a module's lists lead both ways, that
 * attachments belong to their instruction, that no operand is dead and every use is tracked.
 */
#ifndef TESTS_MODULE_FAULT_H
#define TESTS_MODULE_FAULT_H

#include "ir/edit.h"

/* What is wrong with the lists of a block; NULL: nothing. */
static inline const char *block_fault(const dxk_module *m, uint32_t block)
{
    uint32_t last = 0, count;
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = &m->insts.items[inst];
        if (in->op == DXKI_OP_NONE)
            return "a dead instruction is in a block";
        if (in->block != block)
            return "an instruction does not know its block";
        if (m->inst_prev.count && dxki_inst_prev(m, inst) != last)
            return "an instruction is not linked back";
        if (in->ops + in->op_count + dxki_inst_extra_count(m, in) > m->words.count)
            return "operands are out of range";
        const dxki_attachment *list = dxki_inst_attachments(m, inst, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (list[i].owner != inst || !list[i].node)
                return "attachments are mixed up";
        }
        last = inst;
    }
    return m->blocks.items[block].last_inst == last ? NULL : "a block does not know its end";
}

/* True if a value that an instruction uses is dead. */
static inline bool is_dead(const dxk_module *m, dxki_value value)
{
    uint32_t index = DXKI_INDEX(value);
    switch (DXKI_TAG(value)) {
    case DXKI_V_GLOBAL:
        return m->globals.items[index].kind == DXKI_G_REMOVED;
    case DXKI_V_ARG:
        return !m->args.items[index].function;
    case DXKI_V_INST:
        return m->insts.items[index].op == DXKI_OP_NONE || !m->insts.items[index].block;
    case DXKI_V_BLOCK:
        return !m->blocks.items[index].function;
    case DXKI_V_METADATA:
        return is_dead(m, dxki_md_value(m, index));
    default:
        return false;
    }
}

/* What is wrong with the operands of an instruction; the uses are counted. */
static inline const char *operand_fault(const dxk_module *m, uint32_t inst, size_t *uses)
{
    const dxki_inst *in = &m->insts.items[inst];
    uint32_t words = in->op == DXKI_OP_PHI ? in->op_count * 2 : in->op_count;
    for (uint32_t k = 0; k < words; k++) {
        dxki_value value = m->words.items[in->ops + k];
        if (is_dead(m, value))
            return "an operand is dead";
        if (!m->tracked)
            continue;
        ++*uses;
        const dxki_tracked_link *link = &m->tracked->links.items[in->ops + k];
        if (link->user != inst || (link->prev ? m->tracked->links.items[link->prev].next
                                              : dxki_tracked_first(m, value)) != in->ops + k)
            return "a use is not tracked";
    }
    return NULL;
}

/* What is wrong with a module's lists, attachments and uses; NULL: nothing. */
static inline const char *module_fault(const dxk_module *m)
{
    size_t uses = 0, tracked = 0;
    const char *fault = NULL;
    DXKI_EACH_FUNCTION(m, fn) {
        uint32_t last = 0, count = 0;
        DXKI_EACH_BLOCK(m, fn, block) {
            const dxki_block *b = &m->blocks.items[block];
            if (b->function != fn || b->prev != last)
                return "a block is not linked right";
            fault = fault ? fault : block_fault(m, block);
            DXKI_EACH_INST(m, block, inst)
                fault = fault ? fault : operand_fault(m, inst, &uses);
            last = block;
            count++;
        }
        const dxki_global *g = &m->globals.items[fn];
        if (g->last_block != last || g->block_count != count || g->kind != DXKI_G_FUNCTION)
            return "a function does not know its blocks";
    }
    for (size_t i = 0; m->tracked && i < m->tracked->links.count; i++)
        tracked += m->tracked->links.items[i].user != 0;
    return fault ? fault : tracked == uses ? NULL : "uses are tracked that are not there";
}

#endif
