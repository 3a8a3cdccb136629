/* SPDX-License-Identifier: MIT */
/* layered.c - see layered.h: ranks, and what stands in them. */
#include "picture/layout.h"

#include <string.h>

void *dxki_layout_alloc(dxki_layout *l, size_t count, size_t size)
{
    void *memory = dxki_arena_alloc(l->arena, (count ? count : 1) * size);
    if (memory)
        memset(memory, 0, (count ? count : 1) * size);
    return memory;
}

static bool is_back(const dxki_layered_edge *e)
{
    return e->from >= e->to;
}

static bool contains(const dxki_layered *g, const uint32_t *depth, uint32_t loop, uint32_t node)
{
    uint32_t at = g->nodes[node].loop;
    while (depth[at] > depth[loop])
        at = g->loops[at].parent;
    return at == loop;
}

/* The innermost loop that has both. */
static uint32_t common_loop(const dxki_layered *g, const uint32_t *depth, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (depth[a] >= depth[b])
            a = g->loops[a].parent;
        else
            b = g->loops[b].parent;
    }
    return a;
}

/* --- ranks --- */

/* Edges for the ranks: those of the graph, and from all of a loop to what it exits to. A loop stands for
 * its nodes: number node_count + loop. */
typedef struct ranking {
    uint32_t count; /* nodes and loops */
    uint32_t (*pairs)[2];
    uint32_t pair_count;
    uint32_t *start, *to;
    uint32_t *waits; /* by node: edges to it that have not been followed */
    uint32_t *rank;
    uint32_t *queue;
} ranking;

static void add_pair(ranking *r, uint32_t from, uint32_t to)
{
    r->pairs[r->pair_count][0] = from;
    r->pairs[r->pair_count++][1] = to;
}

static void add_pairs(dxki_layout *l, ranking *r)
{
    const dxki_layered *g = l->g;
    for (uint32_t i = 0; i < g->node_count; i++)
        if (g->nodes[i].loop)
            add_pair(r, i, g->node_count + g->nodes[i].loop);
    for (uint32_t i = 1; i < g->loop_count; i++)
        if (g->loops[i].parent)
            add_pair(r, g->node_count + i, g->node_count + g->loops[i].parent);
    for (uint32_t i = 0; i < g->edge_count; i++) {
        const dxki_layered_edge *e = &g->edges[i];
        if (is_back(e))
            continue;
        add_pair(r, e->from, e->to);
        /* the outermost loop that the edge leaves */
        uint32_t loop = g->nodes[e->from].loop, out = 0;
        for (; loop && !contains(g, l->depth, loop, e->to); loop = g->loops[loop].parent)
            if (g->loops[loop].boxed)
                out = loop;
        if (out)
            add_pair(r, g->node_count + out, e->to);
    }
}

static bool index_pairs(dxki_layout *l, ranking *r)
{
    r->start = dxki_layout_alloc(l, r->count + 2, sizeof *r->start);
    r->to = dxki_layout_alloc(l, r->pair_count, sizeof *r->to);
    r->waits = dxki_layout_alloc(l, r->count, sizeof *r->waits);
    r->rank = dxki_layout_alloc(l, r->count, sizeof *r->rank);
    r->queue = dxki_layout_alloc(l, r->count, sizeof *r->queue);
    if (!r->start || !r->to || !r->waits || !r->rank || !r->queue)
        return false;
    for (uint32_t i = 0; i < r->pair_count; i++) {
        r->start[r->pairs[i][0] + 2]++;
        r->waits[r->pairs[i][1]]++;
    }
    for (uint32_t i = 2; i < r->count + 2; i++)
        r->start[i] += r->start[i - 1];
    for (uint32_t i = 0; i < r->pair_count; i++)
        r->to[r->start[r->pairs[i][0] + 1]++] = r->pairs[i][1];
    return true;
}

/* Longest ways from above. Where ways that have no head make circles, the first that waits goes on. */
static void assign_ranks(ranking *r, uint32_t node_count)
{
    uint32_t head = 0, tail = 0, next = 0;
    for (uint32_t i = 0; i < r->count; i++)
        if (!r->waits[i])
            r->queue[tail++] = i;
    for (;;) {
        while (head < tail) {
            uint32_t from = r->queue[head++];
            for (uint32_t e = r->start[from]; e < r->start[from + 1]; e++) {
                uint32_t to = r->to[e], rank = r->rank[from] + (to < node_count);
                if (!r->waits[to])
                    continue; /* it went on before all had come to it */
                if (rank > r->rank[to])
                    r->rank[to] = rank;
                if (--r->waits[to] == 0)
                    r->queue[tail++] = to;
            }
        }
        while (next < r->count && !r->waits[next])
            next++;
        if (next == r->count)
            return;
        r->waits[next] = 0;
        r->queue[tail++] = next;
    }
}

