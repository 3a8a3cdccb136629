/* SPDX-License-Identifier: MIT */
/* pp_macro.c - expansion of macros; see pp.h. */
#include "hlsl/pp.h"

/* The arguments of one use of a macro: tokens of all, and where each begins. */
typedef struct arguments {
    dxki_hlsl_tokens raw;      /* as written */
    dxki_hlsl_tokens expanded; /* with macros expanded; filled on demand */
    DXKI_VEC(size_t) starts;   /* in raw; one more than there are arguments */
    DXKI_VEC(size_t) ends;     /* pairs of places in expanded; SIZE_MAX: not yet */
    bool cut;                  /* the source ended inside */
} arguments;

static void free_arguments(dxki_hlsl *c, arguments *a)
{
    dxki_vec_free(c->ctx, &a->raw);
    dxki_vec_free(c->ctx, &a->expanded);
    dxki_vec_free(c->ctx, &a->starts);
    dxki_vec_free(c->ctx, &a->ends);
}

static size_t argument_count(const arguments *a)
{
    return a->starts.count ? a->starts.count - 1 : 0;
}

/* ---------------------------------------------------------------------------------------- */
/* Arguments                                                                                  */

/* Reads arguments after the '('. A macro with `...` takes commas into its last one. */
static void read_arguments(dxki_hlsl *c, const dxki_hlsl_macro *m, arguments *a)
{
    dxki_hlsl_token t;
    unsigned depth = 0;

    dxki_hlsl_pp_raw(c, &t);
    DXKI_HLSL_PUSH(c, &a->starts, 0);
    for (;;) {
        dxki_hlsl_pp_raw(c, &t);
        if (t.kind == DXKI_HLSL_T_END || t.kind == DXKI_HLSL_T_LINE || !dxki_hlsl_ready(c)) {
            a->cut = true;
            return;
        }
        bool full = m->is_variadic && a->starts.count >= m->param_count;
        if (t.kind == DXKI_HLSL_T_LPAREN) {
            depth++;
        } else if (t.kind == DXKI_HLSL_T_RPAREN) {
            if (depth-- == 0)
                break;
        } else if (t.kind == DXKI_HLSL_T_COMMA && depth == 0 && !full) {
            DXKI_HLSL_PUSH(c, &a->starts, a->raw.count);
            continue;
        }
        if (t.kind == DXKI_HLSL_T_NAME && t.name->macro && t.name->macro->is_active)
            t.flags |= DXKI_HLSL_PAINTED;
        if (t.flags & DXKI_HLSL_BOL)
            t.flags |= DXKI_HLSL_SPACE;
        t.flags &= (uint8_t)~DXKI_HLSL_BOL;
        DXKI_HLSL_PUSH(c, &a->raw, t);
    }
    DXKI_HLSL_PUSH(c, &a->starts, a->raw.count);
}

/* Does the number of arguments fit? Adds an empty one where that is left out. */
static bool check_arguments(dxki_hlsl *c, const dxki_hlsl_macro *m, arguments *a,
                            const dxki_hlsl_token *t)
{
    size_t count = argument_count(a), want = m->param_count;

    if (a->cut) {
        DXKI_HLSL_SAY(c, MACRO_OPEN, t->loc);
        return false;
    }
    if (want == 0 && count == 1 && a->raw.count == 0)
        count = 0;
    if (m->is_variadic && count + 1 == want) {
        DXKI_HLSL_PUSH(c, &a->starts, a->raw.count);
        count++;
    }
    const dxki_hlsl_token *extra = count > want && a->starts.items[want] < a->raw.count
                                       ? &a->raw.items[a->starts.items[want]]
                                       : t;
    if (count != want &&
        dxki_hlsl_report(c, count > want ? DXKI_HLSL_D_MACRO_MANY : DXKI_HLSL_D_MACRO_FEW,
                         extra->loc, NULL, 0))
        DXKI_HLSL_REPORT(c, MACRO_HERE, m->loc, dxki_text(m->name->text));
    return count == want;
}

/* Expands argument `index` by itself, once. */
static void expand_argument(dxki_hlsl *c, arguments *a, size_t index, dxki_hlsl_loc loc)
{
    size_t from = a->starts.items[index], count = a->starts.items[index + 1] - from;
    dxki_hlsl_token t;

    while (a->ends.count < 2 * argument_count(a) && dxki_hlsl_ready(c))
        DXKI_HLSL_PUSH(c, &a->ends, SIZE_MAX);
    if (!dxki_hlsl_ready(c) || a->ends.items[2 * index] != SIZE_MAX || !dxki_hlsl_enter(c, loc))
        return;
    uint8_t pending = c->pp->pending;
    c->pp->pending = 0;
    a->ends.items[2 * index] = a->expanded.count;
    if (dxki_hlsl_pp_push_list(c, count ? a->raw.items + from : NULL, count, NULL, true)) {
        for (;;) {
            dxki_hlsl_pp_next(c, &t);
            if (t.kind == DXKI_HLSL_T_END)
                break;
            DXKI_HLSL_PUSH(c, &a->expanded, t);
        }
        dxki_hlsl_pp_pop(c);
    }
    a->ends.items[2 * index + 1] = a->expanded.count;
    c->pp->pending = pending;
    dxki_hlsl_leave(c);
}

