/* SPDX-License-Identifier: MIT */
/*
 * read_insts.c - instructions: from the decoded operands of a record to the instruction in the
 * module. Operand counts, references and known types were checked by then (read_operands.c);
 * what is left is what each instruction asks of the types, and its result type.
 */
#include "bitcode/reader.h"

#include <string.h>

/* --- shared with constant expressions --- */

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

/* Elements of a vector; 0 for a scalar. */
static uint64_t lanes(const dxk_module *m, dxki_type type)
{
    return dxki_type_kind_of(m, type) == DXKI_T_VECTOR ? dxki_type_count(m, type) : 0;
}

/* Bits of the whole type for a bitcast: sums up a vector; 0 for what has no size of its own. */
static uint64_t whole_bits(const dxk_module *m, dxki_type type)
{
    uint64_t count = lanes(m, type);
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
        return from_pointer && to_pointer && lanes(m, from) == lanes(m, to) &&
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
    if (lanes(m, from) != lanes(m, to))
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
    uint64_t count = lanes(r->m, type);
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

dxki_type dxki_read_gep_type(dxki_reader *r, dxki_type source, const dxki_value *ops,
                             const dxki_type *types, uint32_t count)
{
    dxk_module *m = r->m;
    dxki_type base = dxki_type_scalar(m, types[0]), at = source;
    uint64_t length = lanes(m, types[0]);
    if (dxki_type_kind_of(m, base) != DXKI_T_POINTER || !source)
        return 0;
    for (uint32_t i = 1; i < count && at; i++) {
        if (!dxki_type_is_int(m, dxki_type_scalar(m, types[i])))
            return 0;
        if (!length)
            length = lanes(m, types[i]);
        if (i == 1)
            continue;
        dxki_type_kind kind = dxki_type_kind_of(m, at);
        if (kind == DXKI_T_STRUCT)
            at = struct_element(m, at, ops[i]);
        else
            at = kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR ? dxki_type_get(m, at)->a : 0;
    }
    if (!at)
        return 0;
    dxki_type pointer = dxki_type_pointer(m, at, dxki_type_get(m, base)->b);
    return pointer && length ? dxki_type_vector(m, pointer, (uint32_t)length) : pointer;
}

/* --- adding --- */

/* Remembers the operands of the last instruction that are not there yet. */
static bool note_forwards(dxki_reader *r, const dxki_inst *inst, const dxki_type *types)
{
    const dxki_value *ops = r->m->words.items + inst->ops;
    for (uint32_t i = 0; i < inst->op_count; i++) {
        if (DXKI_TAG(ops[i]) != DXKI_V_FORWARD)
            continue;
        dxki_fixup fixup = {inst->ops + i, DXKI_INDEX(ops[i]), types[i], false};
        if (!dxki_vec_push(r->ctx, &r->fixups, fixup))
            return false;
    }
    return true;
}

/* Appends an instruction whose operands, operand types and extra words are in r->ops. */
static dxk_status add(dxki_reader *r, dxki_inst *inst)
{
    dxk_module *m = r->m;
    dxki_ops *ops = &r->ops;
    if (r->body.done_blocks >= r->body.block_count)
        return DXKI_READ_FAIL(r, BITCODE_BLOCKS, dxki_dec(r->body.block_count),
                              dxki_dec(r->body.done_blocks));
    inst->op_count = (uint32_t)ops->values.count;
    uint32_t index = dxki_inst_add(m, r->body.first_block + r->body.done_blocks, inst,
                                   ops->values.items, ops->extra.items, (uint32_t)ops->extra.count);
    if (!index)
        return dxki_nomem(r->ctx);
    if (ops->forward && !note_forwards(r, &m->insts.items[index], ops->types.items))
        return dxki_nomem(r->ctx);
    r->body.last_inst = index;
    if (inst->type != DXKI_TY_VOID) {
        dxki_slot slot = {DXKI_VALUE(DXKI_V_INST, index), inst->type};
        if (!dxki_vec_push(r->ctx, &r->values, slot))
            return dxki_nomem(r->ctx);
    }
    if (dxki_op_class_of((dxki_op)inst->op) == DXKI_OC_TERM)
        r->body.done_blocks++;
    if (!r->options->offsets)
        return DXK_OK;
    uint64_t bit = r->bs.base + r->bs.record.bit_offset;
    while (m->inst_bits.count < index) {
        if (!dxki_vec_push(r->ctx, &m->inst_bits, UINT32_MAX))
            return dxki_nomem(r->ctx);
    }
    return dxki_vec_push(r->ctx, &m->inst_bits, bit < UINT32_MAX ? (uint32_t)bit : UINT32_MAX)
               ? DXK_OK
               : dxki_nomem(r->ctx);
}

static void op_value(dxki_reader *r, dxki_value value, dxki_type type)
{
    dxki_ops *ops = &r->ops;
    ops->values.items[ops->values.count++] = value;
    ops->types.items[ops->types.count++] = type;
    ops->forward = ops->forward || DXKI_TAG(value) == DXKI_V_FORWARD;
}

static void op(dxki_reader *r, size_t arg)
{
    op_value(r, (dxki_value)r->args.items[arg].n, r->args.items[arg].type);
}

static void extra(dxki_reader *r, uint32_t word)
{
    r->ops.extra.items[r->ops.extra.count++] = word;
}

/* Empties the lists and makes room for as many words as the record has operands, and a few. */
static bool start(dxki_reader *r)
{
    size_t room = r->bs.record.op_count + r->args.count + 4;
    r->ops.values.count = r->ops.types.count = r->ops.extra.count = 0;
    r->ops.forward = false;
    return dxki_vec_reserve(r->ctx, &r->ops.values, room) &&
           dxki_vec_reserve(r->ctx, &r->ops.types, room) &&
           dxki_vec_reserve(r->ctx, &r->ops.extra, room);
}

static dxki_type type_of(const dxki_reader *r, size_t arg)
{
    return r->args.items[arg].type;
}

static uint64_t number(const dxki_reader *r, size_t arg)
{
    return r->args.items[arg].n;
}

static bool has(const dxki_reader *r, size_t arg)
{
    return r->args.items[arg].letter != 0;
}

static dxk_status add_simple(dxki_reader *r, dxki_op opcode, dxki_type type)
{
    dxki_inst inst = {.op = (uint8_t)opcode, .type = type};
    return add(r, &inst);
}

/* --- arithmetic --- */

static dxk_status make_binary(dxki_reader *r)
{
    dxki_type type = type_of(r, 0);
    dxki_op opcode = dxki_read_binary_op(r, number(r, 2), type);
    if (opcode == DXKI_OP_NONE)
        return dxki_read_not(r, 2, "an operation for this type");
    op(r, 0);
    op(r, 1);
    dxki_inst inst = {.op = (uint8_t)opcode, .flags = (uint8_t)number(r, 3), .type = type};
    return add(r, &inst);
}

static dxk_status make_cast(dxki_reader *r)
{
    dxki_type type = (dxki_type)number(r, 1);
    dxki_op opcode = dxki_read_cast_op(number(r, 2));
    if (opcode == DXKI_OP_NONE || !dxki_read_cast_is_valid(r, opcode, type_of(r, 0), type))
        return dxki_read_not(r, 2, "a cast between these types");
    op(r, 0);
    return add_simple(r, opcode, type);
}

static dxk_status make_compare(dxki_reader *r)
{
    dxki_type scalar = dxki_type_scalar(r->m, type_of(r, 0));
    uint64_t predicate = number(r, 2);
    bool fp = dxki_type_is_fp(r->m, scalar);
    bool comparable =
        fp || dxki_type_is_int(r->m, scalar) || dxki_type_kind_of(r->m, scalar) == DXKI_T_POINTER;
    if (!comparable || (fp ? predicate > 15 : predicate < 32 || predicate > 41))
        return dxki_read_not(r, 2, "a predicate for this type");
    op(r, 0);
    op(r, 1);
    dxki_inst inst = {.op = fp ? DXKI_OP_FCMP : DXKI_OP_ICMP, .flags = (uint8_t)number(r, 3)};
    inst.sub = (uint16_t)predicate;
    inst.type = dxki_read_cmp_type(r, type_of(r, 0));
    return inst.type ? add(r, &inst) : dxki_nomem(r->ctx);
}

static dxk_status make_select(dxki_reader *r)
{
    dxki_type condition = type_of(r, 2), type = type_of(r, 0);
    uint64_t count = lanes(r->m, condition);
    if (dxki_type_scalar(r->m, condition) != DXKI_TY_I1 || (count && count != lanes(r->m, type)))
        return dxki_read_not(r, 2, "a condition for these values");
    op(r, 2);
    op(r, 0);
    op(r, 1);
    return add_simple(r, DXKI_OP_SELECT, type);
}

/* --- vectors and aggregates --- */

static bool is_vector(const dxki_reader *r, size_t arg)
{
    return dxki_type_kind_of(r->m, type_of(r, arg)) == DXKI_T_VECTOR;
}

static dxk_status make_extract_element(dxki_reader *r)
{
    if (!is_vector(r, 0) || !dxki_type_is_int(r->m, type_of(r, 1)))
        return dxki_read_not(r, 0, "a vector with an integer as index");
    op(r, 0);
    op(r, 1);
    return add_simple(r, DXKI_OP_EXTRACTELEMENT, dxki_type_scalar(r->m, type_of(r, 0)));
}

static dxk_status make_insert_element(dxki_reader *r)
{
    if (!is_vector(r, 0) || !dxki_type_is_int(r->m, type_of(r, 2)))
        return dxki_read_not(r, 0, "a vector with an integer as index");
    op(r, 0);
    op(r, 1);
    op(r, 2);
    return add_simple(r, DXKI_OP_INSERTELEMENT, type_of(r, 0));
}

static dxk_status make_shuffle(dxki_reader *r)
{
    if (!is_vector(r, 0) || !is_vector(r, 2) ||
        dxki_type_scalar(r->m, type_of(r, 2)) != DXKI_TY_I32)
        return dxki_read_not(r, 2, "a mask for a shuffle of vectors");
    op(r, 0);
    op(r, 1);
    op(r, 2);
    uint32_t length = (uint32_t)dxki_type_count(r->m, type_of(r, 2));
    dxki_type type = dxki_type_vector(r->m, dxki_type_scalar(r->m, type_of(r, 0)), length);
    return type ? add_simple(r, DXKI_OP_SHUFFLEVECTOR, type) : dxki_nomem(r->ctx);
}

/* Indices from argument `from` on, as extra words; the type they lead to, 0 for none. */
static dxki_type add_indices(dxki_reader *r, dxki_type type, size_t from)
{
    extra(r, (uint32_t)(r->args.count - from));
    for (size_t i = from; i < r->args.count && type; i++) {
        dxki_type_kind kind = dxki_type_kind_of(r->m, type);
        bool inside = kind == DXKI_T_STRUCT || kind == DXKI_T_ARRAY;
        type =
            inside && number(r, i) <= UINT32_MAX ? dxki_type_element(r->m, type, number(r, i)) : 0;
        extra(r, (uint32_t)number(r, i));
    }
    return type;
}

static dxk_status make_extract_value(dxki_reader *r)
{
    dxki_type type = r->args.count > 1 ? add_indices(r, type_of(r, 0), 1) : 0;
    if (!type)
        return dxki_read_not(r, 1, "an index of this aggregate");
    op(r, 0);
    return add_simple(r, DXKI_OP_EXTRACTVALUE, type);
}

static dxk_status make_insert_value(dxki_reader *r)
{
    dxki_type type = r->args.count > 2 ? add_indices(r, type_of(r, 0), 2) : 0;
    if (!type || type != type_of(r, 1))
        return dxki_read_not(r, 2, "an index of this aggregate for this value");
    op(r, 0);
    op(r, 1);
    return add_simple(r, DXKI_OP_INSERTVALUE, type_of(r, 0));
}

/* --- memory --- */

/* Pointee of a pointer operand; 0 and a report when it is none. */
static dxk_status pointee(dxki_reader *r, size_t arg, dxki_type *type)
{
    *type = dxki_type_pointee(r->m, type_of(r, arg));
    return *type ? DXK_OK : dxki_read_not(r, (uint32_t)arg, "a pointer");
}

static dxk_status check_align(dxki_reader *r, uint64_t align)
{
    if (align <= 30)
        return DXK_OK;
    return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("the alignment")), dxki_dec(align),
                          dxki_text(dxki_str("at most 30")));
}

