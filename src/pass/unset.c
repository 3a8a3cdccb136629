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

static dxki_value defined(folder *f, uint32_t k)
{
    return is_undef(f, k) ? made(f, dxki_const_null(f->m, f->in->type)) : f->ops[k];
}

static dxki_value fold_real(folder *f)
{
    bool divides = f->in->op == DXKI_OP_FDIV || f->in->op == DXKI_OP_FREM;

    if (!is_constant(f))
        return divides ? f->ops[is_undef(f, 1)] : 0;
    dxki_value a = defined(f, 0), b = defined(f, 1);
    return f->failed ? 0 : made(f, dxki_fold_binary(f->m, (dxki_op)f->in->op, 0, a, b));
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

    if (f->in->op == DXKI_OP_ICMP && !is_constant(f))
        a = b = made(f, dxki_const_null(f->m, dxki_value_type(f->m, a)));
    return f->failed ? 0 : made(f, dxki_fold_compare(f->m, f->in->sub, a, b));
}

/* --- the rest --- */

static dxki_value fold_select(folder *f)
{
    if (is_undef(f, 0))
        return f->ops[dxki_value_is_const(f->ops[1]) && !is_undef(f, 1) ? 1 : 2];
    return f->ops[is_undef(f, 1) ? 2 : 1];
}

/* A function of numbers is left to the device: it gets zeros. */
static bool define_arguments(folder *f)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(f->m, f->in);

    for (uint32_t k = 1; op && op->kind == DXKI_DXK_PURE && k <= op->operand_count; k++) {
        dxki_value op_k = dxki_inst_ops(f->m, f->inst)[k];
        if (!dxki_const_is_undef(f->m, op_k))
            continue;
        dxki_value zero = dxki_const_null(f->m, dxki_value_type(f->m, op_k));
        if (!zero || !dxki_inst_set_op(f->m, f->inst, k, zero))
            return false;
    }
    return true;
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
        return made(f, dxki_fold_cast(f->m, (dxki_op)f->in->op, f->ops[0], f->in->type));
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
        if (is_undef(f, k))
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
