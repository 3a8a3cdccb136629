/* SPDX-License-Identifier: MIT */
/* subscript.c - what stands in square brackets, and what it is of; see sema.h. */
#include "sema/check.h"

static dxki_hlsl_node *subscript(dxki_hlsl *c, const dxki_ast_expr *e, dxki_sema_wish wish);

static const dxki_hlsl_loc nowhere = {0, 0};

/* ---------------------------------------------------------------------------------------- */
/* Elements                                                                                   */

/* "element = const vector<float, 4> &": what a subscript of a resource gives. */
static dxk_str element_text(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    const bool is_const =
        dxki_hlsl_object_at((dxki_hlsl_object)t->object)->cls == DXK_RESOURCE_CLASS_SRV;
    const dxk_str text = dxki_hlsl_join(c, dxki_str(is_const ? "element = const " : "element = "),
                                        dxki_hlsl_type_canonical(c, t->element));

    return dxki_hlsl_join(c, text, dxki_str(" &"));
}

/* Says that nothing is found by such an index; `wanted`: what could be, of other things than arrays. */
static dxki_hlsl_node *no_subscript(dxki_hlsl *c, const dxki_hlsl_node *base,
                                    const dxki_hlsl_node *index, const dxki_hlsl_type *wanted,
                                    dxki_hlsl_loc loc)
{
    const dxki_hlsl_type *t = base->type;
    const bool is_slice = t->kind == DXKI_HLSL_TY_RECORD && t->record->is_slice;

    if (!DXKI_HLSL_REPORT(c, NO_VIABLE_SUBSCRIPT, loc, dxki_text(dxki_sema_value_told(c, base))) ||
        t->kind == DXKI_HLSL_TY_ARRAY)
        return dxki_sema_bad(c, loc);
    const dxk_str text = wanted->kind == DXKI_HLSL_TY_SCALAR ? dxki_hlsl_type_canonical(c, wanted)
                                                             : dxki_hlsl_type_text(c, wanted, true);
    const dxki_sema_misfit misfit = {.arg = index, .wanted = dxki_sema_quoted(c, text)};
    const dxki_arg why = dxki_text(dxki_sema_misfit_text(c, &misfit));
    const dxki_hlsl_type *element = is_slice ? t->record->part_of : t;
    if (element->kind == DXKI_HLSL_TY_OBJECT && element->element)
        DXKI_HLSL_REPORT(c, CANDIDATE_INSTANCE, loc, dxki_text(element_text(c, element)), why);
    else
        DXKI_HLSL_REPORT(c, CANDIDATE, loc, why);
    return dxki_sema_bad(c, loc);
}

/* The place that a variable or field is declared at, of which an array is or is an element. */
static void tell_array(dxki_hlsl *c, const dxki_hlsl_node *array)
{
    while (array->kind == DXKI_HLSL_N_ELEMENT)
        array = array->a;
    const dxki_ast_decl *d = dxki_sema_decl_of(array);
    if (d && d->name)
        DXKI_HLSL_REPORT(c, ARRAY_HERE, dxki_hlsl_decl_start(d), dxki_text(d->name->text));
}

/* How an index is shown: the number that it is. */
static dxki_arg index_text(dxki_hlsl *c, uint64_t bits, bool negative)
{
    const dxk_str text = dxki_hlsl_decimal(c, negative ? 0 - bits : bits);

    return dxki_text(dxki_hlsl_join(c, dxki_str(negative ? "-" : ""), text));
}

/* An index, which is one number, as a whole one; a constant must be in range. `array`: what is indexed,
 * if it is one. */
