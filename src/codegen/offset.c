/* SPDX-License-Identifier: MIT */
/*
 * offset.c - offsets of texture operations, which must be known when the passes are through, and
 * small; see emit.h. Functions that gather take any, and so do all of them from 6.7 on.
 */
#include "codegen/emit.h"

#include "analysis/loop.h"
#include "ir/dxop.h"

/* The place of the third offset among the operands of an operation; 0: it has none. */
static uint32_t third_offset(const dxki_dxop_info *op)
{
    for (uint32_t i = 0; op && i < op->operand_count; i++) {
        if (dxki_str_is(dxki_dxop_operand_name(op, i), "offset2"))
            return i;
    }
    return 0;
}

bool dxki_emit_small_offset(int64_t value)
{
    return value >= -8 && value <= 7;
}

/* True if an instruction is in a loop. */
static bool is_in_loop(dxki_emit *e, const dxk_module *m, uint32_t function, uint32_t inst)
{
    dxki_arena *arena = &e->c->arena;
    dxki_cfg cfg;
    dxki_dom dom;
    dxki_loops loops;

    if (!inst || !dxki_cfg_build(&cfg, arena, m, function) ||
        !dxki_dom_forward(&dom, arena, &cfg) || !dxki_loop_build(&loops, arena, &cfg, &dom))
        return false;
    const uint32_t block = dxki_cfg_number(&cfg, dxki_inst_get(m, inst)->block);
    return dxki_cfg_is_reached(&cfg, block) && loops.of[block];
}

/* False: an offset is reported. */
static bool check_offset(dxki_emit *e, const dxk_module *m, uint32_t function, dxki_value v)
{
    const dxki_const *number = dxki_const_get(m, v);

    if (number && number->kind == DXKI_C_UNDEF)
        return true;
    if (!number && is_in_loop(e, m, function, dxki_value_as_inst(v)))
        DXKI_HLSL_SAY(e->c, OFFSET_IN_LOOP, e->offset);
    else if (!number || number->kind != DXKI_C_INT)
        DXKI_HLSL_SAY(e->c, OFFSET_KNOWN, e->offset);
    else if (!dxki_emit_small_offset(dxki_const_signed(m, number)))
        DXKI_HLSL_SAY(e->c, OFFSET_RANGE, e->offset);
    else
        return true;
    return false;
}

static bool check_call(dxki_emit *e, const dxk_module *m, uint32_t function, uint32_t inst)
{
    const dxki_inst *call = dxki_inst_get(m, inst);
    uint32_t last = third_offset(dxki_call_dxop(m, call));

    for (uint32_t i = last - 2; last && i <= last && i + 1 < dxki_call_arg_count(call); i++) {
        if (!check_offset(e, m, function, dxki_inst_ops(m, inst)[i + 1]))
            return false;
    }
    return true;
}

void dxki_emit_check_offsets(dxki_emit *e, const dxk_module *m)
{
    if (!e->offset.at || e->c->model_minor >= 7 || e->c->kind == DXK_SHADER_KIND_LIBRARY)
        return;
    DXKI_EACH_FUNCTION(m, function) {
        DXKI_EACH_BLOCK(m, function, block) {
            DXKI_EACH_INST(m, block, inst) {
                if (!check_call(e, m, function, inst))
                    return;
            }
        }
    }
}
