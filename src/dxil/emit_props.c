/* SPDX-License-Identifier: MIT */
/* emit_props.c - the property lists of entry points, nodes of work graphs too, written anew. See
 * emit.h. Source: DXIL.rst, "Shader properties and capabilities". */
#include "dxil/emit.h"
#include "base/count.h"

#include <string.h>

#define EARLY_DEPTH ((uint64_t)1 << DXKI_SHADER_FLAG_EARLY_DEPTH_STENCIL)

/* At least shader model 6.`minor`? */
static bool has_model(const dxki_dxil_emitter *e, uint32_t minor)
{
    return e->d->model.major > 6 || (e->d->model.major == 6 && e->d->model.minor >= minor);
}

static void emit_numbers(dxki_dxil_emitter *e, uint32_t tag, const uint32_t *numbers,
                         uint32_t count)
{
    dxki_dxil_emit_tag(e, tag, dxki_dxil_emit_numbers(e, numbers, count));
}

static void emit_waves(dxki_dxil_emitter *e, const dxki_dxil_props *p)
{
    uint32_t range[3] = {p->wave_size, 0, 0};

    if (DXKI_MD_HAS(p, PROPS_WAVE_RANGE))
        memcpy(range, p->wave_range, sizeof range);
    if (range[0] == 0)
        return;
    if (has_model(e, 8))
        emit_numbers(e, DXKI_MD_PROPS_WAVE_RANGE, range, 3);
    else
        emit_numbers(e, DXKI_MD_PROPS_WAVE_SIZE, range, 1);
}

/* ---------------------------------------------------------------------------------------- */
/* Nodes                                                                                      */

static void emit_id(dxki_dxil_emitter *e, uint32_t tag, const dxki_dxil_node_id *id)
{
    size_t start;

    if (id->name.size == 0)
        return;
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, tag));
    start = e->stack.count;
    dxki_dxil_emit_push(e, dxki_dxil_emit_string(e, id->name));
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, id->index));
    dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, start));
}

static void emit_grid(dxki_dxil_emitter *e, uint32_t tag, const uint32_t grid[3])
{
    if (grid[0] || grid[1] || grid[2])
        emit_numbers(e, tag, grid, 3);
}

static dxki_md emit_record(dxki_dxil_emitter *e, const dxki_dxil_node_record *r)
{
    const uint32_t grid[3] = {r->grid.offset, r->grid.component_type, r->grid.components};
    size_t start = e->stack.count;

    dxki_dxil_emit_tag(e, DXKI_MD_NODE_RECORD_SIZE, dxki_dxil_emit_u32(e, r->size));
    if (r->grid.components)
        emit_numbers(e, DXKI_MD_NODE_RECORD_GRID, grid, 3);
    if (r->alignment)
        dxki_dxil_emit_tag(e, DXKI_MD_NODE_RECORD_ALIGNMENT, dxki_dxil_emit_u32(e, r->alignment));
    return dxki_dxil_emit_tuple(e, start);
}

static dxki_md emit_io(dxki_dxil_emitter *e, const dxki_dxil_node_io *io)
{
    size_t start = e->stack.count;
    bool output = dxki_dxil_is_output_node(io);

    dxki_dxil_emit_tag(e, DXKI_MD_NODE_IO_FLAGS, dxki_dxil_emit_u32(e, io->flags));
    if (io->record.size)
        dxki_dxil_emit_tag(e, DXKI_MD_NODE_IO_RECORD_TYPE, emit_record(e, &io->record));
    if (output || io->max_records)
        dxki_dxil_emit_tag(e, DXKI_MD_NODE_IO_MAX_RECORDS, dxki_dxil_emit_u32(e, io->max_records));
    if (!output)
        return dxki_dxil_emit_tuple(e, start);
    if (io->array_size)
        dxki_dxil_emit_tag(e, DXKI_MD_NODE_IO_ARRAY_SIZE, dxki_dxil_emit_u32(e, io->array_size));
    if (DXKI_MD_HAS(io, NODE_IO_SHARED_WITH) && io->max_records_shared_with >= 0)
        dxki_dxil_emit_tag(e, DXKI_MD_NODE_IO_SHARED_WITH,
                           dxki_dxil_emit_u32(e, (uint32_t)io->max_records_shared_with));
    if (io->allow_sparse)
        dxki_dxil_emit_tag(e, DXKI_MD_NODE_IO_SPARSE, dxki_dxil_emit_bool(e, true));
    emit_id(e, DXKI_MD_NODE_IO_OUTPUT_ID, &io->id);
    return dxki_dxil_emit_tuple(e, start);
}

