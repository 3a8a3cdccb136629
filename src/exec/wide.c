/* SPDX-License-Identifier: MIT */
/* wide.c - which vectors the processor has; see wide.h. Source: Intel's manual, CPUID and XGETBV. */
#include "exec/wide.h"

#if DXKI_EXEC_HAS_WIDTHS
#include <cpuid.h>
#include <stdint.h>

#define KEEPS_256 0x06u /* the system saves these registers */
#define KEEPS_512 0xE6u

static uint32_t kept_registers(void)
{
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

dxki_exec_vectors dxki_exec_widest_vectors(void)
{
    uint32_t a, b, c, d;
    __cpuid(1, a, b, c, d);
    if (!(c & bit_OSXSAVE) || !__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX2))
        return DXKI_EXEC_VECTORS_PLAIN;
    uint32_t kept = kept_registers();
    if (b & bit_AVX512F && (kept & KEEPS_512) == KEEPS_512)
        return DXKI_EXEC_VECTORS_512;
    return (kept & KEEPS_256) == KEEPS_256 ? DXKI_EXEC_VECTORS_256 : DXKI_EXEC_VECTORS_PLAIN;
}

#else

dxki_exec_vectors dxki_exec_widest_vectors(void)
{
    return DXKI_EXEC_VECTORS_PLAIN;
}

#endif
