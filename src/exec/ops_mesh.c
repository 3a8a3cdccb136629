/* SPDX-License-Identifier: MIT */
/*
 * ops_mesh.c - operations of stages that make primitives: vertices in streams, meshes, payloads.
 * Source: D3D11.3 functional specification, 13 (geometry); Mesh Shader specification.
 */
#include "exec/group.h"
#include "exec/math.h"
#include "exec/memory.h"
#include "exec/ops_resource.h"
#include "exec/stage.h"

/* ---------------------------------------------------------------------------------------- */
/* Streams                                                                                    */

/* What is written of a vertex goes with it: the next one begins anew. */
static void emit_vertex(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint32_t stream)
{
    const dxki_exec_stage *s = w->worker->stage;
    const dxk_run_primitives *p = s->streams;
    size_t words = w->program->info.output_words, invocation = s->first + w->thread_of[lane];
    uint32_t most = w->program->stage.max_vertices, *count = &p->vertex_counts[invocation];
    uint32_t *from = s->outputs + invocation * words;
    uint8_t *inside = &s->is_inside[invocation], bit = (uint8_t)(1u << stream);

    if (s->written)
        dxki_exec_check_outputs(w, i, lane, stream);
    if (*count < most) {
        size_t at = invocation * most + *count;
        memcpy(p->outputs + at * words, from, words * sizeof *from);
        p->marks[at] = (uint8_t)(stream | (*inside & bit ? 0 : DXK_RUN_BEGINS));
        *inside |= bit;
        (*count)++;
    } else {
        dxki_exec_finding(w, DXKI_FOUND_GS_OVERFLOW, i, lane, *count, most);
    }
    for (size_t n = 0; n < words; n++)
        from[n] = (uint32_t)dxki_exec_undef(w);
}

static void use_stream(dxki_exec_wave *w, const dxki_exec_inst *i, bool emits, bool cuts)
{
    const uint32_t *streams = dxki_exec_given(w, i, 0);
    const dxki_exec_stage *s = w->worker->stage;

    if (!s || !s->streams)
        return;
    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, stream = dxki_exec_or_zero(streams, lane) & DXK_RUN_STREAM;
        if (emits)
            emit_vertex(w, i, lane, stream);
        if (cuts)
            s->is_inside[s->first + w->thread_of[lane]] &= (uint8_t) ~(1u << stream);
    }
}

/* (stream) */
void dxki_exec_run_emit(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    use_stream(w, i, true, false);
}

void dxki_exec_run_cut(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    use_stream(w, i, false, true);
}

void dxki_exec_run_emit_cut(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    use_stream(w, i, true, true);
}

/* ---------------------------------------------------------------------------------------- */
/* Meshes                                                                                     */

static dxk_run_meshlet *mesh_of(const dxki_exec_wave *w)
{
    return w->worker->stage ? w->worker->stage->mesh : NULL;
}

/* False, with a finding: an index is beyond a count. */
static bool is_counted(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t lane, uint32_t index,
                       uint32_t count)
{
    if (index < count)
        return true;
    dxki_exec_finding(w, DXKI_FOUND_MESH_COUNTS, i, lane, index, count);
    return false;
}

/* (vertices, primitives): those of the first lane count. */
void dxki_exec_run_mesh_counts(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxk_run_stage *most = &w->program->stage;
    dxk_run_meshlet *mesh = mesh_of(w);

    if (!mesh || dxki_exec_mask_is_empty(&w->mask))
        return;
    uint32_t lane = dxki_exec_mask_first(&w->mask);
    uint32_t vertices = dxki_exec_or_zero(dxki_exec_given(w, i, 0), lane);
    uint32_t primitives = dxki_exec_or_zero(dxki_exec_given(w, i, 1), lane);
    if (vertices && !is_counted(w, i, lane, vertices - 1, most->max_vertices))
        vertices = most->max_vertices;
    if (primitives && !is_counted(w, i, lane, primitives - 1, most->max_primitives))
        primitives = most->max_primitives;
    mesh->vertex_count = vertices;
    mesh->primitive_count = primitives;
}

/* (primitive, vertex 0, vertex 1, vertex 2) */
void dxki_exec_run_indices(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxk_run_meshlet *mesh = mesh_of(w);
    uint32_t corners = w->program->stage.topology == DXK_PRIMITIVE_TOPOLOGY_LINE_LIST ? 2 : 3;

    if (!mesh)
        return;
    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each;
        uint32_t primitive = dxki_exec_or_zero(dxki_exec_given(w, i, 0), lane);
        bool is_there = is_counted(w, i, lane, primitive, mesh->primitive_count);
        for (uint32_t k = 0; k < corners && is_there; k++) {
            uint32_t vertex = dxki_exec_or_zero(dxki_exec_given(w, i, 1 + k), lane);
            mesh->indices[3 * primitive + k] = vertex;
            (void)is_counted(w, i, lane, vertex, mesh->vertex_count);
        }
    }
}

/* (row, value, index): into record `index` of `count`. */
static void store_record(dxki_exec_wave *w, const dxki_exec_inst *i, uint32_t *to, uint32_t words,
                         uint32_t count)
{
    const uint32_t *rows = dxki_exec_given(w, i, 0), *values = dxki_exec_given(w, i, 1);
    const uint32_t *indices = dxki_exec_given(w, i, 2);

    DXKI_EXEC_EACH_LANE(w, each)
    {
        uint32_t lane = (uint32_t)each, row = dxki_exec_or_zero(rows, lane);
        uint32_t index = dxki_exec_or_zero(indices, lane);
        if (is_counted(w, i, lane, index, count) && row < i->b)
            to[(size_t)index * words + i->imm + 4 * row] =
                dxki_exec_stage_word(i, dxki_exec_or_undef(w, values, lane));
    }
}

void dxki_exec_run_store_vertex(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxk_run_meshlet *mesh = mesh_of(w);

    if (mesh)
        store_record(w, i, mesh->vertices, w->program->info.output_words, mesh->vertex_count);
}

void dxki_exec_run_store_primitive(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    dxk_run_meshlet *mesh = mesh_of(w);

    if (mesh)
        store_record(w, i, mesh->primitives, w->program->stage.patch_words, mesh->primitive_count);
}

/* (x, y, z, offset of the payload); `b` is the row with its object if `imm` is 0, else `imm` is the
 * object. Those of the first lane count. */
void dxki_exec_run_dispatch_mesh(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    const dxki_exec_stage *s = w->worker->stage;

    if (!s || !s->amplified || dxki_exec_mask_is_empty(&w->mask))
        return;
    uint32_t lane = dxki_exec_mask_first(&w->mask);
    uint32_t object = i->imm ? i->imm : dxki_exec_row(w, i->b)[lane];
    uint32_t at = dxki_exec_or_zero(dxki_exec_given(w, i, 3), lane);
    for (uint32_t k = 0; k < 3; k++)
        s->amplified->grid[k] = dxki_exec_or_zero(dxki_exec_given(w, i, k), lane);
    if (s->amplified->payload)
        dxki_exec_read_bytes(w, object, lane, at, s->amplified->payload,
                             w->program->stage.payload_size);
}
