/* SPDX-License-Identifier: MIT */
/*
 * bias.c - biases of levels that are known when the passes are through: what no device can take becomes
 * the nearest that it can; see emit.h. Source: DIRECT3D.11 functional specification 22.4.16 (sample_b).
 */
#include "codegen/emit.h"

#include "ir/dxop.h"
#include "ir/edit.h"
#include "ir/float.h"

#define LEAST -16.0f
#define MOST  15.99f

static bool clamp(dxk_module *m, uint32_t inst, uint32_t operand)
{
    const dxki_const *number = dxki_const_get(m, dxki_inst_ops(m, inst)[operand]);
    float bias;

    if (!number || number->kind != DXKI_C_FLOAT || number->type != DXKI_TY_FLOAT)
        return true;
    const double value = dxki_float_value(number->type, dxki_const_bits(number));
    if (value >= LEAST && value <= MOST)
        return true;
    if (!(value < LEAST || value > MOST)) /* not a number */
        return true;
    bias = value < LEAST ? LEAST : MOST;
    uint32_t bits;
    memcpy(&bits, &bias, sizeof bits);
    const dxki_value made = dxki_const_float(m, DXKI_TY_FLOAT, bits);
    return made && dxki_inst_set_op(m, inst, operand, made);
}

static bool clamp_call(dxk_module *m, uint32_t inst)
{
    const dxki_dxop_info *op = dxki_call_dxop(m, dxki_inst_get(m, inst));

    if (!op || (op->opcode != DXK_OP_SampleBias && op->opcode != DXK_OP_SampleCmpBias))
        return true;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        if (dxki_str_is(dxki_dxop_operand_name(op, i), "bias"))
            return clamp(m, inst, i + 1);
    }
    return true;
}

dxk_status dxki_emit_clamp_biases(dxki_emit *e, dxk_module *m)
{
    bool good = true;

    if (!e->has_bias)
        return DXK_OK;
    DXKI_EACH_FUNCTION(m, function) {
        DXKI_EACH_BLOCK(m, function, block) {
            DXKI_EACH_INST(m, block, inst)
                good = good && clamp_call(m, inst);
        }
    }
    return good ? DXK_OK : dxki_nomem(e->c->ctx);
}
