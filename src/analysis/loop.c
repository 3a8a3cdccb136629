/* SPDX-License-Identifier: MIT */
/*
 * loop.c - see loop.h. Headers are looked at from the leaves of the tree of dominators up, so that
 * inner loops come first; a loop that is found becomes one node, its header, for those around it
 * (Tarjan, "Testing flow graph reducibility": union and find). What is left of a level without its
 * edges back to the header has no cycles, unless there is a region.
 */
#include "analysis/loop.h"

#include <string.h>

#define NONE DXKI_NO_NODE

typedef struct finder {
    const dxki_cfg *cfg;
    const dxki_dom *dom;
    dxki_arena *scratch;
    uint32_t *into;  /* by block: the header that it has become part of, or itself */
    uint32_t *mark;  /* by block: header + 1 of the loop that it was last listed for */
    uint32_t *own;   /* by block: the loop whose header it is, as numbered here; NONE: none */
    uint32_t *of;    /* by block: innermost loop */
    uint32_t *level; /* nodes of the loop that is being found */
    uint32_t level_count;
    uint32_t *header, *parent; /* by loop, as they are found: inner ones first */
    uint8_t *irreducible;
    uint32_t count; /* the function itself becomes the last one */
    bool has_regions;
} finder;

static uint32_t find(finder *f, uint32_t block)
{
    while (f->into[block] != block) {
        f->into[block] = f->into[f->into[block]];
        block = f->into[block];
    }
    return block;
}

static bool is_block(const finder *f, uint32_t node)
{
    return node < f->cfg->count && dxki_dom_has(f->dom, node);
}

/* ---------------------------------------------------------------------------------------- */
/* Regions                                                                                    */

/* An edge against the order whose target does not dominate its source closes a cycle that has no
 * header. */
static bool has_regions(const finder *f)
{
    const dxki_order *o = &f->cfg->order;
    for (uint32_t i = 0; i < o->count; i++) {
        DXKI_EACH_SUCC(f->cfg, o->nodes[i], e)
        {
            uint32_t to = f->cfg->graph.succ.to[e];
            if (o->place[to] < i && !dxki_dom_dominates(f->dom, to, o->nodes[i]))
                return true;
        }
    }
    return false;
}

/* The edges of a level turned round, between places in f->level, those from the header left out:
 * stores them in edges->to, unless that is NULL, and returns their number. */
static uint32_t level_edges(finder *f, uint32_t header, const uint32_t *place,
                            const dxki_edges *edges)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < f->level_count; i++) {
        edges->start[i] = count;
        DXKI_EACH_PRED(f->cfg, f->level[i], e)
        {
            uint32_t from = f->cfg->graph.pred.to[e];
            from = is_block(f, from) ? find(f, from) : header;
            if (from == header || from == f->level[i])
                continue;
            if (edges->to)
                edges->to[count] = place[from];
            count++;
        }
    }
    edges->start[f->level_count] = count;
    return count;
}

static uint32_t add_loop(finder *f, uint32_t header, bool irreducible)
{
    f->header[f->count] = header;
    f->parent[f->count] = NONE;
    f->irreducible[f->count] = irreducible;
    return f->count++;
}

/* Puts a node of the level, a block or a loop that is one node, into a loop. */
static void put_into(finder *f, uint32_t node, uint32_t loop)
{
    if (f->own[node] != NONE)
        f->parent[f->own[node]] = loop;
    else
        f->of[node] = loop;
}

static bool is_in_loop(const finder *f, uint32_t node)
{
    return f->own[node] != NONE ? f->parent[f->own[node]] != NONE : f->of[node] != NONE;
}

/* Makes a region of a cycle: of the nodes of the level whose places are given. */
static void make_region(finder *f, const uint32_t *places, uint32_t count)
{
    const uint32_t *order = f->cfg->order.place;
    uint32_t first = f->level[places[0]];
    for (uint32_t i = 1; i < count; i++) {
        if (order[f->level[places[i]]] < order[first])
            first = f->level[places[i]];
    }
    uint32_t region = add_loop(f, first, true);
    for (uint32_t i = 0; i < count; i++)
        put_into(f, f->level[places[i]], region);
}

