/* SPDX-License-Identifier: MIT */
/* check.c - what the rows of a job's schema cannot say: names that refer to others, numbers that
 * must agree, stages that go together. */
#include "job/schema.h"

#include "base/sort.h"
#include "dxk/run.h"
#include "spec/reader_rules.h"

static dxk_status report(const dxk_job *job, const dxki_job_head *head, const dxki_rule *rule,
                         const dxki_arg *args, size_t count)
{
    return dxki_report(job->ctx, rule, dxki_at_line(head->line, head->column), NULL, args, count);
}

#define REPORT(job, thing, rule, ...) report(job, &(thing)->head, rule, DXKI_ARGS(__VA_ARGS__))
#define COMPLAIN(job, thing, rule)    report(job, &(thing)->head, rule, NULL, 0)

static dxki_arg words(const char *text)
{
    return dxki_text(dxki_str(text));
}

/* --- names --- */

/* The start of everything that has a name. */
typedef struct named {
    dxki_job_head head;
    dxk_str name;
} named;

/* Things of one kind, sorted by name. */
typedef struct names {
    named **items;
    size_t count;
} names;

typedef struct checker {
    dxk_job *job;
    names buffers, samplers, tlas;
} checker;

static int compare_names(dxk_str a, dxk_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static bool is_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return compare_names((*(named *const *)a)->name, (*(named *const *)b)->name) > 0;
}

static bool sort_names(dxk_job *job, dxki_job_list list, size_t size, names *to)
{
    to->items = DXKI_NEW_ARRAY(&job->arena, named *, list.count);
    if (!to->items)
        return false;
    for (to->count = 0; to->count < list.count; to->count++)
        to->items[to->count] = (named *)((char *)list.items + to->count * size);
    return dxki_sort(job->ctx, to->items, to->count, sizeof *to->items, is_after, NULL);
}

