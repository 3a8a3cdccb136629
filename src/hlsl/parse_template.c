/* SPDX-License-Identifier: MIT */
/* parse_template.c - templates; see parse.h. */
#include "hlsl/parse.h"

static void params(dxki_parse *p, dxki_ast_decls *list);

/* What stands behind the list of a parameter that is a template: it may lack its word. */
static void template_word(dxki_parse *p)
{
    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_CLASS))
        return;
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_TYPENAME) {
        if (!p->quiet)
            DXKI_HLSL_SAY(p->c, TEMPLATE_TYPENAME, dxki_parse_loc(p));
        dxki_parse_advance(p);
        return;
    }
    DXKI_PARSE_SAY(p, TEMPLATE_CLASS);
    p->panic = false;
    dxki_parse_accept_keyword(p, DXKI_HLSL_K_STRUCT);
}

/* typename T where nothing that ends the parameter follows: it is read as the type of one. */
static void check_type_name(dxki_parse *p)
{
    const uint8_t next = dxki_parse_peek(p, 1)->kind;

    if (dxki_parse_at_name(p, 0) && next != DXKI_HLSL_T_COMMA && next != DXKI_HLSL_T_GT &&
        next != DXKI_HLSL_T_ASSIGN && next != DXKI_HLSL_T_COLONCOLON && !p->quiet)
        DXKI_HLSL_SAY(p->c, QUALIFIED_NAME, dxki_parse_loc(p));
}

/* The name of a parameter that is a type or a template, and its default. */
static dxki_ast_decl *named_type(dxki_parse *p, dxki_ast_decl *d)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_ELLIPSIS)
        DXKI_PARSE_SAY(p, VARIADIC_TEMPLATE);
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_at_name(p, 0))
        d->name = dxki_parse_new_name(p);
    dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        d->type = dxki_parse_type_id(p);
    return d;
}

/* template<typename> class T = name */
static dxki_ast_decl *template_of_template(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_PARAM_TEMPLATE);

    if (!dxki_hlsl_enter(p->c, d->loc))
        return d;
    dxki_parse_advance(p);
    size_t scope = dxki_parse_begin_scope(p);
    params(p, &d->template_params);
    dxki_parse_end_scope(p, scope);
    dxki_hlsl_leave(p->c);
    if (p->panic)
        return d;
    if (!d->template_params.count && !p->quiet)
        DXKI_HLSL_SAY(p->c, TEMPLATE_NO_PARAMS, d->loc);
    template_word(p);
    return named_type(p, d);
}

/* typename T, int N = 4 */
static dxki_ast_decl *template_param(dxki_parse *p)
{
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_TEMPLATE)
        return template_of_template(p);
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_PARAM_TYPE);

    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPENAME)) {
        check_type_name(p);
        return named_type(p, d);
    }
    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_CLASS))
        return named_type(p, d);
    d->kind = DXKI_AST_VARIABLE;
    const uint64_t mods = dxki_parse_modifiers(p);
    if (mods && dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPENAME)) {
        DXKI_PARSE_SAY(p, QUALIFIED_NAME);
        return d;
    }
    if (!mods && !dxki_parse_is_type_next(p, mods))
        DXKI_PARSE_SAY(p, TEMPLATE_PARAM);
    d->type = dxki_parse_type(p, mods);
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_at_name(p, 0))
        d->name = dxki_parse_new_name(p);
    dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    p->angles++;
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        d->init = dxki_parse_constant(p);
    p->angles--;
    return d;
}

/* <typename T, int N> */
static void params(dxki_parse *p, dxki_ast_decls *list)
{
    size_t mark = p->stack.count;

    dxki_parse_expect(p, DXKI_HLSL_T_LT);
    while (dxki_parse_going(p) && dxki_parse_kind(p) != DXKI_HLSL_T_GT) {
        dxki_parse_push(p, template_param(p));
        if (!dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
            break;
    }
    if (!p->panic && !dxki_parse_accept(p, DXKI_HLSL_T_GT))
        DXKI_PARSE_SAY(p, TEMPLATE_PARAMS_END);
    list->items = (dxki_ast_decl **)dxki_parse_take(p, mark, &list->count);
}

/* A member that is defined outside has a list for each of the templates around it, and one of its own if
 * it is a template. */
static void param_lists(dxki_parse *p, dxki_ast_decl *d)
{
    size_t mark = p->stack.count;

    params(p, &d->template_params);
    while (!p->panic && dxki_parse_keyword(p, 0) == DXKI_HLSL_K_TEMPLATE &&
           dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_LT) {
        dxki_ast_decls *list = DXKI_HLSL_NEW(p->c, dxki_ast_decls);
        *list = d->template_params;
        dxki_parse_push(p, list);
        dxki_parse_advance(p);
        params(p, &d->template_params);
    }
    d->outer_params = (dxki_ast_decls **)dxki_parse_take(p, mark, &d->outer_count);
}

/* What was declared stays known outside of the parameters' scope. */
static void declare_outside(dxki_parse *p, const dxki_ast_decl *d)
{
    if (d->kind == DXKI_AST_VARIABLE && d->path.count)
        return; /* a member */
    dxki_parse_declare(p, d->name,
                       d->kind == DXKI_AST_FUNCTION   ? DXKI_HLSL_TEMPLATE
                       : d->kind == DXKI_AST_VARIABLE ? DXKI_HLSL_VALUE_TEMPLATE
                                                      : DXKI_HLSL_TYPE);
}

static void template(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_VARIABLE);
    size_t mark = p->stack.count, scope = dxki_parse_begin_scope(p);

    dxki_parse_advance(p);
    if (dxki_parse_kind(p) !=
        DXKI_HLSL_T_LT) { /* asks for an instance: that is made when it is used */
        dxki_parse_simple(p, d);
        p->stack.count = mark < p->stack.count ? mark : p->stack.count;
        dxki_parse_end_scope(p, scope);
        return;
    }
    d->is_template = true;
    param_lists(p, d);
    if (p->panic) {
        dxki_parse_end_scope(p, scope);
        return;
    }
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_USING)
        dxki_parse_using(p, d);
    else
        dxki_parse_simple(p, d);
    dxki_parse_end_scope(p, scope);
    for (size_t i = mark; i < p->stack.count; i++) {
        dxki_ast_decl *made = p->stack.items[i];
        if (made->kind == DXKI_AST_RECORD) {
            made->is_template = true;
            made->template_params = d->template_params;
        }
        declare_outside(p, made);
    }
}

void dxki_parse_template(dxki_parse *p)
{
    p->templates++;
    template(p);
    p->templates--;
}
