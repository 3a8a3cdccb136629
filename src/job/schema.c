/* SPDX-License-Identifier: MIT */
/* schema.c - the rows; see schema.h. The order is that in which keys are printed. */
#include "job/schema.h"

#include "base/count.h"
#include "dxk/enums.h"

#include <float.h>

#define NONE DXKI_JOB_NONE

#define WORDS(name, ...) static const char *const name[] = {__VA_ARGS__, NULL}

WORDS(stages, "Compute", "Vertex", "Hull", "Domain", "Geometry", "Pixel", "Amplification", "Mesh",
      "RayGeneration", "Miss", "ClosestHit", "AnyHit", "Intersection", "Callable");
WORDS(formats, "Hex8", "Hex16", "Hex32", "Hex64", "UInt16", "UInt32", "UInt64", "Int16", "Int32",
      "Int64", "Float16", "Float32", "Float64", "Depth32", "Bool");
WORDS(rules, "BufferExact", "BufferFloatULP", "BufferFloatEpsilon");
WORDS(denorms, "Any", "FTZ", "Preserve");
WORDS(sampler_kinds, "Sampler", "SamplerComparison");
WORDS(filters, "Nearest", "Linear");
WORDS(addresses, "Clamp", "Repeat", "Mirror", "Border", "MirrorOnce");
WORDS(comparisons, "Never", "Less", "Equal", "LessEqual", "Greater", "NotEqual", "GreaterEqual",
      "Always");
WORDS(topologies, "TriangleList", "PointList", "PatchList", "LineList", "TriangleStrip",
      "LineStrip", "TriangleListAdjacency", "TriangleStripAdjacency", "LineListAdjacency",
      "LineStripAdjacency");
WORDS(culls, "None", "Front", "Back");
WORDS(fronts, "Clockwise", "CounterClockwise");
WORDS(factors, "Zero", "One", "SrcColor", "InvSrcColor", "SrcAlpha", "InvSrcAlpha", "DestAlpha",
      "InvDestAlpha", "DestColor", "InvDestColor", "SrcAlphaSat", "BlendFactor", "InvBlendFactor",
      "Src1Color", "InvSrc1Color", "Src1Alpha", "InvSrc1Alpha");
WORDS(blend_ops, "Add", "Subtract", "RevSubtract", "Min", "Max");
WORDS(stencil_ops, "Keep", "Zero", "Replace", "IncrSat", "DecrSat", "Invert", "Incr", "Decr");
WORDS(root_kinds, "Constant", "DescriptorTable", "RootDescriptor");
WORDS(schedules, "lockstep", "independent", "shuffle");
WORDS(vertex_formats, "RGB32Float", "R16Sint", "R16Uint", "RG16Sint", "RG16Uint", "RGBA16Sint",
      "RGBA16Uint", "R32Sint", "R32Uint", "R32Float", "RG32Sint", "RG32Uint", "RG32Float",
      "RGBA32Sint", "RGBA32Uint", "RGBA32Float", "D32Float", "D32FloatS8Uint");
WORDS(index_formats, "Uint32", "Uint16");
WORDS(hit_types, "Triangles", "Procedural");

const dxki_job_format dxki_job_formats[DXKI_JOB_FORMATS] = {
    {"Hex8", 1, DXKI_JOB_HEX},        {"Hex16", 2, DXKI_JOB_HEX},
    {"Hex32", 4, DXKI_JOB_HEX},       {"Hex64", 8, DXKI_JOB_HEX},
    {"UInt16", 2, DXKI_JOB_UNSIGNED}, {"UInt32", 4, DXKI_JOB_UNSIGNED},
    {"UInt64", 8, DXKI_JOB_UNSIGNED}, {"Int16", 2, DXKI_JOB_SIGNED},
    {"Int32", 4, DXKI_JOB_SIGNED},    {"Int64", 8, DXKI_JOB_SIGNED},
    {"Float16", 2, DXKI_JOB_HEX}, /* by their bits */
    {"Float32", 4, DXKI_JOB_REAL},    {"Float64", 8, DXKI_JOB_REAL},
    {"Depth32", 4, DXKI_JOB_REAL},    {"Bool", 4, DXKI_JOB_UNSIGNED},
};

