/* SPDX-License-Identifier: MIT */
/*
 * simplify.c - the pass instcombine: instructions that equal something simpler, one at a time.
 *
 * A list of work holds the instructions to look at, at first all of them in the order of the
 * blocks. If one is replaced, its users are visited again; what has no user
 * any more goes, and its operands are looked at. Each step makes the code simpler in the order
 * that rules.def goes down, so that it ends; the budget of the run is there in case it does not.
 */
#include "pass/constant_use.h"
#include "pass/merge.h"

typedef dxki_value simplifier(dxki_pass_algebra *a, uint32_t inst);

/* What fits no row, by the instruction. */
static simplifier *const simplifiers[DXKI_OP_COUNT] = {
    [DXKI_OP_PHI] = dxki_pass_alg_phi,
    [DXKI_OP_SELECT] = dxki_pass_alg_select,
    [DXKI_OP_ICMP] = dxki_pass_alg_icmp,
    [DXKI_OP_TRUNC] = dxki_pass_alg_casting,
    [DXKI_OP_ZEXT] = dxki_pass_alg_casting,
    [DXKI_OP_SEXT] = dxki_pass_alg_casting,
    [DXKI_OP_UITOFP] = dxki_pass_alg_casting,
    [DXKI_OP_SITOFP] = dxki_pass_alg_casting,
    [DXKI_OP_FPTOUI] = dxki_pass_alg_casting,
    [DXKI_OP_FPTOSI] = dxki_pass_alg_casting,
    [DXKI_OP_FPTRUNC] = dxki_pass_alg_casting,
    [DXKI_OP_BITCAST] = dxki_pass_alg_casting,
    [DXKI_OP_SHL] = dxki_pass_alg_shift,
    [DXKI_OP_LSHR] = dxki_pass_alg_shift,
    [DXKI_OP_ASHR] = dxki_pass_alg_shift,
    [DXKI_OP_GEP] = dxki_pass_alg_gep,
    [DXKI_OP_LOAD] = dxki_pass_alg_load,
    [DXKI_OP_EXTRACTVALUE] = dxki_pass_alg_extract,
    [DXKI_OP_EXTRACTELEMENT] = dxki_pass_alg_element,
    [DXKI_OP_INSERTELEMENT] = dxki_pass_alg_insertion,
    [DXKI_OP_SHUFFLEVECTOR] = dxki_pass_alg_shuffle,
};

/* Those that change no operands, which may be asked for values that are there. */
static bool is_pure(uint8_t op)
{
    return op == DXKI_OP_PHI || op == DXKI_OP_SELECT || op == DXKI_OP_ICMP ||
           op == DXKI_OP_EXTRACTVALUE || simplifiers[op] == dxki_pass_alg_casting;
}

/* True for a step from an array of arrays that another one has led to, which no program may have. */
static bool leaves_rows(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    if (in->op != DXKI_OP_GEP || !dxki_value_as_inst(m->words.items[in->ops]))
        return false;
    dxki_type source = m->words.items[in->ops + in->op_count];
    return dxki_type_kind_of(m, source) == DXKI_T_ARRAY &&
           dxki_type_kind_of(m, dxki_type_element(m, source, 0)) == DXKI_T_ARRAY;
}

/* ---------------------------------------------------------------------------------------- */
/* One instruction                                                                            */

static bool commutes(const dxk_module *m, const dxki_inst *in)
{
    dxki_op_class cls = dxki_op_class_of((dxki_op)in->op);
    if (cls == DXKI_OC_CMP)
        return true;
    if (in->op != DXKI_OP_CALL)
        return cls == DXKI_OC_BIN && dxki_op_get(in->op)->order != DXKI_ORDER_NO;
    const dxki_dxop_info *op = dxki_call_dxop_complete(m, in);
    return op && op->flags & DXKI_DXF_COMMUTATIVE;
}

/* Constants stand on the right. */
static dxki_value put_in_order(dxki_pass_algebra *a, uint32_t inst)
{
    dxk_module *m = a->m;
    const dxki_inst *in = dxki_inst_get(m, inst);
    uint32_t first = in->op == DXKI_OP_CALL;
    if (!commutes(m, in))
        return 0;
    dxki_value x = m->words.items[in->ops + first], y = m->words.items[in->ops + first + 1];
    if (!dxki_value_is_const(x) || dxki_value_is_const(y))
        return 0;
    if (dxki_op_class_of((dxki_op)in->op) == DXKI_OC_CMP) {
        uint32_t swapped = dxki_pass_alg_swapped(in->sub);
        a->failed = !dxki_module_touch(m);
        m->insts.items[inst].sub = (uint16_t)swapped;
    }
    a->failed = a->failed || !dxki_inst_set_op(m, inst, first, y) ||
                !dxki_inst_set_op(m, inst, first + 1, x);
    return DXKI_VALUE(DXKI_V_INST, inst);
}

dxki_value dxki_pass_alg_simplify(dxki_pass_algebra *a, uint32_t inst)
{
    uint8_t op = dxki_inst_get(a->m, inst)->op;
    dxki_value value = dxki_pass_alg_constant(a, inst);
    if (!value && !a->failed)
        value = put_in_order(a, inst);
    if (!value && !a->failed && simplifiers[op] &&
        (!a->known || is_pure(op) || leaves_rows(a->m, inst)))
        value = simplifiers[op](a, inst);
    if (!value && !a->failed && !(a->known && op == DXKI_OP_CALL))
        value = dxki_pass_alg_apply_rules(a, inst);
    return a->failed ? 0 : value;
}

