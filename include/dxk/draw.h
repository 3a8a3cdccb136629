/* SPDX-License-Identifier: MIT */
/*
 * dxk/draw.h - drawing on the CPU: the stages of the graphics pipeline put together.
 *
 *   vertices --> vertex --> hull --> tessellator --> domain --> geometry --.
 *                       '----------------------------------^----------^----+--> rasterizer --> pixel
 *   groups ----> amplification --> mesh -----------------------------------'        |
 *                                                            depth, targets <-------'
 *
 * Results are the same, bit by bit, on every machine and with any number of threads, and those of
 * primitives come in their order.
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
    DXK_DRAW_LINES_ADJACENT = 6, /* each four vertices: before, the line's two, after */
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

/* Comparisons of what is new with what is there: numbers of D3D12_COMPARISON_FUNC. */
typedef enum dxk_draw_compare {
    DXK_DRAW_NEVER = 1, /* nothing passes */
    DXK_DRAW_LESS = 2,
    DXK_DRAW_EQUAL = 3,
    DXK_DRAW_LESS_EQUAL = 4,
    DXK_DRAW_GREATER = 5,
    DXK_DRAW_NOT_EQUAL = 6,
    DXK_DRAW_GREATER_EQUAL = 7,
    DXK_DRAW_ALWAYS = 8 /* all passes */
} dxk_draw_compare;

/* What becomes of a stencil: numbers of D3D12_STENCIL_OP. */
typedef enum dxk_draw_stencil_op {
    DXK_DRAW_STENCIL_KEEP = 1,            /* it stays */
    DXK_DRAW_STENCIL_ZERO = 2,            /* 0 */
    DXK_DRAW_STENCIL_REPLACE = 3,         /* the reference */
    DXK_DRAW_STENCIL_INCREMENT_CLAMP = 4, /* one more, at most 255 */
    DXK_DRAW_STENCIL_DECREMENT_CLAMP = 5, /* one less, at least 0 */
    DXK_DRAW_STENCIL_INVERT = 6,          /* all bits turned */
    DXK_DRAW_STENCIL_INCREMENT = 7,       /* one more; after 255 comes 0 */
    DXK_DRAW_STENCIL_DECREMENT = 8        /* one less; after 0 comes 255 */
} dxk_draw_stencil_op;

/* Factors of blending: numbers of D3D12_BLEND. INV: 1 less it. SOURCE is what the shader writes, TARGET
 * what is there, SECOND what it writes as SV_Target1. */
typedef enum dxk_draw_blend_factor {
    DXK_DRAW_BLEND_ZERO = 1, /* 0 */
    DXK_DRAW_BLEND_ONE = 2,  /* 1 */
    DXK_DRAW_BLEND_SOURCE = 3,
    DXK_DRAW_BLEND_INV_SOURCE = 4,
    DXK_DRAW_BLEND_SOURCE_ALPHA = 5,
    DXK_DRAW_BLEND_INV_SOURCE_ALPHA = 6,
    DXK_DRAW_BLEND_TARGET_ALPHA = 7,
    DXK_DRAW_BLEND_INV_TARGET_ALPHA = 8,
    DXK_DRAW_BLEND_TARGET = 9,
    DXK_DRAW_BLEND_INV_TARGET = 10,
    DXK_DRAW_BLEND_SATURATED =
        11,                       /* the source's alpha, or what is left of the target's if less; of
                                      alpha 1 */
    DXK_DRAW_BLEND_CONSTANT = 14, /* blend_constant */
    DXK_DRAW_BLEND_INV_CONSTANT = 15,
    DXK_DRAW_BLEND_SECOND = 16,
    DXK_DRAW_BLEND_INV_SECOND = 17,
    DXK_DRAW_BLEND_SECOND_ALPHA = 18,
    DXK_DRAW_BLEND_INV_SECOND_ALPHA = 19
} dxk_draw_blend_factor;

/* How source and target are put together: numbers of D3D12_BLEND_OP. */
typedef enum dxk_draw_blend_op {
    DXK_DRAW_BLEND_ADD = 1,           /* source x factor + target x factor */
    DXK_DRAW_BLEND_SUBTRACT = 2,      /* source x factor - target x factor */
    DXK_DRAW_BLEND_SUBTRACT_FROM = 3, /* target x factor - source x factor */
    DXK_DRAW_BLEND_MIN = 4,           /* the smaller one, without factors */
    DXK_DRAW_BLEND_MAX = 5            /* the greater one, without factors */
} dxk_draw_blend_op;

