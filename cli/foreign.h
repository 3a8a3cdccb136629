/* SPDX-License-Identifier: MIT */
/* foreign.h - inputs of other tools: they are named instead of being read. */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <dxk/base.h>

/* Words after "is" that say what a file is and what can be done: "SPIR-V, which is not supported". NULL: it
 * is none of the known kinds. */
const char *foreign_words(const char *name, dxk_bytes bytes);

/* True if the name ends with one of the endings, "|hlsl|fx|". */
bool foreign_has_ending(const char *name, const char *endings);

/* Where a text begins, after a mark of its encoding, blanks and comments as C has them. */
size_t foreign_text_start(dxk_bytes text);

#endif
