/* SPDX-License-Identifier: MIT */
/*
 * load.c - making a dxk_dxil: versions and shader model, then the parts in the order in which
 * they depend on each other; and the short named nodes that need no file of their own.
 */
#include "dxil/md.h"

#include "base/out.h"

#include <string.h>

/* The one operand of a named node. Reports other numbers of operands; 0: none. */
static dxki_md single(dxki_mdr *r, dxki_md_name_id name, const dxki_md_path *path)
{
    uint32_t count;
    const dxki_md *ops = dxki_mdr_named(r, name, &count);

    if (ops && count != 1)
        dxki_mdr_report_count(r, path, count, "1");
    return ops && count ? ops[0] : 0;
}

static void load_version(dxki_mdr *r, dxki_md_name_id name, dxki_dxil_version *version)
{
    dxki_md_path path = {NULL, dxki_md_name_text(name), DXKI_NO_MD_INDEX};
    dxki_md md = single(r, name, &path);

    if (md)
        dxki_mdr_record(r, DXKI_MDREC_VERSION, md, &path, version);
}

static uint32_t stage_of(dxk_str text)
{
    static const struct {
        const char *text;
        uint32_t kind;
    } stages[] = {
#define DXKI_MD_STAGE(ident, text) {text, DXK_SHADER_KIND_##ident},
#include "spec/dxil_metadata.def"
    };

    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        dxk_str known = dxki_str(stages[i].text);
        if (known.size == text.size && memcmp(known.data, text.data, text.size) == 0)
            return stages[i].kind;
    }
    return DXK_SHADER_KIND_INVALID;
}

static void load_model(dxki_mdr *r)
{
    dxki_md_path path = {NULL, dxki_md_name_text(DXKI_NAMED_SHADER_MODEL), DXKI_NO_MD_INDEX};
    dxki_md md = single(r, DXKI_NAMED_SHADER_MODEL, &path);
    dxki_shader_model *model = &r->d->model;

    model->kind = DXK_SHADER_KIND_INVALID;
    if (md && dxki_mdr_record(r, DXKI_MDREC_SHADER_MODEL, md, &path, model)) {
        model->is_whole = true;
        model->kind = stage_of(model->stage);
        if (model->kind == DXK_SHADER_KIND_INVALID)
            dxki_mdr_report_kind(r, &path, "the stage", dxki_md_ops(r->m, md, &(uint32_t){0})[0],
                                 "the name of a stage");
    }
    if (r->d->version.head.md && dxki_named_md_find(r->m, path.name) == UINT32_MAX)
        dxki_mdr_report_missing(r, DXKI_NAMED_SHADER_MODEL);
}

static void load_intermediate(dxki_mdr *r)
{
    uint32_t count;
    const dxki_md *ops = dxki_mdr_named(r, DXKI_NAMED_INTERMEDIATE_OPTIONS, &count);

    for (uint32_t i = 0; i < count; i++) {
        dxki_md_path path = {NULL, dxki_md_name_text(DXKI_NAMED_INTERMEDIATE_OPTIONS), i};
        dxki_mdr_record(r, DXKI_MDREC_INTERMEDIATE, ops[i], &path, &r->d->intermediate);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Short named nodes                                                                          */

void dxki_load_root_signature(dxki_mdr *r)
{
    dxki_md_path path = {NULL, dxki_md_name_text(DXKI_NAMED_ROOT_SIGNATURE), DXKI_NO_MD_INDEX};
    dxki_md md = single(r, DXKI_NAMED_ROOT_SIGNATURE, &path);

    if (md)
        dxki_mdr_bytes(r, md, &path, "the root signature", &r->d->root_signature);
}

static void read_counters(dxki_mdr *r)
{
    dxki_md_path path = {NULL, dxki_md_name_text(DXKI_NAMED_COUNTERS), DXKI_NO_MD_INDEX};
    uint32_t named, count;
    const dxki_md *tuples = dxki_mdr_named(r, DXKI_NAMED_COUNTERS, &named);
    const dxki_md *ops;

    if (named == 0 || !dxki_mdr_list(r, tuples[0], &path, &ops, &count))
        return;
    if (count % 2)
        dxki_mdr_report_count(r, &path, count, "an even number");
    dxki_counter *counters = DXKI_MDR_NEW(r, dxki_counter, count / 2);
    if (!counters)
        return;
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        dxki_md_path here = {NULL, path.name, i / 2};
        uint64_t value;
        if (ops[i] == 0 || dxki_md_get(r->m, ops[i])->kind != DXKI_M_STRING) {
            dxki_mdr_report_kind(r, &here, "the name", ops[i], "a string");
        } else if (!dxki_mdr_int(r, ops[i + 1], &value)) {
            dxki_mdr_report_kind(r, &here, "the value", ops[i + 1], "an integer");
        } else {
            counters[r->d->counter_count].name = dxki_md_str(r->m, ops[i]);
            counters[r->d->counter_count++].value = (uint32_t)value;
        }
    }
    r->d->counters = counters;
}

/* Nothing depends on them. */
static void load_counters(dxki_mdr *r)
{
    bool bad = r->d->bad_annotations;

    r->is_optional = true;
    read_counters(r);
    r->is_optional = false;
    r->d->bad_annotations = bad;
}

static dxki_md_record_id subobject_record(uint32_t kind)
{
    static const struct {
        uint32_t kind;
        dxki_md_record_id record;
    } records[] = {
        {DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG, DXKI_MDREC_SO_STATE_OBJECT},
        {DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE, DXKI_MDREC_SO_ROOT_SIGNATURE},
        {DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE, DXKI_MDREC_SO_ROOT_SIGNATURE},
        {DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION, DXKI_MDREC_SO_ASSOCIATION},
        {DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG, DXKI_MDREC_SO_SHADER_CONFIG},
        {DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG, DXKI_MDREC_SO_PIPELINE},
        {DXK_SUBOBJECT_KIND_HIT_GROUP, DXKI_MDREC_SO_HIT_GROUP},
        {DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1, DXKI_MDREC_SO_PIPELINE1},
    };

    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        if (records[i].kind == kind)
            return records[i].record;
    }
    return DXKI_MDREC_NONE;
}

