/* SPDX-License-Identifier: MIT */
/* api.c - what users see of a view: the module's facts, entry points, resources; and names. */
#include "dxil/dxil.h"
#include "spec/dxil_ops.h"

#include "base/count.h"
#include "base/out.h"
#include "spec/semantics.h"

#include <string.h>

/* ---------------------------------------------------------------------------------------- */
/* Facts that other files ask for                                                             */

static const dxki_dxil_entry *entry_at(const dxk_dxil *d, size_t index)
{
    return index < d->entries.count ? d->entries.items[index] : NULL;
}

bool dxki_dxil_flag(const dxk_dxil *d, enum dxki_shader_flag flag)
{
    const dxki_dxil_entry *first = entry_at(d, 0);

    return first && (first->props.shader_flags >> flag & 1u);
}

bool dxki_dxil_min_precision(const dxk_dxil *d)
{
    return !dxki_dxil_flag(d, DXKI_SHADER_FLAG_NATIVE_LOW_PRECISION);
}

dxk_str dxki_dxil_data_layout(bool native_16bit)
{
    static const char least[] = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-"
                                "f64:64-n8:16:32:64";
    static const char native[] = "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-"
                                 "f64:64-n8:16:32:64";
    return dxki_str(native_16bit ? native : least);
}

uint32_t dxki_dxil_entry_kind(const dxk_dxil *d, const dxki_dxil_entry *entry)
{
    if (DXKI_MD_HAS(&entry->props, PROPS_SHADER_KIND))
        return entry->props.shader_kind;
    return d->model.kind == DXK_SHADER_KIND_LIBRARY && !entry->props_md
               ? (uint32_t)DXK_SHADER_KIND_INVALID
               : d->model.kind;
}

void dxki_dxil_entry_wave(const dxki_dxil_entry *entry, uint32_t wave[3])
{
    const dxki_dxil_props *p = &entry->props;

    wave[0] = p->wave_size;
    wave[1] = wave[2] = 0;
    if (DXKI_MD_HAS(p, PROPS_WAVE_RANGE))
        memcpy(wave, p->wave_range, sizeof p->wave_range);
}

uint32_t dxki_dxil_entry_launch(const dxki_dxil_entry *entry)
{
    return DXKI_MD_HAS(&entry->props, PROPS_NODE_LAUNCH) ? entry->props.node.launch_type : 0;
}

bool dxki_dxil_entry_is_node(const dxk_dxil *d, const dxki_dxil_entry *entry)
{
    return dxki_dxil_entry_kind(d, entry) == DXK_SHADER_KIND_NODE ||
           dxki_dxil_entry_launch(entry) != 0;
}

uint32_t dxki_dxil_validator_minor(const dxk_dxil *d)
{
    return d->validator.major == 1 ? d->validator.minor : DXKI_NEWEST_MINOR;
}

uint32_t dxki_dxil_struct_number(const dxk_dxil *d, dxki_type type)
{
    return d->struct_of_type && type < d->types_known ? d->struct_of_type[type] : 0;
}

const dxki_dxil_struct_annotation *dxki_dxil_struct(const dxk_dxil *d, dxki_type type)
{
    uint32_t index = dxki_dxil_struct_number(d, type);

    return index ? d->structs[index - 1].annotation : NULL;
}

/* A primitive id that a geometry shader reads stands in the signature as a shadow of itself. */
static dxki_sigpoint point_of(const dxki_dxil_sig_element *element, uint32_t stage,
                              uint32_t signature)
{
    dxki_sigpoint point = dxki_sigpoint_of(stage, signature);

    return point == DXKI_SIGPOINT_GSV_IN && element->semantic == DXK_SEMANTIC_KIND_PRIMITIVE_ID
               ? DXKI_SIGPOINT_GS_IN
               : point;
}

dxk_str dxki_dxil_sig_element_name(const dxki_dxil_sig_element *element, uint32_t shader_kind,
                                   uint32_t signature)
{
    dxki_semantic_use use =
        dxki_semantic_use_at(element->semantic, point_of(element, shader_kind, signature), NULL);

    return use == DXKI_SEMANTIC_NOT_ALLOWED || use == DXKI_SEMANTIC_ARBITRARY
               ? element->name
               : dxki_str(dxki_semantic_name(element->semantic));
}

