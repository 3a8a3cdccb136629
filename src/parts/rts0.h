/* SPDX-License-Identifier: MIT */
/* rts0.h - inside of a root signature that stands by itself: what dxk_rootsig_free() frees. */
#ifndef DXKI_PARTS_RTS0_H
#define DXKI_PARTS_RTS0_H

#include "base/arena.h"
#include "dxk/rootsig.h"

/* A root signature and what it owns. */
typedef struct dxki_part_rootsig {
    dxk_root_signature signature; /* first: the public view is this structure */
    dxk_ctx *ctx;
    dxki_arena arena;
} dxki_part_rootsig;

/* Makes an empty one; NULL when out of memory. */
dxki_part_rootsig *dxki_rootsig_new(dxk_ctx *ctx);

#endif
