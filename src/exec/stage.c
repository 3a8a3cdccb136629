/* SPDX-License-Identifier: MIT */
/* stage.c - what stages of the graphics pipeline declare: signatures, counts. Part of <dxk/stage.h>. */
#include "exec/stage.h"

#include "base/diag.h"
#include "spec/reader_rules.h"

#define MAX_ROWS  256u  /* of an element; D3D has 32 for a signature */
#define MAX_WORDS 1024u /* of a signature */

#define KIND(name) (1u << DXK_SHADER_KIND_##name)
#define GROUPED    (KIND(AMPLIFICATION) | KIND(MESH))
#define INVOKED    (GROUPED | KIND(VERTEX) | KIND(HULL) | KIND(DOMAIN) | KIND(GEOMETRY) | KIND(PIXEL))

bool dxki_exec_is_invoked(dxk_shader_kind kind)
{
    return (unsigned)kind < 32 && (INVOKED >> kind & 1u);
}

bool dxki_exec_is_grouped(dxk_shader_kind kind)
{
    return kind == DXK_SHADER_KIND_COMPUTE || ((unsigned)kind < 32 && (GROUPED >> kind & 1u));
}

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

static uint32_t rows_of(const dxki_dxil_sig_element *e)
{
    return e->rows < MAX_ROWS ? e->rows : MAX_ROWS;
}

static dxk_status refuse(dxk_run_program *p, const char *why)
{
    (void)DXKI_REPORT(p->ctx, DXKI_RULE_RUN_UNSUPPORTED, dxki_nowhere(), NULL,
                      dxki_text(dxki_str(why)));
    return DXK_E_INVALID;
}

static dxk_status describe(dxk_run_program *p, const dxki_dxil_list *list, dxki_exec_signature *s)
{
    s->items = DXKI_NEW_ARRAY(&p->arena, dxki_exec_element, list->count);
    s->by_id = DXKI_NEW_ARRAY(&p->arena, uint32_t, list->count);
    if (!s->items || !s->by_id)
        return dxki_nomem(p->ctx);
    for (; s->count < list->count; s->count++) {
        const dxki_dxil_sig_element *e = list->items[s->count];
        s->items[s->count] = (dxki_exec_element){e, s->words, rows_of(e)};
        s->words += 4 * rows_of(e);
        if (s->words > MAX_WORDS)
            return refuse(p, "a signature has too many rows");
        if (e->id < list->count)
            s->by_id[e->id] = s->count + 1;
    }
    return DXK_OK;
}

dxk_status dxki_exec_stage_describe(dxk_run_program *p)
{
    dxk_status status = DXK_OK;

    for (uint32_t n = 0; n < 3 && status == DXK_OK; n++)
        status = describe(p, &p->entry->signatures[n], &p->signatures[n]);
    p->info.input_words = p->signatures[DXK_RUN_INPUT].words;
    p->info.output_words = p->signatures[DXK_RUN_OUTPUT].words;
    p->stage.patch_words = p->signatures[DXK_RUN_PATCH].words;
    return status;
}

const dxki_exec_element *dxki_exec_element_of(const dxk_run_program *p, uint32_t signature,
                                              uint64_t id)
{
    const dxki_exec_signature *s = &p->signatures[signature];

    return id < s->count && s->by_id[id] ? &s->items[s->by_id[id] - 1] : NULL;
}

