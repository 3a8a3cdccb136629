/* SPDX-License-Identifier: MIT */
/* sema.c - the unit; see sema.h. */
#include "sema/check.h"

void dxki_sema_push(dxki_hlsl *c, void *item)
{
    if (item)
        DXKI_HLSL_PUSH(c, &c->sema->stack, item);
}

void **dxki_sema_take(dxki_hlsl *c, size_t mark, size_t *count)
{
    dxki_hlsl_sema *s = c->sema;

    *count = s->stack.count - mark;
    if (*count == 0)
        return NULL;
    void **made = dxki_hlsl_copy(c, s->stack.items + mark, sizeof *made, count);
    s->stack.count = mark;
    return made;
}

void dxki_sema_unsupported(dxki_hlsl *c, dxki_hlsl_loc loc, const char *what)
{
    DXKI_HLSL_REPORT(c, UNSUPPORTED, loc, dxki_text(dxki_str(what)));
}

dxki_hlsl_function *dxki_sema_find_function(dxki_hlsl *c, const char *name)
{
    dxki_hlsl_name *n = dxki_hlsl_intern(c, dxki_str(name));
    const dxki_hlsl_symbol *symbol = dxki_sema_declared(c, c->sema->unit, n);

    return symbol && symbol->kind == DXKI_HLSL_SYM_FUNCTION ? symbol->function : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* The unit                                                                                   */

/* Has a member a type of at least 16 bits? Matrices of truth values count, as in the reference. */
static bool is_minimum(const dxki_hlsl_type *t)
{
    if (t->kind == DXKI_HLSL_TY_MATRIX && t->scalar == DXKI_HLSL_S_BOOL)
        return true;
    return dxki_hlsl_is_numeric(t) && (dxki_hlsl_info(t)->flags & DXKI_HLSL_MINIMUM) != 0;
}

/* Where a member is placed after others. Between those of minimum precision and others a row begins,
 * which arrays and structures do anyway: after an array, what stood in front of it counts. */
static uint32_t place_behind(dxki_hlsl *c, uint32_t offset, const dxki_hlsl_type *t, bool *minimum)
{
    bool is_array = t->kind == DXKI_HLSL_TY_ARRAY, was = *minimum;

    if (!dxki_hlsl_constant_size(c, t))
        return offset;
    if (!is_array)
        *minimum = is_minimum(t);
    if (!is_array && !c->options.native_16bit && was != *minimum)
        offset = (offset + 15) / 16 * 16;
    uint32_t place = dxki_hlsl_place_constant(c, offset, t);
    /* in a row, matrices stand where they come, those of 64 bits too */
    bool in_row = t->kind == DXKI_HLSL_TY_MATRIX && place / 16 == offset / 16;
    return in_row ? offset : place;
}

/* Members that have a place of their own come first; the others follow after the last of them. What is
 * a resource is no member from then on. */
static void place_members(dxki_hlsl *c, dxki_hlsl_buffer *b)
{
    uint32_t offset = 0;
    bool minimum = false;

    for (unsigned fixed = 2; fixed-- > 0;) {
        for (size_t i = 0; i < b->count; i++) {
            dxki_hlsl_var *v = b->members[i];
            if ((v->has_register && !v->in_buffer) != (fixed != 0))
                continue;
            if (v->in_buffer) {
                offset = place_behind(c, offset, v->type, &minimum) +
                         dxki_hlsl_constant_size(c, v->type);
                continue;
            }
            if (!fixed)
                v->offset = place_behind(c, offset, v->type, &minimum);
            uint32_t end = v->offset + dxki_hlsl_constant_size(c, v->type);
            offset = end > offset ? end : offset;
            v->buffer = b;
        }
    }
    b->size = offset;
    size_t kept = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (!b->members[i]->in_buffer)
            b->members[kept++] = b->members[i];
    }
    b->has_objects = kept < b->count;
    b->count = kept;
}

