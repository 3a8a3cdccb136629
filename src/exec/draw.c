/* SPDX-License-Identifier: MIT */
/*
 * draw.c - <dxk/draw.h>: vertices to pixels. Quads gather in a batch; when it is full the pixel shader
 * runs for all of it, and its pixels go through the depth test into the targets in the order in which
 * they came.
 */
#include "dxk/draw.h"
#include "base/str.h"
#include "exec/format.h"
#include "exec/group.h"
#include "exec/math.h"
#include "exec/raster.h"
#include "exec/stage.h"

#define BATCH      256u /* pixels */
#define MAX_INPUTS 64u  /* rows of the pixel shader's input */

/* Where a row of the pixel shader's input comes from. */
typedef struct source {
    enum { ZERO, VALUE, POSITION, FRONT, PRIMITIVE } kind;
    enum { FLAT, PERSPECTIVE, LINEAR } way;
    uint32_t from, to, columns; /* words */
} source;

typedef struct target {
    dxki_exec_format layout;
    uint8_t *data;
    uint32_t word; /* of the pixel shader's output */
} target;

#define NO_WORD UINT32_MAX

typedef struct drawer {
    dxk_run_worker *vertex, *pixel;
    const dxk_draw *draw;
    uint32_t vertex_words, input_words, output_words;
    uint32_t *vertices;                                      /* outputs of the vertex shader */
    uint32_t position;                                       /* word there */
    uint32_t clips[DXKI_EXEC_CLIPS], culls[DXKI_EXEC_CLIPS]; /* words; NO_WORD: none */
    source sources[MAX_INPUTS];
    uint32_t source_count;
    target targets[DXK_DRAW_TARGETS];
    uint32_t depth_word, coverage_word; /* of the output; NO_WORD: none */
    bool is_early;                      /* depth is tested before the shader runs */

    const uint32_t *corners[3]; /* outputs of the primitive's vertices */
    uint32_t primitive;
    uint32_t pixels; /* in the batch */
    uint32_t *inputs, *outputs;
    uint8_t live[BATCH];
    uint32_t at[BATCH]; /* y * width + x */
    float z[BATCH];
    dxk_status status;
} drawer;

/* ---------------------------------------------------------------------------------------- */
/* Which word is what                                                                         */

/* The word of a row with this semantic in a signature; NO_WORD: there is none. */
static uint32_t find_word(const dxk_run_program *p, dxk_run_signature signature, dxk_str name,
                          dxk_semantic_kind kind, uint32_t index)
{
    dxk_run_element e;

    for (size_t n = 0; dxk_run_program_element(p, signature, n, &e); n++) {
        bool same = e.kind == kind &&
                    (kind != DXK_SEMANTIC_KIND_ARBITRARY || dxki_str_same_fold(e.name, name));
        if (same && index - e.index < e.rows)
            return e.word + 4 * (index - e.index);
    }
    return NO_WORD;
}

static uint32_t find_system(const dxk_run_program *p, dxk_semantic_kind kind, uint32_t index)
{
    return find_word(p, DXK_RUN_OUTPUT, (dxk_str){NULL, 0}, kind, index);
}

/* Distances lie in up to eight columns of two rows, one after the other. */
static void find_distances(const dxk_run_program *p, dxk_semantic_kind kind, uint32_t *words)
{
    dxk_run_element e;
    uint32_t count = 0;

    for (unsigned i = 0; i < DXKI_EXEC_CLIPS; i++)
        words[i] = NO_WORD;
    for (size_t n = 0; dxk_run_program_element(p, DXK_RUN_OUTPUT, n, &e); n++)
        for (uint32_t row = 0; e.kind == kind && row < e.rows; row++)
            for (uint32_t c = 0; c < e.columns && c < 4 && count < DXKI_EXEC_CLIPS; c++)
                words[count++] = e.word + 4 * row + c;
}

