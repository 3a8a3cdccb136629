/* SPDX-License-Identifier: MIT */
/*
 * alike.c - declarations of templates that mean the same one: their syntax is compared, with parameters by
 * their place; see sema.h.
 */
#include "sema/sema.h"

/* The parameters of both sides, and how deep what is compared is nested. */
typedef struct sides {
    const dxki_ast_decls *left, *right;
    unsigned depth;
} sides;

#define MOST_DEPTH 16u

static bool same_path(const dxki_ast_path *a, const dxki_ast_path *b, sides s);
static bool same_expr(const dxki_ast_expr *a, const dxki_ast_expr *b, sides s);

/* The place of the parameter that a path consists of; the number of parameters: it is none. */
static size_t place_of(const dxki_ast_decls *params, const dxki_ast_path *path)
{
    size_t i = 0;

    if (path->args.given || path->count != 1 || path->global)
        return params->count;
    while (i < params->count && params->items[i]->name != path->parts[0])
        i++;
    return i;
}

static bool same_sizes(const dxki_ast_exprs *a, const dxki_ast_exprs *b, sides s)
{
    bool same = a->count == b->count;

    for (size_t i = 0; same && i < a->count; i++)
        same = same_expr(a->items[i], b->items[i], s);
    return same;
}

/* True if it is the same syntax, but for `const` of its own. */
static bool same_type(const dxki_ast_type *a, const dxki_ast_type *b, sides s)
{
    if (!a || !b || a->kind != b->kind || !same_sizes(&a->dims, &b->dims, s))
        return a == b;
    if (a->kind == DXKI_AST_T_OF)
        return same_expr(a->of, b->of, s);
    return a->kind != DXKI_AST_T_NAMED || same_path(&a->path, &b->path, s);
}

static bool is_const(const dxki_ast_type *t)
{
    return (t->mods & DXKI_AST_MOD(CONST)) != 0;
}

static bool same_arg(const dxki_ast_arg *a, const dxki_ast_arg *b, sides s)
{
    if (a->type && b->type)
        return is_const(a->type) == is_const(b->type) && same_type(a->type, b->type, s);
    return a->expr && b->expr && same_expr(a->expr, b->expr, s);
}

static bool same_args(const dxki_ast_args *a, const dxki_ast_args *b, sides s)
{
    bool same = a->count == b->count;

    for (size_t i = 0; same && i < a->count; i++)
        same = same_arg(&a->items[i], &b->items[i], s);
    return same;
}

static bool same_path(const dxki_ast_path *a, const dxki_ast_path *b, sides s)
{
    const size_t left = place_of(s.left, a), right = place_of(s.right, b);
    bool same = a->count == b->count && s.depth++ <= MOST_DEPTH;

    if (left < s.left->count || right < s.right->count)
        return left == right;
    if (same && (a->of || b->of))
        same = same_expr(a->of, b->of, s);
    for (size_t i = 0; same && i < a->count; i++)
        same = a->parts[i] == b->parts[i] &&
               same_args(dxki_sema_part_args(a, i), dxki_sema_part_args(b, i), s);
    return same;
}

static bool same_expr(const dxki_ast_expr *a, const dxki_ast_expr *b, sides s)
{
    if (!a || !b || a->kind != b->kind || a->op != b->op || a->list.count != b->list.count)
        return a == b;
    if (s.depth++ > MOST_DEPTH)
        return false;
    bool same = dxki_str_same(a->text, b->text) && same_type(a->type, b->type, s);
    if (same && (a->kind == DXKI_AST_NAME || a->kind == DXKI_AST_MEMBER))
        same = same_path(&a->path, &b->path, s);
    for (size_t i = 0; same && i < a->list.count; i++)
        same = same_expr(a->list.items[i], b->list.items[i], s);
    return same && same_expr(a->a, b->a, s) && same_expr(a->b, b->b, s) && same_expr(a->c, b->c, s);
}

bool dxki_sema_same_arguments_text(const dxki_ast_args *a, const dxki_ast_decls *p,
                                   const dxki_ast_args *b, const dxki_ast_decls *q)
{
    return p->count == q->count && same_args(a, b, (sides){p, q, 0});
}

bool dxki_sema_same_pattern(const dxki_ast_decl *a, const dxki_ast_decl *b)
{
    const sides s = {&a->template_params, &b->template_params, 0};

    if (a->params.count != b->params.count || a->template_params.count != b->template_params.count)
        return false;
    for (size_t i = 0; i < a->template_params.count; i++) {
        if (a->template_params.items[i]->kind != b->template_params.items[i]->kind)
            return false;
    }
    for (size_t i = 0; i < a->params.count; i++) {
        const dxki_ast_decl *x = a->params.items[i], *y = b->params.items[i];
        if (!same_sizes(&x->dims, &y->dims, s) || !same_type(x->type, y->type, s))
            return false;
    }
    return same_type(a->type, b->type, s);
}

/* A type that names something and has no arguments or sizes, so that same_type() tells it exactly. */
static bool is_plain(const dxki_ast_decl *d)
{
    const dxki_ast_type *t = d->type;

    return t && t->kind == DXKI_AST_T_NAMED && !t->path.args.given && !t->path.global &&
           t->path.count == 1 && !t->dims.count && !d->dims.count;
}

/* The directions of a parameter; the default is given. */
static uint64_t ways_of(const dxki_ast_decl *d)
{
    const uint64_t in = DXKI_AST_MOD(IN);
    const uint64_t ways = d->mods & (in | DXKI_AST_MOD(OUT) | DXKI_AST_MOD(INOUT));

    return ways ? ways : in;
}

bool dxki_sema_same_text(const dxki_ast_decl *a, const dxki_ast_decl *b)
{
    bool same = dxki_sema_same_pattern(a, b) && is_plain(a) && is_plain(b);

    for (size_t i = 0; same && i < a->template_params.count; i++) {
        const dxki_ast_decl *x = a->template_params.items[i], *y = b->template_params.items[i];
        if (x->kind == DXKI_AST_VARIABLE)
            same =
                is_plain(x) && is_plain(y) &&
                same_type(x->type, y->type, (sides){&a->template_params, &b->template_params, 0});
        else
            same = x->kind == DXKI_AST_PARAM_TYPE;
    }
    for (size_t i = 0; same && i < a->params.count; i++) {
        const dxki_ast_decl *x = a->params.items[i], *y = b->params.items[i];
        same = is_plain(x) && is_plain(y) && ways_of(x) == ways_of(y);
    }
    return same;
}