/* Makes a region of each cycle that is left of a level without its header. */
static bool find_regions(finder *f, uint32_t header)
{
    uint32_t *place = f->mark; /* the marks have done their work */
    dxki_edges edges = {DXKI_NEW_ARRAY(f->scratch, uint32_t, (size_t)f->level_count + 1), NULL};
    dxki_components c;
    if (!edges.start)
        return false;
    for (uint32_t i = 0; i < f->level_count; i++)
        place[f->level[i]] = i;
    uint32_t count = level_edges(f, header, place, &edges);
    edges.to = DXKI_NEW_ARRAY(f->scratch, uint32_t, count);
    if (!edges.to)
        return false;
    level_edges(f, header, place, &edges);
    if (!dxki_graph_components(&c, f->scratch, &edges, f->level_count))
        return false;
    for (uint32_t k = 0; k < c.count; k++) {
        uint32_t size = c.nodes.start[k + 1] - c.nodes.start[k];
        if (size > 1)
            make_region(f, c.nodes.to + c.nodes.start[k], size);
    }
    for (uint32_t i = 0; i < f->level_count; i++)
        place[f->level[i]] = 0;
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Natural loops                                                                              */

static void list_node(finder *f, uint32_t header, uint32_t from)
{
    uint32_t node = find(f, from);
    if (node == header || f->mark[node] == header + 1)
        return;
    f->mark[node] = header + 1;
    f->level[f->level_count++] = node;
}

/* Lists what reaches an edge back to the header; false: there is no such edge. */
static bool list_loop(finder *f, uint32_t header)
{
    bool is_loop = false;
    f->level_count = 0;
    DXKI_EACH_PRED(f->cfg, header, e)
    {
        uint32_t from = f->cfg->graph.pred.to[e];
        if (!dxki_dom_dominates(f->dom, header, from))
            continue;
        is_loop = true;
        list_node(f, header, from);
    }
    for (uint32_t i = 0; i < f->level_count; i++) {
        DXKI_EACH_PRED(f->cfg, f->level[i], e)
        {
            uint32_t from = f->cfg->graph.pred.to[e];
            if (is_block(f, from))
                list_node(f, header, from);
        }
    }
    return is_loop;
}

/* Makes the loop of what is listed, and one node of all of it. */
static bool close_loop(finder *f, uint32_t header)
{
    uint32_t regions = f->count;
    if (f->has_regions && !find_regions(f, header))
        return false;
    uint32_t loop = f->count;
    for (uint32_t i = 0; i < f->level_count; i++) {
        if (!is_in_loop(f, f->level[i]))
            put_into(f, f->level[i], loop);
        f->into[f->level[i]] = header;
    }
    for (uint32_t i = regions; i < loop; i++)
        f->parent[i] = loop;
    f->of[header] = f->own[header] = loop;
    add_loop(f, header, false);
    return true;
}

/* The function itself is what is found last: of all that is in no loop. */
static bool close_function(finder *f)
{
    f->level_count = 0;
    for (uint32_t n = 0; n < f->cfg->count && f->has_regions; n++) {
        if (is_block(f, n) && f->into[n] == n)
            f->level[f->level_count++] = n;
    }
    if (f->has_regions && !find_regions(f, NONE))
        return false;
    for (uint32_t i = 0; i < f->count; i++) {
        if (f->parent[i] == NONE)
            f->parent[i] = f->count;
    }
    for (uint32_t n = 0; n < f->cfg->count; n++) {
        if (f->of[n] == NONE)
            f->of[n] = f->count;
    }
    add_loop(f, 0, false);
    return true;
}

static bool find_loops(finder *f)
{
    f->has_regions = has_regions(f);
    for (uint32_t i = f->dom->reached; i-- > 0;) {
        uint32_t node = f->dom->nodes[i];
        if (is_block(f, node) && list_loop(f, node) && !close_loop(f, node))
            return false;
    }
    return close_function(f);
}

/* ---------------------------------------------------------------------------------------- */
/* The result                                                                                 */

/* By loop as it was found: how much is in it, and where what comes next within it goes. */
typedef struct extent {
    uint32_t loops;  /* with itself */
    uint32_t blocks; /* with those of inner loops */
    uint32_t own;    /* blocks that are in no inner loop */
    uint32_t index, next;
    uint32_t place;
} extent;

/* Outer loops were found later. */
static void measure(const finder *f, extent *x)
{
    for (uint32_t n = 0; n < f->cfg->count; n++) {
        if (is_block(f, n))
            x[f->of[n]].own++;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        x[i].loops++;
        x[i].blocks += x[i].own;
        if (f->parent[i] == NONE)
            continue;
        x[f->parent[i]].loops += x[i].loops;
        x[f->parent[i]].blocks += x[i].blocks;
    }
}

static void number_loops(const finder *f, extent *x, dxki_loops *loops)
{
    for (uint32_t i = f->count; i-- > 0;) {
        dxki_loop l = {.header = f->header[i], .is_irreducible = f->irreducible[i]};
        if (f->parent[i] != NONE) {
            extent *around = &x[f->parent[i]];
            l.parent = around->index;
            l.depth = loops->items[l.parent].depth + 1;
            l.first = around->place;
            x[i].index = around->next;
            around->next += x[i].loops;
            around->place += x[i].blocks;
        }
        l.end = l.first + x[i].blocks;
        l.next = x[i].index + x[i].loops;
        x[i].next = x[i].index + 1;
        x[i].place = l.first + x[i].own;
        loops->items[x[i].index] = l;
    }
}

/* The blocks of each loop in reverse post-order, so that a header comes first. */
static void place_blocks(const finder *f, extent *x, dxki_loops *loops)
{
    const dxki_order *o = &f->cfg->order;
    for (uint32_t i = 0; i < f->count; i++)
        x[i].place = loops->items[x[i].index].first;
    for (uint32_t i = 0; i < o->count; i++) {
        uint32_t block = o->nodes[i];
        if (!is_block(f, block))
            continue;
        extent *in = &x[f->of[block]];
        loops->of[block] = in->index;
        loops->place[block] = in->place;
        loops->members[in->place++] = block;
    }
}

uint32_t dxki_loop_of_edge(const dxki_loops *loops, uint32_t from, uint32_t to)
{
    uint32_t loop = loops->of[to];
    while (!dxki_loop_contains(loops, loop, from))
        loop = loops->items[loop].parent;
    return loop;
}

/* An edge leaves the loops around its source up to that which has its target, too. */
static void count_edges(const dxki_cfg *cfg, dxki_loops *loops)
{
    for (uint32_t i = 0; i < loops->items[0].end; i++) {
        uint32_t from = loops->members[i];
        DXKI_EACH_SUCC(cfg, from, e)
        {
            uint32_t to = cfg->graph.succ.to[e];
            uint32_t common = to == cfg->count ? 0 : dxki_loop_of_edge(loops, from, to);
            loops->items[loops->of[from]].exits++;
            loops->items[common].exits--;
        }
    }
    for (uint32_t i = loops->count; i-- > 1;) {
        dxki_loop *l = &loops->items[i];
        loops->items[l->parent].exits += l->exits;
        DXKI_EACH_PRED(cfg, l->header, e)
        {
            uint32_t from = cfg->graph.pred.to[e];
            l->latches += loops->place[from] != NONE && dxki_loop_contains(loops, i, from);
        }
    }
}

static bool make_lists(const finder *f, dxki_loops *loops, dxki_arena *arena)
{
    size_t blocks = f->cfg->count;
    loops->of = DXKI_NEW_ARRAY(arena, uint32_t, blocks * 3);
    if (!loops->of)
        return false;
    loops->members = loops->of + blocks;
    loops->place = loops->members + blocks;
    memset(loops->place, 0xff, blocks * sizeof *loops->place);
    return true;
}

static bool make_result(finder *f, dxki_loops *loops, dxki_arena *arena)
{
    extent *x = DXKI_NEW_ARRAY(f->scratch, extent, f->count);
    loops->count = f->count;
    loops->items = DXKI_NEW_ARRAY(arena, dxki_loop, f->count);
    if (!x || !loops->items || !make_lists(f, loops, arena))
        return false;
    measure(f, x);
    number_loops(f, x, loops);
    place_blocks(f, x, loops);
    count_edges(f->cfg, loops);
    return true;
}

/* ---------------------------------------------------------------------------------------- */

/* A loop has a header of its own, or two nodes at least that are in no other region. */
static bool prepare(finder *f)
{
    size_t blocks = f->cfg->count, most = blocks * 2 + 1;
    uint32_t *all = DXKI_NEW_ARRAY(f->scratch, uint32_t, blocks * 5 + most * 2);
    f->irreducible = DXKI_NEW_ARRAY(f->scratch, uint8_t, most);
    if (!all || !f->irreducible)
        return false;
    f->into = all;
    f->mark = f->into + blocks;
    f->own = f->mark + blocks;
    f->of = f->own + blocks;
    f->level = f->of + blocks;
    f->header = f->level + blocks;
    f->parent = f->header + most;
    for (uint32_t n = 0; n < blocks; n++) {
        f->into[n] = n;
        f->own[n] = f->of[n] = NONE;
    }
    return true;
}

bool dxki_loop_build(dxki_loops *loops, dxki_arena *arena, const dxki_cfg *cfg, const dxki_dom *dom)
{
    dxki_arena scratch;
    finder f = {.cfg = cfg, .dom = dom, .scratch = &scratch};
    memset(loops, 0, sizeof *loops);
    dxki_arena_init(&scratch, arena->ctx);
    bool good = prepare(&f) && find_loops(&f) && make_result(&f, loops, arena);
    dxki_arena_free(&scratch);
    return good;
}
