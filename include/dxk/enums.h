/* SPDX-License-Identifier: MIT */
/*
 * dxk/enums.h - enumerations and flag sets of the formats, with their names.
 *
 * Structures hold the raw numbers, so values without an enumerator are kept.
 *
 * Made by tools/gen_headers.py from src/spec/enums.def; edit that instead.
 */
#ifndef DXK_ENUMS_H
#define DXK_ENUMS_H

#include "dxk/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Stage or kind of a program. */
typedef enum dxk_shader_kind {
    DXK_SHADER_KIND_PIXEL = 0, /* Pixel */
    DXK_SHADER_KIND_VERTEX = 1, /* Vertex */
    DXK_SHADER_KIND_GEOMETRY = 2, /* Geometry */
    DXK_SHADER_KIND_HULL = 3, /* Hull */
    DXK_SHADER_KIND_DOMAIN = 4, /* Domain */
    DXK_SHADER_KIND_COMPUTE = 5, /* Compute */
    /* Library: functions to be linked, or ray tracing and work graph entries */
    DXK_SHADER_KIND_LIBRARY = 6,
    DXK_SHADER_KIND_RAY_GENERATION = 7, /* RayGeneration: starts the rays of a dispatch */
    /* Intersection: tests a ray against a primitive of its own shape */
    DXK_SHADER_KIND_INTERSECTION = 8,
    DXK_SHADER_KIND_ANY_HIT = 9, /* AnyHit: runs for a candidate hit, and may reject it */
    DXK_SHADER_KIND_CLOSEST_HIT = 10, /* ClosestHit: runs for the closest hit */
    DXK_SHADER_KIND_MISS = 11, /* Miss: runs if a ray hits nothing */
    DXK_SHADER_KIND_CALLABLE = 12, /* Callable: called by index from other ray tracing shaders */
    DXK_SHADER_KIND_MESH = 13, /* Mesh: makes vertices and primitives for a group of threads */
    DXK_SHADER_KIND_AMPLIFICATION = 14, /* Amplification: decides how many mesh shader groups run */
    DXK_SHADER_KIND_NODE = 15, /* Node: node of a work graph */
    DXK_SHADER_KIND_INVALID = 16 /* Invalid: no stage */
} dxk_shader_kind;

/* First part of a target profile such as ps_6_0. */
typedef enum dxk_shader_profile {
    DXK_SHADER_PROFILE_PIXEL = 0, /* ps: pixel */
    DXK_SHADER_PROFILE_VERTEX = 1, /* vs: vertex */
    DXK_SHADER_PROFILE_GEOMETRY = 2, /* gs: geometry */
    DXK_SHADER_PROFILE_HULL = 3, /* hs: hull */
    DXK_SHADER_PROFILE_DOMAIN = 4, /* ds: domain */
    DXK_SHADER_PROFILE_COMPUTE = 5, /* cs: compute */
    DXK_SHADER_PROFILE_LIBRARY = 6, /* lib: library */
    DXK_SHADER_PROFILE_MESH = 13, /* ms: mesh */
    DXK_SHADER_PROFILE_AMPLIFICATION = 14 /* as: amplification */
} dxk_shader_profile;

/* Class of a resource. */
typedef enum dxk_resource_class {
    DXK_RESOURCE_CLASS_SRV = 0, /* SRV: read-only view: textures, buffers */
    DXK_RESOURCE_CLASS_UAV = 1, /* UAV: view that can be written */
    DXK_RESOURCE_CLASS_CBUFFER = 2, /* CBuffer: constant buffer */
    DXK_RESOURCE_CLASS_SAMPLER = 3, /* Sampler */
    DXK_RESOURCE_CLASS_INVALID = 4 /* Invalid */
} dxk_resource_class;

/* Shape of a resource. */
typedef enum dxk_resource_kind {
    DXK_RESOURCE_KIND_INVALID = 0, /* Invalid: none */
    DXK_RESOURCE_KIND_TEXTURE1D = 1, /* Texture1D */
    DXK_RESOURCE_KIND_TEXTURE2D = 2, /* Texture2D */
    DXK_RESOURCE_KIND_TEXTURE2DMS = 3, /* Texture2DMS: multi-sampled */
    DXK_RESOURCE_KIND_TEXTURE3D = 4, /* Texture3D */
    DXK_RESOURCE_KIND_TEXTURE_CUBE = 5, /* TextureCube */
    DXK_RESOURCE_KIND_TEXTURE1D_ARRAY = 6, /* Texture1DArray */
    DXK_RESOURCE_KIND_TEXTURE2D_ARRAY = 7, /* Texture2DArray */
    DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY = 8, /* Texture2DMSArray: multi-sampled */
    DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY = 9, /* TextureCubeArray */
    DXK_RESOURCE_KIND_TYPED_BUFFER = 10, /* TypedBuffer: Buffer<T>: elements with a format */
    DXK_RESOURCE_KIND_RAW_BUFFER = 11, /* RawBuffer: ByteAddressBuffer */
    DXK_RESOURCE_KIND_STRUCTURED_BUFFER = 12, /* StructuredBuffer: elements of a fixed stride */
    DXK_RESOURCE_KIND_CBUFFER = 13, /* CBuffer */
    DXK_RESOURCE_KIND_SAMPLER = 14, /* Sampler */
    DXK_RESOURCE_KIND_TBUFFER = 15, /* TBuffer: constants read through a texture view */
    /* RTAccelerationStructure: scene that rays are traced in */
    DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE = 16,
    /* FeedbackTexture2D: records which parts of a texture are sampled */
    DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D = 17,
    /* FeedbackTexture2DArray: records which parts of a texture array are sampled */
    DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY = 18
} dxk_resource_kind;

/* Type of one component. */
typedef enum dxk_component_type {
    DXK_COMPONENT_TYPE_INVALID = 0, /* Invalid: none */
    DXK_COMPONENT_TYPE_I1 = 1, /* I1: boolean */
    DXK_COMPONENT_TYPE_I16 = 2, /* I16: signed 16-bit integer */
    DXK_COMPONENT_TYPE_U16 = 3, /* U16: unsigned 16-bit integer */
    DXK_COMPONENT_TYPE_I32 = 4, /* I32: signed 32-bit integer */
    DXK_COMPONENT_TYPE_U32 = 5, /* U32: unsigned 32-bit integer */
    DXK_COMPONENT_TYPE_I64 = 6, /* I64: signed 64-bit integer */
    DXK_COMPONENT_TYPE_U64 = 7, /* U64: unsigned 64-bit integer */
    DXK_COMPONENT_TYPE_F16 = 8, /* F16: half */
    DXK_COMPONENT_TYPE_F32 = 9, /* F32: float */
    DXK_COMPONENT_TYPE_F64 = 10, /* F64: double */
    DXK_COMPONENT_TYPE_SNORM_F16 = 11, /* SNormF16: -1 to 1 as a signed integer, read as half */
    DXK_COMPONENT_TYPE_UNORM_F16 = 12, /* UNormF16: 0 to 1 as an unsigned integer, read as half */
    DXK_COMPONENT_TYPE_SNORM_F32 = 13, /* SNormF32: the same range, read as float */
    DXK_COMPONENT_TYPE_UNORM_F32 = 14, /* UNormF32: the same range, read as float */
    DXK_COMPONENT_TYPE_SNORM_F64 = 15, /* SNormF64: the same range, read as double */
    DXK_COMPONENT_TYPE_UNORM_F64 = 16, /* UNormF64: the same range, read as double */
    DXK_COMPONENT_TYPE_PACKED_S8X32 = 17, /* PackedS8x32: four signed bytes in 32 bits */
    DXK_COMPONENT_TYPE_PACKED_U8X32 = 18, /* PackedU8x32: four unsigned bytes in 32 bits */
    DXK_COMPONENT_TYPE_I8 = 19, /* I8: signed byte */
    DXK_COMPONENT_TYPE_U8 = 20, /* U8: unsigned byte */
    /* F8_E4M3FN: 8-bit float, 4 exponent bits, without infinities */
    DXK_COMPONENT_TYPE_F8_E4M3FN = 21,
    DXK_COMPONENT_TYPE_F8_E5M2 = 22, /* F8_E5M2: 8-bit float, 5 exponent bits */
    DXK_COMPONENT_TYPE_BFLOAT16 = 23 /* BFloat16: 16-bit float with the exponent of a float */
} dxk_component_type;

/* Meaning of a signature element. */
typedef enum dxk_semantic_kind {
    DXK_SEMANTIC_KIND_ARBITRARY = 0, /* Arbitrary: name of the program's own, not a system value */
    DXK_SEMANTIC_KIND_VERTEX_ID = 1, /* VertexID */
    DXK_SEMANTIC_KIND_INSTANCE_ID = 2, /* InstanceID */
    DXK_SEMANTIC_KIND_POSITION = 3, /* Position */
    /* RenderTargetArrayIndex: slice of the render target */
    DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX = 4,
    DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX = 5, /* ViewPortArrayIndex: viewport to use */
    DXK_SEMANTIC_KIND_CLIP_DISTANCE = 6, /* ClipDistance */
    DXK_SEMANTIC_KIND_CULL_DISTANCE = 7, /* CullDistance */
    /* OutputControlPointID: number of the control point that a hull shader computes */
    DXK_SEMANTIC_KIND_OUTPUT_CONTROL_POINT_ID = 8,
    DXK_SEMANTIC_KIND_DOMAIN_LOCATION = 9, /* DomainLocation: location in the patch */
    DXK_SEMANTIC_KIND_PRIMITIVE_ID = 10, /* PrimitiveID */
    /* GSInstanceID: number of the instance of a geometry shader */
    DXK_SEMANTIC_KIND_GS_INSTANCE_ID = 11,
    DXK_SEMANTIC_KIND_SAMPLE_INDEX = 12, /* SampleIndex */
    DXK_SEMANTIC_KIND_IS_FRONT_FACE = 13, /* IsFrontFace */
    DXK_SEMANTIC_KIND_COVERAGE = 14, /* Coverage: samples that are covered */
    DXK_SEMANTIC_KIND_INNER_COVERAGE = 15, /* InnerCoverage: the pixel is covered completely */
    DXK_SEMANTIC_KIND_TARGET = 16, /* Target: colour for a render target */
    DXK_SEMANTIC_KIND_DEPTH = 17, /* Depth */
    DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL = 18, /* DepthLessEqual: depth that only gets smaller */
    DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL = 19, /* DepthGreaterEqual: depth that only gets larger */
    DXK_SEMANTIC_KIND_STENCIL_REF = 20, /* StencilRef */
    DXK_SEMANTIC_KIND_DISPATCH_THREAD_ID = 21, /* DispatchThreadID */
    DXK_SEMANTIC_KIND_GROUP_ID = 22, /* GroupID */
    DXK_SEMANTIC_KIND_GROUP_INDEX = 23, /* GroupIndex */
    DXK_SEMANTIC_KIND_GROUP_THREAD_ID = 24, /* GroupThreadID */
    DXK_SEMANTIC_KIND_TESS_FACTOR = 25, /* TessFactor: divisions of the edges */
    DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR = 26, /* InsideTessFactor: divisions of the inside */
    DXK_SEMANTIC_KIND_VIEW_ID = 27, /* ViewID: view of view instancing */
    DXK_SEMANTIC_KIND_BARYCENTRICS = 28, /* Barycentrics: weights of the vertices */
    DXK_SEMANTIC_KIND_SHADING_RATE = 29, /* ShadingRate */
    DXK_SEMANTIC_KIND_CULL_PRIMITIVE = 30, /* CullPrimitive: drops a primitive of a mesh shader */
    DXK_SEMANTIC_KIND_START_VERTEX_LOCATION = 31, /* StartVertexLocation: base vertex of the draw */
    /* StartInstanceLocation: first instance of the draw */
    DXK_SEMANTIC_KIND_START_INSTANCE_LOCATION = 32,
    DXK_SEMANTIC_KIND_INVALID = 33 /* Invalid: none */
} dxk_semantic_kind;

/* Interpolation of an input of a pixel shader. */
typedef enum dxk_interpolation_mode {
    DXK_INTERPOLATION_MODE_UNDEFINED = 0, /* Undefined: does not apply */
    DXK_INTERPOLATION_MODE_CONSTANT = 1, /* Constant: value of the first vertex */
    DXK_INTERPOLATION_MODE_LINEAR = 2, /* Linear: perspective-correct, at the pixel centre */
    /* LinearCentroid: at a covered position in the pixel */
    DXK_INTERPOLATION_MODE_LINEAR_CENTROID = 3,
    DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE = 4, /* LinearNoperspective: linear on the screen */
    /* LinearNoperspectiveCentroid: linear on the screen, at a covered position */
    DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID = 5,
    DXK_INTERPOLATION_MODE_LINEAR_SAMPLE = 6, /* LinearSample: at each sample */
    /* LinearNoperspectiveSample: linear on the screen, at each sample */
    DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE = 7,
    DXK_INTERPOLATION_MODE_INVALID = 8 /* Invalid */
} dxk_interpolation_mode;

/* System value of an element in a signature part. */
typedef enum dxk_sig_system_value {
    DXK_SIG_SYSTEM_VALUE_UNDEFINED = 0, /* Undefined: none */
    DXK_SIG_SYSTEM_VALUE_POSITION = 1, /* Position */
    DXK_SIG_SYSTEM_VALUE_CLIP_DISTANCE = 2, /* ClipDistance */
    DXK_SIG_SYSTEM_VALUE_CULL_DISTANCE = 3, /* CullDistance */
    /* RenderTargetArrayIndex: slice of the render target */
    DXK_SIG_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX = 4,
    DXK_SIG_SYSTEM_VALUE_VIEWPORT_ARRAY_INDEX = 5, /* ViewPortArrayIndex: viewport to use */
    DXK_SIG_SYSTEM_VALUE_VERTEX_ID = 6, /* VertexID */
    DXK_SIG_SYSTEM_VALUE_PRIMITIVE_ID = 7, /* PrimitiveID */
    DXK_SIG_SYSTEM_VALUE_INSTANCE_ID = 8, /* InstanceID */
    DXK_SIG_SYSTEM_VALUE_IS_FRONT_FACE = 9, /* IsFrontFace */
    DXK_SIG_SYSTEM_VALUE_SAMPLE_INDEX = 10, /* SampleIndex */
    /* FinalQuadEdgeTessfactor: divisions of a quad's edge */
    DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_EDGE_TESS_FACTOR = 11,
    /* FinalQuadInsideTessfactor: divisions of a quad's inside */
    DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_INSIDE_TESS_FACTOR = 12,
    /* FinalTriEdgeTessfactor: divisions of a triangle's edge */
    DXK_SIG_SYSTEM_VALUE_FINAL_TRI_EDGE_TESS_FACTOR = 13,
    /* FinalTriInsideTessfactor: divisions of a triangle's inside */
    DXK_SIG_SYSTEM_VALUE_FINAL_TRI_INSIDE_TESS_FACTOR = 14,
    /* FinalLineDetailTessfactor: segments of an isoline */
    DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DETAIL_TESS_FACTOR = 15,
    /* FinalLineDensityTessfactor: number of isolines */
    DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DENSITY_TESS_FACTOR = 16,
    DXK_SIG_SYSTEM_VALUE_BARYCENTRICS = 23, /* Barycentrics: weights of the vertices */
    DXK_SIG_SYSTEM_VALUE_SHADING_RATE = 24, /* ShadingRate */
    /* CullPrimitive: drops a primitive of a mesh shader */
    DXK_SIG_SYSTEM_VALUE_CULL_PRIMITIVE = 25,
    DXK_SIG_SYSTEM_VALUE_TARGET = 64, /* Target: colour for a render target */
    DXK_SIG_SYSTEM_VALUE_DEPTH = 65, /* Depth */
    DXK_SIG_SYSTEM_VALUE_COVERAGE = 66, /* Coverage: samples that are covered */
    DXK_SIG_SYSTEM_VALUE_DEPTH_GREATER_EQUAL = 67, /* DepthGE: depth that only gets larger */
    DXK_SIG_SYSTEM_VALUE_DEPTH_LESS_EQUAL = 68, /* DepthLE: depth that only gets smaller */
    DXK_SIG_SYSTEM_VALUE_STENCIL_REF = 69, /* StencilRef */
    DXK_SIG_SYSTEM_VALUE_INNER_COVERAGE = 70 /* InnerCoverage: the pixel is covered completely */
} dxk_sig_system_value;

