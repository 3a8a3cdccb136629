/* SPDX-License-Identifier: MIT */
/* parse_expr.c - expressions; see parse.h. */
#include "base/count.h"
#include "hlsl/literal.h"
#include "hlsl/parse.h"
#include "hlsl/predeclared.h"

static dxki_ast_expr *unary(dxki_parse *p);

static dxki_ast_expr *node(dxki_parse *p, dxki_ast_expr_kind kind)
{
    dxki_ast_expr *e = DXKI_HLSL_NEW(p->c, dxki_ast_expr);

    e->kind = (uint8_t)kind;
    e->loc = dxki_parse_loc(p);
    e->op = dxki_parse_kind(p);
    if (p->quiet || !dxki_hlsl_ready(p->c))
        return e;
    e->next = p->c->exprs;
    p->c->exprs = e;
    p->c->expr_count++;
    return e;
}

/* It begins there and ends with the token that was taken last. */
static dxki_ast_expr *spanned(const dxki_parse *p, dxki_ast_expr *e, dxki_hlsl_loc from)
{
    e->span = (dxki_hlsl_span){from, dxki_parse_last(p)};
    return e;
}

dxki_ast_expr *dxki_parse_broken(dxki_parse *p, dxki_ast_expr *read)
{
    dxki_ast_expr *e = node(p, DXKI_AST_BROKEN);

    e->a = read;
    if (read)
        e->span = read->span;
    return e;
}

/* After a mistake it is only what was read of it. */
static dxki_ast_expr *as_read(const dxki_parse *p, dxki_ast_expr *e)
{
    if (!p->panic)
        return e;
    e->kind = DXKI_AST_BROKEN;
    e->mistake = p->mistake;
    e->told = p->told;
    return e;
}

void dxki_parse_leave_brackets(dxki_parse *p, dxki_hlsl_tok close)
{
    size_t depth = 0, i = 0;
    bool found = false;

    if (!p->panic || p->quiet)
        return;
    for (; !found; i++) {
        const uint8_t kind = dxki_parse_peek(p, i)->kind;
        const bool closes = dxki_parse_closes(kind);
        if (kind == DXKI_HLSL_T_END)
            return;
        found = !depth && kind == close;
        if (!found && !depth && (closes || kind == DXKI_HLSL_T_SEMI))
            break;
        depth -= closes && depth;
        depth += dxki_parse_opens(kind);
    }
    while (i-- > 0)
        dxki_parse_advance(p);
}

/* The message that was reported last: it is that a bracket is missing. */
static void no_closing(const dxki_parse *p, dxki_ast_expr *e)
{
    e->unclosed = p->quiet ? 0 : (uint32_t)p->c->said.count;
}

/* What takes the place of an expression that is none. */
static dxki_ast_expr *nothing(dxki_parse *p)
{
    DXKI_PARSE_SAY(p, EXPECTED_EXPRESSION);
    dxki_ast_expr *e = node(p, DXKI_AST_BOOL);
    e->op = 0;
    return e;
}

/* After a mistake in a list in braces: goes to the comma behind it, or to the end of the list. False: the list
 * has neither. */
static bool skip_in_braces(dxki_parse *p)
{
    size_t start = p->at;

    while (dxki_parse_kind(p) != DXKI_HLSL_T_COMMA && dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE) {
        const uint8_t kind = dxki_parse_kind(p);
        if (kind == DXKI_HLSL_T_SEMI || kind == DXKI_HLSL_T_END) {
            dxki_parse_rewind(p, start);
            return false;
        }
        if (kind == DXKI_HLSL_T_LBRACE || kind == DXKI_HLSL_T_LPAREN ||
            kind == DXKI_HLSL_T_LBRACKET)
            dxki_parse_skip_group(p);
        else
            dxki_parse_advance(p);
    }
    return true;
}

/* The same for the end, which is taken. */
static bool skip_to_brace(dxki_parse *p)
{
    size_t start = p->at;

    while (skip_in_braces(p)) {
        if (dxki_parse_accept(p, DXKI_HLSL_T_RBRACE))
            return true;
        dxki_parse_advance(p);
    }
    dxki_parse_rewind(p, start);
    return false;
}

