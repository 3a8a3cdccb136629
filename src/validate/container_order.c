/* SPDX-License-Identifier: MIT */
/*
 * container_order.c - the order in which the reference's messages about unused strings come: that
 * of a chained hash table over the strings' offsets.
 *
 *   list   -> 8 -> 0 -> 21 -> ...     all entries are in one list; those of a bucket stand together
 *   bucket [8]  the entry before the bucket's first one
 *
 * The hash is the number itself. A new entry goes in front of its bucket's, those of a new bucket
 * in front of all. When the table is full it grows to the next prime after twice its size, and the
 * entries move over in the order of the list, by the same rule.
 */
#include "validate/container.h"
#include "validate/run.h"
#include "base/count.h"

#include <string.h>

#define HEAD 0u /* entries are numbered from 1 */
#define NONE UINT32_MAX

typedef struct table {
    const uint32_t *keys; /* of entry i: keys[i - 1] */
    uint32_t *next;       /* by entry and for the head; 0: the end */
    uint32_t *before;     /* by bucket; NONE: it is empty */
    uint32_t buckets;
} table;

static const uint32_t sizes[] = {
    13u,       29u,        59u,        127u,       257u,       541u,       1109u,
    2357u,     5087u,      10273u,     20753u,     42043u,     85229u,     172933u,
    351061u,   712697u,    1447153u,   2938679u,   5967347u,   12117689u,  24607243u,
    49969847u, 101473717u, 206062531u, 418451333u, 849749479u, 1725587117u};

static uint32_t bucket_of(const table *t, uint32_t entry)
{
    return t->keys[entry - 1] % t->buckets;
}

/* Puts an entry into a bucket that has some already. */
static void join(table *t, uint32_t entry, uint32_t bucket)
{
    t->next[entry] = t->next[t->before[bucket]];
    t->next[t->before[bucket]] = entry;
}

static void insert(table *t, uint32_t entry)
{
    uint32_t bucket = bucket_of(t, entry);
    if (t->before[bucket] != NONE) {
        join(t, entry, bucket);
        return;
    }
    t->next[entry] = t->next[HEAD];
    t->next[HEAD] = entry;
    if (t->next[entry])
        t->before[bucket_of(t, t->next[entry])] = entry;
    t->before[bucket] = HEAD;
}

/* Moves the entries into `buckets` buckets, which there is room for. */
static void grow(table *t, uint32_t buckets)
{
    uint32_t entry = t->next[HEAD];
    t->buckets = buckets;
    memset(t->before, 0xff, buckets * sizeof *t->before);
    t->next[HEAD] = 0;
    while (entry) {
        uint32_t after = t->next[entry];
        insert(t, entry);
        entry = after;
    }
}

bool dxki_val_hash_order(dxki_val *v, uint32_t *numbers, uint32_t count)
{
    size_t last = 0, size = 0;
    while (last + 1 < DXKI_COUNT(sizes) && sizes[last] < count)
        last++;
    table t = {.keys = numbers};
    t.next = DXKI_VNEW(v, uint32_t, (size_t)count + 1);
    t.before = DXKI_VNEW(v, uint32_t, sizes[last]);
    uint32_t *copy = DXKI_VNEW(v, uint32_t, count);
    if (!t.next || !t.before || !copy)
        return false;
    for (uint32_t entry = 1; entry <= count; entry++) {
        if (entry > t.buckets && size <= last)
            grow(&t, sizes[size++]);
        insert(&t, entry);
    }
    uint32_t used = 0;
    for (uint32_t entry = t.next[HEAD]; entry; entry = t.next[entry])
        copy[used++] = numbers[entry - 1];
    if (count)
        memcpy(numbers, copy, count * sizeof *copy);
    return true;
}
