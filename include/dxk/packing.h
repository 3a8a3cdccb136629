/* SPDX-License-Identifier: MIT */
/*
 * dxk/packing.h - signature packing: the register and component at which each element of a
 * signature starts. The result is what the reference compiler assigns, so that stages built apart
 * still link.
 *
 *   vertex input              a register for each row, in order (input assembler)
 *   patch constants           packed; tessellation factors in arrays go to the last column
 *   pixel output              SV_TargetN in register N; depth, coverage and stencil in none
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

/* Registers of a signature, each of four 32-bit components. */
#define DXK_SIGNATURE_REGISTERS 32u

/* How elements are placed where they may share registers. */
typedef enum dxk_packing_strategy {
    DXK_PACKING_PREFIX_STABLE = 0, /* in order: appending elements does not move earlier ones */
    DXK_PACKING_OPTIMIZED = 1      /* sorted to take few registers: any change may move all */
} dxk_packing_strategy;

/* The three signatures of a shader. */
typedef enum dxk_signature_kind {
    DXK_SIGNATURE_INPUT = 0,         /* read by the stage */
    DXK_SIGNATURE_OUTPUT = 1,        /* written per vertex, control point or pixel */
    DXK_SIGNATURE_PATCH_CONSTANT = 2 /* hull: written; domain: read; mesh: written per primitive */
} dxk_signature_kind;

/* An element to be placed. */
typedef struct dxk_pack_element {
    uint32_t semantic;       /* dxk_semantic_kind */
    uint32_t semantic_index; /* of the first row; for a render target its register */
    uint32_t component_type; /* dxk_component_type */
    uint32_t interpolation;  /* dxk_interpolation_mode */
    uint32_t rows;           /* 1 or more */
    uint32_t columns;        /* 1 to 4 */
    uint32_t stream;         /* output of geometry shaders: 0 to 3 */
    int32_t start_row;       /* result: first register; -1 if the element has none */
    int32_t start_column;    /* result: first component, 0 to 3; -1 likewise */
} dxk_pack_element;

/* How to pack. Zero-initialise, then set what differs. */
typedef struct dxk_pack_options {
    size_t struct_size;            /* sizeof this structure, or 0; see dxk/base.h, "Options" */
    dxk_packing_strategy strategy; /* see above */
    bool native_16bit;             /* 16-bit types take 16 bits and share no register with 32-bit
                                      types */
} dxk_pack_options;

/*
 * Places the `count` elements of a signature of a shader of `stage`: sets start_row and
 * start_column of each, whatever they were. *registers (may be NULL) is set to the registers in
 * use by the stream that uses most. `options` may be NULL.
 *
 * DXK_E_INVALID: an element does not fit; a diagnostic names it, and the other elements are
 * placed. DXK_E_ARGUMENT: the stage has no such signature, or rows, columns or stream are out of
 * range. DXK_E_NOMEM, DXK_E_LIMIT.
 */
DXK_API dxk_status dxk_signature_pack(dxk_ctx *ctx, dxk_shader_kind stage, dxk_signature_kind which,
                                      const dxk_pack_options *options, dxk_pack_element *elements,
                                      size_t count, uint32_t *registers);

#ifdef __cplusplus
}
#endif
#endif
