/* SPDX-License-Identifier: MIT */
/*
 * memory.h - variables in memory: where they are, and how lanes load and store there.
 *
 * A pointer is (object, offset in bytes). Objects are variables and allocas; functions do not call
 * themselves, so that each has one place for the whole run:
 *
 *   space     what                                   laid out as
 *   PRIVATE   allocas, variables of each lane        words by lane: memory[word * lanes + lane]
 *   SHARED    group-shared variables                 words of the group
 *   TABLE     constant variables                     words of the program
 *
 * Words have 32 bits, the byte at the lowest address is the lowest of its word. What is loaded from
 * outside of an object is 0, what is stored there vanishes.
 */
#ifndef DXKI_EXEC_MEMORY_H
#define DXKI_EXEC_MEMORY_H

#include "exec/wave.h"

typedef enum dxki_exec_space {
    DXKI_EXEC_NOWHERE,
    DXKI_EXEC_PRIVATE,
    DXKI_EXEC_SHARED,
    DXKI_EXEC_TABLE,
    DXKI_EXEC_RESOURCE /* variable that stands for a resource in a library; never accessed */
} dxki_exec_space;

typedef struct dxki_exec_object {
    uint8_t space;  /* dxki_exec_space */
    uint32_t base;  /* first byte in its space, a multiple of 8 */
    uint32_t size;  /* bytes */
    uint32_t cls;   /* RESOURCE: dxk_resource_class */
    uint32_t id;    /* RESOURCE: index in that list of the metadata */
    uint32_t first; /* RESOURCE: its first register */
    uint32_t step;  /* RESOURCE: bytes that an element of the array counts as; 0: it is none */
    uint32_t inst;  /* alloca: index in insts; 0: a variable */
    uint32_t global;
} dxki_exec_object;

/* The content of a space at the start. */
typedef struct dxki_exec_image {
    uint32_t *words; /* NULL: all zero */
    uint32_t size;   /* words */
} dxki_exec_image;

#endif
