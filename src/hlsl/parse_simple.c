/* SPDX-License-Identifier: MIT */
/* parse_simple.c - what begins with modifiers and a type: variables, members, typedefs; see parse.h. */
#include "hlsl/parse.h"
#include "hlsl/predeclared.h"

/* ---------------------------------------------------------------------------------------- */
/* Variables, members, typedefs                                                               */

void dxki_parse_skip_effects(dxki_parse *p)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT)
        dxki_parse_annotation(p);
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

/* An operator that may have been meant to be '='; it is taken for that. False: it is another token. */
static bool accept_typo(dxki_parse *p)
{
    static const uint8_t typos[] = {
        DXKI_HLSL_T_AND_ASSIGN, DXKI_HLSL_T_MUL_ASSIGN, DXKI_HLSL_T_ADD_ASSIGN,
        DXKI_HLSL_T_SUB_ASSIGN, DXKI_HLSL_T_DIV_ASSIGN, DXKI_HLSL_T_MOD_ASSIGN,
        DXKI_HLSL_T_SHL_ASSIGN, DXKI_HLSL_T_SHR_ASSIGN, DXKI_HLSL_T_XOR_ASSIGN,
        DXKI_HLSL_T_OR_ASSIGN,  DXKI_HLSL_T_NE,         DXKI_HLSL_T_LE,
        DXKI_HLSL_T_GE,         DXKI_HLSL_T_EQ,
    };
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);

    if (!memchr(typos, t->kind, sizeof typos))
        return false;
    p->failures++;
    if (!p->quiet)
        DXKI_HLSL_REPORT(p->c, ASSIGN_MEANT, t->loc, dxki_text(t->text), dxki_text(dxki_str("=")));
    dxki_parse_advance(p);
    return true;
}

static void value(dxki_parse *p, dxki_ast_decl *d)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT && !p->in_for)
        dxki_parse_annotation(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE) {
        DXKI_HLSL_SAY(p->c, EFFECT_STATE, dxki_parse_loc(p));
        dxki_parse_skip_group(p);
        return;
    }
    if (!dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN) && !accept_typo(p))
        return;
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_SAMPLER_STATE)
        sampler_state(p);
    else
        d->init = dxki_parse_initializer(p);
    if (p->panic && !p->quiet) {
        static const uint8_t stops[] = {DXKI_HLSL_T_COMMA, DXKI_HLSL_T_RPAREN};
        dxki_parse_skip_to(p, stops, p->in_for ? 2 : 1);
        d->init = dxki_parse_broken(p, d->init);
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

    if (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_COLONCOLON &&
        !dxki_parse_at_type(p, 0) &&
        (p->place == DXKI_PARSE_RECORD || dxki_parse_keyword(p, 2) == DXKI_HLSL_K_REGISTER)) {
        DXKI_PARSE_ERROR(p, UNDECLARED, dxki_text(dxki_parse_peek(p, 0)->text));
        return;
    }
    while (dxki_parse_at_name(p, 0) && scope_name(p, d, p->stack.count - mark))
        ;
    dxki_parse_outer_args(p, &d->path, p->stack.count - mark);
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_OPERATOR && p->c->version >= 2021) {
        dxki_parse_operator_name(p, d);
        return;
    }
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_misspelt_word(p))
        return;
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

/* Is it a bit field without a name? */
static bool at_nameless(const dxki_parse *p)
{
    const uint32_t keyword = dxki_parse_keyword(p, 1);

    return p->place == DXKI_PARSE_RECORD && dxki_parse_kind(p) == DXKI_HLSL_T_COLON &&
           keyword != DXKI_HLSL_K_REGISTER && keyword != DXKI_HLSL_K_PACKOFFSET;
}

/* float f[2](): its body is taken for the states of an effect. */
static void array_of_functions(dxki_parse *p, dxki_ast_decl *d)
{
    dxki_parse_function(p, d);
    d->is_array = true;
    if (!d->body || p->quiet)
        return;
    DXKI_HLSL_SAY(p->c, EFFECT_STATE, d->body->loc);
    DXKI_HLSL_SAY(p->c, SEMI_TOP, dxki_parse_open_end(p, ";"));
}

/* A member that is defined outside is no name of the scope at hand. */
static void declare(dxki_parse *p, const dxki_ast_decl *d, dxki_hlsl_naming naming)
{
    if (d->path.count && d->name)
        d->name->was_value = true;
    else
        dxki_parse_declare(p, d->name, naming);
}

