/* SPDX-License-Identifier: MIT */
/* parse_function.c - functions behind their names: parameters, semantics, bodies; see parse.h. */
#include "hlsl/parse.h"

/* ---------------------------------------------------------------------------------------- */
/* Annotations                                                                                */

void dxki_parse_annotation(dxki_parse *p)
{
    if (!p->quiet)
        DXKI_HLSL_SAY(p->c, EFFECT_ANNOTATION, dxki_parse_loc(p));
    while (dxki_parse_kind(p) != DXKI_HLSL_T_GT && dxki_parse_kind(p) != DXKI_HLSL_T_END)
        dxki_parse_advance(p);
    dxki_parse_accept(p, DXKI_HLSL_T_GT);
}

/* The semantic and what else stands behind a colon, with an annotation in front of it or behind. */
static void notes(dxki_parse *p, dxki_ast_decl *d)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT)
        dxki_parse_annotation(p);
    dxki_parse_notes(p, &d->notes);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT)
        dxki_parse_annotation(p);
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

/* A list in braces is none, unlike as the value of a variable. */
static dxki_ast_expr *default_argument(dxki_parse *p)
{
    if (dxki_parse_kind(p) != DXKI_HLSL_T_LBRACE)
        return dxki_parse_initializer(p);
    p->failures++;
    if (!p->quiet)
        DXKI_HLSL_SAY(p->c, EXPECTED_EXPRESSION, dxki_parse_loc(p));
    dxki_parse_skip_group(p);
    return dxki_parse_broken(p, NULL);
}

/* A parenthesis where the type of a parameter should be: as though it were one without a type. */
static void nested_params(dxki_parse *p)
{
    if (!p->quiet)
        DXKI_HLSL_SAY(p->c, NO_TYPE, dxki_parse_peek(p, 1)->loc);
    DXKI_PARSE_SAY(p, PARAM_FUNCTION);
}

/* Is that a name of a parameter that has no type? */
static bool at_untyped(const dxki_parse *p)
{
    const uint8_t next = dxki_parse_peek(p, 1)->kind;

    return dxki_parse_at_name(p, 0) && !dxki_parse_at_type(p, 0) &&
           (next == DXKI_HLSL_T_COMMA || next == DXKI_HLSL_T_ASSIGN ||
            next == DXKI_HLSL_T_LBRACKET);
}

static dxki_ast_decl *param(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_VARIABLE);

    dxki_parse_attributes(p, &d->attrs);
    d->mods = dxki_parse_modifiers(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN && !d->mods) {
        nested_params(p);
        return NULL;
    }
    if (at_untyped(p)) {
        DXKI_PARSE_SAY(p, NO_TYPE);
        return NULL;
    }
    if (!dxki_parse_is_type_next(p, d->mods)) {
        if (d->mods)
            DXKI_PARSE_SAY(p, NO_TYPE);
        else if (!p->quiet)
            DXKI_HLSL_SAY(p->c, PARAM_DECLARATOR, dxki_parse_loc(p));
        p->failures++;
        if (!p->quiet && !p->c->misread.at)
            p->c->misread = dxki_parse_loc(p);
        return NULL;
    }
    d->type = dxki_parse_type(p, d->mods);
    d->mods = d->type->mods;
    const size_t open = p->panic ? 0 : dxki_parse_open_parens(p);
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_AND || dxki_parse_kind(p) == DXKI_HLSL_T_ANDAND)
        DXKI_PARSE_SAY(p, REFERENCES);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    if (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_COLONCOLON)
        DXKI_PARSE_ERROR(p, UNDECLARED, dxki_text(dxki_parse_peek(p, 0)->text));
    if (dxki_parse_at_name(p, 0)) {
        d->name = dxki_parse_new_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    }
    dxki_parse_close_parens(p, open, d);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    else if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN)
        DXKI_PARSE_SAY(p, PARAM_FUNCTION);
    if (!d->dims.count) {
        d->dims_loc = dxki_parse_loc(p);
        dxki_parse_dimensions(p, &d->dims);
    }
    notes(p, d);
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        d->init = default_argument(p);
    return d;
}

