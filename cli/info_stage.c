/* SPDX-License-Identifier: MIT */
/*
 * info_stage.c - the line of `dxk info` that says what is particular to the stage: from PSV0, or for
 * shader models 4 and 5 from the program.
 */
#include "info.h"
#include "reflect.h"

/* Facts are "key value" pairs: a comma between them in text, members in JSON. */
typedef struct facts {
    info *in;
    text_out *out;
    bool any;
} facts;

static void start_fact(facts *f)
{
    if (!f->any)
        f->out = info_label(f->in, "stage");
    else
        text_put(f->out, ", ");
    f->any = true;
}

static void fact_number(facts *f, const char *key, const char *words, uint64_t value)
{
    if (f->in->j->json) {
        json_u64(f->in->j->json, key, value);
        return;
    }
    if (value == 0)
        return;
    start_fact(f);
    text_u64(f->out, value);
    text_char(f->out, ' ');
    text_put(f->out, words);
}

static void fact_enum(facts *f, const char *key, const char *words, dxk_enum_id id, uint64_t value)
{
    const char *name = dxk_enum_text(id, value);
    if (f->in->j->json) {
        info_json_name(f->in->j->json, key, id, value);
        return;
    }
    start_fact(f);
    text_printf(f->out, "%s ", words);
    if (name)
        info_put_lower(f->out, name);
    else
        text_u64(f->out, value);
}

static void fact_flag(facts *f, const char *key, const char *words, bool value)
{
    if (f->in->j->json) {
        json_bool(f->in->j->json, key, value);
    } else if (value) {
        start_fact(f);
        text_put(f->out, words);
    }
}

static void fact_streams(facts *f, uint32_t mask)
{
    if (f->in->j->json) {
        json_u64(f->in->j->json, "stream_mask", mask);
        return;
    }
    start_fact(f);
    text_put(f->out, "streams");
    for (unsigned i = 0; i < 32; i++)
        if (mask >> i & 1)
            text_printf(f->out, " %u", i);
}

static void facts_of_hull_domain(facts *f, const dxk_psv_stage_info *s)
{
    if (s->stage == DXK_SHADER_KIND_HULL) {
        fact_number(f, "input_control_points", "input control points",
                    s->as.hs.input_control_points);
        fact_number(f, "output_control_points", "output control points",
                    s->as.hs.output_control_points);
        fact_enum(f, "domain", "domain", DXK_ENUM_ID_tessellator_domain,
                  s->as.hs.tessellator_domain);
        fact_enum(f, "output_primitive", "output", DXK_ENUM_ID_tessellator_output,
                  s->as.hs.tessellator_output);
        return;
    }
    fact_number(f, "input_control_points", "input control points", s->as.ds.input_control_points);
    fact_enum(f, "domain", "domain", DXK_ENUM_ID_tessellator_domain, s->as.ds.tessellator_domain);
    fact_flag(f, "position", "writes position", s->as.ds.output_position_present);
}

static void facts_of_geometry(facts *f, const dxk_psv_stage_info *s)
{
    fact_enum(f, "input_primitive", "input", DXK_ENUM_ID_input_primitive, s->as.gs.input_primitive);
    fact_enum(f, "output_topology", "output", DXK_ENUM_ID_primitive_topology,
              s->as.gs.output_topology);
    fact_number(f, "max_vertex_count", "vertices at most", s->max_vertex_count);
    if (f->in->j->json || s->as.gs.output_stream_mask != 1)
        fact_streams(f, s->as.gs.output_stream_mask);
    fact_flag(f, "position", "writes position", s->as.gs.output_position_present);
}

static void facts_of_mesh(facts *f, const dxk_psv_stage_info *s)
{
    fact_enum(f, "output_topology", "output", DXK_ENUM_ID_mesh_topology, s->mesh_output_topology);
    fact_number(f, "max_output_vertices", "vertices", s->as.ms.max_output_vertices);
    fact_number(f, "max_output_primitives", "primitives at most", s->as.ms.max_output_primitives);
    fact_number(f, "payload_bytes", "bytes of payload", s->as.ms.payload_bytes);
    fact_number(f, "group_shared_bytes", "bytes of group-shared memory",
                s->as.ms.group_shared_bytes);
}

static void facts_of_stage(facts *f, const dxk_psv_stage_info *s)
{
    switch (s->stage) {
    case DXK_SHADER_KIND_VERTEX:
        fact_flag(f, "position", "writes position", s->as.vs.output_position_present);
        return;
    case DXK_SHADER_KIND_HULL:
    case DXK_SHADER_KIND_DOMAIN:
        facts_of_hull_domain(f, s);
        return;
    case DXK_SHADER_KIND_GEOMETRY:
        facts_of_geometry(f, s);
        return;
    case DXK_SHADER_KIND_PIXEL:
        fact_flag(f, "depth", "writes depth", s->as.ps.depth_output);
        fact_flag(f, "sample_frequency", "runs per sample", s->as.ps.sample_frequency);
        return;
    case DXK_SHADER_KIND_MESH:
        facts_of_mesh(f, s);
        return;
    case DXK_SHADER_KIND_AMPLIFICATION:
        fact_number(f, "payload_bytes", "bytes of payload", s->as.as.payload_bytes);
        return;
    default:
        return;
    }
}

static void facts_of_threads(facts *f, const dxk_psv_runtime_info *r)
{
    if (f->in->j->json) {
        json_array_line(f->in->j->json, "threads");
        json_u64(f->in->j->json, NULL, r->threads_x);
        json_u64(f->in->j->json, NULL, r->threads_y);
        json_u64(f->in->j->json, NULL, r->threads_z);
        json_end(f->in->j->json);
        return;
    }
    start_fact(f);
    text_printf(f->out, "%u x %u x %u threads", (unsigned)r->threads_x, (unsigned)r->threads_y,
                (unsigned)r->threads_z);
}

