/* SPDX-License-Identifier: MIT */
/*
 * intrinsics.c - calls of functions that LLVM knows by name, for its verifier: the type and
 * name of the declaration, then what each of them asks of its arguments (LLVM's language
 * reference, "Intrinsic Functions"). No function has a garbage collector: the reference knows none.
 */
#include "verify/run.h"

#include <string.h>

static void fail(dxki_verify_run *w, const char *message, uint32_t inst)
{
    dxki_verify_at_inst(w, message, inst);
}

static bool is_int_const(const dxki_verify_run *w, dxki_value value)
{
    const dxki_const *c = dxki_const_get(w->m, value);
    uint64_t bits;
    return dxki_value_as_int(w->m, value, &bits) ||
           (c && (c->kind == DXKI_C_WIDE || c->kind == DXKI_C_NULL) &&
            dxki_type_is_int(w->m, c->type));
}

static bool is_null_pointer(const dxki_verify_run *w, dxki_value value)
{
    const dxki_const *c = dxki_const_get(w->m, value);
    return c && c->kind == DXKI_C_NULL && dxki_type_kind_of(w->m, c->type) == DXKI_T_POINTER;
}

/* The stack variable that a pointer is to; 0: it is to something else. */
static uint32_t variable_of(const dxki_verify_run *w, dxki_value pointer)
{
    uint32_t inst = dxki_value_as_inst(dxki_verify_strip(w, pointer, DXKI_STRIP_ALIASES));
    return inst && dxki_inst_get(w->m, inst)->op == DXKI_OP_ALLOCA ? inst : 0;
}

