/* SPDX-License-Identifier: MIT */
/*
 * compare.h - whether the reference gives the same verdicts about mutants, and what was compared.
 */
#ifndef MUTATE_COMPARE_H
#define MUTATE_COMPARE_H

#include "judge.h"

typedef struct mutant {
    const char *path; /* of what it was made of */
    uint64_t number;
    char what[96]; /* was changed; after a colon, the kind of change */
    bool is_text, judged, valid, has_failed;
} mutant;

/* What was compared of mutants that were changed in one way. */
typedef struct change_kind {
    char name[96];
    uint64_t valid, refused, silent;
} change_kind;

typedef struct comparison {
    /* as set by the caller; each may be NULL */
    const char *reference, *judge_command;
    const char *keep; /* a folder */
    /* what was found */
    uint64_t valid, failed, compared, silent;
    change_kind kinds[32];
    size_t kind_count;
    judge *judge;
} comparison;

/* Whether this is what dxv prints of a valid file. */
bool reference_says_valid(dxk_bytes text);

/* Says of the mutant what is wrong. */
void mutant_fail(mutant *m, const char *why);

void comparison_start(comparison *c);

/* Takes a mutant with its verdict: compares it, now or when the judge has answered, and keeps it if
 * something failed. */
void comparison_add(comparison *c, const mutant *m, dxk_bytes bytes);

/* Waits for what the judge has not answered yet. */
void comparison_end(comparison *c);

void comparison_print_kinds(const comparison *c);

#endif
