/* SPDX-License-Identifier: MIT */
/*
 * settle.c - constants that have come to stand where they may not (constant_use.h), since a pass put
 * values in the place of variables, arguments and phis. A division by zero gives all ones. Other
 * constants hide in a variable, of which mem2reg knows that it is there for that:
 *
 *     loadInput(0, 9, 0)     ==>    %v = alloca i32, store i32 9, %v, %n = load %v    in the entry
 *                                   loadInput(0, %n, 0)
 */
#include "pass/constant_use.h"

#include "ir/value_map.h"
#include "pass/merge.h"

typedef struct settler {
    dxki_pass *p;
    dxk_module *m;
    dxki_value_map hidden; /* constant: what is loaded of its variable */
} settler;

static bool is_division(const dxki_inst *in)
{
    return dxki_op_get(in->op)->family == DXKI_OF_DIVISION;
}

/* True for a division whose result by zero can be written down. */
static bool is_scalar_division(const dxk_module *m, const dxki_inst *in)
{
    return is_division(in) && dxki_type_get(m, in->type)->kind == DXKI_T_INT;
}

/* 0: out of memory. */
static uint32_t insert(dxk_module *m, dxki_place at, dxki_inst in, const dxki_value *ops,
                       const uint32_t *type)
{
    return in.type ? dxki_inst_insert(m, at, &in, ops, type, type != NULL) : 0;
}

/* The variable that holds a constant, and the load of it, in front of the entry block. 0: out of
 * memory. */
static dxki_value hide(settler *s, dxki_value constant)
{
    dxk_module *m = s->m;
    dxki_value known = dxki_value_map_get(&s->hidden, constant);
    dxki_type type = dxki_value_type(m, constant);
    uint32_t entry = m->globals.items[s->p->function].first_block;
    dxki_place front = {entry, m->blocks.items[entry].first_inst};
    dxki_value ops[2] = {dxki_const_int(m, DXKI_TY_I32, 1)};
    if (known || !ops[0])
        return known;
    dxki_inst in = {.op = DXKI_OP_ALLOCA, .op_count = 1};
    in.type = dxki_type_pointer(m, type, 0);
    uint32_t made = insert(m, front, in, ops, &type);
    ops[0] = constant;
    ops[1] = DXKI_VALUE(DXKI_V_INST, made);
    in = (dxki_inst){.op = DXKI_OP_STORE, .type = DXKI_TY_VOID, .op_count = 2};
    made = made ? insert(m, front, in, ops, NULL) : 0;
    in = (dxki_inst){.op = DXKI_OP_LOAD, .type = type, .op_count = 1};
    made = made ? insert(m, front, in, ops + 1, NULL) : 0;
    known = made ? DXKI_VALUE(DXKI_V_INST, made) : 0;
    return known && dxki_value_map_put(s->p->ctx, &s->hidden, constant, known) ? known : 0;
}

/* Operand `k` may not be what it is; the instruction may go. */
static bool mend(settler *s, uint32_t inst, uint32_t k)
{
    dxk_module *m = s->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_pass_changed(s->p);
    if (is_scalar_division(m, in)) {
        dxki_value ones = dxki_const_int(m, in->type, ~(uint64_t)0);
        return ones && dxki_pass_put_in_place(m, inst, ones);
    }
    dxki_value value = hide(s, dxki_inst_ops(m, inst)[k]);
    return value && dxki_inst_set_op(m, inst, k, value);
}

static bool look_at_division(settler *s, uint32_t inst)
{
    dxki_value by = dxki_inst_ops(s->m, inst)[1];
    return !dxki_value_is_const(by) ||
           dxki_pass_constant_fits(s->p, inst, 1, by) != DXKI_PASS_BREAKS || mend(s, inst, 1);
}

static bool look_at_call(settler *s, uint32_t call)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(s->m, dxki_inst_get(s->m, call));
    for (uint32_t k = 1; op && k <= op->operand_count; k++) {
        dxki_value operand = dxki_inst_ops(s->m, call)[k];
        if (dxki_value_is_const(operand) &&
            dxki_pass_argument_fits(s->p, dxki_inst_get(s->m, call), op, k, operand) ==
                DXKI_PASS_BREAKS &&
            !mend(s, call, k))
            return false;
    }
    return true;
}

