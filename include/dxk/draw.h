/* SPDX-License-Identifier: MIT */
/*
 * dxk/draw.h - drawing on the CPU: the stages of the graphics pipeline put together.
 *
 *   vertices --> vertex --> hull --> tessellator --> domain --> geometry --.
 *                       '----------------------------------^----------^----+--> rasterizer --> pixel
 *   groups ----> amplification --> mesh -----------------------------------'        |
 *                                                            depth, targets <-------'
 *
 * No blending and no stencil; depth passes if it is less, and is written. Results are the same, bit by
 * bit, on every machine, and those of primitives come in their order.
 *
 * Source: D3D11.3 functional specification, 3.4 (rasterization), 8 (input assembler), 15 (rasterizer),
 * 17 (output merger).
 */
#ifndef DXK_DRAW_H
#define DXK_DRAW_H

#include "dxk/stage.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What vertices make, unless a geometry shader makes something else of it. */
typedef enum dxk_draw_topology {
    DXK_DRAW_TRIANGLES = 0, /* each three vertices a triangle */
    DXK_DRAW_POINTS = 1,    /* each vertex a square of one pixel */
    DXK_DRAW_LINES = 2,     /* each two vertices a line, one pixel wide */
    DXK_DRAW_PATCHES = 3,   /* each patch_points vertices a patch */
    DXK_DRAW_LINE_STRIP = 4,
    DXK_DRAW_TRIANGLE_STRIP = 5,
    DXK_DRAW_LINES_ADJACENT = 6, /* each four vertices: before, the line's two, behind */
    DXK_DRAW_LINE_STRIP_ADJACENT = 7,
    DXK_DRAW_TRIANGLES_ADJACENT = 8, /* each six vertices: every other one is of a neighbour */
    DXK_DRAW_TRIANGLE_STRIP_ADJACENT = 9
} dxk_draw_topology;

/* Triangles that are not drawn. */
typedef enum dxk_draw_cull {
    DXK_DRAW_CULL_NONE = 0,  /* all are drawn */
    DXK_DRAW_CULL_FRONT = 1, /* front faces are not */
    DXK_DRAW_CULL_BACK = 2   /* back faces are not */
} dxk_draw_cull;

#define DXK_DRAW_TARGETS   8          /* render targets, at most */
#define DXK_DRAW_VIEWPORTS 16         /* viewports, at most */
#define DXK_DRAW_CUT       UINT32_MAX /* index that ends a strip */

/* A render target: slices of rows of pixels, samples of a pixel side by side, all tight. */
typedef struct dxk_draw_target {
    void *data;      /* memory; NULL: none */
    uint64_t size;   /* bytes of it */
    uint32_t format; /* DXGI_FORMAT */
} dxk_draw_target;

/* Where a unit square of clip space goes. */
typedef struct dxk_draw_viewport {
    float x, y;                 /* upper left corner, in pixels */
    float width, height;        /* size */
    float min_depth, max_depth; /* what depths 0 and 1 become */
} dxk_draw_viewport;

/* The shaders, as workers of runs that were made with `for_invoke`. NULL: there is none. */
typedef struct dxk_draw_pipeline {
    dxk_run_worker *vertex; /* none: `vertices` have inputs of the pixel shader, SV_Position in clip
                               space */
    dxk_run_worker *hull;   /* with a domain shader, for patches */
    dxk_run_worker *domain; /* with a hull shader */
    dxk_run_worker *geometry;      /* of primitives before it */
    dxk_run_worker *amplification; /* with a mesh shader */
    dxk_run_worker *mesh;          /* instead of vertices */
    dxk_run_worker *pixel;         /* none: only depth is drawn */
} dxk_draw_pipeline;

/* A draw. Zero-initialise, then set what differs. */
typedef struct dxk_draw {
    dxk_draw_topology topology; /* of vertices */
    uint32_t patch_points;      /* of a patch: 1 to 32 */

    uint32_t vertex_count;   /* vertices of an instance */
    uint32_t instance_count; /* instances; 0 counts as 1 */
    const uint32_t
        *vertices; /* input_words of the vertex shader for each vertex of each instance */
    const uint32_t
        *indices;          /* numbers of vertices in the order in which they make primitives; NULL:
                                 as they come */
    uint32_t index_count;  /* of `indices` */
    uint32_t groups[3];    /* of the amplification or mesh shader */
    uint32_t start_vertex; /* SV_StartVertexLocation */
    uint32_t start_instance; /* SV_StartInstanceLocation */
    uint32_t view;           /* SV_ViewID */

    uint32_t width;       /* of all targets, in pixels, at most 16384 */
    uint32_t height;      /* likewise */
    uint32_t slices;      /* of all targets, by SV_RenderTargetArrayIndex; 0 counts as 1 */
    uint32_t samples;     /* of a pixel of all targets: 1, 2, 4, 8, 16; 0 counts as 1 */
    uint32_t sample_mask; /* samples that are drawn, as bits; 0: all */
    dxk_draw_target targets[DXK_DRAW_TARGETS];       /* by the index of SV_Target */
    float *depth;                                    /* one for each sample; NULL: no test */
    dxk_draw_viewport viewports[DXK_DRAW_VIEWPORTS]; /* by SV_ViewportArrayIndex */
    uint32_t viewport_count; /* 0: one over all of the targets, with depths from 0 to 1 */
    bool front_clockwise;    /* front faces go round with the clock, else against it */
    dxk_draw_cull cull;      /* triangles that are not drawn */
} dxk_draw;

/*
 * Draws. Inputs of a stage are what the stage before writes under the same semantic, else zero.
 *
 * DXK_E_ARGUMENT: a program is of another stage, stages do not go together, a size, format or topology
 * is not possible, or an index is beyond the vertices. DXK_E_LIMIT: a shader ran out of steps, or a
 * grid of mesh groups is too large. DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_run_draw(const dxk_draw_pipeline *pipeline, const dxk_draw *draw);

/* Resolves a target: to each pixel of `to`, which has one sample, the mean of the samples of the pixel
 * of `from`, or sample 0 of formats of integers. Both are `pixels` pixels of the same format.
 * DXK_E_ARGUMENT: the format or number of samples is none of a target, or memory is too small. */
DXK_API dxk_status dxk_draw_resolve(const dxk_draw_target *from, uint32_t samples,
                                    const dxk_draw_target *to, uint64_t pixels);

#ifdef __cplusplus
}
#endif
#endif
