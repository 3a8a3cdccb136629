/* SPDX-License-Identifier: MIT */
/* blake2b.c - see blake2b.h. The names a to d, x and y are those of RFC 7693, section 3. */
#include "base/blake2b.h"

#include <string.h>

enum { ROUNDS = 12 };

static const uint64_t initial[8] = {
    0x6a09e667f3bcc908u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u,
    0x510e527fade682d1u, 0x9b05688c2b3e6c1fu, 0x1f83d9abfb41bd6bu, 0x5be0cd19137e2179u,
};

/* The words of the block in the order of each round; rounds 10 and 11 repeat 0 and 1. */
static const uint8_t order[ROUNDS - 2][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t rotate(uint64_t value, unsigned count)
{
    return value >> count | value << (64 - count);
}

static void mix(uint64_t v[16], const uint8_t at[4], uint64_t x, uint64_t y)
{
    uint64_t *a = &v[at[0]], *b = &v[at[1]], *c = &v[at[2]], *d = &v[at[3]];

    *a += *b + x;
    *d = rotate(*d ^ *a, 32);
    *c += *d;
    *b = rotate(*b ^ *c, 24);
    *a += *b + y;
    *d = rotate(*d ^ *a, 16);
    *c += *d;
    *b = rotate(*b ^ *c, 63);
}

static uint64_t word(const uint8_t *p)
{
    uint64_t value = 0;

    for (unsigned i = 0; i < 8; i++)
        value |= (uint64_t)p[i] << 8 * i;
    return value;
}

/* Mixes the block in. */
static void compress(dxki_blake2b *b, int is_last)
{
    static const uint8_t places[8][4] = {
        {0, 4, 8, 12},  {1, 5, 9, 13},  {2, 6, 10, 14}, {3, 7, 11, 15}, /* columns */
        {0, 5, 10, 15}, {1, 6, 11, 12}, {2, 7, 8, 13},  {3, 4, 9, 14},  /* diagonals */
    };
    uint64_t v[16], words[16];

    for (unsigned i = 0; i < 16; i++)
        words[i] = word(b->block + 8 * i);
    b->size += b->used;
    memcpy(v, b->state, sizeof b->state);
    memcpy(v + 8, initial, sizeof initial);
    v[12] ^= b->size;
    if (is_last)
        v[14] = ~v[14];
    for (unsigned round = 0; round < ROUNDS; round++) {
        const uint8_t *s = order[round % (ROUNDS - 2)];
        for (unsigned i = 0; i < 8; i++)
            mix(v, places[i], words[s[2 * i]], words[s[2 * i + 1]]);
    }
    for (unsigned i = 0; i < 8; i++)
        b->state[i] ^= v[i] ^ v[i + 8];
    b->used = 0;
}

void dxki_blake2b_begin(dxki_blake2b *b)
{
    memcpy(b->state, initial, sizeof initial);
    b->state[0] ^= 0x01010000u | DXKI_BLAKE2B_RESULT;
    b->size = 0;
    b->used = 0;
}

void dxki_blake2b_add(dxki_blake2b *b, const void *data, size_t size)
{
    const uint8_t *from = data;

    while (size) {
        size_t room = DXKI_BLAKE2B_BLOCK - b->used, part = size < room ? size : room;
        if (!room) {
            compress(b, 0);
            continue;
        }
        memcpy(b->block + b->used, from, part);
        b->used += part;
        from += part;
        size -= part;
    }
}

void dxki_blake2b_end(dxki_blake2b *b, uint8_t result[DXKI_BLAKE2B_RESULT])
{
    memset(b->block + b->used, 0, DXKI_BLAKE2B_BLOCK - b->used);
    compress(b, 1);
    for (unsigned i = 0; i < DXKI_BLAKE2B_RESULT; i++)
        result[i] = (uint8_t)(b->state[i / 8] >> 8 * (i % 8));
}