static uint32_t function_of(const dxki_verify_run *w, dxki_value pointer)
{
    dxki_value value = dxki_verify_strip(w, pointer, DXKI_STRIP_ALIASES);
    return DXKI_TAG(value) == DXKI_V_GLOBAL &&
                   w->m->globals.items[DXKI_INDEX(value)].kind == DXKI_G_FUNCTION
               ? DXKI_INDEX(value)
               : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* One by one                                                                                 */

static void check_move(dxki_verify_run *w, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint64_t align;
    if (!dxki_value_as_int(w->m, ops[3], &align))
        fail(w, "alignment argument of memory intrinsics must be a constant int", inst);
    else if (align & (align - 1))
        fail(w, "alignment argument of memory intrinsics must be a power of 2", inst);
    else if (!is_int_const(w, ops[4]))
        fail(w, "isvolatile argument of memory intrinsics must be a constant int", inst);
}

static void check_root(dxki_verify_run *w, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint32_t variable = variable_of(w, ops[0]);
    if (!variable) {
        fail(w, "llvm.gcroot parameter #1 must be an alloca.", inst);
        return;
    }
    if (!dxki_value_is_const(ops[1])) {
        fail(w, "llvm.gcroot parameter #2 must be a constant.", inst);
        return;
    }
    dxki_type type = dxki_type_pointee(w->m, dxki_inst_get(w->m, variable)->type);
    if (dxki_type_kind_of(w->m, type) != DXKI_T_POINTER && is_null_pointer(w, ops[1])) {
        fail(w,
             "llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a "
             "non-null constant.",
             inst);
        return;
    }
    fail(w, "Enclosing function does not use GC.", inst);
}

static void check_prefetch(dxki_verify_run *w, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint64_t write, locality;
    if (!dxki_value_as_int(w->m, ops[1], &write) || !dxki_value_as_int(w->m, ops[2], &locality) ||
        write > 1 || locality > 3)
        fail(w, "invalid arguments to llvm.prefetch", inst);
}

static dxki_verify_frame *frame_of(dxki_verify_run *w, uint32_t fn)
{
    if (!w->frames)
        w->frames = DXKI_VERIFY_NEW(w, dxki_verify_frame, w->m->globals.count);
    return w->frames ? &w->frames[fn] : NULL;
}

static bool is_static_variable(const dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    return is_int_const(w, dxki_inst_ops(w->m, inst)[0]) &&
           in->block == w->m->globals.items[w->fn].first_block && !(in->flags & DXKI_IF_INALLOCA);
}

static void check_escape(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint32_t count = dxki_call_arg_count(in);
    if (in->block != w->m->globals.items[w->fn].first_block) {
        fail(w, "llvm.localescape used outside of entry block", inst);
        return;
    }
    if (w->escapes) {
        fail(w, "multiple calls to llvm.localescape in one function", inst);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t variable = is_null_pointer(w, ops[i]) ? 0 : variable_of(w, ops[i]);
        if (is_null_pointer(w, ops[i]) || (variable && is_static_variable(w, variable)))
            continue;
        fail(w, "llvm.localescape only accepts static allocas", inst);
        return;
    }
    dxki_verify_frame *frame = frame_of(w, w->fn);
    if (frame)
        frame->escaped = count;
    w->escapes = true;
}

static void check_recover(dxki_verify_run *w, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint32_t fn = function_of(w, ops[0]);
    uint64_t index;
    if (!fn || dxki_verify_is_decl(w, fn)) {
        fail(w, "llvm.localrecover first argument must be function defined in this module", inst);
        return;
    }
    if (!dxki_value_as_int(w->m, ops[2], &index)) {
        fail(w, "idx argument of llvm.localrecover must be a constant int", inst);
        return;
    }
    dxki_verify_frame *frame = frame_of(w, fn);
    if (frame && index + 1 > frame->recovered)
        frame->recovered = (uint32_t)(index + 1);
}

/* ---------------------------------------------------------------------------------------- */
/* Places where a garbage collector moves things                                              */

static bool is_statepoint(const dxki_verify_run *w, uint32_t inst)
{
    uint32_t callee = inst ? dxki_verify_callee(w, inst) : 0;
    return callee && dxki_verify_intrinsic_of(w, callee) == DXKI_INTR_EXPERIMENTAL_GC_STATEPOINT;
}

/* The only block that leads to the block of an instruction; 0: there is none, or more. */
static uint32_t only_predecessor(const dxki_verify_run *w, uint32_t inst)
{
    uint32_t number = dxki_cfg_number(w->cfg, dxki_inst_get(w->m, inst)->block), only = 0;
    if (number == DXKI_NO_NODE)
        return 0;
    DXKI_EACH_PRED(w->cfg, number, e)
    {
        uint32_t block = w->cfg->blocks[w->cfg->graph.pred.to[e]];
        if (only && only != block)
            return 0;
        only = block;
    }
    return only;
}

/* The statepoint that the call of gc.relocate belongs to; 0: none, and reported. */
static uint32_t find_statepoint(dxki_verify_run *w, uint32_t inst)
{
    dxki_value token = dxki_inst_ops(w->m, inst)[0];
    uint32_t from = dxki_value_as_inst(token);
    if (!from || dxki_inst_get(w->m, from)->op != DXKI_OP_EXTRACTVALUE) {
        if (is_statepoint(w, from))
            return from;
        fail(w, "gc relocate is incorrectly tied to the statepoint", inst);
        dxki_verify_value(w, token);
        return 0;
    }
    uint32_t pad = dxki_value_as_inst(dxki_inst_ops(w->m, from)[0]);
    if (!pad || dxki_inst_get(w->m, pad)->op != DXKI_OP_LANDINGPAD) {
        fail(w, "gc relocate on unwind path incorrectly linked to the statepoint", inst);
        return 0;
    }
    uint32_t block = only_predecessor(w, from);
    if (!block) {
        dxki_verify_at_value(w, "safepoints should have unique landingpads",
                             DXKI_VALUE(DXKI_V_BLOCK, dxki_inst_get(w->m, from)->block));
        return 0;
    }
    uint32_t last = w->m->blocks.items[block].last_inst;
    if (is_statepoint(w, last))
        return last;
    dxki_verify_at_value(w, "gc relocate should be linked to a statepoint",
                         DXKI_VALUE(DXKI_V_BLOCK, block));
    return 0;
}

/* Arguments of a statepoint that the collector knows of: from *start on. */
static bool collected_from(dxki_verify_run *w, uint32_t statepoint, uint32_t count, int64_t *start)
{
    const dxki_value *ops = dxki_inst_ops(w->m, statepoint);
    uint64_t calls = 0, transitions = 0, deopts = 0;
    if (!dxki_value_as_int(w->m, ops[3], &calls)) {
        dxki_verify_say(w, "gc.statement: number of call arguments must be constant integer");
        return false;
    }
    uint32_t at = (uint32_t)calls + 5; /* wraps around, as it does there */
    if (count <= at) {
        dxki_verify_say(w, "gc.statepoint: mismatch in number of call arguments");
        return false;
    }
    if (!dxki_value_as_int(w->m, ops[at], &transitions)) {
        dxki_verify_say(w,
                        "gc.statepoint: number of transition arguments must be a constant integer");
        return false;
    }
    at += 1 + (uint32_t)transitions;
    if (at >= count || !dxki_value_as_int(w->m, ops[at], &deopts)) {
        dxki_verify_say(
            w, "gc.statepoint: number of deoptimization arguments must be a constant integer");
        return false;
    }
    *start = (int64_t)at + 1 + (int32_t)deopts;
    return true;
}

/* Is the argument of that index one that the collector knows of? */
static bool is_collected(dxki_verify_run *w, uint32_t inst, int64_t index, int64_t start,
                         uint32_t count, const char *message)
{
    return (start <= index && index < count) || dxki_verify_at_inst(w, message, inst);
}

static void check_relocated(dxki_verify_run *w, uint32_t inst, dxki_value derived)
{
    const dxk_module *m = w->m;
    dxki_type type = dxki_value_type(m, derived);
    if (dxki_type_kind_of(m, type) != DXKI_T_POINTER)
        fail(w, "gc.relocate: relocated value must be a gc pointer", inst);
    else if (dxki_type_get(m, dxki_inst_get(w->m, inst)->type)->b != dxki_type_get(m, type)->b)
        fail(w, "gc.relocate: relocating a pointer shouldn't change its address space", inst);
}

static void check_relocate(dxki_verify_run *w, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint32_t statepoint = find_statepoint(w, inst);
    uint64_t base, derived;
    int64_t start;
    if (!statepoint)
        return;
    uint32_t count = dxki_call_arg_count(dxki_inst_get(w->m, statepoint));
    if (!dxki_value_as_int(w->m, ops[1], &base)) {
        fail(w, "gc.relocate operand #2 must be integer offset", inst);
    } else if (!dxki_value_as_int(w->m, ops[2], &derived)) {
        fail(w, "gc.relocate operand #3 must be integer offset", inst);
    } else if (base >= count) {
        fail(w, "gc.relocate: statepoint base index out of bounds", inst);
    } else if (derived >= count) {
        fail(w, "gc.relocate: statepoint derived index out of bounds", inst);
    } else if (collected_from(w, statepoint, count, &start) &&
               is_collected(w, inst, (int64_t)base, start, count,
                            "gc.relocate: statepoint base index doesn't fall within the 'gc "
                            "parameters' section of the statepoint call") &&
               is_collected(w, inst, (int64_t)derived, start, count,
                            "gc.relocate: statepoint derived index doesn't fall within the 'gc "
                            "parameters' section of the statepoint call")) {
        check_relocated(w, inst, dxki_inst_ops(w->m, statepoint)[derived]);
    }
}

/* ---------------------------------------------------------------------------------------- */

static void check_const_arg(dxki_verify_run *w, uint32_t inst, uint32_t arg, const char *message)
{
    if (!is_int_const(w, dxki_inst_ops(w->m, inst)[arg]))
        fail(w, message, inst);
}

static void check_args(dxki_verify_run *w, uint32_t inst, dxki_intrinsic id)
{
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    switch (id) {
    case DXKI_INTR_CTLZ:
    case DXKI_INTR_CTTZ:
        check_const_arg(w, inst, 1,
                        "is_zero_undef argument of bit counting intrinsics must be a constant int");
        break;
    case DXKI_INTR_DBG_DECLARE:
    case DXKI_INTR_DBG_VALUE:
        dxki_verify_debug_call(w, inst, id);
        break;
    case DXKI_INTR_MEMCPY:
    case DXKI_INTR_MEMMOVE:
    case DXKI_INTR_MEMSET:
        check_move(w, inst);
        break;
    case DXKI_INTR_GCROOT:
        check_root(w, inst);
        break;
    case DXKI_INTR_GCREAD:
    case DXKI_INTR_GCWRITE:
    case DXKI_INTR_EXPERIMENTAL_GC_STATEPOINT:
    case DXKI_INTR_EXPERIMENTAL_GC_RESULT_INT:
    case DXKI_INTR_EXPERIMENTAL_GC_RESULT_FLOAT:
    case DXKI_INTR_EXPERIMENTAL_GC_RESULT_PTR:
    case DXKI_INTR_EXPERIMENTAL_GC_RESULT:
        fail(w, "Enclosing function does not use GC.", inst);
        break;
    case DXKI_INTR_INIT_TRAMPOLINE:
        if (!function_of(w, ops[1]))
            fail(w, "llvm.init_trampoline parameter #2 must resolve to a function.", inst);
        break;
    case DXKI_INTR_PREFETCH:
        check_prefetch(w, inst);
        break;
    case DXKI_INTR_STACKPROTECTOR:
        if (!variable_of(w, ops[1]))
            fail(w, "llvm.stackprotector parameter #2 must resolve to an alloca.", inst);
        break;
    case DXKI_INTR_LIFETIME_START:
    case DXKI_INTR_LIFETIME_END:
    case DXKI_INTR_INVARIANT_START:
        check_const_arg(w, inst, 0,
                        "size argument of memory use markers must be a constant integer");
        break;
    case DXKI_INTR_INVARIANT_END:
        check_const_arg(w, inst, 1, "llvm.invariant.end parameter #2 must be a constant integer");
        break;
    case DXKI_INTR_LOCALESCAPE:
        check_escape(w, inst);
        break;
    case DXKI_INTR_LOCALRECOVER:
        check_recover(w, inst);
        break;
    case DXKI_INTR_EXPERIMENTAL_GC_RELOCATE:
        check_relocate(w, inst);
        break;
    default:
        break;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* The declaration                                                                            */

static bool check_name(dxki_verify_run *w, uint32_t callee, dxki_intrinsic id,
                       const dxki_intrinsic_types *types)
{
    dxk_buffer name;
    dxk_buffer_init(&name, w->ctx);
    if (!dxki_intrinsic_name(w->m, id, types, &name))
        dxki_verify_fail(w);
    dxk_str wanted = {(const char *)name.data, name.size};
    bool good = w->failed || dxki_str_same(wanted, dxki_verify_name(w, callee));
    if (!good) {
        dxki_verify_say_about(
            w, "Intrinsic name not mangled correctly for type arguments! Should be: ", wanted, "");
        dxki_verify_value(w, DXKI_VALUE(DXKI_V_GLOBAL, callee));
    }
    dxk_buffer_free(&name);
    return good;
}

static bool check_declaration(dxki_verify_run *w, uint32_t callee, dxki_intrinsic id)
{
    static const char *const messages[] = {
        [DXKI_MATCH_RESULT] = "Intrinsic has incorrect return type!",
        [DXKI_MATCH_PARAM] = "Intrinsic has incorrect argument type!",
        [DXKI_MATCH_VARARG] = "Intrinsic was not defined with variable arguments!",
        [DXKI_MATCH_NO_VARARG] = "Callsite was not defined with variable arguments!",
    };
    dxki_value self = DXKI_VALUE(DXKI_V_GLOBAL, callee);
    dxki_intrinsic_types types;
    if (!dxki_verify_is_decl(w, callee))
        return dxki_verify_at_value(w, "Intrinsic functions should never be defined!", self);
    dxki_intrinsic_match match =
        dxki_intrinsic_check(w->m, id, w->m->globals.items[callee].value_type, &types);
    if (match != DXKI_MATCH_OK)
        return dxki_verify_at_value(w, messages[match], self);
    return check_name(w, callee, id, &types);
}

void dxki_verify_intrinsic_call(dxki_verify_run *w, uint32_t inst, uint32_t callee,
                                dxki_intrinsic id)
{
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    uint32_t count = dxki_call_arg_count(dxki_inst_get(w->m, inst));
    if (!check_declaration(w, callee, id))
        return;
    for (uint32_t i = 0; i < count; i++) {
        if (DXKI_TAG(ops[i]) == DXKI_V_METADATA &&
            dxki_md_get(w->m, DXKI_INDEX(ops[i]))->kind >= DXKI_M_TUPLE)
            dxki_verify_node(w, DXKI_INDEX(ops[i]));
    }
    check_args(w, inst, id);
}
