/* SPDX-License-Identifier: MIT */
/*
 * dxk/stage.h - stages of the graphics pipeline on the CPU, some invocations at a time.
 *
 *   vertex, pixel     dxk_run_invoke()     inputs --> outputs
 *   hull              dxk_run_hull()       patches --> control points, constants of patches
 *   domain            dxk_run_domain()     places in patches --> vertices
 *   geometry          dxk_run_geometry()   primitives --> vertices in streams
 *   amplification     dxk_run_amplify()    a group --> a grid of mesh groups, a payload
 *   mesh              dxk_run_mesh()       a group, a payload --> vertices, primitives
 *   library           dxk_run_call()       arguments --> a result
 *
 * Programs are made with `for_invoke`, and their runs and workers as for compute shaders; dxk/run.h
 * says how. What goes in and out are words: a real is one as binary32, also if the shader has 16 bits
 * for it, an integer one of 32 bits. Each row of an element of a signature has four words, so that
 * dxk_run_element.word is its place. dxk/draw.h puts stages together.
 *
 * Source: D3D11.3 functional specification, 9 (vertex) to 16 (pixel); Mesh Shader specification.
 */
#ifndef DXK_STAGE_H
#define DXK_STAGE_H

#include "dxk/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* Facts                                                                                      */

/* Which elements. */
typedef enum dxk_run_signature {
    DXK_RUN_INPUT = 0,  /* what an invocation reads, of one vertex, control point or pixel */
    DXK_RUN_OUTPUT = 1, /* what it writes, of one vertex, control point or pixel */
    DXK_RUN_PATCH = 2   /* hull, domain: constants of a patch; mesh: what a primitive has */
} dxk_run_signature;

/* An element of a signature. */
typedef struct dxk_run_element {
    dxk_str name;                         /* semantic, without an index */
    uint32_t index;                       /* semantic index of the first row */
    dxk_semantic_kind kind;               /* system value */
    dxk_component_type component;         /* type of its numbers */
    dxk_interpolation_mode interpolation; /* between vertices */
    uint32_t rows;                        /* rows */
    uint32_t columns;                     /* numbers in a row */
    uint32_t word;                        /* its first word; row n begins 4 * n words further on */
    uint32_t stream;                      /* geometry: stream that it belongs to */
} dxk_run_element;

/* Element `index` of a signature; false past the end. */
DXK_API bool dxk_run_program_element(const dxk_run_program *program, dxk_run_signature signature,
                                     size_t index, dxk_run_element *out);

/* What a stage declares. Members that it does not have are 0. */
typedef struct dxk_run_stage {
    uint32_t patch_words;    /* words of DXK_RUN_PATCH; those of inputs and outputs are in
                               dxk_run_program_info */
    uint32_t input_points;   /* vertices or control points whose inputs an invocation reads: 1 for
                               vertices and pixels */
    uint32_t output_points;  /* hull: control points that it makes of a patch */
    uint32_t instances;      /* geometry: invocations for each primitive */
    uint32_t max_vertices;   /* geometry, mesh: vertices of an invocation, of a group */
    uint32_t max_primitives; /* mesh: primitives of a group */
    uint32_t payload_size;   /* amplification, mesh: bytes */
    uint32_t streams;        /* geometry: streams that it writes, as bits */
    dxk_input_primitive primitive;             /* geometry: what it reads */
    dxk_primitive_topology topology;           /* geometry, mesh: what it makes, lists for mesh */
    dxk_tessellator_domain domain;             /* hull, domain */
    dxk_tessellator_partitioning partitioning; /* hull */
    dxk_tessellator_output tessellator;        /* hull: what the tessellator makes */
    float max_factor;                          /* hull: of tessellation; 0: not said */
    bool at_samples;                           /* pixel: runs for each sample, not each pixel */
    bool early_depth;                          /* pixel: depth is tested before it runs */
} dxk_run_stage;

/* The declarations. */
DXK_API dxk_run_stage dxk_run_program_stage(const dxk_run_program *program);

/* The program that a worker runs. */
DXK_API const dxk_run_program *dxk_run_worker_program(const dxk_run_worker *worker);

/* ---------------------------------------------------------------------------------------- */
/* Vertices and pixels                                                                        */

/* Where an input of a pixel is wanted. */
typedef enum dxk_run_spot {
    DXK_RUN_AT_VERTEX,   /* as it is at vertex x of the primitive */
    DXK_RUN_AT_SAMPLE,   /* at sample x */
    DXK_RUN_AT_CENTROID, /* inside the primitive */
    DXK_RUN_AT_OFFSET    /* at x, y sixteenths of a pixel from its centre */
} dxk_run_spot;

