/* SPDX-License-Identifier: MIT */
/* convert.c - conversions, and operators with the types that they bring about; see sema.h. */
#include "sema/check.h"

static const dxki_hlsl_scalar_info *info(dxki_hlsl_scalar s)
{
    return dxki_hlsl_scalar_at(s);
}

/* ---------------------------------------------------------------------------------------- */
/* Shapes                                                                                     */

/* May a number of one shape become one of another by itself? */
static bool shape_fits(const dxki_hlsl_type *from, const dxki_hlsl_type *to)
{
    if (from->leaves == 1)
        return true;
    if (to->leaves == 1)
        return true; /* truncation */
    if (from->kind == DXKI_HLSL_TY_VECTOR && to->kind == DXKI_HLSL_TY_VECTOR)
        return to->columns <= from->columns;
    if (from->kind == DXKI_HLSL_TY_MATRIX && to->kind == DXKI_HLSL_TY_MATRIX)
        return to->rows <= from->rows && to->columns <= from->columns;
    if (from->leaves == to->leaves)
        return true;
    const dxki_hlsl_type *m = from->kind == DXKI_HLSL_TY_MATRIX ? from : to;
    return (m->rows == 1 || m->columns == 1) && to->leaves <= from->leaves;
}

/* Do arrays and structures convert because they have the same numbers? From 2021 on, names tell
 * structures apart. */
static bool same_leaves(const dxki_hlsl *c, const dxki_hlsl_type *a, const dxki_hlsl_type *b)
{
    bool records = a->kind == DXKI_HLSL_TY_RECORD && b->kind == DXKI_HLSL_TY_RECORD;

    if (!a->leaves || !dxki_hlsl_is_aggregate(a) || !dxki_hlsl_same_leaves(a, b))
        return false;
    if (records)
        return c->version < 2021 || (!a->record->name && !b->record->name);
    return dxki_hlsl_is_aggregate(b) && (c->version < 2021 || a->kind == b->kind);
}

/* Members that structures are compared by. */
#define MOST_SLOTS 4096u

/* Have two structures the same members, but for names? Versions before 2021 convert them. */
static bool same_members(dxki_hlsl *c, const dxki_hlsl_type *a, const dxki_hlsl_type *b)
{
    bool same = true;

    if (a->kind != DXKI_HLSL_TY_RECORD || b->kind != DXKI_HLSL_TY_RECORD)
        return same_leaves(c, a, b);
    if (a->leaves != b->leaves || a->record->field_count != b->record->field_count ||
        dxki_hlsl_slots(a) > MOST_SLOTS || !dxki_hlsl_enter(c, a->record->loc))
        return false;
    for (size_t i = 0; same && i < a->record->field_count; i++)
        same = same_members(c, a->record->fields[i].type, b->record->fields[i].type);
    dxki_hlsl_leave(c);
    return same;
}

/* Is `base` what `t` was derived from? */
static bool derives(const dxki_hlsl_type *t, const dxki_hlsl_type *base)
{
    while (t->kind == DXKI_HLSL_TY_RECORD) {
        if (t == base)
            return true;
        if (!t->record->has_base || !t->record->field_count)
            return false;
        t = t->record->fields[0].type;
    }
    return false;
}

/* Is `from` a literal, and `to` the array of its characters? */
static bool is_text_of(const dxki_hlsl_type *from, const dxki_hlsl_type *to)
{
    return dxki_hlsl_is_string(from) && to->kind == DXKI_HLSL_TY_ARRAY &&
           dxki_hlsl_is_character(to->element) && from->count == to->count;
}

