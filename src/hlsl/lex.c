/* SPDX-License-Identifier: MIT */
/* lex.c - see lex.h. A backslash at the end of a line may stand between any two characters. */
#include "base/count.h"
#include "hlsl/lex.h"

/* ---------------------------------------------------------------------------------------- */
/* Characters                                                                                 */

/* Length of a line splice at `p`, or 0: a backslash, blanks, the end of the line. */
static size_t splice(const char *p)
{
    const char *q = p + 1;

    if (*p != '\\')
        return 0;
    while (*q == ' ' || *q == '\t')
        q++;
    if (*q == '\r')
        q++;
    return *q == '\n' ? (size_t)(q + 1 - p) : 0;
}

/* The place of the next character, after splices. */
static const char *clean(const char *p)
{
    while (*p == '\\') {
        size_t n = splice(p);
        if (n == 0)
            break;
        p += n;
    }
    return p;
}

/* The place of the character after the one at `p`. */
static const char *after(const char *p)
{
    return clean(p + 1);
}

static bool is_digit(char ch)
{
    return (uint8_t)(ch - '0') < 10;
}

/* Bytes of UTF-8 beyond ASCII count as letters. */
static bool is_letter(char ch)
{
    return (uint8_t)((ch | 0x20) - 'a') < 26 || ch == '_' || (uint8_t)ch >= 0x80;
}

/* The characters from `from` to `to` without splices. */
static dxk_str spelling(dxki_hlsl *c, const char *from, const char *to)
{
    dxk_str text = {from, (size_t)(to - from)};

    if (!memchr(from, '\\', text.size))
        return text;
    char *copy = dxki_arena_alloc(&c->arena, text.size + 1);
    if (!copy) {
        dxki_hlsl_nomem(c);
        return (dxk_str){"", 0};
    }
    size_t size = 0;
    for (const char *p = clean(from); p < to; p = after(p))
        copy[size++] = *p;
    return (dxk_str){copy, size};
}

static dxki_hlsl_loc place(const dxki_hlsl_lexer *l, const char *p)
{
    return (dxki_hlsl_loc){l->file ? l->file->base + (uint32_t)(p - l->file->text) : 0, 0};
}

/* ---------------------------------------------------------------------------------------- */
/* White space                                                                                */

/* After a comment that ends with a star and a slash; at the end of the text without one. */
static const char *skip_block(dxki_hlsl *c, const dxki_hlsl_lexer *l, const char *p)
{
    const char *start = p;

    p = after(after(p)); /* splices have no stars */
    while (p < l->end && (p = memchr(p, '*', (size_t)(l->end - p)))) {
        p = after(p);
        if (*p == '/')
            return after(p);
    }
    if (!l->quiet)
        DXKI_HLSL_SAY(c, COMMENT_OPEN, place(l, start));
    return l->end;
}

static const char *skip_line(const char *p, const char *end)
{
    const char *line = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;

    line = line ? line : end;
    if (p >= end || !memchr(p, '\\', (size_t)(line - p)))
        return line;
    while (p < end && *p != '\n')
        p = after(p);
    return p < end ? p : end;
}

static bool is_blank(char ch)
{
    return ch == ' ' || ch == '\t' || ch == '\r' || ch == '\f' || ch == '\v';
}

