/* SPDX-License-Identifier: MIT */
/*
 * regs.c - registers of values. Instructions are numbered in the order of their positions; a value
 * needs its registers from the number where it is made to that of its last use. A value that is made
 * outside of a loop and used inside is needed up to the end of the loop; a phi is made where control
 * leaves the blocks before it. Values whose rows of numbers do not meet share registers.
 *
 * That is enough when lanes part: each lane goes its way through the numbers as if it were alone,
 * and handlers keep the registers of those that wait. Only values of numbers of one width share: in
 * two registers with numbers of 64 bits the lanes are elsewhere than in two of 32 bits each.
 *
 * A part of another value has no registers of its own: extractvalue, casts that change no bits,
 * addresses with zero indices. What it is a part of is needed for longer instead.
 */
#include "exec/decoder.h"

#include "dxk/ops.h"

#define SIZES 64u /* values of more registers do not share */

typedef struct assigner {
    dxki_exec_decoder *d;
    uint32_t *start, *end;  /* numbers by position: of the first instruction, of the last */
    uint32_t *last_in_loop; /* by loop: number of its last instruction */
    uint32_t *jump;         /* by loop: one further out, for searches */
    uint32_t count;         /* of numbers */
    DXKI_VEC(dxki_value) values;
    uint32_t *first_low, *next_low;   /* lists of values by the number where they begin */
    uint32_t *first_high, *next_high; /* and where they end */
    uint32_t free_head[2][SIZES];     /* by width and size: first free register + 1 */
    DXKI_VEC(uint32_t) next_free;     /* by register of the function */
} assigner;

static dxki_exec_home *home_of(dxki_exec_decoder *d, dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_INST ? &d->insts[DXKI_INDEX(value)]
                                          : &d->args[DXKI_INDEX(value)];
}

static bool has_home(dxki_value value)
{
    return DXKI_TAG(value) == DXKI_V_INST || DXKI_TAG(value) == DXKI_V_ARG;
}

/* ---------------------------------------------------------------------------------------- */
/* Parts of other values                                                                      */

static void put_inside(dxki_exec_decoder *d, uint32_t inst, dxki_value whole, uint32_t row)
{
    dxki_exec_home *home = &d->insts[inst];

    if (has_home(whole) && home_of(d, whole)->inside) {
        row += home_of(d, whole)->row;
        whole = home_of(d, whole)->inside;
    }
    home->inside = whole;
    home->row = row;
}

/* An address whose offset is known has no registers, one that adds nothing those of its base. */
static void find_address(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    dxki_exec_address a = {ops[i->op_count], ops + 1, i->op_count - 1, 0, NULL};
    dxki_exec_home *home = &d->insts[inst];
    uint32_t base;

    if (!dxki_exec_address_walk(d, &a))
        return;
    home->is_fixed = dxki_exec_object_of(d, ops[0]) && dxki_exec_fixed_offset(d, ops[0], &base);
    if (home->is_fixed)
        home->fixed = base + a.sum;
    else if (a.sum == 0)
        put_inside(d, inst, ops[0], 0);
}

/* Casts of pointers change nothing. */
static void find_cast(dxki_exec_decoder *d, uint32_t inst, dxki_value base)
{
    dxki_exec_home *home = &d->insts[inst];

    home->is_fixed = dxki_exec_object_of(d, base) && dxki_exec_fixed_offset(d, base, &home->fixed);
    if (!home->is_fixed)
        put_inside(d, inst, base, 0);
}

/* True if a bitcast gives numbers of the same widths. */
static bool keeps_widths(dxki_exec_decoder *d, const dxki_inst *i, dxki_value from)
{
    dxki_type a = dxki_type_scalar(d->m, i->type);
    dxki_type b = dxki_type_scalar(d->m, dxki_value_type(d->m, from));

    return dxki_type_bits(d->m, a) == dxki_type_bits(d->m, b);
}

