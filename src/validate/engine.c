/* SPDX-License-Identifier: MIT */
/*
 * engine.c - a validation from the beginning to the end: frame, program, bitcode, metadata, then
 * the families of rules in the reference's order. A step that fails ends what depends on it.
 */
#include <string.h>

#include "base/count.h"
#include "base/diag.h"
#include "base/out.h"
#include "base/options.h"
#include "container/container.h"
#include "dxk/compat.h"
#include "dxk/dxbc.h"
#include "dxk/parts.h"
#include "spec/reader_rules.h"
#include "spec/rules.h"
#include "validate/calls.h"
#include "validate/families.h"
#include "validate/program.h"
#include "validate/report.h"
#include "validate/run.h"
#include "validate/text.h"
#include "validate/values.h"

/* ---------------------------------------------------------------------------------------- */
/* Preparing a run                                                                            */

static void load_props(dxki_val *v, dxki_val_entry *ent)
{
    const dxki_dxil_props *p = &ent->e->props;
    ent->kind = dxki_dxil_entry_kind(v->d, ent->e);
    memcpy(ent->threads, p->num_threads, sizeof ent->threads);
    if (ent->kind == DXK_SHADER_KIND_MESH) {
        memcpy(ent->threads, p->ms.num_threads, sizeof ent->threads);
        ent->payload_size = p->ms.payload_size;
    } else if (ent->kind == DXK_SHADER_KIND_AMPLIFICATION) {
        memcpy(ent->threads, p->as.num_threads, sizeof ent->threads);
        ent->payload_size = p->as.payload_size;
    }
    dxki_dxil_entry_wave(ent->e, ent->wave);
    ent->launch = dxki_dxil_entry_launch(ent->e);
    ent->is_node = dxki_dxil_entry_is_node(v->d, ent->e);
    ent->shared_limit = DXKI_MD_HAS(p, PROPS_GROUP_SHARED) ? (int32_t)p->group_shared_limit : -1;
    ent->output_columns = DXKI_VNEW(v, uint32_t, ent->e->signatures[1].count);
    ent->patch_columns = DXKI_VNEW(v, uint32_t, ent->e->signatures[2].count);
}

static bool is_function(const dxki_val *v, uint32_t global)
{
    return global && global < v->m->globals.count &&
           v->m->globals.items[global].kind == DXKI_G_FUNCTION;
}

/* In a library the first entry has the resources, the others are the functions. */
static void list_entries(dxki_val *v)
{
    const dxki_dxil_list *list = &v->d->entries;
    v->subject.entries = DXKI_VNEW(v, dxki_val_entry, list->count);
    v->subject.entry_of = DXKI_VNEW(v, dxki_val_entry *, v->m->globals.count);
    v->subject.is_patch = DXKI_VNEW(v, uint8_t, v->m->globals.count);
    v->subject.in_entry_calls = DXKI_VNEW(v, uint8_t, v->m->globals.count);
    v->subject.uav_counter = DXKI_VNEW(v, uint8_t, v->d->resources[DXK_RESOURCE_CLASS_UAV].count);
    for (uint32_t i = v->subject.is_lib ? 1 : 0; i < list->count && !v->failed; i++) {
        const dxki_dxil_entry *e = list->items[i];
        if (!is_function(v, e->function))
            continue;
        dxki_val_entry *ent = &v->subject.entries[v->subject.entry_count++];
        ent->e = e;
        ent->function = e->function;
        load_props(v, ent);
        v->subject.entry_of[e->function] = ent;
        if (ent->kind == DXK_SHADER_KIND_HULL && is_function(v, e->props.hs.patch_function))
            v->subject.is_patch[e->props.hs.patch_function] = 1;
    }
}

static void list_target_types(dxki_val *v)
{
    uint32_t index = dxki_named_md_find(v->m, "dx.targetTypes"), count;
    if (index == UINT32_MAX)
        return;
    v->subject.target_type = DXKI_VNEW(v, dxki_md, v->m->types.count);
    const dxki_named_md *named = &v->m->named_mds.items[index];
    for (uint32_t i = 0; i < named->op_count && v->subject.target_type; i++) {
        dxki_md md = v->m->words.items[named->ops + i];
        const dxki_md *ops = dxki_md_ops(v->m, md, &count);
        uint64_t bits;
        bool good = md && dxki_md_get(v->m, md)->kind == DXKI_M_TUPLE && count == 6;
        dxki_value first = good && ops[0] ? dxki_md_value(v->m, ops[0]) : 0;
        for (uint32_t k = 1; k < 6 && good; k++)
            good = ops[k] && dxki_val_is_const(v, dxki_md_value(v->m, ops[k]), &bits);
        dxki_type type = dxki_value_is_const(first) ? dxki_value_type(v->m, first) : 0;
        if (good && type && !v->subject.target_type[type])
            v->subject.target_type[type] = md;
    }
}

