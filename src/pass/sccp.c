/* SPDX-License-Identifier: MIT */
/*
 * sccp.c - constants through branches: Wegman and Zadeck, "Constant propagation with conditional
 * branches". A value is thought to be nothing, then one constant, then anything, and only what can
 * be reached under these assumptions is looked at:
 *
 *     %a = phi [1, entry], [%b, loop]      %b is 1 as long as %a is, so that the branch never goes
 *     %c = icmp eq %a, 1                   to `else`, which could make it something else.
 *     br %c, then, else
 *
 * Two work lists, of values that changed and of blocks that became reached; each value changes twice
 * at most, so time is linear in uses and edges. Values that no way has set by then are nothing; what is
 * computed of them may be anything, and so may what depends on that. What numbers come to is algebra.h's
 * business. Loads are anything, so that conditions which must not be folded (@dx.break.cond) are not.
 */
#include "ir/fold.h"
#include "pass/algebra.h"
#include "pass/flow.h"
#include "pass/constant_use.h"

/* What is thought of a value: 0 nothing so far, a constant, or this. */
#define ANYTHING DXKI_VALUE(DXKI_V_FORWARD, 1)

typedef struct propagation {
    dxki_pass *p;
    const dxki_cfg *cfg;
    dxki_pass_algebra algebra;
    dxki_value *known;         /* by instruction */
    uint8_t *reached;          /* by block: control may come there */
    uint8_t *goes;             /* by block: 0 it is not left, 1 one way, 2 any way */
    uint32_t *only;            /* by block: that way, by number of the block */
    DXKI_VEC(uint32_t) values; /* instructions whose users are to be looked at */
    DXKI_VEC(uint32_t) blocks; /* to be looked at, by number */
    DXKI_VEC(uint32_t) way;    /* those that were, as they were reached */
    size_t settled;            /* of them, in which nothing hangs on what is nothing */
    DXKI_VEC(dxki_value) args; /* of the call at hand */
    bool failed;
} propagation;

/* ---------------------------------------------------------------------------------------- */
/* What is thought                                                                            */

static dxki_value thought(const propagation *s, dxki_value value)
{
    switch (DXKI_TAG(value)) {
    case DXKI_V_CONST:
        return dxki_const_is_undef(s->p->m, value) ? 0 : value;
    case DXKI_V_INST:
        return s->known[DXKI_INDEX(value)];
    default:
        return ANYTHING;
    }
}

/* Thinks less definitely of a result: `value` as well as what was thought. */
static void lower(propagation *s, uint32_t inst, dxki_value value)
{
    dxki_value before = s->known[inst];
    if (!value || before == ANYTHING || before == value)
        return;
    if (before)
        value = ANYTHING;
    s->known[inst] = value;
    s->failed = s->failed || !dxki_vec_push(s->p->ctx, &s->values, inst);
}

/* ---------------------------------------------------------------------------------------- */
/* What instructions come to                                                                  */

/* A computation of numbers: nothing while an operand is nothing. Undef is no number. */
static bool read_operands(propagation *s, uint32_t inst, uint32_t first, uint32_t count,
                          bool *nothing)
{
    const dxki_value *ops = dxki_inst_ops(s->p->m, inst);
    bool constant = true;
    *nothing = false;
    s->args.count = 0;
    if (!dxki_vec_reserve(s->p->ctx, &s->args, count)) {
        s->failed = true;
        return false;
    }
    for (uint32_t i = first; i < first + count; i++) {
        dxki_value value = thought(s, ops[i]);
        *nothing = *nothing || (!value && DXKI_TAG(ops[i]) == DXKI_V_INST);
        constant = constant && DXKI_TAG(value) == DXKI_V_CONST;
        s->args.items[s->args.count++] = value;
    }
    return constant;
}

/* Part of what an operation gives. */
static dxki_value operation(propagation *s, uint32_t call, dxki_type type, uint32_t part)
{
    const dxk_module *m = s->p->m;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, dxki_inst_get(m, call));
    bool nothing;
    if (!op || !(op->flags & (DXKI_DXF_FOLD | DXKI_DXF_FOLD_NEAR)))
        return ANYTHING;
    if (!read_operands(s, call, 1, op->operand_count, &nothing))
        return nothing ? 0 : ANYTHING;
    dxki_value value = dxki_pass_alg_operation(&s->algebra, op, s->args.items, type, part);
    return value ? value : ANYTHING;
}

