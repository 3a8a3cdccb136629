/* SPDX-License-Identifier: MIT */
/* draw.c - what a job draws: its vertices, indices and targets as those of <dxk/draw.h>. */
#include "exec/format.h"
#include "job/draw.h"
#include "job/number.h"
#include "job/schema.h"
#include "spec/reader_rules.h"

#define MOST_BYTES ((uint64_t)1 << 30) /* of vertices */

typedef struct drawing {
    dxk_job *job;
    dxki_arena arena;
    dxk_draw draw;
} drawing;

static dxk_status report(const drawing *d, const dxki_job_head *head, const dxki_rule *rule,
                         const dxki_arg *args, size_t count)
{
    return dxki_report(d->job->ctx, rule, dxki_at_line(head->line, head->column), NULL, args,
                       count);
}

/* --- targets --- */

/* The memory of a target, cleared. */
static dxk_status make_target(drawing *d, const dxki_job_buffer *b, dxk_draw_target *to)
{
    *to = (dxk_draw_target){b->data, b->size, dxki_job_find_format(b->format, b->channels)};
    memset(b->data, 0, (size_t)b->size);
    if (to->format)
        return DXK_OK;
    return report(
        d, &b->head, DXKI_RULE_JOB_VIEW_NONE,
        DXKI_ARGS(dxki_dec(b->channels), dxki_text(dxki_str(dxki_job_formats[b->format].name))));
}

static bool is_same_size(const dxki_job_output *a, const dxki_job_output *b)
{
    return a->width == b->width && a->height == b->height && a->samples == b->samples &&
           (uint64_t)a->slices * a->depth == (uint64_t)b->slices * b->depth && a->mips == 1 &&
           b->mips == 1;
}

/* The first of the depth buffer and the targets, which says how large all are. */
static const dxki_job_buffer *first_target(const dxki_job_bindings *b)
{
    return b->color ? b->color : b->depth;
}

static dxk_status make_targets(drawing *d)
{
    const dxki_job_bindings *b = &d->job->bindings;
    const dxki_job_output *size = &first_target(b)->output;
    size_t more = b->more_targets.count;
    dxk_status status = b->color ? make_target(d, b->color, &d->draw.targets[0]) : DXK_OK;

    if (more > DXK_DRAW_TARGETS - 1)
        return report(d, &b->head, DXKI_RULE_JOB_TARGETS, NULL, 0);
    for (size_t i = 0; i < more && status == DXK_OK; i++) {
        const dxki_job_target *t = DXKI_JOB_AT(b->more_targets, dxki_job_target, i);
        if (!is_same_size(&t->buffer->output, size))
            return report(d, &t->head, DXKI_RULE_JOB_TARGETS, NULL, 0);
        status = make_target(d, t->buffer, &d->draw.targets[i + 1]);
    }
    return status;
}

/* That of the job, or one of its own. Buffers of jobs are aligned. */
static dxk_status make_depth(drawing *d, uint64_t count)
{
    const dxki_job_bindings *b = &d->job->bindings;
    const dxki_job_buffer *given = b->depth;
    bool is_real =
        given && (given->format == DXKI_JOB_DEPTH32 || given->format == DXKI_JOB_FLOAT32);

    if (given && (!is_real || given->channels != 1 || given->stride > 4 ||
                  !is_same_size(&given->output, &first_target(b)->output)))
        return report(d, &b->head, DXKI_RULE_JOB_TARGETS, NULL, 0);
    if (count > MOST_BYTES / sizeof(float))
        return report(d, &b->head, DXKI_RULE_LIMIT_JOB_SIZE, DXKI_ARGS(dxki_dec(MOST_BYTES)));
    d->draw.depth = DXKI_NEW_ARRAY(&d->arena, float, (size_t)count);
    if (!d->draw.depth)
        return dxki_nomem(d->job->ctx);
    for (uint64_t i = 0; i < count; i++)
        d->draw.depth[i] = 1;
    return DXK_OK;
}

static dxk_status find_targets(drawing *d)
{
    const dxki_job_bindings *b = &d->job->bindings;
    const dxki_job_buffer *first = first_target(b);
    dxk_draw *draw = &d->draw;

    if (!first || !first->output.width || !first->output.height)
        return report(d,
                      first          ? &first->head
                      : b->head.line ? &b->head
                                     : &d->job->head,
                      DXKI_RULE_JOB_TARGET,
                      DXKI_ARGS(dxki_text(dxki_str("render target")),
                                dxki_text(first ? first->name : dxki_str(""))));
    draw->width = first->output.width;
    draw->height = first->output.height;
    draw->slices = first->output.slices * (first->output.depth ? first->output.depth : 1);
    draw->samples = first->output.samples;
    dxk_status status = make_targets(d);
    return status == DXK_OK
               ? make_depth(d, (uint64_t)draw->width * draw->height * draw->slices * draw->samples)
               : status;
}

