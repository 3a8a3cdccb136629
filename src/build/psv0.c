/* SPDX-License-Identifier: MIT */
/*
 * psv0.c - PSV0: what the runtime checks when it builds a pipeline, from the entry point's
 * properties, the signatures, the resources and the ViewID state. The version follows from the
 * validator that the module names. Source: DXContainer.rst, "PSV0 part".
 */
#include "build/build.h"

#include "base/arena.h"
#include "base/diag.h"
#include "dxil/layout.h"
#include "spec/reader_rules.h"
#include "spec/spec.h"

#include <string.h>

#define SHARED_SPACE 3u
#define MAX_ELEMENTS 255u

typedef struct builder {
    const dxk_dxil *d;
    const dxki_dxil_entry *entry;
    dxki_arena arena;
    dxk_psv0 psv;
    uint32_t version;
    dxk_buffer strings;
    DXKI_VEC(uint32_t) indices;
} builder;

uint32_t dxki_build_psv0_version(const dxk_dxil *d)
{
    return !dxki_dxil_validator_at_least(d, 1)    ? 0
           : !dxki_dxil_validator_at_least(d, 6)  ? 1
           : !dxki_dxil_validator_at_least(d, 8)  ? 2
           : !dxki_dxil_validator_at_least(d, 10) ? 3
                                                  : 4;
}

dxk_status dxki_build_group_shared(const dxk_dxil *d, uint32_t *bytes)
{
    const dxk_module *m = d->m;
    dxki_dxil_layout layout;

    *bytes = 0;
    if (!dxki_dxil_layout_init(&layout, m))
        return dxki_nomem(d->ctx);
    for (size_t i = 0; i < m->variables.count; i++) {
        const dxki_global *g = &m->globals.items[m->variables.items[i]];
        if (dxki_type_get(m, g->type)->b == SHARED_SPACE)
            *bytes += (uint32_t)dxki_dxil_layout_alloc_size(&layout, g->value_type);
    }
    dxki_dxil_layout_free(&layout);
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Runtime info                                                                               */

static bool has_semantic(const builder *b, uint32_t which, uint32_t first, uint32_t last)
{
    const dxki_dxil_list *list = &b->entry->signatures[which];

    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t semantic = dxki_dxil_element_semantic(list->items[i], b->d->model.kind, which);
        if (semantic >= first && semantic <= last)
            return true;
    }
    return false;
}

static bool has_position(const builder *b)
{
    return has_semantic(b, 1, DXK_SEMANTIC_KIND_POSITION, DXK_SEMANTIC_KIND_POSITION);
}

static bool runs_per_sample(const builder *b)
{
    const dxki_dxil_list *list = &b->entry->signatures[0];

    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        if (e->interpolation == DXK_INTERPOLATION_MODE_LINEAR_SAMPLE ||
            e->interpolation == DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE)
            return true;
    }
    return has_semantic(b, 0, DXK_SEMANTIC_KIND_SAMPLE_INDEX, DXK_SEMANTIC_KIND_SAMPLE_INDEX);
}

/* Puts the record that the stage has into stage_info, or into stage_extra. */
static void put_info(builder *b, dxk_record_id id, const void *record)
{
    dxk_record_store(id, record, b->psv.info.stage_info, sizeof b->psv.info.stage_info);
}

static void put_extra(builder *b, dxk_record_id id, const void *record)
{
    dxk_record_store(id, record, b->psv.info.stage_extra, sizeof b->psv.info.stage_extra);
}

static void set_vertex(builder *b)
{
    const dxk_psv_vs_info info = {.output_position_present = has_position(b)};

    put_info(b, DXK_RECORD_ID_psv_vs_info, &info);
}

static void set_pixel(builder *b)
{
    const dxk_psv_ps_info info = {
        .depth_output =
            has_semantic(b, 1, DXK_SEMANTIC_KIND_DEPTH, DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL),
        .sample_frequency = runs_per_sample(b)};

    put_info(b, DXK_RECORD_ID_psv_ps_info, &info);
}

