/* SPDX-License-Identifier: MIT */
/*
 * sequence.c - variables that an expression writes, and reads or writes again, in no certain order: see
 * check.h. Looked at are variables and the members of `this`, as a whole; neither components nor elements.
 */
#include "sema/check.h"

/* Reads and writes of one expression that are followed, at most. */
#define MOST_EVENTS 128u

/* What has happened to a variable. A postfix operator writes some time before the end of the expression,
 * other operators before their result is used. */
typedef enum event_kind { READ, WRITTEN, WRITES_LATER } event_kind;

typedef struct event {
    const void *object; /* a variable, or a field of `this` */
    dxki_hlsl_loc loc;
    uint8_t kind;    /* event_kind */
    uint8_t is_past; /* all of it was in front of what is looked at: a comma is between */
    bool is_told;    /* something was said about the object */
} event;

typedef struct sequence {
    dxki_hlsl *c;
    const dxki_hlsl_function *function;
    event events[MOST_EVENTS];
    uint32_t count, first; /* those from `first` on are of the expression */
} sequence;

static void visit(sequence *s, const dxki_hlsl_node *n, bool is_value);

/* ---------------------------------------------------------------------------------------- */
/* Events                                                                                     */

static dxk_str name_of(const dxki_hlsl_node *n)
{
    const dxki_hlsl_name *name =
        n->kind == DXKI_HLSL_N_VAR ? n->var->name : n->a->type->record->fields[n->index].name;

    return name ? name->text : (dxk_str){"", 0};
}

/* The object that a place is; NULL: a part of one, or another one. */
static const void *object_of(const sequence *s, const dxki_hlsl_node *n)
{
    while (n && n->kind == DXKI_HLSL_N_CONVERT && n->is_lvalue)
        n = n->a;
    if (n && n->kind == DXKI_HLSL_N_VAR)
        return n->var == s->function->self ? NULL : n->var;
    bool is_own = n && n->kind == DXKI_HLSL_N_FIELD && n->a->kind == DXKI_HLSL_N_VAR &&
                  n->a->var == s->function->self && n->a->type->kind == DXKI_HLSL_TY_RECORD;
    return is_own ? &n->a->type->record->fields[n->index] : NULL;
}

/* Says so if something of that kind has happened to a place in no certain order with what happens at `loc`
 * now; `writes`: that is a write. */
static void meet(sequence *s, const dxki_hlsl_node *place, event_kind kind, dxki_hlsl_loc loc,
                 bool writes)
{
    const void *object = object_of(s, place);
    event *found = NULL;

    for (uint32_t i = s->first; i < s->count; i++) {
        event *e = &s->events[i];
        if (e->object != object || e->is_past)
            continue;
        if (e->is_told)
            return;
        if (!found && e->kind == kind)
            found = e;
    }
    if (!found)
        return;
    found->is_told = true;
    while (place->kind == DXKI_HLSL_N_CONVERT)
        place = place->a;
    const dxki_arg name = dxki_text(name_of(place));
    const bool both = writes && kind != READ;
    dxki_hlsl_report(s->c, both ? DXKI_HLSL_D_UNSEQUENCED_WRITES : DXKI_HLSL_D_UNSEQUENCED,
                     kind == READ ? loc : found->loc, &name, 1);
}

static void add(sequence *s, const dxki_hlsl_node *place, event_kind kind, dxki_hlsl_loc loc)
{
    if (s->count < MOST_EVENTS)
        s->events[s->count++] =
            (event){.object = object_of(s, place), .loc = loc, .kind = (uint8_t)kind};
}

/* What was to be written some time is: the result of what began with event `begin` is used. */
static void settle(sequence *s, uint32_t begin)
{
    for (uint32_t i = begin; i < s->count; i++)
        if (s->events[i].kind == WRITES_LATER)
            s->events[i].kind = WRITTEN;
}

static void set_past(sequence *s, uint32_t begin, uint32_t end, int by)
{
    for (uint32_t i = begin; i < end; i++)
        s->events[i].is_past = (uint8_t)(s->events[i].is_past + by);
}

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

/* What is evaluated after all in front of it, and maybe not at all. */
static void visit_alone(sequence *s, const dxki_hlsl_node *n)
{
    const uint32_t first = s->first, count = s->count;

    s->first = count;
    visit(s, n, true);
    s->first = first;
    s->count = count;
}

static void visit_place(sequence *s, const dxki_hlsl_node *n)
{
    visit(s, n, n && !n->is_lvalue);
}

/* && and || that evaluate both operands are operations with bits of truth values. */
static bool is_logic(const dxki_hlsl_node *n)
{
    return n->kind == DXKI_HLSL_N_LOGIC || (n->kind == DXKI_HLSL_N_BINARY && n->index);
}

