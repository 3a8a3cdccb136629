/* SPDX-License-Identifier: MIT */
/*
 * draw_pixel.c - from primitives to targets; see drawer.h. Quads gather in a batch; when it is full the
 * pixel shader runs for all of it, and its pixels go through the depth test into the targets in the
 * order in which they came. A quad of a shader that runs for each sample is one for each sample.
 * Source: D3D11.3 functional specification, 15 (rasterizer), 16 (pixel shader), 17 (output merger).
 */
#include "exec/drawer.h"
#include "exec/math.h"
#include "exec/samples.h"

#define BATCH 256u /* pixels */
#define QUADS (BATCH / 4)

/* Where an input is computed. */
typedef enum place { CENTER, CENTROID, SAMPLE, PLACES } place;

/* Where a row of the pixel shader's input comes from. */
typedef struct source {
    enum { ZERO, VALUE, OWN, POSITION, FRONT, PRIMITIVE, BARYCENTRIC, SAMPLE_INDEX } kind;
    enum { FLAT, PERSPECTIVE, LINEAR } way;
    place place;
    uint32_t from, to, columns; /* words */
} source;

typedef struct target {
    dxki_exec_format layout;
    uint8_t *data;
    uint32_t word; /* of the pixel shader's output */
} target;

/* A primitive that pixels of the batch are of. */
typedef struct surface {
    dxki_exec_surface shape;
    dxki_exec_primitive primitive;
    uint32_t slice;
    float near, far; /* depths that are possible */
} surface;

/* A pixel of the batch. */
typedef struct pixel {
    uint32_t x, y, quad;
    uint32_t covered; /* samples that it draws, as bits */
} pixel;

struct dxki_exec_pixels {
    const dxk_draw *draw;
    dxk_run_worker *worker; /* NULL: only depth is drawn */
    dxki_exec_side from, own;
    uint32_t input_words, output_words, samples, slices;
    bool at_samples, is_early;

    /* of records */
    uint32_t position, slice_word, viewport_word;
    uint32_t own_slice, own_viewport, own_cull;
    uint32_t clips[DXKI_EXEC_CLIPS], culls[DXKI_EXEC_CLIPS]; /* DXKI_EXEC_NO_WORD: no more */
    uint32_t clip_count;

    source *sources;
    uint32_t source_count, source_of_words;
    uint16_t *source_of; /* by word / 4 of an input: index in sources */
    bool uses[PLACES];

    target targets[DXK_DRAW_TARGETS];
    uint32_t depth_word, coverage_word; /* of the output */

    surface now;    /* what is rasterized */
    uint32_t count; /* pixels in the batch */
    uint32_t *inputs, *outputs;
    uint32_t coverage[BATCH]; /* what the shader sees */
    uint8_t live[BATCH], sample[BATCH];
    pixel pixels[BATCH];
    surface *surfaces; /* by quad */
    dxk_status status;
};

/* ---------------------------------------------------------------------------------------- */
/* Which word is what                                                                         */

/* Distances lie in up to eight columns of two rows, one after the other. */
static uint32_t find_distances(dxki_exec_side side, dxk_semantic_kind kind, uint32_t *words)
{
    dxk_run_element e;
    uint32_t count = 0;

    for (uint32_t index = 0; index < DXKI_EXEC_CLIPS; index++)
        for (size_t n = 0; dxk_run_program_element(side.program, side.signature, n, &e); n++)
            for (uint32_t c = 0; e.kind == kind && e.stream == 0 && index - e.index < e.rows &&
                                 c < e.columns && count < DXKI_EXEC_CLIPS;
                 c++)
                words[count++] = e.word + 4 * (index - e.index) + c;
    return count;
}

static bool is_real(dxk_component_type component)
{
    return component == DXK_COMPONENT_TYPE_F32 || component == DXK_COMPONENT_TYPE_F16;
}

