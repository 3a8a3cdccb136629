/* SPDX-License-Identifier: MIT */
/* pp_directive.c - directives; see pp.h. */
#include "hlsl/pp.h"

#include "hlsl/literal.h"

/* The stream of the file that the directive stands in; its lexer stops at the end of the line. */
static dxki_hlsl_lexer *lexer(dxki_hlsl *c)
{
    return &dxki_hlsl_pp_file(c)->lexer;
}

static void next(dxki_hlsl *c, dxki_hlsl_token *t)
{
    dxki_hlsl_lex(c, lexer(c), t);
}

/* ---------------------------------------------------------------------------------------- */
/* #define                                                                                    */

typedef struct definition {
    DXKI_VEC(dxki_hlsl_name *) params;
    dxki_hlsl_tokens body;
} definition;

/* Is that the name of one of the first parameters? Nobody writes more. */
static bool has_param(const definition *d, const dxki_hlsl_name *name)
{
    const size_t most = 256;

    for (size_t i = 0; i < d->params.count && i < most; i++) {
        if (d->params.items[i] == name)
            return true;
    }
    return false;
}

/* Reads parameters after the '('; false: reported. */
static bool read_params(dxki_hlsl *c, dxki_hlsl_macro *m, definition *d)
{
    dxki_hlsl_token t;

    next(c, &t);
    if (t.kind == DXKI_HLSL_T_RPAREN)
        return true;
    for (;; next(c, &t)) {
        dxki_hlsl_name *name = t.name;
        if (t.kind == DXKI_HLSL_T_ELLIPSIS) {
            m->is_variadic = true;
            name = dxki_hlsl_intern(c, dxki_str("__VA_ARGS__"));
        } else if (t.kind != DXKI_HLSL_T_NAME) {
            DXKI_HLSL_SAY(c, MACRO_PARAM, t.loc);
            return false;
        }
        if (has_param(d, name)) {
            DXKI_HLSL_REPORT(c, MACRO_PARAM_TWICE, t.loc, dxki_text(name->text));
            return false;
        }
        DXKI_HLSL_PUSH(c, &d->params, name);
        next(c, &t);
        if (t.kind == DXKI_HLSL_T_ELLIPSIS && !m->is_variadic) { /* name... */
            m->is_variadic = true;
            next(c, &t);
        }
        if (t.kind == DXKI_HLSL_T_RPAREN)
            return true;
        if (t.kind != DXKI_HLSL_T_COMMA || m->is_variadic) {
            DXKI_HLSL_SAY(c, MACRO_PARAMS, t.loc);
            return false;
        }
    }
}

static bool is_param(const dxki_hlsl_macro *m, const dxki_hlsl_token *t)
{
    for (size_t i = 0; i < m->param_count; i++) {
        if (t->kind == DXKI_HLSL_T_NAME && m->params[i] == t->name)
            return true;
    }
    return false;
}

/* A # needs a parameter after it, a ## something on both sides. */
static bool check_body(dxki_hlsl *c, const dxki_hlsl_macro *m)
{
    size_t n = m->body_count;

    if (n &&
        (m->body[0].kind == DXKI_HLSL_T_HASHHASH || m->body[n - 1].kind == DXKI_HLSL_T_HASHHASH)) {
        DXKI_HLSL_SAY(c, PASTE_EDGE, m->loc);
        return false;
    }
    for (size_t i = 0; m->is_function && i < n; i++) {
        if (m->body[i].kind == DXKI_HLSL_T_HASH && (i + 1 == n || !is_param(m, &m->body[i + 1]))) {
            DXKI_HLSL_SAY(c, HASH_PARAM, m->body[i].loc);
            return false;
        }
    }
    return true;
}

static bool same_macro(const dxki_hlsl_macro *a, const dxki_hlsl_macro *b)
{
    if (a->is_function != b->is_function || a->is_variadic != b->is_variadic ||
        a->param_count != b->param_count || a->body_count != b->body_count)
        return false;
    for (size_t i = 0; i < a->param_count; i++) {
        if (a->params[i] != b->params[i])
            return false;
    }
    for (size_t i = 0; i < a->body_count; i++) {
        if (a->body[i].kind != b->body[i].kind || !dxki_str_same(a->body[i].text, b->body[i].text))
            return false;
        if (i && (a->body[i].flags ^ b->body[i].flags) & DXKI_HLSL_SPACE)
            return false;
    }
    return true;
}

