/* SPDX-License-Identifier: MIT */
/*
 * linalg.c - matrices of linear algebra of shader model 6.10: their types, the lowering of
 * functions of them, and what the module says of the types. See emit.h.
 *
 * A matrix is a value of a structure that is named after what it is, and that operations make and take:
 *
 *     %dx.types.LinAlgMatrixC4M5N4U1S2 = type { i8* }
 *     !dx.targetTypes = !{!0}
 *     !0 = !{%dx.types.LinAlgMatrixC4M5N4U1S2 undef, i32 4, i32 5, i32 4, i32 1, i32 2}
 */
#include "codegen/math.h"

#include "base/count.h"
#include "base/out.h"
#include "builder/builder.h"
#include "dxil/md.h"
#include "ir/dxop.h"
#include "ir/edit.h"
#include "sema/linalg.h"

#define PREFIX "dx.types.LinAlgMatrix"
#define PARTS  5u

/* Letters in front of the numbers in a name. */
static const char letters[PARTS] = {'C', 'M', 'N', 'U', 'S'};

dxk_type dxki_emit_linalg_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    const dxk_type pointer = dxk_builder_pointer(e->b, DXK_TYPE_I8, 0);
    dxk_str name = dxki_hlsl_join(e->c, dxki_str(PREFIX), dxki_hlsl_linalg_code(e->c, t));

    return dxki_emit_ready(e) ? dxki_builder_named_struct(e->b, name, &pointer, 1)
                              : (dxk_type)DXK_NONE;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

static bool is_matrix(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_LINALG_MATRIX;
}

/* Pointer to the first element of an array in group-shared memory. */
static dxk_value memory_of(dxki_emit *e, const dxki_hlsl_node *n)
{
    dxki_emit_place p = dxki_emit_place_of(e, n);

    while (p.kind == DXKI_EMIT_LOCAL && p.type->kind == DXKI_HLSL_TY_ARRAY)
        p = dxki_emit_element(e, p, dxki_emit_known(0));
    if (p.kind != DXKI_EMIT_LOCAL || !p.slots->is_shared) {
        DXKI_HLSL_SAY(e->c, LINALG_MEMORY, n->loc);
        return DXK_NONE;
    }
    return dxki_emit_is_wide(&p) ? dxki_emit_wide_address(e, &p, NULL) : dxki_emit_pointer(e, &p);
}

static dxk_value operand(dxki_emit *e, const dxki_hlsl_node *n)
{
    const dxki_hlsl_type *t = n->type;

    if (t->kind == DXKI_HLSL_TY_ARRAY)
        return memory_of(e, n);
    if (t->kind == DXKI_HLSL_TY_OBJECT && !is_matrix(t)) {
        dxki_emit_object o = dxki_emit_object_of(e, n);
        return dxki_emit_handle(e, &o);
    }
    dxki_emit_value v = dxki_emit_read_expr(e, n);
    if (dxki_emit_is_native(e, t))
        return dxki_emit_whole(e, v);
    if (t->kind == DXKI_HLSL_TY_VECTOR && v.v && dxki_emit_ready(e))
        return dxki_emit_pack(e, dxki_emit_type(e, t->scalar), v.v, 1);
    return v.v ? v.v[0] : (dxk_value)DXK_NONE;
}

/* The type of what a call gives: of its result, or of the argument that it writes. */
static dxk_type result_type(dxki_emit *e, const dxki_hlsl_type *t)
{
    if (is_matrix(t))
        return dxki_emit_linalg_type(e, t);
    dxk_type type = dxki_emit_type(e, t->scalar);
    return t->kind == DXKI_HLSL_TY_VECTOR ? dxk_builder_vector(e->b, type, t->columns) : type;
}

/* What the operation gives as a value of the language. */
static dxki_emit_value result(dxki_emit *e, const dxki_hlsl_type *t, dxk_value got)
{
    if (dxki_emit_is_native(e, t))
        return dxki_emit_closed(t, got);
    dxki_emit_value v = dxki_emit_values(e, t);
    v.v[0] = t->kind == DXKI_HLSL_TY_VECTOR ? dxki_emit_lane(e, got, 0) : got;
    return v;
}

