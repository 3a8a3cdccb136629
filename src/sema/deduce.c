/* SPDX-License-Identifier: MIT */
/*
 * deduce.c - which arguments of a template follow from what it is used with: the syntax of a
 * parameter is laid beside a type; see sema.h.
 */
#include "sema/check.h"

typedef struct deduction {
    const dxki_ast_decls *params;
    dxki_hlsl_argument *args;   /* known if the type is set */
    size_t fixed;               /* the first ones were given, and are not compared */
    bool exact;                 /* a number must have the type of its parameter */
    const dxki_ast_decl *twice; /* a parameter that would have to be two things, or NULL */
    dxki_hlsl_argument had, got;
} deduction;

/* A type that a pattern is laid beside. */
typedef struct subject {
    const dxki_hlsl_type *type;
    bool is_const;
} subject;

static bool deduce(dxki_hlsl *c, deduction *d, const dxki_ast_type *pattern,
                   const dxki_ast_exprs *dims, subject s);

/* The same where `const` of either does not matter: of what is passed, and of elements. */
static bool deduce_plain(dxki_hlsl *c, deduction *d, const dxki_ast_type *pattern,
                         const dxki_ast_exprs *dims, const dxki_hlsl_type *t)
{
    const bool is_const = pattern && pattern->mods & DXKI_AST_MOD(CONST);

    return deduce(c, d, pattern, dims, (subject){t, is_const});
}

/* The parameter that a path names, or NULL. */
static const dxki_ast_decl *named_by(const deduction *d, const dxki_ast_path *path, size_t *index)
{
    if (path->count != 1 || path->global)
        return NULL;
    for (size_t i = 0; i < d->params->count; i++) {
        if (d->params->items[i]->name == path->parts[0]) {
            *index = i;
            return d->params->items[i];
        }
    }
    return NULL;
}

/* The parameter that a path consists of, or NULL. */
static const dxki_ast_decl *param_of(const deduction *d, const dxki_ast_path *path, size_t *index)
{
    return path->args.given ? NULL : named_by(d, path, index);
}

/* A parameter is something else already. */
static bool refuse(deduction *d, size_t index, const dxki_hlsl_argument *got)
{
    if (!d->twice && d->args[index].is_value == got->is_value) {
        d->twice = d->params->items[index];
        d->had = d->args[index];
        d->got = *got;
    }
    return false;
}

/* False: the parameter is something else already, of which the type of a literal is one. */
static bool bind_type(dxki_hlsl *c, deduction *d, size_t index, subject s)
{
    dxki_hlsl_argument *a = &d->args[index];

    if (index < d->fixed)
        return true;
    const dxki_hlsl_argument own = {.type = dxki_hlsl_type_plain(c, s.type),
                                    .is_const = s.is_const};
    if (a->type)
        return (!a->is_value && a->is_const == s.is_const && dxki_hlsl_same(c, a->type, s.type)) ||
               refuse(d, index, &own);
    *a = own;
    return true;
}

static bool bind_template(dxki_hlsl *c, deduction *d, size_t index, const dxki_hlsl_argument *to)
{
    dxki_hlsl_argument *a = &d->args[index];

    if (index < d->fixed || a->type)
        return index < d->fixed || dxki_sema_same_argument(c, a, to);
    *a = *to;
    return true;
}

/* Is a parameter of that type, as far as it is known? */
static bool has_type(dxki_hlsl *c, const deduction *d, const dxki_ast_decl *p,
                     const dxki_hlsl_type *t)
{
    const dxki_hlsl_type *own = dxki_sema_type(c, p->type);
    size_t index;

    return (p->type->kind == DXKI_AST_T_NAMED && param_of(d, &p->type->path, &index)) ||
           dxki_hlsl_same(c, dxki_hlsl_type_plain(c, own), t);
}

