/* SPDX-License-Identifier: MIT */
/* pp_pragma.c - #pragma and _Pragma; see pp.h. Those that are not known are ignored. */
#include "hlsl/literal.h"
#include "hlsl/pp.h"

#include "base/count.h"

/* Pragmas that change how warnings are reported; each makes reporting slower. */
#define MOST_MAPPINGS 4096u

/* A pragma that is read. */
typedef struct pragma {
    dxki_hlsl *c;
    dxki_hlsl_lexer *lexer; /* of the line, or of the text of _Pragma */
    dxki_hlsl_loc loc;      /* of all of it, if it is one of _Pragma; else nowhere */
} pragma;

static void next(const pragma *p, dxki_hlsl_token *t)
{
    dxki_hlsl_lex(p->c, p->lexer, t);
    if (p->loc.at)
        t->loc = p->loc;
}

static bool is_word(const dxki_hlsl_token *t, const char *word)
{
    return t->kind == DXKI_HLSL_T_NAME && dxki_str_is(t->text, word);
}

/* The same with macros expanded, but for those in the text of _Pragma. */
static void next_expanded(const pragma *p, dxki_hlsl_token *t)
{
    if (p->loc.at)
        next(p, t);
    else
        dxki_hlsl_pp_next(p->c, t);
}

/* pack_matrix(row_major) */
static bool pack_matrix(const pragma *p, dxki_hlsl_token *made, dxki_hlsl_loc loc)
{
    dxki_hlsl_token paren, order, close, end;

    next_expanded(p, &paren);
    next_expanded(p, &order);
    next_expanded(p, &close);
    bool row = is_word(&order, "row_major"), column = is_word(&order, "column_major");
    if (paren.kind != DXKI_HLSL_T_LPAREN || (!row && !column) || close.kind != DXKI_HLSL_T_RPAREN) {
        DXKI_HLSL_SAY(p->c, PACK_MATRIX, loc);
        return false;
    }
    next_expanded(p, &end);
    if (end.kind != DXKI_HLSL_T_LINE && end.kind != DXKI_HLSL_T_END) {
        DXKI_HLSL_SAY(p->c, PACK_MATRIX_MORE, end.loc);
        return false;
    }
    *made =
        (dxki_hlsl_token){.kind = DXKI_HLSL_T_PACK, .flags = row ? DXKI_HLSL_ROW : 0, .loc = loc};
    return true;
}

static void message(const pragma *p, dxki_hlsl_loc loc)
{
    dxk_str text = dxki_str("");
    bool good = true;
    dxki_hlsl_token t;

    next(p, &t);
    if (t.kind == DXKI_HLSL_T_LPAREN)
        next(p, &t);
    if (t.kind == DXKI_HLSL_T_STRING && t.text.size >= 2)
        text = dxki_hlsl_read_string(p->c, t.text, t.loc, &good);
    if (t.kind == DXKI_HLSL_T_STRING && t.text.size >= 2 && good)
        DXKI_HLSL_REPORT(p->c, USER_MESSAGE, loc, dxki_text(text));
}

/* ---------------------------------------------------------------------------------------- */
/* Diagnostics                                                                                */

static void add_mapping(const pragma *p, const dxki_hlsl_mapping *mapping)
{
    if (p->c->mappings.count >= MOST_MAPPINGS)
        DXKI_HLSL_REPORT(p->c, MANY_MAPPINGS, mapping->loc, dxki_dec(MOST_MAPPINGS));
    else
        DXKI_HLSL_PUSH(p->c, &p->c->mappings, *mapping);
}

static void push(const pragma *p)
{
    if (p->c->pp->pushed.count < MOST_MAPPINGS)
        DXKI_HLSL_PUSH(p->c, &p->c->pp->pushed, (uint32_t)p->c->mappings.count);
}

