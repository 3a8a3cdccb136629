/* SPDX-License-Identifier: MIT */
/*
 * check.h - a random program through the library: built, validated, changed by passes, executed,
 * and compared with its model.
 */
#ifndef GEN_CHECK_H
#define GEN_CHECK_H

#include "emit.h"
#include "make.h"
#include "model.h"

/* Runs a module with the contents that the program has, and gives what it wrote. */
struct gen_setting;

typedef dxk_status (*gen_execute_fn)(dxk_ctx *ctx, const dxk_module *module, const gen_program *p,
                                     const struct gen_setting *setting, gen_results *results);

/* How to check a program. */
typedef struct gen_setting {
    gen_execute_fn execute; /* NULL: do not */
    uint32_t wave_size;
    uint32_t schedule; /* dxk_run_schedule */
    uint64_t schedule_seed;
    bool looks;         /* for mistakes, of which programs have none */
    const char *passes; /* to be run first; NULL: none */
    uint64_t until;     /* steps of these; 0: all */
    bool is_stable;     /* running the passes once more must change nothing */
} gen_setting;

/* What went wrong. */
typedef enum gen_failure {
    GEN_FINE,
    GEN_NOT_BUILT,
    GEN_NOT_VALID,    /* as built */
    GEN_PASS_FAILS,   /* with an error */
    GEN_MADE_INVALID, /* by the passes */
    GEN_UNSTABLE,     /* the passes, run once more, changed something */
    GEN_NOT_RUN,
    GEN_DIFFERS /* from the model */
} gen_failure;

extern const char *const gen_failure_texts[];

/* Room for what is said about a failure. */
#define GEN_TEXT 1024u

typedef struct gen_outcome {
    gen_failure failure;
    char text[GEN_TEXT];
    uint64_t steps;         /* passes run */
    uint64_t before, after; /* instructions */
} gen_outcome;

/* Checks a program; gen_tree_mark() was called. */
void gen_check(const gen_program *p, const gen_setting *setting, gen_outcome *out);

/* The number of the first step of the passes after which the program fails as it does; 0: none. */
uint64_t gen_bisect(const gen_program *p, const gen_setting *setting, const gen_outcome *outcome);

/* Shrinks a program that fails, as long as it fails in the same way. */
void gen_reduce(gen_program *p, const gen_setting *setting, const gen_outcome *outcome);

/* Writes NAME.txt (what failed, and the tree), NAME.ll (the module as made) and, with passes,
 * NAME.after.ll to `folder`. */
void gen_keep(const char *folder, const char *name, const gen_program *p,
              const gen_setting *setting, const gen_outcome *outcome);

/* Tells the first word that differs; true if none does. */
bool gen_results_same(const gen_program *p, const gen_results *expected, const gen_results *actual,
                      char text[GEN_TEXT]);

#endif
