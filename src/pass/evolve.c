/* SPDX-License-Identifier: MIT */
/* evolve.c - see evolve.h. */
#include "pass/evolve.h"

#include <string.h>

#include "pass/flow.h"
#include "pass/known.h"

bool dxki_pass_evolve_begin(dxki_pass_evolution *e, dxki_pass *p)
{
    memset(e, 0, sizeof *e);
    e->p = p;
    e->cfg = dxki_pass_cfg(p);
    e->dom = dxki_pass_dom(p);
    e->loops = dxki_pass_loops(p);
    return e->cfg && e->dom && e->loops && dxki_pass_alg_begin(&e->algebra, p);
}

void dxki_pass_evolve_free(dxki_pass_evolution *e)
{
    dxk_ctx *ctx = e->p->ctx;
    dxki_value_map_free(ctx, &e->place);
    dxki_vec_free(ctx, &e->insts);
    dxki_vec_free(ctx, &e->now);
    dxki_vec_free(ctx, &e->phis);
    dxki_vec_free(ctx, &e->initial);
    dxki_vec_free(ctx, &e->args);
    dxki_vec_free(ctx, &e->stack);
}

/* Takes away what was added as the values from `insts` and the phis from `phis` on. */
static bool take_back(dxki_pass_evolution *e, size_t insts, size_t phis)
{
    bool good = true;
    while (e->insts.count > insts)
        good =
            dxki_value_map_put(e->p->ctx, &e->place, e->insts.items[--e->insts.count], 0) && good;
    e->now.count = insts;
    e->phis.count = e->initial.count = phis;
    return good;
}

/* The only block of a loop that leads back. */
static uint32_t find_latch(const dxki_pass_evolution *e)
{
    uint32_t header = e->loops->items[e->loop].header, latch = DXKI_NO_NODE;
    DXKI_EACH_PRED(e->cfg, header, i)
    {
        uint32_t pred = e->cfg->graph.pred.to[i];
        if (!dxki_cfg_is_reached(e->cfg, pred) || !dxki_loop_contains(e->loops, e->loop, pred))
            continue;
        if (latch != DXKI_NO_NODE)
            return DXKI_NO_NODE;
        latch = pred;
    }
    return latch;
}

void dxki_pass_evolve_enter(dxki_pass_evolution *e, uint32_t loop)
{
    dxki_value_map_free(e->p->ctx, &e->place);
    e->insts.count = e->now.count = e->phis.count = e->initial.count = 0;
    e->loop = loop;
    e->latch = e->loops->items[loop].is_irreducible ? DXKI_NO_NODE : find_latch(e);
}

/* ---------------------------------------------------------------------------------------- */
/* Adding values                                                                              */

static bool is_in_loop(const dxki_pass_evolution *e, uint32_t inst)
{
    uint32_t block = dxki_cfg_number(e->cfg, e->p->m->insts.items[inst].block);
    return block != DXKI_NO_NODE && dxki_cfg_is_reached(e->cfg, block) &&
           dxki_loop_contains(e->loops, e->loop, block);
}

static bool is_of_header(const dxki_pass_evolution *e, uint32_t inst)
{
    return e->p->m->insts.items[inst].block == e->cfg->blocks[e->loops->items[e->loop].header];
}

/* The constant that a phi of the header begins with, and what comes back; false: there is none. */
static bool read_phi(const dxki_pass_evolution *e, uint32_t phi, dxki_value *initial,
                     dxki_value *back)
{
    const dxk_module *m = e->p->m;
    uint32_t latch = e->cfg->blocks[e->latch];
    *initial = *back = 0;
    for (uint32_t k = 0; k < m->insts.items[phi].op_count; k++) {
        dxki_value value = dxki_inst_ops(m, phi)[k];
        dxki_value *to = dxki_phi_block(m, phi, k) == latch ? back : initial;
        if (*to && *to != value)
            return false;
        *to = value;
    }
    return *back && *initial && DXKI_TAG(*initial) == DXKI_V_CONST;
}

