/* SPDX-License-Identifier: MIT */
/* code.c - blocks and instructions of a module; see dxk/ir.h. */
#include "view/view.h"

#include <string.h>

#define SAME(name, value) _Static_assert((int)(name) == (int)(value), #name)
SAME(DXK_INST_RET, DXKI_OP_RET);
SAME(DXK_INST_LANDINGPAD, DXKI_OP_LANDINGPAD);
SAME(DXK_INST_LANDINGPAD + 1, DXKI_OP_COUNT);

static dxk_value block_value(uint32_t block)
{
    return block ? DXKI_VALUE(DXKI_V_BLOCK, block) : 0;
}

static dxk_value inst_value(uint32_t inst)
{
    return inst ? DXKI_VALUE(DXKI_V_INST, inst) : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Blocks                                                                                     */

dxk_value dxk_block_first(const dxk_module *module, dxk_value function)
{
    uint32_t index = dxki_view_global_of(module, function, DXKI_G_FUNCTION);
    return index ? block_value(module->globals.items[index].first_block) : 0;
}

dxk_value dxk_block_next(const dxk_module *module, dxk_value block)
{
    return block_value(module->blocks.items[dxki_view_block(module, block)].next);
}

dxk_value dxk_inst_first(const dxk_module *module, dxk_value block)
{
    return inst_value(module->blocks.items[dxki_view_block(module, block)].first_inst);
}

dxk_value dxk_inst_last(const dxk_module *module, dxk_value block)
{
    return inst_value(module->blocks.items[dxki_view_block(module, block)].last_inst);
}

dxk_value dxk_inst_next(const dxk_module *module, dxk_value inst)
{
    return inst_value(module->insts.items[dxki_view_inst(module, inst)].next);
}

/* Where the blocks that a terminator names stand among its operands: from `first` on, every
 * `step`-th, which may be negative. */
typedef struct targets {
    uint32_t first, count;
    int step;
} targets;

static targets targets_of(const dxki_inst *in)
{
    switch (in->op) {
    case DXKI_OP_BR: /* the block if true stands last */
        return in->op_count == 3 ? (targets){2, 2, -1} : (targets){0, in->op_count == 1, 1};
    case DXKI_OP_SWITCH:
        return (targets){1, in->op_count / 2, 2};
    case DXKI_OP_INDIRECTBR:
        return (targets){1, in->op_count ? in->op_count - 1 : 0, 1};
    case DXKI_OP_INVOKE:
        return in->op_count >= 3 ? (targets){in->op_count - 3, 2, 1} : (targets){0, 0, 1};
    default:
        return (targets){0, 0, 1};
    }
}

uint32_t dxk_block_successor_count(const dxk_module *module, dxk_value block)
{
    uint32_t last = module->blocks.items[dxki_view_block(module, block)].last_inst;
    return last ? targets_of(dxki_inst_get(module, last)).count : 0;
}

dxk_value dxk_block_successor(const dxk_module *module, dxk_value block, uint32_t index)
{
    uint32_t last = module->blocks.items[dxki_view_block(module, block)].last_inst;
    targets t = last ? targets_of(dxki_inst_get(module, last)) : (targets){0, 0, 1};
    if (index >= t.count)
        return 0;
    dxki_value to = dxki_inst_ops(
        module, last)[t.step < 0 ? t.first - index : t.first + index * (uint32_t)t.step];
    return DXKI_TAG(to) == DXKI_V_BLOCK ? to : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Instructions                                                                               */

const char *dxk_opcode_name(dxk_opcode opcode)
{
    return (uint32_t)opcode > DXKI_OP_NONE && (uint32_t)opcode < DXKI_OP_COUNT
               ? dxki_op_get((uint8_t)opcode)->text
               : NULL;
}

/* What `sub` says, by opcode. */
static void describe_sub(const dxki_inst *in, dxk_inst_info *out)
{
    uint32_t low = DXKI_SUB_ALIGN(in->sub);
    switch (in->op) {
    case DXKI_OP_ICMP:
    case DXKI_OP_FCMP:
        out->predicate = in->sub;
        break;
    case DXKI_OP_ATOMICRMW:
        out->predicate = low;
        break;
    case DXKI_OP_ALLOCA:
    case DXKI_OP_LOAD:
    case DXKI_OP_STORE:
        out->align = low && low <= 32 ? UINT32_C(1) << (low - 1) : 0;
        break;
    default:
        break;
    }
}

/* What the extra words say, by opcode. */
static void describe_extra(const dxk_module *m, const dxki_inst *in, dxk_inst_info *out)
{
    switch (in->op) {
    case DXKI_OP_CALL:
    case DXKI_OP_INVOKE:
        out->callee = dxki_call_callee(m, in);
        out->argument_count = dxki_call_arg_count(in);
        out->element = dxki_call_type(m, in);
        break;
    case DXKI_OP_ALLOCA:
    case DXKI_OP_GEP:
        out->element = m->words.items[in->ops + in->op_count];
        break;
    case DXKI_OP_EXTRACTVALUE:
    case DXKI_OP_INSERTVALUE:
        out->index_count = m->words.items[in->ops + in->op_count];
        break;
    default:
        break;
    }
}

bool dxk_inst_get(const dxk_module *module, dxk_value inst, dxk_inst_info *out)
{
    uint32_t index = dxki_view_inst(module, inst);
    memset(out, 0, sizeof *out);
    if (!index)
        return false;
    const dxki_inst *in = dxki_inst_get(module, index);
    uint32_t bit = dxki_inst_bit(module, index);
    out->opcode = (dxk_opcode)in->op;
    out->name = dxki_op_get(in->op)->text;
    out->type = in->type;
    out->operand_count = in->op_count;
    out->flags = in->flags;
    if (dxki_op_is_fp(in->op) && in->flags & DXKI_FM_UNSAFE)
        out->flags = DXKI_FM_UNSAFE | DXKI_FM_NNAN | DXKI_FM_NINF | DXKI_FM_NSZ | DXKI_FM_ARCP;
    out->is_terminator = dxki_op_class_of((dxki_op)in->op) == DXKI_OC_TERM;
    out->bit = bit == UINT32_MAX ? UINT64_MAX : bit;
    describe_sub(in, out);
    describe_extra(module, in, out);
    return true;
}

dxk_value dxk_inst_operand(const dxk_module *module, dxk_value inst, uint32_t index)
{
    uint32_t at = dxki_view_inst(module, inst);
    return index < module->insts.items[at].op_count ? dxki_inst_ops(module, at)[index] : 0;
}

dxk_value dxk_inst_incoming(const dxk_module *module, dxk_value phi, uint32_t index)
{
    uint32_t at = dxki_view_inst(module, phi);
    const dxki_inst *in = dxki_inst_get(module, at);
    return in->op == DXKI_OP_PHI && index < in->op_count
               ? dxki_inst_ops(module, at)[in->op_count + index]
               : 0;
}

uint32_t dxk_inst_index(const dxk_module *module, dxk_value inst, uint32_t index)
{
    uint32_t at = dxki_view_inst(module, inst);
    const dxki_inst *in = dxki_inst_get(module, at);
    if (in->op != DXKI_OP_EXTRACTVALUE && in->op != DXKI_OP_INSERTVALUE)
        return 0;
    const uint32_t *extra = dxki_inst_ops(module, at) + in->op_count;
    return index < extra[0] ? extra[1 + index] : 0;
}