static bool find_part(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);
    bool pointer = dxki_type_kind_of(d->m, i->type) == DXKI_T_POINTER;
    uint32_t row;
    uint64_t index;

    switch (i->op) {
    case DXKI_OP_EXTRACTVALUE:
        if (!dxki_exec_part_row(d, dxki_value_type(d->m, ops[0]), ops + 2, ops[1], &row))
            return false;
        put_inside(d, inst, ops[0], row);
        return true;
    case DXKI_OP_EXTRACTELEMENT:
        if (dxki_value_as_int(d->m, ops[1], &index) &&
            index < dxki_type_count(d->m, dxki_value_type(d->m, ops[0])))
            put_inside(d, inst, ops[0], (uint32_t)index * dxki_exec_shape_of(d, i->type).rows);
        return true;
    case DXKI_OP_ADDRSPACECAST:
        find_cast(d, inst, ops[0]);
        break;
    case DXKI_OP_BITCAST:
        if (pointer)
            find_cast(d, inst, ops[0]);
        else if (keeps_widths(d, i, ops[0]))
            put_inside(d, inst, ops[0], 0);
        break;
    case DXKI_OP_ZEXT:
        if (dxki_exec_elem_rows(dxki_exec_shape_of(d, i->type).elem) == 1)
            put_inside(d, inst, ops[0], 0);
        break;
    case DXKI_OP_GEP:
        find_address(d, inst);
        break;
    default:
        break;
    }
    if (pointer)
        dxki_exec_object_of(d, DXKI_VALUE(DXKI_V_INST, inst));
    return d->status == DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Where values are needed                                                                    */

static void need(dxki_exec_home *home, uint32_t number)
{
    if (number < home->low)
        home->low = number;
    if (number > home->high)
        home->high = number;
}

/* The outermost loop that contains the one block and not the other; 0: none. */
static uint32_t loop_between(const assigner *a, uint32_t inside, uint32_t outside)
{
    const dxki_loops *loops = &a->d->loops;
    uint32_t l = loops->of[inside];

    if (l == 0 || dxki_loop_contains(loops, l, outside))
        return 0;
    for (uint32_t out = loops->items[l].parent; out != 0; out = loops->items[l].parent) {
        if (dxki_loop_contains(loops, out, outside))
            break;
        l = a->jump[l] && !dxki_loop_contains(loops, a->jump[l], outside) ? a->jump[l] : out;
    }
    return l;
}

static void use(assigner *a, dxki_value value, uint32_t number, uint32_t block)
{
    if (!has_home(value))
        return;
    dxki_exec_home *home = home_of(a->d, value);
    if (home->inside) {
        if (!has_home(home->inside))
            return;
        home = home_of(a->d, home->inside);
    }
    need(home, number);
    uint32_t loop = loop_between(a, block, home->block);
    if (loop)
        need(home, a->last_in_loop[loop]);
}

/* A phi is written at the ends of the blocks before, where its operands are read. */
static void use_phi(assigner *a, uint32_t inst)
{
    dxki_exec_decoder *d = a->d;
    const dxki_inst *i = dxki_inst_get(d->m, inst);
    const dxki_value *ops = dxki_inst_ops(d->m, inst);

    for (uint32_t n = 0; n < i->op_count; n++) {
        uint32_t from = dxki_cfg_number(&d->cfg, DXKI_INDEX(ops[i->op_count + n]));
        if (from == DXKI_NO_NODE || !dxki_cfg_is_reached(&d->cfg, from))
            continue;
        uint32_t number = a->end[d->order.position[from]];
        need(&d->insts[inst], number);
        use(a, ops[n], number, from);
    }
}

/* Notes which members of structures an instruction reads. */
static void note_read(assigner *a, const dxki_inst *i, const dxki_value *ops)
{
    uint32_t members = 0xFF, index = i->op == DXKI_OP_EXTRACTVALUE ? ops[i->op_count + 1] : 8;

    if (index < 8)
        members = 1u << index;
    for (uint32_t n = 0; n < i->op_count; n++) {
        if (has_home(ops[n])) {
            dxki_exec_home *home = home_of(a->d, ops[n]);
            home->read = (uint8_t)(home->read | members);
        }
    }
}

static void find_uses(assigner *a)
{
    dxki_exec_decoder *d = a->d;
    uint32_t number = 0;

    for (uint32_t p = 0; p < d->order.count; p++) {
        uint32_t block = d->order.places[p].block;
        if (d->order.places[p].is_latch) {
            number++;
            continue;
        }
        DXKI_EACH_INST(d->m, d->cfg.blocks[block], inst) {
            const dxki_inst *i = dxki_inst_get(d->m, inst);
            const dxki_value *ops = dxki_inst_ops(d->m, inst);
            note_read(a, i, ops);
            if (i->op == DXKI_OP_PHI)
                use_phi(a, inst);
            else
                for (uint32_t n = 0; n < i->op_count; n++)
                    use(a, ops[n], number, block);
            number++;
        }
    }
}

