/* SPDX-License-Identifier: MIT */
/*
 * test_analysis.c - the shape of functions: order, components, dominators, frontiers, loops. Graphs
 * by hand, and many small random ones against the definitions, which are tried out by searching for
 * paths.
 */
#include "support.h"

#include "analysis/frontier.h"
#include "analysis/loop.h"
#include "dxk/module.h"
#include "dxk/text.h"

#define MOST 12u /* blocks of a random graph */

/* A graph as a function of a module, with all that is found out of it. */
typedef struct subject {
    dxk_ctx *ctx;
    dxk_module *m;
    dxki_arena arena;
    dxki_cfg cfg;
    dxki_dom dom, post;
    dxki_frontier frontier, controls;
    dxki_loops loops;
} subject;

/* ---------------------------------------------------------------------------------------- */
/* Making graphs                                                                              */

/* Writes a function whose blocks end with a switch over `ends[b]` successors to[b][..]. */
static void write_function(char *text, uint32_t count, const uint32_t *ends,
                           const uint32_t (*to)[4])
{
    text += sprintf(text, "define void @f(i32 %%x) {\n");
    for (uint32_t b = 0; b < count; b++) {
        text += sprintf(text, "b%u:\n", b);
        if (ends[b] == 0) {
            text += sprintf(text, "  ret void\n");
        } else if (ends[b] == 1) {
            text += sprintf(text, "  br label %%b%u\n", to[b][0]);
        } else {
            text += sprintf(text, "  switch i32 %%x, label %%b%u [", to[b][0]);
            for (uint32_t k = 1; k < ends[b]; k++)
                text += sprintf(text, " i32 %u, label %%b%u", k, to[b][k]);
            text += sprintf(text, " ]\n");
        }
    }
    sprintf(text, "}\n");
}

static void parse(subject *s, const char *text)
{
    memset(s, 0, sizeof *s);
    s->ctx = support_ctx();
    dxk_bytes bytes = {(const uint8_t *)text, strlen(text)};
    assert_int_equal(dxk_module_parse(s->ctx, bytes, NULL, &s->m), DXK_OK);
}

static void analyze(subject *s)
{
    dxki_arena_init(&s->arena, s->ctx);
    assert_true(dxki_cfg_build(&s->cfg, &s->arena, s->m, s->m->functions.items[0]));
    assert_true(dxki_dom_forward(&s->dom, &s->arena, &s->cfg));
    assert_true(dxki_dom_backward(&s->post, &s->arena, &s->cfg));
    assert_true(dxki_frontier_forward(&s->frontier, &s->arena, &s->cfg, &s->dom));
    assert_true(dxki_frontier_backward(&s->controls, &s->arena, &s->cfg, &s->post));
    assert_true(dxki_loop_build(&s->loops, &s->arena, &s->cfg, &s->dom));
}

static void begin(subject *s, const char *text)
{
    parse(s, text);
    analyze(s);
}

static void done(subject *s)
{
    dxki_arena_free(&s->arena);
    dxk_module_free(s->m);
    support_ctx_done(s->ctx);
}

static uint32_t random_state;

static uint32_t random_below(uint32_t bound)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % bound;
}

/* Some lead mostly forward, as those of programs do, others anywhere. The entry has no
 * predecessors: LLVM does not take a text where it has. */
static void random_subject(subject *s, uint32_t seed)
{
    static char text[4096];
    uint32_t ends[MOST], to[MOST][4];
    random_state = seed;
    uint32_t count = 2 + random_below(MOST - 1), shape = random_below(3);
    for (uint32_t b = 0; b < count; b++) {
        ends[b] = random_below(10) == 0 ? 3 : random_below(3);
        for (uint32_t k = 0; k < ends[b]; k++) {
            uint32_t span = count - 1 < 3 ? count - 1 : 3, low = b > 1 ? b - 1 : 1;
            to[b][k] = shape == 0 ? 1 + random_below(count - 1) : low + random_below(span);
            to[b][k] = to[b][k] < count ? to[b][k] : count - 1;
        }
    }
    write_function(text, count, ends, (const uint32_t(*)[4])to);
    begin(s, text);
}

