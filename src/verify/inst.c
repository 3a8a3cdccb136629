/* SPDX-License-Identifier: MIT */
/*
 * inst.c - instructions for LLVM's verifier; types.c has the types of their
 * operands. What a reader has checked already (orderings) is not looked at again.
 */
#include "verify/run.h"

#include "base/out.h"
#include "base/sort.h"
#include "ir/plain.h"

static bool fail(dxki_verify_run *w, const char *message, uint32_t inst)
{
    return dxki_verify_at_inst(w, message, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Attached metadata                                                                          */

static const dxki_const *md_const(const dxki_verify_run *w, dxki_md md, dxki_const_kind kind)
{
    const dxk_module *m = w->m;
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

static bool check_fpmath(dxki_verify_run *w, uint32_t inst, dxki_md node)
{
    const dxk_module *m = w->m;
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(m, node, &count);
    if (!dxki_type_is_fp(m, dxki_type_scalar(m, dxki_inst_get(w->m, inst)->type)))
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

static bool range_error(dxki_verify_run *w, const char *message, dxki_md node)
{
    return dxki_verify_at_md(w, message, node);
}

/* Interval `i` of the node; false: reported. */
static bool read_interval(dxki_verify_run *w, uint32_t inst, dxki_md node, uint32_t i,
                          interval *out)
{
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(w->m, node, &count);
    dxki_type type = dxki_inst_get(w->m, inst)->type;
    const dxki_const *low = md_const(w, ops[2 * i], DXKI_C_INT);
    const dxki_const *high = md_const(w, ops[2 * i + 1], DXKI_C_INT);
    if (!low)
        return range_error(w, "The lower limit must be an integer!", 0);
    if (!high)
        return range_error(w, "The upper limit must be an integer!", 0);
    if (high->type != low->type || high->type != type)
        return fail(w, "Range types must match instruction type!", inst);
    *out = (interval){dxki_const_bits(low), dxki_const_bits(high)};
    uint32_t bits = dxki_type_bits(w->m, type);
    uint64_t all = bits < 64 ? ((uint64_t)1 << bits) - 1 : UINT64_MAX;
    return out->low != out->high || (out->low != 0 && out->low != all) ||
           range_error(w, "Range must not be empty!", node);
}

static bool check_range(dxki_verify_run *w, uint32_t inst, dxki_md node)
{
    const dxk_module *m = w->m;
    uint8_t op = dxki_inst_get(w->m, inst)->op;
    uint32_t count, bits = dxki_type_bits(m, dxki_inst_get(w->m, inst)->type);
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

typedef struct attached {
    const dxki_attachment *list;
    uint32_t count;
} attached;

static dxki_md find_attached(const dxk_module *m, const attached *a, const char *kind)
{
    for (uint32_t i = 0; i < a->count; i++) {
        if (dxki_str_is(dxki_string_get(m, m->md_kinds.items[a->list[i].kind]), kind))
            return a->list[i].node;
    }
    return 0;
}

static bool check_kinds(dxki_verify_run *w, uint32_t inst, const attached *a)
{
    const dxk_module *m = w->m;
    const uint8_t op = dxki_inst_get(w->m, inst)->op;
    dxki_md node;
    if ((node = find_attached(m, a, "fpmath")) && !check_fpmath(w, inst, node))
        return false;
    if ((node = find_attached(m, a, "range"))) {
        bool placed = op == DXKI_OP_LOAD || op == DXKI_OP_CALL || op == DXKI_OP_INVOKE;
        /* A bad range ends nothing, a range at the wrong place does. */
        if (!check_range(w, inst, node) && !placed)
            return false;
    }
    if (!find_attached(m, a, "nonnull"))
        return true;
    if (dxki_type_kind_of(m, dxki_inst_get(w->m, inst)->type) != DXKI_T_POINTER)
        return fail(w, "nonnull applies only to pointer types", inst);
    if (op != DXKI_OP_LOAD)
        return fail(w,
                    "nonnull applies only to load instructions, use attributes for calls "
                    "or invokes",
                    inst);
    return true;
}

static bool check_attached(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    attached a;
    a.list = dxki_inst_attachments(m, inst, &a.count);
    if (a.count && !check_kinds(w, inst, &a))
        return false;
    for (uint32_t i = 0; i < a.count; i++) { /* that of a location is no attachment */
        if (a.list[i].kind != DXKI_MD_KIND_DBG)
            continue;
        fail(w, "invalid !dbg metadata attachment", inst);
        dxki_verify_md(w, a.list[i].node);
        return false;
    }
    dxki_md location = dxki_inst_dbg(m, inst);
    if (location)
        dxki_verify_node(w, location);
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* By opcode; false: nothing more is looked at                                                */

static bool check_return(dxki_verify_run *w, uint32_t inst)
{
    uint32_t count;
    const dxki_type *types = dxki_type_list(w->m, w->m->globals.items[w->fn].value_type, &count);
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const char *message = NULL;
    if (types[0] == DXKI_TY_VOID) {
        if (in->op_count != 0)
            message = "Found return instr that returns non-void in Function of void return type!";
    } else if (in->op_count != 1 ||
               dxki_value_type(w->m, dxki_inst_ops(w->m, inst)[0]) != types[0]) {
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

static bool case_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const switch_case *)a)->value > ((const switch_case *)b)->value;
}

/* The first case that repeats one before it; UINT32_MAX: there is none. */
static uint32_t repeated_case(dxki_verify_run *w, const dxki_value *cases, uint32_t count)
{
    dxki_arena scratch;
    uint32_t first = UINT32_MAX;
    dxki_arena_init(&scratch, w->ctx);
    switch_case *sorted = dxki_arena_zalloc(&scratch, count + 1u, sizeof *sorted);
    for (uint32_t i = 0; i < count && sorted; i++)
        sorted[i] = (switch_case){cases[2 * i], i};
    bool good = sorted && dxki_sort(w->ctx, sorted, count, sizeof *sorted, case_after, NULL);
    if (!good)
        dxki_verify_fail(w);
    for (uint32_t i = 1; i < count && good; i++) {
        if (sorted[i].value == sorted[i - 1].value && sorted[i].index < first)
            first = sorted[i].index;
    }
    dxki_arena_free(&scratch);
    return first;
}

static bool check_switch(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *cases = dxki_inst_ops(w->m, inst) + 2;
    uint32_t count = in->op_count > 2 ? (in->op_count - 2) / 2 : 0;
    dxki_type type = dxki_value_type(w->m, cases[-2]);
    if (count && dxki_value_type(w->m, cases[0]) != type)
        return fail(w, "Switch constants must all be same type as switch value!", inst);
    uint32_t at = repeated_case(w, cases, count);
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
static bool check_atomic(dxki_verify_run *w, uint32_t inst, dxki_type type, bool pointers,
                         const char *not_integer, const char *bad_size)
{
    const dxk_module *m = w->m;
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

static bool check_access(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
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
    return check_atomic(w, inst, dxki_value_type(w->m, dxki_inst_ops(w->m, inst)[0]), true,
                        "atomic store operand must have integer type!",
                        "atomic store operand must be power-of-two byte-sized integer");
}

/* A value that goes to or is compared with a place for `type`. */
static bool check_exchanged(dxki_verify_run *w, uint32_t inst, dxki_value value, dxki_type type,
                            const char *message)
{
    if (dxki_value_type(w->m, value) == type)
        return true;
    fail(w, message, inst);
    dxki_verify_type(w, type);
    return false;
}

static bool check_exchange(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint32_t success = DXKI_SUB_ORDER(in->sub), failure = DXKI_SUB_FAILURE(in->sub);
    if (success == DXKI_ORDER_NOT_ATOMIC || failure == DXKI_ORDER_NOT_ATOMIC)
        return fail(w, "cmpxchg instructions must be atomic.", inst);
    if (success == DXKI_ORDER_UNORDERED || failure == DXKI_ORDER_UNORDERED)
        return fail(w, "cmpxchg instructions cannot be unordered.", inst);
    if (success < failure)
        return fail(w, "cmpxchg instructions be at least as constrained on success as fail", inst);
    if (failure == DXKI_ORDER_RELEASE || failure == DXKI_ORDER_ACQ_REL)
        return fail(w, "cmpxchg failure ordering cannot include release semantics", inst);
    dxki_type type = dxki_type_pointee(m, dxki_value_type(m, ops[0]));
    if (!type)
        return fail(w, "First cmpxchg operand must be a pointer.", inst);
    return check_atomic(w, inst, type, false, "cmpxchg operand must have integer type!",
                        "cmpxchg operand must be power-of-two byte-sized integer") &&
           check_exchanged(w, inst, ops[1], type,
                           "Expected value type does not match pointer operand type!") &&
           check_exchanged(w, inst, ops[2], type,
                           "Stored value type does not match pointer operand type!");
}

static bool check_update(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    dxki_type type = dxki_type_pointee(m, dxki_value_type(m, ops[0]));
    if (!type)
        return fail(w, "First atomicrmw operand must be a pointer.", inst);
    return check_atomic(w, inst, type, false, "atomicrmw operand must have integer type!",
                        "atomicrmw operand must be power-of-two byte-sized integer") &&
           check_exchanged(w, inst, ops[1], type,
                           "Argument value type does not match pointer operand type!");
}

static bool check_alloca(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    if (!dxki_verify_is_sized(w, ops[in->op_count]))
        return fail(w, "Cannot allocate unsized type", inst);
    return dxki_type_is_int(w->m, dxki_value_type(w->m, ops[0])) ||
           fail(w, "Alloca array size must have integer type", inst);
}

static bool check_opcode(dxki_verify_run *w, uint32_t inst)
{
    if (!dxki_verify_types(w, inst))
        return false;
    switch (dxki_inst_get(w->m, inst)->op) {
    case DXKI_OP_RET:
        return check_return(w, inst);
    case DXKI_OP_SWITCH:
        return check_switch(w, inst);
    case DXKI_OP_LOAD:
    case DXKI_OP_STORE:
        return check_access(w, inst);
    case DXKI_OP_ALLOCA:
        return check_alloca(w, inst);
    case DXKI_OP_LANDINGPAD:
        return dxki_verify_landing_pad(w, inst);
    case DXKI_OP_CMPXCHG:
        return check_exchange(w, inst);
    case DXKI_OP_ATOMICRMW:
        return check_update(w, inst);
    default:
        return true;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Dominance                                                                                  */

/* Does an invoke's result reach the block: is it on every path through the edge that the invoke
 * takes when nothing is thrown? */
static bool edge_dominates(const dxki_verify_run *w, uint32_t start, uint32_t end, uint32_t use)
{
    bool seen = false;
    if (end == DXKI_NO_NODE || !dxki_dom_dominates(w->dom, end, use))
        return false;
    DXKI_EACH_PRED(w->cfg, end, e)
    {
        uint32_t from = w->cfg->graph.pred.to[e];
        bool is_other_way = dxki_dom_has(w->dom, from) && !dxki_dom_dominates(w->dom, end, from);
        if (from != start ? is_other_way : seen)
            return false;
        seen = seen || from == start;
    }
    return true;
}

static bool invoke_dominates(const dxki_verify_run *w, uint32_t def, uint32_t inst, uint32_t use)
{
    const dxki_inst *in = dxki_inst_get(w->m, def), *user = dxki_inst_get(w->m, inst);
    uint32_t normal = DXKI_INDEX(dxki_inst_ops(w->m, def)[in->op_count - 3]);
    uint32_t start = dxki_cfg_number(w->cfg, in->block);
    uint32_t end = dxki_cfg_number(w->cfg, normal);
    if (user->op == DXKI_OP_PHI && user->block == normal && use == start)
        return true;
    return edge_dominates(w, start, end, use);
}

/* Is operand `i`, an instruction, there whenever it is used? */
static bool dominates(const dxki_verify_run *w, uint32_t inst, uint32_t i)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint32_t def = DXKI_INDEX(ops[i]), use = w->block;
    const dxki_inst *made = dxki_inst_get(w->m, def);
    if (made->block == in->block && w->judged[def] == DXKI_VERIFY_GOOD)
        return true;
    if (in->op == DXKI_OP_PHI)
        use = dxki_cfg_number(w->cfg, DXKI_INDEX(ops[in->op_count + i]));
    uint32_t from = dxki_cfg_number(w->cfg, made->block);
    if (use == DXKI_NO_NODE || !dxki_dom_has(w->dom, use))
        return true;
    if (from == DXKI_NO_NODE || !dxki_dom_has(w->dom, from))
        return false;
    if (made->op == DXKI_OP_INVOKE)
        return invoke_dominates(w, def, inst, use);
    if (from != use)
        return dxki_dom_dominates(w->dom, from, use);
    /* In one block: what was looked at already stands before. */
    return in->op == DXKI_OP_PHI || w->judged[def] == DXKI_VERIFY_SEEN;
}

static void check_dominance(dxki_verify_run *w, uint32_t inst, uint32_t i)
{
    uint32_t def = DXKI_INDEX(dxki_inst_ops(w->m, inst)[i]);
    const dxki_inst *made = dxki_inst_get(w->m, def);
    const dxki_value *ops = dxki_inst_ops(w->m, def);
    if (made->op == DXKI_OP_INVOKE && ops[made->op_count - 2] == ops[made->op_count - 3])
        return;
    if (dominates(w, inst, i))
        return;
    dxki_verify_at_inst(w, "Instruction does not dominate all uses!", def);
    dxki_verify_inst(w, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Every instruction                                                                          */

static bool is_call(const dxki_inst *in)
{
    return in->op == DXKI_OP_CALL || in->op == DXKI_OP_INVOKE;
}

/* A function as operand `i`. */
static bool check_named_function(dxki_verify_run *w, uint32_t inst, uint32_t i, uint32_t global)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    if (w->m->globals.items[global].kind != DXKI_G_FUNCTION ||
        !dxki_str_starts(dxki_verify_name(w, global), "llvm."))
        return true;
    if (i != (is_call(in) ? in->op_count - 1 : 0))
        return fail(w, "Cannot take the address of an intrinsic!", inst);
    if (in->op == DXKI_OP_CALL)
        return true;
    switch (dxki_verify_intrinsic_of(w, global)) {
    case DXKI_INTR_DONOTHING:
    case DXKI_INTR_EXPERIMENTAL_PATCHPOINT_VOID:
    case DXKI_INTR_EXPERIMENTAL_PATCHPOINT_I64:
    case DXKI_INTR_EXPERIMENTAL_GC_STATEPOINT:
        return true;
    default:
        return fail(w, "Cannot invoke an intrinsinc other than donothing or patchpoint", inst);
    }
}

static bool check_operand(dxki_verify_run *w, uint32_t inst, uint32_t i)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    dxki_value op = dxki_inst_ops(w->m, inst)[i];
    const dxki_const *c = dxki_const_get(w->m, op);
    if (!dxki_type_is_first_class(w->m, dxki_value_type(w->m, op)))
        return fail(w, "Instruction operands must be first-class values!", inst);
    if (DXKI_TAG(op) == DXKI_V_ARG && w->m->args.items[DXKI_INDEX(op)].function != w->fn)
        return fail(w, "Referring to an argument in another function!", inst);
    if (DXKI_TAG(op) == DXKI_V_INST)
        check_dominance(w, inst, i);
    else if (DXKI_TAG(op) == DXKI_V_GLOBAL)
        return check_named_function(w, inst, i, DXKI_INDEX(op));
    else if (c && c->kind == DXKI_C_ASM && !(is_call(in) && i + 1 == in->op_count))
        return fail(w, "Cannot take the address of an inline asm!", inst);
    return true;
}

/*
 * The type of an operand about which there is nothing to be said: of a number, or of the result of
 * an instruction before it in its block that was found good. Nearly all operands of most shaders are
 * of this kind. 0: it is another one.
 */
static inline dxki_type settled_type(const dxki_verify_run *w, const dxki_inst *in, dxki_value op)
{
    uint32_t index = DXKI_INDEX(op);
    if (DXKI_TAG(op) != DXKI_V_INST)
        return dxki_value_is_number(w->m, op) ? w->m->consts.items[index].type : 0;
    const dxki_inst *made = dxki_inst_get(w->m, index);
    bool good = w->judged[index] == DXKI_VERIFY_GOOD && made->block == in->block;
    return good && made->type != DXKI_TY_VOID ? made->type : 0;
}

static bool are_settled(const dxki_verify_run *w, const dxki_inst *in)
{
    const dxki_value *ops = w->m->words.items + in->ops;
    for (uint32_t i = 0; i < in->op_count; i++) {
        if (!settled_type(w, in, ops[i]))
            return false;
    }
    return true;
}

/* An operator on such operands, all of one plain type: only what is attached is left to look at. */
static bool is_settled_operator(const dxki_verify_run *w, const dxki_inst *in)
{
    const dxki_value *ops = w->m->words.items + in->ops;
    return dxki_op_class_of((dxki_op)in->op) == DXKI_OC_BIN && dxki_type_is_plain(in->type) &&
           settled_type(w, in, ops[0]) == in->type && settled_type(w, in, ops[1]) == in->type;
}

/* A result of the same block that was found good? */
static inline bool is_good(const dxki_verify_run *w, dxki_value value, uint32_t first)
{
    uint32_t made = DXKI_INDEX(value);
    return DXKI_TAG(value) != DXKI_V_INST || (made >= first && w->judged[made] == DXKI_VERIFY_GOOD);
}

uint32_t dxki_verify_plain(dxki_verify_run *w, uint32_t inst, bool good)
{
    const uint8_t home = DXKI_PLAIN_QUIET | DXKI_PLAIN_HOME;
    const dxk_module *m = w->m;
    const dxki_value *words = m->words.items;
    uint32_t first = m->blocks.items[dxki_inst_get(m, inst)->block].first_inst, i = inst;
    bool bare = !m->inst_attached.count && !m->inst_dbg.count;
    for (; dxki_inst_has_marks(m, i, DXKI_PLAIN_QUIET); i++) {
        if (good && bare && dxki_inst_has_marks(m, i, home)) {
            uint32_t last = dxki_inst_plain_end(m, i, home);
            memset(w->judged + i, DXKI_VERIFY_GOOD, (size_t)(last - i) + 1);
            i = last;
            continue;
        }
        const dxki_value *ops = words + m->insts.items[i].ops;
        if (!dxki_inst_known_plain(m, i) || !is_good(w, ops[0], first) ||
            !is_good(w, ops[1], first) ||
            !(bare || (!dxki_inst_has_attachments(m, i) && !dxki_inst_dbg(m, i))))
            break;
        w->judged[i] = DXKI_VERIFY_GOOD;
    }
    return i > inst ? i - 1 : 0;
}

static bool refers_to_itself(const dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    if (in->op == DXKI_OP_PHI || !dxki_dom_has(w->dom, w->block))
        return false;
    for (uint32_t i = 0; i < in->op_count; i++) {
        if (ops[i] == DXKI_VALUE(DXKI_V_INST, inst))
            return true;
    }
    return false;
}

static bool check_any(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    bool settled = are_settled(w, in);
    if (!settled && refers_to_itself(w, inst))
        return fail(w, "Only PHI nodes may reference their own value!", inst);
    if (in->type != DXKI_TY_VOID && !dxki_type_is_first_class(w->m, in->type))
        return fail(w, "Instruction returns a non-scalar type!", inst);
    if (in->type == DXKI_TY_METADATA && !is_call(in))
        return fail(w, "Invalid use of metadata!", inst);
    for (uint32_t i = 0; i < in->op_count && !settled; i++) {
        if (!settled_type(w, in, ops[i]) && !check_operand(w, inst, i))
            return false;
    }
    return check_attached(w, inst);
}

void dxki_verify_any(dxki_verify_run *w, uint32_t inst)
{
    if (check_any(w, inst))
        w->judged[inst] = DXKI_VERIFY_GOOD;
}

void dxki_verify_instruction(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    w->judged[inst] = DXKI_VERIFY_SEEN;
    if (is_call(in))
        dxki_verify_call(w, inst);
    else if (is_settled_operator(w, in))
        w->judged[inst] = check_attached(w, inst) ? DXKI_VERIFY_GOOD : DXKI_VERIFY_SEEN;
    else if (check_opcode(w, inst))
        dxki_verify_any(w, inst);
}
