/* SPDX-License-Identifier: MIT */
/*
 * bound.c - components of vectors in constant buffers by an index that is known only when the passes
 * have been there; see emit.h. Until then the index goes through a function:
 *
 *     %j = call i32 @dxk.bound(i32 %i, i32 3)     index %i; place 3 in the source
 */
#include "codegen/emit.h"

#include "builder/builder.h"
#include "dxk/opt.h"
#include "hlsl/compilation.h"
#include "ir/edit.h"
#include "ir/tracked.h"

#define BOUND "dxk.bound"

/* The name of the buffer that a vector is in. */
static dxk_str buffer_of(const dxki_hlsl_node *n)
{
    while (n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT ||
           n->kind == DXKI_HLSL_N_CONTENT)
        n = n->a;
    if (n->kind != DXKI_HLSL_N_VAR)
        return dxki_str("");
    return n->var->buffer ? n->var->buffer->name : n->var->name ? n->var->name->text : dxki_str("");
}

static dxk_value declared(dxki_emit *e)
{
    const dxk_type params[2] = {DXK_TYPE_I32, DXK_TYPE_I32};

    if (!e->bound) {
        dxk_type kind = dxk_builder_function_type(e->b, DXK_TYPE_I32, params, 2);
        e->bound = dxki_builder_external(e->b, BOUND, kind);
        dxki_builder_pure(e->b, e->bound);
    }
    return e->bound;
}

dxki_emit_index dxki_emit_bounded(dxki_emit *e, dxki_emit_index i, const dxki_hlsl_node *n)
{
    const dxki_emit_bound bound = {n->loc, buffer_of(n), n->a->type->columns};

    /* the reference does not look at those of rows of matrices, and of swizzles */
    if (i.value == DXK_NONE || n->a->kind == DXKI_HLSL_N_SWIZZLE ||
        (n->a->kind == DXKI_HLSL_N_ELEMENT && n->a->a->type->kind == DXKI_HLSL_TY_MATRIX))
        return i;
    DXKI_HLSL_PUSH(e->c, &e->bounds, bound);
    const dxk_value args[2] = {dxki_emit_index_value(e, i),
                               dxki_emit_i32(e, (int64_t)e->bounds.count)};
    dxk_value function = declared(e);
    if (!dxki_emit_ready(e))
        return i;
    return (dxki_emit_index){dxk_builder_call(dxki_emit_b(e), function, args, 2), 0};
}

/* ---------------------------------------------------------------------------------------- */
/* After the passes                                                                           */

static void judge(dxki_emit *e, const dxk_module *m, const dxki_value *args)
{
    uint64_t index, place;

    if (!dxki_value_as_int(m, args[0], &index) || !dxki_value_as_int(m, args[1], &place) ||
        place - 1 >= e->bounds.count)
        return;
    const dxki_emit_bound *bound = &e->bounds.items[place - 1];
    if ((uint32_t)index >= bound->count)
        DXKI_HLSL_REPORT(e->c, BUFFER_INDEX, bound->loc, dxki_dec((uint32_t)index),
                         dxki_text(bound->buffer));
}

static bool is_bound(const dxk_module *m, const dxki_inst *in)
{
    if (in->op != DXKI_OP_CALL)
        return false;
    uint32_t callee = dxki_value_as_global(dxki_call_callee(m, in));
    return callee && dxki_str_is(dxki_string_get(m, m->globals.items[callee].name), BOUND);
}

/* The index itself takes its place. */
static bool settle(dxki_emit *e, dxk_module *m, uint32_t inst)
{
    if (!is_bound(m, dxki_inst_get(m, inst)))
        return true;
    const dxki_value index = dxki_inst_ops(m, inst)[0];
    judge(e, m, dxki_inst_ops(m, inst));
    return dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), index) && dxki_inst_remove(m, inst);
}

dxk_status dxki_emit_check_bounds(dxki_emit *e, dxk_module *m)
{
    return e->bounds.count ? dxki_emit_settle(e, m, settle) : DXK_OK;
}