/* { values }; `e` is broken if one of them is. */
static void values_in_braces(dxki_parse *p, dxki_ast_expr *e)
{
    size_t mark = p->stack.count;
    unsigned angles = p->angles;
    bool good = true;

    p->angles = 0;
    bool more = dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE;
    while (more && dxki_parse_going(p)) {
        dxki_parse_push(p, dxki_parse_initializer(p));
        if (p->panic && !p->quiet && skip_in_braces(p))
            p->panic = good = false;
        more = dxki_parse_accept(p, DXKI_HLSL_T_COMMA) && dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE;
    }
    if (!p->panic && !dxki_parse_expect(p, DXKI_HLSL_T_RBRACE) && p->panic && !p->quiet &&
        skip_to_brace(p))
        p->panic = good = false;
    p->angles = angles;
    e->list.items = (dxki_ast_expr **)dxki_parse_take(p, mark, &e->list.count);
    if (!good)
        e->kind = DXKI_AST_BROKEN;
}

bool dxki_parse_list(dxki_parse *p, dxki_hlsl_tok close, dxki_ast_exprs *list)
{
    size_t mark = p->stack.count;
    unsigned angles = p->angles;

    p->angles = 0;
    bool more = dxki_parse_kind(p) != close;
    while (more && dxki_parse_going(p)) {
        dxki_parse_push(p, dxki_parse_initializer(p));
        more = dxki_parse_accept(p, DXKI_HLSL_T_COMMA);
    }
    const bool is_open = !p->panic && !dxki_parse_expect(p, close);
    p->angles = angles;
    list->items = (dxki_ast_expr **)dxki_parse_take(p, mark, &list->count);
    return is_open;
}

/* ---------------------------------------------------------------------------------------- */
/* Primaries                                                                                  */

/* Literals that follow one another are one. */
static dxki_ast_expr *string(dxki_parse *p)
{
    dxki_ast_expr *e = node(p, DXKI_AST_STRING);
    bool good = true, *told = p->quiet ? NULL : &good;

    while (dxki_parse_kind(p) == DXKI_HLSL_T_STRING && dxki_hlsl_ready(p->c)) {
        const dxki_hlsl_token *t = dxki_parse_peek(p, 0);
        e->text = dxki_hlsl_join(p->c, e->text, dxki_hlsl_read_string(p->c, t->text, t->loc, told));
        dxki_parse_advance(p);
    }
    if (!good)
        e->kind = DXKI_AST_BROKEN;
    return e;
}

static dxki_ast_expr *literal(dxki_parse *p, dxki_ast_expr_kind kind)
{
    dxki_ast_expr *e = node(p, kind);

    e->text = dxki_parse_peek(p, 0)->text;
    dxki_parse_advance(p);
    return e;
}

/* Two names, of the first of which nothing is known: it is taken for a type. */
static bool at_unknown_type(const dxki_parse *p)
{
    const dxki_hlsl_name *name = dxki_parse_peek(p, 0)->name;

    return dxki_parse_at_name(p, 0) && dxki_parse_at_name(p, 1) && !dxki_parse_at_type(p, 0) &&
           !dxki_parse_is_taken(p, 1) && name->naming == DXKI_HLSL_UNKNOWN && !name->is_lost;
}

static dxki_ast_expr *parenthesis(dxki_parse *p)
{
    unsigned angles = p->angles;

    p->angles = 0;
    dxki_parse_expect(p, DXKI_HLSL_T_LPAREN);
    if (at_unknown_type(p)) {
        if (!p->quiet)
            DXKI_HLSL_REPORT(p->c, UNKNOWN_TYPE, dxki_parse_loc(p),
                             dxki_text(dxki_parse_peek(p, 0)->text));
        dxki_parse_advance(p);
        dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
        p->angles = angles;
        return dxki_parse_broken(p, NULL);
    }
    dxki_ast_expr *e = dxki_parse_expr(p);
    if (!p->panic && !dxki_parse_expect(p, DXKI_HLSL_T_RPAREN) && p->panic) {
        e = dxki_parse_broken(p, e);
        no_closing(p, e);
    }
    dxki_parse_leave_brackets(p, DXKI_HLSL_T_RPAREN);
    p->angles = angles;
    e->in_parens = true;
    return e;
}

