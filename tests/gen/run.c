/* SPDX-License-Identifier: MIT */
/* run.c - a random program's module run by the library. */
#include "run.h"

#include <stdlib.h>
#include <string.h>

#include "dxk/run.h"

/* DXGI formats of typed buffers. */
enum { R32G32B32A32_FLOAT = 2, R32G32B32A32_UINT = 3, R32_FLOAT = 41, R32_UINT = 42 };

static uint32_t format_of(const gen_buffer *b)
{
    if (b->component == GEN_F32)
        return b->components == 4 ? R32G32B32A32_FLOAT : R32_FLOAT;
    return b->components == 4 ? R32G32B32A32_UINT : R32_UINT;
}

static dxk_run_view view_of(const gen_buffer *b, void *data, size_t words)
{
    static const dxk_resource_kind kinds[] = {DXK_RESOURCE_KIND_RAW_BUFFER,
                                              DXK_RESOURCE_KIND_STRUCTURED_BUFFER,
                                              DXK_RESOURCE_KIND_TYPED_BUFFER};
    return (dxk_run_view){.kind = kinds[b->kind],
                          .format = b->kind == GEN_TYPED ? format_of(b) : 0,
                          .data = data,
                          .size = words * sizeof(uint32_t),
                          .stride = b->kind == GEN_STRUCTURED ? b->stride : 0};
}

#define CONSTANTS (16 * 4u)

/* What is bound, besides the results. */
typedef struct contents {
    uint32_t *inputs[CONSTANTS + 1]; /* number k of input i at i + 16 k; the last one is the
                                        constant buffer */
} contents;

static uint32_t *filled(const gen_program *p, uint32_t input, uint32_t words)
{
    uint32_t *data = malloc(words * sizeof *data);
    for (uint32_t i = 0; data && i < words; i++)
        data[i] = gen_content(p, input, i);
    return data;
}

static dxk_status bind_inputs(dxk_run *run, const gen_program *p, contents *c)
{
    dxk_status status = DXK_OK;
    for (uint32_t i = 0; i < p->input_count; i++)
        for (uint32_t k = 0; k < p->inputs[i].count && status == DXK_OK; k++) {
            uint32_t *data = c->inputs[i + 16 * k] = filled(p, i + 16 * k, p->inputs[i].words);
            dxk_run_view view = view_of(&p->inputs[i], data, p->inputs[i].words);
            status =
                dxk_run_bind(run, DXK_RESOURCE_CLASS_SRV, 0, GEN_REGISTER_INPUT * i + k, &view);
        }
    c->inputs[CONSTANTS] = filled(p, GEN_INPUTS, GEN_ROWS * 4);
    const dxk_run_view constants = {
        .kind = DXK_RESOURCE_KIND_CBUFFER, .data = c->inputs[CONSTANTS], .size = GEN_ROWS * 16};
    return status == DXK_OK ? dxk_run_bind(run, DXK_RESOURCE_CLASS_CBUFFER, 0, 0, &constants)
                            : status;
}

static dxk_status bind_raw(dxk_run *run, uint32_t at, void *data, size_t size)
{
    const dxk_run_view view = {.kind = DXK_RESOURCE_KIND_RAW_BUFFER, .data = data, .size = size};
    return dxk_run_bind(run, DXK_RESOURCE_CLASS_UAV, 0, at, &view);
}

static dxk_status bind_outputs(dxk_run *run, const gen_program *p, gen_results *r)
{
    dxk_status status = DXK_OK;
    for (uint32_t i = 0; i < p->output_count && status == DXK_OK; i++) {
        uint32_t words = gen_output_words(p, i);
        r->outputs[i] = malloc(words * sizeof(uint32_t));
        for (uint32_t k = 0; r->outputs[i] && k < words; k++)
            r->outputs[i][k] = gen_initial_word(k);
        dxk_run_view view = view_of(&p->outputs[i], r->outputs[i], words);
        view.counter = p->outputs[i].step ? &r->counters[i] : NULL;
        status = dxk_run_bind(run, DXK_RESOURCE_CLASS_UAV, 0, GEN_REGISTER_OUTPUT + i, &view);
    }
    for (uint32_t k = 0; k < GEN_TOTAL_WORDS; k++) {
        r->totals[k] = gen_initial_word(k);
        r->totals64[k] = gen_initial_word(2 * k) | (uint64_t)gen_initial_word(2 * k + 1) << 32;
    }
    if (status == DXK_OK)
        status = bind_raw(run, GEN_REGISTER_TOTALS, r->totals, sizeof r->totals);
    return status == DXK_OK ? bind_raw(run, GEN_REGISTER_TOTALS64, r->totals64, sizeof r->totals64)
                            : status;
}

/* True if something was found that programs do not have. They read group-shared variables that begin
 * with zeros, divide by 0, part before operations of waves, and write one value twice. */
static bool has_mistakes(const dxk_run_worker *worker)
{
    static const char *const mistakes[] = {"undef", "uninit.alloca", "race.uav",
                                           "race.groupshared"};
    dxk_run_finding f;
    for (size_t n = 0; dxk_run_worker_finding(worker, n, &f); n++)
        for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++)
            if (f.severity != DXK_NOTE && strcmp(f.id, mistakes[k]) == 0)
                return true;
    return false;
}

static dxk_status run_all(dxk_ctx *ctx, dxk_run *run)
{
    dxk_run_worker *worker = NULL;
    dxk_status status = dxk_run_worker_create(run, ctx, &worker);
    if (status == DXK_OK)
        status = dxk_run_groups(worker, 0, dxk_run_group_count(run));
    if (status == DXK_OK && has_mistakes(worker))
        status = DXK_E_INVALID;
    dxk_run_worker_free(worker);
    return status;
}

dxk_status gen_execute(dxk_ctx *ctx, const dxk_module *module, const gen_program *p,
                       const gen_setting *setting, gen_results *results)
{
    const dxk_run_program_options make = {.wave_size = setting->wave_size,
                                          .no_sharing = setting->looks};
    const dxk_run_options how = {.schedule = (dxk_run_schedule)setting->schedule,
                                 .seed = setting->schedule_seed,
                                 .max_steps = 1u << 22,
                                 .sanitize = setting->looks ? UINT64_MAX : 0};
    dxk_run_program *program = NULL;
    dxk_run *run = NULL;
    contents c = {{NULL}};

    dxk_status status = dxk_run_program_create_module(module, &make, &program);
    if (status == DXK_OK)
        status = dxk_run_create(program, &how, &run);
    if (status == DXK_OK)
        status = bind_inputs(run, p, &c);
    if (status == DXK_OK)
        status = bind_outputs(run, p, results);
    if (status == DXK_OK)
        status = dxk_run_set_grid(run, p->groups[0], p->groups[1], p->groups[2]);
    if (status == DXK_OK)
        status = run_all(ctx, run);
    dxk_run_free(run);
    dxk_run_program_free(program);
    for (uint32_t i = 0; i <= CONSTANTS; i++)
        free(c.inputs[i]);
    return status;
}
