/* SPDX-License-Identifier: MIT */
/* init.c - initialiser lists: leaves to leaves, whatever the nesting; see sema.h. */
#include "sema/check.h"

/* What a list has to give: a value, and how many of its leaves are used up. */
typedef struct source {
    dxki_hlsl_node **items;
    size_t count, at;
    uint32_t leaf; /* of items[at] */
} source;

bool dxki_sema_flatten(dxki_hlsl *c, const dxki_ast_exprs *list)
{
    bool good = true;

    for (size_t i = 0; i < list->count && dxki_hlsl_ready(c); i++) {
        const dxki_ast_expr *e = list->items[i];
        if (e->kind == DXKI_AST_LIST && dxki_hlsl_enter(c, e->loc)) {
            good = dxki_sema_flatten(c, &e->list) && good;
            dxki_hlsl_leave(c);
            continue;
        }
        dxki_hlsl_node *n = dxki_sema_expr(c, e);
        good = good && !dxki_hlsl_is_error(n->type);
        dxki_sema_push(c, n);
    }
    return good;
}

dxki_hlsl_node *dxki_sema_leaf(dxki_hlsl *c, dxki_hlsl_node *n, uint32_t i)
{
    const dxki_hlsl_type *t = n->type;
    dxki_hlsl_node *made;

    if (t->kind == DXKI_HLSL_TY_SCALAR || t->kind == DXKI_HLSL_TY_ENUM)
        return n;
    if (t->kind == DXKI_HLSL_TY_RECORD) {
        uint32_t f = 0;
        while (i >= dxki_hlsl_field_inits(t->record, f))
            i -= dxki_hlsl_field_inits(t->record, f++);
        made = dxki_sema_node(c, DXKI_HLSL_N_FIELD, n->loc, t->record->fields[f].type);
        made->index = f;
        if (t->record->fields[f].is_bits) {
            made->a = n;
            made->is_lvalue = n->is_lvalue;
            return dxki_sema_bits(c, made, &t->record->bits[t->record->fields[f].first_bits + i],
                                  n->loc);
        }
    } else if (t->kind == DXKI_HLSL_TY_ARRAY) {
        made = dxki_sema_node(c, DXKI_HLSL_N_ELEMENT, n->loc, t->element);
        made->b = dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT),
                                     i / dxki_hlsl_inits(t->element), n->loc);
        i %= dxki_hlsl_inits(t->element);
    } else {
        made = dxki_sema_node(c, DXKI_HLSL_N_SWIZZLE, n->loc, dxki_hlsl_type_scalar(c, t->scalar));
        if (t->columns > 4) {
            made->kind = DXKI_HLSL_N_ELEMENT;
            made->b = dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), i, n->loc);
        }
        made->count = 1;
        made->rows[0] = (uint8_t)(i / t->columns);
        made->columns[0] = (uint8_t)(i % t->columns);
        i = 0;
    }
    made->a = n;
    made->is_lvalue = n->is_lvalue;
    made->is_const = true;
    if (!dxki_hlsl_enter(c, n->loc))
        return made;
    made = dxki_sema_leaf(c, dxki_sema_fold(c, made), i);
    dxki_hlsl_leave(c);
    return made;
}

/* True if reading parts of a value does no more than reading the whole. */
static bool is_plain(const dxki_hlsl_node *n)
{
    while (n->kind == DXKI_HLSL_N_FIELD || n->kind == DXKI_HLSL_N_SWIZZLE ||
           (n->kind == DXKI_HLSL_N_ELEMENT && n->b->kind == DXKI_HLSL_N_CONSTANT))
        n = n->a;
    return n->kind == DXKI_HLSL_N_VAR || n->kind == DXKI_HLSL_N_THIS ||
           n->kind == DXKI_HLSL_N_CONSTANT || (n->kind == DXKI_HLSL_N_LIST && n->var);
}

/* A value whose parts are taken one by one, which is to be evaluated once. */
static dxki_hlsl_node *kept(dxki_hlsl *c, dxki_hlsl_node *n)
{
    const dxki_hlsl_type *t = n->type;

    if (is_plain(n) || (t->has_objects ? !dxki_hlsl_is_aggregate(t) : t->leaves < 2))
        return n;
    dxki_hlsl_node *made =
        dxki_sema_node(c, DXKI_HLSL_N_LIST, n->loc, dxki_hlsl_type_plain(c, n->type));
    dxki_hlsl_node **items = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_node *, 1);
    made->var = DXKI_HLSL_NEW(c, dxki_hlsl_var);
    if (!items) {
        dxki_hlsl_nomem(c);
        return n;
    }
    items[0] = n;
    made->list = items;
    made->list_count = 1;
    return made;
}

