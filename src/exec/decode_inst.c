/* SPDX-License-Identifier: MIT */
/*
 * decode_inst.c - instructions of LLVM that compute: arithmetic, casts, comparisons, choices, parts
 * of values.
 */
#include "exec/alu.h"
#include "exec/clean.h"
#include "exec/convert.h"
#include "exec/decoder.h"

static const dxki_exec_typed *const binaries[] = {
    [DXKI_OP_ADD] = &dxki_exec_alu_add,   [DXKI_OP_SUB] = &dxki_exec_alu_sub,
    [DXKI_OP_MUL] = &dxki_exec_alu_mul,   [DXKI_OP_UDIV] = &dxki_exec_alu_udiv,
    [DXKI_OP_SDIV] = &dxki_exec_alu_sdiv, [DXKI_OP_UREM] = &dxki_exec_alu_urem,
    [DXKI_OP_SREM] = &dxki_exec_alu_srem, [DXKI_OP_SHL] = &dxki_exec_alu_shl,
    [DXKI_OP_LSHR] = &dxki_exec_alu_lshr, [DXKI_OP_ASHR] = &dxki_exec_alu_ashr,
    [DXKI_OP_AND] = &dxki_exec_alu_and,   [DXKI_OP_OR] = &dxki_exec_alu_or,
    [DXKI_OP_XOR] = &dxki_exec_alu_xor,   [DXKI_OP_FADD] = &dxki_exec_alu_fadd,
    [DXKI_OP_FSUB] = &dxki_exec_alu_fsub, [DXKI_OP_FMUL] = &dxki_exec_alu_fmul,
    [DXKI_OP_FDIV] = &dxki_exec_alu_fdiv, [DXKI_OP_FREM] = &dxki_exec_alu_frem,
};
#define BINARY_COUNT (sizeof binaries / sizeof binaries[0])

#define ICMP_FIRST 32u

/* An instruction, taken apart. */
typedef struct subject {
    uint32_t inst;
    const dxki_inst *i;
    const dxki_value *ops;
    dxki_exec_shape result;
    uint32_t dst;
} subject;

bool dxki_exec_pick(dxki_exec_decoder *d, const dxki_exec_typed *table, dxki_exec_elem operand,
                    dxki_exec_elem result, bool clean, dxki_exec_fn **fn)
{
    bool floats = operand == DXKI_EXEC_F32 || result == DXKI_EXEC_F32;

    *fn = floats && d->flushes && table->flush32 ? table->flush32 : table->of[operand];
    if (*fn == table->flush32 && clean && table->clean32)
        *fn = table->clean32;
    return *fn || dxki_exec_refuse(d, "an operation has operands of an unsupported type");
}

/* The flow of an operation on `from` numbers, of which there are `operands`, that gives `to`. */
static dxki_exec_flow flow_of(uint32_t operands, uint32_t from, bool wide, uint32_t to,
                              bool wide_result)
{
    return (dxki_exec_flow){
        .kind = from == to ? DXKI_EXEC_FLOW_EACH : DXKI_EXEC_FLOW_ALL,
        .operands = (uint8_t)operands,
        .wide = (uint8_t)((wide ? 7 : 0) | (wide_result ? DXKI_EXEC_FLOW_WIDE_RESULT : 0)),
        .from = (uint16_t)from,
        .to = (uint16_t)to};
}

static bool is_wide(dxki_exec_elem elem)
{
    return elem == DXKI_EXEC_I64 || elem == DXKI_EXEC_F64;
}

bool dxki_exec_emit_move(dxki_exec_decoder *d, uint32_t to, uint32_t from, bool wide)
{
    dxki_exec_elem elem = wide ? DXKI_EXEC_I64 : DXKI_EXEC_I32;
    dxki_exec_inst inst = {dxki_exec_alu_copy.of[elem], to, from, 0, 0, 0, 1, 0};

    return dxki_exec_emit(d, &inst) && dxki_exec_flow_last(d, flow_of(1, 1, wide, 1, wide));
}

