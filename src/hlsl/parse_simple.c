/* SPDX-License-Identifier: MIT */
/* parse_simple.c - variables, members, typedefs, functions; see parse.h. */
#include "hlsl/parse.h"
#include "hlsl/predeclared.h"

/* ---------------------------------------------------------------------------------------- */
/* Annotations                                                                                */

static void annotation(dxki_parse *p)
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
        annotation(p);
    dxki_parse_notes(p, &d->notes);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT)
        annotation(p);
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
    return dxki_parse_broken(p);
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
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_AND || dxki_parse_kind(p) == DXKI_HLSL_T_ANDAND)
        DXKI_PARSE_SAY(p, REFERENCES);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    if (dxki_parse_at_name(p, 0)) {
        d->name = dxki_parse_new_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    }
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    else if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN)
        DXKI_PARSE_SAY(p, PARAM_FUNCTION);
    d->dims_loc = dxki_parse_loc(p);
    dxki_parse_dimensions(p, &d->dims);
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

/* After the name: parameters, semantic, body. */
static void function(dxki_parse *p, dxki_ast_decl *d)
{
    size_t scope;

    d->kind = DXKI_AST_FUNCTION;
    scope = dxki_parse_begin_scope(p);
    params(p, d);
    d->dims_loc = dxki_parse_loc(p);
    dxki_parse_dimensions(p, &d->dims); /* int f()[2] */
    notes(p, d);
    uint8_t next = dxki_parse_kind(p);
    if (next == DXKI_HLSL_T_COLON) {
        DXKI_PARSE_SAY(p, CONSTRUCTOR_VALUES);
        return;
    }
    if (!p->panic && next == DXKI_HLSL_T_LBRACE)
        d->body = dxki_parse_block(p);
    else if (p->place == DXKI_PARSE_TOP && next != DXKI_HLSL_T_SEMI && next != DXKI_HLSL_T_COMMA &&
             next != DXKI_HLSL_T_ASSIGN && next != DXKI_HLSL_T_LPAREN && !dxki_parse_at_type(p, 0))
        DXKI_PARSE_SAY(p, NO_FUNCTION_BODY);
    dxki_parse_end_scope(p, scope);
}

/* `operator` and what it overloads. */
static void operator_name(dxki_parse *p, dxki_ast_decl *d)
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

/* ---------------------------------------------------------------------------------------- */
/* Variables, members, typedefs                                                               */

void dxki_parse_skip_effects(dxki_parse *p)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT)
        annotation(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE)
        dxki_parse_skip_group(p);
}

/* sampler_state { state = value; }: all up to the next block, as in the reference. */
static void sampler_state(dxki_parse *p)
{
    DXKI_HLSL_SAY(p->c, EFFECT_SAMPLER, dxki_parse_loc(p));
    while (dxki_parse_kind(p) != DXKI_HLSL_T_LBRACE && dxki_parse_kind(p) != DXKI_HLSL_T_END)
        dxki_parse_advance(p);
    dxki_parse_skip_group(p);
}

static void value(dxki_parse *p, dxki_ast_decl *d)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT && !p->in_for)
        annotation(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE) {
        DXKI_HLSL_SAY(p->c, EFFECT_STATE, dxki_parse_loc(p));
        dxki_parse_skip_group(p);
        return;
    }
    if (!dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        return;
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_SAMPLER_STATE)
        sampler_state(p);
    else
        d->init = dxki_parse_initializer(p);
    if (p->panic && !p->quiet) {
        static const uint8_t stops[] = {DXKI_HLSL_T_COMMA, DXKI_HLSL_T_RPAREN};
        dxki_parse_skip_to(p, stops, p->in_for ? 2 : 1);
        d->init = dxki_parse_broken(p);
    }
}

