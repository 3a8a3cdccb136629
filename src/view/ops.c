/* SPDX-License-Identifier: MIT */
/* ops.c - what the operations of DXIL are and do; see dxk/ir.h. */
#include "ir/dxop.h"
#include "view/view.h"

#include <string.h>

/* The public bits are those of the table. */
#define SAME(name, value) _Static_assert((int)(name) == (int)(value), #name)
SAME(DXK_MEMORY_REGISTERS, DXKI_DXM_REGISTERS);
SAME(DXK_MEMORY_OUTPUTS, DXKI_DXM_OUTPUTS);
SAME(DXK_MEMORY_UAV, DXKI_DXM_UAV);
SAME(DXK_MEMORY_COUNTERS, DXKI_DXM_COUNTERS);
SAME(DXK_MEMORY_SHARED, DXKI_DXM_SHARED);
SAME(DXK_MEMORY_RECORDS, DXKI_DXM_RECORDS);
SAME(DXK_MEMORY_POINTER, DXKI_DXM_POINTER);
SAME(DXK_MEMORY_QUERIES, DXKI_DXM_QUERIES);
SAME(DXK_MEMORY_RAY, DXKI_DXM_RAY);
SAME(DXK_MEMORY_LANES, DXKI_DXM_LANES);
SAME(DXK_MEMORY_FEEDBACK, DXKI_DXM_FEEDBACK);
SAME(DXK_MEMORY_OUTSIDE, DXKI_DXM_OUTSIDE);

bool dxk_inst_op(const dxk_module *module, dxk_value inst, dxk_op *op)
{
    uint32_t index = dxki_view_inst(module, inst);
    uint64_t opcode = 0;
    bool makes = index && dxki_call_opcode(module, dxki_inst_get(module, index), &opcode) &&
                 opcode <= UINT32_MAX;
    *op = makes ? (dxk_op)opcode : 0;
    return makes;
}

dxk_value dxk_inst_op_operand(const dxk_module *module, dxk_value inst, uint32_t index)
{
    uint32_t at = dxki_view_inst(module, inst);
    const dxki_inst *in = dxki_inst_get(module, at);
    if (!at || !dxki_call_dxop_function(module, in))
        return 0;
    uint32_t count = dxki_call_arg_count(in);
    return count && index < count - 1 ? dxki_inst_ops(module, at)[index + 1] : 0;
}

static bool describe(const dxki_dxop_info *op, dxk_op_info *out)
{
    memset(out, 0, sizeof *out);
    if (!op || op->flags & DXKI_DXF_RESERVED)
        return false;
    const dxki_dxop_effect *effect = dxki_dxop_effect_get((dxki_dxop_kind)op->kind);
    out->op = op->opcode;
    out->name = op->name;
    out->cls = op->cls;
    out->operand_count = op->operand_count;
    out->overload_count = dxki_dxop_overload_count(op);
    out->model_minor = op->model;
    out->stages = op->stages;
    out->reads = effect->reads;
    out->writes = effect->writes;
    out->is_removable = effect->unused == DXKI_UNUSED_REMOVE;
    out->is_convergent = effect->convergence != DXKI_DXC_NONE;
    out->is_derivative = (op->flags & (DXKI_DXF_DERIV | DXKI_DXF_GRADIENT)) != 0;
    out->is_wave = (op->flags & DXKI_DXF_WAVE) != 0;
    out->is_barrier = (op->flags & DXKI_DXF_BARRIER) != 0;
    out->is_commutative = (op->flags & DXKI_DXF_COMMUTATIVE) != 0;
    return true;
}

bool dxk_op_get(dxk_op op, dxk_op_info *out)
{
    return describe(dxki_dxop_find(op), out);
}

size_t dxk_op_count(void)
{
    size_t count = 0;
    for (uint32_t row = 0; row < DXKI_DXOP_COUNT; row++)
        count += (dxki_dxop_get((dxki_dxop)row)->flags & DXKI_DXF_RESERVED) == 0;
    return count;
}

bool dxk_op_at(size_t index, dxk_op_info *out)
{
    for (uint32_t row = 0; row < DXKI_DXOP_COUNT; row++) {
        const dxki_dxop_info *op = dxki_dxop_get((dxki_dxop)row);
        if ((op->flags & DXKI_DXF_RESERVED) == 0 && index-- == 0)
            return describe(op, out);
    }
    memset(out, 0, sizeof *out);
    return false;
}

dxk_str dxk_op_operand_name(dxk_op op, uint32_t index)
{
    const dxki_dxop_info *info = dxki_dxop_find(op);
    return info ? dxki_dxop_operand_name(info, index) : (dxk_str){"", 0};
}
