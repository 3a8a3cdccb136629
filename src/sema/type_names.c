/* SPDX-License-Identifier: MIT */
/* type_names.c - types of the syntax; see sema.h. */
#include "sema/check.h"
#include "sema/linalg.h"

#include "base/count.h"

/* Vectors are at most so long before 6.9, and from then on. */
#define SHORT 4
#define LONG  1024

static bool is_scalar(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_SCALAR;
}

/* Where argument `i` stands. */
static dxki_hlsl_span argument_span(const dxki_ast_path *path, size_t i)
{
    const dxki_ast_arg *arg = i < path->args.count ? &path->args.items[i] : NULL;

    if (arg && arg->type)
        return (dxki_hlsl_span){arg->type->loc, arg->type->end};
    return arg && arg->expr ? arg->expr->span : (dxki_hlsl_span){path->loc, path->loc};
}

static dxki_hlsl_loc argument_loc(const dxki_ast_path *path, size_t i)
{
    return argument_span(path, i).from;
}

bool dxki_sema_no_type(dxki_hlsl *c, const dxki_ast_arg *arg, dxki_hlsl_loc loc)
{
    const dxki_ast_expr *e = arg->expr;

    if (e && e->kind == DXKI_AST_NAME && e->path.count == 1 && !e->path.args.given &&
        !dxki_sema_find(c, e->path.parts[0]) && !dxki_hlsl_number_of(e->path.parts[0]->text)) {
        dxki_sema_undeclared(c, e->path.parts[0]->text, DXKI_SEMA_ARGUMENT, e->loc);
        return false;
    }
    return (e && dxki_hlsl_is_error(dxki_sema_expr(c, e)->type))
               ? false
               : DXKI_HLSL_SAY(c, TYPE_ARGUMENT, loc);
}

/* The template argument `i` as a type, or as a number; false: reported. */
static const dxki_hlsl_type *type_arg(dxki_hlsl *c, const dxki_ast_args *args, size_t i)
{
    const dxki_ast_arg *arg = &args->items[i];

    if (arg->type)
        return dxki_sema_type(c, arg->type);
    if (arg->expr)
        dxki_sema_no_type(c, arg, arg->expr->loc);
    return dxki_hlsl_type_error(c);
}

static bool integer_arg(dxki_hlsl *c, const dxki_ast_arg *arg, dxki_hlsl_loc loc, int64_t *value)
{
    const dxki_ast_expr *e = dxki_sema_argument_value(c, arg);

    if (e)
        return dxki_sema_known(c, e, DXKI_HLSL_D_VALUE_NOT_CONSTANT, value);
    DXKI_HLSL_SAY(c, VALUE_ARGUMENT, loc);
    return false;
}

static bool number_arg(dxki_hlsl *c, const dxki_ast_args *args, size_t i, int64_t most,
                       dxki_hlsl_loc loc, uint32_t *number)
{
    int64_t value;

    if (!integer_arg(c, &args->items[i], loc, &value))
        return false;
    if (value < 1 || value > most) {
        DXKI_HLSL_REPORT(c, DIMENSION, loc, dxki_dec((uint64_t)most));
        return false;
    }
    *number = (uint32_t)value;
    return true;
}

/* Has a template of the language as many arguments as it takes? If not, that is reported. */
static bool check_count(dxki_hlsl *c, const dxki_ast_path *path, size_t least, size_t most)
{
    const dxki_ast_args *args = &path->args;
    const dxki_arg name = dxki_text(path->parts[path->count - 1]->text);
    const dxki_arg kind = dxki_text(dxki_str("class template"));

    if (!args->given && least)
        DXKI_HLSL_REPORT(c, NEEDS_ARGUMENTS, path->loc, name);
    else if (args->count < least)
        DXKI_HLSL_REPORT(c, TEMPLATE_FEW, path->loc, name, kind);
    else if (args->count > most && !most) /* it is no template */
        DXKI_HLSL_SAY(c, EXPECTED_NAME, path->loc);
    else if (args->count > most)
        DXKI_HLSL_REPORT(c, TEMPLATE_MANY, path->loc, name, kind);
    return args->count >= least && args->count <= most;
}

/* How many arguments an object takes at least and at most. Textures and buffers that are only read have
 * elements of their own, but for samples. */
static bool check_object_count(dxki_hlsl *c, const dxki_ast_path *path, uint8_t which)
{
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)which);
    bool has_default = info->args == DXKI_HLSL_ARGS_ELEMENT && info->cls == DXK_RESOURCE_CLASS_SRV;

    if (info->args == DXKI_HLSL_ARGS_NO)
        return check_count(c, path, 0, 0);
    if (info->args == DXKI_HLSL_ARGS_PATCH)
        return check_count(c, path, 1, 2);
    return check_count(c, path, !has_default, info->args == DXKI_HLSL_ARGS_SAMPLES ? 2 : 1);
}