/* Ordering and scope in arguments `at` and `at` + 1. */
static dxk_status check_order(dxki_reader *r, size_t at, uint64_t least)
{
    uint64_t order = number(r, at), scope = number(r, at + 1);
    if (order < least || order > DXKI_ORDER_SEQ_CST)
        return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("the ordering")),
                              dxki_dec(order),
                              dxki_text(dxki_str("a memory ordering of this instruction")));
    if (scope > 1)
        return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("the scope")), dxki_dec(scope),
                              dxki_text(dxki_str("0 or 1")));
    return DXK_OK;
}

static dxk_status make_alloca(dxki_reader *r)
{
    uint64_t bits = number(r, 3);
    dxki_type type = (dxki_type)number(r, 0), pointer = type;
    if (!dxki_type_is_int(r->m, type_of(r, 2)))
        return dxki_read_not(r, 2, "an integer");
    if (bits & 64) { /* the type itself, not a pointer to it */
        if (!dxki_type_may_be_pointee(r->m, type))
            return dxki_read_not(r, 0, "a type that can be allocated");
        pointer = dxki_type_pointer(r->m, type, 0);
        if (!pointer)
            return dxki_nomem(r->ctx);
    } else {
        type = dxki_type_pointee(r->m, pointer);
        if (!type)
            return dxki_read_not(r, 0, "a pointer");
    }
    op(r, 2);
    extra(r, type);
    dxki_inst inst = {.op = DXKI_OP_ALLOCA, .type = pointer};
    inst.flags = bits & 32 ? DXKI_IF_INALLOCA : 0;
    inst.sub = DXKI_SUB_MAKE(bits & 31, 0, 0, 0);
    dxk_status status = check_align(r, bits & 31);
    return status == DXK_OK ? add(r, &inst) : status;
}

