/* SPDX-License-Identifier: MIT */
/*
 * signature.c - SFI0 from the shader flags; ISG1, OSG1 and PSG1 from the signatures.
 *
 * A part has a record for each row of each element, sorted by stream, register and name, then the
 * names. Older validators wanted it otherwise: before 1.7 only system values share their name and
 * nothing is padded, before 1.5 masks tell what exists and booleans have no type.
 * Source: DXContainer.rst, "ISG1, OSG1 and PSG1 parts"; DXIL.rst, "Shader flags".
 */
#include "build/build.h"

#include "base/count.h"
#include "base/out.h"
#include "base/sort.h"
#include "base/vec.h"
#include "spec/semantics.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Facts that several parts need                                                              */

/* Is the element in the part? Some system values are none of the runtime's business. */
static bool is_in_part(const dxki_dxil_sig_element *e, uint32_t stage, uint32_t which)
{
    dxki_sigpoint point = dxki_sigpoint_of(stage, which);

    if (point == DXKI_SIGPOINT_GSV_IN && e->semantic == DXK_SEMANTIC_KIND_PRIMITIVE_ID)
        point = DXKI_SIGPOINT_GS_IN;
    dxki_semantic_use use = dxki_semantic_use_at(e->semantic, point, NULL);
    return use != DXKI_SEMANTIC_NOT_ALLOWED && use != DXKI_SEMANTIC_NOT_IN_SIGNATURE;
}

