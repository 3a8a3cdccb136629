/* SPDX-License-Identifier: MIT */
/*
 * told.c - where structures of global variables stand among those that are told of: in the order in
 * which the source declares the constants and buffers that have them, used or not. See emit.h.
 */
#include "codegen/emit.h"

#include "builder/builder.h"

/* Keeps places for a structure and those in it. */
static void keep_places(dxki_emit *e, const dxki_hlsl_type *t)
{
    while (t && t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (!t || t->kind != DXKI_HLSL_TY_RECORD || t->record->told || t->record->in_module[0] ||
        t->record->in_module[1] || !dxki_hlsl_enter(e->c, t->record->loc))
        return;
    t->record->told = dxki_builder_layout_begin(e->b);
    for (size_t i = 0; i < t->record->field_count; i++)
        keep_places(e, t->record->fields[i].type);
    dxki_hlsl_leave(e->c);
}

/* A buffer of structures is a structure, too, and stands before what it has. */
static void tell_object(dxki_emit *e, const dxki_hlsl_var *v)
{
    const dxki_hlsl_type *t = v->type;

    while (t->kind == DXKI_HLSL_TY_ARRAY)
        t = t->element;
    if (t->kind != DXKI_HLSL_TY_OBJECT || !t->element)
        return;
    if (v->used && dxki_hlsl_object_at((dxki_hlsl_object)t->object)->kind ==
                       DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        dxki_emit_structured_type(e, t);
    keep_places(e, t->element);
}

static void tell(dxki_emit *e, const dxki_hlsl_var *v)
{
    if (v->storage != DXKI_HLSL_RESOURCE)
        return;
    for (size_t i = 0; v->buffer && i < v->buffer->count; i++)
        keep_places(e, v->buffer->members[i]->type);
    if (!v->buffer)
        tell_object(e, v);
}

/* $Globals, if there is one, is the first of the globals, and has its members where they stand. */
void dxki_emit_tell(dxki_emit *e)
{
    const dxki_hlsl_sema *s = e->c->sema;
    const size_t skipped = s->loose.count > 0;
    size_t next = 0;

    for (size_t i = skipped; i < s->globals.count && dxki_emit_ready(e); i++) {
        for (; next < s->loose.count && s->loose.items[next]->before <= i - skipped; next++)
            keep_places(e, s->loose.items[next]->type);
        tell(e, s->globals.items[i]);
    }
    for (; next < s->loose.count; next++)
        keep_places(e, s->loose.items[next]->type);
}
