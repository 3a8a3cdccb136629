/* SPDX-License-Identifier: MIT */
/* run_invoke.c - invocations of a shader of one stage; see invoke.h. */
#include "invoke.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

static int invoke_vertices(invoker *v)
{
    uint32_t in = v->info.input_words, out = v->info.output_words;
    dxk_run_element e;
    char what[40];
    int status = invoke_make_room(v, v->count, in + out);
    if (status != CLI_OK)
        return status;
    uint32_t *inputs = invoke_take(v, (size_t)v->count * in),
             *outputs = invoke_take(v, (size_t)v->count * out);
    for (size_t n = 0; dxk_run_program_element(v->program, DXK_RUN_INPUT, n, &e); n++)
        for (uint32_t i = 0; e.kind == DXK_SEMANTIC_KIND_VERTEX_ID && i < v->count; i++)
            inputs[(size_t)i * in + e.word] = i;
    status = invoke_read_records(v, DXK_RUN_INPUT, v->count, in, inputs);
    dxk_run_invocations run = {.count = v->count,
                               .inputs = inputs,
                               .outputs = outputs,
                               .view = invoke_one_number(v, "SV_ViewID"),
                               .start_vertex = invoke_one_number(v, "SV_StartVertexLocation"),
                               .start_instance = invoke_one_number(v, "SV_StartInstanceLocation")};
    if (status == CLI_OK)
        status = run_status(v->s, dxk_run_invoke(v->worker, &run));
    for (uint32_t i = 0; i < v->count && status == CLI_OK; i++) {
        snprintf(what, sizeof what, "vertex %u", i);
        invoke_begin_record(v, what);
        invoke_print_record(v, DXK_RUN_OUTPUT, 0, outputs + (size_t)i * out);
        invoke_end_record(v);
    }
    return status;
}

/* Quads lie side by side. */
static void place_pixels(const invoker *v, uint32_t *inputs)
{
    dxk_run_element e;
    for (size_t n = 0; dxk_run_program_element(v->program, DXK_RUN_INPUT, n, &e); n++)
        for (uint32_t i = 0; e.kind == DXK_SEMANTIC_KIND_POSITION && i < v->count; i++) {
            const float at[4] = {(float)(i / 4 * 2 + (i & 1)) + 0.5f, (float)(i >> 1 & 1) + 0.5f, 0,
                                 1};
            memcpy(inputs + (size_t)i * v->info.input_words + e.word, at,
                   e.columns * sizeof(float));
        }
}

static void print_pixels(invoker *v, const uint32_t *helpers, const uint8_t *live,
                         const uint32_t *outputs)
{
    char what[40];
    for (uint32_t i = 0; i < v->count; i++) {
        snprintf(what, sizeof what, "pixel %u%s", i,
                 helpers[i] ? ", a helper"
                 : live[i]  ? ""
                            : ", discarded");
        invoke_begin_record(v, what);
        if (live[i])
            invoke_print_record(v, DXK_RUN_OUTPUT, 0, outputs + (size_t)i * v->info.output_words);
        invoke_end_record(v);
    }
}

static int invoke_pixels(invoker *v)
{
    uint32_t in = v->info.input_words, out = v->info.output_words;
    uint8_t live[INVOKE_MOST], samples[INVOKE_MOST];
    int status = invoke_make_room(v, v->count, in + out + 16);
    if (status != CLI_OK)
        return status;
    uint32_t *inputs = invoke_take(v, (size_t)v->count * in),
             *outputs = invoke_take(v, (size_t)v->count * out);
    uint32_t *helpers = invoke_take(v, v->count), *coverage = invoke_take(v, v->count),
             *at = invoke_take(v, v->count);
    for (uint32_t i = 0; i < v->count; i++)
        coverage[i] = 1;
    place_pixels(v, inputs);
    status = invoke_read_records(v, DXK_RUN_INPUT, v->count, in, inputs);
    if (status == CLI_OK)
        status = invoke_read_numbers(v, "Helper", false, 1, v->count, helpers);
    if (status == CLI_OK)
        status = invoke_read_numbers(v, "SV_Coverage", false, 1, v->count, coverage);
    if (status == CLI_OK)
        status = invoke_read_numbers(v, "SV_SampleIndex", false, 1, v->count, at);
    for (uint32_t i = 0; i < v->count; i++) {
        live[i] = !helpers[i];
        samples[i] = (uint8_t)at[i];
    }
    dxk_run_invocations run = {.count = v->count,
                               .inputs = inputs,
                               .outputs = outputs,
                               .view = invoke_one_number(v, "SV_ViewID"),
                               .live = live,
                               .coverage = coverage,
                               .samples = samples,
                               .sample_count = invoke_one_number(v, "SampleCount")};
    if (status == CLI_OK)
        status = run_status(v->s, dxk_run_invoke(v->worker, &run));
    if (status == CLI_OK)
        print_pixels(v, helpers, live, outputs);
    return status;
}

