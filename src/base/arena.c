/* SPDX-License-Identifier: MIT */
/* arena.c - see arena.h. */
#include "base/arena.h"
#include "base/ctx.h"

#include <stdalign.h>
#include <string.h>

#define FIRST_CHUNK ((size_t)1024) /* with its header, as allocators like it */
#define LAST_CHUNK  ((size_t)256 * 1024)
#define ALIGNMENT   alignof(dxki_strictest)

struct dxki_chunk {
    dxki_chunk *next;
    size_t size; /* of the whole chunk, header included */
};

#define HEADER ((sizeof(dxki_chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

void dxki_arena_init(dxki_arena *arena, dxk_ctx *ctx)
{
    memset(arena, 0, sizeof *arena);
    arena->ctx = ctx;
    arena->chunk_size = FIRST_CHUNK;
}

void dxki_arena_free(dxki_arena *arena)
{
    dxki_chunk *chunk = arena->head;
    while (chunk) {
        dxki_chunk *next = chunk->next;
        dxki_realloc(arena->ctx, chunk, chunk->size, 0);
        chunk = next;
    }
    dxki_arena_init(arena, arena->ctx);
}

static dxki_chunk *new_chunk(dxki_arena *arena, size_t payload)
{
    if (payload > SIZE_MAX - HEADER)
        return NULL;
    dxki_chunk *chunk = dxki_realloc(arena->ctx, NULL, 0, HEADER + payload);
    if (!chunk)
        return NULL;
    chunk->size = HEADER + payload;
    return chunk;
}

static void *alloc_slow(dxki_arena *arena, size_t size)
{
    if (size > arena->chunk_size / 4) {
        dxki_chunk *chunk = new_chunk(arena, size);
        if (!chunk)
            return NULL;
        if (arena->head) {
            chunk->next = arena->head->next;
            arena->head->next = chunk;
        } else {
            chunk->next = NULL;
            arena->head = chunk;
        }
        return (uint8_t *)chunk + HEADER;
    }
    dxki_chunk *chunk = new_chunk(arena, arena->chunk_size - HEADER);
    if (!chunk)
        return NULL;
    chunk->next = arena->head;
    arena->head = chunk;
    arena->next = (uint8_t *)chunk + HEADER;
    arena->end = (uint8_t *)chunk + arena->chunk_size;
    if (arena->chunk_size < LAST_CHUNK)
        arena->chunk_size *= 2;
    void *result = arena->next;
    arena->next += size;
    return result;
}

void *dxki_arena_alloc(dxki_arena *arena, size_t size)
{
    if (size > SIZE_MAX - ALIGNMENT)
        return NULL;
    size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (size == 0)
        size = ALIGNMENT;
    if ((size_t)(arena->end - arena->next) >= size && arena->next) {
        void *result = arena->next;
        arena->next += size;
        return result;
    }
    return alloc_slow(arena, size);
}

void *dxki_arena_zalloc(dxki_arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    void *result = dxki_arena_alloc(arena, count * size);
    if (result)
        memset(result, 0, count * size);
    return result;
}

char *dxki_arena_strdup(dxki_arena *arena, const char *text, size_t size)
{
    if (size == SIZE_MAX)
        return NULL;
    char *copy = dxki_arena_alloc(arena, size + 1);
    if (!copy)
        return NULL;
    if (size)
        memcpy(copy, text, size);
    copy[size] = 0;
    return copy;
}
