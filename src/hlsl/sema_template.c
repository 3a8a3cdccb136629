/* SPDX-License-Identifier: MIT */
/*
 * sema_template.c - templates and their instances; see sema.h. The syntax of a template is read
 * again for each list of arguments, in a scope where its parameters stand for them; equal lists
 * give one instance. A definition is also read once with parameters of unknown types, which fit
 * everything, to find the mistakes that do not depend on them.
 */
#include "base/out.h"
#include "hlsl/sema.h"

/* Instances of one source, and how many may be made for one another's sake. */
#define MOST_INSTANCES 65536u
#define MOST_NESTED    256u
/* Partial specialisations of one template; all are tried for each instance. */
#define MOST_PARTIAL 256u

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

static bool same_argument(dxki_hlsl *c, const dxki_hlsl_argument *a, const dxki_hlsl_argument *b)
{
    return a->is_value == b->is_value && a->bits == b->bits && dxki_hlsl_same(c, a->type, b->type);
}

/* The syntax of a type that was taken for a value, and the other way round. */
static const dxki_hlsl_type *type_of_name(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_ast_type *t = DXKI_HLSL_NEW(c, dxki_ast_type);

    *t = (dxki_ast_type){.kind = DXKI_AST_T_NAMED, .loc = e->loc, .path = e->path};
    return dxki_sema_type(c, t);
}

static dxki_hlsl_node *value_of_name(dxki_hlsl *c, const dxki_ast_type *t)
{
    dxki_ast_expr *e = DXKI_HLSL_NEW(c, dxki_ast_expr);

    *e = (dxki_ast_expr){.kind = DXKI_AST_NAME, .loc = t->path.loc, .path = t->path};
    return dxki_sema_expr(c, e);
}

static bool type_argument(dxki_hlsl *c, const dxki_ast_arg *arg, dxki_hlsl_loc loc,
                          dxki_hlsl_argument *out)
{
    const dxki_hlsl_symbol *symbol = NULL;

    if (arg->expr && arg->expr->kind == DXKI_AST_NAME)
        symbol = dxki_sema_resolve(c, &arg->expr->path);
    if (arg->type)
        out->type = dxki_sema_type(c, arg->type);
    else if (symbol && symbol->kind == DXKI_HLSL_SYM_TYPE)
        out->type = type_of_name(c, arg->expr);
    else
        DXKI_HLSL_SAY(c, TYPE_ARGUMENT, loc);
    return out->type != NULL;
}

static bool value_argument(dxki_hlsl *c, const dxki_ast_arg *arg, const dxki_hlsl_type *type,
                           dxki_hlsl_loc loc, dxki_hlsl_argument *out)
{
    dxki_hlsl_node *n;

    out->is_value = true;
    if (arg->type && arg->type->kind != DXKI_AST_T_NAMED) {
        DXKI_HLSL_SAY(c, VALUE_ARGUMENT, loc);
        return false;
    }
    n = arg->expr ? dxki_sema_expr(c, arg->expr) : value_of_name(c, arg->type);
    out->type = type;
    if (dxki_hlsl_is_error(n->type) || dxki_hlsl_is_error(type)) {
        out->type = dxki_hlsl_type_error(c);
        return true;
    }
    n = dxki_sema_convert(c, n, type, false);
    if (dxki_hlsl_is_error(n->type))
        return false;
    n = dxki_sema_fold(c, n);
    if (n->kind != DXKI_HLSL_N_CONSTANT || n->type->leaves != 1) {
        DXKI_HLSL_SAY(c, ARGUMENT_NOT_CONSTANT, n->loc);
        return false;
    }
    out->bits = n->bits[0];
    return true;
}

/* Argument `given` for a parameter; `inner`: the scope of the parameters in front of it. */
static bool read_argument(dxki_hlsl *c, const dxki_ast_decl *param, const dxki_ast_arg *given,
                          dxki_hlsl_scope *inner, dxki_hlsl_loc loc, dxki_hlsl_argument *out)
{
    *out = (dxki_hlsl_argument){0};
    if (param->kind == DXKI_AST_PARAM_TYPE)
        return type_argument(c, given, loc, out);
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, inner);
    const dxki_hlsl_type *type = dxki_sema_type(c, param->type);
    dxki_sema_go_to_scope(c, outer);
    return value_argument(c, given, type, loc, out);
}