dxki_hlsl_fit dxki_sema_fit(dxki_hlsl *c, const dxki_hlsl_type *from, const dxki_hlsl_type *to)
{
    if (dxki_hlsl_is_error(from) || dxki_hlsl_is_error(to) || dxki_hlsl_same(c, from, to))
        return DXKI_HLSL_FITS;
    if (from->kind == DXKI_HLSL_TY_HEAP)
        return to->kind == DXKI_HLSL_TY_OBJECT ? DXKI_HLSL_FITS : DXKI_HLSL_NEVER;
    if (from->kind == DXKI_HLSL_TY_OBJECT && to->kind == DXKI_HLSL_TY_RECORD)
        return from->element == to ? DXKI_HLSL_FITS : DXKI_HLSL_NEVER;
    if (dxki_hlsl_is_string(from) && dxki_hlsl_is_string(to))
        return to->count ? DXKI_HLSL_NEVER : DXKI_HLSL_FITS;
    if (is_text_of(from, to))
        return DXKI_HLSL_FITS;
    if (from->kind == DXKI_HLSL_TY_OBJECT && to->kind == DXKI_HLSL_TY_OBJECT)
        return from->object == to->object && from->count == to->count && from->element &&
                       to->element && dxki_hlsl_same(c, from->element, to->element)
                   ? DXKI_HLSL_FITS
                   : DXKI_HLSL_NEVER;
    if (derives(from, to))
        return DXKI_HLSL_FITS;
    if (from->kind == DXKI_HLSL_TY_ARRAY && to->kind == DXKI_HLSL_TY_ARRAY &&
        (!to->count || !from->count) && to->has_objects)
        return dxki_sema_fit(c, from->element, to->element);
    const dxki_hlsl_fit regrouped = dxki_sema_regroup_fit(c, from, to);
    if (regrouped != DXKI_HLSL_NEVER)
        return regrouped;
    if (from->has_objects || to->has_objects || from->kind == DXKI_HLSL_TY_VOID ||
        to->kind == DXKI_HLSL_TY_VOID)
        return DXKI_HLSL_NEVER;
    if (dxki_hlsl_is_character(from) || dxki_hlsl_is_character(to))
        return DXKI_HLSL_NEVER;
    if (from->kind == DXKI_HLSL_TY_ENUM && from->scoped)
        return dxki_hlsl_is_value(to) ? DXKI_HLSL_BY_CAST : DXKI_HLSL_NEVER;
    if (dxki_hlsl_is_value(from) && dxki_hlsl_is_numeric(to))
        return shape_fits(from, to) ? DXKI_HLSL_FITS : DXKI_HLSL_NEVER;
    if (dxki_hlsl_is_value(from) && to->kind == DXKI_HLSL_TY_ENUM)
        return from->leaves == 1 ? DXKI_HLSL_BY_CAST : DXKI_HLSL_NEVER;
    if (same_leaves(c, from, to))
        return DXKI_HLSL_FITS;
    if (c->version < 2021 && same_members(c, from, to))
        return DXKI_HLSL_FITS;
    if (to->kind == DXKI_HLSL_TY_RECORD && to->record->part_of)
        return DXKI_HLSL_NEVER;
    /* one number fills everything; a structure or array of one does not */
    if ((from->leaves == 1 && (dxki_hlsl_is_value(from) || !to->leaves)) ||
        (to->leaves && from->leaves >= to->leaves))
        return DXKI_HLSL_BY_CAST;
    return DXKI_HLSL_NEVER;
}

/* ---------------------------------------------------------------------------------------- */
/* Conversions                                                                                */

/* The largest real of a type, and the one nearest to 0 that is not denormal. */
typedef struct real_range {
    uint64_t most, least; /* bits of doubles */
} real_range;

static real_range range_of(uint8_t scalar)
{
    static const real_range of_half = {0x40EFFC0000000000, 0x3F10000000000000};
    static const real_range of_float = {0x47EFFFFFE0000000, 0x3810000000000000};

    return scalar == DXKI_HLSL_S_FLOAT ? of_float : of_half;
}

/* May a real stand for a constant? The reference takes the least one for the lower bound. */
static bool is_in_real_range(dxki_hlsl *c, const dxki_hlsl_node *n, uint8_t scalar)
{
    const real_range range = range_of(scalar);
    const uint64_t bits =
        dxki_hlsl_info(n->type)->number == DXKI_HLSL_REAL
            ? n->bits[0]
            : dxki_sema_convert_bits(c, n->bits[0], n->type->scalar, DXKI_HLSL_S_DOUBLE);

    return bits >> 63 ? (bits & INT64_MAX) <= range.least : bits <= range.most;
}

/* Is a constant in the range of a type? Then nothing is said of bits that it may lose. */
static bool is_in_range(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *to)
{
    const dxki_hlsl_scalar_info *is = dxki_hlsl_info(n->type), *gets = dxki_hlsl_info(to);

    if (n->kind != DXKI_HLSL_N_CONSTANT || n->type->kind != DXKI_HLSL_TY_SCALAR)
        return false;
    if (gets->number == DXKI_HLSL_REAL)
        return is_in_real_range(c, n, to->scalar);
    if (is->number == DXKI_HLSL_REAL)
        return false;
    const bool is_negative = is->number == DXKI_HLSL_SINT && n->bits[0] >> 63;
    const unsigned width = gets->bits < 32 ? 16 : gets->bits;
    if (gets->number == DXKI_HLSL_SINT)
        return (is_negative ? ~n->bits[0] : n->bits[0]) >> (width - 1) == 0;
    return !is_negative && (width == 64 || n->bits[0] >> width == 0);
}

/* The bits by which conversions lose something. */
static unsigned told_bits(const dxki_hlsl *c, uint8_t scalar)
{
    const dxki_hlsl_scalar_info *is = info((dxki_hlsl_scalar)scalar);

    if (scalar == DXKI_HLSL_S_HALF)
        return c->options.native_16bit ? 16 : 32;
    if (!(is->flags & DXKI_HLSL_MINIMUM))
        return is->bits;
    return scalar == DXKI_HLSL_S_MIN10FLOAT ? 10 : scalar == DXKI_HLSL_S_MIN12INT ? 12 : 16;
}

/* Where a conversion is complained of. */
static dxki_hlsl_loc place_of(dxki_hlsl *c, const dxki_hlsl_node *n, dxki_hlsl_loc asks)
{
    return asks.at ? asks : dxki_hlsl_mark_expr(c, DXKI_HLSL_MARK_FROM, n->loc);
}

/* The type that a conversion is to, for messages. */
static dxk_str target_text(dxki_hlsl *c, const dxki_hlsl_type *to, const dxki_ast_decl *given)
{
    const bool is_scalar = to->kind == DXKI_HLSL_TY_SCALAR;

    if (!given && (c->sema->nameless || (c->sema->of_language && is_scalar)))
        return dxki_sema_quoted(c, dxki_hlsl_type_canonical(c, to));
    return dxki_sema_decl_told(c, to, given, !given && c->sema->of_language);
}

