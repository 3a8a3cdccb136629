/* SPDX-License-Identifier: MIT */
/* function.c - functions and methods; see sema.h. */
#include "sema/check.h"

#define MOD(m) DXKI_AST_MOD(m)

/* ---------------------------------------------------------------------------------------- */
/* What is called                                                                             */

/* The default argument; NULL: it does not fit. While functions are tried that is no mistake yet. */
static dxki_hlsl_node *initial(dxki_hlsl *c, const dxki_hlsl_var *v)
{
    const dxki_hlsl_type *type = v->type;
    uint32_t failures = c->failures;

    c->sema->initializes = "a parameter";
    dxki_hlsl_node *value = dxki_sema_init(c, v->decl->init, &type);
    if (!dxki_hlsl_is_error(value->type))
        return value;
    if (c->quiet)
        c->failures = failures;
    return NULL;
}

static dxki_hlsl_var *param(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *type = dxki_sema_type(c, d->type);

    if (type->kind == DXKI_HLSL_TY_VOID) {
        DXKI_HLSL_SAY(c, VOID_PARAM, d->loc);
        type = dxki_hlsl_type_error(c);
    }
    dxki_hlsl_var *v = dxki_sema_make_var(c, d, type);

    dxki_sema_refuse_abstract(c, v->type, "parameter", d->loc, d->dims_loc);
    dxki_sema_refuse_string(c, d, v->type, "parameter");
    v->storage = DXKI_HLSL_LOCAL;
    dxki_sema_check_modifiers(c, d, DXKI_HLSL_AT_PARAM);
    if (d->mods & MOD(INOUT) || (d->mods & MOD(IN) && d->mods & MOD(OUT)))
        v->direction = DXKI_HLSL_IN | DXKI_HLSL_OUT;
    else
        v->direction = d->mods & MOD(OUT) ? DXKI_HLSL_OUT : DXKI_HLSL_IN;
    if (v->type->kind == DXKI_HLSL_TY_OBJECT &&
        dxki_hlsl_object_at((dxki_hlsl_object)v->type->object)->flags & DXKI_HLSL_STREAM &&
        v->direction != (DXKI_HLSL_IN | DXKI_HLSL_OUT))
        DXKI_HLSL_SAY(c, STREAM_INOUT, dxki_hlsl_decl_start(v->decl));
    if (d->init)
        v->init = initial(c, v);
    return v;
}

/* One that does not fit an instance of a template is reported where it is wanted. */
dxki_hlsl_node *dxki_sema_default(dxki_hlsl *c, const dxki_hlsl_function *f,
                                  const dxki_hlsl_var *param)
{
    dxki_hlsl_node *value = param->init;

    if (value || !f->horizon || !param->decl->init)
        return value;
    uint32_t horizon = c->sema->horizon;
    dxki_hlsl_scope *outer = dxki_sema_go_to_scope(c, f->scope);
    c->sema->horizon = f->horizon;
    value = initial(c, param);
    c->sema->horizon = horizon;
    dxki_sema_go_to_scope(c, outer);
    return value;
}

dxki_hlsl_name *dxki_sema_operator_name(dxki_hlsl *c, uint8_t op)
{
    const char *text = op == DXKI_HLSL_T_LPAREN     ? "()"
                       : op == DXKI_HLSL_T_LBRACKET ? "[]"
                                                    : dxki_hlsl_tok_text((dxki_hlsl_tok)op);

    return dxki_hlsl_intern_kept(c, dxki_hlsl_join(c, dxki_str("operator"), dxki_str(text)));
}

