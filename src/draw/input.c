/* SPDX-License-Identifier: MIT */
/*
 * input.c - inputs of pixels: which words of records they come from, and what they are at a place of
 * a pixel; see pixel.h.
 * Source: D3D11.3 functional specification, 16 (pixel shader).
 */
#include "draw/pixel.h"
#include "exec/math.h"
#include "exec/samples.h"

static bool is_real(dxk_component_type component)
{
    return component == DXK_COMPONENT_TYPE_F32 || component == DXK_COMPONENT_TYPE_F16;
}

static void choose_way(const dxk_run_element *e, dxki_draw_source *s)
{
    static const struct {
        uint8_t way, place;
    } ways[] = {
        [DXK_INTERPOLATION_MODE_LINEAR] = {DXKI_WAY_PERSPECTIVE, DXKI_AT_CENTER},
        [DXK_INTERPOLATION_MODE_LINEAR_CENTROID] = {DXKI_WAY_PERSPECTIVE, DXKI_AT_CENTROID},
        [DXK_INTERPOLATION_MODE_LINEAR_SAMPLE] = {DXKI_WAY_PERSPECTIVE, DXKI_AT_SAMPLE},
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE] = {DXKI_WAY_LINEAR, DXKI_AT_CENTER},
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID] = {DXKI_WAY_LINEAR,
                                                                  DXKI_AT_CENTROID},
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE] = {DXKI_WAY_LINEAR, DXKI_AT_SAMPLE},
    };
    unsigned mode = (unsigned)e->interpolation;

    if (is_real(e->component) && mode < sizeof ways / sizeof ways[0]) {
        s->way = ways[mode].way;
        s->place = (dxki_draw_input_place)ways[mode].place;
    }
}

static bool find_value(const dxki_draw_pixels *p, const dxk_run_element *e, uint32_t row,
                       dxki_draw_source *s)
{
    s->from = dxki_draw_find_word(p->from, e->name, e->kind, e->index + row);
    s->kind = DXKI_FROM_VALUE;
    if (s->from == DXKI_DRAW_NO_WORD) {
        s->from = dxki_draw_find_word(p->own, e->name, e->kind, e->index + row);
        s->kind = s->from == DXKI_DRAW_NO_WORD ? DXKI_FROM_ZERO : DXKI_FROM_OWN;
    }
    return s->kind != DXKI_FROM_ZERO;
}

static void link_row(dxki_draw_pixels *p, const dxk_run_element *e, uint32_t row,
                     dxki_draw_source *s)
{
    /* What is made for a pixel whether or not a stage before it writes such a value. */
    static const uint8_t made[] = {
        [DXK_SEMANTIC_KIND_POSITION] = DXKI_FROM_POSITION,
        [DXK_SEMANTIC_KIND_IS_FRONT_FACE] = DXKI_FROM_FRONT,
        [DXK_SEMANTIC_KIND_BARYCENTRICS] = DXKI_FROM_BARYCENTRIC,
        [DXK_SEMANTIC_KIND_SAMPLE_INDEX] = DXKI_FROM_SAMPLE_INDEX,
    };

    *s = (dxki_draw_source){.kind = DXKI_FROM_ZERO, .to = e->word + 4 * row, .columns = e->columns};
    choose_way(e, s);
    s->kind = e->kind < sizeof made / sizeof made[0] ? made[e->kind] : DXKI_FROM_ZERO;
    if (s->kind == DXKI_FROM_ZERO && !find_value(p, e, row, s) &&
        e->kind == DXK_SEMANTIC_KIND_PRIMITIVE_ID)
        s->kind = DXKI_FROM_PRIMITIVE;
    if (s->way != DXKI_WAY_FLAT || s->kind == DXKI_FROM_POSITION)
        p->uses[s->place] = true;
}

