/* SPDX-License-Identifier: MIT */
/*
 * dxk/reflect.h - reflection of a shader or library: the information that Direct3D 12 returns
 * through ID3D12ShaderReflection and ID3D12LibraryReflection, as plain structures.
 *
 *   dxk_reflect -> stage facts, counters, parameters
 *               -> buffers -> variables -> type -> members -> type ...
 *               -> bindings
 *               -> functions -> stage facts, indices of buffers and bindings     (libraries)
 *
 * Members have the names that D3D12's structures give them, in the spelling of this library, and
 * the same values. Enumerations are named D3D_* below; dxk_reflect_name() gives the names of their
 * values. Everything that dxk_reflect points to belongs to it.
 *
 * The information comes from the module in the STAT part, or else the DXIL part, and from RDAT;
 * for shader models 4 and 5, from RDEF, the signatures, STAT and the program.
 */
#ifndef DXK_REFLECT_H
#define DXK_REFLECT_H

#include "dxk/container.h"
#include "dxk/enums.h"
#include "dxk/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Enumerations of d3dcommon.h, for dxk_reflect_name(). */
typedef enum dxk_reflect_enum {
    DXK_REFLECT_BUFFER_TYPE = 0,        /* D3D_CBUFFER_TYPE */
    DXK_REFLECT_BUFFER_FLAG = 1,        /* D3D_SHADER_CBUFFER_FLAGS, bits */
    DXK_REFLECT_VARIABLE_FLAG = 2,      /* D3D_SHADER_VARIABLE_FLAGS, bits */
    DXK_REFLECT_VARIABLE_CLASS = 3,     /* D3D_SHADER_VARIABLE_CLASS */
    DXK_REFLECT_VARIABLE_TYPE = 4,      /* D3D_SHADER_VARIABLE_TYPE */
    DXK_REFLECT_INPUT_TYPE = 5,         /* D3D_SHADER_INPUT_TYPE */
    DXK_REFLECT_INPUT_FLAG = 6,         /* D3D_SHADER_INPUT_FLAGS, bits */
    DXK_REFLECT_RETURN_TYPE = 7,        /* D3D_RESOURCE_RETURN_TYPE */
    DXK_REFLECT_DIMENSION = 8,          /* D3D_SRV_DIMENSION */
    DXK_REFLECT_SYSTEM_VALUE = 9,       /* D3D_NAME */
    DXK_REFLECT_COMPONENT_TYPE = 10,    /* D3D_REGISTER_COMPONENT_TYPE */
    DXK_REFLECT_MIN_PRECISION = 11,     /* D3D_MIN_PRECISION */
    DXK_REFLECT_PRIMITIVE = 12,         /* D3D_PRIMITIVE */
    DXK_REFLECT_TOPOLOGY = 13,          /* D3D_PRIMITIVE_TOPOLOGY */
    DXK_REFLECT_TESS_OUTPUT = 14,       /* D3D_TESSELLATOR_OUTPUT_PRIMITIVE */
    DXK_REFLECT_TESS_PARTITIONING = 15, /* D3D_TESSELLATOR_PARTITIONING */
    DXK_REFLECT_TESS_DOMAIN = 16,       /* D3D_TESSELLATOR_DOMAIN */
    DXK_REFLECT_ENUM_COUNT = 17         /* number of enumerations */
} dxk_reflect_enum;

/* Returns the name of an enumerator, such as "D3D_SVC_SCALAR", or of a single bit if the
 * enumeration has flags; NULL if it has none. Static storage. */
DXK_API const char *dxk_reflect_name(dxk_reflect_enum set, uint32_t number);

/* True if the enumeration has flags, so that values are combinations of bits. */
DXK_API bool dxk_reflect_is_flags(dxk_reflect_enum set);

typedef struct dxk_reflect_member dxk_reflect_member;

