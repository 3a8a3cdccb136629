/* SPDX-License-Identifier: MIT */
/*
 * psv0_print.c - PSV0 in the words of the reference's tools: `dxa -dumppsv` prints all of it,
 * `dxc -dumpbin` the runtime info, the validator single records. Two of its habits look odd and
 * are kept: a blank at the start of the line that follows the resource count, and one more in
 * front of the masks of SV_ViewID. Numbers without a word are printed as they are, unless the
 * validator's own words are asked for (`exact`).
 */
#include "parts/psv0_print.h"
#include "base/count.h"
#include "base/options.h"

#include "parts/parts.h"

#include "base/out.h"

#include <string.h>

typedef struct printer {
    const dxk_psv0 *psv;
    const char *prefix;
    uint32_t stage;
    bool blank; /* a blank is due before the next line */
    bool exact; /* the reference's words, also for numbers that it has none for */
    dxki_out out;
} printer;

static void begin(printer *p)
{
    dxki_out_text(&p->out, p->prefix);
    if (p->blank)
        dxki_out_char(&p->out, ' ');
    p->blank = false;
}

static void line(printer *p, const char *text)
{
    begin(p);
    dxki_out_text(&p->out, text);
    dxki_out_char(&p->out, '\n');
}

static void line_text(printer *p, const char *label, dxk_str text)
{
    begin(p);
    dxki_out_text(&p->out, label);
    dxki_out_str(&p->out, text);
    dxki_out_char(&p->out, '\n');
}

static void line_number(printer *p, const char *label, uint64_t number)
{
    begin(p);
    dxki_out_text(&p->out, label);
    dxki_out_u64(&p->out, number);
    dxki_out_char(&p->out, '\n');
}

/* A word of a list by its number; `fallback` for those without. */
static void line_word(printer *p, const char *label, const char *const *words, size_t count,
                      uint32_t number, const char *fallback)
{
    const char *word = number < count && words[number] ? words[number] : fallback;
    line_text(p, label, dxki_str(word));
}

/* The name of an enumeration's value, or the number. */
static void line_enum(printer *p, const char *label, dxk_enum_id names, uint32_t number)
{
    const char *name = dxk_enum_text(names, number);
    if (name)
        line_text(p, label, dxki_str(name));
    else
        line_number(p, label, number);
}

/* ---------------------------------------------------------------------------------------- */
/* Runtime info                                                                               */

static void print_hull(printer *p, const dxk_psv_hs_info *hs)
{
    static const char *const domains[] = {NULL, "isoline", "tri", "quad"};
    static const char *const primitives[] = {NULL, "point", "line", "triangle_cw", "triangle_ccw"};
    line_number(p, " InputControlPointCount=", hs->input_control_points);
    line_number(p, " OutputControlPointCount=", hs->output_control_points);
    line_word(p, " Domain=", domains, DXKI_COUNT(domains), hs->tessellator_domain, "invalid");
    line_word(p, " OutputPrimitive=", primitives, DXKI_COUNT(primitives), hs->tessellator_output,
              "invalid");
}

static void print_geometry(printer *p, const dxk_psv_gs_info *gs)
{
    static const char *const primitives[] = {NULL, "point", "line",    "triangle",
                                             NULL, NULL,    "lineadj", "triangleadj"};
    static const char *const topologies[] = {NULL, "point", NULL, "line", NULL, "triangle"};
    enum { PATCH1 = DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH1, PATCHES = 32 };
    if (gs->input_primitive >= PATCH1 && gs->input_primitive < PATCH1 + PATCHES)
        line_number(p, " InputPrimitive=patch", gs->input_primitive - PATCH1 + 1);
    else
        line_word(p, " InputPrimitive=", primitives, DXKI_COUNT(primitives), gs->input_primitive,
                  "invalid");
    line_word(p, " OutputTopology=", topologies, DXKI_COUNT(topologies), gs->output_topology,
              "invalid");
    line_number(p, " OutputStreamMask=", gs->output_stream_mask);
    line_number(p, " OutputPositionPresent=", gs->output_position_present != 0);
}