static void choose_way(const dxk_run_element *e, source *s)
{
    static const struct {
        uint8_t way, place;
    } ways[] = {
        [DXK_INTERPOLATION_MODE_LINEAR] = {PERSPECTIVE, CENTER},
        [DXK_INTERPOLATION_MODE_LINEAR_CENTROID] = {PERSPECTIVE, CENTROID},
        [DXK_INTERPOLATION_MODE_LINEAR_SAMPLE] = {PERSPECTIVE, SAMPLE},
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE] = {LINEAR, CENTER},
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID] = {LINEAR, CENTROID},
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE] = {LINEAR, SAMPLE},
    };
    unsigned mode = (unsigned)e->interpolation;

    if (is_real(e->component) && mode < sizeof ways / sizeof ways[0]) {
        s->way = ways[mode].way;
        s->place = (place)ways[mode].place;
    }
}

static bool find_value(const dxki_exec_pixels *p, const dxk_run_element *e, uint32_t row, source *s)
{
    s->from = dxki_exec_find_word(p->from, e->name, e->kind, e->index + row);
    s->kind = VALUE;
    if (s->from == DXKI_EXEC_NO_WORD) {
        s->from = dxki_exec_find_word(p->own, e->name, e->kind, e->index + row);
        s->kind = s->from == DXKI_EXEC_NO_WORD ? ZERO : OWN;
    }
    return s->kind != ZERO;
}

static void link_row(dxki_exec_pixels *p, const dxk_run_element *e, uint32_t row, source *s)
{
    *s = (source){.kind = ZERO, .to = e->word + 4 * row, .columns = e->columns};
    choose_way(e, s);
    switch (e->kind) {
    case DXK_SEMANTIC_KIND_POSITION:
        s->kind = POSITION;
        break;
    case DXK_SEMANTIC_KIND_IS_FRONT_FACE:
        s->kind = FRONT;
        break;
    case DXK_SEMANTIC_KIND_BARYCENTRICS:
        s->kind = BARYCENTRIC;
        break;
    case DXK_SEMANTIC_KIND_SAMPLE_INDEX:
        s->kind = SAMPLE_INDEX;
        break;
    default:
        if (!find_value(p, e, row, s) && e->kind == DXK_SEMANTIC_KIND_PRIMITIVE_ID)
            s->kind = PRIMITIVE;
        break;
    }
    if (s->way != FLAT || s->kind == POSITION)
        p->uses[s->place] = true;
}

static bool link_inputs(dxki_arena *arena, dxki_exec_pixels *p)
{
    dxk_run_element e;

    p->sources = DXKI_NEW_ARRAY(arena, source, p->input_words / 4);
    p->source_of = DXKI_NEW_ARRAY(arena, uint16_t, p->input_words / 4);
    if (p->input_words && (!p->sources || !p->source_of))
        return false;
    for (size_t n = 0;
         p->worker && dxk_run_program_element(p->worker->program, DXK_RUN_INPUT, n, &e); n++) {
        for (uint32_t row = 0; row < e.rows; row++) {
            p->source_of[e.word / 4 + row] = (uint16_t)p->source_count;
            link_row(p, &e, row, &p->sources[p->source_count++]);
        }
    }
    return true;
}

static bool link_targets(dxki_exec_pixels *p)
{
    const dxk_draw *draw = p->draw;
    uint64_t count = (uint64_t)draw->width * draw->height * p->slices * p->samples;
    dxki_exec_side out = {p->worker ? p->worker->program : NULL, DXK_RUN_OUTPUT};

    for (uint32_t i = 0; i < DXK_DRAW_TARGETS; i++) {
        const dxk_draw_target *from = &draw->targets[i];
        target *to = &p->targets[i];
        to->word = dxki_exec_find_system(out, DXK_SEMANTIC_KIND_TARGET, i);
        to->data = from->data;
        if (to->data &&
            (!dxki_exec_format_get(from->format, &to->layout) ||
             !(to->layout.uses & DXKI_USE_TARGET) || from->size / to->layout.size < count))
            return false;
    }
    return true;
}

