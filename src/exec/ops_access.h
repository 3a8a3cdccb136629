/* SPDX-License-Identifier: MIT */
/* ops_access.h - accesses of lanes to numbers in buffers, as the operations describe them. */
#ifndef DXKI_EXEC_OPS_ACCESS_H
#define DXKI_EXEC_OPS_ACCESS_H

#include "exec/ops_resource.h"

/* An access of lanes to `count` numbers of `bytes` bytes, those in `mask`. */
typedef struct dxki_exec_access {
    const uint32_t *handles, *indices, *offsets; /* rows; NULL: 0 for all lanes */
    uint32_t count, mask, bytes, align;
    uint32_t values; /* stores: the place of the first number among the operands */
    bool is_vector;  /* all numbers are parts of one operand, and wanted */
} dxki_exec_access;

static inline bool dxki_exec_is_wanted(const dxki_exec_access *a, uint32_t k)
{
    return a->is_vector || (k < 4 && (a->mask >> k & 1u));
}

/* How many numbers an access wants from the first one on. */
static inline uint32_t dxki_exec_wanted_count(const dxki_exec_access *a)
{
    uint32_t count = a->count;

    while (count && !dxki_exec_is_wanted(a, count - 1))
        count--;
    return count;
}

/*
 * Accesses of whole words, in a view that all lanes have, where each lane reaches `wanted` of them, so
 * that there is nothing to tell. False: it is none of these, and nothing was done.
 */
bool dxki_exec_load_words(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_access *a,
                          uint32_t wanted);
bool dxki_exec_store_words(dxki_exec_wave *w, const dxki_exec_inst *i, const dxki_exec_access *a,
                           uint32_t wanted);

#endif