/* Threads and memory of the stages that run in groups. */
static void print_group(printer *p)
{
    const dxk_psv_runtime_info *info = &p->psv->info;
    if (dxk_psv0_version(p->psv) >= 2) {
        begin(p);
        dxki_out_text(&p->out, " NumThreads=(");
        dxki_out_u64(&p->out, info->threads_x);
        dxki_out_char(&p->out, ',');
        dxki_out_u64(&p->out, info->threads_y);
        dxki_out_char(&p->out, ',');
        dxki_out_u64(&p->out, info->threads_z);
        dxki_out_text(&p->out, ")\n");
    }
    if (dxk_psv0_version(p->psv) >= 4)
        line_number(p, " NumBytesGroupSharedMemory: ", info->group_shared_bytes);
}

static void print_mesh(printer *p, const dxk_psv_stage_info *info)
{
    static const char *const topologies[] = {"undefined", "line", "triangle"};
    if (dxk_psv0_version(p->psv) >= 1)
        line_word(p, " MeshOutputTopology=", topologies, DXKI_COUNT(topologies),
                  info->mesh_output_topology, "invalid");
    print_group(p);
}

static void print_stage(printer *p)
{
    static const char *const titles[] = {
        [DXK_SHADER_KIND_PIXEL] = " Pixel Shader",
        [DXK_SHADER_KIND_VERTEX] = " Vertex Shader",
        [DXK_SHADER_KIND_GEOMETRY] = " Geometry Shader",
        [DXK_SHADER_KIND_HULL] = " Hull Shader",
        [DXK_SHADER_KIND_DOMAIN] = " Domain Shader",
        [DXK_SHADER_KIND_COMPUTE] = " Compute Shader",
        [DXK_SHADER_KIND_MESH] = " Mesh Shader",
        [DXK_SHADER_KIND_AMPLIFICATION] = " Amplification Shader",
    };
    dxk_psv_stage_info info;
    dxk_psv0_stage_info(p->psv, p->stage, &info);
    if (info.stage < DXKI_COUNT(titles) && titles[info.stage])
        line(p, titles[info.stage]);
    switch (info.stage) {
    case DXK_SHADER_KIND_HULL:
        print_hull(p, &info.as.hs);
        break;
    case DXK_SHADER_KIND_DOMAIN:
        line_number(p, " InputControlPointCount=", info.as.ds.input_control_points);
        line_number(p, " OutputPositionPresent=", info.as.ds.output_position_present != 0);
        break;
    case DXK_SHADER_KIND_GEOMETRY:
        print_geometry(p, &info.as.gs);
        break;
    case DXK_SHADER_KIND_VERTEX:
        line_number(p, " OutputPositionPresent=", info.as.vs.output_position_present != 0);
        break;
    case DXK_SHADER_KIND_PIXEL:
        line_number(p, " DepthOutput=", info.as.ps.depth_output != 0);
        line_number(p, " SampleFrequency=", info.as.ps.sample_frequency != 0);
        break;
    case DXK_SHADER_KIND_COMPUTE:
    case DXK_SHADER_KIND_AMPLIFICATION:
        print_group(p);
        break;
    case DXK_SHADER_KIND_MESH:
        print_mesh(p, &info);
        break;
    default:
        break;
    }
}

/* What version 1 added for every stage. */
static void print_signature_counts(printer *p)
{
    const dxk_psv_runtime_info *info = &p->psv->info;
    line(p, info->uses_view_id ? " UsesViewID: true" : " UsesViewID: false");
    line_number(p, " SigInputElements: ", info->sig_input_elements);
    line_number(p, " SigOutputElements: ", info->sig_output_elements);
    line_number(p, " SigPatchConstOrPrimElements: ", info->sig_patch_or_prim_elements);
    line_number(p, " SigInputVectors: ", info->sig_input_vectors);
    for (uint32_t i = 0; i < DXK_PSV_STREAMS; i++) {
        begin(p);
        dxki_out_text(&p->out, " SigOutputVectors[");
        dxki_out_u64(&p->out, i);
        dxki_out_text(&p->out, "]: ");
        dxki_out_u64(&p->out, dxk_psv0_output_vectors(p->psv, i));
        dxki_out_char(&p->out, '\n');
    }
}