/* S:: or S<T>:: in front of the name of a member; false: it is none. */
static bool scope_name(dxki_parse *p, dxki_ast_decl *d, size_t parts)
{
    size_t start = p->at;
    dxki_hlsl_name *name = dxki_parse_peek(p, 0)->name;
    dxki_ast_args args = {0};
    uint8_t next = dxki_parse_peek(p, 1)->kind;

    if (next == DXKI_HLSL_T_LT && name->was_type) {
        dxki_parse_advance(p);
        if (!dxki_parse_try_template_args(p, &args, false) ||
            dxki_parse_kind(p) != DXKI_HLSL_T_COLONCOLON) {
            dxki_parse_rewind(p, start);
            return false;
        }
    } else if (next == DXKI_HLSL_T_COLONCOLON) {
        dxki_parse_advance(p);
    } else {
        return false;
    }
    dxki_parse_advance(p);
    dxki_parse_outer_args(p, &d->path, parts);
    d->path.args = args;
    dxki_parse_push(p, name);
    return dxki_hlsl_ready(p->c);
}

/* The name of what is declared: a path in front of members that are defined outside. */
static void declarator_name(dxki_parse *p, dxki_ast_decl *d)
{
    size_t mark = p->stack.count;

    while (dxki_parse_at_name(p, 0) && scope_name(p, d, p->stack.count - mark))
        ;
    dxki_parse_outer_args(p, &d->path, p->stack.count - mark);
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_OPERATOR && p->c->version >= 2021) {
        operator_name(p, d);
        return;
    }
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_DOT)
        DXKI_PARSE_SAY(p, DOT_ON_TYPE);
    else if (p->place == DXKI_PARSE_RECORD && !dxki_parse_keyword(p, 0) &&
             dxki_parse_kind(p) != DXKI_HLSL_T_NAME)
        DXKI_PARSE_SAY(p, NO_MEMBER_NAME);
    else
        d->name = dxki_parse_new_name(p);
}

/* float[2] x: the brackets belong behind the name. */
static void early_brackets(dxki_parse *p, dxki_ast_decl *d)
{
    const dxki_hlsl_loc loc = dxki_parse_loc(p);

    dxki_parse_dimensions(p, &d->dims);
    if (p->panic || !dxki_parse_at_name(p, 0))
        return;
    p->failures++;
    if (!p->quiet)
        DXKI_HLSL_SAY(p->c, BRACKETS_PLACE, loc);
}

/* The width of a bit field, in a record. What is neither a semantic nor a place is one. */
static void width(dxki_parse *p, dxki_ast_decl *d)
{
    if (p->place != DXKI_PARSE_RECORD || p->panic || (d->name && dxki_parse_at_note(p)) ||
        !dxki_parse_accept(p, DXKI_HLSL_T_COLON))
        return;
    d->bits = dxki_parse_constant(p);
}

static dxki_ast_decl *declarator(dxki_parse *p, const dxki_ast_decl *first)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_VARIABLE);
    size_t mark = p->stack.count;

    d->type = first->type;
    d->mods = first->mods;
    d->attrs = first->attrs;
    if (dxki_parse_kind(p) == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    else if (dxki_parse_kind(p) == DXKI_HLSL_T_AND || dxki_parse_kind(p) == DXKI_HLSL_T_ANDAND)
        DXKI_PARSE_SAY(p, REFERENCES);
    else if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACKET)
        early_brackets(p, d);
    if (!p->panic && (dxki_parse_kind(p) != DXKI_HLSL_T_COLON ||
                      dxki_parse_keyword(p, 1) == DXKI_HLSL_K_REGISTER))
        declarator_name(p, d);
    d->path.parts = (dxki_hlsl_name **)dxki_parse_take(p, mark, &d->path.count);
    if (p->panic)
        return d;
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT && d->name &&
        (d->name->was_template || d->name->was_value_template)) /* specialisation */
        dxki_parse_try_template_args(p, &d->path.args, first->is_template);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN) {
        if (d->name)
            dxki_parse_declare(p, d->name,
                               first->is_template ? DXKI_HLSL_TEMPLATE : DXKI_HLSL_VALUE);
        function(p, d);
        return d;
    }
    dxki_parse_declare(p, d->name, first->is_template ? DXKI_HLSL_VALUE_TEMPLATE : DXKI_HLSL_VALUE);
    d->dims_loc = dxki_parse_loc(p);
    if (!d->dims.count)
        dxki_parse_dimensions(p, &d->dims);
    width(p, d);
    dxki_parse_notes(p, &d->notes);
    value(p, d);
    return d;
}

