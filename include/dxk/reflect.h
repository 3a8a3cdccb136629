/* SPDX-License-Identifier: MIT */
/*
 * dxk/reflect.h - reflection of a shader or library: what Direct3D 12 returns through
 * ID3D12ShaderReflection and ID3D12LibraryReflection, as plain structures.
 *
 *   dxk_reflect -> stage facts, counters, parameters
 *               -> buffers -> variables -> type -> members -> type ...
 *               -> bindings
 *               -> functions -> stage facts, indices of buffers and bindings     (libraries)
 *
 * Members are named as in D3D12's structures, in the spelling of this library; values of
 * enumerations are D3D's, named by dxk_reflect_name(). The source is the module of STAT, or else
 * that of DXIL, and RDAT; for shader models 4 and 5 RDEF, the signatures, STAT and the program.
 */
#ifndef DXK_REFLECT_H
#define DXK_REFLECT_H

#include "dxk/container.h"
#include "dxk/enums.h"
#include "dxk/json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Enumerations of d3dcommon.h. */
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

/* Name of an enumerator ("D3D_SVC_SCALAR") or, for flags, of a single bit; NULL if it has none.
 * Static storage. */
DXK_API const char *dxk_reflect_name(dxk_reflect_enum set, uint32_t number);

/* True if the values of the enumeration are bits. */
DXK_API bool dxk_reflect_is_flags(dxk_reflect_enum set);

typedef struct dxk_reflect_member dxk_reflect_member;

/* D3D12_SHADER_TYPE_DESC and the type's members. */
typedef struct dxk_reflect_type {
    dxk_str name;                          /* "float4x4", or the name of a structure */
    uint32_t var_class;                    /* Class: D3D_SHADER_VARIABLE_CLASS */
    uint32_t type;                         /* D3D_SHADER_VARIABLE_TYPE */
    uint32_t rows;                         /* rows of a matrix; else 1, for objects 0 */
    uint32_t columns;                      /* columns of a vector or matrix; scalars in a
                                              structure; bits of a bit field */
    uint32_t elements;                     /* elements of an array, all dimensions; 0: no array */
    uint32_t members;                      /* number of members */
    uint32_t offset;                       /* offset in the enclosing structure in bytes; for a
                                              bit field in bits */
    uint32_t size;                         /* bytes of all elements (not in D3D12) */
    const dxk_reflect_member *member_list; /* the members; equal structures share it */
} dxk_reflect_type;

/* A member of a structure, or a bit field of an integer. */
struct dxk_reflect_member {
    dxk_str name;          /* as written */
    dxk_reflect_type type; /* its type */
};

/* D3D12_SHADER_VARIABLE_DESC and the variable's type. */
typedef struct dxk_reflect_variable {
    dxk_str name;            /* "$Element" in structured buffers */
    uint32_t start_offset;   /* bytes from the start of the buffer */
    uint32_t size;           /* bytes */
    uint32_t flags;          /* D3D_SHADER_VARIABLE_FLAGS */
    dxk_bytes default_value; /* initial value, or empty; models 4 and 5 only */
    uint32_t start_texture;  /* first texture; 0xFFFFFFFF: none */
    uint32_t texture_size;   /* textures */
    uint32_t start_sampler;  /* first sampler; 0xFFFFFFFF: none */
    uint32_t sampler_size;   /* samplers */
    dxk_reflect_type type;   /* its type; all zero if the module does not have it */
} dxk_reflect_variable;

/* D3D12_SHADER_BUFFER_DESC and the buffer's variables. A structured buffer is one with a single
 * variable. */
typedef struct dxk_reflect_buffer {
    dxk_str name;                          /* name, with "[0]" for each dimension of an array of
                                              structured buffers */
    uint32_t type;                         /* D3D_CBUFFER_TYPE */
    uint32_t size;                         /* bytes; constant buffers: a multiple of 16 */
    uint32_t flags;                        /* D3D_SHADER_CBUFFER_FLAGS */
    uint32_t variable_count;               /* Variables */
    const dxk_reflect_variable *variables; /* the variables */
} dxk_reflect_buffer;

