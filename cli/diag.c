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

static void print_place(text_out *err, const dxk_diag *diag)
{
    switch (diag->place) {
    case DXK_PLACE_BYTE:
        text_hex(err, diag->position, 1);
        text_char(err, ':');
        break;
    case DXK_PLACE_BIT:
        text_put(err, "bit ");
        text_u64(err, diag->position);
        text_char(err, ':');
        break;
    case DXK_PLACE_LINE:
        text_u64(err, diag->line);
        text_char(err, ':');
        text_u64(err, diag->column);
        text_char(err, ':');
        break;
    case DXK_PLACE_NONE:
        break;
    }
}

static void print_file(text_out *err, const char *file)
{
    text_style(err, TEXT_TITLE);
    text_safe(err, as_str(file ? file : "dxk"));
    text_char(err, ':');
}

/* ---------------------------------------------------------------------------------------- */
/* The line                                                                                   */

#define EXCERPT  76u /* characters of a line that are shown */
#define IN_FRONT 50u /* at most so many of them in front of the place */
#define MARGIN   4u  /* blanks in front */

/* Line `number` of a text, without its end; false: there is none, or it is no text of bytes. */
static bool find_line(dxk_bytes input, uint32_t number, dxk_str *line)
{
    if (!input.size)
        return false;
    const char *p = (const char *)input.data, *end = p + input.size;
    while (number > 1 && (p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
        p++;
        number--;
    }
    if (!p || !number)
        return false;
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    *line = (dxk_str){p, (size_t)((stop ? stop : end) - p)};
    if (line->size && line->data[line->size - 1] == '\r')
        line->size--;
    return !line->size || !memchr(line->data, 0, line->size);
}

/* Bytes of the character at `p`; what is no UTF-8 is a character of its own. */
static size_t character(const char *p, size_t size)
{
    size_t n = text_utf8_size(p, size);
    return n ? n : 1;
}

/* Moves `at` back by up to `count` characters. */
static size_t step_back(dxk_str line, size_t at, size_t count)
{
    while (at && count--) {
        at--;
        while (at && ((unsigned char)line.data[at] & 0xc0) == 0x80)
            at--;
    }
    return at;
}

/* Prints the characters from `first`, tabs as blanks, and returns how many precede `place`. */
static size_t print_excerpt(text_out *err, dxk_str line, size_t first, size_t place)
{
    size_t before = 0;
    for (size_t at = first, shown = 0; at < line.size && shown < EXCERPT; shown++) {
        size_t n = character(line.data + at, line.size - at);
        bool blank = (unsigned char)line.data[at] < 0x20 || line.data[at] == 0x7f;
        if (blank)
            text_char(err, ' ');
        else
            text_safe(err, (dxk_str){line.data + at, n});
        before += at < place;
        at += n;
    }
    return before;
}

static void print_line(text_out *err, const dxk_diag *diag, dxk_bytes input)
{
    dxk_str line;
    if (diag->place != DXK_PLACE_LINE || !diag->column || !input.size ||
        !find_line(input, diag->line, &line))
        return;
    size_t place = diag->column - 1u < line.size ? diag->column - 1u : line.size;
    size_t first = place > IN_FRONT ? step_back(line, place, IN_FRONT) : 0;
    text_spaces(err, MARGIN);
    size_t before = print_excerpt(err, line, first, place);
    text_char(err, '\n');
    text_spaces(err, MARGIN + before);
    text_styled(err, TEXT_GOOD, "^");
    text_char(err, '\n');
}

void diag_print(text_out *err, const char *file, const dxk_diag *diag, dxk_bytes input)
{
    print_file(err, file);
    print_place(err, diag);
    text_style(err, TEXT_PLAIN);
    text_char(err, ' ');
    print_severity(err, diag->severity);
    if (*diag->path) {
        text_safe(err, as_str(diag->path));
        text_put(err, ": ");
    }
    text_safe(err, as_str(diag->message));
    text_style(err, TEXT_FAINT);
    text_put(err, " [");
    text_put(err, diag->rule);
    text_char(err, ']');
    text_style(err, TEXT_PLAIN);
    text_char(err, '\n');
    print_line(err, diag, input);
}

static size_t errors_not_kept(const dxk_ctx *ctx)
{
    size_t kept = 0;
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++)
        kept += dxk_ctx_diag(ctx, i)->severity == DXK_ERROR;
    return dxk_ctx_error_count(ctx) - kept;
}

void diag_print_all(text_out *err, const char *file, const dxk_ctx *ctx, dxk_bytes input)
{
    for (size_t i = 0; i < dxk_ctx_diag_count(ctx); i++)
        diag_print(err, file, dxk_ctx_diag(ctx, i), input);
    size_t more = errors_not_kept(ctx);
    if (more) {
        print_file(err, file);
        text_style(err, TEXT_PLAIN);
        text_put(err, " note: ");
        text_u64(err, more);
        text_put(err, " more errors\n");
    }
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

void diag_json_message(json_writer *json, dxk_severity severity, const char *message)
{
    json_object_line(json, NULL);
    json_text(json, "severity", dxk_severity_name(severity));
    json_text(json, "message", message);
    json_end(json);
}

void diag_say(bool color, const char *message)
{
    dxk_ctx *ctx;
    dxk_buffer buffer;
    if (dxk_ctx_create(NULL, &ctx) != DXK_OK)
        return;
    dxk_buffer_init(&buffer, ctx);
    text_out err = text_to_buffer(&buffer, color);
    err.fd = IO_STDERR;
    diag_print_message(&err, NULL, DXK_ERROR, message);
    text_flush(&err);
    dxk_buffer_free(&buffer);
    dxk_ctx_free(ctx);
}
