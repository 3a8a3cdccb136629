/* SPDX-License-Identifier: MIT */
/* sema_record.c - structures, their members and methods; see sema.h. */
#include "hlsl/sema.h"

#define MOD(m) DXKI_AST_MOD(m)

static void add_field(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    if (dxki_sema_lacks(c, d))
        return;
    if (d->mods & MOD(STATIC)) {
        dxki_hlsl_var *v = dxki_sema_local(c, d);
        v->storage = DXKI_HLSL_STATIC;
        size_t count = r->static_count + 1;
        dxki_hlsl_var **all = DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_var *, count);
        if (!all) {
            dxki_hlsl_nomem(c);
            return;
        }
        if (r->static_count)
            memcpy(all, r->statics, r->static_count * sizeof *all);
        all[count - 1] = v;
        r->statics = all;
        r->static_count = count;
        return;
    }
    dxki_hlsl_var *v = dxki_sema_make_var(c, d, dxki_sema_type(c, d->type));
    if (d->init)
        DXKI_HLSL_SAY(c, MEMBER_DEFAULT, d->loc);
    dxki_hlsl_field *f = DXKI_HLSL_NEW(c, dxki_hlsl_field);
    *f = (dxki_hlsl_field){.name = d->name, .type = v->type, .loc = d->loc, .decl = d};
    dxki_sema_push(c, f);
}

static void take_fields(dxki_hlsl *c, dxki_hlsl_record *r, size_t mark)
{
    size_t count;
    dxki_hlsl_field **items = (dxki_hlsl_field **)dxki_sema_take(c, mark, &count);

    r->fields = count ? DXKI_NEW_ARRAY(&c->arena, dxki_hlsl_field, count) : NULL;
    if (count && !r->fields)
        dxki_hlsl_nomem(c);
    for (r->field_count = 0; r->fields && r->field_count < count; r->field_count++)
        r->fields[r->field_count] = *items[r->field_count];
}

static void add_base(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    for (size_t i = 0; i < d->base_count; i++) {
        const dxki_hlsl_type *t = dxki_sema_type(c, d->bases[i]);
        if (t->kind != DXKI_HLSL_TY_RECORD || (t->record->field_count == 0 && t->leaves == 0))
            continue; /* an interface */
        dxki_hlsl_field *f = DXKI_HLSL_NEW(c, dxki_hlsl_field);
        *f = (dxki_hlsl_field){.type = t, .loc = d->loc};
        dxki_sema_push(c, f);
        r->has_base = true;
    }
}

/* Makes members known by their plain names: in methods. */
static void declare_members(dxki_hlsl *c, const dxki_hlsl_record *r)
{
    if (r->has_base && dxki_hlsl_enter(c, r->loc)) {
        declare_members(c, r->fields[0].type->record);
        dxki_hlsl_leave(c);
    }
    for (size_t i = r->has_base; i < r->field_count; i++) {
        dxki_hlsl_name *name = r->fields[i].decl ? r->fields[i].decl->name : NULL;
        if (name)
            dxki_sema_declare(c, name, DXKI_HLSL_SYM_FIELD, r->fields[i].loc);
    }
    for (size_t i = 0; i < r->static_count; i++)
        dxki_sema_declare(c, r->statics[i]->name, DXKI_HLSL_SYM_VAR, r->statics[i]->loc)->var =
            r->statics[i];
    for (size_t i = 0; i < r->method_count; i++) {
        dxki_hlsl_symbol *s = dxki_sema_here(c, r->methods[i]->name);
        if (!s || s->kind != DXKI_HLSL_SYM_FUNCTION)
            dxki_sema_declare(c, r->methods[i]->name, DXKI_HLSL_SYM_FUNCTION, r->methods[i]->loc)
                ->function = r->methods[i];
    }
}

/* Methods of one name are chained; the record has the first of each. */
static void add_methods(dxki_hlsl *c, dxki_hlsl_record *r, const dxki_ast_decl *d)
{
    size_t mark = c->sema->stack.count;

    for (size_t i = 0; i < d->members.count; i++) {
        const dxki_ast_decl *m = d->members.items[i];
        if (m->kind != DXKI_AST_FUNCTION || dxki_sema_lacks(c, m) || !m->name)
            continue;
        dxki_hlsl_function *f = dxki_sema_make_function(c, m, r);
        bool joined = false;
        for (size_t k = mark; k < c->sema->stack.count; k++) {
            dxki_hlsl_function *first = c->sema->stack.items[k];
            if (first->name != f->name)
                continue;
            f->next = first->next;
            first->next = f;
            joined = true;
        }
        if (!joined)
            dxki_sema_push(c, f);
    }
    r->methods = (dxki_hlsl_function **)dxki_sema_take(c, mark, &r->method_count);
    size_t scope = dxki_sema_begin_scope(c);
    declare_members(c, r);
    for (size_t i = 0; i < r->method_count; i++) {
        for (dxki_hlsl_function *f = r->methods[i]; f && dxki_hlsl_ready(c); f = f->next) {
            if (f->decl->body)
                dxki_sema_function_body(c, f);
        }
    }
    dxki_sema_end_scope(c, scope);
}

void dxki_sema_record(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type **made)
{
    dxki_hlsl_symbol *old = d->name ? dxki_sema_here(c, d->name) : NULL;
    dxki_hlsl_record *r;

    *made = dxki_hlsl_type_error(c);
    if (dxki_sema_lacks(c, d) || !dxki_hlsl_enter(c, d->loc))
        return;
    if (old && old->kind == DXKI_HLSL_SYM_TYPE && old->type->kind == DXKI_HLSL_TY_RECORD &&
        !old->type->record->complete) {
        r = old->type->record;
    } else {
        if (old && d->defined)
            dxki_sema_check_new(c, d->name, d->loc);
        r = dxki_hlsl_type_record(c, d->name, d->loc);
        r->is_class = d->op == DXKI_HLSL_K_CLASS;
        if (d->name && dxki_hlsl_ready(c))
            dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_TYPE, d->loc)->type = r->type;
    }
    if (dxki_hlsl_ready(c))
        *made = r->type;
    if (d->defined && dxki_hlsl_ready(c)) {
        size_t mark = c->sema->stack.count, scope = dxki_sema_begin_scope(c);
        add_base(c, r, d);
        for (size_t i = 0; i < d->members.count; i++) {
            const dxki_ast_decl *m = d->members.items[i];
            if (m->kind == DXKI_AST_VARIABLE)
                add_field(c, r, m);
            else if (m->kind != DXKI_AST_FUNCTION)
                dxki_sema_declaration(c, m);
        }
        take_fields(c, r, mark);
        dxki_hlsl_record_done(c, r);
        add_methods(c, r, d);
        dxki_sema_end_scope(c, scope);
    }
    dxki_hlsl_leave(c);
}
