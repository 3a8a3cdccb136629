/* SPDX-License-Identifier: MIT */
/*
 * math_elementary.c - elementary functions of half and float; see math.h. All are evaluated in
 * binary64 and rounded once: half a unit in the last place of a float, and a little more.
 */
#include "base/elementary.h"
#include "exec/math.h"

#define BOTH(name)                                                                                 \
    uint16_t dxki_exec_##name##16(uint16_t x)                                                      \
    {                                                                                              \
        return dxki_exec_double_to_f16(dxki_real_##name(dxki_exec_f16_to_double(x)));              \
    }                                                                                              \
    uint32_t dxki_exec_##name##32(uint32_t x)                                                      \
    {                                                                                              \
        return dxki_exec_double_to_f32(dxki_real_##name((double)dxki_exec_float(x)));              \
    }

BOTH(sqrt)
BOTH(rsqrt)
BOTH(exp2)
BOTH(log2)
BOTH(sin)
BOTH(cos)
BOTH(tan)
BOTH(asin)
BOTH(acos)
BOTH(atan)
BOTH(hcos)
BOTH(hsin)
BOTH(htan)
