/* SPDX-License-Identifier: MIT */
/*
 * known_bits.c - the pass known-bits: what is decided by the bits and ranges of integers (known.h).
 *
 * Masks that clear what is 0 and set what is 1 already go, and so do remainders of smaller numbers
 * and bounds that hold; comparisons are decided; division with a sign becomes one without if no
 * number is negative. Cases of a switch that its value never has go, so that nothing is computed
 * for a value that is out of bounds there.
 */
#include "pass/constant_use.h"
#include "pass/flow.h"
#include "pass/known.h"
#include "pass/merge.h"

typedef dxki_pass_known known;

typedef struct decider {
    dxki_pass *p;
    dxk_module *m;
    dxki_pass_facts_known facts;
    dxki_pass_algebra a;
    dxki_pass_flow_cuts cuts;
    DXKI_VEC(uint32_t) words; /* operands of the switch at hand */
} decider;

static bool is_negative_possible(const known *k)
{
    return k->high >> (k->width - 1) & 1;
}

/* ---------------------------------------------------------------------------------------- */
/* Comparisons                                                                                */

typedef enum answer { NO, YES, UNKNOWN } answer;

static answer negated(answer a)
{
    return a == UNKNOWN ? UNKNOWN : a == YES ? NO : YES;
}

static answer is_below(const known *a, const known *b)
{
    return a->high < b->low ? YES : a->low >= b->high ? NO : UNKNOWN;
}

static answer is_equal(const known *a, const known *b)
{
    if (a->high < b->low || b->high < a->low || a->one & b->zero || a->zero & b->one)
        return NO;
    return a->low == a->high && b->low == b->high && a->low == b->low ? YES : UNKNOWN;
}

static answer decide(uint32_t predicate, const known *a, const known *b)
{
    bool has_sign = predicate >= DXKI_PASS_SGT;
    if (has_sign && (is_negative_possible(a) || is_negative_possible(b)))
        return UNKNOWN;
    switch (has_sign ? predicate - (DXKI_PASS_SGT - DXKI_PASS_UGT) : predicate) {
    case DXKI_PASS_EQ:
        return is_equal(a, b);
    case DXKI_PASS_NE:
        return negated(is_equal(a, b));
    case DXKI_PASS_ULT:
        return is_below(a, b);
    case DXKI_PASS_UGT:
        return is_below(b, a);
    case DXKI_PASS_ULE:
        return negated(is_below(b, a));
    default:
        return negated(is_below(a, b));
    }
}

static dxki_value decided(decider *d, const dxki_inst *in)
{
    const dxki_value *ops = d->m->words.items + in->ops;
    known a = dxki_pass_known_of(&d->facts, ops[0]), b = dxki_pass_known_of(&d->facts, ops[1]);
    answer is = a.width && b.width ? decide(in->sub, &a, &b) : UNKNOWN;
    return is == UNKNOWN ? 0 : dxki_pass_alg_int(&d->a, DXKI_TY_I1, is == YES);
}

/* ---------------------------------------------------------------------------------------- */
/* The rest                                                                                   */

static uint64_t all_bits(const known *k)
{
    return k->width < 64 ? ((uint64_t)1 << k->width) - 1 : ~(uint64_t)0;
}

/* True if the first of two operands is the result, whatever the other one is. */
static bool prevails(dxki_op op, const known *a, const known *b)
{
    switch (op) {
    case DXKI_OP_AND:
        return (a->zero | b->one) == all_bits(a);
    case DXKI_OP_OR:
        return (a->one | b->zero) == all_bits(a);
    case DXKI_OP_UREM:
        return a->high < b->low;
    default:
        return false;
    }
}

static bool prevails_in_call(dxki_dxop op, const known *a, const known *b)
{
    return (op == DXKI_DXOP_UMin && a->high <= b->low) ||
           (op == DXKI_DXOP_UMax && a->low >= b->high);
}

/* The operand that an instruction of two equals; 0: none is known to. */
static dxki_value operand(const decider *d, const dxki_inst *in)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(d->m, in);
    const dxki_value *ops = d->m->words.items + in->ops + (op ? 1 : 0);
    if (op ? op->operand_count != 2 : dxki_op_class_of((dxki_op)in->op) != DXKI_OC_BIN)
        return 0;
    known a = dxki_pass_known_of(&d->facts, ops[0]), b = dxki_pass_known_of(&d->facts, ops[1]);
    if (!a.width || !b.width)
        return 0;
    if (op)
        return prevails_in_call(dxki_dxop_row(op), &a, &b)   ? ops[0]
               : prevails_in_call(dxki_dxop_row(op), &b, &a) ? ops[1]
                                                             : 0;
    if (prevails((dxki_op)in->op, &a, &b))
        return ops[0];
    return in->op != DXKI_OP_UREM && prevails((dxki_op)in->op, &b, &a) ? ops[1] : 0;
}

