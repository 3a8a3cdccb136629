/* SPDX-License-Identifier: MIT */
/* float.c - see float.h. */
#include "ir/float.h"

#include <string.h>

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A double in a format with that many exponent and fraction bits. */
static uint64_t narrow(uint64_t bits, uint32_t exponent_bits, uint32_t fraction_bits, bool *exact)
{
    uint64_t sign = bits >> 63 << (exponent_bits + fraction_bits);
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1),
             all_ones = ((uint64_t)1 << exponent_bits) - 1;
    int32_t exponent = (int32_t)(bits >> 52 & 2047), bias = (int32_t)(all_ones >> 1);
    uint32_t drop = 52 - fraction_bits;
    if (exponent == 2047) {
        *exact = (fraction & (((uint64_t)1 << drop) - 1)) == 0;
        uint64_t kept = fraction >> drop;
        if (fraction && !*exact)
            kept |= (uint64_t)1 << (fraction_bits - 1);
        return sign | all_ones << fraction_bits | kept;
    }
    if (exponent == 0) { /* zero, or far too small */
        *exact = fraction == 0;
        return sign;
    }
    fraction |= (uint64_t)1 << 52;
    int32_t biased = exponent - 1023 + bias;
    if (biased <= 0) {
        drop += biased < -60 ? 61 : (uint32_t)(1 - biased);
        biased = 1;
    }
    if (drop > 62)
        drop = 62;
    uint64_t rest = fraction & (((uint64_t)1 << drop) - 1), half = (uint64_t)1 << (drop - 1);
    uint64_t kept = fraction >> drop;
    *exact = rest == 0;
    if (rest > half || (rest == half && (kept & 1)))
        kept++;
    uint64_t result = ((uint64_t)(biased - 1) << fraction_bits) + kept;
    if (result >> fraction_bits >= all_ones) {
        *exact = false;
        result = all_ones << fraction_bits;
    }
    return sign | result;
}

uint32_t dxki_float_from_double(uint64_t bits, bool *exact)
{
    return (uint32_t)narrow(bits, 8, 23, exact);
}

uint16_t dxki_half_from_double(uint64_t bits, bool *exact)
{
    return (uint16_t)narrow(bits, 5, 10, exact);
}

/* A smaller format as a double: always exact. */
static uint64_t widen(uint64_t bits, uint32_t exponent_bits, uint32_t fraction_bits)
{
    uint64_t sign = bits >> (exponent_bits + fraction_bits) << 63;
    uint64_t all_ones = ((uint64_t)1 << exponent_bits) - 1;
    uint64_t exponent = bits >> fraction_bits & all_ones;
    uint64_t fraction = bits & (((uint64_t)1 << fraction_bits) - 1);
    uint64_t bias = 1023 - (all_ones >> 1);
    if (exponent == all_ones)
        return sign | (uint64_t)2047 << 52 | fraction << (52 - fraction_bits);
    if (exponent == 0) {
        if (fraction == 0)
            return sign;
        exponent = 1;
        while (!(fraction >> fraction_bits)) { /* bring the leading bit to its place */
            fraction <<= 1;
            exponent--;
        }
        fraction &= ((uint64_t)1 << fraction_bits) - 1;
    }
    return sign | (exponent + bias) << 52 | fraction << (52 - fraction_bits);
}

uint64_t dxki_float_convert(dxki_type from, uint64_t bits, dxki_type to)
{
    bool exact;
    if (from == DXKI_TY_HALF)
        bits = widen(bits, 5, 10);
    else if (from == DXKI_TY_FLOAT)
        bits = widen(bits, 8, 23);
    if (to == DXKI_TY_HALF)
        return dxki_half_from_double(bits, &exact);
    return to == DXKI_TY_FLOAT ? dxki_float_from_double(bits, &exact) : bits;
}

double dxki_float_value(dxki_type type, uint64_t bits)
{
    return double_of(dxki_float_convert(type, bits, DXKI_TY_DOUBLE));
}

bool dxki_float_to_int(double value, uint32_t width, bool is_signed, uint64_t *bits)
{
    bool negative = value < 0;
    uint64_t top = (uint64_t)1 << (width - 1), limit = is_signed ? top : top << 1;
    double magnitude = negative ? -value : value;
    if (!(magnitude < 18446744073709551616.0)) /* also NaN */
        return false;
    uint64_t whole = (uint64_t)magnitude;
    *bits = negative ? ~whole + 1 : whole;
    if (negative)
        return is_signed ? whole <= top : whole == 0;
    return limit == 0 || whole < limit;
}

uint64_t dxki_float_from_int(dxki_type type, uint64_t magnitude, bool negative, bool *overflow)
{
    uint32_t fraction_bits = type == DXKI_TY_HALF ? 10 : type == DXKI_TY_FLOAT ? 23 : 52;
    uint32_t exponent_bits = type == DXKI_TY_HALF ? 5 : type == DXKI_TY_FLOAT ? 8 : 11;
    uint64_t all_ones = ((uint64_t)1 << exponent_bits) - 1;
    uint64_t sign = (uint64_t)negative << (exponent_bits + fraction_bits);
    uint32_t top = 63;
    *overflow = false;
    if (magnitude == 0)
        return 0;
    while (!(magnitude >> top))
        top--;
    uint64_t kept = magnitude;
    if (top > fraction_bits) {
        uint32_t drop = top - fraction_bits;
        uint64_t rest = magnitude & (((uint64_t)1 << drop) - 1), half = (uint64_t)1 << (drop - 1);
        kept = magnitude >> drop;
        kept += rest > half || (rest == half && (kept & 1));
    } else {
        kept <<= fraction_bits - top;
    }
    /* The leading bit of `kept`, and a carry out of it, add to the exponent. */
    uint64_t bits = (((all_ones >> 1) + top - 1) << fraction_bits) + kept;
    *overflow = bits >> fraction_bits >= all_ones;
    return sign | bits;
}

/* What is left of a / b, with the sign of a; both finite, b not 0. */
static double remainder_of(double a, double b)
{
    double left = a < 0 ? -a : a, step = b < 0 ? -b : b;
    while (left >= step) {
        /* The largest power-of-two multiple of the divisor that still fits: exact. */
        uint64_t gap = (bits_of(left) >> 52) - (bits_of(step) >> 52);
        double part = step;
        if (bits_of(step) >> 52) {
            part = double_of(bits_of(step) + (gap << 52));
            if (part > left)
                part = double_of(bits_of(part) - ((uint64_t)1 << 52));
        } else {
            while (part + part <= left)
                part += part;
        }
        left -= part;
    }
    return double_of(bits_of(left) | (bits_of(a) & (uint64_t)1 << 63));
}

bool dxki_float_binary(dxki_op op, dxki_type type, uint64_t a, uint64_t b, uint64_t *bits)
{
    double x = dxki_float_value(type, a), y = dxki_float_value(type, b), result;
    switch (op) {
    case DXKI_OP_FADD:
        result = x + y;
        break;
    case DXKI_OP_FSUB:
        result = x - y;
        break;
    case DXKI_OP_FMUL:
        result = x * y;
        break;
    case DXKI_OP_FDIV:
        result = x / y;
        break;
    case DXKI_OP_FREM:
        if (x - x != 0 || y != y || y == 0)
            return false;
        result = y - y != 0 ? x : remainder_of(x, y);
        break;
    default:
        return false;
    }
    if (result != result)
        return false;
    /* The result of two smaller numbers rounds the same by way of double. */
    *bits = dxki_float_convert(DXKI_TY_DOUBLE, bits_of(result), type);
    return true;
}
