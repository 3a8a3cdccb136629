/* SPDX-License-Identifier: MIT */
/*
 * html.h - writing documents: texts of the input through one escape, tables, sections that fold.
 *
 * What is put() is markup and never from the input. Everything else goes through dxki_html_text() or
 * dxki_html_say(), which leave nothing that could begin an element or end an attribute.
 */
#ifndef DXKI_REPORT_HTML_H
#define DXKI_REPORT_HTML_H

#include "base/message.h"
#include "base/out.h"
#include "base/vec.h"

/* Texts from the input; tabs stay, too. */
void dxki_html_text(dxki_out *out, dxk_str text);

/* A message whose arguments may be from the input; shown up to 2,000 bytes. */
void dxki_html_say(dxki_out *out, const char *pattern, const dxki_arg *args, size_t count);

/* 12,345 */
void dxki_html_count(dxki_out *out, uint64_t value);

/* "12,345 thing", "1 thing"; an "s" is added to the thing. */
void dxki_html_things(dxki_out *out, uint64_t count, const char *thing);

/* Begins a document up to <body>, with the security policy and the style; its end has the script. */
void dxki_html_head(dxki_out *out, dxk_str title);
void dxki_html_tail(dxki_out *out);

/* The bar with links to sections, with the field for searches at its end. Each link by itself. */
void dxki_html_nav(dxki_out *out);
void dxki_html_nav_link(dxki_out *out, const char *prefix, const char *id, const char *title);
void dxki_html_nav_end(dxki_out *out);

/* A section that folds, up to where its note is written. */
void dxki_html_section(dxki_out *out, const char *prefix, const char *id, const char *title,
                       bool open);
/* From the note to the content, and the end. */
void dxki_html_content(dxki_out *out);
void dxki_html_section_end(dxki_out *out);

#endif
