/* SPDX-License-Identifier: MIT */
/* bind_api.c - <dxk/run.h>: binding memory and samplers to a run. */
#include <string.h>
#include "base/diag.h"
#include "exec/program.h"
#include "exec/sampler.h"
#include "spec/reader_rules.h"

#define TILE 65536u /* bytes of a tile of a tiled resource */

/* --- views --- */

static const char *const reasons[] = {
    [DXKI_FAULT_NULL] = "it has no memory",
    [DXKI_FAULT_KIND] = "its kind cannot be bound",
    [DXKI_FAULT_RANGE] = "its sizes exceed its memory or are inconsistent",
    [DXKI_FAULT_STRIDE] = "its elements have no size",
    [DXKI_FAULT_FORMAT] = "its kind cannot have its format",
};

static uint32_t all_if_zero(uint32_t count)
{
    return count ? count : DXK_RUN_ALL;
}

/* Prepares what the caller describes; of the kind INVALID it is the null view. */
static dxk_status make_view(dxk_ctx *ctx, uint32_t cls, const dxk_run_view *from,
                            dxki_exec_view *view)
{
    *view = (dxki_exec_view){
        .memory = from->data,
        .memory_size = from->size,
        .resource_class = (uint8_t)cls,
        .kind = (uint8_t)from->kind,
        .format = (uint8_t)from->format,
        .stride = from->stride,
        .first = from->first,
        .elements = all_if_zero(from->count),
        .counter = from->counter,
        .width = from->width,
        .height = from->height,
        .depth = from->depth,
        .slices = from->slices,
        .mips = from->mips,
        .samples = from->samples,
        .first_mip = from->first_mip,
        .view_mips = from->view_mips,
        .first_slice = from->first_slice,
        .view_slices = from->view_slices,
        .mapped = from->is_tiled ? (uint64_t)from->mapped_tiles * TILE : UINT64_MAX,
    };
    if (from->kind == DXK_RESOURCE_KIND_INVALID)
        return DXK_OK;
    dxki_exec_fault fault = DXKI_FAULT_KIND;
    if (from->kind != DXK_RESOURCE_KIND_SAMPLER && (uint32_t)from->kind <= UINT8_MAX)
        fault = from->format <= UINT8_MAX ? dxki_exec_view_prepare(view) : DXKI_FAULT_FORMAT;
    if (!fault)
        return DXK_OK;
    return DXKI_REPORT(ctx, DXKI_RULE_RUN_VIEW, dxki_nowhere(), NULL,
                       dxki_text(dxki_str(reasons[fault])));
}

/* The resource that the program declares at a register; NULL: none. */
static const dxk_run_resource *declared_at(const dxk_run *run, dxk_resource_class cls,
                                           uint32_t space, uint32_t index)
{
    const dxk_run_program *p = run->program;

    for (size_t i = 0; i < p->info.resource_count; i++) {
        const dxk_run_resource *r = &p->resources[i];
        if (r->cls == cls && r->space == space && index - r->first < r->count)
            return r;
    }
    return NULL;
}

/* Takes the kind of a view that has memory but no kind from what the program declares; without that, only
 * constant buffers are known by their class. */
static dxk_status complete_view(dxk_ctx *ctx, dxk_resource_class cls,
                                const dxk_run_resource *declared, dxk_run_view *view)
{
    if (view->kind != DXK_RESOURCE_KIND_INVALID || !view->data)
        return DXK_OK;
    if (cls == DXK_RESOURCE_CLASS_CBUFFER)
        view->kind = DXK_RESOURCE_KIND_CBUFFER;
    else if (declared)
        view->kind = declared->kind;
    else
        return DXKI_REPORT(ctx, DXKI_RULE_RUN_VIEW, dxki_nowhere(), NULL,
                           dxki_text(dxki_str("it has memory but no kind")));
    if (!view->stride && declared)
        view->stride = declared->stride;
    return DXK_OK;
}

static dxk_status bind_view(dxk_run *run, dxki_exec_where where, dxk_resource_class cls,
                            uint32_t space, uint32_t index, const dxk_run_view *from)
{
    dxki_exec_view view;

    if ((unsigned)cls >= DXK_RESOURCE_CLASS_SAMPLER)
        return DXK_E_ARGUMENT;
    dxk_status status = make_view(run->ctx, cls, from, &view);
    if (status)
        return status;
    return dxki_exec_bind(&run->bindings, where, space, index, &view) ? DXK_OK
                                                                      : dxki_nomem(run->ctx);
}

dxk_status dxk_run_bind(dxk_run *run, dxk_resource_class cls, uint32_t space, uint32_t index,
                        const dxk_run_view *view)
{
    dxk_run_view own = *view;
    dxk_status status = complete_view(run->ctx, cls, declared_at(run, cls, space, index), &own);

    return status ? status : bind_view(run, (dxki_exec_where)cls, cls, space, index, &own);
}

dxk_status dxk_run_heap_set(dxk_run *run, uint32_t slot, dxk_resource_class cls,
                            const dxk_run_view *view)
{
    dxk_run_view own = *view;
    dxk_status status = complete_view(run->ctx, cls, NULL, &own);

    return status ? status : bind_view(run, DXKI_AT_RESOURCE_HEAP, cls, 0, slot, &own);
}

/* --- samplers --- */

static uint32_t clamp(uint32_t value, uint32_t least, uint32_t most)
{
    return value < least ? least : value > most ? most : value;
}