bool dxki_dxil_is_output_node(const dxki_dxil_node_io *io)
{
    return (io->flags & DXK_NODE_IO_FLAG_OUTPUT) &&
           !(io->flags & DXK_NODE_IO_FLAG_DISPATCH_RECORD); /* both bits of the granularity */
}

bool dxki_dxil_has_atomic64(const dxk_dxil *d, uint32_t cls, uint32_t index)
{
    const dxki_dxil_resource *r = d->resources[cls].items[index];

    return cls == DXK_RESOURCE_CLASS_UAV &&
           (r->extra.atomic64 || (d->atomic64 && d->atomic64[index]));
}

dxki_value dxki_dxil_symbol(const dxk_dxil *d, const dxki_dxil_resource *resource)
{
    const dxki_const *c = dxki_const_get(d->m, resource->symbol);
    bool cast = c && c->kind == DXKI_C_EXPR && c->opcode == DXKI_OP_BITCAST;
    return cast && d->model.minor >= 6 ? dxki_const_words(d->m, c)[0] : resource->symbol;
}

dxki_type dxki_dxil_resource_type(const dxk_module *m, const dxki_dxil_resource *resource)
{
    dxki_type type = resource->hlsl_type;

    while (dxki_type_kind_of(m, type) == DXKI_T_ARRAY)
        type = dxki_type_get(m, type)->a;
    return type;
}

/* ---------------------------------------------------------------------------------------- */
/* Names                                                                                      */

typedef struct component_name {
    const char *plain, *hlsl, *hlsl_min;
} component_name;

static const component_name components[] = {
    [DXK_COMPONENT_TYPE_INVALID] = {"invalid", "unknown", "unknown"},
    [DXK_COMPONENT_TYPE_I1] = {"i1", "bool", "bool"},
    [DXK_COMPONENT_TYPE_I16] = {"i16", "int16_t", "min16i"},
    [DXK_COMPONENT_TYPE_U16] = {"u16", "uint16_t", "min16ui"},
    [DXK_COMPONENT_TYPE_I32] = {"i32", "int", "int"},
    [DXK_COMPONENT_TYPE_U32] = {"u32", "uint", "uint"},
    [DXK_COMPONENT_TYPE_I64] = {"i64", "int64_t", "int64_t"},
    [DXK_COMPONENT_TYPE_U64] = {"u64", "uint64_t", "uint64_t"},
    [DXK_COMPONENT_TYPE_F16] = {"f16", "half", "min16float"},
    [DXK_COMPONENT_TYPE_F32] = {"f32", "float", "float"},
    [DXK_COMPONENT_TYPE_F64] = {"f64", "double", "double"},
    [DXK_COMPONENT_TYPE_SNORM_F16] = {"snorm_f16", "snorm_half", "snorm_min16f"},
    [DXK_COMPONENT_TYPE_UNORM_F16] = {"unorm_f16", "unorm_half", "unorm_min16f"},
    [DXK_COMPONENT_TYPE_SNORM_F32] = {"snorm_f32", "snorm_float", "snorm_float"},
    [DXK_COMPONENT_TYPE_UNORM_F32] = {"unorm_f32", "unorm_float", "unorm_float"},
    [DXK_COMPONENT_TYPE_SNORM_F64] = {"snorm_f64", "snorm_double", "snorm_double"},
    [DXK_COMPONENT_TYPE_UNORM_F64] = {"unorm_f64", "unorm_double", "unorm_double"},
    [DXK_COMPONENT_TYPE_PACKED_S8X32] = {"p32i8", "int8_t_packed", "int8_t_packed"},
    [DXK_COMPONENT_TYPE_PACKED_U8X32] = {"p32u8", "uint8_t_packed", "uint8_t_packed"},
    /* Those of matrices for linear algebra have no names in listings. */
    [DXK_COMPONENT_TYPE_I8] = {"", "", ""},
    [DXK_COMPONENT_TYPE_U8] = {"", "", ""},
    [DXK_COMPONENT_TYPE_F8_E4M3FN] = {"", "", ""},
    [DXK_COMPONENT_TYPE_F8_E5M2] = {"", "", ""},
    [DXK_COMPONENT_TYPE_BFLOAT16] = {"", "", ""},
};

