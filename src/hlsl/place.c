/* SPDX-License-Identifier: MIT */
/*
 * place.c - where the source has what the program has: code by its line, declarations by their names. What
 * sees the program alone, as validation does, can be reported at these places. See hlsl.h.
 */
#include "base/sort.h"
#include "hlsl/hlsl.h"

void dxki_hlsl_keep_place(dxki_hlsl *c, dxki_hlsl_placed placed)
{
    if (c->keeps_places && placed.loc.at && dxki_hlsl_ready(c))
        DXKI_HLSL_PUSH(c, &c->placed, placed);
}

/* Below 0, 0 or above, like memcmp(), in any case of letters. */
static int compare_names(dxk_str a, dxk_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;

    for (size_t i = 0; i < size; i++) {
        int difference = dxki_lower(a.data[i]) - dxki_lower(b.data[i]);
        if (difference)
            return difference;
    }
    return a.size == b.size ? 0 : a.size < b.size ? -1 : 1;
}

static int compare(const dxki_hlsl_placed *a, const dxki_hlsl_placed *b)
{
    if (a->thing != b->thing)
        return a->thing < b->thing ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    if (a->column != b->column)
        return a->column < b->column ? -1 : 1;
    int names = compare_names(a->name, b->name);
    if (names || a->thing == DXKI_HLSL_ELEMENT)
        return names;
    return a->name.size ? memcmp(a->name.data, b->name.data, a->name.size) : 0;
}

static bool comes_after(const void *user, const void *a, const void *b)
{
    (void)user;
    return compare(a, b) > 0;
}

void dxki_hlsl_sort_places(dxki_hlsl *c)
{
    if (!dxki_sort(c->ctx, c->placed.items, c->placed.count, sizeof *c->placed.items, comes_after,
                   NULL))
        dxki_hlsl_nomem(c);
}

/* The first one that does not come before another one. */
static const dxki_hlsl_placed *find(const dxki_hlsl *c, const dxki_hlsl_placed *wanted)
{
    size_t low = 0, high = c->placed.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&c->placed.items[middle], wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->placed.count ? &c->placed.items[low] : NULL;
}

dxki_hlsl_loc dxki_hlsl_place_of(const dxki_hlsl *c, dxki_hlsl_thing thing, dxk_str name,
                                 uint32_t line, uint32_t column)
{
    const dxki_hlsl_placed wanted = {
        .thing = (uint8_t)thing, .name = name, .line = line, .column = column};
    const dxki_hlsl_placed *found = find(c, &wanted);

    return found && compare(found, &wanted) == 0 ? found->loc : (dxki_hlsl_loc){0, 0};
}

dxki_hlsl_loc dxki_hlsl_first_place(const dxki_hlsl *c, dxki_hlsl_thing thing)
{
    const dxki_hlsl_placed wanted = {.thing = (uint8_t)thing};
    const dxki_hlsl_placed *found = find(c, &wanted);

    return found && found->thing == thing ? found->loc : (dxki_hlsl_loc){0, 0};
}
