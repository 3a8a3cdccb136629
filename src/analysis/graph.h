/* SPDX-License-Identifier: MIT */
/*
 * graph.h - directed graphs as arrays, and what every analysis asks of them: edges turned round,
 * reverse post-order, strongly connected components. Nothing here knows of modules.
 *
 *   node   0     1     2              start   0 2 3 3
 *          |--.  |                    to      1 2 2
 *          v  |  v
 *          1  '->2                    edges of node n: to[start[n]] up to to[start[n + 1]]
 *
 * Time is linear in nodes and edges, walks keep their own stacks. Results live in the arena that
 * is handed in. A function that returns bool returns false when it is out of memory.
 */
#ifndef DXKI_ANALYSIS_GRAPH_H
#define DXKI_ANALYSIS_GRAPH_H

#include "base/arena.h"

#define DXKI_NO_NODE UINT32_MAX

/* Arrays by node for a moment are on the stack up to here: most functions have few blocks. */
#define DXKI_FEW_NODES 16u

/* Edges by the node that they leave (or, turned round, reach). Several between the same two nodes
 * are kept as several. */
typedef struct dxki_edges {
    uint32_t *start; /* one more than there are nodes */
    uint32_t *to;
} dxki_edges;

typedef struct dxki_graph {
    uint32_t count; /* nodes */
    dxki_edges succ, pred;
} dxki_graph;

/* For each edge `e` of node `n`: its other end is (edges)->to[e]. */
#define DXKI_EACH_EDGE(edges, n, e)                                                                \
    for (uint32_t e = (edges)->start[n]; e < (edges)->start[(n) + 1]; e++)

/* Builds both directions from `edge_count` pairs: from, to. Successors keep the pairs' order. */
bool dxki_graph_build(dxki_graph *g, dxki_arena *arena, uint32_t count, const uint32_t (*pairs)[2],
                      uint32_t edge_count);

/* Turns the edges of `count` nodes round; the new lists are sorted by node. */
bool dxki_graph_transpose(dxki_edges *to, dxki_arena *arena, const dxki_edges *from,
                          uint32_t count);

/* The nodes that a root reaches, in an order in which a node comes before its successors unless
 * the edge closes a cycle. */
typedef struct dxki_order {
    uint32_t count;  /* nodes reached */
    uint32_t *nodes; /* by place */
    uint32_t *place; /* by node; DXKI_NO_NODE: not reached */
} dxki_order;

/* Reverse post-order of the depth-first walk that takes edges in their order. */
bool dxki_graph_order(dxki_order *o, dxki_arena *arena, const dxki_edges *succ, uint32_t count,
                      uint32_t root);

/* Strongly connected components. They are numbered so that an edge between two of them leads to
 * the lower number: successors first. */
typedef struct dxki_components {
    uint32_t count;
    uint32_t *of;     /* by node */
    dxki_edges nodes; /* by component: its nodes */
} dxki_components;

bool dxki_graph_components(dxki_components *c, dxki_arena *arena, const dxki_edges *succ,
                           uint32_t count);

#endif
