/* SPDX-License-Identifier: MIT */
/*
 * reduce.c - whether a graph is reducible, see cfg.h (Hecht and Ullman, "Flow graph
 * reducibility"). The loops (loop.h) tell as much of what the entry reaches; this also judges what
 * it does not reach.
 *
 * A block that has to wait has two edges as witnesses, which come from different blocks. It is on
 * a list of each of the two; when blocks become one, the shorter of their lists is looked through.
 */
#include "analysis/cfg.h"

#define NONE DXKI_NO_NODE

typedef struct reduction {
    const dxki_edges *pred;
    uint32_t count;              /* blocks */
    uint32_t *into;              /* the block that one is part of; count: of none, it has gone */
    uint32_t *first, *second;    /* witnesses by block: edges in pred */
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
    if (with == r->count) {
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
    uint32_t end = r->pred->start[block + 1];
    for (; edge < end; edge++) {
        uint32_t from = find(r, r->pred->to[edge]);
        if (from != block && from != r->count && from != other)
            break;
    }
    return edge;
}

static void reduce(reduction *r, uint32_t block)
{
    uint32_t end = r->pred->start[block + 1];
    r->first[block] = skip(r, block, r->first[block], r->count);
    if (r->first[block] == end) {
        if (block != 0)
            merge(r, block, r->count);
        return;
    }
    uint32_t from = find(r, r->pred->to[r->first[block]]), at = r->second[block];
    r->second[block] = skip(r, block, at > r->first[block] ? at : r->first[block] + 1, from);
    if (r->second[block] == end) {
        merge(r, block, from);
        return;
    }
    wait_for(r, from, r->first[block]);
    wait_for(r, find(r, r->pred->to[r->second[block]]), r->second[block]);
}

static bool prepare(reduction *r, dxki_arena *scratch)
{
    uint32_t edges = r->pred->start[r->count];
    r->into = DXKI_NEW_ARRAY(scratch, uint32_t, (size_t)r->count + 1);
    r->first = DXKI_NEW_ARRAY(scratch, uint32_t, r->count);
    r->second = DXKI_NEW_ARRAY(scratch, uint32_t, r->count);
    r->target = DXKI_NEW_ARRAY(scratch, uint32_t, edges);
    r->list = DXKI_NEW_ARRAY(scratch, uint32_t, r->count);
    r->last = DXKI_NEW_ARRAY(scratch, uint32_t, r->count);
    r->len = DXKI_NEW_ARRAY(scratch, uint32_t, r->count);
    r->next = DXKI_NEW_ARRAY(scratch, uint32_t, edges);
    r->waits = DXKI_NEW_ARRAY(scratch, uint8_t, edges);
    r->stacked = DXKI_NEW_ARRAY(scratch, uint8_t, r->count);
    r->stack = DXKI_NEW_ARRAY(scratch, uint32_t, r->count);
    return r->into && r->first && r->second && r->target && r->list && r->last && r->len &&
           r->next && r->waits && r->stacked && r->stack;
}

static void begin(reduction *r)
{
    r->left = r->into[r->count] = r->count;
    for (uint32_t b = r->count; b-- > 0;) {
        r->into[b] = b;
        r->list[b] = NONE;
        r->first[b] = r->second[b] = r->pred->start[b];
        DXKI_EACH_EDGE(r->pred, b, e)
        r->target[e] = b;
        look_at(r, b);
    }
}

bool dxki_cfg_reducible(const dxki_cfg *cfg, dxk_ctx *ctx, bool *reducible)
{
    dxki_arena scratch;
    reduction r = {.pred = &cfg->graph.pred, .count = cfg->count};
    dxki_arena_init(&scratch, ctx);
    bool good = prepare(&r, &scratch);
    if (good)
        begin(&r);
    while (good && r.depth && r.left > 1) {
        uint32_t block = r.stack[--r.depth];
        r.stacked[block] = 0;
        if (r.into[block] == block)
            reduce(&r, block);
    }
    *reducible = r.left <= 1;
    dxki_arena_free(&scratch);
    return good;
}