/* Alignment, volatility and, for atomic ones, ordering and scope from argument `at` on. */
static dxk_status access_bits(dxki_reader *r, size_t at, bool atomic, dxki_inst *inst)
{
    dxk_status status = check_align(r, number(r, at));
    if (status == DXK_OK && atomic)
        status = check_order(r, at + 2, DXKI_ORDER_UNORDERED);
    if (status != DXK_OK)
        return status;
    inst->flags = number(r, at + 1) ? DXKI_IF_VOLATILE : 0;
    inst->sub = (uint16_t)number(r, at);
    if (atomic)
        inst->sub = DXKI_SUB_MAKE(number(r, at), number(r, at + 2), number(r, at + 3), 0);
    return DXK_OK;
}

static dxk_status make_load(dxki_reader *r)
{
    dxki_inst inst = {.op = DXKI_OP_LOAD};
    dxk_status status = pointee(r, 0, &inst.type);
    if (status == DXK_OK && has(r, 1) && number(r, 1) != inst.type)
        return dxki_read_not(r, 1, "the type that the pointer points to");
    if (status == DXK_OK && !dxki_type_is_first_class(r->m, inst.type))
        return dxki_read_not(r, 0, "a pointer to something that can be loaded");
    if (status == DXK_OK)
        status = access_bits(r, 2, r->bs.record.code == DXKI_REC_LOADATOMIC, &inst);
    op(r, 0);
    return status == DXK_OK ? add(r, &inst) : status;
}