/* Component type of an element in a signature part. */
typedef enum dxk_sig_component_type {
    DXK_SIG_COMPONENT_TYPE_UNKNOWN = 0, /* Unknown: none; also booleans before validator 1.5 */
    DXK_SIG_COMPONENT_TYPE_UINT32 = 1, /* UInt32 */
    DXK_SIG_COMPONENT_TYPE_SINT32 = 2, /* SInt32 */
    DXK_SIG_COMPONENT_TYPE_FLOAT32 = 3, /* Float32 */
    DXK_SIG_COMPONENT_TYPE_UINT16 = 4, /* UInt16: native 16-bit types */
    DXK_SIG_COMPONENT_TYPE_SINT16 = 5, /* SInt16: native 16-bit types */
    DXK_SIG_COMPONENT_TYPE_FLOAT16 = 6, /* Float16: native 16-bit types */
    DXK_SIG_COMPONENT_TYPE_UINT64 = 7, /* UInt64 */
    DXK_SIG_COMPONENT_TYPE_SINT64 = 8, /* SInt64 */
    DXK_SIG_COMPONENT_TYPE_FLOAT64 = 9 /* Float64 */
} dxk_sig_component_type;

/* Minimum precision of an element in a signature part. */
typedef enum dxk_sig_min_precision {
    DXK_SIG_MIN_PRECISION_DEFAULT = 0, /* Default: 32 bits */
    DXK_SIG_MIN_PRECISION_FLOAT16 = 1, /* Float16: min16float */
    DXK_SIG_MIN_PRECISION_FLOAT2_8 = 2, /* Float2_8: min10float */
    DXK_SIG_MIN_PRECISION_RESERVED = 3, /* Reserved */
    DXK_SIG_MIN_PRECISION_SINT16 = 4, /* SInt16: min16int */
    DXK_SIG_MIN_PRECISION_UINT16 = 5, /* UInt16: min16uint */
    DXK_SIG_MIN_PRECISION_ANY16 = 240, /* Any16: any type of 16 bits */
    DXK_SIG_MIN_PRECISION_ANY10 = 241 /* Any10: any type of 10 bits */
} dxk_sig_min_precision;

/* Class of a resource in PSV0. */
typedef enum dxk_psv_resource_type {
    DXK_PSV_RESOURCE_TYPE_INVALID = 0, /* Invalid */
    DXK_PSV_RESOURCE_TYPE_SAMPLER = 1, /* Sampler */
    DXK_PSV_RESOURCE_TYPE_CBV = 2, /* CBV */
    DXK_PSV_RESOURCE_TYPE_SRV_TYPED = 3, /* SRVTyped: texture or typed buffer */
    DXK_PSV_RESOURCE_TYPE_SRV_RAW = 4, /* SRVRaw: byte address buffer or acceleration structure */
    DXK_PSV_RESOURCE_TYPE_SRV_STRUCTURED = 5, /* SRVStructured */
    DXK_PSV_RESOURCE_TYPE_UAV_TYPED = 6, /* UAVTyped: texture or typed buffer that can be written */
    DXK_PSV_RESOURCE_TYPE_UAV_RAW = 7, /* UAVRaw: byte address buffer that can be written */
    DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED = 8, /* UAVStructured */
    /* UAVStructuredWithCounter: with a hidden counter */
    DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED_WITH_COUNTER = 9
} dxk_psv_resource_type;

/* Flags of a resource in PSV0, combined with `|`. */
typedef enum dxk_psv_resource_flag {
    DXK_PSV_RESOURCE_FLAG_USED_BY_ATOMIC64 = 0x1 /* UsedByAtomic64: 64-bit atomics operate on it */
} dxk_psv_resource_flag;

/* Domain of the tessellator. */
typedef enum dxk_tessellator_domain {
    DXK_TESSELLATOR_DOMAIN_UNDEFINED = 0, /* Undefined: not specified */
    DXK_TESSELLATOR_DOMAIN_ISOLINE = 1, /* IsoLine */
    DXK_TESSELLATOR_DOMAIN_TRI = 2, /* Tri */
    DXK_TESSELLATOR_DOMAIN_QUAD = 3 /* Quad */
} dxk_tessellator_domain;

/* Output primitive of the tessellator. */
typedef enum dxk_tessellator_output {
    DXK_TESSELLATOR_OUTPUT_UNDEFINED = 0, /* Undefined: not specified */
    DXK_TESSELLATOR_OUTPUT_POINT = 1, /* Point */
    DXK_TESSELLATOR_OUTPUT_LINE = 2, /* Line */
    DXK_TESSELLATOR_OUTPUT_TRIANGLE_CW = 3, /* TriangleCW: clockwise */
    DXK_TESSELLATOR_OUTPUT_TRIANGLE_CCW = 4 /* TriangleCCW: counter-clockwise */
} dxk_tessellator_output;

/* Input primitive of a geometry shader. */
typedef enum dxk_input_primitive {
    DXK_INPUT_PRIMITIVE_UNDEFINED = 0, /* Undefined: not specified */
    DXK_INPUT_PRIMITIVE_POINT = 1, /* Point */
    DXK_INPUT_PRIMITIVE_LINE = 2, /* Line */
    DXK_INPUT_PRIMITIVE_TRIANGLE = 3, /* Triangle */
    DXK_INPUT_PRIMITIVE_RESERVED4 = 4, /* Reserved4 */
    DXK_INPUT_PRIMITIVE_RESERVED5 = 5, /* Reserved5 */
    DXK_INPUT_PRIMITIVE_LINE_WITH_ADJACENCY = 6, /* LineWithAdjacency */
    DXK_INPUT_PRIMITIVE_TRIANGLE_WITH_ADJACENCY = 7, /* TriangleWithAdjacency */
    /* ControlPointPatch1: patch of one control point; the next are those of 2 to 32 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH1 = 8,
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH2 = 9, /* ControlPointPatch2 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH3 = 10, /* ControlPointPatch3 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH4 = 11, /* ControlPointPatch4 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH5 = 12, /* ControlPointPatch5 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH6 = 13, /* ControlPointPatch6 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH7 = 14, /* ControlPointPatch7 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH8 = 15, /* ControlPointPatch8 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH9 = 16, /* ControlPointPatch9 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH10 = 17, /* ControlPointPatch10 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH11 = 18, /* ControlPointPatch11 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH12 = 19, /* ControlPointPatch12 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH13 = 20, /* ControlPointPatch13 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH14 = 21, /* ControlPointPatch14 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH15 = 22, /* ControlPointPatch15 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH16 = 23, /* ControlPointPatch16 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH17 = 24, /* ControlPointPatch17 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH18 = 25, /* ControlPointPatch18 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH19 = 26, /* ControlPointPatch19 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH20 = 27, /* ControlPointPatch20 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH21 = 28, /* ControlPointPatch21 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH22 = 29, /* ControlPointPatch22 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH23 = 30, /* ControlPointPatch23 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH24 = 31, /* ControlPointPatch24 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH25 = 32, /* ControlPointPatch25 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH26 = 33, /* ControlPointPatch26 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH27 = 34, /* ControlPointPatch27 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH28 = 35, /* ControlPointPatch28 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH29 = 36, /* ControlPointPatch29 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH30 = 37, /* ControlPointPatch30 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH31 = 38, /* ControlPointPatch31 */
    DXK_INPUT_PRIMITIVE_CONTROL_POINT_PATCH32 = 39 /* ControlPointPatch32 */
} dxk_input_primitive;

/* Output topology of a geometry shader. */
typedef enum dxk_primitive_topology {
    DXK_PRIMITIVE_TOPOLOGY_UNDEFINED = 0, /* Undefined: not specified */
    DXK_PRIMITIVE_TOPOLOGY_POINT_LIST = 1, /* PointList */
    DXK_PRIMITIVE_TOPOLOGY_LINE_LIST = 2, /* LineList */
    DXK_PRIMITIVE_TOPOLOGY_LINE_STRIP = 3, /* LineStrip */
    DXK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST = 4, /* TriangleList */
    DXK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP = 5 /* TriangleStrip */
} dxk_primitive_topology;

/* Output topology of a mesh shader. */
typedef enum dxk_mesh_topology {
    DXK_MESH_TOPOLOGY_UNDEFINED = 0, /* Undefined: not specified */
    DXK_MESH_TOPOLOGY_LINE = 1, /* Line */
    DXK_MESH_TOPOLOGY_TRIANGLE = 2 /* Triangle */
} dxk_mesh_topology;

/* Kind of a part of RDAT. */
typedef enum dxk_rdat_part_type {
    DXK_RDAT_PART_TYPE_INVALID = 0, /* Invalid */
    DXK_RDAT_PART_TYPE_STRING_BUFFER = 1, /* StringBuffer: terminated strings */
    /* IndexArrays: lists of 32-bit words, each preceded by its length */
    DXK_RDAT_PART_TYPE_INDEX_ARRAYS = 2,
    DXK_RDAT_PART_TYPE_RESOURCE_TABLE = 3, /* ResourceTable: resources that functions bind */
    DXK_RDAT_PART_TYPE_FUNCTION_TABLE = 4, /* FunctionTable: functions of the library */
    DXK_RDAT_PART_TYPE_RAW_BYTES = 5, /* RawBytes: bytes that records point into */
    DXK_RDAT_PART_TYPE_SUBOBJECT_TABLE = 6, /* SubobjectTable: sub-objects of state objects */
    /* NodeIDTable: names of nodes, with their index in an array */
    DXK_RDAT_PART_TYPE_NODE_ID_TABLE = 7,
    /* NodeShaderIOAttribTable: attributes of node inputs and outputs */
    DXK_RDAT_PART_TYPE_NODE_SHADER_IO_ATTRIB_TABLE = 8,
    /* NodeShaderFuncAttribTable: attributes of node functions */
    DXK_RDAT_PART_TYPE_NODE_SHADER_FUNC_ATTRIB_TABLE = 9,
    DXK_RDAT_PART_TYPE_IO_NODE_TABLE = 10, /* IONodeTable: inputs and outputs of nodes */
    /* NodeShaderInfoTable: properties that make a function a node */
    DXK_RDAT_PART_TYPE_NODE_SHADER_INFO_TABLE = 11,
    /* Reserved_MeshNodesPreviewInfoTable: used in a preview only */
    DXK_RDAT_PART_TYPE_RESERVED_MESH_NODES_PREVIEW_INFO_TABLE = 12,
    /* SignatureElementTable: elements of signatures */
    DXK_RDAT_PART_TYPE_SIGNATURE_ELEMENT_TABLE = 13,
    DXK_RDAT_PART_TYPE_VS_INFO_TABLE = 14, /* VSInfoTable: vertex shaders */
    DXK_RDAT_PART_TYPE_PS_INFO_TABLE = 15, /* PSInfoTable: pixel shaders */
    DXK_RDAT_PART_TYPE_HS_INFO_TABLE = 16, /* HSInfoTable: hull shaders */
    DXK_RDAT_PART_TYPE_DS_INFO_TABLE = 17, /* DSInfoTable: domain shaders */
    DXK_RDAT_PART_TYPE_GS_INFO_TABLE = 18, /* GSInfoTable: geometry shaders */
    DXK_RDAT_PART_TYPE_CS_INFO_TABLE = 19, /* CSInfoTable: compute shaders */
    DXK_RDAT_PART_TYPE_MS_INFO_TABLE = 20, /* MSInfoTable: mesh shaders */
    DXK_RDAT_PART_TYPE_AS_INFO_TABLE = 21, /* ASInfoTable: amplification shaders */
    /* DxilPdbInfoTable: properties of the compilation (PDBI only) */
    DXK_RDAT_PART_TYPE_DXIL_PDB_INFO_TABLE = 0x10001,
    /* DxilPdbInfoSourceTable: sources of the compilation (PDBI only) */
    DXK_RDAT_PART_TYPE_DXIL_PDB_INFO_SOURCE_TABLE = 0x10002,
    /* DxilPdbInfoLibraryTable: libraries linked in (PDBI only) */
    DXK_RDAT_PART_TYPE_DXIL_PDB_INFO_LIBRARY_TABLE = 0x10003
} dxk_rdat_part_type;

/* Flags of a resource in RDAT, combined with `|`. */
typedef enum dxk_rdat_resource_flag {
    DXK_RDAT_RESOURCE_FLAG_NONE = 0, /* None */
    /* UAVGloballyCoherent: writes are visible to all groups */
    DXK_RDAT_RESOURCE_FLAG_UAV_GLOBALLY_COHERENT = 0x1,
    DXK_RDAT_RESOURCE_FLAG_UAV_COUNTER = 0x2, /* UAVCounter: has a hidden counter */
    /* UAVRasterizerOrderedView: accesses keep the order of the primitives */
    DXK_RDAT_RESOURCE_FLAG_UAV_RASTERIZER_ORDERED_VIEW = 0x4,
    /* DynamicIndexing: array that is indexed by a value that can vary */
    DXK_RDAT_RESOURCE_FLAG_DYNAMIC_INDEXING = 0x8,
    DXK_RDAT_RESOURCE_FLAG_ATOMIC64_USE = 0x10, /* Atomics64Use: 64-bit atomics operate on it */
    /* UAVReorderCoherent: writes are visible after a thread is reordered */
    DXK_RDAT_RESOURCE_FLAG_UAV_REORDER_COHERENT = 0x20
} dxk_rdat_resource_flag;

