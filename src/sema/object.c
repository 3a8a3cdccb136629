/* SPDX-License-Identifier: MIT */
/* object.c - hit objects and long vectors where none may be: in buffers, in variables that invocations share,
 * in what stages hand to each other. See check.h. */
#include "sema/check.h"

/* The first hit object in a type; *field: the member that has it, or NULL. */
static const dxki_hlsl_type *hit_in(dxki_hlsl *c, const dxki_hlsl_type *t,
                                    const dxki_hlsl_field **field)
{
    const dxki_hlsl_type *found = NULL;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind == DXKI_HLSL_TY_OBJECT && t->object == DXKI_HLSL_O_HIT_OBJECT)
        return t;
    if (t->kind != DXKI_HLSL_TY_RECORD || !t->has_objects ||
        !dxki_hlsl_enter(c, (dxki_hlsl_loc){0, 0}))
        return NULL;
    for (size_t i = 0; i < t->record->field_count && !found; i++) {
        *field = &t->record->fields[i];
        found = hit_in(c, t->record->fields[i].type, field);
    }
    dxki_hlsl_leave(c);
    return found;
}

bool dxki_sema_refuse_hits(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc,
                           const char *where)
{
    const dxki_hlsl_field *field = NULL;
    const dxki_hlsl_type *found = t->has_objects ? hit_in(c, t, &field) : NULL;

    if (!found)
        return false;
    const dxki_arg name = dxki_text(dxki_hlsl_type_text(c, found, true));
    DXKI_HLSL_REPORT(c, OBJECT_PLACE, loc, name, dxki_text(dxki_str(where)));
    if (field)
        dxki_hlsl_mark_decl(c, field->decl);
    if (field)
        DXKI_HLSL_REPORT(c, OBJECT_FIELD, field->loc, name);
    return true;
}

/* Is or has a type a vector of more than four elements? */
static bool has_long_vector(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    bool found = false;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind == DXKI_HLSL_TY_VECTOR)
        return t->columns > 4;
    if (t->kind != DXKI_HLSL_TY_RECORD || !dxki_hlsl_enter(c, (dxki_hlsl_loc){0, 0}))
        return false;
    for (size_t i = 0; i < t->record->field_count && !found; i++)
        found = has_long_vector(c, t->record->fields[i].type);
    dxki_hlsl_leave(c);
    return found;
}

bool dxki_sema_refuse_long(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc,
                           const char *where)
{
    if (!has_long_vector(c, t))
        return false;
    DXKI_HLSL_REPORT(c, LONG_VECTOR, loc, dxki_text(dxki_str(where)));
    return true;
}

bool dxki_sema_refuse_parts(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc,
                            const char *where)
{
    bool hits = dxki_sema_refuse_hits(c, t, loc, where);

    return dxki_sema_refuse_long(c, t, loc, where) || hits;
}

void dxki_sema_refuse_signature(dxki_hlsl *c, const dxki_hlsl_function *f, bool is_patch)
{
    for (size_t i = 0; i < f->param_count; i++)
        dxki_sema_refuse_parts(c, f->params[i]->type, f->params[i]->loc,
                               is_patch ? "patch constant function parameters"
                                        : "entry function parameters");
    dxki_sema_refuse_parts(c, f->result, f->loc,
                           is_patch ? "patch constant function return type"
                                    : "entry function return type");
}

bool dxki_sema_refuse_string(dxki_hlsl *c, const dxki_ast_decl *d, const dxki_hlsl_type *t,
                             const char *what)
{
    bool is_array = t->kind == DXKI_HLSL_TY_ARRAY;
    const dxki_hlsl_loc type = d->type ? d->type->loc : d->loc;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (!dxki_hlsl_is_string(t) || t->count)
        return false;
    if (is_array)
        DXKI_HLSL_REPORT(c, STRING_TYPE, d->dims_loc, dxki_text(dxki_str("array")));
    else if (what)
        DXKI_HLSL_REPORT(c, STRING_TYPE, type, dxki_text(dxki_str(what)));
    else
        DXKI_HLSL_SAY(c, STRING_PLACE, type);
    return true;
}
