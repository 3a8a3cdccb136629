/* SPDX-License-Identifier: MIT */
/*
 * object_names.c - types that HLSL knows by name. DXIL keeps objects as structures, and what they
 * are is in their names alone: %"class.Texture2D<float>", %"struct.NodeOutput<Record>".
 */
#include "dxil/object_names.h"

#include "base/count.h"
#include "base/str.h"

#include <string.h>

static bool begins_with_one(dxk_str text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (dxki_str_cut(&text, list[i]))
            return true;
    return false;
}

#define BEGINS_WITH_ONE(text, list) begins_with_one((text), (list), DXKI_COUNT(list))

static bool is_one_of(dxk_str text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (dxki_str_is(text, list[i]))
            return true;
    return false;
}

#define IS_ONE_OF(text, list) is_one_of((text), (list), DXKI_COUNT(list))

bool dxki_dxil_is_resource_name(dxk_str name)
{
    static const char *const plain[] = {"SamplerState", "SamplerComparisonState",
                                        "RaytracingAccelerationStructure"};
    static const char *const templates[] = {
        "AppendStructuredBuffer<", "ConsumeStructuredBuffer<", "ConstantBuffer<",
        "TextureBuffer<",          "FeedbackTexture2D<",       "FeedbackTexture2DArray<",
    };
    static const char *const shapes[] = {"1D<",   "1DArray<",   "2D<",   "2DArray<",  "3D<",
                                         "Cube<", "CubeArray<", "2DMS<", "2DMSArray<"};

    dxki_str_cut(&name, "class.");
    dxki_str_cut(&name, "struct.");
    if (IS_ONE_OF(name, plain) || BEGINS_WITH_ONE(name, templates))
        return true;
    dxki_str_cut(&name, "RasterizerOrdered");
    dxki_str_cut(&name, "RW");
    if (dxki_str_is(name, "ByteAddressBuffer") || dxki_str_cut(&name, "Buffer<") ||
        dxki_str_cut(&name, "StructuredBuffer<"))
        return true;
    return dxki_str_cut(&name, "Texture") && BEGINS_WITH_ONE(name, shapes);
}

/* What work graph nodes take and give. */
static bool is_node_name(dxk_str name)
{
    static const char *const plain[] = {"EmptyNodeInput", "EmptyNodeOutput",
                                        "EmptyNodeOutputArray"};
    static const char *const templates[] = {
        "NodeOutput<",
        "NodeOutputArray<",
        "GroupNodeOutputRecords<",
        "ThreadNodeOutputRecords<",
        "DispatchNodeInputRecord<",
        "RWDispatchNodeInputRecord<",
        "GroupNodeInputRecords<",
        "RWGroupNodeInputRecords<",
        "ThreadNodeInputRecord<",
        "RWThreadNodeInputRecord<",
    };

    dxki_str_cut(&name, "struct.");
    return IS_ONE_OF(name, plain) || BEGINS_WITH_ONE(name, templates);
}

static bool is_slice(dxk_str name)
{
    static const char tail[] = "_slice_type";
    size_t size = sizeof tail - 1;

    return name.size >= size && memcmp(name.data + name.size - size, tail, size) == 0;
}

bool dxki_dxil_is_object_name(dxk_str name)
{
    static const char *const reserved[] = {"dx.types.Handle", "dx.types.HitObject"};
    static const char *const begins[] = {"dx.types.wave_t", "dx.types.LinAlgMatrix"};
    static const char *const streams[] = {"TriangleStream<", "PointStream<", "LineStream<"};
    dxk_str bare = name;

    if (IS_ONE_OF(name, reserved) || BEGINS_WITH_ONE(name, begins))
        return true;
    if (is_slice(name))
        return false;
    dxki_str_cut(&bare, "class.");
    dxki_str_cut(&bare, "struct.");
    return dxki_dxil_is_resource_name(name) || BEGINS_WITH_ONE(bare, streams) || is_node_name(name);
}