/* Stages that a function can run in (RDAT), combined with `|`. */
typedef enum dxk_rdat_stage_flag {
    DXK_RDAT_STAGE_FLAG_PIXEL = 0x1, /* Pixel */
    DXK_RDAT_STAGE_FLAG_VERTEX = 0x2, /* Vertex */
    DXK_RDAT_STAGE_FLAG_GEOMETRY = 0x4, /* Geometry */
    DXK_RDAT_STAGE_FLAG_HULL = 0x8, /* Hull */
    DXK_RDAT_STAGE_FLAG_DOMAIN = 0x10, /* Domain */
    DXK_RDAT_STAGE_FLAG_COMPUTE = 0x20, /* Compute */
    DXK_RDAT_STAGE_FLAG_LIBRARY = 0x40, /* Library: can be called from a library function */
    DXK_RDAT_STAGE_FLAG_RAY_GENERATION = 0x80, /* RayGeneration */
    DXK_RDAT_STAGE_FLAG_INTERSECTION = 0x100, /* Intersection */
    DXK_RDAT_STAGE_FLAG_ANY_HIT = 0x200, /* AnyHit */
    DXK_RDAT_STAGE_FLAG_CLOSEST_HIT = 0x400, /* ClosestHit */
    DXK_RDAT_STAGE_FLAG_MISS = 0x800, /* Miss */
    DXK_RDAT_STAGE_FLAG_CALLABLE = 0x1000, /* Callable */
    DXK_RDAT_STAGE_FLAG_MESH = 0x2000, /* Mesh */
    DXK_RDAT_STAGE_FLAG_AMPLIFICATION = 0x4000, /* Amplification */
    DXK_RDAT_STAGE_FLAG_NODE = 0x8000 /* Node */
} dxk_rdat_stage_flag;

/* Features that a function requires of the device (RDAT), low half, combined with `|`. */
#define DXK_RDAT_FEATURE1_FLAG_DOUBLES 0x1u /* Doubles: double-precision floating point */
/* ComputeShadersPlusRawAndStructuredBuffersViaShader4X: raw and structured buffers in shader
 * model 4 */
#define DXK_RDAT_FEATURE1_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X 0x2u
#define DXK_RDAT_FEATURE1_FLAG_UAVS_AT_EVERY_STAGE 0x4u /* UAVsAtEveryStage: UAVs at every stage */
#define DXK_RDAT_FEATURE1_FLAG_64_UAVS 0x8u /* _64UAVs: 64 UAV slots */
/* MinimumPrecision: minimum-precision data types */
#define DXK_RDAT_FEATURE1_FLAG_MINIMUM_PRECISION 0x10u
/* _11_1_DoubleExtensions: double-precision extensions of 11.1 */
#define DXK_RDAT_FEATURE1_FLAG_11_1_DOUBLE_EXTENSIONS 0x20u
/* _11_1_ShaderExtensions: shader extensions of 11.1 */
#define DXK_RDAT_FEATURE1_FLAG_11_1_SHADER_EXTENSIONS 0x40u
/* LEVEL9ComparisonFiltering: comparison filtering at feature level 9 */
#define DXK_RDAT_FEATURE1_FLAG_LEVEL9_COMPARISON_FILTERING 0x80u
#define DXK_RDAT_FEATURE1_FLAG_TILED_RESOURCES 0x100u /* TiledResources: tiled resources */
/* StencilRef: stencil reference written by the pixel shader */
#define DXK_RDAT_FEATURE1_FLAG_STENCIL_REF 0x200u
/* InnerCoverage: inner coverage read by the pixel shader */
#define DXK_RDAT_FEATURE1_FLAG_INNER_COVERAGE 0x400u
/* TypedUAVLoadAdditionalFormats: typed UAV loads of additional formats */
#define DXK_RDAT_FEATURE1_FLAG_TYPED_UAV_LOAD_FORMATS 0x800u
#define DXK_RDAT_FEATURE1_FLAG_ROVS 0x1000u /* ROVs: raster order views */
/* ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer: viewport or array index from any stage
 * before the rasterizer */
#define DXK_RDAT_FEATURE1_FLAG_VIEWPORT_AND_RT_INDEX 0x2000u
#define DXK_RDAT_FEATURE1_FLAG_WAVE_OPS 0x4000u /* WaveOps: wave operations */
#define DXK_RDAT_FEATURE1_FLAG_INT64_OPS 0x8000u /* Int64Ops: 64-bit integers */
#define DXK_RDAT_FEATURE1_FLAG_VIEW_ID 0x10000u /* ViewID: view instancing */
#define DXK_RDAT_FEATURE1_FLAG_BARYCENTRICS 0x20000u /* Barycentrics: barycentrics */
/* NativeLowPrecision: native 16-bit types */
#define DXK_RDAT_FEATURE1_FLAG_NATIVE_LOW_PRECISION 0x40000u
#define DXK_RDAT_FEATURE1_FLAG_SHADING_RATE 0x80000u /* ShadingRate: variable shading rate */
/* Raytracing_Tier_1_1: ray tracing tier 1.1 */
#define DXK_RDAT_FEATURE1_FLAG_RAYTRACING_TIER_1_1 0x100000u
#define DXK_RDAT_FEATURE1_FLAG_SAMPLER_FEEDBACK 0x200000u /* SamplerFeedback: sampler feedback */
/* AtomicInt64OnTypedResource: 64-bit atomics on typed resources */
#define DXK_RDAT_FEATURE1_FLAG_ATOMIC_INT64_ON_TYPED_RESOURCE 0x400000u
/* AtomicInt64OnGroupShared: 64-bit atomics on group-shared memory */
#define DXK_RDAT_FEATURE1_FLAG_ATOMIC_INT64_ON_GROUP_SHARED 0x800000u
/* DerivativesInMeshAndAmpShaders: derivatives in mesh and amplification shaders */
#define DXK_RDAT_FEATURE1_FLAG_DERIVATIVES_IN_MESH_AND_AMP_SHADERS 0x1000000u
/* ResourceDescriptorHeapIndexing: indexing of the resource descriptor heap */
#define DXK_RDAT_FEATURE1_FLAG_RESOURCE_DESCRIPTOR_HEAP_INDEXING 0x2000000u
/* SamplerDescriptorHeapIndexing: indexing of the sampler descriptor heap */
#define DXK_RDAT_FEATURE1_FLAG_SAMPLER_DESCRIPTOR_HEAP_INDEXING 0x4000000u
/* Reserved: bit 27, once meant for wave matrices */
#define DXK_RDAT_FEATURE1_FLAG_RESERVED 0x8000000u
/* AtomicInt64OnHeapResource: 64-bit atomics on resources of the descriptor heap */
#define DXK_RDAT_FEATURE1_FLAG_ATOMIC_INT64_ON_HEAP_RESOURCE 0x10000000u
/* AdvancedTextureOps: advanced texture operations */
#define DXK_RDAT_FEATURE1_FLAG_ADVANCED_TEXTURE_OPS 0x20000000u
/* WriteableMSAATextures: writeable multi-sampled textures */
#define DXK_RDAT_FEATURE1_FLAG_WRITEABLE_MSAA 0x40000000u
/* SampleCmpGradientOrBias: SampleCmp with gradient or bias */
#define DXK_RDAT_FEATURE1_FLAG_SAMPLE_CMP_GRADIENT_OR_BIAS 0x80000000u

/* Features that a function requires of the device (RDAT), high half, combined with `|`. */
typedef enum dxk_rdat_feature2_flag {
    /* ExtendedCommandInfo: extended command information */
    DXK_RDAT_FEATURE2_FLAG_EXTENDED_COMMAND_INFO = 0x1,
    /* Opt_UsesDerivatives: optional: derivatives are used */
    DXK_RDAT_FEATURE2_FLAG_OPT_USES_DERIVATIVES = 0x100,
    /* Opt_RequiresGroup: optional: a visible thread group is required */
    DXK_RDAT_FEATURE2_FLAG_OPT_REQUIRES_GROUP = 0x200
} dxk_rdat_feature2_flag;

/* Flags of an entry point in RDAT, combined with `|`. */
typedef enum dxk_rdat_shader_flag {
    DXK_RDAT_SHADER_FLAG_NONE = 0, /* None */
    DXK_RDAT_SHADER_FLAG_NODE_PROGRAM_ENTRY = 0x1, /* NodeProgramEntry: entry of a work graph */
    /* OutputPositionPresent: SV_Position is written */
    DXK_RDAT_SHADER_FLAG_OUTPUT_POSITION_PRESENT = 0x2,
    DXK_RDAT_SHADER_FLAG_DEPTH_OUTPUT = 0x4, /* DepthOutput: depth is written */
    DXK_RDAT_SHADER_FLAG_SAMPLE_FREQUENCY = 0x8, /* SampleFrequency: runs for each sample */
    DXK_RDAT_SHADER_FLAG_USES_VIEW_ID = 0x10 /* UsesViewID: SV_ViewID is read */
} dxk_rdat_shader_flag;

/* Kind of an attribute of a node function. */
typedef enum dxk_node_func_attrib_kind {
    DXK_NODE_FUNC_ATTRIB_KIND_NONE = 0, /* None */
    DXK_NODE_FUNC_ATTRIB_KIND_ID = 1, /* ID: name of the node */
    DXK_NODE_FUNC_ATTRIB_KIND_NUM_THREADS = 2, /* NumThreads: size of a thread group: x, y, z */
    DXK_NODE_FUNC_ATTRIB_KIND_SHARE_INPUT_OF = 3, /* ShareInputOf: node whose input it shares */
    /* DispatchGrid: size of the dispatch grid for a record: x, y, z */
    DXK_NODE_FUNC_ATTRIB_KIND_DISPATCH_GRID = 4,
    /* MaxRecursionDepth: largest depth to which the node calls itself */
    DXK_NODE_FUNC_ATTRIB_KIND_MAX_RECURSION_DEPTH = 5,
    /* LocalRootArgumentsTableIndex: index in the table of local root arguments */
    DXK_NODE_FUNC_ATTRIB_KIND_LOCAL_ROOT_ARGUMENTS_TABLE_INDEX = 6,
    /* MaxDispatchGrid: largest dispatch grid that a record may ask for */
    DXK_NODE_FUNC_ATTRIB_KIND_MAX_DISPATCH_GRID = 7,
    /* Reserved_MeshNodePreview1: used in a preview only */
    DXK_NODE_FUNC_ATTRIB_KIND_RESERVED_MESH_NODE_PREVIEW1 = 8,
    /* Reserved_MeshNodePreview2: used in a preview only */
    DXK_NODE_FUNC_ATTRIB_KIND_RESERVED_MESH_NODE_PREVIEW2 = 9
} dxk_node_func_attrib_kind;

/* Kind of an attribute of a node input or output. */
typedef enum dxk_node_attrib_kind {
    DXK_NODE_ATTRIB_KIND_NONE = 0, /* None */
    DXK_NODE_ATTRIB_KIND_OUTPUT_ID = 1, /* OutputID: node that receives the output */
    DXK_NODE_ATTRIB_KIND_MAX_RECORDS = 2, /* MaxRecords: largest number of records of a group */
    /* MaxRecordsSharedWith: output that shares the number of records */
    DXK_NODE_ATTRIB_KIND_MAX_RECORDS_SHARED_WITH = 3,
    DXK_NODE_ATTRIB_KIND_RECORD_SIZE_IN_BYTES = 4, /* RecordSizeInBytes: size of a record */
    /* RecordDispatchGrid: place of the dispatch grid in the record */
    DXK_NODE_ATTRIB_KIND_RECORD_DISPATCH_GRID = 5,
    /* OutputArraySize: number of nodes of an output array */
    DXK_NODE_ATTRIB_KIND_OUTPUT_ARRAY_SIZE = 6,
    /* AllowSparseNodes: nodes of the array may be missing */
    DXK_NODE_ATTRIB_KIND_ALLOW_SPARSE_NODES = 7,
    /* RecordAlignmentInBytes: alignment of a record */
    DXK_NODE_ATTRIB_KIND_RECORD_ALIGNMENT_IN_BYTES = 8
} dxk_node_attrib_kind;

/* Type of launch of a node. */
typedef enum dxk_node_launch_type {
    DXK_NODE_LAUNCH_TYPE_INVALID = 0, /* Invalid */
    DXK_NODE_LAUNCH_TYPE_BROADCASTING = 1, /* Broadcasting: a grid of groups for each record */
    DXK_NODE_LAUNCH_TYPE_COALESCING = 2, /* Coalescing: one group for several records */
    DXK_NODE_LAUNCH_TYPE_THREAD = 3, /* Thread: one thread for each record */
    DXK_NODE_LAUNCH_TYPE_RESERVED_MESH = 4 /* Reserved_Mesh: used in a preview only */
} dxk_node_launch_type;

/* Flags of a node input or output, combined with `|`. */
typedef enum dxk_node_io_flag {
    DXK_NODE_IO_FLAG_INPUT = 0x1, /* Input */
    DXK_NODE_IO_FLAG_OUTPUT = 0x2, /* Output */
    DXK_NODE_IO_FLAG_READ_WRITE = 0x4, /* ReadWrite: records can be written */
    DXK_NODE_IO_FLAG_EMPTY_RECORD = 0x8, /* EmptyRecord: without data */
    DXK_NODE_IO_FLAG_NODE_ARRAY = 0x10, /* NodeArray: one of an array of nodes */
    DXK_NODE_IO_FLAG_DISPATCH_RECORD = 0x60, /* DispatchRecord: both of the bits below */
    DXK_NODE_IO_FLAG_THREAD_RECORD = 0x20, /* ThreadRecord: a record of one thread */
    DXK_NODE_IO_FLAG_GROUP_RECORD = 0x40, /* GroupRecord: a record of a group */
    /* TrackRWInputSharing: groups that share it can tell which one finishes last */
    DXK_NODE_IO_FLAG_TRACK_RW_INPUT_SHARING = 0x100,
    /* GloballyCoherent: writes are visible to all groups */
    DXK_NODE_IO_FLAG_GLOBALLY_COHERENT = 0x200
} dxk_node_io_flag;

/* Kind of a sub-object of a state object. */
typedef enum dxk_subobject_kind {
    DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG = 0, /* StateObjectConfig: flags of the state object */
    /* GlobalRootSignature: root signature of all shaders */
    DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE = 1,
    /* LocalRootSignature: root signature of a shader record */
    DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE = 2,
    /* SubobjectToExportsAssociation: assigns another sub-object to functions */
    DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION = 8,
    /* RaytracingShaderConfig: sizes of payload and attributes */
    DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG = 9,
    /* RaytracingPipelineConfig: depth of recursion */
    DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG = 10,
    DXK_SUBOBJECT_KIND_HIT_GROUP = 11, /* HitGroup: shaders that run at a hit */
    /* RaytracingPipelineConfig1: depth of recursion, and flags */
    DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1 = 12
} dxk_subobject_kind;