/* A type: D3D12_SHADER_TYPE_DESC, with the members of a structure. */
typedef struct dxk_reflect_type {
    dxk_str name;                          /* name: "float4x4", or that of a structure */
    uint32_t var_class;                    /* Class: D3D_SHADER_VARIABLE_CLASS */
    uint32_t type;                         /* D3D_SHADER_VARIABLE_TYPE */
    uint32_t rows;                         /* rows of a matrix; 1 for others, 0 for objects */
    uint32_t columns;                      /* columns of a matrix or components of a vector;
                                              scalars in a structure; bits in a bit field */
    uint32_t elements;                     /* array elements in all dimensions; 0: no array */
    uint32_t members;                      /* number of `member_list` */
    uint32_t offset;                       /* offset in the enclosing structure, in bytes; that
                                              of a bit field, in bits */
    uint32_t size;                         /* size of all elements in bytes (not in D3D12) */
    const dxk_reflect_member *member_list; /* members; may be shared by equal structures */
} dxk_reflect_type;

/* A member of a structure, or a bit field of an integer. */
struct dxk_reflect_member {
    dxk_str name;          /* name in the source */
    dxk_reflect_type type; /* type of the member */
};

/* A variable in a buffer: D3D12_SHADER_VARIABLE_DESC, with its type. */
typedef struct dxk_reflect_variable {
    dxk_str name;            /* name; "$Element" in structured buffers */
    uint32_t start_offset;   /* offset in the buffer in bytes */
    uint32_t size;           /* size in bytes */
    uint32_t flags;          /* D3D_SHADER_VARIABLE_FLAGS */
    dxk_bytes default_value; /* initial value; may be empty; models 4 and 5 only */
    uint32_t start_texture;  /* first texture; 0xFFFFFFFF: none */
    uint32_t texture_size;   /* number of textures */
    uint32_t start_sampler;  /* first sampler; 0xFFFFFFFF: none */
    uint32_t sampler_size;   /* number of samplers */
    dxk_reflect_type type;   /* type; all zero if the module does not have it */
} dxk_reflect_variable;

/* A constant, texture or structured buffer: D3D12_SHADER_BUFFER_DESC, with its variables. A
 * structured buffer has a single variable. */
typedef struct dxk_reflect_buffer {
    dxk_str name;                          /* name; "[0]" is appended for each dimension of an
                                              array of structured buffers */
    uint32_t type;                         /* D3D_CBUFFER_TYPE */
    uint32_t size;                         /* size in bytes; a multiple of 16 for constant
                                              buffers */
    uint32_t flags;                        /* D3D_SHADER_CBUFFER_FLAGS */
    uint32_t variable_count;               /* Variables: number of `variables` */
    const dxk_reflect_variable *variables; /* variables, in the order of the module */
} dxk_reflect_buffer;

/* A binding of a resource to registers: D3D12_SHADER_INPUT_BIND_DESC. */
typedef struct dxk_reflect_binding {
    dxk_str name;         /* name; empty if stripped, or for models 4 and 5 that of the register:
                             "t4", "cb0", "t4_space1" */
    uint32_t type;        /* D3D_SHADER_INPUT_TYPE; 0xFFFFFFFF: D3D has no value for the kind */
    uint32_t bind_point;  /* first register */
    uint32_t bind_count;  /* number of registers; for an unbounded range 0, or 0xFFFFFFFF if it is
                             of constant buffers */
    uint32_t flags;       /* D3D_SHADER_INPUT_FLAGS */
    uint32_t return_type; /* D3D_RESOURCE_RETURN_TYPE; 0: none */
    uint32_t dimension;   /* D3D_SRV_DIMENSION */
    uint32_t num_samples; /* samples of a multisampled texture; stride of a structured buffer in
                             bytes; 0xFFFFFFFF for others */
    uint32_t space;       /* register space */
    uint32_t id;          /* number of the range among the ranges of its class */
} dxk_reflect_binding;

/* A register of a signature: D3D12_SIGNATURE_PARAMETER_DESC. */
typedef struct dxk_reflect_parameter {
    dxk_str semantic_name;      /* name of the semantic; system values in upper case */
    uint32_t semantic_index;    /* index of the semantic */
    uint32_t register_index;    /* Register: its number; 0xFFFFFFFF: none */
    uint32_t system_value_type; /* D3D_NAME */
    uint32_t component_type;    /* D3D_REGISTER_COMPONENT_TYPE */
    uint8_t mask;               /* components in use, bit 0 for x to bit 3 for w */
    uint8_t read_write_mask;    /* inputs: components read; outputs: components never written */
    uint32_t stream;            /* stream of a geometry shader */
    uint32_t min_precision;     /* D3D_MIN_PRECISION */
} dxk_reflect_parameter;

