/* SPDX-License-Identifier: MIT */
/*
 * cast.c - places that are cast: (float2)v = x. Such a place is some numbers of another one,
 * which is read and written as a whole. Bit fields are some bits of a number; see emit.h.
 */
#include "codegen/emit.h"

dxki_emit_place dxki_emit_cast_place(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_place *inner = DXKI_HLSL_NEW(e->c, dxki_emit_place);

    *inner = dxki_emit_place_of(e, n->a);
    if (inner->kind == DXKI_EMIT_NOWHERE || !dxki_emit_ready(e))
        return dxki_emit_nowhere();
    if (!inner->picked && dxki_hlsl_same(e->c, n->type, n->a->type))
        return *inner;
    return (dxki_emit_place){.kind = DXKI_EMIT_CAST, .type = n->type, .cast = inner};
}

static const dxki_hlsl_type *type_of(const dxki_emit_place *p)
{
    return p->picked ? p->result : p->type;
}

/* Number `i` of a place, before something computed picks others. */
static dxki_emit_index outer_leaf(dxki_emit *e, const dxki_emit_place *p, uint32_t i)
{
    dxki_emit_index at = {DXK_NONE, i};

    if (p->picked) {
        const dxki_emit_index row = {p->row, p->rows[i]}, column = {p->column, p->columns[i]};
        at = dxki_emit_add(e, dxki_emit_scale(e, row, p->type->columns), column);
    }
    return dxki_emit_add(e, at, p->at);
}

/* The number of the inner value that is number `i` of the outer one. */
static uint32_t inner_leaf(const dxki_emit_place *p, uint32_t i)
{
    const dxki_hlsl_type *from = type_of(p->cast), *to = p->type;

    if (from->kind == DXKI_HLSL_TY_MATRIX && to->kind == DXKI_HLSL_TY_MATRIX)
        i = i / to->columns * from->columns + i % to->columns;
    return p->first + i;
}

/* How many numbers a computed index may pick from, of an inner value that has so many. */
static uint32_t choices(const dxki_emit_place *p, uint32_t leaves)
{
    return p->at.value == DXK_NONE ? p->type->leaves : leaves - p->first;
}

/* True if an index is that number. */
static dxk_value is_number(dxki_emit *e, dxki_emit_index i, uint32_t number)
{
    return dxk_builder_compare(dxki_emit_b(e), DXK_COMPARE_EQ, dxki_emit_index_value(e, i),
                               dxki_emit_i32(e, number), 0);
}

static dxk_value load_leaf(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value all,
                           dxki_emit_index at, uint8_t scalar)
{
    bool known = at.value == DXK_NONE;
    uint32_t end = known ? at.add + 1 : choices(p, all.type->leaves);
    dxk_value v = DXK_NONE;

    for (uint32_t i = known ? at.add : 0; i < end && dxki_emit_ready(e); i++) {
        uint32_t k = inner_leaf(p, i);
        if (k >= all.type->leaves)
            break;
        dxk_value one =
            dxki_emit_convert_scalar(e, all.v[k], dxki_hlsl_leaf_scalar(all.type, k), scalar);
        v = v == DXK_NONE ? one : dxk_builder_select(dxki_emit_b(e), is_number(e, at, i), one, v);
    }
    return v;
}

dxki_emit_value dxki_emit_cast_load(dxki_emit *e, const dxki_emit_place *p)
{
    const dxki_hlsl_type *to = type_of(p);
    dxki_emit_value out = dxki_emit_values(e, to), all = dxki_emit_load(e, p->cast);

    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++) {
        dxk_value v = load_leaf(e, p, all, outer_leaf(e, p, i), dxki_hlsl_leaf_scalar(to, i));
        if (v != DXK_NONE)
            out.v[i] = v;
    }
    return out;
}

static void store_leaf(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value all,
                       dxki_emit_index at, dxk_value v, uint8_t scalar)
{
    bool known = at.value == DXK_NONE;
    uint32_t end = known ? at.add + 1 : choices(p, all.type->leaves);

    for (uint32_t i = known ? at.add : 0; i < end && dxki_emit_ready(e); i++) {
        uint32_t k = inner_leaf(p, i);
        if (k >= all.type->leaves)
            break;
        dxk_value one = dxki_emit_convert_scalar(e, v, scalar, dxki_hlsl_leaf_scalar(all.type, k));
        all.v[k] =
            known ? one : dxk_builder_select(dxki_emit_b(e), is_number(e, at, i), one, all.v[k]);
    }
}

