/* SPDX-License-Identifier: MIT */
/*
 * order.c - see order.h. A region is the function or a loop. Its nodes are the blocks that are in no
 * inner loop, and the inner loops right below it, each taken as one node that its header stands
 * for. Without the edges back to the header this is an acyclic graph, which is numbered in reverse
 * post-order; then the loops are put in the place of their nodes.
 *
 * Inner regions come first, and their blocks are joined to sets, whose name is the header.
 */
#include "exec/order.h"

typedef struct region_edge {
    uint32_t from, to; /* blocks */
} region_edge;

typedef struct orderer {
    const dxki_cfg *cfg;
    const dxki_loops *loops;
    uint32_t *set;         /* by block: towards the header of the outermost region done */
    uint32_t *edge_start;  /* by region, in `edges` */
    region_edge *edges;    /* by region */
    uint32_t *head, *next; /* lists of edges by node */
    uint32_t *loop_at;     /* by block: the loop that it is the header of; 0: none */
    uint32_t *node_start;  /* by region, in `nodes` */
    uint32_t *nodes;       /* by region, in reverse post-order */
    uint32_t node_count;
    uint32_t *stack, *state; /* of the walk: nodes, the edges that they go on with */
    uint8_t *met;
} orderer;

static uint32_t find(orderer *o, uint32_t block)
{
    while (o->set[block] != block) {
        o->set[block] = o->set[o->set[block]];
        block = o->set[block];
    }
    return block;
}

/* True if an edge of a region leads back to its header. */
static bool is_back(const orderer *o, uint32_t region, uint32_t to)
{
    return region != 0 && o->loops->items[region].header == to;
}

/* Calls the edges of reached blocks one by one: first to count them by region, then to list them. */
static void list_edges(orderer *o, bool count)
{
    const dxki_cfg *cfg = o->cfg;

    for (uint32_t at = 0; at < cfg->order.count; at++) {
        uint32_t from = cfg->order.nodes[at];
        if (from == cfg->count)
            continue;
        DXKI_EACH_SUCC(cfg, from, e)
        {
            uint32_t to = cfg->graph.succ.to[e];
            if (to == cfg->count)
                continue;
            uint32_t region = dxki_loop_of_edge(o->loops, from, to);
            if (is_back(o, region, to))
                continue;
            if (count)
                o->edge_start[region + 1]++;
            else
                o->edges[o->edge_start[region]++] = (region_edge){from, to};
        }
    }
}

static bool bucket_edges(orderer *o, dxki_arena *arena)
{
    uint32_t regions = o->loops->count;

    o->edge_start = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)regions + 1);
    if (!o->edge_start)
        return false;
    list_edges(o, true);
    for (uint32_t r = 0; r < regions; r++)
        o->edge_start[r + 1] += o->edge_start[r];
    uint32_t total = o->edge_start[regions];
    o->edges = DXKI_NEW_ARRAY(arena, region_edge, total);
    o->next = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)total + 1);
    if (!o->edges || !o->next)
        return false;
    list_edges(o, false);
    for (uint32_t r = regions; r > 0; r--)
        o->edge_start[r] = o->edge_start[r - 1];
    o->edge_start[0] = 0;
    return true;
}

/* Puts the edges of a region into lists by node, the last one of each first. */
static void link_edges(orderer *o, uint32_t region)
{
    for (uint32_t e = o->edge_start[region]; e < o->edge_start[region + 1]; e++) {
        uint32_t from = find(o, o->edges[e].from);
        o->next[e] = o->head[from];
        o->head[from] = e + 1;
    }
}

/* Appends the nodes that `root` reaches in post-order. */
static void walk(orderer *o, uint32_t root)
{
    uint32_t depth = 0;

    o->stack[depth] = root;
    o->state[depth++] = o->head[root];
    o->met[root] = 1;
    while (depth) {
        uint32_t edge = o->state[depth - 1];
        if (edge == 0) {
            o->nodes[o->node_count++] = o->stack[--depth];
            continue;
        }
        o->state[depth - 1] = o->next[edge - 1];
        uint32_t to = find(o, o->edges[edge - 1].to);
        if (o->met[to])
            continue;
        o->met[to] = 1;
        o->stack[depth] = to;
        o->state[depth++] = o->head[to];
    }
}

