/* SPDX-License-Identifier: MIT */
/* label.c - labels of a switch: none is repeated, none is after a variable that would get a value. See check.h. */
#include "sema/check.h"

#include "base/sort.h"

static bool gets_value(const dxki_ast_decl *d)
{
    return d->kind == DXKI_AST_VARIABLE && d->init && !(d->mods & DXKI_AST_MOD(STATIC));
}

/* What gets a value in front of a place, the last one first. */
typedef struct passed {
    const dxki_ast_decl *decl;
    const struct passed *before;
} passed;

/* A label with something in front of it that would get a value. */
typedef struct jump {
    const dxki_ast_stmt *label;
    const passed *last;
} jump;

typedef struct jumps {
    dxki_hlsl *c;
    DXKI_VEC(jump) bad;
} jumps;

static void pass(jumps *j, const dxki_ast_decl *d, const passed **at)
{
    if (!d || !gets_value(d))
        return;
    passed *made = DXKI_HLSL_NEW(j->c, passed);
    *made = (passed){d, *at};
    *at = made;
}

static void pass_all(jumps *j, const dxki_ast_stmt *s, const passed **at)
{
    for (size_t k = 0; s && s->kind == DXKI_AST_DECLARATION && k < s->decls.count; k++)
        pass(j, s->decls.items[k], at);
}

/* Finds the labels in a statement, but not those of a switch in it. */
static void find_jumps(jumps *j, const dxki_ast_stmt *s, const passed *at)
{
    if (!s || s->kind == DXKI_AST_SWITCH)
        return;
    if (s->kind == DXKI_AST_CASE && at)
        DXKI_HLSL_PUSH(j->c, &j->bad, ((jump){s, at}));
    for (size_t i = 0; s->kind == DXKI_AST_BLOCK && i < s->count; i++) {
        find_jumps(j, s->items[i], at);
        pass_all(j, s->items[i], &at);
    }
    if (s->kind == DXKI_AST_BLOCK && s->count && s->items[s->count - 1]->kind == DXKI_AST_CASE)
        DXKI_HLSL_SAY(j->c, LABEL_AT_END, s->items[s->count - 1]->loc);
    pass_all(j, s->init, &at);
    pass(j, s->variable, &at);
    find_jumps(j, s->yes, at);
    find_jumps(j, s->no, at);
}

void dxki_sema_check_jumps(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    jumps j = {.c = c};

    find_jumps(&j, s, NULL);
    for (size_t i = j.bad.count; i-- > 0;) { /* the last one first */
        if (!DXKI_HLSL_SAY(c, JUMP_TO_CASE, j.bad.items[i].label->loc))
            continue;
        for (const passed *p = j.bad.items[i].last; p; p = p->before)
            DXKI_HLSL_SAY(c, JUMP_BYPASSES, p->decl->loc);
    }
    dxki_vec_free(c->ctx, &j.bad);
}

/* Labels in a statement, but not those of a switch in it; `to` may be NULL. Returns their number. */
static size_t find_labels(const dxki_hlsl_code *s, const dxki_hlsl_code **to)
{
    size_t count = 0;

    if (!s || s->kind == DXKI_HLSL_C_SWITCH)
        return 0;
    if (s->kind == DXKI_HLSL_C_CASE) {
        if (to)
            *to = s;
        return 1;
    }
    for (size_t i = 0; i < s->count; i++)
        count += find_labels(s->items[i], to ? to + count : NULL);
    count += find_labels(s->yes, to ? to + count : NULL);
    return count + find_labels(s->no, to ? to + count : NULL);
}

bool dxki_sema_has_labels(const dxki_hlsl_code *s)
{
    return find_labels(s, NULL) != 0;
}