/* What was known when the last push was read holds again. */
static void pop(const pragma *p, dxki_hlsl_loc loc)
{
    dxki_hlsl_pp *pp = p->c->pp;

    if (!pp->pushed.count) {
        DXKI_HLSL_SAY(p->c, DIAGNOSTIC_POP, loc);
        return;
    }
    const dxki_hlsl_mapping back = {
        .loc = loc, .is_pop = true, .back_to = pp->pushed.items[--pp->pushed.count]};
    add_mapping(p, &back);
}

/* "-Wgroup" and its place; empty: it is something else, which is reported. */
static dxk_str read_group(const pragma *p, dxki_hlsl_loc *loc)
{
    dxk_str text = dxki_str("");
    dxki_hlsl_token t;

    next(p, &t);
    dxki_hlsl_loc first = *loc = t.loc;
    if (t.kind != DXKI_HLSL_T_STRING || t.text.size < 2) {
        DXKI_HLSL_SAY(p->c, DIAGNOSTIC_STRING, first);
        return text;
    }
    while (t.kind == DXKI_HLSL_T_STRING && t.text.size >= 2 && dxki_hlsl_ready(p->c)) {
        text = dxki_hlsl_join(p->c, text, (dxk_str){t.text.data + 1, t.text.size - 2});
        next(p, &t);
    }
    if (t.kind != DXKI_HLSL_T_LINE && t.kind != DXKI_HLSL_T_END) {
        DXKI_HLSL_SAY(p->c, DIAGNOSTIC_TOKEN, t.loc);
        return dxki_str("");
    }
    if (text.size < 3 || !dxki_str_starts(text, "-W")) {
        DXKI_HLSL_SAY(p->c, DIAGNOSTIC_OPTION, first);
        return dxki_str("");
    }
    return (dxk_str){text.data + 2, text.size - 2};
}

/* dxc diagnostic ignored "-Wgroup" */
static void diagnostic(const pragma *p)
{
    static const struct {
        const char *word;
        uint8_t how;
    } words[] = {{"ignored", DXKI_HLSL_IGNORED},
                 {"warning", DXKI_HLSL_WARNED},
                 {"error", DXKI_HLSL_REFUSED},
                 {"fatal", DXKI_HLSL_FATAL}};
    dxki_hlsl_mapping made = {.how = DXKI_HLSL_UNMAPPED};
    dxki_hlsl_loc option = {0, 0};
    dxki_hlsl_token t;

    next(p, &t);
    for (size_t i = 0; i < DXKI_COUNT(words); i++) {
        if (is_word(&t, words[i].word))
            made.how = words[i].how;
    }
    if (made.how != DXKI_HLSL_UNMAPPED) {
        made.group = read_group(p, &option);
        made.loc = t.loc;
        if (made.group.size && !dxki_hlsl_is_group(made.group))
            DXKI_HLSL_REPORT(p->c, DIAGNOSTIC_GROUP, option, dxki_text(made.group));
        else if (made.group.size)
            add_mapping(p, &made);
        return;
    }
    bool is_push = is_word(&t, "push");
    if (!is_push && !is_word(&t, "pop")) {
        DXKI_HLSL_SAY(p->c, DIAGNOSTIC_WORD, t.loc);
        return;
    }
    if (is_push)
        push(p);
    else
        pop(p, t.loc);
}

/* ---------------------------------------------------------------------------------------- */
/* All of them                                                                                */

static bool obey(const pragma *p, dxki_hlsl_token *made)
{
    dxki_hlsl_token t, word;

    next(p, &t);
    if (t.kind != DXKI_HLSL_T_NAME)
        return false;
    if (dxki_str_is(t.text, "pack_matrix"))
        return pack_matrix(p, made, t.loc);
    if (dxki_str_is(t.text, "message"))
        message(p, t.loc);
    if (dxki_str_is(t.text, "once")) {
        dxki_hlsl_file *f = dxki_hlsl_file_of(p->c, dxki_hlsl_outermost(p->c, t.loc));
        if (f)
            f->once = true;
        if (f && f->level == 0 && f->from.at == 0)
            DXKI_HLSL_SAY(p->c, ONCE_IN_MAIN, t.loc);
    }
    if (dxki_str_is(t.text, "dxc")) {
        next(p, &word);
        if (is_word(&word, "diagnostic"))
            diagnostic(p);
    }
    return false;
}

