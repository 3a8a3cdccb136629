/* SPDX-License-Identifier: MIT */
/*
 * dxk/stage.h - runs single stages of the graphics pipeline on the CPU.
 *
 *   vertex, pixel     dxk_run_invoke()     inputs --> outputs
 *   hull              dxk_run_hull()       patches --> control points, patch constants
 *   domain            dxk_run_domain()     locations in patches --> vertices
 *   geometry          dxk_run_geometry()   primitives --> vertices in streams
 *   amplification     dxk_run_amplify()    a group --> a grid of mesh groups, a payload
 *   mesh              dxk_run_mesh()       a group, a payload --> vertices, primitives
 *   library           dxk_run_call()       arguments --> a result
 *
 * Programs are made with dxk_run_program_options.for_invoke; runs and workers are made as for
 * compute shaders (see dxk/run.h).
 *
 * Inputs and outputs are arrays of 32-bit words. A floating-point number is a 32-bit one, even
 * where the shader has 16 bits for it, and an integer has 32 bits. Each row of a signature element
 * takes four words, beginning at dxk_run_element.word. dxk/draw.h combines the stages.
 *
 * The functions that run something return DXK_E_ARGUMENT if the program is of another stage. Like
 * dxk_run_groups(), they return DXK_E_LIMIT if a wave runs out of steps, and DXK_E_NOMEM.
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
/* Declarations of a program                                                                  */

/* Signatures of a program. */
typedef enum dxk_run_signature {
    DXK_RUN_INPUT = 0,  /* inputs of a vertex, control point or pixel */
    DXK_RUN_OUTPUT = 1, /* outputs of a vertex, control point or pixel */
    DXK_RUN_PATCH = 2   /* hull, domain: patch constants; mesh: outputs of a primitive */
} dxk_run_signature;

/* An element of a signature. */
typedef struct dxk_run_element {
    dxk_str name;                         /* name of the semantic, without an index */
    uint32_t index;                       /* semantic index of the first row */
    dxk_semantic_kind kind;               /* system value */
    dxk_component_type component;         /* type of a component */
    dxk_interpolation_mode interpolation; /* interpolation between vertices */
    uint32_t rows;                        /* number of rows */
    uint32_t columns;                     /* number of components in a row */
    uint32_t word;                        /* first word of the element; row n begins 4 * n words
                                             after it */
    uint32_t stream;                      /* geometry: stream of the element */
} dxk_run_element;

/* Describes element `index` of a signature in *out. False past the end. Strings live as long as the
 * program. */
DXK_API bool dxk_run_program_element(const dxk_run_program *program, dxk_run_signature signature,
                                     size_t index, dxk_run_element *out);

/* Declarations of a stage. Members that do not apply to it are zero. */
typedef struct dxk_run_stage {
    uint32_t patch_words;                      /* number of words of DXK_RUN_PATCH; those of inputs
                                                  and outputs are in dxk_run_program_info */
    uint32_t input_points;                     /* vertices or control points that an invocation
                                                  reads; 1 for vertex and pixel shaders */
    uint32_t output_points;                    /* hull: control points written for a patch */
    uint32_t instances;                        /* geometry: invocations for each primitive */
    uint32_t max_vertices;                     /* geometry: vertices of an invocation; mesh:
                                                  vertices of a group */
    uint32_t max_primitives;                   /* mesh: primitives of a group */
    uint32_t payload_size;                     /* amplification, mesh: size of the payload in
                                                  bytes */
    uint32_t streams;                          /* geometry: streams written, bit n for stream n */
    dxk_input_primitive primitive;             /* geometry: input primitive */
    dxk_primitive_topology topology;           /* geometry, mesh: output topology, for mesh shaders
                                                  that of a list */
    dxk_tessellator_domain domain;             /* hull, domain: domain */
    dxk_tessellator_partitioning partitioning; /* hull: partitioning */
    dxk_tessellator_output tessellator;        /* hull: output of the tessellator */
    float max_factor;                          /* hull: largest tessellation factor; 0: not given */
    bool at_samples;                           /* pixel: runs for each sample, not for each pixel */
    bool early_depth;                          /* pixel: depth is tested before the shader runs */
} dxk_run_stage;

/* Returns the declarations of a program's stage. */
DXK_API dxk_run_stage dxk_run_program_stage(const dxk_run_program *program);

/* Returns the program that a worker runs. */
DXK_API const dxk_run_program *dxk_run_worker_program(const dxk_run_worker *worker);

/* ---------------------------------------------------------------------------------------- */
/* Vertices and pixels                                                                        */

/* Position at which the input of a pixel is evaluated. */
typedef enum dxk_run_spot {
    DXK_RUN_AT_VERTEX,   /* its value at vertex x of the primitive */
    DXK_RUN_AT_SAMPLE,   /* at sample x */
    DXK_RUN_AT_CENTROID, /* at a position inside the primitive */
    DXK_RUN_AT_OFFSET    /* at an offset of (x, y) sixteenths of a pixel from its centre */
} dxk_run_spot;

