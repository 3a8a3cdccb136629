/* SPDX-License-Identifier: MIT */
/*
 * mem.h - what memory instructions touch: the objects behind a pointer, whether two pointers can
 * mean the same place, and which kinds of memory an instruction reads and writes.
 *
 * What LLVM's own instructions do is known here; what a call does is told by a function that is
 * handed in, since operations are a matter of DXIL (dxil/op.h), not of LLVM.
 */
#ifndef DXKI_ANALYSIS_MEM_H
#define DXKI_ANALYSIS_MEM_H

#include "base/vec.h"
#include "ir/ir.h"

/* Kinds of memory, as bits. What is in two kinds never overlaps. */
enum dxki_mem_kind {
    DXKI_MEM_LOCAL = 1,    /* alloca: of one lane */
    DXKI_MEM_PRIVATE = 2,  /* variables in the default address space: of one lane, too */
    DXKI_MEM_SHARED = 4,   /* group-shared variables */
    DXKI_MEM_CONSTANT = 8, /* variables that are constant */
    DXKI_MEM_BUFFER = 16,  /* resources that are only read: constant buffers, SRVs */
    DXKI_MEM_UAV = 32,     /* resources that are written */
    DXKI_MEM_INPUT = 64,   /* of the signature, system values */
    DXKI_MEM_OUTPUT = 128, /* of the signature */
    DXKI_MEM_OBJECT = 256, /* node records, ray queries, hit objects, payloads */
    DXKI_MEM_OTHER = 512,  /* behind a pointer of which nothing is known */
    DXKI_MEM_ALL = 1023
};

enum {
    DXKI_MEM_FLOW = 1, /* may end the lane or the program, or wait for others: not to be removed */
    DXKI_MEM_ORDERED = 2, /* volatile, atomic or a barrier: keeps its place among its kinds */
};

typedef struct dxki_mem_effect {
    uint16_t reads, writes; /* DXKI_MEM_ bits */
    uint8_t flags;
} dxki_mem_effect;

/* What a call or invoke does. `callee`: index in globals, 0: not known. */
typedef struct dxki_mem_calls {
    dxki_mem_effect (*effect)(const void *user, const dxk_module *m, const dxki_inst *call,
                              uint32_t callee);
    const void *user;
} dxki_mem_calls;

/* The effect of an instruction. `calls` may be NULL: calls do anything. */
dxki_mem_effect dxki_mem_effect_of(const dxk_module *m, const dxki_inst *inst,
                                   const dxki_mem_calls *calls);

/* True if an instruction with this effect may go when its result is not used. */
static inline bool dxki_mem_is_removable(dxki_mem_effect e)
{
    return e.writes == 0 && e.flags == 0;
}

/* True if two instructions may change places as far as memory goes. */
static inline bool dxki_mem_commute(dxki_mem_effect a, dxki_mem_effect b)
{
    return !(a.writes & (b.reads | b.writes)) && !(b.writes & a.reads) &&
           !((a.flags | b.flags) & DXKI_MEM_FLOW) && !(a.flags & b.flags & DXKI_MEM_ORDERED);
}

/* The pointer operand of a load, store, cmpxchg or atomicrmw; 0: the instruction has none. */
dxki_value dxki_mem_pointer(const dxk_module *m, const dxki_inst *inst);

/* What a pointer is computed from by getelementptr and casts, also in constants: the variable, the
 * alloca, or else the first value that is neither. */
dxki_value dxki_mem_base(const dxk_module *m, dxki_value pointer);

/* Which kinds of memory a pointer may point to, by its base and its address space. */
uint16_t dxki_mem_kinds(const dxk_module *m, dxki_value pointer);

typedef enum dxki_mem_alias {
    DXKI_MEM_APART, /* never the same place */
    DXKI_MEM_MAY,
    DXKI_MEM_SAME /* always the same address */
} dxki_mem_alias;

/* Compares what two pointers mean: their objects, then their indices as long as the types are the
 * same. Takes time in proportion to the computations that the pointers are made by. */
dxki_mem_alias dxki_mem_compare(const dxk_module *m, dxki_value a, dxki_value b);

/*
 * All objects behind a pointer, through phis and selects, too. A search marks instructions and
 * constants, so that each is looked at once; `list` holds what the last search found: variables, allocas, or
 * values of which nothing more is known.
 */
typedef struct dxki_mem_search {
    const dxk_module *m;
    uint32_t *seen; /* by instruction, then by constant: search that has met it */
    uint32_t inst_count, const_count, number;
    DXKI_VEC(dxki_value) stack, list;
} dxki_mem_search;

/* False: out of memory. To be freed in any case. */
bool dxki_mem_search_begin(dxki_mem_search *s, const dxk_module *m);
bool dxki_mem_search_run(dxki_mem_search *s, dxki_value pointer);
void dxki_mem_search_free(dxki_mem_search *s);

#endif