/* ---------------------------------------------------------------------------------------- */
/* All of them                                                                                */

typedef struct worklist {
    dxki_pass *p;
    dxki_pass_algebra a;
    DXKI_VEC(uint32_t) items;     /* a stack */
    uint8_t *listed;              /* by instruction, of those that were there at the start */
    size_t count;                 /* of them */
    DXKI_VEC(uint8_t) listed_new; /* of those that were made, from `count` on */
} worklist;

/* Whether an instruction is on the list, which is written there; NULL: out of memory. */
static uint8_t *listed_of(worklist *w, uint32_t inst)
{
    if (inst < w->count)
        return &w->listed[inst];
    while (w->listed_new.count <= inst - w->count) {
        if (!dxki_vec_push(w->p->ctx, &w->listed_new, 0))
            return NULL;
    }
    return &w->listed_new.items[inst - w->count];
}

static bool push(worklist *w, uint32_t inst)
{
    uint8_t *listed = listed_of(w, inst);
    if (!listed || *listed)
        return listed != NULL;
    *listed = 1;
    return dxki_vec_push(w->p->ctx, &w->items, inst);
}

static bool push_users(worklist *w, dxki_value value)
{
    DXKI_EACH_TRACKED_USE(w->p->m, value, use) {
        if (!push(w, dxki_tracked_user(w->p->m, use)))
            return false;
    }
    return true;
}

static bool push_operands(worklist *w, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(w->p->m, inst);
    for (uint32_t i = 0; i < in->op_count; i++) {
        uint32_t operand = dxki_value_as_inst(w->p->m->words.items[in->ops + i]);
        if (operand && !push(w, operand))
            return false;
    }
    return true;
}

/* Last ones first, for the list is a stack. */
static bool push_all(worklist *w)
{
    const dxki_cfg *cfg = dxki_pass_cfg(w->p);
    if (!cfg)
        return false;
    for (uint32_t i = cfg->order.count; i-- > 0;) {
        uint32_t number = cfg->order.nodes[i];
        if (number == cfg->count)
            continue;
        uint32_t inst = w->p->m->blocks.items[cfg->blocks[number]].last_inst;
        for (; inst; inst = dxki_inst_prev(w->p->m, inst)) {
            if (!push(w, inst))
                return false;
        }
    }
    return true;
}

static bool is_dead(const dxk_module *m, uint32_t inst)
{
    const dxki_inst *in = dxki_inst_get(m, inst);
    return !dxki_tracked_first(m, DXKI_VALUE(DXKI_V_INST, inst)) &&
           dxki_mem_is_removable(dxki_mem_effect_of(m, in, NULL));
}

static bool drop(worklist *w, uint32_t inst)
{
    if (!push_operands(w, inst))
        return false;
    dxki_pass_changed(w->p);
    return dxki_inst_remove(w->p->m, inst);
}

/* New instructions stand before the one that they were made for. */
static bool push_new(worklist *w, size_t count)
{
    for (size_t i = w->p->m->insts.count; i-- > count;) {
        if (!push(w, (uint32_t)i))
            return false;
    }
    return true;
}

static bool replace(worklist *w, uint32_t inst, dxki_value with, size_t count)
{
    dxk_module *m = w->p->m;
    dxki_value old = DXKI_VALUE(DXKI_V_INST, inst);
    dxki_pass_changed(w->p);
    if (with == old)
        return push(w, inst) && push_users(w, old);
    return dxki_pass_hand_name(m, with, old) && push_users(w, old) &&
           dxki_value_replace(m, old, with) && push_new(w, count) && push(w, inst);
}

static bool look_at(worklist *w, uint32_t inst)
{
    dxk_module *m = w->p->m;
    size_t count = m->insts.count;
    if (m->insts.items[inst].op == DXKI_OP_NONE)
        return true;
    if (is_dead(m, inst))
        return drop(w, inst);
    if (m->insts.items[inst].type == DXKI_TY_VOID)
        return true;
    dxki_value value = dxki_pass_alg_simplify(&w->a, inst);
    if (w->a.failed)
        return false;
    bool stands = value && dxki_pass_may_be_constant(w->p, DXKI_VALUE(DXKI_V_INST, inst), value);
    return stands ? replace(w, inst, value, count) : push_new(w, count);
}

static bool run(worklist *w)
{
    while (w->items.count && dxki_pass_spend(w->p, 1)) {
        uint32_t inst = w->items.items[--w->items.count];
        *listed_of(w, inst) = 0;
        if (!look_at(w, inst))
            return false;
    }
    return true;
}

dxk_status dxki_pass_instcombine(dxki_pass *p)
{
    worklist w = {.p = p, .listed = dxki_pass_by_inst(p, 1), .count = p->m->insts.count};
    bool good = w.listed && dxki_module_touch(p->m) && dxki_pass_alg_begin(&w.a, p);
    w.a.regroup = p->options[0] != 0;
    w.a.known = p->options[1] != 0;
    good = good && push_all(&w) && run(&w);
    dxki_vec_free(p->ctx, &w.items);
    dxki_vec_free(p->ctx, &w.listed_new);
    return good ? DXK_OK : dxki_nomem(p->ctx);
}
