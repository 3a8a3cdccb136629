/* SPDX-License-Identifier: MIT */
/* real.c - see real.h. */
#include "base/real.h"

static int bias_of(dxki_real_format f)
{
    return (1 << (f.exponent - 1)) - 1;
}

dxki_real dxki_real_split(dxki_real_format f, uint64_t bits)
{
    uint64_t hidden = (uint64_t)1 << f.fraction, fraction = bits & (hidden - 1);
    int exponent = (int)((bits & dxki_infinity(f)) >> f.fraction),
        lowest = 1 - bias_of(f) - f.fraction;
    if (exponent == 0)
        return (dxki_real){fraction, lowest};
    return (dxki_real){fraction | hidden, exponent - 1 + lowest};
}

/* What rounding drops: some units, of which `half` would be half of the last place. */
typedef struct dropped {
    uint64_t rest, half;
} dropped;

static uint64_t join(dxki_real_format f, dxki_real r, bool more, dropped *d)
{
    *d = (dropped){0, 0};
    if (r.significand == 0)
        return 0;
    int top = dxki_top_bit(r.significand), biased = r.exponent + top + bias_of(f);
    int drop = top - f.fraction;
    if (biased < 1) { /* denormal: the same exponent without the hidden bit */
        drop += 1 - biased;
        biased = 1;
    }
    if (biased > 1 << f.exponent)
        return dxki_infinity(f);
    if (drop > 64) { /* less than half of the least number */
        *d = (dropped){drop == 65 ? r.significand >> 1 | 1 : 1, (uint64_t)1 << 63};
        return 0;
    }
    uint64_t kept = drop < 64 ? r.significand >> (drop > 0 ? drop : 0) : 0;
    if (drop > 0) {
        d->half = (uint64_t)1 << (drop - 1);
        d->rest = r.significand & (d->half - 1 + d->half);
        kept += d->rest > d->half || (d->rest == d->half && (more || kept & 1));
    } else {
        kept <<= -drop;
    }
    /* The hidden bit, and the carry of rounding, add to the exponent. */
    uint64_t bits = ((uint64_t)(biased - 1) << f.fraction) + kept;
    return bits < dxki_infinity(f) ? bits : dxki_infinity(f);
}

uint64_t dxki_real_join(dxki_real_format f, dxki_real r, bool more)
{
    dropped d;
    return join(f, r, more, &d);
}

uint64_t dxki_real_join_least(dxki_real_format f, dxki_real r, uint32_t missing, bool *sure)
{
    dropped d;
    uint64_t bits = join(f, r, false, &d);
    *sure = d.rest > d.half || d.rest + missing < d.half || bits == dxki_infinity(f);
    return bits;
}

/* Infinity, or a NaN: quiet when its payload does not fit. */
static uint64_t convert_special(dxki_real_format from, uint64_t fraction, dxki_real_format to,
                                bool *exact)
{
    *exact = true;
    if (from.fraction <= to.fraction)
        return dxki_infinity(to) | fraction << (to.fraction - from.fraction);
    int drop = from.fraction - to.fraction;
    uint64_t kept = fraction >> drop;
    *exact = kept << drop == fraction;
    if (!*exact)
        kept |= (uint64_t)1 << (to.fraction - 1);
    return dxki_infinity(to) | kept;
}

uint64_t dxki_real_convert(dxki_real_format from, uint64_t bits, dxki_real_format to, bool *exact)
{
    uint64_t magnitude = bits & (((uint64_t)1 << (from.exponent + from.fraction)) - 1);
    uint64_t sign = bits >> (from.exponent + from.fraction) << (to.exponent + to.fraction);
    uint64_t hidden = (uint64_t)1 << from.fraction;
    if (magnitude >= dxki_infinity(from))
        return sign | convert_special(from, magnitude & (hidden - 1), to, exact);
    if (magnitude >= hidden && from.fraction <= to.fraction && from.exponent <= to.exponent) {
        /* Normal, and to a wider format: nothing needs rounding. */
        uint64_t rebias = (uint64_t)(bias_of(to) - bias_of(from)) << to.fraction;
        *exact = true;
        return sign | ((magnitude << (to.fraction - from.fraction)) + rebias);
    }
    dropped d;
    bits = join(to, dxki_real_split(from, magnitude), false, &d);
    *exact = d.rest == 0 && bits < dxki_infinity(to);
    return sign | bits;
}
