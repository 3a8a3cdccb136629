/* SPDX-License-Identifier: MIT */
/* yaml.c - see yaml.h. By recursive descent: what is indented more belongs to what is above it. */
#include "job/yaml.h"

#include "base/ctx.h"
#include "base/str.h"
#include "spec/reader_rules.h"

typedef struct reader {
    dxk_ctx *ctx;
    dxki_arena *arena;
    const char *at, *end;
    const char *line_start;
    uint32_t line;
    uint32_t depth;
    dxk_status status;
} reader;

static bool value_in_block(reader *r, uint32_t above, bool in_map, dxki_job_node **out);
static bool flow(reader *r, dxki_job_node **out);

/* --- characters --- */

static bool at_end(const reader *r)
{
    return r->at == r->end;
}

static char peek(const reader *r)
{
    return at_end(r) ? '\n' : *r->at;
}

static char peek_behind(const reader *r)
{
    return r->end - r->at < 2 ? '\n' : r->at[1];
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool is_space(char c)
{
    return is_blank(c) || c == '\n';
}

/* From 1. */
static uint32_t column(const reader *r)
{
    return (uint32_t)(r->at - r->line_start) + 1;
}

static void advance(reader *r)
{
    if (*r->at++ == '\n') {
        r->line++;
        r->line_start = r->at;
    }
}

static void skip_blanks(reader *r)
{
    while (!at_end(r) && is_blank(*r->at))
        advance(r);
}

static bool is_comment(const reader *r)
{
    return peek(r) == '#' && (r->at == r->line_start || is_space(r->at[-1]));
}

/* Blanks, comments and line ends. */
static void skip_space(reader *r)
{
    for (;;) {
        while (!at_end(r) && is_space(*r->at))
            advance(r);
        if (at_end(r) || !is_comment(r))
            return;
        while (!at_end(r) && *r->at != '\n')
            advance(r);
    }
}

/* --- nodes and complaints --- */

static bool complain(reader *r, const char *what)
{
    r->status = DXKI_REPORT(r->ctx, DXKI_RULE_JOB_SYNTAX, dxki_at_line(r->line, column(r)), NULL,
                            dxki_text(dxki_str(what)));
    return false;
}

static bool no_memory(reader *r)
{
    r->status = dxki_nomem(r->ctx);
    return false;
}

static bool new_node(reader *r, dxki_job_node_kind kind, dxki_job_node **out)
{
    dxki_job_node *node = DXKI_NEW(r->arena, dxki_job_node);
    if (!node)
        return no_memory(r);
    node->kind = (uint8_t)kind;
    node->line = r->line;
    node->column = column(r);
    *out = node;
    return true;
}

/* Where the next member of a map or list is hung. */
typedef struct tail {
    dxki_job_node *parent, **end;
} tail;

static void append(tail *t, dxki_job_node *node)
{
    *t->end = node;
    t->end = &node->next;
    t->parent->count++;
}

static bool enter(reader *r)
{
    uint32_t limit = r->ctx->limits.depth;
    if (r->depth++ < limit)
        return true;
    r->status = DXKI_REPORT(r->ctx, DXKI_RULE_LIMIT_DEPTH, dxki_at_line(r->line, column(r)), NULL,
                            dxki_dec(limit));
    return false;
}

/* --- scalars --- */

/* The character that a backslash and a letter stand for; 0: none. */
static char unescaped(char c)
{
    static const char pairs[] = "n\nt\tr\r\"\"\\\\//  ";
    for (size_t i = 0; i + 1 < sizeof pairs; i += 2) {
        if (pairs[i] == c)
            return pairs[i + 1];
    }
    return 0;
}

/* Where the quote that is open here closes; NULL: not in this line. */
static const char *closing(const reader *r, char quote)
{
    for (const char *p = r->at; p != r->end && *p != '\n'; p++) {
        bool pair = p + 1 != r->end && ((quote == '"' && *p == '\\') ||
                                        (quote == '\'' && *p == quote && p[1] == quote));
        if (pair)
            p++;
        else if (*p == quote)
            return p;
    }
    return NULL;
}

/* The text in quotes. */
static bool quoted(reader *r, dxk_str *out)
{
    char quote = peek(r);
    advance(r);
    const char *stop = closing(r, quote);
    if (!stop)
        return complain(r, "the quote is not closed on its line");
    char *copy = dxki_arena_alloc(r->arena, (size_t)(stop - r->at));
    size_t size = 0;
    if (!copy)
        return no_memory(r);
    for (; r->at < stop; advance(r)) {
        char c = *r->at;
        if (c == '\'' && quote == '\'')
            advance(r);
        if (c == '\\' && quote == '"') {
            c = unescaped(peek_behind(r));
            if (!c)
                return complain(r, "unknown escape");
            advance(r);
        }
        copy[size++] = c;
    }
    advance(r);
    *out = (dxk_str){copy, size};
    return true;
}

/* Does a plain word end here? */
static bool ends_plain(const reader *r, bool in_flow)
{
    char c = peek(r);
    if (c == '\n' || at_end(r) || is_comment(r))
        return true;
    if (c == ':' && (is_space(peek_behind(r)) || (in_flow && strchr(",[]{}", peek_behind(r)))))
        return true;
    return in_flow && (c == ',' || c == ']' || c == '}' || c == '[' || c == '{');
}

static dxk_str plain(reader *r, bool in_flow)
{
    const char *start = r->at, *stop = r->at;
    while (!ends_plain(r, in_flow)) {
        if (!is_blank(*r->at))
            stop = r->at + 1;
        advance(r);
    }
    return (dxk_str){start, (size_t)(stop - start)};
}

static bool scalar(reader *r, bool in_flow, dxki_job_node **out)
{
    if (!new_node(r, DXKI_JOB_SCALAR, out))
        return false;
    char c = peek(r);
    (*out)->quoted = c == '"' || c == '\'';
    if ((*out)->quoted)
        return quoted(r, &(*out)->text);
    if (strchr("&*!|>%@`", c))
        return complain(r, "this form of YAML is not supported");
    (*out)->text = plain(r, in_flow);
    return true;
}

/* --- flow: [a, b] and {a: b} --- */

static bool flow_member(reader *r, bool in_map, tail *t)
{
    dxki_job_node *key = NULL, *node = NULL;
    if (in_map) {
        if (!scalar(r, true, &key))
            return false;
        skip_space(r);
        if (peek(r) != ':')
            return complain(r, "expected ':' after the key");
        advance(r);
        skip_space(r);
    }
    if (!flow(r, &node))
        return false;
    if (in_map)
        node->key = key->text;
    append(t, node);
    return true;
}

static bool flow_members(reader *r, dxki_job_node *parent, char close)
{
    tail t = {parent, &parent->first};
    bool apart = true; /* a comma, or the beginning, is before this place */
    advance(r);
    for (;;) {
        skip_space(r);
        if (at_end(r))
            return complain(r, close == ']' ? "the list is not closed" : "the map is not closed");
        char c = peek(r);
        if (c == close)
            break;
        if (c == ',') {
            apart = true;
            advance(r);
            continue;
        }
        if (c == ']' || c == '}')
            return complain(r, "this bracket closes nothing");
        if (!apart)
            return complain(r, "expected ',' between members");
        if (!flow_member(r, close == '}', &t))
            return false;
        apart = false;
    }
    advance(r);
    return true;
}

static bool flow(reader *r, dxki_job_node **out)
{
    char c = peek(r);
    if (c != '[' && c != '{')
        return scalar(r, true, out);
    if (!enter(r) || !new_node(r, c == '[' ? DXKI_JOB_LIST : DXKI_JOB_MAP, out) ||
        !flow_members(r, *out, c == '[' ? ']' : '}'))
        return false;
    r->depth--;
    return true;
}

/* --- blocks --- */

static bool is_item(const reader *r)
{
    return peek(r) == '-' && is_space(peek_behind(r));
}

/* "---" or "..." at the start of a line. */
static bool is_marker(const reader *r, const char *marker)
{
    return r->at == r->line_start && r->end - r->at >= 3 && memcmp(r->at, marker, 3) == 0 &&
           (r->end - r->at == 3 || is_space(r->at[3]));
}

static bool is_over(const reader *r)
{
    return at_end(r) || is_marker(r, "...") || is_marker(r, "---");
}

/* Is here "key:"? Looks ahead in the line. */
static bool is_key(const reader *r)
{
    reader probe = *r;
    char quote = peek(r);
    if (quote == '[' || quote == '{')
        return false;
    if (quote == '"' || quote == '\'') {
        probe.at++;
        probe.at = closing(&probe, quote);
        if (!probe.at)
            return false;
        probe.at++;
        skip_blanks(&probe);
    } else {
        plain(&probe, false);
    }
    return peek(&probe) == ':' && is_space(peek_behind(&probe));
}

/* Nothing but a comment may follow a value in its line. */
static bool line_is_over(reader *r)
{
    skip_blanks(r);
    if (at_end(r) || *r->at == '\n' || is_comment(r))
        return true;
    return complain(r, "unexpected text after the value");
}

static bool block_list(reader *r, uint32_t at, dxki_job_node *list)
{
    tail t = {list, &list->first};
    while (!is_over(r) && column(r) == at && is_item(r)) {
        dxki_job_node *node;
        advance(r);
        if (!value_in_block(r, at, false, &node))
            return false;
        append(&t, node);
        skip_space(r);
    }
    return true;
}

static bool block_map(reader *r, uint32_t at, dxki_job_node *map)
{
    tail t = {map, &map->first};
    while (!is_over(r) && column(r) == at && is_key(r)) {
        dxki_job_node *key, *node;
        if (!scalar(r, false, &key))
            return false;
        skip_blanks(r);
        advance(r); /* the colon */
        if (!value_in_block(r, at, true, &node))
            return false;
        node->key = key->text;
        if (node->kind == DXKI_JOB_SCALAR && !node->text.size) { /* perhaps lines further down */
            node->line = key->line;
            node->column = key->column;
        }
        append(&t, node);
        skip_space(r);
    }
    return true;
}

static bool block(reader *r, dxki_job_node **out)
{
    uint32_t at = column(r);
    bool list = is_item(r);
    if (!list && !is_key(r)) {
        char c = peek(r);
        bool done = c == '[' || c == '{' ? flow(r, out) : scalar(r, false, out);
        return done && line_is_over(r);
    }
    if (!enter(r) || !new_node(r, list ? DXKI_JOB_LIST : DXKI_JOB_MAP, out) ||
        !(list ? block_list(r, at, *out) : block_map(r, at, *out)))
        return false;
    if (!is_over(r) && column(r) > at)
        return complain(r, "this line is indented more than the preceding ones");
    r->depth--;
    return true;
}

/* What follows "- " or "key:" of a block that begins in column `above`: here, or in lines that are
 * indented more. The items of a list in a map may stand below its key. */
static bool value_in_block(reader *r, uint32_t above, bool in_map, dxki_job_node **out)
{
    uint32_t line = r->line;
    skip_blanks(r);
    skip_space(r);
    bool here = r->line == line && !at_end(r);
    bool below =
        !here && !is_over(r) && (column(r) > above || (in_map && column(r) == above && is_item(r)));
    if (here && in_map && is_key(r))
        return complain(r, "a map must not begin on the line of its key");
    if (here || below)
        return block(r, out);
    if (!new_node(r, DXKI_JOB_SCALAR, out))
        return false;
    (*out)->text = dxki_str("");
    return true;
}

static void skip_directives(reader *r)
{
    skip_space(r);
    while (is_marker(r, "---")) {
        r->at += 3;
        skip_space(r);
    }
}

dxk_status dxki_job_yaml_parse(dxk_ctx *ctx, dxki_arena *arena, dxk_str text, dxki_job_node **root)
{
    const char *start = text.data ? text.data : "";
    reader r = {.ctx = ctx,
                .arena = arena,
                .at = start,
                .end = start + text.size,
                .line_start = start,
                .line = 1};
    *root = NULL;
    if (text.size >= UINT32_MAX) {
        complain(&r, "the text is too long");
        return r.status;
    }
    skip_directives(&r);
    bool done = is_over(&r) ? new_node(&r, DXKI_JOB_MAP, root) : block(&r, root);
    if (done) {
        skip_space(&r);
        if (!is_over(&r))
            done = complain(&r, "this line does not continue the preceding ones");
    }
    if (!done)
        *root = NULL;
    return r.status;
}

dxki_job_node *dxki_job_node_find(const dxki_job_node *map, const char *key)
{
    for (dxki_job_node *node = map->first; node; node = node->next) {
        if (dxki_str_is(node->key, key))
            return node;
    }
    return NULL;
}

dxki_where dxki_job_node_where(const dxki_job_node *node)
{
    return dxki_at_line(node->line, node->column);
}