/* A signature. */
typedef struct dxk_reflect_parameters {
    uint32_t count;                     /* number of `items` */
    const dxk_reflect_parameter *items; /* registers */
} dxk_reflect_parameters;

/* Indices of dxk_reflect_stage.parameters. */
enum {
    DXK_REFLECT_INPUT = 0,          /* input parameters */
    DXK_REFLECT_OUTPUT = 1,         /* output parameters */
    DXK_REFLECT_PATCH_CONSTANT = 2, /* patch constants; primitive outputs of mesh shaders */
    DXK_REFLECT_SIGNATURES = 3      /* number of signatures */
};

/* An input or output of a work graph node. */
typedef struct dxk_reflect_node_io {
    dxk_str name;                    /* outputs: name of the node that receives the records */
    uint32_t index;                  /* outputs: index of that node in its array of nodes */
    uint32_t flags;                  /* dxk_node_io_flag */
    uint32_t record_size;            /* size of a record in bytes */
    uint32_t record_alignment;       /* alignment of a record in bytes; 0: not specified */
    uint32_t dispatch_grid_offset;   /* offset of the dispatch grid in the record, in bytes */
    uint32_t dispatch_grid_type;     /* dxk_component_type of the dispatch grid */
    uint32_t dispatch_grid_count;    /* components of the dispatch grid; 0: there is none */
    uint32_t max_records;            /* largest number of records */
    int32_t max_records_shared_with; /* index of the output that shares `max_records`; -1: none */
    uint32_t array_size;             /* size of an array of outputs; 0: no array */
    bool allow_sparse_nodes;         /* nodes for some outputs of the array may be missing */
} dxk_reflect_node_io;

/* Properties of a work graph node. */
typedef struct dxk_reflect_node {
    uint32_t launch_type;               /* dxk_node_launch_type */
    bool is_program_entry;              /* the node can be dispatched by the program */
    dxk_str name;                       /* ShaderId: name of the node */
    uint32_t index;                     /* index of the node in its array of nodes */
    uint32_t local_root_table_index;    /* LocalRootArgumentsTableIndex; 0xFFFFFFFF: none */
    dxk_str shared_input_name;          /* name of the node that shares its input; empty: none */
    uint32_t shared_input_index;        /* index of that node in its array of nodes */
    uint32_t dispatch_grid[3];          /* fixed dispatch grid; all zero: none */
    uint32_t max_dispatch_grid[3];      /* largest dispatch grid; all zero: none */
    uint32_t max_recursion_depth;       /* levels of recursion */
    uint32_t input_count;               /* number of `inputs` */
    const dxk_reflect_node_io *inputs;  /* inputs */
    uint32_t output_count;              /* number of `outputs` */
    const dxk_reflect_node_io *outputs; /* outputs */
} dxk_reflect_node;

/* Properties of an entry point. Members that do not apply to its stage are zero. */
typedef struct dxk_reflect_stage {
    dxk_shader_kind kind;            /* stage; DXK_SHADER_KIND_LIBRARY: a plain function */
    uint32_t major;                  /* major version of the shader model */
    uint32_t minor;                  /* minor version of the shader model */
    uint64_t requires_flags;         /* GetRequiresFlags(): dxk_feature_flag, except that bit 1
                                        stands for early depth and stencil tests */
    uint32_t num_threads[3];         /* GetThreadGroupSize(): compute, mesh, amplification, node */
    uint32_t wave_size[3];           /* minimum, maximum, preferred lanes; 0: not specified */
    uint32_t gs_instance_count;      /* cGSInstanceCount */
    uint32_t gs_max_output_vertices; /* GSMaxOutputVertexCount */
    uint32_t gs_output_topology;     /* D3D_PRIMITIVE_TOPOLOGY */
    uint32_t gs_stream_mask;         /* streams written, bit 0 for stream 0 */
    uint32_t input_primitive;        /* D3D_PRIMITIVE: geometry, hull */
    uint32_t control_points;         /* cControlPoints: outputs of a hull, inputs of a domain
                                        shader */
    uint32_t input_control_points;   /* hull, domain: input control points */
    uint32_t hs_output_primitive;    /* D3D_TESSELLATOR_OUTPUT_PRIMITIVE */
    uint32_t hs_partitioning;        /* D3D_TESSELLATOR_PARTITIONING */
    uint32_t tessellator_domain;     /* D3D_TESSELLATOR_DOMAIN */
    float max_tess_factor;           /* hull: largest tessellation factor */
    uint32_t max_vertex_count;       /* mesh: largest number of vertices */
    uint32_t max_primitive_count;    /* mesh: largest number of primitives */
    uint32_t mesh_output_topology;   /* mesh: dxk_mesh_topology */
    uint32_t payload_size;           /* ray tracing, mesh, amplification: bytes of the payload */
    uint32_t attribute_size;         /* any hit, closest hit: bytes of the attributes */
    uint32_t root_signature_size;    /* bytes of the root signature; 0: none */
    bool early_depth_stencil;        /* pixel: early depth and stencil tests */
    bool is_sample_frequency;        /* IsSampleFrequencyShader(); models 4 and 5 only */
    const dxk_reflect_node *node;    /* work graph node; NULL for other stages */
    dxk_reflect_parameters parameters[DXK_REFLECT_SIGNATURES]; /* see DXK_REFLECT_INPUT */
} dxk_reflect_stage;

