/* SPDX-License-Identifier: MIT */
/* passes.h - what the files of `dxk opt` share. */
#ifndef PASSES_H
#define PASSES_H

#include <dxk/module.h>
#include <dxk/opt.h>

#include "val.h"

/* Options of the command. */
typedef struct opt_options {
    const char *level; /* of -O */
    const char *passes;
    bool canonical, list, verify, stats, time;
    bool strip_debug, no_validate;
    bool in_place;
    bool as_is;              /* nothing changes but what the passes change */
    bool print_all;          /* after each pass */
    const char *print_after; /* after this pass */
    const char *next;        /* the shader of the next stage */
    uint64_t until;
    int format; /* of the command line */
    const char *output;
    char **arguments; /* of PASSES_DXOPT */
    size_t argument_count;
} opt_options;

enum { PASSES_OWN, PASSES_DXOPT };

/* --- cmd_opt.c --- */

/* Runs `passes` on the input and writes what comes out, as the options of the job say, which begin
 * with opt_options. */
int opt_run_passes(job *j, dxk_str passes);

/* --- passes_list.c --- */

/* Lists the passes and the lists that have a name. */
int passes_list(job *j);

/* --- passes_watch.c: a run, as it is told after each pass --- */

/* What a pass did over all. */
typedef struct passes_row {
    uint64_t runs, changes, nanoseconds;
    int64_t instructions; /* more than before */
} passes_row;

/* Runs a list of passes on a module and reports it as the options want it; `unfinished`: more will
 * be run. */
int passes_run(job *j, dxk_module *module, dxk_str passes, bool unfinished);

/* --- opt_next.c --- */

/* Removes outputs that the shader in the file `next` does not have as inputs. */
int opt_drop_unread(job *j, dxk_module *module, const char *next);

/* --- dxopt.c --- */

/* Does what dxopt does with the operands, which are its arguments. */
int dxopt_prepare(cli_app *app);
int dxopt_run(job *j);

#endif
