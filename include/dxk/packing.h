/* SPDX-License-Identifier: MIT */
/*
 * dxk/packing.h - packs signatures: assigns to each element of a signature the register and
 * component at which it starts. The result is that of the reference compiler, so that stages that
 * are compiled separately fit together.
 *
 *   vertex input              a register for each row, in order (input assembler)
 *   patch constants           packed; tessellation factors in arrays are in the last column
 *   pixel output              SV_TargetN in register N; depth, coverage and stencil have none
 *   everything else           packed
 *
 * Source: DXIL.rst, "Signature packing".
 */
#ifndef DXK_PACKING_H
#define DXK_PACKING_H

#include "dxk/base.h"
#include "dxk/enums.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of registers of a signature. Each has four components of 32 bits. */
#define DXK_SIGNATURE_REGISTERS 32u

/* Strategies for placing elements that may share registers. */
typedef enum dxk_packing_strategy {
    DXK_PACKING_PREFIX_STABLE = 0, /* in order: adding an element does not move those before it */
    DXK_PACKING_OPTIMIZED = 1      /* sorted to use few registers: any change may move all */
} dxk_packing_strategy;

/* The three signatures of a shader. */
typedef enum dxk_signature_kind {
    DXK_SIGNATURE_INPUT = 0,         /* inputs */
    DXK_SIGNATURE_OUTPUT = 1,        /* outputs of a vertex, control point or pixel */
    DXK_SIGNATURE_PATCH_CONSTANT = 2 /* patch constants: written by hull shaders, read by domain
                                        shaders; outputs of a primitive in mesh shaders */
} dxk_signature_kind;

/* An element to be placed. `start_row` and `start_column` are results. */
typedef struct dxk_pack_element {
    uint32_t semantic;       /* semantic, dxk_semantic_kind */
    uint32_t semantic_index; /* semantic index of the first row; for a render target, its
                                register */
    uint32_t component_type; /* type of a component, dxk_component_type */
    uint32_t interpolation;  /* interpolation, dxk_interpolation_mode */
    uint32_t rows;           /* number of rows, 1 or more */
    uint32_t columns;        /* number of components in a row, 1 to 4 */
    uint32_t stream;         /* outputs of geometry shaders: stream, 0 to 3 */
    int32_t start_row;       /* first register; -1 if the element has none */
    int32_t start_column;    /* first component, 0 to 3; -1 if the element has none */
} dxk_pack_element;

/* Options for dxk_signature_pack(). Zero-initialise, then set what differs. */
typedef struct dxk_pack_options {
    size_t struct_size;            /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_packing_strategy strategy; /* strategy */
    bool native_16bit;             /* 16-bit types have 16 bits, and do not share registers with
                                      32-bit types */
} dxk_pack_options;

/*
 * Places the `count` elements of a signature: sets `start_row` and `start_column` of each,
 * whatever they were before. *registers is set to the number of registers in use; if there are
 * several streams, by the one that uses the most. `options` and `registers` may be NULL.
 *
 * Errors: DXK_E_INVALID if an element does not fit; a diagnostic names it, and the others are
 * placed. DXK_E_ARGUMENT if the stage has no such signature, or if rows, columns or stream are out
 * of range; DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_signature_pack(dxk_ctx *ctx, dxk_shader_kind stage, dxk_signature_kind which,
                                      const dxk_pack_options *options, dxk_pack_element *elements,
                                      size_t count, uint32_t *registers);

#ifdef __cplusplus
}
#endif
#endif
