/* SPDX-License-Identifier: MIT */
/*
 * constructors.c - what constructors store becomes what the variables begin with, if all that they
 * do is to store constants at places that constants name:
 *
 *     @x = internal global float 0.0                  @x = internal global float 1.5
 *     define internal void @set() {             ==>   define internal void @set() {
 *       store float 1.5, float* @x                      ret void
 *       ret void                                      }
 *     }
 *
 * Constructors run one after another: those that stand behind one that stays do so, too. The empty
 * ones are left to write-only-statics.
 */
#include "analysis/uses.h"
#include "ir/find.h"
#include "ir/fold.h"
#include "pass/addresses.h"
#include "pass/pass.h"

#define CONSTRUCTORS "llvm.global_ctors"

typedef struct folder {
    dxki_pass *p;
    dxki_pass_addresses at;
    dxki_value **elements; /* by global: those of an array that was stored to */
} folder;

/* Where a store puts its value. */
typedef struct target {
    uint32_t variable;
    uint64_t element; /* of an array */
    bool is_element;
} target;

/* ---------------------------------------------------------------------------------------- */
/* Which constructors                                                                         */

/* Address of element `element` of an array that is a variable. */
static bool is_element(const dxk_module *m, dxki_value address, target *to)
{
    uint64_t first;
    if (!dxki_const_is_expr(m, address, DXKI_OP_GEP) || dxki_uses_operand_count(m, address) != 3)
        return false;
    dxki_value base = dxki_const_expr_op(m, address, 0);
    if (DXKI_TAG(base) != DXKI_V_GLOBAL ||
        !dxki_value_as_int(m, dxki_const_expr_op(m, address, 1), &first) || first ||
        !dxki_value_as_int(m, dxki_const_expr_op(m, address, 2), &to->element))
        return false;
    to->variable = DXKI_INDEX(base);
    to->is_element = true;
    const dxki_type_entry *type = dxki_type_get(m, m->globals.items[to->variable].value_type);
    return type->kind == DXKI_T_ARRAY && !dxki_type_is_aggregate(m, type->a) &&
           to->element < dxki_type_count(m, m->globals.items[to->variable].value_type);
}

/* True for a store of a constant to a variable of one lane, or to an element of an array that is
 * one. */
static bool is_setting(const folder *f, const dxki_inst *in, target *to)
{
    const dxk_module *m = f->p->m;
    if (in->op != DXKI_OP_STORE || in->flags & DXKI_IF_VOLATILE || DXKI_SUB_ORDER(in->sub))
        return false;
    const dxki_value *ops = m->words.items + in->ops;
    *to = (target){.variable = DXKI_INDEX(ops[1])};
    if (DXKI_TAG(ops[1]) != DXKI_V_GLOBAL && !is_element(m, ops[1], to))
        return false;
    const dxki_global *g = &m->globals.items[to->variable];
    return dxki_pass_is_own_variable(&f->at, to->variable) && dxki_type_get(m, g->type)->b == 0 &&
           DXKI_TAG(ops[0]) == DXKI_V_CONST && !dxki_const_is_expr(m, ops[0], DXKI_OP_NONE);
}

/* The block of a constructor that only sets variables; 0: it does something else. */
static uint32_t setting_block(const folder *f, dxki_value entry)
{
    const dxk_module *m = f->p->m;
    target to;
    if (dxki_uses_operand_count(m, entry) < 2)
        return 0;
    dxki_value function = dxki_uses_operand(m, entry, 1);
    if (DXKI_TAG(function) != DXKI_V_GLOBAL ||
        m->globals.items[DXKI_INDEX(function)].kind != DXKI_G_FUNCTION ||
        dxki_tracked_first(m, function))
        return 0;
    uint32_t block = m->globals.items[DXKI_INDEX(function)].first_block;
    if (!block)
        return 0;
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        if (in->op != DXKI_OP_RET && !is_setting(f, in, &to))
            return 0;
    }
    return block;
}

/* ---------------------------------------------------------------------------------------- */
/* Taking over what they store                                                                */

/* The elements of an array, to be set. */
static bool spread(folder *f, uint32_t variable)
{
    dxk_module *m = f->p->m;
    const dxki_global g = m->globals.items[variable];
    uint64_t count = dxki_type_count(m, g.value_type);
    dxki_value *elements = DXKI_NEW_ARRAY(&f->p->scratch, dxki_value, (size_t)count);
    f->elements[variable] = elements;
    for (uint64_t i = 0; elements && i < count; i++)
        if (dxki_fold_element(m, g.init, i, &elements[i]) != DXKI_FOLDED)
            return false;
    return elements != NULL;
}

static bool take(folder *f, const target *to, dxki_value value)
{
    if (!to->is_element) {
        f->p->m->globals.items[to->variable].init = value;
        f->elements[to->variable] = NULL;
        return true;
    }
    if (!f->elements[to->variable] && !spread(f, to->variable))
        return false;
    f->elements[to->variable][to->element] = value;
    return true;
}

static bool take_all(folder *f, uint32_t block)
{
    dxk_module *m = f->p->m;
    DXKI_EACH_INST(m, block, inst) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        target to;
        if (in->op == DXKI_OP_STORE && is_setting(f, in, &to) &&
            (!take(f, &to, m->words.items[in->ops]) || !dxki_inst_remove(m, inst)))
            return false;
    }
    return true;
}

/* Makes the values of arrays whose elements were set. */
static bool gather(folder *f)
{
    dxk_module *m = f->p->m;
    for (size_t i = 0; i < m->variables.count; i++) {
        uint32_t variable = m->variables.items[i];
        dxki_type type = m->globals.items[variable].value_type;
        if (!f->elements[variable])
            continue;
        dxki_value init = dxki_const_aggregate(m, type, f->elements[variable],
                                               (uint32_t)dxki_type_count(m, type));
        m->globals.items[variable].init = init;
        if (!init)
            return false;
    }
    return true;
}

static bool fold(folder *f)
{
    dxk_module *m = f->p->m;
    uint32_t list = dxki_global_find(m, dxki_str(CONSTRUCTORS));
    dxki_value init =
        list && m->globals.items[list].kind == DXKI_G_VARIABLE ? m->globals.items[list].init : 0;
    uint32_t count = init ? dxki_uses_operand_count(m, init) : 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t block = setting_block(f, dxki_uses_operand(m, init, i));
        if (!block)
            break;
        dxki_pass_changed(f->p);
        if (!dxki_module_touch(m) || !take_all(f, block))
            return false;
    }
    return gather(f);
}

dxk_status dxki_pass_constructors(dxki_pass *p)
{
    folder f = {.p = p};
    f.elements = DXKI_NEW_ARRAY(&p->scratch, dxki_value *, p->m->globals.count);
    return f.elements && dxki_pass_find_addresses(&f.at, &p->scratch, p->m) && fold(&f)
               ? DXK_OK
               : dxki_nomem(p->ctx);
}
