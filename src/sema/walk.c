/* SPDX-License-Identifier: MIT */
/* walk.c - statements followed in the order in which they run; see walk.h. */
#include "sema/walk.h"

void dxki_sema_meet(dxki_sema_state *a, const dxki_sema_state *b)
{
    if (!b->reached)
        return;
    if (!a->reached) {
        *a = *b;
        return;
    }
    a->always &= b->always;
    a->sometimes |= b->sometimes;
}

/* ---------------------------------------------------------------------------------------- */
/* Expressions                                                                                */

void dxki_sema_read_either(dxki_sema_walk *w, const dxki_hlsl_node *one,
                           const dxki_hlsl_node *other, dxki_sema_state *at)
{
    dxki_sema_state copy = *at;

    w->read(w, one, at);
    w->read(w, other, &copy);
    dxki_sema_meet(at, &copy);
}

void dxki_sema_read_operations(dxki_sema_walk *w, const dxki_hlsl_node *n, dxki_sema_state *at)
{
    dxki_hlsl_chain chain;

    dxki_sema_operations(w->c, &chain, n);
    for (size_t i = chain.count; i--;) {
        const dxki_hlsl_node *item = chain.items[i];
        if (i + 1 == chain.count)
            w->read(w, item->a, at);
        if (item->kind == DXKI_HLSL_N_LOGIC)
            dxki_sema_read_either(w, item->b, NULL, at);
        else
            w->read(w, item->b, at);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Statements                                                                                 */

/* 1 or 0: the condition is known; -1: it is not, or does not matter. */
static int known(const dxki_sema_walk *w, const dxki_hlsl_node *n)
{
    bool is_known = w->sees_conditions && n && n->kind == DXKI_HLSL_N_CONSTANT && n->bits;

    return is_known ? n->bits[0] != 0 : -1;
}

static void if_(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at)
{
    int value = known(w, s->value);

    w->read(w, s->value, at);
    const dxki_sema_state head = *at;
    dxki_sema_state no = *at;
    const uint32_t start = w->events;
    at->reached &= value != 0;
    no.reached &= value != 1;
    if (w->enter) {
        w->enter(w, at);
        w->enter(w, &no);
    }
    dxki_sema_follow(w, s->yes, at);
    const uint32_t middle = w->events;
    dxki_sema_follow(w, s->no, &no);
    if (w->branch && value < 0 && w->events != start) {
        w->branch(w, s, DXKI_SEMA_TAKEN, middle == start, &head, at);
        w->branch(w, s, DXKI_SEMA_PASSED, w->events == middle, &head, &no);
    } else if (w->enter && w->events == start) {
        *at = head; /* nothing has happened */
        return;
    }
    dxki_sema_meet(at, &no);
}

static void loop_once(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at)
{
    dxki_sema_state breaks = {.reached = false}, continues = breaks, after = *at;
    dxki_sema_state *outer[2] = {w->breaks, w->continues};
    bool is_do = s->kind == DXKI_HLSL_C_DO;

    w->breaks = &breaks;
    w->continues = &continues;
    if (!is_do) {
        w->read(w, s->value, at);
        after = *at;
    }
    if (w->enter)
        w->enter(w, at);
    dxki_sema_follow(w, s->yes, at);
    dxki_sema_meet(at, &continues);
    if (is_do) {
        w->read(w, s->value, at);
        after = *at;
    } else {
        w->read(w, s->step, at);
        dxki_sema_meet(&after, at); /* it may have run */
    }
    after.reached &= s->value != NULL && known(w, s->value) != 1;
    w->events++;
    if (w->branch && s->value && known(w, s->value) < 0) {
        const dxki_sema_state head = after;
        w->branch(w, s, DXKI_SEMA_PASSED, true, &head, &after);
    }
    w->breaks = outer[0];
    w->continues = outer[1];
    *at = after;
    dxki_sema_meet(at, &breaks);
}

/* Loops in one that is followed twice are, too. */
static void loop(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at)
{
    dxki_sema_state head = *at;

    loop_once(w, s, at);
    if (!w->repeats)
        return;
    w->repeats = false;
    dxki_sema_meet(&head, at);
    *at = head;
    loop_once(w, s, at);
    w->repeats = true;
}

static void label(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at)
{
    if (!w->head) /* of no switch */
        return;
    dxki_sema_state way = *w->head;
    if (w->branch)
        w->branch(w, s, DXKI_SEMA_LABEL, true, w->head, &way);
    dxki_sema_meet(at, &way);
    w->has_default |= s->is_default;
}

static void switch_(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at)
{
    dxki_sema_state breaks = {.reached = false}, *outer = w->breaks;
    const dxki_sema_state *outer_head = w->head;
    const bool outer_default = w->has_default;

    w->read(w, s->value, at);
    const dxki_sema_state head = *at;
    w->breaks = &breaks;
    w->head = &head;
    w->has_default = false;
    at->reached = false;
    dxki_sema_follow(w, s->yes, at);
    const bool has_default = w->has_default;
    w->breaks = outer;
    w->head = outer_head;
    w->has_default = outer_default;
    w->events++;
    if (!has_default) {
        dxki_sema_state way = head;
        if (w->branch) /* past all labels: nothing tells that it can be */
            w->branch(w, s, DXKI_SEMA_PASSED, false, &head, &way);
        dxki_sema_meet(at, &way);
    }
    dxki_sema_meet(at, &breaks);
}

static void leave_by(dxki_sema_walk *w, dxki_sema_state *at, dxki_sema_state *to)
{
    w->events++;
    if (to)
        dxki_sema_meet(to, at);
    at->reached = false;
}

static void variable(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at)
{
    if (s->value)
        w->read(w, s->value, at);
    if (s->var && w->declare)
        w->declare(w, s, at);
}

void dxki_sema_follow(dxki_sema_walk *w, const dxki_hlsl_code *s, dxki_sema_state *at)
{
    if (!s || !dxki_hlsl_enter(w->c, s->loc))
        return;
    switch (s->kind) {
    case DXKI_HLSL_C_BLOCK:
        for (size_t i = 0; i < s->count; i++)
            dxki_sema_follow(w, s->items[i], at);
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
    case DXKI_HLSL_C_CASE:
        label(w, s, at);
        break;
    case DXKI_HLSL_C_LOOP:
    case DXKI_HLSL_C_DO:
        loop(w, s, at);
        break;
    case DXKI_HLSL_C_BREAK:
        leave_by(w, at, w->breaks);
        break;
    case DXKI_HLSL_C_CONTINUE:
        leave_by(w, at, w->continues);
        break;
    case DXKI_HLSL_C_RETURN:
        w->read(w, s->value, at);
        w->leave(w, s, at);
        w->events++;
        at->reached = false;
        break;
    default:
        w->read(w, s->value, at);
        break;
    }
    dxki_hlsl_leave(w->c);
}