/* Geometry of a hit group. */
typedef enum dxk_hit_group_type {
    DXK_HIT_GROUP_TYPE_TRIANGLE = 0, /* Triangle */
    /* ProceduralPrimitive: with an intersection shader */
    DXK_HIT_GROUP_TYPE_PROCEDURAL_PRIMITIVE = 1
} dxk_hit_group_type;

/* Flags of a ray tracing pipeline, combined with `|`. */
typedef enum dxk_raytracing_pipeline_flag {
    DXK_RAYTRACING_PIPELINE_FLAG_NONE = 0, /* None */
    DXK_RAYTRACING_PIPELINE_FLAG_SKIP_TRIANGLES = 0x100, /* SkipTriangles: rays ignore triangles */
    /* SkipProceduralPrimitives: rays ignore everything but triangles */
    DXK_RAYTRACING_PIPELINE_FLAG_SKIP_PROCEDURAL_PRIMITIVES = 0x200,
    /* AllowOpacityMicromaps: triangles may have opacity micromaps */
    DXK_RAYTRACING_PIPELINE_FLAG_ALLOW_OPACITY_MICROMAPS = 0x400
} dxk_raytracing_pipeline_flag;

/* Flags of a state object, combined with `|`. */
typedef enum dxk_state_object_flag {
    /* AllowLocalDependenciesOnExternalDefinitions: may use definitions of other state objects */
    DXK_STATE_OBJECT_FLAG_ALLOW_LOCAL_DEPENDENCIES_ON_EXTERNAL_DEFINITIONS = 0x1,
    /* AllowExternalDependenciesOnLocalDefinitions: other state objects may use its definitions */
    DXK_STATE_OBJECT_FLAG_ALLOW_EXTERNAL_DEPENDENCIES_ON_LOCAL_DEFINITIONS = 0x2,
    /* AllowStateObjectAdditions: may be extended later */
    DXK_STATE_OBJECT_FLAG_ALLOW_STATE_OBJECT_ADDITIONS = 0x4
} dxk_state_object_flag;

/* Version of a root signature. */
typedef enum dxk_rs_version {
    DXK_RS_VERSION_1_0 = 1, /* 1.0 */
    DXK_RS_VERSION_1_1 = 2, /* 1.1 */
    DXK_RS_VERSION_1_2 = 3 /* 1.2 */
} dxk_rs_version;

/* Flags of a root signature, combined with `|`. */
/* AllowInputAssemblerInputLayout: vertex buffers are used */
#define DXK_RS_FLAG_ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT 0x1u
#define DXK_RS_FLAG_DENY_VERTEX_SHADER_ROOT_ACCESS 0x2u /* DenyVertexShaderRootAccess */
#define DXK_RS_FLAG_DENY_HULL_SHADER_ROOT_ACCESS 0x4u /* DenyHullShaderRootAccess */
#define DXK_RS_FLAG_DENY_DOMAIN_SHADER_ROOT_ACCESS 0x8u /* DenyDomainShaderRootAccess */
#define DXK_RS_FLAG_DENY_GEOMETRY_SHADER_ROOT_ACCESS 0x10u /* DenyGeometryShaderRootAccess */
#define DXK_RS_FLAG_DENY_PIXEL_SHADER_ROOT_ACCESS 0x20u /* DenyPixelShaderRootAccess */
/* AllowStreamOutput: vertices are written to memory */
#define DXK_RS_FLAG_ALLOW_STREAM_OUTPUT 0x40u
/* LocalRootSignature: for shader records of ray tracing and work graphs */
#define DXK_RS_FLAG_LOCAL_ROOT_SIGNATURE 0x80u
/* DenyAmplificationShaderRootAccess */
#define DXK_RS_FLAG_DENY_AMPLIFICATION_SHADER_ROOT_ACCESS 0x100u
#define DXK_RS_FLAG_DENY_MESH_SHADER_ROOT_ACCESS 0x200u /* DenyMeshShaderRootAccess */
/* CBVSRVUAVHeapDirectlyIndexed: the shader indexes the resource heap itself */
#define DXK_RS_FLAG_CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED 0x400u
/* SamplerHeapDirectlyIndexed: the shader indexes the sampler heap itself */
#define DXK_RS_FLAG_SAMPLER_HEAP_DIRECTLY_INDEXED 0x800u
/* AllowLowTierReservedHwCbLimit */
#define DXK_RS_FLAG_ALLOW_LOW_TIER_RESERVED_HW_CB_LIMIT 0x80000000u

/* Kind of a root parameter. */
typedef enum dxk_rs_parameter_type {
    DXK_RS_PARAMETER_TYPE_DESCRIPTOR_TABLE = 0, /* DescriptorTable: ranges of a descriptor heap */
    DXK_RS_PARAMETER_TYPE_CONSTANTS = 1, /* Constants32Bit: 32-bit values */
    DXK_RS_PARAMETER_TYPE_CBV = 2, /* CBV: one constant buffer view */
    DXK_RS_PARAMETER_TYPE_SRV = 3, /* SRV: one view of a buffer */
    DXK_RS_PARAMETER_TYPE_UAV = 4 /* UAV: one view of a buffer that can be written */
} dxk_rs_parameter_type;

/* Stages that see a root parameter or sampler. */
typedef enum dxk_rs_visibility {
    DXK_RS_VISIBILITY_ALL = 0, /* All */
    DXK_RS_VISIBILITY_VERTEX = 1, /* Vertex */
    DXK_RS_VISIBILITY_HULL = 2, /* Hull */
    DXK_RS_VISIBILITY_DOMAIN = 3, /* Domain */
    DXK_RS_VISIBILITY_GEOMETRY = 4, /* Geometry */
    DXK_RS_VISIBILITY_PIXEL = 5, /* Pixel */
    DXK_RS_VISIBILITY_AMPLIFICATION = 6, /* Amplification */
    DXK_RS_VISIBILITY_MESH = 7 /* Mesh */
} dxk_rs_visibility;

/* Kind of a range of descriptors. */
typedef enum dxk_rs_range_type {
    DXK_RS_RANGE_TYPE_SRV = 0, /* SRV */
    DXK_RS_RANGE_TYPE_UAV = 1, /* UAV */
    DXK_RS_RANGE_TYPE_CBV = 2, /* CBV */
    DXK_RS_RANGE_TYPE_SAMPLER = 3 /* Sampler */
} dxk_rs_range_type;

/* Promises about a range of descriptors (1.1), combined with `|`. */
typedef enum dxk_rs_range_flag {
    /* DescriptorsVolatile: descriptors may change until the work runs */
    DXK_RS_RANGE_FLAG_DESCRIPTORS_VOLATILE = 0x1,
    DXK_RS_RANGE_FLAG_DATA_VOLATILE = 0x2, /* DataVolatile: data may change while the work runs */
    /* DataStaticWhileSetAtExecute: data does not change from when the table is set to the end of
     * the work */
    DXK_RS_RANGE_FLAG_DATA_STATIC_WHILE_SET_AT_EXECUTE = 0x4,
    DXK_RS_RANGE_FLAG_DATA_STATIC = 0x8, /* DataStatic: data never changes once it is set */
    /* DescriptorsStaticKeepingBufferBoundsChecks: descriptors do not change, and buffer bounds
     * are checked */
    DXK_RS_RANGE_FLAG_DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS = 0x10000
} dxk_rs_range_flag;

/* Promises about a root descriptor (1.1), combined with `|`. */
typedef enum dxk_rs_descriptor_flag {
    /* DataVolatile: data may change while the work runs */
    DXK_RS_DESCRIPTOR_FLAG_DATA_VOLATILE = 0x2,
    /* DataStaticWhileSetAtExecute: data does not change from when the descriptor is set to the
     * end of the work */
    DXK_RS_DESCRIPTOR_FLAG_DATA_STATIC_WHILE_SET_AT_EXECUTE = 0x4,
    DXK_RS_DESCRIPTOR_FLAG_DATA_STATIC = 0x8 /* DataStatic: data never changes once it is set */
} dxk_rs_descriptor_flag;

/* Flags of a static sampler (1.2), combined with `|`. */
typedef enum dxk_rs_sampler_flag {
    /* UintBorderColor: the border colour is an integer */
    DXK_RS_SAMPLER_FLAG_UINT_BORDER_COLOR = 0x1,
    /* NonNormalizedCoordinates: coordinates are in texels */
    DXK_RS_SAMPLER_FLAG_NON_NORMALIZED_COORDINATES = 0x2
} dxk_rs_sampler_flag;

/* Filter of a sampler. */
typedef enum dxk_filter {
    DXK_FILTER_MIN_MAG_MIP_POINT = 0, /* MIN_MAG_MIP_POINT */
    DXK_FILTER_MIN_MAG_POINT_MIP_LINEAR = 1, /* MIN_MAG_POINT_MIP_LINEAR */
    DXK_FILTER_MIN_POINT_MAG_LINEAR_MIP_POINT = 4, /* MIN_POINT_MAG_LINEAR_MIP_POINT */
    DXK_FILTER_MIN_POINT_MAG_MIP_LINEAR = 5, /* MIN_POINT_MAG_MIP_LINEAR */
    DXK_FILTER_MIN_LINEAR_MAG_MIP_POINT = 16, /* MIN_LINEAR_MAG_MIP_POINT */
    DXK_FILTER_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 17, /* MIN_LINEAR_MAG_POINT_MIP_LINEAR */
    DXK_FILTER_MIN_MAG_LINEAR_MIP_POINT = 20, /* MIN_MAG_LINEAR_MIP_POINT */
    DXK_FILTER_MIN_MAG_MIP_LINEAR = 21, /* MIN_MAG_MIP_LINEAR */
    DXK_FILTER_ANISOTROPIC = 85, /* ANISOTROPIC */
    DXK_FILTER_COMPARISON_MIN_MAG_MIP_POINT = 128, /* COMPARISON_MIN_MAG_MIP_POINT */
    DXK_FILTER_COMPARISON_MIN_MAG_POINT_MIP_LINEAR = 129, /* COMPARISON_MIN_MAG_POINT_MIP_LINEAR */
    /* COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT */
    DXK_FILTER_COMPARISON_MIN_POINT_MAG_LINEAR_MIP_POINT = 132,
    DXK_FILTER_COMPARISON_MIN_POINT_MAG_MIP_LINEAR = 133, /* COMPARISON_MIN_POINT_MAG_MIP_LINEAR */
    DXK_FILTER_COMPARISON_MIN_LINEAR_MAG_MIP_POINT = 144, /* COMPARISON_MIN_LINEAR_MAG_MIP_POINT */
    /* COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR */
    DXK_FILTER_COMPARISON_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 145,
    DXK_FILTER_COMPARISON_MIN_MAG_LINEAR_MIP_POINT = 148, /* COMPARISON_MIN_MAG_LINEAR_MIP_POINT */
    DXK_FILTER_COMPARISON_MIN_MAG_MIP_LINEAR = 149, /* COMPARISON_MIN_MAG_MIP_LINEAR */
    DXK_FILTER_COMPARISON_ANISOTROPIC = 213, /* COMPARISON_ANISOTROPIC */
    DXK_FILTER_MINIMUM_MIN_MAG_MIP_POINT = 256, /* MINIMUM_MIN_MAG_MIP_POINT */
    DXK_FILTER_MINIMUM_MIN_MAG_POINT_MIP_LINEAR = 257, /* MINIMUM_MIN_MAG_POINT_MIP_LINEAR */
    /* MINIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT */
    DXK_FILTER_MINIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT = 260,
    DXK_FILTER_MINIMUM_MIN_POINT_MAG_MIP_LINEAR = 261, /* MINIMUM_MIN_POINT_MAG_MIP_LINEAR */
    DXK_FILTER_MINIMUM_MIN_LINEAR_MAG_MIP_POINT = 272, /* MINIMUM_MIN_LINEAR_MAG_MIP_POINT */
    /* MINIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR */
    DXK_FILTER_MINIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 273,
    DXK_FILTER_MINIMUM_MIN_MAG_LINEAR_MIP_POINT = 276, /* MINIMUM_MIN_MAG_LINEAR_MIP_POINT */
    DXK_FILTER_MINIMUM_MIN_MAG_MIP_LINEAR = 277, /* MINIMUM_MIN_MAG_MIP_LINEAR */
    DXK_FILTER_MINIMUM_ANISOTROPIC = 341, /* MINIMUM_ANISOTROPIC */
    DXK_FILTER_MAXIMUM_MIN_MAG_MIP_POINT = 384, /* MAXIMUM_MIN_MAG_MIP_POINT */
    DXK_FILTER_MAXIMUM_MIN_MAG_POINT_MIP_LINEAR = 385, /* MAXIMUM_MIN_MAG_POINT_MIP_LINEAR */
    /* MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT */
    DXK_FILTER_MAXIMUM_MIN_POINT_MAG_LINEAR_MIP_POINT = 388,
    DXK_FILTER_MAXIMUM_MIN_POINT_MAG_MIP_LINEAR = 389, /* MAXIMUM_MIN_POINT_MAG_MIP_LINEAR */
    DXK_FILTER_MAXIMUM_MIN_LINEAR_MAG_MIP_POINT = 400, /* MAXIMUM_MIN_LINEAR_MAG_MIP_POINT */
    /* MAXIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR */
    DXK_FILTER_MAXIMUM_MIN_LINEAR_MAG_POINT_MIP_LINEAR = 401,
    DXK_FILTER_MAXIMUM_MIN_MAG_LINEAR_MIP_POINT = 404, /* MAXIMUM_MIN_MAG_LINEAR_MIP_POINT */
    DXK_FILTER_MAXIMUM_MIN_MAG_MIP_LINEAR = 405, /* MAXIMUM_MIN_MAG_MIP_LINEAR */
    DXK_FILTER_MAXIMUM_ANISOTROPIC = 469 /* MAXIMUM_ANISOTROPIC */
} dxk_filter;

/* Address mode of a sampler, for coordinates outside of the texture. */
typedef enum dxk_address_mode {
    DXK_ADDRESS_MODE_WRAP = 1, /* Wrap: repeat it */
    DXK_ADDRESS_MODE_MIRROR = 2, /* Mirror: repeat it, mirroring every other repetition */
    DXK_ADDRESS_MODE_CLAMP = 3, /* Clamp: use the texel at the edge */
    DXK_ADDRESS_MODE_BORDER = 4, /* Border: use the border colour */
    /* MirrorOnce: mirror it once, then use the texel at the edge */
    DXK_ADDRESS_MODE_MIRROR_ONCE = 5
} dxk_address_mode;

