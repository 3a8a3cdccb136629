/* SPDX-License-Identifier: MIT */
/*
 * flow.c - what follows from the order in which statements are run: functions that end without
 * a result, parameters `out` and variables that are read before they are written. See sema.h.
 *
 * Statements are followed as they nest. A loop is taken to run any number of times, none among them,
 * unless it has no condition; conditions are not looked into but for constants.
 */
#include "sema/check.h"

/* Variables that are followed, at most: bits of a word. */
#define MOST_VARIABLES 64u

/* Where control may be, and what has been written on all ways there. */
typedef struct state {
    bool reached;
    uint64_t written; /* by number of the variable */
} state;

typedef struct flow {
    dxki_hlsl *c;
    const dxki_hlsl_function *f;
    const dxki_hlsl_var *vars[MOST_VARIABLES];
    uint32_t count;
    uint64_t told;             /* variables that were complained of */
    uint64_t all;              /* written where control cannot be */
    state *breaks, *continues; /* of the statements around; NULL: none */
} flow;

static void follow(flow *w, const dxki_hlsl_code *s, state *at);
static void read_node(flow *w, const dxki_hlsl_node *n, state *at);

static void meet(state *a, const state *b)
{
    if (!b->reached)
        return;
    *a = a->reached ? (state){true, a->written & b->written} : *b;
}

/* ---------------------------------------------------------------------------------------- */
/* Variables                                                                                  */

static bool is_followed(const dxki_hlsl_type *t)
{
    return dxki_hlsl_is_value(t);
}

static uint32_t number_of(const flow *w, const dxki_hlsl_var *v)
{
    for (uint32_t i = 0; v && i < w->count; i++)
        if (w->vars[i] == v)
            return i;
    return MOST_VARIABLES;
}

static void add(flow *w, const dxki_hlsl_var *v)
{
    if (w->count < MOST_VARIABLES && is_followed(v->type))
        w->vars[w->count++] = v;
}

static void tell(flow *w, uint32_t i, dxki_hlsl_loc loc)
{
    const dxki_hlsl_var *v = w->vars[i];
    bool param = (v->direction & DXKI_HLSL_OUT) != 0;
    const dxki_arg name = dxki_text(v->name ? v->name->text : dxki_str(""));

    if (w->told >> i & 1)
        return;
    w->told |= UINT64_C(1) << i;
    if (!dxki_hlsl_report(w->c, param ? DXKI_HLSL_D_UNSET_PARAM : DXKI_HLSL_D_UNSET, loc, &name, 1))
        return;
    if (param && v->decl)
        DXKI_HLSL_REPORT(w->c, UNSET_PARAM_HERE, dxki_hlsl_decl_start(v->decl), name);
    else if (!param)
        DXKI_HLSL_REPORT(w->c, UNSET_HERE, v->loc, name);
}

/* The variable that a place is, or is a part of. */
static const dxki_hlsl_var *variable_of(const dxki_hlsl_node *n)
{
    while (n && (n->kind == DXKI_HLSL_N_SWIZZLE || n->kind == DXKI_HLSL_N_ELEMENT ||
                 n->kind == DXKI_HLSL_N_CONVERT))
        n = n->a;
    return n && n->kind == DXKI_HLSL_N_VAR ? n->var : NULL;
}

static void write_node(flow *w, const dxki_hlsl_node *n, state *at)
{
    uint32_t i = number_of(w, variable_of(n));

    if (n && n->kind == DXKI_HLSL_N_ELEMENT)
        read_node(w, n->b, at);
    if (i < MOST_VARIABLES)
        at->written |= UINT64_C(1) << i;
    else if (n && n->kind != DXKI_HLSL_N_VAR)
        read_node(w, n, at);
}

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