/* Division by zero gives all ones, whatever is divided. */
static dxki_value binary(propagation *s, const dxki_inst *in, uint32_t inst)
{
    bool nothing, constant = read_operands(s, inst, 0, 2, &nothing);
    const dxki_value *args = s->args.items;
    uint64_t bits;
    dxki_value value = 0;
    if (nothing)
        return 0;
    if (dxki_op_get(in->op)->family == DXKI_OF_DIVISION && args[1] &&
        dxki_value_as_int(s->p->m, args[1], &bits) && bits == 0)
        value = dxki_const_int(s->p->m, in->type, ~(uint64_t)0);
    else if (constant)
        value = dxki_pass_alg_binary(&s->algebra, (dxki_op)in->op, args[0], args[1]);
    return value ? value : ANYTHING;
}

/* The one that is chosen, or what both have in common. */
static dxki_value select(propagation *s, uint32_t inst)
{
    const dxki_value *ops = dxki_inst_ops(s->p->m, inst);
    dxki_value condition = thought(s, ops[0]), a = thought(s, ops[1]), b = thought(s, ops[2]);
    uint64_t bits;
    if (!condition)
        return dxki_value_as_inst(ops[0]) ? 0 : ANYTHING;
    if (dxki_value_as_int(s->p->m, condition, &bits))
        return bits ? a : b;
    return a == b || !b ? a : !a ? b : ANYTHING;
}

static dxki_value part_of(propagation *s, const dxki_inst *in, uint32_t inst)
{
    const dxk_module *m = s->p->m;
    uint32_t call = dxki_value_as_inst(dxki_inst_ops(m, inst)[0]);
    const uint32_t *extra = dxki_inst_ops(m, inst) + in->op_count;
    if (!call || dxki_inst_get(m, call)->op != DXKI_OP_CALL || extra[0] != 1)
        return ANYTHING;
    return operation(s, call, in->type, extra[1]);
}

/* Value of an instruction other than a phi. */
static dxki_value evaluate(propagation *s, uint32_t inst)
{
    const dxki_inst in = *dxki_inst_get(s->p->m, inst);
    bool nothing, constant;
    dxki_value value = 0;
    switch (dxki_op_class_of((dxki_op)in.op)) {
    case DXKI_OC_BIN:
        return binary(s, &in, inst);
    case DXKI_OC_CMP:
        constant = read_operands(s, inst, 0, 2, &nothing);
        if (constant)
            value = dxki_pass_alg_compare(&s->algebra, in.sub, s->args.items[0], s->args.items[1]);
        return nothing ? 0 : value ? value : ANYTHING;
    case DXKI_OC_CAST:
        constant = read_operands(s, inst, 0, 1, &nothing);
        if (constant)
            value = dxki_pass_alg_cast(&s->algebra, (dxki_op)in.op, s->args.items[0], in.type);
        return nothing ? 0 : value ? value : ANYTHING;
    case DXKI_OC_OTHER:
        if (in.op == DXKI_OP_SELECT)
            return select(s, inst);
        if (in.op == DXKI_OP_EXTRACTVALUE)
            return part_of(s, &in, inst);
        return in.op == DXKI_OP_CALL ? operation(s, inst, in.type, 0) : ANYTHING;
    default:
        return ANYTHING;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Where control goes                                                                         */

/* The number of the only block that a terminator leads to by what is thought of its condition;
 * DXKI_NO_NODE: it may be any. *none: nothing is thought of it so far. */
static uint32_t chosen_target(const propagation *s, uint32_t end, bool *none)
{
    const dxk_module *m = s->p->m;
    const dxki_inst *in = dxki_inst_get(m, end);
    const dxki_value *ops = dxki_inst_ops(m, end);
    bool is_branch = in->op == DXKI_OP_BR && in->op_count == 3;
    uint32_t k = 1;
    uint64_t bits;
    *none = false;
    if (!is_branch && in->op != DXKI_OP_SWITCH)
        return DXKI_NO_NODE;
    dxki_value condition = thought(s, ops[0]);
    *none = !condition && DXKI_TAG(ops[0]) == DXKI_V_INST;
    if (!condition || !dxki_value_as_int(m, condition, &bits))
        return DXKI_NO_NODE;
    if (is_branch) {
        k = bits ? DXKI_PASS_FLOW_TRUE : DXKI_PASS_FLOW_FALSE;
    } else {
        for (uint32_t i = 2; i + 1 < in->op_count && k == 1; i += 2)
            k = ops[i] == condition ? i + 1 : 1;
    }
    return dxki_cfg_number(s->cfg, dxki_pass_flow_target(m, end, k));
}

/* True if control may go from one block to the other. goes[]: 1 the one way in only[], 2 all. */
static bool may_go(const propagation *s, uint32_t from, uint32_t to)
{
    return s->goes[from] == 2 || (s->goes[from] == 1 && s->only[from] == to);
}

/* A phi also has what comes from a block, if control may come from there. */
static void meet(propagation *s, uint32_t phi, uint32_t k)
{
    const dxk_module *m = s->p->m;
    uint32_t from = dxki_cfg_number(s->cfg, dxki_phi_block(m, phi, k));
    uint32_t to = dxki_cfg_number(s->cfg, m->insts.items[phi].block);
    if (from != DXKI_NO_NODE && to != DXKI_NO_NODE && may_go(s, from, to))
        lower(s, phi, thought(s, dxki_inst_ops(m, phi)[k]));
}

/* Phis after a block have what comes from it. */
static void meet_from(propagation *s, uint32_t block)
{
    const dxk_module *m = s->p->m;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_BLOCK, s->cfg->blocks[block]), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (m->insts.items[user].op == DXKI_OP_PHI)
            meet(s, user, dxki_tracked_operand(m, use) - m->insts.items[user].op_count);
    }
}

