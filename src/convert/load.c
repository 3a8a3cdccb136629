/* SPDX-License-Identifier: MIT */
/*
 * load.c - loads from textures and buffers, and from constant buffers.
 *
 *     textureLoad  resource, level or sample, 3 coordinates, 3 texel offsets
 *     bufferLoad   typed: element, -    raw: byte, -    structured: element, byte in it
 *
 * Source: DXIL.rst, "Resource operations".
 */
#include "convert/access.h"
#include "convert/code.h"

#include "base/count.h"
#include "base/out.h"

#include <string.h>

#define LEVEL 3u /* component of an address that has the mip level */

/* Level of a texture that is read, sample of a multisampled one; nothing for the rest. */
static dxk_value level_of(dxki_convert *c, const dxki_convert_roles *r,
                          const dxki_convert_resource *resource)
{
    const dxki_convert_shape *shape = dxki_convert_shape_of(resource->desc.kind);

    if (shape->samples && r->more[0])
        return dxki_convert_read(c, r->more[0], 0, DXKI_CONVERT_I32);
    if (shape->levels && resource->desc.cls == DXK_RESOURCE_CLASS_SRV)
        return dxki_convert_read(c, r->address, LEVEL, DXKI_CONVERT_I32);
    return dxk_builder_undef(c->b, DXK_TYPE_I32);
}

static void put_offsets(dxki_convert *c, const dxki_convert_inst *inst,
                        const dxki_convert_resource *resource, dxk_value args[3])
{
    uint32_t taken = dxki_convert_shape_of(resource->desc.kind)->offsets;
    int32_t offsets[3] = {0, 0, 0};
    bool given = dxki_convert_texel_offsets(c, inst, offsets) ||
                 (c->dxilconv && resource->desc.cls == DXK_RESOURCE_CLASS_SRV);

    for (uint32_t i = 0; i < 3; i++)
        args[i] = given && i < taken ? dxk_builder_i32(c->b, offsets[i])
                                     : dxk_builder_undef(c->b, DXK_TYPE_I32);
}

static dxk_value load_texture(dxki_convert *c, const dxki_convert_inst *inst,
                              const dxki_convert_roles *r, const dxki_convert_resource *resource,
                              dxk_type type)
{
    dxk_value args[8];

    args[0] = dxki_convert_handle(c, r->resource);
    args[1] = level_of(c, r, resource);
    dxki_convert_read_first(c, r->address, dxki_convert_shape_of(resource->desc.kind)->coordinates,
                            3, DXKI_CONVERT_I32, args + 2);
    put_offsets(c, inst, resource, args + 5);
    return dxk_builder_op(c->b, DXK_OP_TextureLoad, type, args, 8);
}

void dxki_convert_do_load(dxki_convert *c, const dxki_convert_inst *inst)
{
    const uint32_t cubes = DXKI_CONVERT_KIND(TEXTURE_CUBE) | DXKI_CONVERT_KIND(TEXTURE_CUBE_ARRAY);
    dxki_convert_roles r = dxki_convert_roles_of(inst);
    const dxki_convert_resource *resource = dxki_convert_take_resource(
        c, r.resource, DXKI_CONVERT_SRV | DXKI_CONVERT_UAV, DXKI_CONVERT_TYPED & ~cubes);
    dxk_value loaded;

    if (!resource)
        return;
    dxki_convert_type type = dxki_convert_loaded_type(c, resource, r.result);
    if (resource->desc.kind == DXK_RESOURCE_KIND_TYPED_BUFFER) {
        const dxk_value args[3] = {dxki_convert_handle(c, r.resource),
                                   dxki_convert_read(c, r.address, 0, DXKI_CONVERT_I32),
                                   dxk_builder_undef(c->b, DXK_TYPE_I32)};
        loaded = dxk_builder_op(c->b, DXK_OP_BufferLoad, dxki_convert_type_of(type), args, 3);
    } else {
        loaded = load_texture(c, inst, &r, resource, dxki_convert_type_of(type));
    }
    dxki_convert_write_loaded(c, inst, &r, type, loaded);
}