static bool is_real(dxk_component_type component)
{
    return component == DXK_COMPONENT_TYPE_F32 || component == DXK_COMPONENT_TYPE_F16;
}

static void choose_way(const dxk_run_element *e, source *s)
{
    switch (e->interpolation) {
    case DXK_INTERPOLATION_MODE_LINEAR:
    case DXK_INTERPOLATION_MODE_LINEAR_CENTROID:
    case DXK_INTERPOLATION_MODE_LINEAR_SAMPLE:
        s->way = PERSPECTIVE;
        break;
    case DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE:
    case DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID:
    case DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE:
        s->way = LINEAR;
        break;
    default:
        s->way = FLAT;
        break;
    }
    if (!is_real(e->component))
        s->way = FLAT;
}

static void link_row(const drawer *d, const dxk_run_element *e, uint32_t row, source *s)
{
    *s = (source){.kind = ZERO, .to = e->word + 4 * row, .columns = e->columns};
    choose_way(e, s);
    if (e->kind == DXK_SEMANTIC_KIND_POSITION) {
        s->kind = POSITION;
    } else if (e->kind == DXK_SEMANTIC_KIND_IS_FRONT_FACE) {
        s->kind = FRONT;
    } else if (e->kind == DXK_SEMANTIC_KIND_PRIMITIVE_ID) {
        s->kind = PRIMITIVE;
    } else {
        s->from = find_word(d->vertex->program, DXK_RUN_OUTPUT, e->name, e->kind, e->index + row);
        s->kind = s->from == NO_WORD ? ZERO : VALUE;
    }
}

static bool link_inputs(drawer *d)
{
    dxk_run_element e;

    for (size_t n = 0; dxk_run_program_element(d->pixel->program, DXK_RUN_INPUT, n, &e); n++) {
        for (uint32_t row = 0; row < e.rows; row++) {
            if (d->source_count == MAX_INPUTS)
                return false;
            link_row(d, &e, row, &d->sources[d->source_count++]);
        }
    }
    return true;
}

static bool link_targets(drawer *d)
{
    uint64_t pixels = (uint64_t)d->draw->width * d->draw->height;

    for (uint32_t i = 0; i < DXK_DRAW_TARGETS; i++) {
        const dxk_draw_target *from = &d->draw->targets[i];
        target *to = &d->targets[i];
        to->word = find_system(d->pixel->program, DXK_SEMANTIC_KIND_TARGET, i);
        to->data = from->data;
        if (to->data &&
            (!dxki_exec_format_get(from->format, &to->layout) ||
             !(to->layout.uses & DXKI_USE_TARGET) || from->size / to->layout.size < pixels))
            return false;
    }
    return true;
}

static bool link(drawer *d)
{
    static const dxk_semantic_kind depths[] = {DXK_SEMANTIC_KIND_DEPTH,
                                               DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL,
                                               DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL};
    const dxk_run_program *v = d->vertex->program, *p = d->pixel->program;

    d->vertex_words = v->info.output_words;
    d->input_words = p->info.input_words;
    d->output_words = p->info.output_words;
    d->position = find_system(v, DXK_SEMANTIC_KIND_POSITION, 0);
    find_distances(v, DXK_SEMANTIC_KIND_CLIP_DISTANCE, d->clips);
    find_distances(v, DXK_SEMANTIC_KIND_CULL_DISTANCE, d->culls);
    d->coverage_word = find_system(p, DXK_SEMANTIC_KIND_COVERAGE, 0);
    d->depth_word = NO_WORD;
    for (unsigned i = 0; i < 3 && d->depth_word == NO_WORD; i++)
        d->depth_word = find_system(p, depths[i], 0);
    d->is_early = p->entry->props.shader_flags & DXKI_SHADER_FLAG_EARLY_DEPTH_STENCIL;
    return d->position != NO_WORD && link_inputs(d) && link_targets(d);
}

