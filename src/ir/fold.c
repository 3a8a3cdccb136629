/* SPDX-License-Identifier: MIT */
/* fold.c - selection, and getting at the elements of constants. See fold.h. */
#include "ir/fold.h"

#include <string.h>

dxki_folded dxki_fold_done(dxki_value value, dxki_value *out)
{
    *out = value;
    return value ? DXKI_FOLDED : DXKI_FOLD_FAILED;
}

/* --- questions --- */

bool dxki_const_is_undef(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);
    return c && c->kind == DXKI_C_UNDEF;
}

bool dxki_const_is_expr(const dxk_module *m, dxki_value value, dxki_op op)
{
    const dxki_const *c = dxki_const_get(m, value);
    return c && c->kind == DXKI_C_EXPR && (op == DXKI_OP_NONE || c->opcode == op);
}

static uint64_t mask_of(uint32_t bits)
{
    return bits < 64 ? ((uint64_t)1 << bits) - 1 : ~(uint64_t)0;
}

bool dxki_const_is_all_ones(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);
    if (!c)
        return false;
    uint64_t mask = mask_of(dxki_type_bits(m, dxki_type_scalar(m, c->type)));
    if (c->kind == DXKI_C_INT || c->kind == DXKI_C_FLOAT)
        return dxki_const_bits(c) == mask;
    if (c->kind == DXKI_C_AGGREGATE && dxki_type_kind_of(m, c->type) == DXKI_T_VECTOR) {
        for (uint32_t i = 0; i < c->b; i++) {
            if (!dxki_const_is_all_ones(m, m->words.items[c->a + i]))
                return false;
        }
        return true;
    }
    if (c->kind != DXKI_C_DATA || dxki_type_kind_of(m, c->type) != DXKI_T_VECTOR)
        return false;
    dxk_str bytes = dxki_const_data_bytes(m, c);
    for (size_t i = 0; i < bytes.size; i++) {
        if ((uint8_t)bytes.data[i] != 0xff)
            return false;
    }
    return true;
}

dxki_value dxki_const_expr_op(const dxk_module *m, dxki_value expr, uint32_t i)
{
    return m->words.items[dxki_const_get(m, expr)->a + i];
}

/* --- lists --- */

bool dxki_list_begin(dxki_value_list *list, dxk_module *m, uint32_t capacity)
{
    list->m = m;
    list->count = 0;
    list->capacity = capacity ? capacity : 1;
    list->items = dxki_realloc(m->ctx, NULL, 0, (size_t)list->capacity * sizeof *list->items);
    return list->items != NULL;
}

void dxki_list_free(dxki_value_list *list)
{
    if (list->items)
        dxki_realloc(list->m->ctx, list->items, (size_t)list->capacity * sizeof *list->items, 0);
}

/* The aggregate of a full list; frees the list. `ok` false: it could not be filled. */
static dxki_value finish_list(dxki_value_list *list, dxki_type type, bool ok)
{
    dxki_value value = ok ? dxki_const_aggregate(list->m, type, list->items, list->count) : 0;
    dxki_list_free(list);
    return value;
}

dxki_value dxki_const_all_ones(dxk_module *m, dxki_type type)
{
    dxki_type scalar = dxki_type_scalar(m, type);
    uint32_t count = scalar == type ? 0 : (uint32_t)dxki_type_count(m, type);
    uint64_t words[2] = {~(uint64_t)0, ~(uint64_t)0};
    dxki_value one = dxki_type_bits(m, scalar) <= 64 ? dxki_const_int(m, scalar, words[0])
                                                     : dxki_const_wide(m, scalar, words, 2);
    dxki_value_list list;
    if (!one || count == 0)
        return one;
    if (!dxki_list_begin(&list, m, count))
        return 0;
    while (list.count < count)
        list.items[list.count++] = one;
    return finish_list(&list, type, true);
}

/* --- elements --- */