bool dxki_exec_emit_copy(dxki_exec_decoder *d, uint32_t to, uint32_t from, dxki_type type)
{
    dxki_exec_shape shape = dxki_exec_shape_of(d, type);

    if (d->status != DXK_OK)
        return false;
    if (shape.count == 0)
        return true;
    if (shape.elem != DXKI_EXEC_MIXED) {
        dxki_exec_inst inst = {
            dxki_exec_alu_copy.of[shape.elem], to, from, 0, 0, 0, (uint16_t)shape.count, 0};
        bool wide = is_wide(shape.elem);
        return dxki_exec_emit(d, &inst) &&
               dxki_exec_flow_last(d, flow_of(1, shape.count, wide, shape.count, wide));
    }
    for (size_t n = 0; n < d->parts.count; n++) {
        dxki_exec_piece part = d->parts.items[n];
        if (!dxki_exec_emit_move(d, to + part.row, from + part.row,
                                 dxki_exec_elem_rows(part.elem) == 2))
            return false;
    }
    return true;
}

bool dxki_exec_emit_value(dxki_exec_decoder *d, uint32_t to, dxki_value value)
{
    dxki_type type = dxki_value_type(d->m, value);
    dxki_exec_pointer_ref ref;
    uint32_t from;

    if (dxki_type_kind_of(d->m, type) != DXKI_T_POINTER)
        return dxki_exec_operand(d, value, &from) && dxki_exec_emit_copy(d, to, from, type);
    if (!dxki_exec_pointer(d, value, &ref))
        return false;
    if (ref.object && !dxki_exec_constant_row(d, ref.object, false, &ref.object_row))
        return false;
    return dxki_exec_emit_move(d, to, ref.offset, false) &&
           dxki_exec_emit_move(d, to + 1, ref.object_row, false);
}

/* ---------------------------------------------------------------------------------------- */
/* Arithmetic                                                                                 */

/* Operations with one to three operands of one shape. */
static bool emit_typed(dxki_exec_decoder *d, const subject *s, const dxki_exec_typed *table,
                       const dxki_value *operands, uint32_t count)
{
    dxki_exec_shape shape = dxki_exec_shape_of(d, dxki_value_type(d->m, operands[0]));
    dxki_exec_inst inst = {.dst = s->dst, .n = (uint16_t)shape.count};
    uint32_t *to[3] = {&inst.a, &inst.b, &inst.c};
    bool clean = true;

    for (uint32_t n = 0; n < count; n++) {
        if (!dxki_exec_operand(d, operands[n], to[n]))
            return false;
        clean &= dxki_exec_is_clean(d, operands[n]);
    }
    return dxki_exec_pick(d, table, shape.elem, s->result.elem, clean, &inst.run) &&
           dxki_exec_emit(d, &inst) &&
           dxki_exec_flow_last(d, flow_of(count, shape.count, is_wide(shape.elem), s->result.count,
                                          is_wide(s->result.elem)));
}

/* -0.0, or a vector of it: subtracting from it changes the sign and nothing else. */
static bool is_minus_zero(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);
    dxki_type type = c ? dxki_type_scalar(m, c->type) : 0;
    uint64_t sign = type ? (uint64_t)1 << ((dxki_type_bits(m, type) - 1) & 63) : 0;

    if (!c)
        return false;
    if (c->kind == DXKI_C_FLOAT)
        return dxki_const_bits(c) == sign;
    if (c->kind != DXKI_C_DATA && c->kind != DXKI_C_AGGREGATE)
        return false;
    for (uint64_t n = 0; n < dxki_type_count(m, c->type); n++) {
        bool same = c->kind == DXKI_C_DATA ? dxki_const_data_bits(m, c, n) == sign
                                           : is_minus_zero(m, m->words.items[c->a + n]);
        if (!same)
            return false;
    }
    return true;
}

static bool decode_binary(dxki_exec_decoder *d, const subject *s)
{
    uint32_t bits = dxki_type_bits(d->m, dxki_type_scalar(d->m, s->i->type));
    dxki_exec_check check = {
        .elem = (uint8_t)s->result.elem, .width = (uint8_t)bits, .operands = 2};

    if (s->i->op == DXKI_OP_FSUB && is_minus_zero(d->m, s->ops[0]))
        return emit_typed(d, s, &dxki_exec_alu_fneg, s->ops + 1, 1);
    if (!emit_typed(d, s, binaries[s->i->op], s->ops, 2))
        return false;
    dxki_exec_flow *flow = &d->p->flows.items[d->p->flows.count - 1];
    flow->bits = (uint8_t)bits;
    if (s->i->op == DXKI_OP_AND || s->i->op == DXKI_OP_MUL)
        flow->kind = DXKI_EXEC_FLOW_AND;
    else if (s->i->op == DXKI_OP_OR)
        flow->kind = DXKI_EXEC_FLOW_OR;
    uint8_t family = dxki_op_get(s->i->op)->family;
    check.kind = family == DXKI_OF_SHIFT  ? DXKI_EXEC_CHECK_SHIFT
                 : family == DXKI_OF_REAL ? DXKI_EXEC_CHECK_REAL
                                          : DXKI_EXEC_CHECK_NONE;
    return dxki_exec_check_last(d, check);
}

