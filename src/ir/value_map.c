/* SPDX-License-Identifier: MIT */
/* value_map.c - see value_map.h. */
#include "ir/value_map.h"

#include <string.h>

#define FIRST_CAPACITY 32u

/* The slot of a key, or the free one where it would go. */
static struct dxki_value_map_slot *slot_of(const dxki_value_map *map, uint32_t key)
{
    uint32_t mask = map->capacity - 1, at = (uint32_t)((key * 0x9e3779b97f4a7c15u) >> 32) & mask;
    while (map->slots[at].key && map->slots[at].key != key)
        at = (at + 1) & mask;
    return &map->slots[at];
}

static bool grow(dxk_ctx *ctx, dxki_value_map *map)
{
    dxki_value_map grown = {NULL, map->capacity ? map->capacity * 2 : FIRST_CAPACITY, map->count};
    size_t size = (size_t)grown.capacity * sizeof *grown.slots;
    if (grown.capacity < map->capacity)
        return false;
    grown.slots = dxki_realloc(ctx, NULL, 0, size);
    if (!grown.slots)
        return false;
    memset(grown.slots, 0, size);
    for (uint32_t i = 0; i < map->capacity; i++) {
        if (map->slots[i].key)
            *slot_of(&grown, map->slots[i].key) = map->slots[i];
    }
    dxki_value_map_free(ctx, map);
    *map = grown;
    return true;
}

uint32_t dxki_value_map_get(const dxki_value_map *map, uint32_t key)
{
    return map->capacity && key ? slot_of(map, key)->value : 0;
}

bool dxki_value_map_put(dxk_ctx *ctx, dxki_value_map *map, uint32_t key, uint32_t value)
{
    if (map->count >= map->capacity / 4 * 3 && !grow(ctx, map))
        return false;
    struct dxki_value_map_slot *slot = slot_of(map, key);
    map->count += slot->key == 0;
    slot->key = key;
    slot->value = value;
    return true;
}

void dxki_value_map_clear(dxki_value_map *map)
{
    if (map->capacity)
        memset(map->slots, 0, (size_t)map->capacity * sizeof *map->slots);
    map->count = 0;
}

void dxki_value_map_free(dxk_ctx *ctx, dxki_value_map *map)
{
    dxki_realloc(ctx, map->slots, (size_t)map->capacity * sizeof *map->slots, 0);
    memset(map, 0, sizeof *map);
}
