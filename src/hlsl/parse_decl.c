/* SPDX-License-Identifier: MIT */
/* parse_decl.c - declarations; see parse.h. */
#include "base/count.h"
#include "hlsl/parse.h"

static dxki_ast_decl *node(dxki_parse *p, dxki_ast_decl_kind kind)
{
    dxki_ast_decl *d = DXKI_HLSL_NEW(p->c, dxki_ast_decl);

    d->kind = (uint8_t)kind;
    d->loc = dxki_parse_loc(p);
    return d;
}

/* Declarations up to the '}', which is taken. */
static void members(dxki_parse *p, dxki_ast_decls *list)
{
    size_t mark = p->stack.count;

    if (!dxki_hlsl_enter(p->c, dxki_parse_loc(p)))
        return;
    while (dxki_hlsl_ready(p->c) && dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE &&
           dxki_parse_kind(p) != DXKI_HLSL_T_END) {
        dxki_parse_declaration(p);
        if (p->panic && p->quiet)
            break;
        if (p->panic)
            dxki_parse_recover(p);
    }
    dxki_parse_expect(p, DXKI_HLSL_T_RBRACE);
    list->items = (dxki_ast_decl **)dxki_parse_take(p, mark, &list->count);
    dxki_hlsl_leave(p->c);
}

/* ---------------------------------------------------------------------------------------- */
/* Records and enumerations                                                                   */

/* Inheritance says nothing about access. */
static void bases(dxki_parse *p, dxki_ast_decl *d)
{
    size_t mark = p->stack.count;

    if (!dxki_parse_accept(p, DXKI_HLSL_T_COLON))
        return;
    do {
        dxki_parse_push(p, dxki_parse_type(p, 0));
    } while (dxki_parse_accept(p, DXKI_HLSL_T_COMMA) && dxki_parse_going(p));
    d->bases = (dxki_ast_type **)dxki_parse_take(p, mark, &d->base_count);
}

dxki_ast_decl *dxki_parse_record(dxki_parse *p)
{
    dxki_ast_decl *d = node(p, DXKI_AST_RECORD);

    d->op = (uint8_t)dxki_parse_keyword(p, 0);
    dxki_parse_advance(p);
    dxki_parse_attributes(p, &d->attrs);
    if (dxki_parse_at_name(p, 0)) {
        d->loc = dxki_parse_loc(p);
        dxki_parse_path(p, &d->path, true);
        d->name = d->path.count ? d->path.parts[d->path.count - 1] : NULL;
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
    }
    bases(p, d);
    if (!dxki_parse_accept(p, DXKI_HLSL_T_LBRACE))
        return d;
    d->defined = true;
    size_t scope = dxki_parse_begin_scope(p);
    members(p, &d->members);
    dxki_parse_end_scope(p, scope);
    return d;
}

dxki_ast_decl *dxki_parse_enum(dxki_parse *p)
{
    dxki_ast_decl *d = node(p, DXKI_AST_ENUM);
    size_t mark = p->stack.count;

    dxki_parse_advance(p);
    d->scoped = dxki_parse_accept_keyword(p, DXKI_HLSL_K_CLASS) ||
                dxki_parse_accept_keyword(p, DXKI_HLSL_K_STRUCT);
    if (dxki_parse_at_name(p, 0)) {
        d->loc = dxki_parse_loc(p);
        d->name = dxki_parse_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
    }
    if (dxki_parse_accept(p, DXKI_HLSL_T_COLON))
        d->type = dxki_parse_type(p, 0);
    if (!dxki_parse_accept(p, DXKI_HLSL_T_LBRACE))
        return d;
    d->defined = true;
    while (dxki_parse_going(p) && dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE) {
        dxki_ast_decl *e = node(p, DXKI_AST_ENUMERATOR);
        e->name = dxki_parse_name(p);
        if (!d->scoped)
            dxki_parse_declare(p, e->name, DXKI_HLSL_VALUE);
        if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
            e->init = dxki_parse_constant(p);
        dxki_parse_push(p, e);
        if (!dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
            break;
    }
    dxki_parse_expect(p, DXKI_HLSL_T_RBRACE);
    d->members.items = (dxki_ast_decl **)dxki_parse_take(p, mark, &d->members.count);
    return d;
}

/* ---------------------------------------------------------------------------------------- */
/* Functions                                                                                  */

static dxki_ast_decl *param(dxki_parse *p)
{
    dxki_ast_decl *d = node(p, DXKI_AST_VARIABLE);

    dxki_parse_attributes(p, &d->attrs);
    d->mods = dxki_parse_modifiers(p);
    d->type = dxki_parse_type(p, d->mods);
    d->mods = d->type->mods;
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_AND || dxki_parse_kind(p) == DXKI_HLSL_T_ANDAND)
        DXKI_PARSE_SAY(p, REFERENCES);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    if (dxki_parse_at_name(p, 0)) {
        d->name = dxki_parse_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    }
    dxki_parse_dimensions(p, &d->dims);
    dxki_parse_notes(p, &d->notes);
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        d->init = dxki_parse_initializer(p);
    return d;
}

