/* SPDX-License-Identifier: MIT */
/*
 * outstream.h - writes what stream.h reads: blocks, abbreviation definitions, records. It knows
 * nothing of what the records mean.
 *
 * A record is gathered operand by operand (dxki_bc_out_op) and sent off with dxki_bc_out_record();
 * characters of a name or string may follow the operands without being gathered. Failures of
 * memory are sticky; dxki_bc_out_failed() tells.
 */
#ifndef DXKI_BITCODE_OUTSTREAM_H
#define DXKI_BITCODE_OUTSTREAM_H

#include "base/vec.h"
#include "spec/bitcode.h"
#include "wire/bitwriter.h"

#define DXKI_OS_DEPTH      8u
#define DXKI_OS_ABBREV_OPS 7u

typedef struct dxki_bc_out_abbrev_op {
    uint8_t encoding; /* DXKI_ENC_ */
    uint8_t value;    /* width of FIXED and VBR, the number of a LITERAL */
} dxki_bc_out_abbrev_op;

/* The first operand is the record's code. */
typedef struct dxki_bc_out_abbrev {
    uint32_t id; /* in its block; 0 until defined there */
    uint32_t op_count;
    dxki_bc_out_abbrev_op ops[DXKI_OS_ABBREV_OPS];
} dxki_bc_out_abbrev;

typedef struct dxki_bc_out {
    dxki_bitwriter bits;
    DXKI_VEC(uint64_t) ops; /* of the record that is being gathered */
    uint32_t width;         /* of abbreviation ids in the current block */
    uint32_t depth;         /* open blocks */
    struct {
        size_t length_at; /* byte offset of the word count */
        uint32_t width;   /* of the enclosing block */
    } scopes[DXKI_OS_DEPTH];
} dxki_bc_out;

/* Starts a stream with the magic. */
void dxki_bc_out_init(dxki_bc_out *os, dxk_ctx *ctx);
void dxki_bc_out_free(dxki_bc_out *os);
bool dxki_bc_out_failed(const dxki_bc_out *os);

void dxki_bc_out_enter(dxki_bc_out *os, uint32_t block_id, uint32_t width);
void dxki_bc_out_leave(dxki_bc_out *os);

/* Defines an abbreviation in the current block (in BLOCKINFO: for the block that was set). */
void dxki_bc_out_define(dxki_bc_out *os, const dxki_bc_out_abbrev *abbrev);

/* Adds an operand to the record. */
static inline void dxki_bc_out_op(dxki_bc_out *os, uint64_t value)
{
    if (!dxki_vec_push(os->bits.ctx, &os->ops, value))
        os->bits.failed = true;
}

/* Sends the gathered operands, then `tail` as one operand per byte. `abbrev` NULL: unabbreviated.
 * The operands must fit the abbreviation. */
void dxki_bc_out_record(dxki_bc_out *os, uint32_t code, const dxki_bc_out_abbrev *abbrev,
                        dxk_str tail);

/* The same without a tail. */
static inline void dxki_bc_out_end(dxki_bc_out *os, uint32_t code, const dxki_bc_out_abbrev *abbrev)
{
    dxki_bc_out_record(os, code, abbrev, (dxk_str){NULL, 0});
}

/* A short record that is put together at once instead of gathered: at most 64 bits. */
typedef struct dxki_bc_out_word {
    uint64_t bits;
    uint32_t used;
} dxki_bc_out_word;

static inline dxki_bc_out_word dxki_bc_out_begin(const dxki_bc_out *os,
                                                 const dxki_bc_out_abbrev *abbrev)
{
    return (dxki_bc_out_word){abbrev->id, os->width};
}

static inline void dxki_bc_out_fixed(dxki_bc_out_word *word, uint32_t value, uint32_t width)
{
    word->bits |= (value & (((uint64_t)1 << width) - 1)) << word->used;
    word->used += width;
}

static inline void dxki_bc_out_vbr(dxki_bc_out_word *word, uint32_t value, uint32_t width)
{
    uint32_t more = 1u << (width - 1);
    for (; value >= more; value >>= width - 1)
        dxki_bc_out_fixed(word, value | more, width);
    dxki_bc_out_fixed(word, value, width);
}

static inline void dxki_bc_out_send(dxki_bc_out *os, dxki_bc_out_word word)
{
    if (word.used <= 32)
        dxki_bitwriter_fixed(&os->bits, word.bits, word.used);
    else
        dxki_bitwriter_wide(&os->bits, word.bits, word.used);
}

#endif
