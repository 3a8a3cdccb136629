/* SPDX-License-Identifier: MIT */
/*
 * model.h - a job in memory. Every structure that stands for a map of the text begins with a
 * dxki_job_head, and is read and printed by the rows of schema.c.
 */
#ifndef DXKI_JOB_MODEL_H
#define DXKI_JOB_MODEL_H

#include "dxk/job.h"
#include "job/yaml.h"

/* Which keys were there (bit n: row n of the map), and where the map begins; line 0: it is absent. */
typedef struct dxki_job_head {
    uint32_t have;
    uint32_t line, column;
} dxki_job_head;

/* Maps of a list: an array of structures. */
typedef struct dxki_job_list {
    void *items;
    size_t count;
} dxki_job_list;

/* A number that is absent and has no default. */
#define DXKI_JOB_NONE UINT32_MAX

/* Element `i` of a list of a type. */
#define DXKI_JOB_AT(list, type, i) (&((type *)(list).items)[i])

/* How numbers of a buffer are written and compared. */
typedef enum dxki_job_number {
    DXKI_JOB_HEX,
    DXKI_JOB_UNSIGNED,
    DXKI_JOB_SIGNED,
    DXKI_JOB_REAL
} dxki_job_number;

/* Values of Format, in the order of dxki_job_formats. */
typedef enum dxki_job_format_id {
    DXKI_JOB_HEX8,
    DXKI_JOB_HEX16,
    DXKI_JOB_HEX32,
    DXKI_JOB_HEX64,
    DXKI_JOB_UINT16,
    DXKI_JOB_UINT32,
    DXKI_JOB_UINT64,
    DXKI_JOB_INT16,
    DXKI_JOB_INT32,
    DXKI_JOB_INT64,
    DXKI_JOB_FLOAT16,
    DXKI_JOB_FLOAT32,
    DXKI_JOB_FLOAT64,
    DXKI_JOB_DEPTH32,
    DXKI_JOB_BOOL,
    DXKI_JOB_FORMATS
} dxki_job_format_id;

typedef struct dxki_job_format {
    const char *name;
    uint8_t size;   /* bytes of a number */
    uint8_t number; /* dxki_job_number */
} dxki_job_format;

extern const dxki_job_format dxki_job_formats[DXKI_JOB_FORMATS];

typedef struct dxki_job_shader {
    dxki_job_head head;
    uint32_t stage;
    dxk_str entry;
    const dxki_job_node *constants; /* of Vulkan */
    dxk_str file;                   /* dxk's own */
} dxki_job_shader;

/* Values of Stage. */
enum {
    DXKI_JOB_COMPUTE,
    DXKI_JOB_VERTEX,
    DXKI_JOB_HULL,
    DXKI_JOB_DOMAIN,
    DXKI_JOB_GEOMETRY,
    DXKI_JOB_PIXEL,
    DXKI_JOB_AMPLIFICATION,
    DXKI_JOB_MESH,
    DXKI_JOB_RAY_GENERATION,
    DXKI_JOB_MISS,
    DXKI_JOB_CLOSEST_HIT,
    DXKI_JOB_ANY_HIT,
    DXKI_JOB_INTERSECTION,
    DXKI_JOB_CALLABLE,
    DXKI_JOB_STAGES
};

typedef struct dxki_job_root_resource {
    dxki_job_head head;
    dxk_str name;
    uint32_t kind;
} dxki_job_root_resource;

enum { DXKI_JOB_ROOT_CONSTANT, DXKI_JOB_ROOT_TABLE, DXKI_JOB_ROOT_DESCRIPTOR };

typedef struct dxki_job_root_parameter {
    dxki_job_head head;
    uint32_t kind;
    dxk_str name;
    dxki_job_root_resource resource;
    struct dxki_job_buffer *buffer;
} dxki_job_root_parameter;

typedef struct dxki_job_directx {
    dxki_job_head head;
    dxki_job_list parameters; /* dxki_job_root_parameter */
} dxki_job_directx;

/* dxk's own settings. */
typedef struct dxki_job_own {
    dxki_job_head head;
    uint32_t wave_size;
    uint32_t undef;
    uint32_t schedule;
    uint32_t seed;
    dxk_str shader;
} dxki_job_own;

