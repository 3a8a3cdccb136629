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
    dxki_ast_notes none = {0};

    if (!p->quiet)
        DXKI_HLSL_SAY(p->c, NO_TYPE, dxki_parse_peek(p, 1)->loc);
    DXKI_PARSE_SAY(p, PARAM_FUNCTION);
    if (p->quiet)
        return;
    const size_t start = p->at;
    dxki_parse_skip_group(p);
    dxki_parse_lose(p, start);
    p->panic = false;
    dxki_parse_notes(p, &none);
    p->panic = true;
}

/* A modifier with brackets behind it, and no type. */
static void modifier_without_type(dxki_parse *p)
{
    dxki_ast_exprs none = {0};

    DXKI_PARSE_SAY(p, NO_TYPE);
    if (p->quiet)
        return;
    p->panic = false;
    dxki_parse_dimensions(p, &none);
    p->panic = true;
}

/* Where the ')' is that ends a list, if it stands in front of a body; *ends: the source ends in front of both it
 * and a ';'. */
static size_t find_close(const dxki_parse *p, bool *ends)
{
    size_t depth = 0, braces = 0;

    for (size_t i = 0;; i++) {
        const uint8_t kind = dxki_parse_peek(p, i)->kind;
        *ends = kind == DXKI_HLSL_T_END;
        if (*ends || (kind == DXKI_HLSL_T_SEMI && !depth))
            return 0;
        if (kind == DXKI_HLSL_T_RPAREN && !depth)
            return braces ? 0 : i + 1;
        depth += dxki_parse_opens(kind);
        depth -= dxki_parse_closes(kind) && depth;
        braces += kind == DXKI_HLSL_T_LBRACE;
    }
}

void dxki_parse_close_params(dxki_parse *p, dxki_hlsl_loc open)
{
    const dxki_arg text = dxki_text(dxki_str(")"));
    const size_t start = p->at;
    bool ends;

    if (p->quiet)
        return;
    p->panic = false;
    if (dxki_parse_accept(p, DXKI_HLSL_T_RPAREN))
        return;
    dxki_parse_error(p, DXKI_HLSL_D_EXPECTED, &text, 1);
    DXKI_HLSL_REPORT(p->c, TO_MATCH, open, dxki_text(dxki_str("(")));
    const size_t behind = find_close(p, &ends);
    for (size_t i = 0; i < behind; i++)
        dxki_parse_advance(p);
    if (ends)
        DXKI_HLSL_SAY(p->c, NO_FUNCTION_BODY, p->tokens[p->count - 1].loc);
    p->panic = !behind;
    if (!behind)
        dxki_parse_lose(p, start);
}

/* Is that a name of a parameter that has no type? */
static bool at_untyped(const dxki_parse *p)
{
    const uint8_t next = dxki_parse_peek(p, 1)->kind;

    return dxki_parse_at_name(p, 0) && !dxki_parse_at_type(p, 0) &&
           (next == DXKI_HLSL_T_COMMA || next == DXKI_HLSL_T_ASSIGN ||
            next == DXKI_HLSL_T_LBRACKET);
}

/* Goes on behind what was complained of. */
static void pass(dxki_parse *p, size_t count)
{
    if (p->quiet)
        return;
    p->panic = false;
    while (count-- > 0)
        dxki_parse_advance(p);
}

