/* SPDX-License-Identifier: MIT */
/* call.c - calls: which overload, with which arguments; see sema.h. */
#include "base/sort.h"
#include "sema/check.h"

/* ---------------------------------------------------------------------------------------- */
/* How well arguments fit                                                                     */

static bool literal_int(dxki_hlsl_scalar s)
{
    return s == DXKI_HLSL_S_LITERAL_INT;
}

/* Is `to` a wider type of the same family? */
static bool promotes(dxki_hlsl_scalar from, dxki_hlsl_scalar to)
{
    const dxki_hlsl_scalar_info *a = dxki_hlsl_scalar_at(from), *b = dxki_hlsl_scalar_at(to);

    if (!a->bits || !b->bits || a->bits >= b->bits)
        return false;
    if (a->number == DXKI_HLSL_REAL || b->number == DXKI_HLSL_REAL)
        return a->number == b->number;
    return !(a->flags & DXKI_HLSL_MINIMUM) || a->number == b->number;
}

static bool is_cast(dxki_hlsl_scalar a, dxki_hlsl_scalar b)
{
    const dxki_hlsl_scalar_info *x = dxki_hlsl_scalar_at(a), *y = dxki_hlsl_scalar_at(b);
    bool int_x = x->number == DXKI_HLSL_SINT || x->number == DXKI_HLSL_UINT;
    bool int_y = y->number == DXKI_HLSL_SINT || y->number == DXKI_HLSL_UINT;
    bool minimum = ((x->flags | y->flags) & DXKI_HLSL_MINIMUM) != 0;

    if (a == b)
        return false;
    if (!minimum && ((literal_int(a) && int_y) || (literal_int(b) && int_x)))
        return false;
    if (int_x && int_y && x->bits == y->bits && (!minimum || x->number == y->number))
        return false;
    if ((a == DXKI_HLSL_S_LITERAL_FLOAT || b == DXKI_HLSL_S_LITERAL_FLOAT) &&
        x->number == y->number && !minimum)
        return false;
    return true;
}

static bool is_int_cast(dxki_hlsl_scalar a, dxki_hlsl_scalar b)
{
    const dxki_hlsl_scalar_info *x = dxki_hlsl_scalar_at(a), *y = dxki_hlsl_scalar_at(b);

    return a != b && !literal_int(a) && !literal_int(b) && x->number != DXKI_HLSL_REAL &&
           y->number != DXKI_HLSL_REAL && x->number != DXKI_HLSL_BOOL &&
           y->number != DXKI_HLSL_BOOL;
}

enum { IS_SAME, IS_PROMOTION, IS_INT_CAST, IS_CAST };

/* How a scalar becomes another one. */
static unsigned step_of(dxki_hlsl_scalar from, dxki_hlsl_scalar to)
{
    return promotes(from, to)      ? IS_PROMOTION
           : is_cast(to, from)     ? IS_CAST
           : is_int_cast(to, from) ? IS_INT_CAST
                                   : IS_SAME;
}

/* Cost of one argument: each thing that happens weighs more than all that come before it. */
static uint64_t score(dxki_hlsl *c, const dxki_hlsl_type *from, const dxki_hlsl_type *to)
{
    static const unsigned first = 2, step = 7;
    uint64_t cost = 0;

    if (dxki_hlsl_same(c, from, to) || from->kind == DXKI_HLSL_TY_HEAP)
        return 0;
    if (!dxki_hlsl_is_value(from) || !dxki_hlsl_is_value(to))
        return (uint64_t)1 << (first + step * 6);
    dxki_hlsl_scalar r = from->scalar, l = to->scalar, common = dxki_sema_common(c, l, r);
    if (from->kind == DXKI_HLSL_TY_ENUM) { /* a cast to any number, and another one to bool */
        bool twice = l == DXKI_HLSL_S_BOOL;
        return (uint64_t)1 << (first + step * 6) | (uint64_t)twice << (first + step * 5) |
               (uint64_t)(to->leaves > 1) << first;
    }
    const unsigned up = step_of(common, l), down = step_of(r, common);
    const bool rows[8] = {
        from->leaves<to->leaves, up == IS_PROMOTION, down == IS_PROMOTION, up == IS_INT_CAST,
                     down == IS_INT_CAST, up == IS_CAST, down == IS_CAST, from->leaves>
            to->leaves};
    for (unsigned i = 0; i < 8; i++)
        cost += rows[i] ? (uint64_t)1 << (first + step * i) : 0;
    return cost;
}