/* Instruction counters: those of D3D12_SHADER_DESC, and those that have a method of their own. */
typedef struct dxk_reflect_counters {
    uint32_t instruction_count;             /* instructions */
    uint32_t temp_register_count;           /* temporary registers; models 4 and 5 */
    uint32_t temp_array_count;              /* DXIL: bytes in arrays; models 4, 5: registers */
    uint32_t def_count;                     /* constants defined; models 4 and 5 */
    uint32_t dcl_count;                     /* declarations; models 4 and 5 */
    uint32_t texture_normal_instructions;   /* plain samples */
    uint32_t texture_load_instructions;     /* loads */
    uint32_t texture_comp_instructions;     /* comparing samples */
    uint32_t texture_bias_instructions;     /* samples with a bias */
    uint32_t texture_gradient_instructions; /* samples with gradients */
    uint32_t float_instruction_count;       /* floating-point arithmetic */
    uint32_t int_instruction_count;         /* signed arithmetic */
    uint32_t uint_instruction_count;        /* unsigned arithmetic */
    uint32_t static_flow_control_count;     /* uniform branches; models 4 and 5 */
    uint32_t dynamic_flow_control_count;    /* branches */
    uint32_t macro_instruction_count;       /* macro instructions; 0 */
    uint32_t array_instruction_count;       /* loads and stores of arrays */
    uint32_t cut_instruction_count;         /* cuts, which end a strip */
    uint32_t emit_instruction_count;        /* vertices emitted */
    uint32_t barrier_instructions;          /* barriers */
    uint32_t interlocked_instructions;      /* atomic operations */
    uint32_t texture_store_instructions;    /* stores to textures and buffers */
    uint32_t mov_instruction_count;         /* GetMovInstructionCount(); models 4 and 5 */
    uint32_t movc_instruction_count;        /* GetMovcInstructionCount(); models 4 and 5 */
    uint32_t conversion_instruction_count;  /* GetConversionInstructionCount(); models 4 and 5 */
    uint32_t bitwise_instruction_count;     /* GetBitwiseInstructionCount(); models 4 and 5 */
} dxk_reflect_counters;

/* A function of a library: D3D12_FUNCTION_DESC, and more. */
typedef struct dxk_reflect_function {
    dxk_str name;                    /* mangled name: "\x01?f@@YAMM@Z" */
    dxk_str plain_name;              /* name in the source: "f" */
    dxk_reflect_stage stage;         /* properties of its stage */
    uint64_t required_feature_flags; /* RequiredFeatureFlags */
    uint32_t min_shader_target;      /* stage << 16 | major << 4 | minor; 0: not known */
    uint32_t shader_stages;          /* stages it can run in, bits 1 << dxk_shader_kind; 0: not
                                        known */
    uint32_t buffer_count;           /* ConstantBuffers: number of `buffers` */
    const uint32_t *buffers;         /* indices in dxk_reflect.buffers */
    uint32_t binding_count;          /* BoundResources: number of `bindings` */
    const uint32_t *bindings;        /* indices in dxk_reflect.bindings */
} dxk_reflect_function;

