/* SPDX-License-Identifier: MIT */
/*
 * dxk/dxil.h - describes a module as a shader: versions, entry points, resources, exported
 * functions, and counts of operations.
 *
 * A view is made from the metadata of a module. Malformed metadata is reported, with a path such
 * as "!dx.entryPoints[0]/resources/SRV[2]", and the rest is still available. Strings are borrowed
 * from the module.
 *
 * Source: DXIL.rst ("Shader entry point", "Shader resources", "Signatures").
 */
#ifndef DXK_DXIL_H
#define DXK_DXIL_H

#include "dxk/container.h"
#include "dxk/enums.h"
#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A view of a module as a shader. Opaque. */
typedef struct dxk_dxil dxk_dxil;

/*
 * Makes a view from the metadata of a module, which must outlive it. The caller frees *out with
 * dxk_dxil_free(). A module without DXIL metadata gives an empty view.
 *
 * Errors: DXK_E_INVALID (reported) if some metadata is malformed or missing; *out is then a view
 * of the rest. DXK_E_NOMEM, DXK_E_LIMIT: *out is NULL.
 */
DXK_API dxk_status dxk_dxil_load(const dxk_module *module, dxk_dxil **out);

/* Frees a view. NULL is allowed. */
DXK_API void dxk_dxil_free(dxk_dxil *dxil);

/* Properties of the whole module. */
typedef struct dxk_dxil_info {
    bool is_dxil;                /* the module has dx.version */
    uint32_t dxil_major;         /* major version of DXIL, 1 */
    uint32_t dxil_minor;         /* minor version of DXIL, 0 for shader model 6.0 */
    uint32_t validator_major;    /* major version of the validator that the module is made for;
                                    0.0: none; 1.0 if not stated */
    uint32_t validator_minor;    /* minor version of that validator */
    dxk_shader_kind shader_kind; /* stage, or library; DXK_SHADER_KIND_INVALID if not known */
    uint32_t model_major;        /* major version of the shader model, 6 */
    uint32_t model_minor;        /* minor version of the shader model; 15 for lib_6_x */
    uint64_t shader_flags;       /* shader flags; see dxk_dxil_shader_flag_name() */
    uint32_t resource_counts[4]; /* number of resources, by dxk_resource_class */
    uint32_t subobject_count;    /* number of sub-objects in the metadata */
    uint32_t unknown_tags;       /* number of tags in property lists that this version of the
                                    library does not know */
} dxk_dxil_info;

/* Returns the properties of the whole module. */
DXK_API dxk_dxil_info dxk_dxil_info_get(const dxk_dxil *dxil);

/* Returns the name of bit `bit` of the shader flags, such as "ForceEarlyDepthStencil"; NULL if it
 * has none. Static storage. */
DXK_API const char *dxk_dxil_shader_flag_name(unsigned bit);

/* An entry point. Members that do not apply to its stage are zero. */
typedef struct dxk_dxil_entry {
    dxk_str name;                   /* name of the entry point */
    dxk_str function;               /* name of its function; empty for a pass-through hull shader */
    dxk_shader_kind kind;           /* stage */
    uint64_t shader_flags;          /* shader flags of this entry point */
    uint32_t signature_counts[3];   /* number of elements: inputs, outputs, and patch constants or
                                       primitive outputs */
    uint32_t num_threads[3];        /* compute, mesh, amplification, node: size of a group */
    uint32_t wave_lanes[3];         /* wave size: minimum, maximum, preferred; 0: not set */
    uint32_t input_control_points;  /* hull, domain: number of input control points */
    uint32_t output_control_points; /* hull: number of output control points */
    uint32_t tessellator_domain;    /* hull, domain: dxk_tessellator_domain */
    uint32_t tessellator_output;    /* hull: dxk_tessellator_output */
    uint32_t input_primitive;       /* geometry: dxk_input_primitive */
    uint32_t output_topology;       /* geometry: dxk_primitive_topology; mesh: dxk_mesh_topology */
    uint32_t instances;             /* geometry: number of instances */
    uint32_t max_vertices;          /* geometry, mesh: largest number of vertices */
    uint32_t max_primitives;        /* mesh: largest number of primitives */
    uint32_t payload_size;          /* ray tracing, mesh, amplification: payload in bytes */
    uint32_t attribute_size;        /* any hit, closest hit: attributes in bytes */
    uint32_t launch_type;           /* node: dxk_node_launch_type */
} dxk_dxil_entry;

