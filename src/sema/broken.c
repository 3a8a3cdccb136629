/* SPDX-License-Identifier: MIT */
/*
 * broken.c - expressions with a mistake of syntax in them. What was read in front of the mistake is checked, since
 * the names in it may be what is really wrong. See sema.h.
 */
#include "sema/sema.h"

/* Is it a function that the type has? In doubt it is. */
static bool has_method(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_path *path)
{
    const dxki_hlsl_name *name = path->parts[path->count - 1];

    if (path->count != 1)
        return true;
    if (t->kind == DXKI_HLSL_TY_RECORD)
        return dxki_sema_find_in(c, t->record->scope, name) != NULL;
    const dxki_hlsl_object_info *info =
        t->kind == DXKI_HLSL_TY_OBJECT ? dxki_hlsl_object_at((dxki_hlsl_object)t->object) : NULL;
    return !info || info->cls == DXK_RESOURCE_CLASS_INVALID || t->object == DXKI_HLSL_O_CONSTANTS ||
           dxki_sema_is_intrinsic(dxki_str(info->name), name->text);
}

/* What is called, with arguments that are not all known. */
static void check_callee(dxki_hlsl *c, const dxki_ast_expr *e)
{
    if (e->kind == DXKI_AST_NAME) {
        dxki_sema_resolve(c, &e->path);
        return;
    }
    if (e->kind != DXKI_AST_MEMBER || !e->path.count) {
        dxki_sema_expr(c, e);
        return;
    }
    dxki_hlsl_node *object = dxki_sema_selected(c, e->a, DXKI_SEMA_MEMBER);
    const dxki_hlsl_type *t = object->type;
    if (dxki_hlsl_is_error(t))
        return;
    if (dxki_hlsl_is_numeric(t))
        dxki_sema_member_of(c, object, e);
    else if (!has_method(c, t, &e->path))
        dxki_sema_no_member(c, t, e->path.parts[e->path.count - 1]->text, true, e->loc);
}

/* Can it only be called? */
static bool is_callee(dxki_hlsl *c, const dxki_ast_expr *e)
{
    if (e->kind == DXKI_AST_MEMBER)
        return true;
    const dxki_hlsl_symbol *symbol =
        e->kind == DXKI_AST_NAME ? dxki_sema_resolve(c, &e->path) : NULL;

    return symbol ? symbol->kind == DXKI_HLSL_SYM_FUNCTION
                  : e->kind == DXKI_AST_NAME && e->path.count == 1 &&
                        dxki_sema_is_intrinsic(dxki_str(""), e->path.parts[0]->text);
}

static void check_list(dxki_hlsl *c, const dxki_ast_exprs *list, dxki_hlsl_loc loc)
{
    if (!dxki_hlsl_enter(c, loc))
        return;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i]->kind == DXKI_AST_LIST)
            check_list(c, &list->items[i]->list, list->items[i]->loc);
        else
            dxki_sema_expr(c, list->items[i]);
    }
    dxki_hlsl_leave(c);
}

/* Is it a name, maybe with members, that is looked up only when the expression around it is complete? */
static bool is_looked_up_late(const dxki_hlsl *c, const dxki_ast_expr *e)
{
    while (e->kind == DXKI_AST_MEMBER && !e->in_parens)
        e = e->a;
    return e->kind == DXKI_AST_NAME && !e->may_be_type && e->loc.at != c->sema->first.at;
}

static bool is_said(const dxki_hlsl *c, size_t index, const char *rule)
{
    return index < c->said.count &&
           strcmp(c->ctx->diags[c->said.items[index].index].rule, rule) == 0;
}

/* Moves what was said since then, if it is that a name is not known, behind the mistake. A name that is read as a
 * keyword is a mistake itself, and what comes after it is not told. */
static void tell_late(dxki_hlsl *c, size_t first, const dxki_ast_expr *e)
{
    for (size_t i = first; i < c->said.count; i++) {
        if (is_said(c, i, "HLSL.UNDECLARED_MEANT") &&
            is_said(c, i + 1, "HLSL.EXPECTED_EXPRESSION")) {
            if (!e->is_call && e->told && e->told <= c->said.count)
                c->said.items[e->told - 1].is_dropped = true;
            return;
        }
        if (is_said(c, i, "HLSL.UNDECLARED") || is_said(c, i, "HLSL.UNDECLARED_MEANT") ||
            is_said(c, i, "HLSL.NO_MEMBER_MEANT"))
            c->said.items[i].loc = e->mistake;
    }
}

/* What was read of an expression in front of the mistake. */
static void check_part(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_ast_expr *part)
{
    const size_t first = c->said.count;
    const bool late = e->mistake.at && !e->unclosed && e->op != DXKI_HLSL_T_LBRACE &&
                      e->op != DXKI_HLSL_T_LT && is_looked_up_late(c, part);

    dxki_sema_expr(c, part);
    if (late)
        tell_late(c, first, e);
}

static void check_parts(dxki_hlsl *c, const dxki_ast_expr *e)
{
    for (size_t i = 0; i < e->list.count; i++) {
        if (e->list.items[i]->kind == DXKI_AST_LIST)
            check_list(c, &e->list.items[i]->list, e->list.items[i]->loc);
        else
            check_part(c, e, e->list.items[i]);
    }
}

dxki_hlsl_node *dxki_sema_broken(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const uint32_t errors = c->errors;
    const bool is_index = e->op == DXKI_HLSL_T_LBRACKET;

    if (e->type)
        dxki_sema_type(c, e->type);
    if (e->a && (e->is_call || (is_index && is_callee(c, e->a))))
        check_callee(c, e->a);
    else if (e->a && e->a->kind == DXKI_AST_LIST)
        check_list(c, &e->a->list, e->a->loc);
    else if (e->a && is_index)
        dxki_sema_expr(c, e->a);
    else if (e->a)
        check_part(c, e, e->a);
    if (e->b && is_index)
        dxki_sema_expr(c, e->b);
    else if (e->b)
        check_part(c, e, e->b);
    if (e->c)
        check_part(c, e, e->c);
    check_parts(c, e);
    if (e->unclosed && errors != c->errors && e->unclosed <= c->said.count)
        c->said.items[e->unclosed - 1].is_dropped = true;
    return dxki_sema_bad(c, e->loc);
}