static dxk_status make_store(dxki_reader *r)
{
    uint32_t code = r->bs.record.code;
    bool atomic = code == DXKI_REC_STOREATOMIC || code == DXKI_REC_STOREATOMIC_OLD;
    dxki_inst inst = {.op = DXKI_OP_STORE, .type = DXKI_TY_VOID};
    dxki_type type;
    dxk_status status = pointee(r, 0, &type);
    if (status == DXK_OK && type_of(r, 1) != type)
        return dxki_read_not(r, 1, "of the type that the pointer points to");
    if (status == DXK_OK)
        status = access_bits(r, 2, atomic, &inst);
    op(r, 1);
    op(r, 0);
    return status == DXK_OK ? add(r, &inst) : status;
}

/* Base and indices from argument `base` on. */
static dxk_status add_gep(dxki_reader *r, dxki_type source, size_t base, bool inbounds)
{
    for (size_t i = base; i < r->args.count; i++)
        op(r, i);
    dxki_type points_to = dxki_type_pointee(r->m, dxki_type_scalar(r->m, type_of(r, base)));
    if (!source)
        source = points_to;
    dxki_inst inst = {.op = DXKI_OP_GEP, .flags = inbounds ? DXKI_IF_INBOUNDS : 0};
    if (source && source == points_to)
        inst.type = dxki_read_gep_type(r, source, r->ops.values.items, r->ops.types.items,
                                       (uint32_t)r->ops.values.count);
    if (!inst.type)
        return dxki_read_not(r, (uint32_t)base, "a pointer that can be indexed like this");
    extra(r, source);
    return add(r, &inst);
}

