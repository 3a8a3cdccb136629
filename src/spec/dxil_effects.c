/* SPDX-License-Identifier: MIT */
/* dxil_effects.c - the table of dxil_effects.def. */
#include "spec/dxil_effects.h"

#define M(memory) DXKI_DXM_##memory

const dxki_dxop_effect dxki_dxop_effects[DXKI_DXK_COUNT] = {
#define DXKI_DXIL_EFFECT(kind, signature, converges, moves, merges, unused, result, reads, writes) \
    {reads,                                                                                        \
     writes,                                                                                       \
     DXKI_DXS_##signature,                                                                         \
     DXKI_DXC_##converges,                                                                         \
     DXKI_MOVES_##moves,                                                                           \
     DXKI_MERGES_##merges,                                                                         \
     DXKI_UNUSED_##unused,                                                                         \
     DXKI_RESULT_##result},
#include "spec/dxil_effects.def"
#undef DXKI_DXIL_EFFECT
};