/* What stands where the ';' of a declaration should be. */
static void end_declaration(dxki_parse *p)
{
    static const dxki_hlsl_diag missing[] = {
        [DXKI_PARSE_TOP] = DXKI_HLSL_D_SEMI_TOP,
        [DXKI_PARSE_RECORD] = DXKI_HLSL_D_SEMI_MEMBER,
        [DXKI_PARSE_BODY] = DXKI_HLSL_D_SEMI_DECLARATION,
    };

    if (p->panic || dxki_parse_accept(p, DXKI_HLSL_T_SEMI))
        return;
    if (p->in_for) {
        DXKI_PARSE_SAY(p, FOR_SEMI); /* the head of a loop is no good without it */
        return;
    }
    if (dxki_parse_extra_closing(p))
        return;
    if (dxki_parse_kind(p) == DXKI_HLSL_T_COLON) { /* it was tried as what belongs to the name */
        dxki_parse_error_at(p, missing[p->place], dxki_parse_loc(p), NULL, 0);
        p->panic = p->quiet;
    } else {
        dxki_parse_no_semi(p, missing[p->place], NULL, 0);
    }
    if (p->panic || dxki_parse_at_type(p, 0) || dxki_parse_keyword(p, 0) == DXKI_HLSL_K_TYPEDEF)
        return; /* another declaration */
    dxki_parse_skip_to(p, NULL, 0);
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
}

static void typedefs(dxki_parse *p, dxki_ast_decl *first)
{
    do {
        dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_TYPEDEF);
        d->type = first->type;
        d->mods = first->mods;
        d->loc = dxki_parse_loc(p);
        d->name = dxki_parse_new_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
        d->dims_loc = dxki_parse_loc(p);
        dxki_parse_dimensions(p, &d->dims);
        dxki_parse_push(p, d);
    } while (dxki_parse_accept(p, DXKI_HLSL_T_COMMA) && dxki_parse_going(p));
    end_declaration(p);
}

static bool is_constructor(const dxki_parse *p)
{
    return dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_LPAREN;
}

/* Is something declared with the record or enumeration that was defined? */
static bool has_declarator(const dxki_parse *p, const dxki_ast_type *t)
{
    uint8_t kind = dxki_parse_kind(p);

    if (!t->decl || !t->decl->defined)
        return true;
    return dxki_parse_at_name(p, 0)
               ? !dxki_parse_at_type(p, 0) || dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_NAME
               : kind == DXKI_HLSL_T_MUL || kind == DXKI_HLSL_T_AND || kind == DXKI_HLSL_T_SEMI;
}

/* There are modifiers, if anything, where a declaration should be. */
static void no_type(dxki_parse *p, const dxki_ast_decl *first, bool is_typedef)
{
    bool empty = dxki_parse_kind(p) == DXKI_HLSL_T_SEMI && !p->quiet;

    if (empty && is_typedef)
        DXKI_HLSL_SAY(p->c, TYPEDEF_NAME, first->loc);
    else if (empty && first->mods)
        DXKI_HLSL_SAY(p->c, NOTHING_DECLARED, first->loc);
    else if (p->place == DXKI_PARSE_RECORD && !first->mods)
        DXKI_PARSE_SAY(p, NO_MEMBER_NAME);
    else
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
}

/* A type that is defined and neither has a name nor declares anything: members of a record. */
static void nameless(dxki_parse *p, const dxki_ast_type *t)
{
    t->decl->nameless = t->decl->defined && !t->decl->name;
    if (t->decl->nameless && t->kind == DXKI_AST_T_RECORD && p->place != DXKI_PARSE_RECORD &&
        !p->quiet)
        DXKI_HLSL_SAY(p->c, ANONYMOUS_RECORD, t->loc);
}

/* A name that is no type where one should be. A list of parameters behind it is read before that is said. */
static void untyped(dxki_parse *p)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, 2);
    const bool is_list = dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_LPAREN;

    if (is_list && dxki_hlsl_predeclared_of(p->c, dxki_parse_peek(p, 0)->name)) {
        dxki_parse_advance(p);
        dxki_parse_advance(p);
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
    } else if (is_list && (t->kind == DXKI_HLSL_T_NUMBER || t->kind == DXKI_HLSL_T_STRING)) {
        dxki_parse_advance(p);
        dxki_parse_advance(p);
        DXKI_PARSE_SAY(p, PARAM_DECLARATOR);
    } else {
        DXKI_PARSE_SAY(p, NO_TYPE);
    }
}