/* vector<T, N>, matrix<T, R, C> */
static const dxki_hlsl_type *shaped(dxki_hlsl *c, const dxki_ast_path *path, bool matrix)
{
    const dxki_ast_args *args = &path->args;
    uint32_t size[2] = {4, 4};
    int64_t most = !matrix && c->model_minor >= 9 ? LONG : SHORT;
    const dxki_hlsl_type *element = dxki_hlsl_type_scalar(c, DXKI_HLSL_S_FLOAT);

    if (!check_count(c, path, 0, matrix ? 3 : 2))
        return dxki_hlsl_type_error(c);
    if (args->count) {
        element = type_arg(c, args, 0);
        for (size_t i = 1; i < args->count; i++) {
            if (!number_arg(c, args, i, most, argument_loc(path, i), &size[i - 1]))
                return dxki_hlsl_type_error(c);
        }
    }
    if (dxki_hlsl_is_error(element))
        return element;
    if (!is_scalar(element)) {
        DXKI_HLSL_REPORT(c, ELEMENT_SCALAR, argument_loc(path, 0),
                         dxki_text(dxki_hlsl_type_text(c, element, true)));
        return dxki_hlsl_type_error(c);
    }
    const dxki_hlsl_type *made =
        matrix ? dxki_hlsl_type_matrix(c, element->scalar, size[0], size[1], 0)
               : dxki_hlsl_type_vector(c, element->scalar, size[0]);
    return element->norm ? dxki_hlsl_type_normed(c, made, element->norm) : made;
}

/* The name of the first object in a type that has one. */
static dxk_str object_in(const dxki_hlsl_type *t)
{
    while (t->kind == DXKI_HLSL_TY_ARRAY || t->kind == DXKI_HLSL_TY_RECORD) {
        size_t i = 0;
        while (t->kind == DXKI_HLSL_TY_RECORD && i + 1 < t->record->field_count &&
               !t->record->fields[i].type->has_objects)
            i++;
        if (t->kind == DXKI_HLSL_TY_RECORD && !t->record->field_count)
            break;
        t = t->kind == DXKI_HLSL_TY_ARRAY ? t->element : t->record->fields[i].type;
    }
    return t->kind == DXKI_HLSL_TY_OBJECT
               ? dxki_str(dxki_hlsl_object_at((dxki_hlsl_object)t->object)->name)
               : dxki_str("resource");
}

/* What objects of a kind are called as places of others. */
static const char *place_of(const dxki_hlsl_object_info *info)
{
    if (info->args == DXKI_HLSL_ARGS_PATCH)
        return "tessellation patches";
    if (info->flags & DXKI_HLSL_STREAM)
        return "geometry streams";
    return info->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER ? "structured buffers"
                                                             : "ConstantBuffers or TextureBuffers";
}

/* Is it ConstantBuffer or TextureBuffer? What these hold may have objects. */
static bool is_view(const dxki_hlsl_object_info *info)
{
    return info->kind == DXK_RESOURCE_KIND_CBUFFER || info->kind == DXK_RESOURCE_KIND_TBUFFER;
}

/* Reports what an object must not hold, if `element` has it. */
static bool refuse_parts(dxki_hlsl *c, const dxki_hlsl_type *element, dxki_hlsl_loc loc,
                         const dxki_hlsl_object_info *info)
{
    if (info->kind == DXK_RESOURCE_KIND_STRUCTURED_BUFFER)
        return dxki_sema_refuse_hits(c, element, loc, place_of(info));
    return dxki_sema_refuse_parts(c, element, loc, place_of(info));
}

/* True if elements of that type, which no operation can have, are fine in what is only declared: those of
 * enumerations, and resources that are named without the elements that they have. */
static bool can_be_declared(dxki_hlsl *c, const dxki_ast_path *path, bool typed,
                            const dxki_hlsl_type *element)
{
    const dxki_ast_type *t = path->args.count ? path->args.items[0].type : NULL;

    if (element->kind == DXKI_HLSL_TY_ENUM)
        return typed;
    return element->kind == DXKI_HLSL_TY_OBJECT && element->element && t && !t->path.args.given &&
           t->path.count == 1 && dxki_hlsl_predeclared_of(c, t->path.parts[0]);
}

