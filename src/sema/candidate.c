/* SPDX-License-Identifier: MIT */
/* candidate.c - which arguments a parameter takes, and why a function cannot be called; see check.h. */
#include "base/count.h"
#include "sema/check.h"

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

bool dxki_sema_is_in_shared(const dxki_hlsl_node *n)
{
    while (n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_ELEMENT)
        n = n->a;
    return n->kind == DXKI_HLSL_N_VAR &&
           (n->var->storage == DXKI_HLSL_SHARED || (n->var->mods & DXKI_AST_MOD(GROUPSHARED)) != 0);
}

/* Is it a variable in group-shared memory, or a member of one, of that type? Arrays may be longer. */
static bool is_shared(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *type)
{
    const dxki_hlsl_type *own = n->type;

    while (own->kind == DXKI_HLSL_TY_ARRAY && type->kind == DXKI_HLSL_TY_ARRAY) {
        own = own->element;
        type = type->element;
    }
    return dxki_hlsl_same(c, own, type) && n->kind != DXKI_HLSL_N_ELEMENT &&
           dxki_sema_is_in_shared(n);
}

bool dxki_sema_is_lent(dxki_hlsl *c, const dxki_hlsl_var *p, const dxki_hlsl_node *arg)
{
    const dxki_hlsl_type *t = p->type;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind != DXKI_HLSL_TY_OBJECT || p->direction != (DXKI_HLSL_IN | DXKI_HLSL_OUT) ||
        !arg->is_const || !dxki_hlsl_same(c, p->type, arg->type))
        return false;
    while (arg->kind == DXKI_HLSL_N_ELEMENT)
        arg = arg->a;
    return arg->kind == DXKI_HLSL_N_VAR && arg->var->storage == DXKI_HLSL_RESOURCE;
}

bool dxki_sema_takes(dxki_hlsl *c, const dxki_hlsl_var *p, const dxki_hlsl_node *arg)
{
    if (p->mods & DXKI_AST_MOD(GROUPSHARED) && !is_shared(c, arg, p->type))
        return false;
    if (p->direction & DXKI_HLSL_IN && dxki_sema_fit(c, arg->type, p->type) != DXKI_HLSL_FITS)
        return false;
    if (!(p->direction & DXKI_HLSL_OUT))
        return true;
    if (arg->is_const && !arg->type->has_objects && arg->type->kind != DXKI_HLSL_TY_OBJECT &&
        !dxki_sema_node_giver(arg))
        return false; /* objects are judged when they are lent */
    if (arg->kind == DXKI_HLSL_N_CONVERT && arg->type->kind == DXKI_HLSL_TY_SCALAR)
        return false; /* a number that is cast is no place here */
    if (arg->type->kind == DXKI_HLSL_TY_RECORD && arg->type->has_objects)
        return arg->is_lvalue && dxki_hlsl_same(c, p->type, arg->type);
    return arg->is_lvalue && dxki_sema_fit(c, p->type, arg->type) == DXKI_HLSL_FITS;
}

/* ---------------------------------------------------------------------------------------- */
/* What is wrong with them                                                                    */

static dxk_str join(dxki_hlsl *c, dxk_str a, const char *b)
{
    return dxki_hlsl_join(c, a, dxki_str(b));
}

dxk_str dxki_sema_count_of_one(dxki_hlsl *c, const char *how, dxk_str name, size_t count)
{
    dxk_str text = join(c, dxki_str(how), " argument '");

    text = join(c, dxki_hlsl_join(c, text, name), "', but ");
    text = dxki_hlsl_join(c, text, count ? dxki_hlsl_decimal(c, count) : dxki_str("no"));
    return join(c, text, " arguments were provided");
}

dxk_str dxki_sema_count_text(dxki_hlsl *c, const char *how, size_t wanted, size_t count)
{
    dxk_str text = dxki_hlsl_join(c, dxki_str(how), dxki_hlsl_decimal(c, wanted));

    text = join(c, text, wanted == 1 ? " argument, but " : " arguments, but ");
    text = dxki_hlsl_join(c, text, dxki_hlsl_decimal(c, count));
    return join(c, text, count == 1 ? " was provided" : " were provided");
}

/* "requires 2 arguments, but 1 was provided"; one that has a name is called by it. */
static dxk_str count_text(dxki_hlsl *c, const dxki_hlsl_function *f, size_t count)
{
    bool fixed = f->required == f->param_count, few = count < f->required;
    size_t wanted = few ? f->required : f->param_count;
    const dxki_hlsl_name *only = wanted != 1 ? NULL
                                 : f->tmpl   ? f->decl->params.items[0]->name
                                             : f->params[0]->name;

    if (only)
        return dxki_sema_count_of_one(c,
                                      fixed ? "requires single"
                                      : few ? "requires at least"
                                            : "allows at most single",
                                      only->text, count);
    return dxki_sema_count_text(c,
                                fixed ? "requires "
                                : few ? "requires at least "
                                      : "requires at most ",
                                wanted, count);
}