/* The depths back into the buffer of the job. */
static void keep_depth(const drawing *d)
{
    const dxki_job_buffer *to = d->job->bindings.depth;
    uint32_t bits;

    for (uint64_t i = 0; to && i < to->size / sizeof bits; i++) {
        memcpy(&bits, &d->draw.depth[i], sizeof bits);
        dxki_job_put_element(&dxki_job_formats[to->format], to->data, i, bits);
    }
}

/* --- vertices --- */

static uint32_t element_size(const dxki_job_attribute *a)
{
    return dxki_job_formats[a->format].size * a->channels;
}

/* Bytes from a vertex to the next: those of all attributes, or what the buffer says if it is more. */
static uint32_t vertex_stride(const dxki_job_bindings *b)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < b->attributes.count; i++)
        sum += element_size(DXKI_JOB_AT(b->attributes, dxki_job_attribute, i));
    if (b->vertices && b->vertices->stride > sum)
        sum = b->vertices->stride;
    return sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

static uint64_t count_vertices(const drawing *d)
{
    const dxki_job_bindings *b = &d->job->bindings;
    uint32_t stride = vertex_stride(b);

    if (d->job->dispatch.vertices != DXKI_JOB_NONE)
        return d->job->dispatch.vertices;
    return b->vertices && stride ? b->vertices->size / stride : 0;
}

/* "TEXCOORD1" is index 1 of TEXCOORD if the shader has no TEXCOORD1 of index 0. */
static bool is_element(const dxk_run_element *e, dxk_str name)
{
    uint32_t index = 0, unit = 1;
    size_t size = name.size;

    if (e->index == 0 && dxki_str_same_fold(e->name, name))
        return true;
    while (size && name.data[size - 1] >= '0' && name.data[size - 1] <= '9' && unit < 100000) {
        index += unit * (uint32_t)(name.data[--size] - '0');
        unit *= 10;
    }
    name.size = size;
    return unit > 1 && index - e->index < e->rows && dxki_str_same_fold(e->name, name);
}

/* Where the words of an attribute go; false: the shader does not read it. */
static bool find_element(const dxk_run_program *program, dxk_str name, uint32_t *word)
{
    dxk_run_element e;

    for (size_t n = 0; dxk_run_program_element(program, DXK_RUN_INPUT, n, &e); n++) {
        *word = e.word;
        if (is_element(&e, name))
            return true;
    }
    return false;
}

static dxk_status load_attribute(drawing *d, const dxk_run_program *program, uint32_t words,
                                 uint32_t *to, const dxki_job_attribute *a)
{
    const dxki_job_bindings *b = &d->job->bindings;
    uint32_t word, stride = vertex_stride(b), format = dxki_job_find_format(a->format, a->channels);
    uint64_t count = d->draw.vertex_count, end = (uint64_t)a->offset + element_size(a);
    dxki_exec_format layout;
    dxki_exec_texel texel;

    if (!format || !dxki_exec_format_get(format, &layout))
        return report(d, &a->head, DXKI_RULE_JOB_VIEW_NONE,
                      DXKI_ARGS(dxki_dec(a->channels),
                                dxki_text(dxki_str(dxki_job_formats[a->format].name))));
    if (!find_element(program, a->name, &word))
        return DXK_OK;
    if (!b->vertices || (count && (count - 1) * stride + end > b->vertices->size))
        return report(d, &a->head, DXKI_RULE_JOB_ATTRIBUTE, DXKI_ARGS(dxki_text(a->name)));
    for (uint64_t i = 0; i < count; i++) {
        dxki_exec_format_default(&layout, &texel);
        dxki_exec_format_load(&layout, b->vertices->data + i * stride + a->offset, 0, 0, &texel);
        memcpy(to + i * words + word, texel.c, sizeof texel.c);
    }
    return DXK_OK;
}

/* SV_VertexID and SV_InstanceID. */
static void number_vertices(const drawing *d, const dxk_run_program *program, uint32_t words,
                            uint32_t *to, uint32_t instance)
{
    dxk_run_element e;

    for (size_t n = 0; dxk_run_program_element(program, DXK_RUN_INPUT, n, &e); n++)
        for (uint32_t i = 0; i < d->draw.vertex_count; i++) {
            if (e.kind == DXK_SEMANTIC_KIND_VERTEX_ID)
                to[(size_t)i * words + e.word] = i;
            else if (e.kind == DXK_SEMANTIC_KIND_INSTANCE_ID)
                to[(size_t)i * words + e.word] = instance;
        }
}

