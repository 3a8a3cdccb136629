/* SPDX-License-Identifier: MIT */
/*
 * dxk/draw.h - drawing on the CPU: a vertex shader, a rasterizer, a pixel shader.
 *
 *   vertices --> vertex shader --> triangles, points --> quads --> pixel shader --> depth, targets
 *
 * One sample for each pixel, no culling, no blending; depth passes if it is less, and is written. The
 * viewport is all of the targets, depths go from 0 to 1. Triangles whose corners go round against the
 * clock are front faces. Results are the same, bit by bit, on every machine.
 *
 * Source: D3D11.3 functional specification, 15 (rasterizer), 17 (output merger).
 */
#ifndef DXK_DRAW_H
#define DXK_DRAW_H

#include "dxk/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What vertices make. */
typedef enum dxk_draw_topology {
    DXK_DRAW_TRIANGLES = 0, /* each three vertices a triangle */
    DXK_DRAW_POINTS = 1     /* each vertex the pixel that it is in */
} dxk_draw_topology;

#define DXK_DRAW_TARGETS 8 /* render targets, at most */

/* A render target: rows of elements, tight. */
typedef struct dxk_draw_target {
    void *data;      /* memory; NULL: none */
    uint64_t size;   /* bytes of it */
    uint32_t format; /* DXGI_FORMAT */
} dxk_draw_target;

/* A draw. Zero-initialise, then set what differs. */
typedef struct dxk_draw {
    dxk_draw_topology topology;                /* triangles or points */
    uint32_t width;                            /* of all targets, in pixels, at most 16384 */
    uint32_t height;                           /* likewise */
    uint32_t vertex_count;                     /* vertices */
    const uint32_t *vertices;                  /* input_words of the vertex shader for each */
    uint32_t start_vertex;                     /* SV_StartVertexLocation */
    uint32_t start_instance;                   /* SV_StartInstanceLocation */
    dxk_draw_target targets[DXK_DRAW_TARGETS]; /* by the index of SV_Target */
    float *depth;                              /* width * height depths; NULL: no test */
} dxk_draw;

/*
 * Draws. The workers are those of a run of a vertex shader and of one of a pixel shader, made with
 * `for_invoke`. Inputs of the pixel shader are outputs of the vertex shader of the same semantic, else
 * zero.
 *
 * DXK_E_ARGUMENT: a program is of another stage, or a size, format or topology is not possible.
 * DXK_E_LIMIT, DXK_E_NOMEM: as for dxk_run_invoke().
 */
DXK_API dxk_status dxk_run_draw(dxk_run_worker *vertex, dxk_run_worker *pixel,
                                const dxk_draw *draw);

#ifdef __cplusplus
}
#endif
#endif