/* A number in the place of `e`; something that is no parameter is compared when it is known. */
static bool bind_value(dxki_hlsl *c, deduction *d, const dxki_ast_path *path, uint64_t bits,
                       const dxki_hlsl_type *type)
{
    size_t index;
    const dxki_ast_decl *p = param_of(d, path, &index);

    if (!p)
        return true;
    if (p->kind != DXKI_AST_VARIABLE)
        return false;
    dxki_hlsl_argument *a = &d->args[index];
    if (index < d->fixed)
        return true;
    if (a->type) {
        const dxki_hlsl_argument own = {.type = a->type, .is_value = true, .bits = bits};
        return (a->is_value && a->bits == bits) || refuse(d, index, &own);
    }
    if (type && d->exact && !has_type(c, d, p, type))
        return false;
    if (!type) { /* the type of a size is that of the parameter */
        type = dxki_sema_type(c, p->type);
        if (dxki_hlsl_is_error(type) || !dxki_hlsl_is_value(type))
            return false;
    }
    *a = (dxki_hlsl_argument){.type = type, .is_value = true, .bits = bits};
    return true;
}

/* A size of `type`; NULL: any, as in an array. */
static bool bind_size(dxki_hlsl *c, deduction *d, const dxki_ast_expr *e, uint32_t size,
                      const dxki_hlsl_type *type)
{
    return !e || e->kind != DXKI_AST_NAME ||
           bind_value(c, d, &e->path, size, d->exact ? type : NULL);
}

/* ---------------------------------------------------------------------------------------- */
/* Patterns                                                                                   */

/* A pattern beside a template. */
static bool deduce_template(dxki_hlsl *c, deduction *d, const dxki_ast_arg *pattern,
                            const dxki_hlsl_argument *a)
{
    const dxki_ast_path *path =
        pattern->type && pattern->type->kind == DXKI_AST_T_NAMED ? &pattern->type->path
        : pattern->expr && pattern->expr->kind == DXKI_AST_NAME  ? &pattern->expr->path
                                                                 : NULL;
    size_t index;
    const dxki_ast_decl *p = path ? param_of(d, path, &index) : NULL;

    return !p || (p->kind == DXKI_AST_PARAM_TEMPLATE && bind_template(c, d, index, a));
}

/* An argument of a pattern beside one of an instance. */
static bool deduce_argument(dxki_hlsl *c, deduction *d, const dxki_ast_arg *pattern,
                            const dxki_hlsl_argument *a)
{
    const dxki_ast_exprs none = {0};

    if (a->tmpl || a->known)
        return deduce_template(c, d, pattern, a);
    if (!a->is_value && pattern->type)
        return deduce(c, d, pattern->type, &none, (subject){a->type, a->is_const});
    if (a->is_value && pattern->expr && pattern->expr->kind == DXKI_AST_NAME)
        return bind_value(c, d, &pattern->expr->path, a->bits, a->type);
    if (a->is_value && pattern->type && pattern->type->kind == DXKI_AST_T_NAMED)
        return bind_value(c, d, &pattern->type->path, a->bits, a->type);
    if (!a->is_value && pattern->expr && pattern->expr->kind == DXKI_AST_NAME) {
        size_t index;
        const dxki_ast_decl *p = param_of(d, &pattern->expr->path, &index);
        return !p || (p->kind == DXKI_AST_PARAM_TYPE &&
                      bind_type(c, d, index, (subject){a->type, a->is_const}));
    }
    return true;
}

/* vector<T, N>, matrix<T, R, C> */
static bool deduce_shape(dxki_hlsl *c, deduction *d, const dxki_ast_args *args,
                         const dxki_hlsl_type *t, uint8_t kind)
{
    const dxki_ast_exprs none = {0};
    const dxki_hlsl_type *number = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT);
    const uint32_t sizes[2] = {kind == DXKI_HLSL_TY_MATRIX ? t->rows : t->columns, t->columns};

    if (t->kind != kind)
        return false;
    for (size_t i = 0; i < args->count; i++) {
        const dxki_ast_arg *a = &args->items[i];
        bool good = true;
        if (i == 0 && a->type)
            good = deduce_plain(c, d, a->type, &none, dxki_hlsl_type_scalar(c, t->scalar));
        else if (i > 0 && i < 3 && a->expr)
            good = bind_size(c, d, a->expr, sizes[i - 1], number);
        if (!good)
            return false;
    }
    return true;
}

