/* SPDX-License-Identifier: MIT */
/*
 * function.c - functions for LLVM's verifier: signature, linkage, what is attached, who
 * uses them.
 */
#include "verify/run.h"

#include "base/out.h"

static bool has_attr(const dxki_verify_run *w, uint32_t list, uint32_t slot, uint32_t kind)
{
    uint32_t count, set = dxki_attr_list_set(w->m, list, slot);
    const dxki_attr *attrs = dxki_attr_set(w->m, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (attrs[i].kind == kind)
            return true;
    }
    return false;
}

/* It returns a structure through its first or second parameter. */
static bool has_sret(const dxki_verify_run *w, uint32_t list)
{
    return has_attr(w, list, 1, DXKI_AT_SRET) || has_attr(w, list, 2, DXKI_AT_SRET);
}

static bool check_signature(dxki_verify_run *w, uint32_t fn)
{
    const dxki_global *f = &w->m->globals.items[fn];
    dxki_value self = DXKI_VALUE(DXKI_V_GLOBAL, fn);
    uint32_t count;
    const dxki_type *types = dxki_type_list(w->m, f->value_type, &count);
    uint32_t params = count ? count - 1 : 0;
    if (f->linkage == DXKI_LINK_COMMON)
        return dxki_verify_at_value(w, "Functions may not have common linkage", self);
    if (has_sret(w, f->attrs) && count && types[0] != DXKI_TY_VOID)
        return dxki_verify_at_value(w, "Invalid struct return type!", self);
    if (!dxki_verify_attr_count(w, f->attrs, params))
        return dxki_verify_at_value(w, "Attribute after last parameter!", self);
    dxki_verify_attrs(w, f->value_type, f->attrs, self);
    if (has_attr(w, f->attrs, DXKI_ATTR_SLOT_FUNCTION, DXKI_AT_BUILTIN))
        return dxki_verify_at_value(w, "Attribute 'builtin' can only be applied to a callsite.",
                                    self);
    bool strict = f->cc == 8 || f->cc == 9 || f->cc == 71 || f->cc == 72 || f->cc == 77;
    if (strict && (dxki_type_get(w->m, f->value_type)->flags & DXKI_TF_VARARG))
        return dxki_verify_at_value(
            w, "Calling convention does not support varargs or perfect forwarding!", self);
    return true;
}

static bool check_params(dxki_verify_run *w, uint32_t fn)
{
    const dxki_global *f = &w->m->globals.items[fn];
    uint32_t count;
    const dxki_type *types = dxki_type_list(w->m, f->value_type, &count);
    if (dxki_str_starts(dxki_verify_name(w, fn), "llvm."))
        return true;
    for (uint32_t i = 1; i < count; i++) {
        if (types[i] != DXKI_TY_METADATA)
            continue;
        dxki_verify_say(w, "Function takes metadata but isn't an intrinsic");
        if (i - 1 < f->arg_count)
            dxki_verify_value(w, DXKI_VALUE(DXKI_V_ARG, f->first_arg + i - 1));
        else
            dxki_verify_param(w, "metadata", i - 1);
        dxki_verify_value(w, DXKI_VALUE(DXKI_V_GLOBAL, fn));
        return false;
    }
    return true;
}

static bool check_profile(dxki_verify_run *w, dxki_md node)
{
    const dxk_module *m = w->m;
    uint32_t count;
    const dxki_md *ops = dxki_md_ops(m, node, &count);
    if (count != 2)
        return dxki_verify_at_md(w, "!prof annotations should have exactly 2 operands", node);
    if (!ops[0])
        return dxki_verify_at_md(w, "first operand should not be null", node);
    if (dxki_md_get(m, ops[0])->kind != DXKI_M_STRING)
        return dxki_verify_at_md(w, "expected string with name of the !prof annotation", node);
    if (!dxki_str_is(dxki_md_str(m, ops[0]), "function_entry_count"))
        return dxki_verify_at_md(w, "first operand should be 'function_entry_count'", node);
    if (!ops[1])
        return dxki_verify_at_md(w, "second operand should not be null", node);
    if (dxki_md_get(m, ops[1])->kind != DXKI_M_VALUE)
        return dxki_verify_at_md(w, "expected integer argument to function_entry_count", node);
    return true;
}

/* Is the address of the entry block taken, and used? */
static bool is_entry_named(dxki_verify_run *w, uint32_t fn)
{
    const dxki_global *f = &w->m->globals.items[fn];
    const dxki_bc_uses *uses = w->m->block_addresses ? dxki_verify_uses(w) : NULL;
    if (!uses)
        return false;
    DXKI_BC_EACH_USE(uses, DXKI_VALUE(DXKI_V_GLOBAL, fn), u)
    {
        dxki_value user = dxki_bc_uses_user(uses, u);
        const dxki_const *c = dxki_const_get(w->m, user);
        if (c && c->kind == DXKI_C_BLOCKADDRESS && c->b == f->first_block &&
            dxki_verify_is_used(w, user))
            return true;
    }
    return false;
}

