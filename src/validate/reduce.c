/* SPDX-License-Identifier: MIT */
/*
 * reduce.c - whether a graph is reducible: a block with one predecessor becomes part of it, edges
 * of a block to itself are dropped, as are blocks without predecessors, until nothing changes
 * (Hecht, Ullman: "Flow graph reducibility"). Blocks that the entry does not reach take part, so a
 * circle of them with two ways in from outside of it stays, as does one that has none within.
 *
 * A block that has to wait has two edges as witnesses, which come from different blocks. It is on
 * a list of each of the two; when blocks become one, the shorter of their lists is looked through.
 */
#include "validate/validate.h"

#define NONE UINT32_MAX

typedef struct reduction {
    const dxki_val_graph *g;
    uint32_t *into;              /* the block that one is part of; count: of none, it has gone */
    uint32_t *first, *second;    /* witnesses by block: places in g->pred */
    uint32_t *target;            /* blocks that edges lead to, by place */
    uint32_t *list, *last, *len; /* waiting for a block: the edges that come from it */
    uint32_t *next;              /* in those lists, by place */
    uint8_t *waits, *stacked;    /* by place, by block */
    uint32_t *stack, depth;
    uint32_t left; /* blocks */
} reduction;

static uint32_t find(reduction *r, uint32_t block)
{
    while (r->into[block] != block) {
        r->into[block] = r->into[r->into[block]];
        block = r->into[block];
    }
    return block;
}

static void look_at(reduction *r, uint32_t block)
{
    if (r->stacked[block] || r->into[block] != block)
        return;
    r->stacked[block] = 1;
    r->stack[r->depth++] = block;
}

static void wait_for(reduction *r, uint32_t from, uint32_t edge)
{
    if (r->waits[edge])
        return;
    r->waits[edge] = 1;
    r->next[edge] = r->list[from];
    if (r->list[from] == NONE)
        r->last[from] = edge;
    r->list[from] = edge;
    r->len[from]++;
}

/* Looks at those that have waited for the block. */
static void wake(reduction *r, uint32_t block)
{
    for (uint32_t e = r->list[block]; e != NONE; e = r->next[e])
        look_at(r, r->target[e]);
}

/* The block becomes part of one that precedes it, or of none, `gone`. */
static void merge(reduction *r, uint32_t block, uint32_t with)
{
    r->into[block] = with;
    r->left--;
    if (with == r->g->count) {
        wake(r, block);
        return;
    }
    wake(r, r->len[block] < r->len[with] ? block : with);
    look_at(r, with);
    if (r->list[block] == NONE)
        return;
    r->next[r->last[block]] = r->list[with];
    if (r->list[with] == NONE)
        r->last[with] = r->last[block];
    r->list[with] = r->list[block];
    r->len[with] += r->len[block];
}

/* Passes over edges that come from the block itself, from nothing or from `other`. */
static uint32_t skip(reduction *r, uint32_t block, uint32_t edge, uint32_t other)
{
    uint32_t end = r->g->pred_start[block + 1];
    for (; edge < end; edge++) {
        uint32_t from = find(r, r->g->pred[edge]);
        if (from != block && from != r->g->count && from != other)
            break;
    }
    return edge;
}

static void reduce(reduction *r, uint32_t block)
{
    uint32_t end = r->g->pred_start[block + 1];
    r->first[block] = skip(r, block, r->first[block], r->g->count);
    if (r->first[block] == end) {
        if (block != 0)
            merge(r, block, r->g->count);
        return;
    }
    uint32_t from = find(r, r->g->pred[r->first[block]]), at = r->second[block];
    r->second[block] = skip(r, block, at > r->first[block] ? at : r->first[block] + 1, from);
    if (r->second[block] == end) {
        merge(r, block, from);
        return;
    }
    wait_for(r, from, r->first[block]);
    wait_for(r, find(r, r->g->pred[r->second[block]]), r->second[block]);
}

static bool prepare(dxki_val *v, reduction *r)
{
    const dxki_val_graph *g = r->g;
    uint32_t edges = g->pred_start[g->count];
    r->into = DXKI_VNEW(v, uint32_t, g->count + 1u);
    r->first = DXKI_VNEW(v, uint32_t, g->count);
    r->second = DXKI_VNEW(v, uint32_t, g->count);
    r->target = DXKI_VNEW(v, uint32_t, edges);
    r->list = DXKI_VNEW(v, uint32_t, g->count);
    r->last = DXKI_VNEW(v, uint32_t, g->count);
    r->len = DXKI_VNEW(v, uint32_t, g->count);
    r->next = DXKI_VNEW(v, uint32_t, edges);
    r->waits = DXKI_VNEW(v, uint8_t, edges);
    r->stacked = DXKI_VNEW(v, uint8_t, g->count);
    r->stack = DXKI_VNEW(v, uint32_t, g->count);
    if (v->failed)
        return false;
    r->left = r->into[g->count] = g->count;
    for (uint32_t b = g->count; b-- > 0;) {
        r->into[b] = b;
        r->list[b] = NONE;
        r->first[b] = r->second[b] = g->pred_start[b];
        for (uint32_t e = g->pred_start[b]; e < g->pred_start[b + 1]; e++)
            r->target[e] = b;
        look_at(r, b);
    }
    return true;
}

bool dxki_val_graph_reducible(dxki_val *v, const dxki_val_graph *g)
{
    reduction r = {.g = g};
    if (!prepare(v, &r))
        return true;
    while (r.depth && r.left > 1) {
        uint32_t block = r.stack[--r.depth];
        r.stacked[block] = 0;
        if (r.into[block] == block)
            reduce(&r, block);
    }
    return r.left == 1;
}
