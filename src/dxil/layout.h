/* SPDX-License-Identifier: MIT */
/*
 * layout.h - sizes and offsets of LLVM types under a module's data layout string, with the rule
 * that HLSL adds: a vector is aligned as its element.
 */
#ifndef DXKI_DXIL_LAYOUT_H
#define DXKI_DXIL_LAYOUT_H

#include "ir/ir.h"

#define DXKI_LAYOUT_RULES 48

typedef struct dxki_dxil_layout_rule {
    char kind;      /* i, f, a as in the string; p: pointer */
    uint32_t width; /* bits of an i, f; address space of a p */
    uint32_t align; /* bytes */
    uint32_t size;  /* p: bytes */
} dxki_dxil_layout_rule;

typedef struct dxki_dxil_layout_size {
    uint64_t bits;  /* size */
    uint32_t align; /* bytes; 0: not known yet */
} dxki_dxil_layout_size;

typedef struct dxki_dxil_layout {
    dxk_ctx *ctx;
    const dxk_module *m;
    size_t rule_count; /* 0: the string is not read yet */
    dxki_dxil_layout_rule rules[DXKI_LAYOUT_RULES];
    dxki_dxil_layout_size *sizes; /* by type id; types made later are not kept */
    size_t size_count;
    uint32_t depth;
    bool too_deep; /* a type was nested deeper than limits.depth: its size counts as 0 */
} dxki_dxil_layout;

/* False: out of memory. What of the string makes no sense is skipped. */
bool dxki_dxil_layout_init(dxki_dxil_layout *layout, const dxk_module *m);
void dxki_dxil_layout_free(dxki_dxil_layout *layout);

/* Bytes from one element of an array to the next; 0 for types without a size. Wraps. */
uint64_t dxki_dxil_layout_alloc_size(dxki_dxil_layout *layout, dxki_type type);
uint32_t dxki_dxil_layout_align(dxki_dxil_layout *layout, dxki_type type);

/* Offset of the element `type` that is placed at or after *end; moves *end after it. Walks the
 * elements of a structure from *end = 0. */
uint64_t dxki_dxil_layout_place(dxki_dxil_layout *layout, dxki_type type, bool packed,
                                uint64_t *end);

#endif
