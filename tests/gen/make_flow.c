/* SPDX-License-Identifier: MIT */
/* make_flow.c - control flow at random. */
#include "make.h"

#define DEEPEST 4u /* statements within statements */

/* --- control flow --- */

static gen_where inside(const gen_where *at)
{
    gen_where in = *at;
    in.depth++;
    return in;
}

static gen_expr *make_condition(gen_maker *mk, const gen_where *at)
{
    if (gen_chance(mk, 8))
        return gen_const(mk->p, GEN_I1, gen_random(mk, 2));
    return gen_make_expr(mk, at, GEN_I1, 1 + gen_random(mk, 2));
}

static gen_stmt *make_if(gen_maker *mk, const gen_where *at)
{
    gen_where in = inside(at);
    gen_stmt *s = gen_stmt_new(mk->p, GEN_IF);
    const gen_modes modes = mk->modes;

    in.is_uniform = at->is_uniform && gen_chance(mk, 30);
    s->hint = (uint8_t)(gen_chance(mk, 20) ? gen_random(mk, GEN_HINTS) : 0);
    s->e[0] = in.is_uniform ? gen_make_uniform(mk, GEN_I1, 1) : make_condition(mk, at);
    s->body = gen_make_list(mk, &in, 1 + gen_random(mk, 4));
    gen_restore_modes(mk, &s->body, &modes);
    if (gen_chance(mk, 50)) {
        s->other = gen_make_list(mk, &in, 1 + gen_random(mk, 4));
        gen_restore_modes(mk, &s->other, &modes);
    }
    return s;
}

/* A new variable, as the others in memory or not. */
static uint32_t add_var(gen_maker *mk, gen_type type)
{
    if (mk->f->var_count == GEN_VARS)
        return GEN_NONE;
    gen_var *var = &mk->f->vars[mk->f->var_count];
    var->type = (uint8_t)type;
    var->in_memory =
        mk->f->var_count ? mk->f->vars[gen_random(mk, mk->f->var_count)].in_memory : mk->p->marks;
    return mk->f->var_count++;
}

static uint32_t counter_for(gen_maker *mk)
{
    uint32_t counter = add_var(mk, GEN_I32);
    return counter != GEN_NONE ? counter : gen_pick_var(mk, GEN_I32);
}

static gen_stmt *make_loop(gen_maker *mk, const gen_where *at)
{
    gen_where in = inside(at);
    const gen_modes modes = mk->modes;
    uint32_t trips = GEN_LIMIT - 1, weight = mk->weight;
    bool is_const = gen_chance(mk, 50);

    in.is_uniform = at->is_uniform && gen_chance(mk, 40);
    in.in_loop = !in.is_uniform;
    if (is_const)
        trips = gen_random(mk, 6);
    if (mk->spent + weight * trips * 4 > mk->budget)
        return NULL;
    uint32_t counter = counter_for(mk);
    if (counter == GEN_NONE)
        return NULL;
    gen_stmt *s = gen_stmt_new(mk->p, GEN_LOOP);
    s->index = counter;
    s->form = (uint8_t)gen_random(mk, GEN_FORMS);
    s->hint = (uint8_t)(gen_chance(mk, 30) ? gen_random(mk, GEN_HINTS) : 0);
    s->e[0] = is_const        ? gen_const(mk->p, GEN_I32, trips)
              : in.is_uniform ? gen_make_uniform(mk, GEN_I32, 1)
                              : gen_make_expr(mk, at, GEN_I32, gen_random(mk, 3));
    mk->is_locked[counter] = true;
    mk->is_uniform[counter] = in.is_uniform;
    if (gen_chance(mk, 25))
        s->e[1] = in.is_uniform ? gen_make_uniform(mk, GEN_I1, 1)
                                : gen_make_expr(mk, &in, GEN_I1, 1 + gen_random(mk, 2));
    mk->weight = weight * (trips ? trips : 1);
    s->body = gen_make_list(mk, &in, 1 + gen_random(mk, 4));
    gen_restore_modes(mk, &s->body, &modes);
    mk->weight = weight;
    mk->is_locked[counter] = false;
    return s;
}

static gen_stmt *make_switch(gen_maker *mk, const gen_where *at)
{
    gen_where in = inside(at);
    gen_stmt *s = gen_stmt_new(mk->p, GEN_SWITCH);
    gen_case **link = &s->cases;
    uint32_t cases = 1 + gen_random(mk, 4), value = gen_random(mk, 2), other = gen_random(mk, 6);

    in.is_uniform = false;
    s->hint = (uint8_t)(gen_chance(mk, 20) ? gen_random(mk, 2) : 0);
    s->e[0] =
        gen_apply(mk->p, GEN_AND, GEN_I32, gen_make_expr(mk, at, GEN_I32, 1 + gen_random(mk, 2)),
                  gen_const(mk->p, GEN_I32, 7), NULL);
    for (uint32_t i = 0; i < cases; i++) {
        gen_case *c = gen_alloc(&mk->p->memory, sizeof *c);
        c->value_count = i == other ? 0 : 1 + gen_random(mk, 2);
        for (uint32_t k = 0; k < c->value_count; k++) {
            c->values[k] = value;
            value += 1 + gen_random(mk, 2);
        }
        c->body = gen_make_list(mk, &in, 1 + gen_random(mk, 2));
        c->falls = gen_chance(mk, 30);
        *link = c;
        link = &c->next;
    }
    return s;
}