/* Has a conversion fewer bits for each number? */
static bool narrows(const dxki_hlsl *c, const dxki_hlsl_type *from, const dxki_hlsl_type *to)
{
    return told_bits(c, from->scalar) > told_bits(c, to->scalar) && to->scalar != DXKI_HLSL_S_BOOL;
}

void dxki_sema_warn_out(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *to,
                        const dxki_ast_decl *given)
{
    if (!dxki_hlsl_is_numeric(n->type) || !dxki_hlsl_is_numeric(to) || !narrows(c, n->type, to))
        return;
    dxk_str text = target_text(c, to, given);
    if (text.size) /* it is in quotes */
        text = dxki_hlsl_join(c, (dxk_str){text.data, text.size - 1}, dxki_str(" &'"));
    DXKI_HLSL_REPORT(c, NARROWING, place_of(c, n, (dxki_hlsl_loc){0, 0}),
                     dxki_text(dxki_sema_value_told(c, n)), dxki_text(text));
}

static void warn(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *to,
                 const dxki_ast_decl *given, dxki_hlsl_loc asks)
{
    const dxki_hlsl_type *from = n->type;

    if (!dxki_hlsl_is_numeric(from) || !dxki_hlsl_is_numeric(to))
        return;
    if (from->kind == DXKI_HLSL_TY_SCALAR && to->kind == DXKI_HLSL_TY_SCALAR)
        dxki_sema_warn_value(c, n, to, given, asks);
    if (from->leaves > to->leaves && from->kind != DXKI_HLSL_TY_SCALAR)
        DXKI_HLSL_SAY(c, TRUNCATION, place_of(c, n, asks));
    if (narrows(c, from, to) && !c->sema->spreads && !is_in_range(c, n, to))
        DXKI_HLSL_REPORT(c, NARROWING, place_of(c, n, asks), dxki_text(dxki_sema_value_told(c, n)),
                         dxki_text(target_text(c, to, given)));
}

/* Is the result of an operator, as that type, the one of its operands as that type? */
static bool is_same_in(uint8_t op, const dxki_hlsl_scalar_info *to)
{
    const bool divides = op == DXKI_HLSL_T_DIV || op == DXKI_HLSL_T_MOD || op == DXKI_HLSL_T_SHR;

    if (op == DXKI_HLSL_T_ADD || op == DXKI_HLSL_T_SUB || op == DXKI_HLSL_T_MUL)
        return true;
    if (divides) /* literals have a sign and are as wide as any type */
        return to->number == DXKI_HLSL_REAL || (to->number == DXKI_HLSL_SINT && to->bits >= 32);
    return op == DXKI_HLSL_T_AND || op == DXKI_HLSL_T_OR || op == DXKI_HLSL_T_XOR ||
           op == DXKI_HLSL_T_SHL || op == DXKI_HLSL_T_TILDE;
}

/* Gives a literal that is not a constant, such as b ? 1 : 2, another type: its operands get that. False: it
 * must be computed before it is converted. */
static bool adopt(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to)
{
    const bool chooses = n->kind == DXKI_HLSL_N_CHOOSE || n->kind == DXKI_HLSL_N_SELECT;
    const bool is_real = dxki_hlsl_info(n->type)->number == DXKI_HLSL_REAL;
    const uint8_t number = dxki_hlsl_info(to)->number;
    const bool same_kind =
        is_real ? number == DXKI_HLSL_REAL : number == DXKI_HLSL_SINT || number == DXKI_HLSL_UINT;

    if (!dxki_hlsl_is_numeric(to) || n->kind == DXKI_HLSL_N_CONSTANT)
        return false;
    const dxki_hlsl_type *own =
        dxki_hlsl_type_plain(c, dxki_hlsl_type_with(c, n->type, to->scalar));
    if (chooses) {
        n->b = dxki_sema_as(c, n->b, own);
        n->c = dxki_sema_as(c, n->c, own);
    } else if (same_kind && (n->kind == DXKI_HLSL_N_BINARY || n->kind == DXKI_HLSL_N_UNARY) &&
               is_same_in(n->op, dxki_hlsl_info(to))) {
        n->a = dxki_sema_as(c, n->a, own);
        if (n->kind == DXKI_HLSL_N_BINARY)
            n->b = dxki_sema_as(c, n->b, own);
    } else {
        return false;
    }
    n->type = own;
    return true;
}

