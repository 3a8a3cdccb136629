/* SPDX-License-Identifier: MIT */
/*
 * graph.c - see graph.h. Components as in Tarjan, "Depth-first search and linear graph
 * algorithms", with the stack of calls made explicit.
 */
#include "analysis/graph.h"

#include <string.h>

static uint32_t *numbers(dxki_arena *arena, size_t count)
{
    return DXKI_NEW_ARRAY(arena, uint32_t, count);
}

/* The same, each DXKI_NO_NODE. */
static uint32_t *no_nodes(dxki_arena *arena, size_t count)
{
    uint32_t *list = numbers(arena, count);
    if (list)
        memset(list, 0xff, count * sizeof *list);
    return list;
}

/* ---------------------------------------------------------------------------------------- */
/* Edges                                                                                      */

/* Turns counts, that of node n in start[n + 2], into places, that of node n in start[n + 1]: when
 * each edge has moved its node's place on, start is what it shall be. */
static void sum_up(uint32_t *start, uint32_t count)
{
    for (uint32_t n = 0; n < count; n++)
        start[n + 2] += start[n + 1];
}

bool dxki_graph_transpose(dxki_edges *to, dxki_arena *arena, const dxki_edges *from, uint32_t count)
{
    uint32_t edges = from->start[count];
    to->start = numbers(arena, (size_t)count + 2 + edges);
    if (!to->start)
        return false;
    to->to = to->start + count + 2;
    for (uint32_t e = 0; e < edges; e++)
        to->start[from->to[e] + 2]++;
    sum_up(to->start, count);
    for (uint32_t n = 0; n < count; n++) {
        DXKI_EACH_EDGE(from, n, e)
        to->to[to->start[from->to[e] + 1]++] = n;
    }
    return true;
}

bool dxki_graph_build(dxki_graph *g, dxki_arena *arena, uint32_t count, const uint32_t (*pairs)[2],
                      uint32_t edge_count)
{
    g->count = count;
    g->succ.start = numbers(arena, (size_t)count + 2);
    g->succ.to = numbers(arena, edge_count);
    if (!g->succ.start || !g->succ.to)
        return false;
    for (uint32_t i = 0; i < edge_count; i++)
        g->succ.start[pairs[i][0] + 2]++;
    sum_up(g->succ.start, count);
    for (uint32_t i = 0; i < edge_count; i++)
        g->succ.to[g->succ.start[pairs[i][0] + 1]++] = pairs[i][1];
    return dxki_graph_transpose(&g->pred, arena, &g->succ, count);
}

/* ---------------------------------------------------------------------------------------- */
/* Order                                                                                      */

/* Fills o->nodes from the end; returns the place of the root. `next`: by node, the edge that the
 * walk takes next; DXKI_NO_NODE: not met. */
static uint32_t walk(dxki_order *o, const dxki_edges *succ, uint32_t count, uint32_t root,
                     uint32_t *stack, uint32_t *next)
{
    uint32_t depth = 0, place = count;
    stack[depth++] = root;
    next[root] = succ->start[root];
    while (depth) {
        uint32_t node = stack[depth - 1];
        if (next[node] == succ->start[node + 1]) {
            o->nodes[--place] = node;
            depth--;
            continue;
        }
        uint32_t to = succ->to[next[node]++];
        if (next[to] == DXKI_NO_NODE) {
            next[to] = succ->start[to];
            stack[depth++] = to;
        }
    }
    return place;
}

bool dxki_graph_order(dxki_order *o, dxki_arena *arena, const dxki_edges *succ, uint32_t count,
                      uint32_t root)
{
    uint32_t few[2 * DXKI_FEW_NODES], *stack = few;
    dxki_arena scratch;
    dxki_arena_init(&scratch, arena->ctx);
    if (count > DXKI_FEW_NODES)
        stack = numbers(&scratch, (size_t)count * 2);
    o->count = 0;
    o->nodes = numbers(arena, (size_t)count * 2);
    bool good = stack && o->nodes;
    if (good) {
        o->place = o->nodes + count;
        memset(o->place, 0xff, count * sizeof *o->place);
        memset(stack + count, 0xff, count * sizeof *stack);
    }
    if (good && root < count) {
        uint32_t place = walk(o, succ, count, root, stack, stack + count);
        o->count = count - place;
        memmove(o->nodes, o->nodes + place, o->count * sizeof *o->nodes);
        for (uint32_t i = 0; i < o->count; i++)
            o->place[o->nodes[i]] = i;
    }
    dxki_arena_free(&scratch);
    return good;
}

/* ---------------------------------------------------------------------------------------- */
/* Components                                                                                 */

typedef struct search {
    const dxki_edges *succ;
    uint32_t *number; /* by node: when it was met, from 1; 0: not yet */
    uint32_t *low;    /* by node: earliest node of its component that was found to be reached */
    uint32_t *next;   /* by node: the edge that the walk takes next */
    uint32_t *path;   /* nodes that are being walked from */
    uint32_t *open;   /* nodes that have no component yet, as they were met */
    uint32_t path_count, open_count, met;
} search;

static void enter(search *s, uint32_t node)
{
    s->number[node] = s->low[node] = ++s->met;
    s->next[node] = s->succ->start[node];
    s->path[s->path_count++] = node;
    s->open[s->open_count++] = node;
}

/* Leaves the node on top of the path; if it is the first of its component, that is complete. */
static void leave(search *s, dxki_components *c)
{
    uint32_t node = s->path[--s->path_count], member;
    if (s->path_count) {
        uint32_t *low = &s->low[s->path[s->path_count - 1]];
        *low = s->low[node] < *low ? s->low[node] : *low;
    }
    if (s->low[node] != s->number[node])
        return;
    uint32_t *end = &c->nodes.start[c->count + 1];
    *end = c->nodes.start[c->count];
    do {
        member = s->open[--s->open_count];
        c->of[member] = c->count;
        c->nodes.to[(*end)++] = member;
    } while (member != node);
    c->count++;
}

static void walk_components(search *s, dxki_components *c, uint32_t root)
{
    enter(s, root);
    while (s->path_count) {
        uint32_t node = s->path[s->path_count - 1];
        if (s->next[node] == s->succ->start[node + 1]) {
            leave(s, c);
            continue;
        }
        uint32_t to = s->succ->to[s->next[node]++];
        if (!s->number[to])
            enter(s, to);
        else if (c->of[to] == DXKI_NO_NODE && s->number[to] < s->low[node])
            s->low[node] = s->number[to];
    }
}

bool dxki_graph_components(dxki_components *c, dxki_arena *arena, const dxki_edges *succ,
                           uint32_t count)
{
    dxki_arena scratch;
    dxki_arena_init(&scratch, arena->ctx);
    search s = {.succ = succ,
                .number = numbers(&scratch, count),
                .low = numbers(&scratch, count),
                .next = numbers(&scratch, count),
                .path = numbers(&scratch, count),
                .open = numbers(&scratch, count)};
    c->count = 0;
    c->of = no_nodes(arena, count);
    c->nodes.start = numbers(arena, (size_t)count + 1);
    c->nodes.to = numbers(arena, count);
    bool good =
        s.number && s.low && s.next && s.path && s.open && c->of && c->nodes.start && c->nodes.to;
    for (uint32_t n = 0; n < count && good; n++) {
        if (!s.number[n])
            walk_components(&s, c, n);
    }
    dxki_arena_free(&scratch);
    return good;
}
