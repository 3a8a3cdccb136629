/* SPDX-License-Identifier: MIT */
/*
 * object_names.c - types that HLSL knows by name. DXIL keeps objects as structures, and what they
 * are is in their names alone: %"class.Texture2D<float>", %"struct.NodeOutput<Record>".
 */
#include "dxil/object_names.h"

#include <string.h>

/* Begins `text` with `prefix`, which is cut off then? */
static bool cut(dxk_str *text, const char *prefix)
{
    size_t size = strlen(prefix);

    if (text->size < size || memcmp(text->data, prefix, size) != 0)
        return false;
    text->data += size;
    text->size -= size;
    return true;
}

static bool is_name(dxk_str text, const char *name)
{
    return cut(&text, name) && text.size == 0;
}

static bool begins_with_one(dxk_str text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cut(&text, list[i]))
            return true;
    return false;
}

#define BEGINS_WITH_ONE(text, list) begins_with_one((text), (list), sizeof(list) / sizeof *(list))

static bool is_one_of(dxk_str text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_name(text, list[i]))
            return true;
    return false;
}

#define IS_ONE_OF(text, list) is_one_of((text), (list), sizeof(list) / sizeof *(list))

bool dxki_is_resource_name(dxk_str name)
{
    static const char *const plain[] = {"SamplerState", "SamplerComparisonState",
                                        "RaytracingAccelerationStructure"};
    static const char *const templates[] = {
        "AppendStructuredBuffer<", "ConsumeStructuredBuffer<", "ConstantBuffer<",
        "TextureBuffer<",          "FeedbackTexture2D<",       "FeedbackTexture2DArray<",
    };
    static const char *const shapes[] = {"1D<",   "1DArray<",   "2D<",   "2DArray<",  "3D<",
                                         "Cube<", "CubeArray<", "2DMS<", "2DMSArray<"};

    cut(&name, "class.");
    cut(&name, "struct.");
    if (IS_ONE_OF(name, plain) || BEGINS_WITH_ONE(name, templates))
        return true;
    cut(&name, "RasterizerOrdered");
    cut(&name, "RW");
    if (is_name(name, "ByteAddressBuffer") || cut(&name, "Buffer<") ||
        cut(&name, "StructuredBuffer<"))
        return true;
    return cut(&name, "Texture") && BEGINS_WITH_ONE(name, shapes);
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

    cut(&name, "struct.");
    return IS_ONE_OF(name, plain) || BEGINS_WITH_ONE(name, templates);
}

static bool is_slice(dxk_str name)
{
    static const char tail[] = "_slice_type";
    size_t size = sizeof tail - 1;

    return name.size >= size && memcmp(name.data + name.size - size, tail, size) == 0;
}

bool dxki_is_object_name(dxk_str name)
{
    static const char *const reserved[] = {"dx.types.Handle", "dx.types.HitObject"};
    static const char *const begins[] = {"dx.types.wave_t", "dx.types.LinAlgMatrix"};
    static const char *const streams[] = {"TriangleStream<", "PointStream<", "LineStream<"};
    dxk_str bare = name;

    if (IS_ONE_OF(name, reserved) || BEGINS_WITH_ONE(name, begins))
        return true;
    if (is_slice(name))
        return false;
    cut(&bare, "class.");
    cut(&bare, "struct.");
    return dxki_is_resource_name(name) || BEGINS_WITH_ONE(bare, streams) || is_node_name(name);
}