/* Arguments for `out` are written by the call, after the evaluation of all. */
static void call(flow *w, const dxki_hlsl_node *n, state *at)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n->list_count; i++) {
            bool known = n->function && i < n->function->param_count;
            uint8_t direction = known ? n->function->params[i]->direction : DXKI_HLSL_IN;
            if (!known && n->list[i] && n->list[i]->is_lvalue && pass == 1)
                write_node(w, n->list[i], at); /* it may be one that the function writes */
            else if (!known && pass == 0 && (!n->list[i] || !n->list[i]->is_lvalue))
                read_node(w, n->list[i], at);
            else if (known && pass == 0 && direction & DXKI_HLSL_IN)
                read_node(w, n->list[i], at);
            else if (known && pass == 1 && direction & DXKI_HLSL_OUT)
                write_node(w, n->list[i], at);
        }
}

/* The right operands of && and || are evaluated on some ways only. */
static void read_operations(flow *w, const dxki_hlsl_node *n, state *at)
{
    dxki_hlsl_chain chain;

    dxki_sema_operations(w->c, &chain, n);
    for (size_t i = chain.count; i--;) {
        const dxki_hlsl_node *item = chain.items[i];
        if (i + 1 == chain.count)
            read_node(w, item->a, at);
        state other = *at;
        read_node(w, item->b, at);
        if (item->kind == DXKI_HLSL_N_LOGIC)
            meet(at, &other);
    }
}

/* One of b and c is evaluated. */
static void branches(flow *w, const dxki_hlsl_node *n, state *at)
{
    state other = *at;

    read_node(w, n->b, at);
    read_node(w, n->c, &other);
    meet(at, &other);
}

static void read_children(flow *w, const dxki_hlsl_node *n, state *at)
{
    read_node(w, n->a, at);
    read_node(w, n->b, at);
    if (n->kind != DXKI_HLSL_N_UPDATE)
        read_node(w, n->c, at);
    if (n->kind == DXKI_HLSL_N_CALL || n->kind == DXKI_HLSL_N_INTRINSIC)
        call(w, n, at);
    for (size_t i = 0; n->kind == DXKI_HLSL_N_LIST && i < n->list_count; i++)
        read_node(w, n->list[i], at);
}

