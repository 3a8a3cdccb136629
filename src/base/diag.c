/* SPDX-License-Identifier: MIT */
/* diag.c - see diag.h; also the public view of the diagnostics. */
#include "base/diag.h"
#include "base/out.h"

#include <string.h>

dxki_arg dxki_dec(uint64_t value)
{
    return (dxki_arg){DXKI_ARG_DEC, value, {NULL, 0}};
}

dxki_arg dxki_hex(uint64_t value)
{
    return (dxki_arg){DXKI_ARG_HEX, value, {NULL, 0}};
}

dxki_arg dxki_text(dxk_str text)
{
    return (dxki_arg){DXKI_ARG_STR, 0, text};
}

dxki_arg dxki_fourcc_arg(uint32_t fourcc)
{
    return (dxki_arg){DXKI_ARG_FOURCC, fourcc, {NULL, 0}};
}

dxki_where dxki_nowhere(void)
{
    return (dxki_where){DXK_PLACE_NONE, 0, 0, 0};
}

dxki_where dxki_at_byte(uint64_t offset)
{
    return (dxki_where){DXK_PLACE_BYTE, offset, 0, 0};
}

dxki_where dxki_at_bit(uint64_t offset)
{
    return (dxki_where){DXK_PLACE_BIT, offset, 0, 0};
}

dxki_where dxki_at_line(uint32_t line, uint32_t column)
{
    return (dxki_where){DXK_PLACE_LINE, 0, line, column};
}

static void put_escaped(dxki_out *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c >= 0x20 && c < 0x7f) {
            dxki_out_char(out, (char)c);
        } else {
            dxki_out_text(out, "\\x");
            dxki_out_hex(out, c, 2, false);
        }
    }
}

static void put_arg(dxki_out *out, const dxki_arg *arg)
{
    char fourcc[4];
    switch (arg->kind) {
    case DXKI_ARG_DEC:
        dxki_out_u64(out, arg->number);
        return;
    case DXKI_ARG_HEX:
        dxki_out_text(out, "0x");
        dxki_out_hex(out, arg->number, 1, false);
        return;
    case DXKI_ARG_STR:
        put_escaped(out, arg->text.data, arg->text.size);
        return;
    case DXKI_ARG_FOURCC:
        for (int i = 0; i < 4; i++)
            fourcc[i] = (char)(arg->number >> (8 * i));
        put_escaped(out, fourcc, 4);
        return;
    }
}

/* The template with its %N replaced; NUL-terminated in `buffer`. */
static dxk_status expand(dxk_buffer *buffer, const char *format, const dxki_arg *args, size_t count)
{
    dxki_out out;
    dxki_out_init(&out, dxk_buffer_sink(buffer));
    for (const char *p = format; *p; p++) {
        size_t index = p[0] == '%' && p[1] >= '0' && p[1] <= '9' ? (size_t)(p[1] - '0') : count;
        if (index < count) {
            put_arg(&out, &args[index]);
            p++;
        } else {
            dxki_out_char(&out, *p);
        }
    }
    dxki_out_char(&out, 0);
    return dxki_out_flush(&out);
}

static dxk_status store(dxk_ctx *ctx, const dxki_rule *rule, dxki_where where, const char *path,
                        const dxki_arg *args, size_t arg_count)
{
    if (ctx->diag_count == ctx->diag_capacity) {
        size_t capacity = ctx->diag_capacity ? ctx->diag_capacity * 2 : 8;
        dxk_diag *grown = dxki_realloc(ctx, ctx->diags, ctx->diag_capacity * sizeof *grown,
                                       capacity * sizeof *grown);
        if (!grown)
            return dxki_nomem(ctx);
        ctx->diags = grown;
        ctx->diag_capacity = capacity;
    }
    dxk_buffer text;
    dxk_buffer_init(&text, ctx);
    dxk_status status = expand(&text, rule->message, args, arg_count);
    if (status == DXK_OK) {
        dxk_diag *diag = &ctx->diags[ctx->diag_count];
        memset(diag, 0, sizeof *diag);
        diag->severity = rule->severity;
        diag->rule = rule->name;
        diag->place = where.place;
        diag->position = where.position;
        diag->line = where.line;
        diag->column = where.column;
        diag->path = "";
        if (path && *path)
            diag->path = dxki_arena_strdup(&ctx->diag_arena, path, strlen(path));
        diag->message = dxki_arena_strdup(&ctx->diag_arena, (char *)text.data, text.size - 1);
        if (diag->path && diag->message)
            ctx->diag_count++;
        else
            status = dxki_nomem(ctx);
    }
    dxk_buffer_free(&text);
    return status;
}

dxk_status dxki_report(dxk_ctx *ctx, const dxki_rule *rule, dxki_where where, const char *path,
                       const dxki_arg *args, size_t arg_count)
{
    if (rule->severity == DXK_ERROR && !ctx->muted)
        ctx->error_count++;
    if (!ctx->muted && ctx->diag_count < ctx->limits.diagnostics) {
        dxk_status status = store(ctx, rule, where, path, args, arg_count);
        if (status != DXK_OK)
            return status;
    }
    if (rule->severity != DXK_ERROR)
        return DXK_OK;
    return strncmp(rule->name, "LIMIT.", 6) == 0 ? DXK_E_LIMIT : DXK_E_INVALID;
}

size_t dxk_ctx_diag_count(const dxk_ctx *ctx)
{
    return ctx->diag_count;
}

size_t dxk_ctx_error_count(const dxk_ctx *ctx)
{
    return ctx->error_count;
}

const dxk_diag *dxk_ctx_diag(const dxk_ctx *ctx, size_t index)
{
    return index < ctx->diag_count ? &ctx->diags[index] : NULL;
}

void dxk_ctx_clear_diags(dxk_ctx *ctx)
{
    dxki_realloc(ctx, ctx->diags, ctx->diag_capacity * sizeof *ctx->diags, 0);
    ctx->diags = NULL;
    ctx->diag_count = 0;
    ctx->diag_capacity = 0;
    ctx->error_count = 0;
    dxki_arena_free(&ctx->diag_arena);
}