/* RayQuery<flags, more flags>, FeedbackTexture2D<kind>: numbers without an element. */
static bool deduce_numbers(dxki_hlsl *c, deduction *d, const dxki_ast_args *args,
                           const dxki_hlsl_type *t)
{
    const dxki_hlsl_type *number = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT);

    for (uint32_t i = 0; i < args->count && i < 2; i++) {
        if (!bind_size(c, d, args->items[i].expr, dxki_sema_object_number(t, i), number))
            return false;
    }
    return true;
}

static bool deduce_object(dxki_hlsl *c, deduction *d, const dxki_ast_args *args,
                          const dxki_hlsl_type *t, uint8_t object)
{
    const dxki_ast_exprs none = {0};

    if (t->kind != DXKI_HLSL_TY_OBJECT || t->object != object)
        return false;
    if (dxki_sema_has_numbers(object))
        return deduce_numbers(c, d, args, t);
    if (args->count && args->items[0].type && t->element &&
        !deduce_plain(c, d, args->items[0].type, &none, t->element))
        return false;
    return args->count < 2 || bind_size(c, d, args->items[1].expr, t->count,
                                        dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT));
}

/* The instance of a template that a structure, or what it is derived from, is. */
static const dxki_hlsl_instance *instance_of(const dxki_hlsl_type *t, const dxki_hlsl_template *of)
{
    while (t->kind == DXKI_HLSL_TY_RECORD) {
        const dxki_hlsl_record *r = t->record;
        if (r->instance && r->instance->of == of)
            return r->instance;
        if (!r->has_base || !r->field_count)
            break;
        t = r->fields[0].type;
    }
    return NULL;
}

static bool deduce_record(dxki_hlsl *c, deduction *d, const dxki_ast_args *args,
                          const dxki_hlsl_type *t, const dxki_hlsl_template *of)
{
    const dxki_hlsl_instance *i = instance_of(t, of);

    if (!i)
        return false;
    for (size_t k = 0; k < args->count && k < i->count; k++) {
        if (!deduce_argument(c, d, &args->items[k], &i->args[k]))
            return false;
    }
    return true;
}

/* using V = vector<T, 4>: what V<U> stands for, with its parameters put in. */
static bool deduce_alias(dxki_hlsl *c, deduction *d, const dxki_ast_args *args, subject s,
                         const dxki_hlsl_template *of)
{
    const dxki_ast_decls *params = &of->decl->template_params;
    dxki_hlsl_argument *inner =
        DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_argument, params->count ? params->count : 1);
    deduction own = {.params = params, .args = inner, .exact = d->exact};

    if (!inner) {
        dxki_hlsl_nomem(c);
        return false;
    }
    if (!deduce(c, &own, of->decl->type, &of->decl->dims, s))
        return false;
    for (size_t i = 0; i < params->count && i < args->count; i++) {
        if (inner[i].type && !deduce_argument(c, d, &args->items[i], &inner[i]))
            return false;
    }
    return true;
}

/* The template that a type is an instance of, maybe the language's; false: it is none. */
static bool template_of(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_argument *out)
{
    const char *name = t->kind == DXKI_HLSL_TY_VECTOR   ? "vector"
                       : t->kind == DXKI_HLSL_TY_MATRIX ? "matrix"
                       : t->kind == DXKI_HLSL_TY_OBJECT
                           ? dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name
                           : NULL;

    *out = (dxki_hlsl_argument){.type = dxki_hlsl_type_void(c)};
    if (t->kind == DXKI_HLSL_TY_RECORD && t->record->instance)
        out->tmpl = t->record->instance->of;
    else if (name)
        out->known = dxki_hlsl_predeclared_of(c, dxki_hlsl_intern(c, dxki_str(name)));
    return out->tmpl || out->known;
}

/* What a template of the language says of a type that is an instance of it. */
static bool deduce_known(dxki_hlsl *c, deduction *d, const dxki_ast_args *args,
                         const dxki_hlsl_type *t, const dxki_hlsl_predeclared *known)
{
    if (known->kind == DXKI_HLSL_P_VECTOR)
        return deduce_shape(c, d, args, t, DXKI_HLSL_TY_VECTOR);
    if (known->kind == DXKI_HLSL_P_MATRIX)
        return deduce_shape(c, d, args, t, DXKI_HLSL_TY_MATRIX);
    return known->kind != DXKI_HLSL_P_OBJECT || deduce_object(c, d, args, t, known->object);
}