/* Has an operator as many parameters as its kind needs? */
static void check_operator(dxki_hlsl *c, const dxki_ast_decl *d)
{
    bool either = d->op == DXKI_HLSL_T_ADD || d->op == DXKI_HLSL_T_SUB ||
                  d->op == DXKI_HLSL_T_MUL || d->op == DXKI_HLSL_T_AND;
    bool unary = d->op == DXKI_HLSL_T_NOT || d->op == DXKI_HLSL_T_TILDE;
    size_t count = d->params.count;

    if (d->name || d->op == DXKI_HLSL_T_LPAREN || (count == 1 && !unary) ||
        (count == 0 && (either || unary)))
        return;
    const char *kind = either ? "unary or binary" : unary ? "unary" : "binary";
    dxk_str parameters = dxki_hlsl_join(c, dxki_hlsl_decimal(c, count + 1),
                                        dxki_str(count ? " parameters" : " parameter"));
    DXKI_HLSL_REPORT(c, OPERATOR_ARITY, d->loc, dxki_text(dxki_sema_operator_name(c, d->op)->text),
                     dxki_text(dxki_str(kind)), dxki_text(parameters));
}

static dxki_hlsl_function *new_function(dxki_hlsl *c, const dxki_ast_decl *d,
                                        dxki_hlsl_record *record)
{
    dxki_hlsl_function *f = DXKI_HLSL_NEW(c, dxki_hlsl_function);

    f->name = d->name ? d->name : dxki_sema_operator_name(c, d->op);
    f->loc = d->loc;
    f->decl = d;
    f->record = record;
    f->scope = c->sema->scope;
    f->order = ++c->sema->order;
    f->is_static = (d->mods & MOD(STATIC)) != 0;
    return f;
}

/* Group-shared memory is handed on to what is inlined alone. */
static void check_shared(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_ast_attr *kept = dxki_sema_attribute(&d->attrs, "noinline");

    if (!kept && !(d->mods & MOD(EXPORT)))
        return;
    for (size_t i = 0; i < d->params.count; i++) {
        if (d->params.items[i]->mods & MOD(GROUPSHARED)) {
            DXKI_HLSL_SAY(c, SHARED_EXPORT, kept ? kept->loc : d->type->loc);
            return;
        }
    }
}

dxki_hlsl_function *dxki_sema_make_function(dxki_hlsl *c, const dxki_ast_decl *d,
                                            dxki_hlsl_record *record)
{
    dxki_hlsl_function *f = new_function(c, d, record);
    size_t mark = c->sema->stack.count;

    dxki_sema_check_modifiers(c, d, record ? DXKI_HLSL_AT_METHOD : DXKI_HLSL_AT_FUNCTION);
    if (record)
        check_operator(c, d);
    check_shared(c, d);
    f->horizon = c->sema->horizon;
    f->is_lazy = c->sema->instance_depth > 0;
    if (d->type && d->type->kind == DXKI_AST_T_AUTO)
        DXKI_HLSL_SAY(c, AUTO_RESULT, d->loc);
    f->result = dxki_sema_dims(c, dxki_sema_type(c, d->type), d);
    dxki_sema_warn_precision(c, f->result, d);
    dxki_sema_refuse_abstract(c, f->result, "return", d->loc, d->dims_loc);
    dxki_sema_refuse_string(c, d, f->result, "return value");
    dxki_sema_check_coherence(c, d, f->result);
    for (size_t i = 0; i < d->params.count; i++) {
        dxki_hlsl_var *v = param(c, d->params.items[i]);
        if (!v->init && !d->params.items[i]->init)
            f->required = i + 1;
        dxki_sema_push(c, v);
    }
    f->params = (dxki_hlsl_var **)dxki_sema_take(c, mark, &f->param_count);
    if (record && !f->is_static) {
        f->self = DXKI_HLSL_NEW(c, dxki_hlsl_var);
        f->self->type = record->is_unknown ? dxki_hlsl_type_error(c) : record->type;
        f->self->storage = DXKI_HLSL_LOCAL;
    }
    return f;
}

/* ---------------------------------------------------------------------------------------- */
/* Declared twice                                                                             */

bool dxki_sema_same_params(dxki_hlsl *c, const dxki_hlsl_function *a, const dxki_hlsl_function *b)
{
    if (a->param_count != b->param_count)
        return false;
    for (size_t i = 0; i < a->param_count; i++) {
        const dxki_hlsl_var *x = a->params[i], *y = b->params[i];
        if (!dxki_hlsl_same(c, x->type, y->type) || x->direction != y->direction ||
            (x->mods ^ y->mods) & MOD(GROUPSHARED))
            return false;
    }
    return true;
}