/* Instructions that give the address of a variable make it. */
static bool make_object(dxki_exec_decoder *d, uint32_t inst)
{
    const dxki_inst *i = dxki_inst_get(d->m, inst);

    if (i->op == DXKI_OP_ALLOCA)
        return dxki_exec_make_alloca(d, inst);
    if (i->op != DXKI_OP_CALL || dxki_type_kind_of(d->m, i->type) != DXKI_T_POINTER)
        return true;
    const dxki_dxop_info *op = dxki_call_dxop_complete(d->m, i);
    return !op || op->opcode != DXK_OP_GetMeshPayload || dxki_exec_make_payload(d, inst);
}

/* Numbers instructions, finds parts, and says where each value is made. */
static bool number_all(assigner *a)
{
    dxki_exec_decoder *d = a->d;
    uint32_t number = 0;

    for (uint32_t p = 0; p < d->order.count; p++) {
        dxki_exec_place_at at = d->order.places[p];
        a->start[p] = a->end[p] = number;
        if (at.is_latch) {
            a->last_in_loop[d->loop_at[at.block]] = number++;
            continue;
        }
        DXKI_EACH_INST(d->m, d->cfg.blocks[at.block], inst) {
            dxki_exec_home *home = &d->insts[inst];
            a->end[p] = number;
            d->inst = inst;
            home->block = at.block;
            home->low = home->high = number++;
            if (!make_object(d, inst) || !find_part(d, inst))
                return false;
        }
    }
    a->count = number;
    return true;
}

