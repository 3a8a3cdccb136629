/* SPDX-License-Identifier: MIT */
/*
 * words.h - 32-bit numbers in bytes: elements of arrays, tokens of a stream, and single ones that a
 * scan needs ahead of the walk. What has fields is a row of spec/records.def instead.
 */
#ifndef DXKI_WIRE_WORDS_H
#define DXKI_WIRE_WORDS_H

#include "dxk/base.h"
#include "wire/load.h"

/* Word `index` of an array; the caller has checked that it is there. */
static inline uint32_t dxki_word_get(const uint8_t *words, size_t index)
{
    return dxki_load32(words + 4 * index);
}

/* Words `index` and the one after it, which has the high bits. */
static inline uint64_t dxki_word_pair(const uint8_t *words, size_t index)
{
    return dxki_load64(words + 4 * index);
}

static inline void dxki_word_put(uint8_t *words, size_t index, uint32_t value)
{
    dxki_store32(words + 4 * index, value);
}

static inline void dxki_word_put_pair(uint8_t *words, size_t index, uint64_t value)
{
    dxki_store64(words + 4 * index, value);
}

/* The number at byte `offset`; false when the bytes end before it. */
static inline bool dxki_word_at(dxk_bytes bytes, uint64_t offset, uint32_t *value)
{
    if (offset > bytes.size || bytes.size - offset < 4)
        return false;
    *value = dxki_load32(bytes.data + offset);
    return true;
}

#endif