/* The values of a type have no braces of their own. */
static void check_values(dxki_parse *p, const dxki_ast_exprs *list)
{
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i]->kind == DXKI_AST_LIST)
            DXKI_HLSL_SAY(p->c, EXPECTED_EXPRESSION, list->items[i]->loc);
    }
}

/* True for a name of a type without values behind it, which is taken for that of a value. */
static bool is_lone_name(const dxki_parse *p, const dxki_ast_type *t, bool is_taken)
{
    return t->kind == DXKI_AST_T_NAMED && t->path.count && !t->path.args.given && !is_taken &&
           dxki_parse_kind(p) != DXKI_HLSL_T_LBRACE;
}

/* The same in front of something that no value is followed by: it is no value. */
static bool is_lone_type(const dxki_parse *p, const dxki_ast_type *t, bool is_taken)
{
    const uint8_t kind = dxki_parse_kind(p);

    return is_lone_name(p, t, is_taken) && t->path.count == 1 && !t->path.global &&
           t->path.parts[0]->naming != DXKI_HLSL_VALUE &&
           (t->path.parts[0]->naming == DXKI_HLSL_TYPE ||
            dxki_hlsl_predeclared_of(p->c, t->path.parts[0])) &&
           (kind == DXKI_HLSL_T_NAME || kind == DXKI_HLSL_T_NUMBER);
}

/* name<type among the arguments of a template: the name is none that is known. */
static void tell_unknown_template(dxki_parse *p, size_t start)
{
    const dxki_hlsl_token *t = start > 1 ? &p->tokens[start - 2] : NULL;

    if (p->quiet || !p->angles || !t || t->kind != DXKI_HLSL_T_NAME ||
        p->tokens[start - 1].kind != DXKI_HLSL_T_LT || t->name->keyword ||
        t->name->naming != DXKI_HLSL_UNKNOWN || dxki_hlsl_predeclared_of(p->c, t->name))
        return;
    DXKI_HLSL_REPORT(p->c, UNDECLARED, t->loc, dxki_text(t->text));
}

/* type(...) */
static dxki_ast_expr *construct(dxki_parse *p)
{
    const bool is_taken = dxki_parse_is_taken(p, 0);
    const size_t start = p->at;

    if (!dxki_parse_is_type_next(p, 0)) /* there is a modifier */
        return nothing(p);
    dxki_ast_expr *e = node(p, DXKI_AST_CONSTRUCT);
    e->type = dxki_parse_type(p, 0);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN) {
        dxki_parse_advance(p);
        dxki_parse_list(p, DXKI_HLSL_T_RPAREN, &e->list);
        dxki_parse_leave_brackets(p, DXKI_HLSL_T_RPAREN);
    } else if (is_lone_type(p, e->type, is_taken)) {
        const dxki_arg text = dxki_text(e->type->path.parts[0]->text);
        dxki_parse_error_at(p, DXKI_HLSL_D_TYPE_AS_VALUE, e->loc, &text, 1);
    } else if (is_lone_name(p, e->type, is_taken)) {
        e->kind = DXKI_AST_NAME;
        e->path = e->type->path;
    } else {
        tell_unknown_template(p, start);
        DXKI_PARSE_SAY(p, CONSTRUCT_PAREN);
    }
    check_values(p, &e->list);
    return as_read(p, e);
}

/* True if a path that begins with a type ends in a value: S<int>::count. A parenthesis behind it may be that of a
 * call or of a constructor, which is found out when its last name is known. */
static bool at_static_member(const dxki_parse *p)
{
    dxki_parse_look look;

    return dxki_parse_look_at(p, 0, &look) && look.parts > 1 &&
           dxki_parse_peek(p, look.end)->kind != DXKI_HLSL_T_LPAREN;
}

/* A type. A name that is one in another scope is one if something stands behind it that only types have. */
static bool at_construct(const dxki_parse *p)
{
    static const uint8_t behind[] = {DXKI_HLSL_T_LPAREN, DXKI_HLSL_T_LBRACE, DXKI_HLSL_T_LT,
                                     DXKI_HLSL_T_COLONCOLON, DXKI_HLSL_T_NAME};

    return dxki_parse_at_type(p, 0) && (dxki_parse_at_sure_type(p, 0) ||
                                        memchr(behind, dxki_parse_peek(p, 1)->kind, sizeof behind));
}

