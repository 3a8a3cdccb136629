/* SPDX-License-Identifier: MIT */
/*
 * query.c - what is asked about resources: sizes, samples, whether texels are mapped. Components
 * that a resource does not have are 0. Source: DXIL.rst, "Resource operations".
 */
#include "convert/access.h"
#include "convert/code.h"

#include "base/out.h"

#define LEVELS  3u /* component of sizes: mip levels; samples of multisampled textures */
#define SAMPLES 3u

/* Return types in the opcode token. */
enum { RETURN_REAL = 0, RETURN_RECIPROCAL = 1, RETURN_INTEGER = 2, RETURN_SAMPLES_INTEGER = 1 };

static uint32_t return_type(const dxki_convert_inst *inst)
{
    return dxki_dxbc_bits(inst->in->token, 11, 2);
}

static dxk_value to_real(dxki_convert *c, dxk_value value)
{
    return dxk_builder_cast(c->b, DXK_CAST_UITOFP, value, DXK_TYPE_FLOAT);
}

/* The sizes of a resource, at a level if it has some; DXK_NONE is for no level. */
static dxk_value dimensions(dxki_convert *c, const dxk_dxbc_operand *operand, dxk_value level)
{
    const dxk_value args[2] = {dxki_convert_handle(c, operand),
                               level ? level : dxk_builder_undef(c->b, DXK_TYPE_I32)};

    return dxk_builder_op(c->b, DXK_OP_GetDimensions, DXK_NONE, args, 2);
}

/* ---------------------------------------------------------------------------------------- */
/* Sizes                                                                                      */

/* A component of resinfo as an integer: a size, or the number of levels, which is 1 for views of one
 * level. */
static dxk_value size_of(dxki_convert *c, const dxki_convert_resource *r, dxk_value sizes,
                         uint32_t component)
{
    const dxki_convert_shape *shape = dxki_convert_shape_of(r->desc.kind);
    bool levels = shape->levels && r->desc.cls == DXK_RESOURCE_CLASS_SRV;

    if (component == LEVELS && !levels)
        return dxk_builder_i32(c->b, 1);
    return component == LEVELS || component < shape->sizes
               ? dxk_builder_extract(c->b, sizes, component)
               : dxk_builder_i32(c->b, 0);
}

/* The same as it is wanted; array sizes and numbers of levels have no reciprocal. */
static dxk_value sized(dxki_convert *c, const dxki_convert_inst *inst,
                       const dxki_convert_resource *r, dxk_value sizes, uint32_t component)
{
    const dxki_convert_shape *shape = dxki_convert_shape_of(r->desc.kind);
    dxk_value size = size_of(c, r, sizes, component);

    if (return_type(inst) == RETURN_INTEGER)
        return size;
    dxk_value real = to_real(c, size);
    if (return_type(inst) == RETURN_REAL || component >= shape->dimensions)
        return real;
    return dxk_builder_binary(c->b, DXK_BINARY_FDIV, dxk_builder_float(c->b, 1), real,
                              dxki_convert_fast(c, inst, component));
}

void dxki_convert_do_resinfo(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *operand = &inst->operands[2];
    const dxki_convert_resource *r = dxki_convert_take_resource(
        c, operand, DXKI_CONVERT_SRV | DXKI_CONVERT_UAV, DXKI_CONVERT_TYPED);
    uint32_t mask = dxki_convert_mask(&inst->operands[0]);
    dxk_value parts[4] = {DXK_NONE}, values[4] = {DXK_NONE};

    if (!r)
        return;
    bool levels =
        dxki_convert_shape_of(r->desc.kind)->levels && r->desc.cls == DXK_RESOURCE_CLASS_SRV;
    dxk_value level = levels || c->dxilconv
                          ? dxki_convert_read(c, &inst->operands[1], 0, DXKI_CONVERT_I32)
                          : DXK_NONE;
    dxk_value sizes = dimensions(c, operand, level);
    for (uint32_t i = 0; i < 4 && dxki_convert_ready(c); i++) {
        uint32_t from = dxki_convert_swizzle(operand, i);
        if (!(mask >> i & 1))
            continue;
        if (!parts[from])
            parts[from] = sized(c, inst, r, sizes, from);
        values[i] = parts[from];
    }
    dxki_convert_write(c, inst, &inst->operands[0],
                       return_type(inst) == RETURN_INTEGER ? DXKI_CONVERT_I32 : DXKI_CONVERT_F32,
                       values);
}

