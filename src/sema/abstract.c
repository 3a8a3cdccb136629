/* SPDX-License-Identifier: MIT */
/* abstract.c - interfaces, and structures that leave methods of theirs unwritten: nothing is of such a type.
 * See check.h. */
#include "sema/check.h"

static const dxki_hlsl_record *base_of(const dxki_hlsl_record *r)
{
    const dxki_hlsl_type *t = r->has_base && r->field_count ? r->fields[0].type : NULL;

    return t && t->kind == DXKI_HLSL_TY_RECORD ? t->record : NULL;
}

/* Has a structure, or one between it and `last`, from which it is derived, the method? */
static bool writes(dxki_hlsl *c, const dxki_hlsl_record *r, const dxki_hlsl_record *last,
                   const dxki_hlsl_function *method)
{
    for (; r; r = r == last ? NULL : base_of(r)) {
        const dxki_hlsl_symbol *s = dxki_sema_declared(c, r->scope, method->name);
        const dxki_hlsl_function *f = s && s->kind == DXKI_HLSL_SYM_FUNCTION ? s->function : NULL;
        for (; f; f = f->next) {
            if (!f->tmpl && dxki_sema_same_params(c, f, method))
                return true;
        }
    }
    return false;
}

/* The first method of an interface that is not written; NULL: all are. */
static const dxki_hlsl_function *first_missing(dxki_hlsl *c, const dxki_hlsl_record *interface,
                                               const dxki_hlsl_record *r,
                                               const dxki_hlsl_record *last)
{
    for (size_t i = 0; interface->decl && i < interface->decl->members.count; i++) {
        const dxki_ast_decl *d = interface->decl->members.items[i];
        const dxki_hlsl_symbol *s = d->kind == DXKI_AST_FUNCTION && d->name
                                        ? dxki_sema_declared(c, interface->scope, d->name)
                                        : NULL;
        const dxki_hlsl_function *f = s && s->kind == DXKI_HLSL_SYM_FUNCTION ? s->function : NULL;
        while (f && f->decl != d)
            f = f->next;
        if (f && (!r || !writes(c, r, last, f)))
            return f;
    }
    return NULL;
}

static const dxki_hlsl_function *missing_of(dxki_hlsl *c, dxki_hlsl_record *r)
{
    if (r->is_judged || !r->complete || !r->scope)
        return r->missing;
    if (r->is_interface)
        r->missing = first_missing(c, r, NULL, NULL);
    for (const dxki_hlsl_record *b = r; b && !r->is_interface; b = base_of(b)) {
        for (size_t i = 0; i < b->interface_count && !r->missing; i++)
            r->missing = first_missing(c, b->interfaces[i]->record, r, b);
    }
    r->is_judged = true;
    return r->missing;
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
    const dxki_hlsl_function *missing =
        t->kind == DXKI_HLSL_TY_RECORD && !c->sema->checking ? missing_of(c, t->record) : NULL;
    if (!missing)
        return;
    const dxki_arg name = dxki_text(dxki_hlsl_type_text(c, t, true));
    if (is_array)
        DXKI_HLSL_REPORT(c, ABSTRACT_ARRAY, dims, name);
    else
        DXKI_HLSL_REPORT(c, ABSTRACT, loc, dxki_text(dxki_str(what)), name);
    DXKI_HLSL_REPORT(c, UNWRITTEN_METHOD, missing->loc, dxki_text(missing->name->text), name);
}
