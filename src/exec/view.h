/* SPDX-License-Identifier: MIT */
/*
 * view.h - bound views: the memory behind a handle, and how one lane reaches into it.
 *
 * A handle in a register is a per-lane uint32_t, the index of a view in the table of the dispatch;
 * index 0 is the null view, which reads as zero and swallows writes. A view that was prepared holds
 * only what fits its memory, so that an access needs one comparison with the counts of the view.
 *
 *   memory    |..............................................|      size
 *   view          base -> |element 0|element 1|...|              count elements of `stride` bytes
 *
 * Nothing here reports: an access gives a fault, and the handler of the operation tells about it.
 * Whatever the fault, the result is what D3D asks for: zero for what cannot be read, and nothing
 * written.
 * Source: D3D11.3 functional specification, 5.3.10 (buffers), 7.18 (textures), 22 (bounds).
 */
#ifndef DXKI_EXEC_VIEW_H
#define DXKI_EXEC_VIEW_H

#include <stddef.h>
#include "dxk/enums.h"
#include "exec/format.h"

/* What kept an access from memory. */
typedef enum dxki_exec_fault {
    DXKI_FAULT_NONE,
    DXKI_FAULT_NULL,     /* nothing is bound */
    DXKI_FAULT_KIND,     /* the view is of a kind that this access does not know */
    DXKI_FAULT_RANGE,    /* outside of the view: element, byte, coordinate, level or sample */
    DXKI_FAULT_STRIDE,   /* within the view, but not within the element */
    DXKI_FAULT_UNMAPPED, /* no tile is there */
    DXKI_FAULT_FORMAT    /* the format cannot do it */
} dxki_exec_fault;

#define DXKI_EXEC_MAX_MIPS 16u

/* A level of a texture. */
typedef struct dxki_exec_level {
    uint32_t width, height, depth; /* texels */
    uint64_t offset;               /* from the first byte of a slice */
    uint64_t row, plane;           /* bytes from row (of blocks) to row, from depth to depth */
} dxki_exec_level;

/* The state of a sampler. */
typedef struct dxki_exec_sampler {
    bool min_linear, mag_linear, mip_linear, anisotropic;
    bool is_unnormalized;   /* coordinates count texels */
    uint8_t reduction;      /* 0 weighted mean, 1 comparison, 2 minimum, 3 maximum */
    uint8_t address[3];     /* dxk_address_mode for u, v, w */
    uint8_t comparison;     /* dxk_comparison_func */
    uint8_t max_anisotropy; /* 1 to 16 */
    float bias, min_lod, max_lod;
    uint32_t border[4]; /* bits: of reals, or integers for textures that hold integers */
} dxki_exec_sampler;

/* A bound view. The first block is filled in by whoever binds; dxki_exec_view_prepare() derives
 * the second one. */
typedef struct dxki_exec_view {
    uint8_t *memory;        /* NULL: null view */
    uint64_t memory_size;   /* bytes */
    uint8_t resource_class; /* dxk_resource_class */
    uint8_t kind;           /* dxk_resource_kind; INVALID: null view */
    uint8_t format;         /* DXGI number: typed buffers, textures */
    uint32_t stride;        /* structured: bytes of an element */
    uint64_t first;         /* buffers: first element (raw: of 4 bytes) */
    uint32_t elements;      /* buffers: how many (raw: of 4 bytes); UINT32_MAX: up to the end */
    uint32_t *counter;      /* of a structured buffer; NULL: none */
    uint32_t *counter_use;  /* directions of counting so far: 1 up, 2 down; NULL: not recorded */
    uint32_t width, height, depth;     /* of mip 0 of the resource; 0 counts as 1 */
    uint32_t slices;                   /* of the resource: array elements, faces of cubes counted */
    uint32_t mips, samples;            /* of the resource; 0 counts as 1 */
    uint32_t first_mip, view_mips;     /* of the view; view_mips 0: all that follow */
    uint32_t first_slice, view_slices; /* likewise */
    uint64_t mapped;                   /* bytes of memory with tiles behind them; UINT64_MAX: all */
    dxki_exec_sampler sampler;         /* kind SAMPLER */
    uint32_t bound_where, bound_space,
        bound_index; /* dxki_exec_where it is, set when it is bound */

    uint8_t *base;           /* first byte of the view */
    uint64_t size;           /* bytes of the view from there */
    uint32_t count;          /* elements; raw, cbuffer: bytes, at most UINT32_MAX */
    dxki_exec_format layout; /* of the format */
    uint64_t slice_size;     /* texture: bytes from slice to slice */
    uint32_t level_count, slice_count, sample_count; /* of the view */
    dxki_exec_level level[DXKI_EXEC_MAX_MIPS];       /* of the view, level_count of them */
} dxki_exec_view;

/* The views of a dispatch; items[0] is the null view. */
typedef struct dxki_exec_views {
    dxki_exec_view *items;
    uint32_t count;
} dxki_exec_views;

/* Derives the second block. NONE, or why the description does not fit its memory: the view is a
 * null view then. */
