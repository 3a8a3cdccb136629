/* SPDX-License-Identifier: MIT */
/* once_rows.c - values that are computed once: from one number to a row, and back; see once.h. */
#include "exec/once.h"
#include "exec/wide.h"

#include <string.h>

DXKI_EXEC_LANES(fill, (const dxki_exec_wave *w, uint32_t *DXKI_EXEC_RESTRICT d, uint32_t number),
                (w, d, number))
{
    const uint32_t *DXKI_EXEC_RESTRICT active = w->active;
    uint32_t lanes = w->lanes;

    if (w->full) {
        for (uint32_t l = 0; l < lanes; l++)
            d[l] = number;
        return;
    }
    for (uint32_t l = 0; l < lanes; l++)
        d[l] = (number & active[l]) | (d[l] & ~active[l]);
}

static void fill_wide(const dxki_exec_wave *w, uint64_t *d, uint64_t number)
{
    for (uint32_t l = 0; l < w->lanes; l++)
        d[l] = w->active[l] ? number : d[l];
}

/* The numbers of a register that are there once. */
static uint32_t *once_row(const dxki_exec_wave *w, uint32_t slot)
{
    return w->once + ((size_t)slot << DXKI_EXEC_ONCE_SHIFT);
}

void dxki_exec_spread_once(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t width = i->aux ? 2 : 1;

    if (!w->once)
        return;
    for (uint32_t k = 0, slot = i->dst; k < i->n; k++, slot += width) {
        uint64_t number;
        memcpy(&number, once_row(w, slot), sizeof number);
        if (i->aux)
            fill_wide(w, dxki_exec_row64(w, slot), number);
        else
            fill(w, dxki_exec_row(w, slot), *once_row(w, slot));
    }
}

void dxki_exec_take_once(dxki_exec_wave *w, const dxki_exec_inst *i)
{
    uint32_t width = i->aux ? 2 : 1;

    if (!w->once)
        return;
    uint32_t lane = dxki_exec_mask_first(&w->mask);
    for (uint32_t k = 0, slot = i->dst; k < i->n; k++, slot += width)
        memcpy(once_row(w, slot), dxki_exec_row(w, slot) + (size_t)lane * width,
               width * sizeof(uint32_t));
}