/* Comparison of a sampler. */
typedef enum dxk_comparison_func {
    DXK_COMPARISON_FUNC_NONE = 0, /* None: not set */
    DXK_COMPARISON_FUNC_NEVER = 1, /* Never: never passes */
    DXK_COMPARISON_FUNC_LESS = 2, /* Less: passes if the reference is less */
    DXK_COMPARISON_FUNC_EQUAL = 3, /* Equal */
    DXK_COMPARISON_FUNC_LESS_EQUAL = 4, /* LessEqual */
    DXK_COMPARISON_FUNC_GREATER = 5, /* Greater */
    DXK_COMPARISON_FUNC_NOT_EQUAL = 6, /* NotEqual */
    DXK_COMPARISON_FUNC_GREATER_EQUAL = 7, /* GreaterEqual */
    DXK_COMPARISON_FUNC_ALWAYS = 8 /* Always: always passes */
} dxk_comparison_func;

/* Border colour of a static sampler. */
typedef enum dxk_border_color {
    DXK_BORDER_COLOR_TRANSPARENT_BLACK = 0, /* TransparentBlack: 0 0 0 0 */
    DXK_BORDER_COLOR_OPAQUE_BLACK = 1, /* OpaqueBlack: 0 0 0 1 */
    DXK_BORDER_COLOR_OPAQUE_WHITE = 2, /* OpaqueWhite: 1 1 1 1 */
    DXK_BORDER_COLOR_OPAQUE_BLACK_UINT = 3, /* OpaqueBlackUint: 0 0 0 1 as integers */
    DXK_BORDER_COLOR_OPAQUE_WHITE_UINT = 4 /* OpaqueWhiteUint: 1 1 1 1 as integers */
} dxk_border_color;

/* Flags of the HASH part, combined with `|`. */
typedef enum dxk_hash_flag {
    DXK_HASH_FLAG_INCLUDES_SOURCE = 0x1 /* IncludesSource: the hash covers debug information */
} dxk_hash_flag;

/* Flags of the VERS part, combined with `|`. */
typedef enum dxk_compiler_flag {
    DXK_COMPILER_FLAG_DEBUG = 0x1, /* Debug: a debug build of the compiler */
    /* Internal: an internal build, whose validator does not sign */
    DXK_COMPILER_FLAG_INTERNAL = 0x2
} dxk_compiler_flag;

/* Kind of a section of SRCI. */
typedef enum dxk_source_section {
    DXK_SOURCE_SECTION_CONTENTS = 0, /* SourceContents: texts of the sources */
    DXK_SOURCE_SECTION_NAMES = 1, /* SourceNames: names of the sources */
    DXK_SOURCE_SECTION_ARGS = 2 /* Args: arguments of the compiler */
} dxk_source_section;

/* Compression of the sources in SRCI. */
typedef enum dxk_source_compression {
    DXK_SOURCE_COMPRESSION_NONE = 0, /* None: stored as they are */
    DXK_SOURCE_COMPRESSION_ZLIB = 1 /* Zlib: one zlib stream */
} dxk_source_compression;

/* Compression of the PDBI part. */
typedef enum dxk_pdb_compression {
    DXK_PDB_COMPRESSION_UNCOMPRESSED = 0, /* Uncompressed: stored as they are */
    DXK_PDB_COMPRESSION_ZLIB = 1 /* Zlib: one zlib stream */
} dxk_pdb_compression;

/* Features that a shader requires of the device (SFI0), combined with `|`. */
#define DXK_FEATURE_FLAG_DOUBLES 0x1u /* Doubles: double-precision floating point */
/* ComputeShadersPlusRawAndStructuredBuffersViaShader4X: raw and structured buffers in shader
 * model 4 */
#define DXK_FEATURE_FLAG_RAW_AND_STRUCTURED_BUFFERS_4X 0x2u
#define DXK_FEATURE_FLAG_UAVS_AT_EVERY_STAGE 0x4u /* UAVsAtEveryStage: UAVs at every stage */
#define DXK_FEATURE_FLAG_64_UAVS 0x8u /* 64UAVs: 64 UAV slots */
/* MinimumPrecision: minimum-precision data types */
#define DXK_FEATURE_FLAG_MINIMUM_PRECISION 0x10u
/* 11_1_DoubleExtensions: double-precision extensions of 11.1 */
#define DXK_FEATURE_FLAG_11_1_DOUBLE_EXTENSIONS 0x20u
/* 11_1_ShaderExtensions: shader extensions of 11.1 */
#define DXK_FEATURE_FLAG_11_1_SHADER_EXTENSIONS 0x40u
/* LEVEL9ComparisonFiltering: comparison filtering at feature level 9 */
#define DXK_FEATURE_FLAG_LEVEL9_COMPARISON_FILTERING 0x80u
#define DXK_FEATURE_FLAG_TILED_RESOURCES 0x100u /* TiledResources: tiled resources */
/* StencilRef: stencil reference written by the pixel shader */
#define DXK_FEATURE_FLAG_STENCIL_REF 0x200u
/* InnerCoverage: inner coverage read by the pixel shader */
#define DXK_FEATURE_FLAG_INNER_COVERAGE 0x400u
/* TypedUAVLoadAdditionalFormats: typed UAV loads of additional formats */
#define DXK_FEATURE_FLAG_TYPED_UAV_LOAD_FORMATS 0x800u
#define DXK_FEATURE_FLAG_ROVS 0x1000u /* ROVs: raster order views */
/* ViewportAndRTArrayIndexFromAnyShaderFeedingRasterizer: viewport or array index from any stage
 * before the rasterizer */
#define DXK_FEATURE_FLAG_VIEWPORT_AND_RT_INDEX 0x2000u
#define DXK_FEATURE_FLAG_WAVE_OPS 0x4000u /* WaveOps: wave operations */
#define DXK_FEATURE_FLAG_INT64_OPS 0x8000u /* Int64Ops: 64-bit integers */
#define DXK_FEATURE_FLAG_VIEW_ID 0x10000u /* ViewID: view instancing */
#define DXK_FEATURE_FLAG_BARYCENTRICS 0x20000u /* Barycentrics: barycentrics */
#define DXK_FEATURE_FLAG_NATIVE_LOW_PRECISION 0x40000u /* NativeLowPrecision: native 16-bit types */
#define DXK_FEATURE_FLAG_SHADING_RATE 0x80000u /* ShadingRate: variable shading rate */
/* Raytracing_Tier_1_1: ray tracing tier 1.1 */
#define DXK_FEATURE_FLAG_RAYTRACING_TIER_1_1 0x100000u
#define DXK_FEATURE_FLAG_SAMPLER_FEEDBACK 0x200000u /* SamplerFeedback: sampler feedback */
/* AtomicInt64OnTypedResource: 64-bit atomics on typed resources */
#define DXK_FEATURE_FLAG_ATOMIC_INT64_ON_TYPED_RESOURCE 0x400000u
/* AtomicInt64OnGroupShared: 64-bit atomics on group-shared memory */
#define DXK_FEATURE_FLAG_ATOMIC_INT64_ON_GROUP_SHARED 0x800000u
/* DerivativesInMeshAndAmpShaders: derivatives in mesh and amplification shaders */
#define DXK_FEATURE_FLAG_DERIVATIVES_IN_MESH_AND_AMP_SHADERS 0x1000000u
/* ResourceDescriptorHeapIndexing: indexing of the resource descriptor heap */
#define DXK_FEATURE_FLAG_RESOURCE_DESCRIPTOR_HEAP_INDEXING 0x2000000u
/* SamplerDescriptorHeapIndexing: indexing of the sampler descriptor heap */
#define DXK_FEATURE_FLAG_SAMPLER_DESCRIPTOR_HEAP_INDEXING 0x4000000u
#define DXK_FEATURE_FLAG_RESERVED 0x8000000u /* Reserved: bit 27, once meant for wave matrices */
/* AtomicInt64OnHeapResource: 64-bit atomics on resources of the descriptor heap */
#define DXK_FEATURE_FLAG_ATOMIC_INT64_ON_HEAP_RESOURCE 0x10000000u
/* AdvancedTextureOps: advanced texture operations */
#define DXK_FEATURE_FLAG_ADVANCED_TEXTURE_OPS 0x20000000u
/* WriteableMSAATextures: writeable multi-sampled textures */
#define DXK_FEATURE_FLAG_WRITEABLE_MSAA 0x40000000u
/* SampleCmpGradientOrBias: SampleCmp with gradient or bias */
#define DXK_FEATURE_FLAG_SAMPLE_CMP_GRADIENT_OR_BIAS 0x80000000u
/* ExtendedCommandInfo: extended command information */
#define DXK_FEATURE_FLAG_EXTENDED_COMMAND_INFO 0x100000000ull
/* OptUsesDerivatives: optional: derivatives are used */
#define DXK_FEATURE_FLAG_OPT_USES_DERIVATIVES 0x10000000000ull
/* OptRequiresGroup: optional: a visible thread group is required */
#define DXK_FEATURE_FLAG_OPT_REQUIRES_GROUP 0x20000000000ull

/* Stage of a program as RDEF stores it. */
typedef enum dxk_rdef_program {
    DXK_RDEF_PROGRAM_PIXEL = 0xffff, /* Pixel */
    DXK_RDEF_PROGRAM_VERTEX = 0xfffe, /* Vertex */
    DXK_RDEF_PROGRAM_GEOMETRY = 0x4753, /* Geometry */
    DXK_RDEF_PROGRAM_HULL = 0x4853, /* Hull */
    DXK_RDEF_PROGRAM_DOMAIN = 0x4453, /* Domain */
    DXK_RDEF_PROGRAM_COMPUTE = 0x4353, /* Compute */
    DXK_RDEF_PROGRAM_LIBRARY = 0x4c46 /* Library */
} dxk_rdef_program;

/* Compiler options of a shader (RDEF), combined with `|`. */
typedef enum dxk_rdef_flag {
    DXK_RDEF_FLAG_DEBUG = 0x1, /* Debug: with debug information */
    DXK_RDEF_FLAG_SKIP_VALIDATION = 0x2, /* SkipValidation: not validated */
    DXK_RDEF_FLAG_SKIP_OPTIMIZATION = 0x4, /* SkipOptimization: not optimized */
    DXK_RDEF_FLAG_PACK_MATRIX_ROW_MAJOR = 0x8, /* PackMatrixRowMajor: matrices are stored by rows */
    /* PackMatrixColumnMajor: matrices are stored by columns */
    DXK_RDEF_FLAG_PACK_MATRIX_COLUMN_MAJOR = 0x10,
    DXK_RDEF_FLAG_PARTIAL_PRECISION = 0x20, /* PartialPrecision: half precision is enough */
    /* ForceVSSoftwareNoOpt: compiled for the next higher vertex shader profile, not optimized */
    DXK_RDEF_FLAG_FORCE_VS_SOFTWARE_NO_OPT = 0x40,
    /* ForcePSSoftwareNoOpt: compiled for the next higher pixel shader profile, not optimized */
    DXK_RDEF_FLAG_FORCE_PS_SOFTWARE_NO_OPT = 0x80,
    DXK_RDEF_FLAG_NO_PRESHADER = 0x100, /* NoPreshader: constant expressions stay in the shader */
    DXK_RDEF_FLAG_AVOID_FLOW_CONTROL = 0x200, /* AvoidFlowControl: branches are flattened */
    DXK_RDEF_FLAG_PREFER_FLOW_CONTROL = 0x400, /* PreferFlowControl: branches are kept */
    DXK_RDEF_FLAG_ENABLE_STRICTNESS = 0x800, /* EnableStrictness: old syntax is refused */
    /* EnableBackwardsCompatibility: old programs are accepted */
    DXK_RDEF_FLAG_ENABLE_BACKWARDS_COMPATIBILITY = 0x1000,
    DXK_RDEF_FLAG_IEEE_STRICTNESS = 0x2000, /* IEEEStrictness: IEEE rules are kept */
    DXK_RDEF_FLAG_OPTIMIZATION_LOW = 0x4000, /* OptimizationLow: with the next bit: level 2 */
    /* OptimizationHigh: level 3; both bits clear: level 1 */
    DXK_RDEF_FLAG_OPTIMIZATION_HIGH = 0x8000,
    DXK_RDEF_FLAG_WARNINGS_ARE_ERRORS = 0x40000, /* WarningsAreErrors */
    /* ResourcesMayAlias: bindings may refer to the same memory */
    DXK_RDEF_FLAG_RESOURCES_MAY_ALIAS = 0x80000,
    /* EnableUnboundedDescriptorTables: arrays of resources may be unbounded */
    DXK_RDEF_FLAG_ENABLE_UNBOUNDED_DESCRIPTOR_TABLES = 0x100000,
    /* AllResourcesBound: every resource that is declared is bound */
    DXK_RDEF_FLAG_ALL_RESOURCES_BOUND = 0x200000
} dxk_rdef_flag;

/* Kind of a resource binding. */
typedef enum dxk_rdef_binding_kind {
    DXK_RDEF_BINDING_KIND_CBUFFER = 0, /* CBuffer: constant buffer */
    DXK_RDEF_BINDING_KIND_TBUFFER = 1, /* TBuffer: texture buffer */
    DXK_RDEF_BINDING_KIND_TEXTURE = 2, /* Texture */
    DXK_RDEF_BINDING_KIND_SAMPLER = 3, /* Sampler */
    DXK_RDEF_BINDING_KIND_UAV_TYPED = 4, /* UAVTyped: typed buffer or texture that can be written */
    DXK_RDEF_BINDING_KIND_STRUCTURED = 5, /* Structured: structured buffer */
    /* UAVStructured: structured buffer that can be written */
    DXK_RDEF_BINDING_KIND_UAV_STRUCTURED = 6,
    DXK_RDEF_BINDING_KIND_BYTE_ADDRESS = 7, /* ByteAddress: byte address buffer */
    /* UAVByteAddress: byte address buffer that can be written */
    DXK_RDEF_BINDING_KIND_UAV_BYTE_ADDRESS = 8,
    DXK_RDEF_BINDING_KIND_UAV_APPEND = 9, /* UAVAppend: append buffer */
    DXK_RDEF_BINDING_KIND_UAV_CONSUME = 10, /* UAVConsume: consume buffer */
    /* UAVStructuredWithCounter: with a hidden counter */
    DXK_RDEF_BINDING_KIND_UAV_STRUCTURED_WITH_COUNTER = 11
} dxk_rdef_binding_kind;

/* Type that reading a resource returns. */
typedef enum dxk_rdef_return_type {
    DXK_RDEF_RETURN_TYPE_NONE = 0, /* None: not a texture */
    DXK_RDEF_RETURN_TYPE_UNORM = 1, /* UNorm: 0 to 1 */
    DXK_RDEF_RETURN_TYPE_SNORM = 2, /* SNorm: -1 to 1 */
    DXK_RDEF_RETURN_TYPE_SINT = 3, /* SInt */
    DXK_RDEF_RETURN_TYPE_UINT = 4, /* UInt */
    DXK_RDEF_RETURN_TYPE_FLOAT = 5, /* Float */
    DXK_RDEF_RETURN_TYPE_MIXED = 6, /* Mixed: depends on the component */
    DXK_RDEF_RETURN_TYPE_DOUBLE = 7, /* Double */
    DXK_RDEF_RETURN_TYPE_CONTINUED = 8 /* Continued: second half of a double */
} dxk_rdef_return_type;