static uint32_t hash_signature(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    uint64_t hash = dxki_hash_mix((uintptr_t)f->scope, (uintptr_t)f->name);

    for (size_t i = 0; i < f->param_count; i++)
        hash = dxki_hash_mix(hash, (uintptr_t)dxki_hlsl_type_plain(c, f->params[i]->type));
    return dxki_hash_end(hash);
}

/* The function of the same scope, name and parameters; NULL: there is none. */
static dxki_hlsl_function *find_declared(dxki_hlsl *c, const dxki_hlsl_function *f, uint32_t hash)
{
    const dxki_hlsl_sema *s = c->sema;
    uint32_t pos = hash, id;

    while ((id = dxki_idset_next(&s->signatures, hash, &pos)) != 0) {
        dxki_hlsl_function *old = s->declared.items[id - 1];
        if (old->scope == f->scope && old->name == f->name && dxki_sema_same_params(c, old, f))
            return old;
    }
    return NULL;
}

static void check_defaults(dxki_hlsl *c, const dxki_hlsl_function *f, const dxki_hlsl_function *old)
{
    for (size_t i = 0; i < f->param_count && i < old->param_count; i++) {
        if (!f->decl->params.items[i]->init || !old->params[i]->init)
            continue;
        DXKI_HLSL_SAY(c, DEFAULT_AGAIN, f->params[i]->loc);
        DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->params[i]->loc);
    }
}

void dxki_sema_join_defaults(dxki_hlsl_function *to, const dxki_hlsl_function *from)
{
    to->required = 0;
    for (size_t i = 0; i < to->param_count; i++) {
        if (!to->params[i]->init)
            to->params[i]->init = from->params[i]->init;
        if (!to->params[i]->init)
            to->required = i + 1;
    }
}

static bool has_default(const dxki_hlsl_function *f, size_t i)
{
    return (!f->tmpl && f->params[i]->init) || f->decl->params.items[i]->init;
}

/* Behind a parameter with a default argument, here or of an earlier declaration, each has one; otherwise
 * those in front of it have none, either. */
static void check_missing_defaults(dxki_hlsl *c, dxki_hlsl_function *f)
{
    size_t first = 0, end = 0;

    while (first < f->param_count && !has_default(f, first))
        first++;
    for (size_t i = first; i < f->param_count; i++) {
        const dxki_ast_decl *p = f->decl->params.items[i];
        if (has_default(f, i))
            continue;
        DXKI_HLSL_REPORT(c, DEFAULT_MISSING, p->loc,
                         dxki_text(p->name ? p->name->text : dxki_str("")));
        end = i;
    }
    for (size_t i = first; !f->tmpl && i < end; i++)
        f->params[i]->init = NULL;
}

/* `f` has the body of `old`: calls that were resolved refer to that. */
static void complete(dxki_hlsl_function *old, const dxki_hlsl_function *f)
{
    dxki_hlsl_function *next = old->next;
    uint32_t order = old->order;
    dxki_hlsl_object_use *called_on = old->called_on;
    struct dxki_hlsl_instance *instance = old->instance;
    const dxki_hlsl_loc asked = old->asked;
    const dxki_hlsl_context *asked_in = old->asked_in;
    bool is_static = old->is_static || f->is_static;

    *old = *f;
    old->asked = asked;
    old->asked_in = asked_in;
    old->next = next;
    old->order = order;
    old->called_on = called_on;
    old->instance = instance;
    old->is_static = is_static;
    if (is_static)
        old->self = NULL;
}

static void out_of_line(dxki_hlsl *c, const dxki_hlsl_function *f)
{
    const dxki_ast_path *path = &f->decl->path;

    DXKI_HLSL_REPORT(c, OUT_OF_LINE, f->loc, dxki_text(f->name->text),
                     dxki_text(path->parts[path->count - 1]->text));
}

/* The name of the entry point belongs to one function, also in libraries, where none is asked for;
 * `others`: those that have it already. */