/* Did a parenthesis open in front of this token that is not that of a call? */
static bool is_first_in_parens(const dxki_parse *p)
{
    static const uint8_t callees[] = {DXKI_HLSL_T_RPAREN, DXKI_HLSL_T_RBRACKET, DXKI_HLSL_T_GT};
    const dxki_hlsl_token *t = p->at > 1 ? &p->tokens[p->at - 2] : NULL;

    if (!t || p->tokens[p->at - 1].kind != DXKI_HLSL_T_LPAREN)
        return false;
    if (t->kind != DXKI_HLSL_T_NAME)
        return !memchr(callees, t->kind, sizeof callees);
    return t->name->keyword && dxki_hlsl_keyword_kind_of(t->name->keyword) != DXKI_HLSL_SOFT;
}

static dxki_ast_expr *word(dxki_parse *p)
{
    uint32_t keyword = dxki_parse_keyword(p, 0);
    dxki_ast_expr *e;

    if (keyword == DXKI_HLSL_K_TRUE || keyword == DXKI_HLSL_K_FALSE) {
        e = node(p, DXKI_AST_BOOL);
        e->op = keyword == DXKI_HLSL_K_TRUE;
        dxki_parse_advance(p);
        return e;
    }
    if (keyword == DXKI_HLSL_K_THIS) {
        e = node(p, DXKI_AST_THIS);
        dxki_parse_advance(p);
        return e;
    }
    if (keyword == DXKI_HLSL_K_VOLATILE)
        return nothing(p);
    if (at_construct(p) && keyword != DXKI_HLSL_K_VOID && !at_static_member(p))
        return construct(p);
    if (!dxki_parse_at_name(p, 0) && keyword != DXKI_HLSL_K_DECLTYPE) {
        if (dxki_hlsl_keyword_kind_of(keyword) != DXKI_HLSL_RESERVED)
            return nothing(p);
        DXKI_PARSE_ERROR(p, RESERVED, dxki_text(dxki_parse_peek(p, 0)->text));
        return nothing(p);
    }
    e = node(p, DXKI_AST_NAME);
    e->may_be_type = is_first_in_parens(p);
    dxki_parse_path(p, &e->path, false);
    e->loc = e->path.loc;
    return as_read(p, e);
}

static dxki_ast_expr *bare_primary(dxki_parse *p)
{
    dxki_ast_expr *e;

    switch (dxki_parse_kind(p)) {
    case DXKI_HLSL_T_NUMBER:
        return literal(p, DXKI_AST_NUMBER);
    case DXKI_HLSL_T_CHAR:
        return literal(p, DXKI_AST_CHAR);
    case DXKI_HLSL_T_STRING:
        return string(p);
    case DXKI_HLSL_T_LPAREN:
        return parenthesis(p);
    case DXKI_HLSL_T_NAME:
        return word(p);
    case DXKI_HLSL_T_COLONCOLON:
        if (dxki_parse_at_type(p, 0) && !at_static_member(p))
            return construct(p);
        e = node(p, DXKI_AST_NAME);
        dxki_parse_path(p, &e->path, false);
        return e;
    default:
        return nothing(p);
    }
}

static dxki_ast_expr *primary(dxki_parse *p)
{
    dxki_hlsl_loc from = dxki_parse_loc(p);

    return spanned(p, bare_primary(p), from);
}

/* ---------------------------------------------------------------------------------------- */
/* Suffixes                                                                                   */

/* Methods that take a type although they are no templates of the source. */
static bool is_method_template(const dxki_hlsl_name *name)
{
    static const char *const starts[] = {"Load", "Store", "Get"};

    for (size_t i = 0; i < DXKI_COUNT(starts); i++) {
        if (dxki_str_starts(name->text, starts[i]))
            return true;
    }
    return name->was_template || name->was_value_template;
}

