/* SPDX-License-Identifier: MIT */
/*
 * bind.c - the resources of a job in a run: each in its register, or, when the job says what the
 * root parameters are, in the heap that their tables lead to.
 */
#include "exec/format.h"
#include "job/schema.h"
#include "spec/reader_rules.h"
#include "wire/words.h"

typedef struct binder {
    dxk_job *job;
    dxk_run *run;
    bool by_registers;
    uint32_t slot, sampler_slot; /* next ones of the heaps */
} binder;

static dxk_status report(const binder *b, const dxki_job_head *head, const dxki_rule *rule,
                         const dxki_arg *args, size_t count)
{
    return dxki_report(b->job->ctx, rule, dxki_at_line(head->line, head->column), NULL, args,
                       count);
}

/* --- formats --- */

/* "R32G32_FLOAT" for two numbers of Float32. 64-bit numbers are two words each. */
static void format_name(uint32_t format, uint32_t count, char name[32])
{
    static const char *const suffixes[DXKI_JOB_FORMATS] = {
        "UINT", "UINT", "UINT",  "UINT",  "UINT", "UINT",  "UINT", "SINT",
        "SINT", "SINT", "FLOAT", "FLOAT", "UINT", "FLOAT", "UINT"};
    unsigned bits = 8u * dxki_job_formats[format].size;
    size_t size = 0;
    if (bits == 64) {
        bits = 32;
        count *= 2;
    }
    for (unsigned i = 0; i < count && i < 8; i++) {
        name[size++] = "RGBAxxxx"[i];
        if (bits > 8)
            name[size++] = (char)('0' + bits / 10);
        name[size++] = (char)('0' + bits % 10);
    }
    name[size++] = '_';
    memcpy(name + size, suffixes[format], strlen(suffixes[format]) + 1);
}

uint32_t dxki_job_find_format(uint32_t format, uint32_t channels)
{
    char name[32];

    format_name(format, channels, name);
    return dxki_exec_format_find(dxki_str(name));
}

/* ViewFormat has been checked. */
static dxk_status find_format(const binder *b, const dxki_job_resource *r, uint32_t *format)
{
    *format = r->view_format.size ? dxki_exec_format_find(r->view_format)
                                  : dxki_job_find_format(r->buffer->format, r->buffer->channels);
    if (*format)
        return DXK_OK;
    return report(b, &r->head, DXKI_RULE_JOB_VIEW_NONE,
                  DXKI_ARGS(dxki_dec(r->buffer->channels),
                            dxki_text(dxki_str(dxki_job_formats[r->buffer->format].name))));
}

/* --- views --- */

static uint32_t stride_of(const dxki_job_buffer *b)
{
    return b->stride ? b->stride : dxki_job_formats[b->format].size * b->channels;
}

/* The view of buffer `index` of an array, but for its format. */
static dxk_run_view plain_view(const dxki_job_kind *kind, const dxki_job_buffer *b, uint32_t index)
{
    dxk_run_view view = {.kind = (dxk_resource_kind)kind->shape,
                         .data = b->data + index * b->capacity,
                         .size = b->size};
    if (kind->cls == DXK_RESOURCE_CLASS_CBUFFER)
        view.size = b->capacity;
    if (kind->is & DXKI_JOB_IS_STRUCTURED)
        view.stride = stride_of(b);
    return view;
}

static dxk_status make_view(const binder *b, const dxki_job_resource *r, uint32_t index,
                            dxk_run_view *view)
{
    const dxki_job_kind *kind = dxki_job_kind_of(r->kind);
    const dxki_job_output *o = &r->buffer->output;
    *view = plain_view(kind, r->buffer, index);
    if (r->has_counter)
        view->counter = r->buffer->counters + index;
    if (kind->is & DXKI_JOB_IS_TEXTURE) {
        view->width = o->width;
        view->height = o->height;
        view->depth = o->depth;
        view->mips = o->mips;
        view->slices = o->slices;
        view->samples = o->samples;
    }
    if (r->reserved) {
        view->is_tiled = true;
        view->mapped_tiles = r->tiles;
    }
    return kind->is & DXKI_JOB_IS_TYPED ? find_format(b, r, &view->format) : DXK_OK;
}

/* --- samplers --- */

