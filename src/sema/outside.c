/* SPDX-License-Identifier: MIT */
/*
 * outside.c - members that are defined outside of the template around them; see sema.h. A definition is kept
 * with the outermost template in its path, and found when a member of an instance needs it:
 *
 *     template<typename T> template<typename U> U S<T>::Part::get() { ... }
 *
 * It has a list of parameters for each template around it, with names of its own, and one more if it is a
 * template itself.
 */
#include "sema/sema.h"

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

static const dxki_ast_decls *list_at(const dxki_ast_decl *d, size_t i)
{
    return i < d->outer_count ? d->outer_params[i] : &d->template_params;
}

/* Are the arguments of a part of a path the parameters of its template, in order? */
static bool names_params(const dxki_ast_args *args, const dxki_ast_decls *list)
{
    bool same = args->count == list->count;

    for (size_t i = 0; same && i < list->count; i++) {
        const dxki_ast_arg *a = &args->items[i];
        const dxki_ast_path *path = a->type ? &a->type->path : a->expr ? &a->expr->path : NULL;
        same = path && path->count == 1 && !path->args.given &&
               path->parts[0] == list->items[i]->name &&
               !(a->type && (a->type->dims.count || a->type->mods & DXKI_AST_MOD(CONST)));
    }
    return same;
}

/* The template that a part of the path of `d` names: a specialisation, or the one itself. */
static dxki_hlsl_template *specialised(dxki_hlsl_template *t, const dxki_ast_decl *d, size_t part)
{
    const dxki_ast_args *args = dxki_sema_part_args(&d->path, part);
    const dxki_ast_decls *list = list_at(d, 0);

    if (names_params(args, list))
        return t;
    for (dxki_hlsl_template *p = t->partial; p; p = p->next) {
        if (dxki_sema_same_arguments_text(&p->decl->path.args, &p->decl->template_params, args,
                                          list))
            return p;
    }
    return NULL;
}

/* Does a structure declare what `d` defines, in its member that the path names from `part` on? */
static bool declares(dxki_hlsl *c, const dxki_ast_decl *record, const dxki_ast_decl *d, size_t part)
{
    bool found = false;

    if (!dxki_hlsl_enter(c, d->loc))
        return true;
    for (size_t i = 0; i < record->members.count && !found; i++) {
        const dxki_ast_decl *m = record->members.items[i];
        if (part < d->path.count)
            found = m->kind == DXKI_AST_RECORD && m->name == d->path.parts[part] &&
                    declares(c, m, d, part + 1);
        else
            found = m->kind == d->kind && m->name == d->name && m->op == d->op &&
                    m->params.count == d->params.count;
    }
    dxki_hlsl_leave(c);
    return found;
}

static void no_member(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_name *name = d->name ? d->name : dxki_sema_operator_name(c, d->op);
    const dxki_hlsl_name *around = d->path.parts[d->path.count - 1];

    DXKI_HLSL_REPORT(c, OUT_OF_LINE, d->loc, dxki_text(name->text), dxki_text(around->text));
}

/* The first template in the path of a definition, and its place there; NULL: there is none. */
static dxki_hlsl_template *template_in(dxki_hlsl *c, const dxki_ast_decl *d, size_t *part)
{
    const dxki_ast_path *path = &d->path;
    dxki_hlsl_scope *scope = path->global ? c->sema->unit : NULL;

    for (size_t i = 0; i < path->count && dxki_hlsl_ready(c); i++) {
        const dxki_hlsl_symbol *symbol =
            scope ? dxki_sema_find_in(c, scope, path->parts[i]) : dxki_sema_find(c, path->parts[i]);
        *part = i;
        if (symbol && symbol->tmpl && symbol->tmpl->decl->kind == DXKI_AST_RECORD)
            return symbol->tmpl;
        if (!symbol)
            return NULL;
        scope = symbol->kind == DXKI_HLSL_SYM_NAMESPACE ? symbol->space
                : symbol->kind == DXKI_HLSL_SYM_TYPE && symbol->type->kind == DXKI_HLSL_TY_RECORD
                    ? symbol->type->record->scope
                    : NULL;
        if (!scope)
            return NULL;
    }
    return NULL;
}

