/* SPDX-License-Identifier: MIT */
/*
 * small_float.h - floats of 11 and 10 bits as formats hold them, and back from binary32.
 *
 * They have five bits of exponent, biased by 15, and no sign. Stores go toward zero, also beyond the
 * largest number; negative numbers become 0; not a number stays that.
 * Source: D3D11.3 functional specification, 3.1.3 and 3.2.3.
 */
#ifndef DXKI_EXEC_SMALL_FLOAT_H
#define DXKI_EXEC_SMALL_FLOAT_H

#include <stdint.h>

/* Bits of binary32 of value * 2^exponent, for values below 2^24 and results that are normal. */
uint32_t dxki_exec_float_scaled(uint32_t value, int exponent);
/* Without sign, with `mantissa` bits of mantissa below the exponent. */
uint32_t dxki_exec_float5_load(uint32_t value, unsigned mantissa);
uint32_t dxki_exec_float5_store(uint32_t bits, unsigned mantissa);

#endif