static bool find_ranks(dxki_layout *l)
{
    dxki_layered *g = l->g;
    ranking r = {.count = g->node_count + g->loop_count};
    r.pairs = dxki_layout_alloc(l, (size_t)r.count + 2 * (size_t)g->edge_count, sizeof *r.pairs);
    if (!r.pairs)
        return false;
    add_pairs(l, &r);
    if (!index_pairs(l, &r))
        return false;
    assign_ranks(&r, g->node_count);
    for (uint32_t i = 0; i < g->node_count; i++) {
        g->nodes[i].rank = r.rank[i];
        if (r.rank[i] + 1 > l->rank_count)
            l->rank_count = r.rank[i] + 1;
    }
    return true;
}

static void find_loop_ranks(dxki_layout *l)
{
    const dxki_layered *g = l->g;
    for (uint32_t i = 0; i < g->loop_count; i++)
        l->first_rank[i] = UINT32_MAX;
    for (uint32_t i = 0; i < g->node_count; i++)
        for (uint32_t loop = g->nodes[i].loop; loop; loop = g->loops[loop].parent) {
            uint32_t rank = g->nodes[i].rank;
            if (rank < l->first_rank[loop])
                l->first_rank[loop] = rank;
            if (rank > l->last_rank[loop])
                l->last_rank[loop] = rank;
        }
}

/* --- items and links --- */

static uint32_t add_item(dxki_layout *l, dxki_layered_kind kind, uint32_t rank, uint32_t loop)
{
    l->items[l->item_count] =
        (dxki_layered_item){.kind = (uint8_t)kind, .rank = rank, .loop = loop};
    return l->item_count++;
}

static void add_link(dxki_layout *l, uint32_t upper, uint32_t lower, uint32_t weight)
{
    l->links[l->link_count++] = (dxki_layered_link){upper, lower, weight};
}

/* The points of an edge and the links along it. Long edges want to be straight. */
static void add_edge(dxki_layout *l, uint32_t number)
{
    const dxki_layered *g = l->g;
    const dxki_layered_edge *e = &g->edges[number];
    uint32_t from = g->nodes[e->from].rank, to = g->nodes[e->to].rank, last = e->from;
    uint32_t loop = common_loop(g, l->depth, g->nodes[e->from].loop, g->nodes[e->to].loop);
    for (uint32_t rank = from + 1; rank < to; rank++) {
        uint32_t point = add_item(l, DXKI_LAYERED_POINT, rank, loop);
        if (rank == from + 1)
            l->first_point[number] = point;
        add_link(l, last, point, rank == from + 1 ? 3 : 40);
        last = point;
    }
    add_link(l, last, e->to, to > from + 1 ? 3 : 1);
}

static void add_borders(dxki_layout *l, uint32_t loop)
{
    uint32_t first = l->item_count;
    l->left[loop] = first;
    for (uint32_t rank = l->first_rank[loop]; rank <= l->last_rank[loop]; rank++) {
        uint32_t left = add_item(l, DXKI_LAYERED_LEFT, rank, loop);
        uint32_t right = add_item(l, DXKI_LAYERED_RIGHT, rank, loop);
        if (left == first)
            continue;
        add_link(l, left - 2, left, 60);
        add_link(l, right - 2, right, 60);
    }
}

static bool has_box(const dxki_layout *l, uint32_t loop)
{
    return loop && l->g->loops[loop].boxed && l->first_rank[loop] != UINT32_MAX;
}

void dxki_layout_count(const dxki_layout *l, uint64_t *items, uint64_t *links)
{
    const dxki_layered *g = l->g;
    *items = g->node_count;
    *links = 0;
    for (uint32_t i = 0; i < g->edge_count; i++) {
        const dxki_layered_edge *e = &g->edges[i];
        if (!dxki_layered_leads_down(g, e))
            continue;
        uint32_t span = g->nodes[e->to].rank - g->nodes[e->from].rank;
        *items += span - 1;
        *links += span;
    }
    for (uint32_t i = 1; i < g->loop_count; i++)
        if (has_box(l, i)) {
            uint64_t ranks = l->last_rank[i] - l->first_rank[i] + 1;
            *items += 2 * ranks;
            *links += 2 * (ranks - 1);
        }
}