/* Do the arguments fit at all? */
static bool viable(dxki_hlsl *c, const dxki_hlsl_function *f, dxki_hlsl_node **args, size_t count)
{
    if (count > f->param_count || count < f->required)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!dxki_sema_takes(c, f->params[i], args[i]))
            return false;
    }
    return true;
}

static uint64_t total(dxki_hlsl *c, const dxki_hlsl_function *f, dxki_hlsl_node **args,
                      size_t count)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        const dxki_hlsl_var *p = f->params[i];
        if (p->direction & DXKI_HLSL_IN)
            sum += score(c, args[i]->type, p->type);
        if (p->direction & DXKI_HLSL_OUT)
            sum += score(c, p->type, args[i]->type);
    }
    return sum;
}

/* What is called: the functions that stand on the stack from `mark` on. */
typedef struct call {
    const dxki_hlsl_name *name;
    dxki_hlsl_loc loc;
    size_t mark;
    dxki_hlsl_node *object; /* of a method, or NULL */
    dxki_hlsl_node **args;
    size_t count;
    const dxki_ast_args *given; /* explicit arguments of a template */
    bool unknown;               /* one of them is not known yet */
} call;

/* A function that can be called: of a template the instance for these arguments. NULL: none. */
static dxki_hlsl_function *callable(dxki_hlsl *c, dxki_hlsl_function *f, call *k)
{
    static const dxki_ast_args none;
    const dxki_hlsl_type **types;

    if (!f->tmpl)
        return k->given && k->given->given ? NULL : f;
    if (k->count > f->param_count || k->count < f->required)
        return NULL;
    types = DXKI_NEW_ARRAY(&c->arena, const dxki_hlsl_type *, k->count ? k->count : 1);
    if (!types) {
        dxki_hlsl_nomem(c);
        return NULL;
    }
    for (size_t i = 0; i < k->count; i++)
        types[i] = k->args[i]->type;
    return dxki_sema_deduce_call(c, f, types, k->count, k->given ? k->given : &none, &k->unknown,
                                 NULL);
}

/* The one that fits best; NULL: none (*tie is false), or several. */
static dxki_hlsl_function *best(dxki_hlsl *c, call *k, bool *tie)
{
    dxki_hlsl_function *found = NULL;
    uint64_t lowest = 0;
    size_t end = c->sema->stack.count;

    *tie = false;
    for (size_t i = k->mark; i < end && dxki_hlsl_ready(c); i++) {
        dxki_hlsl_function *f = callable(c, c->sema->stack.items[i], k);
        if (!f || !viable(c, f, k->args, k->count))
            continue;
        uint64_t own = total(c, f, k->args, k->count);
        if (f == found)
            continue;
        if (!found || own < lowest) {
            found = f;
            lowest = own;
            *tie = false;
        } else if (own == lowest) {
            *tie = true;
        }
    }
    return *tie ? NULL : found;
}

/* ---------------------------------------------------------------------------------------- */
/* The object of a method                                                                     */

/* The part of an object that a method of a base works on; NULL: it has none. */
static dxki_hlsl_node *as_base(dxki_hlsl *c, dxki_hlsl_node *object, const dxki_hlsl_record *r)
{
    while (object->type->kind == DXKI_HLSL_TY_RECORD && object->type->record != r) {
        if (!object->type->record->has_base || !object->type->record->field_count)
            return NULL;
        dxki_hlsl_node *n =
            dxki_sema_node(c, DXKI_HLSL_N_FIELD, object->loc, object->type->record->fields[0].type);
        n->a = object;
        n->is_lvalue = object->is_lvalue;
        n->is_const = object->is_const;
        object = n;
    }
    return object;
}

/* What a method without anything in front of it works on: *this, as the class that has it. */
static dxki_hlsl_node *own_object(dxki_hlsl *c, const dxki_hlsl_record *r, dxki_hlsl_loc loc)
{
    const dxki_hlsl_function *f = c->sema->function;

    if (!f || !f->self)
        return NULL;
    dxki_hlsl_node *self = dxki_sema_node(c, DXKI_HLSL_N_VAR, loc, f->self->type);
    self->var = f->self;
    self->is_lvalue = true;
    return as_base(c, self, r);
}

/* ---------------------------------------------------------------------------------------- */
/* Calls                                                                                      */

