/* SPDX-License-Identifier: MIT */
/*
 * stage_run.c - running stages of the graphics pipeline: invocations one after the other in waves,
 * or a group of threads. Part of <dxk/stage.h>.
 */
#include "exec/group.h"
#include "exec/stage.h"

/* ---------------------------------------------------------------------------------------- */
/* Waves                                                                                      */

static bool is_kind(const dxk_run_worker *worker, dxk_shader_kind kind)
{
    return worker->program->info.kind == kind;
}

static void begin_wave(dxk_run_worker *worker, dxki_exec_runner *r, const dxki_exec_stage *stage,
                       uint32_t function)
{
    const uint8_t *live = stage->pixels ? stage->pixels->live : NULL;
    uint32_t left = stage->count - stage->first;

    for (uint32_t l = 0; l < r->wave.lanes; l++)
        r->thread_of[l] = l < left ? l : UINT32_MAX;
    memset(&r->wave.helpers, 0, sizeof r->wave.helpers);
    for (uint32_t l = 0; live && l < r->wave.lanes && l < left; l++)
        if (!live[stage->first + l])
            r->wave.helpers.word[l >> 6] |= (uint64_t)1 << (l & 63);
    worker->stage = stage;
    memset(worker->group.id, 0, sizeof worker->group.id);
    worker->group.id[0] = stage->first / r->wave.lanes;
    if (worker->watch && worker->watch->group)
        worker->watch->group(worker->watch);
    dxki_exec_wave_begin(r, 0, function);
}

/* Tells which pixels were discarded, and what the others have not written. */
static void end_wave(dxki_exec_runner *r, const dxki_exec_stage *stage)
{
    uint8_t *live = stage->pixels ? stage->pixels->live : NULL;
    bool is_done = r->wave.worker->status == DXK_OK;

    for (uint32_t l = 0; stage->written && !stage->streams && is_done && l < r->wave.lanes; l++)
        if (l < stage->count - stage->first && !dxki_exec_mask_has(&r->wave.helpers, l))
            dxki_exec_check_outputs(&r->wave, NULL, l, 0);

    for (uint32_t l = 0; live && l < r->wave.lanes && l < stage->count - stage->first; l++)
        if (dxki_exec_mask_has(&r->wave.helpers, l))
            live[stage->first + l] = 0;
}

/* Runs a function for all invocations. */
static dxk_status run_waves(dxk_run_worker *worker, dxki_exec_stage *stage, uint32_t function)
{
    dxki_exec_runner *r = &worker->waves[0];
    dxki_arena arena;

    worker->status = DXK_OK;
    dxki_arena_init(&arena, worker->ctx);
    if (!dxki_exec_watch_outputs(worker, stage, &arena))
        worker->status = dxki_nomem(worker->ctx);
    for (uint64_t first = 0; first < stage->count && worker->status == DXK_OK;
         first += r->wave.lanes) {
        stage->first = (uint32_t)first;
        begin_wave(worker, r, stage, function);
        dxki_exec_give_arguments(r, stage);
        dxki_exec_wave_run(r);
        end_wave(r, stage);
        dxki_exec_take_results(r, stage);
        worker->stage = NULL;
    }
    dxki_arena_free(&arena);
    stage->written = NULL;
    return worker->status;
}

/* False: there are more invocations than numbers for them. */
static bool multiply(uint32_t a, uint32_t b, uint32_t *product)
{
    uint64_t all = (uint64_t)a * b;

    *product = (uint32_t)all;
    return all < UINT32_MAX;
}

const dxk_run_program *dxk_run_worker_program(const dxk_run_worker *worker)
{
    return worker->program;
}

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

dxk_status dxk_run_invoke(dxk_run_worker *worker, const dxk_run_invocations *what)
{
    bool pixels = is_kind(worker, DXK_SHADER_KIND_PIXEL);
    dxki_exec_stage stage = {.count = what->count,
                             .inputs = what->inputs,
                             .points = 1,
                             .share = 1,
                             .outputs = what->outputs,
                             .view = what->view,
                             .start_vertex = what->start_vertex,
                             .start_instance = what->start_instance,
                             .pixels = pixels ? what : NULL};

    if ((!pixels && !is_kind(worker, DXK_SHADER_KIND_VERTEX)) || (pixels && what->count % 4))
        return DXK_E_ARGUMENT;
    return run_waves(worker, &stage, 0);
}

/* An input control point becomes the output control point with the same number. Both have the same
 * elements. */
static void pass_points(const dxk_run_program *p, const dxk_run_patches *what)
{
    const dxki_exec_signature *in = &p->signatures[DXK_RUN_INPUT];
    const dxki_exec_signature *out = &p->signatures[DXK_RUN_OUTPUT];
    size_t points = (size_t)what->count * p->stage.output_points;
    uint32_t common = in->words < out->words ? in->words : out->words;

    if (p->stage.input_points != p->stage.output_points)
        return;
    for (size_t n = 0; n < points; n++)
        memcpy(what->outputs + n * out->words, what->inputs + n * in->words,
               common * sizeof(uint32_t));
}

