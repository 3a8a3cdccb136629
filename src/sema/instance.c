/* SPDX-License-Identifier: MIT */
/*
 * instance.c - instances of templates: structures, and functions whose bodies are read when
 * they are called; see sema.h.
 */
#include "base/out.h"
#include "sema/sema.h"

/* Instances of one source, and how many may be made for one another's sake. */
#define MOST_INSTANCES 65536u
#define MOST_NESTED    256u
#define BUCKETS        4096u

/* ---------------------------------------------------------------------------------------- */
/* Instances                                                                                  */

static size_t bucket_of(const dxki_hlsl_template *t, const dxki_hlsl_argument *args, size_t count)
{
    uint64_t h = (uint64_t)(uintptr_t)t >> 4;

    for (size_t i = 0; i < count; i++) {
        /* types of either order are equal, so only what they have in common counts */
        uint64_t own = dxki_hlsl_is_numeric(args[i].type)
                           ? args[i].type->leaves * 64u + args[i].type->scalar
                           : (uint64_t)(uintptr_t)args[i].type >> 4;
        if (args[i].type->kind == DXKI_HLSL_TY_ARRAY)
            own = args[i].type->leaves;
        own += (uint64_t)(uintptr_t)args[i].tmpl + (uint64_t)(uintptr_t)args[i].known;
        h = ((h ^ own) * 0x9E3779B97F4A7C15u ^ args[i].bits) * 0x9E3779B97F4A7C15u;
    }
    return (size_t)(h >> 32) & (BUCKETS - 1);
}

dxki_hlsl_instance *dxki_sema_instance(dxki_hlsl *c, dxki_hlsl_template *t,
                                       const dxki_hlsl_argument *args, size_t count, bool *is_new,
                                       dxki_hlsl_loc loc)
{
    dxki_hlsl_sema *s = c->sema;

    *is_new = false;
    if (!s->instances)
        s->instances = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_instance *, BUCKETS);
    if (!s->instances) {
        dxki_hlsl_nomem(c);
        return NULL;
    }
    dxki_hlsl_instance **bucket = &s->instances[bucket_of(t, args, count)];
    for (dxki_hlsl_instance *i = *bucket; i; i = i->next) {
        bool equal = i->of == t;
        for (size_t k = 0; equal && k < count; k++)
            equal = dxki_sema_same_argument(c, &i->args[k], &args[k]);
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

dxk_str dxki_sema_argument_text(dxki_hlsl *c, const dxki_hlsl_argument *a)
{
    char digits[24], *end = digits + sizeof digits;
    const char *text;

    if (a->tmpl)
        return a->tmpl->name->text;
    if (a->known)
        return dxki_hlsl_known_name(a->known);
    if (!a->is_value)
        return dxki_hlsl_join(c, dxki_str(a->is_const ? "const " : ""),
                              dxki_hlsl_type_text(c, a->type, true));
    if (a->type->scalar == DXKI_HLSL_S_BOOL)
        return dxki_str(a->bits ? "true" : "false");
    bool negative = dxki_hlsl_info(a->type)->number == DXKI_HLSL_SINT && (int64_t)a->bits < 0;
    text = dxki_format_u64(end, negative ? 0 - a->bits : a->bits);
    dxk_str out = dxki_hlsl_text(c, (dxk_str){text, (size_t)(end - text)});
    return negative ? dxki_hlsl_join(c, dxki_str("-"), out) : out;
}

/* "S<float, 2>" */
dxki_hlsl_name *dxki_sema_instance_name(dxki_hlsl *c, const dxki_hlsl_instance *i)
{
    dxk_str text = dxki_hlsl_join(c, i->of->name->text, dxki_str("<"));

    for (size_t k = 0; k < i->count && dxki_hlsl_ready(c); k++) {
        if (k)
            text = dxki_hlsl_join(c, text, dxki_str(", "));
        text = dxki_hlsl_join(c, text, dxki_sema_argument_text(c, &i->args[k]));
    }
    bool nested = text.size && text.data[text.size - 1] == '>';
    return dxki_hlsl_intern(c, dxki_hlsl_join(c, text, dxki_str(nested ? " >" : ">")));
}

/* ---------------------------------------------------------------------------------------- */
/* What asked for them                                                                        */

const dxki_hlsl_context *dxki_sema_enter_context(dxki_hlsl *c, dxki_hlsl_context what)
{
    const dxki_hlsl_context *before = c->context;
    dxki_hlsl_context *made = DXKI_HLSL_NEW(c, dxki_hlsl_context);

    *made = what;
    if (dxki_hlsl_ready(c))
        c->context = made;
    return before;
}

/* "ns::" of a scope, "" of the unit. */
static dxk_str scope_text(dxki_hlsl *c, const dxki_hlsl_scope *scope)
{
    dxk_str text = dxki_str("");

    for (; scope; scope = scope->outer) {
        if (scope->kind == DXKI_HLSL_NAMESPACE && scope->name)
            text = dxki_hlsl_join(c, dxki_hlsl_join(c, scope->name->text, dxki_str("::")), text);
    }
    return text;
}

static dxk_str type_name(dxki_hlsl *c, const void *of)
{
    const dxki_hlsl_instance *i = of;

    return i->type ? dxki_hlsl_type_text(c, i->type, true) : dxki_sema_instance_name(c, i)->text;
}

/* "ns::f<int>", "S<int>::f" */
static dxk_str function_name(dxki_hlsl *c, const void *of)
{
    const dxki_hlsl_function *f = of;
    const dxk_str own = f->instance ? dxki_sema_instance_name(c, f->instance)->text : f->name->text;

    if (!f->record)
        return dxki_hlsl_join(c, scope_text(c, f->scope), own);
    const dxk_str type = dxki_hlsl_type_text(c, f->record->type, true);
    return dxki_hlsl_join(c, dxki_hlsl_join(c, type, dxki_str("::")), own);
}

/* ---------------------------------------------------------------------------------------- */
/* Structures                                                                                 */

void dxki_sema_find_specialisation(dxki_hlsl *c, dxki_hlsl_instance *i, dxki_hlsl_scope **scope)
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

static void make_record(dxki_hlsl *c, dxki_hlsl_instance *i, dxki_hlsl_scope *scope,
                        dxki_hlsl_loc loc)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_function *function = s->function;
    uint32_t horizon = s->horizon, quiet = c->quiet;

    dxki_sema_find_specialisation(c, i, &scope);
    if (!dxki_hlsl_ready(c))
        return;
    c->quiet = 0; /* mistakes in it are no failures of what is tried */
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
    const dxki_hlsl_context *context = dxki_sema_enter_context(
        c, (dxki_hlsl_context){DXKI_HLSL_D_IN_CLASS, loc, i, type_name, c->context});
    s->function = NULL;
    s->horizon = i->of->horizon;
    s->instance_depth++;
    i->is_open = true;
    dxki_sema_record_instance(c, i, dxki_sema_instance_name(c, i));
    i->is_open = false;
    s->instance_depth--;
    s->horizon = horizon;
    s->function = function;
    s->is_const_type = false;
    c->quiet = quiet;
    c->context = context;
    dxki_sema_go_to_scope(c, outer);
}

