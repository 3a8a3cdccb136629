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

/* Number of a signature element in its builder, from 1; DXK_NONE means no element. */
typedef uint32_t dxk_element;

/* Description of a signature element. Zero-initialise, then set what differs. */
typedef struct dxk_element_desc {
    /* Semantic as in HLSL: "TEXCOORD2", "SV_Position". A name without digits at its end gets the
     * next free index of that name. Required. */
    const char *semantic;
    /* Type of a component: F32, I32, U32 or I1; F16, I16 or U16; an SNorm or UNorm type. */
    dxk_component_type type;
    /* Number of components in a row, 1 to 4. */
    uint32_t columns;
    /* Number of rows, 1 to 32, each with its own register and semantic index. 0 means 1. */
    uint32_t rows;
    /* Semantic indices of the rows. NULL: they are consecutive. */
    const uint32_t *indices;
    /* Interpolation. Undefined: linear for floating point, constant for other types. */
    dxk_interpolation_mode interpolation;
    /* Outputs of geometry shaders: number of the stream, 0 to 3. */
    uint32_t stream;
    /* Digits at the end of `semantic` belong to the name. The index of the first row is then
     * indices[0], or the next free one. */
    bool whole_name;
    /* Put the element at the register and component below instead of packing it, and use exactly
     * the interpolation above. All other elements of the signature that have a register must be
     * placed as well. */
    bool placed;
    /* Register of the first row, 0 to 31, if `placed`. */
    uint32_t first_register;
    /* Component of the first column, 0 to 3, if `placed`. */
    uint32_t first_component;
} dxk_element_desc;

/* Adds an element to a signature. The semantic is a system value if the stage has it, and a plain
 * name otherwise. It is a mistake (BUILDER.SEMANTIC) to add a system value that an operation reads
 * instead, such as SV_DispatchThreadID, or to add an element in a library (BUILDER.STAGE). */
DXK_API dxk_element dxk_builder_element(dxk_builder *b, dxk_signature_kind which,
                                        const dxk_element_desc *desc);

/* Returns the number by which operations know an element (inputSigId, outputSigId), or UINT32_MAX
 * for DXK_NONE. */
DXK_API uint32_t dxk_builder_element_id(const dxk_builder *b, dxk_element element);

/* Reads one component of an input element with LoadInput. `row` and `column` count from 0 within
 * the element. Booleans are read as i32. For the inputs of other vertices, and for rows that are
 * computed at run time, use dxk_builder_op(). */
DXK_API dxk_value dxk_builder_load_input(dxk_builder *b, dxk_element element, uint32_t row,
                                         uint32_t column);

/* Writes one component of an output element with StoreOutput, or of a patch constant of a hull
 * shader with StorePatchConstant. Booleans are written as i32. */
DXK_API void dxk_builder_store_output(dxk_builder *b, dxk_element element, uint32_t row,
                                      uint32_t column, dxk_value value);

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* Number of a resource in its builder, from 1; DXK_NONE means no resource. */
typedef uint32_t dxk_resource;

/* Value of dxk_resource_desc.count for a range without an upper bound. */
#define DXK_UNBOUNDED UINT32_MAX

/* Value of dxk_resource_desc.first and .space for a resource of a library whose register is
 * assigned when the library is linked. */
#define DXK_UNASSIGNED UINT32_MAX

/* Description of a resource, or of a range of resources in consecutive registers. Zero-initialise,
 * then set what differs. Members that do not apply to the kind of resource are ignored. */
typedef struct dxk_resource_desc {
    const char *name; /* name for listings and reflection; may be NULL, but not in libraries */
    dxk_resource_class cls;     /* class: SRV, UAV, constant buffer or sampler */
    dxk_resource_kind kind;     /* shape of an SRV or UAV; follows from the class for others */
    uint32_t space;             /* register space */
    uint32_t first;             /* first register */
    uint32_t count;             /* number of registers; 0 means 1 */
    dxk_component_type element; /* typed buffers and textures: type of a component */
    uint32_t components;        /* typed buffers and textures: components, 1 to 4; 0 means 4 */
    uint32_t samples;           /* multisampled textures: number of samples; 0 if not known */
    uint32_t stride;            /* structured buffers: size of an element in bytes, 1 to 2048 */
    uint32_t size;              /* constant and texture buffers: size in bytes */
    dxk_type type;              /* structured, constant and texture buffers: structure type of the
                                   content; DXK_NONE: plain numbers of the same size */
    uint32_t feedback;          /* feedback textures: 0 for MinMip, 1 for MipRegionUsed */
    bool globally_coherent;     /* UAVs: coherent across the whole device */
    bool has_counter;           /* structured UAVs: has a counter */
    bool rasterizer_ordered;    /* UAVs: rasterizer ordered view (ROV) */
    bool comparison;            /* samplers: comparison sampler */
    bool reorder_coherent;      /* UAVs: coherent across reordering of threads; shader model 6.9 */
} dxk_resource_desc;