static void install(dxki_hlsl *c, dxki_hlsl_macro *m)
{
    const dxki_hlsl_macro *old = dxki_hlsl_pp_macro(c, m->name);

    if (old && old->builtin) {
        DXKI_HLSL_REPORT(c, MACRO_BUILTIN, m->loc, dxki_text(m->name->text));
    } else if (old && !same_macro(old, m)) {
        DXKI_HLSL_REPORT(c, MACRO_AGAIN, m->loc, dxki_text(m->name->text));
        if (old->loc.at)
            DXKI_HLSL_SAY(c, PREVIOUS_DEFINITION, old->loc);
    }
    if (dxki_hlsl_ready(c))
        m->name->macro = m;
}

/* Nothing but comments may stand after a directive that is complete. */
static void expect_end(dxki_hlsl *c, dxk_str directive)
{
    dxki_hlsl_token t;

    next(c, &t);
    if (t.kind != DXKI_HLSL_T_LINE)
        DXKI_HLSL_REPORT(c, EXTRA_TOKENS, t.loc, dxki_text(directive));
    dxki_hlsl_lex_skip_line(lexer(c));
}

/* The name of a macro after #define, #undef, #ifdef; false: reported. */
static bool read_name(dxki_hlsl *c, dxki_hlsl_token *t)
{
    next(c, t);
    if (t->kind == DXKI_HLSL_T_LINE)
        DXKI_HLSL_SAY(c, MACRO_NAME_MISSING, t->loc);
    else if (t->kind != DXKI_HLSL_T_NAME)
        DXKI_HLSL_SAY(c, MACRO_NAME, t->loc);
    else if (dxki_str_is(t->text, "defined"))
        DXKI_HLSL_SAY(c, MACRO_DEFINED, t->loc);
    else
        return true;
    return false;
}

static void define(dxki_hlsl *c)
{
    dxki_hlsl_token t;
    definition d = {0};

    if (!read_name(c, &t))
        return;
    dxki_hlsl_macro *m = DXKI_HLSL_NEW(c, dxki_hlsl_macro);
    m->name = t.name;
    m->loc = t.loc;
    m->is_function = *lexer(c)->p == '(';
    if (m->is_function)
        next(c, &t);
    bool good = !m->is_function || read_params(c, m, &d);
    for (next(c, &t); good && t.kind != DXKI_HLSL_T_LINE; next(c, &t))
        DXKI_HLSL_PUSH(c, &d.body, t);
    m->param_count = d.params.count;
    m->params = dxki_hlsl_copy(c, d.params.items, sizeof *m->params, &m->param_count);
    m->body_count = d.body.count;
    m->body = dxki_hlsl_copy(c, d.body.items, sizeof *m->body, &m->body_count);
    dxki_vec_free(c->ctx, &d.params);
    dxki_vec_free(c->ctx, &d.body);
    if (good && dxki_hlsl_ready(c) && check_body(c, m))
        install(c, m);
}

static void undef(dxki_hlsl *c)
{
    dxki_hlsl_token t;

    if (!read_name(c, &t))
        return;
    expect_end(c, dxki_str("undef"));
    const dxki_hlsl_macro *old = dxki_hlsl_pp_macro(c, t.name);
    if (old && old->builtin)
        DXKI_HLSL_REPORT(c, MACRO_BUILTIN, t.loc, dxki_text(t.text));
    t.name->macro = NULL;
}

/* ---------------------------------------------------------------------------------------- */
/* Conditions                                                                                 */

static void open_condition(dxki_hlsl *c, dxki_hlsl_loc loc, bool value)
{
    const dxki_hlsl_condition made = {.loc = loc, .taken = value};

    if (DXKI_HLSL_PUSH(c, &c->pp->conditions, made) && !value)
        dxki_hlsl_pp_skip(c);
}

static void do_if(dxki_hlsl *c, dxki_hlsl_loc loc)
{
    open_condition(c, loc, dxki_hlsl_pp_condition(c, loc));
}

static void do_ifdef(dxki_hlsl *c, dxki_hlsl_loc loc, bool wanted)
{
    dxki_hlsl_token t;
    bool named = read_name(c, &t);

    if (named)
        expect_end(c, dxki_str(wanted ? "ifdef" : "ifndef"));
    dxki_hlsl_lex_skip_line(lexer(c));
    open_condition(c, loc, named && (dxki_hlsl_pp_macro(c, t.name) != NULL) == wanted);
}

/* The innermost condition of the file, or NULL (reported). */
static dxki_hlsl_condition *innermost(dxki_hlsl *c, const dxki_hlsl_token *t)
{
    dxki_hlsl_pp *pp = c->pp;

    if (pp->conditions.count > dxki_hlsl_pp_file(c)->conditions)
        return &pp->conditions.items[pp->conditions.count - 1];
    DXKI_HLSL_REPORT(c, NO_IF, t->loc, dxki_text(t->text));
    return NULL;
}