dxki_hlsl_node *dxki_sema_as(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to)
{
    if (dxki_hlsl_is_error(n->type) || dxki_hlsl_same(c, n->type, to))
        return n;
    const bool is_open = dxki_hlsl_is_literal(n->type) && n->kind != DXKI_HLSL_N_CONSTANT;
    const dxki_hlsl_type *own = is_open ? dxki_sema_concrete_type(c, n) : to;
    if (is_open && !adopt(c, n, to) && to->scalar != own->scalar)
        n = dxki_sema_as(c, n, own);
    if (dxki_hlsl_same(c, n->type, to))
        return n;
    if (to->kind == DXKI_HLSL_TY_ARRAY && n->type->kind == DXKI_HLSL_TY_ARRAY && to->has_objects &&
        (!to->count || !n->type->count))
        return n; /* of any size: it is the array that is given */
    if (is_text_of(n->type, to))
        return dxki_sema_characters(c, n);
    bool objects = n->type->kind == DXKI_HLSL_TY_OBJECT && to->kind == DXKI_HLSL_TY_OBJECT;
    if (n->type->kind == DXKI_HLSL_TY_HEAP || objects) {
        if (n->kind == DXKI_HLSL_N_CHOOSE || n->kind == DXKI_HLSL_N_SELECT) {
            n->b = dxki_sema_as(c, n->b, to);
            n->c = dxki_sema_as(c, n->c, to);
        }
        n->type = to;
        return n;
    }
    if (!derives(n->type, to) && dxki_sema_regroup_fit(c, n->type, to) != DXKI_HLSL_NEVER)
        return dxki_sema_regroup(c, n, to);
    bool content = n->type->kind == DXKI_HLSL_TY_OBJECT;
    dxki_hlsl_node *made =
        dxki_sema_node(c, content ? DXKI_HLSL_N_CONTENT : DXKI_HLSL_N_CONVERT, n->loc, to);
    made->a = n;
    made->is_lvalue = made->is_const = content;
    return dxki_sema_fold(c, made);
}

dxki_hlsl_node *dxki_sema_by_value(dxki_hlsl *c, dxki_hlsl_node *n)
{
    if (n->kind != DXKI_HLSL_N_CONVERT || !n->is_lvalue)
        return n;
    dxki_hlsl_node *made = dxki_sema_node(c, DXKI_HLSL_N_CONVERT, n->loc, n->type);
    made->a = n->a;
    return made;
}

dxki_hlsl_node *dxki_sema_convert_for(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to,
                                      const dxki_ast_decl *given, bool cast)
{
    dxki_hlsl_fit fit = dxki_sema_fit(c, n->type, to);
    const dxki_hlsl_loc asks = c->sema->asks;

    c->sema->asks = (dxki_hlsl_loc){0, 0};
    if (fit == DXKI_HLSL_FITS || (cast && fit == DXKI_HLSL_BY_CAST)) {
        if (!cast)
            warn(c, n, to, given, asks);
        return dxki_sema_as(c, n, to);
    }
    dxk_str a = dxki_sema_value_told(c, n);
    dxk_str b = c->sema->nameless && !given ? dxki_sema_quoted(c, dxki_hlsl_type_canonical(c, to))
                                            : dxki_sema_decl_told(c, to, given, false);
    const dxki_arg args[] = {dxki_text(a), dxki_text(b)};
    const bool is_out = n->kind == DXKI_HLSL_N_VAR && n->var->direction & DXKI_HLSL_OUT;
    const dxki_hlsl_diag which =
        fit == DXKI_HLSL_BY_CAST ? is_out ? DXKI_HLSL_D_NO_IMPLICIT_OUT : DXKI_HLSL_D_NO_IMPLICIT
        : is_out                 ? DXKI_HLSL_D_NO_CONVERSION_OUT
                                 : DXKI_HLSL_D_NO_CONVERSION;
    dxki_hlsl_report(c, which, place_of(c, n, asks), args, 2);
    return dxki_sema_bad(c, n->loc);
}

dxki_hlsl_node *dxki_sema_convert(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *to,
                                  bool cast)
{
    return dxki_sema_convert_for(c, n, to, NULL, cast);
}

/* What a literal of whole numbers is where nothing says more: the types of those that it may be, combined. */
static dxki_hlsl_scalar whole_of(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    const int64_t value = n->kind == DXKI_HLSL_N_CONSTANT ? (int64_t)n->bits[0] : 0;

    if (n->kind == DXKI_HLSL_N_CHOOSE || n->kind == DXKI_HLSL_N_SELECT)
        return dxki_sema_common(c, whole_of(c, n->b), whole_of(c, n->c));
    if (n->kind == DXKI_HLSL_N_BINARY || n->kind == DXKI_HLSL_N_UNARY)
        return n->b ? dxki_sema_common(c, whole_of(c, n->a), whole_of(c, n->b)) : whole_of(c, n->a);
    return value > UINT32_MAX || value < INT32_MIN ? DXKI_HLSL_S_INT64
           : value > INT32_MAX                     ? DXKI_HLSL_S_UINT
                                                   : DXKI_HLSL_S_INT;
}

const dxki_hlsl_type *dxki_sema_concrete_type(dxki_hlsl *c, const dxki_hlsl_node *n)
{
    if (!dxki_hlsl_is_literal(n->type))
        return n->type;
    return dxki_hlsl_type_with(c, n->type,
                               n->type->scalar == DXKI_HLSL_S_LITERAL_INT ? whole_of(c, n)
                                                                          : DXKI_HLSL_S_FLOAT);
}

dxki_hlsl_node *dxki_sema_concrete(dxki_hlsl *c, dxki_hlsl_node *n)
{
    return dxki_sema_as(c, n, dxki_sema_concrete_type(c, n));
}

