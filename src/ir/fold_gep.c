/* SPDX-License-Identifier: MIT */
/* fold_gep.c - constant address computations. See fold.h. */
#include "ir/fold.h"

#include <string.h>

/* A computation: base and indices, ops[0] the base. */
typedef struct gep {
    dxk_module *m;
    dxki_type source; /* what the base points to */
    bool inbounds;
    const dxki_value *ops;
    uint32_t count;
} gep;

static bool is_zero(const gep *g, uint32_t i)
{
    return dxki_const_is_null(g->m, g->ops[i]);
}

static bool all_zero_from(const gep *g, uint32_t i)
{
    for (; i < g->count; i++) {
        if (!is_zero(g, i))
            return false;
    }
    return true;
}

/* A plain number of at most 64 bits, sign-extended. */
static bool as_number(const dxk_module *m, dxki_value value, int64_t *number)
{
    const dxki_const *c = dxki_const_get(m, value);
    if (!c || c->kind != DXKI_C_INT)
        return false;
    *number = dxki_const_signed(m, c);
    return true;
}

/* The index into a struct; a vector of equal numbers counts as one. */
static uint64_t struct_index(const dxk_module *m, dxki_value value)
{
    uint64_t number = 0;
    const dxki_const *c = dxki_const_get(m, value);
    if (c && c->kind == DXKI_C_DATA)
        return dxki_const_data_bits(m, c, 0);
    dxki_value_as_int(m, value, &number);
    return number;
}

/* What an index leads to inside of a type. */
static dxki_type step(const dxk_module *m, dxki_type type, dxki_value index)
{
    const dxki_type_entry *e = dxki_type_get(m, type);
    if (e->kind == DXKI_T_STRUCT)
        return dxki_type_element(m, type, struct_index(m, index));
    return e->kind == DXKI_T_ARRAY || e->kind == DXKI_T_VECTOR ? e->a : 0;
}

/* The type that the result points to. */
static dxki_type target(const gep *g)
{
    dxki_type type = g->source;
    for (uint32_t i = 2; i < g->count; i++)
        type = step(g->m, type, g->ops[i]);
    return type;
}

static uint32_t space_of(const gep *g)
{
    return dxki_type_get(g->m, dxki_type_scalar(g->m, dxki_value_type(g->m, g->ops[0])))->b;
}

/* Type of the result; 0: out of memory. */
static dxki_type result_type(const gep *g)
{
    dxki_type base = dxki_value_type(g->m, g->ops[0]);
    dxki_type pointer = dxki_type_pointer(g->m, target(g), space_of(g));
    if (dxki_type_kind_of(g->m, base) != DXKI_T_VECTOR || !pointer)
        return pointer;
    return dxki_type_vector(g->m, pointer, (uint32_t)dxki_type_count(g->m, base));
}

/* --- computations on top of others --- */

/* Is the number an element of the array or vector? Of pointers that have a size any is. */
static dxki_folded in_range(dxk_module *m, dxki_type sequence, int64_t index, bool *yes)
{
    const dxki_type_entry *e = dxki_type_get(m, sequence);
    uint64_t count = dxki_type_count(m, sequence);
    if (e->kind == DXKI_T_POINTER)
        return dxki_type_is_sized(m, e->a, yes) ? DXKI_FOLDED : DXKI_FOLD_FAILED;
    *yes = index >= 0 && (count == 0 || (uint64_t)index < count);
    return DXKI_FOLDED;
}

/* The type that the last index of the inner computation goes into. */
static dxki_type last_sequence(const gep *inner)
{
    dxki_type type = dxki_value_type(inner->m, inner->ops[0]), next = inner->source;
    for (uint32_t i = 2; i < inner->count; i++) {
        type = next;
        next = step(inner->m, next, inner->ops[i]);
    }
    return type;
}

/* An index as wide as both, at least 64 bits. */
static dxki_value widened(dxk_module *m, dxki_value index, uint32_t width)
{
    dxki_type type = dxki_type_int(m, width);
    if (!type)
        return 0;
    bool same = dxki_value_type(m, index) == type;
    return same ? index : dxki_fold_cast(m, DXKI_OP_SEXT, index, type);
}

static uint32_t common_width(const dxk_module *m, dxki_value a, dxki_value b)
{
    uint32_t x = dxki_type_bits(m, dxki_value_type(m, a));
    uint32_t y = dxki_type_bits(m, dxki_value_type(m, b));
    uint32_t width = x > y ? x : y;
    return width > 64 ? width : 64;
}

