/* SPDX-License-Identifier: MIT */
/*
 * read_exprs.c - what instructions and constant expressions ask of their operands: opcodes by
 * number and type, valid casts, the types of comparisons and of address computations.
 */
#include "bitcode/reader.h"

dxki_op dxki_read_binary_op(const dxki_reader *r, uint64_t number, dxki_type type)
{
    static const uint8_t ints[] = {DXKI_OP_ADD,  DXKI_OP_SUB,  DXKI_OP_MUL,  DXKI_OP_UDIV,
                                   DXKI_OP_SDIV, DXKI_OP_UREM, DXKI_OP_SREM, DXKI_OP_SHL,
                                   DXKI_OP_LSHR, DXKI_OP_ASHR, DXKI_OP_AND,  DXKI_OP_OR,
                                   DXKI_OP_XOR};
    static const uint8_t floats[] = {DXKI_OP_FADD, DXKI_OP_FSUB, DXKI_OP_FMUL, 0, DXKI_OP_FDIV, 0,
                                     DXKI_OP_FREM};
    dxki_type scalar = dxki_type_scalar(r->m, type);
    if (dxki_type_is_int(r->m, scalar) && number < sizeof ints)
        return (dxki_op)ints[number];
    if (dxki_type_is_fp(r->m, scalar) && number < sizeof floats)
        return (dxki_op)floats[number];
    return DXKI_OP_NONE;
}

dxki_op dxki_read_cast_op(uint64_t number)
{
    return number <= DXKI_OP_ADDRSPACECAST - DXKI_OP_TRUNC ? (dxki_op)(DXKI_OP_TRUNC + number)
                                                           : DXKI_OP_NONE;
}

uint64_t dxki_read_lanes(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_VECTOR ? dxki_type_count(m, type) : 0;
}

/* Bits of the whole type for a bitcast: sums up a vector; 0 for what has no size of its own. */
static uint64_t whole_bits(const dxk_module *m, dxki_type type)
{
    uint64_t count = dxki_read_lanes(m, type);
    uint64_t bits = dxki_type_bits(m, dxki_type_scalar(m, type));
    if (type == DXKI_TY_X86_MMX)
        return 64;
    return count ? count * bits : bits;
}

static bool bitcast_is_valid(const dxk_module *m, dxki_type from, dxki_type to)
{
    dxki_type a = dxki_type_scalar(m, from), b = dxki_type_scalar(m, to);
    bool from_pointer = dxki_type_kind_of(m, a) == DXKI_T_POINTER;
    bool to_pointer = dxki_type_kind_of(m, b) == DXKI_T_POINTER;
    if (from_pointer || to_pointer)
        return from_pointer && to_pointer && dxki_read_lanes(m, from) == dxki_read_lanes(m, to) &&
               dxki_type_get(m, a)->b == dxki_type_get(m, b)->b;
    return from == to || (whole_bits(m, from) && whole_bits(m, from) == whole_bits(m, to));
}

bool dxki_read_cast_is_valid(const dxki_reader *r, dxki_op op, dxki_type from, dxki_type to)
{
    const dxk_module *m = r->m;
    dxki_type a = dxki_type_scalar(m, from), b = dxki_type_scalar(m, to);
    bool ints = dxki_type_is_int(m, a) && dxki_type_is_int(m, b);
    bool floats = dxki_type_is_fp(m, a) && dxki_type_is_fp(m, b);
    bool pointer = dxki_type_kind_of(m, a) == DXKI_T_POINTER;
    bool to_pointer = dxki_type_kind_of(m, b) == DXKI_T_POINTER;
    if (op == DXKI_OP_BITCAST)
        return bitcast_is_valid(m, from, to);
    if (dxki_read_lanes(m, from) != dxki_read_lanes(m, to))
        return false;
    switch (op) {
    case DXKI_OP_TRUNC:
        return ints && dxki_type_bits(m, a) > dxki_type_bits(m, b);
    case DXKI_OP_ZEXT:
    case DXKI_OP_SEXT:
        return ints && dxki_type_bits(m, a) < dxki_type_bits(m, b);
    case DXKI_OP_FPTOUI:
    case DXKI_OP_FPTOSI:
        return dxki_type_is_fp(m, a) && dxki_type_is_int(m, b);
    case DXKI_OP_UITOFP:
    case DXKI_OP_SITOFP:
        return dxki_type_is_int(m, a) && dxki_type_is_fp(m, b);
    case DXKI_OP_FPTRUNC:
        return floats && dxki_type_bits(m, a) > dxki_type_bits(m, b);
    case DXKI_OP_FPEXT:
        return floats && dxki_type_bits(m, a) < dxki_type_bits(m, b);
    case DXKI_OP_PTRTOINT:
        return pointer && dxki_type_is_int(m, b);
    case DXKI_OP_INTTOPTR:
        return dxki_type_is_int(m, a) && to_pointer;
    default: /* addrspacecast */
        return pointer && to_pointer && dxki_type_get(m, a)->b != dxki_type_get(m, b)->b;
    }
}

dxki_type dxki_read_cmp_type(dxki_reader *r, dxki_type type)
{
    uint64_t count = dxki_read_lanes(r->m, type);
    return count ? dxki_type_vector(r->m, DXKI_TY_I1, (uint32_t)count) : DXKI_TY_I1;
}

/* Index into a struct: a constant i32, or a vector of equal ones. */
static dxki_type struct_element(const dxk_module *m, dxki_type type, dxki_value index)
{
    uint64_t number = 0;
    const dxki_const *c = dxki_const_get(m, index);
    if (!c || dxki_type_scalar(m, c->type) != DXKI_TY_I32)
        return 0;
    if (c->kind == DXKI_C_DATA)
        number = dxki_const_data_bits(m, c, 0);
    else if (c->kind != DXKI_C_NULL && !dxki_value_as_int(m, index, &number))
        return 0;
    return dxki_type_element(m, type, number);
}

dxki_type dxki_read_gep_type(dxki_reader *r, dxki_type source, const dxki_operand *ops,
                             uint32_t count)
{
    dxk_module *m = r->m;
    dxki_type base = dxki_type_scalar(m, ops[0].type), at = source;
    uint64_t length = dxki_read_lanes(m, ops[0].type);
    if (dxki_type_kind_of(m, base) != DXKI_T_POINTER || !source)
        return 0;
    for (uint32_t i = 1; i < count && at; i++) {
        if (!dxki_type_is_int(m, dxki_type_scalar(m, ops[i].type)))
            return 0;
        if (!length)
            length = dxki_read_lanes(m, ops[i].type);
        if (i == 1)
            continue;
        dxki_type_kind kind = dxki_type_kind_of(m, at);
        if (kind == DXKI_T_STRUCT)
            at = struct_element(m, at, (dxki_value)ops[i].n);
        else
            at = kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR ? dxki_type_get(m, at)->a : 0;
    }
    if (!at)
        return 0;
    dxki_type pointer = dxki_type_pointer(m, at, dxki_type_get(m, base)->b);
    return pointer && length ? dxki_type_vector(m, pointer, (uint32_t)length) : pointer;
}
