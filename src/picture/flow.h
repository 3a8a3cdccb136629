/* SPDX-License-Identifier: MIT */
/* flow.h - what the picture of a function's control flow tells of its blocks. */
#ifndef DXKI_PICTURE_FLOW_H
#define DXKI_PICTURE_FLOW_H

#include "analysis/uniform.h"
#include "picture/picture.h"

/* Lines of a block. */
enum { DXKI_FLOW_LINES = 7 };

/* What a line tells of. */
typedef enum dxki_flow_kind {
    DXKI_FLOW_PLAIN,   /* neither of these */
    DXKI_FLOW_MEMORY,  /* memory of others, or textures */
    DXKI_FLOW_BARRIER, /* lanes wait */
    DXKI_FLOW_LANES,   /* lanes tell each other something */
    DXKI_FLOW_EFFECT   /* some other effect */
} dxki_flow_kind;

typedef struct dxki_flow_line {
    dxk_str name;   /* of an operation; empty: arithmetic */
    uint32_t count; /* neighbours that are alike */
    dxki_flow_kind kind;
    bool wrong; /* it needs lanes that may not be there */
} dxki_flow_line;

typedef struct dxki_flow_block {
    dxk_str label; /* "%7" */
    dxk_str end;   /* "if %3 > 4"; empty: goes on */
    uint32_t instructions;
    uint32_t line_count, more; /* the latter: operations that have no line */
    dxki_flow_line lines[DXKI_FLOW_LINES];
    bool split;    /* run by some lanes only */
    bool diverges; /* lanes go different ways at its end */
} dxki_flow_block;

/* A function that is looked at. */
typedef struct dxki_flow {
    dxki_svg *s;
    const dxk_module *m;
    uint32_t function; /* index in globals */
    dxki_cfg cfg;
    dxki_dom dom;
    dxki_loops loops;
    dxki_uniform uniform;
    uint32_t *numbers; /* of instructions without a name, by index; UINT32_MAX: none */
    uint32_t *block_numbers;
} dxki_flow;

/* flow_text.c: numbers all values as a listing does; false: out of memory. */
bool dxki_flow_number(dxki_flow *f);

/* "%7" or "%name" of the block of that number in the graph. */
dxk_str dxki_flow_label(dxki_flow *f, uint32_t block);

/* What a block has and does. */
void dxki_flow_describe(dxki_flow *f, uint32_t block, dxki_flow_block *out);

/* Adds what the next block of a row of blocks has and does. */
void dxki_flow_describe_next(dxki_flow *f, uint32_t block, dxki_flow_block *out);

/* What a loop that is drawn as one box has and does. */
void dxki_flow_describe_loop(dxki_flow *f, const uint32_t *blocks, uint32_t count,
                             dxki_flow_block *out);

/* The label of edge `which` of a block: "yes", "no", a case; empty: there is only one. */
dxk_str dxki_flow_edge_text(dxki_flow *f, uint32_t block, uint32_t which);

/* --- flow_fold.c --- */

/* Which blocks share a node: all have one of their own in a graph that is not too large, else blocks in
 * a row share one and, as far as need be, all of a loop, innermost loops first. */
typedef struct dxki_flow_fold {
    uint32_t count;   /* nodes; the first ones are drawn */
    uint32_t shared;  /* nodes of several blocks */
    uint32_t *node;   /* by block: its node; DXKI_NO_NODE: the entry does not reach it */
    uint32_t *start;  /* by node, one more than there are: where its blocks begin in */
    uint32_t *blocks; /* numbers of blocks, those of a node in reverse post-order */
    uint32_t *loop;   /* by node: the loop that it is all of; 0: none */
    bool *hidden;     /* by loop: within a node */
} dxki_flow_fold;

/* Folds until there are no more than `most` nodes, or nothing is left to fold; false: out of memory. */
bool dxki_flow_fold_build(dxki_flow *f, uint32_t most, dxki_flow_fold *fold);

#endif