/* "1st" */
static dxk_str ordinal(dxki_hlsl *c, size_t number)
{
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    const size_t last = number % 10;

    return join(c, dxki_hlsl_decimal(c, number), last < 4 && number / 10 != 1 ? ends[last] : "th");
}

/* A type with words in front of it, both in quotes. */
static dxk_str with_words(dxki_hlsl *c, const char *words, dxk_str quoted)
{
    if (!quoted.size)
        return quoted;
    return dxki_hlsl_join(c, join(c, dxki_str("'"), words),
                          (dxk_str){quoted.data + 1, quoted.size - 1});
}

/* The type of an argument, with what it is besides; elements of buffers have names of their own. */
static dxk_str given_text(dxki_hlsl *c, const dxki_sema_misfit *m)
{
    const dxki_hlsl_node *n = m->arg;
    const bool alike = m->to && n->type->kind == m->to->kind && n->type->leaves > 1 &&
                       dxki_hlsl_is_numeric(m->to); /* what differs is shown */
    dxk_str text = alike && n->kind != DXKI_HLSL_N_SUBSCRIPT
                       ? dxki_sema_decl_told(c, n->type, NULL, true)
                       : dxki_sema_value_told(c, n);

    if (m->is_place && n->is_const && !n->repeats && !dxki_str_starts(text, "'const "))
        text = with_words(c, "const ", text);
    return m->is_shared && dxki_sema_is_in_shared(n)
               ? with_words(c, "__attribute__((address_space(3))) ", text)
               : text;
}

/* "no known conversion from 'S' to 'float' for 1st argument" */
static dxk_str conversion_text(dxki_hlsl *c, const dxki_sema_misfit *m)
{
    dxk_str to =
        m->is_shared ? with_words(c, "__attribute__((address_space(3))) ", m->wanted) : m->wanted;
    dxk_str text = dxki_hlsl_join(c, dxki_str("no known conversion from "), given_text(c, m));

    text = join(c, dxki_hlsl_join(c, join(c, text, " to "), to), " for ");
    return join(c, dxki_hlsl_join(c, text, ordinal(c, m->index + 1)), " argument");
}

/* "1st argument ('const float') would lose const qualifier" */
static dxk_str place_text(dxki_hlsl *c, const dxki_sema_misfit *m, const char *what)
{
    dxk_str text = join(c, ordinal(c, m->index + 1), " argument (");

    return join(c, dxki_hlsl_join(c, text, given_text(c, m)), what);
}

dxk_str dxki_sema_misfit_text(dxki_hlsl *c, const dxki_sema_misfit *m)
{
    const bool same = m->to && dxki_hlsl_same(c, m->arg->type, m->to);

    if (m->is_shared && same)
        return place_text(c, m,
                          ") is in address space 0, but parameter must be in address space 3");
    if (m->is_place && m->arg->is_const && (same || !m->to))
        return place_text(c, m, ") would lose const qualifier");
    if (m->is_place && !m->arg->is_lvalue && !m->arg->var)
        return join(
            c, dxki_hlsl_join(c, dxki_str("expects an l-value for "), ordinal(c, m->index + 1)),
            " argument");
    return conversion_text(c, m);
}

