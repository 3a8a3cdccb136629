/* SPDX-License-Identifier: MIT */
/*
 * clean.c - which floats are known not to be denormal, so that an operation that flushes its operands
 * need not look at them: results of such operations, converted integers, and what is chosen from them.
 *
 * Phis of loops are taken for clean until an operand is not. A function in which that goes on for many
 * rounds is judged without them.
 */
#include "exec/alu.h"
#include "exec/decoder.h"

#include "exec/clean.h"

#define MAX_ROUNDS 8u

static bool is_float(const dxk_module *m, dxki_type type)
{
    return dxki_type_scalar(m, type) == DXKI_TY_FLOAT;
}

bool dxki_exec_is_clean(const dxki_exec_decoder *d, dxki_value value)
{
    const dxki_const *c = dxki_const_get(d->m, value);

    if (DXKI_TAG(value) == DXKI_V_INST)
        return d->insts[DXKI_INDEX(value)].is_clean;
    if (!c || (c->kind != DXKI_C_FLOAT && c->kind != DXKI_C_NULL))
        return false;
    uint32_t bits = c->kind == DXKI_C_NULL ? 0 : (uint32_t)dxki_const_bits(c);
    return (bits & 0x7F800000u) != 0 || (bits & 0x7FFFFFFFu) == 0;
}

static bool all_clean(const dxki_exec_decoder *d, const dxki_value *values, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++)
        if (!dxki_exec_is_clean(d, values[n]))
            return false;
    return true;
}

static bool result_is_clean(const dxki_exec_decoder *d, uint32_t inst, bool trusts_phis)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);

    switch (i->op) {
    case DXKI_OP_FADD:
    case DXKI_OP_FMUL:
    case DXKI_OP_FDIV:
    case DXKI_OP_FREM:
    case DXKI_OP_SITOFP:
    case DXKI_OP_UITOFP:
    case DXKI_OP_FPEXT:
    case DXKI_OP_FPTRUNC:
        return true;
    case DXKI_OP_FSUB: /* which may only change a sign */
        return !dxki_const_get(d->m, ops[0]) || dxki_exec_is_clean(d, ops[1]);
    case DXKI_OP_PHI:
        return trusts_phis && all_clean(d, ops, i->op_count);
    case DXKI_OP_SELECT:
        return all_clean(d, ops + 1, 2);
    case DXKI_OP_CALL:
        return dxki_exec_op_gives_clean(d, inst);
    default:
        return false;
    }
}

/* Judges all results in order; true: something has changed. */
static bool judge(dxki_exec_decoder *d, bool trusts_phis)
{
    bool changed = false;

    for (uint32_t p = 0; p < d->order.count; p++) {
        if (d->order.places[p].is_latch)
            continue;
        DXKI_EACH_INST(d->m, d->cfg.blocks[d->order.places[p].block], inst) {
            if (!is_float(d->m, dxki_inst_get(d->m, inst)->type))
                continue;
            bool is = result_is_clean(d, inst, trusts_phis);
            changed |= d->insts[inst].is_clean != is;
            d->insts[inst].is_clean = is;
        }
    }
    return changed;
}

void dxki_exec_find_clean(dxki_exec_decoder *d)
{
    uint32_t rounds = 0;

    if (!d->flushes)
        return;
    for (uint32_t p = 0; p < d->order.count; p++)
        if (!d->order.places[p].is_latch)
            DXKI_EACH_INST(d->m, d->cfg.blocks[d->order.places[p].block], inst)
                d->insts[inst].is_clean = is_float(d->m, dxki_inst_get(d->m, inst)->type);
    while (judge(d, true))
        if (++rounds == MAX_ROUNDS) {
            judge(d, false);
            judge(d, false);
            return;
        }
}