static void link_records(dxki_exec_pixels *p)
{
    static const dxk_semantic_kind depths[] = {DXK_SEMANTIC_KIND_DEPTH,
                                               DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL,
                                               DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL};
    dxki_exec_side out = {p->worker ? p->worker->program : NULL, DXK_RUN_OUTPUT};

    p->position = dxki_exec_find_system(p->from, DXK_SEMANTIC_KIND_POSITION, 0);
    p->slice_word = dxki_exec_find_system(p->from, DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX, 0);
    p->viewport_word = dxki_exec_find_system(p->from, DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX, 0);
    p->own_slice = dxki_exec_find_system(p->own, DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX, 0);
    p->own_viewport = dxki_exec_find_system(p->own, DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX, 0);
    p->own_cull = dxki_exec_find_system(p->own, DXK_SEMANTIC_KIND_CULL_PRIMITIVE, 0);
    for (unsigned i = 0; i < DXKI_EXEC_CLIPS; i++)
        p->clips[i] = p->culls[i] = DXKI_EXEC_NO_WORD;
    p->clip_count = find_distances(p->from, DXK_SEMANTIC_KIND_CLIP_DISTANCE, p->clips);
    (void)find_distances(p->from, DXK_SEMANTIC_KIND_CULL_DISTANCE, p->culls);
    p->coverage_word = dxki_exec_find_system(out, DXK_SEMANTIC_KIND_COVERAGE, 0);
    p->depth_word = DXKI_EXEC_NO_WORD;
    for (unsigned i = 0; i < 3 && p->depth_word == DXKI_EXEC_NO_WORD; i++)
        p->depth_word = dxki_exec_find_system(out, depths[i], 0);
}