static dxk_status make_gep(dxki_reader *r)
{
    return add_gep(r, (dxki_type)number(r, 1), 2, number(r, 0) != 0);
}

static dxk_status make_gep_old(dxki_reader *r)
{
    return add_gep(r, 0, 0, r->bs.record.code == DXKI_REC_INBOUNDS_GEP_OLD);
}

static dxk_status make_fence(dxki_reader *r)
{
    dxk_status status = check_order(r, 0, DXKI_ORDER_ACQUIRE);
    dxki_inst inst = {.op = DXKI_OP_FENCE, .type = DXKI_TY_VOID};
    inst.sub = DXKI_SUB_MAKE(0, number(r, 0), number(r, 1), 0);
    return status == DXK_OK ? add(r, &inst) : status;
}

/* The failure ordering that goes with a success ordering, for records without one. */
static uint64_t strongest_failure(uint64_t success)
{
    if (success == DXKI_ORDER_RELEASE)
        return DXKI_ORDER_MONOTONIC;
    return success == DXKI_ORDER_ACQ_REL ? DXKI_ORDER_ACQUIRE : success;
}

/* Before it could be weak, the instruction yielded the value alone: take it out of the pair. */
static dxk_status add_old_result(dxki_reader *r, dxki_type value_type)
{
    dxki_slot pair = r->values.items[--r->values.count];
    if (!start(r))
        return dxki_nomem(r->ctx);
    op_value(r, pair.value, pair.type);
    extra(r, 1);
    extra(r, 0);
    return add_simple(r, DXKI_OP_EXTRACTVALUE, value_type);
}

static dxk_status make_cmpxchg(dxki_reader *r)
{
    dxki_type value_type;
    dxk_status status = pointee(r, 0, &value_type);
    if (status == DXK_OK && type_of(r, 1) != value_type)
        return dxki_read_not(r, 1, "of the type that the pointer points to");
    if (status == DXK_OK)
        status = check_order(r, 4, DXKI_ORDER_MONOTONIC);
    uint64_t failure = has(r, 6) ? number(r, 6) : strongest_failure(number(r, 4));
    if (status == DXK_OK && (failure < DXKI_ORDER_MONOTONIC || failure > DXKI_ORDER_SEQ_CST))
        return dxki_read_not(r, 6, "a memory ordering");
    if (status != DXK_OK)
        return status;
    const dxki_type pair[2] = {value_type, DXKI_TY_I1};
    dxki_inst inst = {.op = DXKI_OP_CMPXCHG, .type = dxki_type_struct(r->m, pair, 2, false)};
    if (!inst.type)
        return dxki_nomem(r->ctx);
    inst.flags = (uint8_t)((number(r, 3) ? DXKI_IF_VOLATILE : 0) |
                           (has(r, 7) && number(r, 7) ? DXKI_IF_WEAK : 0));
    inst.sub = DXKI_SUB_MAKE(0, number(r, 4), number(r, 5), failure);
    op(r, 0);
    op(r, 1);
    op(r, 2);
    bool old = !has(r, 7);
    status = add(r, &inst);
    return status == DXK_OK && old ? add_old_result(r, value_type) : status;
}

static dxk_status make_atomicrmw(dxki_reader *r)
{
    dxk_status status = check_order(r, 4, DXKI_ORDER_MONOTONIC);
    if (status == DXK_OK && number(r, 2) > 10)
        return dxki_read_not(r, 2, "an atomic operation");
    dxki_inst inst = {.op = DXKI_OP_ATOMICRMW, .type = type_of(r, 1)};
    inst.flags = number(r, 3) ? DXKI_IF_VOLATILE : 0;
    inst.sub = DXKI_SUB_MAKE(number(r, 2) & 15, number(r, 4) & 7, number(r, 5) & 1, 0);
    op(r, 0);
    op(r, 1);
    return status == DXK_OK ? add(r, &inst) : status;
}