uint32_t dxki_build_component(const dxk_dxil *d, const dxki_dxil_sig_element *e)
{
    switch (e->component_type) {
    case DXK_COMPONENT_TYPE_I1:
        return dxki_dxil_validator_at_least(d, 5) ? DXK_SIG_COMPONENT_TYPE_UINT32
                                                  : DXK_SIG_COMPONENT_TYPE_UNKNOWN;
    case DXK_COMPONENT_TYPE_I16:
        return DXK_SIG_COMPONENT_TYPE_SINT16;
    case DXK_COMPONENT_TYPE_U16:
        return DXK_SIG_COMPONENT_TYPE_UINT16;
    case DXK_COMPONENT_TYPE_I32:
        return DXK_SIG_COMPONENT_TYPE_SINT32;
    case DXK_COMPONENT_TYPE_U32:
    case DXK_COMPONENT_TYPE_PACKED_S8X32:
    case DXK_COMPONENT_TYPE_PACKED_U8X32:
        return DXK_SIG_COMPONENT_TYPE_UINT32;
    case DXK_COMPONENT_TYPE_I64:
        return DXK_SIG_COMPONENT_TYPE_SINT64;
    case DXK_COMPONENT_TYPE_U64:
        return DXK_SIG_COMPONENT_TYPE_UINT64;
    case DXK_COMPONENT_TYPE_F16:
        return DXK_SIG_COMPONENT_TYPE_FLOAT16;
    case DXK_COMPONENT_TYPE_F32:
        return DXK_SIG_COMPONENT_TYPE_FLOAT32;
    case DXK_COMPONENT_TYPE_F64:
        return DXK_SIG_COMPONENT_TYPE_FLOAT64;
    default:
        return DXK_SIG_COMPONENT_TYPE_UNKNOWN;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* SFI0                                                                                       */

uint64_t dxki_build_feature_bits(uint64_t shader_flags)
{
    static const struct {
        uint8_t bit;
        uint64_t feature;
    } rows[] = {
#define DXKI_SHADER_FLAG(ident, bit, text)
#define DXKI_SHADER_FEATURE(ident, feature) {DXKI_SHADER_FLAG_##ident, DXK_FEATURE_FLAG_##feature},
#include "spec/dxil_flags.def"
#undef DXKI_SHADER_FLAG
#undef DXKI_SHADER_FEATURE
    };
    uint64_t features = 0;

    for (size_t i = 0; i < DXKI_COUNT(rows); i++)
        features |= shader_flags >> rows[i].bit & 1u ? rows[i].feature : 0;
    if (shader_flags >> DXKI_SHADER_FLAG_LOW_PRECISION & 1u)
        features |= shader_flags >> DXKI_SHADER_FLAG_NATIVE_LOW_PRECISION & 1u
                        ? DXK_FEATURE_FLAG_NATIVE_LOW_PRECISION
                        : DXK_FEATURE_FLAG_MINIMUM_PRECISION;
    return features;
}

dxk_status dxki_build_features(const dxk_dxil *d, dxk_buffer *out)
{
    const dxki_dxil_entry *entry = dxki_dxil_first_entry(d);
    dxk_feature_part part = {.info.flags =
                                 dxki_build_feature_bits(entry ? entry->props.shader_flags : 0)};
    dxk_decoded decoded = {DXK_PART_SFI0, DXK_PART_TYPE_FEATURES, {NULL}};

    decoded.as.features = &part;
    return dxk_part_encode(d->ctx, &decoded, dxk_buffer_sink(out));
}

/* ---------------------------------------------------------------------------------------- */
/* ISG1, OSG1, PSG1                                                                           */

typedef struct builder {
    const dxk_dxil *d;
    uint32_t stage, which, domain;
    bool is_input, shares_names, has_usage;
    DXKI_VEC(dxk_signature_element) elements;
    dxk_buffer strings;
    uint32_t strings_at;      /* offset of the strings in the part */
    DXKI_VEC(uint32_t) names; /* offsets of names, in order */
    DXKI_VEC(uint32_t) kinds; /* whose names they are: system value, or 0 */
} builder;

static uint32_t tess_factor(const builder *b, bool inside)
{
    switch (b->domain) {
    case DXK_TESSELLATOR_DOMAIN_ISOLINE:
        return inside ? DXK_SIG_SYSTEM_VALUE_UNDEFINED
                      : DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DENSITY_TESS_FACTOR;
    case DXK_TESSELLATOR_DOMAIN_TRI:
        return inside ? DXK_SIG_SYSTEM_VALUE_FINAL_TRI_INSIDE_TESS_FACTOR
                      : DXK_SIG_SYSTEM_VALUE_FINAL_TRI_EDGE_TESS_FACTOR;
    case DXK_TESSELLATOR_DOMAIN_QUAD:
        return inside ? DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_INSIDE_TESS_FACTOR
                      : DXK_SIG_SYSTEM_VALUE_FINAL_QUAD_EDGE_TESS_FACTOR;
    default:
        return DXK_SIG_SYSTEM_VALUE_UNDEFINED;
    }
}

static uint32_t system_value(const builder *b, uint32_t semantic)
{
    static const struct {
        uint8_t semantic, value;
    } rows[] = {
        {DXK_SEMANTIC_KIND_VERTEX_ID, DXK_SIG_SYSTEM_VALUE_VERTEX_ID},
        {DXK_SEMANTIC_KIND_INSTANCE_ID, DXK_SIG_SYSTEM_VALUE_INSTANCE_ID},
        {DXK_SEMANTIC_KIND_POSITION, DXK_SIG_SYSTEM_VALUE_POSITION},
        {DXK_SEMANTIC_KIND_COVERAGE, DXK_SIG_SYSTEM_VALUE_COVERAGE},
        {DXK_SEMANTIC_KIND_INNER_COVERAGE, DXK_SIG_SYSTEM_VALUE_INNER_COVERAGE},
        {DXK_SEMANTIC_KIND_PRIMITIVE_ID, DXK_SIG_SYSTEM_VALUE_PRIMITIVE_ID},
        {DXK_SEMANTIC_KIND_SAMPLE_INDEX, DXK_SIG_SYSTEM_VALUE_SAMPLE_INDEX},
        {DXK_SEMANTIC_KIND_IS_FRONT_FACE, DXK_SIG_SYSTEM_VALUE_IS_FRONT_FACE},
        {DXK_SEMANTIC_KIND_RENDER_TARGET_ARRAY_INDEX,
         DXK_SIG_SYSTEM_VALUE_RENDER_TARGET_ARRAY_INDEX},
        {DXK_SEMANTIC_KIND_VIEWPORT_ARRAY_INDEX, DXK_SIG_SYSTEM_VALUE_VIEWPORT_ARRAY_INDEX},
        {DXK_SEMANTIC_KIND_CLIP_DISTANCE, DXK_SIG_SYSTEM_VALUE_CLIP_DISTANCE},
        {DXK_SEMANTIC_KIND_CULL_DISTANCE, DXK_SIG_SYSTEM_VALUE_CULL_DISTANCE},
        {DXK_SEMANTIC_KIND_BARYCENTRICS, DXK_SIG_SYSTEM_VALUE_BARYCENTRICS},
        {DXK_SEMANTIC_KIND_SHADING_RATE, DXK_SIG_SYSTEM_VALUE_SHADING_RATE},
        {DXK_SEMANTIC_KIND_CULL_PRIMITIVE, DXK_SIG_SYSTEM_VALUE_CULL_PRIMITIVE},
        {DXK_SEMANTIC_KIND_TARGET, DXK_SIG_SYSTEM_VALUE_TARGET},
        {DXK_SEMANTIC_KIND_DEPTH, DXK_SIG_SYSTEM_VALUE_DEPTH},
        {DXK_SEMANTIC_KIND_DEPTH_LESS_EQUAL, DXK_SIG_SYSTEM_VALUE_DEPTH_LESS_EQUAL},
        {DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL, DXK_SIG_SYSTEM_VALUE_DEPTH_GREATER_EQUAL},
        {DXK_SEMANTIC_KIND_STENCIL_REF, DXK_SIG_SYSTEM_VALUE_STENCIL_REF},
    };

    if (semantic == DXK_SEMANTIC_KIND_TESS_FACTOR ||
        semantic == DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR)
        return tess_factor(b, semantic == DXK_SEMANTIC_KIND_INSIDE_TESS_FACTOR);
    for (size_t i = 0; i < DXKI_COUNT(rows); i++)
        if (rows[i].semantic == semantic)
            return rows[i].value;
    return semantic == DXK_SEMANTIC_KIND_ARBITRARY || semantic >= DXK_SEMANTIC_KIND_INVALID
               ? DXK_SIG_SYSTEM_VALUE_UNDEFINED
               : DXK_SIG_SYSTEM_VALUE_STENCIL_REF;
}

static uint32_t min_precision(const builder *b, uint32_t component_type)
{
    if (!dxki_dxil_min_precision(b->d))
        return DXK_SIG_MIN_PRECISION_DEFAULT;
    switch (component_type) {
    case DXK_COMPONENT_TYPE_I16:
        return DXK_SIG_MIN_PRECISION_SINT16;
    case DXK_COMPONENT_TYPE_U16:
        return DXK_SIG_MIN_PRECISION_UINT16;
    case DXK_COMPONENT_TYPE_F16:
        return DXK_SIG_MIN_PRECISION_FLOAT16;
    default:
        return DXK_SIG_MIN_PRECISION_DEFAULT;
    }
}

/* Offset of the element's name in the part, put there when it is new. */
static dxk_status add_name(builder *b, const dxki_dxil_sig_element *e, uint32_t *offset)
{
    dxk_str name = dxki_dxil_sig_element_name(e, b->stage, b->which);
    uint32_t semantic = dxki_dxil_element_semantic(e, b->stage, b->which);
    const void *end = name.size ? memchr(name.data, 0, name.size) : NULL;
    uint32_t kind = semantic < DXK_SEMANTIC_KIND_INVALID ? semantic : 0;

    name.size = end ? (size_t)((const char *)end - name.data) : name.size;
    for (size_t i = 0; i < b->names.count; i++) {
        const char *old = (const char *)b->strings.data + (b->names.items[i] - b->strings_at);
        bool same = b->shares_names
                        ? strlen(old) == name.size && memcmp(old, name.data, name.size) == 0
                        : kind && b->kinds.items[i] == kind;
        if (same) {
            *offset = b->names.items[i];
            return DXK_OK;
        }
    }
    *offset = b->strings_at + (uint32_t)b->strings.size;
    if (!dxki_vec_push(b->d->ctx, &b->names, *offset) || !dxki_vec_push(b->d->ctx, &b->kinds, kind))
        return dxki_nomem(b->d->ctx);
    dxk_status status = name.size ? dxk_buffer_append(&b->strings, name.data, name.size) : DXK_OK;
    return status == DXK_OK ? dxk_buffer_append(&b->strings, "", 1) : status;
}

static uint8_t column_mask(const dxki_dxil_sig_element *e)
{
    uint32_t first = dxki_dxil_is_allocated(e) ? (uint32_t)e->start_column : 0;
    uint32_t columns = e->columns - 1 < 4 ? e->columns : 4;

    first = first < 4 ? first : 3;
    return (uint8_t)(((1u << columns) - 1) << first & 15u);
}

static uint8_t rw_mask(const builder *b, const dxki_dxil_sig_element *e)
{
    uint32_t usage = e->extra.usage_mask & 255u;

    if (!b->has_usage)
        return b->is_input ? 0 : (uint8_t)~column_mask(e);
    if (dxki_dxil_is_allocated(e))
        usage <<= (uint32_t)e->start_column & 31u;
    return (uint8_t)(b->is_input ? usage : ~usage & 15u);
}

static dxk_status add_element(builder *b, const dxki_dxil_sig_element *e, uint32_t name)
{
    dxk_signature_element row = {
        .stream = e->extra.stream,
        .name = name,
        .system_value = system_value(b, dxki_dxil_element_semantic(e, b->stage, b->which)),
        .component_type = dxki_build_component(b->d, e),
        .register_index = (uint32_t)e->start_row,
        .mask = column_mask(e),
        .rw_mask = rw_mask(b, e),
        .min_precision = min_precision(b, e->component_type),
    };

    for (uint32_t i = 0; i < e->indices.count; i++) {
        row.semantic_index = e->indices.items[i];
        if (!dxki_vec_push(b->d->ctx, &b->elements, row))
            return dxki_nomem(b->d->ctx);
        if (dxki_dxil_is_allocated(e))
            row.register_index += e->rows / e->indices.count;
        if (row.system_value == DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DENSITY_TESS_FACTOR)
            row.system_value = DXK_SIG_SYSTEM_VALUE_FINAL_LINE_DETAIL_TESS_FACTOR;
    }
    return DXK_OK;
}

static bool row_after(const void *user, const void *left, const void *right)
{
    const dxk_signature_element *a = left, *b = right;

    (void)user;
    if (a->stream != b->stream)
        return a->stream > b->stream;
    if (a->register_index != b->register_index)
        return a->register_index > b->register_index;
    return a->name > b->name;
}

static dxk_status write_signature(builder *b, dxk_buffer *out)
{
    dxk_signature part = {.header = {(uint32_t)b->elements.count, DXK_WIRE_SIZE_signature_header},
                          .elements = b->elements.items};
    dxk_decoded decoded = {DXK_PART_ISG1, DXK_PART_TYPE_SIGNATURE, {NULL}};

    while (b->shares_names && b->strings.size % 4) {
        dxk_status status = dxk_buffer_append(&b->strings, "", 1);
        if (status != DXK_OK)
            return status;
    }
    if (!dxki_sort_gnu(b->d->ctx, b->elements.items, b->elements.count, sizeof *b->elements.items,
                       row_after, NULL))
        return dxki_nomem(b->d->ctx);
    part.strings = (dxk_bytes){b->strings.data, b->strings.size};
    decoded.as.signature = &part;
    return dxk_part_encode(b->d->ctx, &decoded, dxk_buffer_sink(out));
}

static dxk_status collect(builder *b, const dxki_dxil_list *list)
{
    uint64_t rows = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        rows += is_in_part(e, b->stage, b->which) ? e->indices.count : 0;
    }
    b->strings_at =
        (uint32_t)(DXK_WIRE_SIZE_signature_header + rows * DXK_WIRE_SIZE_signature_element);
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        uint32_t name;
        dxk_status status = add_name(b, e, &name);
        if (status == DXK_OK && is_in_part(e, b->stage, b->which))
            status = add_element(b, e, name);
        if (status != DXK_OK)
            return status;
    }
    return DXK_OK;
}