static bool decode_compare(dxki_exec_decoder *d, const subject *s)
{
    uint32_t predicate = s->i->sub;

    if (s->i->op == DXKI_OP_FCMP)
        return predicate < 16 ? emit_typed(d, s, &dxki_exec_fcmp[predicate], s->ops, 2)
                              : dxki_exec_refuse(d, "a comparison is malformed");
    return predicate - ICMP_FIRST < 10
               ? emit_typed(d, s, &dxki_exec_icmp[predicate - ICMP_FIRST], s->ops, 2)
               : dxki_exec_refuse(d, "a comparison is malformed");
}

/* Elements of different widths: the bits of one follow those of the other. */
static bool decode_repack(dxki_exec_decoder *d, const subject *s)
{
    dxki_type from = dxki_value_type(d->m, s->ops[0]);
    uint32_t from_bits = dxki_type_bits(d->m, dxki_type_scalar(d->m, from));
    uint32_t to_bits = dxki_type_bits(d->m, dxki_type_scalar(d->m, s->i->type));
    uint32_t large = from_bits > to_bits ? from_bits : to_bits;
    uint32_t small = from_bits > to_bits ? to_bits : from_bits;
    dxki_exec_shape shape = dxki_exec_shape_of(d, from);
    dxki_exec_inst inst = {
        dxki_exec_repack,          s->dst,           0, shape.count, 0, from_bits,
        (uint16_t)s->result.count, (uint16_t)to_bits};

    if (small < 8 || large % small ||
        (uint64_t)shape.count * from_bits != (uint64_t)s->result.count * to_bits)
        return dxki_exec_refuse(d, "a bitcast is between incompatible types");
    dxki_exec_flow flow =
        flow_of(1, shape.count, is_wide(shape.elem), s->result.count, is_wide(s->result.elem));
    return dxki_exec_operand(d, s->ops[0], &inst.a) && dxki_exec_emit(d, &inst) &&
           dxki_exec_flow_last(d, flow);
}

static bool is_real(dxki_exec_elem elem)
{
    return elem == DXKI_EXEC_F16 || elem == DXKI_EXEC_F32 || elem == DXKI_EXEC_F64;
}

static bool is_int(dxki_exec_elem elem)
{
    return elem >= DXKI_EXEC_I1 && elem <= DXKI_EXEC_I64;
}

static bool decode_cast(dxki_exec_decoder *d, const subject *s)
{
    dxki_type from_type = dxki_value_type(d->m, s->ops[0]);
    dxki_exec_shape from = dxki_exec_shape_of(d, from_type);
    uint32_t from_bits = dxki_type_bits(d->m, dxki_type_scalar(d->m, from_type));
    uint32_t to_bits = dxki_type_bits(d->m, dxki_type_scalar(d->m, s->i->type));
    bool to_real = is_real(s->result.elem), to_int = is_int(s->result.elem);

    if (s->i->op == DXKI_OP_BITCAST)
        return decode_repack(d, s);
    if (!(is_real(from.elem) || is_int(from.elem)) || !(to_real || to_int))
        return dxki_exec_refuse(d, "a cast is between unsupported types");
    dxki_exec_inst inst = {
        .run = dxki_exec_cast_fn(s->i->op, from.elem, s->result.elem, d->flushes),
        .dst = s->dst,
        .imm = to_bits < 32 ? (1u << to_bits) - 1 : UINT32_MAX,
        .n = (uint16_t)from.count,
        .aux = (uint16_t)(is_real(from.elem) ? to_bits : from_bits),
    };
    dxki_exec_check check = {.kind = s->i->op == DXKI_OP_FPTOSI   ? DXKI_EXEC_CHECK_SIGNED
                                     : s->i->op == DXKI_OP_FPTOUI ? DXKI_EXEC_CHECK_UNSIGNED
                                                                  : DXKI_EXEC_CHECK_NONE,
                             .elem = (uint8_t)from.elem,
                             .width = (uint8_t)to_bits};
    dxki_exec_flow flow =
        flow_of(1, from.count, is_wide(from.elem), from.count, is_wide(s->result.elem));
    return dxki_exec_operand(d, s->ops[0], &inst.a) && dxki_exec_emit(d, &inst) &&
           dxki_exec_check_last(d, check) && dxki_exec_flow_last(d, flow);
}