/* C<T>, where C is a parameter, too. */
static bool deduce_both(dxki_hlsl *c, deduction *d, const dxki_ast_args *args,
                        const dxki_hlsl_type *t, size_t index)
{
    dxki_hlsl_argument of;

    while (t->kind == DXKI_HLSL_TY_RECORD && !t->record->instance && t->record->has_base)
        t = t->record->fields[0].type;
    if (!template_of(c, t, &of) || !bind_template(c, d, index, &of))
        return false;
    return of.tmpl ? deduce_record(c, d, args, t, of.tmpl) : deduce_known(c, d, args, t, of.known);
}

static bool deduce_named(dxki_hlsl *c, deduction *d, const dxki_ast_type *pattern, subject s)
{
    const dxki_ast_path *path = &pattern->path;
    const dxki_hlsl_type *t = s.type;
    size_t index;
    const dxki_ast_decl *p = named_by(d, path, &index);

    if (p && path->args.given)
        return p->kind == DXKI_AST_PARAM_TEMPLATE && deduce_both(c, d, &path->args, t, index);
    if (p)
        return p->kind == DXKI_AST_PARAM_TYPE && bind_type(c, d, index, s);
    if (!path->args.given)
        return true;
    dxki_hlsl_symbol *symbol = dxki_sema_resolve(c, path);
    if (symbol && symbol->tmpl)
        return symbol->tmpl->decl->kind == DXKI_AST_TYPEDEF
                   ? deduce_alias(c, d, &path->args, s, symbol->tmpl)
                   : deduce_record(c, d, &path->args, t, symbol->tmpl);
    const dxki_hlsl_predeclared *known =
        symbol || path->count != 1 ? NULL : dxki_hlsl_predeclared_of(c, path->parts[0]);
    return !known || deduce_known(c, d, &path->args, t, known);
}

/* False: `pattern` cannot be that type. What names no parameter is not compared. */
static bool deduce(dxki_hlsl *c, deduction *d, const dxki_ast_type *pattern,
                   const dxki_ast_exprs *dims, subject s)
{
    const bool wants_const = pattern && pattern->mods & DXKI_AST_MOD(CONST);
    const dxki_hlsl_type *t = s.type;
    bool good = s.is_const || !wants_const;

    if (!pattern || !dxki_hlsl_enter(c, pattern->loc))
        return false;
    for (size_t i = 0; good && i < dims->count + pattern->dims.count; i++) {
        const dxki_ast_expr *size =
            i < dims->count ? dims->items[i] : pattern->dims.items[i - dims->count];
        const bool is_text = dxki_hlsl_is_string(t) && t->count;
        good = (is_text || t->kind == DXKI_HLSL_TY_ARRAY) && bind_size(c, d, size, t->count, NULL);
        if (good)
            t = is_text ? dxki_sema_character_type(c) : t->element;
    }
    if (good && pattern->kind == DXKI_AST_T_NAMED)
        good = deduce_named(c, d, pattern, (subject){t, s.is_const && !wants_const});
    dxki_hlsl_leave(c);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Specialisations                                                                            */

/* Names and numbers of a pattern: the more, the less it fits. */
static uint32_t weight_of(const dxki_ast_args *args, const dxki_ast_decls *params, unsigned depth)
{
    const deduction d = {.params = params};
    uint32_t weight = 0;

    for (size_t i = 0; i < args->count && depth < 16; i++) {
        const dxki_ast_arg *a = &args->items[i];
        const dxki_ast_path *path = a->type ? &a->type->path : a->expr ? &a->expr->path : NULL;
        size_t index;
        if (path && !param_of(&d, path, &index))
            weight += 1 + weight_of(&path->args, params, depth + 1);
        if (a->type)
            weight += (uint32_t)a->type->dims.count + ((a->type->mods & DXKI_AST_MOD(CONST)) != 0);
    }
    return weight;
}

/* A parameter that stands twice says more than two of them. */
uint32_t dxki_sema_pattern_weight(const dxki_ast_decl *d)
{
    uint32_t fewer = d->template_params.count < 256 ? 256 - (uint32_t)d->template_params.count : 0;

    return 256 * weight_of(&d->path.args, &d->template_params, 0) + fewer;
}

dxki_hlsl_scope *dxki_sema_deduce_partial(dxki_hlsl *c, const dxki_hlsl_template *t,
                                          const dxki_hlsl_argument *args, size_t count)
{
    const dxki_ast_args *patterns = &t->decl->path.args;
    size_t params = t->decl->template_params.count;
    dxki_hlsl_argument *own = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_argument, params ? params : 1);
    deduction d = {.params = &t->decl->template_params, .args = own};
    dxki_hlsl_scope *outer = c->sema->scope, *scope;
    const uint32_t failures = c->failures;
    bool good = own && patterns->count == count;

    if (!own)
        dxki_hlsl_nomem(c);
    dxki_sema_go_to_scope(c, t->scope);
    c->quiet++;
    for (size_t i = 0; good && i < count; i++)
        good = deduce_argument(c, &d, &patterns->items[i], &args[i]);
    scope = good ? dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope) : NULL;
    good = scope && dxki_hlsl_ready(c) && dxki_sema_arguments(c, t, NULL, scope, own, t->decl->loc);
    if (good) {
        dxki_sema_go_to_scope(c, scope);
        good = dxki_sema_same_arguments(c, patterns, args, count);
    }
    c->quiet--;
    c->failures = failures; /* that it does not fit is no mistake of what asks for it */
    dxki_sema_go_to_scope(c, outer);
    return good ? scope : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* The first parameter of a template that has neither a value nor a default; NULL: there is none. */
