/* SPDX-License-Identifier: MIT */
/*
 * linkage.c - what interfaces are bound to when a shader runs. Direct3D 12 has no such thing, so
 * it is data, laid out as the reference does:
 *
 *     b14, space0   a row of four words for each slot: number of the function table, -, -, -
 *                   then one for each: where the instance has its constants (offset, buffer),
 *                   texture, sampler
 *     b0-13, space1   constant buffers of instances
 *     s0-15, space1   their samplers, space2 those that compare
 *     t0-127, space1  their textures and buffers; a space for each type of them
 */
#include "convert/code.h"

#include "builder/builder.h"

/* Bytes of a row, rows of a slot, and what is bound. */
enum {
    ROW_BYTES = 16,
    SLOT_ROWS = 2,
    DATA_REGISTER = 14,
    INSTANCE_SPACE = 1,
    INSTANCE_BUFFERS = 14,
    INSTANCE_SAMPLERS = 16,
    INSTANCE_TEXTURES = 128
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

/* ---------------------------------------------------------------------------------------- */
/* Resources of instances                                                                     */

static uint32_t extended_of(const dxki_convert *c, uint32_t kind)
{
    for (uint32_t i = 0; i < c->at->extended; i++) {
        uint32_t word = c->program->words[c->at->words + i];
        if (dxki_dxbc_bits(word, 0, 6) == kind)
            return word;
    }
    return 0;
}

static bool compares(const dxki_convert *c)
{
    uint16_t op = dxki_convert_row_of(dxk_dxbc_opcode(c->at))->make;

    return op == DXK_OP_SampleCmp || op == DXK_OP_SampleCmpLevelZero ||
           op == DXK_OP_TextureGatherCmp;
}

/* What the instruction says of the texture or buffer that it reads. False: nothing. */
static bool describe_texture(const dxki_convert *c, dxki_convert_resource *r)
{
    uint32_t word = extended_of(c, DXKI_EXT_RESOURCE_DIM);
    uint32_t dimension = dxki_dxbc_bits(word, 6, 5);

    r->desc.count = INSTANCE_TEXTURES;
    if (dimension == DXK_DXBC_DIMENSION_RAW_BUFFER) {
        r->desc.kind = DXK_RESOURCE_KIND_RAW_BUFFER;
        return true;
    }
    if (dimension == DXK_DXBC_DIMENSION_STRUCTURED_BUFFER) {
        r->desc.kind = DXK_RESOURCE_KIND_STRUCTURED_BUFFER;
        r->desc.stride = dxki_dxbc_bits(word, 11, 12);
        return r->desc.stride && r->desc.stride % 4 == 0 &&
               r->desc.stride <= DXKI_CONVERT_STRIDE_MOST;
    }
    r->desc.kind = (dxk_resource_kind)dxki_convert_kind_of(dimension);
    return r->desc.kind != DXK_RESOURCE_KIND_INVALID &&
           dxki_convert_set_returned(
               r, dxki_dxbc_bits(extended_of(c, DXKI_EXT_RESOURCE_RETURN), 6, 4));
}

/* What all resources of instances that an operand may mean have in common. */
static bool describe(const dxki_convert *c, uint32_t reg, dxki_convert_resource *r)
{
    r->reg = reg;
    r->linked = true;
    switch (reg) {
    case DXK_DXBC_REGISTER_CONSTANT_BUFFER:
        r->desc.cls = DXK_RESOURCE_CLASS_CBUFFER;
        r->desc.name = "$Instances";
        r->desc.space = INSTANCE_SPACE;
        r->desc.count = INSTANCE_BUFFERS;
        r->desc.size = DXKI_CONVERT_ROWS_MOST * ROW_BYTES;
        return true;
    case DXK_DXBC_REGISTER_SAMPLER:
        r->desc.cls = DXK_RESOURCE_CLASS_SAMPLER;
        r->desc.comparison = compares(c);
        r->desc.name = r->desc.comparison ? "$ComparisonSamplers" : "$Samplers";
        r->desc.space = INSTANCE_SPACE + r->desc.comparison;
        r->desc.count = INSTANCE_SAMPLERS;
        return true;
    case DXK_DXBC_REGISTER_RESOURCE:
        r->desc.cls = DXK_RESOURCE_CLASS_SRV;
        r->desc.name = "$Textures";
        return describe_texture(c, r);
    default:
        return false;
    }
}

static bool is_same(const dxki_convert_resource *a, const dxki_convert_resource *b)
{
    return a->reg == b->reg && a->desc.kind == b->desc.kind && a->desc.element == b->desc.element &&
           a->desc.stride == b->desc.stride && a->desc.comparison == b->desc.comparison;
}

const dxki_convert_resource *dxki_convert_linked_resource(dxki_convert *c,
                                                          const dxk_dxbc_operand *operand)
{
    dxki_convert_resource wanted = {.reg = 0}, *made;
    dxki_convert_linked_list *list = &c->facts->linked;

    if (!describe(c, dxk_dxbc_register_kind(operand), &wanted))
        return NULL;
    for (uint32_t i = 0; i < list->count; i++)
        if (is_same(list->items[i], &wanted))
            return list->items[i];
    made = list->count < DXKI_CONVERT_LINKED ? DXKI_NEW(&c->arena, dxki_convert_resource) : NULL;
    if (!made) {
        if (list->count < DXKI_CONVERT_LINKED)
            dxki_convert_nomem(c);
        return NULL;
    }
    *made = wanted;
    if (made->desc.cls == DXK_RESOURCE_CLASS_SRV)
        made->desc.space = INSTANCE_SPACE + list->textures++;
    made->made = dxk_builder_resource(c->b, &made->desc);
    list->items[list->count++] = made;
    return made;
}