/* ---------------------------------------------------------------------------------------- */
/* Definitions, tried out                                                                     */

/* Marks what `from` reaches along the edges without entering `without`. */
static void search(const dxki_edges *edges, uint32_t nodes, uint32_t from, uint32_t without,
                   uint8_t *seen)
{
    uint32_t stack[MOST + 1], depth = 0;
    memset(seen, 0, nodes);
    if (from == without)
        return;
    seen[from] = 1;
    stack[depth++] = from;
    while (depth) {
        uint32_t n = stack[--depth];
        DXKI_EACH_EDGE(edges, n, e)
        {
            uint32_t to = edges->to[e];
            if (to != without && !seen[to]) {
                seen[to] = 1;
                stack[depth++] = to;
            }
        }
    }
}

static bool reaches(const dxki_edges *edges, uint32_t nodes, uint32_t from, uint32_t to,
                    uint32_t without)
{
    uint8_t seen[MOST + 1];
    search(edges, nodes, from, without, seen);
    return seen[to];
}

/* By definition: each way from the root to b leads through a. */
static bool dominates(const dxki_edges *edges, uint32_t nodes, uint32_t root, uint32_t a,
                      uint32_t b)
{
    return reaches(edges, nodes, root, b, DXKI_NO_NODE) &&
           reaches(edges, nodes, root, a, DXKI_NO_NODE) &&
           (a == b || !reaches(edges, nodes, root, b, a));
}

static void check_tree(const dxki_dom *dom, const dxki_edges *edges, uint32_t nodes, uint32_t root)
{
    uint32_t reached = 0;
    for (uint32_t b = 0; b < nodes; b++) {
        bool has = reaches(edges, nodes, root, b, DXKI_NO_NODE);
        uint32_t above = 0;
        reached += has;
        assert_int_equal(dxki_dom_has(dom, b), has);
        for (uint32_t a = 0; a < nodes; a++) {
            bool is = dominates(edges, nodes, root, a, b);
            above += is;
            assert_int_equal(dxki_dom_dominates(dom, a, b), is);
        }
        if (!has || b == root) {
            assert_int_equal(dom->parent[b], DXKI_NO_NODE);
            continue;
        }
        assert_int_equal(dom->depth[b], above - 1);
        assert_int_equal(dom->depth[dom->parent[b]], above - 2);
        assert_true(dxki_dom_dominates(dom, dom->parent[b], b));
        assert_int_equal(dom->nodes[dom->in[b]], b);
    }
    assert_int_equal(dom->reached, reached);
}

static void check_common(const dxki_dom *dom)
{
    for (uint32_t a = 0; a < dom->count; a++) {
        for (uint32_t b = 0; b < dom->count; b++) {
            if (!dxki_dom_has(dom, a) || !dxki_dom_has(dom, b))
                continue;
            uint32_t c = dxki_dom_common(dom, a, b);
            assert_true(dxki_dom_dominates(dom, c, a) && dxki_dom_dominates(dom, c, b));
            for (uint32_t d = 0; d < dom->count; d++) {
                if (dxki_dom_dominates(dom, d, a) && dxki_dom_dominates(dom, d, b))
                    assert_true(dxki_dom_dominates(dom, d, c));
            }
            if (dxki_dom_dominates(dom, b, a))
                assert_int_equal(dxki_dom_at_depth(dom, a, dom->depth[b]), b);
        }
    }
}

/* By definition: a dominates some x with an edge x -> y, and not y itself, unless they are one. */
static bool in_frontier(const dxki_dom *dom, const dxki_edges *edges, uint32_t a, uint32_t y)
{
    for (uint32_t x = 0; x < dom->count; x++) {
        DXKI_EACH_EDGE(edges, x, e)
        {
            if (edges->to[e] == y && dxki_dom_dominates(dom, a, x) &&
                (a == y || !dxki_dom_dominates(dom, a, y)))
                return true;
        }
    }
    return false;
}