dxki_folded dxki_fold_element(dxk_module *m, dxki_value value, uint64_t i, dxki_value *out)
{
    const dxki_const *c = dxki_const_get(m, value);
    dxki_type element = c ? dxki_type_element(m, c->type, i) : 0;
    if (!element)
        return DXKI_UNFOLDED;
    switch (c->kind) {
    case DXKI_C_NULL:
        return dxki_fold_done(dxki_const_null(m, element), out);
    case DXKI_C_UNDEF:
        return dxki_fold_done(dxki_const_undef(m, element), out);
    case DXKI_C_AGGREGATE:
        return dxki_fold_done(m->words.items[c->a + i], out);
    case DXKI_C_DATA: {
        uint64_t bits = dxki_const_data_bits(m, c, i);
        return dxki_fold_done(dxki_type_is_fp(m, element) ? dxki_const_float(m, element, bits)
                                                          : dxki_const_int(m, element, bits),
                              out);
    }
    default:
        return DXKI_UNFOLDED;
    }
}

dxki_value dxki_fold_extract_element(dxk_module *m, dxki_value vector, dxki_value index)
{
    dxki_type type = dxki_value_type(m, vector), element = dxki_type_scalar(m, type);
    uint64_t i = 0;
    dxki_value result, ops[2] = {vector, index};
    bool known = dxki_value_as_int(m, index, &i);
    if (dxki_const_is_undef(m, vector))
        return dxki_const_undef(m, element);
    if (dxki_const_is_null(m, vector))
        return dxki_const_null(m, element);
    if (dxki_const_is_undef(m, index) || (known && i >= dxki_type_count(m, type)))
        return dxki_const_undef(m, element);
    dxki_folded folded = known ? dxki_fold_element(m, vector, i, &result) : DXKI_UNFOLDED;
    if (folded == DXKI_UNFOLDED)
        return dxki_const_expr(m, DXKI_OP_EXTRACTELEMENT, 0, element, ops, 2, NULL, 0);
    return folded == DXKI_FOLDED ? result : 0;
}

dxki_folded dxki_fold_by_elements(dxk_module *m, dxki_type result, dxki_value a, dxki_value b,
                                  dxki_value (*fold)(dxk_module *m, uint32_t op, dxki_value a,
                                                     dxki_value b),
                                  uint32_t op, dxki_value *out)
{
    uint64_t count = dxki_type_count(m, dxki_value_type(m, a));
    dxki_value_list list;
    bool ok = true;
    if (count > DXKI_FOLD_ELEMENTS)
        return DXKI_UNFOLDED;
    if (!dxki_list_begin(&list, m, (uint32_t)count))
        return DXKI_FOLD_FAILED;
    for (; list.count < count && ok; list.count++) {
        dxki_value index = dxki_const_int(m, DXKI_TY_I32, list.count);
        dxki_value x = index ? dxki_fold_extract_element(m, a, index) : 0;
        dxki_value y = x ? dxki_fold_extract_element(m, b, index) : 0;
        list.items[list.count] = y ? fold(m, op, x, y) : 0;
        ok = list.items[list.count] != 0;
    }
    return dxki_fold_done(finish_list(&list, result, ok), out);
}

/* extractelement by a number. */
static dxki_value element_at(dxk_module *m, dxki_value vector, uint64_t i)
{
    dxki_value index = dxki_const_int(m, DXKI_TY_I32, i);
    return index ? dxki_fold_extract_element(m, vector, index) : 0;
}

dxki_value dxki_fold_insert_element(dxk_module *m, dxki_value vector, dxki_value element,
                                    dxki_value index)
{
    dxki_type type = dxki_value_type(m, vector);
    uint32_t count = (uint32_t)dxki_type_count(m, type);
    uint64_t at = 0;
    dxki_value ops[3] = {vector, element, index};
    dxki_value_list list;
    if (dxki_const_is_undef(m, index))
        return dxki_const_undef(m, type);
    if (!dxki_value_as_int(m, index, &at) || count > DXKI_FOLD_ELEMENTS)
        return dxki_const_expr(m, DXKI_OP_INSERTELEMENT, 0, type, ops, 3, NULL, 0);
    if (at >= count)
        return dxki_const_undef(m, type);
    if (!dxki_list_begin(&list, m, count))
        return 0;
    bool ok = true;
    for (; list.count < count && ok; list.count++) {
        list.items[list.count] = list.count == at ? element : element_at(m, vector, list.count);
        ok = list.items[list.count] != 0;
    }
    return finish_list(&list, type, ok);
}

