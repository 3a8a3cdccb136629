/* SPDX-License-Identifier: MIT */
/* written.c - types as the source writes them, for messages; see check.h. */
#include "base/count.h"
#include "sema/check.h"

static dxk_str join(dxki_hlsl *c, dxk_str a, const char *b)
{
    return dxki_hlsl_join(c, a, dxki_str(b));
}

dxk_str dxki_sema_quoted(dxki_hlsl *c, dxk_str text)
{
    return text.size ? join(c, dxki_hlsl_join(c, dxki_str("'"), text), "'") : text;
}

dxk_str dxki_sema_canonical(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    static const struct {
        uint8_t scalar;
        const char *text;
    } names[] = {
        {DXKI_HLSL_S_UINT, "unsigned int"},         {DXKI_HLSL_S_INT64, "long long"},
        {DXKI_HLSL_S_UINT64, "unsigned long long"}, {DXKI_HLSL_S_INT16, "short"},
        {DXKI_HLSL_S_UINT16, "unsigned short"},
    };

    for (size_t i = 0; t->kind == DXKI_HLSL_TY_SCALAR && i < DXKI_COUNT(names); i++) {
        if (t->scalar == names[i].scalar)
            return dxki_str(names[i].text);
    }
    return dxki_hlsl_type_text(c, t, true);
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

    if (!t || t->kind != DXKI_AST_T_NAMED || t->path.outer || t->dims.count ||
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

/* Is the last name of a path that of the type itself? */
static bool names_it(dxki_hlsl *c, const dxki_ast_path *path, const dxki_hlsl_type *t)
{
    dxki_hlsl_name *name = path->parts[path->count - 1];

    if (t->kind == DXKI_HLSL_TY_RECORD)
        return !t->record->instance && t->record->name == name;
    if (t->kind == DXKI_HLSL_TY_ENUM)
        return t->name == name;
    return path->count == 1 && !dxki_sema_find(c, name) && dxki_hlsl_predeclared_of(c, name);
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
        if (dxki_hlsl_is_numeric(element))
            return dxki_sema_quoted(c, text);
        return join(c, dxki_hlsl_join(c, join(c, dxki_sema_quoted(c, text), " (aka '"), canonical),
                    "')");
    }
    if (!names_it(c, &given->path, element))
        return dxki_sema_quoted(c, canonical);
    return dxki_sema_quoted(c, dxki_hlsl_join(c, text, dxki_hlsl_dims_text(c, t, d->dims.count)));
}

const dxki_ast_decl *dxki_sema_decl_of(const dxki_hlsl_node *n)
{
    if (n->kind == DXKI_HLSL_N_VAR)
        return n->var->decl;
    if (n->kind == DXKI_HLSL_N_CALL)
        return n->function->decl;
    if (n->kind == DXKI_HLSL_N_FIELD && n->a->type->kind == DXKI_HLSL_TY_RECORD &&
        n->index < n->a->type->record->field_count)
        return n->a->type->record->fields[n->index].decl;
    return NULL;
}

dxk_str dxki_sema_type_told(dxki_hlsl *c, const dxki_hlsl_node *n, bool long_form)
{
    return dxki_sema_decl_told(c, n->type, dxki_sema_decl_of(n), long_form);
}

/* Is it as constant as what it is a part of? Elements that are taken more than once are a new value, and so
 * are those of vectors that are indexed. */
static bool is_constant_place(const dxki_hlsl_node *n)
{
    const bool is_new = (n->kind == DXKI_HLSL_N_SWIZZLE && n->repeats) ||
                        (n->kind == DXKI_HLSL_N_ELEMENT && dxki_hlsl_is_value(n->a->type));

    return n->is_const && !is_new;
}

dxk_str dxki_sema_value_told(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const bool is_part = n->kind == DXKI_HLSL_N_SWIZZLE || n->kind == DXKI_HLSL_N_ELEMENT;
    const bool is_uint =
        n->type->kind == DXKI_HLSL_TY_SCALAR && n->type->scalar == DXKI_HLSL_S_UINT;
    const bool is_constant = is_constant_place(n);

    while (n->kind == DXKI_HLSL_N_BINARY && dxki_hlsl_same(c, n->a->type, n->type))
        n = n->a;
    const dxki_ast_decl *d = dxki_sema_decl_of(n);
    dxk_str text = is_part && is_uint ? dxki_sema_quoted(c, dxki_str("unsigned int"))
                                      : dxki_sema_decl_told(c, n->type, d, !d);
    if (!is_constant || !text.size)
        return text;
    return dxki_hlsl_join(c, dxki_str("'const "), (dxk_str){text.data + 1, text.size - 1});
}
