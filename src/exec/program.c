/* SPDX-License-Identifier: MIT */
/*
 * program.c - making programs: the entry point and its properties, resources, then the code. Part of
 * <dxk/run.h>.
 */
#include "exec/program.h"

#include "base/diag.h"
#include "base/options.h"
#include "dxk/parts.h"
#include "dxk/validate.h"
#include "exec/build.h"
#include "exec/stage.h"
#include "dxil/handles.h"
#include "ir/find.h"
#include "spec/reader_rules.h"
#include "verify/verify.h"

#define DEFAULT_LANES 32u
#define MAX_THREADS   65536u /* of a group; D3D has 1024 */

/* ---------------------------------------------------------------------------------------- */
/* The entry point                                                                            */

static dxk_status no_entry(dxk_run_program *p)
{
    (void)DXKI_REPORT(p->ctx, DXKI_RULE_RUN_ENTRY, dxki_nowhere(), NULL,
                      dxki_text(p->options.entry));
    return DXK_E_NOT_FOUND;
}

/* The entry point that the options name, or the only one. NULL: there is none, or several. */
static const dxki_dxil_entry *find_entry(const dxk_run_program *p)
{
    const dxki_dxil_entry *only = NULL;
    uint32_t count = 0;

    for (uint32_t n = 0; n < p->dxil->entries.count; n++) {
        const dxki_dxil_entry *e = p->dxil->entries.items[n];
        if (!e->function)
            continue;
        if (p->options.entry.size && dxki_str_same(e->name, p->options.entry))
            return e;
        only = e;
        count++;
    }
    return count == 1 && !p->options.entry.size ? only : NULL;
}

static bool has_body(const dxk_run_program *p, uint32_t global)
{
    return global && p->m->globals.items[global].kind == DXKI_G_FUNCTION &&
           p->m->globals.items[global].first_block;
}

/* "scale" of "\1?scale@@YAMM@Z". */
static bool is_name_in(dxk_str name, dxk_str mangled)
{
    return mangled.size > name.size + 3 && mangled.data[0] == 1 && mangled.data[1] == '?' &&
           memcmp(mangled.data + 2, name.data, name.size) == 0 &&
           mangled.data[name.size + 2] == '@' && mangled.data[name.size + 3] == '@';
}

/* The function of that name, or the only one that the source calls so; 0: there is none. */
static uint32_t find_function(const dxk_run_program *p, dxk_str name)
{
    uint32_t exact = dxki_function_find(p->m, name, 0), found = 0;

    if (exact)
        return exact;
    for (uint32_t n = 1; n < p->m->globals.count; n++) {
        if (!has_body(p, n) ||
            !is_name_in(name, dxki_string_get(p->m, p->m->globals.items[n].name)))
            continue;
        if (found)
            return 0;
        found = n;
    }
    return found;
}

/* A function of a library that is no entry point: one thread. */
static dxk_status choose_function(dxk_run_program *p, uint32_t *global)
{
    *global = p->options.entry.size ? find_function(p, p->options.entry) : 0;
    if (!has_body(p, *global))
        return no_entry(p);
    p->info.entry = dxki_string_get(p->m, p->m->globals.items[*global].name);
    p->info.kind = DXK_SHADER_KIND_LIBRARY;
    for (uint32_t n = 0; n < 3; n++)
        p->info.num_threads[n] = 1;
    return DXK_OK;
}

/* A hull shader without a body passes its control points on. */
static bool passes_points(dxk_run_program *p)
{
    p->passes_points = p->info.kind == DXK_SHADER_KIND_HULL && !has_body(p, p->entry->function) &&
                       has_body(p, p->entry->props.hs.patch_function);
    return p->passes_points;
}

static void choose_threads(dxk_run_program *p)
{
    const dxki_dxil_props *props = &p->entry->props;
    const uint32_t *threads = p->info.kind == DXK_SHADER_KIND_MESH ? props->ms.num_threads
                              : p->info.kind == DXK_SHADER_KIND_AMPLIFICATION
                                  ? props->as.num_threads
                                  : props->num_threads;

    memcpy(p->info.num_threads, threads, sizeof p->info.num_threads);
}