/* Division and extension of what is not negative. */
static dxki_value without_sign(decider *d, uint32_t inst)
{
    dxki_inst in = *dxki_inst_get(d->m, inst);
    dxki_value ops[2] = {0, 0};
    for (uint32_t i = 0; i < in.op_count; i++) {
        ops[i] = d->m->words.items[in.ops + i];
        known k = dxki_pass_known_of(&d->facts, ops[i]);
        if (!k.width || is_negative_possible(&k))
            return 0;
    }
    return dxki_pass_alg_make(&d->a, inst, in.op == DXKI_OP_SDIV ? DXKI_OP_UDIV : DXKI_OP_UREM, 0,
                              0, in.type, ops, 2);
}

static dxki_value decide_inst(decider *d, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(d->m, inst);
    known k = dxki_pass_known_of(&d->facts, DXKI_VALUE(DXKI_V_INST, inst));
    if (k.width && k.low == k.high && in->op != DXKI_OP_LOAD)
        return dxki_pass_alg_int(&d->a, in->type, k.low);
    if (in->op == DXKI_OP_ICMP)
        return decided(d, in);
    if (in->op == DXKI_OP_SDIV || in->op == DXKI_OP_SREM)
        return without_sign(d, inst);
    return operand(d, in);
}

static bool visit(decider *d, uint32_t inst)
{
    dxki_pass_known_enter(&d->facts, inst);
    if (!dxki_type_is_int(d->m, dxki_inst_get(d->m, inst)->type) ||
        !dxki_tracked_first(d->m, DXKI_VALUE(DXKI_V_INST, inst)))
        return true;
    dxki_value value = decide_inst(d, inst);
    if (d->a.failed)
        return false;
    if (!value || !dxki_pass_may_be_constant(d->p, DXKI_VALUE(DXKI_V_INST, inst), value))
        return true;
    dxki_pass_changed(d->p);
    return dxki_pass_stand_in(d->m, inst, value);
}

/* ---------------------------------------------------------------------------------------- */
/* Switches                                                                                   */

/* True if the value of a switch is never that of a case. A loop keeps the ways out of it. */
static bool is_never(decider *d, const dxki_cfg *cfg, uint32_t block, uint32_t end, uint32_t k)
{
    const dxki_loops *loops = dxki_pass_loops(d->p);
    const dxki_value *ops = dxki_inst_ops(d->m, end);
    known value = dxki_pass_known_of(&d->facts, ops[0]), at = dxki_pass_known_of(&d->facts, ops[k]);
    uint32_t from = dxki_cfg_number(cfg, block);
    uint32_t to = dxki_cfg_number(cfg, dxki_pass_flow_target(d->m, end, k + 1));
    if (!loops) {
        d->a.failed = true;
        return false;
    }
    return value.width && at.width && is_equal(&value, &at) == NO &&
           loops->of[from] == loops->of[to];
}

static bool drop_cases(decider *d, const dxki_cfg *cfg, uint32_t block)
{
    uint32_t end = dxki_pass_flow_end(d->m, block);
    const dxki_inst *in = dxki_inst_get(d->m, end);
    uint32_t count = end && in->op == DXKI_OP_SWITCH ? in->op_count : 0;
    bool good = true;
    d->words.count = 0;
    for (uint32_t k = 0; k < count && good; k += 2) {
        const dxki_value *ops = dxki_inst_ops(d->m, end);
        if (k && is_never(d, cfg, block, end, k))
            good =
                dxki_pass_flow_cut(d->p, &d->cuts, block, dxki_pass_flow_target(d->m, end, k + 1));
        else
            good = dxki_vec_push(d->p->ctx, &d->words, ops[k]) &&
                   dxki_vec_push(d->p->ctx, &d->words, ops[k + 1]);
    }
    if (!good || d->a.failed || d->words.count == count)
        return good && !d->a.failed;
    return dxki_inst_set_ops(d->m, end, d->words.items, (uint32_t)d->words.count, NULL, 0);
}

static bool drop_all_cases(decider *d, const dxki_cfg *cfg)
{
    bool good = true;
    for (uint32_t b = 0; b < cfg->count && good; b++)
        good = !dxki_cfg_is_reached(cfg, b) || drop_cases(d, cfg, cfg->blocks[b]);
    if (good && d->cuts.edges.count) {
        good = dxki_pass_flow_apply(d->p, &d->cuts);
        dxki_pass_changed(d->p);
        dxki_pass_forget(d->p, DXKI_PASS_KEEPS_DXIL);
        good = good && dxki_pass_flow_remove_unreached(d->p);
    }
    dxki_pass_flow_cuts_free(d->p, &d->cuts);
    dxki_vec_free(d->p->ctx, &d->words);
    return good;
}

dxk_status dxki_pass_known_bits(dxki_pass *p)
{
    decider d = {.p = p, .m = p->m};
    const dxki_cfg *cfg = dxki_pass_cfg(p);
    if (!cfg || !dxki_module_touch(p->m) || !dxki_pass_known_begin(&d.facts, p) ||
        !dxki_pass_alg_begin(&d.a, p))
        return dxki_nomem(p->ctx);
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        if (cfg->order.nodes[i] == cfg->count)
            continue;
        DXKI_EACH_INST(p->m, cfg->blocks[cfg->order.nodes[i]], inst) {
            if (!visit(&d, inst))
                return dxki_nomem(p->ctx);
        }
    }
    return drop_all_cases(&d, cfg) ? DXK_OK : dxki_nomem(p->ctx);
}
