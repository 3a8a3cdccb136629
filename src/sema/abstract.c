/* SPDX-License-Identifier: MIT */
/* abstract.c - interfaces, and structures that leave methods of theirs unwritten: nothing is of such a type.
 * See check.h. */
#include "sema/check.h"

static const dxki_hlsl_record *base_of(const dxki_hlsl_record *r)
{
    const dxki_hlsl_type *t = r->has_base && r->field_count ? r->fields[0].type : NULL;

    return t && t->kind == DXKI_HLSL_TY_RECORD ? t->record : NULL;
}

/* The method of a structure that takes the same; NULL: it has none. */
static dxki_hlsl_function *method_like(dxki_hlsl *c, const dxki_hlsl_record *r,
                                       const dxki_hlsl_function *method)
{
    const dxki_hlsl_symbol *s = dxki_sema_declared(c, r->scope, method->name);
    dxki_hlsl_function *f = s && s->kind == DXKI_HLSL_SYM_FUNCTION ? s->function : NULL;

    while (f && (f->tmpl || !dxki_sema_same_params(c, f, method)))
        f = f->next;
    return f;
}

/* Has a structure, or one between it and `last`, from which it is derived, the method? */
static bool writes(dxki_hlsl *c, const dxki_hlsl_record *r, const dxki_hlsl_record *last,
                   const dxki_hlsl_function *method)
{
    for (; r; r = r == last ? NULL : base_of(r)) {
        if (method_like(c, r, method))
            return true;
    }
    return false;
}

/* Method number `i` of an interface; NULL: that is none, or a template, which nothing can override. */
static const dxki_hlsl_function *method_at(dxki_hlsl *c, const dxki_hlsl_record *interface,
                                           size_t i)
{
    const dxki_ast_decl *d = interface->decl->members.items[i];
    const dxki_hlsl_symbol *s = d->kind == DXKI_AST_FUNCTION && d->name
                                    ? dxki_sema_declared(c, interface->scope, d->name)
                                    : NULL;
    const dxki_hlsl_function *f = s && s->kind == DXKI_HLSL_SYM_FUNCTION ? s->function : NULL;

    while (f && f->decl != d)
        f = f->next;
    return f && !f->tmpl ? f : NULL;
}

/* The first method of an interface that is not written; NULL: all are. `told`: the type that lacks them,
 * for notes about all of them. */
static const dxki_hlsl_function *missing_in(dxki_hlsl *c, const dxki_hlsl_record *interface,
                                            const dxki_hlsl_record *r, const dxki_hlsl_record *last,
                                            const dxki_arg *told)
{
    const dxki_hlsl_function *first = NULL;

    for (size_t i = 0; interface->decl && i < interface->decl->members.count; i++) {
        const dxki_hlsl_function *f = method_at(c, interface, i);
        if (!f || (r && writes(c, r, last, f)))
            continue;
        first = first ? first : f;
        if (!told)
            return first;
        DXKI_HLSL_REPORT(c, UNWRITTEN_METHOD, f->loc, dxki_text(f->name->text), *told);
    }
    return first;
}

/* The same of all interfaces of a structure, or of the one that it is. */
static const dxki_hlsl_function *missing_of(dxki_hlsl *c, const dxki_hlsl_record *r,
                                            const dxki_arg *told)
{
    const dxki_hlsl_function *first = NULL;

    if (r->is_interface)
        return missing_in(c, r, NULL, NULL, told);
    for (const dxki_hlsl_record *b = r; b; b = base_of(b)) {
        for (size_t i = 0; i < b->interface_count && (told || !first); i++) {
            const dxki_hlsl_function *f = missing_in(c, b->interfaces[i]->record, r, b, told);
            first = first ? first : f;
        }
    }
    return first;
}

static bool is_abstract(dxki_hlsl *c, dxki_hlsl_record *r)
{
    if (!r->is_judged && r->complete && r->scope) {
        r->missing = missing_of(c, r, NULL);
        r->is_judged = true;
    }
    return r->missing != NULL;
}

void dxki_sema_check_overrides(dxki_hlsl *c, const dxki_hlsl_record *r)
{
    for (size_t k = 0; k < r->interface_count && !c->sema->checking; k++) {
        const dxki_hlsl_record *interface = r->interfaces[k]->record;
        for (size_t i = 0; interface->decl && i < interface->decl->members.count; i++) {
            const dxki_hlsl_function *f = method_at(c, interface, i);
            const dxki_hlsl_function *own = f ? method_like(c, r, f) : NULL;
            if (!own || dxki_hlsl_same(c, own->result, f->result) ||
                dxki_hlsl_is_error(own->result) || dxki_hlsl_is_error(f->result))
                continue;
            if (DXKI_HLSL_REPORT(c, OVERRIDE_RESULT, own->loc, dxki_text(own->name->text),
                                 dxki_text(dxki_hlsl_type_text(c, own->result, false)),
                                 dxki_text(dxki_hlsl_type_text(c, f->result, false))))
                DXKI_HLSL_SAY(c, OVERRIDDEN_HERE, f->loc);
        }
    }
}

void dxki_sema_refuse_abstract(dxki_hlsl *c, const dxki_hlsl_type *t, const char *what,
                               dxki_hlsl_loc loc, dxki_hlsl_loc dims)
{
    bool is_array = t->kind == DXKI_HLSL_TY_ARRAY;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind == DXKI_HLSL_TY_OBJECT && t->element &&
        dxki_hlsl_object_at((dxki_hlsl_object)t->object)->kind ==
            DXK_RESOURCE_KIND_STRUCTURED_BUFFER) {
        what = "field"; /* of what the buffer is made of */
        is_array = false;
        t = t->element;
    }
    if (t->kind != DXKI_HLSL_TY_RECORD || c->sema->checking || !is_abstract(c, t->record))
        return;
    const dxki_arg name = dxki_text(dxki_hlsl_type_text(c, t, true));
    if (is_array)
        DXKI_HLSL_REPORT(c, ABSTRACT_ARRAY, dims, name);
    else
        DXKI_HLSL_REPORT(c, ABSTRACT, loc, dxki_text(dxki_str(what)), name);
    if (!t->record->lacks_told) {
        t->record->lacks_told = !c->quiet;
        missing_of(c, t->record, &name);
    }
}
