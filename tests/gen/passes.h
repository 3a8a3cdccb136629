/* SPDX-License-Identifier: MIT */
/* passes.h - lists of passes at random. */
#ifndef GEN_PASSES_H
#define GEN_PASSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes a list of passes that keep a program's meaning: one alone, a list that has a name, or
 * several in any order, some with options. The same seed gives the same list. True if it is one that
 * has a name. */
bool gen_random_passes(uint64_t seed, char *text, size_t room);

#endif
