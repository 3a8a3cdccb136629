/* SPDX-License-Identifier: MIT */
/*
 * mem.h - what instructions do to memory: which kinds of it they read and write, the objects behind
 * a pointer, whether two pointers can mean the same place.
 *
 * What calls of DXIL operations do is a column of their table (spec/dxil_effects.def). Of other
 * calls the caller may know something; else they do anything.
 */
#ifndef DXKI_ANALYSIS_MEM_H
#define DXKI_ANALYSIS_MEM_H

#include "base/arena.h"
#include "base/vec.h"
#include "ir/dxop.h"

/* Kinds of memory, as bits: those of operations (DXKI_DXM_), and the variables of a module. What is
 * in two kinds never overlaps. Group-shared variables are DXKI_DXM_SHARED. */
enum {
    DXKI_MEM_SHARED = DXKI_DXM_SHARED,
    DXKI_MEM_LOCAL = 4096,     /* alloca: of one lane */
    DXKI_MEM_PRIVATE = 8192,   /* variables in the default address space: of one lane, too */
    DXKI_MEM_CONSTANT = 16384, /* variables that are constant */
    DXKI_MEM_OTHER = 32768,    /* behind a pointer of which nothing is known: payloads */
    DXKI_MEM_ALL = 65535
};

enum {
    DXKI_MEM_KEEP = 1,    /* does something else than to give a result and to write memory */
    DXKI_MEM_CONVERGE = 2 /* lanes have to come to it together: depends on the same branches */
};

typedef struct dxki_mem_effect {
    uint16_t reads, writes; /* bits of kinds */
    uint8_t flags;
} dxki_mem_effect;

/* What a call does that makes no known operation. `callee`: index in globals, 0: not known. */
typedef struct dxki_mem_calls {
    dxki_mem_effect (*effect)(const void *user, const dxk_module *m, const dxki_inst *call,
                              uint32_t callee);
    const void *user;
} dxki_mem_calls;

/* The effect of an instruction. `calls` may be NULL: such calls do anything. */
dxki_mem_effect dxki_mem_effect_of(const dxk_module *m, const dxki_inst *inst,
                                   const dxki_mem_calls *calls);

/* The effect of a call of which is known that it makes an operation. */
dxki_mem_effect dxki_mem_effect_of_operation(const dxk_module *m, const dxki_inst *call,
                                             const dxki_dxop_info *op);

/* True if an instruction with this effect may go when its result is not used. */
static inline bool dxki_mem_is_removable(dxki_mem_effect e)
{
    return e.writes == 0 && !(e.flags & DXKI_MEM_KEEP);
}

/* True if two instructions of a block may change places as far as memory goes. */
static inline bool dxki_mem_commute(dxki_mem_effect a, dxki_mem_effect b)
{
    return !(a.writes & (b.reads | b.writes)) && !(b.writes & a.reads) &&
           !(a.flags & b.flags & DXKI_MEM_KEEP);
}

/* The pointer operand of a load, store, cmpxchg or atomicrmw; 0: the instruction has none. */
dxki_value dxki_mem_pointer(const dxk_module *m, const dxki_inst *inst);

/* What a pointer is computed from by getelementptr and casts, also in constants: the variable, the
 * alloca, or else the first value that is neither. */
dxki_value dxki_mem_base(const dxk_module *m, dxki_value pointer);
/* The alloca that a pointer is computed from; 0: it is from elsewhere. */
uint32_t dxki_mem_alloca(const dxk_module *m, dxki_value pointer);

/* The same for many pointers of a module: what instructions compute them from is remembered, so
 * that long chains of computations are walked once. Constants are left as they are. Instructions that
 * were made since are not remembered; after a change to one that was, what is remembered is void. */
typedef struct dxki_mem_bases {
    const dxk_module *m;
    dxki_value *of; /* by instruction; 0: not looked at */
    size_t count;   /* of them */
} dxki_mem_bases;

/* False: out of memory. */
bool dxki_mem_bases_begin(dxki_mem_bases *b, dxki_arena *arena, const dxk_module *m);
dxki_value dxki_mem_bases_find(dxki_mem_bases *b, dxki_value pointer);

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