/* The first thing of that name. */
static void *find(const names *in, dxk_str name)
{
    size_t low = 0, high = in->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(in->items[middle]->name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < in->count && dxki_str_same(in->items[low]->name, name) ? in->items[low] : NULL;
}

/* --- stages --- */

static bool is_ray(uint32_t stage)
{
    return stage >= DXKI_JOB_RAY_GENERATION;
}

static const char *check_rays(const dxk_job *job, const bool *has)
{
    if (has[DXKI_JOB_COMPUTE] || has[DXKI_JOB_VERTEX] || has[DXKI_JOB_AMPLIFICATION] ||
        has[DXKI_JOB_MESH])
        return "RayTracing shaders cannot be combined with Compute, Vertex, Amplification, or Mesh "
               "shaders";
    if (!has[DXKI_JOB_RAY_GENERATION])
        return "RayTracing pipeline requires at least one RayGeneration shader";
    if (job->dispatch.vertices != DXKI_JOB_NONE)
        return "DispatchParameters.VertexCount set on a RayTracing pipeline. Only allowed on a "
               "TraditionalRaster pipeline";
    return NULL;
}

static const char *check_raster(const dxk_job *job, const bool *has)
{
    uint32_t points = job->bindings.control_points;
    bool patches = job->bindings.topology == DXKI_JOB_PATCH_LIST;
    if (has[DXKI_JOB_MESH] || has[DXKI_JOB_AMPLIFICATION])
        return "Vertex and Mesh/Amplification Shaders cannot be used in the same pipeline";
    if (has[DXKI_JOB_HULL] != has[DXKI_JOB_DOMAIN])
        return "Hull and Domain shaders must be used together";
    if (has[DXKI_JOB_HULL] != patches)
        return "Tessellation pipelines must use PatchList topology";
    if (patches && (points < 1 || points > 32))
        return "PatchList topology requires PatchControlPoints in the range 1..32";
    if (!patches && points != DXKI_JOB_NONE)
        return "PatchControlPoints is only valid with PatchList topology";
    if (job->dispatch.groups[0] != 1 || job->dispatch.groups[1] != 1 ||
        job->dispatch.groups[2] != 1)
        return "DispatchParameters.DispatchGroupCount set on a TraditionalRaster pipeline. Only "
               "allowed on a Compute pipeline";
    if (job->dispatch.indirect.size)
        return "DispatchParameters.IndirectBuffer set on a TraditionalRaster pipeline. Only "
               "allowed on a Compute or Mesh Shader pipeline";
    return NULL;
}

static const char *check_kind(const dxk_job *job, const bool *has, size_t stages)
{
    bool for_rays = job->hit_groups.count || job->rays.head.line || job->table.head.line;
    for (uint32_t i = DXKI_JOB_RAY_GENERATION; i < DXKI_JOB_STAGES; i++) {
        if (has[i])
            return check_rays(job, has);
    }
    if (for_rays)
        return "HitGroups / RayTracingPipelineConfig / ShaderBindingTable are only valid on a "
               "RayTracing pipeline";
    if (has[DXKI_JOB_VERTEX])
        return check_raster(job, has);
    if (has[DXKI_JOB_COMPUTE] && stages > 1)
        return "Compute Pipeline is only allowed to have Compute Shader";
    if (!has[DXKI_JOB_COMPUTE] && !has[DXKI_JOB_MESH])
        return "The pipeline misses a Compute, Vertex, Mesh, or RayGeneration Shader";
    if (job->dispatch.vertices != DXKI_JOB_NONE)
        return "DispatchParameters.VertexCount set on a Compute or Mesh Shader pipeline. Only "
               "allowed on a TraditionalRaster pipeline";
    return NULL;
}

static dxk_status check_stages(const dxk_job *job)
{
    bool has[DXKI_JOB_STAGES] = {false};
    const char *wrong = NULL;
    for (size_t i = 0; i < job->shaders.count && !wrong; i++) {
        uint32_t stage = DXKI_JOB_AT(job->shaders, dxki_job_shader, i)->stage;
        if (has[stage] && !is_ray(stage))
            wrong = "Pipeline has multiple shaders of the same type";
        has[stage] = true;
    }
    if (!wrong)
        wrong = check_kind(job, has, job->shaders.count);
    return wrong ? REPORT(job, job, DXKI_RULE_JOB_PIPELINE, words(wrong)) : DXK_OK;
}

/* --- buffers, samplers --- */

static uint64_t limited_product(uint64_t a, uint64_t b)
{
    return b && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t mip_of(uint32_t size, uint32_t mip)
{
    return mip < 32 && size >> mip ? size >> mip : 1;
}

/* How texels lie in memory: a block of several, or each alone. */
static dxk_run_format texels_of(const dxki_job_buffer *b, dxk_str view)
{
    dxk_run_format format = {.size = dxki_job_formats[b->format].size * b->channels,
                             .block_width = 1,
                             .block_height = 1};
    if (b->stride)
        format.size = b->stride;
    if (view.size)
        (void)dxk_run_format_find(view, &format);
    return format;
}

static uint64_t blocks_of(uint64_t texels, uint32_t block)
{
    return (texels + block - 1) / block;
}

/* Bytes of a texture. */
static uint64_t texture_size(const dxki_job_buffer *b, dxk_str view)
{
    const dxki_job_output *o = &b->output;
    dxk_run_format texels = texels_of(b, view);
    uint64_t all = 0;
    for (uint32_t mip = 0; mip < o->mips && mip < 32; mip++) {
        uint64_t columns = blocks_of(mip_of(o->width, mip), texels.block_width);
        uint64_t rows = blocks_of(mip_of(o->height, mip), texels.block_height);
        uint64_t plane = limited_product(columns, rows);
        uint64_t size = limited_product(limited_product(plane, mip_of(o->depth, mip)), texels.size);
        all = all > UINT64_MAX - size ? UINT64_MAX : all + size;
    }
    return limited_product(limited_product(all, o->slices), o->samples);
}

/* False: sizes are absent, or as a dump shows what is no texture. */
static bool has_size(const dxki_job_buffer *b)
{
    return b->output.height || b->output.width || b->output.depth;
}

static dxk_status check_texture(const dxk_job *job, const dxki_job_buffer *b, dxk_str view)
{
    uint64_t wanted = texture_size(b, view);
    return wanted == b->size ? DXK_OK
                             : REPORT(job, b, DXKI_RULE_JOB_OUTPUT_SIZE, dxki_text(b->name),
                                      dxki_dec(b->size), dxki_dec(wanted));
}

static dxk_status check_buffer(const dxk_job *job, const dxki_job_buffer *b)
{
    if (!has_size(b))
        return DXK_OK;
    if (b->output.mips < 1 || b->output.mips > 16)
        return REPORT(job, &b->output, DXKI_RULE_JOB_ELEMENT, words("MipLevels"), dxki_dec(1),
                      dxki_dec(16));
    return b->is_viewed ? DXK_OK : check_texture(job, b, (dxk_str){NULL, 0});
}

static dxk_status check_sampler(const dxk_job *job, const dxki_job_sampler *s)
{
    return s->kind == 0 && s->comparison ? REPORT(job, s, DXKI_RULE_JOB_SAMPLER, words("Sampler"))
                                         : DXK_OK;
}

/* --- resources --- */

static dxk_status missing(const dxk_job *job, const dxki_job_head *head, const char *what,
                          dxk_str name)
{
    return report(job, head, DXKI_RULE_JOB_REFERENCE, DXKI_ARGS(words(what), dxki_text(name)));
}

static dxk_status resolve(checker *c, dxki_job_resource *r)
{
    const dxki_job_kind *kind = dxki_job_kind_of(r->kind);
    bool both = dxki_str_is(dxki_str(kind->name), "SampledTexture2D");
    bool is_sampler = kind->cls == DXK_RESOURCE_CLASS_SAMPLER;
    if (kind->shape == DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE)
        return find(&c->tlas, r->name) ? DXK_OK : missing(c->job, &r->head, "TLAS", r->name);
    if (is_sampler || both) {
        r->sampler = find(&c->samplers, r->name);
        if (!r->sampler)
            return missing(c->job, &r->head, "sampler", r->name);
    }
    if (!is_sampler) {
        r->buffer = find(&c->buffers, r->name);
        if (!r->buffer)
            return missing(c->job, &r->head, "buffer", r->name);
    }
    return DXK_OK;
}

static dxk_status add_counters(dxk_job *job, const dxki_job_resource *r)
{
    const dxki_job_kind *kind = dxki_job_kind_of(r->kind);
    if (!r->has_counter || !r->buffer)
        return DXK_OK;
    if (!(kind->is & DXKI_JOB_IS_STRUCTURED) || kind->cls != DXK_RESOURCE_CLASS_UAV)
        return COMPLAIN(job, r, DXKI_RULE_JOB_COUNTER);
    if (!r->buffer->counters)
        r->buffer->counters = DXKI_NEW_ARRAY(&job->arena, uint32_t, r->buffer->array_size);
    return r->buffer->counters ? DXK_OK : dxki_nomem(job->ctx);
}

/* ViewFormat is the format of what is there: of whole texels. */
static dxk_status check_view(checker *c, const dxki_job_resource *r)
{
    const dxki_job_kind *kind = dxki_job_kind_of(r->kind);
    const dxki_job_buffer *b = r->buffer;
    dxk_run_format format;
    if (!r->view_format.size || !b)
        return DXK_OK;
    if (!(kind->is & DXKI_JOB_IS_TYPED))
        return REPORT(c->job, r, DXKI_RULE_JOB_VIEW_KIND, words(kind->name));
    if (!dxk_run_format_find(r->view_format, &format))
        return REPORT(c->job, r, DXKI_RULE_JOB_VIEW_FORMAT, dxki_text(r->view_format));
    if (kind->is & DXKI_JOB_IS_TEXTURE)
        return has_size(b) ? check_texture(c->job, b, r->view_format) : DXK_OK;
    return b->size % format.size
               ? REPORT(c->job, b, DXKI_RULE_JOB_VIEW_SIZE, dxki_text(b->name), dxki_dec(b->size),
                        dxki_dec(format.size), dxki_text(r->view_format))
               : DXK_OK;
}

/* Buffers whose texels have another format than their numbers are measured by it. */
static void mark_views(checker *c)
{
    for (size_t i = 0; i < c->job->sets.count; i++) {
        dxki_job_list resources = DXKI_JOB_AT(c->job->sets, dxki_job_set, i)->resources;
        for (size_t k = 0; k < resources.count; k++) {
            const dxki_job_resource *r = DXKI_JOB_AT(resources, dxki_job_resource, k);
            bool is_texture = dxki_job_kind_of(r->kind)->is & DXKI_JOB_IS_TEXTURE;
            dxki_job_buffer *b =
                is_texture && r->view_format.size ? find(&c->buffers, r->name) : NULL;
            if (b)
                b->is_viewed = true;
        }
    }
}

/* Whether a root parameter binds the buffer is not known here: it may have no register then. */
static dxk_status check_resource(checker *c, dxki_job_resource *r)
{
    bool bound = r->directx.head.line != 0, in_heap = r->heap_index != DXKI_JOB_NONE;
    if (bound == in_heap)
        return REPORT(c->job, r, DXKI_RULE_JOB_BINDING, dxki_text(r->name));
    dxk_status status = resolve(c, r);
    if (status == DXK_OK)
        status = check_view(c, r);
    return status == DXK_OK ? add_counters(c->job, r) : status;
}

static dxk_status check_sets(checker *c)
{
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < c->job->sets.count; i++) {
        dxki_job_list resources = DXKI_JOB_AT(c->job->sets, dxki_job_set, i)->resources;
        for (size_t k = 0; k < resources.count && status == DXK_OK; k++)
            status = check_resource(c, DXKI_JOB_AT(resources, dxki_job_resource, k));
    }
    return status;
}

/* --- results --- */

static bool is_real(const dxki_job_buffer *b)
{
    return b->format == DXKI_JOB_FLOAT16 || b->format == DXKI_JOB_FLOAT32 ||
           b->format == DXKI_JOB_FLOAT64;
}

static dxk_status check_tolerance(const dxk_job *job, dxki_job_result *r)
{
    if (r->rule == DXKI_JOB_ULP && r->ulp == DXKI_JOB_NONE)
        return REPORT(job, r, DXKI_RULE_JOB_MISSING, words("ULPT"));
    if (r->rule == DXKI_JOB_EPSILON && r->epsilon < 0)
        return REPORT(job, r, DXKI_RULE_JOB_MISSING, words("Epsilon"));
    if (!is_real(r->of) || !is_real(r->wanted))
        return COMPLAIN(job, r, DXKI_RULE_JOB_FLOAT_RULE);
    if (r->of->format != r->wanted->format)
        return COMPLAIN(job, r, DXKI_RULE_JOB_SAME_TYPE);
    r->head.have |= 1u << DXKI_JOB_ROW_DENORM;
    return DXK_OK;
}

static dxk_status check_result(checker *c, dxki_job_result *r)
{
    r->of = find(&c->buffers, r->actual);
    if (!r->of)
        return missing(c->job, &r->head, "buffer", r->actual);
    r->wanted = find(&c->buffers, r->expected);
    if (!r->wanted)
        return missing(c->job, &r->head, "buffer", r->expected);
    return r->rule == DXKI_JOB_EXACT ? DXK_OK : check_tolerance(c->job, r);
}

/* --- root parameters --- */

static dxk_status check_root(checker *c, dxki_job_root_parameter *p)
{
    bool constant = p->kind == DXKI_JOB_ROOT_CONSTANT;
    dxk_str name = constant ? p->name : p->resource.name;
    if (p->kind == DXKI_JOB_ROOT_TABLE)
        return DXK_OK;
    if (constant && !name.size)
        return REPORT(c->job, p, DXKI_RULE_JOB_MISSING, words("Name"));
    if (!constant && !p->resource.head.line)
        return REPORT(c->job, p, DXKI_RULE_JOB_MISSING, words("Resource"));
    if (!constant && !(dxki_job_kind_of(p->resource.kind)->is & DXKI_JOB_IS_RAW))
        return COMPLAIN(c->job, p, DXKI_RULE_JOB_ROOT_RAW);
    p->buffer = find(&c->buffers, name);
    if (!p->buffer)
        return missing(c->job, &p->head,
                       constant ? "buffer in root constant" : "buffer in root descriptor", name);
    if (p->buffer->array_size > 1)
        return REPORT(c->job, p, DXKI_RULE_JOB_ROOT_ARRAY,
                      words(constant ? "constant" : "descriptor"));
    return DXK_OK;
}

static dxk_status check_roots(checker *c)
{
    const dxki_job_directx *directx = &c->job->settings.directx;
    size_t tables = 0;
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < directx->parameters.count && status == DXK_OK; i++) {
        dxki_job_root_parameter *p = DXKI_JOB_AT(directx->parameters, dxki_job_root_parameter, i);
        tables += p->kind == DXKI_JOB_ROOT_TABLE;
        status = check_root(c, p);
    }
    if (status == DXK_OK && directx->parameters.count && tables != c->job->sets.count)
        status = REPORT(c->job, directx, DXKI_RULE_JOB_TABLES, dxki_dec(c->job->sets.count),
                        dxki_dec(tables));
    return status;
}

