/* SPDX-License-Identifier: MIT */
/*
 * align.c - two sequences of numbers, aligned.
 *
 * What occurs once in each sequence is paired first, as far as it stands in the same order (the
 * longest increasing sequence, by patience sorting). Between these the shortest edit is searched
 * for (Myers, "An O(ND) Difference Algorithm"), up to STEPS edits at a time: then the way that got
 * furthest is taken, and the search goes on from there. So time is in proportion to the sequences,
 * but for sorting.
 */
#include "base/sort.h"
#include "diff/diff.h"

#include <string.h>

#define STEPS 128u

typedef struct aligner {
    dxk_ctx *ctx;
    const uint64_t *a, *b;
    uint32_t *pairs;
    int64_t *trace; /* furthest places by number of edits: STEPS + 1 rows */
} aligner;

/* A stretch of both sequences. */
typedef struct stretch {
    uint32_t a, a_end, b, b_end;
} stretch;

/* Pairs what is equal at both ends. */
static stretch trim(aligner *al, stretch s)
{
    while (s.a < s.a_end && s.b < s.b_end && al->a[s.a] == al->b[s.b])
        al->pairs[s.a++] = s.b++;
    while (s.a < s.a_end && s.b < s.b_end && al->a[s.a_end - 1] == al->b[s.b_end - 1])
        al->pairs[--s.a_end] = --s.b_end;
    return s;
}

/* ---------------------------------------------------------------------------------------- */
/* Shortest edits                                                                             */

#define WIDTH   (2 * STEPS + 3)
#define NOWHERE (-1 - (int64_t)UINT32_MAX)

/* Furthest place in `a` on diagonal `k` (place in a minus place in b) after `d` edits. */
static int64_t *furthest(aligner *al, uint32_t d, int64_t k)
{
    return &al->trace[(size_t)d * WIDTH + (size_t)(k + (int64_t)STEPS + 1)];
}

/* Follows what is equal from a place on. */
static int64_t slide(const aligner *al, stretch s, int64_t x, int64_t k)
{
    int64_t a_size = s.a_end - s.a, b_size = s.b_end - s.b;
    while (x < a_size && x - k < b_size &&
           al->a[s.a + (uint32_t)x] == al->b[s.b + (uint32_t)(x - k)])
        x++;
    return x;
}

/* Where diagonal `k` begins with edit `d`: below or right of a neighbour. NOWHERE: outside. */
static int64_t step(aligner *al, stretch s, uint32_t d, int64_t k, bool *down)
{
    int64_t n = d, a_size = s.a_end - s.a, b_size = s.b_end - s.b;
    int64_t below = k <= n - 2 ? *furthest(al, d - 1, k + 1) : NOWHERE;
    int64_t right = k >= 2 - n ? *furthest(al, d - 1, k - 1) + 1 : NOWHERE;
    if (below - k > b_size)
        below = NOWHERE;
    if (right > a_size)
        right = NOWHERE;
    *down = below >= right;
    return *down ? below : right;
}

/* Pairs what lies on the way to (x, diagonal k) after `d` edits. */
static void walk_back(aligner *al, stretch s, uint32_t d, int64_t k, int64_t x)
{
    for (;; d--) {
        bool down = false;
        int64_t begin = d ? step(al, s, d, k, &down) : 0;
        while (x > begin) {
            x--;
            al->pairs[s.a + (uint32_t)x] = s.b + (uint32_t)(x - k);
        }
        if (d == 0)
            return;
        k += down ? 1 : -1;
        x = down ? begin : begin - 1;
    }
}

/* Aligns from the beginning of a stretch as far as STEPS edits lead; what is left of it. */
static stretch advance(aligner *al, stretch s)
{
    int64_t a_size = s.a_end - s.a, b_size = s.b_end - s.b, best = -1, best_k = 0;
    uint32_t d;
    for (d = 0; d <= STEPS; d++) {
        int64_t n = d;
        best = -1;
        for (int64_t k = -n; k <= n; k += 2) {
            bool down;
            int64_t x = d ? step(al, s, d, k, &down) : 0;
            if (x < 0) {
                *furthest(al, d, k) = NOWHERE;
                continue;
            }
            x = slide(al, s, x, k);
            *furthest(al, d, k) = x;
            if (2 * x - k > best) {
                best = 2 * x - k;
                best_k = k;
            }
        }
        if (best == a_size + b_size)
            break;
    }
    if (d > STEPS)
        d = STEPS;
    int64_t x = *furthest(al, d, best_k);
    walk_back(al, s, d, best_k, x);
    return (stretch){s.a + (uint32_t)x, s.a_end, s.b + (uint32_t)(x - best_k), s.b_end};
}

