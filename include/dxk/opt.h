/* SPDX-License-Identifier: MIT */
/*
 * dxk/opt.h - optimizing a DXIL module: passes that make it smaller or change it in ways that are
 * asked for, and lists of them.
 *
 *     dxk_module *m;                             dxk_module_read(), dxk_module_parse()
 *     dxk_opt(m, "O3", NULL, NULL);
 *     dxk_container_rebuild(container, m);       or dxk_container_build(): dxk/build.h
 *
 * A list of passes is text:
 *
 *     O3                             a list that has a name (dxk_pipeline_get())
 *     sroa,gvn,dce                   passes in this order
 *     unroll<limit=40,full>          a pass with options; one without a value is 1
 *     fix(4: simplify,gvn)           at most four rounds, until one changes nothing; without a
 *                                    number 8
 *
 * Blanks and line breaks may stand between all of these. Passes that work on functions are run one
 * after the other on the first function, then on the next one, up to the next pass that works on
 * the module. Source: names of passes are those of LLVM 3.7 and DirectXShaderCompiler where a pass
 * is the same.
 */
#ifndef DXK_OPT_H
#define DXK_OPT_H

#include "dxk/module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------------- */
/* What there is                                                                              */

/* A pass. Strings are static. */
typedef struct dxk_pass_info {
    const char *name;    /* as in a list */
    const char *help;    /* one line, begins lower case, no full stop */
    bool is_edit;        /* changes what the program does, or what others see of it */
    bool on_module;      /* runs once on the module, not on each function */
    size_t option_count; /* options that it knows */
} dxk_pass_info;

/* An option of a pass. */
typedef struct dxk_pass_option {
    dxk_str name;  /* as in a list */
    bool is_text;  /* a text, empty by default; else a number */
    int64_t value; /* default of a number */
    int64_t low;   /* least value of a number */
    int64_t high;  /* greatest value of a number */
} dxk_pass_option;

/* A list of passes that has a name. Strings are static. */
typedef struct dxk_pipeline_info {
    const char *name; /* as in a list */
    const char *text; /* the list */
    const char *help; /* one line, begins lower case, no full stop */
} dxk_pipeline_info;

/* Number of passes. */
DXK_API size_t dxk_pass_count(void);

/* Describes pass `index`; false: there is none, *out is zero. */
DXK_API bool dxk_pass_get(size_t index, dxk_pass_info *out);

/* Describes option `index` of pass number `pass`; false: there is none, *out is zero. */
DXK_API bool dxk_pass_option_get(size_t pass, size_t index, dxk_pass_option *out);

/* Number of lists that have a name. */
DXK_API size_t dxk_pipeline_count(void);

/* Describes list `index`; false: there is none, *out is zero. */
DXK_API bool dxk_pipeline_get(size_t index, dxk_pipeline_info *out);

/* ---------------------------------------------------------------------------------------- */
/* Running                                                                                    */

/* A pass that was run on one function or on the module. */
typedef struct dxk_opt_step {
    uint64_t number;       /* from 1 */
    const char *pass;      /* its name; static */
    size_t pass_index;     /* of the pass, as in dxk_pass_get() */
    dxk_str function;      /* name of the function; empty for passes on modules */
    size_t function_index; /* of it, as in dxk_module_function_name(); 0 for passes on modules */
    bool changed;          /* the pass changed something */
    uint64_t before;       /* instructions before it, in the function or the module */
    uint64_t after;        /* instructions after it */
    uint64_t nanoseconds;  /* the pass took, by the caller's clock; 0 without one */
} dxk_opt_step;

/* How to optimize. Zero-initialise, then set what differs. */
typedef struct dxk_opt_options {
    size_t struct_size; /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    uint64_t until;     /* run no more than that many steps; 0: all. For finding the step that
                           breaks something. */
    uint64_t budget;    /* work that passes may do beyond what is in proportion to the module, in
                           steps of about an instruction; 0: enough for any shader */
    bool unfinished;    /* do not renew what follows from the code (flags, masks, ViewID state), nor
                           remove what nothing uses, after the last pass */
    bool keep_resources; /* resources that no code uses stay declared */
    /* Called after each step; NULL: not wanted. The module may be read, printed, verified and
     * built, and must not be changed. A status other than DXK_OK ends the run with that status. */
    dxk_status (*after)(void *user, const dxk_module *module, const dxk_opt_step *step);
    uint64_t (*clock)(void *user); /* nanoseconds since any moment; NULL: steps are not timed */
    void *user;                    /* passed to both */
} dxk_opt_options;

/* What a run came to. */
typedef struct dxk_opt_stats {
    uint64_t steps;         /* passes run, one on each function counted for each */
    uint64_t changes;       /* those that changed something */
    uint64_t before, after; /* instructions of all functions, debug intrinsics excepted */
    bool out_of_budget;     /* a pass has stopped early */
} dxk_opt_stats;

/*
 * Runs a list of passes on a DXIL module. `options` and `stats` may be NULL. The module should be
 * valid, as dxk_validate() says; what becomes of others need not be.
 *
 * DXK_E_INVALID: the list is wrong, LLVM's verifier refuses the module, the metadata cannot be read,
 * or a pass cannot do what it is asked for; the diagnostics say which. DXK_E_NOMEM, DXK_E_LIMIT; what options->after returned.
 * After an error while passes ran the module is good for nothing but dxk_module_free().
 */
DXK_API dxk_status dxk_opt(dxk_module *module, dxk_str passes, const dxk_opt_options *options,
                           dxk_opt_stats *stats);

/* Checks a list of passes. DXK_E_INVALID with a diagnostic if it is wrong; DXK_E_NOMEM. */
DXK_API dxk_status dxk_opt_check(dxk_ctx *ctx, dxk_str passes);

#ifdef __cplusplus
}
#endif
#endif
