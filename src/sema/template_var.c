/* SPDX-License-Identifier: MIT */
/*
 * template_var.c - templates of variables, and the variables that they are with arguments; see sema.h. A
 * variable is made when it is first named, and is like one that stands where the template does.
 */
#include "sema/sema.h"

/* ---------------------------------------------------------------------------------------- */
/* Instances                                                                                  */

static dxk_str name(dxki_hlsl *c, const void *of)
{
    return dxki_sema_instance_name(c, of)->text;
}

static void make(dxki_hlsl *c, dxki_hlsl_instance *i, dxki_hlsl_scope *scope, dxki_hlsl_loc loc)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_function *function = s->function;
    uint32_t horizon = s->horizon, checking = s->checking, quiet = c->quiet;

    dxki_sema_find_specialisation(c, i, &scope);
    if (!dxki_hlsl_ready(c))
        return;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
    const dxki_hlsl_context *context = dxki_sema_enter_context(
        c, (dxki_hlsl_context){DXKI_HLSL_D_IN_VARIABLE, loc, i, name, c->context});
    s->function = NULL;
    s->horizon = i->of->horizon;
    s->checking = 0; /* all of its arguments are known */
    c->quiet = 0;
    s->instance_depth++;
    i->is_open = true;
    dxki_sema_global_instance(c, i);
    i->is_open = false;
    s->instance_depth--;
    s->checking = checking;
    c->quiet = quiet;
    s->horizon = horizon;
    s->function = function;
    c->context = context;
    dxki_sema_go_to_scope(c, outer);
}

dxki_hlsl_node *dxki_sema_template_variable(dxki_hlsl *c, dxki_hlsl_template *t,
                                            const dxki_ast_args *given, dxki_hlsl_loc loc)
{
    size_t count = t->decl->template_params.count;
    dxki_hlsl_argument *args = dxki_sema_argument_room(c, t);
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope);
    dxki_hlsl_instance *i = NULL;
    bool is_new = false;

    if (!dxki_hlsl_ready(c) || !dxki_hlsl_enter(c, loc))
        return dxki_sema_bad(c, loc);
    if (dxki_sema_check_given(c, t, given, loc) &&
        dxki_sema_arguments(c, t, given, scope, args, loc) && !t->is_bad &&
        !dxki_sema_has_unknown(args, count))
        i = dxki_sema_instance(c, t, args, count, &is_new, loc);
    if (i && is_new)
        make(c, i, scope, loc);
    dxki_hlsl_leave(c);
    if (!i || !i->var || dxki_hlsl_is_error(i->var->type))
        return dxki_sema_bad(c, loc);
    const dxki_hlsl_symbol symbol = {.kind = DXKI_HLSL_SYM_VAR, .var = i->var};
    return dxki_sema_symbol(c, &symbol, loc);
}

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

/* template<> T x<int> = ...; */
static void specialise(dxki_hlsl *c, dxki_hlsl_template *t, const dxki_ast_decl *d)
{
    dxki_hlsl_argument *args = dxki_sema_argument_room(c, t);
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope);
    size_t count = t->decl->template_params.count;
    bool is_new;

    if (!dxki_hlsl_ready(c) || !dxki_sema_check_given(c, t, &d->path.args, d->loc) ||
        !dxki_sema_arguments(c, t, &d->path.args, scope, args, d->loc) ||
        dxki_sema_has_unknown(args, count))
        return;
    dxki_hlsl_instance *i = dxki_sema_instance(c, t, args, count, &is_new, d->loc);
    if (!i)
        return;
    if (!is_new) {
        dxk_str name = dxki_sema_instance_name(c, i)->text;
        if (i->decl->path.args.given)
            DXKI_HLSL_REPORT(c, REDEFINITION, d->loc, dxki_text(name));
        else
            DXKI_HLSL_REPORT(c, SPECIALISED_LATE, d->loc, dxki_text(name));
        return;
    }
    i->decl = d;
    dxki_sema_global_instance(c, i);
}

static void specialise_template(dxki_hlsl *c, dxki_hlsl_symbol *old, const dxki_ast_decl *d)
{
    bool is_partial = d->template_params.count > 0;

    if (!old || !old->tmpl || old->tmpl->decl->kind != DXKI_AST_VARIABLE)
        DXKI_HLSL_REPORT(c, NO_VARIABLE_SPECIALISED, d->loc,
                         dxki_text(dxki_str(is_partial ? " partial" : "")));
    else if (is_partial)
        dxki_sema_add_partial(c, old->tmpl, d);
    else
        specialise(c, old->tmpl, d);
}

void dxki_sema_variable_template(dxki_hlsl *c, const dxki_ast_decl *d)
{
    bool is_member = c->sema->scope->kind == DXKI_HLSL_MEMBERS;

    if (!d->name)
        return;
    if (d->path.args.given) {
        specialise_template(c, dxki_sema_declared(c, c->sema->scope, d->name), d);
        return;
    }
    if (!d->template_params.count) {
        DXKI_HLSL_REPORT(c, VARIABLE_NO_PARAMS, d->loc, dxki_text(d->name->text));
        return;
    }
    if (is_member && !(d->mods & DXKI_AST_MOD(STATIC))) {
        DXKI_HLSL_REPORT(c, TEMPLATE_MEMBER, d->loc, dxki_text(d->name->text));
        return;
    }
    DXKI_HLSL_SAY(c, VARIABLE_TEMPLATE, d->loc);
    if (!dxki_sema_check_new(c, d->name, d->loc))
        return;
    dxki_hlsl_symbol *symbol = dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TEMPLATE, d->loc);
    if (!dxki_hlsl_ready(c))
        return;
    symbol->tmpl = dxki_sema_make_template(c, d, d->name);
    if (dxki_hlsl_ready(c))
        dxki_sema_check_template(c, symbol->tmpl, NULL);
}
