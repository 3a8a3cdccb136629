/* SPDX-License-Identifier: MIT */
/* hit.c - lowerings of hit objects and of the reordering of threads; and positions of triangles.
 * See sema/lowering.h; the DXIL specification, "Shader Execution Reordering". */
#include "codegen/ray.h"

#include "ir/dxop.h"

#define LOWER(name) dxki_emit_value dxki_emit_lower_##name(dxki_emit *e, const dxki_hlsl_node *n)

static dxki_emit_value nothing(dxki_emit *e)
{
    return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
}

static dxki_emit_value hit(dxki_emit *e, dxk_value v)
{
    return dxki_emit_one(e, DXKI_HLSL_S_HIT, v);
}

/* The first number of an argument. */
static dxk_value number(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_value v = dxki_emit_expr(e, n);

    return dxki_emit_ready(e) ? v.v[0] : (dxk_value)DXK_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Where they come from                                                                       */

dxk_value dxki_emit_no_hit(dxki_emit *e)
{
    return dxki_emit_op(e, DXK_OP_HitObject_MakeNop, DXK_NONE, NULL, 0);
}

/* MakeNop(), MakeMiss(flags, index, ray) */
LOWER(HIT_MAKE)
{
    dxk_value args[16] = {DXK_NONE};
    size_t count = dxki_emit_ray_operands(e, n, 0, n->list_count, args);

    return hit(e, dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, args, count));
}

/* FromRayQuery(query), FromRayQuery(query, kind, attributes) */
LOWER(HIT_FROM_QUERY)
{
    dxki_emit_passed attributes = {.place = dxki_emit_nowhere()};
    dxk_value args[3] = {DXK_NONE};

    if (n->list_count > 2) {
        attributes = dxki_emit_pass(e, n->list[2]);
        args[1] = number(e, n->list[1]);
        args[2] = attributes.copy.handle;
    }
    args[0] = dxki_emit_query(e, n->list[0]);
    return hit(e, dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, args, n->list_count));
}

/* ---------------------------------------------------------------------------------------- */
/* What becomes of them                                                                       */

/* Invoke(hit, payload) */
LOWER(HIT_INVOKE)
{
    if (n->list[1]->type->kind == DXKI_HLSL_TY_RECORD)
        dxki_emit_check_payload(e, n->list[1]->type, dxki_emit_declared_at(n->list[1]));
    dxki_emit_passed payload = dxki_emit_pass(e, n->list[1]);
    if (!dxki_emit_ready(e))
        return nothing(e);
    const dxk_value args[] = {number(e, n->list[0]), payload.copy.handle};
    dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, args, 2);
    dxki_emit_take_back(e, &payload);
    return nothing(e);
}

/* hit.SetShaderTableIndex(index) makes another hit of it. */
LOWER(HIT_SET)
{
    dxki_emit_place p = dxki_emit_place_of(e, n->a);
    dxk_value index = number(e, n->list[0]);
    dxki_emit_value before = dxki_emit_load(e, &p);

    if (!dxki_emit_ready(e))
        return nothing(e);
    const dxk_value args[] = {before.v[0], index};
    dxki_emit_store(e, &p, hit(e, dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, args, 2)));
    return nothing(e);
}

/* hit.GetAttributes(attributes) */
LOWER(HIT_ATTRIBUTES)
{
    dxki_emit_passed attributes = dxki_emit_pass_out(e, n->list[0]);

    if (!dxki_emit_ready(e))
        return nothing(e);
    const dxk_value args[] = {number(e, n->a), attributes.copy.handle};
    dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, args, 2);
    dxki_emit_take_back(e, &attributes);
    return nothing(e);
}

/* MaybeReorderThread(hit), (hint, bits), (hit, hint, bits) */
LOWER(REORDER)
{
    bool has_hit = n->list_count != 2;
    dxk_value args[3] = {DXK_NONE, dxk_builder_undef(e->b, DXK_TYPE_I32), dxki_emit_i32(e, 0)};

    args[0] = has_hit ? number(e, n->list[0]) : dxki_emit_no_hit(e);
    for (size_t i = has_hit; i < n->list_count; i++)
        args[has_hit ? i : i + 1] = number(e, n->list[i]);
    dxki_emit_op(e, (dxk_op)n->row->op, DXK_NONE, args, 3);
    return nothing(e);
}

/* ---------------------------------------------------------------------------------------- */
/* Triangles                                                                                  */

/* Three points, as one vector of nine. */
LOWER(POSITIONS)
{
    dxki_emit_value v = dxki_emit_values(e, n->type);
    const dxk_value object = n->a ? dxki_emit_query(e, n->a) : (dxk_value)DXK_NONE;
    dxk_value all = dxki_emit_op(e, (dxk_op)n->row->op, DXK_TYPE_FLOAT, &object, n->a != NULL);

    for (uint32_t i = 0; i < v.type->leaves && dxki_emit_ready(e); i++)
        v.v[i] = dxk_builder_extract_element(dxki_emit_b(e), all, dxki_emit_i32(e, i));
    return v;
}
