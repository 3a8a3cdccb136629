/* SPDX-License-Identifier: MIT */
/* sequence.c - two sequences of items with keys, aligned level by level; walking along them. */
#include "base/sort.h"
#include "diff/diff.h"

#include <string.h>

bool dxki_diff_sequence_open(dxki_diff_sequence *q, dxki_arena *arena, uint32_t room)
{
    bool good = true;
    memset(q, 0, sizeof *q);
    q->items = DXKI_NEW_ARRAY(arena, uint32_t, room);
    q->places = DXKI_NEW_ARRAY(arena, uint32_t, room);
    q->movable = DXKI_NEW_ARRAY(arena, uint8_t, room);
    q->moved = DXKI_NEW_ARRAY(arena, uint8_t, room);
    for (uint32_t level = 0; level < DXKI_DIFF_LEVELS; level++) {
        q->keys[level] = DXKI_NEW_ARRAY(arena, uint64_t, room);
        good = good && q->keys[level];
    }
    good = good && q->items && q->places && q->movable && q->moved;
    for (uint32_t i = 0; good && i < room; i++)
        q->places[i] = DXKI_DIFF_NONE;
    return good;
}

void dxki_diff_put(dxki_diff_sequence *q, uint32_t item, const uint64_t keys[DXKI_DIFF_LEVELS],
                   bool movable)
{
    q->items[q->count] = item;
    q->movable[q->count] = movable;
    for (uint32_t level = 0; level < DXKI_DIFF_LEVELS; level++)
        q->keys[level][q->count] = keys[level];
    q->count++;
}

/* ---------------------------------------------------------------------------------------- */
/* Gaps                                                                                       */

/* A part of both sequences that nothing is paired in, but for what has moved. */
typedef struct gap {
    dxk_ctx *ctx;
    dxki_diff_sequence *left, *right;
    uint32_t level;
    uint64_t *keys[2];
    uint32_t *places[2];
    uint32_t *pairs;
} gap;

static uint32_t collect(const dxki_diff_sequence *q, uint32_t level, uint32_t from, uint32_t to,
                        uint64_t *keys, uint32_t *places)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < to; i++) {
        if (q->moved[i])
            continue;
        keys[count] = q->keys[level][i];
        places[count++] = i;
    }
    return count;
}

static bool align_gap(gap *g, uint32_t left, uint32_t left_end, uint32_t right, uint32_t right_end)
{
    uint32_t a = collect(g->left, g->level, left, left_end, g->keys[0], g->places[0]);
    uint32_t b = collect(g->right, g->level, right, right_end, g->keys[1], g->places[1]);
    for (uint32_t i = 0; i < a; i++)
        g->pairs[i] = DXKI_DIFF_NONE;
    if (!dxki_diff_align(g->ctx, g->keys[0], a, g->keys[1], b, g->pairs))
        return false;
    for (uint32_t i = 0; i < a; i++) {
        if (g->pairs[i] == DXKI_DIFF_NONE)
            continue;
        g->left->places[g->places[0][i]] = g->places[1][g->pairs[i]];
        g->right->places[g->places[1][g->pairs[i]]] = g->places[0][i];
    }
    return true;
}

/* Aligns what lies between the pairs that there are. */
static bool align_gaps(gap *g)
{
    uint32_t left = 0, right = 0;
    for (uint32_t i = 0; i <= g->left->count; i++) {
        bool end = i == g->left->count;
        if (!end && (g->left->moved[i] || g->left->places[i] == DXKI_DIFF_NONE))
            continue;
        uint32_t there = end ? g->right->count : g->left->places[i];
        if (left < i && right < there && !align_gap(g, left, i, right, there))
            return false;
        left = i + 1;
        right = there + 1;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* What has moved                                                                             */

typedef struct leftover {
    uint64_t key;
    uint32_t place;
    bool second;
} leftover;

static bool is_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const leftover *)a)->key > ((const leftover *)b)->key;
}

static void collect_leftovers(const dxki_diff_sequence *q, bool second, leftover *all,
                              size_t *count)
{
    for (uint32_t i = 0; i < q->count; i++) {
        if (q->places[i] == DXKI_DIFF_NONE && q->movable[i])
            all[(*count)++] = (leftover){q->keys[0][i], i, second};
    }
}

static void pair_moved(dxki_diff_sequence *left, dxki_diff_sequence *right, const leftover *all,
                       size_t count)
{
    for (size_t first = 0, next; first < count; first = next) {
        size_t b = first;
        for (next = first; next < count && all[next].key == all[first].key; next++)
            ;
        while (b < next && !all[b].second)
            b++;
        for (size_t a = first; b < next && !all[a].second; a++, b++) {
            left->places[all[a].place] = all[b].place;
            right->places[all[b].place] = all[a].place;
            left->moved[all[a].place] = right->moved[all[b].place] = 1;
        }
    }
}

static bool find_moved(dxk_ctx *ctx, dxki_diff_sequence *left, dxki_diff_sequence *right)
{
    size_t room = (size_t)left->count + right->count, count = 0;
    leftover *all = dxki_realloc(ctx, NULL, 0, (room + 1) * sizeof *all);
    if (!all)
        return false;
    collect_leftovers(left, false, all, &count);
    collect_leftovers(right, true, all, &count);
    bool good = dxki_sort(ctx, all, count, sizeof *all, is_after, NULL);
    if (good)
        pair_moved(left, right, all, count);
    dxki_realloc(ctx, all, (room + 1) * sizeof *all, 0);
    return good;
}

bool dxki_diff_align_sequences(dxki_arena *arena, dxki_diff_sequence *left,
                               dxki_diff_sequence *right)
{
    dxk_ctx *ctx = arena->ctx;
    gap g = {.ctx = ctx, .left = left, .right = right};
    g.keys[0] = DXKI_NEW_ARRAY(arena, uint64_t, left->count);
    g.keys[1] = DXKI_NEW_ARRAY(arena, uint64_t, right->count);
    g.places[0] = DXKI_NEW_ARRAY(arena, uint32_t, left->count);
    g.places[1] = DXKI_NEW_ARRAY(arena, uint32_t, right->count);
    g.pairs = DXKI_NEW_ARRAY(arena, uint32_t, left->count);
    if (!g.keys[0] || !g.keys[1] || !g.places[0] || !g.places[1] || !g.pairs)
        return false;
    for (; g.level < DXKI_DIFF_LEVELS; g.level++) {
        if (!align_gaps(&g) || (g.level == 0 && !find_moved(ctx, left, right)))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------------------------------- */
/* Walking                                                                                    */

dxk_status dxki_diff_walk(const dxki_diff_sequence *left, const dxki_diff_sequence *right,
                          dxki_diff_item each, void *user)
{
    dxk_status status = DXK_OK;
    for (uint32_t i = 0, k = 0; status == DXK_OK && (i < left->count || k < right->count);) {
        if (i < left->count && left->moved[i]) {
            i++; /* shown where the second has it */
        } else if (k < right->count && right->moved[k]) {
            status =
                each(user, DXK_DIFFERENCE_MOVED, left->items[right->places[k]], right->items[k]);
            k++;
        } else if (i < left->count && left->places[i] == DXKI_DIFF_NONE) {
            status = each(user, DXK_DIFFERENCE_REMOVED, left->items[i++], 0);
        } else if (k < right->count && right->places[k] == DXKI_DIFF_NONE) {
            status = each(user, DXK_DIFFERENCE_ADDED, 0, right->items[k++]);
        } else {
            status = each(user, DXK_DIFFERENCE_NONE, left->items[i], right->items[k]);
            i++;
            k++;
        }
    }
    return status;
}
