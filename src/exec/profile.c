/* SPDX-License-Identifier: MIT */
/*
 * profile.c - what the waves of a worker did at each instruction. Counted are segments alone: what an
 * instruction costs each time is known before. Part of <dxk/run.h>.
 */
#include "exec/profile.h"

#include "ir/dxop.h"

/* ---------------------------------------------------------------------------------------- */
/* What an instruction costs a lane                                                           */

/* Bytes of a number, or of all elements of a vector. */
static uint32_t bytes_of(const dxk_module *m, dxki_type type)
{
    uint64_t count = dxki_type_is_vector(m, type) ? dxki_type_count(m, type) : 1;
    uint32_t bits = dxki_type_bits(m, dxki_type_scalar(m, type));

    return count <= 4096 ? (uint32_t)count * ((bits + 7) / 8) : 0;
}

/* Bytes of the members of a result that something uses; a status is no data. */
static uint32_t bytes_used(const dxk_module *m, const dxki_dxop_info *op, dxki_type type,
                           uint32_t used)
{
    uint64_t count = dxki_type_count(m, type),
             data = op->result == DXKI_OT_RES_RET ? count - 1 : count;
    uint32_t bytes = 0;

    if (dxki_type_kind_of(m, type) != DXKI_T_STRUCT)
        return bytes_of(m, type);
    for (uint32_t n = 0; n < data && n < 32; n++)
        if (used >> n & 1)
            bytes += bytes_of(m, dxki_type_element(m, type, n));
    return bytes;
}

/* Bytes that a store writes: those of the components in its mask, or of a vector. */
static uint32_t bytes_stored(const dxk_module *m, const dxki_dxop_info *op, const dxki_value *args)
{
    uint32_t value = 0;
    uint64_t mask = 1;

    for (uint32_t n = 0; n < op->operand_count; n++) {
        if (op->operands[n].type == DXKI_OT_OVERLOAD)
            value = bytes_of(m, dxki_value_type(m, args[n]));
        else if (op->operands[n].type == DXKI_OT_I8 && !dxki_value_as_int(m, args[n], &mask))
            mask = 1;
    }
    return value * dxki_exec_ones(mask & 0xff);
}

static void cost_of_op(const dxk_module *m, const dxki_inst *i, const dxki_dxop_info *op,
                       uint32_t used, dxki_exec_cost *cost)
{
    switch ((dxki_dxop_kind)op->kind) {
    case DXKI_DXK_CBUFFER:
    case DXKI_DXK_SRV:
    case DXKI_DXK_SRV_QUAD:
    case DXKI_DXK_RESOURCE:
        cost->read = bytes_used(m, op, i->type, used);
        break;
    case DXKI_DXK_UAV_WRITE:
        cost->written = bytes_stored(m, op, m->words.items + i->ops + 1);
        break;
    case DXKI_DXK_UAV_ATOMIC:
    case DXKI_DXK_UAV_COUNTER:
        cost->read = cost->written = bytes_of(m, i->type);
        break;
    default:
        break;
    }
}

/* Loads and stores of group-shared variables; others are registers to the source. */
static void cost_of_access(const dxk_module *m, uint32_t inst, dxki_exec_cost *cost)
{
    const dxki_inst *i = dxki_inst_get(m, inst);
    const dxki_value *ops = dxki_inst_ops(m, inst);
    bool loads = i->op == DXKI_OP_LOAD || i->op == DXKI_OP_CMPXCHG || i->op == DXKI_OP_ATOMICRMW;
    bool stores = i->op == DXKI_OP_STORE || i->op == DXKI_OP_CMPXCHG || i->op == DXKI_OP_ATOMICRMW;

    if (!loads && !stores)
        return;
    dxki_type pointer = dxki_value_type(m, ops[i->op == DXKI_OP_STORE]);
    if ((dxki_type_get(m, pointer)->b & DXKI_SPACE_MASK) != 3)
        return;
    cost->is_shared = true;
    uint32_t bytes = bytes_of(m, dxki_type_pointee(m, pointer));
    cost->read = loads ? bytes : 0;
    cost->written = stores ? bytes : 0;
}

static void find_costs(dxki_exec_profile *profile, const dxk_run_program *p, uint8_t *used)
{
    for (size_t n = 0; n < p->steps.count; n++) {
        uint32_t inst = p->steps.items[n].inst;
        dxki_exec_cost *cost = &profile->costs[p->place_of[inst] - 1];
        const dxki_dxop_info *op = dxki_call_dxop_complete(p->m, dxki_inst_get(p->m, inst));
        cost->segment = p->steps.items[n].segment + 1;
        if (op)
            cost_of_op(p->m, dxki_inst_get(p->m, inst), op, used[inst], cost);
        else
            cost_of_access(p->m, inst, cost);
    }
}

/* Which of the first eight members of results are used. */
static void find_used(const dxk_run_program *p, uint8_t *used)
{
    for (size_t n = 0; n < p->steps.count; n++) {
        const dxki_inst *i = dxki_inst_get(p->m, p->steps.items[n].inst);
        const dxki_value *ops = dxki_inst_ops(p->m, p->steps.items[n].inst);
        uint32_t members = 0xff;
        if (i->op == DXKI_OP_EXTRACTVALUE && ops[2] < 8)
            members = 1u << ops[2];
        for (uint32_t o = 0; o < i->op_count; o++)
            if (dxki_value_as_inst(ops[o]))
                used[DXKI_INDEX(ops[o])] = (uint8_t)(used[DXKI_INDEX(ops[o])] | members);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Counting                                                                                   */

static void count_segment(dxki_exec_watch *watch, dxki_exec_runner *r, uint32_t segment)
{
    dxki_exec_profile *profile = (dxki_exec_profile *)(void *)watch;
    const dxki_exec_segment *s = &r->wave.program->segments.items[segment];

    profile->counts[segment].runs++;
    profile->counts[segment].lanes += dxki_exec_mask_count(&r->wave.mask);
    dxki_exec_run_code(r, s->first, s->end);
}

bool dxki_exec_profile_make(dxk_run_worker *worker)
{
    const dxk_run_program *p = worker->program;
    dxki_exec_profile *profile = DXKI_NEW(&worker->arena, dxki_exec_profile);
    uint8_t *used = DXKI_NEW_ARRAY(&worker->arena, uint8_t, p->m->insts.count);

    if (!profile || !used)
        return false;
    profile->costs = DXKI_NEW_ARRAY(&worker->arena, dxki_exec_cost, p->places.count);
    profile->counts = DXKI_NEW_ARRAY(&worker->arena, dxki_exec_count, p->segments.count);
    if (!profile->costs || !profile->counts)
        return false;
    find_used(p, used);
    find_costs(profile, p, used);
    profile->watch.segment = count_segment;
    worker->profile = profile;
    dxki_exec_watch_set(worker, &profile->watch);
    return true;
}

bool dxk_run_worker_counts(const dxk_run_worker *worker, uint32_t place, dxk_run_counts *out)
{
    const dxki_exec_profile *profile = worker->profile;

    memset(out, 0, sizeof *out);
    if (!profile || place >= worker->program->places.count)
        return false;
    const dxki_exec_cost *cost = &profile->costs[place];
    if (!cost->segment)
        return true; /* nothing leads there */
    const dxki_exec_count *count = &profile->counts[cost->segment - 1];
    out->runs = count->runs;
    out->lanes = count->lanes;
    *(cost->is_shared ? &out->shared_read : &out->read) = cost->read * count->lanes;
    *(cost->is_shared ? &out->shared_written : &out->written) = cost->written * count->lanes;
    return true;
}