/* ---------------------------------------------------------------------------------------- */
/* Pixels                                                                                     */

static bool passes_depth(drawer *d, uint32_t at, float z)
{
    float *depth = d->draw->depth;

    if (!depth)
        return true;
    if (!(z < depth[at]))
        return false;
    depth[at] = z;
    return true;
}

static void write_targets(const drawer *d, uint32_t at, const uint32_t *output)
{
    for (uint32_t i = 0; i < DXK_DRAW_TARGETS; i++) {
        const target *t = &d->targets[i];
        dxki_exec_texel texel;
        if (!t->data || t->word == NO_WORD)
            continue;
        memcpy(texel.c, output + t->word, sizeof texel.c);
        dxki_exec_format_store(&t->layout, t->data + (size_t)at * t->layout.size, &texel);
    }
}

/* Runs the pixel shader for the batch. */
static bool flush(drawer *d)
{
    dxk_run_invocations what = {
        .count = d->pixels, .inputs = d->inputs, .outputs = d->outputs, .live = d->live};

    memset(d->outputs, 0, (size_t)BATCH * d->output_words * sizeof *d->outputs);
    d->status = dxk_run_invoke(d->pixel, &what);
    for (uint32_t i = 0; i < d->pixels && d->status == DXK_OK; i++) {
        const uint32_t *output = d->outputs + (size_t)i * d->output_words;
        float z = d->depth_word == NO_WORD ? d->z[i] : dxki_exec_float(output[d->depth_word]);
        if (!d->live[i] || (d->coverage_word != NO_WORD && !(output[d->coverage_word] & 1u)))
            continue;
        z = !(z > 0) ? 0 : z > 1 ? 1 : z;
        if (d->is_early || passes_depth(d, d->at[i], z))
            write_targets(d, d->at[i], output);
    }
    d->pixels = 0;
    return d->status == DXK_OK;
}

static uint32_t interpolate(const drawer *d, const source *s, uint32_t c,
                            const dxki_exec_weights *weights)
{
    const double *part = s->way == LINEAR ? weights->linear : weights->perspective;
    double sum = 0;

    if (s->way == FLAT)
        return d->corners[0][s->from + c];
    for (unsigned k = 0; k < 3; k++)
        if (part[k] != 0)
            sum += part[k] * (double)dxki_exec_float(d->corners[k][s->from + c]);
    return dxki_exec_float_bits((float)sum);
}

static void fill_input(const drawer *d, const dxki_exec_quad *quad, uint32_t i, uint32_t *input)
{
    const dxki_exec_weights *weights = &quad->pixel[i];
    const float position[4] = {(float)(quad->x + (i & 1)) + 0.5f,
                               (float)(quad->y + (i >> 1)) + 0.5f, (float)weights->z,
                               (float)weights->w};

    memset(input, 0, d->input_words * sizeof *input);
    for (uint32_t n = 0; n < d->source_count; n++) {
        const source *s = &d->sources[n];
        for (uint32_t c = 0; c < s->columns && c < 4; c++) {
            if (s->kind == VALUE)
                input[s->to + c] = interpolate(d, s, c, weights);
            else if (s->kind == POSITION)
                input[s->to + c] = dxki_exec_float_bits(position[c]);
            else if (s->kind == FRONT)
                input[s->to + c] = quad->is_front ? UINT32_MAX : 0;
            else if (s->kind == PRIMITIVE)
                input[s->to + c] = d->primitive;
        }
    }
}

static bool add_quad(void *user, const dxki_exec_quad *quad)
{
    drawer *d = user;

    for (uint32_t i = 0; i < 4; i++) {
        uint32_t n = d->pixels + i, x = quad->x + (i & 1), y = quad->y + (i >> 1);
        bool is_covered = quad->covered >> i & 1u;
        d->at[n] = y * d->draw->width + x;
        d->z[n] = (float)quad->pixel[i].z;
        d->live[n] = is_covered && (!d->is_early || passes_depth(d, d->at[n], d->z[n]));
        fill_input(d, quad, i, d->inputs + (size_t)n * d->input_words);
    }
    d->pixels += 4;
    return d->pixels < BATCH || flush(d);
}

