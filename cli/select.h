/* SPDX-License-Identifier: MIT */
/* select.h - naming a part on the command line: by FourCC ("DXIL") or by index ("#3" or "3"). */
#ifndef SELECT_H
#define SELECT_H

#include "job.h"

/* A FourCC from exactly four characters. */
bool select_fourcc(const char *text, size_t size, uint32_t *fourcc);

/* The index that "#3" or "3" means. Four digits without # are a FourCC. */
bool select_index(const char *text, uint64_t *index);

/*
 * Finds the part that `what` names. Of several with one FourCC the first, with a warning. CLI_OK,
 * else a message was made.
 */
int select_part(job *j, const dxk_container *container, const char *what, size_t *index);

/* Whether part `index` is named by `what`: every part of that FourCC, or the one of that index. */
bool select_matches(const dxk_container *container, size_t index, const char *what);

#endif
