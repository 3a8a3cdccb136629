/* SPDX-License-Identifier: MIT */
/* reads.h - how far a shader reads its constant buffers, by its loads. */
#ifndef DXKI_MATCH_READS_H
#define DXKI_MATCH_READS_H

#include "base/vec.h"
#include "dxk/reflect.h"

/* A constant buffer with one register. Offsets are in bytes from its beginning. */
typedef struct dxki_match_read {
    dxk_str name; /* empty: it was stripped */
    uint32_t space, reg;
    uint64_t certain;  /* end of what is read whatever indices are */
    uint64_t possible; /* end of what is read with the highest indices that the code computes */
    uint64_t declared; /* end of the variables in which other indices lead */
} dxki_match_read;

typedef DXKI_VEC(dxki_match_read) dxki_match_reads;

/*
 * Adds the constant buffers of a shader. Models 4 and 5 have it from their reflection, where it
 * tells which variables are used. Nothing is added for a program that is malformed. DXK_E_NOMEM,
 * DXK_E_LIMIT.
 */
dxk_status dxki_match_find_reads(dxk_ctx *ctx, const dxk_container *container,
                                 const dxk_reflect *reflect, dxki_match_reads *out);

#endif
