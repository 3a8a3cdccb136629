/* SPDX-License-Identifier: MIT */
/*
 * dxk/opt.h - optimization of DXIL modules: runs lists of passes, which make a module smaller or
 * faster, or change it in the way that is asked for.
 *
 *     dxk_module *m;                            (from dxk_module_read() or dxk_module_parse())
 *     dxk_opt(m, passes, NULL, NULL);
 *     dxk_container_rebuild(container, m);      (or dxk_container_build(): dxk/build.h)
 *
 * A list of passes is text:
 *
 *     O3                             a pipeline: a list that has a name (dxk_pipeline_get())
 *     sroa,gvn,dce                   these passes, in this order
 *     unroll<limit=40,full>          a pass with options; an option without a value is set to 1
 *     fix(4: simplify,gvn)           the list is repeated until it changes nothing, but at most 4
 *                                    times; without a number, at most 8 times
 *
 * Blanks and line breaks may be put between all of these. Consecutive passes that work on functions
 * are all run on the first function, then all on the next one, and so on; a pass that works on the
 * module waits for them. Where a pass does what one of LLVM 3.7 or DirectXShaderCompiler does, it
 * has the same name.
 */
#ifndef DXK_OPT_H
#define DXK_OPT_H

#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* Passes and pipelines                                                                       */

/* Description of a pass. Strings are static. */
typedef struct dxk_pass_info {
    const char *name;    /* name in a list */
    const char *help;    /* one line, which begins in lower case and has no full stop */
    bool is_edit;        /* changes what the program does, or its interface */
    bool on_module;      /* runs once on the module, not on each function */
    size_t option_count; /* number of options; see dxk_pass_option_get() */
} dxk_pass_info;

/* Description of an option of a pass. */
typedef struct dxk_pass_option {
    dxk_str name;  /* name in a list; static */
    bool is_text;  /* the value is a text, empty by default; otherwise it is a number */
    int64_t value; /* default of a number */
    int64_t low;   /* smallest value of a number */
    int64_t high;  /* largest value of a number */
} dxk_pass_option;

/* Description of a pipeline. Strings are static. */
typedef struct dxk_pipeline_info {
    const char *name; /* name in a list */
    const char *text; /* the list of passes that the name stands for */
    const char *help; /* one line, which begins in lower case and has no full stop */
} dxk_pipeline_info;

/* Returns the number of passes. */
DXK_API size_t dxk_pass_count(void);

/* Describes pass `index` in *out. Past the end, returns false and sets *out to zero. */
DXK_API bool dxk_pass_get(size_t index, dxk_pass_info *out);

/* Describes option `index` of pass `pass` in *out. Past the end of either, returns false and sets
 * *out to zero. */
DXK_API bool dxk_pass_option_get(size_t pass, size_t index, dxk_pass_option *out);

/* Returns the number of pipelines. */
DXK_API size_t dxk_pipeline_count(void);

/* Describes pipeline `index` in *out. Past the end, returns false and sets *out to zero. */
DXK_API bool dxk_pipeline_get(size_t index, dxk_pipeline_info *out);

/* ---------------------------------------------------------------------------------------- */
/* Running                                                                                    */

/* A step: one pass, run on one function or on the module. */
typedef struct dxk_opt_step {
    uint64_t number;       /* number of the step, from 1 */
    const char *pass;      /* name of the pass; static */
    size_t pass_index;     /* index of the pass in dxk_pass_get() */
    dxk_str function;      /* name of the function; empty for a pass on the module */
    size_t function_index; /* index in dxk_module_function_name(); 0 for a pass on the module */
    bool changed;          /* the pass changed something */
    uint64_t before;       /* number of instructions in the function or module before the step */
    uint64_t after;        /* number of instructions after the step */
    uint64_t nanoseconds;  /* time that the step took by `clock`; 0 without one */
} dxk_opt_step;

/* Options for dxk_opt(). Zero-initialise, then set what differs. */
typedef struct dxk_opt_options {
    /* sizeof this structure, or 0; see dxk/base.h, "Options". */
    size_t struct_size;
    /* Stop after this many steps, which helps to find the step that goes wrong. 0: run all. */
    uint64_t until;
    /* Amount of work that passes may do beyond what is proportional to the size of the module,
     * counted roughly in instructions visited. 0: an amount that suffices for any real shader. */
    uint64_t budget;
    /* Skip the work after the last pass, which removes what is unused and recomputes what follows
     * from the code: flags, masks and ViewID state. */
    bool unfinished;
    /* Keep the declarations of resources that no code uses. */
    bool keep_resources;
    /* Called after each step, with the module in its current state. It may read, print, verify and
     * build the module, but not change it. Any status other than DXK_OK ends the run and is
     * returned by dxk_opt(). NULL: not called. */
    dxk_status (*after)(void *user, const dxk_module *module, const dxk_opt_step *step);
    /* Returns the time in nanoseconds since some fixed moment. NULL: steps are not timed. */
    uint64_t (*clock)(void *user);
    /* First argument of `after` and `clock`. */
    void *user;
} dxk_opt_options;

/* Summary of a run. */
typedef struct dxk_opt_stats {
    uint64_t steps;         /* number of steps */
    uint64_t changes;       /* number of steps that changed something */
    uint64_t before, after; /* instructions in all functions, not counting debug intrinsics */
    bool out_of_budget;     /* a pass stopped early, as the budget was used up */
} dxk_opt_stats;

/*
 * Runs a list of passes on a DXIL module, in place. `options` and `stats` may be NULL. The result
 * is valid if the module was valid before (see dxk_validate()).
 *
 * Errors: DXK_E_INVALID if there is a mistake in the list, if LLVM's verifier would refuse the
 * module, if its metadata cannot be read, or if a pass cannot do what is asked of it; the
 * diagnostics tell which. DXK_E_NOMEM, DXK_E_LIMIT; any failure that options->after returned.
 *
 * If the failure occurs before the first pass, the module is unchanged. Otherwise the only thing
 * that can be done with the module is to free it.
 */
DXK_API dxk_status dxk_opt(dxk_module *module, dxk_str passes, const dxk_opt_options *options,
                           dxk_opt_stats *stats);

/* Checks a list of passes. Errors: DXK_E_INVALID with a diagnostic if there is a mistake in it;
 * DXK_E_NOMEM. */
DXK_API dxk_status dxk_opt_check(dxk_ctx *ctx, dxk_str passes);

#ifdef __cplusplus
}
#endif
#endif
