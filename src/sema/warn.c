/* SPDX-License-Identifier: MIT */
/* warn.c - expressions that are right, and probably not what was meant; see sema.h. */
#include "base/decimal.h"
#include "hlsl/source.h"
#include "hlsl/token.h"
#include "sema/check.h"
#include "spec/dxil_ops.h"

static bool is_operator(const dxki_ast_expr *e, uint8_t op)
{
    return e && e->kind == DXKI_AST_BINARY && e->op == op && !e->in_parens;
}

static bool is_sum(const dxki_ast_expr *e)
{
    return is_operator(e, DXKI_HLSL_T_ADD) || is_operator(e, DXKI_HLSL_T_SUB);
}

static dxki_arg operator_text(const dxki_ast_expr *e)
{
    return dxki_text(dxki_str(dxki_hlsl_tok_text(e->op)));
}

/* What stands in parentheses would not be asked about. */
static void tell_parens(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_loc loc)
{
    dxki_hlsl_mark_parens(c, e->span);
    DXKI_HLSL_REPORT(c, PARENS_MEANT, loc, operator_text(e));
}

bool dxki_sema_is_comparison(uint8_t op)
{
    return op == DXKI_HLSL_T_EQ || op == DXKI_HLSL_T_NE || op == DXKI_HLSL_T_LT ||
           op == DXKI_HLSL_T_LE || op == DXKI_HLSL_T_GT || op == DXKI_HLSL_T_GE;
}

static bool is_bitwise(const dxki_ast_expr *e)
{
    return is_operator(e, DXKI_HLSL_T_AND) || is_operator(e, DXKI_HLSL_T_OR) ||
           is_operator(e, DXKI_HLSL_T_XOR);
}

/* a & b == c, where == comes first */
static void warn_bitwise(dxki_hlsl *c, const dxki_ast_expr *e)
{
    bool left = is_operator(e->a, e->a->op) && dxki_sema_is_comparison(e->a->op);
    bool right = is_operator(e->b, e->b->op) && dxki_sema_is_comparison(e->b->op);

    if (left == right || ((left || is_bitwise(e->a)) && (right || is_bitwise(e->b))))
        return;
    const dxki_ast_expr *inner = left ? e->a : e->b;
    dxki_hlsl_mark_span(c, left ? (dxki_hlsl_span){inner->span.from, e->loc}
                                : (dxki_hlsl_span){e->loc, inner->span.to});
    if (!DXKI_HLSL_REPORT(c, BIT_PARENS, e->loc, operator_text(e), operator_text(inner)))
        return;
    tell_parens(c, inner, e->loc);
    dxki_hlsl_mark_parens(c, left ? (dxki_hlsl_span){inner->b->span.from, e->b->span.to}
                                  : (dxki_hlsl_span){e->a->span.from, inner->a->span.to});
    DXKI_HLSL_REPORT(c, PARENS_FIRST, e->loc, operator_text(e));
}

/* a & b | c, a && b || c */
static void warn_within(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_ast_expr *inner,
                        dxki_hlsl_diag which)
{
    dxki_hlsl_mark_span(c, (dxki_hlsl_span){e->loc, e->loc});
    if (dxki_hlsl_report(c, which, inner->loc, NULL, 0))
        tell_parens(c, inner, inner->loc);
}

/* Is the value of a condition known, and that one? */
static bool is_always(dxki_hlsl *c, const dxki_ast_expr *e, bool value)
{
    c->quiet++;
    const dxki_hlsl_node *n = dxki_sema_expr(c, e);
    const uint64_t *bits = n->type->kind == DXKI_HLSL_TY_SCALAR ? dxki_sema_value(c, n) : NULL;
    c->quiet--;
    return bits && (*bits != 0) == value;
}

/* a && b || c, unless a constant shows that the order is meant: 1 && b, b && 1 || 0 */
static void warn_logic(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_ast_expr *const l = e->a, *const r = e->b;
    const dxki_ast_expr *const last = is_operator(l, DXKI_HLSL_T_OROR) ? l->b : NULL;

    if (is_operator(l, DXKI_HLSL_T_ANDAND) && !is_always(c, r, false) && !is_always(c, l->a, true))
        warn_within(c, e, l, DXKI_HLSL_D_LOGIC_PARENS);
    else if (is_operator(last, DXKI_HLSL_T_ANDAND) && !is_always(c, r, false) &&
             is_always(c, last->b, true))
        warn_within(c, e, last, DXKI_HLSL_D_LOGIC_PARENS);
    if (is_operator(r, DXKI_HLSL_T_ANDAND) && !is_always(c, l, false) && !is_always(c, r->b, true))
        warn_within(c, e, r, DXKI_HLSL_D_LOGIC_PARENS);
}