static uint32_t add_hidden(gen_maker *mk, gen_type type)
{
    uint32_t var = add_var(mk, type);
    if (var != GEN_NONE)
        mk->is_hidden[var] = mk->f->vars[var].is_temporary = true;
    return var;
}

static gen_stmt *pinned(gen_stmt *s)
{
    s->is_pinned = true;
    return s;
}

/*
 * A variable that has a value on one way only, which is also the only one where it is read:
 *
 *     guard = condition; if (guard) { t = value; ... } ...; if (guard) { v = t; ... }
 */
static gen_stmt *make_temporary(gen_maker *mk, const gen_where *at)
{
    gen_where in = inside(at);
    in.is_uniform = in.in_loop = in.may_return = false;
    uint32_t guard = add_hidden(mk, GEN_I1), t = add_hidden(mk, GEN_I32);
    uint32_t to = gen_pick_var(mk, GEN_I32);

    if (guard == GEN_NONE || t == GEN_NONE || to == GEN_NONE)
        return NULL;
    gen_stmt *first = pinned(gen_assign(mk, guard, make_condition(mk, at)));
    gen_stmt *set = first->next = pinned(gen_stmt_new(mk->p, GEN_IF));
    set->e[0] = gen_make_var(mk, guard);
    set->body = pinned(gen_assign(mk, t, gen_make_value(mk, &in, GEN_I32, 2)));
    set->body->next = gen_make_list(mk, &in, gen_random(mk, 2));
    gen_stmt **link = &set->next;
    *link = gen_make_list(mk, &in, gen_random(mk, 3));
    link = gen_end_of(link);
    gen_stmt *get = *link = pinned(gen_stmt_new(mk->p, GEN_IF));
    first->group = set->group = get->group = guard + 1;
    get->e[0] = gen_make_var(mk, guard);
    mk->is_hidden[t] = false;
    mk->is_locked[t] = true;
    get->body = gen_assign(mk, to, gen_make_value(mk, &in, GEN_I32, 2));
    get->body->next = gen_assign(
        mk, to,
        gen_apply(mk->p, GEN_ADD, GEN_I32, gen_make_var(mk, to), gen_make_var(mk, t), NULL));
    mk->is_hidden[t] = true;
    mk->is_locked[t] = false;
    return first;
}

/* A jump at the end of a list, if there may be one. */
static gen_stmt *make_jump(gen_maker *mk, const gen_where *at)
{
    gen_stmt *s = NULL;
    if (at->in_loop && gen_chance(mk, 20)) {
        s = gen_stmt_new(mk->p, gen_chance(mk, 60) ? GEN_BREAK : GEN_CONTINUE);
    } else if (at->may_return && gen_chance(mk, 6)) {
        s = gen_stmt_new(mk->p, GEN_RETURN);
        if (mk->f->result)
            s->e[0] = gen_make_expr(mk, at, GEN_I32, 1);
    }
    if (s)
        s->which = (uint8_t)gen_random(mk, GEN_GUARDS);
    return s;
}

/* --- lists --- */

typedef gen_stmt *(*make_fn)(gen_maker *mk, const gen_where *at);

static const struct {
    make_fn make;
    uint32_t share;
    bool is_nested;
} kinds[] = {
    {gen_make_assign, 32, false}, {gen_make_store, 10, false}, {gen_make_set_element, 10, false},
    {gen_make_shared, 10, false}, {gen_make_atomic, 4, false}, {gen_make_call, 6, false},
    {make_if, 13, true},          {make_loop, 9, true},        {make_switch, 4, true},
    {make_temporary, 1, true},    {gen_make_count, 1, false}};

static gen_stmt *make_stmt(gen_maker *mk, const gen_where *at)
{
    uint32_t x = gen_random(mk, 100), i = 0;

    if (at->is_uniform && mk->is_entry && mk->p->shared_count && gen_chance(mk, 15))
        return gen_barrier_to(mk, NULL);
    while (x >= kinds[i].share)
        x -= kinds[i++].share;
    bool is_allowed = !kinds[i].is_nested || (at->depth < DEEPEST && mk->spent < mk->budget);
    gen_stmt *s = is_allowed ? kinds[i].make(mk, at) : NULL;
    return s ? s : gen_make_assign(mk, at);
}

gen_stmt *gen_make_list(gen_maker *mk, const gen_where *at, uint32_t count)
{
    gen_stmt *list = NULL, **link = &list;
    for (uint32_t i = 0; i < count; i++) {
        mk->spent += mk->weight;
        *link = make_stmt(mk, at);
        link = gen_end_of(link);
    }
    *link = at->depth > 0 ? make_jump(mk, at) : NULL;
    return list;
}
