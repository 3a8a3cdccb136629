/* SPDX-License-Identifier: MIT */
/* fold_cast.c - casts of constants. See fold.h. */
#include "ir/fold.h"

#include <string.h>

#include "ir/float.h"

static bool is_pointer(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_POINTER;
}

static uint32_t space_of(const dxk_module *m, dxki_type type)
{
    return dxki_type_get(m, dxki_type_scalar(m, type))->b;
}

static uint32_t width_of(const dxk_module *m, dxki_type type)
{
    return dxki_type_bits(m, dxki_type_scalar(m, type));
}

/* --- two casts in a row --- */

/* The types on the way: from, between, to. */
typedef struct chain {
    const dxk_module *m;
    dxki_type from, between, to;
} chain;

static bool is_int(const chain *c, dxki_type type)
{
    return dxki_type_is_int(c->m, type);
}

/* Which one cast does the work of an integer cast followed by another. */
static dxki_op merge_int(dxki_op first, dxki_op second, const chain *c)
{
    uint32_t from = width_of(c->m, c->from), to = width_of(c->m, c->to);
    bool extends = first == DXKI_OP_ZEXT || first == DXKI_OP_SEXT;
    if (second == DXKI_OP_BITCAST)
        return !dxki_type_is_vector(c->m, c->from) && is_int(c, c->to) ? first : DXKI_OP_NONE;
    if (extends && second == DXKI_OP_TRUNC)
        return from == to ? DXKI_OP_BITCAST : from < to ? first : DXKI_OP_TRUNC;
    if (first == second && first != DXKI_OP_FPTOUI && first != DXKI_OP_FPTOSI)
        return first;
    if (first == DXKI_OP_ZEXT) {
        switch (second) {
        case DXKI_OP_SEXT:
            return DXKI_OP_ZEXT;
        case DXKI_OP_UITOFP:
        case DXKI_OP_INTTOPTR:
            return second;
        case DXKI_OP_SITOFP:
            return DXKI_OP_UITOFP;
        default:
            return DXKI_OP_NONE;
        }
    }
    return first == DXKI_OP_SEXT && second == DXKI_OP_SITOFP ? second : DXKI_OP_NONE;
}

static dxki_op merge_fp(dxki_op first, dxki_op second, const chain *c)
{
    if (second == DXKI_OP_BITCAST)
        return dxki_type_is_fp(c->m, c->to) ? first : DXKI_OP_NONE;
    if (first != DXKI_OP_FPEXT)
        return DXKI_OP_NONE;
    if (second == DXKI_OP_FPTRUNC)
        return c->from == c->to ? DXKI_OP_BITCAST : DXKI_OP_NONE;
    return second == DXKI_OP_FPTOUI || second == DXKI_OP_FPTOSI || second == DXKI_OP_FPEXT
               ? second
               : DXKI_OP_NONE;
}

static dxki_op merge_pointer(dxki_op first, dxki_op second, const chain *c)
{
    uint32_t from = width_of(c->m, c->from), to = width_of(c->m, c->to);
    if (first == DXKI_OP_PTRTOINT) {
        if (second == DXKI_OP_TRUNC)
            return first;
        if (second == DXKI_OP_BITCAST)
            return !dxki_type_is_vector(c->m, c->from) && is_int(c, c->to) ? first : DXKI_OP_NONE;
        bool same = space_of(c->m, c->from) == space_of(c->m, c->to);
        return second == DXKI_OP_INTTOPTR && same && width_of(c->m, c->between) == 64
                   ? DXKI_OP_BITCAST
                   : DXKI_OP_NONE;
    }
    if (first == DXKI_OP_INTTOPTR) {
        if (second == DXKI_OP_BITCAST)
            return first;
        return second == DXKI_OP_PTRTOINT && from <= 64 && from == to ? DXKI_OP_BITCAST
                                                                      : DXKI_OP_NONE;
    }
    if (second == DXKI_OP_BITCAST)
        return first; /* of an address space cast */
    if (second != DXKI_OP_ADDRSPACECAST)
        return DXKI_OP_NONE;
    return space_of(c->m, c->from) == space_of(c->m, c->to) ? DXKI_OP_BITCAST
                                                            : DXKI_OP_ADDRSPACECAST;
}

