/* SPDX-License-Identifier: MIT */
/*
 * write_func.c - function bodies. Operands are written relative to the number of the next
 * instruction; one that is not defined yet is followed by its type, and then the record takes no
 * abbreviation. See write.h.
 */
#include "bitcode/write.h"

enum { FUNCTION_WIDTH = 4 };

/* --- operands --- */

static uint32_t number_of(dxki_bc_writer *w, dxki_value value)
{
    uint32_t number = dxki_bc_number_of(&w->n, value);
    if (number == UINT32_MAX)
        w->status = DXK_E_UNSUPPORTED;
    return number;
}

static void relative(dxki_bc_writer *w, dxki_value value)
{
    dxki_bc_out_op(&w->os, (uint32_t)(w->next_value - number_of(w, value)));
}

/* With its type if it is not defined yet; returns whether it is not. */
static bool typed(dxki_bc_writer *w, dxki_value value)
{
    uint32_t number = number_of(w, value);
    dxki_bc_out_op(&w->os, (uint32_t)(w->next_value - number));
    if (number < w->next_value)
        return false;
    dxki_bc_write_type_op(w, dxki_value_type(w->m, value));
    return true;
}

void dxki_bc_write_value_op(dxki_bc_writer *w, dxki_value value)
{
    dxki_bc_out_op(&w->os, number_of(w, value));
}

static const dxki_bc_out_abbrev *abbrev_unless(const dxki_bc_writer *w, bool forward,
                                               uint32_t which)
{
    return forward ? NULL : &w->abbrevs[which];
}

/* --- kinds of instructions --- */

/* Operands this near go with everything else into one word. */
#define NEAR (1u << 20)

static void write_binary(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    const dxki_bc_out_abbrev *abbrev =
        &w->abbrevs[inst->flags ? DXKI_WA_BINOP_FLAGS : DXKI_WA_BINOP];
    uint32_t left = w->next_value - number_of(w, ops[0]);
    uint32_t right = w->next_value - number_of(w, ops[1]), number = dxki_op_get(inst->op)->number;
    if ((left | right) < NEAR && left) {
        dxki_bc_out_word word = dxki_bc_out_begin(&w->os, abbrev);
        dxki_bc_out_vbr(&word, left, DXKI_BINOP_VALUE);
        dxki_bc_out_vbr(&word, right, DXKI_BINOP_VALUE);
        dxki_bc_out_fixed(&word, number, DXKI_BINOP_OPCODE);
        if (inst->flags)
            dxki_bc_out_fixed(&word, inst->flags, DXKI_BINOP_FLAGS);
        dxki_bc_out_send(&w->os, word);
        return;
    }
    bool forward = typed(w, ops[0]);
    dxki_bc_out_op(&w->os, right);
    dxki_bc_out_op(&w->os, number);
    if (inst->flags)
        dxki_bc_out_op(&w->os, inst->flags);
    dxki_bc_out_end(&w->os, DXKI_REC_BINOP, forward ? NULL : abbrev);
}

static void write_cast(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    bool forward = typed(w, ops[0]);
    dxki_bc_write_type_op(w, inst->type);
    dxki_bc_out_op(&w->os, dxki_op_get(inst->op)->number);
    dxki_bc_out_end(&w->os, DXKI_REC_CAST, abbrev_unless(w, forward, DXKI_WA_CAST));
}

static void write_compare(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    typed(w, ops[0]);
    relative(w, ops[1]);
    dxki_bc_out_op(&w->os, inst->sub);
    if (inst->flags)
        dxki_bc_out_op(&w->os, inst->flags);
    dxki_bc_out_end(&w->os, DXKI_REC_CMP2, NULL);
}

static void write_gep(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_bc_out_op(&w->os, inst->flags & DXKI_IF_INBOUNDS);
    dxki_bc_write_type_op(w, ops[inst->op_count]);
    for (uint32_t i = 0; i < inst->op_count; i++)
        typed(w, ops[i]);
    dxki_bc_out_end(&w->os, DXKI_REC_GEP, &w->abbrevs[DXKI_WA_GEP]);
}

