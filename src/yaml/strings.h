/* SPDX-License-Identifier: MIT */
/*
 * strings.h - the tables of strings and of index runs that documents leave out, built as LLVM's
 * writer builds them.
 */
#ifndef DXKI_YAML_STRINGS_H
#define DXKI_YAML_STRINGS_H

#include "base/arena.h"
#include "base/vec.h"

/* A string and where it lies. */
typedef struct dxki_yaml_pooled {
    dxk_str text;
    uint32_t offset;
} dxki_yaml_pooled;

/* A table in which each string lies once, in order of first use. */
typedef struct dxki_yaml_strings {
    dxki_arena *arena;
    bool bare;       /* no terminators: pieces of bytes */
    uint32_t *slots; /* open hash: number of an item from 1 on, 0 is free */
    size_t mask;
    dxki_yaml_pooled *items;
    size_t count, room;
    uint64_t size; /* bytes */
} dxki_yaml_strings;

/* All are false when out of memory. The texts are not copied. */
bool dxki_yaml_strings_init(dxki_yaml_strings *t, dxki_arena *arena, bool bare);
bool dxki_yaml_strings_add(dxki_yaml_strings *t, dxk_str text, uint32_t *offset);

/* Notes a string that is after all others already; of equal ones the first is found. */
bool dxki_yaml_strings_place(dxki_yaml_strings *t, dxk_str text);

/* The bytes from item `first` on. */
bool dxki_yaml_strings_done(const dxki_yaml_strings *t, size_t first, dxk_bytes *table);

/*
 * A table that begins with an empty string, in which strings that end alike share their end:
 * sets the offset of each of `count` strings and makes the bytes, padded to 4.
 */
bool dxki_yaml_strings_merge(dxki_arena *arena, const dxk_str *texts, size_t count,
                             uint32_t *offsets, dxk_bytes *table);

/* Where `run` lies in `table` first; SIZE_MAX when nowhere. */
size_t dxki_yaml_find_run(const uint32_t *table, size_t size, const uint32_t *run, size_t count);

#endif