static dxk_status choose_entry(dxk_run_program *p, uint32_t *global)
{
    p->entry = find_entry(p);
    if (!p->entry)
        return choose_function(p, global);
    *global = p->entry->function;
    p->info.entry = p->entry->name;
    p->info.kind = (dxk_shader_kind)dxki_dxil_entry_kind(p->dxil, p->entry);
    if (!has_body(p, *global) && !passes_points(p))
        return no_entry(p);
    if (p->info.kind != DXK_SHADER_KIND_COMPUTE &&
        !(p->options.for_invoke && dxki_exec_is_invoked(p->info.kind))) {
        const char *name = dxk_enum_text(DXK_ENUM_ID_shader_kind, p->info.kind);
        (void)DXKI_REPORT(p->ctx, DXKI_RULE_RUN_STAGE, dxki_nowhere(), NULL,
                          dxki_text(dxki_str(name ? name : "unknown")));
        return DXK_E_UNSUPPORTED;
    }
    choose_threads(p);
    dxk_status status = dxki_exec_stage_describe(p);
    return status == DXK_OK ? dxki_exec_stage_facts(p) : status;
}

static dxk_status unsupported(dxk_run_program *p, const char *why)
{
    (void)DXKI_REPORT(p->ctx, DXKI_RULE_RUN_UNSUPPORTED, dxki_nowhere(), NULL,
                      dxki_text(dxki_str(why)));
    return DXK_E_INVALID;
}

static bool is_wave_size(uint32_t lanes)
{
    return lanes >= 4 && lanes <= DXKI_EXEC_MAX_LANES && (lanes & (lanes - 1)) == 0;
}

/* What the shader asks for, else what the caller does. */
static dxk_status choose_wave(dxk_run_program *p)
{
    uint32_t wanted = p->options.wave_size ? p->options.wave_size : DEFAULT_LANES, wave[3] = {0};

    if (p->entry)
        dxki_dxil_entry_wave(p->entry, wave);
    p->wave_is_given = p->options.wave_size || wave[0] || wave[1] || wave[2];
    if (wave[1] == 0 && wave[0])
        wanted = wave[0];
    else if (wave[2])
        wanted = wave[2];
    else if (wave[1])
        wanted = wanted < wave[0] ? wave[0] : wanted > wave[1] ? wave[1] : wanted;
    if (!is_wave_size(wanted))
        return unsupported(p, "a wave has 4, 8, 16, 32, 64 or 128 lanes");
    p->info.wave_size = wanted;
    if (dxki_exec_is_invoked(p->info.kind) && !dxki_exec_is_grouped(p->info.kind)) {
        p->info.num_threads[0] = wanted; /* a wave is all that works together */
        p->info.num_threads[1] = p->info.num_threads[2] = 1;
    }
    return DXK_OK;
}

static dxk_status check_threads(dxk_run_program *p)
{
    uint64_t threads = 1;

    for (uint32_t n = 0; n < 3; n++) {
        if (p->info.num_threads[n] > MAX_THREADS)
            return unsupported(p, "a group has too many threads");
        threads *= p->info.num_threads[n];
    }
    if (threads == 0 || threads > MAX_THREADS)
        return unsupported(p, "a group has no threads, or too many");
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

/* The samples of a texel that a multisampled type declares: the records of UAVs lack them, but
 * "class.RWTexture2DMS<vector<float, 4>, 8>" ends with them. */
static uint32_t samples_of(const dxk_module *m, const dxki_dxil_resource *res)
{
    bool multi = res->kind == DXK_RESOURCE_KIND_TEXTURE2DMS ||
                 res->kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;
    dxki_type type = multi ? dxki_dxil_resource_type(m, res) : 0;
    uint32_t count = 0, digit = 1;

    if (res->sample_count || !type || !(dxki_type_get(m, type)->flags & DXKI_TF_IDENTIFIED))
        return multi ? res->sample_count : 0;
    dxk_str name = dxki_string_get(m, dxki_type_get(m, type)->c);
    size_t at = name.size;
    if (at < 2 || name.data[--at] != '>')
        return 0;
    for (; at > 0 && name.data[at - 1] >= '0' && name.data[at - 1] <= '9' && digit < 1000; at--) {
        count += digit * (uint32_t)(name.data[at - 1] - '0');
        digit *= 10;
    }
    return at > 0 && name.data[at - 1] == ' ' && count <= 32 ? count : 0;
}

static dxk_run_resource resource_of(const dxk_run_program *p, uint32_t cls,
                                    const dxki_dxil_resource *res)
{
    bool ends = false;
    dxki_type type = cls <= DXK_RESOURCE_CLASS_UAV ? dxki_dxil_return_type(p->m, res, &ends) : 0;
    dxk_run_resource out = {
        .cls = (dxk_resource_class)cls,
        .kind = (dxk_resource_kind)res->kind,
        .name = res->name,
        .space = res->space,
        .first = res->lower_bound,
        .count = res->range_size,
        .element = (dxk_component_type)res->extra.element_type,
        .stride = res->extra.stride,
        .size = res->cbuffer_size,
        .has_counter = res->has_counter,
        .is_comparison = cls == DXK_RESOURCE_CLASS_SAMPLER && res->sampler_kind == 1,
        .samples = samples_of(p->m, res),
    };

    if (dxki_dxil_is_typed_kind(res->kind) && type)
        out.components =
            dxki_type_is_vector(p->m, type) ? (uint32_t)dxki_type_count(p->m, type) : 1;
    return out;
}

static dxk_status list_resources(dxk_run_program *p)
{
    size_t count = 0;

    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++)
        count += p->dxil->resources[cls].count;
    p->resources = DXKI_NEW_ARRAY(&p->arena, dxk_run_resource, count);
    if (!p->resources)
        return dxki_nomem(p->ctx);
    for (uint32_t cls = 0; cls < DXKI_RESOURCE_CLASSES; cls++)
        for (uint32_t n = 0; n < p->dxil->resources[cls].count; n++)
            p->resources[p->info.resource_count++] =
                resource_of(p, cls, p->dxil->resources[cls].items[n]);
    return DXK_OK;
}