/* --- vertices, rays --- */

static dxk_status check_name(checker *c, const names *in, const dxki_job_head *head,
                             const char *what, dxk_str name)
{
    return !name.size || find(in, name) ? DXK_OK : missing(c->job, head, what, name);
}

static dxk_status check_blas(checker *c, const dxki_job_blas *b)
{
    dxk_status status = DXK_OK;
    for (size_t i = 0; i < b->triangles.count && status == DXK_OK; i++) {
        const dxki_job_triangles *t = DXKI_JOB_AT(b->triangles, dxki_job_triangles, i);
        status = check_name(c, &c->buffers, &t->head, "vertex buffer", t->vertices);
        if (status == DXK_OK)
            status = check_name(c, &c->buffers, &t->head, "index buffer", t->indices);
    }
    for (size_t i = 0; i < b->boxes.count && status == DXK_OK; i++) {
        const dxki_job_boxes *x = DXKI_JOB_AT(b->boxes, dxki_job_boxes, i);
        status = check_name(c, &c->buffers, &x->head, "AABB buffer", x->buffer);
    }
    return status;
}

static dxk_status find_buffer(checker *c, const dxki_job_head *head, const char *what, dxk_str name,
                              const dxki_job_buffer **out)
{
    *out = name.size ? find(&c->buffers, name) : NULL;
    return !name.size || *out ? DXK_OK : missing(c->job, head, what, name);
}

