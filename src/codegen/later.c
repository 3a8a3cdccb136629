/* SPDX-License-Identifier: MIT */
/*
 * later.c - functions of the language that a later shader model has; see emit.h. A call that does nothing
 * but give a value is reported only if something needs the value, which shows when variables are gone.
 * Until then a function stands for it that takes the same numbers:
 *
 *     %r = call i32 @dxk.later.3(i32 %a, i32 %b)     place 3 in the source
 */
#include "codegen/emit.h"

#include "builder/builder.h"
#include "dxk/opt.h"
#include "hlsl/compilation.h"
#include "ir/dxop.h"
#include "ir/edit.h"
#include "ir/tracked.h"

#include <string.h>

#define LATER "dxk.later."

static void report(dxki_emit *e, const dxki_hlsl_node *n)
{
    DXKI_HLSL_REPORT(e->c, MODEL, n->loc, dxki_text(dxki_str(n->row->name)),
                     dxki_dec(n->row->min_minor));
}

/* True if a call takes and gives numbers, and does nothing else. */
static bool is_value(const dxki_emit *e, const dxki_hlsl_node *n)
{
    const dxki_dxop_info *op = dxki_dxop_find(n->row->op);
    const dxki_dxop_effect *effect = op ? dxki_dxop_effect_get((dxki_dxop_kind)op->kind) : NULL;

    if (n->a || e->native || !dxki_hlsl_is_numeric(n->type) || !effect || effect->writes ||
        effect->unused != DXKI_UNUSED_REMOVE || strstr(n->row->params, "out "))
        return false;
    for (size_t i = 0; i < n->list_count; i++)
        if (!dxki_hlsl_is_numeric(n->list[i]->type))
            return false;
    return true;
}

/* Evaluates the arguments and lists their numbers. Returns how many there are. */
static uint32_t arguments(dxki_emit *e, const dxki_hlsl_node *n, dxk_value *args, dxk_type *types)
{
    uint32_t count = 0;

    for (size_t i = 0; i < n->list_count && dxki_emit_ready(e); i++) {
        const dxki_emit_value v = dxki_emit_expr(e, n->list[i]);
        for (uint32_t k = 0; k < v.type->leaves && dxki_emit_ready(e); k++) {
            args[count] = v.v[k];
            types[count++] = dxki_emit_type(e, v.type->scalar);
        }
    }
    return count;
}

dxki_emit_value dxki_emit_later(dxki_emit *e, const dxki_hlsl_node *n)
{
    size_t most = 1;

    if (!is_value(e, n)) {
        report(e, n);
        return dxki_emit_values(e, dxki_hlsl_type_void(e->c));
    }
    for (size_t i = 0; i < n->list_count; i++)
        most += n->list[i]->type->leaves;
    dxki_emit_value out = dxki_emit_values(e, n->type);
    dxk_value *args = DXKI_NEW_ARRAY(&e->c->arena, dxk_value, most);
    dxk_type *types = DXKI_NEW_ARRAY(&e->c->arena, dxk_type, most);
    if (!args || !types) {
        dxki_hlsl_nomem(e->c);
        return out;
    }
    const uint32_t count = arguments(e, n, args, types);
    DXKI_HLSL_PUSH(e->c, &e->later, n);
    const dxk_str name = dxki_emit_numbered(e->c, dxki_str("dxk.later"), (uint32_t)e->later.count);
    if (!dxki_emit_ready(e))
        return out;
    const dxk_type type =
        dxk_builder_function_type(e->b, dxki_emit_type(e, n->type->scalar), types, count);
    const dxk_value function = dxki_builder_external(e->b, name.data, type);
    dxki_builder_pure(e->b, function);
    for (uint32_t i = 0; i < n->type->leaves && dxki_emit_ready(e); i++)
        out.v[i] = dxk_builder_call(dxki_emit_b(e), function, args, count);
    return out;
}

/* ---------------------------------------------------------------------------------------- */
/* After the passes                                                                           */

/* The place of what a call stands for, from 1; 0: it is another instruction. */
static uint32_t place_of(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    uint32_t callee = in->op == DXKI_OP_CALL ? dxki_value_as_global(dxki_call_callee(m, in)) : 0;
    dxk_str name = callee ? dxki_string_get(m, m->globals.items[callee].name) : dxki_str("");
    uint32_t place = 0;

    if (!dxki_str_cut(&name, LATER))
        return 0;
    for (; name.size && name.data[0] >= '0' && name.data[0] <= '9'; name.size--)
        place = place * 10 + (uint32_t)(*name.data++ - '0');
    return place;
}

/* Drops a call that nothing uses, so that what it takes may go too. */
static bool drop(dxki_emit *e, dxk_module *m, uint32_t inst)
{
    if (!place_of(m, inst) || dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst)))
        return true;
    e->later_dropped = true;
    return dxki_inst_remove(m, inst);
}

dxk_status dxki_emit_settle_later(dxki_emit *e, dxk_module *m)
{
    dxk_status status = DXK_OK;

    if (!e->later.count)
        return DXK_OK;
    do {
        e->later_dropped = false;
        status = dxki_emit_settle(e, m, drop);
    } while (status == DXK_OK && e->later_dropped);
    bool *left = DXKI_NEW_ARRAY(&e->c->arena, bool, e->later.count + 1);
    if (!left)
        return dxki_nomem(e->c->ctx);
    DXKI_EACH_FUNCTION(m, function) {
        DXKI_EACH_BLOCK(m, function, block) {
            DXKI_EACH_INST(m, block, inst) {
                const uint32_t place = place_of(m, inst);
                left[place <= e->later.count ? place : 0] = true;
            }
        }
    }
    for (uint32_t i = 0; i < e->later.count; i++)
        if (left[i + 1])
            report(e, e->later.items[i]);
    return status == DXK_OK ? dxki_hlsl_result(e->c) : status;
}
