/* SPDX-License-Identifier: MIT */
/* fits.c - see fits.h. */
#include "ir/fits.h"

const char *dxki_type_select_fault(const dxk_module *m, dxki_type cond, dxki_type a, dxki_type b)
{
    if (a != b)
        return "both values to select must have same type";
    if (!dxki_type_is_vector(m, cond))
        return cond == DXKI_TY_I1 ? NULL : "select condition must be i1 or <n x i1>";
    if (dxki_type_scalar(m, cond) != DXKI_TY_I1)
        return "vector select condition element type must be i1";
    if (!dxki_type_is_vector(m, a))
        return "selected values for vector select must be vectors";
    if (dxki_type_count(m, a) != dxki_type_count(m, cond))
        return "vector select requires selected vectors to have the same vector length as select "
               "condition";
    return NULL;
}

static bool bitcast_is_valid(const dxk_module *m, dxki_type from, dxki_type to)
{
    bool pointers = dxki_type_has_pointers(m, from);
    if (pointers != dxki_type_has_pointers(m, to))
        return false;
    uint64_t from_count = dxki_type_is_vector(m, from) ? dxki_type_count(m, from) : 0;
    uint64_t to_count = dxki_type_is_vector(m, to) ? dxki_type_count(m, to) : 0;
    dxki_type x = dxki_type_scalar(m, from), y = dxki_type_scalar(m, to);
    if (pointers) /* a single pointer may become a vector, as far as LLVM looks */
        return dxki_type_get(m, x)->b == dxki_type_get(m, y)->b &&
               (from_count == 0 || from_count == to_count);
    uint32_t mmx = 64; /* the one type with a size that is no number */
    uint64_t from_bits = x == DXKI_TY_X86_MMX ? mmx : dxki_type_bits(m, x);
    uint64_t to_bits = y == DXKI_TY_X86_MMX ? mmx : dxki_type_bits(m, y);
    return from_bits * (from_count ? from_count : 1) == to_bits * (to_count ? to_count : 1);
}

bool dxki_type_cast_is_valid(const dxk_module *m, dxki_op op, dxki_type from, dxki_type to)
{
    if (!dxki_type_is_first_class(m, from) || !dxki_type_is_first_class(m, to) ||
        dxki_type_is_aggregate(m, from) || dxki_type_is_aggregate(m, to))
        return false;
    uint32_t x = dxki_type_bits(m, dxki_type_scalar(m, from));
    uint32_t y = dxki_type_bits(m, dxki_type_scalar(m, to));
    bool same_shape =
        dxki_type_is_vector(m, from) == dxki_type_is_vector(m, to) &&
        (!dxki_type_is_vector(m, from) || dxki_type_count(m, from) == dxki_type_count(m, to));
    switch (op) {
    case DXKI_OP_TRUNC:
        return same_shape && dxki_type_has_ints(m, from) && dxki_type_has_ints(m, to) && x > y;
    case DXKI_OP_ZEXT:
    case DXKI_OP_SEXT:
        return same_shape && dxki_type_has_ints(m, from) && dxki_type_has_ints(m, to) && x < y;
    case DXKI_OP_FPTRUNC:
        return same_shape && dxki_type_has_floats(m, from) && dxki_type_has_floats(m, to) && x > y;
    case DXKI_OP_FPEXT:
        return same_shape && dxki_type_has_floats(m, from) && dxki_type_has_floats(m, to) && x < y;
    case DXKI_OP_UITOFP:
    case DXKI_OP_SITOFP:
        return same_shape && dxki_type_has_ints(m, from) && dxki_type_has_floats(m, to);
    case DXKI_OP_FPTOUI:
    case DXKI_OP_FPTOSI:
        return same_shape && dxki_type_has_floats(m, from) && dxki_type_has_ints(m, to);
    case DXKI_OP_PTRTOINT:
        return same_shape && dxki_type_has_pointers(m, from) && dxki_type_has_ints(m, to);
    case DXKI_OP_INTTOPTR:
        return same_shape && dxki_type_has_ints(m, from) && dxki_type_has_pointers(m, to);
    case DXKI_OP_BITCAST:
        return bitcast_is_valid(m, from, to);
    default: /* addrspacecast */
        return dxki_type_has_pointers(m, from) && dxki_type_has_pointers(m, to) &&
               dxki_type_get(m, dxki_type_scalar(m, from))->b !=
                   dxki_type_get(m, dxki_type_scalar(m, to))->b &&
               (!dxki_type_is_vector(m, from) || same_shape);
    }
}

