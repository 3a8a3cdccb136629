/* SPDX-License-Identifier: MIT */
/* unset.c - see unset.h. The rules are those of LLVM 3.7's InstructionSimplify and ConstantFold. */
#include "pass/unset.h"

#include "ir/dxop.h"
#include "ir/fold.h"

dxki_value dxki_pass_unset_value(dxk_module *m, dxki_type type)
{
    m->unset_seen = m->unset_seen || m->unset_stays;
    return m->unset_stays ? dxki_const_undef(m, type) : dxki_const_null(m, type);
}

typedef struct folder {
    dxk_module *m;
    uint32_t inst;
    const dxki_inst *in;
    const dxki_value *ops;
    bool failed;
} folder;

/* A value that was made, which may have failed. */
static dxki_value made(folder *f, dxki_value value)
{
    f->failed = f->failed || !value;
    return value;
}

static bool is_undef(const folder *f, uint32_t k)
{
    return dxki_const_is_undef(f->m, f->ops[k]);
}

static bool is_constant(const folder *f)
{
    return dxki_value_is_const(f->ops[0]) && dxki_value_is_const(f->ops[1]);
}

bool dxki_pass_unset_is_open(const dxk_module *m, dxki_value value)
{
    const dxki_const *c = dxki_const_get(m, value);

    if (!c || c->kind != DXKI_C_EXPR || dxki_op_class_of((dxki_op)c->opcode) != DXKI_OC_BIN)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        if (dxki_const_is_undef(m, dxki_const_expr_op(m, value, i)))
            return true;
    }
    return false;
}

static dxki_value zero_if_undef(dxk_module *m, dxki_value value)
{
    return dxki_const_is_undef(m, value) ? dxki_const_null(m, dxki_value_type(m, value)) : value;
}

static dxki_value number_of(dxk_module *m, dxki_value value)
{
    if (!dxki_pass_unset_is_open(m, value))
        return zero_if_undef(m, value);
    const dxki_op op = (dxki_op)dxki_const_get(m, value)->opcode;
    dxki_value second = dxki_const_expr_op(m, value, 1);
    dxki_value a = zero_if_undef(m, dxki_const_expr_op(m, value, 0));
    dxki_value b = a ? zero_if_undef(m, second) : 0;
    return b ? dxki_fold_binary(m, op, 0, a, b) : 0;
}

dxki_value dxki_pass_unset_number(dxk_module *m, dxki_op op, dxki_value a, dxki_value b)
{
    a = number_of(m, a);
    b = a ? number_of(m, b) : 0;
    return b ? dxki_fold_binary(m, op, 0, a, b) : 0;
}

static dxki_value closed(folder *f, dxki_value value)
{
    return made(f, number_of(f->m, value));
}

/* --- operators --- */

/* One operand is a variable. */
static dxki_value fold_int(folder *f)
{
    bool right = is_undef(f, 1);

    switch (f->in->op) {
    case DXKI_OP_ADD:
    case DXKI_OP_SUB:
    case DXKI_OP_XOR:
        return f->ops[right];
    case DXKI_OP_OR:
        return made(f, dxki_const_all_ones(f->m, f->in->type));
    case DXKI_OP_AND:
    case DXKI_OP_MUL:
        return made(f, dxki_const_null(f->m, f->in->type));
    default: /* division, shifts */
        return right ? f->ops[1] : made(f, dxki_const_null(f->m, f->in->type));
    }
}

static dxki_value fold_real(folder *f)
{
    bool divides = f->in->op == DXKI_OP_FDIV || f->in->op == DXKI_OP_FREM;
    dxki_value a = f->ops[0], b = f->ops[1];

    if (!is_constant(f))
        return divides && !dxki_pass_unset_is_open(f->m, a) && !dxki_pass_unset_is_open(f->m, b)
                   ? f->ops[is_undef(f, 1)]
                   : 0;
    const dxki_op op = (dxki_op)f->in->op;
    bool open = dxki_pass_unset_is_open(f->m, a) || dxki_pass_unset_is_open(f->m, b);
    return made(f, open || !f->m->unset_stays ? dxki_pass_unset_number(f->m, op, a, b)
                                              : dxki_fold_binary(f->m, op, 0, a, b));
}

static dxki_value fold_binary(folder *f)
{
    if (dxki_type_is_fp(f->m, dxki_type_scalar(f->m, f->in->type)))
        return fold_real(f);
    if (!is_constant(f))
        return fold_int(f);
    return made(f, dxki_fold_binary(f->m, (dxki_op)f->in->op, 0, f->ops[0], f->ops[1]));
}

