/* SPDX-License-Identifier: MIT */
/* value.c - scalars, conversions, operators; see emit.h. */
#include "codegen/emit.h"
#include "spec/dxil_ops.h"

static uint8_t number_of(uint8_t scalar)
{
    return dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar)->number;
}

dxk_type dxki_emit_type(const dxki_emit *e, uint8_t scalar)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_scalar_at((dxki_hlsl_scalar)scalar);
    bool narrow = info->flags & (DXKI_HLSL_MINIMUM | DXKI_HLSL_NATIVE) ||
                  (scalar == DXKI_HLSL_S_HALF && e->c->options.native_16bit);

    if (scalar == DXKI_HLSL_S_RESOURCE)
        return dxk_builder_op_operand_type(e->b, DXK_OP_BufferLoad, DXK_TYPE_I32, 0);
    if (scalar == DXKI_HLSL_S_HIT)
        return dxk_builder_op_operand_type(e->b, DXK_OP_HitObject_IsHit, DXK_TYPE_I1, 0);
    if (info->flags & DXKI_HLSL_HANDLE)
        return dxki_emit_node_type(e, scalar);
    if (info->number == DXKI_HLSL_BOOL)
        return DXK_TYPE_I1;
    if (info->number == DXKI_HLSL_REAL)
        return narrow ? DXK_TYPE_HALF : info->bits == 64 ? DXK_TYPE_DOUBLE : DXK_TYPE_FLOAT;
    return narrow ? DXK_TYPE_I16 : info->bits == 64 ? DXK_TYPE_I64 : DXK_TYPE_I32;
}

/* ---------------------------------------------------------------------------------------- */
/* Constants, lists                                                                           */

dxk_value dxki_emit_i32(dxki_emit *e, int64_t value)
{
    return dxki_emit_in_lanes(e, dxk_builder_i32(e->b, value));
}

dxk_value dxki_emit_float(dxki_emit *e, uint8_t scalar, double value)
{
    return dxki_emit_in_lanes(e, dxk_builder_real(e->b, dxki_emit_type(e, scalar), value));
}

dxk_value dxki_emit_scalar_constant(dxki_emit *e, uint8_t scalar, uint64_t bits)
{
    dxk_type type = dxki_emit_type(e, scalar);
    double real;

    if (number_of(scalar) != DXKI_HLSL_REAL)
        return dxki_emit_in_lanes(e, dxk_builder_int(e->b, type,
                                                     type == DXK_TYPE_I64   ? bits
                                                     : type == DXK_TYPE_I16 ? bits & 0xffff
                                                     : type == DXK_TYPE_I1  ? bits != 0
                                                                            : bits & 0xffffffff));
    memcpy(&real, &bits, sizeof real);
    return dxki_emit_in_lanes(e, dxk_builder_real(e->b, type, real));
}

dxki_emit_value dxki_emit_values(dxki_emit *e, const dxki_hlsl_type *t)
{
    dxki_emit_value v = {.type = t};

    if (e->lanes && t->kind == DXKI_HLSL_TY_VECTOR) /* of which all elements are one */
        t = v.type = dxki_hlsl_type_scalar(e->c, (dxki_hlsl_scalar)t->scalar);
    if (t->leaves > DXKI_EMIT_MOST_LEAVES) {
        DXKI_HLSL_REPORT(e->c, TOO_MANY_LEAVES, e->c->at, dxki_dec(DXKI_EMIT_MOST_LEAVES));
        dxki_hlsl_stop(e->c, DXK_E_LIMIT);
    }
    if (dxki_hlsl_ready(e->c)) {
        v.v = dxki_arena_zalloc(&e->c->arena, t->leaves ? t->leaves : 1, sizeof *v.v);
        if (!v.v)
            dxki_hlsl_nomem(e->c);
    }
    if (!v.v) { /* nobody looks at them */
        v.type = dxki_hlsl_type_void(e->c);
        v.v = (dxk_value *)(void *)e->c->spare;
    }
    return v;
}

dxki_emit_value dxki_emit_one(dxki_emit *e, uint8_t scalar, dxk_value v)
{
    dxki_emit_value made =
        dxki_emit_values(e, dxki_hlsl_type_scalar(e->c, (dxki_hlsl_scalar)scalar));

    made.v[0] = v;
    return made;
}

/* ---------------------------------------------------------------------------------------- */
/* Indices                                                                                    */

dxki_emit_index dxki_emit_known(uint32_t value)
{
    return (dxki_emit_index){DXK_NONE, value};
}

dxk_value dxki_emit_index_value(dxki_emit *e, dxki_emit_index i)
{
    if (i.value == DXK_NONE)
        return dxki_emit_i32(e, i.add);
    if (i.add == 0)
        return i.value;
    return dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_ADD, i.value, dxki_emit_i32(e, i.add), 0);
}

