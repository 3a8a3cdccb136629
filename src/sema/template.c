/* SPDX-License-Identifier: MIT */
/*
 * template.c - templates and their instances; see sema.h. The syntax of a template is read
 * again for each list of arguments, in a scope where its parameters stand for them; equal lists
 * give one instance. A definition is also read once with parameters of unknown types, which fit
 * everything, to find the mistakes that do not depend on them.
 */
#include "sema/check.h"

/* Partial specialisations of one template; all are tried for each instance. */
#define MOST_PARTIAL 256u

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

bool dxki_sema_same_argument(dxki_hlsl *c, const dxki_hlsl_argument *a, const dxki_hlsl_argument *b)
{
    return a->is_value == b->is_value && a->is_const == b->is_const && a->bits == b->bits &&
           a->tmpl == b->tmpl && a->known == b->known && dxki_hlsl_same(c, a->type, b->type);
}

/* The syntax of a type that was taken for a value, and the other way round. */
static const dxki_hlsl_type *type_of_name(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_ast_type *t = DXKI_HLSL_NEW(c, dxki_ast_type);

    *t = (dxki_ast_type){.kind = DXKI_AST_T_NAMED, .loc = e->loc, .path = e->path};
    return dxki_sema_type(c, t);
}

const dxki_ast_expr *dxki_sema_argument_value(dxki_hlsl *c, const dxki_ast_arg *arg)
{
    if (arg->expr || arg->type->kind != DXKI_AST_T_NAMED)
        return arg->expr;
    const dxki_ast_path *path = &arg->type->path;
    if (path->count == 1 && !dxki_sema_find(c, path->parts[0]) &&
        dxki_hlsl_predeclared_of(c, path->parts[0]))
        return NULL;
    dxki_ast_expr *e = DXKI_HLSL_NEW(c, dxki_ast_expr);

    *e = (dxki_ast_expr){.kind = DXKI_AST_NAME, .loc = path->loc, .path = *path};
    return e;
}

static bool type_argument(dxki_hlsl *c, const dxki_ast_decl *param, const dxki_ast_arg *arg,
                          dxki_hlsl_loc loc, dxki_hlsl_argument *out)
{
    const dxki_hlsl_symbol *symbol = NULL;

    if (arg->expr && arg->expr->kind == DXKI_AST_NAME)
        symbol = dxki_sema_resolve(c, &arg->expr->path);
    c->sema->names_argument = arg->type != NULL || symbol;
    if (arg->type)
        out->type = dxki_sema_type(c, arg->type);
    else if (symbol && symbol->kind == DXKI_HLSL_SYM_TYPE)
        out->type = type_of_name(c, arg->expr);
    else if (dxki_sema_no_type(c, arg, loc) && param)
        DXKI_HLSL_SAY(c, PARAMETER_HERE, param->loc);
    c->sema->names_argument = false;
    out->is_const = out->type && c->sema->is_const_type;
    /* the order of matrices belongs to declarations, not to types */
    if (out->type && !out->type->coherence)
        out->type = dxki_hlsl_type_plain(c, out->type);
    return out->type != NULL;
}

/* A parameter that is a value is a whole number. */
static bool check_value_type(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc)
{
    if (dxki_hlsl_is_error(t) || dxki_sema_is_integral(t))
        return true;
    DXKI_HLSL_REPORT(c, VALUE_PARAMETER, loc, dxki_text(dxki_hlsl_type_text(c, t, true)));
    return false;
}