/* ---------------------------------------------------------------------------------------- */
/* # and ##                                                                                   */

dxk_str dxki_hlsl_pp_quote(dxki_hlsl *c, dxk_str text)
{
    char *made = dxki_arena_alloc(&c->arena, 2 * text.size + 3);
    size_t size = 0;

    if (!made) {
        dxki_hlsl_nomem(c);
        return (dxk_str){"\"\"", 2};
    }
    made[size++] = '"';
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '"' || text.data[i] == '\\')
            made[size++] = '\\';
        made[size++] = text.data[i];
    }
    made[size++] = '"';
    made[size] = 0;
    return (dxk_str){made, size};
}

/* "..." of tokens as they are spelled, with single blanks; quotes and backslashes escaped in
 * literals only. */
static dxk_str stringize(dxki_hlsl *c, const dxki_hlsl_token *items, size_t count)
{
    DXKI_VEC(char) text = {0};

    DXKI_HLSL_PUSH(c, &text, '"');
    for (size_t i = 0; i < count; i++) {
        bool literal = items[i].kind == DXKI_HLSL_T_STRING || items[i].kind == DXKI_HLSL_T_CHAR;
        if (i && (items[i].flags & (DXKI_HLSL_SPACE | DXKI_HLSL_BOL)))
            DXKI_HLSL_PUSH(c, &text, ' ');
        for (size_t k = 0; k < items[i].text.size; k++) {
            char ch = items[i].text.data[k];
            if (literal && (ch == '"' || ch == '\\'))
                DXKI_HLSL_PUSH(c, &text, '\\');
            DXKI_HLSL_PUSH(c, &text, ch);
        }
    }
    DXKI_HLSL_PUSH(c, &text, '"');
    dxk_str made = dxki_hlsl_text(c, (dxk_str){text.items, text.count});
    dxki_vec_free(c->ctx, &text);
    return made;
}

/* Makes one token of two; both stay if that is none. */
static void paste(dxki_hlsl *c, dxki_hlsl_tokens *out, const dxki_hlsl_token *right)
{
    dxki_hlsl_token *left = &out->items[out->count - 1], made;
    dxk_str text = dxki_hlsl_join(c, left->text, right->text);

    if (!dxki_hlsl_lex_one(c, text, &made)) {
        DXKI_HLSL_REPORT(c, PASTE, right->loc, dxki_text(text));
        DXKI_HLSL_PUSH(c, out, *right);
        return;
    }
    made.flags = left->flags & (DXKI_HLSL_SPACE | DXKI_HLSL_BOL);
    made.loc = left->loc;
    *left = made;
}

/* ---------------------------------------------------------------------------------------- */
/* Substitution                                                                               */

typedef struct expansion {
    dxki_hlsl *c;
    const dxki_hlsl_macro *macro;
    arguments *args;
    dxki_hlsl_tokens *out;
    uint32_t number;    /* of the expansion */
    bool left_is_empty; /* what stands in front of a ## was nothing */
} expansion;

static size_t param_of(const dxki_hlsl_macro *m, const dxki_hlsl_token *t)
{
    if (t->kind != DXKI_HLSL_T_NAME || !m->is_function)
        return SIZE_MAX;
    for (size_t i = 0; i < m->param_count; i++) {
        if (m->params[i] == t->name)
            return i;
    }
    return SIZE_MAX;
}

static bool is_paste(const dxki_hlsl_macro *m, size_t i)
{
    return i < m->body_count && m->body[i].kind == DXKI_HLSL_T_HASHHASH;
}

static void put(expansion *e, dxki_hlsl_token t)
{
    t.loc.expansion = e->number;
    DXKI_HLSL_PUSH(e->c, e->out, t);
}

/* Puts a list in place of `t`, pasting its first token to what stands in front of it. */
static void put_list(expansion *e, const dxki_hlsl_token *t, const dxki_hlsl_token *items,
                     size_t count, bool pasted)
{
    static const uint8_t white = DXKI_HLSL_SPACE | DXKI_HLSL_BOL;

    for (size_t i = 0; i < count; i++) {
        dxki_hlsl_token copy = items[i];
        if (i == 0)
            copy.flags = (uint8_t)((copy.flags & ~white) | (t->flags & white));
        if (i == 0 && pasted && e->out->count && !e->left_is_empty)
            paste(e->c, e->out, &copy);
        else
            put(e, copy);
    }
}

