/* SPDX-License-Identifier: MIT */
/*
 * dom.c - see dom.h. Lengauer and Tarjan, "A fast algorithm for finding dominators in a
 * flowgraph", the version with path compression alone: m log n at worst, which iterating over the
 * graph does not keep to in deep nests of loops.
 *
 * Within, nodes are their numbers in a depth-first walk: the root is 0, ancestors are lower.
 */
#include "analysis/dom.h"
#include "base/count.h"

#include <string.h>

typedef struct search {
    const dxki_edges *succ, *pred;
    uint32_t *number; /* by node; DXKI_NO_NODE: not reached */

    /* The rest by number. */
    uint32_t *node;
    uint32_t *parent; /* in the depth-first tree */
    uint32_t *semi;   /* semidominator */
    uint32_t *idom;
    uint32_t *above; /* in the forest of what is linked; DXKI_NO_NODE: the top of its tree */
    uint32_t *label; /* the lowest semidominator on the way up is this one's */
    uint32_t *bucket, *in_bucket; /* lists by semidominator: first, next; 0: none */
    uint32_t *stack;
    uint32_t count;
} search;

#define ARRAYS 10u /* of a search */

/* `few` has room for the arrays of few nodes. */
static bool prepare(search *s, dxki_arena *scratch, uint32_t count, uint32_t *few)
{
    uint32_t *all = few;
    if (count > DXKI_FEW_NODES)
        all = DXKI_NEW_ARRAY(scratch, uint32_t, (size_t)count * ARRAYS);
    else
        memset(few, 0, (size_t)count * ARRAYS * sizeof *few);
    if (!all)
        return false;
    uint32_t **const arrays[] = {&s->number, &s->node,  &s->parent, &s->semi,      &s->idom,
                                 &s->above,  &s->label, &s->bucket, &s->in_bucket, &s->stack};
    for (uint32_t i = 0; i < DXKI_COUNT(arrays); i++)
        *arrays[i] = all + (size_t)i * count;
    memset(s->number, 0xff, count * sizeof *s->number);
    return true;
}

static void enter(search *s, uint32_t node, uint32_t parent)
{
    uint32_t n = s->count++;
    s->number[node] = n;
    s->node[n] = node;
    s->parent[n] = parent;
    s->semi[n] = s->label[n] = n;
    s->above[n] = DXKI_NO_NODE;
}

/* Numbers what the root reaches. `bucket` is lent for the edges that the walk takes next. */
static void walk(search *s, uint32_t root)
{
    uint32_t depth = 0, *next = s->bucket;
    enter(s, root, 0);
    s->stack[depth++] = 0;
    next[0] = s->succ->start[root];
    while (depth) {
        uint32_t n = s->stack[depth - 1];
        if (next[n] == s->succ->start[s->node[n] + 1]) {
            next[n] = 0;
            depth--;
            continue;
        }
        uint32_t to = s->succ->to[next[n]++];
        if (s->number[to] != DXKI_NO_NODE)
            continue;
        next[s->count] = s->succ->start[to];
        s->stack[depth++] = s->count;
        enter(s, to, n);
    }
}

/* Makes all on the way from `n` up to below the top hang on the top, with the lowest label that
 * they have passed. */
static void compress(search *s, uint32_t n)
{
    uint32_t depth = 0;
    for (uint32_t up = s->above[n]; s->above[up] != DXKI_NO_NODE; up = s->above[up]) {
        s->stack[depth++] = n;
        n = up;
    }
    while (depth) {
        uint32_t low = s->stack[--depth], up = s->above[low];
        if (s->semi[s->label[up]] < s->semi[s->label[low]])
            s->label[low] = s->label[up];
        s->above[low] = s->above[up];
    }
}

/* The node with the lowest semidominator among `n` and those above it, the top left out. */
static uint32_t lowest(search *s, uint32_t n)
{
    if (s->above[n] == DXKI_NO_NODE)
        return n;
    compress(s, n);
    return s->label[n];
}

/* Those whose semidominator is n's parent: they are dominated by it, or like a lower one. */
static void empty_bucket(search *s, uint32_t parent)
{
    for (uint32_t v = s->bucket[parent]; v; v = s->in_bucket[v]) {
        uint32_t u = lowest(s, v);
        s->idom[v] = s->semi[u] < s->semi[v] ? u : parent;
    }
    s->bucket[parent] = 0;
}

