/* SPDX-License-Identifier: MIT */
/*
 * uses.h - who uses a value: lists of (user, operand), for a module or for one function at a time.
 *
 *   heads by value          nodes, those of a user next to each other, one per operand
 *   %1 --------------------> [%7, 0] --> [%5, 1] --> [%5, 0]
 *
 * Users are instructions, constants and globals (an initialiser, an aliasee, and what functions
 * consist of beside their bodies). As in LLVM, metadata does not use values, and a phi does not
 * use the blocks that its values come from. Lists are in the order of the newest use first; LLVM's
 * own order, which files show, is made in bitcode/uses.h.
 *
 * Building is linear. Lists of one function cost as much as the function: a pass makes the tables
 * once with dxki_uses_begin() and enters one function after the other. What a pass changes it can
 * tell: dxki_uses_set(), dxki_uses_add() and dxki_uses_drop() take constant time per operand.
 * Otherwise the lists are a snapshot.
 */
#ifndef DXKI_ANALYSIS_USES_H
#define DXKI_ANALYSIS_USES_H

#include "ir/ir.h"

typedef struct dxki_use {
    dxki_value user;
    uint32_t operand;
    dxki_value value;    /* that is used; 0: none, the node is in no list */
    uint32_t next, prev; /* in the list of the value, 0: none */
} dxki_use;

/* By index of the value: the first node of its list, how many there are, and the node of its own
 * first operand. */
typedef struct dxki_use_head {
    uint32_t head, count, own;
} dxki_use_head;

typedef struct dxki_uses {
    const dxk_module *m;
    uint32_t function; /* that is entered; 0: the lists are those of the module */
    bool whole;
    DXKI_VEC(dxki_use_head) heads[DXKI_V_BLOCK + 1]; /* by tag */
    DXKI_VEC(dxki_use) uses;                         /* [0] dummy */
} dxki_uses;

/* Makes empty tables for a module; false: out of memory. To be freed in any case. */
bool dxki_uses_begin(dxki_uses *u, const dxk_module *m);
void dxki_uses_free(dxki_uses *u);

/* Lists all uses in the module. */
bool dxki_uses_build(dxki_uses *u);
/* Forgets all, then lists the uses of arguments, blocks and instructions of one function. */
bool dxki_uses_enter(dxki_uses *u, uint32_t function);

/* Tells of an instruction that was made or whose operands have been replaced by others. */
bool dxki_uses_add(dxki_uses *u, uint32_t inst);
/* Tells that an instruction uses nothing any more. */
void dxki_uses_drop(dxki_uses *u, uint32_t inst);
/* Tells that an operand of an instruction is another value now. */
bool dxki_uses_set(dxki_uses *u, uint32_t inst, uint32_t operand, dxki_value value);

static inline uint32_t dxki_uses_first(const dxki_uses *u, dxki_value value)
{
    dxki_value_tag tag = DXKI_TAG(value);
    uint32_t index = DXKI_INDEX(value);
    return tag <= DXKI_V_BLOCK && index < u->heads[tag].count ? u->heads[tag].items[index].head : 0;
}

static inline uint32_t dxki_uses_count(const dxki_uses *u, dxki_value value)
{
    dxki_value_tag tag = DXKI_TAG(value);
    uint32_t index = DXKI_INDEX(value);
    return tag <= DXKI_V_BLOCK && index < u->heads[tag].count ? u->heads[tag].items[index].count
                                                              : 0;
}

/* For each use `i` of `value`: uses->uses.items[i]. The list may not be changed meanwhile. */
#define DXKI_EACH_USE_OF(u, value, i)                                                              \
    for (uint32_t i = dxki_uses_first((u), (value)); i; i = (u)->uses.items[i].next)

/* Operands that a constant, or a global, holds: count, and operand `i`. */
uint32_t dxki_uses_operand_count(const dxk_module *m, dxki_value value);
dxki_value dxki_uses_operand(const dxk_module *m, dxki_value value, uint32_t i);

#endif
