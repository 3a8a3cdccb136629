/* SPDX-License-Identifier: MIT */
/*
 * read_insts.c - instructions: from the decoded operands of a record to the instruction in the
 * module. Operand counts, references and known types were checked by then (read_operands.c);
 * what is left is what each instruction asks of the types, and its result type.
 */
#include "bitcode/read_inst.h"
#include "ir/fits.h"

/* --- arithmetic --- */

static dxk_status make_binary(dxki_bc_reader *r)
{
    dxki_type type = dxki_bc_operand_type(r, 0);
    dxki_op opcode = dxki_bc_read_binary_op(r, dxki_bc_operand_number(r, 2), type);
    if (opcode == DXKI_OP_NONE)
        return dxki_bc_read_not(r, 2, "an operation for this type");
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    dxki_inst inst = {
        .op = (uint8_t)opcode, .flags = (uint8_t)dxki_bc_operand_number(r, 3), .type = type};
    return dxki_bc_put_inst(r, &inst);
}

static dxk_status make_cast(dxki_bc_reader *r)
{
    dxki_type type = (dxki_type)dxki_bc_operand_number(r, 1);
    dxki_op opcode = dxki_op_of_cast(dxki_bc_operand_number(r, 2));
    if (opcode == DXKI_OP_NONE ||
        (!dxki_type_cast_is_valid(r->m, opcode, dxki_bc_operand_type(r, 0), type) &&
         !dxki_bc_read_lets_pass(r)))
        return dxki_bc_read_not(r, 2, "a cast between these types");
    dxki_bc_put_arg(r, 0);
    return dxki_bc_put_simple(r, opcode, type);
}

static dxk_status make_compare(dxki_bc_reader *r)
{
    dxki_type scalar = dxki_type_scalar(r->m, dxki_bc_operand_type(r, 0));
    uint64_t predicate = dxki_bc_operand_number(r, 2);
    bool fp = dxki_type_is_fp(r->m, scalar);
    bool comparable =
        fp || dxki_type_is_int(r->m, scalar) || dxki_type_kind_of(r->m, scalar) == DXKI_T_POINTER;
    if (r->judge && !fp && dxki_bc_operand_given(r, 3))
        return DXKI_READ_FAIL(r, BITCODE_RECORD_LONG, dxki_dec(3), dxki_dec(4));
    if ((!comparable || (fp ? predicate > 15 : predicate < 32 || predicate > 41)) &&
        !dxki_bc_read_lets_pass(r))
        return dxki_bc_read_not(r, 2, "a predicate for this type");
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    dxki_inst inst = {.op = fp ? DXKI_OP_FCMP : DXKI_OP_ICMP,
                      .flags = (uint8_t)dxki_bc_operand_number(r, 3)};
    inst.sub = (uint16_t)(predicate & 0x7fff);
    inst.type = dxki_bc_read_cmp_type(r, dxki_bc_operand_type(r, 0));
    return inst.type ? dxki_bc_put_inst(r, &inst) : dxki_nomem(r->ctx);
}

static dxk_status make_select(dxki_bc_reader *r)
{
    dxki_type condition = dxki_bc_operand_type(r, 2), type = dxki_bc_operand_type(r, 0);
    uint64_t count = dxki_bc_read_lanes(r->m, condition);
    if (dxki_type_scalar(r->m, condition) != DXKI_TY_I1 ||
        (count && count != dxki_bc_read_lanes(r->m, type) && !dxki_bc_read_lets_pass(r)))
        return DXKI_READ_NOT(r, TYPE_FOR_VALUE, 2, "a condition for these values");
    dxki_bc_put_arg(r, 2);
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    return dxki_bc_put_simple(r, DXKI_OP_SELECT, type);
}

/* --- vectors and aggregates --- */

static bool is_vector(const dxki_bc_reader *r, size_t arg)
{
    return dxki_type_kind_of(r->m, dxki_bc_operand_type(r, arg)) == DXKI_T_VECTOR;
}

static dxk_status make_extract_element(dxki_bc_reader *r)
{
    if (!is_vector(r, 0) ||
        (!dxki_type_is_int(r->m, dxki_bc_operand_type(r, 1)) && !dxki_bc_read_lets_pass(r)))
        return DXKI_READ_NOT(r, TYPE_FOR_VALUE, 0, "a vector with an integer as index");
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    return dxki_bc_put_simple(r, DXKI_OP_EXTRACTELEMENT,
                              dxki_type_scalar(r->m, dxki_bc_operand_type(r, 0)));
}

