/* SPDX-License-Identifier: MIT */
/*
 * rdat.c - RDAT: what the runtime knows of a library. Resources, then functions in the
 * order of the module, then sub-objects; each with its strings, lists and records before it.
 * Source: DXIL.rst, "Runtime data"; DirectXShaderCompiler for the order and for versions.
 */
#include "build/rdat.h"

#include "base/count.h"
#include "base/out.h"
#include "dxil/layout.h"
#include "wire/words.h"

#include <string.h>

typedef struct builder {
    const dxk_dxil *d;
    const dxki_dxil_requirements *needs;
    dxki_build_rdat_builder rdat;
    dxki_build_rdat_links links;
    const dxki_dxil_entry **entry_of; /* by global */
    uint32_t *shared;                 /* by global: group-shared bytes of a function */
    dxki_arena arena;
} builder;

static void allow_tables(builder *b)
{
    static const uint8_t nodes[][2] = {
        {DXK_RDAT_PART_TYPE_NODE_ID_TABLE, DXK_WIRE_SIZE_rdat_node_id},
        {DXK_RDAT_PART_TYPE_NODE_SHADER_FUNC_ATTRIB_TABLE, DXK_WIRE_SIZE_rdat_func_attrib},
        {DXK_RDAT_PART_TYPE_NODE_SHADER_IO_ATTRIB_TABLE, DXK_WIRE_SIZE_rdat_io_attrib},
        {DXK_RDAT_PART_TYPE_IO_NODE_TABLE, DXK_WIRE_SIZE_rdat_io_node},
        {DXK_RDAT_PART_TYPE_NODE_SHADER_INFO_TABLE, DXK_WIRE_SIZE_rdat_node},
    };
    static const uint8_t stages[][2] = {
        {DXK_RDAT_PART_TYPE_SIGNATURE_ELEMENT_TABLE, DXK_WIRE_SIZE_rdat_signature_element},
        {DXK_RDAT_PART_TYPE_VS_INFO_TABLE, DXK_WIRE_SIZE_rdat_vs_info},
        {DXK_RDAT_PART_TYPE_PS_INFO_TABLE, DXK_WIRE_SIZE_rdat_ps_info},
        {DXK_RDAT_PART_TYPE_HS_INFO_TABLE, DXK_WIRE_SIZE_rdat_hs_info},
        {DXK_RDAT_PART_TYPE_DS_INFO_TABLE, DXK_WIRE_SIZE_rdat_ds_info},
        {DXK_RDAT_PART_TYPE_GS_INFO_TABLE, DXK_WIRE_SIZE_rdat_gs_info},
        {DXK_RDAT_PART_TYPE_CS_INFO_TABLE, DXK_WIRE_SIZE_rdat_cs_info},
        {DXK_RDAT_PART_TYPE_MS_INFO_TABLE, DXK_WIRE_SIZE_rdat_ms_info},
        {DXK_RDAT_PART_TYPE_AS_INFO_TABLE, DXK_WIRE_SIZE_rdat_as_info},
    };
    const dxk_dxil *d = b->d;
    /* shader models that are not released have tables of their own */
    bool preview = d->model.minor > DXKI_RELEASED_MINOR && d->model.minor <= DXKI_NEWEST_MINOR;

    dxki_build_rdat_allow(&b->rdat, DXK_RDAT_PART_TYPE_RESOURCE_TABLE, DXK_WIRE_SIZE_rdat_resource);
    dxki_build_rdat_allow(&b->rdat, DXK_RDAT_PART_TYPE_FUNCTION_TABLE,
                          dxki_dxil_validator_at_least(d, 8) ? DXK_WIRE_SIZE_rdat_function : 44);
    if (dxki_dxil_validator_at_least(d, 4))
        dxki_build_rdat_allow(&b->rdat, DXK_RDAT_PART_TYPE_SUBOBJECT_TABLE,
                              DXK_WIRE_SIZE_rdat_subobject);
    for (size_t i = 0; dxki_dxil_validator_at_least(d, 8) && i < DXKI_COUNT(nodes); i++)
        dxki_build_rdat_allow(&b->rdat, nodes[i][0], nodes[i][1]);
    if (dxki_dxil_validator_at_least(d, 10) && (preview || d->validator.major == 0))
        for (size_t i = 0; i < DXKI_COUNT(stages); i++)
            dxki_build_rdat_allow(&b->rdat, stages[i][0], stages[i][1]);
}