const dxki_hlsl_code **dxki_sema_labels(dxki_hlsl *c, const dxki_hlsl_code *body, size_t *count)
{
    *count = find_labels(body, NULL);
    const dxki_hlsl_code **made = DXKI_NEW_ARRAY(&c->arena, const dxki_hlsl_code *, *count + 1);

    if (made) {
        find_labels(body, made);
    } else {
        *count = 0;
        dxki_hlsl_nomem(c);
    }
    return made;
}

static dxk_str number_text(dxki_hlsl *c, uint64_t value)
{
    dxk_str made = dxki_hlsl_decimal(c, (int64_t)value < 0 ? 0 - value : value);

    return (int64_t)value < 0 ? dxki_hlsl_join(c, dxki_str("-"), made) : made;
}

/* A label of a switch, as it is looked for. */
typedef struct label {
    uint64_t constant;
    size_t at; /* among all */
    bool is_default;
} label;

static bool same_label(const label *a, const label *b)
{
    return a->is_default == b->is_default && (a->is_default || a->constant == b->constant);
}

/* Equal labels stand side by side. */
static bool label_after(const void *user, const void *a, const void *b)
{
    const label *x = a, *y = b;

    (void)user;
    if (x->is_default != y->is_default)
        return x->is_default;
    return !same_label(x, y) && x->constant > y->constant;
}

static void tell_repeated(dxki_hlsl *c, const dxki_hlsl_code *s, const dxki_hlsl_code *first)
{
    DXKI_HLSL_REPORT(c, DUPLICATE_CASE, s->loc, dxki_text(number_text(c, s->constant)));
    DXKI_HLSL_SAY(c, PREVIOUS_CASE, first->loc);
}

static void check_repeated(dxki_hlsl *c, const dxki_hlsl_code **all, size_t count)
{
    label *labels = DXKI_NEW_ARRAY(&c->arena, label, count + 1);
    size_t *first = DXKI_NEW_ARRAY(&c->arena, size_t, count + 1);

    for (size_t i = 0; labels && first && i < count; i++) {
        first[i] = i;
        labels[i] = (label){all[i]->constant, i, all[i]->is_default};
    }
    if (!labels || !first || !dxki_sort(c->ctx, labels, count, sizeof *labels, label_after, NULL)) {
        dxki_hlsl_nomem(c);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        if (same_label(&labels[i - 1], &labels[i]))
            first[labels[i].at] = first[labels[i - 1].at];
    }
    /* of two defaults the last one counts as first, as in the reference */
    for (size_t i = count, last = count; i-- > 0;) {
        if (!all[i]->is_default)
            continue;
        if (last < count && DXKI_HLSL_SAY(c, DUPLICATE_DEFAULT, all[i]->loc))
            DXKI_HLSL_SAY(c, PREVIOUS_CASE, all[last]->loc);
        last = last < count ? last : i;
    }
    for (size_t i = 0; i < count; i++) {
        if (first[i] != i && !all[i]->is_default)
            tell_repeated(c, all[i], all[first[i]]);
    }
}

/* A condition that is known should have its label. */
static void check_known(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_node *n,
                        const dxki_hlsl_code **labels, size_t count)
{
    const dxki_hlsl_loc loc = n->loc;

    if (dxki_hlsl_is_error(n->type) || !dxki_sema_is_integral(n->type))
        return;
    n = dxki_sema_fold(c, n);
    if (!dxki_sema_is_folded(c, e, n))
        return;
    const uint64_t value =
        dxki_sema_convert_bits(c, n->bits[0], n->type->scalar, DXKI_HLSL_S_LITERAL_INT);
    for (size_t i = 0; i < count; i++) {
        if (labels[i]->is_default || labels[i]->constant == value)
            return;
    }
    DXKI_HLSL_REPORT(c, NO_CASE, loc, dxki_text(number_text(c, value)));
}

void dxki_sema_check_labels(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_code *s)
{
    size_t count;
    const dxki_hlsl_code **labels = dxki_sema_labels(c, s->yes, &count);

    if (e)
        check_known(c, e, s->value, labels, count);
    check_repeated(c, labels, count);
}