/* What an object may hold. */
static bool check_element(dxki_hlsl *c, const dxki_ast_path *path,
                          const dxki_hlsl_object_info *info, const dxki_hlsl_type *element)
{
    const dxki_hlsl_loc loc = argument_loc(path, 0);
    bool typed = info->args == DXKI_HLSL_ARGS_ELEMENT || info->args == DXKI_HLSL_ARGS_SAMPLES;

    if (dxki_hlsl_is_error(element))
        return false;
    if (can_be_declared(c, path, typed, element))
        return true;
    if (typed && (!dxki_hlsl_is_numeric(element) || element->kind == DXKI_HLSL_TY_MATRIX)) {
        DXKI_HLSL_SAY(c, TYPED_ELEMENT, loc);
        return false;
    }
    if (typed && (element->columns > 4 || dxki_hlsl_constant_size(c, element) > 16)) {
        DXKI_HLSL_SAY(c, TYPED_SIZE, loc);
        return false;
    }
    if (dxki_hlsl_is_character(element) || element->kind == DXKI_HLSL_TY_VOID) {
        DXKI_HLSL_REPORT(c, ELEMENT_TYPE, loc, dxki_text(dxki_hlsl_type_text(c, element, true)));
        return false;
    }
    if (element->has_objects && !is_view(info)) {
        DXKI_HLSL_REPORT(c, OBJECT_ELEMENT, loc, dxki_text(object_in(element)));
        return false;
    }
    return true;
}

static dxki_hlsl_loc loc_of(const dxki_ast_arg *a)
{
    return a->type ? a->type->loc : a->expr->loc;
}

/* Names of flags tell for themselves which models have them. */
static void check_query(dxki_hlsl *c, const dxki_ast_args *args, uint32_t flags)
{
    const dxki_ast_arg *last = &args->items[args->count - 1];
    const bool is_name = last->expr && last->expr->kind == DXKI_AST_NAME;

    if (flags >> 16 && !is_name && c->has_target && c->model_minor < 9)
        DXKI_HLSL_SAY(c, QUERY_FLAGS_MODEL, loc_of(last));
    dxki_sema_check_query(c, flags, 0, loc_of(&args->items[0]));
}

bool dxki_sema_has_numbers(uint8_t object)
{
    return object == DXKI_HLSL_O_RAY_QUERY || object == DXKI_HLSL_O_FEEDBACK2D ||
           object == DXKI_HLSL_O_FEEDBACK2D_ARRAY;
}

/* Bits of each number in the count of a type whose arguments are numbers. */
#define NUMBER_BITS 16

uint32_t dxki_sema_object_number(const dxki_hlsl_type *t, uint32_t i)
{
    return t->count >> NUMBER_BITS * i & ((1u << NUMBER_BITS) - 1);
}

/* RayQuery<flags, more flags>: both are in the count, the second one above the first.
 * FeedbackTexture2D<kind> has one. */
static const dxki_hlsl_type *numbered(dxki_hlsl *c, const dxki_ast_path *path, uint8_t which)
{
    const dxki_ast_args *args = &path->args;
    uint32_t flags = 0;

    if (!check_count(c, path, 1, which == DXKI_HLSL_O_RAY_QUERY ? 2 : 1))
        return dxki_hlsl_type_error(c);
    for (size_t i = 0; i < args->count; i++) {
        int64_t value;
        if (!integer_arg(c, &args->items[i], path->loc, &value))
            return dxki_hlsl_type_error(c);
        flags |= ((uint32_t)value & ((1u << NUMBER_BITS) - 1)) << NUMBER_BITS * i;
    }
    if (which == DXKI_HLSL_O_RAY_QUERY)
        check_query(c, args, flags);
    return dxki_hlsl_type_object(c, (dxki_hlsl_object)which, NULL, flags);
}

/* A matrix of linear algebra: all that is known of it is in the count, see linalg.h. */
static const dxki_hlsl_type *linalg_matrix(dxki_hlsl *c, const dxki_ast_path *path)
{
    static const struct {
        uint8_t number, bits;
    } parts[DXKI_HLSL_LINALG_NUMBERS] = {{0, DXKI_HLSL_LINALG_COMPONENT},
                                         {3, DXKI_HLSL_LINALG_USE},
                                         {4, DXKI_HLSL_LINALG_SCOPE},
                                         {1, DXKI_HLSL_LINALG_SIZE},
                                         {2, DXKI_HLSL_LINALG_SIZE}};
    const dxki_ast_args *args = &path->args;
    uint32_t number = 0, shift = 0;

    if (args->count != DXKI_HLSL_LINALG_NUMBERS) {
        DXKI_HLSL_REPORT(c, LINALG_COUNT, path->loc, dxki_dec(DXKI_HLSL_LINALG_NUMBERS));
        return dxki_hlsl_type_error(c);
    }
    for (size_t i = 0; i < DXKI_HLSL_LINALG_NUMBERS; i++) {
        int64_t value;
        if (!integer_arg(c, &args->items[parts[i].number], path->loc, &value))
            return dxki_hlsl_type_error(c);
        if (value < 0 || value >> parts[i].bits) {
            DXKI_HLSL_REPORT(c, LINALG_RANGE, path->loc, dxki_dec(parts[i].number + 1),
                             dxki_dec((1u << parts[i].bits) - 1));
            return dxki_hlsl_type_error(c);
        }
        number |= (uint32_t)value << shift;
        shift += parts[i].bits;
    }
    return dxki_hlsl_type_object(c, DXKI_HLSL_O_LINALG_MATRIX, NULL, number);
}

