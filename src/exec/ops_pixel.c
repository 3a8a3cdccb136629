/* SPDX-License-Identifier: MIT */
/*
 * ops_pixel.c - operations of pixels: helpers, coverage, samples, inputs at other places of the
 * primitive. Instructions that name an element are as in ops_stage.c.
 * Source: D3D11.3 functional specification, 16; 22.5 (evaluation of attributes).
 */
#include "exec/group.h"
#include "exec/math.h"
#include "exec/ops_resource.h"
#include "exec/samples.h"
#include "exec/stage.h"

/* What is known of the pixels; NULL: the shader runs by itself. */
static const dxk_run_invocations *pixels_of(const dxki_exec_wave *w)
{
    return w->worker->stage ? w->worker->stage->pixels : NULL;
}

static uint32_t pixel_of(const dxki_exec_wave *w, uint32_t lane)
{
    return w->worker->stage->first + w->thread_of[lane];
}

/* (condition): lanes where it is true go on as helpers. */
void dxki_exec_run_discard(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *conditions = dxki_exec_given(w, i, 0);

    DXKI_EXEC_EACH_LANE(w, lane)
    {
        if (dxki_exec_or_zero(conditions, (uint32_t)lane) & 1u)
            w->helpers.word[lane >> 6] |= (uint64_t)1 << (lane & 63);
    }
}

void dxki_exec_run_is_helper(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    dst[lane] = dxki_exec_mask_has(&w->helpers, (uint32_t)lane);
}

/* --- samples --- */

/* A helper covers nothing. */
void dxki_exec_run_coverage(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxk_run_invocations *p = pixels_of(w);
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        uint32_t covered = p && p->coverage ? p->coverage[pixel_of(w, lane)] : 1;
        dst[lane] = dxki_exec_mask_has(&w->helpers, lane) ? 0 : covered;
    }
}

/* Conservative rasterization, which there is none of, would set it. */
void dxki_exec_run_inner_coverage(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_spread(w, dxki_exec_row(w, i->dst), 0);
}

static uint32_t sample_of(const dxki_exec_wave *w, const dxk_run_invocations *p, uint32_t lane)
{
    return p && p->samples ? p->samples[pixel_of(w, lane)] : 0;
}

void dxki_exec_run_sample_index(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxk_run_invocations *p = pixels_of(w);
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, lane)
    dst[lane] = sample_of(w, p, (uint32_t)lane);
}

static uint32_t sample_count(const dxk_run_invocations *p)
{
    return p && p->sample_count ? p->sample_count : 1;
}

void dxki_exec_run_target_samples(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxki_exec_spread(w, dxki_exec_row(w, i->dst), sample_count(pixels_of(w)));
}

/* (sample) */
void dxki_exec_run_target_position(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const uint32_t *samples = dxki_exec_given(w, i, 0);
    uint32_t count = sample_count(pixels_of(w));

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        dxki_exec_offset at = dxki_exec_sample_at(count, dxki_exec_or_zero(samples, lane));
        dxki_exec_row(w, i->dst)[lane] = dxki_exec_float_bits((float)at.x / 16);
        dxki_exec_row(w, i->dst + 1)[lane] = dxki_exec_float_bits((float)at.y / 16);
    }
}

/* --- inputs at places --- */

/* The low four bits of an offset, with a sign: [-8, 7] sixteenths. */
static int32_t offset_of(const uint32_t *row, uint32_t lane)
{
    return (int32_t)((dxki_exec_or_zero(row, lane) & 15u) ^ 8u) - 8;
}

/* (row, x, y): x and y are what the place wants. */
static void load_at(dxki_exec_wave *w, const dxki_exec_inst *i, dxk_run_spot place)
{
    const uint32_t *rows = dxki_exec_given(w, i, 0);
    const uint32_t *x = place == DXK_RUN_AT_CENTROID ? NULL : dxki_exec_given(w, i, 1);
    const uint32_t *y = place == DXK_RUN_AT_OFFSET ? dxki_exec_given(w, i, 2) : NULL;
    const dxk_run_invocations *p = pixels_of(w);
    uint32_t *dst = dxki_exec_row(w, i->dst);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, row = dxki_exec_or_zero(rows, lane), word = 0;
        uint32_t at = i->imm + 4 * row;
        bool offset = place == DXK_RUN_AT_OFFSET;
        int32_t px = offset ? offset_of(x, lane) : (int32_t)dxki_exec_or_zero(x, lane);
        if (p && row < i->b)
            word = p->input
                       ? p->input(p->user, pixel_of(w, lane), at, place, px,
                                  offset ? offset_of(y, lane) : 0)
                       : p->inputs[(size_t)pixel_of(w, lane) * w->program->info.input_words + at];
        dst[lane] = dxki_exec_stage_register(i, word);
    }
}

void dxki_exec_run_at_vertex(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    load_at(w, i, DXK_RUN_AT_VERTEX);
}

void dxki_exec_run_at_sample(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    load_at(w, i, DXK_RUN_AT_SAMPLE);
}

void dxki_exec_run_at_centroid(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    load_at(w, i, DXK_RUN_AT_CENTROID);
}

void dxki_exec_run_at_offset(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    load_at(w, i, DXK_RUN_AT_OFFSET);
}