static void write_return(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    if (inst->op_count == 0) {
        dxki_bc_out_end(&w->os, DXKI_REC_RET, &w->abbrevs[DXKI_WA_RET_VOID]);
        return;
    }
    bool forward = typed(w, ops[0]);
    dxki_bc_out_end(&w->os, DXKI_REC_RET, abbrev_unless(w, forward, DXKI_WA_RET_VALUE));
}

static void write_branch(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    if (inst->op_count == 3) {
        dxki_bc_write_value_op(w, ops[2]);
        dxki_bc_write_value_op(w, ops[1]);
        relative(w, ops[0]);
    } else {
        dxki_bc_write_value_op(w, ops[0]);
    }
    dxki_bc_out_end(&w->os, DXKI_REC_BR, NULL);
}

/* switch, indirectbr: a value, then blocks and cases by their own numbers. */
static void write_jump(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_bc_write_type_op(w, dxki_value_type(w->m, ops[0]));
    relative(w, ops[0]);
    for (uint32_t i = 1; i < inst->op_count; i++)
        dxki_bc_write_value_op(w, ops[i]);
    dxki_bc_out_end(&w->os, inst->op == DXKI_OP_SWITCH ? DXKI_REC_SWITCH : DXKI_REC_INDIRECTBR,
                    NULL);
}

static void write_phi(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_bc_write_type_op(w, inst->type);
    for (uint32_t i = 0; i < inst->op_count; i++) {
        int64_t distance = (int64_t)(int32_t)(w->next_value - number_of(w, ops[i]));
        dxki_bc_out_op(&w->os, dxki_bc_rotate_sign((uint64_t)distance));
        dxki_bc_write_value_op(w, ops[inst->op_count + i]);
    }
    dxki_bc_out_end(&w->os, DXKI_REC_PHI, NULL);
}

/* Callee, then arguments: the fixed ones without, the variable ones with a type where needed. */
static void call_operands(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_type type = dxki_call_type(w->m, inst);
    uint32_t count, arg_count = dxki_call_arg_count(inst);
    const dxki_type *params = dxki_type_list(w->m, type, &count);
    dxki_bc_write_type_op(w, type);
    typed(w, dxki_call_callee(w->m, inst));
    for (uint32_t i = 0; i < arg_count; i++) {
        if (i + 1 >= count)
            typed(w, ops[i]);
        else if (params[i + 1] == DXKI_TY_LABEL && inst->op == DXKI_OP_CALL)
            dxki_bc_write_value_op(w, ops[i]);
        else
            relative(w, ops[i]);
    }
}

static void write_call(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_bc_out_op(&w->os, dxki_bc_number_of_list(&w->n, dxki_call_attrs(w->m, inst)));
    uint32_t musttail = inst->flags & DXKI_IF_MUSTTAIL ? DXKI_CALL_MUSTTAIL : 0;
    uint32_t tail = inst->flags ? DXKI_CALL_TAIL : 0;
    dxki_bc_out_op(&w->os, (uint32_t)inst->sub << DXKI_CALL_CC_SHIFT | tail | musttail |
                               DXKI_CALL_EXPLICIT_TYPE);
    call_operands(w, inst, ops);
    dxki_bc_out_end(&w->os, DXKI_REC_CALL, NULL);
}

static void write_invoke(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_bc_out_op(&w->os, dxki_bc_number_of_list(&w->n, dxki_call_attrs(w->m, inst)));
    dxki_bc_out_op(&w->os, inst->sub | (uint32_t)DXKI_INVOKE_EXPLICIT_TYPE);
    dxki_bc_write_value_op(w, ops[inst->op_count - 3]);
    dxki_bc_write_value_op(w, ops[inst->op_count - 2]);
    call_operands(w, inst, ops);
    dxki_bc_out_end(&w->os, DXKI_REC_INVOKE, NULL);
}

