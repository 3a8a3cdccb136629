/* SPDX-License-Identifier: MIT */
/* parse.c - tokens, scopes, recovery; see parse.h. */
#include "hlsl/parse.h"
#include "hlsl/predeclared.h"

#include "base/count.h"
#include "hlsl/pp.h"

/* ---------------------------------------------------------------------------------------- */
/* Tokens                                                                                     */

void dxki_parse_rewind(dxki_parse *p, size_t start)
{
    for (size_t i = start; i <= p->at && i < p->count; i++) {
        if (!(p->tokens[i].flags & DXKI_HLSL_HALF))
            continue;
        p->tokens[i].kind = DXKI_HLSL_T_SHR;
        p->tokens[i].flags ^= DXKI_HLSL_HALF;
    }
    p->at = start;
}

bool dxki_parse_opens(uint8_t kind)
{
    return kind == DXKI_HLSL_T_LBRACE || kind == DXKI_HLSL_T_LPAREN || kind == DXKI_HLSL_T_LBRACKET;
}

bool dxki_parse_closes(uint8_t kind)
{
    return kind == DXKI_HLSL_T_RBRACE || kind == DXKI_HLSL_T_RPAREN || kind == DXKI_HLSL_T_RBRACKET;
}

/* What #pragma pack_matrix says holds from its place on. */
static void obey_packs(dxki_parse *p)
{
    while (p->at + 1 < p->count && p->tokens[p->at].kind == DXKI_HLSL_T_PACK) {
        p->pack =
            p->tokens[p->at].flags & DXKI_HLSL_ROW ? DXKI_AST_PACK_ROWS : DXKI_AST_PACK_COLUMNS;
        p->at++;
    }
}

void dxki_parse_advance(dxki_parse *p)
{
    if (p->at + 1 < p->count)
        p->at++;
    obey_packs(p);
}

bool dxki_parse_accept(dxki_parse *p, dxki_hlsl_tok kind)
{
    if (dxki_parse_kind(p) != kind)
        return false;
    dxki_parse_advance(p);
    return true;
}

bool dxki_parse_accept_keyword(dxki_parse *p, uint32_t keyword)
{
    if (dxki_parse_keyword(p, 0) != keyword)
        return false;
    dxki_parse_advance(p);
    return true;
}

bool dxki_parse_expect_paren(dxki_parse *p, const char *keyword)
{
    if (dxki_parse_accept(p, DXKI_HLSL_T_LPAREN))
        return true;
    DXKI_PARSE_ERROR(p, PAREN_AFTER, dxki_text(dxki_str(keyword)));
    return false;
}

bool dxki_parse_expect_behind(dxki_parse *p, const char *keyword)
{
    if (dxki_parse_accept(p, DXKI_HLSL_T_LPAREN))
        return true;
    const dxki_arg text = dxki_text(dxki_str(keyword));
    dxki_parse_missing(p, DXKI_HLSL_D_PAREN_AFTER, &text, 1, "(");
    return false;
}

bool dxki_parse_going(const dxki_parse *p)
{
    return dxki_hlsl_ready(p->c) && dxki_parse_kind(p) != DXKI_HLSL_T_END && !p->panic;
}

/* Is it a ';' that is missing? It belongs after what was read last. */
static bool is_open_end(dxki_hlsl_diag which, const dxki_arg *args)
{
    static const dxki_hlsl_diag all[] = {DXKI_HLSL_D_SEMI_EXPRESSION, DXKI_HLSL_D_SEMI_DECLARATION,
                                         DXKI_HLSL_D_SEMI_TOP, DXKI_HLSL_D_SEMI_MEMBER,
                                         DXKI_HLSL_D_SEMI_AFTER};

    for (size_t i = 0; i < DXKI_COUNT(all); i++) {
        if (all[i] == which)
            return true;
    }
    return which == DXKI_HLSL_D_EXPECTED && dxki_str_is(args[0].text, ";");
}

