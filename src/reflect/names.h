/* SPDX-License-Identifier: MIT */
/*
 * names.h - identifiers for a C header: made of the names of a shader, valid in C and C++,
 * and each used once.
 */
#ifndef DXKI_REFLECT_NAMES_H
#define DXKI_REFLECT_NAMES_H

#include "base/arena.h"
#include "base/vec.h"

/* Names in use, found by their hash. */
typedef struct dxki_reflect_names {
    dxki_arena *arena;
    DXKI_VEC(dxk_str) list;
    uint32_t *slots; /* open addressing: index in list + 1; 0: free */
    size_t slot_count;
    const struct dxki_reflect_names *others; /* names to keep clear of; NULL: none */
} dxki_reflect_names;

void dxki_reflect_names_init(dxki_reflect_names *names, dxki_arena *arena);
void dxki_reflect_names_free(dxki_reflect_names *names);
/* Forgets all names. */
void dxki_reflect_names_clear(dxki_reflect_names *names);

/* An identifier like `name` and `suffix` ("" for none) that is not in use, and is from now on;
 * `fallback` stands for a name without usable characters. Empty: out of memory. */
dxk_str dxki_reflect_names_add(dxki_reflect_names *names, dxk_str name, const char *suffix,
                               const char *fallback);

#endif