/* --- memory --- */

static void write_alloca(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_bc_write_type_op(w, ops[inst->op_count]);
    dxki_bc_write_type_op(w, dxki_value_type(w->m, ops[0]));
    dxki_bc_write_value_op(w, ops[0]);
    dxki_bc_out_op(&w->os,
                   DXKI_SUB_ALIGN(inst->sub) | DXKI_ALLOCA_EXPLICIT_TYPE |
                       (inst->flags & DXKI_IF_INALLOCA ? (uint32_t)DXKI_ALLOCA_INALLOCA : 0));
    dxki_bc_out_end(&w->os, DXKI_REC_ALLOCA, NULL);
}

/* What loads and stores end with. Returns whether they are atomic. */
static bool access_ops(dxki_bc_writer *w, const dxki_inst *inst)
{
    dxki_bc_out_op(&w->os, DXKI_SUB_ALIGN(inst->sub));
    dxki_bc_out_op(&w->os, inst->flags & DXKI_IF_VOLATILE);
    if (DXKI_SUB_ORDER(inst->sub) == DXKI_ORDER_NOT_ATOMIC)
        return false;
    dxki_bc_out_op(&w->os, DXKI_SUB_ORDER(inst->sub));
    dxki_bc_out_op(&w->os, DXKI_SUB_CROSS_THREAD(inst->sub));
    return true;
}

static void write_load(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    bool forward = typed(w, ops[0]);
    dxki_bc_write_type_op(w, inst->type);
    if (access_ops(w, inst))
        dxki_bc_out_end(&w->os, DXKI_REC_LOADATOMIC, NULL);
    else
        dxki_bc_out_end(&w->os, DXKI_REC_LOAD, abbrev_unless(w, forward, DXKI_WA_LOAD));
}

static void write_store(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    typed(w, ops[1]);
    typed(w, ops[0]);
    bool atomic = access_ops(w, inst);
    dxki_bc_out_end(&w->os, atomic ? DXKI_REC_STOREATOMIC : DXKI_REC_STORE, NULL);
}

static void write_cmpxchg(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    typed(w, ops[0]);
    typed(w, ops[1]);
    relative(w, ops[2]);
    dxki_bc_out_op(&w->os, inst->flags & DXKI_IF_VOLATILE);
    dxki_bc_out_op(&w->os, DXKI_SUB_ORDER(inst->sub));
    dxki_bc_out_op(&w->os, DXKI_SUB_CROSS_THREAD(inst->sub));
    dxki_bc_out_op(&w->os, DXKI_SUB_FAILURE(inst->sub));
    dxki_bc_out_op(&w->os, (inst->flags & DXKI_IF_WEAK) != 0);
    dxki_bc_out_end(&w->os, DXKI_REC_CMPXCHG, NULL);
}

static void write_atomicrmw(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    typed(w, ops[0]);
    relative(w, ops[1]);
    dxki_bc_out_op(&w->os, DXKI_SUB_RMW(inst->sub));
    dxki_bc_out_op(&w->os, inst->flags & DXKI_IF_VOLATILE);
    dxki_bc_out_op(&w->os, DXKI_SUB_ORDER(inst->sub));
    dxki_bc_out_op(&w->os, DXKI_SUB_CROSS_THREAD(inst->sub));
    dxki_bc_out_end(&w->os, DXKI_REC_ATOMICRMW, NULL);
}

static void write_fence(dxki_bc_writer *w, const dxki_inst *inst)
{
    dxki_bc_out_op(&w->os, DXKI_SUB_ORDER(inst->sub));
    dxki_bc_out_op(&w->os, DXKI_SUB_CROSS_THREAD(inst->sub));
    dxki_bc_out_end(&w->os, DXKI_REC_FENCE, NULL);
}