/* Shape of a bound resource. */
typedef enum dxk_rdef_dimension {
    DXK_RDEF_DIMENSION_UNKNOWN = 0, /* Unknown */
    DXK_RDEF_DIMENSION_BUFFER = 1, /* Buffer */
    DXK_RDEF_DIMENSION_TEXTURE1D = 2, /* Texture1D */
    DXK_RDEF_DIMENSION_TEXTURE1D_ARRAY = 3, /* Texture1DArray */
    DXK_RDEF_DIMENSION_TEXTURE2D = 4, /* Texture2D */
    DXK_RDEF_DIMENSION_TEXTURE2D_ARRAY = 5, /* Texture2DArray */
    DXK_RDEF_DIMENSION_TEXTURE2DMS = 6, /* Texture2DMS: multi-sampled */
    DXK_RDEF_DIMENSION_TEXTURE2DMS_ARRAY = 7, /* Texture2DMSArray: multi-sampled */
    DXK_RDEF_DIMENSION_TEXTURE3D = 8, /* Texture3D */
    DXK_RDEF_DIMENSION_TEXTURE_CUBE = 9, /* TextureCube */
    DXK_RDEF_DIMENSION_TEXTURE_CUBE_ARRAY = 10, /* TextureCubeArray */
    DXK_RDEF_DIMENSION_BUFFER_EX = 11 /* BufferEx */
} dxk_rdef_dimension;

/* Flags of a resource binding, combined with `|`. */
typedef enum dxk_rdef_binding_flag {
    DXK_RDEF_BINDING_FLAG_USER_PACKED = 0x1, /* UserPacked: the source specifies the register */
    DXK_RDEF_BINDING_FLAG_COMPARISON_SAMPLER = 0x2, /* ComparisonSampler: comparison sampler */
    /* TextureComponent0: low bit of the number of components less one */
    DXK_RDEF_BINDING_FLAG_TEXTURE_COMPONENT_0 = 0x4,
    /* TextureComponent1: high bit of the number of components less one */
    DXK_RDEF_BINDING_FLAG_TEXTURE_COMPONENT_1 = 0x8
} dxk_rdef_binding_flag;

/* Kind of a buffer definition. */
typedef enum dxk_rdef_buffer_kind {
    DXK_RDEF_BUFFER_KIND_CBUFFER = 0, /* CBuffer: constant buffer */
    DXK_RDEF_BUFFER_KIND_TBUFFER = 1, /* TBuffer: texture buffer */
    DXK_RDEF_BUFFER_KIND_INTERFACE_POINTERS = 2, /* InterfacePointers: pointers of class linkage */
    /* ResourceBindInfo: element of a structured buffer */
    DXK_RDEF_BUFFER_KIND_RESOURCE_BIND_INFO = 3
} dxk_rdef_buffer_kind;

/* Flags of a buffer definition, combined with `|`. */
typedef enum dxk_rdef_buffer_flag {
    DXK_RDEF_BUFFER_FLAG_USER_PACKED = 0x1 /* UserPacked: the source specifies the register */
} dxk_rdef_buffer_flag;

/* Flags of a shader variable, combined with `|`. */
typedef enum dxk_rdef_variable_flag {
    DXK_RDEF_VARIABLE_FLAG_USER_PACKED = 0x1, /* UserPacked: the source specifies the position */
    DXK_RDEF_VARIABLE_FLAG_USED = 0x2, /* Used: the code reads it */
    DXK_RDEF_VARIABLE_FLAG_INTERFACE_POINTER = 0x4, /* InterfacePointer: pointer of class linkage */
    /* InterfaceParameter: parameter that is an interface */
    DXK_RDEF_VARIABLE_FLAG_INTERFACE_PARAMETER = 0x8
} dxk_rdef_variable_flag;

/* Class of a type. */
typedef enum dxk_rdef_class {
    DXK_RDEF_CLASS_SCALAR = 0, /* Scalar */
    DXK_RDEF_CLASS_VECTOR = 1, /* Vector */
    DXK_RDEF_CLASS_MATRIX_ROWS = 2, /* MatrixRows: matrix stored by rows */
    DXK_RDEF_CLASS_MATRIX_COLUMNS = 3, /* MatrixColumns: matrix stored by columns */
    DXK_RDEF_CLASS_OBJECT = 4, /* Object: texture, sampler, string, ... */
    DXK_RDEF_CLASS_STRUCT = 5, /* Struct */
    DXK_RDEF_CLASS_INTERFACE_CLASS = 6, /* InterfaceClass: class that implements an interface */
    DXK_RDEF_CLASS_INTERFACE_POINTER = 7 /* InterfacePointer: variable of an interface type */
} dxk_rdef_class;

/* Type of the components of a type; the text is the word in HLSL. */
typedef enum dxk_rdef_base {
    DXK_RDEF_BASE_VOID = 0, /* void */
    DXK_RDEF_BASE_BOOL = 1, /* bool */
    DXK_RDEF_BASE_INT = 2, /* int */
    DXK_RDEF_BASE_FLOAT = 3, /* float */
    DXK_RDEF_BASE_STRING = 4, /* string */
    DXK_RDEF_BASE_TEXTURE = 5, /* texture */
    DXK_RDEF_BASE_TEXTURE1D = 6, /* Texture1D */
    DXK_RDEF_BASE_TEXTURE2D = 7, /* Texture2D */
    DXK_RDEF_BASE_TEXTURE3D = 8, /* Texture3D */
    DXK_RDEF_BASE_TEXTURE_CUBE = 9, /* TextureCube */
    DXK_RDEF_BASE_SAMPLER = 10, /* SamplerState */
    DXK_RDEF_BASE_SAMPLER1D = 11, /* sampler1D */
    DXK_RDEF_BASE_SAMPLER2D = 12, /* sampler2D */
    DXK_RDEF_BASE_SAMPLER3D = 13, /* sampler3D */
    DXK_RDEF_BASE_SAMPLER_CUBE = 14, /* samplerCUBE */
    DXK_RDEF_BASE_PIXEL_SHADER = 15, /* PixelShader */
    DXK_RDEF_BASE_VERTEX_SHADER = 16, /* VertexShader */
    DXK_RDEF_BASE_UINT = 19, /* uint */
    DXK_RDEF_BASE_UINT8 = 20, /* uint8 */
    DXK_RDEF_BASE_INTERFACE_POINTER = 37, /* interface */
    DXK_RDEF_BASE_DOUBLE = 39, /* double */
    DXK_RDEF_BASE_OLD_MIN16_FLOAT = 51, /* min16float: used by early compilers */
    DXK_RDEF_BASE_OLD_MIN16_INT = 53, /* min16int: used by early compilers */
    DXK_RDEF_BASE_MIN16_FLOAT = 54, /* min16float */
    DXK_RDEF_BASE_MIN12_INT = 55, /* min12int */
    DXK_RDEF_BASE_MIN16_INT = 56, /* min16int */
    DXK_RDEF_BASE_MIN16_UINT = 57 /* min16uint */
} dxk_rdef_base;

/* Direction of a parameter of a library function, combined with `|`. */
typedef enum dxk_parameter_flag {
    DXK_PARAMETER_FLAG_IN = 0x1, /* In */
    DXK_PARAMETER_FLAG_OUT = 0x2 /* Out */
} dxk_parameter_flag;

/* Partitioning of the tessellator. */
typedef enum dxk_tessellator_partitioning {
    DXK_TESSELLATOR_PARTITIONING_UNDEFINED = 0, /* Undefined: not specified */
    DXK_TESSELLATOR_PARTITIONING_INTEGER = 1, /* Integer: whole number of segments */
    DXK_TESSELLATOR_PARTITIONING_POW2 = 2, /* Pow2: number of segments that is a power of two */
    /* FractionalOdd: odd number of segments, two of them shorter */
    DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_ODD = 3,
    /* FractionalEven: even number of segments, two of them shorter */
    DXK_TESSELLATOR_PARTITIONING_FRACTIONAL_EVEN = 4
} dxk_tessellator_partitioning;

/* Stage of a program of shader model 4 or 5. */
typedef enum dxk_dxbc_stage {
    DXK_DXBC_STAGE_PIXEL = 0, /* ps: pixel */
    DXK_DXBC_STAGE_VERTEX = 1, /* vs: vertex */
    DXK_DXBC_STAGE_GEOMETRY = 2, /* gs: geometry */
    DXK_DXBC_STAGE_HULL = 3, /* hs: hull */
    DXK_DXBC_STAGE_DOMAIN = 4, /* ds: domain */
    DXK_DXBC_STAGE_COMPUTE = 5, /* cs: compute */
    DXK_DXBC_STAGE_LIBRARY = 0xfff0 /* lib: function of a library */
} dxk_dxbc_stage;

/* Kind of a register. */
typedef enum dxk_dxbc_register {
    DXK_DXBC_REGISTER_TEMP = 0, /* r: temporary */
    DXK_DXBC_REGISTER_INPUT = 1, /* v: input */
    DXK_DXBC_REGISTER_OUTPUT = 2, /* o: output */
    DXK_DXBC_REGISTER_INDEXABLE_TEMP = 3, /* x: array of temporaries */
    DXK_DXBC_REGISTER_IMMEDIATE32 = 4, /* l: value in the instruction */
    DXK_DXBC_REGISTER_IMMEDIATE64 = 5, /* d: double in the instruction */
    DXK_DXBC_REGISTER_SAMPLER = 6, /* s: sampler */
    DXK_DXBC_REGISTER_RESOURCE = 7, /* t: texture or buffer to read */
    DXK_DXBC_REGISTER_CONSTANT_BUFFER = 8, /* cb: constant buffer */
    DXK_DXBC_REGISTER_IMMEDIATE_CONSTANT_BUFFER = 9, /* icb: constants in the program */
    DXK_DXBC_REGISTER_LABEL = 10, /* l: subroutine */
    DXK_DXBC_REGISTER_PRIMITIVE_ID = 11, /* vPrim: number of the primitive */
    DXK_DXBC_REGISTER_OUTPUT_DEPTH = 12, /* oDepth: depth */
    DXK_DXBC_REGISTER_NULL = 13, /* null: discarded result */
    DXK_DXBC_REGISTER_RASTERIZER = 14, /* rasterizer */
    DXK_DXBC_REGISTER_OUTPUT_COVERAGE_MASK = 15, /* oMask: samples to cover */
    DXK_DXBC_REGISTER_STREAM = 16, /* m: stream of a geometry shader */
    DXK_DXBC_REGISTER_FUNCTION_BODY = 17, /* fb: body of class linkage */
    DXK_DXBC_REGISTER_FUNCTION_TABLE = 18, /* ft: table of bodies */
    DXK_DXBC_REGISTER_INTERFACE = 19, /* fp: interface pointer */
    DXK_DXBC_REGISTER_FUNCTION_INPUT = 20, /* fi: input of a function body */
    DXK_DXBC_REGISTER_FUNCTION_OUTPUT = 21, /* fo: output of a function body */
    /* vOutputControlPointID: number of the control point that is computed */
    DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT_ID = 22,
    DXK_DXBC_REGISTER_FORK_INSTANCE_ID = 23, /* vForkInstanceID: instance of a fork phase */
    DXK_DXBC_REGISTER_JOIN_INSTANCE_ID = 24, /* vJoinInstanceID: instance of a join phase */
    DXK_DXBC_REGISTER_INPUT_CONTROL_POINT = 25, /* vicp: control point that is read */
    DXK_DXBC_REGISTER_OUTPUT_CONTROL_POINT = 26, /* vocp: control point that was computed */
    DXK_DXBC_REGISTER_PATCH_CONSTANT = 27, /* vpc: patch constant */
    DXK_DXBC_REGISTER_DOMAIN_POINT = 28, /* vDomain: location in the patch */
    DXK_DXBC_REGISTER_THIS_POINTER = 29, /* this: instance of class linkage */
    DXK_DXBC_REGISTER_UAV = 30, /* u: view that can be written */
    DXK_DXBC_REGISTER_GROUP_SHARED = 31, /* g: group-shared memory */
    DXK_DXBC_REGISTER_THREAD_ID = 32, /* vThreadID */
    DXK_DXBC_REGISTER_THREAD_GROUP_ID = 33, /* vThreadGroupID */
    DXK_DXBC_REGISTER_THREAD_ID_IN_GROUP = 34, /* vThreadIDInGroup */
    DXK_DXBC_REGISTER_COVERAGE_MASK = 35, /* vCoverage: samples that are covered */
    DXK_DXBC_REGISTER_THREAD_ID_IN_GROUP_FLATTENED = 36, /* vThreadIDInGroupFlattened */
    DXK_DXBC_REGISTER_GS_INSTANCE_ID = 37, /* vGSInstanceID: instance of a geometry shader */
    DXK_DXBC_REGISTER_OUTPUT_DEPTH_GREATER_EQUAL = 38, /* oDepthGE: depth that only gets larger */
    DXK_DXBC_REGISTER_OUTPUT_DEPTH_LESS_EQUAL = 39, /* oDepthLE: depth that only gets smaller */
    DXK_DXBC_REGISTER_CYCLE_COUNTER = 40, /* vCycleCounter: clock of the processor */
    DXK_DXBC_REGISTER_OUTPUT_STENCIL_REF = 41, /* oStencilRef: stencil reference */
    DXK_DXBC_REGISTER_INNER_COVERAGE = 42 /* vInnerCoverage: the pixel is covered completely */
} dxk_dxbc_register;

/* Shape of a resource in a program. */
typedef enum dxk_dxbc_dimension {
    DXK_DXBC_DIMENSION_UNKNOWN = 0, /* unknown */
    DXK_DXBC_DIMENSION_BUFFER = 1, /* buffer */
    DXK_DXBC_DIMENSION_TEXTURE1D = 2, /* texture1d */
    DXK_DXBC_DIMENSION_TEXTURE2D = 3, /* texture2d */
    DXK_DXBC_DIMENSION_TEXTURE2DMS = 4, /* texture2dms */
    DXK_DXBC_DIMENSION_TEXTURE3D = 5, /* texture3d */
    DXK_DXBC_DIMENSION_TEXTURE_CUBE = 6, /* texturecube */
    DXK_DXBC_DIMENSION_TEXTURE1D_ARRAY = 7, /* texture1darray */
    DXK_DXBC_DIMENSION_TEXTURE2D_ARRAY = 8, /* texture2darray */
    DXK_DXBC_DIMENSION_TEXTURE2DMS_ARRAY = 9, /* texture2dmsarray */
    DXK_DXBC_DIMENSION_TEXTURE_CUBE_ARRAY = 10, /* texturecubearray */
    DXK_DXBC_DIMENSION_RAW_BUFFER = 11, /* raw_buffer */
    DXK_DXBC_DIMENSION_STRUCTURED_BUFFER = 12 /* structured_buffer */
} dxk_dxbc_dimension;