static void check_entry_name(dxki_hlsl *c, const dxki_hlsl_function *f,
                             const dxki_hlsl_function *others)
{
    const char *entry = c->options.entry ? c->options.entry : "main";

    if (!others || others->tmpl || f->record || f->scope != c->sema->unit || !c->options.target ||
        !dxki_str_is(f->name->text, entry) || dxki_hlsl_is_error(f->result))
        return;
    if (dxki_hlsl_same(c, others->result, f->result))
        DXKI_HLSL_REPORT(c, CONFLICTING_TYPES, f->loc, dxki_text(f->name->text));
    else
        DXKI_HLSL_SAY(c, RESULT_DIFFERS, f->loc);
    DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, others->loc);
}

static bool has_attribute(const dxki_ast_attrs *attrs, dxk_str name)
{
    for (size_t i = 0; i < attrs->count; i++) {
        if (dxki_str_same_fold(attrs->items[i].name->text, name))
            return true;
    }
    return false;
}

/* Gives a function the attributes of an earlier declaration that it does not have itself. */
static void inherit_attributes(dxki_hlsl *c, dxki_hlsl_function *f, const dxki_hlsl_function *old)
{
    const dxki_ast_attrs *own = &f->decl->attrs, *from = &old->decl->attrs;

    if (!from->count)
        return;
    dxki_ast_decl *d = DXKI_HLSL_NEW(c, dxki_ast_decl);
    dxki_ast_attr *items = DXKI_NEW_ARRAY(&c->arena, dxki_ast_attr, own->count + from->count);
    if (!items)
        dxki_hlsl_nomem(c);
    if (!dxki_hlsl_ready(c))
        return;
    *d = *f->decl;
    d->attrs = (dxki_ast_attrs){items, own->count};
    for (size_t i = 0; i < own->count; i++)
        items[i] = own->items[i];
    for (size_t i = 0; i < from->count; i++) {
        if (!has_attribute(own, from->items[i].name->text))
            items[d->attrs.count++] = from->items[i];
    }
    f->decl = d;
}

/* template<> T S<int>::f() {} of a method that nothing has called: it stands for that of the template. */
static bool specialises(const dxki_hlsl_function *f, const dxki_hlsl_function *old)
{
    return f->decl->is_template && !f->decl->template_params.count && old->is_lazy && old->record &&
           old->record->instance;
}

/* A declaration of what was declared before. */
static dxki_hlsl_function *join(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_function *old)
{
    if (!dxki_hlsl_same(c, old->result, f->result) && !dxki_hlsl_is_error(f->result)) {
        DXKI_HLSL_SAY(c, RESULT_DIFFERS, f->loc);
        if (old->decl->body)
            DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
        else
            DXKI_HLSL_SAY(c, PREVIOUS_DECLARATION, old->loc);
    } else if (old->decl->body && f->decl->body && !specialises(f, old)) {
        DXKI_HLSL_REPORT(c, REDEFINITION, f->loc, dxki_text(f->name->text));
        DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
    }
    check_defaults(c, f, old);
    dxki_sema_join_defaults(f, old);
    check_missing_defaults(c, f);
    if (f->decl->body) {
        inherit_attributes(c, f, old);
        complete(old, f);
    } else {
        dxki_sema_join_defaults(old, f);
    }
    return old;
}

/* The function that was declared before; or the new one, among the others of its name. */
static dxki_hlsl_function *enter(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_function **first)
{
    dxki_hlsl_sema *s = c->sema;
    uint32_t hash = hash_signature(c, f);
    dxki_hlsl_function *old = find_declared(c, f, hash);

    if (old)
        return join(c, f, old);
    if (f->decl->path.count) {
        out_of_line(c, f);
        return NULL;
    }
    check_missing_defaults(c, f);
    check_entry_name(c, f, *first);
    f->next = *first;
    *first = f;
    if (DXKI_HLSL_PUSH(c, &s->declared, f) &&
        !dxki_idset_add(c->ctx, &s->signatures, hash, (uint32_t)s->declared.count))
        dxki_hlsl_nomem(c);
    return f;
}