static dxki_hlsl_node *number_index(dxki_hlsl *c, dxki_hlsl_node *index, uint32_t count,
                                    dxki_hlsl_diag which, const dxki_hlsl_node *array)
{
    const dxki_hlsl_type *t = index->type;

    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(t);

    c->sema->nameless = true;
    if (info->number == DXKI_HLSL_REAL && t->kind == DXKI_HLSL_TY_SCALAR)
        dxki_sema_warn_value(c, index, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), NULL, nowhere);
    c->sema->nameless = false;
    bool fits = info->number == DXKI_HLSL_REAL ? index->kind != DXKI_HLSL_N_CONSTANT
                                               : info->number == DXKI_HLSL_UINT && info->bits == 32;
    index =
        dxki_sema_as(c, index, dxki_hlsl_type_scalar(c, fits ? DXKI_HLSL_S_UINT : DXKI_HLSL_S_INT));
    const bool is_outside = index->kind == DXKI_HLSL_N_CONSTANT && count && index->bits[0] >= count;
    if (is_outside && array &&
        info->number == DXKI_HLSL_REAL) /* the reference looks at whole ones only */
        return dxki_sema_constant(c, index->type, count - 1, index->loc);
    if (is_outside) {
        const bool negative = !fits && (int64_t)index->bits[0] < 0;
        const dxki_arg value = index_text(c, index->bits[0], negative);
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

/* Is it one number? */
static bool is_number(const dxki_hlsl_type *t)
{
    return dxki_hlsl_is_value(t) && t->leaves == 1;
}

static dxki_hlsl_node *element(dxki_hlsl *c, dxki_hlsl_node *base, dxki_hlsl_node *index,
                               const dxki_hlsl_type *type, uint32_t count, dxki_hlsl_diag which,
                               dxki_hlsl_loc loc)
{
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_ELEMENT, loc, type);

    if (!is_number(index->type))
        return no_subscript(c, base, index, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), loc);
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

/* resource[coordinates]; `slice`: the type of what this is of within the resource; NULL: it itself. */
static dxki_hlsl_node *resource(dxki_hlsl *c, dxki_hlsl_node *base, dxki_hlsl_node *index,
                                const dxki_hlsl_type *slice, dxki_hlsl_loc loc)
{
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)base->type->object);

    if (info->flags & DXKI_HLSL_NODE)
        return dxki_sema_node_element(c, base, index, loc);
    if (!info->coords) {
        if (dxki_hlsl_is_patch(base->type))
            return control_point(c, base, index, loc);
        DXKI_HLSL_REPORT(c, NO_SUBSCRIPT, loc, dxki_text(dxki_sema_value_told(c, base)));
        return dxki_sema_bad(c, loc);
    }
    if (!dxki_sema_check_use(c, base->type, loc))
        return dxki_sema_bad(c, loc);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_SUBSCRIPT, loc, base->type->element);
    const dxki_hlsl_type *coords = info->coords == 1
                                       ? dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT)
                                       : dxki_hlsl_type_vector(c, DXKI_HLSL_S_UINT, info->coords);
    n->a = base;
    if (!selects(index->type, info->coords)) {
        const dxki_hlsl_node part = {.type = slice};
        return no_subscript(c, slice ? &part : base, index, coords, loc);
    }
    n->b = dxki_sema_convert(c, index, coords, false);
    n->is_lvalue = true;
    n->is_const = info->cls == DXK_RESOURCE_CLASS_SRV;
    return dxki_hlsl_is_error(n->b->type) ? n->b : n;
}

/* ---------------------------------------------------------------------------------------- */
/* Levels and samples                                                                         */

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

/* The type of texture.mips, or of texture.mips[level] if `is_slice`: a structure without members, of
 * which nothing but elements can be taken. */
static const dxki_hlsl_type *levels_type(dxki_hlsl *c, const dxki_hlsl_type *texture, bool samples,
                                         bool is_slice)
{
    static const char *const names[2][2] = {{"::mips_type", "::mips_slice_type"},
                                            {"::sample_type", "::sample_slice_type"}};

    for (size_t i = 0; i < c->sema->levels.count; i++) {
        const dxki_hlsl_record *r = c->sema->levels.items[i];
        if (r->part_of == texture && r->is_slice == is_slice)
            return r->type;
    }
    const dxk_str text =
        dxki_hlsl_join(c, dxki_hlsl_type_canonical(c, texture), dxki_str(names[samples][is_slice]));
    dxki_hlsl_record *r = dxki_hlsl_type_record(c, dxki_hlsl_intern(c, text), nowhere);
    dxki_hlsl_record_done(c, r);
    r->part_of = texture;
    r->is_slice = is_slice;
    DXKI_HLSL_PUSH(c, &c->sema->levels, r);
    return r->type;
}