static bool value_argument(dxki_hlsl *c, const dxki_ast_arg *arg, const dxki_hlsl_type *type,
                           dxki_hlsl_loc loc, dxki_hlsl_argument *out)
{
    const dxki_ast_expr *e = dxki_sema_argument_value(c, arg);

    out->is_value = true;
    if (!e) {
        DXKI_HLSL_SAY(c, VALUE_ARGUMENT, loc);
        return false;
    }
    dxki_hlsl_node *n = dxki_sema_expr(c, e);
    out->type = type;
    if (dxki_hlsl_is_error(n->type) || dxki_hlsl_is_error(type)) {
        out->type = dxki_hlsl_type_error(c);
        return true;
    }
    if (!check_value_type(c, type, loc))
        return false;
    const dxki_arg given = dxki_text(dxki_sema_value_told(c, n));
    if (!dxki_sema_is_integral(n->type)) {
        dxki_hlsl_report(c, DXKI_HLSL_D_VALUE_TYPE, n->loc, &given, 1);
        return false;
    }
    n = dxki_sema_fold(c, dxki_sema_convert(c, n, type, false));
    if (dxki_hlsl_is_error(n->type))
        return false;
    if (n->kind != DXKI_HLSL_N_CONSTANT || n->strictness) {
        dxki_hlsl_report(c, DXKI_HLSL_D_VALUE_NOT_CONSTANT, n->loc, &given, 1);
        return false;
    }
    out->bits = n->bits[0];
    return true;
}

/* What the parameters of a template are, in order. */
enum { TYPE = 't', VALUE = 'v', TEMPLATE = 'm' };

static char kind_of(const dxki_ast_decl *param)
{
    return param->kind == DXKI_AST_PARAM_TYPE       ? TYPE
           : param->kind == DXKI_AST_PARAM_TEMPLATE ? TEMPLATE
                                                    : VALUE;
}

/* Those of a template of the language; NULL: it is none. */
static const char *kinds_of_known(const dxki_hlsl_predeclared *p)
{
    static const char *const objects[] = {
        [DXKI_HLSL_ARGS_ELEMENT] = "t",  [DXKI_HLSL_ARGS_STRUCT] = "t",
        [DXKI_HLSL_ARGS_SAMPLES] = "tv", [DXKI_HLSL_ARGS_PATCH] = "tv",
        [DXKI_HLSL_ARGS_OTHER] = "v",
    };

    if (p->kind == DXKI_HLSL_P_VECTOR || p->kind == DXKI_HLSL_P_MATRIX)
        return p->kind == DXKI_HLSL_P_VECTOR ? "tv" : "tvv";
    if (p->kind != DXKI_HLSL_P_OBJECT)
        return NULL;
    if (p->object == DXKI_HLSL_O_RAY_QUERY || p->object == DXKI_HLSL_O_LINALG_MATRIX)
        return p->object == DXKI_HLSL_O_RAY_QUERY ? "vv" : NULL;
    uint8_t args = dxki_hlsl_object_at((dxki_hlsl_object)p->object)->args;
    return args < sizeof objects / sizeof *objects ? objects[args] : NULL;
}

/* Have two templates the same kinds of parameters? */
static bool same_params(dxki_hlsl *c, const dxki_ast_decls *a, const dxki_ast_decls *b)
{
    bool same = a->count == b->count && dxki_hlsl_enter(c, (dxki_hlsl_loc){0, 0});

    if (!same)
        return false;
    for (size_t i = 0; same && i < a->count; i++) {
        const dxki_ast_decl *x = a->items[i], *y = b->items[i];
        same = kind_of(x) == kind_of(y) &&
               (kind_of(x) != TEMPLATE || same_params(c, &x->template_params, &y->template_params));
    }
    dxki_hlsl_leave(c);
    return same;
}

/* The same of a template of the language. */
static bool known_params(const dxki_ast_decls *a, const char *kinds)
{
    bool same = a->count == strlen(kinds);

    for (size_t i = 0; same && i < a->count; i++)
        same = kind_of(a->items[i]) == kinds[i];
    return same;
}

/* The path that an argument consists of, or NULL. */
static const dxki_ast_path *path_of(const dxki_ast_arg *arg)
{
    const dxki_ast_path *path = NULL;

    if (arg->expr && arg->expr->kind == DXKI_AST_NAME)
        path = &arg->expr->path;
    else if (arg->type && arg->type->kind == DXKI_AST_T_NAMED && !arg->type->dims.count)
        path = &arg->type->path;
    return path && path->count && !path->args.given ? path : NULL;
}

