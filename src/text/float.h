/* SPDX-License-Identifier: MIT */
/* float.h - floating point numbers as LLVM's text shows them. */
#ifndef DXKI_TEXT_FLOAT_H
#define DXKI_TEXT_FLOAT_H

#include "dxk/base.h"

/* The most characters of a number below. */
#define DXKI_FLOAT_SIZE 24

/*
 * A double, given by its bits: "1.500000e+00" when that reads back as the same number, else "0x"
 * and its bits in hexadecimal. Returns the length. Independent of the locale and of the library's
 * printf.
 */
size_t dxki_text_format_double(uint64_t bits, char text[DXKI_FLOAT_SIZE]);

#endif
