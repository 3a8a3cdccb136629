/* SPDX-License-Identifier: MIT */
/* make.h - a tree at random from a seed. */
#ifndef GEN_MAKE_H
#define GEN_MAKE_H

#include "tree.h"

/* What to make. Zero-initialise for small programs with everything. */
typedef struct gen_options {
    uint32_t size;    /* statements at the top, about; 0: 8 */
    bool no_waves;    /* no wave and quad operations */
    bool no_barriers; /* no barriers and group-shared memory */
    bool no_floats;
    bool no_calls; /* one function */
} gen_options;

/* Makes the program of a seed: always the same. gen_tree_mark() is done. Freed with
 * gen_arena_free(&p->memory). */
void gen_make(uint64_t seed, const gen_options *options, gen_program *p);

/* --- within the maker --- */

/* How threads may use a shared variable until the next barrier. */
typedef enum gen_mode {
    GEN_MODE_OWN,   /* each its own elements */
    GEN_MODE_READ,  /* any element, reading only */
    GEN_MODE_ATOMIC /* any element with one kind of atomic operation, results unused */
} gen_mode;

typedef struct gen_modes {
    uint8_t mode[GEN_SHAREDS], kind[GEN_SHAREDS];
} gen_modes;

typedef struct gen_maker {
    gen_program *p;
    const gen_options *options;
    uint64_t state; /* of the random numbers */
    bool has[GEN_TYPES];
    bool has_waves, has_quads, has_strange; /* operands that are not reduced */

    gen_function *f;
    bool is_entry;
    gen_modes modes;
    bool is_locked[GEN_VARS];     /* counters of loops that run */
    bool is_uniform[GEN_VARS];    /* of these, the same in all threads */
    bool is_hidden[GEN_VARS];     /* temporaries without a value, and what guards them */
    uint32_t cost[GEN_FUNCTIONS]; /* statements that a call runs, at most */
    uint32_t weight, spent, budget;
    uint32_t own_words; /* words of an output that may be written */
} gen_maker;

/* Where statements stand. */
typedef struct gen_where {
    bool is_uniform; /* all threads of the group are here */
    bool in_loop;    /* break and continue are allowed */
    bool may_return;
    uint32_t depth;
} gen_where;

uint32_t gen_random(gen_maker *mk, uint32_t below);
bool gen_chance(gen_maker *mk, uint32_t percent);

gen_expr *gen_make_expr(gen_maker *mk, const gen_where *at, gen_type type, uint32_t depth);
/* The same in all threads of the group; `type` is GEN_I32 or GEN_I1. */
gen_expr *gen_make_uniform(gen_maker *mk, gen_type type, uint32_t depth);
/* One that a variable may hold: small values are limited. */
gen_expr *gen_make_value(gen_maker *mk, const gen_where *at, gen_type type, uint32_t depth);
/* An i32 that depends on all of a value. */
gen_expr *gen_make_word(gen_maker *mk, gen_expr *e);
gen_expr *gen_make_var(gen_maker *mk, uint32_t var);
/* A variable of that type (GEN_VOID: any) that may be assigned; GEN_NONE: there is none. */
uint32_t gen_pick_var(gen_maker *mk, gen_type type);

gen_stmt *gen_assign(gen_maker *mk, uint32_t var, gen_expr *value);
/* One own word of an output; of one with four components, all words of the element. */
gen_stmt *gen_store_word(gen_maker *mk, uint32_t output, uint32_t word, gen_expr *value);
gen_stmt *gen_set_shared(gen_maker *mk, const gen_where *at, uint32_t index, uint32_t which);
/* A barrier, after which shared variables are used as `modes` says; NULL: at random. */
gen_stmt *gen_barrier_to(gen_maker *mk, const gen_modes *modes);
/* Ends a list that threads must leave with the modes that they came with. */
void gen_restore_modes(gen_maker *mk, gen_stmt **list, const gen_modes *modes);
gen_stmt **gen_end_of(gen_stmt **list);

/* Statements of one kind; NULL: there is nothing to do it with. */
gen_stmt *gen_make_assign(gen_maker *mk, const gen_where *at);
gen_stmt *gen_make_store(gen_maker *mk, const gen_where *at);
gen_stmt *gen_make_set_element(gen_maker *mk, const gen_where *at);
gen_stmt *gen_make_shared(gen_maker *mk, const gen_where *at);
gen_stmt *gen_make_atomic(gen_maker *mk, const gen_where *at);
gen_stmt *gen_make_call(gen_maker *mk, const gen_where *at);
gen_stmt *gen_make_count(gen_maker *mk, const gen_where *at);
/* Statements of any kind, and perhaps a jump after them. */
gen_stmt *gen_make_list(gen_maker *mk, const gen_where *at, uint32_t count);

#endif