/* Elements of typed and structured buffers, bytes of raw ones. */
void dxki_convert_do_bufinfo(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *operand = &inst->operands[1];

    if (!dxki_convert_take_resource(c, operand, DXKI_CONVERT_SRV | DXKI_CONVERT_UAV,
                                    DXKI_CONVERT_BUFFERS))
        return;
    dxk_value sizes = dimensions(c, operand, DXK_NONE);
    dxki_convert_write_one(c, inst, &inst->operands[0], DXKI_CONVERT_I32,
                           dxk_builder_extract(c->b, sizes, 0));
}

/* ---------------------------------------------------------------------------------------- */
/* Samples                                                                                    */

static bool is_rasterizer(const dxk_dxbc_operand *operand)
{
    return dxk_dxbc_register_kind(operand) == DXK_DXBC_REGISTER_RASTERIZER;
}

static bool is_multisampled(dxki_convert *c, const dxk_dxbc_operand *operand)
{
    return dxki_convert_take_resource(c, operand, DXKI_CONVERT_SRV,
                                      DXKI_CONVERT_KIND(TEXTURE2DMS) |
                                          DXKI_CONVERT_KIND(TEXTURE2DMS_ARRAY)) != NULL;
}

/* Writes x, or x and y, as the operand's swizzle says, and 0 for the rest. */
static void write_short(dxki_convert *c, const dxki_convert_inst *inst,
                        const dxk_dxbc_operand *operand, dxki_convert_type type,
                        const dxk_value *parts, uint32_t count)
{
    dxk_value values[4];

    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = dxki_convert_swizzle(operand, i);
        values[i] = from < count ? parts[from] : dxki_convert_bits(c, type, 0);
    }
    dxki_convert_write(c, inst, &inst->operands[0], type, values);
}

/* Number of samples of a texture or of the render target. */
void dxki_convert_do_sampleinfo(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *operand = &inst->operands[1];
    bool real = return_type(inst) != RETURN_SAMPLES_INTEGER;
    dxk_value level = c->dxilconv ? dxk_builder_i32(c->b, 0) : DXK_NONE, count;

    if (is_rasterizer(operand))
        count = dxk_builder_op(c->b, DXK_OP_RenderTargetGetSampleCount, DXK_NONE, NULL, 0);
    else if (is_multisampled(c, operand))
        count = dxk_builder_extract(c->b, dimensions(c, operand, level), SAMPLES);
    else
        return;
    if (real)
        count = to_real(c, count);
    write_short(c, inst, operand, real ? DXKI_CONVERT_F32 : DXKI_CONVERT_I32, &count, 1);
}

void dxki_convert_do_samplepos(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *operand = &inst->operands[1];
    bool target = is_rasterizer(operand);
    dxk_value args[2], parts[2];

    if (!target && !is_multisampled(c, operand))
        return;
    args[0] = target ? DXK_NONE : dxki_convert_handle(c, operand);
    args[1] = dxki_convert_read(c, &inst->operands[2], 0, DXKI_CONVERT_I32);
    dxk_value place =
        target ? dxk_builder_op(c->b, DXK_OP_RenderTargetGetSamplePosition, DXK_NONE, args + 1, 1)
               : dxk_builder_op(c->b, DXK_OP_Texture2DMSGetSamplePosition, DXK_NONE, args, 2);
    for (uint32_t i = 0; i < 2; i++)
        parts[i] = dxk_builder_extract(c->b, place, i);
    write_short(c, inst, operand, DXKI_CONVERT_F32, parts, 2);
}

/* True, all bits, if all texels that gave a status are mapped. */
void dxki_convert_do_mapped(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxk_value status = dxki_convert_read(c, &inst->operands[1], 0, DXKI_CONVERT_I32);
    dxk_value mapped =
        c->dxilconv ? dxk_builder_op(c->b, DXK_OP_CheckAccessFullyMapped, DXK_NONE, &status, 1)
                    : dxki_convert_truth(c, status);

    if (dxki_convert_ready(c))
        dxki_convert_write_one(c, inst, &inst->operands[0], DXKI_CONVERT_I32,
                               dxk_builder_cast(c->b, DXK_CAST_SEXT, mapped, DXK_TYPE_I32));
}
