/* SPDX-License-Identifier: MIT */
/*
 * reflect.c - loads what reflection is read from, and puts the whole together.
 *
 * Of the modules in a container STAT comes first: it has the names, the counters and what is used.
 * A container without DXIL, or whose STAT holds counters, is one of shader models 4 and 5.
 */
#include "reflect/reflect.h"
#include "base/count.h"
#include "base/options.h"
#include "container/container.h"

#include "base/diag.h"
#include "base/str.h"
#include "container/container.h"
#include "spec/d3d.h"
#include "spec/reader_rules.h"

#include <stdlib.h>
#include <string.h>

#define FEATURE_LEVEL_12_0 0xc000u
#define USAGE_SINCE        (1u << 16 | 5u) /* validator version */
#define MODEL_6_5          (6u << 16 | 5u)
#define LEAST_BUDGET       65536u
#define ENTRIES_PER_NODE   8u

/* ---------------------------------------------------------------------------------------- */
/* Help for the other files                                                                   */

void dxki_reflect_note(dxki_reflect_run *x, dxk_status status)
{
    bool fatal = status != DXK_OK && status != DXK_E_INVALID;

    if (x->status == DXK_OK || (fatal && x->status == DXK_E_INVALID))
        x->status = status;
}

bool dxki_reflect_stopped(const dxki_reflect_run *x)
{
    return x->status != DXK_OK && x->status != DXK_E_INVALID;
}

bool dxki_reflect_spend(dxki_reflect_run *x, uint64_t count)
{
    if (count <= x->budget) {
        x->budget -= count;
        return true;
    }
    if (!x->spent)
        dxki_reflect_note(
            x, DXKI_REPORT(x->ctx, DXKI_RULE_LIMIT_REFLECT, dxki_nowhere(), NULL, dxki_dec(count)));
    x->spent = true;
    return false;
}

void dxki_reflect_nothing(dxki_reflect_run *x)
{
    dxk_status status =
        dxki_report(x->ctx, DXKI_RULE_REFLECT_NOTHING, dxki_nowhere(), NULL, NULL, 0);

    dxki_reflect_note(x, status == DXK_E_INVALID ? DXK_E_NOT_FOUND : status);
}

void *dxki_reflect_alloc(dxki_reflect_run *x, uint64_t count, size_t size)
{
    void *memory = count > SIZE_MAX ? NULL : dxki_arena_zalloc(&x->r->arena, (size_t)count, size);

    if (!memory)
        dxki_reflect_note(x, dxki_nomem(x->ctx));
    return memory;
}

const dxk_decoded *dxki_reflect_part(dxki_reflect_run *x, uint32_t fourcc)
{
    const dxk_part *part = dxki_container_first(x->container, fourcc);
    dxk_decoded *decoded = NULL;

    if (!part || x->r->part_count == DXKI_COUNT(x->r->parts))
        return NULL;
    dxki_reflect_note(x, dxk_part_decode(x->ctx, fourcc, part->content, &decoded));
    if (decoded)
        x->r->parts[x->r->part_count++] = decoded;
    return decoded;
}

/* ---------------------------------------------------------------------------------------- */
/* Loading                                                                                    */

static void load_module(dxki_reflect_run *x, const dxk_program_place *place)
{
    const dxk_module_read_options options = {.file_offset = place->offset};

    dxki_reflect_note(x, dxk_module_read(x->ctx, place->program.bitcode, &options, &x->r->module));
    if (x->r->module)
        dxki_reflect_note(x, dxk_dxil_load(x->r->module, &x->r->dxil));
    x->m = x->r->module;
    x->d = x->r->dxil;
}

