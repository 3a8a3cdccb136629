/* SPDX-License-Identifier: MIT */
/*
 * hash_order.c - see hash_order.h. The table has a power of two of buckets, 16 at first, and doubles when
 * more than three quarters are taken. A name goes to the bucket of its hash, or to the next free one, 1, 3,
 * 6 ... further.
 */
#include "base/hash_order.h"

#define FIRST_SIZE 16u

typedef struct table {
    uint32_t *buckets; /* number + 1; 0: free */
    uint32_t size;
} table;

static uint32_t hash_of(dxk_str name)
{
    uint32_t hash = 0;
    for (size_t i = 0; i < name.size; i++)
        hash = hash * 33 + (uint8_t)name.data[i];
    return hash;
}

static void put(table *t, uint32_t hash, uint32_t number)
{
    uint32_t at = hash & (t->size - 1);
    for (uint32_t step = 1; t->buckets[at]; step++)
        at = (at + step) & (t->size - 1);
    t->buckets[at] = number + 1;
}

static bool grow(table *t, dxki_arena *arena, const uint32_t *hashes)
{
    table larger = {NULL, t->size ? t->size * 2 : FIRST_SIZE};
    larger.buckets = DXKI_NEW_ARRAY(arena, uint32_t, larger.size);
    for (uint32_t i = 0; larger.buckets && i < t->size; i++)
        if (t->buckets[i])
            put(&larger, hashes[t->buckets[i] - 1], t->buckets[i] - 1);
    *t = larger;
    return t->buckets != NULL;
}

uint32_t *dxki_hash_order(dxki_arena *arena, const dxk_str *names, uint32_t count)
{
    uint32_t *hashes = DXKI_NEW_ARRAY(arena, uint32_t, count + 1u);
    uint32_t *order = DXKI_NEW_ARRAY(arena, uint32_t, count + 1u);
    table t = {NULL, 0};
    if (!hashes || !order || count > UINT32_MAX / 8 || !grow(&t, arena, hashes))
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        hashes[i] = hash_of(names[i]);
        put(&t, hashes[i], i);
        if ((uint64_t)(i + 1) * 4 > (uint64_t)t.size * 3 && !grow(&t, arena, hashes))
            return NULL;
    }
    uint32_t next = 0;
    for (uint32_t i = 0; i < t.size; i++)
        if (t.buckets[i])
            order[next++] = t.buckets[i] - 1;
    return order;
}