static bool prepare(dxki_val *v)
{
    v->report.last_rule = DXKI_VR_COUNT;
    v->subject.kind = v->d->model.kind;
    v->subject.is_lib = v->subject.kind == DXK_SHADER_KIND_LIBRARY;
    v->subject.model = v->d->model.minor;
    v->subject.val_minor = dxki_dxil_validator_minor(v->d);
    v->subject.min_precision = dxki_dxil_min_precision(v->d);
    v->subject.has_layout = true;
    v->subject.has_uses = true;
    v->failed = !dxki_dxil_layout_init(&v->subject.layout, v->m) ||
                !dxki_bc_uses_build_read(&v->subject.uses, v->m, true);
    if (v->failed)
        return false;
    list_entries(v);
    list_target_types(v);
    return !v->failed && dxki_val_calls_prepare(v);
}

static void release(dxki_val *v)
{
    if (v->subject.has_layout)
        dxki_dxil_layout_free(&v->subject.layout);
    if (v->subject.has_uses)
        dxki_bc_uses_free(&v->subject.uses);
    dxki_text_snippets_free(v->report.snippets);
    dxki_idset_free(v->ctx, &v->report.told);
    dxki_idset_free(v->ctx, &v->ops.opfn_set);
    dxki_idset_free(v->ctx, &v->ops.names);
    dxki_vec_free(v->ctx, &v->ops.opfns);
    dxki_vec_free(v->ctx, &v->handles.known);
    dxki_vec_free(v->ctx, &v->callees.list);
    dxki_vec_free(v->ctx, &v->lines.dbg_insts);
    dxki_vec_free(v->ctx, &v->places.bits);
    dxk_dxil_free(v->d);
    dxk_dxil_free(v->lines.dbg_d);
    dxki_arena_free(&v->arena);
}

/* ---------------------------------------------------------------------------------------- */
/* The module                                                                                 */

/* `words`: of what the reference fails on, NULL or empty: it has none for it. */
static void refuse_metadata(dxki_val *v, const char *words)
{
    v->report.refused = true;
    if (words && *words)
        dxki_val_raw(v, dxki_val_format(v, "load dxil metadata failed -%0",
                                        DXKI_ARGS(dxki_val_arg_text_z(words))));
    else
        dxki_val_raw(v, dxki_str("load dxil metadata failed - error code -2136342513\n"));
    dxki_val_mark_compat_only(v);
}

static void own_error(dxki_val *v, dxki_vrule rule, dxk_str text, const char *path)
{
    dxki_val_own(v, dxki_vrule_get(rule)->id, text, UINT64_MAX, path);
}

/* Number of findings that dxk's own form shows, of them and the readers' errors. */
static uint64_t shown_count(const dxki_val *v)
{
    return v->report.out->total - v->report.out->repeated + dxk_ctx_error_count(v->ctx);
}

/* What the reference refuses without a word, and no one else has told. */
static void explain_metadata(dxki_val *v, uint64_t shown)
{
    uint32_t index = dxki_named_md_find(v->m, "dx.entryPoints");
    uint32_t count = index == UINT32_MAX ? 1 : v->m->named_mds.items[index].op_count;
    const char *words = v->d->refusal;
    if (shown_count(v) > shown)
        return;
    if (words && *words)
        own_error(v, DXKI_VR_META_WELLFORMED, dxki_str(words), "!dx.entryPoints");
    else if (count != 1)
        own_error(v, DXKI_VR_META_WELLFORMED,
                  dxki_val_format(v,
                                  "There are %0 entry points; one is needed, only libraries have "
                                  "more.",
                                  DXKI_ARGS(dxki_dec(count))),
                  "!dx.entryPoints");
    else
        own_error(v, DXKI_VR_META_WELLFORMED, dxki_str("The metadata cannot be loaded."),
                  "!dx.entryPoints");
}