static dxk_status make_vaarg(dxki_reader *r)
{
    dxki_type type = (dxki_type)number(r, 2);
    if (!dxki_type_is_first_class(r->m, type))
        return dxki_read_not(r, 2, "the type of a value");
    op(r, 1);
    return add_simple(r, DXKI_OP_VAARG, type);
}

/* --- control flow --- */

static dxk_status make_ret(dxki_reader *r)
{
    if (has(r, 0))
        op(r, 0);
    return add_simple(r, DXKI_OP_RET, DXKI_TY_VOID);
}

static dxk_status make_br(dxki_reader *r)
{
    if (has(r, 1) != has(r, 2))
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(2), dxki_dec(2));
    if (has(r, 1)) {
        op(r, 2);
        op_value(r, (dxki_value)number(r, 1), DXKI_TY_LABEL);
    }
    op_value(r, (dxki_value)number(r, 0), DXKI_TY_LABEL);
    return add_simple(r, DXKI_OP_BR, DXKI_TY_VOID);
}

static dxk_status make_switch(dxki_reader *r)
{
    if (!dxki_type_is_int(r->m, (dxki_type)number(r, 0)))
        return dxki_read_not(r, 0, "an integer type");
    op(r, 1);
    op_value(r, (dxki_value)number(r, 2), DXKI_TY_LABEL);
    for (size_t i = 3; i + 1 < r->args.count; i += 2) {
        const dxki_const *c = dxki_const_get(r->m, (dxki_value)number(r, i));
        if (!c || (c->kind != DXKI_C_INT && c->kind != DXKI_C_WIDE))
            return dxki_read_not(r, (uint32_t)i, "a constant integer");
        op(r, i);
        op_value(r, (dxki_value)number(r, i + 1), DXKI_TY_LABEL);
    }
    return add_simple(r, DXKI_OP_SWITCH, DXKI_TY_VOID);
}

static dxk_status make_indirectbr(dxki_reader *r)
{
    if (!dxki_type_pointee(r->m, (dxki_type)number(r, 0)))
        return dxki_read_not(r, 0, "the type of a pointer");
    op(r, 1);
    for (size_t i = 2; i < r->args.count; i++)
        op_value(r, (dxki_value)number(r, i), DXKI_TY_LABEL);
    return add_simple(r, DXKI_OP_INDIRECTBR, DXKI_TY_VOID);
}

static dxk_status make_phi(dxki_reader *r)
{
    dxki_type type = (dxki_type)number(r, 0);
    if (!dxki_type_is_first_class(r->m, type))
        return dxki_read_not(r, 0, "the type of a value");
    for (size_t i = 1; i + 1 < r->args.count; i += 2) {
        op(r, i);
        extra(r, (uint32_t)number(r, i + 1));
    }
    return add_simple(r, DXKI_OP_PHI, type);
}

static dxk_status make_resume(dxki_reader *r)
{
    op(r, 0);
    return add_simple(r, DXKI_OP_RESUME, DXKI_TY_VOID);
}

static dxk_status make_unreachable(dxki_reader *r)
{
    return add_simple(r, DXKI_OP_UNREACHABLE, DXKI_TY_VOID);
}

static dxk_status make_landingpad(dxki_reader *r)
{
    bool old = r->bs.record.code == DXKI_REC_LANDINGPAD_OLD;
    size_t at = old ? 2 : 1;
    dxki_type type = (dxki_type)number(r, 0);
    if (!dxki_type_is_first_class(r->m, type))
        return dxki_read_not(r, 0, "the type of a value");
    if (number(r, at + 1) != (r->args.count - at - 2) / 2)
        return dxki_read_not(r, (uint32_t)at + 1, "the number of clauses");
    if (old) { /* the personality belongs to the function now */
        dxki_global *f = &r->m->globals.items[r->body.global];
        if (!dxki_value_is_const((dxki_value)number(r, 1)))
            return dxki_read_not(r, 1, "a constant");
        if (!f->personality)
            f->personality = (dxki_value)number(r, 1);
    }
    for (size_t i = at + 3; i < r->args.count; i += 2)
        op(r, i);
    dxki_inst inst = {.op = DXKI_OP_LANDINGPAD, .type = type};
    inst.flags = number(r, at) ? DXKI_IF_CLEANUP : 0;
    return add(r, &inst);
}

/* --- calls --- */