static void check_frontier(dxki_frontier *f, const dxki_dom *dom, const dxki_edges *edges)
{
    for (uint32_t round = 0; round < 2; round++) {
        uint8_t taken[MOST + 1] = {0};
        for (uint32_t a = 0; a < dom->count; a++) {
            uint8_t found[MOST + 1] = {0};
            DXKI_EACH_FRONTIER(f, a, e)
            found[f->node[e]] = 1;
            for (uint32_t y = 0; y < dom->count; y++)
                assert_int_equal(found[y], in_frontier(dom, edges, a, y) && dxki_dom_has(dom, y));
        }
        for (uint32_t a = 0; a < dom->count; a++) {
            for (uint32_t y; (y = dxki_frontier_take(f, a)) != DXKI_NO_NODE;)
                taken[y] = 1;
            assert_int_equal(dxki_frontier_find(f, a, 0), DXKI_NO_NODE);
        }
        for (uint32_t y = 0; y < dom->count; y++) {
            bool any = false;
            for (uint32_t a = 0; a < dom->count; a++)
                any = any || (dxki_dom_has(dom, y) && in_frontier(dom, edges, a, y));
            assert_int_equal(taken[y], any);
        }
        dxki_frontier_restore(f);
    }
}

static void check_order(const subject *s)
{
    const dxki_order *o = &s->cfg.order;
    const dxki_edges *succ = &s->cfg.graph.succ;
    uint32_t nodes = s->cfg.graph.count, reached = 0;
    for (uint32_t n = 0; n < nodes; n++) {
        bool is = reaches(succ, nodes, 0, n, DXKI_NO_NODE);
        reached += is;
        assert_int_equal(dxki_cfg_is_reached(&s->cfg, n), is);
        DXKI_EACH_EDGE(succ, n, e)
        {
            if (is && o->place[succ->to[e]] <= o->place[n])
                assert_true(reaches(succ, nodes, succ->to[e], n, DXKI_NO_NODE));
        }
    }
    assert_int_equal(o->count, reached);
    for (uint32_t i = 0; i < o->count; i++)
        assert_int_equal(o->place[o->nodes[i]], i);
}

static void check_components(subject *s)
{
    const dxki_edges *succ = &s->cfg.graph.succ;
    uint32_t nodes = s->cfg.graph.count, listed = 0;
    dxki_components c;
    assert_true(dxki_graph_components(&c, &s->arena, succ, nodes));
    for (uint32_t a = 0; a < nodes; a++) {
        for (uint32_t b = 0; b < nodes; b++) {
            bool same = reaches(succ, nodes, a, b, DXKI_NO_NODE) &&
                        reaches(succ, nodes, b, a, DXKI_NO_NODE);
            assert_int_equal(c.of[a] == c.of[b], same);
        }
        DXKI_EACH_EDGE(succ, a, e)
        assert_true(c.of[succ->to[e]] <= c.of[a]);
    }
    for (uint32_t k = 0; k < c.count; k++) {
        DXKI_EACH_EDGE(&c.nodes, k, i)
        {
            assert_int_equal(c.of[c.nodes.to[i]], k);
            listed++;
        }
    }
    assert_int_equal(listed, nodes);
}

/* ---------------------------------------------------------------------------------------- */
/* Loops by definition                                                                        */

/* The natural loop of a header: 0 blocks if no edge leads back to it. */
static uint32_t natural_loop(const subject *s, uint32_t header, uint8_t *in)
{
    uint32_t nodes = s->cfg.graph.count, count = 0;
    memset(in, 0, MOST + 1);
    DXKI_EACH_PRED(&s->cfg, header, e)
    {
        uint32_t latch = s->cfg.graph.pred.to[e];
        uint8_t seen[MOST + 1];
        if (!dxki_dom_dominates(&s->dom, header, latch))
            continue;
        search(&s->cfg.graph.pred, nodes, latch, header, seen);
        in[header] = 1;
        for (uint32_t n = 0; n < s->cfg.count; n++)
            in[n] = in[n] || (seen[n] && dxki_cfg_is_reached(&s->cfg, n));
    }
    for (uint32_t n = 0; n < s->cfg.count; n++)
        count += in[n];
    return count;
}

static uint32_t loop_with_header(const subject *s, uint32_t header)
{
    for (uint32_t i = 1; i < s->loops.count; i++) {
        if (s->loops.items[i].header == header && !s->loops.items[i].is_irreducible)
            return i;
    }
    return 0;
}

