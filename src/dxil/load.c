/* SPDX-License-Identifier: MIT */
/*
 * load.c - making a dxk_dxil: versions and shader model, then the parts in the order in which
 * they depend on each other; and the short named nodes that need no file of their own.
 */
#include "dxil/md.h"

#include "base/count.h"
#include "base/out.h"
#include "base/str.h"

#include <string.h>

/* The one operand of a named node. Reports other numbers of operands; 0: none. */
static dxki_md single(dxki_dxil_md_reader *r, dxki_dxil_md_name_id name,
                      const dxki_dxil_md_path *path)
{
    uint32_t count;
    const dxki_md *ops = dxki_dxil_md_named(r, name, &count);

    if (ops && count != 1)
        dxki_dxil_md_report_count(r, path, count, "1");
    return ops && count ? ops[0] : 0;
}

/* Other modules than those of DXIL do not say so. */
bool dxki_dxil_md_is_dxil(const dxki_dxil_md_reader *r)
{
    return dxki_named_md_find(r->m, dxki_dxil_md_name_text(DXKI_NAMED_VERSION)) != UINT32_MAX;
}

static void load_version(dxki_dxil_md_reader *r, dxki_dxil_md_name_id name,
                         dxki_dxil_version *version)
{
    dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(name), DXKI_NO_MD_INDEX};
    dxki_md md = single(r, name, &path);

    if (md)
        dxki_dxil_md_record(r, DXKI_MDREC_VERSION, md, &path, version);
}

static void load_validator(dxki_dxil_md_reader *r)
{
    load_version(r, DXKI_NAMED_VALIDATOR_VERSION, &r->d->validator);
    if (r->d->validator.head.md == 0)
        r->d->validator.major = 1;
}

static void load_dxil_version(dxki_dxil_md_reader *r)
{
    load_version(r, DXKI_NAMED_VERSION, &r->d->version);
    if (r->d->version.head.md == 0)
        dxki_dxil_md_refuse(r, "");
}

static uint32_t stage_of(dxk_str text)
{
    uint64_t kind;

    return dxk_enum_find(DXK_ENUM_ID_shader_profile, text, &kind)
               ? (uint32_t)kind
               : (uint32_t)DXK_SHADER_KIND_INVALID;
}

static bool is_known(const dxki_dxil_shader_model *model)
{
    bool late = model->kind == DXK_SHADER_KIND_MESH || model->kind == DXK_SHADER_KIND_AMPLIFICATION;
    bool library = model->kind == DXK_SHADER_KIND_LIBRARY;
    uint32_t first = late ? 5 : library ? 1 : 0;

    return model->kind != DXK_SHADER_KIND_INVALID && model->major == 6 &&
           ((model->minor >= first && model->minor <= DXKI_NEWEST_MINOR) ||
            (model->minor == DXKI_OFFLINE_MINOR && library));
}

/* "ps_6_0" */
static void name_model(dxki_dxil_md_reader *r)
{
    dxki_dxil_shader_model *model = &r->d->model;
    char digits[20], *end = digits + sizeof digits;
    const uint32_t numbers[2] = {model->major, model->minor};
    char *name = DXKI_MDR_NEW(r, char, model->stage.size + 2 * sizeof digits);

    if (!name)
        return;
    size_t size = model->stage.size;
    memcpy(name, model->stage.data, size);
    for (size_t i = 0; i < 2; i++) {
        char *first = dxki_format_u64(end, numbers[i]);
        if (i == 1 && model->minor == DXKI_OFFLINE_MINOR)
            *(first = end - 1) = 'x';
        name[size++] = '_';
        memcpy(name + size, first, (size_t)(end - first));
        size += (size_t)(end - first);
    }
    model->name = (dxk_str){name, size};
}

/* The reference has room for so many characters; it says nothing when they are more. */
#define WORDS_SIZE 39u

static void refuse_model(dxki_dxil_md_reader *r)
{
    static const char head[] = "Unknown shader model '";
    dxk_str name = r->d->model.name;
    const char *nul = name.size ? memchr(name.data, 0, name.size) : NULL;
    name.size = nul ? (size_t)(nul - name.data) : name.size;
    size_t size = sizeof head - 1 + name.size + 1;
    char *text = size <= WORDS_SIZE ? DXKI_MDR_NEW(r, char, size + 1) : NULL;

    if (text) {
        memcpy(text, head, sizeof head - 1);
        memcpy(text + sizeof head - 1, name.data, name.size);
        text[size - 1] = '\'';
    }
    dxki_dxil_md_refuse(r, text ? text : "");
}