/* --- vectors and aggregates --- */

static void write_select(dxki_bc_writer *w, const dxki_value *ops)
{
    typed(w, ops[1]);
    relative(w, ops[2]);
    typed(w, ops[0]);
    dxki_bc_out_end(&w->os, DXKI_REC_VSELECT, NULL);
}

static void write_vector(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    typed(w, ops[0]);
    if (inst->op == DXKI_OP_EXTRACTELEMENT) {
        typed(w, ops[1]);
        dxki_bc_out_end(&w->os, DXKI_REC_EXTRACTELT, NULL);
    } else if (inst->op == DXKI_OP_INSERTELEMENT) {
        relative(w, ops[1]);
        typed(w, ops[2]);
        dxki_bc_out_end(&w->os, DXKI_REC_INSERTELT, NULL);
    } else {
        relative(w, ops[1]);
        typed(w, ops[2]);
        dxki_bc_out_end(&w->os, DXKI_REC_SHUFFLEVEC, NULL);
    }
}

/* extractvalue, insertvalue */
static void write_member(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    const uint32_t *indices = ops + inst->op_count;
    for (uint32_t i = 0; i < inst->op_count; i++)
        typed(w, ops[i]);
    for (uint32_t i = 0; i < indices[0]; i++)
        dxki_bc_out_op(&w->os, indices[1 + i]);
    dxki_bc_out_end(
        &w->os, inst->op == DXKI_OP_EXTRACTVALUE ? DXKI_REC_EXTRACTVAL : DXKI_REC_INSERTVAL, NULL);
}

static void write_vaarg(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_bc_write_type_op(w, dxki_value_type(w->m, ops[0]));
    relative(w, ops[0]);
    dxki_bc_write_type_op(w, inst->type);
    dxki_bc_out_end(&w->os, DXKI_REC_VAARG, NULL);
}

static void write_landingpad(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    dxki_bc_write_type_op(w, inst->type);
    dxki_bc_out_op(&w->os, inst->flags & DXKI_IF_CLEANUP);
    dxki_bc_out_op(&w->os, inst->op_count);
    for (uint32_t i = 0; i < inst->op_count; i++) {
        dxki_type type = dxki_value_type(w->m, ops[i]);
        dxki_bc_out_op(&w->os, dxki_type_kind_of(w->m, type) == DXKI_T_ARRAY);
        typed(w, ops[i]);
    }
    dxki_bc_out_end(&w->os, DXKI_REC_LANDINGPAD, NULL);
}

/* --- an instruction, a body --- */

static void write_other(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    switch (inst->op) {
    case DXKI_OP_GEP:
        write_gep(w, inst, ops);
        break;
    case DXKI_OP_PHI:
        write_phi(w, inst, ops);
        break;
    case DXKI_OP_SELECT:
        write_select(w, ops);
        break;
    case DXKI_OP_CALL:
        write_call(w, inst, ops);
        break;
    case DXKI_OP_VAARG:
        write_vaarg(w, inst, ops);
        break;
    case DXKI_OP_EXTRACTELEMENT:
    case DXKI_OP_INSERTELEMENT:
    case DXKI_OP_SHUFFLEVECTOR:
        write_vector(w, inst, ops);
        break;
    case DXKI_OP_EXTRACTVALUE:
    case DXKI_OP_INSERTVALUE:
        write_member(w, inst, ops);
        break;
    case DXKI_OP_LANDINGPAD:
        write_landingpad(w, inst, ops);
        break;
    default:
        w->status = DXK_E_UNSUPPORTED;
        break;
    }
}

static void write_memory(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    switch (inst->op) {
    case DXKI_OP_ALLOCA:
        write_alloca(w, inst, ops);
        break;
    case DXKI_OP_LOAD:
        write_load(w, inst, ops);
        break;
    case DXKI_OP_STORE:
        write_store(w, inst, ops);
        break;
    case DXKI_OP_FENCE:
        write_fence(w, inst);
        break;
    case DXKI_OP_CMPXCHG:
        write_cmpxchg(w, inst, ops);
        break;
    default:
        write_atomicrmw(w, inst, ops);
        break;
    }
}

