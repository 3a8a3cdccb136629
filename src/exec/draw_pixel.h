/* SPDX-License-Identifier: MIT */
/*
 * draw_pixel.h - what the files share that make pixels of primitives; see drawer.h.
 *
 *   primitive -> quads -> batch -> parts, each run by a worker -> pixels in their order -> targets
 *
 * draw_pixel.c fills and runs batches, draw_input.c knows what pixels get, draw_output.c what becomes of
 * what they give.
 */
#ifndef DXKI_EXEC_DRAW_PIXEL_H
#define DXKI_EXEC_DRAW_PIXEL_H

#include "exec/drawer.h"

#define DXKI_EXEC_PART 256u /* pixels that a worker runs at once */

/* Where an input is computed. */
typedef enum dxki_exec_input_place {
    DXKI_AT_CENTER,
    DXKI_AT_CENTROID,
    DXKI_AT_SAMPLE,
    DXKI_AT_PLACES
} dxki_exec_input_place;

/* Where a row of the pixel shader's input comes from. */
typedef struct dxki_exec_source {
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
    dxki_exec_input_place place;
    uint32_t from, to, columns; /* words */
} dxki_exec_source;

typedef struct dxki_exec_target {
    dxki_exec_format layout;
    uint8_t *data;
    uint32_t word;   /* of the pixel shader's output */
    float low, high; /* range of its numbers, */
    bool is_bounded; /* it has one */
    bool blends;     /* with what is there */
} dxki_exec_target;

/* A primitive that pixels of the batch are of. */
typedef struct dxki_exec_drawn {
    dxki_exec_surface shape;
    dxki_exec_primitive primitive;
    uint32_t slice;
    float near, far; /* depths that are possible */
} dxki_exec_drawn;

/* A pixel of the batch. */
typedef struct dxki_exec_pixel {
    uint32_t x, y, quad;
    uint32_t covered; /* samples that it draws, as bits */
} dxki_exec_pixel;

struct dxki_exec_pixels {
    const dxk_draw *draw;
    const dxk_draw_pipeline *pipeline;
    dxk_run_worker *worker; /* NULL: only depth is drawn */
    uint32_t workers;       /* that parts are run by; 1: that one alone */
    dxki_exec_side from, own;
    uint32_t input_words, output_words, samples, slices;
    bool at_samples, is_early;

    /* of records */
    uint32_t position, slice_word, viewport_word;
    uint32_t own_slice, own_viewport, own_cull;
    uint32_t clips[DXKI_EXEC_CLIPS], culls[DXKI_EXEC_CLIPS]; /* DXKI_EXEC_NO_WORD: no more */
    uint32_t clip_count;

    dxki_exec_source *sources;
    uint32_t source_count;
    uint16_t *source_of; /* by word / 4 of an input: index in sources */
    bool uses[DXKI_AT_PLACES];

    dxki_exec_target targets[DXK_DRAW_TARGETS];
    uint32_t depth_word, coverage_word, stencil_word; /* of the output */
    uint32_t second_word;                             /* of SV_Target1, for blending */

    dxki_exec_drawn now;  /* what is rasterized */
    uint32_t count, room; /* pixels in the batch, at most */
    uint32_t *inputs, *outputs;
    uint32_t *coverage; /* what the shader sees */
    uint8_t *live, *sample;
    dxki_exec_pixel *pixels;
    dxki_exec_drawn *surfaces; /* by quad */
    dxk_status status;
};

/* --- draw_input.c --- */

/* Finds where inputs come from; false: no memory. */
bool dxki_exec_link_inputs(dxki_arena *arena, dxki_exec_pixels *p);
/* Fills the input of pixel `n` of the batch in. */
void dxki_exec_fill_input(const dxki_exec_pixels *p, uint32_t n);
/* An input of pixel `n` at another place, as dxk_run_input_fn. */
uint32_t dxki_exec_evaluate(const dxki_exec_pixels *p, uint32_t n, uint32_t word,
                            dxk_run_spot where, int32_t x, int32_t y);

/* --- draw_output.c --- */

/* Finds outputs and targets; false: some target is not possible, or how it is blended. */
bool dxki_exec_link_outputs(dxki_exec_pixels *p);
/* The samples of a pixel that pass stencil and depth, which are changed; `output` is what the shader
 * wrote, NULL: it has not run. */
uint32_t dxki_exec_test_samples(const dxki_exec_pixels *p, const dxki_exec_pixel *at,
                                const uint32_t *output);
/* What pixel `n` of the batch gave goes to the targets. */
void dxki_exec_merge(const dxki_exec_pixels *p, uint32_t n);

#endif