/* True for instructions that are computed from their operands. */
static bool is_computed(const dxk_module *m, const dxki_inst *in)
{
    const dxki_dxop_info *op;
    switch (dxki_op_class_of((dxki_op)in->op)) {
    case DXKI_OC_BIN:
    case DXKI_OC_CAST:
    case DXKI_OC_CMP:
        return true;
    default:
        op = dxki_call_dxop_complete(m, in);
        return in->op == DXKI_OP_SELECT || (op && op->flags & DXKI_DXF_FOLD);
    }
}

/* Operands of what is computed: not the opcode and the function of a call. */
static void operand_range(const dxki_inst *in, uint32_t *first, uint32_t *end)
{
    bool call = in->op == DXKI_OP_CALL;
    *first = call;
    *end = in->op_count - call;
}

static bool push(dxki_pass_evolution *e, uint32_t inst, uint32_t operand)
{
    return dxki_vec_push(e->p->ctx, &e->stack, inst) &&
           dxki_vec_push(e->p->ctx, &e->stack, operand);
}

/* Gives an instruction a place after all that it needs. */
static bool settle(dxki_pass_evolution *e, uint32_t inst)
{
    dxk_ctx *ctx = e->p->ctx;
    return dxki_vec_push(ctx, &e->insts, inst) && dxki_vec_push(ctx, &e->now, 0) &&
           dxki_value_map_put(ctx, &e->place, inst, (uint32_t)e->insts.count);
}

/* A phi of the header needs nothing in its round; what comes back is added later. */
static bool settle_phi(dxki_pass_evolution *e, uint32_t phi, bool *follows)
{
    dxki_value initial, back;
    *follows = read_phi(e, phi, &initial, &back);
    return !*follows || (settle(e, phi) && dxki_vec_push(e->p->ctx, &e->phis, phi) &&
                         dxki_vec_push(e->p->ctx, &e->initial, initial));
}

/* Goes on to what a value needs. */
static bool visit(dxki_pass_evolution *e, dxki_value value, bool *follows)
{
    const dxk_module *m = e->p->m;
    uint32_t inst = dxki_value_as_inst(value), first, end;
    const dxki_inst *in = inst ? dxki_inst_get(m, inst) : NULL;
    if (!inst) {
        *follows = DXKI_TAG(value) == DXKI_V_CONST;
        return true;
    }
    if (dxki_value_map_get(&e->place, inst))
        return true;
    *follows = is_in_loop(e, inst);
    if (*follows && in->op == DXKI_OP_PHI && is_of_header(e, inst))
        return settle_phi(e, inst, follows);
    *follows = *follows && is_computed(m, in);
    if (!*follows)
        return true;
    operand_range(in, &first, &end);
    return push(e, inst, first);
}

/* Adds a value and what it needs, but not what comes back to phis. */
static bool add_one(dxki_pass_evolution *e, dxki_value value, bool *follows)
{
    const dxk_module *m = e->p->m;
    e->stack.count = 0;
    if (!visit(e, value, follows))
        return false;
    while (*follows && e->stack.count) {
        uint32_t *top = &e->stack.items[e->stack.count - 2], first, end;
        const dxki_inst *in = dxki_inst_get(m, top[0]);
        operand_range(in, &first, &end);
        if (top[1] < end) {
            if (!visit(e, m->words.items[in->ops + top[1]++], follows))
                return false;
            continue;
        }
        e->stack.count -= 2;
        if (!dxki_value_map_get(&e->place, top[0]) && !settle(e, top[0]))
            return false;
    }
    return true;
}

bool dxki_pass_evolve_add(dxki_pass_evolution *e, dxki_value value, bool *follows)
{
    size_t insts = e->insts.count, phis = e->phis.count;
    *follows = e->latch != DXKI_NO_NODE;
    if (*follows && !add_one(e, value, follows))
        return false;
    for (size_t i = phis; *follows && i < e->phis.count; i++) {
        dxki_value initial, back;
        read_phi(e, e->phis.items[i], &initial, &back);
        if (!add_one(e, back, follows))
            return false;
    }
    return *follows || take_back(e, insts, phis);
}

/* ---------------------------------------------------------------------------------------- */
/* Rounds                                                                                     */

