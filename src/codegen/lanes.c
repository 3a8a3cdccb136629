/* SPDX-License-Identifier: MIT */
/*
 * lanes.c - vectors that stay vectors: from shader model 6.9 on a module has them, and most
 * operations work on all elements at once. See emit.h.
 *
 * A value of such a type is closed, one vector, or open, a list of scalars like any other value.
 * Code that works on each element alike is written for scalars: while `lanes` is set, types and
 * constants that it asks for are vectors of that many elements, and so it makes vectors of vectors.
 */
#include "codegen/emit.h"

#include "builder/builder.h"
#include "ir/dxop.h"

bool dxki_emit_is_native(const dxki_emit *e, const dxki_hlsl_type *t)
{
    return e->native && t->kind == DXKI_HLSL_TY_VECTOR && t->columns > 1;
}

dxki_emit_value dxki_emit_closed(const dxki_hlsl_type *t, dxk_value whole)
{
    return (dxki_emit_value){t, NULL, whole};
}

/* ---------------------------------------------------------------------------------------- */
/* Shapes                                                                                     */

dxk_type dxki_emit_shape(dxki_emit *e, dxk_type type)
{
    return e->lanes ? dxk_builder_vector(e->b, type, e->lanes) : type;
}

static bool is_vector(const dxki_emit *e, dxk_value v)
{
    return dxki_builder_ready(e->b) && v != DXK_NONE &&
           dxki_type_is_vector(e->b->m, dxk_builder_type_of(e->b, v));
}

static dxk_value mask_of(dxki_emit *e, const uint32_t *from, uint32_t count)
{
    dxk_value *which = DXKI_NEW_ARRAY(&e->c->arena, dxk_value, count);

    if (!which) {
        dxki_hlsl_nomem(e->c);
        return DXK_NONE;
    }
    for (uint32_t i = 0; i < count; i++)
        which[i] = dxk_builder_i32(e->b, from ? from[i] : 0);
    return dxk_builder_aggregate(e->b, dxk_builder_vector(e->b, DXK_TYPE_I32, count), which, count);
}

dxk_value dxki_emit_shuffle(dxki_emit *e, dxk_value v, const uint32_t *from, uint32_t count)
{
    dxk_value mask = mask_of(e, from, count);

    if (mask == DXK_NONE)
        return DXK_NONE;
    return dxk_builder_shuffle(dxki_emit_b(e), v,
                               dxk_builder_undef(e->b, dxk_builder_type_of(e->b, v)), mask);
}

/* A vector of constants. */
static dxk_value constants(dxki_emit *e, dxk_type type, const dxk_value *v, uint32_t count)
{
    return dxk_builder_aggregate(e->b, dxk_builder_vector(e->b, type, count), v, count);
}

dxk_value dxki_emit_splat(dxki_emit *e, dxk_value v, uint32_t count)
{
    dxk_type type = dxk_builder_type_of(e->b, v);

    if (v == DXK_NONE || !dxki_emit_ready(e))
        return DXK_NONE;
    if (dxki_value_is_const(v)) {
        dxk_value *all = DXKI_NEW_ARRAY(&e->c->arena, dxk_value, count);
        if (!all) {
            dxki_hlsl_nomem(e->c);
            return DXK_NONE;
        }
        for (uint32_t i = 0; i < count; i++)
            all[i] = v;
        return constants(e, type, all, count);
    }
    dxk_value first = dxk_builder_insert_element(
        dxki_emit_b(e), dxk_builder_undef(e->b, dxk_builder_vector(e->b, type, count)), v,
        dxk_builder_i32(e->b, 0));
    return dxki_emit_shuffle(e, first, NULL, count);
}

dxk_value dxki_emit_in_lanes(dxki_emit *e, dxk_value v)
{
    return e->lanes && !is_vector(e, v) ? dxki_emit_splat(e, v, e->lanes) : v;
}

/* ---------------------------------------------------------------------------------------- */
/* Open and closed                                                                            */