/* The sum of two indices of the same place. */
static dxki_value add_indices(dxk_module *m, dxki_value a, dxki_value b)
{
    if (dxki_value_type(m, a) == dxki_value_type(m, b))
        return dxki_fold_binary(m, DXKI_OP_ADD, 0, a, b);
    uint32_t width = common_width(m, a, b);
    dxki_value x = widened(m, a, width), y = x ? widened(m, b, width) : 0;
    return y ? dxki_fold_binary(m, DXKI_OP_ADD, 0, x, y) : 0;
}

/* Indices of the inner one, its last added to the first of the outer one, the rest of those. */
static dxki_folded combine(const gep *outer, const gep *inner, dxki_value *out)
{
    dxk_module *m = outer->m;
    uint32_t total = inner->count + outer->count - 2;
    dxki_value_list ops;
    dxki_value last = inner->ops[inner->count - 1];
    bool zero = is_zero(outer, 1);
    if (!dxki_list_begin(&ops, m, total))
        return DXKI_FOLD_FAILED;
    memcpy(ops.items, inner->ops, inner->count * sizeof *ops.items);
    memcpy(ops.items + inner->count, outer->ops + 2, (outer->count - 2) * sizeof *ops.items);
    dxki_value sum = zero ? last : add_indices(m, outer->ops[1], last);
    ops.items[inner->count - 1] = sum;
    *out =
        sum ? dxki_fold_gep(m, inner->source, outer->inbounds && inner->inbounds, ops.items, total)
            : 0;
    dxki_list_free(&ops);
    return dxki_fold_done(*out, out);
}

static dxki_folded fold_nested(const gep *g, dxki_value *out)
{
    dxk_module *m = g->m;
    const dxki_const *c = dxki_const_get(m, g->ops[0]);
    /* The operands may move while the new ones are made. */
    dxki_value_list kept;
    if (!dxki_list_begin(&kept, m, c->b))
        return DXKI_FOLD_FAILED;
    memcpy(kept.items, m->words.items + c->a, c->b * sizeof *kept.items);
    gep inner = {m, m->words.items[c->a + c->b], c->flags & DXKI_IF_INBOUNDS, kept.items, c->b};
    dxki_folded folded = DXKI_UNFOLDED;
    bool perform = is_zero(g, 1);
    int64_t number;
    if (!perform && as_number(m, g->ops[1], &number)) {
        dxki_type sequence = last_sequence(&inner);
        dxki_type_kind kind = dxki_type_kind_of(m, sequence);
        if (kind == DXKI_T_POINTER || kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR)
            folded = in_range(m, sequence, number, &perform);
    }
    if (folded != DXKI_FOLD_FAILED)
        folded = perform ? combine(g, &inner, out) : DXKI_UNFOLDED;
    dxki_list_free(&kept);
    return folded;
}

/* The base is an array that was cast to one of another length: index into it itself. */
static dxki_folded fold_cast_base(const gep *g, dxki_value *out)
{
    dxk_module *m = g->m;
    dxki_value inner = dxki_const_expr_op(m, g->ops[0], 0);
    dxki_type from = dxki_value_type(m, inner), to = dxki_value_type(m, g->ops[0]);
    dxki_type from_array = dxki_type_pointee(m, from), to_array = dxki_type_pointee(m, to);
    if (g->count <= 2 || !is_zero(g, 1) || dxki_type_kind_of(m, from_array) != DXKI_T_ARRAY ||
        dxki_type_kind_of(m, to_array) != DXKI_T_ARRAY ||
        dxki_type_get(m, from_array)->a != dxki_type_get(m, to_array)->a ||
        dxki_type_get(m, from)->b != dxki_type_get(m, to)->b)
        return DXKI_UNFOLDED;
    dxki_value_list ops;
    if (!dxki_list_begin(&ops, m, g->count))
        return DXKI_FOLD_FAILED;
    memcpy(ops.items, g->ops, g->count * sizeof *ops.items);
    ops.items[0] = inner;
    *out = dxki_fold_gep(m, from_array, g->inbounds, ops.items, g->count);
    dxki_list_free(&ops);
    return dxki_fold_done(*out, out);
}

/* --- indices past the end of an inner array --- */

/* Splits index `i` by the length of its array: the quotient goes to the index before it. */
static bool carry(const gep *g, dxki_value *ops, uint32_t i, uint64_t length)
{
    dxk_module *m = g->m;
    dxki_type type = dxki_value_type(m, g->ops[i]);
    dxki_value factor = dxki_const_int(m, type, length);
    if (!factor)
        return false;
    ops[i] = dxki_fold_binary(m, DXKI_OP_SREM, 0, g->ops[i], factor);
    dxki_value div = ops[i] ? dxki_fold_binary(m, DXKI_OP_SDIV, 0, g->ops[i], factor) : 0;
    if (!div)
        return false;
    uint32_t width = common_width(m, g->ops[i - 1], div);
    dxki_value before = widened(m, g->ops[i - 1], width);
    div = before ? widened(m, div, width) : 0;
    ops[i - 1] = div ? dxki_fold_binary(m, DXKI_OP_ADD, 0, before, div) : 0;
    return ops[i - 1] != 0;
}