static dxk_status make_insert_element(dxki_bc_reader *r)
{
    if (!is_vector(r, 0) ||
        (!dxki_type_is_int(r->m, dxki_bc_operand_type(r, 2)) && !dxki_bc_read_lets_pass(r)))
        return DXKI_READ_NOT(r, TYPE_FOR_VALUE, 0, "a vector with an integer as index");
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    dxki_bc_put_arg(r, 2);
    return dxki_bc_put_simple(r, DXKI_OP_INSERTELEMENT, dxki_bc_operand_type(r, 0));
}

static dxk_status make_shuffle(dxki_bc_reader *r)
{
    dxki_bc_stream_words(&r->bs,
                         is_vector(r, 0) ? DXKI_WORDS_SILENT_CAST : DXKI_WORDS_TYPE_FOR_VALUE, 0);
    if (!is_vector(r, 0) || !is_vector(r, 2) ||
        (dxki_type_scalar(r->m, dxki_bc_operand_type(r, 2)) != DXKI_TY_I32 &&
         !dxki_bc_read_lets_pass(r)))
        return dxki_bc_read_not(r, 2, "a mask for a shuffle of vectors");
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    dxki_bc_put_arg(r, 2);
    uint32_t length = (uint32_t)dxki_type_count(r->m, dxki_bc_operand_type(r, 2));
    dxki_type type =
        dxki_type_vector(r->m, dxki_type_scalar(r->m, dxki_bc_operand_type(r, 0)), length);
    return type ? dxki_bc_put_simple(r, DXKI_OP_SHUFFLEVECTOR, type) : dxki_nomem(r->ctx);
}

/* The type that the indices from argument `from` on lead to; 0: none. */
static dxki_type indexed_type(dxki_bc_reader *r, dxki_type type, size_t from)
{
    bool insert = r->bs.record.code == DXKI_REC_INSERTVAL;
    dxki_bc_stream_words(&r->bs, insert ? DXKI_WORDS_INSERT_NONE : DXKI_WORDS_EXTRACT_NONE, 0);
    if (from >= r->args.count)
        return 0;
    for (size_t i = from; i < r->args.count && type; i++) {
        dxki_type_kind kind = dxki_type_kind_of(r->m, type);
        uint64_t index = dxki_bc_operand_number(r, i);
        dxki_bc_words words = insert ? DXKI_WORDS_INSERT_TYPE : DXKI_WORDS_EXTRACT_TYPE;
        if (kind == DXKI_T_STRUCT)
            words = insert ? DXKI_WORDS_INSERT_STRUCT : DXKI_WORDS_EXTRACT_STRUCT;
        else if (kind == DXKI_T_ARRAY)
            words = insert ? DXKI_WORDS_INSERT_ARRAY : DXKI_WORDS_EXTRACT_ARRAY;
        if (index > UINT32_MAX && (kind == DXKI_T_STRUCT || kind == DXKI_T_ARRAY))
            words = DXKI_WORDS_VALUE;
        dxki_bc_stream_words(&r->bs, words, 0);
        bool inside = (kind == DXKI_T_STRUCT || kind == DXKI_T_ARRAY) && index <= UINT32_MAX;
        type = inside ? dxki_type_element(r->m, type, index) : 0;
    }
    if (type)
        dxki_bc_stream_words(&r->bs, insert ? DXKI_WORDS_INSERT_VALUE : DXKI_WORDS_RECORD, 0);
    return type;
}

static void put_indices(dxki_bc_reader *r, size_t from)
{
    dxki_bc_put_extra(r, (uint32_t)(r->args.count - from));
    for (size_t i = from; i < r->args.count; i++)
        dxki_bc_put_extra(r, (uint32_t)dxki_bc_operand_number(r, i));
}

static dxk_status make_extract_value(dxki_bc_reader *r)
{
    dxki_type type = indexed_type(r, dxki_bc_operand_type(r, 0), 1);
    if (!type)
        return dxki_bc_read_not(r, 1, "an index of this aggregate");
    dxki_bc_put_arg(r, 0);
    put_indices(r, 1);
    return dxki_bc_put_simple(r, DXKI_OP_EXTRACTVALUE, type);
}