/* By how many arguments a candidate differs; those that differ by none come as they are declared. */
static size_t distance(const dxki_hlsl_function *f, size_t count)
{
    return f->tmpl                  ? 0
           : count < f->required    ? f->required - count
           : count > f->param_count ? count - f->param_count
                                    : 0;
}

static bool comes_after(const void *user, const void *left, const void *right)
{
    const dxki_hlsl_function *a = *(void *const *)left, *b = *(void *const *)right;
    const size_t count = *(const size_t *)user;
    const size_t by = distance(a, count), other = distance(b, count);

    if (by != other)
        return by > other;
    return by ? count < a->required && count > b->param_count : a->loc.at > b->loc.at;
}

static void sort_candidates(dxki_hlsl *c, const call *k)
{
    size_t count = c->sema->stack.count - k->mark;

    if (count > 1 && !dxki_sort(c->ctx, c->sema->stack.items + k->mark, count, sizeof(void *),
                                comes_after, &k->count))
        dxki_hlsl_nomem(c);
}

/* Says why a function was not called, or that it is one of several that fit. */
static void tell_candidate(dxki_hlsl *c, dxki_hlsl_function *f, const call *k, bool tie)
{
    static const dxki_ast_args none;
    const dxki_sema_candidate it = {f, k->args, k->count, k->given ? k->given : &none};

    if (!tie)
        dxki_sema_tell_candidate(c, &it);
    else if (!f->tmpl && viable(c, f, k->args, k->count))
        DXKI_HLSL_SAY(c, CANDIDATE_TIE, f->loc);
}

/* Says why nothing was called, and what might have been. */
static void tell_candidates(dxki_hlsl *c, const call *k, bool tie)
{
    const dxki_hlsl_function *first =
        c->sema->stack.count > k->mark ? c->sema->stack.items[k->mark] : NULL;
    const dxki_arg name = dxki_text(k->name->text);
    dxki_hlsl_diag which = tie                      ? DXKI_HLSL_D_AMBIGUOUS
                           : first && first->record ? DXKI_HLSL_D_NO_METHOD_MATCH
                                                    : DXKI_HLSL_D_NO_MATCH;

    for (size_t i = k->mark; i < c->sema->stack.count; i++) {
        const dxki_hlsl_function *f = c->sema->stack.items[i];
        if (f->tmpl && f->tmpl->is_bad) /* which was said */
            return;
    }
    dxki_hlsl_report(c, which, k->loc, &name, 1);
    sort_candidates(c, k);
    for (size_t i = k->mark; i < c->sema->stack.count && dxki_hlsl_ready(c); i++)
        tell_candidate(c, c->sema->stack.items[i], k, tie);
}

/* Is a vector or matrix longer than the parameter that it stands for? */
static bool truncates(const dxki_hlsl_type *arg, const dxki_hlsl_type *param)
{
    return dxki_hlsl_is_numeric(arg) && dxki_hlsl_is_numeric(param) &&
           arg->kind != DXKI_HLSL_TY_SCALAR && arg->leaves > param->leaves;
}

/* Would a vector or matrix get more components than it has? */
static bool overflows(const dxki_hlsl_type *arg, const dxki_hlsl_type *param)
{
    return dxki_hlsl_is_numeric(arg) && dxki_hlsl_is_numeric(param) && arg->leaves > 1 &&
           arg->leaves < param->leaves;
}

/* False: what an argument is cannot take what comes out of a parameter, which is reported. */
static bool takes_result(dxki_hlsl *c, const dxki_hlsl_node *arg, const dxki_hlsl_var *p)
{
    if (!(p->direction & DXKI_HLSL_OUT))
        return true;
    if (overflows(arg->type, p->type)) {
        dxk_str to = dxki_sema_decl_told(c, p->type, p->decl, false);
        dxk_str from = dxki_sema_decl_told(c, arg->type, dxki_sema_decl_of(arg), false);
        to = dxki_hlsl_join(c, (dxk_str){to.data, to.size - 1}, dxki_str(" &'"));
        DXKI_HLSL_REPORT(c, INIT_LVALUE, arg->loc, dxki_text(dxki_str("a parameter")),
                         dxki_text(to), dxki_text(from));
        return false;
    }
    if (truncates(arg->type, p->type)) {
        DXKI_HLSL_SAY(c, LVALUE_TRUNCATION, arg->loc);
        return false;
    }
    return true;
}

