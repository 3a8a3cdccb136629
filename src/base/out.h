/* SPDX-License-Identifier: MIT */
/*
 * out.h - text output: a small buffer in front of a sink, with the few number formats that
 * dxk prints. Sticky: after a failure nothing more is written and the status is kept, so a
 * printer needs no check per call; it asks once, at the end.
 */
#ifndef DXKI_BASE_OUT_H
#define DXKI_BASE_OUT_H

#include "base/str.h"
#include "dxk/base.h"

/* Hands bytes to a caller's sink, and returns what the public function returns then: DXK_OK, DXK_E_NOMEM
 * and DXK_E_LIMIT as the sink returned them, DXK_E_SINK for everything else. */
dxk_status dxki_out_send(dxk_sink sink, const void *data, size_t size);

/* A sink that hands everything on to `to`, which must outlive it, but writes ESC as "\\x1b": what a terminal
 * would obey then comes from nobody but dxk, which writes its colours to *to. */
dxk_sink dxki_out_without_escapes(dxk_sink *to);

typedef struct dxki_out {
    dxk_sink sink;
    dxk_status status;   /* first failure */
    size_t used;         /* bytes waiting in `buffer` */
    uint64_t flushed;    /* bytes handed to the sink so far */
    uint64_t line_start; /* position of the first byte of the line that `seen` is in */
    size_t seen;         /* so much of the buffer was looked through for lines */
    char buffer[4096];
} dxki_out;

void dxki_out_init(dxki_out *out, dxk_sink sink);

/* Hands what is waiting to the sink; returns the sticky status. */
dxk_status dxki_out_flush(dxki_out *out);

void dxki_out_write(dxki_out *out, const char *text, size_t size);
void dxki_out_char(dxki_out *out, char c);
void dxki_out_text(dxki_out *out, const char *text); /* NUL-terminated */
void dxki_out_str(dxki_out *out, dxk_str text);
void dxki_out_u64(dxki_out *out, uint64_t value);
void dxki_out_i64(dxki_out *out, int64_t value);

/* Hexadecimal without prefix, at least `digits` digits; upper case if `upper`. */
void dxki_out_hex(dxki_out *out, uint64_t value, int digits, bool upper);

/* Each byte as two lower-case digits. */
void dxki_out_hex_bytes(dxki_out *out, dxk_bytes bytes);

/* `count` blanks; none when it is not positive. */
void dxki_out_spaces(dxki_out *out, int count);

/* Text in a field: right-aligned when width > 0, left-aligned in -width when it is < 0. Longer
 * text is not cut. */
void dxki_out_field(dxki_out *out, dxk_str text, int width);
void dxki_out_u64_field(dxki_out *out, uint64_t value, int width);

/* Column (from 0) of the next byte in the current line; bytes, not characters. */
uint64_t dxki_out_column(dxki_out *out);

/* Writes the decimal digits of `value` so that they end at `end`; returns the first digit.
 * At most 20 bytes. */
char *dxki_format_u64(char *end, uint64_t value);

#endif