static void check_natural(const subject *s)
{
    for (uint32_t h = 0; h < s->cfg.count; h++) {
        uint8_t in[MOST + 1];
        uint32_t count = natural_loop(s, h, in), loop = loop_with_header(s, h);
        assert_int_equal(loop != 0, count != 0);
        if (!count)
            continue;
        assert_int_equal(s->loops.items[loop].end - s->loops.items[loop].first, count);
        assert_int_equal(s->loops.members[s->loops.items[loop].first], h);
        for (uint32_t n = 0; n < s->cfg.count; n++)
            assert_int_equal(dxki_loop_contains(&s->loops, loop, n), in[n]);
    }
}

static void check_edges(const subject *s, uint32_t loop)
{
    const dxki_loop *l = &s->loops.items[loop];
    uint32_t latches = 0, exits = 0;
    for (uint32_t n = 0; n < s->cfg.count; n++) {
        if (!dxki_loop_contains(&s->loops, loop, n))
            continue;
        DXKI_EACH_SUCC(&s->cfg, n, e)
        {
            uint32_t to = s->cfg.graph.succ.to[e];
            latches += to == l->header;
            exits += to == s->cfg.count || !dxki_loop_contains(&s->loops, loop, to);
        }
    }
    assert_int_equal(l->exits, exits);
    assert_int_equal(l->latches, latches);
}

static void check_nesting(const subject *s)
{
    const dxki_loops *loops = &s->loops;
    for (uint32_t i = 0; i < loops->count; i++) {
        const dxki_loop *l = &loops->items[i], *around = &loops->items[l->parent];
        if (i == 0)
            continue;
        check_edges(s, i);
        assert_true(l->parent < i && i < around->next && l->next <= around->next);
        assert_true(l->first >= around->first && l->end <= around->end);
        assert_int_equal(l->depth, around->depth + 1);
        for (uint32_t k = i + 1; k < loops->count; k++)
            assert_int_equal(k < l->next, dxki_loop_contains(loops, i, loops->items[k].header) &&
                                              loops->items[k].first >= l->first &&
                                              loops->items[k].end <= l->end);
    }
    for (uint32_t n = 0; n < s->cfg.count; n++) {
        if (!dxki_cfg_is_reached(&s->cfg, n)) {
            assert_int_equal(loops->place[n], DXKI_NO_NODE);
            continue;
        }
        assert_int_equal(loops->members[loops->place[n]], n);
        assert_true(dxki_loop_contains(loops, loops->of[n], n));
        for (uint32_t i = loops->of[n] + 1; i < loops->items[loops->of[n]].next; i++)
            assert_false(dxki_loop_contains(loops, i, n));
    }
}

/* What stands for a block at a level: the outermost natural loop below the level that has it, or
 * the block. */
static uint32_t unit_of(const subject *s, uint32_t level, uint32_t block)
{
    uint32_t unit = block;
    for (uint32_t i = s->loops.of[block]; i != level; i = s->loops.items[i].parent) {
        if (!s->loops.items[i].is_irreducible)
            unit = MOST + 1 + i;
    }
    return unit;
}

/* At each level, without its header, two units are in one region if each reaches the other. */
static void check_regions(const subject *s, uint32_t level)
{
    const dxki_loops *loops = &s->loops;
    dxki_edges inside = {calloc(MOST + 2, sizeof(uint32_t)), calloc(4 * MOST, sizeof(uint32_t))};
    uint32_t header = level ? loops->items[level].header : DXKI_NO_NODE, count = 0;
    for (uint32_t n = 0; n < s->cfg.count; n++) {
        inside.start[n] = count;
        DXKI_EACH_SUCC(&s->cfg, n, e)
        {
            uint32_t to = s->cfg.graph.succ.to[e];
            if (n != header && to != header && to != s->cfg.count &&
                dxki_loop_contains(loops, level, n) && dxki_loop_contains(loops, level, to))
                inside.to[count++] = to;
        }
    }
    inside.start[s->cfg.count] = count;
    for (uint32_t a = 0; a < s->cfg.count; a++) {
        for (uint32_t b = 0; b < s->cfg.count; b++) {
            if (a == header || b == header || !dxki_loop_contains(loops, level, a) ||
                !dxki_loop_contains(loops, level, b) ||
                unit_of(s, level, a) == unit_of(s, level, b))
                continue;
            uint32_t top_a = loops->of[a], top_b = loops->of[b];
            while (top_a != level && loops->items[top_a].parent != level)
                top_a = loops->items[top_a].parent;
            while (top_b != level && loops->items[top_b].parent != level)
                top_b = loops->items[top_b].parent;
            bool cycle = reaches(&inside, s->cfg.count, a, b, DXKI_NO_NODE) &&
                         reaches(&inside, s->cfg.count, b, a, DXKI_NO_NODE);
            assert_int_equal(top_a == top_b && loops->items[top_a].is_irreducible, cycle);
        }
    }
    free(inside.start);
    free(inside.to);
}