static dxki_ast_decl *declarator(dxki_parse *p, const dxki_ast_decl *first)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_VARIABLE);
    dxki_ast_exprs more = {0}; /* behind the name, where there are brackets in front of it */
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
    const size_t open = p->panic ? 0 : dxki_parse_open_parens(p);
    if (!p->panic && !open && dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN &&
        p->place == DXKI_PARSE_TOP)
        dxki_parse_nameless_function(p);
    if (!p->panic && !at_nameless(p))
        declarator_name(p, d);
    dxki_parse_close_parens(p, open, d);
    d->path.parts = (dxki_hlsl_name **)dxki_parse_take(p, mark, &d->path.count);
    if (p->panic)
        return d;
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT && d->name &&
        (d->name->was_template || d->name->was_value_template)) /* specialisation */
        dxki_parse_try_template_args(p, &d->path.args, first->is_template);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN) {
        declare(p, d, first->is_template ? DXKI_HLSL_TEMPLATE : DXKI_HLSL_VALUE);
        dxki_parse_function(p, d);
        return d;
    }
    declare(p, d, first->is_template ? DXKI_HLSL_VALUE_TEMPLATE : DXKI_HLSL_VALUE);
    d->dims_loc = dxki_parse_loc(p);
    dxki_parse_dimensions(p, d->dims.count ? &more : &d->dims);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN && d->dims.count && !p->panic) {
        array_of_functions(p, d);
        return d;
    }
    width(p, d);
    dxki_parse_notes(p, &d->notes);
    value(p, d);
    return d;
}

/* What stands where the ';' of a declaration should be. */
static void end_declaration(dxki_parse *p, const dxki_ast_decl *first)
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
    if (p->place != DXKI_PARSE_RECORD && dxki_parse_extra_closing(p))
        return;
    if (dxki_parse_kind(p) == DXKI_HLSL_T_COLON) { /* it was tried as what belongs to the name */
        dxki_parse_error_at(p, missing[p->place], dxki_parse_loc(p), NULL, 0);
        p->panic = p->quiet;
    } else {
        dxki_parse_no_semi(p, missing[p->place], NULL, 0);
    }
    if (first->type && !p->quiet)
        first->type->unended = (uint32_t)p->c->said.count;
    if (p->panic || dxki_parse_at_type(p, 0) || dxki_parse_keyword(p, 0) == DXKI_HLSL_K_TYPEDEF)
        return; /* another declaration */
    dxki_parse_skip_to(p, NULL, 0);
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
}

/* May a name that is declared begin here? Otherwise a comma at the end of the line in front of it is taken
 * for a ';'. */
static bool may_declare(const dxki_parse *p)
{
    static const uint8_t begins[] = {DXKI_HLSL_T_LPAREN,     DXKI_HLSL_T_MUL,
                                     DXKI_HLSL_T_AND,        DXKI_HLSL_T_ANDAND,
                                     DXKI_HLSL_T_COLONCOLON, DXKI_HLSL_T_ELLIPSIS};
    static const uint8_t follows[] = {
        DXKI_HLSL_T_COLONCOLON, DXKI_HLSL_T_COMMA,  DXKI_HLSL_T_ASSIGN,   DXKI_HLSL_T_EQ,
        DXKI_HLSL_T_LBRACE,     DXKI_HLSL_T_LPAREN, DXKI_HLSL_T_LBRACKET, DXKI_HLSL_T_LT,
        DXKI_HLSL_T_RBRACE,     DXKI_HLSL_T_RPAREN, DXKI_HLSL_T_RBRACKET, DXKI_HLSL_T_SEMI};
    const uint8_t kind = dxki_parse_kind(p), next = dxki_parse_peek(p, 1)->kind;

    if (kind != DXKI_HLSL_T_NAME)
        return (kind == DXKI_HLSL_T_COLON && p->place == DXKI_PARSE_RECORD) ||
               memchr(begins, kind, sizeof begins);
    return dxki_parse_at_name(p, 0) && !dxki_parse_is_taken(p, 0) &&
           (memchr(follows, next, sizeof follows) ||
            (next == DXKI_HLSL_T_COLON && p->place != DXKI_PARSE_BODY));
}

