/* SPDX-License-Identifier: MIT */
/* parse_stmt.c - statements; see parse.h. */
#include "hlsl/parse.h"

static dxki_ast_stmt *statement(dxki_parse *p);

static dxki_ast_stmt *node(dxki_parse *p, dxki_ast_stmt_kind kind)
{
    dxki_ast_stmt *s = DXKI_HLSL_NEW(p->c, dxki_ast_stmt);

    s->kind = (uint8_t)kind;
    s->loc = dxki_parse_loc(p);
    return s;
}

dxki_ast_stmt *dxki_parse_block(dxki_parse *p)
{
    dxki_ast_stmt *s = node(p, DXKI_AST_BLOCK);
    size_t mark = p->stack.count, scope = dxki_parse_begin_scope(p);
    uint8_t place = p->place;

    p->place = DXKI_PARSE_BODY;
    dxki_parse_expect(p, DXKI_HLSL_T_LBRACE);
    while (dxki_hlsl_ready(p->c) && dxki_parse_kind(p) != DXKI_HLSL_T_RBRACE &&
           dxki_parse_kind(p) != DXKI_HLSL_T_END) {
        dxki_parse_push(p, statement(p));
        if (p->panic)
            break;
    }
    s->end = dxki_parse_loc(p);
    dxki_parse_expect(p, DXKI_HLSL_T_RBRACE);
    if (dxki_parse_kind(p) == DXKI_HLSL_T_END)
        p->panic = p->quiet;
    s->items = (dxki_ast_stmt **)dxki_parse_take(p, mark, &s->count);
    dxki_parse_end_scope(p, scope);
    p->place = place;
    return s;
}

static dxki_ast_stmt *declarations(dxki_parse *p)
{
    dxki_ast_stmt *s = node(p, DXKI_AST_DECLARATION);
    size_t mark = p->stack.count;

    dxki_parse_declaration(p);
    s->decls.items = (dxki_ast_decl **)dxki_parse_take(p, mark, &s->decls.count);
    return s;
}

/* A ';' that is missing after an expression. */
static void no_semi_behind(dxki_parse *p, dxki_ast_stmt *s)
{
    const size_t start = p->at;

    if (!dxki_parse_extra_closing(p))
        dxki_parse_no_semi(p, DXKI_HLSL_D_SEMI_EXPRESSION, NULL, 0);
    s->runs_on = p->at == start;
    s->unended = p->quiet ? 0 : p->c->said.count;
}

/* The same after a statement that ends there in any case: what follows is skipped. `name` is of the
 * statement, NULL: it counts as an expression. */
static void end_jump(dxki_parse *p, dxki_ast_stmt *s, const char *name)
{
    if (p->panic || dxki_parse_accept(p, DXKI_HLSL_T_SEMI))
        return;
    const dxki_arg text = dxki_text(dxki_str(name ? name : ""));
    dxki_parse_no_semi(p, name ? DXKI_HLSL_D_SEMI_AFTER : DXKI_HLSL_D_SEMI_EXPRESSION, &text,
                       name != NULL);
    s->unended = p->quiet ? 0 : p->c->said.count;
    if (!p->quiet && name)
        dxki_parse_skip_to(p, NULL, 0);
    dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
}

/* name(...) { } else { }, where the name should be a keyword. */
static dxki_ast_stmt *misspelt_head(dxki_parse *p, dxki_ast_stmt *head)
{
    dxki_ast_stmt *s = node(p, DXKI_AST_BLOCK);
    size_t mark = p->stack.count;

    s->loc = head->loc;
    dxki_parse_push(p, head);
    dxki_parse_push(p, statement(p));
    if (!p->panic && dxki_parse_accept_keyword(p, DXKI_HLSL_K_ELSE))
        dxki_parse_push(p, statement(p));
    s->end = dxki_parse_last(p);
    s->items = (dxki_ast_stmt **)dxki_parse_take(p, mark, &s->count);
    return s;
}

static dxki_ast_stmt *expression(dxki_parse *p)
{
    dxki_ast_stmt *s = node(p, DXKI_AST_EXPRESSION);

    s->value = dxki_parse_expr(p);
    if (p->panic || dxki_parse_accept(p, DXKI_HLSL_T_SEMI))
        return s;
    no_semi_behind(p, s);
    const bool is_head =
        s->value->kind == DXKI_AST_CALL && dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE;
    return is_head && !p->panic ? misspelt_head(p, s) : s;
}

