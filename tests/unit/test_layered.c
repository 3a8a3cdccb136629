/* SPDX-License-Identifier: MIT */
/* test_layered.c - places for random graphs: nothing overlaps, edges lead down (picture/layered.h). */
#include "support.h"

#include "picture/layered.h"

enum { NODES = 60, EDGES = 150, LOOPS = 5 };

typedef struct graph {
    dxki_layered layered;
    dxki_layered_node nodes[NODES];
    dxki_layered_edge edges[EDGES];
    dxki_layered_loop loops[LOOPS];
} graph;

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Nodes in a row, some of them in loops that nest, edges forward and back to the heads of loops; with
 * `wild` also edges into the middle of loops. */
static void make(graph *g, uint32_t seed, bool wild)
{
    static const uint32_t ranges[LOOPS][3] = {
        {0, 60, 0}, {5, 30, 0}, {8, 16, 1}, {18, 28, 1}, {20, 26, 3}};
    memset(g, 0, sizeof *g);
    g->layered = (dxki_layered){.nodes = g->nodes, .edges = g->edges, .loops = g->loops};
    g->layered.node_count = NODES;
    g->layered.loop_count = LOOPS;
    for (uint32_t i = 1; i < LOOPS; i++)
        g->loops[i] = (dxki_layered_loop){.parent = ranges[i][2], .boxed = true};
    for (uint32_t i = 0; i < NODES; i++) {
        g->nodes[i] = (dxki_layered_node){.w = 500 + (int32_t)(next(&seed) % 1500), .h = 240};
        for (uint32_t l = 1; l < LOOPS; l++)
            if (i >= ranges[l][0] && i < ranges[l][1])
                g->nodes[i].loop = l;
    }
    while (g->layered.edge_count < EDGES) {
        uint32_t from = next(&seed) % NODES, loop = g->nodes[from].loop, to;
        if (next(&seed) % 6 == 0 && loop)
            to = ranges[loop][0]; /* back */
        else
            to = from + 1 + next(&seed) % 8;
        bool enters =
            to < NODES && to > from && g->nodes[to].loop && !(from >= ranges[g->nodes[to].loop][0]);
        if (to >= NODES || (enters && !wild && to != ranges[g->nodes[to].loop][0]))
            continue;
        g->edges[g->layered.edge_count++] = (dxki_layered_edge){.from = from, .to = to};
    }
}

static void check(const graph *g)
{
    for (uint32_t i = 0; i < NODES; i++) {
        const dxki_layered_node *a = &g->nodes[i];
        assert_true(a->x >= 0 && a->x + a->w <= g->layered.width + 1);
        assert_true(a->y >= 0 && a->y + a->h <= g->layered.height);
        for (uint32_t k = 0; k < i; k++) {
            const dxki_layered_node *b = &g->nodes[k];
            bool apart = a->rank != b->rank || a->x + a->w <= b->x || b->x + b->w <= a->x;
            assert_true(apart);
        }
        for (uint32_t loop = a->loop; loop; loop = g->loops[loop].parent) {
            const dxki_svg_box *box = &g->loops[loop].box;
            assert_true(a->x > box->x && a->x + a->w < box->x + box->w);
            assert_true(a->y > box->y && a->y + a->h < box->y + box->h);
        }
    }
    for (uint32_t i = 0; i < g->layered.edge_count; i++) {
        const dxki_layered_edge *e = &g->edges[i];
        if (e->from >= e->to)
            continue;
        const dxki_layered_node *from = &g->nodes[e->from];
        assert_true(e->x1 >= from->x && e->x1 <= from->x + from->w && e->y1 == from->y + from->h);
    }
}

