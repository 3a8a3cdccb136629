/* SPDX-License-Identifier: MIT */
/*
 * fuzz_stage.c - run a shader of the graphics pipeline that nobody has validated: a few invocations with
 * just the memory that it says it needs, looking for everything, for a limited number of steps.
 */
#include "dxk/stage.h"
#include "fuzz.h"

#define COUNT 4u         /* invocations, patches, primitives */
#define MOST  (4u << 20) /* words */

/* What is given and taken, each a block of its own. */
typedef struct memory {
    void *blocks[8];
    size_t count;
    bool failed;
} memory;

static void *take(memory *m, uint64_t words)
{
    void *block = words <= MOST ? calloc((size_t)words + 1, sizeof(uint32_t)) : NULL;

    m->failed |= !block;
    m->blocks[m->count++] = block;
    return block;
}

/* Four pixels, of which one is a helper. */
static void invoke(dxk_run_worker *worker, const dxk_run_program_info *info, memory *m)
{
    uint8_t live[COUNT] = {1, 1, 0, 1}, samples[COUNT] = {0, 1, 2, 3};
    uint32_t coverage[COUNT] = {1, 3, 0, 15};
    dxk_run_invocations what = {.count = COUNT,
                                .inputs = take(m, (uint64_t)COUNT * info->input_words),
                                .outputs = take(m, (uint64_t)COUNT * info->output_words),
                                .live = live,
                                .coverage = coverage,
                                .samples = samples,
                                .sample_count = 4};
    if (!m->failed)
        (void)dxk_run_invoke(worker, &what);
}

static void run_hull(dxk_run_worker *worker, const dxk_run_program_info *info,
                     const dxk_run_stage *s, memory *m)
{
    dxk_run_patches what = {
        .count = COUNT,
        .inputs = take(m, (uint64_t)COUNT * s->input_points * info->input_words),
        .outputs = take(m, (uint64_t)COUNT * s->output_points * info->output_words),
        .constants = take(m, (uint64_t)COUNT * s->patch_words)};
    if (!m->failed)
        (void)dxk_run_hull(worker, &what);
}

static void run_domain(dxk_run_worker *worker, const dxk_run_program_info *info,
                       const dxk_run_stage *s, memory *m)
{
    float locations[3 * COUNT] = {1, 0, 0, 0, 1};
    uint32_t patches[COUNT] = {0, 1, 0, 1};
    dxk_run_points what = {.count = COUNT,
                           .locations = locations,
                           .patches = patches,
                           .inputs = take(m, (uint64_t)2 * s->input_points * info->input_words),
                           .constants = take(m, (uint64_t)2 * s->patch_words),
                           .outputs = take(m, (uint64_t)COUNT * info->output_words)};
    if (!m->failed)
        (void)dxk_run_domain(worker, &what);
}

static void run_geometry(dxk_run_worker *worker, const dxk_run_program_info *info,
                         const dxk_run_stage *s, memory *m)
{
    uint64_t invocations = (uint64_t)COUNT * s->instances, vertices = invocations * s->max_vertices;
    dxk_run_primitives what = {.count = COUNT,
                               .inputs =
                                   take(m, (uint64_t)COUNT * s->input_points * info->input_words),
                               .outputs = take(m, vertices * info->output_words),
                               .marks = take(m, vertices / 4 + 1),
                               .vertex_counts = take(m, invocations)};
    if (!m->failed)
        (void)dxk_run_geometry(worker, &what);
}

static void run_mesh(dxk_run_worker *worker, const dxk_run_program_info *info,
                     const dxk_run_stage *s, memory *m)
{
    dxk_run_meshlet what = {.payload = take(m, s->payload_size / 4 + 1),
                            .vertices = take(m, (uint64_t)s->max_vertices * info->output_words),
                            .primitives = take(m, (uint64_t)s->max_primitives * s->patch_words),
                            .indices = take(m, (uint64_t)s->max_primitives * 3)};
    if (m->failed || dxk_run_mesh(worker, &what) != DXK_OK)
        return;
    if (what.vertex_count > s->max_vertices || what.primitive_count > s->max_primitives)
        abort();
}

static void run_stage(dxk_run_worker *worker, const dxk_run_program *program)
{
    dxk_run_program_info info = dxk_run_program_info_get(program);
    dxk_run_stage stage = dxk_run_program_stage(program);
    memory m = {.count = 0};

    if (info.kind == DXK_SHADER_KIND_VERTEX || info.kind == DXK_SHADER_KIND_PIXEL)
        invoke(worker, &info, &m);
    else if (info.kind == DXK_SHADER_KIND_HULL)
        run_hull(worker, &info, &stage, &m);
    else if (info.kind == DXK_SHADER_KIND_DOMAIN)
        run_domain(worker, &info, &stage, &m);
    else if (info.kind == DXK_SHADER_KIND_GEOMETRY)
        run_geometry(worker, &info, &stage, &m);
    else if (info.kind == DXK_SHADER_KIND_MESH)
        run_mesh(worker, &info, &stage, &m);
    else if (info.kind == DXK_SHADER_KIND_AMPLIFICATION) {
        dxk_run_amplified what = {.payload = take(&m, stage.payload_size / 4 + 1)};
        if (!m.failed)
            (void)dxk_run_amplify(worker, &what);
    }
    for (size_t n = 0; n < m.count; n++)
        free(m.blocks[n]);
}

static void run_program(dxk_ctx *ctx, const dxk_run_program *program)
{
    dxk_run_options options = {.max_steps = 3000, .sanitize = UINT64_MAX};
    dxk_run_worker *worker;
    dxk_run *run;

    if (dxk_run_create(program, &options, &run) != DXK_OK)
        return;
    if (dxk_run_worker_create(run, ctx, &worker) == DXK_OK) {
        run_stage(worker, program);
        dxk_run_worker_free(worker);
    }
    dxk_run_free(run);
}

FUZZ_TARGET
{
    dxk_ctx_options limits = {.limits = {.memory = 64 * size + (64u << 20)}};
    dxk_run_program_options options = {.wave_size = 8, .no_validate = true, .for_invoke = true};
    dxk_container *container;
    dxk_run_program *program;
    dxk_ctx *ctx;

    if (dxk_ctx_create(&limits, &ctx) != DXK_OK)
        return 0;
    dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container);
    if (container && dxk_run_program_create(ctx, container, &options, &program) == DXK_OK) {
        run_program(ctx, program);
        dxk_run_program_free(program);
    }
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}