/* Type of a component that a resource returns. */
typedef enum dxk_dxbc_return_type {
    DXK_DXBC_RETURN_TYPE_UNORM = 1, /* unorm: 0 to 1 */
    DXK_DXBC_RETURN_TYPE_SNORM = 2, /* snorm: -1 to 1 */
    DXK_DXBC_RETURN_TYPE_SINT = 3, /* sint */
    DXK_DXBC_RETURN_TYPE_UINT = 4, /* uint */
    DXK_DXBC_RETURN_TYPE_FLOAT = 5, /* float */
    DXK_DXBC_RETURN_TYPE_MIXED = 6, /* mixed: depends on the component */
    DXK_DXBC_RETURN_TYPE_DOUBLE = 7, /* double */
    DXK_DXBC_RETURN_TYPE_CONTINUED = 8, /* <continued>: second half of a double */
    DXK_DXBC_RETURN_TYPE_UNUSED = 9 /* <unused> */
} dxk_dxbc_return_type;

/* Interpolation of a declared input. */
typedef enum dxk_dxbc_interpolation {
    DXK_DXBC_INTERPOLATION_UNDEFINED = 0, /* not specified */
    DXK_DXBC_INTERPOLATION_CONSTANT = 1, /* constant */
    DXK_DXBC_INTERPOLATION_LINEAR = 2, /* linear */
    DXK_DXBC_INTERPOLATION_LINEAR_CENTROID = 3, /* linear centroid */
    DXK_DXBC_INTERPOLATION_LINEAR_NOPERSPECTIVE = 4, /* linear noperspective */
    DXK_DXBC_INTERPOLATION_LINEAR_NOPERSPECTIVE_CENTROID = 5, /* linear noperspective centroid */
    DXK_DXBC_INTERPOLATION_LINEAR_SAMPLE = 6, /* linear sample */
    DXK_DXBC_INTERPOLATION_LINEAR_NOPERSPECTIVE_SAMPLE = 7 /* linear noperspective sample */
} dxk_dxbc_interpolation;

/* System value that a declaration names. */
typedef enum dxk_dxbc_name {
    DXK_DXBC_NAME_UNDEFINED = 0, /* undefined */
    DXK_DXBC_NAME_POSITION = 1, /* position */
    DXK_DXBC_NAME_CLIP_DISTANCE = 2, /* clip_distance */
    DXK_DXBC_NAME_CULL_DISTANCE = 3, /* cull_distance */
    DXK_DXBC_NAME_RENDER_TARGET_ARRAY_INDEX = 4, /* rendertarget_array_index */
    DXK_DXBC_NAME_VIEWPORT_ARRAY_INDEX = 5, /* viewport_array_index */
    DXK_DXBC_NAME_VERTEX_ID = 6, /* vertex_id */
    DXK_DXBC_NAME_PRIMITIVE_ID = 7, /* primitive_id */
    DXK_DXBC_NAME_INSTANCE_ID = 8, /* instance_id */
    DXK_DXBC_NAME_IS_FRONT_FACE = 9, /* is_front_face */
    DXK_DXBC_NAME_SAMPLE_INDEX = 10, /* sampleIndex */
    DXK_DXBC_NAME_FINAL_QUAD_U_EQ_0_EDGE = 11, /* finalQuadUeq0EdgeTessFactor */
    DXK_DXBC_NAME_FINAL_QUAD_V_EQ_0_EDGE = 12, /* finalQuadVeq0EdgeTessFactor */
    DXK_DXBC_NAME_FINAL_QUAD_U_EQ_1_EDGE = 13, /* finalQuadUeq1EdgeTessFactor */
    DXK_DXBC_NAME_FINAL_QUAD_V_EQ_1_EDGE = 14, /* finalQuadVeq1EdgeTessFactor */
    DXK_DXBC_NAME_FINAL_QUAD_U_INSIDE = 15, /* finalQuadUInsideTessFactor */
    DXK_DXBC_NAME_FINAL_QUAD_V_INSIDE = 16, /* finalQuadVInsideTessFactor */
    DXK_DXBC_NAME_FINAL_TRI_U_EQ_0_EDGE = 17, /* finalTriUeq0EdgeTessFactor */
    DXK_DXBC_NAME_FINAL_TRI_V_EQ_0_EDGE = 18, /* finalTriVeq0EdgeTessFactor */
    DXK_DXBC_NAME_FINAL_TRI_W_EQ_0_EDGE = 19, /* finalTriWeq0EdgeTessFactor */
    DXK_DXBC_NAME_FINAL_TRI_INSIDE = 20, /* finalTriInsideTessFactor */
    DXK_DXBC_NAME_FINAL_LINE_DETAIL = 21, /* finalLineDetailTessFactor */
    DXK_DXBC_NAME_FINAL_LINE_DENSITY = 22 /* finalLineDensityTessFactor */
} dxk_dxbc_name;

/* Output topology that a geometry shader declares. */
typedef enum dxk_dxbc_topology {
    DXK_DXBC_TOPOLOGY_UNDEFINED = 0, /* undefined */
    DXK_DXBC_TOPOLOGY_POINT_LIST = 1, /* pointlist */
    DXK_DXBC_TOPOLOGY_LINE_LIST = 2, /* linelist */
    DXK_DXBC_TOPOLOGY_LINE_STRIP = 3, /* linestrip */
    DXK_DXBC_TOPOLOGY_TRIANGLE_LIST = 4, /* trianglelist */
    DXK_DXBC_TOPOLOGY_TRIANGLE_STRIP = 5, /* trianglestrip */
    DXK_DXBC_TOPOLOGY_LINE_LIST_ADJ = 10, /* linelist_adj */
    DXK_DXBC_TOPOLOGY_LINE_STRIP_ADJ = 11, /* linestrip_adj */
    DXK_DXBC_TOPOLOGY_TRIANGLE_LIST_ADJ = 12, /* trianglelist_adj */
    DXK_DXBC_TOPOLOGY_TRIANGLE_STRIP_ADJ = 13 /* trianglestrip_adj */
} dxk_dxbc_topology;

/* Input primitive that a geometry shader declares; 8 to 39: patches of 1 to 32 points. */
typedef enum dxk_dxbc_primitive {
    DXK_DXBC_PRIMITIVE_UNDEFINED = 0, /* undefined */
    DXK_DXBC_PRIMITIVE_POINT = 1, /* point */
    DXK_DXBC_PRIMITIVE_LINE = 2, /* line */
    DXK_DXBC_PRIMITIVE_TRIANGLE = 3, /* triangle */
    DXK_DXBC_PRIMITIVE_LINE_ADJ = 6, /* lineadj */
    DXK_DXBC_PRIMITIVE_TRIANGLE_ADJ = 7 /* triangleadj */
} dxk_dxbc_primitive;

/* Domain that a hull or domain shader declares. */
typedef enum dxk_dxbc_domain {
    DXK_DXBC_DOMAIN_UNDEFINED = 0, /* domain_undefined */
    DXK_DXBC_DOMAIN_ISOLINE = 1, /* domain_isoline */
    DXK_DXBC_DOMAIN_TRI = 2, /* domain_tri */
    DXK_DXBC_DOMAIN_QUAD = 3 /* domain_quad */
} dxk_dxbc_domain;

/* Partitioning that a hull shader declares. */
typedef enum dxk_dxbc_partitioning {
    DXK_DXBC_PARTITIONING_UNDEFINED = 0, /* partitioning_undefined */
    DXK_DXBC_PARTITIONING_INTEGER = 1, /* partitioning_integer */
    DXK_DXBC_PARTITIONING_POW2 = 2, /* partitioning_pow2 */
    DXK_DXBC_PARTITIONING_FRACTIONAL_ODD = 3, /* partitioning_fractional_odd */
    DXK_DXBC_PARTITIONING_FRACTIONAL_EVEN = 4 /* partitioning_fractional_even */
} dxk_dxbc_partitioning;

/* Output primitive of the tessellator that a hull shader declares. */
typedef enum dxk_dxbc_output_primitive {
    DXK_DXBC_OUTPUT_PRIMITIVE_UNDEFINED = 0, /* output_undefined */
    DXK_DXBC_OUTPUT_PRIMITIVE_POINT = 1, /* output_point */
    DXK_DXBC_OUTPUT_PRIMITIVE_LINE = 2, /* output_line */
    DXK_DXBC_OUTPUT_PRIMITIVE_TRIANGLE_CW = 3, /* output_triangle_cw */
    DXK_DXBC_OUTPUT_PRIMITIVE_TRIANGLE_CCW = 4 /* output_triangle_ccw */
} dxk_dxbc_output_primitive;

/* Mode of a declared sampler. */
typedef enum dxk_dxbc_sampler_mode {
    DXK_DXBC_SAMPLER_MODE_DEFAULT = 0, /* mode_default */
    DXK_DXBC_SAMPLER_MODE_COMPARISON = 1, /* mode_comparison: compares with a reference */
    DXK_DXBC_SAMPLER_MODE_MONO = 2 /* mode_mono: filter of one-bit textures */
} dxk_dxbc_sampler_mode;

/* Minimum precision of an operand. */
typedef enum dxk_dxbc_precision {
    DXK_DXBC_PRECISION_DEFAULT = 0, /* def32: 32 bits */
    DXK_DXBC_PRECISION_FLOAT16 = 1, /* min16f: half */
    DXK_DXBC_PRECISION_FLOAT2_8 = 2, /* min2_8f: 10 bits */
    DXK_DXBC_PRECISION_SINT16 = 4, /* min16i: signed, 16 bits */
    DXK_DXBC_PRECISION_UINT16 = 5 /* min16u: unsigned, 16 bits */
} dxk_dxbc_precision;

/* Global flags of a program, as bits of the opcode token, combined with `|`. */
typedef enum dxk_dxbc_global_flag {
    /* refactoringAllowed: floating point may be rearranged */
    DXK_DXBC_GLOBAL_FLAG_REFACTORING_ALLOWED = 0x800,
    DXK_DXBC_GLOBAL_FLAG_ENABLE_DOUBLES = 0x1000, /* enableDoublePrecisionFloatOps */
    /* forceEarlyDepthStencil: depth and stencil are tested before the shader */
    DXK_DXBC_GLOBAL_FLAG_FORCE_EARLY_DEPTH_STENCIL = 0x2000,
    /* enableRawAndStructuredBuffers */
    DXK_DXBC_GLOBAL_FLAG_ENABLE_RAW_AND_STRUCTURED_BUFFERS = 0x4000,
    /* skipOptimization: the driver should not optimize */
    DXK_DXBC_GLOBAL_FLAG_SKIP_OPTIMIZATION = 0x8000,
    DXK_DXBC_GLOBAL_FLAG_ENABLE_MINIMUM_PRECISION = 0x10000, /* enableMinimumPrecision */
    DXK_DXBC_GLOBAL_FLAG_ENABLE_11_1_DOUBLE_EXTENSIONS = 0x20000, /* enable11_1DoubleExtensions */
    DXK_DXBC_GLOBAL_FLAG_ENABLE_11_1_SHADER_EXTENSIONS = 0x40000, /* enable11_1ShaderExtensions */
    /* allResourcesBound: every resource that is declared is bound */
    DXK_DXBC_GLOBAL_FLAG_ALL_RESOURCES_BOUND = 0x80000
} dxk_dxbc_global_flag;

/* Class of custom data in a program. */
typedef enum dxk_dxbc_custom {
    DXK_DXBC_CUSTOM_COMMENT = 0, /* comment */
    DXK_DXBC_CUSTOM_DEBUG_INFO = 1, /* debug_info */
    DXK_DXBC_CUSTOM_OPAQUE = 2, /* opaque */
    /* immediate_constant_buffer: constants in the program */
    DXK_DXBC_CUSTOM_IMMEDIATE_CONSTANT_BUFFER = 3,
    DXK_DXBC_CUSTOM_SHADER_MESSAGE = 4, /* shader_message: text for the debug layer */
    DXK_DXBC_CUSTOM_CLIP_PLANE_MAPPING = 5 /* clip_plane_mapping */
} dxk_dxbc_custom;

/* Operation of AtomicBinOp: operand atomicOp. */
typedef enum dxk_atomic_op {
    DXK_ATOMIC_OP_ADD = 0, /* Add: sum */
    DXK_ATOMIC_OP_AND = 1, /* And: bitwise and */
    DXK_ATOMIC_OP_OR = 2, /* Or: bitwise or */
    DXK_ATOMIC_OP_XOR = 3, /* Xor: bitwise exclusive or */
    DXK_ATOMIC_OP_IMIN = 4, /* IMin: signed minimum */
    DXK_ATOMIC_OP_IMAX = 5, /* IMax: signed maximum */
    DXK_ATOMIC_OP_UMIN = 6, /* UMin: unsigned minimum */
    DXK_ATOMIC_OP_UMAX = 7, /* UMax: unsigned maximum */
    DXK_ATOMIC_OP_EXCHANGE = 8 /* Exchange: the new value */
} dxk_atomic_op;

/* Mode of Barrier: operand barrierMode, combined with `|`. */
typedef enum dxk_barrier_mode {
    /* SyncThreadGroup: waits for all threads of the group */
    DXK_BARRIER_MODE_SYNC_THREAD_GROUP = 0x1,
    /* UAVFenceGlobal: makes writes to UAVs visible to all groups */
    DXK_BARRIER_MODE_UAV_FENCE_GLOBAL = 0x2,
    /* UAVFenceThreadGroup: makes writes to UAVs visible to the group */
    DXK_BARRIER_MODE_UAV_FENCE_THREAD_GROUP = 0x4,
    /* TGSMFence: makes writes to group-shared memory visible to the group */
    DXK_BARRIER_MODE_TGSM_FENCE = 0x8
} dxk_barrier_mode;

/* Memory that a barrier applies to: operand MemoryTypeFlags, combined with `|`. */
typedef enum dxk_memory_type_flag {
    DXK_MEMORY_TYPE_FLAG_UAV = 0x1, /* UavMemory */
    DXK_MEMORY_TYPE_FLAG_GROUP_SHARED = 0x2, /* GroupSharedMemory */
    DXK_MEMORY_TYPE_FLAG_NODE_INPUT = 0x4, /* NodeInputMemory */
    DXK_MEMORY_TYPE_FLAG_NODE_OUTPUT = 0x8 /* NodeOutputMemory */
} dxk_memory_type_flag;

/* Semantics of a barrier by memory or by handle: operand SemanticFlags, combined with `|`. */
typedef enum dxk_barrier_semantic_flag {
    DXK_BARRIER_SEMANTIC_FLAG_GROUP_SYNC = 0x1, /* GroupSync: waits for all threads of the group */
    DXK_BARRIER_SEMANTIC_FLAG_GROUP_SCOPE = 0x2, /* GroupScope: effective for the group */
    DXK_BARRIER_SEMANTIC_FLAG_DEVICE_SCOPE = 0x4, /* DeviceScope: effective for all groups */
    /* ReorderScope: effective across reordering of threads */
    DXK_BARRIER_SEMANTIC_FLAG_REORDER_SCOPE = 0x8
} dxk_barrier_semantic_flag;