/* Element `i` of a shuffle; the mask is known. */
static dxki_value shuffled(dxk_module *m, dxki_value a, dxki_value b, dxki_value mask, uint32_t i)
{
    dxki_type type = dxki_value_type(m, a);
    uint64_t count = dxki_type_count(m, type), from = 0;
    dxki_value index;
    if (dxki_fold_element(m, mask, i, &index) != DXKI_FOLDED)
        return 0;
    if (!dxki_value_as_int(m, index, &from) || from >= 2 * count)
        return dxki_const_undef(m, dxki_type_scalar(m, type));
    return from < count ? element_at(m, a, from) : element_at(m, b, from - count);
}

dxki_value dxki_fold_shuffle(dxk_module *m, dxki_value a, dxki_value b, dxki_value mask)
{
    uint32_t count = (uint32_t)dxki_type_count(m, dxki_value_type(m, mask));
    dxki_type type = dxki_type_vector(m, dxki_type_scalar(m, dxki_value_type(m, a)), count);
    dxki_value ops[3] = {a, b, mask};
    dxki_value_list list;
    if (!type)
        return 0;
    if (dxki_const_is_undef(m, mask))
        return dxki_const_undef(m, type);
    if (dxki_const_is_expr(m, mask, DXKI_OP_NONE) || count > DXKI_FOLD_ELEMENTS)
        return dxki_const_expr(m, DXKI_OP_SHUFFLEVECTOR, 0, type, ops, 3, NULL, 0);
    if (!dxki_list_begin(&list, m, count))
        return 0;
    bool ok = true;
    for (; list.count < count && ok; list.count++) {
        list.items[list.count] = shuffled(m, a, b, mask, list.count);
        ok = list.items[list.count] != 0;
    }
    return finish_list(&list, type, ok);
}

/* --- aggregates --- */

/* The type that indices lead to. */
static dxki_type member_type(const dxk_module *m, dxki_type type, const uint32_t *indices,
                             uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        type = dxki_type_element(m, type, indices[i]);
    return type;
}

/* An expression with indices behind its operands. */
static dxki_value indexed_expr(dxk_module *m, dxki_op op, dxki_type type, const dxki_value *ops,
                               uint32_t op_count, const uint32_t *indices, uint32_t count)
{
    dxki_value_list extra;
    if (!dxki_list_begin(&extra, m, count + 1))
        return 0;
    extra.items[0] = count;
    memcpy(extra.items + 1, indices, count * sizeof *indices);
    dxki_value value = dxki_const_expr(m, op, 0, type, ops, op_count, extra.items, count + 1);
    dxki_list_free(&extra);
    return value;
}

dxki_value dxki_fold_extract_value(dxk_module *m, dxki_value aggregate, const uint32_t *indices,
                                   uint32_t count)
{
    dxki_value at = aggregate;
    for (uint32_t i = 0; i < count; i++) {
        dxki_folded folded = dxki_fold_element(m, at, indices[i], &at);
        if (folded == DXKI_FOLD_FAILED)
            return 0;
        if (folded == DXKI_UNFOLDED)
            return indexed_expr(m, DXKI_OP_EXTRACTVALUE,
                                member_type(m, dxki_value_type(m, aggregate), indices, count),
                                &aggregate, 1, indices, count);
    }
    return at;
}

/* `depth` bounds the recursion by the number of indices. */
static dxki_folded insert(dxk_module *m, dxki_value aggregate, dxki_value value,
                          const uint32_t *indices, uint32_t count, dxki_value *out)
{
    dxki_type type = dxki_value_type(m, aggregate);
    uint64_t total = dxki_type_count(m, type);
    dxki_value_list list;
    dxki_folded folded = DXKI_FOLDED;
    if (count == 0)
        return dxki_fold_done(value, out);
    if (dxki_const_is_expr(m, aggregate, DXKI_OP_NONE) || total > DXKI_FOLD_ELEMENTS)
        return DXKI_UNFOLDED;
    if (!dxki_list_begin(&list, m, (uint32_t)total))
        return DXKI_FOLD_FAILED;
    for (; list.count < total && folded == DXKI_FOLDED; list.count++) {
        dxki_value *item = &list.items[list.count];
        folded = dxki_fold_element(m, aggregate, list.count, item);
        if (folded == DXKI_FOLDED && list.count == indices[0])
            folded = insert(m, *item, value, indices + 1, count - 1, item);
    }
    if (folded != DXKI_FOLDED) {
        dxki_list_free(&list);
        return folded;
    }
    return dxki_fold_done(finish_list(&list, type, true), out);
}

