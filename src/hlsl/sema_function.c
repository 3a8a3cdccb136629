/* SPDX-License-Identifier: MIT */
/* sema_function.c - functions; see sema.h. */
#include "hlsl/sema.h"

#define MOD(m) DXKI_AST_MOD(m)

static dxki_hlsl_var *param(dxki_hlsl *c, const dxki_ast_decl *d)
{
    dxki_hlsl_var *v = dxki_sema_make_var(c, d, dxki_sema_type(c, d->type));

    v->storage = DXKI_HLSL_LOCAL;
    if (d->mods & MOD(INOUT) || (d->mods & MOD(IN) && d->mods & MOD(OUT)))
        v->direction = DXKI_HLSL_IN | DXKI_HLSL_OUT;
    else
        v->direction = d->mods & MOD(OUT) ? DXKI_HLSL_OUT : DXKI_HLSL_IN;
    if (d->init) {
        const dxki_hlsl_type *type = v->type;
        dxki_hlsl_node *value = dxki_sema_init(c, d->init, &type);
        v->init = dxki_hlsl_is_error(value->type) ? NULL : value;
    }
    return v;
}

static bool same_params(dxki_hlsl *c, const dxki_hlsl_function *a, const dxki_hlsl_function *b)
{
    if (a->param_count != b->param_count)
        return false;
    for (size_t i = 0; i < a->param_count; i++) {
        if (!dxki_hlsl_same(c, a->params[i]->type, b->params[i]->type) ||
            a->params[i]->direction != b->params[i]->direction)
            return false;
    }
    return true;
}

/* The function that was declared before; or the new one, among the others of its name. */
static dxki_hlsl_function *join(dxki_hlsl *c, dxki_hlsl_function *f, dxki_hlsl_function **first)
{
    for (dxki_hlsl_function *old = *first; old && dxki_hlsl_ready(c); old = old->next) {
        if (!same_params(c, old, f))
            continue;
        if (old->decl->body && f->decl->body) {
            DXKI_HLSL_REPORT(c, REDEFINITION, f->loc, dxki_text(f->name->text));
            DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
        }
        if (f->decl->body) {
            f->next = old->next; /* calls that were resolved refer to `old` */
            dxki_hlsl_function *next = old->next;
            size_t required = old->required < f->required ? old->required : f->required;
            *old = *f;
            old->next = next;
            old->required = required;
        }
        return old;
    }
    f->next = *first;
    *first = f;
    return f;
}

void dxki_sema_function_body(dxki_hlsl *c, dxki_hlsl_function *f)
{
    dxki_hlsl_function *outer = c->sema->function;
    size_t scope = dxki_sema_begin_scope(c);
    unsigned loops = c->sema->loops, switches = c->sema->switches;

    c->sema->function = f;
    c->sema->loops = c->sema->switches = 0;
    for (size_t i = 0; i < f->param_count; i++) {
        dxki_hlsl_var *v = f->params[i];
        if (v->name)
            dxki_sema_declare(c, v->name, DXKI_HLSL_SYM_VAR, v->loc)->var = v;
    }
    f->body = dxki_sema_body(c, f->decl->body);
    c->sema->function = outer;
    c->sema->loops = loops;
    c->sema->switches = switches;
    dxki_sema_end_scope(c, scope);
    DXKI_HLSL_PUSH(c, &c->sema->functions, f);
}

dxki_hlsl_function *dxki_sema_make_function(dxki_hlsl *c, const dxki_ast_decl *d,
                                            dxki_hlsl_record *record)
{
    dxki_hlsl_function *f = DXKI_HLSL_NEW(c, dxki_hlsl_function);
    size_t mark = c->sema->stack.count;

    f->name = d->name;
    f->loc = d->loc;
    f->decl = d;
    f->record = record;
    f->is_static = (d->mods & MOD(STATIC)) != 0;
    f->result = dxki_sema_dims(c, dxki_sema_type(c, d->type), &d->dims, d->loc);
    for (size_t i = 0; i < d->params.count; i++) {
        dxki_hlsl_var *v = param(c, d->params.items[i]);
        if (!v->init)
            f->required = i + 1;
        dxki_sema_push(c, v);
    }
    f->params = (dxki_hlsl_var **)dxki_sema_take(c, mark, &f->param_count);
    if (record && !f->is_static) {
        f->self = DXKI_HLSL_NEW(c, dxki_hlsl_var);
        f->self->type = record->type;
        f->self->storage = DXKI_HLSL_LOCAL;
    }
    return f;
}

void dxki_sema_function(dxki_hlsl *c, const dxki_ast_decl *d)
{
    if (dxki_sema_lacks(c, d) || !d->name)
        return;
    dxki_hlsl_function *f = dxki_sema_make_function(c, d, NULL);
    dxki_hlsl_symbol *symbol = dxki_sema_here(c, d->name);
    if (symbol && symbol->kind != DXKI_HLSL_SYM_FUNCTION) {
        dxki_sema_check_new(c, d->name, d->loc);
        return;
    }
    if (!symbol)
        symbol = dxki_sema_declare(c, d->name, DXKI_HLSL_SYM_FUNCTION, d->loc);
    if (!dxki_hlsl_ready(c))
        return;
    f = join(c, f, &symbol->function);
    if (d->body && f->decl == d)
        dxki_sema_function_body(c, f);
}