/* ---------------------------------------------------------------------------------------- */
/* Resources                                                                                  */

static uint32_t resource_flags(const dxki_dxil_resource *r, bool atomic64)
{
    if (r->cls != DXK_RESOURCE_CLASS_UAV)
        return 0;
    return (r->has_counter ? DXK_RDAT_RESOURCE_FLAG_UAV_COUNTER : 0u) |
           (r->globally_coherent ? DXK_RDAT_RESOURCE_FLAG_UAV_GLOBALLY_COHERENT : 0u) |
           (r->extra.reorder_coherent ? DXK_RDAT_RESOURCE_FLAG_UAV_REORDER_COHERENT : 0u) |
           (r->is_rov ? DXK_RDAT_RESOURCE_FLAG_UAV_RASTERIZER_ORDERED_VIEW : 0u) |
           (atomic64 ? DXK_RDAT_RESOURCE_FLAG_ATOMIC64_USE : 0u);
}

static void add_resources(builder *b)
{
    static const uint8_t classes[] = {DXK_RESOURCE_CLASS_CBUFFER, DXK_RESOURCE_CLASS_SAMPLER,
                                      DXK_RESOURCE_CLASS_SRV, DXK_RESOURCE_CLASS_UAV};
    uint32_t index = 0;

    for (size_t i = 0; i < sizeof classes; i++) {
        const dxki_dxil_list *list = &b->d->resources[classes[i]];
        for (uint32_t k = 0; k < list->count; k++) {
            const dxki_dxil_resource *r = list->items[k];
            dxk_rdat_resource record = {
                .name = dxki_build_rdat_string(&b->rdat, r->name),
                .resource_class = r->cls,
                .kind = r->kind,
                .id = r->id,
                .space = r->space,
                .lower_bound = r->lower_bound,
                .upper_bound = dxki_build_upper_bound(r),
                .flags = resource_flags(r, dxki_dxil_has_atomic64(b->d, classes[i], k)),
            };
            if (!dxki_build_rdat_link_resource(&b->links, dxki_dxil_symbol(b->d, r), index++))
                b->rdat.status = dxki_nomem(b->d->ctx);
            dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_RESOURCE_TABLE,
                                   DXK_RECORD_ID_rdat_resource, &record);
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Nodes                                                                                      */

enum { MAX_ATTRIBS = 8 };

typedef struct attribs {
    uint32_t items[MAX_ATTRIBS];
    size_t count;
} attribs;

static void add_io_attrib(builder *b, attribs *list, uint32_t kind, uint32_t value)
{
    dxk_rdat_io_attrib record = {kind, value};

    list->items[list->count++] =
        dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_NODE_SHADER_IO_ATTRIB_TABLE,
                               DXK_RECORD_ID_rdat_io_attrib, &record);
}

static void add_attrib(builder *b, attribs *list, uint32_t kind, uint32_t value)
{
    dxk_rdat_func_attrib record = {kind, value};

    list->items[list->count++] =
        dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_NODE_SHADER_FUNC_ATTRIB_TABLE,
                               DXK_RECORD_ID_rdat_func_attrib, &record);
}

static uint32_t add_id(builder *b, const dxki_dxil_node_id *id)
{
    dxk_rdat_node_id record = {dxki_build_rdat_string(&b->rdat, id->name), id->index};

    return dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_NODE_ID_TABLE,
                                  DXK_RECORD_ID_rdat_node_id, &record);
}