void dxki_convert_do_load_buffer(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_roles r = dxki_convert_roles_of(inst);
    uint32_t kind = r.offset ? DXKI_CONVERT_KIND(STRUCTURED_BUFFER) : DXKI_CONVERT_KIND(RAW_BUFFER);
    dxk_value args[3];

    if (dxk_dxbc_register_kind(r.resource) == DXK_DXBC_REGISTER_GROUP_SHARED) {
        dxki_convert_shared_load(c, inst);
        return;
    }
    if (!dxki_convert_take_resource(c, r.resource, DXKI_CONVERT_SRV | DXKI_CONVERT_UAV, kind))
        return;
    args[0] = dxki_convert_handle(c, r.resource);
    dxki_convert_read_first(c, r.address, 1, 1, DXKI_CONVERT_I32, &args[1]);
    dxki_convert_read_first(c, r.offset, 1, 1, DXKI_CONVERT_I32, &args[2]);
    dxki_convert_type type = dxki_convert_used_as(c, r.result);
    dxk_value loaded = dxk_builder_op(c->b, DXK_OP_BufferLoad, dxki_convert_type_of(type), args, 3);
    dxki_convert_write_loaded(c, inst, &r, type, loaded);
}

/* ---------------------------------------------------------------------------------------- */
/* Constant buffers                                                                           */

/* The row, in the last index of the operand; one that is known is in the buffer. */
static dxk_value row_of(dxki_convert *c, const dxki_convert_resource *r,
                        const dxk_dxbc_operand *operand)
{
    uint32_t last = dxki_convert_has_ranges(c) ? 2 : 1;
    dxk_dxbc_index index = dxk_dxbc_index_get(c->program, operand, last);

    if (dxk_dxbc_index_count(operand) == last + 1 && !index.relative &&
        index.number >= r->desc.size / 16)
        return DXKI_CONVERT_FAULT(c, REGISTER,
                                  dxki_convert_register_name(DXK_DXBC_REGISTER_CONSTANT_BUFFER),
                                  dxki_dec(index.number));
    if (dxk_dxbc_index_count(operand) == last + 1)
        return dxki_convert_index(c, operand, last);
    return DXKI_CONVERT_FAULT(c, OPERAND,
                              dxki_text(dxki_str(dxk_dxbc_opcode_name(dxk_dxbc_opcode(c->at)))),
                              dxki_convert_register_name(DXK_DXBC_REGISTER_CONSTANT_BUFFER),
                              dxki_text(dxki_str("its indices are not those of the register")));
}

/* The row as a structure, once for each block. */
static dxk_value load_row(dxki_convert *c, const dxki_convert_resource *r,
                          const dxk_dxbc_operand *operand, dxk_type type)
{
    dxki_convert_facts *f = c->facts;
    const dxk_value args[2] = {dxki_convert_handle(c, operand), row_of(c, r, operand)};
    dxk_block block = dxki_convert_block(c);
    size_t place = (args[0] * 31 + args[1] * 7 + type) % DXKI_COUNT(f->rows);
    dxki_convert_row_read *row = &f->rows[place];

    if (!dxki_convert_ready(c))
        return DXK_NONE;
    if (row->block != block || row->handle != args[0] || row->index != args[1] || row->type != type)
        *row = (dxki_convert_row_read){
            .block = block,
            .handle = args[0],
            .index = args[1],
            .type = type,
            .value = dxk_builder_op(c->b, DXK_OP_CBufferLoadLegacy, type, args, 2)};
    return row->value;
}

void dxki_convert_forget_rows(dxki_convert *c)
{
    memset(c->facts->rows, 0, sizeof c->facts->rows);
}

dxk_value dxki_convert_constant(dxki_convert *c, const dxk_dxbc_operand *operand,
                                uint32_t component, dxki_convert_type type)
{
    const dxki_convert_resource *r = dxki_convert_resource_at(c, operand);
    bool wide = type == DXKI_CONVERT_F64;

    if (!r || r->desc.cls != DXK_RESOURCE_CLASS_CBUFFER)
        return DXK_NONE;
    dxk_value row = load_row(c, r, operand, dxki_convert_type_of(type));
    return dxk_builder_extract(c->b, row, wide ? component / 2 : component);
}
