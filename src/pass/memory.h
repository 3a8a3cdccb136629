/* SPDX-License-Identifier: MIT */
/*
 * memory.h - versions of memory along a function, for value numbering: two loads give the same if
 * what they read has the same version at both.
 *
 * Memory is cut into classes, at most 64: one for each kind (DXKI_MEM_), and one for each of the
 * first objects met: allocas, variables, UAVs that are not the same memory. What is left shares the
 * class of its kind. A class has a stamp, a number that grows with each write to it in the order of
 * the walk; that of several classes is the largest of theirs, since a write between two places, one
 * of which dominates the other, comes after the first one in the walk, and so has a larger stamp
 * than all that was there.
 *
 *        x = 1            stamp 1
 *       /     \
 *    x = 2     |          stamp 2                 header: a new stamp if something in the loop
 *       \     /                                   writes the class
 *        join             1 and 2 differ: a new stamp, 3
 *
 * The walk enters blocks so that a block comes after all its predecessors, edges back to headers of
 * loops apart.
 */
#ifndef DXKI_PASS_MEMORY_H
#define DXKI_PASS_MEMORY_H

#include "pass/pass.h"

#define DXKI_PASS_CLASSES 64u

/* What an instruction does to memory, by classes. */
typedef struct dxki_pass_access {
    uint64_t reads, writes;
    bool fixed; /* volatile, atomic, coherent: never merged, nor forwarded */
} dxki_pass_access;

typedef struct dxki_pass_memory {
    dxki_pass *p;
    const dxk_dxil *dxil;
    const dxki_cfg *cfg;
    const dxki_loops *loops;
    uint64_t objects[DXKI_PASS_CLASSES]; /* by class: what it is of, 0: a kind */
    uint32_t classes;                    /* used */
    uint64_t of_kind[16];                /* by kind: its own class, and those of its objects */
    uint64_t *loop_writes;               /* by loop */
    uint32_t *leaving; /* by block, then by class: stamps at its end; 0: not yet */
    uint32_t now[DXKI_PASS_CLASSES];
    uint32_t last; /* the largest stamp */
} dxki_pass_memory;

/* Looks at all of p->function; false: out of memory. */
bool dxki_pass_memory_begin(dxki_pass_memory *mem, dxki_pass *p);

/* What an instruction reads and writes. */
dxki_pass_access dxki_pass_memory_access(dxki_pass_memory *mem, const dxki_inst *inst);

/* Begin and end the visit of a block, given by its number. */
void dxki_pass_memory_enter(dxki_pass_memory *mem, uint32_t block);
void dxki_pass_memory_leave(dxki_pass_memory *mem, uint32_t block);

/* Something is written. */
void dxki_pass_memory_write(dxki_pass_memory *mem, uint64_t classes);

/* The stamp of all these classes; 0: they have never been written here. */
uint32_t dxki_pass_memory_stamp(const dxki_pass_memory *mem, uint64_t classes);

#endif
