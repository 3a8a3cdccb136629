/* SPDX-License-Identifier: MIT */
/* pp_print.c - dxk_hlsl_preprocess(): tokens as text, lines where they were. */
#include "base/out.h"
#include "hlsl/compilation.h"
#include "hlsl/pp.h"

typedef struct printer {
    dxki_hlsl *c;
    dxki_out *out;
    dxk_str file;
    uint32_t line;
    bool in_line; /* something stands in the line already */
    dxki_hlsl_token last;
} printer;

/* Blank lines are printed up to so many; beyond them a #line says where it goes on. */
#define FEW_LINES 8u

static void marker(printer *p, const dxki_hlsl_position *at)
{
    if (p->in_line)
        dxki_out_char(p->out, '\n');
    dxki_out_text(p->out, "#line ");
    dxki_out_u64(p->out, at->line);
    dxki_out_text(p->out, " ");
    dxki_out_str(p->out, dxki_hlsl_pp_quote(p->c, at->name));
    dxki_out_char(p->out, '\n');
}

static bool is_pragma(const dxki_hlsl_token *t)
{
    return t->kind == DXKI_HLSL_T_PACK || t->kind == DXKI_HLSL_T_PRAGMA;
}

/* Goes to the line of a token that begins one, and to its column. */
static void begin_line(printer *p, const dxki_hlsl_token *t)
{
    dxki_hlsl_position at = dxki_hlsl_position_of(p->c, dxki_hlsl_outermost(p->c, t->loc));

    if (!dxki_str_same(at.name, p->file) || at.line < p->line || at.line - p->line > FEW_LINES) {
        marker(p, &at);
    } else {
        if (p->in_line && at.line == p->line)
            dxki_out_char(p->out, '\n');
        while (p->line < at.line) {
            dxki_out_char(p->out, '\n');
            p->line++;
        }
    }
    p->file = at.name;
    p->line = at.line;
    for (uint32_t i = 1; i < at.column && i < 80 && !is_pragma(t); i++)
        dxki_out_char(p->out, ' ');
    p->in_line = false;
}

static bool is_word(uint8_t kind)
{
    return kind == DXKI_HLSL_T_NAME || kind == DXKI_HLSL_T_NUMBER;
}

/* Would two tokens be another one without a blank between them? */
static bool must_part(const printer *p, const dxki_hlsl_token *t)
{
    dxki_hlsl_token both;
    uint8_t last = p->last.kind;

    if (!p->last.text.size || !t->text.size)
        return false;
    if (p->last.text.data + p->last.text.size == t->text.data) /* so they were written */
        return false;
    if (is_word(last) && is_word(t->kind))
        return true;
    if (last == DXKI_HLSL_T_NUMBER)
        return t->kind == DXKI_HLSL_T_DOT || t->kind == DXKI_HLSL_T_ADD ||
               t->kind == DXKI_HLSL_T_SUB;
    char first = t->text.data[0];
    dxk_str text = dxki_hlsl_join(p->c, p->last.text, (dxk_str){&first, 1});
    return last >= DXKI_HLSL_T_OTHER && dxki_hlsl_lex_one(p->c, text, &both);
}

static void put(printer *p, const dxki_hlsl_token *t)
{
    if (t->flags & DXKI_HLSL_BOL) {
        begin_line(p, t);
    } else if (is_pragma(t)) {
        dxki_out_char(p->out, '\n');
    } else if (is_pragma(&p->last)) { /* of _Pragma: the line goes on */
        const dxki_hlsl_position at =
            dxki_hlsl_position_of(p->c, dxki_hlsl_outermost(p->c, t->loc));
        marker(p, &at);
        p->line = at.line;
        dxki_out_char(p->out, ' ');
    } else if ((t->flags & DXKI_HLSL_SPACE) || must_part(p, t))
        dxki_out_char(p->out, ' ');
    if (t->kind == DXKI_HLSL_T_PACK)
        dxki_out_text(p->out, t->flags & DXKI_HLSL_ROW ? "#pragma pack_matrix(row_major)"
                                                       : "#pragma pack_matrix(column_major)");
    else
        dxki_out_str(p->out, t->text);
    p->in_line = true;
    p->last = *t;
}

static void print_all(dxki_hlsl *c, dxki_out *out)
{
    printer p = {.c = c, .out = out, .line = 1};
    dxki_hlsl_token t;
    const dxki_hlsl_position start = {c->options.name, 1, 1};

    marker(&p, &start);
    p.file = start.name;
    for (;;) {
        dxki_hlsl_pp_next(c, &t);
        if (t.kind == DXKI_HLSL_T_END)
            break;
        put(&p, &t);
    }
    dxki_out_char(out, '\n');
}

dxk_status dxk_hlsl_preprocess(dxk_ctx *ctx, dxk_bytes source, const dxk_hlsl_options *options,
                               dxk_sink sink)
{
    dxki_hlsl c;
    dxki_out out;

    dxk_status status = dxki_hlsl_begin(&c, ctx, options, DXKI_HLSL_TO_PREPROCESS);
    if (status == DXK_OK) {
        dxki_out_init(&out, sink);
        dxki_hlsl_pp_start(&c, source);
        c.pp->prints = true;
        if (dxki_hlsl_ready(&c))
            print_all(&c, &out);
        status = dxki_hlsl_result(&c);
        if (status == DXK_OK)
            status = dxki_out_flush(&out);
    }
    dxki_hlsl_end(&c);
    return status;
}