static void emit_ios(dxki_dxil_emitter *e, uint32_t tag, const dxki_dxil_list *list)
{
    size_t start;

    if (list->count == 0)
        return;
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, tag));
    start = e->stack.count;
    for (uint32_t i = 0; i < list->count && !e->failed; i++)
        dxki_dxil_emit_push(e, emit_io(e, list->items[i]));
    dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, start));
}

static void emit_node(dxki_dxil_emitter *e, const dxki_dxil_props *p)
{
    const dxki_dxil_node_props *n = &p->node;

    dxki_dxil_emit_tag(e, DXKI_MD_PROPS_NODE_LAUNCH, dxki_dxil_emit_u32(e, n->launch_type));
    emit_waves(e, p);
    if (n->is_program_entry)
        dxki_dxil_emit_tag(e, DXKI_MD_PROPS_NODE_IS_ENTRY, dxki_dxil_emit_bool(e, true));
    emit_id(e, DXKI_MD_PROPS_NODE_ID, &n->id);
    dxki_dxil_emit_tag(e, DXKI_MD_PROPS_NODE_LOCAL_ROOT,
                       dxki_dxil_emit_u32(e, n->local_root_index));
    emit_id(e, DXKI_MD_PROPS_NODE_SHARES, &n->shares_input_of);
    emit_grid(e, DXKI_MD_PROPS_NODE_GRID, n->grid);
    emit_grid(e, DXKI_MD_PROPS_NODE_MAX_GRID, n->max_grid);
    if (n->max_recursion)
        dxki_dxil_emit_tag(e, DXKI_MD_PROPS_NODE_RECURSION,
                           dxki_dxil_emit_u32(e, n->max_recursion));
    emit_ios(e, DXKI_MD_PROPS_NODE_INPUTS, &n->inputs);
    emit_ios(e, DXKI_MD_PROPS_NODE_OUTPUTS, &n->outputs);
}

/* ---------------------------------------------------------------------------------------- */
/* Stages                                                                                     */

static void emit_gs(dxki_dxil_emitter *e, const dxki_dxil_gs_state *gs)
{
    uint32_t mask = gs->topology ? gs->stream_mask & 15u : 0;
    const uint32_t numbers[5] = {gs->input_primitive, gs->max_vertices, mask,
                                 mask ? gs->topology : 0, gs->instances};

    emit_numbers(e, DXKI_MD_PROPS_GS_STATE, numbers, 5);
}

static void emit_hs(dxki_dxil_emitter *e, const dxki_dxil_hs_state *hs)
{
    const uint32_t numbers[5] = {hs->input_points, hs->output_points, hs->domain, hs->partitioning,
                                 hs->output};
    uint32_t function = hs->patch_function, bits;
    dxki_value factor;
    size_t start;

    memcpy(&bits, &hs->max_factor, sizeof bits);
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, DXKI_MD_PROPS_HS_STATE));
    start = e->stack.count;
    dxki_dxil_emit_push(e, function ? dxki_dxil_emit_value(e, DXKI_VALUE(DXKI_V_GLOBAL, function))
                                    : 0);
    for (size_t i = 0; i < DXKI_COUNT(numbers); i++)
        dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, numbers[i]));
    factor = dxki_const_float(e->m, DXKI_TY_FLOAT, bits);
    e->failed |= factor == 0;
    dxki_dxil_emit_push(e, dxki_dxil_emit_value(e, factor));
    dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, start));
}

/* A tuple that begins with the thread group. */
static void emit_group(dxki_dxil_emitter *e, uint32_t tag, const uint32_t threads[3],
                       const uint32_t *numbers, size_t count)
{
    size_t start;

    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, tag));
    start = e->stack.count;
    dxki_dxil_emit_push(e, dxki_dxil_emit_numbers(e, threads, 3));
    for (size_t i = 0; i < count; i++)
        dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, numbers[i]));
    dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, start));
}

static void emit_mesh(dxki_dxil_emitter *e, const dxki_dxil_ms_state *ms)
{
    const uint32_t numbers[4] = {ms->max_vertices, ms->max_primitives, ms->topology,
                                 ms->payload_size};

    emit_group(e, DXKI_MD_PROPS_MS_STATE, ms->num_threads, numbers, 4);
}

static void emit_ray(dxki_dxil_emitter *e, const dxki_dxil_props *p)
{
    bool hit =
        p->shader_kind == DXK_SHADER_KIND_ANY_HIT || p->shader_kind == DXK_SHADER_KIND_CLOSEST_HIT;

    dxki_dxil_emit_tag(e, DXKI_MD_PROPS_RAY_PAYLOAD, dxki_dxil_emit_u32(e, p->ray_payload_size));
    if (hit)
        dxki_dxil_emit_tag(e, DXKI_MD_PROPS_RAY_ATTRIBUTES,
                           dxki_dxil_emit_u32(e, p->ray_attribute_size));
}