static void find_dominators(search *s)
{
    for (uint32_t n = s->count; n-- > 1;) {
        DXKI_EACH_EDGE(s->pred, s->node[n], e)
        {
            uint32_t from = s->number[s->pred->to[e]];
            uint32_t semi = from == DXKI_NO_NODE ? n : s->semi[lowest(s, from)];
            s->semi[n] = semi < s->semi[n] ? semi : s->semi[n];
        }
        s->in_bucket[n] = s->bucket[s->semi[n]];
        s->bucket[s->semi[n]] = n;
        s->above[n] = s->parent[n];
        empty_bucket(s, s->parent[n]);
    }
    for (uint32_t n = 1; n < s->count; n++) {
        if (s->idom[n] != s->semi[n])
            s->idom[n] = s->idom[s->idom[n]];
    }
}

/* Where a child of the node jumps to: as far again as the node's own two jumps, if they are alike
 * (Myers, "An applicative random-access stack"). */
static uint32_t jump_from(const dxki_dom *dom, uint32_t node)
{
    uint32_t once = dom->jump[node], twice = dom->jump[once];
    bool alike = dom->depth[node] - dom->depth[once] == dom->depth[once] - dom->depth[twice];
    return alike ? twice : node;
}

/* Places the nodes so that a node is followed by what it dominates. `bucket` is lent for the
 * sizes of subtrees, `in_bucket` for the next free place in each. */
static void number_tree(search *s, dxki_dom *dom)
{
    uint32_t *size = s->bucket, *next = s->in_bucket;
    for (uint32_t n = 0; n < s->count; n++)
        size[n] = 1;
    for (uint32_t n = s->count; n-- > 1;)
        size[s->idom[n]] += size[n];
    for (uint32_t n = 0; n < s->count; n++) {
        uint32_t node = s->node[n], place = 0;
        if (n > 0) {
            place = next[s->idom[n]];
            next[s->idom[n]] += size[n];
            dom->parent[node] = s->node[s->idom[n]];
            dom->depth[node] = dom->depth[dom->parent[node]] + 1;
            dom->jump[node] = jump_from(dom, dom->parent[node]);
        } else {
            dom->jump[node] = node;
        }
        next[n] = place + 1;
        dom->in[node] = place;
        dom->out[node] = place + size[n];
        dom->nodes[place] = node;
    }
}

static bool make_tree(dxki_dom *dom, dxki_arena *arena, uint32_t count)
{
    uint32_t **const arrays[] = {&dom->parent, &dom->depth, &dom->jump,
                                 &dom->in,     &dom->out,   &dom->nodes};
    memset(dom, 0, sizeof *dom);
    uint32_t *all = DXKI_NEW_ARRAY(arena, uint32_t, (size_t)count * DXKI_COUNT(arrays));
    for (uint32_t i = 0; all && i < DXKI_COUNT(arrays); i++)
        *arrays[i] = all + (size_t)i * count;
    return all != NULL;
}

bool dxki_dom_build(dxki_dom *dom, dxki_arena *arena, uint32_t count, const dxki_edges *succ,
                    const dxki_edges *pred, uint32_t root)
{
    uint32_t few[ARRAYS * DXKI_FEW_NODES];
    dxki_arena scratch;
    search s = {.succ = succ, .pred = pred};
    dxki_arena_init(&scratch, arena->ctx);
    bool good = make_tree(dom, arena, count) && prepare(&s, &scratch, count, few);
    if (good) {
        memset(dom->parent, 0xff, count * sizeof *dom->parent);
        walk(&s, root);
        find_dominators(&s);
        number_tree(&s, dom);
        dom->count = count;
        dom->reached = s.count;
        dom->root = root;
    }
    dxki_arena_free(&scratch);
    return good;
}

uint32_t dxki_dom_common(const dxki_dom *dom, uint32_t a, uint32_t b)
{
    while (!dxki_dom_dominates(dom, a, b))
        a = dxki_dom_dominates(dom, dom->jump[a], b) ? dom->parent[a] : dom->jump[a];
    return a;
}

uint32_t dxki_dom_at_depth(const dxki_dom *dom, uint32_t node, uint32_t depth)
{
    while (dom->depth[node] > depth)
        node = dom->depth[dom->jump[node]] < depth ? dom->parent[node] : dom->jump[node];
    return node;
}