static dxki_ast_expr *member(dxki_parse *p, dxki_ast_expr *base)
{
    dxki_ast_expr *e = node(p, DXKI_AST_MEMBER);

    dxki_parse_advance(p);
    e->path.says_template = dxki_parse_accept_keyword(p, DXKI_HLSL_K_TEMPLATE);
    e->a = base;
    e->loc = e->path.loc = dxki_parse_loc(p);
    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_OPERATOR) {
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
        return as_read(p, e);
    }
    if (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_COLONCOLON) {
        dxki_parse_path(p, &e->path, false); /* x.Base::member */
        return as_read(p, e);
    }
    size_t mark = p->stack.count;
    dxki_hlsl_name *name = dxki_parse_name(p);
    dxki_parse_push(p, name);
    e->path.parts = (dxki_hlsl_name **)dxki_parse_take(p, mark, &e->path.count);
    if (name && dxki_parse_kind(p) == DXKI_HLSL_T_LT && e->path.says_template)
        dxki_parse_template_args(p, &e->path.args);
    else if (name && dxki_parse_kind(p) == DXKI_HLSL_T_LT && is_method_template(name))
        dxki_parse_try_template_args(p, &e->path.args, dxki_parse_is_value_template(name));
    return as_read(p, e);
}

static dxki_ast_expr *subscript(dxki_parse *p, dxki_ast_expr *base)
{
    dxki_ast_expr *e = node(p, DXKI_AST_INDEX);
    unsigned angles = p->angles;

    dxki_parse_advance(p);
    p->angles = 0;
    e->a = base;
    e->b = dxki_parse_expr(p);
    p->angles = angles;
    dxki_parse_expect(p, DXKI_HLSL_T_RBRACKET);
    dxki_parse_leave_brackets(p, DXKI_HLSL_T_RBRACKET);
    return as_read(p, e);
}

static dxki_ast_expr *call(dxki_parse *p, dxki_ast_expr *base)
{
    dxki_ast_expr *e = node(p, DXKI_AST_CALL);

    e->loc = base->loc;
    e->a = base;
    dxki_parse_advance(p);
    if (dxki_parse_list(p, DXKI_HLSL_T_RPAREN, &e->list))
        no_closing(p, e);
    dxki_parse_leave_brackets(p, DXKI_HLSL_T_RPAREN);
    e->is_call = p->panic;
    return as_read(p, e);
}