static bool fill(dxki_hlsl *c, const dxki_hlsl_type *t, source *s);

/* The bit fields of a field, in one value. */
static bool fill_bits(dxki_hlsl *c, const dxki_hlsl_record *r, uint32_t field, source *s)
{
    const dxki_hlsl_field *f = &r->fields[field];
    size_t mark = c->sema->stack.count, count;
    bool good = true;

    for (uint32_t i = 0; good && i < f->bit_fields; i++)
        good = fill(c, r->bits[f->first_bits + i].type, s);
    dxki_hlsl_node **values = (dxki_hlsl_node **)dxki_sema_take(c, mark, &count);
    good = good && count == f->bit_fields && dxki_hlsl_ready(c);
    if (good)
        dxki_sema_push(c, dxki_sema_join_bits(c, r, field, values));
    return good;
}

/* A value with objects gives its parts one by one. */
static void spread(dxki_hlsl *c, source *s)
{
    size_t count;
    dxki_hlsl_node *n = s->items[s->at];
    dxki_hlsl_node **parts = n->type->has_objects ? dxki_sema_parts(c, kept(c, n), &count) : NULL;

    if (!parts)
        return;
    const size_t behind = s->count - s->at - 1;
    dxki_hlsl_node **all = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_node *, count + behind);
    if (!all) {
        dxki_hlsl_nomem(c);
        return;
    }
    memcpy(all, parts, count * sizeof *all);
    if (behind)
        memcpy(all + count, s->items + s->at + 1, behind * sizeof *all);
    *s = (source){.items = all, .count = count + behind};
}

/* Pushes the values of a type's leaves; false: too few, or one cannot be converted. */
static bool fill(dxki_hlsl *c, const dxki_hlsl_type *t, source *s)
{
    if (!dxki_hlsl_ready(c) || (s->at >= s->count && (t->leaves || t->has_objects)))
        return false;
    if (!t->leaves && !t->has_objects)
        return true; /* an empty structure */
    if (s->leaf == 0 && !dxki_hlsl_is_aggregate(t))
        spread(c, s);
    dxki_hlsl_node *n = s->items[s->at];
    /* a value that is wanted as it is */
    if (s->leaf == 0 && (dxki_hlsl_same(c, n->type, t) || t->kind == DXKI_HLSL_TY_OBJECT)) {
        s->at++;
        n = dxki_sema_convert(c, n, t, false);
        dxki_sema_push(c, n);
        return !dxki_hlsl_is_error(n->type);
    }
    bool good = true;
    if (t->kind == DXKI_HLSL_TY_ARRAY) {
        for (uint32_t i = 0; good && i < t->count; i++)
            good = fill(c, t->element, s);
        return good;
    }
    if (t->kind == DXKI_HLSL_TY_RECORD) {
        for (uint32_t i = 0; good && i < t->record->field_count; i++)
            good = t->record->fields[i].is_bits ? fill_bits(c, t->record, i, s)
                                                : fill(c, t->record->fields[i].type, s);
        return good;
    }
    const dxki_hlsl_type *scalar = dxki_hlsl_type_scalar(c, (dxki_hlsl_scalar)t->scalar);
    for (uint32_t i = 0; good && i < t->leaves; i++) {
        if (s->at >= s->count)
            return false;
        n = s->items[s->at] = s->leaf == 0 ? kept(c, s->items[s->at]) : s->items[s->at];
        if (n->type->has_objects || n->type->leaves == 0) {
            DXKI_HLSL_REPORT(c, NO_CONVERSION, n->loc, dxki_text(dxki_sema_value_told(c, n)),
                             dxki_text(dxki_sema_decl_told(c, t, NULL, false)));
            return false;
        }
        c->sema->spreads = true; /* what gets smaller is meant to */
        c->sema->nameless = t->kind != DXKI_HLSL_TY_SCALAR;
        dxki_hlsl_node *leaf = dxki_sema_convert(c, dxki_sema_leaf(c, n, s->leaf), scalar, false);
        c->sema->spreads = c->sema->nameless = false;
        good = !dxki_hlsl_is_error(leaf->type);
        dxki_sema_push(c, leaf);
        if (++s->leaf >= dxki_hlsl_inits(n->type)) {
            s->leaf = 0;
            s->at++;
        }
    }
    return good;
}

