/* SPDX-License-Identifier: MIT */
/*
 * flow.c - what follows from the order in which statements are run: functions that end without
 * a result, parameters `out` and variables that are read before they are written. See sema.h, and walk.h
 * for how statements are followed. Conditions are not looked into but for constants.
 */
#include "sema/check.h"
#include "sema/walk.h"

/* Variables that are followed, at most: bits of a word. */
#define MOST_VARIABLES 64u

/* Bits of a state are variables that have been written. */
typedef dxki_sema_state state;

typedef struct flow {
    dxki_sema_walk walk;
    const dxki_hlsl_var *vars[MOST_VARIABLES];
    uint32_t count;
    uint64_t told; /* variables that were complained of */
} flow;

static void read_node(flow *w, const dxki_hlsl_node *n, state *at);

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
    if (!dxki_hlsl_report(w->walk.c, param ? DXKI_HLSL_D_UNSET_PARAM : DXKI_HLSL_D_UNSET, loc,
                          &name, 1))
        return;
    if (param && v->decl)
        DXKI_HLSL_REPORT(w->walk.c, UNSET_PARAM_HERE, dxki_hlsl_decl_start(v->decl), name);
    else if (!param)
        DXKI_HLSL_REPORT(w->walk.c, UNSET_HERE, v->loc, name);
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
        at->always |= UINT64_C(1) << i;
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
    if (!n || !at->reached || !dxki_hlsl_enter(w->walk.c, n->loc))
        return;
    if (dxki_hlsl_is_error(n->type)) /* it depends on a template parameter, so it may do anything */
        at->always = UINT64_MAX;
    uint32_t i = n->kind == DXKI_HLSL_N_VAR ? number_of(w, n->var) : MOST_VARIABLES;
    if (i < MOST_VARIABLES && !(at->always >> i & 1))
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
        dxki_sema_read_operations(&w->walk, n, at);
        break;
    case DXKI_HLSL_N_CHOOSE:
        read_node(w, n->a, at);
        dxki_sema_read_either(&w->walk, n->b, n->c, at);
        break;
    default:
        read_children(w, n, at);
        break;
    }
    dxki_hlsl_leave(w->walk.c);
}

/* ---------------------------------------------------------------------------------------- */
/* Statements                                                                                 */

/* Parameters `out` must have been written where the function is left. */
static void check_outputs(flow *w, const state *at, dxki_hlsl_loc loc)
{
    for (uint32_t i = 0; i < w->count && at->reached; i++)
        if (w->vars[i]->direction & DXKI_HLSL_OUT && !(at->always >> i & 1))
            tell(w, i, loc);
}

static void read_expression(dxki_sema_walk *w, const dxki_hlsl_node *n, state *at)
{
    read_node((flow *)w, n, at);
}

static void declare(dxki_sema_walk *w, const dxki_hlsl_code *s, state *at)
{
    (void)at;
    if (!s->value)
        add((flow *)w, s->var);
}

static void leave(dxki_sema_walk *w, const dxki_hlsl_code *s, const state *at)
{
    check_outputs((flow *)w, at, s->loc);
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
    flow w = {.walk = {.c = c,
                       .sees_conditions = true,
                       .read = read_expression,
                       .declare = declare,
                       .leave = leave}};
    state at = {.reached = true};

    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i]->direction == DXKI_HLSL_OUT)
            add(&w, f->params[i]);
    dxki_sema_follow(&w.walk, f->body, &at);
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