static const dxki_ast_decl *open_param(const dxki_hlsl_template *t, const dxki_hlsl_argument *args)
{
    const dxki_ast_decls *params = &t->decl->template_params;

    for (size_t i = 0; i < params->count; i++) {
        if (!args[i].type && !dxki_sema_default_of(t, i))
            return params->items[i];
    }
    return NULL;
}

/* Says that explicit arguments are wrong: which one is the first that is not known. */
static dxki_sema_undeduced bad_argument(const deduction *d, size_t given)
{
    size_t i = 0;

    while (i + 1 < d->params->count && i < given && d->args[i].type)
        i++;
    return (dxki_sema_undeduced){
        .how = DXKI_SEMA_BAD_ARGUMENT, .param = d->params->items[i], .args = d->args};
}

/* A parameter that only literals decide about is what they are by themselves. */
static void settle_literals(dxki_hlsl *c, deduction *d)
{
    for (size_t i = d->fixed; i < d->params->count; i++) {
        const dxki_hlsl_type *t = d->args[i].type;
        if (t && !d->args[i].is_value && dxki_hlsl_is_literal(t))
            d->args[i].type = dxki_hlsl_type_with(
                c, t,
                dxki_hlsl_info(t)->number == DXKI_HLSL_REAL ? DXKI_HLSL_S_FLOAT : DXKI_HLSL_S_INT);
    }
}

/* Lays the parameters of a function beside the types of arguments; false: that is not possible. */
static bool deduce_params(dxki_hlsl *c, deduction *d, const dxki_hlsl_function *f,
                          const dxki_hlsl_type *const *types, size_t count,
                          dxki_sema_undeduced *why)
{
    for (size_t i = 0; i < count && d->fixed < d->params->count; i++) {
        const dxki_ast_decl *p = f->decl->params.items[i];
        if (deduce_plain(c, d, p->type, &p->dims, types[i]))
            continue;
        *why = (dxki_sema_undeduced){.how = d->twice ? DXKI_SEMA_CONFLICT : DXKI_SEMA_MISMATCH,
                                     .param = d->twice,
                                     .index = i,
                                     .had = d->had,
                                     .got = d->got,
                                     .args = d->args};
        return false;
    }
    settle_literals(c, d);
    *why = (dxki_sema_undeduced){.param = open_param(f->tmpl, d->args), .args = d->args};
    why->how = why->param ? DXKI_SEMA_NOT_INFERRED : DXKI_SEMA_NO_SUBSTITUTION;
    return true;
}