static void params(dxki_parse *p, dxki_ast_decl *d)
{
    size_t mark = p->stack.count;

    dxki_parse_expect(p, DXKI_HLSL_T_LPAREN);
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_VOID &&
        dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_RPAREN)
        dxki_parse_advance(p);
    while (dxki_parse_going(p) && dxki_parse_kind(p) != DXKI_HLSL_T_RPAREN) {
        if (dxki_parse_kind(p) == DXKI_HLSL_T_ELLIPSIS)
            DXKI_PARSE_SAY(p, VARIADIC);
        dxki_parse_push(p, param(p));
        if (!dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
            break;
    }
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    d->params.items = (dxki_ast_decl **)dxki_parse_take(p, mark, &d->params.count);
}

/* Behind the name: parameters, semantic, body. */
static void function(dxki_parse *p, dxki_ast_decl *d)
{
    size_t scope;

    d->kind = DXKI_AST_FUNCTION;
    scope = dxki_parse_begin_scope(p);
    params(p, d);
    dxki_parse_notes(p, &d->notes);
    if (!p->panic && dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE)
        d->body = dxki_parse_block(p);
    dxki_parse_end_scope(p, scope);
}

/* `operator` and what it overloads. */
static void operator_name(dxki_parse *p, dxki_ast_decl *d)
{
    static const uint8_t allowed[] = {
        DXKI_HLSL_T_ADD, DXKI_HLSL_T_SUB,    DXKI_HLSL_T_MUL,  DXKI_HLSL_T_DIV, DXKI_HLSL_T_MOD,
        DXKI_HLSL_T_EQ,  DXKI_HLSL_T_NE,     DXKI_HLSL_T_LT,   DXKI_HLSL_T_GT,  DXKI_HLSL_T_LE,
        DXKI_HLSL_T_GE,  DXKI_HLSL_T_AND,    DXKI_HLSL_T_OR,   DXKI_HLSL_T_XOR, DXKI_HLSL_T_SHL,
        DXKI_HLSL_T_SHR, DXKI_HLSL_T_ANDAND, DXKI_HLSL_T_OROR,
    };
    const dxki_hlsl_token *t;

    dxki_parse_advance(p);
    d->loc = dxki_parse_loc(p);
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

/* { state = value; } of effects, and < annotation >. */
static void skip_effects(dxki_parse *p)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT) {
        while (dxki_parse_kind(p) != DXKI_HLSL_T_GT && dxki_parse_kind(p) != DXKI_HLSL_T_END)
            dxki_parse_advance(p);
        dxki_parse_accept(p, DXKI_HLSL_T_GT);
    }
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE)
        dxki_parse_skip_group(p);
}

static void value(dxki_parse *p, dxki_ast_decl *d)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE || dxki_parse_kind(p) == DXKI_HLSL_T_LT) {
        skip_effects(p);
        if (dxki_parse_kind(p) != DXKI_HLSL_T_ASSIGN)
            return;
    }
    if (!dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        return;
    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_SAMPLER_STATE))
        skip_effects(p);
    else
        d->init = dxki_parse_initializer(p);
}

/* The name of what is declared: a path in front of members that are defined outside. */
static void declarator_name(dxki_parse *p, dxki_ast_decl *d)
{
    if (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_COLONCOLON) {
        while (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_COLONCOLON) {
            dxki_parse_push(p, dxki_parse_name(p));
            dxki_parse_advance(p);
        }
    }
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_OPERATOR && p->c->version >= 2021) {
        operator_name(p, d);
        return;
    }
    d->loc = dxki_parse_loc(p);
    d->name = dxki_parse_name(p);
}