/* Lists by item of what it is linked with. */
static bool index_links(dxki_layout *l, dxki_layered_links *out, bool up)
{
    out->start = dxki_layout_alloc(l, (size_t)l->item_count + 2, sizeof *out->start);
    out->to = dxki_layout_alloc(l, l->link_count, sizeof *out->to);
    out->weight = dxki_layout_alloc(l, l->link_count, sizeof *out->weight);
    if (!out->start || !out->to || !out->weight)
        return false;
    for (uint32_t i = 0; i < l->link_count; i++)
        out->start[(up ? l->links[i].lower : l->links[i].upper) + 2]++;
    for (uint32_t i = 2; i < l->item_count + 2; i++)
        out->start[i] += out->start[i - 1];
    for (uint32_t i = 0; i < l->link_count; i++) {
        const dxki_layered_link *link = &l->links[i];
        uint32_t at = out->start[(up ? link->lower : link->upper) + 1]++;
        out->to[at] = up ? link->upper : link->lower;
        out->weight[at] = link->weight;
    }
    return true;
}

static bool index_ranks(dxki_layout *l)
{
    l->rank_start = dxki_layout_alloc(l, (size_t)l->rank_count + 2, sizeof *l->rank_start);
    l->order = dxki_layout_alloc(l, l->item_count, sizeof *l->order);
    if (!l->rank_start || !l->order)
        return false;
    for (uint32_t i = 0; i < l->item_count; i++)
        l->rank_start[l->items[i].rank + 2]++;
    for (uint32_t i = 2; i < l->rank_count + 2; i++)
        l->rank_start[i] += l->rank_start[i - 1];
    for (uint32_t i = 0; i < l->item_count; i++)
        l->order[l->rank_start[l->items[i].rank + 1]++] = i;
    return true;
}

/* Nodes of more than two edges are as wide as the labels below them. */
static bool widen_nodes(dxki_layout *l)
{
    dxki_layered *g = l->g;
    int32_t *sums = dxki_layout_alloc(l, g->node_count, sizeof *sums);
    uint32_t *counts = dxki_layout_alloc(l, g->node_count, sizeof *counts);
    if (!sums || !counts)
        return false;
    for (uint32_t i = 0; i < g->edge_count; i++) {
        sums[g->edges[i].from] += g->edges[i].label_width + DXKI_PX(12);
        counts[g->edges[i].from]++;
    }
    for (uint32_t i = 0; i < g->node_count; i++)
        if (counts[i] > 2 && sums[i] > g->nodes[i].w - g->nodes[i].aside)
            g->nodes[i].w = sums[i] + g->nodes[i].aside;
    return true;
}

dxk_status dxki_layout_build(dxki_layout *l)
{
    dxki_layered *g = l->g;
    uint64_t items, links;
    l->depth = dxki_layout_alloc(l, g->loop_count, sizeof *l->depth);
    l->first_rank = dxki_layout_alloc(l, g->loop_count, sizeof *l->first_rank);
    l->last_rank = dxki_layout_alloc(l, g->loop_count, sizeof *l->last_rank);
    l->left = dxki_layout_alloc(l, g->loop_count, sizeof *l->left);
    l->first_point = dxki_layout_alloc(l, g->edge_count, sizeof *l->first_point);
    if (!l->depth || !l->first_rank || !l->last_rank || !l->left || !l->first_point)
        return DXK_E_NOMEM;
    for (uint32_t i = 1; i < g->loop_count; i++)
        l->depth[i] = l->depth[g->loops[i].parent] + 1;
    if (!widen_nodes(l) || !find_ranks(l) || !dxki_layout_wrap(l))
        return DXK_E_NOMEM;
    find_loop_ranks(l);
    dxki_layout_count(l, &items, &links);
    if (items > DXKI_LAYOUT_MOST)
        return DXK_E_LIMIT;
    l->items = dxki_layout_alloc(l, (size_t)items, sizeof *l->items);
    l->links = dxki_layout_alloc(l, (size_t)links, sizeof *l->links);
    if (!l->items || !l->links)
        return DXK_E_NOMEM;
    for (uint32_t i = 0; i < g->node_count; i++) {
        add_item(l, DXKI_LAYERED_NODE, g->nodes[i].rank, g->nodes[i].loop);
        l->items[i].width = g->nodes[i].w;
    }
    for (uint32_t i = 0; i < g->edge_count; i++)
        if (dxki_layered_leads_down(g, &g->edges[i]))
            add_edge(l, i);
    for (uint32_t i = 1; i < g->loop_count; i++)
        if (has_box(l, i))
            add_borders(l, i);
    return index_links(l, &l->up, true) && index_links(l, &l->down, false) && index_ranks(l)
               ? DXK_OK
               : DXK_E_NOMEM;
}

dxk_status dxki_layered_place(dxki_layered *g, dxk_ctx *ctx, dxki_arena *arena)
{
    dxki_layout l = {.g = g, .ctx = ctx, .arena = arena};
    dxk_status status = dxki_layout_build(&l);
    if (status == DXK_OK)
        status = dxki_layout_order(&l);
    return status == DXK_OK ? dxki_layout_place(&l) : status;
}