static void free_reflection(dxki_reflect_result *r)
{
    for (uint32_t i = 0; i < r->part_count; i++)
        dxk_decoded_free(r->parts[i]);
    dxk_dxil_free(r->dxil);
    dxk_module_free(r->module);
    dxki_arena_free(&r->arena);
    dxki_realloc(r->ctx, r, sizeof *r, 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Modules                                                                                    */

static const dxki_dxil_entry *first_entry(const dxk_dxil *d)
{
    return d->entries.count ? d->entries.items[0] : NULL;
}

/* The compiler: first operand of llvm.ident. */
static dxk_str find_creator(const dxk_module *m)
{
    uint32_t index = dxki_named_md_find(m, "llvm.ident"), count;
    const dxk_str none = {NULL, 0};

    if (index == UINT32_MAX)
        return none;
    const dxki_named_md *named = &m->named_mds.items[index];
    dxki_md tuple = named->op_count ? m->words.items[named->ops] : 0;
    const dxki_md *ops = tuple ? dxki_md_ops(m, tuple, &count) : NULL;
    return ops && count ? dxki_md_str(m, ops[0]) : none;
}

static uint32_t counter(const dxk_dxil *d, const char *name)
{
    for (uint32_t i = 0; i < d->counter_count; i++) {
        dxk_str own = d->counters[i].name;
        if (own.size == strlen(name) && memcmp(own.data, name, own.size) == 0)
            return d->counters[i].value;
    }
    return 0;
}

static void describe_counters(const dxk_dxil *d, dxk_reflect_counters *c)
{
    c->instruction_count = counter(d, "insts");
    c->temp_array_count = counter(d, "array_local_bytes") + counter(d, "array_static_bytes") +
                          counter(d, "array_tgsm_bytes");
    c->dynamic_flow_control_count = counter(d, "branches");
    c->array_instruction_count = counter(d, "array_local_ldst") + counter(d, "array_static_ldst") +
                                 counter(d, "array_tgsm_ldst");
    c->float_instruction_count = counter(d, "floats");
    c->int_instruction_count = counter(d, "ints");
    c->uint_instruction_count = counter(d, "uints");
    c->texture_normal_instructions = counter(d, "tex_norm");
    c->texture_load_instructions = counter(d, "tex_load");
    c->texture_comp_instructions = counter(d, "tex_cmp");
    c->texture_bias_instructions = counter(d, "tex_bias");
    c->texture_gradient_instructions = counter(d, "tex_grad");
    c->cut_instruction_count = counter(d, "gs_cut");
    c->emit_instruction_count = counter(d, "gs_emit");
    c->barrier_instructions = counter(d, "barrier");
    c->interlocked_instructions = counter(d, "atomic");
    c->texture_store_instructions = counter(d, "tex_store");
}

static void describe_shader(dxki_reflect_run *x)
{
    dxk_reflect *data = &x->r->data;
    const dxki_dxil_entry *entry = first_entry(x->d);

    data->is_library = x->d->model.kind == DXK_SHADER_KIND_LIBRARY;
    data->min_feature_level = FEATURE_LEVEL_12_0;
    data->creator = find_creator(x->m);
    data->stage.kind = (dxk_shader_kind)x->d->model.kind;
    data->stage.major = x->d->model.major;
    data->stage.minor = x->d->model.minor;
    dxki_reflect_buffers(x);
    dxki_reflect_bindings(x);
    if (data->is_library) {
        dxki_reflect_functions(x);
    } else {
        describe_counters(x->d, &data->counters);
        if (entry)
            dxki_reflect_stage(x, entry, &data->stage);
        data->stage.kind = (dxk_shader_kind)x->d->model.kind;
    }
    if (!x->variables_told || !x->registers_told)
        dxki_reflect_usage(x);
}

static void reflect_module(dxki_reflect_run *x)
{
    const uint32_t validator = x->d->validator.major << 16 | x->d->validator.minor;
    const size_t types = x->m->types.count;

    if (!dxk_dxil_info_get(x->d).is_dxil) {
        dxki_reflect_nothing(x);
        return;
    }
    const uint32_t model = x->d->model.major << 16 | x->d->model.minor;

    /* Fields tell it when the shader model is as new as that; the reference does not look. */
    x->registers_told = validator == 0 || validator >= USAGE_SINCE;
    x->variables_told =
        validator == 0 || (x->registers_told && (x->as_reference || model >= MODEL_6_5));
    x->budget = LEAST_BUDGET +
                ENTRIES_PER_NODE * ((uint64_t)x->m->mds.count + types + x->m->type_ops.count);
    for (size_t i = 0; i < 2; i++) {
        x->structs[i] = DXKI_REFLECT_NEW_ARRAY(x, dxki_reflect_struct, types);
        if (!x->structs[i])
            return;
    }
    if (!dxki_dxil_layout_init(&x->layout, x->m)) {
        dxki_reflect_note(x, dxki_nomem(x->ctx));
        return;
    }
    describe_shader(x);
    dxki_dxil_layout_free(&x->layout);
}

static void reflect_container(dxki_reflect_run *x)
{
    dxk_program_place place;
    dxk_status status = dxk_container_program(x->container, DXK_PROGRAM_REFLECT, &place);

    if (status == DXK_E_NOT_FOUND) {
        dxki_reflect_legacy(x);
        return;
    }
    dxki_reflect_note(x, status);
    if (status == DXK_OK)
        load_module(x, &place);
    if (x->d)
        reflect_module(x);
}

dxk_status dxk_reflect_load(const dxk_container *container, const dxk_reflect_options *given,
                            dxk_reflect **out)
{
    dxk_reflect_options options;
    if (!dxki_options_take(&options, sizeof options, given)) {
        *out = NULL;
        return DXK_E_ARGUMENT;
    }
    dxk_ctx *ctx = container->ctx;
    dxki_reflect_result *r = dxki_realloc(ctx, NULL, 0, sizeof *r);
    dxki_reflect_run x;

    *out = NULL;
    if (!r)
        return dxki_nomem(ctx);
    memset(r, 0, sizeof *r);
    r->ctx = ctx;
    dxki_arena_init(&r->arena, ctx);
    memset(&x, 0, sizeof x);
    x.ctx = ctx;
    x.r = r;
    x.container = container;
    x.as_reference = options.as_reference;
    reflect_container(&x);
    bool usable = r->data.is_legacy || (x.d && dxk_dxil_info_get(x.d).is_dxil);
    if (dxki_reflect_stopped(&x) || !usable) {
        free_reflection(r);
        return x.status;
    }
    *out = &r->data;
    return x.status;
}

void dxk_reflect_free(dxk_reflect *reflect)
{
    /* The structure that was handed out is the first member of the whole. */
    if (reflect)
        free_reflection((dxki_reflect_result *)(void *)reflect);
}

/* ---------------------------------------------------------------------------------------- */
/* By name                                                                                    */

const dxk_reflect_buffer *dxk_reflect_find_buffer(const dxk_reflect *reflect, dxk_str name)
{
    for (uint32_t i = 0; i < reflect->buffer_count; i++)
        if (dxki_str_same(reflect->buffers[i].name, name))
            return &reflect->buffers[i];
    return NULL;
}

const dxk_reflect_variable *dxk_reflect_find_variable(const dxk_reflect_buffer *buffer,
                                                      dxk_str name)
{
    for (uint32_t i = 0; i < buffer->variable_count; i++)
        if (dxki_str_same(buffer->variables[i].name, name))
            return &buffer->variables[i];
    return NULL;
}

const dxk_reflect_binding *dxk_reflect_find_binding(const dxk_reflect *reflect, dxk_str name)
{
    for (uint32_t i = 0; i < reflect->binding_count; i++)
        if (dxki_str_same(reflect->bindings[i].name, name))
            return &reflect->bindings[i];
    return NULL;
}

const dxk_reflect_function *dxk_reflect_find_function(const dxk_reflect *reflect, dxk_str name)
{
    for (uint32_t i = 0; i < reflect->function_count; i++)
        if (dxki_str_same(reflect->functions[i].name, name))
            return &reflect->functions[i];
    return NULL;
}