/* The type itself, which may get members later. */
static void name_record(dxki_hlsl *c, dxki_hlsl_instance *i, dxki_hlsl_scope *scope)
{
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);

    dxki_sema_record_named(c, i, dxki_sema_instance_name(c, i));
    dxki_sema_go_to_scope(c, outer);
}

static const dxki_hlsl_type *make_alias(dxki_hlsl *c, const dxki_hlsl_template *t,
                                        dxki_hlsl_scope *scope, bool named)
{
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, scope);
    c->sema->names_argument = named;
    const dxki_hlsl_type *type = dxki_sema_type(c, t->decl->type);
    const bool is_const = c->sema->is_const_type;

    type = dxki_sema_dims(c, type, t->decl);
    c->sema->is_const_type = is_const;
    dxki_sema_go_to_scope(c, outer);
    return type;
}

bool dxki_sema_has_unknown(const dxki_hlsl_argument *args, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (dxki_hlsl_is_error(args[i].type))
            return true;
    }
    return false;
}

/* Room for the arguments of a template; NULL: no memory. */
dxki_hlsl_argument *dxki_sema_argument_room(dxki_hlsl *c, const dxki_hlsl_template *t)
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
        if (!dxki_sema_default_of(t, i))
            return false;
    }
    return true;
}

bool dxki_sema_check_given(dxki_hlsl *c, const dxki_hlsl_template *t, const dxki_ast_args *given,
                           dxki_hlsl_loc loc)
{
    bool is_variable = t->decl->kind == DXKI_AST_VARIABLE;

    if (!given->given && is_variable) {
        DXKI_HLSL_REPORT(c, TEMPLATE_NAME, loc, dxki_text(t->name->text));
        DXKI_HLSL_SAY(c, TEMPLATE_HERE, t->decl->loc);
        return false;
    }
    if (!given->given && !has_defaults(t)) {
        DXKI_HLSL_REPORT(c, NEEDS_ARGUMENTS, loc, dxki_text(t->name->text));
        return false;
    }
    if (given->count > t->decl->template_params.count) {
        DXKI_HLSL_REPORT(c, TEMPLATE_MANY, loc, dxki_text(t->name->text),
                         dxki_text(dxki_sema_template_kind(t->decl)));
        return false;
    }
    return true;
}

/* Says that instances need one another without an end. */
static void tell_nested(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    c->quiet = 0;
    DXKI_HLSL_REPORT(c, NESTED_INSTANCES, loc, dxki_dec(MOST_NESTED));
    dxki_hlsl_stop(c, DXK_E_INVALID);
}

/* One type more that another one needs. */
static bool enter_instance(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    if (c->sema->instance_depth >= MOST_NESTED) {
        tell_nested(c, loc);
        return false;
    }
    return dxki_hlsl_enter(c, loc);
}

