/* SPDX-License-Identifier: MIT */
/*
 * stream.h - a bit stream of LLVM as a list of blocks and records, to be changed and written again.
 * It is read and written without the library, whose reader is what the mutants are for.
 *
 * What is written has no abbreviations but one: the reference reads strings of metadata only from
 * an array of bytes.
 */
#ifndef MUTATE_STREAM_H
#define MUTATE_STREAM_H

#include "dxk/base.h"

typedef enum stream_kind { STREAM_BLOCK, STREAM_END, STREAM_RECORD } stream_kind;

typedef struct stream_item {
    stream_kind kind;
    uint32_t block; /* id: of the block, or that the record is in */
    uint32_t code;  /* of a record */
    size_t first;   /* its operands: in stream.ops */
    size_t count;
} stream_item;

/* Zero-initialise. Freed with stream_free(), also after a failure. */
typedef struct stream {
    stream_item *items;
    size_t count, capacity;
    uint64_t *ops;
    size_t op_count, op_capacity;
} stream;

/* Items of block METADATA whose operands are the bytes of a string. */
enum { STREAM_METADATA = 15, STREAM_MD_STRING = 1 };

/* False: the bytes are no such stream, or it is damaged. */
bool stream_read(stream *s, dxk_bytes bytes);
void stream_free(stream *s);

/* A copy that can be changed. */
void stream_copy(stream *to, const stream *from);

/* Makes room for an item at `at` (its members are not set); for operands at the end of `ops`. */
stream_item *stream_insert(stream *s, size_t at);
size_t stream_add_ops(stream *s, const uint64_t *ops, size_t count);
void stream_remove(stream *s, size_t at);

/* The bytes, freed with free(). */
uint8_t *stream_write(const stream *s, size_t *size);

#endif
