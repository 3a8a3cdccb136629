/* SPDX-License-Identifier: MIT */
/* srgb.h - the curve of sRGB, between 8 bits and binary32. */
#ifndef DXKI_EXEC_SRGB_H
#define DXKI_EXEC_SRGB_H

#include <stdint.h>

/* Bits of the linear value of a component, 0 to 255. */
uint32_t dxki_exec_srgb_decode(uint32_t component);
/* The component for the bits of a linear value; what is not in 0 to 1 is clamped, NaN is 0. */
uint32_t dxki_exec_srgb_encode(uint32_t bits);

#endif