/* Without the edges back to dominators, what the entry reaches has no cycle. */
static bool is_reducible(const subject *s)
{
    for (uint32_t i = 1; i < s->loops.count; i++) {
        if (s->loops.items[i].is_irreducible)
            return false;
    }
    return true;
}

static void check_loops(subject *s)
{
    bool reducible = false, all_reached = true;
    check_natural(s);
    check_nesting(s);
    for (uint32_t i = 0; i < s->loops.count; i++) {
        if (!s->loops.items[i].is_irreducible)
            check_regions(s, i);
    }
    for (uint32_t n = 0; n < s->cfg.count; n++)
        all_reached = all_reached && dxki_cfg_is_reached(&s->cfg, n);
    assert_true(dxki_cfg_reducible(&s->cfg, s->ctx, &reducible));
    if (all_reached || !is_reducible(s))
        assert_int_equal(reducible, is_reducible(s));
}

static void random_graphs_are_as_defined(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 3000; seed++) {
        subject s;
        random_subject(&s, seed);
        uint32_t nodes = s.cfg.graph.count;
        check_order(&s);
        check_components(&s);
        check_tree(&s.dom, &s.cfg.graph.succ, nodes, 0);
        check_tree(&s.post, &s.cfg.graph.pred, nodes, s.cfg.count);
        check_common(&s.dom);
        check_frontier(&s.frontier, &s.dom, &s.cfg.graph.succ);
        check_frontier(&s.controls, &s.post, &s.cfg.graph.pred);
        check_loops(&s);
        done(&s);
    }
}

/* ---------------------------------------------------------------------------------------- */
/* By hand                                                                                    */

static void a_branch_has_its_true_block_first(void **state)
{
    subject s;
    (void)state;
    begin(&s, "define void @f(i1 %c) {\n"
              "a:\n  br i1 %c, label %b, label %c1\n"
              "b:\n  br label %d\n"
              "c1:\n  br label %d\n"
              "d:\n  ret void\n}\n");
    assert_int_equal(s.cfg.count, 4);
    assert_int_equal(s.cfg.graph.succ.to[0], 1);
    assert_int_equal(s.cfg.graph.succ.to[1], 2);
    assert_int_equal(s.cfg.graph.succ.to[s.cfg.graph.succ.start[3]], 4);
    assert_int_equal(s.dom.parent[3], 0);
    assert_int_equal(s.post.parent[0], 3);
    assert_int_equal(dxki_frontier_find(&s.controls, 3, 0), DXKI_NO_NODE);
    assert_int_equal(s.controls.node[dxki_frontier_find(&s.controls, 1, 0)], 0);
    assert_int_equal(dxki_cfg_number(&s.cfg, s.cfg.blocks[2]), 2);
    assert_int_equal(dxki_cfg_number(&s.cfg, 0), DXKI_NO_NODE);
    assert_int_equal(dxki_cfg_number(&s.cfg, UINT32_MAX), DXKI_NO_NODE);
    done(&s);
}