/* Returns the number of entry points: any number for a library, 1 for other shaders. */
DXK_API size_t dxk_dxil_entry_count(const dxk_dxil *dxil);

/* Describes entry point `index` in *out. False past the end. */
DXK_API bool dxk_dxil_entry_get(const dxk_dxil *dxil, size_t index, dxk_dxil_entry *out);

/* A resource. */
typedef struct dxk_dxil_resource {
    dxk_resource_class cls; /* class */
    uint32_t kind;          /* dxk_resource_kind */
    uint32_t id;            /* number of the resource in its class */
    dxk_str name;           /* name; empty if stripped */
    uint32_t space;         /* register space */
    uint32_t lower_bound;   /* first register */
    uint32_t count;         /* number of registers; 0xFFFFFFFF: unbounded */
    uint32_t element_type;  /* typed resources: dxk_component_type */
    uint32_t stride;        /* structured buffers: size of an element in bytes */
    uint32_t cbuffer_size;  /* constant buffers: size in bytes */
} dxk_dxil_resource;

/* Describes resource `index` of a class in *out, in the order of the module. False past the end. */
DXK_API bool dxk_dxil_resource_get(const dxk_dxil *dxil, dxk_resource_class cls, size_t index,
                                   dxk_dxil_resource *out);

/* Number of calls of a DXIL operation. */
typedef struct dxk_dxil_op_count {
    uint32_t opcode; /* opcode, the first argument of the dx.op function */
    uint64_t count;  /* number of calls in the module */
} dxk_dxil_op_count;

/* Number of occurrences of an instruction. */
typedef struct dxk_dxil_inst_count {
    const char *name; /* name in assembly: "fadd", "call"; static */
    uint64_t count;   /* number of occurrences in the module */
} dxk_dxil_inst_count;

/* A function exported by a library. */
typedef struct dxk_dxil_export {
    dxk_str name;         /* mangled name: "\x01?f@@YAMM@Z" */
    dxk_str plain_name;   /* name in the source: "f" */
    dxk_shader_kind kind; /* stage; DXK_SHADER_KIND_LIBRARY for a plain function */
    size_t entry;         /* index for dxk_dxil_entry_get(), or DXK_NO_ENTRY */
} dxk_dxil_export;

/* Value of dxk_dxil_export.entry for a function that is not an entry point. */
#define DXK_NO_ENTRY ((size_t)-1)

/* Counts operations and instructions and finds exported functions, in one pass over the module.
 * The functions below return nothing before that. Later calls do nothing. Errors: DXK_E_NOMEM,
 * DXK_E_LIMIT. */
DXK_API dxk_status dxk_dxil_count(dxk_dxil *dxil);

/* Returns the name of an operation, such as "LoadInput"; NULL if there is no such opcode. Static
 * storage. */
DXK_API const char *dxk_dxil_op_name(uint32_t opcode);

/* Returns the operations that are called, in the order of their opcodes, and sets *count to their
 * number. NULL and 0 before dxk_dxil_count(). */
DXK_API const dxk_dxil_op_count *dxk_dxil_op_counts(const dxk_dxil *dxil, size_t *count);

/* Returns the instructions that occur, the most frequent first, and sets *count to their number
 * and *total to the sum of their counts. `total` may be NULL. NULL and 0 before
 * dxk_dxil_count(). */
DXK_API const dxk_dxil_inst_count *dxk_dxil_inst_counts(const dxk_dxil *dxil, size_t *count,
                                                        uint64_t *total);

/* Returns the number of exported functions, which have a body and can be called by other modules.
 * 0 before dxk_dxil_count(). */
DXK_API size_t dxk_dxil_export_count(const dxk_dxil *dxil);

/* Describes exported function `index` in *out, in the order of the module. False past the end. */
DXK_API bool dxk_dxil_export_get(const dxk_dxil *dxil, size_t index, dxk_dxil_export *out);

#ifdef __cplusplus
}
#endif
#endif
