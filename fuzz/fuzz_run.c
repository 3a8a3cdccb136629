/* SPDX-License-Identifier: MIT */
/*
 * fuzz_run.c - run a shader that nobody has validated: one group, with a little memory behind each
 * resource, looking for everything, for a limited number of steps.
 */
#include "dxk/run.h"
#include "fuzz.h"

#define MEMORY 4096u
#define MOST   64u /* resources that are bound */

/* A view that any kind of resource can have of the memory. */
static dxk_run_view view_of(const dxk_run_resource *resource, void *memory)
{
    return (dxk_run_view){
        .kind = resource->kind,
        .format = 2, /* R32G32B32A32_FLOAT */
        .data = memory,
        .size = MEMORY,
        .stride = resource->stride ? resource->stride : 4,
        .counter = memory,
        .width = 4,
        .height = 4,
        .mips = 2,
    };
}

static void bind_all(dxk_run *run, const dxk_run_program *program, void *memory)
{
    dxk_run_resource resource;

    for (size_t n = 0; n < MOST && dxk_run_program_resource(program, n, &resource); n++) {
        dxk_run_view view = view_of(&resource, memory);
        dxk_run_sampler sampler = {.filter = 0x15, .max_lod = 4};
        if (resource.cls == DXK_RESOURCE_CLASS_SAMPLER)
            (void)dxk_run_bind_sampler(run, resource.space, resource.first, &sampler);
        else
            (void)dxk_run_bind(run, resource.cls, resource.space, resource.first, &view);
    }
}

static void work(dxk_ctx *ctx, const dxk_run *run)
{
    dxk_run_worker *worker;
    dxk_run_finding finding;

    if (dxk_run_worker_create(run, ctx, &worker) != DXK_OK)
        return;
    (void)dxk_run_groups(worker, 0, 1);
    for (size_t n = 0; dxk_run_worker_finding(worker, n, &finding); n++)
        if (!finding.id)
            abort();
    dxk_run_worker_free(worker);
}

static void run_program(dxk_ctx *ctx, const dxk_run_program *program, dxk_run_schedule schedule)
{
    dxk_run_options options = {.schedule = schedule, .max_steps = 3000, .sanitize = UINT64_MAX};
    dxk_run *run;

    if (dxk_run_create(program, &options, &run) != DXK_OK)
        return;
    uint32_t *memory = calloc(1, MEMORY);
    if (memory) {
        bind_all(run, program, memory);
        work(ctx, run);
    }
    free(memory);
    dxk_run_free(run);
}

static void run_all(dxk_ctx *ctx, const dxk_container *container)
{
    for (uint32_t lanes = 4; lanes <= 32; lanes *= 8) {
        dxk_run_program_options options = {.wave_size = lanes, .no_validate = true};
        dxk_run_program *program;
        if (dxk_run_program_create(ctx, container, &options, &program) != DXK_OK)
            continue;
        run_program(ctx, program, lanes == 4 ? DXK_RUN_LOCKSTEP : DXK_RUN_SHUFFLE);
        dxk_run_program_free(program);
    }
}

FUZZ_TARGET
{
    dxk_ctx_options options = {.limits = {.memory = 64 * size + (64u << 20)}};
    dxk_container *container;
    dxk_ctx *ctx;
    if (dxk_ctx_create(&options, &ctx) != DXK_OK)
        return 0;
    dxk_container_read(ctx, (dxk_bytes){data, size}, NULL, &container);
    if (container)
        run_all(ctx, container);
    dxk_container_free(container);
    fuzz_ctx_done(ctx);
    return 0;
}