/* The drawing in loop.h. */
static void loops_nest(void **state)
{
    subject s;
    (void)state;
    begin(&s, "define void @f(i1 %c) {\n"
              "b0:\n  br label %b1\n"
              "b1:\n  br i1 %c, label %b2, label %b4\n"
              "b2:\n  br i1 %c, label %b3, label %b6\n"
              "b3:\n  br i1 %c, label %b2, label %b5\n"
              "b4:\n  br label %b5\n"
              "b5:\n  br label %b1\n"
              "b6:\n  ret void\n}\n");
    assert_int_equal(s.loops.count, 3);
    assert_int_equal(s.loops.items[1].header, 1);
    assert_int_equal(s.loops.items[1].end - s.loops.items[1].first, 5);
    assert_int_equal(s.loops.items[1].exits, 1);
    assert_int_equal(s.loops.items[2].header, 2);
    assert_int_equal(s.loops.items[2].parent, 1);
    assert_int_equal(s.loops.items[2].depth, 2);
    assert_int_equal(s.loops.items[2].exits, 2);
    assert_int_equal(s.loops.items[2].latches, 1);
    assert_int_equal(s.loops.of[6], 0);
    done(&s);
}

/* Two blocks of a cycle that the entry leads to both: within a loop, a region. */
static void regions_are_found_in_loops(void **state)
{
    subject s;
    bool reducible = true;
    (void)state;
    begin(&s, "define void @f(i1 %c) {\n"
              "b0:\n  br label %b1\n"
              "b1:\n  br i1 %c, label %b2, label %b3\n"
              "b2:\n  br i1 %c, label %b3, label %b4\n"
              "b3:\n  br label %b2\n"
              "b4:\n  br i1 %c, label %b1, label %b5\n"
              "b5:\n  ret void\n}\n");
    assert_int_equal(s.loops.count, 3);
    assert_int_equal(s.loops.items[1].header, 1);
    assert_false(s.loops.items[1].is_irreducible);
    assert_true(s.loops.items[2].is_irreducible);
    assert_int_equal(s.loops.items[2].parent, 1);
    assert_int_equal(s.loops.items[2].end - s.loops.items[2].first, 2);
    assert_int_equal(s.loops.of[4], 1);
    assert_true(dxki_cfg_reducible(&s.cfg, s.ctx, &reducible));
    assert_false(reducible);
    done(&s);
}

/* After edits the blocks of a function are in any order. */
static void blocks_out_of_order_keep_their_numbers(void **state)
{
    subject s;
    dxki_cfg cfg;
    (void)state;
    begin(&s, "define void @f(i1 %c) {\n"
              "b0:\n  br i1 %c, label %b1, label %b2\n"
              "b1:\n  br label %b3\n"
              "b2:\n  br label %b3\n"
              "b3:\n  ret void\n}\n");
    dxki_block *blocks = s.m->blocks.items;
    uint32_t b0 = s.cfg.blocks[0], b1 = s.cfg.blocks[1], b2 = s.cfg.blocks[2], b3 = s.cfg.blocks[3];
    blocks[b0].next = b3;
    blocks[b3].next = b1;
    blocks[b1].next = b2;
    blocks[b2].next = 0;
    assert_true(dxki_cfg_build(&cfg, &s.arena, s.m, s.cfg.function));
    assert_int_equal(cfg.count, 4);
    assert_int_equal(dxki_cfg_number(&cfg, b0), 0);
    assert_int_equal(dxki_cfg_number(&cfg, b3), 1);
    assert_int_equal(dxki_cfg_number(&cfg, b1), 2);
    assert_int_equal(dxki_cfg_number(&cfg, b2), 3);
    assert_int_equal(dxki_cfg_number(&cfg, b3 + 1), DXKI_NO_NODE);
    assert_int_equal(cfg.graph.succ.to[0], 2);
    assert_int_equal(cfg.graph.succ.to[1], 3);
    done(&s);
}

static void endless_loops_have_no_post_dominators(void **state)
{
    subject s;
    (void)state;
    begin(&s, "define void @f(i1 %c) {\n"
              "b0:\n  br i1 %c, label %b1, label %b2\n"
              "b1:\n  br label %b1\n"
              "b2:\n  ret void\n}\n");
    assert_false(dxki_dom_has(&s.post, 1));
    assert_true(dxki_dom_dominates(&s.post, 2, 0));
    assert_int_equal(s.loops.items[1].exits, 0);
    done(&s);
}