static void emit_shared_limit(dxki_dxil_emitter *e, const dxki_dxil_props *p)
{
    if (has_model(e, 10) && DXKI_MD_HAS(p, PROPS_GROUP_SHARED))
        dxki_dxil_emit_tag(e, DXKI_MD_PROPS_GROUP_SHARED,
                           dxki_dxil_emit_u32(e, p->group_shared_limit));
}

static void emit_stage(dxki_dxil_emitter *e, const dxki_dxil_props *p, uint32_t kind)
{
    const uint32_t domain[2] = {p->ds.domain, p->ds.control_points};

    switch (kind) {
    case DXK_SHADER_KIND_COMPUTE:
        emit_numbers(e, DXKI_MD_PROPS_NUM_THREADS, p->num_threads, 3);
        emit_waves(e, p);
        emit_shared_limit(e, p);
        break;
    case DXK_SHADER_KIND_GEOMETRY:
        emit_gs(e, &p->gs);
        break;
    case DXK_SHADER_KIND_DOMAIN:
        emit_numbers(e, DXKI_MD_PROPS_DS_STATE, domain, 2);
        break;
    case DXK_SHADER_KIND_HULL:
        emit_hs(e, &p->hs);
        break;
    case DXK_SHADER_KIND_ANY_HIT:
    case DXK_SHADER_KIND_CLOSEST_HIT:
    case DXK_SHADER_KIND_MISS:
    case DXK_SHADER_KIND_CALLABLE:
        emit_ray(e, p);
        break;
    case DXK_SHADER_KIND_MESH:
        emit_mesh(e, &p->ms);
        emit_shared_limit(e, p);
        break;
    case DXK_SHADER_KIND_AMPLIFICATION:
        emit_group(e, DXKI_MD_PROPS_AS_STATE, p->as.num_threads, &p->as.payload_size, 1);
        emit_shared_limit(e, p);
        break;
    case DXK_SHADER_KIND_NODE:
        emit_numbers(e, DXKI_MD_PROPS_NUM_THREADS, p->num_threads, 3);
        emit_shared_limit(e, p);
        break;
    default:
        break;
    }
}

/* A root signature of an entry point, as the bytes it was read from. */
static void emit_root(dxki_dxil_emitter *e, dxk_bytes root)
{
    dxki_type type;
    dxki_value value;

    if (root.size == 0 || (!e->is_draft && !dxki_dxil_emit_allows(e, 7)))
        return;
    type = dxki_type_array(e->m, DXKI_TY_I8, root.size);
    value = type ? dxki_const_data(e->m, type, (dxk_str){(const char *)root.data, root.size}) : 0;
    e->failed |= value == 0;
    dxki_dxil_emit_push(e, dxki_dxil_emit_u32(e, DXKI_MD_PROPS_ROOT_SIGNATURE));
    size_t start = e->stack.count;
    dxki_dxil_emit_push(e, dxki_dxil_emit_value(e, value));
    dxki_dxil_emit_push(e, dxki_dxil_emit_tuple(e, start));
}

dxki_md dxki_dxil_emit_props(dxki_dxil_emitter *e, const dxki_dxil_entry *entry, bool in_library,
                             bool is_library)
{
    const dxki_dxil_props *p = &entry->props;
    uint32_t kind = is_library   ? (uint32_t)DXK_SHADER_KIND_LIBRARY
                    : in_library ? p->shader_kind
                                 : e->d->model.kind;
    uint64_t flags = !in_library                     ? p->shader_flags
                     : kind == DXK_SHADER_KIND_PIXEL ? p->shader_flags & EARLY_DEPTH
                                                     : 0;
    uint32_t space = in_library ? 0 : p->auto_binding_space;
    size_t start = e->stack.count;

    if (flags)
        dxki_dxil_emit_tag(e, DXKI_MD_PROPS_SHADER_FLAGS,
                           dxki_dxil_emit_const(e, DXKI_TY_I64, flags));
    if (in_library && kind != DXK_SHADER_KIND_LIBRARY)
        dxki_dxil_emit_tag(e, DXKI_MD_PROPS_SHADER_KIND, dxki_dxil_emit_u32(e, kind));
    if (kind == DXK_SHADER_KIND_NODE || p->node.launch_type)
        emit_node(e, p);
    emit_stage(e, p, kind);
    if ((in_library || DXKI_MD_HAS(p, PROPS_AUTO_SPACE)) && has_model(e, 3))
        emit_numbers(e, DXKI_MD_PROPS_AUTO_SPACE, &space, 1);
    if (!is_library)
        emit_root(e, p->root_signature);
    return e->stack.count > start ? dxki_dxil_emit_tuple(e, start) : 0;
}