dxki_value dxki_pass_evolve_now(const dxki_pass_evolution *e, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);
    return inst ? e->now.items[dxki_value_map_get(&e->place, inst) - 1] : value;
}

/* The result of an instruction from constants; 0: it cannot be said. */
static dxki_value compute(dxki_pass_evolution *e, uint32_t inst)
{
    const dxk_module *m = e->p->m;
    const dxki_inst in = *dxki_inst_get(m, inst);
    const dxki_value *args = e->args.items;
    uint64_t bits;
    switch (dxki_op_class_of((dxki_op)in.op)) {
    case DXKI_OC_BIN:
        return dxki_pass_alg_binary(&e->algebra, (dxki_op)in.op, args[0], args[1]);
    case DXKI_OC_CMP:
        return dxki_pass_alg_compare(&e->algebra, in.sub, args[0], args[1]);
    case DXKI_OC_CAST:
        return dxki_pass_alg_cast(&e->algebra, (dxki_op)in.op, args[0], in.type);
    default:
        if (in.op == DXKI_OP_SELECT)
            return dxki_value_as_int(m, args[0], &bits) ? args[bits ? 1 : 2] : 0;
        return dxki_pass_alg_operation(&e->algebra, dxki_call_dxop_complete(m, &in), args, in.type,
                                       0);
    }
}

static bool compute_round(dxki_pass_evolution *e, bool *good)
{
    const dxk_module *m = e->p->m;
    for (size_t i = 0; *good && i < e->insts.count; i++) {
        const dxki_inst *in = dxki_inst_get(m, e->insts.items[i]);
        uint32_t first, end;
        if (in->op == DXKI_OP_PHI)
            continue;
        operand_range(in, &first, &end);
        e->args.count = 0;
        for (uint32_t k = first; k < end; k++) {
            dxki_value value = m->words.items[in->ops + k];
            if (!dxki_vec_push(e->p->ctx, &e->args, dxki_pass_evolve_now(e, value)))
                return false;
        }
        e->now.items[i] = compute(e, e->insts.items[i]);
        *good = e->now.items[i] != 0;
    }
    return !e->algebra.failed;
}

static void set_phi(dxki_pass_evolution *e, size_t i, dxki_value value)
{
    e->now.items[dxki_value_map_get(&e->place, e->phis.items[i]) - 1] = value;
}

bool dxki_pass_evolve_start(dxki_pass_evolution *e, bool *good)
{
    *good = true;
    for (size_t i = 0; i < e->phis.count; i++)
        set_phi(e, i, e->initial.items[i]);
    return compute_round(e, good);
}

bool dxki_pass_evolve_next(dxki_pass_evolution *e, bool *good)
{
    dxki_value initial, back;
    *good = true;
    e->args.count = 0;
    for (size_t i = 0; i < e->phis.count; i++) {
        read_phi(e, e->phis.items[i], &initial, &back);
        if (!dxki_vec_push(e->p->ctx, &e->args, dxki_pass_evolve_now(e, back)))
            return false;
    }
    for (size_t i = 0; i < e->phis.count; i++)
        set_phi(e, i, e->args.items[i]);
    return compute_round(e, good);
}

/* ---------------------------------------------------------------------------------------- */
/* The way out                                                                                */

/* What makes a loop be left: a condition that is true or false, or one that compares a value with
 * numbers of a range, whichever of them it is. */
typedef struct question {
    dxki_value value;   /* the condition, or what is compared */
    uint32_t predicate; /* 0: the value is the condition */
    bool is_second;     /* the value, of the comparison */
    bool leaves;
    dxki_value ends[2]; /* of the range */
} question;

static bool is_left(dxki_pass_evolution *e, const question *q)
{
    dxki_value now = dxki_pass_evolve_now(e, q->value);
    uint64_t bits;
    for (uint32_t i = 0; i < 2; i++) {
        dxki_value answer = now;
        if (q->predicate && now)
            answer =
                dxki_pass_alg_compare(&e->algebra, q->predicate, q->is_second ? q->ends[i] : now,
                                      q->is_second ? now : q->ends[i]);
        if (!dxki_value_as_int(e->p->m, answer, &bits) || (bits != 0) != q->leaves)
            return false;
    }
    return true;
}

