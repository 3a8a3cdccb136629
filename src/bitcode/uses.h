/* SPDX-License-Identifier: MIT */
/*
 * uses.h - the use lists that LLVM would have in memory for a module: of each value, who uses it
 * as which operand, newest use first. See uselist.h for what they are good for.
 *
 * LLVM puts a new use at the head of the list. A value that is used before it is defined has a
 * placeholder; when the definition comes, the placeholder's uses are moved over one by one from
 * the head, which turns them around.
 */
#ifndef DXKI_BITCODE_USES_H
#define DXKI_BITCODE_USES_H

#include "analysis/uses.h"

typedef struct dxki_bc_use {
    uint32_t user;    /* entity */
    uint32_t operand; /* number of the operand */
    uint32_t next;    /* index of the next use, 0: last */
} dxki_bc_use;

typedef struct dxki_bc_uses {
    const dxk_module *m;
    dxk_ctx *ctx;
    dxki_arena arena;
    uint32_t base[DXKI_V_BLOCK + 1]; /* entity of index 0 by tag */
    uint32_t entities;
    uint32_t *heads;            /* by entity: index in uses, 0: none */
    uint32_t *counts;           /* by entity; NULL: as read, with no list that is shuffled */
    uint8_t *built;             /* by constant: its operands are in the lists */
    DXKI_VEC(dxki_bc_use) uses; /* [0] dummy */
    DXKI_VEC(uint32_t) order;   /* of a list that is shuffled */
    bool brief;                 /* numbers, results of arithmetic, and members have no list */
    bool failed;
} dxki_bc_uses;

/* Builds the lists; false: out of memory. To be freed in any case. */
bool dxki_bc_uses_build(dxki_bc_uses *u, const dxk_module *m);
/* The same for a module that is as it was read: constants by their place in the stream, not by the
 * number that a writer would give them. Cheaper, and right for streams that LLVM did not write.
 * `brief`: constant numbers, results of arithmetic and comparisons, and members of results
 * (dxki_inst_is_plain_member()) get no list. They are most of what is used, and almost nobody asks
 * who uses them. */
bool dxki_bc_uses_build_read(dxki_bc_uses *u, const dxk_module *m, bool brief);
void dxki_bc_uses_free(dxki_bc_uses *u);

/* Dense number of a value that has a list; UINT32_MAX for others. */
static inline uint32_t dxki_bc_uses_entity(const dxki_bc_uses *u, dxki_value value)
{
    dxki_value_tag tag = DXKI_TAG(value);
    return tag >= DXKI_V_GLOBAL && tag <= DXKI_V_BLOCK ? u->base[tag] + DXKI_INDEX(value)
                                                       : UINT32_MAX;
}

/* The newest use of a value; 0: there is none, or it has no list. */
static inline uint32_t dxki_bc_uses_first(const dxki_bc_uses *u, dxki_value value)
{
    uint32_t entity = dxki_bc_uses_entity(u, value);
    return entity == UINT32_MAX ? 0 : u->heads[entity];
}

/* Who uses it there. */
static inline dxki_value dxki_bc_uses_user(const dxki_bc_uses *u, uint32_t use)
{
    uint32_t entity = u->uses.items[use].user;
    dxki_value_tag tag = DXKI_V_BLOCK;
    while (tag > DXKI_V_GLOBAL && entity < u->base[tag])
        tag--;
    return DXKI_VALUE(tag, entity - u->base[tag]);
}

/* For each use `use` of `value`, newest first. */
#define DXKI_BC_EACH_USE(u, value, use)                                                            \
    for (uint32_t use = dxki_bc_uses_first((u), (value)); use; use = (u)->uses.items[use].next)

#endif
