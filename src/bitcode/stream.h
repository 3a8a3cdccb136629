/* SPDX-License-Identifier: MIT */
/*
 * stream.h - the bit stream container of LLVM: nested blocks, records, abbreviations, BLOCKINFO.
 * It knows nothing of what the blocks mean; the module reader and the raw view stand on it.
 *
 *   for (;;) switch (dxki_bc_stream_next(bs)) {
 *   case DXKI_BS_BLOCK:  bs->block_id; then dxki_bc_stream_enter, dxki_bc_stream_skip or dxki_bc_stream_blockinfo
 *   case DXKI_BS_RECORD: bs->record
 *   case DXKI_BS_ABBREV: a definition was taken in
 *   case DXKI_BS_END:    the block is left
 *   case DXKI_BS_STOP:   the end of the stream, at top level only
 *   case DXKI_BS_FAILED: reported; bs->status
 *   }
 *
 * Work and memory are bounded by the size of the stream: counts are compared with the bits that
 * are left, an abbreviation has at most 255 operands, lists of abbreviations are shared.
 */
#ifndef DXKI_BITCODE_STREAM_H
#define DXKI_BITCODE_STREAM_H

#include "base/diag.h"
#include "base/vec.h"
#include "bitcode/judge.h"
#include "spec/bitcode.h"
#include "wire/bits.h"

typedef enum dxki_bc_stream_event {
    DXKI_BS_RECORD,
    DXKI_BS_BLOCK,
    DXKI_BS_END,
    DXKI_BS_ABBREV,
    DXKI_BS_STOP,
    DXKI_BS_FAILED
} dxki_bc_stream_event;

/* Judged: a VBR of more than 32 bits, in dxki_bc_abbrev_op.encoding. */
#define DXKI_ENC_WIDE_VBR 6u

typedef struct dxki_bc_abbrev_op {
    uint64_t literal; /* LITERAL; else 0 */
    uint64_t mask;    /* of a number, FIXED, or of a chunk without its top bit, VBR; else 0 */
    uint8_t encoding; /* DXKI_ENC_ */
    uint8_t width;    /* FIXED, VBR; else 0 */
} dxki_bc_abbrev_op;

typedef struct dxki_bc_abbrev {
    uint32_t first_op, op_count; /* in dxki_bc_stream.abbrev_ops */
    uint32_t fields;             /* operands before an array or a blob */
    bool broken;                 /* kept, but not to be used: only when a module is judged */
    bool usual; /* nothing but literals, and numbers of at most 57 bits or in chunks */
} dxki_bc_abbrev;

/*
 * One record. Its operands are `ops` followed by `bytes`: the trailing array of an abbreviation
 * whose elements have at most 8 bits (names, strings) is kept as bytes.
 */
typedef struct dxki_bc_record {
    uint32_t code;
    uint32_t abbrev_id;  /* DXKI_ABBREV_UNABBREV or a defined one */
    uint64_t bit_offset; /* where it starts: its abbreviation id */
    const uint64_t *ops;
    size_t op_count; /* of ops alone */
    const uint8_t *bytes;
    size_t byte_count;
    size_t array_at; /* judged: first operand that is of an array; SIZE_MAX: none */
    bool has_blob;
    dxk_bytes blob; /* view into the stream */
} dxki_bc_record;

/* An open block. */
typedef struct dxki_bc_stream_scope {
    uint32_t block_id;
    uint32_t width; /* of abbreviation ids */
    uint32_t info;  /* list of BLOCKINFO abbreviations in dxki_bc_stream.infos, UINT32_MAX none */
    uint32_t local_start; /* first own abbreviation in dxki_bc_stream.locals */
    uint32_t words;       /* length that the header claims */
    uint64_t start;       /* bit of the ENTER_SUBBLOCK id */
    uint64_t body;        /* first bit of the body */
} dxki_bc_stream_scope;

typedef DXKI_VEC(dxki_bc_abbrev) dxki_bc_abbrev_list;

typedef struct dxki_bc_stream_info {
    uint32_t block_id;
    dxki_bc_abbrev_list abbrevs;
} dxki_bc_stream_info;