/* Behind a comma. False: nothing more is declared, which is reported. */
static bool goes_on(dxki_parse *p)
{
    const dxki_hlsl_loc comma = dxki_parse_last(p);

    if (!p->in_for && dxki_parse_peek(p, 0)->flags & DXKI_HLSL_BOL &&
        dxki_parse_kind(p) != DXKI_HLSL_T_END && !may_declare(p)) {
        dxki_hlsl_mark_fix(p->c, (dxki_hlsl_span){comma, comma}, ";", DXKI_HLSL_REPLACES);
        dxki_parse_error_at(p, DXKI_HLSL_D_SEMI_DECLARATION, comma, NULL, 0);
        p->panic = p->quiet;
        return false;
    }
    if (!dxki_parse_is_taken(p, 0))
        return true;
    DXKI_PARSE_SAY(p, EXPECTED_NAME);
    return false;
}

static void typedefs(dxki_parse *p, dxki_ast_decl *first)
{
    bool more;

    do {
        dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_TYPEDEF);
        d->type = first->type;
        d->mods = first->mods;
        if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACKET)
            early_brackets(p, d);
        d->loc = dxki_parse_loc(p);
        d->name = dxki_parse_new_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
        d->dims_loc = dxki_parse_loc(p);
        dxki_parse_dimensions(p, &d->dims);
        dxki_parse_push(p, d);
        more = dxki_parse_accept(p, DXKI_HLSL_T_COMMA) && dxki_parse_going(p);
        if (more && !goes_on(p))
            return;
    } while (more);
    end_declaration(p, first);
}

/* A template of the language, which is no type without its arguments. */
static bool is_template_alone(const dxki_parse *p)
{
    const dxki_hlsl_predeclared *known =
        dxki_hlsl_predeclared_of(p->c, dxki_parse_peek(p, 0)->name);

    return known && dxki_hlsl_needs_arguments(known);
}

/* Is the name what is declared, without a type in front of it? */
static bool at_declared_name(const dxki_parse *p)
{
    static const uint8_t of_types[] = {DXKI_HLSL_T_NAME, DXKI_HLSL_T_LT, DXKI_HLSL_T_COLON,
                                       DXKI_HLSL_T_COLONCOLON};
    const uint8_t next = dxki_parse_peek(p, 1)->kind;

    if (!dxki_parse_at_name(p, 0))
        return false;
    if (next == DXKI_HLSL_T_LPAREN)
        return !dxki_parse_at_type(p, 0) || !dxki_parse_parens_end(p, 1);
    if (next == DXKI_HLSL_T_LBRACKET && is_template_alone(p))
        return dxki_parse_peek(p, 2)->kind != DXKI_HLSL_T_LBRACKET;
    return !dxki_parse_at_type(p, 0) && !memchr(of_types, next, sizeof of_types);
}

/* Is something declared with the record or enumeration that was defined? */
static bool has_declarator(const dxki_parse *p, const dxki_ast_type *t)
{
    uint8_t kind = dxki_parse_kind(p);

    if (!t->decl)
        return true;
    if (!t->decl->defined) /* a word of a type in the next line begins another declaration */
        return t->decl->kind != DXKI_AST_RECORD ||
               !(dxki_parse_peek(p, 0)->flags & DXKI_HLSL_BOL) ||
               !(dxki_parse_is_taken(p, 0) || dxki_parse_keyword(p, 0) == DXKI_HLSL_K_VOID);
    const uint8_t next = dxki_parse_peek(p, 1)->kind;
    return dxki_parse_at_name(p, 0)
               ? !dxki_parse_at_type(p, 0) || (next != DXKI_HLSL_T_NAME && next != DXKI_HLSL_T_LT)
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
    static const uint8_t behind[] = {DXKI_HLSL_T_LBRACKET, DXKI_HLSL_T_LPAREN, DXKI_HLSL_T_RPAREN,
                                     DXKI_HLSL_T_SEMI,     DXKI_HLSL_T_COMMA,  DXKI_HLSL_T_ASSIGN,
                                     DXKI_HLSL_T_LBRACE};
    const uint8_t next = dxki_parse_peek(p, 1)->kind;
    const bool is_list = next == DXKI_HLSL_T_LPAREN;

    if (is_list && dxki_parse_at_type(p, 0) && p->place != DXKI_PARSE_RECORD) {
        dxki_parse_advance(p);
        dxki_parse_nameless_function(p);
    } else if (is_list && (t->kind == DXKI_HLSL_T_NUMBER || t->kind == DXKI_HLSL_T_STRING)) {
        dxki_parse_advance(p);
        const dxki_hlsl_loc open = dxki_parse_loc(p);
        dxki_parse_advance(p);
        DXKI_PARSE_SAY(p, PARAM_DECLARATOR);
        dxki_parse_close_params(p, open);
        if (!p->panic)
            DXKI_PARSE_SAY(p, NO_FUNCTION_BODY);
    } else if (!memchr(behind, next,
                       sizeof behind)) { /* nothing that could follow what is declared */
        DXKI_PARSE_ERROR(p, UNKNOWN_TYPE, dxki_text(dxki_parse_peek(p, 0)->text));
    } else {
        DXKI_PARSE_SAY(p, NO_TYPE);
    }
}