static void facts_of_waves(facts *f, const dxk_psv_runtime_info *r)
{
    if (f->in->j->json) {
        json_u64(f->in->j->json, "minimum_wave_lanes", r->minimum_wave_lanes);
        json_u64(f->in->j->json, "maximum_wave_lanes", r->maximum_wave_lanes);
        return;
    }
    if (r->minimum_wave_lanes == 0 && r->maximum_wave_lanes == UINT32_MAX)
        return;
    start_fact(f);
    if (r->minimum_wave_lanes == r->maximum_wave_lanes)
        text_printf(f->out, "waves of %u lanes", (unsigned)r->minimum_wave_lanes);
    else
        text_printf(f->out, "waves of %u to %u lanes", (unsigned)r->minimum_wave_lanes,
                    (unsigned)r->maximum_wave_lanes);
}

static void psv_stage(info *in)
{
    const dxk_psv0 *psv = in->psv->as.psv0;
    uint32_t kind = in->program ? in->program->as.program->header.shader_kind
                                : (uint32_t)DXK_SHADER_KIND_INVALID;
    dxk_psv_stage_info stage;
    facts f = {in, NULL, false};
    if (in->j->json) {
        json_object(in->j->json, "stage");
        json_u64(in->j->json, "psv_version", dxk_psv0_version(psv));
    }
    bool has_facts = dxk_psv0_stage_info(psv, kind, &stage);
    bool groups = stage.stage == DXK_SHADER_KIND_COMPUTE || stage.stage == DXK_SHADER_KIND_MESH ||
                  stage.stage == DXK_SHADER_KIND_AMPLIFICATION;
    if (groups && dxk_psv0_version(psv) >= 2)
        facts_of_threads(&f, &psv->info);
    if (has_facts)
        facts_of_stage(&f, &stage);
    if (groups && dxk_psv0_version(psv) >= 4 && stage.stage != DXK_SHADER_KIND_MESH &&
        psv->info.group_shared_bytes)
        fact_number(&f, "group_shared_bytes", "bytes of group-shared memory",
                    psv->info.group_shared_bytes);
    facts_of_waves(&f, &psv->info);
    fact_flag(&f, "view_id", "reads SV_ViewID", psv->info.uses_view_id);
    if (in->j->json)
        json_end(in->j->json);
    else if (f.any)
        text_char(&in->j->out, '\n');
}

/* ---------------------------------------------------------------------------------------- */
/* Shader models 4 and 5: from the declarations of the program                                */

static void fact_word(facts *f, const char *key, const char *words, dxk_reflect_enum set,
                      uint32_t value, const char *prefix)
{
    const char *name = dxk_reflect_name(set, value);
    if (value == 0)
        return;
    if (f->in->j->json && name) {
        json_text(f->in->j->json, key, name);
    } else if (f->in->j->json) {
        json_u64(f->in->j->json, key, value);
    } else {
        start_fact(f);
        text_put(f->out, words);
        text_char(f->out, ' ');
        reflect_put_enum(f->out, set, value, prefix);
    }
}

/* A number that is left out if it is zero, in JSON too: it does not apply. */
static void fact_count(facts *f, const char *key, const char *words, uint32_t value)
{
    if (value)
        fact_number(f, key, words, value);
}

static void fact_group(facts *f, const uint32_t threads[3])
{
    const dxk_psv_runtime_info r = {
        .threads_x = threads[0], .threads_y = threads[1], .threads_z = threads[2]};
    if (threads[0] || threads[1] || threads[2])
        facts_of_threads(f, &r);
}

static void legacy_stage(info *in)
{
    const dxk_reflect_stage *s = &in->reflection->stage;
    facts f = {in, NULL, false};
    if (in->j->json)
        json_object(in->j->json, "stage");
    fact_group(&f, s->num_threads);
    fact_word(&f, "input_primitive", "input", DXK_REFLECT_PRIMITIVE, s->input_primitive,
              "D3D_PRIMITIVE_");
    fact_count(&f, "input_control_points", "input control points", s->input_control_points);
    fact_count(&f, "control_points", "control points", s->control_points);
    fact_word(&f, "domain", "domain", DXK_REFLECT_TESS_DOMAIN, s->tessellator_domain,
              "D3D_TESSELLATOR_DOMAIN_");
    fact_word(&f, "partitioning", "partitioning", DXK_REFLECT_TESS_PARTITIONING, s->hs_partitioning,
              "D3D_TESSELLATOR_PARTITIONING_");
    fact_word(&f, "output_primitive", "output", DXK_REFLECT_TESS_OUTPUT, s->hs_output_primitive,
              "D3D_TESSELLATOR_OUTPUT_");
    fact_word(&f, "output_topology", "output", DXK_REFLECT_TOPOLOGY, s->gs_output_topology,
              "D3D_PRIMITIVE_TOPOLOGY_");
    fact_count(&f, "max_vertex_count", "vertices at most", s->gs_max_output_vertices);
    if (s->gs_instance_count > 1)
        fact_number(&f, "instances", "instances", s->gs_instance_count);
    fact_flag(&f, "early_depth_stencil", "early depth and stencil tests", s->early_depth_stencil);
    fact_flag(&f, "sample_frequency", "runs per sample", s->is_sample_frequency);
    if (in->j->json)
        json_end(in->j->json);
    else if (f.any)
        text_char(&in->j->out, '\n');
}

void info_stage(info *in)
{
    if (in->psv)
        psv_stage(in);
    else if (in->reflection)
        legacy_stage(in);
}