/* Looks at the terminator of a reached block. */
static void leave(propagation *s, uint32_t block)
{
    const dxk_module *m = s->p->m;
    bool none = false;
    uint32_t end = dxki_pass_flow_end(m, s->cfg->blocks[block]);
    uint32_t only = end ? chosen_target(s, end, &none) : DXKI_NO_NODE;
    uint8_t state = none ? 0 : only == DXKI_NO_NODE ? 2 : 1;
    if (state <= s->goes[block])
        return;
    s->goes[block] = state;
    s->only[block] = only;
    DXKI_EACH_SUCC(s->cfg, block, e)
    {
        uint32_t to = s->cfg->graph.succ.to[e];
        if (to >= s->cfg->count || s->reached[to] || !may_go(s, block, to))
            continue;
        s->reached[to] = 1;
        s->failed = s->failed || !dxki_vec_push(s->p->ctx, &s->blocks, to);
    }
    meet_from(s, block);
}

/* ---------------------------------------------------------------------------------------- */
/* The two lists                                                                              */

/* A part of what an operation gives that changed. */
static void look_at_part(propagation *s, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(s->p->m, inst);
    uint32_t block = dxki_cfg_number(s->cfg, in->block);
    if (in->op == DXKI_OP_EXTRACTVALUE && block != DXKI_NO_NODE && s->reached[block])
        lower(s, inst, evaluate(s, inst));
}

static void look_at(propagation *s, uint32_t inst)
{
    const dxk_module *m = s->p->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    uint32_t block = dxki_cfg_number(s->cfg, in->block);
    if (s->known[inst] == ANYTHING || block == DXKI_NO_NODE || !s->reached[block])
        return;
    if (dxki_op_class_of((dxki_op)in->op) == DXKI_OC_TERM) {
        leave(s, block);
    } else if (in->type != DXKI_TY_VOID && dxki_type_is_aggregate(m, in->type)) {
        DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, inst), use)
            look_at_part(s, dxki_tracked_user(m, use));
    } else if (in->type != DXKI_TY_VOID) {
        lower(s, inst, evaluate(s, inst));
    }
}

static void enter_block(propagation *s, uint32_t block)
{
    DXKI_EACH_INST(s->p->m, s->cfg->blocks[block], inst) {
        if (s->p->m->insts.items[inst].op != DXKI_OP_PHI)
            look_at(s, inst);
    }
}

