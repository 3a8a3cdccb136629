/* SPDX-License-Identifier: MIT */
/* label.c - labels of a switch: none is repeated, none is after a variable that would get a value. See check.h. */
#include "sema/check.h"

#include "base/sort.h"

static bool gets_value(const dxki_ast_decl *d)
{
    return d->kind == DXKI_AST_VARIABLE && d->init && !(d->mods & DXKI_AST_MOD(STATIC));
}

/* Complains of a label at item `at`, and names the variables in front of it, the last one first. */
static void tell_jump(dxki_hlsl *c, const dxki_ast_stmt *s, size_t at)
{
    if (!DXKI_HLSL_SAY(c, JUMP_TO_CASE, s->items[at]->loc))
        return;
    while (at-- > 0) {
        const dxki_ast_stmt *item = s->items[at];
        for (size_t k = item->kind == DXKI_AST_DECLARATION ? item->decls.count : 0; k-- > 0;)
            if (gets_value(item->decls.items[k]))
                DXKI_HLSL_SAY(c, JUMP_BYPASSES, item->decls.items[k]->loc);
    }
}

void dxki_sema_check_jumps(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    bool passed = false;

    for (size_t i = 0; i < s->count; i++) {
        const dxki_ast_stmt *item = s->items[i];
        if (item->kind == DXKI_AST_CASE && passed)
            tell_jump(c, s, i);
        for (size_t k = 0; item->kind == DXKI_AST_DECLARATION && k < item->decls.count; k++)
            passed = passed || gets_value(item->decls.items[k]);
    }
    if (s->count && s->items[s->count - 1]->kind == DXKI_AST_CASE)
        DXKI_HLSL_SAY(c, LABEL_AT_END, s->items[s->count - 1]->loc);
}

static dxk_str number_text(dxki_hlsl *c, uint64_t value)
{
    dxk_str made = dxki_hlsl_decimal(c, (int64_t)value < 0 ? 0 - value : value);

    return (int64_t)value < 0 ? dxki_hlsl_join(c, dxki_str("-"), made) : made;
}

/* A label of a switch, as it is looked for. */
typedef struct label {
    uint64_t constant;
    size_t at; /* in the body */
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

static void check_repeated(dxki_hlsl *c, const dxki_hlsl_code *body)
{
    label *labels = DXKI_NEW_ARRAY(&c->arena, label, body->count + 1);
    size_t *first = DXKI_NEW_ARRAY(&c->arena, size_t, body->count + 1), count = 0;

    for (size_t i = 0; labels && first && i < body->count; i++) {
        const dxki_hlsl_code *s = body->items[i];
        first[i] = i;
        if (s->kind == DXKI_HLSL_C_CASE)
            labels[count++] = (label){s->constant, i, s->is_default};
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
    for (size_t i = body->count, last = body->count; i-- > 0;) {
        if (body->items[i]->kind != DXKI_HLSL_C_CASE || !body->items[i]->is_default)
            continue;
        if (last < body->count && DXKI_HLSL_SAY(c, DUPLICATE_DEFAULT, body->items[i]->loc))
            DXKI_HLSL_SAY(c, PREVIOUS_CASE, body->items[last]->loc);
        last = last < body->count ? last : i;
    }
    for (size_t i = 0; i < body->count; i++) {
        if (first[i] != i && !body->items[i]->is_default)
            tell_repeated(c, body->items[i], body->items[first[i]]);
    }
}

/* A condition that is known should have its label. */
static void check_known(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_node *n,
                        const dxki_hlsl_code *body)
{
    const dxki_hlsl_loc loc = n->loc;

    if (dxki_hlsl_is_error(n->type) || !dxki_sema_is_integral(n->type))
        return;
    n = dxki_sema_fold(c, n);
    if (!dxki_sema_is_folded(c, e, n))
        return;
    const uint64_t value =
        dxki_sema_convert_bits(c, n->bits[0], n->type->scalar, DXKI_HLSL_S_LITERAL_INT);
    for (size_t i = 0; i < body->count; i++) {
        const dxki_hlsl_code *s = body->items[i];
        if (s->kind == DXKI_HLSL_C_CASE && (s->is_default || s->constant == value))
            return;
    }
    DXKI_HLSL_REPORT(c, NO_CASE, loc, dxki_text(number_text(c, value)));
}

void dxki_sema_check_labels(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_code *s)
{
    if (e)
        check_known(c, e, s->value, s->yes);
    check_repeated(c, s->yes);
}
