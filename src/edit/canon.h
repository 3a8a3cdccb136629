/* SPDX-License-Identifier: MIT */
/*
 * canon.h - the canonical form: shaders that differ only in names, in the order of what has no
 * order, in commutative operands and in dead code become the same bytes.
 *
 *   canon_resources.c   canonical-resources: ranges by class, space and register
 *   canon_prepare.c     what labels take for granted
 *   canon_label.c       labels: numbers that say what something is, whatever its place or name
 *   canon_memory.c      which instructions of a block must keep their order
 *   canon_code.c        canonical-code: blocks, instructions and operands by their labels
 *   canon_module.c      canonical-module: functions, variables, metadata
 *
 * The label of an instruction is a hash of its operation and of the labels of its operands. What is
 * told apart by its use only, like two variables of the same type, or one of two equal values, is
 * labelled by its users, too; a few rounds of that, so that it spreads. What then still has the same
 * label is taken to be interchangeable and stays in the order in which it was found. Nothing depends
 * on indices, names or addresses, so the form is a fixed point: made again from its own result it is
 * the same.
 *
 * Source: Weisfeiler and Leman, "The reduction of a graph to canonical form" (1968).
 */
#ifndef DXKI_EDIT_CANON_H
#define DXKI_EDIT_CANON_H

#include "analysis/calls.h"
#include "ir/idset.h"
#include "ir/value_map.h"
#include "edit/edit.h"

/* --- memory: which instructions of a block keep their order (canon_memory.c) --- */

/* Kinds of memory as numbers: the bits of DXKI_MEM_, and one more for what keeps its order among its
 * like without writing memory. */
#define DXKI_EDIT_CANON_KINDS 17u

/* A place in memory: all of a kind, or one object of it that nothing else overlaps. */
typedef struct dxki_edit_canon_slot {
    uint32_t kind;
    uint32_t write; /* the last instruction of the block that wrote it; 0: none */
    uint32_t reads; /* what has read it since: list in `links`; 0: none */
    uint64_t state; /* a label for what was written; 0: nothing in this block */
    uint32_t block; /* that the members above are of: dxki_edit_canon_memory.block */
} dxki_edit_canon_slot;

typedef struct dxki_edit_canon_memory {
    dxk_module *m;
    dxki_mem_bases *bases;
    dxki_value_map slot_of;               /* by object */
    DXKI_VEC(dxki_edit_canon_slot) slots; /* [0 .. KINDS): all of a kind; then objects */
    DXKI_VEC(uint32_t)
    touched[DXKI_EDIT_CANON_KINDS]; /* objects of a kind that the block has met */
    DXKI_VEC(uint32_t) links;       /* (instruction, next) */
    uint32_t block;                 /* how many blocks were begun */
    DXKI_VEC(uint32_t) before; /* what the last instruction must follow, as far as memory goes */
    DXKI_VEC(uint32_t) wrote;  /* slots that it wrote */
    bool failed;
} dxki_edit_canon_memory;

void dxki_edit_canon_memory_begin(dxki_edit_canon_memory *mem, dxk_module *m,
                                  dxki_mem_bases *bases);
void dxki_edit_canon_memory_free(dxki_edit_canon_memory *mem);
/* Begins another block. */
void dxki_edit_canon_memory_enter(dxki_edit_canon_memory *mem);
/* The next instruction of the block: fills `before`. `state` gets a hash of what it finds in memory,
 * 0 if it does not care. True if it writes, or keeps its order otherwise. */
bool dxki_edit_canon_memory_step(dxki_edit_canon_memory *mem, uint32_t inst, uint64_t *state);
/* Says what the label of the instruction of the last step is. */
void dxki_edit_canon_memory_label(dxki_edit_canon_memory *mem, uint64_t label);

/* Removes blocks that are not reached, sorts the cases of switches; false: out of memory. */
bool dxki_edit_canon_prepare(dxki_pass *p);

/* --- labels (canon_label.c) --- */

typedef struct dxki_edit_canon {
    dxki_pass *p;
    dxk_module *m;
    dxki_arena *arena;
    dxki_calls calls;
    dxki_mem_bases bases;
    dxki_edit_canon_memory memory;
    size_t inst_count, const_count;
    uint64_t *insts, *used; /* by instruction: its label; a sum over its users, in the last round */
    uint64_t *consts, *types;
    uint64_t *globals, *global_used;
    uint32_t *block_number; /* by block: its place in reverse post-order, from 1; 0: not reached */
} dxki_edit_canon;

/* Labels the types of a module; by type. NULL: out of memory. */
uint64_t *dxki_edit_canon_types(const dxk_module *m, dxki_arena *arena);

/* Labels everything in the module, whose blocks must all be reached. False: out of memory. */
bool dxki_edit_canon_label(dxki_edit_canon *c, dxki_pass *p);
void dxki_edit_canon_free(dxki_edit_canon *c);

/* True if the name of a variable means something: those of shaders that stand alone mean nothing,
 * whatever the linkage. */
bool dxki_edit_canon_is_open(const dxki_pass *p, const dxki_global *variable);
/* The label of an operand. */
uint64_t dxki_edit_canon_value(const dxki_edit_canon *c, dxki_value value);
/* True if the first two operands after `*first` may change places; a comparison's predicate does
 * then, too. */
bool dxki_edit_canon_commutes(const dxk_module *m, const dxki_inst *inst, uint32_t *first);
/* True if `a` stands right of `b` in the canonical order of operands. */
bool dxki_edit_canon_right_of(const dxki_edit_canon *c, dxki_value a, dxki_value b);
/* The predicate of a comparison whose operands have changed places. */
uint16_t dxki_edit_canon_swapped(uint16_t predicate);

#endif
