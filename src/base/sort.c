/* SPDX-License-Identifier: MIT */
/* sort.c - merging runs from the bottom up. See sort.h. */
#include "base/sort.h"

#include <string.h>

typedef struct sorter {
    size_t size;
    dxki_sort_after after;
    const void *user;
} sorter;

/* Merges [low, middle) and [middle, high) of `from` into `to`. */
static void merge(const sorter *s, const char *from, char *to, size_t low, size_t middle,
                  size_t high)
{
    const char *a = from + low * s->size, *a_end = from + middle * s->size;
    const char *b = a_end, *b_end = from + high * s->size;
    char *out = to + low * s->size;
    while (a < a_end && b < b_end) {
        const char **next = s->after(s->user, a, b) ? &b : &a;
        memcpy(out, *next, s->size);
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
