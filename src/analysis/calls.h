/* SPDX-License-Identifier: MIT */
/*
 * calls.h - which functions of a module call which.
 *
 * Nodes are the indices in dxk_module.globals; 0 is the world outside. Edges go from a function to
 * those that it calls or invokes by name, in the order of the calls, declarations included. The
 * world calls what it can see: functions that are not local to the module, and those whose address
 * is used for something other than a call.
 *
 *       world ---> main ---> shade ---> dx.op.sample.f32
 *         |                    ^
 *         '----> hit ----------'          `unknown` of a function: it calls through a pointer
 *
 * A call through a pointer may reach every function whose address is used, and such a function is
 * called by the world; DXIL has none of this, hostile modules may.
 *
 * All of it is linear in the module. The graph is a snapshot.
 */
#ifndef DXKI_ANALYSIS_CALLS_H
#define DXKI_ANALYSIS_CALLS_H

#include "analysis/graph.h"
#include "ir/ir.h"

typedef struct dxki_calls {
    const dxk_module *m;
    uint32_t count;         /* of globals */
    dxki_edges callees;     /* by caller */
    uint32_t *insts;        /* by edge of `callees`: the call; 0 for the world's */
    dxki_edges callers;     /* the same turned round */
    uint8_t *address_taken; /* by global: it is named other than as what is called */
    uint8_t *unknown;       /* by function: what it calls is not known for some call */

    /* Groups of functions that call each other; what a group calls has a lower number. */
    dxki_components groups;
} dxki_calls;

/* Finds the calls of a module; false: out of memory. Constants that nothing uses name functions, too,
 * if `unused` is set: in a module that was read they do in LLVM's eyes, edits leave such behind. */
bool dxki_calls_build(dxki_calls *c, dxki_arena *arena, const dxk_module *m, bool unused);

/* The function that a call or invoke names; 0: none, or the instruction calls nothing. */
uint32_t dxki_calls_target(const dxk_module *m, const dxki_inst *inst);

/* True if the world sees a function with a body by its name, and may call it. */
bool dxki_calls_is_open(const dxk_module *m, uint32_t function);

/* True if a function may run while it is running already, by calls by name. */
bool dxki_calls_is_recursive(const dxki_calls *c, uint32_t function);

/* Sets `bit` in marks[f] of the root (0: the world) and of all that it may call, also through
 * others. `marks` has an element per global; what has the bit already is not looked into. False:
 * out of memory. */
bool dxki_calls_reach(const dxki_calls *c, uint32_t root, uint8_t *marks, uint8_t bit);

#endif