/* A part of a texture, which is no value; it keeps the texture, and the level that is taken. */
static dxki_hlsl_node *levels_of(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_node *texture,
                                 dxki_hlsl_loc loc)
{
    static const uint64_t none;
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_CONSTANT, loc, t);

    n->bits = &none;
    n->a = texture;
    n->is_lvalue = true;
    return n;
}

dxki_hlsl_node *dxki_sema_levels(dxki_hlsl *c, dxki_hlsl_node *base, dxk_str name,
                                 dxki_hlsl_loc loc)
{
    const bool samples = dxki_str_is(name, "sample");

    if ((!samples && !dxki_str_is(name, "mips")) || !has_levels(base->type, samples))
        return NULL;
    const dxki_hlsl_type *texture = dxki_hlsl_type_plain(c, base->type);
    return levels_of(c, levels_type(c, texture, samples, false), base, loc);
}

/* texture.mips[level], and an element of that. */
static dxki_hlsl_node *level(dxki_hlsl *c, dxki_hlsl_node *base, dxki_hlsl_node *index,
                             dxki_hlsl_loc loc)
{
    const dxki_hlsl_record *r = base->type->record;
    const dxki_hlsl_type *number = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT);

    if (base->kind != DXKI_HLSL_N_CONSTANT) { /* a copy of it, which has nothing */
        DXKI_HLSL_REPORT(c, NO_SUBSCRIPT, loc,
                         dxki_text(dxki_sema_quoted(c, dxki_hlsl_type_canonical(c, base->type))));
        return dxki_sema_bad(c, loc);
    }
    dxki_hlsl_node *n;
    if (r->is_slice) {
        n = resource(c, base->a, index, base->type, loc);
        n->c = base->c;
        return n;
    }
    const bool samples = has_levels(r->part_of, true);
    if (!is_number(index->type))
        return no_subscript(c, base, index, number, loc);
    n = levels_of(c, levels_type(c, r->part_of, samples, true), base->a, loc);
    n->c = dxki_sema_convert(c, index, number, false);
    return dxki_hlsl_is_error(n->c->type) ? n->c : n;
}

/* ---------------------------------------------------------------------------------------- */
/* What it is of                                                                              */

/* Warns of an index that is outside of an array of `count` elements. */
static void tell_outside(dxki_hlsl *c, const dxki_hlsl_node *array, bool is_signed, uint32_t at,
                         uint32_t count)
{
    const bool negative = is_signed && at >> 31;
    const uint64_t bits = negative ? (uint64_t)(int64_t)(int32_t)at : at;
    const dxki_arg args[] = {index_text(c, bits, negative), dxki_dec(count)};

    if (dxki_hlsl_report(c, negative ? DXKI_HLSL_D_BEFORE_ARRAY : DXKI_HLSL_D_PAST_ARRAY,
                         array->loc, args, negative ? 1 : 2))
        tell_array(c, array);
}

/* The last of `count` where an index is known to be past it. `array`: it is said of that one; NULL: it is not. */
static dxki_hlsl_node *last_at_most(dxki_hlsl *c, dxki_hlsl_node *index, uint32_t count,
                                    const dxki_hlsl_node *array)
{
    const uint64_t *value = dxki_sema_value(c, index);
    const dxki_hlsl_type *number = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_INT);

    if (!value || !dxki_hlsl_is_value(index->type) || index->type->leaves != 1)
        return index;
    const uint32_t at =
        (uint32_t)dxki_sema_convert_bits(c, value[0], index->type->scalar, DXKI_HLSL_S_UINT);
    if (at < count)
        return index;
    if (array)
        tell_outside(c, array, dxki_hlsl_info(index->type)->number != DXKI_HLSL_UINT, at, count);
    return dxki_sema_constant(c, number, count - 1, index->loc);
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

/* An array of one element at the end of a structure may stand for more of them, unless a macro says how many
 * they are. */
static bool is_open_end(const dxki_hlsl_node *n)
{
    const dxki_hlsl_type *t = n->kind == DXKI_HLSL_N_FIELD ? n->a->type : NULL;

    if (!t || t->kind != DXKI_HLSL_TY_RECORD || n->type->count != 1 ||
        n->index + 1 != t->record->field_count)
        return false;
    const dxki_ast_decl *d = t->record->fields[n->index].decl;
    return d && d->dims.count && d->dims.items[0] && !d->dims.items[0]->loc.expansion;
}