/* ---------------------------------------------------------------------------------------- */
/* Choices                                                                                    */

static bool emit_select(dxki_exec_decoder *d, uint32_t cond, uint32_t dst, uint32_t yes,
                        uint32_t no, bool wide)
{
    dxki_exec_elem elem = wide ? DXKI_EXEC_I64 : DXKI_EXEC_I32;
    dxki_exec_inst inst = {dxki_exec_alu_select.of[elem], dst, cond, yes, no, 0, 1, 0};
    dxki_exec_flow flow = {.kind = DXKI_EXEC_FLOW_SELECT};

    return dxki_exec_emit(d, &inst) && dxki_exec_flow_last(d, flow);
}

static bool select_pointers(dxki_exec_decoder *d, const subject *s, uint32_t cond)
{
    dxki_exec_pointer_ref ref[2];

    for (uint32_t n = 0; n < 2; n++) {
        if (!dxki_exec_pointer(d, s->ops[n + 1], &ref[n]))
            return false;
        if (ref[n].object && !dxki_exec_constant_row(d, ref[n].object, false, &ref[n].object_row))
            return false;
    }
    return emit_select(d, cond, s->dst, ref[0].offset, ref[1].offset, false) &&
           emit_select(d, cond, s->dst + 1, ref[0].object_row, ref[1].object_row, false);
}

