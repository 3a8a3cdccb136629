/* SPDX-License-Identifier: MIT */
/*
 * stage.c - the facts of an entry point and the parameters of its signatures.
 */
#include "reflect/reflect.h"

#include "build/build.h"
#include "spec/d3d.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Parameters                                                                                 */

static uint32_t component_type(uint32_t type)
{
    switch (type) {
    case DXK_COMPONENT_TYPE_F16:
    case DXK_COMPONENT_TYPE_F32:
        return DXKI_D3D_COMPONENT_FLOAT32;
    case DXK_COMPONENT_TYPE_I1:
    case DXK_COMPONENT_TYPE_U16:
    case DXK_COMPONENT_TYPE_U32:
        return DXKI_D3D_COMPONENT_UINT32;
    case DXK_COMPONENT_TYPE_I16:
    case DXK_COMPONENT_TYPE_I32:
        return DXKI_D3D_COMPONENT_SINT32;
    default:
        return DXKI_D3D_COMPONENT_UNKNOWN;
    }
}

static uint32_t min_precision(uint32_t type)
{
    switch (type) {
    case DXK_COMPONENT_TYPE_F16:
        return DXKI_D3D_MIN_PRECISION_FLOAT_16;
    case DXK_COMPONENT_TYPE_I16:
        return DXKI_D3D_MIN_PRECISION_SINT_16;
    case DXK_COMPONENT_TYPE_U16:
        return DXKI_D3D_MIN_PRECISION_UINT_16;
    default:
        return DXKI_D3D_MIN_PRECISION_DEFAULT;
    }
}

/* Tessellation factors by domain: of edges, of the inside. */
static uint32_t tess_factor(uint32_t domain, bool inside)
{
    switch (domain) {
    case DXKI_D3D_TESS_DOMAIN_ISOLINE:
        return inside ? DXKI_D3D_NAME_UNDEFINED : DXKI_D3D_NAME_FINAL_LINE_DETAIL_TESSFACTOR;
    case DXKI_D3D_TESS_DOMAIN_TRI:
        return inside ? DXKI_D3D_NAME_FINAL_TRI_INSIDE_TESSFACTOR
                      : DXKI_D3D_NAME_FINAL_TRI_EDGE_TESSFACTOR;
    case DXKI_D3D_TESS_DOMAIN_QUAD:
        return inside ? DXKI_D3D_NAME_FINAL_QUAD_INSIDE_TESSFACTOR
                      : DXKI_D3D_NAME_FINAL_QUAD_EDGE_TESSFACTOR;
    default:
        return DXKI_D3D_NAME_UNDEFINED;
    }
}

static uint32_t system_value(uint32_t semantic, uint32_t domain)
{
    static const uint8_t names[] = {
        [DXK_SEMANTIC_KIND_VERTEX_ID] = DXKI_D3D_NAME_VERTEX_ID,
        [DXK_SEMANTIC_KIND_INSTANCE_ID] = DXKI_D3D_NAME_INSTANCE_ID,
        [DXK_SEMANTIC_KIND_POSITION] = DXKI_D3D_NAME_POSITION,
        [DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX] = DXKI_D3D_NAME_RENDER_TARGET_ARRAY_INDEX,
        [DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX] = DXKI_D3D_NAME_VIEWPORT_ARRAY_INDEX,
        [DXK_SEMANTIC_KIND_CLIP_DISTANCE] = DXKI_D3D_NAME_CLIP_DISTANCE,
        [DXK_SEMANTIC_KIND_CULL_DISTANCE] = DXKI_D3D_NAME_CULL_DISTANCE,
        [DXK_SEMANTIC_KIND_PRIMITIVE_ID] = DXKI_D3D_NAME_PRIMITIVE_ID,
        [DXK_SEMANTIC_KIND_SAMPLE_INDEX] = DXKI_D3D_NAME_SAMPLE_INDEX,
        [DXK_SEMANTIC_KIND_IS_FRONT_FACE] = DXKI_D3D_NAME_IS_FRONT_FACE,
        [DXK_SEMANTIC_KIND_COVERAGE] = DXKI_D3D_NAME_COVERAGE,
        [DXK_SEMANTIC_KIND_INNER_COVERAGE] = DXKI_D3D_NAME_INNER_COVERAGE,
        [DXK_SEMANTIC_KIND_TARGET] = DXKI_D3D_NAME_TARGET,
        [DXK_SEMANTIC_KIND_DEPTH] = DXKI_D3D_NAME_DEPTH,
        [DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL] = DXKI_D3D_NAME_DEPTH_LESS_EQUAL,
        [DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL] = DXKI_D3D_NAME_DEPTH_GREATER_EQUAL,
        [DXK_SEMANTIC_KIND_STENCIL_REF] = DXKI_D3D_NAME_STENCIL_REF,
        [DXK_SEMANTIC_KIND_BARYCENTRICS] = DXKI_D3D_NAME_BARYCENTRICS,
        [DXK_SEMANTIC_KIND_SHADING_RATE] = DXKI_D3D_NAME_SHADINGRATE,
        [DXK_SEMANTIC_KIND_CULL_PRIMITIVE] = DXKI_D3D_NAME_CULLPRIMITIVE,
    };

    if (semantic == DXK_SEMANTIC_KIND_TESS_FACTOR)
        return tess_factor(domain, false);
    if (semantic == DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR)
        return tess_factor(domain, true);
    return semantic < sizeof names ? names[semantic] : (uint32_t)DXKI_D3D_NAME_UNDEFINED;
}