/* a + 1 << b */
static void warn_shift(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_ast_expr *inner)
{
    dxki_hlsl_mark_span(c, (dxki_hlsl_span){e->loc, e->loc});
    if (DXKI_HLSL_REPORT(c, SHIFT_PARENS, inner->loc, operator_text(e), operator_text(inner)))
        tell_parens(c, inner, inner->loc);
}

/* Operators that macros bring are not asked about when they join what is written. */
void dxki_sema_warn_operands(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *a)
{
    const dxki_ast_expr *const sides[] = {e->a, e->b};
    bool shifts = e->op == DXKI_HLSL_T_SHR ||
                  (e->op == DXKI_HLSL_T_SHL && a->type->kind != DXKI_HLSL_TY_VECTOR &&
                   a->type->kind != DXKI_HLSL_TY_MATRIX);

    if (e->op == DXKI_HLSL_T_AND || e->op == DXKI_HLSL_T_OR || e->op == DXKI_HLSL_T_XOR)
        warn_bitwise(c, e);
    if (e->op == DXKI_HLSL_T_OROR && !e->loc.expansion)
        warn_logic(c, e);
    for (size_t i = 0; i < 2; i++) {
        if (e->op == DXKI_HLSL_T_OR && !e->loc.expansion && is_operator(sides[i], DXKI_HLSL_T_AND))
            warn_within(c, e, sides[i], DXKI_HLSL_D_BITS_WITHIN);
        if (shifts && is_sum(sides[i]))
            warn_shift(c, e, sides[i]);
    }
}

/* Another operator that may have been meant. */
void dxki_sema_tell_operator(dxki_hlsl *c, const dxki_ast_expr *e, dxki_hlsl_diag which,
                             const char *op)
{
    const dxki_arg arg = dxki_text(dxki_str(op));

    dxki_hlsl_mark_span(c, (dxki_hlsl_span){e->loc, e->loc});
    dxki_hlsl_mark_fix(c, (dxki_hlsl_span){e->loc, e->loc}, op, DXKI_HLSL_REPLACES);
    dxki_hlsl_report(c, which, e->loc, &arg, 1);
}

/* ((a == b)): so are assignments written. */
static void warn_extra_parens(dxki_hlsl *c, const dxki_ast_expr *e)
{
    const dxki_hlsl_span open = {e->span.from, e->span.from}, close = {e->span.to, e->span.to};

    c->quiet++;
    const dxki_hlsl_node *left = dxki_sema_expr(c, e->a);
    c->quiet--;
    if (!left->is_lvalue || left->is_const)
        return;
    dxki_hlsl_mark_span(c, (dxki_hlsl_span){e->a->span.from, e->b->span.to});
    if (!DXKI_HLSL_SAY(c, EXTRA_PARENS, e->loc))
        return;
    dxki_hlsl_mark_span(c, open);
    dxki_hlsl_mark_span(c, close);
    dxki_hlsl_mark_fix(c, open, "", DXKI_HLSL_REPLACES);
    dxki_hlsl_mark_fix(c, close, "", DXKI_HLSL_REPLACES);
    DXKI_HLSL_SAY(c, EXTRA_PARENS_MEND, e->loc);
    dxki_sema_tell_operator(c, e, DXKI_HLSL_D_ASSIGNMENT_MEANT, "=");
}

void dxki_sema_warn_condition(dxki_hlsl *c, const dxki_ast_expr *e)
{
    if (e && e->kind == DXKI_AST_BINARY && e->op == DXKI_HLSL_T_EQ && e->in_parens)
        warn_extra_parens(c, e);
    if (!e || e->kind != DXKI_AST_ASSIGN || e->in_parens)
        return;
    if (e->op != DXKI_HLSL_T_ASSIGN && e->op != DXKI_HLSL_T_OR_ASSIGN)
        return;
    if (!DXKI_HLSL_SAY(c, ASSIGN_CONDITION, e->loc))
        return;
    dxki_hlsl_mark_parens(c, e->span);
    DXKI_HLSL_SAY(c, ASSIGN_PARENS, e->loc);
    if (e->op == DXKI_HLSL_T_ASSIGN)
        dxki_sema_tell_operator(c, e, DXKI_HLSL_D_EQUALITY_MEANT, "==");
    else
        dxki_sema_tell_operator(c, e, DXKI_HLSL_D_INEQUALITY_MEANT, "!=");
}

static uint32_t line_of(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    return dxki_hlsl_position_of(c, loc).line;
}

/* Is a body nothing but a ';' in the line that its head ends in? What macros leave is not asked about. */
static bool is_empty_body(dxki_hlsl *c, const dxki_ast_stmt *body, dxki_hlsl_loc head)
{
    return body && body->kind == DXKI_AST_EMPTY && body->end.at && !body->end.expansion &&
           !head.expansion && line_of(c, head) == line_of(c, body->end);
}

