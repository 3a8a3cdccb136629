/* SPDX-License-Identifier: MIT */
/*
 * once.c - which instructions run once for a wave; see once.h. An instruction can if its value and its
 * operands are the same in all lanes that run it, if its handler asks for nothing that lanes have
 * of their own, and if each operand is there once or can be taken from a lane. Of phis all operands
 * must be; those that cannot be spoil the phis that they lead to.
 */
#include "exec/once.h"

#include "exec/alu.h"
#include "exec/decoder.h"
#include "spec/dxil_effects.h"

/* ---------------------------------------------------------------------------------------- */
/* Instructions by themselves                                                                 */

/* Operations that give what follows from their operands, or is one for the group, without a look
 * at other lanes. */
static bool operation_can(const dxki_exec_decoder *d, const dxki_inst *i)
{
    const dxki_dxop_info *op = dxki_call_dxop_complete(d->m, i);

    if (!op || op->flags & DXKI_DXF_WAVE)
        return false;
    const dxki_dxop_effect *effect = dxki_dxop_effect_get((dxki_dxop_kind)op->kind);
    return effect->convergence == DXKI_DXC_NONE && !effect->writes &&
           (effect->result == DXKI_RESULT_ARGS || effect->result == DXKI_RESULT_GROUP);
}

/* Loads of what lanes share. */
static bool load_can(dxki_exec_decoder *d, uint32_t inst)
{
    uint32_t object = dxki_exec_object_of(d, dxki_inst_ops(d->m, inst)[0]);
    uint8_t space = d->p->objects.items[object].space;

    return space == DXKI_EXEC_SHARED || space == DXKI_EXEC_TABLE || space == DXKI_EXEC_RESOURCE;
}

/* Phis at joins; at headers those that are written when all lanes of the loop are there. */
static bool phi_can(const dxki_exec_decoder *d, const dxki_inst *i, uint32_t block)
{
    uint32_t loop = d->loop_at[block];

    return dxki_type_kind_of(d->m, i->type) != DXKI_T_POINTER &&
           (!loop || d->loops.items[loop].latches == 1);
}

/* True if a value has registers of its own, and is the same in all lanes that make it. */
static bool is_same(const dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_exec_home *home = &d->insts[inst];

    return i->type != DXKI_TY_VOID && !home->inside && !home->is_fixed && i->op != DXKI_OP_ALLOCA &&
           !d->differs[inst];
}