static bool decode_select(dxki_exec_decoder *d, const subject *s)
{
    bool by_element = dxki_type_is_vector(d->m, dxki_value_type(d->m, s->ops[0]));
    uint32_t cond, yes, no;

    if (!dxki_exec_operand(d, s->ops[0], &cond))
        return false;
    if (s->result.elem == DXKI_EXEC_POINTER)
        return select_pointers(d, s, cond);
    if (!dxki_exec_operand(d, s->ops[1], &yes) || !dxki_exec_operand(d, s->ops[2], &no))
        return false;
    dxki_exec_shape shape = dxki_exec_shape_of(d, s->i->type);
    for (uint32_t n = 0, row = 0; n < shape.count; n++) {
        dxki_exec_elem elem = shape.elem == DXKI_EXEC_MIXED ? d->parts.items[n].elem : shape.elem;
        uint32_t rows = dxki_exec_elem_rows(elem);
        if (!emit_select(d, by_element ? cond + n : cond, s->dst + row, yes + row, no + row,
                         rows == 2))
            return false;
        row += rows;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts                                                                                      */

static bool decode_insert_value(dxki_exec_decoder *d, const subject *s)
{
    uint32_t row;

    return dxki_exec_part_row(d, s->i->type, s->ops + 3, s->ops[2], &row) &&
           dxki_exec_emit_value(d, s->dst, s->ops[0]) &&
           dxki_exec_emit_value(d, s->dst + row, s->ops[1]);
}

static bool decode_extract_element(dxki_exec_decoder *d, const subject *s)
{
    dxki_exec_shape shape = dxki_exec_shape_of(d, dxki_value_type(d->m, s->ops[0]));
    bool wide_index = dxki_exec_elem_of(d, s->ops[1]) == DXKI_EXEC_I64;
    dxki_exec_inst inst = {.run = dxki_exec_extract_fn(s->result.rows == 2),
                           .dst = s->dst,
                           .imm = wide_index,
                           .n = (uint16_t)shape.count};

    dxki_exec_flow flow = {.kind = DXKI_EXEC_FLOW_PICK,
                           .wide = s->result.rows == 2 ? DXKI_EXEC_FLOW_WIDE_RESULT : 0,
                           .from = (uint16_t)shape.count};
    return dxki_exec_operand(d, s->ops[0], &inst.a) && dxki_exec_operand(d, s->ops[1], &inst.b) &&
           dxki_exec_emit(d, &inst) && dxki_exec_flow_last(d, flow);
}

static bool decode_insert_element(dxki_exec_decoder *d, const subject *s)
{
    uint32_t rows = s->result.count ? s->result.rows / s->result.count : 0;
    bool wide_index = dxki_exec_elem_of(d, s->ops[2]) == DXKI_EXEC_I64;
    dxki_exec_inst inst = {.run = dxki_exec_insert_fn(rows == 2),
                           .dst = s->dst,
                           .imm = wide_index,
                           .n = (uint16_t)s->result.count};
    uint64_t index;

    if (!dxki_exec_emit_value(d, s->dst, s->ops[0]))
        return false;
    if (dxki_value_as_int(d->m, s->ops[2], &index))
        return index >= s->result.count ||
               dxki_exec_emit_value(d, s->dst + (uint32_t)index * rows, s->ops[1]);
    dxki_exec_flow flow = {.kind = DXKI_EXEC_FLOW_PUT,
                           .wide = rows == 2 ? DXKI_EXEC_FLOW_WIDE_RESULT : 0,
                           .to = (uint16_t)s->result.count};
    return dxki_exec_operand(d, s->ops[1], &inst.a) && dxki_exec_operand(d, s->ops[2], &inst.b) &&
           dxki_exec_emit(d, &inst) && dxki_exec_flow_last(d, flow);
}

/* Element n of the mask of a shuffle; UINT32_MAX: undef. */
static uint32_t mask_element(const dxk_module *m, dxki_value mask, uint32_t n)
{
    const dxki_const *c = dxki_const_get(m, mask);
    uint64_t bits = UINT32_MAX;

    if (!c)
        return UINT32_MAX;
    if (c->kind == DXKI_C_NULL)
        return 0;
    if (c->kind == DXKI_C_DATA)
        return (uint32_t)dxki_const_data_bits(m, c, n);
    if (c->kind == DXKI_C_AGGREGATE && !dxki_value_as_int(m, m->words.items[c->a + n], &bits))
        bits = UINT32_MAX;
    return (uint32_t)bits;
}

static bool decode_shuffle(dxki_exec_decoder *d, const subject *s)
{
    uint32_t from[2], rows = s->result.count ? s->result.rows / s->result.count : 0;
    uint32_t length = dxki_exec_shape_of(d, dxki_value_type(d->m, s->ops[0])).count;

    if (!dxki_exec_operand(d, s->ops[0], &from[0]) || !dxki_exec_operand(d, s->ops[1], &from[1]))
        return false;
    for (uint32_t n = 0; n < s->result.count; n++) {
        uint32_t at = mask_element(d->m, s->ops[2], n), source;
        if (at >= 2 * length) {
            if (!dxki_exec_constant_row(d, 0, rows == 2, &source))
                return false;
        } else {
            source = from[at >= length] + at % length * rows;
        }
        if (!dxki_exec_emit_move(d, s->dst + n * rows, source, rows == 2))
            return false;
    }
    return true;
}

static bool decode_others(dxki_exec_decoder *d, const subject *s)
{
    switch (s->i->op) {
    case DXKI_OP_SELECT:
        return decode_select(d, s);
    case DXKI_OP_INSERTVALUE:
        return decode_insert_value(d, s);
    case DXKI_OP_EXTRACTELEMENT:
        return decode_extract_element(d, s);
    case DXKI_OP_INSERTELEMENT:
        return decode_insert_element(d, s);
    case DXKI_OP_SHUFFLEVECTOR:
        return decode_shuffle(d, s);
    case DXKI_OP_ICMP:
    case DXKI_OP_FCMP:
        return decode_compare(d, s);
    case DXKI_OP_PTRTOINT:
    case DXKI_OP_INTTOPTR:
        return dxki_exec_refuse(d, "pointers cannot be converted to numbers in shaders");
    default:
        return dxki_exec_refuse(d, "this instruction is not allowed in shaders");
    }
}

bool dxki_exec_decode_inst(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    subject s = {.inst = inst, .i = i, .ops = dxki_inst_ops(d->m, inst)};

    if (d->insts[inst].inside || d->insts[inst].is_fixed)
        return true;
    s.result = dxki_exec_shape_of(d, i->type);
    s.dst = d->insts[inst].slot;
    if (d->status != DXK_OK || s.result.elem == DXKI_EXEC_NONE)
        return dxki_exec_refuse(d, "a value has an unsupported type");
    if (i->op < BINARY_COUNT && binaries[i->op])
        return decode_binary(d, &s);
    if (dxki_op_get(i->op)->cls == DXKI_OC_CAST && i->op != DXKI_OP_PTRTOINT &&
        i->op != DXKI_OP_INTTOPTR)
        return decode_cast(d, &s);
    return decode_others(d, &s);
}
