/* SPDX-License-Identifier: MIT */
/*
 * float.h - the numbers of half, float and double, given by their bits: conversions and the
 * arithmetic of constants, rounded to nearest even. Types are the dxki_type of the three.
 */
#ifndef DXKI_IR_FLOAT_H
#define DXKI_IR_FLOAT_H

#include "ir/values.h"

/* From one type to another; the payload of a NaN is kept as far as it fits. */
uint64_t dxki_float_convert(dxki_type from, uint64_t bits, dxki_type to);

double dxki_float_value(dxki_type type, uint64_t bits);

/* Cut towards zero; false when an integer of that width cannot hold it. */
bool dxki_float_to_int(double value, uint32_t width, bool is_signed, uint64_t *bits);

/* The nearest number; *overflow: it is infinite. */
uint64_t dxki_float_from_int(dxki_type type, uint64_t magnitude, bool negative, bool *overflow);

/* fadd fsub fmul fdiv frem; false: not computed (a NaN comes out). */
bool dxki_float_binary(dxki_op op, dxki_type type, uint64_t a, uint64_t b, uint64_t *bits);

#endif
