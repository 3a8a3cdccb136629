/* SPDX-License-Identifier: MIT */
/* mark.c - which part of the source a diagnostic is about, by the syntax at its place. */
#include "hlsl/ast.h"
#include "hlsl/lex.h"

uint32_t dxki_hlsl_token_size(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    const dxki_hlsl_file *f = dxki_hlsl_file_of(c, loc);
    dxki_hlsl_token t;
    dxki_hlsl_lexer l;

    if (!f || loc.at - f->base >= f->size)
        return 0;
    dxki_hlsl_lex_file(&l, f);
    l.p += loc.at - f->base;
    l.quiet = l.lines = true;
    l.bol = false;
    dxki_hlsl_lex(c, &l, &t);
    return t.loc.at == loc.at ? (uint32_t)t.text.size : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Expressions by their places                                                                */

static dxki_ast_expr **bucket_of(const dxki_hlsl *c, dxki_hlsl_loc loc)
{
    uint32_t hash = loc.at * 2654435761u + loc.expansion * 40503u;

    return &c->places[(hash ^ hash >> 15) & (c->place_count - 1)];
}

/* Puts all expressions into the table; within a list, those that were made first come first. */
static void fill_table(dxki_hlsl *c)
{
    dxki_ast_expr *e = c->exprs, *next;
    size_t size = 64;

    while (size < c->expr_count)
        size *= 2;
    c->places = DXKI_NEW_ARRAY(&c->arena, dxki_ast_expr *, size);
    if (!c->places) {
        dxki_hlsl_nomem(c);
        return;
    }
    c->place_count = size;
    for (; e; e = next) {
        dxki_ast_expr **bucket = bucket_of(c, e->loc);
        next = e->next;
        e->next = *bucket;
        *bucket = e;
    }
    c->exprs = NULL;
}

/* The innermost expression at a place, or the outermost; NULL: there is none. */
static const dxki_ast_expr *find(dxki_hlsl *c, dxki_hlsl_loc loc, bool outermost)
{
    const dxki_ast_expr *found = NULL;

    if (!c->places && c->exprs)
        fill_table(c);
    if (!c->places)
        return NULL;
    for (const dxki_ast_expr *e = *bucket_of(c, loc); e; e = e->next) {
        if (e->loc.at != loc.at || e->loc.expansion != loc.expansion)
            continue;
        found = e;
        if (!outermost)
            break;
    }
    return found;
}

static void mark(dxki_hlsl *c, const dxki_ast_expr *e)
{
    if (e)
        dxki_hlsl_mark_span(c, e->span);
}

dxki_hlsl_loc dxki_hlsl_mark_expr(dxki_hlsl *c, uint32_t marks, dxki_hlsl_loc loc)
{
    const dxki_ast_expr *e = find(c, loc, true);

    if (!e)
        return loc;
    while (marks & DXKI_HLSL_MARK_NUMBER && e->kind == DXKI_AST_UNARY && e->a)
        e = e->a;
    if (marks & (DXKI_HLSL_MARK_WHOLE | DXKI_HLSL_MARK_NUMBER))
        mark(c, e);
    if (marks & DXKI_HLSL_MARK_CALLEE)
        mark(c, find(c, loc, false));
    if (marks & DXKI_HLSL_MARK_BASE)
        mark(c, find(c, loc, false)->a);
    if (marks & DXKI_HLSL_MARK_PARTS)
        mark(c, e->a);
    if (marks & DXKI_HLSL_MARK_PARTS) {
        mark(c, e->b);
        mark(c, e->c);
    }
    return marks & DXKI_HLSL_MARK_FROM     ? e->span.from
           : marks & DXKI_HLSL_MARK_NUMBER ? e->loc
                                           : loc;
}

dxki_hlsl_loc dxki_hlsl_decl_start(const dxki_ast_decl *d)
{
    const dxki_ast_type *t = d->type;

    return !t ? d->loc : t->words.count ? t->words.items[0].loc : t->loc;
}

void dxki_hlsl_mark_decl(dxki_hlsl *c, const dxki_ast_decl *d)
{
    if (d->type)
        dxki_hlsl_mark_span(
            c, (dxki_hlsl_span){dxki_hlsl_decl_start(d), d->init ? d->init->span.to : d->loc});
}