typedef struct dxki_job_settings {
    dxki_job_head head;
    dxki_job_directx directx;
    dxki_job_own own;
} dxki_job_settings;

typedef struct dxki_job_output {
    dxki_job_head head;
    uint32_t height, width, depth, mips;
    uint32_t slices, samples; /* dxk's own */
} dxki_job_output;

typedef struct dxki_job_buffer {
    dxki_job_head head;
    dxk_str name;
    uint32_t format, channels, stride, array_size;
    dxki_job_output output;
    uint64_t size;      /* bytes of each buffer of the array */
    uint64_t capacity;  /* bytes from one to the next: a multiple of 256, the rest is zero */
    uint8_t *data;      /* array_size of them */
    uint32_t *counters; /* array_size of them, or NULL */
    bool is_viewed;     /* as a texture in another format than that of its numbers */
} dxki_job_buffer;

typedef struct dxki_job_sampler {
    dxki_job_head head;
    dxk_str name;
    uint32_t kind, comparison;
    uint32_t min_filter, mag_filter, address;
    double min_lod, max_lod, bias;
    /* dxk's own */
    uint32_t mip_filter, address_u, address_v, address_w, max_anisotropy;
    double border[4];
} dxki_job_sampler;

enum { DXKI_JOB_EXACT, DXKI_JOB_ULP, DXKI_JOB_EPSILON };
enum { DXKI_JOB_DENORM_ANY, DXKI_JOB_DENORM_FTZ, DXKI_JOB_DENORM_PRESERVE };

typedef struct dxki_job_result {
    dxki_job_head head;
    dxk_str name, actual, expected;
    uint32_t rule, ulp, denorm;
    double epsilon, zero;
    const dxki_job_buffer *of, *wanted;
} dxki_job_result;

typedef struct dxki_job_binding {
    dxki_job_head head;
    uint32_t index, space;
} dxki_job_binding;

typedef struct dxki_job_resource {
    dxki_job_head head;
    dxk_str name;
    uint32_t kind;
    uint32_t has_counter, tiles, reserved;
    dxki_job_binding directx, vulkan;
    uint32_t heap_index;
    dxk_str view_format; /* dxk's own */
    dxki_job_buffer *buffer;
    const dxki_job_sampler *sampler; /* also of a sampled texture */
} dxki_job_resource;

typedef struct dxki_job_set {
    dxki_job_head head;
    dxki_job_list resources;     /* dxki_job_resource */
    uint32_t slot, sampler_slot; /* where it begins in the heaps of a run */
} dxki_job_set;

typedef struct dxki_job_attribute {
    dxki_job_head head;
    uint32_t format, channels, offset;
    dxk_str name;
} dxki_job_attribute;

enum {
    DXKI_JOB_TRIANGLE_LIST,
    DXKI_JOB_POINT_LIST,
    DXKI_JOB_PATCH_LIST,
    DXKI_JOB_LINE_LIST,
    /* dxk's own */
    DXKI_JOB_TRIANGLE_STRIP,
    DXKI_JOB_LINE_STRIP,
    DXKI_JOB_TRIANGLE_LIST_ADJACENCY,
    DXKI_JOB_TRIANGLE_STRIP_ADJACENCY,
    DXKI_JOB_LINE_LIST_ADJACENCY,
    DXKI_JOB_LINE_STRIP_ADJACENCY,
    DXKI_JOB_TOPOLOGIES
};

/* States of draws: dxk's own. Names are places in the lists of words in schema.c. */
typedef struct dxki_job_blend {
    dxki_job_head head; /* line 0: there is none */
    uint32_t source, target, op, source_alpha, target_alpha, op_alpha, write_mask;
} dxki_job_blend;

typedef struct dxki_job_face {
    dxki_job_head head;
    uint32_t compare, fail, depth_fail, pass;
} dxki_job_face;

typedef struct dxki_job_stencil {
    dxki_job_head head; /* line 0: there is none */
    uint32_t reference, read_mask, write_mask;
    dxki_job_face front, back;
} dxki_job_stencil;

