/* SPDX-License-Identifier: MIT */
/*
 * emit.h - a module made from a tree with the builder.
 *
 * Two styles, and what lies between: a variable is kept in an alloca, or as values with phis, as it
 * says itself; statement marks and handles at each use are as in modules that the reference made
 * without optimization.
 */
#ifndef GEN_EMIT_H
#define GEN_EMIT_H

#include "dxk/dxk.h"
#include "tree.h"

/* Registers, all in space 0. */
enum {
    GEN_REGISTER_INPUT = 8,   /* t0, t8, t16: inputs */
    GEN_REGISTER_OUTPUT = 0,  /* u0, u1: outputs */
    GEN_REGISTER_TOTALS = 4,  /* u4 */
    GEN_REGISTER_TOTALS64 = 5 /* u5 */
};

/* Makes the module, with what follows from it for a container; gen_tree_mark() was called. What is
 * wrong is in the context's diagnostics. */
dxk_status gen_emit(dxk_ctx *ctx, const gen_program *p, dxk_module **out);

/* --- within the emitter --- */

/* An edge to a block, with the variables' values there. */
typedef struct gen_edge {
    dxk_block from;
    dxk_value *values;
    struct gen_edge *next;
} gen_edge;

/* A block that control comes to; made at the first edge. */
typedef struct gen_join {
    dxk_block block;
    gen_edge *first, *last;
} gen_join;

/* The terminator of a block gets a hint. */
typedef struct gen_note {
    dxk_block block;
    bool is_loop;
    uint8_t hint;
    struct gen_note *next;
} gen_note;

typedef struct gen_exit {
    gen_join left, next; /* after the loop; the end of a round */
    bool converges;      /* it, or a loop that it is in within the function */
    bool holds;          /* it itself holds wave operations */
    struct gen_exit *outer;
} gen_exit;

#define GEN_VALUES (GEN_VARS + 1) /* the last one is the function's result */

typedef struct gen_emitter {
    const gen_program *p;
    dxk_builder *b;
    gen_arena memory;
    dxk_resource inputs[GEN_INPUTS], outputs[GEN_OUTPUTS], totals, totals64, constants;
    dxk_value shared[GEN_SHAREDS], mark, guard;
    dxk_value functions[GEN_FUNCTIONS];
    dxk_value *precise; /* calls that must be marked */
    size_t precise_count, precise_room;
    gen_note *notes; /* branches with hints */

    /* of the function at work */
    const gen_function *f;
    dxk_value function;
    dxk_value values[GEN_VALUES], vars[GEN_VARS], arrays[GEN_ARRAYS];
    dxk_value input_handles[GEN_INPUTS], output_handles[GEN_OUTPUTS], constant_handle;
    dxk_value total_handle, total64_handle, thread_number;
    dxk_block current;
    bool is_dead; /* nothing comes here */
    gen_exit *loop;
    gen_join end; /* where returns meet */
} gen_emitter;

dxk_type gen_emit_type(gen_type type);
dxk_value gen_emit_expr(gen_emitter *em, const gen_expr *e);
/* The value, or the NaN that operations give. */
dxk_value gen_emit_plain(gen_emitter *em, gen_type type, dxk_value value);
dxk_value gen_emit_const(gen_emitter *em, gen_type type, uint64_t bits);
dxk_value gen_emit_i32(gen_emitter *em, uint32_t value);
dxk_value gen_emit_handle(gen_emitter *em, dxk_value kept, dxk_resource resource);
/* Number of the thread in the dispatch. */
dxk_value gen_emit_thread_number(gen_emitter *em);
/* Pointer to an element of an array or shared variable. */
dxk_value gen_emit_element(gen_emitter *em, uint32_t array, const gen_expr *at);
dxk_value gen_emit_shared(gen_emitter *em, uint32_t shared, uint32_t which, const gen_expr *at);
/* What the reference leaves behind: the mark of a statement, a load without effect; and a condition
 * that is always true and looks as if it were not. */
void gen_emit_mark(gen_emitter *em);
dxk_value gen_emit_guard(gen_emitter *em);
void gen_emit_assign(gen_emitter *em, uint32_t var, dxk_value value);
void gen_emit_memory(gen_emitter *em, const gen_stmt *s); /* stores and atomic operations */
void gen_emit_body(gen_emitter *em, uint32_t function);

#endif
