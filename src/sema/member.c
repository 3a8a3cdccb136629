/* SPDX-License-Identifier: MIT */
/* member.c - members, swizzles, subscripts; see sema.h. */
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
    n->is_const = base->is_const;
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
        const dxki_arg arg = dxki_text(unknown ? dxki_hlsl_type_text(c, t, true) : text);
        wrong = unknown ? DXKI_HLSL_D_NO_RECORD : wrong;
        dxki_hlsl_report(c, wrong, loc, &arg, 1);
        return dxki_sema_bad(c, loc);
    }
    for (uint8_t i = 0; i < n->count; i++) {
        for (uint8_t k = 0; k < i; k++)
            n->repeats |= n->rows[i] == n->rows[k] && n->columns[i] == n->columns[k];
    }
    n->type = n->count == 1 ? dxki_hlsl_type_scalar(c, t->scalar)
                            : dxki_hlsl_type_vector(c, t->scalar, n->count);
    base = dxki_sema_concrete(c, base);
    n->type = dxki_hlsl_type_with(c, n->type, base->type->scalar);
    n->a = base;
    n->is_lvalue = base->is_lvalue;
    n->is_const = base->is_const;
    n = dxki_sema_fold(c, n);
    n->is_const = base->is_const; /* for messages, if it is known */
    return n;
}

/* ---------------------------------------------------------------------------------------- */
/* Members                                                                                    */

static bool is_patch(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_OBJECT &&
           (t->object == DXKI_HLSL_O_INPUT_PATCH || t->object == DXKI_HLSL_O_OUTPUT_PATCH);
}

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
    const dxki_arg type = dxki_text(dxki_hlsl_type_text(c, t, true));
    const dxki_sema_guess meant = dxki_sema_suggest_member(c, t, name, is_called);

    if (!meant.text.size)
        DXKI_HLSL_REPORT(c, NO_MEMBER, loc, dxki_text(name), type);
    else if (DXKI_HLSL_REPORT(c, NO_MEMBER_MEANT, loc, dxki_text(name), type,
                              dxki_text(meant.text)))
        dxki_sema_tell_guess(c, &meant);
    return dxki_sema_bad(c, loc);
}

static dxki_hlsl_node *no_member(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type *t)
{
    dxk_str name = e->path.count ? e->path.parts[e->path.count - 1]->text : dxki_str("");

    if (t->kind == DXKI_HLSL_TY_ARRAY && t->count && dxki_str_is(name, "Length"))
        return array_length(c, e->loc, t->count);
    if (t->kind != DXKI_HLSL_TY_ARRAY && !dxki_hlsl_is_character(t) && !dxki_hlsl_is_string(t))
        return dxki_sema_no_member(c, t, name, false, e->loc);
    DXKI_HLSL_REPORT(c, NO_RECORD, e->loc, dxki_text(dxki_hlsl_type_text(c, t, true)));
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
        if (is_patch(base->type) && dxki_str_is(name->text, "Length"))
            return dxki_sema_constant(c, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT),
                                      base->type->count, e->loc);
        if (base->type->kind == DXKI_HLSL_TY_OBJECT &&
            (dxki_str_is(name->text, "mips") || dxki_str_is(name->text, "sample"))) {
            dxki_sema_unsupported(c, e->loc, ".mips and .sample that are not indexed twice");
            return dxki_sema_bad(c, e->loc);
        }
        return no_member(c, e, base->type);
    }
    dxki_hlsl_node *found = record_member(c, base, e);
    return found ? found : no_member(c, e, base->type);
}

/* ---------------------------------------------------------------------------------------- */
/* Subscripts                                                                                 */

/* The place that a variable or field is declared at, of which an array is or is an element. */
static void tell_array(dxki_hlsl *c, const dxki_hlsl_node *array)
{
    while (array->kind == DXKI_HLSL_N_ELEMENT)
        array = array->a;
    const dxki_ast_decl *d = dxki_sema_decl_of(array);
    if (d && d->name)
        DXKI_HLSL_REPORT(c, ARRAY_HERE, dxki_hlsl_decl_start(d), dxki_text(d->name->text));
}

