/* SPDX-License-Identifier: MIT */
/*
 * resources.c - the bindings of a module, as D3D12_SHADER_INPUT_BIND_DESC has them.
 */
#include "reflect/reflect.h"
#include "base/count.h"
#include "spec/d3d.h"

/* By dxk_resource_kind: input types of a view that is read and of one that is written, dimension.
 */
typedef struct kind {
    uint8_t srv, uav, dimension;
} kind;

#define NONE 0xff /* D3D has no input type for it */
#define TEXTURE(dimension)                                                                         \
    {                                                                                              \
        DXKI_D3D_SIT_TEXTURE, DXKI_D3D_SIT_UAV_RWTYPED, DXKI_D3D_DIMENSION_##dimension             \
    }

static const kind kinds[] = {
    [DXK_RESOURCE_KIND_INVALID] = {NONE, NONE, 0},
    [DXK_RESOURCE_KIND_TEXTURE1D] = TEXTURE(TEXTURE1D),
    [DXK_RESOURCE_KIND_TEXTURE2D] = TEXTURE(TEXTURE2D),
    [DXK_RESOURCE_KIND_TEXTURE2DMS] = TEXTURE(TEXTURE2DMS),
    [DXK_RESOURCE_KIND_TEXTURE3D] = TEXTURE(TEXTURE3D),
    [DXK_RESOURCE_KIND_TEXTURE_CUBE] = TEXTURE(TEXTURECUBE),
    [DXK_RESOURCE_KIND_TEXTURE1D_ARRAY] = TEXTURE(TEXTURE1DARRAY),
    [DXK_RESOURCE_KIND_TEXTURE2D_ARRAY] = TEXTURE(TEXTURE2DARRAY),
    [DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY] = TEXTURE(TEXTURE2DMSARRAY),
    [DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY] = TEXTURE(TEXTURECUBEARRAY),
    [DXK_RESOURCE_KIND_TYPED_BUFFER] = TEXTURE(BUFFER),
    [DXK_RESOURCE_KIND_RAW_BUFFER] = {DXKI_D3D_SIT_BYTEADDRESS, DXKI_D3D_SIT_UAV_RWBYTEADDRESS,
                                      DXKI_D3D_DIMENSION_BUFFER},
    [DXK_RESOURCE_KIND_STRUCTURED_BUFFER] = {DXKI_D3D_SIT_STRUCTURED, DXKI_D3D_SIT_UAV_RWSTRUCTURED,
                                             DXKI_D3D_DIMENSION_BUFFER},
    [DXK_RESOURCE_KIND_CBUFFER] = {DXKI_D3D_SIT_CBUFFER, DXKI_D3D_SIT_CBUFFER, 0},
    [DXK_RESOURCE_KIND_SAMPLER] = {DXKI_D3D_SIT_SAMPLER, DXKI_D3D_SIT_SAMPLER, 0},
    [DXK_RESOURCE_KIND_TBUFFER] = {DXKI_D3D_SIT_TBUFFER, DXKI_D3D_SIT_TBUFFER, 0},
    [DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE] = {DXKI_D3D_SIT_RTACCELERATIONSTRUCTURE,
                                                     DXKI_D3D_SIT_RTACCELERATIONSTRUCTURE, 0},
    [DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D] = {DXKI_D3D_SIT_UAV_FEEDBACKTEXTURE,
                                              DXKI_D3D_SIT_UAV_FEEDBACKTEXTURE,
                                              DXKI_D3D_DIMENSION_TEXTURE2D},
    [DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY] = {DXKI_D3D_SIT_UAV_FEEDBACKTEXTURE,
                                                    DXKI_D3D_SIT_UAV_FEEDBACKTEXTURE,
                                                    DXKI_D3D_DIMENSION_TEXTURE2DARRAY},
};

static const kind *kind_of(uint32_t number)
{
    return &kinds[number < DXKI_COUNT(kinds) ? number : 0];
}

static bool is_view(const dxki_dxil_resource *res)
{
    return res->cls == DXK_RESOURCE_CLASS_SRV || res->cls == DXK_RESOURCE_CLASS_UAV;
}

static uint32_t input_type(const dxki_dxil_resource *res)
{
    const kind *k = kind_of(res->kind);
    const bool is_uav = res->cls == DXK_RESOURCE_CLASS_UAV;

    if (is_uav && res->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER && res->has_counter)
        return DXKI_D3D_SIT_UAV_RWSTRUCTURED_WITH_COUNTER;
    uint8_t type = is_uav ? k->uav : k->srv;
    return type == NONE ? UINT32_MAX : type;
}