static void params(dxki_parse *p, dxki_ast_decl *d)
{
    size_t mark = p->stack.count;

    dxki_parse_expect(p, DXKI_HLSL_T_LPAREN);
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_VOID &&
        dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_RPAREN)
        dxki_parse_advance(p);
    bool more = dxki_parse_going(p) && dxki_parse_kind(p) != DXKI_HLSL_T_RPAREN;
    while (more && dxki_parse_going(p)) {
        if (dxki_parse_kind(p) == DXKI_HLSL_T_ELLIPSIS)
            DXKI_PARSE_SAY(p, VARIADIC);
        dxki_ast_decl *one = param(p);
        dxki_parse_push(p, one);
        more = one && dxki_parse_accept(p, DXKI_HLSL_T_COMMA);
    }
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    if (p->panic && !p->quiet) {
        static const uint8_t stops[] = {DXKI_HLSL_T_RPAREN, DXKI_HLSL_T_LBRACE};
        dxki_parse_skip_to(p, stops, 2);
        p->panic = !dxki_parse_accept(p, DXKI_HLSL_T_RPAREN);
    }
    d->params.items = (dxki_ast_decl **)dxki_parse_take(p, mark, &d->params.count);
}

void dxki_parse_function(dxki_parse *p, dxki_ast_decl *d)
{
    size_t scope;

    d->kind = DXKI_AST_FUNCTION;
    scope = dxki_parse_begin_scope(p);
    params(p, d);
    d->dims_loc = dxki_parse_loc(p);
    dxki_parse_dimensions(p, &d->dims); /* int f()[2] */
    notes(p, d);
    uint8_t next = dxki_parse_kind(p);
    if (next == DXKI_HLSL_T_COLON)
        DXKI_PARSE_SAY(p, CONSTRUCTOR_VALUES);
    else if (!p->panic && next == DXKI_HLSL_T_LBRACE)
        d->body = dxki_parse_block(p);
    else if (p->place == DXKI_PARSE_TOP && next != DXKI_HLSL_T_SEMI && next != DXKI_HLSL_T_COMMA &&
             next != DXKI_HLSL_T_ASSIGN && next != DXKI_HLSL_T_LPAREN && !dxki_parse_at_type(p, 0))
        DXKI_PARSE_SAY(p, NO_FUNCTION_BODY);
    dxki_parse_end_scope(p, scope);
}

void dxki_parse_operator_name(dxki_parse *p, dxki_ast_decl *d)
{
    static const uint8_t allowed[] = {
        DXKI_HLSL_T_ADD,   DXKI_HLSL_T_SUB,    DXKI_HLSL_T_MUL,  DXKI_HLSL_T_DIV,   DXKI_HLSL_T_MOD,
        DXKI_HLSL_T_EQ,    DXKI_HLSL_T_NE,     DXKI_HLSL_T_LT,   DXKI_HLSL_T_GT,    DXKI_HLSL_T_LE,
        DXKI_HLSL_T_GE,    DXKI_HLSL_T_AND,    DXKI_HLSL_T_OR,   DXKI_HLSL_T_XOR,   DXKI_HLSL_T_NOT,
        DXKI_HLSL_T_TILDE, DXKI_HLSL_T_ANDAND, DXKI_HLSL_T_OROR, DXKI_HLSL_T_COMMA,
    };
    const dxki_hlsl_token *t;

    d->loc = dxki_parse_loc(p);
    dxki_parse_advance(p);
    t = dxki_parse_peek(p, 0);
    d->op = t->kind;
    if (t->kind == DXKI_HLSL_T_LBRACKET || t->kind == DXKI_HLSL_T_LPAREN) {
        dxki_parse_advance(p);
        dxki_parse_expect(p, t->kind == DXKI_HLSL_T_LPAREN ? DXKI_HLSL_T_RPAREN
                                                           : DXKI_HLSL_T_RBRACKET);
        return;
    }
    if (!memchr(allowed, t->kind, sizeof allowed)) {
        bool conversion = t->kind == DXKI_HLSL_T_NAME;
        if (!conversion)
            dxki_parse_rewind(p, p->at - 1); /* to the word */
        if (conversion)
            DXKI_PARSE_SAY(p, CONVERSION_OPERATOR);
        else
            DXKI_PARSE_ERROR(p, OPERATOR_OVERLOAD, dxki_text(t->text));
        return;
    }
    dxki_parse_advance(p);
}