static void finish_subobject(dxki_mdr *r, dxki_md_record_id record, dxki_md md,
                             const dxki_md_path *path, void *object)
{
    const dxki_subobject *subobject = object;
    dxki_md_record_id more = subobject_record(subobject->kind);

    (void)record;
    if (md == 0 || subobject->head.md == 0)
        return;
    if (more == DXKI_MDREC_NONE)
        dxki_mdr_report_value(r, path, "the kind", subobject->kind, "a kind of sub-object");
    else
        dxki_mdr_record(r, more, md, path, object);
}

void dxki_load_subobjects(dxki_mdr *r)
{
    dxki_md_path path = {NULL, dxki_md_name_text(DXKI_NAMED_SUBOBJECTS), DXKI_NO_MD_INDEX};
    uint32_t count;
    const dxki_md *ops = dxki_mdr_named(r, DXKI_NAMED_SUBOBJECTS, &count);

    dxki_mdr_objects(r, DXKI_MDREC_SUBOBJECT, 0, ops, count, &path, finish_subobject,
                     &r->d->subobjects);
}

/* ---------------------------------------------------------------------------------------- */
/* All of it                                                                                  */

static void load_all(dxki_mdr *r)
{
    static void (*const parts[])(dxki_mdr *) = {
        load_model,          load_intermediate,    dxki_load_entries,
        dxki_load_resources, dxki_load_types,      dxki_load_root_signature,
        dxki_load_view_id,   dxki_load_subobjects, load_counters,
    };

    load_version(r, DXKI_NAMED_VALIDATOR_VERSION, &r->d->validator);
    if (r->d->validator.head.md == 0)
        r->d->validator.major = 1;
    load_version(r, DXKI_NAMED_VERSION, &r->d->version);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && !dxki_mdr_stopped(r); i++)
        parts[i](r);
}

dxk_status dxk_dxil_load(dxk_ctx *ctx, const dxk_module *module, dxk_dxil **out)
{
    *out = NULL;
    dxk_dxil *d = dxki_realloc(ctx, NULL, 0, sizeof *d);
    if (!d)
        return dxki_nomem(ctx);
    memset(d, 0, sizeof *d);
    d->ctx = ctx;
    d->m = module;
    dxki_arena_init(&d->arena, ctx);

    dxki_mdr reader;
    if (!dxki_mdr_init(&reader, d))
        dxki_mdr_nomem(&reader);
    else
        load_all(&reader);
    dxki_mdr_free(&reader);
    if (dxki_mdr_stopped(&reader)) {
        dxk_dxil_free(d);
        return reader.status;
    }
    *out = d;
    return reader.status;
}

void dxk_dxil_free(dxk_dxil *dxil)
{
    if (!dxil)
        return;
    dxki_arena_free(&dxil->arena);
    dxki_realloc(dxil->ctx, dxil, sizeof *dxil, 0);
}
