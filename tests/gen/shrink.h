/* SPDX-License-Identifier: MIT */
/* shrink.h - a failing program made small. */
#ifndef GEN_SHRINK_H
#define GEN_SHRINK_H

#include "tree.h"

/* True if the program still fails. It may be changed only by gen_tree_mark(), which was called. */
typedef bool (*gen_fails_fn)(void *user, gen_program *p);

/* Takes pieces out of a program that fails as long as it does; at most `tries` times. Returns how
 * often it asked. */
uint32_t gen_shrink(gen_program *p, gen_fails_fn fails, void *user, uint32_t tries);

#endif
