/* SPDX-License-Identifier: MIT */
/*
 * element.c - see element.h.
 * Source: Direct3D 11.3 functional specification, 4.4.4, 8.17, 15.12, 15.15; MeshShader.md,
 * "SV_PrimitiveID in the Pixel Shader"; VariableRateShading.md, "SV_ShadingRate".
 */
#include "match/element.h"

#include "base/str.h"
#include "spec/semantics.h"

/* D3D_NAME: system values that are made between the stages. */
enum {
    NAME_TARGET_INDEX = 4,
    NAME_VIEWPORT = 5,
    NAME_PRIMITIVE = 7,
    NAME_FRONT_FACE = 9,
    NAME_SAMPLE = 10,
    NAME_BARYCENTRICS = 23,
    NAME_SHADING_RATE = 24,
    NAME_CULL_PRIMITIVE = 25,
    NAME_COVERAGE = 66,
    NAME_INNER_COVERAGE = 70
};

#define NO_REGISTER UINT32_MAX

uint8_t dxki_match_missing(const dxk_reflect_parameter *output, const dxk_reflect_parameter *input)
{
    /* the output's mask tells what is not written */
    return (uint8_t)(input->read_write_mask & output->read_write_mask & output->mask);
}

unsigned dxki_match_compare(const dxk_reflect_parameter *output, const dxk_reflect_parameter *input,
                            bool same_registers)
{
    unsigned faults = 0;
    if (same_registers && input->register_index != output->register_index)
        faults |= DXKI_MATCH_REGISTER;
    if (input->component_type != output->component_type)
        faults |= DXKI_MATCH_TYPE;
    if (input->min_precision != output->min_precision)
        faults |= DXKI_MATCH_PRECISION;
    if (input->mask & ~output->mask)
        faults |= DXKI_MATCH_COMPONENTS;
    else if (dxki_match_missing(output, input))
        faults |= DXKI_MATCH_UNWRITTEN;
    return faults;
}

const dxk_reflect_parameter *dxki_match_find(const dxk_reflect_parameters *list,
                                             const dxk_reflect_parameter *p)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].stream == 0 && list->items[i].semantic_index == p->semantic_index &&
            dxki_str_same_fold(list->items[i].semantic_name, p->semantic_name))
            return &list->items[i];
    return NULL;
}

dxk_str dxki_match_semantic(const dxk_reflect_parameter *p)
{
    const char *name;
    for (uint32_t kind = 1; *(name = dxki_semantic_name(kind)); kind++)
        if (dxki_str_same_fold(p->semantic_name, dxki_str(name)))
            return dxki_str(name);
    return p->semantic_name;
}

bool dxki_match_is_made(dxk_shader_kind from, dxk_shader_kind to, const dxk_reflect_parameter *p)
{
    bool pixel = to == DXK_SHADER_KIND_PIXEL;
    switch (p->system_value_type) {
    case NAME_PRIMITIVE: /* a geometry shader takes the number, a mesh shader has none */
        return !pixel || (from != DXK_SHADER_KIND_GEOMETRY && from != DXK_SHADER_KIND_MESH);
    case NAME_FRONT_FACE:
    case NAME_SAMPLE:
    case NAME_BARYCENTRICS:
    case NAME_SHADING_RATE:
    case NAME_CULL_PRIMITIVE:
    case NAME_COVERAGE:
    case NAME_INNER_COVERAGE:
    case NAME_TARGET_INDEX:
    case NAME_VIEWPORT:
        return pixel;
    default:
        return p->register_index == NO_REGISTER;
    }
}

bool dxki_match_is_taken(const dxk_reflect_parameter *p)
{
    return p->system_value_type != 0;
}
