/* SPDX-License-Identifier: MIT */
/* values.c - questions about values, types and functions that several files of the verifier ask. */
#include "verify/run.h"

static bool find_sized(dxki_verify_run *w, dxki_type type, uint32_t depth)
{
    const dxk_module *m = w->m;
    dxki_type_kind kind = dxki_type_kind_of(m, type);
    if (w->sized[type])
        return w->sized[type] == 2;
    w->sized[type] = 1;
    bool good = (kind >= DXKI_T_HALF && kind <= DXKI_T_PPC_FP128) || kind == DXKI_T_X86_MMX ||
                kind == DXKI_T_INT || kind == DXKI_T_POINTER;
    if (kind == DXKI_T_ARRAY || kind == DXKI_T_VECTOR) {
        good = depth < w->ctx->limits.depth && find_sized(w, dxki_type_get(m, type)->a, depth + 1);
    } else if (kind == DXKI_T_STRUCT) {
        uint64_t count = dxki_type_count(m, type);
        good = !(dxki_type_get(m, type)->flags & DXKI_TF_OPAQUE);
        for (uint64_t i = 0; i < count && good; i++)
            good = depth < w->ctx->limits.depth &&
                   find_sized(w, dxki_type_element(m, type, i), depth + 1);
    }
    w->sized[type] = good ? 2 : 1;
    return good;
}

bool dxki_verify_is_sized(dxki_verify_run *w, dxki_type type)
{
    return find_sized(w, type, 0);
}

const dxki_bc_uses *dxki_verify_uses(dxki_verify_run *w)
{
    if (w->uses || w->failed)
        return w->uses;
    if (dxki_bc_uses_build_read(&w->own_uses, w->m, true))
        w->uses = &w->own_uses;
    else
        dxki_verify_fail(w);
    return w->uses;
}

dxk_str dxki_verify_name(const dxki_verify_run *w, uint32_t global)
{
    const dxk_str *names = w->options->names;
    if (names && names[global].size)
        return names[global];
    return dxki_string_get(w->m, w->m->globals.items[global].name);
}

dxki_intrinsic dxki_verify_intrinsic_of(const dxki_verify_run *w, uint32_t global)
{
    return w->m->globals.items[global].kind == DXKI_G_FUNCTION
               ? dxki_intrinsic_find(dxki_verify_name(w, global))
               : DXKI_INTR_NONE;
}

uint32_t dxki_verify_callee(const dxki_verify_run *w, uint32_t inst)
{
    const dxk_module *m = w->m;
    const dxki_inst *in = dxki_inst_get(w->m, inst);
    if (in->op != DXKI_OP_CALL && in->op != DXKI_OP_INVOKE)
        return 0;
    dxki_value callee = dxki_call_callee(m, in);
    bool known = DXKI_TAG(callee) == DXKI_V_GLOBAL &&
                 m->globals.items[DXKI_INDEX(callee)].kind == DXKI_G_FUNCTION;
    return known ? DXKI_INDEX(callee) : 0;
}

bool dxki_verify_is_weak(uint32_t linkage)
{
    return linkage == DXKI_LINK_WEAK_ANY || linkage == DXKI_LINK_LINKONCE_ANY ||
           linkage == DXKI_LINK_COMMON || linkage == DXKI_LINK_EXTERN_WEAK;
}

/* Operator, flags, operands and number of them, of an instruction or a constant. */
static uint8_t operator_of(const dxki_verify_run *w, dxki_value value, uint8_t *flags,
                           const dxki_value **ops, uint32_t *count)
{
    const dxki_const *c = dxki_const_get(w->m, value);
    if (DXKI_TAG(value) == DXKI_V_INST) {
        const dxki_inst *in = dxki_inst_get(w->m, DXKI_INDEX(value));
        *flags = in->flags;
        *ops = dxki_inst_ops(w->m, DXKI_INDEX(value));
        *count = in->op_count;
        return in->op;
    }
    if (!c || c->kind != DXKI_C_EXPR)
        return DXKI_OP_NONE;
    *flags = c->flags;
    *ops = dxki_const_words(w->m, c);
    *count = c->b;
    return c->opcode;
}

static bool moves_nothing(const dxki_verify_run *w, const dxki_value *ops, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint64_t bits;
        if (!dxki_value_as_int(w->m, ops[i], &bits) || bits)
            return false;
    }
    return true;
}

dxki_value dxki_verify_strip(const dxki_verify_run *w, dxki_value value,
                             dxki_verify_strip_what what)
{
    if (dxki_type_kind_of(w->m, dxki_value_type(w->m, value)) != DXKI_T_POINTER)
        return value;
    for (size_t steps = 0; steps <= w->m->words.count; steps++) {
        uint8_t flags;
        uint32_t count;
        const dxki_value *ops;
        uint8_t op = operator_of(w, value, &flags, &ops, &count);
        if (op == DXKI_OP_GEP) {
            if (what == DXKI_STRIP_OFFSETS ? !(flags & DXKI_IF_INBOUNDS)
                                           : !moves_nothing(w, ops, count))
                return value;
            value = ops[0];
        } else if (op == DXKI_OP_BITCAST || op == DXKI_OP_ADDRSPACECAST) {
            value = ops[0];
        } else if (DXKI_TAG(value) == DXKI_V_GLOBAL) {
            const dxki_global *g = &w->m->globals.items[DXKI_INDEX(value)];
            if (g->kind != DXKI_G_ALIAS || what == DXKI_STRIP_CASTS ||
                dxki_verify_is_weak(g->linkage))
                return value;
            value = g->init;
        } else {
            return value;
        }
    }
    return value;
}
