/* SPDX-License-Identifier: MIT */
/*
 * memory.h - the allocator of a job. Small blocks come from slabs (blocks.h). Once a job holds more than
 * small inputs need, its large blocks come from one range of addresses on huge pages: the kernel
 * takes longer to hand out five hundred pages of 4 KiB, one fault each, than a program takes to
 * read a shader into them.
 *
 *    base                                            top
 *    +-------+-------+--------+--------------+-------+- - - - - - - -+
 *    | small | block |  hole  |    block     | block | untouched     |
 *    +-------+-------+--------+--------------+-------+- - - - - - - -+
 */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include "blocks.h"

#include <stddef.h>
#include <stdint.h>

#define MEMORY_HOLES 32

typedef struct memory_hole {
    size_t at, size;
} memory_hole;

/* Zero-initialise; the owner sets `input`. One thread at a time. */
typedef struct memory {
    uint8_t *base;                   /* of the range; NULL: there is none */
    size_t top;                      /* bytes of it that were ever in use since it was empty */
    size_t live;                     /* bytes of it in use */
    size_t outside;                  /* bytes that are not in it */
    size_t input;                    /* size of the input, 0 when it is not known */
    memory_hole holes[MEMORY_HOLES]; /* below top, in order, none beside another */
    size_t hole_count;
    blocks small;
    int refused; /* the system gave no range */
    int failed;  /* some block could not be had; the owner resets it */
} memory;

/* A dxk_alloc_fn; `user` is the memory. */
void *memory_alloc(void *user, void *ptr, size_t old_size, size_t new_size);

/* When all blocks are freed: gives the range back. */
void memory_free(memory *m);

#endif