uint32_t dxki_sema_gives(const dxki_hlsl_type *t)
{
    return t->leaves ? dxki_hlsl_inits(t) : t->has_objects;
}

dxki_hlsl_node *dxki_sema_regroup(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to)
{
    const size_t mark = c->sema->stack.count;
    dxki_hlsl_node *items[] = {n};
    source s = {.items = items, .count = 1};

    dxki_hlsl_node *made = dxki_sema_node(c, DXKI_HLSL_N_LIST, n->loc, dxki_hlsl_type_plain(c, to));
    const bool good = fill(c, to, &s);
    made->list = (dxki_hlsl_node **)dxki_sema_take(c, mark, &made->list_count);
    if (!good || !made->list_count)
        return dxki_sema_bad(c, n->loc);
    /* what is kept is kept for a list */
    return to->kind == DXKI_HLSL_TY_OBJECT && is_plain(n) ? made->list[0] : made;
}

static uint64_t leaves_of(const source *s)
{
    uint64_t leaves = 0;

    for (size_t i = 0; i < s->count; i++)
        leaves += dxki_sema_gives(s->items[i]->type);
    return leaves;
}

static bool check_count(dxki_hlsl *c, const dxki_hlsl_type *t, uint64_t have, dxki_hlsl_loc loc)
{
    const char *plural = dxki_hlsl_inits(t) == 1 ? "" : "s";

    if (t->has_objects || have == dxki_hlsl_inits(t))
        return true;
    if (have < dxki_hlsl_inits(t))
        DXKI_HLSL_REPORT(c, TOO_FEW, loc, dxki_dec(dxki_hlsl_inits(t)), dxki_text(dxki_str(plural)),
                         dxki_dec(have));
    else
        DXKI_HLSL_REPORT(c, TOO_MANY, loc, dxki_dec(dxki_hlsl_inits(t)),
                         dxki_text(dxki_str(plural)), dxki_dec(have));
    return false;
}

/* An array of unknown length is as long as the list makes it. */
static const dxki_hlsl_type *sized(dxki_hlsl *c, const dxki_hlsl_type *t, uint64_t have)
{
    const dxki_hlsl_type *element = t->kind == DXKI_HLSL_TY_ARRAY ? t->element : NULL;

    if (!element || t->count || t->is_empty)
        return t;
    if (element->kind == DXKI_HLSL_TY_OBJECT && have < INT32_MAX)
        return dxki_hlsl_type_array(c, element, (uint32_t)have);
    if (!element->leaves || !dxki_hlsl_inits(element))
        return t;
    have /= dxki_hlsl_inits(element);
    return have ? dxki_hlsl_type_array(c, element, (uint32_t)have)
                : dxki_hlsl_type_empty(c, element);
}

dxki_hlsl_node *dxki_sema_list(dxki_hlsl *c, const dxki_ast_exprs *list,
                               const dxki_hlsl_type **type, dxki_hlsl_loc loc, dxki_hlsl_loc start)
{
    size_t mark = c->sema->stack.count;
    bool good = dxki_sema_flatten(c, list);
    source s = {0};

    s.items = (dxki_hlsl_node **)dxki_sema_take(c, mark, &s.count);
    if (!good || dxki_hlsl_is_error(*type))
        return dxki_sema_bad(c, loc);
    *type = sized(c, *type, leaves_of(&s));
    if (!check_count(c, *type, leaves_of(&s), start))
        return dxki_sema_bad(c, loc);
    uint32_t errors = c->errors;
    good = fill(c, *type, &s) || ((*type)->leaves == 0 && !(*type)->has_objects);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_LIST, loc, dxki_hlsl_type_plain(c, *type));
    n->list = (dxki_hlsl_node **)dxki_sema_take(c, mark, &n->list_count);
    if (!good) {
        if (errors == c->errors && dxki_hlsl_ready(c))
            DXKI_HLSL_REPORT(c, TOO_FEW, loc, dxki_dec(dxki_hlsl_inits(*type)),
                             dxki_text(dxki_str("s")), dxki_dec(leaves_of(&s)));
        return dxki_sema_bad(c, loc);
    }
    return dxki_sema_fold(c, n);
}

/* What an initialiser is for. */
typedef struct purpose {
    const char *what;   /* NULL: nothing that is complained of in its own terms */
    dxki_hlsl_var *var; /* or NULL */
} purpose;

static purpose take_purpose(dxki_hlsl *c)
{
    purpose p = {c->sema->initializes, c->sema->initialized};

    c->sema->initializes = NULL;
    c->sema->initialized = NULL;
    return p;
}

