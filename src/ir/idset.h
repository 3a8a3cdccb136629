/* SPDX-License-Identifier: MIT */
/*
 * idset.h - the hash set behind the "make once" constructors: ids found by the hash of what they
 * stand for. The content stays in the module's arrays; the caller compares it.
 *
 *     uint32_t pos = hash, id;
 *     while ((id = dxki_idset_next(&set, hash, &pos)) != 0)
 *         if (equal(id, wanted)) return id;
 *     ... make it ...
 *     dxki_idset_add(ctx, &set, hash, new_id)
 */
#ifndef DXKI_IR_IDSET_H
#define DXKI_IR_IDSET_H

#include "ir/ir.h"

/* Next id whose content has this hash; 0: no more. Start with *pos = hash. */
static inline uint32_t dxki_idset_next(const dxki_idset *set, uint32_t hash, uint32_t *pos)
{
    if (set->capacity == 0)
        return 0;
    uint32_t mask = set->capacity - 1;
    for (;;) {
        const struct dxki_idset_slot *slot = &set->slots[(*pos)++ & mask];
        if (slot->id == 0)
            return 0;
        if (slot->hash == hash)
            return slot->id;
    }
}

/* Adds an id; false: out of memory. */
bool dxki_idset_add(dxk_ctx *ctx, dxki_idset *set, uint32_t hash, uint32_t id);
/* Makes room for `count` ids in all; false: out of memory. */
bool dxki_idset_reserve(dxk_ctx *ctx, dxki_idset *set, size_t count);
void dxki_idset_free(dxk_ctx *ctx, dxki_idset *set);

/* Hashing: start with a number, mix in words or bytes, finish. */
static inline uint64_t dxki_hash_mix(uint64_t state, uint64_t word)
{
    state = (state ^ word) * 0x9e3779b97f4a7c15u;
    return state ^ (state >> 29);
}

static inline uint32_t dxki_hash_end(uint64_t state)
{
    state *= 0xbf58476d1ce4e5b9u;
    return (uint32_t)(state >> 32);
}

uint64_t dxki_hash_words(uint64_t state, const uint32_t *words, size_t count);
uint64_t dxki_hash_bytes(uint64_t state, dxk_str bytes);

#endif
