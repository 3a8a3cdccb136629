/* SPDX-License-Identifier: MIT */
/* part.h - parts of types in signatures: made by signature.c, read and written by
 * part.c. */
#ifndef DXKI_CODEGEN_PART_H
#define DXKI_CODEGEN_PART_H

#include "codegen/emit.h"

#include "spec/semantics.h"

/* What a type in a signature is made of. */
struct dxki_emit_part {
    const dxki_hlsl_type *number;
    uint32_t element;  /* its number in operations */
    uint32_t rows;     /* registers of one number of an array */
    uint32_t columns;  /* components of a register */
    uint32_t all_rows; /* of all numbers */
    uint8_t operation; /* 1 + row of `operations`; 0: it is an element */
    bool by_rows;      /* a register has a row of a matrix, not a column */
    bool is_position;  /* of an output */
    bool split;        /* each register is an element, the last one first */
};

/* The signature of a point. */
dxk_signature_kind dxki_emit_signature_of(uint8_t point);
/* Number of the operation that gives a system value, from 1; 0: there is none. */
uint8_t dxki_emit_operation_of(uint32_t semantic);

#endif
