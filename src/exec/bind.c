/* SPDX-License-Identifier: MIT */
/* bind.c - the table of views, and the hash table of where they are. See bind.h. */
#include "exec/bind.h"
#include <string.h>

bool dxki_exec_bindings_init(dxki_exec_bindings *b, dxk_ctx *ctx)
{
    memset(b, 0, sizeof *b);
    b->ctx = ctx;
    dxki_arena_init(&b->arena, ctx);
    b->views.items = dxki_realloc(ctx, NULL, 0, sizeof *b->views.items);
    if (!b->views.items)
        return false;
    memset(b->views.items, 0, sizeof *b->views.items);
    b->views.count = b->view_capacity = 1;
    return true;
}

void dxki_exec_bindings_free(dxki_exec_bindings *b)
{
    if (!b->ctx)
        return;
    dxki_realloc(b->ctx, b->views.items, b->view_capacity * sizeof *b->views.items, 0);
    dxki_realloc(b->ctx, b->bound, b->bound_capacity * sizeof *b->bound, 0);
    dxki_vec_free(b->ctx, &b->ranges);
    dxk_rootsig_free(b->signature);
    dxki_arena_free(&b->arena);
    memset(b, 0, sizeof *b);
}

/* --- the hash table: open addressing, at most three quarters full --- */

static uint32_t hash(uint32_t where, uint32_t space, uint32_t index)
{
    uint64_t h = ((uint64_t)space << 32 | index) * 0x9E3779B97F4A7C15u + where;
    h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9u;
    return (uint32_t)(h >> 32);
}

/* The entry of a place, or the free one where it belongs. */
static dxki_exec_bound *find(const dxki_exec_bindings *b, uint32_t where, uint32_t space,
                             uint32_t index)
{
    uint32_t mask = b->bound_capacity - 1, at = hash(where, space, index) & mask;

    for (;; at = (at + 1) & mask) {
        dxki_exec_bound *entry = &b->bound[at];
        if (!entry->view ||
            (entry->where == where && entry->space == space && entry->index == index))
            return entry;
    }
}

static bool grow_bound(dxki_exec_bindings *b)
{
    uint32_t old_capacity = b->bound_capacity;
    uint32_t capacity = old_capacity ? old_capacity * 2 : 32;
    dxki_exec_bound *old = b->bound;

    if (capacity > UINT32_MAX / (2 * sizeof *old))
        return false;
    dxki_exec_bound *grown = dxki_realloc(b->ctx, NULL, 0, capacity * sizeof *grown);
    if (!grown)
        return false;
    memset(grown, 0, capacity * sizeof *grown);
    b->bound = grown;
    b->bound_capacity = capacity;
    for (uint32_t i = 0; i < old_capacity; i++) {
        if (old[i].view)
            *find(b, old[i].where, old[i].space, old[i].index) = old[i];
    }
    dxki_realloc(b->ctx, old, old_capacity * sizeof *old, 0);
    return true;
}

static bool grow_views(dxki_exec_bindings *b)
{
    uint32_t capacity = b->view_capacity * 2;

    if (capacity > UINT32_MAX / (2 * sizeof *b->views.items))
        return false;
    dxki_exec_view *grown = dxki_realloc(b->ctx, b->views.items, b->view_capacity * sizeof *grown,
                                         capacity * sizeof *grown);
    if (!grown)
        return false;
    b->views.items = grown;
    b->view_capacity = capacity;
    return true;
}

bool dxki_exec_bind(dxki_exec_bindings *b, dxki_exec_where where, uint32_t space, uint32_t index,
                    const dxki_exec_view *view)
{
    if (b->bound_count >= b->bound_capacity / 4 * 3 && !grow_bound(b))
        return false;
    dxki_exec_bound *entry = find(b, where, space, index);
    if (!entry->view) {
        if (b->views.count == b->view_capacity && !grow_views(b))
            return false;
        *entry = (dxki_exec_bound){where, space, index, b->views.count++};
        b->bound_count++;
    }
    dxki_exec_view *copy = &b->views.items[entry->view];
    *copy = *view;
    copy->bound_where = where;
    copy->bound_space = space;
    copy->bound_index = index;
    if (view->counter) {
        copy->counter_use = DXKI_NEW(&b->arena, uint32_t);
        return copy->counter_use != NULL;
    }
    return true;
}

/* --- looking up --- */

static bool is_after(const dxki_exec_range *range, uint32_t where, uint32_t space, uint32_t index)
{
    if (range->where != where)
        return range->where > where;
    return range->space != space ? range->space > space : range->first > index;
}

static uint32_t look_in_tables(const dxki_exec_bindings *b, uint32_t where, uint32_t space,
                               uint32_t index)
{
    size_t low = 0, high = b->ranges.count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (is_after(&b->ranges.items[middle], where, space, index))
            high = middle;
        else
            low = middle + 1;
    }
    if (!low)
        return 0;
    const dxki_exec_range *range = &b->ranges.items[low - 1];
    const dxki_exec_table *table = &b->tables[range->parameter];
    if (range->where != where || range->space != space || index - range->first >= range->count ||
        !table->is_set)
        return 0;
    uint64_t slot = table->slot + range->offset + (index - range->first);
    if (slot > UINT32_MAX)
        return 0;
    return find(b, where == DXKI_AT_SAMPLER ? DXKI_AT_SAMPLER_HEAP : DXKI_AT_RESOURCE_HEAP, 0,
                (uint32_t)slot)
        ->view;
}

uint32_t dxki_exec_bound_at(const dxki_exec_bindings *b, dxki_exec_where where, uint32_t space,
                            uint32_t index)
{
    if (!b->bound_capacity)
        return 0;
    uint32_t view = find(b, where, space, index)->view;
    return view || where >= DXKI_AT_RESOURCE_HEAP ? view : look_in_tables(b, where, space, index);
}
