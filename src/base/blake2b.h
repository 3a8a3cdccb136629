/* SPDX-License-Identifier: MIT */
/*
 * blake2b.h - the hash BLAKE2b with a result of 32 bytes and no key, piece by piece. It names what must
 * not be mistaken for something else, where MD5 no longer serves.
 *
 * Source: RFC 7693.
 */
#ifndef DXKI_BASE_BLAKE2B_H
#define DXKI_BASE_BLAKE2B_H

#include <stddef.h>
#include <stdint.h>

#define DXKI_BLAKE2B_BLOCK  128
#define DXKI_BLAKE2B_RESULT 32

typedef struct dxki_blake2b {
    uint64_t state[8];
    uint64_t size;                     /* bytes in the blocks that were mixed in */
    uint8_t block[DXKI_BLAKE2B_BLOCK]; /* bytes that wait; the last block is never mixed in early */
    size_t used;                       /* of `block` */
} dxki_blake2b;

void dxki_blake2b_begin(dxki_blake2b *b);
void dxki_blake2b_add(dxki_blake2b *b, const void *data, size_t size);

/* Writes the result; `b` is spent then. */
void dxki_blake2b_end(dxki_blake2b *b, uint8_t result[DXKI_BLAKE2B_RESULT]);

#endif