/* What a parameter is if nothing is given; false: it has no default. */
static bool default_argument(dxki_hlsl *c, const dxki_ast_decl *param, dxki_hlsl_scope *inner,
                             dxki_hlsl_argument *out)
{
    const dxki_ast_arg arg = {param->kind == DXKI_AST_PARAM_TYPE ? param->type : NULL, param->init};

    if (!arg.type && !arg.expr)
        return false;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, inner);
    bool good = read_argument(c, param, &arg, inner, param->loc, out);
    dxki_sema_go_to_scope(c, outer);
    return good;
}

void dxki_sema_bind_argument(dxki_hlsl *c, dxki_hlsl_scope *scope, const dxki_ast_decl *param,
                             const dxki_hlsl_argument *arg)
{
    if (!param->name || !dxki_hlsl_ready(c))
        return;
    dxki_hlsl_symbol *symbol =
        dxki_sema_declare_in(c, scope, param->name,
                             arg->is_value ? DXKI_HLSL_SYM_VALUE : DXKI_HLSL_SYM_TYPE, param->loc);
    symbol->type = arg->type;
    symbol->value = arg->bits;
}

/* Reads explicit arguments, in the scope at hand; *unknown: one is not known yet. */
bool dxki_sema_given_arguments(dxki_hlsl *c, const dxki_hlsl_template *t,
                               const dxki_ast_args *given, dxki_hlsl_argument *args, bool *unknown)
{
    dxki_hlsl_scope *inner;

    if (!given->count)
        return true;
    inner = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope);
    for (size_t i = 0; i < given->count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_decl *p = t->decl->template_params.items[i];
        if (!read_argument(c, p, &given->items[i], inner, t->decl->loc, &args[i]))
            return false;
        *unknown |= dxki_hlsl_is_error(args[i].type);
        dxki_sema_bind_argument(c, inner, p, &args[i]);
    }
    return dxki_hlsl_ready(c);
}

/* Completes `args`, of which some may be known (their type is set), from what is given and from
 * defaults; false: reported, or just not possible if `given` is NULL. */
bool dxki_sema_arguments(dxki_hlsl *c, const dxki_hlsl_template *t, const dxki_ast_args *given,
                         dxki_hlsl_scope *scope, dxki_hlsl_argument *args, dxki_hlsl_loc loc)
{
    const dxki_ast_decls *params = &t->decl->template_params;

    for (size_t i = 0; i < params->count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_decl *p = params->items[i];
        if (given && i < given->count) {
            if (!read_argument(c, p, &given->items[i], scope, loc, &args[i]))
                return false;
        } else if (!args[i].type && !default_argument(c, p, scope, &args[i])) {
            if (given)
                DXKI_HLSL_REPORT(c, TEMPLATE_FEW, loc, dxki_text(t->name->text));
            return false;
        }
        dxki_sema_bind_argument(c, scope, p, &args[i]);
    }
    return dxki_hlsl_ready(c);
}

