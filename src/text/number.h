/* SPDX-License-Identifier: MIT */
/* number.h - numbers of assembly text: integers of any width, floating point of every form. */
#ifndef DXKI_TEXT_NUMBER_H
#define DXKI_TEXT_NUMBER_H

#include "text/lex.h"

typedef enum dxki_text_float_form {
    DXKI_FF_DOUBLE, /* decimal, or 0x and the bits of a double */
    DXKI_FF_HALF,   /* 0xH */
    DXKI_FF_X87,    /* 0xK */
    DXKI_FF_QUAD,   /* 0xL */
    DXKI_FF_PPC     /* 0xM */
} dxki_text_float_form;

typedef struct dxki_text_float {
    dxki_text_float_form form;
    uint64_t low, high; /* bits */
} dxki_text_float;

/* The value of a FLOAT token. Decimal ones are rounded correctly, whatever the locale. */
dxki_text_float dxki_text_number_float(dxk_str text);

/* May the number be a constant of this type (without loss)? Of the larger forms no smaller type
 * takes any, but they are refused with other words then. */
bool dxki_text_float_fits(const dxki_text_float *number, dxki_type type);

/* Digits that an integer may have when it does not fit 64 bits; converting takes the square. */
#define DXKI_INT_DIGITS_MAX 65536u

/* The integer modulo 2^(64 * count), sign-extended, low word first. */
void dxki_text_number_wide(const dxki_text_token *token, uint64_t *words, size_t count);

/* Width that LLVM keeps the literal in: what it needs; more for a zero with many digits. */
uint64_t dxki_text_number_width(const dxki_text_token *token);

#endif
