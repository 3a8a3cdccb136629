/* SPDX-License-Identifier: MIT */
/*
 * dxk/dxil.h - the facts of a module as a shader: versions, entry points, resources, exported
 * functions, operation counts; and the comment header of a listing.
 *
 * A view is made from the metadata of a module. Malformed metadata is reported, with a path such
 * as "!dx.entryPoints[0]/resources/SRV[2]"; the rest is still available.
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

/* A view of a module. Opaque. */
typedef struct dxk_dxil dxk_dxil;

/*
 * Reads the metadata. The module must outlive the view.
 *
 * DXK_E_INVALID: some metadata is malformed or missing; the diagnostics say which, and *out is a
 * view of the rest. DXK_E_NOMEM, DXK_E_LIMIT: *out is NULL. A module without DXIL metadata gives
 * an empty view and DXK_OK.
 */
DXK_API dxk_status dxk_dxil_load(const dxk_module *module, dxk_dxil **out);

/* Frees the view. NULL is allowed. */
DXK_API void dxk_dxil_free(dxk_dxil *dxil);

/* Facts of the whole module. */
typedef struct dxk_dxil_info {
    bool is_dxil;                /* the module has dx.version */
    uint32_t dxil_major;         /* version of DXIL, 1 */
    uint32_t dxil_minor;         /* version of DXIL, 0 for shader model 6.0 */
    uint32_t validator_major;    /* validator it was made for; 0.0: none, 1.0 if not given */
    uint32_t validator_minor;    /* the same, minor */
    dxk_shader_kind shader_kind; /* stage, or library; invalid when unknown */
    uint32_t model_major;        /* shader model, 6 */
    uint32_t model_minor;        /* shader model, minor; 15 for an offline library */
    uint64_t shader_flags;       /* of the module, see dxk_dxil_shader_flag_name() */
    uint32_t resource_counts[4]; /* number of resources by dxk_resource_class */
    uint32_t subobject_count;    /* sub-objects in the metadata */
    uint32_t unknown_tags;       /* tags of property lists that are unknown here */
} dxk_dxil_info;

/* The facts of the whole module. */
DXK_API dxk_dxil_info dxk_dxil_info_get(const dxk_dxil *dxil);

/* Name of bit `bit` of the shader flags ("ForceEarlyDepthStencil"); NULL if it has none. */
DXK_API const char *dxk_dxil_shader_flag_name(unsigned bit);

/* An entry point. Members that do not apply to its stage are zero. */
typedef struct dxk_dxil_entry {
    dxk_str name;                   /* name of the entry point */
    dxk_str function;               /* its function; empty for a pass-through hull shader */
    dxk_shader_kind kind;           /* stage */
    uint64_t shader_flags;          /* flags of this entry point */
    uint32_t signature_counts[3];   /* elements: input, output, patch constant or primitive */
    uint32_t num_threads[3];        /* threads of a group: compute, mesh, amplification, node */
    uint32_t wave_lanes[3];         /* wave size: minimum, maximum, preferred; zero if not set */
    uint32_t input_control_points;  /* hull, domain */
    uint32_t output_control_points; /* hull */
    uint32_t tessellator_domain;    /* dxk_tessellator_domain; hull, domain */
    uint32_t tessellator_output;    /* dxk_tessellator_output; hull */
    uint32_t input_primitive;       /* dxk_input_primitive; geometry */
    uint32_t output_topology;       /* dxk_primitive_topology; geometry. dxk_mesh_topology; mesh */
    uint32_t instances;             /* geometry */
    uint32_t max_vertices;          /* geometry, mesh */
    uint32_t max_primitives;        /* mesh */
    uint32_t payload_size;          /* bytes: ray stages, mesh, amplification */
    uint32_t attribute_size;        /* bytes: any hit, closest hit */
    uint32_t launch_type;           /* dxk_node_launch_type; node */
} dxk_dxil_entry;

/* Number of entry points: any for a library, else 1. */
DXK_API size_t dxk_dxil_entry_count(const dxk_dxil *dxil);

/* Entry point `index`; false past the end. */
DXK_API bool dxk_dxil_entry_get(const dxk_dxil *dxil, size_t index, dxk_dxil_entry *out);

/* A resource. */
typedef struct dxk_dxil_resource {
    dxk_resource_class cls; /* class */
    uint32_t kind;          /* dxk_resource_kind */
    uint32_t id;            /* number in its class */
    dxk_str name;           /* empty if stripped */
    uint32_t space;         /* register space */
    uint32_t lower_bound;   /* first register */
    uint32_t count;         /* registers; 0xFFFFFFFF: unbounded */
    uint32_t element_type;  /* dxk_component_type of typed resources */
    uint32_t stride;        /* bytes of an element of a structured buffer */
    uint32_t cbuffer_size;  /* bytes of a constant buffer */
} dxk_dxil_resource;

/* Resource `index` of a class, in module order; false past the end. */
DXK_API bool dxk_dxil_resource_get(const dxk_dxil *dxil, dxk_resource_class cls, size_t index,
                                   dxk_dxil_resource *out);

/* Number of calls of a DXIL operation. */
typedef struct dxk_dxil_op_count {
    uint32_t opcode; /* opcode, the first argument of the dx.op function */
    uint64_t count;  /* calls in the module */
} dxk_dxil_op_count;

/* Number of occurrences of an instruction. */
typedef struct dxk_dxil_inst_count {
    const char *name; /* as in assembly text: "fadd", "call" */
    uint64_t count;   /* occurrences in the module */
} dxk_dxil_inst_count;

/* A function exported by a library. */
typedef struct dxk_dxil_export {
    dxk_str name;         /* as linked: "\x01?f@@YAMM@Z" */
    dxk_str plain_name;   /* as written: "f" */
    dxk_shader_kind kind; /* stage; DXK_SHADER_KIND_LIBRARY for a plain function */
    size_t entry;         /* index for dxk_dxil_entry_get(), or DXK_NO_ENTRY */
} dxk_dxil_export;

/* Index of a function that is not an entry point. */
#define DXK_NO_ENTRY ((size_t)-1)

/* Counts operations and instructions and finds exported functions, for the functions below, in one
 * pass over the module. Later calls do nothing. DXK_E_NOMEM, DXK_E_LIMIT. */
DXK_API dxk_status dxk_dxil_count(dxk_dxil *dxil);

/* Name of an operation ("LoadInput"); NULL if there is no such opcode. Static storage. */
DXK_API const char *dxk_dxil_op_name(uint32_t opcode);

/* Operations that are called, in order of opcode; NULL and 0 before dxk_dxil_count(). */
DXK_API const dxk_dxil_op_count *dxk_dxil_op_counts(const dxk_dxil *dxil, size_t *count);

/* Instructions that occur, most frequent first; NULL and 0 before dxk_dxil_count(). *total (may be
 * NULL) is set to the sum of all counts. */
DXK_API const dxk_dxil_inst_count *dxk_dxil_inst_counts(const dxk_dxil *dxil, size_t *count,
                                                        uint64_t *total);

/* Number of exported functions, which have a body and can be called by other modules; 0 before
 * dxk_dxil_count(). */
DXK_API size_t dxk_dxil_export_count(const dxk_dxil *dxil);

/* Exported function `index`, in module order; false past the end. */
DXK_API bool dxk_dxil_export_get(const dxk_dxil *dxil, size_t index, dxk_dxil_export *out);

/* ---------------------------------------------------------------------------------------- */
/* Listing                                                                                    */

#ifdef __cplusplus
}
#endif
#endif
