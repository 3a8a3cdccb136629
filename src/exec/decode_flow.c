/* SPDX-License-Identifier: MIT */
/*
 * decode_flow.c - ends of blocks: edges with the copies of phis, switches, returns; calls of
 * functions of the program.
 */
#include "exec/decoder.h"
#include "exec/once.h"

#include "base/sort.h"

bool dxki_exec_end_segment(dxki_exec_decoder *d, dxki_exec_segment segment)
{
    segment.inst = d->inst;
    segment.first = d->segment_start;
    segment.end = d->segment_start = (uint32_t)d->p->code.count;
    return dxki_vec_push(d->p->ctx, &d->p->segments, segment) || dxki_exec_out_of_memory(d);
}

/* ---------------------------------------------------------------------------------------- */
/* Phis                                                                                       */

/* Lists the operands of phis by the block that they come from, then by the block of the phi. */
static void list_incoming(dxki_exec_decoder *d, bool count)
{
    for (uint32_t to = 0; to < d->cfg.count; to++) {
        if (!dxki_cfg_is_reached(&d->cfg, to))
            continue;
        DXKI_EACH_INST(d->m, d->cfg.blocks[to], inst) {
            const dxki_inst *i = dxki_inst_get(d->m, inst);
            const dxki_value *ops = dxki_inst_ops(d->m, inst);
            if (i->op != DXKI_OP_PHI)
                break;
            for (uint32_t n = 0; n < i->op_count; n++) {
                uint32_t from = dxki_cfg_number(&d->cfg, DXKI_INDEX(ops[i->op_count + n]));
                if (from == DXKI_NO_NODE || !dxki_cfg_is_reached(&d->cfg, from))
                    continue;
                if (count)
                    d->incoming_start[from + 1]++;
                else
                    d->incoming[d->incoming_start[from]++] = (dxki_exec_incoming){to, inst, ops[n]};
            }
        }
    }
}

bool dxki_exec_find_incoming(dxki_exec_decoder *d)
{
    uint32_t blocks = d->cfg.count;

    d->incoming_start = DXKI_NEW_ARRAY(&d->arena, uint32_t, (size_t)blocks + 1);
    if (!d->incoming_start)
        return dxki_exec_out_of_memory(d);
    list_incoming(d, true);
    for (uint32_t b = 0; b < blocks; b++)
        d->incoming_start[b + 1] += d->incoming_start[b];
    d->incoming = DXKI_NEW_ARRAY(&d->arena, dxki_exec_incoming, d->incoming_start[blocks]);
    if (!d->incoming)
        return dxki_exec_out_of_memory(d);
    list_incoming(d, false);
    for (uint32_t b = blocks; b > 0; b--)
        d->incoming_start[b] = d->incoming_start[b - 1];
    d->incoming_start[0] = 0;
    return true;
}