bool dxki_sema_same_arguments(dxki_hlsl *c, const dxki_ast_args *patterns,
                              const dxki_hlsl_argument *args, size_t count)
{
    for (size_t i = 0; i < count && dxki_hlsl_ready(c); i++) {
        dxki_hlsl_argument own = {0};
        bool good =
            args[i].is_value
                ? value_argument(c, &patterns->items[i], args[i].type, (dxki_hlsl_loc){0, 0}, &own)
                : type_argument(c, &patterns->items[i], (dxki_hlsl_loc){0, 0}, &own);
        if (!good || !same_argument(c, &own, &args[i]))
            return false;
    }
    return dxki_hlsl_ready(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Instances                                                                                  */

static size_t bucket_of(const dxki_hlsl_sema *s, const dxki_hlsl_template *t,
                        const dxki_hlsl_argument *args, size_t count)
{
    uint64_t h = (uint64_t)(uintptr_t)t >> 4;

    for (size_t i = 0; i < count; i++) {
        /* types of either order are equal, so only what they have in common counts */
        uint64_t own = dxki_hlsl_is_numeric(args[i].type)
                           ? args[i].type->leaves * 64u + args[i].type->scalar
                           : (uint64_t)(uintptr_t)args[i].type >> 4;
        if (args[i].type->kind == DXKI_HLSL_TY_ARRAY)
            own = args[i].type->leaves;
        h = ((h ^ own) * 0x9E3779B97F4A7C15u ^ args[i].bits) * 0x9E3779B97F4A7C15u;
    }
    return (size_t)(h >> 32) & (sizeof s->instances / sizeof *s->instances - 1);
}

dxki_hlsl_instance *dxki_sema_instance(dxki_hlsl *c, dxki_hlsl_template *t,
                                       const dxki_hlsl_argument *args, size_t count, bool *is_new,
                                       dxki_hlsl_loc loc)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_instance **bucket = &s->instances[bucket_of(s, t, args, count)];

    *is_new = false;
    for (dxki_hlsl_instance *i = *bucket; i; i = i->next) {
        bool equal = i->of == t;
        for (size_t k = 0; equal && k < count; k++)
            equal = same_argument(c, &i->args[k], &args[k]);
        if (equal)
            return i;
    }
    if (s->instance_count >= MOST_INSTANCES) {
        c->quiet = 0; /* it ends all attempts */
        DXKI_HLSL_REPORT(c, MANY_INSTANCES, loc, dxki_dec(MOST_INSTANCES));
        dxki_hlsl_stop(c, DXK_E_LIMIT);
        return NULL;
    }
    dxki_hlsl_instance *made = DXKI_HLSL_NEW(c, dxki_hlsl_instance);
    size_t copied = count;
    *made = (dxki_hlsl_instance){.of = t, .decl = t->decl, .count = count, .next = *bucket};
    made->args = dxki_hlsl_copy(c, args, sizeof *args, &copied);
    if (!dxki_hlsl_ready(c))
        return NULL;
    *bucket = made;
    s->instance_count++;
    *is_new = true;
    return made;
}

static dxk_str argument_text(dxki_hlsl *c, const dxki_hlsl_argument *a)
{
    char digits[24], *end = digits + sizeof digits;
    const char *text;

    if (!a->is_value)
        return dxki_hlsl_type_text(c, a->type, true);
    if (a->type->scalar == DXKI_HLSL_S_BOOL)
        return dxki_str(a->bits ? "true" : "false");
    bool negative = dxki_hlsl_info(a->type)->number == DXKI_HLSL_SINT && (int64_t)a->bits < 0;
    text = dxki_format_u64(end, negative ? 0 - a->bits : a->bits);
    dxk_str out = dxki_hlsl_text(c, (dxk_str){text, (size_t)(end - text)});
    return negative ? dxki_hlsl_join(c, dxki_str("-"), out) : out;
}

/* "S<float, 2>" */
static dxki_hlsl_name *instance_name(dxki_hlsl *c, const dxki_hlsl_instance *i)
{
    dxk_str text = dxki_hlsl_join(c, i->of->name->text, dxki_str("<"));

    for (size_t k = 0; k < i->count && dxki_hlsl_ready(c); k++) {
        if (k)
            text = dxki_hlsl_join(c, text, dxki_str(", "));
        text = dxki_hlsl_join(c, text, argument_text(c, &i->args[k]));
    }
    return dxki_hlsl_intern(c, dxki_hlsl_join(c, text, dxki_str(">")));
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

/* What an instance is made of: the template, or the specialisation that says most of it. */
static void find_specialisation(dxki_hlsl *c, dxki_hlsl_instance *i, dxki_hlsl_scope **scope)
{
    dxki_hlsl_template *found = NULL;

    for (dxki_hlsl_template *t = i->of->partial; t && dxki_hlsl_ready(c); t = t->next) {
        dxki_hlsl_scope *own = found && t->weight <= found->weight
                                   ? NULL
                                   : dxki_sema_deduce_partial(c, t, i->args, i->count);
        if (!own)
            continue;
        found = t;
        *scope = own;
    }
    if (found)
        i->decl = found->decl;
}

static void make_record(dxki_hlsl *c, dxki_hlsl_instance *i, dxki_hlsl_scope *scope)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_function *function = s->function;
    uint32_t horizon = s->horizon;

    find_specialisation(c, i, &scope);
    if (!dxki_hlsl_ready(c))
        return;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
    s->function = NULL;
    s->horizon = i->of->horizon;
    s->instance_depth++;
    i->is_open = true;
    dxki_sema_record_instance(c, i, instance_name(c, i));
    i->is_open = false;
    s->instance_depth--;
    s->horizon = horizon;
    s->function = function;
    dxki_sema_go_to_scope(c, outer);
}

static const dxki_hlsl_type *make_alias(dxki_hlsl *c, const dxki_hlsl_template *t,
                                        dxki_hlsl_scope *scope)
{
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
    const dxki_hlsl_type *type = dxki_sema_dims(c, dxki_sema_type(c, t->decl->type), &t->decl->dims,
                                                dxki_str(""), t->decl->loc);

    dxki_sema_go_to_scope(c, outer);
    return type;
}

static bool has_unknown(const dxki_hlsl_argument *args, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (dxki_hlsl_is_error(args[i].type))
            return true;
    }
    return false;
}