static void write_terminator(dxki_bc_writer *w, const dxki_inst *inst, const dxki_value *ops)
{
    switch (inst->op) {
    case DXKI_OP_RET:
        write_return(w, inst, ops);
        break;
    case DXKI_OP_BR:
        write_branch(w, inst, ops);
        break;
    case DXKI_OP_INVOKE:
        write_invoke(w, inst, ops);
        break;
    case DXKI_OP_RESUME:
        typed(w, ops[0]);
        dxki_bc_out_end(&w->os, DXKI_REC_RESUME, NULL);
        break;
    case DXKI_OP_UNREACHABLE:
        dxki_bc_out_end(&w->os, DXKI_REC_UNREACHABLE, &w->abbrevs[DXKI_WA_UNREACHABLE]);
        break;
    default:
        write_jump(w, inst, ops);
        break;
    }
}

static void write_inst(dxki_bc_writer *w, uint32_t index)
{
    const dxki_inst *inst = dxki_inst_get(w->m, index);
    const dxki_value *ops = dxki_inst_ops(w->m, index);
    switch (dxki_op_class_of((dxki_op)inst->op)) {
    case DXKI_OC_TERM:
        write_terminator(w, inst, ops);
        break;
    case DXKI_OC_BIN:
        write_binary(w, inst, ops);
        break;
    case DXKI_OC_CAST:
        write_cast(w, inst, ops);
        break;
    case DXKI_OC_CMP:
        write_compare(w, inst, ops);
        break;
    case DXKI_OC_MEM:
        write_memory(w, inst, ops);
        break;
    default:
        write_other(w, inst, ops);
        break;
    }
    if (inst->type != DXKI_TY_VOID)
        w->next_value++;
    if (w->m->inst_dbg.count)
        dxki_bc_write_location(w, index);
}

static void write_local_names(dxki_bc_writer *w, const dxki_global *function)
{
    const dxk_module *m = w->m;
    for (uint32_t i = 0; i < function->arg_count; i++)
        dxki_bc_write_add_name(w, DXKI_VALUE(DXKI_V_ARG, function->first_arg + i));
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        dxki_bc_write_add_name(w, DXKI_VALUE(DXKI_V_BLOCK, b));
        if (m->inst_names.count == 0)
            continue;
        DXKI_EACH_INST(m, b, i)
            dxki_bc_write_add_name(w, DXKI_VALUE(DXKI_V_INST, i));
    }
    dxki_bc_write_names(w);
}

void dxki_bc_write_function(dxki_bc_writer *w, uint32_t global)
{
    const dxk_module *m = w->m;
    const dxki_global *function = &m->globals.items[global];
    dxki_bc_out_enter(&w->os, DXKI_BLK_FUNCTION, FUNCTION_WIDTH);
    if (!dxki_bc_numbers_enter(&w->n, global))
        return;
    dxki_bc_out_op(&w->os, function->block_count);
    dxki_bc_out_end(&w->os, DXKI_REC_DECLAREBLOCKS, NULL);
    dxki_bc_write_consts(w, w->n.module_values + function->arg_count, w->n.values.count, false);
    dxki_bc_write_local_mds(w);
    w->next_value = w->n.inst_base;
    w->last_location = 0;
    DXKI_EACH_BLOCK_FROM(m, function->first_block, b) {
        DXKI_EACH_INST(m, b, i)
            write_inst(w, i);
    }
    write_local_names(w, function);
    dxki_bc_write_attachments(w, global);
    if (w->keep_uses)
        dxki_bc_write_uselists(w, global);
    dxki_bc_numbers_leave(&w->n);
    dxki_bc_out_leave(&w->os);
}
