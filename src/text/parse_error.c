/* SPDX-License-Identifier: MIT */
/* parse_error.c - noting, wording, placing and showing errors of the text. See parse.h. */
#include "text/parse.h"

#include <string.h>

#include "base/out.h"
#include "spec/reader_rules.h"
#include "text/print.h"

/* --- noting --- */

/* Copies a text that the parser owns: the error outlives it. The source is among these when it was
 * UTF-16, since its UTF-8 form belongs to the module. */
static bool keep(dxk_ctx *ctx, dxk_str *text)
{
    text->data = dxki_arena_strdup(&ctx->diag_arena, text->data, text->size);
    return text->data != NULL;
}

/* A text of a type that would be longer ends here; only absurd types get there. */
#define TYPE_TEXT_MAX 65536u

static dxk_status append(void *user, const void *data, size_t size)
{
    dxki_text_parser *p = user;
    if (p->error.count > TYPE_TEXT_MAX)
        return DXK_E_LIMIT;
    if (!dxki_vec_reserve(p->ctx, &p->error, size))
        return DXK_E_NOMEM;
    memcpy(p->error.items + p->error.count, data, size);
    p->error.count += size;
    return DXK_OK;
}

dxki_arg dxki_text_type_arg(dxki_text_parser *p, dxki_type type)
{
    p->error.count = 0;
    dxk_status status = dxki_text_print_type_alone(p->m, type, (dxk_sink){append, p});
    dxk_str text = {p->error.items, p->error.count};
    if (status == DXK_E_NOMEM || !keep(p->ctx, &text)) {
        dxki_text_no_memory(p);
        return dxki_raw(dxki_str(""));
    }
    return dxki_raw(text);
}

bool dxki_text_error_format(dxki_text_parser *p, dxki_text_loc loc, const char *pattern,
                            const dxki_arg *args, size_t count)
{
    size_t size = dxki_format(NULL, 0, pattern, args, count);
    p->error_loc = loc ? loc : p->tok.start;
    p->error.count = 0;
    if (!dxki_vec_reserve(p->ctx, &p->error, size))
        return dxki_text_no_memory(p);
    p->error.count = size;
    dxki_format(p->error.items, size, pattern, args, count);
    return false;
}

bool dxki_text_error(dxki_text_parser *p, dxki_text_loc loc, const char *message)
{
    return dxki_text_error_format(p, loc, message, NULL, 0);
}

bool dxki_text_error_here(dxki_text_parser *p, const char *message)
{
    return dxki_text_error(p, p->tok.start, message);
}

bool dxki_text_no_memory(dxki_text_parser *p)
{
    if (p->status == DXK_OK)
        p->status = dxki_nomem(p->ctx);
    return false;
}

static dxki_where place_of(const dxki_text_parser *p, dxki_text_loc loc)
{
    uint32_t line = 1, column = 1;
    for (dxki_text_loc at = p->lex.begin; at < loc; at++) {
        column = *at == '\n' || *at == '\r' ? 1 : column + 1;
        line += *at == '\n';
    }
    return dxki_at_line(line, column);
}

bool dxki_text_too_much(dxki_text_parser *p, const char *what)
{
    if (p->status == DXK_OK)
        p->status = DXKI_REPORT(p->ctx, DXKI_RULE_LIMIT_TEXT, place_of(p, p->tok.start), NULL,
                                dxki_text((dxk_str){what, strlen(what)}));
    return false;
}

bool dxki_text_check_depth(dxki_text_parser *p, uint32_t depth)
{
    if (depth <= p->ctx->limits.depth)
        return true;
    if (p->status == DXK_OK)
        p->status = DXKI_REPORT(p->ctx, DXKI_RULE_LIMIT_DEPTH, place_of(p, p->tok.start), NULL,
                                dxki_dec(p->ctx->limits.depth));
    return false;
}

bool dxki_text_enter(dxki_text_parser *p)
{
    return dxki_text_check_depth(p, ++p->depth);
}

bool dxki_text_expect_tok(dxki_text_parser *p, uint32_t kind, const char *message)
{
    if (p->tok.kind != kind)
        return dxki_text_error_here(p, message);
    dxki_text_next(p);
    return true;
}

/* --- reporting --- */

static dxk_str line_of(const dxki_text_parser *p, dxki_text_loc loc)
{
    const char *from = loc, *to = loc;
    while (from > p->lex.begin && from[-1] != '\n' && from[-1] != '\r')
        from--;
    while (to < p->lex.end && *to != '\n' && *to != '\r')
        to++;
    return (dxk_str){from, (size_t)(to - from)};
}

dxk_status dxki_text_report_text(dxki_text_parser *p, dxk_text_error *error)
{
    dxk_str message = {p->error.items, p->error.count};
    dxk_str line = line_of(p, p->error_loc);
    dxki_where where = place_of(p, p->error_loc);
    if (error) {
        if (!keep(p->ctx, &message) || !keep(p->ctx, &line))
            return dxki_nomem(p->ctx);
        *error = (dxk_text_error){.line = where.line,
                                  .column = where.column,
                                  .message = message,
                                  .source_line = line,
                                  .is_fatal = p->is_fatal};
    }
    return DXKI_REPORT(p->ctx, DXKI_RULE_TEXT_SYNTAX, where, NULL, dxki_text(message));
}

/* --- showing --- */

/* Columns that character `i` of the line takes when it is printed at `column`. */
static uint32_t width_at(dxk_str line, size_t i, uint32_t column)
{
    return i < line.size && line.data[i] == '\t' ? 8 - column % 8 : 1;
}

static void print_line(dxki_out *out, dxk_str line)
{
    uint32_t column = 0;
    for (size_t i = 0; i < line.size; i++) {
        uint32_t width = width_at(line, i, column);
        if (line.data[i] == '\t')
            dxki_out_spaces(out, (int)width);
        else
            dxki_out_char(out, line.data[i]);
        column += width;
    }
    dxki_out_char(out, '\n');
}

static void print_caret(dxki_out *out, dxk_str line, size_t at)
{
    uint32_t column = 0, width = 0;
    for (size_t i = 0; i <= at; i++) {
        width = width_at(line, i, column);
        if (i < at)
            dxki_out_spaces(out, (int)width);
        column += width;
    }
    while (width--) /* a tab makes a row of them */
        dxki_out_char(out, '^');
    dxki_out_char(out, '\n');
}

dxk_status dxk_text_error_print(const dxk_text_error *error, const char *name, dxk_sink sink)
{
    dxki_out out;
    bool ascii = true;
    dxki_out_init(&out, sink);
    dxki_out_text(&out, error->is_fatal ? "LLVM ERROR" : name ? name : "shader");
    dxki_out_text(&out, ": ");
    dxki_out_str(&out, error->message);
    dxki_out_char(&out, '\n');
    if (error->is_fatal)
        return dxki_out_flush(&out);
    for (size_t i = 0; i < error->source_line.size; i++)
        ascii = ascii && !(error->source_line.data[i] & 0x80);
    if (error->line) {
        print_line(&out, error->source_line);
        if (ascii)
            print_caret(&out, error->source_line, error->column - 1);
    }
    return dxki_out_flush(&out);
}