static void print_info(printer *p)
{
    const dxk_psv_runtime_info *info = &p->psv->info;
    line(p, "PSVRuntimeInfo:");
    print_stage(p);
    if (info->minimum_wave_lanes == info->maximum_wave_lanes) {
        line_number(p, " WaveSize=", info->minimum_wave_lanes);
    } else {
        line_number(p, " MinimumExpectedWaveLaneCount: ", info->minimum_wave_lanes);
        line_number(p, " MaximumExpectedWaveLaneCount: ", info->maximum_wave_lanes);
    }
    if (dxk_psv0_version(p->psv) >= 1)
        print_signature_counts(p);
    if (dxk_psv0_version(p->psv) >= 3)
        line_text(p, " EntryFunctionName: ", dxk_psv0_entry_name(p->psv));
}

/* ---------------------------------------------------------------------------------------- */
/* Resources and elements                                                                     */

static void print_resource_flags(printer *p, uint32_t flags)
{
    if (flags == 0)
        line(p, "  ResFlags: None");
    else if (flags & DXK_PSV_RESOURCE_FLAG_USED_BY_ATOMIC64)
        line(p, "  ResFlags: UsedByAtomic64 ");
    else
        line(p, "  ResFlags: ");
}

static void print_resource(printer *p, const dxk_psv_resource *resource)
{
    line(p, "PSVResourceBindInfo:");
    line_number(p, "  Space: ", resource->space);
    line_number(p, "  LowerBound: ", resource->lower_bound);
    line_number(p, "  UpperBound: ", resource->upper_bound);
    if (p->exact && !dxk_enum_text(DXK_ENUM_ID_psv_resource_type, resource->type))
        line(p, "  ResType: Unknown");
    else
        line_enum(p, "  ResType: ", DXK_ENUM_ID_psv_resource_type, resource->type);
    if (p->psv->resource_stride < DXK_WIRE_SIZE_psv_resource)
        return;
    if (!p->exact || dxk_enum_text(DXK_ENUM_ID_resource_kind, resource->kind))
        line_enum(p, "  ResKind: ", DXK_ENUM_ID_resource_kind, resource->kind);
    print_resource_flags(p, resource->flags);
}

static void print_resources(printer *p)
{
    line_number(p, "ResourceCount : ", p->psv->resource_count);
    p->blank = true;
    for (uint32_t i = 0; i < p->psv->resource_count; i++)
        print_resource(p, &p->psv->resources[i]);
}

/* The kinds as PSV0 has them; there, the number after CullPrimitive is "Invalid". */
static void print_semantic_kind(printer *p, uint32_t kind)
{
    if (kind == DXK_SEMANTIC_KIND_CULL_PRIMITIVE + 1)
        line(p, "  SemanticKind: Invalid");
    else if (p->exact && kind > DXK_SEMANTIC_KIND_CULL_PRIMITIVE)
        dxki_out_text(&p->out, "  SemanticKind: ");
    else if (kind > DXK_SEMANTIC_KIND_CULL_PRIMITIVE)
        line_number(p, "  SemanticKind: ", kind);
    else
        line_enum(p, "  SemanticKind: ", DXK_ENUM_ID_semantic_kind, kind);
}

/* A place of an element in the registers, -1 when it has none. */
static void print_place(printer *p, const char *label, const dxk_psv_element *e, uint32_t place)
{
    if (e->allocated)
        line_number(p, label, place);
    else
        line_text(p, label, dxki_str("-1"));
}

static void print_element(printer *p, const dxk_psv_element *e, dxk_str name)
{
    const uint32_t *indices;
    uint32_t count = dxk_psv0_element_indices(p->psv, e, &indices);
    line(p, "PSVSignatureElement:");
    line_text(p, "  SemanticName: ", name);
    begin(p);
    dxki_out_text(&p->out, "  SemanticIndex: ");
    for (uint32_t i = 0; i < count; i++) {
        dxki_out_u64(&p->out, indices[i]);
        dxki_out_char(&p->out, ' ');
    }
    dxki_out_char(&p->out, '\n');
    line_number(p, "  IsAllocated: ", e->allocated);
    print_place(p, "  StartRow: ", e, e->start_row);
    print_place(p, "  StartCol: ", e, e->start_col);
    line_number(p, "  Rows: ", e->rows);
    line_number(p, "  Cols: ", e->cols);
    print_semantic_kind(p, e->semantic_kind);
    line_number(p, "  InterpolationMode: ", e->interpolation);
    line_number(p, "  OutputStream: ", e->stream);
    line_number(p, "  ComponentType: ", e->component_type);
    line_number(p, "  DynamicIndexMask: ", e->dynamic_mask);
}