dxki_emit_index dxki_emit_scale(dxki_emit *e, dxki_emit_index i, uint32_t by)
{
    i.add *= by;
    if (i.value != DXK_NONE && by != 1)
        i.value =
            dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_MUL, i.value, dxki_emit_i32(e, by), 0);
    return i;
}

dxki_emit_index dxki_emit_rows(dxki_emit *e, dxki_emit_index i, uint32_t bytes)
{
    dxki_emit_index rows = dxki_emit_scale(e, i, bytes / 16);

    rows.add = i.add * bytes;
    return rows;
}

dxki_emit_index dxki_emit_add(dxki_emit *e, dxki_emit_index i, dxki_emit_index j)
{
    i.add += j.add;
    if (i.value == DXK_NONE)
        i.value = j.value;
    else if (j.value != DXK_NONE)
        i.value = dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_ADD, i.value, j.value, 0);
    return i;
}

/* ---------------------------------------------------------------------------------------- */
/* Operators                                                                                  */

dxk_value dxki_emit_op(dxki_emit *e, dxk_op op, dxk_type overload, const dxk_value *args,
                       size_t count)
{
    const dxki_dxop_info *info = dxki_dxop_find(op);

    if (info)
        dxki_emit_note_misfit(e, info);
    if (e->lanes)
        return dxki_emit_wide_op(e, op, overload, args, count);
    return dxk_builder_op(dxki_emit_b(e), op, overload, args, count);
}

/* The binary operator of a token; shifts and divisions by sign. */
static dxk_binary binary_of(uint8_t op, uint8_t number)
{
    bool real = number == DXKI_HLSL_REAL, sign = number == DXKI_HLSL_SINT;

    switch (op) {
    case DXKI_HLSL_T_ADD:
        return real ? DXK_BINARY_FADD : DXK_BINARY_ADD;
    case DXKI_HLSL_T_SUB:
        return real ? DXK_BINARY_FSUB : DXK_BINARY_SUB;
    case DXKI_HLSL_T_MUL:
        return real ? DXK_BINARY_FMUL : DXK_BINARY_MUL;
    case DXKI_HLSL_T_DIV:
        return real ? DXK_BINARY_FDIV : sign ? DXK_BINARY_SDIV : DXK_BINARY_UDIV;
    case DXKI_HLSL_T_MOD:
        return real ? DXK_BINARY_FREM : sign ? DXK_BINARY_SREM : DXK_BINARY_UREM;
    case DXKI_HLSL_T_SHL:
        return DXK_BINARY_SHL;
    case DXKI_HLSL_T_SHR:
        return sign ? DXK_BINARY_ASHR : DXK_BINARY_LSHR;
    case DXKI_HLSL_T_AND:
        return DXK_BINARY_AND;
    case DXKI_HLSL_T_OR:
        return DXK_BINARY_OR;
    default:
        return DXK_BINARY_XOR;
    }
}

/* The comparison of a token; false: it is none. */
static bool compare_of(uint8_t op, uint8_t number, dxk_compare *out)
{
    static const struct {
        uint8_t op, real, sign, unsign;
    } rows[] = {
        {DXKI_HLSL_T_EQ, DXK_COMPARE_OEQ, DXK_COMPARE_EQ, DXK_COMPARE_EQ},
        {DXKI_HLSL_T_NE, DXK_COMPARE_UNE, DXK_COMPARE_NE, DXK_COMPARE_NE},
        {DXKI_HLSL_T_LT, DXK_COMPARE_OLT, DXK_COMPARE_SLT, DXK_COMPARE_ULT},
        {DXKI_HLSL_T_LE, DXK_COMPARE_OLE, DXK_COMPARE_SLE, DXK_COMPARE_ULE},
        {DXKI_HLSL_T_GT, DXK_COMPARE_OGT, DXK_COMPARE_SGT, DXK_COMPARE_UGT},
        {DXKI_HLSL_T_GE, DXK_COMPARE_OGE, DXK_COMPARE_SGE, DXK_COMPARE_UGE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].op != op)
            continue;
        *out = number == DXKI_HLSL_REAL   ? rows[i].real
               : number == DXKI_HLSL_SINT ? rows[i].sign
                                          : rows[i].unsign;
        return true;
    }
    return false;
}

static dxk_value int_of(dxki_emit *e, dxk_type type, uint64_t value)
{
    return dxki_emit_in_lanes(e, dxk_builder_int(e->b, type, value));
}

static unsigned bits_of(dxk_type type)
{
    return type == DXK_TYPE_I64 ? 64 : type == DXK_TYPE_I16 ? 16 : 32;
}