/* Named metadata that every module needs. */
static void check_required(dxki_val *v)
{
    static const char *const names[] = {"dx.version", "dx.shaderModel", "dx.entryPoints"};
    for (size_t i = 0; i < DXKI_COUNT(names); i++) {
        if (dxki_named_md_find(v->m, names[i]) != UINT32_MAX)
            continue;
        dxki_val_at_name(v, dxki_val_format(v, "!%0", DXKI_ARGS(dxki_val_arg_text_z(names[i]))));
        dxki_val_error(v, DXKI_VR_META_REQUIRED, NULL, 0);
        dxki_val_at_end(v);
        dxki_val_hint(v, dxki_str(names[i]));
    }
}

/* What is wrong with annotations and properties; NULL: nothing. Tags that this shader model does
 * not have yet count as unknown ones. */
static const char *extra_fault(const dxk_dxil *d, const char **path)
{
    *path = "!dx.entryPoints";
    for (uint32_t i = 0; i < d->entries.count; i++) {
        const dxki_dxil_props *p = &((const dxki_dxil_entry *)d->entries.items[i])->props;
        if (DXKI_MD_HAS(p, PROPS_WAVE_RANGE) && d->model.minor < 8)
            return "A range of wave sizes (tag 23) needs shader model 6.8.";
        if (DXKI_MD_HAS(p, PROPS_GROUP_SHARED) && d->model.minor < 10)
            return "A limit of group-shared memory needs shader model 6.10.";
    }
    if (d->unknown_tags > 0)
        return "There are tags or operands that DXIL does not have; the reference refuses them.";
    *path = "!dx.dxrPayloadAnnotations";
    bool newest = d->validator.major == 0 && d->validator.minor == 0;
    if (dxki_named_md_find(d->m, *path + 1) != UINT32_MAX && d->model.minor < 6 && !newest)
        return "Annotations of payloads need shader model 6.6.";
    *path = "!dx.typeAnnotations";
    return d->bad_annotations ? "The annotations do not have the form that DXIL requires." : NULL;
}

/* The readers' warning about annotations says more than extra_fault(). */
static const dxk_diag *annotation_warning(const dxki_val *v)
{
    for (size_t i = 0; i < dxk_ctx_diag_count(v->ctx); i++) {
        const dxk_diag *d = dxk_ctx_diag(v->ctx, i);
        if (strcmp(d->rule, "DXIL.METADATA.ANNOTATION") == 0)
            return d;
    }
    return NULL;
}

static void refuse_annotations(dxki_val *v, const char *fault, const char *path)
{
    const dxk_diag *d = annotation_warning(v);
    v->report.refused = true;
    dxki_val_plain(v, dxki_str("Metadata error encountered in non-critical metadata (such as Type "
                               "Annotations)."));
    dxki_val_mark_compat_only(v);
    uint64_t shown = shown_count(v);
    dxki_val_check_unloaded(v);
    if (d)
        own_error(v, DXKI_VR_META_WELLFORMED,
                  dxki_str("The annotation is malformed, for which the module is refused."),
                  d->path);
    else if (shown_count(v) == shown)
        own_error(v, DXKI_VR_META_WELLFORMED, dxki_str(fault), path);
}

/* False: the metadata is refused (reported), or out of memory. */
static bool load_metadata(dxki_val *v)
{
    dxk_dxil_load(v->m, &v->d);
    if (!v->d) {
        v->failed = true;
        return false;
    }
    v->subject.model = v->d->model.minor;
    if (!v->d->refusal)
        return true;
    uint64_t shown = shown_count(v) - (dxk_ctx_error_count(v->ctx) - v->report.reader_errors);
    refuse_metadata(v, v->d->refusal);
    dxki_val_at_name(v, dxki_str("!dx.shaderModel"));
    if (v->d->model.is_whole && !v->d->model.is_known)
        dxki_val_error(v, DXKI_VR_SM_NAME, DXKI_ARGS(dxki_val_arg_text(v->d->model.name)));
    dxki_val_at_end(v);
    check_required(v);
    dxki_val_check_unloaded(v);
    explain_metadata(v, shown);
    return false;
}

static void refuse_calls(dxki_val *v)
{
    bool used = v->ops.broken_rule == DXKI_VR_DECL_FNISCALLED;
    refuse_metadata(v, "cast<X>() argument of incompatible type!\n");
    dxki_val_at_global(v, v->ops.breaking);
    own_error(
        v, v->ops.broken_rule,
        dxki_str(
            used ? "The function of an operation is used for something other than calls."
                 : "The function of an operation does not have the result type that its class of "
                   "operations requires."),
        NULL);
    dxki_val_at_end(v);
}