dxki_hlsl_loc dxki_parse_open_end(dxki_parse *p, const char *missing)
{
    dxki_hlsl_loc last = dxki_parse_last(p);

    if (last.expansion)
        return last;
    dxki_hlsl_mark_fix(p->c, (dxki_hlsl_span){last, last}, missing, DXKI_HLSL_FOLLOWS);
    last.at += dxki_hlsl_token_size(p->c, last);
    return last;
}

void dxki_parse_error(dxki_parse *p, dxki_hlsl_diag which, const dxki_arg *args, size_t count)
{
    if (is_open_end(which, args))
        dxki_parse_missing(p, which, args, count, ";");
    else
        dxki_parse_error_at(p, which, dxki_parse_loc(p), args, count);
}

void dxki_parse_missing(dxki_parse *p, dxki_hlsl_diag which, const dxki_arg *args, size_t count,
                        const char *missing)
{
    const bool shown = !p->quiet && !p->panic;

    dxki_parse_error_at(p, which, shown ? dxki_parse_open_end(p, missing) : dxki_parse_loc(p), args,
                        count);
}

void dxki_parse_error_at(dxki_parse *p, dxki_hlsl_diag which, dxki_hlsl_loc loc,
                         const dxki_arg *args, size_t count)
{
    p->failures++;
    if (!p->quiet && !p->panic) {
        dxki_hlsl_report(p->c, which, loc, args, count);
        p->mistake = loc;
        p->told = (uint32_t)p->c->said.count;
    }
    if (!p->quiet && !p->c->misread.at)
        p->c->misread = dxki_parse_loc(p);
    p->c->marks = (dxki_hlsl_marks){0};
    p->panic = true;
}

/* Another sign stands for the ';': it is taken for that. */
static bool at_mistyped_semi(const dxki_parse *p)
{
    return dxki_parse_kind(p) == DXKI_HLSL_T_COMMA || dxki_parse_kind(p) == DXKI_HLSL_T_COLON;
}

void dxki_parse_no_semi(dxki_parse *p, dxki_hlsl_diag which, const dxki_arg *args, size_t count)
{
    const dxki_hlsl_loc loc = dxki_parse_loc(p);

    if (!p->quiet && !p->panic && is_open_end(which, args) && at_mistyped_semi(p)) {
        dxki_hlsl_mark_fix(p->c, (dxki_hlsl_span){loc, loc}, ";", DXKI_HLSL_REPLACES);
        dxki_parse_error_at(p, which, loc, args, count);
        dxki_parse_advance(p);
    } else {
        dxki_parse_error(p, which, args, count);
    }
    p->panic = p->quiet;
}

bool dxki_parse_extra_closing(dxki_parse *p)
{
    const uint8_t kind = dxki_parse_kind(p);

    if ((kind != DXKI_HLSL_T_RPAREN && kind != DXKI_HLSL_T_RBRACKET) ||
        dxki_parse_peek(p, 1)->kind != DXKI_HLSL_T_SEMI)
        return false;
    const dxki_arg text = dxki_text(dxki_parse_peek(p, 0)->text);
    dxki_hlsl_mark_fix(p->c, (dxki_hlsl_span){dxki_parse_loc(p), dxki_parse_loc(p)}, "",
                       DXKI_HLSL_REPLACES);
    dxki_parse_no_semi(p, DXKI_HLSL_D_EXTRA_CLOSING, &text, 1);
    if (!p->quiet) {
        dxki_parse_advance(p);
        dxki_parse_advance(p);
    }
    return true;
}

/* The bracket that a closing one is missing for: the last one open; NULL: that is another one. */
static const dxki_hlsl_token *open_bracket(const dxki_parse *p, dxki_hlsl_tok close)
{
    dxki_hlsl_tok open = close == DXKI_HLSL_T_RPAREN   ? DXKI_HLSL_T_LPAREN
                         : close == DXKI_HLSL_T_RBRACE ? DXKI_HLSL_T_LBRACE
                                                       : DXKI_HLSL_T_LBRACKET;
    size_t depth = 0;

    for (size_t i = p->at; i-- > 0;) {
        const dxki_hlsl_token *t = &p->tokens[i];
        if (dxki_parse_closes(t->kind))
            depth++;
        else if (dxki_parse_opens(t->kind) && depth-- == 0)
            return t->kind == open ? t : NULL;
    }
    return NULL;
}

