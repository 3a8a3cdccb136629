/* SPDX-License-Identifier: MIT */
/* run.h - what the files that run passes share; passes do not need it. */
#ifndef DXKI_PASS_RUN_H
#define DXKI_PASS_RUN_H

#include "dxk/opt.h"
#include "pass/pass.h"

/* --- pass.c: the table, options --- */

/* A pass by its name; NULL: there is none. */
const dxki_pass_info *dxki_pass_find(dxk_str name);

/* An option as its row tells it. */
typedef struct dxki_pass_option {
    dxk_str name;
    bool is_text;
    int64_t value, low, high; /* default and range of a number */
} dxki_pass_option;

/* Reads the options of a row; returns their number, at most DXKI_PASS_OPTIONS. */
uint32_t dxki_pass_list_options(const dxki_pass_info *info,
                                dxki_pass_option options[DXKI_PASS_OPTIONS]);

/* --- pipeline.c: a list of passes as a tree --- */

/* A pass with its options, or a group that is repeated. */
typedef struct dxki_pass_node {
    const dxki_pass_info *info; /* NULL: a group */
    int64_t options[DXKI_PASS_OPTIONS];
    dxk_str texts[DXKI_PASS_OPTIONS];
    uint32_t rounds; /* group: at most so many, until a round changes nothing */
    bool functions;  /* nothing in it runs on modules */
    struct dxki_pass_node *first, *next;
} dxki_pass_node;

/* Reads a list into the arena; texts stay where they are in `text`. *out is NULL for an empty list.
 * DXK_E_INVALID: it is wrong, as reported. */
dxk_status dxki_pass_parse(dxk_ctx *ctx, dxki_arena *arena, dxk_str text, dxki_pass_node **out);

/* --- facts.c --- */

/* Finds out what holds for the module; lists live in the arena. */
dxk_status dxki_pass_find_facts(const dxk_dxil *d, dxki_arena *arena, dxki_pass_facts *out);

/* --- analyses.c --- */

typedef struct dxki_pass_cache dxki_pass_cache;

/* An empty cache; NULL: out of memory. */
dxki_pass_cache *dxki_pass_cache_create(dxk_module *m);
void dxki_pass_cache_free(dxki_pass_cache *cache);
/* Says that passes go on with another function. */
void dxki_pass_cache_enter(dxki_pass_cache *cache, uint32_t function);
/* Takes back the arrays of a pass that is done. */
void dxki_pass_cache_release(dxki_pass_cache *cache);
/* What the last analysis ended with that gave nothing. */
dxk_status dxki_pass_cache_status(const dxki_pass_cache *cache);
/* The metadata as it is read; *out is NULL when it cannot be. */
dxk_status dxki_pass_cache_dxil(dxki_pass_cache *cache, dxk_dxil **out);

/* --- finish.c --- */

/* Renews what follows from the code, and drops what nothing needs. */
dxk_status dxki_pass_finish(dxk_module *m);

#endif