typedef struct dxki_bc_stream {
    dxk_ctx *ctx;
    dxki_bits bits;
    uint64_t base;        /* bit offset of the stream in the file, for diagnostics */
    dxk_status status;    /* why FAILED */
    dxki_bc_judge *judge; /* NULL: nothing is judged (judge.h) */
    dxki_bc_said words;   /* of the last failure */
    dxki_bc_record record;
    uint32_t block_id;        /* of the BLOCK event */
    uint64_t block_bit;       /* where that block starts */
    dxki_bc_stream_scope top; /* the current block; the whole stream when depth is 0 */
    uint32_t depth;           /* open blocks */
    bool may_end_open;        /* the outermost block may lack its end; the caller sets it */
    bool past_end;            /* judged: something past the end was read (stream_end.c) */
    bool seen_info;           /* one BLOCKINFO block counts, later ones are skipped */
    DXKI_VEC(dxki_bc_stream_scope) scopes; /* the enclosing ones */
    DXKI_VEC(dxki_bc_abbrev_op) abbrev_ops;
    uint32_t shared_ops;        /* abbrev_ops below this belong to BLOCKINFO, or came before it */
    dxki_bc_abbrev_list locals; /* own abbreviations of all open blocks */
    DXKI_VEC(dxki_bc_stream_info) infos;
    DXKI_VEC(uint64_t) ops;
    DXKI_VEC(uint8_t) bytes;
} dxki_bc_stream;

/*
 * Starts on a stream: takes off a wrapper, checks size and magic. `file_offset` in bytes is
 * added to reported positions. `judge` may be NULL. To be freed also after a failure.
 */
dxk_status dxki_bc_stream_init(dxki_bc_stream *bs, dxk_ctx *ctx, dxk_bytes bytes,
                               uint64_t file_offset, dxki_bc_judge *judge);
void dxki_bc_stream_free(dxki_bc_stream *bs);

dxki_bc_stream_event dxki_bc_stream_next(dxki_bc_stream *bs);

/* Sets what the reference says of the failure that is about to be reported. */
static inline void dxki_bc_stream_words(dxki_bc_stream *bs, dxki_bc_words words, uint64_t number)
{
    bs->words = (dxki_bc_said){words, number};
}

/* Something that the reference says before it goes on. */
void dxki_bc_stream_say(dxki_bc_stream *bs, dxki_bc_words words);

/* After a BLOCK event. */
dxk_status dxki_bc_stream_enter(dxki_bc_stream *bs);
dxk_status dxki_bc_stream_skip(dxki_bc_stream *bs);      /* to the end that its header claims */
dxk_status dxki_bc_stream_blockinfo(dxki_bc_stream *bs); /* takes in a BLOCKINFO block as a whole */

/* Number of operands, and operand `i`. */
static inline size_t dxki_bc_record_count(const dxki_bc_record *r)
{
    return r->op_count + r->byte_count;
}

static inline uint64_t dxki_bc_record_op(const dxki_bc_record *r, size_t i)
{
    return i < r->op_count ? r->ops[i] : r->bytes[i - r->op_count];
}

/* Moves the bytes into ops, so that ops holds all operands. */
dxk_status dxki_bc_stream_flatten(dxki_bc_stream *bs);

/* The low bytes of operands `from`... as characters, in a buffer of the stream (valid until the
 * next record) or straight from the bytes. */
dxk_status dxki_bc_stream_text(dxki_bc_stream *bs, size_t from, dxk_str *text);

/* --- stream_end.c: judged, how the reference meets the end of the stream --- */

/* A number of `width` bits; a number in chunks of `width` bits, that keeps `kept` bits. Not judged,
 * they are dxki_bits_fixed() and dxki_bits_vbr(). */
uint64_t dxki_bc_stream_fixed(dxki_bc_stream *bs, uint32_t width);
uint64_t dxki_bc_stream_vbr(dxki_bc_stream *bs, uint32_t width, uint32_t kept);
/* A number whose chunks have more than 32 bits: of the first the reference keeps 32, and it does
 * not look for a second. */
uint64_t dxki_bc_stream_wide_vbr(dxki_bc_stream *bs, uint32_t width);
/* Once more a record, from after its id on, that led over the end of the stream. Overrun: the
 * reference breaks off. NULL: without an abbreviation. */
dxk_status dxki_bc_stream_reread(dxki_bc_stream *bs, const dxki_bc_abbrev *abbrev);
/* Is the record read as bytes: the elements of its array, and nothing else? */
bool dxki_bc_stream_is_text(const dxki_bc_stream *bs, uint64_t code);

/*
 * Reports a broken rule at bit `bit` of the stream and returns the status. The path names the
 * open blocks and, when `in_record`, the record.
 */
dxk_status dxki_bc_stream_report(dxki_bc_stream *bs, const dxki_rule *rule, uint64_t bit,
                                 bool in_record, const dxki_arg *args, size_t arg_count);

#endif