static void validate_module(dxki_val *v)
{
    if (!load_metadata(v))
        return;
    v->failed = !prepare(v);
    if (v->failed)
        return;
    if (v->ops.calls_break) { /* found while loading, too */
        refuse_calls(v);
        return;
    }
    const char *path, *fault = extra_fault(v->d, &path);
    if (fault) {
        refuse_annotations(v, fault, path);
        return;
    }
    if (!v->subject.is_lib && v->subject.entry_count == 0) {
        dxki_val_at_name(v, dxki_str("!dx.entryPoints[0]"));
        dxki_val_error(v, DXKI_VR_META_ENTRYFUNCTION, NULL, 0);
        return;
    }
    static void (*const families[])(dxki_val * v) = {
        dxki_val_resmap_build,  dxki_val_check_metadata,   dxki_val_check_state,
        dxki_val_check_globals, dxki_val_check_races,      dxki_val_check_resources,
        dxki_val_check_flow,    dxki_val_check_functions,  dxki_val_check_flags,
        dxki_val_check_compat,  dxki_val_check_signatures, dxki_val_check_outputs,
    };
    for (size_t i = 0; i < DXKI_COUNT(families) && !v->failed; i++) {
        if (i == 1)
            dxki_val_check_form(v);
        families[i](v);
    }
}

static dxk_status finish(dxki_val *v, dxk_validation *result, dxk_validation **out)
{
    bool failed = v->failed;
    dxk_ctx *ctx = v->ctx;
    release(v);
    if (failed) {
        dxk_validation_free(result);
        return dxki_nomem(ctx);
    }
    *out = result;
    return DXK_OK;
}

static void begin(dxki_val *v, dxk_ctx *ctx, const dxk_validate_options *options,
                  dxk_validation *result)
{
    memset(v, 0, sizeof *v);
    v->ctx = ctx;
    v->report.out = result;
    v->report.reader_errors = dxk_ctx_error_count(ctx);
    v->is_asked = options && options->has_validator;
    v->max_minor = v->is_asked ? options->validator_minor : DXKI_NEWEST_MINOR;
    v->subject.val_minor = DXKI_NEWEST_MINOR;
    dxki_arena_init(&v->arena, ctx);
}

static bool take_options(dxk_validate_options *own, const dxk_validate_options *given)
{
    return dxki_options_take(own, sizeof *own, given) &&
           (!own->has_validator || own->validator_minor <= DXKI_NEWEST_MINOR);
}

dxk_status dxk_validate_module(const dxk_module *module, const dxk_validate_options *given,
                               dxk_validation **out)
{
    dxk_validate_options options;
    if (!take_options(&options, given)) {
        *out = NULL;
        return DXK_E_ARGUMENT;
    }
    dxk_ctx *ctx = module->ctx;
    dxki_val v;
    dxk_validation *result;
    dxk_status status = dxki_val_result_create(ctx, &options, &result);
    *out = NULL;
    if (status != DXK_OK)
        return status;
    begin(&v, ctx, &options, result);
    v.m = module;
    validate_module(&v);
    return finish(&v, result, out);
}

/* ---------------------------------------------------------------------------------------- */
/* The container                                                                              */

#define OFFSET_MAJOR 20 /* in the container header */
#define OFFSET_SIZE  24
#define OFFSET_COUNT 28

static void frame_fault(dxki_val *v, const dxki_rule *rule, uint64_t offset, const char *text,
                        const dxki_arg *args, size_t count)
{
    dxki_val_own(v, rule->name, dxki_val_format(v, text, args, count), offset, "header");
    v->report.out->error_code = DXKI_CODE_BAD_CONTAINER;
}