dxki_hlsl_node *dxki_sema_condition(dxki_hlsl *c, dxki_hlsl_node *n, const char *what)
{
    if (dxki_hlsl_is_error(n->type))
        return n;
    if (!dxki_hlsl_is_value(n->type) || n->type->leaves != 1) {
        DXKI_HLSL_REPORT(c, CONDITION, n->loc, dxki_text(dxki_str(what)));
        return dxki_sema_bad(c, n->loc);
    }
    if (n->type->kind == DXKI_HLSL_TY_ENUM && n->type->scoped) {
        DXKI_HLSL_REPORT(c, NOT_BOOL, n->loc, dxki_text(dxki_hlsl_type_text(c, n->type, true)));
        return dxki_sema_bad(c, n->loc);
    }
    return dxki_sema_as(c, n, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_BOOL));
}

/* ---------------------------------------------------------------------------------------- */
/* What two operands have in common                                                           */

/* Bool and literals adapt to the other. */
static bool adapts(dxki_hlsl_scalar s)
{
    return info(s)->flags & DXKI_HLSL_LITERAL || s == DXKI_HLSL_S_BOOL;
}

static dxki_hlsl_scalar of_literals(dxki_hlsl_scalar a, dxki_hlsl_scalar b)
{
    if (a == DXKI_HLSL_S_LITERAL_FLOAT || b == DXKI_HLSL_S_LITERAL_FLOAT)
        return a == DXKI_HLSL_S_BOOL || b == DXKI_HLSL_S_BOOL ? DXKI_HLSL_S_FLOAT
                                                              : DXKI_HLSL_S_LITERAL_FLOAT;
    if (a == DXKI_HLSL_S_BOOL || b == DXKI_HLSL_S_BOOL)
        return DXKI_HLSL_S_INT;
    return DXKI_HLSL_S_LITERAL_INT;
}

/* The integer type of a class. */
static dxki_hlsl_scalar integer_of(uint8_t bits, bool is_unsigned, bool minimum)
{
    switch (bits) {
    case 64:
        return is_unsigned ? DXKI_HLSL_S_UINT64 : DXKI_HLSL_S_INT64;
    case 16:
        return is_unsigned ? DXKI_HLSL_S_UINT16 : DXKI_HLSL_S_INT16;
    case 12:
    case 10:
        if (!minimum)
            break;
        return is_unsigned  ? DXKI_HLSL_S_MIN16UINT
               : bits == 10 ? DXKI_HLSL_S_MIN12INT
                            : DXKI_HLSL_S_MIN16INT;
    default:
        break;
    }
    return is_unsigned ? DXKI_HLSL_S_UINT : DXKI_HLSL_S_INT;
}

dxki_hlsl_scalar dxki_sema_counted(const dxki_hlsl *c, dxki_hlsl_scalar s)
{
    return s == DXKI_HLSL_S_HALF && !c->options.native_16bit ? DXKI_HLSL_S_FLOAT : s;
}

dxki_hlsl_scalar dxki_sema_common(const dxki_hlsl *c, dxki_hlsl_scalar a, dxki_hlsl_scalar b)
{
    if (a != b && !adapts(a) && !adapts(b)) {
        a = dxki_sema_counted(c, a);
        b = dxki_sema_counted(c, b);
    }
    const dxki_hlsl_scalar_info *x = info(a), *y = info(b);

    if (a == b)
        return a;
    if (adapts(a) && adapts(b))
        return of_literals(a, b);
    if (adapts(a) || adapts(b)) {
        dxki_hlsl_scalar literal = adapts(a) ? a : b, other = adapts(a) ? b : a;
        if (literal == DXKI_HLSL_S_LITERAL_FLOAT && info(other)->number != DXKI_HLSL_REAL)
            return DXKI_HLSL_S_FLOAT;
        return other;
    }
    bool real_a = x->number == DXKI_HLSL_REAL, real_b = y->number == DXKI_HLSL_REAL;
    if (real_a != real_b)
        return real_a ? a : b;
    if (real_a)
        return x->bits >= y->bits ? a : b;
    uint8_t bits = x->bits > y->bits ? x->bits : y->bits;
    return integer_of(bits, x->number == DXKI_HLSL_UINT || y->number == DXKI_HLSL_UINT,
                      x->flags & y->flags & DXKI_HLSL_MINIMUM);
}