/* An index as a whole number; a constant must be in range. `array`: what is indexed, if it is one. */
static dxki_hlsl_node *number_index(dxki_hlsl *c, dxki_hlsl_node *index, uint32_t count,
                                    dxki_hlsl_diag which, const dxki_hlsl_node *array)
{
    const dxki_hlsl_type *t = index->type;

    if (!dxki_hlsl_is_value(t) || t->leaves != 1) {
        DXKI_HLSL_SAY(c, INDEX, index->loc);
        return dxki_sema_bad(c, index->loc);
    }
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);
    bool fits = info->number == DXKI_HLSL_REAL ? index->kind != DXKI_HLSL_N_CONSTANT
                                               : info->number == DXKI_HLSL_UINT && info->bits == 32;
    index =
        dxki_sema_as(c, index, dxki_hlsl_type_scalar(c, fits ? DXKI_HLSL_S_UINT : DXKI_HLSL_S_INT));
    if (index->kind == DXKI_HLSL_N_CONSTANT && count && index->bits[0] >= count) {
        const bool negative = !fits && (int64_t)index->bits[0] < 0;
        dxk_str text = dxki_hlsl_decimal(c, negative ? 0 - index->bits[0] : index->bits[0]);
        dxki_arg value = dxki_text(dxki_hlsl_join(c, dxki_str(negative ? "-" : ""), text));
        if (dxki_hlsl_report(c, which, array ? array->loc : index->loc, &value, 1) && array)
            tell_array(c, array);
        return dxki_sema_bad(c, index->loc);
    }
    return index;
}

/* An object of an array that stands in a constant buffer. */
static bool is_in_buffer(const dxki_hlsl_node *n)
{
    while (n->kind == DXKI_HLSL_N_ELEMENT)
        n = n->a;
    return n->kind == DXKI_HLSL_N_VAR && n->var->in_buffer;
}

static dxki_hlsl_node *element(dxki_hlsl *c, dxki_hlsl_node *base, dxki_hlsl_node *index,
                               const dxki_hlsl_type *type, uint32_t count, dxki_hlsl_diag which,
                               dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_ELEMENT, loc, type);

    n->a = base;
    n->b =
        number_index(c, index, count, which, base->type->kind == DXKI_HLSL_TY_ARRAY ? base : NULL);
    if (dxki_hlsl_is_error(n->b->type))
        return n->b;
    if (type->has_objects && n->b->kind != DXKI_HLSL_N_CONSTANT && is_in_buffer(base)) {
        DXKI_HLSL_SAY(c, LITERAL_INDEX, loc);
        return dxki_sema_bad(c, loc);
    }
    n->is_lvalue = base->is_lvalue;
    n->is_const = base->is_const;
    n = dxki_sema_fold(c, n);
    if (n->kind == DXKI_HLSL_N_CONSTANT)
        n->var = base->var; /* for messages */
    return n;
}

/* A control point of a patch. */
static dxki_hlsl_node *control_point(dxki_hlsl *c, dxki_hlsl_node *base, dxki_hlsl_node *index,
                                     dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_SUBSCRIPT, loc, base->type->element);

    n->a = base;
    n->b = dxki_sema_convert(c, index, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), false);
    n->is_lvalue = n->is_const = true;
    return dxki_hlsl_is_error(n->b->type) ? n->b : n;
}

/* Is that what an element is found by? Matrices convert to vectors. */
static bool selects(const dxki_hlsl_type *index, uint32_t coords)
{
    bool is_matrix = index->kind == DXKI_HLSL_TY_MATRIX;

    return dxki_hlsl_is_value(index) && (index->leaves == coords || (is_matrix && coords > 1));
}

/* The type of a resource as messages tell it, or that of its slices. */
static dxk_str told(dxki_hlsl *c, const dxki_hlsl_node *base, const char *slice)
{
    if (!*slice)
        return dxki_sema_decl_told(c, base->type, dxki_sema_decl_of(base), false);
    dxk_str type = dxki_hlsl_join(c, dxki_str("'"), dxki_hlsl_type_text(c, base->type, true));
    return dxki_hlsl_join(c, type, dxki_hlsl_join(c, dxki_str(slice), dxki_str("'")));
}

