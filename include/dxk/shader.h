/* SPDX-License-Identifier: MIT */
/*
 * dxk/shader.h - the parts of dxk/builder.h that make a module a shader: signature elements,
 * resources and their layouts, entry points.
 *
 * Source: DXIL.rst, "Signatures", "Shader resources", "Shader properties and capabilities".
 */
#ifndef DXK_SHADER_H
#define DXK_SHADER_H

#include "dxk/builder.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* Signatures                                                                                 */

/* An element that was added to a signature; DXK_NONE: none. */
typedef uint32_t dxk_element;

/* An element of a signature. Zero-initialise, then set what differs. */
typedef struct dxk_element_desc {
    const char *semantic;    /* as in HLSL: "TEXCOORD2", "SV_Position"; without digits it gets the
                                next free index of the name */
    dxk_component_type type; /* of a component: F32, F16 (SNorm, UNorm), I32, U32, I16, U16, I1 */
    uint32_t columns;        /* components of a row, 1 to 4 */
    uint32_t rows;           /* registers, each with a semantic index; 0 means 1 */
    const uint32_t *indices; /* semantic index of each row; NULL if they are consecutive */
    dxk_interpolation_mode interpolation; /* undefined: linear for floats, constant for others */
    uint32_t stream;                      /* outputs of geometry shaders: 0 to 3 */
    bool whole_name; /* digits at the end of `semantic` belong to the name; the index of the first
                        row is then indices[0], or the next free one */
    bool placed;     /* the element starts at the register and component below, instead of being
                        packed, and has just the interpolation above. The others of its signature
                        must be placed, too, but for those that have no register */
    uint32_t first_register;  /* placed: register of the first row, 0 to 31 */
    uint32_t first_component; /* placed: component of the first column, 0 to 3 */
} dxk_element_desc;

/* Adds an element and returns its number for the functions below, not DXK_NONE. The semantic is a
 * system value if the stage has it, else a plain name. System values with an operation of their
 * own, such as SV_DispatchThreadID, are not elements (BUILDER.SEMANTIC). */
DXK_API dxk_element dxk_builder_element(dxk_builder *b, dxk_signature_kind which,
                                        const dxk_element_desc *desc);

/* The number of the element in operations (inputSigId, outputSigId). */
DXK_API uint32_t dxk_builder_element_id(const dxk_builder *b, dxk_element element);

/* Reads a component of an input, in row `row` of the element, with LoadInput. For arrays of
 * vertices and for rows computed at run time, call the operation. Booleans are read and written as
 * i32. */
DXK_API dxk_value dxk_builder_load_input(dxk_builder *b, dxk_element element, uint32_t row,
                                         uint32_t column);

/* Writes a component of an output (StoreOutput) or, in hull shaders, of a patch constant
 * (StorePatchConstant). */
DXK_API void dxk_builder_store_output(dxk_builder *b, dxk_element element, uint32_t row,
                                      uint32_t column, dxk_value value);

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* A resource that was added to a shader; DXK_NONE: none. */
typedef uint32_t dxk_resource;

/* Number of descriptors that means unbounded. */
#define DXK_UNBOUNDED UINT32_MAX

/* Space and first register of a resource in a library that are assigned when it is linked. */
#define DXK_UNASSIGNED UINT32_MAX

/* A resource, or a range of them in consecutive registers. Zero-initialise, then set what differs.
 * Members that its kind does not use are ignored. */
typedef struct dxk_resource_desc {
    const char *name;           /* for listings and reflection, or NULL; required in libraries */
    dxk_resource_class cls;     /* SRV, UAV, CBuffer or sampler */
    dxk_resource_kind kind;     /* SRV, UAV: shape; else it follows from the class */
    uint32_t space;             /* register space */
    uint32_t first;             /* first register */
    uint32_t count;             /* registers; 0 means 1 */
    dxk_component_type element; /* typed: type of a component */
    uint32_t components;        /* typed: components, 1 to 4; 0 means 4 */
    uint32_t samples;           /* multisampled textures: samples, 0 if unknown */
    uint32_t stride;            /* structured buffers: bytes of an element */
    uint32_t size;              /* constant and texture buffers: bytes */
    dxk_type type;     /* structured, constant and texture buffers: the structure; DXK_NONE: one of
                          plain numbers is made */
    uint32_t feedback; /* feedback textures: 0 MinMip, 1 MipRegionUsed */
    bool globally_coherent;  /* UAV */
    bool has_counter;        /* structured UAV */
    bool rasterizer_ordered; /* UAV */
    bool comparison;         /* sampler for comparisons */
    bool reorder_coherent;   /* UAV: coherent where threads are reordered; from 6.9 on */
} dxk_resource_desc;