static dxki_op merge_bitcast(dxki_op second, const chain *c)
{
    switch (second) {
    case DXKI_OP_BITCAST:
    case DXKI_OP_PTRTOINT:
        return second;
    case DXKI_OP_FPTOUI:
    case DXKI_OP_FPTOSI:
    case DXKI_OP_FPTRUNC:
    case DXKI_OP_FPEXT:
        return dxki_type_is_fp(c->m, c->from) ? second : DXKI_OP_NONE;
    case DXKI_OP_ADDRSPACECAST:
        return dxki_type_get(c->m, dxki_type_scalar(c->m, c->from))->a ==
                       dxki_type_get(c->m, dxki_type_scalar(c->m, c->to))->a
                   ? second
                   : DXKI_OP_NONE;
    default:
        return is_int(c, c->from) ? second : DXKI_OP_NONE;
    }
}

/* One cast instead of two; NONE: both are needed. */
static dxki_op merge_casts(dxki_op first, dxki_op second, const chain *c)
{
    bool crosses = (first == DXKI_OP_BITCAST &&
                    dxki_type_is_vector(c->m, c->from) != dxki_type_is_vector(c->m, c->between)) ||
                   (second == DXKI_OP_BITCAST &&
                    dxki_type_is_vector(c->m, c->between) != dxki_type_is_vector(c->m, c->to));
    bool there_and_back = first == DXKI_OP_BITCAST && second == DXKI_OP_BITCAST && c->from == c->to;
    if (crosses && !there_and_back)
        return DXKI_OP_NONE;
    switch (first) {
    case DXKI_OP_BITCAST:
        return merge_bitcast(second, c);
    case DXKI_OP_UITOFP:
    case DXKI_OP_SITOFP:
    case DXKI_OP_FPTRUNC:
    case DXKI_OP_FPEXT:
        return merge_fp(first, second, c);
    case DXKI_OP_PTRTOINT:
    case DXKI_OP_INTTOPTR:
    case DXKI_OP_ADDRSPACECAST:
        return merge_pointer(first, second, c);
    default:
        return merge_int(first, second, c);
    }
}

/* --- bitcasts --- */

/* A pointer to an aggregate as a pointer to what it begins with: an address computation. */
static dxki_folded cast_to_first(dxk_module *m, dxki_value value, dxki_type to, dxki_value *out)
{
    dxki_type from = dxki_value_type(m, value), at = dxki_type_pointee(m, from);
    dxki_type wanted = dxki_type_pointee(m, to);
    uint32_t levels = 1;
    bool sized;
    if (!is_pointer(m, from) || !is_pointer(m, to) || space_of(m, from) != space_of(m, to))
        return DXKI_UNFOLDED;
    if (!dxki_type_is_sized(m, wanted, &sized))
        return DXKI_FOLD_FAILED;
    while (sized && at && at != wanted) {
        const dxki_type_entry *e = dxki_type_get(m, at);
        if (e->kind == DXKI_T_STRUCT)
            at = e->b ? m->type_ops.items[e->a] : 0;
        else
            at = e->kind == DXKI_T_ARRAY || e->kind == DXKI_T_VECTOR ? e->a : 0;
        levels++;
    }
    if (!sized || at != wanted)
        return DXKI_UNFOLDED;
    dxki_value_list ops;
    dxki_value zero = dxki_const_int(m, DXKI_TY_I32, 0);
    if (!zero || !dxki_list_begin(&ops, m, levels + 1))
        return DXKI_FOLD_FAILED;
    ops.items[0] = value;
    for (ops.count = 1; ops.count <= levels; ops.count++)
        ops.items[ops.count] = zero;
    dxki_value gep = dxki_fold_gep(m, dxki_type_pointee(m, from), true, ops.items, levels + 1);
    dxki_list_free(&ops);
    return dxki_fold_done(gep, out);
}

