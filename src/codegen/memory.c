/* SPDX-License-Identifier: MIT */
/*
 * memory.c - values in memory as structures of the source, after one pointer: parameters of
 * functions of libraries, payloads and attributes of rays, records of nodes. See emit.h.
 *
 *   bool  i32       float3    <3 x float>       float2x3  %class.matrix.float.2.3 {[2 x <3 x float>]}
 *
 * The numbers of a matrix stand there by rows or columns, as it was declared.
 */
#include "codegen/emit.h"

static dxk_type scalar_type(const dxki_emit *e, uint8_t scalar)
{
    dxk_type type = dxki_emit_type(e, scalar);

    return type == DXK_TYPE_I1 ? DXK_TYPE_I32 : type;
}

dxki_emit_place dxki_emit_memory(dxki_emit *e, const dxki_hlsl_type *t, dxk_value pointer)
{
    (void)e;
    return (dxki_emit_place){.kind = DXKI_EMIT_MEMORY, .type = t, .handle = pointer};
}

dxki_emit_place dxki_emit_in_memory(dxki_emit *e, const dxki_hlsl_type *t)
{
    dxk_type type = dxki_emit_natural_type(e, t);
    dxk_builder *b = dxki_emit_b(e);
    dxk_block here = e->block;

    if (!dxki_emit_ready(e))
        return dxki_emit_nowhere();
    dxk_builder_at(b, e->allocas);
    dxk_value pointer = dxk_builder_alloca(b, type);
    dxk_builder_at(b, here);
    return dxki_emit_memory(e, t, pointer);
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

dxki_emit_place dxki_emit_memory_part(dxki_emit *e, dxki_emit_place p, dxki_emit_index i,
                                      const dxki_hlsl_type *t)
{
    const dxk_value indices[2] = {dxki_emit_i32(e, 0), dxki_emit_index_value(e, i)};

    p.handle = dxk_builder_gep(dxki_emit_b(e), p.handle, indices, 2);
    p.type = t;
    return p;
}

/* ---------------------------------------------------------------------------------------- */
/* Numbers                                                                                    */

/* A pointer to the numbers as one vector; a scalar stays what it is. */
static dxk_value as_vector(dxki_emit *e, const dxki_emit_place *p)
{
    const dxki_hlsl_type *t = p->type;

    if (t->kind != DXKI_HLSL_TY_MATRIX)
        return p->handle;
    dxk_type all = dxk_builder_vector(e->b, scalar_type(e, t->scalar), t->leaves);
    return dxk_builder_cast(dxki_emit_b(e), DXK_CAST_BITCAST, p->handle,
                            dxk_builder_pointer(e->b, all, 0));
}

dxk_value dxki_emit_from_memory(dxki_emit *e, dxk_value v, uint8_t scalar)
{
    if (scalar != DXKI_HLSL_S_BOOL)
        return v;
    return dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_NE, v, dxki_emit_i32(e, 0), 0);
}

dxk_value dxki_emit_to_memory(dxki_emit *e, dxk_value v, uint8_t scalar)
{
    if (scalar != DXKI_HLSL_S_BOOL)
        return v;
    return dxk_builder_cast(dxki_emit_b(e), DXK_CAST_ZEXT, v, dxki_emit_shape(e, DXK_TYPE_I32));
}

/* Where a leaf of a number stands. */
static uint32_t place_of_leaf(const dxki_emit *e, const dxki_hlsl_type *t, uint32_t leaf)
{
    if (t->kind != DXKI_HLSL_TY_MATRIX || dxki_hlsl_by_rows(e->c, t))
        return leaf;
    return leaf % t->columns * t->rows + leaf / t->columns;
}

static bool is_scalar(const dxki_hlsl_type *t)
{
    return t->kind != DXKI_HLSL_TY_VECTOR && t->kind != DXKI_HLSL_TY_MATRIX;
}

dxk_value dxki_emit_memory_vector(dxki_emit *e, const dxki_hlsl_type *t, dxk_value pointer)
{
    dxk_value v = dxk_builder_load(dxki_emit_b(e), pointer);

    e->lanes = t->columns;
    v = dxki_emit_from_memory(e, v, t->scalar);
    e->lanes = 0;
    return v;
}

void dxki_emit_memory_set_vector(dxki_emit *e, const dxki_hlsl_type *t, dxk_value pointer,
                                 dxk_value v)
{
    e->lanes = t->columns;
    v = dxki_emit_to_memory(e, v, t->scalar);
    e->lanes = 0;
    dxk_builder_store(dxki_emit_b(e), v, pointer);
}

void dxki_emit_memory_load(dxki_emit *e, const dxki_emit_place *p, dxk_value *out)
{
    const dxki_hlsl_type *t = p->type;
    dxk_value all = dxk_builder_load(dxki_emit_b(e), as_vector(e, p));

    for (uint32_t i = 0; i < t->leaves && dxki_emit_ready(e); i++) {
        dxk_value v = all;
        if (!is_scalar(t))
            v = dxk_builder_extract_element(dxki_emit_b(e), all,
                                            dxki_emit_i32(e, place_of_leaf(e, t, i)));
        out[i] = dxki_emit_from_memory(e, v, t->scalar);
    }
}

void dxki_emit_memory_store(dxki_emit *e, const dxki_emit_place *p, const dxk_value *v)
{
    const dxki_hlsl_type *t = p->type;
    dxk_value to = as_vector(e, p);

    if (is_scalar(t)) {
        dxk_builder_store(dxki_emit_b(e), dxki_emit_to_memory(e, v[0], t->scalar), to);
        return;
    }
    dxk_value all =
        dxk_builder_undef(e->b, dxk_builder_vector(e->b, scalar_type(e, t->scalar), t->leaves));
    for (uint32_t i = 0; i < t->leaves && dxki_emit_ready(e); i++)
        all =
            dxk_builder_insert_element(dxki_emit_b(e), all, dxki_emit_to_memory(e, v[i], t->scalar),
                                       dxki_emit_i32(e, place_of_leaf(e, t, i)));
    dxk_builder_store(dxki_emit_b(e), all, to);
}

/* A pointer to one component. */
static dxk_value component(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                           dxki_emit_index column)
{
    const dxki_hlsl_type *t = p->type;
    bool by_rows = t->kind != DXKI_HLSL_TY_MATRIX || dxki_hlsl_by_rows(e->c, t);
    dxki_emit_index major = by_rows ? row : column, minor = by_rows ? column : row;

    if (is_scalar(t))
        return p->handle;
    dxki_emit_index at =
        dxki_emit_add(e, dxki_emit_scale(e, major, by_rows ? t->columns : t->rows), minor);
    const dxk_value indices[2] = {dxki_emit_i32(e, 0), dxki_emit_index_value(e, at)};
    return dxk_builder_gep(dxki_emit_b(e), as_vector(e, p), indices, 2);
}

dxk_value dxki_emit_memory_component(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                                     dxki_emit_index column)
{
    dxk_value pointer = component(e, p, row, column);

    return dxki_emit_from_memory(e, dxk_builder_load(dxki_emit_b(e), pointer), p->type->scalar);
}

void dxki_emit_memory_set(dxki_emit *e, const dxki_emit_place *p, dxki_emit_index row,
                          dxki_emit_index column, dxk_value v)
{
    dxk_value pointer = component(e, p, row, column);

    dxk_builder_store(dxki_emit_b(e), dxki_emit_to_memory(e, v, p->type->scalar), pointer);
}
