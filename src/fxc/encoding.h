/* SPDX-License-Identifier: MIT */
/* encoding.h - the encoding of a listing, and how its lines begin. */
#ifndef DXKI_FXC_ENCODING_H
#define DXKI_FXC_ENCODING_H

#include "dxk/base.h"

/* The text after a byte order mark of UTF-8. */
dxk_str dxki_fxc_skip_mark(dxk_str text);

/* Converts UTF-16 into the buffer, which *text then is; other text stays. DXK_E_NOMEM. */
dxk_status dxki_fxc_to_utf8(dxk_str *text, dxk_buffer *converted);

/* The lines of a text in any encoding. Set `text` and leave the rest zero. */
typedef struct dxki_fxc_starts {
    dxk_str text;
    size_t at;
    char start[64];
} dxki_fxc_starts;

/* Takes the start of the next line, after blanks: at most 64 characters. False: there is none. */
bool dxki_fxc_next_start(dxki_fxc_starts *s, dxk_str *start);

#endif
