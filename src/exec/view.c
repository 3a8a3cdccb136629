/* SPDX-License-Identifier: MIT */
/*
 * view.c - what a view covers: preparing it, its dimensions, bytes of buffers.
 */
#include "exec/view.h"
#include <string.h>
#include "exec/kinds.h"

static const dxki_exec_kind kinds[] = {
    [DXK_RESOURCE_KIND_TEXTURE1D] = {1, false, false, true, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE2D] = {2, false, false, true, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE2DMS] = {2, false, false, false, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE3D] = {3, false, false, true, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE_CUBE] = {2, false, true, true, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE1D_ARRAY] = {1, true, false, true, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE2D_ARRAY] = {2, true, false, true, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY] = {2, true, false, false, true, false, true},
    [DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY] = {2, true, true, true, true, false, true},
    [DXK_RESOURCE_KIND_TYPED_BUFFER] = {1, false, false, false, false, true, true},
    [DXK_RESOURCE_KIND_RAW_BUFFER] = {1, false, false, false, false, true, false},
    [DXK_RESOURCE_KIND_STRUCTURED_BUFFER] = {1, false, false, false, false, true, false},
    [DXK_RESOURCE_KIND_CBUFFER] = {1, false, false, false, false, true, false},
    [DXK_RESOURCE_KIND_TBUFFER] = {1, false, false, false, false, true, false},
};

const dxki_exec_kind *dxki_exec_kind_get(uint32_t kind)
{
    return &kinds[kind < sizeof kinds / sizeof kinds[0] ? kind : 0];
}

/* --- preparing --- */

static uint32_t at_least_one(uint32_t value)
{
    return value ? value : 1;
}

static uint32_t shrink(uint32_t size, uint32_t mip)
{
    return mip < 32 ? at_least_one(size >> mip) : 1;
}

/* Adds and multiplies sizes; UINT64_MAX stands for everything that is too large. */
static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* Bytes of an element: the step of indices of a buffer. */
static uint32_t step_of(const dxki_exec_view *view)
{
    switch (view->kind) {
    case DXK_RESOURCE_KIND_TYPED_BUFFER:
        return view->layout.size;
    case DXK_RESOURCE_KIND_STRUCTURED_BUFFER:
        return view->stride;
    case DXK_RESOURCE_KIND_CBUFFER:
        return 256;
    case DXK_RESOURCE_KIND_TBUFFER:
        return 16;
    default:
        return 4;
    }
}

static bool counts_bytes(const dxki_exec_view *view)
{
    return view->kind == DXK_RESOURCE_KIND_RAW_BUFFER || view->kind == DXK_RESOURCE_KIND_CBUFFER ||
           view->kind == DXK_RESOURCE_KIND_TBUFFER;
}

static dxki_exec_fault prepare_buffer(dxki_exec_view *view)
{
    uint32_t step = step_of(view);

    if (!step)
        return DXKI_FAULT_STRIDE;
    uint64_t start = multiply(view->first, step);
    if (start > view->memory_size)
        return DXKI_FAULT_RANGE;
    view->base = view->memory + start;
    view->size = view->memory_size - start;
    if (view->elements != UINT32_MAX) {
        uint64_t wanted = multiply(view->elements, step);
        if (wanted > view->size && view->kind != DXK_RESOURCE_KIND_CBUFFER)
            return DXKI_FAULT_RANGE;
        view->size = wanted < view->size ? wanted : view->size;
    }
    uint64_t count = counts_bytes(view) ? view->size : view->size / step;
    view->count = count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
    return DXKI_FAULT_NONE;
}

/* Bytes of one level, and how its rows and planes follow each other. */
static uint64_t measure_level(const dxki_exec_view *view, dxki_exec_level *level)
{
    const dxki_exec_format *layout = &view->layout;
    uint64_t columns = ((uint64_t)level->width + layout->block_x - 1) / layout->block_x;
    uint64_t rows = ((uint64_t)level->height + layout->block_y - 1) / layout->block_y;

    level->row = multiply(columns, (uint64_t)layout->size * view->sample_count);
    level->plane = multiply(level->row, rows);
    return multiply(level->plane, level->depth);
}

/* How many slices the view has, from its first on; 0: they are not there. */
static uint32_t part_of(uint32_t count, uint32_t first, uint32_t wanted)
{
    if (first >= count)
        return 0;
    wanted = wanted == 0 || wanted == UINT32_MAX ? count - first : wanted;
    return wanted <= count - first ? wanted : 0;
}

