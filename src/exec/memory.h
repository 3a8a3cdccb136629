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
 *   PAYLOAD   what a mesh group is given             words of the group
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
    DXKI_EXEC_PAYLOAD,
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
    uint32_t known;  /* how many `words` there are at least; the rest is zero or undefined */
    uint32_t size;   /* words of the space */
} dxki_exec_image;

typedef enum dxki_exec_access_kind { DXKI_EXEC_LOAD, DXKI_EXEC_STORE } dxki_exec_access_kind;

/*
 * Handlers. Accesses: dst is the value (also of stores, which read it), `a` the offset, `b` the row
 * with the object if `imm` is 0, else `imm` is the object; `c` is added to the offset, `aux` is the
 * dxki_exec_elem.
 */
dxki_exec_fn dxki_exec_load_32, dxki_exec_load_64, dxki_exec_store_32, dxki_exec_store_64;
/* Words of private memory at a place that is known: `imm`, counted in words. */
dxki_exec_fn dxki_exec_load_private_word, dxki_exec_store_private_word;
/* Words of an object that is known, by its space. */
dxki_exec_fn *dxki_exec_load_known(uint8_t space);
dxki_exec_fn *dxki_exec_store_known(uint8_t space);

/* Copies bytes of an object at an offset as a lane sees them; those outside of it are 0. */
void dxki_exec_read_bytes(const dxki_exec_wave *w, uint32_t object, uint32_t lane, uint32_t at,
                          uint8_t *to, uint32_t size);

/* dst = a + imm + the sum of indices times strides: triples at `b` of the lists, `aux` of them. */
dxki_exec_fn dxki_exec_add_indices;
/* dst = a + imm + b * c. */
dxki_exec_fn *dxki_exec_add_index_fn(void);
/* dst = a / imm + b: the register of a resource in an array. */
dxki_exec_fn dxki_exec_load_resource;

/* Atomic operations: as accesses, with the operands in a list at `c`. NULL: no such operation. */
dxki_exec_fn *dxki_exec_atomic_fn(uint32_t operation, bool wide);
dxki_exec_fn dxki_exec_compare_exchange;
/* True if what was there does not matter for what is there then. */
bool dxki_exec_atomic_replaces(uint32_t operation);

/* Bytes of a number in memory. */
uint32_t dxki_exec_elem_bytes(uint32_t elem);

#endif
