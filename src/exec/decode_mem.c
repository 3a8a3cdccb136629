/* SPDX-License-Identifier: MIT */
/* decode_mem.c - addresses, loads, stores and atomic operations on variables. */
#include "exec/alu.h"
#include "exec/decoder.h"

/* Pairs of an index and its stride go into a list; the index may have 64 bits. */
static bool put_index(dxki_exec_decoder *d, dxki_value index, uint32_t stride)
{
    dxki_exec_elem elem = dxki_exec_elem_of(d, index);
    uint32_t operand;

    if (elem < DXKI_EXEC_I8 || elem > DXKI_EXEC_I64)
        return dxki_exec_refuse(d, "an index is not an integer");
    return dxki_exec_operand(d, index, &operand) && dxki_exec_list_push(d, operand) &&
           dxki_exec_list_push(d, stride) && dxki_exec_list_push(d, elem);
}

/* An address with one index of 32 bits needs no list. */
static void take_one_index(dxki_exec_decoder *d, dxki_exec_inst *made)
{
    if (made->aux != 1 || d->p->lists.items[made->b + 2] != DXKI_EXEC_I32)
        return;
    const uint32_t *entry = d->p->lists.items + made->b;
    made->run = dxki_exec_add_index_fn();
    made->b = entry[0];
    made->c = entry[1];
    made->aux = 0;
    d->p->lists.count -= 3;
}

/* An address is what its base and its indices are. */
static bool flow_of_address(dxki_exec_decoder *d, const dxki_exec_inst *made)
{
    dxki_exec_flow flow = {
        .kind = DXKI_EXEC_FLOW_ADDRESS, .operands = 1, .from = made->aux, .to = 1};

    if (made->run == dxki_exec_add_index_fn()) {
        flow.kind = DXKI_EXEC_FLOW_EACH;
        flow.operands = 2;
        flow.from = 1;
    }
    return dxki_exec_flow_last(d, flow);
}

static bool decode_address(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    dxki_exec_address a = {ops[i->op_count], ops + 1, i->op_count - 1, 0, put_index};
    uint32_t list = (uint32_t)d->p->lists.count;
    dxki_exec_pointer_ref base;

    if (dxki_type_kind_of(d->m, i->type) != DXKI_T_POINTER)
        return dxki_exec_refuse(d, "vectors of pointers are not allowed in shaders");
    if (!dxki_exec_pointer(d, ops[0], &base))
        return false;
    list = (uint32_t)d->p->lists.count;
    if (!dxki_exec_address_walk(d, &a))
        return dxki_exec_refuse(d, "an address computation is not allowed in shaders");
    dxki_exec_inst made = {.run = dxki_exec_add_indices,
                           .dst = d->insts[inst].slot,
                           .a = base.offset,
                           .b = list,
                           .imm = a.sum};
    uint32_t pairs = ((uint32_t)d->p->lists.count - list) / 3;
    if (pairs > UINT16_MAX)
        return dxki_exec_refuse(d, "an address has too many indices");
    made.aux = (uint16_t)pairs;
    take_one_index(d, &made);
    return dxki_exec_emit(d, &made) && flow_of_address(d, &made) &&
           (base.object || dxki_exec_emit_move(d, made.dst + 1, base.object_row, false));
}

/* ---------------------------------------------------------------------------------------- */
/* Accesses                                                                                   */

/* An access to one number of a value. */
static bool emit_access(dxki_exec_decoder *d, dxki_exec_access_kind kind, uint32_t value,
                        const dxki_exec_pointer_ref *ref, const uint32_t *fixed,
                        dxki_exec_piece part)
{
    const dxki_exec_object *object = &d->p->objects.items[ref->object];
    bool is_load = kind == DXKI_EXEC_LOAD;
    dxki_exec_inst inst = {.dst = value + part.row,
                           .a = ref->offset,
                           .b = ref->object_row,
                           .c = part.offset,
                           .imm = ref->object,
                           .aux = (uint16_t)part.elem};
    bool wide = dxki_exec_elem_rows(part.elem) == 2;
    dxki_exec_flow flow = {.kind = is_load ? DXKI_EXEC_FLOW_LOAD : DXKI_EXEC_FLOW_STORE};

    if (part.elem == DXKI_EXEC_POINTER)
        return dxki_exec_refuse(d, "pointers in memory are not allowed in shaders");
    inst.run = is_load ? (wide ? dxki_exec_load_64 : dxki_exec_load_32)
                       : (wide ? dxki_exec_store_64 : dxki_exec_store_32);
    if (part.elem == DXKI_EXEC_I32 || part.elem == DXKI_EXEC_F32) {
        uint64_t at = fixed ? (uint64_t)*fixed + part.offset : 1;
        if (ref->object && object->space == DXKI_EXEC_PRIVATE && at % 4 == 0 &&
            at + 4 <= object->size) {
            inst.imm = (uint32_t)((object->base + at) / 4);
            inst.run = is_load ? dxki_exec_load_private_word : dxki_exec_store_private_word;
            flow.kind = is_load ? DXKI_EXEC_FLOW_LOAD_WORD : DXKI_EXEC_FLOW_STORE_WORD;
        } else if (ref->object) {
            inst.run = is_load ? dxki_exec_load_known(object->space)
                               : dxki_exec_store_known(object->space);
        }
    }
    return dxki_exec_emit(d, &inst) && dxki_exec_flow_last(d, flow);
}

