/* SPDX-License-Identifier: MIT */
/*
 * dxk/draw.h - draws on the CPU, with all stages of the graphics pipeline.
 *
 *   vertices --> vertex --> hull --> tessellator --> domain --> geometry --.
 *                       '----------------------------------^----------^----+--> rasterizer --> pixel
 *   groups ----> amplification --> mesh -----------------------------------'        |
 *                                                            depth, targets <-------'
 *
 * Primitives are drawn in order. Results are the same, bit by bit, on every machine and with any
 * number of threads.
 *
 * Source: D3D11.3 functional specification, 3.4 (rasterization), 8 (input assembler), 15
 * (rasterizer), 17 (output merger).
 */
#ifndef DXK_DRAW_H
#define DXK_DRAW_H

#include "dxk/stage.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Primitives that consecutive vertices form. */
typedef enum dxk_draw_topology {
    DXK_DRAW_TRIANGLES = 0,      /* every three vertices form a triangle */
    DXK_DRAW_POINTS = 1,         /* every vertex is a square of one pixel */
    DXK_DRAW_LINES = 2,          /* every two vertices form a line, one pixel wide */
    DXK_DRAW_PATCHES = 3,        /* every patch_points vertices form a patch */
    DXK_DRAW_LINE_STRIP = 4,     /* each vertex continues the line */
    DXK_DRAW_TRIANGLE_STRIP = 5, /* each vertex forms a triangle with the two before it */
    DXK_DRAW_LINES_ADJACENT = 6, /* every four vertices: a neighbour, the line's two, a neighbour */
    DXK_DRAW_LINE_STRIP_ADJACENT = 7,    /* a line strip with a neighbour at either end */
    DXK_DRAW_TRIANGLES_ADJACENT = 8,     /* every six vertices; every other one is of a neighbour */
    DXK_DRAW_TRIANGLE_STRIP_ADJACENT = 9 /* a triangle strip in which every other vertex is of a
                                            neighbour */
} dxk_draw_topology;

/* Triangles that are not drawn. */
typedef enum dxk_draw_cull {
    DXK_DRAW_CULL_NONE = 0,  /* none */
    DXK_DRAW_CULL_FRONT = 1, /* front faces */
    DXK_DRAW_CULL_BACK = 2   /* back faces */
} dxk_draw_cull;

/* Comparisons of a new value with the stored one: numbers of D3D12_COMPARISON_FUNC. */
typedef enum dxk_draw_compare {
    DXK_DRAW_NEVER = 1,         /* never passes */
    DXK_DRAW_LESS = 2,          /* passes if new < stored */
    DXK_DRAW_EQUAL = 3,         /* passes if new == stored */
    DXK_DRAW_LESS_EQUAL = 4,    /* passes if new <= stored */
    DXK_DRAW_GREATER = 5,       /* passes if new > stored */
    DXK_DRAW_NOT_EQUAL = 6,     /* passes if new != stored */
    DXK_DRAW_GREATER_EQUAL = 7, /* passes if new >= stored */
    DXK_DRAW_ALWAYS = 8         /* always passes */
} dxk_draw_compare;

/* Operations on a stencil value: numbers of D3D12_STENCIL_OP. */
typedef enum dxk_draw_stencil_op {
    DXK_DRAW_STENCIL_KEEP = 1,            /* keep it */
    DXK_DRAW_STENCIL_ZERO = 2,            /* set it to 0 */
    DXK_DRAW_STENCIL_REPLACE = 3,         /* set it to the reference value */
    DXK_DRAW_STENCIL_INCREMENT_CLAMP = 4, /* add 1, up to 255 */
    DXK_DRAW_STENCIL_DECREMENT_CLAMP = 5, /* subtract 1, down to 0 */
    DXK_DRAW_STENCIL_INVERT = 6,          /* invert all bits */
    DXK_DRAW_STENCIL_INCREMENT = 7,       /* add 1, wrapping from 255 to 0 */
    DXK_DRAW_STENCIL_DECREMENT = 8        /* subtract 1, wrapping from 0 to 255 */
} dxk_draw_stencil_op;

/* Factors of blending: numbers of D3D12_BLEND. SOURCE is the colour that the shader writes, SECOND
 * the one that it writes to SV_Target1, TARGET the stored one. */
