/* SPDX-License-Identifier: MIT */
/* draw_state.c - states of a draw as a job says them; see draw.h. */
#include "job/draw.h"
#include "job/schema.h"
#include "spec/reader_rules.h"

static dxk_status report_targets(dxk_job *job, const dxki_job_head *head)
{
    return dxki_report(job->ctx, DXKI_RULE_JOB_TARGETS, dxki_at_line(head->line, head->column),
                       NULL, NULL, 0);
}

/* --- shapes --- */

static void set_shapes(const dxk_job *job, bool is_mesh, dxk_draw *draw)
{
    static const uint8_t topologies[DXKI_JOB_TOPOLOGIES] = {DXK_DRAW_TRIANGLES,
                                                            DXK_DRAW_POINTS,
                                                            DXK_DRAW_PATCHES,
                                                            DXK_DRAW_LINES,
                                                            DXK_DRAW_TRIANGLE_STRIP,
                                                            DXK_DRAW_LINE_STRIP,
                                                            DXK_DRAW_TRIANGLES_ADJACENT,
                                                            DXK_DRAW_TRIANGLE_STRIP_ADJACENT,
                                                            DXK_DRAW_LINES_ADJACENT,
                                                            DXK_DRAW_LINE_STRIP_ADJACENT};
    const dxki_job_bindings *b = &job->bindings;

    draw->topology = (dxk_draw_topology)topologies[b->topology];
    draw->patch_points = b->control_points == DXKI_JOB_NONE ? 0 : b->control_points;
    draw->cull = b->cull != DXKI_JOB_NONE ? (dxk_draw_cull)b->cull
                 : is_mesh                ? DXK_DRAW_CULL_BACK
                                          : DXK_DRAW_CULL_NONE;
    draw->front_clockwise = b->front != DXKI_JOB_NONE ? b->front == 0 : is_mesh;
}

static dxk_status set_viewports(dxk_job *job, dxk_draw *draw)
{
    const dxki_job_bindings *b = &job->bindings;

    if (b->viewports.count > DXK_DRAW_VIEWPORTS || b->scissors.count > DXK_DRAW_VIEWPORTS)
        return report_targets(job, &b->head);
    for (size_t i = 0; i < b->viewports.count; i++) {
        const dxki_job_viewport *v = DXKI_JOB_AT(b->viewports, dxki_job_viewport, i);
        draw->viewports[i] =
            (dxk_draw_viewport){(float)v->x,      (float)v->y,         (float)v->width,
                                (float)v->height, (float)v->min_depth, (float)v->max_depth};
    }
    for (size_t i = 0; i < b->scissors.count; i++) {
        const dxki_job_scissor *r = DXKI_JOB_AT(b->scissors, dxki_job_scissor, i);
        draw->scissors[i] = (dxk_draw_rectangle){r->left, r->top, r->right, r->bottom};
    }
    draw->viewport_count = (uint32_t)b->viewports.count;
    draw->scissor_count = (uint32_t)b->scissors.count;
    return DXK_OK;
}

/* --- outputs --- */

/* The number of a factor by its place in the list of words: there is a gap after the first eleven. */
static uint8_t factor_of(uint32_t place)
{
    return (uint8_t)(place + (place < DXK_DRAW_BLEND_SATURATED ? 1 : 3));
}

static dxk_draw_blend blend_of(const dxki_job_blend *b)
{
    if (!b->head.line)
        return (dxk_draw_blend){.enable = false};
    return (dxk_draw_blend){.enable = true,
                            .source = factor_of(b->source),
                            .target = factor_of(b->target),
                            .op = (uint8_t)(b->op + 1),
                            .source_alpha = factor_of(b->source_alpha),
                            .target_alpha = factor_of(b->target_alpha),
                            .op_alpha = (uint8_t)(b->op_alpha + 1),
                            .kept = (uint8_t)(~b->write_mask & 15)};
}

static void set_blending(const dxk_job *job, dxk_draw *draw)
{
    const dxki_job_bindings *b = &job->bindings;

    draw->blends[0] = blend_of(&b->blend);
    for (size_t i = 0; i < b->more_targets.count && i + 1 < DXK_DRAW_TARGETS; i++)
        draw->blends[i + 1] = blend_of(&DXKI_JOB_AT(b->more_targets, dxki_job_target, i)->blend);
    for (unsigned c = 0; c < 4; c++)
        draw->blend_constant[c] = (float)b->blend_constant[c];
    draw->sample_mask = b->sample_mask == DXKI_JOB_NONE ? 0 : b->sample_mask;
    draw->depth_compare = b->depth_compare == DXKI_JOB_NONE ? 0 : (uint8_t)(b->depth_compare + 1);
    draw->depth_is_kept = !b->depth_write;
}

static dxk_draw_stencil_face face_of(const dxki_job_face *f)
{
    return (dxk_draw_stencil_face){(uint8_t)(f->compare + 1), (uint8_t)(f->fail + 1),
                                   (uint8_t)(f->depth_fail + 1), (uint8_t)(f->pass + 1)};
}

/* The stencils of the job begin as 0, as those of no buffer do. */
static dxk_status set_stencil(dxk_job *job, dxki_arena *arena, dxk_draw *draw)
{
    const dxki_job_bindings *b = &job->bindings;
    const dxki_job_stencil *s = &b->stencil;
    uint64_t count = (uint64_t)draw->width * draw->height * draw->slices * draw->samples;

    if (!s->head.line)
        return DXK_OK;
    if (b->stencils && (b->stencils->format != DXKI_JOB_HEX8 || b->stencils->size < count))
        return report_targets(job, &b->head);
    draw->stencil = (dxk_draw_stencil){.reference = (uint8_t)s->reference,
                                       .read_mask = (uint8_t)s->read_mask,
                                       .write_mask = (uint8_t)s->write_mask,
                                       .front = face_of(&s->front),
                                       .back = face_of(&s->back)};
    draw->stencil.data =
        b->stencils ? b->stencils->data : DXKI_NEW_ARRAY(arena, uint8_t, (size_t)count);
    if (!draw->stencil.data)
        return dxki_nomem(job->ctx);
    memset(draw->stencil.data, 0, (size_t)count);
    return DXK_OK;
}

dxk_status dxki_job_draw_state(dxk_job *job, dxki_arena *arena, bool is_mesh, dxk_draw *draw)
{
    set_shapes(job, is_mesh, draw);
    set_blending(job, draw);
    dxk_status status = set_viewports(job, draw);
    if (status == DXK_OK)
        status = dxki_job_groups(job, draw->groups);
    return status == DXK_OK ? set_stencil(job, arena, draw) : status;
}
