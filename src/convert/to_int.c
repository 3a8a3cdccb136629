/* SPDX-License-Identifier: MIT */
/*
 * to_int.c - conversions between reals and integers.
 *
 * In shader models 4 and 5 a real beyond the range of integers becomes the nearest one, and NaN
 * becomes 0. The conversions of DXIL leave both open, so the range is asked for, unless the real is
 * known to be inside.
 */
#include "convert/code.h"

#include "builder/builder.h"
#include "dxk/convert.h"

#define SIGNED_LOW    -2147483648.0
#define SIGNED_HIGH   2147483648.0
#define UNSIGNED_HIGH 4294967296.0

static void convert_each(dxki_convert *c, const dxki_convert_inst *inst, dxki_convert_type from,
                         dxki_convert_type to,
                         dxk_value (*make)(dxki_convert *c, const dxki_convert_inst *inst,
                                           dxk_value source))
{
    const dxk_dxbc_operand *dest = &inst->operands[0];
    uint32_t mask = dxki_convert_mask(dest);
    dxk_value sources[4], results[4] = {0};

    dxki_convert_read_all(c, dest + 1, mask, from, sources);
    for (uint32_t i = 0; i < 4 && dxki_convert_ready(c); i++) {
        if (!(mask >> i & 1))
            continue;
        for (uint32_t k = 0; k < i && !results[i]; k++)
            results[i] = mask >> k & 1 && sources[k] == sources[i] ? results[k] : DXK_NONE;
        if (!results[i])
            results[i] = make(c, inst, sources[i]);
    }
    dxki_convert_write(c, inst, dest, to, results);
}

/* ---------------------------------------------------------------------------------------- */
/* Reals to integers                                                                          */

/* May the result be anything that the target makes of it? */
static dxk_value cast_plainly(dxki_convert *c, const dxki_convert_inst *inst, dxk_value real)
{
    return dxk_builder_cast(c->b, (dxk_cast)inst->row->make, real, DXK_TYPE_I32);
}

static dxk_value at_least(dxki_convert *c, dxk_value real, double low)
{
    return dxk_builder_op(c->b, DXK_OP_FMax, DXK_NONE,
                          DXK_ARGS(real, dxk_builder_float(c->b, low)));
}

/* `value`, or `beyond` if the real is not below `high`. */
static dxk_value below(dxki_convert *c, dxk_value real, double high, dxk_value value,
                       uint32_t beyond)
{
    dxk_value out =
        dxk_builder_compare(c->b, DXK_COMPARE_OGE, real, dxk_builder_float(c->b, high), 0);

    return dxk_builder_select(c->b, out, dxki_convert_bits(c, DXKI_CONVERT_I32, beyond), value);
}

static dxk_value clamp_signed(dxki_convert *c, const dxki_convert_inst *inst, dxk_value real)
{
    dxk_value bounded = at_least(c, real, SIGNED_LOW);
    dxk_value value = below(c, bounded, SIGNED_HIGH, cast_plainly(c, inst, bounded), INT32_MAX);
    dxk_value nan = dxk_builder_compare(c->b, DXK_COMPARE_UNO, real, real, 0);

    return dxk_builder_select(c->b, nan, dxki_convert_bits(c, DXKI_CONVERT_I32, 0), value);
}

/* The larger one of NaN and 0 is 0. */
static dxk_value clamp_unsigned(dxki_convert *c, const dxki_convert_inst *inst, dxk_value real)
{
    dxk_value bounded = at_least(c, real, 0.0);

    return below(c, bounded, UNSIGNED_HIGH, cast_plainly(c, inst, bounded), UINT32_MAX);
}

static dxk_value make_int(dxki_convert *c, const dxki_convert_inst *inst, dxk_value real)
{
    bool is_signed = inst->row->make == DXK_CAST_FPTOSI;

    if (c->options->plain_casts || c->dxilconv || dxki_convert_fits(c, real, is_signed))
        return cast_plainly(c, inst, real);
    return is_signed ? clamp_signed(c, inst, real) : clamp_unsigned(c, inst, real);
}

void dxki_convert_do_to_int(dxki_convert *c, const dxki_convert_inst *inst)
{
    convert_each(c, inst, DXKI_CONVERT_F32, DXKI_CONVERT_I32, make_int);
}

/* ---------------------------------------------------------------------------------------- */
/* Others                                                                                     */

static dxk_value make_real(dxki_convert *c, const dxki_convert_inst *inst, dxk_value source)
{
    return dxk_builder_cast(c->b, (dxk_cast)inst->row->make, source, DXK_TYPE_FLOAT);
}

void dxki_convert_do_to_real(dxki_convert *c, const dxki_convert_inst *inst)
{
    convert_each(c, inst, DXKI_CONVERT_I32, DXKI_CONVERT_F32, make_real);
}

static dxk_value make_half(dxki_convert *c, const dxki_convert_inst *inst, dxk_value source)
{
    (void)inst;
    return dxk_builder_op(c->b, DXK_OP_LegacyF32ToF16, DXK_NONE, &source, 1);
}

void dxki_convert_do_f32tof16(dxki_convert *c, const dxki_convert_inst *inst)
{
    convert_each(c, inst, DXKI_CONVERT_F32, DXKI_CONVERT_I32, make_half);
}

/* The modifiers of the source are those of the real. */
void dxki_convert_do_f16tof32(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *dest = &inst->operands[0];
    uint32_t mask = dxki_convert_mask(dest);
    dxk_value results[4] = {0};

    for (uint32_t i = 0; i < 4; i++) {
        if (!(mask >> i & 1))
            continue;
        dxk_value half = dxki_convert_read_plain(c, dest + 1, i, DXKI_CONVERT_I32);
        if (!dxki_convert_ready(c))
            return;
        dxk_value real = dxk_builder_op(c->b, DXK_OP_LegacyF16ToF32, DXK_NONE, &half, 1);
        results[i] = dxki_convert_modify(c, dest + 1, real, DXKI_CONVERT_F32);
    }
    dxki_convert_write(c, inst, dest, DXKI_CONVERT_F32, results);
}
