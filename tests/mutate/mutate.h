/* SPDX-License-Identifier: MIT */
/*
 * mutate.h - small changes to modules that keep their form: to the records of a bit stream, and to
 * the tokens of a text. The same number gives the same change.
 */
#ifndef MUTATE_MUTATE_H
#define MUTATE_MUTATE_H

#include "stream.h"

/* Changes one to three places of the stream. `what` says of the last one what was done. */
void mutate_stream(stream *s, uint64_t number, char *what, size_t size);

/* The text with one or two tokens changed, freed with free(). */
char *mutate_text(dxk_str text, uint64_t number, size_t *size);

#endif
