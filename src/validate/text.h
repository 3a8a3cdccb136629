/* SPDX-License-Identifier: MIT */
/* text.h - texts in the memory of a run, made from pieces. */
#ifndef DXKI_VALIDATE_TEXT_H
#define DXKI_VALIDATE_TEXT_H

#include "text/snippet.h"
#include "validate/types.h"

/* A text as DXC has it in messages: "<null>" when it is empty; escaped when it begins with the
 * mark of names that are not mangled. */
dxki_arg dxki_val_arg_text(dxk_str text);
dxki_arg dxki_val_arg_text_z(const char *text);

/* A template with its arguments, in the run's arena; see dxki_format_nested(). */
dxk_str dxki_val_format(dxki_val *v, const char *pattern, const dxki_arg *args, size_t count);
dxk_str dxki_val_signed(dxki_val *v, int64_t number);     /* "-2" */
dxk_str dxki_val_join(dxki_val *v, dxk_str a, dxk_str b); /* a, b */

/* Pieces of the module as text, with the names that functions got; NULL: out of memory. */
dxki_text_snippets *dxki_val_snippets(dxki_val *v);

#endif