static dxki_ast_decl *declarator(dxki_parse *p, const dxki_ast_decl *first)
{
    dxki_ast_decl *d = node(p, DXKI_AST_VARIABLE);
    size_t mark = p->stack.count;

    d->type = first->type;
    d->mods = first->mods;
    d->attrs = first->attrs;
    if (dxki_parse_kind(p) == DXKI_HLSL_T_MUL)
        DXKI_PARSE_SAY(p, POINTERS);
    else if (dxki_parse_kind(p) == DXKI_HLSL_T_AND || dxki_parse_kind(p) == DXKI_HLSL_T_ANDAND)
        DXKI_PARSE_SAY(p, REFERENCES);
    else if (dxki_parse_kind(p) != DXKI_HLSL_T_COLON)
        declarator_name(p, d);
    d->path.parts = (dxki_hlsl_name **)dxki_parse_take(p, mark, &d->path.count);
    if (p->panic)
        return d;
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LT && d->name && d->name->was_template)
        dxki_parse_try_template_args(p, &d->path.args); /* specialisation */
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN) {
        if (d->name)
            dxki_parse_declare(p, d->name,
                               first->is_template ? DXKI_HLSL_TEMPLATE : DXKI_HLSL_VALUE);
        function(p, d);
        return d;
    }
    dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    dxki_parse_dimensions(p, &d->dims);
    /* a bit field's width begins with a number, or stands in parentheses; a semantic is a name */
    if (dxki_parse_kind(p) == DXKI_HLSL_T_COLON &&
        (dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_NUMBER ||
         dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_LPAREN)) {
        dxki_parse_advance(p);
        d->bits = dxki_parse_constant(p);
    }
    dxki_parse_notes(p, &d->notes);
    value(p, d);
    return d;
}

static void typedefs(dxki_parse *p, dxki_ast_decl *first)
{
    do {
        dxki_ast_decl *d = node(p, DXKI_AST_TYPEDEF);
        d->type = first->type;
        d->mods = first->mods;
        d->loc = dxki_parse_loc(p);
        d->name = dxki_parse_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
        dxki_parse_dimensions(p, &d->dims);
        dxki_parse_push(p, d);
    } while (dxki_parse_accept(p, DXKI_HLSL_T_COMMA) && dxki_parse_going(p));
    dxki_parse_expect(p, DXKI_HLSL_T_SEMI);
}

static bool is_constructor(const dxki_parse *p)
{
    return dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_LPAREN;
}

/* Modifiers, a type, and what is declared with them. */
static void simple(dxki_parse *p, dxki_ast_decl *first)
{
    if (!first->attrs.count)
        dxki_parse_attributes(p, &first->attrs);
    bool is_typedef = dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPEDEF);
    first->mods = dxki_parse_modifiers(p);
    is_typedef = dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPEDEF) || is_typedef;
    if (is_constructor(p) || (dxki_parse_at_name(p, 0) && !dxki_parse_at_type(p, 0) &&
                              dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_NAME &&
                              dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_LT &&
                              dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_COLONCOLON)) {
        DXKI_PARSE_SAY(p, NO_TYPE);
        return;
    }
    first->type = dxki_parse_type(p, first->mods);
    first->mods = first->type->mods;
    if (p->panic)
        return;
    if (is_typedef) {
        typedefs(p, first);
        return;
    }
    first->kind = DXKI_AST_NOTHING;
    dxki_parse_push(p, first->type->decl); /* what is defined here comes first */
    if (dxki_parse_accept(p, DXKI_HLSL_T_SEMI))
        return;
    do {
        dxki_ast_decl *d = declarator(p, first);
        d->is_template = first->is_template;
        d->template_params = first->template_params;
        dxki_parse_push(p, d);
        if (d->kind == DXKI_AST_FUNCTION && d->body) {
            dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
            return;
        }
    } while (dxki_parse_going(p) && dxki_parse_accept(p, DXKI_HLSL_T_COMMA));
    if (!p->panic && dxki_parse_kind(p) != DXKI_HLSL_T_SEMI)
        DXKI_PARSE_SAY(p, SEMI_DECLARATION);
    else
        dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
}