/* `f` and `old` are one template, `f` maybe with its body. */
static void join_declarations(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_function *old)
{
    const dxki_hlsl_template *t = old->tmpl;
    size_t required = 0;

    for (size_t i = 0; i < f->param_count; i++) {
        const dxki_ast_decl *own = f->decl->params.items[i];
        bool has_init = old->decl->params.items[i]->init != NULL;
        for (const dxki_hlsl_redeclared *r = t->others; !has_init && r; r = r->next)
            has_init = r->decl->params.items[i]->init != NULL;
        if (has_init && own->init)
            DXKI_HLSL_SAY(c, DEFAULT_AGAIN, own->loc);
        required = has_init || own->init ? required : i + 1;
    }
    if (!dxki_sema_declare_again(c, old->tmpl, f->decl, f->decl->body != NULL))
        return;
    old->required = required;
    if (!f->decl->body)
        return;
    old->decl = f->decl;
    old->tmpl->horizon = f->tmpl->horizon;
}

/* The same template was declared before? Only one of the two has a body then. */
static dxki_hlsl_function *join_template(dxki_hlsl *c, dxki_hlsl_function *f,
                                         dxki_hlsl_symbol *symbol)
{
    for (dxki_hlsl_function *old = symbol->function; old; old = old->next) {
        if (!old->tmpl || !dxki_sema_same_pattern(old->decl, f->decl))
            continue;
        if (!f->decl->body || !old->decl->body) {
            join_declarations(c, f, old);
            return old;
        }
        if (!f->record && dxki_sema_same_text(old->decl, f->decl)) {
            DXKI_HLSL_REPORT(c, REDEFINITION, f->loc, dxki_text(f->name->text));
            DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
        }
    }
    f->next = symbol->function;
    symbol->function = f;
    return f;
}

/* A template of functions: it has no types yet. */
static dxki_hlsl_function *make_template(dxki_hlsl *c, const dxki_ast_decl *d,
                                         dxki_hlsl_record *record)
{
    dxki_hlsl_function *f = new_function(c, d, record);

    f->param_count = d->params.count;
    for (size_t i = 0; i < d->params.count; i++) {
        if (!d->params.items[i]->init)
            f->required = i + 1;
    }
    f->result = dxki_hlsl_type_error(c);
    f->tmpl = dxki_sema_make_template(c, d, f->name);
    return f;
}

dxki_hlsl_function *dxki_sema_declare_function(dxki_hlsl *c, const dxki_ast_decl *d,
                                               dxki_hlsl_record *record)
{
    bool is_template = d->is_template && d->template_params.count;
    dxki_hlsl_function *f =
        is_template ? make_template(c, d, record) : dxki_sema_make_function(c, d, record);
    dxki_hlsl_symbol *symbol = dxki_sema_here(c, f->name);

    dxki_sema_check_attributes(c, d);
    if (symbol && symbol->kind != DXKI_HLSL_SYM_FUNCTION) {
        dxki_sema_check_new(c, f->name, d->loc);
        return NULL;
    }
    if (d->path.count && !symbol) {
        out_of_line(c, f);
        return NULL;
    }
    if (!symbol && !dxki_sema_check_new(c, f->name, d->loc))
        return NULL;
    if (!symbol)
        symbol = dxki_sema_declare(c, f->name, DXKI_HLSL_SYM_FUNCTION, d->loc);
    if (!dxki_hlsl_ready(c))
        return NULL;
    if (!f->tmpl)
        return enter(c, f, &symbol->function);
    f->tmpl->horizon = c->sema->order; /* it sees itself */
    check_missing_defaults(c, f);
    f = join_template(c, f, symbol);
    const bool in_record = record && !d->path.count; /* it is checked with the other methods */
    if (d->body && f->decl->body == d->body && !in_record)
        dxki_sema_check_template(c, f->tmpl, record);
    return f;
}

/* ---------------------------------------------------------------------------------------- */
/* Bodies                                                                                     */

