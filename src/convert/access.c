/* SPDX-License-Identifier: MIT */
/* access.c - see access.h. */
#include "convert/access.h"

#include "base/out.h"

#define RESULT_STATUS 4u /* member of the structure that loads and samples give */

dxki_convert_roles dxki_convert_roles_of(const dxki_convert_inst *inst)
{
    dxki_convert_roles r = {.result = NULL};
    uint32_t more = 0;

    for (uint32_t i = 0; inst->opcode->operands[i]; i++) {
        const dxk_dxbc_operand *operand = &inst->operands[i];
        switch (inst->opcode->operands[i]) {
        case 'd':
            *(r.result ? &r.status : &r.result) = operand;
            break;
        case 'r':
        case 'R':
        case 'U':
            r.resource = operand;
            break;
        case 's':
            r.sampler = operand;
            break;
        default:
            if (!r.resource)
                *(r.address ? &r.offset : &r.address) = operand;
            else if (more < DXKI_CONVERT_MORE)
                r.more[more++] = operand;
            break;
        }
    }
    return r;
}

bool dxki_convert_texel_offsets(const dxki_convert *c, const dxki_convert_inst *inst,
                                int32_t offsets[3])
{
    for (uint32_t i = 0; i < inst->in->extended; i++) {
        uint32_t word = c->program->words[inst->in->words + i];
        if (dxki_dxbc_bits(word, 0, 6) != DXKI_EXT_SAMPLE_CONTROLS)
            continue;
        for (uint32_t k = 0; k < 3; k++)
            offsets[k] = (int32_t)(dxki_dxbc_bits(word, 9 + 4 * k, 4) ^ 8u) - 8;
        return true;
    }
    return false;
}

void dxki_convert_read_first(dxki_convert *c, const dxk_dxbc_operand *operand, uint32_t count,
                             uint32_t room, dxki_convert_type type, dxk_value *values)
{
    dxk_value read[4] = {DXK_NONE};

    if (operand)
        dxki_convert_read_all(c, operand, (1u << count) - 1, type, read);
    for (uint32_t i = 0; i < room; i++)
        values[i] =
            operand && i < count ? read[i] : dxk_builder_undef(c->b, dxki_convert_type_of(type));
}

/* In the format of dxilconv it is handed on as it is, after the results. */
static void write_status(dxki_convert *c, const dxki_convert_inst *inst,
                         const dxki_convert_roles *r, dxk_value loaded)
{
    if (r->status && dxki_convert_mask(r->status))
        dxki_convert_write_one(c, inst, r->status, DXKI_CONVERT_I32,
                               dxk_builder_extract(c->b, loaded, RESULT_STATUS));
}

/* A status is asked at once whether all texels are mapped: DXIL allows nothing else to be done with
 * it. In registers it is all bits if they are. */
static dxk_value status_of(dxki_convert *c, dxk_value loaded)
{
    dxk_value status = dxk_builder_extract(c->b, loaded, RESULT_STATUS);
    dxk_value mapped = dxk_builder_op(c->b, DXK_OP_CheckAccessFullyMapped, DXK_NONE, &status, 1);

    return dxk_builder_cast(c->b, DXK_CAST_SEXT, mapped, DXK_TYPE_I32);
}

void dxki_convert_write_loaded(dxki_convert *c, const dxki_convert_inst *inst,
                               const dxki_convert_roles *r, dxki_convert_type type,
                               dxk_value loaded)
{
    dxk_value parts[4] = {DXK_NONE}, values[4] = {DXK_NONE};
    uint32_t mask = dxki_convert_mask(r->result);

    for (uint32_t i = 0; i < 4; i++) {
        uint32_t from = dxki_convert_swizzle(r->resource, i);
        if (!(mask >> i & 1))
            continue;
        if (!parts[from])
            parts[from] = dxk_builder_extract(c->b, loaded, from);
        values[i] = parts[from];
    }
    bool asked = r->status && dxki_convert_mask(r->status) && !c->dxilconv;
    dxk_value status = asked ? status_of(c, loaded) : DXK_NONE;
    dxki_convert_write(c, inst, r->result, type, values);
    if (c->dxilconv)
        write_status(c, inst, r, loaded);
    if (status)
        dxki_convert_write_one(c, inst, r->status, DXKI_CONVERT_I32, status);
}

dxki_convert_type dxki_convert_loaded_type(const dxki_convert *c,
                                           const dxki_convert_resource *resource,
                                           const dxk_dxbc_operand *result)
{
    dxki_convert_type type = dxki_convert_precision(c, result, resource->type);
    bool real = type == DXKI_CONVERT_F16 || type == DXKI_CONVERT_F32;

    return real == (resource->type == DXKI_CONVERT_F32) ? type : resource->type;
}

const dxki_convert_resource *dxki_convert_take_resource(dxki_convert *c,
                                                        const dxk_dxbc_operand *operand,
                                                        uint32_t classes, uint32_t kinds)
{
    const dxki_convert_resource *r = dxki_convert_resource_at(c, operand);

    if (r && classes >> r->desc.cls & 1 && kinds >> r->desc.kind & 1)
        return r;
    const char *opcode = dxk_dxbc_opcode_name(dxk_dxbc_opcode(c->at));
    if (r)
        DXKI_CONVERT_FAULT(c, OPERAND, dxki_text(dxki_str(opcode)),
                           dxki_convert_register_name(r->reg),
                           dxki_text(dxki_str("it has another shape or is read-only")));
    return NULL;
}