static void tell_empty(dxki_hlsl *c, const dxki_ast_stmt *body, const char *what)
{
    if (DXKI_HLSL_REPORT(c, EMPTY_BODY, body->end, dxki_text(dxki_str(what))))
        DXKI_HLSL_SAY(c, EMPTY_BODY_LINE, body->end);
}

void dxki_sema_warn_empty_if(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    if (s->value && !s->no && is_empty_body(c, s->yes, s->value->span.to))
        tell_empty(c, s->yes, "if statement");
}

void dxki_sema_warn_empty_switch(dxki_hlsl *c, const dxki_ast_stmt *s)
{
    const dxki_ast_stmt *body = s->yes;

    /* what has no braces is a block that begins with its first statement */
    if (body && body->count == 1 && body->items[0]->loc.at == body->loc.at)
        body = body->items[0];
    if (s->value && is_empty_body(c, body, s->value->span.to))
        tell_empty(c, body, "switch statement");
}

void dxki_sema_warn_empty_loop(dxki_hlsl *c, const dxki_ast_stmt *s, const dxki_ast_stmt *next)
{
    const dxki_ast_expr *last = s->step ? s->step : s->value;

    if (!is_empty_body(c, s->yes, last ? last->span.to : s->loc))
        return;
    /* what follows looks like the body that was meant */
    if (next->kind != DXKI_AST_BLOCK &&
        dxki_hlsl_position_of(c, next->loc).column <= dxki_hlsl_position_of(c, s->loc).column)
        return;
    tell_empty(c, s->yes, s->kind == DXKI_AST_FOR ? "for loop" : "while loop");
}

/* (1, 2, 3) where float3(1, 2, 3) was meant. */
void dxki_sema_warn_comma(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type *t)
{
    if (e->kind == DXKI_AST_BINARY && e->op == DXKI_HLSL_T_COMMA && e->in_parens &&
        dxki_hlsl_is_value(t))
        DXKI_HLSL_SAY(c, COMMA_INIT, e->loc);
}

/* ---------------------------------------------------------------------------------------- */
/* Values that a conversion changes                                                           */

/* What a value is for. */
typedef struct purpose {
    const dxki_ast_decl *given; /* what declares the type that it gets, or NULL */
    dxki_hlsl_loc asks;         /* see dxki_hlsl_sema */
} purpose;

static void tell_value(dxki_hlsl *c, dxki_hlsl_diag which, const dxki_hlsl_node *n,
                       const dxki_hlsl_type *to, purpose p, dxk_str value, dxk_str there)
{
    const dxk_str wanted = c->sema->nameless || c->sema->of_language
                               ? dxki_sema_quoted(c, dxki_hlsl_type_canonical(c, to))
                               : dxki_sema_decl_told(c, to, p.given, false);
    const dxki_arg args[] = {dxki_text(dxki_sema_value_told(c, n)), dxki_text(wanted),
                             dxki_text(value), dxki_text(there)};

    dxki_hlsl_mark_span(c, (dxki_hlsl_span){p.asks, p.asks});
    dxki_hlsl_report(c, which, n->loc, args, 4);
}

/* A positive number as the reference prints it: "0.5", "1.5E+20", "1.0E-5". */
static dxk_str real_text(dxki_hlsl *c, uint64_t bits, int digits)
{
    static const int padding = 3; /* zeros that are written out */
    char text[DXKI_DECIMAL_TEXT(32)];
    dxki_decimal d;
    size_t size;

    dxki_decimal_tells(DXKI_BINARY64, bits, digits, &d);
    d = dxki_decimal_trim(d);
    int power = dxki_decimal_power(&d);
    if (d.exponent <= padding && power < digits && power >= -padding) {
        size = dxki_decimal_plain(&d, text);
    } else {
        size = dxki_decimal_scientific(&d, 2, 1, text);
        for (size_t i = 0; i < size; i++)
            text[i] = text[i] == 'e' ? 'E' : text[i];
    }
    return dxki_hlsl_text(c, (dxk_str){text, size});
}

static dxk_str integer_text(dxki_hlsl *c, uint64_t bits, bool is_signed)
{
    bool negative = is_signed && bits >> 63;
    dxk_str text = dxki_hlsl_decimal(c, negative ? 0 - bits : bits);

    return negative ? dxki_hlsl_join(c, dxki_str("-"), text) : text;
}

/* Bits of an integer in messages: those of types of minimum precision are what they must have. */
static unsigned integer_bits(const dxki_hlsl_scalar_info *info)
{
    return info->bits < 32 ? 16 : info->bits;
}