/* An integer is taken to equal what it is compared with, if that is a variable. */
static dxki_value fold_compare(folder *f)
{
    dxki_value a = f->ops[0], b = f->ops[1];

    if (is_constant(f)) {
        a = dxki_pass_unset_is_open(f->m, a) ? closed(f, a) : a;
        b = dxki_pass_unset_is_open(f->m, b) ? closed(f, b) : b;
    } else if (dxki_pass_unset_is_open(f->m, a) || dxki_pass_unset_is_open(f->m, b)) {
        return 0;
    } else if (f->in->op == DXKI_OP_ICMP) {
        a = b = made(f, dxki_const_null(f->m, dxki_value_type(f->m, a)));
    }
    return f->failed ? 0 : made(f, dxki_fold_compare(f->m, f->in->sub, a, b));
}

/* --- the rest --- */

static dxki_value fold_select(folder *f)
{
    if (!is_undef(f, 0) && !is_undef(f, 1) && !is_undef(f, 2))
        return 0;
    if (is_undef(f, 0))
        return f->ops[dxki_value_is_const(f->ops[1]) && !is_undef(f, 1) ? 1 : 2];
    return f->ops[is_undef(f, 1) ? 2 : 1];
}

/* A function of numbers is left to the device: it gets zeros. All functions take expressions. */
static bool define_arguments(folder *f)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(f->m, f->in);
    const bool pure = op && op->kind == DXKI_DXK_PURE;

    for (uint32_t k = 1; op && k <= op->operand_count; k++) {
        dxki_value op_k = dxki_inst_ops(f->m, f->inst)[k];
        if (!(pure && dxki_const_is_undef(f->m, op_k)) && !dxki_pass_unset_is_open(f->m, op_k))
            continue;
        dxki_value number = closed(f, op_k);
        if (!number || !dxki_inst_set_op(f->m, f->inst, k, number))
            return false;
    }
    return true;
}

static dxki_value fold_convert(folder *f)
{
    dxki_value value = dxki_pass_unset_is_open(f->m, f->ops[0]) ? closed(f, f->ops[0]) : f->ops[0];

    return value ? made(f, dxki_fold_cast(f->m, (dxki_op)f->in->op, value, f->in->type)) : 0;
}

static dxki_value fold_element(folder *f)
{
    if (f->in->op == DXKI_OP_INSERTELEMENT)
        return is_undef(f, 1) ? f->ops[0] : 0;
    return is_undef(f, 0) ? made(f, dxki_const_undef(f->m, f->in->type)) : 0;
}

/* Value of an instruction with an undefined operand; 0: it is kept. */
static dxki_value fold(folder *f)
{
    switch (f->in->op) {
    case DXKI_OP_ICMP:
    case DXKI_OP_FCMP:
        return fold_compare(f);
    case DXKI_OP_SELECT:
        return fold_select(f);
    case DXKI_OP_INSERTELEMENT:
    case DXKI_OP_EXTRACTELEMENT:
        return fold_element(f);
    case DXKI_OP_CALL:
        f->failed = !define_arguments(f);
        return 0;
    default:
        break;
    }
    switch (dxki_op_class_of((dxki_op)f->in->op)) {
    case DXKI_OC_CAST:
        return fold_convert(f);
    case DXKI_OC_BIN:
        return fold_binary(f);
    default:
        return 0;
    }
}

/* True if there is something to fold. */
static bool has_undef(const folder *f)
{
    for (uint32_t k = 0; k < f->in->op_count; k++) {
        if (is_undef(f, k) || dxki_pass_unset_is_open(f->m, f->ops[k]))
            return f->in->op != DXKI_OP_PHI;
    }
    return false;
}

/* False: out of memory. */
static bool fold_inst(dxki_pass *p, uint32_t inst, bool *again)
{
    dxk_module *m = p->m;
    const dxki_inst in = m->insts.items[inst];
    folder f = {.m = m, .inst = inst, .in = &in, .ops = dxki_inst_ops(m, inst)};

    if (!has_undef(&f))
        return true;
    dxki_value value = fold(&f);
    if (!value)
        return !f.failed;
    *again = true;
    dxki_pass_changed(p);
    return dxki_value_replace(m, DXKI_VALUE(DXKI_V_INST, inst), value) && dxki_inst_remove(m, inst);
}

bool dxki_pass_unset_fold(dxki_pass *p)
{
    bool again = true;

    while (again) {
        again = false;
        DXKI_EACH_BLOCK(p->m, p->function, block) {
            DXKI_EACH_INST(p->m, block, inst) {
                if (!fold_inst(p, inst, &again))
                    return false;
            }
        }
    }
    return true;
}

dxk_status dxki_pass_fold_undef(dxki_pass *p)
{
    p->m->unset_stays = false;
    return dxki_pass_unset_fold(p) ? DXK_OK : dxki_nomem(p->ctx);
}