void dxki_emit_cast_store(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value v)
{
    const dxki_hlsl_type *to = type_of(p);
    dxki_emit_value all = dxki_emit_load(e, p->cast);

    for (uint32_t i = 0; i < to->leaves && dxki_emit_ready(e); i++)
        store_leaf(e, p, all, outer_leaf(e, p, i), v.v[i], dxki_hlsl_leaf_scalar(to, i));
    if (dxki_emit_ready(e))
        dxki_emit_store(e, p->cast, all);
}

dxki_emit_place dxki_emit_cast_field(dxki_emit_place p, uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        p.first += p.type->record->fields[i].type->leaves;
    p.type = p.type->record->fields[index].type;
    return p;
}

dxki_emit_place dxki_emit_cast_element(dxki_emit *e, dxki_emit_place p, dxki_emit_index i)
{
    p.type = p.type->element;
    p.first += i.add * p.type->leaves;
    if (i.value != DXK_NONE)
        p.at = dxki_emit_add(e, p.at,
                             dxki_emit_scale(e, (dxki_emit_index){i.value, 0}, p.type->leaves));
    return p;
}

/* ---------------------------------------------------------------------------------------- */
/* Bit fields                                                                                 */

dxki_emit_place dxki_emit_bits_place(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_place *inner = DXKI_HLSL_NEW(e->c, dxki_emit_place);

    *inner = dxki_emit_place_of(e, n->a);
    if (inner->kind == DXKI_EMIT_NOWHERE || !dxki_emit_ready(e))
        return dxki_emit_nowhere();
    return (dxki_emit_place){.kind = DXKI_EMIT_BITS,
                             .type = n->type,
                             .cast = inner,
                             .first = n->index,
                             .width = n->count};
}

/* a op number */
static dxk_value with_number(dxki_emit *e, uint8_t op, uint8_t scalar, dxk_value a, uint64_t number)
{
    uint64_t bits = dxki_sema_convert_bits(e->c, number, DXKI_HLSL_S_LITERAL_INT, scalar);

    return dxki_emit_binary(e, op, scalar, a, dxki_emit_scalar_constant(e, scalar, bits));
}

static uint32_t width_of(const dxki_emit *e, uint8_t scalar)
{
    return 8 * dxki_hlsl_scalar_size(e->c, scalar);
}

dxki_emit_value dxki_emit_bits_load(dxki_emit *e, const dxki_emit_place *p)
{
    uint8_t holder = p->cast->type->scalar, scalar = p->type->scalar;
    dxki_emit_value all = dxki_emit_load(e, p->cast),
                    out = dxki_emit_values(e, p->picked ? p->result : p->type);

    if (!dxki_emit_ready(e))
        return out;
    /* the sign follows from the field, not from what holds it */
    dxk_value v = all.v[0];
    uint8_t as = dxki_sema_bits_scalar(p->type);
    v = with_number(e, DXKI_HLSL_T_SHL, holder, v, width_of(e, holder) - p->width - p->first);
    v = dxki_emit_convert_scalar(e, v, holder, as);
    v = with_number(e, DXKI_HLSL_T_SHR, as, v, width_of(e, holder) - p->width);
    v = dxki_emit_convert_scalar(e, v, as, scalar);
    for (uint32_t i = 0; i < out.type->leaves; i++) /* f.xx */
        out.v[i] = v;
    return out;
}

void dxki_emit_bits_store(dxki_emit *e, const dxki_emit_place *p, dxki_emit_value v)
{
    uint8_t holder = p->cast->type->scalar;
    uint64_t mask = p->width == 64 ? UINT64_MAX : ((uint64_t)1 << p->width) - 1;
    dxki_emit_value all = dxki_emit_load(e, p->cast);

    if (!dxki_emit_ready(e))
        return;
    dxk_value own = dxki_emit_convert_scalar(e, v.v[0], p->type->scalar, holder);
    own = with_number(e, DXKI_HLSL_T_AND, holder, own, mask);
    own = with_number(e, DXKI_HLSL_T_SHL, holder, own, p->first);
    dxk_value rest = with_number(e, DXKI_HLSL_T_AND, holder, all.v[0], ~(mask << p->first));
    all.v[0] = dxki_emit_binary(e, DXKI_HLSL_T_OR, holder, rest, own);
    dxki_emit_store(e, p->cast, all);
}
