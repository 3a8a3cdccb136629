/* SPDX-License-Identifier: MIT */
/* small_float.c - see small_float.h. */
#include "exec/small_float.h"
#include "base/real.h"

#define SIGN     0x80000000u
#define INFINITE 0x7F800000u /* of binary32 */

uint32_t dxki_exec_float_scaled(uint32_t value, int exponent)
{
    if (!value)
        return 0;
    int top = dxki_top_bit(value);
    return (uint32_t)(127 + top + exponent) << 23 | ((value << (23 - top)) & 0x7FFFFFu);
}

uint32_t dxki_exec_float5_load(uint32_t value, unsigned mantissa)
{
    uint32_t exponent = value >> mantissa & 31u, fraction = value & ((1u << mantissa) - 1);

    if (exponent == 31)
        return INFINITE | fraction << (23 - mantissa);
    if (exponent == 0)
        return dxki_exec_float_scaled(fraction, -14 - (int)mantissa);
    return (exponent + 127 - 15) << 23 | fraction << (23 - mantissa);
}

uint32_t dxki_exec_float5_store(uint32_t bits, unsigned mantissa)
{
    int exponent = (int)(bits >> 23 & 0xFFu) - 127 + 15;
    uint32_t fraction = bits & 0x7FFFFFu, infinite = 31u << mantissa;

    if ((bits & ~SIGN) > INFINITE)
        return infinite | 1u << (mantissa - 1);
    if (bits & SIGN)
        return 0;
    if (bits == INFINITE)
        return infinite;
    if (exponent >= 31)
        return infinite - 1;
    if (exponent > 0)
        return (uint32_t)exponent << mantissa | fraction >> (23 - mantissa);
    if (exponent < -(int)mantissa)
        return 0;
    return (fraction | 0x800000u) >> (23 - (int)mantissa + 1 - exponent);
}