dxk_status dxk_run_hull(dxk_run_worker *worker, const dxk_run_patches *what)
{
    const dxk_run_program *p = worker->program;
    dxki_exec_stage stage = {.inputs = what->inputs,
                             .points = p->stage.input_points,
                             .share = p->stage.output_points ? p->stage.output_points : 1,
                             .outputs = what->outputs,
                             .number = what->first,
                             .view = what->view};

    if (!is_kind(worker, DXK_SHADER_KIND_HULL) ||
        !multiply(what->count, p->stage.output_points, &stage.count))
        return DXK_E_ARGUMENT;
    if (p->passes_points)
        pass_points(p, what);
    else if (run_waves(worker, &stage, 0) != DXK_OK)
        return worker->status;
    stage.count = what->count;
    stage.share = 1;
    stage.outputs = NULL;
    stage.control = what->outputs;
    stage.patch = what->constants;
    return run_waves(worker, &stage, p->patch_function);
}

dxk_status dxk_run_domain(dxk_run_worker *worker, const dxk_run_points *what)
{
    dxki_exec_stage stage = {.count = what->count,
                             .inputs = what->inputs,
                             .points = worker->program->stage.input_points,
                             .share = UINT32_MAX, /* all in patch 0 */
                             .owners = what->patches,
                             .outputs = what->outputs,
                             .number = what->first,
                             .view = what->view,
                             .constants = what->constants,
                             .locations = what->locations};

    if (!is_kind(worker, DXK_SHADER_KIND_DOMAIN))
        return DXK_E_ARGUMENT;
    return run_waves(worker, &stage, 0);
}

dxk_status dxk_run_geometry(dxk_run_worker *worker, const dxk_run_primitives *what)
{
    const dxk_run_program *p = worker->program;
    dxki_exec_stage stage = {.inputs = what->inputs,
                             .points = p->stage.input_points,
                             .share = p->stage.instances,
                             .number = what->first,
                             .numbers = what->numbers,
                             .view = what->view,
                             .streams = what};
    dxki_arena arena;

    if (!is_kind(worker, DXK_SHADER_KIND_GEOMETRY) ||
        !multiply(what->count, p->stage.instances, &stage.count))
        return DXK_E_ARGUMENT;
    dxki_arena_init(&arena, worker->ctx);
    stage.outputs = dxki_arena_zalloc(&arena, (size_t)stage.count + 1,
                                      ((size_t)p->info.output_words + 1) * sizeof(uint32_t));
    stage.is_inside = dxki_arena_zalloc(&arena, (size_t)stage.count + 1, 1);
    dxk_status status;
    if (stage.outputs && stage.is_inside) {
        memset(what->vertex_counts, 0, stage.count * sizeof *what->vertex_counts);
        status = run_waves(worker, &stage, 0);
    } else {
        status = dxki_nomem(worker->ctx);
    }
    dxki_arena_free(&arena);
    return status;
}

dxk_status dxk_run_call(dxk_run_worker *worker, const dxk_run_calls *what)
{
    dxki_exec_stage stage = {.count = what->count, .share = 1, .calls = what};

    if (!is_kind(worker, DXK_SHADER_KIND_LIBRARY) || !worker->program->options.for_invoke)
        return DXK_E_ARGUMENT;
    return run_waves(worker, &stage, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Groups                                                                                     */

static dxk_status run_group(dxk_run_worker *worker, dxki_exec_stage *stage, const uint32_t id[3])
{
    worker->status = DXK_OK;
    worker->stage = stage;
    dxki_exec_group_run(worker, id, id[0]);
    worker->stage = NULL;
    return worker->status;
}

dxk_status dxk_run_amplify(dxk_run_worker *worker, dxk_run_amplified *what)
{
    dxki_exec_stage stage = {.view = what->view, .amplified = what};

    if (!is_kind(worker, DXK_SHADER_KIND_AMPLIFICATION))
        return DXK_E_ARGUMENT;
    memset(what->grid, 0, sizeof what->grid);
    return run_group(worker, &stage, what->group);
}

/* The words of the payload; what is not given is 0. */
static void take_payload(dxk_run_worker *worker, const uint8_t *from)
{
    uint32_t size = worker->program->stage.payload_size, words = worker->program->payload.size;

    memset(worker->group.payload, 0, ((size_t)words + 1) * sizeof(uint32_t));
    for (uint32_t at = 0; from && at < size && at / 4 < words; at++)
        worker->group.payload[at / 4] |= (uint32_t)from[at] << 8 * (at % 4);
}

dxk_status dxk_run_mesh(dxk_run_worker *worker, dxk_run_meshlet *what)
{
    dxki_exec_stage stage = {.view = what->view, .mesh = what};

    if (!is_kind(worker, DXK_SHADER_KIND_MESH))
        return DXK_E_ARGUMENT;
    what->vertex_count = what->primitive_count = 0;
    take_payload(worker, what->payload);
    return run_group(worker, &stage, what->group);
}