bool dxki_sema_template_argument(dxki_hlsl *c, const dxki_ast_decl *param, const dxki_ast_arg *arg,
                                 dxki_hlsl_loc loc, dxki_hlsl_argument *out)
{
    const dxki_ast_path *path = path_of(arg);
    const dxki_hlsl_symbol *symbol = path ? dxki_sema_resolve(c, path) : NULL;
    const char *kinds = NULL;

    *out = (dxki_hlsl_argument){.type = dxki_hlsl_type_void(c)};
    if (symbol && (symbol->kind == DXKI_HLSL_SYM_BAD ||
                   (symbol->kind == DXKI_HLSL_SYM_TYPE && dxki_hlsl_is_error(symbol->type)))) {
        out->type = dxki_hlsl_type_error(c);
        return symbol->kind != DXKI_HLSL_SYM_BAD;
    }
    if (symbol && symbol->tmpl && symbol->tmpl->decl->kind != DXKI_AST_VARIABLE)
        out->tmpl = symbol->tmpl;
    else if (symbol)
        out->known = symbol->known;
    else if (path && path->count == 1)
        out->known = dxki_hlsl_predeclared_of(c, path->parts[0]);
    kinds = out->known ? kinds_of_known(out->known) : NULL;
    if (!out->tmpl && !kinds) {
        DXKI_HLSL_SAY(c, TEMPLATE_ARGUMENT,
                      arg->type   ? arg->type->loc
                      : arg->expr ? arg->expr->loc
                                  : loc);
        return false;
    }
    if (param &&
        !(out->tmpl ? same_params(c, &param->template_params, &out->tmpl->decl->template_params)
                    : known_params(&param->template_params, kinds))) {
        DXKI_HLSL_SAY(c, TEMPLATE_MISMATCH, path->loc);
        return false;
    }
    return true;
}

/* Argument `given` for a parameter; `inner`: the scope of the parameters in front of it. */
static bool read_argument(dxki_hlsl *c, const dxki_ast_decl *param, const dxki_ast_arg *given,
                          dxki_hlsl_scope *inner, dxki_hlsl_loc loc, dxki_hlsl_argument *out)
{
    *out = (dxki_hlsl_argument){0};
    if (param->kind == DXKI_AST_PARAM_TYPE)
        return type_argument(c, param, given, loc, out);
    if (param->kind == DXKI_AST_PARAM_TEMPLATE)
        return dxki_sema_template_argument(c, param, given, loc, out);
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, inner);
    const dxki_hlsl_type *type = dxki_sema_type(c, param->type);
    dxki_sema_go_to_scope(c, outer);
    return value_argument(c, given, type, loc, out);
}

/* What parameter `i` is if nothing is given; false: it has no default. */
static bool default_argument(dxki_hlsl *c, const dxki_hlsl_template *t, size_t i,
                             dxki_hlsl_scope *inner, dxki_hlsl_argument *args)
{
    const dxki_ast_decl *by = dxki_sema_default_of(t, i);

    if (!by)
        return false;
    const dxki_ast_decl *param = by->template_params.items[i];
    const dxki_ast_arg arg = {param->kind == DXKI_AST_VARIABLE ? NULL : param->type, param->init};
    if (by != t->decl) /* it has names of its own for the parameters in front */
        inner = dxki_sema_declared_scope(c, t->scope, &by->template_params, args, i);
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, inner);
    bool good = read_argument(c, param, &arg, inner, param->loc, &args[i]);
    dxki_sema_go_to_scope(c, outer);
    return good;
}