dxki_ast_decl *dxki_parse_condition_variable(dxki_parse *p)
{
    dxki_ast_decl *d = node(p, DXKI_AST_VARIABLE);

    d->mods = dxki_parse_modifiers(p);
    d->type = dxki_parse_type(p, d->mods);
    d->loc = dxki_parse_loc(p);
    d->name = dxki_parse_name(p);
    dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    if (dxki_parse_expect(p, DXKI_HLSL_T_ASSIGN))
        d->init = dxki_parse_initializer(p);
    return d;
}

/* ---------------------------------------------------------------------------------------- */
/* Other declarations                                                                         */

static void name_space(dxki_parse *p)
{
    dxki_ast_decl *d = node(p, DXKI_AST_NAMESPACE);

    dxki_parse_advance(p);
    if (dxki_parse_at_name(p, 0)) {
        d->loc = dxki_parse_loc(p);
        d->name = dxki_parse_name(p);
    }
    if (dxki_parse_expect(p, DXKI_HLSL_T_LBRACE)) {
        size_t scope = dxki_parse_begin_scope(p);
        members(p, &d->members);
        dxki_parse_end_scope(p, scope);
    }
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
    dxki_parse_push(p, d);
}

static void buffer(dxki_parse *p, const dxki_ast_attrs *attrs)
{
    dxki_ast_decl *d = node(p, DXKI_AST_BUFFER);

    d->op = (uint8_t)dxki_parse_keyword(p, 0);
    d->attrs = *attrs;
    dxki_parse_advance(p);
    d->loc = dxki_parse_loc(p);
    d->name = dxki_parse_name(p);
    dxki_parse_notes(p, &d->notes);
    if (dxki_parse_expect(p, DXKI_HLSL_T_LBRACE))
        members(p, &d->members);
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
    dxki_parse_push(p, d);
}

/* technique10 T { pass P { ... } } */
static void technique(dxki_parse *p)
{
    DXKI_HLSL_SAY(p->c, TECHNIQUE, dxki_parse_loc(p));
    dxki_parse_advance(p);
    if (dxki_parse_at_name(p, 0))
        dxki_parse_advance(p);
    skip_effects(p);
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
}

static void static_assert_(dxki_parse *p)
{
    dxki_ast_decl *d = node(p, DXKI_AST_ASSERT);

    dxki_parse_advance(p);
    dxki_parse_expect(p, DXKI_HLSL_T_LPAREN);
    d->init = dxki_parse_constant(p);
    if (dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
        d->bits = dxki_parse_assignment(p);
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    dxki_parse_expect(p, DXKI_HLSL_T_SEMI);
    dxki_parse_push(p, d);
}

static void using_(dxki_parse *p, dxki_ast_decl *d)
{
    dxki_parse_advance(p);
    d->kind = DXKI_AST_USING;
    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_NAMESPACE)) {
        d->scoped = true;
        dxki_parse_path(p, &d->path, false);
    } else if (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_ASSIGN) {
        d->kind = DXKI_AST_TYPEDEF;
        d->loc = dxki_parse_loc(p);
        d->name = dxki_parse_name(p);
        dxki_parse_advance(p);
        d->type = dxki_parse_type_id(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
    } else {
        dxki_parse_path(p, &d->path, false);
    }
    dxki_parse_expect(p, DXKI_HLSL_T_SEMI);
    dxki_parse_push(p, d);
}

/* typename T, int N = 4 */
static dxki_ast_decl *template_param(dxki_parse *p)
{
    dxki_ast_decl *d = node(p, DXKI_AST_PARAM_TYPE);

    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_TYPENAME) ||
        dxki_parse_accept_keyword(p, DXKI_HLSL_K_CLASS)) {
        if (dxki_parse_kind(p) == DXKI_HLSL_T_ELLIPSIS)
            DXKI_PARSE_SAY(p, VARIADIC_TEMPLATE);
        d->loc = dxki_parse_loc(p);
        if (dxki_parse_at_name(p, 0))
            d->name = dxki_parse_name(p);
        dxki_parse_declare(p, d->name, DXKI_HLSL_TYPE);
        if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
            d->type = dxki_parse_type_id(p);
        return d;
    }
    d->kind = DXKI_AST_VARIABLE;
    d->type = dxki_parse_type(p, dxki_parse_modifiers(p));
    d->loc = dxki_parse_loc(p);
    if (dxki_parse_at_name(p, 0))
        d->name = dxki_parse_name(p);
    dxki_parse_declare(p, d->name, DXKI_HLSL_VALUE);
    p->angles++;
    if (dxki_parse_accept(p, DXKI_HLSL_T_ASSIGN))
        d->init = dxki_parse_constant(p);
    p->angles--;
    return d;
}

