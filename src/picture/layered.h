/* SPDX-License-Identifier: MIT */
/*
 * layered.h - places for the nodes of a directed graph in ranks from top to bottom, with boxes around
 * its loops and ways for its edges.
 *
 *     ranks      an edge leads down, but for those back to the head of a loop; what follows a loop
 *                lies below all of it; without loops, a rank that is too wide becomes several
 *     order      in each rank, so that few edges cross; what is of one loop stays together
 *     places     nodes near the middle of their neighbours, long edges straight
 *
 * An edge over several ranks passes a point in each of them; a loop has a border left and right in each
 * of its ranks, which keeps strangers out. All is done in whole numbers, so that the result is the same
 * on every machine. Time is near linear in nodes, edges and the ranks that they span.
 */
#ifndef DXKI_PICTURE_LAYERED_H
#define DXKI_PICTURE_LAYERED_H

#include "picture/svg.h"

/* A node, in an order in which all edges but those back lead to a higher number. */
typedef struct dxki_layered_node {
    int32_t w, h;  /* given; w grows if labels of edges below need it */
    int32_t aside; /* given: of its width, what edges do not come to, at the right */
    uint32_t loop; /* given: the innermost; 0: none */
    uint32_t rank;
    int32_t x, y; /* of the left upper corner */
} dxki_layered_node;

/* An edge passes a rank at x, from `top` to `bottom`. */
typedef struct dxki_layered_bend {
    int32_t x, top, bottom;
} dxki_layered_bend;

typedef struct dxki_layered_edge {
    uint32_t from, to;   /* given: nodes; from >= to: an edge back */
    int32_t label_width; /* given: of a text at its begin; 0: none */
    int32_t x1, y1;      /* where it leaves its node, at the bottom */
    int32_t x2, y2;      /* where it reaches the other one, at the top */
    int32_t clear; /* y below all nodes of the rank that it leaves: so far it leads straight down */
    int32_t lane;  /* of an edge back: x of its way up */
    uint32_t bend_count;
    dxki_layered_bend *bends;
} dxki_layered_edge;

typedef struct dxki_layered_loop {
    uint32_t parent; /* given: a lower number; 0: none */
    bool boxed;      /* given: it has a box */
    dxki_svg_box box;
    unsigned lanes; /* edges back */
} dxki_layered_loop;

typedef struct dxki_layered {
    uint32_t node_count, edge_count, loop_count; /* loop 0 is the whole graph */
    dxki_layered_node *nodes;
    dxki_layered_edge *edges;
    dxki_layered_loop *loops;
    int32_t most_width;    /* given: of the nodes in a rank, if there are no loops; 0: any */
    int32_t width, height; /* of all of it, from 0, 0 */
} dxki_layered;

/* Least space between two nodes. */
enum { DXKI_LAYERED_GAP = 280 };

/* So far an edge with a text at its begin leads straight down, which keeps it out of the texts beside. */
enum { DXKI_LAYERED_STUB = 130 };

/* An edge that does not lead down goes round at the left: one back, and some of circles without a
 * head. */
static inline bool dxki_layered_leads_down(const dxki_layered *g, const dxki_layered_edge *e)
{
    return e->from < e->to && g->nodes[e->to].rank > g->nodes[e->from].rank;
}

/* Finds the places. DXK_E_LIMIT: the edges span too many ranks. Results are in the arena. */
dxk_status dxki_layered_place(dxki_layered *g, dxk_ctx *ctx, dxki_arena *arena);

#endif
