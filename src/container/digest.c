/* SPDX-License-Identifier: MIT */
/*
 * digest.c - MD5 and the container digest that is built on it.
 *
 * Both share the block function and the initial state; they differ in how the message ends.
 * With n bytes hashed and r = n mod 64 of them left after the whole blocks:
 *
 *   MD5          | tail (r) | 80 | 00 ...        | n*8 as u64 |        one block, two from r = 56
 *   container    | n*8 as u32 | tail (r) | 80 | 00 ... | end as u32 |  one block while r < 56
 *                | tail (r) | 80 | 00 ... |                            else a block as in MD5, then
 *                | n*8 as u32 | 00 ...              | end as u32 |     one with the counts alone
 *
 * where end is n*2 | 1. The debug variant has n*16 | 15 in front and n*4 | 0x10000000 at the end.
 *
 * Source: RFC 1321; DirectXShaderCompiler's DxilHash.cpp.
 */
#include "dxk/digest.h"

#include "wire/load.h"

#include <string.h>

#define BLOCK     64
#define TWO_BLOCK 56 /* a tail of this size or more needs a second block */

static const uint32_t initial[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

static inline uint32_t rotate(uint32_t value, int count)
{
    return value << count | value >> (32 - count);
}

/*
 * One step of each round: b + ((a + f(b, c, d) + word + constant) <<< count). `b` is the result
 * of the step before and arrives last, so everything else is summed up ahead of it. In round two
 * the halves of f have no bit in common, which lets an addition replace the "or" and takes one
 * half out of the chain. SETTLE keeps clang from sorting these sums anew (15 % slower).
 */
#if defined(__clang__)
#define SETTLE(sum) __asm__("" : "+r"(sum))
#else
#define SETTLE(sum) ((void)0)
#endif

#define STEP(name, early, late)                                                                    \
    static inline uint32_t name(uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t word,     \
                                int count)                                                         \
    {                                                                                              \
        a += word;                                                                                 \
        a += early;                                                                                \
        SETTLE(a);                                                                                 \
        a += late;                                                                                 \
        return b + rotate(a, count);                                                               \
    }
STEP(step1, 0, d ^ (b & (c ^ d)))
STEP(step2, c & ~d, b &d)
STEP(step3, 0, b ^ (c ^ d))
STEP(step4, 0, c ^ (b | ~d))

#define WORD(i) dxki_load32(p + 4 * (i))

/* Four steps with the roles of the words turned, which is how every round goes on. */
#define TURN(step, i, j, k, l, r, s, t, u, w, x, y, z)                                             \
    a = step(a, b, c, d, WORD(i) + (w), r);                                                        \
    d = step(d, a, b, c, WORD(j) + (x), s);                                                        \
    c = step(c, d, a, b, WORD(k) + (y), t);                                                        \
    b = step(b, c, d, a, WORD(l) + (z), u)
#define TURN1(i, w, x, y, z) TURN(step1, i, i + 1, i + 2, i + 3, 7, 12, 17, 22, w, x, y, z)
#define TURN2(i, w, x, y, z)                                                                       \
    TURN(step2, i, (i + 5) % 16, (i + 10) % 16, (i + 15) % 16, 5, 9, 14, 20, w, x, y, z)
#define TURN3(i, w, x, y, z)                                                                       \
    TURN(step3, i, (i + 3) % 16, (i + 6) % 16, (i + 9) % 16, 4, 11, 16, 23, w, x, y, z)
#define TURN4(i, w, x, y, z)                                                                       \
    TURN(step4, i, (i + 7) % 16, (i + 14) % 16, (i + 5) % 16, 6, 10, 15, 21, w, x, y, z)

/* Takes `count` blocks into `state`. */
static void take_blocks(uint32_t state[4], const uint8_t *p, size_t count)
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    for (; count > 0; count--, p += BLOCK) {
        uint32_t a0 = a, b0 = b, c0 = c, d0 = d;
        TURN1(0, 0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee);
        TURN1(4, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501);
        TURN1(8, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be);
        TURN1(12, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821);
        TURN2(1, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa);
        TURN2(5, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8);
        TURN2(9, 0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed);
        TURN2(13, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a);
        TURN3(5, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c);
        TURN3(1, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70);
        TURN3(13, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05);
        TURN3(9, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665);
        TURN4(0, 0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039);
        TURN4(12, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1);
        TURN4(8, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1);
        TURN4(4, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391);
        a += a0;
        b += b0;
        c += c0;
        d += d0;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = d;
}

/* Starts a digest: takes all whole blocks of `data`, returns what is left. */
static dxk_bytes begin(uint32_t state[4], dxk_bytes data)
{
    size_t whole = data.size / BLOCK;
    memcpy(state, initial, sizeof initial);
    take_blocks(state, data.data, whole);
    return (dxk_bytes){whole ? data.data + whole * BLOCK : data.data, data.size % BLOCK};
}

static void finish(const uint32_t state[4], uint8_t out[16])
{
    for (int i = 0; i < 4; i++)
        dxki_store32(out + 4 * i, state[i]);
}

/* Puts the tail and the bit that ends it at `at` of zeroed blocks. */
static void put_tail(uint8_t *at, dxk_bytes tail)
{
    if (tail.size)
        memcpy(at, tail.data, tail.size);
    at[tail.size] = 0x80;
}

void dxk_md5(dxk_bytes data, uint8_t out[16])
{
    uint32_t state[4];
    uint8_t last[2 * BLOCK] = {0};
    dxk_bytes tail = begin(state, data);
    size_t blocks = tail.size < TWO_BLOCK ? 1 : 2;

    put_tail(last, tail);
    dxki_store64(last + blocks * BLOCK - 8, (uint64_t)data.size * 8);
    take_blocks(state, last, blocks);
    finish(state, out);
}

/* Ends a container digest: `state` after the whole blocks, `size` bytes in all. */
static void end_container(const uint32_t state[4], dxk_bytes tail, size_t size,
                          dxk_digest_variant variant, uint8_t out[16])
{
    uint32_t end[4] = {state[0], state[1], state[2], state[3]};
    uint8_t last[2 * BLOCK] = {0};
    size_t blocks = tail.size < TWO_BLOCK ? 1 : 2;
    uint8_t *counts = last + (blocks - 1) * BLOCK;
    uint32_t n = (uint32_t)size; /* the format counts in 32 bits */
    bool debug = variant == DXK_DIGEST_VARIANT_DEBUG;

    put_tail(blocks == 1 ? last + 4 : last, tail);
    dxki_store32(counts, debug ? n << 4 | 15 : n << 3);
    dxki_store32(counts + BLOCK - 4, debug ? n << 2 | 0x10000000 : n << 1 | 1);
    take_blocks(end, last, blocks);
    finish(end, out);
}

void dxk_digest_compute(dxk_bytes data, dxk_digest_variant variant, uint8_t out[16])
{
    uint32_t state[4];
    dxk_bytes tail = begin(state, data);
    end_container(state, tail, data.size, variant, out);
}

void dxk_digest_compute_both(dxk_bytes data, uint8_t retail[16], uint8_t debug[16])
{
    uint32_t state[4];
    dxk_bytes tail = begin(state, data);
    end_container(state, tail, data.size, DXK_DIGEST_VARIANT_RETAIL, retail);
    end_container(state, tail, data.size, DXK_DIGEST_VARIANT_DEBUG, debug);
}