static bool is_sequence(const dxk_module *m, dxki_type type)
{
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    return kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR || kind == DXKI_T_POINTER;
}

/* *known: all indices are numbers, and none is past the end of what it indexes. */
static dxki_folded normalize(const gep *g, bool *known, dxki_value *out)
{
    dxk_module *m = g->m;
    dxki_type before = dxki_value_type(m, g->ops[0]), type = g->source;
    dxki_value_list ops = {.m = m};
    int64_t number;
    bool changed = false;
    *known = as_number(m, g->ops[1], &number);
    if (!dxki_list_begin(&ops, m, g->count))
        return DXKI_FOLD_FAILED;
    memcpy(ops.items, g->ops, g->count * sizeof *ops.items);
    for (uint32_t i = 2; i < g->count; i++) {
        bool array = is_sequence(m, type);
        uint64_t length = dxki_type_count(m, type);
        bool is_number = as_number(m, g->ops[i], &number);
        if (is_number && array && number > 0 && length > 0 && (uint64_t)number >= length) {
            if (is_sequence(m, before)) {
                changed = true;
                if (!carry(g, ops.items, i, length)) {
                    dxki_list_free(&ops);
                    return DXKI_FOLD_FAILED;
                }
            } else {
                *known = false;
            }
        }
        *known = *known && is_number;
        before = type;
        type = step(m, type, g->ops[i]);
    }
    *out = changed ? dxki_fold_gep(m, g->source, g->inbounds, ops.items, g->count) : 0;
    dxki_list_free(&ops);
    return changed ? dxki_fold_done(*out, out) : DXKI_UNFOLDED;
}

/* Indices that cannot lead out of the object: the first is 0, or 1 and then nothing. */
static bool stays_inside(const gep *g)
{
    int64_t first;
    if (is_zero(g, 1))
        return true;
    return as_number(g->m, g->ops[1], &first) && first == 1 && all_zero_from(g, 2);
}

/* --- any computation --- */

static dxki_folded fold(const gep *g, dxki_value *out)
{
    dxk_module *m = g->m;
    if (g->count == 1 || (g->count == 2 && is_zero(g, 1)))
        return dxki_fold_done(g->ops[0], out);
    if (dxki_const_is_undef(m, g->ops[0]) ||
        (dxki_const_is_null(m, g->ops[0]) && all_zero_from(g, 1))) {
        dxki_type type = result_type(g);
        if (!type)
            return DXKI_FOLD_FAILED;
        return dxki_fold_done(dxki_const_is_undef(m, g->ops[0]) ? dxki_const_undef(m, type)
                                                                : dxki_const_null(m, type),
                              out);
    }
    dxki_folded folded = DXKI_UNFOLDED;
    if (dxki_const_is_expr(m, g->ops[0], DXKI_OP_GEP))
        folded = fold_nested(g, out);
    else if (dxki_const_is_expr(m, g->ops[0], DXKI_OP_NONE) &&
             dxki_op_class_of((dxki_op)dxki_const_get(m, g->ops[0])->opcode) == DXKI_OC_CAST)
        folded = fold_cast_base(g, out);
    if (folded != DXKI_UNFOLDED)
        return folded;
    bool known;
    folded = normalize(g, &known, out);
    if (folded != DXKI_UNFOLDED || !known || g->inbounds || DXKI_TAG(g->ops[0]) != DXKI_V_GLOBAL)
        return folded;
    const dxki_global *global = &m->globals.items[DXKI_INDEX(g->ops[0])];
    if (global->kind != DXKI_G_VARIABLE || global->linkage == DXKI_LINK_EXTERN_WEAK ||
        !stays_inside(g))
        return DXKI_UNFOLDED;
    return dxki_fold_done(dxki_fold_gep(m, g->source, true, g->ops, g->count), out);
}

dxki_value dxki_fold_gep(dxk_module *m, dxki_type source, bool inbounds, const dxki_value *ops,
                         uint32_t count)
{
    gep g = {m, source, inbounds, ops, count};
    dxki_value result = 0;
    dxki_folded folded = fold(&g, &result);
    if (folded != DXKI_UNFOLDED)
        return folded == DXKI_FOLDED ? result : 0;
    dxki_type type = result_type(&g);
    if (!type)
        return 0;
    return dxki_const_expr(m, DXKI_OP_GEP, inbounds ? DXKI_IF_INBOUNDS : 0, type, ops, count,
                           &source, 1);
}