static int invoke_hull(invoker *v)
{
    const dxk_run_stage *s = &v->stage;
    uint32_t in = v->info.input_words, out = v->info.output_words;
    char what[60];
    int status = invoke_make_room(v, v->count,
                                  (size_t)s->input_points * in + (size_t)s->output_points * out +
                                      s->patch_words);
    if (status != CLI_OK)
        return status;
    uint32_t *inputs = invoke_take(v, (size_t)v->count * s->input_points * in);
    dxk_run_patches run = {.count = v->count,
                           .inputs = inputs,
                           .outputs = invoke_take(v, (size_t)v->count * s->output_points * out),
                           .constants = invoke_take(v, (size_t)v->count * s->patch_words),
                           .first = invoke_one_number(v, "SV_PrimitiveID"),
                           .view = invoke_one_number(v, "SV_ViewID")};
    status = invoke_read_records(v, DXK_RUN_INPUT, v->count * s->input_points, in, inputs);
    if (status == CLI_OK)
        status = run_status(v->s, dxk_run_hull(v->worker, &run));
    for (uint32_t i = 0; i < v->count && status == CLI_OK; i++) {
        for (uint32_t k = 0; k < s->output_points; k++) {
            snprintf(what, sizeof what, "patch %u, control point %u", i, k);
            invoke_begin_record(v, what);
            invoke_print_record(v, DXK_RUN_OUTPUT, 0,
                                run.outputs + ((size_t)i * s->output_points + k) * out);
            invoke_end_record(v);
        }
        snprintf(what, sizeof what, "patch %u", i);
        invoke_begin_record(v, what);
        invoke_print_record(v, DXK_RUN_PATCH, 0, run.constants + (size_t)i * s->patch_words);
        invoke_end_record(v);
    }
    return status;
}

static int invoke_domain(invoker *v)
{
    const dxk_run_stage *s = &v->stage;
    uint32_t in = v->info.input_words, out = v->info.output_words;
    char what[40];
    int status =
        invoke_make_room(v, v->count, (size_t)s->input_points * in + out + s->patch_words + 8);
    if (status != CLI_OK)
        return status;
    uint32_t *inputs = invoke_take(v, (size_t)s->input_points * in),
             *constants = invoke_take(v, s->patch_words);
    uint32_t *bits = invoke_take(v, (size_t)v->count * 3),
             *outputs = invoke_take(v, (size_t)v->count * out);
    status = invoke_read_numbers(v, "SV_DomainLocation", true, 3, v->count, bits);
    if (status == CLI_OK)
        status = invoke_read_records(v, DXK_RUN_INPUT, s->input_points, in, inputs);
    if (status == CLI_OK)
        status = invoke_read_records(v, DXK_RUN_PATCH, 1, s->patch_words, constants);
    float *locations = malloc(((size_t)v->count * 3 + 1) * sizeof *locations);
    if (!locations)
        return job_status(v->s->j, DXK_E_NOMEM);
    memcpy(locations, bits, (size_t)v->count * 3 * sizeof *locations);
    dxk_run_points run = {.count = v->count,
                          .locations = locations,
                          .inputs = inputs,
                          .constants = constants,
                          .outputs = outputs,
                          .first = invoke_one_number(v, "SV_PrimitiveID"),
                          .view = invoke_one_number(v, "SV_ViewID")};
    if (status == CLI_OK)
        status = run_status(v->s, dxk_run_domain(v->worker, &run));
    free(locations);
    for (uint32_t i = 0; i < v->count && status == CLI_OK; i++) {
        snprintf(what, sizeof what, "point %u", i);
        invoke_begin_record(v, what);
        invoke_print_record(v, DXK_RUN_OUTPUT, 0, outputs + (size_t)i * out);
        invoke_end_record(v);
    }
    return status;
}