typedef enum dxk_draw_blend_factor {
    DXK_DRAW_BLEND_ZERO = 1,             /* 0 */
    DXK_DRAW_BLEND_ONE = 2,              /* 1 */
    DXK_DRAW_BLEND_SOURCE = 3,           /* source */
    DXK_DRAW_BLEND_INV_SOURCE = 4,       /* 1 - source */
    DXK_DRAW_BLEND_SOURCE_ALPHA = 5,     /* alpha of the source */
    DXK_DRAW_BLEND_INV_SOURCE_ALPHA = 6, /* 1 - alpha of the source */
    DXK_DRAW_BLEND_TARGET_ALPHA = 7,     /* alpha of the target */
    DXK_DRAW_BLEND_INV_TARGET_ALPHA = 8, /* 1 - alpha of the target */
    DXK_DRAW_BLEND_TARGET = 9,           /* target */
    DXK_DRAW_BLEND_INV_TARGET = 10,      /* 1 - target */
    DXK_DRAW_BLEND_SATURATED = 11,       /* colours: the smaller of source alpha and 1 - target
                                            alpha; alpha: 1 */
    DXK_DRAW_BLEND_CONSTANT = 14,        /* blend_constant */
    DXK_DRAW_BLEND_INV_CONSTANT = 15,    /* 1 - blend_constant */
    DXK_DRAW_BLEND_SECOND = 16,          /* second source */
    DXK_DRAW_BLEND_INV_SECOND = 17,      /* 1 - second source */
    DXK_DRAW_BLEND_SECOND_ALPHA = 18,    /* alpha of the second source */
    DXK_DRAW_BLEND_INV_SECOND_ALPHA = 19 /* 1 - alpha of the second source */
} dxk_draw_blend_factor;

/* Combinations of source and target: numbers of D3D12_BLEND_OP. */
typedef enum dxk_draw_blend_op {
    DXK_DRAW_BLEND_ADD = 1,           /* source x factor + target x factor */
    DXK_DRAW_BLEND_SUBTRACT = 2,      /* source x factor - target x factor */
    DXK_DRAW_BLEND_SUBTRACT_FROM = 3, /* target x factor - source x factor */
    DXK_DRAW_BLEND_MIN = 4,           /* the smaller one, without factors */
    DXK_DRAW_BLEND_MAX = 5            /* the larger one, without factors */
} dxk_draw_blend_op;

#define DXK_DRAW_TARGETS   8          /* largest number of render targets */
#define DXK_DRAW_WORKERS   64         /* largest number of workers of a stage */
#define DXK_DRAW_VIEWPORTS 16         /* largest number of viewports */
#define DXK_DRAW_CUT       UINT32_MAX /* index that ends a strip */

/* A render target. It consists of slices, which consist of rows of pixels; the samples of a pixel
 * are next to each other. There is no padding. */
typedef struct dxk_draw_target {
    void *data;      /* memory; NULL: no target */
    uint64_t size;   /* size of the memory in bytes */
    uint32_t format; /* DXGI_FORMAT */
} dxk_draw_target;

/* A viewport: the rectangle to which clip space is mapped. */
typedef struct dxk_draw_viewport {
    float x, y;                 /* upper left corner, in pixels */
    float width, height;        /* size, in pixels */
    float min_depth, max_depth; /* depths to which 0 and 1 are mapped */
} dxk_draw_viewport;

/* A rectangle of pixels. Right and bottom are exclusive. */
typedef struct dxk_draw_rectangle {
    uint32_t left, top;     /* upper left pixel */
    uint32_t right, bottom; /* position after the lower right pixel */
} dxk_draw_rectangle;

/* How a target is blended. All arithmetic is in 32-bit floating point, rounded after each
 * operation. For UNORM and SNORM targets, the source and the constant are clamped to the range of
 * the format first. */
typedef struct dxk_draw_blend {
    bool enable;                                  /* blend; false: the source replaces the target */
    uint8_t source, target, op;                   /* factors and operation for colours */
    uint8_t source_alpha, target_alpha, op_alpha; /* factors and operation for alpha */
    uint8_t kept; /* components that are not written, as bits, bit 0 for red */
} dxk_draw_blend;

/* The stencil test for front or back faces: a dxk_draw_compare, and a dxk_draw_stencil_op for each
 * outcome. 0 means ALWAYS, and KEEP. */
typedef struct dxk_draw_stencil_face {
    uint8_t compare;    /* comparison of the reference with the stencil, both masked by read_mask */
    uint8_t fail;       /* operation if the stencil test fails */
    uint8_t depth_fail; /* operation if the stencil test passes and the depth test fails */
    uint8_t pass;       /* operation if both pass */
} dxk_draw_stencil_face;

/* The stencil buffer and its test. */
typedef struct dxk_draw_stencil {
    uint8_t *data;               /* a byte for each sample; NULL: no test */
    uint8_t reference;           /* reference value, unless the shader writes SV_StencilRef */
    uint8_t read_mask;           /* bits that are compared */
    uint8_t write_mask;          /* bits that are written */
    dxk_draw_stencil_face front; /* test for front faces, lines and points */
    dxk_draw_stencil_face back;  /* test for back faces */
} dxk_draw_stencil;

/*
 * The caller's threads that a draw may use. They work on large numbers of vertices, and of pixels,
 * of shaders that write no memory; one thread does everything else. The workers have contexts of
 * their own, and belong to the same runs as those of the pipeline.
 */
typedef struct dxk_draw_threads {
    uint32_t count;                /* number of workers in each list, less than DXK_DRAW_WORKERS */
    dxk_run_worker *const *vertex; /* workers in addition to that of the pipeline; NULL: none */
    dxk_run_worker *const *pixel;  /* workers in addition to that of the pipeline; NULL: none */
    /* Calls piece(work, n) for each n below `pieces`, possibly on several threads at a time, and
     * returns when all calls have returned. */
    void (*run)(void *user, void (*piece)(void *work, uint32_t n), void *work, uint32_t pieces);
    void *user; /* first argument of `run` */
} dxk_draw_threads;

