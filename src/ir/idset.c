/* SPDX-License-Identifier: MIT */
/* idset.c - see idset.h. */
#include "ir/idset.h"

#include <string.h>

#define FIRST_CAPACITY 64u

static void insert(dxki_idset *set, uint32_t hash, uint32_t id)
{
    uint32_t mask = set->capacity - 1;
    uint32_t pos = hash & mask;
    while (set->slots[pos].id)
        pos = (pos + 1) & mask;
    set->slots[pos].hash = hash;
    set->slots[pos].id = id;
}

static bool resize(dxk_ctx *ctx, dxki_idset *set, uint32_t capacity)
{
    uint64_t size = (uint64_t)capacity * sizeof *set->slots;
    if (capacity < set->capacity || size > SIZE_MAX / 2)
        return false;
    dxki_idset grown = {NULL, capacity, set->count};
    grown.slots = dxki_realloc(ctx, NULL, 0, (size_t)size);
    if (!grown.slots)
        return false;
    memset(grown.slots, 0, (size_t)size);
    for (uint32_t i = 0; i < set->capacity; i++) {
        if (set->slots[i].id)
            insert(&grown, set->slots[i].hash, set->slots[i].id);
    }
    dxki_idset_free(ctx, set);
    *set = grown;
    return true;
}

bool dxki_idset_reserve(dxk_ctx *ctx, dxki_idset *set, size_t count)
{
    uint32_t capacity = set->capacity ? set->capacity : FIRST_CAPACITY;
    while (capacity / 4 * 3 <= count) {
        if (capacity > UINT32_MAX / 2)
            return false;
        capacity *= 2;
    }
    return capacity == set->capacity || resize(ctx, set, capacity);
}

bool dxki_idset_add(dxk_ctx *ctx, dxki_idset *set, uint32_t hash, uint32_t id)
{
    if (set->count >= set->capacity / 4 * 3 && !dxki_idset_reserve(ctx, set, set->count))
        return false;
    insert(set, hash, id);
    set->count++;
    return true;
}

void dxki_idset_free(dxk_ctx *ctx, dxki_idset *set)
{
    dxki_realloc(ctx, set->slots, set->capacity * sizeof *set->slots, 0);
    memset(set, 0, sizeof *set);
}

uint64_t dxki_hash_words(uint64_t state, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        state = dxki_hash_mix(state, words[i]);
    return dxki_hash_mix(state, count);
}

uint64_t dxki_hash_bytes(uint64_t state, dxk_str bytes)
{
    size_t at = 0;
    for (; bytes.size - at >= 8; at += 8) {
        uint64_t word;
        memcpy(&word, bytes.data + at, 8);
        state = dxki_hash_mix(state, word);
    }
    uint64_t tail = 0;
    for (; at < bytes.size; at++)
        tail = tail << 8 | (unsigned char)bytes.data[at];
    return dxki_hash_mix(dxki_hash_mix(state, tail), bytes.size);
}