/* base[index], of which that is wanted. */
static dxki_hlsl_node *subscript(dxki_hlsl *c, const dxki_ast_expr *e, dxki_sema_wish wish)
{
    dxki_sema_may_name_function(c, e->a);
    dxki_hlsl_node *base = dxki_sema_selected(c, e->a, DXKI_SEMA_ELEMENT), *n;
    const dxki_hlsl_type *t = base->type;
    const dxk_str function = dxki_sema_uncalled(c);
    dxki_hlsl_node *index = dxki_sema_expr(c, e->b);

    if (function.data)
        DXKI_HLSL_REPORT(c, FUNCTION_INDEXED, e->a->loc, dxki_text(function));

    if (dxki_hlsl_is_error(t) || dxki_hlsl_is_error(index->type))
        return dxki_sema_bad(c, e->loc);
    n = dxki_sema_operator_call(c, DXKI_HLSL_T_LBRACKET, base, index, e->loc);
    if (n)
        return n;
    if (dxki_hlsl_is_string(t))
        return character(c, base, index, e->loc);
    switch (t->kind) {
    case DXKI_HLSL_TY_ARRAY: /* the reference looks at the outermost index alone */
        if (t->count && (wish == DXKI_SEMA_CHOICE || is_open_end(base)))
            index = last_at_most(c, index, t->count, NULL);
        else if ((wish != DXKI_SEMA_ALL || c->version <= 2016) && t->count)
            index = last_at_most(c, index, t->count, base);
        return element(c, base, index, t->element, t->count, DXKI_HLSL_D_ARRAY_INDEX, e->loc);
    case DXKI_HLSL_TY_VECTOR:
        base = dxki_sema_concrete(c, base);
        return element(c, base, index, dxki_hlsl_type_scalar(c, base->type->scalar), t->columns,
                       DXKI_HLSL_D_VECTOR_INDEX, e->loc);
    case DXKI_HLSL_TY_MATRIX:
        if (wish == DXKI_SEMA_MEMBER) /* which is not complained of */
            index = last_at_most(c, index, t->rows, NULL);
        return element(c, base, index, dxki_hlsl_type_vector(c, t->scalar, t->columns), t->rows,
                       DXKI_HLSL_D_MATRIX_INDEX, e->loc);
    case DXKI_HLSL_TY_OBJECT:
        return resource(c, base, index, NULL, e->loc);
    case DXKI_HLSL_TY_HEAP:
        if (base->kind == DXKI_HLSL_N_HEAP && !base->a && !is_number(index->type))
            return no_subscript(c, base, index, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_UINT), e->loc);
        if (base->kind == DXKI_HLSL_N_HEAP && !base->a) {
            n = dxki_sema_node(c, DXKI_HLSL_N_HEAP, e->loc, t);
            n->a = number_index(c, index, 0, DXKI_HLSL_D_ARRAY_INDEX, NULL);
            n->index = t->count;
            return dxki_hlsl_is_error(n->a->type) ? n->a : n;
        }
        /* fall through */
    default:
        if (t->kind == DXKI_HLSL_TY_RECORD && t->record->part_of)
            return level(c, base, index, e->loc);
        if (t->kind == DXKI_HLSL_TY_SCALAR) {
            DXKI_HLSL_SAY(c, NOT_INDEXABLE, e->loc);
            return dxki_sema_bad(c, e->loc);
        }
        DXKI_HLSL_REPORT(c, NO_SUBSCRIPT, e->loc, dxki_text(dxki_sema_value_told(c, base)));
        return dxki_sema_bad(c, e->loc);
    }
}

dxki_hlsl_node *dxki_sema_selected(dxki_hlsl *c, const dxki_ast_expr *e, dxki_sema_wish wish)
{
    dxki_hlsl_node *n;

    if (e->kind != DXKI_AST_INDEX)
        return dxki_sema_expr(c, e);
    if (!dxki_hlsl_enter(c, e->loc))
        return dxki_sema_bad(c, e->loc);
    n = subscript(c, e, wish);
    dxki_hlsl_leave(c);
    return n;
}

dxki_hlsl_node *dxki_sema_index(dxki_hlsl *c, const dxki_ast_expr *e)
{
    return subscript(c, e, DXKI_SEMA_ALL);
}