/* Operation of WaveActiveOp and WavePrefixOp: operand op. */
typedef enum dxk_wave_op {
    DXK_WAVE_OP_SUM = 0, /* Sum */
    DXK_WAVE_OP_PRODUCT = 1, /* Product */
    DXK_WAVE_OP_MIN = 2, /* Min */
    DXK_WAVE_OP_MAX = 3 /* Max */
} dxk_wave_op;

/* Signedness of a wave operation: operand sop. */
typedef enum dxk_signed_op {
    DXK_SIGNED_OP_SIGNED = 0, /* Signed: signed integers or floating-point numbers */
    DXK_SIGNED_OP_UNSIGNED = 1 /* Unsigned: unsigned integers */
} dxk_signed_op;

/* Operation of WaveActiveBit: operand op. */
typedef enum dxk_wave_bit_op {
    DXK_WAVE_BIT_OP_AND = 0, /* And */
    DXK_WAVE_BIT_OP_OR = 1, /* Or */
    DXK_WAVE_BIT_OP_XOR = 2 /* Xor */
} dxk_wave_bit_op;

/* Operation of WaveMultiPrefixOp: operand op. */
typedef enum dxk_wave_multi_prefix_op {
    DXK_WAVE_MULTI_PREFIX_OP_SUM = 0, /* Sum */
    DXK_WAVE_MULTI_PREFIX_OP_AND = 1, /* And */
    DXK_WAVE_MULTI_PREFIX_OP_OR = 2, /* Or */
    DXK_WAVE_MULTI_PREFIX_OP_XOR = 3, /* Xor */
    DXK_WAVE_MULTI_PREFIX_OP_PRODUCT = 4 /* Product */
} dxk_wave_multi_prefix_op;

/* Lane that QuadOp reads: operand op. */
typedef enum dxk_quad_op {
    DXK_QUAD_OP_READ_ACROSS_X = 0, /* ReadAcrossX: the other lane of the row */
    DXK_QUAD_OP_READ_ACROSS_Y = 1, /* ReadAcrossY: the other lane of the column */
    DXK_QUAD_OP_READ_ACROSS_DIAGONAL = 2 /* ReadAcrossDiagonal: the lane diagonally opposite */
} dxk_quad_op;

/* Question of QuadVote: operand op. */
typedef enum dxk_quad_vote_op {
    DXK_QUAD_VOTE_OP_ANY = 0, /* Any: is any condition true? */
    DXK_QUAD_VOTE_OP_ALL = 1 /* All: are all conditions true? */
} dxk_quad_vote_op;

/* Conversion to bytes by Pack4x8: operand packMode. */
typedef enum dxk_pack_mode {
    DXK_PACK_MODE_TRUNC = 0, /* Trunc: takes the low bits */
    DXK_PACK_MODE_UCLAMP = 1, /* UClamp: clamped to 0 to 255 */
    DXK_PACK_MODE_SCLAMP = 2 /* SClamp: clamped to -128 to 127 */
} dxk_pack_mode;

/* Extension of bytes by Unpack4x8: operand unpackMode. */
typedef enum dxk_unpack_mode {
    DXK_UNPACK_MODE_UNSIGNED = 0, /* Unsigned: filling with zeros */
    DXK_UNPACK_MODE_SIGNED = 1 /* Signed: filling with the sign */
} dxk_unpack_mode;

/* Flags of tracing a ray: operand rayFlags, combined with `|`. */
typedef enum dxk_ray_flag {
    DXK_RAY_FLAG_FORCE_OPAQUE = 0x1, /* ForceOpaque: no any-hit shader runs */
    DXK_RAY_FLAG_FORCE_NON_OPAQUE = 0x2, /* ForceNonOpaque */
    DXK_RAY_FLAG_ACCEPT_FIRST_HIT_AND_END_SEARCH = 0x4, /* AcceptFirstHitAndEndSearch */
    DXK_RAY_FLAG_SKIP_CLOSEST_HIT_SHADER = 0x8, /* SkipClosestHitShader */
    DXK_RAY_FLAG_CULL_BACK_FACING_TRIANGLES = 0x10, /* CullBackFacingTriangles */
    DXK_RAY_FLAG_CULL_FRONT_FACING_TRIANGLES = 0x20, /* CullFrontFacingTriangles */
    DXK_RAY_FLAG_CULL_OPAQUE = 0x40, /* CullOpaque */
    DXK_RAY_FLAG_CULL_NON_OPAQUE = 0x80, /* CullNonOpaque */
    DXK_RAY_FLAG_SKIP_TRIANGLES = 0x100, /* SkipTriangles */
    DXK_RAY_FLAG_SKIP_PROCEDURAL_PRIMITIVES = 0x200, /* SkipProceduralPrimitives */
    DXK_RAY_FLAG_FORCE_OMM_2_STATE = 0x400 /* ForceOMM2State: opacity micromaps with two states */
} dxk_ray_flag;

/* Result of HitKind for triangles. */
typedef enum dxk_hit_kind {
    DXK_HIT_KIND_NONE = 0, /* None */
    DXK_HIT_KIND_TRIANGLE_FRONT_FACE = 0xfe, /* TriangleFrontFace */
    DXK_HIT_KIND_TRIANGLE_BACK_FACE = 0xff /* TriangleBackFace */
} dxk_hit_kind;

/* Ids of the sets, for the functions below. */
typedef enum dxk_enum_id {
    DXK_ENUM_ID_none = 0, /* no set */
    DXK_ENUM_ID_shader_kind, /* stage or kind of a program */
    DXK_ENUM_ID_shader_profile, /* first part of a target profile such as ps_6_0 */
    DXK_ENUM_ID_resource_class, /* class of a resource */
    DXK_ENUM_ID_resource_kind, /* shape of a resource */
    DXK_ENUM_ID_component_type, /* type of one component */
    DXK_ENUM_ID_semantic_kind, /* meaning of a signature element */
    DXK_ENUM_ID_interpolation_mode, /* interpolation of an input of a pixel shader */
    DXK_ENUM_ID_sig_system_value, /* system value of an element in a signature part */
    DXK_ENUM_ID_sig_component_type, /* component type of an element in a signature part */
    DXK_ENUM_ID_sig_min_precision, /* minimum precision of an element in a signature part */
    DXK_ENUM_ID_psv_resource_type, /* class of a resource in PSV0 */
    DXK_ENUM_ID_psv_resource_flag, /* flags of a resource in PSV0 */
    DXK_ENUM_ID_tessellator_domain, /* domain of the tessellator */
    DXK_ENUM_ID_tessellator_output, /* output primitive of the tessellator */
    DXK_ENUM_ID_input_primitive, /* input primitive of a geometry shader */
    DXK_ENUM_ID_primitive_topology, /* output topology of a geometry shader */
    DXK_ENUM_ID_mesh_topology, /* output topology of a mesh shader */
    DXK_ENUM_ID_rdat_part_type, /* kind of a part of RDAT */
    DXK_ENUM_ID_rdat_resource_flag, /* flags of a resource in RDAT */
    DXK_ENUM_ID_rdat_stage_flag, /* stages that a function can run in (RDAT) */
    /* features that a function requires of the device (RDAT), low half */
    DXK_ENUM_ID_rdat_feature1_flag,
    /* features that a function requires of the device (RDAT), high half */
    DXK_ENUM_ID_rdat_feature2_flag,
    DXK_ENUM_ID_rdat_shader_flag, /* flags of an entry point in RDAT */
    DXK_ENUM_ID_node_func_attrib_kind, /* kind of an attribute of a node function */
    DXK_ENUM_ID_node_attrib_kind, /* kind of an attribute of a node input or output */
    DXK_ENUM_ID_node_launch_type, /* type of launch of a node */
    DXK_ENUM_ID_node_io_flag, /* flags of a node input or output */
    DXK_ENUM_ID_subobject_kind, /* kind of a sub-object of a state object */
    DXK_ENUM_ID_hit_group_type, /* geometry of a hit group */
    DXK_ENUM_ID_raytracing_pipeline_flag, /* flags of a ray tracing pipeline */
    DXK_ENUM_ID_state_object_flag, /* flags of a state object */
    DXK_ENUM_ID_rs_version, /* version of a root signature */
    DXK_ENUM_ID_rs_flag, /* flags of a root signature */
    DXK_ENUM_ID_rs_parameter_type, /* kind of a root parameter */
    DXK_ENUM_ID_rs_visibility, /* stages that see a root parameter or sampler */
    DXK_ENUM_ID_rs_range_type, /* kind of a range of descriptors */
    DXK_ENUM_ID_rs_range_flag, /* promises about a range of descriptors (1.1) */
    DXK_ENUM_ID_rs_descriptor_flag, /* promises about a root descriptor (1.1) */
    DXK_ENUM_ID_rs_sampler_flag, /* flags of a static sampler (1.2) */
    DXK_ENUM_ID_filter, /* filter of a sampler */
    /* address mode of a sampler, for coordinates outside of the texture */
    DXK_ENUM_ID_address_mode,
    DXK_ENUM_ID_comparison_func, /* comparison of a sampler */
    DXK_ENUM_ID_border_color, /* border colour of a static sampler */
    DXK_ENUM_ID_hash_flag, /* flags of the HASH part */
    DXK_ENUM_ID_compiler_flag, /* flags of the VERS part */
    DXK_ENUM_ID_source_section, /* kind of a section of SRCI */
    DXK_ENUM_ID_source_compression, /* compression of the sources in SRCI */
    DXK_ENUM_ID_pdb_compression, /* compression of the PDBI part */
    DXK_ENUM_ID_feature_flag, /* features that a shader requires of the device (SFI0) */
    DXK_ENUM_ID_rdef_program, /* stage of a program as RDEF stores it */
    DXK_ENUM_ID_rdef_flag, /* compiler options of a shader (RDEF) */
    DXK_ENUM_ID_rdef_binding_kind, /* kind of a resource binding */
    DXK_ENUM_ID_rdef_return_type, /* type that reading a resource returns */
    DXK_ENUM_ID_rdef_dimension, /* shape of a bound resource */
    DXK_ENUM_ID_rdef_binding_flag, /* flags of a resource binding */
    DXK_ENUM_ID_rdef_buffer_kind, /* kind of a buffer definition */
    DXK_ENUM_ID_rdef_buffer_flag, /* flags of a buffer definition */
    DXK_ENUM_ID_rdef_variable_flag, /* flags of a shader variable */
    DXK_ENUM_ID_rdef_class, /* class of a type */
    DXK_ENUM_ID_rdef_base, /* type of the components of a type; the text is the word in HLSL */
    DXK_ENUM_ID_parameter_flag, /* direction of a parameter of a library function */
    DXK_ENUM_ID_tessellator_partitioning, /* partitioning of the tessellator */
    DXK_ENUM_ID_dxbc_stage, /* stage of a program of shader model 4 or 5 */
    DXK_ENUM_ID_dxbc_register, /* kind of a register */
    DXK_ENUM_ID_dxbc_dimension, /* shape of a resource in a program */
    DXK_ENUM_ID_dxbc_return_type, /* type of a component that a resource returns */
    DXK_ENUM_ID_dxbc_interpolation, /* interpolation of a declared input */
    DXK_ENUM_ID_dxbc_name, /* system value that a declaration names */
    DXK_ENUM_ID_dxbc_topology, /* output topology that a geometry shader declares */
    /* input primitive that a geometry shader declares; 8 to 39: patches of 1 to 32 points */
    DXK_ENUM_ID_dxbc_primitive,
    DXK_ENUM_ID_dxbc_domain, /* domain that a hull or domain shader declares */
    DXK_ENUM_ID_dxbc_partitioning, /* partitioning that a hull shader declares */
    /* output primitive of the tessellator that a hull shader declares */
    DXK_ENUM_ID_dxbc_output_primitive,
    DXK_ENUM_ID_dxbc_sampler_mode, /* mode of a declared sampler */
    DXK_ENUM_ID_dxbc_precision, /* minimum precision of an operand */
    DXK_ENUM_ID_dxbc_global_flag, /* global flags of a program, as bits of the opcode token */
    DXK_ENUM_ID_dxbc_custom, /* class of custom data in a program */
    DXK_ENUM_ID_atomic_op, /* operation of AtomicBinOp: operand atomicOp */
    DXK_ENUM_ID_barrier_mode, /* mode of Barrier: operand barrierMode */
    DXK_ENUM_ID_memory_type_flag, /* memory that a barrier applies to: operand MemoryTypeFlags */
    /* semantics of a barrier by memory or by handle: operand SemanticFlags */
    DXK_ENUM_ID_barrier_semantic_flag,
    DXK_ENUM_ID_wave_op, /* operation of WaveActiveOp and WavePrefixOp: operand op */
    DXK_ENUM_ID_signed_op, /* signedness of a wave operation: operand sop */
    DXK_ENUM_ID_wave_bit_op, /* operation of WaveActiveBit: operand op */
    DXK_ENUM_ID_wave_multi_prefix_op, /* operation of WaveMultiPrefixOp: operand op */
    DXK_ENUM_ID_quad_op, /* lane that QuadOp reads: operand op */
    DXK_ENUM_ID_quad_vote_op, /* question of QuadVote: operand op */
    DXK_ENUM_ID_pack_mode, /* conversion to bytes by Pack4x8: operand packMode */
    DXK_ENUM_ID_unpack_mode, /* extension of bytes by Unpack4x8: operand unpackMode */
    DXK_ENUM_ID_ray_flag, /* flags of tracing a ray: operand rayFlags */
    DXK_ENUM_ID_hit_kind, /* result of HitKind for triangles */
    DXK_ENUM_ID_COUNT /* number of sets, including DXK_ENUM_ID_none */
} dxk_enum_id;

/* Returns the name of a number in a set, or NULL if it has none. Static storage. */
DXK_API const char *dxk_enum_text(dxk_enum_id id, uint64_t number);

/* Sets *number to the number that has a name in a set. The case matters. False if there is none. */
DXK_API bool dxk_enum_find(dxk_enum_id id, dxk_str text, uint64_t *number);

/* Sets *number and *text to value `index` of a set and its name, in the order of the
 * specification. False past the end. */
DXK_API bool dxk_enum_value(dxk_enum_id id, size_t index, uint64_t *number, const char **text);

/* True if the values of a set are flags. */
DXK_API bool dxk_enum_is_flags(dxk_enum_id id);

/* Returns the name of a set, such as "shader_kind". Never NULL; static storage. */
DXK_API const char *dxk_enum_name(dxk_enum_id id);

#ifdef __cplusplus
}
#endif
#endif