static dxki_ast_expr *postfix(dxki_parse *p)
{
    dxki_hlsl_loc from = dxki_parse_loc(p);
    dxki_ast_expr *e = primary(p), *outer;

    for (;; spanned(p, e, from)) {
        switch (p->panic ? DXKI_HLSL_T_END : dxki_parse_kind(p)) {
        case DXKI_HLSL_T_LBRACKET:
            e = subscript(p, e);
            break;
        case DXKI_HLSL_T_LPAREN:
            e = call(p, e);
            break;
        case DXKI_HLSL_T_DOT:
            e = member(p, e);
            break;
        case DXKI_HLSL_T_INC:
        case DXKI_HLSL_T_DEC:
            outer = node(p, DXKI_AST_POSTFIX);
            outer->a = e;
            e = outer;
            dxki_parse_advance(p);
            break;
        case DXKI_HLSL_T_ARROW:
            DXKI_PARSE_ERROR(p, OPERATOR, dxki_text(dxki_str("->")));
            return e;
        default:
            return e;
        }
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Operators                                                                                  */

/* The token behind names of a type, with their arguments; 0: it is none. `(float3(1, 2, 3))` is a value: a
 * parenthesis after the name of the type. */
static size_t words_end(const dxki_parse *p, size_t ahead)
{
    for (size_t first = ahead;; ahead++) {
        const uint8_t kind = dxki_parse_peek(p, ahead)->kind;
        const bool is_of = dxki_parse_keyword(p, ahead) == DXKI_HLSL_K_DECLTYPE &&
                           dxki_parse_peek(p, ahead + 1)->kind == DXKI_HLSL_T_LPAREN;
        size_t end = ahead + 1;
        if (is_of)
            end = dxki_parse_group_end(p, ahead + 1);
        else if (kind == DXKI_HLSL_T_LT && ahead > first)
            end = dxki_parse_arguments_end(p, ahead);
        else if (kind != DXKI_HLSL_T_NAME && kind != DXKI_HLSL_T_COLONCOLON)
            return ahead;
        if (!end)
            return 0;
        ahead = end - 1;
    }
}

/* Stands "(type)" here, with something after it that is cast? */
static bool at_cast(const dxki_parse *p)
{
    size_t i = 1;

    if (dxki_parse_kind(p) != DXKI_HLSL_T_LPAREN || !dxki_parse_at_type(p, 1) ||
        dxki_parse_is_value_in_parens(p, 1))
        return false;
    i = words_end(p, i);
    if (!i)
        return false;
    static const uint8_t values[] = {DXKI_HLSL_T_LPAREN, DXKI_HLSL_T_DOT, DXKI_HLSL_T_LT,
                                     DXKI_HLSL_T_LBRACE, DXKI_HLSL_T_COLONCOLON};
    uint8_t behind = dxki_parse_peek(p, i)->kind;
    if (behind == DXKI_HLSL_T_RPAREN || behind == DXKI_HLSL_T_LBRACKET)
        return true;
    return !memchr(values, behind, sizeof values) && dxki_parse_at_sure_type(p, 1);
}

/* What is cast begins with a name? */
static dxki_ast_expr *mark_cast(dxki_ast_expr *e)
{
    dxki_ast_expr *first = e;

    while ((first->kind == DXKI_AST_MEMBER || first->kind == DXKI_AST_INDEX) && !first->in_parens)
        first = first->a;
    first->is_cast = first->kind == DXKI_AST_NAME && !first->in_parens;
    return e;
}

/* (name) with an operand behind it, where nothing is known of the name: a type that is misspelt? */
static bool at_unknown_cast(const dxki_parse *p)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, 3);

    return dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN && dxki_parse_at_name(p, 1) &&
           !dxki_parse_at_type(p, 1) && dxki_parse_peek(p, 1)->name->naming == DXKI_HLSL_UNKNOWN &&
           dxki_parse_peek(p, 2)->kind == DXKI_HLSL_T_RPAREN && !(t->flags & DXKI_HLSL_BOL) &&
           (dxki_parse_at_name(p, 3) || t->kind == DXKI_HLSL_T_NUMBER);
}

static dxki_ast_expr *unknown_cast(dxki_parse *p)
{
    dxki_ast_expr *e = node(p, DXKI_AST_BROKEN);

    p->failures++;
    e->a = primary(p);
    e->b = mark_cast(unary(p));
    return e;
}

static dxki_ast_expr *cast(dxki_parse *p)
{
    dxki_ast_expr *e = node(p, DXKI_AST_CAST);

    dxki_parse_advance(p);
    e->type = dxki_parse_type_id(p);
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    e->a =
        dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE ? dxki_parse_initializer(p) : mark_cast(unary(p));
    return as_read(p, e);
}

static dxki_ast_expr *size_of(dxki_parse *p)
{
    dxki_ast_expr *e = node(p, DXKI_AST_SIZEOF);

    dxki_parse_advance(p);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LPAREN && dxki_parse_at_type(p, 1) &&
        !dxki_parse_is_value_in_parens(p, 1)) {
        dxki_parse_advance(p);
        e->type = dxki_parse_type_id(p);
        dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    } else if (dxki_parse_at_sure_type(p, 0) && !at_static_member(p) &&
               dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_LPAREN) {
        DXKI_PARSE_SAY(p, SIZEOF_PARENS);
    } else {
        e->a = unary(p);
    }
    return as_read(p, e);
}

static dxki_ast_expr *prefix(dxki_parse *p)
{
    dxki_ast_expr *e = node(p, DXKI_AST_UNARY);

    dxki_parse_advance(p);
    e->a = unary(p);
    return as_read(p, e);
}

