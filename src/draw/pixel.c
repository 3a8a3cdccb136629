/* SPDX-License-Identifier: MIT */
/*
 * pixel.c - from primitives to targets; see drawer.h. Quads gather in a batch; when it is full the
 * pixel shader runs for all of it, and its pixels go through the depth test into the targets in the
 * order in which they came. A quad of a shader that runs for each sample is one for each sample.
 * Source: D3D11.3 functional specification, 15 (rasterizer), 16 (pixel shader), 17 (output merger).
 */
#include "draw/pixel.h"
#include "exec/math.h"
#include "exec/samples.h"

#define SHARE 32u /* parts of a batch for each of several workers */

/* ---------------------------------------------------------------------------------------- */
/* Which word is what                                                                         */

/* Distances lie in up to eight columns of two rows, one after the other. */
static uint32_t find_distances(dxki_draw_side side, dxk_semantic_kind kind, uint32_t *words)
{
    dxk_run_element e;
    uint32_t count = 0;

    for (uint32_t index = 0; index < DXKI_DRAW_CLIPS; index++)
        for (size_t n = 0; dxk_run_program_element(side.program, side.signature, n, &e); n++)
            for (uint32_t c = 0; e.kind == kind && e.stream == 0 && index - e.index < e.rows &&
                                 c < e.columns && count < DXKI_DRAW_CLIPS;
                 c++)
                words[count++] = e.word + 4 * (index - e.index) + c;
    return count;
}

static void link_records(dxki_draw_pixels *p)
{
    p->position = dxki_draw_find_system(p->from, DXK_SEMANTIC_KIND_POSITION, 0);
    p->slice_word = dxki_draw_find_system(p->from, DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX, 0);
    p->viewport_word = dxki_draw_find_system(p->from, DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX, 0);
    p->own_slice = dxki_draw_find_system(p->own, DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX, 0);
    p->own_viewport = dxki_draw_find_system(p->own, DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX, 0);
    p->own_cull = dxki_draw_find_system(p->own, DXK_SEMANTIC_KIND_CULL_PRIMITIVE, 0);
    for (unsigned i = 0; i < DXKI_DRAW_CLIPS; i++)
        p->clips[i] = p->culls[i] = DXKI_DRAW_NO_WORD;
    p->clip_count = find_distances(p->from, DXK_SEMANTIC_KIND_CLIP_DISTANCE, p->clips);
    (void)find_distances(p->from, DXK_SEMANTIC_KIND_CULL_DISTANCE, p->culls);
}

/* Workers that may run pixels at the same time: nobody must see which pixels came first. */
static uint32_t count_workers(const dxk_draw_pipeline *pipeline)
{
    const dxk_draw_threads *threads = pipeline->threads;

    if (!pipeline->pixel || !threads || !threads->pixel || !threads->count ||
        pipeline->pixel->program->needs.writes)
        return 1;
    return threads->count + 1;
}

/* Memory of a batch. */
static bool make_batch(dxki_arena *arena, dxki_draw_pixels *p)
{
    size_t room = p->workers > 1 ? (size_t)p->workers * SHARE * DXKI_DRAW_PART : DXKI_DRAW_PART;

    p->room = (uint32_t)room;
    p->inputs = dxki_arena_zalloc(arena, room, (p->input_words + 1) * sizeof(uint32_t));
    p->outputs = dxki_arena_zalloc(arena, room, (p->output_words + 4) * sizeof(uint32_t));
    p->coverage = DXKI_NEW_ARRAY(arena, uint32_t, room);
    p->live = DXKI_NEW_ARRAY(arena, uint8_t, room);
    p->sample = DXKI_NEW_ARRAY(arena, uint8_t, room);
    p->pixels = DXKI_NEW_ARRAY(arena, dxki_draw_pixel, room);
    p->surfaces = DXKI_NEW_ARRAY(arena, dxki_draw_drawn, room / 4);
    return p->inputs && p->outputs && p->coverage && p->live && p->sample && p->pixels &&
           p->surfaces;
}