/* #elif, #else after a branch that was read: the others are skipped. */
static void do_other(dxki_hlsl *c, const dxki_hlsl_token *t)
{
    dxki_hlsl_condition *open = innermost(c, t);

    if (!open)
        return;
    if (open->in_else)
        DXKI_HLSL_REPORT(c, AFTER_ELSE, t->loc, dxki_text(t->text));
    if (dxki_str_is(t->text, "else")) {
        open->in_else = true;
        expect_end(c, t->text);
    }
    dxki_hlsl_lex_skip_line(lexer(c));
    dxki_hlsl_pp_skip(c);
}

static void do_endif(dxki_hlsl *c, const dxki_hlsl_token *t)
{
    if (innermost(c, t))
        c->pp->conditions.count--;
    expect_end(c, t->text);
}

/* A directive in a part that is skipped. True: what follows is to be read again. */
static bool skip_directive(dxki_hlsl *c, const dxki_hlsl_token *t)
{
    dxki_hlsl_pp *pp = c->pp;
    dxki_hlsl_condition *open = &pp->conditions.items[pp->conditions.count - 1];

    if (dxki_str_is(t->text, "if") || dxki_str_is(t->text, "ifdef") ||
        dxki_str_is(t->text, "ifndef")) {
        const dxki_hlsl_condition made = {.loc = t->loc, .taken = true, .outside = true};
        DXKI_HLSL_PUSH(c, &pp->conditions, made);
    } else if (dxki_str_is(t->text, "endif")) {
        bool outside = open->outside;
        pp->conditions.count--;
        if (!outside)
            expect_end(c, t->text);
        return !outside;
    } else if (dxki_str_is(t->text, "else") || dxki_str_is(t->text, "elif")) {
        if (open->in_else)
            DXKI_HLSL_REPORT(c, AFTER_ELSE, t->loc, dxki_text(t->text));
        bool other = t->text.data[2] == 's';
        open->in_else = open->in_else || other;
        if (open->taken)
            return false;
        if (other)
            expect_end(c, t->text);
        open->taken = other || dxki_hlsl_pp_condition(c, t->loc);
        return open->taken;
    }
    return false;
}

void dxki_hlsl_pp_skip(dxki_hlsl *c)
{
    dxki_hlsl_token t;
    bool done = false;

    dxki_hlsl_lexer *l = lexer(c);
    l->quiet = true;
    while (!done && dxki_hlsl_ready(c)) {
        l->lines = false;
        dxki_hlsl_lex_skip_line(l);
        dxki_hlsl_lex(c, l, &t);
        if (t.kind == DXKI_HLSL_T_END)
            break;
        if (t.kind != DXKI_HLSL_T_HASH || !(t.flags & DXKI_HLSL_BOL))
            continue;
        l->lines = true;
        dxki_hlsl_lex(c, l, &t);
        if (t.kind == DXKI_HLSL_T_NAME) {
            l->quiet = false;
            done = skip_directive(c, &t);
            l = lexer(c);
            l->quiet = !done;
        }
    }
    l->quiet = false;
    l->lines = true;
}

/* ---------------------------------------------------------------------------------------- */
/* #line, #error, pragmas                                                                     */

/* `first`: the number, already read. */
static void do_line(dxki_hlsl *c, const dxki_hlsl_token *first)
{
    dxki_hlsl_file *f = dxki_hlsl_file_of(c, first->loc);
    dxki_hlsl_mark mark = {0};
    dxki_hlsl_literal value;
    bool good = true;
    dxki_hlsl_token t;

    if (first->kind != DXKI_HLSL_T_NUMBER || !dxki_hlsl_read_number(first->text, &value) ||
        value.is_real || value.value > INT32_MAX) {
        DXKI_HLSL_SAY(c, LINE_NUMBER, first->loc);
        return;
    }
    dxki_hlsl_pp_next(c, &t);
    if (t.kind == DXKI_HLSL_T_STRING)
        mark.name = dxki_hlsl_read_string(c, t.text, t.loc, &good);
    else if (t.kind != DXKI_HLSL_T_LINE)
        DXKI_HLSL_SAY(c, LINE_NAME, t.loc);
    dxki_hlsl_lexer *l = lexer(c);
    dxki_hlsl_lex_skip_line(l);
    if (!f)
        return;
    if (!mark.name.size && f->marks.count)
        mark.name = f->marks.items[f->marks.count - 1].name;
    mark.line = (uint32_t)value.value;
    mark.offset = (uint32_t)(l->p - f->text) + 1;
    DXKI_HLSL_PUSH(c, &f->marks, mark);
}

