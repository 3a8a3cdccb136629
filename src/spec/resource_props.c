/* SPDX-License-Identifier: MIT */
/*
 * resource_props.c - the words of %dx.types.ResourceProperties, which AnnotateHandle carries, and
 * their text in listings (DXIL.rst, "annotateHandle").
 *
 *   word 0   31..17     16       15       14      13    12    11..8   7..0
 *           +---------+--------+--------+-------+-----+-----+-------+------+
 *           |         | reord. | cmp/   | glob. | ROV | UAV | align | kind |
 *           |         | coher. | counter| coher.|     |     | log2  |      |
 *           +---------+--------+--------+-------+-----+-----+-------+------+
 *   word 1   typed: component type, count, samples, 0 (a byte each); structured buffer: stride;
 *            constant buffer: size; feedback texture: kind of feedback
 */
#include "dxk/text.h"

#include <string.h>

dxk_resource_properties dxk_resource_properties_decode(uint32_t word0, uint32_t word1)
{
    dxk_resource_properties p = {
        .kind = (dxk_resource_kind)(word0 & 0xff),
        .align_log2 = word0 >> 8 & 15,
        .rasterizer_ordered = word0 >> 13 & 1,
        .globally_coherent = word0 >> 14 & 1,
        .counter_or_comparison = word0 >> 15 & 1,
        .reorder_coherent = word0 >> 16 & 1,
        .component = (dxk_component_type)(word1 & 0xff),
        .component_count = (uint8_t)(word1 >> 8),
        .sample_count = (uint8_t)(word1 >> 16),
        .size = word1,
    };
    if (p.kind == DXK_RESOURCE_KIND_CBUFFER)
        p.resource_class = DXK_RESOURCE_CLASS_CBUFFER;
    else if (p.kind == DXK_RESOURCE_KIND_SAMPLER)
        p.resource_class = DXK_RESOURCE_CLASS_SAMPLER;
    else
        p.resource_class = word0 >> 12 & 1 ? DXK_RESOURCE_CLASS_UAV : DXK_RESOURCE_CLASS_SRV;
    return p;
}

static void append(dxk_str *text, char *buffer, const char *more)
{
    size_t n = strlen(more);
    if (n > DXK_RESOURCE_TEXT_SIZE - text->size)
        n = DXK_RESOURCE_TEXT_SIZE - text->size;
    memcpy(buffer + text->size, more, n);
    text->size += n;
}

static void append_number(dxk_str *text, char *buffer, uint32_t value)
{
    char digits[11], *first = digits + sizeof digits - 1;
    *first = 0;
    do {
        *--first = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    append(text, buffer, first);
}

static void append_typed(dxk_str *text, char *buffer, const dxk_resource_properties *p)
{
    const char *type = "<invalid CompType>";
    if (p->component != DXK_COMPONENT_TYPE_INVALID && p->component <= DXK_COMPONENT_TYPE_UNORM_F64)
        type = dxk_enum_text(DXK_ENUM_ID_component_type, p->component);
    append(text, buffer, "<");
    if (p->component_count > 1) {
        append_number(text, buffer, p->component_count);
        append(text, buffer, "x");
    }
    append(text, buffer, type);
    append(text, buffer, ">");
}

static void append_prefixes(dxk_str *text, char *buffer, const dxk_resource_properties *p)
{
    if (p->resource_class != DXK_RESOURCE_CLASS_UAV)
        return;
    if (p->globally_coherent)
        append(text, buffer, "globallycoherent ");
    if (p->reorder_coherent)
        append(text, buffer, "reordercoherent ");
    append(text, buffer, p->rasterizer_ordered ? "ROV" : "RW");
}

static void append_structured(dxk_str *text, char *buffer, const dxk_resource_properties *p)
{
    append(text, buffer, "StructuredBuffer<stride=");
    append_number(text, buffer, p->size);
    if (p->resource_class == DXK_RESOURCE_CLASS_UAV && p->counter_or_comparison)
        append(text, buffer, ", counter");
    append(text, buffer, ">");
}

static void append_feedback(dxk_str *text, char *buffer, const dxk_resource_properties *p)
{
    append(text, buffer, dxk_enum_text(DXK_ENUM_ID_resource_kind, p->kind));
    uint32_t type = p->size & 0xff;
    append(text, buffer,
           type == 0   ? "<MinMip>"
           : type == 1 ? "<MipRegionUsed>"
                       : "<<invalid sampler feedback type>>");
}

/* Everything that can be read or written. */
static void append_view(dxk_str *text, char *buffer, const dxk_resource_properties *p)
{
    switch (p->kind) {
    case DXK_RESOURCE_KIND_TEXTURE1D:
    case DXK_RESOURCE_KIND_TEXTURE2D:
    case DXK_RESOURCE_KIND_TEXTURE2DMS:
    case DXK_RESOURCE_KIND_TEXTURE3D:
    case DXK_RESOURCE_KIND_TEXTURE_CUBE:
    case DXK_RESOURCE_KIND_TEXTURE1D_ARRAY:
    case DXK_RESOURCE_KIND_TEXTURE2D_ARRAY:
    case DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY:
    case DXK_RESOURCE_KIND_TEXTURE_CUBE_ARRAY:
    case DXK_RESOURCE_KIND_TYPED_BUFFER:
        append_prefixes(text, buffer, p);
        append(text, buffer, dxk_enum_text(DXK_ENUM_ID_resource_kind, p->kind));
        append_typed(text, buffer, p);
        break;
    case DXK_RESOURCE_KIND_RAW_BUFFER:
        append_prefixes(text, buffer, p);
        append(text, buffer, "ByteAddressBuffer");
        break;
    case DXK_RESOURCE_KIND_STRUCTURED_BUFFER:
        append_prefixes(text, buffer, p);
        append_structured(text, buffer, p);
        break;
    case DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE:
        append(text, buffer, "RTAccelerationStructure");
        break;
    case DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D:
    case DXK_RESOURCE_KIND_FEEDBACK_TEXTURE2D_ARRAY:
        append_feedback(text, buffer, p);
        break;
    default:
        append(text, buffer, "<invalid resource properties>");
    }
}

dxk_str dxk_resource_properties_text(const dxk_resource_properties *p, char *buffer)
{
    dxk_str text = {buffer, 0};
    if (p->resource_class == DXK_RESOURCE_CLASS_CBUFFER)
        append(&text, buffer, "CBuffer");
    else if (p->resource_class == DXK_RESOURCE_CLASS_SAMPLER)
        append(&text, buffer, p->counter_or_comparison ? "SamplerComparisonState" : "SamplerState");
    else if (p->resource_class == DXK_RESOURCE_CLASS_SRV && p->kind == DXK_RESOURCE_KIND_TBUFFER)
        append(&text, buffer, "TBuffer");
    else
        append_view(&text, buffer, p);
    return text;
}
