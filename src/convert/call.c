/* SPDX-License-Identifier: MIT */
/*
 * call.c - subroutines and interfaces. DXIL has no counterpart of either, so the code of a
 * subroutine is converted again at each call, with the registers as they are there. What follows a
 * label belongs to the subroutine up to the next label; its ret leads after the call.
 *
 *     call l1                     scope BODY: pc goes to the label, and back at its end
 *     fcall fp0[1][2]             scope CHOICE, and in it a BODY for each table that fp0 may have:
 *                                 switch on the table that slot 0 + 1 has, call site 2 of it
 */
#include "convert/code.h"

#include "base/sort.h"
#include "builder/builder.h"

#define DEPTH_MOST 32u /* of calls, as the models have it */

/* ---------------------------------------------------------------------------------------- */
/* Labels                                                                                     */

/* "l4" */
static const char *name_of(const dxki_convert_subroutine *s, char name[16])
{
    uint32_t number = s->number;
    char *end = name + 15;

    *end = 0;
    do {
        *--end = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    if (s->kind == DXK_DXBC_REGISTER_FUNCTION_BODY)
        *--end = 'b';
    *--end = s->kind == DXK_DXBC_REGISTER_FUNCTION_BODY ? 'f' : 'l';
    return end;
}

static void complain(dxki_convert *c, const dxki_convert_subroutine *s, const char *why)
{
    char name[16];

    DXKI_CONVERT_FAULT(c, SUBROUTINE, dxki_text(dxki_str(name_of(s, name))),
                       dxki_text(dxki_str(why)));
}

static bool after(const void *user, const void *a, const void *b)
{
    const dxki_convert_subroutine *left = a, *right = b;

    (void)user;
    return left->kind != right->kind ? left->kind > right->kind : left->number > right->number;
}

/* A label, as it stands in an instruction; `first` is not set. */
static dxki_convert_subroutine label_of(const dxki_convert *c, const dxk_dxbc_operand *operand)
{
    return (dxki_convert_subroutine){
        .kind = dxk_dxbc_register_kind(operand),
        .number = (uint32_t)dxk_dxbc_index_get(c->program, operand, 0).number};
}

static void note_label(dxki_convert *c, size_t number)
{
    dxki_convert_subroutine s = label_of(c, &c->program->operands[c->at->operands]);

    s.first = number + 1;
    if (!dxki_vec_push(c->ctx, &c->code->subroutines, s))
        dxki_convert_nomem(c);
}

void dxki_convert_find_subroutines(dxki_convert *c)
{
    dxki_convert_code *code = c->code;
    const dxk_dxbc_program *p = c->program;

    for (size_t i = 0; i < p->instruction_count && dxki_convert_ready(c); i++) {
        c->at = &p->instructions[i];
        if (dxk_dxbc_opcode(c->at) == DXKI_SM4_LABEL)
            note_label(c, i);
    }
    c->at = NULL;
    if (dxki_convert_ready(c) &&
        !dxki_sort(c->ctx, code->subroutines.items, code->subroutines.count,
                   sizeof *code->subroutines.items, after, NULL))
        dxki_convert_nomem(c);
    for (size_t i = 1; i < code->subroutines.count && dxki_convert_ready(c); i++)
        if (!after(NULL, &code->subroutines.items[i], &code->subroutines.items[i - 1]))
            complain(c, &code->subroutines.items[i], "has two labels");
}

/* Number of a subroutine + 1; 0: it has no label. */
static uint32_t find(const dxki_convert *c, const dxki_convert_subroutine *wanted)
{
    const dxki_convert_subroutine *all = c->code->subroutines.items;
    size_t low = 0, high = c->code->subroutines.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (after(NULL, wanted, &all[middle]))
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->code->subroutines.count && !after(NULL, &all[low], wanted) ? (uint32_t)low + 1
                                                                               : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* The code of a subroutine comes next. NULL: reported. */
static dxki_convert_scope *enter(dxki_convert *c, uint32_t number)
{
    dxki_convert_subroutine *s = &c->code->subroutines.items[number - 1];

    if (s->active || c->code->depth == DEPTH_MOST) {
        complain(c, s, s->active ? "calls itself" : "is nested too deeply in calls");
        return NULL;
    }
    dxki_convert_scope *body = dxki_convert_push(c, DXKI_CONVERT_BODY);
    if (!body)
        return NULL;
    body->back = c->code->pc;
    body->subroutine = number;
    s->active = true;
    c->code->depth++;
    c->code->pc = s->first;
    return body;
}

void dxki_convert_do_subroutine(dxki_convert *c, const dxki_convert_inst *inst)
{
    bool has_test = inst->row->make;
    dxki_convert_subroutine label = label_of(c, &inst->operands[has_test]);
    uint32_t number = find(c, &label);
    dxk_value condition = has_test ? dxki_convert_test(c, inst) : DXK_NONE;

    if (!number) {
        complain(c, &label, "has no label");
        return;
    }
    dxki_convert_scope *body = dxki_convert_ready(c) ? enter(c, number) : NULL;
    if (body && has_test)
        dxki_convert_jump_if(c, &body->end, condition, false);
}

/* ---------------------------------------------------------------------------------------- */
/* Interfaces                                                                                 */

static const dxki_convert_table *table_of(const dxki_convert_tables *tables, uint64_t number)
{
    for (size_t i = 0; i < tables->count; i++)
        if (tables->items[i].number == number)
            return &tables->items[i];
    return NULL;
}

static void complain_of_interface(dxki_convert *c, uint64_t number, const char *why)
{
    DXKI_CONVERT_FAULT(c, INTERFACE, dxki_dec(number), dxki_text(dxki_str(why)));
}

static void add_table(dxki_convert *c, dxki_convert_tables *tables, dxki_convert_table table)
{
    if (tables->count == DXKI_CONVERT_TABLES)
        complain_of_interface(c, table.number, "is one of too many, or a table is");
    else if (table_of(tables, table.number))
        complain_of_interface(c, table.number, "is declared twice, or a table of that number is");
    else if (!dxki_vec_push(c->ctx, tables, table))
        dxki_convert_nomem(c);
}

/* number, count, bodies */
void dxki_convert_do_dcl_table(dxki_convert *c, const dxki_convert_inst *inst)
{
    enum { HEAD = 2 };
    const dxki_convert_table table = {.number = dxki_convert_tail(c, 0),
                                      .first = inst->in->tail + HEAD,
                                      .count = inst->in->tail_count - HEAD};

    add_table(c, &c->code->tables, table);
}

/* number, call sites, length << 16 | count, tables */
void dxki_convert_do_dcl_interface(dxki_convert *c, const dxki_convert_inst *inst)
{
    enum { HEAD = 3 };
    const dxki_convert_table interface = {.number = dxki_convert_tail(c, 0),
                                          .first = inst->in->tail + HEAD,
                                          .count = inst->in->tail_count - HEAD,
                                          .length = dxki_convert_tail(c, 2) >> 16,
                                          .calls = dxki_convert_tail(c, 1)};
    uint64_t end = (uint64_t)interface.number + (interface.length ? interface.length : 1);

    if (end > DXKI_CONVERT_SLOTS)
        complain_of_interface(c, interface.number, "has slots beyond the last one");
    else if (end > c->code->slots)
        c->code->slots = (uint32_t)end;
    add_table(c, &c->code->interfaces, interface);
}

/* Adds the body that a table has for a call site. */
static void add_choice(dxki_convert *c, uint32_t number, uint32_t site)
{
    const dxki_convert_table *table = table_of(&c->code->tables, number);
    dxki_convert_subroutine label = {.kind = DXK_DXBC_REGISTER_FUNCTION_BODY};
    dxki_convert_case it = {.value = dxki_convert_bits(c, DXKI_CONVERT_I32, number),
                            .number = number};

    if (table && site < table->count) {
        label.number = c->program->words[table->first + site];
        it.body = find(c, &label);
    }
    if (!it.body)
        complain_of_interface(c, number, "has a table without the function that is called");
    else if (!dxki_vec_push(c->ctx, &c->code->cases, it))
        dxki_convert_nomem(c);
}

/* The body of the next case, or what is behind the last one. */
static void go_on_with_choice(dxki_convert *c)
{
    dxki_convert_scope *choice = dxki_convert_top(c);
    size_t next = choice->next_case;

    if (next < c->code->cases.count) {
        dxki_convert_case *it = &c->code->cases.items[next];
        choice->next_case++;
        dxki_convert_begin_block(c);
        it->block = c->code->block;
        enter(c, it->body);
        return;
    }
    dxki_convert_make_switch(c, choice->head, choice->selector,
                             c->code->cases.items[choice->first_case].block, choice->first_case);
    c->code->cases.count = choice->first_case;
    dxki_convert_arrive(c, choice->end);
    c->code->scopes.count--;
}

/* A body of a choice ends: the end of the choice comes next, and the next body is elsewhere. */
static void leave_choice(dxki_convert *c)
{
    dxki_convert_scope *choice = dxki_convert_top(c);

    if (c->code->block)
        dxki_convert_jump_to(c, &choice->end);
    go_on_with_choice(c);
}

void dxki_convert_do_fcall(dxki_convert *c, const dxki_convert_inst *inst)
{
    const dxk_dxbc_operand *operand = &inst->operands[0];
    uint64_t number = dxk_dxbc_index_get(c->program, operand, 0).number;
    const dxki_convert_table *interface = table_of(&c->code->interfaces, number);
    uint32_t site = inst->in->lead ? c->program->words[inst->in->words + inst->in->extended] : 0;

    if (!interface || interface->count == 0) {
        complain_of_interface(c, number, "is called and has no table");
        return;
    }
    dxk_value slot = dxki_convert_add(c, dxki_convert_index(c, operand, 1),
                                      dxki_convert_bits(c, DXKI_CONVERT_I32, number));
    dxk_value selector = dxki_convert_load_slot(c, slot, 0);
    dxki_convert_scope *choice = dxki_convert_push(c, DXKI_CONVERT_CHOICE);
    dxki_convert_count_steps(c, interface->count);
    for (uint32_t i = 0; i < interface->count && dxki_convert_ready(c); i++)
        add_choice(c, c->program->words[interface->first + i], site);
    if (!dxki_convert_ready(c))
        return;
    dxki_convert_flush(c);
    choice->head = c->code->block;
    choice->selector = selector;
    choice->next_case = choice->first_case;
    go_on_with_choice(c);
}

/* ---------------------------------------------------------------------------------------- */
/* The end of a body                                                                          */

/* The code in front of the first label ends, or the last phase. */
static void end_main(dxki_convert *c)
{
    dxki_convert_scope *body = dxki_convert_top(c);

    c->code->ended = true;
    if (!body)
        return; /* a hull shader without phases */
    if (c->stage == DXK_DXBC_STAGE_HULL) {
        dxki_convert_end_phase(c);
        return;
    }
    dxki_convert_arrive(c, body->end);
    c->code->scopes.count--;
    dxki_convert_end_function(c);
}

void dxki_convert_end_body(dxki_convert *c)
{
    dxki_convert_scope *body = dxki_convert_top(c);

    if (body && body->kind != DXKI_CONVERT_BODY) {
        dxki_convert_misplaced(c, "a block is still open");
        return;
    }
    if (!body || !body->subroutine) {
        end_main(c);
        return;
    }
    dxki_convert_arrive(c, body->end);
    c->code->subroutines.items[body->subroutine - 1].active = false;
    c->code->depth--;
    c->code->pc = body->back;
    c->code->scopes.count--;
    const dxki_convert_scope *outer = dxki_convert_top(c);
    if (outer && outer->kind == DXKI_CONVERT_CHOICE && dxki_convert_ready(c))
        leave_choice(c);
}
