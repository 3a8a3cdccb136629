/* SPDX-License-Identifier: MIT */
/*
 * gvn.h - the parts of the pass gvn.
 *
 *   gvn.c           the walk, keys of instructions, calls of operations
 *   gvn_memory.c    loads and stores: what memory holds
 *   gvn_truths.c    conditions: what a branch has decided
 */
#ifndef DXKI_PASS_GVN_H
#define DXKI_PASS_GVN_H

#include "pass/memory.h"
#include "pass/merge.h"
#include "pass/value_table.h"

/* What the last accesses to an object said, for its current version. */
#define DXKI_PASS_RECENT 16u

typedef struct dxki_pass_recent {
    uint64_t classes; /* of the object, or of all that it may be */
    uint32_t stamp, count, turn;
    struct {
        dxki_value pointer, value;
        dxki_type type;
        uint32_t block;
    } items[DXKI_PASS_RECENT];
} dxki_pass_recent;

typedef struct dxki_pass_gvn_walk {
    dxki_pass *p;
    dxk_module *m;
    dxki_pass_algebra a;
    dxki_pass_memory mem;
    dxki_pass_table table;
    const dxki_cfg *cfg;
    const dxki_dom *dom, *post;
    const dxki_loops *loops;
    dxki_pass_recent *recents; /* by the lowest of its classes, of those that mem has */
    uint32_t block;            /* where the walk is, by number */
    uint64_t known; /* a filter: something may have been entered of values whose bit is set */
    bool failed;
} dxki_pass_gvn_walk;

/* Puts a word into the key at hand. */
static inline void dxki_pass_gvn_key(dxki_pass_gvn_walk *n, uint32_t word)
{
    dxki_pass_table_key(&n->table, word);
}

/* Begins the key of what an instruction computes, but for what it reads. */
void dxki_pass_gvn_begin_key(dxki_pass_gvn_walk *n, const dxki_inst *in);

/* Ends the key: the instruction is replaced by what is entered there, which is true, or is entered. */
bool dxki_pass_gvn_find_or_enter(dxki_pass_gvn_walk *n, uint32_t inst);

/* --- gvn_memory.c --- */

void dxki_pass_gvn_load(dxki_pass_gvn_walk *n, uint32_t inst);
void dxki_pass_gvn_store(dxki_pass_gvn_walk *n, uint32_t inst);

/* --- gvn_truths.c --- */

/* Enters what the branch that alone leads to the block has decided. */
void dxki_pass_gvn_enter_truths(dxki_pass_gvn_walk *n, uint32_t number);

/* Puts what is known of conditions in the place of operands: those of an instruction, and those that
 * phis have from the block. */
void dxki_pass_gvn_use_truths(dxki_pass_gvn_walk *n, uint32_t inst);
void dxki_pass_gvn_use_truths_in_phis(dxki_pass_gvn_walk *n);

#endif