/* Casts each element, when there are as many as before. */
static dxki_folded cast_elements(dxk_module *m, dxki_op op, dxki_value value, dxki_type to,
                                 dxki_value *out)
{
    uint64_t count = dxki_type_count(m, to);
    dxki_value_list list;
    dxki_folded folded = DXKI_FOLDED;
    if (count != dxki_type_count(m, dxki_value_type(m, value)) || count > DXKI_FOLD_ELEMENTS)
        return DXKI_UNFOLDED;
    if (!dxki_list_begin(&list, m, (uint32_t)count))
        return DXKI_FOLD_FAILED;
    for (; list.count < count && folded == DXKI_FOLDED; list.count++) {
        dxki_value element;
        folded = dxki_fold_element(m, value, list.count, &element);
        if (folded == DXKI_FOLDED)
            folded = dxki_fold_done(dxki_fold_cast(m, op, element, dxki_type_scalar(m, to)),
                                    &list.items[list.count]);
    }
    if (folded == DXKI_FOLDED)
        folded = dxki_fold_done(dxki_const_aggregate(m, to, list.items, list.count), out);
    dxki_list_free(&list);
    return folded;
}

static dxki_folded fold_bitcast(dxk_module *m, dxki_value value, dxki_type to, dxki_value *out)
{
    dxki_type from = dxki_value_type(m, value);
    const dxki_const *c = dxki_const_get(m, value);
    if (from == to)
        return dxki_fold_done(value, out);
    dxki_folded folded = cast_to_first(m, value, to, out);
    if (folded != DXKI_UNFOLDED || !c)
        return folded;
    if (dxki_type_is_vector(m, to) && dxki_type_is_vector(m, from)) {
        if (dxki_const_is_all_ones(m, value) && !dxki_type_is_fp(m, dxki_type_scalar(m, to)))
            return dxki_fold_done(dxki_const_all_ones(m, to), out);
        return cast_elements(m, DXKI_OP_BITCAST, value, to, out);
    }
    if (dxki_type_is_vector(m, to) && (c->kind == DXKI_C_INT || c->kind == DXKI_C_FLOAT)) {
        dxki_type one = dxki_type_vector(m, from, 1);
        dxki_value vector = one ? dxki_const_aggregate(m, one, &value, 1) : 0;
        return dxki_fold_done(vector ? dxki_fold_cast(m, DXKI_OP_BITCAST, vector, to) : 0, out);
    }
    if (c->kind == DXKI_C_INT && dxki_type_is_fp(m, to) && width_of(m, to) <= 64)
        return dxki_fold_done(dxki_const_float(m, to, dxki_const_bits(c)), out);
    if (c->kind == DXKI_C_FLOAT && dxki_type_is_int(m, to))
        return dxki_fold_done(dxki_const_int(m, to, dxki_const_bits(c)), out);
    return DXKI_UNFOLDED;
}

/* --- numbers --- */

static dxki_folded fold_fp_to_int(dxk_module *m, dxki_op op, const dxki_const *c, dxki_type to,
                                  dxki_value *out)
{
    uint64_t bits;
    uint32_t width = width_of(m, to);
    double value = dxki_float_value(c->type, dxki_const_bits(c));
    if (width > 64)
        return DXKI_UNFOLDED;
    if (!dxki_float_to_int(value, width, op == DXKI_OP_FPTOSI, &bits))
        return dxki_fold_done(dxki_const_undef(m, to), out);
    return dxki_fold_done(dxki_const_int(m, to, bits), out);
}

static dxki_folded fold_int_to_fp(dxk_module *m, dxki_op op, const dxki_const *c, dxki_type to,
                                  dxki_value *out)
{
    uint64_t bits;
    bool overflow;
    bool negative = op == DXKI_OP_SITOFP && dxki_const_signed(m, c) < 0;
    uint64_t magnitude = negative ? ~(uint64_t)dxki_const_signed(m, c) + 1 : dxki_const_bits(c);
    if (width_of(m, to) > 64)
        return DXKI_UNFOLDED;
    bits = dxki_float_from_int(to, magnitude, negative, &overflow);
    if (overflow)
        return dxki_fold_done(dxki_const_undef(m, to), out);
    return dxki_fold_done(dxki_const_float(m, to, bits), out);
}

