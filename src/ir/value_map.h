/* SPDX-License-Identifier: MIT */
/*
 * value_map.h - what stands for what: a map from ids that are not 0 to ids, of constant time.
 */
#ifndef DXKI_IR_VALUE_MAP_H
#define DXKI_IR_VALUE_MAP_H

#include "ir/ir.h"

typedef struct dxki_value_map {
    struct dxki_value_map_slot {
        uint32_t key, value; /* key 0: free */
    } * slots;
    uint32_t capacity; /* power of two, or 0 */
    uint32_t count;
} dxki_value_map;

/* What was put for the key; 0: nothing. */
uint32_t dxki_value_map_get(const dxki_value_map *map, uint32_t key);
/* Puts a value for the key, in the place of the one that was there. False: out of memory. */
bool dxki_value_map_put(dxk_ctx *ctx, dxki_value_map *map, uint32_t key, uint32_t value);
void dxki_value_map_clear(dxki_value_map *map);
void dxki_value_map_free(dxk_ctx *ctx, dxki_value_map *map);

#endif