static void read_node(flow *w, const dxki_hlsl_node *n, state *at)
{
    if (!n || !at->reached || !dxki_hlsl_enter(w->c, n->loc))
        return;
    if (dxki_hlsl_is_error(n->type)) /* it depends on a template parameter, so it may do anything */
        at->written = UINT64_MAX;
    uint32_t i = n->kind == DXKI_HLSL_N_VAR ? number_of(w, n->var) : MOST_VARIABLES;
    if (i < MOST_VARIABLES && !(at->written >> i & 1))
        tell(w, i, n->loc);
    switch (n->kind) {
    case DXKI_HLSL_N_VAR:
        break;
    case DXKI_HLSL_N_ASSIGN:
        read_node(w, n->b, at);
        write_node(w, n->a, at);
        break;
    case DXKI_HLSL_N_BINARY:
    case DXKI_HLSL_N_COMMA:
    case DXKI_HLSL_N_LOGIC:
        read_operations(w, n, at);
        break;
    case DXKI_HLSL_N_CHOOSE:
        read_node(w, n->a, at);
        branches(w, n, at);
        break;
    default:
        read_children(w, n, at);
        break;
    }
    dxki_hlsl_leave(w->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Statements                                                                                 */

/* 1 or 0: the condition is known; -1: it is not. */
static int known(const dxki_hlsl_node *n)
{
    return n && n->kind == DXKI_HLSL_N_CONSTANT && n->bits ? n->bits[0] != 0 : -1;
}

static void if_(flow *w, const dxki_hlsl_code *s, state *at)
{
    int value = known(s->value);

    read_node(w, s->value, at);
    state no = *at;
    at->reached &= value != 0;
    no.reached &= value != 1;
    follow(w, s->yes, at);
    follow(w, s->no, &no);
    meet(at, &no);
}

static void loop(flow *w, const dxki_hlsl_code *s, state *at)
{
    state breaks = {false, 0}, continues = {false, 0}, after = *at;
    state *outer[2] = {w->breaks, w->continues};
    bool is_do = s->kind == DXKI_HLSL_C_DO;

    w->breaks = &breaks;
    w->continues = &continues;
    if (!is_do) {
        read_node(w, s->value, at);
        after = *at;
    }
    follow(w, s->yes, at);
    meet(at, &continues);
    if (is_do) {
        read_node(w, s->value, at);
        after = *at;
    } else {
        read_node(w, s->step, at);
    }
    after.reached &= s->value != NULL && known(s->value) != 1;
    w->breaks = outer[0];
    w->continues = outer[1];
    *at = after;
    meet(at, &breaks);
}

static void switch_(flow *w, const dxki_hlsl_code *s, state *at)
{
    state breaks = {false, 0}, *outer = w->breaks;
    bool has_default = false;

    read_node(w, s->value, at);
    state head = *at;
    w->breaks = &breaks;
    at->reached = false;
    for (size_t i = 0; s->yes && i < s->yes->count; i++) {
        const dxki_hlsl_code *item = s->yes->items[i];
        if (item->kind == DXKI_HLSL_C_CASE) {
            meet(at, &head);
            has_default |= item->is_default;
        } else {
            follow(w, item, at);
        }
    }
    w->breaks = outer;
    if (!has_default)
        meet(at, &head);
    meet(at, &breaks);
}

static void leave_by(state *at, state *to)
{
    if (to)
        meet(to, at);
    at->reached = false;
}

/* Parameters `out` must have been written where the function is left. */
static void check_outputs(flow *w, const state *at, dxki_hlsl_loc loc)
{
    for (uint32_t i = 0; i < w->count && at->reached; i++)
        if (w->vars[i]->direction & DXKI_HLSL_OUT && !(at->written >> i & 1))
            tell(w, i, loc);
}

static void variable(flow *w, const dxki_hlsl_code *s, state *at)
{
    if (s->value)
        read_node(w, s->value, at);
    else if (s->var)
        add(w, s->var);
}

static void follow(flow *w, const dxki_hlsl_code *s, state *at)
{
    if (!s || !dxki_hlsl_enter(w->c, s->loc))
        return;
    switch (s->kind) {
    case DXKI_HLSL_C_BLOCK:
        for (size_t i = 0; i < s->count; i++)
            follow(w, s->items[i], at);
        break;
    case DXKI_HLSL_C_VAR:
        variable(w, s, at);
        break;
    case DXKI_HLSL_C_IF:
        if_(w, s, at);
        break;
    case DXKI_HLSL_C_SWITCH:
        switch_(w, s, at);
        break;
    case DXKI_HLSL_C_LOOP:
    case DXKI_HLSL_C_DO:
        loop(w, s, at);
        break;
    case DXKI_HLSL_C_BREAK:
        leave_by(at, w->breaks);
        break;
    case DXKI_HLSL_C_CONTINUE:
        leave_by(at, w->continues);
        break;
    case DXKI_HLSL_C_RETURN:
        read_node(w, s->value, at);
        check_outputs(w, at, s->loc);
        at->reached = false;
        break;
    default:
        read_node(w, s->value, at);
        break;
    }
    dxki_hlsl_leave(w->c);
}

/* Does a statement of a function return something? */
static bool returns(dxki_hlsl *c, const dxki_hlsl_code *s)
{
    bool found = s && s->kind == DXKI_HLSL_C_RETURN;

    if (!s || found || !dxki_hlsl_enter(c, s->loc))
        return found;
    found = returns(c, s->yes) || returns(c, s->no);
    for (size_t i = 0; i < s->count && !found; i++)
        found = returns(c, s->items[i]);
    dxki_hlsl_leave(c);
    return found;
}

void dxki_sema_check_flow(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    flow w = {.c = c, .f = f};
    state at = {true, 0};

    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i]->direction == DXKI_HLSL_OUT)
            add(&w, f->params[i]);
    follow(&w, f->body, &at);
    if (!at.reached || !dxki_hlsl_ready(c))
        return;
    const dxki_hlsl_loc end = f->decl->body->end;
    check_outputs(&w, &at, end);
    if (f->result->kind == DXKI_HLSL_TY_VOID || dxki_hlsl_is_error(f->result))
        return;
    if (returns(c, f->body))
        DXKI_HLSL_SAY(c, MAY_END, end);
    else
        DXKI_HLSL_SAY(c, ENDS, end);
}
