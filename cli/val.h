/* SPDX-License-Identifier: MIT */
/* val.h - the forms in which findings are shown (val_text.c, val_sarif.c), for val and sign. */
#ifndef VAL_H
#define VAL_H

#include <dxk/validate.h>

#include "subject.h"

/* Which findings are shown. The verdict is that of all. */
typedef struct val_filter {
    const char *rule, *no_rule; /* names or beginnings of names, separated by commas; NULL: none */
    uint64_t max_errors;        /* 0: all */
} val_filter;

/* An iteration over the findings to be shown. Zero-initialise, then set the first three. */
typedef struct val_walk {
    const dxk_validation *result; /* may be NULL: nothing was validated */
    const val_filter *filter;
    bool own; /* also what the reference does not say */
    size_t next, count;
    uint64_t errors; /* shown so far */
    bool shown;      /* the last error was shown: its notes are, too */
} val_walk;

/* The next one, or NULL. */
const dxk_finding *val_next(val_walk *walk);

/* dxk's own form, with the verdict. */
void val_print_text(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result);

/* Members "valid", "total", "findings". */
void val_print_json(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result);

/* The errors as diagnostics, for commands whose output is a container; returns CLI_INVALID. */
int val_refuse(job *j, const dxk_validation *result);

/* SARIF 2.1.0: the elements of "results" for one input, and what stands around those of all. */
void val_print_sarif(job *j, const subject *s, const val_filter *filter,
                     const dxk_validation *result);
extern const cli_frame val_sarif_frame;

#endif
