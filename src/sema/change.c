/* SPDX-License-Identifier: MIT */
/*
 * change.c - which variables may change after they are initialized: those that are assigned to, that
 * are passed to an `out` parameter, or whose methods change them. Whether a method changes its object
 * is known once its body has been checked, so calls are remembered until the end.
 */
#include "sema/sema.h"

/* A call of a method on a variable or on a part of it. */
struct dxki_hlsl_object_use {
    dxki_hlsl_var *var;
    dxki_hlsl_object_use *next;
};

/* The variable that a place is part of, or NULL. */
static dxki_hlsl_var *root_of(const dxki_hlsl_node *n)
{
    static const uint8_t parts[] = {DXKI_HLSL_N_FIELD,   DXKI_HLSL_N_BITS,    DXKI_HLSL_N_ELEMENT,
                                    DXKI_HLSL_N_SWIZZLE, DXKI_HLSL_N_CONVERT, DXKI_HLSL_N_ASSIGN,
                                    DXKI_HLSL_N_UPDATE,  DXKI_HLSL_N_STEP};

    while (memchr(parts, n->kind, sizeof parts))
        n = n->a;
    return n->var;
}

void dxki_sema_note_written(const dxki_hlsl_node *n)
{
    dxki_hlsl_var *v = root_of(n);

    if (v)
        v->written = true;
}

void dxki_sema_note_method(dxki_hlsl *c, const dxki_hlsl_node *object, dxki_hlsl_function *f)
{
    dxki_hlsl_var *v = root_of(object);

    if (!v || v->written)
        return;
    dxki_hlsl_object_use *use = DXKI_HLSL_NEW(c, dxki_hlsl_object_use);
    if (!dxki_hlsl_ready(c))
        return;
    if (!f->called_on)
        DXKI_HLSL_PUSH(c, &c->sema->methods, f);
    *use = (dxki_hlsl_object_use){v, f->called_on};
    f->called_on = use;
}

/* True if calls of a method may change its object. */
static bool changes_object(const dxki_hlsl_function *f)
{
    return !f->self || !f->body || f->self->written;
}

/* Marks the variables of a list, and pushes those that are the object of a method themselves. */
static void mark(dxki_hlsl *c, const dxki_hlsl_object_use *use)
{
    for (; use; use = use->next) {
        if (!use->var->written && use->var->called_on)
            dxki_sema_push(c, use->var);
        use->var->written = true;
    }
}

void dxki_sema_finish_written(dxki_hlsl *c)
{
    const size_t count = c->sema->methods.count;
    const size_t bottom = c->sema->stack.count;

    for (size_t i = 0; i < count; i++) {
        dxki_hlsl_function *f = c->sema->methods.items[i];
        if (f->self)
            f->self->called_on = f->called_on;
    }
    for (size_t i = 0; i < count; i++) {
        dxki_hlsl_function *f = c->sema->methods.items[i];
        if (changes_object(f))
            mark(c, f->called_on);
    }
    while (dxki_hlsl_ready(c) && c->sema->stack.count > bottom) {
        const dxki_hlsl_var *v = c->sema->stack.items[--c->sema->stack.count];
        mark(c, v->called_on);
    }
}