static dxk_status bind_sampler(dxk_run *run, dxki_exec_where where, uint32_t space, uint32_t index,
                               const dxk_run_sampler *from)
{
    dxki_exec_view view = {
        .resource_class = DXK_RESOURCE_CLASS_SAMPLER,
        .kind = DXK_RESOURCE_KIND_SAMPLER,
    };
    dxki_exec_sampler *s = &view.sampler;

    dxki_exec_sampler_filter(s, from->filter);
    for (unsigned i = 0; i < 3; i++)
        s->address[i] = from->address[i] ? (uint8_t)from->address[i] : DXK_ADDRESS_MODE_CLAMP;
    s->comparison =
        (uint8_t)clamp(from->comparison, DXK_COMPARISON_FUNC_NEVER, DXK_COMPARISON_FUNC_ALWAYS);
    s->max_anisotropy = (uint8_t)clamp(from->max_anisotropy, 1, 16);
    s->bias = from->mip_bias;
    s->min_lod = from->min_lod;
    s->max_lod = from->max_lod;
    memcpy(s->border, from->border, sizeof s->border);
    return dxki_exec_bind(&run->bindings, where, space, index, &view) ? DXK_OK
                                                                      : dxki_nomem(run->ctx);
}

dxk_status dxk_run_bind_sampler(dxk_run *run, uint32_t space, uint32_t index,
                                const dxk_run_sampler *sampler)
{
    return bind_sampler(run, DXKI_AT_SAMPLER, space, index, sampler);
}

dxk_status dxk_run_heap_set_sampler(dxk_run *run, uint32_t slot, const dxk_run_sampler *sampler)
{
    return bind_sampler(run, DXKI_AT_SAMPLER_HEAP, 0, slot, sampler);
}

/* --- root signatures --- */

dxk_status dxk_run_root_signature(dxk_run *run, dxk_bytes rts0)
{
    return dxki_exec_bind_signature(&run->bindings, rts0, run->program->info.kind);
}

size_t dxk_run_root_parameter_count(const dxk_run *run)
{
    const dxk_root_signature *signature = run->bindings.signature;
    return signature ? signature->header.parameter_count : 0;
}

/* A parameter; NULL: there is none of that number. */
static const dxk_root_parameter *parameter_at(const dxk_run *run, uint32_t number)
{
    return number < dxk_run_root_parameter_count(run) ? &run->bindings.signature->parameters[number]
                                                      : NULL;
}

dxk_status dxk_run_root_constants(dxk_run *run, uint32_t parameter, dxk_bytes values)
{
    const dxk_root_parameter *p = parameter_at(run, parameter);
    dxki_exec_bindings *b = &run->bindings;

    if (!p || p->header.type != DXK_RS_PARAMETER_TYPE_CONSTANTS)
        return DXK_E_ARGUMENT;
    const dxk_rs_constants *constants = &p->as.constants;
    if (values.size > 4 * (uint64_t)constants->value_count || values.size > 65536)
        return DXK_E_ARGUMENT;
    uint8_t *copy = dxki_arena_zalloc(
        &b->arena, constants->value_count < 16384 ? constants->value_count : 16384, 4);
    if (!copy)
        return dxki_nomem(run->ctx);
    if (values.size)
        memcpy(copy, values.data, values.size);
    dxk_run_view view = {
        .kind = DXK_RESOURCE_KIND_CBUFFER,
        .data = copy,
        .size = clamp(constants->value_count, 0, 16384) * (uint64_t)4,
    };
    return bind_view(run, DXKI_AT_CBV, DXK_RESOURCE_CLASS_CBUFFER, constants->register_space,
                     constants->shader_register, &view);
}

dxk_status dxk_run_root_descriptor(dxk_run *run, uint32_t parameter, const dxk_run_view *view)
{
    static const uint8_t classes[] = {
        [DXK_RS_PARAMETER_TYPE_CBV] = DXK_RESOURCE_CLASS_CBUFFER,
        [DXK_RS_PARAMETER_TYPE_SRV] = DXK_RESOURCE_CLASS_SRV,
        [DXK_RS_PARAMETER_TYPE_UAV] = DXK_RESOURCE_CLASS_UAV,
    };
    const dxk_root_parameter *p = parameter_at(run, parameter);

    if (!p || p->header.type < DXK_RS_PARAMETER_TYPE_CBV ||
        p->header.type > DXK_RS_PARAMETER_TYPE_UAV)
        return DXK_E_ARGUMENT;
    dxk_resource_class cls = (dxk_resource_class)classes[p->header.type];
    const dxk_rs_descriptor *d = &p->as.descriptor;
    const dxk_run_resource *declared = declared_at(run, cls, d->register_space, d->shader_register);
    dxk_run_view own = *view;
    if (declared && (own.kind != DXK_RESOURCE_KIND_INVALID || own.data)) {
        own.kind = declared->kind;
        own.stride = declared->stride;
    }
    return bind_view(run, (dxki_exec_where)cls, cls, d->register_space, d->shader_register, &own);
}

dxk_status dxk_run_root_table(dxk_run *run, uint32_t parameter, uint32_t slot)
{
    const dxk_root_parameter *p = parameter_at(run, parameter);

    if (!p || p->header.type != DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE)
        return DXK_E_ARGUMENT;
    run->bindings.tables[parameter] = (dxki_exec_table){true, slot};
    return DXK_OK;
}
