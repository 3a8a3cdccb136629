/* SPDX-License-Identifier: MIT */
/* value.c - values of the module: types, casts, sums of indices, flags of arithmetic. */
#include "convert/code.h"

#include "builder/builder.h"
#include "ir/edit.h"
#include "ir/fold.h"

/* Bit of dcl_globalFlags: arithmetic may be reordered. */
#define MAY_REFACTOR (1u << 11)

dxk_type dxki_convert_type_of(dxki_convert_type type)
{
    static const dxk_type types[DXKI_CONVERT_TYPES] = {
        [DXKI_CONVERT_I32] = DXK_TYPE_I32,    [DXKI_CONVERT_F32] = DXK_TYPE_FLOAT,
        [DXKI_CONVERT_F64] = DXK_TYPE_DOUBLE, [DXKI_CONVERT_F16] = DXK_TYPE_HALF,
        [DXKI_CONVERT_I16] = DXK_TYPE_I16,    [DXKI_CONVERT_U16] = DXK_TYPE_I16,
    };
    return types[type];
}

dxk_value dxki_convert_bits(dxki_convert *c, dxki_convert_type type, uint64_t bits)
{
    dxk_type to = dxki_convert_type_of(type);

    if (!dxki_convert_ready(c))
        return DXK_NONE;
    dxk_value value = dxki_type_is_fp(c->b->m, to) ? dxki_const_float(c->b->m, to, bits)
                                                   : dxki_const_int(c->b->m, to, bits);
    return value ? value : dxki_convert_nomem(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Casts                                                                                      */

static dxki_op operator_of(dxk_cast op)
{
    static const uint8_t operators[] = {
        [DXK_CAST_TRUNC] = DXKI_OP_TRUNC,   [DXK_CAST_ZEXT] = DXKI_OP_ZEXT,
        [DXK_CAST_SEXT] = DXKI_OP_SEXT,     [DXK_CAST_FPTRUNC] = DXKI_OP_FPTRUNC,
        [DXK_CAST_FPEXT] = DXKI_OP_FPEXT,   [DXK_CAST_BITCAST] = DXKI_OP_BITCAST,
        [DXK_CAST_UITOFP] = DXKI_OP_UITOFP, [DXK_CAST_SITOFP] = DXKI_OP_SITOFP,
    };
    return (dxki_op)operators[op];
}

/* Does a cast undo another one? */
static bool undoes(dxk_cast op, uint32_t other)
{
    return (op == DXK_CAST_BITCAST && other == DXKI_OP_BITCAST) ||
           (op == DXK_CAST_FPTRUNC && other == DXKI_OP_FPEXT) ||
           (op == DXK_CAST_TRUNC && (other == DXKI_OP_SEXT || other == DXKI_OP_ZEXT));
}

/* What a value was cast from, if the cast would only undo that; DXK_NONE: it would not. */
static dxk_value uncast(const dxk_module *m, dxk_cast op, dxk_value value, dxk_type type)
{
    if (DXKI_TAG(value) != DXKI_V_INST || !undoes(op, m->insts.items[DXKI_INDEX(value)].op))
        return DXK_NONE;
    dxk_value source = dxki_inst_ops(m, DXKI_INDEX(value))[0];
    return dxki_value_type(m, source) == type ? source : DXK_NONE;
}

dxk_value dxki_convert_make_cast(dxki_convert *c, dxk_cast op, dxk_value value, dxk_type type)
{
    if (!dxki_convert_ready(c) || !value)
        return DXK_NONE;
    if (c->dxilconv && op == DXK_CAST_BITCAST)
        dxki_builder_declare_op(
            c->b, type == DXK_TYPE_FLOAT ? DXK_OP_BitcastI32toF32 : DXK_OP_BitcastF32toI32, 0);
    if (dxki_value_is_const(value)) {
        dxk_value folded = dxki_fold_cast(c->b->m, operator_of(op), value, type);
        return folded ? folded : dxki_convert_nomem(c);
    }
    dxk_value source = c->dxilconv ? DXK_NONE : uncast(c->b->m, op, value, type);
    return source ? source : dxk_builder_cast(c->b, op, value, type);
}

/* Its 32 bits as I32 or F32; which of them is told in *type. */
static dxk_value widen(dxki_convert *c, dxk_value value, dxki_convert_type *type)
{
    switch (*type) {
    case DXKI_CONVERT_F16:
        *type = DXKI_CONVERT_F32;
        return dxki_convert_make_cast(c, DXK_CAST_FPEXT, value, DXK_TYPE_FLOAT);
    case DXKI_CONVERT_I16:
        *type = DXKI_CONVERT_I32;
        return dxki_convert_make_cast(c, DXK_CAST_SEXT, value, DXK_TYPE_I32);
    case DXKI_CONVERT_U16:
        *type = DXKI_CONVERT_I32;
        return dxki_convert_make_cast(c, DXK_CAST_ZEXT, value, DXK_TYPE_I32);
    default:
        return value;
    }
}

dxki_convert_type dxki_convert_wide(dxki_convert_type type)
{
    return type == DXKI_CONVERT_F16 || type == DXKI_CONVERT_F32 ? DXKI_CONVERT_F32
           : type == DXKI_CONVERT_F64                           ? DXKI_CONVERT_F64
                                                                : DXKI_CONVERT_I32;
}

dxk_value dxki_convert_cast(dxki_convert *c, dxk_value value, dxki_convert_type from,
                            dxki_convert_type to)
{
    dxk_type type = dxki_convert_type_of(to);

    if (dxki_convert_type_of(from) == type || !value)
        return value;
    value = widen(c, value, &from);
    if (from != dxki_convert_wide(to))
        value = dxki_convert_make_cast(c, DXK_CAST_BITCAST, value,
                                       dxki_convert_type_of(dxki_convert_wide(to)));
    if (to == DXKI_CONVERT_F16)
        return dxki_convert_make_cast(c, DXK_CAST_FPTRUNC, value, type);
    if (to == DXKI_CONVERT_I16 || to == DXKI_CONVERT_U16)
        return dxki_convert_make_cast(c, DXK_CAST_TRUNC, value, type);
    return value;
}

/* What a value was extended from, if that is an i1; DXK_NONE: it was not. */
static dxk_value truth_of(const dxk_module *m, dxk_value value)
{
    if (DXKI_TAG(value) != DXKI_V_INST)
        return DXK_NONE;
    const dxki_inst *inst = &m->insts.items[DXKI_INDEX(value)];
    if (inst->op != DXKI_OP_SEXT)
        return DXK_NONE;
    dxk_value source = dxki_inst_ops(m, DXKI_INDEX(value))[0];
    return dxki_value_type(m, source) == DXKI_TY_I1 ? source : DXK_NONE;
}

dxk_value dxki_convert_truth(dxki_convert *c, dxk_value value)
{
    uint64_t number;

    if (!dxki_convert_ready(c) || !value)
        return DXK_NONE;
    if (dxki_value_as_int(c->b->m, value, &number))
        return dxk_builder_i1(c->b, number != 0);
    dxk_value source = c->dxilconv ? DXK_NONE : truth_of(c->b->m, value);
    return source ? source
                  : dxk_builder_compare(c->b, DXK_COMPARE_NE, value, dxk_builder_i32(c->b, 0), 0);
}

static bool is_extended(const dxk_module *m, dxk_value value, dxk_value *truth)
{
    uint64_t number;

    *truth = truth_of(m, value);
    return *truth || (dxki_value_as_int(m, value, &number) &&
                      (number == 0 || (uint32_t)number == UINT32_MAX));
}

dxk_value dxki_convert_combine(dxki_convert *c, dxk_binary op, dxk_value left, dxk_value right)
{
    dxk_value truths[2];

    if (!dxki_convert_ready(c) || c->dxilconv || !is_extended(c->b->m, left, &truths[0]) ||
        !is_extended(c->b->m, right, &truths[1]) || !(truths[0] || truths[1]))
        return DXK_NONE;
    dxk_value truth =
        dxk_builder_binary(c->b, op, dxki_convert_truth(c, left), dxki_convert_truth(c, right), 0);
    return dxk_builder_cast(c->b, DXK_CAST_SEXT, truth, DXK_TYPE_I32);
}

dxk_value dxki_convert_choice(dxki_convert *c, dxk_value mask, dxk_value value)
{
    bool looks = dxki_convert_ready(c) && value && !c->dxilconv;
    dxk_value truth = looks ? truth_of(c->b->m, mask) : DXK_NONE;

    if (!truth || !dxki_value_is_const(value))
        return DXK_NONE;
    return dxk_builder_select(c->b, truth, value, dxki_convert_bits(c, DXKI_CONVERT_I32, 0));
}

/* ---------------------------------------------------------------------------------------- */
/* Indices                                                                                    */

static dxk_value fold(dxki_convert *c, dxk_binary op, dxk_value left, dxk_value right)
{
    if (!dxki_convert_ready(c) || !left || !right)
        return DXK_NONE;
    if (!dxki_value_is_const(left) || !dxki_value_is_const(right))
        return dxk_builder_binary(c->b, op, left, right, 0);
    dxki_op folder = op == DXK_BINARY_ADD ? DXKI_OP_ADD : DXKI_OP_MUL;
    dxk_value value = dxki_fold_binary(c->b->m, folder, 0, left, right);
    return value ? value : dxki_convert_nomem(c);
}

static bool is_number(const dxki_convert *c, dxk_value value, uint64_t wanted)
{
    uint64_t number;

    return dxki_convert_ready(c) && dxki_value_as_int(c->b->m, value, &number) && number == wanted;
}

dxk_value dxki_convert_add(dxki_convert *c, dxk_value left, dxk_value right)
{
    if (is_number(c, right, 0))
        return left;
    return is_number(c, left, 0) ? right : fold(c, DXK_BINARY_ADD, left, right);
}

dxk_value dxki_convert_scale(dxki_convert *c, dxk_value value, uint32_t factor)
{
    return factor == 1
               ? value
               : fold(c, DXK_BINARY_MUL, value, dxki_convert_bits(c, DXKI_CONVERT_I32, factor));
}

/* ---------------------------------------------------------------------------------------- */
/* Precision                                                                                  */

static bool may_refactor(const dxki_convert *c)
{
    return c->has_flags && c->flags & MAY_REFACTOR;
}

uint32_t dxki_convert_fast(const dxki_convert *c, const dxki_convert_inst *inst, uint32_t component)
{
    return may_refactor(c) && !(inst->precise >> component & 1) ? DXK_FLAG_FAST : 0;
}

uint32_t dxki_convert_fast_at_all(const dxki_convert *c)
{
    return may_refactor(c) ? DXK_FLAG_FAST : 0;
}

/* !{i32 1} */
static dxki_md precise_node(dxk_module *m)
{
    dxki_value one = dxki_const_int(m, DXKI_TY_I32, 1);
    dxki_md op = one ? dxki_md_of_value(m, one) : 0;

    return op ? dxki_md_tuple(m, &op, 1, false) : 0;
}

dxk_value dxki_convert_mark(dxki_convert *c, const dxki_convert_inst *inst, uint32_t component,
                            dxk_value call)
{
    if (!dxki_convert_ready(c) || !call || !may_refactor(c) || !(inst->precise >> component & 1))
        return call;
    dxk_module *m = c->b->m;
    dxki_type type = dxki_value_type(m, call);
    if (type == DXKI_TY_HALF || type == DXKI_TY_I16)
        return call; /* minimum precision is not marked */
    uint32_t kind = dxki_md_kind_index(m, dxki_str("dx.precise"));
    dxki_md node = precise_node(m);
    if (kind == UINT32_MAX || !node || !dxki_inst_set_attachment(m, DXKI_INDEX(call), kind, node))
        return dxki_convert_nomem(c);
    return call;
}

/* ---------------------------------------------------------------------------------------- */
/* The entry block                                                                            */

dxk_block dxki_convert_entry_begin(dxki_convert *c)
{
    dxk_builder_at(c->b, c->code->entry);
    return c->code->block;
}

void dxki_convert_entry_end(dxki_convert *c, dxk_block block)
{
    if (block)
        dxk_builder_at(c->b, block);
}

uint32_t dxki_convert_function_number(const dxki_convert *c)
{
    return c->code->number;
}

dxk_block dxki_convert_block(const dxki_convert *c)
{
    return c->code->block;
}
