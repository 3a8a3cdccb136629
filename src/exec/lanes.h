/* SPDX-License-Identifier: MIT */
/* lanes.h - sets of lanes: what is done with two of them, and with rows that hold a truth value. */
#ifndef DXKI_EXEC_LANES_H
#define DXKI_EXEC_LANES_H

#include "exec/wave.h"

static inline dxki_exec_mask dxki_exec_mask_and(dxki_exec_mask a, dxki_exec_mask b)
{
    return (dxki_exec_mask){{a.word[0] & b.word[0], a.word[1] & b.word[1]}};
}

static inline dxki_exec_mask dxki_exec_mask_or(dxki_exec_mask a, dxki_exec_mask b)
{
    return (dxki_exec_mask){{a.word[0] | b.word[0], a.word[1] | b.word[1]}};
}

static inline dxki_exec_mask dxki_exec_mask_without(dxki_exec_mask a, dxki_exec_mask b)
{
    return (dxki_exec_mask){{a.word[0] & ~b.word[0], a.word[1] & ~b.word[1]}};
}

static inline bool dxki_exec_mask_is(dxki_exec_mask a, dxki_exec_mask b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

/* ~0 in the lanes of a set, 0 in others of the wave. */
void dxki_exec_spread_mask(const dxki_exec_wave *w, const dxki_exec_mask *m, uint32_t *row);

/* The lanes of a row that holds a truth value. */
dxki_exec_mask dxki_exec_mask_of_row(const uint32_t *row, uint32_t lanes);

#endif
