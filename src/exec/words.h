/* SPDX-License-Identifier: MIT */
/* words.h - numbers in the memory of resources, which is little-endian on every host. */
#ifndef DXKI_EXEC_WORDS_H
#define DXKI_EXEC_WORDS_H

#include <stdint.h>
#include <string.h>

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define DXKI_EXEC_HOST_IS_LITTLE 1
#else
#define DXKI_EXEC_HOST_IS_LITTLE 0
#endif

/* Memory of resources is little-endian. */
static inline uint32_t dxki_exec_load_word(const uint8_t *at)
{
#if DXKI_EXEC_HOST_IS_LITTLE
    uint32_t word;
    memcpy(&word, at, sizeof word);
    return word;
#else
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
#endif
}

static inline void dxki_exec_store_word(uint8_t *at, uint32_t word)
{
#if DXKI_EXEC_HOST_IS_LITTLE
    memcpy(at, &word, sizeof word);
#else
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> (8 * i));
#endif
}

/* A number of a register or two: of 2, 4 or 8 bytes in memory. */
static inline uint64_t dxki_exec_load_number(const uint8_t *at, uint32_t bytes)
{
    if (bytes == 2)
        return at[0] | (uint64_t)at[1] << 8;
    return bytes == 4 ? dxki_exec_load_word(at)
                      : dxki_exec_load_word(at) | (uint64_t)dxki_exec_load_word(at + 4) << 32;
}

static inline void dxki_exec_store_number(uint8_t *at, uint32_t bytes, uint64_t number)
{
    if (bytes == 2) {
        at[0] = (uint8_t)number;
        at[1] = (uint8_t)(number >> 8);
        return;
    }
    dxki_exec_store_word(at, (uint32_t)number);
    if (bytes == 8)
        dxki_exec_store_word(at + 4, (uint32_t)(number >> 32));
}

#endif
