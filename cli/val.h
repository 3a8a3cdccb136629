/* SPDX-License-Identifier: MIT */
/* val.h - the forms in which findings are shown (val_text.c, val_json.c, val_sarif.c), for val and
 * sign. */
#ifndef VAL_H
#define VAL_H

#include <dxk/validate.h>

#include "subject.h"

/* Which findings are shown. The verdict is that of all. */
typedef struct val_filter {
    const char *rule, *no_rule; /* names or beginnings of names, separated by commas; NULL: none */
    uint64_t max_errors;        /* 0: all */
} val_filter;

/* An iteration over what the readers said and the findings. Zero-initialise, then set the first
 * two. */
typedef struct val_walk {
    const dxk_validation *result; /* may be NULL: nothing was validated */
    const val_filter *filter;
    size_t next, count, next_diag;
    uint64_t errors, left_out; /* shown so far; not, for they are too many */
    bool shown;                /* the last finding was shown: its notes are, too */
} val_walk;

/* The next one, or NULL. */
const dxk_finding *val_next(val_walk *walk);
const dxk_diag *val_next_diag(val_walk *walk, const dxk_ctx *ctx);

/* The first line of a text and what follows it, without blanks in front. */
dxk_str val_first_line(dxk_str text, dxk_str *rest);
bool val_is_valid(const dxk_validation *result);
bool val_is_form(const subject *s); /* models 4 and 5: only the form is judged */

/* Does the finding's bit, or its offset, mean something to who has the input? `s` may be NULL. */
bool val_has_bit(const subject *s, const dxk_finding *f);
bool val_has_offset(const subject *s, const dxk_finding *f);

/* The line of an input that is text. False: not known, or it is none. */
typedef struct val_line {
    uint32_t line, column;
} val_line;
bool val_text_line(const subject *s, const dxk_finding *f, val_line *line);

/* The finding with only those places, and the line of a text instead of one in its source. */
dxk_finding val_placed(const subject *s, const dxk_finding *f);

/* dxk's own form, with the verdict. */
void val_print_text(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result);

/* The member "findings". */
void val_print_findings(job *j, const subject *s, const val_filter *filter,
                        const dxk_validation *result);

/* Members "valid", "total", "findings". */
void val_print_json(job *j, const subject *s, const val_filter *filter,
                    const dxk_validation *result);

/* The errors on standard error, or in the JSON document, for commands whose output is a container;
 * returns CLI_INVALID. `s` NULL: places in the input are not known. `verdict`: "not signed". */
int val_refuse(job *j, const subject *s, const dxk_validation *result, const char *verdict);

/* SARIF 2.1.0: the elements of "results" for one input, and what stands around those of all. */
dxk_status val_print_sarif(job *j, const subject *s, const val_filter *filter,
                           const dxk_validation *result);

/* The rules that results have named; zero-initialise. */
typedef struct val_rules {
    char **ids;
    size_t count;
} val_rules;

/* For prepare(): the outputs make up one document. `is_failure`: errors in inputs are failures of the
 * command, as those of a compilation are. val_free_rules() follows in finish(). */
void val_begin_sarif(cli_app *app, val_rules *rules, bool is_failure);
void val_free_rules(val_rules *rules);

#endif
