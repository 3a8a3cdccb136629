/* SPDX-License-Identifier: MIT */
/* read_flow.c - terminators, phis, landing pads and calls; and adding an instruction of any kind.
 */
#include "bitcode/read_inst.h"

#define TRUSTED ((size_t)4096) /* so many elements tell what the rest will be like */

/* --- adding --- */

static dxk_status keep_offset(dxki_bc_reader *r, uint32_t index)
{
    dxk_module *m = r->m;
    uint64_t bit = r->bs.base + r->bs.record.bit_offset;
    while (m->inst_bits.count < index) {
        if (!dxki_vec_push(r->ctx, &m->inst_bits, UINT32_MAX))
            return dxki_nomem(r->ctx);
    }
    return dxki_vec_push(r->ctx, &m->inst_bits, bit < UINT32_MAX ? (uint32_t)bit : UINT32_MAX)
               ? DXK_OK
               : dxki_nomem(r->ctx);
}

/*
 * How much an array of `count` elements, made of the bodies read so far, should hold: as much as
 * the rest of the stream makes of it at the same rate, and a little more. A rate that few elements
 * give is not to be trusted: then eight times as much is the most.
 */
static size_t expected(const dxki_bc_reader *r, size_t count, size_t more)
{
    double read = (double)(r->bs.bits.pos - r->bodies_start) + 1;
    double left = r->lazy ? 0 : (double)dxki_bits_left(&r->bs.bits);
    double rest = (double)count * left / read * 1.125;
    size_t least = count / 4 + 64, most = count < TRUSTED ? 7 * count + 64 : SIZE_MAX / 256;
    size_t extra = rest > (double)most ? most : (size_t)rest;
    extra = extra > least ? extra : least;
    return count + (extra > more ? extra : more);
}

bool dxki_bc_put_grow(dxki_bc_reader *r, size_t words)
{
    dxk_module *m = r->m;
    if (words > UINT32_MAX - r->put.first)
        return false;
    bool grown = true;
    if (m->words.capacity - m->words.count < words)
        grown = dxki_vec_resize(r->ctx, (void **)&m->words.items, &m->words.capacity,
                                expected(r, m->words.count, words), sizeof *m->words.items);
    if (grown && r->values.count == r->values.capacity)
        grown = dxki_vec_resize(r->ctx, (void **)&r->values.items, &r->values.capacity,
                                expected(r, r->values.count, 1), sizeof *r->values.items);
    if (grown && m->insts.count == m->insts.capacity)
        grown = dxki_vec_resize(r->ctx, (void **)&m->insts.items, &m->insts.capacity,
                                expected(r, m->insts.count, 1), sizeof *m->insts.items);
    return grown;
}

/* Adds an instruction whose operands are in their place. */
static inline dxk_status add(dxki_bc_reader *r, const dxki_inst *inst)
{
    uint32_t index = dxki_inst_append(r->m, r->body.block, inst);
    if (!index)
        return dxki_nomem(r->ctx);
    r->body.last_inst = index;
    dxki_bc_slot slot = {DXKI_VALUE(DXKI_V_INST, index), inst->type};
    if (inst->type != DXKI_TY_VOID && !dxki_vec_push(r->ctx, &r->values, slot))
        return dxki_nomem(r->ctx);
    return r->options->offsets ? keep_offset(r, index) : DXK_OK;
}

dxk_status dxki_bc_put_inst(dxki_bc_reader *r, dxki_inst *inst)
{
    dxk_module *m = r->m;
    if (!r->body.block)
        return DXKI_READ_REFUSE(r, NO_BLOCK, BITCODE_BLOCKS, dxki_dec(r->body.block_count),
                                dxki_dec(r->body.done_blocks));
    inst->ops = (uint32_t)r->put.first;
    inst->op_count = (uint32_t)(m->words.count - r->put.first) - r->put.extra;
    dxk_status status = r->put.failed ? dxki_nomem(r->ctx) : add(r, inst);
    if (dxki_op_class_of((dxki_op)inst->op) == DXKI_OC_TERM) {
        r->body.done_blocks++;
        r->body.block = r->body.done_blocks < r->body.block_count
                            ? r->body.first_block + r->body.done_blocks
                            : 0;
    }
    return status;
}

/* --- control flow --- */

dxk_status dxki_bc_make_ret(dxki_bc_reader *r)
{
    if (dxki_bc_operand_given(r, 0))
        dxki_bc_put_arg(r, 0);
    return dxki_bc_put_simple(r, DXKI_OP_RET, DXKI_TY_VOID);
}

