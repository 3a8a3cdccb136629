/* SPDX-License-Identifier: MIT */
/* row.h - parses the text of a row of spec/hlsl_intrinsics.def. */
#ifndef DXKI_SEMA_ROW_H
#define DXKI_SEMA_ROW_H

#include "sema/sema.h"

#define DXKI_SEMA_SLOTS 12 /* parameters, and the result in front of them */

typedef enum dxki_sema_shape {
    DXKI_SEMA_SCALAR,
    DXKI_SEMA_ANY,
    DXKI_SEMA_VECTOR,
    DXKI_SEMA_MATRIX,
    DXKI_SEMA_OTHER
} dxki_sema_shape;

/* A parameter, or the result. */
typedef struct dxki_sema_slot {
    uint8_t direction;     /* 'i', 'o', 'b' for both, 'r' for places */
    dxk_str class;         /* "float_like", "T", "F"; empty: as another's */
    uint8_t shape;         /* dxki_sema_shape */
    dxk_str rows, columns; /* "3", "c"; of vectors columns */
    int element, like;     /* slots that element and shape are taken from; its own number: itself */
} dxki_sema_slot;

/* The result, and the parameters after it. */
void dxki_sema_read_row(const dxki_hlsl_intrinsic *row, dxki_sema_slot slots[DXKI_SEMA_SLOTS]);

/* The direction of a parameter alone, as a slot has it; those that "..." stands for are 'i'. */
uint8_t dxki_sema_row_direction(const dxki_hlsl_intrinsic *row, size_t param);

/* The element that a class makes of one; DXKI_HLSL_S_COUNT: it is refused, or the class is none of
 * numbers. Without an element (DXKI_HLSL_S_COUNT) the one that the class prefers. */
uint8_t dxki_sema_admit(const dxki_hlsl *c, dxk_str class, uint8_t s);

/* What stands in front of a character, which is cut off with it; all of it without one. */
dxk_str dxki_sema_cut(dxk_str *text, char ch);

#endif
