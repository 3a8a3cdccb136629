/* SPDX-License-Identifier: MIT */
/*
 * needs.c - see needs.h. An input layout is needed for vertices, whose elements are all inputs but
 * those that the input assembler counts.
 * Source: Direct3D 12, D3D12_ROOT_SIGNATURE_FLAGS; HLSL_SM_6_6_DynamicResources.md.
 */
#include "match/needs.h"

#include "base/count.h"

#define NO_REGISTER UINT32_MAX

enum { NAME_VERTEX_ID = 6, NAME_INSTANCE_ID = 8 }; /* D3D_NAME */

static const dxki_match_need needs[] = {
    {DXK_RS_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT, "ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT",
     "has inputs that come from an input layout"},
    {DXK_RS_FLAG_CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED, "CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED",
     "makes resources from the descriptor heap"},
    {DXK_RS_FLAG_SAMPLER_HEAP_DIRECTLY_INDEXED, "SAMPLER_HEAP_DIRECTLY_INDEXED",
     "makes samplers from the descriptor heap"}};

const dxki_match_need *dxki_match_need_get(size_t i)
{
    return i < DXKI_COUNT(needs) ? &needs[i] : NULL;
}

static bool fetches_vertices(const dxk_reflect *shader)
{
    const dxk_reflect_parameters *list = &shader->stage.parameters[DXK_REFLECT_INPUT];
    if (shader->is_library || shader->stage.kind != DXK_SHADER_KIND_VERTEX)
        return false;
    for (uint32_t i = 0; i < list->count; i++) {
        const dxk_reflect_parameter *p = &list->items[i];
        if (p->register_index != NO_REGISTER && p->system_value_type != NAME_VERTEX_ID &&
            p->system_value_type != NAME_INSTANCE_ID)
            return true;
    }
    return false;
}

uint32_t dxki_match_needs(const dxk_reflect *shader)
{
    uint64_t features = shader->stage.requires_flags;
    uint32_t flags = 0;
    for (uint32_t i = 0; i < shader->function_count; i++)
        features |= shader->functions[i].stage.requires_flags;
    if (fetches_vertices(shader))
        flags |= DXK_RS_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT;
    if (features & DXK_FEATURE_FLAG_RESOURCE_DESCRIPTOR_HEAP_INDEXING)
        flags |= DXK_RS_FLAG_CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED;
    if (features & DXK_FEATURE_FLAG_SAMPLER_DESCRIPTOR_HEAP_INDEXING)
        flags |= DXK_RS_FLAG_SAMPLER_HEAP_DIRECTLY_INDEXED;
    return flags;
}