/* Is it a name that has a register or an offset, but no type? */
static bool at_placed_name(const dxki_parse *p)
{
    const uint32_t keyword = dxki_parse_keyword(p, 2);

    return dxki_parse_at_name(p, 0) && !dxki_parse_at_type(p, 0) &&
           dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_COLON &&
           (keyword == DXKI_HLSL_K_REGISTER || keyword == DXKI_HLSL_K_PACKOFFSET);
}

static void untyped_place(dxki_parse *p)
{
    if (!p->quiet)
        DXKI_HLSL_REPORT(p->c, UNKNOWN_TYPE, dxki_parse_loc(p),
                         dxki_text(dxki_parse_peek(p, 0)->text));
    dxki_parse_advance(p);
    if (p->place == DXKI_PARSE_RECORD)
        DXKI_PARSE_SAY(p, NO_MEMBER_NAME);
    else
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
}

/* What stands in front of the type. False: a type cannot follow, which is reported. */
static bool front(dxki_parse *p, dxki_ast_decl *first, bool *is_typedef)
{
    if (!first->attrs.count)
        dxki_parse_attributes(p, &first->attrs);
    *is_typedef = dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPEDEF);
    p->in_typedef = *is_typedef;
    first->mods = dxki_parse_modifiers(p);
    p->in_typedef = false;
    *is_typedef = dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPEDEF) || *is_typedef;
    const uint32_t keyword = dxki_parse_keyword(p, 0);
    if (keyword == DXKI_HLSL_K_OPERATOR && p->c->version >= 2021)
        DXKI_PARSE_SAY(p, CONVERSION_OPERATOR);
    else if (keyword == DXKI_HLSL_K_TEMPLATE || keyword == DXKI_HLSL_K_OPERATOR)
        DXKI_PARSE_ERROR(p, RESERVED, dxki_text(dxki_parse_peek(p, 0)->text));
    else if (at_declared_name(p))
        untyped(p);
    else if (at_placed_name(p))
        untyped_place(p);
    else if (!dxki_parse_is_type_next(p, first->mods))
        no_type(p, first, *is_typedef);
    else
        return true;
    return false;
}

/* The type. False: it is broken. */
static bool own_type(dxki_parse *p, dxki_ast_decl *first, bool is_typedef)
{
    const bool begins = p->place == DXKI_PARSE_BODY && !first->mods && !is_typedef;

    first->type = dxki_parse_type(p, first->mods);
    if (begins)
        first->type->role = DXKI_AST_BEGINS_STATEMENT;
    first->mods = first->type->mods;
    return !p->panic;
}

/* Does a declaration end without a name? What is defined in it is pushed. */
static bool ends_behind_type(dxki_parse *p, dxki_ast_decl *first)
{
    dxki_ast_type *t = first->type;

    first->kind = DXKI_AST_NOTHING;
    if (t->decl && (t->decl->defined || dxki_parse_kind(p) == DXKI_HLSL_T_SEMI))
        dxki_parse_push(p, t->decl);
    if (dxki_parse_accept(p, DXKI_HLSL_T_SEMI)) {
        if (t->decl)
            nameless(p, t);
        else if (!p->quiet)
            DXKI_HLSL_SAY(p->c, NOTHING_DECLARED, first->loc);
        return true;
    }
    if (has_declarator(p, t))
        return false;
    if (!t->decl->defined)
        dxki_parse_push(p, t->decl);
    const uint32_t word = t->kind == DXKI_AST_T_ENUM ? DXKI_HLSL_K_ENUM : t->decl->op;
    const dxki_arg text = dxki_text(dxki_str(dxki_hlsl_keyword_text(word)));
    dxki_parse_no_semi(p, DXKI_HLSL_D_SEMI_AFTER, &text, 1);
    return true;
}