static void warn_argument(dxki_hlsl *c, const dxki_hlsl_node *arg, const dxki_hlsl_var *p)
{
    dxki_sema_warn_coherence(c, arg, p->type, c->sema->whole, false);
    if (c->version > 2021 && p->direction == (DXKI_HLSL_IN | DXKI_HLSL_OUT) &&
        !arg->type->has_objects && dxki_sema_is_in_shared(arg))
        DXKI_HLSL_SAY(c, SHARED_INOUT, arg->loc);
}

/* An argument that a parameter writes to; NULL: it cannot, which is reported. */
static dxki_hlsl_node *lent(dxki_hlsl *c, dxki_hlsl_node *arg, const dxki_hlsl_var *p)
{
    if (!dxki_sema_writable(c, arg, arg->loc))
        return NULL;
    dxki_sema_warn_out(c, arg, p->type, p->decl);
    return arg;
}

/* Arguments as the parameters want them; those that are left out have their defaults. */
static dxki_hlsl_node *make_call(dxki_hlsl *c, dxki_hlsl_function *f, const call *k)
{
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_CALL, k->loc, f->result);
    size_t mark = c->sema->stack.count;

    n->function = f;
    dxki_sema_use_function(c, f, k->loc);
    if (f->record && !f->is_static) {
        n->a = k->object ? as_base(c, k->object, f->record) : own_object(c, f->record, k->loc);
        if (!n->a) {
            DXKI_HLSL_SAY(c, NO_OBJECT, k->loc);
            return dxki_sema_bad(c, k->loc);
        }
        dxki_sema_note_method(c, n->a, f);
    }
    for (size_t i = 0; i < f->param_count; i++) {
        const dxki_hlsl_var *p = f->params[i];
        dxki_hlsl_node *arg = i < k->count ? k->args[i] : dxki_sema_default(c, f, p);
        if (arg && i < k->count)
            warn_argument(c, arg, p);
        if (arg && !takes_result(c, arg, p))
            arg = NULL;
        if (arg && (p->direction & DXKI_HLSL_OUT) && !dxki_sema_is_lent(c, p, arg))
            arg = lent(c, arg, p);
        else if (arg)
            arg = dxki_sema_convert_for(c, arg, p->type, p->decl, false);
        if (!arg) {
            c->sema->stack.count = mark;
            return dxki_sema_bad(c, k->loc);
        }
        dxki_sema_push(c, arg);
    }
    n->list = (dxki_hlsl_node **)dxki_sema_take(c, mark, &n->list_count);
    return n;
}

static dxki_hlsl_node *choose(dxki_hlsl *c, call *k)
{
    bool tie;
    dxki_hlsl_function *f = best(c, k, &tie);
    dxki_hlsl_node *n;

    if (k->unknown) {
        n = dxki_sema_bad(c, k->loc);
    } else if (f) {
        n = make_call(c, f, k);
    } else {
        tell_candidates(c, k, tie);
        n = dxki_sema_bad(c, k->loc);
    }
    if (dxki_hlsl_ready(c))
        c->sema->stack.count = k->mark;
    return n;
}

/* Arguments; false: one is wrong, which was reported. */
static bool arguments(dxki_hlsl *c, const dxki_ast_exprs *list, dxki_hlsl_node ***args,
                      size_t *count)
{
    size_t mark = c->sema->stack.count;
    bool good = true;

    for (size_t i = 0; i < list->count; i++) {
        dxki_hlsl_node *n = dxki_sema_expr(c, list->items[i]);
        good = good && !dxki_hlsl_is_error(n->type);
        dxki_sema_push(c, n);
    }
    *args = (dxki_hlsl_node **)dxki_sema_take(c, mark, count);
    return good && dxki_hlsl_ready(c);
}

/* Functions in the namespaces that the types of arguments come from. */
static void gather_associated(dxki_hlsl *c, const call *k)
{
    for (size_t i = 0; i < k->count && dxki_hlsl_ready(c); i++) {
        const dxki_hlsl_type *t = k->args[i]->type;
        dxki_hlsl_scope *scope = t->kind == DXKI_HLSL_TY_RECORD ? t->record->scope : t->scope;
        if (!scope)
            continue;
        dxki_hlsl_symbol *symbol = dxki_sema_declared(c, dxki_sema_space_of(scope), k->name);
        if (symbol && symbol->kind == DXKI_HLSL_SYM_FUNCTION)
            dxki_sema_gather_later(c, symbol);
    }
}