const dxki_hlsl_type *dxki_sema_common_shape(dxki_hlsl *c, const dxki_hlsl_type *a,
                                             const dxki_hlsl_type *b, dxki_hlsl_scalar s)
{
    if (!dxki_hlsl_is_value(a) || !dxki_hlsl_is_value(b))
        return NULL;
    const dxki_hlsl_type *more = a->leaves >= b->leaves ? a : b, *less = more == a ? b : a;
    const dxki_hlsl_type *shape = less->leaves == 1 ? more : shape_fits(more, less) ? less : NULL;
    if (!shape && shape_fits(less, more))
        shape = more;
    return shape ? dxki_hlsl_type_plain(c, dxki_hlsl_type_with(c, shape, s)) : NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Operators                                                                                  */

static dxki_hlsl_node *bad_operands(dxki_hlsl *c, dxki_hlsl_loc loc, dxki_hlsl_diag which)
{
    dxki_hlsl_report(c, which, loc, NULL, 0);
    return dxki_sema_bad(c, loc);
}

static bool is_logic(uint8_t op)
{
    return op == DXKI_HLSL_T_ANDAND || op == DXKI_HLSL_T_OROR;
}

static bool is_bitwise(uint8_t op)
{
    return op == DXKI_HLSL_T_AND || op == DXKI_HLSL_T_OR || op == DXKI_HLSL_T_XOR;
}

static bool is_shift(uint8_t op)
{
    return op == DXKI_HLSL_T_SHL || op == DXKI_HLSL_T_SHR;
}

static bool is_comparison(uint8_t op)
{
    return op == DXKI_HLSL_T_EQ || op == DXKI_HLSL_T_NE || op == DXKI_HLSL_T_LT ||
           op == DXKI_HLSL_T_LE || op == DXKI_HLSL_T_GT || op == DXKI_HLSL_T_GE;
}

static bool is_real(const dxki_hlsl_type *t)
{
    return dxki_hlsl_info(t)->number == DXKI_HLSL_REAL;
}

static dxki_hlsl_node *logic(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *a, dxki_hlsl_node *b,
                             dxki_hlsl_loc loc)
{
    const dxki_hlsl_type *type = dxki_sema_common_shape(c, a->type, b->type, DXKI_HLSL_S_BOOL);

    if (!type)
        return bad_operands(c, loc, DXKI_HLSL_D_NUMBERS_EXPECTED);
    if (c->version >= 2021 && type->leaves != 1) {
        DXKI_HLSL_REPORT(c, SHORT_CIRCUIT, loc,
                         dxki_text(dxki_str(op == DXKI_HLSL_T_ANDAND ? "and" : "or")));
        return dxki_sema_bad(c, loc);
    }
    bool jumps = c->version >= 2021;
    dxki_hlsl_node *n =
        dxki_sema_node(c, jumps ? DXKI_HLSL_N_LOGIC : DXKI_HLSL_N_BINARY, loc, type);
    n->op = jumps ? op : op == DXKI_HLSL_T_ANDAND ? DXKI_HLSL_T_AND : DXKI_HLSL_T_OR;
    n->index = !jumps;
    n->a = dxki_sema_as(c, a, type);
    n->b = dxki_sema_as(c, b, type);
    if (jumps && n->a->kind == DXKI_HLSL_N_CONSTANT) {
        if ((n->a->bits[0] != 0) == (op == DXKI_HLSL_T_OROR))
            return n->a;
        return n->b;
    }
    return dxki_sema_fold(c, n);
}

static bool is_enum(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_ENUM;
}

/* An operation on two values of one enumeration gives such a value. */
static dxki_hlsl_node *of_enum(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *a, dxki_hlsl_node *b,
                               dxki_hlsl_loc loc)
{
    const dxki_hlsl_type *type = a->type;

    dxki_hlsl_node *n = dxki_sema_binary(c, op, dxki_sema_as(c, a, type->element),
                                         dxki_sema_as(c, b, type->element), loc);
    return dxki_sema_as(c, n, type);
}

/* The left operand decides; a literal is what the right one is. */
static dxki_hlsl_node *shift(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *a, dxki_hlsl_node *b,
                             dxki_hlsl_loc loc)
{
    dxki_hlsl_scalar s = a->type->scalar;

    if (is_real(a->type) || is_real(b->type))
        return bad_operands(c, loc, DXKI_HLSL_D_INTEGER_EXPECTED);
    if (s == DXKI_HLSL_S_BOOL)
        s = DXKI_HLSL_S_INT;
    if (dxki_hlsl_is_literal(a->type) && !dxki_hlsl_is_literal(b->type)) {
        DXKI_HLSL_SAY(c, AMBIGUOUS_SHIFT, loc);
        s = dxki_hlsl_info(b->type)->number == DXKI_HLSL_UINT ? DXKI_HLSL_S_UINT : DXKI_HLSL_S_INT;
    }
    const dxki_hlsl_type *type = dxki_sema_common_shape(c, a->type, b->type, s);
    if (!type)
        return bad_operands(c, loc, DXKI_HLSL_D_NUMBERS_EXPECTED);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_BINARY, loc, type);
    n->op = op;
    n->a = dxki_sema_as(c, a, type);
    n->b = dxki_sema_as(c, b, type);
    return dxki_sema_fold(c, n);
}

/* Names an operand that cannot be compared; false: it can. */
static bool tell_operand(dxki_hlsl *c, const dxki_hlsl_type *t, dxki_hlsl_loc loc)
{
    const dxki_arg name = dxki_text(dxki_hlsl_type_text(c, t, true));

    if (t->kind == DXKI_HLSL_TY_RECORD && t->record->decl)
        dxki_hlsl_report(c, DXKI_HLSL_D_RECORD_OPERAND, loc, &name, 1);
    else if (t->kind == DXKI_HLSL_TY_RECORD || t->kind == DXKI_HLSL_TY_OBJECT)
        dxki_hlsl_report(c, DXKI_HLSL_D_OBJECT_OPERAND, loc, &name, 1);
    else
        return false;
    return true;
}