/* Parts follow each other without gaps up to the end. False: they do not, which is reported. */
static bool check_frame(dxki_val *v, const dxk_container *container)
{
    dxk_container_header header = dxk_container_header_get(container);
    size_t count = dxk_container_part_count(container);
    uint64_t next = 32 + 4 * (uint64_t)count;
    if (dxk_container_kind(container) != DXK_INPUT_CONTAINER)
        return true;
    if (header.major != 1) {
        frame_fault(v, DXKI_RULE_CONTAINER_VERSION, OFFSET_MAJOR,
                    "The container has version %0.%1, it must be 1.",
                    DXKI_ARGS(dxki_dec(header.major), dxki_dec(header.minor)));
        return false;
    }
    if (header.part_count != count) {
        frame_fault(v, DXKI_RULE_CONTAINER_PART_COUNT, OFFSET_COUNT,
                    "The header says %0 parts, there are %1.",
                    DXKI_ARGS(dxki_dec(header.part_count), dxki_dec(count)));
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const dxk_part *part = dxk_container_part(container, i);
        if (part->offset != next) {
            frame_fault(v, DXKI_RULE_CONTAINER_LAYOUT, 32 + 4 * (uint64_t)i,
                        "Part %0 starts at byte %1, it must start at byte %2, where what is before "
                        "it ends.",
                        DXKI_ARGS(dxki_dec(i), dxki_dec(part->offset), dxki_dec(next)));
            return false;
        }
        next += 8 + (uint64_t)part->size;
    }
    if (next == header.size)
        return true;
    frame_fault(v, DXKI_RULE_CONTAINER_LAYOUT, OFFSET_SIZE,
                "The header says that the container has %0 bytes, its parts end at byte %1.",
                DXKI_ARGS(dxki_dec(header.size), dxki_dec(next)));
    return false;
}

/* Why the header of a program is none. */
static dxk_str header_fault(dxki_val *v, dxk_bytes part)
{
    const uint32_t head = DXK_WIRE_SIZE_program_header;
    dxk_program_header header;
    bool marked = dxki_container_program_header(part, &header);
    if (part.size <= head)
        return dxki_val_format(v, "The part has %0 bytes, the header of a program alone needs %1.",
                               DXKI_ARGS(dxki_dec(part.size), dxki_dec(head)));
    uint64_t words = header.size_in_dwords;
    if (words * 4 > part.size)
        return dxki_val_format(v, "The header says that the program has %0 words, the part has %1.",
                               DXKI_ARGS(dxki_dec(words), dxki_dec(part.size / 4)));
    if (!marked)
        return dxki_str("The header of the program has no magic 'DXIL' at byte 8.");
    return dxki_val_format(v,
                           "The bitcode has %0 bytes at byte %1 after the magic, the part ends at "
                           "byte %2 after it.",
                           DXKI_ARGS(dxki_dec(header.bitcode_size), dxki_dec(header.bitcode_offset),
                                     dxki_dec(part.size - 8)));
}

/* Reads the program of a part; refused programs are reported, NULL: nothing to judge. `places`:
 * gets what the places of its instructions can be read from; NULL: nobody asks for them. */
static dxk_module *read_program(dxki_val *v, const dxk_container *container, size_t index,
                                dxki_val_places *places)
{
    const dxk_part *part = dxk_container_part(container, index);
    dxk_bytes bitcode;
    if (!dxki_val_program_header(part->content, &bitcode)) {
        v->report.part = part;
        dxki_val_own(v, DXKI_RULE_PROGRAM_HEADER->name, header_fault(v, part->content),
                     part->offset, NULL);
        v->report.part = NULL;
        return NULL;
    }
    /* A bare program has no part header in front of it. */
    bool is_bare = dxk_container_kind(container) == DXK_INPUT_PROGRAM;
    uint64_t start = part->offset + (is_bare ? 0 : DXKI_PART_HEADER_SIZE);
    start += (uint64_t)(bitcode.data - part->content.data);
    if (places)
        *places = (dxki_val_places){.bitcode = bitcode, .offset = start};
    return dxki_val_read_bitcode(v, bitcode, start);
}

static void validate_parts(dxki_val *v, const dxk_container *container)
{
    size_t index = dxk_container_find_program(container, DXK_PROGRAM_RUN);
    size_t debug = dxk_container_find_program(container, DXK_PROGRAM_DEBUG);
    bool is_container = dxk_container_kind(container) == DXK_INPUT_CONTAINER;
    dxk_module *module = NULL, *debug_module = NULL;
    if (!is_container && index == DXK_NO_PART) { /* a PDB has the debug module alone */
        index = debug;
        debug = DXK_NO_PART;
    }
    if (index == DXK_NO_PART) {
        v->report.program = 32; /* the table of parts */
        own_error(v, DXKI_VR_CONTAINER_PARTMISSING,
                  dxki_str("There is no part 'DXIL', the program."), "DXIL");
        return;
    }
    v->report.out->failed = true;
    v->m = v->is_by_origin
               ? dxki_container_origin_of(container, dxk_container_part(container, index))
               : NULL;
    if (v->m)
        v->report.out->failed = false;
    else
        v->m = module = read_program(v, container, index, &v->places);
    if (v->m && !v->report.out->failed && debug != DXK_NO_PART)
        debug_module = read_program(v, container, debug, NULL);
    v->report.program = dxk_container_part(container, index)->offset;
    if (!v->report.out->failed) {
        v->lines.dbg = debug_module;
        validate_module(v);
        v->report.is_own = v->report.out->excused;
        if (is_container && !v->report.out->failed && !v->failed)
            dxki_val_check_container(v, container);
    }
    if (v->report.snippets) {
        dxki_text_snippets_free(v->report.snippets);
        v->report.snippets = NULL;
    }
    if (v->subject.has_uses) {
        dxki_bc_uses_free(&v->subject.uses);
        v->subject.has_uses = false;
    }
    if (v->subject.has_layout) {
        dxki_dxil_layout_free(&v->subject.layout);
        v->subject.has_layout = false;
    }
    dxk_module_free(module);
    dxk_module_free(debug_module);
}