static void add_record_attribs(builder *b, attribs *list, const dxki_dxil_node_record *r)
{
    uint32_t grid = (r->grid.offset & 0xffffu) |
                    (r->grid.component_type << 2 | (r->grid.components & 3u)) << 16;

    if (r->size == 0)
        return;
    add_io_attrib(b, list, DXK_NODE_ATTRIB_KIND_RECORD_SIZE_IN_BYTES, r->size);
    if (r->grid.component_type)
        add_io_attrib(b, list, DXK_NODE_ATTRIB_KIND_RECORD_DISPATCH_GRID, grid);
    if (r->alignment)
        add_io_attrib(b, list, DXK_NODE_ATTRIB_KIND_RECORD_ALIGNMENT_IN_BYTES, r->alignment);
}

static uint32_t add_io(builder *b, const dxki_dxil_node_io *io)
{
    attribs list = {.count = 0};
    dxk_rdat_io_node record = {.io_flags_and_kind = io->flags};

    if (dxki_dxil_is_output_node(io)) {
        add_io_attrib(b, &list, DXK_NODE_ATTRIB_KIND_OUTPUT_ID, add_id(b, &io->id));
        add_io_attrib(b, &list, DXK_NODE_ATTRIB_KIND_OUTPUT_ARRAY_SIZE, io->array_size);
        if (io->max_records)
            add_io_attrib(b, &list, DXK_NODE_ATTRIB_KIND_MAX_RECORDS, io->max_records);
        else if (DXKI_MD_HAS(io, NODE_IO_SHARED_WITH) && io->max_records_shared_with >= 0)
            add_io_attrib(b, &list, DXK_NODE_ATTRIB_KIND_MAX_RECORDS_SHARED_WITH,
                          (uint32_t)io->max_records_shared_with);
        if (io->allow_sparse)
            add_io_attrib(b, &list, DXK_NODE_ATTRIB_KIND_ALLOW_SPARSE_NODES, 1);
    } else if ((io->flags & DXK_NODE_IO_FLAG_INPUT) && io->max_records) {
        add_io_attrib(b, &list, DXK_NODE_ATTRIB_KIND_MAX_RECORDS, io->max_records);
    }
    add_record_attribs(b, &list, &io->record);
    record.attribs = dxki_build_rdat_list(&b->rdat, list.items, list.count);
    return dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_IO_NODE_TABLE,
                                  DXK_RECORD_ID_rdat_io_node, &record);
}

static uint32_t add_ios(builder *b, const dxki_dxil_list *list)
{
    uint32_t *items = DXKI_NEW_ARRAY(&b->arena, uint32_t, list->count);

    if (!items) {
        b->rdat.status = dxki_nomem(b->d->ctx);
        return DXK_RDAT_NULL;
    }
    for (uint32_t i = 0; i < list->count; i++)
        items[i] = add_io(b, list->items[i]);
    return dxki_build_rdat_list(&b->rdat, items, list->count);
}

static bool is_set(const uint32_t xyz[3])
{
    return xyz[0] || xyz[1] || xyz[2];
}

static uint32_t add_xyz(builder *b, const uint32_t xyz[3])
{
    return dxki_build_rdat_list(&b->rdat, xyz, 3);
}

