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

dxki_hlsl_node *dxki_sema_broken(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const uint32_t errors = c->errors;

    if (e->type)
        dxki_sema_type(c, e->type);
    if (e->a && e->is_call)
        check_callee(c, e->a);
    else if (e->a)
        check_list(c, &(dxki_ast_exprs){(dxki_ast_expr **)&e->a, 1}, e->loc);
    if (e->b)
        dxki_sema_expr(c, e->b);
    if (e->c)
        dxki_sema_expr(c, e->c);
    check_list(c, &e->list, e->loc);
    if (e->unclosed && errors != c->errors && e->unclosed <= c->said.count)
        c->said.items[e->unclosed - 1].is_dropped = true;
    return dxki_sema_bad(c, e->loc);
}
