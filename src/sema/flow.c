/* SPDX-License-Identifier: MIT */
/*
 * flow.c - what follows from the order in which statements are run: functions that end without
 * a result, parameters `out` and variables that are read before they are written. See sema.h, and walk.h
 * for how statements are followed. Conditions are not looked into but for constants.
 */
#include "sema/check.h"
#include "sema/row.h"
#include "sema/walk.h"

/* Variables that are followed at a time: bits of a word. */
#define MOST_VARIABLES 64u
/* And in all: each walk takes time in proportion to the function. */
#define MOST_FOLLOWED (16 * MOST_VARIABLES)
/* Branches by which one of them stays unset: the other bits of a state that is about it alone. */
#define MOST_BRANCHES 63u

/* Bits of a state are variables that have been written. */
typedef dxki_sema_state state;

/* A use of a variable that may not have been written; the last kind says most. */
typedef struct use {
    enum { NO_USE, MAY_BE_UNSET, IS_UNSET } kind;
    dxki_hlsl_loc loc;
} use;

typedef struct branch {
    const dxki_hlsl_code *at;
    dxki_sema_way way;
} branch;

typedef struct flow {
    dxki_sema_walk walk;
    const dxki_hlsl_var *vars[MOST_VARIABLES];
    use uses[MOST_VARIABLES];
    uint32_t count;
    uint32_t skipped, seen; /* variables that were followed before, and those so far */
    bool is_one;            /* the first variable alone, with the branches that lead to its use */
    branch branches[MOST_BRANCHES];
    uint32_t branch_count;
    uint64_t leading; /* bits of branches */
    state left;       /* where the function returns */
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
    if (w->is_one || !is_followed(v->type))
        return;
    if (w->seen++ >= w->skipped && w->count < MOST_VARIABLES)
        w->vars[w->count++] = v;
}

/* A variable is read, or is to have been written, which it was not on all ways. */
static void note(flow *w, uint32_t i, dxki_hlsl_loc loc, const state *at)
{
    const use found = {at->sometimes >> i & 1 ? MAY_BE_UNSET : IS_UNSET, loc};

    if (w->is_one && w->uses[0].kind == NO_USE && at->sometimes > 1) {
        w->uses[0] = found;
        w->leading = at->sometimes >> 1;
    } else if (!w->is_one && found.kind > w->uses[i].kind) {
        w->uses[i] = found;
    }
}

static void set(flow *w, uint32_t i, state *at)
{
    at->always |= UINT64_C(1) << i;
    if (w->is_one) {
        w->walk.events++;
        at->sometimes = 1;
    } else {
        at->sometimes |= UINT64_C(1) << i;
    }
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
        set(w, i, at);
    else if (n && n->kind != DXKI_HLSL_N_VAR)
        read_node(w, n, at);
}

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

/* How a call uses an argument. Places that functions of the language change are not asked what they were. */
static uint8_t direction_of(const dxki_hlsl_node *n, size_t i)
{
    if (n->function && i < n->function->param_count)
        return n->function->params[i]->direction;
    const bool is_place = n->list[i] && n->list[i]->is_lvalue;
    const uint8_t word = n->row && is_place ? dxki_sema_row_direction(n->row, i) : 'i';
    return word == 'i' ? DXKI_HLSL_IN : word == 'b' ? DXKI_HLSL_IN | DXKI_HLSL_OUT : DXKI_HLSL_OUT;
}