static void validate_bitcode(dxki_val *v, const dxk_container *container)
{
    v->places.bitcode = dxk_container_input(container);
    dxk_module *module = dxki_val_read_bitcode(v, v->places.bitcode, 0);
    if (!module)
        return;
    v->m = module;
    validate_module(v);
    release(v);
    v->subject.has_layout = v->subject.has_uses = false;
    v->report.snippets = NULL;
    v->d = NULL;
    dxki_arena_init(&v->arena, v->ctx);
    dxk_module_free(module);
}

static dxk_status judge(dxk_ctx *ctx, const dxk_container *container,
                        const dxk_validate_options *options, bool exact, bool by_origin,
                        dxk_validation **out)
{
    dxki_val v;
    dxk_validation *result;
    dxk_status status = dxki_val_result_create(ctx, options, &result);
    *out = NULL;
    if (status != DXK_OK)
        return status;
    begin(&v, ctx, options, result);
    v.is_exact = exact;
    v.is_by_origin = by_origin;
    v.report.container = container;
    if (!check_frame(&v, container))
        result->failed = true;
    else if (dxk_container_kind(container) == DXK_INPUT_BITCODE)
        validate_bitcode(&v, container);
    else
        validate_parts(&v, container);
    return finish(&v, result, out);
}

/* Judges the module that the program was written from, if that is known. Only if there is anything to
 * say, the program itself is read: findings tell of places in it. */
static dxk_status validate_as_read(dxk_ctx *ctx, const dxk_container *container,
                                   const dxk_validate_options *options, bool exact,
                                   dxk_validation **out)
{
    size_t said = dxk_ctx_diag_count(ctx);
    if (!container->origin.content)
        return judge(ctx, container, options, exact, false, out);
    dxk_status status = judge(ctx, container, options, exact, true, out);
    if (status != DXK_OK || (!(*out)->failed && !(*out)->total && dxk_ctx_diag_count(ctx) == said))
        return status;
    dxk_validation_free(*out);
    dxki_report_forget(ctx, said);
    return judge(ctx, container, options, exact, false, out);
}

static dxk_status validate_container(const dxk_container *container,
                                     const dxk_validate_options *given, bool exact,
                                     dxk_validation **out)
{
    dxk_validate_options options;
    if (!take_options(&options, given)) {
        *out = NULL;
        return DXK_E_ARGUMENT;
    }
    dxk_ctx *ctx = container->ctx;
    dxk_buffer bytes;
    dxk_container *laid;
    *out = NULL;
    if (!container->edited || container->salvaged ||
        dxk_container_kind(container) != DXK_INPUT_CONTAINER)
        return validate_as_read(ctx, container, &options, exact, out);
    dxk_buffer_init(&bytes, ctx);
    dxk_status status = dxki_container_lay_out(ctx, container, &bytes, &laid);
    if (status == DXK_OK)
        status = validate_as_read(ctx, laid, &options, exact, out);
    dxk_container_free(laid);
    dxk_buffer_free(&bytes);
    return status;
}

dxk_status dxk_compat_validate(const dxk_container *container, const dxk_validate_options *options,
                               dxk_validation **out)
{
    return validate_container(container, options, true, out);
}

dxk_status dxk_validate(const dxk_container *container, const dxk_validate_options *options,
                        dxk_validation **out)
{
    return dxk_dxbc_is_legacy(container) ? dxki_val_legacy(container, options, out)
                                         : validate_container(container, options, false, out);
}
