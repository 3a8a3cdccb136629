/* SPDX-License-Identifier: MIT */
/* stats.h - counts of blocks and records of a bit stream, and the summary made of them. */
#ifndef DXKI_BITCODE_STATS_H
#define DXKI_BITCODE_STATS_H

#include "base/out.h"
#include "base/vec.h"
#include "ir/idset.h"

typedef struct dxki_bc_block_stats {
    uint32_t id;
    uint32_t instances, sub_blocks, abbrevs, records, abbreviated;
    uint64_t bits; /* without the blocks inside */
} dxki_bc_block_stats;

typedef struct dxki_bc_record_stats {
    uint32_t block; /* index in blocks; its id once sorted */
    uint32_t code;
    uint32_t count, abbreviated;
    uint64_t bits;
} dxki_bc_record_stats;

typedef struct dxki_bc_stats {
    dxk_ctx *ctx;
    DXKI_VEC(dxki_bc_block_stats) blocks;
    DXKI_VEC(dxki_bc_record_stats) records;
    dxki_idset block_set, record_set; /* index + 1 */
    uint32_t top_level;               /* blocks at top level */
} dxki_bc_stats;

void dxki_bc_stats_init(dxki_bc_stats *stats, dxk_ctx *ctx);
void dxki_bc_stats_free(dxki_bc_stats *stats);

/* Index of a block id's entry, made when new; UINT32_MAX: out of memory. */
uint32_t dxki_bc_stats_block(dxki_bc_stats *stats, uint32_t block_id);

/* Counts a record of block entry `block`; false: out of memory. */
bool dxki_bc_stats_record(dxki_bc_stats *stats, uint32_t block, uint32_t code, bool abbreviated,
                          uint64_t bits);

/* Prints the summary in the form of llvm-bcanalyzer. Reorders the entries. */
dxk_status dxki_bc_stats_print(dxki_bc_stats *stats, dxki_out *out, const char *name,
                               uint64_t total_bits);

#endif