static void load_model(dxki_dxil_md_reader *r)
{
    dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_SHADER_MODEL),
                              DXKI_NO_MD_INDEX};
    dxki_md md = single(r, DXKI_NAMED_SHADER_MODEL, &path);
    dxki_dxil_shader_model *model = &r->d->model;

    model->kind = DXK_SHADER_KIND_INVALID;
    if (md && dxki_dxil_md_record(r, DXKI_MDREC_SHADER_MODEL, md, &path, model)) {
        model->is_whole = true;
        model->kind = stage_of(model->stage);
        model->is_known = is_known(model);
        name_model(r);
        if (!model->is_known)
            refuse_model(r);
        if (model->kind == DXK_SHADER_KIND_INVALID)
            dxki_dxil_md_report_kind(r, &path, "the stage",
                                     dxki_md_ops(r->m, md, &(uint32_t){0})[0],
                                     "the name of a stage");
    }
    if (dxki_dxil_md_is_dxil(r) && dxki_named_md_find(r->m, path.name) == UINT32_MAX)
        dxki_dxil_md_report_missing(r, DXKI_NAMED_SHADER_MODEL);
    else if (!md)
        dxki_dxil_md_refuse(r, "");
}

#define INTERMEDIATE_FLAGS 0u

/* Each has one option, a tag and its number. */
static void load_intermediate(dxki_dxil_md_reader *r)
{
    uint32_t count;
    const dxki_md *ops = dxki_dxil_md_named(r, DXKI_NAMED_INTERMEDIATE_OPTIONS, &count);

    for (uint32_t i = 0; i < count; i++) {
        dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_INTERMEDIATE_OPTIONS), i};
        dxki_dxil_intermediate_tag option = {{0, 0, 0}, 0};
        if (!dxki_dxil_md_record(r, DXKI_MDREC_INTERMEDIATE, ops[i], &path, &option))
            continue;
        if (option.tag == INTERMEDIATE_FLAGS) {
            dxki_dxil_md_record(r, DXKI_MDREC_INTERMEDIATE_FLAGS, ops[i], &path,
                                &r->d->intermediate);
        } else {
            dxki_dxil_md_refuse(r, "Unrecognized intermediate options metadata");
            dxki_dxil_md_report_value(r, &path, "the tag", option.tag, "0");
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Short named nodes                                                                          */

void dxki_dxil_load_root_signature(dxki_dxil_md_reader *r)
{
    dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_ROOT_SIGNATURE),
                              DXKI_NO_MD_INDEX};
    dxki_md md = single(r, DXKI_NAMED_ROOT_SIGNATURE, &path);

    if (md)
        dxki_dxil_md_bytes(r, md, &path, "the root signature", &r->d->root_signature);
}

static void read_counters(dxki_dxil_md_reader *r)
{
    dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_COUNTERS), DXKI_NO_MD_INDEX};
    uint32_t named, count;
    const dxki_md *tuples = dxki_dxil_md_named(r, DXKI_NAMED_COUNTERS, &named);
    const dxki_md *ops;

    if (named == 0 || !dxki_dxil_md_list(r, tuples[0], &path, &ops, &count))
        return;
    if (count % 2)
        dxki_dxil_md_report_count(r, &path, count, "an even number");
    dxki_dxil_counter *counters = DXKI_MDR_NEW(r, dxki_dxil_counter, count / 2);
    if (!counters)
        return;
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        dxki_dxil_md_path here = {NULL, path.name, i / 2};
        uint64_t value;
        if (ops[i] == 0 || dxki_md_get(r->m, ops[i])->kind != DXKI_M_STRING) {
            dxki_dxil_md_report_kind(r, &here, "the name", ops[i], "a string");
        } else if (!dxki_dxil_md_int(r, ops[i + 1], &value)) {
            dxki_dxil_md_report_kind(r, &here, "the value", ops[i + 1], "an integer");
        } else {
            counters[r->d->counter_count].name = dxki_md_str(r->m, ops[i]);
            counters[r->d->counter_count++].value = (uint32_t)value;
        }
    }
    r->d->counters = counters;
}

/* Reads what nothing depends on. */
static void read_optional(dxki_dxil_md_reader *r, void (*read)(dxki_dxil_md_reader *))
{
    bool bad = r->d->bad_annotations;

    r->is_optional = r->is_unread = true;
    read(r);
    r->is_optional = r->is_unread = false;
    r->d->bad_annotations = bad;
}

static void load_counters(dxki_dxil_md_reader *r)
{
    read_optional(r, read_counters);
}

