/* SPDX-License-Identifier: MIT */
/* parse_memory.c - alloca, load, store and the atomic instructions. See parse.h. */
#include "text/parse.h"

/* Bits that the ordering of an instruction is made of. */
typedef struct access {
    bool atomic;
    uint32_t order, failure, cross_thread, align;
} access;

static uint16_t pack(const access *a, uint32_t low)
{
    return DXKI_SUB_MAKE(low, a->order, a->cross_thread, a->failure);
}

static bool typed_op(dxki_text_parser *p, dxki_type *type, dxki_text_loc *loc)
{
    dxki_value value;
    if (!dxki_text_parse_typed(p, &value, loc))
        return false;
    *type = dxki_text_type_of(p, value);
    return dxki_text_push_op(p, value);
}

static bool parse_order(dxki_text_parser *p, uint32_t *order)
{
    if (!dxki_text_token_in(&p->tok, DXKI_W_ORDERING, order))
        return dxki_text_error_here(p, "Expected ordering on atomic instruction");
    dxki_text_next(p);
    return true;
}

static bool parse_scope_and_order(dxki_text_parser *p, access *a)
{
    if (!a->atomic)
        return true;
    a->cross_thread = !dxki_text_take(p, DXKI_KW_SINGLETHREAD);
    return parse_order(p, &a->order);
}

/* , align N; more than once, as LLVM takes it; a comma in front of attachments is eaten. */
static bool parse_comma_align(dxki_text_parser *p, uint32_t *align)
{
    while (dxki_text_take(p, DXKI_TK_COMMA)) {
        if (dxki_text_at(p, DXKI_TK_MD_NAME)) {
            p->ate_comma = true;
            return true;
        }
        if (!dxki_text_at(p, DXKI_KW_ALIGN))
            return dxki_text_error_here(p, "expected metadata or 'align'");
        if (!dxki_text_parse_align(p, align))
            return false;
    }
    return true;
}

static bool parse_front(dxki_text_parser *p, access *a, dxki_inst *inst)
{
    *a = (access){.atomic = false};
    a->atomic = dxki_text_take(p, DXKI_KW_ATOMIC);
    if (dxki_text_take(p, DXKI_KW_VOLATILE))
        inst->flags |= DXKI_IF_VOLATILE;
    return true;
}

/* --- alloca, load, store --- */

static bool parse_alloca(dxki_text_parser *p, dxki_inst *inst)
{
    uint32_t align = 0;
    dxki_type type, size_type = DXKI_TY_I32;
    dxki_text_loc loc, size_loc = NULL;
    inst->flags = dxki_text_take(p, DXKI_KW_INALLOCA) ? DXKI_IF_INALLOCA : 0;
    if (!dxki_text_parse_type_at(p, &type, &loc))
        return false;
    if (dxki_type_kind_of(p->m, type) == DXKI_T_FUNCTION || !dxki_type_may_be_pointee(p->m, type))
        return dxki_text_error(p, loc, "invalid type for alloca");
    if (dxki_text_take(p, DXKI_TK_COMMA)) {
        if (dxki_text_at(p, DXKI_KW_ALIGN)) {
            if (!dxki_text_parse_align(p, &align))
                return false;
        } else if (dxki_text_at(p, DXKI_TK_MD_NAME)) {
            p->ate_comma = true;
        } else if (!typed_op(p, &size_type, &size_loc) || !parse_comma_align(p, &align)) {
            return false;
        }
    }
    if (!dxki_type_is_int(p->m, size_type))
        return dxki_text_error(p, size_loc, "element count must have integer type");
    if (p->ops.count == 0) {
        dxki_value one = dxki_const_int(p->m, DXKI_TY_I32, 1);
        if (!one || !dxki_text_push_op(p, one))
            return dxki_text_no_memory(p);
    }
    inst->sub = dxki_text_encode_align(align);
    inst->type = dxki_type_pointer(p->m, type, 0);
    return inst->type ? dxki_text_push_extra(p, type) : dxki_text_no_memory(p);
}

