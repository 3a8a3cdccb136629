/* SPDX-License-Identifier: MIT */
/*
 * digits.h - the numbers of a text, eight digits at once, and words that are expected.
 */
#ifndef DXKI_TEXT_DIGITS_H
#define DXKI_TEXT_DIGITS_H

#include <stdbool.h>
#include <string.h>

#include "wire/words.h"

#define DXKI_TEXT_DIGITS 8u /* bytes that are looked at, and digits that are taken at most */

/* Eight characters, the first in the lowest byte. */
static inline uint64_t dxki_text_eight(const char *at)
{
    return dxki_word_pair((const uint8_t *)at, 0);
}

/* The number whose digits begin at `at`, and how many of them there are, at most eight. */
static inline uint32_t dxki_text_digits(const char *at, uint32_t *count)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    /* A byte of a digit is its value now; one of anything else is 10 at least. */
    uint64_t bytes = dxki_text_eight(at) ^ (ones * '0');
    /* The lowest mark is right; a carry out of its byte may put wrong ones above it. */
    uint64_t others = ((bytes + ones * (0x80 - 10)) | bytes) & (ones * 0x80);
#if defined(__GNUC__)
    *count = others ? (uint32_t)__builtin_ctzll(others) / 8 : DXKI_TEXT_DIGITS;
#else
    uint64_t below = ((others & (0 - others)) >> 7) - 1; /* the digits before the first other */
    *count = (uint32_t)(((below & ones) * ones) >> 56);
#endif
    if (*count == 0)
        return 0;
    bytes <<= 64 - 8 * *count; /* with zeros in front; then pairs, fours, and all of them */
    bytes = (bytes * 10 + (bytes >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    bytes = (bytes * 100 + (bytes >> 16)) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(bytes * 10000 + (bytes >> 32));
}

/* Moves over a decimal number of up to nine digits, which fits 32 bits whatever they are; false:
 * there is none. Nine characters are there. */
static inline bool dxki_text_count(const char **at, uint32_t *number)
{
    uint32_t count;
    *number = dxki_text_digits(*at, &count);
    *at += count;
    if (count == DXKI_TEXT_DIGITS && (uint8_t)(**at - '0') < 10)
        *number = *number * 10 + (uint32_t)(*(*at)++ - '0');
    return count != 0;
}

/* The same with a minus or without. */
static inline bool dxki_text_signed(const char **at, int32_t *number)
{
    bool minus = **at == '-';
    uint32_t magnitude;
    *at += minus;
    if (!dxki_text_count(at, &magnitude))
        return false;
    *number = minus ? -(int32_t)magnitude : (int32_t)magnitude;
    return true;
}

/* Does a word of up to eight characters stand there? `padded` has eight. This never calls memcmp(),
 * which a compiler may do where it believes that code hardly ever runs. */
static inline bool dxki_text_is_word(const char *at, const char *padded, size_t size)
{
    return (dxki_text_eight(at) ^ dxki_text_eight(padded)) << (64 - 8 * size) == 0;
}

/* Moves over a literal of one to eight characters if it stands there; eight can be read. */
#define DXKI_TAKE(at, word)                                                                        \
    (dxki_text_is_word(*(at), "" word "\0\0\0\0\0\0\0", sizeof(word) - 1)                          \
         ? (*(at) += sizeof(word) - 1, true)                                                       \
         : false)

#endif