static dxki_exec_fault prepare_texture(dxki_exec_view *view)
{
    const dxki_exec_kind *kind = dxki_exec_kind_get(view->kind);
    uint32_t mips = kind->has_mips ? at_least_one(view->mips) : 1;
    uint32_t slices = view->slices ? view->slices : kind->is_cube ? 6 : 1;

    view->sample_count = kind->has_mips ? 1 : at_least_one(view->samples);
    view->slice_count = part_of(slices, view->first_slice, view->view_slices);
    view->level_count = part_of(mips, view->first_mip, view->view_mips);
    if (mips > DXKI_EXEC_MAX_MIPS || !view->slice_count || !view->level_count ||
        (!kind->is_array && view->slice_count != (kind->is_cube ? 6u : 1u)) ||
        (kind->is_cube && (view->slice_count % 6 || view->width != view->height)) || !view->width ||
        view->sample_count > 32)
        return DXKI_FAULT_RANGE;
    view->slice_size = 0;
    for (uint32_t mip = 0; mip < mips; mip++) {
        dxki_exec_level level = {
            .width = shrink(view->width, mip),
            .height = kind->axes > 1 ? shrink(view->height, mip) : 1,
            .depth = kind->axes > 2 ? shrink(view->depth, mip) : 1,
            .offset = view->slice_size,
        };
        view->slice_size = add(view->slice_size, measure_level(view, &level));
        if (mip >= view->first_mip && mip - view->first_mip < view->level_count)
            view->level[mip - view->first_mip] = level;
    }
    if (multiply(view->slice_size, slices) > view->memory_size)
        return DXKI_FAULT_RANGE;
    view->base = view->memory + view->first_slice * view->slice_size;
    view->size = view->slice_count * view->slice_size;
    view->count = view->slice_count;
    return DXKI_FAULT_NONE;
}

/* True if the format suits the kind; a view that is written needs typed stores. */
static bool can_have_format(const dxki_exec_view *view)
{
    unsigned uses = view->layout.uses;
    bool is_buffer = view->kind == DXK_RESOURCE_KIND_TYPED_BUFFER;

    if (view->resource_class == DXK_RESOURCE_CLASS_UAV && !(uses & DXKI_USE_STORE))
        return false;
    return uses & (is_buffer ? DXKI_USE_BUFFER : DXKI_USE_TEXTURE | DXKI_USE_TARGET);
}

dxki_exec_fault dxki_exec_view_prepare(dxki_exec_view *view)
{
    const dxki_exec_kind *kind = dxki_exec_kind_get(view->kind);
    dxki_exec_fault fault = DXKI_FAULT_NONE;

    if (kind->has_format &&
        (!dxki_exec_format_get(view->format, &view->layout) || !can_have_format(view)))
        fault = DXKI_FAULT_FORMAT;
    else if (kind->is_buffer)
        fault = view->memory ? prepare_buffer(view) : DXKI_FAULT_NULL;
    else if (kind->is_texture)
        fault = view->memory ? prepare_texture(view) : DXKI_FAULT_NULL;
    else if (view->kind != DXK_RESOURCE_KIND_SAMPLER)
        fault = DXKI_FAULT_KIND;
    if (fault)
        memset(view, 0, sizeof *view);
    return fault;
}

/* --- dimensions --- */

void dxki_exec_view_dimensions(const dxki_exec_view *view, uint32_t mip, uint32_t out[4])
{
    const dxki_exec_kind *kind = dxki_exec_kind_get(view->kind);
    uint32_t at = 0;

    memset(out, 0, 4 * sizeof *out);
    if (kind->is_buffer) {
        out[0] = view->count;
        return;
    }
    if (!kind->is_texture)
        return;
    if (!kind->has_mips || mip < view->level_count) {
        const dxki_exec_level *level = &view->level[kind->has_mips ? mip : 0];
        const uint32_t sizes[3] = {level->width, level->height, level->depth};
        for (; at < kind->axes; at++)
            out[at] = sizes[at];
        if (kind->is_array)
            out[at] = view->slice_count / (kind->is_cube ? 6 : 1);
    }
    out[3] = kind->has_mips ? view->level_count : view->sample_count;
}

/* --- bytes of buffers --- */

dxki_exec_fault dxki_exec_view_blame(const dxki_exec_view *view, uint32_t index)
{
    if (dxki_exec_view_is_null(view))
        return DXKI_FAULT_NULL;
    if (view->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        return index < view->count ? DXKI_FAULT_STRIDE : DXKI_FAULT_RANGE;
    return counts_bytes(view) ? DXKI_FAULT_RANGE : DXKI_FAULT_KIND;
}
