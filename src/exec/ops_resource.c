/* SPDX-License-Identifier: MIT */
/* ops_resource.c - the table of operations on resources, and what their handlers share. */
#include "exec/ops_resource.h"
#include "dxk/ops.h"
#include "exec/math.h"
#include "exec/program.h"

static dxki_exec_fn *const handlers[] = {
    [DXK_OP_CreateHandle] = dxki_exec_run_create_handle,
    [DXK_OP_CreateHandleForLib] = dxki_exec_run_handle_for_lib,
    [DXK_OP_CreateHandleFromBinding] = dxki_exec_run_handle_from_binding,
    [DXK_OP_CreateHandleFromHeap] = dxki_exec_run_handle_from_heap,
    [DXK_OP_AnnotateHandle] = dxki_exec_run_annotate_handle,
    [DXK_OP_CBufferLoad] = dxki_exec_run_cbuffer_load,
    [DXK_OP_CBufferLoadLegacy] = dxki_exec_run_cbuffer_load_row,
    [DXK_OP_BufferLoad] = dxki_exec_run_buffer_load,
    [DXK_OP_BufferStore] = dxki_exec_run_buffer_store,
    [DXK_OP_RawBufferLoad] = dxki_exec_run_raw_load,
    [DXK_OP_RawBufferStore] = dxki_exec_run_raw_store,
    [DXK_OP_RawBufferVectorLoad] = dxki_exec_run_vector_load,
    [DXK_OP_RawBufferVectorStore] = dxki_exec_run_vector_store,
    [DXK_OP_BufferUpdateCounter] = dxki_exec_run_counter,
    [DXK_OP_AtomicBinOp] = dxki_exec_run_atomic,
    [DXK_OP_AtomicCompareExchange] = dxki_exec_run_atomic_compare,
    [DXK_OP_CheckAccessFullyMapped] = dxki_exec_run_fully_mapped,
    [DXK_OP_GetDimensions] = dxki_exec_run_dimensions,
    [DXK_OP_TextureLoad] = dxki_exec_run_texture_load,
    [DXK_OP_TextureStore] = dxki_exec_run_texture_store,
    [DXK_OP_TextureStoreSample] = dxki_exec_run_texture_store,
    [DXK_OP_Texture2DMSGetSamplePosition] = dxki_exec_run_sample_position,
    [DXK_OP_Sample] = dxki_exec_run_sample,
    [DXK_OP_SampleBias] = dxki_exec_run_sample,
    [DXK_OP_SampleLevel] = dxki_exec_run_sample,
    [DXK_OP_SampleGrad] = dxki_exec_run_sample,
    [DXK_OP_SampleCmp] = dxki_exec_run_sample,
    [DXK_OP_SampleCmpLevelZero] = dxki_exec_run_sample,
    [DXK_OP_SampleCmpLevel] = dxki_exec_run_sample,
    [DXK_OP_SampleCmpGrad] = dxki_exec_run_sample,
    [DXK_OP_SampleCmpBias] = dxki_exec_run_sample,
    [DXK_OP_TextureGather] = dxki_exec_run_gather,
    [DXK_OP_TextureGatherCmp] = dxki_exec_run_gather,
    [DXK_OP_TextureGatherRaw] = dxki_exec_run_gather,
    [DXK_OP_CalculateLOD] = dxki_exec_run_lod,
    [DXK_OP_WriteSamplerFeedback] = dxki_exec_run_feedback,
    [DXK_OP_WriteSamplerFeedbackBias] = dxki_exec_run_feedback,
    [DXK_OP_WriteSamplerFeedbackLevel] = dxki_exec_run_feedback,
    [DXK_OP_WriteSamplerFeedbackGrad] = dxki_exec_run_feedback,
};

dxki_exec_fn *dxki_exec_resource_fn(uint32_t opcode, char overload)
{
    (void)overload; /* handlers look at the letter of the instruction */
    return opcode < sizeof handlers / sizeof handlers[0] ? handlers[opcode] : NULL;
}

uint64_t dxki_exec_undef(const dxki_exec_wave *w)
{
    uint32_t bits = w->program->options.undef;
    return (uint64_t)bits << 32 | bits;
}

