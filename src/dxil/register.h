/* SPDX-License-Identifier: MIT */
/*
 * register.h - one register of a signature: what is in its components, and what may still come
 * into it (DXIL.rst, "Signature packing"). For the packer and for the rules about packing.
 */
#ifndef DXKI_DXIL_REGISTER_H
#define DXKI_DXIL_REGISTER_H

#include <stdbool.h>
#include <stdint.h>

#include "dxk/packing.h"
#include "spec/semantics.h"

#define DXKI_COLUMNS 4u

/* Classes of elements, which stand in a certain order, and the mark of a component in use. */
enum {
    DXKI_REG_OCCUPIED = 1,
    DXKI_REG_ARBITRARY = 2,
    DXKI_REG_GENERATED = 4,
    DXKI_REG_SYSTEM = 8,
    DXKI_REG_TESS_FACTOR = 16,
    DXKI_REG_CLIP_OR_CULL = 32
};

/* Begins with zeros. */
typedef struct dxki_dxil_register {
    uint8_t components[DXKI_COLUMNS]; /* in use: its class; free: classes that may not come here */
    uint8_t interpolation;            /* 0: nothing in it yet */
    uint8_t width;                    /* of a component, in a unit of the caller; 0: not known */
    uint8_t indexed;   /* an array goes on above, below: dxki_dxil_register_extent() */
    bool extent_fixed; /* `indexed` may not change any more */
} dxki_dxil_register;

/* An element, as far as a register is concerned. */
typedef struct dxki_dxil_reg_element {
    uint8_t cls, interpolation, width;
    uint32_t rows, columns;
} dxki_dxil_reg_element;

/* Why an element does not go into a register. */
typedef enum dxki_dxil_reg_fault {
    DXKI_REG_FITS,
    DXKI_REG_INDEXING,      /* arrays of other extents, or what may not be beside an array */
    DXKI_REG_INTERPOLATION, /* another interpolation mode */
    DXKI_REG_WIDTH,         /* components of another width */
    DXKI_REG_FULL,          /* too few components are free for it */
    DXKI_REG_OVERLAP,       /* these components are in use */
    DXKI_REG_ORDER          /* its class may not stand here */
} dxki_dxil_reg_fault;

/* The class of an element; 0: it gets no register. */
uint8_t dxki_dxil_register_class(dxki_semantic_use use);

/* How an element of `rows` goes on in its row `row`. */
uint8_t dxki_dxil_register_extent(uint32_t row, uint32_t rows);

/* Does the register take the element at any column; at this one, which leaves room for it? */
dxki_dxil_reg_fault dxki_dxil_register_takes(const dxki_dxil_register *r,
                                             const dxki_dxil_reg_element *e, uint8_t extent);
dxki_dxil_reg_fault dxki_dxil_register_takes_at(const dxki_dxil_register *r,
                                                const dxki_dxil_reg_element *e, uint32_t column);

/* Puts one row of an element there, which was found to fit. */
void dxki_dxil_register_put(dxki_dxil_register *r, const dxki_dxil_reg_element *e, uint8_t extent,
                            uint32_t column);

/* dxk_signature_pack() of elements with names, by which reports call them. */
dxk_status dxki_dxil_pack(dxk_ctx *ctx, dxk_shader_kind stage, dxk_signature_kind which,
                          const dxk_pack_options *given, dxk_pack_element *elements,
                          const char *const *names, size_t count, uint32_t *registers);

#endif
