/* SPDX-License-Identifier: MIT */
/* gvn_truths.c - conditions that a branch has decided, and what equals a constant then. See gvn.c. */
#include "pass/constant_use.h"
#include "pass/gvn.h"

/* Below all opcodes of instructions. */
#define TRUTH_KEY 0u

/* Ways into a block whose phis are looked at for conditions. */
#define MOST_WAYS 16u

/* Parts of a condition that are decided with it. */
#define TRUTH_DEPTH 4u

/* Cases of a switch that are looked at for the one that leads to a block. */
#define MOST_CASES 256u

/* ---------------------------------------------------------------------------------------- */
/* What is known                                                                              */

/* The bit of n->known that stands for a value, and for others. */
static uint64_t filter_bit(dxki_value value)
{
    return (uint64_t)1 << (value & 63);
}

/* A condition, or another value that is one constant here. */
static void enter_known(dxki_pass_gvn_walk *n, dxki_value value, dxki_value constant)
{
    dxki_pass_gvn_key(n, TRUTH_KEY);
    dxki_pass_gvn_key(n, value);
    dxki_pass_table_enter(&n->table, constant);
    n->known |= filter_bit(value);
}

/* What is known of a value here; 0: nothing. */
static dxki_value known_of(dxki_pass_gvn_walk *n, dxki_value value)
{
    if (!(n->known & filter_bit(value)) || dxki_value_is_const(value))
        return 0;
    dxki_pass_gvn_key(n, TRUTH_KEY);
    dxki_pass_gvn_key(n, value);
    dxki_value constant = dxki_pass_table_find(&n->table);
    dxki_pass_table_drop(&n->table);
    return constant;
}

/* ---------------------------------------------------------------------------------------- */
/* Conditions and equalities                                                                  */

/* True if only this value equals the constant: a zero has two signs, and denormal numbers may count
 * as zero. */
static bool is_one_value(const dxki_pass_gvn_walk *n, dxki_value constant)
{
    dxki_pass_number c;
    return dxki_pass_alg_number(n->m, constant, &c) && !dxki_pass_alg_is_loose(&n->a, c.type) &&
           (!c.is_float || dxki_pass_alg_is_normal(&c));
}

/* A value that equals a constant: that takes its place. */
static void enter_equality(dxki_pass_gvn_walk *n, const dxki_inst *comparison, bool truth)
{
    uint32_t predicate = truth ? comparison->sub : dxki_pass_alg_inverse(comparison->sub);
    dxki_value x = n->m->words.items[comparison->ops], y = n->m->words.items[comparison->ops + 1];
    bool equal = predicate == DXKI_PASS_EQ || predicate == DXKI_PASS_OEQ;
    if (equal && !dxki_value_is_const(x) && is_one_value(n, y))
        enter_known(n, x, y);
}

static void enter_truth(dxki_pass_gvn_walk *n, dxki_value condition, bool truth, uint32_t depth);

/* The comparison that comes out as `truth`, and its opposite. */
static void enter_comparison(dxki_pass_gvn_walk *n, const dxki_inst *comparison, bool truth)
{
    dxki_inst in = *comparison;
    dxki_pass_gvn_begin_key(n, &in);
    dxki_pass_table_enter(&n->table, dxki_pass_alg_int(&n->a, DXKI_TY_I1, truth));
    in.sub = (uint16_t)dxki_pass_alg_inverse(in.sub);
    dxki_pass_gvn_begin_key(n, &in);
    dxki_pass_table_enter(&n->table, dxki_pass_alg_int(&n->a, DXKI_TY_I1, !truth));
    enter_equality(n, comparison, truth);
}

/* What keeps a block inside of a loop is no truth. */
static bool is_opaque(const dxki_pass_gvn_walk *n, const dxki_inst *comparison)
{
    uint32_t left = dxki_value_as_inst(n->m->words.items[comparison->ops]);
    return left && dxki_pass_opaque_load(n->m, dxki_inst_get(n->m, left));
}

static void enter_parts(dxki_pass_gvn_walk *n, const dxki_inst *in, bool truth, uint32_t depth)
{
    dxki_value ops[2] = {n->m->words.items[in->ops], n->m->words.items[in->ops + 1]};
    bool both = in->op == (truth ? DXKI_OP_AND : DXKI_OP_OR);
    bool turned = in->op == DXKI_OP_XOR && dxki_pass_alg_is_int(n->m, ops[1], 1);
    for (uint32_t i = 0; i < 2 && both; i++)
        enter_truth(n, ops[i], truth, depth - 1);
    if (turned)
        enter_truth(n, ops[0], !truth, depth - 1);
}

static void enter_truth(dxki_pass_gvn_walk *n, dxki_value condition, bool truth, uint32_t depth)
{
    uint32_t inst = dxki_value_as_inst(condition);
    const dxki_inst *in = inst ? dxki_inst_get(n->m, inst) : NULL;
    bool compares = in && dxki_op_class_of((dxki_op)in->op) == DXKI_OC_CMP;
    if (dxki_value_is_const(condition) || depth == 0 || (compares && is_opaque(n, in)))
        return;
    enter_known(n, condition, dxki_pass_alg_int(&n->a, DXKI_TY_I1, truth));
    if (compares)
        enter_comparison(n, in, truth);
    else if (in && dxki_op_class_of((dxki_op)in->op) == DXKI_OC_BIN)
        enter_parts(n, in, truth, depth);
}