static const dxki_hlsl_type *object(dxki_hlsl *c, const dxki_ast_path *path, uint8_t which)
{
    const dxki_hlsl_object_info *info = dxki_hlsl_object_at((dxki_hlsl_object)which);
    const dxki_ast_args *args = &path->args;
    const dxki_hlsl_type *element = NULL;
    uint32_t count = 0;

    const dxki_hlsl_type *record = dxki_sema_builtin_record(c, which);
    if (record)
        return record;
    if (which == DXKI_HLSL_O_LINALG_MATRIX)
        return linalg_matrix(c, path);
    if (dxki_sema_has_numbers(which))
        return numbered(c, path, which);
    if (info->flags & DXKI_HLSL_SUBOBJECT)
        return dxki_hlsl_type_object(c, (dxki_hlsl_object)which, NULL, 0);
    bool there = info->cls != DXK_RESOURCE_CLASS_INVALID || !(info->flags & DXKI_HLSL_RAY);
    if (!there) {
        dxki_sema_unsupported(c, path->loc, info->name);
        return dxki_hlsl_type_error(c);
    }
    if (!check_object_count(c, path, which))
        return dxki_hlsl_type_error(c);
    if (info->args == DXKI_HLSL_ARGS_NO)
        return dxki_hlsl_type_object(c, (dxki_hlsl_object)which, NULL, 0);
    if (args->count)
        element = type_arg(c, args, 0);
    else
        element = dxki_hlsl_type_vector(c, DXKI_HLSL_S_FLOAT, 4);
    if (args->count > 1 && info->args == DXKI_HLSL_ARGS_PATCH &&
        !number_arg(c, args, 1, 64, argument_loc(path, 1), &count))
        return dxki_hlsl_type_error(c);
    if (args->count > 1 && info->args == DXKI_HLSL_ARGS_SAMPLES) {
        int64_t samples; /* any number: it is kept as it is */
        if (!integer_arg(c, &args->items[1], path->loc, &samples))
            return dxki_hlsl_type_error(c);
        count = (uint32_t)samples;
    }
    if ((which == DXKI_HLSL_O_CONSTANTS || which == DXKI_HLSL_O_TBUFFER) &&
        element->kind != DXKI_HLSL_TY_RECORD && element->kind != DXKI_HLSL_TY_OBJECT &&
        !dxki_hlsl_is_error(element)) {
        DXKI_HLSL_REPORT(c, ELEMENT_STRUCT, argument_loc(path, 0),
                         dxki_text(dxki_hlsl_type_text(c, element, !args->count)));
        return dxki_hlsl_type_error(c);
    }
    if ((which == DXKI_HLSL_O_CONSTANTS || which == DXKI_HLSL_O_TBUFFER) &&
        !dxki_sema_check_complete(c, element, argument_loc(path, 0),
                                  DXKI_HLSL_D_INCOMPLETE_VARIABLE))
        return dxki_hlsl_type_error(c);
    if ((info->args == DXKI_HLSL_ARGS_PATCH || info->flags & DXKI_HLSL_STREAM) &&
        !dxki_sema_check_complete(c, element, argument_loc(path, 0),
                                  DXKI_HLSL_D_INCOMPLETE_VARIABLE))
        return dxki_hlsl_type_object(c, (dxki_hlsl_object)which, element, count);
    const bool refused =
        (info->args == DXKI_HLSL_ARGS_STRUCT || info->args == DXKI_HLSL_ARGS_PATCH) &&
        args->count && args->items[0].type &&
        refuse_parts(c, element, args->items[0].type->loc, info);
    if (refused) /* the type is what it is */
        return dxki_hlsl_type_object(c, (dxki_hlsl_object)which, element, count);
    if (info->flags & DXKI_HLSL_NODE
            ? !dxki_sema_check_node_record(c, which, element, args->count ? &args->items[0] : NULL,
                                           argument_span(path, 0))
            : !check_element(c, path, info, element))
        return dxki_hlsl_type_error(c);
    return dxki_hlsl_type_object(c, (dxki_hlsl_object)which, element, count);
}

