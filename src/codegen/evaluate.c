/* SPDX-License-Identifier: MIT */
/*
 * evaluate.c - functions that evaluate attributes of pixels; see emit.h. They read an input itself,
 * not its value. Where the argument names an input, its element, row and column are known at once.
 * A value from a variable may turn out to be an input once variables are gone. Until then it takes
 * the place of the element:
 *
 *     %s = call i32 @dxk.input.9(float %v, i32 3)     value %v; place 3 in the source
 *     %r = call float @dx.op.evalSnapped.f32(i32 88, i32 %s, i32 0, i8 0, i32 %x, i32 %y)
 */
#include "codegen/math.h"

#include "builder/builder.h"
#include "dxk/opt.h"
#include "hlsl/compilation.h"
#include "ir/dxop.h"
#include "ir/edit.h"
#include "ir/tracked.h"

#define INPUT "dxk.input"

/* Operands of an operation that reads an input, before the place of the input. */
#define FIRST 1u

/* Operands after the column: an offset, a sample, a vertex. */
static size_t last_operands(dxki_emit *e, const dxki_hlsl_node *n, dxk_value *args)
{
    if (n->list_count < 2)
        return 0;
    dxki_emit_value v = dxki_emit_expr(e, n->list[1]);
    for (uint32_t i = 0; i < v.type->leaves && i < 2; i++)
        args[i] = v.v[i];
    if (n->row->op == DXK_OP_AttributeAtVertex && n->list[1]->kind == DXKI_HLSL_N_CONSTANT)
        args[0] = dxk_builder_i8(e->b, (int)(n->list[1]->bits[0] & 0x7f));
    else if (n->row->op == DXK_OP_AttributeAtVertex && dxki_emit_ready(e))
        args[0] = dxk_builder_cast(dxki_emit_b(e), DXK_CAST_TRUNC, v.v[0], DXK_TYPE_I8);
    return v.type->leaves < 2 ? v.type->leaves : 2;
}

/* Row and column of component `i` of a place. */
static void place_component(const dxki_emit_place *p, uint32_t i, dxki_emit_index *row,
                            dxki_emit_index *column)
{
    if (p->picked) {
        *row = (dxki_emit_index){p->row, p->rows[i]};
        *column = (dxki_emit_index){p->column, p->columns[i]};
    } else {
        *row = dxki_emit_known(i / p->type->columns);
        *column = dxki_emit_known(i % p->type->columns);
    }
}

/* Numbers of a matrix. */
#define MOST_NUMBERS 16u

/* The input that an expression has its numbers from, and which of them it has; NULL: there is none.
 * Conversions of the shape are seen through. */
static const dxki_hlsl_node *find_input(const dxki_hlsl_node *n, uint8_t numbers[MOST_NUMBERS])
{
    for (uint8_t i = 0; i < MOST_NUMBERS; i++)
        numbers[i] = i;
    while (!dxki_emit_is_input(n)) {
        const dxki_hlsl_type *from = n->a ? n->a->type : NULL;
        bool shape = n->kind == DXKI_HLSL_N_CONVERT && dxki_hlsl_is_numeric(from) &&
                     from->scalar == n->type->scalar && from->leaves <= MOST_NUMBERS;
        bool matrices =
            shape && from->kind == DXKI_HLSL_TY_MATRIX && n->type->kind == DXKI_HLSL_TY_MATRIX;
        if (!shape && n->kind != DXKI_HLSL_N_SWIZZLE)
            return NULL;
        for (uint32_t i = 0; i < n->type->leaves && i < MOST_NUMBERS; i++) {
            uint8_t at = numbers[i];
            numbers[i] =
                !shape              ? (uint8_t)(n->rows[at] * from->columns + n->columns[at])
                : from->leaves == 1 ? 0
                : matrices
                    ? (uint8_t)(at / n->type->columns * from->columns + at % n->type->columns)
                    : at;
        }
        n = n->a;
    }
    return n;
}

/* The function that stands for an input of a type; DXK_NONE: there is none of that type. */
static dxk_value declared(dxki_emit *e, dxk_type type)
{
    const dxk_type params[2] = {type, DXK_TYPE_I32};

    if (type >= DXKI_EMIT_INPUT_TYPES)
        return DXK_NONE;
    if (!e->inputs[type]) {
        dxk_str name = dxki_emit_numbered(e->c, dxki_str(INPUT), type);
        dxk_type kind = dxk_builder_function_type(e->b, DXK_TYPE_I32, params, 2);
        e->inputs[type] = dxki_builder_external(e->b, name.data, kind);
        dxki_builder_pure(e->b, e->inputs[type]);
    }
    return e->inputs[type];
}