void dxki_sema_declare_outside(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_name *last = d->path.parts[d->path.count - 1];
    size_t part = 0;
    dxki_hlsl_template *t = list_at(d, 0)->count ? template_in(c, d, &part) : NULL;

    if (!t && d->kind == DXKI_AST_FUNCTION) {
        dxki_sema_function(c, d); /* of a structure that is no template */
        return;
    }
    if (!t) {
        DXKI_HLSL_REPORT(c, NOT_A_TEMPLATE, d->loc, dxki_text(last->text));
        return;
    }
    t = specialised(t, d, part);
    if (!t || (t->decl->defined && !declares(c, t->decl, d, part + 1))) {
        no_member(c, d);
        return;
    }
    if (!t->members)
        t->members = dxki_sema_make_scope(c, DXKI_HLSL_MEMBERS, NULL);
    dxki_hlsl_name *own = d->name ? d->name : dxki_sema_operator_name(c, d->op);
    if (dxki_hlsl_ready(c))
        dxki_sema_declare_in(c, t->members, own, DXKI_HLSL_SYM_BAD, d->loc)->decl = d;
}

/* ---------------------------------------------------------------------------------------- */
/* Uses                                                                                       */

/* A structure around a member. */
typedef struct level {
    const dxki_hlsl_record *record;
    const struct level *inner; /* the next one inwards, or NULL */
} level;

static const dxki_hlsl_record *around(const dxki_hlsl_record *r)
{
    const dxki_hlsl_scope *s = r->scope->outer;

    while (s && (s->kind == DXKI_HLSL_TEMPLATE_PARAMS))
        s = s->outer;
    return s && s->kind == DXKI_HLSL_MEMBERS && s->type && s->type->kind == DXKI_HLSL_TY_RECORD
               ? s->type->record
               : NULL;
}

/* The outermost structure around a member that is an instance of a template; NULL: there is none. */
static const level *outermost(dxki_hlsl *c, const dxki_hlsl_record *r)
{
    const level *inner = NULL, *found = NULL;

    for (; r && r->scope && dxki_hlsl_ready(c); r = around(r)) {
        level *l = DXKI_HLSL_NEW(c, level);
        *l = (level){r, inner};
        inner = l;
        if (r->instance)
            found = l;
    }
    return found;
}

/* The template that an instance is made of: a specialisation, or the one itself. */
static const dxki_hlsl_template *made_of(const dxki_hlsl_instance *i)
{
    if (i->decl == i->of->decl)
        return i->of;
    for (const dxki_hlsl_template *t = i->of->partial; t; t = t->next) {
        if (t->decl == i->decl)
            return t;
    }
    return NULL;
}

/* Can a list of parameters be that of the template that an instance is made of? */
static bool is_list_of(const dxki_ast_decls *list, const dxki_hlsl_instance *i, bool is_partial)
{
    const dxki_ast_decls *own = &i->of->decl->template_params;
    bool same = is_partial || list->count == own->count;

    for (size_t k = 0; same && !is_partial && k < own->count; k++)
        same = list->items[k]->kind == own->items[k]->kind;
    return same;
}

/* In a scope of its own inside of `outer`, the parameters of a list stand for the arguments of an instance.
 * NULL: it is not a list of its template. */
static dxki_hlsl_scope *bind(dxki_hlsl *c, dxki_hlsl_scope *outer, const dxki_ast_decl *d, size_t i,
                             const dxki_ast_args *patterns, const dxki_hlsl_instance *of)
{
    dxki_ast_decl own = {.loc = d->loc, .template_params = *list_at(d, i)};
    const dxki_hlsl_template t = {.decl = &own, .scope = outer};

    if (!is_list_of(&own.template_params, of, patterns && of->decl != of->of->decl))
        return NULL;
    if (!patterns || of->decl == of->of->decl)
        return dxki_sema_declared_scope(c, outer, &own.template_params, of->args, of->count);
    own.path.args = *patterns;
    return dxki_sema_deduce_partial(c, &t, of->args, of->count);
}