/* What is attached to the function, and where it may be attached at all. */
static bool check_attached(dxki_verify_run *w, uint32_t fn)
{
    const dxki_global *f = &w->m->globals.items[fn];
    dxki_value self = DXKI_VALUE(DXKI_V_GLOBAL, fn);
    uint32_t count;
    const dxki_attachment *list = dxki_function_attachments(w->m, fn, &count);
    for (uint32_t i = 0; i < count; i++) {
        dxk_str kind = dxki_string_get(w->m, w->m->md_kinds.items[list[i].kind]);
        if (dxki_str_is(kind, "prof") && !check_profile(w, list[i].node))
            break;
    }
    if (!dxki_verify_is_decl(w, fn)) {
        if (dxki_str_starts(dxki_verify_name(w, fn), "llvm."))
            return dxki_verify_at_value(w, "llvm intrinsics cannot be defined!", self);
        if (w->cfg->graph.pred.start[1] != w->cfg->graph.pred.start[0])
            return dxki_verify_at_value(w, "Entry block to function must not have predecessors!",
                                        DXKI_VALUE(DXKI_V_BLOCK, f->first_block));
        if (is_entry_named(w, fn))
            return dxki_verify_at_value(w, "blockaddress may not be used with the entry block!",
                                        DXKI_VALUE(DXKI_V_BLOCK, f->first_block));
        for (uint32_t i = 0; i < count; i++)
            dxki_verify_node(w, list[i].node);
        return true;
    }
    if (f->linkage != DXKI_LINK_EXTERNAL && f->linkage != DXKI_LINK_EXTERN_WEAK)
        return dxki_verify_at_value(w, "invalid linkage type for function declaration", self);
    if (count) {
        dxki_verify_at_value(w, "function without a body cannot have metadata", self);
        dxki_verify_md(w, list[0].node);
        return false;
    }
    if (f->personality)
        return dxki_verify_at_value(w, "Function declaration shouldn't have a personality routine",
                                    self);
    return true;
}

/* The use of a function that is something else than a call of it; 0: there is none. */
static dxki_value taken(dxki_verify_run *w, uint32_t fn)
{
    const dxki_bc_uses *uses = dxki_verify_uses(w);
    if (!uses)
        return 0;
    DXKI_BC_EACH_USE(uses, DXKI_VALUE(DXKI_V_GLOBAL, fn), u)
    {
        dxki_value user = dxki_bc_uses_user(uses, u);
        const dxki_const *c = dxki_const_get(w->m, user);
        uint32_t inst = dxki_value_as_inst(user);
        if (c && c->kind == DXKI_C_BLOCKADDRESS)
            continue;
        if (!inst || dxki_verify_callee(w, inst) != fn ||
            uses->uses.items[u].operand + 1 != dxki_inst_get(w->m, inst)->op_count)
            return user;
    }
    return 0;
}

void dxki_verify_function(dxki_verify_run *w, uint32_t fn)
{
    const dxki_global *f = &w->m->globals.items[fn];
    dxki_value self = DXKI_VALUE(DXKI_V_GLOBAL, fn);
    if (!check_signature(w, fn) || !check_params(w, fn) || !check_attached(w, fn))
        return;
    dxki_value user = dxki_verify_intrinsic_of(w, fn) != DXKI_INTR_NONE ? taken(w, fn) : 0;
    if (user)
        dxki_verify_at_value(w, "Invalid user of intrinsic instruction!", user);
    else if (f->dll == DXKI_DLL_IMPORT && f->linkage != DXKI_LINK_AVAILABLE_EXTERNALLY &&
             !(dxki_verify_is_decl(w, fn) && f->linkage == DXKI_LINK_EXTERNAL))
        dxki_verify_at_value(w, "Function is marked as dllimport, but not external.", self);
}

/* Variables that others ask for must be there. */
void dxki_verify_frames(dxki_verify_run *w)
{
    for (size_t i = 0; w->frames && i < w->m->functions.count; i++) {
        uint32_t fn = w->m->functions.items[i];
        if (w->frames[fn].recovered <= w->frames[fn].escaped)
            continue;
        dxki_verify_at_value(w,
                             "all indices passed to llvm.localrecover must be less than the number "
                             "of arguments passed ot llvm.localescape in the parent function",
                             DXKI_VALUE(DXKI_V_GLOBAL, fn));
        return;
    }
}