typedef struct dxki_job_viewport {
    dxki_job_head head;
    double x, y, width, height, min_depth, max_depth;
} dxki_job_viewport;

typedef struct dxki_job_scissor {
    dxki_job_head head;
    uint32_t left, top, right, bottom;
} dxki_job_scissor;

/* Another render target: dxk's own. */
typedef struct dxki_job_target {
    dxki_job_head head;
    dxk_str name;
    dxki_job_blend blend;
    const dxki_job_buffer *buffer;
} dxki_job_target;

typedef struct dxki_job_bindings {
    dxki_job_head head;
    dxk_str vertex_buffer, target;
    dxki_job_list attributes; /* dxki_job_attribute */
    uint32_t topology, control_points;
    /* dxk's own */
    dxki_job_list more_targets; /* dxki_job_target */
    dxk_str index_buffer, depth_buffer;
    uint32_t instances, cull, front;
    dxk_str stencil_buffer;
    dxki_job_blend blend;
    double blend_constant[4];
    uint32_t depth_compare, depth_write, sample_mask;
    dxki_job_stencil stencil;
    dxki_job_list viewports; /* dxki_job_viewport */
    dxki_job_list scissors;  /* dxki_job_scissor */
    const dxki_job_buffer *vertices, *indices, *color, *depth, *stencils;
} dxki_job_bindings;

typedef struct dxki_job_triangles {
    dxki_job_head head;
    dxk_str vertices, indices;
    uint32_t vertex_format, index_format, vertex_stride, vertex_count, index_count, opaque;
    double transform[12];
} dxki_job_triangles;

typedef struct dxki_job_boxes {
    dxki_job_head head;
    dxk_str buffer;
    uint32_t count, stride, opaque;
} dxki_job_boxes;

typedef struct dxki_job_blas {
    dxki_job_head head;
    dxk_str name;
    dxki_job_list triangles, boxes;
} dxki_job_blas;

typedef struct dxki_job_tlas {
    dxki_job_head head;
    dxk_str name;
    uint32_t array_size;
    const dxki_job_node *instances;
} dxki_job_tlas;

typedef struct dxki_job_structures {
    dxki_job_head head;
    dxki_job_list blas, tlas;
} dxki_job_structures;

typedef struct dxki_job_rays {
    dxki_job_head head;
    uint32_t recursion, payload, attributes;
    const dxki_job_node *flags;
} dxki_job_rays;

typedef struct dxki_job_hit_group {
    dxki_job_head head;
    dxk_str name, closest, any, intersection;
    uint32_t type;
} dxki_job_hit_group;

typedef struct dxki_job_table {
    dxki_job_head head;
    const dxki_job_node *ray, *miss, *hit, *callable;
} dxki_job_table;

typedef struct dxki_job_dispatch {
    dxki_job_head head;
    uint32_t groups[3];
    uint32_t vertices;
    /* dxk's own */
    dxk_str indirect;
    uint32_t offset; /* bytes */
    const dxki_job_buffer *arguments;
} dxki_job_dispatch;

struct dxk_job {
    dxki_job_head head;
    dxk_ctx *ctx;
    dxki_arena arena;
    dxki_job_list shaders; /* dxki_job_shader */
    dxki_job_settings settings;
    dxki_job_list buffers;  /* dxki_job_buffer */
    dxki_job_list samplers; /* dxki_job_sampler */
    dxki_job_list results;  /* dxki_job_result */
    dxki_job_list sets;     /* dxki_job_set */
    dxki_job_bindings bindings;
    const dxki_job_node *push_constants; /* of Vulkan */
    dxki_job_structures structures;
    dxki_job_rays rays;
    dxki_job_list hit_groups; /* dxki_job_hit_group */
    dxki_job_table table;
    dxki_job_dispatch dispatch;
};

/* The groups that are to run, from a buffer as it is now if the job says so. DXK_E_INVALID: they are not there,
 * which has been reported. */
dxk_status dxki_job_groups(const dxk_job *job, uint32_t groups[3]);

/* Checks what the schema cannot say: names, numbers that go together. */
dxk_status dxki_job_check(dxk_job *job);

#endif
