/* SPDX-License-Identifier: MIT */
/*
 * arena.h - bump allocation for everything that dies together.
 *
 *   first chunk          second chunk                 big request
 *   +----+-----------+   +----+------------------+   +----+---------------+
 *   |next| objects...|<--|next| objects ... free |   |next| one object    |
 *   +----+-----------+   +----+------------------+   +----+---------------+
 *
 * Chunks double up to 256 KiB. Nothing is freed before the whole arena. A large request gets a
 * chunk of its own, linked after the current one, so the current one is not wasted.
 */
#ifndef DXKI_BASE_ARENA_H
#define DXKI_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>
#include "dxk/base.h"

typedef struct dxki_chunk dxki_chunk;

typedef struct dxki_arena {
    dxk_ctx *ctx;
    dxki_chunk *head; /* the chunk that is being filled */
    uint8_t *next;    /* first free byte in it */
    uint8_t *end;     /* its end */
    size_t chunk_size;
} dxki_arena;

void dxki_arena_init(dxki_arena *arena, dxk_ctx *ctx);
void dxki_arena_free(dxki_arena *arena);

/* `size` bytes aligned for any type, not initialised; NULL when out of memory. Size 0 gives a
 * valid pointer. */
void *dxki_arena_alloc(dxki_arena *arena, size_t size);

/* The same, zeroed, for `count` objects of `size` bytes; NULL on overflow too. */
void *dxki_arena_zalloc(dxki_arena *arena, size_t count, size_t size);

/* A NUL-terminated copy. */
char *dxki_arena_strdup(dxki_arena *arena, const char *text, size_t size);

/* One zeroed object, or an array of them, of a type. */
#define DXKI_NEW(arena, type) ((type *)dxki_arena_zalloc((arena), 1, sizeof(type)))
#define DXKI_NEW_ARRAY(arena, type, count)                                                         \
    ((type *)dxki_arena_zalloc((arena), (count), sizeof(type)))

#endif