/* D3D12_SHADER_INPUT_BIND_DESC. */
typedef struct dxk_reflect_binding {
    dxk_str name;         /* empty if stripped; models 4 and 5: then the register, "t4", "cb0" or
                             "t4_space1" */
    uint32_t type;        /* D3D_SHADER_INPUT_TYPE; 0xFFFFFFFF: a kind without a number in D3D */
    uint32_t bind_point;  /* first register */
    uint32_t bind_count;  /* registers; unbounded: 0, for constant buffers 0xFFFFFFFF */
    uint32_t flags;       /* D3D_SHADER_INPUT_FLAGS */
    uint32_t return_type; /* D3D_RESOURCE_RETURN_TYPE; 0: none */
    uint32_t dimension;   /* D3D_SRV_DIMENSION */
    uint32_t num_samples; /* samples; stride of a structured buffer; 0xFFFFFFFF for others */
    uint32_t space;       /* register space */
    uint32_t id;          /* number of the range among those of its class */
} dxk_reflect_binding;

/* D3D12_SIGNATURE_PARAMETER_DESC: a register of a signature. */
typedef struct dxk_reflect_parameter {
    dxk_str semantic_name;      /* upper case for system values */
    uint32_t semantic_index;    /* semantic index */
    uint32_t register_index;    /* Register; 0xFFFFFFFF: none */
    uint32_t system_value_type; /* D3D_NAME */
    uint32_t component_type;    /* D3D_REGISTER_COMPONENT_TYPE */
    uint8_t mask;               /* components */
    uint8_t read_write_mask;    /* components: inputs: those read, outputs: those never written */
    uint32_t stream;            /* of a geometry shader */
    uint32_t min_precision;     /* D3D_MIN_PRECISION */
} dxk_reflect_parameter;

/* A signature. */
typedef struct dxk_reflect_parameters {
    uint32_t count;                     /* registers */
    const dxk_reflect_parameter *items; /* the parameters */
} dxk_reflect_parameters;

/* Signatures of a stage. */
enum {
    DXK_REFLECT_INPUT = 0,          /* input parameters */
    DXK_REFLECT_OUTPUT = 1,         /* output parameters */
    DXK_REFLECT_PATCH_CONSTANT = 2, /* patch constants; for mesh shaders primitive outputs */
    DXK_REFLECT_SIGNATURES = 3      /* number of signatures */
};

/* An input or output of a node. */
typedef struct dxk_reflect_node_io {
    dxk_str name;                    /* for an output, the node that it leads to */
    uint32_t index;                  /* in an array of nodes */
    uint32_t flags;                  /* dxk_node_io_flag */
    uint32_t record_size;            /* bytes */
    uint32_t record_alignment;       /* bytes; 0: not given */
    uint32_t dispatch_grid_offset;   /* offset in the record, in bytes */
    uint32_t dispatch_grid_type;     /* dxk_component_type */
    uint32_t dispatch_grid_count;    /* components; 0: the record has no grid */
    uint32_t max_records;            /* maximum of records */
    int32_t max_records_shared_with; /* index of an output; -1: none */
    uint32_t array_size;             /* of an array of outputs; 0: none */
    bool allow_sparse_nodes;         /* outputs of an array may be missing */
} dxk_reflect_node_io;

/* Facts of a work graph node. */
typedef struct dxk_reflect_node {
    uint32_t launch_type;               /* dxk_node_launch_type */
    bool is_program_entry;              /* can be dispatched from outside */
    dxk_str name;                       /* ShaderId */
    uint32_t index;                     /* in an array of nodes */
    uint32_t local_root_table_index;    /* LocalRootArgumentsTableIndex; 0xFFFFFFFF: none */
    dxk_str shared_input_name;          /* node whose input it shares; empty: none */
    uint32_t shared_input_index;        /* likewise */
    uint32_t dispatch_grid[3];          /* fixed grid; zero: none */
    uint32_t max_dispatch_grid[3];      /* largest grid; zero: none */
    uint32_t max_recursion_depth;       /* levels */
    uint32_t input_count;               /* inputs */
    const dxk_reflect_node_io *inputs;  /* the inputs */
    uint32_t output_count;              /* outputs */
    const dxk_reflect_node_io *outputs; /* the outputs */
} dxk_reflect_node;