/* Without loops, ranks of these nodes are wider than `most_width`. Every fourth has no edge. */
static void make_wide(graph *g, uint32_t seed)
{
    memset(g, 0, sizeof *g);
    g->layered = (dxki_layered){.nodes = g->nodes, .edges = g->edges, .loops = g->loops};
    g->layered.node_count = NODES;
    g->layered.loop_count = 1;
    g->layered.most_width = 6000;
    for (uint32_t i = 0; i < NODES; i++)
        g->nodes[i] = (dxki_layered_node){.w = 500 + (int32_t)(next(&seed) % 500), .h = 240};
    while (g->layered.edge_count < EDGES / 3) {
        uint32_t from = next(&seed) % (NODES / 2), to = NODES / 2 + next(&seed) % (NODES / 2);
        if (from % 4 && to % 4)
            g->edges[g->layered.edge_count++] = (dxki_layered_edge){.from = from, .to = to};
    }
}

static dxk_status place_wide(dxk_ctx *ctx, void *user)
{
    graph g;
    dxki_arena arena;
    make_wide(&g, *(uint32_t *)user);
    dxki_arena_init(&arena, ctx);
    dxk_status status = dxki_layered_place(&g.layered, ctx, &arena);
    if (status == DXK_OK) {
        int64_t widths[NODES] = {0};
        check(&g);
        for (uint32_t i = 0; i < NODES; i++)
            widths[g.nodes[i].rank] += g.nodes[i].w + DXKI_LAYERED_GAP;
        for (uint32_t i = 0; i < NODES; i++)
            assert_true(widths[i] <= g.layered.most_width * 5 / 4); /* by turns, not by width */
        for (uint32_t i = 0; i < g.layered.edge_count; i++)
            for (uint32_t k = 0; k < NODES; k += 4)
                assert_true(g.nodes[k].rank > g.nodes[g.edges[i].to].rank);
    }
    dxki_arena_free(&arena);
    return status;
}

static void wide_ranks_become_several(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    for (uint32_t seed = 0; seed < 100; seed++)
        assert_int_equal(place_wide(ctx, &seed), DXK_OK);
    support_ctx_done(ctx);
}

static dxk_status place(dxk_ctx *ctx, void *user)
{
    graph g;
    dxki_arena arena;
    make(&g, *(uint32_t *)user, *(uint32_t *)user % 2);
    dxki_arena_init(&arena, ctx);
    dxk_status status = dxki_layered_place(&g.layered, ctx, &arena);
    if (status == DXK_OK)
        check(&g);
    dxki_arena_free(&arena);
    return status;
}

static void nothing_overlaps(void **state)
{
    (void)state;
    dxk_ctx *ctx = support_ctx();
    for (uint32_t seed = 0; seed < 200; seed++)
        assert_int_equal(place(ctx, &seed), DXK_OK);
    support_ctx_done(ctx);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    uint32_t seed = 2;
    support_fail_allocations(place, &seed);
    support_fail_allocations(place_wide, &seed);
}

/* Edges over many ranks need a point in each: there is a limit. */
static void long_edges_have_a_limit(void **state)
{
    enum { LONG = 400 };
    (void)state;
    dxk_ctx *ctx = support_ctx();
    dxki_arena arena;
    dxki_layered_node nodes[LONG];
    dxki_layered_edge edges[2 * LONG];
    dxki_layered_loop whole = {0};
    dxki_layered g = {
        .node_count = LONG, .loop_count = 1, .nodes = nodes, .edges = edges, .loops = &whole};
    memset(nodes, 0, sizeof nodes);
    for (uint32_t i = 0; i + 1 < LONG; i++) {
        edges[g.edge_count++] = (dxki_layered_edge){.from = i, .to = i + 1};
        edges[g.edge_count++] = (dxki_layered_edge){.from = i, .to = LONG - 1};
    }
    dxki_arena_init(&arena, ctx);
    assert_int_equal(dxki_layered_place(&g, ctx, &arena), DXK_E_LIMIT);
    dxki_arena_free(&arena);
    support_ctx_done(ctx);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(nothing_overlaps),
    cmocka_unit_test(wide_ranks_become_several),
    cmocka_unit_test(every_allocation_may_fail),
    cmocka_unit_test(long_edges_have_a_limit),
};

SUPPORT_SUITE(test_layered, tests);