/* A declaration has no blocks. */
static void nothing_comes_of_a_declaration(void **state)
{
    subject s;
    (void)state;
    begin(&s, "declare void @f(i1)\n");
    assert_int_equal(s.cfg.count, 0);
    assert_int_equal(s.loops.count, 1);
    assert_int_equal(s.loops.items[0].end, 0);
    done(&s);
}

/* ---------------------------------------------------------------------------------------- */
/* Large ones                                                                                 */

/* `depth` loops, each around the next. No walk may use the stack for them. */
static void deep_nests_are_taken(void **state)
{
    const uint32_t depth = 20000;
    char *text = malloc((size_t)depth * 2 * 80 + 200), *at = text;
    subject s;
    (void)state;
    at += sprintf(at, "define void @f(i1 %%c) {\nb:\n  br label %%h0\n");
    for (uint32_t i = 0; i < depth; i++)
        at += sprintf(at, "h%u:\n  br label %%%c%u\n", i, i + 1 < depth ? 'h' : 'l',
                      i + 1 < depth ? i + 1 : i);
    for (uint32_t i = depth; i-- > 0;)
        at += sprintf(at, "l%u:\n  br i1 %%c, label %%h%u, label %%%c%u\n", i, i, i ? 'l' : 'e',
                      i ? i - 1 : 0);
    sprintf(at, "e0:\n  ret void\n}\n");
    begin(&s, text);
    assert_int_equal(s.loops.count, depth + 1);
    assert_int_equal(s.loops.items[depth].depth, depth);
    assert_int_equal(s.loops.items[1].exits, 1);
    assert_int_equal(s.dom.depth[depth], depth);
    assert_int_equal(dxki_dom_at_depth(&s.dom, depth, 12345), 12345);
    assert_int_equal(dxki_dom_common(&s.dom, depth, 777), 777);
    done(&s);
    free(text);
}

static dxk_status run_all(dxk_ctx *ctx, void *user)
{
    const char *text = user;
    dxki_arena arena;
    dxki_cfg cfg;
    dxki_dom dom, post;
    dxki_frontier frontier;
    dxki_loops loops;
    dxk_module *m = NULL;
    bool reducible;
    dxk_status status =
        dxk_module_parse(ctx, (dxk_bytes){(const uint8_t *)text, strlen(text)}, NULL, &m);
    if (status != DXK_OK)
        return status;
    dxki_arena_init(&arena, ctx);
    bool good = dxki_cfg_build(&cfg, &arena, m, m->functions.items[0]) &&
                dxki_dom_forward(&dom, &arena, &cfg) && dxki_dom_backward(&post, &arena, &cfg) &&
                dxki_frontier_backward(&frontier, &arena, &cfg, &post) &&
                dxki_loop_build(&loops, &arena, &cfg, &dom) &&
                dxki_cfg_reducible(&cfg, ctx, &reducible);
    dxki_arena_free(&arena);
    dxk_module_free(m);
    return good ? DXK_OK : dxki_nomem(ctx);
}

static void running_out_of_memory_is_clean(void **state)
{
    (void)state;
    support_fail_allocations(run_all, "define void @f(i1 %c) {\n"
                                      "b0:\n  br label %b1\n"
                                      "b1:\n  br i1 %c, label %b2, label %b3\n"
                                      "b2:\n  br i1 %c, label %b3, label %b4\n"
                                      "b3:\n  br label %b2\n"
                                      "b4:\n  br i1 %c, label %b1, label %b5\n"
                                      "b5:\n  ret void\n}\n");
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(random_graphs_are_as_defined),
    cmocka_unit_test(a_branch_has_its_true_block_first),
    cmocka_unit_test(loops_nest),
    cmocka_unit_test(regions_are_found_in_loops),
    cmocka_unit_test(blocks_out_of_order_keep_their_numbers),
    cmocka_unit_test(endless_loops_have_no_post_dominators),
    cmocka_unit_test(nothing_comes_of_a_declaration),
    cmocka_unit_test(deep_nests_are_taken),
    cmocka_unit_test(running_out_of_memory_is_clean),
};
SUPPORT_SUITE(test_analysis, tests);