static const dxki_hlsl_type *predeclared(dxki_hlsl *c, const dxki_ast_type *t,
                                         const dxki_hlsl_predeclared *p)
{
    switch (p->kind) {
    case DXKI_HLSL_P_VECTOR:
        return shaped(c, &t->path, false);
    case DXKI_HLSL_P_MATRIX:
        return shaped(c, &t->path, true);
    case DXKI_HLSL_P_OBJECT:
        return object(c, &t->path, p->object);
    default:
        break;
    }
    if (p->columns)
        return dxki_hlsl_type_matrix(c, p->scalar, p->rows, p->columns, 0);
    if (p->rows)
        return dxki_hlsl_type_vector(c, p->scalar, p->rows);
    return dxki_hlsl_type_scalar(c, p->scalar);
}

/* How a name that is no type is reported, by what it would be. */
static dxki_hlsl_diag unknown_words(const dxki_ast_type *t, const dxki_sema_guess *meant)
{
    const bool is_meant = meant->text.size != 0;

    if (t->path.args.given)
        return is_meant ? DXKI_HLSL_D_NOT_A_TEMPLATE_MEANT : DXKI_HLSL_D_UNKNOWN_TYPE;
    if (t->role == DXKI_AST_BASE)
        return is_meant ? DXKI_HLSL_D_CLASS_NAME_MEANT : DXKI_HLSL_D_CLASS_NAME;
    if (t->role == DXKI_AST_BEGINS_STATEMENT && is_meant && meant->kind != DXKI_SEMA_MEANT_TYPE)
        return DXKI_HLSL_D_UNDECLARED_MEANT;
    return is_meant ? DXKI_HLSL_D_UNKNOWN_TYPE_MEANT : DXKI_HLSL_D_UNKNOWN_TYPE;
}

/* Reports a name that is not known; what was meant stands for it, if that can be told. */
static const dxki_hlsl_type *unknown(dxki_hlsl *c, const dxki_ast_type *t,
                                     const dxki_hlsl_name *name)
{
    const bool is_native = dxki_hlsl_needs_native(c, name->text);
    dxki_sema_guess meant = {0};

    if (!is_native)
        meant = dxki_sema_suggest(c, name->text, DXKI_SEMA_TYPES,
                                  t->role == DXKI_AST_BEGINS_STATEMENT, t->path.loc);
    const bool is_meant = meant.text.size != 0;
    const dxki_arg args[] = {dxki_text(name->text), dxki_text(meant.text)};
    if (dxki_hlsl_report(c, unknown_words(t, &meant), t->path.loc, args, is_meant ? 2 : 1)) {
        if (is_meant && meant.kind == DXKI_SEMA_MEANT_WORD && t->unended &&
            t->unended <= c->said.count) /* it was no declaration */
            c->said.items[t->unended - 1].is_dropped = true;
        if (is_meant)
            dxki_sema_tell_guess(c, &meant);
        else if (is_native)
            DXKI_HLSL_REPORT(c, NEEDS_NATIVE, t->path.loc, args[0]);
        else
            dxki_sema_tell_language(c, name->text, DXKI_SEMA_TYPES, t->path.loc);
    }
    if (meant.symbol)
        return meant.symbol->kind == DXKI_HLSL_SYM_TYPE ? meant.symbol->type
                                                        : dxki_hlsl_type_error(c);
    const dxki_hlsl_predeclared *p =
        meant.text.size ? dxki_hlsl_predeclared_of(c, dxki_hlsl_intern_kept(c, meant.text)) : NULL;
    return p && p->kind == DXKI_HLSL_P_NUMERIC ? predeclared(c, t, p) : dxki_hlsl_type_error(c);
}