static bool can_be_once(dxki_exec_decoder *d, uint32_t inst, uint32_t block)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);

    if (!is_same(d, inst))
        return false;
    switch (i->op) {
    case DXKI_OP_PHI:
        return phi_can(d, i, block);
    case DXKI_OP_CALL:
        return operation_can(d, i);
    case DXKI_OP_LOAD:
        return load_can(d, inst);
    case DXKI_OP_GEP:
        return true;
    default:
        return dxki_op_get(i->op)->cls != DXKI_OC_MEM && dxki_op_get(i->op)->cls != DXKI_OC_TERM;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Operands                                                                                   */

/* The instruction whose registers hold the value; 0: it is constant, or an argument. */
static uint32_t holder_of(const dxki_exec_decoder *d, dxki_value value)
{
    uint32_t inst = dxki_value_as_inst(value);

    if (!inst || d->insts[inst].is_fixed || dxki_inst_get(d->m, inst)->op == DXKI_OP_ALLOCA)
        return 0;
    return d->insts[inst].inside ? dxki_value_as_inst(d->insts[inst].inside) : inst;
}

/* True if the value can be had once where control leaves or is in a block. */
static bool is_at_hand(const dxki_exec_decoder *d, dxki_value value, uint32_t block)
{
    uint32_t holder = holder_of(d, value);

    if (DXKI_TAG(value) == DXKI_V_ARG ||
        (dxki_value_as_inst(value) && d->insts[DXKI_INDEX(value)].inside && !holder))
        return false;
    if (!holder)
        return true;
    return !dxki_uniform_differs(&d->uniform, value, block) &&
           !dxki_uniform_differs(&d->uniform, DXKI_VALUE(DXKI_V_INST, holder), block) &&
           (d->once[holder] & DXKI_EXEC_ONCE ||
            (is_same(d, holder) && dxki_inst_get(d->m, holder)->op != DXKI_OP_PHI &&
             dxki_type_kind_of(d->m, dxki_inst_get(d->m, holder)->type) != DXKI_T_POINTER));
}

static bool operands_are_at_hand(const dxki_exec_decoder *d, uint32_t inst, uint32_t block)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);

    for (uint32_t n = 0; n < i->op_count; n++) {
        uint32_t at = block;
        if (i->op == DXKI_OP_PHI)
            at = dxki_cfg_number(&d->cfg, DXKI_INDEX(ops[i->op_count + n]));
        if (at == DXKI_NO_NODE || !dxki_cfg_is_reached(&d->cfg, at))
            continue;
        if (!is_at_hand(d, ops[n], at))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* All of them                                                                                */

typedef struct finder {
    dxki_exec_decoder *d;
    DXKI_VEC(uint32_t) work; /* phis that run by lane after all, and what their registers hold */
    bool good;
} finder;

typedef void visit(finder *f, uint32_t inst, uint32_t block);

static void each_inst(finder *f, visit *look)
{
    const dxki_exec_decoder *d = f->d;

    for (uint32_t n = 0; n < d->cfg.count; n++) {
        if (!dxki_cfg_is_reached(&d->cfg, n))
            continue;
        DXKI_EACH_INST(d->m, d->cfg.blocks[n], inst)
            look(f, inst, n);
    }
}

static void mark(finder *f, uint32_t inst, uint32_t block)
{
    f->d->once[inst] = can_be_once(f->d, inst, block) ? DXKI_EXEC_ONCE : 0;
}

/* The value is computed by lane. What it is an operand of can take it, unless it is a phi. */
static void unmark(finder *f, uint32_t inst)
{
    f->d->once[inst] = 0;
    if (dxki_inst_get(f->d->m, inst)->op == DXKI_OP_PHI)
        f->good = f->good && dxki_vec_push(f->d->ctx, &f->work, inst);
}

static void judge(finder *f, uint32_t inst, uint32_t block)
{
    if (f->d->once[inst] && !operands_are_at_hand(f->d, inst, block))
        unmark(f, inst);
}

static void spoil_users(finder *f, uint32_t inst)
{
    dxki_exec_decoder *d = f->d;

    DXKI_EACH_USE_OF(&d->uses, DXKI_VALUE(DXKI_V_INST, inst), k)
    {
        uint32_t user = dxki_value_as_inst(d->uses.uses.items[k].user);
        if (!user)
            continue;
        if (d->insts[user].inside)
            f->good = f->good && dxki_vec_push(d->ctx, &f->work, user);
        else if (d->once[user])
            unmark(f, user);
    }
}

/* Notes what has to be spread or taken for the operands of an instruction. */
static void join_operands(finder *f, uint32_t inst, uint32_t block)
{
    dxki_exec_decoder *d = f->d;
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    bool runs_once = d->once[inst] & DXKI_EXEC_ONCE;

    if (d->insts[inst].inside || d->insts[inst].is_fixed)
        return;
    for (uint32_t n = 0; n < i->op_count; n++) {
        uint32_t holder = holder_of(d, ops[n]);
        bool decides = n == 0 && i->op_count > 1 &&
                       (i->op == DXKI_OP_BR || i->op == DXKI_OP_SWITCH) &&
                       is_at_hand(d, ops[0], block);
        if (!holder)
            continue;
        if (d->once[holder] & DXKI_EXEC_ONCE)
            d->once[holder] |= runs_once || decides ? 0 : DXKI_EXEC_ONCE_SPREAD;
        else if (runs_once)
            d->once[holder] |= DXKI_EXEC_ONCE_TAKEN;
    }
}

bool dxki_exec_find_once(dxki_exec_decoder *d)
{
    finder f = {.d = d, .good = true};

    if (d->p->options.for_debug || d->p->options.no_sharing)
        return true;
    each_inst(&f, mark);
    if (d->status != DXK_OK)
        return false;
    each_inst(&f, judge);
    while (f.work.count && f.good)
        spoil_users(&f, f.work.items[--f.work.count]);
    each_inst(&f, join_operands);
    dxki_vec_free(d->ctx, &f.work);
    return f.good || dxki_exec_out_of_memory(d);
}

bool dxki_exec_is_once(const dxki_exec_decoder *d, dxki_value value)
{
    uint32_t block = dxki_cfg_number(&d->cfg, d->m->insts.items[d->inst].block);
    uint32_t holder = holder_of(d, value);

    return holder && d->once[holder] & DXKI_EXEC_ONCE && is_at_hand(d, value, block);
}

/* ---------------------------------------------------------------------------------------- */
/* Code                                                                                       */

static bool emit_helper(dxki_exec_decoder *d, dxki_exec_fn *run, uint32_t slot, uint32_t count,
                        bool wide)
{
    dxki_exec_inst inst = {.run = run, .dst = slot, .n = (uint16_t)count, .aux = wide};

    d->p->runs_once = true;
    return count == 0 || dxki_exec_emit(d, &inst);
}

/* Members of a structure before the first or after the last one that is read need not be spread. */
static void skip_unread(const dxki_exec_home *home, dxki_exec_shape shape, uint32_t *first,
                        uint32_t *count)
{
    if (shape.is_vector || shape.count < 2 || shape.count > 8)
        return;
    while (*count && !(home->read >> (*first + *count - 1) & 1))
        --*count;
    while (*count && !(home->read >> *first & 1)) {
        ++*first;
        --*count;
    }
}

bool dxki_exec_emit_once(dxki_exec_decoder *d, uint32_t inst)
{
    uint8_t what = d->once[inst];
    const dxki_exec_home *home = &d->insts[inst];
    dxki_type type = dxki_inst_get(d->m, inst)->type;
    dxki_exec_fn *run = what & DXKI_EXEC_ONCE ? dxki_exec_spread_once : dxki_exec_take_once;

    if (what & DXKI_EXEC_ONCE)
        d->p->runs_once = true;
    if (!(what & (DXKI_EXEC_ONCE_SPREAD | DXKI_EXEC_ONCE_TAKEN)))
        return true;
    if (dxki_type_kind_of(d->m, type) == DXKI_T_POINTER)
        return emit_helper(d, run, home->slot,
                           dxki_exec_value_rows(d, DXKI_VALUE(DXKI_V_INST, inst)), false);
    dxki_exec_shape shape = dxki_exec_shape_of(d, type);
    if (shape.elem != DXKI_EXEC_MIXED) {
        uint32_t first = 0, count = shape.count, width = dxki_exec_elem_rows(shape.elem);
        skip_unread(home, shape, &first, &count);
        return emit_helper(d, run, home->slot + first * width, count, width == 2);
    }
    for (size_t n = 0; n < d->parts.count; n++) {
        dxki_exec_piece part = d->parts.items[n];
        if (!emit_helper(d, run, home->slot + part.row, 1, dxki_exec_elem_rows(part.elem) == 2))
            return false;
    }
    return true;
}