void dxki_sema_bind_argument(dxki_hlsl *c, dxki_hlsl_scope *scope, const dxki_ast_decl *param,
                             const dxki_hlsl_argument *arg)
{
    if (!param->name || !dxki_hlsl_ready(c))
        return;
    bool is_template = arg->tmpl || arg->known;
    dxki_hlsl_symbol *symbol = dxki_sema_declare_in(c, scope, param->name,
                                                    is_template     ? DXKI_HLSL_SYM_TEMPLATE
                                                    : arg->is_value ? DXKI_HLSL_SYM_VALUE
                                                                    : DXKI_HLSL_SYM_TYPE,
                                                    param->loc);
    symbol->type = arg->type;
    symbol->is_const = arg->is_const;
    symbol->value = arg->bits;
    symbol->tmpl = arg->tmpl;
    symbol->known = arg->known;
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
        } else if (!args[i].type && !default_argument(c, t, i, scope, args)) {
            if (given)
                DXKI_HLSL_REPORT(c, TEMPLATE_FEW, loc, dxki_text(t->name->text),
                                 dxki_text(dxki_sema_template_kind(t->decl)));
            return false;
        }
        dxki_sema_bind_argument(c, scope, p, &args[i]);
    }
    return dxki_hlsl_ready(c);
}

dxk_str dxki_sema_template_kind(const dxki_ast_decl *d)
{
    return dxki_str(d->kind == DXKI_AST_RECORD ? "class template" : "template");
}

/* A pattern as an argument of the same kind as `like`. */
static bool pattern_argument(dxki_hlsl *c, const dxki_ast_arg *pattern,
                             const dxki_hlsl_argument *like, dxki_hlsl_argument *out)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    if (like->tmpl || like->known)
        return dxki_sema_template_argument(c, NULL, pattern, nowhere, out);
    return like->is_value ? value_argument(c, pattern, like->type, nowhere, out)
                          : type_argument(c, NULL, pattern, nowhere, out);
}

bool dxki_sema_same_arguments(dxki_hlsl *c, const dxki_ast_args *patterns,
                              const dxki_hlsl_argument *args, size_t count)
{
    for (size_t i = 0; i < count && dxki_hlsl_ready(c); i++) {
        dxki_hlsl_argument own = {0};
        if (!pattern_argument(c, &patterns->items[i], &args[i], &own) ||
            !dxki_sema_same_argument(c, &own, &args[i]))
            return false;
    }
    return dxki_hlsl_ready(c);
}

/* ---------------------------------------------------------------------------------------- */
/* Definitions                                                                                */

/* A scope in which the parameters of a template are not known. */
static dxki_hlsl_scope *unknown_scope(dxki_hlsl *c, const dxki_hlsl_template *t)
{
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope);

    for (size_t i = 0; i < t->decl->template_params.count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_decl *p = t->decl->template_params.items[i];
        const dxki_hlsl_argument arg = {.type = dxki_hlsl_type_error(c),
                                        .is_value = p->kind == DXKI_AST_VARIABLE};
        if (arg.is_value) {
            dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
            check_value_type(c, dxki_sema_type(c, p->type), p->type->loc);
            dxki_sema_go_to_scope(c, outer);
        }
        dxki_sema_bind_argument(c, scope, p, &arg);
    }
    return scope;
}