static uint32_t return_type(const dxki_dxil_resource *res)
{
    if (!is_view(res) || res->kind == DXK_RESOURCE_KIND_TBUFFER)
        return 0;
    switch (res->extra.element_type) {
    case DXK_COMPONENT_TYPE_F64:
        return DXKI_D3D_RETURN_TYPE_DOUBLE;
    case DXK_COMPONENT_TYPE_UNORM_F16:
    case DXK_COMPONENT_TYPE_UNORM_F32:
    case DXK_COMPONENT_TYPE_UNORM_F64:
        return DXKI_D3D_RETURN_TYPE_UNORM;
    case DXK_COMPONENT_TYPE_SNORM_F16:
    case DXK_COMPONENT_TYPE_SNORM_F32:
    case DXK_COMPONENT_TYPE_SNORM_F64:
        return DXKI_D3D_RETURN_TYPE_SNORM;
    case DXK_COMPONENT_TYPE_I16:
    case DXK_COMPONENT_TYPE_I32:
    case DXK_COMPONENT_TYPE_I64:
        return DXKI_D3D_RETURN_TYPE_SINT;
    case DXK_COMPONENT_TYPE_U16:
    case DXK_COMPONENT_TYPE_U32:
    case DXK_COMPONENT_TYPE_U64:
        return DXKI_D3D_RETURN_TYPE_UINT;
    case DXK_COMPONENT_TYPE_F16:
    case DXK_COMPONENT_TYPE_F32:
        return DXKI_D3D_RETURN_TYPE_FLOAT;
    default:
        return DXKI_D3D_RETURN_TYPE_MIXED;
    }
}

/* Kinds whose components are told: textures without feedback, and typed buffers. */
static bool is_typed(uint32_t number)
{
    return number >= DXK_RESOURCE_KIND_TEXTURE1D && number <= DXK_RESOURCE_KIND_TYPED_BUFFER;
}

/* Number of components that a typed resource returns, less one, in two flags. */
static uint32_t component_flags(const dxki_reflect_run *x, const dxki_dxil_resource *res)
{
    dxki_type element = dxki_type_element(x->m, dxki_dxil_resource_type(x->m, res), 0);

    if (dxki_type_kind_of(x->m, element) != DXKI_T_VECTOR)
        return 0;
    switch (dxki_type_count(x->m, element)) {
    case 2:
        return DXKI_D3D_SIF_TEXTURE_COMPONENT_0;
    case 3:
        return DXKI_D3D_SIF_TEXTURE_COMPONENT_1;
    case 4:
        return DXKI_D3D_SIF_TEXTURE_COMPONENT_0 | DXKI_D3D_SIF_TEXTURE_COMPONENT_1;
    default:
        return 0;
    }
}

static uint32_t input_flags(const dxki_reflect_run *x, const dxki_dxil_resource *res)
{
    static const uint32_t comparison = 1; /* kind of a sampler */

    if (res->cls == DXK_RESOURCE_CLASS_CBUFFER)
        return DXKI_D3D_SIF_USERPACKED;
    if (is_view(res) && is_typed(res->kind))
        return component_flags(x, res);
    if (is_view(res) && res->kind == DXK_RESOURCE_KIND_TBUFFER)
        return DXKI_D3D_SIF_USERPACKED;
    return res->cls == DXK_RESOURCE_CLASS_SAMPLER && res->sampler_kind == comparison
               ? DXKI_D3D_SIF_COMPARISON_SAMPLER
               : 0;
}

static uint32_t sample_count(dxki_reflect_run *x, const dxki_dxil_resource *res)
{
    if (!is_view(res) || res->sample_count)
        return is_view(res) ? res->sample_count : 0;
    switch (res->kind) {
    case DXK_RESOURCE_KIND_STRUCTURED_BUFFER:
        return dxki_reflect_element_size(x, res);
    case DXK_RESOURCE_KIND_RAW_BUFFER:
    case DXK_RESOURCE_KIND_TBUFFER:
    case DXK_RESOURCE_KIND_TEXTURE2DMS:
    case DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY:
        return 0;
    default:
        return UINT32_MAX;
    }
}

static void describe(dxki_reflect_run *x, const dxki_dxil_resource *res, dxk_reflect_binding *out)
{
    out->name = res->name;
    out->type = input_type(res);
    out->bind_point = res->lower_bound;
    out->bind_count = res->range_size;
    /* As in FXC, unbounded ranges of other classes than constant buffers have no registers. */
    if (res->range_size == UINT32_MAX && res->cls != DXK_RESOURCE_CLASS_CBUFFER)
        out->bind_count = 0;
    out->flags = input_flags(x, res);
    out->return_type = return_type(res);
    out->dimension = kind_of(res->kind)->dimension;
    out->num_samples = sample_count(x, res);
    out->space = res->space;
    out->id = res->id;
}

void dxki_reflect_bindings(dxki_reflect_run *x)
{
    static const uint8_t order[] = {DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_SAMPLER,
                                    DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_CLASS_UAV};
    uint64_t count = 0;

    for (size_t i = 0; i < sizeof order; i++)
        count += x->d->resources[order[i]].count;
    dxk_reflect_binding *bindings = DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_binding, count);
    if (!bindings)
        return;
    x->r->data.bindings = bindings;
    for (size_t i = 0; i < sizeof order; i++) {
        const dxki_dxil_list *list = &x->d->resources[order[i]];
        for (uint32_t k = 0; k < list->count; k++)
            describe(x, list->items[k], &bindings[x->r->data.binding_count++]);
    }
}
