/* SPDX-License-Identifier: MIT */
/*
 * flow_fold.c - large graphs made small enough to be looked at: blocks in a row become one node, then
 * loops become one each, from the inside out, until the rest fits. See flow.h.
 */
#include "picture/flow.h"

#include "base/sort.h"

typedef struct folding {
    dxki_flow *f;
    uint32_t *first; /* by block: the first block of its node */
    bool *whole;     /* by loop: it is one node */
    uint32_t count;  /* nodes */
} folding;

static uint32_t degree(const dxki_edges *edges, uint32_t block)
{
    return edges->start[block + 1] - edges->start[block];
}

/* A block with one way out shares the node of the one after it, if that has no other way in. */
static void fold_rows(folding *d)
{
    const dxki_cfg *cfg = &d->f->cfg;
    const uint32_t *loops = d->f->loops.of;
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        uint32_t block = cfg->order.nodes[i];
        if (block == cfg->count || degree(&cfg->graph.succ, block) != 1)
            continue;
        uint32_t next = cfg->graph.succ.to[cfg->graph.succ.start[block]];
        if (next == cfg->count || next == d->first[block] || degree(&cfg->graph.pred, next) != 1 ||
            loops[next] != loops[block])
            continue;
        d->first[next] = d->first[block];
        d->count--;
    }
}

static bool is_shallower(const void *user, const void *a, const void *b)
{
    const dxki_loops *loops = user;
    const uint32_t *x = a, *y = b;
    return loops->items[*x].depth < loops->items[*y].depth;
}

/* Nodes in each loop and in those within it. */
static void count_nodes(const folding *d, uint32_t *nodes)
{
    const dxki_cfg *cfg = &d->f->cfg;
    const dxki_loops *loops = &d->f->loops;
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        uint32_t block = cfg->order.nodes[i];
        if (block != cfg->count)
            nodes[loops->of[block]] += d->first[block] == block;
    }
    for (uint32_t i = loops->count; i-- > 1;)
        nodes[loops->items[i].parent] += nodes[i];
}

/* Loops become nodes, deepest first. What a loop has lost then counts for those around it. */
static bool fold_loops(folding *d, uint32_t most)
{
    const dxki_loops *loops = &d->f->loops;
    dxki_arena *arena = &d->f->s->arena;
    uint32_t *order = DXKI_NEW_ARRAY(arena, uint32_t, loops->count);
    uint32_t *nodes = DXKI_NEW_ARRAY(arena, uint32_t, loops->count);
    uint32_t *lost = DXKI_NEW_ARRAY(arena, uint32_t, loops->count);
    if (!order || !nodes || !lost)
        return false;
    count_nodes(d, nodes);
    for (uint32_t i = 1; i < loops->count; i++)
        order[i - 1] = i;
    if (!dxki_sort(d->f->s->ctx, order, loops->count - 1, sizeof *order, is_shallower, loops))
        return false;
    for (uint32_t i = 0; i + 1 < loops->count && d->count > most; i++) {
        const dxki_loop *loop = &loops->items[order[i]];
        uint32_t left = nodes[order[i]] - lost[order[i]];
        if (!loop->is_irreducible && left > 1) {
            d->whole[order[i]] = true;
            d->count -= left - 1;
            lost[order[i]] += left - 1;
        }
        lost[loop->parent] += lost[order[i]];
    }
    return true;
}

/* Blocks of loops that are nodes go with the header of the outermost of them. */
static void join_loops(folding *d, dxki_flow_fold *fold, uint32_t *outermost)
{
    const dxki_cfg *cfg = &d->f->cfg;
    const dxki_loops *loops = &d->f->loops;
    for (uint32_t i = 1; i < loops->count; i++) { /* outer ones come first */
        uint32_t around = outermost[loops->items[i].parent];
        outermost[i] = around ? around : d->whole[i] ? i : 0;
        fold->hidden[i] = outermost[i] != 0;
    }
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        uint32_t block = cfg->order.nodes[i];
        uint32_t loop = block == cfg->count ? 0 : outermost[loops->of[block]];
        if (loop)
            d->first[block] = loops->items[loop].header;
    }
}

/* Numbers the nodes by their first blocks, and lists the blocks of each. */
static void list_nodes(const folding *d, dxki_flow_fold *fold, const uint32_t *outermost)
{
    const dxki_cfg *cfg = &d->f->cfg;
    for (uint32_t i = 0; i < cfg->count; i++)
        fold->node[i] = DXKI_NO_NODE;
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        uint32_t block = cfg->order.nodes[i];
        if (block == cfg->count)
            continue;
        if (d->first[block] == block) {
            fold->loop[fold->count] = outermost[d->f->loops.of[block]];
            fold->node[block] = fold->count++;
        }
        fold->node[block] = fold->node[d->first[block]];
        fold->start[fold->node[block] + 1]++;
    }
    for (uint32_t i = 0; i < fold->count; i++) {
        fold->shared += fold->start[i + 1] > 1;
        fold->start[i + 1] += fold->start[i];
    }
}

static bool list_blocks(const folding *d, dxki_flow_fold *fold)
{
    const dxki_cfg *cfg = &d->f->cfg;
    uint32_t *next = DXKI_NEW_ARRAY(&d->f->s->arena, uint32_t, fold->count);
    if (!next)
        return false;
    for (uint32_t i = 0; i < fold->count; i++)
        next[i] = fold->start[i];
    for (uint32_t i = 0; i < cfg->order.count; i++) {
        uint32_t block = cfg->order.nodes[i];
        if (block != cfg->count)
            fold->blocks[next[fold->node[block]]++] = block;
    }
    return true;
}

bool dxki_flow_fold_build(dxki_flow *f, uint32_t most, dxki_flow_fold *fold)
{
    dxki_arena *arena = &f->s->arena;
    size_t blocks = f->cfg.count + (size_t)1, loops = f->loops.count;
    folding d = {.f = f,
                 .first = DXKI_NEW_ARRAY(arena, uint32_t, blocks),
                 .whole = DXKI_NEW_ARRAY(arena, bool, loops)};
    uint32_t *outermost = DXKI_NEW_ARRAY(arena, uint32_t, loops);
    *fold = (dxki_flow_fold){.node = DXKI_NEW_ARRAY(arena, uint32_t, blocks),
                             .start = DXKI_NEW_ARRAY(arena, uint32_t, blocks + 1),
                             .blocks = DXKI_NEW_ARRAY(arena, uint32_t, blocks),
                             .loop = DXKI_NEW_ARRAY(arena, uint32_t, blocks),
                             .hidden = DXKI_NEW_ARRAY(arena, bool, loops)};
    if (!d.first || !d.whole || !outermost || !fold->node || !fold->start || !fold->blocks ||
        !fold->loop || !fold->hidden)
        return false;
    for (uint32_t i = 0; i < f->cfg.count; i++)
        d.first[i] = i;
    for (uint32_t i = 0; i < f->cfg.order.count; i++)
        d.count += f->cfg.order.nodes[i] != f->cfg.count;
    if (d.count > most)
        fold_rows(&d);
    if (d.count > most && !fold_loops(&d, most))
        return false;
    join_loops(&d, fold, outermost);
    list_nodes(&d, fold, outermost);
    return list_blocks(&d, fold);
}
