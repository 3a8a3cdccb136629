/* SPDX-License-Identifier: MIT */
/* value_table.c - see value_table.h. */
#include "pass/value_table.h"

#include <string.h>

#include "ir/idset.h"

bool dxki_pass_table_init(dxki_pass_table *t, dxki_arena *arena, dxk_ctx *ctx, size_t size)
{
    uint32_t chains = 16;
    *t = (dxki_pass_table){.ctx = ctx};
    while (chains < size && chains < (uint32_t)1 << 30)
        chains *= 2;
    t->mask = chains - 1;
    t->chains = DXKI_NEW_ARRAY(arena, uint32_t, chains);
    return t->chains != NULL;
}

void dxki_pass_table_free(dxki_pass_table *t)
{
    dxki_vec_free(t->ctx, &t->entries);
    dxki_vec_free(t->ctx, &t->keys);
}

static uint32_t hash_of(const dxki_pass_table *t)
{
    return dxki_hash_end(dxki_hash_words(0, t->keys.items + t->begun, t->keys.count - t->begun));
}

dxki_value dxki_pass_table_find(const dxki_pass_table *t)
{
    uint32_t words = (uint32_t)(t->keys.count - t->begun);
    if (t->failed)
        return 0;
    uint32_t hash = hash_of(t);
    for (uint32_t i = t->chains[hash & t->mask]; i; i = t->entries.items[i - 1].next) {
        const dxki_pass_table_entry *e = &t->entries.items[i - 1];
        if (e->hash == hash && e->words == words &&
            memcmp(t->keys.items + e->key, t->keys.items + t->begun, words * sizeof(uint32_t)) == 0)
            return e->value;
    }
    return 0;
}

void dxki_pass_table_enter(dxki_pass_table *t, dxki_value value)
{
    if (t->failed)
        return;
    uint32_t hash = hash_of(t);
    dxki_pass_table_entry e = {hash, t->chains[hash & t->mask], t->begun,
                               (uint32_t)(t->keys.count - t->begun), value};
    if (!dxki_vec_push(t->ctx, &t->entries, e)) {
        t->failed = true;
        return;
    }
    t->chains[hash & t->mask] = (uint32_t)t->entries.count;
    t->begun = (uint32_t)t->keys.count;
}

void dxki_pass_table_drop(dxki_pass_table *t)
{
    t->keys.count = t->begun;
}

void dxki_pass_table_end_scope(dxki_pass_table *t, size_t begin)
{
    while (t->entries.count > begin) {
        const dxki_pass_table_entry *e = &t->entries.items[--t->entries.count];
        t->chains[e->hash & t->mask] = e->next;
        t->keys.count = t->begun = e->key;
    }
}
