/* SPDX-License-Identifier: MIT */
/*
 * ssa.h - variables become values: given where variables are set and where they are used, finds the
 * value that each use sees, and puts phis where several meet.
 *
 *        x = 1                          .-> x1 = phi(1, x2)
 *        .-> use x             ==>      |   use x1
 *        |   x = x + 1                  |   x2 = x1 + 1
 *        '-- br                         '-- br
 *
 * A variable is an alloca whose loads and stores are told (mem2reg), or a value that has got
 * several definitions, such as when blocks were copied: then its definitions are told, and the
 * operands that used the old one.
 *
 *     dxki_pass_ssa_begin(&s, p)
 *     dxki_pass_ssa_variable(&s, type, &x), dxki_pass_ssa_load(&s, x, ...), dxki_pass_ssa_store(&s, x, ...)
 *     dxki_pass_ssa_build(&s)             loads and stores are gone
 *     dxki_pass_ssa_free(&s)
 *
 * Phis are put at the iterated frontiers of the definitions, and only where the variable is still
 * needed (pruned); those that all ways bring the same value to are taken away again. Time is linear
 * in code, events and the blocks in which variables are live, phis in their operands.
 *
 * What is used before it is set is undef, which DXIL allows in a phi and hardly anywhere else: what
 * other uses get is in unset.h.
 */
#ifndef DXKI_PASS_SSA_H
#define DXKI_PASS_SSA_H

#include "pass/pass.h"

typedef enum dxki_pass_ssa_kind {
    DXKI_PASS_SSA_USE,
    DXKI_PASS_SSA_LOAD,
    DXKI_PASS_SSA_STORE,
    DXKI_PASS_SSA_DEFINE
} dxki_pass_ssa_kind;

typedef struct dxki_pass_ssa_event {
    uint32_t variable;
    uint32_t block;   /* number in the flow graph */
    uint32_t what;    /* instruction; of a DEFINE the value */
    uint32_t operand; /* of a USE */
    uint8_t kind;     /* dxki_pass_ssa_kind */
    uint8_t order;    /* among the kinds of events of a block */
} dxki_pass_ssa_event;

typedef struct dxki_pass_ssa_phi {
    uint32_t variable;
    uint32_t block; /* number in the flow graph */
    uint32_t inst;
} dxki_pass_ssa_phi;

typedef struct dxki_pass_ssa {
    dxki_pass *p;
    const dxki_cfg *cfg;
    const dxki_dom *dom;
    dxki_frontier frontier;
    /* If it is set: told of each store before it goes, and of each phi that stays: the variable has
     * that value from the place on. False: out of memory. */
    bool (*defined)(void *user, uint32_t variable, dxki_value value, dxki_place at);
    void *user;
    DXKI_VEC(dxki_type) types; /* by variable */
    DXKI_VEC(dxki_pass_ssa_event) events;
    DXKI_VEC(dxki_pass_ssa_phi) phis;
    struct dxki_pass_ssa_work *work; /* while it is built */
} dxki_pass_ssa;

/* Begins for the blocks as they are now. All functions: false, when out of memory. To be freed in
 * any case. */
bool dxki_pass_ssa_begin(dxki_pass_ssa *s, dxki_pass *p);
void dxki_pass_ssa_free(dxki_pass_ssa *s);

/* A new variable, numbered from 0. */
bool dxki_pass_ssa_variable(dxki_pass_ssa *s, dxki_type type, uint32_t *variable);

/* A load that gives the value of the variable, and a store of its first operand. Those of one block
 * are told in their order. */
bool dxki_pass_ssa_load(dxki_pass_ssa *s, uint32_t variable, uint32_t inst);
bool dxki_pass_ssa_store(dxki_pass_ssa *s, uint32_t variable, uint32_t inst);

/* The variable has that value from the end of the block on. */
bool dxki_pass_ssa_define(dxki_pass_ssa *s, uint32_t variable, uint32_t block, dxki_value value);

/* The operand becomes what the variable is at the beginning of the block; that of a phi, at the end
 * of the block that it comes from. */
bool dxki_pass_ssa_use(dxki_pass_ssa *s, uint32_t variable, uint32_t inst, uint32_t operand);

/* Does it. The blocks stay as they are. */
bool dxki_pass_ssa_build(dxki_pass_ssa *s);

#endif