static void set_hull(builder *b)
{
    const dxki_dxil_hs_state *hs = &b->entry->props.hs;
    const dxk_psv_hs_info info = {hs->input_points, hs->output_points, hs->domain, hs->output};

    put_info(b, DXK_RECORD_ID_psv_hs_info, &info);
}

static void set_domain(builder *b)
{
    const dxki_dxil_ds_state *ds = &b->entry->props.ds;
    const dxk_psv_ds_info info = {.input_control_points = ds->control_points,
                                  .output_position_present = has_position(b),
                                  .tessellator_domain = ds->domain};

    put_info(b, DXK_RECORD_ID_psv_ds_info, &info);
}

static void set_geometry(builder *b)
{
    const dxki_dxil_gs_state *gs = &b->entry->props.gs;
    uint32_t mask = gs->topology ? gs->stream_mask & 15u : 0;
    const dxk_psv_gs_info info = {.input_primitive = gs->input_primitive,
                                  .output_topology = mask ? gs->topology : 0,
                                  .output_stream_mask = mask ? mask : 1,
                                  .output_position_present = has_position(b)};
    const dxk_psv_gs_extra extra = {(uint16_t)gs->max_vertices};

    put_info(b, DXK_RECORD_ID_psv_gs_info, &info);
    if (b->version)
        put_extra(b, DXK_RECORD_ID_psv_gs_extra, &extra);
}

static void set_mesh(builder *b, uint32_t shared)
{
    const dxki_dxil_ms_state *ms = &b->entry->props.ms;
    const dxk_psv_ms_info info = {.group_shared_bytes = shared,
                                  .payload_bytes = ms->payload_size,
                                  .max_output_vertices = (uint16_t)ms->max_vertices,
                                  .max_output_primitives = (uint16_t)ms->max_primitives};

    put_info(b, DXK_RECORD_ID_psv_ms_info, &info);
}

static void set_amplification(builder *b)
{
    const dxk_psv_as_info info = {b->entry->props.as.payload_size};

    put_info(b, DXK_RECORD_ID_psv_as_info, &info);
}

static void set_threads(builder *b, const uint32_t threads[3], uint32_t shared)
{
    b->psv.info.threads_x = threads[0];
    b->psv.info.threads_y = threads[1];
    b->psv.info.threads_z = threads[2];
    b->psv.info.group_shared_bytes = shared;
}

static void set_waves(builder *b)
{
    const dxki_dxil_props *props = &b->entry->props;
    bool range = DXKI_MD_HAS(props, PROPS_WAVE_RANGE);
    uint32_t least = range ? props->wave_range[0] : props->wave_size;
    uint32_t most = range && props->wave_range[1] ? props->wave_range[1] : least;

    if (least) {
        b->psv.info.minimum_wave_lanes = least;
        b->psv.info.maximum_wave_lanes = most;
    }
}

static dxk_status set_stage(builder *b)
{
    const dxki_dxil_props *props = &b->entry->props;
    uint32_t shared;
    dxk_status status = dxki_build_group_shared(b->d, &shared);

    if (status != DXK_OK)
        return status;
    b->psv.info.maximum_wave_lanes = UINT32_MAX;
    switch (b->d->model.kind) {
    case DXK_SHADER_KIND_VERTEX:
        set_vertex(b);
        break;
    case DXK_SHADER_KIND_PIXEL:
        set_pixel(b);
        break;
    case DXK_SHADER_KIND_HULL:
        set_hull(b);
        break;
    case DXK_SHADER_KIND_DOMAIN:
        set_domain(b);
        break;
    case DXK_SHADER_KIND_GEOMETRY:
        set_geometry(b);
        break;
    case DXK_SHADER_KIND_COMPUTE:
        set_waves(b);
        set_threads(b, props->num_threads, shared);
        break;
    case DXK_SHADER_KIND_MESH:
        set_mesh(b, shared);
        set_threads(b, props->ms.num_threads, shared);
        break;
    case DXK_SHADER_KIND_AMPLIFICATION:
        set_amplification(b);
        set_threads(b, props->as.num_threads, shared);
        break;
    default:
        break;
    }
    return DXK_OK;
}

