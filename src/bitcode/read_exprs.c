/* SPDX-License-Identifier: MIT */
/*
 * read_exprs.c - what instructions and constant expressions ask of their operands: opcodes by
 * number and type, the types of comparisons and of address computations.
 */
#include "bitcode/reader.h"
#include "ir/fits.h"

dxki_op dxki_bc_read_binary_op(const dxki_bc_reader *r, uint64_t number, dxki_type type)
{
    dxki_type scalar = dxki_type_scalar(r->m, type);
    bool real = dxki_type_is_fp(r->m, scalar);
    return real || dxki_type_is_int(r->m, scalar) ? dxki_op_of_binary(number, real) : DXKI_OP_NONE;
}

uint64_t dxki_bc_read_lanes(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_VECTOR ? dxki_type_count(m, type) : 0;
}

dxki_type dxki_bc_read_cmp_type(dxki_bc_reader *r, dxki_type type)
{
    uint64_t count = dxki_bc_read_lanes(r->m, type);
    return count ? dxki_type_vector(r->m, DXKI_TY_I1, (uint32_t)count) : DXKI_TY_I1;
}

dxki_type dxki_bc_read_gep_type(dxki_bc_reader *r, dxki_type source, const dxki_bc_operand *ops,
                                uint32_t count)
{
    dxk_module *m = r->m;
    dxki_type base = dxki_type_scalar(m, ops[0].type), at = source;
    uint64_t length = dxki_bc_read_lanes(m, ops[0].type);
    if (dxki_type_kind_of(m, base) != DXKI_T_POINTER || !source)
        return 0;
    for (uint32_t i = 1; i < count && at; i++) {
        /* The reference does not look at the type of the first. */
        if (!dxki_type_is_int(m, dxki_type_scalar(m, ops[i].type)) &&
            (i > 1 || !dxki_bc_read_lets_pass(r)))
            return 0;
        if (!length)
            length = dxki_bc_read_lanes(m, ops[i].type);
        if (i == 1)
            continue;
        at = dxki_type_gep_step(m, at, (dxki_value)ops[i].n);
    }
    if (!at)
        return 0;
    dxki_type pointer = dxki_type_pointer(m, at, dxki_type_get(m, base)->b);
    return pointer && length ? dxki_type_vector(m, pointer, (uint32_t)length) : pointer;
}