/* Adds a resource and returns its number for dxk_builder_handle(), not DXK_NONE. */
DXK_API dxk_resource dxk_builder_resource(dxk_builder *b, const dxk_resource_desc *desc);

/*
 * Makes a handle of a resource as the shader model requires: CreateHandle, CreateHandleForLib or
 * CreateHandleFromBinding, with AnnotateHandle from 6.6 on. `index` is an i32, the index in a range
 * counted from its first resource, or DXK_NONE for 0. `non_uniform` says that the index may differ
 * between the lanes of a wave.
 */
DXK_API dxk_value dxk_builder_handle(dxk_builder *b, dxk_resource resource, dxk_value index,
                                     bool non_uniform);

/* A member of a structure in a constant or structured buffer. */
typedef struct dxk_field_desc {
    const char *name;        /* name */
    uint32_t offset;         /* bytes from the start of the structure */
    dxk_component_type type; /* of a component; invalid for structures */
    uint32_t matrix_rows;    /* matrices: rows; 0: not a matrix */
    uint32_t matrix_columns; /* matrices: columns */
    bool row_major;          /* matrices: rows are contiguous, not columns */
} dxk_field_desc;

/* Gives the `count` members of a structure names, offsets and types, and the structure its size in
 * bytes, for listings and reflection. */
DXK_API void dxk_builder_layout(dxk_builder *b, dxk_type structure, uint32_t size,
                                const dxk_field_desc *fields, size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Entry points                                                                               */

/* An entry point and the properties of its stage. Zero-initialise, then set what differs; members
 * of other stages are ignored. */
typedef struct dxk_entry_desc {
    const char *name;        /* name; NULL: that of the function */
    dxk_value function;      /* function; DXK_NONE in a pass-through hull shader */
    dxk_shader_kind kind;    /* libraries: stage; ignored elsewhere */
    bool early_depth;        /* pixel: depth and stencil tests come first */
    uint32_t num_threads[3]; /* compute, mesh, amplification: threads of a group */
    uint32_t wave_lanes[3];  /* compute: minimum (or only), maximum, preferred lanes of a wave; 0:
                                not set. 6.6 has only the first */
    uint32_t group_shared_limit; /* compute, mesh, amplification, 6.10 on: bytes of group-shared
                                    memory that may be used; 0: the default of the model */

    dxk_value patch_function;      /* hull: function that computes the patch constants */
    uint32_t input_points;         /* hull, domain: control points read */
    uint32_t output_points;        /* hull: control points written */
    dxk_tessellator_domain domain; /* hull, domain */
    dxk_tessellator_partitioning partitioning; /* hull */
    dxk_tessellator_output tessellator_output; /* hull */
    float max_tess_factor;                     /* hull: largest factor; 0 means 64 */

    dxk_input_primitive input_primitive; /* geometry */
    dxk_primitive_topology topology;     /* geometry: of all streams */
    uint32_t instances;                  /* geometry; 0 means 1 */
    uint32_t max_vertices;               /* geometry, mesh: maximum of vertices written */
    uint32_t max_primitives;             /* mesh: maximum of primitives */
    dxk_mesh_topology mesh_topology;     /* mesh */

    uint32_t payload_size;   /* mesh, amplification, ray stages: bytes */
    uint32_t attribute_size; /* any hit, closest hit: bytes */
} dxk_entry_desc;

/* Adds an entry point. Libraries may have many, other programs have one. */
DXK_API void dxk_builder_entry(dxk_builder *b, const dxk_entry_desc *desc);

#ifdef __cplusplus
}
#endif
#endif
