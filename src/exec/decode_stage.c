/* SPDX-License-Identifier: MIT */
/* decode_stage.c - makers of the operations of graphics stages; see decode.h. */
#include "exec/decoder.h"

#include "dxil/op.h"
#include "dxk/ops.h"
#include "exec/stage.h"
#include "spec/dxil_effects.h"

static dxki_exec_fn *const handlers[] = {
    [DXK_OP_LoadInput] = dxki_exec_run_load_input,
    [DXK_OP_StoreOutput] = dxki_exec_run_store_output,
    [DXK_OP_LoadOutputControlPoint] = dxki_exec_run_load_control,
    [DXK_OP_LoadPatchConstant] = dxki_exec_run_load_patch,
    [DXK_OP_StorePatchConstant] = dxki_exec_run_store_patch,
    [DXK_OP_DomainLocation] = dxki_exec_run_location,
    [DXK_OP_OutputControlPointID] = dxki_exec_run_instance,
    [DXK_OP_GSInstanceID] = dxki_exec_run_instance,
    [DXK_OP_PrimitiveID] = dxki_exec_run_primitive,
    [DXK_OP_ViewID] = dxki_exec_run_view,
    [DXK_OP_StartVertexLocation] = dxki_exec_run_start_vertex,
    [DXK_OP_StartInstanceLocation] = dxki_exec_run_start_instance,
    [DXK_OP_Discard] = dxki_exec_run_discard,
    [DXK_OP_IsHelperLane] = dxki_exec_run_is_helper,
    [DXK_OP_Coverage] = dxki_exec_run_coverage,
    [DXK_OP_InnerCoverage] = dxki_exec_run_inner_coverage,
    [DXK_OP_SampleIndex] = dxki_exec_run_sample_index,
    [DXK_OP_RenderTargetGetSampleCount] = dxki_exec_run_target_samples,
    [DXK_OP_RenderTargetGetSamplePosition] = dxki_exec_run_target_position,
    [DXK_OP_AttributeAtVertex] = dxki_exec_run_at_vertex,
    [DXK_OP_EvalSnapped] = dxki_exec_run_at_offset,
    [DXK_OP_EvalSampleIndex] = dxki_exec_run_at_sample,
    [DXK_OP_EvalCentroid] = dxki_exec_run_at_centroid,
    [DXK_OP_EmitStream] = dxki_exec_run_emit,
    [DXK_OP_CutStream] = dxki_exec_run_cut,
    [DXK_OP_EmitThenCutStream] = dxki_exec_run_emit_cut,
    [DXK_OP_SetMeshOutputCounts] = dxki_exec_run_mesh_counts,
    [DXK_OP_EmitIndices] = dxki_exec_run_indices,
    [DXK_OP_StoreVertexOutput] = dxki_exec_run_store_vertex,
    [DXK_OP_StorePrimitiveOutput] = dxki_exec_run_store_primitive,
    [DXK_OP_DispatchMesh] = dxki_exec_run_dispatch_mesh,
};

dxki_exec_fn *dxki_exec_stage_fn(uint32_t opcode)
{
    return opcode < sizeof handlers / sizeof handlers[0] ? handlers[opcode] : NULL;
}

/* A stage has the operations that dxil_ops.def gives it. */
static bool is_of_stage(const dxki_exec_decoder *d, const dxki_dxop_info *op)
{
    dxk_shader_kind kind = d->p->info.kind;

    return dxki_exec_is_invoked(kind) && (op->stages >> kind & 1u);
}

/* Operations whose operands are a list as it is. */
bool dxki_exec_make_stage(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_inst inst = {.run = dxki_exec_stage_fn(call->op->opcode)};

    if (!is_of_stage(d, call->op))
        return dxki_exec_refuse_op(d, call->op);
    d->p->stage.at_samples |= call->op->opcode == DXK_OP_SampleIndex;
    return dxki_exec_result(d, call->inst, &inst.dst) &&
           dxki_exec_list_or_undef(d, call->args, call->count, &inst.a) &&
           dxki_exec_emit(d, &inst) && dxki_exec_flow_is_use(d, call);
}