/* Gives word `word` of the inputs of pixel `pixel` at a place. */
typedef uint32_t (*dxk_run_input_fn)(void *user, uint32_t pixel, uint32_t word, dxk_run_spot place,
                                     int32_t x, int32_t y);

/*
 * Vertices, or pixels: four for each quad, the upper two first. Zero-initialise, then set what
 * differs.
 */
typedef struct dxk_run_invocations {
    uint32_t count;          /* vertices; pixels, a multiple of four */
    const uint32_t *inputs;  /* input_words for each */
    uint32_t *outputs;       /* output_words for each; what is not written stays */
    uint32_t view;           /* SV_ViewID */
    uint32_t start_vertex;   /* of the draw: SV_StartVertexLocation */
    uint32_t start_instance; /* SV_StartInstanceLocation */

    /* Pixels: */
    uint8_t *live;            /* 0: runs for the others of its quad, writes no memory, on return
                                 also if it was discarded; NULL: all are drawn */
    const uint32_t *coverage; /* samples that are covered, as bits, for each; NULL: sample 0 of
                                 those that are live */
    const uint8_t *samples;   /* number of the sample that each runs for; NULL: 0 */
    uint32_t sample_count;    /* samples of a pixel of the target: 1, 2, 4, 8, 16; 0 counts as 1 */
    dxk_run_input_fn input;   /* gives inputs at other places; NULL: they are the same anywhere */
    void *user;               /* passed on to it */
} dxk_run_invocations;

/* Runs invocations of a vertex or pixel shader, one after the other in waves. System values are inputs
 * as others are: the caller fills in SV_VertexID and SV_Position. DXK_E_ARGUMENT, here and below: the
 * program is of another stage, or pixels are no quads. DXK_E_LIMIT, DXK_E_NOMEM: as for
 * dxk_run_groups(). */
DXK_API dxk_status dxk_run_invoke(dxk_run_worker *worker, const dxk_run_invocations *what);

/* ---------------------------------------------------------------------------------------- */
/* Patches                                                                                    */

/* Patches for a hull shader. */
typedef struct dxk_run_patches {
    uint32_t count;         /* patches */
    const uint32_t *inputs; /* input_words for each of the input_points of each */
    uint32_t *outputs;      /* output_words for each of the output_points of each */
    uint32_t *constants;    /* patch_words for each; SV_TessFactor is among them */
    uint32_t first;         /* number of the first patch: SV_PrimitiveID */
    uint32_t view;          /* SV_ViewID */
} dxk_run_patches;

/* Runs a hull shader: first all control points, then the function of the constants. A shader whose
 * entry point writes nothing passes its control points on. */
DXK_API dxk_status dxk_run_hull(dxk_run_worker *worker, const dxk_run_patches *what);

/* Places in patches for a domain shader. */
typedef struct dxk_run_points {
    uint32_t count;            /* places */
    const float *locations;    /* u, v, w for each */
    const uint32_t *patches;   /* for each the index of its patch below; NULL: all are in patch 0 */
    const uint32_t *inputs;    /* of each patch input_words for each of its input_points */
    const uint32_t *constants; /* of each patch patch_words */
    uint32_t *outputs;         /* output_words for each place */
    uint32_t first;            /* number of patch 0: SV_PrimitiveID */
    uint32_t view;             /* SV_ViewID */
} dxk_run_points;

/* Runs a domain shader. */
DXK_API dxk_status dxk_run_domain(dxk_run_worker *worker, const dxk_run_points *what);

/* What the tessellator makes of a patch. */
typedef struct dxk_tessellation {
    uint32_t point_count;    /* places */
    uint32_t index_count;    /* numbers of `indices` */
    const float *points;     /* u, v, w for each; w is 0 in other domains than triangles */
    const uint32_t *indices; /* places, one for each point, two for each line, three for each
                                triangle */
} dxk_tessellation;

/* What to tessellate. */
typedef struct dxk_tessellate {
    dxk_tessellator_domain domain;             /* of the patch */
    dxk_tessellator_partitioning partitioning; /* how edges are divided */
    dxk_tessellator_output output;             /* what is made */
    float edges
        [4]; /* factors: triangles three, of the edges u = 0, v = 0, w = 0; quads four, of u = 0,
                       v = 0, u = 1, v = 1; lines two, how many lines and into how many parts each */
    float inside[2]; /* factors: triangles one, quads two, along u and v */
} dxk_tessellate;