/* Returns word `word` of the inputs of pixel number `pixel` at a position. */
typedef uint32_t (*dxk_run_input_fn)(void *user, uint32_t pixel, uint32_t word, dxk_run_spot place,
                                     int32_t x, int32_t y);

/*
 * Invocations of a vertex or pixel shader. Pixels are given as quads of four, the upper two first.
 * Zero-initialise, then set what differs.
 */
typedef struct dxk_run_invocations {
    uint32_t count;          /* number of vertices or pixels; a multiple of 4 for pixels */
    const uint32_t *inputs;  /* input_words words for each */
    uint32_t *outputs;       /* output_words words for each; outputs not written are unchanged */
    uint32_t view;           /* SV_ViewID */
    uint32_t start_vertex;   /* vertices: SV_StartVertexLocation of the draw */
    uint32_t start_instance; /* vertices: SV_StartInstanceLocation of the draw */

    /* Pixels: one byte for each. 0: a helper, which runs for the other pixels of its quad only
     * and writes no memory. Set to 0 for a pixel that the shader discards. NULL: there are no
     * helpers. */
    uint8_t *live;
    const uint32_t *coverage; /* pixels: samples covered, as bits, for each pixel; NULL: sample 0 of
                                 pixels that are not helpers */
    const uint8_t *samples;   /* pixels: number of the sample that each runs for; NULL: 0 */
    uint32_t sample_count;    /* pixels: samples of a pixel: 1, 2, 4, 8 or 16; 0 means 1 */
    dxk_run_input_fn input;   /* pixels: evaluates inputs at other positions; NULL: inputs have the
                                 same value everywhere */
    void *user;               /* first argument of `input` */
} dxk_run_invocations;

/* Runs invocations of a vertex or pixel shader, in order, in waves. System values such as
 * SV_VertexID and SV_Position are inputs like all others, which the caller fills in. Errors:
 * DXK_E_ARGUMENT also if the number of pixels is not a multiple of 4. */
DXK_API dxk_status dxk_run_invoke(dxk_run_worker *worker, const dxk_run_invocations *what);

/* ---------------------------------------------------------------------------------------- */
/* Patches                                                                                    */

/* Patches for a hull shader. */
typedef struct dxk_run_patches {
    uint32_t count;         /* number of patches */
    const uint32_t *inputs; /* input_words words for each of the input_points of each patch */
    uint32_t *outputs;      /* output_words words for each of the output_points of each patch */
    uint32_t *constants;    /* patch_words words for each patch, SV_TessFactor among them */
    uint32_t first;         /* number of the first patch, for SV_PrimitiveID */
    uint32_t view;          /* SV_ViewID */
} dxk_run_patches;

/* Runs a hull shader: the entry point for all control points, then the patch-constant function. If
 * the entry point has no body, the control points are copied. Errors: DXK_E_ARGUMENT also if there
 * are 2^32 control points or more. */
DXK_API dxk_status dxk_run_hull(dxk_run_worker *worker, const dxk_run_patches *what);

/* Locations in patches for a domain shader. */
typedef struct dxk_run_points {
    uint32_t count;            /* number of locations */
    const float *locations;    /* u, v and w of each location */
    const uint32_t *patches;   /* index of the patch of each location; NULL: all are in patch 0 */
    const uint32_t *inputs;    /* input_words words for each of the input_points of each patch */
    const uint32_t *constants; /* patch_words words for each patch */
    uint32_t *outputs;         /* output_words words for each location */
    uint32_t first;            /* number of patch 0, for SV_PrimitiveID */
    uint32_t view;             /* SV_ViewID */
} dxk_run_points;

/* Runs a domain shader. */
DXK_API dxk_status dxk_run_domain(dxk_run_worker *worker, const dxk_run_points *what);

/* Output of the tessellator for a patch. */
typedef struct dxk_tessellation {
    uint32_t point_count;    /* number of locations */
    uint32_t index_count;    /* number of `indices` */
    const float *points;     /* u, v and w of each location; w is 0 except for triangles */
    const uint32_t *indices; /* indices of locations: one for each point, two for each line, three
                                for each triangle */
} dxk_tessellation;

/* Input of the tessellator. */
typedef struct dxk_tessellate {
    dxk_tessellator_domain domain;             /* domain of the patch */
    dxk_tessellator_partitioning partitioning; /* how edges are divided */
    dxk_tessellator_output output;             /* what to make */
    /* Factors of edges. Triangles have three, for the edges u = 0, v = 0 and w = 0; quads four,
     * for u = 0, v = 0, u = 1 and v = 1; lines two, the number of lines and the number of their
     * parts. */
    float edges[4];
    /* Factors of the inside. Triangles have one, quads two, along u and along v. */
    float inside[2];
} dxk_tessellate;

