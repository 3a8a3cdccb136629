/* SPDX-License-Identifier: MIT */
/* big.c - see big.h. Words are worked on in halves, whose products fit 64 bits. */
#include "base/big.h"

#include <stdbool.h>

uint32_t dxki_big_multiply(uint64_t *words, size_t count, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (size_t i = 0; i < count; i++) {
        uint64_t low = (words[i] & UINT32_MAX) * factor + carry;
        uint64_t high = (words[i] >> 32) * factor + (low >> 32);
        words[i] = high << 32 | (low & UINT32_MAX);
        carry = high >> 32;
    }
    return (uint32_t)carry;
}

uint32_t dxki_big_divide(uint64_t *words, size_t count, uint32_t by)
{
    uint64_t rest = 0;
    for (size_t i = count; i-- > 0;) {
        uint64_t high = rest << 32 | words[i] >> 32;
        uint64_t low = high % by << 32 | (words[i] & UINT32_MAX);
        words[i] = high / by << 32 | low / by;
        rest = low % by;
    }
    return (uint32_t)rest;
}

void dxki_big_negate(uint64_t *words, size_t count)
{
    bool carry = true;
    for (size_t i = 0; i < count; i++) {
        words[i] = ~words[i] + carry;
        carry = carry && words[i] == 0;
    }
}

#define NINE_DIGITS 1000000000u

char *dxki_big_digits(uint64_t *words, size_t count, char *end)
{
    char *first = end;
    while (count && words[count - 1] == 0)
        count--;
    while (count) {
        uint32_t nine = dxki_big_divide(words, count, NINE_DIGITS);
        while (count && words[count - 1] == 0)
            count--;
        for (int i = 0; i < 9 && (count || nine); i++, nine /= 10)
            *--first = (char)('0' + nine % 10);
    }
    if (first == end)
        *--first = '0';
    return first;
}