static void print_vertices(invoker *v, const dxk_run_primitives *run, uint32_t invocation)
{
    uint32_t out = v->info.output_words, most = v->stage.max_vertices;
    char what[120];
    for (uint32_t k = 0; k < run->vertex_counts[invocation]; k++) {
        size_t at = (size_t)invocation * most + k;
        snprintf(what, sizeof what, "primitive %u, instance %u, vertex %u, stream %u%s",
                 invocation / v->stage.instances, invocation % v->stage.instances, k,
                 run->marks[at] & DXK_RUN_STREAM,
                 run->marks[at] & DXK_RUN_BEGINS ? ", begins a strip" : "");
        invoke_begin_record(v, what);
        invoke_print_record(v, DXK_RUN_OUTPUT, run->marks[at] & DXK_RUN_STREAM,
                            run->outputs + at * out);
        invoke_end_record(v);
    }
}

static int invoke_geometry(invoker *v)
{
    const dxk_run_stage *s = &v->stage;
    uint32_t in = v->info.input_words, out = v->info.output_words;
    size_t invocations = (size_t)v->count * s->instances, vertices = invocations * s->max_vertices;
    int status = invoke_make_room(v, vertices + invocations + (size_t)v->count * s->input_points,
                                  (size_t)in + out);
    uint8_t *marks = calloc(vertices + 1, 1);
    if (status == CLI_OK && !marks)
        status = job_status(v->s->j, DXK_E_NOMEM);
    if (status == CLI_OK) {
        uint32_t *inputs = invoke_take(v, (size_t)v->count * s->input_points * in);
        dxk_run_primitives run = {.count = v->count,
                                  .inputs = inputs,
                                  .first = invoke_one_number(v, "SV_PrimitiveID"),
                                  .view = invoke_one_number(v, "SV_ViewID"),
                                  .outputs = invoke_take(v, vertices * out),
                                  .marks = marks,
                                  .vertex_counts = invoke_take(v, invocations)};
        status = invoke_read_records(v, DXK_RUN_INPUT, v->count * s->input_points, in, inputs);
        if (status == CLI_OK)
            status = run_status(v->s, dxk_run_geometry(v->worker, &run));
        for (uint32_t i = 0; i < invocations && status == CLI_OK; i++)
            print_vertices(v, &run, i);
    }
    free(marks);
    return status;
}

/* Words of the payload. */
static int read_payload(invoker *v, uint8_t *payload)
{
    const char *at = invoke_find_named(v, "Payload");
    for (uint32_t n = 0; at && *at && n + 4 <= v->stage.payload_size; n += 4) {
        uint32_t word;
        if (!invoke_read_word(&at, false, &word))
            return invoke_bad_values(v, (dxk_str){"Payload", 7});
        for (unsigned k = 0; k < 4; k++)
            payload[n + k] = (uint8_t)(word >> 8 * k);
    }
    return CLI_OK;
}

static int invoke_amplification(invoker *v)
{
    uint8_t payload[16384] = {0};
    dxk_run_amplified run = {.view = invoke_one_number(v, "SV_ViewID"), .payload = payload};
    char what[80];
    int status = invoke_read_numbers(v, "SV_GroupID", false, 3, 1, run.group);
    if (status == CLI_OK)
        status = run_status(v->s, dxk_run_amplify(v->worker, &run));
    if (status != CLI_OK)
        return status;
    snprintf(what, sizeof what, "mesh groups %u,%u,%u", run.grid[0], run.grid[1], run.grid[2]);
    invoke_begin_record(v, what);
    if (v->json)
        dxk_json_hex(v->s->j->json, "payload", (dxk_bytes){payload, v->stage.payload_size});
    else
        text_put(&v->s->j->out, "  payload             ");
    for (uint32_t n = 0; n + 4 <= v->stage.payload_size && !v->json; n += 4)
        text_printf(&v->s->j->out, " 0x%02x%02x%02x%02x", payload[n + 3], payload[n + 2],
                    payload[n + 1], payload[n]);
    if (!v->json)
        text_char(&v->s->j->out, '\n');
    invoke_end_record(v);
    return CLI_OK;
}

