/* SPDX-License-Identifier: MIT */
/* legal.c - see legal.h. */
#include "pass/legal.h"

/* ---------------------------------------------------------------------------------------- */
/* Convergence                                                                                */

bool dxki_pass_legal_converges(const dxk_module *m, uint32_t inst)
{
    return dxki_mem_effect_of(m, dxki_inst_get(m, inst), NULL).flags & DXKI_MEM_CONVERGE &&
           !dxki_inst_is_debug_call(m, dxki_inst_get(m, inst));
}

bool dxki_pass_legal_block_converges(const dxk_module *m, uint32_t block)
{
    DXKI_EACH_INST(m, block, inst) {
        if (dxki_pass_legal_converges(m, inst))
            return true;
    }
    return false;
}

bool dxki_pass_legal_may_copy(const dxk_module *m, uint32_t inst)
{
    uint8_t op = dxki_inst_get(m, inst)->op;
    return op != DXKI_OP_ALLOCA && !dxki_pass_legal_converges(m, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Speculation                                                                                */

static bool are_constant(const dxki_value *ops, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!dxki_value_is_const(ops[i]))
            return false;
    }
    return true;
}

/* An index of a descriptor is uniform among other lanes, too, if it is a constant. */
static bool has_constant_index(const dxk_module *m, const dxki_inst *call)
{
    const dxki_value *ops = m->words.items + call->ops;
    for (uint32_t i = 1; i < dxki_call_arg_count(call); i++) {
        if (!dxki_value_is_const(ops[i]) && dxki_value_type(m, ops[i]) != call->type)
            return false;
    }
    return true;
}

static bool may_speculate_call(const dxki_pass *p, const dxki_inst *call)
{
    const dxk_module *m = p->m;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, call);
    const dxki_dxop_effect *effect = op ? dxki_dxop_effect_get((dxki_dxop_kind)op->kind) : NULL;
    if (!effect || effect->writes || effect->convergence != DXKI_DXC_NONE)
        return false;
    switch ((dxki_dxop_moves)effect->moves) {
    case DXKI_MOVES_YES:
        return true;
    case DXKI_MOVES_IN_RANGE:
        return are_constant(m->words.items + call->ops, dxki_call_arg_count(call));
    case DXKI_MOVES_UNIFORM:
        return has_constant_index(m, call);
    default:
        return false;
    }
}

/* Division by zero, and of the lowest number by -1, is undefined. */
static bool may_speculate_division(const dxk_module *m, const dxki_inst *inst)
{
    const dxki_value divisor = m->words.items[inst->ops + 1];
    const dxki_const *c = dxki_const_get(m, divisor);
    return c && c->kind == DXKI_C_INT && dxki_const_bits(c) != 0 && dxki_const_signed(m, c) != -1;
}

/* True if all indices are constants that stay within what they index. */
static bool is_in_range(const dxk_module *m, dxki_type source, const dxki_value *ops,
                        uint32_t count)
{
    uint64_t index;
    if (count < 2 || !dxki_value_as_int(m, ops[1], &index) || index != 0)
        return false;
    for (uint32_t i = 2; i < count; i++) {
        if (!dxki_value_as_int(m, ops[i], &index) || index >= dxki_type_count(m, source))
            return false;
        source = dxki_type_element(m, source, index);
    }
    return true;
}

static bool is_variable(const dxk_module *m, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);
    if (DXKI_TAG(value) == DXKI_V_GLOBAL)
        return m->globals.items[DXKI_INDEX(value)].kind == DXKI_G_VARIABLE;
    return inst && dxki_inst_get(m, inst)->op == DXKI_OP_ALLOCA;
}

/* True if the pointer leads into a variable, wherever it is used. */
static bool is_safe_address(const dxk_module *m, dxki_value pointer)
{
    const dxki_const *c = dxki_const_get(m, pointer);
    uint32_t inst = dxki_value_as_inst(pointer);
    const dxki_inst *in = inst ? dxki_inst_get(m, inst) : NULL;
    if (c && c->kind == DXKI_C_EXPR && c->opcode == DXKI_OP_GEP) {
        const dxki_value *ops = dxki_const_words(m, c);
        return is_variable(m, ops[0]) && is_in_range(m, ops[c->b], ops, c->b);
    }
    if (in && in->op == DXKI_OP_GEP) {
        const dxki_value *ops = dxki_inst_ops(m, inst);
        return is_variable(m, ops[0]) && is_in_range(m, ops[in->op_count], ops, in->op_count);
    }
    return is_variable(m, pointer);
}

/* What only one lane can see does not change between the two places. */
static bool may_speculate_load(const dxk_module *m, const dxki_inst *inst)
{
    const uint16_t own = DXKI_MEM_LOCAL | DXKI_MEM_PRIVATE | DXKI_MEM_CONSTANT;
    dxki_value pointer = m->words.items[inst->ops];
    return !(inst->flags & DXKI_IF_VOLATILE) && !DXKI_SUB_ORDER(inst->sub) &&
           dxki_pass_opaque_load(m, inst) == DXKI_PASS_OPAQUE_NONE &&
           !(dxki_mem_kinds(m, pointer) & ~own) && is_safe_address(m, pointer);
}

bool dxki_pass_legal_may_speculate(const dxki_pass *p, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(p->m, inst);
    switch (dxki_op_class_of((dxki_op)in->op)) {
    case DXKI_OC_BIN:
        return dxki_op_get(in->op)->family != DXKI_OF_DIVISION || may_speculate_division(p->m, in);
    case DXKI_OC_CAST:
    case DXKI_OC_CMP:
        return true;
    case DXKI_OC_MEM:
        return in->op == DXKI_OP_LOAD && may_speculate_load(p->m, in);
    case DXKI_OC_OTHER:
        if (in->op == DXKI_OP_CALL)
            return may_speculate_call(p, in);
        return in->op != DXKI_OP_PHI && in->op != DXKI_OP_VAARG && in->op != DXKI_OP_LANDINGPAD;
    default:
        return false;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Cost                                                                                       */

enum { COST_FREE = 0, COST_SIMPLE = 1, COST_DEAR = 4 };

static uint32_t cost_of_call(const dxk_module *m, const dxki_inst *call)
{
    const dxki_dxop_info *op = dxki_call_dxop(m, call);
    if (!op)
        return dxki_inst_is_debug_call(m, call) ? COST_FREE : COST_DEAR;
    bool is_simple = op->flags & DXKI_DXF_FOLD ||
                     dxki_dxop_effect_get((dxki_dxop_kind)op->kind)->moves == DXKI_MOVES_UNIFORM;
    return is_simple ? COST_SIMPLE : COST_DEAR;
}

uint32_t dxki_pass_legal_cost(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    switch (in->op) {
    case DXKI_OP_BITCAST:
    case DXKI_OP_GEP:
    case DXKI_OP_EXTRACTVALUE:
    case DXKI_OP_EXTRACTELEMENT:
    case DXKI_OP_PHI:
        return COST_FREE;
    case DXKI_OP_FDIV:
    case DXKI_OP_FREM:
    case DXKI_OP_LOAD:
        return COST_DEAR;
    case DXKI_OP_CALL:
        return cost_of_call(m, in);
    default:
        return dxki_op_get(in->op)->family == DXKI_OF_DIVISION ? COST_DEAR : COST_SIMPLE;
    }
}

bool dxki_pass_legal_may_select(const dxk_module *m, dxki_type type)
{
    dxki_type scalar = dxki_type_scalar(m, type);
    return dxki_type_is_fp(m, scalar) || (dxki_type_is_int(m, scalar) && scalar != DXKI_TY_I8);
}
