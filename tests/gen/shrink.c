/* SPDX-License-Identifier: MIT */
/*
 * shrink.c - a failing program made small: statements go, singly and in runs, compound ones give
 * way to what is in them, expressions to an operand or to 0, until nothing more can go.
 */
#include "shrink.h"

#include <string.h>

typedef struct shrinker {
    gen_program *p;
    gen_fails_fn fails;
    void *user;
    uint32_t left; /* tries */
    uint32_t asked;
    bool progress;
} shrinker;

static bool still_fails(shrinker *sh)
{
    if (sh->left == 0)
        return false;
    sh->left--;
    sh->asked++;
    gen_tree_mark(sh->p);
    bool fails = sh->fails(sh->user, sh->p);
    sh->progress |= fails;
    return fails;
}

/* --- what may go --- */

static bool uses_shared(const gen_program *p)
{
    for (uint32_t i = 0; i < p->shared_count; i++)
        if (p->shareds[i].is_used)
            return true;
    return false;
}

/* Barriers keep threads apart that use shared variables. */
static bool is_needed(const shrinker *sh, const gen_stmt *s)
{
    return s->is_pinned || (s->kind == GEN_BARRIER && uses_shared(sh->p));
}

/* True if statements leave the innermost loop around them, or its round. */
static bool jumps_in_loop(const gen_stmt *list)
{
    for (const gen_stmt *s = list; s; s = s->next) {
        if (s->kind == GEN_BREAK || s->kind == GEN_CONTINUE)
            return true;
        if (s->kind != GEN_LOOP && (jumps_in_loop(s->body) || jumps_in_loop(s->other)))
            return true;
        for (const gen_case *c = s->cases; c; c = c->next)
            if (jumps_in_loop(c->body))
                return true;
    }
    return false;
}

/* --- statements --- */

static gen_stmt **after(gen_stmt **link, uint32_t count)
{
    for (; count > 0 && *link; count--)
        link = &(*link)->next;
    return link;
}