/* resource[coordinates]; `slice`: the type that this is of, within that of the resource; "": it itself. */
static dxki_hlsl_node *resource(dxki_hlsl *c, dxki_hlsl_node *base, dxki_hlsl_node *index,
                                const char *slice, dxki_hlsl_loc loc)
{
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)base->type->object);

    if (info->flags & DXKI_HLSL_NODE)
        return dxki_sema_node_element(c, base, index, loc);
    if (!info->coords) {
        if (is_patch(base->type))
            return control_point(c, base, index, loc);
        DXKI_HLSL_REPORT(c, NO_SUBSCRIPT, loc, dxki_text(dxki_hlsl_type_text(c, base->type, true)));
        return dxki_sema_bad(c, loc);
    }
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_SUBSCRIPT, loc, base->type->element);
    const dxki_hlsl_type *coords = info->coords == 1
                                       ? dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT)
                                       : dxki_hlsl_type_vector(c, DXKI_HLSL_S_UINT, info->coords);
    n->a = base;
    if (!selects(index->type, info->coords)) {
        DXKI_HLSL_REPORT(c, NO_VIABLE_SUBSCRIPT, loc, dxki_text(told(c, base, slice)));
        return dxki_sema_bad(c, loc);
    }
    n->b = dxki_sema_convert(c, index, coords, false);
    n->is_lvalue = true;
    n->is_const = info->cls == DXK_RESOURCE_CLASS_SRV;
    return dxki_hlsl_is_error(n->b->type) ? n->b : n;
}

/* texture.mips[level] and texture.sample[number], of which an element is wanted: the texture; NULL: it is
 * something else. */
static const dxki_ast_expr *leveled(const dxki_ast_expr *e)
{
    const dxki_ast_expr *member = e->kind == DXKI_AST_INDEX ? e->a : NULL;

    if (!member || member->kind != DXKI_AST_MEMBER || member->path.count != 1 ||
        (!dxki_str_is(member->path.parts[0]->text, "mips") &&
         !dxki_str_is(member->path.parts[0]->text, "sample")))
        return NULL;
    return member->a;
}

/* Does a type have levels, or samples? */
static bool has_levels(const dxki_hlsl_type *t, bool samples)
{
    if (t->kind != DXKI_HLSL_TY_OBJECT)
        return false;
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)t->object);
    bool multi = info->kind == DXK_RESOURCE_KIND_TEXTURE2DMS ||
                 info->kind == DXK_RESOURCE_KIND_TEXTURE2DMS_ARRAY;
    return (info->cls == DXK_RESOURCE_CLASS_SRV || multi) && info->coords &&
           info->kind != DXK_RESOURCE_KIND_TYPED_BUFFER &&
           info->kind != DXK_RESOURCE_KIND_STRUCTURED_BUFFER && multi == samples;
}

/* An element of a level; NULL: the expression is none of that kind. */
static dxki_hlsl_node *level_element(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_ast_expr *texture = leveled(e->a);
    dxki_hlsl_node *base = texture ? dxki_sema_expr(c, texture) : NULL;
    bool samples = base && dxki_str_is(e->a->a->path.parts[0]->text, "sample");

    if (!base || !has_levels(base->type, samples))
        return NULL;
    dxki_hlsl_node *level = dxki_sema_expr(c, e->a->b), *index = dxki_sema_expr(c, e->b);
    if (dxki_hlsl_is_error(level->type) || dxki_hlsl_is_error(index->type))
        return dxki_sema_bad(c, e->loc);
    const char *slice = samples ? "::sample_slice_type" : "::mips_slice_type";
    dxki_hlsl_node *n = resource(c, base, index, slice, e->loc);
    if (!dxki_hlsl_is_error(n->type))
        n->c = dxki_sema_convert(c, level, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), false);
    return n->c && dxki_hlsl_is_error(n->c->type) ? n->c : n;
}

/* m[5].x is not complained of: it is of the last row. */
static dxki_hlsl_node *last_row_at_most(dxki_hlsl *c, dxki_hlsl_node *index, uint32_t rows)
{
    const uint64_t *value = dxki_sema_value(c, index);
    const dxki_hlsl_type *number = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT);

    if (!value || !dxki_hlsl_is_value(index->type) || index->type->leaves != 1 ||
        dxki_sema_convert_bits(c, value[0], index->type->scalar, DXKI_HLSL_S_UINT) < rows)
        return index;
    return dxki_sema_constant(c, number, rows - 1, index->loc);
}