void dxki_sema_function_body(dxki_hlsl *c, dxki_hlsl_function *f)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_function *outer = s->function;
    dxki_hlsl_scope *scope = dxki_sema_go_to_scope(c, f->scope);
    unsigned loops = s->loops, switches = s->switches;
    const size_t locals = s->locals.count;

    s->function = f;
    s->loops = s->switches = 0;
    dxki_sema_begin_scope(c);
    dxki_sema_check_complete(c, f->result, f->loc, DXKI_HLSL_D_INCOMPLETE_RESULT);
    for (size_t i = 0; i < f->param_count; i++) {
        dxki_hlsl_var *v = f->params[i];
        dxki_sema_check_complete(c, v->type, v->loc,
                                 v->direction & DXKI_HLSL_OUT ? DXKI_HLSL_D_INCOMPLETE_WRITTEN
                                                              : DXKI_HLSL_D_INCOMPLETE_VARIABLE);
        const dxki_hlsl_symbol *old = v->name ? dxki_sema_here(c, v->name) : NULL;
        if (old && DXKI_HLSL_REPORT(c, REDEFINITION_PARAM, v->loc, dxki_text(v->name->text)))
            DXKI_HLSL_SAY(c, PREVIOUS_DECLARATION, old->loc);
        if (v->name)
            dxki_sema_declare(c, v->name, DXKI_HLSL_SYM_VAR, v->loc)->var = v;
    }
    f->body = dxki_sema_body(c, f->decl->body);
    bool is_whole = !c->misread.at || dxki_hlsl_is_before(c, f->decl->body->end, c->misread);
    if (is_whole && dxki_hlsl_ready(c))
        dxki_sema_check_sequence(c, f);
    if (s->refusals == c->refusals && !f->is_wrong && is_whole && dxki_hlsl_ready(c))
        dxki_sema_check_flow(c, f);
    dxki_sema_warn_locals(c, locals);
    s->function = outer;
    s->loops = loops;
    s->switches = switches;
    dxki_sema_go_to_scope(c, scope);
    if (!s->checking)
        DXKI_HLSL_PUSH(c, &s->functions, f);
}

void dxki_sema_complete_method(dxki_hlsl *c, dxki_hlsl_function *f, const dxki_ast_decl *d)
{
    dxki_hlsl_function *own = dxki_sema_make_function(c, d, f->record);

    if (!dxki_hlsl_ready(c) || !dxki_sema_same_params(c, f, own))
        return;
    dxki_sema_join_defaults(own, f);
    own->horizon = f->horizon;
    own->depth = f->depth;
    complete(f, own);
    f->is_lazy = false;
}

/* A function that is declared in a body is one of the namespace around it. */
static void leave_bodies(dxki_hlsl *c)
{
    dxki_hlsl_scope *s = c->sema->scope;

    while (s->outer && s->kind != DXKI_HLSL_UNIT && s->kind != DXKI_HLSL_NAMESPACE)
        s = s->outer;
    dxki_sema_go_to_scope(c, s);
}

void dxki_sema_function(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_scope *outer = c->sema->scope;
    dxki_hlsl_record *record = NULL;

    if (d->is_array) {
        dxki_sema_refuse_functions(c, d);
        return;
    }
    if (d->path.count) {
        dxki_hlsl_scope *there = dxki_sema_resolve_scope(c, &d->path, d->path.count);
        if (!there)
            return;
        if (there->type && there->type->kind == DXKI_HLSL_TY_RECORD)
            record = there->type->record;
        dxki_sema_go_to_scope(c, there);
    } else if (!d->name) {
        dxki_hlsl_name *name = dxki_sema_operator_name(c, d->op);
        DXKI_HLSL_REPORT(c, OPERATOR_NON_MEMBER, d->loc, dxki_text(name->text));
        return;
    } else if (c->sema->function && d->body) {
        DXKI_HLSL_SAY(c, FUNCTION_PLACE, d->body->loc);
        return;
    } else if (c->sema->function) {
        leave_bodies(c);
    }
    dxki_hlsl_function *f = dxki_sema_declare_function(c, d, record);
    if (f && d->body && f->decl->body == d->body && !f->tmpl) {
        dxki_sema_check_entry(c, f);
        dxki_sema_check_node(c, f);
        dxki_sema_function_body(c, f);
    }
    dxki_sema_go_to_scope(c, outer);
}
