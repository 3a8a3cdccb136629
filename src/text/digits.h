/* SPDX-License-Identifier: MIT */
/*
 * digits.h - the numbers of a text, eight digits at once.
 */
#ifndef DXKI_TEXT_DIGITS_H
#define DXKI_TEXT_DIGITS_H

#include "wire/words.h"

#define DXKI_TEXT_DIGITS 8u /* bytes that are looked at, and digits that are taken at most */

/* Eight characters, the first in the lowest byte. */
static inline uint64_t dxki_text_eight(const char *at)
{
    const uint8_t *bytes = (const uint8_t *)at;
    return dxki_word_get(bytes, 0) | (uint64_t)dxki_word_get(bytes, 1) << 32;
}

/* The number whose digits begin at `at`, and how many of them there are, at most eight. */
static inline uint32_t dxki_text_digits(const char *at, uint32_t *count)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    /* A byte of a digit is its value now; one of anything else is 10 at least. */
    uint64_t bytes = dxki_text_eight(at) ^ (ones * '0');
    uint64_t others = (((bytes & (ones * 0x7f)) + ones * (0x80 - 10)) | bytes) & (ones * 0x80);
    uint64_t below = ((others & (0 - others)) >> 7) - 1; /* the digits before the first other */
    *count = (uint32_t)(((below & ones) * ones) >> 56);
    if (*count == 0)
        return 0;
    bytes <<= 64 - 8 * *count; /* with zeros in front; then pairs, fours, and all of them */
    bytes = (bytes * 10 + (bytes >> 8)) & UINT64_C(0x00ff00ff00ff00ff);
    bytes = (bytes * 100 + (bytes >> 16)) & UINT64_C(0x0000ffff0000ffff);
    return (uint32_t)(bytes * 10000 + (bytes >> 32));
}

#endif
