/* SPDX-License-Identifier: MIT */
/*
 * vec.h - growable arrays: `DXKI_VEC(type) name`, pushed to with dxki_vec_push().
 *
 * The array is one block of the context's allocator, freed with dxki_vec_free(). Elements are
 * plain data; indices, not pointers, are kept elsewhere, since growing moves them.
 */
#ifndef DXKI_BASE_VEC_H
#define DXKI_BASE_VEC_H

#include "base/ctx.h"

#define DXKI_VEC(type)                                                                             \
    struct {                                                                                       \
        type *items;     /* the elements */                                                        \
        size_t count;    /* elements used */                                                       \
        size_t capacity; /* elements allocated */                                                  \
    }

/* Makes room for `extra` more elements of `size` bytes. Helper of the macros. */
bool dxki_vec_grow(dxk_ctx *ctx, void **items, size_t *capacity, size_t count, size_t extra,
                   size_t size);

/* Changes the capacity to `wanted` elements of `size` bytes, no fewer than are used. */
bool dxki_vec_resize(dxk_ctx *ctx, void **items, size_t *capacity, size_t wanted, size_t size);

/* True when `extra` more elements fit (now); false when out of memory. */
#define dxki_vec_reserve(ctx, vec, extra)                                                          \
    ((vec)->capacity - (vec)->count >= (size_t)(extra) ||                                          \
     dxki_vec_grow((ctx), (void **)&(vec)->items, &(vec)->capacity, (vec)->count, (size_t)(extra), \
                   sizeof *(vec)->items))

/* Appends `value`; false when out of memory. */
#define dxki_vec_push(ctx, vec, value)                                                             \
    (dxki_vec_reserve((ctx), (vec), 1) ? ((vec)->items[(vec)->count++] = (value), true) : false)

/* Gives back what is allocated beyond the elements; false: out of memory. */
#define dxki_vec_trim(ctx, vec)                                                                    \
    ((vec)->count == 0 || (vec)->count == (vec)->capacity ||                                       \
     dxki_vec_resize((ctx), (void **)&(vec)->items, &(vec)->capacity, (vec)->count,                \
                     sizeof *(vec)->items))

/* Frees the block and empties the array. */
#define dxki_vec_free(ctx, vec)                                                                    \
    (dxki_realloc((ctx), (vec)->items, (vec)->capacity * sizeof *(vec)->items, 0),                 \
     (vec)->items = NULL, (vec)->count = 0, (vec)->capacity = 0)

#endif