/* The value of a switch, if one case alone leads to the block. */
static void enter_case(dxki_pass_gvn_walk *n, const dxki_inst *end, uint32_t block)
{
    const dxki_value *ops = n->m->words.items + end->ops;
    dxki_value only = 0;
    if (end->op_count > 2 * MOST_CASES || DXKI_INDEX(ops[1]) == block ||
        dxki_value_is_const(ops[0]))
        return;
    for (uint32_t k = 2; k + 1 < end->op_count; k += 2) {
        if (DXKI_INDEX(ops[k + 1]) != block)
            continue;
        if (only)
            return;
        only = ops[k];
    }
    if (only && is_one_value(n, only))
        enter_known(n, ops[0], only);
}

void dxki_pass_gvn_enter_truths(dxki_pass_gvn_walk *n, uint32_t number)
{
    const dxki_edges *pred = &n->cfg->graph.pred;
    if (pred->start[number + 1] - pred->start[number] != 1)
        return;
    uint32_t from = n->cfg->blocks[pred->to[pred->start[number]]];
    const dxki_inst *br = dxki_inst_get(n->m, n->m->blocks.items[from].last_inst);
    const dxki_value *ops = n->m->words.items + br->ops;
    if (br->op == DXKI_OP_BR && br->op_count == 3)
        enter_truth(n, ops[0], DXKI_INDEX(ops[2]) == n->cfg->blocks[number], TRUTH_DEPTH);
    else if (br->op == DXKI_OP_SWITCH)
        enter_case(n, br, n->cfg->blocks[number]);
}

/* ---------------------------------------------------------------------------------------- */
/* Uses                                                                                       */

/* A branch that leaves a loop decides what is in it. */
static bool stays_in_loop(const dxki_pass_gvn_walk *n)
{
    uint32_t count = n->cfg->count; /* the exit, which is in no loop, is after the blocks */
    DXKI_EACH_SUCC(n->cfg, n->block, e)
    {
        uint32_t to = n->cfg->graph.succ.to[e], loop = to < count ? n->loops->of[to] : 0;
        if (loop != n->loops->of[n->block])
            return false;
    }
    return true;
}

static void use_truth(dxki_pass_gvn_walk *n, uint32_t inst, uint32_t operand)
{
    dxki_value known = known_of(n, n->m->words.items[dxki_inst_get(n->m, inst)->ops + operand]);
    if (!known || !dxki_pass_may_use_constant(n->p, inst, operand, known))
        return;
    dxki_pass_changed(n->p);
    n->failed = n->failed || !dxki_inst_set_op(n->m, inst, operand, known);
}

/* What lanes do together keeps its operands: those of lanes that are not here may be others. */
static bool keeps_operands(const dxki_pass_gvn_walk *n, const dxki_inst *in)
{
    if (in->op != DXKI_OP_CALL)
        return in->op == DXKI_OP_PHI;
    const dxki_dxop_info *op = dxki_call_dxop_complete(n->m, in);
    return !op || dxki_dxop_effect_get((dxki_dxop_kind)op->kind)->convergence != DXKI_DXC_NONE;
}

void dxki_pass_gvn_use_truths(dxki_pass_gvn_walk *n, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(n->m, inst);
    bool ends = dxki_op_class_of((dxki_op)in->op) == DXKI_OC_TERM;
    uint32_t count = in->op_count;
    if (!n->known || keeps_operands(n, in) || (ends && !stays_in_loop(n)))
        return;
    for (uint32_t i = 0; i < count; i++)
        use_truth(n, inst, i);
}

/* What a phi gets from this block, unless it gets the same from another, so that it may be that. */
static void use_truth_in_phi(dxki_pass_gvn_walk *n, uint32_t phi)
{
    const dxki_inst *in = dxki_inst_get(n->m, phi);
    uint32_t block = n->cfg->blocks[n->block], mine = MOST_WAYS;
    if (in->op_count > MOST_WAYS)
        return;
    for (uint32_t k = 0; k < in->op_count; k++) {
        if (dxki_phi_block(n->m, phi, k) == block)
            mine = k;
    }
    const dxki_value *ops = n->m->words.items + in->ops;
    for (uint32_t k = 0; k < in->op_count && mine < MOST_WAYS; k++) {
        if (k != mine && ops[k] == ops[mine])
            return;
    }
    if (mine < MOST_WAYS)
        use_truth(n, phi, mine);
}

void dxki_pass_gvn_use_truths_in_phis(dxki_pass_gvn_walk *n)
{
    if (!n->known)
        return;
    DXKI_EACH_SUCC(n->cfg, n->block, e)
    {
        uint32_t to = n->cfg->graph.succ.to[e];
        if (to == n->cfg->count)
            continue;
        DXKI_EACH_INST(n->m, n->cfg->blocks[to], phi) {
            if (dxki_inst_get(n->m, phi)->op != DXKI_OP_PHI)
                break;
            use_truth_in_phi(n, phi);
        }
    }
}
