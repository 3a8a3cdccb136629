/* SPDX-License-Identifier: MIT */
/* wide.c - places of vectors that stay vectors: variables, and what lies in raw buffers and after
 * pointers; see lanes.c and emit.h. */
#include "codegen/emit.h"

bool dxki_emit_is_wide(const dxki_emit_place *p)
{
    return p->kind == DXKI_EMIT_LOCAL && p->type->kind == DXKI_HLSL_TY_VECTOR && p->slots->lanes;
}

/* Pointer to a vector, or to its element at `column`. */
dxk_value dxki_emit_wide_address(dxki_emit *e, const dxki_emit_place *p,
                                 const dxki_emit_index *column)
{
    dxk_value indices[3] = {dxki_emit_i32(e, 0)};
    size_t count = 1;

    if (p->slots->count != 1)
        indices[count++] = dxki_emit_index_value(e, p->at);
    if (column)
        indices[count++] = dxki_emit_index_value(e, *column);
    return count == 1 ? p->slots->pointer
                      : dxk_builder_gep(dxki_emit_b(e), p->slots->pointer, indices, count);
}

static dxk_value load_wide(dxki_emit *e, const dxki_emit_place *p)
{
    return dxki_emit_memory_vector(e, p->type, dxki_emit_wide_address(e, p, NULL));
}

static void store_wide(dxki_emit *e, const dxki_emit_place *p, dxk_value v)
{
    dxki_emit_memory_set_vector(e, p->type, dxki_emit_wide_address(e, p, NULL), v);
}

/* Is an element of a variable reached through all of the variable? So it can become a value. In memory
 * that others write to, too, and in arrays, elements are read and written for themselves. */
static bool is_by_whole(const dxki_emit_place *p, dxki_emit_index column)
{
    return !p->slots->is_shared && p->slots->count == 1 && column.value == DXK_NONE;
}

dxk_value dxki_emit_wide_element(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index column)
{
    if (is_by_whole(p, column))
        return dxki_emit_lane(e, load_wide(e, p), column.add);
    return dxki_emit_from_memory(
        e, dxk_builder_load(dxki_emit_b(e), dxki_emit_wide_address(e, p, &column)),
        p->slots->scalar);
}

void dxki_emit_set_wide_element(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index column,
                                dxk_value v)
{
    if (!is_by_whole(p, column)) {
        v = dxki_emit_to_memory(e, v, p->slots->scalar);
        dxk_builder_store(dxki_emit_b(e), v, dxki_emit_wide_address(e, p, &column));
        return;
    }
    dxk_value whole = load_wide(e, p);
    whole = dxk_builder_insert_element(dxki_emit_b(e), whole, v, dxk_builder_i32(e->b, column.add));
    store_wide(e, p, whole);
}

/* A vector of a place that has vectors; false: it is none. */
bool dxki_emit_read_wide(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value *out)
{
    dxki_emit_place whole = *p;
    uint32_t from[4];

    if (!dxki_emit_ready(e) || !p->type || !dxki_emit_is_native(e, p->type) ||
        (p->kind != DXKI_EMIT_PACKED && p->kind != DXKI_EMIT_MEMORY && !dxki_emit_is_wide(p)))
        return false;
    if (p->picked && (p->count < 2 || p->column != DXK_NONE))
        return false;
    whole.picked = false;
    dxk_value v = p->kind == DXKI_EMIT_PACKED   ? dxki_emit_buffer_vector(e, p)
                  : p->kind == DXKI_EMIT_MEMORY ? dxki_emit_memory_vector(e, p->type, p->handle)
                                                : load_wide(e, &whole);
    for (uint8_t i = 0; p->picked && i < p->count; i++)
        from[i] = p->columns[i];
    *out = dxki_emit_closed(p->picked ? p->result : p->type,
                            p->picked ? dxki_emit_shuffle(e, v, from, p->count) : v);
    return true;
}

/* The same to such a place, of all of it. */
bool dxki_emit_write_wide(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value v)
{
    if (p->picked || !p->type || !dxki_emit_is_native(e, p->type))
        return false;
    if (p->kind == DXKI_EMIT_PACKED)
        dxki_emit_buffer_set_vector(e, p, dxki_emit_whole(e, v));
    else if (p->kind == DXKI_EMIT_MEMORY)
        dxki_emit_memory_set_vector(e, p->type, p->handle, dxki_emit_whole(e, v));
    else if (dxki_emit_is_wide(p))
        store_wide(e, p, dxki_emit_whole(e, v));
    else
        return false;
    return true;
}
