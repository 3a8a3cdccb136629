/* SPDX-License-Identifier: MIT */
/* evolve.c - see evolve.h. */
#include "pass/evolve.h"

#include <string.h>

#include "pass/flow.h"

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

/* Goes through rounds until a condition has the value that leaves. */
static bool find_round(dxki_pass_evolution *e, dxki_value condition, bool leaves, uint32_t most,
                       uint32_t *round)
{
    bool good;
    uint64_t bits;
    *round = UINT32_MAX;
    if (!dxki_pass_evolve_start(e, &good))
        return false;
    for (uint32_t i = 0; good && i < most; i++) {
        if (!dxki_pass_spend(e->p, e->insts.count + 1))
            return true;
        if (dxki_value_as_int(e->p->m, dxki_pass_evolve_now(e, condition), &bits) &&
            (bits != 0) == leaves) {
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

/* The round in which a condition makes it be left, if that is before the one found so far. */
static bool try_condition(dxki_pass_evolution *e, const way_out *way, dxki_value condition,
                          uint32_t most, dxki_pass_exit *found)
{
    uint32_t round;
    bool follows;
    dxki_pass_evolve_enter(e, e->loop);
    if (!dxki_pass_evolve_add(e, condition, &follows))
        return false;
    if (!follows)
        return true;
    if (!find_round(e, condition, way->leaves, most, &round))
        return false;
    if (round != UINT32_MAX && (found->from == DXKI_NO_NODE || round < found->round))
        *found = (dxki_pass_exit){way->from, way->to, round};
    return true;
}

static bool try_exit(dxki_pass_evolution *e, uint32_t block, uint32_t most, bool in_part,
                     dxki_pass_exit *found)
{
    way_out way;
    dxki_value parts[MOST_PARTS];
    if (!is_way_out(e, block, &way))
        return true;
    uint32_t count = 1;
    parts[0] = way.condition;
    if (in_part)
        count = parts_of(e->p->m, way.condition, way.leaves, parts);
    for (uint32_t i = 0; i < count; i++) {
        if (!try_condition(e, &way, parts[i], most, found))
            return false;
    }
    return true;
}

static bool find_exit(dxki_pass_evolution *e, uint32_t most, bool in_part, dxki_pass_exit *found)
{
    const dxki_loop *loop = &e->loops->items[e->loop];
    *found = (dxki_pass_exit){DXKI_NO_NODE, DXKI_NO_NODE, 0};
    for (uint32_t i = loop->first; e->latch != DXKI_NO_NODE && i < loop->end; i++) {
        uint32_t block = e->loops->members[i];
        if (e->loops->of[block] == e->loop && !try_exit(e, block, most, in_part, found))
            return false;
    }
    return true;
}

bool dxki_pass_evolve_exit(dxki_pass_evolution *e, uint32_t most, dxki_pass_exit *found)
{
    return find_exit(e, most, false, found);
}

bool dxki_pass_evolve_last(dxki_pass_evolution *e, uint32_t most, dxki_pass_exit *found)
{
    return find_exit(e, most, true, found);
}
