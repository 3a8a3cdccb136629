/* SPDX-License-Identifier: MIT */
/* sema_call.c - calls: which overload, with which arguments; see sema.h. */
#include "hlsl/sema.h"

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

    if (a == b)
        return false;
    if ((literal_int(a) && int_y) || (literal_int(b) && int_x))
        return false;
    if (int_x && int_y && x->bits == y->bits)
        return false;
    if ((a == DXKI_HLSL_S_LITERAL_FLOAT || b == DXKI_HLSL_S_LITERAL_FLOAT) &&
        x->number == y->number && !((x->flags | y->flags) & DXKI_HLSL_MINIMUM))
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

/* Cost of one argument: each thing that happens weighs more than all that come before it. */
static uint64_t score(dxki_hlsl *c, const dxki_hlsl_type *from, const dxki_hlsl_type *to)
{
    static const unsigned first = 2, step = 7;
    uint64_t cost = 0;

    if (dxki_hlsl_same(c, from, to) || !dxki_hlsl_is_value(from) || !dxki_hlsl_is_value(to))
        return 0;
    dxki_hlsl_scalar r = from->scalar, l = to->scalar, common = dxki_sema_common(l, r);
    const bool rows[8] = {
        from->leaves<to->leaves, promotes(common, l), promotes(r, common), is_int_cast(l, common),
                     is_int_cast(common, r), is_cast(l, common), is_cast(common, r), from->leaves>
            to->leaves,
    };
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
        const dxki_hlsl_var *p = f->params[i];
        if (p->direction & DXKI_HLSL_IN &&
            dxki_sema_fit(c, args[i]->type, p->type) != DXKI_HLSL_FITS)
            return false;
        if (p->direction & DXKI_HLSL_OUT &&
            (!args[i]->is_lvalue || dxki_sema_fit(c, p->type, args[i]->type) != DXKI_HLSL_FITS))
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

/* The one that fits best; NULL: none (*tie is false), or several. */
static dxki_hlsl_function *best(dxki_hlsl *c, dxki_hlsl_function *first, dxki_hlsl_node **args,
                                size_t count, bool *tie)
{
    dxki_hlsl_function *found = NULL;
    uint64_t lowest = 0;

    *tie = false;
    for (dxki_hlsl_function *f = first; f && dxki_hlsl_ready(c); f = f->next) {
        if (!viable(c, f, args, count))
            continue;
        uint64_t own = total(c, f, args, count);
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
/* Calls                                                                                      */

static dxki_hlsl_node *no_match(dxki_hlsl *c, dxk_str name, dxki_hlsl_loc loc)
{
    DXKI_HLSL_REPORT(c, NO_MATCH, loc, dxki_text(name));
    return dxki_sema_bad(c, loc);
}

/* Arguments as the parameters want them; those that are left out have their defaults. */
static dxki_hlsl_node *make_call(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_node *object,
                                 dxki_hlsl_node **args, size_t count, dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_CALL, loc, f->result);
    size_t mark = c->sema->stack.count;

    n->function = f;
    n->a = object;
    if (object)
        dxki_sema_note_written(object);
    for (size_t i = 0; i < f->param_count; i++) {
        const dxki_hlsl_var *p = f->params[i];
        dxki_hlsl_node *arg = i < count ? args[i] : p->init;
        if (!arg)
            return dxki_sema_bad(c, loc);
        if (p->direction & DXKI_HLSL_OUT) {
            if (!dxki_sema_writable(c, arg))
                return dxki_sema_bad(c, loc);
        } else {
            arg = dxki_sema_convert(c, arg, p->type, false);
        }
        dxki_sema_push(c, arg);
    }
    n->list = (dxki_hlsl_node **)dxki_sema_take(c, mark, &n->list_count);
    return n;
}

static dxki_hlsl_node *choose(dxki_hlsl *c, dxki_hlsl_function *first, dxki_hlsl_node *object,
                              dxk_str name, dxki_hlsl_node **args, size_t count, dxki_hlsl_loc loc)
{
    bool tie;
    dxki_hlsl_function *f = best(c, first, args, count, &tie);

    if (tie) {
        DXKI_HLSL_REPORT(c, AMBIGUOUS, loc, dxki_text(name));
        return dxki_sema_bad(c, loc);
    }
    return f ? make_call(c, f, object, args, count, loc) : no_match(c, name, loc);
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

/* f(...) */
static dxki_hlsl_node *function_call(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_node **args,
                                     size_t count)
{
    const dxki_ast_path *path = &e->a->path;
    const dxki_hlsl_name *name = path->parts[0];
    const dxki_hlsl_symbol *symbol = dxki_sema_find(name);
    dxki_hlsl_node *self = NULL;

    if (path->args.given) {
        dxki_sema_unsupported(c, e->loc, "templates");
        return dxki_sema_bad(c, e->loc);
    }
    if (symbol && symbol->kind == DXKI_HLSL_SYM_UNSUPPORTED)
        return dxki_sema_bad(c, e->loc);
    if (symbol && symbol->kind == DXKI_HLSL_SYM_FUNCTION) {
        if (symbol->function->record && c->sema->function && c->sema->function->self) {
            self = dxki_sema_node(c, DXKI_HLSL_N_VAR, e->loc, c->sema->function->self->type);
            self->var = c->sema->function->self;
            self->is_lvalue = true;
        }
        bool tie, intrinsic = dxki_sema_is_intrinsic(dxki_str(""), name->text);
        if (intrinsic && !best(c, symbol->function, args, count, &tie) && !tie)
            symbol = NULL;
        else
            return choose(c, symbol->function, self, name->text, args, count, e->loc);
    }
    dxki_hlsl_node *n = dxki_sema_intrinsic(c, NULL, name->text, args, count, NULL, e->loc);
    if (n)
        return n;
    DXKI_HLSL_REPORT(c, UNDECLARED, e->loc, dxki_text(name->text));
    return dxki_sema_bad(c, e->loc);
}

static dxki_hlsl_function *find_method(const dxki_hlsl_type *t, const dxki_hlsl_name *name)
{
    while (t->kind == DXKI_HLSL_TY_RECORD) {
        const dxki_hlsl_record *r = t->record;
        for (size_t i = 0; i < r->method_count; i++) {
            if (r->methods[i]->name == name)
                return r->methods[i];
        }
        if (!r->has_base || !r->field_count)
            break;
        t = r->fields[0].type;
    }
    return NULL;
}

/* The part of an object that a method of a base works on. */
static dxki_hlsl_node *as_base(dxki_hlsl *c, dxki_hlsl_node *object, const dxki_hlsl_record *r)
{
    while (object->type->record != r && object->type->record->has_base) {
        dxki_hlsl_node *n =
            dxki_sema_node(c, DXKI_HLSL_N_FIELD, object->loc, object->type->record->fields[0].type);
        n->a = object;
        n->is_lvalue = object->is_lvalue;
        n->is_const = object->is_const;
        object = n;
    }
    return object;
}

/* x.f(...) */
static dxki_hlsl_node *method_call(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_node **args,
                                   size_t count)
{
    const dxki_ast_path *path = &e->a->path;
    dxki_hlsl_node *object = dxki_sema_expr(c, e->a->a), *n = NULL;
    const dxki_hlsl_type *arg = NULL;

    if (dxki_hlsl_is_error(object->type) || path->count != 1)
        return dxki_sema_bad(c, e->loc);
    const dxki_hlsl_name *name = path->parts[0];
    if (object->type->kind == DXKI_HLSL_TY_OBJECT && object->type->element &&
        object->type->object == DXKI_HLSL_O_CONSTANTS)
        object = dxki_sema_as(c, object, object->type->element);
    if (object->type->kind == DXKI_HLSL_TY_RECORD) {
        dxki_hlsl_function *f = find_method(object->type, name);
        if (f)
            return choose(c, f, as_base(c, object, f->record), name->text, args, count, e->loc);
    }
    if (path->args.count)
        arg = path->args.items[0].type ? dxki_sema_type(c, path->args.items[0].type) : NULL;
    if (object->type->kind == DXKI_HLSL_TY_OBJECT)
        n = dxki_sema_intrinsic(c, object, name->text, args, count, arg, e->loc);
    if (n)
        return n;
    DXKI_HLSL_REPORT(c, NO_MEMBER, e->a->loc, dxki_text(name->text),
                     dxki_text(dxki_hlsl_type_text(c, object->type, true)));
    return dxki_sema_bad(c, e->loc);
}

dxki_hlsl_node *dxki_sema_call(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_hlsl_node **args;
    size_t count;
    bool good = arguments(c, &e->list, &args, &count);

    if (!good)
        return dxki_sema_bad(c, e->loc);
    if (e->a->kind == DXKI_AST_MEMBER)
        return method_call(c, e, args, count);
    if (e->a->kind == DXKI_AST_NAME && e->a->path.count == 1)
        return function_call(c, e, args, count);
    dxki_sema_unsupported(c, e->loc, "calls of what is no plain name");
    return dxki_sema_bad(c, e->loc);
}