/* Room for the arguments of a template; NULL: no memory. */
static dxki_hlsl_argument *room(dxki_hlsl *c, const dxki_hlsl_template *t)
{
    size_t count = t->decl->template_params.count;
    dxki_hlsl_argument *args = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_argument, count ? count : 1);

    if (!args)
        dxki_hlsl_nomem(c);
    return args;
}

/* Can it be used without arguments? */
static bool has_defaults(const dxki_hlsl_template *t)
{
    for (size_t i = 0; i < t->decl->template_params.count; i++) {
        const dxki_ast_decl *p = t->decl->template_params.items[i];
        if (p->kind == DXKI_AST_PARAM_TYPE ? !p->type : !p->init)
            return false;
    }
    return true;
}

const dxki_hlsl_type *dxki_sema_instantiate(dxki_hlsl *c, dxki_hlsl_template *t,
                                            const dxki_ast_args *given, dxki_hlsl_loc loc)
{
    size_t count = t->decl->template_params.count;
    dxki_hlsl_argument *args = room(c, t);
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope);
    const dxki_hlsl_type *type = dxki_hlsl_type_error(c);
    bool is_new;

    if (!dxki_hlsl_ready(c) || !dxki_hlsl_enter(c, loc))
        return type;
    if (!given->given && !has_defaults(t))
        DXKI_HLSL_REPORT(c, NEEDS_ARGUMENTS, loc, dxki_text(t->name->text));
    else if (given->count > count)
        DXKI_HLSL_REPORT(c, TEMPLATE_MANY, loc, dxki_text(t->name->text));
    else if (dxki_sema_arguments(c, t, given, scope, args, loc) && !t->is_bad &&
             !has_unknown(args, count)) {
        if (t->decl->kind == DXKI_AST_TYPEDEF) {
            type = make_alias(c, t, scope);
        } else {
            dxki_hlsl_instance *i = dxki_sema_instance(c, t, args, count, &is_new, loc);
            if (i && !i->decl->defined && !is_new)
                i->decl = t->decl; /* it was only declared then */
            if (i && (is_new || (i->type && !i->type->record->complete && !i->is_open)))
                make_record(c, i, scope);
            if (i && i->type)
                type = i->type;
        }
    }
    dxki_hlsl_leave(c);
    return type;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* The function of an instance; NULL: the arguments do not fit it. */
static void make_function(dxki_hlsl *c, dxki_hlsl_instance *i, const dxki_hlsl_function *f,
                          dxki_hlsl_scope *scope)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
    uint32_t horizon = s->horizon, failures = c->failures;

    s->horizon = f->tmpl->horizon;
    c->quiet++; /* arguments that do not fit make it no candidate */
    dxki_hlsl_function *made = dxki_sema_make_function(c, i->decl, f->record);
    c->quiet--;
    s->horizon = horizon;
    dxki_sema_go_to_scope(c, outer);
    if (!dxki_hlsl_ready(c) || c->failures != failures || dxki_hlsl_is_error(made->result))
        return;
    made->order = f->order;
    made->horizon = f->tmpl->horizon;
    made->is_lazy = true;
    i->function = made;
}

dxki_hlsl_function *dxki_sema_instantiate_function(dxki_hlsl *c, const dxki_hlsl_function *f,
                                                   dxki_hlsl_argument *args)
{
    size_t count = f->decl->template_params.count;
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, f->tmpl->scope);
    uint32_t failures = c->failures;
    bool is_new;

    if (!dxki_hlsl_ready(c) || f->tmpl->is_bad)
        return NULL;
    c->quiet++;
    bool good = dxki_sema_arguments(c, f->tmpl, NULL, scope, args, f->loc);
    c->quiet--;
    if (!good || failures != c->failures || has_unknown(args, count))
        return NULL;
    dxki_hlsl_instance *i = dxki_sema_instance(c, f->tmpl, args, count, &is_new, f->loc);
    if (i && is_new)
        make_function(c, i, f, scope);
    return i ? i->function : NULL;
}