static void do_line_directive(dxki_hlsl *c)
{
    dxki_hlsl_token number;

    dxki_hlsl_pp_next(c, &number);
    do_line(c, &number);
}

static void do_message(dxki_hlsl *c, const dxki_hlsl_token *t, dxki_hlsl_diag which)
{
    dxki_arg text = dxki_text(dxki_hlsl_lex_rest(lexer(c)));

    dxki_hlsl_report(c, which, t->loc, &text, 1);
}

/* Forgets what a directive has left of its expansions. */
static void drop_lists(dxki_hlsl *c)
{
    dxki_hlsl_pp *pp = c->pp;

    while (pp->streams.count && !pp->streams.items[pp->streams.count - 1].is_file)
        dxki_hlsl_pp_pop(c);
}

/* <a/b.h> of a macro: the spelling of its tokens, up to the '>'. */
static void join_angles(dxki_hlsl *c, dxki_hlsl_token *t)
{
    dxk_str text = t->text;
    dxki_hlsl_token part = {0};

    while (part.kind != DXKI_HLSL_T_GT) {
        dxki_hlsl_pp_next(c, &part);
        if (part.kind == DXKI_HLSL_T_LINE || part.kind == DXKI_HLSL_T_END)
            return;
        if (part.flags & DXKI_HLSL_SPACE)
            text = dxki_hlsl_join(c, text, dxki_str(" "));
        text = dxki_hlsl_join(c, text, part.text);
    }
    t->text = text;
    t->kind = DXKI_HLSL_T_STRING;
}

static void do_include(dxki_hlsl *c)
{
    dxki_hlsl_token t;

    lexer(c)->angles = true;
    dxki_hlsl_pp_next(c, &t);
    dxki_hlsl_lexer *l = lexer(c);
    l->angles = false;
    if (t.kind == DXKI_HLSL_T_LT)
        join_angles(c, &t);
    if (t.kind == DXKI_HLSL_T_STRING) {
        drop_lists(c);
        expect_end(c, dxki_str("include"));
        l->lines = false;
        dxki_hlsl_pp_include(c, t.text, t.loc);
    } else {
        DXKI_HLSL_SAY(c, INCLUDE_NAME, t.loc);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Which one                                                                                  */

static void obey(dxki_hlsl *c, const dxki_hlsl_token *t, dxki_hlsl_token *made)
{
    if (t->kind == DXKI_HLSL_T_LINE)
        return;
    if (t->kind == DXKI_HLSL_T_NUMBER)
        do_line(c, t);
    else if (dxki_str_is(t->text, "define"))
        define(c);
    else if (dxki_str_is(t->text, "undef"))
        undef(c);
    else if (dxki_str_is(t->text, "include"))
        do_include(c);
    else if (dxki_str_is(t->text, "if"))
        do_if(c, t->loc);
    else if (dxki_str_is(t->text, "ifdef") || dxki_str_is(t->text, "ifndef"))
        do_ifdef(c, t->loc, t->text.size == 5);
    else if (dxki_str_is(t->text, "elif") || dxki_str_is(t->text, "else"))
        do_other(c, t);
    else if (dxki_str_is(t->text, "endif"))
        do_endif(c, t);
    else if (dxki_str_is(t->text, "line"))
        do_line_directive(c);
    else if (dxki_str_is(t->text, "error"))
        do_message(c, t, DXKI_HLSL_D_USER_ERROR);
    else if (dxki_str_is(t->text, "warning"))
        do_message(c, t, DXKI_HLSL_D_USER_WARNING);
    else if (dxki_str_is(t->text, "pragma"))
        dxki_hlsl_pp_pragma(c, made);
    else
        DXKI_HLSL_SAY(c, DIRECTIVE, t->loc);
}

void dxki_hlsl_pp_directive(dxki_hlsl *c, dxki_hlsl_token *made)
{
    dxki_hlsl_stream *before = dxki_hlsl_pp_file(c);
    const dxki_hlsl_file *file = before->lexer.file;
    dxki_hlsl_token t;

    c->pp->in_directive = true;
    before->lexer.lines = true;
    next(c, &t);
    obey(c, &t, made);
    c->pp->in_directive = false;
    drop_lists(c);
    /* An #include has put another file on top. */
    for (size_t i = c->pp->streams.count; i-- > 0;) {
        dxki_hlsl_lexer *l = &c->pp->streams.items[i].lexer;
        if (!c->pp->streams.items[i].is_file || l->file != file)
            continue;
        l->lines = true;
        dxki_hlsl_lex_skip_line(l);
        l->lines = false;
        break;
    }
}