static uint32_t add_node(builder *b, const dxki_dxil_props *p, uint32_t shared,
                         dxk_rdat_function *function)
{
    const dxki_dxil_node_props *n = &p->node;
    attribs list = {.count = 0};
    dxk_rdat_node record = {.launch_type = n->launch_type, .group_shared_bytes_used = shared};

    if (n->id.name.size)
        add_attrib(b, &list, DXK_NODE_FUNC_ATTRIB_KIND_ID, add_id(b, &n->id));
    if (n->is_program_entry)
        function->shader_flags |= DXK_RDAT_SHADER_FLAG_NODE_PROGRAM_ENTRY;
    if (is_set(p->num_threads))
        add_attrib(b, &list, DXK_NODE_FUNC_ATTRIB_KIND_NUM_THREADS, add_xyz(b, p->num_threads));
    if (DXKI_MD_HAS(p, PROPS_NODE_LOCAL_ROOT) && (int32_t)n->local_root_index >= 0)
        add_attrib(b, &list, DXK_NODE_FUNC_ATTRIB_KIND_LOCAL_ROOT_ARGUMENTS_TABLE_INDEX,
                   n->local_root_index);
    if (n->shares_input_of.name.size)
        add_attrib(b, &list, DXK_NODE_FUNC_ATTRIB_KIND_SHARE_INPUT_OF,
                   add_id(b, &n->shares_input_of));
    if (is_set(n->grid))
        add_attrib(b, &list, DXK_NODE_FUNC_ATTRIB_KIND_DISPATCH_GRID, add_xyz(b, n->grid));
    if (n->max_recursion)
        add_attrib(b, &list, DXK_NODE_FUNC_ATTRIB_KIND_MAX_RECURSION_DEPTH, n->max_recursion);
    if (is_set(n->max_grid))
        add_attrib(b, &list, DXK_NODE_FUNC_ATTRIB_KIND_MAX_DISPATCH_GRID, add_xyz(b, n->max_grid));
    record.attribs = dxki_build_rdat_list(&b->rdat, list.items, list.count);
    record.inputs = add_ios(b, &n->inputs);
    record.outputs = add_ios(b, &n->outputs);
    return dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_NODE_SHADER_INFO_TABLE,
                                  DXK_RECORD_ID_rdat_node, &record);
}

/* ---------------------------------------------------------------------------------------- */
/* Stages: tables of shader models that are not released                                      */

static uint32_t add_element(builder *b, const dxki_dxil_sig_element *e, uint32_t stage,
                            uint32_t which)
{
    dxk_rdat_signature_element record = {
        .semantic_name =
            dxki_build_rdat_string(&b->rdat, dxki_dxil_sig_element_name(e, stage, which)),
        .semantic_indices = dxki_build_rdat_list(&b->rdat, e->indices.items, e->indices.count),
        .semantic_kind = (uint8_t)dxki_dxil_element_semantic(e, stage, which),
        .component_type = (uint8_t)e->component_type,
        .interpolation_mode = (uint8_t)e->interpolation,
        .start_row = dxki_dxil_is_allocated(e) ? (uint8_t)e->start_row : 0xff,
        .cols_and_stream =
            (uint8_t)(((e->columns - 1) & 3u) | ((uint32_t)e->start_column & 3u) << 2 |
                      (e->extra.stream & 3u) << 4),
        .usage_and_dyn_index_masks =
            (uint8_t)((e->extra.usage_mask & 15u) | (e->extra.dynamic_mask & 15u) << 4),
    };

    return dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_SIGNATURE_ELEMENT_TABLE,
                                  DXK_RECORD_ID_rdat_signature_element, &record);
}

/* The elements as a list; in *flags what their meanings tell (dxk_rdat_shader_flag). */
static uint32_t add_elements(builder *b, const dxki_dxil_entry *entry, uint32_t which,
                             uint32_t *flags)
{
    const dxki_dxil_list *list = &entry->signatures[which];
    uint32_t *items = DXKI_NEW_ARRAY(&b->arena, uint32_t, list->count);

    *flags = 0;
    if (!items) {
        b->rdat.status = dxki_nomem(b->d->ctx);
        return DXK_RDAT_NULL;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const dxki_dxil_sig_element *e = list->items[i];
        uint32_t semantic = dxki_dxil_element_semantic(e, entry->props.shader_kind, which);
        items[i] = add_element(b, e, entry->props.shader_kind, which);
        if (semantic == DXK_SEMANTIC_KIND_POSITION)
            *flags |= DXK_RDAT_SHADER_FLAG_OUTPUT_POSITION_PRESENT;
        if (semantic == DXK_SEMANTIC_KIND_SAMPLE_INDEX ||
            e->interpolation == DXK_INTERPOLATION_MODE_LINEAR_SAMPLE ||
            e->interpolation == DXK_INTERPOLATION_MODE_LINEAR_NOPERSPECTIVE_SAMPLE)
            *flags |= DXK_RDAT_SHADER_FLAG_SAMPLE_FREQUENCY;
        if (semantic >= DXK_SEMANTIC_KIND_DEPTH &&
            semantic <= DXK_SEMANTIC_KIND_DEPTH_GREATER_EQUAL)
            *flags |= DXK_RDAT_SHADER_FLAG_DEPTH_OUTPUT;
    }
    return dxki_build_rdat_list(&b->rdat, items, list->count);
}