static bool make_jumps(assigner *a)
{
    const dxki_loops *loops = &a->d->loops;

    a->jump = DXKI_NEW_ARRAY(&a->d->arena, uint32_t, loops->count);
    if (!a->jump)
        return dxki_exec_out_of_memory(a->d);
    for (uint32_t l = 1; l < loops->count; l++) {
        uint32_t up = loops->items[l].parent, far = a->jump[up];
        bool level = loops->items[up].depth - loops->items[far].depth ==
                     loops->items[far].depth - loops->items[a->jump[far]].depth;
        a->jump[l] = up && level ? a->jump[far] : up;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Registers                                                                                  */

static bool add_value(assigner *a, dxki_value value)
{
    return dxki_vec_push(a->d->ctx, &a->values, value) || dxki_exec_out_of_memory(a->d);
}

static bool list_values(assigner *a)
{
    dxki_exec_decoder *d = a->d;
    const dxki_global *g = &d->m->globals.items[d->global];

    for (uint32_t n = 0; n < g->arg_count; n++) {
        dxki_exec_home *home = &d->args[g->first_arg + n];
        home->low = 0;
        if (!add_value(a, DXKI_VALUE(DXKI_V_ARG, g->first_arg + n)))
            return false;
    }
    for (uint32_t p = 0; p < d->order.count; p++) {
        if (d->order.places[p].is_latch)
            continue;
        DXKI_EACH_INST(d->m, d->cfg.blocks[d->order.places[p].block], inst) {
            const dxki_inst *i = dxki_inst_get(d->m, inst);
            const dxki_exec_home *home = &d->insts[inst];
            bool own = !home->inside && !home->is_fixed && i->op != DXKI_OP_ALLOCA;
            if (i->type != DXKI_TY_VOID && own && !add_value(a, DXKI_VALUE(DXKI_V_INST, inst)))
                return false;
        }
    }
    return true;
}

static bool link_values(assigner *a)
{
    dxki_arena *arena = &a->d->arena;
    size_t numbers = (size_t)a->count + 1, values = a->values.count + 1;

    a->first_low = DXKI_NEW_ARRAY(arena, uint32_t, numbers);
    a->first_high = DXKI_NEW_ARRAY(arena, uint32_t, numbers);
    a->next_low = DXKI_NEW_ARRAY(arena, uint32_t, values);
    a->next_high = DXKI_NEW_ARRAY(arena, uint32_t, values);
    if (!a->first_low || !a->first_high || !a->next_low || !a->next_high)
        return dxki_exec_out_of_memory(a->d);
    for (size_t v = a->values.count; v-- > 0;) {
        const dxki_exec_home *home = home_of(a->d, a->values.items[v]);
        a->next_low[v] = a->first_low[home->low];
        a->first_low[home->low] = (uint32_t)v + 1;
        a->next_high[v] = a->first_high[home->high];
        a->first_high[home->high] = (uint32_t)v + 1;
    }
    return true;
}

/* What registers are needed for: values of one kind can have each other's. */
typedef struct need_of {
    uint32_t rows;
    bool is_wide;  /* numbers of 64 bits */
    bool is_mixed; /* of both widths */
} need_of;

static need_of need_of_value(dxki_exec_decoder *d, dxki_value value)
{
    need_of n = {dxki_exec_value_rows(d, value), false, false};
    dxki_type type = dxki_value_type(d->m, value);

    if (n.rows > 1 && dxki_type_kind_of(d->m, type) != DXKI_T_POINTER) {
        dxki_exec_shape shape = dxki_exec_shape_of(d, type);
        n.is_wide = shape.elem == DXKI_EXEC_I64 || shape.elem == DXKI_EXEC_F64;
        n.is_mixed = shape.elem == DXKI_EXEC_MIXED && shape.rows != shape.count;
    }
    return n;
}

/* Registers in a row. */
static bool take(assigner *a, need_of n, uint32_t *slot)
{
    uint32_t base = a->d->register_base;

    if (n.rows < SIZES && !n.is_mixed && a->free_head[n.is_wide][n.rows]) {
        *slot = base + a->free_head[n.is_wide][n.rows] - 1;
        a->free_head[n.is_wide][n.rows] = a->next_free.items[*slot - base];
        return true;
    }
    *slot = base + (uint32_t)a->next_free.count;
    if (*slot + (uint64_t)n.rows > DXKI_EXEC_CONSTANT >> 8)
        return dxki_exec_refuse(a->d, "the program needs too many registers");
    if (!dxki_vec_reserve(a->d->ctx, &a->next_free, n.rows))
        return dxki_exec_out_of_memory(a->d);
    for (uint32_t r = 0; r < n.rows; r++)
        a->next_free.items[a->next_free.count++] = 0;
    return true;
}

static void give_back(assigner *a, uint32_t slot, need_of n)
{
    uint32_t at = slot - a->d->register_base;

    if (n.rows == 0 || n.rows >= SIZES || n.is_mixed || a->d->p->options.no_sharing)
        return;
    a->next_free.items[at] = a->free_head[n.is_wide][n.rows];
    a->free_head[n.is_wide][n.rows] = at + 1;
}

static bool assign(assigner *a)
{
    dxki_exec_decoder *d = a->d;

    for (uint32_t number = 0; number < a->count; number++) {
        for (uint32_t v = a->first_low[number]; v; v = a->next_low[v - 1]) {
            dxki_value value = a->values.items[v - 1];
            d->inst = dxki_value_as_inst(value);
            need_of n = need_of_value(d, value);
            if (d->status != DXK_OK)
                return false;
            if (n.rows == 0 && !dxki_exec_is_empty(d, dxki_value_type(d->m, value)))
                return dxki_exec_refuse(d, "a value has an unsupported type");
            if (!take(a, n, &home_of(d, value)->slot))
                return false;
        }
        for (uint32_t v = a->first_high[number]; v; v = a->next_high[v - 1]) {
            dxki_value value = a->values.items[v - 1];
            give_back(a, home_of(d, value)->slot, need_of_value(d, value));
        }
    }
    return true;
}

/* Registers beside those of values: what the function returns, and one to copy with. */
static bool assign_others(assigner *a)
{
    dxki_exec_decoder *d = a->d;
    uint32_t count;
    const dxki_type *types =
        dxki_type_list(d->m, d->m->globals.items[d->global].value_type, &count);
    uint32_t rows = types[0] == DXKI_TY_VOID ? 0 : dxki_exec_shape_of(d, types[0]).rows;

    memset(a->free_head, 0, sizeof a->free_head);
    need_of result = {rows, false, true}, scratch = {2, false, true};
    if (d->status != DXK_OK || !take(a, result, &d->p->functions.items[d->function].result) ||
        !take(a, scratch, &d->scratch))
        return false;
    d->register_base += (uint32_t)a->next_free.count;
    return true;
}

bool dxki_exec_assign_registers(dxki_exec_decoder *d)
{
    assigner a = {.d = d};
    size_t places = d->order.count;
    bool ok;

    a.start = DXKI_NEW_ARRAY(&d->arena, uint32_t, places);
    a.end = DXKI_NEW_ARRAY(&d->arena, uint32_t, places);
    a.last_in_loop = DXKI_NEW_ARRAY(&d->arena, uint32_t, d->loops.count);
    if (!a.start || !a.end || !a.last_in_loop)
        return dxki_exec_out_of_memory(d);
    ok = make_jumps(&a) && number_all(&a) && list_values(&a);
    if (ok) {
        find_uses(&a);
        ok = link_values(&a) && assign(&a) && assign_others(&a);
    }
    dxki_vec_free(d->ctx, &a.values);
    dxki_vec_free(d->ctx, &a.next_free);
    return ok;
}
