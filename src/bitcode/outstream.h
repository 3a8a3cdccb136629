/* SPDX-License-Identifier: MIT */
/*
 * outstream.h - writes what stream.h reads: blocks, abbreviation definitions, records. It knows
 * nothing of what the records mean.
 *
 * A record is gathered operand by operand (dxki_os_op) and sent off with dxki_os_record();
 * characters of a name or string may follow the operands without being gathered. Failures of
 * memory are sticky; dxki_os_failed() tells.
 */
#ifndef DXKI_BITCODE_OUTSTREAM_H
#define DXKI_BITCODE_OUTSTREAM_H

#include "base/vec.h"
#include "spec/bitcode.h"
#include "wire/bitwriter.h"

#define DXKI_OS_DEPTH      8u
#define DXKI_OS_ABBREV_OPS 7u

typedef struct dxki_os_abbrev_op {
    uint8_t encoding; /* DXKI_ENC_ */
    uint8_t value;    /* width of FIXED and VBR, the number of a LITERAL */
} dxki_os_abbrev_op;

/* The first operand is the record's code. */
typedef struct dxki_os_abbrev {
    uint32_t id; /* in its block; 0 until defined there */
    uint32_t op_count;
    dxki_os_abbrev_op ops[DXKI_OS_ABBREV_OPS];
} dxki_os_abbrev;

typedef struct dxki_os {
    dxki_bitwriter bits;
    DXKI_VEC(uint64_t) ops; /* of the record that is being gathered */
    uint32_t width;         /* of abbreviation ids in the current block */
    uint32_t depth;         /* open blocks */
    struct {
        size_t length_at; /* byte offset of the word count */
        uint32_t width;   /* of the enclosing block */
    } scopes[DXKI_OS_DEPTH];
} dxki_os;

/* Starts a stream with the magic. */
void dxki_os_init(dxki_os *os, dxk_ctx *ctx);
void dxki_os_free(dxki_os *os);
bool dxki_os_failed(const dxki_os *os);

void dxki_os_enter(dxki_os *os, uint32_t block_id, uint32_t width);
void dxki_os_leave(dxki_os *os);

/* Defines an abbreviation in the current block (in BLOCKINFO: for the block that was set). */
void dxki_os_define(dxki_os *os, const dxki_os_abbrev *abbrev);

/* Adds an operand to the record. */
static inline void dxki_os_op(dxki_os *os, uint64_t value)
{
    if (!dxki_vec_push(os->bits.ctx, &os->ops, value))
        os->bits.failed = true;
}

/* Sends the gathered operands, then `tail` as one operand per byte. `abbrev` NULL: unabbreviated.
 * The operands must fit the abbreviation. */
void dxki_os_record(dxki_os *os, uint32_t code, const dxki_os_abbrev *abbrev, dxk_str tail);

/* The same without a tail. */
static inline void dxki_os_end(dxki_os *os, uint32_t code, const dxki_os_abbrev *abbrev)
{
    dxki_os_record(os, code, abbrev, (dxk_str){NULL, 0});
}

#endif
