/* SPDX-License-Identifier: MIT */
/*
 * store.c - stores, atomic operations and counters of unordered access views.
 *
 *     textureStore  uav, 3 coordinates, 4 values, mask
 *     bufferStore   uav, element or byte, byte in it or -, 4 values, mask
 *     atomicBinOp   uav, operator, 3 coordinates, value
 *
 * Source: DXIL.rst, "Resource operations".
 */
#include "convert/access.h"
#include "convert/code.h"

#define ALL_COMPONENTS 15

static bool is_shared(const dxk_dxbc_operand *operand)
{
    return dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_GROUP_SHARED;
}

/* ---------------------------------------------------------------------------------------- */
/* Typed views                                                                                */

/* Components that the mask leaves out are not in the format; they get the value of the first. */
static void read_values(dxki_convert *c, const dxk_dxbc_operand *target,
                        const dxk_dxbc_operand *source, dxki_convert_type type, dxk_value values[4])
{
    uint32_t mask = dxki_convert_mask(target), first = 0;

    dxki_convert_read_all(c, source, mask, type, values);
    while (first < 3 && !(mask >> first & 1))
        first++;
    for (uint32_t i = 0; i < 4; i++)
        if (!(mask >> i & 1))
            values[i] = values[first];
}

void dxki_convert_do_store(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *target = &inst->operands[0];
    const dxki_convert_resource *r =
        dxki_convert_take_resource(c, target, DXKI_CONVERT_UAV, DXKI_CONVERT_TYPED);
    bool buffer = r && r->desc.kind == DXK_RESOURCE_KIND_TYPED_BUFFER;
    uint32_t room = buffer ? 2 : 3;
    dxk_value args[9];

    if (!r)
        return;
    args[0] = dxki_convert_handle(c, target);
    dxki_convert_read_first(c, &inst->operands[1], dxki_convert_shape_of(r->desc.kind)->coordinates,
                            room, DXKI_CONVERT_I32, args + 1);
    read_values(c, target, &inst->operands[2], r->type, args + 1 + room);
    args[5 + room] = dxk_builder_i8(c->b, ALL_COMPONENTS);
    dxk_builder_op(c->b, buffer ? DXK_OP_BufferStore : DXK_OP_TextureStore,
                   dxki_convert_type_of(r->type), args, 6 + room);
}

/* ---------------------------------------------------------------------------------------- */
/* Raw and structured views                                                                   */

/* Stores components `first` to `first` + `count` - 1. */
static void store_run(dxki_convert *c, const dxk_value place[3], bool structured,
                      const dxk_value values[4], dxk_type type, uint32_t first, uint32_t count)
{
    dxk_value args[8] = {place[0], place[1], place[2]};
    dxk_value *bytes = &args[structured ? 2 : 1];

    *bytes = dxki_convert_add(c, *bytes, dxk_builder_i32(c->b, 4 * (int64_t)first));
    for (uint32_t i = 0; i < 4; i++)
        args[3 + i] = i < count ? values[first + i] : dxk_builder_undef(c->b, type);
    args[7] = dxk_builder_i8(c->b, (1 << count) - 1);
    dxk_builder_op(c->b, DXK_OP_BufferStore, type, args, 8);
}

