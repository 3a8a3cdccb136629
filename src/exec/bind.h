/* SPDX-License-Identifier: MIT */
/*
 * bind.h - what is bound to a run: the table of views, and which of them is at a register or in a
 * slot of a descriptor heap.
 *
 *   register (class, space, index) --> view        bound straight, root constants and descriptors,
 *       |                                          static samplers
 *       '--> range of a descriptor table --> slot of a heap --> view
 *
 * What is bound straight comes first. Ranges of tables that overlap, which no valid root signature
 * has, are told apart by where they begin: the one that begins last has the register.
 */
#ifndef DXKI_EXEC_BIND_H
#define DXKI_EXEC_BIND_H

#include "base/arena.h"
#include "base/vec.h"
#include "dxk/rootsig.h"
#include "exec/view.h"

/* Where something is bound: a class of registers, or a heap. */
typedef enum dxki_exec_where {
    DXKI_AT_SRV = DXK_RESOURCE_CLASS_SRV,
    DXKI_AT_UAV = DXK_RESOURCE_CLASS_UAV,
    DXKI_AT_CBV = DXK_RESOURCE_CLASS_CBUFFER,
    DXKI_AT_SAMPLER = DXK_RESOURCE_CLASS_SAMPLER,
    DXKI_AT_RESOURCE_HEAP, /* the index is a slot; space 0 */
    DXKI_AT_SAMPLER_HEAP
} dxki_exec_where;

/* An entry of the hash table. */
typedef struct dxki_exec_bound {
    uint32_t where, space, index;
    uint32_t view; /* 0: the entry is free */
} dxki_exec_bound;

/* A range of a descriptor table. */
typedef struct dxki_exec_range {
    uint32_t where, space, first, count; /* count 0xFFFFFFFF: unbounded */
    uint32_t parameter;
    uint64_t offset; /* of its first descriptor in the table */
} dxki_exec_range;

/* A table that was set, by parameter. */
typedef struct dxki_exec_table {
    bool is_set;
    uint32_t slot;
} dxki_exec_table;

typedef struct dxki_exec_bindings {
    dxk_ctx *ctx;
    dxki_exec_views views; /* items[0] is the null view */
    uint32_t view_capacity;
    dxki_exec_bound *bound;
    uint32_t bound_count, bound_capacity; /* capacity: a power of two, or 0 */
    dxk_root_signature *signature;        /* NULL: none */
    dxki_exec_table *tables;              /* by parameter of the signature */
    DXKI_VEC(dxki_exec_range) ranges;     /* sorted by where, space, first */
    dxki_arena arena; /* root constants, uses of counters, the signature's bytes */
} dxki_exec_bindings;

/* Makes the table with the null view alone; false: out of memory. */
bool dxki_exec_bindings_init(dxki_exec_bindings *b, dxk_ctx *ctx);
void dxki_exec_bindings_free(dxki_exec_bindings *b);

/* Binds a prepared view, which is copied; what was there is replaced. False: out of memory. */
bool dxki_exec_bind(dxki_exec_bindings *b, dxki_exec_where where, uint32_t space, uint32_t index,
                    const dxki_exec_view *view);
/* The handle of what is bound there; 0: nothing. */
uint32_t dxki_exec_bound_at(const dxki_exec_bindings *b, dxki_exec_where where, uint32_t space,
                            uint32_t index);

/* Takes a root signature over, whose visibility is judged for a stage (dxk_shader_kind): its ranges
 * and static samplers. `rts0` is copied. */
dxk_status dxki_exec_bind_signature(dxki_exec_bindings *b, dxk_bytes rts0, dxk_shader_kind stage);

#endif
