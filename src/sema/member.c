/* SPDX-License-Identifier: MIT */
/* member.c - members, swizzles; see sema.h. */
#include "sema/check.h"

/* ---------------------------------------------------------------------------------------- */
/* Fields                                                                                     */

static dxki_hlsl_node *field_at(dxki_hlsl *c, dxki_hlsl_node *base, uint32_t index,
                                dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n =
        dxki_sema_node(c, DXKI_HLSL_N_FIELD, loc, base->type->record->fields[index].type);

    n->a = base;
    n->index = index;
    n->is_lvalue = base->is_lvalue;
    n->is_const = base->is_const || base->type->record->fields[index].is_const;
    return n;
}

dxki_hlsl_node *dxki_sema_field(dxki_hlsl *c, dxki_hlsl_node *base, const dxki_hlsl_name *name,
                                dxki_hlsl_loc loc)
{
    if (dxki_hlsl_is_error(base->type))
        return base;
    const dxki_hlsl_record *r = base->type->record;
    for (size_t i = r->has_base; i < r->field_count; i++) {
        if (r->fields[i].name == name)
            return field_at(c, base, (uint32_t)i, loc);
    }
    for (size_t i = 0; i < r->bit_count; i++) {
        if (r->bits[i].name == name)
            return dxki_sema_bits(c, field_at(c, base, r->bits[i].field, loc), &r->bits[i], loc);
    }
    /* of the base, and of structures without a name */
    dxki_hlsl_node *found = NULL;
    if (!dxki_hlsl_enter(c, loc))
        return NULL;
    for (size_t i = 0; i < r->field_count && !found; i++)
        if (!r->fields[i].name && r->fields[i].type->kind == DXKI_HLSL_TY_RECORD)
            found = dxki_sema_field(c, field_at(c, base, (uint32_t)i, loc), name, loc);
    dxki_hlsl_leave(c);
    return found;
}

/* ---------------------------------------------------------------------------------------- */
/* Swizzles                                                                                   */

/* x, y, z, w or r, g, b, a of a vector or scalar. The result says what is wrong, if something is. */
static dxki_hlsl_diag vector_components(dxk_str text, const dxki_hlsl_type *t, dxki_hlsl_node *n)
{
    static const char *const sets[] = {"xyzw", "rgba"};
    const char *set = text.size && strchr(sets[1], text.data[0]) ? sets[1] : sets[0];

    for (size_t i = 0; i < text.size; i++) {
        if (!strchr(sets[0], text.data[i]) && !strchr(sets[1], text.data[i]))
            return DXKI_HLSL_D_SWIZZLE_FORMAT;
    }
    if (text.size > 4)
        return DXKI_HLSL_D_SWIZZLE_LONG;
    for (size_t i = 0; i < text.size; i++) {
        const char *at = strchr(set, text.data[i]);
        if (!at)
            return DXKI_HLSL_D_SWIZZLE_MIXED;
        if ((uint32_t)(at - set) >= t->columns)
            return DXKI_HLSL_D_SWIZZLE_BOUNDS;
        n->columns[n->count++] = (uint8_t)(at - set);
    }
    return DXKI_HLSL_D_COUNT;
}

/* _m00 and _11 groups of a matrix. */
static dxki_hlsl_diag matrix_components(dxk_str text, const dxki_hlsl_type *t, dxki_hlsl_node *n)
{
    size_t size = text.size > 1 && text.data[1] == 'm' ? 4 : 3, count = 0;
    char first = size == 4 ? '0' : '1', wrong = size == 4 ? '4' : '0';
    bool outside = false;

    for (size_t i = 0, own; i < text.size; i += own) {
        own = i + 1 < text.size && text.data[i + 1] == 'm' ? 4 : 3;
        if (text.data[i] != '_' || text.size - i < own)
            return DXKI_HLSL_D_MATRIX_FORMAT;
        char row = text.data[i + own - 2], column = text.data[i + own - 1];
        if (row < '0' || row > '4' || column < '0' || column > '4')
            return DXKI_HLSL_D_MATRIX_FORMAT;
        if (own != size)
            return DXKI_HLSL_D_MATRIX_MIXED;
        if (row == wrong || column == wrong)
            return size == 4 ? DXKI_HLSL_D_MATRIX_FOUR : DXKI_HLSL_D_MATRIX_ZERO;
        if (++count > 4)
            return DXKI_HLSL_D_SWIZZLE_LONG;
        outside |= (uint32_t)(row - first) >= t->rows || (uint32_t)(column - first) >= t->columns;
        n->rows[n->count] = (uint8_t)(row - first);
        n->columns[n->count++] = (uint8_t)(column - first);
    }
    return outside ? DXKI_HLSL_D_MATRIX_BOUNDS : DXKI_HLSL_D_COUNT;
}