/* The whole value, part by part. */
static bool emit_accesses(dxki_exec_decoder *d, dxki_exec_access_kind kind, uint32_t value,
                          dxki_value pointer, dxki_type type)
{
    dxki_exec_pointer_ref ref;
    uint32_t fixed;

    if (!dxki_exec_pointer(d, pointer, &ref))
        return false;
    bool is_fixed = dxki_exec_fixed_offset(d, pointer, &fixed);
    if (!dxki_exec_parts_of(d, type))
        return false;
    for (size_t n = 0; n < d->parts.count; n++)
        if (!emit_access(d, kind, value, &ref, is_fixed ? &fixed : NULL, d->parts.items[n]))
            return false;
    return true;
}

/* The variable of a resource: what is loaded is the place in the array of resources. */
static bool load_resource(dxki_exec_decoder *d, uint32_t inst, uint32_t object)
{
    const dxki_exec_object *o = &d->p->objects.items[object];
    dxki_exec_inst made = {.run = dxki_exec_load_resource,
                           .dst = d->insts[inst].slot,
                           .b = o->first,
                           .imm = o->step ? o->step : 1};

    dxki_exec_flow flow = {.kind = DXKI_EXEC_FLOW_EACH, .operands = 1, .from = 1, .to = 1};
    return dxki_exec_operand(d, dxki_inst_ops(d->m, inst)[0], &made.a) &&
           dxki_exec_emit(d, &made) && dxki_exec_flow_last(d, flow);
}

static bool decode_load(dxki_exec_decoder *d, uint32_t inst)
{
    dxki_value pointer = dxki_inst_ops(d->m, inst)[0];
    uint32_t object = dxki_exec_object_of(d, pointer);

    if (d->status != DXK_OK)
        return false;
    if (object && d->p->objects.items[object].space == DXKI_EXEC_RESOURCE)
        return load_resource(d, inst, object);
    return emit_accesses(d, DXKI_EXEC_LOAD, d->insts[inst].slot, pointer,
                         dxki_inst_get(d->m, inst)->type);
}

static bool decode_store(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    uint32_t value;

    return dxki_exec_operand(d, ops[0], &value) &&
           emit_accesses(d, DXKI_EXEC_STORE, value, ops[1], dxki_value_type(d->m, ops[0]));
}

/* ---------------------------------------------------------------------------------------- */
/* Atomic operations                                                                          */

static bool decode_atomic(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    bool exchange = i->op == DXKI_OP_CMPXCHG;
    dxki_exec_elem elem = dxki_exec_elem_of(d, ops[1]);
    dxki_exec_inst made = {.dst = d->insts[inst].slot, .aux = (uint16_t)elem};
    dxki_exec_pointer_ref ref;

    d->p->needs.turns = true;
    made.run = exchange ? dxki_exec_compare_exchange
                        : dxki_exec_atomic_fn(DXKI_SUB_RMW(i->sub), elem == DXKI_EXEC_I64);
    if ((elem != DXKI_EXEC_I32 && elem != DXKI_EXEC_I64) || !made.run)
        return dxki_exec_refuse(d, "this atomic operation is not allowed in shaders");
    if (!dxki_exec_pointer(d, ops[0], &ref) ||
        !dxki_exec_list(d, ops + 1, exchange ? 2 : 1, &made.c))
        return false;
    made.a = ref.offset;
    made.b = ref.object_row;
    made.imm = ref.object;
    dxki_exec_flow flow = {.kind = DXKI_EXEC_FLOW_ATOMIC,
                           .operands = exchange ? 2 : 1,
                           .wide = elem == DXKI_EXEC_I64 ? DXKI_EXEC_FLOW_WIDE_RESULT : 0,
                           .replaces = !exchange && dxki_exec_atomic_replaces(DXKI_SUB_RMW(i->sub)),
                           .to = exchange ? 2 : 1};
    return dxki_exec_emit(d, &made) && dxki_exec_flow_last(d, flow);
}

bool dxki_exec_decode_memory(dxki_exec_decoder *d, uint32_t inst)
{
    switch (dxki_inst_get(d->m, inst)->op) {
    case DXKI_OP_GEP:
        return d->insts[inst].inside || d->insts[inst].is_fixed || decode_address(d, inst);
    case DXKI_OP_LOAD:
        return decode_load(d, inst);
    case DXKI_OP_STORE:
        return decode_store(d, inst);
    case DXKI_OP_CMPXCHG:
    case DXKI_OP_ATOMICRMW:
        return decode_atomic(d, inst);
    default: /* alloca, fence: nothing to do */
        return true;
    }
}