static dxk_status check_bindings(checker *c, dxki_job_bindings *b)
{
    dxk_status status = find_buffer(c, &b->head, "vertex buffer", b->vertex_buffer, &b->vertices);
    if (status == DXK_OK)
        status = find_buffer(c, &b->head, "render target buffer", b->target, &b->color);
    if (status == DXK_OK)
        status = find_buffer(c, &b->head, "depth buffer", b->depth_buffer, &b->depth);
    if (status == DXK_OK)
        status = find_buffer(c, &b->head, "index buffer", b->index_buffer, &b->indices);
    if (status == DXK_OK)
        status = find_buffer(c, &b->head, "stencil buffer", b->stencil_buffer, &b->stencils);
    for (size_t i = 0; i < b->more_targets.count && status == DXK_OK; i++) {
        dxki_job_target *t = DXKI_JOB_AT(b->more_targets, dxki_job_target, i);
        status = find_buffer(c, &t->head, "render target buffer", t->name, &t->buffer);
    }
    return status;
}

static dxk_status check_others(checker *c)
{
    dxki_job_bindings *b = &c->job->bindings;
    dxki_job_dispatch *d = &c->job->dispatch;
    dxk_status status = check_bindings(c, b);
    if (status == DXK_OK)
        status = find_buffer(c, &d->head, "indirect buffer", d->indirect, &d->arguments);
    for (size_t i = 0; i < c->job->structures.blas.count && status == DXK_OK; i++)
        status = check_blas(c, DXKI_JOB_AT(c->job->structures.blas, dxki_job_blas, i));
    return status;
}