/* Facts of an entry point. Members that do not apply to its stage are zero. */
typedef struct dxk_reflect_stage {
    dxk_shader_kind kind;            /* stage; DXK_SHADER_KIND_LIBRARY: a plain function */
    uint32_t major;                  /* shader model */
    uint32_t minor;                  /* shader model, minor */
    uint64_t requires_flags;         /* GetRequiresFlags(): dxk_feature_flag, but bit 1 is set by
                                        early depth and stencil tests */
    uint32_t num_threads[3];         /* GetThreadGroupSize(): compute, mesh, amplification, node */
    uint32_t wave_size[3];           /* minimum, maximum, preferred lanes; zero: not given */
    uint32_t gs_instance_count;      /* cGSInstanceCount */
    uint32_t gs_max_output_vertices; /* GSMaxOutputVertexCount */
    uint32_t gs_output_topology;     /* D3D_PRIMITIVE_TOPOLOGY */
    uint32_t gs_stream_mask;         /* streams that are written */
    uint32_t input_primitive;        /* D3D_PRIMITIVE: geometry, hull */
    uint32_t control_points;         /* cControlPoints: hull, output; domain, input */
    uint32_t input_control_points;   /* hull, domain */
    uint32_t hs_output_primitive;    /* D3D_TESSELLATOR_OUTPUT_PRIMITIVE */
    uint32_t hs_partitioning;        /* D3D_TESSELLATOR_PARTITIONING */
    uint32_t tessellator_domain;     /* D3D_TESSELLATOR_DOMAIN */
    float max_tess_factor;           /* hull */
    uint32_t max_vertex_count;       /* mesh */
    uint32_t max_primitive_count;    /* mesh */
    uint32_t mesh_output_topology;   /* dxk_mesh_topology */
    uint32_t payload_size;           /* bytes: ray stages, mesh, amplification */
    uint32_t attribute_size;         /* bytes: any hit, closest hit */
    uint32_t root_signature_size;    /* bytes of the root signature */
    bool early_depth_stencil;        /* pixel */
    bool is_sample_frequency;        /* IsSampleFrequencyShader(); models 4 and 5 only */
    const dxk_reflect_node *node;    /* NULL if it is not a node */
    dxk_reflect_parameters parameters[DXK_REFLECT_SIGNATURES]; /* see the enumeration above */
} dxk_reflect_stage;

/* The counters of D3D12_SHADER_DESC, and those with a method of their own. */
typedef struct dxk_reflect_counters {
    uint32_t instruction_count;             /* instructions */
    uint32_t temp_register_count;           /* temporary registers; models 4 and 5 */
    uint32_t temp_array_count;              /* DXIL: bytes of arrays; else registers of arrays */
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
    uint32_t cut_instruction_count;         /* ends of strips */
    uint32_t emit_instruction_count;        /* vertices emitted */
    uint32_t barrier_instructions;          /* barriers */
    uint32_t interlocked_instructions;      /* atomic operations */
    uint32_t texture_store_instructions;    /* stores */
    uint32_t mov_instruction_count;         /* GetMovInstructionCount(); models 4 and 5 */
    uint32_t movc_instruction_count;        /* GetMovcInstructionCount(); models 4 and 5 */
    uint32_t conversion_instruction_count;  /* GetConversionInstructionCount(); models 4 and 5 */
    uint32_t bitwise_instruction_count;     /* GetBitwiseInstructionCount(); models 4 and 5 */
} dxk_reflect_counters;

/* A function of a library: D3D12_FUNCTION_DESC and more. */
typedef struct dxk_reflect_function {
    dxk_str name;                    /* as linked: "\x01?f@@YAMM@Z" */
    dxk_str plain_name;              /* as written: "f" */
    dxk_reflect_stage stage;         /* facts of its stage */
    uint64_t required_feature_flags; /* RequiredFeatureFlags */
    uint32_t min_shader_target;      /* stage << 16, major << 4, minor; 0: unknown */
    uint32_t shader_stages;   /* bits 1 << dxk_shader_kind: stages it can run in; 0: unknown */
    uint32_t buffer_count;    /* ConstantBuffers */
    const uint32_t *buffers;  /* their indices in dxk_reflect.buffers */
    uint32_t binding_count;   /* BoundResources */
    const uint32_t *bindings; /* their indices in dxk_reflect.bindings */
} dxk_reflect_function;