/* A mask with gaps takes several stores. */
void dxki_convert_do_store_buffer(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *target = &inst->operands[0];
    bool structured = inst->opcode->operand_count == 4;
    const dxk_dxbc_operand *source = &inst->operands[structured ? 3 : 2];
    uint32_t kind =
        structured ? DXKI_CONVERT_KIND(STRUCTURED_BUFFER) : DXKI_CONVERT_KIND(RAW_BUFFER);
    uint32_t mask = dxki_convert_mask(target);
    dxk_value place[3], values[4];

    if (is_shared(target)) {
        dxki_convert_shared_store(c, inst);
        return;
    }
    if (!dxki_convert_take_resource(c, target, DXKI_CONVERT_UAV, kind))
        return;
    place[0] = dxki_convert_handle(c, target);
    place[1] = dxki_convert_read(c, &inst->operands[1], 0, DXKI_CONVERT_I32);
    place[2] = structured ? dxki_convert_read(c, &inst->operands[2], 0, DXKI_CONVERT_I32)
                          : dxk_builder_undef(c->b, DXK_TYPE_I32);
    dxki_convert_type type = dxki_convert_held_as(c, source, mask);
    dxki_convert_read_all(c, source, mask, type, values);
    for (uint32_t first = 0, count; first < 4; first += count + 1) {
        for (count = 0; first + count < 4 && mask >> (first + count) & 1; count++)
            ;
        if (count && dxki_convert_ready(c))
            store_run(c, place, structured, values, dxki_convert_type_of(type), first, count);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Atomic operations and counters                                                             */

/* The operands of an atomic operation: with or without a result in front. */
typedef struct atomic {
    const dxk_dxbc_operand *result; /* NULL: the old value is not wanted */
    const dxk_dxbc_operand *target;
    dxk_value handle, place[3];
} atomic;

/* False: reported. */
static bool begin_atomic(dxki_convert *c, const dxki_convert_inst *inst, atomic *a)
{
    bool gives = inst->opcode->operands[0] == 'd';

    a->result = gives ? &inst->operands[0] : NULL;
    a->target = &inst->operands[gives];
    const dxki_convert_resource *r =
        dxki_convert_take_resource(c, a->target, DXKI_CONVERT_UAV, DXKI_CONVERT_ANY);
    if (!r)
        return false;
    a->handle = dxki_convert_handle(c, a->target);
    dxki_convert_read_first(c, a->target + 1, dxki_convert_shape_of(r->desc.kind)->coordinates, 3,
                            DXKI_CONVERT_I32, a->place);
    return dxki_convert_ready(c);
}

static void end_atomic(dxki_convert *c, const dxki_convert_inst *inst, const atomic *a,
                       dxk_value old)
{
    if (a->result)
        dxki_convert_write_one(c, inst, a->result, DXKI_CONVERT_I32, old);
}

/* The memory that is shared by a group has instructions of its own. */
static bool on_shared(const dxki_convert_inst *inst)
{
    return is_shared(&inst->operands[inst->opcode->operands[0] == 'd']);
}

void dxki_convert_do_atomic(dxki_convert *c, const dxki_convert_inst *inst)
{
    atomic a;

    if (on_shared(inst)) {
        dxki_convert_shared_atomic(c, inst);
        return;
    }
    if (!begin_atomic(c, inst, &a))
        return;
    const dxk_value args[6] = {a.handle,   dxk_builder_i32(c->b, inst->row->more),
                               a.place[0], a.place[1],
                               a.place[2], dxki_convert_read(c, a.target + 2, 0, DXKI_CONVERT_I32)};
    end_atomic(c, inst, &a, dxk_builder_op(c->b, DXK_OP_AtomicBinOp, DXK_TYPE_I32, args, 6));
}

void dxki_convert_do_atomic_compare(dxki_convert *c, const dxki_convert_inst *inst)
{
    atomic a;

    if (on_shared(inst)) {
        dxki_convert_shared_compare(c, inst);
        return;
    }
    if (!begin_atomic(c, inst, &a))
        return;
    const dxk_value args[6] = {a.handle,
                               a.place[0],
                               a.place[1],
                               a.place[2],
                               dxki_convert_read(c, a.target + 2, 0, DXKI_CONVERT_I32),
                               dxki_convert_read(c, a.target + 3, 0, DXKI_CONVERT_I32)};
    end_atomic(c, inst, &a,
               dxk_builder_op(c->b, DXK_OP_AtomicCompareExchange, DXK_TYPE_I32, args, 6));
}

void dxki_convert_do_counter(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *target = &inst->operands[1];

    if (!dxki_convert_take_resource(c, target, DXKI_CONVERT_UAV,
                                    DXKI_CONVERT_KIND(STRUCTURED_BUFFER)))
        return;
    const dxk_value args[2] = {dxki_convert_handle(c, target),
                               dxk_builder_i8(c->b, inst->row->make ? 1 : -1)};
    dxki_convert_write_one(c, inst, &inst->operands[0], DXKI_CONVERT_I32,
                           dxk_builder_op(c->b, DXK_OP_BufferUpdateCounter, DXK_NONE, args, 2));
}