dxk_status dxki_bc_make_br(dxki_bc_reader *r)
{
    if (dxki_bc_operand_given(r, 1) != dxki_bc_operand_given(r, 2))
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(2), dxki_dec(2));
    if (dxki_bc_operand_given(r, 1)) {
        dxki_bc_put_arg(r, 2);
        dxki_bc_put_value(r, (dxki_value)dxki_bc_operand_number(r, 1), DXKI_TY_LABEL);
    }
    dxki_bc_put_value(r, (dxki_value)dxki_bc_operand_number(r, 0), DXKI_TY_LABEL);
    return dxki_bc_put_simple(r, DXKI_OP_BR, DXKI_TY_VOID);
}

dxk_status dxki_bc_make_switch(dxki_bc_reader *r)
{
    if (!dxki_type_is_int(r->m, (dxki_type)dxki_bc_operand_number(r, 0)) &&
        !dxki_bc_read_lets_pass(r))
        return dxki_bc_read_not(r, 0, "an integer type");
    dxki_bc_put_arg(r, 1);
    dxki_bc_put_value(r, (dxki_value)dxki_bc_operand_number(r, 2), DXKI_TY_LABEL);
    for (size_t i = 3; i + 1 < r->args.count; i += 2) {
        const dxki_const *c = dxki_const_get(r->m, (dxki_value)dxki_bc_operand_number(r, i));
        if (!c || (c->kind != DXKI_C_INT && c->kind != DXKI_C_WIDE))
            return dxki_bc_read_not(r, (uint32_t)i, "a constant integer");
        dxki_bc_put_arg(r, i);
        dxki_bc_put_value(r, (dxki_value)dxki_bc_operand_number(r, i + 1), DXKI_TY_LABEL);
    }
    return dxki_bc_put_simple(r, DXKI_OP_SWITCH, DXKI_TY_VOID);
}

dxk_status dxki_bc_make_indirectbr(dxki_bc_reader *r)
{
    if (!dxki_type_pointee(r->m, (dxki_type)dxki_bc_operand_number(r, 0)) &&
        !dxki_bc_read_lets_pass(r))
        return dxki_bc_read_not(r, 0, "the type of a pointer");
    dxki_bc_put_arg(r, 1);
    for (size_t i = 2; i < r->args.count; i++)
        dxki_bc_put_value(r, (dxki_value)dxki_bc_operand_number(r, i), DXKI_TY_LABEL);
    return dxki_bc_put_simple(r, DXKI_OP_INDIRECTBR, DXKI_TY_VOID);
}

dxk_status dxki_bc_make_phi(dxki_bc_reader *r)
{
    dxki_type type = (dxki_type)dxki_bc_operand_number(r, 0);
    if (!dxki_type_is_first_class(r->m, type) && !dxki_bc_read_lets_pass(r))
        return dxki_bc_read_not(r, 0, "the type of a value");
    for (size_t i = 1; i + 1 < r->args.count; i += 2)
        dxki_bc_put_arg(r, i);
    for (size_t i = 1; i + 1 < r->args.count; i += 2)
        dxki_bc_put_extra(r, (uint32_t)dxki_bc_operand_number(r, i + 1));
    return dxki_bc_put_simple(r, DXKI_OP_PHI, type);
}

dxk_status dxki_bc_make_resume(dxki_bc_reader *r)
{
    dxki_bc_put_arg(r, 0);
    return dxki_bc_put_simple(r, DXKI_OP_RESUME, DXKI_TY_VOID);
}

dxk_status dxki_bc_make_unreachable(dxki_bc_reader *r)
{
    return dxki_bc_put_simple(r, DXKI_OP_UNREACHABLE, DXKI_TY_VOID);
}

