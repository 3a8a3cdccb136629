/* SPDX-License-Identifier: MIT */
/*
 * sample.c - sampling and gathering. The operations take
 *
 *     srv, sampler, 4 coordinates, 3 texel offsets, ...      samples
 *     srv, sampler, 4 coordinates, 2 texel offsets, channel  gathers, with a value to compare with
 *
 * What follows in samples is a row of the table below. Source: DXIL.rst, "Resource operations".
 */
#include "convert/access.h"
#include "convert/code.h"

#include "base/count.h"
#include "base/out.h"

#define COORDINATES 4u
#define ARGUMENTS   16u

/* What a sample takes after the offsets. */
typedef struct tail {
    uint16_t op;
    bool scalar;    /* bias, level, or value to compare with */
    bool gradients; /* two derivatives */
    bool clamp;     /* least level */
} tail;

static const tail tails[] = {
    {DXK_OP_Sample, false, false, true},      {DXK_OP_SampleBias, true, false, true},
    {DXK_OP_SampleLevel, true, false, false}, {DXK_OP_SampleGrad, false, true, true},
    {DXK_OP_SampleCmp, true, false, true},    {DXK_OP_SampleCmpLevelZero, true, false, false},
};

static const tail *tail_of(uint32_t op)
{
    size_t i = 0;

    while (i + 1 < DXKI_COUNT(tails) && tails[i].op != op)
        i++;
    return &tails[i];
}

/* Handles and coordinates, with which all begin; false: reported. */
static bool begin_args(dxki_convert *c, const dxki_convert_roles *r, uint32_t coordinates,
                       bool compares, dxk_value *args)
{
    const dxki_convert_resource *sampler =
        dxki_convert_take_resource(c, r->sampler, DXKI_CONVERT_SAMPLER, DXKI_CONVERT_NO_SHAPE);

    if (!sampler)
        return false;
    if (sampler->desc.comparison != compares && !sampler->linked) {
        dxki_convert_refuse(c, r->sampler,
                            compares ? "it does not compare" : "it is one that compares");
        return false;
    }
    args[0] = dxki_convert_handle(c, r->resource);
    args[1] = dxki_convert_handle(c, r->sampler);
    dxki_convert_read_first(c, r->address, coordinates, COORDINATES, DXKI_CONVERT_F32, args + 2);
    return dxki_convert_ready(c);
}

/* Immediate offsets, or zeros; undefined where the kind takes none. */
static void put_offsets(dxki_convert *c, const dxki_convert_inst *inst, uint32_t taken,
                        uint32_t room, dxk_value *args)
{
    int32_t offsets[3] = {0, 0, 0};

    dxki_convert_texel_offsets(c, inst, offsets);
    for (uint32_t i = 0; i < room; i++)
        args[i] =
            i < taken ? dxk_builder_i32(c->b, offsets[i]) : dxk_builder_undef(c->b, DXK_TYPE_I32);
}

/* ---------------------------------------------------------------------------------------- */
/* Samples                                                                                    */

/* The least level, if there is one. */
static void put_clamp(dxki_convert *c, const dxk_dxbc_operand *operand, dxk_value *arg)
{
    if (!operand && c->dxilconv)
        *arg = dxk_builder_float(c->b, 0);
    else
        dxki_convert_read_first(c, operand, 1, 1, DXKI_CONVERT_F32, arg);
}

/* Appends what follows the offsets; the number of arguments then. */
static uint32_t put_tail(dxki_convert *c, const dxki_convert_roles *r, const tail *t,
                         uint32_t gradients, dxk_value *args, uint32_t count)
{
    uint32_t next = 0;

    if (t->scalar)
        dxki_convert_read_first(c, r->more[next++], 1, 1, DXKI_CONVERT_F32, &args[count++]);
    for (uint32_t i = 0; i < 2 && t->gradients; i++, count += 3)
        dxki_convert_read_first(c, r->more[next++], gradients, 3, DXKI_CONVERT_F32, &args[count]);
    if (t->clamp)
        put_clamp(c, next < DXKI_CONVERT_MORE ? r->more[next] : NULL, &args[count++]);
    return count;
}

/* In the format of dxilconv cubes have offsets, too. */
static uint32_t plain_offsets(const dxki_convert_shape *shape)
{
    return shape->offsets ? shape->offsets : 3;
}