static void print_mesh(invoker *v, const dxk_run_meshlet *mesh)
{
    bool lines = v->stage.topology == DXK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    char what[100];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        snprintf(what, sizeof what, "vertex %u", i);
        invoke_begin_record(v, what);
        invoke_print_record(v, DXK_RUN_OUTPUT, 0,
                            mesh->vertices + (size_t)i * v->info.output_words);
        invoke_end_record(v);
    }
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        const uint32_t *index = mesh->indices + 3 * (size_t)i;
        int size =
            snprintf(what, sizeof what, "primitive %u, vertices %u,%u", i, index[0], index[1]);
        if (!lines)
            snprintf(what + size, sizeof what - (size_t)size, ",%u", index[2]);
        invoke_begin_record(v, what);
        invoke_print_record(v, DXK_RUN_PATCH, 0,
                            mesh->primitives + (size_t)i * v->stage.patch_words);
        invoke_end_record(v);
    }
}

static int invoke_mesh(invoker *v)
{
    const dxk_run_stage *s = &v->stage;
    uint8_t payload[16384] = {0};
    int status = invoke_make_room(v, (size_t)s->max_vertices + s->max_primitives,
                                  (size_t)v->info.output_words + s->patch_words);
    if (status != CLI_OK)
        return status;
    dxk_run_meshlet run = {.view = invoke_one_number(v, "SV_ViewID"),
                           .payload = payload,
                           .vertices =
                               invoke_take(v, (size_t)s->max_vertices * v->info.output_words),
                           .primitives = invoke_take(v, (size_t)s->max_primitives * s->patch_words),
                           .indices = invoke_take(v, (size_t)s->max_primitives * 3)};
    status = invoke_read_numbers(v, "SV_GroupID", false, 3, 1, run.group);
    if (status == CLI_OK)
        status = read_payload(v, payload);
    if (status == CLI_OK)
        status = run_status(v->s, dxk_run_mesh(v->worker, &run));
    if (status == CLI_OK)
        print_mesh(v, &run);
    return status;
}

/* ---------------------------------------------------------------------------------------- */
/* The command                                                                                */

static int invoke(invoker *v)
{
    switch (v->info.kind) {
    case DXK_SHADER_KIND_VERTEX:
        return invoke_vertices(v);
    case DXK_SHADER_KIND_PIXEL:
        return invoke_pixels(v);
    case DXK_SHADER_KIND_HULL:
        return invoke_hull(v);
    case DXK_SHADER_KIND_DOMAIN:
        return invoke_domain(v);
    case DXK_SHADER_KIND_GEOMETRY:
        return invoke_geometry(v);
    case DXK_SHADER_KIND_AMPLIFICATION:
        return invoke_amplification(v);
    case DXK_SHADER_KIND_MESH:
        return invoke_mesh(v);
    case DXK_SHADER_KIND_LIBRARY:
        return invoke_function(v);
    default:
        return job_error(v->s->j, CLI_USAGE,
                         "--invoke requires a shader of the graphics pipeline or a function");
    }
}

static int invoke_given(invoker *v)
{
    v->program = v->s->program;
    v->json = v->s->j->json != NULL;
    v->info = dxk_run_program_info_get(v->program);
    v->stage = dxk_run_program_stage(v->program);
    int status = invoke_look_at_given(v);
    if (status == CLI_OK && v->s->how.trace)
        status = run_trace_begin(v->s, v->worker, &v->trace);
    if (status == CLI_OK)
        status = invoke(v);
    invoke_begin_list(v);
    if (v->json)
        dxk_json_end(v->s->j->json);
    free(v->words);
    return status;
}

int run_invoke_with(run_state *s, const opt_list *inputs, dxk_run_worker *worker)
{
    invoker v = {.s = s, .given = inputs, .worker = worker};
    return invoke_given(&v);
}

int run_invoke(run_state *s, const opt_list *inputs)
{
    invoker v = {.s = s, .given = inputs};
    dxk_status made = run_bind(s);
    if (made == DXK_OK)
        made = dxk_run_worker_create(s->run, s->j->ctx, &v.worker);
    if (made != DXK_OK)
        return job_status(s->j, made);
    int status = invoke_given(&v);
    if (!run_collect(s, v.worker) && status == CLI_OK)
        status = job_status(s->j, DXK_E_NOMEM);
    dxk_run_worker_free(v.worker);
    return status;
}