dxk_status dxki_draw_pixels_create(dxki_arena *arena, const dxk_draw *draw,
                                   const dxk_draw_pipeline *pipeline, dxki_draw_side from,
                                   dxki_draw_side own, dxki_draw_pixels **out)
{
    dxki_draw_pixels *p = dxki_arena_zalloc(arena, 1, sizeof *p);

    if (!p)
        return DXK_E_NOMEM;
    p->draw = draw;
    p->pipeline = pipeline;
    p->worker = pipeline->pixel;
    p->workers = count_workers(pipeline);
    p->from = from;
    p->own = own;
    p->samples = draw->samples ? draw->samples : 1;
    p->slices = draw->slices ? draw->slices : 1;
    if (p->worker) {
        p->input_words = p->worker->program->info.input_words;
        p->output_words = p->worker->program->info.output_words;
        p->at_samples = p->worker->program->stage.at_samples;
        p->is_early = p->worker->program->stage.early_depth;
    }
    link_records(p);
    if (p->position == DXKI_DRAW_NO_WORD || !dxki_exec_is_sample_count(p->samples) ||
        !dxki_draw_link_outputs(p))
        return DXK_E_ARGUMENT;
    if (!make_batch(arena, p) || !dxki_draw_link_inputs(arena, p))
        return DXK_E_NOMEM;
    *out = p;
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Batches                                                                                    */

/* Some pixels of the batch, which a worker runs at once. */
typedef struct part {
    const dxki_draw_pixels *pixels;
    uint32_t first;
} part;

/* dxk_run_input_fn */
static uint32_t evaluate(void *user, uint32_t number, uint32_t word, dxk_run_spot where, int32_t x,
                         int32_t y)
{
    const part *at = user;

    return dxki_draw_evaluate(at->pixels, at->first + number, word, where, x, y);
}

static dxk_status run_part(const dxki_draw_pixels *p, dxk_run_worker *worker, uint32_t first)
{
    uint32_t left = p->count - first;
    part at = {p, first};
    dxk_run_invocations what = {.count = left < DXKI_DRAW_PART ? left : DXKI_DRAW_PART,
                                .inputs = p->inputs + (size_t)first * p->input_words,
                                .outputs = p->outputs + (size_t)first * p->output_words,
                                .view = p->draw->view,
                                .start_vertex = p->draw->start_vertex,
                                .start_instance = p->draw->start_instance,
                                .live = p->live + first,
                                .coverage = p->coverage + first,
                                .samples = p->sample + first,
                                .sample_count = p->samples,
                                .input = evaluate,
                                .user = &at};

    memset(what.outputs, 0, (size_t)what.count * p->output_words * sizeof *what.outputs);
    for (uint32_t n = 0; n < what.count; n++)
        dxki_draw_fill_input(p, first + n);
    return worker ? dxk_run_invoke(worker, &what) : DXK_OK;
}

/* What worker `n` of several has to do: every so many parts. */
static dxk_status run_parts(void *user, dxk_run_worker *worker, uint32_t n)
{
    const dxki_draw_pixels *p = user;
    dxk_status status = DXK_OK;

    for (uint64_t first = (uint64_t)n * DXKI_DRAW_PART; first < p->count && status == DXK_OK;
         first += (uint64_t)p->workers * DXKI_DRAW_PART)
        status = run_part(p, worker, (uint32_t)first);
    return status;
}

dxk_status dxki_draw_pixels_finish(dxki_draw_pixels *p)
{
    if (!p->count || p->status != DXK_OK)
        return p->status;
    if (p->workers > 1 && p->count > DXKI_DRAW_PART)
        p->status = dxki_draw_share(p->pipeline->threads, p->worker, p->pipeline->threads->pixel,
                                    run_parts, p);
    else
        for (uint32_t first = 0; first < p->count && p->status == DXK_OK; first += DXKI_DRAW_PART)
            p->status = run_part(p, p->worker, first);
    for (uint32_t n = 0; n < p->count && p->status == DXK_OK; n++)
        if (p->live[n])
            dxki_draw_merge(p, n);
    p->count = 0;
    return p->status;
}

/* Adds a quad for those of its samples that are in `samples`. */
static void add_quad(dxki_draw_pixels *p, const dxki_draw_quad *quad, uint32_t samples,
                     uint32_t sample)
{
    uint32_t number = p->count / 4;

    p->surfaces[number] = p->now;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t n = p->count++, covered = quad->covered[i];
        dxki_draw_pixel *at = &p->pixels[n];
        *at = (dxki_draw_pixel){quad->x + (i & 1), quad->y + (i >> 1), number, covered & samples};
        p->coverage[n] = covered;
        if (p->is_early && at->covered)
            at->covered = dxki_draw_test_samples(p, at, NULL);
        p->live[n] = at->covered != 0;
        p->sample[n] = (uint8_t)sample;
    }
    if (p->count == p->room)
        (void)dxki_draw_pixels_finish(p);
}

