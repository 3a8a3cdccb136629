/* SPDX-License-Identifier: MIT */
/* unused.c - values that are computed and not used; see sema.h. */
#include "hlsl/source.h"
#include "hlsl/token.h"
#include "sema/check.h"
#include "spec/dxil_ops.h"

/* A function of the language that does nothing but compute: not what lanes do together. */
static bool is_pure(const dxki_hlsl_node *n)
{
    const dxki_hlsl_intrinsic *row = n->row;
    dxk_str name = dxki_str(row->name);

    return !n->a && !*row->scope && !dxki_str_is(name, "IsHelperLane") &&
           !strstr(row->params, "out ") && !strstr(row->params, "ref ") &&
           !dxki_str_starts(name, "Wave") && !dxki_str_starts(name, "Quad") &&
           dxki_dxop_find(row->op)->attribute == DXKI_DXA_READNONE;
}

/* One that changes nothing, either, but reads memory, or asks for the lane. */
static bool only_reads(const dxki_hlsl_node *n)
{
    const dxki_hlsl_intrinsic *row = n->row;
    dxk_str name = dxki_str(row->name);

    if (!*row->scope)
        return dxki_str_is(name, "IsHelperLane") || dxki_str_is(name, "WaveGetLaneIndex") ||
               dxki_str_starts(name, "tex");
    return row->op && !strstr(row->params, "out ") &&
           dxki_dxop_find(row->op)->attribute == DXKI_DXA_READONLY;
}

/* A comparison whose result is not used: an assignment may have been meant. */
static void tell_comparison(dxki_hlsl *c, const dxki_ast_expr *e)
{
    bool equal = e->op == DXKI_HLSL_T_EQ, unequal = e->op == DXKI_HLSL_T_NE;
    const char *what = equal ? "equality" : unequal ? "inequality" : "relational";

    if (!DXKI_HLSL_REPORT(c, UNUSED_COMPARISON, e->loc, dxki_text(dxki_str(what))) ||
        !(equal || unequal))
        return;
    c->quiet++;
    const dxki_hlsl_node *left = dxki_sema_expr(c, e->a);
    c->quiet--;
    if (!left->is_lvalue || left->is_const)
        return;
    if (equal)
        dxki_sema_tell_operator(c, e, DXKI_HLSL_D_ASSIGNMENT_MEANT, "=");
    else
        dxki_sema_tell_operator(c, e, DXKI_HLSL_D_OR_MEANT, "|=");
}

/* The attribute by which results must be used, or NULL. */
static const dxki_ast_attr *kept_by(const dxki_ast_attrs *attrs)
{
    for (size_t i = 0; i < attrs->count; i++) {
        const dxk_str name = attrs->items[i].name->text;
        if (dxki_str_is(name, "nodiscard") || dxki_str_is(name, "warn_unused_result"))
            return &attrs->items[i];
    }
    return NULL;
}

/* What is written in the body of a macro may be meant for other uses of it. */
static bool is_of_macro(const dxki_hlsl *c, dxki_hlsl_loc loc)
{
    return loc.expansion && dxki_hlsl_shown(c, loc).at != loc.at;
}

/* The attribute by which the result of a call must be used, or NULL. */
static const dxki_ast_attr *kept_of_call(const dxki_hlsl_node *n)
{
    const dxki_hlsl_type *t = n->type;
    const dxki_ast_attr *a =
        n->kind == DXKI_HLSL_N_CALL ? kept_by(&n->function->decl->attrs) : NULL;

    if (!a && n->kind == DXKI_HLSL_N_CALL && t->kind == DXKI_HLSL_TY_RECORD && t->record->decl)
        a = kept_by(&t->record->decl->attrs);
    return a;
}

static void tell_call(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n)
{
    const dxki_ast_attr *a = kept_of_call(n);

    if (a)
        DXKI_HLSL_REPORT(c, DISCARDED, e->span.from, dxki_text(a->name->text));
    else if (is_of_macro(c, e->loc))
        return;
    else if (is_pure(n))
        DXKI_HLSL_SAY(c, UNUSED_RESULT, e->loc);
    else
        DXKI_HLSL_SAY(c, UNUSED_READ, e->span.from);
}

void dxki_sema_tell_unused(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_loc loc)
{
    if (!is_of_macro(c, e->loc))
        DXKI_HLSL_SAY(c, UNUSED_VALUE, loc);
}

/* An expression, and what it is; NULL: that is not known, since it is part of a constant. */
typedef struct unused {
    const dxki_ast_expr *e;
    const dxki_hlsl_node *n;
} unused;