static dxk_status make_insert_value(dxki_bc_reader *r)
{
    dxki_type type = indexed_type(r, dxki_bc_operand_type(r, 0), 2);
    if (!type || type != dxki_bc_operand_type(r, 1))
        return dxki_bc_read_not(r, 2, "an index of this aggregate for this value");
    dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    put_indices(r, 2);
    return dxki_bc_put_simple(r, DXKI_OP_INSERTVALUE, dxki_bc_operand_type(r, 0));
}

/* --- memory --- */

/* Pointee of a pointer operand; 0 and a report when it is none. */
static dxk_status pointee(dxki_bc_reader *r, size_t arg, dxki_type *type)
{
    *type = dxki_type_pointee(r->m, dxki_bc_operand_type(r, arg));
    return *type ? DXK_OK : DXKI_READ_NOT(r, ACCESS_POINTER, (uint32_t)arg, "a pointer");
}

static dxk_status check_align(dxki_bc_reader *r, uint64_t align)
{
    if (align <= 30)
        return DXK_OK;
    return DXKI_READ_REFUSE(r, ALIGNMENT, BITCODE_RANGE, dxki_text(dxki_str("the alignment")),
                            dxki_dec(align), dxki_text(dxki_str("at most 30")));
}

/* Ordering and scope in arguments `at` and `at` + 1. */
static dxk_status check_order(dxki_bc_reader *r, size_t at, uint64_t least)
{
    if (r->judge) { /* unknown ones have a meaning */
        if ((uint32_t)dxki_bc_operand_number(r, at) > DXKI_ORDER_SEQ_CST)
            r->args.items[at].n = DXKI_ORDER_SEQ_CST;
        r->args.items[at + 1].n = (uint32_t)dxki_bc_operand_number(r, at + 1) != 0;
    }
    uint64_t order = dxki_bc_operand_number(r, at), scope = dxki_bc_operand_number(r, at + 1);
    if (order < least || order > DXKI_ORDER_SEQ_CST)
        return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("the ordering")),
                              dxki_dec(order),
                              dxki_text(dxki_str("a memory ordering of this instruction")));
    if (scope > 1)
        return DXKI_READ_FAIL(r, BITCODE_RANGE, dxki_text(dxki_str("the scope")), dxki_dec(scope),
                              dxki_text(dxki_str("0 or 1")));
    return DXK_OK;
}

static dxk_status make_alloca(dxki_bc_reader *r)
{
    uint64_t bits = dxki_bc_operand_number(r, 3);
    dxki_type type = (dxki_type)dxki_bc_operand_number(r, 0), pointer = type;
    if (!dxki_type_is_int(r->m, dxki_bc_operand_type(r, 2)) && !dxki_bc_read_lets_pass(r))
        return dxki_bc_read_not(r, 2, "an integer");
    if (bits & 64) { /* the type itself, not a pointer to it */
        if (!dxki_type_may_be_pointee(r->m, type))
            return dxki_bc_read_not(r, 0, "a type that can be allocated");
        pointer = dxki_type_pointer(r->m, type, 0);
        if (!pointer)
            return dxki_nomem(r->ctx);
    } else {
        type = dxki_type_pointee(r->m, pointer);
        if (!type)
            return DXKI_READ_NOT(r, ALLOCA, 0, "a pointer");
        if (r->judge) /* what comes out is never in another space */
            pointer = dxki_type_pointer(r->m, type, 0);
        if (!pointer)
            return dxki_nomem(r->ctx);
    }
    dxki_bc_put_arg(r, 2);
    dxki_bc_put_extra(r, type);
    dxki_inst inst = {.op = DXKI_OP_ALLOCA, .type = pointer};
    inst.flags = bits & 32 ? DXKI_IF_INALLOCA : 0;
    inst.sub = DXKI_SUB_MAKE(bits & 31, 0, 0, 0);
    dxk_status status = check_align(r, bits & ~(uint64_t)96);
    return status == DXK_OK ? dxki_bc_put_inst(r, &inst) : status;
}