/* The type that a name is found to be; `is_const_type` says whether it is constant. */
static const dxki_hlsl_type *named(dxki_hlsl *c, const dxki_ast_type *t, bool is_argument)
{
    dxki_hlsl_name *name = t->path.count ? t->path.parts[t->path.count - 1] : NULL;

    if (!name)
        return dxki_hlsl_type_error(c);
    const dxki_hlsl_symbol *symbol = dxki_sema_resolve(c, &t->path);
    c->sema->is_const_type = false;
    if (symbol && symbol->known)
        return predeclared(c, t, symbol->known);
    if (symbol && symbol->tmpl && symbol->tmpl->decl->kind != DXKI_AST_VARIABLE &&
        (t->path.args.given || symbol->kind == DXKI_HLSL_SYM_TEMPLATE))
        return dxki_sema_instantiate(c, symbol->tmpl, &t->path.args, is_argument, t->path.loc);
    if (symbol && symbol->kind == DXKI_HLSL_SYM_TYPE) {
        if (t->path.args.given && !dxki_hlsl_is_error(symbol->type)) {
            DXKI_HLSL_REPORT(c, NOT_A_TEMPLATE, t->path.loc, dxki_text(name->text));
            return dxki_hlsl_type_error(c);
        }
        if (!is_argument)
            dxki_sema_complete(c, symbol->type, t->path.loc);
        c->sema->is_const_type = symbol->is_const;
        return symbol->type;
    }
    if (symbol && symbol->kind == DXKI_HLSL_SYM_BAD)
        return dxki_hlsl_type_error(c);
    const dxki_hlsl_predeclared *p = symbol ? NULL : dxki_hlsl_predeclared_of(c, name);
    if (p)
        return predeclared(c, t, p);
    return unknown(c, t, name);
}

/* int under `unsigned`. */
static const dxki_hlsl_type *as_unsigned(dxki_hlsl *c, const dxki_hlsl_type *t)
{
    static const struct {
        dxki_hlsl_scalar from, to;
    } pairs[] = {
        {DXKI_HLSL_S_INT, DXKI_HLSL_S_UINT},
        {DXKI_HLSL_S_INT64, DXKI_HLSL_S_UINT64},
        {DXKI_HLSL_S_INT16, DXKI_HLSL_S_UINT16},
        {DXKI_HLSL_S_MIN16INT, DXKI_HLSL_S_MIN16UINT},
    };

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (dxki_hlsl_is_numeric(t) && t->scalar == pairs[i].from)
            return dxki_hlsl_type_with(c, t, pairs[i].to);
    }
    return t;
}

/* Complains of `unsigned` in front of what has no such form. */
static void check_sign(dxki_hlsl *c, const dxki_ast_type *t, const dxki_hlsl_type *type)
{
    const dxki_hlsl_type *of = type;

    while (of->kind == DXKI_HLSL_TY_ARRAY)
        of = of->element;
    bool is_number = dxki_hlsl_is_numeric(of);
    uint8_t number = is_number ? (uint8_t)dxki_hlsl_info(of)->number : DXKI_HLSL_BOOL;
    if (dxki_hlsl_is_error(of) || (of->scalar != DXKI_HLSL_S_MIN12INT &&
                                   (number == DXKI_HLSL_SINT || number == DXKI_HLSL_UINT)))
        return;
    dxk_str name =
        is_number ? dxki_str(dxki_hlsl_info(of)->name) : dxki_hlsl_type_text(c, of, false);
    DXKI_HLSL_REPORT(c, NO_SIGN, t->words.count ? t->words.items[0].loc : t->loc, dxki_text(name));
}

/* Words that are part of a type, in pairs that exclude each other. */
static const struct {
    uint64_t mod;
    const char *word, *both[2]; /* the pair as messages name it */
    bool is_norm;
    uint8_t value;
} parts_of_types[] = {
    {DXKI_AST_MOD(ROW_MAJOR), "row_major", {"row_major", "column_major"}, false, DXKI_HLSL_ROWS},
    {DXKI_AST_MOD(COLUMN_MAJOR),
     "column_major",
     {"row_major", "column_major"},
     false,
     DXKI_HLSL_COLUMNS},
    {DXKI_AST_MOD(SNORM), "snorm", {"unorm", "snorm"}, true, 1},
    {DXKI_AST_MOD(UNORM), "unorm", {"unorm", "snorm"}, true, 2},
};

/* May a word of that kind stand in front of the type? If not, it is reported. */
static bool takes_word(dxki_hlsl *c, const dxki_hlsl_type *type, size_t row, dxki_hlsl_loc loc)
{
    if (dxki_hlsl_is_error(type))
        return false;
    if (parts_of_types[row].is_norm) {
        if (dxki_hlsl_is_numeric(type) && dxki_hlsl_info(type)->number == DXKI_HLSL_REAL)
            return true;
        DXKI_HLSL_SAY(c, NORM_TYPE, loc);
        return false;
    }
    if (type->kind != DXKI_HLSL_TY_MATRIX)
        DXKI_HLSL_REPORT(c, ORDER, loc, dxki_text(dxki_str(parts_of_types[row].word)));
    return type->kind == DXKI_HLSL_TY_MATRIX;
}

/* The type under row_major, column_major, snorm and unorm, from the word next to it on; `said` has the
 * order and the norm that it has already, and then those that hold. */