/* A value that must turn out to be an input, as an element. */
static dxk_value element_of(dxki_emit *e, dxk_value v, dxk_type type, dxki_hlsl_loc loc)
{
    dxk_value function = declared(e, type);

    DXKI_HLSL_PUSH(e->c, &e->evaluated, loc);
    const dxk_value args[2] = {v, dxki_emit_i32(e, (int64_t)e->evaluated.count)};
    return function != DXK_NONE && dxki_emit_ready(e)
               ? dxk_builder_call(dxki_emit_b(e), function, args, 2)
               : (dxk_value)DXK_NONE;
}

/* Operands of each component: of an input, or of a value. */
static bool operands(dxki_emit *e, const dxki_emit_place *p, uint8_t number, dxk_value args[3],
                     dxk_type *type)
{
    dxki_emit_index row, column;

    if (p->kind != DXKI_EMIT_SIGNATURE)
        return false;
    place_component(p, number, &row, &column);
    return dxki_emit_signature_operands(e, p, row, column, args, type);
}

LOWER(EVALUATE)
{
    dxki_emit_value out = dxki_emit_values(e, n->type), value = {0};
    uint8_t numbers[MOST_NUMBERS];
    dxk_value extra[2] = {DXK_NONE, DXK_NONE}, args[5];
    size_t count = last_operands(e, n, extra);
    const dxki_hlsl_node *arg = n->list[0], *input = find_input(arg, numbers);
    dxki_emit_place p = input ? dxki_emit_place_of(e, input) : dxki_emit_nowhere();
    dxk_type type = DXK_NONE;

    for (uint32_t i = 0; i < out.type->leaves && i < MOST_NUMBERS && dxki_emit_ready(e); i++) {
        if (!operands(e, &p, numbers[i], args, &type)) {
            if (!value.type)
                value = dxki_emit_expr(e, arg);
            type = dxki_emit_type(e, arg->type->scalar);
            if (!dxki_emit_ready(e))
                break;
            args[0] = element_of(e, value.v[i], type, n->loc);
            args[1] = dxki_emit_i32(e, 0);
            args[2] = dxk_builder_i8(e->b, 0);
            if (args[0] == DXK_NONE && dxki_emit_ready(e))
                DXKI_HLSL_SAY(e->c, EVALUATED, n->loc);
        }
        if (!dxki_emit_ready(e))
            break;
        for (size_t k = 0; k < count; k++)
            args[3 + k] = extra[k];
        out.v[i] = dxki_emit_op(e, n->row->op, type, args, 3 + count);
    }
    return out;
}

/* ---------------------------------------------------------------------------------------- */
/* After the passes                                                                           */

/* Does a value stand in place of an element? */
static bool is_stand_in(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *call = inst ? dxki_inst_get(m, inst) : NULL;
    uint32_t callee =
        call && call->op == DXKI_OP_CALL ? dxki_value_as_global(dxki_call_callee(m, call)) : 0;

    return callee && dxki_str_starts(dxki_string_get(m, m->globals.items[callee].name), INPUT);
}

/* The stand-in that an operation has; 0: none. */
static uint32_t stand_in_of(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *call = dxki_inst_get(m, inst);

    if (!dxki_call_dxop(m, call) || dxki_call_arg_count(call) < FIRST + 3)
        return 0;
    uint32_t source = dxki_value_as_inst(dxki_inst_ops(m, inst)[FIRST]);
    return is_stand_in(m, source) ? source : 0;
}

static bool drop_unused(dxk_module *m, uint32_t inst)
{
    return dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst)) || dxki_inst_remove(m, inst);
}

/* The input itself takes the place of its value. */
static bool settle(dxki_emit *e, dxk_module *m, uint32_t inst)
{
    uint32_t source = stand_in_of(m, inst);
    uint64_t op, place;

    if (is_stand_in(m, inst)) /* of an operation that was dropped, if nothing uses it */
        return drop_unused(m, inst);
    if (!source || !dxki_emit_ready(e))
        return true;
    uint32_t load = dxki_value_as_inst(dxki_inst_ops(m, source)[0]);
    if (!load || !dxki_call_opcode(m, dxki_inst_get(m, load), &op) || op != DXK_OP_LoadInput) {
        if (dxki_value_as_int(m, dxki_inst_ops(m, source)[1], &place) &&
            place - 1 < e->evaluated.count)
            DXKI_HLSL_SAY(e->c, EVALUATED, e->evaluated.items[place - 1]);
        return true;
    }
    for (uint32_t k = FIRST; k < FIRST + 3; k++)
        if (!dxki_inst_set_op(m, inst, k, dxki_inst_ops(m, load)[k]))
            return false;
    return drop_unused(m, source);
}

dxk_status dxki_emit_settle_inputs(dxki_emit *e, dxk_module *m)
{
    return e->evaluated.count ? dxki_emit_settle(e, m, settle) : DXK_OK;
}
