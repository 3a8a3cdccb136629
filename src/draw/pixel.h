/* SPDX-License-Identifier: MIT */
/*
 * pixel.h - what the files share that make pixels of primitives; see drawer.h.
 *
 *   primitive -> quads -> batch -> parts, each run by a worker -> pixels in their order -> targets
 *
 * pixel.c fills and runs batches, input.c knows what pixels get, output.c what becomes of
 * what they give.
 */
#ifndef DXKI_DRAW_DRAW_PIXEL_H
#define DXKI_DRAW_DRAW_PIXEL_H

#include "draw/drawer.h"

#define DXKI_DRAW_PART 256u /* pixels that a worker runs at once */

/* Where an input is computed. */
typedef enum dxki_draw_input_place {
    DXKI_AT_CENTER,
    DXKI_AT_CENTROID,
    DXKI_AT_SAMPLE,
    DXKI_AT_PLACES
} dxki_draw_input_place;

/* Where a row of the pixel shader's input comes from. */
typedef struct dxki_draw_source {
    enum {
        DXKI_FROM_ZERO,
        DXKI_FROM_VALUE,
        DXKI_FROM_OWN,
        DXKI_FROM_POSITION,
        DXKI_FROM_FRONT,
        DXKI_FROM_PRIMITIVE,
        DXKI_FROM_BARYCENTRIC,
        DXKI_FROM_SAMPLE_INDEX
    } kind;
    enum { DXKI_WAY_FLAT, DXKI_WAY_PERSPECTIVE, DXKI_WAY_LINEAR } way;
    dxki_draw_input_place place;
    uint32_t from, to, columns; /* words */
} dxki_draw_source;

typedef struct dxki_draw_target {
    dxki_exec_format layout;
    uint8_t *data;
    uint32_t word;   /* of the pixel shader's output */
    float low, high; /* range of its numbers, */
    bool is_bounded; /* it has one */
    bool blends;     /* with what is there */
} dxki_draw_target;

/* A primitive that pixels of the batch are of. */
typedef struct dxki_draw_drawn {
    dxki_draw_surface shape;
    dxki_draw_primitive primitive;
    uint32_t slice;
    float near, far; /* depths that are possible */
} dxki_draw_drawn;

/* A pixel of the batch. */
typedef struct dxki_draw_pixel {
    uint32_t x, y, quad;
    uint32_t covered; /* samples that it draws, as bits */
} dxki_draw_pixel;

struct dxki_draw_pixels {
    const dxk_draw *draw;
    const dxk_draw_pipeline *pipeline;
    dxk_run_worker *worker; /* NULL: only depth is drawn */
    uint32_t workers;       /* that parts are run by; 1: that one alone */
    dxki_draw_side from, own;
    uint32_t input_words, output_words, samples, slices;
    bool at_samples, is_early;

    /* of records */
    uint32_t position, slice_word, viewport_word;
    uint32_t own_slice, own_viewport, own_cull;
    uint32_t clips[DXKI_DRAW_CLIPS], culls[DXKI_DRAW_CLIPS]; /* DXKI_DRAW_NO_WORD: no more */
    uint32_t clip_count;

    dxki_draw_source *sources;
    uint32_t source_count;
    uint16_t *source_of; /* by word / 4 of an input: index in sources */
    bool uses[DXKI_AT_PLACES];

    dxki_draw_target targets[DXK_DRAW_TARGETS];
    uint32_t depth_word, coverage_word, stencil_word; /* of the output */
    uint32_t second_word;                             /* of SV_Target1, for blending */

    dxki_draw_drawn now;  /* what is rasterized */
    uint32_t count, room; /* pixels in the batch, at most */
    uint32_t *inputs, *outputs;
    uint32_t *coverage; /* what the shader sees */
    uint8_t *live, *sample;
    dxki_draw_pixel *pixels;
    dxki_draw_drawn *surfaces; /* by quad */
    dxk_status status;
};

/* --- input.c --- */

/* Finds where inputs come from; false: no memory. */
bool dxki_draw_link_inputs(dxki_arena *arena, dxki_draw_pixels *p);
/* Fills the input of pixel `n` of the batch in. */
void dxki_draw_fill_input(const dxki_draw_pixels *p, uint32_t n);
/* An input of pixel `n` at another place, as dxk_run_input_fn. */
uint32_t dxki_draw_evaluate(const dxki_draw_pixels *p, uint32_t n, uint32_t word,
                            dxk_run_spot where, int32_t x, int32_t y);

/* --- output.c --- */

/* Finds outputs and targets; false: some target is not possible, or how it is blended. */
bool dxki_draw_link_outputs(dxki_draw_pixels *p);
/* The samples of a pixel that pass stencil and depth, which are changed; `output` is what the shader
 * wrote, NULL: it has not run. */
uint32_t dxki_draw_test_samples(const dxki_draw_pixels *p, const dxki_draw_pixel *at,
                                const uint32_t *output);
/* What pixel `n` of the batch gave goes to the targets. */
void dxki_draw_merge(const dxki_draw_pixels *p, uint32_t n);

#endif