static const dxki_hlsl_type *apply_words(dxki_hlsl *c, const dxki_ast_type *t,
                                         const dxki_hlsl_type *type, uint8_t said[2])
{
    for (size_t i = t->words.count; i-- > 0;) {
        const dxki_ast_word *word = &t->words.items[i];
        size_t row = 0;
        while (row < DXKI_COUNT(parts_of_types) &&
               parts_of_types[row].mod != (uint64_t)1 << (word->keyword - DXKI_HLSL_K_CENTROID))
            row++;
        if (row == DXKI_COUNT(parts_of_types) || !takes_word(c, type, row, word->loc))
            continue;
        uint8_t *has = &said[parts_of_types[row].is_norm];
        if (*has == parts_of_types[row].value)
            DXKI_HLSL_REPORT(c, APPLIED_ALREADY, word->loc,
                             dxki_text(dxki_str(parts_of_types[row].word)));
        else if (*has)
            DXKI_HLSL_REPORT(c, INCOMPATIBLE_QUOTED, word->loc,
                             dxki_text(dxki_str(parts_of_types[row].both[0])),
                             dxki_text(dxki_str(parts_of_types[row].both[1])));
        else
            *has = parts_of_types[row].value;
    }
    return said[1] ? dxki_hlsl_type_normed(c, type, said[1]) : type;
}

/* What stands in front of a type and belongs to it. */
static const dxki_hlsl_type *modify(dxki_hlsl *c, const dxki_ast_type *t,
                                    const dxki_hlsl_type *type)
{
    static const uint8_t orders[] = {
        [DXKI_AST_PACK_ROWS] = DXKI_HLSL_ROWS, [DXKI_AST_PACK_COLUMNS] = DXKI_HLSL_COLUMNS};
    uint8_t said[2] = {type->order, type->norm};

    type = dxki_sema_cohere(c, t, type);
    if (t->mods & DXKI_AST_MOD(UNSIGNED)) {
        check_sign(c, t, type);
        type = as_unsigned(c, type);
    }
    type = apply_words(c, t, type, said);
    const uint8_t order = said[0] ? said[0] : orders[t->pack];
    if (type->kind != DXKI_HLSL_TY_MATRIX || order == type->order)
        return type;
    return dxki_hlsl_type_ordered(c, type, order);
}

/* Reports words that belong to types of numbers in front of another type. */
static void refuse_words(dxki_hlsl *c, const dxki_ast_type *t, const dxki_hlsl_type *type)
{
    uint8_t said[2] = {0, 0};

    if (t->words.count)
        apply_words(c, t, type, said);
}

/* The structure or enumeration that something of the same name hides; or what was found. */
static const dxki_hlsl_symbol *hidden_tag(dxki_hlsl *c, const dxki_ast_decl *d,
                                          const dxki_hlsl_symbol *found)
{
    const dxki_hlsl_symbol *tag = NULL;

    if (found && found->scope)
        tag = dxki_sema_tag(c, found->scope, found->name);
    for (const dxki_hlsl_scope *s = c->sema->scope; s && !tag && d->name && d->path.count <= 1;
         s = s->outer)
        tag = dxki_sema_tag(c, s, d->name);
    return tag ? tag : found;
}

/* `struct S` and `enum E`: declared or defined in front of what uses it, or without a name. */
static const dxki_hlsl_type *elaborated(dxki_hlsl *c, const dxki_ast_decl *d)
{
    const dxki_hlsl_type *type = dxki_hlsl_type_error(c);
    const dxki_hlsl_symbol *symbol = NULL;

    if (d->kind == DXKI_AST_RECORD && d->path.count)
        symbol = dxki_sema_resolve(c, &d->path);
    else if (d->name)
        symbol = dxki_sema_find(c, d->name);
    if (!symbol || (symbol->kind != DXKI_HLSL_SYM_TYPE && !symbol->tmpl))
        symbol = hidden_tag(c, d, symbol);
    if (symbol && symbol->tmpl && symbol->tmpl->decl->kind == DXKI_AST_RECORD && d->path.args.given)
        return dxki_sema_instantiate(c, symbol->tmpl, &d->path.args, false, d->loc);
    if (symbol && symbol->kind == DXKI_HLSL_SYM_TYPE)
        return symbol->type;
    if (symbol && symbol->kind == DXKI_HLSL_SYM_BAD)
        return type;
    if (d->kind == DXKI_AST_RECORD)
        dxki_sema_record(c, d, &type);
    else if (!d->name)
        dxki_sema_enum(c, d, &type);
    else
        DXKI_HLSL_REPORT(c, UNKNOWN_TYPE, d->loc, dxki_text(d->name->text));
    return type;
}

