/* SPDX-License-Identifier: MIT */
/*
 * graph.c - the control flow graph of a function: edges, dominators (Cooper, Harvey, Kennedy: "A
 * simple, fast dominance algorithm"), loops. Blocks are numbered as they stand in the function; 0
 * is the entry. All in time linear in the edges, dominators nearly so.
 */
#include <string.h>

#include "validate/validate.h"

#define NONE UINT32_MAX

uint32_t dxki_val_graph_number(const dxki_val *v, const dxki_val_graph *g, uint32_t block)
{
    (void)v;
    uint32_t number = block - g->first;
    return number < g->count && g->blocks[number] == block ? number : NONE;
}

/* Calls `to` for each target of the block's terminator. */
static uint32_t targets(const dxki_val *v, const dxki_val_graph *g, uint32_t block, uint32_t *out)
{
    uint32_t last = v->m->blocks.items[block].last_inst, count = 0;
    if (!last || dxki_op_class_of((dxki_op)dxki_val_inst(v, last)->op) != DXKI_OC_TERM)
        return 0;
    const dxki_inst *in = dxki_val_inst(v, last);
    const dxki_value *ops = dxki_val_ops(v, last);
    bool is_br = in->op == DXKI_OP_BR;
    for (uint32_t k = 0; k < in->op_count; k++) {
        dxki_value op = ops[is_br ? in->op_count - 1 - k : k];
        uint32_t number =
            DXKI_TAG(op) == DXKI_V_BLOCK ? dxki_val_graph_number(v, g, DXKI_INDEX(op)) : NONE;
        if (number == NONE)
            continue;
        if (out)
            out[count] = number;
        count++;
    }
    return count;
}

static void *zalloc(dxki_val_graph *g, size_t count)
{
    return dxki_arena_zalloc(&g->arena, count ? count : 1, sizeof(uint32_t));
}

static bool list_blocks(dxki_val *v, uint32_t global, dxki_val_graph *g)
{
    const dxk_module *m = v->m;
    uint32_t first = m->globals.items[global].first_block, lowest = first;
    for (uint32_t b = first; b; b = m->blocks.items[b].next) {
        g->count++;
        lowest = b < lowest ? b : lowest;
    }
    g->blocks = zalloc(g, g->count);
    g->first = lowest;
    if (!g->blocks)
        return false;
    uint32_t n = 0;
    for (uint32_t b = first; b; b = m->blocks.items[b].next)
        g->blocks[n++] = b;
    return true;
}

static bool link_blocks(dxki_val *v, dxki_val_graph *g)
{
    uint32_t edges = 0;
    g->succ_start = zalloc(g, g->count + 1u);
    g->pred_start = zalloc(g, g->count + 2u);
    if (!g->succ_start || !g->pred_start)
        return false;
    for (uint32_t i = 0; i < g->count; i++) {
        g->succ_start[i] = edges;
        edges += targets(v, g, g->blocks[i], NULL);
    }
    g->succ_start[g->count] = edges;
    g->succ = zalloc(g, edges);
    g->pred = zalloc(g, edges);
    if (!g->succ || !g->pred)
        return false;
    for (uint32_t i = 0; i < g->count; i++)
        targets(v, g, g->blocks[i], g->succ + g->succ_start[i]);
    for (uint32_t e = 0; e < edges; e++)
        g->pred_start[g->succ[e] + 2]++;
    for (uint32_t i = 0; i < g->count; i++)
        g->pred_start[i + 2] += g->pred_start[i + 1];
    for (uint32_t i = 0; i < g->count; i++) {
        for (uint32_t e = g->succ_start[i]; e < g->succ_start[i + 1]; e++)
            g->pred[g->pred_start[g->succ[e] + 1]++] = i;
    }
    return true;
}

/* Reverse post-order of what the entry reaches. */
static bool order_blocks(dxki_val_graph *g)
{
    uint32_t *stack = zalloc(g, g->count), *next = zalloc(g, g->count), depth = 0;
    uint32_t place = g->count;
    g->rpo = zalloc(g, g->count);
    g->order = zalloc(g, g->count);
    if (!stack || !next || !g->rpo || !g->order)
        return false;
    for (uint32_t i = 0; i < g->count; i++) {
        g->rpo[i] = NONE;
        next[i] = NONE;
    }
    stack[depth++] = 0;
    next[0] = g->succ_start[0];
    while (depth) {
        uint32_t b = stack[depth - 1];
        if (next[b] == g->succ_start[b + 1]) {
            g->order[--place] = b;
            depth--;
            continue;
        }
        uint32_t s = g->succ[next[b]++];
        if (next[s] == NONE) {
            next[s] = g->succ_start[s];
            stack[depth++] = s;
        }
    }
    g->reachable = g->count - place;
    memmove(g->order, g->order + place, g->reachable * sizeof *g->order);
    for (uint32_t i = 0; i < g->reachable; i++)
        g->rpo[g->order[i]] = i;
    return true;
}

static uint32_t meet(const dxki_val_graph *g, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (g->rpo[a] > g->rpo[b])
            a = g->idom[a];
        while (g->rpo[b] > g->rpo[a])
            b = g->idom[b];
    }
    return a;
}

static bool refine(dxki_val_graph *g)
{
    bool changed = false;
    for (uint32_t i = 1; i < g->reachable; i++) {
        uint32_t b = g->order[i], best = NONE;
        for (uint32_t e = g->pred_start[b]; e < g->pred_start[b + 1]; e++) {
            uint32_t p = g->pred[e];
            if (g->rpo[p] == NONE || (g->idom[p] == NONE && p != 0))
                continue;
            best = best == NONE ? p : meet(g, p, best);
        }
        if (g->idom[b] != best) {
            g->idom[b] = best;
            changed = true;
        }
    }
    return changed;
}