/* Pushes what a call may mean; false: no function of the source. */
static bool gather(dxki_hlsl *c, const dxki_ast_path *path, dxki_hlsl_symbol *symbol, const call *k)
{
    bool plain = path->count == 1 && !path->global;

    if (symbol && plain)
        dxki_sema_gather_plain(c, symbol);
    else if (symbol)
        dxki_sema_gather(c, symbol, true);
    if (plain && (!symbol || symbol->scope->kind == DXKI_HLSL_UNIT ||
                  symbol->scope->kind == DXKI_HLSL_NAMESPACE)) {
        if (!symbol)
            c->sema->gathers++;
        gather_associated(c, k);
    }
    return c->sema->stack.count > k->mark;
}

static dxki_hlsl_node *not_callable(dxki_hlsl *c, const dxki_hlsl_node *object, dxki_hlsl_loc loc)
{
    const dxki_hlsl_type *t = object->type;
    const dxki_arg type = dxki_text(dxki_sema_target_told(c, object));
    bool has_members = t->kind == DXKI_HLSL_TY_RECORD || t->kind == DXKI_HLSL_TY_OBJECT ||
                       t->kind == DXKI_HLSL_TY_VECTOR || t->kind == DXKI_HLSL_TY_MATRIX;

    dxki_hlsl_report(c, has_members ? DXKI_HLSL_D_NO_CALL_OPERATOR : DXKI_HLSL_D_NOT_CALLABLE, loc,
                     &type, 1);
    return dxki_sema_bad(c, loc);
}

/* object(...) */
static dxki_hlsl_node *object_call(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_node *object,
                                   call *k)
{
    if (dxki_hlsl_is_error(object->type))
        return dxki_sema_bad(c, e->loc);
    k->name = dxki_sema_operator_name(c, DXKI_HLSL_T_LPAREN);
    k->object = object;
    dxki_hlsl_symbol *symbol = object->type->kind == DXKI_HLSL_TY_RECORD
                                   ? dxki_sema_find_in(c, object->type->record->scope, k->name)
                                   : NULL;
    if (!symbol) {
        return not_callable(c, object, e->loc);
    }
    dxki_sema_gather(c, symbol, true);
    return choose(c, k);
}

/* A call of a function of the language that the table has in that scope; NULL: it has none. */
static dxki_hlsl_node *language_call(dxki_hlsl *c, const call *k, dxk_str scope,
                                     const dxki_hlsl_type *arg)
{
    const dxki_hlsl_intrinsic_call made = {scope,    k->name->text, k->object, k->args,
                                           k->count, arg,           k->loc};

    return dxki_sema_intrinsic(c, &made);
}

/* Where the table has a function of the language that is called without a path: some names of the
 * namespace dx are known through `using namespace`. */
static dxk_str language_scope(const dxki_hlsl *c, const dxki_hlsl_name *name)
{
    if (!dxki_sema_is_intrinsic(dxki_str("dx"), name->text))
        return dxki_str("");
    for (const dxki_hlsl_scope *s = c->sema->scope; s; s = s->outer) {
        for (const dxki_hlsl_directive *d = s->directives; d; d = d->next)
            if (d->space == c->sema->language)
                return dxki_str("dx");
    }
    return dxki_str("");
}

/* dx::f(...), dx::HitObject::f(...) */
static dxki_hlsl_node *intrinsic_call(dxki_hlsl *c, const call *k, const dxki_hlsl_symbol *symbol)
{
    if (symbol->scope == c->sema->hit_object &&
        !dxki_str_starts(dxki_str(symbol->within), "static")) {
        DXKI_HLSL_SAY(c, NO_OBJECT, k->loc);
        return dxki_sema_bad(c, k->loc);
    }
    return language_call(c, k, dxki_str(symbol->within), NULL);
}

/* A method of an object of the language; NULL: it has none of that name. */
static dxki_hlsl_node *object_method(dxki_hlsl *c, call *k, const dxki_hlsl_type *arg)
{
    const dxki_hlsl_type *t = k->object->type;
    dxk_str scope = dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name);
    dxk_str alone = t->object == DXKI_HLSL_O_HIT_OBJECT
                        ? dxki_hlsl_join(c, dxki_str("static "), scope)
                        : dxki_str("");

    if (!dxki_sema_check_use(c, t, k->loc))
        return dxki_sema_bad(c, k->loc);
    if (alone.size && dxki_sema_is_intrinsic(alone, k->name->text)) {
        k->object = NULL; /* it needs none */
        scope = alone;
    }
    dxki_hlsl_node *n = language_call(c, k, scope, arg);
    const bool judged = n && n->kind == DXKI_HLSL_N_INTRINSIC && t->element;
    const dxki_hlsl_loc loc = k->count ? k->args[0]->loc : k->loc;
    return !judged || dxki_sema_check_element(c, n->row, t->element, loc)
               ? n
               : dxki_sema_bad(c, k->loc);
}