#define RECORD(b, TYPE, name, record)                                                              \
    dxki_build_rdat_record(&(b)->rdat, DXK_RDAT_PART_TYPE_##TYPE##_INFO_TABLE,                     \
                           DXK_RECORD_ID_rdat_##name##_info, &(record))

static uint32_t add_pixel(builder *b, const dxki_dxil_entry *entry, dxk_rdat_function *function)
{
    uint32_t in, out;
    dxk_rdat_ps_info record = {.sig_input_elements = add_elements(b, entry, 0, &in)};

    record.sig_output_elements = add_elements(b, entry, 1, &out);
    function->shader_flags |= (uint16_t)((in & DXK_RDAT_SHADER_FLAG_SAMPLE_FREQUENCY) |
                                         (out & DXK_RDAT_SHADER_FLAG_DEPTH_OUTPUT));
    return RECORD(b, PS, ps, record);
}

static uint32_t add_hull(builder *b, const dxki_dxil_entry *entry)
{
    const dxki_dxil_hs_state *hs = &entry->props.hs;
    uint32_t flags;
    dxk_rdat_hs_info record = {.sig_input_elements = add_elements(b, entry, 0, &flags)};

    record.sig_output_elements = add_elements(b, entry, 1, &flags);
    record.sig_patch_const_output_elements = add_elements(b, entry, 2, &flags);
    record.input_control_point_count = (uint8_t)hs->input_points;
    record.output_control_point_count = (uint8_t)hs->output_points;
    record.tessellator_domain = (uint8_t)hs->domain;
    record.tessellator_output_primitive = (uint8_t)hs->output;
    return RECORD(b, HS, hs, record);
}

static uint32_t add_geometry(builder *b, const dxki_dxil_entry *entry, uint32_t *flags)
{
    const dxki_dxil_gs_state *gs = &entry->props.gs;
    dxk_rdat_gs_info record = {.sig_input_elements = add_elements(b, entry, 0, flags)};

    record.sig_output_elements = add_elements(b, entry, 1, flags);
    for (uint32_t i = 0; i < entry->signatures[1].count; i++) {
        const dxki_dxil_sig_element *e = entry->signatures[1].items[i];
        record.output_stream_mask |= (uint8_t)(1u << (e->extra.stream & 7u));
    }
    record.input_primitive = (uint8_t)gs->input_primitive;
    record.output_topology = (uint8_t)(gs->stream_mask & 1u ? gs->topology : 0);
    record.max_vertex_count = (uint8_t)gs->max_vertices;
    return RECORD(b, GS, gs, record);
}

static uint32_t add_mesh(builder *b, const dxki_dxil_entry *entry, uint32_t shared, uint32_t *flags)
{
    const dxki_dxil_ms_state *ms = &entry->props.ms;
    uint32_t unused;
    dxk_rdat_ms_info record = {.sig_output_elements = add_elements(b, entry, 1, flags)};

    record.sig_prim_output_elements = add_elements(b, entry, 2, &unused);
    record.num_threads = add_xyz(b, ms->num_threads);
    record.group_shared_bytes_used = shared;
    record.payload_size_in_bytes = ms->payload_size;
    record.max_output_vertices = (uint16_t)ms->max_vertices;
    record.max_output_primitives = (uint16_t)ms->max_primitives;
    record.mesh_output_topology = (uint8_t)ms->topology;
    return RECORD(b, MS, ms, record);
}

static uint32_t add_vertex(builder *b, const dxki_dxil_entry *entry, uint32_t *flags)
{
    dxk_rdat_vs_info record = {.sig_input_elements = add_elements(b, entry, 0, flags)};

    record.sig_output_elements = add_elements(b, entry, 1, flags);
    return RECORD(b, VS, vs, record);
}

static uint32_t add_domain(builder *b, const dxki_dxil_entry *entry, uint32_t *flags)
{
    uint32_t unused;
    dxk_rdat_ds_info record = {.sig_input_elements = add_elements(b, entry, 0, flags)};

    record.sig_output_elements = add_elements(b, entry, 1, flags);
    record.sig_patch_const_input_elements = add_elements(b, entry, 2, &unused);
    record.input_control_point_count = (uint8_t)entry->props.ds.control_points;
    record.tessellator_domain = (uint8_t)entry->props.ds.domain;
    return RECORD(b, DS, ds, record);
}

static uint32_t add_stage(builder *b, const dxki_dxil_entry *entry, uint32_t shared,
                          dxk_rdat_function *function)
{
    const dxki_dxil_props *p = &entry->props;
    uint32_t ref = DXK_RDAT_NULL, flags = 0;
    dxk_rdat_cs_info cs = {.group_shared_bytes_used = shared};
    dxk_rdat_as_info as = {.group_shared_bytes_used = shared,
                           .payload_size_in_bytes = p->as.payload_size};

    switch (p->shader_kind) {
    case DXK_SHADER_KIND_PIXEL:
        return add_pixel(b, entry, function);
    case DXK_SHADER_KIND_VERTEX:
        ref = add_vertex(b, entry, &flags);
        break;
    case DXK_SHADER_KIND_GEOMETRY:
        ref = add_geometry(b, entry, &flags);
        break;
    case DXK_SHADER_KIND_HULL:
        return add_hull(b, entry);
    case DXK_SHADER_KIND_DOMAIN:
        ref = add_domain(b, entry, &flags);
        break;
    case DXK_SHADER_KIND_COMPUTE:
        cs.num_threads = add_xyz(b, p->num_threads);
        return RECORD(b, CS, cs, cs);
    case DXK_SHADER_KIND_MESH:
        ref = add_mesh(b, entry, shared, &flags);
        break;
    case DXK_SHADER_KIND_AMPLIFICATION:
        as.num_threads = add_xyz(b, p->as.num_threads);
        return RECORD(b, AS, as, as);
    default:
        return ref;
    }
    function->shader_flags |= (uint16_t)(flags & DXK_RDAT_SHADER_FLAG_OUTPUT_POSITION_PRESENT);
    return ref;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static dxk_str function_name(const builder *b, uint32_t global)
{
    return dxki_string_get(b->d->m, b->d->m->globals.items[global].name);
}

/* "f" of "\1?f@@YAXXZ". */
static dxk_str unmangled(dxk_str name)
{
    if (name.size < 2 || name.data[0] != 1 || name.data[1] != '?')
        return name;
    const char *end = memchr(name.data, '@', name.size);
    return (dxk_str){name.data + 2, end ? (size_t)(end - name.data) - 2 : name.size - 2};
}

static void add_entry(builder *b, const dxki_dxil_entry *entry, uint32_t global,
                      dxk_rdat_function *record)
{
    const dxki_dxil_props *p = &entry->props;
    uint32_t kind = p->shader_kind, shared = b->shared[global];
    bool range = DXKI_MD_HAS(p, PROPS_WAVE_RANGE);
    uint32_t least = range ? p->wave_range[0] : p->wave_size;

    record->shader_kind = kind;
    if (kind == DXK_SHADER_KIND_ANY_HIT || kind == DXK_SHADER_KIND_CLOSEST_HIT)
        record->attribute_size_in_bytes = p->ray_attribute_size;
    if (kind >= DXK_SHADER_KIND_ANY_HIT && kind <= DXK_SHADER_KIND_CALLABLE)
        record->payload_size_in_bytes = p->ray_payload_size;
    if (!dxki_dxil_validator_at_least(b->d, 8))
        return;
    record->minimum_expected_wave_lane_count = (uint8_t)least;
    record->maximum_expected_wave_lane_count =
        (uint8_t)(range && p->wave_range[1] && least ? p->wave_range[1] : least);
    if (kind == DXK_SHADER_KIND_NODE || p->node.launch_type) {
        record->shader_ref = add_node(b, p, shared, record);
    } else if (b->rdat.tables[DXK_RDAT_PART_TYPE_SIGNATURE_ELEMENT_TABLE].allowed) {
        if (b->needs[global].flags >> DXKI_SHADER_FLAG_VIEW_ID & 1u)
            record->shader_flags |= DXK_RDAT_SHADER_FLAG_USES_VIEW_ID;
        record->shader_ref = add_stage(b, entry, shared, record);
    }
}

static uint32_t add_links(builder *b, const dxki_build_rdat_chain *chain)
{
    size_t count = 0;
    uint32_t *items;

    if (chain->first == 0)
        return DXK_RDAT_NULL;
    for (uint32_t i = chain->first; i; i = b->links.items.items[i].next)
        count++;
    items = DXKI_NEW_ARRAY(&b->arena, uint32_t, count);
    if (!items) {
        b->rdat.status = dxki_nomem(b->d->ctx);
        return DXK_RDAT_NULL;
    }
    count = 0;
    for (uint32_t i = chain->first; i; i = b->links.items.items[i].next)
        items[count++] = b->links.items.items[i].value;
    return dxki_build_rdat_list(&b->rdat, items, count);
}

static void add_function(builder *b, uint32_t global)
{
    const dxki_dxil_requirements *needs = &b->needs[global];
    const dxki_dxil_entry *entry = b->entry_of[global];
    uint64_t features = dxki_build_feature_bits(needs->flags);
    dxk_rdat_function record = {.shader_kind = DXK_SHADER_KIND_LIBRARY,
                                .shader_ref = DXK_RDAT_NULL,
                                .feature_info1 = (uint32_t)features,
                                .feature_info2 = (uint32_t)(features >> 32),
                                .shader_stage_flag = needs->stages};

    record.name = dxki_build_rdat_string(&b->rdat, function_name(b, global));
    record.unmangled_name = dxki_build_rdat_string(&b->rdat, unmangled(function_name(b, global)));
    record.resources = add_links(b, &b->links.resources[global]);
    record.function_dependencies = add_links(b, &b->links.dependencies[global]);
    if (entry)
        add_entry(b, entry, global, &record);
    record.min_shader_target = record.shader_kind << 16 | 6u << 4 | needs->model;
    dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_FUNCTION_TABLE, DXK_RECORD_ID_rdat_function,
                           &record);
}

/* The functions outside of the library, by name, for those that call them. */
static void add_dependencies(builder *b)
{
    const dxk_module *m = b->d->m;

    for (size_t i = 0; i < m->functions.count && b->rdat.status == DXK_OK; i++) {
        uint32_t global = m->functions.items[i];
        if (!dxki_build_rdat_is_external(m, global) || !dxki_build_rdat_is_used(&b->links, global))
            continue;
        uint32_t name = dxki_build_rdat_string(&b->rdat, function_name(b, global));
        if (!dxki_build_rdat_link_dependency(&b->links, global, name))
            b->rdat.status = dxki_nomem(b->d->ctx);
    }
}

static void add_functions(builder *b)
{
    const dxk_module *m = b->d->m;

    add_dependencies(b);
    for (size_t i = 0; i < m->functions.count && b->rdat.status == DXK_OK; i++)
        if (m->globals.items[m->functions.items[i]].first_block)
            add_function(b, m->functions.items[i]);
}

/* ---------------------------------------------------------------------------------------- */
/* Sub-objects                                                                                */

static uint32_t add_strings(builder *b, const dxki_dxil_strs *strings)
{
    uint32_t *items = DXKI_NEW_ARRAY(&b->arena, uint32_t, strings->count);

    if (!items) {
        b->rdat.status = dxki_nomem(b->d->ctx);
        return DXK_RDAT_NULL;
    }
    for (uint32_t i = 0; i < strings->count; i++)
        items[i] = dxki_build_rdat_string(&b->rdat, strings->items[i]);
    return dxki_build_rdat_list(&b->rdat, items, strings->count);
}

static void add_subobject(builder *b, const dxki_dxil_subobject *s)
{
    dxk_rdat_subobject record = {.kind = s->kind,
                                 .name = dxki_build_rdat_string(&b->rdat, s->name)};
    uint32_t words[4] = {0, 0, 0, 0};

    switch (s->kind) {
    case DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG:
        words[0] = s->flags;
        break;
    case DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE:
    case DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE:
        words[0] = dxki_build_rdat_blob(&b->rdat, s->root_signature);
        words[1] = (uint32_t)s->root_signature.size;
        break;
    case DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION:
        words[0] = dxki_build_rdat_string(&b->rdat, s->target);
        words[1] = add_strings(b, &s->exports);
        break;
    case DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG:
        words[0] = s->max_payload_size;
        words[1] = s->max_attribute_size;
        break;
    case DXK_SUBOBJECT_KIND_HIT_GROUP:
        words[0] = s->hit_group_type;
        words[1] = dxki_build_rdat_string(&b->rdat, s->any_hit);
        words[2] = dxki_build_rdat_string(&b->rdat, s->closest_hit);
        words[3] = dxki_build_rdat_string(&b->rdat, s->intersection);
        break;
    default: /* both pipeline configurations; the first has no flags */
        words[0] = s->max_recursion;
        words[1] = s->flags;
        break;
    }
    for (size_t i = 0; i < 4; i++)
        dxki_word_put(record.value, i, words[i]);
    dxki_build_rdat_record(&b->rdat, DXK_RDAT_PART_TYPE_SUBOBJECT_TABLE,
                           DXK_RECORD_ID_rdat_subobject, &record);
}

/* ---------------------------------------------------------------------------------------- */

static dxk_status build(builder *b, dxk_buffer *out)
{
    const dxk_module *m = b->d->m;

    b->entry_of = DXKI_NEW_ARRAY(&b->arena, const dxki_dxil_entry *, m->globals.count);
    b->shared = DXKI_NEW_ARRAY(&b->arena, uint32_t, m->globals.count);
    if (!b->entry_of || !b->shared || !dxki_build_rdat_links_build(&b->links, b->d, b->shared))
        return dxki_nomem(b->d->ctx);
    for (uint32_t i = 1; i < b->d->entries.count; i++) {
        const dxki_dxil_entry *entry = b->d->entries.items[i];
        b->entry_of[entry->function] = entry;
    }
    allow_tables(b);
    add_resources(b);
    add_functions(b);
    for (uint32_t i = 0; i < b->d->subobjects.count && b->rdat.status == DXK_OK; i++)
        if (b->rdat.tables[DXK_RDAT_PART_TYPE_SUBOBJECT_TABLE].allowed)
            add_subobject(b, b->d->subobjects.items[i]);
    return dxki_build_rdat_write(&b->rdat, out);
}

dxk_status dxki_build_rdat(const dxk_dxil *d, const dxki_dxil_requirements *needs, dxk_buffer *out)
{
    builder b = {.d = d, .needs = needs};

    dxki_arena_init(&b.arena, d->ctx);
    dxki_build_rdat_begin(&b.rdat, d->ctx, dxki_dxil_validator_at_least(d, 7));
    dxki_build_rdat_links_begin(&b.links, d->ctx);
    dxk_status status = build(&b, out);
    dxki_build_rdat_links_end(&b.links);
    dxki_build_rdat_end(&b.rdat);
    dxki_arena_free(&b.arena);
    return status;
}