/* Says what is wrong with operands that are no numbers. */
static dxki_hlsl_node *no_numbers(dxki_hlsl *c, uint8_t op, const dxki_hlsl_node *a,
                                  const dxki_hlsl_node *b, dxki_hlsl_loc loc)
{
    if (a->type->kind == DXKI_HLSL_TY_RECORD && a->type->record->scope &&
        dxki_sema_find_in(c, a->type->record->scope, dxki_sema_operator_name(c, op))) {
        DXKI_HLSL_REPORT(c, INVALID_OPERANDS, loc, dxki_text(dxki_sema_value_told(c, a)),
                         dxki_text(dxki_sema_value_told(c, b)));
        return dxki_sema_bad(c, loc);
    }
    if (op == DXKI_HLSL_T_EQ || op == DXKI_HLSL_T_NE) {
        if (dxki_hlsl_is_string(a->type) && dxki_hlsl_is_string(b->type)) {
            if (!a->type->count || !b->type->count)
                return bad_operands(c, loc, DXKI_HLSL_D_TYPE_MISMATCH);
            DXKI_HLSL_REPORT(c, NO_CONVERSION, b->loc, dxki_text(dxki_sema_value_told(c, b)),
                             dxki_text(dxki_sema_value_told(c, a)));
            return dxki_sema_bad(c, loc);
        }
        if (a->type->kind == DXKI_HLSL_TY_ARRAY)
            return bad_operands(c, loc, DXKI_HLSL_D_ARRAY_EQUALITY);
        bool told = tell_operand(c, a->type, loc);
        if (a->type != b->type && tell_operand(c, b->type, loc))
            told = true;
        if (told)
            return dxki_sema_bad(c, loc);
    }
    if ((is_bitwise(op) || is_shift(op)) && dxki_hlsl_is_numeric(a->type) && is_real(a->type))
        return bad_operands(c, loc, DXKI_HLSL_D_INTEGER_EXPECTED);
    return bad_operands(c, loc, DXKI_HLSL_D_NUMBERS_EXPECTED);
}

static bool is_scoped(const dxki_hlsl_type *t)
{
    return t->kind == DXKI_HLSL_TY_ENUM && t->scoped;
}

/* Scoped enumerations can only be compared, with themselves. */
static dxki_hlsl_node *scoped(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *a, dxki_hlsl_node *b,
                              dxki_hlsl_loc loc)
{
    if (op != DXKI_HLSL_T_EQ && op != DXKI_HLSL_T_NE)
        return bad_operands(c, loc,
                            is_bitwise(op) || is_shift(op) ? DXKI_HLSL_D_INTEGER_EXPECTED
                                                           : DXKI_HLSL_D_NUMERIC_EXPECTED);
    if (a->type != b->type)
        return bad_operands(c, loc, DXKI_HLSL_D_TYPE_MISMATCH);
    return dxki_sema_binary(c, op, dxki_sema_as(c, a, a->type->element),
                            dxki_sema_as(c, b, b->type->element), loc);
}

/* Are two strings compared? One that the source writes and a variable cannot be. */
static bool are_texts(uint8_t op, const dxki_hlsl_node *a, const dxki_hlsl_node *b)
{
    return (op == DXKI_HLSL_T_EQ || op == DXKI_HLSL_T_NE) && dxki_hlsl_is_string(a->type) &&
           dxki_hlsl_is_string(b->type) && a->type->count == b->type->count;
}

/* An operand as the type of the operation, which is that of the other one, declared by `given`, or is
 * computed. */
static dxki_hlsl_node *operand(dxki_hlsl *c, dxki_hlsl_node *n, const dxki_hlsl_type *type,
                               const dxki_ast_decl *given)
{
    c->sema->nameless = !given && type->kind != DXKI_HLSL_TY_SCALAR;
    n = dxki_sema_convert_for(c, n, type, given, false);
    c->sema->nameless = false;
    return n;
}

/* There is no type that both operands convert to. */
static dxki_hlsl_node *nothing_common(dxki_hlsl *c, const dxki_hlsl_node *a,
                                      const dxki_hlsl_node *b, dxki_hlsl_loc loc)
{
    const dxk_str from = dxki_sema_value_told(c, b), to = dxki_sema_target_told(c, a);

    DXKI_HLSL_REPORT(c, NO_CONVERSION, dxki_hlsl_mark_expr(c, DXKI_HLSL_MARK_FROM, b->loc),
                     dxki_text(from), dxki_text(to));
    return dxki_sema_bad(c, loc);
}

/* What declares the left operand, as which the right one is told if it gets that type. */
static const dxki_ast_decl *declared_left(dxki_hlsl *c, const dxki_hlsl_node *a,
                                          const dxki_hlsl_type *type)
{
    while (a->kind == DXKI_HLSL_N_BINARY)
        a = a->a;
    return dxki_hlsl_same(c, a->type, type) ? dxki_sema_decl_of(a) : NULL;
}