static const component_name *component_of(uint32_t type)
{
    return &components[type < DXKI_COUNT(components) ? type : 0];
}

const char *dxki_dxil_component_name(uint32_t type)
{
    return component_of(type)->plain;
}

const char *dxki_dxil_component_hlsl_name(uint32_t type, bool min_precision)
{
    const component_name *name = component_of(type);

    return min_precision ? name->hlsl_min : name->hlsl;
}

const char *dxki_dxil_interpolation_name(uint32_t mode)
{
    static const char *const names[] = {
        [DXK_INTERPOLATION_MODE_UNDEFINED] = "",
        [DXK_INTERPOLATION_MODE_CONSTANT] = "nointerpolation",
        [DXK_INTERPOLATION_MODE_LINEAR] = "linear",
        [DXK_INTERPOLATION_MODE_LINEAR_CENTROID] = "centroid",
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE] = "noperspective",
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_CENTROID] = "noperspective centroid",
        [DXK_INTERPOLATION_MODE_LINEAR_SAMPLE] = "sample",
        [DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE] = "noperspective sample",
    };

    return mode < DXKI_COUNT(names) ? names[mode] : "invalid";
}

const char *dxk_dxil_shader_flag_name(unsigned bit)
{
    static const char *const names[] = {
#define DXKI_SHADER_FLAG(ident, bit, text) [bit] = text,
#define DXKI_SHADER_FEATURE(ident, feature)
#include "spec/dxil_flags.def"
#undef DXKI_SHADER_FLAG
#undef DXKI_SHADER_FEATURE
    };

    return bit < DXKI_COUNT(names) ? names[bit] : NULL;
}