dxk_status dxki_bc_make_landingpad(dxki_bc_reader *r)
{
    bool old = r->bs.record.code == DXKI_REC_LANDINGPAD_OLD;
    size_t at = old ? 2 : 1;
    dxki_type type = (dxki_type)dxki_bc_operand_number(r, 0);
    if (!dxki_type_is_first_class(r->m, type) && !dxki_bc_read_lets_pass(r))
        return dxki_bc_read_not(r, 0, "the type of a value");
    if (dxki_bc_operand_number(r, at + 1) != (r->args.count - at - 2) / 2)
        return dxki_bc_read_not(r, (uint32_t)at + 1, "the number of clauses");
    if (old) { /* the personality belongs to the function now */
        dxki_global *f = &r->m->globals.items[r->body.global];
        if (!dxki_value_is_const((dxki_value)dxki_bc_operand_number(r, 1)))
            return dxki_bc_read_not(r, 1, "a constant");
        if (!f->personality)
            f->personality = (dxki_value)dxki_bc_operand_number(r, 1);
        else if (r->judge && f->personality != (dxki_value)dxki_bc_operand_number(r, 1))
            return DXKI_READ_NOT(r, PERSONALITY, 1, "that of the function");
    }
    for (size_t i = at + 3; i < r->args.count; i += 2)
        dxki_bc_put_arg(r, i);
    dxki_inst inst = {.op = DXKI_OP_LANDINGPAD, .type = type};
    inst.flags = dxki_bc_operand_number(r, at) ? DXKI_IF_CLEANUP : 0;
    return dxki_bc_put_inst(r, &inst);
}

/* --- calls --- */

/* One fixed argument: a block, metadata, or a value of the parameter's type. */
static dxk_status read_argument(dxki_bc_reader *r, dxki_type type)
{
    const dxki_bc_record *record = &r->bs.record;
    uint32_t at = (uint32_t)r->next_op;
    if (type != DXKI_TY_LABEL && type != DXKI_TY_METADATA)
        return dxki_bc_read_value_of(r, type);
    if (at >= record->op_count)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(at), dxki_dec(record->op_count));
    uint64_t n = record->ops[r->next_op++];
    n = r->judge ? (uint32_t)n : n;
    dxki_bc_operand argument = {0, type, 'L'};
    if (type == DXKI_TY_LABEL) {
        if (n >= r->body.block_count)
            return DXKI_READ_FAIL(r, BITCODE_BLOCK_ID, dxki_dec(at), dxki_dec(n),
                                  dxki_dec(r->body.block_count));
        argument.n = DXKI_VALUE(DXKI_V_BLOCK, r->body.first_block + (uint32_t)n);
    } else {
        if (r->m->version)
            n = (uint32_t)((uint64_t)r->values.count - n);
        if (n >= r->mds_defined && !r->judge)
            return DXKI_READ_FAIL(r, BITCODE_METADATA_ID, dxki_dec(at), dxki_dec(n),
                                  dxki_dec(r->mds_defined));
        dxki_md md = 0;
        dxk_status status = dxki_bc_read_md_ref(r, n, at, &md);
        if (status != DXK_OK)
            return status;
        argument.n = DXKI_VALUE(DXKI_V_METADATA, md);
    }
    return dxki_vec_push(r->ctx, &r->args, argument) ? DXK_OK : dxki_nomem(r->ctx);
}

/* The arguments of a call of `type`, up to the end of the record; appended to r->args. */
static dxk_status read_arguments(dxki_bc_reader *r, dxki_type type)
{
    uint32_t count;
    dxk_status status = DXK_OK;
    dxki_type_list(r->m, type, &count);
    if (r->bs.record.op_count - r->next_op < count - 1)
        return DXKI_READ_REFUSE(r, CALL_FEW, BITCODE_RECORD_SHORT, dxki_dec(r->bs.record.op_count),
                                dxki_dec(r->bs.record.op_count));
    for (uint32_t i = 1; i < count && status == DXK_OK; i++) {
        const dxki_type *types = dxki_type_list(r->m, type, &count);
        status = read_argument(r, types[i]);
    }
    bool vararg = dxki_type_get(r->m, type)->flags & DXKI_TF_VARARG;
    while (vararg && status == DXK_OK && r->next_op < r->bs.record.op_count)
        status = dxki_bc_read_value_and_type(r);
    if (status == DXK_OK && r->next_op < r->bs.record.op_count)
        status = DXKI_READ_FAIL(r, BITCODE_RECORD_LONG, dxki_dec(r->next_op),
                                dxki_dec(r->bs.record.op_count));
    return status;
}

/* Function type (when it is given), callee and arguments, after the operands decoded so far.
 * The callee is r->args[*callee], the arguments follow it. */