/* Skips white space and comments; stops at the end of a line if that is a token. */
static uint8_t skip_space(dxki_hlsl *c, dxki_hlsl_lexer *l)
{
    uint8_t flags = 0;

    for (;;) {
        const char *p = clean(l->p);
        if (p >= l->end) {
            l->p = l->end;
            return flags;
        }
        if (*p == '\n') {
            l->p = p;
            if (l->lines)
                return flags;
            l->bol = true;
            l->p = p + 1;
        } else if (is_blank(*p)) {
            while (is_blank(*p))
                p++;
            l->p = p;
        } else if (*p == '/' && *after(p) == '/') {
            l->p = skip_line(p, l->end);
        } else if (*p == '/' && *after(p) == '*') {
            l->p = skip_block(c, l, p);
        } else {
            l->p = p;
            return flags;
        }
        flags = DXKI_HLSL_SPACE;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Tokens                                                                                     */

static const char *const puncts[] = {
#define DXKI_HLSL_PUNCT(ident, text) text,
#include "spec/hlsl_tokens.def"
#undef DXKI_HLSL_PUNCT
};
#define FIRST_PUNCT (DXKI_HLSL_T_PACK + 1)

const char *dxki_hlsl_tok_text(dxki_hlsl_tok kind)
{
    return kind >= FIRST_PUNCT && kind < DXKI_HLSL_T_COUNT ? puncts[kind - FIRST_PUNCT] : "";
}

/* After the identifier at `p`. */
static const char *end_of_name(const char *p)
{
    while (is_letter(*p) || is_digit(*p)) {
        while (is_letter(*p) || is_digit(*p))
            p++;
        p = clean(p);
    }
    return p;
}

/* After the number at `p`. A second dot, or one in front of a swizzle, is no part of it, and "1.#INF" is one. */
static const char *end_of_number(const char *p)
{
    const char *start = p;
    bool has_dot = false;
    bool hex = *p == '0' && (*after(p) == 'x' || *after(p) == 'X');

    for (;;) {
        char ch = *p, next = ch ? *after(p) : '\0'; /* nothing is past the end of the text */
        bool exponent = ch == 'p' || ch == 'P' || (!hex && (ch == 'e' || ch == 'E'));
        if (exponent && (next == '+' || next == '-'))
            p = after(p);
        else if (ch == '.' && p != start && (next == 'x' || next == 'r'))
            return p;
        else if (ch == '.' && has_dot)
            return p;
        else if (ch == '#' && p[-1] == '.' && next == 'I')
            p = after(p);
        else if (!is_letter(ch) && !is_digit(ch) && ch != '.')
            return p;
        has_dot = has_dot || ch == '.';
        p = after(p);
    }
}

/* After the quoted text at `p`, or NULL if the line ends first. */
static const char *end_of_quoted(const char *p, const char *end, char quote)
{
    for (p = after(p); p < end && *p != '\n'; p = after(p)) {
        if (*p == quote)
            return after(p);
        if (*p == '\\' && after(p) < end && *after(p) != '\n')
            p = after(p);
    }
    return NULL;
}

static const char *lex_quoted(dxki_hlsl *c, dxki_hlsl_lexer *l, dxki_hlsl_token *t, const char *p)
{
    const char *end = end_of_quoted(p, l->end, *p);

    if (end) {
        t->kind = *p == '"' ? DXKI_HLSL_T_STRING : DXKI_HLSL_T_CHAR;
        return end;
    }
    if (!l->quiet && *p == '"')
        DXKI_HLSL_SAY(c, STRING_OPEN, t->loc);
    else if (!l->quiet)
        DXKI_HLSL_SAY(c, CHARACTER_OPEN, t->loc);
    t->kind = DXKI_HLSL_T_OTHER;
    return skip_line(p, l->end);
}

void dxki_hlsl_index_puncts(dxki_hlsl *c)
{
    const unsigned count = DXKI_HLSL_T_COUNT - FIRST_PUNCT;

    memset(c->puncts, (int)count, sizeof c->puncts);
    for (unsigned i = count; i-- > 0;)
        c->puncts[(uint8_t)puncts[i][0]] = (uint8_t)i;
}

/* The longest punctuator at `p`. */
static const char *lex_punct(const dxki_hlsl *c, dxki_hlsl_token *t, const char *p)
{
    for (unsigned i = c->puncts[(uint8_t)*p]; i < DXKI_HLSL_T_COUNT - FIRST_PUNCT; i++) {
        const char *q = p, *text = puncts[i];
        for (; *text && *q == *text; text++)
            q = after(q);
        if (!*text) {
            t->kind = (uint8_t)(FIRST_PUNCT + i);
            return q;
        }
    }
    t->kind = DXKI_HLSL_T_OTHER;
    return after(p);
}

static const char *lex_at(dxki_hlsl *c, dxki_hlsl_lexer *l, dxki_hlsl_token *t, const char *p)
{
    if (is_letter(*p)) {
        t->kind = DXKI_HLSL_T_NAME;
        return end_of_name(p);
    }
    if (is_digit(*p) || (*p == '.' && is_digit(*after(p)))) {
        t->kind = DXKI_HLSL_T_NUMBER;
        return end_of_number(p);
    }
    if (*p == '"' || *p == '\'')
        return lex_quoted(c, l, t, p);
    if (*p == '<' && l->angles) {
        const char *end = end_of_quoted(p, l->end, '>');
        t->kind = DXKI_HLSL_T_STRING;
        if (end)
            return end;
    }
    return lex_punct(c, t, p);
}

void dxki_hlsl_lex(dxki_hlsl *c, dxki_hlsl_lexer *l, dxki_hlsl_token *t)
{
    uint8_t space = skip_space(c, l);
    const char *p = l->p;

    *t = (dxki_hlsl_token){.flags = space, .loc = place(l, p), .text = {p, 0}};
    if (l->bol)
        t->flags |= DXKI_HLSL_BOL;
    if (p >= l->end || (l->lines && *p == '\n')) {
        t->kind = p >= l->end && !l->lines ? DXKI_HLSL_T_END : DXKI_HLSL_T_LINE;
        return;
    }
    l->bol = false;
    l->p = lex_at(c, l, t, p);
    if (l->p > l->end)
        l->p = l->end;
    t->text = spelling(c, p, l->p);
    if (t->kind == DXKI_HLSL_T_NAME)
        t->name = dxki_hlsl_intern(c, t->text);
    if (t->kind == DXKI_HLSL_T_NAME && !t->name->first && dxki_hlsl_ready(c))
        t->name->first = t->loc.at;
}

void dxki_hlsl_lex_file(dxki_hlsl_lexer *l, const dxki_hlsl_file *file)
{
    *l = (dxki_hlsl_lexer){
        .file = file, .p = file->text, .end = file->text + file->size, .bol = true};
    if (file->size >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0)
        l->p += 3;
}

bool dxki_hlsl_lex_one(dxki_hlsl *c, dxk_str text, dxki_hlsl_token *t)
{
    dxk_str copy = dxki_hlsl_text(c, text);
    dxki_hlsl_lexer l = {.p = copy.data, .end = copy.data + copy.size, .quiet = true};

    if (!copy.size)
        return false;
    dxki_hlsl_lex(c, &l, t);
    return t->kind != DXKI_HLSL_T_END && l.p == l.end && t->text.size == copy.size;
}

void dxki_hlsl_lex_skip_line(dxki_hlsl_lexer *l)
{
    l->p = skip_line(clean(l->p), l->end);
}

dxk_str dxki_hlsl_lex_rest(dxki_hlsl_lexer *l)
{
    const char *from = clean(l->p), *to;

    while (*from == ' ' || *from == '\t')
        from = after(from);
    dxki_hlsl_lex_skip_line(l);
    to = l->p;
    while (to > from && (to[-1] == ' ' || to[-1] == '\t' || to[-1] == '\r'))
        to--;
    return (dxk_str){from, (size_t)(to - from)};
}

/* ---------------------------------------------------------------------------------------- */
/* Keywords                                                                                   */

static const dxk_str keywords[] = {
    {"", 0},
#define DXKI_HLSL_KEYWORD(ident, text, kind) {text, sizeof text - 1},
#include "spec/hlsl_tokens.def"
#undef DXKI_HLSL_KEYWORD
};

static const uint8_t keyword_kinds[] = {
    DXKI_HLSL_SOFT,
#define DXKI_HLSL_KEYWORD(ident, text, kind) DXKI_HLSL_##kind,
#include "spec/hlsl_tokens.def"
#undef DXKI_HLSL_KEYWORD
};

dxki_hlsl_keyword_kind dxki_hlsl_keyword_kind_of(uint32_t keyword)
{
    return (dxki_hlsl_keyword_kind)keyword_kinds[keyword];
}

const char *dxki_hlsl_keyword_text(uint32_t keyword)
{
    return keywords[keyword].data;
}

bool dxki_hlsl_is_type_keyword(dxk_str text)
{
    static const char *const words[] = {"bool", "double", "float", "int"};

    for (size_t i = 0; i < DXKI_COUNT(words); i++) {
        if (dxki_str_is(text, words[i]))
            return true;
    }
    return false;
}

void dxki_hlsl_intern_keywords(dxki_hlsl *c)
{
    dxki_hlsl_name *names = dxki_hlsl_intern_first(c, keywords + 1, DXKI_HLSL_K_COUNT - 1);

    for (uint32_t i = 1; names && i < DXKI_HLSL_K_COUNT; i++)
        names[i - 1].keyword = i;
}