const char *dxk_dxil_op_name(uint32_t opcode)
{
    const dxki_dxop_info *op = dxki_dxop_find(opcode);
    return op ? op->name : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Public getters                                                                             */

dxk_dxil_info dxk_dxil_info_get(const dxk_dxil *dxil)
{
    const dxki_dxil_entry *first = entry_at(dxil, 0);
    dxk_dxil_info info;

    memset(&info, 0, sizeof info);
    info.is_dxil = dxil->version.head.md != 0;
    info.dxil_major = dxil->version.major;
    info.dxil_minor = dxil->version.minor;
    info.validator_major = dxil->validator.major;
    info.validator_minor = dxil->validator.minor;
    info.shader_kind = (dxk_shader_kind)dxil->model.kind;
    info.model_major = dxil->model.major;
    info.model_minor = dxil->model.minor;
    info.shader_flags = first ? first->props.shader_flags : 0;
    for (uint32_t i = 0; i < DXKI_RESOURCE_CLASSES; i++)
        info.resource_counts[i] = dxil->resources[i].count;
    info.subobject_count = dxil->subobjects.count;
    info.unknown_tags = dxil->unknown_tags;
    return info;
}

/* The first tuple of a library stands for the library, it is no entry point. */
static size_t first_entry(const dxk_dxil *d)
{
    const dxki_dxil_entry *first = entry_at(d, 0);

    return first && first->function == 0 && d->model.kind == DXK_SHADER_KIND_LIBRARY ? 1 : 0;
}

size_t dxk_dxil_entry_count(const dxk_dxil *dxil)
{
    return dxil->entries.count - first_entry(dxil);
}

static void get_stage(const dxki_dxil_props *props, dxk_dxil_entry *out)
{
    if (DXKI_MD_HAS(props, PROPS_GS_STATE)) {
        out->input_primitive = props->gs.input_primitive;
        out->output_topology = props->gs.topology;
        out->instances = props->gs.instances;
        out->max_vertices = props->gs.max_vertices;
    }
    if (DXKI_MD_HAS(props, PROPS_HS_STATE)) {
        out->input_control_points = props->hs.input_points;
        out->output_control_points = props->hs.output_points;
        out->tessellator_domain = props->hs.domain;
        out->tessellator_output = props->hs.output;
    }
    if (DXKI_MD_HAS(props, PROPS_DS_STATE)) {
        out->input_control_points = props->ds.control_points;
        out->tessellator_domain = props->ds.domain;
    }
    if (DXKI_MD_HAS(props, PROPS_MS_STATE)) {
        memcpy(out->num_threads, props->ms.num_threads, sizeof out->num_threads);
        out->max_vertices = props->ms.max_vertices;
        out->max_primitives = props->ms.max_primitives;
        out->output_topology = props->ms.topology;
        out->payload_size = props->ms.payload_size;
    }
    if (DXKI_MD_HAS(props, PROPS_AS_STATE)) {
        memcpy(out->num_threads, props->as.num_threads, sizeof out->num_threads);
        out->payload_size = props->as.payload_size;
    }
}

bool dxk_dxil_entry_get(const dxk_dxil *dxil, size_t index, dxk_dxil_entry *out)
{
    if (index >= dxk_dxil_entry_count(dxil))
        return false;
    const dxki_dxil_entry *entry = entry_at(dxil, index + first_entry(dxil));
    const dxki_dxil_props *props = &entry->props;

    memset(out, 0, sizeof *out);
    out->name = entry->name;
    if (entry->function)
        out->function = dxki_string_get(dxil->m, dxil->m->globals.items[entry->function].name);
    out->kind = (dxk_shader_kind)props->shader_kind;
    out->shader_flags = props->shader_flags;
    for (uint32_t i = 0; i < 3; i++)
        out->signature_counts[i] = entry->signatures[i].count;
    memcpy(out->num_threads, props->num_threads, sizeof out->num_threads);
    if (DXKI_MD_HAS(props, PROPS_WAVE_RANGE))
        memcpy(out->wave_lanes, props->wave_range, sizeof out->wave_lanes);
    else
        out->wave_lanes[0] = out->wave_lanes[1] = props->wave_size;
    out->payload_size = props->ray_payload_size;
    out->attribute_size = props->ray_attribute_size;
    out->launch_type = props->node.launch_type;
    get_stage(props, out);
    return true;
}

bool dxk_dxil_resource_get(const dxk_dxil *dxil, dxk_resource_class cls, size_t index,
                           dxk_dxil_resource *out)
{
    if ((uint32_t)cls >= DXKI_RESOURCE_CLASSES || index >= dxil->resources[cls].count)
        return false;
    const dxki_dxil_resource *res = dxil->resources[cls].items[index];

    memset(out, 0, sizeof *out);
    out->cls = cls;
    out->kind = res->kind;
    out->id = res->id;
    out->name = res->name;
    out->space = res->space;
    out->lower_bound = res->lower_bound;
    out->count = res->range_size;
    out->element_type = res->extra.element_type;
    out->stride = res->extra.stride;
    out->cbuffer_size = res->cbuffer_size;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Facts that several parts and the metadata need                                             */

bool dxki_dxil_validator_at_least(const dxk_dxil *d, uint32_t minor)
{
    const dxki_dxil_version *v = &d->validator;

    return v->major != 1 || v->minor >= minor;
}

const dxki_dxil_entry *dxki_dxil_first_entry(const dxk_dxil *d)
{
    return d->entries.count ? d->entries.items[0] : NULL;
}

uint32_t dxki_dxil_element_semantic(const dxki_dxil_sig_element *e, uint32_t stage, uint32_t which)
{
    dxki_sigpoint point = dxki_sigpoint_of(stage, which);

    if (point == DXKI_SIGPOINT_GSV_IN && e->semantic == DXK_SEMANTIC_KIND_PRIMITIVE_ID)
        point = DXKI_SIGPOINT_GS_IN;
    dxki_semantic_use use = dxki_semantic_use_at(e->semantic, point, NULL);
    return use == DXKI_SEMANTIC_NOT_ALLOWED ? (uint32_t)DXK_SEMANTIC_KIND_INVALID
           : use == DXKI_SEMANTIC_ARBITRARY ? (uint32_t)DXK_SEMANTIC_KIND_ARBITRARY
                                            : e->semantic;
}

bool dxki_dxil_is_allocated(const dxki_dxil_sig_element *e)
{
    return e->start_row != -1 && e->start_column != -1;
}