/* T &x, T *x */
static void indirection(dxki_parse *p)
{
    const uint8_t kind = dxki_parse_kind(p);

    if (kind == DXKI_HLSL_T_AND || kind == DXKI_HLSL_T_ANDAND)
        DXKI_PARSE_SAY(p, REFERENCES);
    else if (kind == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    else
        return;
    pass(p, 1);
}

static void param_name(dxki_parse *p, dxki_ast_decl *d)
{
    static const uint8_t stops[] = {DXKI_HLSL_T_COMMA, DXKI_HLSL_T_RPAREN};

    if (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_COLONCOLON) {
        DXKI_PARSE_ERROR(p, UNDECLARED, dxki_text(dxki_parse_peek(p, 0)->text));
        if (!p->quiet)
            dxki_parse_skip_to(p, stops, 2);
        return;
    }
    if (!p->panic && dxki_parse_is_taken(p, 0)) { /* another type, which counts for nothing */
        dxki_parse_new_name(p);
        pass(p, 1);
    }
    if (!dxki_parse_at_name(p, 0))
        return;
    d->name = dxki_parse_new_name(p);
    dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
}

/* A parenthesis behind the name. */
static void param_of_function(dxki_parse *p)
{
    if (p->panic || dxki_parse_kind(p) != DXKI_HLSL_T_LPAREN)
        return;
    if (dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    else
        DXKI_PARSE_SAY(p, PARAM_FUNCTION);
    if (p->quiet)
        return;
    dxki_parse_skip_group(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN) /* (*f)(x) */
        dxki_parse_skip_group(p);
    p->panic = false;
}

/* The type of one that has none, which was said. */
static dxki_ast_type *assumed(dxki_parse *p)
{
    dxki_ast_type *t = DXKI_HLSL_NEW(p->c, dxki_ast_type);
    size_t mark = p->stack.count;

    t->kind = DXKI_AST_T_NAMED;
    t->loc = t->path.loc = dxki_parse_loc(p);
    dxki_parse_push(p, dxki_hlsl_intern(p->c, dxki_str("int")));
    t->path.parts = (dxki_hlsl_name **)dxki_parse_take(p, mark, &t->path.count);
    return t;
}

/* Reports what cannot begin a type. */
static void no_param_type(dxki_parse *p, const dxki_ast_decl *d)
{
    if (d->mods || dxki_parse_kind(p) == DXKI_HLSL_T_LBRACKET)
        modifier_without_type(p);
    else if (!p->quiet)
        DXKI_HLSL_SAY(p->c, PARAM_DECLARATOR, dxki_parse_loc(p));
    p->failures++;
    if (!p->quiet && !p->c->misread.at)
        p->c->misread = dxki_parse_loc(p);
}

/* What is behind the type. */
static void param_rest(dxki_parse *p, dxki_ast_decl *d)
{
    static const uint8_t stops[] = {DXKI_HLSL_T_COMMA, DXKI_HLSL_T_RPAREN};
    const size_t open = p->panic ? 0 : dxki_parse_open_parens(p);

    d->loc = dxki_parse_loc(p);
    indirection(p);
    param_name(p, d);
    dxki_parse_close_parens(p, open, d);
    param_of_function(p);
    if (!d->dims.count) {
        d->dims_loc = dxki_parse_loc(p);
        dxki_parse_dimensions(p, &d->dims);
    }
    notes(p, d);
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        d->init = default_argument(p);
    if (d->init && p->panic && !p->quiet) {
        dxki_parse_skip_to(p, stops, 2);
        d->init = NULL;
    }
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
    if (at_untyped(p) && dxki_parse_keyword(p, 0)) { /* it is a modifier elsewhere */
        dxki_parse_advance(p);
    } else if (at_untyped(p)) {
        DXKI_PARSE_SAY(p, NO_TYPE);
        d->type = assumed(p);
        pass(p, 0);
        param_rest(p, d);
        return d;
    }
    if (!dxki_parse_is_type_next(p, d->mods)) {
        no_param_type(p, d);
        return NULL;
    }
    d->type = dxki_parse_type(p, d->mods);
    d->mods = d->type->mods;
    param_rest(p, d);
    return d;
}

static void params(dxki_parse *p, dxki_ast_decl *d)
{
    size_t mark = p->stack.count;
    const dxki_hlsl_loc open = dxki_parse_loc(p);

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
        more = !p->panic && dxki_parse_accept(p, DXKI_HLSL_T_COMMA);
    }
    if (p->quiet)
        dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    else if (p->panic || !dxki_parse_accept(p, DXKI_HLSL_T_RPAREN))
        dxki_parse_close_params(p, open);
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