/* The operands are the arguments in their order, but for a first one that takes the result: the number
 * of the row says whether there is one. */
LOWER(LINALG)
{
    size_t first = n->row->code;
    dxk_value args[8] = {DXK_NONE};
    const dxki_hlsl_type *gives = first ? n->list[0]->type : n->type;
    bool shaped = first != 0;

    for (size_t i = first; i < n->list_count && i - first < DXKI_COUNT(args); i++)
        args[i - first] = operand(e, n->list[i]);
    if (!dxki_emit_ready(e))
        return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
    dxk_value got =
        dxki_emit_op(e, (dxk_op)n->row->op, shaped ? result_type(e, gives) : (dxk_type)DXK_NONE,
                     args, n->list_count - first);
    if (first) {
        dxki_emit_give(e, n->list[0], result(e, gives, got));
        return dxki_emit_values(e, n->type);
    }
    return n->type->leaves ? result(e, n->type, got) : dxki_emit_values(e, n->type);
}

/* ---------------------------------------------------------------------------------------- */
/* What the module says of the types                                                          */

/* The numbers in the name of a type of matrices; false: it is none. */
static bool read_name(const dxk_module *m, dxki_type type, uint32_t numbers[PARTS])
{
    if (dxki_type_kind_of(m, type) != DXKI_T_STRUCT)
        return false;
    dxk_str name = dxki_string_get(m, dxki_type_get(m, type)->c);
    if (!dxki_str_cut(&name, PREFIX))
        return false;
    for (size_t i = 0; i < PARTS; i++) {
        if (!name.size || name.data[0] != letters[i])
            return false;
        numbers[i] = 0;
        for (name.data++, name.size--; name.size && name.data[0] >= '0' && name.data[0] <= '9';
             name.data++, name.size--)
            numbers[i] = numbers[i] * 10 + (uint32_t)(name.data[0] - '0');
    }
    return true;
}

static dxki_md node_of(dxk_module *m, dxki_type type, const uint32_t numbers[PARTS])
{
    dxki_md ops[1 + PARTS] = {dxki_md_of_value(m, dxki_const_undef(m, type))};

    for (size_t i = 0; i < PARTS; i++)
        ops[i + 1] = dxki_md_of_value(m, dxki_const_int(m, DXKI_TY_I32, numbers[i]));
    return dxki_md_tuple(m, ops, 1 + PARTS, false);
}

typedef DXKI_VEC(dxki_md) node_list;

static bool add_type(dxki_emit *e, dxk_module *m, dxki_type type, node_list *nodes)
{
    uint32_t numbers[PARTS];

    if (!read_name(m, type, numbers))
        return true;
    dxki_md node = node_of(m, type, numbers);
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->items[i] == node)
            return true;
    }
    return node && dxki_vec_push(e->c->ctx, nodes, node);
}

dxk_status dxki_emit_target_types(dxki_emit *e, dxk_module *m)
{
    node_list nodes = {0};
    bool good = e->c->model_minor >= 10;

    if (!good)
        return DXK_OK;
    for (uint32_t f = 1; f < m->globals.count && good; f++) {
        if (!dxki_global_is_dxop(m, f))
            continue;
        uint32_t count = 0;
        dxki_type type = m->globals.items[f].value_type;
        for (uint32_t i = 0; good && (dxki_type_list(m, type, &count), i < count); i++)
            good = add_type(e, m, dxki_type_list(m, type, &count)[i], &nodes);
    }
    if (good && nodes.count) {
        uint32_t named =
            dxki_named_md_make(m, dxki_str(dxki_dxil_md_name_text(DXKI_NAMED_TARGET_TYPES)));
        good =
            named != UINT32_MAX && dxki_named_md_set(m, named, nodes.items, (uint32_t)nodes.count);
    }
    dxki_vec_free(e->c->ctx, &nodes);
    return good ? DXK_OK : dxki_nomem(e->c->ctx);
}