static void look_at_users(propagation *s, uint32_t inst)
{
    const dxk_module *m = s->p->m;
    DXKI_EACH_TRACKED_USE(m, DXKI_VALUE(DXKI_V_INST, inst), use) {
        uint32_t user = dxki_tracked_user(m, use);
        if (m->insts.items[user].op == DXKI_OP_PHI)
            meet(s, user, dxki_tracked_operand(m, use));
        else
            look_at(s, user);
    }
}

static void look_at_all(propagation *s)
{
    while (!s->failed && (s->blocks.count || s->values.count)) {
        if (s->values.count) {
            look_at_users(s, s->values.items[--s->values.count]);
            continue;
        }
        uint32_t block = s->blocks.items[--s->blocks.count];
        s->failed = !dxki_vec_push(s->p->ctx, &s->way, block);
        enter_block(s, block);
    }
}

/* What is still nothing in a block may be anything: computations, and what the block is left by. */
static void settle(propagation *s, uint32_t block)
{
    const dxk_module *m = s->p->m;
    DXKI_EACH_INST(m, s->cfg->blocks[block], inst) {
        const dxki_inst *in = dxki_inst_get(m, inst);
        bool ends = dxki_op_class_of((dxki_op)in->op) == DXKI_OC_TERM;
        if (!ends && in->op != DXKI_OP_PHI && in->type != DXKI_TY_VOID && !s->known[inst] &&
            !dxki_type_is_aggregate(m, in->type))
            lower(s, inst, ANYTHING);
        uint32_t condition =
            ends && in->op_count ? dxki_value_as_inst(dxki_inst_ops(m, inst)[0]) : 0;
        if (condition && !s->goes[block] && !s->known[condition])
            lower(s, condition, ANYTHING);
    }
}

static bool propagate(propagation *s)
{
    s->reached[0] = 1;
    s->failed = !dxki_vec_push(s->p->ctx, &s->blocks, 0);
    look_at_all(s);
    while (!s->failed && s->settled < s->way.count) {
        settle(s, s->way.items[s->settled++]);
        look_at_all(s);
    }
    return !s->failed && !s->algebra.failed;
}

/* ---------------------------------------------------------------------------------------- */
/* Doing it                                                                                   */

/* Puts a constant where the result of an instruction is used, unless DXIL does not want it there. */
static bool put(dxki_pass *p, uint32_t inst, dxki_value value)
{
    dxk_module *m = p->m;
    dxki_value self = DXKI_VALUE(DXKI_V_INST, inst);
    bool all = true;
    DXKI_EACH_TRACKED_USE(m, self, use) {
        uint32_t user = dxki_tracked_user(m, use), k = dxki_tracked_operand(m, use);
        if (!dxki_pass_may_use_constant(p, user, k, value)) {
            all = false;
            continue;
        }
        dxki_pass_changed(p);
        if (!dxki_inst_set_op(m, user, k, value))
            return false;
    }
    if (!all || !dxki_mem_is_removable(dxki_mem_effect_of(m, dxki_inst_get(m, inst), NULL)))
        return true;
    dxki_pass_changed(p);
    return dxki_value_replace(m, self, value) && dxki_inst_remove(m, inst);
}

static bool put_all(propagation *s)
{
    for (uint32_t b = 0; b < s->cfg->count; b++) {
        DXKI_EACH_INST(s->p->m, s->cfg->blocks[b], inst) {
            dxki_value value = s->reached[b] ? s->known[inst] : 0;
            if (value && value != ANYTHING && !put(s->p, inst, value))
                return false;
        }
    }
    return true;
}

/* The ways that are known, of blocks that have more. */
static bool decide(propagation *s)
{
    uint32_t *choice = DXKI_NEW_ARRAY(&s->p->scratch, uint32_t, s->cfg->count);
    bool any = false;
    if (!choice)
        return false;
    for (uint32_t b = 0; b < s->cfg->count; b++) {
        bool known = s->reached[b] && s->goes[b] == 1;
        choice[b] = known ? s->only[b] : DXKI_NO_NODE;
        any = any || known;
    }
    return !any || dxki_pass_flow_decide(s->p, choice);
}

