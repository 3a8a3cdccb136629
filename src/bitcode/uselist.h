/* SPDX-License-Identifier: MIT */
/*
 * uselist.h - the order of uses. LLVM keeps the uses of each value in a list; passes may depend
 * on its order, so a stream can carry USELIST records that tell a reader how to shuffle the list
 * that reading builds by itself into the one that the writer had.
 *
 * The module in memory keeps no lists. They are reconstructed: first as reading (bitcode or
 * text) builds them, then shuffled by the module's own USELIST records. What a reader of the new
 * stream will build is predicted, and the difference becomes the new records.
 */
#ifndef DXKI_BITCODE_USELIST_H
#define DXKI_BITCODE_USELIST_H

#include "bitcode/enumerate.h"

/* One record to be written: use number i of the list goes to position shuffle[offset + i]. */
typedef struct dxki_bc_shuffle {
    dxki_value value;  /* or a block */
    uint32_t function; /* index in globals of the function whose block it stands in; 0: module */
    uint32_t offset, count;
} dxki_bc_shuffle;

typedef struct dxki_bc_uselists {
    DXKI_VEC(dxki_bc_shuffle) stack; /* written from the end */
    DXKI_VEC(uint32_t) shuffle;
} dxki_bc_uselists;

/* Finds the records that the module needs; false: out of memory. To be freed in any case. */
bool dxki_bc_uselists_predict(dxki_bc_uselists *u, const dxk_module *m);
void dxki_bc_uselists_free(dxki_bc_uselists *u, dxk_ctx *ctx);

#endif
