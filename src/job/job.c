/* SPDX-License-Identifier: MIT */
/* job.c - the life of a job, and its facts; see dxk/job.h. */
#include "base/out.h"
#include "job/schema.h"

void dxk_job_free(dxk_job *job)
{
    if (!job)
        return;
    dxk_ctx *ctx = job->ctx;
    dxki_arena_free(&job->arena);
    dxki_realloc(ctx, job, sizeof *job, 0);
}

dxk_status dxk_job_parse(dxk_ctx *ctx, dxk_str text, dxk_job **out)
{
    dxki_job_node *root = NULL;
    *out = NULL;
    dxk_job *job = dxki_realloc(ctx, NULL, 0, sizeof *job);
    if (!job)
        return dxki_nomem(ctx);
    memset(job, 0, sizeof *job);
    job->ctx = ctx;
    dxki_arena_init(&job->arena, ctx);
    dxk_status status = dxki_job_yaml_parse(ctx, &job->arena, text, &root);
    if (status == DXK_OK)
        status = dxki_job_load(job, root);
    if (status == DXK_OK)
        status = dxki_job_check(job);
    if (status != DXK_OK) {
        dxk_job_free(job);
        return status;
    }
    *out = job;
    return DXK_OK;
}

dxk_job_info dxk_job_info_get(const dxk_job *job)
{
    const dxki_job_own *own = &job->settings.own;
    return (dxk_job_info){
        .shader_count = job->shaders.count,
        .buffer_count = job->buffers.count,
        .result_count = job->results.count,
        .groups = {job->dispatch.groups[0], job->dispatch.groups[1], job->dispatch.groups[2]},
        .wave_size = own->wave_size,
        .undef = own->undef,
        .schedule = (dxk_run_schedule)own->schedule,
        .seed = own->seed,
        .shader = own->shader};
}

bool dxk_job_shader_get(const dxk_job *job, size_t index, dxk_job_shader *out)
{
    static const uint8_t kinds[DXKI_JOB_STAGES] = {
        DXK_SHADER_KIND_COMPUTE,       DXK_SHADER_KIND_VERTEX,      DXK_SHADER_KIND_HULL,
        DXK_SHADER_KIND_DOMAIN,        DXK_SHADER_KIND_GEOMETRY,    DXK_SHADER_KIND_PIXEL,
        DXK_SHADER_KIND_AMPLIFICATION, DXK_SHADER_KIND_MESH,        DXK_SHADER_KIND_RAY_GENERATION,
        DXK_SHADER_KIND_MISS,          DXK_SHADER_KIND_CLOSEST_HIT, DXK_SHADER_KIND_ANY_HIT,
        DXK_SHADER_KIND_INTERSECTION,  DXK_SHADER_KIND_CALLABLE};
    if (index >= job->shaders.count)
        return false;
    const dxki_job_shader *s = DXKI_JOB_AT(job->shaders, dxki_job_shader, index);
    *out = (dxk_job_shader){(dxk_shader_kind)kinds[s->stage], s->entry, s->file};
    return true;
}

bool dxk_job_buffer_get(const dxk_job *job, size_t index, dxk_job_buffer *out)
{
    if (index >= job->buffers.count)
        return false;
    const dxki_job_buffer *b = DXKI_JOB_AT(job->buffers, dxki_job_buffer, index);
    *out = (dxk_job_buffer){.name = b->name,
                            .format = dxki_str(dxki_job_formats[b->format].name),
                            .array_size = b->array_size,
                            .size = b->size,
                            .pitch = b->capacity,
                            .data = b->data,
                            .counters = b->counters,
                            .width = b->output.width,
                            .height = b->output.height,
                            .channels = b->channels};
    return true;
}

dxk_status dxk_job_print(const dxk_job *job, dxk_sink sink)
{
    dxki_out out;
    dxki_out_init(&out, sink);
    dxki_job_print_map(&out, &dxki_job_schema, job);
    return dxki_out_flush(&out);
}

dxk_str dxk_job_result_name(const dxk_job *job, size_t index)
{
    return index < job->results.count ? DXKI_JOB_AT(job->results, dxki_job_result, index)->name
                                      : (dxk_str){"", 0};
}
