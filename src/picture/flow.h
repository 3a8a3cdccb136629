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

/* The label of edge `which` of a block: "yes", "no", a case; empty: there is only one. */
dxk_str dxki_flow_edge_text(dxki_flow *f, uint32_t block, uint32_t which);

#endif