/* True if all active lanes have the same number. */
static bool all_have(const dxki_exec_wave *w, const uint32_t *row, uint32_t number)
{
    uint32_t differs = 0;

    for (uint32_t lane = 0; lane < w->lanes; lane++)
        differs |= (row[lane] ^ number) & w->active[lane];
    return !differs;
}

bool dxki_exec_common(const dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t n,
                      uint32_t *number)
{
    const uint32_t *row = dxki_exec_given(w, i, n);

    if (dxki_exec_mask_is_empty(&w->mask))
        return false;
    *number = row ? row[dxki_exec_mask_first(&w->mask)] : 0;
    return !row || (w->in_step && i->c >> n & 1) || all_have(w, row, *number);
}

const dxki_exec_view *dxki_exec_common_view(const dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t handle;
    return dxki_exec_common(w, i, 0, &handle) ? dxki_exec_view_of(w->views, handle) : NULL;
}

uint32_t dxki_exec_letter_bytes(uint32_t letter)
{
    switch (letter) {
    case 'h':
    case 'w':
        return 2;
    case 'd':
    case 'l':
        return 8;
    default:
        return 4;
    }
}

uint32_t dxki_exec_narrow(uint32_t bits, bool is_int, uint32_t letter)
{
    if (letter != 'h' && letter != 'w')
        return bits;
    return is_int ? bits & 0xFFFFu : dxki_exec_f32_to_f16(bits);
}

uint32_t dxki_exec_widen(uint32_t value, uint8_t coding, uint32_t letter)
{
    if (letter != 'h' && letter != 'w')
        return value;
    if (coding == DXKI_CODING_SINT)
        return ((value & 0xFFFFu) ^ 0x8000u) - 0x8000u;
    return coding == DXKI_CODING_UINT ? value & 0xFFFFu : dxki_exec_f16_to_f32((uint16_t)value);
}

/* --- findings --- */

static void blame_range(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                        const dxki_exec_view *view, uint64_t index)
{
    bool is_cbuffer = view->resource_class == DXK_RESOURCE_CLASS_CBUFFER;
    bool elements = view->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER ||
                    view->kind == DXK_RESOURCE_KIND_TYPED_BUFFER;
    bool bytes = is_cbuffer || view->kind == DXK_RESOURCE_KIND_RAW_BUFFER ||
                 view->kind == DXK_RESOURCE_KIND_TBUFFER;

    dxki_exec_finding_in(w, is_cbuffer ? DXKI_FOUND_OOB_CBUFFER : DXKI_FOUND_OOB_RESOURCE, i, lane,
                         view,
                         elements ? DXK_RUN_UNIT_ELEMENTS
                         : bytes  ? DXK_RUN_UNIT_BYTES
                                  : DXK_RUN_UNIT_NONE,
                         index, view->count);
}

void dxki_exec_blame(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                     const dxki_exec_view *view, dxki_exec_fault fault, uint64_t index)
{
    switch (fault) {
    case DXKI_FAULT_RANGE:
        blame_range(w, i, lane, view, index);
        break;
    case DXKI_FAULT_STRIDE:
        dxki_exec_finding_in(w, DXKI_FOUND_OOB_RESOURCE, i, lane, view, DXK_RUN_UNIT_MEMBER, index,
                             view->stride);
        break;
    case DXKI_FAULT_KIND:
        dxki_exec_finding_in(w, DXKI_FOUND_BIND_KIND, i, lane, view, DXK_RUN_UNIT_NONE, view->kind,
                             DXK_RESOURCE_KIND_INVALID);
        break;
    case DXKI_FAULT_FORMAT:
        dxki_exec_finding_in(w, DXKI_FOUND_BIND_FORMAT, i, lane, view, DXK_RUN_UNIT_NONE,
                             view->format, DXK_COMPONENT_TYPE_INVALID);
        break;
    default: /* what is not bound was told where the handle was made */
        break;
    }
}

void dxki_exec_check_align(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane,
                           const dxki_exec_view *view, uint64_t at, uint32_t align)
{
    if (align && at % align)
        dxki_exec_finding_in(w, DXKI_FOUND_ALIGN_RAW, i, lane, view, DXK_RUN_UNIT_BYTES, at, align);
}