/* A call of a function of the language, but only where the arguments fit, and without a word. */
static dxki_hlsl_node *fitting_language_call(dxki_hlsl *c, const call *k, const dxki_hlsl_type *arg)
{
    const dxki_hlsl_intrinsic_call made = {
        language_scope(c, k->name), k->name->text, k->object, k->args, k->count, arg, k->loc};

    return dxki_sema_intrinsic_fitting(c, &made);
}

/* Can the path name a function of the language? Then such a function is taken where it fits, also
 * before functions of the source that fit better. */
static bool may_be_language(const dxki_hlsl *c, const dxki_ast_path *path,
                            const dxki_hlsl_symbol *symbol)
{
    const dxki_hlsl_name *name = path->parts[path->count - 1];

    return path->count == 1 && !(symbol && symbol->scope->kind == DXKI_HLSL_MEMBERS) &&
           dxki_sema_is_intrinsic(language_scope(c, name), name->text);
}

/* path(...), where the path turns out to name a type: a value of that. */
static dxki_hlsl_node *type_call(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_ast_type *t = DXKI_HLSL_NEW(c, dxki_ast_type);

    *t = (dxki_ast_type){.kind = DXKI_AST_T_NAMED, .loc = e->a->loc, .path = e->a->path};
    const dxki_ast_expr made = {
        .kind = DXKI_AST_CONSTRUCT, .loc = e->loc, .span = e->span, .type = t, .list = e->list};
    return dxki_hlsl_ready(c) ? dxki_sema_expr(c, &made) : dxki_sema_bad(c, e->loc);
}

/* f(...), a::f(...) */
static dxki_hlsl_node *function_call(dxki_hlsl *c, const dxki_ast_expr *e, call *k)
{
    const dxki_ast_path *path = &e->a->path;
    dxki_hlsl_symbol *symbol = dxki_sema_resolve(c, path);
    dxk_str name = path->parts[path->count - 1]->text;

    const dxki_hlsl_type *arg = NULL;

    k->given = &path->args;
    if (symbol && symbol->kind == DXKI_HLSL_SYM_BAD)
        return dxki_sema_bad(c, e->loc);
    if (symbol && symbol->kind == DXKI_HLSL_SYM_TYPE && path->count > 1)
        return type_call(c, e);
    if (symbol && symbol->kind != DXKI_HLSL_SYM_FUNCTION && symbol->kind != DXKI_HLSL_SYM_INTRINSIC)
        return object_call(c, e, dxki_sema_expr(c, e->a), k);
    k->name = path->parts[path->count - 1];
    if (symbol && symbol->kind == DXKI_HLSL_SYM_INTRINSIC) {
        k->loc = path->start;
        return intrinsic_call(c, k, symbol);
    }
    if (path->args.count && path->args.items[0].type && may_be_language(c, path, symbol))
        arg = dxki_sema_type(c, path->args.items[0].type);
    if (gather(c, path, symbol, k)) {
        dxki_hlsl_node *own =
            may_be_language(c, path, symbol) ? fitting_language_call(c, k, arg) : NULL;
        if (!own)
            return choose(c, k);
        c->sema->stack.count = k->mark;
        return own;
    }
    dxki_hlsl_node *n = language_call(c, k, language_scope(c, k->name), arg);
    if (n)
        return n;
    return dxki_sema_undeclared(c, name, DXKI_SEMA_CALLED, e->a->loc);
}

/* The method of a structure; x.Base::f says whose. NULL: there is none of that name. */
static dxki_hlsl_symbol *find_method(dxki_hlsl *c, const dxki_hlsl_type *t,
                                     const dxki_ast_path *path)
{
    const dxki_hlsl_name *name = path->parts[path->count - 1];

    if (path->count == 1)
        return dxki_sema_find_in(c, t->record->scope, name);
    dxki_hlsl_scope *scope = dxki_sema_resolve_scope(c, path, path->count - 1);
    return scope ? dxki_sema_find_in(c, scope, name) : NULL;
}