/* The list that stands for parameter `index`: expanded, unless it stands beside ##. */
static const dxki_hlsl_token *argument(expansion *e, size_t index, bool raw, dxki_hlsl_loc loc,
                                       size_t *count)
{
    arguments *a = e->args;

    *count = 0;
    if (!raw) {
        expand_argument(e->c, a, index, loc);
        if (!dxki_hlsl_ready(e->c))
            return NULL;
        *count = a->ends.items[2 * index + 1] - a->ends.items[2 * index];
        return *count ? a->expanded.items + a->ends.items[2 * index] : NULL;
    }
    *count = a->starts.items[index + 1] - a->starts.items[index];
    return *count ? a->raw.items + a->starts.items[index] : NULL;
}

/* `, ## __VA_ARGS__` without arguments: the comma goes. */
static bool drops_comma(const expansion *e, size_t i, size_t param, size_t count)
{
    return e->macro->is_variadic && param + 1 == e->macro->param_count && count == 0 && i >= 2 &&
           e->macro->body[i - 2].kind == DXKI_HLSL_T_COMMA && e->out->count;
}

static bool keeps_comma(const expansion *e, size_t i, size_t param)
{
    return e->macro->is_variadic && param + 1 == e->macro->param_count && i >= 2 &&
           e->macro->body[i - 2].kind == DXKI_HLSL_T_COMMA;
}

/* Substitutes token `i` of the body; returns the last one that is used up. */
static size_t substitute(expansion *e, size_t i)
{
    const dxki_hlsl_macro *m = e->macro;
    const dxki_hlsl_token *t = &m->body[i];
    bool pasted = i > 0 && is_paste(m, i - 1), followed = is_paste(m, i + 1);
    size_t param, count;

    if (m->is_function && t->kind == DXKI_HLSL_T_HASH && i + 1 < m->body_count) {
        param = param_of(m, &m->body[i + 1]);
        const dxki_hlsl_token *items = argument(e, param, true, t->loc, &count);
        const dxki_hlsl_token made = {.kind = DXKI_HLSL_T_STRING,
                                      .flags = t->flags,
                                      .loc = t->loc,
                                      .text = stringize(e->c, items, count)};
        put_list(e, t, &made, 1, pasted);
        e->left_is_empty = false;
        return i + 1;
    }
    param = param_of(m, t);
    if (param == SIZE_MAX) {
        put_list(e, t, t, 1, pasted);
        e->left_is_empty = false;
        return i;
    }
    bool raw = (pasted || followed) && !e->c->options.legacy_macros;
    const dxki_hlsl_token *items = argument(e, param, raw, t->loc, &count);
    if (pasted && drops_comma(e, i, param, count))
        e->out->count--;
    if (pasted && keeps_comma(e, i, param))
        pasted = false;
    put_list(e, t, items, count, pasted);
    if (count || !pasted)
        e->left_is_empty = count == 0;
    if (count == 0 && !pasted && !followed)
        e->left_is_empty = false;
    return i;
}

static void substitute_all(expansion *e)
{
    const dxki_hlsl_macro *m = e->macro;

    for (size_t i = 0; i < m->body_count && dxki_hlsl_ready(e->c); i++) {
        if (m->body[i].kind == DXKI_HLSL_T_HASHHASH && i > 0 && i + 1 < m->body_count)
            continue;
        i = substitute(e, i);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* Expansion                                                                                  */

/* Makes the list that takes the place of `t`, and has it read next. */
static void replace(dxki_hlsl *c, dxki_hlsl_macro *m, arguments *a, const dxki_hlsl_token *t)
{
    static const uint8_t white = DXKI_HLSL_SPACE | DXKI_HLSL_BOL;
    dxki_hlsl_tokens out = {0};
    const dxki_hlsl_expansion entry = {m->name, t->loc};

    if (!DXKI_HLSL_PUSH(c, &c->expansions, entry))
        return;
    expansion e = {
        .c = c, .macro = m, .args = a, .out = &out, .number = (uint32_t)c->expansions.count};
    substitute_all(&e);
    size_t count = out.count;
    dxki_hlsl_token *items = dxki_hlsl_copy(c, out.items, sizeof *items, &count);
    dxki_vec_free(c->ctx, &out);
    if (count == 0) {
        c->pp->pending |= t->flags & white;
        return;
    }
    items[0].flags = (uint8_t)((items[0].flags & ~white) | (t->flags & white));
    dxki_hlsl_pp_push_list(c, items, count, m, false);
}

bool dxki_hlsl_pp_expand(dxki_hlsl *c, dxki_hlsl_token *t)
{
    dxki_hlsl_macro *m = dxki_hlsl_pp_macro(c, t->name);
    arguments a = {0};

    if (!m || (t->flags & DXKI_HLSL_PAINTED))
        return false;
    if (m->is_active) {
        t->flags |= DXKI_HLSL_PAINTED;
        return false;
    }
    if (m->builtin) {
        dxki_hlsl_pp_builtin(c, m, t);
        return false;
    }
    if (m->is_function && !dxki_hlsl_pp_at_paren(c))
        return false;
    if (m->is_function)
        read_arguments(c, m, &a);
    bool fits = !m->is_function || check_arguments(c, m, &a, t);
    if (fits && dxki_hlsl_ready(c))
        replace(c, m, &a, t);
    free_arguments(c, &a);
    return fits;
}