static dxki_hlsl_node *swizzle(dxki_hlsl *c, dxki_hlsl_node *base, dxk_str text, dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_SWIZZLE, loc, base->type);
    const dxki_hlsl_type *t = base->type;
    bool matrix = t->kind == DXKI_HLSL_TY_MATRIX;

    if (t->columns > 4) {
        DXKI_HLSL_REPORT(c, LONG_SWIZZLE, loc, dxki_text(text));
        return dxki_sema_bad(c, loc);
    }
    dxki_hlsl_diag wrong = (matrix ? matrix_components : vector_components)(text, t, n);
    if (wrong != DXKI_HLSL_D_COUNT) {
        const dxki_hlsl_function *f = c->sema->function;
        /* what a template was made for is not known to be a vector */
        bool unknown = t->kind == DXKI_HLSL_TY_SCALAR && wrong == DXKI_HLSL_D_SWIZZLE_FORMAT && f &&
                       (f->depth || (f->record && f->record->instance));
        const dxki_arg arg = dxki_text(unknown ? dxki_sema_value_told(c, base) : text);
        wrong = unknown ? DXKI_HLSL_D_NO_RECORD : wrong;
        dxki_hlsl_report(c, wrong, loc, &arg, 1);
        return dxki_sema_bad(c, loc);
    }
    for (uint8_t i = 0; i < n->count; i++) {
        for (uint8_t k = 0; k < i; k++)
            n->repeats |= n->rows[i] == n->rows[k] && n->columns[i] == n->columns[k];
    }
    base = dxki_sema_concrete(c, base);
    dxki_hlsl_scalar s = base->type->scalar;
    if (n->count > 1 || t->kind == DXKI_HLSL_TY_SCALAR)
        s = dxki_sema_counted(c, s);
    n->type = n->count == 1 ? dxki_hlsl_type_scalar(c, s) : dxki_hlsl_type_vector(c, s, n->count);
    n->a = base;
    const bool is_place = base->kind != DXKI_HLSL_N_BITS;
    n->is_lvalue = base->is_lvalue && is_place;
    n->is_const = base->is_const && is_place;
    n = dxki_sema_fold(c, n);
    n->is_const = base->is_const && is_place; /* for messages, if it is known */
    return n;
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

/* What a ConstantBuffer holds. */
static dxki_hlsl_node *content(dxki_hlsl *c, dxki_hlsl_node *base)
{
    if (base->type->kind != DXKI_HLSL_TY_OBJECT || !base->type->element ||
        (base->type->object != DXKI_HLSL_O_CONSTANTS && base->type->object != DXKI_HLSL_O_TBUFFER))
        return base;
    return dxki_sema_as(c, base, base->type->element);
}

/* array.Length, which versions after 2016 do not have. */
static dxki_hlsl_node *array_length(dxki_hlsl *c, dxki_hlsl_loc loc, uint32_t count)
{
    if (c->version > 2016) {
        DXKI_HLSL_SAY(c, ARRAY_LENGTH, loc);
        return dxki_sema_bad(c, loc);
    }
    DXKI_HLSL_SAY(c, ARRAY_LENGTH_OLD, loc);
    return dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), count, loc);
}

dxki_hlsl_node *dxki_sema_no_member(dxki_hlsl *c, const dxki_hlsl_type *t, dxk_str name,
                                    bool is_called, dxki_hlsl_loc loc)
{
    const dxki_arg type = dxki_text(dxki_hlsl_type_canonical(c, t));
    const dxki_sema_guess meant = dxki_sema_suggest_member(c, t, name, is_called);

    if (!meant.text.size)
        DXKI_HLSL_REPORT(c, NO_MEMBER, loc, dxki_text(name), type);
    else if (DXKI_HLSL_REPORT(c, NO_MEMBER_MEANT, loc, dxki_text(name), type,
                              dxki_text(meant.text)))
        dxki_sema_tell_guess(c, &meant);
    return dxki_sema_bad(c, loc);
}

/* A method that is named without being called; false: it is no method. */
static bool tell_method(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_hlsl_name *name,
                        dxki_hlsl_loc loc)
{
    const bool is_object = t->kind == DXKI_HLSL_TY_OBJECT;
    const dxki_hlsl_symbol *symbol = t->kind == DXKI_HLSL_TY_RECORD && t->record->scope
                                         ? dxki_sema_find_in(c, t->record->scope, name)
                                         : NULL;
    bool takes_none = false;

    if (is_object &&
        !dxki_sema_is_method(dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name),
                             name->text, &takes_none))
        return false;
    if (!is_object && (!symbol || symbol->kind != DXKI_HLSL_SYM_FUNCTION))
        return false;
    for (const dxki_hlsl_function *f = symbol ? symbol->function : NULL; f; f = f->next)
        takes_none = takes_none || (!f->required && !f->tmpl);
    const char *rest = takes_none ? "; did you mean to call it with no arguments?" : "";
    DXKI_HLSL_REPORT(c, METHOD_CALLED, loc, dxki_text(dxki_str(rest)));
    return true;
}