static uint32_t bits_of(double value)
{
    float real = (float)value;
    uint32_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

/* D3D12_FILTER: a bit each for mips, magnification and minification. */
static uint32_t filter_of(const dxki_job_sampler *s)
{
    enum { MIP = 0x01, MAG = 0x04, MIN = 0x10, ANISOTROPIC = 0x55, COMPARISON = 0x80 };
    uint32_t filter =
        (s->mip_filter ? MIP : 0) | (s->mag_filter ? MAG : 0) | (s->min_filter ? MIN : 0);
    if (s->max_anisotropy > 1)
        filter = ANISOTROPIC;
    return filter | (s->kind ? COMPARISON : 0);
}

static dxk_run_address address_of(const dxki_job_sampler *s, uint32_t own)
{
    static const dxk_run_address modes[] = {DXK_RUN_ADDRESS_CLAMP, DXK_RUN_ADDRESS_WRAP,
                                            DXK_RUN_ADDRESS_MIRROR, DXK_RUN_ADDRESS_BORDER,
                                            DXK_RUN_ADDRESS_MIRROR_ONCE};
    return modes[own == DXKI_JOB_NONE ? s->address : own];
}

static dxk_run_sampler make_sampler(const dxki_job_sampler *s)
{
    dxk_run_sampler out = {.filter = filter_of(s),
                           .address = {address_of(s, s->address_u), address_of(s, s->address_v),
                                       address_of(s, s->address_w)},
                           .mip_bias = (float)s->bias,
                           .max_anisotropy = s->max_anisotropy,
                           .comparison = s->comparison + 1,
                           .min_lod = (float)s->min_lod,
                           .max_lod = (float)s->max_lod};
    for (size_t i = 0; i < 4; i++)
        out.border[i] = bits_of(s->border[i]);
    return out;
}

/* --- resources --- */

static dxk_status bind_sampler(binder *b, const dxki_job_resource *r)
{
    dxk_run_sampler sampler = make_sampler(r->sampler);
    if (r->heap_index != DXKI_JOB_NONE)
        return dxk_run_heap_set_sampler(b->run, r->heap_index, &sampler);
    dxk_status status = dxk_run_heap_set_sampler(b->run, b->sampler_slot++, &sampler);
    if (status == DXK_OK && b->by_registers)
        status = dxk_run_bind_sampler(b->run, r->directx.space, r->directx.index, &sampler);
    return status;
}

static dxk_status bind_view(binder *b, const dxki_job_resource *r, uint32_t index)
{
    dxk_resource_class cls = (dxk_resource_class)dxki_job_kind_of(r->kind)->cls;
    dxk_run_view view;
    dxk_status status = make_view(b, r, index, &view);
    if (status != DXK_OK)
        return status;
    if (r->heap_index != DXKI_JOB_NONE)
        return dxk_run_heap_set(b->run, r->heap_index + index, cls, &view);
    status = dxk_run_heap_set(b->run, b->slot++, cls, &view);
    if (status == DXK_OK && b->by_registers)
        status = dxk_run_bind(b->run, cls, r->directx.space, r->directx.index + index, &view);
    return status;
}

static dxk_status bind_resource(binder *b, const dxki_job_resource *r)
{
    dxk_status status = DXK_OK;
    if (dxki_job_kind_of(r->kind)->cls == DXK_RESOURCE_CLASS_SAMPLER)
        return bind_sampler(b, r);
    if (!r->buffer)
        return report(b, &r->head, DXKI_RULE_JOB_STAGE, NULL, 0);
    for (uint32_t i = 0; i < r->buffer->array_size && status == DXK_OK; i++)
        status = bind_view(b, r, i);
    return status;
}

/* Those with a register, which fill the heap from slot 0, or those with a slot, which replace
 * them. */
static dxk_status bind_sets(binder *b, bool in_heap)
{
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < b->job->sets.count; i++) {
        dxki_job_set *set = DXKI_JOB_AT(b->job->sets, dxki_job_set, i);
        if (!in_heap) {
            set->slot = b->slot;
            set->sampler_slot = b->sampler_slot;
        }
        for (size_t k = 0; k < set->resources.count && status == DXK_OK; k++) {
            const dxki_job_resource *r = DXKI_JOB_AT(set->resources, dxki_job_resource, k);
            if ((r->heap_index != DXKI_JOB_NONE) == in_heap)
                status = bind_resource(b, r);
        }
    }
    return status;
}