/* The bits that a value needs, with a sign if it is negative. */
static unsigned needed_bits(uint64_t bits, bool is_signed)
{
    bool negative = is_signed && bits >> 63;
    uint64_t magnitude = negative ? ~bits : bits;
    unsigned count = 0;

    for (; magnitude; magnitude >>= 1)
        count++;
    return count + negative;
}

/* A number that is written down with a fraction, for an integer or a bool: what is printed is without
 * the sign, and does not leave the range of the type. */
static void warn_real(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *to, purpose p)
{
    const dxki_hlsl_scalar_info *info = dxki_hlsl_info(to);
    const uint64_t bits = n->bits[0] & INT64_MAX;
    const bool is_signed = info->number == DXKI_HLSL_SINT;
    const unsigned width = integer_bits(info) - is_signed;
    const uint64_t most = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
    const int digits = n->type->scalar == DXKI_HLSL_S_FLOAT  ? 8
                       : n->type->scalar == DXKI_HLSL_S_HALF ? 4
                                                             : 16;
    uint64_t whole = dxki_sema_convert_bits(c, bits, DXKI_HLSL_S_DOUBLE, DXKI_HLSL_S_UINT64);

    if (bits >= dxki_infinity(DXKI_BINARY64) ||
        (whole <= most &&
         dxki_sema_convert_bits(c, whole, DXKI_HLSL_S_UINT64, DXKI_HLSL_S_DOUBLE) == bits))
        return;
    dxk_str there = info->number == DXKI_HLSL_BOOL
                        ? dxki_str(whole ? "true" : "false")
                        : integer_text(c, whole < most ? whole : most, false);
    tell_value(c, DXKI_HLSL_D_LITERAL_VALUE, n, to, p, real_text(c, bits, digits), there);
}

static bool is_choice(const dxki_hlsl_node *n)
{
    return n->kind == DXKI_HLSL_N_CHOOSE || n->kind == DXKI_HLSL_N_SELECT;
}

/* Each arm of ?: is told as if it were converted alone. */
static void warn_arms(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *to, purpose p)
{
    const dxki_hlsl_node *const arms[] = {n->b, n->c};

    for (size_t i = 0; i < 2; i++) {
        const dxki_hlsl_node arm = {
            .kind = DXKI_HLSL_N_CHOOSE,
            .loc = arms[i]->loc,
            .type = dxki_hlsl_type_scalar(c, (dxki_hlsl_scalar)n->rows[i]),
        };
        const dxki_hlsl_scalar_info *has = dxki_hlsl_info(arm.type);
        if (has->number == DXKI_HLSL_REAL && !(has->flags & DXKI_HLSL_LITERAL) &&
            has->bits < dxki_hlsl_info(to)->bits)
            tell_value(c, DXKI_HLSL_D_WIDENING, &arm, to, p, (dxk_str){0}, (dxk_str){0});
    }
}

void dxki_sema_warn_value(dxki_hlsl *c, const dxki_hlsl_node *n, const dxki_hlsl_type *to,
                          const dxki_ast_decl *given, dxki_hlsl_loc asks)
{
    const purpose p = {given, asks};
    const dxki_hlsl_scalar_info *has = dxki_hlsl_info(n->type);
    const dxki_hlsl_scalar_info *gets = dxki_hlsl_info(to);
    const bool is_signed = has->number == DXKI_HLSL_SINT;

    if (has->number == DXKI_HLSL_REAL && gets->number == DXKI_HLSL_REAL) {
        if (is_choice(n))
            warn_arms(c, n, to, p);
        else if (!c->sema->in_arms && !(has->flags & DXKI_HLSL_LITERAL) && has->bits < gets->bits)
            tell_value(c, DXKI_HLSL_D_WIDENING, n, to, p, (dxk_str){0}, (dxk_str){0});
        return;
    }
    if (has->number == DXKI_HLSL_REAL) {
        if (n->is_literal)
            warn_real(c, n, to, p);
        return;
    }
    if (n->kind != DXKI_HLSL_N_CONSTANT || has->number == DXKI_HLSL_BOOL ||
        (gets->number != DXKI_HLSL_SINT && gets->number != DXKI_HLSL_UINT) ||
        gets->flags & DXKI_HLSL_LITERAL || needed_bits(n->bits[0], is_signed) <= integer_bits(gets))
        return;
    const unsigned shift = 64 - integer_bits(gets);
    const uint64_t top = n->bits[0] << shift;
    const uint64_t there =
        gets->number == DXKI_HLSL_SINT ? (uint64_t)((int64_t)top >> shift) : top >> shift;
    tell_value(c, DXKI_HLSL_D_CONSTANT_VALUE, n, to, p, integer_text(c, n->bits[0], is_signed),
               integer_text(c, there, gets->number == DXKI_HLSL_SINT));
}
