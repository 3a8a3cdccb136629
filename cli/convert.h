/* SPDX-License-Identifier: MIT */
/* convert.h - what the files of `dxk convert` share: cmd_convert.c, convert_batch.c (many inputs),
 * convert_stages.c (a pipeline). */
#ifndef CONVERT_H
#define CONVERT_H

#include <dxk/convert.h>

#include "val.h"

/* How often a rule was broken. */
typedef struct convert_reason {
    const char *rule; /* NULL: the end */
    size_t count;
} convert_reason;
#define CONVERT_REASONS 20

typedef struct convert_options {
    const char *model, *passes, *validator, *format; /* NULL: the default */
    const char *output, *directory;
    bool no_opt, plain_casts, pack, pipeline, no_validate, in_place, keep_names;
    bool dxilconv; /* format */
    char **roots;  /* with -d: the operands */
    size_t root_count;
    /* Of several inputs: why some were not converted. */
    size_t done;
    convert_reason reasons[CONVERT_REASONS];
} convert_options;

/* How to convert by the options. */
void convert_fill(const convert_options *o, dxk_convert_options *how);

/* Validates, signs and writes what `from` was converted to. */
int convert_finish(job *j, const dxk_container *from, const dxk_container *made, const char *path);

/* Where the result of an input goes with -d, with the directories on the way; else NULL. The caller
 * frees it. */
int convert_path(job *j, const char *name, char **path);

/* --- convert_batch.c --- */

/* DIR, then the path of an input below the operand that it was found in, or its name. NULL: out of
 * memory. */
char *convert_path_below(const convert_options *o, const char *name);

/* Prints the row of an input, which convert_frame counts. */
void convert_print_row(job *j, bool done);
extern const cli_frame convert_frame;

/* --- convert_stages.c: --pipeline --- */

int convert_take_stages(cli_app *app); /* of prepare() */
int convert_stages(job *j);            /* of run() */

#endif