/* Modifiers, a type, and what is declared with them. */
void dxki_parse_simple(dxki_parse *p, dxki_ast_decl *first)
{
    if (!first->attrs.count)
        dxki_parse_attributes(p, &first->attrs);
    bool is_typedef = dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPEDEF);
    p->in_typedef = is_typedef;
    first->mods = dxki_parse_modifiers(p);
    p->in_typedef = false;
    is_typedef = dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPEDEF) || is_typedef;
    uint32_t keyword = dxki_parse_keyword(p, 0);
    if (keyword == DXKI_HLSL_K_OPERATOR && p->c->version >= 2021) {
        DXKI_PARSE_SAY(p, CONVERSION_OPERATOR);
        return;
    }
    if (keyword == DXKI_HLSL_K_TEMPLATE || keyword == DXKI_HLSL_K_OPERATOR) {
        DXKI_PARSE_ERROR(p, RESERVED, dxki_text(dxki_parse_peek(p, 0)->text));
        return;
    }
    if (is_constructor(p) || (dxki_parse_at_name(p, 0) && !dxki_parse_at_type(p, 0) &&
                              dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_NAME &&
                              dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_LT &&
                              dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_COLON &&
                              dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_COLONCOLON)) {
        untyped(p);
        return;
    }
    if (!dxki_parse_is_type_next(p, first->mods)) {
        no_type(p, first, is_typedef);
        return;
    }
    const bool begins = p->place == DXKI_PARSE_BODY && !first->mods;
    first->type = dxki_parse_type(p, first->mods);
    if (begins)
        first->type->role = DXKI_AST_BEGINS_STATEMENT;
    first->mods = first->type->mods;
    if (p->panic)
        return;
    if (is_typedef) {
        if (dxki_parse_kind(p) == DXKI_HLSL_T_SEMI)
            no_type(p, first, true);
        else
            typedefs(p, first);
        return;
    }
    first->kind = DXKI_AST_NOTHING;
    if (first->type->decl && (first->type->decl->defined || dxki_parse_kind(p) == DXKI_HLSL_T_SEMI))
        dxki_parse_push(p, first->type->decl); /* what is defined here comes first */
    if (dxki_parse_accept(p, DXKI_HLSL_T_SEMI)) {
        if (first->type->decl)
            nameless(p, first->type);
        else if (!p->quiet)
            DXKI_HLSL_SAY(p->c, NOTHING_DECLARED, first->loc);
        return;
    }
    if (!has_declarator(p, first->type)) {
        uint32_t word =
            first->type->kind == DXKI_AST_T_ENUM ? DXKI_HLSL_K_ENUM : first->type->decl->op;
        DXKI_HLSL_REPORT(p->c, SEMI_AFTER, dxki_parse_open_end(p, ";"),
                         dxki_text(dxki_str(dxki_hlsl_keyword_text(word))));
        return;
    }
    do {
        if (p->tokens[p->at - 1].kind == DXKI_HLSL_T_COMMA && dxki_parse_is_taken(p, 0)) {
            DXKI_PARSE_SAY(p, EXPECTED_NAME);
            return;
        }
        dxki_ast_decl *d = declarator(p, first);
        d->is_template = first->is_template;
        d->template_params = first->template_params;
        dxki_parse_push(p, d);
        if (d->kind == DXKI_AST_FUNCTION && d->body) {
            dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
            return;
        }
    } while (dxki_parse_going(p) && dxki_parse_accept(p, DXKI_HLSL_T_COMMA));
    end_declaration(p);
}

dxki_ast_decl *dxki_parse_condition_variable(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_VARIABLE);

    d->mods = dxki_parse_modifiers(p);
    d->type = dxki_parse_type(p, d->mods);
    d->loc = dxki_parse_loc(p);
    d->name = dxki_parse_new_name(p);
    dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    if (dxki_parse_expect(p, DXKI_HLSL_T_ASSIGN))
        d->init = dxki_parse_initializer(p);
    return d;
}
