/* SPDX-License-Identifier: MIT */
/* run.h - what the files that run passes share. */
#ifndef DXKI_OPT_RUN_H
#define DXKI_OPT_RUN_H

#include "dxk/opt.h"
#include "pass/frame.h"

/* --- table.c: the passes of all rooms, options --- */

extern const dxki_pass_info dxki_opt_infos[];
extern const uint32_t dxki_opt_count;

/* The first letter tells most names apart: lists are read for each shader. */
static inline bool dxki_opt_is_called(dxk_str name, const char *text)
{
    return name.size && name.data[0] == text[0] && dxki_str_is(name, text);
}

/* A pass by its name; NULL: there is none. */
const dxki_pass_info *dxki_opt_find(dxk_str name);

/* An option as its row tells it. */
typedef struct dxki_opt_option {
    dxk_str name;
    bool is_text;
    int64_t value, low, high; /* default and range of a number */
} dxki_opt_option;

/* Reads the options of a row; returns their number, at most DXKI_PASS_OPTIONS. */
uint32_t dxki_opt_list_options(const dxki_pass_info *info,
                               dxki_opt_option options[DXKI_PASS_OPTIONS]);

/* --- pipeline.c: a list of passes as a tree --- */

/* The options of a pass, in the order of its row. */
typedef struct dxki_opt_values {
    int64_t numbers[DXKI_PASS_OPTIONS];
    dxk_str texts[DXKI_PASS_OPTIONS];
} dxki_opt_values;

/* A pass, or a group that is repeated. Lists are read for each shader and take few pages. */
typedef struct dxki_opt_node {
    const dxki_pass_info *info; /* NULL: a group */
    dxki_opt_values *values;    /* NULL: the pass has no options */
    uint32_t number;            /* idle.c: among passes with other options */
    uint32_t rounds;            /* group: at most so many, until a round changes nothing */
    bool functions;             /* nothing in it runs on modules */
    struct dxki_opt_node *first, *next;
} dxki_opt_node;

/* Reads a list into the arena; texts stay where they are in `text`. *out is NULL for an empty list.
 * DXK_E_INVALID: it is wrong, as reported. */
dxk_status dxki_opt_parse(dxk_ctx *ctx, dxki_arena *arena, dxk_str text, dxki_opt_node **out);

/* --- run.c --- */

/* dxk_opt() for a module that LLVM's verifier took, and that only passes have changed since. Uses stay
 * tracked if it is unfinished. */
dxk_status dxki_opt_verified(dxk_module *m, dxk_str passes, const dxk_opt_options *options,
                             dxk_opt_stats *stats);

/* --- finish.c --- */

/* Renews what follows from the code, and drops what nothing needs. `d` is the metadata as it is, NULL
 * if it has to be read; it is freed. */
dxk_status dxki_opt_finish(dxk_module *m, dxk_dxil *d);

#endif
