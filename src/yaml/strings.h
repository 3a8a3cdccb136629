/* SPDX-License-Identifier: MIT */
/*
 * strings.h - the tables of strings and of index runs that documents leave out, built as LLVM's
 * writer builds them.
 */
#ifndef DXKI_YAML_STRINGS_H
#define DXKI_YAML_STRINGS_H

#include "base/arena.h"
#include "base/vec.h"

/* A table in which each string lies once, in order of first use. */
typedef struct dxki_strings {
    dxk_ctx *ctx;
    dxki_arena *arena;
    dxk_str *slots; /* open hash: NULL data is free */
    uint32_t *offsets;
    size_t mask;
    dxk_str *order;
    size_t count;
    uint64_t size;
} dxki_strings;

/* False when out of memory. At most `most` strings are added. */
bool dxki_strings_init(dxki_strings *t, dxk_ctx *ctx, dxki_arena *arena, size_t most);
bool dxki_strings_add(dxki_strings *t, dxk_str text, uint32_t *offset);
bool dxki_strings_done(dxki_strings *t, dxk_bytes *table);

/*
 * A table that begins with an empty string, in which strings that end alike share their end:
 * sets the offset of each of `count` strings and makes the bytes, padded to 4.
 */
bool dxki_strings_merge(dxki_arena *arena, const dxk_str *texts, size_t count, uint32_t *offsets,
                        dxk_bytes *table);

/* Finds strings in a table that is there already; false when one is not in it. */
bool dxki_find_strings(dxk_bytes table, const dxk_str *texts, size_t count, uint32_t *offsets);

/* Where `run` lies in `table` first; SIZE_MAX when nowhere. */
size_t dxki_find_run(const uint32_t *table, size_t size, const uint32_t *run, size_t count);

#endif
