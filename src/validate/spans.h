/* SPDX-License-Identifier: MIT */
/*
 * spans.h - ranges that must not overlap, of registers or of bytes. A range may end before it
 * begins, when its size is 0; what it overlaps with then depends on the shape of the tree in which
 * ranges are looked up, so this is the tree that the reference has.
 */
#ifndef DXKI_VALIDATE_SPANS_H
#define DXKI_VALIDATE_SPANS_H

#include "validate/run.h"

typedef struct dxki_val_span {
    uint32_t start, end; /* inclusive */
    const dxki_dxil_resource *res;
    uint32_t child[2], parent; /* indices in the list, 0: none */
    bool is_red;
} dxki_val_span;

typedef struct dxki_val_spans {
    DXKI_VEC(dxki_val_span) list; /* [0]: none */
} dxki_val_spans;

/* Adds a range to the tree with this root, which is 0 while it is empty. The range that it overlaps
 * with, it is not added then; or NULL. Pointers are good until the next call. */
const dxki_val_span *dxki_val_spans_add(dxki_val *v, dxki_val_spans *s, uint32_t *root,
                                        dxki_val_span add);
void dxki_val_spans_free(dxki_val *v, dxki_val_spans *s);

#endif
