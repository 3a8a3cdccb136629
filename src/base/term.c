/* SPDX-License-Identifier: MIT */
/* term.c - see term.h. */
#include "base/term.h"

#include "base/utf8.h"

void dxki_term_init(dxki_term *term, dxk_sink sink, bool color)
{
    dxki_out_init(&term->out, sink);
    term->color = color;
}

void dxki_term_set(dxki_term *term, dxki_term_style style)
{
    static const char *const codes[] = {
        [DXKI_TERM_PLAIN] = "\033[0m",   [DXKI_TERM_TITLE] = "\033[1m",
        [DXKI_TERM_GOOD] = "\033[32m",   [DXKI_TERM_BAD] = "\033[1;31m",
        [DXKI_TERM_WARN] = "\033[1;35m", [DXKI_TERM_FAINT] = "\033[2m",
    };
    if (term->color)
        dxki_out_text(&term->out, codes[style]);
}

void dxki_term_styled(dxki_term *term, dxki_term_style style, const char *text)
{
    dxki_term_set(term, style);
    dxki_out_text(&term->out, text);
    dxki_term_set(term, DXKI_TERM_PLAIN);
}

void dxki_term_safe(dxki_term *term, dxk_str text)
{
    size_t i = 0;
    while (i < text.size) {
        unsigned char c = (unsigned char)text.data[i];
        size_t n = c < 0x80 ? (c >= 0x20 && c != 0x7f)
                            : dxki_utf8_size((dxk_str){text.data + i, text.size - i});
        if (n == 2 && c == 0xc2 && (unsigned char)text.data[i + 1] < 0xa0)
            n = 0; /* control characters, too */
        if (n) {
            dxki_out_write(&term->out, text.data + i, n);
        } else {
            dxki_out_text(&term->out, "\\x");
            dxki_out_hex(&term->out, c, 2, false);
        }
        i += n ? n : 1;
    }
}

void dxki_term_severity(dxki_term *term, dxk_severity severity)
{
    static const dxki_term_style styles[] = {DXKI_TERM_FAINT, DXKI_TERM_WARN, DXKI_TERM_BAD};
    dxki_term_styled(term, styles[severity <= DXK_ERROR ? severity : DXK_ERROR],
                     dxk_severity_name(severity));
    dxki_out_text(&term->out, ": ");
}
