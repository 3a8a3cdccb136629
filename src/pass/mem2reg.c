/* SPDX-License-Identifier: MIT */
/*
 * mem2reg.c - variables become values: an alloca that is only loaded and stored as a whole goes, with
 * phis where values meet (ssa.h). A variable that llvm.dbg.declare describes is described by
 * llvm.dbg.value from each store and each phi on.
 */
#include "pass/mem2reg.h"

#include "base/out.h"
#include "ir/value_map.h"
#include "pass/constant_use.h"
#include "pass/ssa.h"
#include "pass/variable.h"

#include <string.h>

typedef struct promotion {
    dxki_pass *p;
    dxki_pass_ssa ssa;
    dxki_value_map variables;   /* alloca: 1 + its variable */
    DXKI_VEC(uint32_t) allocas; /* by variable */
    DXKI_VEC(uint32_t) first;   /* by variable: its first note; one more than variables */
    dxki_pass_variable_notes notes;
    uint32_t describer; /* llvm.dbg.value; 0: not needed so far */
    bool names;         /* phis are named after their variables */
} promotion;

/* Tells the debugger. */
static bool describe(void *user, uint32_t variable, dxki_value value, dxki_place at)
{
    promotion *w = user;
    if (w->first.items[variable] == w->first.items[variable + 1])
        return true;
    w->describer = w->describer ? w->describer : dxki_pass_variable_value_function(w->p->m);
    if (!w->describer)
        return false;
    for (uint32_t i = w->first.items[variable]; i < w->first.items[variable + 1]; i++) {
        if (!dxki_pass_variable_describe(w->p, at, w->describer, value, &w->notes.items[i]))
            return false;
    }
    return true;
}

static bool enter_alloca(promotion *w, uint32_t alloca)
{
    dxk_module *m = w->p->m;
    dxk_ctx *ctx = w->p->ctx;
    uint32_t variable;
    dxki_type type = m->words.items[m->insts.items[alloca].ops + m->insts.items[alloca].op_count];
    return dxki_pass_ssa_variable(&w->ssa, type, &variable) &&
           dxki_value_map_put(ctx, &w->variables, alloca, variable + 1) &&
           dxki_vec_push(ctx, &w->allocas, alloca) &&
           dxki_pass_variable_take_notes(w->p, DXKI_VALUE(DXKI_V_INST, alloca), &w->notes) &&
           dxki_vec_push(ctx, &w->first, (uint32_t)w->notes.count);
}

/* An array of allocas is none that we make a value of. */
static bool is_single(const dxk_module *m, uint32_t alloca)
{
    uint64_t count;
    return dxki_value_as_int(m, dxki_inst_ops(m, alloca)[0], &count) && count == 1;
}

static bool collect(promotion *w)
{
    const dxk_module *m = w->p->m;
    if (!dxki_vec_push(w->p->ctx, &w->first, 0))
        return false;
    DXKI_EACH_BLOCK(m, w->p->function, block) {
        DXKI_EACH_INST(m, block, inst) {
            if (m->insts.items[inst].op == DXKI_OP_ALLOCA && is_single(m, inst) &&
                dxki_pass_variable_is_plain(m, inst) && !dxki_pass_hides_constant(w->p, inst) &&
                !enter_alloca(w, inst))
                return false;
        }
    }
    return true;
}

/* Reports a load or store of one of the variables to the construction of SSA form. */
static bool enter_access(promotion *w, uint32_t inst)
{
    const dxk_module *m = w->p->m;
    uint8_t op = m->insts.items[inst].op;
    if (op != DXKI_OP_LOAD && op != DXKI_OP_STORE)
        return true;
    uint32_t alloca = dxki_value_as_inst(dxki_inst_ops(m, inst)[op == DXKI_OP_STORE]);
    uint32_t known = alloca ? dxki_value_map_get(&w->variables, alloca) : 0;
    if (!known)
        return true;
    return op == DXKI_OP_LOAD ? dxki_pass_ssa_load(&w->ssa, known - 1, inst)
                              : dxki_pass_ssa_store(&w->ssa, known - 1, inst);
}

/* "NAME.N" for the N-th phi of a variable that has a name. */
static bool name_phi(promotion *w, uint32_t variable, uint32_t phi, uint32_t *versions)
{
    dxk_module *m = w->p->m;
    dxki_string name = dxki_value_name(m, DXKI_VALUE(DXKI_V_INST, w->allocas.items[variable]));
    char digits[24], *end = digits + sizeof digits;
    if (!name)
        return true;
    dxk_str text = dxki_string_get(m, name);
    const char *number = dxki_format_u64(end, versions[variable]++);
    size_t size = (size_t)(end - number);
    char *whole = dxki_arena_alloc(&w->p->scratch, text.size + size + 1);
    if (!whole)
        return false;
    memcpy(whole, text.data, text.size);
    whole[text.size] = '.';
    memcpy(whole + text.size + 1, number, size);
    name = dxki_string_intern(m, (dxk_str){whole, text.size + size + 1});
    return name != UINT32_MAX && dxki_value_set_name(m, DXKI_VALUE(DXKI_V_INST, phi), name);
}

/* Those that have stayed. */
static bool name_phis(promotion *w)
{
    uint32_t *versions = DXKI_NEW_ARRAY(&w->p->scratch, uint32_t, w->allocas.count);
    bool good = versions != NULL;
    for (size_t i = 0; i < w->ssa.phis.count && good; i++) {
        const dxki_pass_ssa_phi *phi = &w->ssa.phis.items[i];
        if (w->p->m->insts.items[phi->inst].op == DXKI_OP_PHI)
            good = name_phi(w, phi->variable, phi->inst, versions);
    }
    return good;
}

static bool promote(promotion *w)
{
    const dxk_module *m = w->p->m;
    DXKI_EACH_BLOCK(m, w->p->function, block) {
        DXKI_EACH_INST(m, block, inst) {
            if (!enter_access(w, inst))
                return false;
        }
    }
    w->ssa.defined = describe;
    w->ssa.user = w;
    if (!dxki_pass_ssa_build(&w->ssa) || (w->names && !name_phis(w)))
        return false;
    for (size_t i = 0; i < w->allocas.count; i++) {
        if (!dxki_pass_variable_forget_life(w->p, w->allocas.items[i]) ||
            !dxki_inst_remove(w->p->m, w->allocas.items[i]))
            return false;
    }
    dxki_pass_changed(w->p);
    return dxki_pass_settle_constants(w->p);
}

static bool promote_all(dxki_pass *p, bool names)
{
    promotion w = {.p = p, .names = names};
    bool good = dxki_pass_dxil(p) && dxki_pass_ssa_begin(&w.ssa, p) && collect(&w);
    if (good && w.allocas.count)
        good = promote(&w);
    dxki_pass_ssa_free(&w.ssa);
    dxki_value_map_free(p->ctx, &w.variables);
    dxki_vec_free(p->ctx, &w.allocas);
    dxki_vec_free(p->ctx, &w.first);
    dxki_vec_free(p->ctx, &w.notes);
    return good;
}

bool dxki_pass_promote(dxki_pass *p)
{
    return promote_all(p, false);
}

dxk_status dxki_pass_mem2reg(dxki_pass *p)
{
    return promote_all(p, p->options[0] != 0) ? DXK_OK : dxki_nomem(p->ctx);
}
