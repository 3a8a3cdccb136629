/* SPDX-License-Identifier: MIT */
/*
 * json_resources.c - what a program binds: from PSV0; for shader models 4 and 5 from RDEF, else from
 * the declarations of the program, which also say what the program is.
 */
#include "info/info.h"
#include "reflect/json.h"

static dxk_resource_class class_of(uint32_t psv_type)
{
    switch (psv_type) {
    case DXK_PSV_RESOURCE_TYPE_SAMPLER:
        return DXK_RESOURCE_CLASS_SAMPLER;
    case DXK_PSV_RESOURCE_TYPE_CBV:
        return DXK_RESOURCE_CLASS_CBUFFER;
    case DXK_PSV_RESOURCE_TYPE_SRV_TYPED:
    case DXK_PSV_RESOURCE_TYPE_SRV_RAW:
    case DXK_PSV_RESOURCE_TYPE_SRV_STRUCTURED:
        return DXK_RESOURCE_CLASS_SRV;
    default:
        return DXK_RESOURCE_CLASS_UAV;
    }
}

static void put_resource(dxk_json *json, const dxk_info *info, const dxk_psv_resource *r,
                         bool kinds)
{
    dxk_resource_class cls = class_of(r->type);
    dxk_str name = dxk_info_resource_name(info, cls, r->space, r->lower_bound);
    dxk_json_object_line(json, NULL);
    dxki_reflect_json_name(json, "type", DXK_ENUM_ID_psv_resource_type, r->type);
    if (kinds)
        dxki_reflect_json_name(json, "kind", DXK_ENUM_ID_resource_kind, r->kind);
    if (name.size)
        dxk_json_str(json, "name", name);
    dxki_reflect_json_place(json, cls, r->space, r->lower_bound, r->upper_bound);
    dxk_json_u64(json, "flags", r->flags);
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Shader models 4 and 5                                                                      */

static void put_binding(dxk_json *json, const dxk_reflect_binding *b, const dxk_str *name)
{
    dxk_json_object_line(json, NULL);
    if (name)
        dxk_json_str(json, "name", *name);
    dxki_reflect_json_name(json, "type", DXK_ENUM_ID_rdef_binding_kind, b->type);
    dxki_reflect_json_name(json, "dimension", DXK_ENUM_ID_rdef_dimension, b->dimension);
    dxki_reflect_json_name(json, "return_type", DXK_ENUM_ID_rdef_return_type, b->return_type);
    dxki_reflect_json_place(json, dxki_reflect_class_of(b->type), b->space, b->bind_point,
                            dxki_reflect_upper_bound(b->bind_point, b->bind_count));
    dxk_json_u64(json, "count", b->bind_count);
    dxk_json_u64(json, "flags", b->flags);
    dxk_json_end(json);
}

static void put_rdef(dxk_json *json, const dxk_rdef *rdef)
{
    for (uint32_t i = 0; i < rdef->header.binding_count; i++) {
        dxk_reflect_binding b = dxki_reflect_of_rdef(&rdef->bindings[i]);
        dxk_str name = dxk_strings_at(&rdef->strings, rdef->bindings[i].name);
        put_binding(json, &b, &name);
    }
}

void dxki_info_json_legacy(dxk_json *json, const dxk_info *info)
{
    const dxk_dxbc_program *p = info->tokens;
    if (p) {
        dxk_json_object_line(json, "program");
        dxki_reflect_json_name(json, "profile_stage", DXK_ENUM_ID_dxbc_stage,
                               dxk_dxbc_program_stage(p));
        dxk_json_u64(json, "shader_model_major", dxk_dxbc_major(p));
        dxk_json_u64(json, "shader_model_minor", dxk_dxbc_minor(p));
        dxk_json_u64(json, "tokens", p->instruction_count);
        dxk_json_end(json);
    }
    if (info->rdef) {
        const dxk_rdef *rdef = info->rdef->as.rdef;
        dxk_json_str(json, "compiler", dxk_strings_at(&rdef->strings, rdef->header.creator));
    }
}

void dxki_info_json_resources(dxk_json *json, const dxk_info *info)
{
    const dxk_psv0 *psv = info->psv ? info->psv->as.psv0 : NULL;
    if (!psv && !info->rdef && !info->reflection)
        return;
    dxk_json_array(json, "resources");
    for (uint32_t i = 0; psv && i < psv->resource_count; i++)
        put_resource(json, info, &psv->resources[i],
                     psv->resource_stride >= DXK_WIRE_SIZE_psv_resource);
    if (!psv && info->rdef)
        put_rdef(json, info->rdef->as.rdef);
    for (uint32_t i = 0; !psv && !info->rdef && i < info->reflection->binding_count; i++)
        put_binding(json, &info->reflection->bindings[i], NULL);
    dxk_json_end(json);
}