/* Entry and leaving times in the dominator tree: a dominates b if b's interval is inside a's. */
static bool number_tree(dxki_val_graph *g)
{
    uint32_t *size = zalloc(g, g->count), *used = zalloc(g, g->count);
    g->dom_in = zalloc(g, g->count);
    g->dom_out = zalloc(g, g->count);
    if (!size || !used || !g->dom_in || !g->dom_out)
        return false;
    for (uint32_t i = g->reachable; i-- > 0;) {
        size[g->order[i]]++;
        if (i > 0)
            size[g->idom[g->order[i]]] += size[g->order[i]];
    }
    for (uint32_t i = 0; i < g->reachable; i++) {
        uint32_t b = g->order[i], up = i ? g->idom[b] : b;
        g->dom_in[b] = i ? g->dom_in[up] + 1 + used[up] : 0;
        if (i)
            used[up] += size[b];
        g->dom_out[b] = g->dom_in[b] + size[b];
    }
    return true;
}

bool dxki_val_graph_build(dxki_val *v, uint32_t global, dxki_val_graph *g)
{
    memset(g, 0, sizeof *g);
    dxki_arena_init(&g->arena, v->ctx);
    if (!list_blocks(v, global, g) || !link_blocks(v, g))
        return false;
    g->idom = zalloc(g, g->count);
    if (!g->idom || g->count == 0 || !order_blocks(g))
        return false;
    for (uint32_t i = 0; i < g->count; i++)
        g->idom[i] = NONE;
    while (refine(g))
        ;
    return number_tree(g);
}

void dxki_val_graph_free(dxki_val_graph *g)
{
    dxki_arena_free(&g->arena);
}

bool dxki_val_graph_dominates(const dxki_val_graph *g, uint32_t a, uint32_t b)
{
    if (a == b || g->rpo[b] == NONE)
        return true;
    return g->rpo[a] != NONE && g->dom_in[a] <= g->dom_in[b] && g->dom_out[b] <= g->dom_out[a];
}

bool dxki_val_inst_dominates(const dxki_val *v, const dxki_val_graph *g, uint32_t a, uint32_t b)
{
    uint32_t block_a = dxki_val_inst(v, a)->block, block_b = dxki_val_inst(v, b)->block;
    if (block_a != block_b)
        return dxki_val_graph_dominates(g, dxki_val_graph_number(v, g, block_a),
                                        dxki_val_graph_number(v, g, block_b));
    for (uint32_t i = dxki_val_inst(v, a)->next; i; i = dxki_val_inst(v, i)->next) {
        if (i == b)
            return true;
    }
    return false;
}

/* Marks the natural loop of `head`, what reaches it without leaving its dominance, and lists it
 * in `members`; their number, 0: no loop begins there. */
static uint32_t mark_loop(const dxki_val_graph *g, uint32_t head, uint32_t *in_loop,
                          uint32_t *members)
{
    uint32_t count = 0;
    bool is_loop = false;
    members[count++] = head;
    in_loop[head] = head + 1;
    for (uint32_t next = 0; next < count; next++) {
        uint32_t b = members[next];
        for (uint32_t e = g->pred_start[b]; e < g->pred_start[b + 1]; e++) {
            uint32_t p = g->pred[e];
            if (g->rpo[p] == NONE || (b == head && !dxki_val_graph_dominates(g, head, p)))
                continue;
            is_loop = is_loop || b == head;
            if (in_loop[p] != head + 1) {
                in_loop[p] = head + 1;
                members[count++] = p;
            }
        }
    }
    return is_loop ? count : 0;
}

static bool leaves_loop(const dxki_val_graph *g, uint32_t head, const uint32_t *in_loop,
                        const uint32_t *members, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++) {
        uint32_t b = members[k];
        for (uint32_t e = g->succ_start[b]; e < g->succ_start[b + 1]; e++) {
            if (in_loop[g->succ[e]] != head + 1)
                return true;
        }
    }
    return false;
}

/* Blocks in reverse post-order: the head of an outer loop comes first, so a block that is marked
 * belongs to an outer one and is passed over. */
uint32_t dxki_val_graph_dead_loops(dxki_val *v, const dxki_val_graph *g)
{
    uint32_t *in_loop = DXKI_VNEW(v, uint32_t, g->count);
    uint32_t *members = DXKI_VNEW(v, uint32_t, (size_t)g->count + 1), dead = 0;
    if (!in_loop || !members)
        return 0;
    for (uint32_t i = 0; i < g->reachable; i++) {
        uint32_t head = g->order[i];
        if (in_loop[head])
            continue;
        uint32_t count = mark_loop(g, head, in_loop, members);
        if (count == 0)
            in_loop[head] = 0;
        else
            dead += !leaves_loop(g, head, in_loop, members, count);
    }
    return dead;
}

/* Without the block, can the entry still reach an exit? */
bool dxki_val_graph_postdominates_entry(dxki_val *v, const dxki_val_graph *g, uint32_t number)
{
    uint8_t *seen = DXKI_VNEW(v, uint8_t, g->count);
    uint32_t *stack = DXKI_VNEW(v, uint32_t, g->count), depth = 0;
    if (!seen || !stack || number == 0)
        return true;
    seen[0] = seen[number] = 1;
    stack[depth++] = 0;
    while (depth) {
        uint32_t b = stack[--depth];
        if (g->succ_start[b] == g->succ_start[b + 1])
            return false;
        for (uint32_t e = g->succ_start[b]; e < g->succ_start[b + 1]; e++) {
            uint32_t s = g->succ[e];
            if (!seen[s]) {
                seen[s] = 1;
                stack[depth++] = s;
            }
        }
    }
    return true;
}