static void print_elements(printer *p)
{
    for (int s = DXK_PSV_INPUT; s <= DXK_PSV_PATCH_OR_PRIM; s++) {
        dxk_psv_signature signature = (dxk_psv_signature)s;
        for (uint32_t i = 0; i < dxk_psv0_element_count(p->psv, signature); i++) {
            const dxk_psv_element *e = dxk_psv0_element(p->psv, signature, i);
            print_element(p, e, dxk_psv0_element_name(p->psv, e));
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Dependencies                                                                               */

/* "Outputs[2]" or, without a stream, just the name. */
static void put_set(printer *p, const char *name, uint32_t stream)
{
    dxki_out_text(&p->out, name);
    if (stream == UINT32_MAX)
        return;
    dxki_out_char(&p->out, '[');
    dxki_out_u64(&p->out, stream);
    dxki_out_char(&p->out, ']');
}

/* The outputs in row `input`. */
static void put_row(printer *p, const dxk_psv_table *table, uint32_t input)
{
    bool empty = true;
    dxki_out_text(&p->out, " :");
    for (uint32_t i = 0; i < table->columns; i++) {
        if (!dxk_psv_table_depends(table, input, i))
            continue;
        empty = false;
        dxki_out_char(&p->out, ' ');
        dxki_out_u64(&p->out, i);
        dxki_out_char(&p->out, ' ');
    }
    dxki_out_text(&p->out, empty ? "  None\n" : "\n");
}

static void print_mask(printer *p, dxk_psv_dependency kind, const char *outputs, uint32_t stream)
{
    dxk_psv_table table = dxk_psv0_table(p->psv, kind, stream == UINT32_MAX ? 0 : stream);
    begin(p);
    dxki_out_text(&p->out, "  ViewID influencing ");
    put_set(p, outputs, stream);
    put_row(p, &table, 0);
}

static void print_table(printer *p, dxk_psv_dependency kind, const char *inputs,
                        const char *outputs, uint32_t stream)
{
    dxk_psv_table table = dxk_psv0_table(p->psv, kind, stream == UINT32_MAX ? 0 : stream);
    begin(p);
    dxki_out_text(&p->out, inputs);
    dxki_out_text(&p->out, " contributing to computation of ");
    put_set(p, outputs, stream);
    dxki_out_text(&p->out, table.rows ? ":\n" : ":  None\n");
    for (uint32_t i = 0; i < table.rows; i++) {
        begin(p);
        dxki_out_text(&p->out, "  ");
        put_set(p, inputs, i);
        dxki_out_text(&p->out, " influencing ");
        put_set(p, outputs, stream);
        put_row(p, &table, i);
    }
}

static void line_stream(printer *p, const char *text, uint32_t stream)
{
    begin(p);
    dxki_out_text(&p->out, text);
    dxki_out_u64(&p->out, stream);
    dxki_out_text(&p->out, ":\n");
}

static void print_view_id(printer *p, uint32_t streams)
{
    for (uint32_t i = 0; i < streams; i++) {
        line_stream(p, "Outputs affected by ViewID as a bitmask for stream ", i);
        p->blank = true;
        print_mask(p, DXK_PSV_VIEW_ID_TO_OUTPUT, "Outputs", i);
    }
    if (p->stage == DXK_SHADER_KIND_HULL || p->stage == DXK_SHADER_KIND_MESH) {
        line(p, "PCOutputs affected by ViewID as a bitmask:");
        print_mask(p, DXK_PSV_VIEW_ID_TO_PATCH_OR_PRIM, "PCOutputs", UINT32_MAX);
    }
}

static void print_dependencies(printer *p)
{
    uint32_t streams = p->stage == DXK_SHADER_KIND_GEOMETRY ? DXK_PSV_STREAMS : 1;
    if (p->psv->info.uses_view_id)
        print_view_id(p, streams);
    for (uint32_t i = 0; i < streams; i++) {
        line_stream(p, "Outputs affected by inputs as a table of bitmasks for stream ", i);
        print_table(p, DXK_PSV_INPUT_TO_OUTPUT, "Inputs", "Outputs", i);
    }
    if (p->stage == DXK_SHADER_KIND_HULL) {
        line(p, "Patch constant outputs affected by inputs as a table of bitmasks:");
        print_table(p, DXK_PSV_INPUT_TO_PATCH, "Inputs", "PatchConstantOutputs", UINT32_MAX);
    } else if (p->stage == DXK_SHADER_KIND_DOMAIN) {
        line(p, "Outputs affected by patch constant inputs as a table of bitmasks:");
        print_table(p, DXK_PSV_PATCH_TO_OUTPUT, "PatchConstantInputs", "Outputs", UINT32_MAX);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Entry points                                                                               */

static void init(printer *p, const dxk_psv0 *psv, const dxk_psv_print_options *options,
                 dxk_sink sink)
{
    p->psv = psv;
    p->prefix = options && options->prefix ? options->prefix : "";
    p->stage = DXK_SHADER_KIND_INVALID;
    if (options && options->stage_known)
        p->stage = options->stage;
    if (dxk_psv0_version(psv) >= 1)
        p->stage = dxk_psv0_stage(psv);
    p->blank = p->exact = false;
    dxki_out_init(&p->out, sink);
}

dxk_status dxk_psv0_print(const dxk_psv0 *psv, const dxk_psv_print_options *given, dxk_sink sink)
{
    dxk_psv_print_options options;
    if (!dxki_options_take(&options, sizeof options, given))
        return DXK_E_ARGUMENT;
    uint32_t pieces = options.pieces ? options.pieces : DXK_PSV_PRINT_ALL;
    printer p;
    init(&p, psv, &options, sink);
    bool signatures = dxk_psv0_version(psv) >= 1 && p.stage != DXK_SHADER_KIND_COMPUTE &&
                      p.stage != DXK_SHADER_KIND_AMPLIFICATION;
    if (pieces & DXK_PSV_PRINT_TITLE)
        line(&p, "DxilPipelineStateValidation:");
    if (pieces & DXK_PSV_PRINT_INFO)
        print_info(&p);
    if (pieces & DXK_PSV_PRINT_RESOURCES)
        print_resources(&p);
    if (signatures && (pieces & DXK_PSV_PRINT_ELEMENTS))
        print_elements(&p);
    if (signatures && (pieces & DXK_PSV_PRINT_DEPENDENCIES))
        print_dependencies(&p);
    if (p.blank)
        dxki_out_char(&p.out, ' ');
    return dxki_out_flush(&p.out);
}

dxk_status dxk_psv0_print_resource(const dxk_psv0 *psv, uint32_t index, dxk_sink sink)
{
    printer p;
    init(&p, psv, NULL, sink);
    if (index < psv->resource_count)
        print_resource(&p, &psv->resources[index]);
    return dxki_out_flush(&p.out);
}

dxk_status dxk_psv0_print_element(const dxk_psv0 *psv, dxk_psv_signature signature, uint32_t index,
                                  dxk_sink sink)
{
    const dxk_psv_element *element = dxk_psv0_element(psv, signature, index);
    printer p;
    init(&p, psv, NULL, sink);
    if (element)
        print_element(&p, element, dxk_psv0_element_name(psv, element));
    return dxki_out_flush(&p.out);
}

/* ---------------------------------------------------------------------------------------- */
/* The validator's words                                                                      */

dxk_status dxki_psv0_exact_resource(const dxk_psv0 *psv, uint32_t index, dxk_sink sink)
{
    printer p;
    init(&p, psv, NULL, sink);
    p.exact = true;
    print_resource(&p, &psv->resources[index]);
    return dxki_out_flush(&p.out);
}

dxk_status dxki_psv0_exact_element(const dxk_psv0 *psv, const dxk_psv_element *element,
                                   dxk_str name, dxk_sink sink)
{
    printer p;
    init(&p, psv, NULL, sink);
    p.exact = true;
    print_element(&p, element, name);
    return dxki_out_flush(&p.out);
}

dxk_status dxki_psv0_exact_dependencies(const dxk_psv0 *psv, dxk_sink sink)
{
    printer p;
    init(&p, psv, NULL, sink);
    print_dependencies(&p);
    return dxki_out_flush(&p.out);
}