/* After an error between the parentheses after a keyword: goes after the closing one, if there is one in front
 * of what the statement is about. */
static void leave_head(dxki_parse *p)
{
    size_t start = p->at;

    while (p->panic && !p->quiet) {
        uint8_t kind = dxki_parse_kind(p);
        if (kind == DXKI_HLSL_T_LPAREN || kind == DXKI_HLSL_T_LBRACKET) {
            dxki_parse_skip_group(p);
            continue;
        }
        if (kind == DXKI_HLSL_T_LBRACE || kind == DXKI_HLSL_T_RBRACE || kind == DXKI_HLSL_T_END) {
            dxki_parse_rewind(p, start);
            return;
        }
        dxki_parse_advance(p);
        if (kind == DXKI_HLSL_T_RPAREN) {
            dxki_parse_lose(p, start);
            p->panic = false;
        }
    }
}

/* Closing parentheses behind that of a condition. */
static void extra_parens(dxki_parse *p)
{
    while (!p->panic && !p->quiet && dxki_parse_kind(p) == DXKI_HLSL_T_RPAREN) {
        const dxki_hlsl_loc loc = dxki_parse_loc(p);
        dxki_hlsl_mark_fix(p->c, (dxki_hlsl_span){loc, loc}, "", DXKI_HLSL_REPLACES);
        dxki_parse_no_semi(p, DXKI_HLSL_D_EXTRA_AFTER_CONDITION, NULL, 0);
        dxki_parse_advance(p);
    }
}

/* The condition, or a variable that is declared in it. */
static void condition_value(dxki_parse *p, dxki_ast_stmt *s)
{
    const bool is_untyped = dxki_parse_at_name(p, 0) && dxki_parse_at_name(p, 1) &&
                            dxki_parse_peek(p, 0)->name->naming == DXKI_HLSL_VALUE;

    if (dxki_parse_at_declaration(p))
        s->variable = dxki_parse_condition_variable(p);
    else if (is_untyped)
        s->value = dxki_parse_untyped_condition(p);
    else
        s->value = dxki_parse_expr(p);
}

/* ( condition ) */
static void condition(dxki_parse *p, dxki_ast_stmt *s, const char *keyword)
{
    dxki_parse_expect_paren(p, keyword);
    if (p->panic)
        return;
    condition_value(p, s);
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    extra_parens(p);
    if (!p->panic)
        return;
    leave_head(p);
    s->value = dxki_parse_broken(p, s->value);
    s->variable = NULL;
}

/* The `else` that a statement without braces ends with; nowhere: there is none. */
static dxki_hlsl_loc trailing_else(const dxki_ast_stmt *s)
{
    while (s && (s->kind == DXKI_AST_FOR || s->kind == DXKI_AST_WHILE))
        s = s->yes;
    return s && s->kind == DXKI_AST_IF ? s->else_loc : (dxki_hlsl_loc){0, 0};
}

/* A statement with the labels in front of it, as though there were braces. */
static dxki_ast_stmt *labelled(dxki_parse *p)
{
    dxki_ast_stmt *s = node(p, DXKI_AST_BLOCK);
    size_t mark = p->stack.count;
    bool is_label;

    do {
        dxki_ast_stmt *item = statement(p);
        is_label = item->kind == DXKI_AST_CASE;
        dxki_parse_push(p, item);
    } while (is_label && dxki_parse_going(p));
    s->items = (dxki_ast_stmt **)dxki_parse_take(p, mark, &s->count);
    return s;
}

/* What an `if` or a loop runs. */
static dxki_ast_stmt *body(dxki_parse *p)
{
    const uint32_t keyword = dxki_parse_keyword(p, 0);
    const bool is_label = keyword == DXKI_HLSL_K_CASE || keyword == DXKI_HLSL_K_DEFAULT;

    return is_label ? labelled(p) : statement(p);
}

