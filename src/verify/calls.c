/* SPDX-License-Identifier: MIT */
/*
 * calls.c - calls, invokes and landing pads for LLVM's verifier (LLVM's language
 * reference, "call", "invoke", "landingpad").
 */
#include "verify/run.h"

static bool fail(dxki_verify_run *w, const char *message, uint32_t inst)
{
    return dxki_verify_at_inst(w, message, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Calls that must be jumps                                                                   */

static bool is_congruent(const dxk_module *m, dxki_type a, dxki_type b)
{
    const dxki_type_entry *x = dxki_type_get(m, a), *y = dxki_type_get(m, b);
    return a == b || (x->kind == DXKI_T_POINTER && y->kind == DXKI_T_POINTER && x->b == y->b);
}

/* What an attribute list says of the way a parameter is passed: bits by kind, and alignment. */
typedef struct passing {
    uint64_t bits, align;
} passing;

static passing passing_of(const dxki_verify_run *w, uint32_t list, uint32_t slot)
{
    uint32_t count, set = dxki_attr_list_set(w->m, list, slot);
    const dxki_attr *attrs = dxki_attr_set(w->m, set, &count);
    passing how = {0, 0};
    for (uint32_t i = 0; i < count; i++) {
        switch (attrs[i].kind) {
        case DXKI_AT_SRET:
        case DXKI_AT_BYVAL:
        case DXKI_AT_INALLOCA:
        case DXKI_AT_INREG:
        case DXKI_AT_RETURNED:
            how.bits |= (uint64_t)1 << attrs[i].kind;
            break;
        case DXKI_AT_ALIGN:
            how.align = attrs[i].value;
            break;
        default:
            break;
        }
    }
    return how;
}

static bool check_tail_attrs(dxki_verify_run *w, uint32_t inst, uint32_t params)
{
    const dxk_module *m = w->m;
    uint32_t caller = m->globals.items[w->fn].attrs;
    uint32_t callee = dxki_call_attrs(m, dxki_inst_get(w->m, inst));
    for (uint32_t i = 0; i < params && caller != callee; i++) {
        passing a = passing_of(w, caller, i + 1), b = passing_of(w, callee, i + 1);
        if (a.bits == b.bits && a.align == b.align)
            continue;
        fail(w, "cannot guarantee tail call due to mismatched ABI impacting function attributes",
             inst);
        dxki_verify_value(w, dxki_inst_ops(w->m, inst)[i]);
        return false;
    }
    return true;
}

static bool check_tail_types(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
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
    return check_tail_attrs(w, inst, a - 1);
}

static void check_must_tail(dxki_verify_run *w, uint32_t inst)
{
    const dxki_const *c = dxki_const_get(w->m, dxki_call_callee(w->m, dxki_inst_get(w->m, inst)));
    if (c && c->kind == DXKI_C_ASM) {
        fail(w, "cannot use musttail call with inline asm", inst);
        return;
    }
    if (!check_tail_types(w, inst))
        return;
    uint32_t next = dxki_inst_get(w->m, inst)->next, value = inst;
    if (next && dxki_inst_get(w->m, next)->op == DXKI_OP_BITCAST) {
        if (dxki_inst_ops(w->m, next)[0] != DXKI_VALUE(DXKI_V_INST, inst)) {
            fail(w, "bitcast following musttail call must use the call", next);
            return;
        }
        value = next;
        next = dxki_inst_get(w->m, next)->next;
    }
    if (!next || dxki_inst_get(w->m, next)->op != DXKI_OP_RET)
        fail(w, "musttail call must be precede a ret with an optional bitcast", inst);
    else if (dxki_inst_get(w->m, next)->op_count &&
             dxki_inst_ops(w->m, next)[0] != DXKI_VALUE(DXKI_V_INST, value))
        fail(w, "musttail call result must be returned", next);
}

/* ---------------------------------------------------------------------------------------- */
/* Attributes of a call                                                                       */

static bool has_attr(const dxk_module *m, uint32_t list, uint32_t slot, uint32_t kind)
{
    uint32_t count, set = dxki_attr_list_set(m, list, slot);
    const dxki_attr *attrs = dxki_attr_set(m, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (attrs[i].kind == kind)
            return true;
    }
    return false;
}

/* A last argument in memory that the caller has set aside must have been set aside for that. */
static bool check_inalloca(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    uint32_t callee = dxki_verify_callee(w, inst), args = dxki_call_arg_count(in), params;
    dxki_type_list(m, dxki_call_type(m, in), &params);
    bool passed = has_attr(m, dxki_call_attrs(m, in), args, DXKI_AT_INALLOCA) ||
                  (callee && has_attr(m, m->globals.items[callee].attrs, args, DXKI_AT_INALLOCA));
    if (!args || !passed || params < 2)
        return true;
    dxki_value value =
        dxki_verify_strip(w, dxki_inst_ops(w->m, inst)[params - 2], DXKI_STRIP_OFFSETS);
    uint32_t variable = dxki_value_as_inst(value);
    if (!variable || dxki_inst_get(w->m, variable)->op != DXKI_OP_ALLOCA ||
        (dxki_inst_get(w->m, variable)->flags & DXKI_IF_INALLOCA))
        return true;
    fail(w, "inalloca argument for call has mismatched alloca", variable);
    dxki_verify_inst(w, inst);
    return false;
}

static bool check_attrs(dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    dxki_type type = dxki_call_type(m, in);
    uint32_t list = dxki_call_attrs(m, in), count;
    dxki_type_list(m, type, &count);
    if (!dxki_verify_attr_count(w, list, dxki_call_arg_count(in)))
        return fail(w, "Attribute after last parameter!", inst);
    dxki_verify_attrs(w, type, list, DXKI_VALUE(DXKI_V_INST, inst));
    return check_inalloca(w, inst) && (!(dxki_type_get(m, type)->flags & DXKI_TF_VARARG) ||
                                       dxki_verify_more_attrs(w, inst, count - 1));
}

/* ---------------------------------------------------------------------------------------- */
/* Calls and invokes                                                                          */

static bool check_metadata_params(dxki_verify_run *w, uint32_t inst, uint32_t callee)
{
    const dxk_module *m = w->m;
    uint32_t count;
    const dxki_type *types =
        dxki_type_list(m, dxki_call_type(m, dxki_inst_get(w->m, inst)), &count);
    if (callee && dxki_str_starts(dxki_verify_name(w, callee), "llvm."))
        return true;
    for (uint32_t i = 1; i < count; i++) {
        if (types[i] == DXKI_TY_METADATA)
            return fail(w, "Function has metadata parameter but isn't an intrinsic", inst);
    }
    return true;
}

/* What calls and invokes have in common. */
static void check_site(dxki_verify_run *w, uint32_t inst)
{
    uint32_t callee = dxki_verify_callee(w, inst);
    if (!dxki_verify_call_types(w, inst) || !check_attrs(w, inst) ||
        !check_metadata_params(w, inst, callee))
        return;
    dxki_intrinsic id = callee ? dxki_verify_intrinsic_of(w, callee) : DXKI_INTR_NONE;
    if (id != DXKI_INTR_NONE)
        dxki_verify_intrinsic_call(w, inst, callee, id);
    dxki_verify_any(w, inst);
}

/* The landing pad that a block begins with, after its phis; 0: none. */
static uint32_t landing_pad(const dxki_verify_run *w, uint32_t block)
{
    uint32_t i = w->m->blocks.items[block].first_inst;
    while (i && dxki_inst_get(w->m, i)->op == DXKI_OP_PHI)
        i = dxki_inst_get(w->m, i)->next;
    return i && dxki_inst_get(w->m, i)->op == DXKI_OP_LANDINGPAD ? i : 0;
}

void dxki_verify_call(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    check_site(w, inst);
    if (in->op == DXKI_OP_CALL) {
        if (in->flags & DXKI_IF_MUSTTAIL)
            check_must_tail(w, inst);
        return;
    }
    dxki_value unwind = dxki_inst_ops(w->m, inst)[in->op_count - 2];
    if (!landing_pad(w, DXKI_INDEX(unwind)))
        fail(w, "The unwind destination does not have a landingpad instruction!", inst);
    else
        dxki_verify_any(w, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* Landing pads                                                                               */

/* Every edge to the block is one that an invoke takes when something is thrown. */
static bool is_unwound_to(const dxki_verify_run *w, uint32_t block)
{
    const dxki_value self = DXKI_VALUE(DXKI_V_BLOCK, block);
    uint32_t number = dxki_cfg_number(w->cfg, block);
    DXKI_EACH_PRED(w->cfg, number, e)
    {
        uint32_t from = w->cfg->blocks[w->cfg->graph.pred.to[e]];
        uint32_t last = w->m->blocks.items[from].last_inst;
        const dxki_inst *in = dxki_inst_get(w->m, last);
        const dxki_value *ops = dxki_inst_ops(w->m, last);
        if (in->op != DXKI_OP_INVOKE || ops[in->op_count - 2] != self ||
            ops[in->op_count - 3] == self)
            return false;
    }
    return true;
}

static bool check_clause(dxki_verify_run *w, uint32_t inst, dxki_value clause)
{
    const dxk_module *m = w->m;
    dxki_type_kind kind = dxki_type_kind_of(m, dxki_value_type(m, clause));
    const dxki_const *c = dxki_const_get(m, clause);
    if (kind != DXKI_T_ARRAY)
        return kind == DXKI_T_POINTER || fail(w, "Catch operand does not have pointer type!", inst);
    return (c && (c->kind == DXKI_C_AGGREGATE || c->kind == DXKI_C_NULL)) ||
           fail(w, "Filter operand is not an array of constants!", inst);
}

bool dxki_verify_landing_pad(dxki_verify_run *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    const dxki_value *ops = dxki_inst_ops(w->m, inst);
    if (!in->op_count && !(in->flags & DXKI_IF_CLEANUP))
        return fail(w, "LandingPadInst needs at least one clause or to be a cleanup.", inst);
    if (!is_unwound_to(w, in->block))
        return fail(w,
                    "Block containing LandingPadInst must be jumped to only by the unwind edge of "
                    "an invoke.",
                    inst);
    if (!w->m->globals.items[w->fn].personality)
        return fail(w, "LandingPadInst needs to be in a function with a personality.", inst);
    if (landing_pad(w, in->block) != inst)
        return fail(w, "LandingPadInst not the first non-PHI instruction in the block.", inst);
    for (uint32_t i = 0; i < in->op_count; i++) {
        if (!check_clause(w, inst, ops[i]))
            return false;
    }
    return true;
}