/* dxki_draw_quad_fn */
static bool take_quad(void *user, const dxki_draw_surface *shape, const dxki_draw_quad *covered)
{
    dxki_draw_pixels *p = user;
    dxki_draw_quad quad = *covered;
    uint32_t any = 0;

    for (uint32_t i = 0; i < 4; i++) {
        if (p->draw->sample_mask)
            quad.covered[i] &= p->draw->sample_mask;
        any |= quad.covered[i];
    }
    p->now.shape = *shape;
    if (!p->at_samples && any)
        add_quad(p, &quad, UINT32_MAX, 0);
    for (uint32_t n = 0; p->at_samples && n < p->samples && p->status == DXK_OK; n++)
        if (any >> n & 1u)
            add_quad(p, &quad, 1u << n, n);
    return p->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Primitives                                                                                 */

/* A primitive is gone if one distance is negative, or no number, at all of its vertices. */
static bool is_culled(const dxki_draw_pixels *p, const dxki_draw_primitive *primitive)
{
    if (primitive->own && p->own_cull != DXKI_DRAW_NO_WORD && primitive->own[p->own_cull])
        return true;
    for (unsigned i = 0; i < DXKI_DRAW_CLIPS && p->culls[i] != DXKI_DRAW_NO_WORD; i++) {
        unsigned inside = 0;
        for (unsigned k = 0; k < primitive->count; k++)
            inside += dxki_exec_float(primitive->corners[k][p->culls[i]]) >= 0;
        if (!inside)
            return true;
    }
    return false;
}

/* A number that a primitive says of itself, or its leading vertex; 0: none, or it is too large. */
static uint32_t choose(const dxki_draw_primitive *primitive, uint32_t own, uint32_t word,
                       uint32_t count)
{
    uint32_t number = primitive->own && own != DXKI_DRAW_NO_WORD ? primitive->own[own]
                      : word != DXKI_DRAW_NO_WORD                ? primitive->corners[0][word]
                                                                 : 0;
    return number < count ? number : 0;
}

static uint32_t bound(float x, uint32_t most)
{
    return !(x > 0) ? 0 : x >= (float)most ? most : (uint32_t)x;
}

static uint32_t bound_above(float x, uint32_t most)
{
    uint32_t below = bound(x, most);

    return below + (below < most && x > (float)below);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t most(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static dxki_draw_raster raster_of(dxki_draw_pixels *p, const dxk_draw_viewport *v,
                                  const dxk_draw_rectangle *scissor)
{
    const dxk_draw *draw = p->draw;

    return (dxki_draw_raster){
        .x = (double)v->x,
        .y = (double)v->y,
        .width = (double)v->width,
        .height = (double)v->height,
        .z_near = (double)v->min_depth,
        .z_far = (double)v->max_depth,
        .left = most(bound(v->x, draw->width), scissor->left),
        .top = most(bound(v->y, draw->height), scissor->top),
        .right = least(bound_above(v->x + v->width, draw->width), scissor->right),
        .bottom = least(bound_above(v->y + v->height, draw->height), scissor->bottom),
        .samples = p->samples,
        .clips = p->clip_count,
        .front_clockwise = draw->front_clockwise,
        .culls_front = draw->cull == DXK_DRAW_CULL_FRONT,
        .culls_back = draw->cull == DXK_DRAW_CULL_BACK,
        .each = take_quad,
        .user = p,
    };
}

/* The viewport of a primitive, with its scissor. */
static void choose_viewport(const dxki_draw_pixels *p, const dxki_draw_primitive *primitive,
                            dxk_draw_viewport *viewport, dxk_draw_rectangle *scissor)
{
    const dxk_draw *draw = p->draw;
    uint32_t count = most(draw->viewport_count, draw->scissor_count);
    uint32_t n = choose(primitive, p->own_viewport, p->viewport_word, count);

    *viewport = (dxk_draw_viewport){0, 0, (float)draw->width, (float)draw->height, 0, 1};
    *scissor = (dxk_draw_rectangle){0, 0, draw->width, draw->height};
    if (draw->viewport_count)
        *viewport = draw->viewports[n < draw->viewport_count ? n : 0];
    if (draw->scissor_count)
        *scissor = n < draw->scissor_count ? draw->scissors[n] : (dxk_draw_rectangle){0, 0, 0, 0};
}

dxk_status dxki_draw_pixels_draw(dxki_draw_pixels *p, const dxki_draw_primitive *primitive)
{
    dxk_draw_viewport all;
    dxk_draw_rectangle scissor;
    dxki_draw_corner corners[3];

    if (p->status != DXK_OK || is_culled(p, primitive))
        return p->status;
    memset(corners, 0, sizeof corners);
    for (unsigned k = 0; k < primitive->count; k++) {
        const uint32_t *record = primitive->corners[k];
        for (unsigned c = 0; c < 4; c++)
            corners[k].position[c] = (double)dxki_exec_float(record[p->position + c]);
        for (unsigned i = 0; i < p->clip_count; i++)
            corners[k].clip[i] = (double)dxki_exec_float(record[p->clips[i]]);
    }
    choose_viewport(p, primitive, &all, &scissor);
    p->now.primitive = *primitive;
    p->now.slice = choose(primitive, p->own_slice, p->slice_word, p->slices);
    p->now.near = all.min_depth < all.max_depth ? all.min_depth : all.max_depth;
    p->now.far = all.min_depth < all.max_depth ? all.max_depth : all.min_depth;
    dxki_draw_raster raster = raster_of(p, &all, &scissor);
    (void)dxki_draw_raster_run(&raster, corners, primitive->count);
    return p->status;
}