/* A simple number of at most 64 bits. */
static dxki_folded fold_number(dxk_module *m, dxki_op op, const dxki_const *c, dxki_type to,
                               dxki_value *out)
{
    if (c->kind == DXKI_C_FLOAT) {
        if (op == DXKI_OP_FPTOUI || op == DXKI_OP_FPTOSI)
            return fold_fp_to_int(m, op, c, to, out);
        if ((op != DXKI_OP_FPTRUNC && op != DXKI_OP_FPEXT) || width_of(m, to) > 64)
            return DXKI_UNFOLDED;
        return dxki_fold_done(
            dxki_const_float(m, to, dxki_float_convert(c->type, dxki_const_bits(c), to)), out);
    }
    if (c->kind != DXKI_C_INT)
        return DXKI_UNFOLDED;
    uint64_t value = dxki_const_bits(c);
    uint64_t words[2] = {value, 0};
    switch (op) {
    case DXKI_OP_UITOFP:
    case DXKI_OP_SITOFP:
        return fold_int_to_fp(m, op, c, to, out);
    case DXKI_OP_SEXT:
        words[0] = (uint64_t)dxki_const_signed(m, c);
        words[1] = words[0] >> 63 ? ~(uint64_t)0 : 0;
        break;
    case DXKI_OP_ZEXT:
    case DXKI_OP_TRUNC:
        break;
    default:
        return DXKI_UNFOLDED;
    }
    if (width_of(m, to) <= 64)
        return dxki_fold_done(dxki_const_int(m, to, words[0]), out);
    return width_of(m, to) <= 128 ? dxki_fold_done(dxki_const_wide(m, to, words, 2), out)
                                  : DXKI_UNFOLDED;
}

/* --- any cast --- */

static dxki_folded fold_simple(dxk_module *m, dxki_op op, dxki_value value, dxki_type to,
                               dxki_value *out)
{
    bool bounded =
        op == DXKI_OP_ZEXT || op == DXKI_OP_SEXT || op == DXKI_OP_UITOFP || op == DXKI_OP_SITOFP;
    if (dxki_const_is_undef(m, value))
        return dxki_fold_done(bounded ? dxki_const_null(m, to) : dxki_const_undef(m, to), out);
    if (dxki_const_is_null(m, value) && to != DXKI_TY_X86_MMX)
        return dxki_fold_done(dxki_const_null(m, to), out);
    const dxki_const *c = dxki_const_get(m, value);
    if (c && c->kind == DXKI_C_EXPR && dxki_op_class_of((dxki_op)c->opcode) == DXKI_OC_CAST) {
        dxki_value inner = dxki_const_expr_op(m, value, 0);
        chain between = {m, dxki_value_type(m, inner), c->type, to};
        dxki_op merged = merge_casts((dxki_op)c->opcode, op, &between);
        if (merged != DXKI_OP_NONE)
            return dxki_fold_done(dxki_fold_cast(m, merged, inner, to), out);
    }
    if (c && (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_DATA) &&
        dxki_type_is_vector(m, to) && dxki_type_is_vector(m, c->type)) {
        dxki_folded folded = cast_elements(m, op, value, to, out);
        if (folded != DXKI_UNFOLDED)
            return folded;
    }
    if (op == DXKI_OP_BITCAST)
        return fold_bitcast(m, value, to, out);
    return c && op != DXKI_OP_ADDRSPACECAST ? fold_number(m, op, c, to, out) : DXKI_UNFOLDED;
}

/* Between address spaces what is pointed to stays the same: another pointee is cast to before. */
static dxki_value with_pointee_of(dxk_module *m, dxki_value value, dxki_type to)
{
    dxki_type from = dxki_value_type(m, value);
    dxki_type pointee = dxki_type_get(m, dxki_type_scalar(m, to))->a;
    if (dxki_type_get(m, dxki_type_scalar(m, from))->a == pointee)
        return value;
    dxki_type between = dxki_type_pointer(m, pointee, space_of(m, from));
    if (between && dxki_type_is_vector(m, to))
        between = dxki_type_vector(m, between, (uint32_t)dxki_type_count(m, to));
    return between ? dxki_fold_cast(m, DXKI_OP_BITCAST, value, between) : 0;
}

dxki_value dxki_fold_cast(dxk_module *m, dxki_op op, dxki_value value, dxki_type to)
{
    dxki_value result = 0;
    if (op == DXKI_OP_ADDRSPACECAST && (value = with_pointee_of(m, value, to)) == 0)
        return 0;
    dxki_folded folded = fold_simple(m, op, value, to, &result);
    if (folded == DXKI_UNFOLDED)
        return dxki_const_expr(m, op, 0, to, &value, 1, NULL, 0);
    return folded == DXKI_FOLDED ? result : 0;
}