/* Goes through rounds until the question is answered. */
static bool find_round(dxki_pass_evolution *e, const question *q, uint32_t most, uint32_t *round)
{
    bool good;
    *round = UINT32_MAX;
    if (!dxki_pass_evolve_start(e, &good))
        return false;
    for (uint32_t i = 0; good && i < most; i++) {
        if (!dxki_pass_spend(e->p, e->insts.count + 1))
            return true;
        if (is_left(e, q)) {
            *round = i;
            return true;
        }
        if (!dxki_pass_evolve_next(e, &good))
            return false;
    }
    return true;
}

/* Conditions of which each alone makes a block leave: the operands of `and` when it leaves at false, of
 * `or` at true. Returns how many there are. */
#define MOST_PARTS 8u
static uint32_t parts_of(const dxk_module *m, dxki_value condition, bool leaves,
                         dxki_value parts[MOST_PARTS])
{
    uint32_t count = 1;
    parts[0] = condition;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t inst = dxki_value_as_inst(parts[i]);
        while (inst && count < MOST_PARTS &&
               m->insts.items[inst].op == (leaves ? DXKI_OP_OR : DXKI_OP_AND)) {
            const dxki_value *ops = dxki_inst_ops(m, inst);
            parts[count++] = ops[1];
            parts[i] = ops[0];
            inst = dxki_value_as_inst(ops[0]);
        }
    }
    return count;
}

/* How far a way out is looked for. */
typedef struct scope {
    uint32_t most;                      /* rounds */
    bool in_part;                       /* a part of a condition may decide, at the latest */
    const dxki_pass_facts_known *facts; /* ranges may; NULL: they are not looked at */
} scope;

/* Rounds of a loop whose bound is only known to be within a range. */
#define MOST_BOUNDED 1024u

/* A block that may leave the loop, and the condition that it asks. */
typedef struct way_out {
    uint32_t from, to;
    dxki_value condition;
    bool leaves; /* at this value */
} way_out;

/* Looks at the end of a block: does it leave the loop, and do all rounds come by? */
static bool is_way_out(const dxki_pass_evolution *e, uint32_t block, way_out *way)
{
    const dxk_module *m = e->p->m;
    uint32_t inst = dxki_pass_flow_end(m, e->cfg->blocks[block]);
    if (!dxki_pass_flow_is_branch(m, e->cfg->blocks[block]) ||
        !dxki_dom_dominates(e->dom, block, e->latch))
        return false;
    uint32_t t = dxki_cfg_number(e->cfg, dxki_pass_flow_target(m, inst, DXKI_PASS_FLOW_TRUE));
    uint32_t f = dxki_cfg_number(e->cfg, dxki_pass_flow_target(m, inst, DXKI_PASS_FLOW_FALSE));
    bool t_leaves = !dxki_loop_contains(e->loops, e->loop, t);
    bool f_leaves = !dxki_loop_contains(e->loops, e->loop, f);
    *way = (way_out){block, t_leaves ? t : f, dxki_inst_ops(m, inst)[DXKI_PASS_FLOW_CONDITION],
                     t_leaves};
    return t_leaves != f_leaves;
}

/* Goes through the rounds of `value` alone, if it follows. */
static bool follows_anew(dxki_pass_evolution *e, dxki_value value, bool *follows)
{
    dxki_pass_evolve_enter(e, e->loop);
    return dxki_pass_evolve_add(e, value, follows);
}

/* Asks whether a comparison holds for all that one of its operands can be. *follows: so it can be
 * asked. */