static dxk_status read_callee(dxki_bc_reader *r, bool explicit_type, size_t *callee,
                              dxki_type *type)
{
    dxk_status status = DXK_OK;
    *type = 0;
    if (explicit_type) {
        if (r->next_op >= r->bs.record.op_count)
            return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(r->next_op),
                                  dxki_dec(r->bs.record.op_count));
        uint64_t n = r->bs.record.ops[r->next_op++];
        n = r->judge ? (uint32_t)n : n;
        status = dxki_bc_read_type_ref(r, n, (uint32_t)r->next_op - 1, type);
        if (status == DXK_OK && r->judge && dxki_type_kind_of(r->m, *type) != DXKI_T_FUNCTION) {
            dxki_bc_stream_words(&r->bs,
                                 r->bs.record.code == DXKI_REC_CALL ? DXKI_WORDS_CALL_TYPE
                                                                    : DXKI_WORDS_INVOKE_TYPE,
                                 0);
            return dxki_bc_read_not(r, (uint32_t)r->next_op - 1, "the type of a function");
        }
    }
    *callee = r->args.count;
    if (status == DXK_OK)
        status = dxki_bc_read_value_and_type(r);
    if (status != DXK_OK)
        return status;
    dxki_type called = dxki_type_pointee(r->m, dxki_bc_operand_type(r, *callee));
    bool call = r->bs.record.code == DXKI_REC_CALL;
    dxki_bc_words words = call ? DXKI_WORDS_CALL_POINTER : DXKI_WORDS_INVOKE_POINTER;
    if (called && *type)
        words = call ? DXKI_WORDS_CALL_MATCH : DXKI_WORDS_INVOKE_MATCH;
    else if (called)
        words = DXKI_WORDS_CALLEE;
    dxki_bc_stream_words(&r->bs, words, 0);
    if (dxki_type_kind_of(r->m, called) != DXKI_T_FUNCTION || (*type && *type != called))
        return dxki_bc_read_not(r, (uint32_t)*callee, "a function of the given type");
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    *type = called;
    return read_arguments(r, called);
}

dxk_status dxki_bc_make_call(dxki_bc_reader *r)
{
    uint64_t bits = dxki_bc_operand_number(r, 1), attrs = dxki_bc_operand_number(r, 0);
    size_t callee;
    dxki_type type;
    dxk_status status = read_callee(r, (bits & DXKI_CALL_EXPLICIT_TYPE) != 0, &callee, &type);
    if (status != DXK_OK)
        return status;
    if (!dxki_bc_put_start(r))
        return dxki_nomem(r->ctx);
    for (size_t i = callee + 1; i < r->args.count; i++)
        dxki_bc_put_arg(r, i);
    dxki_bc_put_arg(r, callee);
    dxki_bc_put_extra(r, type);
    dxki_bc_put_extra(r, (uint32_t)attrs);
    dxki_inst inst = {.op = DXKI_OP_CALL};
    dxki_bc_set_call_bits(&inst, bits);
    inst.type = r->m->type_ops.items[dxki_type_get(r->m, type)->a];
    return dxki_bc_put_inst(r, &inst);
}

dxk_status dxki_bc_make_invoke(dxki_bc_reader *r)
{
    uint64_t bits = dxki_bc_operand_number(r, 1), attrs = dxki_bc_operand_number(r, 0);
    dxki_value normal = (dxki_value)dxki_bc_operand_number(r, 2),
               unwind = (dxki_value)dxki_bc_operand_number(r, 3);
    size_t callee;
    dxki_type type;
    dxk_status status = read_callee(r, (bits & DXKI_INVOKE_EXPLICIT_TYPE) != 0, &callee, &type);
    if (status == DXK_OK && (!normal || !unwind))
        return dxki_bc_read_not(r, normal ? 3 : 2, "a block");
    if (status != DXK_OK)
        return status;
    if (!dxki_bc_put_start(r))
        return dxki_nomem(r->ctx);
    for (size_t i = callee + 1; i < r->args.count; i++)
        dxki_bc_put_arg(r, i);
    dxki_bc_put_value(r, normal, DXKI_TY_LABEL);
    dxki_bc_put_value(r, unwind, DXKI_TY_LABEL);
    dxki_bc_put_arg(r, callee);
    dxki_bc_put_extra(r, type);
    dxki_bc_put_extra(r, (uint32_t)attrs);
    dxki_inst inst = {.op = DXKI_OP_INVOKE, .sub = (uint16_t)(bits & DXKI_CALL_CC_MASK)};
    inst.type = r->m->type_ops.items[dxki_type_get(r->m, type)->a];
    return dxki_bc_put_inst(r, &inst);
}
