/* SPDX-License-Identifier: MIT */
/*
 * wrap.c - ranks that are too wide become several. Nodes get them by turns, so that what
 * belongs to one node lies below it, row by row; nodes without edges lie below all others. An edge passes the
 * new ranks between its ends, which takes little of their width.
 */
#include "picture/layout.h"

typedef struct wrapping {
    uint32_t count;   /* of ranks, with that of nodes without edges */
    int64_t *widths;  /* by rank: of its nodes */
    uint32_t *placed; /* by rank: nodes that have their place */
    uint32_t *base;   /* by rank: the first that it becomes */
    uint32_t *rank;   /* by node: before */
    bool *joined;     /* by node: it has edges */
} wrapping;

static bool allocate(dxki_layout *l, wrapping *w)
{
    w->count = l->rank_count + 1;
    w->widths = dxki_layout_alloc(l, w->count, sizeof *w->widths);
    w->placed = dxki_layout_alloc(l, w->count, sizeof *w->placed);
    w->base = dxki_layout_alloc(l, (size_t)w->count + 1, sizeof *w->base);
    w->rank = dxki_layout_alloc(l, l->g->node_count, sizeof *w->rank);
    w->joined = dxki_layout_alloc(l, l->g->node_count, sizeof *w->joined);
    return w->widths && w->placed && w->base && w->rank && w->joined;
}

static int64_t room(const dxki_layered_node *n)
{
    return (int64_t)n->w + DXKI_LAYERED_GAP;
}

/* The width of each rank; true if one is too wide. */
static bool measure(const dxki_layout *l, wrapping *w)
{
    const dxki_layered *g = l->g;
    bool wide = false;
    for (uint32_t i = 0; i < g->node_count; i++) {
        uint32_t rank = g->nodes[i].rank;
        w->rank[i] = rank;
        w->widths[rank] += room(&g->nodes[i]);
        wide = wide || w->widths[rank] > g->most_width;
    }
    for (uint32_t i = 0; i < g->edge_count; i++)
        w->joined[g->edges[i].from] = w->joined[g->edges[i].to] = true;
    return wide;
}

/* Nodes without edges get the last rank, if theirs is too wide. */
static void set_apart(const dxki_layout *l, wrapping *w)
{
    if (w->widths[0] <= l->g->most_width)
        return;
    for (uint32_t i = 0; i < l->g->node_count; i++) {
        if (w->joined[i])
            continue;
        w->rank[i] = w->count - 1;
        w->widths[0] -= room(&l->g->nodes[i]);
        w->widths[w->count - 1] += room(&l->g->nodes[i]);
    }
}

static uint32_t rows_of(const dxki_layout *l, const wrapping *w, uint32_t rank)
{
    return (uint32_t)((w->widths[rank] + l->g->most_width - 1) / l->g->most_width);
}

static void assign(dxki_layout *l, wrapping *w)
{
    for (uint32_t rank = 0; rank < w->count; rank++)
        w->base[rank + 1] = w->base[rank] + rows_of(l, w, rank);
    for (uint32_t i = 0; i < l->g->node_count; i++) {
        dxki_layered_node *n = &l->g->nodes[i];
        uint32_t rank = w->rank[i];
        n->rank = w->base[rank] + w->placed[rank]++ % rows_of(l, w, rank);
    }
    l->rank_count = w->base[w->count];
}

static void undo(dxki_layout *l, const wrapping *w)
{
    for (uint32_t i = 0; i < l->g->node_count; i++)
        l->g->nodes[i].rank = w->joined[i] ? w->rank[i] : 0;
    l->rank_count = w->count - 1;
}

bool dxki_layout_wrap(dxki_layout *l)
{
    wrapping w;
    uint64_t items, links;
    if (!l->g->most_width || l->g->loop_count > 1)
        return true;
    if (!allocate(l, &w))
        return false;
    if (!measure(l, &w))
        return true;
    set_apart(l, &w);
    assign(l, &w);
    dxki_layout_count(l, &items, &links);
    if (items > DXKI_LAYOUT_MOST) /* rather wide than too much */
        undo(l, &w);
    return true;
}