static dxki_hlsl_node *no_member(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *base)
{
    const dxki_hlsl_type *t = base->type;
    dxk_str name = e->path.count ? e->path.parts[e->path.count - 1]->text : dxki_str("");

    if (t->kind == DXKI_HLSL_TY_ARRAY && t->count && dxki_str_is(name, "Length"))
        return array_length(c, e->loc, t->count);
    if (e->path.count && tell_method(c, t, e->path.parts[e->path.count - 1], e->loc))
        return dxki_sema_bad(c, e->loc);
    if (t->kind != DXKI_HLSL_TY_ARRAY && t->kind != DXKI_HLSL_TY_ENUM &&
        !dxki_hlsl_is_character(t) && !dxki_hlsl_is_string(t))
        return dxki_sema_no_member(c, t, name, false, e->loc);
    DXKI_HLSL_REPORT(c, NO_RECORD, e->loc, dxki_text(dxki_sema_value_told(c, base)));
    return dxki_sema_bad(c, e->loc);
}

/* x.Base::member: the part of x that Base is, or NULL. */
static dxki_hlsl_node *base_part(dxki_hlsl *c, dxki_hlsl_node *base, const dxki_hlsl_type *wanted,
                                 dxki_hlsl_loc loc)
{
    while (base->type != wanted) {
        const dxki_hlsl_record *r = base->type->record;
        if (!r->has_base || !r->field_count || !dxki_hlsl_ready(c))
            return NULL;
        base = field_at(c, base, 0, loc);
    }
    return base;
}

/* A field, or what the structure has once for all objects. */
static dxki_hlsl_node *record_member(dxki_hlsl *c, dxki_hlsl_node *base, const dxki_ast_expr *e)
{
    const dxki_hlsl_name *name = e->path.parts[e->path.count - 1];

    if (e->path.count > 1) {
        dxki_hlsl_scope *scope = dxki_sema_resolve_scope(c, &e->path, e->path.count - 1);
        if (!scope)
            return dxki_sema_bad(c, e->loc);
        base = scope->type ? base_part(c, base, scope->type, e->loc) : NULL;
        if (!base)
            return NULL;
    }
    dxki_hlsl_node *found = dxki_sema_field(c, base, name, e->loc);
    if (found)
        return found;
    const dxki_hlsl_symbol *symbol = dxki_sema_find_in(c, base->type->record->scope, name);
    return symbol && (symbol->kind == DXKI_HLSL_SYM_VAR || symbol->kind == DXKI_HLSL_SYM_VALUE)
               ? dxki_sema_symbol(c, symbol, e->loc)
               : NULL;
}

dxki_hlsl_node *dxki_sema_member_of(dxki_hlsl *c, dxki_hlsl_node *base, const dxki_ast_expr *e)
{
    const dxki_hlsl_name *name = e->path.count ? e->path.parts[e->path.count - 1] : NULL;

    if (dxki_hlsl_is_error(base->type) || !name)
        return dxki_sema_bad(c, e->loc);
    base = content(c, base);
    if (dxki_hlsl_is_numeric(base->type))
        return swizzle(c, base, name->text, e->loc);
    if (base->type->kind != DXKI_HLSL_TY_RECORD) {
        if (dxki_hlsl_is_patch(base->type) && dxki_str_is(name->text, "Length"))
            return dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT),
                                      base->type->count, e->loc);
        dxki_hlsl_node *levels = dxki_sema_levels(c, base, name->text, e->loc);
        return levels ? levels : no_member(c, e, base);
    }
    dxki_hlsl_node *found = record_member(c, base, e);
    return found ? found : no_member(c, e, base);
}

dxki_hlsl_node *dxki_sema_member(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_sema_may_name_function(c, e->a);
    dxki_hlsl_node *base = dxki_sema_selected(c, e->a, DXKI_SEMA_MEMBER);
    const dxk_str function = dxki_sema_uncalled(c);

    if (function.data) {
        dxki_hlsl_mark_span(c, e->a->span);
        DXKI_HLSL_REPORT(c, NO_RECORD, e->loc, dxki_text(function));
    }
    return dxki_sema_member_of(c, base, e);
}