static void if_(dxki_parse *p, dxki_ast_stmt *s)
{
    condition(p, s, "if");
    if (p->panic)
        return;
    s->yes = body(p);
    if (p->panic)
        return;
    const dxki_hlsl_loc loc = dxki_parse_loc(p), trailing = trailing_else(s->yes);
    if (dxki_parse_accept_keyword(p, DXKI_HLSL_K_ELSE)) {
        s->else_loc = loc;
        s->no = body(p);
    } else if (trailing.at) {
        DXKI_HLSL_SAY(p->c, DANGLING_ELSE, trailing);
    }
}

static void while_(dxki_parse *p, dxki_ast_stmt *s)
{
    condition(p, s, "while");
    if (!p->panic)
        s->yes = body(p);
}

static void switch_(dxki_parse *p, dxki_ast_stmt *s)
{
    condition(p, s, "switch");
    if (!p->panic)
        s->yes = dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE ? statement(p) : labelled(p);
}

static void do_(dxki_parse *p, dxki_ast_stmt *s)
{
    s->yes = body(p);
    if (p->panic)
        return;
    if (!dxki_parse_accept_keyword(p, DXKI_HLSL_K_WHILE)) {
        DXKI_PARSE_SAY(p, DO_WHILE);
        return;
    }
    if (!dxki_parse_expect_paren(p, "do/while"))
        return;
    s->value = dxki_parse_expr(p);
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    end_jump(p, s, "do/while statement");
}

/* What stands in front of the first ';' of a loop. */
static dxki_ast_stmt *loop_start(dxki_parse *p)
{
    bool outer = p->in_for;
    dxki_ast_stmt *s;

    if (dxki_parse_at_declaration(p)) {
        p->in_for = true;
        s = declarations(p);
        p->in_for = outer;
        return s;
    }
    s = node(p, DXKI_AST_EXPRESSION);
    s->value = dxki_parse_expr(p);
    if (!p->panic && !dxki_parse_accept(p, DXKI_HLSL_T_SEMI))
        DXKI_PARSE_SAY(p, FOR_SEMI);
    return s;
}

static void for_(dxki_parse *p, dxki_ast_stmt *s)
{
    size_t start = p->at;

    if (!dxki_parse_expect_paren(p, "for"))
        return;
    if (dxki_parse_kind(p) == DXKI_HLSL_T_SEMI)
        dxki_parse_advance(p);
    else
        s->init = loop_start(p);
    if (!p->panic && dxki_parse_kind(p) != DXKI_HLSL_T_SEMI)
        condition_value(p, s);
    if (!p->panic && !dxki_parse_accept(p, DXKI_HLSL_T_SEMI))
        DXKI_PARSE_SAY(p, FOR_SEMI);
    if (!p->panic && dxki_parse_kind(p) != DXKI_HLSL_T_RPAREN)
        s->step = dxki_parse_expr(p);
    dxki_parse_expect(p, DXKI_HLSL_T_RPAREN);
    if (p->panic && !p->quiet) { /* what it declares is not known for sure */
        leave_head(p);
        dxki_parse_lose(p, start);
        s->init = NULL;
        s->variable = NULL;
        s->value = s->step = NULL;
    }
    if (!p->panic)
        s->yes = body(p);
}

static void case_(dxki_parse *p, dxki_ast_stmt *s)
{
    const char *word = dxki_hlsl_keyword_text(dxki_parse_keyword(p, 0));

    if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_CASE) {
        dxki_parse_advance(p);
        s->value = dxki_parse_constant(p);
    } else {
        dxki_parse_advance(p);
    }
    if (!p->panic && !dxki_parse_accept(p, DXKI_HLSL_T_COLON)) {
        const dxki_arg text = dxki_text(dxki_str(word));
        dxki_parse_missing(p, DXKI_HLSL_D_COLON_AFTER, &text, 1, ":");
        p->panic = p->quiet;
    }
}

static void return_(dxki_parse *p, dxki_ast_stmt *s)
{
    if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE)
        DXKI_PARSE_SAY(p, LIST_PLACE);
    else if (dxki_parse_kind(p) != DXKI_HLSL_T_SEMI)
        s->value = dxki_parse_expr(p);
    end_jump(p, s, "return statement");
}

/* A statement that begins with a keyword; false: it is none of them. */
/* name: in front of a statement, which is read as though it stood alone. */
static void label(dxki_parse *p)
{
    if (p->quiet)
        p->failures++;
    else
        DXKI_HLSL_REPORT(p->c, NO_SUCH_THING, dxki_parse_loc(p), dxki_text(dxki_str("label")));
    dxki_parse_advance(p);
    dxki_parse_advance(p);
}