static bool parse_load(dxki_text_parser *p, dxki_inst *inst)
{
    access a;
    dxki_type pointer;
    dxki_text_loc type_loc, loc;
    if (!parse_front(p, &a, inst) || !dxki_text_parse_type_at(p, &inst->type, &type_loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected comma after load's type") ||
        !typed_op(p, &pointer, &loc) || !parse_scope_and_order(p, &a) ||
        !parse_comma_align(p, &a.align))
        return false;
    dxki_type pointee = dxki_type_pointee(p->m, pointer);
    if (!pointee || !dxki_type_is_first_class(p->m, inst->type))
        return dxki_text_error(p, loc, "load operand must be a pointer to a first class type");
    if (a.atomic && !a.align)
        return dxki_text_error(p, loc, "atomic load must have explicit non-zero alignment");
    if (a.order == DXKI_ORDER_RELEASE || a.order == DXKI_ORDER_ACQ_REL)
        return dxki_text_error(p, loc, "atomic load cannot use Release ordering");
    if (inst->type != pointee)
        return dxki_text_error(p, type_loc,
                               "explicit pointee type doesn't match operand's pointee type");
    inst->sub = pack(&a, dxki_text_encode_align(a.align));
    return true;
}

static bool parse_store(dxki_text_parser *p, dxki_inst *inst)
{
    access a;
    dxki_type value, pointer;
    dxki_text_loc value_loc, loc;
    if (!parse_front(p, &a, inst) || !typed_op(p, &value, &value_loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after store operand") ||
        !typed_op(p, &pointer, &loc) || !parse_scope_and_order(p, &a) ||
        !parse_comma_align(p, &a.align))
        return false;
    dxki_type pointee = dxki_type_pointee(p->m, pointer);
    if (!pointee)
        return dxki_text_error(p, loc, "store operand must be a pointer");
    if (!dxki_type_is_first_class(p->m, value))
        return dxki_text_error(p, value_loc, "store operand must be a first class value");
    if (pointee != value)
        return dxki_text_error(p, value_loc, "stored value and pointer type do not match");
    if (a.atomic && !a.align)
        return dxki_text_error(p, value_loc, "atomic store must have explicit non-zero alignment");
    if (a.order == DXKI_ORDER_ACQUIRE || a.order == DXKI_ORDER_ACQ_REL)
        return dxki_text_error(p, value_loc, "atomic store cannot use Acquire ordering");
    inst->sub = pack(&a, dxki_text_encode_align(a.align));
    return true;
}

/* --- atomic instructions --- */

/* Integers of 8, 16, 32 ... bits. */
static bool check_size(dxki_text_parser *p, dxki_type type, dxki_text_loc loc, const char *not_int,
                       const char *bad_size)
{
    if (!dxki_type_is_int(p->m, type))
        return dxki_text_error(p, loc, not_int);
    uint32_t bits = dxki_type_bits(p->m, type);
    return (bits >= 8 && (bits & (bits - 1)) == 0) || dxki_text_error(p, loc, bad_size);
}

static bool check_cmpxchg_order(dxki_text_parser *p, const access *a)
{
    if (a->order == DXKI_ORDER_UNORDERED || a->failure == DXKI_ORDER_UNORDERED)
        return dxki_text_error_here(p, "cmpxchg cannot be unordered");
    if (a->order < a->failure)
        return dxki_text_error_here(p, "cmpxchg must be at least as ordered on success as failure");
    if (a->failure == DXKI_ORDER_RELEASE || a->failure == DXKI_ORDER_ACQ_REL)
        return dxki_text_error_here(p, "cmpxchg failure ordering cannot include release semantics");
    return true;
}

static bool parse_cmpxchg(dxki_text_parser *p, dxki_inst *inst)
{
    access a = {.atomic = true};
    dxki_type pointer, compare, fresh;
    dxki_text_loc loc, compare_loc, fresh_loc;
    inst->flags = dxki_text_take(p, DXKI_KW_WEAK) ? DXKI_IF_WEAK : 0;
    if (dxki_text_take(p, DXKI_KW_VOLATILE))
        inst->flags |= DXKI_IF_VOLATILE;
    if (!typed_op(p, &pointer, &loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after cmpxchg address") ||
        !typed_op(p, &compare, &compare_loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after cmpxchg cmp operand") ||
        !typed_op(p, &fresh, &fresh_loc) || !parse_scope_and_order(p, &a) ||
        !parse_order(p, &a.failure) || !check_cmpxchg_order(p, &a))
        return false;
    dxki_type pointee = dxki_type_pointee(p->m, pointer);
    if (!pointee)
        return dxki_text_error(p, loc, "cmpxchg operand must be a pointer");
    if (pointee != compare)
        return dxki_text_error(p, compare_loc, "compare value and pointer type do not match");
    if (pointee != fresh)
        return dxki_text_error(p, fresh_loc, "new value and pointer type do not match");
    if (!check_size(p, fresh, fresh_loc, "cmpxchg operand must be an integer",
                    "cmpxchg operand must be power-of-two byte-sized integer"))
        return false;
    dxki_type types[2] = {compare, DXKI_TY_I1};
    inst->sub = pack(&a, 0);
    inst->type = dxki_type_struct(p->m, types, 2, false);
    return inst->type ? true : dxki_text_no_memory(p);
}

static bool parse_atomicrmw(dxki_text_parser *p, dxki_inst *inst)
{
    access a = {.atomic = true};
    uint32_t operation = 0;
    dxki_type pointer;
    dxki_text_loc loc, value_loc;
    inst->flags = dxki_text_take(p, DXKI_KW_VOLATILE) ? DXKI_IF_VOLATILE : 0;
    if (!dxki_text_token_in(&p->tok, DXKI_W_RMW, &operation))
        return dxki_text_error_here(p, "expected binary operation in atomicrmw");
    dxki_text_next(p);
    if (!typed_op(p, &pointer, &loc) ||
        !dxki_text_expect_tok(p, DXKI_TK_COMMA, "expected ',' after atomicrmw address") ||
        !typed_op(p, &inst->type, &value_loc) || !parse_scope_and_order(p, &a))
        return false;
    dxki_type pointee = dxki_type_pointee(p->m, pointer);
    if (a.order == DXKI_ORDER_UNORDERED)
        return dxki_text_error_here(p, "atomicrmw cannot be unordered");
    if (!pointee)
        return dxki_text_error(p, loc, "atomicrmw operand must be a pointer");
    if (pointee != inst->type)
        return dxki_text_error(p, value_loc, "atomicrmw value and pointer type do not match");
    inst->sub = pack(&a, operation);
    return check_size(p, inst->type, value_loc, "atomicrmw operand must be an integer",
                      "atomicrmw operand must be power-of-two byte-sized integer");
}

static bool parse_fence(dxki_text_parser *p, dxki_inst *inst)
{
    access a = {.atomic = true};
    if (!parse_scope_and_order(p, &a))
        return false;
    if (a.order == DXKI_ORDER_UNORDERED)
        return dxki_text_error_here(p, "fence cannot be unordered");
    if (a.order == DXKI_ORDER_MONOTONIC)
        return dxki_text_error_here(p, "fence cannot be monotonic");
    inst->sub = pack(&a, 0);
    return true;
}

bool dxki_text_parse_memory(dxki_text_parser *p, dxki_inst *inst)
{
    switch (inst->op) {
    case DXKI_OP_ALLOCA:
        return parse_alloca(p, inst);
    case DXKI_OP_LOAD:
        return parse_load(p, inst);
    case DXKI_OP_STORE:
        return parse_store(p, inst);
    case DXKI_OP_CMPXCHG:
        return parse_cmpxchg(p, inst);
    case DXKI_OP_ATOMICRMW:
        return parse_atomicrmw(p, inst);
    default:
        return parse_fence(p, inst);
    }
}