/* A ';' in front of the closing bracket that is asked for: both are taken. */
static bool skip_semi(dxki_parse *p, dxki_hlsl_tok kind)
{
    if (p->quiet || !dxki_parse_closes((uint8_t)kind) || dxki_parse_kind(p) != DXKI_HLSL_T_SEMI ||
        dxki_parse_peek(p, 1)->kind != kind)
        return false;
    const dxki_arg text = dxki_text(dxki_str(dxki_hlsl_tok_text(kind)));
    dxki_hlsl_mark_fix(p->c, (dxki_hlsl_span){dxki_parse_loc(p), dxki_parse_loc(p)}, "",
                       DXKI_HLSL_REPLACES);
    dxki_parse_no_semi(p, DXKI_HLSL_D_SEMI_BEFORE, &text, 1);
    dxki_parse_advance(p);
    dxki_parse_advance(p);
    return true;
}

bool dxki_parse_expect(dxki_parse *p, dxki_hlsl_tok kind)
{
    bool shown = !p->quiet;

    if (p->panic) /* whoever recovers looks for it */
        return false;
    if (dxki_parse_accept(p, kind) || skip_semi(p, kind))
        return true;
    DXKI_PARSE_ERROR(p, EXPECTED, dxki_text(dxki_str(dxki_hlsl_tok_text(kind))));
    const dxki_hlsl_token *open =
        shown && dxki_parse_closes((uint8_t)kind) ? open_bracket(p, kind) : NULL;
    if (open)
        DXKI_HLSL_REPORT(p->c, TO_MATCH, open->loc,
                         dxki_text(dxki_str(dxki_hlsl_tok_text(open->kind))));
    return false;
}

bool dxki_parse_at_name(const dxki_parse *p, size_t ahead)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, ahead);

    return t->kind == DXKI_HLSL_T_NAME &&
           (!t->name->keyword || dxki_hlsl_keyword_kind_of(t->name->keyword) == DXKI_HLSL_SOFT ||
            (p->c->version < 2021 &&
             (t->name->keyword == DXKI_HLSL_K_TYPENAME || t->name->keyword == DXKI_HLSL_K_USING)));
}

dxki_hlsl_name *dxki_parse_name(dxki_parse *p)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, 0);

    if (dxki_parse_at_name(p, 0)) {
        dxki_parse_advance(p);
        return t->name;
    }
    if (t->kind == DXKI_HLSL_T_NAME &&
        (t->name->keyword == DXKI_HLSL_K_REGISTER ||
         dxki_hlsl_keyword_kind_of(t->name->keyword) == DXKI_HLSL_RESERVED))
        DXKI_PARSE_ERROR(p, RESERVED, dxki_text(t->text));
    else
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
    return NULL;
}

bool dxki_parse_is_taken(const dxki_parse *p, size_t ahead)
{
    const dxki_hlsl_token *t = dxki_parse_peek(p, ahead);

    return t->kind == DXKI_HLSL_T_NAME && dxki_hlsl_is_type_keyword(t->text);
}

/* Is the token that was taken last a name of which nothing is known? */
static bool is_unknown(dxki_parse *p, const dxki_hlsl_token *t)
{
    return t->kind == DXKI_HLSL_T_NAME && !t->name->keyword && t->name->naming != DXKI_HLSL_TYPE &&
           !dxki_hlsl_predeclared_of(p->c, t->name);
}

/* Does a word come next that can only begin a type? */
static bool is_type_word(const dxki_parse *p)
{
    static const uint8_t words[] = {DXKI_HLSL_K_VOID, DXKI_HLSL_K_STRUCT, DXKI_HLSL_K_CLASS,
                                    DXKI_HLSL_K_ENUM};
    const uint32_t keyword = dxki_parse_keyword(p, 0);

    return dxki_parse_is_taken(p, 0) || (keyword && memchr(words, (int)keyword, sizeof words));
}