static dxki_dxil_md_record_id subobject_record(uint32_t kind)
{
    static const struct {
        uint32_t kind;
        dxki_dxil_md_record_id record;
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

    for (size_t i = 0; i < DXKI_COUNT(records); i++) {
        if (records[i].kind == kind)
            return records[i].record;
    }
    return DXKI_MDREC_NONE;
}

#define STATE_OBJECT_FLAGS 0x7u
#define PIPELINE_FLAGS     0x700u

static void finish_subobject(dxki_dxil_md_reader *r, dxki_dxil_md_record_id record, dxki_md md,
                             const dxki_dxil_md_path *path, void *object)
{
    const dxki_dxil_subobject *subobject = object;
    dxki_dxil_md_record_id more = subobject_record(subobject->kind);

    (void)record;
    if (md == 0 || subobject->head.md == 0)
        return;
    if (more == DXKI_MDREC_NONE) {
        dxki_dxil_md_report_value(r, path, "the kind", subobject->kind, "a kind of sub-object");
        return;
    }
    if (!dxki_dxil_md_record(r, more, md, path, object))
        return;
    uint32_t known = more == DXKI_MDREC_SO_PIPELINE1      ? PIPELINE_FLAGS
                     : more == DXKI_MDREC_SO_STATE_OBJECT ? STATE_OBJECT_FLAGS
                                                          : UINT32_MAX;
    if (subobject->flags & ~known)
        dxki_dxil_md_report_value(r, path, "the flags", subobject->flags, "flags that are known");
    if (subobject->root_signature.size % 4)
        dxki_dxil_md_report_count(r, path, (uint32_t)subobject->root_signature.size,
                                  "a multiple of 4");
}

/* Is there one of that name before? Adds it. */
static bool is_repeated(dxki_dxil_md_reader *r, dxki_idset *seen, uint32_t index)
{
    const dxki_dxil_list *list = &r->d->subobjects;
    dxk_str name = ((const dxki_dxil_subobject *)list->items[index])->name;
    uint32_t hash = dxki_hash_end(dxki_hash_bytes(0, name)), pos = hash, id;

    while ((id = dxki_idset_next(seen, hash, &pos)) != 0) {
        if (dxki_str_same(((const dxki_dxil_subobject *)list->items[id - 1])->name, name))
            return true;
    }
    if (!dxki_idset_add(r->d->ctx, seen, hash, index + 1))
        dxki_dxil_md_nomem(r);
    return false;
}

/* All have names of their own. */
static void check_names(dxki_dxil_md_reader *r)
{
    const dxki_dxil_list *list = &r->d->subobjects;
    dxki_idset seen = {NULL, 0, 0};

    for (uint32_t i = 0; i < list->count && !r->d->refusal && !dxki_dxil_md_stopped(r); i++) {
        const dxki_dxil_subobject *subobject = list->items[i];
        dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_SUBOBJECTS), i};
        if (is_repeated(r, &seen, i)) {
            dxki_dxil_md_refuse(r, "Subobject name collision");
            dxki_dxil_md_report_value(r, &path, "the name", i, "one that no other has");
        } else if (subobject->name.size == 0) {
            dxki_dxil_md_refuse(r, "Empty Subobject name");
            dxki_dxil_md_report_count(r, &path, 0, "at least 1");
        }
    }
    dxki_idset_free(r->d->ctx, &seen);
}

static void read_subobjects(dxki_dxil_md_reader *r)
{
    dxki_dxil_md_path path = {NULL, dxki_dxil_md_name_text(DXKI_NAMED_SUBOBJECTS),
                              DXKI_NO_MD_INDEX};
    uint32_t count;
    const dxki_md *ops = dxki_dxil_md_named(r, DXKI_NAMED_SUBOBJECTS, &count);

    dxki_dxil_md_objects(r, DXKI_MDREC_SUBOBJECT, 0, ops, count, &path, finish_subobject,
                         &r->d->subobjects);
    check_names(r);
}

/* They are a library's; nothing depends on those of others. */
void dxki_dxil_load_subobjects(dxki_dxil_md_reader *r)
{
    if (r->d->model.kind == DXK_SHADER_KIND_LIBRARY)
        read_subobjects(r);
    else
        read_optional(r, read_subobjects);
}

/* ---------------------------------------------------------------------------------------- */
/* All of it                                                                                  */

/* In the reference's order: the first thing that is wrong is what a program is refused for. */
static void load_all(dxki_dxil_md_reader *r)
{
    static void (*const parts[])(dxki_dxil_md_reader *) = {
        load_validator,
        load_model,
        load_intermediate,
        dxki_dxil_load_first_entry,
        load_dxil_version,
        dxki_dxil_load_entries,
        dxki_dxil_load_subobjects,
        dxki_dxil_load_resources,
        dxki_dxil_load_types,
        dxki_dxil_load_root_signature,
        dxki_dxil_load_view_id,
        load_counters,
    };

    for (size_t i = 0; i < DXKI_COUNT(parts) && !dxki_dxil_md_stopped(r); i++)
        parts[i](r);
}

dxk_status dxk_dxil_load(const dxk_module *module, dxk_dxil **out)
{
    dxk_ctx *ctx = module->ctx;
    *out = NULL;
    dxk_dxil *d = dxki_realloc(ctx, NULL, 0, sizeof *d);
    if (!d)
        return dxki_nomem(ctx);
    memset(d, 0, sizeof *d);
    d->ctx = ctx;
    d->m = module;
    dxki_arena_init(&d->arena, ctx);

    dxki_dxil_md_reader reader;
    if (!dxki_dxil_md_init(&reader, d))
        dxki_dxil_md_nomem(&reader);
    else
        load_all(&reader);
    dxki_dxil_md_free(&reader);
    if (dxki_dxil_md_stopped(&reader)) {
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