/* All loose constants are one buffer. */
static void make_globals(dxki_hlsl *c)
{
    dxki_hlsl_sema *s = c->sema;
    dxki_hlsl_buffer *b = DXKI_HLSL_NEW(c, dxki_hlsl_buffer);

    if (!s->loose.count)
        return;
    for (size_t i = 0; c->errors == 0 && i < s->loose.count; i++) {
        if (s->loose.items[i]->decl && s->loose.items[i]->decl->init)
            DXKI_HLSL_SAY(c, EXTERNAL_INIT, s->loose.items[i]->loc);
    }
    b->name = dxki_str("$Globals");
    b->count = s->loose.count;
    b->members = dxki_hlsl_copy(c, s->loose.items, sizeof *b->members, &b->count);
    b->var = DXKI_HLSL_NEW(c, dxki_hlsl_var);
    b->var->storage = DXKI_HLSL_RESOURCE;
    b->var->buffer = b;
    place_members(c, b);
    if (!DXKI_HLSL_PUSH(c, &s->buffers, b) || !DXKI_HLSL_PUSH(c, &s->globals, b->var))
        return;
    /* it comes before all others */
    memmove(s->globals.items + 1, s->globals.items,
            (s->globals.count - 1) * sizeof *s->globals.items);
    s->globals.items[0] = b->var;
}

void dxki_sema_run(dxki_hlsl *c, const dxki_ast_decl *unit)
{
    c->sema = DXKI_NEW(&c->arena, dxki_hlsl_sema);
    if (!c->sema) {
        dxki_hlsl_nomem(c);
        return;
    }
    c->sema->unit = c->sema->scope = dxki_sema_make_scope(c, DXKI_HLSL_UNIT, NULL);
    if (dxki_hlsl_ready(c))
        dxki_sema_declare_language(c);
    if (c->options.direct3d_9)
        DXKI_HLSL_SAY(c, DIRECT3D_9, ((dxki_hlsl_loc){0, 0}));
    if (c->options.payload_qualifiers && c->model_minor < 6)
        DXKI_HLSL_SAY(c, PAYLOAD_TARGET, ((dxki_hlsl_loc){0, 0}));
    dxki_hlsl_enter_phase(c, DXKI_HLSL_CHECKING);
    c->sema->refusals = c->refusals;
    for (size_t i = 0; dxki_hlsl_ready(c) && i < unit->members.count; i++)
        dxki_sema_declaration(c, unit->members.items[i]);
    dxki_hlsl_enter_phase(c, DXKI_HLSL_LAST);
    dxki_sema_finish_functions(c);
    if (dxki_hlsl_ready(c))
        dxki_sema_finish_written(c);
    for (size_t i = 0; dxki_hlsl_ready(c) && i < c->sema->buffers.count; i++) {
        place_members(c, c->sema->buffers.items[i]);
        if (dxki_hlsl_ready(c))
            dxki_sema_check_overlaps(c, c->sema->buffers.items[i]);
    }
    if (dxki_hlsl_ready(c))
        make_globals(c);
}

void dxki_sema_free(dxki_hlsl *c)
{
    dxki_hlsl_sema *s = c->sema;

    if (!s)
        return;
    dxki_vec_free(c->ctx, &s->globals);
    dxki_vec_free(c->ctx, &s->locals);
    dxki_vec_free(c->ctx, &s->buffers);
    dxki_vec_free(c->ctx, &s->subobjects);
    dxki_vec_free(c->ctx, &s->levels);
    dxki_vec_free(c->ctx, &s->loose);
    dxki_vec_free(c->ctx, &s->functions);
    dxki_vec_free(c->ctx, &s->declared);
    dxki_vec_free(c->ctx, &s->texts);
    dxki_idset_free(c->ctx, &s->signatures);
    dxki_vec_free(c->ctx, &s->pending);
    dxki_vec_free(c->ctx, &s->methods);
    dxki_vec_free(c->ctx, &s->stack);
}