dxk_status dxki_exec_pixels_create(dxki_arena *arena, const dxk_draw *draw, dxk_run_worker *worker,
                                   dxki_exec_side from, dxki_exec_side own, dxki_exec_pixels **out)
{
    dxki_exec_pixels *p = dxki_arena_zalloc(arena, 1, sizeof *p);

    if (!p)
        return DXK_E_NOMEM;
    p->draw = draw;
    p->worker = worker;
    p->from = from;
    p->own = own;
    p->samples = draw->samples ? draw->samples : 1;
    p->slices = draw->slices ? draw->slices : 1;
    if (worker) {
        p->input_words = worker->program->info.input_words;
        p->output_words = worker->program->info.output_words;
        p->at_samples = worker->program->stage.at_samples;
        p->is_early = worker->program->stage.early_depth;
    }
    link_records(p);
    if (p->position == DXKI_EXEC_NO_WORD || !dxki_exec_is_sample_count(p->samples) ||
        !link_targets(p))
        return DXK_E_ARGUMENT;
    p->inputs = dxki_arena_zalloc(arena, BATCH, (p->input_words + 1) * sizeof(uint32_t));
    p->outputs = dxki_arena_zalloc(arena, BATCH, (p->output_words + 4) * sizeof(uint32_t));
    p->surfaces = dxki_arena_zalloc(arena, QUADS, sizeof *p->surfaces);
    if (!p->inputs || !p->outputs || !p->surfaces || !link_inputs(arena, p))
        return DXK_E_NOMEM;
    *out = p;
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Depth and targets                                                                          */

static size_t pixel_index(const dxki_exec_pixels *p, const surface *s, const pixel *at)
{
    return ((size_t)s->slice * p->draw->height + at->y) * p->draw->width + at->x;
}

static int64_t step_of(uint32_t coordinate, int offset)
{
    return DXKI_EXEC_ONE * (int64_t)coordinate + DXKI_EXEC_ONE / 2 + 16 * offset;
}

static float depth_at(const dxki_exec_pixels *p, const surface *s, const pixel *at, uint32_t sample)
{
    dxki_exec_offset offset = dxki_exec_sample_at(p->samples, sample);
    dxki_exec_weights weights;

    dxki_exec_weigh(&s->shape, step_of(at->x, offset.x), step_of(at->y, offset.y), &weights);
    return (float)weights.z;
}

static bool passes_depth(const dxki_exec_pixels *p, size_t at, float z)
{
    float *depth = p->draw->depth;

    if (!depth)
        return true;
    if (!(z < depth[at]))
        return false;
    depth[at] = z;
    return true;
}

/* The samples of those covered that pass; `given` is what the shader wrote, or NULL. */
static uint32_t test_depth(const dxki_exec_pixels *p, const surface *s, const pixel *at,
                           const float *given)
{
    uint32_t passed = 0;

    for (uint32_t n = 0; n < p->samples; n++) {
        if (!(at->covered >> n & 1u))
            continue;
        float z = given ? *given : depth_at(p, s, at, n);
        z = z >= s->near ? z : s->near;
        z = z <= s->far ? z : s->far;
        if (passes_depth(p, pixel_index(p, s, at) * p->samples + n, z))
            passed |= 1u << n;
    }
    return passed;
}

static void write_targets(const dxki_exec_pixels *p, size_t pixel_at, uint32_t samples,
                          const uint32_t *output)
{
    for (uint32_t i = 0; i < DXK_DRAW_TARGETS; i++) {
        const target *t = &p->targets[i];
        dxki_exec_texel texel;
        if (!t->data || t->word == DXKI_EXEC_NO_WORD)
            continue;
        memcpy(texel.c, output + t->word, sizeof texel.c);
        for (uint32_t n = 0; n < p->samples; n++)
            if (samples >> n & 1u)
                dxki_exec_format_store(
                    &t->layout, t->data + (pixel_at * p->samples + n) * t->layout.size, &texel);
    }
}

static void merge(const dxki_exec_pixels *p, uint32_t i)
{
    const uint32_t *output = p->outputs + (size_t)i * p->output_words;
    const surface *s = &p->surfaces[p->pixels[i].quad];
    pixel at = p->pixels[i];
    float z = 0;

    if (p->coverage_word != DXKI_EXEC_NO_WORD)
        at.covered &= output[p->coverage_word];
    if (p->depth_word != DXKI_EXEC_NO_WORD)
        z = dxki_exec_float(output[p->depth_word]);
    if (!p->is_early)
        at.covered = test_depth(p, s, &at, p->depth_word == DXKI_EXEC_NO_WORD ? NULL : &z);
    write_targets(p, pixel_index(p, s, &at), at.covered, output);
}

/* ---------------------------------------------------------------------------------------- */
/* Inputs                                                                                     */

static uint32_t interpolate(const surface *s, const source *from, uint32_t c,
                            const dxki_exec_weights *weights)
{
    const double *part = from->way == LINEAR ? weights->linear : weights->perspective;
    double sum = 0;

    if (from->way == FLAT)
        return s->primitive.corners[0][from->from + c];
    for (unsigned k = 0; k < s->primitive.count; k++)
        if (part[k] != 0)
            sum += part[k] * (double)dxki_exec_float(s->primitive.corners[k][from->from + c]);
    return dxki_exec_float_bits((float)sum);
}

/* A place of a pixel: its weights, and where it is. */
typedef struct spot {
    dxki_exec_weights weights;
    int64_t x, y;
} spot;

static uint32_t input_at(const surface *s, const source *from, uint32_t c, const spot *at)
{
    const dxki_exec_weights *w = &at->weights;

    switch (from->kind) {
    case VALUE:
        return interpolate(s, from, c, w);
    case OWN:
        return s->primitive.own ? s->primitive.own[from->from + c] : 0;
    case POSITION: {
        const double position[4] = {(double)at->x / DXKI_EXEC_ONE, (double)at->y / DXKI_EXEC_ONE,
                                    w->z, w->w};
        return dxki_exec_float_bits((float)position[c]);
    }
    case FRONT:
        return s->shape.is_front ? UINT32_MAX : 0;
    case PRIMITIVE:
        return s->primitive.number;
    case BARYCENTRIC:
        return c < 3 ? dxki_exec_float_bits(
                           (float)(from->way == LINEAR ? w->linear : w->perspective)[c])
                     : 0;
    default:
        return 0;
    }
}

static spot spot_at(const surface *s, const pixel *at, int x, int y)
{
    spot result = {.x = step_of(at->x, x), .y = step_of(at->y, y)};

    dxki_exec_weigh(&s->shape, result.x, result.y, &result.weights);
    return result;
}

/* The centre if the pixel is covered by all samples or none, else the first that is covered. */
static uint32_t centroid_of(const dxki_exec_pixels *p, const pixel *at, dxki_exec_offset *offset)
{
    uint32_t all = (1u << p->samples) - 1, covered = at->covered & all, sample = 0;

    *offset = (dxki_exec_offset){0, 0};
    while (covered && covered != all && !(covered >> sample & 1u))
        sample++;
    if (covered && covered != all)
        *offset = dxki_exec_sample_at(p->samples, sample);
    return sample;
}

static void fill_input(const dxki_exec_pixels *p, const surface *s, const pixel *at,
                       uint32_t sample, uint32_t *input)
{
    dxki_exec_offset offsets[PLACES] = {
        [CENTER] = {0, 0}, [SAMPLE] = dxki_exec_sample_at(p->samples, sample)};
    spot spots[PLACES];

    (void)centroid_of(p, at, &offsets[CENTROID]);
    for (unsigned n = 0; n < PLACES; n++)
        if (p->uses[n])
            spots[n] = spot_at(s, at, offsets[n].x, offsets[n].y);
    if (!p->uses[CENTER])
        memset(&spots[CENTER], 0, sizeof spots[CENTER]); /* of values that do not vary */
    memset(input, 0, p->input_words * sizeof *input);
    for (uint32_t n = 0; n < p->source_count; n++) {
        const source *from = &p->sources[n];
        for (uint32_t c = 0; c < from->columns; c++)
            input[from->to + c] =
                from->kind == SAMPLE_INDEX ? sample : input_at(s, from, c, &spots[from->place]);
    }
}

/* An input at another place: dxk_run_input_fn. */
static uint32_t evaluate(void *user, uint32_t number, uint32_t word, dxk_run_spot where, int32_t x,
                         int32_t y)
{
    const dxki_exec_pixels *p = user;
    const pixel *at = &p->pixels[number];
    const surface *s = &p->surfaces[at->quad];
    source from = p->sources[p->source_of[word / 4]];
    uint32_t c = word % 4, last = s->primitive.count - 1;
    dxki_exec_offset offset = {0, 0};

    if (where == DXK_RUN_AT_VERTEX) {
        uint32_t corner = (uint32_t)x < last ? (uint32_t)x : last;
        return from.kind == VALUE ? s->primitive.corners[corner][from.from + c]
                                  : p->inputs[(size_t)number * p->input_words + word];
    }
    if (where == DXK_RUN_AT_OFFSET)
        offset = (dxki_exec_offset){(int8_t)x, (int8_t)y};
    else if (where == DXK_RUN_AT_SAMPLE)
        offset = dxki_exec_sample_at(p->samples, (uint32_t)x);
    else
        (void)centroid_of(p, at, &offset);
    spot there = spot_at(s, at, offset.x, offset.y);
    return from.kind == SAMPLE_INDEX ? p->sample[number] : input_at(s, &from, c, &there);
}

/* ---------------------------------------------------------------------------------------- */
/* Batches                                                                                    */

dxk_status dxki_exec_pixels_finish(dxki_exec_pixels *p)
{
    dxk_run_invocations what = {.count = p->count,
                                .inputs = p->inputs,
                                .outputs = p->outputs,
                                .view = p->draw->view,
                                .start_vertex = p->draw->start_vertex,
                                .start_instance = p->draw->start_instance,
                                .live = p->live,
                                .coverage = p->coverage,
                                .samples = p->sample,
                                .sample_count = p->samples,
                                .input = evaluate,
                                .user = p};

    if (!p->count || p->status != DXK_OK)
        return p->status;
    memset(p->outputs, 0, (size_t)p->count * p->output_words * sizeof *p->outputs);
    if (p->worker)
        p->status = dxk_run_invoke(p->worker, &what);
    for (uint32_t i = 0; i < p->count && p->status == DXK_OK; i++)
        if (p->live[i])
            merge(p, i);
    p->count = 0;
    return p->status;
}

/* Adds a quad for those of its samples that are in `samples`. */
static void add_quad(dxki_exec_pixels *p, const dxki_exec_quad *quad, uint32_t samples,
                     uint32_t sample)
{
    uint32_t number = p->count / 4;

    p->surfaces[number] = p->now;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t n = p->count++, covered = quad->covered[i];
        pixel *at = &p->pixels[n];
        *at = (pixel){quad->x + (i & 1), quad->y + (i >> 1), number, covered};
        fill_input(p, &p->now, at, sample, p->inputs + (size_t)n * p->input_words);
        p->coverage[n] = covered;
        at->covered = covered & samples;
        if (p->is_early && at->covered)
            at->covered = test_depth(p, &p->now, at, NULL);
        p->live[n] = at->covered != 0;
        p->sample[n] = (uint8_t)sample;
    }
    if (p->count == BATCH)
        (void)dxki_exec_pixels_finish(p);
}

