/* SPDX-License-Identifier: MIT */
/*
 * blocks.h - small and middling blocks for one thread. A block that is given back waits in the list
 * of its class of sizes for the next that is asked for; a new one is cut off a slab. The owner says
 * how large a block is that it gives back, so blocks have no headers and nothing is searched. That is
 * a tenth of the work of malloc(), and unlike it does not return pages to the system between two inputs.
 */
#ifndef CLI_BLOCKS_H
#define CLI_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BLOCKS_MOST    ((size_t)512 << 10) /* larger blocks are not for this */
#define BLOCKS_CLASSES 56

typedef struct blocks_slab blocks_slab;

/* Zero-initialise. */
typedef struct blocks {
    void *waiting[BLOCKS_CLASSES]; /* each holds the address of the next */
    uint8_t *next, *end;           /* what is left of the newest slab */
    blocks_slab *slabs;
} blocks;

/* Are blocks of these sizes, of at most BLOCKS_MOST bytes, interchangeable? */
bool blocks_alike(size_t a, size_t b);

/* The next blocks are cut off `room`, which stays the caller's. */
void blocks_lend(blocks *b, void *room, size_t size);

/* A block of `size` bytes, 1 to BLOCKS_MOST; NULL: out of memory. */
void *blocks_take(blocks *b, size_t size);

/* Gives back a block that was taken with `size`. */
void blocks_give(blocks *b, void *ptr, size_t size);

/* Frees the slabs, and with them all blocks. */
void blocks_free(blocks *b);

#endif