/* A shader or library. */
typedef struct dxk_reflect {
    bool is_library;                   /* it has functions and no entry point of its own */
    bool is_legacy;                    /* shader model 4 or 5 */
    dxk_str creator;                   /* compiler; empty if not given */
    uint32_t flags;                    /* Flags: how it was compiled (dxk_rdef_flag); 0 for DXIL */
    uint32_t min_feature_level;        /* GetMinFeatureLevel(): 0xc000 for 12.0 */
    dxk_reflect_stage stage;           /* facts of the entry point; for a library only the model */
    dxk_reflect_counters counters;     /* counters; zero for libraries */
    uint32_t interface_slots;          /* GetNumInterfaceSlots(); model 5 only */
    uint32_t buffer_count;             /* ConstantBuffers */
    const dxk_reflect_buffer *buffers; /* constant, then structured and texture buffers */
    uint32_t binding_count;            /* BoundResources */
    const dxk_reflect_binding *bindings;   /* constant buffers, samplers, SRVs, UAVs */
    uint32_t function_count;               /* FunctionCount of a library */
    const dxk_reflect_function *functions; /* by name */
} dxk_reflect;

/* How to reflect. Zero-initialise, then set what differs. */
typedef struct dxk_reflect_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    bool as_reference;  /* with the oddities of the reference: names of structures lose more letters
                           than their prefix, some structures are objects, an array of matrices is a
                           single matrix, a library without RDAT has no functions */
} dxk_reflect_options;

/*
 * Reflects a container, program or bitcode. The container must outlive *out; the caller frees
 * with dxk_reflect_free(). `options` may be NULL.
 *
 * DXK_E_INVALID: something is malformed; the diagnostics say what, and *out, unless it is NULL,
 * has the rest. DXK_E_NOT_FOUND (reported): there is nothing to reflect. DXK_E_NOMEM, DXK_E_LIMIT:
 * *out is NULL.
 */
DXK_API dxk_status dxk_reflect_load(const dxk_container *container,
                                    const dxk_reflect_options *options, dxk_reflect **out);

/*
 * Writes a reflection as a JSON object; schemas/reflect.schema.json describes its members.
 * DXK_E_LIMIT: it has more than a million entries, and is cut off. DXK_E_SINK, or what the sink returned.
 */
DXK_API dxk_status dxk_reflect_json(const dxk_reflect *reflection, dxk_sink sink);

/* Writes the members of that object into an open one. False: it is cut off. */
DXK_API bool dxk_json_reflect(dxk_json *json, const dxk_reflect *reflection);

/* Frees what dxk_reflect_load() made. NULL is allowed. */
DXK_API void dxk_reflect_free(dxk_reflect *reflect);

/* The first buffer, variable, binding or function with that name; NULL if there is none. */
DXK_API const dxk_reflect_buffer *dxk_reflect_find_buffer(const dxk_reflect *reflect, dxk_str name);
DXK_API const dxk_reflect_variable *dxk_reflect_find_variable(const dxk_reflect_buffer *buffer,
                                                              dxk_str name);
DXK_API const dxk_reflect_binding *dxk_reflect_find_binding(const dxk_reflect *reflect,
                                                            dxk_str name);
DXK_API const dxk_reflect_function *dxk_reflect_find_function(const dxk_reflect *reflect,
                                                              dxk_str name);

/*
 * Prints what `dxa -dumpreflection` prints: the reflection, preceded for a library by the text of
 * the RDAT part. DXK_E_INVALID: the container has no DXIL part, or something is malformed; the rest
 * is printed. DXK_E_LIMIT if the text gets too long.
 */
DXK_API dxk_status dxk_reflect_print(const dxk_container *container, dxk_sink sink);

/*
 * Prints a header for C11 and C++11: a structure for each constant buffer and for the elements of
 * each structured buffer, with asserted offsets and sizes, and constants for each binding. `guard`
 * is the include guard, or NULL for none. DXK_E_LIMIT likewise.
 */
DXK_API dxk_status dxk_reflect_print_header(const dxk_reflect *reflect, const char *guard,
                                            dxk_sink sink);

#ifdef __cplusplus
}
#endif
#endif