dxki_exec_fault dxki_exec_view_prepare(dxki_exec_view *view);

/* The view of a handle; an index beyond the table gives the null view. */
static inline const dxki_exec_view *dxki_exec_view_of(const dxki_exec_views *views, uint32_t handle)
{
    return &views->items[handle < views->count ? handle : 0];
}

static inline bool dxki_exec_view_is_null(const dxki_exec_view *view)
{
    return view->kind == DXK_RESOURCE_KIND_INVALID;
}

/* --- bytes: constant, raw and structured buffers --- */

/*
 * How many bytes can be accessed from (index, offset) on, and *at, where in the view that is: raw and
 * constant buffers have bytes at index + offset, texture buffers rows of 16, structured buffers
 * elements, beyond whose end an access does not reach.
 */
static inline uint64_t dxki_exec_view_reach(const dxki_exec_view *view, uint32_t index,
                                            uint64_t offset, uint64_t *at)
{
    uint64_t end = view->size;

    switch (view->kind) {
    case DXK_RESOURCE_KIND_STRUCTURED_BUFFER:
        *at = (uint64_t)index * view->stride + offset;
        end = index < view->count && offset < view->stride ? *at - offset + view->stride : 0;
        break;
    case DXK_RESOURCE_KIND_TBUFFER:
        *at = (uint64_t)index * 16 + offset;
        break;
    case DXK_RESOURCE_KIND_RAW_BUFFER:
    case DXK_RESOURCE_KIND_CBUFFER:
        *at = index + offset;
        break;
    default:
        *at = end = 0;
    }
    return *at < end ? end - *at : 0;
}

/* Why dxki_exec_view_reach() gave less than was needed. */
dxki_exec_fault dxki_exec_view_blame(const dxki_exec_view *view, uint32_t index);
/* False: no tile is behind these bytes of the view. */
static inline bool dxki_exec_view_is_mapped(const dxki_exec_view *view, uint64_t at)
{
    return view->mapped == UINT64_MAX || (uint64_t)(view->base - view->memory) + at < view->mapped;
}

/* --- typed buffers and textures --- */

/* Where a texel is. Unused members are 0. For buffers x is the element. */
typedef struct dxki_exec_place {
    uint32_t x, y, z; /* z: depth of a 3D texture */
    uint32_t slice;   /* of an array; face of a cube counted in */
    uint32_t mip, sample;
} dxki_exec_place;

/* Finds the place of coordinates as the operations have them: c[] in the order of the kind's
 * coordinates (x, y, z or slice). */
void dxki_exec_place_of(const dxki_exec_view *view, const uint32_t c[3], dxki_exec_place *place);
/* Address of an element; NULL, with the fault, if it is not there. */
uint8_t *dxki_exec_texel_at(const dxki_exec_view *view, const dxki_exec_place *place,
                            dxki_exec_fault *fault);
/* *out is always set: zero and the defaults of the format after a fault. */
dxki_exec_fault dxki_exec_texel_load(const dxki_exec_view *view, const dxki_exec_place *place,
                                     dxki_exec_texel *out);
dxki_exec_fault dxki_exec_texel_store(const dxki_exec_view *view, const dxki_exec_place *place,
                                      const dxki_exec_texel *in);
/* GetDimensions: width, height, depth or slices, levels or samples, as the kind has them; sizes of
 * a level that is not there are 0. */
void dxki_exec_view_dimensions(const dxki_exec_view *view, uint32_t mip, uint32_t out[4]);

/* --- atomics --- */

/* What an atomic operation does: the numbers of atomicBinOp. */
typedef enum dxki_exec_atomic_op {
    DXKI_ATOMIC_ADD,
    DXKI_ATOMIC_AND,
    DXKI_ATOMIC_OR,
    DXKI_ATOMIC_XOR,
    DXKI_ATOMIC_IMIN,
    DXKI_ATOMIC_IMAX,
    DXKI_ATOMIC_UMIN,
    DXKI_ATOMIC_UMAX,
    DXKI_ATOMIC_EXCHANGE,
    DXKI_ATOMIC_COMPARE /* atomicCompareExchange */
} dxki_exec_atomic_op;

/* One operation on memory of any alignment, atomic between threads of the host if it is aligned;
 * `op` is not COMPARE; `bytes` 4 or 8. Both give the old value. */
uint64_t dxki_exec_atomic(uint8_t *at, uint32_t bytes, uint32_t op, uint64_t value);
uint64_t dxki_exec_atomic_cas(uint8_t *at, uint32_t bytes, uint64_t compare, uint64_t value);
/* Where an atomic operation with coordinates c goes; NULL, with the fault: nowhere. */
uint8_t *dxki_exec_atomic_at(const dxki_exec_view *view, const uint32_t c[3], uint32_t bytes,
                             dxki_exec_fault *fault);

/* Adds to a counter, or to the directions that it went; the old value. Atomic likewise. */
uint32_t dxki_exec_counter_add(uint32_t *counter, uint32_t amount);
uint32_t dxki_exec_counter_mark(uint32_t *use, uint32_t direction);

#endif