/* One fixed argument: a block, metadata, or a value of the parameter's type. */
static dxk_status read_argument(dxki_reader *r, dxki_type type)
{
    const dxki_record *record = &r->bs.record;
    uint32_t at = (uint32_t)r->next_op;
    if (type != DXKI_TY_LABEL && type != DXKI_TY_METADATA)
        return dxki_read_value_of(r, type);
    if (at >= record->op_count)
        return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(at), dxki_dec(record->op_count));
    uint64_t n = record->ops[r->next_op++];
    dxki_operand argument = {0, type, 'L'};
    if (type == DXKI_TY_LABEL) {
        if (n >= r->body.block_count)
            return DXKI_READ_FAIL(r, BITCODE_BLOCK_ID, dxki_dec(at), dxki_dec(n),
                                  dxki_dec(r->body.block_count));
        argument.n = DXKI_VALUE(DXKI_V_BLOCK, r->body.first_block + (uint32_t)n);
    } else {
        if (r->m->version)
            n = (uint32_t)((uint64_t)r->values.count - n);
        if (n >= r->mds_defined)
            return DXKI_READ_FAIL(r, BITCODE_METADATA_ID, dxki_dec(at), dxki_dec(n),
                                  dxki_dec(r->mds_defined));
        argument.n = DXKI_VALUE(DXKI_V_METADATA, r->mds.items[n]);
    }
    return dxki_vec_push(r->ctx, &r->args, argument) ? DXK_OK : dxki_nomem(r->ctx);
}

/* The arguments of a call of `type`, up to the end of the record; appended to r->args. */
static dxk_status read_arguments(dxki_reader *r, dxki_type type)
{
    uint32_t count;
    dxk_status status = DXK_OK;
    dxki_type_list(r->m, type, &count);
    for (uint32_t i = 1; i < count && status == DXK_OK; i++) {
        const dxki_type *types = dxki_type_list(r->m, type, &count);
        status = read_argument(r, types[i]);
    }
    bool vararg = dxki_type_get(r->m, type)->flags & DXKI_TF_VARARG;
    while (vararg && status == DXK_OK && r->next_op < r->bs.record.op_count)
        status = dxki_read_value_and_type(r);
    if (status == DXK_OK && r->next_op < r->bs.record.op_count)
        status = DXKI_READ_FAIL(r, BITCODE_RECORD_LONG, dxki_dec(r->next_op),
                                dxki_dec(r->bs.record.op_count));
    return status;
}

/* Function type (when it is given), callee and arguments, behind the operands decoded so far.
 * The callee is r->args[*callee], the arguments follow it. */
static dxk_status read_callee(dxki_reader *r, bool explicit_type, size_t *callee, dxki_type *type)
{
    dxk_status status = DXK_OK;
    *type = 0;
    if (explicit_type) {
        if (r->next_op >= r->bs.record.op_count)
            return DXKI_READ_FAIL(r, BITCODE_RECORD_SHORT, dxki_dec(r->next_op),
                                  dxki_dec(r->bs.record.op_count));
        uint64_t n = r->bs.record.ops[r->next_op++];
        status = dxki_read_type_ref(r, n, (uint32_t)r->next_op - 1, type);
    }
    *callee = r->args.count;
    if (status == DXK_OK)
        status = dxki_read_value_and_type(r);
    if (status != DXK_OK)
        return status;
    dxki_type called = dxki_type_pointee(r->m, type_of(r, *callee));
    if (dxki_type_kind_of(r->m, called) != DXKI_T_FUNCTION || (*type && *type != called))
        return dxki_read_not(r, (uint32_t)*callee, "a function of the given type");
    *type = called;
    return read_arguments(r, called);
}

static dxk_status make_call(dxki_reader *r)
{
    uint64_t bits = number(r, 1), attrs = number(r, 0);
    size_t callee;
    dxki_type type;
    dxk_status status = read_callee(r, bits >> 15 & 1, &callee, &type);
    if (status != DXK_OK)
        return status;
    if (!start(r))
        return dxki_nomem(r->ctx);
    for (size_t i = callee + 1; i < r->args.count; i++)
        op(r, i);
    op(r, callee);
    extra(r, type);
    extra(r, (uint32_t)attrs);
    dxki_inst inst = {.op = DXKI_OP_CALL, .sub = (uint16_t)(bits >> 1 & 0x1fff)};
    inst.flags = (uint8_t)((bits & 1 ? DXKI_IF_TAIL : 0) | (bits >> 14 & 1 ? DXKI_IF_MUSTTAIL : 0));
    inst.type = r->m->type_ops.items[dxki_type_get(r->m, type)->a];
    return add(r, &inst);
}