dxk_value dxki_emit_lane(dxki_emit *e, dxk_value whole, uint32_t i)
{
    return dxk_builder_extract_element(dxki_emit_b(e), whole, dxk_builder_i32(e->b, i));
}

dxki_emit_value dxki_emit_opened(dxki_emit *e, dxki_emit_value v)
{
    if (v.v || !v.type)
        return v;
    dxki_emit_value out = dxki_emit_values(e, v.type);
    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++)
        out.v[i] = dxki_emit_lane(e, v.whole, i);
    out.whole = v.whole;
    return out;
}

/* The vector that value `v` is element `i` of; DXK_NONE: none is known. */
static dxk_value source_of(const dxki_emit *e, dxk_value v, uint32_t i)
{
    const dxk_module *m = e->b->m;
    uint32_t inst = dxki_value_as_inst(v);
    uint64_t index;

    if (!m || !inst || dxki_inst_get(m, inst)->op != DXKI_OP_EXTRACTELEMENT)
        return DXK_NONE;
    const dxki_value *ops = dxki_inst_ops(m, inst);
    return dxki_value_as_int(m, ops[1], &index) && index == i ? ops[0] : (dxk_value)DXK_NONE;
}

/* The vector of which those are all elements; DXK_NONE: there is none. */
static dxk_value common_source(const dxki_emit *e, const dxk_value *v, uint32_t count)
{
    dxk_value whole = source_of(e, v[0], 0);

    if (whole == DXK_NONE || dxki_type_count(e->b->m, dxk_builder_type_of(e->b, whole)) != count)
        return DXK_NONE;
    for (uint32_t i = 1; i < count; i++) {
        if (source_of(e, v[i], i) != whole)
            return DXK_NONE;
    }
    return whole;
}

static bool is_alike(const dxk_value *v, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        if (v[i] != v[0])
            return false;
    }
    return true;
}

dxk_value dxki_emit_pack(dxki_emit *e, dxk_type type, const dxk_value *v, uint32_t count)
{
    uint32_t known = 0;

    if (!dxki_emit_ready(e) || !dxki_builder_ready(e->b))
        return DXK_NONE;
    dxk_value whole = common_source(e, v, count);
    if (whole != DXK_NONE)
        return whole;
    while (known < count && dxki_value_is_const(v[known]))
        known++;
    if (known == count)
        return constants(e, type, v, count);
    if (is_alike(v, count))
        return dxki_emit_splat(e, v[0], count);
    whole = dxk_builder_undef(e->b, dxk_builder_vector(e->b, type, count));
    for (uint32_t i = 0; i < count && dxki_emit_ready(e); i++)
        whole = dxk_builder_insert_element(dxki_emit_b(e), whole, v[i], dxk_builder_i32(e->b, i));
    return whole;
}

dxk_value dxki_emit_whole(dxki_emit *e, dxki_emit_value v)
{
    if (v.whole != DXK_NONE || !v.v || v.type->kind != DXKI_HLSL_TY_VECTOR)
        return v.whole;
    return dxki_emit_pack(e, dxki_emit_type(e, v.type->scalar), v.v, v.type->leaves);
}

dxki_emit_value dxki_emit_settled(dxki_emit *e, dxki_emit_value v)
{
    if (v.type && v.v && dxki_emit_is_native(e, v.type))
        v.whole = dxki_emit_whole(e, v);
    return v;
}

/* ---------------------------------------------------------------------------------------- */
/* Operators and conversions                                                                  */

dxki_emit_value dxki_emit_wide_binary(dxki_emit *e, uint8_t op, const dxki_hlsl_type *type,
                                      dxki_emit_value a, dxki_emit_value b)
{
    dxk_value x = dxki_emit_whole(e, a), y = dxki_emit_whole(e, b);

    e->lanes = type->columns;
    dxk_value v = dxki_emit_binary(e, op, a.type->scalar, x, y);
    e->lanes = 0;
    return dxki_emit_closed(type, v);
}