bool dxk_run_program_element(const dxk_run_program *program, dxk_run_signature signature,
                             size_t index, dxk_run_element *out)
{
    if ((unsigned)signature > DXK_RUN_PATCH || index >= program->signatures[signature].count)
        return false;
    const dxki_exec_element *at = &program->signatures[signature].items[index];
    const dxki_dxil_sig_element *e = at->from;
    *out = (dxk_run_element){
        .name = e->name,
        .index = e->first_index,
        .kind = (dxk_semantic_kind)e->semantic,
        .component = (dxk_component_type)e->component_type,
        .interpolation = (dxk_interpolation_mode)e->interpolation,
        .rows = at->rows,
        .columns = e->columns < 4 ? e->columns : 4,
        .word = at->word,
        .stream = e->extra.stream,
    };
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Facts                                                                                      */

/* Vertices of what a geometry shader reads. */
static uint32_t primitive_points(uint32_t primitive)
{
    switch (primitive) {
    case DXK_INPUT_PRIMITIVE_LINE_WITH_ADJACENCY:
        return 4;
    case DXK_INPUT_PRIMITIVE_TRIANGLE_WITH_ADJACENCY:
        return 6;
    default:
        return primitive >= DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH1
                   ? primitive - DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH1 + 1
                   : primitive;
    }
}

static void hull_facts(dxk_run_stage *s, const dxki_dxil_hs_state *hs)
{
    s->input_points = hs->input_points;
    s->output_points = hs->output_points;
    s->domain = (dxk_tessellator_domain)hs->domain;
    s->partitioning = (dxk_tessellator_partitioning)hs->partitioning;
    s->tessellator = (dxk_tessellator_output)hs->output;
    s->max_factor = hs->max_factor;
}

static void geometry_facts(dxk_run_stage *s, const dxki_dxil_gs_state *gs)
{
    s->primitive = (dxk_input_primitive)gs->input_primitive;
    s->input_points = primitive_points(gs->input_primitive);
    s->max_vertices = gs->max_vertices;
    s->streams = gs->stream_mask;
    s->topology = (dxk_primitive_topology)gs->topology;
    s->instances = gs->instances ? gs->instances : 1;
}

static void mesh_facts(dxk_run_stage *s, const dxki_dxil_ms_state *ms)
{
    s->max_vertices = ms->max_vertices;
    s->max_primitives = ms->max_primitives;
    s->payload_size = ms->payload_size;
    s->topology = ms->topology == DXK_MESH_TOPOLOGY_LINE ? DXK_PRIMITIVE_TOPOLOGY_LINE_LIST
                                                         : DXK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
}

static bool is_at_samples(const dxki_dxil_sig_element *e)
{
    return e->semantic == DXK_SEMANTIC_KIND_SAMPLE_INDEX ||
           e->interpolation == DXK_INTERPOLATION_MODE_LINEAR_SAMPLE ||
           e->interpolation == DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE;
}

static void pixel_facts(const dxk_run_program *p, dxk_run_stage *s)
{
    const dxki_exec_signature *inputs = &p->signatures[DXK_RUN_INPUT];

    s->input_points = 1;
    s->early_depth = p->entry->props.shader_flags >> DXKI_SHADER_FLAG_EARLY_DEPTH_STENCIL & 1u;
    for (uint32_t n = 0; n < inputs->count; n++)
        s->at_samples |= is_at_samples(inputs->items[n].from);
}

static void collect_facts(dxk_run_program *p)
{
    const dxki_dxil_props *props = &p->entry->props;
    dxk_run_stage *s = &p->stage;

    switch (p->info.kind) {
    case DXK_SHADER_KIND_VERTEX:
        s->input_points = 1;
        break;
    case DXK_SHADER_KIND_HULL:
        hull_facts(s, &props->hs);
        break;
    case DXK_SHADER_KIND_DOMAIN:
        s->domain = (dxk_tessellator_domain)props->ds.domain;
        s->input_points = props->ds.control_points;
        break;
    case DXK_SHADER_KIND_GEOMETRY:
        geometry_facts(s, &props->gs);
        break;
    case DXK_SHADER_KIND_PIXEL:
        pixel_facts(p, s);
        break;
    case DXK_SHADER_KIND_MESH:
        mesh_facts(s, &props->ms);
        break;
    case DXK_SHADER_KIND_AMPLIFICATION:
        s->payload_size = props->as.payload_size;
        break;
    default:
        break;
    }
}

/* The limits of D3D, which validation checks; who runs stages makes memory by these numbers. */
dxk_status dxki_exec_stage_facts(dxk_run_program *p)
{
    const dxk_run_stage *s = &p->stage;

    collect_facts(p);
    if (s->input_points > 32 || s->output_points > 32)
        return refuse(p, "a patch has at most 32 control points");
    if (s->instances > 32 || s->max_vertices > 1024)
        return refuse(p, "a geometry shader has at most 32 instances and 1024 vertices");
    if (s->max_primitives > 256 || s->payload_size > 16384)
        return refuse(p, "a mesh shader has at most 256 primitives and a payload of 16384 bytes");
    return DXK_OK;
}

dxk_run_stage dxk_run_program_stage(const dxk_run_program *program)
{
    return program->stage;
}