static void number_region(orderer *o, uint32_t region)
{
    uint32_t root = region ? o->loops->items[region].header : 0, first = o->node_count;

    link_edges(o, region);
    walk(o, find(o, root));
    for (uint32_t a = first, b = o->node_count; a + 1 < b; a++) {
        uint32_t node = o->nodes[a];
        o->nodes[a] = o->nodes[--b];
        o->nodes[b] = node;
    }
    for (uint32_t n = first; n < o->node_count; n++) {
        o->head[o->nodes[n]] = 0;
        o->met[o->nodes[n]] = 0;
        o->set[o->nodes[n]] = root;
    }
    o->node_start[region] = first;
}

/* Puts the regions together; o->stack holds the open regions, o->state where they go on. */
static void expand(orderer *o, dxki_exec_order *out, const uint32_t *node_end)
{
    uint32_t depth = 1;

    o->stack[0] = 0;
    o->state[0] = o->node_start[0];
    while (depth) {
        uint32_t region = o->stack[depth - 1], at = o->state[depth - 1]++;
        if (at == node_end[region]) {
            depth--;
            if (region) {
                out->latch[region] = out->count;
                out->places[out->count++] =
                    (dxki_exec_place_at){o->loops->items[region].header, true};
            }
            continue;
        }
        uint32_t block = o->nodes[at], inner = o->loop_at[block];
        if (inner && inner != region) {
            o->stack[depth] = inner;
            o->state[depth++] = o->node_start[inner];
            continue;
        }
        out->position[block] = out->count;
        out->places[out->count++] = (dxki_exec_place_at){block, false};
    }
}

static bool make_room(orderer *o, dxki_exec_order *out, dxki_arena *arena)
{
    size_t blocks = (size_t)o->cfg->count + 1, regions = o->loops->count;
    size_t all = blocks + regions;

    o->set = DXKI_NEW_ARRAY(arena, uint32_t, blocks);
    o->head = DXKI_NEW_ARRAY(arena, uint32_t, blocks);
    o->loop_at = DXKI_NEW_ARRAY(arena, uint32_t, blocks);
    o->met = DXKI_NEW_ARRAY(arena, uint8_t, blocks);
    o->nodes = DXKI_NEW_ARRAY(arena, uint32_t, all);
    o->stack = DXKI_NEW_ARRAY(arena, uint32_t, all);
    o->state = DXKI_NEW_ARRAY(arena, uint32_t, all);
    o->node_start = DXKI_NEW_ARRAY(arena, uint32_t, regions);
    out->places = DXKI_NEW_ARRAY(arena, dxki_exec_place_at, all);
    out->position = DXKI_NEW_ARRAY(arena, uint32_t, blocks);
    out->latch = DXKI_NEW_ARRAY(arena, uint32_t, regions);
    return o->set && o->head && o->loop_at && o->met && o->nodes && o->stack && o->state &&
           o->node_start && out->places && out->position && out->latch;
}

bool dxki_exec_order_build(dxki_exec_order *out, dxki_arena *arena, const dxki_cfg *cfg,
                           const dxki_loops *loops)
{
    orderer o = {.cfg = cfg, .loops = loops};
    uint32_t *node_end = DXKI_NEW_ARRAY(arena, uint32_t, loops->count);

    *out = (dxki_exec_order){0, NULL, NULL, NULL};
    if (!node_end || !make_room(&o, out, arena) || !bucket_edges(&o, arena))
        return false;
    for (uint32_t b = 0; b <= cfg->count; b++) {
        o.set[b] = b;
        out->position[b] = DXKI_NO_NODE;
    }
    for (uint32_t l = 1; l < loops->count; l++)
        o.loop_at[loops->items[l].header] = l;
    for (uint32_t region = loops->count; region-- > 0;) {
        number_region(&o, region);
        node_end[region] = o.node_count;
    }
    expand(&o, out, node_end);
    return true;
}

uint32_t dxki_exec_order_target(const dxki_exec_order *o, const dxki_loops *loops, uint32_t from,
                                uint32_t to)
{
    uint32_t region = dxki_loop_of_edge(loops, from, to);

    return region && loops->items[region].header == to ? o->latch[region] : o->position[to];
}