/* --- kinds of resources: X(name, class, shape, what it is) --- */

#define KINDS(X)                                                                                   \
    X(Buffer, SRV, TYPED_BUFFER, DXKI_JOB_IS_TYPED)                                                \
    X(RWBuffer, UAV, TYPED_BUFFER, DXKI_JOB_IS_TYPED)                                              \
    X(StructuredBuffer, SRV, STRUCTURED_BUFFER, DXKI_JOB_IS_STRUCTURED | DXKI_JOB_IS_RAW)          \
    X(RWStructuredBuffer, UAV, STRUCTURED_BUFFER, DXKI_JOB_IS_STRUCTURED | DXKI_JOB_IS_RAW)        \
    X(ByteAddressBuffer, SRV, RAW_BUFFER, DXKI_JOB_IS_RAW)                                         \
    X(RWByteAddressBuffer, UAV, RAW_BUFFER, DXKI_JOB_IS_RAW)                                       \
    X(ConstantBuffer, CBUFFER, CBUFFER, DXKI_JOB_IS_RAW)                                           \
    X(Texture2D, SRV, TEXTURE2D, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                          \
    X(RWTexture2D, UAV, TEXTURE2D, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                        \
    X(Sampler, SAMPLER, SAMPLER, 0)                                                                \
    X(SampledTexture2D, SRV, TEXTURE2D, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                   \
    X(AccelerationStructure, SRV, RT_ACCELERATION_STRUCTURE, 0)                                    \
    X(Texture1D, SRV, TEXTURE1D, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                          \
    X(RWTexture1D, UAV, TEXTURE1D, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                        \
    X(Texture1DArray, SRV, TEXTURE1D_ARRAY, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)               \
    X(RWTexture1DArray, UAV, TEXTURE1D_ARRAY, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)             \
    X(Texture2DArray, SRV, TEXTURE2D_ARRAY, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)               \
    X(RWTexture2DArray, UAV, TEXTURE2D_ARRAY, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)             \
    X(Texture2DMS, SRV, TEXTURE2DMS, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                      \
    X(RWTexture2DMS, UAV, TEXTURE2DMS, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                    \
    X(Texture2DMSArray, SRV, TEXTURE2DMS_ARRAY, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)           \
    X(RWTexture2DMSArray, UAV, TEXTURE2DMS_ARRAY, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)         \
    X(Texture3D, SRV, TEXTURE3D, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                          \
    X(RWTexture3D, UAV, TEXTURE3D, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                        \
    X(TextureCube, SRV, TEXTURE_CUBE, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)                     \
    X(TextureCubeArray, SRV, TEXTURE_CUBE_ARRAY, DXKI_JOB_IS_TEXTURE | DXKI_JOB_IS_TYPED)

#define KIND(name, cls, shape, is) {#name, DXK_RESOURCE_CLASS_##cls, DXK_RESOURCE_KIND_##shape, is},
static const dxki_job_kind kinds[] = {KINDS(KIND)};
#define KIND_WORD(name, cls, shape, is) #name,
static const char *const kind_words[] = {KINDS(KIND_WORD) NULL};

const dxki_job_kind *dxki_job_kind_of(uint32_t kind)
{
    return &kinds[kind < DXKI_COUNT(kinds) ? kind : 0];
}

/* --- rows --- */

#define ROW(structure, member, key, type, when, ...)                                               \
    {                                                                                              \
        key, DXKI_JOB_T_##type, DXKI_JOB_##when, offsetof(structure, member), __VA_ARGS__          \
    }
#define MAP(name, structure)                                                                       \
    static const dxki_job_map name = {name##_rows, DXKI_COUNT(name##_rows), sizeof(structure)}

static const dxki_job_row shader_rows[] = {
    ROW(dxki_job_shader, stage, "Stage", NAME, REQUIRED, 0, stages, 0),
    ROW(dxki_job_shader, entry, "Entry", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_shader, constants, "SpecializationConstants", TREE, PRESENT, 0, NULL, 0),
    ROW(dxki_job_shader, file, "File", TEXT, PRESENT, 0, NULL, 0),
};
MAP(shader, dxki_job_shader);

static const dxki_job_row root_resource_rows[] = {
    ROW(dxki_job_root_resource, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_root_resource, kind, "Kind", NAME, REQUIRED, 0, kind_words, 0),
};
MAP(root_resource, dxki_job_root_resource);

static const dxki_job_row root_parameter_rows[] = {
    ROW(dxki_job_root_parameter, kind, "Kind", NAME, REQUIRED, 0, root_kinds, 0),
    ROW(dxki_job_root_parameter, name, "Name", TEXT, PRESENT, 0, NULL, 0),
    ROW(dxki_job_root_parameter, resource, "Resource", MAP, PRESENT, 0, &root_resource, 0),
};
MAP(root_parameter, dxki_job_root_parameter);

static const dxki_job_row directx_rows[] = {
    ROW(dxki_job_directx, parameters, "RootParameters", LIST, SHOWN, 0, &root_parameter, 0),
};
MAP(directx, dxki_job_directx);

static const dxki_job_row own_rows[] = {
    ROW(dxki_job_own, wave_size, "WaveSize", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_own, undef, "Undef", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_own, schedule, "Schedule", NAME, OPTIONAL, 0, schedules, 0),
    ROW(dxki_job_own, seed, "Seed", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_own, shader, "Shader", TEXT, PRESENT, 0, NULL, 0),
};
MAP(own, dxki_job_own);

static const dxki_job_row settings_rows[] = {
    ROW(dxki_job_settings, directx, "DirectX", MAP, SHOWN, 0, &directx, 0),
    ROW(dxki_job_settings, own, "DXK", MAP, PRESENT, 0, &own, 0),
};
MAP(settings, dxki_job_settings);

static const dxki_job_row output_rows[] = {
    ROW(dxki_job_output, height, "Height", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_output, width, "Width", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_output, depth, "Depth", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_output, mips, "MipLevels", U32, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_output, slices, "ArraySize", U32, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_output, samples, "SampleCount", U32, OPTIONAL, 0, NULL, 1),
};
MAP(output, dxki_job_output);

static const dxki_job_row buffer_rows[] = {
    ROW(dxki_job_buffer, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_buffer, format, "Format", NAME, REQUIRED, 0, formats, 0),
    ROW(dxki_job_buffer, channels, "Channels", U32, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_buffer, stride, "Stride", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_buffer, array_size, "ArraySize", U32, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_buffer, data, "Data", CONTENT, SHOWN, 0, NULL, 0),
    ROW(dxki_job_buffer, output, "OutputProps", MAP, SHOWN, 0, &output, 0),
};
const dxki_job_map dxki_job_buffer_schema = {buffer_rows, DXKI_COUNT(buffer_rows),
                                             sizeof(dxki_job_buffer)};

static const dxki_job_row sampler_rows[] = {
    ROW(dxki_job_sampler, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_sampler, kind, "Kind", NAME, SHOWN, 0, sampler_kinds, 0),
    ROW(dxki_job_sampler, min_filter, "MinFilter", NAME, SHOWN, 0, filters, 1),
    ROW(dxki_job_sampler, mag_filter, "MagFilter", NAME, SHOWN, 0, filters, 1),
    ROW(dxki_job_sampler, mip_filter, "MipFilter", NAME, OPTIONAL, 0, filters, 0),
    ROW(dxki_job_sampler, address, "Address", NAME, SHOWN, 0, addresses, 0),
    ROW(dxki_job_sampler, address_u, "AddressU", NAME, PRESENT, 0, addresses, NONE),
    ROW(dxki_job_sampler, address_v, "AddressV", NAME, PRESENT, 0, addresses, NONE),
    ROW(dxki_job_sampler, address_w, "AddressW", NAME, PRESENT, 0, addresses, NONE),
    ROW(dxki_job_sampler, border, "BorderColor", REALS, PRESENT, 4, NULL, 0),
    ROW(dxki_job_sampler, max_anisotropy, "MaxAnisotropy", U32, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_sampler, min_lod, "MinLOD", REAL, SHOWN, 0, NULL, 0),
    ROW(dxki_job_sampler, max_lod, "MaxLOD", REAL, SHOWN, 0, NULL, FLT_MAX),
    ROW(dxki_job_sampler, bias, "MipLODBias", REAL, SHOWN, 0, NULL, 0),
    ROW(dxki_job_sampler, comparison, "ComparisonOp", NAME, SHOWN, 0, comparisons, 0),
};
MAP(sampler, dxki_job_sampler);

/* ULPT and Epsilon are required by their rules. */
static const dxki_job_row result_rows[] = {
    ROW(dxki_job_result, name, "Result", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_result, rule, "Rule", NAME, REQUIRED, 0, rules, 0),
    ROW(dxki_job_result, actual, "Actual", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_result, expected, "Expected", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_result, ulp, "ULPT", U32, PRESENT, 0, NULL, NONE),
    ROW(dxki_job_result, epsilon, "Epsilon", REAL, PRESENT, 0, NULL, -1),
    ROW(dxki_job_result, denorm, "DenormMode", NAME, PRESENT, 0, denorms, 0),
    ROW(dxki_job_result, zero, "ZeroTolerance", REAL, OPTIONAL, 0, NULL, 0),
};
MAP(result, dxki_job_result);

static const dxki_job_row directx_binding_rows[] = {
    ROW(dxki_job_binding, index, "Register", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_binding, space, "Space", U32, REQUIRED, 0, NULL, 0),
};
MAP(directx_binding, dxki_job_binding);

static const dxki_job_row vulkan_binding_rows[] = {
    ROW(dxki_job_binding, index, "Binding", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_binding, space, "CounterBinding", U32, PRESENT, 0, NULL, 0),
};
MAP(vulkan_binding, dxki_job_binding);

static const dxki_job_row resource_rows[] = {
    ROW(dxki_job_resource, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_resource, kind, "Kind", NAME, REQUIRED, 0, kind_words, 0),
    ROW(dxki_job_resource, has_counter, "HasCounter", BOOL, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_resource, tiles, "TilesMapped", U32, PRESENT, 0, NULL, NONE),
    ROW(dxki_job_resource, reserved, "IsReserved", BOOL, SHOWN, 0, NULL, 0),
    ROW(dxki_job_resource, directx, "DirectXBinding", MAP, PRESENT, 0, &directx_binding, 0),
    ROW(dxki_job_resource, vulkan, "VulkanBinding", MAP, PRESENT, 0, &vulkan_binding, 0),
    ROW(dxki_job_resource, heap_index, "HeapIndex", U32, PRESENT, 0, NULL, NONE),
    ROW(dxki_job_resource, view_format, "ViewFormat", TEXT, PRESENT, 0, NULL, 0),
};
MAP(resource, dxki_job_resource);

static const dxki_job_row set_rows[] = {
    ROW(dxki_job_set, resources, "Resources", LIST, REQUIRED, 0, &resource, 0),
};
MAP(set, dxki_job_set);

static const dxki_job_row attribute_rows[] = {
    ROW(dxki_job_attribute, format, "Format", NAME, REQUIRED, 0, formats, 0),
    ROW(dxki_job_attribute, channels, "Channels", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_attribute, offset, "Offset", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_attribute, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
};
MAP(attribute, dxki_job_attribute);

enum { ONE = 1, ALWAYS = 7 }; /* places in `factors` and `comparisons` */

static const dxki_job_row blend_rows[] = {
    ROW(dxki_job_blend, source, "Src", NAME, OPTIONAL, 0, factors, ONE),
    ROW(dxki_job_blend, target, "Dest", NAME, OPTIONAL, 0, factors, 0),
    ROW(dxki_job_blend, op, "Op", NAME, OPTIONAL, 0, blend_ops, 0),
    ROW(dxki_job_blend, source_alpha, "SrcAlpha", NAME, OPTIONAL, 0, factors, ONE),
    ROW(dxki_job_blend, target_alpha, "DestAlpha", NAME, OPTIONAL, 0, factors, 0),
    ROW(dxki_job_blend, op_alpha, "OpAlpha", NAME, OPTIONAL, 0, blend_ops, 0),
    ROW(dxki_job_blend, write_mask, "WriteMask", U32, OPTIONAL, 0, NULL, 15),
};
MAP(blend, dxki_job_blend);

static const dxki_job_row face_rows[] = {
    ROW(dxki_job_face, compare, "Compare", NAME, OPTIONAL, 0, comparisons, ALWAYS),
    ROW(dxki_job_face, fail, "Fail", NAME, OPTIONAL, 0, stencil_ops, 0),
    ROW(dxki_job_face, depth_fail, "DepthFail", NAME, OPTIONAL, 0, stencil_ops, 0),
    ROW(dxki_job_face, pass, "Pass", NAME, OPTIONAL, 0, stencil_ops, 0),
};
MAP(face, dxki_job_face);

static const dxki_job_row stencil_rows[] = {
    ROW(dxki_job_stencil, reference, "Reference", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_stencil, read_mask, "ReadMask", U32, OPTIONAL, 0, NULL, 255),
    ROW(dxki_job_stencil, write_mask, "WriteMask", U32, OPTIONAL, 0, NULL, 255),
    ROW(dxki_job_stencil, front, "Front", MAP, PRESENT, 0, &face, 0),
    ROW(dxki_job_stencil, back, "Back", MAP, PRESENT, 0, &face, 0),
};
MAP(stencil, dxki_job_stencil);

static const dxki_job_row viewport_rows[] = {
    ROW(dxki_job_viewport, x, "X", REAL, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_viewport, y, "Y", REAL, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_viewport, width, "Width", REAL, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_viewport, height, "Height", REAL, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_viewport, min_depth, "MinDepth", REAL, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_viewport, max_depth, "MaxDepth", REAL, OPTIONAL, 0, NULL, 1),
};
MAP(viewport, dxki_job_viewport);

static const dxki_job_row scissor_rows[] = {
    ROW(dxki_job_scissor, left, "Left", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_scissor, top, "Top", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_scissor, right, "Right", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_scissor, bottom, "Bottom", U32, REQUIRED, 0, NULL, 0),
};
MAP(scissor, dxki_job_scissor);

static const dxki_job_row target_rows[] = {
    ROW(dxki_job_target, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_target, blend, "Blend", MAP, PRESENT, 0, &blend, 0),
};
MAP(target, dxki_job_target);

static const dxki_job_row bindings_rows[] = {
    ROW(dxki_job_bindings, vertex_buffer, "VertexBuffer", TEXT, SHOWN, 0, NULL, 0),
    ROW(dxki_job_bindings, attributes, "VertexAttributes", LIST, SHOWN, 0, &attribute, 0),
    ROW(dxki_job_bindings, target, "RenderTarget", TEXT, SHOWN, 0, NULL, 0),
    ROW(dxki_job_bindings, topology, "Topology", NAME, OPTIONAL, 0, topologies, 0),
    ROW(dxki_job_bindings, control_points, "PatchControlPoints", U32, PRESENT, 0, NULL, NONE),
    ROW(dxki_job_bindings, more_targets, "MoreTargets", LIST, PRESENT, 0, &target, 0),
    ROW(dxki_job_bindings, depth_buffer, "DepthBuffer", TEXT, PRESENT, 0, NULL, 0),
    ROW(dxki_job_bindings, index_buffer, "IndexBuffer", TEXT, PRESENT, 0, NULL, 0),
    ROW(dxki_job_bindings, instances, "InstanceCount", U32, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_bindings, cull, "Cull", NAME, PRESENT, 0, culls, NONE),
    ROW(dxki_job_bindings, front, "Front", NAME, PRESENT, 0, fronts, NONE),
    ROW(dxki_job_bindings, blend, "Blend", MAP, PRESENT, 0, &blend, 0),
    ROW(dxki_job_bindings, blend_constant, "BlendFactor", REALS, PRESENT, 4, NULL, 0),
    ROW(dxki_job_bindings, depth_compare, "DepthCompare", NAME, PRESENT, 0, comparisons, NONE),
    ROW(dxki_job_bindings, depth_write, "DepthWrite", BOOL, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_bindings, stencil_buffer, "StencilBuffer", TEXT, PRESENT, 0, NULL, 0),
    ROW(dxki_job_bindings, stencil, "Stencil", MAP, PRESENT, 0, &stencil, 0),
    ROW(dxki_job_bindings, viewports, "Viewports", LIST, PRESENT, 0, &viewport, 0),
    ROW(dxki_job_bindings, scissors, "Scissors", LIST, PRESENT, 0, &scissor, 0),
    ROW(dxki_job_bindings, sample_mask, "SampleMask", U32, PRESENT, 0, NULL, NONE),
};
MAP(bindings, dxki_job_bindings);

static const dxki_job_row triangles_rows[] = {
    ROW(dxki_job_triangles, vertices, "VertexBuffer", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_triangles, vertex_format, "VertexFormat", NAME, OPTIONAL, 0, vertex_formats, 0),
    ROW(dxki_job_triangles, vertex_stride, "VertexStride", U32, OPTIONAL, 0, NULL, 12),
    ROW(dxki_job_triangles, vertex_count, "VertexCount", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_triangles, indices, "IndexBuffer", TEXT, PRESENT, 0, NULL, 0),
    ROW(dxki_job_triangles, index_format, "IndexFormat", NAME, OPTIONAL, 0, index_formats, 0),
    ROW(dxki_job_triangles, index_count, "IndexCount", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_triangles, opaque, "Opaque", BOOL, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_triangles, transform, "Transform", REALS, PRESENT, 12, NULL, 0),
};
MAP(triangles, dxki_job_triangles);

static const dxki_job_row boxes_rows[] = {
    ROW(dxki_job_boxes, buffer, "AABBBuffer", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_boxes, count, "AABBCount", U32, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_boxes, stride, "AABBStride", U32, OPTIONAL, 0, NULL, 24),
    ROW(dxki_job_boxes, opaque, "Opaque", BOOL, OPTIONAL, 0, NULL, 1),
};
MAP(boxes, dxki_job_boxes);

static const dxki_job_row blas_rows[] = {
    ROW(dxki_job_blas, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_blas, triangles, "Triangles", LIST, SHOWN, 0, &triangles, 0),
    ROW(dxki_job_blas, boxes, "AABBs", LIST, SHOWN, 0, &boxes, 0),
};
MAP(blas, dxki_job_blas);

static const dxki_job_row tlas_rows[] = {
    ROW(dxki_job_tlas, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_tlas, array_size, "ArraySize", U32, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_tlas, instances, "Instances", TREE, REQUIRED, 0, NULL, 0),
};
MAP(tlas, dxki_job_tlas);

static const dxki_job_row structures_rows[] = {
    ROW(dxki_job_structures, blas, "BLAS", LIST, SHOWN, 0, &blas, 0),
    ROW(dxki_job_structures, tlas, "TLAS", LIST, SHOWN, 0, &tlas, 0),
};
MAP(structures, dxki_job_structures);

static const dxki_job_row rays_rows[] = {
    ROW(dxki_job_rays, recursion, "MaxTraceRecursionDepth", U32, OPTIONAL, 0, NULL, 1),
    ROW(dxki_job_rays, payload, "MaxPayloadSizeInBytes", U32, OPTIONAL, 0, NULL, 0),
    ROW(dxki_job_rays, attributes, "MaxAttributeSizeInBytes", U32, OPTIONAL, 0, NULL, 8),
    ROW(dxki_job_rays, flags, "PipelineFlags", TREE, PRESENT, 0, NULL, 0),
};
MAP(rays, dxki_job_rays);

static const dxki_job_row hit_group_rows[] = {
    ROW(dxki_job_hit_group, name, "Name", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_hit_group, type, "Type", NAME, OPTIONAL, 0, hit_types, 0),
    ROW(dxki_job_hit_group, closest, "ClosestHit", TEXT, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_hit_group, any, "AnyHit", TEXT, PRESENT, 0, NULL, 0),
    ROW(dxki_job_hit_group, intersection, "Intersection", TEXT, PRESENT, 0, NULL, 0),
};
MAP(hit_group, dxki_job_hit_group);

static const dxki_job_row table_rows[] = {
    ROW(dxki_job_table, ray, "RayGen", TREE, REQUIRED, 0, NULL, 0),
    ROW(dxki_job_table, miss, "Miss", TREE, PRESENT, 0, NULL, 0),
    ROW(dxki_job_table, hit, "HitGroup", TREE, PRESENT, 0, NULL, 0),
    ROW(dxki_job_table, callable, "Callable", TREE, PRESENT, 0, NULL, 0),
};
MAP(table, dxki_job_table);

static const dxki_job_row dispatch_rows[] = {
    ROW(dxki_job_dispatch, groups, "DispatchGroupCount", U32S, SHOWN, 3, NULL, 1),
    ROW(dxki_job_dispatch, vertices, "VertexCount", U32, PRESENT, 0, NULL, NONE),
    ROW(dxki_job_dispatch, indirect, "IndirectBuffer", TEXT, PRESENT, 0, NULL, 0),
    ROW(dxki_job_dispatch, offset, "IndirectOffset", U32, OPTIONAL, 0, NULL, 0),
};
MAP(dispatch, dxki_job_dispatch);

static const dxki_job_row job_rows[] = {
    ROW(dxk_job, shaders, "Shaders", LIST, REQUIRED, 0, &shader, 0),
    ROW(dxk_job, settings, "RuntimeSettings", MAP, SHOWN, 0, &settings, 0),
    ROW(dxk_job, buffers, "Buffers", LIST, REQUIRED, 0, &dxki_job_buffer_schema, 0),
    ROW(dxk_job, samplers, "Samplers", LIST, SHOWN, 0, &sampler, 0),
    ROW(dxk_job, results, "Results", LIST, SHOWN, 0, &result, 0),
    ROW(dxk_job, sets, "DescriptorSets", LIST, REQUIRED, 0, &set, 0),
    ROW(dxk_job, bindings, "Bindings", MAP, SHOWN, 0, &bindings, 0),
    ROW(dxk_job, push_constants, "PushConstants", TREE, PRESENT, 0, NULL, 0),
    ROW(dxk_job, structures, "AccelerationStructures", MAP, SHOWN, 0, &structures, 0),
    ROW(dxk_job, rays, "RayTracingPipelineConfig", MAP, PRESENT, 0, &rays, 0),
    ROW(dxk_job, hit_groups, "HitGroups", LIST, SHOWN, 0, &hit_group, 0),
    ROW(dxk_job, table, "ShaderBindingTable", MAP, PRESENT, 0, &table, 0),
    ROW(dxk_job, dispatch, "DispatchParameters", MAP, SHOWN, 0, &dispatch, 0),
};
const dxki_job_map dxki_job_schema = {job_rows, DXKI_COUNT(job_rows), sizeof(dxk_job)};
