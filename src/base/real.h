/* SPDX-License-Identifier: MIT */
/*
 * real.h - floating point numbers as the bits of an IEEE 754 format: taken apart, put together
 * with one rounding, converted. All of it is integer arithmetic, so results do not depend on the
 * machine, its rounding mode or the compiler.
 */
#ifndef DXKI_BASE_REAL_H
#define DXKI_BASE_REAL_H

#include <stdbool.h>
#include <stdint.h>

/* Bits of the exponent and of the fraction; the sign is in front of them. */
typedef struct dxki_real_format {
    uint8_t exponent, fraction;
} dxki_real_format;

#define DXKI_BINARY16 ((dxki_real_format){5, 10})
#define DXKI_BINARY32 ((dxki_real_format){8, 23})
#define DXKI_BINARY64 ((dxki_real_format){11, 52})

/* significand * 2^exponent */
typedef struct dxki_real {
    uint64_t significand;
    int exponent;
} dxki_real;

/* The bits of infinity: no finite magnitude has larger ones. */
static inline uint64_t dxki_infinity(dxki_real_format f)
{
    return (((uint64_t)1 << f.exponent) - 1) << f.fraction;
}

/* The position of the highest bit that is set, of a value that is not 0. */
static inline int dxki_top_bit(uint64_t value)
{
#if defined(__GNUC__)
    return 63 - __builtin_clzll(value);
#else
    int top = 0;
    for (int step = 32; step; step /= 2) {
        if (value >> step) {
            value >>= step;
            top += step;
        }
    }
    return top;
#endif
}

/* A finite number; its sign is ignored. */
dxki_real dxki_real_split(dxki_real_format f, uint64_t bits);

/*
 * The number of a format nearest to `r`, ties to even; infinity when there is none. `more`: the
 * number is larger than `r`, but by less than a unit of its significand, which must have its
 * highest bit at 63.
 */
uint64_t dxki_real_join(dxki_real_format f, dxki_real r, bool more);

/* The same for a number that is larger than `r` by up to `missing` units of its significand, whose
 * highest bit is at 63. *sure: how much it is makes no difference. */
uint64_t dxki_real_join_least(dxki_real_format f, dxki_real r, uint32_t missing, bool *sure);

/* From one format to another; a NaN keeps its payload as far as that fits. *exact: nothing was
 * lost. */
uint64_t dxki_real_convert(dxki_real_format from, uint64_t bits, dxki_real_format to, bool *exact);

#endif