/* The first operand of phis of `to` among those that come from `from`. */
static uint32_t first_incoming(const dxki_exec_decoder *d, uint32_t from, uint32_t to)
{
    uint32_t low = d->incoming_start[from], high = d->incoming_start[from + 1];

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (d->incoming[middle].to < to)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool add_move(dxki_exec_decoder *d, uint32_t to, uint32_t from, bool wide)
{
    dxki_exec_move move = {to, from, wide, false, d->emits_once};

    if (to == from)
        return true;
    return dxki_vec_push(d->ctx, &d->moves, move) || dxki_exec_out_of_memory(d);
}

static bool add_phi(dxki_exec_decoder *d, uint32_t phi, dxki_value value)
{
    uint32_t to = d->insts[phi].slot, from;
    dxki_type type = dxki_inst_get(d->m, phi)->type;
    dxki_exec_pointer_ref ref;

    if (dxki_type_kind_of(d->m, type) == DXKI_T_POINTER) {
        if (!dxki_exec_pointer(d, value, &ref))
            return false;
        if (ref.object && !dxki_exec_constant_row(d, ref.object, false, &ref.object_row))
            return false;
        return add_move(d, to, ref.offset, false) && add_move(d, to + 1, ref.object_row, false);
    }
    if (!dxki_exec_operand(d, value, &from) || !dxki_exec_parts_of(d, type))
        return false;
    for (size_t n = 0; n < d->parts.count; n++) {
        dxki_exec_piece part = d->parts.items[n];
        if (!add_move(d, to + part.row, from + part.row, dxki_exec_elem_rows(part.elem) == 2))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Parallel copies                                                                            */

/* d->readers[r]: how many moves still read register r; d->writer[r]: the move that writes it. */
static bool make_room(dxki_exec_decoder *d)
{
    while (d->readers.count < d->register_base)
        if (!dxki_vec_push(d->ctx, &d->readers, 0) || !dxki_vec_push(d->ctx, &d->writer, 0))
            return dxki_exec_out_of_memory(d);
    return true;
}

static bool is_register(uint32_t operand)
{
    return !(operand & DXKI_EXEC_CONSTANT);
}

/* Numbers that are there once are copied by themselves: no copy goes from one kind to the other. */
static bool emit_move(dxki_exec_decoder *d, uint32_t to, const dxki_exec_move *move, uint32_t from)
{
    d->emits_once = move->once;
    bool ok = dxki_exec_emit_move(d, to, from, move->wide);
    d->emits_once = false;
    return ok;
}

/* Emits move `n`, and those that this makes possible: they write what it read. */
static bool emit_chain(dxki_exec_decoder *d, uint32_t n)
{
    for (;;) {
        dxki_exec_move *move = &d->moves.items[n];
        if (!emit_move(d, move->to, move, move->from))
            return false;
        move->done = true;
        if (!is_register(move->from) || --d->readers.items[move->from] != 0 ||
            d->writer.items[move->from] == 0)
            return true;
        n = d->writer.items[move->from] - 1;
        if (d->moves.items[n].done)
            return true;
    }
}

/* What is left are cycles: one of the registers is saved, and its reader reads the copy. */
static bool emit_cycle(dxki_exec_decoder *d, uint32_t n)
{
    uint32_t saved = d->moves.items[n].to, last = n;

    /* The reader of `saved`: follow the cycle to the move whose source it is. */
    for (uint32_t at = n; d->moves.items[at].from != saved;) {
        at = d->writer.items[d->moves.items[at].from] - 1;
        last = at;
    }
    if (!emit_move(d, d->scratch, &d->moves.items[last], saved))
        return false;
    d->moves.items[last].from = d->scratch;
    d->readers.items[saved] = 0;
    d->readers.items[d->scratch] = 1;
    d->writer.items[d->scratch] = 0;
    return emit_chain(d, n);
}

static bool emit_moves(dxki_exec_decoder *d)
{
    size_t count = d->moves.count;

    if (!make_room(d))
        return false;
    for (uint32_t n = 0; n < count; n++) {
        const dxki_exec_move *move = &d->moves.items[n];
        d->writer.items[move->to] = n + 1;
        if (is_register(move->from))
            d->readers.items[move->from]++;
    }
    for (uint32_t n = 0; n < count; n++)
        if (!d->moves.items[n].done && d->readers.items[d->moves.items[n].to] == 0 &&
            !emit_chain(d, n))
            return false;
    for (uint32_t n = 0; n < count; n++)
        if (!d->moves.items[n].done && !emit_cycle(d, n))
            return false;
    for (uint32_t n = 0; n < count; n++) {
        const dxki_exec_move *move = &d->moves.items[n];
        d->writer.items[move->to] = 0;
        if (is_register(move->from))
            d->readers.items[move->from] = 0;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Edges                                                                                      */

/* Those that were computed once go to where they are needed by lane. */
static bool spread_phis(dxki_exec_decoder *d, uint32_t from, uint32_t to)
{
    uint32_t last = 0;

    for (uint32_t at = first_incoming(d, from, to);
         at < d->incoming_start[from + 1] && d->incoming[at].to == to; at++) {
        if (d->incoming[at].phi != last && !dxki_exec_emit_once(d, d->incoming[at].phi))
            return false;
        last = d->incoming[at].phi;
    }
    return true;
}

/* The edge between two blocks by number; switches may have several to one block, which are one. */
static bool make_edge(dxki_exec_decoder *d, uint32_t from, uint32_t to)
{
    uint32_t at = first_incoming(d, from, to), last = 0;
    dxki_exec_edge edge = {dxki_exec_order_target(&d->order, &d->loops, from, to),
                           (uint32_t)d->p->code.count, 0};

    d->moves.count = 0;
    for (; at < d->incoming_start[from + 1] && d->incoming[at].to == to; at++) {
        if (d->incoming[at].phi == last)
            continue;
        last = d->incoming[at].phi;
        d->emits_once = d->once[last] & DXKI_EXEC_ONCE;
        bool ok = add_phi(d, last, d->incoming[at].value);
        d->emits_once = false;
        if (!ok)
            return false;
    }
    if (!emit_moves(d) || !spread_phis(d, from, to))
        return false;
    edge.end = d->segment_start = (uint32_t)d->p->code.count;
    return dxki_vec_push(d->p->ctx, &d->p->edges, edge) || dxki_exec_out_of_memory(d);
}

static bool edge_to(dxki_exec_decoder *d, uint32_t from, dxki_value block)
{
    uint32_t to = dxki_cfg_number(&d->cfg, DXKI_INDEX(block));

    if (DXKI_TAG(block) != DXKI_V_BLOCK || to == DXKI_NO_NODE)
        return dxki_exec_refuse(d, "the target of a branch is not a block");
    return make_edge(d, from, to);
}

static bool end_branch(dxki_exec_decoder *d, uint32_t block, const dxki_inst *i,
                       const dxki_value *ops)
{
    dxki_exec_segment s = {.kind = DXKI_EXEC_END_GOTO, .to = (uint32_t)d->p->edges.count};

    if (i->op_count == 1)
        return dxki_exec_end_segment(d, s) && edge_to(d, block, ops[0]);
    s.kind = DXKI_EXEC_END_BRANCH;
    s.is_uniform = dxki_exec_is_uniform(d, ops[0]);
    s.is_once = dxki_exec_is_once(d, ops[0]);
    return dxki_exec_operand(d, ops[0], &s.a) && dxki_exec_end_segment(d, s) &&
           edge_to(d, block, ops[2]) && edge_to(d, block, ops[1]); /* the false block comes first */
}

typedef struct switch_case {
    uint64_t value;
    uint32_t edge;
} switch_case;

static bool comes_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const switch_case *)a)->value > ((const switch_case *)b)->value;
}

/* Edges of a switch: one for each block that it leads to. */
static bool list_cases(dxki_exec_decoder *d, uint32_t block, const dxki_value *ops, uint32_t count,
                       switch_case *cases)
{
    for (uint32_t n = 0; n < count; n++) {
        dxki_value target = ops[3 + 2 * n];
        uint32_t to = DXKI_TAG(target) == DXKI_V_BLOCK
                          ? dxki_cfg_number(&d->cfg, DXKI_INDEX(target))
                          : DXKI_NO_NODE;
        if (!dxki_value_as_int(d->m, ops[2 + 2 * n], &cases[n].value) || to == DXKI_NO_NODE)
            return dxki_exec_refuse(d, "a case of a switch is malformed");
        if (d->edge_from[to] != block + 1) {
            d->edge_from[to] = block + 1;
            d->edge_index[to] = (uint32_t)d->p->edges.count;
            if (!make_edge(d, block, to))
                return false;
        }
        cases[n].edge = d->edge_index[to];
    }
    return true;
}

static bool end_switch(dxki_exec_decoder *d, uint32_t block, const dxki_inst *i,
                       const dxki_value *ops)
{
    uint32_t count = (i->op_count - 2) / 2;
    dxki_exec_segment s = {.kind = DXKI_EXEC_END_SWITCH,
                           .to = (uint32_t)d->p->cases.count,
                           .edge = (uint32_t)d->p->edges.count,
                           .count = count};
    switch_case *cases = DXKI_NEW_ARRAY(&d->arena, switch_case, count);
    dxki_exec_elem elem = dxki_exec_elem_of(d, ops[0]);

    if (!cases)
        return dxki_exec_out_of_memory(d);
    if (elem < DXKI_EXEC_I1 || elem > DXKI_EXEC_I64)
        return dxki_exec_refuse(d, "the operand of a switch has an unsupported type");
    s.is_wide = elem == DXKI_EXEC_I64;
    s.is_uniform = dxki_exec_is_uniform(d, ops[0]);
    s.is_once = dxki_exec_is_once(d, ops[0]);
    if (!dxki_exec_operand(d, ops[0], &s.a) || !dxki_exec_end_segment(d, s) ||
        !edge_to(d, block, ops[1]) || !list_cases(d, block, ops, count, cases))
        return false;
    if (!dxki_sort(d->ctx, cases, count, sizeof *cases, comes_after, NULL))
        return dxki_exec_out_of_memory(d);
    for (uint32_t n = 0; n < count; n++)
        if (!dxki_vec_push(d->p->ctx, &d->p->cases, cases[n].value) ||
            !dxki_vec_push(d->p->ctx, &d->p->cases, cases[n].edge))
            return dxki_exec_out_of_memory(d);
    return true;
}

bool dxki_exec_decode_end(dxki_exec_decoder *d, uint32_t block, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    dxki_exec_segment leave = {.kind = DXKI_EXEC_END_RETURN};

    switch (i->op) {
    case DXKI_OP_BR:
        return end_branch(d, block, i, ops);
    case DXKI_OP_SWITCH:
        return end_switch(d, block, i, ops);
    case DXKI_OP_RET:
        return (i->op_count == 0 ||
                dxki_exec_emit_value(d, d->p->functions.items[d->function].result, ops[0])) &&
               dxki_exec_end_segment(d, leave);
    case DXKI_OP_UNREACHABLE: /* lanes that get here are done */
        return dxki_exec_end_segment(d, leave);
    default:
        return dxki_exec_refuse(d, "this instruction is not allowed in shaders");
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

bool dxki_exec_decode_call(dxki_exec_decoder *d, uint32_t inst, uint32_t callee)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    const dxki_global *g = &d->m->globals.items[callee];
    uint32_t function = d->function_of[callee] - 1;
    dxki_exec_segment s = {.kind = DXKI_EXEC_END_CALL, .to = function};

    d->converges |= d->p->functions.items[function].converges;
    if (dxki_call_arg_count(i) != g->arg_count)
        return dxki_exec_refuse(d, "a call has a different number of arguments than the function");
    for (uint32_t n = 0; n < g->arg_count; n++) {
        if (dxki_value_type(d->m, ops[n]) != d->m->args.items[g->first_arg + n].type)
            return dxki_exec_refuse(d, "a call has different argument types than the function");
        if (!dxki_exec_emit_value(d, d->args[g->first_arg + n].slot, ops[n]))
            return false;
    }
    d->converges |= d->p->functions.items[function].converges;
    if (!dxki_exec_end_segment(d, s))
        return false;
    if (i->type == DXKI_TY_VOID)
        return true;
    if (dxki_type_kind_of(d->m, i->type) == DXKI_T_POINTER)
        return dxki_exec_refuse(d, "functions cannot return pointers");
    return dxki_exec_emit_copy(d, d->insts[inst].slot, d->p->functions.items[function].result,
                               i->type);
}