/* Judged: the reference's reader itself refuses these. */
static bool is_bad_atomic(const dxki_bc_reader *r, size_t at)
{
    uint64_t order = dxki_bc_operand_number(r, at + 2);
    uint64_t other =
        r->bs.record.code == DXKI_REC_LOADATOMIC ? DXKI_ORDER_RELEASE : DXKI_ORDER_ACQUIRE;
    return order == DXKI_ORDER_ACQ_REL || order == other || !dxki_bc_operand_number(r, at);
}

/* Alignment, volatility and, for atomic ones, ordering and scope from argument `at` on. */
static dxk_status access_bits(dxki_bc_reader *r, size_t at, bool atomic, dxki_inst *inst)
{
    dxk_status status = atomic ? check_order(r, at + 2, DXKI_ORDER_UNORDERED) : DXK_OK;
    if (status == DXK_OK && atomic && r->judge && is_bad_atomic(r, at))
        status = dxki_bc_read_not(r, (uint32_t)at, "an alignment and ordering that go together");
    if (status == DXK_OK)
        status = check_align(r, dxki_bc_operand_number(r, at));
    if (status != DXK_OK)
        return status;
    inst->flags = dxki_bc_operand_number(r, at + 1) ? DXKI_IF_VOLATILE : 0;
    inst->sub = (uint16_t)dxki_bc_operand_number(r, at);
    if (atomic)
        inst->sub = DXKI_SUB_MAKE(dxki_bc_operand_number(r, at), dxki_bc_operand_number(r, at + 2),
                                  dxki_bc_operand_number(r, at + 3), 0);
    return DXK_OK;
}

static dxk_status make_load(dxki_bc_reader *r)
{
    dxki_inst inst = {.op = DXKI_OP_LOAD};
    dxk_status status = pointee(r, 0, &inst.type);
    if (status == DXK_OK && dxki_bc_operand_number(r, 1) &&
        dxki_bc_operand_number(r, 1) != inst.type)
        return DXKI_READ_NOT(r, ACCESS_TYPE, 1, "the type that the pointer points to");
    if (status == DXK_OK && !dxki_type_is_first_class(r->m, inst.type))
        return DXKI_READ_NOT(r, ACCESS_VALUE, 0, "a pointer to something that can be loaded");
    if (status == DXK_OK)
        status = access_bits(r, 2, r->bs.record.code == DXKI_REC_LOADATOMIC, &inst);
    dxki_bc_put_arg(r, 0);
    return status == DXK_OK ? dxki_bc_put_inst(r, &inst) : status;
}

static dxk_status make_store(dxki_bc_reader *r)
{
    uint32_t code = r->bs.record.code;
    bool atomic = code == DXKI_REC_STOREATOMIC || code == DXKI_REC_STOREATOMIC_OLD;
    dxki_inst inst = {.op = DXKI_OP_STORE, .type = DXKI_TY_VOID};
    dxki_type type;
    dxk_status status = pointee(r, 0, &type);
    if (status == DXK_OK && dxki_bc_operand_type(r, 1) != type)
        return DXKI_READ_NOT(r, ACCESS_TYPE, 1, "of the type that the pointer points to");
    if (status == DXK_OK)
        status = access_bits(r, 2, atomic, &inst);
    dxki_bc_put_arg(r, 1);
    dxki_bc_put_arg(r, 0);
    return status == DXK_OK ? dxki_bc_put_inst(r, &inst) : status;
}

/* Base and indices from argument `base` on. */
static dxk_status add_gep(dxki_bc_reader *r, dxki_type source, size_t base, bool inbounds)
{
    for (size_t i = base; i < r->args.count; i++)
        dxki_bc_put_arg(r, i);
    dxki_type points_to =
        dxki_type_pointee(r->m, dxki_type_scalar(r->m, dxki_bc_operand_type(r, base)));
    dxki_bc_stream_words(&r->bs, points_to ? DXKI_WORDS_GEP : DXKI_WORDS_SILENT_CAST, 0);
    if (!source)
        source = points_to;
    dxki_inst inst = {.op = DXKI_OP_GEP, .flags = inbounds ? DXKI_IF_INBOUNDS : 0};
    if (source && source == points_to)
        inst.type = dxki_bc_read_gep_type(r, source, r->args.items + base,
                                          (uint32_t)(r->args.count - base));
    if (inst.type)
        dxki_bc_stream_words(&r->bs, DXKI_WORDS_RECORD, 0);
    if (!inst.type)
        return dxki_bc_read_not(r, (uint32_t)base, "a pointer that can be indexed like this");
    dxki_bc_put_extra(r, source);
    return dxki_bc_put_inst(r, &inst);
}

