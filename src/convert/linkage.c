/* SPDX-License-Identifier: MIT */
/*
 * linkage.c - what interfaces are bound to when a shader runs. Direct3D 12 has no such thing, so
 * it is data, laid out as the reference does:
 *
 *     b14, space0   a row of four words for each slot: number of the function table, -, -, -
 *                   then one for each: where the instance has its constants (offset, buffer),
 *                   texture, sampler
 *     b0-13, space1 constant buffers of instances
 */
#include "convert/code.h"

#include "builder/builder.h"

/* Bytes of a row, rows of a slot, and what is bound. */
enum {
    ROW_BYTES = 16,
    SLOT_ROWS = 2,
    DATA_REGISTER = 14,
    INSTANCE_SPACE = 1,
    INSTANCE_BUFFERS = 14
};

/* A handle in the entry block of the function. */
static dxk_value handle_of(dxki_convert *c, dxki_convert_linked *linked,
                           const dxk_resource_desc *desc)
{
    if (!dxki_convert_ready(c))
        return DXK_NONE;
    if (!linked->made)
        linked->made = dxk_builder_resource(c->b, desc);
    if (linked->function != c->code->number) {
        dxk_block block = dxki_convert_entry_begin(c);
        linked->handle = dxk_builder_handle(c->b, linked->made, DXK_NONE, false);
        dxki_convert_entry_end(c, block);
        linked->function = c->code->number;
    }
    return linked->handle;
}

/* A word of a row. */
static dxk_value load_row(dxki_convert *c, dxk_value row, uint32_t component)
{
    const dxk_resource_desc desc = {.name = "$Interfaces",
                                    .cls = DXK_RESOURCE_CLASS_CBUFFER,
                                    .first = DATA_REGISTER,
                                    .size = DXKI_CONVERT_SLOTS * SLOT_ROWS * ROW_BYTES};
    dxk_value handle = handle_of(c, &c->code->slot_data, &desc);

    if (!dxki_convert_ready(c))
        return DXK_NONE;
    dxk_value words =
        dxk_builder_op(c->b, DXK_OP_CBufferLoadLegacy, DXK_TYPE_I32, DXK_ARGS(handle, row));
    return dxk_builder_extract(c->b, words, component);
}

dxk_value dxki_convert_load_slot(dxki_convert *c, dxk_value slot, uint32_t component)
{
    return load_row(c, slot, component);
}

/* this[slot] */
dxk_value dxki_convert_load_this(dxki_convert *c, const dxk_dxbc_operand *operand,
                                 uint32_t component, dxki_convert_type type)
{
    dxk_value slot = dxki_convert_index(c, operand, 0);
    dxk_value row =
        dxki_convert_add(c, slot, dxki_convert_bits(c, DXKI_CONVERT_I32, c->code->slots));

    return dxki_convert_cast(c, load_row(c, row, component), DXKI_CONVERT_I32, type);
}

dxk_value dxki_convert_linked_buffer(dxki_convert *c, dxk_value index)
{
    const dxk_resource_desc desc = {.name = "$Instances",
                                    .cls = DXK_RESOURCE_CLASS_CBUFFER,
                                    .space = INSTANCE_SPACE,
                                    .count = INSTANCE_BUFFERS,
                                    .size = DXKI_CONVERT_ROWS_MOST * ROW_BYTES};

    if (!dxki_convert_ready(c))
        return DXK_NONE;
    if (!c->code->instances_data.made)
        c->code->instances_data.made = dxk_builder_resource(c->b, &desc);
    return dxk_builder_handle(c->b, c->code->instances_data.made, index, false);
}