dxki_emit_value dxki_emit_wide_unary(dxki_emit *e, uint8_t op, const dxki_hlsl_type *type,
                                     dxki_emit_value a)
{
    dxk_value x = dxki_emit_whole(e, a);

    e->lanes = type->columns;
    dxk_value v = dxki_emit_unary(e, op, type->scalar, x);
    e->lanes = 0;
    return dxki_emit_closed(type, v);
}

dxk_value dxki_emit_convert_lanes(dxki_emit *e, dxk_value v, uint32_t lanes, uint8_t from,
                                  uint8_t to)
{
    e->lanes = lanes;
    v = dxki_emit_convert_scalar(e, v, from, to);
    e->lanes = 0;
    return v;
}

bool dxki_emit_convert_wide(dxki_emit *e, dxki_emit_value v, const dxki_hlsl_type *to,
                            dxki_emit_value *out)
{
    const dxki_hlsl_type *from = v.type;

    if (!dxki_emit_is_native(e, to))
        return false;
    if (from->leaves == 1 && v.v) {
        dxk_value one =
            dxki_emit_convert_scalar(e, v.v[0], dxki_hlsl_leaf_scalar(from, 0), to->scalar);
        *out = dxki_emit_closed(to, dxki_emit_splat(e, one, to->columns));
        return true;
    }
    if (!dxki_emit_is_native(e, from) || from->columns < to->columns)
        return false;
    dxk_value whole = dxki_emit_whole(e, v);
    if (from->columns > to->columns) {
        uint32_t *first = DXKI_NEW_ARRAY(&e->c->arena, uint32_t, to->columns);
        if (!first) {
            dxki_hlsl_nomem(e->c);
            return false;
        }
        for (uint32_t i = 0; i < to->columns; i++)
            first[i] = i;
        whole = dxki_emit_shuffle(e, whole, first, to->columns);
    }
    *out = dxki_emit_closed(
        to, dxki_emit_convert_lanes(e, whole, to->columns, from->scalar, to->scalar));
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Operations                                                                                 */

/* Does an operation of DXIL work on vectors of that type? */
static bool takes_vectors(const dxki_emit *e, dxk_op op, dxk_type overload)
{
    const dxki_dxop_info *info = dxki_dxop_find(op);
    dxk_type type = overload == DXK_NONE ? DXK_NONE : dxk_builder_vector(e->b, overload, e->lanes);

    return info && type != DXK_NONE && dxki_dxop_overload_count(info) == 1 &&
           dxki_dxil_overload_allowed(e->b->m, info, 0, type);
}

/* One operation for each element. */
static dxk_value split_op(dxki_emit *e, dxk_op op, dxk_type overload, const dxk_value *args,
                          size_t count)
{
    uint32_t lanes = e->lanes;
    dxki_emit_value out = dxki_emit_values(
        e, dxki_hlsl_type_array(e->c, dxki_hlsl_type_scalar(e->c, DXKI_HLSL_S_INT), lanes));
    dxk_value one[8] = {DXK_NONE};

    e->lanes = 0;
    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++) {
        for (size_t k = 0; k < count && k < 8; k++)
            one[k] = is_vector(e, args[k]) ? dxki_emit_lane(e, args[k], i) : args[k];
        out.v[i] = dxki_emit_op(e, op, overload, one, count);
    }
    dxk_value whole = DXK_NONE;
    if (out.type->leaves == lanes)
        whole = dxki_emit_pack(e, dxk_builder_type_of(e->b, out.v[0]), out.v, lanes);
    e->lanes = lanes;
    return whole;
}

