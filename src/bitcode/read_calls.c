/* SPDX-License-Identifier: MIT */
/*
 * read_calls.c - calls of functions whose arguments are all there, and members of their results: a
 * shader that does not calculate does little else. Their operands go from the record into the
 * module, without r->args between. Anything else, errors included, is left to the usual way.
 */
#include "bitcode/read_inst.h"

/* Operands of a call before its arguments. */
enum { CALL_ATTRS, CALL_BITS, CALL_TYPE, CALL_CALLEE, CALL_ARGS };

/* The value of a relative number, if it is there. */
static inline bool find(const dxki_bc_reader *r, uint64_t n, dxki_bc_slot *slot)
{
    uint32_t number = (uint32_t)(r->values.count - n);
    if (number >= r->values.count)
        return false;
    *slot = r->values.items[number];
    return slot->value && DXKI_TAG(slot->value) != DXKI_V_FORWARD;
}

static dxk_status read_member(dxki_bc_reader *r, bool *done)
{
    const uint64_t *ops = r->bs.record.ops;
    dxki_bc_slot from;
    if (r->bs.record.op_count != 2 || !find(r, ops[0], &from) ||
        !dxki_type_is_aggregate(r->m, from.type))
        return DXK_OK;
    dxki_inst inst = {.op = DXKI_OP_EXTRACTVALUE};
    inst.type = ops[1] <= UINT32_MAX ? dxki_type_element(r->m, from.type, ops[1]) : 0;
    if (!inst.type)
        return DXK_OK;
    *done = true;
    r->args.count = 0;
    if (!dxki_bc_put_start(r))
        return dxki_nomem(r->ctx);
    dxki_bc_put_value(r, from.value, from.type);
    dxki_bc_put_extra(r, 1);
    dxki_bc_put_extra(r, (uint32_t)ops[1]);
    return dxki_bc_put_inst(r, &inst);
}

/* The type of the function if it is given, takes as many arguments, and is the callee's; 0: not so. */
static dxki_type called_type(const dxki_bc_reader *r, dxki_bc_slot callee, uint64_t number,
                             size_t args)
{
    dxki_type type = number < r->types.count ? r->types.items[number] : 0;
    const dxki_type_entry *t = dxki_type_get(r->m, type);
    uint32_t count;
    if (t->kind != DXKI_T_FUNCTION || t->flags & DXKI_TF_VARARG ||
        dxki_type_pointee(r->m, callee.type) != type)
        return 0;
    dxki_type_list(r->m, type, &count);
    return count == args + 1 ? type : 0;
}

/* Puts the arguments; false: one is not there, or has another type, or is no usual value. */
static bool put_arguments(dxki_bc_reader *r, dxki_type type, size_t count)
{
    const dxki_type *types = r->m->type_ops.items + dxki_type_get(r->m, type)->a + 1;
    const uint64_t *ops = r->bs.record.ops + CALL_ARGS;
    dxki_bc_slot slot;
    for (size_t i = 0; i < count; i++) {
        if (!find(r, ops[i], &slot) || slot.type != types[i] || types[i] == DXKI_TY_LABEL ||
            types[i] == DXKI_TY_METADATA)
            return false;
        dxki_bc_put_value(r, slot.value, slot.type);
    }
    return true;
}

static dxk_status read_call(dxki_bc_reader *r, bool *done)
{
    const dxki_bc_record *record = &r->bs.record;
    dxki_bc_slot callee;
    if (record->op_count < CALL_ARGS || !(record->ops[CALL_BITS] & DXKI_CALL_EXPLICIT_TYPE) ||
        record->ops[CALL_ATTRS] > r->attr_lists.count ||
        !find(r, record->ops[CALL_CALLEE], &callee))
        return DXK_OK;
    size_t count = record->op_count - CALL_ARGS;
    uint64_t bits = record->ops[CALL_BITS], attrs = record->ops[CALL_ATTRS];
    dxki_type type = called_type(r, callee, record->ops[CALL_TYPE], count);
    if (!type)
        return DXK_OK;
    r->args.count = 0;
    if (!dxki_bc_put_start(r))
        return dxki_nomem(r->ctx);
    if (!put_arguments(r, type, count)) {
        r->m->words.count = r->put.first;
        return DXK_OK;
    }
    *done = true;
    dxki_bc_put_value(r, callee.value, callee.type);
    dxki_bc_put_extra(r, type);
    dxki_bc_put_extra(r, attrs ? r->attr_lists.items[attrs - 1] : 0);
    dxki_inst inst = {.op = DXKI_OP_CALL};
    dxki_bc_set_call_bits(&inst, bits);
    inst.type = r->m->type_ops.items[dxki_type_get(r->m, type)->a];
    return dxki_bc_put_inst(r, &inst);
}

dxk_status dxki_bc_read_quick(dxki_bc_reader *r, bool *done)
{
    *done = false;
    if (!r->body.block || !r->m->version || r->bs.record.byte_count)
        return DXK_OK;
    if (r->bs.record.code == DXKI_REC_CALL)
        return read_call(r, done);
    return r->bs.record.code == DXKI_REC_EXTRACTVAL ? read_member(r, done) : DXK_OK;
}
