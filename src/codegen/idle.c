/* SPDX-License-Identifier: MIT */
/*
 * idle.c - calls of functions of the module that do nothing but give a value go if nobody uses it, as
 * calls of operations do. So functions and resources that only they need go, too. See emit.h.
 */
#include "analysis/mem.h"
#include "codegen/emit.h"
#include "dxk/opt.h"
#include "ir/access.h"
#include "ir/edit.h"
#include "ir/tracked.h"

/* Rounds of dropping calls, after each of which the values that they were handed go. */
#define MOST_ROUNDS 4u

/* Searches for functions that call others with effects. */
#define MOST_SEARCHES 64u

/* What a call of a function of the module does: `user` are the functions that have effects. */
static dxki_mem_effect effect_of_call(const void *user, const dxk_module *m, const dxki_inst *call,
                                      uint32_t callee)
{
    const uint8_t *has_effects = user;
    const dxki_mem_effect none = {0};

    return callee && m->globals.items[callee].kind == DXKI_G_FUNCTION && !has_effects[callee]
               ? none
               : dxki_mem_effect_of(m, call, NULL);
}

/* Does an instruction do more than to give a value and to write variables of its function? */
static bool has_effect(const dxk_module *m, const dxki_inst *in, const dxki_mem_calls *calls)
{
    dxki_mem_effect effect = dxki_mem_effect_of(m, in, calls);

    effect.writes &= (uint16_t)~DXKI_MEM_LOCAL;
    return dxki_op_class_of((dxki_op)in->op) != DXKI_OC_TERM && !dxki_mem_is_removable(effect);
}

static bool function_has_effects(const dxk_module *m, uint32_t function,
                                 const dxki_mem_calls *calls)
{
    DXKI_EACH_BLOCK(m, function, block)
        DXKI_EACH_INST(m, block, inst)
            if (has_effect(m, dxki_inst_get(m, inst), calls))
                return true;
    return false;
}

/* Marks functions until no more is found: those that call each other have none together. False: it would
 * take too long. */
static bool find_effects(const dxk_module *m, uint8_t *has_effects)
{
    const dxki_mem_calls calls = {effect_of_call, has_effects};
    bool found = true;

    for (size_t i = 0; i < m->globals.count; i++)
        has_effects[i] = m->globals.items[i].kind != DXKI_G_FUNCTION ||
                         m->globals.items[i].flags & DXKI_GF_DECLARATION;
    for (uint32_t round = 0; found && round < MOST_SEARCHES; round++) {
        found = false;
        DXKI_EACH_FUNCTION(m, function) {
            if (!has_effects[function] && function_has_effects(m, function, &calls))
                has_effects[function] = found = true;
        }
    }
    return !found;
}

static bool is_idle(const dxk_module *m, uint32_t inst, const uint8_t *has_effects)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_value callee = in->op == DXKI_OP_CALL ? dxki_call_callee(m, in) : 0;

    return DXKI_TAG(callee) == DXKI_V_GLOBAL && !has_effects[DXKI_INDEX(callee)] &&
           !dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst));
}

/* Drops the calls that are idle now; *any: there were some. */
static dxk_status drop_calls(dxki_emit *e, dxk_module *m, bool *any)
{
    uint8_t *has_effects = DXKI_NEW_ARRAY(&e->c->arena, uint8_t, m->globals.count + 1);
    bool good = has_effects && dxki_tracked_begin(m);

    bool known = good && find_effects(m, has_effects);

    *any = false;
    DXKI_EACH_FUNCTION(m, function) {
        DXKI_EACH_BLOCK(m, function, block) {
            DXKI_EACH_INST(m, block, inst) {
                if (!good || !known || !is_idle(m, inst, has_effects))
                    continue;
                *any = true;
                good = dxki_inst_remove(m, inst);
            }
        }
    }
    dxki_tracked_end(m);
    return good ? DXK_OK : dxki_nomem(e->c->ctx);
}

dxk_status dxki_emit_drop_idle(dxki_emit *e, dxk_module *m)
{
    dxk_status status = DXK_OK;
    bool any = e->kept.count != 0;

    for (uint32_t i = 0; i < MOST_ROUNDS && any && status == DXK_OK; i++) {
        status = drop_calls(e, m, &any);
        if (status == DXK_OK && any)
            status = dxk_opt(m, dxki_str("sroa, dse, adce, simplifycfg, globaldce, dead-resources"),
                             NULL, NULL);
    }
    return status;
}