static dxk_status make_gep(dxki_bc_reader *r)
{
    return add_gep(r, (dxki_type)dxki_bc_operand_number(r, 1), 2,
                   dxki_bc_operand_number(r, 0) != 0);
}

static dxk_status make_gep_old(dxki_bc_reader *r)
{
    return add_gep(r, 0, 0, r->bs.record.code == DXKI_REC_INBOUNDS_GEP_OLD);
}

static dxk_status make_fence(dxki_bc_reader *r)
{
    dxk_status status = check_order(r, 0, DXKI_ORDER_ACQUIRE);
    dxki_inst inst = {.op = DXKI_OP_FENCE, .type = DXKI_TY_VOID};
    inst.sub = DXKI_SUB_MAKE(0, dxki_bc_operand_number(r, 0), dxki_bc_operand_number(r, 1), 0);
    return status == DXK_OK ? dxki_bc_put_inst(r, &inst) : status;
}

/* The failure ordering that goes with a success ordering, for records without one. */
static uint64_t strongest_failure(uint64_t success)
{
    if (success == DXKI_ORDER_RELEASE)
        return DXKI_ORDER_MONOTONIC;
    return success == DXKI_ORDER_ACQ_REL ? DXKI_ORDER_ACQUIRE : success;
}

/* Before it could be weak, the instruction yielded the value alone: take it out of the pair. */
static dxk_status add_old_result(dxki_bc_reader *r, dxki_type value_type)
{
    dxki_bc_slot pair = r->values.items[--r->values.count];
    if (!dxki_bc_put_start(r))
        return dxki_nomem(r->ctx);
    dxki_bc_put_value(r, pair.value, pair.type);
    dxki_bc_put_extra(r, 1);
    dxki_bc_put_extra(r, 0);
    return dxki_bc_put_simple(r, DXKI_OP_EXTRACTVALUE, value_type);
}

static dxk_status make_cmpxchg(dxki_bc_reader *r)
{
    dxki_type value_type;
    dxk_status status = pointee(r, 0, &value_type);
    if (status == DXK_OK && dxki_bc_operand_type(r, 1) != value_type)
        return DXKI_READ_NOT(r, ACCESS_TYPE, 1, "of the type that the pointer points to");
    if (status == DXK_OK)
        status = check_order(r, 4, DXKI_ORDER_MONOTONIC);
    uint64_t failure = dxki_bc_operand_given(r, 6)
                           ? dxki_bc_operand_number(r, 6)
                           : strongest_failure(dxki_bc_operand_number(r, 4));
    if (r->judge && failure > DXKI_ORDER_SEQ_CST) /* unknown ones have a meaning */
        failure = DXKI_ORDER_SEQ_CST;
    if (status == DXK_OK && (failure < DXKI_ORDER_MONOTONIC || failure > DXKI_ORDER_SEQ_CST))
        return dxki_bc_read_not(r, 6, "a memory ordering");
    if (status != DXK_OK)
        return status;
    const dxki_type pair[2] = {value_type, DXKI_TY_I1};
    dxki_inst inst = {.op = DXKI_OP_CMPXCHG, .type = dxki_type_struct(r->m, pair, 2, false)};
    if (!inst.type)
        return dxki_nomem(r->ctx);
    inst.flags =
        (uint8_t)((dxki_bc_operand_number(r, 3) ? DXKI_IF_VOLATILE : 0) |
                  (dxki_bc_operand_given(r, 7) && dxki_bc_operand_number(r, 7) ? DXKI_IF_WEAK : 0));
    inst.sub =
        DXKI_SUB_MAKE(0, dxki_bc_operand_number(r, 4), dxki_bc_operand_number(r, 5), failure);
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    dxki_bc_put_arg(r, 2);
    bool old = !dxki_bc_operand_given(r, 7);
    status = dxki_bc_put_inst(r, &inst);
    return status == DXK_OK && old ? add_old_result(r, value_type) : status;
}

