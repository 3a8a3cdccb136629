/* SPDX-License-Identifier: MIT */
/*
 * facts.c - what is particular to the stage: from PSV0, or for shader models 4 and 5 from the
 * declarations of the program.
 */
#include "dxk/info.h"
#include "dxk/psv0.h"

/* No stage has more than DXK_FACTS. */
typedef struct fact_list {
    dxk_fact *facts;
    size_t count;
} fact_list;

static void add(fact_list *l, dxk_fact fact)
{
    if (l->count < DXK_FACTS)
        l->facts[l->count++] = fact;
}

static void add_number(fact_list *l, const char *key, const char *words, uint64_t value)
{
    add(l, (dxk_fact){.kind = DXK_FACT_NUMBER, .key = key, .words = words, .value = value});
}

static void add_name(fact_list *l, const char *key, const char *words, dxk_enum_id id,
                     uint64_t value)
{
    add(l, (dxk_fact){.kind = DXK_FACT_NAME,
                      .key = key,
                      .words = words,
                      .name = dxk_enum_text(id, value),
                      .value = value});
}

static void add_flag(fact_list *l, const char *key, const char *words, bool value)
{
    add(l, (dxk_fact){.kind = DXK_FACT_FLAG, .key = key, .words = words, .value = value});
}

static void add_mask(fact_list *l, const char *key, const char *words, uint32_t mask)
{
    add(l, (dxk_fact){.kind = DXK_FACT_MASK, .key = key, .words = words, .value = mask});
}

static void add_threads(fact_list *l, uint32_t x, uint32_t y, uint32_t z)
{
    add(l, (dxk_fact){.kind = DXK_FACT_THREADS, .key = "threads", .three = {x, y, z}});
}

/* ---------------------------------------------------------------------------------------- */
/* From PSV0                                                                                  */

static void facts_of_hull_domain(fact_list *l, const dxk_psv_stage_info *s)
{
    if (s->stage == DXK_SHADER_KIND_HULL) {
        add_number(l, "input_control_points", "input control points",
                   s->as.hs.input_control_points);
        add_number(l, "output_control_points", "output control points",
                   s->as.hs.output_control_points);
        add_name(l, "domain", "domain", DXK_ENUM_ID_tessellator_domain,
                 s->as.hs.tessellator_domain);
        add_name(l, "output_primitive", "output", DXK_ENUM_ID_tessellator_output,
                 s->as.hs.tessellator_output);
        return;
    }
    add_number(l, "input_control_points", "input control points", s->as.ds.input_control_points);
    add_name(l, "domain", "domain", DXK_ENUM_ID_tessellator_domain, s->as.ds.tessellator_domain);
    add_flag(l, "position", "writes position", s->as.ds.output_position_present);
}

static void facts_of_geometry(fact_list *l, const dxk_psv_stage_info *s)
{
    add_name(l, "input_primitive", "input", DXK_ENUM_ID_input_primitive, s->as.gs.input_primitive);
    add_name(l, "output_topology", "output", DXK_ENUM_ID_primitive_topology,
             s->as.gs.output_topology);
    add_number(l, "max_vertex_count", "vertices at most", s->max_vertex_count);
    add_mask(l, "stream_mask", "streams", s->as.gs.output_stream_mask);
    add_flag(l, "position", "writes position", s->as.gs.output_position_present);
}

static void facts_of_mesh(fact_list *l, const dxk_psv_stage_info *s)
{
    add_name(l, "output_topology", "output", DXK_ENUM_ID_mesh_topology, s->mesh_output_topology);
    add_number(l, "max_output_vertices", "vertices", s->as.ms.max_output_vertices);
    add_number(l, "max_output_primitives", "primitives at most", s->as.ms.max_output_primitives);
    add_number(l, "payload_bytes", "bytes of payload", s->as.ms.payload_bytes);
    add_number(l, "group_shared_bytes", "bytes of group-shared memory",
               s->as.ms.group_shared_bytes);
}

static void facts_of_stage(fact_list *l, const dxk_psv_stage_info *s)
{
    switch (s->stage) {
    case DXK_SHADER_KIND_VERTEX:
        add_flag(l, "position", "writes position", s->as.vs.output_position_present);
        return;
    case DXK_SHADER_KIND_HULL:
    case DXK_SHADER_KIND_DOMAIN:
        facts_of_hull_domain(l, s);
        return;
    case DXK_SHADER_KIND_GEOMETRY:
        facts_of_geometry(l, s);
        return;
    case DXK_SHADER_KIND_PIXEL:
        add_flag(l, "depth", "writes depth", s->as.ps.depth_output);
        add_flag(l, "sample_frequency", "runs per sample", s->as.ps.sample_frequency);
        return;
    case DXK_SHADER_KIND_MESH:
        facts_of_mesh(l, s);
        return;
    case DXK_SHADER_KIND_AMPLIFICATION:
        add_number(l, "payload_bytes", "bytes of payload", s->as.as.payload_bytes);
        return;
    default:
        return;
    }
}