/* The scope of definition `d` for a member of the structures from `l` inwards; `own`: the instance that the
 * member itself is, or NULL. NULL: it is not the definition of that. */
static dxki_hlsl_scope *outside_scope(dxki_hlsl *c, const level *l, const dxki_hlsl_instance *own,
                                      const dxki_ast_decl *d)
{
    size_t depth = 0, list = 0, part;
    dxki_hlsl_scope *scope = NULL;

    for (const level *k = l; k; k = k->inner) {
        depth++;
        scope = k->record->scope;
    }
    if (depth > d->path.count)
        return NULL;
    part = d->path.count - depth;
    for (; l && scope && dxki_hlsl_ready(c); l = l->inner, part++) {
        const dxki_hlsl_instance *i = l->record->instance;
        if (d->path.parts[part] != (i ? i->of->name : l->record->name))
            return NULL;
        if (!i)
            continue;
        if (list > d->outer_count)
            return NULL;
        scope = bind(c, scope, d, list++, dxki_sema_part_args(&d->path, part), i);
    }
    if (own && scope && list <= d->outer_count)
        scope = bind(c, scope, d, list++, NULL, own);
    return list == d->outer_count + 1 ? scope : NULL;
}

/* What is defined outside of a template: the next one of that name after `from`, or the first. */
static const dxki_hlsl_symbol *outside(const dxki_hlsl *c, const level *l,
                                       const dxki_hlsl_name *name, const dxki_hlsl_symbol *from)
{
    const dxki_hlsl_template *t = made_of(l->record->instance);
    const dxki_hlsl_symbol *s = from ? from->next : NULL;

    if (!t || !t->members)
        return NULL;
    if (!from)
        return dxki_sema_declared(c, t->members, name);
    while (s && (s->scope != t->members || s->name != name))
        s = s->next;
    return s;
}

void dxki_sema_define_static(dxki_hlsl *c, const dxki_hlsl_record *r, dxki_hlsl_var *v)
{
    const level *l = outermost(c, r);
    const dxki_hlsl_symbol *s = NULL;
    const dxki_hlsl_type *type = v->type;
    dxki_hlsl_scope *scope = NULL;

    while (l && !scope && (s = outside(c, l, v->name, s)) != NULL)
        scope = s->decl->init ? outside_scope(c, l, NULL, s->decl) : NULL;
    if (!scope || !dxki_hlsl_ready(c))
        return;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
    v->init = dxki_sema_init(c, s->decl->init, &type);
    if (dxki_hlsl_is_error(v->init->type))
        v->init = NULL;
    dxki_sema_go_to_scope(c, outer);
}

/* A template may be defined after the call that a function was made for. */
static void find_later_body(dxki_hlsl *c, dxki_hlsl_function *f)
{
    const dxki_hlsl_instance *i = f->instance;
    const dxki_hlsl_template *t = i->of;

    if (i->decl == t->decl || !t->decl->body)
        return;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(
        c, dxki_sema_declared_scope(c, t->scope, &t->decl->template_params, i->args, i->count));
    dxki_sema_complete_method(c, f, t->decl);
    f->horizon = c->sema->horizon = t->horizon;
    dxki_sema_go_to_scope(c, outer);
}

void dxki_sema_find_body(dxki_hlsl *c, dxki_hlsl_function *f)
{
    const dxki_hlsl_instance *own = f->instance;
    const dxki_hlsl_symbol *s = NULL;

    if (!f->decl->body && own)
        find_later_body(c, f);
    const level *l = !f->decl->body && f->record ? outermost(c, f->record) : NULL;
    while (l && !f->decl->body && dxki_hlsl_ready(c) && (s = outside(c, l, f->name, s)) != NULL) {
        if (s->decl->kind != DXKI_AST_FUNCTION || s->decl->params.count != f->param_count)
            continue;
        dxki_hlsl_scope *scope = outside_scope(c, l, own, s->decl);
        if (!scope)
            continue;
        dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
        dxki_sema_complete_method(c, f, s->decl);
        dxki_sema_go_to_scope(c, outer);
    }
}