/* True if its members can be made. */
static bool is_unmade(const dxki_hlsl_instance *i)
{
    return i->type && !i->type->record->complete && !i->is_open && !i->type->record->is_open;
}

void dxki_sema_complete(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc)
{
    dxki_hlsl_instance *i = t->kind == DXKI_HLSL_TY_RECORD ? t->record->instance : NULL;

    if (!i || !is_unmade(i) || !dxki_hlsl_ready(c) || !enter_instance(c, loc))
        return;
    const bool is_const = c->sema->is_const_type;
    if (!i->decl->defined)
        i->decl = i->of->decl; /* it was only declared then */
    dxki_hlsl_scope *scope =
        dxki_sema_declared_scope(c, i->of->scope, &i->of->decl->template_params, i->args, i->count);
    if (dxki_hlsl_ready(c))
        make_record(c, i, scope, loc);
    c->sema->is_const_type = is_const;
    dxki_hlsl_leave(c);
}

const dxki_hlsl_type *dxki_sema_instantiate(dxki_hlsl *c, dxki_hlsl_template *t,
                                            const dxki_ast_args *given, bool named,
                                            dxki_hlsl_loc loc)
{
    size_t count = t->decl->template_params.count;
    dxki_hlsl_argument *args = dxki_sema_argument_room(c, t);
    dxki_hlsl_scope *scope = dxki_sema_make_scope(c, DXKI_HLSL_TEMPLATE_PARAMS, t->scope);
    const dxki_hlsl_type *type = dxki_hlsl_type_error(c);
    bool is_new;

    if (!dxki_hlsl_ready(c) || !enter_instance(c, loc))
        return type;
    if (dxki_sema_check_given(c, t, given, loc) &&
        dxki_sema_arguments(c, t, given, scope, args, loc) && !t->is_bad &&
        !dxki_sema_has_unknown(args, count)) {
        if (t->decl->kind == DXKI_AST_TYPEDEF) {
            type = make_alias(c, t, scope, named);
        } else {
            dxki_hlsl_instance *i = dxki_sema_instance(c, t, args, count, &is_new, loc);
            if (i && !i->decl->defined && !is_new)
                i->decl = t->decl; /* it was only declared then */
            if (i && is_new && named)
                name_record(c, i, scope);
            else if (i && !named && (is_new || is_unmade(i)))
                make_record(c, i, scope, loc);
            if (i && i->type)
                type = i->type;
        }
    }
    if (t->decl->kind != DXKI_AST_TYPEDEF)
        c->sema->is_const_type = false;
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
    dxki_sema_inherit_defaults(c, i, made);
    c->quiet--;
    s->horizon = horizon;
    dxki_sema_go_to_scope(c, outer);
    const bool good = c->failures == failures;
    c->failures = failures;
    if (!dxki_hlsl_ready(c) || !good || dxki_hlsl_is_error(made->result))
        return;
    if (made->result->kind == DXKI_HLSL_TY_ARRAY && !i->decl->dims.count)
        return; /* a parameter that is an array cannot be returned */
    made->order = f->order;
    made->horizon = f->tmpl->horizon;
    made->is_lazy = true;
    made->instance = i;
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
    good = good && failures == c->failures;
    c->failures = failures; /* another function may fit */
    if (!good || dxki_sema_has_unknown(args, count))
        return NULL;
    dxki_hlsl_instance *i = dxki_sema_instance(c, f->tmpl, args, count, &is_new, f->loc);
    if (i && is_new)
        make_function(c, i, f, scope);
    return i ? i->function : NULL;
}

void dxki_sema_use_function(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_loc loc)
{
    const dxki_hlsl_function *by = c->sema->function;

    if (!f->is_lazy || c->sema->checking || c->sema->unevaluated)
        return;
    f->is_lazy = false;
    f->asked = loc;
    f->asked_in = c->context;
    f->depth = by ? by->depth + 1 : 1;
    if (f->depth > MOST_NESTED) {
        tell_nested(c, loc);
        return;
    }
    DXKI_HLSL_PUSH(c, &c->sema->pending, f);
}

void dxki_sema_finish_functions(dxki_hlsl *c)
{
    dxki_hlsl_sema *s = c->sema;

    for (size_t i = 0; i < s->pending.count && dxki_hlsl_ready(c); i++) {
        dxki_hlsl_function *f = s->pending.items[i];
        const dxki_hlsl_diag which = f->instance ? DXKI_HLSL_D_IN_FUNCTION : DXKI_HLSL_D_IN_METHOD;
        const dxki_hlsl_context *context = dxki_sema_enter_context(
            c, (dxki_hlsl_context){which, f->asked, f, function_name, f->asked_in});
        s->horizon = f->horizon;
        dxki_sema_find_body(c, f);
        if (f->decl->body)
            dxki_sema_function_body(c, f);
        c->context = context;
    }
    s->horizon = 0;
}