/* ---------------------------------------------------------------------------------------- */
/* Primitives                                                                                 */

/* A primitive is gone if one distance is negative at all of its vertices. */
static bool is_culled(const drawer *d, unsigned count)
{
    for (unsigned i = 0; i < DXKI_EXEC_CLIPS && d->culls[i] != NO_WORD; i++) {
        unsigned outside = 0;
        for (unsigned k = 0; k < count; k++)
            outside += dxki_exec_float(d->corners[k][d->culls[i]]) < 0;
        if (outside == count)
            return true;
    }
    return false;
}

static bool draw_primitive(drawer *d, uint32_t number, unsigned count)
{
    dxki_exec_corner corners[3];

    memset(corners, 0, sizeof corners);
    for (unsigned k = 0; k < 3; k++) {
        uint32_t vertex = number * count + (k < count ? k : 0);
        d->corners[k] = d->vertices + (size_t)vertex * d->vertex_words;
        for (unsigned c = 0; c < 4; c++)
            corners[k].position[c] = (double)dxki_exec_float(d->corners[k][d->position + c]);
        for (unsigned i = 0; i < DXKI_EXEC_CLIPS && d->clips[i] != NO_WORD; i++)
            corners[k].clip[i] = (double)dxki_exec_float(d->corners[k][d->clips[i]]);
    }
    d->primitive = number;
    if (is_culled(d, count))
        return true;
    if (count == 1)
        return dxki_exec_raster_point(corners, d->draw->width, d->draw->height, add_quad, d);
    return dxki_exec_raster_triangle(corners, d->draw->width, d->draw->height, add_quad, d);
}

static dxk_status draw_all(drawer *d)
{
    const dxk_draw *draw = d->draw;
    unsigned count = draw->topology == DXK_DRAW_POINTS ? 1 : 3;
    dxk_run_invocations what = {.count = draw->vertex_count,
                                .inputs = draw->vertices,
                                .outputs = d->vertices,
                                .start_vertex = draw->start_vertex,
                                .start_instance = draw->start_instance};

    d->status = dxk_run_invoke(d->vertex, &what);
    for (uint32_t n = 0; n < draw->vertex_count / count && d->status == DXK_OK; n++)
        (void)draw_primitive(d, n, count);
    if (d->status == DXK_OK && d->pixels)
        (void)flush(d);
    return d->status;
}

dxk_status dxk_run_draw(dxk_run_worker *vertex, dxk_run_worker *pixel, const dxk_draw *draw)
{
    drawer d = {.vertex = vertex, .pixel = pixel, .draw = draw};
    dxki_arena arena;

    if (vertex->program->info.kind != DXK_SHADER_KIND_VERTEX ||
        pixel->program->info.kind != DXK_SHADER_KIND_PIXEL ||
        (unsigned)draw->topology > DXK_DRAW_POINTS || draw->width - 1 >= 16384 ||
        draw->height - 1 >= 16384 || !link(&d))
        return DXK_E_ARGUMENT;
    dxki_arena_init(&arena, vertex->ctx);
    d.vertices = dxki_arena_zalloc(&arena, (size_t)draw->vertex_count + 1,
                                   d.vertex_words * sizeof(uint32_t));
    d.inputs = dxki_arena_zalloc(&arena, BATCH, (d.input_words + 1) * sizeof(uint32_t));
    d.outputs = dxki_arena_zalloc(&arena, BATCH, (d.output_words + 4) * sizeof(uint32_t));
    dxk_status status =
        d.vertices && d.inputs && d.outputs ? draw_all(&d) : dxki_nomem(vertex->ctx);
    dxki_arena_free(&arena);
    return status;
}