#define DXK_DRAW_TARGETS   8          /* render targets, at most */
#define DXK_DRAW_WORKERS   64         /* workers of a stage, at most */
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

/* Pixels from left to right, top to bottom, the last ones not among them. */
typedef struct dxk_draw_rectangle {
    uint32_t left, top;     /* the first pixel */
    uint32_t right, bottom; /* after the last one */
} dxk_draw_rectangle;

/* How a target is blended. All arithmetic is in binary32, each operation rounded; the source and the
 * constant are limited to the range of UNORM and SNORM targets first. */
typedef struct dxk_draw_blend {
    bool enable;                                  /* else the source replaces the target */
    uint8_t source, target, op;                   /* factors and operation of colours */
    uint8_t source_alpha, target_alpha, op_alpha; /* of alpha */
    uint8_t kept; /* components that are not written, as bits, red the lowest */
} dxk_draw_blend;

/* What the stencil of faces is compared with and becomes (dxk_draw_compare, dxk_draw_stencil_op); 0:
 * ALWAYS, KEEP. */
typedef struct dxk_draw_stencil_face {
    uint8_t compare;    /* the reference with the stencil, both by read_mask */
    uint8_t fail;       /* where that does not pass */
    uint8_t depth_fail; /* where depth does not */
    uint8_t pass;       /* where both do */
} dxk_draw_stencil_face;

/* The stencil. */
typedef struct dxk_draw_stencil {
    uint8_t *data;               /* one for each sample; NULL: no test */
    uint8_t reference;           /* unless the shader writes SV_StencilRef */
    uint8_t read_mask;           /* bits that are compared */
    uint8_t write_mask;          /* bits that change */
    dxk_draw_stencil_face front; /* of front faces, lines and points */
    dxk_draw_stencil_face back;  /* of back faces */
} dxk_draw_stencil;

/*
 * Threads of the caller that a draw may use. They work on large numbers of vertices and of pixels of
 * shaders that write no memory; all else is done by one. Workers have contexts of their own, and are
 * of the same runs as those of the pipeline.
 */
typedef struct dxk_draw_threads {
    uint32_t count;                /* of the workers in each list, less than DXK_DRAW_WORKERS */
    dxk_run_worker *const *vertex; /* beside that of the pipeline; NULL: none */
    dxk_run_worker *const *pixel;  /* likewise */
    /* Calls piece(work, n) for each n below `pieces`, at the same time if there are threads, and comes back
     * when all are done. */
    void (*run)(void *user, void (*piece)(void *work, uint32_t n), void *work, uint32_t pieces);
    void *user; /* passed on to it */
} dxk_draw_threads;

/* The shaders, as workers of runs that were made with `for_invoke`. NULL: there is none. */
typedef struct dxk_draw_pipeline {
    dxk_run_worker *vertex; /* none: `vertices` have inputs of the pixel shader, SV_Position in clip
                               space */
    dxk_run_worker *hull;   /* with a domain shader, for patches */
    dxk_run_worker *domain; /* with a hull shader */
    dxk_run_worker *geometry;        /* of primitives before it */
    dxk_run_worker *amplification;   /* with a mesh shader */
    dxk_run_worker *mesh;            /* instead of vertices */
    dxk_run_worker *pixel;           /* none: only depth is drawn */
    const dxk_draw_threads *threads; /* NULL: all is done by the caller's */
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
    dxk_draw_blend blends[DXK_DRAW_TARGETS];         /* of each of them */
    float blend_constant[4];                         /* factors that do not vary */
    float *depth;                                    /* one for each sample; NULL: no test */
    uint8_t depth_compare;                           /* dxk_draw_compare; 0: LESS */
    bool depth_is_kept;                              /* depths are compared, not written */
    dxk_draw_stencil stencil;                        /* is tested before depth */
    dxk_draw_viewport viewports[DXK_DRAW_VIEWPORTS]; /* by SV_ViewportArrayIndex */
    uint32_t viewport_count; /* 0: one over all of the targets, with depths from 0 to 1 */
    dxk_draw_rectangle scissors[DXK_DRAW_VIEWPORTS]; /* likewise: pixels that are drawn */
    uint32_t scissor_count;                          /* 0: all pixels are */
    bool front_clockwise; /* front faces go round with the clock, else against it */
    dxk_draw_cull cull;   /* triangles that are not drawn */
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