void dxki_sema_check_template(dxki_hlsl *c, dxki_hlsl_template *t, dxki_hlsl_record *record)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_function *function = s->function;
    dxki_hlsl_instance i = {.of = t, .decl = t->decl, .is_unknown = true};
    uint32_t errors = c->errors, depth = s->instance_depth;
    bool no_warnings = c->options.no_warnings;

    if (!dxki_hlsl_ready(c) || depth || !dxki_hlsl_enter(c, t->decl->loc))
        return; /* a template in an instance was checked with the template */
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, unknown_scope(c, t));
    c->options.no_warnings = true; /* they come with instances */
    s->checking++;
    s->function = NULL;
    if (t->decl->kind == DXKI_AST_FUNCTION)
        dxki_sema_function_body(c, dxki_sema_make_function(c, t->decl, record));
    else if (t->decl->kind == DXKI_AST_VARIABLE)
        dxki_sema_global_instance(c, &i);
    else
        dxki_sema_record_instance(c, &i, t->name);
    s->checking--;
    s->function = function;
    c->options.no_warnings = no_warnings;
    dxki_sema_go_to_scope(c, outer);
    t->is_bad = c->errors != errors;
    dxki_hlsl_leave(c);
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
    dxki_hlsl_argument *args = dxki_sema_argument_room(c, t);
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope);
    size_t count = t->decl->template_params.count;
    bool is_new;

    if (!dxki_hlsl_ready(c) || !dxki_sema_arguments(c, t, &d->path.args, scope, args, d->loc) ||
        dxki_sema_has_unknown(args, count))
        return;
    dxki_hlsl_instance *i = dxki_sema_instance(c, t, args, count, &is_new, d->loc);
    if (!i)
        return;
    if (!is_new && (!i->type || i->type->record->complete || !d->defined)) {
        if (d->defined)
            DXKI_HLSL_REPORT(c, REDEFINITION, d->loc, dxki_text(t->name->text));
        return;
    }
    if (i->type && !dxki_sema_check_nested(c, i->type->record, d))
        return;
    i->decl = d;
    dxki_sema_record_instance(c, i, dxki_sema_instance_name(c, i));
}

void dxki_sema_add_partial(dxki_hlsl *c, dxki_hlsl_template *t, const dxki_ast_decl *d)
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
    dxki_hlsl_symbol *old = dxki_sema_declared(c, c->sema->scope, d->name);

    if (d->path.args.given) {
        if (!old || !old->tmpl || old->tmpl->decl->kind == DXKI_AST_VARIABLE)
            DXKI_HLSL_REPORT(c, NO_TEMPLATE, d->loc, dxki_text(d->name->text));
        else if (d->template_params.count)
            dxki_sema_add_partial(c, old->tmpl, d);
        else
            specialise(c, old->tmpl, d);
        return;
    }
    if (old && old->tmpl && old->tmpl->decl->kind == d->kind &&
        (!d->defined || !old->tmpl->decl->defined)) {
        if (dxki_sema_declare_again(c, old->tmpl, d, d->defined) && d->defined) {
            old->tmpl->horizon = c->sema->order;
            dxki_sema_check_template(c, old->tmpl, NULL);
        }
        return;
    }
    if (!dxki_sema_check_new_type(c, d->name, false, d->loc))
        return;
    dxki_hlsl_symbol *symbol = dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TEMPLATE, d->loc);
    if (!dxki_hlsl_ready(c))
        return;
    symbol->tmpl = dxki_sema_make_template(c, d, d->name);
    if (d->defined)
        dxki_sema_check_template(c, symbol->tmpl, NULL);
}

void dxki_sema_template(dxki_hlsl *c, const dxki_ast_decl *d)
{
    bool is_member = d->kind == DXKI_AST_FUNCTION || d->kind == DXKI_AST_VARIABLE;

    if (d->outer_count && !d->path.count) {
        DXKI_HLSL_SAY(c, TEMPLATE_EXTRA, d->loc);
        return;
    }
    if (is_member && d->path.count && (d->template_params.count || d->outer_count)) {
        dxki_sema_declare_outside(c, d);
        return;
    }
    switch (d->kind) {
    case DXKI_AST_RECORD:
    case DXKI_AST_TYPEDEF:
        if (d->name)
            declare_type(c, d);
        break;
    case DXKI_AST_FUNCTION:
        if (d->template_params.count || d->path.count)
            dxki_sema_function(c, d);
        else
            dxki_sema_specialise_function(c, d);
        break;
    case DXKI_AST_NOTHING:
        break;
    default:
        if (d->path.count && d->kind == DXKI_AST_VARIABLE) /* of an instance */
            dxki_sema_global(c, d);
        else
            dxki_sema_variable_template(c, d);
        break;
    }
}