static dxk_str with_const(dxki_hlsl *c, const dxki_hlsl_type *t, dxk_str text)
{
    return t->has_objects || !text.size
               ? text
               : dxki_hlsl_join(c, dxki_str("'const "), (dxk_str){text.data + 1, text.size - 1});
}

/* What does not become what is initialised is complained of in those terms; numbers of one shape are
 * told apart by the long form of their types. */
static bool fits_initialized(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *t,
                             purpose p)
{
    const bool is_var = n->kind == DXKI_HLSL_N_VAR;
    const bool numbers = t->kind == DXKI_HLSL_TY_VECTOR || t->kind == DXKI_HLSL_TY_MATRIX;
    const bool long_form = numbers && n->type->kind == t->kind;

    if (dxki_sema_fit(c, n->type, t) == DXKI_HLSL_FITS)
        return true;
    const dxki_ast_decl *own = p.var && !long_form ? p.var->decl : NULL;
    dxk_str to = dxki_sema_decl_told(c, t, own, long_form);
    dxk_str from =
        dxki_sema_decl_told(c, n->type, long_form ? NULL : dxki_sema_decl_of(n), long_form);
    if (p.var && p.var->is_const)
        to = with_const(c, t, to);
    const bool is_known = n->kind == DXKI_HLSL_N_CONSTANT && (n->var || n->is_const);
    const bool place = n->is_lvalue || is_var || is_known;
    if (n->kind == DXKI_HLSL_N_CONSTANT && n->is_const)
        from = dxki_sema_quoted(c, dxki_hlsl_type_canonical(c, n->type));
    if (place && (n->is_const || is_known))
        from = with_const(c, n->type, from);
    const dxki_arg args[] = {dxki_text(dxki_str(p.what)), dxki_text(to), dxki_text(from)};
    dxki_hlsl_mark_expr(c, DXKI_HLSL_MARK_WHOLE, n->loc);
    dxki_hlsl_report(c, place ? DXKI_HLSL_D_INIT_LVALUE : DXKI_HLSL_D_INIT_RVALUE,
                     p.var ? p.var->loc : n->loc, args, 3);
    return false;
}

/* Says that a text or a function, of type `from`, is no initialiser of something else. */
static void refuse_value(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type *t, purpose p,
                         dxk_str from)
{
    dxk_str to = dxki_sema_decl_told(c, t, p.var ? p.var->decl : NULL, false);

    if (p.var && p.var->is_const)
        to = with_const(c, t, to);
    if (p.var)
        p.var->is_bad = true;
    dxki_hlsl_mark_expr(c, DXKI_HLSL_MARK_WHOLE, e->loc);
    DXKI_HLSL_REPORT(c, INIT_LVALUE, p.var ? p.var->loc : e->loc, dxki_text(dxki_str(p.what)),
                     dxki_text(to), dxki_text(from));
}

dxki_hlsl_node *dxki_sema_init(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type **type)
{
    const purpose p = take_purpose(c);

    if (e->kind == DXKI_AST_LIST)
        return dxki_sema_list(c, &e->list, type, e->loc, e->loc);
    const bool takes_string =
        (*type)->kind == DXKI_HLSL_TY_OBJECT && (*type)->object == DXKI_HLSL_O_STRING;
    if (e->kind == DXKI_AST_STRING && p.what && !takes_string && !dxki_hlsl_is_error(*type)) {
        refuse_value(c, e, *type, p, dxki_str("'literal string'"));
        return dxki_sema_bad(c, e->loc);
    }
    if (p.what)
        dxki_sema_may_name_functions(c, e);
    dxki_hlsl_node *n = dxki_sema_expr(c, e);
    const dxk_str function = dxki_sema_uncalled(c);
    if (function.data && !dxki_hlsl_is_error(*type))
        refuse_value(c, e, *type, p, function);
    if (dxki_hlsl_is_error(n->type) || dxki_hlsl_is_error(*type))
        return dxki_sema_bad(c, e->loc);
    if ((*type)->kind == DXKI_HLSL_TY_ARRAY && !(*type)->count && !(*type)->is_empty &&
        n->type->kind == DXKI_HLSL_TY_ARRAY)
        *type = n->type;
    if (p.what && !fits_initialized(c, n, *type, p)) {
        if (p.var)
            p.var->is_bad = true;
        return dxki_sema_bad(c, e->loc);
    }
    if (p.var)
        c->sema->asks = p.var->loc;
    return dxki_sema_convert_for(c, n, *type, p.var ? p.var->decl : NULL, false);
}