dxki_hlsl_node *dxki_sema_binary(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *a, dxki_hlsl_node *b,
                                 dxki_hlsl_loc loc)
{
    if (dxki_hlsl_is_error(a->type) || dxki_hlsl_is_error(b->type))
        return dxki_sema_bad(c, loc);
    dxki_hlsl_node *call = dxki_sema_operator_call(c, op, a, b, loc);
    if (call)
        return call;
    if (are_texts(op, a, b)) {
        dxki_hlsl_node *n =
            dxki_sema_node(c, DXKI_HLSL_N_BINARY, loc, dxki_hlsl_type_scalar(c, DXKI_HLSL_S_BOOL));
        n->op = op;
        n->a = a;
        n->b = b;
        return n;
    }
    if (!dxki_hlsl_is_value(a->type) || !dxki_hlsl_is_value(b->type))
        return no_numbers(c, op, a, b, loc);
    if (is_scoped(a->type) || is_scoped(b->type))
        return scoped(c, op, a, b, loc);
    if (is_logic(op))
        return logic(c, op, a, b, loc);
    if (is_enum(a->type) && is_enum(b->type) && a->type != b->type && !is_shift(op))
        return nothing_common(c, a, b, loc);
    if (is_enum(a->type) && a->type == b->type && !is_comparison(op))
        return of_enum(c, op, a, b, loc);
    if (is_shift(op) && is_enum(a->type)) {
        DXKI_HLSL_REPORT(c, NO_CONVERSION, loc, dxki_text(dxki_sema_value_told(c, b)),
                         dxki_text(dxki_sema_target_told(c, a)));
        return dxki_sema_bad(c, loc);
    }
    if (is_shift(op))
        return shift(c, op, a, b, loc);
    dxki_hlsl_scalar s = dxki_sema_common(c, a->type->scalar, b->type->scalar);
    if (s == DXKI_HLSL_S_BOOL && !is_bitwise(op) && !is_comparison(op))
        s = DXKI_HLSL_S_INT;
    const dxki_hlsl_type *type = dxki_sema_common_shape(c, a->type, b->type, s);
    if (!type)
        return nothing_common(c, a, b, loc);
    if (is_bitwise(op) && is_real(type))
        return bad_operands(c, loc, DXKI_HLSL_D_INTEGER_EXPECTED);
    if (op == DXKI_HLSL_T_MOD && s == DXKI_HLSL_S_DOUBLE)
        return bad_operands(c, loc, DXKI_HLSL_D_DOUBLE_MODULO);
    if ((op == DXKI_HLSL_T_DIV || op == DXKI_HLSL_T_MOD) &&
        dxki_hlsl_info(type)->number == DXKI_HLSL_SINT &&
        dxki_hlsl_info(type)->flags & DXKI_HLSL_MINIMUM)
        return bad_operands(c, loc, DXKI_HLSL_D_MINIMUM_DIVISION);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_BINARY, loc, type);
    n->op = op;
    /* nothing is lost that a comparison without signs could tell */
    const bool is_silent = is_comparison(op) && type->leaves == 1 && a->type->leaves == 1 &&
                           b->type->leaves == 1 && dxki_hlsl_info(type)->number == DXKI_HLSL_UINT;
    c->quiet += is_silent;
    const bool spreads = a->type->leaves == 1 && dxki_hlsl_same(c, b->type, type);
    n->a = operand(c, a, type, spreads && type->leaves > 1 ? dxki_sema_decl_of(b) : NULL);
    n->b = operand(c, b, type, declared_left(c, a, type));
    c->quiet -= is_silent;
    if (is_comparison(op)) {
        if (dxki_hlsl_is_literal(type)) {
            n->a = dxki_sema_concrete(c, n->a);
            n->b = dxki_sema_concrete(c, n->b);
        }
        n->type = dxki_hlsl_type_with(c, type, DXKI_HLSL_S_BOOL);
    }
    return dxki_sema_fold(c, n);
}

dxki_hlsl_node *dxki_sema_unary(dxki_hlsl *c, uint8_t op, dxki_hlsl_node *a, dxki_hlsl_loc loc)
{
    if (dxki_hlsl_is_error(a->type))
        return a;
    if (!dxki_hlsl_is_value(a->type))
        return bad_operands(c, loc, DXKI_HLSL_D_NUMBERS_EXPECTED);
    if (is_scoped(a->type))
        return bad_operands(c, loc,
                            op == DXKI_HLSL_T_TILDE ? DXKI_HLSL_D_INTEGER_EXPECTED
                                                    : DXKI_HLSL_D_NUMERIC_EXPECTED);
    if (is_enum(a->type) && op != DXKI_HLSL_T_NOT) {
        dxki_hlsl_node *n = dxki_sema_unary(c, op, dxki_sema_as(c, a, a->type->element), loc);
        return dxki_sema_as(c, n, a->type);
    }
    const dxki_hlsl_type *type =
        dxki_hlsl_type_plain(c, dxki_hlsl_type_with(c, a->type, a->type->scalar));
    if (op == DXKI_HLSL_T_TILDE && is_real(type))
        return bad_operands(c, loc, DXKI_HLSL_D_INTEGER_EXPECTED);
    if (op == DXKI_HLSL_T_NOT)
        type = dxki_hlsl_type_with(c, type, DXKI_HLSL_S_BOOL);
    else if (type->scalar == DXKI_HLSL_S_BOOL)
        type = dxki_hlsl_type_with(c, type, DXKI_HLSL_S_INT);
    const bool is_literal = a->is_literal && (op == DXKI_HLSL_T_ADD || op == DXKI_HLSL_T_SUB);
    a = dxki_sema_as(c, a, type);
    dxki_hlsl_node *n = dxki_sema_node(c, DXKI_HLSL_N_UNARY, loc, type);
    n->op = op;
    n->a = a;
    if (op == DXKI_HLSL_T_ADD)
        n->kind = DXKI_HLSL_N_CONVERT; /* a value, not a place */
    n = dxki_sema_fold(c, n);
    n->is_literal = is_literal && n->kind == DXKI_HLSL_N_CONSTANT;
    return n;
}
