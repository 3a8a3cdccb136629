/* SPDX-License-Identifier: MIT */
/*
 * value_table.h - values by keys, rows of words, in scopes: what is entered in a scope is taken out
 * when it ends. The newest of equal keys is found.
 *
 *     dxki_pass_table_key(t, word) ...        the words of a key, one after the other
 *     value = dxki_pass_table_find(t)         what is entered under it; 0: nothing
 *     dxki_pass_table_enter(t, value)         enters it, or dxki_pass_table_drop(t) forgets the key
 *
 * A key that was begun is ended by one of the last two before the next one.
 */
#ifndef DXKI_PASS_VALUE_TABLE_H
#define DXKI_PASS_VALUE_TABLE_H

#include "pass/pass.h"

typedef struct dxki_pass_table_entry {
    uint32_t hash, next; /* in its chain: index + 1 */
    uint32_t key, words; /* in keys */
    dxki_value value;
} dxki_pass_table_entry;

typedef struct dxki_pass_table {
    dxk_ctx *ctx;
    DXKI_VEC(dxki_pass_table_entry) entries; /* a stack */
    DXKI_VEC(uint32_t) keys; /* of the entries in their order; the one that is begun after them */
    uint32_t *chains;        /* by hash: index + 1 of the newest entry */
    uint32_t mask;
    uint32_t begun; /* where the key begins */
    bool failed;    /* out of memory */
} dxki_pass_table;

/* An empty table with chains for about `size` entries; false: out of memory. To be freed. */
bool dxki_pass_table_init(dxki_pass_table *t, dxki_arena *arena, dxk_ctx *ctx, size_t size);
void dxki_pass_table_free(dxki_pass_table *t);

static inline void dxki_pass_table_key(dxki_pass_table *t, uint32_t word)
{
    t->failed = t->failed || !dxki_vec_push(t->ctx, &t->keys, word);
}

dxki_value dxki_pass_table_find(const dxki_pass_table *t);
void dxki_pass_table_enter(dxki_pass_table *t, dxki_value value);
void dxki_pass_table_drop(dxki_pass_table *t);

/* Ends a scope: removes all entries but the first `begin`, the value of t->entries.count at its start. */
void dxki_pass_table_end_scope(dxki_pass_table *t, size_t begin);

#endif
