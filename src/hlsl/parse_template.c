/* SPDX-License-Identifier: MIT */
/* parse_template.c - templates; see parse.h. */
#include "hlsl/parse.h"

/* typename T, int N = 4 */
static dxki_ast_decl *template_param(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_PARAM_TYPE);

    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPENAME) ||
        dxki_parse_accept_keyword(p, DXKI_HLSL_K_CLASS)) {
        if (dxki_parse_kind(p) == DXKI_HLSL_T_ELLIPSIS)
            DXKI_PARSE_SAY(p, VARIADIC_TEMPLATE);
        d->loc = dxki_parse_loc(p);
        if (dxki_parse_at_name(p, 0))
            d->name = dxki_parse_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
        if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
            d->type = dxki_parse_type_id(p);
        return d;
    }
    d->kind = DXKI_AST_VARIABLE;
    d->type = dxki_parse_type(p, dxki_parse_modifiers(p));
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_at_name(p, 0))
        d->name = dxki_parse_name(p);
    dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    p->angles++;
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        d->init = dxki_parse_constant(p);
    p->angles--;
    return d;
}

void dxki_parse_template(dxki_parse *p)
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
    dxki_parse_expect(p, DXKI_HLSL_T_LT);
    while (dxki_parse_going(p) && dxki_parse_kind(p) != DXKI_HLSL_T_GT) {
        dxki_parse_push(p, template_param(p));
        if (!dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
            break;
    }
    dxki_parse_expect(p, DXKI_HLSL_T_GT);
    d->template_params.items =
        (dxki_ast_decl **)dxki_parse_take(p, mark, &d->template_params.count);
    if (p->panic) {
        dxki_parse_end_scope(p, scope);
        return;
    }
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_USING)
        dxki_parse_using(p, d);
    else
        dxki_parse_simple(p, d);
    dxki_parse_end_scope(p, scope);
    /* what was declared stays known outside of the parameters' scope */
    for (size_t i = mark; i < p->stack.count; i++) {
        dxki_ast_decl *made = p->stack.items[i];
        if (made->kind == DXKI_AST_RECORD) {
            made->is_template = true;
            made->template_params = d->template_params;
        }
        bool function = made->kind == DXKI_AST_FUNCTION;
        if (made->name)
            dxki_parse_declare(p, made->name, function ? DXKI_HLSL_TEMPLATE : DXKI_HLSL_TYPE);
    }
}
