/* SPDX-License-Identifier: MIT */
/* json.c - the summary of a container as JSON. */
#include "container/container.h"
#include "info/info.h"

#include "dxk/rdat.h"
#include "dxk/rootsig.h"
#include "reflect/json.h"

/* ---------------------------------------------------------------------------------------- */
/* Program, stage                                                                             */

static const char *stage_name(uint32_t kind)
{
    const char *name = dxk_enum_text(DXK_ENUM_ID_shader_kind, kind);
    return name ? name : "unknown";
}

static void put_program(dxk_json *json, const dxk_info *info)
{
    char text[DXK_PROFILE_SIZE];
    if (!info->program)
        return;
    const dxk_program *p = info->program->as.program;
    const dxk_program_header *h = &p->header;
    dxk_json_object_line(json, "program");
    dxk_json_str(json, "profile",
                 dxk_profile_text(h->shader_kind, h->major_version, h->minor_version, text));
    dxk_json_text(json, "stage", stage_name(h->shader_kind));
    dxk_json_u64(json, "shader_model_major", h->major_version);
    dxk_json_u64(json, "shader_model_minor", h->minor_version);
    dxk_json_u64(json, "dxil_major", h->dxil_major);
    dxk_json_u64(json, "dxil_minor", h->dxil_minor);
    dxk_json_u64(json, "bitcode", p->bitcode.size);
    dxk_json_end(json);
}

static void put_fact(dxk_json *json, const dxk_fact *f)
{
    switch (f->kind) {
    case DXK_FACT_NAME:
        if (f->name) {
            dxk_json_text(json, f->key, f->name);
            return;
        }
        dxk_json_u64(json, f->key, f->value);
        return;
    case DXK_FACT_NUMBER:
    case DXK_FACT_MASK:
        dxk_json_u64(json, f->key, f->value);
        return;
    case DXK_FACT_FLAG:
        dxk_json_bool(json, f->key, f->value != 0);
        return;
    case DXK_FACT_THREADS:
        dxki_reflect_json_three(json, f->key, f->three);
        return;
    case DXK_FACT_WAVES:
        dxk_json_u64(json, "minimum_wave_lanes", f->three[0]);
        dxk_json_u64(json, "maximum_wave_lanes", f->three[1]);
        return;
    }
}

