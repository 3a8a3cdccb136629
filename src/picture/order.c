/* SPDX-License-Identifier: MIT */
/*
 * order.c - the order of the items in their ranks. Each goes to the middle of what it is linked with in
 * the rank before, then after, by turns; the order with the fewest crossings stays. Items of one loop
 * are kept together: they are sorted as one where others are not of that loop.
 */
#include "base/sort.h"
#include "picture/layout.h"

#include <string.h>

enum { SWEEPS = 12 };

/* What a loop has in the rank that is being sorted. */
typedef struct loop_key {
    int64_t sum;
    uint32_t count, place, mark; /* place: of its first item; mark: the sort that it belongs to */
} loop_key;

typedef struct sorter {
    dxki_layout *l;
    loop_key *loops;
    uint32_t mark;
} sorter;

/* One of the things that are compared: an item, or a loop that an item is in. */
typedef struct entity {
    int side; /* -1: a left border, 1: a right one */
    int64_t key;
    uint32_t place;
} entity;

static entity of_item(const dxki_layered_item *i)
{
    int side = i->kind == DXKI_LAYERED_LEFT ? -1 : i->kind == DXKI_LAYERED_RIGHT;
    return (entity){side, i->key, i->place};
}

static entity of_loop(const sorter *s, uint32_t loop)
{
    const loop_key *k = &s->loops[loop];
    return (entity){0, k->count ? k->sum / k->count : 0, k->place};
}

static bool comes_after(const void *user, const void *left, const void *right)
{
    const sorter *s = user;
    const dxki_layout *l = s->l;
    const dxki_layered_item *a = &l->items[*(const uint32_t *)left];
    const dxki_layered_item *b = &l->items[*(const uint32_t *)right];
    uint32_t la = a->loop, lb = b->loop;
    entity ea = of_item(a), eb = of_item(b);
    while (la != lb)
        if (l->depth[la] >= l->depth[lb]) {
            ea = of_loop(s, la);
            la = l->g->loops[la].parent;
        } else {
            eb = of_loop(s, lb);
            lb = l->g->loops[lb].parent;
        }
    if (ea.side != eb.side)
        return ea.side > eb.side;
    if (ea.key != eb.key)
        return ea.key > eb.key;
    return ea.place > eb.place;
}

/* Sums of the loops that have items in the rank; borders have no wish of their own. */
static void sum_loops(sorter *s, const uint32_t *order, uint32_t count)
{
    const dxki_layout *l = s->l;
    s->mark++;
    for (uint32_t i = 0; i < count; i++) {
        const dxki_layered_item *item = &l->items[order[i]];
        bool counts = item->kind <= DXKI_LAYERED_POINT;
        for (uint32_t loop = item->loop; loop; loop = l->g->loops[loop].parent) {
            loop_key *k = &s->loops[loop];
            if (k->mark != s->mark)
                *k = (loop_key){.place = item->place, .mark = s->mark};
            k->sum += counts ? item->key : 0;
            k->count += counts;
            k->place = item->place < k->place ? item->place : k->place;
        }
    }
}

static dxk_status sort_rank(sorter *s, uint32_t rank)
{
    dxki_layout *l = s->l;
    uint32_t first = l->rank_start[rank], count = l->rank_start[rank + 1] - first;
    sum_loops(s, l->order + first, count);
    if (!dxki_sort(l->ctx, l->order + first, count, sizeof *l->order, comes_after, s))
        return DXK_E_NOMEM;
    for (uint32_t i = 0; i < count; i++)
        l->items[l->order[first + i]].place = i;
    return DXK_OK;
}

/* The middle of what an item is linked with; its own place if there is none. */
static void set_key(dxki_layout *l, uint32_t item, const dxki_layered_links *links)
{
    int64_t sum = 0, count = 0;
    for (uint32_t e = links->start[item]; e < links->start[item + 1]; e++, count++)
        sum += (int64_t)l->items[links->to[e]].place * 256;
    l->items[item].key = count ? sum / count : (int64_t)l->items[item].place * 256;
}

static dxk_status sweep(sorter *s, bool down)
{
    dxki_layout *l = s->l;
    const dxki_layered_links *links = down ? &l->up : &l->down;
    for (uint32_t i = 1; i < l->rank_count; i++) {
        uint32_t rank = down ? i : l->rank_count - 1 - i;
        for (uint32_t k = l->rank_start[rank]; k < l->rank_start[rank + 1]; k++)
            set_key(l, l->order[k], links);
        dxk_status status = sort_rank(s, rank);
        if (status != DXK_OK)
            return status;
    }
    return DXK_OK;
}