/* ---------------------------------------------------------------------------------------- */
/* Whether there is anything to do                                                            */

static bool all_constant(const dxki_value *ops, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (DXKI_TAG(ops[i]) != DXKI_V_CONST)
            return false;
    return true;
}

/* A phi may be constant as long as nothing else is, if it has a constant and no value that control
 * brings without a loop. */
static bool phi_begins(const dxki_cfg *cfg, const dxk_module *m, uint32_t phi)
{
    const dxki_inst *in = dxki_inst_get(m, phi);
    const dxki_value *ops = m->words.items + in->ops;
    uint32_t place = cfg->order.place[dxki_cfg_number(cfg, in->block)], constants = 0;
    bool loops = false;
    for (uint32_t k = 0; k < in->op_count; k++) {
        uint32_t from = dxki_cfg_number(cfg, dxki_phi_block(m, phi, k));
        constants += DXKI_TAG(ops[k]) == DXKI_V_CONST;
        loops = loops || from == DXKI_NO_NODE || cfg->order.place[from] >= place;
    }
    return constants && (loops || constants == in->op_count);
}

/* True if the instruction is constant, or leads one way, although none of its operands is an instruction
 * that is. */
static bool begins(const dxki_cfg *cfg, const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    const dxki_value *ops = m->words.items + in->ops;
    const dxki_dxop_info *op;
    switch (dxki_op_class_of((dxki_op)in->op)) {
    case DXKI_OC_BIN: /* a division by zero, too */
        return DXKI_TAG(ops[1]) == DXKI_V_CONST &&
               (DXKI_TAG(ops[0]) == DXKI_V_CONST ||
                dxki_op_get(in->op)->family == DXKI_OF_DIVISION);
    case DXKI_OC_CMP:
    case DXKI_OC_CAST:
        return all_constant(ops, in->op_count);
    case DXKI_OC_TERM:
        return in->op_count > 1 && DXKI_TAG(ops[0]) == DXKI_V_CONST;
    default:
        break;
    }
    if (in->op == DXKI_OP_PHI)
        return phi_begins(cfg, m, inst);
    if (in->op == DXKI_OP_SELECT)
        return DXKI_TAG(ops[0]) == DXKI_V_CONST || all_constant(ops + 1, 2);
    op = in->op == DXKI_OP_CALL ? dxki_call_dxop_complete(m, in) : NULL;
    return op && op->flags & (DXKI_DXF_FOLD | DXKI_DXF_FOLD_NEAR) &&
           all_constant(ops + 1, op->operand_count);
}

/* True if anything begins with being constant. If not, nothing is: each value follows from others
 * that come before it on some way from the entry. */
static bool has_beginning(const dxki_cfg *cfg, const dxk_module *m)
{
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        if (cfg->order.nodes[i] == cfg->count)
            continue;
        DXKI_EACH_INST(m, cfg->blocks[cfg->order.nodes[i]], inst)
            if (begins(cfg, m, inst))
                return true;
    }
    return false;
}

static bool begin(propagation *s)
{
    dxki_arena *arena = &s->p->scratch;
    if (!s->cfg || !dxki_pass_alg_begin(&s->algebra, s->p))
        return false;
    s->goes = DXKI_NEW_ARRAY(arena, uint8_t, s->cfg->count);
    s->reached = DXKI_NEW_ARRAY(arena, uint8_t, s->cfg->count);
    s->only = DXKI_NEW_ARRAY(arena, uint32_t, s->cfg->count);
    s->known = dxki_pass_by_inst(s->p, sizeof *s->known);
    return s->goes && s->reached && s->only && s->known;
}

dxk_status dxki_pass_sccp(dxki_pass *p)
{
    propagation s = {.p = p};
    s.cfg = dxki_pass_cfg(p);
    if (s.cfg && !has_beginning(s.cfg, p->m))
        return DXK_OK;
    bool good = begin(&s) && propagate(&s) && put_all(&s) && decide(&s);
    dxki_vec_free(p->ctx, &s.values);
    dxki_vec_free(p->ctx, &s.blocks);
    dxki_vec_free(p->ctx, &s.way);
    dxki_vec_free(p->ctx, &s.args);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