static bool keyword_statement(dxki_parse *p, dxki_ast_stmt *s)
{
    static const struct {
        uint8_t keyword, kind;
        void (*read)(dxki_parse *p, dxki_ast_stmt *s);
        const char *jump;
    } kinds[] = {
        {DXKI_HLSL_K_IF, DXKI_AST_IF, if_, NULL},
        {DXKI_HLSL_K_FOR, DXKI_AST_FOR, for_, NULL},
        {DXKI_HLSL_K_WHILE, DXKI_AST_WHILE, while_, NULL},
        {DXKI_HLSL_K_DO, DXKI_AST_DO, do_, NULL},
        {DXKI_HLSL_K_SWITCH, DXKI_AST_SWITCH, switch_, NULL},
        {DXKI_HLSL_K_RETURN, DXKI_AST_RETURN, return_, NULL},
        {DXKI_HLSL_K_BREAK, DXKI_AST_BREAK, NULL, "break statement"},
        {DXKI_HLSL_K_CONTINUE, DXKI_AST_CONTINUE, NULL, "continue statement"},
        {DXKI_HLSL_K_DISCARD, DXKI_AST_DISCARD, NULL, NULL},
    };
    uint32_t keyword = dxki_parse_keyword(p, 0);

    if (keyword == DXKI_HLSL_K_CASE || keyword == DXKI_HLSL_K_DEFAULT) {
        s->kind = DXKI_AST_CASE;
        case_(p, s);
        return true;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].keyword != keyword)
            continue;
        size_t scope = dxki_parse_begin_scope(p);
        s->kind = kinds[i].kind;
        dxki_parse_advance(p);
        if (kinds[i].read)
            kinds[i].read(p, s);
        else
            end_jump(p, s, kinds[i].jump);
        dxki_parse_end_scope(p, scope);
        return true;
    }
    return false;
}

/* Keeps what was read of the value that a misread statement is about; false: there is none. */
static bool keep_value(dxki_parse *p, dxki_ast_stmt *s)
{
    if ((s->kind != DXKI_AST_EXPRESSION && s->kind != DXKI_AST_RETURN) || !s->value)
        return false;
    s->value = dxki_parse_broken(p, s->value);
    return true;
}

static dxki_ast_stmt *statement(dxki_parse *p)
{
    dxki_ast_stmt *s = node(p, DXKI_AST_EMPTY);
    dxki_ast_attrs attrs = {0};
    size_t whole = p->stack.count, start = p->at;

    if (!dxki_hlsl_enter(p->c, s->loc)) {
        p->panic = true;
        return s;
    }
    dxki_parse_attributes(p, &attrs);
    if (p->panic) {
        attrs.count = 0; /* what follows is skipped with them */
    } else if (dxki_parse_accept(p, DXKI_HLSL_T_SEMI)) {
        s->kind = DXKI_AST_EMPTY;
        s->end = s->loc;
    } else if (dxki_parse_kind(p) == DXKI_HLSL_T_RBRACE) {
        DXKI_PARSE_SAY(p, EXPECTED_STATEMENT);
    } else if (dxki_parse_keyword(p, 0) == DXKI_HLSL_K_GOTO) {
        DXKI_PARSE_ERROR(p, NO_SUCH_THING, dxki_text(dxki_str("goto")));
    } else if (dxki_parse_at_name(p, 0) && dxki_parse_peek(p, 1)->kind == DXKI_HLSL_T_COLON) {
        label(p);
    } else if (dxki_parse_kind(p) == DXKI_HLSL_T_LBRACE) {
        s = dxki_parse_block(p);
    } else if (!keyword_statement(p, s)) {
        s = dxki_parse_at_declaration(p) ? declarations(p) : expression(p);
    }
    if (p->panic && !p->quiet) {
        const bool is_known = keep_value(p, s);
        dxki_parse_recover(p, whole, is_known ? p->at : start);
        if (!is_known)
            s = node(p, DXKI_AST_EMPTY);
    }
    s->attrs = attrs;
    dxki_hlsl_leave(p->c);
    return s;
}