dxk_value dxki_emit_binary(dxki_emit *e, uint8_t op, uint8_t scalar, dxk_value a, dxk_value b)
{
    uint8_t number = number_of(scalar);
    dxk_type type = dxki_emit_type(e, scalar);
    uint32_t flags = number == DXKI_HLSL_REAL ? e->flags : 0;
    dxk_compare compare;

    if (compare_of(op, number, &compare))
        return dxk_builder_compare(dxki_emit_b(e), compare, a, b, flags);
    if (op == DXKI_HLSL_T_SHL || op == DXKI_HLSL_T_SHR)
        b = dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_AND, b,
                               int_of(e, type, bits_of(type) - 1), 0);
    return dxk_builder_binary(dxki_emit_b(e), binary_of(op, number), a, b, flags);
}

dxk_value dxki_emit_unary(dxki_emit *e, uint8_t op, uint8_t scalar, dxk_value a)
{
    dxk_type type = dxki_emit_type(e, scalar);

    if (number_of(scalar) == DXKI_HLSL_REAL)
        return dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_FSUB, dxki_emit_float(e, scalar, -0.0),
                                  a, e->flags);
    if (op == DXKI_HLSL_T_SUB)
        return dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_SUB, int_of(e, type, 0), a, 0);
    uint64_t ones = type == DXK_TYPE_I1    ? 1
                    : type == DXK_TYPE_I16 ? 0xffff
                    : type == DXK_TYPE_I32 ? 0xffffffff
                                           : UINT64_MAX;
    return dxk_builder_binary(dxki_emit_b(e), DXK_BINARY_XOR, a, int_of(e, type, ones), 0);
}

/* ---------------------------------------------------------------------------------------- */
/* Conversions                                                                                */

static dxk_value cast(dxki_emit *e, dxk_cast op, dxk_value v, dxk_type to)
{
    return dxk_builder_cast(dxki_emit_b(e), op, v, dxki_emit_shape(e, to));
}

static dxk_value to_bool(dxki_emit *e, dxk_value v, uint8_t from)
{
    return dxki_emit_binary(e, DXKI_HLSL_T_NE, from, v, dxki_emit_scalar_constant(e, from, 0));
}

static int rank(dxk_type type)
{
    return type == DXK_TYPE_I1                               ? 1
           : type == DXK_TYPE_I16 || type == DXK_TYPE_HALF   ? 16
           : type == DXK_TYPE_I64 || type == DXK_TYPE_DOUBLE ? 64
                                                             : 32;
}

dxk_value dxki_emit_convert_scalar(dxki_emit *e, dxk_value v, uint8_t from, uint8_t to)
{
    uint8_t source = number_of(from), target = number_of(to);

    if (from == to)
        return v;
    dxk_type has = dxki_emit_type(e, from), wants = dxki_emit_type(e, to);
    if (target == DXKI_HLSL_BOOL)
        return to_bool(e, v, from);
    if (target == DXKI_HLSL_REAL) {
        if (source != DXKI_HLSL_REAL)
            return cast(e, source == DXKI_HLSL_SINT ? DXK_CAST_SITOFP : DXK_CAST_UITOFP, v, wants);
        if (has == wants)
            return v;
        return cast(e, rank(has) < rank(wants) ? DXK_CAST_FPEXT : DXK_CAST_FPTRUNC, v, wants);
    }
    if (source == DXKI_HLSL_REAL)
        return cast(e, target == DXKI_HLSL_SINT ? DXK_CAST_FPTOSI : DXK_CAST_FPTOUI, v, wants);
    if (has == wants)
        return v;
    if (rank(has) > rank(wants))
        return cast(e, DXK_CAST_TRUNC, v, wants);
    return cast(e, source == DXKI_HLSL_SINT ? DXK_CAST_SEXT : DXK_CAST_ZEXT, v, wants);
}

dxki_emit_value dxki_emit_convert(dxki_emit *e, dxki_emit_value v, const dxki_hlsl_type *to)
{
    dxki_emit_value out;
    const dxki_hlsl_type *from = v.type;

    if (dxki_emit_convert_wide(e, v, to, &out))
        return out;
    if (to->leaves == 1 && !v.v) {
        dxk_value first = dxki_emit_lane(e, v.whole, 0);
        v = dxki_emit_one(e, from->scalar, first);
        from = v.type;
    }
    v = dxki_emit_opened(e, v);
    out = dxki_emit_values(e, to);
    bool matrices = from->kind == DXKI_HLSL_TY_MATRIX && to->kind == DXKI_HLSL_TY_MATRIX;

    for (uint32_t i = 0; i < out.type->leaves && dxki_emit_ready(e); i++) {
        uint32_t k = from->leaves == 1 ? 0
                     : matrices        ? i / to->columns * from->columns + i % to->columns
                                       : i;
        if (k >= from->leaves)
            break;
        out.v[i] = dxki_emit_convert_scalar(e, v.v[k], dxki_hlsl_leaf_scalar(from, k),
                                            dxki_hlsl_leaf_scalar(to, i));
    }
    return out;
}