/* Arguments for `out` are written by the call, after the evaluation of all. */
static void call(flow *w, const dxki_hlsl_node *n, state *at)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < n->list_count; i++) {
            const uint8_t direction = direction_of(n, i);
            if (pass == 0 && direction & DXKI_HLSL_IN)
                read_node(w, n->list[i], at);
            else if (pass == 1 && direction & DXKI_HLSL_OUT)
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
        note(w, i, n->loc, at);
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

/* [maybe_unused]: nothing is said if it never is. */
static bool may_be_unused(const dxki_hlsl_var *v)
{
    return v->decl && dxki_sema_attribute(&v->decl->attrs, "maybe_unused");
}

/* Parameters `out` must have been written where the function is left. */
static void check_outputs(flow *w, const state *at, dxki_hlsl_loc loc)
{
    for (uint32_t i = 0; i < w->count && at->reached; i++) {
        if (w->vars[i]->direction & DXKI_HLSL_OUT && !(at->always >> i & 1) &&
            (at->sometimes >> i & 1 || !may_be_unused(w->vars[i])))
            note(w, i, loc, at);
    }
}

/* The same at the end: what is set where the function returns is not unset on all ways. */
static void check_end_outputs(flow *w, const state *at, dxki_hlsl_loc loc)
{
    state end = *at;

    if (!at->reached)
        return;
    if (w->left.reached)
        end.sometimes |= w->is_one ? w->left.sometimes & 1 : w->left.sometimes;
    check_outputs(w, &end, loc);
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
    dxki_sema_meet(&((flow *)w)->left, at);
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

/* ---------------------------------------------------------------------------------------- */
/* Branches by which a variable stays unset                                                   */

/* Those before a statement with branches do not lead anywhere for sure any more, unless both go straight
 * on. Such a branch does; it counts if the variable is unset there on all ways. */
static void add_branch(dxki_sema_walk *walk, const dxki_hlsl_code *s, dxki_sema_way way,
                       bool is_straight, const state *head, state *at)
{
    flow *w = (flow *)walk;

    at->sometimes &= ~(head->sometimes & ~UINT64_C(1));
    if (!is_straight || !head->reached || head->sometimes & 1 || w->branch_count == MOST_BRANCHES)
        return;
    w->branches[w->branch_count++] = (branch){s, way};
    at->sometimes |= UINT64_C(1) << w->branch_count;
}

static void enter_way(dxki_sema_walk *w, state *at)
{
    (void)w;
    at->sometimes &= 1;
}

/* "'if' condition is false", and what would be always true then. */
static const char *branch_text(const branch *b, const char **mend)
{
    const dxki_hlsl_code *s = b->at;

    *mend = NULL;
    if (b->way == DXKI_SEMA_LABEL)
        return s->is_default ? "switch default is taken" : "switch case is taken";
    if (s->kind == DXKI_HLSL_C_IF) {
        *mend = b->way == DXKI_SEMA_PASSED ? "'if' if its condition" : NULL;
        return b->way == DXKI_SEMA_PASSED ? "'if' condition is false" : "'if' condition is true";
    }
    *mend = "condition if it";
    return s->kind == DXKI_HLSL_C_DO ? "'do' loop exits because its condition is false"
           : s->is_for               ? "'for' loop exits because its condition is false"
                                     : "'while' loop exits because its condition is false";
}

/* The same in other groups of warnings: the reference looks at scalars alone of what is handed out. */
static dxki_hlsl_diag unset(const dxki_hlsl_var *v)
{
    return !(v->direction & DXKI_HLSL_OUT) ? DXKI_HLSL_D_UNSET
           : v->type->kind == DXKI_HLSL_TY_SCALAR || v->type->kind == DXKI_HLSL_TY_ENUM
               ? DXKI_HLSL_D_UNSET_PARAM
               : DXKI_HLSL_D_UNSET_AGGREGATE;
}

static dxki_hlsl_diag unset_on(const dxki_hlsl_var *v)
{
    const dxki_hlsl_diag always = unset(v);

    return always == DXKI_HLSL_D_UNSET         ? DXKI_HLSL_D_UNSET_ON
           : always == DXKI_HLSL_D_UNSET_PARAM ? DXKI_HLSL_D_UNSET_PARAM_ON
                                               : DXKI_HLSL_D_UNSET_AGGREGATE_ON;
}

/* Says by which branch a variable stays unset that is used; false: none is known. */
static bool tell_branches(const flow *w, dxki_arg name)
{
    dxki_hlsl *c = w->walk.c;
    bool said = false;

    for (uint32_t i = 0; i < w->branch_count; i++) {
        const branch *b = &w->branches[i];
        const char *mend, *text = branch_text(b, &mend);
        const dxki_hlsl_loc loc =
            b->way == DXKI_SEMA_LABEL || !b->at->value ? b->at->loc : b->at->value->loc;
        const dxki_arg args[] = {name, dxki_text(dxki_str(text))};
        if (!(w->leading >> i & 1) || !dxki_hlsl_report(c, unset_on(w->vars[0]), loc, args, 2))
            continue;
        said = true;
        DXKI_HLSL_SAY(c, UNSET_USED, w->uses[0].loc);
        if (mend)
            DXKI_HLSL_REPORT(c, UNSET_MEND, b->at->kind == DXKI_HLSL_C_IF ? b->at->loc : loc,
                             dxki_text(dxki_str(mend)));
    }
    return said;
}

/* The same of a variable that may be unset where it is used. */
static bool check_branches(dxki_hlsl *c, const dxki_hlsl_function *f, const dxki_hlsl_var *v,
                           dxki_arg name)
{
    flow w = {.walk = {.c = c,
                       .sees_conditions = true,
                       .read = read_expression,
                       .declare = declare,
                       .enter = enter_way,
                       .branch = add_branch,
                       .leave = leave},
              .vars = {v},
              .count = 1,
              .is_one = true};
    state at = {.reached = true};

    dxki_sema_follow(&w.walk, f->body, &at);
    check_end_outputs(&w, &at, f->decl->body->end);
    return w.uses[0].kind != NO_USE && tell_branches(&w, name);
}

/* Says where a variable is used that is not set. */
static void tell(flow *w, const dxki_hlsl_function *f, uint32_t i)
{
    dxki_hlsl *c = w->walk.c;
    const dxki_hlsl_var *v = w->vars[i];
    const use *u = &w->uses[i];
    const bool param = (v->direction & DXKI_HLSL_OUT) != 0;
    const dxki_arg name = dxki_text(v->name ? v->name->text : dxki_str(""));

    if (u->kind == NO_USE)
        return;
    const bool said = u->kind == MAY_BE_UNSET ? check_branches(c, f, v, name)
                                              : dxki_hlsl_report(c, unset(v), u->loc, &name, 1);
    if (!said)
        return;
    if (param && v->decl)
        DXKI_HLSL_REPORT(c, UNSET_PARAM_HERE, dxki_hlsl_decl_start(v->decl), name);
    else if (!param)
        DXKI_HLSL_REPORT(c, UNSET_HERE, v->loc, name);
}

/* A function with a result that reaches its end. */
static void check_end(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    if (f->result->kind == DXKI_HLSL_TY_VOID || dxki_hlsl_is_error(f->result))
        return;
    if (returns(c, f->body))
        DXKI_HLSL_SAY(c, MAY_END, f->decl->body->end);
    else
        DXKI_HLSL_SAY(c, ENDS, f->decl->body->end);
}

/* Follows as many variables as it can, after `skipped` others; returns how many there are. */
static uint32_t follow(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t skipped)
{
    flow w = {.walk = {.c = c,
                       .sees_conditions = true,
                       .read = read_expression,
                       .declare = declare,
                       .leave = leave},
              .skipped = skipped};
    state at = {.reached = true};

    for (size_t i = 0; i < f->param_count; i++)
        if (f->params[i]->direction == DXKI_HLSL_OUT)
            add(&w, f->params[i]);
    dxki_sema_follow(&w.walk, f->body, &at);
    if (!dxki_hlsl_ready(c))
        return 0;
    check_end_outputs(&w, &at, f->decl->body->end);
    if (at.reached && !skipped)
        check_end(c, f);
    for (uint32_t i = 0; i < w.count && dxki_hlsl_ready(c); i++)
        tell(&w, f, i);
    return w.seen;
}

void dxki_sema_check_flow(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    uint32_t skipped = 0, count;

    do {
        count = follow(c, f, skipped);
        skipped += MOST_VARIABLES;
    } while (skipped < count && skipped < MOST_FOLLOWED);
}
