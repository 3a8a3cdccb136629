/* SPDX-License-Identifier: MIT */
/*
 * source.c - see source.h. Of the preprocessor there is what root signatures need: comments, line
 * continuations, #define of macros without parameters, #undef, and their expansion. Conditionals
 * are not evaluated: of several definitions of a name the last counts.
 */
#include "rootsig/source.h"

#include "base/out.h"
#include "base/str.h"
#include "spec/reader_rules.h"

#include <string.h>

typedef enum kind { END, LINE, STRING, NAME, OTHER } kind;

/* A token of HLSL, roughly. */
typedef struct token {
    kind kind;
    size_t start, end; /* in the input; of a STRING without its quotes */
    bool space;        /* blanks or comments in front of it */
} token;

typedef struct macro {
    dxk_str name;
    size_t start, end; /* of the body */
    uint32_t older;    /* one more than the index of the former macro in its bucket */
    bool open;         /* being expanded */
    bool dead;         /* #undef */
} macro;

#define BUCKETS 256u

typedef struct expander {
    dxki_rootsig_source *s;
    DXKI_VEC(macro) macros;
    uint32_t buckets[BUCKETS];
    uint64_t steps; /* tokens that may still be met */
    uint32_t depth;
    bool after_string;
    bool found; /* there was a string or an attribute */
} expander;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Length of a backslash and the line feed after it; 0 when there is none. */
static size_t continuation(dxk_str in, size_t at)
{
    if (in.data[at] != '\\')
        return 0;
    size_t n = at + 1 < in.size && in.data[at + 1] == '\r' ? 2 : 1;
    return at + n < in.size && in.data[at + n] == '\n' ? n + 1 : 0;
}

/* Where the comment that starts at `at` ends; `at` when none does. */
static size_t skip_comment(dxk_str in, size_t at)
{
    if (at + 1 >= in.size || in.data[at] != '/')
        return at;
    if (in.data[at + 1] == '/') {
        while (at < in.size && in.data[at] != '\n')
            at++;
    } else if (in.data[at + 1] == '*') {
        for (at += 2; at < in.size; at++)
            if (in.data[at] == '/' && in.data[at - 1] == '*')
                return at + 1;
    }
    return at;
}

static size_t skip_space(dxk_str in, size_t at)
{
    while (at < in.size) {
        char c = in.data[at];
        size_t next = c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'
                          ? at + 1
                          : skip_comment(in, at) + continuation(in, at);
        if (next == at)
            break;
        at = next;
    }
    return at;
}

/* The token at `at`, in the part of the input that ends at `in.size`. */
static token next_token(dxk_str in, size_t at)
{
    size_t start = skip_space(in, at);
    token t = {END, start, start, start > at};
    if (start >= in.size)
        return t;
    char c = in.data[start];
    t.end = start + 1;
    if (c == '\n') {
        t.kind = LINE;
    } else if (c == '"') {
        t.kind = STRING;
        t.start = t.end;
        while (t.end < in.size && in.data[t.end] != '"' && in.data[t.end] != '\n')
            t.end += in.data[t.end] == '\\' && t.end + 1 < in.size ? 2 : 1;
        t.end = t.end < in.size ? t.end : in.size;
    } else if (is_letter(c) || is_digit(c)) {
        t.kind = is_digit(c) ? OTHER : NAME;
        while (t.end < in.size && (is_letter(in.data[t.end]) || is_digit(in.data[t.end])))
            t.end++;
    } else {
        t.kind = OTHER;
    }
    return t;
}

/* Where to go on after a token. */
static size_t behind(dxk_str in, token t)
{
    return t.kind == STRING && t.end < in.size && in.data[t.end] == '"' ? t.end + 1 : t.end;
}

static dxk_str token_text(dxk_str in, token t)
{
    return (dxk_str){in.data + t.start, t.end - t.start};
}

/* ---------------------------------------------------------------------------------------- */
/* Macros                                                                                     */

static uint32_t bucket_of(dxk_str name)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (uint8_t)name.data[i]) * 16777619u;
    return (hash ^ hash >> 16) % BUCKETS;
}