/* System values are written in capitals. */
static dxk_str upper_case(dxki_reflect_run *x, dxk_str name)
{
    char *copy = dxki_arena_strdup(&x->r->arena, name.data ? name.data : "", name.size);

    if (!copy) {
        dxki_reflect_note(x, dxki_nomem(x->ctx));
        return name;
    }
    for (size_t i = 0; i < name.size; i++)
        if (copy[i] >= 'a' && copy[i] <= 'z')
            copy[i] = (char)(copy[i] - 'a' + 'A');
    return (dxk_str){copy, name.size};
}

/* The components that an element takes up in its register. */
static uint8_t element_mask(const dxki_dxil_sig_element *element)
{
    const bool placed = element->start_row >= 0 && element->start_column >= 0;
    const uint32_t columns = element->columns < 4 ? element->columns : 4;
    const uint32_t start =
        placed && element->start_column < 4 ? (uint32_t)element->start_column : 0;

    return (uint8_t)(((1u << columns) - 1) << start & 15u);
}

static uint8_t used_mask(const dxki_reflect_run *x, const dxki_dxil_sig_element *element,
                         uint32_t signature)
{
    const bool placed = element->start_row >= 0 && element->start_column >= 0;
    uint32_t mask = element->extra.usage_mask;

    if (!x->registers_told)
        return signature == DXK_REFLECT_INPUT ? 0 : element_mask(element);
    if (placed && element->start_column < 32)
        mask <<= element->start_column;
    return (uint8_t)(signature == DXK_REFLECT_INPUT ? mask : (~mask & 15u));
}

/* One parameter for each semantic index. */
static void describe_element(dxki_reflect_run *x, const dxki_dxil_sig_element *element,
                             const dxk_reflect_stage *stage, uint32_t signature,
                             dxk_reflect_parameter *out)
{
    dxk_reflect_parameter p;

    memset(&p, 0, sizeof p);
    p.semantic_name = dxki_dxil_sig_element_name(element, stage->kind, signature);
    if (element->semantic != DXK_SEMANTIC_KIND_ARBITRARY)
        p.semantic_name = upper_case(x, p.semantic_name);
    p.register_index = (uint32_t)element->start_row;
    p.system_value_type = system_value(element->semantic, stage->tessellator_domain);
    p.component_type = component_type(element->component_type);
    p.mask = element_mask(element);
    p.read_write_mask = used_mask(x, element, signature);
    p.stream = element->extra.stream;
    p.min_precision = min_precision(element->component_type);
    for (uint32_t i = 0; i < element->indices.count; i++) {
        out[i] = p;
        out[i].semantic_index = element->indices.items[i];
        out[i].register_index += i;
    }
}

static void describe_signature(dxki_reflect_run *x, const dxki_dxil_entry *entry,
                               uint32_t signature, dxk_reflect_stage *stage)
{
    const dxki_dxil_list *list = &entry->signatures[signature];
    uint64_t count = 0;

    for (uint32_t i = 0; i < list->count; i++)
        count += ((const dxki_dxil_sig_element *)list->items[i])->indices.count;
    dxk_reflect_parameter *items = dxki_reflect_spend(x, count)
                                       ? DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_parameter, count)
                                       : NULL;
    if (!items)
        return;
    stage->parameters[signature].items = items;
    for (uint32_t i = 0; i < list->count && !dxki_reflect_stopped(x); i++) {
        const dxki_dxil_sig_element *element = list->items[i];
        describe_element(x, element, stage, signature, &items[stage->parameters[signature].count]);
        stage->parameters[signature].count += element->indices.count;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Nodes                                                                                      */

static const dxk_reflect_node_io *describe_node_ios(dxki_reflect_run *x, const dxki_dxil_list *list)
{
    dxk_reflect_node_io *ios = dxki_reflect_spend(x, list->count)
                                   ? DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_node_io, list->count)
                                   : NULL;

    for (uint32_t i = 0; ios && i < list->count; i++) {
        const dxki_dxil_node_io *io = list->items[i];
        ios[i].name = io->id.name;
        ios[i].index = io->id.index;
        ios[i].flags = io->flags;
        ios[i].record_size = io->record.size;
        ios[i].record_alignment = io->record.alignment;
        ios[i].dispatch_grid_offset = io->record.grid.offset;
        ios[i].dispatch_grid_type = io->record.grid.component_type;
        ios[i].dispatch_grid_count = io->record.grid.components;
        ios[i].max_records = io->max_records;
        ios[i].max_records_shared_with =
            DXKI_MD_HAS(io, NODE_IO_SHARED_WITH) ? io->max_records_shared_with : -1;
        ios[i].array_size = io->array_size;
        ios[i].allow_sparse_nodes = io->allow_sparse;
    }
    return ios;
}