/* The shaders of a pipeline, as workers for programs made with dxk_run_program_options.for_invoke.
 * NULL: the stage is not used. */
typedef struct dxk_draw_pipeline {
    dxk_run_worker *vertex;          /* vertex shader. NULL: dxk_draw.vertices are the inputs of the
                                        pixel shader, with SV_Position in clip space */
    dxk_run_worker *hull;            /* hull shader; needs a domain shader and patches */
    dxk_run_worker *domain;          /* domain shader; needs a hull shader */
    dxk_run_worker *geometry;        /* geometry shader */
    dxk_run_worker *amplification;   /* amplification shader; needs a mesh shader */
    dxk_run_worker *mesh;            /* mesh shader, instead of all of the above */
    dxk_run_worker *pixel;           /* pixel shader; NULL: only depth is drawn */
    const dxk_draw_threads *threads; /* threads to use; NULL: only the caller's own */
} dxk_draw_pipeline;

/* A draw. Zero-initialise, then set what differs. */
typedef struct dxk_draw {
    dxk_draw_topology topology; /* primitives that vertices form */
    uint32_t patch_points;      /* patches: number of control points, 1 to 32 */

    uint32_t vertex_count;    /* number of vertices of an instance */
    uint32_t instance_count;  /* number of instances; 0 means 1 */
    const uint32_t *vertices; /* input_words words of the vertex shader for each vertex of each
                                 instance */
    const uint32_t *indices;  /* indices of the vertices that form primitives; NULL: the vertices
                                 are used in order */
    uint32_t index_count;     /* number of `indices` */
    uint32_t groups[3];       /* amplification, mesh: number of groups */
    uint32_t start_vertex;    /* SV_StartVertexLocation */
    uint32_t start_instance;  /* SV_StartInstanceLocation */
    uint32_t view;            /* SV_ViewID */

    uint32_t width;       /* width of all targets in pixels, at most 16384 */
    uint32_t height;      /* height of all targets in pixels, at most 16384 */
    uint32_t slices;      /* slices of all targets, for SV_RenderTargetArrayIndex; 0 means 1 */
    uint32_t samples;     /* samples of a pixel of all targets: 1, 2, 4, 8 or 16; 0 means 1 */
    uint32_t sample_mask; /* samples that are drawn, as bits; 0: all */
    dxk_draw_target targets[DXK_DRAW_TARGETS]; /* render targets, by the index of SV_Target */
    dxk_draw_blend blends[DXK_DRAW_TARGETS];   /* blending of each target */
    float blend_constant[4];                   /* value of DXK_DRAW_BLEND_CONSTANT */
    float *depth;                              /* a depth for each sample; NULL: no test */
    uint8_t depth_compare;                     /* dxk_draw_compare; 0: LESS */
    bool depth_is_kept;                        /* compare depths, but do not write them */
    dxk_draw_stencil stencil;                  /* stencil test, which precedes the depth test */
    dxk_draw_viewport viewports[DXK_DRAW_VIEWPORTS]; /* viewports, by SV_ViewportArrayIndex */
    uint32_t viewport_count; /* number of viewports; 0: one that covers the targets, with depths
                                from 0 to 1 */
    dxk_draw_rectangle scissors[DXK_DRAW_VIEWPORTS]; /* pixels that are drawn, for each viewport */
    uint32_t scissor_count; /* number of scissors; 0: all pixels are drawn */
    bool front_clockwise;   /* front faces are clockwise; false: counter-clockwise */
    dxk_draw_cull cull;     /* triangles that are not drawn */
} dxk_draw;

/*
 * Draws. The inputs of a stage are the outputs of the stage before it that have the same semantic,
 * or else zero.
 *
 * Errors: DXK_E_ARGUMENT if a program is of another stage, if stages do not go together, if a
 * size, a format or the topology is not possible, or if an index is beyond the vertices;
 * DXK_E_LIMIT if a shader runs out of steps, or if a grid of mesh groups is too large;
 * DXK_E_NOMEM.
 */
DXK_API dxk_status dxk_run_draw(const dxk_draw_pipeline *pipeline, const dxk_draw *draw);

/*
 * Resolves a multisampled target: sets each of the `pixels` pixels of `to`, which has one sample,
 * to the mean of the `samples` samples of the pixel of `from`, or to sample 0 for formats of
 * integers. Both have the same format.
 *
 * Errors: DXK_E_ARGUMENT if the format or the number of samples is not one of render targets, or
 * if a memory is too small.
 */
DXK_API dxk_status dxk_draw_resolve(const dxk_draw_target *from, uint32_t samples,
                                    const dxk_draw_target *to, uint64_t pixels);

#ifdef __cplusplus
}
#endif
#endif