/* The one way in which expressions contain others, so the depth is counted here. */
static dxki_ast_expr *unary(dxki_parse *p)
{
    dxki_hlsl_loc from = dxki_parse_loc(p);
    dxki_ast_expr *e;

    if (p->panic || !dxki_hlsl_enter(p->c, from)) {
        p->panic = true;
        return node(p, DXKI_AST_BOOL);
    }
    switch (dxki_parse_kind(p)) {
    case DXKI_HLSL_T_ADD:
    case DXKI_HLSL_T_SUB:
    case DXKI_HLSL_T_NOT:
    case DXKI_HLSL_T_TILDE:
    case DXKI_HLSL_T_INC:
    case DXKI_HLSL_T_DEC:
        e = prefix(p);
        break;
    case DXKI_HLSL_T_ANDAND:
        DXKI_PARSE_ERROR(p, NO_SUCH_THING, dxki_text(dxki_str("address of label")));
        e = node(p, DXKI_AST_BROKEN);
        break;
    case DXKI_HLSL_T_AND:
    case DXKI_HLSL_T_MUL:
        DXKI_PARSE_ERROR(p, OPERATOR, dxki_text(dxki_parse_peek(p, 0)->text));
        e = node(p, DXKI_AST_BOOL);
        break;
    default:
        if (at_cast(p))
            e = cast(p);
        else if (at_unknown_cast(p))
            e = unknown_cast(p);
        else if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_SIZEOF)
            e = size_of(p);
        else
            e = postfix(p);
    }
    dxki_hlsl_leave(p->c);
    return spanned(p, e, from);
}

/* How tightly a binary operator binds; 0: it is none. */
static int level_of(const dxki_parse *p)
{
    static const struct {
        uint8_t kind, level;
    } levels[] = {
        {DXKI_HLSL_T_OROR, 1}, {DXKI_HLSL_T_ANDAND, 2}, {DXKI_HLSL_T_OR, 3},  {DXKI_HLSL_T_XOR, 4},
        {DXKI_HLSL_T_AND, 5},  {DXKI_HLSL_T_EQ, 6},     {DXKI_HLSL_T_NE, 6},  {DXKI_HLSL_T_LT, 7},
        {DXKI_HLSL_T_GT, 7},   {DXKI_HLSL_T_LE, 7},     {DXKI_HLSL_T_GE, 7},  {DXKI_HLSL_T_SHL, 8},
        {DXKI_HLSL_T_SHR, 8},  {DXKI_HLSL_T_ADD, 9},    {DXKI_HLSL_T_SUB, 9}, {DXKI_HLSL_T_MUL, 10},
        {DXKI_HLSL_T_DIV, 10}, {DXKI_HLSL_T_MOD, 10},
    };
    uint8_t kind = dxki_parse_kind(p);

    if (p->angles && (kind == DXKI_HLSL_T_GT || kind == DXKI_HLSL_T_SHR))
        return 0;
    for (size_t i = 0; i < DXKI_COUNT(levels); i++) {
        if (levels[i].kind == kind)
            return levels[i].level;
    }
    return 0;
}

static dxki_ast_expr *binary(dxki_parse *p, int level)
{
    dxki_hlsl_loc from = dxki_parse_loc(p);
    dxki_ast_expr *left = unary(p);

    for (;;) {
        int own = p->panic ? 0 : level_of(p);
        if (own <= level)
            return left;
        dxki_ast_expr *e = node(p, DXKI_AST_BINARY);
        dxki_parse_advance(p);
        e->a = left;
        e->b = binary(p, own);
        left = spanned(p, as_read(p, e), from);
    }
}

dxki_ast_expr *dxki_parse_constant(dxki_parse *p)
{
    dxki_hlsl_loc from = dxki_parse_loc(p);
    dxki_ast_expr *condition = binary(p, 0);

    if (dxki_parse_kind(p) != DXKI_HLSL_T_QUESTION || p->panic)
        return condition;
    dxki_ast_expr *e = node(p, DXKI_AST_COND);
    dxki_parse_advance(p);
    e->a = condition;
    if (!dxki_hlsl_enter(p->c, e->loc)) {
        p->panic = true;
        return e;
    }
    if (dxki_parse_kind(p) == DXKI_HLSL_T_COLON) {
        const dxki_arg what = dxki_text(
            dxki_str("use of GNU ?: conditional expression extension, omitting middle operand"));
        dxki_parse_no_semi(p, DXKI_HLSL_D_NO_SUCH_THING, &what, 1);
        e->b = dxki_parse_broken(p, NULL);
    } else {
        e->b = dxki_parse_expr(p);
    }
    if (!p->panic && dxki_parse_kind(p) != DXKI_HLSL_T_COLON) {
        DXKI_PARSE_ERROR(p, EXPECTED, dxki_text(dxki_str(":")));
        if (!p->quiet)
            DXKI_HLSL_REPORT(p->c, TO_MATCH, e->loc, dxki_text(dxki_str("?")));
        p->panic = p->quiet; /* what should follow is asked for, too */
    } else {
        dxki_parse_accept(p, DXKI_HLSL_T_COLON);
    }
    if (!p->panic)
        e->c = dxki_parse_assignment(p);
    dxki_hlsl_leave(p->c);
    return spanned(p, as_read(p, e), from);
}