static void template_(dxki_parse *p)
{
    dxki_ast_decl *d = node(p, DXKI_AST_VARIABLE);
    size_t mark = p->stack.count, scope = dxki_parse_begin_scope(p);

    dxki_parse_advance(p);
    d->is_template = true;
    dxki_parse_expect(p, DXKI_HLSL_T_LT);
    while (dxki_parse_going(p) && dxki_parse_kind(p) != DXKI_HLSL_T_GT) {
        dxki_parse_push(p, template_param(p));
        if (!dxki_parse_accept(p, DXKI_HLSL_T_COMMA))
            break;
    }
    dxki_parse_expect(p, DXKI_HLSL_T_GT);
    d->template_params.items =
        (dxki_ast_decl **)dxki_parse_take(p, mark, &d->template_params.count);
    if (p->panic) {
        dxki_parse_end_scope(p, scope);
        return;
    }
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_USING)
        using_(p, d);
    else
        simple(p, d);
    dxki_parse_end_scope(p, scope);
    /* what was declared stays known outside of the parameters' scope */
    for (size_t i = mark; i < p->stack.count; i++) {
        dxki_ast_decl *made = p->stack.items[i];
        if (made->kind == DXKI_AST_RECORD) {
            made->is_template = true;
            made->template_params = d->template_params;
        }
        bool function = made->kind == DXKI_AST_FUNCTION;
        if (made->name)
            dxki_parse_declare(p, made->name, function ? DXKI_HLSL_TEMPLATE : DXKI_HLSL_TYPE);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Which one                                                                                  */

static bool is_technique(uint32_t keyword)
{
    return keyword == DXKI_HLSL_K_TECHNIQUE || keyword == DXKI_HLSL_K_TECHNIQUE10 ||
           keyword == DXKI_HLSL_K_TECHNIQUE11 || keyword == DXKI_HLSL_K_TECHNIQUE_UPPER;
}

bool dxki_parse_at_declaration(const dxki_parse *p)
{
    uint32_t keyword = dxki_parse_keyword(p, 0);

    if (keyword == DXKI_HLSL_K_TYPEDEF || keyword == DXKI_HLSL_K_USING ||
        keyword == DXKI_HLSL_K_STATIC_ASSERT || keyword == DXKI_HLSL_K_CBUFFER ||
        keyword == DXKI_HLSL_K_TBUFFER ||
        (keyword == DXKI_HLSL_K_STATIC_ASSERT_SOFT &&
         dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_LPAREN))
        return true;
    /* two names: the first should be a type */
    if (dxki_parse_at_name(p, 0) && dxki_parse_at_name(p, 1))
        return true;
    if (!dxki_parse_at_type(p, 0))
        return false;
    /* float3(...) is a value */
    return !dxki_parse_at_name(p, 0) || dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_LPAREN;
}

void dxki_parse_declaration(dxki_parse *p)
{
    dxki_ast_decl *first = node(p, DXKI_AST_VARIABLE);
    uint32_t keyword;

    dxki_parse_attributes(p, &first->attrs);
    keyword = dxki_parse_keyword(p, 0);
    if (dxki_parse_accept(p, DXKI_HLSL_T_SEMI))
        return;
    if (keyword == DXKI_HLSL_K_NAMESPACE)
        name_space(p);
    else if (keyword == DXKI_HLSL_K_CBUFFER || keyword == DXKI_HLSL_K_TBUFFER)
        buffer(p, &first->attrs);
    else if (is_technique(keyword))
        technique(p);
    else if (keyword == DXKI_HLSL_K_STATIC_ASSERT ||
             (keyword == DXKI_HLSL_K_STATIC_ASSERT_SOFT &&
              dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_LPAREN))
        static_assert_(p);
    else if (keyword == DXKI_HLSL_K_USING)
        using_(p, first);
    else if (keyword == DXKI_HLSL_K_TEMPLATE && p->c->version >= 2021)
        template_(p);
    else if (dxki_parse_kind(p) == DXKI_HLSL_T_NAME || dxki_parse_kind(p) == DXKI_HLSL_T_COLONCOLON)
        simple(p, first);
    else
        DXKI_PARSE_SAY(p, EXPECTED_DECLARATION);
}
