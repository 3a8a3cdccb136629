/* SPDX-License-Identifier: MIT */
/* diag.c - printing diagnostics as text and as JSON; see diag.h. */
#include "diag.h"

#include "io.h"

#include <string.h>

static dxk_str as_str(const char *text)
{
    return (dxk_str){text, strlen(text)};
}

static void print_severity(text_out *err, dxk_severity severity)
{
    static const text_kind kinds[] = {TEXT_FAINT, TEXT_WARN, TEXT_BAD};
    text_styled(err, kinds[severity], dxk_severity_name(severity));
    text_put(err, ": ");
}

static void print_file(text_out *err, const char *file)
{
    text_style(err, TEXT_TITLE);
    text_safe(err, as_str(file ? file : "dxk"));
    text_char(err, ':');
}

void diag_print(text_out *err, const char *file, const dxk_diag *diag, dxk_bytes input)
{
    const dxk_diag_print_options how = {.file = file, .input = input, .color = err->color};
    dxk_diag_print(diag, &how, text_sink(err)); /* err keeps what goes wrong */
}

static size_t errors_not_kept(const dxk_ctx *ctx)
{
    size_t kept = 0;
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++)
        kept += dxk_ctx_diag(ctx, i)->severity == DXK_ERROR;
    return dxk_ctx_error_count(ctx) - kept;
}

void diag_print_range(text_out *err, const char *file, const dxk_ctx *ctx, size_t from, size_t to,
                      dxk_bytes input)
{
    for (size_t i = from; i < to; i++)
        diag_print(err, file, dxk_ctx_diag(ctx, i), input);
}

void diag_print_not_kept(text_out *err, const char *file, const dxk_ctx *ctx)
{
    size_t more = errors_not_kept(ctx);
    if (more) {
        print_file(err, file);
        text_style(err, TEXT_PLAIN);
        text_put(err, " note: ");
        text_u64(err, more);
        text_put(err, " more errors\n");
    }
}

void diag_print_all(text_out *err, const char *file, const dxk_ctx *ctx, dxk_bytes input)
{
    diag_print_range(err, file, ctx, 0, dxk_ctx_diag_count(ctx), input);
    diag_print_not_kept(err, file, ctx);
}

void diag_print_message(text_out *err, const char *file, dxk_severity severity, const char *message)
{
    print_file(err, file);
    text_style(err, TEXT_PLAIN);
    text_char(err, ' ');
    print_severity(err, severity);
    text_safe(err, as_str(message));
    text_char(err, '\n');
}

void diag_json_message(dxk_json *json, dxk_severity severity, const char *message)
{
    dxk_json_object_line(json, NULL);
    dxk_json_text(json, "severity", dxk_severity_name(severity));
    dxk_json_text(json, "message", message);
    dxk_json_end(json);
}

static void say(bool color, dxk_severity severity, const char *message)
{
    dxk_ctx *ctx;
    dxk_buffer buffer;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return;
    dxk_buffer_init(&buffer, ctx);
    text_out err = text_to_buffer(&buffer, color);
    err.fd = IO_STDERR;
    diag_print_message(&err, NULL, severity, message);
    text_flush(&err);
    dxk_buffer_free(&buffer);
    dxk_ctx_free(ctx);
}

void diag_say(bool color, const char *message)
{
    say(color, DXK_ERROR, message);
}

void diag_warn(bool color, const char *message)
{
    say(color, DXK_WARNING, message);
}