/*
 * Tessellates as the fixed stage between hull and domain shader does: in fixed point, with the points
 * and the triangles of the specification's own tessellator, in its order. A patch of which a factor of
 * an edge is not positive has no points. *out is freed with dxk_tessellation_free(). DXK_E_ARGUMENT:
 * the domain does not make such an output. Source: D3D11.3 functional specification, 11.
 */
DXK_API dxk_status dxk_tessellation_create(dxk_ctx *ctx, const dxk_tessellate *what,
                                           dxk_tessellation **out);

/* Frees what was made. NULL is allowed. */
DXK_API void dxk_tessellation_free(dxk_ctx *ctx, dxk_tessellation *tessellation);

/* ---------------------------------------------------------------------------------------- */
/* Primitives                                                                                 */

#define DXK_RUN_STREAM 0x03u /* bits of a mark: the stream of the vertex */
#define DXK_RUN_BEGINS 0x80u /* bit of a mark: the vertex begins a strip of its stream */

/* Primitives for a geometry shader. An invocation is an instance of one of them. */
typedef struct dxk_run_primitives {
    uint32_t count;          /* primitives */
    const uint32_t *inputs;  /* input_words for each of the input_points of each */
    uint32_t first;          /* number of the first primitive: SV_PrimitiveID */
    const uint32_t *numbers; /* or the number of each; NULL: they follow each other */
    uint32_t view;           /* SV_ViewID */
    uint32_t *outputs; /* output_words for each of the max_vertices of each invocation; elements
                               of other streams than the vertex's have no meaning */
    uint8_t *marks;    /* a mark for each of these vertices: DXK_RUN_STREAM, DXK_RUN_BEGINS */
    uint32_t *vertex_counts; /* vertices that each invocation made; what goes beyond max_vertices is
                                lost */
} dxk_run_primitives;

/* Runs a geometry shader. Instances of a primitive follow each other. */
DXK_API dxk_status dxk_run_geometry(dxk_run_worker *worker, const dxk_run_primitives *what);

/* A group of an amplification shader. */
typedef struct dxk_run_amplified {
    uint32_t group[3]; /* which one of the grid */
    uint32_t view;     /* SV_ViewID */
    void *payload;     /* payload_size bytes, written */
    uint32_t grid[3];  /* mesh groups that it wants, written; zeros: it wants none */
} dxk_run_amplified;

/* Runs a group of an amplification shader. */
DXK_API dxk_status dxk_run_amplify(dxk_run_worker *worker, dxk_run_amplified *what);

/* A group of a mesh shader. */
typedef struct dxk_run_meshlet {
    uint32_t group[3];        /* which one of the grid */
    uint32_t view;            /* SV_ViewID */
    const void *payload;      /* payload_size bytes; NULL: zeros */
    uint32_t *vertices;       /* output_words for each of max_vertices */
    uint32_t *primitives;     /* patch_words for each of max_primitives */
    uint32_t *indices;        /* three numbers of vertices for each of them; lines use two */
    uint32_t vertex_count;    /* vertices, written */
    uint32_t primitive_count; /* primitives, written */
} dxk_run_meshlet;

/* Runs a group of a mesh shader. Counts beyond what it declares are held there. */
DXK_API dxk_status dxk_run_mesh(dxk_run_worker *worker, dxk_run_meshlet *what);

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* A parameter of a function, or its result: numbers of one type. Those of 64 bits have two words each,
 * the lower one first. Whether integers have signs is not known. */
typedef struct dxk_run_parameter {
    dxk_component_type component; /* type of a number */
    uint32_t count;               /* numbers */
    uint32_t word;                /* its first word among those of a call */
} dxk_run_parameter;

/* Parameter `index` of a function of a library that is no entry point; false past the end. */
DXK_API bool dxk_run_program_parameter(const dxk_run_program *program, size_t index,
                                       dxk_run_parameter *out);

/* Its result; false: there is none. */
DXK_API bool dxk_run_program_result(const dxk_run_program *program, dxk_run_parameter *out);

/* Calls of a function. */
typedef struct dxk_run_calls {
    uint32_t count;            /* calls */
    const uint32_t *arguments; /* input_words for each */
    uint32_t *results;         /* output_words for each */
} dxk_run_calls;

/* Calls a function of a library, each call in a lane of its own. DXK_E_ARGUMENT: the program is an entry
 * point. */
DXK_API dxk_status dxk_run_call(dxk_run_worker *worker, const dxk_run_calls *what);

#ifdef __cplusplus
}
#endif
#endif