static bool ask_range(dxki_pass_evolution *e, const dxki_pass_facts_known *facts,
                      dxki_value condition, question *q, bool *follows)
{
    const dxki_inst *in = dxki_value_as_inst(condition)
                              ? dxki_inst_get(e->p->m, dxki_value_as_inst(condition))
                              : NULL;
    *follows = false;
    if (!in || in->op != DXKI_OP_ICMP || in->sub < DXKI_PASS_UGT)
        return true;
    for (uint32_t i = 0; i < 2 && !*follows; i++) {
        const dxki_value *ops = e->p->m->words.items + in->ops;
        dxki_pass_known range = dxki_pass_known_of(facts, ops[1 - i]);
        dxki_type type = dxki_value_type(e->p->m, ops[i]);
        q->value = ops[i];
        q->predicate = in->sub;
        q->is_second = i == 1;
        if (!range.width || (in->sub >= DXKI_PASS_SGT && range.high >> (range.width - 1) & 1))
            continue;
        q->ends[0] = dxki_const_int(e->p->m, type, range.low);
        q->ends[1] = dxki_const_int(e->p->m, type, range.high);
        if (!q->ends[0] || !q->ends[1] || !follows_anew(e, q->value, follows))
            return false;
    }
    return true;
}

/* The round in which a condition makes it be left, if that is before the one found so far. */
static bool try_condition(dxki_pass_evolution *e, const way_out *way, dxki_value condition,
                          const scope *s, dxki_pass_exit *found)
{
    question q = {.value = condition, .leaves = way->leaves};
    uint32_t round;
    bool follows;
    if (!follows_anew(e, condition, &follows) ||
        (!follows && s->facts && !ask_range(e, s->facts, condition, &q, &follows)))
        return false;
    if (!follows)
        return true;
    if (!find_round(e, &q, s->most, &round))
        return false;
    if (round != UINT32_MAX && (found->from == DXKI_NO_NODE || round < found->round))
        *found = (dxki_pass_exit){way->from, way->to, round};
    return true;
}

static bool try_exit(dxki_pass_evolution *e, uint32_t block, const scope *s, dxki_pass_exit *found)
{
    way_out way;
    dxki_value parts[MOST_PARTS];
    if (!is_way_out(e, block, &way))
        return true;
    uint32_t count = 1;
    parts[0] = way.condition;
    if (s->in_part)
        count = parts_of(e->p->m, way.condition, way.leaves, parts);
    for (uint32_t i = 0; i < count; i++) {
        if (!try_condition(e, &way, parts[i], s, found))
            return false;
    }
    return true;
}

static bool find_exit(dxki_pass_evolution *e, const scope *s, dxki_pass_exit *found)
{
    const dxki_loop *loop = &e->loops->items[e->loop];
    *found = (dxki_pass_exit){DXKI_NO_NODE, DXKI_NO_NODE, 0};
    for (uint32_t i = loop->first; e->latch != DXKI_NO_NODE && i < loop->end; i++) {
        uint32_t block = e->loops->members[i];
        if (e->loops->of[block] == e->loop && !try_exit(e, block, s, found))
            return false;
    }
    return true;
}

bool dxki_pass_evolve_exit(dxki_pass_evolution *e, uint32_t most, dxki_pass_exit *found)
{
    return find_exit(e, &(scope){.most = most}, found);
}

/* What is known of the integers of the function. */
static bool learn(dxki_pass_evolution *e, dxki_pass_facts_known *facts)
{
    if (!dxki_pass_known_begin(facts, e->p))
        return false;
    for (uint32_t i = 0; i < e->cfg->order.count; i++) {
        if (e->cfg->order.nodes[i] == e->cfg->count)
            continue;
        DXKI_EACH_INST(e->p->m, e->cfg->blocks[e->cfg->order.nodes[i]], inst) {
            dxki_pass_known_enter(facts, inst);
        }
    }
    return true;
}

bool dxki_pass_evolve_last(dxki_pass_evolution *e, uint32_t most, dxki_pass_exit *found)
{
    dxki_pass_facts_known facts;
    if (!find_exit(e, &(scope){.most = most, .in_part = true}, found))
        return false;
    if (found->from != DXKI_NO_NODE || !dxki_pass_spend(e->p, e->p->m->insts.count))
        return true;
    most = most < MOST_BOUNDED ? most : MOST_BOUNDED;
    return learn(e, &facts) &&
           find_exit(e, &(scope){.most = most, .in_part = true, .facts = &facts}, found);
}