static macro *find_macro(expander *e, dxk_str name)
{
    for (uint32_t i = e->buckets[bucket_of(name)]; i; i = e->macros.items[i - 1].older) {
        macro *m = &e->macros.items[i - 1];
        if (dxki_str_same(m->name, name))
            return m->dead ? NULL : m;
    }
    return NULL;
}

/* Reads the directive after a '#'; returns where its line ends. */
static dxk_status read_directive(expander *e, size_t at, size_t *end)
{
    dxk_str in = e->s->input;
    token what = next_token(in, at), name = next_token(in, behind(in, what)), t = name;
    size_t last = name.end;
    while (t.kind != END && t.kind != LINE) {
        last = behind(in, t);
        t = next_token(in, last);
    }
    *end = t.kind == LINE ? t.end : in.size;
    dxk_str word = token_text(in, what);
    bool undef = dxki_str_is(word, "undef"),
         parameters = name.end < in.size && in.data[name.end] == '(';
    if (what.kind != NAME || name.kind != NAME ||
        (!undef && (!dxki_str_is(word, "define") || parameters)))
        return DXK_OK;
    uint32_t *bucket = &e->buckets[bucket_of(token_text(in, name))];
    macro m = {token_text(in, name), name.end, last, *bucket, false, undef};
    if (!dxki_vec_push(e->s->ctx, &e->macros, m))
        return dxki_nomem(e->s->ctx);
    *bucket = (uint32_t)e->macros.count;
    return DXK_OK;
}

/* ---------------------------------------------------------------------------------------- */
/* Expansion                                                                                  */

static dxk_status put(expander *e, size_t from, size_t size)
{
    dxki_rootsig_source *s = e->s;
    dxki_rootsig_piece piece = {s->text.size, from};
    if (size && !dxki_vec_push(s->ctx, &s->pieces, piece))
        return dxki_nomem(s->ctx);
    return dxk_buffer_append(&s->text, s->input.data + from, size);
}

static dxk_status expand(expander *e, size_t start, size_t end);

static dxk_status expand_token(expander *e, dxk_str in, token t)
{
    macro *m = t.kind == NAME ? find_macro(e, token_text(in, t)) : NULL;
    if (t.kind == LINE)
        return DXK_OK;
    if (m && !m->open) {
        size_t index = (size_t)(m - e->macros.items);
        m->open = true;
        dxk_status status = expand(e, m->start, m->end);
        e->macros.items[index].open = false;
        return status;
    }
    dxk_status status = DXK_OK;
    if (t.space && !e->after_string && t.kind != STRING && e->s->text.size)
        status = dxk_buffer_append(&e->s->text, " ", 1);
    e->after_string = t.kind == STRING;
    e->found = e->found || t.kind == STRING;
    return status == DXK_OK ? put(e, t.start, t.end - t.start) : status;
}

/* Appends a piece of the input with its macros expanded and its quotes taken off. */
static dxk_status expand(expander *e, size_t start, size_t end)
{
    dxk_str in = {e->s->input.data, end};
    dxk_status status = DXK_OK;
    uint32_t most = e->s->ctx->limits.depth;
    if (e->depth >= most)
        return DXKI_REPORT(e->s->ctx, DXKI_RULE_LIMIT_DEPTH, dxki_nowhere(), NULL, dxki_dec(most));
    e->depth++;
    for (token t = next_token(in, start); t.kind != END && status == DXK_OK;
         t = next_token(in, behind(in, t))) {
        if (e->steps-- == 0 || e->s->text.size > 64 * e->s->input.size + 65536)
            return DXKI_REPORT(e->s->ctx, DXKI_RULE_LIMIT_TEXT, dxki_nowhere(), NULL,
                               dxki_text(dxki_str("macro expansion is too long")));
        status = expand_token(e, in, t);
    }
    e->depth--;
    return status;
}

