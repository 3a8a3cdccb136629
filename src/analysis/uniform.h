/* SPDX-License-Identifier: MIT */
/*
 * uniform.h - which values may differ between the lanes that run an instruction together, and
 * which blocks may be run by some of them only.
 *
 *     what differs by itself     lane index, inputs of the lane, arguments
 *     what is computed from it   arithmetic, addresses, loads from where such a value was stored
 *     where ways meet            a phi, when a branch on such a value leads to it by two ways
 *     who leaves a loop when     values of a loop that lanes leave in different rounds, outside
 *                                of it; what is chosen by the way out of it
 *
 * All lanes enter the function together, and meet again where all ways from a branch come together.
 * The answers err on the side of "may differ". Where ways meet is found branch by branch; a function
 * for which that takes more than some 256 steps per block and edge, and one with a region that has no
 * header, is taken as a whole once something in it branches on what differs (`coarse`). So time is
 * near linear.
 */
#ifndef DXKI_ANALYSIS_UNIFORM_H
#define DXKI_ANALYSIS_UNIFORM_H

#include "analysis/loop.h"
#include "analysis/mem.h"
#include "analysis/uses.h"

enum dxki_uniform_class {
    DXKI_UNIFORM_FOLLOWS, /* differs if an operand does */
    DXKI_UNIFORM_SAME,    /* never differs: a reduction over all lanes, a constant */
    DXKI_UNIFORM_DIFFERS  /* may always differ */
};

/* What the caller knows. */
typedef struct dxki_uniform_seeds {
    /* The class of a call or invoke (dxki_uniform_class); `callee`: index in globals, 0: not known.
     * Calls that are SAME write nothing that differs into memory of a lane. NULL: calls of
     * operations go by their table (dxki_uniform_of_operation), all others differ. */
    uint8_t (*call)(const void *user, const dxk_module *m, const dxki_inst *call, uint32_t callee);
    /* True if an argument of the function differs; NULL: all do, such as the payload of a ray. */
    bool (*argument)(const void *user, const dxk_module *m, uint32_t arg);
    const void *user;
} dxki_uniform_seeds;

/* The function that is asked about. */
typedef struct dxki_uniform_input {
    const dxk_module *m;
    const dxki_cfg *cfg;
    const dxki_dom *post; /* post-dominators */
    const dxki_loops *loops;
    const dxki_uses *uses; /* that has entered the function, or is of the module */
    dxki_mem_bases *bases; /* of the module; they can serve for all functions */
    dxki_uniform_seeds seeds;
} dxki_uniform_input;

typedef struct dxki_uniform {
    dxki_uniform_input in;
    uint8_t *differs; /* by instruction of the module: 1: its result, or the way it branches */
    uint8_t *split;   /* by block: 1: may be run by some lanes only */
    uint8_t *leaves;  /* by loop: 1: lanes may leave it in different rounds */
    bool coarse;      /* all that can differ is said to */
} dxki_uniform;

/* The class of a call by the table of operations, for a wave; what reads a resource that may be a
 * UAV differs. */
uint8_t dxki_uniform_of_operation(const dxk_module *m, const dxki_inst *call);

/* Finds out. `differs` has an element for each instruction of the module, all 0; it can serve for
 * all functions. The rest is in the arena. False: out of memory. */
bool dxki_uniform_build(dxki_uniform *u, dxki_arena *arena, const dxki_uniform_input *in,
                        uint8_t *differs);

/* True if the value may differ for a user in the block of that number: itself, or since lanes have
 * left its loop in different rounds. Takes a step per loop around the value. */
bool dxki_uniform_differs(const dxki_uniform *u, dxki_value value, uint32_t block);

#endif