void dxki_sema_use_function(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_loc loc)
{
    const dxki_hlsl_function *by = c->sema->function;

    if (!f->is_lazy || !f->decl->body)
        return;
    f->is_lazy = false;
    f->depth = by ? by->depth + 1 : 1;
    if (f->depth > MOST_NESTED) {
        c->quiet = 0;
        DXKI_HLSL_REPORT(c, NESTED_INSTANCES, loc, dxki_dec(MOST_NESTED));
        dxki_hlsl_stop(c, DXK_E_INVALID);
        return;
    }
    DXKI_HLSL_PUSH(c, &c->sema->pending, f);
}

void dxki_sema_finish_functions(dxki_hlsl *c)
{
    dxki_hlsl_sema *s = c->sema;

    for (size_t i = 0; i < s->pending.count && dxki_hlsl_ready(c); i++) {
        dxki_hlsl_function *f = s->pending.items[i];
        s->horizon = f->horizon;
        dxki_sema_function_body(c, f);
    }
    s->horizon = 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Declarations                                                                               */

dxki_hlsl_template *dxki_sema_make_template(dxki_hlsl *c, const dxki_ast_decl *d,
                                            dxki_hlsl_name *name)
{
    dxki_hlsl_template *t = DXKI_HLSL_NEW(c, dxki_hlsl_template);

    *t = (dxki_hlsl_template){.name = name, .decl = d, .scope = c->sema->scope};
    t->horizon = c->sema->order;
    return t;
}

/* A specialisation without parameters is an instance at once. */
static void specialise(dxki_hlsl *c, dxki_hlsl_template *t, const dxki_ast_decl *d)
{
    dxki_hlsl_argument *args = room(c, t);
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope);
    size_t count = t->decl->template_params.count;
    bool is_new;

    if (!dxki_hlsl_ready(c) || !dxki_sema_arguments(c, t, &d->path.args, scope, args, d->loc) ||
        has_unknown(args, count))
        return;
    dxki_hlsl_instance *i = dxki_sema_instance(c, t, args, count, &is_new, d->loc);
    if (!i)
        return;
    if (!is_new && (!i->type || i->type->record->complete || !d->defined)) {
        if (d->defined)
            DXKI_HLSL_REPORT(c, REDEFINITION, d->loc, dxki_text(t->name->text));
        return;
    }
    i->decl = d;
    dxki_sema_record_instance(c, i, instance_name(c, i));
}

static void add_partial(dxki_hlsl *c, dxki_hlsl_template *t, const dxki_ast_decl *d)
{
    dxki_hlsl_template *made = dxki_sema_make_template(c, d, t->name);

    if (!dxki_hlsl_ready(c))
        return;
    made->next = t->partial;
    made->weight = dxki_sema_pattern_weight(d);
    if (t->partial_count++ >= MOST_PARTIAL)
        DXKI_HLSL_REPORT(c, MANY_PARTIAL, d->loc, dxki_dec(MOST_PARTIAL));
    else
        t->partial = made;
}

/* template<...> struct, template<...> using */
static void declare_type(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_symbol *old = dxki_sema_here(c, d->name);

    if (d->path.args.given) {
        if (!old || !old->tmpl)
            DXKI_HLSL_REPORT(c, NO_TEMPLATE, d->loc, dxki_text(d->name->text));
        else if (d->template_params.count)
            add_partial(c, old->tmpl, d);
        else
            specialise(c, old->tmpl, d);
        return;
    }
    if (old && old->tmpl && old->tmpl->decl->kind == d->kind &&
        (!d->defined || !old->tmpl->decl->defined)) {
        if (d->defined) {
            old->tmpl->first = old->tmpl->decl;
            old->tmpl->decl = d;
            old->tmpl->horizon = c->sema->order;
        }
        return;
    }
    if (old && !dxki_sema_check_new(c, d->name, d->loc))
        return;
    dxki_hlsl_symbol *symbol = dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TEMPLATE, d->loc);
    if (dxki_hlsl_ready(c))
        symbol->tmpl = dxki_sema_make_template(c, d, d->name);
}

void dxki_sema_template(dxki_hlsl *c, const dxki_ast_decl *d)
{
    switch (d->kind) {
    case DXKI_AST_RECORD:
    case DXKI_AST_TYPEDEF:
        if (d->name)
            declare_type(c, d);
        break;
    case DXKI_AST_FUNCTION:
        if (d->template_params.count)
            dxki_sema_function(c, d);
        else
            dxki_sema_specialise_function(c, d);
        break;
    case DXKI_AST_NOTHING:
        break;
    default:
        dxki_sema_unsupported(c, d->loc, "templates of variables");
        break;
    }
}