/* Says which argument does not fit, and of an instance of a template what its parameters are. */
static void tell_argument(dxki_hlsl *c, const dxki_hlsl_function *f, const dxki_sema_candidate *it,
                          dxk_str with)
{
    for (size_t i = 0; i < it->count; i++) {
        const dxki_hlsl_var *p = f->params[i];
        const dxki_hlsl_node *arg = it->args[i];
        if (dxki_sema_takes(c, p, arg))
            continue;
        const bool alike = arg->type->kind == p->type->kind && arg->type->leaves > 1 &&
                           dxki_hlsl_is_numeric(p->type);
        const dxki_sema_misfit what = {
            arg,
            p->type,
            dxki_sema_decl_told(c, p->type, alike ? NULL : p->decl, true),
            i,
            (p->direction & DXKI_HLSL_OUT) != 0,
            (p->mods & DXKI_AST_MOD(GROUPSHARED)) != 0};
        const dxki_arg text = dxki_text(dxki_sema_misfit_text(c, &what));
        if (with.size)
            DXKI_HLSL_REPORT(c, CANDIDATE_INSTANCE, f->loc, dxki_text(with), text);
        else
            DXKI_HLSL_REPORT(c, CANDIDATE, f->loc, text);
        return;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Templates                                                                                  */

/* "T = float, N = 2": arguments as far as they are known. */
static dxk_str arguments_text(dxki_hlsl *c, const dxki_ast_decls *params,
                              const dxki_hlsl_argument *args)
{
    dxk_str text = {"", 0};

    for (size_t i = 0; i < params->count && dxki_hlsl_ready(c); i++) {
        const dxki_hlsl_name *name = params->items[i]->name;
        if (!name || !args[i].type)
            continue;
        text = join(c, text, text.size ? ", " : "");
        text = join(c, dxki_hlsl_join(c, text, name->text), " = ");
        text = dxki_hlsl_join(c, text, dxki_sema_argument_text(c, &args[i]));
    }
    return text;
}

/* Two types that a parameter would have to be, or values. */
static void tell_conflict(dxki_hlsl *c, const dxki_hlsl_function *f, const dxki_sema_undeduced *u)
{
    dxk_str had = dxki_sema_argument_text(c, &u->had), got = dxki_sema_argument_text(c, &u->got);

    if (!u->had.is_value && !u->got.is_value) {
        had = dxki_hlsl_type_canonical(c, u->had.type);
        got = dxki_hlsl_type_canonical(c, u->got.type);
    }
    DXKI_HLSL_REPORT(c, CANDIDATE_CONFLICT, f->loc,
                     dxki_text(dxki_str(u->had.is_value ? "values" : "types")),
                     dxki_text(u->param->name->text), dxki_text(had), dxki_text(got));
}

/* Says why no instance of a template can be called. */
static void tell_template(dxki_hlsl *c, const dxki_sema_candidate *it)
{
    const dxki_hlsl_function *f = it->function;
    const size_t room = it->count ? it->count : 1;
    const dxki_hlsl_type **types = DXKI_NEW_ARRAY(&c->arena, const dxki_hlsl_type *, room);
    dxki_sema_undeduced why = {0};
    bool unknown = false;

    if (!types) {
        dxki_hlsl_nomem(c);
        return;
    }
    for (size_t i = 0; i < it->count; i++)
        types[i] = it->args[i]->type;
    const dxki_hlsl_function *made =
        dxki_sema_deduce_call(c, f, types, it->count, it->given, &unknown, &why);
    if (!dxki_hlsl_ready(c))
        return;
    const dxki_ast_decls *params = &f->decl->template_params;
    const dxk_str with = why.args ? arguments_text(c, params, why.args) : dxki_str("");
    const dxk_str pattern = why.how == DXKI_SEMA_MISMATCH
                                ? dxki_sema_written(c, f->decl->params.items[why.index]->type)
                                : dxki_str("");
    const dxki_arg name =
        dxki_text(why.param && why.param->name ? why.param->name->text : dxki_str(""));
    if (made)
        tell_argument(c, made, it, with);
    else if (why.how == DXKI_SEMA_BAD_ARGUMENT && name.text.size)
        DXKI_HLSL_REPORT(c, CANDIDATE_GIVEN, f->loc, name);
    else if (why.how == DXKI_SEMA_CONFLICT && name.text.size)
        tell_conflict(c, f, &why);
    else if (why.how == DXKI_SEMA_NOT_INFERRED && name.text.size)
        DXKI_HLSL_REPORT(c, CANDIDATE_UNINFERRED, f->loc, name);
    else if (why.how == DXKI_SEMA_MISMATCH && pattern.size)
        DXKI_HLSL_REPORT(c, CANDIDATE_MISMATCH, f->loc, dxki_text(pattern),
                         dxki_text(dxki_hlsl_type_canonical(c, types[why.index])));
    else if (with.size)
        DXKI_HLSL_REPORT(c, CANDIDATE_SUBSTITUTION, f->loc, dxki_text(with));
    else
        DXKI_HLSL_SAY(c, CANDIDATE_TEMPLATE, f->loc);
}

void dxki_sema_tell_candidate(dxki_hlsl *c, const dxki_sema_candidate *it)
{
    const dxki_hlsl_function *f = it->function;

    if (it->count < f->required || it->count > f->param_count) {
        const dxki_arg text = dxki_text(count_text(c, f, it->count));
        dxki_hlsl_report(c, f->tmpl ? DXKI_HLSL_D_CANDIDATE_METHOD : DXKI_HLSL_D_CANDIDATE, f->loc,
                         &text, 1);
    } else if (f->tmpl) {
        tell_template(c, it);
    } else {
        tell_argument(c, f, it, dxki_str(""));
    }
}
