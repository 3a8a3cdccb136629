/* SPDX-License-Identifier: MIT */
/*
 * run_draw.c - running a job that draws: a run for each of its shaders, which have the job's memory in
 * common; see run.h.
 */
#include "run.h"
#include "run_team.h"

#include <dxk/draw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run_stages {
    run_state *states;
    dxk_run_worker **workers;
    size_t count;
};

/* Where a stage is in the pipeline. */
static dxk_run_worker **place_of(dxk_draw_pipeline *p, dxk_shader_kind kind)
{
    switch (kind) {
    case DXK_SHADER_KIND_VERTEX:
        return &p->vertex;
    case DXK_SHADER_KIND_HULL:
        return &p->hull;
    case DXK_SHADER_KIND_DOMAIN:
        return &p->domain;
    case DXK_SHADER_KIND_GEOMETRY:
        return &p->geometry;
    case DXK_SHADER_KIND_AMPLIFICATION:
        return &p->amplification;
    case DXK_SHADER_KIND_MESH:
        return &p->mesh;
    default:
        return &p->pixel;
    }
}

/* Reads a shader; a source is compiled for the stage and the entry point that the job names. */
static int load_stage(run_state *s, const dxk_job_shader *wanted, const char *path)
{
    static const char *const profiles[] = {
        [DXK_SHADER_KIND_PIXEL] = "ps",         [DXK_SHADER_KIND_VERTEX] = "vs",
        [DXK_SHADER_KIND_GEOMETRY] = "gs",      [DXK_SHADER_KIND_HULL] = "hs",
        [DXK_SHADER_KIND_DOMAIN] = "ds",        [DXK_SHADER_KIND_MESH] = "ms",
        [DXK_SHADER_KIND_AMPLIFICATION] = "as",
    };
    char entry[256];
    bool known = (size_t)wanted->kind < sizeof profiles / sizeof *profiles;
    snprintf(entry, sizeof entry, "%.*s", (int)wanted->entry.size, wanted->entry.data);
    s->j->source_stage = known ? profiles[wanted->kind] : NULL;
    s->j->source_entry = *entry ? entry : NULL;
    int status = run_load_shader(s, path);
    s->j->source_stage = s->j->source_entry = NULL;
    return status;
}

/* Reads a shader and binds the memory of the job to it. */
static int make_stage(run_stages *stages, size_t index, const char *path)
{
    run_state *s = &stages->states[index];
    dxk_job_shader wanted = {.kind = DXK_SHADER_KIND_INVALID};
    bool named = dxk_job_shader_get(s->job, index, &wanted);
    int status = load_stage(s, &wanted, path);
    s->how.program.for_invoke = true;
    if (status == CLI_OK)
        status = run_make_program(s);
    if (status != CLI_OK)
        return status;
    dxk_shader_kind kind = dxk_run_program_info_get(s->program).kind;
    if (named && wanted.kind != kind)
        return job_error(s->j, CLI_INVALID, "%s is not a shader of the stage that the job names",
                         path);
    dxk_status made = run_bind(s);
    if (made == DXK_OK)
        made = dxk_run_worker_create(s->run, s->j->ctx, &stages->workers[index]);
    return job_status(s->j, made);
}

int run_make_stages(run_state *s, char **files, size_t count)
{
    run_stages *stages = calloc(1, sizeof *stages);
    s->stages = stages;
    if (stages) {
        stages->states = calloc(count, sizeof *stages->states);
        stages->workers = calloc(count, sizeof *stages->workers);
    }
    if (!stages || !stages->states || !stages->workers)
        return job_status(s->j, DXK_E_NOMEM);
    for (; stages->count < count; stages->count++) {
        stages->states[stages->count] = (run_state){.j = s->j, .how = s->how, .job = s->job};
        int status = make_stage(stages, stages->count, files[stages->count]);
        if (status != CLI_OK) {
            stages->count++;
            return status;
        }
    }
    return CLI_OK;
}

/* The state of a stage of the draw; NULL: it has none. */
static run_state *state_of(run_stages *stages, dxk_shader_kind kind)
{
    for (size_t i = 0; i < stages->count; i++)
        if (dxk_run_program_info_get(stages->states[i].program).kind == kind)
            return &stages->states[i];
    return NULL;
}

/* Draws, on threads if they are asked for. */
static dxk_status draw_with(run_state *s, run_team *team)
{
    run_stages *stages = s->stages;
    dxk_draw_pipeline pipeline;
    memset(&pipeline, 0, sizeof pipeline);
    if (team)
        pipeline.threads = run_team_threads(team);
    for (size_t i = 0; i < stages->count; i++) {
        dxk_shader_kind kind = dxk_run_program_info_get(stages->states[i].program).kind;
        *place_of(&pipeline, kind) = stages->workers[i];
    }
    dxk_status status = dxk_job_draw(s->job, &pipeline);
    for (size_t i = 0; i < stages->count && status != DXK_E_NOMEM; i++)
        if (!run_collect(&stages->states[i], stages->workers[i]))
            status = DXK_E_NOMEM;
    return team && status != DXK_E_NOMEM && !run_team_collect(team) ? DXK_E_NOMEM : status;
}

int run_draw(run_state *s)
{
    if (s->stages->count)
        s->how.deadline =
            s->stages->states[0].how.deadline; /* that of the first stage comes first */
    if (s->how.threads < 2)
        return run_status(s, draw_with(s, NULL));
    run_team *team = run_team_make(state_of(s->stages, DXK_SHADER_KIND_VERTEX),
                                   state_of(s->stages, DXK_SHADER_KIND_PIXEL), s->how.threads);
    dxk_status status = team ? draw_with(s, team) : DXK_E_NOMEM;
    run_team_free(team);
    return run_status(s, status);
}

run_state *run_stage(const run_state *s, size_t index)
{
    return s->stages && index < s->stages->count ? &s->stages->states[index] : NULL;
}

int run_print_stages(run_state *all, bool profile, bool *bad)
{
    run_stages *stages = all->stages;
    int status = CLI_OK;
    *bad = false;
    if (!stages)
        return CLI_OK;
    dxk_json *json = stages->count ? stages->states[0].j->json : NULL;
    if (json)
        dxk_json_array(json, "stages");
    for (size_t i = 0; i < stages->count; i++) {
        run_state *s = &stages->states[i];
        if (json) {
            dxk_json_object(json, NULL);
            dxk_json_text(json, "shader", s->shader_path ? s->shader_path : "");
        }
        *bad |= run_print_findings(s);
        if (profile && status == CLI_OK)
            status = run_print_profile(s);
        if (json)
            dxk_json_end(json);
    }
    if (json)
        dxk_json_end(json);
    return status;
}

void run_free_stages(run_stages *stages)
{
    if (!stages)
        return;
    for (size_t i = 0; i < stages->count; i++) {
        dxk_run_worker_free(stages->workers[i]);
        stages->states[i].job = NULL; /* it is of the state that made these */
        run_free(&stages->states[i]);
    }
    free(stages->workers);
    free(stages->states);
    free(stages);
}