/* The same, and if the source is to be printed, *made is the pragma, unless it holds for the file. */
static bool obey_or_keep(const pragma *p, dxk_str text, dxki_hlsl_loc loc, dxki_hlsl_token *made)
{
    if (obey(p, made)) {
        made->loc = loc;
        return true;
    }
    if (!p->c->pp->prints || dxki_str_is(text, "once"))
        return false;
    *made = (dxki_hlsl_token){.kind = DXKI_HLSL_T_PRAGMA,
                              .text = dxki_hlsl_join(p->c, dxki_str("#pragma "), text),
                              .loc = loc};
    return true;
}

bool dxki_hlsl_pp_pragma(dxki_hlsl *c, dxki_hlsl_token *made)
{
    dxki_hlsl_lexer *l = &dxki_hlsl_pp_file(c)->lexer, ahead = *l;
    const pragma p = {.c = c, .lexer = l};
    dxki_hlsl_token first;

    ahead.quiet = true;
    dxki_hlsl_lex(c, &ahead, &first);
    ahead = *l;
    if (!obey_or_keep(&p, c->pp->prints ? dxki_hlsl_lex_rest(&ahead) : dxki_str(""), first.loc,
                      made))
        return false;
    made->flags |= DXKI_HLSL_BOL;
    return true;
}

/* The text of a literal without quotes and escapes. */
static dxk_str unquoted(dxki_hlsl *c, dxk_str quoted)
{
    char *text = dxki_arena_alloc(&c->arena, quoted.size);
    size_t size = 0;

    if (!text) {
        dxki_hlsl_nomem(c);
        return dxki_str("");
    }
    for (size_t i = 1; i + 1 < quoted.size; i++) {
        if (quoted.data[i] == '\\' && i + 2 < quoted.size &&
            (quoted.data[i + 1] == '"' || quoted.data[i + 1] == '\\'))
            i++;
        text[size++] = quoted.data[i];
    }
    text[size] = 0;
    return (dxk_str){text, size};
}

/* The string in parentheses behind _Pragma; false: there is something else, which is left out. */
static bool read_operand(dxki_hlsl *c, dxki_hlsl_token *text)
{
    dxki_hlsl_token t;

    if (!dxki_hlsl_pp_at_paren(c))
        return false;
    dxki_hlsl_pp_raw(c, &t);
    dxki_hlsl_pp_raw(c, text);
    if (text->kind != DXKI_HLSL_T_RPAREN)
        dxki_hlsl_pp_raw(c, &t);
    return text->kind == DXKI_HLSL_T_STRING && text->text.size >= 2 && t.kind == DXKI_HLSL_T_RPAREN;
}

bool dxki_hlsl_pp_operator(dxki_hlsl *c, dxki_hlsl_token *t)
{
    const dxki_hlsl_loc loc = t->loc;
    dxki_hlsl_token text = {0}, made = {0};

    if (c->pp->in_directive || !dxki_str_is(t->text, "_Pragma"))
        return false;
    uint8_t flags = t->flags & (DXKI_HLSL_BOL | DXKI_HLSL_SPACE);
    if (!read_operand(c, &text)) {
        DXKI_HLSL_SAY(c, PRAGMA_OPERATOR, loc);
        return true;
    }
    const dxk_str line = unquoted(c, text.text);
    if (!dxki_hlsl_ready(c))
        return true;
    dxki_hlsl_lexer lexer = {.p = line.data, .end = line.data + line.size, .lines = true};
    const pragma p = {.c = c, .lexer = &lexer, .loc = loc};
    if (obey_or_keep(&p, line, loc, &made)) {
        *t = made;
        t->flags |= flags;
        return false;
    }
    c->pp->pending |= flags;
    return true;
}
