/* SPDX-License-Identifier: MIT */
/*
 * verify_inst.c - instructions for LLVM's verifier. What a reader has checked already (types of
 * operands, predicates, casts, orderings) is not looked at again.
 */
#include "validate/verify.h"

#include <stdlib.h>

#include "base/out.h"

static bool fail(dxki_verifier *w, const char *message, uint32_t inst)
{
    return dxki_verify_at_inst(w, message, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Attached metadata                                                                          */

static dxki_md attached(const dxki_verifier *w, uint32_t inst, const char *kind)
{
    const dxk_module *m = w->v->m;
    uint32_t count;
    const dxki_attachment *list = dxki_inst_attachments(m, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (dxki_vequal(dxki_string_get(m, m->md_kinds.items[list[i].kind]), kind))
            return list[i].node;
    }
    return 0;
}

static const dxki_const *md_const(const dxki_verifier *w, dxki_md md, dxki_const_kind kind)
{
    const dxk_module *m = w->v->m;
    const dxki_const *c = md ? dxki_const_get(m, dxki_md_value(m, md)) : NULL;
    return c && c->kind == kind ? c : NULL;
}

static bool is_positive(const dxki_const *c)
{
    uint64_t bits = dxki_const_bits(c), sign = (uint64_t)1 << 63;
    uint64_t infinity = 0x7ff0000000000000u;
    if (c->type == DXKI_TY_FLOAT) {
        infinity = 0x7f800000u;
        sign = 0x80000000u;
    } else if (c->type == DXKI_TY_HALF) {
        infinity = 0x7c00u;
        sign = 0x8000u;
    }
    return !(bits & sign) && bits != 0 && bits < infinity;
}

static bool check_fpmath(dxki_verifier *w, uint32_t inst, dxki_md node)
{
    const dxk_module *m = w->v->m;
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(m, node, &count);
    if (!dxki_type_is_fp(m, dxki_type_scalar(m, dxki_vin(w->v, inst)->type)))
        return fail(w, "fpmath requires a floating point result!", inst);
    if (count != 1)
        return fail(w, "fpmath takes one operand!", inst);
    const dxki_const *c = md_const(w, ops[0], DXKI_C_FLOAT);
    if (!c)
        return fail(w, "invalid fpmath accuracy!", inst);
    return is_positive(c) || fail(w, "fpmath accuracy not a positive number!", inst);
}

/* An interval of numbers of `bits` bits from low up to high, which may wrap around. */
typedef struct interval {
    uint64_t low, high;
} interval;

static bool contains(interval a, uint64_t x, uint64_t mask)
{
    return ((x - a.low) & mask) < ((a.high - a.low) & mask);
}

static bool overlap(interval a, interval b, uint64_t mask)
{
    return contains(a, b.low, mask) || contains(b, a.low, mask);
}

static bool touch(interval a, interval b)
{
    return a.high == b.low || a.low == b.high;
}

static int64_t as_signed(uint64_t x, uint32_t bits)
{
    return (int64_t)(x << (64 - bits)) >> (64 - bits);
}

static bool range_error(dxki_verifier *w, const char *message, dxki_md node)
{
    return dxki_verify_at_md(w, message, node);
}

/* Interval `i` of the node; false: reported. */
static bool read_interval(dxki_verifier *w, uint32_t inst, dxki_md node, uint32_t i, interval *out)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(w->v->m, node, &count);
    dxki_type type = dxki_vin(w->v, inst)->type;
    const dxki_const *low = md_const(w, ops[2 * i], DXKI_C_INT);
    const dxki_const *high = md_const(w, ops[2 * i + 1], DXKI_C_INT);
    if (!low)
        return range_error(w, "The lower limit must be an integer!", 0);
    if (!high)
        return range_error(w, "The upper limit must be an integer!", 0);
    if (high->type != low->type || high->type != type)
        return fail(w, "Range types must match instruction type!", inst);
    *out = (interval){dxki_const_bits(low), dxki_const_bits(high)};
    uint32_t bits = dxki_type_bits(w->v->m, type);
    uint64_t all = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
    return out->low != out->high || (out->low != 0 && out->low != all) ||
           range_error(w, "Range must not be empty!", node);
}

static bool check_range(dxki_verifier *w, uint32_t inst, dxki_md node)
{
    const dxk_module *m = w->v->m;
    uint8_t op = dxki_vin(w->v, inst)->op;
    uint32_t count, bits = dxki_type_bits(m, dxki_vin(w->v, inst)->type);
    uint64_t mask = bits && bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
    interval first = {0, 0}, last = {0, 0}, now = {0, 0};
    dxki_md_ops(m, node, &count);
    if (op != DXKI_OP_LOAD && op != DXKI_OP_CALL && op != DXKI_OP_INVOKE)
        return fail(w, "Ranges are only for loads, calls and invokes!", inst);
    if (count % 2)
        return range_error(w, "Unfinished range!", node);
    if (count == 0)
        return range_error(w, "It should have at least one range!", node);
    for (uint32_t i = 0; i < count / 2; i++, last = now) {
        if (!read_interval(w, inst, node, i, &now))
            return false;
        if (i == 0) {
            first = now;
            continue;
        }
        if (overlap(now, last, mask))
            return range_error(w, "Intervals are overlapping", node);
        if (bits && bits <= 64 && as_signed(now.low, bits) <= as_signed(last.low, bits))
            return range_error(w, "Intervals are not in order", node);
        if (touch(now, last))
            return range_error(w, "Intervals are contiguous", node);
    }
    if (count / 2 > 2 && overlap(first, last, mask))
        return range_error(w, "Intervals are overlapping", node);
    if (count / 2 > 2 && touch(first, last))
        return range_error(w, "Intervals are contiguous", node);
    return true;
}

static bool check_attached(dxki_verifier *w, uint32_t inst)
{
    const dxk_module *m = w->v->m;
    dxki_md node;
    if (m->attachments.count) {
        if ((node = attached(w, inst, "fpmath")) && !check_fpmath(w, inst, node))
            return false;
        if ((node = attached(w, inst, "range"))) {
            bool placed = true;
            uint8_t op = dxki_vin(w->v, inst)->op;
            placed = op == DXKI_OP_LOAD || op == DXKI_OP_CALL || op == DXKI_OP_INVOKE;
            /* A bad range ends nothing, a range at the wrong place does. */
            if (!check_range(w, inst, node) && !placed)
                return false;
        }
        if (attached(w, inst, "nonnull")) {
            if (dxki_type_kind_of(m, dxki_vin(w->v, inst)->type) != DXKI_T_POINTER)
                return fail(w, "nonnull applies only to pointer types", inst);
            if (dxki_vin(w->v, inst)->op != DXKI_OP_LOAD)
                return fail(w,
                            "nonnull applies only to load instructions, use attributes for calls "
                            "or invokes",
                            inst);
        }
    }
    dxki_md location = dxki_inst_dbg(m, inst);
    if (location)
        dxki_verify_node(w, location);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

static bool is_congruent(const dxk_module *m, dxki_type a, dxki_type b)
{
    const dxki_type_entry *x = dxki_type_get(m, a), *y = dxki_type_get(m, b);
    return a == b || (x->kind == DXKI_T_POINTER && y->kind == DXKI_T_POINTER && x->b == y->b);
}

static bool check_tail_types(dxki_verifier *w, uint32_t inst)
{
    const dxk_module *m = w->v->m;
    const dxki_inst *in = dxki_vin(w->v, inst);
    dxki_type caller = m->globals.items[w->fn].value_type, callee = dxki_call_type(m, in);
    uint32_t a, b;
    const dxki_type *x = dxki_type_list(m, caller, &a), *y = dxki_type_list(m, callee, &b);
    if (a != b)
        return fail(w, "cannot guarantee tail call due to mismatched parameter counts", inst);
    if ((dxki_type_get(m, caller)->flags ^ dxki_type_get(m, callee)->flags) & DXKI_TF_VARARG)
        return fail(w, "cannot guarantee tail call due to mismatched varargs", inst);
    if (!is_congruent(m, x[0], y[0]))
        return fail(w, "cannot guarantee tail call due to mismatched return types", inst);
    for (uint32_t i = 1; i < a; i++) {
        if (!is_congruent(m, x[i], y[i]))
            return fail(w, "cannot guarantee tail call due to mismatched parameter types", inst);
    }
    if (m->globals.items[w->fn].cc != in->sub)
        return fail(w, "cannot guarantee tail call due to mismatched calling conv", inst);
    return true;
}

static void check_must_tail(dxki_verifier *w, uint32_t inst)
{
    dxki_val *v = w->v;
    if (!check_tail_types(w, inst))
        return;
    uint32_t next = dxki_vin(v, inst)->next, value = inst;
    if (next && dxki_vin(v, next)->op == DXKI_OP_BITCAST) {
        if (dxki_vops(v, next)[0] != DXKI_VALUE(DXKI_V_INST, inst)) {
            fail(w, "bitcast following musttail call must use the call", next);
            return;
        }
        value = next;
        next = dxki_vin(v, next)->next;
    }
    if (!next || dxki_vin(v, next)->op != DXKI_OP_RET)
        fail(w, "musttail call must be precede a ret with an optional bitcast", inst);
    else if (dxki_vin(v, next)->op_count && dxki_vops(v, next)[0] != DXKI_VALUE(DXKI_V_INST, value))
        fail(w, "musttail call result must be returned", next);
}

static bool check_intrinsic(dxki_verifier *w, uint32_t inst, uint32_t callee)
{
    dxki_val *v = w->v;
    dxk_str name = dxki_vname(v, callee);
    const dxki_value *ops = dxki_vops(v, inst);
    uint32_t count = dxki_call_arg_count(dxki_vin(v, inst));
    uint64_t bits;
    if (!dxki_vis_decl(v, callee))
        return dxki_verify_at_value(w, "Intrinsic functions should never be defined!",
                                    DXKI_VALUE(DXKI_V_GLOBAL, callee));
    for (uint32_t i = 0; i < count; i++) {
        if (DXKI_TAG(ops[i]) == DXKI_V_METADATA &&
            dxki_md_get(v->m, DXKI_INDEX(ops[i]))->kind >= DXKI_M_TUPLE)
            dxki_verify_node(w, DXKI_INDEX(ops[i]));
    }
    bool marks = dxki_vstarts(name, "llvm.lifetime.") || dxki_vequal(name, "llvm.invariant.start");
    if (marks && count && !dxki_vis_const(v, ops[0], &bits))
        return fail(w, "size argument of memory use markers must be a constant integer", inst);
    if ((dxki_vstarts(name, "llvm.ctlz.") || dxki_vstarts(name, "llvm.cttz.")) && count > 1 &&
        !dxki_vis_const(v, ops[1], &bits))
        return fail(w, "is_zero_undef argument of bit counting intrinsics must be a constant int",
                    inst);
    bool moves = dxki_vstarts(name, "llvm.memcpy.") || dxki_vstarts(name, "llvm.memmove.") ||
                 dxki_vstarts(name, "llvm.memset.");
    if (!moves || count < 5)
        return true;
    if (!dxki_vis_const(v, ops[3], &bits))
        return fail(w, "alignment argument of memory intrinsics must be a constant int", inst);
    if (bits & (bits - 1))
        return fail(w, "alignment argument of memory intrinsics must be a power of 2", inst);
    if (!dxki_vis_const(v, ops[4], &bits))
        return fail(w, "isvolatile argument of memory intrinsics must be a constant int", inst);
    return true;
}

static bool check_call(dxki_verifier *w, uint32_t inst)
{
    dxki_val *v = w->v;
    const dxki_inst *in = dxki_vin(v, inst);
    dxki_type type = dxki_call_type(v->m, in);
    uint32_t list = dxki_call_attrs(v->m, in), callee = dxki_vcallee(v, inst), count;
    const dxki_type *types = dxki_type_list(v->m, type, &count);
    if (list) {
        if (!dxki_verify_attr_count(w, list, dxki_call_arg_count(in)))
            return fail(w, "Attribute after last parameter!", inst);
        dxki_verify_attrs(w, type, list, DXKI_VALUE(DXKI_V_INST, inst));
    }
    if (!callee || !dxki_vstarts(dxki_vname(v, callee), "llvm.")) {
        for (uint32_t i = 1; i < count; i++) {
            if (types[i] == DXKI_TY_METADATA)
                return fail(w, "Function has metadata parameter but isn't an intrinsic", inst);
        }
    } else if (dxki_verify_is_intrinsic(w, callee)) {
        check_intrinsic(w, inst, callee);
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* By opcode; false: nothing more is looked at                                                */

static bool check_return(dxki_verifier *w, uint32_t inst)
{
    dxki_val *v = w->v;
    uint32_t count;
    const dxki_type *types = dxki_type_list(v->m, v->m->globals.items[w->fn].value_type, &count);
    const dxki_inst *in = dxki_vin(v, inst);
    const char *message = NULL;
    if (types[0] == DXKI_TY_VOID) {
        if (in->op_count != 0)
            message = "Found return instr that returns non-void in Function of void return type!";
    } else if (in->op_count != 1 || dxki_value_type(v->m, dxki_vops(v, inst)[0]) != types[0]) {
        message = "Function return type does not match operand type of return inst!";
    }
    if (!message)
        return true;
    fail(w, message, inst);
    dxki_verify_type(w, types[0]);
    return false;
}

typedef struct switch_case {
    dxki_value value;
    uint32_t index;
} switch_case;

static int compare_cases(const void *a, const void *b)
{
    const switch_case *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* The first case that repeats one before it; UINT32_MAX: there is none. */
static uint32_t repeated_case(dxki_val *v, const dxki_value *cases, uint32_t count)
{
    dxki_arena scratch;
    uint32_t first = UINT32_MAX;
    dxki_arena_init(&scratch, v->ctx);
    switch_case *sorted = dxki_arena_zalloc(&scratch, count + 1u, sizeof *sorted);
    if (!sorted)
        v->failed = true;
    for (uint32_t i = 0; i < count && sorted; i++)
        sorted[i] = (switch_case){cases[2 * i], i};
    if (sorted)
        qsort(sorted, count, sizeof *sorted, compare_cases);
    for (uint32_t i = 1; i < count && sorted; i++) {
        if (sorted[i].value == sorted[i - 1].value && sorted[i].index < first)
            first = sorted[i].index;
    }
    dxki_arena_free(&scratch);
    return first;
}

static bool check_switch(dxki_verifier *w, uint32_t inst)
{
    const dxki_inst *in = dxki_vin(w->v, inst);
    const dxki_value *cases = dxki_vops(w->v, inst) + 2;
    uint32_t count = in->op_count > 2 ? (in->op_count - 2) / 2 : 0;
    uint32_t at = repeated_case(w->v, cases, count);
    if (at == UINT32_MAX)
        return true;
    fail(w, "Duplicate integer as switch case", inst);
    dxki_verify_value(w, cases[2 * (size_t)at]);
    return false;
}

static bool is_bad_atomic(const dxk_module *m, dxki_type type)
{
    uint32_t bits = dxki_type_bits(m, type);
    return bits < 8 || (bits & (bits - 1));
}

/* An atomic access of an integer whose size is a power of two of bytes. */
static bool check_atomic(dxki_verifier *w, uint32_t inst, dxki_type type, bool pointers,
                         const char *not_integer, const char *bad_size)
{
    const dxk_module *m = w->v->m;
    if (pointers && dxki_type_kind_of(m, type) == DXKI_T_POINTER)
        return true;
    const char *message = !dxki_type_is_int(m, type) ? not_integer
                          : is_bad_atomic(m, type)   ? bad_size
                                                     : NULL;
    if (!message)
        return true;
    fail(w, message, inst);
    dxki_verify_type(w, type);
    return false;
}

static bool check_access(dxki_verifier *w, uint32_t inst)
{
    const dxki_inst *in = dxki_vin(w->v, inst);
    bool is_load = in->op == DXKI_OP_LOAD;
    uint32_t order = DXKI_SUB_ORDER(in->sub);
    if (order == DXKI_ORDER_NOT_ATOMIC)
        return true;
    if (is_load && (order == DXKI_ORDER_RELEASE || order == DXKI_ORDER_ACQ_REL))
        return fail(w, "Load cannot have Release ordering", inst);
    if (!is_load && (order == DXKI_ORDER_ACQUIRE || order == DXKI_ORDER_ACQ_REL))
        return fail(w, "Store cannot have Acquire ordering", inst);
    if (DXKI_SUB_ALIGN(in->sub) == 0)
        return fail(w,
                    is_load ? "Atomic load must specify explicit alignment"
                            : "Atomic store must specify explicit alignment",
                    inst);
    if (is_load)
        return check_atomic(w, inst, in->type, true, "atomic load operand must have integer type!",
                            "atomic load operand must be power-of-two byte-sized integer");
    return check_atomic(w, inst, dxki_value_type(w->v->m, dxki_vops(w->v, inst)[0]), true,
                        "atomic store operand must have integer type!",
                        "atomic store operand must be power-of-two byte-sized integer");
}

static bool check_exchange(dxki_verifier *w, uint32_t inst)
{
    const dxki_inst *in = dxki_vin(w->v, inst);
    uint32_t failure = DXKI_SUB_FAILURE(in->sub);
    if (DXKI_SUB_ORDER(in->sub) < failure)
        return fail(w, "cmpxchg instructions be at least as constrained on success as fail", inst);
    if (failure == DXKI_ORDER_RELEASE || failure == DXKI_ORDER_ACQ_REL)
        return fail(w, "cmpxchg failure ordering cannot include release semantics", inst);
    return check_atomic(w, inst, dxki_value_type(w->v->m, dxki_vops(w->v, inst)[1]), false,
                        "cmpxchg operand must have integer type!",
                        "cmpxchg operand must be power-of-two byte-sized integer");
}

static bool check_opcode(dxki_verifier *w, uint32_t inst)
{
    dxki_val *v = w->v;
    const dxki_inst *in = dxki_vin(v, inst);
    const dxki_value *ops = dxki_vops(v, inst);
    switch (in->op) {
    case DXKI_OP_RET:
        return check_return(w, inst);
    case DXKI_OP_SWITCH:
        return check_switch(w, inst);
    case DXKI_OP_CALL:
    case DXKI_OP_INVOKE:
        return check_call(w, inst);
    case DXKI_OP_GEP:
        return dxki_verify_is_sized(w, ops[in->op_count]) ||
               fail(w, "GEP into unsized type!", inst);
    case DXKI_OP_LOAD:
    case DXKI_OP_STORE:
        return check_access(w, inst);
    case DXKI_OP_ALLOCA:
        return dxki_verify_is_sized(w, ops[in->op_count]) ||
               fail(w, "Cannot allocate unsized type", inst);
    case DXKI_OP_CMPXCHG:
        return check_exchange(w, inst);
    case DXKI_OP_ATOMICRMW:
        return check_atomic(w, inst, in->type, false, "atomicrmw operand must have integer type!",
                            "atomicrmw operand must be power-of-two byte-sized integer");
    default:
        return true;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Every instruction                                                                          */

static bool check_operand(dxki_verifier *w, uint32_t inst, uint32_t i, uint32_t number)
{
    dxki_val *v = w->v;
    const dxki_inst *in = dxki_vin(v, inst);
    dxki_value op = dxki_vops(v, inst)[i];
    if (DXKI_TAG(op) == DXKI_V_INST) {
        dxki_verify_dominance(w, inst, i, number);
        return true;
    }
    if (DXKI_TAG(op) != DXKI_V_GLOBAL || !dxki_verify_is_intrinsic(w, DXKI_INDEX(op)))
        return true;
    if (i != (in->op == DXKI_OP_CALL ? in->op_count - 1 : 0))
        return fail(w, "Cannot take the address of an intrinsic!", inst);
    if (in->op != DXKI_OP_CALL)
        return fail(w, "Cannot invoke an intrinsinc other than donothing or patchpoint", inst);
    return true;
}

static bool check_common(dxki_verifier *w, uint32_t inst, uint32_t number)
{
    dxki_val *v = w->v;
    const dxki_inst *in = dxki_vin(v, inst);
    const dxki_value *ops = dxki_vops(v, inst);
    bool reached = w->graph->rpo[number] != UINT32_MAX;
    for (uint32_t i = 0; i < in->op_count && in->op != DXKI_OP_PHI && reached; i++) {
        if (ops[i] == DXKI_VALUE(DXKI_V_INST, inst))
            return fail(w, "Only PHI nodes may reference their own value!", inst);
    }
    for (uint32_t i = 0; i < in->op_count; i++) {
        if (!check_operand(w, inst, i, number))
            return false;
    }
    return check_attached(w, inst);
}

void dxki_verify_instruction(dxki_verifier *w, uint32_t inst, uint32_t number)
{
    const dxki_inst *in = dxki_vin(w->v, inst);
    bool is_call = in->op == DXKI_OP_CALL;
    if (check_opcode(w, inst))
        w->judged[inst] = check_common(w, inst, number);
    if (is_call && (in->flags & DXKI_IF_MUSTTAIL))
        check_must_tail(w, inst);
}