static size_t psv_facts(const dxk_info *info, fact_list *l)
{
    const dxk_psv0 *psv = info->psv->as.psv0;
    const dxk_psv_runtime_info *r = &psv->info;
    uint32_t version = dxk_psv0_version(psv);
    uint32_t kind = info->program ? info->program->as.program->header.shader_kind
                                  : (uint32_t)DXK_SHADER_KIND_INVALID;
    dxk_psv_stage_info stage;
    bool has_facts = dxk_psv0_stage_info(psv, kind, &stage);
    bool groups = stage.stage == DXK_SHADER_KIND_COMPUTE || stage.stage == DXK_SHADER_KIND_MESH ||
                  stage.stage == DXK_SHADER_KIND_AMPLIFICATION;
    add_number(l, "psv_version", NULL, version);
    if (groups && version >= 2)
        add_threads(l, r->threads_x, r->threads_y, r->threads_z);
    if (has_facts)
        facts_of_stage(l, &stage);
    if (groups && version >= 4 && stage.stage != DXK_SHADER_KIND_MESH && r->group_shared_bytes)
        add_number(l, "group_shared_bytes", "bytes of group-shared memory", r->group_shared_bytes);
    add(l, (dxk_fact){.kind = DXK_FACT_WAVES,
                      .three = {r->minimum_wave_lanes, r->maximum_wave_lanes}});
    add_flag(l, "view_id", "reads SV_ViewID", r->uses_view_id);
    return l->count;
}

/* ---------------------------------------------------------------------------------------- */
/* Shader models 4 and 5: what is 0 does not apply                                            */

static void add_word(fact_list *l, const char *key, const char *words, dxk_reflect_enum set,
                     uint32_t value, const char *prefix)
{
    if (value)
        add(l, (dxk_fact){.kind = DXK_FACT_NAME,
                          .key = key,
                          .words = words,
                          .name = dxk_reflect_name(set, value),
                          .prefix = prefix,
                          .value = value});
}

static void add_count(fact_list *l, const char *key, const char *words, uint32_t value)
{
    if (value)
        add_number(l, key, words, value);
}

static size_t legacy_facts(const dxk_reflect_stage *s, fact_list *l)
{
    const uint32_t *threads = s->num_threads;
    if (threads[0] || threads[1] || threads[2])
        add_threads(l, threads[0], threads[1], threads[2]);
    add_word(l, "input_primitive", "input", DXK_REFLECT_PRIMITIVE, s->input_primitive,
             "D3D_PRIMITIVE_");
    add_count(l, "input_control_points", "input control points", s->input_control_points);
    add_count(l, "control_points", "control points", s->control_points);
    add_word(l, "domain", "domain", DXK_REFLECT_TESS_DOMAIN, s->tessellator_domain,
             "D3D_TESSELLATOR_DOMAIN_");
    add_word(l, "partitioning", "partitioning", DXK_REFLECT_TESS_PARTITIONING, s->hs_partitioning,
             "D3D_TESSELLATOR_PARTITIONING_");
    add_word(l, "output_primitive", "output", DXK_REFLECT_TESS_OUTPUT, s->hs_output_primitive,
             "D3D_TESSELLATOR_OUTPUT_");
    add_word(l, "output_topology", "output", DXK_REFLECT_TOPOLOGY, s->gs_output_topology,
             "D3D_PRIMITIVE_TOPOLOGY_");
    add_count(l, "max_vertex_count", "vertices at most", s->gs_max_output_vertices);
    if (s->gs_instance_count > 1)
        add_number(l, "instances", "instances", s->gs_instance_count);
    add_flag(l, "early_depth_stencil", "early depth and stencil tests", s->early_depth_stencil);
    add_flag(l, "sample_frequency", "runs per sample", s->is_sample_frequency);
    return l->count;
}

size_t dxk_info_facts(const dxk_info *info, dxk_fact facts[DXK_FACTS])
{
    fact_list l = {facts, 0};
    if (info->psv)
        return psv_facts(info, &l);
    return info->reflection ? legacy_facts(&info->reflection->stage, &l) : 0;
}
