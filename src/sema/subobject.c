/* SPDX-License-Identifier: MIT */
/*
 * subobject.c - the kinds of sub-objects of libraries, and the values of their lists; see sema.h.
 *
 *     TriangleHitGroup hit = {"anyHit", "closestHit"};
 *
 * Source: DirectXShaderCompiler for the kinds and their members.
 */
#include "base/count.h"
#include "sema/check.h"

static const dxki_sema_subobject_kind kinds[] = {
    {DXKI_HLSL_O_STATE_CONFIG, "n", DXK_SUBOBJECT_KIND_STATE_OBJECT_CONFIG, 0},
    {DXKI_HLSL_O_GLOBAL_ROOT, "t", DXK_SUBOBJECT_KIND_GLOBAL_ROOT_SIGNATURE, 0},
    {DXKI_HLSL_O_LOCAL_ROOT, "t", DXK_SUBOBJECT_KIND_LOCAL_ROOT_SIGNATURE, 0},
    {DXKI_HLSL_O_SUBOBJECT_EXPORTS, "tt", DXK_SUBOBJECT_KIND_SUBOBJECT_TO_EXPORTS_ASSOCIATION, 0},
    {DXKI_HLSL_O_SHADER_CONFIG, "nn", DXK_SUBOBJECT_KIND_RAYTRACING_SHADER_CONFIG, 0},
    {DXKI_HLSL_O_PIPELINE_CONFIG, "n", DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG, 0},
    {DXKI_HLSL_O_PIPELINE_CONFIG1, "nn", DXK_SUBOBJECT_KIND_RAYTRACING_PIPELINE_CONFIG1, 0},
    {DXKI_HLSL_O_TRIANGLE_HIT, "tt", DXK_SUBOBJECT_KIND_HIT_GROUP, 0},
    {DXKI_HLSL_O_PROCEDURAL_HIT, "ttt", DXK_SUBOBJECT_KIND_HIT_GROUP, 1},
};

const dxki_sema_subobject_kind *dxki_sema_subobject_kind_of(const dxki_hlsl_type *t)
{
    for (size_t i = 0; t->kind == DXKI_HLSL_TY_OBJECT && i < DXKI_COUNT(kinds); i++) {
        if (kinds[i].object == t->object)
            return &kinds[i];
    }
    return NULL;
}

/* Leaf `at` of the values of a list. */
static dxki_hlsl_node *value_at(dxki_hlsl *c, dxki_hlsl_node *const *values, size_t at)
{
    size_t i = 0;

    while (at >= dxki_sema_gives(values[i]->type))
        at -= dxki_sema_gives(values[i++]->type);
    return values[i]->type->has_objects ? values[i] : dxki_sema_leaf(c, values[i], (uint32_t)at);
}

/* A text as it is, or a number as an unsigned one; NULL: it is the other, or wrong otherwise. */
static dxki_hlsl_node *member(dxki_hlsl *c, dxki_hlsl_node *n, char kind, bool *mismatch)
{
    const bool is_text = dxki_hlsl_is_string(n->type);

    *mismatch = is_text ? kind != 't' : kind != 'n' || !dxki_hlsl_is_value(n->type);
    if (*mismatch || is_text)
        return *mismatch ? NULL : n;
    c->sema->nameless = true;
    n = dxki_sema_convert(c, n, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), false);
    c->sema->nameless = false;
    return dxki_hlsl_is_error(n->type) ? NULL : n;
}

static bool check_count(dxki_hlsl *c, size_t wanted, size_t count, dxki_hlsl_loc loc)
{
    const dxki_arg args[] = {dxki_dec(wanted), dxki_text(dxki_str(wanted == 1 ? "" : "s")),
                             dxki_dec(count)};

    if (count != wanted)
        dxki_hlsl_report(c, count < wanted ? DXKI_HLSL_D_SUBOBJECT_FEW : DXKI_HLSL_D_SUBOBJECT_MANY,
                         loc, args, 3);
    return count == wanted;
}

dxki_hlsl_node *dxki_sema_subobject(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type *t)
{
    const char *members = dxki_sema_subobject_kind_of(t)->members;
    const size_t wanted = strlen(members), mark = c->sema->stack.count;
    const bool good = dxki_sema_flatten(c, &e->list);
    size_t count = 0, given;
    dxki_hlsl_node **values = (dxki_hlsl_node **)dxki_sema_take(c, mark, &given);
    bool mismatch = false;

    for (size_t i = 0; i < given; i++)
        count += dxki_sema_gives(values[i]->type);
    if (!good || !check_count(c, wanted, count, e->loc))
        return dxki_sema_bad(c, e->loc);
    for (size_t i = 0; i < wanted && dxki_hlsl_ready(c); i++) {
        dxki_hlsl_node *n = member(c, value_at(c, values, i), members[i], &mismatch);
        if (mismatch)
            DXKI_HLSL_SAY(c, TYPE_MISMATCH, e->loc);
        if (!n) {
            dxki_sema_take(c, mark, &count);
            return dxki_sema_bad(c, e->loc);
        }
        dxki_sema_push(c, n);
    }
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_LIST, e->loc, t);
    n->list = (dxki_hlsl_node **)dxki_sema_take(c, mark, &n->list_count);
    return n;
}