dxk_value dxki_emit_wide_op(dxki_emit *e, dxk_op op, dxk_type overload, const dxk_value *args,
                            size_t count)
{
    if (!dxki_emit_ready(e) || !dxki_builder_ready(e->b))
        return DXK_NONE;
    if (!takes_vectors(e, op, overload))
        return split_op(e, op, overload, args, count);
    return dxk_builder_op(dxki_emit_b(e), op, dxki_emit_shape(e, overload), args, count);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions of the language                                                                  */

/* Lowerings that work on each element alike, and on nothing but the elements of their arguments. */
static const bool by_lanes[DXKI_HLSL_LOWER_COUNT] = {
    [DXKI_HLSL_LOWER_ABS] = true,        [DXKI_HLSL_LOWER_ATAN2] = true,
    [DXKI_HLSL_LOWER_BITCAST] = true,    [DXKI_HLSL_LOWER_CLAMP] = true,
    [DXKI_HLSL_LOWER_EACH] = true,       [DXKI_HLSL_LOWER_EACH_WITH] = true,
    [DXKI_HLSL_LOWER_EXP] = true,        [DXKI_HLSL_LOWER_FIRSTBITHIGH] = true,
    [DXKI_HLSL_LOWER_FMOD] = true,       [DXKI_HLSL_LOWER_FREXP] = true,
    [DXKI_HLSL_LOWER_FWIDTH] = true,     [DXKI_HLSL_LOWER_KIND] = true,
    [DXKI_HLSL_LOWER_LDEXP] = true,      [DXKI_HLSL_LOWER_LERP] = true,
    [DXKI_HLSL_LOWER_LOG] = true,        [DXKI_HLSL_LOWER_LOGIC] = true,
    [DXKI_HLSL_LOWER_MODF] = true,       [DXKI_HLSL_LOWER_MULTI_OP] = true,
    [DXKI_HLSL_LOWER_POW] = true,        [DXKI_HLSL_LOWER_RCP] = true,
    [DXKI_HLSL_LOWER_SCALE] = true,      [DXKI_HLSL_LOWER_SELECT] = true,
    [DXKI_HLSL_LOWER_SIGN] = true,       [DXKI_HLSL_LOWER_SINCOS] = true,
    [DXKI_HLSL_LOWER_SMOOTHSTEP] = true, [DXKI_HLSL_LOWER_STEP] = true,
    [DXKI_HLSL_LOWER_WAVE_BIT] = true,   [DXKI_HLSL_LOWER_WAVE_OP] = true,
};

uint32_t dxki_emit_lanes_of(const dxki_emit *e, const dxki_hlsl_node *n)
{
    if (!e->native || !by_lanes[n->row->lowering] || !n->list_count)
        return 0;
    if (dxki_emit_is_native(e, n->type))
        return n->type->columns;
    const dxki_hlsl_type *first = n->list[0]->type;
    return n->type->kind == DXKI_HLSL_TY_VOID && dxki_emit_is_native(e, first) ? first->columns : 0;
}

dxki_emit_value dxki_emit_aside(dxki_emit *e, const dxki_hlsl_node *n)
{
    uint32_t lanes = e->lanes;

    e->lanes = 0;
    dxki_emit_value v = dxki_emit_expr(e, n);
    e->lanes = lanes;
    return v;
}

dxki_emit_value dxki_emit_argument(dxki_emit *e, const dxki_hlsl_node *n)
{
    uint32_t lanes = e->lanes;

    if (!lanes || !dxki_emit_is_native(e, n->type) || n->type->columns != lanes)
        return dxki_emit_aside(e, n);
    e->lanes = 0;
    dxk_value whole = dxki_emit_whole(e, dxki_emit_read_expr(e, n));
    e->lanes = lanes;
    return dxki_emit_one(e, n->type->scalar, whole);
}

dxki_emit_value dxki_emit_of_lanes(dxki_emit *e, dxki_emit_value v, uint32_t lanes)
{
    if (!dxki_hlsl_is_numeric(v.type))
        return v;
    return dxki_emit_closed(dxki_hlsl_type_vector(e->c, (dxki_hlsl_scalar)v.type->scalar, lanes),
                            v.v[0]);
}