static void describe_node(dxki_reflect_run *x, const dxki_dxil_node_props *props,
                          dxk_reflect_stage *stage)
{
    dxk_reflect_node *node = DXKI_REFLECT_NEW_ARRAY(x, dxk_reflect_node, 1);

    if (!node)
        return;
    node->launch_type = props->launch_type;
    node->is_program_entry = props->is_program_entry;
    node->name = props->id.name;
    node->index = props->id.index;
    node->local_root_table_index = props->local_root_index;
    node->shared_input_name = props->shares_input_of.name;
    node->shared_input_index = props->shares_input_of.index;
    memcpy(node->dispatch_grid, props->grid, sizeof node->dispatch_grid);
    memcpy(node->max_dispatch_grid, props->max_grid, sizeof node->max_dispatch_grid);
    node->max_recursion_depth = props->max_recursion;
    node->inputs = describe_node_ios(x, &props->inputs);
    node->input_count = node->inputs ? props->inputs.count : 0;
    node->outputs = describe_node_ios(x, &props->outputs);
    node->output_count = node->outputs ? props->outputs.count : 0;
    stage->node = node;
}

/* ---------------------------------------------------------------------------------------- */
/* Facts                                                                                      */

static void geometry_facts(const dxki_dxil_gs_state *gs, dxk_reflect_stage *stage)
{
    stage->gs_instance_count = gs->instances;
    stage->gs_max_output_vertices = gs->max_vertices;
    stage->gs_output_topology = gs->topology;
    stage->gs_stream_mask = gs->stream_mask;
    stage->input_primitive = gs->input_primitive;
}

static void hull_facts(const dxki_dxil_hs_state *hs, dxk_reflect_stage *stage)
{
    stage->input_primitive = DXKI_D3D_PRIMITIVE_1_CONTROL_POINT_PATCH + hs->input_points - 1;
    stage->control_points = hs->output_points;
    stage->input_control_points = hs->input_points;
    stage->hs_output_primitive = hs->output;
    stage->hs_partitioning = hs->partitioning;
    stage->tessellator_domain = hs->domain;
    stage->max_tess_factor = hs->max_factor;
}

static void mesh_facts(const dxki_dxil_props *props, dxk_reflect_stage *stage)
{
    if (DXKI_MD_HAS(props, PROPS_MS_STATE)) {
        memcpy(stage->num_threads, props->ms.num_threads, sizeof stage->num_threads);
        stage->max_vertex_count = props->ms.max_vertices;
        stage->max_primitive_count = props->ms.max_primitives;
        stage->mesh_output_topology = props->ms.topology;
        stage->payload_size = props->ms.payload_size;
    }
    if (DXKI_MD_HAS(props, PROPS_AS_STATE)) {
        memcpy(stage->num_threads, props->as.num_threads, sizeof stage->num_threads);
        stage->payload_size = props->as.payload_size;
    }
}

static void common_facts(const dxki_dxil_props *props, dxk_reflect_stage *stage)
{
    const uint64_t early = (uint64_t)1 << DXKI_SHADER_FLAG_EARLY_DEPTH_STENCIL;

    stage->early_depth_stencil = props->shader_flags & early;
    stage->requires_flags = dxki_build_feature_bits(props->shader_flags);
    stage->requires_flags &= ~(uint64_t)DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X;
    if (stage->early_depth_stencil)
        stage->requires_flags |= DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X;
    memcpy(stage->num_threads, props->num_threads, sizeof stage->num_threads);
    if (DXKI_MD_HAS(props, PROPS_WAVE_RANGE))
        memcpy(stage->wave_size, props->wave_range, sizeof stage->wave_size);
    else
        stage->wave_size[0] = stage->wave_size[1] = props->wave_size;
    stage->payload_size = props->ray_payload_size;
    stage->attribute_size = props->ray_attribute_size;
    stage->root_signature_size = (uint32_t)props->root_signature.size;
}

void dxki_reflect_stage(dxki_reflect_run *x, const dxki_dxil_entry *entry, dxk_reflect_stage *stage)
{
    const dxki_dxil_props *props = &entry->props;

    stage->kind = (dxk_shader_kind)props->shader_kind;
    stage->major = x->d->model.major;
    stage->minor = x->d->model.minor;
    common_facts(props, stage);
    if (DXKI_MD_HAS(props, PROPS_GS_STATE))
        geometry_facts(&props->gs, stage);
    if (DXKI_MD_HAS(props, PROPS_HS_STATE))
        hull_facts(&props->hs, stage);
    if (DXKI_MD_HAS(props, PROPS_DS_STATE)) {
        stage->control_points = stage->input_control_points = props->ds.control_points;
        stage->tessellator_domain = props->ds.domain;
    }
    mesh_facts(props, stage);
    if (stage->kind == DXK_SHADER_KIND_NODE)
        describe_node(x, &props->node, stage);
    for (uint32_t i = 0; i < DXK_REFLECT_SIGNATURES; i++)
        describe_signature(x, entry, i, stage);
}
