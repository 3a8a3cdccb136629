/* SPDX-License-Identifier: MIT */
/* float.c - see float.h. */
#include "ir/float.h"

#include <string.h>

#include "base/real.h"

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

static dxki_real_format format_of(dxki_type type)
{
    return type == DXKI_TY_HALF    ? DXKI_BINARY16
           : type == DXKI_TY_FLOAT ? DXKI_BINARY32
                                   : DXKI_BINARY64;
}

uint64_t dxki_float_convert(dxki_type from, uint64_t bits, dxki_type to)
{
    bool exact;
    return dxki_real_convert(format_of(from), bits, format_of(to), &exact);
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
    dxki_real_format f = format_of(type);
    uint64_t bits = dxki_real_join(f, (dxki_real){magnitude, 0}, false);
    *overflow = bits >= dxki_infinity(f);
    return magnitude ? bits | (uint64_t)negative << (f.exponent + f.fraction) : 0;
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
