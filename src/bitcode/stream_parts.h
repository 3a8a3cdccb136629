/* SPDX-License-Identifier: MIT */
/*
 * stream_parts.h - inside of the bit stream: what its files offer each other.
 *
 *   stream.c          failures, definitions of abbreviations, blocks, BLOCKINFO
 *   stream_record.c   records, and what comes next
 *   stream_end.c      judged: how the reference meets the end of the stream
 */
#ifndef DXKI_BITCODE_STREAM_PARTS_H
#define DXKI_BITCODE_STREAM_PARTS_H

#include "bitcode/stream.h"
#include "spec/reader_rules.h"

/* Bits that eight bytes hold, wherever in a byte they start. */
#define DXKI_BC_WINDOW 57u

#define DXKI_BC_REPORT(bs, rule, bit, ...)                                                         \
    dxki_bc_stream_report((bs), DXKI_RULE_##rule, (bit), false, (const dxki_arg[]){__VA_ARGS__},   \
                          sizeof((const dxki_arg[]){__VA_ARGS__}) / sizeof(dxki_arg))

/* The stream ends within what `where` says; an abbreviation is wrong. */
dxk_status dxki_bc_stream_fail_end(dxki_bc_stream *bs, const char *where);
dxk_status dxki_bc_stream_fail_abbrev(dxki_bc_stream *bs, const char *what);

/* What is wrong with where the arrays and blobs of an abbreviation stand; NULL: nothing. */
const char *dxki_bc_abbrev_fault(const dxki_bc_abbrev_op *ops, uint32_t count);
/* Takes in a DEFINE_ABBREV whose id was read, into `list`. */
dxk_status dxki_bc_stream_define(dxki_bc_stream *bs, dxki_bc_abbrev_list *list);
/* Ends the block whose END_BLOCK was read. */
dxk_status dxki_bc_stream_leave(dxki_bc_stream *bs);

/* The abbreviation that an id of the current block stands for; NULL: there is none. */
static inline const dxki_bc_abbrev *dxki_bc_stream_abbrev(const dxki_bc_stream *bs, uint32_t id)
{
    uint32_t index = id - DXKI_ABBREV_FIRST;
    if (bs->top.info != UINT32_MAX) {
        const dxki_bc_abbrev_list *shared = &bs->infos.items[bs->top.info].abbrevs;
        if (index < shared->count)
            return &shared->items[index];
        index -= (uint32_t)shared->count;
    }
    size_t own = bs->locals.count - bs->top.local_start;
    return index < own ? &bs->locals.items[bs->top.local_start + index] : NULL;
}

#endif