/* Registers that the elements of a stream take. */
static uint8_t vectors(const builder *b, uint32_t which, uint32_t stream)
{
    const dxki_dxil_list *list = &b->entry->signatures[which];
    uint32_t most = 0;

    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        if (!dxki_dxil_is_allocated(e) || e->extra.stream != stream)
            continue;
        uint32_t end = (uint32_t)e->start_row + e->rows;
        most = end > most ? end : most;
    }
    return (uint8_t)most;
}

/* Registers of patch constants or primitives. */
static void set_patch_vectors(builder *b)
{
    uint32_t kind = b->d->model.kind;
    const dxk_psv_patch_extra patch = {vectors(b, 2, 0)};
    const dxk_psv_ms_extra mesh = {.primitive_vectors = patch.patch_vectors,
                                   .output_topology = (uint8_t)b->entry->props.ms.topology};

    if (kind == DXK_SHADER_KIND_HULL || kind == DXK_SHADER_KIND_DOMAIN)
        put_extra(b, DXK_RECORD_ID_psv_patch_extra, &patch);
    else if (kind == DXK_SHADER_KIND_MESH)
        put_extra(b, DXK_RECORD_ID_psv_ms_extra, &mesh);
}

static void set_counts(builder *b)
{
    dxk_psv_runtime_info *info = &b->psv.info;
    uint32_t kind = b->d->model.kind;

    info->shader_stage = (uint8_t)kind;
    info->uses_view_id = dxki_dxil_flag(b->d, DXKI_SHADER_FLAG_VIEW_ID);
    info->sig_input_elements = (uint8_t)b->entry->signatures[0].count;
    info->sig_output_elements = (uint8_t)b->entry->signatures[1].count;
    info->sig_patch_or_prim_elements = (uint8_t)b->entry->signatures[2].count;
    info->sig_input_vectors = vectors(b, 0, 0);
    info->sig_output_vectors0 = vectors(b, 1, 0);
    info->sig_output_vectors1 = vectors(b, 1, 1);
    info->sig_output_vectors2 = vectors(b, 1, 2);
    info->sig_output_vectors3 = vectors(b, 1, 3);
    set_patch_vectors(b);
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

uint32_t dxki_build_upper_bound(const dxki_dxil_resource *resource)
{
    return resource->range_size == UINT32_MAX ? UINT32_MAX
                                              : resource->lower_bound + resource->range_size - 1;
}

static uint32_t resource_type(const dxki_dxil_resource *r)
{
    bool uav = r->cls == DXK_RESOURCE_CLASS_UAV;

    switch (r->kind) {
    case DXK_RESOURCE_KIND_SAMPLER:
        return DXK_PSV_RESOURCE_TYPE_SAMPLER;
    case DXK_RESOURCE_KIND_CBUFFER:
        return DXK_PSV_RESOURCE_TYPE_CBV;
    case DXK_RESOURCE_KIND_STRUCTURED_BUFFER:
        return !uav             ? DXK_PSV_RESOURCE_TYPE_SRV_STRUCTURED
               : r->has_counter ? DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED_WITH_COUNTER
                                : DXK_PSV_RESOURCE_TYPE_UAV_STRUCTURED;
    case DXK_RESOURCE_KIND_RT_ACCELERATION_STRUCTURE:
        return DXK_PSV_RESOURCE_TYPE_SRV_RAW;
    case DXK_RESOURCE_KIND_RAW_BUFFER:
        return uav ? DXK_PSV_RESOURCE_TYPE_UAV_RAW : DXK_PSV_RESOURCE_TYPE_SRV_RAW;
    default:
        return uav ? DXK_PSV_RESOURCE_TYPE_UAV_TYPED : DXK_PSV_RESOURCE_TYPE_SRV_TYPED;
    }
}

static dxk_status set_resources(builder *b)
{
    static const uint8_t order[] = {DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_SAMPLER,
                                    DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_CLASS_UAV};
    const dxki_dxil_list *lists = b->d->resources;
    size_t count = 0;

    for (uint32_t i = 0; i < DXKI_RESOURCE_CLASSES; i++)
        count += lists[i].count;
    b->psv.resources = DXKI_NEW_ARRAY(&b->arena, dxk_psv_resource, count);
    if (!b->psv.resources)
        return dxki_nomem(b->d->ctx);
    b->psv.resource_stride = b->version < 2 ? 16 : DXK_WIRE_SIZE_psv_resource;
    for (size_t i = 0; i < sizeof order; i++) {
        for (uint32_t k = 0; k < lists[order[i]].count; k++) {
            const dxki_dxil_resource *r = lists[order[i]].items[k];
            b->psv.resources[b->psv.resource_count++] = (dxk_psv_resource){
                .type = resource_type(r),
                .space = r->space,
                .lower_bound = r->lower_bound,
                .upper_bound = dxki_build_upper_bound(r),
                .kind = r->kind,
                .flags = dxki_dxil_has_atomic64(b->d, order[i], k)
                             ? DXK_PSV_RESOURCE_FLAG_USED_BY_ATOMIC64
                             : 0,
            };
        }
    }
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Signature elements                                                                         */

static dxk_status add_string(builder *b, dxk_str text, uint32_t *offset)
{
    *offset = (uint32_t)b->strings.size;
    dxk_status status = text.size ? dxk_buffer_append(&b->strings, text.data, text.size) : DXK_OK;
    return status == DXK_OK ? dxk_buffer_append(&b->strings, "", 1) : status;
}

/* Names of elements end at a NUL byte, that of the entry point does not. */
static dxk_status add_name(builder *b, dxk_str name, uint32_t *offset)
{
    const char *end = memchr(name.data, 0, name.size);

    name.size = end ? (size_t)(end - name.data) : name.size;
    return add_string(b, name, offset);
}

/* Place of the element's semantic indices: where the same run stands already, else at the end. */
static dxk_status add_indices(builder *b, const dxki_dxil_sig_element *e, uint32_t *place)
{
    size_t rows = e->indices.count, same = e->rows;

    for (size_t at = 0; same && same <= rows && at + same <= b->indices.count; at++) {
        if (memcmp(b->indices.items + at, e->indices.items, same * sizeof(uint32_t)) == 0) {
            *place = (uint32_t)at;
            return DXK_OK;
        }
    }
    *place = (uint32_t)b->indices.count;
    for (size_t i = 0; i < rows; i++)
        if (!dxki_vec_push(b->d->ctx, &b->indices, e->indices.items[i]))
            return dxki_nomem(b->d->ctx);
    return DXK_OK;
}

static dxk_status add_element(builder *b, const dxki_dxil_sig_element *e, uint32_t which,
                              dxk_psv_element *out)
{
    uint32_t semantic = dxki_dxil_element_semantic(e, b->d->model.kind, which);

    *out = (dxk_psv_element){.rows = (uint8_t)e->rows,
                             .cols = e->columns & 15u,
                             .semantic_kind = (uint8_t)semantic,
                             .component_type = (uint8_t)dxki_build_component(b->d, e),
                             .interpolation = (uint8_t)e->interpolation,
                             .dynamic_mask = e->extra.dynamic_mask & 15u,
                             .stream = e->extra.stream & 3u};
    if (dxki_dxil_is_allocated(e)) {
        out->allocated = 1;
        out->start_col = (uint8_t)((uint32_t)e->start_column & 3u);
        out->unused_bit = (uint8_t)((uint32_t)e->start_column >> 3 & 1u);
        out->start_row = (uint8_t)e->start_row;
    }
    if (semantic == DXK_SEMANTIC_KIND_ARBITRARY && e->name.size && e->name.data[0]) {
        dxk_status status = add_name(b, e->name, &out->name);
        if (status != DXK_OK)
            return status;
    }
    return add_indices(b, e, &out->indices);
}

static dxk_status set_elements(builder *b)
{
    dxk_status status = dxk_buffer_append(&b->strings, "", 1);

    b->psv.element_stride = DXK_WIRE_SIZE_psv_element;
    for (uint32_t which = 0; which < DXK_PSV_SIGNATURES && status == DXK_OK; which++) {
        const dxki_dxil_list *list = &b->entry->signatures[which];
        b->psv.elements[which] = DXKI_NEW_ARRAY(&b->arena, dxk_psv_element, list->count);
        if (!b->psv.elements[which])
            return dxki_nomem(b->d->ctx);
        for (uint32_t i = 0; i < list->count && status == DXK_OK; i++)
            status = add_element(b, list->items[i], which, &b->psv.elements[which][i]);
    }
    if (status == DXK_OK && b->version > 2)
        status = add_string(b, b->entry->name, &b->psv.info.entry_name);
    while (status == DXK_OK && b->strings.size % 4)
        status = dxk_buffer_append(&b->strings, "", 1);
    b->psv.strings = (dxk_bytes){b->strings.data, b->strings.size};
    b->psv.strings_size = (uint32_t)b->strings.size;
    b->psv.indices = b->indices.items;
    b->psv.index_count = (uint32_t)b->indices.count;
    return status;
}

/* ---------------------------------------------------------------------------------------- */

/* The part counts elements in bytes. */
static dxk_status check_ranges(const builder *b)
{
    for (uint32_t which = 0; which < DXK_PSV_SIGNATURES; which++) {
        const dxki_dxil_list *list = &b->entry->signatures[which];
        if (list->count > MAX_ELEMENTS)
            return DXKI_REPORT(b->d->ctx, DXKI_RULE_BUILD_ELEMENTS, dxki_nowhere(), NULL,
                               dxki_dec(list->count), dxki_dec(MAX_ELEMENTS));
    }
    return DXK_OK;
}

static dxk_status build(builder *b, dxk_buffer *out)
{
    dxk_decoded decoded = {DXK_PART_PSV0, DXK_PART_TYPE_PSV0, {NULL}};
    dxk_status status = check_ranges(b);

    b->psv.info_size =
        (uint32_t)dxki_record_version_size(DXK_RECORD_ID_psv_runtime_info, b->version);
    if (status == DXK_OK)
        status = set_stage(b);
    if (status == DXK_OK)
        status = set_resources(b);
    if (status == DXK_OK && b->version > 0) {
        set_counts(b);
        status = set_elements(b);
        if (status == DXK_OK)
            status = dxki_build_dependencies(b->d, &b->arena, &b->psv);
    }
    decoded.as.psv0 = &b->psv;
    return status == DXK_OK ? dxk_part_encode(b->d->ctx, &decoded, dxk_buffer_sink(out)) : status;
}

dxk_status dxki_build_psv0_as(const dxk_dxil *d, uint32_t version, dxk_buffer *out)
{
    builder b = {.d = d, .entry = dxki_dxil_first_entry(d), .version = version};

    if (!b.entry)
        return DXKI_REPORT(d->ctx, DXKI_RULE_DXIL_METADATA_MISSING, dxki_nowhere(), NULL,
                           dxki_text((dxk_str){"dx.entryPoints", 14}));
    dxki_arena_init(&b.arena, d->ctx);
    dxk_buffer_init(&b.strings, d->ctx);
    dxk_status status = build(&b, out);
    dxk_buffer_free(&b.strings);
    dxki_vec_free(d->ctx, &b.indices);
    dxki_arena_free(&b.arena);
    return status;
}

dxk_status dxki_build_psv0(const dxk_dxil *d, dxk_buffer *out)
{
    return dxki_build_psv0_as(d, dxki_build_psv0_version(d), out);
}
