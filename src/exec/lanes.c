/* SPDX-License-Identifier: MIT */
/* lanes.c - sets of lanes as bits, and as rows of numbers; see lanes.h. */
#include "exec/lanes.h"

#include "exec/wide.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

DXKI_EXEC_LANES(spread_mask, (const dxki_exec_wave *w, const dxki_exec_mask *m, uint32_t *row),
                (w, m, row))
{
    uint32_t lanes = w->lanes;

    for (uint32_t first = 0; first < lanes; first += 32) {
        uint32_t bits = (uint32_t)(m->word[first >> 6] >> (first & 63));
        uint32_t count = lanes - first < 32 ? lanes - first : 32;
        DXKI_EXEC_WIDE
        for (uint32_t l = 0; l < count; l++)
            row[first + l] = 0u - (bits >> l & 1);
    }
}

void dxki_exec_spread_mask(const dxki_exec_wave *w, const dxki_exec_mask *m, uint32_t *row)
{
    spread_mask(w, m, row);
}

/* The lowest bits of four numbers. */
static uint64_t bits_of_four(const uint32_t *row)
{
#ifdef __SSE2__
    __m128i four = _mm_loadu_si128((const __m128i *)(const void *)row);
    return (uint64_t)(uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_slli_epi32(four, 31)));
#else
    return (row[0] & 1) | (row[1] & 1) << 1 | (row[2] & 1) << 2 | (row[3] & 1) << 3;
#endif
}

dxki_exec_mask dxki_exec_mask_of_row(const uint32_t *row, uint32_t lanes)
{
    dxki_exec_mask m = {{0, 0}};

    for (uint32_t first = 0; first < lanes; first += 4)
        m.word[first >> 6] |= bits_of_four(row + first) << (first & 63);
    return m;
}