dxk_status dxki_job_check(dxk_job *job)
{
    checker c = {.job = job};
    dxk_status status = check_stages(job);
    if (status == DXK_OK &&
        (!sort_names(job, job->buffers, sizeof(dxki_job_buffer), &c.buffers) ||
         !sort_names(job, job->samplers, sizeof(dxki_job_sampler), &c.samplers) ||
         !sort_names(job, job->structures.tlas, sizeof(dxki_job_tlas), &c.tlas)))
        status = dxki_nomem(job->ctx);
    if (status == DXK_OK)
        mark_views(&c);
    for (size_t i = 0; i < job->buffers.count && status == DXK_OK; i++)
        status = check_buffer(job, DXKI_JOB_AT(job->buffers, dxki_job_buffer, i));
    for (size_t i = 0; i < job->samplers.count && status == DXK_OK; i++)
        status = check_sampler(job, DXKI_JOB_AT(job->samplers, dxki_job_sampler, i));
    if (status == DXK_OK)
        status = check_sets(&c);
    for (size_t i = 0; i < job->results.count && status == DXK_OK; i++)
        status = check_result(&c, DXKI_JOB_AT(job->results, dxki_job_result, i));
    if (status == DXK_OK)
        status = check_roots(&c);
    return status == DXK_OK ? check_others(&c) : status;
}
