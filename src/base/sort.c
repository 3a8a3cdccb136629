/* SPDX-License-Identifier: MIT */
/* sort.c - merging runs from the bottom up; and a quick sort with known steps. See sort.h. */
#include "base/sort.h"

#include <string.h>

typedef struct sorter {
    size_t size;
    dxki_sort_after after;
    const void *user;
} sorter;

/* The usual size is known to the compiler, which makes two moves of it. */
static inline void copy(char *to, const char *from, size_t size)
{
    if (size == 16)
        memcpy(to, from, 16);
    else
        memcpy(to, from, size);
}

/* Merges [low, middle) and [middle, high) of `from` into `to`. */
static void merge(const sorter *s, const char *from, char *to, size_t low, size_t middle,
                  size_t high)
{
    const char *a = from + low * s->size, *a_end = from + middle * s->size;
    const char *b = a_end, *b_end = from + high * s->size;
    char *out = to + low * s->size;
    while (a < a_end && b < b_end) {
        const char **next = s->after(s->user, a, b) ? &b : &a;
        copy(out, *next, s->size);
        *next += s->size;
        out += s->size;
    }
    if (a < a_end)
        memcpy(out, a, (size_t)(a_end - a));
    else if (b < b_end)
        memcpy(out, b, (size_t)(b_end - b));
}

static bool is_sorted(const sorter *s, const char *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (s->after(s->user, items + (i - 1) * s->size, items + i * s->size))
            return false;
    }
    return true;
}

bool dxki_sort(dxk_ctx *ctx, void *items, size_t count, size_t size, dxki_sort_after after,
               const void *user)
{
    sorter s = {size, after, user};
    if (count < 2 || is_sorted(&s, items, count))
        return true;
    char *spare = dxki_realloc(ctx, NULL, 0, count * size), *from = items, *to = spare;
    if (!spare)
        return false;
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t low = 0; low < count; low += 2 * width) {
            size_t middle = low + width < count ? low + width : count;
            size_t high = middle + width < count ? middle + width : count;
            merge(&s, from, to, low, middle, high);
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != (char *)items)
        memcpy(items, from, count * size);
    dxki_realloc(ctx, spare, count * size, 0);
    return true;
}

/* --- the order of another library --- */

/* Ranges up to this length are left to insertion. */
#define SHORT_RANGE 16u

typedef struct range {
    sorter s;
    char *items;
} range;

static bool before(const range *r, size_t a, size_t b)
{
    return r->s.after(r->s.user, r->items + b * r->s.size, r->items + a * r->s.size);
}

static void swap(const range *r, size_t a, size_t b)
{
    char spare[DXKI_SORT_ITEM], *x = r->items + a * r->s.size, *y = r->items + b * r->s.size;
    memcpy(spare, x, r->s.size);
    memmove(x, y, r->s.size);
    memcpy(y, spare, r->s.size);
}

/* The middle one of the first, the middle and the last item of what follows `low` goes there. */
static void pick_pivot(const range *r, size_t low, size_t high)
{
    size_t a = low + 1, b = low + (high - low) / 2, c = high - 1, median;
    if (before(r, a, b))
        median = before(r, b, c) ? b : before(r, a, c) ? c : a;
    else
        median = before(r, a, c) ? a : before(r, b, c) ? c : b;
    swap(r, low, median);
}

/* Splits what follows the pivot at `low`; where the second half begins. */
static size_t partition(const range *r, size_t low, size_t high)
{
    size_t first = low + 1;
    for (;;) {
        while (before(r, first, low))
            first++;
        high--;
        while (before(r, low, high))
            high--;
        if (first >= high)
            return first;
        swap(r, first, high);
        first++;
    }
}

/* Leaves ranges of up to SHORT_RANGE items as they are. `depth` bounds the time. */
static bool split(dxk_ctx *ctx, const range *r, size_t low, size_t high, uint32_t depth)
{
    while (high - low > SHORT_RANGE) {
        if (depth-- == 0)
            return dxki_sort(ctx, r->items + low * r->s.size, high - low, r->s.size, r->s.after,
                             r->s.user);
        pick_pivot(r, low, high);
        size_t cut = partition(r, low, high);
        if (!split(ctx, r, cut, high, depth))
            return false;
        high = cut;
    }
    return true;
}

bool dxki_sort_gnu(dxk_ctx *ctx, void *items, size_t count, size_t size, dxki_sort_after after,
                   const void *user)
{
    const range r = {{size, after, user}, items};
    uint32_t depth = 0;
    for (size_t n = count; n > 1; n /= 2)
        depth += 2;
    if (!split(ctx, &r, 0, count, depth))
        return false;
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && before(&r, k, k - 1); k--)
            swap(&r, k, k - 1);
    return true;
}
