/* SPDX-License-Identifier: MIT */
/* term.h - text that people read: in colours if they are on, and harmless to a terminal. */
#ifndef DXKI_BASE_TERM_H
#define DXKI_BASE_TERM_H

#include "base/out.h"

/* What the next characters are. */
typedef enum dxki_term_style {
    DXKI_TERM_PLAIN,
    DXKI_TERM_TITLE,
    DXKI_TERM_GOOD,
    DXKI_TERM_BAD,
    DXKI_TERM_WARN,
    DXKI_TERM_FAINT
} dxki_term_style;

typedef struct dxki_term {
    dxki_out out;
    bool color;
} dxki_term;

void dxki_term_init(dxki_term *term, dxk_sink sink, bool color);

/* Changes the colour, if there are any. */
void dxki_term_set(dxki_term *term, dxki_term_style style);

/* The library's own text in a style. */
void dxki_term_styled(dxki_term *term, dxki_term_style style, const char *text);

/* Text from an input: control characters, and bytes that are no UTF-8, as \xNN. */
void dxki_term_safe(dxki_term *term, dxk_str text);

/* "error: " and the like. */
void dxki_term_severity(dxki_term *term, dxk_severity severity);

#endif