static unused operand(const unused *u, const dxki_ast_expr *e, size_t i)
{
    const dxki_hlsl_node *n = u->n;
    const bool has_two = n && (n->kind == DXKI_HLSL_N_COMMA || n->kind == DXKI_HLSL_N_LOGIC ||
                               n->kind == DXKI_HLSL_N_BINARY);
    const bool has_three = n && (n->kind == DXKI_HLSL_N_CHOOSE || n->kind == DXKI_HLSL_N_SELECT);

    n = !has_two && !has_three ? NULL : i == 0 ? n->a : i == 1 ? n->b : has_three ? n->c : NULL;
    while (n && n->kind == DXKI_HLSL_N_CONVERT && e->kind != DXKI_AST_CAST)
        n = n->a;
    return (unused){e, n};
}

/* float4(f()) declares a function. */
static bool declares(const dxki_ast_expr *e)
{
    const dxki_ast_expr *only = e->list.count == 1 ? e->list.items[0] : NULL;

    return only && !e->in_parens && !only->in_parens && only->kind == DXKI_AST_CALL &&
           only->a->kind == DXKI_AST_NAME && !only->list.count;
}

/* A part of an expression without whose value it would have no effect; false: there is none. */
static bool find_unused(dxki_hlsl *c, unused *u)
{
    const dxki_ast_expr *e = u->e;
    const dxki_hlsl_node *n = u->n;
    unused a, b;
    bool found = false;

    if (!e || (n && n->type->kind == DXKI_HLSL_TY_VOID) || !dxki_hlsl_enter(c, e->loc))
        return false;
    switch (e->kind) {
    case DXKI_AST_BINARY:
        a = operand(u, e->a, 0);
        b = operand(u, e->b, 1);
        found = true;
        if (e->op == DXKI_HLSL_T_ANDAND || e->op == DXKI_HLSL_T_OROR)
            found = find_unused(c, &a) && find_unused(c, &b);
        else if (e->op == DXKI_HLSL_T_COMMA) {
            found = (e->b->kind != DXKI_AST_NUMBER || !dxki_str_is(e->b->text, "0")) &&
                    find_unused(c, &b);
            *u = b;
        }
        break;
    case DXKI_AST_COND:
        a = operand(u, e->b, 1);
        b = operand(u, e->c, 2);
        found = find_unused(c, &b) && find_unused(c, &a);
        *u = a;
        break;
    case DXKI_AST_INDEX:
        found = n && n->kind == DXKI_HLSL_N_ELEMENT && n->a->type->kind == DXKI_HLSL_TY_ARRAY;
        break;
    case DXKI_AST_CONSTRUCT:
        found = !declares(e);
        break;
    case DXKI_AST_CALL:
        found = n && (kept_of_call(n) ||
                      (n->kind == DXKI_HLSL_N_INTRINSIC && (is_pure(n) || only_reads(n))));
        break;
    case DXKI_AST_UNARY:
        found = e->op != DXKI_HLSL_T_INC && e->op != DXKI_HLSL_T_DEC;
        break;
    case DXKI_AST_POSTFIX:
    case DXKI_AST_ASSIGN:
    case DXKI_AST_BROKEN:
        break;
    default:
        found = true;
        break;
    }
    dxki_hlsl_leave(c);
    return found;
}

/* A value that is not used. */
void dxki_sema_warn_unused(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n)
{
    unused u = {e, n};
    dxki_hlsl_loc loc;

    if (dxki_hlsl_is_error(n->type) || !find_unused(c, &u))
        return;
    const bool is_whole = u.e == e && !e->in_parens && !is_of_macro(c, e->loc);
    e = u.e;
    n = u.n;
    loc = e->loc;
    if (e->kind == DXKI_AST_CONSTRUCT)
        loc = e->type->loc;
    else if (e->kind == DXKI_AST_MEMBER && n && n->kind == DXKI_HLSL_N_SWIZZLE)
        loc = e->a->span.from;
    else if (e->kind == DXKI_AST_INDEX)
        loc = e->span.to;
    if (e->kind == DXKI_AST_CALL)
        tell_call(c, e, n);
    else if (is_whole && e->kind == DXKI_AST_BINARY && dxki_sema_is_comparison(e->op))
        tell_comparison(c, e);
    else
        dxki_sema_tell_unused(c, e, loc);
}

void dxki_sema_warn_locals(dxki_hlsl *c, size_t first)
{
    dxki_hlsl_sema *s = c->sema;

    for (size_t i = first; i < s->locals.count && s->refusals == c->refusals; i++) {
        const dxki_hlsl_var *v = s->locals.items[i];
        if (!v->is_named && !v->is_bad && !c->context && !dxki_hlsl_is_error(v->type))
            DXKI_HLSL_REPORT(c, UNUSED_VARIABLE, v->loc, dxki_text(v->name->text));
    }
    s->locals.count = first;
}