/*
 * Tessellates a patch as the fixed-function stage between hull and domain shader does: in fixed
 * point, with the points and primitives of the specification's own tessellator, in the same order.
 * If the factor of an edge is not positive, there are no points. The caller frees *out with
 * dxk_tessellation_free().
 *
 * Errors: DXK_E_ARGUMENT if the domain does not have such an output; DXK_E_NOMEM. Source: D3D11.3
 * functional specification, 11.
 */
DXK_API dxk_status dxk_tessellation_create(dxk_ctx *ctx, const dxk_tessellate *what,
                                           dxk_tessellation **out);

/* Frees a tessellation that was made with the same context. NULL is allowed. */
DXK_API void dxk_tessellation_free(dxk_ctx *ctx, dxk_tessellation *tessellation);

/* ---------------------------------------------------------------------------------------- */
/* Primitives                                                                                 */

#define DXK_RUN_STREAM 0x03u /* bits of dxk_run_primitives.marks: stream of the vertex */
#define DXK_RUN_BEGINS 0x80u /* bit of dxk_run_primitives.marks: first vertex of a strip */

/* Primitives for a geometry shader. There is an invocation for each instance of each primitive. */
typedef struct dxk_run_primitives {
    uint32_t count;          /* number of primitives */
    const uint32_t *inputs;  /* input_words words for each of the input_points of each primitive */
    uint32_t first;          /* number of the first primitive, for SV_PrimitiveID */
    const uint32_t *numbers; /* number of each primitive instead; NULL: they are consecutive */
    uint32_t view;           /* SV_ViewID */
    uint32_t *outputs;       /* output_words words for each of the max_vertices of each invocation;
                                elements of other streams than the vertex's are meaningless */
    uint8_t *marks;          /* a byte for each of these vertices: DXK_RUN_STREAM, DXK_RUN_BEGINS */
    uint32_t *vertex_counts; /* number of vertices that each invocation emitted; vertices beyond
                                max_vertices are dropped */
} dxk_run_primitives;

/* Runs a geometry shader. The instances of a primitive are consecutive invocations. Errors:
 * DXK_E_ARGUMENT also if there are 2^32 invocations or more. */
DXK_API dxk_status dxk_run_geometry(dxk_run_worker *worker, const dxk_run_primitives *what);

/* A group of an amplification shader. */
typedef struct dxk_run_amplified {
    uint32_t group[3]; /* index of the group in the grid */
    uint32_t view;     /* SV_ViewID */
    void *payload;     /* payload_size bytes, set by the call */
    uint32_t grid[3];  /* number of mesh groups to launch, set by the call; zeros: none */
} dxk_run_amplified;

/* Runs one group of an amplification shader. */
DXK_API dxk_status dxk_run_amplify(dxk_run_worker *worker, dxk_run_amplified *what);

/* A group of a mesh shader. */
typedef struct dxk_run_meshlet {
    uint32_t group[3];        /* index of the group in the grid */
    uint32_t view;            /* SV_ViewID */
    const void *payload;      /* payload_size bytes; NULL: zeros */
    uint32_t *vertices;       /* output_words words for each of the max_vertices */
    uint32_t *primitives;     /* patch_words words for each of the max_primitives */
    uint32_t *indices;        /* three indices of vertices for each primitive; lines use two */
    uint32_t vertex_count;    /* number of vertices, set by the call */
    uint32_t primitive_count; /* number of primitives, set by the call */
} dxk_run_meshlet;

/* Runs one group of a mesh shader. Counts are limited to what the shader declares. */
DXK_API dxk_status dxk_run_mesh(dxk_run_worker *worker, dxk_run_meshlet *what);

/* ---------------------------------------------------------------------------------------- */
/* Functions of libraries                                                                     */

/* A parameter of a function, or its result: one or more numbers of the same type. A number of 64
 * bits takes two words, the lower one first. Whether integers are signed is not known. */
typedef struct dxk_run_parameter {
    dxk_component_type component; /* type of a number */
    uint32_t count;               /* number of numbers */
    uint32_t word;                /* first word among the arguments or results of a call */
} dxk_run_parameter;

/* Describes parameter `index` of a function in *out. False past the end, and for entry points. */
DXK_API bool dxk_run_program_parameter(const dxk_run_program *program, size_t index,
                                       dxk_run_parameter *out);

/* Describes the result of a function in *out. False if there is none, and for entry points. */
DXK_API bool dxk_run_program_result(const dxk_run_program *program, dxk_run_parameter *out);

/* Calls of a function. */
typedef struct dxk_run_calls {
    uint32_t count;            /* number of calls */
    const uint32_t *arguments; /* input_words words for each call */
    uint32_t *results;         /* output_words words for each call */
} dxk_run_calls;

/* Calls a function of a library, each call in a lane of its own. Errors: DXK_E_ARGUMENT if the
 * program is an entry point, or was not made with `for_invoke`. */
DXK_API dxk_status dxk_run_call(dxk_run_worker *worker, const dxk_run_calls *what);

#ifdef __cplusplus
}
#endif
#endif