/* Adds a resource. */
DXK_API dxk_resource dxk_builder_resource(dxk_builder *b, const dxk_resource_desc *desc);

/*
 * Appends the instructions that make a handle for a resource, as the shader model requires:
 * CreateHandle, CreateHandleForLib or CreateHandleFromBinding, and AnnotateHandle from 6.6 on.
 * `index` is an i32 that counts from the first resource of the range; DXK_NONE stands for 0.
 * `non_uniform` states that the index may differ between the lanes of a wave.
 */
DXK_API dxk_value dxk_builder_handle(dxk_builder *b, dxk_resource resource, dxk_value index,
                                     bool non_uniform);

/* Description of a member of a structure in a constant or structured buffer. */
typedef struct dxk_field_desc {
    const char *name;        /* name of the member */
    uint32_t offset;         /* offset in the structure in bytes */
    dxk_component_type type; /* type of a component; invalid (0) for structures */
    uint32_t matrix_rows;    /* matrices: number of rows; 0: not a matrix */
    uint32_t matrix_columns; /* matrices: number of columns */
    bool row_major;          /* matrices: stored row by row rather than column by column */
} dxk_field_desc;

/* Describes the layout of a structure type for listings and reflection: its size in bytes, and the
 * names, offsets and types of its `count` members. */
DXK_API void dxk_builder_layout(dxk_builder *b, dxk_type structure, uint32_t size,
                                const dxk_field_desc *fields, size_t count);

/* ---------------------------------------------------------------------------------------- */
/* Entry points                                                                               */

/* Description of an entry point, with the properties of its stage. Zero-initialise, then set what
 * differs. Members that do not apply to the stage are ignored. */
typedef struct dxk_entry_desc {
    const char *name;        /* name of the entry point; NULL: that of the function */
    dxk_value function;      /* function; DXK_NONE in a pass-through hull shader */
    dxk_shader_kind kind;    /* libraries: stage of the entry point; ignored elsewhere */
    bool early_depth;        /* pixel: depth and stencil tests precede the shader */
    uint32_t num_threads[3]; /* compute, mesh, amplification: size of a thread group */
    uint32_t wave_lanes[3];  /* compute: minimum (or only), maximum and preferred number of lanes
                                in a wave; 0: not set. Shader model 6.6 has only the first */
    uint32_t group_shared_limit; /* compute, mesh, amplification: bytes of group-shared memory
                                    that may be used; 0: the default. Shader model 6.10 */

    dxk_value patch_function;      /* hull: function that computes the patch constants */
    uint32_t input_points;         /* hull, domain: number of control points read */
    uint32_t output_points;        /* hull: number of control points written */
    dxk_tessellator_domain domain; /* hull, domain: domain of the tessellator */
    dxk_tessellator_partitioning partitioning; /* hull: partitioning of the tessellator */
    dxk_tessellator_output tessellator_output; /* hull: output primitive of the tessellator */
    float max_tess_factor;                     /* hull: largest tessellation factor; 0 means 64 */

    dxk_input_primitive input_primitive; /* geometry: input primitive */
    dxk_primitive_topology topology;     /* geometry: output topology of all streams */
    uint32_t instances;                  /* geometry: number of instances; 0 means 1 */
    uint32_t max_vertices;               /* geometry, mesh: largest number of vertices written */
    uint32_t max_primitives;             /* mesh: largest number of primitives written */
    dxk_mesh_topology mesh_topology;     /* mesh: output topology */

    uint32_t payload_size;   /* mesh, amplification, ray tracing: size of the payload in bytes */
    uint32_t attribute_size; /* any hit, closest hit: size of the attributes in bytes */
} dxk_entry_desc;

/* Adds an entry point. A library may have many of them, any other program has exactly one. */
DXK_API void dxk_builder_entry(dxk_builder *b, const dxk_entry_desc *desc);

#ifdef __cplusplus
}
#endif
#endif