static void put_stage(dxk_json *json, const dxk_info *info)
{
    dxk_fact facts[DXK_FACTS];
    if (!info->psv && !info->reflection)
        return;
    size_t count = dxk_info_facts(info, facts);
    dxk_json_object(json, "stage");
    for (size_t i = 0; i < count; i++)
        put_fact(json, &facts[i]);
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Features, digest, hash                                                                     */

static void put_features(dxk_json *json, const dxk_info *info)
{
    uint64_t number;
    const char *text;
    if (!info->features)
        return;
    uint64_t flags = info->features->as.features->info.flags;
    dxk_json_object(json, "features");
    dxk_json_u64(json, "value", flags);
    dxk_json_array_line(json, "names");
    for (size_t i = 0; dxk_enum_value(DXK_ENUM_ID_feature_flag, i, &number, &text); i++)
        if (flags & number)
            dxk_json_text(json, NULL, text);
    dxk_json_end(json);
    dxk_json_end(json);
}

static void put_digest(dxk_json *json, const dxk_info *info)
{
    dxk_digest_state state = dxk_container_digest_state(info->container);
    dxk_container_header header = dxk_container_header_get(info->container);
    if (state == DXK_DIGEST_NONE)
        return;
    dxk_json_object_line(json, "digest");
    dxk_json_hex(json, "value", (dxk_bytes){header.digest, sizeof header.digest});
    dxk_json_text(json, "state", dxk_digest_state_name(state));
    dxk_json_end(json);
}

static void put_hash(dxk_json *json, const dxk_info *info)
{
    if (!info->hash)
        return;
    const dxk_shader_hash *hash = &info->hash->as.hash->hash;
    dxk_json_object_line(json, "hash");
    dxk_json_hex(json, "value", (dxk_bytes){hash->digest, sizeof hash->digest});
    dxk_json_bool(json, "includes_source", hash->flags & DXK_HASH_FLAG_INCLUDES_SOURCE);
    if (info->hash_judged)
        dxk_json_bool(json, "matches_bitcode", info->hash_matches);
    dxk_json_end(json);
}

/* ---------------------------------------------------------------------------------------- */
/* Parts, signatures                                                                          */

static void put_parts(dxk_json *json, const dxk_container *container)
{
    dxk_json_array(json, "parts");
    for (size_t i = 0; i < dxk_container_part_count(container); i++) {
        const dxk_part *part = dxk_container_part(container, i);
        dxk_json_object_line(json, NULL);
        dxk_json_fourcc(json, "fourcc", part->fourcc);
        dxk_json_u64(json, "size", part->size);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void put_element(dxk_json *json, const dxk_info_element *e)
{
    dxk_json_object_line(json, NULL);
    dxk_json_str(json, "semantic", e->semantic);
    dxk_json_u64(json, "index", e->index);
    if (e->register_index == UINT32_MAX)
        dxk_json_null(json, "register");
    else
        dxk_json_u64(json, "register", e->register_index);
    dxk_json_u64(json, "mask", e->mask);
    dxk_json_u64(json, "used", e->used);
    dxki_reflect_json_name(json, "type", DXK_ENUM_ID_sig_component_type, e->type);
    dxki_reflect_json_name(json, "min_precision", DXK_ENUM_ID_sig_min_precision, e->min_precision);
    dxki_reflect_json_name(json, "system_value", DXK_ENUM_ID_sig_system_value, e->system_value);
    if (e->interpolation >= 0)
        dxki_reflect_json_name(json, "interpolation", DXK_ENUM_ID_interpolation_mode,
                               (uint64_t)e->interpolation);
    dxk_json_u64(json, "stream", e->stream);
    dxk_json_end(json);
}

static void put_signatures(dxk_json *json, const dxk_info *info)
{
    static const char *const keys[] = {"inputs", "outputs", "patch_constants_or_primitives"};
    dxk_info_element e;
    for (size_t which = 0; which < 3; which++) {
        if (!info->signatures[which])
            continue;
        dxk_json_array(json, keys[which]);
        for (size_t i = 0; dxk_info_element_get(info, which, i, &e); i++)
            if (!e.is_repeated)
                put_element(json, &e);
        dxk_json_end(json);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Root signature, libraries                                                                  */

static void put_root_signature(dxk_json *json, const dxk_root_signature *s)
{
    dxk_json_object(json, "root_signature");
    dxki_reflect_json_name(json, "version", DXK_ENUM_ID_rs_version, s->header.version);
    dxk_json_u64(json, "flags", s->header.flags);
    dxk_json_u64(json, "cost", dxk_rootsig_cost(s));
    dxk_json_array(json, "parameters");
    for (uint32_t i = 0; i < s->header.parameter_count; i++) {
        const dxk_root_parameter *p = &s->parameters[i];
        dxk_json_object_line(json, NULL);
        dxki_reflect_json_name(json, "type", DXK_ENUM_ID_rs_parameter_type, p->header.type);
        dxki_reflect_json_name(json, "visibility", DXK_ENUM_ID_rs_visibility, p->header.visibility);
        dxk_json_end(json);
    }
    dxk_json_end(json);
    dxk_json_u64(json, "static_samplers", s->header.sampler_count);
    dxk_json_end(json);
}

static uint64_t features_of(const dxk_rdat_function *f)
{
    return (uint64_t)f->feature_info2 << 32 | f->feature_info1;
}

static uint32_t resources_of(const dxk_rdat *rdat, const dxk_rdat_function *f)
{
    dxk_rdat_list list;
    return dxk_rdat_list_at(rdat, f->resources, &list) ? list.count : 0;
}

static void put_functions(dxk_json *json, const dxk_rdat *rdat, uint32_t count)
{
    dxk_json_array(json, "functions");
    for (uint32_t i = 0; i < count; i++) {
        const dxk_rdat_function *f = dxk_rdat_function_at(rdat, i);
        dxk_str name = {"", 0}, plain = {"", 0};
        dxk_rdat_string(rdat, f->name, &name);
        dxk_rdat_string(rdat, f->unmangled_name, &plain);
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "name", name);
        dxk_json_str(json, "unmangled_name", plain);
        dxki_reflect_json_name(json, "kind", DXK_ENUM_ID_shader_kind, f->shader_kind);
        dxk_json_u64(json, "min_shader_target", f->min_shader_target);
        dxk_json_u64(json, "resources", resources_of(rdat, f));
        dxk_json_u64(json, "payload_bytes", f->payload_size_in_bytes);
        dxk_json_u64(json, "attribute_bytes", f->attribute_size_in_bytes);
        dxk_json_u64(json, "features", features_of(f));
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static void put_subobjects(dxk_json *json, const dxk_rdat *rdat, uint32_t count)
{
    dxk_json_array(json, "subobjects");
    for (uint32_t i = 0; i < count; i++) {
        dxk_rdat_subobject_info s;
        dxk_rdat_subobject_get(rdat, i, &s);
        dxk_json_object_line(json, NULL);
        dxk_json_str(json, "name", s.name);
        dxki_reflect_json_name(json, "kind", DXK_ENUM_ID_subobject_kind, s.kind);
        dxk_json_end(json);
    }
    dxk_json_end(json);
}

static uint32_t count_of(const dxk_rdat *rdat, dxk_record_id record)
{
    const dxk_rdat_table *table = dxk_rdat_table_of(rdat, record);
    return table ? table->count : 0;
}

/* ---------------------------------------------------------------------------------------- */

void dxk_json_info(dxk_json *json, const dxk_info *info)
{
    const dxk_container *container = info->container;
    dxk_json_text(json, "kind", dxk_input_kind_name(dxk_container_kind(container)));
    dxk_json_u64(json, "size", container->file.size);
    put_program(json, info);
    dxki_info_json_legacy(json, info);
    dxk_str entry = info->psv ? dxk_psv0_entry_name(info->psv->as.psv0) : (dxk_str){NULL, 0};
    if (entry.size)
        dxk_json_str(json, "entry", entry);
    put_stage(json, info);
    put_features(json, info);
    put_digest(json, info);
    put_hash(json, info);
    put_parts(json, container);
    put_signatures(json, info);
    dxki_info_json_resources(json, info);
    if (info->rootsig)
        put_root_signature(json, info->rootsig->as.root_signature);
    if (info->rdat) {
        const dxk_rdat *rdat = info->rdat->as.rdat;
        put_functions(json, rdat, count_of(rdat, DXK_RECORD_ID_rdat_function));
        put_subobjects(json, rdat, count_of(rdat, DXK_RECORD_ID_rdat_subobject));
    }
    dxki_info_json_module(json, info);
}

dxk_status dxk_info_json(const dxk_container *container, dxk_sink sink)
{
    dxk_info *info;
    dxk_json json;
    dxk_status status = dxk_info_load(container, &info);
    if (info && (status == DXK_OK || status == DXK_E_INVALID)) {
        dxk_json_init(&json, sink);
        dxk_json_object(&json, NULL);
        dxk_json_info(&json, info);
        dxk_json_end_to(&json, 0);
        status = json.status == DXK_OK ? status : json.status;
    }
    dxk_info_free(info);
    return status;
}