/* A character of a string. */
static dxki_hlsl_node *character(dxki_hlsl *c, dxki_hlsl_node *string, dxki_hlsl_node *index,
                                 dxki_hlsl_loc loc)
{
    dxki_hlsl_node *base = dxki_sema_characters(c, string), *n;
    const dxki_hlsl_type *t = base->type;

    if (dxki_hlsl_is_error(t))
        return base;
    n = element(c, base, index, t->element, t->count, DXKI_HLSL_D_ARRAY_INDEX, loc);
    if (n->kind == DXKI_HLSL_N_CONSTANT) {
        n->var = NULL; /* it has no name */
        n->is_const = true;
    }
    return n;
}

/* `swizzled`: components of what the index selects are wanted, and not it itself. */
static dxki_hlsl_node *subscript(dxki_hlsl *c, const dxki_ast_expr *e, bool swizzled)
{
    dxki_hlsl_node *whole = level_element(c, e);

    if (whole)
        return whole;
    dxki_hlsl_node *base = dxki_sema_expr(c, e->a), *index = dxki_sema_expr(c, e->b), *n;
    const dxki_hlsl_type *t = base->type;

    if (dxki_hlsl_is_error(t) || dxki_hlsl_is_error(index->type))
        return dxki_sema_bad(c, e->loc);
    n = dxki_sema_operator_call(c, DXKI_HLSL_T_LBRACKET, base, index, e->loc);
    if (n)
        return n;
    if (dxki_hlsl_is_string(t))
        return character(c, base, index, e->loc);
    switch (t->kind) {
    case DXKI_HLSL_TY_ARRAY:
        return element(c, base, index, t->element, t->count, DXKI_HLSL_D_ARRAY_INDEX, e->loc);
    case DXKI_HLSL_TY_VECTOR:
        base = dxki_sema_concrete(c, base);
        return element(c, base, index, dxki_hlsl_type_scalar(c, base->type->scalar), t->columns,
                       DXKI_HLSL_D_VECTOR_INDEX, e->loc);
    case DXKI_HLSL_TY_MATRIX:
        if (swizzled)
            index = last_row_at_most(c, index, t->rows);
        return element(c, base, index, dxki_hlsl_type_vector(c, t->scalar, t->columns), t->rows,
                       DXKI_HLSL_D_MATRIX_INDEX, e->loc);
    case DXKI_HLSL_TY_OBJECT:
        return resource(c, base, index, "", e->loc);
    case DXKI_HLSL_TY_HEAP:
        if (base->kind == DXKI_HLSL_N_HEAP && !base->a) {
            n = dxki_sema_node(c, DXKI_HLSL_N_HEAP, e->loc, t);
            n->a = number_index(c, index, 0, DXKI_HLSL_D_ARRAY_INDEX, NULL);
            n->index = t->count;
            return dxki_hlsl_is_error(n->a->type) ? n->a : n;
        }
        /* fall through */
    default:
        if (t->kind == DXKI_HLSL_TY_SCALAR) {
            DXKI_HLSL_SAY(c, NOT_INDEXABLE, e->loc);
            return dxki_sema_bad(c, e->loc);
        }
        DXKI_HLSL_REPORT(c, NO_SUBSCRIPT, e->loc, dxki_text(dxki_hlsl_type_text(c, t, true)));
        return dxki_sema_bad(c, e->loc);
    }
}

dxki_hlsl_node *dxki_sema_index(dxki_hlsl *c, const dxki_ast_expr *e)
{
    return subscript(c, e, false);
}

dxki_hlsl_node *dxki_sema_member(dxki_hlsl *c, const dxki_ast_expr *e)
{
    dxki_hlsl_node *base;

    if (e->a->kind != DXKI_AST_INDEX)
        return dxki_sema_member_of(c, dxki_sema_expr(c, e->a), e);
    if (!dxki_hlsl_enter(c, e->a->loc))
        return dxki_sema_bad(c, e->loc);
    base = subscript(c, e->a, true);
    dxki_hlsl_leave(c);
    return dxki_sema_member_of(c, base, e);
}