static dxki_hlsl_node *record_method(dxki_hlsl *c, const dxki_ast_expr *e, call *k)
{
    const dxki_ast_path *path = &e->a->path;
    dxki_hlsl_symbol *symbol = find_method(c, k->object->type, path);

    if (symbol && symbol->kind == DXKI_HLSL_SYM_FUNCTION) {
        dxki_sema_gather(c, symbol, true);
        return choose(c, k);
    }
    if (symbol)
        return object_call(c, e, dxki_sema_member_of(c, k->object, e->a), k);
    return dxki_sema_no_member(c, k->object->type, k->name->text, true, e->a->loc);
}

/* False: a method of a resource has arguments that it takes none of, which is reported. From HLSL 2018 on
 * buffers of bytes are loaded from and stored to by type; ordered ones are not. */
static bool check_given(dxki_hlsl *c, const call *k)
{
    const dxki_hlsl_type *t = k->object->type;
    const dxki_hlsl_object_info *info =
        t->kind == DXKI_HLSL_TY_OBJECT ? dxki_hlsl_object_at((dxki_hlsl_object)t->object) : NULL;

    if (!info || info->cls == DXK_RESOURCE_CLASS_INVALID || !k->given->count)
        return true;
    const dxki_ast_arg *first = k->given->items;
    const dxki_arg name = dxki_text(k->name->text);
    const dxki_hlsl_loc loc = first->type ? first->type->loc : first->expr->loc;
    if (info->kind != DXK_RESOURCE_KIND_RAW_BUFFER || t->object == DXKI_HLSL_O_ROV_RAW ||
        (!dxki_str_is(k->name->text, "Load") && !dxki_str_is(k->name->text, "Store")))
        DXKI_HLSL_REPORT(c, EXPLICIT_ARGUMENTS, loc, name);
    else if (c->version < 2018)
        DXKI_HLSL_REPORT(c, EXPLICIT_VERSION, loc, name);
    else if (k->given->count > 1 || !first->type)
        DXKI_HLSL_REPORT(c, EXPLICIT_TYPE, loc, name);
    else
        return true;
    return false;
}

/* Before HLSL 2018 a buffer of bytes stores a uint, whatever it is given. */
static bool stores_uint(const dxki_hlsl *c, const call *k)
{
    const dxki_hlsl_type *t = k->object->type;

    return c->version < 2018 && t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_RW_RAW &&
           dxki_str_is(k->name->text, "Store") && k->count == 2 &&
           !dxki_hlsl_is_error(k->args[1]->type);
}

/* Is it a parameter of a template that is being checked? */
static bool is_type_parameter(dxki_hlsl *c, const dxki_ast_type *t)
{
    const dxki_ast_path *path = t && t->kind == DXKI_AST_T_NAMED ? &t->path : NULL;
    const dxki_hlsl_symbol *symbol =
        path && path->count == 1 && !path->args.given ? dxki_sema_find(c, path->parts[0]) : NULL;

    return symbol && symbol->kind == DXKI_HLSL_SYM_TYPE && dxki_hlsl_is_error(symbol->type) &&
           symbol->scope->kind == DXKI_HLSL_TEMPLATE_PARAMS;
}

/* x.f<int>(...) of an x whose type is such a parameter: the word `template` says that f is one. */
static void check_keyword(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_ast_path *path = &e->path;
    const dxki_ast_expr *base = e->a;
    const dxki_hlsl_symbol *symbol = base->kind == DXKI_AST_NAME && base->path.count == 1
                                         ? dxki_sema_find(c, base->path.parts[0])
                                         : NULL;

    if (!c->sema->checking || path->count != 1 || path->says_template || !path->args.given ||
        !symbol || symbol->kind != DXKI_HLSL_SYM_VAR || !symbol->var->decl)
        return;
    if (is_type_parameter(c, symbol->var->decl->type))
        DXKI_HLSL_REPORT(c, TEMPLATE_KEYWORD, path->loc, dxki_text(path->parts[0]->text));
}