/* The words of all vertices of the first instance, then copies with other numbers. */
static dxk_status fill_vertices(drawing *d, const dxk_run_program *program, uint32_t words,
                                uint32_t *to)
{
    const dxki_job_bindings *b = &d->job->bindings;
    size_t one = (size_t)d->draw.vertex_count * words;
    dxk_status status = DXK_OK;

    for (size_t i = 0; i < b->attributes.count && status == DXK_OK; i++)
        status = load_attribute(d, program, words, to,
                                DXKI_JOB_AT(b->attributes, dxki_job_attribute, i));
    for (uint32_t n = d->draw.instance_count; n-- > 0 && status == DXK_OK;) {
        if (n && one)
            memcpy(to + n * one, to, one * sizeof *to);
        number_vertices(d, program, words, to + n * one, n);
    }
    return status;
}

static dxk_status find_vertices(drawing *d, const dxk_run_worker *worker)
{
    const dxki_job_bindings *b = &d->job->bindings;
    const dxk_run_program *program = dxk_run_worker_program(worker);
    uint32_t words = dxk_run_program_info_get(program).input_words;
    uint64_t count = count_vertices(d), instances = b->instances;
    uint64_t bytes = count > MOST_BYTES || instances > MOST_BYTES
                         ? MOST_BYTES + 1
                         : count * instances * (words + 1) * sizeof(uint32_t);

    if (bytes > MOST_BYTES || count > UINT32_MAX)
        return report(d, &b->head, DXKI_RULE_LIMIT_JOB_SIZE, DXKI_ARGS(dxki_dec(MOST_BYTES)));
    d->draw.vertex_count = (uint32_t)count;
    d->draw.instance_count = (uint32_t)instances;
    uint32_t *to = DXKI_NEW_ARRAY(&d->arena, uint32_t, (size_t)(bytes / sizeof(uint32_t)) + 1);
    if (!to)
        return dxki_nomem(d->job->ctx);
    d->draw.vertices = to;
    return fill_vertices(d, program, words, to);
}

/* --- indices --- */

static dxk_status find_indices(drawing *d)
{
    const dxki_job_bindings *b = &d->job->bindings;
    const dxki_job_buffer *from = b->indices;

    if (!from)
        return DXK_OK;
    const dxki_job_format *format = &dxki_job_formats[from->format];
    bool whole = format->number == DXKI_JOB_UNSIGNED || format->number == DXKI_JOB_HEX;
    if (!whole || (format->size != 2 && format->size != 4))
        return report(d, &b->head, DXKI_RULE_JOB_INDICES, NULL, 0);
    uint64_t count = from->size / format->size;
    uint32_t *to = DXKI_NEW_ARRAY(&d->arena, uint32_t, (size_t)count + 1);
    if (!to)
        return dxki_nomem(d->job->ctx);
    for (uint64_t i = 0; i < count; i++) {
        uint64_t index = dxki_job_element(format, from->data, i);
        bool is_cut = index == (format->size == 2 ? UINT16_MAX : DXK_DRAW_CUT);
        if (!is_cut && index >= d->draw.vertex_count)
            return report(d, &b->head, DXKI_RULE_JOB_INDICES, NULL, 0);
        to[i] = is_cut ? DXK_DRAW_CUT : (uint32_t)index;
    }
    d->draw.indices = to;
    d->draw.index_count = (uint32_t)count;
    return DXK_OK;
}

/* --- draws --- */

static dxk_status draw_all(drawing *d, const dxk_draw_pipeline *pipeline)
{
    dxk_status status = find_targets(d);

    if (status == DXK_OK)
        status = dxki_job_draw_state(d->job, &d->arena, pipeline->mesh != NULL, &d->draw);
    if (status == DXK_OK && pipeline->vertex)
        status = find_vertices(d, pipeline->vertex);
    if (status == DXK_OK && pipeline->vertex)
        status = find_indices(d);
    if (status == DXK_OK) {
        status = dxk_run_draw(pipeline, &d->draw);
        keep_depth(d);
        if (status == DXK_E_ARGUMENT)
            status = report(d, &d->job->head, DXKI_RULE_JOB_DRAW, NULL, 0);
    }
    return status;
}

dxk_status dxk_job_draw(dxk_job *job, const dxk_draw_pipeline *pipeline)
{
    drawing d = {.job = job};

    dxki_arena_init(&d.arena, job->ctx);
    dxk_status status = draw_all(&d, pipeline);
    dxki_arena_free(&d.arena);
    return status;
}