dxki_value dxki_fold_insert_value(dxk_module *m, dxki_value aggregate, dxki_value value,
                                  const uint32_t *indices, uint32_t count)
{
    dxki_value result = 0, ops[2] = {aggregate, value};
    dxki_folded folded = insert(m, aggregate, value, indices, count, &result);
    if (folded == DXKI_UNFOLDED)
        return indexed_expr(m, DXKI_OP_INSERTVALUE, dxki_value_type(m, aggregate), ops, 2, indices,
                            count);
    return folded == DXKI_FOLDED ? result : 0;
}

/* --- selection --- */

/* By a vector of conditions, element by element. */
static dxki_folded select_elements(dxk_module *m, dxki_value cond, dxki_value a, dxki_value b,
                                   dxki_value *out)
{
    dxki_type type = dxki_value_type(m, a);
    uint32_t count = (uint32_t)dxki_type_count(m, type);
    dxki_value_list list;
    if (count > DXKI_FOLD_ELEMENTS)
        return DXKI_UNFOLDED;
    if (!dxki_list_begin(&list, m, count))
        return DXKI_FOLD_FAILED;
    for (; list.count < count; list.count++) {
        dxki_value x = element_at(m, a, list.count), y = element_at(m, b, list.count), bit;
        if (!x || !y || dxki_fold_element(m, cond, list.count, &bit) == DXKI_FOLD_FAILED) {
            dxki_list_free(&list);
            return DXKI_FOLD_FAILED;
        }
        const dxki_const *c = dxki_const_get(m, bit);
        if (x == y)
            list.items[list.count] = x;
        else if (c && c->kind == DXKI_C_UNDEF)
            list.items[list.count] = dxki_const_is_undef(m, x) ? x : y;
        else if (c && c->kind == DXKI_C_INT)
            list.items[list.count] = c->a ? x : y;
        else
            break;
    }
    if (list.count < count) {
        dxki_list_free(&list);
        return DXKI_UNFOLDED;
    }
    return dxki_fold_done(finish_list(&list, type, true), out);
}

dxki_value dxki_fold_select(dxk_module *m, dxki_value cond, dxki_value a, dxki_value b)
{
    const dxki_const *c = dxki_const_get(m, cond);
    dxki_value result, ops[3] = {cond, a, b};
    if (dxki_const_is_null(m, cond))
        return b;
    if (dxki_const_is_all_ones(m, cond))
        return a;
    if (c && c->kind == DXKI_C_AGGREGATE) {
        dxki_folded folded = select_elements(m, cond, a, b, &result);
        if (folded != DXKI_UNFOLDED)
            return folded == DXKI_FOLDED ? result : 0;
    }
    if (dxki_const_is_undef(m, cond))
        return dxki_const_is_undef(m, a) ? a : b;
    if (dxki_const_is_undef(m, a))
        return b;
    if (dxki_const_is_undef(m, b) || a == b)
        return a;
    if (dxki_const_is_expr(m, a, DXKI_OP_SELECT) && dxki_const_expr_op(m, a, 0) == cond)
        return dxki_fold_select(m, cond, dxki_const_expr_op(m, a, 1), b);
    if (dxki_const_is_expr(m, b, DXKI_OP_SELECT) && dxki_const_expr_op(m, b, 0) == cond)
        return dxki_fold_select(m, cond, a, dxki_const_expr_op(m, b, 2));
    return dxki_const_expr(m, DXKI_OP_SELECT, 0, dxki_value_type(m, a), ops, 3, NULL, 0);
}
