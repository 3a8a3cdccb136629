/* SPDX-License-Identifier: MIT */
/* parse_decl.c - which declaration it is; small ones; see parse.h. */
#include "hlsl/parse.h"
#include "hlsl/predeclared.h"

dxki_ast_decl *dxki_parse_decl(dxki_parse *p, dxki_ast_decl_kind kind)
{
    dxki_ast_decl *d = DXKI_HLSL_NEW(p->c, dxki_ast_decl);

    d->kind = (uint8_t)kind;
    d->loc = dxki_parse_loc(p);
    return d;
}

/* ---------------------------------------------------------------------------------------- */
/* Other declarations                                                                         */

/* technique10 T { pass P { ... } } */
static void technique(dxki_parse *p)
{
    DXKI_HLSL_SAY(p->c, TECHNIQUE, dxki_parse_loc(p));
    dxki_parse_advance(p);
    if (dxki_parse_at_name(p, 0))
        dxki_parse_advance(p);
    dxki_parse_skip_effects(p);
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
}

static void static_assert_(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_ASSERT);

    dxki_parse_advance(p);
    dxki_parse_expect(p, DXKI_HLSL_T_LPAREN);
    d->init = dxki_parse_constant(p);
    if (dxki_parse_accept(p, DXKI_HLSL_T_COMMA)) {
        d->bits = dxki_parse_assignment(p);
    } else if (!p->panic && dxki_parse_kind(p) != DXKI_HLSL_T_RPAREN) {
        const dxki_arg text = dxki_text(dxki_str(","));
        dxki_parse_missing(p, DXKI_HLSL_D_EXPECTED, &text, 1, ",");
    }
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    dxki_parse_expect(p, DXKI_HLSL_T_SEMI);
    dxki_parse_push(p, d);
}

void dxki_parse_using(dxki_parse *p, dxki_ast_decl *d)
{
    dxki_parse_advance(p);
    d->kind = DXKI_AST_USING;
    if (p->c->version < 2021)
        DXKI_HLSL_REPORT(p->c, NEWER_KEYWORD, d->loc, dxki_text(dxki_str("using")));
    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_NAMESPACE)) {
        d->scoped = true;
        dxki_parse_path(p, &d->path, false);
        if (!p->panic && dxki_parse_kind(p) != DXKI_HLSL_T_SEMI)
            DXKI_PARSE_ERROR(p, SEMI_AFTER, dxki_text(dxki_str("namespace name")));
    } else if (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_ASSIGN) {
        d->kind = DXKI_AST_TYPEDEF;
        d->scoped = true;
        d->loc = dxki_parse_loc(p);
        d->name = dxki_parse_new_name(p);
        dxki_parse_advance(p);
        d->type = dxki_parse_type_id(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
        if (!p->panic && dxki_parse_kind(p) != DXKI_HLSL_T_SEMI)
            DXKI_PARSE_ERROR(p, SEMI_AFTER, dxki_text(dxki_str("alias declaration")));
    } else {
        dxki_parse_path(p, &d->path, false);
    }
    dxki_parse_expect(p, DXKI_HLSL_T_SEMI);
    dxki_parse_push(p, d);
}

/* ---------------------------------------------------------------------------------------- */
/* Which one                                                                                  */

static bool is_technique(uint32_t keyword)
{
    return keyword == DXKI_HLSL_K_TECHNIQUE || keyword == DXKI_HLSL_K_TECHNIQUE10 ||
           keyword == DXKI_HLSL_K_TECHNIQUE11 || keyword == DXKI_HLSL_K_TECHNIQUE_UPPER;
}

/* name<...> name, where nothing is known of the first name: a template that is not declared. */
static bool at_unknown_template(const dxki_parse *p)
{
    size_t i = 1, depth = 0;

    if (!dxki_parse_at_name(p, 0) || dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_LT ||
        dxki_parse_peek(p, 0)->name->naming != DXKI_HLSL_UNKNOWN || !dxki_parse_at_type(p, 2))
        return false;
    do {
        uint8_t kind = dxki_parse_peek(p, i++)->kind;
        if (kind == DXKI_HLSL_T_END || kind == DXKI_HLSL_T_SEMI)
            return false;
        depth += kind == DXKI_HLSL_T_LT;
        depth -= kind == DXKI_HLSL_T_GT;
    } while (depth);
    return dxki_parse_at_name(p, i);
}

