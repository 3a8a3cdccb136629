/* SPDX-License-Identifier: MIT */
/* big.h - whole numbers of any size without sign: words of 64 bits, the lowest first. */
#ifndef DXKI_BASE_BIG_H
#define DXKI_BASE_BIG_H

#include <stddef.h>
#include <stdint.h>

/* words = words * factor + add; returns the carry out of them. */
uint32_t dxki_big_multiply(uint64_t *words, size_t count, uint32_t factor, uint32_t add);

/* words = words / by; returns the remainder. */
uint32_t dxki_big_divide(uint64_t *words, size_t count, uint32_t by);

/* words = 2^(64 * count) - words */
void dxki_big_negate(uint64_t *words, size_t count);

/* Writes the decimal digits so that they end at `end`; returns the first. At most 20 for each
 * word. Uses the words up. */
char *dxki_big_digits(uint64_t *words, size_t count, char *end);

#endif