/* What is declared, up to the ';' or the body of a function. */
static void declarators(dxki_parse *p, const dxki_ast_decl *first)
{
    bool more = true;

    while (more) {
        dxki_ast_decl *d = declarator(p, first);
        d->is_template = first->is_template;
        d->template_params = first->template_params;
        d->outer_params = first->outer_params;
        d->outer_count = first->outer_count;
        dxki_parse_push(p, d);
        if (d->kind == DXKI_AST_FUNCTION && d->body) {
            dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
            return;
        }
        more = dxki_parse_going(p) && dxki_parse_accept(p, DXKI_HLSL_T_COMMA);
        if (more && !goes_on(p))
            return;
    }
    end_declaration(p, first);
}

/* RWBuffer|float> x: the arguments of a template are missing, which is said in front of what else is wrong. */
static void check_arguments(dxki_parse *p, const dxki_ast_type *t)
{
    static const uint8_t others[] = {DXKI_HLSL_T_NAME,     DXKI_HLSL_T_MUL,       DXKI_HLSL_T_AND,
                                     DXKI_HLSL_T_ANDAND,   DXKI_HLSL_T_LPAREN,    DXKI_HLSL_T_COLON,
                                     DXKI_HLSL_T_LBRACKET, DXKI_HLSL_T_COLONCOLON};
    const dxki_hlsl_predeclared *known =
        t->kind == DXKI_AST_T_NAMED && t->path.count == 1 && !t->path.args.given
            ? dxki_hlsl_predeclared_of(p->c, t->path.parts[0])
            : NULL;

    if (p->quiet || !known || memchr(others, dxki_parse_kind(p), sizeof others) ||
        !dxki_hlsl_needs_arguments(known))
        return;
    DXKI_HLSL_REPORT(p->c, NEEDS_ARGUMENTS, t->loc, dxki_text(t->path.parts[0]->text));
}

/* Modifiers, a type, and what is declared with them. */
void dxki_parse_simple(dxki_parse *p, dxki_ast_decl *first)
{
    bool is_typedef;

    if (!front(p, first, &is_typedef) || !own_type(p, first, is_typedef))
        return;
    if (is_typedef && dxki_parse_kind(p) == DXKI_HLSL_T_SEMI)
        no_type(p, first, true);
    else if (is_typedef)
        typedefs(p, first);
    else if (!ends_behind_type(p, first)) {
        check_arguments(p, first->type);
        declarators(p, first);
    }
}

/* A variable in a condition without a value. */
static void no_condition_value(dxki_parse *p, dxki_hlsl_loc loc)
{
    p->failures++;
    if (!p->quiet)
        DXKI_HLSL_SAY(p->c, CONDITION_INIT, loc);
}

dxki_ast_decl *dxki_parse_condition_variable(dxki_parse *p)
{
    dxki_ast_decl *d = dxki_parse_decl(p, DXKI_AST_VARIABLE);

    d->mods = dxki_parse_modifiers(p);
    d->type = dxki_parse_type(p, d->mods);
    const size_t open = dxki_parse_open_parens(p);
    d->loc = dxki_parse_loc(p);
    d->name = dxki_parse_new_name(p);
    dxki_parse_close_parens(p, open, d);
    dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    if (p->panic)
        return d;
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        d->init = dxki_parse_initializer(p);
    else
        no_condition_value(p, d->loc);
    return d;
}

dxki_ast_expr *dxki_parse_untyped_condition(dxki_parse *p)
{
    dxki_ast_expr *e = NULL;

    if (!p->quiet)
        DXKI_HLSL_REPORT(p->c, UNKNOWN_TYPE, dxki_parse_loc(p),
                         dxki_text(dxki_parse_peek(p, 0)->text));
    dxki_parse_advance(p);
    const dxki_hlsl_loc loc = dxki_parse_loc(p);
    dxki_parse_advance(p);
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        e = dxki_parse_initializer(p);
    else
        no_condition_value(p, loc);
    return dxki_parse_broken(p, e);
}