/* dxki_exec_quad_fn */
static bool take_quad(void *user, const dxki_exec_surface *shape, const dxki_exec_quad *covered)
{
    dxki_exec_pixels *p = user;
    dxki_exec_quad quad = *covered;
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
static bool is_culled(const dxki_exec_pixels *p, const dxki_exec_primitive *primitive)
{
    if (primitive->own && p->own_cull != DXKI_EXEC_NO_WORD && primitive->own[p->own_cull])
        return true;
    for (unsigned i = 0; i < DXKI_EXEC_CLIPS && p->culls[i] != DXKI_EXEC_NO_WORD; i++) {
        unsigned inside = 0;
        for (unsigned k = 0; k < primitive->count; k++)
            inside += dxki_exec_float(primitive->corners[k][p->culls[i]]) >= 0;
        if (!inside)
            return true;
    }
    return false;
}

/* A number that a primitive says of itself, or its leading vertex; 0: none, or it is too large. */
static uint32_t choose(const dxki_exec_primitive *primitive, uint32_t own, uint32_t word,
                       uint32_t count)
{
    uint32_t number = primitive->own && own != DXKI_EXEC_NO_WORD ? primitive->own[own]
                      : word != DXKI_EXEC_NO_WORD                ? primitive->corners[0][word]
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

static dxki_exec_raster raster_of(dxki_exec_pixels *p, const dxk_draw_viewport *v)
{
    const dxk_draw *draw = p->draw;

    return (dxki_exec_raster){
        .x = (double)v->x,
        .y = (double)v->y,
        .width = (double)v->width,
        .height = (double)v->height,
        .z_near = (double)v->min_depth,
        .z_far = (double)v->max_depth,
        .left = bound(v->x, draw->width),
        .top = bound(v->y, draw->height),
        .right = bound_above(v->x + v->width, draw->width),
        .bottom = bound_above(v->y + v->height, draw->height),
        .samples = p->samples,
        .clips = p->clip_count,
        .front_clockwise = draw->front_clockwise,
        .culls_front = draw->cull == DXK_DRAW_CULL_FRONT,
        .culls_back = draw->cull == DXK_DRAW_CULL_BACK,
        .each = take_quad,
        .user = p,
    };
}

dxk_status dxki_exec_pixels_draw(dxki_exec_pixels *p, const dxki_exec_primitive *primitive)
{
    const dxk_draw *draw = p->draw;
    dxk_draw_viewport all = {0, 0, (float)draw->width, (float)draw->height, 0, 1};
    dxki_exec_corner corners[3];

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
    if (draw->viewport_count)
        all = draw->viewports[choose(primitive, p->own_viewport, p->viewport_word,
                                     draw->viewport_count)];
    p->now.primitive = *primitive;
    p->now.slice = choose(primitive, p->own_slice, p->slice_word, p->slices);
    p->now.near = all.min_depth < all.max_depth ? all.min_depth : all.max_depth;
    p->now.far = all.min_depth < all.max_depth ? all.max_depth : all.min_depth;
    dxki_exec_raster raster = raster_of(p, &all);
    (void)dxki_exec_raster_run(&raster, corners, primitive->count);
    return p->status;
}