/* Does it stand behind a value, and never behind a name that is declared? */
static bool is_operator(uint8_t kind)
{
    static const uint8_t kinds[] = {
        DXKI_HLSL_T_ADD, DXKI_HLSL_T_SUB,      DXKI_HLSL_T_MUL,    DXKI_HLSL_T_DIV,
        DXKI_HLSL_T_MOD, DXKI_HLSL_T_EQ,       DXKI_HLSL_T_NE,     DXKI_HLSL_T_LE,
        DXKI_HLSL_T_GE,  DXKI_HLSL_T_QUESTION, DXKI_HLSL_T_ANDAND, DXKI_HLSL_T_OROR,
        DXKI_HLSL_T_DOT, DXKI_HLSL_T_AND,      DXKI_HLSL_T_OR,     DXKI_HLSL_T_XOR,
        DXKI_HLSL_T_SHL, DXKI_HLSL_T_SHR,      DXKI_HLSL_T_INC,    DXKI_HLSL_T_DEC,
    };

    return memchr(kinds, kind, sizeof kinds) != NULL;
}

/* The first of two names: can it be a type that is not known? No function of the language is one, and in front of
 * type(...) a word of a statement is misspelt. */
static bool may_be_unknown_type(const dxki_parse *p)
{
    const dxki_hlsl_name *name = dxki_parse_peek(p, 0)->name;

    if (name->naming != DXKI_HLSL_UNKNOWN)
        return name->naming != DXKI_HLSL_VALUE;
    const bool is_call =
        dxki_parse_peek(p, 2)->kind == DXKI_HLSL_T_LPAREN &&
        (dxki_parse_at_sure_type(p, 1) ||
         (!dxki_parse_at_type(p, 3) && dxki_parse_peek(p, 3)->kind != DXKI_HLSL_T_RPAREN));
    return !is_call && !is_operator(dxki_parse_peek(p, 2)->kind) &&
           !dxki_hlsl_is_function_word(name->text);
}

bool dxki_parse_at_declaration(const dxki_parse *p)
{
    uint32_t keyword = dxki_parse_keyword(p, 0);

    if (keyword == DXKI_HLSL_K_TYPEDEF || keyword == DXKI_HLSL_K_USING ||
        keyword == DXKI_HLSL_K_STATIC_ASSERT || keyword == DXKI_HLSL_K_CBUFFER ||
        keyword == DXKI_HLSL_K_TBUFFER)
        return true;
    const dxki_parse_beginning path = dxki_parse_path_begins(p);
    if (path != DXKI_PARSE_NO_PATH)
        return path == DXKI_PARSE_DECLARES;
    /* two names: the first should be a type, unless it is a variable */
    if (dxki_parse_at_name(p, 0) && dxki_parse_at_name(p, 1))
        return dxki_parse_at_sure_type(p, 0) || may_be_unknown_type(p);
    if (at_unknown_template(p))
        return true;
    if (!dxki_parse_at_type(p, 0))
        return false;
    /* float3(...) is a value */
    return !dxki_parse_at_name(p, 0) || dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_LPAREN ||
           dxki_parse_declares_in_parens(p, 1);
}

void dxki_parse_declaration(dxki_parse *p)
{
    dxki_ast_decl *first = dxki_parse_decl(p, DXKI_AST_VARIABLE);
    uint32_t keyword;

    dxki_parse_attributes(p, &first->attrs);
    while (p->place == DXKI_PARSE_TOP && dxki_parse_accept_keyword(p, DXKI_HLSL_K_SHARED)) {
        first->loc = dxki_parse_loc(p); /* it means nothing there */
        if (!first->attrs.count)
            dxki_parse_attributes(p, &first->attrs);
    }
    keyword = dxki_parse_keyword(p, 0);
    if (dxki_parse_accept(p, DXKI_HLSL_T_SEMI))
        return;
    if (keyword == DXKI_HLSL_K_NAMESPACE)
        dxki_parse_namespace(p);
    else if (keyword == DXKI_HLSL_K_CBUFFER || keyword == DXKI_HLSL_K_TBUFFER)
        dxki_parse_buffer(p, &first->attrs);
    else if (is_technique(keyword))
        technique(p);
    else if (keyword == DXKI_HLSL_K_STATIC_ASSERT)
        static_assert_(p);
    else if (keyword == DXKI_HLSL_K_USING)
        dxki_parse_using(p, first);
    else if (keyword == DXKI_HLSL_K_TEMPLATE && p->c->version >= 2021)
        dxki_parse_template(p);
    else if (dxki_parse_kind(p) == DXKI_HLSL_T_NAME || dxki_parse_kind(p) == DXKI_HLSL_T_COLONCOLON)
        dxki_parse_simple(p, first);
    else if (p->place == DXKI_PARSE_RECORD)
        DXKI_PARSE_SAY(p, NO_MEMBER_NAME);
    else
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
}