/* True if an expression is the name of a constant, or of a member that is one. In parentheses it is a place, which
 * has a type of its own. */
static bool names_constant(const dxki_ast_expr *e, const dxki_hlsl_node *n)
{
    if ((e->kind != DXKI_AST_NAME && e->kind != DXKI_AST_MEMBER) || e->in_parens ||
        n->type->has_objects)
        return false;
    if (n->kind == DXKI_HLSL_N_FIELD && n->a->type->kind == DXKI_HLSL_TY_RECORD)
        return n->a->type->record->fields[n->index].is_const;
    return (n->kind == DXKI_HLSL_N_VAR || n->kind == DXKI_HLSL_N_CONSTANT) && n->var &&
           n->var->is_const;
}

const dxki_hlsl_type *dxki_sema_decltype(dxki_hlsl *c, const dxki_ast_expr *e)
{
    c->sema->unevaluated++;
    const dxki_hlsl_node *n = dxki_sema_expr(c, e);
    c->sema->unevaluated--;
    const dxki_hlsl_type *type = dxki_sema_concrete_type(c, n);
    c->sema->is_const_type = e && names_constant(e, n);
    return type;
}

const dxki_hlsl_type *dxki_sema_type(dxki_hlsl *c, const dxki_ast_type *t)
{
    const dxki_hlsl_type *type = dxki_hlsl_type_error(c);

    const bool is_argument = c->sema->names_argument && t && !t->dims.count;
    c->sema->is_const_type = c->sema->names_argument = false;
    if (!t || !dxki_hlsl_enter(c, t->loc))
        return type;
    switch (t->kind) {
    case DXKI_AST_T_VOID:
        type = dxki_hlsl_type_void(c);
        refuse_words(c, t, type);
        break;
    case DXKI_AST_T_NAMED:
        type = modify(c, t, named(c, t, is_argument));
        break;
    case DXKI_AST_T_OF:
        type = dxki_sema_decltype(c, t->of);
        break;
    case DXKI_AST_T_RECORD:
    case DXKI_AST_T_ENUM:
        type = elaborated(c, t->decl);
        c->sema->is_const_type = false;
        refuse_words(c, t, type);
        break;
    default:
        DXKI_HLSL_SAY(c, AUTO_PLACE, t->loc); /* where it stands for what is given, see var.c */
        break;
    }
    const bool is_const = c->sema->is_const_type || t->mods & DXKI_AST_MOD(CONST);
    const dxki_ast_decl nameless = {.loc = t->loc, .dims = t->dims, .dims_loc = t->loc};
    if (t->dims.count)
        type = dxki_sema_dims(c, type, &nameless);
    c->sema->is_const_type = is_const;
    dxki_hlsl_leave(c);
    return type;
}

/* What an array that cannot be would consist of. */
static dxk_str element_text(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_type *given,
                            size_t depth)
{
    const dxk_str written = dxki_sema_written(c, given);

    if (!written.size)
        return dxki_hlsl_type_text(c, t, true);
    return dxki_hlsl_join(c, written, dxki_hlsl_dims_text(c, t, depth));
}

const dxki_hlsl_type *dxki_sema_dims(dxki_hlsl *c, const dxki_hlsl_type *t, const dxki_ast_decl *d)
{
    const dxki_ast_exprs *dims = &d->dims;
    const dxk_str name = d->name ? d->name->text : dxki_str("");
    const dxki_hlsl_loc loc = d->loc;

    for (size_t i = dims->count; i-- > 0;) {
        int64_t count = 0;
        if (dims->items[i] && !dxki_sema_count(c, dims->items[i], &count))
            return dxki_hlsl_type_error(c);
        if (dims->items[i] && count < 0) {
            DXKI_HLSL_REPORT(c, NEGATIVE_SIZE, dims->items[i]->span.from, dxki_text(name));
            return dxki_hlsl_type_error(c);
        }
        if (dims->items[i] && ((count < 1 && t->has_objects) || count > INT32_MAX)) {
            DXKI_HLSL_SAY(c, ARRAY_SIZE, loc);
            return dxki_hlsl_type_error(c);
        }
        if (dxki_hlsl_is_error(t))
            return t;
        if (t->kind == DXKI_HLSL_TY_ARRAY && !t->count && !t->is_empty) {
            DXKI_HLSL_REPORT(c, INCOMPLETE_ELEMENT, d->dims_loc,
                             dxki_text(element_text(c, t, d->type, dims->count - 1 - i)));
            return dxki_hlsl_type_error(c);
        }
        t = dims->items[i] && !count ? dxki_hlsl_type_empty(c, t)
                                     : dxki_hlsl_type_array(c, t, (uint32_t)count);
    }
    return t;
}