void dxki_convert_do_sample(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_roles r = dxki_convert_roles_of(inst);
    const dxki_convert_resource *resource =
        dxki_convert_take_resource(c, r.resource, DXKI_CONVERT_SRV, DXKI_CONVERT_SAMPLED);
    const dxki_convert_shape *shape = dxki_convert_shape_of(resource ? resource->desc.kind : 0);
    bool compares =
        inst->row->make == DXK_OP_SampleCmp || inst->row->make == DXK_OP_SampleCmpLevelZero;
    dxk_value args[ARGUMENTS];

    if (resource && resource->type != DXKI_CONVERT_F32) {
        dxki_convert_refuse(c, r.resource, "it does not give reals");
        return;
    }
    if (!resource || !begin_args(c, &r, shape->coordinates, compares, args))
        return;
    put_offsets(c, inst, c->dxilconv ? plain_offsets(shape) : shape->offsets, 3, args + 6);
    uint32_t count = put_tail(c, &r, tail_of(inst->row->make), shape->gradients, args, 9);
    dxki_convert_type type = dxki_convert_precision(c, r.result, DXKI_CONVERT_F32);
    if (type != DXKI_CONVERT_F16)
        type = DXKI_CONVERT_F32;
    dxk_value loaded =
        dxk_builder_op(c->b, (dxk_op)inst->row->make, dxki_convert_type_of(type), args, count);
    dxki_convert_write_loaded(c, inst, &r, type, loaded);
}

/* ---------------------------------------------------------------------------------------- */
/* Gathers                                                                                    */

/* Offsets in a register; both languages take the low bits of them. */
static void gather_offsets(dxki_convert *c, const dxki_convert_inst *inst,
                           const dxki_convert_roles *r, uint32_t taken, dxk_value args[2])
{
    if (!r->offset || taken == 0) {
        put_offsets(c, inst, taken, 2, args);
        return;
    }
    dxki_convert_read_first(c, r->offset, 2, 2, DXKI_CONVERT_I32, args);
}

/* The component that is gathered is the one that the sampler's operand selects. */
void dxki_convert_do_gather(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_roles r = dxki_convert_roles_of(inst);
    const dxki_convert_resource *resource =
        dxki_convert_take_resource(c, r.resource, DXKI_CONVERT_SRV, DXKI_CONVERT_GATHERED);
    const dxki_convert_shape *shape = dxki_convert_shape_of(resource ? resource->desc.kind : 0);
    bool compares = inst->row->make == DXK_OP_TextureGatherCmp;
    dxk_value args[ARGUMENTS];

    if (!resource || !begin_args(c, &r, shape->coordinates, compares, args))
        return;
    gather_offsets(c, inst, &r, shape->offsets, args + 6);
    args[8] = dxk_builder_i32(c->b, dxki_convert_swizzle(r.sampler, 0));
    if (compares)
        dxki_convert_read_first(c, r.more[0], 1, 1, DXKI_CONVERT_F32, &args[9]);
    dxki_convert_type type = dxki_convert_loaded_type(c, resource, r.result);
    dxk_value loaded = dxk_builder_op(c->b, (dxk_op)inst->row->make, dxki_convert_type_of(type),
                                      args, compares ? 10 : 9);
    dxki_convert_write_loaded(c, inst, &r, type, loaded);
}

/* ---------------------------------------------------------------------------------------- */
/* Level of detail                                                                            */

/* x is the level within those that there are, y the one without that limit, z and w are 0. */
void dxki_convert_do_lod(dxki_convert *c, const dxki_convert_inst *inst)
{
    dxki_convert_roles r = dxki_convert_roles_of(inst);
    const dxki_convert_resource *resource =
        dxki_convert_take_resource(c, r.resource, DXKI_CONVERT_SRV, DXKI_CONVERT_SAMPLED);
    const dxki_convert_shape *shape = dxki_convert_shape_of(resource ? resource->desc.kind : 0);
    dxk_value args[6], levels[2] = {DXK_NONE}, values[4] = {DXK_NONE};
    uint32_t mask = dxki_convert_mask(r.result);

    if (!resource || !begin_args(c, &r, shape->gradients, false, args))
        return;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = dxki_convert_swizzle(r.resource, i);
        if (!(mask >> i & 1))
            continue;
        args[5] = dxk_builder_i1(c->b, from == 0);
        if (from < 2 && !levels[from])
            levels[from] = dxk_builder_op(c->b, DXK_OP_CalculateLOD, DXK_TYPE_FLOAT, args, 6);
        values[i] = from < 2 ? levels[from] : dxki_convert_bits(c, DXKI_CONVERT_F32, 0);
    }
    dxki_convert_write(c, inst, r.result, DXKI_CONVERT_F32, values);
}