/* Reflection of a shader or library. */
typedef struct dxk_reflect {
    bool is_library;                       /* a library, with `functions` and no entry point */
    bool is_legacy;                        /* shader model 4 or 5 */
    dxk_str creator;                       /* name of the compiler; empty if not stated */
    uint32_t flags;                        /* Flags: compiler options (dxk_rdef_flag); 0 for DXIL */
    uint32_t min_feature_level;            /* GetMinFeatureLevel(): 0xc000 for 12.0 */
    dxk_reflect_stage stage;               /* properties of the entry point; of a library, only the
                                              shader model */
    dxk_reflect_counters counters;         /* instruction counters; zero for libraries */
    uint32_t interface_slots;              /* GetNumInterfaceSlots(); model 5 only */
    uint32_t buffer_count;                 /* ConstantBuffers: number of `buffers` */
    const dxk_reflect_buffer *buffers;     /* constant buffers, then structured and texture
                                              buffers */
    uint32_t binding_count;                /* BoundResources: number of `bindings` */
    const dxk_reflect_binding *bindings;   /* constant buffers, samplers, SRVs, UAVs, in this
                                              order */
    uint32_t function_count;               /* FunctionCount: number of `functions` */
    const dxk_reflect_function *functions; /* functions of a library, sorted by name */
} dxk_reflect;

/* Options for dxk_reflect_load(). Zero-initialise, then set what differs. */
typedef struct dxk_reflect_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool as_reference;  /* reproduce the oddities of the reference: names of structures lose more
                           letters than their prefix, some structures are objects, an array of
                           matrices is a single matrix, a library without RDAT has no functions */
} dxk_reflect_options;

/*
 * Loads the reflection of a container, a bare program or bare bitcode. The container must outlive
 * *out, which the caller frees with dxk_reflect_free(). `options` may be NULL.
 *
 * Errors: DXK_E_INVALID if something is malformed, as the diagnostics tell; *out then has what
 * could be read, or is NULL. DXK_E_NOT_FOUND (reported) if there is nothing to reflect;
 * DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_reflect_load(const dxk_container *container,
                                    const dxk_reflect_options *options, dxk_reflect **out);

/*
 * Writes a reflection as a JSON object, which schemas/reflect.schema.json describes. Errors:
 * DXK_E_LIMIT if there were more than a million entries, after which the rest is left out;
 * DXK_E_SINK.
 */
DXK_API dxk_status dxk_reflect_json(const dxk_reflect *reflection, dxk_sink sink);

/* Writes the members of that object into the object that is open. False if some were left out, as
 * there were more than a million entries. */
DXK_API bool dxk_json_reflect(dxk_json *json, const dxk_reflect *reflection);

/* Frees a reflection. NULL is allowed. */
DXK_API void dxk_reflect_free(dxk_reflect *reflect);

/* Return the first buffer, variable, binding or function with a name, or NULL if there is none. */
DXK_API const dxk_reflect_buffer *dxk_reflect_find_buffer(const dxk_reflect *reflect, dxk_str name);
DXK_API const dxk_reflect_variable *dxk_reflect_find_variable(const dxk_reflect_buffer *buffer,
                                                              dxk_str name);
DXK_API const dxk_reflect_binding *dxk_reflect_find_binding(const dxk_reflect *reflect,
                                                            dxk_str name);
DXK_API const dxk_reflect_function *dxk_reflect_find_function(const dxk_reflect *reflect,
                                                              dxk_str name);

/*
 * Prints the reflection of a container as `dxa -dumpreflection` does, with the text of the RDAT
 * part first if it is a library. Errors: DXK_E_INVALID if the container has no DXIL part, or if
 * something is malformed, in which case the rest is printed; DXK_E_LIMIT if the text gets too
 * long; DXK_E_SINK.
 */
DXK_API dxk_status dxk_reflect_print(const dxk_container *container, dxk_sink sink);

/*
 * Prints a header for C11 and C++11 with a structure for each constant buffer and for the elements
 * of each structured buffer, assertions of their offsets and sizes, and constants for each
 * binding. `guard` is the name of the include guard, or NULL for none. Errors: DXK_E_LIMIT if the
 * text gets too long; DXK_E_SINK.
 */
DXK_API dxk_status dxk_reflect_print_header(const dxk_reflect *reflect, const char *guard,
                                            dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