bool dxki_draw_link_inputs(dxki_arena *arena, dxki_draw_pixels *p)
{
    dxk_run_element e;

    p->sources = DXKI_NEW_ARRAY(arena, dxki_draw_source, p->input_words / 4);
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

/* ---------------------------------------------------------------------------------------- */
/* Inputs                                                                                     */

static uint32_t interpolate(const dxki_draw_drawn *s, const dxki_draw_source *from, uint32_t c,
                            const dxki_draw_weights *weights)
{
    const double *part = from->way == DXKI_WAY_LINEAR ? weights->linear : weights->perspective;
    double sum = 0;

    if (from->way == DXKI_WAY_FLAT)
        return s->primitive.corners[0][from->from + c];
    for (unsigned k = 0; k < s->primitive.count; k++)
        if (part[k] != 0)
            sum += part[k] * (double)dxki_exec_float(s->primitive.corners[k][from->from + c]);
    return dxki_exec_float_bits((float)sum);
}

/* A place of a pixel: its weights, and where it is. */
typedef struct spot {
    dxki_draw_weights weights;
    int64_t x, y;
} spot;

static uint32_t input_at(const dxki_draw_drawn *s, const dxki_draw_source *from, uint32_t c,
                         const spot *at)
{
    const dxki_draw_weights *w = &at->weights;

    switch (from->kind) {
    case DXKI_FROM_VALUE:
        return interpolate(s, from, c, w);
    case DXKI_FROM_OWN:
        return s->primitive.own ? s->primitive.own[from->from + c] : 0;
    case DXKI_FROM_POSITION: {
        const double position[4] = {(double)at->x / DXKI_DRAW_ONE, (double)at->y / DXKI_DRAW_ONE,
                                    w->z, w->w};
        return dxki_exec_float_bits((float)position[c]);
    }
    case DXKI_FROM_FRONT:
        return s->shape.is_front ? UINT32_MAX : 0;
    case DXKI_FROM_PRIMITIVE:
        return s->primitive.number;
    case DXKI_FROM_BARYCENTRIC:
        return c < 3 ? dxki_exec_float_bits(
                           (float)(from->way == DXKI_WAY_LINEAR ? w->linear : w->perspective)[c])
                     : 0;
    default:
        return 0;
    }
}

static spot spot_at(const dxki_draw_drawn *s, const dxki_draw_pixel *at, int x, int y)
{
    spot result = {.x = dxki_draw_raster_step(at->x, x), .y = dxki_draw_raster_step(at->y, y)};

    dxki_draw_weigh(&s->shape, result.x, result.y, &result.weights);
    return result;
}

/* The centre if the pixel is covered by all samples or none, else the first that is covered. */
static dxki_exec_offset centroid_of(const dxki_draw_pixels *p, uint32_t covered)
{
    uint32_t all = (1u << p->samples) - 1, sample = 0;

    covered &= all;
    if (!covered || covered == all)
        return (dxki_exec_offset){0, 0};
    while (!(covered >> sample & 1u))
        sample++;
    return dxki_exec_sample_at(p->samples, sample);
}

void dxki_draw_fill_input(const dxki_draw_pixels *p, uint32_t n)
{
    const dxki_draw_pixel *at = &p->pixels[n];
    const dxki_draw_drawn *s = &p->surfaces[at->quad];
    const dxki_exec_offset offsets[DXKI_AT_PLACES] = {
        [DXKI_AT_CENTER] = {0, 0},
        [DXKI_AT_CENTROID] = centroid_of(p, p->coverage[n]),
        [DXKI_AT_SAMPLE] = dxki_exec_sample_at(p->samples, p->sample[n])};
    uint32_t *input = p->inputs + (size_t)n * p->input_words;
    spot spots[DXKI_AT_PLACES];

    for (unsigned place = 0; place < DXKI_AT_PLACES; place++)
        if (p->uses[place])
            spots[place] = spot_at(s, at, offsets[place].x, offsets[place].y);
    if (!p->uses[DXKI_AT_CENTER]) /* of values that do not vary */
        memset(&spots[DXKI_AT_CENTER], 0, sizeof spots[DXKI_AT_CENTER]);
    memset(input, 0, p->input_words * sizeof *input);
    for (uint32_t row = 0; row < p->source_count; row++) {
        const dxki_draw_source *from = &p->sources[row];
        for (uint32_t c = 0; c < from->columns; c++)
            input[from->to + c] = from->kind == DXKI_FROM_SAMPLE_INDEX
                                      ? p->sample[n]
                                      : input_at(s, from, c, &spots[from->place]);
    }
}

uint32_t dxki_draw_evaluate(const dxki_draw_pixels *p, uint32_t n, uint32_t word,
                            dxk_run_spot where, int32_t x, int32_t y)
{
    const dxki_draw_pixel *at = &p->pixels[n];
    const dxki_draw_drawn *s = &p->surfaces[at->quad];
    const dxki_draw_source *from = &p->sources[p->source_of[word / 4]];
    uint32_t c = word % 4, last = s->primitive.count - 1;
    dxki_exec_offset offset;

    if (where == DXK_RUN_AT_VERTEX) {
        uint32_t corner = (uint32_t)x < last ? (uint32_t)x : last;
        return from->kind == DXKI_FROM_VALUE ? s->primitive.corners[corner][from->from + c]
                                             : p->inputs[(size_t)n * p->input_words + word];
    }
    if (where == DXK_RUN_AT_OFFSET)
        offset = (dxki_exec_offset){(int8_t)x, (int8_t)y};
    else if (where == DXK_RUN_AT_SAMPLE)
        offset = dxki_exec_sample_at(p->samples, (uint32_t)x);
    else
        offset = centroid_of(p, at->covered);
    spot there = spot_at(s, at, offset.x, offset.y);
    return from->kind == DXKI_FROM_SAMPLE_INDEX ? p->sample[n] : input_at(s, from, c, &there);
}