static dxk_status make_atomicrmw(dxki_bc_reader *r)
{
    dxk_status status = check_order(r, 4, DXKI_ORDER_MONOTONIC);
    if (status == DXK_OK && dxki_bc_operand_number(r, 2) > 10)
        return dxki_bc_read_not(r, 2, "an atomic operation");
    dxki_inst inst = {.op = DXKI_OP_ATOMICRMW, .type = dxki_bc_operand_type(r, 1)};
    inst.flags = dxki_bc_operand_number(r, 3) ? DXKI_IF_VOLATILE : 0;
    inst.sub = DXKI_SUB_MAKE(dxki_bc_operand_number(r, 2) & 15, dxki_bc_operand_number(r, 4) & 7,
                             dxki_bc_operand_number(r, 5) & 1, 0);
    dxki_bc_put_arg(r, 0);
    dxki_bc_put_arg(r, 1);
    return status == DXK_OK ? dxki_bc_put_inst(r, &inst) : status;
}

static dxk_status make_vaarg(dxki_bc_reader *r)
{
    dxki_type type = (dxki_type)dxki_bc_operand_number(r, 2);
    if (!dxki_type_is_first_class(r->m, type) && !dxki_bc_read_lets_pass(r))
        return dxki_bc_read_not(r, 2, "the type of a value");
    dxki_bc_put_arg(r, 1);
    return dxki_bc_put_simple(r, DXKI_OP_VAARG, type);
}

/* --- the table --- */

typedef dxk_status (*maker)(dxki_bc_reader *r);

static const maker makers[DXKI_REC_LIMIT] = {
    [DXKI_REC_BINOP] = make_binary,
    [DXKI_REC_CAST] = make_cast,
    [DXKI_REC_GEP_OLD] = make_gep_old,
    [DXKI_REC_SELECT] = make_select,
    [DXKI_REC_EXTRACTELT] = make_extract_element,
    [DXKI_REC_INSERTELT] = make_insert_element,
    [DXKI_REC_SHUFFLEVEC] = make_shuffle,
    [DXKI_REC_CMP] = make_compare,
    [DXKI_REC_RET] = dxki_bc_make_ret,
    [DXKI_REC_BR] = dxki_bc_make_br,
    [DXKI_REC_SWITCH] = dxki_bc_make_switch,
    [DXKI_REC_INVOKE] = dxki_bc_make_invoke,
    [DXKI_REC_UNREACHABLE] = dxki_bc_make_unreachable,
    [DXKI_REC_PHI] = dxki_bc_make_phi,
    [DXKI_REC_ALLOCA] = make_alloca,
    [DXKI_REC_LOAD] = make_load,
    [DXKI_REC_VAARG] = make_vaarg,
    [DXKI_REC_STORE_OLD] = make_store,
    [DXKI_REC_EXTRACTVAL] = make_extract_value,
    [DXKI_REC_INSERTVAL] = make_insert_value,
    [DXKI_REC_CMP2] = make_compare,
    [DXKI_REC_VSELECT] = make_select,
    [DXKI_REC_INBOUNDS_GEP_OLD] = make_gep_old,
    [DXKI_REC_INDIRECTBR] = dxki_bc_make_indirectbr,
    [DXKI_REC_CALL] = dxki_bc_make_call,
    [DXKI_REC_FENCE] = make_fence,
    [DXKI_REC_CMPXCHG_OLD] = make_cmpxchg,
    [DXKI_REC_ATOMICRMW] = make_atomicrmw,
    [DXKI_REC_RESUME] = dxki_bc_make_resume,
    [DXKI_REC_LANDINGPAD_OLD] = dxki_bc_make_landingpad,
    [DXKI_REC_LOADATOMIC] = make_load,
    [DXKI_REC_STOREATOMIC_OLD] = make_store,
    [DXKI_REC_GEP] = make_gep,
    [DXKI_REC_STORE] = make_store,
    [DXKI_REC_STOREATOMIC] = make_store,
    [DXKI_REC_CMPXCHG] = make_cmpxchg,
    [DXKI_REC_LANDINGPAD] = dxki_bc_make_landingpad,
};

dxk_status dxki_bc_read_instruction(dxki_bc_reader *r)
{
    maker make = r->bs.record.code < DXKI_REC_LIMIT ? makers[r->bs.record.code] : NULL;
    if (!make)
        return DXKI_READ_REFUSE(r, VALUE, BITCODE_UNKNOWN_INSTRUCTION, dxki_dec(r->bs.record.code));
    return dxki_bc_put_start(r) ? make(r) : dxki_nomem(r->ctx);
}