static bool is_assignment(uint8_t kind)
{
    static const uint8_t kinds[] = {
        DXKI_HLSL_T_ASSIGN,     DXKI_HLSL_T_ADD_ASSIGN, DXKI_HLSL_T_SUB_ASSIGN,
        DXKI_HLSL_T_MUL_ASSIGN, DXKI_HLSL_T_DIV_ASSIGN, DXKI_HLSL_T_MOD_ASSIGN,
        DXKI_HLSL_T_AND_ASSIGN, DXKI_HLSL_T_OR_ASSIGN,  DXKI_HLSL_T_XOR_ASSIGN,
        DXKI_HLSL_T_SHL_ASSIGN, DXKI_HLSL_T_SHR_ASSIGN,
    };

    return memchr(kinds, kind, sizeof kinds) != NULL;
}

dxki_ast_expr *dxki_parse_assignment(dxki_parse *p)
{
    dxki_hlsl_loc from = dxki_parse_loc(p);
    dxki_ast_expr *left = dxki_parse_constant(p);

    if (p->panic || !is_assignment(dxki_parse_kind(p)) || !dxki_hlsl_enter(p->c, left->loc))
        return left;
    dxki_ast_expr *e = node(p, DXKI_AST_ASSIGN);
    dxki_parse_advance(p);
    e->a = left;
    e->b = dxki_parse_assignment(p);
    dxki_hlsl_leave(p->c);
    return spanned(p, as_read(p, e), from);
}

/* Does no expression follow the comma? It is taken for a ';' then. */
static bool is_last_comma(const dxki_parse *p)
{
    static const uint8_t words[] = {DXKI_HLSL_K_FOR, DXKI_HLSL_K_WHILE, DXKI_HLSL_K_IF,
                                    DXKI_HLSL_K_ELSE, DXKI_HLSL_K_GOTO};
    const uint8_t kind = dxki_parse_peek(p, 1)->kind;
    const uint32_t keyword = dxki_parse_keyword(p, 1);

    return kind == DXKI_HLSL_T_LBRACE || kind == DXKI_HLSL_T_RBRACE ||
           (keyword && memchr(words, (int)keyword, sizeof words)) ||
           (dxki_parse_at_type(p, 1) && dxki_parse_at_name(p, 2));
}

dxki_ast_expr *dxki_parse_expr(dxki_parse *p)
{
    dxki_hlsl_loc from = dxki_parse_loc(p);
    dxki_ast_expr *left = dxki_parse_assignment(p);

    while (!p->panic && dxki_parse_kind(p) == DXKI_HLSL_T_COMMA && !is_last_comma(p)) {
        dxki_ast_expr *e = node(p, DXKI_AST_BINARY);
        dxki_parse_advance(p);
        e->a = left;
        e->b = dxki_parse_assignment(p);
        left = spanned(p, as_read(p, e), from);
    }
    return left;
}

dxki_ast_expr *dxki_parse_initializer(dxki_parse *p)
{
    if (dxki_parse_kind(p) != DXKI_HLSL_T_LBRACE)
        return dxki_parse_assignment(p);
    dxki_ast_expr *e = node(p, DXKI_AST_LIST);
    if (!dxki_hlsl_enter(p->c, e->loc)) {
        p->panic = true;
        return e;
    }
    dxki_parse_advance(p);
    values_in_braces(p, e);
    dxki_hlsl_leave(p->c);
    return spanned(p, as_read(p, e), e->loc);
}
