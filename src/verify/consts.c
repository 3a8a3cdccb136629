/* SPDX-License-Identifier: MIT */
/*
 * consts.c - what LLVM's verifier asks about constants and all that they are made of,
 * found out at the first question for all at once.
 */
#include "verify/run.h"

typedef struct walk {
    dxki_verify_run *w;
    uint8_t *seen; /* by entity of uses */
    DXKI_VEC(dxki_value) waiting;
} walk;

static void visit(walk *k, dxki_value value)
{
    uint32_t entity = dxki_bc_uses_entity(k->w->uses, value);
    if (entity == UINT32_MAX || k->seen[entity])
        return;
    k->seen[entity] = 1;
    if (!dxki_vec_push(k->w->ctx, &k->waiting, value))
        dxki_verify_fail(k->w);
}

static void visit_operands(walk *k, dxki_value value)
{
    const dxk_module *m = k->w->m;
    uint32_t count = dxki_uses_operand_count(m, value);
    for (uint32_t i = 0; i < count; i++) {
        dxki_value op = dxki_uses_operand(m, value, i);
        if (DXKI_TAG(op) == DXKI_V_CONST)
            visit(k, op);
    }
}

static void visit_inst_operands(walk *k, uint32_t inst)
{
    const dxk_module *m = k->w->m;
    const dxki_value *ops = dxki_inst_ops(m, inst);
    for (uint32_t n = 0; n < m->insts.items[inst].op_count; n++) {
        if (DXKI_TAG(ops[n]) == DXKI_V_CONST)
            visit(k, ops[n]);
    }
}

/* Constants that something else than unused constants uses. */
static void find_used(walk *k)
{
    const dxk_module *m = k->w->m;
    for (uint32_t i = 1; i < m->globals.count; i++)
        visit_operands(k, DXKI_VALUE(DXKI_V_GLOBAL, i));
    DXKI_EACH_FUNCTION(m, fn)
        DXKI_EACH_BLOCK(m, fn, block)
            DXKI_EACH_INST(m, block, inst)
                visit_inst_operands(k, inst);
    while (k->waiting.count && !k->w->stop)
        visit_operands(k, k->waiting.items[--k->waiting.count]);
}

/* Constants and globals that lead to an expression, and expressions themselves. */
static void find_with_expr(walk *k)
{
    dxki_verify_run *w = k->w;
    for (uint32_t i = 1; i < w->m->consts.count; i++) {
        if (w->m->consts.items[i].kind == DXKI_C_EXPR)
            visit(k, DXKI_VALUE(DXKI_V_CONST, i));
    }
    while (k->waiting.count && !w->stop) {
        dxki_value value = k->waiting.items[--k->waiting.count];
        DXKI_BC_EACH_USE(w->uses, value, u)
        {
            dxki_value user = dxki_bc_uses_user(w->uses, u);
            if (DXKI_TAG(user) == DXKI_V_CONST || DXKI_TAG(user) == DXKI_V_GLOBAL)
                visit(k, user);
        }
    }
}

/* The marks of a walk, by entity; made once. NULL: out of memory. */
static const uint8_t *marks(dxki_verify_run *w, uint8_t **kept, void (*find)(walk *))
{
    if (*kept)
        return *kept;
    walk k = {.w = w};
    if (dxki_verify_uses(w))
        k.seen = DXKI_VERIFY_NEW(w, uint8_t, w->uses->entities);
    if (!k.seen)
        return NULL;
    find(&k);
    dxki_vec_free(w->ctx, &k.waiting);
    return *kept = k.seen;
}

bool dxki_verify_is_used(dxki_verify_run *w, dxki_value constant)
{
    const uint8_t *used = marks(w, &w->used, find_used);
    uint32_t entity = used ? dxki_bc_uses_entity(w->uses, constant) : UINT32_MAX;
    return entity != UINT32_MAX && used[entity];
}

bool dxki_verify_leads_to_expr(dxki_verify_run *w, dxki_value value)
{
    const uint8_t *with_expr = marks(w, &w->with_expr, find_with_expr);
    uint32_t entity = with_expr ? dxki_bc_uses_entity(w->uses, value) : UINT32_MAX;
    return entity != UINT32_MAX && with_expr[entity];
}