/* No shader but those of pixels has helpers. */
bool dxki_exec_make_helper(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_inst inst = {.run = dxki_exec_stage_fn(call->op->opcode)};

    return dxki_exec_result(d, call->inst, &inst.dst) && dxki_exec_emit(d, &inst) &&
           dxki_exec_flow_is_use(d, call);
}

/* The component is a constant. */
bool dxki_exec_make_location(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_inst inst = {.run = dxki_exec_stage_fn(call->op->opcode)};
    uint64_t component;

    if (!is_of_stage(d, call->op))
        return dxki_exec_refuse_op(d, call->op);
    if (!dxki_exec_const(d, call->args[0], &component))
        return dxki_exec_refuse(d, "the component of a location must be a constant");
    inst.imm = component < 4 ? (uint32_t)component : 4;
    return dxki_exec_result(d, call->inst, &inst.dst) && dxki_exec_emit(d, &inst) &&
           dxki_exec_flow_is_use(d, call);
}

/* Which of the program's signatures an operation names an element of. Evaluations are of inputs,
 * although they count as no use of them. */
static uint32_t signature_of(const dxki_dxop_info *op)
{
    static const uint8_t signatures[] = {[DXKI_DXS_NONE] = DXK_RUN_INPUT,
                                         [DXKI_DXS_INPUT] = DXK_RUN_INPUT,
                                         [DXKI_DXS_OUTPUT] = DXK_RUN_OUTPUT,
                                         [DXKI_DXS_PATCH] = DXK_RUN_PATCH};

    return signatures[dxki_dxop_effect_get((dxki_dxop_kind)op->kind)->signature];
}

/* (element, row, column, ...): element and column are constants, the others a list. */
bool dxki_exec_make_element(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_inst inst = {.run = dxki_exec_stage_fn(call->op->opcode),
                           .aux = dxki_exec_letter(d, call->overloads->types[0])};
    dxki_value args[4];
    uint32_t count = 0;
    uint64_t id, column;

    if (!is_of_stage(d, call->op))
        return dxki_exec_refuse_op(d, call->op);
    if (!dxki_exec_const(d, call->args[0], &id) || !dxki_exec_const(d, call->args[2], &column))
        return dxki_exec_refuse(d, "the element and column of an input must be constants");
    const dxki_exec_element *e = dxki_exec_element_of(d->p, signature_of(call->op), (uint32_t)id);
    if (!e || column >= 4)
        return dxki_exec_refuse(d, "there is no such input or output");
    inst.imm = e->word + (uint32_t)column;
    inst.b = e->rows;
    inst.c = e->from->component_type;
    args[count++] = call->args[1];
    for (uint32_t n = 3; n < call->count && count < 4; n++)
        args[count++] = call->args[n];
    return dxki_exec_result(d, call->inst, &inst.dst) &&
           dxki_exec_list_or_undef(d, args, count, &inst.a) && dxki_exec_emit(d, &inst) &&
           dxki_exec_flow_is_use(d, call);
}

/* The address of the payload is known: there is nothing to run. */
bool dxki_exec_make_payload_address(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    return is_of_stage(d, call->op) || dxki_exec_refuse_op(d, call->op);
}

bool dxki_exec_make_dispatch(dxki_exec_decoder *d, const dxki_exec_call *call)
{
    dxki_exec_inst inst = {.run = dxki_exec_stage_fn(call->op->opcode)};
    dxki_exec_pointer_ref payload;

    if (!is_of_stage(d, call->op))
        return dxki_exec_refuse_op(d, call->op);
    if (!dxki_exec_pointer(d, call->args[3], &payload))
        return false;
    inst.b = payload.object_row;
    inst.imm = payload.object;
    return dxki_exec_list_or_undef(d, call->args, call->count, &inst.a) &&
           dxki_exec_emit(d, &inst) && dxki_exec_flow_is_use(d, call);
}