static void edit(aligner *al, stretch s)
{
    for (s = trim(al, s); s.a < s.a_end && s.b < s.b_end; s = trim(al, s))
        s = advance(al, s);
}

/* ---------------------------------------------------------------------------------------- */
/* What is unique                                                                             */

typedef struct occurrence {
    uint64_t key;
    uint32_t place;
    bool second; /* in b */
} occurrence;

static bool is_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return ((const occurrence *)a)->key > ((const occurrence *)b)->key;
}

/* Sets partner[i] to the place in `b` of what is unique in both; DXKI_DIFF_NONE: it is not. */
static bool find_unique(aligner *al, stretch s, uint32_t *partner)
{
    size_t a_size = s.a_end - s.a, count = a_size + (s.b_end - s.b);
    occurrence *all = dxki_realloc(al->ctx, NULL, 0, count * sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < count; i++) {
        bool second = i >= a_size;
        uint32_t place = second ? s.b + (uint32_t)(i - a_size) : s.a + (uint32_t)i;
        all[i] = (occurrence){second ? al->b[place] : al->a[place], place, second};
    }
    bool good = dxki_sort(al->ctx, all, count, sizeof *all, is_after, NULL);
    for (size_t i = 0, next; good && i < count; i = next) {
        for (next = i + 1; next < count && all[next].key == all[i].key; next++)
            ;
        if (next == i + 2 && !all[i].second && all[i + 1].second)
            partner[all[i].place - s.a] = all[i + 1].place;
    }
    dxki_realloc(al->ctx, all, count * sizeof *all, 0);
    return good;
}

/* Keeps the longest run of partners that ascends; the others become DXKI_DIFF_NONE. `piles` and
 * `before` have room for as many. */
static void keep_ascending(uint32_t *partner, uint32_t count, uint32_t *piles, uint32_t *before)
{
    uint32_t height = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t low = 0, high = height;
        if (partner[i] == DXKI_DIFF_NONE)
            continue;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (partner[piles[middle]] < partner[i])
                low = middle + 1;
            else
                high = middle;
        }
        before[i] = low ? piles[low - 1] : DXKI_DIFF_NONE;
        piles[low] = i;
        height += low == height;
    }
    uint32_t kept = height ? piles[height - 1] : DXKI_DIFF_NONE;
    for (uint32_t i = count; i-- > 0;) {
        if (i == kept)
            kept = before[i];
        else
            partner[i] = DXKI_DIFF_NONE;
    }
}

/* Pairs what is unique, and aligns what lies between. */
static bool align_between(aligner *al, stretch s)
{
    uint32_t count = s.a_end - s.a;
    size_t size = (size_t)count * 3 * sizeof(uint32_t);
    uint32_t *partner = dxki_realloc(al->ctx, NULL, 0, size);
    if (!partner)
        return false;
    for (uint32_t i = 0; i < count; i++)
        partner[i] = DXKI_DIFF_NONE;
    bool good = find_unique(al, s, partner);
    if (good) {
        stretch gap = s;
        keep_ascending(partner, count, partner + count, partner + 2 * count);
        for (uint32_t i = 0; i < count; i++) {
            if (partner[i] == DXKI_DIFF_NONE)
                continue;
            gap.a_end = s.a + i;
            gap.b_end = partner[i];
            edit(al, gap);
            al->pairs[s.a + i] = partner[i];
            gap = (stretch){s.a + i + 1, s.a_end, partner[i] + 1, s.b_end};
        }
        gap.a_end = s.a_end;
        gap.b_end = s.b_end;
        edit(al, gap);
    }
    dxki_realloc(al->ctx, partner, size, 0);
    return good;
}

bool dxki_diff_align(dxk_ctx *ctx, const uint64_t *a, uint32_t a_count, const uint64_t *b,
                     uint32_t b_count, uint32_t *pairs)
{
    aligner al = {ctx, a, b, pairs, NULL};
    size_t size = (size_t)(STEPS + 1) * WIDTH * sizeof *al.trace;
    stretch s = trim(&al, (stretch){0, a_count, 0, b_count});
    if (s.a == s.a_end || s.b == s.b_end)
        return true;
    al.trace = dxki_realloc(ctx, NULL, 0, size);
    bool good = al.trace && align_between(&al, s);
    dxki_realloc(ctx, al.trace, al.trace ? size : 0, 0);
    return good;
}