/* An attribute: '[' RootSignature '(' ... ')'. Sets the range of what is in parentheses. */
static bool read_attribute(dxk_str in, token t, size_t *start, size_t *end)
{
    if (in.data[t.start] != '[' || t.kind != OTHER)
        return false;
    token name = next_token(in, t.end), open = next_token(in, name.end);
    if (name.kind != NAME || !dxki_str_is(token_text(in, name), "RootSignature") ||
        open.kind != OTHER || in.data[open.start] != '(')
        return false;
    *start = open.end;
    token u = next_token(in, open.end);
    while (u.kind != END && !(u.kind == OTHER && in.data[u.start] == ')'))
        u = next_token(in, behind(in, u));
    *end = u.start;
    return true;
}

/* Reads the whole file: macros, and the place of the one attribute. */
static dxk_status scan(expander *e, size_t *start, size_t *end, uint32_t *attributes)
{
    dxk_str in = e->s->input;
    bool line_start = true;
    dxk_status status = DXK_OK;
    size_t at = 0;
    for (token t = next_token(in, 0); t.kind != END && status == DXK_OK; t = next_token(in, at)) {
        at = behind(in, t);
        if (line_start && t.kind == OTHER && in.data[t.start] == '#') {
            status = read_directive(e, t.end, &at);
            continue;
        }
        line_start = t.kind == LINE;
        size_t from, to;
        if (*attributes < 2 && t.kind == OTHER && read_attribute(in, t, &from, &to)) {
            ++*attributes;
            *start = from;
            *end = to;
            at = to;
        }
    }
    return status;
}

static dxk_status unclear(dxki_rootsig_source *s, const char *what, const char *name)
{
    return DXKI_REPORT(s->ctx, DXKI_RULE_ROOTSIG_DEFINE, dxki_nowhere(), NULL,
                       dxki_text(dxki_str(what)), dxki_text(dxki_str(name)));
}

/* Does the text begin with a string literal, after comments? */
static bool begins_with_string(dxk_str in)
{
    token t = next_token(in, 0);
    while (t.kind == LINE)
        t = next_token(in, t.end);
    return t.kind == STRING;
}

static dxk_status find(expander *e, const char *define)
{
    dxki_rootsig_source *s = e->s;
    size_t start = 0, end = 0;
    uint32_t attributes = 0;
    dxk_status status = scan(e, &start, &end, &attributes);
    if (status != DXK_OK)
        return status;
    if (define) {
        macro *m = find_macro(e, dxki_str(define));
        if (!m)
            return unclear(s, "there is no #define of ", define);
        start = m->start;
        end = m->end;
    } else if (attributes > 1) {
        return unclear(s, "there are several attributes RootSignature; name a #define", "");
    } else if (attributes == 0) {
        if (!begins_with_string(s->input)) {
            s->language = s->input;
            return e->macros.count ? unclear(s, "name the #define of the root signature", "")
                                   : DXK_OK;
        }
        end = s->input.size;
    }
    status = expand(e, start, end);
    s->language = (dxk_str){(const char *)s->text.data, s->text.size};
    return status;
}

dxk_status dxki_rootsig_source_open(dxki_rootsig_source *s, dxk_ctx *ctx, dxk_str input,
                                    const char *define)
{
    expander e = {.s = s, .steps = 64 * (uint64_t)input.size + 65536};
    memset(s, 0, sizeof *s);
    s->ctx = ctx;
    s->input = input;
    dxk_buffer_init(&s->text, ctx);
    dxk_status status = find(&e, define);
    dxki_vec_free(ctx, &e.macros);
    return status;
}

void dxki_rootsig_source_close(dxki_rootsig_source *s)
{
    dxk_buffer_free(&s->text);
    dxki_vec_free(s->ctx, &s->pieces);
}

dxki_where dxki_rootsig_source_where(const dxki_rootsig_source *s, size_t at)
{
    size_t from = at, low = 0, high = s->pieces.count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (s->pieces.items[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    if (high)
        from = s->pieces.items[low].from + (at - s->pieces.items[low].at);
    uint32_t line = 1, column = 1;
    for (size_t i = 0; i < from && i < s->input.size; i++, column++) {
        if (s->input.data[i] == '\n') {
            line++;
            column = 0;
        }
    }
    return dxki_at_line(line, column);
}
