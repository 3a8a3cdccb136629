/* SPDX-License-Identifier: MIT */
/* pp.c - the stack of streams; see pp.h. */
#include "hlsl/pp.h"

dxki_hlsl_stream *dxki_hlsl_pp_file(dxki_hlsl *c)
{
    dxki_hlsl_pp *pp = c->pp;

    for (size_t i = pp->streams.count; i-- > 0;) {
        if (pp->streams.items[i].is_file)
            return &pp->streams.items[i];
    }
    return NULL;
}

bool dxki_hlsl_pp_push_file(dxki_hlsl *c, dxki_hlsl_file *file)
{
    dxki_hlsl_stream s = {
        .is_file = true, .is_entered = true, .conditions = c->pp->conditions.count};

    dxki_hlsl_lex_file(&s.lexer, file);
    file->level = (uint32_t)c->pp->files;
    if (!DXKI_HLSL_PUSH(c, &c->pp->streams, s))
        return false;
    c->pp->files++;
    return true;
}

bool dxki_hlsl_pp_push_list(dxki_hlsl *c, const dxki_hlsl_token *items, size_t count,
                            dxki_hlsl_macro *macro, bool wall)
{
    const dxki_hlsl_stream s = {.items = items, .count = count, .macro = macro, .is_wall = wall};

    if (!DXKI_HLSL_PUSH(c, &c->pp->streams, s))
        return false;
    if (macro)
        macro->is_active = true;
    return true;
}

/* Complains about every #if that a file leaves open. */
static void close_conditions(dxki_hlsl *c, const dxki_hlsl_stream *s)
{
    dxki_hlsl_pp *pp = c->pp;

    while (pp->conditions.count > s->conditions) {
        const dxki_hlsl_condition *open = &pp->conditions.items[--pp->conditions.count];
        DXKI_HLSL_SAY(c, IF_OPEN, open->loc);
    }
}

