/* SPDX-License-Identifier: MIT */
/* written.c - types as the source writes them, for messages; see check.h. */
#include "sema/check.h"

static dxk_str join(dxki_hlsl *c, dxk_str a, const char *b)
{
    return dxki_hlsl_join(c, a, dxki_str(b));
}

dxk_str dxki_sema_quoted(dxki_hlsl *c, dxk_str text)
{
    return text.size ? join(c, dxki_hlsl_join(c, dxki_str("'"), text), "'") : text;
}

/* "8", "float4"; empty: something else. */
static dxk_str arg_text(dxki_hlsl *c, const dxki_ast_arg *arg)
{
    if (arg->type)
        return dxki_sema_written(c, arg->type);
    if (arg->expr && arg->expr->kind == DXKI_AST_NUMBER)
        return arg->expr->text;
    if (arg->expr && arg->expr->kind == DXKI_AST_NAME && arg->expr->path.count == 1)
        return arg->expr->path.parts[0]->text;
    return dxki_str("");
}

dxk_str dxki_sema_written(dxki_hlsl *c, const dxki_ast_type *t)
{
    dxk_str text = dxki_str("");

    if (!t || t->kind != DXKI_AST_T_NAMED || t->path.outer || t->path.of || t->dims.count ||
        !dxki_hlsl_enter(c, t->loc))
        return text;
    for (size_t i = 0; i < t->path.count; i++) {
        text = join(c, text, i ? "::" : "");
        text = dxki_hlsl_join(c, text, t->path.parts[i]->text);
    }
    for (size_t i = 0; text.size && i < t->path.args.count; i++) {
        dxk_str arg = arg_text(c, &t->path.args.items[i]);
        text = arg.size ? dxki_hlsl_join(c, join(c, text, i ? ", " : "<"), arg) : arg;
    }
    if (text.size && t->path.args.given)
        text = join(c, text,
                    !t->path.args.count               ? "<>"
                    : text.data[text.size - 1] == '>' ? " >"
                                                      : ">");
    dxki_hlsl_leave(c);
    return text;
}

/* Does a name stand for another type? */
static bool is_alias(dxki_hlsl *c, const dxki_ast_path *path)
{
    const dxki_hlsl_symbol *symbol = path->count == 1 ? dxki_sema_find(c, path->parts[0]) : NULL;

    return symbol && symbol->is_alias;
}

/* Does a path have a parameter of a template among its arguments? */
static bool has_parameter(dxki_hlsl *c, const dxki_ast_path *path)
{
    for (size_t i = 0; i < path->args.count; i++) {
        const dxki_ast_type *t = path->args.items[i].type;
        const bool is_name = t && t->kind == DXKI_AST_T_NAMED && t->path.count == 1;
        const dxki_hlsl_symbol *symbol = is_name ? dxki_sema_find(c, t->path.parts[0]) : NULL;
        if (symbol && symbol->scope->kind == DXKI_HLSL_TEMPLATE_PARAMS)
            return true;
    }
    return false;
}

/* Is the last name of a path that of the type itself? */
static bool names_it(dxki_hlsl *c, const dxki_ast_path *path, const dxki_hlsl_type *t)
{
    dxki_hlsl_name *name = path->parts[path->count - 1];

    if (t->kind == DXKI_HLSL_TY_RECORD)
        return !t->record->instance && t->record->name == name;
    if (t->kind == DXKI_HLSL_TY_ENUM)
        return t->name == name;
    return path->count == 1 && !dxki_sema_find(c, name) && dxki_hlsl_predeclared_of(c, name) &&
           !has_parameter(c, path);
}

dxk_str dxki_sema_decl_told(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_decl *d,
                            bool long_form)
{
    const dxki_ast_type *given = d ? d->type : NULL;
    const dxk_str canonical = dxki_hlsl_type_text(c, t, long_form);
    const dxki_hlsl_type *element = t;

    for (size_t i = 0; d && i < d->dims.count && element->kind == DXKI_HLSL_TY_ARRAY; i++)
        element = element->element;
    dxk_str text = dxki_sema_written(c, given);
    if (!text.size || !given->path.count || dxki_hlsl_is_error(t))
        return dxki_sema_quoted(c, canonical);
    if (is_alias(c, &given->path)) {
        text = dxki_hlsl_join(c, text, dxki_hlsl_dims_text(c, t, d->dims.count));
        if (d->dims.count && t->kind == DXKI_HLSL_TY_ARRAY)
            return dxki_sema_quoted(c, text);
        return join(c,
                    dxki_hlsl_join(c, join(c, dxki_sema_quoted(c, text), " (aka '"),
                                   dxki_hlsl_type_text(c, t, false)),
                    "')");
    }
    if (!names_it(c, &given->path, element)) /* a parameter of a template does */
        return dxki_sema_quoted(c, long_form ? dxki_hlsl_type_canonical(c, t) : canonical);
    const bool has_scope =
        element->kind == DXKI_HLSL_TY_RECORD || element->kind == DXKI_HLSL_TY_ENUM;
    if (has_scope && given->path.count == 1)
        text = dxki_hlsl_type_text(c, element, false);
    return dxki_sema_quoted(c, dxki_hlsl_join(c, text, dxki_hlsl_dims_text(c, t, d->dims.count)));
}