dxki_hlsl_function *dxki_sema_deduce_call(dxki_hlsl *c, const dxki_hlsl_function *f,
                                          const dxki_hlsl_type *const *types, size_t count,
                                          const dxki_ast_args *given, bool *unknown,
                                          dxki_sema_undeduced *why)
{
    const dxki_ast_decls *params = &f->decl->template_params;
    dxki_hlsl_argument *args = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_argument, params->count);
    deduction d = {.params = params, .args = args, .fixed = given->count, .exact = true};
    dxki_hlsl_scope *outer = c->sema->scope;
    const uint32_t failures = c->failures;
    dxki_sema_undeduced own;

    if (!args) {
        dxki_hlsl_nomem(c);
        return NULL;
    }
    why = why ? why : &own;
    *why = bad_argument(&d, 0);
    if (count > f->decl->params.count || given->count > params->count)
        return NULL;
    c->quiet++;
    bool good = dxki_sema_given_arguments(c, f->tmpl, given, args, unknown);
    if (!good)
        *why = bad_argument(&d, given->count);
    dxki_sema_go_to_scope(c, f->tmpl->scope);
    good = good && deduce_params(c, &d, f, types, count, why);
    dxki_sema_go_to_scope(c, outer);
    c->quiet--;
    c->failures = failures;
    return good ? dxki_sema_instantiate_function(c, f, args) : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Specialised                                                                                */

/* Makes the specialisation `own` of template `f`; NULL: it is none of that. */
static dxki_hlsl_function *specialise(dxki_hlsl *c, const dxki_hlsl_function *f,
                                      dxki_hlsl_function *own)
{
    const dxki_ast_decls *params = &f->decl->template_params;
    dxki_hlsl_argument *args = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_argument, params->count);
    deduction d = {
        .params = params, .args = args, .fixed = own->decl->path.args.count, .exact = true};
    bool unknown = false, is_new, good = own->param_count == f->param_count;

    if (!args) {
        dxki_hlsl_nomem(c);
        return NULL;
    }
    c->quiet++;
    good = good && own->decl->path.args.count <= params->count &&
           dxki_sema_given_arguments(c, f->tmpl, &own->decl->path.args, args, &unknown);
    for (size_t i = 0; good && i < own->param_count; i++) {
        const dxki_ast_decl *p = f->decl->params.items[i];
        good = deduce_plain(c, &d, p->type, &p->dims, own->params[i]->type);
    }
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, f->tmpl->scope);
    good = good && dxki_sema_arguments(c, f->tmpl, NULL, scope, args, f->loc);
    c->quiet--;
    if (!good)
        return NULL;
    dxki_hlsl_instance *i = dxki_sema_instance(c, f->tmpl, args, params->count, &is_new, own->loc);
    if (!i)
        return NULL;
    if (i->function && i->function->body)
        DXKI_HLSL_REPORT(c, REDEFINITION, own->loc, dxki_text(own->name->text));
    i->decl = own->decl;
    if (i->function)
        *i->function = *own; /* calls refer to it */
    else
        i->function = own;
    return i->function;
}

void dxki_sema_specialise_function(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_symbol *symbol = d->name ? dxki_sema_find(c, d->name) : NULL;
    dxki_hlsl_function *own = dxki_sema_make_function(c, d, NULL), *made = NULL;

    if (!symbol || symbol->kind != DXKI_HLSL_SYM_FUNCTION)
        symbol = NULL;
    for (dxki_hlsl_function *f = symbol ? symbol->function : NULL; f && !made; f = f->next) {
        if (f->tmpl && dxki_hlsl_ready(c))
            made = specialise(c, f, own);
    }
    if (!dxki_hlsl_ready(c))
        return;
    if (!made)
        DXKI_HLSL_REPORT(c, NO_SPECIALISED, d->loc, dxki_text(own->name->text));
    else if (d->body)
        dxki_sema_function_body(c, made);
}
