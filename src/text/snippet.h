/* SPDX-License-Identifier: MIT */
/*
 * snippet.h - single instructions, types, values and metadata nodes of a module as text, numbered
 * as in the text of the whole. For messages.
 */
#ifndef DXKI_TEXT_SNIPPET_H
#define DXKI_TEXT_SNIPPET_H

#include "ir/ir.h"

typedef struct dxki_text_snippets dxki_text_snippets;

/* NULL: out of memory. */
dxki_text_snippets *dxki_text_snippets_create(const dxk_module *m);
void dxki_text_snippets_free(dxki_text_snippets *s);

/* True if memory has run out since the snippets were made: some text is not whole. */
bool dxki_text_snippets_failed(const dxki_text_snippets *s);

/* Other names for globals, by index, where not empty; they live as long as the snippets. */
void dxki_text_snippets_rename(dxki_text_snippets *s, const dxk_str *names);

/* The texts live until the next call; empty when out of memory. Absurdly long ones are cut off. */
dxk_str dxki_text_snippet_inst(dxki_text_snippets *s, uint32_t inst); /* without blanks in front */
dxk_str dxki_text_snippet_type(dxki_text_snippets *s, dxki_type type);
dxk_str dxki_text_snippet_type_body(dxki_text_snippets *s,
                                    dxki_type type); /* "%x = type { i32 }", "i32" */
dxk_str dxki_text_snippet_value(dxki_text_snippets *s, dxki_value value); /* "i32 5", "label %4" */
dxk_str dxki_text_snippet_name(dxki_text_snippets *s, dxki_value value);  /* of a global: "@main" */
dxk_str dxki_text_snippet_md(dxki_text_snippets *s, dxki_md md);     /* "!5 = !{...}", "i32 5" */
dxk_str dxki_text_snippet_md_ref(dxki_text_snippets *s, dxki_md md); /* "!5", "null" */

#endif