/* --- root parameters --- */

static bool is_samplers(const dxki_job_set *set)
{
    return set->resources.count &&
           dxki_job_kind_of(DXKI_JOB_AT(set->resources, dxki_job_resource, 0)->kind)->cls ==
               DXK_RESOURCE_CLASS_SAMPLER;
}

static dxk_status bind_table(binder *b, uint32_t parameter, size_t index)
{
    const dxki_job_set *set = DXKI_JOB_AT(b->job->sets, dxki_job_set, index);
    return dxk_run_root_table(b->run, parameter, is_samplers(set) ? set->sampler_slot : set->slot);
}

static dxk_status bind_root(binder *b, uint32_t index, const dxki_job_root_parameter *p,
                            size_t *tables)
{
    static const char *const kinds[] = {"constant", "descriptor table", "descriptor"};
    dxk_status status;
    if (p->kind == DXKI_JOB_ROOT_TABLE) {
        status = bind_table(b, index, (*tables)++);
    } else if (p->kind == DXKI_JOB_ROOT_CONSTANT) {
        status = dxk_run_root_constants(b->run, index,
                                        (dxk_bytes){p->buffer->data, (size_t)p->buffer->size});
    } else {
        dxk_run_view view = plain_view(dxki_job_kind_of(p->resource.kind), p->buffer, 0);
        status = dxk_run_root_descriptor(b->run, index, &view);
    }
    if (status == DXK_E_ARGUMENT)
        return report(b, &p->head, DXKI_RULE_JOB_ROOT,
                      DXKI_ARGS(dxki_dec(index), dxki_text(dxki_str(kinds[p->kind]))));
    return status;
}

static dxk_status bind_roots(binder *b)
{
    dxki_job_list given = b->job->settings.directx.parameters;
    size_t tables = 0;
    dxk_status status = DXK_OK;
    for (uint32_t i = 0; i < given.count && status == DXK_OK; i++)
        status = bind_root(b, i, DXKI_JOB_AT(given, dxki_job_root_parameter, i), &tables);
    return status;
}

dxk_status dxki_job_groups(const dxk_job *job, uint32_t groups[3])
{
    const dxki_job_dispatch *d = &job->dispatch;
    const dxki_job_buffer *from = d->arguments;

    memcpy(groups, d->groups, sizeof d->groups);
    for (unsigned n = 0; from && n < 3; n++) {
        dxk_bytes bytes = {from->data, (size_t)from->size};
        if (d->offset % 4 == 0 && dxki_word_at(bytes, (uint64_t)d->offset + 4 * n, &groups[n]))
            continue;
        return dxki_report(job->ctx, DXKI_RULE_JOB_INDIRECT,
                           dxki_at_line(d->head.line, d->head.column), NULL,
                           DXKI_ARGS(dxki_text(d->indirect), dxki_dec(d->offset)));
    }
    return DXK_OK;
}

static dxk_status bind_all(binder *b)
{
    uint32_t groups[3];
    dxk_status status = dxki_job_groups(b->job, groups);
    b->by_registers = b->job->settings.directx.parameters.count == 0;
    if (status == DXK_OK)
        status = dxk_run_set_grid(b->run, groups[0], groups[1], groups[2]);
    if (status == DXK_OK)
        status = bind_sets(b, false);
    if (status == DXK_OK)
        status = bind_sets(b, true);
    return status == DXK_OK && !b->by_registers ? bind_roots(b) : status;
}

dxk_status dxk_job_bind(dxk_job *job, const dxk_run_program *program,
                        const dxk_run_options *options, dxk_run **out)
{
    binder b = {.job = job};
    *out = NULL;
    if (DXKI_JOB_AT(job->shaders, dxki_job_shader, 0)->stage >= DXKI_JOB_RAY_GENERATION)
        return report(&b, &job->head, DXKI_RULE_JOB_STAGE, NULL, 0);
    dxk_status status = dxk_run_create(program, options, &b.run);
    if (status == DXK_OK)
        status = bind_all(&b);
    if (status != DXK_OK) {
        dxk_run_free(b.run);
        return status;
    }
    *out = b.run;
    return DXK_OK;
}