static uint32_t length(const gen_stmt *list)
{
    uint32_t count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

static bool try_remove(shrinker *sh, gen_stmt **link, uint32_t count)
{
    gen_stmt *first = *link, **end = after(link, count), *rest = *end;
    for (gen_stmt *s = first; s != rest; s = s->next)
        if (is_needed(sh, s))
            return false;
    *link = rest;
    if (still_fails(sh))
        return true;
    *link = first;
    return false;
}

/* Statements from a pinned one to the last of its group; 0: it is none. */
static uint32_t group_length(const gen_stmt *first)
{
    uint32_t length = 0, at = 1;
    for (const gen_stmt *s = first; s && first->group; s = s->next, at++)
        if (s->group == first->group)
            length = at;
    return length;
}

static bool remove_group(shrinker *sh, gen_stmt **link)
{
    gen_stmt *first = *link, **end = after(link, group_length(first)), *rest = *end;
    if (end == link)
        return false;
    *link = rest;
    if (still_fails(sh))
        return true;
    *link = first;
    return false;
}

static void remove_runs(shrinker *sh, gen_stmt **list)
{
    for (gen_stmt **link = list; *link;)
        if (!remove_group(sh, link))
            link = &(*link)->next;
    for (uint32_t run = length(*list); run > 0; run /= 2)
        for (gen_stmt **link = list; *link;)
            if (!try_remove(sh, link, run))
                link = &(*link)->next;
}

/* Puts `list` in the place of a compound statement. */
static bool try_splice(shrinker *sh, gen_stmt **link, gen_stmt *list)
{
    gen_stmt *s = *link, **end = &list;
    if (!list || s->is_pinned)
        return false;
    while (*end)
        end = &(*end)->next;
    *end = s->next;
    *link = list;
    if (still_fails(sh))
        return true;
    *end = NULL;
    *link = s;
    return false;
}

static bool splice(shrinker *sh, gen_stmt **link)
{
    gen_stmt *s = *link;
    if (s->kind == GEN_LOOP && jumps_in_loop(s->body))
        return false;
    if (try_splice(sh, link, s->body) || try_splice(sh, link, s->other))
        return true;
    for (gen_case *c = s->cases; c; c = c->next)
        if (try_splice(sh, link, c->body))
            return true;
    return false;
}

/* --- expressions --- */

static bool try_expr(shrinker *sh, gen_expr **slot, gen_expr *with)
{
    gen_expr *old = *slot;
    if (!with || with->type != old->type || with->bound > old->bound)
        return false;
    *slot = with;
    if (still_fails(sh))
        return true;
    *slot = old;
    return false;
}

static void shrink_expr(shrinker *sh, gen_expr **slot)
{
    gen_expr *e = *slot;
    if (!e || e->kind == GEN_CONST)
        return;
    gen_expr *zero = gen_const(sh->p, (gen_type)e->type, 0);
    zero->bound = 0;
    if (try_expr(sh, slot, zero))
        return;
    for (uint32_t k = 0; k < GEN_OPERANDS; k++)
        if (try_expr(sh, slot, e->args[k])) {
            shrink_expr(sh, slot);
            return;
        }
    for (uint32_t k = 0; k < GEN_OPERANDS; k++)
        if (!(e->raw && e->kind == GEN_APPLY && k == 1))
            shrink_expr(sh, &e->args[k]);
}

static bool has_optional(const gen_stmt *s, uint32_t k)
{
    return s->kind == GEN_LOOP && k == 1;
}

static void shrink_operands(shrinker *sh, gen_stmt *s)
{
    for (uint32_t k = 0; k < GEN_EXPRS; k++) {
        gen_expr *old = s->e[k];
        if (!old)
            continue;
        if (has_optional(s, k)) {
            s->e[k] = NULL;
            if (still_fails(sh))
                continue;
            s->e[k] = old;
        }
        if (!s->is_pinned)
            shrink_expr(sh, &s->e[k]);
    }
}

static void shrink_cases(shrinker *sh, gen_stmt *s)
{
    for (gen_case **link = &s->cases; *link;) {
        gen_case *c = *link;
        *link = c->next;
        if (s->cases && still_fails(sh))
            continue;
        *link = c;
        link = &c->next;
    }
}

static void shrink_list(shrinker *sh, gen_stmt **list)
{
    remove_runs(sh, list);
    for (gen_stmt **link = list; *link;) {
        gen_stmt *s = *link;
        if (splice(sh, link))
            continue;
        shrink_list(sh, &s->body);
        shrink_list(sh, &s->other);
        shrink_cases(sh, s);
        for (gen_case *c = s->cases; c; c = c->next)
            shrink_list(sh, &c->body);
        shrink_operands(sh, s);
        link = &s->next;
    }
}

/* --- the rest of the program --- */

static void try_threads(shrinker *sh, uint32_t threads)
{
    gen_program *p = sh->p, old = *p;
    if (threads >= gen_group_threads(p) || (p->has_quads && threads % 4))
        return;
    p->threads[0] = threads;
    p->threads[1] = p->threads[2] = 1;
    for (uint32_t i = 0; i < p->shared_count; i++)
        p->shareds[i].size = p->shareds[i].own * threads;
    if (still_fails(sh))
        return;
    memcpy(p->threads, old.threads, sizeof p->threads);
    memcpy(p->shareds, old.shareds, sizeof p->shareds);
}

static void try_flag(shrinker *sh, bool *flag)
{
    if (!*flag)
        return;
    *flag = false;
    if (!still_fails(sh))
        *flag = true;
}

static void try_number(shrinker *sh, uint32_t *number, uint32_t with)
{
    uint32_t old = *number;
    if (old <= with)
        return;
    *number = with;
    if (!still_fails(sh))
        *number = old;
}

static void shrink_frame(shrinker *sh)
{
    gen_program *p = sh->p;
    static const uint32_t threads[] = {1, 2, 4, 8, 16, 32, 64};

    for (uint32_t i = 0; i < 3; i++)
        try_number(sh, &p->groups[i], 1);
    for (uint32_t i = 0; i < sizeof threads / sizeof *threads; i++)
        try_threads(sh, threads[i]);
    try_flag(sh, &p->marks);
    try_flag(sh, &p->handles_everywhere);
    try_flag(sh, &p->strict);
    for (uint32_t i = 0; i < p->function_count; i++) {
        gen_function *f = &p->functions[i];
        try_flag(sh, &f->one_exit);
        for (uint32_t k = 0; k < f->var_count; k++)
            try_flag(sh, &f->vars[k].in_memory);
    }
}

/* Variables, arrays and functions at the end that nothing names any more. */
static void mark_names(const gen_expr *e, bool *vars, bool *arrays)
{
    if (!e)
        return;
    if (e->kind == GEN_VAR)
        vars[e->index] = true;
    if (e->kind == GEN_ELEMENT)
        arrays[e->index] = true;
    for (uint32_t k = 0; k < GEN_OPERANDS; k++)
        mark_names(e->args[k], vars, arrays);
}

static void mark_named(const gen_stmt *list, bool *vars, bool *arrays)
{
    for (const gen_stmt *s = list; s; s = s->next) {
        for (uint32_t k = 0; k < GEN_EXPRS; k++)
            mark_names(s->e[k], vars, arrays);
        if (s->kind == GEN_ASSIGN || s->kind == GEN_LOOP)
            vars[s->index] = true;
        if (s->result != GEN_NONE)
            vars[s->result] = true;
        if (s->kind == GEN_SET_ELEMENT)
            arrays[s->index] = true;
        if (s->kind == GEN_CALL_FUNCTION)
            arrays[s->which] = true;
        mark_named(s->body, vars, arrays);
        mark_named(s->other, vars, arrays);
        for (const gen_case *c = s->cases; c; c = c->next)
            mark_named(c->body, vars, arrays);
    }
}

static void drop_names(gen_program *p)
{
    for (uint32_t i = 0; i < p->function_count; i++) {
        gen_function *f = &p->functions[i];
        bool vars[GEN_VARS] = {false}, arrays[GEN_ARRAYS] = {false};
        mark_named(f->body, vars, arrays);
        while (f->var_count > f->param_count && !vars[f->var_count - 1])
            f->var_count--;
        while (f->array_count && !arrays[f->array_count - 1] &&
               !f->arrays[f->array_count - 1].is_param)
            f->array_count--;
    }
}

static bool is_called(const gen_stmt *list, uint32_t function)
{
    for (const gen_stmt *s = list; s; s = s->next) {
        if (s->kind == GEN_CALL_FUNCTION && s->index == function)
            return true;
        if (is_called(s->body, function) || is_called(s->other, function))
            return true;
        for (const gen_case *c = s->cases; c; c = c->next)
            if (is_called(c->body, function))
                return true;
    }
    return false;
}

static void renumber_calls(gen_stmt *list, uint32_t above)
{
    for (gen_stmt *s = list; s; s = s->next) {
        if (s->kind == GEN_CALL_FUNCTION && s->index > above)
            s->index--;
        renumber_calls(s->body, above);
        renumber_calls(s->other, above);
        for (gen_case *c = s->cases; c; c = c->next)
            renumber_calls(c->body, above);
    }
}

/* Removes functions that nothing calls. */
static void drop_functions(gen_program *p)
{
    for (uint32_t i = p->function_count - 1; i-- > 0;) {
        bool called = false;
        for (uint32_t k = i + 1; k < p->function_count; k++)
            called |= is_called(p->functions[k].body, i);
        if (called)
            continue;
        memmove(&p->functions[i], &p->functions[i + 1],
                (p->function_count - i - 1) * sizeof *p->functions);
        p->function_count--;
        for (uint32_t k = 0; k < p->function_count; k++)
            renumber_calls(p->functions[k].body, i);
    }
}

static void drop_unnamed(shrinker *sh)
{
    gen_program before = *sh->p;
    drop_names(sh->p);
    if (!still_fails(sh))
        *sh->p = (before.memory = sh->p->memory, before);
    bool all_called = true;
    for (uint32_t i = 0; i + 1 < sh->p->function_count; i++)
        all_called &= is_called(gen_entry(sh->p)->body, i);
    if (!all_called)
        drop_functions(sh->p);
}

uint32_t gen_shrink(gen_program *p, gen_fails_fn fails, void *user, uint32_t tries)
{
    shrinker sh = {.p = p, .fails = fails, .user = user, .left = tries, .progress = true};

    gen_tree_mark(p);
    while (sh.progress && sh.left > 0) {
        sh.progress = false;
        for (uint32_t i = p->function_count; i-- > 0;)
            shrink_list(&sh, &p->functions[i].body);
        shrink_frame(&sh);
    }
    sh.left = sh.left ? sh.left : 1;
    drop_unnamed(&sh);
    gen_tree_mark(p);
    return sh.asked;
}
