/* SPDX-License-Identifier: MIT */
/* parse_error.c - noting, wording, placing and showing errors of the text. See parse.h. */
#include "text/parse.h"

#include <string.h>

#include "base/out.h"
#include "spec/reader_rules.h"
#include "text/print.h"

/* --- pieces --- */

dxki_text_piece dxki_text_piece_text(const char *text)
{
    return (dxki_text_piece){DXKI_PIECE_TEXT, {text, strlen(text)}, 0};
}

dxki_text_piece dxki_text_piece_str(dxk_str text)
{
    return (dxki_text_piece){DXKI_PIECE_TEXT, text, 0};
}

dxki_text_piece dxki_text_piece_type(dxki_type type)
{
    return (dxki_text_piece){DXKI_PIECE_TYPE, {NULL, 0}, type};
}

dxki_text_piece dxki_text_piece_number(uint64_t number)
{
    return (dxki_text_piece){DXKI_PIECE_NUMBER, {NULL, 0}, number};
}

static void add_text(dxki_text_parser *p, dxk_str text)
{
    if (!dxki_vec_reserve(p->ctx, &p->error, text.size)) {
        dxki_text_no_memory(p);
        return;
    }
    if (text.size)
        memcpy(p->error.items + p->error.count, text.data, text.size);
    p->error.count += text.size;
}

static void add(dxki_text_parser *p, const char *text)
{
    add_text(p, (dxk_str){text, strlen(text)});
}

static void add_number(dxki_text_parser *p, uint64_t number)
{
    char digits[20], *end = digits + sizeof digits, *from = dxki_format_u64(end, number);
    add_text(p, (dxk_str){from, (size_t)(end - from)});
}

/* --- types in messages, as LLVM shows them --- */

/* A text that would be longer ends here; only absurd types get there. */
#define TYPE_TEXT_MAX 65536u

static void add_type(dxki_text_parser *p, dxki_type type);

static void add_types(dxki_text_parser *p, const dxki_type *types, uint32_t count)
{
    for (uint32_t i = 0; i < count && p->error.count < TYPE_TEXT_MAX; i++) {
        if (i)
            add(p, ", ");
        add_type(p, types[i]);
    }
}

/* %name, in quotes and escaped when it has to be. */
static void add_type_name(dxki_text_parser *p, dxk_str name)
{
    static const char digits[] = "0123456789ABCDEF";
    if (dxki_text_name_is_plain(name)) {
        add(p, "%");
        add_text(p, name);
        return;
    }
    add(p, "%\"");
    for (size_t i = 0; i < name.size; i++) {
        uint8_t c = (uint8_t)name.data[i];
        char escape[3] = {'\\', digits[c >> 4], digits[c & 15]};
        if (c < 0x20 || c > 0x7e || c == '"' || c == '\\')
            add_text(p, (dxk_str){escape, 3});
        else
            add_text(p, (dxk_str){name.data + i, 1});
    }
    add(p, "\"");
}

static void add_struct_body(dxki_text_parser *p, const dxki_type_entry *e)
{
    bool packed = e->flags & DXKI_TF_PACKED;
    if (e->flags & DXKI_TF_OPAQUE) {
        add(p, "opaque");
        return;
    }
    add(p, packed ? "<" : "");
    add(p, e->b ? "{ " : "{}");
    add_types(p, p->m->type_ops.items + e->a, e->b);
    add(p, e->b ? " }" : "");
    add(p, packed ? ">" : "");
}

static void add_struct(dxki_text_parser *p, dxki_type type, const dxki_type_entry *e)
{
    if ((e->flags & DXKI_TF_IDENTIFIED) && e->c) {
        add_type_name(p, dxki_string_get(p->m, e->c));
        return;
    }
    if (e->flags & DXKI_TF_IDENTIFIED) {
        add(p, "%\"type ");
        add_number(p, type);
        add(p, "\"");
        return;
    }
    add_struct_body(p, e);
}

static void add_pointer(dxki_text_parser *p, const dxki_type_entry *e)
{
    add_type(p, e->a);
    if (e->b & DXKI_SPACE_MASK) {
        add(p, " addrspace(");
        add_number(p, e->b & DXKI_SPACE_MASK);
        add(p, ")");
    }
    add(p, "*");
}

static void add_function(dxki_text_parser *p, const dxki_type_entry *e)
{
    const dxki_type *types = p->m->type_ops.items + e->a;
    add_type(p, types[0]);
    add(p, " (");
    add_types(p, types + 1, e->b - 1);
    if (e->flags & DXKI_TF_VARARG)
        add(p, e->b > 1 ? ", ..." : "...");
    add(p, ")");
}

static void add_sequence(dxki_text_parser *p, dxki_type type, const dxki_type_entry *e)
{
    bool array = e->kind == DXKI_T_ARRAY;
    add(p, array ? "[" : "<");
    add_number(p, dxki_type_count(p->m, type));
    add(p, " x ");
    add_type(p, e->a);
    add(p, array ? "]" : ">");
}

static void add_type(dxki_text_parser *p, dxki_type type)
{
    static const char *const words[] = {
        "<null>", "void",      "half",  "float",    "double",  "x86_fp80",
        "fp128",  "ppc_fp128", "label", "metadata", "x86_mmx",
    };
    const dxki_type_entry *e = dxki_type_get(p->m, type);
    switch (e->kind) {
    case DXKI_T_INT:
        add(p, "i");
        add_number(p, e->a);
        break;
    case DXKI_T_POINTER:
        add_pointer(p, e);
        break;
    case DXKI_T_ARRAY:
    case DXKI_T_VECTOR:
        add_sequence(p, type, e);
        break;
    case DXKI_T_FUNCTION:
        add_function(p, e);
        break;
    case DXKI_T_STRUCT:
        add_struct(p, type, e);
        break;
    default:
        add(p, words[e->kind]);
        break;
    }
}

/* A structure that is named by itself comes with what is in it. */
static void add_whole_type(dxki_text_parser *p, dxki_type type)
{
    const dxki_type_entry *e = dxki_type_get(p->m, type);
    add_type(p, type);
    if (e->kind == DXKI_T_STRUCT && (e->flags & DXKI_TF_IDENTIFIED)) {
        add(p, " = type ");
        add_struct_body(p, e);
    }
}

/* --- noting --- */

bool dxki_text_error_pieces(dxki_text_parser *p, dxki_text_loc loc, const dxki_text_piece *pieces,
                            size_t count)
{
    p->error_loc = loc ? loc : p->tok.start;
    p->error.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (pieces[i].kind == DXKI_PIECE_TEXT)
            add_text(p, pieces[i].text);
        else if (pieces[i].kind == DXKI_PIECE_TYPE)
            add_whole_type(p, (dxki_type)pieces[i].number);
        else
            add_number(p, pieces[i].number);
    }
    return false;
}

bool dxki_text_error(dxki_text_parser *p, dxki_text_loc loc, const char *message)
{
    return DXKI_ERROR(p, loc, dxki_text_piece_text(message));
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

/* Copies a text that the parser owns: the error outlives it. The source is among these when it was
 * UTF-16, since its UTF-8 form belongs to the module. */
static bool keep(dxk_ctx *ctx, dxk_str *text)
{
    text->data = dxki_arena_strdup(&ctx->diag_arena, text->data, text->size);
    return text->data != NULL;
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