bool dxki_parse_misspelt_word(dxki_parse *p)
{
    const dxki_hlsl_token *t = &p->tokens[p->at ? p->at - 1 : 0];
    const dxki_arg text = dxki_text(t->text);

    if (!is_type_word(p) || !is_unknown(p, t))
        return false;
    if (!p->quiet && !p->panic)
        dxki_hlsl_report(p->c, DXKI_HLSL_D_UNKNOWN_TYPE, t->loc, &text, 1);
    if (p->place == DXKI_PARSE_RECORD)
        DXKI_PARSE_SAY(p, NO_MEMBER_NAME);
    else
        DXKI_PARSE_SAY(p, EXPECTED_NAME);
    return true;
}

dxki_hlsl_name *dxki_parse_new_name(dxki_parse *p)
{
    const dxki_hlsl_token *t = &p->tokens[p->at ? p->at - 1 : 0];
    const bool is_keyword = t->kind == DXKI_HLSL_T_NAME && (dxki_hlsl_is_type_keyword(t->text) ||
                                                            t->name->keyword == DXKI_HLSL_K_VOID);

    if (!dxki_parse_is_taken(p, 0) &&
        (dxki_parse_keyword(p, 0) != DXKI_HLSL_K_VOID || t->kind != DXKI_HLSL_T_NAME))
        return dxki_parse_name(p);
    DXKI_PARSE_ERROR(p, STORAGE, dxki_text(is_keyword ? t->text : dxki_str("type-name")));
    return NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Recovery                                                                                   */

static uint8_t closing_of(uint8_t kind)
{
    return kind == DXKI_HLSL_T_LBRACE   ? DXKI_HLSL_T_RBRACE
           : kind == DXKI_HLSL_T_LPAREN ? DXKI_HLSL_T_RPAREN
                                        : DXKI_HLSL_T_RBRACKET;
}

void dxki_parse_skip_group(dxki_parse *p)
{
    uint8_t expected[128]; /* the closing brackets; deeper ones are not told apart */
    size_t depth = 0, beyond = 0;

    do {
        const uint8_t kind = dxki_parse_kind(p);
        size_t at = depth;
        if (kind == DXKI_HLSL_T_END)
            return;
        if (dxki_parse_opens(kind) && depth < DXKI_COUNT(expected))
            expected[depth++] = closing_of(kind);
        else if (dxki_parse_opens(kind))
            beyond++;
        else if (dxki_parse_closes(kind) && beyond)
            beyond--;
        else if (dxki_parse_closes(kind)) {
            while (at && expected[at - 1] != kind)
                at--;
            depth = at ? at - 1 : depth; /* without an opening one it means nothing */
        }
        dxki_parse_advance(p);
    } while (depth);
}

/* Can a name be declared behind that token? Behind a comma it is, unless the comma stands in parentheses. */
static bool declares_next(const dxki_hlsl_token *t, size_t parens)
{
    static const uint8_t others[] = {DXKI_HLSL_K_RETURN, DXKI_HLSL_K_ELSE, DXKI_HLSL_K_CASE,
                                     DXKI_HLSL_K_DO};

    if (t->kind == DXKI_HLSL_T_NAME)
        return !t->name->keyword || !memchr(others, (int)t->name->keyword, sizeof others);
    return t->kind == DXKI_HLSL_T_GT || t->kind == DXKI_HLSL_T_RBRACE ||
           t->kind == DXKI_HLSL_T_LBRACE || t->kind == DXKI_HLSL_T_RBRACKET ||
           (t->kind == DXKI_HLSL_T_COMMA && !parens);
}

static bool begins(const dxki_parse *p, size_t at)
{
    const uint8_t before = at ? p->tokens[at - 1].kind : DXKI_HLSL_T_SEMI;

    return before == DXKI_HLSL_T_SEMI || before == DXKI_HLSL_T_LBRACE ||
           before == DXKI_HLSL_T_RBRACE;
}

void dxki_parse_lose(dxki_parse *p, size_t start)
{
    size_t parens = 0;

    for (size_t i = start; i < p->at; i++) {
        const dxki_hlsl_token *t = &p->tokens[i];
        if (t->kind == DXKI_HLSL_T_NAME) {
            t->name->is_lost = true;
            t->name->may_be_declared |= i > start ? declares_next(t - 1, parens) : begins(p, i);
        }
        parens += t->kind == DXKI_HLSL_T_LPAREN;
        parens -= t->kind == DXKI_HLSL_T_RPAREN && parens;
    }
}

static void skip_whole(dxki_parse *p)
{
    for (;;) {
        uint8_t kind = dxki_parse_kind(p);
        if (kind == DXKI_HLSL_T_END || kind == DXKI_HLSL_T_RBRACE)
            return;
        if (kind == DXKI_HLSL_T_LBRACE) {
            dxki_parse_skip_group(p);
            if (dxki_parse_kind(p) == DXKI_HLSL_T_COMMA)
                continue; /* it is not over yet */
            dxki_parse_accept(p, DXKI_HLSL_T_SEMI);
            if (!dxki_parse_accept_keyword(p, DXKI_HLSL_K_ELSE))
                return;
            continue;
        }
        if (dxki_parse_opens(kind))
            dxki_parse_skip_group(p);
        else
            dxki_parse_advance(p);
        if (kind == DXKI_HLSL_T_SEMI)
            return;
    }
}

void dxki_parse_recover(dxki_parse *p, size_t whole, size_t start)
{
    p->panic = false;
    p->stack.count = whole < p->stack.count ? whole : p->stack.count;
    skip_whole(p);
    dxki_parse_lose(p, start);
}

void dxki_parse_skip_to(dxki_parse *p, const uint8_t *stops, size_t count)
{
    size_t start = p->at;

    p->panic = false;
    for (;;) {
        uint8_t kind = dxki_parse_kind(p);
        if (kind == DXKI_HLSL_T_END || kind == DXKI_HLSL_T_RBRACE || kind == DXKI_HLSL_T_SEMI ||
            (count && memchr(stops, kind, count)))
            break;
        if (dxki_parse_opens(kind))
            dxki_parse_skip_group(p);
        else
            dxki_parse_advance(p);
    }
    dxki_parse_lose(p, start);
}

/* ---------------------------------------------------------------------------------------- */
/* Scopes and lists                                                                           */

size_t dxki_parse_begin_scope(dxki_parse *p)
{
    size_t outer = p->scope;

    p->scope = p->bindings.count;
    return outer;
}

void dxki_parse_end_scope(dxki_parse *p, size_t outer)
{
    while (p->bindings.count > p->scope) {
        const dxki_parse_binding *b = &p->bindings.items[--p->bindings.count];
        b->name->naming = b->before;
        b->name->binding = b->binding;
    }
    p->scope = outer;
}

/* Does a type of the language keep its name, although something else is called so? That is refused outside of
 * functions, records and namespaces. */
static bool stays_type(const dxki_parse *p, dxki_hlsl_name *name)
{
    const dxki_hlsl_predeclared *known = p->scope ? NULL : dxki_hlsl_predeclared_of(p->c, name);

    return known &&
           (known->kind != DXKI_HLSL_P_OBJECT ||
            dxki_hlsl_object_at((dxki_hlsl_object)known->object)->args != DXKI_HLSL_ARGS_NO);
}

void dxki_parse_declare(dxki_parse *p, dxki_hlsl_name *name, dxki_hlsl_naming naming)
{
    if (!name || (naming != DXKI_HLSL_TYPE && stays_type(p, name)))
        return;
    const dxki_parse_binding b = {name, name->naming, name->binding};
    if (!DXKI_HLSL_PUSH(p->c, &p->bindings, b))
        return;
    name->naming = (uint8_t)naming;
    name->binding = p->bindings.count - 1;
    name->was_type |= naming == DXKI_HLSL_TYPE;
    name->was_value |= naming != DXKI_HLSL_TYPE && naming != DXKI_HLSL_UNKNOWN;
    name->was_type_template |= naming == DXKI_HLSL_TYPE && p->templates;
    name->was_template |= naming == DXKI_HLSL_TEMPLATE;
    name->was_value_template |= naming == DXKI_HLSL_VALUE_TEMPLATE;
}

void dxki_parse_declare_tag(dxki_parse *p, dxki_hlsl_name *name)
{
    uint8_t next = dxki_parse_kind(p);
    bool declares =
        next == DXKI_HLSL_T_LBRACE || next == DXKI_HLSL_T_COLON || next == DXKI_HLSL_T_SEMI;

    if (name && name->naming == DXKI_HLSL_VALUE && (!declares || name->binding >= p->scope))
        return;
    dxki_parse_declare(p, name, DXKI_HLSL_TYPE);
}

void dxki_parse_push(dxki_parse *p, void *item)
{
    if (item)
        DXKI_HLSL_PUSH(p->c, &p->stack, item);
}

void **dxki_parse_take(dxki_parse *p, size_t mark, size_t *count)
{
    *count = p->stack.count - mark;
    if (*count == 0)
        return NULL;
    void **made = dxki_hlsl_copy(p->c, p->stack.items + mark, sizeof *made, count);
    p->stack.count = mark;
    return made;
}

/* ---------------------------------------------------------------------------------------- */
/* All of it                                                                                  */

/* Messages about the end stand at the last line, not after it. */
static void end_last_line(const dxki_hlsl *c, dxki_hlsl_loc *end)
{
    const dxki_hlsl_file *f = dxki_hlsl_file_of(c, *end);
    uint32_t at = f ? end->at - f->base : 0;

    if (!at || at > f->size)
        return;
    if (f->text[at - 1] == '\n' || f->text[at - 1] == '\r')
        end->at--;
    if (at > 1 && f->text[at - 1] == '\n' && f->text[at - 2] == '\r')
        end->at--;
}

/* Reads all tokens, so that the parser can go back. */
static void read_tokens(dxki_hlsl *c, dxki_parse *p)
{
    dxki_hlsl_tokens all = {0};
    dxki_hlsl_token t;

    do {
        dxki_hlsl_pp_next(c, &t);
        DXKI_HLSL_PUSH(c, &all, t);
    } while (t.kind != DXKI_HLSL_T_END && dxki_hlsl_ready(c));
    if (dxki_hlsl_ready(c))
        end_last_line(c, &all.items[all.count - 1].loc);
    p->tokens = all.items;
    p->count = all.count;
    p->capacity = all.capacity;
}

dxki_ast_decl *dxki_hlsl_parse(dxki_hlsl *c)
{
    dxki_parse p = {.c = c};
    dxki_ast_decl *unit = DXKI_HLSL_NEW(c, dxki_ast_decl);

    unit->kind = DXKI_AST_NAMESPACE;
    dxki_hlsl_intern(c, dxki_str("HitObject"))->was_type = true; /* in the namespace dx */
    dxki_hlsl_enter_phase(c, DXKI_HLSL_READING);
    read_tokens(c, &p);
    dxki_hlsl_enter_phase(c, DXKI_HLSL_PARSING);
    if (dxki_hlsl_ready(c))
        obey_packs(&p);
    while (dxki_hlsl_ready(c) && dxki_parse_kind(&p) != DXKI_HLSL_T_END) {
        if (dxki_parse_accept(&p, DXKI_HLSL_T_RBRACE)) {
            DXKI_HLSL_SAY(c, EXTRA_BRACE, p.tokens[p.at - 1].loc);
            continue;
        }
        size_t whole = p.stack.count, start = p.at;
        dxki_parse_declaration(&p);
        if (p.panic)
            dxki_parse_recover(&p, whole, start);
    }
    unit->members.items = (dxki_ast_decl **)dxki_parse_take(&p, 0, &unit->members.count);
    dxki_parse_end_scope(&p, 0);
    dxki_vec_free(c->ctx, &p.bindings);
    dxki_vec_free(c->ctx, &p.stack);
    dxki_vec_free(c->ctx, &p.spelled);
    dxki_realloc(c->ctx, p.tokens, p.capacity * sizeof *p.tokens, 0);
    return unit;
}