const dxki_ast_decl *dxki_sema_decl_of(const dxki_hlsl_node *n)
{
    if (n->kind == DXKI_HLSL_N_VAR)
        return n->var->decl;
    if (n->kind == DXKI_HLSL_N_CALL)
        return n->function->decl;
    if (n->kind == DXKI_HLSL_N_ELEMENT && n->type->kind == DXKI_HLSL_TY_OBJECT) {
        while (n->kind == DXKI_HLSL_N_ELEMENT)
            n = n->a;
        return dxki_sema_decl_of(n);
    }
    if (n->kind == DXKI_HLSL_N_FIELD && n->a->type->kind == DXKI_HLSL_TY_RECORD &&
        n->index < n->a->type->record->field_count)
        return n->a->type->record->fields[n->index].decl;
    return NULL;
}

/* Is it as constant as what it is a part of? Elements that are taken more than once are a new value, and so
 * are those of vectors that are indexed. */
static bool is_constant_place(const dxki_hlsl_node *n)
{
    const bool is_new = (n->kind == DXKI_HLSL_N_SWIZZLE && n->repeats) ||
                        (n->kind == DXKI_HLSL_N_ELEMENT && dxki_hlsl_is_value(n->a->type));

    return n->is_const && !is_new;
}

/* The value whose type that of an operation is. */
static const dxki_hlsl_node *typed_by(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    for (;;) {
        switch (n->kind) {
        case DXKI_HLSL_N_BINARY:
        case DXKI_HLSL_N_UNARY:
            if (!dxki_hlsl_same(c, n->a->type, n->type))
                return n;
            n = n->a;
            break;
        case DXKI_HLSL_N_ASSIGN:
        case DXKI_HLSL_N_UPDATE:
        case DXKI_HLSL_N_STEP:
            n = n->a;
            break;
        case DXKI_HLSL_N_COMMA:
            n = n->b;
            break;
        default:
            return n;
        }
    }
}

/* Does the source name the type of a value that nothing declares? What it computes, it does not. */
static bool is_spelled(const dxki_hlsl_node *n)
{
    if (n->kind == DXKI_HLSL_N_ELEMENT)
        return n->a->type->kind == DXKI_HLSL_TY_ARRAY;
    if (n->kind ==
        DXKI_HLSL_N_CONVERT) /* a cast has a place of its own; else numbers got another kind */
        return n->loc.at != n->a->loc.at || n->type->scalar == n->a->type->scalar;
    return n->kind == DXKI_HLSL_N_LIST || n->kind == DXKI_HLSL_N_CONSTANT ||
           n->kind == DXKI_HLSL_N_VAR;
}

dxk_str dxki_sema_value_told(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const bool is_part = n->kind == DXKI_HLSL_N_SWIZZLE || n->kind == DXKI_HLSL_N_ELEMENT;
    const bool is_known = n->kind == DXKI_HLSL_N_CONSTANT && n->var; /* of a constant variable */
    const bool is_constant = (is_constant_place(n) || is_known) && !n->type->has_objects &&
                             !dxki_hlsl_is_character(n->type);

    n = typed_by(c, n);
    const dxki_ast_decl *d =
        is_known && dxki_hlsl_same(c, n->type, n->var->type) ? n->var->decl : dxki_sema_decl_of(n);
    const bool is_computed = n->kind == DXKI_HLSL_N_CONVERT || n->kind == DXKI_HLSL_N_BINARY;
    dxk_str text =
        !d && (n->kind == DXKI_HLSL_N_SUBSCRIPT ||
               ((is_part || is_computed) && !is_spelled(n) && n->type->kind == DXKI_HLSL_TY_SCALAR))
            ? dxki_sema_quoted(c, dxki_hlsl_type_canonical(c, n->type))
            : dxki_sema_decl_told(c, n->type, d, !d && (is_known || !is_spelled(n)));
    if (!is_constant || !text.size)
        return text;
    return dxki_hlsl_join(c, dxki_str("'const "), (dxk_str){text.data + 1, text.size - 1});
}

dxk_str dxki_sema_target_told(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const dxk_str text = dxki_sema_value_told(c, n), is_const = dxki_str("'const ");

    if (!dxki_str_starts(text, is_const.data))
        return text;
    return dxki_hlsl_join(c, dxki_str("'"),
                          (dxk_str){text.data + is_const.size, text.size - is_const.size});
}