void dxki_hlsl_pp_pop(dxki_hlsl *c)
{
    dxki_hlsl_stream s = c->pp->streams.items[--c->pp->streams.count];

    if (s.macro)
        s.macro->is_active = false;
    if (s.is_file) {
        close_conditions(c, &s);
        c->pp->files--;
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Tokens                                                                                     */

/* Reads from a file; false: nothing came of a directive, or the file has ended. */
static bool read_file(dxki_hlsl *c, dxki_hlsl_stream *s, dxki_hlsl_token *t)
{
    dxki_hlsl_pp *pp = c->pp;

    s->is_entered = false;
    dxki_hlsl_lex(c, &s->lexer, t);
    if (t->kind == DXKI_HLSL_T_HASH && (t->flags & DXKI_HLSL_BOL) && !pp->in_directive) {
        dxki_hlsl_token made = {0};
        dxki_hlsl_pp_directive(c, &made);
        *t = made;
        return made.kind != DXKI_HLSL_T_END;
    }
    if (t->kind != DXKI_HLSL_T_END)
        return true;
    if (pp->files > 1) {
        dxki_hlsl_pp_pop(c);
        return false;
    }
    close_conditions(c, s);
    return true;
}

/* Reads from a list; false: it has ended. */
static bool read_list(dxki_hlsl *c, dxki_hlsl_stream *s, dxki_hlsl_token *t)
{
    if (s->at < s->count) {
        *t = s->items[s->at++];
        return true;
    }
    if (s->is_wall)
        return true;
    dxki_hlsl_pp_pop(c);
    return false;
}

void dxki_hlsl_pp_raw(dxki_hlsl *c, dxki_hlsl_token *t)
{
    dxki_hlsl_pp *pp = c->pp;

    for (;;) {
        *t = (dxki_hlsl_token){.kind = DXKI_HLSL_T_END};
        if (!dxki_hlsl_ready(c) || pp->streams.count == 0)
            return;
        dxki_hlsl_stream *s = &pp->streams.items[pp->streams.count - 1];
        if (s->is_file ? read_file(c, s, t) : read_list(c, s, t))
            return;
    }
}

bool dxki_hlsl_pp_at_paren(dxki_hlsl *c)
{
    dxki_hlsl_pp *pp = c->pp;

    for (size_t i = pp->streams.count; i-- > 0;) {
        const dxki_hlsl_stream *s = &pp->streams.items[i];
        if (s->is_file) {
            dxki_hlsl_lexer l = s->lexer;
            dxki_hlsl_token t;
            l.quiet = true;
            dxki_hlsl_lex(c, &l, &t);
            return t.kind == DXKI_HLSL_T_LPAREN;
        }
        if (s->at < s->count)
            return s->items[s->at].kind == DXKI_HLSL_T_LPAREN;
        if (s->is_wall)
            return false;
    }
    return false;
}

static void count_token(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    if (c->pp->budget-- > 0)
        return;
    c->pp->budget = 0;
    DXKI_HLSL_REPORT(c, TOO_MANY_TOKENS, loc, dxki_dec(DXKI_HLSL_MAX_TOKENS));
    dxki_hlsl_stop(c, DXK_E_LIMIT);
}

void dxki_hlsl_pp_next(dxki_hlsl *c, dxki_hlsl_token *t)
{
    do {
        dxki_hlsl_pp_raw(c, t);
        if (t->kind != DXKI_HLSL_T_END)
            count_token(c, t->loc);
    } while (dxki_hlsl_ready(c) && t->kind == DXKI_HLSL_T_NAME &&
             (dxki_hlsl_pp_expand(c, t) || dxki_hlsl_pp_operator(c, t)));
    t->flags |= c->pp->pending;
    c->pp->pending = 0;
    if (!dxki_hlsl_ready(c))
        t->kind = DXKI_HLSL_T_END;
}

/* ---------------------------------------------------------------------------------------- */
/* Life                                                                                       */

void dxki_hlsl_pp_start(dxki_hlsl *c, dxk_bytes source)
{
    const dxki_hlsl_loc nowhere = {0, 0};

    c->pp = DXKI_HLSL_NEW(c, dxki_hlsl_pp);
    c->pp->budget = DXKI_HLSL_MAX_TOKENS;
    if (!dxki_hlsl_ready(c))
        return;
    size_t constants;
    dxk_str text = dxki_hlsl_pp_predefine(c, &constants);
    dxki_hlsl_file *builtin = dxki_hlsl_add_file(
        c, dxki_str("<built-in>"), (dxk_bytes){(const uint8_t *)text.data, text.size}, nowhere);
    if (builtin)
        builtin->builtin = true;
    dxki_hlsl_file *file = builtin ? dxki_hlsl_add_file(c, c->options.name, source, nowhere) : NULL;
    if (!file || !dxki_hlsl_ready(c) || !dxki_hlsl_pp_push_file(c, file))
        return;
    c->pp->main = file;
    if (dxki_hlsl_pp_push_file(c, builtin)) {
        size_t size = dxki_hlsl_pp_define_constants(c, builtin, constants);
        dxki_hlsl_pp_file(c)->lexer.p += size;
        c->pp->options = builtin->base + (uint32_t)size;
    }
    builtin->level = 0;
}

/* The text with the macros of the options ends where the source begins. */
void dxki_hlsl_pp_ask(dxki_hlsl *c, dxki_hlsl_macro *m)
{
    const dxki_hlsl_pp *pp = c->pp;

    m->is_asked = true;
    if (pp->main && m->loc.at >= pp->options && m->loc.at < pp->main->base)
        (void)DXKI_HLSL_PUSH(c, &c->pp->asked, m->loc.at);
}

void dxki_hlsl_pp_free(dxki_hlsl *c)
{
    if (!c->pp ||
        (void *)c->pp == (void *)c->spare) /* without memory other objects are there, too */
        return;
    dxki_vec_free(c->ctx, &c->pp->streams);
    dxki_vec_free(c->ctx, &c->pp->conditions);
    dxki_vec_free(c->ctx, &c->pp->pushed);
    dxki_vec_free(c->ctx, &c->pp->asked);
}