bool dxki_pass_settle_constants(dxki_pass *p)
{
    settler s = {.p = p, .m = p->m};
    bool good = dxki_pass_dxil(p) != NULL;
    DXKI_EACH_BLOCK(p->m, p->function, block) {
        for (uint32_t i = p->m->blocks.items[block].first_inst, next; good && i; i = next) {
            next = p->m->insts.items[i].next;
            const dxki_inst *in = dxki_inst_get(p->m, i);
            if (in->op == DXKI_OP_CALL)
                good = look_at_call(&s, i);
            else if (is_division(in))
                good = look_at_division(&s, i);
        }
    }
    dxki_value_map_free(p->ctx, &s.hidden);
    return good;
}

/* ---------------------------------------------------------------------------------------- */

/* True if a use of a value would need a variable if that were the constant. */
static bool needs_variable(dxki_pass *p, uint32_t use, dxki_value constant)
{
    const dxki_inst *in = dxki_inst_get(p->m, dxki_tracked_user(p->m, use));
    return !is_scalar_division(p->m, in) &&
           dxki_pass_constant_fits(p, dxki_tracked_user(p->m, use), dxki_tracked_operand(p->m, use),
                                   constant) == DXKI_PASS_BREAKS;
}

/* The constant that is all that is ever stored to the variable; 0: there is none. */
static dxki_value only_constant(const dxk_module *m, uint32_t alloca)
{
    dxki_value constant = 0;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (dxki_inst_get(m, user)->op != DXKI_OP_STORE)
            continue;
        if (constant || !dxki_value_is_const(dxki_inst_ops(m, user)[0]))
            return 0;
        constant = dxki_inst_ops(m, user)[0];
    }
    return constant;
}

bool dxki_pass_hides_constant(dxki_pass *p, uint32_t alloca)
{
    const dxk_module *m = p->m;
    dxki_value constant = only_constant(m, alloca);
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, alloca), at) {
        uint32_t load = dxki_tracked_user(m, at);
        if (!constant || dxki_inst_get(m, load)->op != DXKI_OP_LOAD)
            continue;
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, load), use) {
            if (needs_variable(p, use, constant))
                return true;
        }
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- */

/* A subtraction from -0.0 becomes a product with -1.0. */
static bool multiply(dxk_module *m, uint32_t inst)
{
    static const uint64_t minus_one[] = {0xbc00, 0xbf800000, 0xbff0000000000000};
    const dxki_inst *in = dxki_inst_get(m, inst);
    dxki_value ops[2] = {dxki_inst_ops(m, inst)[1]};
    ops[1] = dxki_const_float(m, in->type, minus_one[dxki_type_bits(m, in->type) / 32]);
    dxki_inst product = {.op = DXKI_OP_FMUL, .flags = in->flags, .type = in->type, .op_count = 2};
    uint32_t made = ops[1] ? insert(m, dxki_place_before(m, inst), product, ops, NULL) : 0;
    return made && dxki_inst_copy_notes(m, made, inst) &&
           dxki_pass_put_in_place(m, inst, DXKI_VALUE(DXKI_V_INST, made));
}

bool dxki_pass_keep_subtractions(dxki_pass *p, dxki_value value, dxki_value constant)
{
    const dxki_const *c = dxki_const_get(p->m, constant);
    if (!c || c->kind != DXKI_C_FLOAT)
        return true;
    DXKI_EACH_TRACKED_USE(p->m, value, use) {
        uint32_t user = dxki_tracked_user(p->m, use), k = dxki_tracked_operand(p->m, use);
        if (dxki_inst_get(p->m, user)->op == DXKI_OP_FSUB &&
            dxki_inst_ops(p->m, user)[1] != value &&
            !dxki_pass_may_use_constant(p, user, k, constant) && !multiply(p->m, user))
            return false;
    }
    return true;
}