static void visit_operations(sequence *s, const dxki_hlsl_node *n)
{
    const uint32_t begin = s->count;
    dxki_hlsl_chain chain;

    dxki_sema_operations(s->c, &chain, n);
    for (size_t i = chain.count; i--;) {
        const dxki_hlsl_node *item = chain.items[i];
        if (i + 1 == chain.count)
            visit(s, item->a, true);
        const uint32_t end = s->count;
        if (is_logic(item)) {
            settle(s, begin);
            visit_alone(s, item->b);
        } else if (n->kind == DXKI_HLSL_N_COMMA) {
            settle(s, begin);
            set_past(s, begin, end, 1);
            visit(s, item->b, true);
            set_past(s, begin, end, -1);
        } else {
            visit(s, item->b, true);
        }
    }
}

static void visit_choice(sequence *s, const dxki_hlsl_node *n)
{
    const uint32_t begin = s->count;

    visit(s, n->a, true);
    settle(s, begin);
    visit_alone(s, n->b);
    visit_alone(s, n->c);
}

/* ++, -- and all assignments: the write is the last that they do. */
static void visit_write(sequence *s, const dxki_hlsl_node *n)
{
    const bool is_known = object_of(s, n->a) != NULL;
    const bool is_after = n->kind == DXKI_HLSL_N_STEP && n->index;

    if (is_known) {
        meet(s, n->a, WRITTEN, n->loc, true);
        meet(s, n->a, READ, n->loc, true);
    }
    visit_place(s, n->a);
    if (is_known && n->kind == DXKI_HLSL_N_UPDATE) {
        meet(s, n->a, WRITES_LATER, n->loc, false);
        add(s, n->a, READ, n->loc);
    }
    if (n->kind != DXKI_HLSL_N_STEP)
        visit(s, n->b, true);
    if (is_known) {
        meet(s, n->a, WRITES_LATER, n->loc, true);
        add(s, n->a, is_after ? WRITES_LATER : WRITTEN, n->loc);
    }
}

/* All of the arguments have happened when the function begins. */
static void visit_call(sequence *s, const dxki_hlsl_node *n)
{
    const uint32_t begin = s->count;
    const dxki_hlsl_function *f = n->function;

    visit_place(s, n->a);
    for (size_t i = 0; i < n->list_count; i++) {
        bool is_out = f && i < f->param_count && f->params[i]->direction & DXKI_HLSL_OUT;
        if (is_out)
            visit_place(s, n->list[i]);
        else
            visit(s, n->list[i], true);
    }
    settle(s, begin);
}

static void visit_children(sequence *s, const dxki_hlsl_node *n, bool is_value)
{
    if (n->kind == DXKI_HLSL_N_CONVERT)
        visit(s, n->a, is_value || !n->is_lvalue);
    else
        visit_place(s, n->a);
    visit(s, n->b, true);
    visit(s, n->c, true);
    for (size_t i = 0; i < n->list_count; i++)
        visit(s, n->list[i], true);
}

/* `is_value`: what is there is read. */
static void visit(sequence *s, const dxki_hlsl_node *n, bool is_value)
{
    if (!n || s->count == MOST_EVENTS || !dxki_hlsl_enter(s->c, n->loc))
        return;
    const bool is_read = is_value && object_of(s, n) && n->kind != DXKI_HLSL_N_CONVERT;
    if (is_read) {
        meet(s, n, WRITTEN, n->loc, false);
        meet(s, n, WRITES_LATER, n->loc, false);
        add(s, n, READ, n->loc);
    }
    switch (n->kind) {
    case DXKI_HLSL_N_VAR:
    case DXKI_HLSL_N_CONSTANT:
        break;
    case DXKI_HLSL_N_BINARY:
    case DXKI_HLSL_N_LOGIC:
    case DXKI_HLSL_N_COMMA:
        visit_operations(s, n);
        break;
    case DXKI_HLSL_N_SELECT:
    case DXKI_HLSL_N_CHOOSE:
        visit_choice(s, n);
        break;
    case DXKI_HLSL_N_STEP:
    case DXKI_HLSL_N_ASSIGN:
    case DXKI_HLSL_N_UPDATE:
        visit_write(s, n);
        break;
    case DXKI_HLSL_N_CALL:
    case DXKI_HLSL_N_INTRINSIC:
        visit_call(s, n);
        break;
    case DXKI_HLSL_N_UNARY:
    case DXKI_HLSL_N_LIST:
        visit(s, n->a, true);
        for (size_t i = 0; i < n->list_count; i++)
            visit(s, n->list[i], true);
        break;
    default:
        visit_children(s, n, is_value);
        break;
    }
    dxki_hlsl_leave(s->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Statements                                                                                 */

static void check_statement(sequence *s, const dxki_hlsl_code *code)
{
    if (!code || !dxki_hlsl_enter(s->c, code->loc))
        return;
    s->first = s->count = 0;
    visit(s, code->value, true);
    s->count = 0;
    visit(s, code->step, true);
    check_statement(s, code->yes);
    check_statement(s, code->no);
    for (size_t i = 0; i < code->count; i++)
        check_statement(s, code->items[i]);
    dxki_hlsl_leave(s->c);
}

void dxki_sema_check_sequence(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    sequence s = {.c = c, .function = f};

    check_statement(&s, f->body);
}