bool dxki_type_shuffle_is_valid(const dxk_module *m, dxki_type a, dxki_type b, dxki_value mask)
{
    dxki_type type = dxki_value_type(m, mask);
    const dxki_const *c = dxki_const_get(m, mask);
    if (!dxki_type_is_vector(m, a) || a != b || !dxki_type_is_vector(m, type) ||
        dxki_type_scalar(m, type) != DXKI_TY_I32 || !c)
        return false;
    uint64_t limit = dxki_type_count(m, a) * 2, count = dxki_type_count(m, type), index;
    if (c->kind == DXKI_C_UNDEF || c->kind == DXKI_C_NULL)
        return true;
    if (c->kind == DXKI_C_DATA) {
        for (uint64_t i = 0; i < count; i++) {
            if (dxki_const_data_bits(m, c, i) >= limit)
                return false;
        }
        return true;
    }
    for (uint32_t i = 0; c->kind == DXKI_C_AGGREGATE && i < c->b; i++) {
        dxki_value element = m->words.items[c->a + i];
        bool number = dxki_value_as_int(m, element, &index);
        if (number ? index >= limit : dxki_const_get(m, element)->kind != DXKI_C_UNDEF)
            return false;
    }
    return c->kind == DXKI_C_AGGREGATE;
}

/* The number that an index into a struct stands for; false: it is none. */
static bool struct_index(const dxk_module *m, dxki_value value, uint64_t *index)
{
    dxki_type type = dxki_value_type(m, value);
    const dxki_const *c = dxki_const_get(m, value);
    if (dxki_type_scalar(m, type) != DXKI_TY_I32 || !c)
        return false;
    if (!dxki_type_is_vector(m, type))
        return dxki_value_as_int(m, value, index);
    uint64_t count = dxki_type_count(m, type);
    *index = c->kind == DXKI_C_DATA ? dxki_const_data_bits(m, c, 0) : 0;
    for (uint64_t i = 1; c->kind == DXKI_C_DATA && i < count; i++) {
        if (dxki_const_data_bits(m, c, i) != *index)
            return false;
    }
    return c->kind == DXKI_C_DATA || c->kind == DXKI_C_NULL;
}

dxki_type dxki_type_gep_step(const dxk_module *m, dxki_type type, dxki_value index)
{
    const dxki_type_entry *e = dxki_type_get(m, type);
    uint64_t number;
    if (e->kind == DXKI_T_STRUCT)
        return struct_index(m, index, &number) && number < e->b ? m->type_ops.items[e->a + number]
                                                                : 0;
    return e->kind == DXKI_T_ARRAY || e->kind == DXKI_T_VECTOR ? e->a : 0;
}

dxki_type dxki_type_gep_element(const dxk_module *m, dxki_type source, const dxki_value *indices,
                                uint32_t count)
{
    dxki_type type = source;
    for (uint32_t i = 1; i < count && type; i++)
        type = dxki_type_gep_step(m, type, indices[i]);
    return type;
}

dxki_type dxki_type_indexed(const dxk_module *m, dxki_type type, const uint32_t *indices,
                            uint32_t count)
{
    for (uint32_t i = 0; i < count && type; i++)
        type = dxki_type_is_aggregate(m, type) ? dxki_type_element(m, type, indices[i]) : 0;
    return type;
}