dxk_status dxki_build_signature_part(const dxk_dxil *d, uint32_t which, dxk_buffer *out)
{
    const dxki_dxil_entry *entry = dxki_dxil_first_entry(d);
    static const dxki_dxil_list none = {0, 0, NULL};
    builder b = {.d = d,
                 .stage = d->model.kind,
                 .which = which,
                 .is_input = which == 0 || (which == 2 && d->model.kind == DXK_SHADER_KIND_DOMAIN),
                 .shares_names = dxki_dxil_validator_at_least(d, 7),
                 .has_usage = dxki_dxil_validator_at_least(d, 5)};

    if (entry && d->model.kind == DXK_SHADER_KIND_HULL)
        b.domain = entry->props.hs.domain;
    else if (entry && d->model.kind == DXK_SHADER_KIND_DOMAIN)
        b.domain = entry->props.ds.domain;
    dxk_buffer_init(&b.strings, d->ctx);
    dxk_status status = collect(&b, entry && which < 3 ? &entry->signatures[which] : &none);
    if (status == DXK_OK)
        status = write_signature(&b, out);
    dxk_buffer_free(&b.strings);
    dxki_vec_free(d->ctx, &b.elements);
    dxki_vec_free(d->ctx, &b.names);
    dxki_vec_free(d->ctx, &b.kinds);
    return status;
}