static dxk_status make_invoke(dxki_reader *r)
{
    uint64_t bits = number(r, 1), attrs = number(r, 0);
    dxki_value normal = (dxki_value)number(r, 2), unwind = (dxki_value)number(r, 3);
    size_t callee;
    dxki_type type;
    dxk_status status = read_callee(r, bits >> 13 & 1, &callee, &type);
    if (status != DXK_OK)
        return status;
    if (!start(r))
        return dxki_nomem(r->ctx);
    for (size_t i = callee + 1; i < r->args.count; i++)
        op(r, i);
    op_value(r, normal, DXKI_TY_LABEL);
    op_value(r, unwind, DXKI_TY_LABEL);
    op(r, callee);
    extra(r, type);
    extra(r, (uint32_t)attrs);
    dxki_inst inst = {.op = DXKI_OP_INVOKE, .sub = (uint16_t)(bits & 0x1fff)};
    inst.type = r->m->type_ops.items[dxki_type_get(r->m, type)->a];
    return add(r, &inst);
}

/* --- the table --- */

typedef dxk_status (*maker)(dxki_reader *r);

static const maker makers[DXKI_REC_LIMIT] = {
    [DXKI_REC_BINOP] = make_binary,
    [DXKI_REC_CAST] = make_cast,
    [DXKI_REC_GEP_OLD] = make_gep_old,
    [DXKI_REC_SELECT] = make_select,
    [DXKI_REC_EXTRACTELT] = make_extract_element,
    [DXKI_REC_INSERTELT] = make_insert_element,
    [DXKI_REC_SHUFFLEVEC] = make_shuffle,
    [DXKI_REC_CMP] = make_compare,
    [DXKI_REC_RET] = make_ret,
    [DXKI_REC_BR] = make_br,
    [DXKI_REC_SWITCH] = make_switch,
    [DXKI_REC_INVOKE] = make_invoke,
    [DXKI_REC_UNREACHABLE] = make_unreachable,
    [DXKI_REC_PHI] = make_phi,
    [DXKI_REC_ALLOCA] = make_alloca,
    [DXKI_REC_LOAD] = make_load,
    [DXKI_REC_VAARG] = make_vaarg,
    [DXKI_REC_STORE_OLD] = make_store,
    [DXKI_REC_EXTRACTVAL] = make_extract_value,
    [DXKI_REC_INSERTVAL] = make_insert_value,
    [DXKI_REC_CMP2] = make_compare,
    [DXKI_REC_VSELECT] = make_select,
    [DXKI_REC_INBOUNDS_GEP_OLD] = make_gep_old,
    [DXKI_REC_INDIRECTBR] = make_indirectbr,
    [DXKI_REC_CALL] = make_call,
    [DXKI_REC_FENCE] = make_fence,
    [DXKI_REC_CMPXCHG_OLD] = make_cmpxchg,
    [DXKI_REC_ATOMICRMW] = make_atomicrmw,
    [DXKI_REC_RESUME] = make_resume,
    [DXKI_REC_LANDINGPAD_OLD] = make_landingpad,
    [DXKI_REC_LOADATOMIC] = make_load,
    [DXKI_REC_STOREATOMIC_OLD] = make_store,
    [DXKI_REC_GEP] = make_gep,
    [DXKI_REC_STORE] = make_store,
    [DXKI_REC_STOREATOMIC] = make_store,
    [DXKI_REC_CMPXCHG] = make_cmpxchg,
    [DXKI_REC_LANDINGPAD] = make_landingpad,
};

dxk_status dxki_read_instruction(dxki_reader *r)
{
    maker make = r->bs.record.code < DXKI_REC_LIMIT ? makers[r->bs.record.code] : NULL;
    if (!make)
        return DXKI_READ_FAIL(r, BITCODE_UNKNOWN_INSTRUCTION, dxki_dec(r->bs.record.code));
    return start(r) ? make(r) : dxki_nomem(r->ctx);
}
