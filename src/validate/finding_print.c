/* SPDX-License-Identifier: MIT */
/*
 * finding_print.c - findings as text.
 *
 *   FILE:0x1a4: error: PSV0: message [RULE]                  a part of the container
 *   FILE:bit 9184: error: @main/bb0/%3: message [RULE]       an instruction
 *   FILE: ps.hlsl:12:7: error: @main/bb0/%3: message [RULE]  with a line of source
 *   FILE:12:7: error: @main/bb0/%3: message [RULE]           of a text
 *       %3 = add i32 %1, %2
 *       note: the other side, where there is one
 */
#include <string.h>

#include "base/str.h"
#include "base/term.h"
#include "dxk/validate.h"

/* The first line of a text; *rest is what follows it, without blanks in front. */
static dxk_str first_line(dxk_str text, dxk_str *rest)
{
    if (!text.size) { /* its data may be NULL */
        *rest = text;
        return text;
    }
    const char *end = memchr(text.data, '\n', text.size);
    size_t size = end ? (size_t)(end - text.data) : text.size;
    *rest = (dxk_str){text.data + size, text.size - size};
    while (rest->size && (*rest->data == '\n' || *rest->data == ' '))
        *rest = (dxk_str){rest->data + 1, rest->size - 1};
    return (dxk_str){text.data, size};
}

static void put_source_line(dxki_term *t, const dxk_finding *f)
{
    if (f->file.size) {
        dxki_out_char(&t->out, ' ');
        dxki_term_safe(t, f->file);
        dxki_out_char(&t->out, ':');
    }
    dxki_out_u64(&t->out, f->line);
    dxki_out_char(&t->out, ':');
    if (f->column) {
        dxki_out_u64(&t->out, f->column);
        dxki_out_char(&t->out, ':');
    }
}

static void put_place(dxki_term *t, const dxk_finding *f)
{
    if (f->line) {
        put_source_line(t, f);
    } else if (f->bit_offset != UINT32_MAX) {
        dxki_out_text(&t->out, "bit ");
        dxki_out_u64(&t->out, f->bit_offset);
        dxki_out_char(&t->out, ':');
    } else if (f->offset != UINT64_MAX) {
        dxki_out_text(&t->out, "0x");
        dxki_out_hex(&t->out, f->offset, 1, false);
        dxki_out_char(&t->out, ':');
    }
}

static void put_hint(dxki_term *t, const char *what, dxk_str text)
{
    while (text.size) {
        dxk_str line = first_line(text, &text);
        dxki_out_text(&t->out, "    ");
        dxki_term_styled(t, DXKI_TERM_FAINT, what);
        dxki_term_safe(t, line);
        dxki_out_char(&t->out, '\n');
        what = "";
    }
}

static void put_instruction(dxki_term *t, const dxk_finding *f)
{
    dxk_str rest, first = first_line(f->instruction, &rest);
    if (!first.size)
        return;
    dxki_out_text(&t->out, "    ");
    dxki_term_safe(t, first);
    if (f->line && f->bit_offset != UINT32_MAX) {
        dxki_term_set(t, DXKI_TERM_FAINT);
        dxki_out_text(&t->out, "  ; bit ");
        dxki_out_u64(&t->out, f->bit_offset);
        dxki_term_set(t, DXKI_TERM_PLAIN);
    }
    dxki_out_char(&t->out, '\n');
    put_hint(t, "", rest);
}

dxk_status dxk_finding_print(const dxk_finding *f, const char *file, bool color, dxk_sink sink)
{
    dxki_term term;
    dxki_term_init(&term, sink, color);
    dxki_term_set(&term, DXKI_TERM_TITLE);
    dxki_term_safe(&term, dxki_str(file));
    dxki_out_char(&term.out, ':');
    put_place(&term, f);
    dxki_term_set(&term, DXKI_TERM_PLAIN);
    dxki_out_char(&term.out, ' ');
    dxki_term_severity(&term, f->severity);
    if (f->path.size) {
        dxki_term_safe(&term, f->path);
        dxki_out_text(&term.out, ": ");
    }
    dxki_term_safe(&term, dxk_finding_message(f));
    if (f->rule) {
        dxki_term_set(&term, DXKI_TERM_FAINT);
        dxki_out_text(&term.out, " [");
        dxki_out_text(&term.out, f->rule);
        dxki_out_char(&term.out, ']');
        dxki_term_set(&term, DXKI_TERM_PLAIN);
    }
    dxki_out_char(&term.out, '\n');
    put_instruction(&term, f);
    put_hint(&term, "", f->subject);
    put_hint(&term, "note: ", f->note);
    return dxki_out_flush(&term.out);
}