bool dxk_run_program_resource(const dxk_run_program *program, size_t index, dxk_run_resource *out)
{
    if (index >= program->info.resource_count)
        return false;
    *out = program->resources[index];
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Making                                                                                     */

/* The function of the constants of patches; 0: there is none. */
static uint32_t patch_function(const dxk_run_program *p)
{
    bool is_hull = p->info.kind == DXK_SHADER_KIND_HULL;

    return is_hull && has_body(p, p->entry->props.hs.patch_function)
               ? p->entry->props.hs.patch_function
               : 0;
}

static bool takes_parameters(const dxk_run_program *p, uint32_t entry)
{
    uint32_t patch = patch_function(p);

    return p->m->globals.items[entry].arg_count || (patch && p->m->globals.items[patch].arg_count);
}

/* A function that is called by itself may have parameters. */
static bool is_called(const dxk_run_program *p)
{
    return p->options.for_invoke && p->info.kind == DXK_SHADER_KIND_LIBRARY;
}

static dxk_status make(dxk_run_program *p)
{
    static const dxki_verify_options how = {.any_debug = true};
    uint32_t entry = 0;
    dxk_status status = dxki_verify_module(p->m, &how, NULL);

    if (status == DXK_E_INVALID)
        return unsupported(p, "the module is malformed");
    if (status == DXK_OK)
        status = dxk_dxil_load(p->m, &p->dxil);
    if (status == DXK_E_INVALID && p->dxil)
        status = DXK_OK; /* what can be read of the metadata has to do */
    if (status == DXK_OK)
        status = choose_entry(p, &entry);
    if (status == DXK_OK)
        status = choose_wave(p);
    if (status == DXK_OK)
        status = check_threads(p);
    if (status == DXK_OK)
        status = list_resources(p);
    if (status == DXK_OK && takes_parameters(p, entry) && !is_called(p))
        status = unsupported(p, "the function has parameters");
    if (status == DXK_OK)
        status = dxki_exec_decode(p, entry, patch_function(p));
    if (status == DXK_OK)
        status = dxki_exec_number_places(p);
    p->info.shared_bytes = p->shared.size * 4;
    p->info.private_bytes = p->private.size * 4;
    p->info.register_count = p->register_count;
    p->info.instructions = (uint32_t)p->code.count;
    return status;
}

static dxk_status begin(dxk_ctx *ctx, const dxk_run_program_options *options, dxk_run_program **out)
{
    dxk_run_program_options own;

    *out = NULL;
    if (!dxki_options_take(&own, sizeof own, options) ||
        own.denormals > DXK_RUN_DENORMALS_PRESERVE ||
        (own.wave_size && !is_wave_size(own.wave_size)))
        return DXK_E_ARGUMENT;
    dxk_run_program *p = dxki_realloc(ctx, NULL, 0, sizeof *p);
    if (!p)
        return dxki_nomem(ctx);
    memset(p, 0, sizeof *p);
    p->ctx = ctx;
    p->options = own;
    p->options.no_sharing |= own.for_debug;
    dxki_arena_init(&p->arena, ctx);
    *out = p;
    return DXK_OK;
}

static dxk_status finish(dxk_status status, dxk_run_program **out)
{
    if (status != DXK_OK) {
        dxk_run_program_free(*out);
        *out = NULL;
    } else {
        (*out)->options.entry = (*out)->info.entry;
    }
    return status;
}

dxk_status dxk_run_program_create_module(const dxk_module *module,
                                         const dxk_run_program_options *options,
                                         dxk_run_program **out)
{
    dxk_status status = begin(module->ctx, options, out);

    if (status != DXK_OK)
        return status;
    (*out)->m = module;
    return finish(make(*out), out);
}

/* Reports the first error of the validation. */
static dxk_status refuse(dxk_ctx *ctx, const dxk_validation *validation)
{
    const dxk_finding *f = NULL;

    for (size_t i = 0; i < dxk_validation_count(validation, NULL); i++) {
        f = dxk_validation_finding(validation, i);
        if (f->severity == DXK_ERROR && !f->is_excused && !f->is_repeated)
            break;
    }
    return DXKI_REPORT(ctx, DXKI_RULE_RUN_INVALID, dxki_nowhere(), NULL,
                       dxki_text(f ? dxk_finding_message(f) : dxki_str("it has no verdict")));
}

static dxk_status validate(dxk_ctx *ctx, const dxk_container *container)
{
    dxk_validation *validation = NULL;
    dxk_status status = dxk_validate(container, NULL, &validation);

    if (status == DXK_OK && dxk_validation_verdict(validation) != DXK_VERDICT_VALID)
        status = refuse(ctx, validation);
    dxk_validation_free(validation);
    return status;
}

/* The root signature beside the program. */
static dxk_status copy_signature(dxk_run_program *p, const dxk_container *container)
{
    size_t index = dxk_container_find(container, DXK_FOURCC('R', 'T', 'S', '0'), 0);
    const dxk_part *part = index != DXK_NO_PART ? dxk_container_part(container, index) : NULL;

    if (!part || part->content.size == 0)
        return DXK_OK;
    uint8_t *copy = dxki_arena_alloc(&p->arena, part->content.size);
    if (!copy)
        return dxki_nomem(p->ctx);
    memcpy(copy, part->content.data, part->content.size);
    p->root_signature = (dxk_bytes){copy, part->content.size};
    return DXK_OK;
}

static dxk_status read_program(dxk_run_program *p, const dxk_container *container)
{
    dxk_program_place place;
    dxk_status status = dxk_container_program(container, DXK_PROGRAM_RUN, &place);

    if (status == DXK_OK)
        status = dxk_module_read(p->ctx, place.program.bitcode, NULL, &p->own_module);
    p->m = p->own_module;
    return status == DXK_OK ? copy_signature(p, container) : status;
}

dxk_status dxk_run_program_create(dxk_ctx *ctx, const dxk_container *container,
                                  const dxk_run_program_options *options, dxk_run_program **out)
{
    dxk_status status = begin(ctx, options, out);

    if (status != DXK_OK)
        return status;
    if (!(*out)->options.no_validate)
        status = validate(ctx, container);
    if (status == DXK_OK)
        status = read_program(*out, container);
    if (status == DXK_OK)
        status = make(*out);
    if (status == DXK_OK)
        status =
            dxki_exec_read_lines(*out, (*out)->options.debug ? (*out)->options.debug : container);
    if (status == DXK_OK && (*out)->options.names)
        status = dxki_exec_name_resources(*out, container);
    if (*out)
        (*out)->options.debug = NULL;
    return finish(status, out);
}

void dxk_run_program_free(dxk_run_program *program)
{
    dxk_run_program *p = program;

    if (!p)
        return;
    dxki_vec_free(p->ctx, &p->functions);
    dxki_vec_free(p->ctx, &p->code);
    dxki_vec_free(p->ctx, &p->origin);
    dxki_vec_free(p->ctx, &p->checks);
    dxki_vec_free(p->ctx, &p->flows);
    dxki_vec_free(p->ctx, &p->once);
    dxki_vec_free(p->ctx, &p->segments);
    dxki_vec_free(p->ctx, &p->steps);
    dxki_vec_free(p->ctx, &p->places);
    dxki_vec_free(p->ctx, &p->edges);
    dxki_vec_free(p->ctx, &p->cases);
    dxki_vec_free(p->ctx, &p->lists);
    dxki_vec_free(p->ctx, &p->objects);
    dxk_dxil_free(p->dxil);
    dxk_module_free(p->debug_module);
    dxk_module_free(p->own_module);
    dxki_arena_free(&p->arena);
    dxki_realloc(p->ctx, p, sizeof *p, 0);
}

dxk_run_program_info dxk_run_program_info_get(const dxk_run_program *program)
{
    return program->info;
}