/* --- crossings --- */

/* Links from a rank to the next that cross: pairs whose ends have another order. Counted with a tree of
 * sums over the places of the lower rank. */
static uint64_t crossings_below(const dxki_layout *l, uint32_t rank, uint32_t *sums)
{
    uint32_t width = l->rank_start[rank + 2] - l->rank_start[rank + 1];
    uint64_t found = 0, seen = 0;
    memset(sums, 0, ((size_t)width + 1) * sizeof *sums);
    for (uint32_t k = l->rank_start[rank]; k < l->rank_start[rank + 1]; k++) {
        uint32_t item = l->order[k], first = l->down.start[item], end = l->down.start[item + 1];
        for (uint32_t e = first; e < end; e++) {
            uint64_t before = 0; /* links seen that end at or before this place */
            for (uint32_t i = l->items[l->down.to[e]].place + 1; i; i &= i - 1)
                before += sums[i];
            found += seen - before;
        }
        for (uint32_t e = first; e < end; e++, seen++)
            for (uint32_t i = l->items[l->down.to[e]].place + 1; i <= width; i += i & (0u - i))
                sums[i]++;
    }
    return found;
}

static uint64_t crossings(const dxki_layout *l, uint32_t *sums)
{
    uint64_t all = 0;
    for (uint32_t rank = 0; rank + 1 < l->rank_count; rank++)
        all += crossings_below(l, rank, sums);
    return all;
}

/* --- the beginning --- */

/* Numbers the nodes as a walk meets them that takes edges in their order. */
static bool number_nodes(dxki_layout *l)
{
    const dxki_layered *g = l->g;
    uint32_t *stack = dxki_layout_alloc(l, g->node_count, sizeof *stack);
    uint32_t *next = dxki_layout_alloc(l, (size_t)g->node_count + 1, sizeof *next);
    bool *met = dxki_layout_alloc(l, g->node_count, sizeof *met);
    int64_t number = 0;
    if (!stack || !next || !met)
        return false;
    memcpy(next, l->down.start, g->node_count * sizeof *next);
    for (uint32_t root = 0; root < g->node_count; root++) {
        uint32_t depth = 0;
        if (met[root])
            continue;
        met[root] = true;
        stack[depth++] = root;
        l->items[root].key = number++;
        while (depth) {
            uint32_t at = stack[depth - 1];
            if (next[at] == l->down.start[at + 1]) {
                depth--;
                continue;
            }
            uint32_t to = l->down.to[next[at]++];
            while (to >= g->node_count) /* along the points of an edge */
                to = l->down.to[l->down.start[to]];
            if (met[to])
                continue;
            met[to] = true;
            l->items[to].key = number++;
            stack[depth++] = to;
        }
    }
    return true;
}

static bool begin(sorter *s)
{
    dxki_layout *l = s->l;
    if (!number_nodes(l))
        return false;
    for (uint32_t i = 0; i < l->item_count; i++) {
        uint32_t to = i;
        while (l->items[to].kind == DXKI_LAYERED_POINT)
            to = l->down.to[l->down.start[to]];
        l->items[i].key = l->items[to].key;
        l->items[i].place = i;
    }
    for (uint32_t rank = 0; rank < l->rank_count; rank++)
        if (sort_rank(s, rank) != DXK_OK)
            return false;
    return true;
}

dxk_status dxki_layout_order(dxki_layout *l)
{
    sorter s = {.l = l, .loops = dxki_layout_alloc(l, l->g->loop_count, sizeof *s.loops)};
    uint32_t *best = dxki_layout_alloc(l, l->item_count, sizeof *best);
    uint32_t *sums = dxki_layout_alloc(l, (size_t)l->item_count + 1, sizeof *sums);
    if (!s.loops || !best || !sums || !begin(&s))
        return DXK_E_NOMEM;
    uint64_t least = crossings(l, sums);
    memcpy(best, l->order, l->item_count * sizeof *best);
    for (int i = 0; i < SWEEPS && least; i++) {
        if (sweep(&s, i % 2 == 0) != DXK_OK)
            return DXK_E_NOMEM;
        uint64_t now = crossings(l, sums);
        if (now < least) {
            least = now;
            memcpy(best, l->order, l->item_count * sizeof *best);
        }
    }
    memcpy(l->order, best, l->item_count * sizeof *best);
    for (uint32_t rank = 0; rank < l->rank_count; rank++)
        for (uint32_t k = l->rank_start[rank]; k < l->rank_start[rank + 1]; k++)
            l->items[l->order[k]].place = k - l->rank_start[rank];
    return DXK_OK;
}
