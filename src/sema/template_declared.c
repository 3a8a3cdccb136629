/* SPDX-License-Identifier: MIT */
/*
 * template_declared.c - templates that are declared more than once, and the defaults of their parameters,
 * of which each may come from another declaration; see sema.h.
 */
#include "sema/sema.h"

static bool has_default(const dxki_ast_decl *param)
{
    return param->init || (param->kind != DXKI_AST_VARIABLE && param->type);
}

static dxki_hlsl_loc default_loc(const dxki_ast_decl *param)
{
    return param->init ? param->init->loc : param->type->loc;
}

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

const dxki_ast_decl *dxki_sema_default_of(const dxki_hlsl_template *t, size_t i)
{
    if (has_default(t->decl->template_params.items[i]))
        return t->decl;
    for (const dxki_hlsl_redeclared *r = t->others; r; r = r->next) {
        if (has_default(r->decl->template_params.items[i]))
            return r->decl;
    }
    return NULL;
}

/* A default is given once. */
static bool check_defaults(dxki_hlsl *c, const dxki_hlsl_template *t, const dxki_ast_decl *d)
{
    for (size_t i = 0; i < d->template_params.count; i++) {
        const dxki_ast_decl *own = d->template_params.items[i];
        const dxki_ast_decl *by = has_default(own) ? dxki_sema_default_of(t, i) : NULL;
        if (!by)
            continue;
        DXKI_HLSL_SAY(c, TEMPLATE_DEFAULT_AGAIN, default_loc(own));
        DXKI_HLSL_SAY(c, PREVIOUS_TEMPLATE_DEFAULT, default_loc(by->template_params.items[i]));
        return false;
    }
    return true;
}

bool dxki_sema_declare_again(dxki_hlsl *c, dxki_hlsl_template *t, const dxki_ast_decl *d,
                             bool is_defined)
{
    dxki_hlsl_redeclared *r = DXKI_HLSL_NEW(c, dxki_hlsl_redeclared);

    if (!dxki_hlsl_ready(c) || d->template_params.count != t->decl->template_params.count ||
        !check_defaults(c, t, d))
        return false;
    *r = (dxki_hlsl_redeclared){is_defined ? t->decl : d, t->others};
    t->others = r;
    if (is_defined)
        t->decl = d;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Arguments that are not given                                                               */

dxki_hlsl_scope *dxki_sema_declared_scope(dxki_hlsl *c, dxki_hlsl_scope *outer,
                                          const dxki_ast_decls *params,
                                          const dxki_hlsl_argument *args, size_t count)
{
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, outer);

    for (size_t k = 0; k < count && k < params->count && dxki_hlsl_ready(c); k++)
        dxki_sema_bind_argument(c, scope, params->items[k], &args[k]);
    return scope;
}

void dxki_sema_inherit_defaults(dxki_hlsl *c, const dxki_hlsl_instance *i, dxki_hlsl_function *f)
{
    for (const dxki_hlsl_redeclared *r = i->of->others; r && dxki_hlsl_ready(c); r = r->next) {
        if (f->required == 0 || f->param_count != r->decl->params.count)
            continue;
        dxki_hlsl_scope *outer = dxki_sema_go_to_scope(
            c, dxki_sema_declared_scope(c, i->of->scope, &r->decl->template_params, i->args,
                                        i->count));
        dxki_sema_join_defaults(f, dxki_sema_make_function(c, r->decl, f->record));
        dxki_sema_go_to_scope(c, outer);
    }
}
