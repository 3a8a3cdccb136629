/* SPDX-License-Identifier: MIT */
/* warn.c - expressions that are right, and probably not what was meant; see sema.h. */
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

void dxki_sema_warn_operands(dxki_hlsl *c, const dxki_ast_expr *e)
{
    if (e->op == DXKI_HLSL_T_SHL || e->op == DXKI_HLSL_T_SHR) {
        const dxki_ast_expr *sum = is_sum(e->a) ? e->a : is_sum(e->b) ? e->b : NULL;
        if (sum)
            DXKI_HLSL_REPORT(c, SHIFT_PARENS, sum->loc,
                             dxki_text(dxki_str(dxki_hlsl_tok_text(e->op))),
                             dxki_text(dxki_str(dxki_hlsl_tok_text(sum->op))));
    }
    if (e->op == DXKI_HLSL_T_OROR &&
        (is_operator(e->a, DXKI_HLSL_T_ANDAND) || is_operator(e->b, DXKI_HLSL_T_ANDAND)))
        DXKI_HLSL_REPORT(c, LOGIC_PARENS, e->loc, dxki_text(dxki_str("&&")),
                         dxki_text(dxki_str("||")));
}

void dxki_sema_warn_condition(dxki_hlsl *c, const dxki_ast_expr *e)
{
    if (e && e->kind == DXKI_AST_ASSIGN && e->op == DXKI_HLSL_T_ASSIGN && !e->in_parens)
        DXKI_HLSL_SAY(c, ASSIGN_CONDITION, e->loc);
}

/* (1, 2, 3) where float3(1, 2, 3) was meant. */
void dxki_sema_warn_comma(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_type *t)
{
    if (e->kind == DXKI_AST_BINARY && e->op == DXKI_HLSL_T_COMMA && e->in_parens && t->leaves > 1 &&
        dxki_hlsl_is_value(t))
        DXKI_HLSL_SAY(c, COMMA_INIT, e->loc);
}

static bool is_comparison(uint8_t op)
{
    return op == DXKI_HLSL_T_EQ || op == DXKI_HLSL_T_NE || op == DXKI_HLSL_T_LT ||
           op == DXKI_HLSL_T_LE || op == DXKI_HLSL_T_GT || op == DXKI_HLSL_T_GE;
}

/* A function of the language that does nothing but compute: not what lanes do together. */
static bool is_pure(const dxki_hlsl_node *n)
{
    const dxki_hlsl_intrinsic *row = n->row;
    dxk_str name = dxki_str(row->name);

    return !n->a && !*row->scope && !dxki_str_is(name, "IsHelperLane") &&
           !strstr(row->params, "out ") && !strstr(row->params, "ref ") &&
           !dxki_str_starts(name, "Wave") && !dxki_str_starts(name, "Quad") &&
           dxki_dxop_find(row->op)->attribute == DXKI_DXA_READNONE;
}

/* A value that nobody looks at. */
void dxki_sema_warn_unused(dxki_hlsl *c, const dxki_ast_expr *e, const dxki_hlsl_node *n)
{
    bool equality = e->op == DXKI_HLSL_T_EQ || e->op == DXKI_HLSL_T_NE;

    if (dxki_hlsl_is_error(n->type) || n->type->kind == DXKI_HLSL_TY_VOID)
        return;
    switch (e->kind) {
    case DXKI_AST_BINARY:
        if (e->op == DXKI_HLSL_T_COMMA)
            return;
        if (is_comparison(e->op))
            DXKI_HLSL_REPORT(c, UNUSED_COMPARISON, e->loc,
                             dxki_text(dxki_str(equality && e->op == DXKI_HLSL_T_EQ ? "equality"
                                                : equality                          ? "inequality"
                                                           : "relational")));
        else
            DXKI_HLSL_SAY(c, UNUSED_VALUE, e->loc);
        break;
    case DXKI_AST_NAME:
    case DXKI_AST_NUMBER:
    case DXKI_AST_MEMBER:
    case DXKI_AST_INDEX:
        if (n->kind != DXKI_HLSL_N_SUBSCRIPT)
            DXKI_HLSL_SAY(c, UNUSED_VALUE, e->loc);
        break;
    case DXKI_AST_UNARY:
        if (e->op != DXKI_HLSL_T_INC && e->op != DXKI_HLSL_T_DEC)
            DXKI_HLSL_SAY(c, UNUSED_VALUE, e->loc);
        break;
    case DXKI_AST_CALL:
        if (n->kind == DXKI_HLSL_N_INTRINSIC && is_pure(n))
            DXKI_HLSL_SAY(c, UNUSED_RESULT, e->loc);
        break;
    default:
        break;
    }
}