/* x.f(...) */
static dxki_hlsl_node *method_call(dxki_hlsl *c, const dxki_ast_expr *e, call *k)
{
    const dxki_ast_path *path = &e->a->path;
    dxki_hlsl_node *object = k->object, *n = NULL;
    const dxki_hlsl_type *arg = NULL;

    if (dxki_hlsl_is_error(object->type))
        check_keyword(c, e->a);
    if (dxki_hlsl_is_error(object->type) || !path->count)
        return dxki_sema_bad(c, e->loc);
    k->name = path->parts[path->count - 1];
    if (object->type->kind == DXKI_HLSL_TY_OBJECT && object->type->element &&
        object->type->object == DXKI_HLSL_O_CONSTANTS)
        object = dxki_sema_as(c, object, object->type->element);
    k->object = object;
    k->given = &path->args;
    if (object->type->kind == DXKI_HLSL_TY_RECORD)
        return record_method(c, e, k);
    if (!check_given(c, k))
        return dxki_sema_bad(c, e->loc);
    if (object->type->kind == DXKI_HLSL_TY_ARRAY) {
        DXKI_HLSL_REPORT(c, NO_RECORD, e->a->loc, dxki_text(dxki_sema_value_told(c, object)));
        return dxki_sema_bad(c, e->loc);
    }
    if (path->args.count)
        arg = path->args.items[0].type ? dxki_sema_type(c, path->args.items[0].type) : NULL;
    if (arg && arg->has_objects) {
        if (!dxki_sema_refuse_hits(c, arg, path->args.items[0].type->loc,
                                   "builtin template parameters"))
            DXKI_HLSL_REPORT(c, OBJECT_ELEMENT, path->args.items[0].type->loc,
                             dxki_text(dxki_hlsl_type_text(c, arg, true)));
        DXKI_HLSL_REPORT(c, EXPLICIT_TYPE, path->args.items[0].type->loc, dxki_text(k->name->text));
        return dxki_sema_bad(c, e->loc);
    }
    if (stores_uint(c, k)) {
        const dxki_hlsl_type *t = k->args[1]->type;
        if (t->kind == DXKI_HLSL_TY_RECORD || t->rows * t->columns > 1) {
            DXKI_HLSL_REPORT(c, NO_METHOD_MATCH, e->loc, dxki_text(k->name->text));
            return dxki_sema_bad(c, e->loc);
        }
        arg = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT);
    }
    if (object->type->kind == DXKI_HLSL_TY_OBJECT)
        n = dxki_sema_node_get(c, object, k->name->text, k->args, k->count, e->loc);
    if (object->type->kind == DXKI_HLSL_TY_OBJECT && !n)
        n = object_method(c, k, arg);
    if (n)
        return n;
    if (dxki_hlsl_is_numeric(object->type))
        return object_call(c, e, dxki_sema_member_of(c, object, e->a), k);
    return dxki_sema_no_member(c, object->type, k->name->text, true, e->a->loc);
}

dxki_hlsl_node *dxki_sema_call(dxki_hlsl *c, const dxki_ast_expr *e)
{
    call k = {.loc = e->loc};

    if (e->a->kind == DXKI_AST_MEMBER)
        k.object = dxki_sema_selected(c, e->a->a, DXKI_SEMA_MEMBER);
    if (!arguments(c, &e->list, &k.args, &k.count))
        return dxki_sema_bad(c, e->loc);
    k.mark = c->sema->stack.count;
    if (e->a->kind == DXKI_AST_MEMBER)
        return method_call(c, e, &k);
    if (e->a->kind == DXKI_AST_NAME && e->a->path.count)
        return function_call(c, e, &k);
    return object_call(c, e, dxki_sema_expr(c, e->a), &k);
}

dxki_hlsl_node *dxki_sema_operator_call(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *object,
                                        dxki_hlsl_node *arg, dxki_hlsl_loc loc)
{
    call k = {.name = dxki_sema_operator_name(c, op), .loc = loc, .object = object, .count = 1};
    dxki_hlsl_symbol *symbol;
    size_t count = 1;
    bool tie;

    if (object->type->kind != DXKI_HLSL_TY_RECORD)
        return NULL;
    symbol = dxki_sema_find_in(c, object->type->record->scope, k.name);
    if (!symbol)
        return NULL;
    k.args = dxki_hlsl_copy(c, &arg, sizeof(dxki_hlsl_node *), &count);
    k.mark = c->sema->stack.count;
    if (!k.args)
        return dxki_sema_bad(c, loc);
    dxki_sema_gather(c, symbol, true);
    dxki_hlsl_function *f = best(c, &k, &tie);
    dxki_hlsl_node *n = NULL;
    if (tie) {
        DXKI_HLSL_REPORT(c, AMBIGUOUS_OPERATOR, loc,
                         dxki_text(dxki_str(dxki_hlsl_tok_text((dxki_hlsl_tok)op))));
        n = dxki_sema_bad(c, loc);
    } else if (f) {
        n = make_call(c, f, &k);
    }
    if (dxki_hlsl_ready(c))
        c->sema->stack.count = k.mark;
    return n;
}
